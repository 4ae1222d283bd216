package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeNetcat is nc(1) that calls a host: the operands are the host and its
// ports. What it reads is sent there, but for -z, which only asks whether the
// port answers. With -l and -U the operands are what the entry says.
func analyzeNetcat(v *visit) bool {
	if v.has("-l", "--listen") && !v.has("-U", "-e", "--exec", "-c", "--sh-exec", "--lua-exec") && len(v.operands) == 2 && v.operands[0].exact() && v.operands[1].exact() { // where it listens
		host, port := v.operands[0], v.operands[1]
		v.operands, v.noDef, v.effects = nil, true, slices.DeleteFunc(slices.Clone(v.effects), listens)
		v.finish()
		host.text = joinPort(host.text, port.text)
		v.simple(pipeline.KindListen, host, v.mark)
		return true
	}
	if v.has("-l", "--listen", "-U") || len(v.operands) < 2 {
		return false
	}
	words := v.operands
	v.operands, v.noDef = nil, true
	v.finish()
	mark := strongerMark(v.mark, catalogue.MarkUpload)
	if v.has("-z") && !v.has("-e", "--exec", "-c", "--sh-exec", "--lua-exec") {
		mark = strongerMark(v.mark, catalogue.MarkMetadata)
	}
	host := words[0]
	for _, port := range words[1:] {
		if !host.exact() || !port.exact() {
			v.unknown("host "+host.text+" and port "+port.text, port)
			continue
		}
		v.connect(joinPort(host.text, port.text), true, port, mark)
	}
	return true
}

// joinPort is host:port as effects have it.
func joinPort(host, port string) string {
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		host = "[" + host + "]"
	}
	return strings.ToLower(host) + ":" + port
}

// method marks a request that changes what it is about: RFC 9110, section 9.2.1.
func (v *visit) method(f field) {
	switch strings.ToUpper(f.text) {
	case "GET", "HEAD", "OPTIONS", "TRACE":
		if f.exact() {
			return
		}
	}
	v.mark = strongerMark(v.mark, catalogue.MarkUpload)
}

// boundTo replaces what an entry says of listening by the address that an
// option gives.
func (v *visit) boundTo(names ...string) {
	f, ok := v.arg(names...)
	if !ok || !f.exact() {
		return
	}
	v.effects = slices.DeleteFunc(slices.Clone(v.effects), listens)
	v.simple(pipeline.KindListen, f, v.mark)
}

// listens reports whether an effect of an entry is that of a server.
func listens(t catalogue.Template) bool { return t.Kind == pipeline.KindListen }

// rackBound states where a server of Ruby listens by its options; a socket of
// the file system is a file.
func (v *visit) rackBound() {
	for _, a := range v.args {
		f := a.field
		switch a.option {
		case "-b", "--bind", "-l", "--listen", "-o", "--host":
		default:
			continue
		}
		scheme, place, ok := strings.Cut(f.text, "://")
		switch {
		case ok && f.exact() && scheme == "unix":
			f.text, _, _ = strings.Cut(place, "?")
			v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
			continue
		case ok && (scheme == "tcp" || scheme == "http"):
			f.text = place
		case ok:
			v.unknown("listens at "+f.text, f)
			continue
		}
		v.simple(pipeline.KindListen, f, "")
	}
}
