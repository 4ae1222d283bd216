package snippet

import (
	"slices"
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// file judges functions that touch files by their paths. Flags are listed constants:
// one of them would look for the file elsewhere. Nearly every function of PHP for files
// takes streams as well: http:// fetches, phar:// makes objects of what a file holds,
// php://filter rewrites. So a path with a colon is refused (phPath), whatever the
// function.
//
// Long: one case an act; it is a table.
func (j *phJudge) file(name string, args []*node) phValue {
	if len(args) == 0 {
		return j.fail()
	}
	for _, a := range args {
		if a.kind == nStar {
			return j.fail()
		}
	}
	// No argument may come from a list (...), as its place would not be known,
	// and none by name, which the parser does not read.
	first := j.eval(args[0])
	rest := args[1:]
	if len(first.texts) == 0 && len(first.found) > 0 {
		first.texts = first.found
	}
	switch name {
	case "token_get_all", "token_name", "simplexml_load_string":
		if len(rest) > 0 {
			return j.fail()
		}
	case "simplexml_load_file":
		if len(rest) > 0 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, first.texts, false, false)
	case "file_get_contents":
		if len(rest) > 0 && !(rest[0].kind == nConst && rest[0].text == "false") || len(rest) > 1 && !(rest[1].kind == nConst && rest[1].text == "null") {
			return j.fail()
		}
		if len(rest) == 0 && j.fetches(first.texts) {
			return phValue{}
		}
		j.touch(pipeline.KindRead, first.texts, false, false)
	case "curl_init":
		if len(rest) > 0 || !j.fetches(first.texts) {
			return j.fail()
		}
		j.curls = true
	case "curl_setopt": // others send files, follow to other hosts, or call functions
		if len(rest) != 2 || !j.curls || rest[0].kind != nConst || rest[1].kind != nConst || !phFigure(rest[1].text) || !listWords("CURLOPT_RETURNTRANSFER CURLOPT_TIMEOUT CURLOPT_TIMEOUT_MS CURLOPT_CONNECTTIMEOUT CURLOPT_NOBODY CURLOPT_HEADER CURLOPT_FAILONERROR", rest[0].text) {
			return j.fail()
		}
	case "curl_exec", "curl_close", "curl_error", "curl_errno", "curl_getinfo":
		if len(rest) > 1 || !j.curls || j.app || j.soft != nil && j.soft.loads { // what others made may go anywhere
			return j.fail()
		}
	case "readfile", "md5_file", "sha1_file", "getimagesize", "mime_content_type":
		if len(rest) > 0 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, first.texts, false, false)
	case "hash_file":
		if len(rest) != 1 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, j.eval(rest[0]).texts, false, false)
	case "file":
		if len(rest) > 1 || len(rest) == 1 && !phFlags(rest[0], "FILE_IGNORE_NEW_LINES FILE_SKIP_EMPTY_LINES") {
			return j.fail()
		}
		j.touch(pipeline.KindRead, first.texts, false, false)
	case "file_put_contents":
		if len(rest) == 0 || len(rest) > 2 || len(rest) == 2 && !phFlags(rest[1], "FILE_APPEND LOCK_EX") {
			return j.fail()
		}
		j.touch(pipeline.KindWrite, first.texts, false, false)
	case "fopen":
		return j.opens(first.texts, rest)
	case "is_file", "is_dir", "is_link", "is_readable", "is_writable", "is_executable", "file_exists", "filesize", "filemtime", "filectime", "fileatime", "fileperms", "fileowner", "filetype", "stat", "lstat",
		"realpath", "disk_free_space", "disk_total_space", "opendir":
		if len(rest) > 0 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, first.texts, true, false)
	case "scandir":
		if len(rest) > 1 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, first.texts, true, false)
	case "glob":
		return j.globbed(args)
	// What else they get is a mode, a time, or whether to make folders above.
	case "mkdir", "touch":
		j.touch(pipeline.KindWrite, first.texts, false, false)
	case "unlink", "rmdir":
		if len(rest) > 0 {
			return j.fail()
		}
		j.touch(pipeline.KindDelete, first.texts, false, false)
	case "copy":
		if len(rest) != 1 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, first.texts, false, false)
		j.touch(pipeline.KindWrite, j.eval(rest[0]).texts, false, false)
	default:
		return j.fail()
	}
	return j.all(rest)
}

// phFlags reports whether flags are some of those that are listed.
// FILE_USE_INCLUDE_PATH would look for the file in other folders.
func phFlags(n *node, list string) bool {
	switch n.kind {
	case nConst:
		return n.text == "0" || listWords(list, n.text)
	case nBinary:
		return n.text == "|" && phFlags(n.kids[0], list) && phFlags(n.kids[1], list)
	}
	return false
}

// opens is fopen with a constant path and mode. A mode that is put together is not
// read. + opens for both.
func (j *phJudge) opens(paths []pyText, rest []*node) phValue {
	if len(rest) != 1 || rest[0].kind != nText {
		return j.fail()
	}
	mode := rest[0].text
	switch {
	case !listWords("r rb rt r+ rb+ r+b w wb wt w+ wb+ w+b a ab at a+ ab+ a+b x xb x+ c cb c+", mode):
		return j.fail()
	case mode[0] == 'r' || strings.Contains(mode, "+"):
		j.touch(pipeline.KindRead, paths, false, false)
	}
	if mode[0] != 'r' || strings.Contains(mode, "+") {
		j.touch(pipeline.KindWrite, paths, false, false)
	}
	return phValue{}
}

// fileObject judges an object that stands for a file, or one that goes through such
// files. What it is asked later is a method that is listed.
func (j *phJudge) fileObject(n *node) phValue {
	if len(n.kids) == 0 || phNamed(n.kids) || slices.ContainsFunc(n.kids, func(a *node) bool { return a.kind == nStar }) {
		return j.fail()
	}
	switch rest := n.kids[1:]; n.text {
	case "SplFileObject":
		first := j.eval(n.kids[0]).texts
		if len(rest) > 0 {
			return j.opens(first, rest)
		}
		j.touch(pipeline.KindRead, first, false, false)
	case "SplFileInfo":
		j.touch(pipeline.KindRead, j.eval(n.kids[0]).texts, true, false)
	case "GlobIterator":
		j.globbed(n.kids[:1])
	case "RegexIterator": // it only matches what it gets
		if !phPatterns(rest) {
			return j.fail()
		}
		return j.all(n.kids)
	case "LimitIterator":
		return j.all(n.kids)
	}
	return j.all(n.kids[1:])
}

// globbed is glob with constants; its elements are the files of the pattern.
func (j *phJudge) globbed(args []*node) phValue {
	v := phValue{}
	braces := false
	if len(args) > 2 || len(args) == 2 && !phFlags(args[1], "GLOB_ONLYDIR GLOB_NOSORT GLOB_MARK GLOB_BRACE") {
		return j.fail()
	}
	if len(args) == 2 {
		braces = strings.Contains(phWords(args[1]), "GLOB_BRACE")
	}
	// Elements are given as patterns: "$f.bak" in a loop is *.txt.bak then.
	// A backslash would take the meaning from what follows it.
	for _, t := range j.eval(args[0]).texts {
		all := []string{t.s}
		if braces {
			all = rbBraces(t.s)
		}
		for _, s := range all {
			if t.glob || t.full || strings.Contains(s, "\\") || braces && strings.ContainsAny(s, "{}") {
				return j.fail()
			}
			v.items = append(v.items, pyText{s: s, glob: strings.ContainsAny(s, globbing)})
		}
	}
	if len(v.items) == 0 || len(v.items) > maxTexts {
		return j.fail()
	}
	j.touch(pipeline.KindRead, v.items, true, false)
	return v
}

// phWords are the constants of flags, one behind the other.
func phWords(n *node) string {
	if n.kind == nBinary {
		return phWords(n.kids[0]) + " " + phWords(n.kids[1])
	}
	return n.text
}

// phPath reports whether a path is one of a file: a colon could make it an
// address, a filter or an archive whose data become objects.
func phPath(s string) bool {
	return s != "" && strings.Trim(s, " ") == s && utf8.ValidString(s) && !strings.ContainsAny(s, ":\x00\n\\")
}

// touch notes an effect on paths, which must be known. Streams of the program itself
// are no files. A variable without a value is the empty text, with a warning; there is
// no file of that name.
func (j *phJudge) touch(kind pipeline.EffectKind, texts []pyText, look, tree bool) {
	if len(texts) == 0 {
		j.failed = true
	}
	for _, t := range texts {
		if listWords("php://stdin php://stdout php://stderr php://output php://memory php://temp", t.s) && !t.glob {
			continue
		}
		if t.s == "" && len(texts) > 1 {
			continue // a variable without a value: there is no such file
		}
		if !phPath(t.s) {
			j.failed = true
		}
		j.add(Effect{Kind: kind, Object: t.s, Pattern: t.glob, Home: t.home, Look: look, Tree: tree || t.under})
	}
}

// entriesOf are the folders below which an iterator finds its files. One that goes on
// behind links finds others, too.
func entriesOf(folders []pyText, flags []*node) (below []pyText) {
	for _, flag := range flags {
		if !phFlags(flag, "FilesystemIterator::SKIP_DOTS RecursiveDirectoryIterator::SKIP_DOTS FilesystemIterator::UNIX_PATHS FilesystemIterator::KEY_AS_PATHNAME FilesystemIterator::CURRENT_AS_FILEINFO") {
			return nil
		}
	}
	for _, t := range folders {
		if t.glob || t.home || t.under || t.s == "" {
			return nil
		}
		t.under = true
		below = append(below, t)
	}
	return below
}
