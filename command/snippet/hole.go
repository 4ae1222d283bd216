package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Hole stands in a text for a part of a file's name that is not known: one or more letters
// that no language gives a meaning, and no slash. No language has it outside of its texts
// and comments, so that a program with a hole anywhere else is not understood.
const Hole = '\uE000'

// constantTexts is a constant of a program as a value. With a hole in it it is a pattern,
// which is not told where the rest has signs of patterns.
func constantTexts(s string) []pyText {
	if !strings.ContainsRune(s, Hole) {
		return []pyText{{s: s}}
	}
	if strings.ContainsAny(s, globbing+`\`) {
		return nil
	}
	return []pyText{{s: strings.ReplaceAll(s, string(Hole), "*"), glob: true}}
}

// Filled puts patterns where holes are left in what a program does. Only files may be named
// so: which program is started, and what is connected to, has to be known.
func Filled(effects []Effect, ok bool) ([]Effect, bool) {
	if !ok {
		return nil, false
	}
	for i := range effects {
		e := &effects[i]
		if !strings.ContainsRune(e.Object+e.Sets, Hole) {
			continue
		}
		texts := constantTexts(e.Object)
		if e.Pattern || len(texts) == 0 || e.Sets != "" || !e.file() {
			return nil, false
		}
		e.Object, e.Pattern = texts[0].s, true
	}
	return effects, true
}

// file reports whether what an effect names is a file.
func (e Effect) file() bool {
	return e.Kind == pipeline.KindRead || e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete || e.Kind == pipeline.KindCode
}

// phHoles reports whether names of files stand in a program of PHP only where a file is
// named, or printed. Elsewhere a text may be the name of a function or of a class.
func phHoles(n *node, fine bool) bool {
	if n == nil {
		return true
	}
	if strings.ContainsRune(n.text, Hole) && (n.kind != nText || !fine) {
		return false
	}
	kids := n.kids
	switch n.kind {
	case nImport, nReturn:
		fine = n.text == "" // echo, and no return
	case nFormat, nCompare:
	case nBinary:
		fine = fine && n.text == "."
	case nCall:
		if !phHoles(kids[0], false) {
			return false
		}
		kids, fine = kids[1:], kids[0].kind == nName && listWords(phNaming, kids[0].text)
	default:
		fine = false
	}
	for _, kid := range kids {
		if !phHoles(kid, fine) {
			return false
		}
	}
	return true
}

// phNaming lists functions that take a text for the name of a file, or only print it.
const phNaming = `file_get_contents file_put_contents file fopen is_file is_dir file_exists filesize filemtime simplexml_load_file parse_ini_file md5_file sha1_file getimagesize basename dirname pathinfo
	printf sprintf print_r var_dump str_pad strlen strtoupper strtolower ucfirst str_replace preg_match preg_replace rtrim trim`

// phIncluded reports whether a pattern of files to load stays in the folder at hand.
func phIncluded(pattern string) bool {
	return !strings.HasPrefix(pattern, "/") && !strings.HasPrefix(pattern, "~") && !strings.Contains(pattern, "..")
}
