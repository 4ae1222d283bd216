package command_test

import (
	"testing"

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
