package snippet

import (
	"net/netip"
	"net/url"
	"path"
	"strings"
)

// inward reports whether no constant of a program that calls the project's
// functions points out of the project.
func (j *pyJudge) inward(n *node) bool {
	if countNames(n, "argv parse_args parse_known_args") > 0 { // what it is given is handed on as well
		for i, word := range j.given.Args {
			if (i >= len(j.given.Patterns) || !j.given.Patterns[i]) && (j.outside(word) || ordered(&node{kind: nText, text: word})) {
				return false
			}
		}
	}
	return inwardBut(n, func(s string, at *node) bool {
		if s == "/" && j.asks == nil {
			j.asks = routes(n)
		}
		return j.outside(s) && !(s == "/" && j.asks.found[at])
	})
}

// inward is the same for JavaScript.
func (j *jsJudge) inward(n *node) bool {
	return inwardBut(untold(n, j.told), func(s string, _ *node) bool { return s != "/" && outsideOf(withoutIdioms(s), j.given.Inner) }) && rootsRoutes(n, false) && !jsComposes(n)
}

// untold is a tree without the texts that are told elsewhere.
func untold(n *node, told map[*node]bool) *node {
	if n == nil || len(told) == 0 {
		return n
	}
	if told[n] {
		return &node{kind: nConst, text: "0", at: n.at}
	}
	rest := *n
	rest.kids = make([]*node, len(n.kids))
	for i, kid := range n.kids {
		rest.kids[i] = untold(kid, told)
	}
	return &rest
}

// jsComposes reports whether a program in JavaScript asks for places out of the
// project, or makes texts of numbers and letters that nobody has read.
func jsComposes(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case nText:
		if n.sure && (strings.Contains(n.text, `\u00`) || listWords("homedir userInfo", n.text)) {
			return true
		}
	case nName, nAttr:
		if listWords("homedir userInfo HOME USERPROFILE decodeURI TextDecoder", spelled(n.text)) {
			return true
		}
	case nCall:
		if fn := n.kids[0]; n.text != "tag" && fn.kind == nAttr && fn.text == "raw" {
			return true
		}
		if fn := n.kids[0]; fn.kind == nAttr && fn.text == "from" && (len(n.kids) > 2 && n.kids[2].kind == nText && !listWords("utf8 utf-8", n.kids[2].text) || len(n.kids) > 1 && n.kids[1].kind == nList && fn.kids[0].kind == nName && fn.kids[0].text == "Buffer") {
			return true
		}
	}
	for _, kid := range n.kids {
		if jsComposes(kid) {
			return true
		}
	}
	return false
}

// rootsRoutes reports whether the text "/" only ever stands where an application
// or a client of one is told a route: app.get("/", f), request(app).get("/").
func rootsRoutes(n *node, route bool) bool {
	if n == nil {
		return true
	}
	if n.kind == nText && n.text == "/" || n.kind == nAttr && n.text == "sep" || n.kind == nFormat && len(n.kids) == 1 && n.kids[0].text == "/" {
		return route
	}
	told := 0
	if n.kind == nCall && n.kids[0].kind == nAttr && len(n.kids) > 1 {
		fn := n.kids[0]
		switch {
		case len(n.kids) > 2 && listWords("get post put patch all use head options", fn.text) && (n.kids[len(n.kids)-1].kind == nLambda || fn.text == "use"),
			len(n.kids) == 2 && listWords("get post put patch head", fn.text) && fn.kids[0].kind == nCall, fn.text == "inject",
			len(n.kids) == 2 && listWords("split startsWith endsWith includes indexOf lastIndexOf", fn.text): // no path at all
			told = 1
		}
	}
	for i, kid := range n.kids {
		if !rootsRoutes(kid, n.kind == nCompare || told > 0 && i == told) {
			return false
		}
	}
	return true
}

// inwardBut reports whether no text in a tree points out of the project. It stands in for
// following values, where a program hands data to code of the project that may use them
// for whatever it likes.
func inwardBut(n *node, outward func(s string, at *node) bool) bool {
	if n == nil {
		return true
	}
	switch n.kind {
	case nText, nFormat:
		if outward(n.text, n) || !n.sure && spelt(n.text) {
			return false
		}
	case nName, nAttr: // makes texts that nobody has read
		if composes(spelled(n.text)) {
			return false
		}
	}
	for _, kid := range n.kids {
		if !inwardBut(kid, outward) {
			return false
		}
	}
	return true
}

// composes lists functions that make texts which nobody has read.
func composes(name string) bool {
	return listWords("chr unichr fromhex unhexlify b64decode urlsafe_b64decode decodebytes a2b_hex unquote unescape fromCharCode fromCodePoint atob decodeURIComponent", name)
}

// spelt reports whether a text that may not be what it looks like has
// characters that are given by number or by name.
func spelt(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if i++; strings.IndexByte("xuUN01234567", s[i]) >= 0 {
			return true
		}
	}
	return false
}

// outward reports whether a text names something out of the project, or is a
// command or code: a place of the system, a home, another host, a file of
// secrets.
func outward(s string) bool {
	lower := strings.ToLower(s)
	if lows(s) && !listWords("__main__ __module__ __name__ __doc__ __version__", s) {
		return true
	}
	for _, secret := range [...]string{".env", ".ssh", "id_rsa", "id_ed25519", ".aws", ".netrc", ".pgpass", ".gnupg", ".git/", ".kube", ".bash", ".zsh", ".profile", "-rf", "-fr",
		".npmrc", ".pypirc", ".docker/", ".config/", "git-credentials", ".htpasswd", "credentials.", "secrets.y", "secrets.j", "secrets.t", "%2e%2e",
		"os.system", "subprocess", "os.popen", "import os", "import sh", "eval(", "exec(", "drop table", "drop database", "drop schema", "delete from", "truncate table"} {
		if strings.Contains(lower, secret) {
			return true
		}
	}
	first, _, more := strings.Cut(strings.TrimSpace(s), " ")
	if more && listWords("rm rmdir sudo doas su curl wget ssh scp sftp rsync dd shred chmod chown mount umount systemctl bash sh zsh nc ncat git pip npm docker kubectl terraform aws gcloud apt apt-get brew crontab eval exec", first) ||
		listWords("rm reboot shutdown poweroff halt mkfs init sudo", s) {
		return true
	}
	for word := range strings.FieldsFuncSeq(s, func(c rune) bool { return strings.ContainsRune(" \t\n\"'=,;|&<>()[]{}`", c) }) {
		if outwardWord(word) {
			return true
		}
	}
	return false
}

// lows reports whether a name with two low lines at one of its ends stands in a text: it
// leads to the inside of objects. Between two words they are what queries ask by:
// customer__name.
func lows(s string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], "__")
		if i < 0 {
			return false
		}
		begin := from + i
		end := begin + len(s[begin:]) - len(strings.TrimLeft(s[begin:], "_"))
		if begin == 0 || end == len(s) || !alnum(s[begin-1]) || !alnum(s[end]) {
			return true
		}
		from = end
	}
}

// alnum reports whether a byte is a letter or a digit of ASCII.
func alnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// nobodysHost reports whether no name server knows a host, so that tests may
// call their own server by it (RFC 6761, section 6.2 and 6.4).
func nobodysHost(host string) bool {
	return host == "test" || host == "testserver" || strings.HasSuffix(host, ".test") || strings.HasSuffix(host, ".invalid")
}

// outwardWord is outward for a word.
func outwardWord(word string) bool {
	if strings.Contains(word, "://") {
		u, err := url.Parse(word)
		return err != nil || u.Host == "" && strings.HasPrefix(u.Path, "//") || u.Host == "" && u.Scheme != "sqlite" && !strings.HasPrefix(u.Scheme, "sqlite+") && u.Scheme != "memory" || u.Host != "" && !loopbackHost(u.Hostname()) && !nobodysHost(u.Hostname()) ||
			u.Host == "" && strings.Contains(u.Path, "..")
	}
	if a, err := netip.ParseAddr(word); err == nil && !a.IsLoopback() && !a.IsUnspecified() {
		return true
	}
	if a, err := netip.ParseAddrPort(word); err == nil && !a.Addr().IsLoopback() && !a.Addr().IsUnspecified() {
		return true
	}
	if strings.HasPrefix(word, "~") || strings.HasPrefix(word, "$") && !(len(word) > 1 && word[1] >= '0' && word[1] <= '9') && !listWords("$ref $id $schema $defs $comment $anchor $vocabulary $dynamicRef", word) || word == ".." || strings.HasPrefix(word, "../") || strings.Contains(word, "/../") || strings.HasSuffix(word, "/..") {
		return true
	}
	if word == ".git" || strings.HasSuffix(word, ".pem") || strings.HasSuffix(word, ".key") || strings.HasSuffix(word, ".p12") || strings.HasPrefix(word, "C:\\") || strings.HasPrefix(word, `\\`) {
		return true
	}
	if hostName(word) {
		return true
	}
	if i := strings.Index(word, ":/"); i >= 0 { // scp, DOCKER_HOST, a drive
		word = word[i+1:]
	}
	if word == "/" || strings.HasPrefix(word, "//") || strings.HasPrefix(word, "/*") {
		return true
	}
	return strings.HasPrefix(word, "/") && listWords(`bin boot dev etc home lib lib32 lib64 lost+found media mnt opt proc root run sbin snap srv sys tmp usr var Users private
		nix Volumes Library Applications System workspace workspaces backup backups storage cygdrive`, strings.SplitN(path.Clean(word), "/", 3)[1])
}

// hostName reports whether a word is the name of a host under a common domain,
// perhaps with a port or a path. An address of mail is data, that of scp is not.
func hostName(word string) bool {
	if i := strings.IndexByte(word, '@'); i >= 0 {
		if !strings.Contains(word[i:], ":") {
			return false
		}
		word = word[i+1:]
	}
	host := word
	if i := strings.IndexAny(word, ":/"); i >= 0 {
		host = word[:i]
	}
	host = strings.ToLower(host)
	dot := strings.LastIndexByte(host, '.')
	if dot < 1 || strings.Trim(host, lowerSet+digitSet+"-.") != "" || host == "example.com" || host == "example.org" || strings.HasSuffix(host, ".example.com") {
		return false
	}
	return listWords("com net org io dev xyz ru cn de uk eu edu gov info biz cloud internal local lan corp", host[dot+1:])
}

// loopbackHost reports whether a host is this machine, as it is usually written.
func loopbackHost(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1" || host == "0.0.0.0" || host == "testserver" || host == "test"
}
