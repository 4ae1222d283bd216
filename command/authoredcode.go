package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
	"passepartout/pipeline"
)

// authoredCode looks into a program or a test that a command writes and then
// has built or tested: for what it gives to a shell, deletes, writes, reads or
// reaches with constant words.
//
// Limit: like codeText it reads words and string constants, not the language.
func (v *visit) authoredCode(text string, w pipeline.Effect, depth int) {
	if len(text) > MaxText || depth > 1 || !v.r.spend(len(text)/8) { // a statement may write dozens of files
		return
	}
	if depth == 0 {
		text = plainNames(text)
		v.generates(text, w)
		v.rulesOfCommands(text, w)
	}
	squeezed := strings.Join(strings.Fields(withoutConstants(text)), "")
	if forksForEver(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "endless loop that forks", By: v.name, Mark: catalogue.MarkForkBomb, Span: w.Span})
	}
	if killsAllProcesses(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSignal, Object: "-1", Certain: true, By: v.name, Mark: catalogue.MarkKillAll, Span: w.Span})
	}
	v.spelledDevices(plainCode(text), squeezed, w.Span)
	if runsWhatIsHidden(squeezed) || deletesHome(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: w.By, Span: w.Span})
	}
	mocked := containsAny(text, "mock", "Mock", "respx", "responses", "nock(", "msw", "vcr", "VCR", "webmock", "WebMock", "stub", "httptest", "wiremock", "WireMock", "intercept", "monkeypatch", "patch(")
	rest := text
	for _, c := range placedCalls(text) {
		before := rest[:c.at]
		first := c.args[0]
		for _, arg := range c.args { // code that code writes
			if strings.Contains(arg, "(") && strings.ContainsAny(arg, "\"'`") {
				v.authoredCode(arg, w, depth+1)
			}
		}
		switch {
		case startsProgram(c.name, before):
			v.authoredCall(c, before, text, w)
		case c.name == "" && strings.HasPrefix(strings.TrimLeft(rest[c.end:], " "), ".execute("): // Groovy
			v.spells(first, w.Span, func(pipeline.Effect) bool { return true })
		case !mocked && reaches(c.name, before) && strings.Contains(first, "://") && !exampleHost(first):
			v.network(catalogue.ActURL, field{text: first, span: w.Span}, "")
		case outside(first):
			v.authoredPath(c, before, field{text: strings.Replace(first, "~", v.r.w.Home, 1), span: w.Span})
		case strings.HasPrefix(first, ".") && containsAny(before[max(0, len(before)-80):], "home()", "homedir()", "Home()", "HOME", "UserHomeDir", "user.home", "home_dir") && v.r.w.Home != "":
			v.authoredPath(c, before, field{text: v.r.w.Home + "/" + first, span: w.Span})
		}
	}
}

// maxSpelled bounds the calls of one command whose words are read as a shell would.
// Code with more of them has not been looked at.
const maxSpelled = 512

// authoredCall judges the words of a call that starts a program. A function run
// of nobody knows whom may as well be the one that is tested, or ask a judge: what
// it would ruin is unknown then, not certain.
func (v *visit) authoredCall(c placedCall, before, text string, w pipeline.Effect) {
	if v.r.spelled++; v.r.spelled > maxSpelled {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: w.By, Span: w.Span})
		return
	}
	owner := strings.TrimSuffix(strings.TrimRight(before, " \t\n([{"), c.name)
	perhaps := false
	unsure := ownName(c.name) && !strings.HasSuffix(owner, ".") && !startsPrograms(v.name, text)
	// Words that are not known may make another command of it.
	keep := func(e pipeline.Effect) bool {
		kept := c.whole || e.Kind == pipeline.KindDelete || e.Kind == pipeline.KindRead || e.Kind == pipeline.KindCode || e.Kind == pipeline.KindSecret
		if kept && unsure && ruinous(&e) && !strings.HasPrefix(e.Object, v.r.w.Dir+"/") {
			perhaps = true
			return false
		}
		return kept
	}
	v.spells(strings.Join(c.args, " "), w.Span, keep)
	if len(c.args) > 1 { // sh -c TEXT; of another program it may be data
		unsure = unsure || !slices.ContainsFunc(c.args[:len(c.args)-1], func(arg string) bool { return isShell(nameIn(arg)) || arg == "-c" || nameIn(arg) == "zsh" })
		v.spells(c.args[len(c.args)-1], w.Span, keep)
	}
	if perhaps {
		v.r.unknown("perhaps runs "+clip(strings.Join(c.args, " ")), v.name, w.Span)
	}
}

// generates judges what a Go file asks go generate to run, if that is asked for.
func (v *visit) generates(text string, w pipeline.Effect) {
	if !strings.Contains(text, "//go:generate ") || !slices.ContainsFunc(v.r.commands, func(c Command) bool {
		return c.Name == "go" && len(c.Argv) > 1 && c.Argv[1].Text == "generate"
	}) {
		return
	}
	for line := range strings.Lines(text) {
		if _, command, ok := strings.Cut(line, "//go:generate "); ok { // behind the words of an editor, too
			command, _, _ = strings.Cut(command, `\n`)
			v.spells(strings.TrimSpace(command), w.Span, func(pipeline.Effect) bool { return true })
		}
	}
}

// rulesOfCommands judges the texts of a file of rules in Python, which its tool gives to a
// shell: shell: "…" of Snakemake, 'actions': […] of doit. Whatever has two words may be one.
func (v *visit) rulesOfCommands(text string, w pipeline.Effect) {
	switch base := path.Base(w.Object); {
	case base == "dodo.py", strings.EqualFold(base, "snakefile"), path.Ext(base) == ".smk":
	default:
		return
	}
	for _, c := range outward.Constants(text) {
		for line := range strings.Lines(c) {
			if line = strings.TrimSpace(line); strings.Contains(line, " ") && v.r.spend(fewestSteps) {
				v.spells(line, w.Span, func(pipeline.Effect) bool { return true })
			}
		}
	}
}

// authoredPath states what a call does with a path outside.
func (v *visit) authoredPath(c placedCall, before string, f field) {
	name := c.name
	for range 4 { // a delete of what expanduser makes of a word
		if !wrapsPath(name) {
			break
		}
		at := strings.LastIndex(before, name)
		before = strings.TrimRight(before[:max(at, 0)], " \t(")
		for strings.HasSuffix(before, ".") {
			before = strings.TrimSuffix(before, ".")
			before = strings.TrimSuffix(before, callName(before))
		}
		name = callName(before)
	}
	after := codeCall{name, c.args}
	switch {
	case deletes(name):
		v.r.path(v.sc, f, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
	case writesTo(codeCall{name, append([]string{f.text}, c.args[1:]...)}) != "":
		v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
	case opens(after.name), secretPlace(f.text):
		v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
	}
}

// placedCall is a call of a code and where its first constant stands.
type placedCall struct {
	codeCall
	at, end int
	whole   bool // all of its arguments are constants
}

// placedCalls is codeCalls with the places, and with constants that no name
// stands before. What a chain of calls adds belongs to the first:
// Command::new("a").arg("b").
func placedCalls(text string) []placedCall {
	var out []placedCall
	more := false
	var open unclosed
	for i := 0; i < len(text); i++ {
		q := text[i]
		if q != '"' && q != '\'' && q != '`' {
			continue
		}
		if open.before(q, i) {
			more = false
			continue
		}
		end := i + 1
		for end < len(text) && text[end] != q && (q == '`' || text[end] != '\n') {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(text) || text[end] != q {
			open.note(q, end)
			more = false
			continue // an apostrophe
		}
		constant := unescapedQuotes(text[i+1 : end])
		next, whole := following(text, end+1)
		switch {
		case more:
			last := &out[len(out)-1]
			last.args, last.whole = append(last.args, constant), whole
		case constant != "":
			name := callName(text[:i])
			if name == "" && q == '`' {
				name = "system"
			}
			out = append(out, placedCall{codeCall{name, []string{constant}}, i, end + 1, whole})
		default:
			next = 0
		}
		if i, more = end, next > 0; more {
			i = next - 1
		}
	}
	return out
}

// unclosed remembers up to where the end of a constant was looked for in vain, for each
// kind of quotes. A quote before that is not closed either: it stands behind a backslash,
// and what follows it is read alike. Else a text of such quotes would be read once for
// each of them.
type unclosed [128]int

// note remembers up to where the end of a constant was looked for in vain.
func (u *unclosed) note(quote byte, upTo int) { u[quote&127] = upTo }

// before reports whether a place lies before that.
func (u *unclosed) before(quote byte, at int) bool { return at < u[quote&127] }

// unescapedQuotes is a constant without the backslashes before quotes.
func unescapedQuotes(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return quoteEscapes.Replace(s)
}

//nolint:gochecknoglobals // made once, for it costs more than to use it
var quoteEscapes = strings.NewReplacer(`\"`, `"`, `\'`, `'`, `\\`, `\`)

// following finds the next constant of a call behind one that ends, and whether
// the call is whole where there is none.
func following(text string, at int) (next int, whole bool) {
	rest := strings.TrimLeft(text[at:], " \t\n")
	if r, ok := strings.CutPrefix(rest, ","); ok {
		rest = strings.TrimLeft(r, " \t\n&[")
		if rest != "" && strings.IndexByte("\"'`", rest[0]) >= 0 {
			return len(text) - len(rest), false
		}
		return 0, rest != "" && strings.IndexByte(")]}", rest[0]) >= 0 || options(rest)
	}
	chain := strings.TrimLeft(rest, ")] \t\n")
	for _, name := range [...]string{".args(", ".arg("} {
		if r, ok := strings.CutPrefix(chain, name); ok {
			r = strings.TrimLeft(r, " \t\n&[")
			if r != "" && strings.IndexByte("\"'`", r[0]) >= 0 {
				return len(text) - len(r), false
			}
			return 0, false
		}
	}
	// In a list the call may go on behind it, but only with options.
	return 0, rest == "" || strings.IndexByte(")]};", rest[0]) >= 0 || chain != rest
}

// options reports whether a call goes on with named arguments only.
func options(rest string) bool {
	name := strings.TrimLeft(rest, lowerSet+"_")
	return name != rest && strings.HasPrefix(strings.TrimLeft(name, " "), "=") || strings.HasPrefix(rest, "{")
}

// startsProgram reports whether a call of that name starts a program.
func startsProgram(name, before string) bool {
	switch name {
	case "run", "call", "execute", "Command", "exec", "eval":
		// Methods of other things have these names as well.
		owner := strings.TrimSuffix(strings.TrimRight(before, " \t\n([{"), name)
		return !strings.HasSuffix(owner, ".") || containsAny(owner[max(0, len(owner)-16):], "subprocess.", "exec.", "cp.", "child_process.", "sp.", "Process.", "process.", "Runtime", "getRuntime()", "os.", "Kernel.", "shell.")
	case "new":
		return strings.HasSuffix(strings.TrimRight(before, " \t\n("), "Command::new")
	case "commandLine", "ProcessBuilder", "execa", "cmd", "shell", "Start", "CommandContext", "StartProcess", "pexpect", "spawnv", "posix_spawnp", "WinExec", "ShellExecute":
		return true
	}
	return runsText(name)
}

// reaches reports whether a call of that name and owner is one of a library
// that talks to others.
func reaches(name, before string) bool {
	switch name {
	case "urlopen", "fetch", "urlretrieve", "curl_init", "wget", "curl", "download":
		return true
	case "get", "post", "put", "patch", "request", "Get", "Post", "PostForm", "NewRequest", "open", "Request", "head", "delete", "GetAsync", "PostAsync", "start":
		owner := strings.TrimSuffix(strings.TrimRight(before, " \t\n([{"), name)
		return containsAny(owner[max(0, len(owner)-16):], "requests.", "httpx.", "axios.", "got.", "https.", "http.", "urllib.request.", "reqwest::", "HTTParty.", "Faraday.", "URI.", "HTTPoison.", "ureq::")
	}
	return false
}

// exampleHost reports whether a URL names this machine, or a host that nobody has (RFC 2606).
func exampleHost(url string) bool {
	_, host, _ := strings.Cut(url, "://")
	host, _, _ = strings.Cut(host, "/")
	host, _, _ = strings.Cut(host, "?")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	name, _, _ := strings.Cut(host, ":")
	for _, end := range [...]string{"localhost", "127.0.0.1", "0.0.0.0", "[", "example.com", "example.org", "example.net", ".example", ".test", ".invalid", ".localhost", "testserver"} {
		if name == strings.TrimPrefix(end, ".") || strings.HasSuffix(name, end) && (end[0] == '.' || strings.HasSuffix(name, "."+end)) {
			return true
		}
	}
	return host == "" || host[0] == '['
}

// outside reports whether a constant looks like a path that may leave the workspace.
func outside(s string) bool {
	return (s[0] == '/' || s == "~" || strings.HasPrefix(s, "~/")) && len(s) < 256 && !strings.ContainsAny(s, " \n*?{<>") && !strings.HasPrefix(s, "//")
}

// secretPlace reports whether a path leads to where secrets of a user or of the machine
// lie. It does not decide what is secret, package zone does when the effect is judged.
// It only says for which paths a call with a name that nobody knows counts as one that
// reads, and goes by beginnings (.ssh-old, .npmrc.bak) so as to state a read too many
// rather than one too few. The home of the user stands in the path by then.
func secretPlace(p string) bool {
	return containsAny(p, "/.ssh", "/.aws", "/.gnupg", "/.kube", "/.docker", "/.netrc", "/.pgpass", "/.config/gh", "/.config/gcloud", "/.npmrc", "/.pypirc", "/.git-credentials", "/.azure", "/etc/shadow", "/etc/gshadow", "/.bash_history", "/.vault-token", "/.cargo/credentials")
}

// wrapsPath names functions that give their argument back as a path.
func wrapsPath(name string) bool {
	switch name {
	case "expanduser", "Path", "join", "resolve", "abspath", "realpath", "PathBuf", "expand_path", "expand", "File", "normpath", "PurePath", "Paths", "get", "of", "from", "String", "str", "f", "r", "b":
		return true
	}
	return false
}

// opens names functions that read a file.
func opens(name string) bool {
	switch name {
	case "open", "fopen", "read", "readFile", "readFileSync", "read_text", "read_to_string", "ReadFile", "Open", "file_get_contents", "readlines", "slurp", "readAllBytes", "readString", "readAllLines", "createReadStream", "FileReader", "FileInputStream", "copy", "copyfile", "copyFileSync", "include", "require", "load":
		return true
	}
	return false
}

// runsWhatIsHidden reports whether code decodes something and runs something.
func runsWhatIsHidden(squeezed string) bool {
	return containsAny(squeezed, "b64decode", "decode64", "base64_decode", "fromCharCode", "unhexlify", "atob(", "fromhex(", "'base64')", "marshal.loads", "urlopen(", "rot13", "zlib.decompress(") &&
		containsAny(squeezed, "exec(", "eval(", "system(", "newFunction(", "popen(", "execSync(", "spawn(", "subprocess.", "__import__(", "instance_eval", "passthru(", "shell_exec(")
}

// deletesHome reports whether code deletes the home folder by a call for it.
func deletesHome(squeezed string) bool {
	for _, name := range [...]string{"rmtree(", "rm_rf(", "rmSync(", "RemoveAll(", "remove_dir_all(", "rimraf(", "removeSync(", "deleteDirectory(", "rm_r("} {
		_, rest, ok := strings.Cut(squeezed, name)
		if ok && containsAny(rest[:min(len(rest), 48)], "home()", "homedir()", "Home()", "HOME", "UserHomeDir", "user.home", "home_dir(", "expanduser(") {
			return true
		}
	}
	return false
}

// containsAny reports whether a text holds one of some words.
func containsAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
