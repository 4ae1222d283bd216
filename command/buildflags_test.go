package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestBuildFlags: what pkg-config and its kin print is no unknown word of a
// compiler, unless the command says where they look or who prints it.
func TestBuildFlags(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, known := range map[string]bool{
		"gcc $(pkg-config --cflags --libs sdl2 gtk4) -c a.c":                      true,
		"clang `sdl2-config --cflags` -c a.c":                                     true,
		"g++ -c a.cc $(llvm-config-17 --cxxflags --libs core 2>/dev/null)":        true,
		"cc -I$(pg_config --includedir) -c a.c":                                   true,
		"gcc $(pkg-config --cflags ./sdl2.pc) -c a.c":                             false,
		"gcc $(pkg-config --cflags sdl2.pc) -c a.c":                               false,
		"gcc $(pkg-config --with-path=. --cflags sdl2) -c a.c":                    false,
		"gcc $(pkg-config --cflags sdl2 | cat) -c a.c":                            false,
		"gcc $(pkg-config --cflags $P) -c a.c":                                    false,
		"gcc $(sdl2-config --prefix=. --cflags) -c a.c":                           false,
		"gcc $(other-config --cflags) -c a.c":                                     false,
		"gcc $(PKG_CONFIG_PATH=. pkg-config --cflags sdl2) -c a.c":                false,
		"export PKG_CONFIG_SDL2_PREFIX=.; gcc $(pkg-config --cflags sdl2) -c a.c": false,
		"export PATH=.:$PATH; gcc $(pkg-config --cflags sdl2) -c a.c":             false,
		"IFS=W; gcc $(pkg-config --libs sdl2) -c a.c":                             false,
		"pkg-config() { cat flags; }; gcc $(pkg-config --libs sdl2) -c a.c":       false,
		"gcc $(./pkg-config --cflags sdl2) -c a.c":                                false,
		"gcc -I$(cat folder) -c a.c":                                              false,
		"gcc $(pkg-config --cflags sdl2)$(cat flags) -c a.c":                      false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if unknown := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown }); unknown == known {
			t.Errorf("%q: known %v, want %v: %v", text, !unknown, known, out.Effects)
		}
	}
}

// TestPythonOptions: options before a program of Python that load nothing leave
// it one that is read.
func TestPythonOptions(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for option, plain := range map[string]bool{
		"-W error": true, "-Wd": true, "-W error::RuntimeWarning": true, "-W ignore:old:UserWarning:numpy:3": true, "-W once::": true,
		"-X importtime": true, "-X tracemalloc=10": true, "-X frozen_modules=off": true, "-X utf8=0": true, "-X int_max_str_digits=0": true,
		"-W error::evil.Warning": false, "-W a:b:c:d:e:f": false, "-W './x'": false, `-W "$W"`: false,
		"-X pycache_prefix=/etc": false, "-X presite=evil": false, "-X perf": false, "-X frozen_modules=evil": false, "-X tracemalloc=evil": false, `-X "$X"`: false,
	} {
		out, err := a.Analyze(command.Input{Text: "python3 " + option + " -c 'print(1)'", Shell: true}, w)
		if err != nil {
			t.Fatalf("%s: %v", option, err)
		}
		if code := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindCode }); code == plain {
			t.Errorf("%s: read %v, want %v", option, !code, plain)
		}
	}
}

// TestDebuggerScripts: what a script of gdb that the command writes may hold.
func TestDebuggerScripts(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for line, plain := range map[string]bool{
		`printf "a=%d b=%p\n", a, (void*)b->c`: true, `printf "(x)\n"`: true, "echo a=b (c)": true, "set args --demo 20": true,
		`printf "%d", system("id")`: false, `printf "%d", x = 1`: false, `printf "a" "b", x = 1`: false, "set args $(id)": false, "set args > x": false,
		"echo a | sh": false, "python print(1)": false, "shell id": false, "!id": false, "set $pc = 1": false, "set environment A b": false, "define bt": false,
	} {
		out, err := a.Analyze(command.Input{Text: "cat > a.gdb <<'E'\nbreak main\n" + line + "\nE\ngdb -batch -x a.gdb ./app", Shell: true}, w)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if code := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindCode && e.Object == w.Dir+"/a.gdb" }); code == plain {
			t.Errorf("%s: read %v, want %v", line, !code, plain)
		}
	}
}

// TestDebuggedByName: a program without a folder is looked for in PATH as well,
// and words behind run stand in for its own.
func TestDebuggedByName(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, deletes := range map[string]bool{
		"gdb -batch -ex 'run -r a' rm":               true,
		"gdb -batch -ex 'set args -r a' -ex run rm":  true,
		"gdb -batch -ex 'run -r a' --args rm --help": true,
		"gdb -batch -ex run --args rm -r a":          true,
		"gdb -batch -ex 'run -r a' ./rm":             false,
		"gdb -batch -ex 'run --help' --args ./app a": false,
		"gdb -batch -ex run app":                     false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete }); got != deletes {
			t.Errorf("%q: deletes %v, want %v: %v", text, got, deletes, out.Effects)
		}
	}
}
