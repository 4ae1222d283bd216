package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// javaLooks are the calls of Files that tell no content.
const javaLooks = "exists notExists isDirectory isRegularFile size getLastModifiedTime isSameFile walk list"

// filesCall judges a call of Files, or a reference to one that only looks.
func (j *javaCode) filesCall(i int) bool {
	ws := j.words
	if i+2 >= len(ws) || ws[i+2].kind != wordName {
		return false
	}
	call := ws[i+2].text
	looks := listWords(javaLooks, call)
	if is(ws, i+1, "::") {
		return looks && call != "walk" && call != "list"
	}
	if !is(ws, i+1, ".") || !is(ws, i+3, "(") {
		return false
	}
	j.content = j.content || !looks
	switch call {
	case "walk", "list":
		j.lists = true
	case "createTempFile", "createTempDirectory": // the name before the digits may not be a path
		j.kinds[pipeline.KindWrite] = true
		if !j.within(i+3, call) {
			j.add(Effect{Kind: pipeline.KindWrite, Object: "/tmp/" + someName})
		}
	case "move":
		j.kinds[pipeline.KindRead], j.kinds[pipeline.KindWrite], j.kinds[pipeline.KindDelete] = true, true, true
		j.add(Effect{Moves: true})
	default:
		kind, ok := javaFileCalls[call]
		j.kinds[kind] = true
		return ok
	}
	return true
}

// within reports whether a call that makes a file of a new name is given the folder:
// only then is the word at its end, of two or three, a text.
func (j *javaCode) within(i int, call string) bool {
	ws, depth, commas := j.words, 0, 0
	for ; i < len(ws); i++ {
		switch {
		case is(ws, i, "(") || is(ws, i, "[") || is(ws, i, "{"):
			depth++
		case is(ws, i, ")") || is(ws, i, "]") || is(ws, i, "}"):
			if depth--; depth == 0 {
				want := map[string]int{"createTempDirectory": 1, "createTempFile": 2}[call]
				return commas == want && ws[i-1].kind == wordText && is(ws, i-2, ",")
			}
		case is(ws, i, ",") && depth == 1:
			commas++
		case is(ws, i, "<"): // commas between types
			return false
		}
	}
	return false
}

// pathOf takes in Path.of, which puts constants together.
func (j *javaCode) pathOf(i int) bool {
	var parts []string
	for ws := j.words; ; {
		s, ok := "", false
		if is(ws, i, "System") && is(ws, i+1, ".") && is(ws, i+2, "getenv") && is(ws, i+3, "(") && is(ws, i+5, ")") {
			if s, ok = j.variable(i + 4); !ok {
				return false
			}
			i += 6
		} else {
			if s, ok = j.constant(i); !ok {
				return false
			}
			if i++; ws[i-1].kind != wordText { // args[0]
				i += 3
			}
		}
		if parts = append(parts, s); is(ws, i, ")") {
			j.paths = append(j.paths, strings.Join(parts, "/"))
			return true
		}
		if !is(ws, i, ",") {
			return false
		}
		i++
	}
}

// variable is the value of a variable of the environment that the command knows.
func (j *javaCode) variable(i int) (string, bool) {
	name, ok := j.constant(i)
	if !ok || j.given.Variable == nil {
		return "", false
	}
	values := j.given.Variable(name)
	if len(values) != 1 || values[0] == "" || strings.ContainsAny(values[0], globbing+"~\x00") {
		return "", false
	}
	return values[0], true
}

// resolves judges p.resolve("name"): a name that is not hidden, of one part. Which
// path it lies below is not followed.
func (j *javaCode) resolves(i int) bool {
	ws := j.words
	if !is(ws, i-1, ".") || !is(ws, i+1, "(") || !is(ws, i+3, ")") || ws[i+2].kind != wordText {
		return false
	}
	name := ws[i+2]
	if !name.plain || name.text == "" || name.text[0] == '.' || strings.ContainsAny(name.text, "/\x00"+globbing+"~") {
		return false
	}
	j.parts = append(j.parts, name.text)
	return len(j.parts) < 3
}

// places are all paths that a program may make of its constants. ok: there are no
// others.
func (j *javaCode) places() (all []string, ok bool) {
	// A path may be taken apart: its names are paths in the working folder.
	apart := false
	for _, name := range [...]string{"iterator", "spliterator", "forEach", "getFileName", "getName"} {
		apart = apart || j.named[name]
	}
	for i := range j.words {
		apart = apart || is(j.words, i, ":")
	}
	if apart && j.content && (j.lists || j.named["createTempFile"]) {
		return nil, false
	}
	for _, p := range j.paths {
		if all = append(all, p); len(j.parts) > 0 && strings.Trim(p, "/.") == "" && p != "." {
			return nil, false
		}
		if j.lists && j.content && !j.inner(p) {
			return nil, false
		}
		for _, a := range j.parts {
			all = append(all, p+"/"+a)
			for _, b := range j.parts {
				all = append(all, p+"/"+a+"/"+b)
			}
		}
		if !apart || !j.content {
			continue
		}
		for part := range strings.SplitSeq(p, "/") {
			if part != "" && part != p {
				all = append(all, part)
			}
		}
	}
	if apart && j.content {
		all = append(all, j.parts...)
	}
	return all, true
}

// inner reports whether all that lies below a path may be read: it is a folder of
// the project, or lies in the one for temporary files.
func (j *javaCode) inner(p string) bool {
	if !path.IsAbs(p) {
		return strings.Trim(p, "./") != "" && !outward(p) && !hiddenPart(p)
	}
	if j.given.Variable == nil {
		return false
	}
	temp := j.given.Variable("TMPDIR")
	if len(temp) != 1 || strings.Count(path.Clean(temp[0]), "/") < 2 || !path.IsAbs(temp[0]) {
		return false
	}
	return strings.HasPrefix(path.Clean(p)+"/", path.Clean(temp[0])+"/") && !hiddenPart(p)
}

// hiddenPart reports whether a part of a path begins with a dot.
func hiddenPart(p string) bool {
	return strings.HasPrefix(strings.TrimPrefix(p, "./"), ".") || strings.Contains(strings.TrimPrefix(p, "./"), "/.")
}

// files states what is done with the paths: which of them is meant by which call
// is not followed.
func (j *javaCode) files() bool {
	if j.named["StandardOpenOption"] {
		j.kinds[pipeline.KindWrite] = true
	}
	places, ok := j.places()
	if !ok || len(places) > 64 {
		return false
	}
	for _, p := range places {
		if j.lists {
			j.add(Effect{Kind: pipeline.KindRead, Object: p, Look: true})
		}
		for _, kind := range [...]pipeline.EffectKind{pipeline.KindRead, pipeline.KindWrite, pipeline.KindDelete} {
			if j.kinds[kind] {
				j.add(Effect{Kind: kind, Object: p, Tree: j.lists && j.content})
			}
		}
	}
	return true
}
