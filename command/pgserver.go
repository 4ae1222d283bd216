package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// A cluster of PostgreSQL that lies in a folder of the workspace, made by initdb and
// started by pg_ctl or postgres with options that name no program, is a developer's own
// server as one of mongod is (see ownserver.go). What its settings say is code of that
// folder: archive_command and a dozen others name programs or libraries. So nothing else
// of the same command may write there.

// analyzePgServer is initdb(1), pg_ctl(1) or postgres(1).
func analyzePgServer(v *visit) bool {
	args := v.fields[1:]
	if slices.ContainsFunc(v.fields, func(f field) bool { return !f.exact() || f.many || strings.ContainsAny(f.text, "\n\r\x00") }) {
		return false
	}
	p := pgServer{}
	known := false
	switch v.name {
	case "initdb":
		known = p.creates(args)
	case "postgres":
		known = p.serves(args)
	case "pg_ctl":
		known = p.controls(args)
	}
	if !known {
		return false
	}
	if p.folder.text == "" {
		named := v.sc.lookup("PGDATA").one()
		if named.kind != valueText || named.text == "" {
			return false
		}
		p.folder = field{text: named.text, span: v.fields[0].span}
	}
	at, ok := v.r.place(v.sc, p.folder)
	if !ok {
		return false
	}
	if p.steers && !v.ownCluster(at) {
		return false
	}
	if p.read {
		v.r.path(v.sc, p.folder, pipeline.KindRead, v.name, "")
		return true
	}
	v.r.path(v.sc, p.folder, pipeline.KindWrite, v.name, "")
	for _, f := range p.files {
		v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
	}
	for _, f := range p.secrets {
		v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
	}
	if v.name != "initdb" && !p.made {
		v.r.clusters = append(v.r.clusters, at)
	}
	if p.starts {
		v.r.path(v.sc, p.folder, pipeline.KindCode, v.name, "")
		if p.host != "" {
			v.simple(pipeline.KindListen, field{text: joinPort(p.host, p.port), span: v.fields[0].span}, "")
		}
	}
	return true
}

// ownCluster reports whether the server of a folder is one that the agent has started: in
// its scratch folder, or by the same command. Another one may serve somebody who works
// here.
func (v *visit) ownCluster(at string) bool {
	scratch := path.Clean(v.r.w.Env["TMPDIR"])
	if path.IsAbs(scratch) && scratch != "/" && scratch != "/tmp" && scratch != "/var/tmp" && scratch != v.r.w.Home && strings.HasPrefix(at, strings.TrimSuffix(v.r.w.Paths.Resolve(scratch), "/")+"/") {
		return true
	}
	return slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool {
		return e.Object == at && e.Certain && (e.By == "initdb" || e.By == "pg_ctl" && e.Kind == pipeline.KindCode)
	})
}

// pgServer is what words of those programs say.
type pgServer struct {
	folder     field
	files      []field // written beside the folder
	secrets    []field // a password that initdb reads
	host, port string  // host is empty for a server that only a socket leads to
	starts     bool
	read       bool // it only looks
	steers     bool // a server that may run already
	made       bool // by initdb
}

// creates reads the options of initdb.
func (p *pgServer) creates(args []field) bool {
	for i := 0; i < len(args); i++ {
		name, value, joined := pgOption(args[i])
		switch name {
		case "--no-locale", "-k", "--data-checksums", "--no-data-checksums", "-N", "--no-sync", "--no-instructions", "-n", "--no-clean", "-g", "--allow-group-access":
			if joined {
				return false
			}
			continue
		case "":
			if p.folder.text != "" {
				return false
			}
			p.folder = args[i]
			continue
		}
		if !joined {
			if i++; i >= len(args) {
				return false
			}
			value = args[i]
		}
		switch name {
		case "-D", "--pgdata":
			p.folder = value
		case "-X", "--waldir":
			p.files = append(p.files, value)
		case "--pwfile":
			p.secrets = append(p.secrets, value)
		case "-A", "--auth", "--auth-host", "--auth-local", "-U", "--username", "-E", "--encoding", "--locale", "--lc-collate", "--lc-ctype", "--lc-messages", "--lc-monetary", "--lc-numeric", "--lc-time", "--locale-provider", "--builtin-locale", "--icu-locale", "--wal-segsize", "-T", "--text-search-config":
			if !pgPlain(value.text) {
				return false
			}
		default: // -L is another folder of scripts, -c any setting
			return false
		}
	}
	return true
}

// controls reads the options of pg_ctl. What -o hands on is put into a line for a shell.
func (p *pgServer) controls(args []field) bool {
	mode, handed := "", []string{}
	for i := 0; i < len(args); i++ {
		name, value, joined := pgOption(args[i])
		switch name {
		case "-w", "--wait", "-W", "--no-wait", "-s", "--silent", "-c", "--core-files":
			if joined {
				return false
			}
			continue
		case "":
			if mode != "" {
				return false
			}
			mode = args[i].text
			continue
		}
		if !joined {
			if i++; i >= len(args) {
				return false
			}
			value = args[i]
		}
		switch name {
		case "-D", "--pgdata":
			p.folder = value
		case "-l", "--log":
			if strings.ContainsAny(value.text, "\"$`\\") { // it stands in quotes of a shell
				return false
			}
			p.files = append(p.files, value)
		case "-m", "--mode", "-t", "--timeout":
			if !pgPlain(value.text) {
				return false
			}
		case "-o", "--options":
			handed = append(handed, value.text)
		default: // -p is another program to start
			return false
		}
	}
	words, ok := pgWords(strings.Join(handed, " "), args)
	switch mode {
	case "start", "restart":
		p.steers = mode == "restart"
		return ok && p.serves(words)
	case "stop", "reload":
		p.steers = true
		return len(handed) == 0
	case "status":
		p.read = true
		return len(handed) == 0
	case "init", "initdb":
		p.made = true
		return ok && p.creates(words)
	}
	return false
}

// pgWords are the words that a shell makes of what -o says; empty quotes are an empty
// word or the empty end of one.
func pgWords(text string, args []field) ([]field, bool) {
	text = pgQuoted.ReplaceAllString(text, "$1$2")
	text = strings.NewReplacer("=''", "=", `=""`, "=", " ''", " \x01", ` ""`, " \x01").Replace(text)
	if strings.Trim(text, letterSet+digitSet+" _./=,:-\x01") != "" {
		return nil, false
	}
	var out []field
	for word := range strings.FieldsSeq(text) {
		if strings.Contains(word, "\x01") && word != "\x01" {
			return nil, false
		}
		out = append(out, field{text: strings.Trim(word, "\x01"), span: args[0].span})
	}
	return out, true
}

// pgQuoted is a plain text in quotes.
var pgQuoted = regexp.MustCompile(`'([\w./:,=-]+)'|"([\w./:,=-]+)"`)

// serves reads the options of postgres.
func (p *pgServer) serves(args []field) bool {
	p.starts, p.host, p.port = true, "localhost", "5432"
	for i := 0; i < len(args); i++ {
		name, value, joined := pgOption(args[i])
		if name == "-F" && !joined {
			continue
		}
		if name == "" {
			return false
		}
		if !joined {
			if i++; i >= len(args) {
				return false
			}
			value = args[i]
		}
		if setting, given, ok := strings.Cut(value.text, "="); ok && name == "-c" {
			name, value.text = "--"+setting, given
		}
		if strings.HasPrefix(name, "--") {
			name = "--" + strings.ReplaceAll(name[2:], "-", "_")
		}
		switch name {
		case "-D":
			p.folder = value
		case "-p", "--port":
			p.port = value.text
		case "-h", "--listen_addresses":
			p.host = value.text
		case "-k", "--unix_socket_directories":
			if strings.Contains(value.text, ",") || value.text != "" && value.text[0] != '/' {
				return false // beside the data, or an abstract one
			}
			if value.text != "" {
				p.files = append(p.files, value)
			}
		case "-N", "-B", "-S", "--fsync", "--synchronous_commit", "--full_page_writes", "--max_connections", "--shared_buffers", "--work_mem", "--maintenance_work_mem", "--log_statement", "--log_min_messages", "--log_min_duration_statement",
			"--wal_level", "--max_wal_senders", "--max_wal_size", "--min_wal_size", "--checkpoint_timeout", "--autovacuum", "--jit", "--timezone", "--max_worker_processes", "--max_parallel_workers", "--random_page_cost", "--log_connections", "--log_disconnections", "--client_min_messages", "--statement_timeout", "--max_prepared_transactions", "--max_locks_per_transaction", "--logging_collector":
			if !pgPlain(value.text) {
				return false
			}
		default:
			return false
		}
	}
	switch p.host {
	case "", "localhost", "127.0.0.1", "::1":
		return p.port != "" && strings.Trim(p.port, digitSet) == ""
	}
	return false
}

// pgOption takes an option apart: -p 5433, -p5433, --port=5433; its name is empty for
// another word.
func pgOption(f field) (name string, value field, joined bool) {
	switch {
	case strings.HasPrefix(f.text, "--"):
		name, text, joined := strings.Cut(f.text, "=")
		return name, field{text: text, span: f.span}, joined
	case len(f.text) < 2 || f.text[0] != '-':
		return "", field{}, false
	case len(f.text) > 2:
		return f.text[:2], field{text: f.text[2:], span: f.span}, true
	}
	return f.text, field{}, false
}

// pgPlain reports whether a value is one word that names nothing but itself.
func pgPlain(text string) bool {
	return strings.Trim(text, letterSet+digitSet+"_.-@") == "" && text != ""
}

// clustersWritten states what the command does in the folder of a server that it starts,
// stops or has read its settings again, at whatever time.
func (r *run) clustersWritten() {
	for _, at := range r.clusters {
		for _, e := range slices.Clone(r.effects) {
			switch e.By {
			case "initdb", "pg_ctl", "postgres", "mkdir", "rm", "chmod":
				continue
			}
			if e.Kind != pipeline.KindWrite || !r.spend(1) || strings.HasPrefix(e.Object, at+"/") && isLogName(e.Object) {
				continue
			}
			if strings.HasPrefix(e.Object, at+"/") || mayTouch(e.Object, e.Certain, at) || mayTouch(e.Object, e.Certain, at+"/postgresql.conf") || mayTouch(e.Object, e.Certain, at+"/postmaster.pid") {
				r.unknown("a server with settings that "+e.By+" writes: "+at, "pg_ctl", e.Span)
				return
			}
		}
	}
}

// isLogName reports whether a file is called as one that a server writes its log to.
func isLogName(file string) bool {
	base := nameIn(file)
	return !zone.IsPattern(base) && (strings.HasSuffix(base, ".log") || base == "log" || base == "logfile")
}
