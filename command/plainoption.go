package command

import (
	"slices"
	"strings"
)

// plainOptions reports whether no option changes what code means, or brings
// more of it.
func (v *visit) plainOptions() bool {
	if v.ruby() {
		return v.plainRuby()
	}
	plain := "-b -B -d -E -I -O -OO -P -q -s -u -v -c -W -X"
	switch unversioned(v.name) {
	case "tsx", "ts-node":
		plain = "-e --eval -p --print -T --transpile-only --transpileOnly --esm --swc --no-cache --clear-screen --no-warnings --files -H --prefer-ts-exts --skipProject --enable-source-maps"
	case "node", "nodejs", "bun", "deno":
		plain = "-e --eval -p --print --no-warnings --trace-warnings --trace-deprecation --enable-source-maps --input-type --expose-gc --expose_gc --max-old-space-size --stack-size --stack-trace-limit --unhandled-rejections --trace-uncaught --no-deprecation --dns-result-order --disable-warning --use-strict --test --trace-gc --experimental-strip-types --experimental-transform-types --cpu-prof --cpu-prof-dir --cpu-prof-interval --heap-prof --heap-prof-dir --heap-prof-interval --prof --pending-deprecation --throw-deprecation --trace-sync-io --trace-exit --max-semi-space-size --experimental-sqlite --experimental-websocket --experimental-vm-modules --experimental-json-modules --experimental-import-meta-resolve --experimental-require-module --experimental-detect-module --permission --test-name-pattern --test-skip-pattern --test-timeout --test-concurrency --test-only --test-force-exit --experimental-test-coverage"
	case "php":
		plain = "-r --run -n -q -d --define"
	case "ipython":
		plain = "-c --no-banner --no-confirm-exit --quick --quiet --simple-prompt --no-simple-prompt --nosep --classic --colors --no-term-title"
	case "julia":
		return v.juliaOptions()
	case "jshell":
		plain = "-s -q -v --enable-preview --feedback --execution"
	case "duckdb":
		return true // its entry names all that there are
	case "gnuplot":
		plain = "-e -p -persist --persist -s --slow -d --default-settings -noend"
	case "Rscript", "R":
		plain = "-e -q -s --quiet --silent --slave --no-echo --vanilla --no-save --no-restore --no-init-file --no-environ --no-site-file --no-timing --encoding=UTF-8"
	}
	if v.spec.Lenient && !v.onlyOptions(strings.Fields(plain)) {
		return false
	}
	for _, o := range v.options {
		if !slices.Contains(strings.Fields(plain), o) {
			return false
		}
	}
	for _, a := range v.args {
		if a.option == "--input-type" && !inputType(a.field.text) {
			return false
		}
		if a.option != "-W" && a.option != "-X" {
			continue
		}
		if a.option == "-W" && !plainWarning(a.field.text) || a.option == "-X" && !plainPythonX(a.field.text) {
			return false
		}
		if !a.field.exact() {
			return false
		}
	}
	return true
}

// onlyOptions reports whether every word before the operands is one of the
// options, or a program in an argument: an entry that takes any option does not
// keep those that it does not name.
func (v *visit) onlyOptions(plain []string) bool {
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		switch {
		case !f.exact():
			return false
		case len(v.operands) > 0 && f.span == v.operands[0].span && f.text == v.operands[0].text, f.text == "-" && v.name != "R":
			return true
		case !slices.Contains(plain, f.text):
			return false
		case f.text == "-e" || f.text == "--eval":
			i++
		case f.text == "--feedback" || f.text == "--execution":
			if i++; i >= len(v.fields) || !v.fields[i].exact() || !slices.Contains([]string{"local", "silent", "normal", "concise", "verbose"}, v.fields[i].text) {
				return false
			}
		}
	}
	return true
}
