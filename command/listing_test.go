package command

import (
	"slices"
	"strings"
	"testing"
)

// exactFields are the words of a line, none of which a shell would change.
func exactFields(line string) []field {
	var out []field
	for _, w := range strings.Fields(line) {
		out = append(out, field{text: w})
	}
	return out
}

func TestSearchedNames(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"rg -l foo src":                    "src src/* src/*/**",
		"rg foo src -l":                    "src src/* src/*/**",
		"rg -n foo src --glob *.ts -l":     "src src/**/*.ts",
		"rg -l -e foo src":                 "src src/* src/*/**",
		"rg -l foo /etc -g *.{a,b}":        "/etc /etc/**/*.a /etc/**/*.b",
		"rg --files src -uu":               "src src/**",
		"rg -l foo":                        "* */**",
		"rg -l --hidden foo":               "**",
		"rg -l KEY -g .env":                "** **/.env",
		"rg foo src":                       "",
		"rg -lc foo src":                   "",
		"rg -lL foo src":                   "",
		"rg -l --pre x foo src":            "",
		"rg -l -A":                         "",
		"grep -l foo a b":                  "a b",
		"grep -rl foo src --include *.py":  "src src/**/*.py",
		"grep -rl --include *.py foo src":  "src src/**/*.py",
		"grep -Rl foo src":                 "",
		"grep -rlf pats src":               "src src/**",
		"egrep -rl a|b src":                "src src/**",
		"ag -l foo src":                    "src src/* src/*/**",
		"ack -l foo src":                   "src src/**",
		"ack -f src":                       "src src/**",
		"ack --output=x -l foo src":        "",
		"fd -e ts . src":                   "src/*.ts src/*/**/*.ts",
		"fd foo":                           "*foo* */**/*foo*",
		"fd -H \\.orig$":                   "**/*.orig",
		"fd -a foo":                        "",
		"fd -e ts . src -x grep -l foo {}": "src/*.ts src/*/**/*.ts",
		"fd -e ts . src -x cat {}":         "",
	} {
		args := exactFields(line)
		got := searchedNames(args, false)
		if args[0].text == "fd" {
			got = fdPrinted(args)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestHeadedNames(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"rg -n foo src":       true,
		"rg foo src":          false,
		"rg foo src test":     true,
		"rg foo src/":         true,
		"rg -I foo src/":      false,
		"rg -n -C2 foo src":   false,
		"rg -c foo src":       true,
		"grep -rn foo src":    true,
		"grep -rh foo src/":   false,
		"grep -rnZ foo src":   false,
		"grep -r foo src":     false,
		"grep -r foo":         true,
		"rg foo":              false,
		"rg -nr x foo src":    false,
		"rg -H foo src":       true,
		"grep -n5 foo a b":    false,
		"grep -rnl foo src":   false,
		"rg --heading a src/": false,
	} {
		if got := searchedNames(exactFields(line), true) != nil; got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

func TestReplacedNames(t *testing.T) {
	t.Parallel()
	names := []string{"src/**", "./a/*.js"}
	for program, want := range map[string][]string{
		`s#^#./#`:          {"./src/**", "././a/*.js"},
		`s#^#../#`:         nil,
		`s|^|lib/|`:        {"lib/src/**", "lib/./a/*.js"},
		`s#^\./##`:         {"src/**", "a/*.js"},
		`s/\.js$/.ts/`:     {"src/**", "./a/*.ts"},
		`s/\.js$/.env/`:    nil,
		`s/\.pub$//`:       nil,
		`s/\.min\.js$/.x/`: nil,
		`s/\.js$/.ts/e`:    nil,
		`s/x/y/`:           nil,
		`s#^#~/#`:          nil,
	} {
		if got := replacedNames(program, names); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", program, got, want)
		}
	}
}
