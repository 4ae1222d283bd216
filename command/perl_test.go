package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestPerl: only one-liners that cannot do more than change text are seen
// through; whatever else is written stays code.
func TestPerl(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		`perl -pe 's/a/b/g' x`:                          true,
		`perl -i.bak -pe 's{a}{b}; y/a/b/' ./x y.txt`:   true,
		`perl -ne 'print if /^a+$/' x`:                  true,
		`perl -ne '/a/ && print; next unless m{b}' x`:   true,
		`perl -0777 -pe 's/\n+/\n/g; chomp' < x`:        true,
		`perl -pe 's/a/b/e' x`:                          false,
		`perl -pe 's/a/b/ee' x`:                         false,
		`perl -pe 's/(?{ system("id") })a/b/' x`:        false,
		`perl -pe 's/a(??{1})/b/' x`:                    false,
		`perl -pe 's/a/@{[system("id")]}/' x`:           false,
		`perl -pe 's/a/${\system("id")}/' x`:            false,
		`perl -pe 's/$x/b/' x`:                          true, // no code that is put together runs
		`perl -lane 'print $F[1]' x`:                    true,
		`perl -F, -ane 'print $F[1]' x`:                 true,
		`perl -F'/;system(1)/' -ane 'print $F[1]' x`:    false,
		`perl -F'/,/;unlink(1);/x/' -ane 'print' x`:     false,
		`perl -ne '$n++; END { print $n }' x`:           true,
		`perl -ne '$n++; END { print $n }' 'id|'`:       false,
		`perl -e 'print while <>' 'id|'`:                false,
		`perl -e 'print while <>' x`:                    true,
		`perl -e 'print 1' 'id|'`:                       true, // nothing reads it
		`perl -E 'say 1'`:                               true,
		`perl -MList::Util=sum -e 'print sum(1)'`:       true,
		`perl -MList::Util=reduce -e 'print 1'`:         false,
		`perl -MEvil -e 'print 1'`:                      false,
		`perl -MPOSIX=system -e 'print 1'`:              false,
		`perl -e '$x = "a' -e '"; print $x'`:            true,
		`perl -ne 'print' -e 'system(1)' x`:             false,
		`perl -s -e 'print $x' -- -x`:                   false,
		`perl -CS -e 'print 1'`:                         true,
		`perl -CSA -e 'print 1'`:                        false,
		`raku -pe 's/a/{run "id"}/' x`:                  false,
		`perl -pe 's/a/b/; system("id")' x`:             false,
		`perl -pe 's/a/b/ if system("id")' x`:           false,
		`perl -pe 's/a/b/ . system("id")' x`:            false,
		`perl -pe 's/\p{IsEvil}/b/' x`:                  false,
		"perl -pe 's/a/`id`/e' x":                       false,
		`perl -pe 's/a/b/' 'id |'`:                      false,
		`perl -pe 's/a/b/' '|id'`:                       false,
		`perl -pe 's/a/b/' *`:                           false,
		`perl -pe 's/a/b/' '>x'`:                        false,
		`find . -type f -exec perl -pe s/a/b/ {} +`:     false,
		`find . -type f -exec perl -pi -e s/a/b/ {} +`:  true, // in place names are taken as they are
		`perl -pi -e 's/a/b/' *`:                        true,
		`perl -pi -e 's/a/b/' $(git ls-files '*.md')`:   true,
		`touch -- -ex.md; perl -pi -e 's/a/b/' *.md`:    false, // the name would be an option
		`touch x.md; perl -pi -e 's/a/b/' *.md`:         true,
		`perl -pi -e 's/a/b/' $(git grep -l a -- lib)`:  true,
		`perl -pi -e 's/a/b/' $(git grep -h a -- lib)`:  false,
		`perl -pi -e 's/a/b/' $(git grep -e -l a)`:      false,
		`perl -pi -e 's/a/b/' $(cat list)`:              false,
		`perl -pe 's/a/b/' $(git ls-files '*.md')`:      false,
		`find . -name '*.c' | xargs perl -pi -e s/a/b/`: true,
		`perl -MX -pe 's/a/b/' x`:                       false,
		`perl -i'x*' -pe 's/a/b/' x`:                    false,
		`perl -e 's/a/b/' x`:                            true,
		`perl -pe "$(cat x)" x`:                         false,
		`perl -pe 'unlink' x`:                           false,
		`perl -pe 'print if eof && unlink' x`:           false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || out.Inspectable != want {
			t.Errorf("%s: inspectable %v, %v, effects %v", text, out.Inspectable, err, out.Effects)
		}
	}
}

// TestRename: where a renamed file may end up is bounded, or the command is code.
func TestRename(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]string{
		`rename 's/a/b/' x y.txt`:                             "/home/u/w/*",
		`rename 's/(.*)/new.$1/' x`:                           "/home/u/w/*",
		`rename 's/\.htm$/.html/' /srv/a.htm`:                 "/srv/*",
		`find /srv -name '*.c' -exec rename 's/_a$/_b/' {} +`: "/srv/**/*",
		`find . -name '* *' -exec rename 's/ /_/g' {} \;`:     "/home/u/w/**/*",
		`rename 's/^\.//' ./etc/x`:                            "", // would be /etc/x
		`rename 's/x/./' 'x./x./etc'`:                         "", // would be ../../etc
		`rename 's/x//' x/etc/passwd`:                         "",
		`rename 's/a/\057/' xaetc`:                            "",
		`rename 's/a/\x2f/' xaetc`:                            "",
		`rename 's/.*/b/' src/x`:                              "",
		`rename 's/srv/etc/' /srv/x`:                          "",
		`rename 'y/a/\//' xaetc`:                              "",
		`rename 's/a/b/; unlink' x`:                           "",
		`rename 's/a$|b/etc/' /srv/bx`:                        "",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || out.Inspectable != (want != "") {
			t.Errorf("%s: inspectable %v, %v, effects %v", text, out.Inspectable, err, out.Effects)
		}
		if want != "" && !slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindWrite && e.Object == want }) {
			t.Errorf("%s: writes %v", text, out.Effects)
		}
	}
	if out, err := a.Analyze(command.Input{Text: "rename 's/" + strings.Repeat("a", 1<<12) + "/b/' x", Shell: true}, command.ExampleWorld()); err != nil || len(out.Effects) == 0 {
		t.Errorf("%v, %v", out.Effects, err)
	}
}

func FuzzPerl(f *testing.F) {
	f.Add("s/a/b/g; y{a}{b} if /x/")
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsRune(s, 0) {
			return
		}
		out, err := analyzer(t).Analyze(command.Input{Argv: []string{"perl", "-pe", s, "x"}}, command.ExampleWorld())
		if err == nil && out.Inspectable && (strings.Contains(s, "system") && !strings.ContainsAny(s, "/{|#!,=~%&*+:;<>?^\"([.-$")) {
			t.Errorf("%q passes", s)
		}
	})
}
