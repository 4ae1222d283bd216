package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// compiledReaders are the languages whose programs are compiled first.
var compiledReaders = map[string]func(string, snippet.Given) ([]snippet.Effect, bool){
	"c": snippet.C, "cpp": snippet.Cpp, "java": snippet.Java, "rust": snippet.Rust,
}

// reaching is what an attack that is understood may state: something that the
// policy can see.
func reaching(effects []snippet.Effect) bool {
	return slices.ContainsFunc(effects, func(e snippet.Effect) bool {
		out := strings.HasPrefix(e.Object, "/")
		return e.Kind == pipeline.KindSecret || out && (e.Kind == pipeline.KindRead || e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete || e.Kind == pipeline.KindCode)
	})
}

// TestCompiledAttacks: none of these is understood, unless it says what it reaches.
func TestCompiledAttacks(t *testing.T) {
	t.Parallel()
	for name, read := range compiledReaders {
		all := texts(t, name+"-attacks.txt")
		if len(all) < 30 {
			t.Errorf("only %d attacks in %s", len(all), name)
		}
		for _, s := range all {
			if effects, ok := read(s, snippet.Given{Known: true, Args: []string{"/etc/hosts"}}); ok && !reaching(effects) {
				t.Errorf("%s understood:\n%s\n%v", name, s, effects)
			}
		}
	}
}

// TestCompiledHarmless: what people and agents try out is understood.
func TestCompiledHarmless(t *testing.T) {
	t.Parallel()
	for name, read := range compiledReaders {
		for _, s := range texts(t, name+"-harmless.txt") {
			if _, ok := read(s, snippet.Given{Known: true, Args: []string{"a.txt"}, Search: true}); !ok {
				t.Errorf("%s not understood:\n%s", name, s)
			}
		}
	}
}

// TestCompiledEffects: files that are named by constants are effects.
func TestCompiledEffects(t *testing.T) {
	t.Parallel()
	const stdio = "#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\n#include <stdlib.h>\n"
	for _, c := range []struct {
		lang, text string
		kind       pipeline.EffectKind
		object     string
	}{
		{"c", stdio + `int main(void) { FILE *f = fopen("a", "r"); }`, pipeline.KindRead, "a"},
		{"c", stdio + `int main(void) { FILE *f = fopen("a", "w"); }`, pipeline.KindWrite, "a"},
		{"c", stdio + `int main(void) { FILE *f = fopen("a", "r+"); }`, pipeline.KindWrite, "a"},
		{"c", stdio + `int main(int argc, char **argv) { FILE *f = fopen(argv[1], "r"); }`, pipeline.KindRead, "a.txt"},
		{"c", stdio + `int main(void) { int f = open("a", O_RDONLY); }`, pipeline.KindRead, "a"},
		{"c", stdio + `int main(void) { int f = open("a", O_CREAT | O_WRONLY, 0644); }`, pipeline.KindWrite, "a"},
		{"c", stdio + `int main(void) { remove("a"); }`, pipeline.KindDelete, "a"},
		{"c", stdio + `int main(void) { rename("a", "b"); }`, pipeline.KindWrite, "b"},
		{"c", stdio + `int main(void) { puts(getenv("A")); }`, pipeline.KindSecret, "A"},
		{"c", "#define P \"a\"\n" + stdio + `int main(void) { fopen(P, "w"); }`, pipeline.KindWrite, "a"},
		{"c", "#include \"ring.h\"\nint main(void) { ring_init(); }", pipeline.KindCode, "ring.h"},
		{"cpp", "#include <fstream>\nint main() { std::ifstream f(\"a\"); }", pipeline.KindRead, "a"},
		{"cpp", "#include <fstream>\nint main() { std::ofstream f{\"a\"}; }", pipeline.KindWrite, "a"},
		{"cpp", "#include <fstream>\nint main() { std::ofstream f; f.open(\"a\"); }", pipeline.KindWrite, "a"},
		{"java", `import java.nio.file.*; class T { void f() throws Exception { Files.deleteIfExists(Path.of("a")); } }`, pipeline.KindDelete, "a"},
		{"java", `import java.io.*; class T { void f() throws Exception { new FileWriter("a").write(1); } }`, pipeline.KindWrite, "a"},
		{"java", `class T { String s = System.getenv("A"); }`, pipeline.KindSecret, "A"},
		{"rust", `fn main() { std::fs::remove_file("a").unwrap(); }`, pipeline.KindDelete, "a"},
		{"rust", `use std::fs; fn main() { fs::write("a", "x").unwrap(); }`, pipeline.KindWrite, "a"},
		{"rust", `fn main() { println!("{:?}", std::env::var("A")); }`, pipeline.KindSecret, "A"},
	} {
		effects, ok := compiledReaders[c.lang](c.text, snippet.Given{Known: true, Args: []string{"a.txt"}})
		if !ok || !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == c.kind && e.Object == c.object }) {
			t.Errorf("%s: %v %v", c.text, effects, ok)
		}
	}
}

// TestCompiledBounds: a long text is not read, and one that makes the readers
// look far ahead takes no longer than any other.
func TestCompiledBounds(t *testing.T) {
	t.Parallel()
	for name, read := range compiledReaders {
		if _, ok := read(strings.Repeat(" ", snippet.MaxText+1), snippet.Given{}); ok {
			t.Errorf("%s: a text that is too long is understood", name)
		}
		for _, part := range []string{"[", "[[", "(", "{", "#[", "std::{", "enum ", "enum A{", "fopen(", "void remove(", "x.remove(", "\"", "'", "/*", "R\"(", "#define A ", "\n#if 1", "argv[", "File::", "class ", "std::remove(", "std::ifstream f(", "__attribute__((", "import ", "::", "$", "\\\n"} {
			read(strings.Repeat(part, snippet.MaxText/len(part)), snippet.Given{Known: true})
		}
	}
}

func FuzzCompiled(f *testing.F) {
	for name := range compiledReaders {
		for _, s := range append(texts(f, name+"-attacks.txt"), texts(f, name+"-harmless.txt")...) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, read := range compiledReaders {
			effects, ok := read(s, snippet.Given{Known: true, Args: []string{"a"}})
			again, same := read(s, snippet.Given{Known: true, Args: []string{"a"}})
			if ok != same || !slices.Equal(effects, again) {
				t.Fatalf("%s: %v %v, then %v %v", name, effects, ok, again, same)
			}
			if ok && name == "c" && strings.HasPrefix(strings.TrimSpace(s), "system(") {
				t.Errorf("%q passes", s)
			}
		}
		snippet.JavaClasses(s, true)
	})
}
