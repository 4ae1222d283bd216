package command

import (
	"net/url"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Which port a server of the project takes: its words say it, or a variable that it
// alone is given. A request to that port then goes to that server; see gate egress.

// servingVariable is one that said to a program where to listen.
type servingVariable struct{ program, value string }

// servesHere states that a server which the script has started itself listens on
// the port of a URL: one of its commands runs code of the folder and names that port.
func (r *run) servesHere(u *url.URL, f field) {
	if !loopback(u.Hostname()) || !r.spend(len(r.commands)+len(r.effects)/16) {
		return
	}
	names := r.codeOf()
	states := func(program string) {
		r.emit(pipeline.Effect{Kind: pipeline.KindListen, Object: hostPort(u), Certain: true, By: program, Span: f.span})
	}
	looked := "" // a program is asked about once
	for i := range r.commands {
		c := &r.commands[i]
		if c.Name == looked || !slices.ContainsFunc(c.Argv, func(w Word) bool { return w.Exact && namesPort(w.Text, u.Port()) }) {
			continue
		}
		if looked = c.Name; names[looked] {
			states(looked)
			return
		}
	}
	for _, s := range r.serving {
		if namesPort(s.value, u.Port()) && names[s.program] {
			states(s.program)
			return
		}
	}
}

// codeOf is which programs have run code or listen so far. It is kept, since a script
// may ask for thousands of pages.
func (r *run) codeOf() map[string]bool {
	if r.coders == nil || r.codersAt > len(r.effects) {
		r.coders, r.codersAt = make(map[string]bool), 0
	}
	for _, e := range r.effects[r.codersAt:] {
		if (e.Kind == pipeline.KindCode || e.Kind == pipeline.KindListen) && e.By != "" && e.Mark != catalogue.MarkLoaderInjection {
			r.coders[e.By] = true
		}
	}
	r.codersAt = len(r.effects)
	return r.coders
}

// namesPort reports whether a word of a server says where it listens: PORT,
// HOST:PORT, --port=PORT, -pPORT.
func namesPort(word, port string) bool {
	before, ok := strings.CutSuffix(word, port)
	if !ok || strings.Contains(word, "://") {
		return false
	}
	return before == "" || before == "-p" || strings.HasSuffix(before, "=") || strings.HasSuffix(before, ":")
}

// servedBy notes what variables say to one program of where to listen.
func (r *run) servedBy(sc *scope, program string, given []string) {
	for _, name := range given {
		if v := sc.single(name); v.kind == valueText && listensBy(name) {
			r.serving = append(r.serving, servingVariable{program, v.text})
		}
	}
}

// listensBy knows the names by which programs take where to listen. One that may
// name another server (DB_PORT, UPSTREAM_ADDR) is none.
func listensBy(name string) bool {
	switch name {
	case "PORT", "LISTEN", "LISTEN_ADDR", "LISTEN_ADDRESS", "LISTEN_PORT", "ADDR", "BIND", "BIND_ADDR", "BIND_ADDRESS", "HTTP_ADDR", "HTTP_PORT", "HTTP_LISTEN", "HTTP_BIND", "SERVER_PORT", "SERVER_ADDR", "APP_PORT", "APP_ADDR",
		"WEB_PORT", "API_PORT", "API_ADDR", "UVICORN_PORT", "FLASK_RUN_PORT", "STREAMLIT_SERVER_PORT", "GRADIO_SERVER_PORT", "ASPNETCORE_HTTP_PORTS", "NITRO_PORT", "VITE_PORT":
		return true
	}
	return false
}

// addPort completes what a server listens on by the port that its option names: the
// entries know the option for the address.
func (v *visit) addPort(f field) field {
	if _, at := zone.SplitHost(f.text); !f.exact() || at != "" || !loopback(f.text) {
		return f
	}
	if port, ok := v.arg("--port", "-p", "-P", "--server.port"); ok && port.exact() && port.text != "" && strings.Trim(port.text, "0123456789") == "" {
		f.text = joinPort(f.text, port.text)
	}
	return f
}
