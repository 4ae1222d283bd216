package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// doing are words of programs that start others, ask hosts or run texts, in any language.
func doing() *needle.Regexp {
	return compiled(`(?i)rmtree|rm_?sync|rm_r|RemoveAll|remove_dir_all|rimraf|removeSync|\blocal\w*\s*\(|\bsystem\b|exec|spawn|popen|subprocess|Command|eval|\x60|%x|\bsh\b\s*\(|\brun\w*\s*\(|shell\b|Process|fetch|urlopen|request|https?\.|socket|Function\s*\(|connect|curl_|\bcmd\s*=|genrule|file_get_contents|URI\.open|go:generate`)
}

// mayHarm reports whether harmful may find anything in a text. It is cheap.
func mayHarm(text string) bool {
	return containsAny(text, "://", "curl", "wget", "/dev/tcp", "/dev/udp", "base64", "b64", "atob", "bash -i", "sh -i", "nc ", "ncat", "socat", "xmrig", "stratum", "openssl", "xxd", "fromCharCode", "fromhex", "decompress", "unpack", "$_", "req.", "request.", "params[", "inflate", "eval", "install", "onnect", "Dial", "fsockopen", "TCPSocket", "ome", "HOME", "ssh", "scp", "rsync", "file_get_contents")
}

// harmful finds what a text gives a shell, sends away or evaluates.
func harmful(file, text string, spend func(steps int) bool) string {
	if !mayHarm(text) {
		return ""
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), `\n`, "\n")
	text = strings.NewReplacer(`\"`, `"`, `\'`, `'`, `\u0027`, `'`, `\u0022`, `"`, `\u0026`, "&", `\u003e`, ">", `\u003c`, "<").Replace(text)
	if Program(file) && !doing().MatchString(text) {
		return "" // what it names it does not do: a list of what a judge has to deny
	}
	s := served{text: text, values: make(map[string][]string)}
	for _, line := range wholeLines(text) {
		if !mayHarm(line) {
			continue
		}
		if !spend(4 + len(line)) {
			return ""
		}
		if word := s.harms(line); word != "" {
			return word
		}
		for _, order := range separate(line) {
			if word := s.hands(order); word != "" {
				return word
			}
		}
	}
	if word := shells(file, text); word != "" {
		return word
	}
	return s.evaluatesFetched(file)
}

// shells finds a program that gives a shell to whoever it connects to, or deletes a home.
func shells(file, text string) string {
	if !Program(file) {
		return ""
	}
	if word := deletesAHome().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	if word := startsAsked(text); word != "" {
		return word
	}
	if shellConstant().MatchString(text) && connectsOut().MatchString(text) && joinsStreams().MatchString(text) {
		return "gives a shell to " + strings.TrimSpace(connectsOut().FindString(text))
	}
	return ""
}

// shellConstant is a shell as a program is told to start it.
func shellConstant() *needle.Regexp {
	return compiled("[\"'`](?:/usr)?(?:/bin/)?(?:ba|z|da)?sh(?:\\s+-i[^\"'`]*)?[\"'`]")
}

// connectsOut opens a connection.
func connectsOut() *needle.Regexp {
	return compiled(`\.connect\s*\(|\bDial\w*\s*\(|\bfsockopen\s*\(|\bTCPSocket\b|\bcreateConnection\s*\(|\bcreate_connection\s*\(|TcpStream::connect|IO::Socket|new Socket\s*\(`)
}

// joinsStreams gives a program's streams to something else.
func joinsStreams() *needle.Regexp {
	return compiled(`\bdup2?\s*\(|\bpty\.spawn\b|\.pipe\s*\(\s*\w+\.stdin|\.Stdin\s*=|proc_open|from_raw_fd|>&%d|\bstdin\s*=\s*\w*s(?:ock)?\b`)
}

// deletesAHome deletes all of a home, and not a folder in it.
func deletesAHome() *needle.Regexp {
	return compiled(`\brmtree\s*\(\s*(?:(?:pathlib\.)?Path\.home\(\)|os\.path\.expanduser\(\s*["']~/?["']\s*\)|os\.environ\[["']HOME["']\])\s*[,)]|\b(?:rmSync|removeSync|rimraf\w*|emptyDirSync|rm)\s*\(\s*(?:(?:require\(\s*["'](?:node:)?os["']\s*\)|os)\.homedir\(\)|homedir\(\)|process\.env\.HOME)\s*[,)]|\brm_rf?\s*\(?\s*(?:Dir\.home|ENV\[["']HOME["']\])\s*(?:[,)\n]|$)|\b(?:rmSync|removeSync|rimraf\w*)\s*\(\s*(?:(?:require\(\s*[\x22'](?:node:)?os[\x22']\s*\)|os)\.)?homedir\(\)\s*\+\s*[\x22']/[A-Za-z]|\brmtree\s*\(\s*os\.path\.expanduser\(\s*[\x22']~/[A-Za-z]|RemoveAll\(\s*os\.Getenv\("HOME"\)\s*\)|remove_dir_all\(\s*(?:std::)?env::var\("HOME"\)`)
}

// harms finds what a line gives a shell that the network or an encoding hides, and what
// opens the machine to others.
func (s *served) harms(line string) string {
	if word := backdoor().FindString(line); word != "" {
		return strings.TrimSpace(word)
	}
	if containsAny(line, "decode", "base64", "atob", "CharCode", "hex", "unpack", "rot", "compress", "inflate", "$_", "req", "params", "ctx.", "(c.", "(r.", " r.", " c.") {
		if word := evaluatedHidden().FindString(line) + evaluatedAsked().FindString(line); word != "" {
			return word
		}
	}
	if !mayBring(line) { // nothing of the rest is without
		return ""
	}
	piped, asked, handed := pipedShell().FindAllStringSubmatchIndex(line, -1), substituted().FindAllStringSubmatch(line, -1), handedOn().FindStringIndex(line)
	evaluates := containsAny(line, evaluatorWords[:]...)
	if len(piped)+len(asked)+len(handed) == 0 && !evaluates || !s.brings(line) { // most lines that fetch do no more
		return ""
	}
	for _, m := range piped {
		before := line[:m[0]]
		if !s.brings(before) || s.installs(before) {
			continue
		}
		if told := strings.TrimSpace(line[m[2]:m[3]]); readsProgram(line[m[0]:m[2]], told) {
			return strings.TrimSpace(before[max(0, len(before)-40):] + line[m[0]:m[3]])
		}
	}
	for _, m := range asked {
		inner := strings.Join(m[1:], "")
		if s.brings(inner) && !s.installs(inner) && !producing().MatchString(enclosed(inner)) {
			return strings.TrimSpace(m[0])
		}
	}
	if m := handed; len(m) == 2 && s.brings(line[:m[0]]) && !s.installs(line[:m[0]]) {
		return strings.TrimSpace(line[m[0]:m[1]])
	}
	if !evaluates {
		return ""
	}
	if word := evaluatedReply().FindString(line); word != "" && !s.installs(line) {
		return word
	}
	return ""
}

// brings reports whether a text fetches something, or decodes what nobody can read.
func (s *served) brings(text string) bool {
	if !mayBring(text) {
		return false // most lines, which cost little that way
	}
	return fetching().MatchString(text) || decodes64().MatchString(text) && (encoded().MatchString(text) || strings.Contains(text, "$"))
}

// mayBring reports whether a text may be one that brings something. It is cheap.
func mayBring(text string) bool {
	return containsAny(text, "curl", "wget", "aria2c", "iwr", "irm", "WebRequest", "http", "HTTP", "xh", "etch", "lynx", "GET", "nc", "netcat", "url", "open-uri", "URI.open", "file_get", "LWP", "requests.get", "64", "base", "openssl", "xxd", "atob")
}

// fetching are programs and calls that bring a text from elsewhere.
func fetching() *needle.Regexp {
	return compiled("(?:^|[\\s;&|(\"'`/{@=,:>[!-])(?:curl|wget|aria2c|iwr|irm|Invoke-WebRequest|http|xh|fetch|lynx|GET|nc|ncat|netcat)\\s|\\brequire\\([\x22\x27]https?[\x22\x27]\\)\\.(?:get|request)|\\b(?:urlopen|requests\\.get|fetch|https?\\.get|urlretrieve|open-uri|URI\\.open|file_get_contents|LWP::Simple|HTTP\\.get|Net::HTTP|urllib)\\b")
}

// evaluatorWords are in whatever evaluatedReply finds. Most lines that fetch have none.
var evaluatorWords = [...]string{"eval", "exec", "Function", "system", "popen", "runIn", "subprocess", "assert", "include", "require"}

// evaluatedReply gives what came from elsewhere to an evaluator.
func evaluatedReply() *needle.Regexp {
	return compiled(`\.then\(\s*(?:eval|Function|exec)\b|\.then\([^\n]*\b(?:eval|new Function|vm\.runIn\w+)\s*\(|(?:^|[^\w.$])(?:exec|eval|system|popen|execSync|Function|subprocess\.\w+|os\.system|instance_eval)\s*\([^\n]*(?:urlopen|requests\.|b64decode|fetch\(|https?\.get|atob|decompress|\.openStream|base64)|(?:urlopen|requests\.get|b64decode|fetch\(|https?['"]?\)?\.get|atob)[^\n]*[^\w.$](?:exec|eval|execSync|Function)\s*\(|\b(?:eval|instance_eval|class_eval|exec)[\s(]+(?:Net::HTTP|URI|open\b|HTTP|Faraday|RestClient)|\b(?:eval|assert|include|require)(?:_once)?[\s(\x22'?>.]*@?(?:file_get_contents|fopen|curl_exec|stream_get_contents)\s*\(\s*(?:["']https?:|chr\(|\$|["']\w{1,8}["']\s*\.|base64|strrev)`)
}

// evaluatedHidden gives an evaluator a text that nobody can read.
func evaluatedHidden() *needle.Regexp {
	return compiled(`(?:^|[^\w.$])(?:exec|eval|execSync|execFileSync|spawnSync|system|popen|Function|instance_eval|(?:cp|child_process|os|vm|subprocess|marshal|pickle)\.\w+|compile|loadstring|assert)\s*\(?[^\n;]*(?:b(?:64|32|16|85)decode\w*\(|decode64|base64_decode|['"]base64['"]\s*\)|\batob\(|fromCharCode|unhexlify|fromhex\(|\.unpack1?\(["']m|rot_?13|decompress\(|gzinflate|gzuncompress|str_rot13|hex2bin)`)
}

// evaluatedAsked gives an evaluator, or a shell, what a visitor of a site says.
func evaluatedAsked() *needle.Regexp {
	return compiled(`(?:^|[^\w.$>])(?:@?eval|@?assert|@?system|@?exec|@?passthru|@?shell_exec|@?popen|@?proc_open|include|require|create_function)\s*\(?\s*(?:\w+\()?\$_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES)|\b(?:exec|execSync|eval|spawn|spawnSync|Function|runIn\w+)\s*\(\s*(?:req|request|ctx|c)\.(?:query|body|params|headers|req)\b|\b(?:os\.system|os\.popen|subprocess\.\w+|eval|exec)\s*\(\s*(?:request|req|self\.request)\.(?:args|form|values|json|data|GET|POST|params|query|headers|get_json)|\b(?:system|eval|exec|instance_eval)\s*\(?\s*params\[|exec\.Command\(\s*"(?:ba|z)?sh"\s*,\s*"-c"\s*,\s*(?:r|req|c)\.`)
}

// backdoor opens the machine to others, or has it work for them.
func backdoor() *needle.Regexp {
	return compiled(`\b(?:ba|z|da|k)?sh\s+-i\s*(?:>&|<&|0?<|>|2>)|\bexec\s+\d*<>\s*/dev/tcp/|\bxmrig\b|stratum\+(?:tcp|ssl)|\bn(?:c|cat|etcat)\b[^\n]*\s-\w*[ec]\s*["']?/?(?:usr/)?(?:bin/)?(?:ba|z)?sh\b|\bsocat\b[^\n]*\bexec:|\bsocat\b[^\n]*\bEXEC:|\bmkfifo\b[^\n]*\bn(?:c|cat|etcat)\s|(?:\.local/bin|~/bin|HOME[)}]?/bin)/(?:git|sudo|ssh|npm|npx|node|python3?|pip3?|ls|cat|bash|sh|curl|kubectl|docker|go|cargo|make|gh|aws)(?:\s|["']|$)`)
}

// hands finds what one command sends to a host, or fetches and runs.
func (s *served) hands(order string) string {
	if word := sendsKeys(order); word != "" {
		return word
	}
	if containsAny(order, "ssh", "scp", "rsync", "sftp", "push") {
		if word := carriesOut(order); word != "" {
			return word
		}
	}
	if strings.Contains(order, "|") && sendsInput().MatchString(order) {
		if known, strange := s.hosts(order); strange && !known {
			return "sends " + strings.TrimSpace(order[:min(len(order), 60)])
		}
	}
	return s.fetchesProgram(order)
}

// carriesOut finds a command that opens a way into this machine or network by ssh, or
// carries files to a machine that has no name or by an address of its own.
func carriesOut(order string) string {
	for _, m := range carried().FindAllStringSubmatch(order, maxValues) {
		host := m[1] + m[2] + m[3]
		if i := strings.LastIndexByte(host, '@'); i >= 0 {
			host = host[i+1:]
		}
		if !loopback(host) && !strings.HasPrefix(host, "10.") && !strings.HasPrefix(host, "192.168.") && !service(host) && !hosted(host) {
			return strings.TrimSpace(m[0][:min(len(m[0]), 60)])
		}
	}
	return ""
}

// carried are ssh with a way back or that stays, copies to a numbered machine, pushes to an
// address.
func carried() *needle.Regexp {
	return compiled(`\bssh\s[^\n;|&]*?-\w*(?:R|f\w*N|N\w*f|D)\b[^\n;|&]*?\s([\w.-]+@[\w.-]+|\d{1,3}(?:\.\d{1,3}){3})|\b(?:scp|rsync|sftp)\s[^\n;|&]*?\s((?:[\w.-]+@)?\d{1,3}(?:\.\d{1,3}){3}):|\bgit\s+(?:-\S+\s+\S+\s+)*push\s[^\n;|&]*?(?:https?|ssh|git)://([^\s/"'\x60]+)`)
}

// sendsInput hands on what comes through a pipe.
func sendsInput() *needle.Regexp {
	return compiled(`\|\s*(?:curl|wget|http|xh)\b[^\n|]*(?:@-|\s-T\s*-|--upload-file[= ]-|--post-file[= ]-|\s-T\s*\.)`)
}

// environmentFile is the file of a project's own credentials.
func environmentFile() *needle.Regexp {
	return compiled(`(?:^|[\s"'@(/<=])\.env(?:\.(?:local|prod\w*|staging))?(?:[\s"')|;]|$)`)
}

// senderWords are in whatever sending and rawSending find, but for http and https.
var senderWords = [...]string{
	"curl", "wget", "xh", "Invoke-", "iwr", "irm", "ftp", "mail", "mutt", "websocat", "aria2c", "gist", "s_client", "httpie", "requests.", "urlopen(", "fetch(", "axios", "http.client", "Net::HTTP", ".request",
	"nc", "ncat", "netcat", "socat", "telnet",
}

// maySend reports whether a command may be one that sending or rawSending finds: a mere
// address is none.
func maySend(order string) bool {
	for rest := order; ; {
		at := strings.Index(rest, "http")
		if at < 0 {
			return containsAny(order, senderWords[:]...)
		}
		if rest = strings.TrimPrefix(rest[at+len("http"):], "s"); rest == "" || strings.IndexByte(" \t\n\f\r", rest[0]) >= 0 {
			return true
		}
	}
}

// sendsKeys finds a command that sends keys of a person, or all variables, to a host.
func sendsKeys(order string) string {
	if secret(order) == "" && !environmentFile().MatchString(order) && (!dumps().MatchString(order) || keyed(order)) {
		return "" // nearly all, which is cheaper to tell than that they send
	}
	if !maySend(order) || !sending().MatchString(order) && !rawSending().MatchString(order) || tool(order) {
		return ""
	}
	if host := url().FindStringSubmatch(order); len(host) > 1 && neighbour(host[1]) {
		return ""
	}
	return "sends " + strings.TrimSpace(order[:min(len(order), 60)])
}

// evaluatesFetched finds a program that evaluates a text which comes from a host of others.
func (s *served) evaluatesFetched(file string) string {
	if !Program(file) && path.Ext(file) != "" || !fetching().MatchString(s.text) {
		return ""
	}
	word := evaluatesText().FindString(s.text)
	if word == "" {
		return ""
	}
	for _, m := range url().FindAllStringSubmatch(s.text, -1) {
		if !loopback(m[1]) && !service(m[1]) { // also of a host that nobody has: what is run is no example
			return strings.TrimSpace(word) + " " + m[0]
		}
	}
	return ""
}

// evaluatesText are calls that run a text.
func evaluatesText() *needle.Regexp {
	return compiled(`(?:^|[^\w.$])(?:eval|exec|execSync)\s*\(\s*(?:compile\s*\()?[\w.$@]+\s*(?:\(|\)|,|\.)|\bnew Function\s*\(\s*[^"'\x60)]|\bvm\.run\w+\s*\(|\binstance_eval\b|\bloadstring\s*\(`)
}
