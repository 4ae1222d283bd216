package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// drawnUp is kubectl create or run with --dry-run=client: an object is printed, and no
// server is asked, unless a file has to be looked up there. --dry-run=server and the
// old --dry-run without a value ask the server (kubectl create, "Options").
func (v *visit) drawnUp() {
	if v.path != "kubectl create" && v.path != "kubectl run" || v.has("-f", "--filename", "-k", "--kustomize", "--edit") || len(v.operands) > 0 && v.operands[0].text == "token" {
		return
	}
	dry := false
	for _, a := range v.args {
		if a.option == "--dry-run" {
			if !a.field.exact() || a.field.text != "client" {
				return
			}
			dry = true
		}
	}
	if dry {
		v.mark, v.effects = "", nil
	}
}

// serverCheck is nginx -t, which reads its settings and stops. Settings may load
// libraries, so they are code; of those on the command line a few are known. It opens
// log files and the file for its number while it tests (nginx(8), -t), so a place for
// those counts as written to.
func (v *visit) serverCheck() {
	if v.name != "nginx" || len(v.fields) < 2 {
		return
	}
	tests := false
	values := map[byte]field{}
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		if !f.exact() {
			return
		}
		switch f.text {
		case "-t", "-T", "-tq", "-qt":
			tests = true
		case "-q":
		case "-p", "-c", "-e", "-g":
			if i++; i >= len(v.fields) || !v.fields[i].exact() {
				return
			}
			values[f.text[1]] = v.fields[i]
		default:
			return
		}
	}
	if !tests || !v.directives(values['g'].text) {
		return
	}
	v.mark, v.effects = "", nil
	if p, ok := values['p']; ok {
		v.r.codePath(v.sc, p, v.name, catalogue.MarkBuild)
		if c, ok := values['c']; ok && !strings.HasPrefix(c.text, "/") {
			c.text = path.Join(p.text, c.text)
			values['c'] = c
		}
	}
	if c, ok := values['c']; ok {
		v.r.codePath(v.sc, c, v.name, catalogue.MarkBuild)
	}
	if e, ok := values['e']; ok {
		v.r.path(v.sc, e, pipeline.KindWrite, v.name, "")
	}
}

// directives reports whether settings of nginx on the command line name neither
// libraries nor files elsewhere. load_module, include, env and working_directory are
// left out for good.
func (v *visit) directives(text string) bool {
	for line := range strings.SplitSeq(text, ";") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "daemon", "worker_processes", "master_process":
		case "pid", "error_log":
			if len(words) < 2 || strings.HasPrefix(words[1], "/") && words[1] != "/dev/stderr" && words[1] != "/dev/stdout" && words[1] != "/dev/null" || strings.Contains(words[1], "..") {
				return false
			}
		default:
			return false
		}
	}
	return true
}
