package command

import (
	"regexp"
	"strings"
)

// A variable of options is harmless if each word of it is on a list for that
// variable: what sets sizes, switches and messages. Nothing that names a file
// with code, a program to start, a library to load or a port to open is on one.

// rustCodegen are options of rustc -C that name neither a program nor a file.
const rustCodegen = `(?:debuginfo|opt-level|target-cpu|target-feature|codegen-units|lto|panic|overflow-checks|debug-assertions|force-frame-pointers|instrument-coverage|strip|split-debuginfo|embed-bitcode|symbol-mangling-version|prefer-dynamic|tune-cpu)(?:=[\w.,+-]+)?|link-arg=-fuse-ld=(?:lld|mold|gold|bfd)|link-arg=-s`

const (
	lintName    = `[A-Za-z][\w:-]*`
	cfgName     = `[A-Za-z_]\w*`
	plainValue  = `[\w.,:+-]+`
	javaSize    = `[0-9]+[kKmMgG]?`
	warnAction  = `(?:error|ignore|default|always|module|once)`
	warnFilter  = warnAction + `(?:::[A-Za-z]*)?` // a category with a point in it would be imported
	javaSwitch  = `(?:Use\w+GC|UseStringDeduplication|UseCompressedOops|UseContainerSupport|TieredCompilation|ExitOnOutOfMemoryError|DisableExplicitGC|AlwaysPreTouch|ShowCodeDetailsInExceptionMessages)`
	javaSetting = `(?:TieredStopAtLevel|ReservedCodeCacheSize|InitialRAMPercentage|MinRAMPercentage|ActiveProcessorCount|MetaspaceSize|ParallelGCThreads|ConcGCThreads)`
	javaName    = `(?:file\.encoding|stdout\.encoding|sun\.stdout\.encoding|user\.timezone|user\.language|user\.country|java\.awt\.headless|java\.net\.preferIPv4Stack|spring\.profiles\.active|org\.gradle\.(?:daemon|parallel|caching|workers\.max|console)|style\.color|skipTests|maven\.test\.skip|kotlin\.incremental|kotlin\.compiler\.execution\.strategy|org\.slf4j\.simpleLogger\.\w+)`
)

// Options as one word (alone) or two (pair). Each expression is anchored at both ends,
// so that what is not listed is none: an option that nobody has read may load a plugin.
var (
	rustAlone   = regexp.MustCompile(`^(?:-C(?:` + rustCodegen + `)|--codegen=(?:` + rustCodegen + `)|-[DWAF]` + lintName + `|-g|-O|--cfg=` + cfgName + `|-Zsanitizer=\w+|--cap-lints=\w+)$`)
	rustPair    = regexp.MustCompile(`^(?:(?:-C|--codegen) (?:` + rustCodegen + `)|-[DWAF] ` + lintName + `|--cfg ` + cfgName + `|--cap-lints \w+)$`)
	nodeAlone   = regexp.MustCompile(`^--(?:max[-_]old[-_]space[-_]size=[0-9]+|max[-_]semi[-_]space[-_]size=[0-9]+|(?:no-|trace-|throw-|pending-)?(?:warnings|deprecation)|trace-uncaught|disable-warning=\w+|enable-source-maps|(?:no-)?experimental-(?:vm-modules|modules|strip-types|transform-types|fetch|json-modules|global-webcrypto|websocket|require-module|detect-module|sqlite|webstorage)|experimental-specifier-resolution=node|openssl-legacy-provider|unhandled-rejections=[a-z-]+|stack-trace-limit=[0-9]+|dns-result-order=\w+|preserve-symlinks|expose-gc|conditions=[\w-]+|test-reporter=(?:spec|tap|dot))$`)
	goAlone     = regexp.MustCompile(`^--?(?:mod=(?:mod|vendor|readonly)|tags=[\w,.!]+|(?:count|p|parallel|cpu|timeout|benchtime|run|bench|skip)=[\w.,]+|(?:ldflags=)?-[sw]|gcflags=(?:all=)?-[NlS]|race|msan|asan|v|x|a|n|json|short|failfast|cover|trimpath|work|modcacherw|(?:shuffle|covermode|vet|buildvcs)=\w+)$`)
	pytestAlone = regexp.MustCompile(`^(?:-[qvxslh]+|-n(?:auto|[0-9]+)|-r[a-zA-Z]+|--(?:tb|color|maxfail|durations|durations-min|timeout|numprocesses|dist|reruns|cov-report|verbosity|capture|show-capture|import-mode)=[\w.-]+|--cov(?:=[\w./]+)?|--no-cov|--(?:lf|ff|sw|nf|last-failed|failed-first|stepwise|exitfirst|quiet|verbose|strict-markers|strict-config|no-header|no-summary|disable-warnings|showlocals|runslow|cache-clear))$`)
	pytestPair  = regexp.MustCompile(`^(?:-[km] [\w.-]+|-n (?:auto|logical|[0-9]+)|-W ` + warnFilter + `|-p no:\w+|--tb \w+|--durations [0-9]+)$`)
	warnAlone   = regexp.MustCompile(`^` + warnFilter + `(?:,` + warnFilter + `)*$`)
	javaAlone   = regexp.MustCompile(`^(?:-Xm[sxn]` + javaSize + `|-Xss` + javaSize + `|-XX:Max\w+=` + plainValue + `|-XX:[+-]` + javaSwitch + `|-XX:` + javaSetting + `=[\w.]+|-ea|-da|-esa|-server|-client|--enable-preview|--enable-native-access=[\w.,-]+|--add-(?:opens|exports|reads|modules)=[\w./]+(?:=[\w.,-]+)?|-Xlog:gc|-D` + javaName + `(?:=` + plainValue + `)?|-Duser\.timezone=[\w/+-]+|-Dorg\.gradle\.jvmargs=-Xmx` + javaSize + `)$`)
	javaPair    = regexp.MustCompile(`^--add-(?:opens|exports) [\w./]+=[\w.,-]+$`)
	mavenAlone  = regexp.MustCompile(`^(?:-B|-q|-e|-o|-ntp|-T[0-9.]+C?|--batch-mode|--no-transfer-progress|--offline|--quiet|-D` + javaName + `(?:=` + plainValue + `)?)$`)
	linkAlone   = regexp.MustCompile(`^(?:-L(?:/usr/lib|/usr/local/lib|/opt/homebrew/lib)(?:/\w[\w.-]*)*|-l\w[\w.+-]*|-s|-w|-g|-O[0-3s]|-static|-pthread|-flto|-fsanitize=[\w,-]+|-fuse-ld=(?:lld|mold|gold|bfd)|-Wl,(?:--as-needed|--gc-sections|-z,\w+|-O1|--no-undefined)|--coverage)$`)
	linkPair    = regexp.MustCompile(`^-X [\w./-]+=[\w.:+-]+$`)
	// In Ruby and Perl a word may hold several options: -W0 may go on with -r.
	rubyAlone  = regexp.MustCompile(`^(?:-w|-W[0-2]?|-W:(?:no-)?[a-z_]+|--(?:yjit|jit)|--(?:enable|disable)[-=](?:frozen-string-literal|yjit|did_you_mean|error_highlight))$`)
	perlAlone  = regexp.MustCompile(`^(?:-[wW]|-MDevel::Cover(?:=-silent,1)?|-Mstrict|-Mwarnings)$`) // the folder is where Perl looks last, or not at all
	pagerAlone = regexp.MustCompile(`^(?:-?[RFXSiIMNqKreE]+|--(?:RAW-CONTROL-CHARS|quit-if-one-screen|no-init|chop-long-lines|ignore-case))$`)
	otherAlone = regexp.MustCompile(`^(?:-(?:i|s|w|q|x|v|vv)|--colou?r(?:=\w+)?|--no-warnings|-no-color|-input=false|ignore|error|default)$`)
	makeAlone  = regexp.MustCompile(`^(?:-?(?:j[0-9]*|[kswniBrR]+)|-O|-l[0-9.]+|--(?:jobs(?:=[0-9]+)?|output-sync(?:=\w+)?|no-print-directory|silent|quiet|keep-going|no-builtin-rules|no-builtin-variables|warn-undefined-variables))$`)
	specAlone  = regexp.MustCompile(`^(?:--(?:order=?(?:defined|rand|random(?::[0-9]+)?)|seed=[0-9]+|format=(?:progress|documentation|failures|json|[pdfj])|(?:no-)?fail-fast(?:=[0-9]+)?|(?:no-)?profile|backtrace|warnings|(?:force-|no-)?colou?r|only-failures|next-failure|dry-run|tag=~?\w+(?::\w+)?)|-[bcwpX]|-f[pdfj])$`)
	specPair   = regexp.MustCompile(`^(?:--order (?:defined|rand|random(?::[0-9]+)?)|--seed [0-9]+|(?:--format|-f) (?:progress|documentation|failures|json|[pdfj])|(?:--tag|-t) ~?\w+(?::\w+)?|--profile [0-9]+)$`)
	erlAlone   = regexp.MustCompile(`^(?:\+(?:fnu|fna|fnl|fnui|fnue|K|sbwt|sbwtdcpu|sbwtdio|S[0-9:]+|A[0-9]+|P[0-9]+|pc|hms)|-noshell|-noinput|true|false|none|unicode|latin1)$`)
	erlPair    = regexp.MustCompile(`^(?:\+(?:S [0-9:]+|SDcpu [0-9:]+|SDio [0-9]+|A [0-9]+|P [0-9]+|Q [0-9]+|K (?:true|false)|pc (?:unicode|latin1)|sbwt\w* \w+)|-kernel shell_history|enabled|disabled)$`)
	plotAlone  = regexp.MustCompile(`^(?i:agg|svg|pdf|ps|cairo|template|tkagg|qtagg|qt5agg|gtk3agg|gtk4agg|wxagg|macosx|webagg|nbagg|inline)$`) // module://NAME is imported
	noPair     = regexp.MustCompile(`^$`)
)

// flagsOf are what words of a variable may be, alone and with the next one.
func flagsOf(name string) (alone, pair *regexp.Regexp) {
	switch name {
	case "RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_RUSTDOCFLAGS":
		return rustAlone, rustPair
	case "NODE_OPTIONS":
		return nodeAlone, noPair
	case "GOFLAGS":
		return goAlone, noPair
	case "PYTEST_ADDOPTS":
		return pytestAlone, pytestPair
	case "PYTHONWARNINGS":
		return warnAlone, noPair
	case "JAVA_OPTS", "MAVEN_OPTS", "GRADLE_OPTS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "SBT_OPTS", "ANT_OPTS", "LEIN_JVM_OPTS", "JVM_OPTS", "PLANTUML_JAVAOPTS":
		return javaAlone, javaPair
	case "MAVEN_ARGS":
		return mavenAlone, noPair
	case "MPLBACKEND":
		return plotAlone, noPair
	case "LDFLAGS":
		return linkAlone, linkPair
	case "LESS", "MORE":
		return pagerAlone, noPair
	case "RUBYOPT":
		return rubyAlone, noPair
	case "PERL5OPT":
		return perlAlone, noPair
	case "MAKEFLAGS", "GNUMAKEFLAGS":
		return makeAlone, noPair
	case "SPEC_OPTS":
		return specAlone, specPair
	case "ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS", "ELIXIR_ERL_OPTIONS":
		return erlAlone, erlPair
	}
	return otherAlone, noPair
}

// harmlessFlags reports whether all words of a variable's value are on its list.
func harmlessFlags(name, value string) bool {
	alone, pair := flagsOf(name)
	switch name {
	case "PYTEST_ADDOPTS":
		value = quotedExpressions.ReplaceAllString(value, " $1 x ")
	case "CARGO_ENCODED_RUSTFLAGS":
		value = strings.ReplaceAll(value, "\x1f", " ")
	}
	words := strings.Fields(value)
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && pair.MatchString(words[i]+" "+words[i+1]) {
			i++
		} else if !alone.MatchString(words[i]) {
			return false
		}
	}
	return true
}

// quotedExpressions are what pytest -k and -m are given: "a and not b".
var quotedExpressions = regexp.MustCompile(`(-[km])[ =]?(?:'[A-Za-z_][\w ]*'|"[A-Za-z_][\w ]*")`)
