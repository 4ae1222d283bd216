package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/snippet"
)

// compileRust follows a text into the program that rustc makes of it. Lints, colours
// and the edition of the language change no effect of what is compiled; an option that
// is not listed may, such as --extern, -L or -C linker, which bring code of others. One
// option of --emit without link leaves nothing that could be run.
func (v *visit) compileRust() bool {
	c := &compile{}
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		w, ok := c.word(v, f)
		if !ok {
			continue
		}
		switch {
		case w == "-" || w == "" || w[0] != '-' && w[0] != '@':
			c.files = append(c.files, compiled{name: w})
		case w == "-o" && i+1 < len(v.fields):
			i++
			c.out = v.fields[i].text
		case w == "-A" || w == "-W" || w == "-D" || w == "--edition" || w == "--color" || w == "--cap-lints" || w == "--crate-name" || w == "--error-format":
			i++
		case (w == "-C" || w == "--codegen") && i+1 < len(v.fields) && plainCodegen(v.fields[i+1].text):
			i++
		case strings.HasPrefix(w, "-C") && plainCodegen(w[2:]), w == "-O", w == "-g", w == "-v", w == "--verbose", w == "--test", w == "--crate-type=bin",
			strings.HasPrefix(w, "--edition="), strings.HasPrefix(w, "-A"), strings.HasPrefix(w, "-W"), strings.HasPrefix(w, "--cap-lints="), strings.HasPrefix(w, "--color="):
		case strings.HasPrefix(w, "--emit=") && !strings.Contains(w, "link") || w == "--version" || w == "-V" || w == "-vV":
			c.none = true
		default:
			c.odd = w
		}
	}
	b, found := v.gathered(c.files, ".rs", snippet.Rust)
	b.own = b.own || c.own
	if c.odd != "" {
		b.opaque = "compiled with " + c.odd
	}
	if !found || c.none {
		return false
	}
	out := c.out
	if out == "" {
		out = strings.TrimSuffix(path.Base(c.files[0].name), ".rs")
		if out == "-" {
			out = "rust_out"
		}
	}
	v.compiles(b, found && c.odd == "", []string{out}, c.out == "")
	return true
}

// plainCodegen reports whether an option of rustc changes nothing but how fast a
// program is and what it checks. linker, link-arg and their like name a program, or
// words for one; incremental writes a folder. None of them is here.
func plainCodegen(s string) bool {
	name, value, _ := strings.Cut(s, "=")
	return slices.Contains([]string{"opt-level", "debuginfo", "overflow-checks", "debug-assertions", "panic", "target-cpu", "codegen-units", "lto", "strip"}, name) && !strings.Contains(value, "/")
}
