package command

import (
	"net/url"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// analyzeMongo is mongosh(1): a server, and JavaScript that asks it. Read is what
// certainly only asks; see snippet.Mongo. All else is code for that server.
func analyzeMongo(v *visit) bool {
	if v.name == "mongodump" || v.name == "mongoexport" {
		return v.dumpsMongo()
	}
	host, port := field{text: "localhost", span: v.fields[0].span}, "27017"
	if f, ok := v.arg("--host"); ok {
		host = f
	}
	if f, ok := v.arg("--port"); ok {
		port = f.text
	}
	database := ""
	for i, f := range v.operands {
		if i > 0 || mongoScript(f) {
			if v.madeProgram(f, snippet.Mongo) { // a file that the command has written
				continue
			}
			v.r.codePath(v.sc, f, v.name, catalogue.MarkDatabase)
			continue
		}
		named, at, ok := v.mongoServer(f)
		if !ok {
			v.unknown("the server in "+clip(f.text), f)
			return true
		}
		if named.text != "" {
			host, port = named, at
			_, database, _ = strings.Cut(strings.TrimPrefix(f.text, "mongodb://"), "/")
			database, _, _ = strings.Cut(database, "?")
		}
	}
	reads := snippet.Mongo
	if loopback(host.text) && forDevelopment(database) || v.startedHere(host.text, port) && database != "" && database != "admin" && database != "config" && database != "local" {
		reads = snippet.MongoAdds
	}
	if !host.exact() || strings.ContainsAny(host.text, "/,@?") || port == "" || strings.Trim(port, "0123456789") != "" {
		v.unknown("host "+host.text, host)
		return true
	}
	told := slices.ContainsFunc(v.operands, mongoScript)
	for _, a := range v.args {
		if a.option != "--eval" {
			v.role(a.role, a.field, nil)
			told = told || a.role.Is(catalogue.ActScript)
			continue
		}
		told = true
		if !a.field.exact() || !reads(a.field.text) {
			v.r.code(v.name+": "+a.field.text, v.name, catalogue.MarkDatabase, a.field.span)
		}
	}
	if in := v.sc.stdin; (!told || v.has("--shell")) && (in.kind != stdinText || !reads(in.text)) {
		v.r.codeStdin(v.sc, v.name, v.fields[0].span, catalogue.MarkDatabase)
	}
	v.connect(joinPort(host.text, port), true, host, v.mark)
	return true
}

// mongoScript reports whether a word names a file of statements.
func mongoScript(f field) bool {
	return strings.HasSuffix(f.text, ".js") || strings.HasSuffix(f.text, ".mongodb")
}

// mongoServer is the server that the first word names: a URL, host:port/name, or
// with neither a database of the usual one.
func (v *visit) mongoServer(f field) (host field, port string, ok bool) {
	if !f.exact() || f.text == "" {
		return field{}, "", false
	}
	text, schemed := strings.CutPrefix(f.text, "mongodb://")
	if strings.Contains(text, "://") {
		return field{}, "", false
	}
	if !schemed && !strings.ContainsAny(text, "/:.") {
		return field{}, "", true
	}
	u, err := url.Parse("mongodb://" + text)
	if err != nil || strings.ContainsAny(u.Host, ",%") || u.Hostname() == "" {
		return field{}, "", false
	}
	for option := range u.Query() {
		switch option {
		case "directConnection", "serverSelectionTimeoutMS", "connectTimeoutMS", "appName", "retryWrites", "readPreference", "w":
		default: // proxies, files of keys, other hosts
			return field{}, "", false
		}
	}
	host, port = v.serverOf(u, "27017", f)
	return host, port, true
}

// dumpsMongo is a program that copies out of a server.
func (v *visit) dumpsMongo() bool {
	host, port := field{text: "localhost", span: v.fields[0].span}, "27017"
	if f, ok := v.arg("--host", "-h"); ok {
		host = f
	}
	if f, ok := v.arg("--port"); ok {
		port = f.text
	}
	if f, ok := v.arg("--uri"); ok {
		if host, port, ok = v.mongoServer(f); !ok {
			v.unknown("the server in "+clip(f.text), f)
			return true
		}
	}
	if !host.exact() || host.text == "" || strings.ContainsAny(host.text, "/,@?:") || port == "" || strings.Trim(port, "0123456789") != "" {
		v.unknown("host "+host.text, host)
		return true
	}
	for _, a := range v.args {
		v.role(a.role, a.field, nil)
	}
	name, _ := v.arg("-d", "--db")
	if f, ok := v.arg("--uri"); ok && name.text == "" {
		_, name.text, _ = strings.Cut(strings.TrimPrefix(f.text, "mongodb://"), "/")
		name.text, _, _ = strings.Cut(name.text, "?")
	}
	if name.text == "admin" || name.text == "" && v.name == "mongodump" || !name.exact() { // accounts, too
		v.r.code("statements for a database", v.name, catalogue.MarkDatabase, name.span)
	}
	if v.name == "mongodump" && !slices.ContainsFunc(v.args, func(a argument) bool { return a.role.Is(catalogue.ActWrite) }) {
		v.local(v.fields[0], "dump", pipeline.KindWrite, "")
	}
	v.connect(joinPort(host.text, port), true, host, v.mark)
	return true
}
