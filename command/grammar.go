package command

import (
	"math/rand/v2"
	"strings"
)

// grammar makes valid scripts whose variables, arrays, functions and parameters
// carry the marker about, so that a value that the analysis follows wrongly
// shows as a run that it did not foresee. Nothing in it recurs or loops for
// ever: functions call no functions, and every while ends by a break.
type grammar struct {
	rng   *rand.Rand
	depth int
	inFn  bool
	posix bool // for dash, too
}

// bashOnly reports whether a text has what dash does not know.
func bashOnly(text string) bool {
	for _, s := range []string{"[[", "<<<", "a=(", "a+=", "a[", "m[", "+=", "declare", "typeset", "function ", "((", "<(", "&>", "|&", "$'", "$[", "{!", "@", "/", "^", ",", "select", "mapfile", "coproc", "shopt", "hash -p", "BASH_", ";&", ";;&", "printf -v", "local -", "{x}", "builtin", "-a a", "time ", "read -a", "read -ra", "-n 6", "-d X", "let ", "set -o", ": -6", ":0", ":1", ":2", ":x", ":$x", "~~", "${x~"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// of picks one of a list; a word that stands there twice comes twice as often.
func (g *grammar) of(list ...string) string { return list[g.rng.IntN(len(list))] }

// script is a few statements, one a line or behind semicolons.
func (g *grammar) script() string {
	n := 1 + g.rng.IntN(4)
	list := make([]string, n)
	g.posix = g.rng.IntN(4) == 0
	for i := range list {
		list[i] = g.stmt()
		for try := 0; g.posix && try < 30 && bashOnly(list[i]); try++ {
			list[i] = g.stmt()
		}
	}
	if g.rng.IntN(8) > 0 { // what is unset is held at once, and shows nothing
		c := func() string {
			return g.of(":", "true", "echo", "echo a", Marker, "pp", "mark", "x", "'echo "+Marker+"'", "X"+Marker, "ls")
		}
		list = append([]string{"x=" + c() + " y=" + c() + " z=" + c(), "a=(" + c() + " " + c() + ")", "set -- " + c() + " " + c(), "f() { " + g.of(":", "x="+c(), "local x="+c(), "$1", "echo $x") + "; }; g() { :; }"}, list...)
		if g.posix {
			list = append(list[:1], list[2:]...)
		}
	}
	return strings.Join(list, g.of("\n", "\n", "; "))
}

// name is one of few variables, so that what one statement sets the next one reads.
func (g *grammar) name() string { return g.of("x", "x", "y", "z", "r") }

// word is a word as it may stand anywhere.
func (g *grammar) word() string {
	m := Marker
	switch g.rng.IntN(12) {
	case 0, 1:
		return m
	case 2, 3:
		return g.of("true", ":", "echo", "ls", "pp", "mark", "p", "PPMARK", "''", "1", "x", "y", ":", "true", "echo")
	case 4:
		return g.of("'a b'", "\"a "+m+"\"", "'"+m+" a'", "Xppmark", "ppmarkX", "'$x'", "'a\n"+m+"'", "\\pp\\mark", "$'pp\\x6dark'", "$'\\u0070pmark'", "$'\\160pmark'", "{"+m+",a}", "p{pmark,}", "~", "*")
	case 5:
		return "$(" + g.of("echo ", "echo -n ", "printf %s ", "printf '%s\\n' ", "echo -e ", "printf %b ") + g.simple() + ")"
	default:
		return g.simple()
	}
}

// simple is an expansion, or a plain word.
func (g *grammar) simple() string {
	n, q := g.name(), g.of("\"", "\"", "")
	switch g.rng.IntN(9) {
	case 0:
		return g.of(Marker, "true", "pp", ":", "echo", "X"+Marker)
	case 1:
		return q + "$" + n + q
	case 2:
		return q + "${" + n + g.operator() + "}" + q
	case 3:
		return q + "$" + g.of("1", "2", "@", "*", "#", "0", "_", "?", "!", "-", "{#x}", "{1:-a}", "{@:2}", "{*:1:1}", "{2:+a}") + q
	case 4:
		return q + "${a[" + g.of("0", "1", "0", "1", "@", "@", "*", "-1", "x", "2") + "]" + g.of("", "", "", g.operator()) + "}" + q
	case 5:
		return q + "${m[" + g.of("k", "l", "$x", "$y", "@", "\"$x\"", "0", "'k'") + "]}" + q
	case 6:
		return q + g.of("${!x}", "${!r}", "${!a[@]}", "${!m[@]}", "${!x*}", "${!1}", "${#a[@]}", "${x@Q}", "${x@E}", "${x@A}", "${x@L}", "${x@U}", "${x@a}", "${a[@]@Q}") + q
	case 7:
		return g.of("$x$y", "\"$x\"$y", "pp$x", "${x}mark", "\"$x$y\"", "${x-}$y", "$x''", "$((x))", "$((1+1))", "$[1]")
	default:
		return q + "$" + n + q
	}
}

// operator is what may follow the name in ${ }.
func (g *grammar) operator() string {
	w := g.of("a", Marker, "$y", "\"$y\"", "", "pp", "mark")
	p := g.of("X", "p", "*", "?", "a", "mark", "pp", "[xX]", "[!p]", "*p", "k*", "$y", "'*'", "\\*", "#", "%")
	switch g.rng.IntN(5) {
	case 0:
		return g.of(":-", "-", ":=", "=", ":+", "+", ":?", "?") + w
	case 1:
		return g.of("#", "##", "%", "%%") + p
	case 2:
		return g.of("/", "//", "/#", "/%") + p + g.of("", "/", "/"+w, "/&", "/p&", "/\\&", "/"+w+"&")
	case 3:
		return g.of(":0:6", ":1", ": -6", ":0", ":1:6", ": -6:6", ":0:-1", ":$x", ":x", ":2:4")
	default:
		return g.of("^", "^^", ",", ",,", "^p", "~", "~~", ",,[PM]", "^^m", "@U", "@L", "@u", "@P", "@Q", "@E")
	}
}

// run is a command whose first word may turn out to be the marker.
func (g *grammar) run() string {
	switch g.rng.IntN(16) {
	case 0, 1, 2, 3, 4:
		return g.simple() + g.of("", "", " a", " "+g.word())
	case 5, 6:
		return g.of("command ", "builtin ", "eval ", "exec ", "command -- ", "eval -- ", "exec -a a ", "time ", "! ", "command -p ", "builtin command ", "\\command ", "builtin eval ") + g.simple()
	case 7:
		return g.of("echo ", ": ", "test ", "printf %s ", "return ", "set -- ", "shift ", "true ", "type ", "hash ") + g.word()
	case 8:
		if !g.inFn {
			return g.of("f", "g") + " " + g.of("", g.word(), g.word()+" "+g.word())
		}
		return ": " + g.word()
	case 9:
		return "eval '" + g.of("$x", "$1", "f() { $x; }", "x=$y", "\"$@\"", "$y", "${a[0]}") + "'"
	case 10:
		return g.of(". /dev/stdin", "eval \"$(< /dev/stdin)\"", "read x; $x", "while read -r x; do $x; done", "mapfile -t a; \"${a[@]}\"") + " <<< " + g.word()
	case 11:
		return g.of(". /dev/stdin", ". /dev/fd/0", "source /dev/stdin") + g.of(" <<E\n", " <<'E'\n", " <<-E\n\t") + g.of("$x", "echo $x", Marker, "echo "+Marker, "\\$x", "x=$x") + "\nE\n:"
	case 12:
		return g.of("test -v ", "test -n ", "[ -n ", "let ", "declare -p ", "unset -v ") + g.of("x", "$x", "a", "r", "\"$x\"", "m") + g.of("", "", " ]")
	default:
		return g.set()
	}
}

// figure is a number, or what only looks like one: arithmetic on it runs what is
// in brackets.
func (g *grammar) figure() string {
	x := "x='" + g.of("a[$("+Marker+")]", "1+a[$("+Marker+")]", "5", "b 7", "a[$("+Marker+")] 3", "y") + "'; "
	from := g.of("echo \"$x\"", "echo 12", "printf '%s\\n' \"$x\" 4", "echo $x", "seq 3")
	n := g.of(
		from+" | tr -dc 0-9", from+" | tr -dc '0-9\\n'", from+" | tr -d 0-9", from+" | grep -o '[0-9]*'", from+" | grep -oE '[0-9]+|a.*'", from+" | grep -oE '^[0-9]+'", from+" | sed 's/[^0-9]*//g'", from+" | sed 's/[^0-9]//'",
		from+" | wc -l", from+" | head -1", from+" | cut -d' ' -f2", from+" | sort | uniq -c", from+" | head -c 1", from+" | tail -1 | tr -d ' '", "printf %d \"$x\"", "printf %s \"$x\"", "printf %d%s 1 \"$x\"", "date +%s", "expr 1 + 2", "expr \"$x\" + 2",
		from+" | awk '{print $1*2}'", from+" | awk '{print $1.5*2}'", from+" | awk '{s+=$1} END{print s}'", from+" | awk '{s=$1} END{print s}'", from+" | awk '{print $2}'", from+" | awk -v k=2 '{print $1*k}'", from+" | awk -v OFS=x '{print $1*2}'", from+" | awk 'END{print NR}'", from+" | awk '{printf \"%d\\n\", $1}'", "seq 1 2", "seq -1 1")
	n = g.of("n=$("+n+")", "n=$("+n+" || echo 0)", "read n _ < <("+n+")", "n=$("+n+"); n=${n%%.*}", "[[ $("+n+") =~ ^([0-9]+)(.*)$ ]]; n=${BASH_REMATCH["+g.of("1", "2", "0")+"]}", "[[ $x =~ ^"+g.of("[0-9]+$", "[0-9]*$", "[0-9]+", "[0-9]+|a", ".*$")+" ]] "+g.of("&&", "||")+" n=$x", "mapfile -t n < <("+n+")", "n="+g.of("$x", "3", "${#x}", "${x%% *}"))
	return x + n + "; " + g.of("echo $((n))", "((n > 1))", "[[ $n -gt 0 ]]", "b[n]=1", "echo $((n+1))", "let y=n", "echo ${x:n}", "for ((i=n;i<2;i++)); do :; done", "m=$((n)); (( m ))", "[ \"$n\" -gt 0 ]", "echo $(($n))")
}

// set changes what later commands see.
func (g *grammar) set() string {
	n, w := g.name(), g.word()
	switch g.rng.IntN(26) {
	case 0, 1, 2, 3, 4:
		return n + "=" + w
	case 5:
		return n + "+=" + w
	case 6:
		return "a=(" + w + " " + g.word() + ")"
	case 7:
		return "a+=(" + w + ")"
	case 8:
		return "a[" + g.of("0", "1", "-1", "x", "$x") + "]=" + w
	case 9:
		return "declare -A m=([k]=" + w + " [l]=" + g.word() + ")"
	case 10:
		return "m[" + g.of("k", "l", "$x", "\"$y\"", "0") + "]=" + w
	case 11:
		return g.of("declare", "export", "typeset", "local", "declare -g", "declare -x", "declare -l", "declare -u", "local -r", "declare -i", "declare -a") + " " + n + g.of("=", "+=") + w
	case 12:
		return g.of("read ", "read -r ", "IFS= read -r ", "IFS=X read ", "read -n 6 ", "read -d X ", "read -a a ", "read -ra a ", "read y ", "IFS=p read -r ") + g.of("x", "x y", "x", "") + " <<< " + w
	case 13:
		return "printf -v " + n + " " + g.of("%s ", "%s%s ", "%b ", "'%q' ", "pp%s ", "%.6s ", "%-6s ", "%c ") + w
	case 14:
		return "mapfile " + g.of("", "-t ", "-t -n 1 ", "-s 1 -t ") + "a <<< " + w
	case 15:
		return ": ${" + n + g.of(":=", "=") + w + "}"
	case 16:
		return g.of("set -- ", "set ", "set -e -- ", "set -u ", "set -o pipefail -- ") + w + " " + g.word()
	case 17:
		return g.of("shift", "shift 1", "unset x", "unset y z", "unset -f f", "unset 'a[0]'", "unset m", "unset -n r", "unset -v x")
	case 18:
		return g.of("declare -n r=", "typeset -n r=", "local -n r=", "declare -n x=") + g.of("x", "y", "a", "z", "'a[0]'", "$x")
	case 19:
		return g.of("set -e", "set +e", "set -u", "set -f", "set +f", "set -a", "set -o pipefail", "shopt -s nullglob", "shopt -s lastpipe", "shopt -s extglob", "shopt -s nocasematch", "set +B", "shopt -u patsub_replacement", "set -o posix", "shopt -s localvar_inherit", "shopt -s expand_aliases")
	case 20:
		return g.of("IFS=X", "IFS=p", "IFS=", "IFS=$' \\t\\n'", "unset IFS", "IFS=$x", "IFS=a", "IFS=:")
	case 21:
		return g.of("{ x="+w+"; y=2; x=:; }", "{ : ${x:0:-9}; x=:; }", "{ a[-9]=1; x=:; }", ". /dev/stdin <<< 'return; x=:'", "readonly y", "((1/0, x=1))", "let 1/0 x=1", "((1/y, x=1))", "{ : $((1/0)); x=:; }", "f() { x="+Marker+"; : $((1/y)); x=:; }; f", "((y=08, x=1))", "readonly z; ((z=1, x=1))", "declare -p x=:", "declare -a a='("+w+" $("+w+"))'", "declare -a a=$x", "declare a=\"$y\"", "((y && (x=1)))", "((y || x++))", "((y ? x=1 : 2))", "((x-=x=1))", "[[ $y && $((x=1)) ]]", "[[ $z || 1 =~ (.) ]]", ": ${y:+$((x=1))}", ": ${y:-${x:=:}}", ": ${z+${x:=:}}", ": ${y//a/$((x=1))}", ": ${y:x=1}", "for ((;0;x=1)); do :; done", "case $y in a) ;; $((x=1))) ;; esac", ": ${y:?$((x=1))}", ": ${y#$((x=1))}", "let x=1", "((x=1))", "((y++))", "let 'x+=1'", "((x=y))", "for ((x=0; x<2; x++)); do :; done", "x=$((y))", "((a[0]=1))")
	case 22:
		return g.of("getopts "+w+" x -a", "wait -n -p x", "exec {x}</dev/null", "exec 3<<< "+w+"; read x <&3", "{ read x; } <<< "+w, "read x < <(echo "+w+")", "coproc x { :; }", "select x in "+w+"; do break; done <<< 1", "alias f="+w, "alias echo="+w, "BASH_ALIASES[f]="+w, "BASH_CMDS[f]="+w, "hash -p "+w+" f", "PATH=$PATH:"+w)
	case 23:
		return "trap " + g.of("'$x'", "\"$x\"", "'x="+Marker+"'", "f", "'cd ..'", "'$1'", "'x=a'") + " " + g.of("EXIT", "DEBUG", "ERR", "RETURN", "0", "USR1")
	case 24:
		return g.of("x=a ", "x="+Marker+" ", "IFS=X ", "y=x ") + g.of(":", "f", "eval '$x'", "eval y=$x", "export y", "command :", "set -- $x", "read y <<< $x", ". /dev/null", "shift")
	default:
		return n + "=" + g.simple()
	}
}

// stmt is a command or a compound of commands.
func (g *grammar) stmt() string {
	if g.depth++; g.depth > 4 {
		g.depth--
		return g.run()
	}
	defer func() { g.depth-- }()
	switch g.rng.IntN(26) {
	case 0:
		return "if " + g.run() + "; then " + g.stmt() + "; " + g.of("", "else "+g.stmt()+"; ", "elif "+g.run()+"; then "+g.stmt()+"; ") + "fi"
	case 1:
		return "for x in " + g.word() + " " + g.word() + "; do " + g.stmt() + "; " + g.of("", "", "continue; ", "false || continue; ", "break; ") + g.stmt() + "; done"
	case 2:
		return "for " + g.of("i in 1 2", "x in \"${a[@]}\"", "y in $x", "x", "x in \"$@\"", "k in \"${!m[@]}\"") + "; do " + g.stmt() + "; " + g.stmt() + "; done"
	case 3:
		return g.of("while :; do ", "until false; do ", "while [[ $x ]]; do ") + g.stmt() + "; " + g.of("break", "true && break", "[ 1 ] && break; "+g.set(), "if "+g.set()+"; then "+g.set()+"; break; fi; "+g.set()+"; break") + "; done"
	case 4:
		return "case " + g.word() + " in " + g.of("a", "*", "x|pp*", "$x", "\"$y\"") + ") " + g.stmt() + g.of(" ;; ", " ;& ", " ;;& ") + "*) " + g.stmt() + " ;; esac"
	case 5, 6, 7:
		if g.inFn {
			return g.run()
		}
		g.inFn = true
		defer func() { g.inFn = false }()
		return g.of("f() ", "g() ", "function f ", "f() ") + g.of("{ "+g.stmt()+"; "+g.stmt()+"; }", "( "+g.stmt()+" )", "{ "+g.stmt()+"; return; "+g.stmt()+"; }", "{ "+g.set()+"; "+g.of("return", "true && return", "if true; then "+g.set()+"; return; fi")+"; "+g.set()+"; }", "{ "+g.stmt()+"; } <<< "+g.word())
	case 8:
		return "( " + g.stmt() + "; " + g.stmt() + " )"
	case 9:
		return "{ " + g.stmt() + "; " + g.stmt() + "; }"
	case 10:
		return g.run() + " | " + g.run()
	case 11:
		return "echo " + g.word() + " | " + g.of("read x", "{ read x; $x; }", "while read -r x; do $x; done", "mapfile -t a")
	case 12:
		return "{ " + g.run() + " & }; wait"
	case 13:
		return g.run() + g.of(" && ", " || ") + g.stmt()
	case 14:
		return "[[ " + g.word() + g.of(" == ", " != ", " =~ ", " -eq ", " < ") + g.simple() + " ]] && " + g.stmt()
	case 15:
		return "x=$(" + g.stmt() + ")"
	case 16, 17, 18:
		return g.set()
	case 19:
		if g.posix {
			return g.set()
		}
		return g.figure()
	default:
		return g.run()
	}
}
