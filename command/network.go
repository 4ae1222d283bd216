package command

import (
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// network states the connection that a host, a URL or a remote path means.
func (v *visit) network(act catalogue.Act, f field, mark string) {
	r := v.r
	if f.dynamic {
		prefix := f.prefix
		if act == catalogue.ActURL && !strings.Contains(prefix, ":/") {
			prefix = "http://" + prefix // as curl takes it
		}
		if host, ok := certainHost(prefix); ok {
			v.connect(host, false, f, mark)
			return
		}
		r.unknown("connect "+f.text, v.name, f.span)
		return
	}
	switch act {
	case catalogue.ActHost:
		v.connect(f.text, f.exact(), f, mark)
	case catalogue.ActURL:
		v.url(f, mark, pipeline.KindRead)
	case catalogue.ActRemoteRead:
		v.remote(f, mark, pipeline.KindRead)
	case catalogue.ActRemoteWrite:
		v.remote(f, mark, pipeline.KindWrite)
	}
}

// connect states a connection. Hosts are compared in small letters with their port; see
// hostPort.
func (v *visit) connect(object string, certain bool, f field, mark string) {
	v.r.emit(pipeline.Effect{Kind: pipeline.KindConnect, Object: object, Certain: certain, By: v.name, Mark: mark, Span: f.span})
}

// certainHost finds the host in the beginning of a URL whose rest is not known. The
// host ends at a slash, so that http://good.example$x, which may be
// good.example.evil.example, is none.
func certainHost(prefix string) (string, bool) {
	scheme, rest, ok := strings.Cut(prefix, "://")
	if !ok {
		return "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		return "", false
	}
	u, err := url.Parse(scheme + "://" + rest[:end])
	if err != nil || u.Host == "" {
		return "", false
	}
	return hostPort(u), true
}

// address reports whether a word is a URL: a scheme, "://" and more.
func address(word string) bool {
	i := strings.Index(word, "://")
	if i < 2 {
		return false
	}
	for _, c := range word[:i] {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

// piped reports whether a word in the place of a file may name a command, as
// Ghostscript, gnuplot, ImageMagick, SoX, dvips and others have it. No file is
// called so.
func piped(word, program string) bool {
	return word != "" && (word[0] == '|' || word[0] == '!' && program == "dvips" || strings.HasPrefix(word, "%pipe%"))
}

// elsewhere judges a script that is no file: a URL, a package of a registry, or
// its own text (npm:cowsay, data:text/javascript,...), as JavaScript's tools
// take them.
func (v *visit) elsewhere(f field, mark string) bool {
	if address(f.text) {
		v.r.code(f.text, v.name, catalogue.MarkRemoteCode, f.span)
		v.network(catalogue.ActURL, f, mark)
		return true
	}
	for _, scheme := range [...]string{"npm:", "jsr:", "data:", "blob:", "gist:", "github:", "gh:", "git:"} {
		if strings.HasPrefix(f.text, scheme) {
			v.r.code(f.text, v.name, mark, f.span)
			return true
		}
	}
	return false
}

// hostPort is host:port as effects have it, with the port that the scheme stands for.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = defaultPort(u.Scheme)
	}
	host := strings.ToLower(u.Hostname())
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" {
		return host
	}
	return host + ":" + port
}

// defaultPort is the port of a scheme (IANA, "Service Name and Transport Protocol Port
// Number Registry"). Without one the host stands alone, and rules about ports do not
// match it.
func defaultPort(scheme string) string {
	switch strings.ToLower(scheme) {
	case "https", "wss":
		return "443"
	case "http", "ws":
		return "80"
	case "ssh", "git+ssh", "sftp", "scp":
		return "22"
	case "ftp":
		return "21"
	case "git":
		return "9418"
	case "rsync":
		return "873"
	}
	return ""
}

// url is a URL; a file: URL is a local path, a text without a scheme a host.
func (v *visit) url(f field, mark string, kind pipeline.EffectKind) {
	s := f.text
	if !strings.Contains(s, "://") {
		if rest, ok := strings.CutPrefix(s, "file:"); ok {
			v.local(f, rest, kind, mark)
			return
		}
		s = "http://" + s
	}
	if v.name == "atlas" || v.name == "migrate" {
		if scheme, _, _ := strings.Cut(s, "://"); scheme == "sqlite" || scheme == "sqlite3" {
			v.fileOfURL(f)
			return
		}
	}
	if strings.ContainsAny(s, "{}[]*") && !strings.Contains(s, "://[") {
		// curl expands braces and brackets; the host may be among them.
		if host, ok := certainHost(s[:strings.IndexAny(s, "{}[]*")]); ok {
			v.connect(host, false, f, mark)
			return
		}
		v.unknown("URL "+clip(s), f)
		return
	}
	u, err := url.Parse(s)
	switch {
	case err != nil:
		v.unknown("URL "+clip(s), f)
	case strings.EqualFold(u.Scheme, "file"):
		v.local(f, u.Path, kind, mark)
	case u.Host == "":
		v.unknown("URL "+clip(s), f)
	default:
		if u.User != nil {
			if _, has := u.User.Password(); has {
				v.r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: v.path + ": password in a URL", By: v.name, Mark: catalogue.MarkCredential, Span: f.span})
			}
		}
		switch strings.ToLower(u.Scheme) {
		case "http", "https", "ws", "wss", "ftp", "ftps", "git":
		default: // an account, or a daemon that takes raw lines
			mark = v.account(u.Hostname(), mark)
		}
		object := hostPort(u)
		if (f.exact() || f.pattern && !f.dynamic && !strings.ContainsAny(f.text, "*[")) && sharedPort(u.Port()) && (u.Scheme == "http" || u.Scheme == "https") {
			// What is asked for tells whose port it is; see gate egress.
			object = u.Scheme + "://" + object + path.Clean("/"+u.Path)
			if u.RawQuery != "" || v.addsQuery() {
				object += "?"
			}
			v.r.servesHere(u, f)
		}
		v.connect(object, f.exact(), f, mark)
	}
}

// addsQuery reports whether a client of HTTP is given a part of the query apart.
func (v *visit) addsQuery() bool {
	switch v.name {
	case "curl", "wget":
		return v.has("--url-query", "-G", "--get")
	}
	return slices.ContainsFunc(v.fields, func(f field) bool { return !f.exact() || strings.Contains(f.text, "==") })
}

// sharedPort reports whether servers under development like to take a port on
// which something listens that takes orders, too: the proxy of a cluster's API,
// the front door of a database, the manager of a cluster's jobs, a supervisor. Of
// these gate egress knows which paths are the daemon's.
func sharedPort(port string) bool {
	switch port {
	case "5555", "8001", "8009", "8088", "8123", "9001", "9200":
		return true
	}
	return len(port) == 4 && port >= "6000" && port <= "6019"
}

// local is a file that a URL names.
func (v *visit) local(f field, p string, kind pipeline.EffectKind, mark string) {
	g := f
	g.text = p
	v.r.path(v.sc, g, kind, v.name, mark)
}

// remote is [user@]host:path, a URL, a configured remote's name, or a local
// path. A colon before any slash makes it remote, as scp(1) and git(1) have it.
func (v *visit) remote(f field, mark string, kind pipeline.EffectKind) {
	s := f.text
	if strings.Contains(s, "://") {
		v.url(f, mark, kind)
		return
	}
	if strings.Contains(s, "::") && v.name == "git" {
		v.r.code("git remote helper "+s, v.name, mark, f.span)
		return
	}
	host, _, bracketed := strings.Cut(s, "]:") // [user@][2001:db8::1]:path
	bracketed = bracketed && strings.Contains(host, "[") && !strings.Contains(host, "/")
	colon, slash := strings.IndexByte(s, ':'), strings.IndexByte(s, '/')
	if bracketed {
		colon = len(host) + 1
	}
	if colon > 0 && (slash < 0 || colon < slash) {
		host = s[:colon]
		if at := strings.LastIndexByte(host, '@'); at >= 0 {
			host = host[at+1:]
		}
		v.connect(strings.ToLower(host)+":22", f.exact(), f, v.account(host, mark))
		return
	}
	if v.name == "git" && !strings.Contains(s, "/") && s != "." && s != ".." {
		return // the name of a remote: the entry says "connect remote"
	}
	v.r.path(v.sc, field{text: path.Clean(s), span: f.span, pattern: f.pattern}, kind, v.name, mark)
}

// account marks what speaks to an account or a daemon of this very machine:
// loopback is a known host, but what answers there reads and writes with the
// rights of an account, outside of every sandbox. Of git its entry says more.
func (v *visit) account(host, mark string) string {
	if v.name == "git" || !loopback(host) {
		return mark
	}
	if mark == catalogue.MarkUpload { // to a known host, which this is not in that sense
		return catalogue.MarkRemoteCommand
	}
	return catalogue.StrongerMark(mark, catalogue.MarkRemoteCommand)
}

// remoteName reports whether a word that stands for a file is a URL of
// something else.
func remoteName(f field) bool {
	text := f.text
	if f.dynamic {
		text = f.prefix
	}
	i := strings.Index(text, "://")
	if i <= 0 || i > 8 {
		return false
	}
	switch strings.ToLower(text[:i]) {
	case "http", "https", "ftp", "ftps", "sftp", "ssh", "scp", "smb", "s3", "gs", "ws", "wss", "rtsp", "rtmp", "rtmps", "rtp", "udp", "tcp", "tls", "srt", "mms", "hls", "tftp", "git", "rsync", "ipfs", "gopher", "dict", "ldap":
		return true
	}
	return false
}

// loopback reports whether a host is this machine, by its name (RFC 6761) or its
// number.
func loopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && (a.IsLoopback() || a.IsUnspecified())
}
