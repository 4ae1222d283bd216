package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// A program may run within an application of Laravel, as that of artisan tinker
// does. Then classes of the application may be asked and be given what points
// nowhere out of the project, as those of Rails may (rbapp.go). PHP takes a text
// for a function where something calls it, and the project's code may call what
// it is given: so no text that is handed over names a function that does
// anything, and what is surely called is written.

// Tinker says what a program does within an application, or that it is not understood.
func Tinker(text string, given Given) (effects []Effect, ok bool) {
	given.Eval = true
	return php(text, given, true)
}

// use is use A\B as C, D\E; at the begin of a program.
func (p *phParser) use() *node {
	for !p.failed {
		full := p.tok.text
		if p.tok.kind != phName || phKeyword(full) {
			return p.fail()
		}
		p.advance()
		alias := full[strings.LastIndexByte(full, '\\')+1:]
		if p.take("as") {
			alias = p.tok.text
			if p.tok.kind != phName || phKeyword(alias) {
				return p.fail()
			}
			p.advance()
		}
		// A class that PHP has, or a facade, keeps its name: what is listed is that.
		if p.uses[alias] != "" || strings.Contains(alias, "\\") || alias != full[strings.LastIndexByte(full, '\\')+1:] && (phBuiltin(alias) || phFacade(alias) != "") {
			return p.fail()
		}
		if p.uses == nil {
			p.uses = make(map[string]string)
		}
		p.uses[alias] = full
		if !p.take(",") {
			break
		}
	}
	p.need(";")
	return p.node(nPass, "")
}

// resolved is the full name of a class.
func (p *phParser) resolved(name string) string {
	first, rest, more := strings.Cut(name, `\`)
	full := p.uses[first]
	switch {
	case full == "":
		return name
	case more:
		return full + `\` + rest
	}
	return full
}

// phShort is a facade, or another class of the framework that is listed by its
// last name, and whether the name is one of the framework's at all.
func phShort(class string) (short string, framework bool) {
	i := strings.LastIndexByte(class, '\\')
	short = class[i+1:]
	switch {
	case i < 0 || class == `Carbon\Carbon` || class == `Carbon\CarbonImmutable`:
		return short, phFacade(short) != ""
	case strings.HasPrefix(class, `Illuminate\Support\`):
		return short, true
	}
	return class, false
}

// phFacade lists what of the framework may be called: for each its functions,
// "*" where all only compute.
func phFacade(short string) string {
	switch short {
	case "DB":
		return "table raw transaction beginTransaction rollBack listen enableQueryLog getQueryLog disableQueryLog flushQueryLog transactionLevel select selectOne scalar"
	case "Cache":
		return "get has missing many remember"
	case "Schema":
		return "hasTable hasColumn hasColumns getColumnListing getColumns getTables getTableListing getIndexes getForeignKeys getColumnType"
	case "Route":
		return "getRoutes has"
	case "Config":
		return "get has"
	case "App":
		return "environment version getLocale isLocal runningInConsole runningUnitTests"
	case "Hash":
		return "make check needsRehash info"
	case "Log":
		return "info debug warning error notice"
	case "Str", "Arr", "Carbon", "CarbonImmutable", "Number", "Collection":
		return "*"
	}
	return ""
}

// ownClass reports whether a class is the project's.
func (j *phJudge) ownClass(class string) bool {
	first, rest, deep := strings.Cut(class, `\`)
	if _, framework := phShort(class); framework || phBuiltin(class) || phStranger(first) {
		return false
	}
	if j.given.Stands == nil || phReckons(first, rest) {
		return true
	}
	file := strings.ReplaceAll(rest, `\`, "/") + ".php"
	if !deep {
		file = class + ".php"
	}
	for _, root := range [...]string{"app", "src", "app/Models", "tests", "database", "modules", "domain"} {
		if j.looks++; j.looks > 4*maxSought {
			return false
		}
		if j.given.Stands(path.Join(root, file)) {
			return true
		}
	}
	return false
}

// phReckons reports whether a class is of a library that only computes, and lies below vendor.
func phReckons(first, rest string) bool {
	return first == "Carbon" || first == "Brick" && (strings.HasPrefix(rest, `Math\`) || strings.HasPrefix(rest, `Money\`)) || first == "Ramsey" && strings.HasPrefix(rest, `Uuid\`)
}

// ownStatic judges a function of a class within an application.
func (j *phJudge) ownStatic(class, name string, args []*node) phValue {
	short, framework := phShort(class)
	if framework {
		list := phFacade(short)
		switch {
		case list != "*" && !listWords(list, name), list == "*" && !phAsks(name, len(args)):
			return j.fail()
		case short == "DB" && listWords("select selectOne scalar", name):
			if len(args) == 0 || args[0].kind != nText || j.given.SQL == nil || !j.given.SQL(args[0].text) {
				return j.fail()
			}
		case short == "Config":
			return j.configured(args)
		case short == "App" && len(args) > 0:
			return j.fail()
		}
		return j.handed1(name, args)
	}
	if !j.ownClass(class) || !phAsks(name, len(args)) {
		return j.fail()
	}
	return j.handed1(name, args)
}

// phAsks reports whether a method of that name may be called on whatever object.
func phAsks(name string, args int) bool {
	return name != "" && !(name == "query" && args > 0) && !strings.HasPrefix(name, "__") && !phHidden(name) && !pyReaches(name) && (!pyCommands(name) || args == 0) && !rbCredential(rbUnderscore(strings.TrimPrefix(name, "get")))
}

// handed1 judges what the project's code is given.
func (j *phJudge) handed1(name string, args []*node) phValue {
	j.handed = true
	calls := phCalls(name)
	for _, a := range args {
		if a.kind == nArg { // f(name: x)
			if elsewhere(a) || rbBeyond(rbUnderscore(a.text)) {
				return j.fail()
			}
			a = a.kids[0]
		}
		if a.kind == nStar {
			return j.fail()
		}
		j.harmless(a, calls)
		if calls && a.kind != nLambda && a.kind != nConst && a.kind != nText && !(a.kind == nName && j.closure(a.text)) && !(a.kind == nUnary) {
			return j.fail()
		}
		v := j.eval(a)
		for _, t := range append(v.items, v.texts...) {
			if !t.glob && (outward(t.s) || sqlChanges(t.s) || phDoes(strings.ToLower(t.s))) {
				return j.fail()
			}
		}
		if rbShows(rbUnderscore(name)) && a.kind == nText && rbCredential(a.text) || name == "value" && a.kind == nText && rbCredential(a.text) {
			return j.fail()
		}
	}
	return phValue{}
}

// harmless refuses texts that name what does something when it is called.
func (j *phJudge) harmless(n *node, calls bool) {
	switch {
	case n == nil || n.kind == nLambda:
		return
	case n.kind == nText:
		s := n.text
		if strings.Contains(s, "::") || strings.Contains(s, `\`) && !strings.ContainsAny(s, " %/") || phDoes(strings.ToLower(s)) || calls && s != "" && wordEnd(s, 0) == len(s) && !phPure(s) {
			j.failed = true
		}
		return
	}
	for _, kid := range n.kids {
		j.harmless(kid, calls)
	}
}

// configured is config("app.name"): a constant that names no credential, and no
// group in which there are some.
func (j *phJudge) configured(args []*node) phValue {
	if len(args) != 1 || args[0].kind != nText {
		return j.fail()
	}
	key := args[0].text
	first, _, _ := strings.Cut(key, ".")
	last := key[strings.LastIndexByte(key, '.')+1:]
	if last == key || rbCredential(last) || listWords("key keys url dsn previous_keys username user options", last) ||
		!listWords("app cache queue session logging view filesystems mail database services auth broadcasting cors hashing", first) || listWords("database services mail queue broadcasting filesystems", first) && !listWords("default driver host port database prefix charset collation timezone engine strict region address name from", last) {
		return j.fail()
	}
	j.handed = true
	return phValue{}
}

// appFunction judges functions that the framework brings.
func (j *phJudge) appFunction(name string, args []*node) (phValue, bool) {
	switch {
	case listWords("now today collect str dump dd trans __ trans_choice route blank filled class_basename data_get head last fake number", name):
		return j.handed1("value of", args), true
	case name == "config":
		return j.configured(args), true
	case name == "env":
		if len(args) == 0 || args[0].kind != nText || rbCredential(strings.ToLower(args[0].text)) || listWords("KEY URL DSN", args[0].text[strings.LastIndexByte(args[0].text, '_')+1:]) {
			return j.fail(), true
		}
		j.add(Effect{Kind: pipeline.KindSecret, Object: args[0].text})
		return j.all(args), true
	case (name == "app" || name == "resolve") && len(args) == 1 && args[0].kind == nConst && strings.HasSuffix(args[0].text, "::class"):
		if !j.ownClass(strings.TrimSuffix(args[0].text, "::class")) {
			return j.fail(), true
		}
		j.handed = true
		return phValue{}, true
	case listWords("class_exists enum_exists interface_exists trait_exists method_exists property_exists get_class_methods", name) && len(args) > 0 && args[0].kind == nConst && strings.HasSuffix(args[0].text, "::class"):
		if !j.ownClass(strings.TrimSuffix(args[0].text, "::class")) { // it is loaded
			return j.fail(), true
		}
		j.handed = true
		return j.all(args), true
	}
	return phValue{}, false
}

// phDecodes reports whether a program makes texts that nobody has read.
func phDecodes(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nCall && n.kids[0].kind == nName && listWords("chr pack unpack hex2bin base64_decode urldecode rawurldecode str_rot13 strrev mb_chr gzinflate gzuncompress html_entity_decode convert_uudecode quoted_printable_decode stripcslashes strtr substr_replace", n.kids[0].text) {
		return true
	}
	for _, kid := range n.kids {
		if phDecodes(kid) {
			return true
		}
	}
	return false
}
