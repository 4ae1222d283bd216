package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"passepartout/command"
	"passepartout/gates/corpus"
	"passepartout/gates/policy"
	"passepartout/pipeline"
)

// shape is a way to fill the largest text that is looked at. A unit may hold
// %d, which counts, so that no two units are equal.
type shape struct{ name, head, unit, tail string }

func (s shape) text() string { return s.sized(command.MaxText) }

// sized is the text of at most so many bytes.
func (s shape) sized(most int) string {
	var b strings.Builder
	b.WriteString(s.head)
	for n := 0; ; n++ {
		unit := s.unit
		if strings.Contains(unit, "%d") {
			unit = strings.ReplaceAll(unit, "%d", fmt.Sprint(n))
		}
		if b.Len()+len(unit)+len(s.tail) > most {
			return b.String() + s.tail
		}
		b.WriteString(unit)
	}
}

// shapes are each heavy for another part of the line from text to verdict.
func shapes() []shape {
	nested := strings.Repeat("(", 60)
	return []shape{
		{"commands", "", "echo a word; ", "true"}, {"tiny commands", "", "a;", "true"}, {"programs", "", "ls;", "true"}, {"lines", "", "rm a/%d\n", ""},
		{"pipeline", "", "cat a | ", "cat"}, {"pipelines", "", "cat a | sort | uniq > %d; ", "true"}, {"and", "", "a && ", "b"}, {"or", "", "cd a || ", "b"}, {"background", "", "a& ", "b"},
		{"subshells", "", "(rm %d);", "true"}, {"groups", "", "{ rm %d; };", "true"}, {"deep groups", "", nested + "rm %d" + strings.Repeat(")", 60) + ";", "true"}, {"deep mixed", "", strings.Repeat("{ (", 30) + "rm %d" + strings.Repeat("); }", 30) + ";", "true"},
		{"substitutions", "echo ", "$(x) ", ""}, {"distinct substitutions", "echo ", "$(cat f%d) ", ""}, {"backquotes", "echo ", "`x` ", ""}, {"process substitutions", "diff ", "<(sort %d) ", ""},
		{"arithmetic", "echo $((1", "+1", "))"}, {"arithmetic words", "echo ", "$((1+%d)) ", ""}, {"words", "echo ", "x ", ""}, {"distinct words", "echo ", "w%d ", ""}, {"options", "ls ", "-l ", ""}, {"long options", "grep ", "--regexp=a%d ", ""},
		{"names", "rm ", "a/b ", ""}, {"distinct names", "rm ", "a/%d ", ""}, {"distinct files", "rm ", "/srv/data/f%d.txt ", ""}, {"distinct trees", "rm -rf ", "t%d ", ""}, {"distinct homes", "rm -rf ", "~/d%d/* ", ""}, {"copies", "cp ", "a%d ", "b"},
		{"patterns", "rm ", "*.o ", ""}, {"distinct patterns", "rm ", "*.%d ", ""}, {"deep patterns", "rm ", "/a*/b*/c*/%d ", ""}, {"folder", "rm ", "a/", "b"}, {"long path", "rm " + strings.Repeat("a/", 1900), "b", ""}, {"long paths", "rm ", strings.Repeat("a/", 1900) + "%d ", ""},
		{"braces", "rm ", "{a,b}{c,d} ", ""}, {"brace", "rm {a", ",b%d", "}"}, {"ranges", "rm ", "{1..9} ", ""},
		{"variables", "rm ", "$? ", ""}, {"distinct variables", "rm ", "$v%d ", ""}, {"assignments", "", "a%d=b ", ""}, {"statements of assignments", "", "a%d=b; ", ""}, {"values", "", "v=$v%d; ", ""}, {"large values", "a=" + strings.Repeat("x", 9999) + "; echo ", "$a ", ""}, {"operators", "a=b; rm ", "${a%%b*} ", ""}, {"environment", "", "A%d=b rm x; ", ""}, {"env", "env ", "A%d=b ", "rm x"}, {"exports", "export ", "A%d=b ", ""}, {"arrays", "a=(", "x%d ", ")"},
		{"quotes", "echo ", "'a b' ", ""}, {"double quotes", "rm ", "\"a %d\" ", ""}, {"dollar quotes", "rm ", "$'a\\x%d' ", ""}, {"joined quotes", "rm ", "a'b'\"c\"", ""}, {"backslashes", "echo ", "\\a", ""}, {"escapes", "echo ", "\\a ", ""}, {"continuations", "echo ", "a \\\n", "b"}, {"unicode", "rm ", "é%d ", ""}, {"blanks", "echo ", " ", "a"}, {"one word", "echo ", "a", ""}, {"comments", "", "# a %d\n", "true"},
		{"redirections", "echo ", ">a%d ", ""}, {"reads", "cat ", "<a%d ", ""}, {"heredoc", "cat <<E\n", "a line $x %d\n", "E\n"}, {"plain heredoc", "cat <<'E'\n", "a line $x %d\n", "E\n"}, {"heredocs", "", "cat <<E\n%d\nE\n", ""}, {"here-strings", "", "cat <<<%d;", "true"}, {"script", "bash <<'E'\n", "rm a%d\n", "E\n"},
		{"find", "find . ", "-exec rm {} \\; ", ""}, {"finds", "", "find a%d -delete;", "true"}, {"find names", "find . -name a ", "-o -name b%d ", "-delete"}, {"starts", "find ", "a%d ", "-delete"}, {"moves", "", "cd a && x; ", "x"}, {"folders", "", "cd a%d; ", "rm x"}, {"doubts", "", "cd a%d || cd b%d; ", "rm x"},
		{"branches", "case x in ", "a) b=c;; ", "esac"}, {"arms", "case $x in ", "%d) rm a%d;; ", "esac"}, {"conditions", "", "if a; then rm %d; fi; ", ""}, {"tests", "", "[[ -f a%d ]] && ", "b"}, {"test", "[[ a", " && -f a%d", " ]]"}, {"loops", "", "for i in a b; do rm $i; done; ", ""}, {"list", "for i in ", "a%d ", "; do rm $i; done"}, {"while", "", "while a; do rm %d; done; ", ""},
		{"functions", "", "f%d() { rm a; }; ", "f1"}, {"calls", "f() { rm a; }; ", "f;", "f"}, {"aliases", "", "alias a%d=b;", "a1"}, {"evaluation", "", "eval ", "x"}, {"evaluations", "", "eval 'rm %d';", "x"}, {"shells", "", "sh -c 'rm %d';", "x"}, {"positions", "set -- ", "a%d ", "; rm \"$@\""},
		{"URLs", "curl ", "http://h/%d ", ""}, {"hosts", "curl ", "http://h%d.org/ ", ""}, {"requests", "", "curl h%d.org;", "true"}, {"git settings", "git ", "-c a.b=%d ", "status"}, {"git", "", "git add a%d;", "true"}, {"xargs", "", "ls | xargs rm %d;", "true"}, {"wrappers", "", "sudo env ", "rm x"}, {"sudo", "", "sudo rm a%d;", "true"}, {"kills", "kill ", "%d ", ""}, {"sed", "sed '", "s/a/b%d/;", "' f"}, {"awk", "awk '{", "print $%d;", "}' f"}, {"echoes", "", "echo rm x%d | sh;", "true"}, {"links", "", "ln -s a%d b%d; ", "rm b1"}, {"downloads", "", "wget h/%d; ", "true"}, {"tees", "echo | tee ", "a%d ", ""},
		{"copied trees", "", "cp -r a b%d; ", "true"}, {"unknown programs", "", "unknown%d;", "true"}, {"python", "python3 -c '", "a=%d\n", "'"}, {"chmod", "chmod +x ", "s%d ", ""}, {"tar", "tar czf x.tgz ", "a%d ", ""}, {"docker", "docker run ", "-v /a%d:/b ", "x rm y"}, {"ssh", "", "ssh h%d rm x;", "true"},
	}
}

// spent is the processor time of this process: user and system.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkLarge is the largest text that is looked at, from text to verdict
// through every gate. cpu-ms/op is the processor time of all threads, the
// garbage collector's included; least-ms is the fastest turn.
func BenchmarkLarge(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	j, err := newJudge(policy.Standard, true)
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range shapes() {
		b.Run(s.name, func(b *testing.B) {
			text := s.text()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			runtime.GC()
			least, begin := time.Hour, spent()
			for b.Loop() {
				at := time.Now()
				if _, err := j.score(b.Context(), corpus.Case{Command: text}); err != nil {
					b.Fatal(err)
				}
				least = min(least, time.Since(at))
			}
			b.ReportMetric(float64(spent()-begin)/float64(b.N)/1e6, "cpu-ms/op")
			b.ReportMetric(float64(least)/1e6, "least-ms")
		})
	}
}

// effort is what judging a text takes: memory in bytes and pieces, and bytes of
// paths that the file system was asked for. The least of some turns, because
// what is kept for reuse may be lost between two.
func effort(tb testing.TB, j *judge, text string) (out [3]uint64) {
	out = [3]uint64{math.MaxUint64, math.MaxUint64, math.MaxUint64}
	for range 2 {
		asked := &asking{PathResolver: j.machine}
		world := j.machine.world("")
		world.Paths = asked
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		a, err := j.analyzer.Analyze(command.Input{Text: text, Shell: true}, world)
		if _, refused := errors.AsType[*command.RefusedError](err); err != nil && !refused {
			tb.Fatal(err)
		}
		j.verdicts(tb.Context(), pipeline.Proposal{Effects: a.Effects, Summary: a.Text(), Action: pipeline.Action{Params: []byte(text)}})
		runtime.ReadMemStats(&after)
		for i, n := range [3]uint64{after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs, asked.bytes} {
			out[i] = min(out[i], n)
		}
	}
	return out
}

// asking counts what is asked of a file system.
type asking struct {
	command.PathResolver

	bytes uint64
}

func (a *asking) Resolve(p string) string {
	a.bytes += uint64(len(p))
	return a.PathResolver.Resolve(p)
}

// TestWorkGrowsWithTheText: twice the text is no more than about twice the work,
// whatever it holds, as far as work can be counted.
func TestWorkGrowsWithTheText(t *testing.T) { //nolint:paralleltest // counts what the whole process allocates
	j, err := newJudge(policy.Standard, true)
	if err != nil {
		t.Fatal(err)
	}
	slack := [3]uint64{300 << 10, 3000, 64 << 10}
	for _, s := range append(shapes(), madeShapes()...) {
		n := command.MaxText / 4
		if len(s.head)+len(s.tail) > n/4 {
			continue // not twice the text
		}
		once := effort(t, j, s.sized(n))
		for ; n < command.MaxText; n *= 2 {
			twice := effort(t, j, s.sized(2*n))
			for i, what := range []string{"bytes of memory", "pieces of memory", "bytes of paths"} {
				most := once[i]*5/2 + slack[i]
				for tries := 0; twice[i] > most && tries < 8; tries++ { // a collection took what was kept for reuse
					twice[i] = min(twice[i], effort(t, j, s.sized(2*n))[i])
				}
				if twice[i] > most {
					t.Errorf("%s: %d %s for %d bytes, %d for twice as many", s.name, once[i], what, n, twice[i])
				}
			}
			once = twice
		}
	}
}

// TestShapes: the texts that are measured are as large as they say, and no two
// shapes are called the same.
func TestShapes(t *testing.T) {
	t.Parallel()
	var names []string
	for _, s := range append(shapes(), madeShapes()...) {
		if n := len(s.text()); n > command.MaxText || n < command.MaxText-8000 {
			t.Errorf("%s: %d bytes", s.name, n)
		}
		if slices.Contains(names, s.name) {
			t.Errorf("%s stands twice", s.name)
		}
		names = append(names, s.name)
	}
}
