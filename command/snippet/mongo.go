package snippet

import (
	"slices"
	"strings"
)

// Statements for MongoDB are JavaScript that asks. They are read by a recognizer of
// words, not by the reader of JavaScript, since what a name means there hangs on
// the server: what is called is one of a list of methods that ask, and no other
// function can be named, so none can be handed on and called later.

// maxMongo bounds the words that are looked at.
const maxMongo = 4096

// Mongo reports whether a text for mongosh only asks, computes and prints.
func Mongo(text string) bool { return readMongo(text, false) }

// MongoAdds reports whether a text for mongosh does no more than ask, and add
// documents, collections and indexes to the database that it is connected to.
func MongoAdds(text string) bool { return readMongo(text, true) }

// readMongo reads a text for mongosh, which may ask and, if it adds, add.
func readMongo(text string, adds bool) bool {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(strings.TrimRight(strings.TrimSpace(line), ";"))
		if len(words) == 2 && (words[0] == "use" || words[0] == "show") && strings.Trim(words[1], letterSet+digitSet+"_-") == "" {
			if adds && words[0] == "use" { // another database
				return false
			}
			if words[0] == "show" && !slices.Contains([]string{"dbs", "databases", "collections", "tables"}, words[1]) {
				return false
			}
			continue // words of the shell itself
		}
		kept = append(kept, line)
	}
	tokens, ok := mongoTokens(strings.Join(kept, "\n"))
	if !ok {
		return false
	}
	m := mongo{tokens: tokens, own: make(map[string]bool), adds: adds}
	return m.declares() && m.only()
}

// mongoToken is a word, a number, a text or a sign.
type mongoToken struct {
	kind byte // 'a': a name, '0': a number, '"': a text, '/': a pattern, else a sign
	text string
}

// mongo is a program for mongosh under way.
type mongo struct {
	tokens []mongoToken
	own    map[string]bool // names that the program declares
	adds   bool            // it may add to the database at hand
}

// at is the token at a place, which may lie outside.
func (m *mongo) at(i int) mongoToken {
	if i < 0 || i >= len(m.tokens) {
		return mongoToken{}
	}
	return m.tokens[i]
}

// declares notes the names that the program makes. None may stand for a function or
// an object that is listed; a method is called as a member, which no name is.
func (m *mongo) declares() bool {
	for i, t := range m.tokens {
		var names []mongoToken
		switch {
		case t.kind == 'a' && (t.text == "const" || t.text == "let" || t.text == "var"):
			j := i + 1
			if m.at(j).text == "{" || m.at(j).text == "[" { // names in a pattern
				for ; j < len(m.tokens) && m.at(j).text != "=" && m.at(j).text != "of"; j++ {
					if m.at(j).kind == 'a' {
						names = append(names, m.at(j))
					}
				}
			} else {
				names = append(names, m.at(j))
			}
		case t.text == "=>" && m.at(i-1).kind == 'a':
			names = append(names, m.at(i-1))
		case t.text == "=>":
			for j := i - 1; j >= 0 && m.at(j).text != "("; j-- {
				if m.at(j).kind == 'a' {
					names = append(names, m.at(j))
				}
			}
		}
		for _, n := range names {
			if n.kind != 'a' || mongoFunction(n.text) || mongoGlobal(n.text) {
				return false
			}
			m.own[n.text] = true
		}
	}
	return true
}

// only reports whether every token is of a program that asks.
func (m *mongo) only() bool {
	for i, t := range m.tokens {
		before, next := m.at(i-1), m.at(i+1)
		switch t.kind {
		case 'a':
			if !m.name(i, t.text) {
				return false
			}
		case '"':
			if mongoChanges(t.text) || tellsMongo(t.text) {
				return false
			}
		case '0', '/':
		case '(':
			switch before.kind {
			case ')', ']', '"', '0', '/', '}': // what is called must be named
				return false
			}
		case '[':
			if m.computes(i) {
				return false
			}
		case '=':
			if m.adds && (before.kind == '}' || before.kind == ']') {
				return false // nor by a pattern
			}
			if t.text == "=" && (before.kind != 'a' && before.kind != '}' && before.kind != ']' || m.at(i-2).text == ".") {
				return false // no member is set
			}
		case '+':
			if t.text == "+=" && m.at(i-2).text == "." {
				return false
			}
		case '.', ',', ')', ']', '{', '}', ':', ';', '-', '*', '%', '<', '>', '!', '&', '|', '?', '\'':
			if t.text == "?." && next.kind != 'a' {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// computes reports whether a bracket may name a member by a value, or a key.
func (m *mongo) computes(open int) bool {
	depth, end := 0, open
	for ; end < len(m.tokens); end++ {
		switch m.tokens[end].kind {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	switch m.at(open - 1).kind {
	case 'a', ')', ']', '"', '}':
		if mongoKeyword(m.at(open - 1).text) {
			break
		}
		first := m.at(open + 1)
		// A place in a list, or a collection of that name that is asked at once.
		return end != open+2 || first.kind != '0' && (m.at(open-1).text != "db" || first.kind != 'a' || m.at(end+1).text != ".")
	}
	return m.at(end+1).text == ":"
}

// name judges a name where it stands: called, a member, a key or a value.
func (m *mongo) name(i int, name string) bool {
	before, next := m.at(i-1), m.at(i+1)
	member := before.text == "." || before.text == "?."
	switch {
	case m.adds && (name == "db" && (member || next.text != ".") || (name == "of" || name == "in") && m.at(i-2).text == "."):
		return false // it stays the database that was named, and its collections what they are
	case m.adds && member && next.text == "(" && m.inserts(i, name):
		return true
	case member && next.text == "(":
		return mongoAsks(name) || (name == "runCommand" || name == "adminCommand") && m.tells(i+2) || name == "setProfilingLevel" && m.profiles(i+2)
	case next.text == "(":
		return mongoFunction(name) || name == "for" || name == "while" || name == "if" || name == "of" || name == "in" || name == "return"
	case mongoChanges(name), tellsMongo(name):
		return false
	case member, next.text == ":" && (before.text == "{" || before.text == ","):
		return true
	}
	return m.own[name] || mongoGlobal(name) || mongoKeyword(name) || mongoFunction(name)
}

// inserts reports whether a method that is called adds to a collection of the
// database at hand: db.orders.insertOne(…), db.getCollection("orders").createIndex(…),
// or to the database itself.
func (m *mongo) inserts(i int, name string) bool {
	root := 0
	switch name {
	case "insertOne", "insertMany", "createIndex":
		switch {
		case m.at(i-2).kind == 'a':
			root = i - 4
		case m.at(i-2).text == ")" && m.at(i-3).kind == '"' && m.at(i-4).text == "(" && m.at(i-5).text == "getCollection" && !strings.HasPrefix(m.at(i-3).text, "system"):
			root = i - 7
		default:
			return false
		}
	case "createCollection":
		root = i - 2
		if m.at(i+2).kind != '"' || m.at(i+3).text != ")" { // options may hold a view's pipeline
			return false
		}
	case "setProfilingLevel": // what is slow is noted
		root = i - 2
		if m.at(i+2).kind != '0' {
			return false
		}
	default:
		return false
	}
	return m.at(root).text == "db" && m.at(root+1).text == "." && m.at(root-1).text != "." && m.at(root-1).text != "?."
}

// tells reports whether the order for a server that begins at a token only asks.
func (m *mongo) tells(i int) bool {
	if m.at(i).text != "{" || m.at(i+2).text != ":" {
		return false
	}
	switch m.at(i + 1).text {
	case "ping", "serverStatus", "buildInfo", "dbStats", "hello", "listCollections", "listDatabases", "collStats", "hostInfo":
		return true
	}
	return false
}

// profiles reports whether a profiler is told to keep nothing any more.
func (m *mongo) profiles(i int) bool {
	return m.at(i) == mongoToken{'0', "0"} && m.at(i+1).text == ")"
}

// mongoAsks names methods that ask a server or compute.
func mongoAsks(name string) bool {
	switch name {
	case "find", "findOne", "countDocuments", "estimatedDocumentCount", "count", "distinct", "aggregate", "getIndexes", "stats", "explain", "dataSize", "storageSize", "totalIndexSize", "totalSize", "isCapped",
		"limit", "sort", "skip", "toArray", "pretty", "project", "hint", "itcount", "size", "hasNext", "next", "batchSize", "maxTimeMS", "allowDiskUse", "collation", "indexStats",
		"getCollection", "getCollectionNames", "getCollectionInfos", "getName", "getSiblingDB", "version", "hello", "serverStatus", "serverBuildInfo", "hostInfo", "getMongo", "getDBNames", "listDatabases", "listCollections", "getProfilingStatus", "currentOp",
		"forEach", "map", "flatMap", "filter", "from", "fill", "random", "reduce", "slice", "join", "flat", "concat", "includes", "indexOf", "some", "every", "keys", "values", "entries", "fromEntries", "length", "push", "reverse",
		"toFixed", "padEnd", "padStart", "toString", "toISOString", "toLowerCase", "toUpperCase", "toLocaleString", "toLocaleDateString", "toDateString", "getFullYear", "getMonth", "getDate", "getDay", "getHours", "getUTCHours", "localeCompare", "at", "repeat", "isArray", "has", "trim", "split", "startsWith", "endsWith", "substring", "getTime", "getTimestamp", "valueOf", "stringify", "parse",
		"round", "floor", "ceil", "max", "min", "abs", "now", "log", "table":
		return true
	}
	return false
}

// mongoFunction names functions that are called by themselves.
func mongoFunction(name string) bool {
	switch name {
	case "print", "printjson", "tojson", "ObjectId", "ISODate", "Date", "NumberInt", "NumberLong", "NumberDecimal", "Long", "Decimal128", "UUID", "Number", "String", "Boolean", "parseInt", "parseFloat", "isNaN":
		return true
	}
	return false
}

// mongoGlobal names what a program may speak of without declaring it.
func mongoGlobal(name string) bool {
	switch name {
	case "db", "Math", "JSON", "EJSON", "Object", "Array", "console", "undefined", "NaN", "Infinity":
		return true
	}
	return false
}

// mongoKeyword names words of the language itself.
func mongoKeyword(name string) bool {
	switch name {
	case "const", "let", "var", "for", "while", "of", "in", "if", "else", "return", "true", "false", "null", "new", "typeof", "await", "break", "continue":
		return true
	}
	return false
}

// mongoChanges reports whether a name is one of a method, a stage or a thing by
// which something is changed, run or reached; as a value it could be called later.
func mongoChanges(name string) bool {
	switch name {
	case "$out", "$merge", "$function", "$accumulator", "$where", "mapReduce", "constructor", "prototype", "__proto__", "process", "globalThis", "global", "window", "require", "module", "import", "Function", "eval", "Reflect", "Proxy",
		"Mongo", "connect", "load", "rs", "sh", "config", "passwordPrompt", "system", "admin", "this", "apply", "call", "bind", "getDB", "runCommand", "adminCommand", "runCommandRaw", "aggregateDatabase", "watch", "auth", "logout":
		return true
	}
	for _, begin := range [...]string{"delete", "drop", "insert", "update", "replace", "remove", "create", "rename", "bulk", "save", "set", "shutdown", "kill", "grant", "revoke", "copy", "clone", "fsync", "findAnd", "findOneAnd", "initialize", "validate", "compact", "convert", "reIndex", "hideIndex", "unhide", "ensure", "enable", "disable", "change", "add", "move", "split", "merge", "step", "reconfig", "resetError", "rotate", "__"} {
		if rest, ok := strings.CutPrefix(name, begin); ok && (rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' || rest == "" && begin != "set" && begin != "add" && begin != "split" && begin != "merge" && begin != "move") {
			return true
		}
	}
	return false
}

// tellsMongo reports whether a field holds what is secret by its name.
func tellsMongo(name string) bool {
	lower := strings.ToLower(name)
	for _, part := range [...]string{"passw", "secret", "token", "credential", "apikey", "api_key", "privatekey", "private_key"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}
