package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeHTTP is HTTPie and its kin: an optional method, a URL in which localhost may
// be left out, and items, some of which name files that are sent. Source: HTTPie's
// documentation, "Request items". It always leaves the rest of the options to the
// entry, hence false at the end.
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
		// The first separator decides: name:value is a header, name==value a part of
		// the query, name=value and name:=json a field of the body. A @ behind any of
		// them reads a file, also for a header.
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
	// Unless it is told not to, HTTPie sends whatever stands on its standard input as
	// the body when that is no terminal.
	if v.sc.stdin.kind != stdinInherited && !v.has("--ignore-stdin", "-I") {
		mark = catalogue.MarkUpload
	}
	// :3000/x and :/x are this machine, as its documentation says ("Localhost
	// shorthand"); :: begins an address of IPv6.
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

// method reports whether a word is a method rather than a host. The list is that of RFC
// 9110 with those of WebDAV and caches. A word that is none of them is taken for the
// host, which states a connection to it rather than none.
func method(word string) bool {
	switch strings.ToUpper(word) {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "MKCOL", "COPY", "MOVE", "LINK", "UNLINK", "PURGE":
		return true
	}
	return false
}
