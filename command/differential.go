package command

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Marker is the name of the program that a differential run looks for: the
// only one in the PATH of the shell that does anything.
const Marker = "ppmark"

// Differential makes texts of shell tokens on which a shell and the analysis
// may disagree about whether Marker runs. It is deterministic for one seed.
type Differential struct{ rng *rand.Rand }

// NewDifferential starts a sequence of texts.
func NewDifferential(seed uint64) *Differential {
	return &Differential{rng: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))} //nolint:gosec // test input, not a secret
}

// tokens are what the texts are made of: the marker often, then whatever a
// shell's grammar turns on.
func tokens() []string {
	return []string{
		Marker, Marker, Marker, Marker, Marker, " ", " ", " ", " ", "\n", "\n", ";", ";", "&", "&&", "|", "||", "|&", "(", ")", "{ ", "; }", "((", "))", "[[ ", " ]]",
		"'", "'", "\"", "\"", "`", "$(", "${", "}", "$", "\\", "\\\n", "\\", "#", " # ", "$'", "$\"", "$((", "<(", ">(", "<", ">", ">>", ">|", "<>", ">&", "<&", "2>&1", ">&-", "<&-", "2>&-", "&>", "<<E\n", "\nE\n", "<<-E\n", "<<'E'\n", "<<<",
		"if ", "then ", "else ", "elif ", "fi", "for x in ", "do ", "done", "while ", "until ", "case x in ", "x) ", ";;", "esac", "function f", "f() ", "f", "select ", "! ", "time ", "coproc ", "in",
		"eval ", "exec ", "command ", "builtin ", "trap ", "set -- ", "shift", "export ", "declare ", "local ", "alias ", "unset ", "read ", "let ", "printf ", "test ", "[ ", " ]", "source ", ". ",
		"readarray ", "mapfile ", "getopts ", "wait ", "complete ", "compgen ", "hash ", "enable ", "bind ", "fc ", "history ", "shopt -s ", "set ", "-C ", "-F ", "-W ", "-p ", "-n ", "-v ", "-e ", "-s ", "-i ", "-A ", "-x ", ";&", ";;&", "&>>", "{x}>", "{x}<", "+(", "@(", "!(", "$[", "]]", "=~ ", " -eq ", "DEBUG", "ERR", "RETURN",
		"BASH_ENV=", "ENV=", "PS4=", "PROMPT_COMMAND=", "IFS=", "PATH=", "BASH_CMDS[", "command_not_found_handle() ", "return ", "break", "continue", "${x^^}", "${x//", "${x:1}", "${a[@]}", "${!x@}", "${x@E}", "<<E", "E", "\r", "\x70", "\160", "%", "^", ",,", "@", ":=", ":?",
		"a", "b=", "x=1 ", "x", "$x", "$1", "$@", "\"$@\"", "${x:-", "${x-", "${x:+", "${x#", "${x@P}", "${!x}", "${#x}", "a[", "]", "=", "+=", "*", "?", "~", "{a,b}", "{1..2}", ",", "-", "--", "-c ", "EXIT", "1", "2", "0", ":", "true", "false", "echo ", "\t",
	}
}

// Next makes a text: tokens at random, or, so that more of them are valid, a
// script of the grammar, an expansion with quotes in it, or one or two known shapes or skeletons with tokens
// put in, taken out or exchanged.
func (d *Differential) Next() string {
	list := tokens()
	switch d.rng.IntN(7) {
	case 0, 1:
		return (&grammar{rng: d.rng}).script()
	case 3:
		return d.expansion()
	case 4: // few tokens, so that they meet in every order
		few := []string{Marker, Marker, " "}
		for range 3 + d.rng.IntN(6) {
			few = append(few, list[d.rng.IntN(len(list))])
		}
		var b strings.Builder
		for range 3 + d.rng.IntN(14) {
			b.WriteString(few[d.rng.IntN(len(few))])
		}
		return b.String()
	case 2:
		var b strings.Builder
		for range 1 + d.rng.IntN(12) {
			b.WriteString(list[d.rng.IntN(len(list))])
		}
		return b.String()
	}
	seeds := append(Shapes(), skeletons()...)
	text := seeds[d.rng.IntN(len(seeds))]
	if d.rng.IntN(3) == 0 {
		text += []string{"\n", ";", " && ", " | ", " || ", " "}[d.rng.IntN(6)] + seeds[d.rng.IntN(len(seeds))]
	}
	for range d.rng.IntN(4) {
		at := d.rng.IntN(len(text) + 1)
		token := list[d.rng.IntN(len(list))]
		switch d.rng.IntN(3) {
		case 0:
			text = text[:at] + token + text[at:]
		case 1:
			text = text[:at] + text[min(at+1+d.rng.IntN(3), len(text)):]
		default:
			text = text[:at] + token + text[min(at+len(token), len(text)):]
		}
	}
	return text
}

// skeletons are valid texts in which the marker is mere data.
func skeletons() []string {
	m := Marker
	return []string{
		"echo " + m, "echo '" + m + "'", "echo \"a " + m + " b\"", "x=" + m, "x='" + m + "'; echo \"$x\"", "# " + m, "echo a # " + m, "cat <<'E'\n" + m + "\nE", "cat <<E\n" + m + "\nE", ": ${x:=" + m + "}",
		"case a in " + m + ") : ;; *) echo b ;; esac", "for x in a " + m + "; do echo $x; done", "f() { echo " + m + "; }; f a", "[[ a == " + m + " ]] && echo b", "a=(" + m + " b); echo ${a[0]}", "set -- a " + m + "; echo $2", "echo {a," + m + "}", "echo $'a\\n" + m + "'",
		"if [ a = " + m + " ]; then echo x; fi", "printf '%s\\n' " + m, "read x <<< " + m, "echo a >" + m, "echo ${x:-" + m + "}", "x=a; echo ${x/a/" + m + "}", "while false; do echo " + m + "; done", "declare x=" + m, "export x=" + m, "trap 'echo " + m + "' EXIT", "eval echo " + m, "echo a; echo b " + m + " & wait", "{ echo " + m + "; }", "( echo " + m + " )", "! echo " + m, "time echo " + m, "let x=1; echo " + m, "echo \"`echo " + m + "`\"", "echo $(echo " + m + ")", "x=$((1+2)); echo " + m + "$x", "echo a | while read x; do echo " + m + "; done", "(( 1 )) && echo " + m, "select x in " + m + "; do break; done <<< 1",
	}
}

// Shapes are texts on which parsers were found to differ, with the marker as
// the command that only one of them sees.
func Shapes() []string {
	m := Marker
	return []string{
		"echo ok # note\\\n" + m, "echo ok # \\\n" + m + " x", "echo ok \\\r\n" + m, "x=1\r" + m, ">&-" + m, ">&- " + m, "2>&-" + m, "2>&-" + m + " x", "<&-" + m, "$\\\n2\n" + m, "$\\\n" + m,
		"coproc " + m, "coproc " + m + " >f", "coproc x { " + m + "; }", "a=(" + m + ")", "[[ -v a[$(" + m + ")] ]]", "echo ${x@P}", "x='$(" + m + ")'; echo ${x@P}", "eval \"" + m + "\"",
		"$'" + m + "'", "p'p'mark", "pp\\mark", "p{pmark,}", "{" + m + ",x}", "x=" + m + "; $x", "f() { " + m + "; }; f", "alias a=" + m + "\na", "trap " + m + " EXIT", "for x in " + m + "; do $x; done",
		"echo `" + m + "`", "echo $(" + m + ")", "cat <<E\n$(" + m + ")\nE", "cat <<'E'\n$(" + m + ")\nE", "echo $((a[$(" + m + ")]))", "let 'a[$(" + m + ")]=1'", "read 'a[$(" + m + ")]' <<< x", "printf -v 'a[$(" + m + ")]' x",
		"test -v 'a[$(" + m + ")]'", "unset 'a[$(" + m + ")]'", "exec " + m, "command " + m, "builtin command " + m, "! " + m, "time " + m, "{ " + m + "; }", "(" + m + ")", "if " + m + "; then :; fi", "case $(" + m + ") in x) ;; esac",
		": <(" + m + ")", ": >(" + m + ")", "x=$(" + m + ") :", "declare x=$(" + m + ")", "export x=`" + m + "`", "a[$(" + m + ")]=1", "${x:-" + m + "}", "${x:=" + m + "}", "set -- " + m + "; \"$@\"", "set -- " + m + "; $1", "x=a; ${x/a/" + m + "}",
		"x=Xppmark; ${x#X}", "b=pp; c=mark; $b$c", "echo x | " + m, m + " &", "while " + m + "; do break; done", "until ! " + m + "; do :; done", "select x in a; do " + m + "; done <<< 1", "mapfile -C " + m + " -c 1 a <<< x",
		"compgen -C " + m, "printf -v'a[$(" + m + ")]' x", "let x=1|" + m, "f() echo a|" + m, "f() echo a; " + m, "f() { :; } | " + m, "f() { :; } && " + m, "f() x=1 && " + m, "let x=1||" + m, "let x=1&" + m, "let x=1;" + m, "let x=1>" + m, "let 1>(" + m + ")", "shopt -s expand_aliases\nalias a=" + m + "\na", "IFS=,; x=" + m + ",; $x", "function f { " + m + "; }; f", "x() { " + m + "; }\nx", "echo \"$(" + m + ")\"", "echo \"`" + m + "`\"", "[[ $(" + m + ") ]]", "(( $(" + m + "; echo 1) ))",
		"declare a[$(" + m + ")]", "local a[$(" + m + ")] <<< x", "export a[`" + m + "`]", "x=-v; test ${x:0:2} 'a[$(" + m + ")]'", "touch -- -v; test *-v 'a[$(" + m + ")]'",
		"readarray -C " + m + " -c 1 a <<< x", "mapfile -t -C '" + m + ";' -c1 a <<< x", "mapfile -c 1 -C eval -t a <<< " + m, "wait -n -p 'a[$(" + m + ")]'", "getopts a 'a[$(" + m + ")]' -a", "exec {a[$(" + m + ")]}</dev/null", "declare -n r='a[$(" + m + ")]'; r=1", "[[ -R a[$(" + m + ")] ]]", "[[ 'a[$(" + m + ")]' -eq 1 ]]",
		"y='a[$(" + m + ")]'; x=y; echo $((x))", "declare -i x; x='a[$(" + m + ")]'", "local -n r='a[$(" + m + ")]'", "x='a[$(" + m + ")]'; echo ${!x}", "x='a[$(" + m + ")]'; echo ${y:x}", "x='a[$(" + m + ")]'; echo ${b[x]}", "PS4='$(" + m + ")'; set -x; :", "command_not_found_handle() { " + m + "; }; nosuch", "command_not_found_handle() { \"$@\"; }; nosuch " + m,
		"complete -C " + m + " f", "compgen -F f x", "compgen -W '$(" + m + ")'", "history -s " + m + "; fc -s", "hash -p " + m + " f; f", "BASH_CMDS[f]=$(type -p " + m + "); f", "enable -n echo; echo " + m, "exec 3<<<" + m + "; . /dev/fd/3", ". /dev/stdin <<< " + m, ". <(echo " + m + ")", "echo " + m + " | . /dev/stdin", "trap '$x' EXIT; x=" + m, "trap " + m + " DEBUG; :", "trap " + m + " ERR; false", "f() { :; }; trap " + m + " RETURN; f; . /dev/null",
		"x=:; shopt -s lastpipe; echo " + m + " | read x; $x", "set -- :; for i in 1 2; do $1; set -- " + m + "; done", "f() { :; }; for i in 1 2; do f; f() { " + m + "; }; done", "x=" + m + "; f() { local x=:; }; f; $x", "x=:; f() { local x=:; declare -g x=" + m + "; }; f; $x", "x=pmark; ${x/p/p&}", "case a in a) : ;& b) " + m + " ;; esac", "case a in a) : ;;& *) " + m + " ;; esac", "for ((;;)) { " + m + "; break; }", "for x in a; { " + m + "; }", "shopt -s extglob; x=@(" + m + "); $x", "read x y <<< 'a " + m + "'; $y", "mapfile -t a <<< " + m + "; ${a[0]}", "printf -v x %s " + m + "; $x", "declare -A m=([k]=" + m + "); ${m[k]}", "time -p " + m, "coproc x " + m, "! ! " + m, "if ! " + m + "; then :; fi",
		"y='a[$(" + m + ")]'; x=y; echo {x}>$((x))", "x='a[$(" + m + ")]'; echo {x}>f$((x))", "x='a[$(" + m + ")]'; : {x}>/none/f; echo $((x))", "x='a[$(" + m + ")]'; : {x}>&-; echo $((x))",
		"x=:; shopt -s lastp${a[@]}ipe; echo " + m + " | read x; $x", "x=:; o=lastpipe; shopt -s \"$o\"; echo " + m + " | read x; $x",
		"x='a[$(" + m + ")]' >f$((x))", "x='a[$(" + m + ")]' {x}>f$((x))", "x='a[$(" + m + ")]' <<< $((x))", "x='a[$(" + m + ")]' $1 <<< $((x))", "x='a[$(" + m + ")]' \"$@\" >f$((x))", "x='a[$(" + m + ")]' $(:) ${y} >f$((x))", "shopt -s nullglob; x='a[$(" + m + ")]' no* >f$((x))", "x='a[$(" + m + ")]' : <<< $((x))", "x='a[$(" + m + ")]' ${y:+z}; echo $((x))", "x=" + m + " ${y:+z}; $x", "x='a[$(" + m + ")]'; ((x+=1))", "x='a[$(" + m + ")]'; let x-=1", "x='a[$(" + m + ")]'; let x-=x=1", "x='a[$(" + m + ")]'; : $((x + (x=1)))", "x='a[$(" + m + ")]'; : $((0 && (x=1), x))", "x='a[$(" + m + ")]'; : $((1 || (x=1), x))", "x='a[$(" + m + ")]'; : $((1 ? 2 : (x=1), x))", "x='a[$(" + m + ")]'; : $((0 ? (x=1) : x))", "x='a[$(" + m + ")]'; [[ -n '' && $((x=1)) ]]; echo $((x))", "x='a[$(" + m + ")]'; [[ a || $((x=1)) ]]; echo $((x))", "x='a[$(" + m + ")]'; : ${y:+$((x=1))} $((x))", "x='a[$(" + m + ")]' y=1; : ${y:-$((x=1))}; echo $((x))", "x='a[$(" + m + ")]'; for ((;0;x=1)); do :; done; echo $((x))", "x='a[$(" + m + ")]'; : ${y:+${x:=1}}; (( x ))", "x=" + m + "; : ${y:+$((x=1))}; $x", "x=; : ${y:+${x:=:}}; ${x:-" + m + "}", "x='a[$(" + m + ")]'; : ${y//a/$((x=1))} ${y:x=1}; ((x))", "[[ 'a[$(" + m + ")]' =~ .* ]]; [[ -n '' && 1 =~ ([0-9]) ]]; ((BASH_REMATCH[0]))", "x='a[$(" + m + ")]'; case a in a) ;; $((x=1))) ;; esac; ((x))", "case a in ${x:=" + m + "}) ;; *) $x ;; esac", "x='a[$(" + m + ")]'; ((x++, y)) && :", "x='a[$(" + m + ")]'; (( y = 0 ? ++x : 3 )); ((x))", "x='a[$(" + m + ")]' let x-=1", "x='a[$(" + m + ")]'; command let y=x", "x='a[$(" + m + ")]'; l=let; $l x+1", "x='a[$(" + m + ")]'; y=x; builtin let z=y", "x='a[$(" + m + ")]'; : $((x*=2))", "x='a[$(" + m + ")]'; for ((i=0; i<1; x|=1, i++)); do :; done", "x='a[$(" + m + ")]'; echo $((x<<=1))", "x='a[$(" + m + ")]' ${y:+z} >/none/f; echo $((x))",
		"echo \"${x:-'$(" + m + ")'}\"", "echo \"${x:-'`" + m + "`'}\"", "x=1; echo \"${x:+$'$(" + m + ")'}\"", "cat <<E\n${x:-'$(" + m + ")'}\nE", "echo \"${x:-'}\"; " + m + "; echo \"'}\"", "cat <<E\n${x:-'}\nE\n" + m + "\ncat <<E\n'}\nE", "cat <<E\n${x#\"}\nE\n" + m + "\ncat <<E\n\"}\nE", "echo `echo \"${x:-'}\"`\n" + m + "\necho `echo \"'}\"`", "echo \"`echo ${a[0]//}#$(" + m + ")}`\"", "echo \"`echo ${1#}\"; " + m + "; echo \"#]$(" + m + ")}`\"", "echo \"$(echo ${y-$'$(" + m + ")'})\"", "echo \"${x:-'}'$(" + m + ")}\"", "set -o posix\na[${x:-'}$(" + m + ")'}]=1", "set -o posix\nfor ((${x:-'}$(" + m + ")'};0;)); do :; done",
		"x='a[$(" + m + ")]'; ((1/0 + (x=1))); echo $((x))", "x='a[$(" + m + ")]'; ((1/0, x=1)); echo $((x))", "x='a[$(" + m + ")]'; let 1/0 x=1; echo $((x))", "x='a[$(" + m + ")]'; ((y=08, x=1)); echo $((x))", "x='a[$(" + m + ")]'; ((y=2**-1, x=1)); echo $((x))", "x='a[$(" + m + ")]'; f() { : $((1/0)) $((x=1)); }; f; echo $((x))", "x='a[$(" + m + ")]'; for ((1/0;x=1;)); do :; done; ((x))", "x='a[$(" + m + ")]'; readonly y; ((y=1, x=1)); ((x))", "x=" + m + "\n{ : $((1/0)); x=:; }\n$x", "x=:; f() { x=" + m + "; : $((1/0)); x=:; }\nf\n$x", "y=" + m + " x=:\nf() { x=$y; : $((1/0)); x=:; }\nf\n$x", "k=0 x=:\nfor v in " + m + " :; do x=$v; : $((1/k)); done\n$x", "set -- :\n{ set -- " + m + "; : $((1/0)); set -- :; }\n$1", "x=" + m + "; eval '{ : $((1/0)); x=:; }'\n$x", "x=" + m + "\nif :; then echo $((1/0)); x=:; fi\n$x",
		"x=" + m + "; declare -p x=:; $x", "x=" + m + "; declare -f x=:; $x", "x=" + m + "; export -f x=:; $x", "x=" + m + "; readonly -p x=: ; $x", "declare -a a='($(" + m + "))'", "a=(); declare a='($(" + m + "))'", "declare -a a; declare a='($(" + m + "))'", "declare -A a='([x]=$(" + m + "))'", "x='($(" + m + "))'; declare -a a=$x", "export -a a='($(" + m + "))'", "readonly -a a='($(" + m + "))'", "f() { local -a a='($(" + m + "))'; }; f", "declare -a \"a=(\\$(" + m + "))\"", "command declare -a a='($(" + m + "))'", "builtin typeset -a a='(`" + m + "`)'", "declare -i REPLY; read <<< 'a[$(" + m + ")]'",
		"f() { :; }; readonly -f f; f() { x=:; }; x=" + m + "; f; $x", "f() { :; }; declare -fr f; f() { x=:; }; x=" + m + "; f; $x", "x=" + m + "; . /dev/stdin <<< 'return; x=:'; $x", "x=" + m + " r=return; . /dev/stdin <<< '$r; x=:'; $x", "shopt -s failglob; x=" + m + "\n{ : no*; x=:; }\n$x", "y=abc; x=" + m + "\n{ : ${y:0:-9}; x=:; }\n$x", "readonly y=1; x=" + m + "\n{ y=2; x=:; }\n$x", "readonly y=1; x=" + m + "\nf() { y=2; x=:; }; f\n$x", "readonly y=1; x=" + m + "\ny=2 x=:\n$x", "readonly y; x=" + m + "\n{ : ${y:=2}; x=:; }\n$x", "readonly y; x=" + m + "\n{ y+=1; x=:; }\n$x", "readonly y; x=" + m + "\n{ y[0]=1; x=:; }\n$x", "readonly y; x=" + m + "\n{ y=(1); x=:; }\n$x", "readonly -a y; x=" + m + "\n{ y+=(1); x=:; }\n$x", "x=" + m + "\n{ a[-9]=1; x=:; }\n$x", "x=" + m + "\n{ UID=1; x=:; }\n$x", "x=" + m + "\n{ PPID=1; x=:; }\n$x", "shopt -s compat42\nx=a; echo \"${x/a/'$(" + m + ")'}\"",
		"echo $(cat <<E\nx\nE)\n" + m + "\nE\n)", "echo $(cat <<'E'\nx\nE)\n" + m + "\nE\n)", "cat <<EOF\nhello\nEO\\\nF\n" + m + "\nEOF", "cat <<EOF\n\\\nEOF\n" + m + "\nEOF", "cat <<-EOF\n\thello\n\tEO\\\nF\n" + m + "\nEOF",
		"cat <<< $(" + m + ")", "> $(" + m + ")", "echo ${x:-$(" + m + ")}", "echo ${a[$(" + m + ")]}", "echo \\\n" + m, "echo a;" + m, "echo a&" + m, "echo a|" + m, "echo a||" + m, "false||" + m, "true&&" + m, "#" + "\n" + m, "echo '" + m + "'", "echo \"" + m + "\"", "echo " + m,
	}
}

// Sees reports whether an analysis accounts for a run of Marker: it shows the
// program, refuses the text, or says that something is unknown or code.
func (a *Analyzer) Sees(text string, w World) (bool, string, error) {
	return a.sees(Input{Text: text, Shell: true}, w)
}

// sees reports whether an analysis has foreseen that the marker runs, or has held the
// text anyhow, and what it said.
func (a *Analyzer) sees(in Input, w World) (bool, string, error) {
	out, err := a.Analyze(in, w)
	if err != nil {
		return true, "", err
	}
	seen := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode || e.Kind == pipeline.KindRun && strings.HasSuffix(e.Object, Marker)
	})
	if out.Argv != nil {
		return seen, "", nil
	}
	return seen, out.Script, nil
}

// SeesNested is Sees for a text that a shell gets as its -c: it runs as it
// stands, so nothing is rewritten first.
func (a *Analyzer) SeesNested(shell, text string, w World) (bool, error) {
	seen, _, err := a.sees(Input{Argv: []string{shell, "-c", text}}, w)
	return seen, err
}

// String describes an escape for people.
func (e Escape) String() string {
	return fmt.Sprintf("%s ran the marker although the analysis does not show it: %q (as judged: %q)", e.Shell, e.Text, e.Script)
}

// Escape is a text whose canonical form ran the marker unseen.
type Escape struct{ Shell, Text, Script string }
