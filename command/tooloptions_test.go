package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// Options that turn a tool into another one: each states what it then does, and nothing
// where it only seems to.
func TestToolOptions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"gawk -i inplace '{print}' a":                                          "write /home/u/w/a",
		"gawk -i inplace -v inplace::suffix=.b '{print}' a":                    "write /home/u/w/a.b",
		"awk --include=inplace '{print}' a":                                    "code /home/u/w/inplace.awk @build",
		"gawk -i inplace -i x '{print}' a":                                     "code gawk: inplace",
		"gawk -i inplace '{FILENAME=\"/x\"}' a":                                "code gawk: inplace",
		"gawk -i inplace '{print}' FILENAME=/x a":                              "code gawk: inplace",
		"gawk -i inplace -v inplace::suffix=/../x '{print}' a":                 "code gawk: inplace",
		"gawk -i inplace -v ARGV=x '{print}' a":                                "code gawk: inplace",
		"gawk -i inplace -f p.awk a":                                           "code gawk: inplace",
		"gawk -i inplace '{print}' $(x)":                                       "code gawk: inplace",
		"gawk -i other '{print}' a":                                            "code gawk: other",
		"make deploy ENV=staging":                                              "code the project's code, on what is live @database",
		"make -n deploy ENV=staging":                                           "no code the project's code, on what is live @database",
		"make -kq deploy ENV=staging":                                          "no code the project's code, on what is live @database",
		"env ENVIRONMENT=prod make -n deploy":                                  "no code the project's code, on what is live @database",
		"make -o -n deploy ENV=staging":                                        "code the project's code, on what is live @database",
		"make -- -n deploy ENV=staging":                                        "code the project's code, on what is live @database",
		"make all SHELL='rm x'":                                                "delete /home/u/w/x",
		"make -n all CC='rm x'":                                                "delete /home/u/w/x",
		"split --additional-suffix=.c --filter='gzip > o/$FILE.gz' a p_":       "write /home/u/w/o/p_*.c.gz",
		"split --additional-suffix=/c --filter='gzip > $FILE.gz' a p_":         "no write /home/u/w/p_*/c.gz",
		"xargs -a <(git diff --name-only) wc":                                  "no unknown read words from standard input",
		"xargs -a <(printf '%s\\n' x y) rm":                                    "delete /home/u/w/y",
		"xargs -a <(echo ${x:-/}) rm ${x:=b}":                                  "unknown delete words from standard input",
		"xargs -a <(echo a; echo b) rm":                                        "unknown delete words from standard input",
		"echo rm x | xargs -a <(printf %s -s) bash":                            "delete /home/u/w/x",
		"curl --resolve a.test:84:127.0.0.1 http://a.test:84/x":                "connect 127.0.0.1:84",
		"curl --resolve A.test:443:127.0.0.2 https://a.Test":                   "connect 127.0.0.2:443",
		"curl --resolve a.test:84:127.0.0.1 --url http://a.test:84/x":          "connect 127.0.0.1:84",
		"curl --resolve a.test:84:127.0.0.1 http://a.test:85/":                 "connect a.test:85",
		"curl --resolve a.test:84:127.0.0.1 http://b.test:84/":                 "connect b.test:84",
		"curl --resolve a.test:84:10.0.0.1 http://a.test:84/":                  "connect remote",
		"curl --resolve +a.test:84:127.0.0.1 http://a.test:84/":                "connect remote",
		"curl --resolve '*:84:127.0.0.1' http://a.test:84/":                    "connect remote",
		"curl --resolve a.test:84:127.0.0.1,10.0.0.1 http://a.test:84/":        "connect remote",
		"curl --resolve a.test:84:127.0.0.300 http://a.test:84/":               "connect remote",
		"curl --resolve 8.8.8.8:84:127.0.0.1 http://8.8.8.8:84/":               "connect remote",
		"curl -L --resolve a.test:84:127.0.0.1 http://a.test:84/":              "connect remote",
		"curl -6 --resolve a.test:84:127.0.0.1 http://a.test:84/":              "connect remote",
		"curl -x http://localhost:1 --resolve a.b:84:127.0.0.1 http://a.b:84/": "connect a.b:84",
		"http_proxy=x curl --resolve a.test:84:127.0.0.1 http://a.test:84/":    "connect remote",
		". ./x; curl --resolve a.test:84:127.0.0.1 http://a.test:84/":          "connect remote",
		"curl --request-target /api/x http://localhost:5555/":                  "unknown curl: asks for another page than the address says",
		"curl http://localhost:5555/":                                          "no unknown curl: asks for another page than the address says",
		"wp @prod plugin list":                                                 "unknown wp @prod: works elsewhere: @prod",
		"wp plugin list":                                                       "code /home/u/w @build",
		"symfony php -r 'f();'":                                                "code symfony: f();",
		"symfony php a.php":                                                    "code /home/u/w/a.php",
		"symfony serve --allow-all-ip":                                         "listen 0.0.0.0:8000",
		"symfony serve":                                                        "no listen 0.0.0.0:8000",
		"symfony var:export DATABASE_URL":                                      "secret the project's variables",
	} {
		var found []string
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			s := e.Kind.String() + " " + e.Object
			if e.Mark != "" && e.Kind == pipeline.KindCode {
				s += " @" + e.Mark
			}
			found = append(found, s)
		}
		want, absent := strings.CutPrefix(want, "no ")
		if slices.Contains(found, want) == absent {
			t.Errorf("%s: want %q (absent: %v) among %q", text, want, absent, found)
		}
	}
}
