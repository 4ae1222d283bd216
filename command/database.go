package command

import (
	"net/url"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeDatabase is a client of a database, psql(1), mysql(1) or redis-cli(1).
// It says which server is asked, and whether what it is told only reads; all
// else is code for that server. Only plain hosts are read: what services,
// connection strings and socket folders lead to is not.
func analyzeDatabase(v *visit) bool {
	switch v.name {
	case "redis-cli", "valkey-cli":
		v.server("6379", []string{"-h"}, []string{"-p"})
		v.redis()
	case "pg_dump", "mysqldump", "mariadb-dump", "mysqladmin", "mariadb-admin", "mysqlshow", "mariadb-show", "pg_restore", "createdb", "dropdb", "vacuumdb", "reindexdb", "clusterdb":
		v.administers()
	case "pg_isready":
		v.server("5432", []string{"-h", "--host"}, []string{"-p", "--port"})
	case "clickhouse-client":
		v.server("9000", []string{"-h", "--host"}, []string{"--port"})
		v.statements(anyDialect, "-q", "--query")
	case "mosquitto_pub", "mosquitto_sub", "mosquitto_rr":
		v.server("1883", []string{"-h", "--host"}, []string{"-p", "--port"})
	case "psql", "pgcli":
		v.server("5432", []string{"-h", "--host"}, []string{"-p", "--port"})
		v.statements(postgres, "-c", "--command")
	default:
		v.server("3306", []string{"-h", "--host"}, []string{"-P", "--port"})
		v.statements(mysql, "-e", "--execute")
	}
	return true
}

// namedServer finds host and port in a URL of a database, or in a text of its
// parameters, that says nothing else; "" for what it leaves out.
func namedServer(f field) (host field, port string, ok bool) {
	if f.exact() && strings.Contains(f.text, "=") && !strings.Contains(f.text, "://") {
		return conninfo(f)
	}
	if !f.exact() || !strings.Contains(f.text, "://") || strings.ContainsAny(f.text, "#%\\,") {
		return field{}, "", false
	}
	u, err := url.Parse(f.text)
	for option := range u.Query() {
		if !plainOfServer(option) { // hosts, files of passwords, services
			return field{}, "", false
		}
	}
	if err != nil || u.Opaque != "" || u.Scheme != "postgres" && u.Scheme != "postgresql" && u.Scheme != "mysql" && u.Scheme != "mariadb" {
		return field{}, "", false
	}
	return field{text: u.Hostname(), span: f.span}, u.Port(), true
}

// plainOfServer knows parameters of a connection that say nothing of where it goes.
func plainOfServer(name string) bool {
	switch name {
	case "user", "dbname", "sslmode", "connect_timeout", "application_name", "client_encoding", "keepalives", "target_session_attrs":
		return true
	}
	return false
}

// conninfo finds host and port in a text like "host=localhost port=5432 dbname=app".
func conninfo(f field) (host field, port string, ok bool) {
	if strings.ContainsAny(f.text, "'\\,\n\t") {
		return field{}, "", false
	}
	host.span = f.span
	for word := range strings.FieldsSeq(f.text) {
		name, value, cut := strings.Cut(word, "=")
		switch {
		case !cut || value == "" || strings.Contains(value, "="):
			return field{}, "", false
		case name == "host":
			host.text = value
		case name == "port":
			port = value
		case !plainOfServer(name):
			return field{}, "", false
		}
	}
	return host, port, true
}

// redisServer is the server that a URL for redis-cli(1) names.
func (v *visit) redisServer(f field) (host field, port string, ok bool) {
	u, err := url.Parse(f.text)
	if err != nil || !f.exact() || u.Scheme != "redis" && u.Scheme != "rediss" || u.Hostname() == "" || strings.ContainsAny(f.text, "%?#") {
		return field{}, "", false
	}
	host, port = v.serverOf(u, "6379", f)
	return host, port, true
}

// serverOf is host and port of a URL that was found sound. User and password in it
// stand in the command for all to see, and are sent: that is a secret.
func (v *visit) serverOf(u *url.URL, usual string, f field) (host field, port string) {
	if u.User != nil {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: v.path + ": password in a URL", By: v.name, Mark: catalogue.MarkCredential, Span: f.span})
	}
	if port = u.Port(); port == "" {
		port = usual
	}
	return field{text: u.Hostname(), span: f.span}, port
}

// server states the connection, and what the entry says of options.
func (v *visit) server(port string, hosts, ports []string) {
	host := field{text: "localhost", span: v.fields[0].span}
	if f, ok := v.arg(hosts...); ok {
		host = f
	}
	if f, ok := v.arg(ports...); ok {
		if !f.exact() {
			v.unknown("port "+f.text, f)
		}
		port = f.text
	}
	if f, ok := v.arg("-u"); ok && (v.name == "redis-cli" || v.name == "valkey-cli") {
		if host, port, ok = v.redisServer(f); !ok {
			v.unknown("the server in "+clip(f.text), f)
			return
		}
	}
	names := v.operands
	if f, ok := v.arg("-d", "--dbname", "-D", "--database"); ok {
		names = append(slices.Clip(names), f)
	}
	found := 0
	for _, f := range names {
		if named, at, ok := namedServer(f); ok && v.name != "redis-cli" && v.name != "valkey-cli" {
			if found++; found > 1 { // which of them counts is not told
				v.unknown("the server in "+clip(f.text), f)
			}
			if _, given := v.arg(hosts...); given && named.text != "" && named.text != host.text {
				v.unknown("the server in "+clip(f.text), f)
			}
			if named.text != "" {
				host = named
			}
			if at != "" {
				port = at
			}
			continue
		}
		if strings.Contains(f.text, "://") || v.name != "redis-cli" && strings.Contains(f.text, "=") {
			v.unknown("the server in "+clip(f.text), f)
		}
	}
	for _, a := range v.args {
		if a.role.Is(catalogue.ActCode) && a.option != "-f" && a.option != "--eval" { // statements are read below
			continue
		}
		if a.role.Is(catalogue.ActScript) && v.migration(a.field) {
			continue
		}
		v.role(a.role, a.field, nil)
	}
	for _, t := range v.effects {
		v.template(t)
	}
	if !host.exact() || strings.Contains(host.text, "/") {
		v.unknown("host "+host.text, host)
		return
	}
	v.connect(joinPort(host.text, port), true, host, v.mark)
}

// statements judges what the client is told, by option or by standard input.
func (v *visit) statements(d dialect, options ...string) {
	told, plain := false, v.plainVariables()
	for _, a := range v.args {
		if a.option != options[0] && a.option != options[1] {
			told = told || a.role.Is(catalogue.ActScript)
			continue
		}
		told = true
		if !plain || !a.field.exact() || !v.asks(a.field.text, d, a.field) && !(d != anyDialect && v.developed() && v.adds(a.field.text, d, a.field, true)) {
			v.r.code(v.name+": "+a.field.text, v.name, catalogue.MarkDatabase, a.field.span)
		}
	}
	switch in := v.sc.stdin; {
	case told || v.has("-l", "--list"):
	case plain && in.kind == stdinText && v.asks(in.text, d, v.fields[0]):
	case plain && d != anyDialect && in.kind == stdinText && v.developed() && v.adds(in.text, d, v.fields[0], false):
	case in.kind == stdinFile && !in.fed && !in.glob && v.migration(field{text: in.path, span: v.fields[0].span}):
	default:
		v.r.codeStdin(v.sc, v.name, v.fields[0].span, catalogue.MarkDatabase)
	}
}

// asks reports whether statements only read, and states the files that get the
// answers.
func (v *visit) asks(text string, d dialect, f field) bool {
	q := query{sql: text, dialect: d, first: true}
	if !q.reads() {
		return false
	}
	for _, name := range q.files {
		v.local(f, name, pipeline.KindWrite, "")
	}
	return true
}

// plainVariables reports whether no variable puts text into statements.
func (v *visit) plainVariables() bool {
	for _, a := range v.args {
		switch a.option {
		case "-v", "--set", "--variable":
			name, value, _ := strings.Cut(a.field.text, "=")
			if !a.field.exact() || !harmlessVariable(name, value) {
				return false
			}
		}
	}
	return true
}

// redis judges the command that redis-cli(1) gets. https://redis.io/commands
// says of each whether it only reads.
func (v *visit) redis() {
	if v.has("--bigkeys", "--memkeys", "--hotkeys", "--stat", "--scan", "--latency", "--latency-history") && len(v.operands) == 0 {
		return
	}
	f := v.fields[0]
	var words []string
	for _, o := range v.operands {
		if !o.exact() && len(words) == 0 {
			words = append(words, "?")
		} else {
			words = append(words, strings.ToLower(o.text))
		}
	}
	if len(words) > 0 && (readsRedis(words) || addsRedis(words[0]) && v.ownRedis()) {
		return
	}
	if in := v.sc.stdin; len(words) == 0 && in.kind == stdinText {
		reads := true
		for line := range strings.SplitSeq(strings.ToLower(in.text), "\n") {
			if fields := strings.Fields(line); len(fields) > 0 && !readsRedis(fields) {
				reads = false
			}
		}
		if reads {
			return
		}
	}
	v.r.code("statements for a database", v.name, catalogue.MarkDatabase, f.span)
}

// ownRedis reports whether the server is one that this command has started.
func (v *visit) ownRedis() bool {
	host, port := "localhost", ""
	if f, ok := v.arg("-h"); ok {
		host = f.text
	}
	if f, ok := v.arg("-p"); ok && f.exact() {
		port = f.text
	}
	_, url := v.arg("-u")
	_, socket := v.arg("-s")
	return !url && !socket && v.startedHere(host, port)
}

// readsRedis reports whether an order for Redis only asks.
func readsRedis(words []string) bool {
	sub := ""
	if len(words) > 1 {
		sub = words[1]
	}
	switch words[0] {
	case "ping", "echo", "get", "mget", "exists", "ttl", "pttl", "type", "keys", "scan", "sscan", "hscan", "zscan", "strlen", "getrange", "dbsize", "time", "lastsave", "randomkey",
		"hget", "hgetall", "hkeys", "hvals", "hlen", "hmget", "hexists", "lrange", "llen", "lindex", "smembers", "scard", "sismember", "srandmember", "sinter", "sunion", "sdiff",
		"zrange", "zrangebyscore", "zrevrange", "zcard", "zscore", "zrank", "zcount", "xrange", "xrevrange", "xlen", "xinfo", "bitcount", "getbit", "geopos", "geodist", "role", "info":
		return true
	case "memory":
		return sub == "usage" || sub == "stats" || sub == "doctor"
	case "object", "command":
		return true
	case "config": // of what is asked for by name, two are passwords
		return sub == "get" && len(words) == 3 && !strings.ContainsAny(words[2], "*?[") && !tellsSecret(words[2]) && !strings.Contains(words[2], "auth") && !strings.Contains(words[2], "pass")
	case "json.get", "json.type", "json.objkeys", "json.arrlen", "ft.info", "ft.search", "ft._list", "ts.get", "ts.range", "ts.info", "bf.exists", "hrandfield", "zrandmember", "zrevrangebyscore", "zrevrank", "zlexcount", "zmscore", "smismember", "sintercard", "lpos", "xpending", "expiretime", "pexpiretime", "hstrlen", "geosearch", "lolwut", "sort_ro", "bitpos":
		return true
	case "slowlog", "latency":
		return sub == "get" || sub == "len" || sub == "latest"
	case "client":
		return sub == "list" || sub == "info" || sub == "id" || sub == "getname"
	case "cluster":
		return sub == "info" || sub == "nodes" || sub == "slots"
	case "acl":
		return sub == "whoami" || sub == "cat"
	case "pubsub":
		return true
	}
	return false
}
