package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// compile is one run of a compiler of C or C++, as far as it matters to what
// comes out.
type compile struct {
	lang    string // -x; empty: by the ending
	out     string
	defines strings.Builder // lines for -D
	search  []string
	files   []compiled
	odd     string // an option that may change what a text means
	objects bool   // -c
	none    bool   // nothing comes out that could run
	ending  string // of what comes out, if that is compiled further: .s
	own     bool   // files of the project are among what is compiled
	unseen  bool   // so is what another program has just printed
	old     bool
	spills  bool // it writes more than its output
}

// compiled is a file that is compiled or linked.
type compiled struct{ name, lang string }

// analyzeCompile follows texts that the command has written into the program
// that is made of them.
func analyzeCompile(v *visit) bool {
	switch v.name {
	case "java":
		if len(v.r.built) > 0 && v.has("-cp", "-classpath", "-class-path", "--class-path") && !v.has("-jar") && len(v.operands) > 0 {
			v.builtClass(v.operands[0])
		}
		return false
	case "rustc":
		return v.compileRust()
	case "javac":
		return v.compileJava()
	}
	if !cCompiler(v.name) {
		return false
	}
	c := v.compileWords()
	for _, name := range [...]string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "LIBRARY_PATH", "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"} {
		if _, ok := v.sc.vars[name]; ok { // headers, libraries and parts of the compiler itself
			c.odd = name
		}
	}
	b, found := v.gather(c)
	exact := found && c.odd == "" && !c.spills
	if exact {
		v.r.folder, _ = v.sc.exactFolder() // of what is written there, the output alone matters
	}
	v.finish()
	v.r.folder = ""
	if !found || c.none {
		return true
	}
	for _, out := range c.outputs() {
		f := field{text: out, span: v.fields[0].span}
		at, ok := v.r.place(v.sc, f)
		if !ok {
			continue
		}
		if exact && c.out == "" && v.r.tracking {
			v.r.touched = append(v.r.touched, at)
		}
		v.r.builds(at, b)
	}
	return true
}

// cCompiler reports whether a name is one of a compiler whose programs run here.
func cCompiler(name string) bool {
	if strings.HasSuffix(name, "-gcc") || strings.HasSuffix(name, "-g++") { // for another processor, which can be emulated
		return true
	}
	switch unhyphened(name) {
	case "mpicc", "mpicxx", "mpic++", "nvcc", "hipcc", "gcc", "g++", "cc", "c++", "clang", "clang++", "tcc", "musl-gcc", "icx", "icpx", "c":
		return name != "c" || name == "c99" || name == "c89"
	}
	return false
}

// outputs are the files that a compiler writes.
func (c *compile) outputs() []string {
	if c.out != "" {
		return []string{c.out}
	}
	if !c.objects && c.ending == "" {
		return []string{"a.out"}
	}
	ending := ".o"
	if c.ending != "" {
		ending = c.ending
	}
	var outs []string
	for _, f := range c.files {
		outs = append(outs, strings.TrimSuffix(path.Base(f.name), path.Ext(f.name))+ending)
	}
	return outs
}

// word is one word of a compiler, if it is known; of the others it is noted what
// they may be. A pattern stands for files, of which some may be the project's. What
// is not known may be an option, by which any text comes to mean something else.
func (c *compile) word(v *visit, f field) (text string, ok bool) {
	if f.pattern && !f.dynamic {
		c.files, c.own = append(c.files, v.matching(f)...), true
		return "", false
	}
	if !f.exact() || f.many {
		c.odd = "words that are not known"
		return "", false
	}
	return f.text, true
}

// compileWords reads the words of a compiler.
//
// Long: one case a family of options.
func (v *visit) compileWords() *compile {
	c := &compile{}
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		if f.proc != nil {
			c.unseen = true
			continue
		}
		w, ok := c.word(v, f)
		if !ok {
			continue
		}
		value := func(option string) string { // joined, or the next word
			if w != option {
				return w[len(option):]
			}
			if i++; i < len(v.fields) && v.fields[i].exact() {
				return v.fields[i].text
			}
			c.odd = option
			return ""
		}
		switch {
		case w == "-" || w == "" || w[0] != '-' && w[0] != '@':
			c.files = append(c.files, compiled{name: w, lang: c.lang})
		case strings.HasPrefix(w, "-o"):
			c.out = value("-o")
		case strings.HasPrefix(w, "-x"):
			c.lang = value("-x")
		case strings.HasPrefix(w, "-isystem"):
			c.search = append(c.search, value("-isystem"))
		case strings.HasPrefix(w, "-iquote"):
			c.search = append(c.search, value("-iquote"))
		case strings.HasPrefix(w, "-I"):
			c.search = append(c.search, value("-I"))
		case strings.HasPrefix(w, "-D"):
			name, text, given := strings.Cut(value("-D"), "=")
			if !given {
				text = "1"
			}
			if strings.ContainsAny(name+text, "\n\\") {
				c.odd = w
			}
			c.defines.WriteString("#define " + name + " " + text + "\n")
		case strings.HasPrefix(w, "-L"):
			value("-L")
		case strings.HasPrefix(w, "-U"):
			value("-U")
		case strings.HasPrefix(w, "-l"):
			if lib := value("-l"); !slices.Contains([]string{"m", "tbb", "pthread", "rt", "dl", "stdc++", "c", "atomic", "gomp", "gcc", "gcc_s", "util", "c++", "asan", "ubsan", "tsan", "fmt", "gtest", "gtest_main", "gmock", "gmock_main", "Catch2", "Catch2Main", "gmp", "gmpxx", "mpfr", "quadmath"}, lib) {
				c.odd = "the library " + lib
			}
		case w == "-c":
			c.objects = true
		case w == "-S":
			c.ending = ".s"
		case w == "-E":
			c.ending = ".i"
		case w == "-M" || w == "-MM" || w == "-fsyntax-only" || w == "--version" || w == "-dM" || w == "-dumpversion" || w == "-dumpmachine" || w == "-###":
			c.none = true
		default:
			c.option(w)
		}
	}
	return c
}

// option judges an option that has no argument.
func (c *compile) option(w string) {
	name, value, valued := strings.Cut(w, "=")
	switch {
	case w == "-ansi" || name == "-std" && slices.Contains([]string{"c89", "c90", "c++98", "c++03", "c++11", "c++0x", "gnu++98", "gnu++03", "gnu++11", "gnu++0x"}, value):
		c.old = true
	case name == "-stdlib" && (value == "libc++" || value == "libstdc++"):
	case name == "-std" && strings.Trim(value, lowerSet+digitSet+"+:") == "":
	case slices.Contains([]string{"-save-temps", "-MD", "-MMD", "-coverage", "--coverage", "-MP", "-time", "-p", "-pg"}, w):
		c.spills = true
	case slices.Contains([]string{"-v", "-H", "-w", "-s", "-pthread", "-pipe", "-pedantic", "-pedantic-errors", "-static", "-static-libgcc", "-static-libstdc++", "-shared", "-pie", "-no-pie", "-rdynamic", "-Qunused-arguments", "-Q", "--verbose"}, w):
	case strings.HasPrefix(w, "-O"), strings.HasPrefix(w, "-g") && !valued && !strings.HasPrefix(w, "-gcc") && !strings.Contains(w, "/"):
	case strings.HasPrefix(w, "-W"):
		if strings.Contains(w, ",") {
			c.odd = w
		}
	case strings.HasPrefix(w, "-m"):
		if strings.ContainsAny(w, "/,") {
			c.odd = w
		}
	case strings.HasPrefix(w, "-f"):
		if !plainFeature(name, valued) {
			c.odd = w
		}
	default:
		c.odd = w
	}
}

// plainFeature reports whether -fNAME changes neither what names and texts mean
// nor what else is written or loaded.
func plainFeature(name string, valued bool) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "-f"), "no-")
	if valued {
		return slices.Contains([]string{"sanitize", "sanitize-recover", "template-depth", "constexpr-depth", "constexpr-ops-limit", "constexpr-steps", "constexpr-loop-limit", "visibility", "diagnostics-color", "max-errors", "error-limit", "openmp", "cf-protection",
			"strict-flex-arrays", "fp-contract", "excess-precision", "lto", "inline-limit", "stack-limit", "template-backtrace-limit", "abi-version", "trivial-auto-var-init", "hardened", "ftz", "tls-model", "align-functions", "align-loops", "coroutines"}, name)
	}
	for _, other := range [...]string{"plugin", "dump", "profile", "module", "modules", "pch", "save", "test-coverage", "record", "stack-usage", "callgraph", "opt-info", "compare", "use-ld", "pass", "lang-", "input", "exec", "wide", "embed", "instrument", "auto-profile", "rust", "gnu89", "preprocessed", "directives", "working", "crash", "coverage", "macro-", "leading", "ident", "implicit-modules", "dollars"} {
		if strings.HasPrefix(name, other) {
			return false
		}
	}
	return true
}

// compilesInto reports whether a change is the folder of a compiler, of which it
// is known what it writes there.
func (r *run) compilesInto(e pipeline.Effect) bool {
	return r.folder != "" && e.Kind == pipeline.KindWrite && e.Object == r.folder
}
