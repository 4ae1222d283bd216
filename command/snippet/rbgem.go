package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// What a program takes of the project by require: its files by their paths, and the
// library that it is, by its name.

// rbTakes reports whether a program takes a file of the project.
func rbTakes(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nCall && n.kids[0].kind == nName && len(n.kids) == 2 && n.kids[1].kind == nText {
		switch name := n.kids[1].text; n.kids[0].text {
		case "require_relative":
			return true
		case "require":
			return strings.HasPrefix(name, "./") || rbGem(name)
		}
	}
	for _, kid := range n.kids {
		if rbTakes(kid) {
			return true
		}
	}
	return false
}

// takes is require_relative of a constant: code of that file. Its folder is
// that of the program.
func (j *rbJudge) takes(n *node) rbValue {
	if len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure {
		return j.fail()
	}
	name := strings.TrimSuffix(n.kids[1].text, ".rb") + ".rb"
	if strings.HasPrefix(name, "/") && path.Clean(name) == name && !outsideOf(name, j.given.Inner) {
		j.add(Effect{Kind: pipeline.KindCode, Object: name})
		return rbValue{}
	}
	if !rbLibraryPath(name) {
		return j.fail()
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: path.Join(j.given.Folder, name)})
	return rbValue{}
}

// takesOwn is require of a file by its path, of one below the folder of the
// project's libraries, or of what extends classes of Ruby.
func (j *rbJudge) takesOwn(n *node) bool {
	if len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure {
		return false
	}
	name := n.kids[1].text
	switch {
	case strings.HasPrefix(name, "./") && rbLibraryPath(name):
		j.add(Effect{Kind: pipeline.KindCode, Object: strings.TrimSuffix(name, ".rb") + ".rb"})
	case j.given.Lib != "" && rbLibraryPath(name) && !strings.HasPrefix(name, ".") && !rbSystemLibrary(name) && !RubyLibrary(name) && (j.given.Stands == nil || j.given.Stands(path.Join(j.given.Lib, name+".rb"))):
		j.add(Effect{Kind: pipeline.KindCode, Object: path.Join(j.given.Lib, name+".rb")})
	case j.given.Lib == "" && rbGem(name) && (j.given.Stands == nil && j.bundled || j.given.Stands != nil && j.given.Stands(path.Join("lib", name+".rb"))): // by its bundle, or not at all
		j.add(Effect{Kind: pipeline.KindCode, Object: path.Join("lib", name+".rb")})
	default:
		return false
	}
	return true
}

// rbGem reports whether require may name the library of a project that is a gem.
func rbGem(name string) bool {
	return rbLibraryPath(name) && name[0] != '.' && !rbSystemLibrary(name) && !RubyLibrary(name) && !rbTested(name)
}

// rbTested lists what a test requires.
func rbTested(name string) bool {
	return listWords("bundler/setup minitest minitest/autorun test/unit minitest/pride minitest/benchmark", name)
}

// RubyOwn reports whether -r names a library of the project: by its path, or
// one that is looked for in a folder of the project first.
func RubyOwn(name, lib string) bool {
	return rbLibraryPath(name) && (strings.HasPrefix(name, "./") || lib != "" && name[0] != '.' && !rbSystemLibrary(name))
}
