package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// A database on this machine whose name says that it is for development or for tests
// is part of the work on the project, as a file of SQLite in the workspace is. What
// adds to it passes where every statement is read (see sqlchange.go), and a migration
// of the project where the account cannot be more than an ordinary one. What takes
// away from it, or could do more than change it, is a person's to decide.

// developed reports whether the server is one of loopback that is named, and the
// database one for development.
func (v *visit) developed() bool {
	host, named := v.arg("-h", "--host")
	database, chosen := v.arg("-d", "--dbname", "-D", "--database")
	var words []field
	if chosen {
		if words = append(words, database); len(v.operands) > 0 && v.name != "psql" { // the last one counts
			return false
		}
	}
	words = append(words, v.operands...)
	name, found := "", 0
	for i, f := range words {
		if !f.exact() {
			return false
		}
		if at, _, ok := namedServer(f); ok {
			if named && at.text != "" {
				return false
			}
			if at.text != "" {
				host, named = at, true
			}
			name = databaseIn(f.text)
			found++
		} else if i == 0 {
			name = f.text
			found++
		}
	}
	return found == 1 && named && host.exact() && loopback(host.text) && forDevelopment(name) && !v.configuredBy("PGOPTIONS", "PGSERVICE", "PGHOSTADDR", "PGSERVICEFILE", "PSQLRC", "MYSQL_HOME")
}

// configuredBy reports whether the environment or the script sets one of some variables.
func (v *visit) configuredBy(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, world := v.r.w.Env[name]
		_, set := v.sc.vars[name]
		return world || set || slices.Contains(v.given, name)
	})
}

// databaseIn is the name of the database in a URL or in parameters of a connection.
func databaseIn(text string) string {
	if _, rest, ok := strings.Cut(text, "://"); ok {
		if rest, _, _ = strings.Cut(rest, "?"); strings.Contains(text, "dbname") {
			return ""
		}
		_, name, _ := strings.Cut(rest, "/")
		return name
	}
	name := ""
	for word := range strings.FieldsSeq(text) {
		if value, ok := strings.CutPrefix(word, "dbname="); ok {
			name = value
		}
	}
	return name
}

// forDevelopment reports whether the name of a database says that it is for
// development or tests, and nothing in it speaks of what is live.
func forDevelopment(name string) bool {
	return name != "" && strings.Trim(name, letterSet+digitSet+"_-") == "" && !ofProduction(name) && anyPart(strings.ReplaceAll(name, "_", " "), func(part string) bool {
		switch part {
		case "dev", "devel", "development", "test", "tests", "testing", "scratch", "sandbox", "playground":
			return true
		}
		return false
	})
}

// ordinaryAccount reports whether the client is told to sign in as somebody who is not
// the server's administrator by name. Nobody named may be one: the user of this
// machine often is.
func (v *visit) ordinaryAccount() bool {
	var users []string
	if user, ok := v.arg("-U", "--username"); ok {
		if !user.exact() {
			return false
		}
		users = append(users, user.text)
	}
	words := slices.Clone(v.operands)
	if f, ok := v.arg("-d", "--dbname"); ok {
		words = append(words, f)
	}
	for _, f := range words {
		if strings.Contains(f.text, "user=") {
			return false
		}
		if _, rest, url := strings.Cut(f.text, "://"); url { // what it says comes before options
			if account, _, at := strings.Cut(rest, "@"); at {
				account, _, _ = strings.Cut(account, ":")
				users = append(users, account)
			}
		}
	}
	return len(users) > 0 && !slices.ContainsFunc(users, func(user string) bool { return user == path.Base(v.r.w.Home) || administers(user) })
}

// administers reports whether an account is one of a server's administrator by its name.
func administers(user string) bool {
	return user == "" || strings.Contains(user, "%") || anyPart(strings.ReplaceAll(user, "_", " "), func(part string) bool {
		switch part {
		case "postgres", "root", "admin", "administrator", "super", "superuser", "owner", "dba", "pgsql", "mysql", "sa", "master", "system":
			return true
		}
		return false
	})
}

// migration judges a file of statements for psql: one that the command has written is
// read; one of the project's migrations is its own code, as it is for the tools that
// run them.
func (v *visit) migration(f field) bool {
	if v.name != "psql" || f.many || f.dynamic || !f.exact() && !strings.HasSuffix(f.text, ".up.sql") || !v.developed() {
		return false
	}
	if text, at, ok := v.r.madeText(v.sc, f); ok {
		if !v.plainVariables() || !v.adds(text, postgres, f, false) {
			return false
		}
		v.consumed(f, at)
		v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
		return true
	}
	if !v.ordinaryAccount() || !ofMigrations(f.text) || strings.ContainsAny(path.Dir(f.text), "*?[") {
		return false
	}
	folder := f
	folder.text, folder.pattern = path.Dir(f.text), false
	at, ok := v.r.place(v.sc, folder)
	if file, exact := v.r.place(v.sc, f); exact && !mayTouch(v.r.w.Dir, true, file) { // a link
		return false
	}
	if !ok || !mayTouch(v.r.w.Dir, true, at) || slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool {
		return (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete) && (mayTouch(e.Object, e.Certain, at) || strings.HasPrefix(e.Object, at+"/"))
	}) {
		return false // what this command has put there, or what lies elsewhere, is no part of the project
	}
	v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
	return true
}

// ofMigrations reports whether a file lies among the project's migrations and its name
// does not say that it takes back or empties.
func ofMigrations(file string) bool {
	dir, name := path.Split(path.Clean(file))
	if path.Ext(name) != ".sql" || strings.HasPrefix(file, "/") || strings.HasPrefix(file, "~") || strings.HasPrefix(dir, "..") {
		return false
	}
	folders := strings.Split(dir, "/")
	if slices.Contains(folders, "node_modules") || slices.Contains(folders, "vendor") || takesBack.MatchString(name) {
		return false
	}
	if !slices.Contains(folders, "migrations") && !slices.Contains(folders, "migration") && !slices.Contains(folders, "migrate") {
		return false
	}
	return !anyPart(strings.NewReplacer("_", " ", "/", " ").Replace(file), func(part string) bool {
		switch part {
		case "down", "undo", "revert", "rollback", "drop", "drops", "reset", "wipe", "truncate", "delete", "purge", "destroy", "clean", "cleanup", "remove", "teardown":
			return true
		}
		return ofProduction(part)
	})
}

// takesBack are names of files that end so in one word, or that Flyway takes back with.
var takesBack = regexp.MustCompile(`(?:Down|Undo|Rollback|Revert|Drop)\b|^U[0-9][0-9._]*__`)

// adds reports whether statements only read and add to a database for development,
// and states the files that they name. Inline says that they are one argument, so that
// standard input is data.
func (v *visit) adds(text string, d dialect, f field, inline bool) bool {
	if len(text) > maxChanges {
		return false
	}
	q := query{sql: text, dialect: d, first: true, change: &change{inline: inline}}
	if !q.reads() {
		return false
	}
	for _, name := range q.files {
		v.local(f, name, pipeline.KindWrite, "")
	}
	for _, name := range q.change.files {
		v.local(f, name, pipeline.KindRead, "")
	}
	return true
}

// maxChanges bounds the text of statements that are read for what they change.
const maxChanges = 32 << 10
