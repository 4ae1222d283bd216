package snippet

import (
	"path"
	"strings"
)

// Packages that a program in Julia loads.

// loading takes using and import: packages by name, and names of theirs.
//
// A function that was imported by its name could be given further methods, and "as" gives
// any name to anything: neither is taken.
func (r *jlReader) loading(word string) {
	for more := true; more && !r.failed; {
		r.blanks(" \n")
		from := r.at
		for nameByte(r.byte(r.at)) || r.byte(r.at) == '.' {
			r.at++
		}
		name := r.s[from:r.at]
		r.loads(name)
		r.blanks(" ")
		if r.byte(r.at) == ':' {
			if r.at++; word == "import" {
				r.fail()
			}
			r.listed(name)
			break
		}
		if more = r.byte(r.at) == ','; more {
			r.at++
		}
	}
	r.blanks(" ")
	if c := r.byte(r.at); c != 0 && c != '\n' && c != ';' && c != '#' {
		r.fail()
	}
	r.is("\n")
}

// blanks goes past some bytes.
func (r *jlReader) blanks(set string) {
	for r.at < len(r.s) && strings.IndexByte(set, r.s[r.at]) >= 0 {
		r.at++
	}
}

// listed takes the names behind a colon.
func (r *jlReader) listed(module string) {
	members := jlModule(module[strings.LastIndexByte(module, '.')+1:])
	for {
		r.blanks(" \n")
		if r.byte(r.at) == '@' {
			r.is("\n")
			r.macro()
		} else if name := r.word(); name == "" || jlReaches(name) || module == "Pkg" || listWords("Pkg ENV include", name) || members != "" && !listWords(members, name) && !jlFile(name) || members == "" && jlFile(name) {
			r.fail()
		}
		r.blanks(" ")
		if r.failed || r.byte(r.at) != ',' {
			return
		}
		r.at++
	}
}

// loads judges a package: one of the language that reaches nothing, one that computes, or
// the project's own.
func (r *jlReader) loads(name string) {
	local := strings.HasPrefix(name, ".")
	first, rest, _ := strings.Cut(strings.TrimPrefix(name, "."), ".")
	for part := range strings.SplitSeq(rest, ".") {
		if rest != "" && (jlReaches(part) || jlModule(part) != "" || part == "Pkg" || part == "") && name != "Base.Threads" && name != "Base.Iterators" {
			r.fail()
			return
		}
	}
	r.loaded = append(r.loaded, first)
	switch {
	case first == "" || strings.Trim(first, letterSet+digitSet+"_") != "":
		r.fail()
	case listWords("Base.Threads Base.Iterators .Threads .Iterators", name):
	case local:
		r.own, r.others = true, true
		if jlReaches(first) || jlFile(first) || jlModule(first) != "" {
			r.fail()
		}
	case name == "Pkg":
		r.pkg = true
	case name == "JuliaFormatter":
		r.format, r.own = true, true
	case first == "Base" || jlReaches(first):
		r.fail()
	case jlModule(first) != "":
	case jlThird(first), r.given.Stands == nil, r.given.Stands(path.Join("src", first+".jl")):
		r.own, r.others = true, true
	default:
		r.fail()
	}
}

// manages takes Pkg and what it is asked for: tests, what is installed, another project
// of the folder.
func (r *jlReader) manages() {
	r.is("Pkg")
	if !r.pkg || r.byte(r.at) != '.' {
		r.fail()
		return
	}
	r.at++
	switch name := r.word(); {
	case name == "test" && (strings.HasPrefix(r.s[r.at:], "()") || strings.HasPrefix(r.s[r.at:], "(;")):
		r.own, r.others = true, true
	case listWords("status offline dependencies project precompile", name) && r.byte(r.at) == '(':
	case name == "activate":
		m := jlConstant.FindStringSubmatch(r.s[r.at:])
		if len(m) != 3 || m[2] != ")" || outward(m[1]) || path.IsAbs(m[1]) || strings.Contains(m[1], "..") {
			r.fail()
		}
	default:
		r.fail()
	}
	r.is("test")
}
