package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestJavaShell: statements of jshell are read as those of a program; its
// commands and what only jshell imports are not.
func TestJavaShell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"import java.math.*;\nSystem.out.println(new BigDecimal(2.675).setScale(2, RoundingMode.HALF_UP));": true,
		"int f(int n) { return n < 2 ? n : f(n - 1); }\nf(3)\n/exit\n":                                      true,
		"1 + 2\nList.of(1).size()":                         true,
		"var a = 1;\nimport java.time.*;\nLocalDate.EPOCH": true,
		"// a word\n1 + 1":                                 true,
		"/open a.jsh":                                      false,
		"  /open a.jsh":                                    false,
		"/exit\n/open a.jsh":                               false,
		"1\t+ 1":                                           false,
		"1\u00a0+ 1":                                       false,
		"/*\n/open a\n*/":                                  false,
		"import java.net.http.*;\n1":                       false,
		"import java.lang.reflect.*;\n1":                   false,
		"new Socket(\"a\", 1);\nclass Socket { Socket(String s, int p) {} }": false,
		"Preferences.userRoot();":                                   false,
		"Runtime.getRuntime().exec(\"id\");":                        false,
		"Files.delete(Path.of(System.getProperty(\"user.home\")));": false,
		"import java.util.*; Runtime.getRuntime().exec(\"id\");":    false,
	} {
		if _, ok := snippet.JavaShell(text, snippet.Given{}); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

// TestFork: a program makes a handful of processes, or is not understood.
func TestFork(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"int main(void) { pid_t p = fork(); if (p == 0) _exit(3); int s; waitpid(p, &s, 0); return 0; }": true,
		"int main(void) { if (fork() == 0) { _exit(1); } else { while (wait(0) > 0); } return 0; }":      true,
		"int main(void) { if (1) { if (fork() < 0) return 1; } return 0; }":                              true,
		"int main(void) { for (;;) fork(); }":                                                            false,
		"int main(void) { do { fork(); } while (1); }":                                                   false,
		"int main(void) { a: fork(); goto a; }":                                                          false,
		"int main(void) { fork(); main(); }":                                                             false,
		"int main(int a, char **b) { fork(); return main(a, b); }":                                       false,
		"void f(void) { fork(); f(); } int main(void) { f(); }":                                          false,
		"int main(void) { void f(void) { fork(); } for (;;) f(); }":                                      false,
		"#define L for(;;)\nint main(void) { L fork(); }":                                                false,
		"pid_t (*f)(void) = fork; int main(void) { for (;;) f(); }":                                      false,
		"int main(void) { fork(); fork(); fork(); fork(); fork(); }":                                     false,
		"void _start(void); int main(void) { fork(); _start(); }":                                        false,
		"int main(void) { jmp_buf j; setjmp(j); fork(); longjmp(j, 1); }":                                false,
		"int main(void) { if (fork() == 0) execlp(\"a\", \"a\", 0); }":                                   false,
	} {
		text = "#include <unistd.h>\n#include <setjmp.h>\n#include <sys/wait.h>\n" + text
		if _, ok := snippet.C(text, snippet.Given{}); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
		if _, ok := snippet.C(text, snippet.Given{Peers: true}); ok {
			t.Errorf("%q passes beside other texts", text)
		}
	}
}
