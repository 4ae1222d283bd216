package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// What a command names to code that nobody looked into is read, perhaps, where it lies
// out of the project or is hidden.
func TestNamedFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
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
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		got := ""
		for _, e := range a.Effects {
			if e.Kind == pipeline.KindRead && !e.Certain {
				got = e.Object
			}
		}
		if got != want {
			t.Errorf("%s: reads %q, want %q", text, got, want)
		}
	}
}

// Where the word before names an output, the program writes there.
func TestNamedOutputs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"./bin/pack -o /tmp/out.pk README.md":   "/tmp/out.pk",
		"./bin/pack --output=/tmp/out.pk a":     "/tmp/out.pk",
		"python app.py --log-dir ../logs":       "/home/u/logs",
		"./bin/pack -o build/out.pk README.md":  "",
		"./bin/pack --config /etc/pack.conf a":  "",
		"./bin/pack --out=build/x /usr/share/a": "",
	} {
		got := ""
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindWrite {
				got = e.Object
			}
		}
		if got != want {
			t.Errorf("%s: writes %q, want %q", text, got, want)
		}
	}
}

// Words behind -- are the program's; what it writes to by them is judged as before.
func TestWordsOfTheOwnProgram(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"cargo run -- /usr/share":            false,
		"cargo run -- -o /srv/x":             true,
		"cargo run -- --out-dir=/srv":        true,
		"cargo run --manifest-path /srv/a/C": true,
		"cargo test -- /srv/x":               true,
		"cargo run /srv/x":                   true,
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		got := false
		for _, e := range a.Effects {
			got = got || e.Kind == pipeline.KindCode && strings.HasPrefix(e.Object, "/srv")
		}
		if got != want {
			t.Errorf("%s: builds elsewhere: %v, want %v (%v)", text, got, want, a.Effects)
		}
	}
}

// Who shows a program under another name hides what runs.
func TestShownUnderAnotherName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"exec -a '[kworker/0:1]' ./bin/app": true,
		"exec -ca sshd ./bin/app":           true,
		"exec -a -bash bash":                false,
		"exec -a app ./bin/app":             false,
		"exec ./bin/app":                    false,
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		got := false
		for _, e := range a.Effects {
			got = got || e.Kind == pipeline.KindUnknown && strings.Contains(e.Object, "listed as")
		}
		if got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// Tests speak with the host that a variable before them names; a build only puts it in.
func TestHostsOfTests(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"BASE_URL=https://staging.corp.net pytest tests/e2e": "staging.corp.net:443",
		"BASE_URL=http://localhost:3000 pytest":              "",
		"BASE_URL=https://api.example.com pytest":            "",
		"BASE_URL=http://shop.test pytest":                   "",
		"API=https://api.corp.net npm run build":             "",
		"BASE_URL=https://staging.corp.net ls":               "",
	} {
		got := ""
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindConnect {
				got = e.Object
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A request target leads elsewhere than the address says; settings of PHP may hold
// further ones; addresses may stand beside each other.
func TestWordsThatLeadElsewhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"curl --request-target /api/x http://localhost:5555/":       true,
		"curl http://localhost:5555/":                               false,
		"php -d $'memory_limit=1\\nauto_prepend_file=/tmp/x' a.php": true,
		"php -d memory_limit=1 a.php":                               false,
		"php -d 'error_log=${HOME}/.bashrc' a.php":                  true,
		"php -d xdebug.profiler_output_name=../../x a.php":          true,
		"php -d xdebug.profiler_output_name=x.%p a.php":             false,
		"wp @prod plugin list":                                      true,
		"wp plugin list":                                            false,
		"symfony php -r 'f();'":                                     true,
		"symfony php a.php":                                         false,
		"BASE_URL='http://localhost,https://prod.corp.net' pytest":  true,
		"export BASE_URL=https://prod.corp.net; pytest":             true,
		"export BASE_URL=http://localhost:3000; pytest":             false,
		"BASE_URL=//prod.corp.net pytest":                           true,
		"BASE_URL='http://localhost:1 http://127.0.0.1:2/x' pytest": false,
		"python app.py -o/etc/cron.d/x":                             true,
		"python app.py -oout.txt":                                   false,
		"symfony serve --allow-all-ip":                              true,
		"symfony serve":                                             false,
		"symfony var:export DATABASE_URL":                           true,
	} {
		got := false
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			switch e.Kind {
			case pipeline.KindUnknown, pipeline.KindSecret:
				got = true
			case pipeline.KindWrite:
				got = got || e.Object == "/etc/cron.d/x"
			case pipeline.KindConnect:
				got = got || e.Object == "https://prod.corp.net/" || strings.Contains(e.Object, "prod.corp.net")
			case pipeline.KindListen:
				got = got || e.Object == "0.0.0.0:8000"
			case pipeline.KindCode:
				got = got || strings.Contains(e.Object, ": ")
			}
		}
		if got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
