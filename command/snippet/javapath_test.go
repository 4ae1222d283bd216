package snippet_test

import (
	"slices"
	"testing"

	"passepartout/command/snippet"
)

// TestJavaPaths: paths that are made of constants are effects, one for each
// that could be meant; others are not understood.
func TestJavaPaths(t *testing.T) {
	t.Parallel()
	given := snippet.Given{Known: true, Variable: func(name string) []string {
		if name == "TMPDIR" {
			return []string{"/tmp/mine"}
		}
		return nil
	}}
	for text, want := range map[string]string{
		`Files.writeString(Path.of(System.getenv("TMPDIR"), "a"), "x");`:                     "/tmp/mine/a",
		`Files.writeString(Path.of("/etc").resolve("passwd"), "x");`:                         "/etc/passwd",
		`Files.delete(Path.of("a").resolve("b").resolve("c"));`:                              "a/b/c",
		`Files.readString(Path.of("/x/.env").getFileName());`:                                ".env",
		`Files.createTempFile("a", ".txt");`:                                                 "/tmp/xxxxxxxx",
		`Files.createTempFile(Path.of("/etc/cron.d"), "a", "b");`:                            "/etc/cron.d",
		`Files.walk(Path.of("src")).count();`:                                                "src",
		`Files.delete(Path.of("a").resolve("../b"));`:                                        "",
		`Files.delete(Path.of("a").resolve(".git"));`:                                        "",
		`Files.delete(Path.of("/").resolve("etc"));`:                                         "",
		`Files.delete(Path.of("a").resolve(args[0]));`:                                       "",
		`Files.delete(Path.of(System.getenv("HOME"), "a"));`:                                 "",
		`Files.walk(Path.of("/root")).map(p -> Files.readString(p)).toList();`:               "",
		`Files.walk(Path.of(".")).map(p -> Files.readString(p)).toList();`:                   "",
		`Files.walk(Path.of("/tmp/mine")).peek(p -> Files.delete(p.getFileName())).count();`: "",
		`File.createTempFile("a", "b", new File("/etc"));`:                                   "",
		`Files.walkFileTree(Path.of("a"), null);`:                                            "",
	} {
		effects, ok := snippet.Java("import java.io.*; import java.nio.file.*; class T { void f(String[] args) throws Exception { "+text+" } }", given)
		if ok != (want != "") || ok && !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Object == want }) {
			t.Errorf("%s: %v %v", text, effects, ok)
		}
	}
}
