package command

import "strings"

// expansion makes a text with quotes, brackets and runs of the marker within ${…}, in one of
// the places where shells read them in ways of their own: double quotes, here-documents,
// arithmetic, subscripts, patterns.
func (d *Differential) expansion() string {
	of := func(list ...string) string { return list[d.rng.IntN(len(list))] }
	var param func(depth int) string
	param = func(depth int) string {
		var b strings.Builder
		b.WriteString("${" + of("x", "x", "y", "1", "@", "a[0]", "a[@]", "!x"))
		b.WriteString(of(":-", "-", ":+", "+", ":=", "=", ":?", "#", "##", "%", "%%", "/", "//", "/a/", "//a/", "/'a'/", "^", ",,", ":", ":0:", "@Q", "["))
		for range 1 + d.rng.IntN(5) {
			switch {
			case d.rng.IntN(3) == 0:
				b.WriteString(of("$("+Marker+")", "`"+Marker+"`"))
			case depth < 2 && d.rng.IntN(6) == 0:
				b.WriteString(param(depth + 1))
			default:
				b.WriteString(of("'", "'", "'", "\"", "\"", "\\'", "\\\"", "$'", "$\"", "}", "{", "\\}", "\\\\", "\n", "a", " ", "#", "(", ")", "`", "\\`", "\\$", "]", "*", "\nE\n", "\n"+Marker+"\n", "; "+Marker+"; ", "}\"; "+Marker+"; echo \"", "}; "+Marker+"; echo ", "}\nE\n"+Marker+"\ncat <<E\n"))
			}
		}
		return b.String() + "}"
	}
	text := of("", "", "x=1; ", "a=(b c); ", "set -o posix\n", "set -- a b\n") + of("echo \"@\"", "echo \"@\"", "echo \"a@b\"", "y=\"@\"", "echo @", "y=@", "cat <<E\n@\nE", "cat <<E\n@\nE", "cat <<-E\n\t@\n\tE", "cat <<E | cat <<F\n@\nE\n@\nF", "echo $((@))", "((@))", "a[@]=1", "echo \"${a[@]}\"", "echo \"$(echo \"@\")\"", "echo `echo \"@\"`", "echo \"`echo @`\"", "[[ @ ]]", "[[ \"@\" == a ]]", "[[ a == @ ]]", "[[ -v a[@] ]]", "case \"@\" in a) ;; esac", "case a in @) ;; esac", "echo ${y:@}", "cat <<< @", "cat <<< \"@\"", "for ((@;0;)); do :; done", "for z in @; do :; done", "f() { echo \"@\"; }; f", "cat <(cat <<E\n@\nE\n)", "$(cat <<E\necho \"@\"\nE\n)", "echo $\"@\"", "(cat <<E\n@\nE\n)", ": > \"/dev/null@\"", "declare y=\"@\"", "y=(\"@\")", "trap -- \"@\" EXIT", "eval \"echo @\"", "{ echo \"@\"; }", "if [ \"@\" ]; then :; fi")
	for strings.IndexByte(text, '@') >= 0 {
		before, after, _ := strings.Cut(text, "@")
		text = before + strings.ReplaceAll(param(0), "@", "\x01") + after
	}
	return strings.ReplaceAll(text, "\x01", "@")
}
