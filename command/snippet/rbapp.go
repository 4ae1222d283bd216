package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// A program may run within an application of the project, as that of rails
// runner does, or take a library of the project's own. Then a class that Ruby
// does not bring and that no listed library does is the project's: it may be
// called with anything that points nowhere out of the project, as the modules
// of Python may (pyforeign.go). What any of it gives back may be an object with
// whatever methods, so a name is asked for only if it is listed for data, or if
// Ruby itself has no method of that name; what Ruby has that is not listed
// could be code, a file or a process.

// rbStatements lists methods that take a statement for a database.
const rbStatements = "execute exec_query select_all select_value select_values select_rows select_one find_by_sql count_by_sql"

// own is what belongs to the project.
func own(name string) rbValue { return rbValue{what: rbOwn, name: name} }

// ownClass looks up a constant that the program does not bind.
func (j *rbJudge) ownClass(name string) rbValue {
	j.handed = true
	first, _, _ := strings.Cut(name, "::")
	last := name[strings.LastIndexByte(name, ':')+1:]
	switch {
	case rbStranger(first), rbStranger(name), first != "ActiveRecord" && rbHidden(last), !rbFrameworkPart(name):
		return j.fail()
	case rbFramework(first):
		return own(name)
	case strings.ToUpper(last) == last && len(last) > 1 && strings.Contains(name, "::"):
		return j.ownClass(strings.TrimSuffix(name, "::"+last))
	case !j.stands(name):
		return j.fail()
	}
	return own(name)
}

// rbRoots lists the folders in which an application or a gem keeps its classes.
var rbRoots = [...]string{"lib", "app/models", "app/services", "app/jobs", "app/queries", "app/controllers", "app/helpers", "app/mailers", "app/serializers", "app/policies", "app/lib", "app/forms",
	"app/presenters", "app/decorators", "app/workers", "app/validators", "app/components", "app/models/concerns", "app/operations", "app/interactors", "app/use_cases", "app/domain", "app"}

// stands reports whether a class lies where one of its name would. Where nobody
// can look, it does.
func (j *rbJudge) stands(name string) bool {
	if j.given.Stands == nil || j.sought[name] {
		return true
	}
	parts := strings.Split(name, "::")
	for i := range parts {
		parts[i] = rbUnderscore(parts[i])
	}
	for _, at := range []string{path.Join(parts...), parts[0]} {
		for _, root := range rbRoots {
			if j.looks++; j.looks > 4*maxSought {
				return false
			}
			if file := path.Join(root, at); j.given.Stands(file+".rb") || root != "app" && j.given.Stands(file) {
				if j.sought == nil {
					j.sought = make(map[string]bool)
				}
				j.sought[name] = true
				return true
			}
		}
	}
	return false
}

// rbUnderscore is the name of the file of a class: HTTPClient is http_client.
func rbUnderscore(s string) string {
	upper := func(i int) bool { return i < len(s) && s[i] >= 'A' && s[i] <= 'Z' }
	var b strings.Builder
	for i := range len(s) {
		if upper(i) && i > 0 && (!upper(i-1) || i+1 < len(s) && !upper(i+1)) {
			b.WriteByte('_')
		}
		b.WriteByte(s[i])
	}
	return strings.ToLower(b.String())
}

// ownMethod judges a method of what may belong to the project.
func (j *rbJudge) ownMethod(name string, base rbValue, n *node) rbValue {
	args := n.kids[1:]
	switch {
	case base.name == "Rails" && name == "root" && len(args) == 0:
		return rbValue{what: rbPath, texts: []pyText{{s: "."}}}
	case base.name == "Rails" && !listWords("env version application configuration logger cache autoloaders groups backtrace_cleaner gem_version error", name):
		return j.fail()
	case base.name == "Logger": // to a stream alone; otherwise it writes a file
		if name != "new" || len(args) == 0 || args[0].kind != nName || !listWords("$stdout $stderr STDOUT STDERR", args[0].text) {
			return j.fail()
		}
		return own("")
	case listWords("send public_send __send__ try try!", name): // by a name that is written
		if len(args) == 0 || args[0].kind != nText || !args[0].sure || listWords("send public_send __send__ try try! gets readline readlines select test "+rbStatements, args[0].text) {
			return j.fail()
		}
		name = args[0].text
	case name == "transaction" && rbRollsBack(args):
		j.rolled++
		defer func() { j.rolled-- }()
	case listWords(rbStatements, name):
		switch {
		case len(args) == 1 && j.asked(args[0]):
			j.plain(args[0])
			j.handed = true
		case len(args) == 0 || args[0].kind != nText || !args[0].sure || j.given.SQL == nil || !j.given.SQL(args[0].text):
			return j.fail()
		}
		return own("")
	}
	if !j.callable(name, len(args)) || j.rolled == 0 && rbChangesAll(name, n) || rbDoes(name) && (rbServes(base.name) || ordered(n)) || rbCredential(name) && len(args) == 0 || j.tells(name, args) {
		return j.fail()
	}
	j.hand(args)
	last := base.name
	if i := strings.LastIndexByte(last, '.'); i >= 0 {
		last = last[i+1:]
	}
	return own(last + "." + name)
}

// rbChangesAll reports whether a call changes all records of a class or of what a
// query finds: User.update(admin: true), User.where(...).update(...).
func rbChangesAll(name string, n *node) bool {
	if name != "update" && name != "update!" || len(n.kids[0].kids) == 0 || n.kids[0].kids[0] == nil {
		return false
	}
	switch on := n.kids[0].kids[0]; {
	case on.kind == nName: // User.update(1, name: "x") is one
		return on.text != "" && on.text[0] >= 'A' && on.text[0] <= 'Z' && (len(n.kids) < 2 || n.kids[1].kind == nArg || n.kids[1].kind == nDict)
	case on.kind == nCall && len(on.kids) > 0 && on.kids[0].kind == nAttr:
		return listWords("all where not order limit joins includes unscoped in_batches", on.kids[0].text)
	case on.kind == nAttr:
		return listWords("all unscoped", on.text)
	}
	return false
}

// callable reports whether a method of that name may be called on whatever object.
func (j *rbJudge) callable(name string, args int) bool {
	bare := strings.TrimRight(name, "?!")
	switch {
	case j.rolled > 0 && listWords("destroy destroy! delete update_all touch_all insert_all insert_all! upsert_all", name):
		return true
	case name == "" || name[0] == '_' || wordEnd(bare, 0) != len(bare) || len(name)-len(bare) > 1 || rbHidden(bare) && (args > 0 || !listWords("render copy move link rename command feed load", name)), rbOnce(bare) && args > 0:
		return false
	case listWords("delete delete_if delete_at keep_if clear replace reject! select! update_all touch_all", name):
		return false
	case listWords("call perform perform_now", name), rbMethod(name):
		return true
	}
	return !pyReaches(bare) && (!pyCommands(bare) || args == 0 || listWords("local remote", bare))
}

// tells reports whether a method gives credentials by their names.
func (j *rbJudge) tells(name string, args []*node) bool {
	for _, a := range args {
		if rbShows(name) && a.kind == nText && rbCredential(a.text) {
			return true
		}
	}
	return false
}

// hand judges what the project's code is given.
func (j *rbJudge) hand(args []*node) {
	for _, a := range args {
		if a.kind == nStar && a.text == "&" {
			j.argument(a)
			continue
		}
		if a.kind == nArg && (elsewhere(a) || rbBeyond(a.text)) {
			j.failed = true
			return
		}
		for _, t := range j.plain(a).texts {
			if !t.glob && (outward(t.s) || sqlChanges(t.s) || strings.HasPrefix(t.s, "|")) {
				j.failed = true
			}
		}
	}
	j.handed = true
}

// inward reports whether no text in a tree points out of the project. What stands
// behind ../ may lie within it, if that begins at the program's own folder.
func (j *rbJudge) inward(n *node) bool {
	if n == nil {
		return true
	}
	if at, ok := rbBeside(n, j.given.File); ok && !outsideOf(at, j.given.Inner) {
		return true
	}
	switch n.kind {
	case nText, nFormat:
		if outsideOf(n.text, j.given.Inner) || !n.sure && spelt(n.text) {
			return false
		}
	case nName, nAttr: // makes texts that nobody has read
		if composes(spelled(n.text)) {
			return false
		}
	}
	for _, kid := range n.kids {
		if !j.inward(kid) {
			return false
		}
	}
	return true
}

// container reports whether a node is data that the program has made itself, so
// that a method which changes it changes nothing else.
func (j *rbJudge) container(n *node) bool {
	names := rbNames{names: j.names}
	return n.kind == nText || n.kind == nFormat || names.fresh(n)
}

// rbDecodes reports whether a program makes texts that nobody has read.
func rbDecodes(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nAttr && listWords("pack unpack unpack1 undump decode64 strict_decode64 urlsafe_decode64 decode_www_form_component decode_www_form rot13 decompress inflate unescape", n.text) {
		return true
	}
	for _, kid := range n.kids {
		if rbDecodes(kid) {
			return true
		}
	}
	return false
}

// set judges x.y = z of the project: of its objects, and what a program is told
// to print or to count in.
func (j *rbJudge) set(base rbValue, name string) bool {
	if base.name != "" && base.name[0] >= 'A' && base.name[0] <= 'Z' && !strings.Contains(base.name, ".") {
		return listWords("ActiveRecord::Base.logger Time.zone I18n.locale ActiveRecord.verbose_query_logs ActiveJob::Base.logger ActiveSupport::Deprecation.silenced ActionController::Base.logger", base.name+"."+name)
	}
	return j.callable(name, 1) && !strings.HasPrefix(base.name, "Rails") && !rbMethod(name) || listWords("name value level year month day hour min", name)
}

// rbRollsBack reports whether the block of a transaction ends with what takes
// all of it back, and nothing in it leaves it earlier.
func rbRollsBack(args []*node) bool {
	if len(args) == 0 || args[len(args)-1].kind != nLambda {
		return false
	}
	body := args[len(args)-1].kids[1]
	for body != nil && body.kind == nTry && len(body.kids) == 1 {
		body = body.kids[0]
	}
	if body == nil || body.kind != nBlock || len(body.kids) == 0 || leaves(body) {
		return false
	}
	last := body.kids[len(body.kids)-1]
	return last.kind == nCall && len(last.kids) == 2 && last.kids[0].kind == nName && last.kids[0].text == "raise" && last.kids[1].kind == nName && last.kids[1].text == "ActiveRecord::Rollback"
}

// leaves reports whether anything within goes elsewhere, or may run later.
func leaves(n *node) bool {
	switch {
	case n == nil:
		return false
	case n.kind == nReturn, n.kind == nDef, n.kind == nLambda && n.text == "->", n.kind == nName && listWords("lambda proc exit exit! abort at_exit", n.text):
		return true
	}
	for _, kid := range n.kids {
		if leaves(kid) {
			return true
		}
	}
	return false
}

// place judges a method of a path below the folder of the application.
func (j *rbJudge) place(name string, base rbValue, n *node) rbValue {
	args := n.kids[1:]
	switch {
	case name == "join" || name == "/" || name == "+":
		v := rbValue{what: rbPath, texts: base.texts}
		for _, a := range args {
			v.texts = combine(v.texts, j.plain(a).texts, rbJoin)
		}
		for _, t := range v.texts {
			if outward(t.s) {
				return j.fail()
			}
		}
		return v
	case len(args) > 0 && !(len(args) == 1 && listWords("each_line glob write", name)):
		return j.fail()
	case listWords("to_s to_path inspect expand_path cleanpath", name):
		return rbValue{texts: base.texts}
	case listWords("basename extname dirname", name):
		return rbValue{}
	case listWords("exist? file? directory? size mtime children entries empty? zero? symlink? readable?", name):
		j.touch(pipeline.KindRead, base.texts, true, false)
	case listWords("read readlines each_line binread", name):
		j.touch(pipeline.KindRead, base.texts, false, false)
	case name == "write":
		j.touch(pipeline.KindWrite, base.texts, false, false)
	case name == "glob":
		v := rbValue{texts: combine(base.texts, j.plain(args[0]).texts, rbJoin)}
		for i := range v.texts {
			v.texts[i].glob = strings.ContainsAny(v.texts[i].s, globbing)
		}
		j.touch(pipeline.KindRead, v.texts, true, false)
		return rbValue{}
	case listWords("delete unlink", name):
		j.touch(pipeline.KindDelete, base.texts, false, false)
	default:
		return j.fail()
	}
	j.arguments(n)
	return rbValue{}
}

// mixes reports whether a value may be one of the project's as well.
func (j *rbJudge) mixes(v rbValue) bool { return v.what == rbPlain || v.what == rbOwn }

// rbCurrent lists what a framework adds to classes of Ruby.
func rbCurrent(class, name string) bool {
	return listWords("Time.zone Time.current Date.current Date.tomorrow Date.yesterday DateTime.current Array.wrap Time.days_in_month Date.beginning_of_week Time.zone_default", class+"."+name)
}

// whence judges x.method(:y).source_location, which only tells of a method.
func (j *rbJudge) whence(fn *node) bool {
	m := fn.kids[0]
	if !listWords("source_location owner arity parameters", fn.text) || m.kind != nCall || len(m.kids) != 2 || m.kids[0].kind != nAttr || !listWords("method instance_method", m.kids[0].text) || m.kids[1].kind != nText {
		return false
	}
	j.plain(m.kids[0].kids[0])
	return true
}
