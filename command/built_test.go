package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// heldCode reports whether an analysis has code that nobody has seen.
func heldCode(out command.Analysis) bool {
	return slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindCode && e.By == "compiled" && e.Mark != catalogue.MarkBuild || e.Kind == pipeline.KindUnknown
	})
}

func compiled(t *testing.T, a *command.Analyzer, text string) command.Analysis {
	t.Helper()
	out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBuilt: a program that the command compiles is what its text says, however
// it gets from the compiler to where it runs.
func TestBuilt(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	const good, bad = "cat > t.c <<'E'\n#include <stdio.h>\nint main(void) { puts(\"x\"); }\nE\n", "cat > t.c <<'E'\nint main(void) { return system(\"id\"); }\nE\n"
	for _, way := range []string{
		"gcc t.c && ./a.out", "gcc -o t t.c && ./t", "gcc -ot t.c; ./t 1 2 | head", "cc -O2 -g -Wall -std=c11 -fsanitize=address t.c -lm -o b/t && time b/t < in.txt", "gcc -c t.c -o t.o && gcc t.o -o t && ./t", "gcc -c t.c; gcc t.o; ./a.out",
		"clang -o t t.c && for i in 1 2; do ./t $i; done", "gcc -o t t.c && timeout 5 ./t", "gcc -o t t.c && valgrind --leak-check=full ./t", "gcc -x c t.c -o \"$PWD/t\" && \"$PWD/t\"", "f() { gcc -o t t.c; }; f && ./t", "gcc -o t t.c; gcc -o u src/u.c; ./t",
	} {
		if out := compiled(t, a, good+way); heldCode(out) {
			t.Errorf("held: %s\n%v", way, out.Effects)
		}
		if out := compiled(t, a, bad+way); !heldCode(out) {
			t.Errorf("not held: %s\n%v", way, out.Effects)
		}
	}
	for way, held := range map[string]bool{
		"gcc -c t.c -o t.o":                                                          false, // nothing runs
		"gcc -Dputs=system -o t t.c && ./t":                                          true,
		"CPATH=i gcc -o t t.c && ./t":                                                true,
		"export GCC_EXEC_PREFIX=./x; gcc -o t t.c && ./t":                            true,
		"gcc -DN=3 -o t t.c && ./t":                                                  false,
		"gcc -include x.h -o t t.c && ./t":                                           true,
		"gcc -o t t.c -lcurl && ./t":                                                 true,
		"gcc -o t t.c @opts && ./t":                                                  true,
		"gcc -e f -o t t.c && ./t":                                                   true,
		"gcc -o t t.c $OPTS && ./t":                                                  true,
		"sed -i s/puts/system/ t.c && gcc -o t t.c; ./t":                             true,
		"gcc -o t t.c src/ring.c && ./t":                                             false,
		"gcc -fexec-charset=UTF-7 -o t t.c && ./t":                                   true,
		"mkdir i; echo x > i/stdio.h; gcc -Ii t.c; ./a.out":                          false,
		"mkdir i; echo 'int system(const char*);' > i/stdio.h; gcc -Ii t.c; ./a.out": true,
	} {
		if out := compiled(t, a, good+way); heldCode(out) != held {
			t.Errorf("%s: held is %v\n%v", way, !held, out.Effects)
		}
	}
}

// TestBuiltElsewhere: the same for texts on standard input, and for Java and Rust.
func TestBuiltElsewhere(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, held := range map[string]bool{
		"gcc -x c - -o t <<'E'\nint main(void) { return 0; }\nE\n./t":                                                                                    false,
		"gcc -x c - -o t <<'E'\nint main(void) { return system(\"id\"); }\nE\n./t":                                                                       true,
		"echo 'int main() { return 3; }' | gcc -xc - -o t && ./t":                                                                                        false,
		"echo 'int main() { return system(\"id\"); }' | gcc -xc - -o t && ./t":                                                                           true,
		"cat > t.rs <<'E'\nfn main() { println!(\"x\"); }\nE\nrustc t.rs && ./t":                                                                         false,
		"cat > t.rs <<'E'\nfn main() { unsafe { } }\nE\nrustc -O t.rs -o x; ./x":                                                                         true,
		"cat > T.java <<'E'\nclass T { public static void main(String[] a) { System.out.println(1); } }\nE\njava T.java":                                 false,
		"cat > T.java <<'E'\nclass T { public static void main(String[] a) { Runtime.getRuntime().exec(\"id\"); } }\nE\njavac T.java && java T":          true,
		"cat > T.java <<'E'\nclass T { public static void main(String[] a) { Runtime.getRuntime().exec(\"id\"); } }\nE\njavac -d o T.java; java -cp o T": true,
	} {
		if out := compiled(t, a, text); heldCode(out) != held {
			t.Errorf("%s: held is %v\n%v", text, !held, out.Effects)
		}
	}
}

// TestBuiltOften: what a loop runs again and again is bounded like all else.
func TestBuiltOften(t *testing.T) {
	t.Parallel()
	text := "cat > t.c <<'E'\nint main(void) { return 0; } //" + strings.Repeat("x", 16000) + "\nE\ngcc -o t t.c\n" + strings.Repeat("./t\n", 400)
	if out := compiled(t, analyzer(t), text); !slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown }) {
		t.Error("no limit is said")
	}
}

// TestCompiledBeside: sources that the command has written are compiled with those
// that it names, where the compiler looks for them by itself.
func TestCompiledBeside(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	const (
		java = "cat > Math.java <<'E'\npublic class Math { static int abs(int x) { new java.io.File(\"/h\" + \"x\").delete(); return 1; } }\nE\ncat > M.java <<'E'\npublic class M { public static void main(String[] a) { System.out.println(Math.abs(1)); } }\nE\n"
		main = "cat > main.go <<'E'\npackage main\nimport \"m/u\"\nfunc main() { println(u.F()) }\nE\ncat > u/u.go <<'E'\npackage u\nimport \"os\"\nfunc F() int { h := \"/home\"; os.Remove(h + \"/u/x\"); return 1 }\nE\n"
	)
	for _, text := range []string{
		java + "javac M.java && java M", java + "javac *.java && java M", java + "javac -d out $(find . -name '*.java') && java -cp out M",
		main + "go run .", main + "go build -o x . && ./x",
	} {
		out := compiled(t, a, text)
		if !heldCode(out) && !slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete }) {
			t.Errorf("not held: %s\n%v", text, out.Effects)
		}
	}
}
