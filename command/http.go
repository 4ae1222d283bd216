package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeHTTP is HTTPie and its kin: an optional method, a URL in which
// localhost may be left out, and items, some of which name files that are
// sent. Source: HTTPie's documentation, "Request items".
func analyzeHTTP(v *visit) bool {
	words := v.operands
	if len(words) > 1 && words[0].exact() && method(words[0].text) {
		v.method(words[0])
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	address, items := words[0], words[1:]
	mark := ""
	for _, f := range items {
		if !f.exact() {
			v.unknown("item "+f.text, f)
			continue
		}
		separator := strings.IndexAny(f.text, "=:@")
		if separator < 0 {
			continue
		}
		rest := strings.TrimLeft(f.text[separator:], "=:")
		if !strings.HasPrefix(f.text[separator:], "==") && !strings.HasPrefix(f.text[separator:], ":") || strings.HasPrefix(f.text[separator:], ":=") {
			mark = catalogue.MarkUpload
		}
		if file, ok := strings.CutPrefix(rest, "@"); ok {
			file, _, _ = strings.Cut(file, ";type=")
			v.r.path(v.sc, v.homed(field{text: file, span: f.span}), pipeline.KindRead, v.name, catalogue.MarkUpload)
		}
	}
	if v.sc.stdin.kind != stdinInherited && !v.has("--ignore-stdin", "-I") {
		mark = catalogue.MarkUpload
	}
	if text := address.text; address.exact() && strings.HasPrefix(text, ":") && !strings.HasPrefix(text, "::") {
		address.text = "localhost" + text
		if strings.HasPrefix(text, ":/") {
			address.text = "localhost" + text[1:]
		}
	}
	v.mark = strongerMark(mark, v.mark)
	if v.name == "https" && !strings.Contains(address.text, "://") && !address.dynamic {
		address.text = "https://" + address.text
	}
	v.network(catalogue.ActURL, address, v.mark)
	return false
}

// method reports whether a word is a method rather than a host.
func method(word string) bool {
	switch strings.ToUpper(word) {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "MKCOL", "COPY", "MOVE", "LINK", "UNLINK", "PURGE":
		return true
	}
	return false
}
