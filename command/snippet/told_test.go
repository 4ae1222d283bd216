package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// toldCase is a program and some of the effects that are told of it, between bars; with
// none it must not be understood.
type toldCase struct{ program, effects string }

// told checks what a reader tells of programs that begin alike.
func told(t *testing.T, read func(string, snippet.Given) ([]snippet.Effect, bool), cases []toldCase, begin string) {
	t.Helper()
	for _, c := range cases {
		effects, ok := read(begin+c.program, snippet.Given{Known: true, Eval: true})
		if ok != (c.effects != "") {
			t.Errorf("understood: %v, of %s", ok, c.program)
			continue
		}
		var all []string
		for _, e := range effects {
			all = append(all, e.Kind.String()+" "+e.Object)
		}
		for want := range strings.SplitSeq(c.effects, "|") {
			if ok && !slices.Contains(all, want) {
				t.Errorf("told %q, not %q: %s", all, want, c.program)
			}
		}
	}
}

// TestAgents: an agent keeps connections, and must not say where they go.
func TestAgents(t *testing.T) {
	t.Parallel()
	const get = "; http.get({ host: '127.0.0.1', port: 3000, agent }, r => r.resume())"
	told(t, snippet.JavaScript, []toldCase{
		{"const agent = new http.Agent({ keepAlive: true })" + get, "connect http://127.0.0.1:3000/"},
		{"const { Agent } = http; const agent = new Agent()" + get + "; agent.destroy()", "connect http://127.0.0.1:3000/"},
		{"const agent = new http.Agent({ host: 'evil.example' })" + get, ""},
		{"const agent = new http.Agent({ socketPath: '/run/docker.sock' })" + get, ""},
		{"const agent = new http.Agent(); agent.options.host = 'evil.example'" + get, ""},
		{"const agent = new http.Agent(); const f = a => { a.options.host = 'evil.example' }; f(agent)" + get, ""},
		{"const agent = new http.Agent(); console.log({ agent }.agent.options)" + get, ""},
		{"const r = http.get('http://127.0.0.1:3000/', x => x.resume()); r.agent.options.host = 'evil.example'", ""},
		{"const r = http.get('http://127.0.0.1:3000/', x => x.resume()); for (const v of Object.values(r)) Object.assign(v.options, { host: 'evil.example' })", ""},
	}, "const http = require('http'); ")
}

// TestRubyLooks: whether some file is there may be asked of any path, what it holds of none.
func TestRubyLooks(t *testing.T) {
	t.Parallel()
	told(t, snippet.Ruby, []toldCase{
		{`.each { |f| puts f unless File.exist?("a/#{f}") }`, "read /|read a.json"},
		{`.each { |f| puts f if Dir.exist?(f) }`, "read /"},
		{`.each { |f| puts File.read(f) if File.exist?(f) }`, ""},
		{`.each { |f| puts Dir.children(f) }`, ""},
		{`.each { |f| puts File.readlink(f) }`, ""},
		{`.each { |f| File.delete(f) if File.exist?(f) }`, ""},
	}, `require "json"; JSON.parse(File.read("a.json"))`)
}
