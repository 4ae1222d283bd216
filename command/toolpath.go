package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Some programs print where they keep their own files: go env GOROOT, npm root,
// which. Where that is nobody knows before, but that it is a path of theirs is
// certain, and absolute or nothing. So such a path may be read and looked at like
// any other that is no secret; it is nothing that may be written, deleted or run.

// toolPath is a path that begins with what such a program prints.
type toolPath struct {
	name  string // of the tool
	below string // what follows
}

// join is a path further down, or nil if it may lead out again.
func (t *toolPath) join(rest string) *toolPath {
	if rest == "" {
		return t
	}
	below := t.below + rest
	if rest[0] != '/' || strings.ContainsAny(rest, `?[\`) || strings.Contains(below, "..") {
		return nil
	}
	return &toolPath{name: t.name, below: below}
}

// readTool states that a path of a tool's is read, as each of the things that
// it could be: a file of that name among others, below the home, below the root
// if nothing was printed. So a name that stands for a secret is seen as one.
func (r *run) readTool(f field, by, mark string) {
	places := []string{path.Join("/usr/lib", f.tool.name, f.tool.below)}
	if f.tool.below != "" {
		places = append(places, path.Join(r.w.Home, f.tool.below), path.Clean(f.tool.below))
	}
	for _, p := range places {
		r.emit(pipeline.Effect{Kind: pipeline.KindRead, Object: p, By: by, Mark: mark, Span: f.span})
	}
}

// ownPath says of which tool a path is that a program prints, if it is one and
// nothing in the command could have moved it or renamed what it is asked for.
func (s *scope) ownPath(name string, args []field) *toolPath {
	if len(args) == 0 || s.murky {
		return nil
	}
	tool := toolOf(name, args)
	if tool == nil || s.renamed(name) || s.movesTools() || s.renamed(args[len(args)-1].text) {
		return nil
	}
	return tool
}

// toolOf says of which tool the path is that a program prints.
//
// Long: one case a program; it is a table.
func toolOf(name string, args []field) *toolPath {
	words := make([]string, 0, 8)
	for _, f := range args {
		if !f.exact() || len(words) == cap(words) {
			return movedPath(name, args)
		}
		words = append(words, f.text)
	}
	own := func(ok bool) *toolPath {
		if !ok {
			return nil
		}
		return &toolPath{name: name}
	}
	if name == "bundle" && len(words) == 3 && words[0] == "info" && words[2] == "--path" {
		words = []string{"show", words[1]}
	}
	line, last := strings.Join(words, " "), ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	word := namesPackage(last) && last != "" && last[0] != '-' && last[0] != '.' && last[0] != '/'
	switch name {
	case "go":
		return own(line == "env GOROOT" || line == "env GOMODCACHE" || line == "env GOTOOLDIR" || word && (line == "list -m -f {{.Dir}} "+last || line == "list -f {{.Dir}} "+last))
	case "npm", "pnpm":
		return own(line == "root" || line == "root -g" || line == "root --global")
	case "rustc":
		return own(line == "--print sysroot" || line == "--print=sysroot" || line == "--print target-libdir")
	case "brew":
		return own(line == "--prefix" || line == "--cellar" || word && (line == "--prefix "+last || line == "--cellar "+last))
	case "bundle":
		return own(word && (line == "show "+last || line == "info --path "+last))
	case "gem":
		return own(line == "env gemdir")
	case "gcc", "cc", "clang", "g++":
		return own(len(words) == 1 && (last == "-print-libgcc-file-name" || last == "-print-sysroot" || last == "-print-resource-dir" || last == "-print-file-name=include"))
	case "llvm-config":
		return own(len(words) == 1 && (last == "--includedir" || last == "--libdir" || last == "--prefix"))
	case "pg_config":
		return own(len(words) == 1 && (last == "--includedir" || last == "--includedir-server" || last == "--pkgincludedir" || last == "--libdir" || last == "--pkglibdir"))
	case "pkg-config":
		return own(len(words) == 2 && word && (words[0] == "--variable=includedir" || words[0] == "--variable=libdir" || words[0] == "--variable=prefix"))
	case "xcrun":
		return own(line == "--show-sdk-path" || line == "--sdk macosx --show-sdk-path")
	case "xcode-select":
		return own(line == "-p" || line == "--print-path")
	case "ghc":
		return own(line == "--print-libdir")
	case "perldoc":
		return own(len(words) == 2 && word && (words[0] == "-l" || words[0] == "-lm"))
	case "which":
		return own(len(words) == 1 && word)
	case "command":
		return own(len(words) == 2 && words[0] == "-v" && word)
	case "type":
		return own(len(words) == 2 && words[0] == "-P" && word)
	case "readlink", "realpath":
		return movedPath(name, args)
	case "python", "python3":
		return own(len(words) == 2 && words[0] == "-c" && modulePath(last))
	}
	return nil
}

// namesPackage reports whether a word holds nothing but what names of packages do.
func namesPackage(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return notOfName(c) && !strings.ContainsRune("/-.@:", c) })
}

// modulePath reports whether a program of Python prints nothing but where a
// module was loaded from.
func modulePath(program string) bool {
	module, rest, ok := strings.Cut(strings.TrimPrefix(program, "import "), ";")
	module = strings.TrimSpace(module)
	if !ok || !strings.HasPrefix(program, "import ") || module == "" || strings.ContainsAny(module, "/-") {
		return false
	}
	rest = strings.TrimSuffix(strings.TrimSpace(rest), ";")
	if first, second, two := strings.Cut(module, ","); two && strings.TrimSpace(second) == "os" && staysWord(first) && first != "os" {
		return strings.ReplaceAll(rest, " ", "") == "print(os.path.dirname("+first+".__file__))"
	}
	if !staysWord(module) {
		return false
	}
	return rest == "print("+module+".__file__)" || rest == "print("+module+".__path__[0])"
}

// movedPath is what readlink -f, realpath and dirname make of such a path.
func movedPath(name string, args []field) *toolPath {
	last := len(args) - 1
	if last < 0 {
		return nil
	}
	from := args[last].tool
	if f := args[last]; f.exact() && systemDir(path.Dir(f.text)) { // which printed a link
		from = &toolPath{name: path.Base(f.text)}
	}
	if from == nil {
		return nil
	}
	for _, f := range args[:last] {
		if !f.exact() || name == "dirname" || f.text != "-f" && f.text != "-e" && f.text != "--" {
			return nil
		}
	}
	switch name {
	case "readlink", "realpath":
		return from
	case "dirname":
		return &toolPath{name: from.name}
	}
	return nil
}

// movesTools reports whether the command has set a variable by which one of
// those programs keeps its files elsewhere.
func (s *scope) movesTools() bool {
	for _, name := range [...]string{"HOME", "PATH", "GOROOT", "GOPATH", "GOMODCACHE", "GOENV", "GOFLAGS", "GOWORK", "GEM_HOME", "BUNDLE_PATH", "BUNDLE_GEMFILE", "HOMEBREW_PREFIX", "HOMEBREW_CELLAR", "PKG_CONFIG_PATH", "SDKROOT", "DEVELOPER_DIR", "PYTHONPATH", "PERL5LIB", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "npm_config_prefix", "NPM_CONFIG_PREFIX", "NPM_CONFIG_USERCONFIG"} {
		if _, set := s.vars[name]; set {
			return true
		}
	}
	return false
}

// onlyLooks names programs that do nothing but look, whatever words they get.
func onlyLooks(by string) bool {
	switch by {
	case "ls", "stat", "readlink", "realpath", "test", "[":
		return true
	}
	return false
}

// readUnknown states a read of a path that is not known, where that is no more
// than looking at names or a path of a tool's.
func (r *run) readUnknown(f field, by, mark string) bool {
	switch {
	case mark == catalogue.MarkMetadata && (f.unset || f.tool != nil || onlyLooks(by)): // names may be seen everywhere
		r.emit(pipeline.Effect{Kind: pipeline.KindRead, Object: "/", By: by, Mark: mark, Span: f.span})
	case f.tool != nil:
		r.readTool(f, by, mark)
	default:
		return false
	}
	return true
}
