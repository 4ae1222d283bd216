package snippet

// A client of Prisma asks the database that the project is set up for. What only
// reads is a call of the project's code like others; the rest is not understood.

// client is new PrismaClient({log: …}).
func (j *jsJudge) client(n *node) jsValue {
	if len(n.kids) > 2 {
		return j.fail()
	}
	for _, a := range n.kids[1:] {
		if a.kind != nDict {
			return j.fail()
		}
		for i := 0; i+1 < len(a.kids); i += 2 {
			if key := a.kids[i]; key == nil || key.kind != nText || !listWords("log errorFormat", key.text) {
				return j.fail()
			}
			j.plain(a.kids[i+1])
		}
	}
	return jsValue{what: jsPrisma}
}

// model is a member of a client: a table.
func (j *jsJudge) model(base jsValue, name string) jsValue {
	if base.member != "" || name == "" || name[0] == '$' || name[0] == '_' || jsForbidden(name) {
		return j.fail()
	}
	return jsValue{what: jsPrisma, member: name}
}

// asked is a call of a client or of a model.
func (j *jsJudge) asked(base jsValue, name string, n *node) jsValue {
	known := "findMany findFirst findUnique findFirstOrThrow findUniqueOrThrow count aggregate groupBy"
	if base.member == "" {
		known = "$connect $disconnect $on"
	}
	if !listWords(known, name) {
		return j.fail()
	}
	if name == "$on" {
		j.free = true
	}
	return j.arguments(n)
}

// supertest is request(app) of the package of that name: app is the project's, or
// a URL that is known.
func (j *jsJudge) supertest(n *node) jsValue {
	if len(n.kids) != 2 {
		return j.fail()
	}
	v := j.eval(n.kids[1])
	if !v.owned() && (v.what != jsPlain || !j.visitsValue(n.kids[1])) {
		return j.fail()
	}
	j.handed = true
	return jsValue{what: jsForeign, name: jsOwned}
}
