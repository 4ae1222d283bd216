package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// What a command names to code that nobody looked into is read, perhaps, where it lies
// out of the project or is hidden.
func TestNamedFiles(t *testing.T) {
	t.Parallel()
	wantObjects(t, map[string]string{
		"python app.py ~/.ssh/id_rsa":             "/home/u/.ssh/id_rsa",
		"./bin/app --key=/home/u/.ssh/id_rsa":     "/home/u/.ssh/id_rsa",
		"./bin/app -i/home/u/.ssh/id_rsa":         "/home/u/.ssh/id_rsa",
		"node x.js file:///home/u/.netrc":         "/home/u/.netrc",
		"go run . ../other/a":                     "/home/u/other/a",
		"./bin/app src/../../other/a":             "/home/u/other/a",
		"./bin/app .env":                          "/home/u/w/.env",
		"cargo run -- /usr/share":                 "/usr/share",
		"cd /srv && python /home/u/w/app.py a.db": "/srv/a.db",
		"KEY=~/.ssh/id_rsa ./bin/app":             "/home/u/.ssh/id_rsa",
		"export KEY=~/.aws/credentials":           "/home/u/.aws/credentials",
		"./bin/app src/a.csv -v":                  "",
		"./bin/app \"$x\"":                        "",
		"ls /usr/share":                           "",
	}, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindRead && !e.Certain })
}

// Where the word before names an output, the program writes there.
func TestNamedOutputs(t *testing.T) {
	t.Parallel()
	wantObjects(t, map[string]string{
		"./bin/pack -o /tmp/out.pk README.md":   "/tmp/out.pk",
		"./bin/pack --output=/tmp/out.pk a":     "/tmp/out.pk",
		"python app.py --log-dir ../logs":       "/home/u/logs",
		"./bin/pack -o build/out.pk README.md":  "",
		"./bin/pack --config /etc/pack.conf a":  "",
		"./bin/pack --out=build/x /usr/share/a": "",
		"python app.py -o/etc/cron.d/x":         "/etc/cron.d/x",
		"python app.py -oout.txt":               "",
	}, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindWrite })
}

// TestHandedOutput: what a program that runs code gets for a file is code that nobody
// has seen where it is the output of a command; for who only reads it is data.
func TestHandedOutput(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, code := range map[string]bool{
		"dart run <(echo 'main() {}')":          true,
		"pytest -c <(cat cfg)":                  true,
		"eslint -c <(cat cfg) src":              true,
		"bats <(echo '@test a { true; }')":      true,
		"diff <(sort a) <(sort b)":              false,
		"python3 tools/compare.py <(sort a)":    false,
		"jq -n --slurpfile a <(jq . b) '$a'":    false,
		"xsltproc sheet.xsl <(echo '<a/>')":     false,
		"grep -f <(cut -d, -f1 keys.csv) a.log": false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindCode && e.Object == "output of a command"
		}); got != code {
			t.Errorf("%q: code %v: %v", text, got, out.Effects)
		}
	}
}
