package command

import (
	"slices"
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// A server of a database that is started by its own words alone, with its data in a
// folder that these name, is one more server under development: it has no other data
// than what lies there, runs confined as its starter does, and listens where it is told
// to. One that a file of settings tells what to do, or that keeps its data where the
// machine's service does, is not known.

// serverWord says what a word of such a server names.
type serverWord uint8

const (
	noWord     serverWord = iota // not known: the entry's effects
	wordAlone                    // a switch
	wordValue                    // a value that reaches nothing
	wordFile                     // a file that it writes
	wordFolder                   // the folder of its data
	wordName                     // of a file in that
	wordHost                     // where it listens
	wordPort
)

// analyzeOwnServer is mongod(1) or redis-server(1).
//
// Long: one case a kind of word.
func analyzeOwnServer(v *visit) bool {
	words, meaning := mongodWords, mongodWord
	if v.name != "mongod" {
		words, meaning = redisWords, redisWord
	}
	if slices.ContainsFunc(v.fields, func(f field) bool { return !f.exact() || f.many }) {
		return false
	}
	given, ok := words(v.fields[1:])
	if !ok {
		return false
	}
	host, port, folder := field{text: "localhost", span: v.fields[0].span}, "27017", field{}
	if v.name != "mongod" {
		host.text, port = "0.0.0.0", "6379" // what it does unless it is told
		folder = field{text: ".", span: v.fields[0].span}
	}
	var files, names []field
	for _, w := range given {
		switch meaning(w.name, w.value.text) {
		case noWord:
			return false
		case wordAlone, wordValue:
		case wordFile:
			files = append(files, w.value)
		case wordFolder:
			folder = w.value
		case wordName:
			names = append(names, w.value)
		case wordHost:
			host = w.value
		case wordPort:
			port = w.value.text
		}
	}
	if folder.text == "" || port == "" || strings.Trim(port, "0123456789") != "" || host.text == "" {
		return false
	}
	for _, f := range names {
		f.text = folder.text + "/" + f.text
		files = append(files, f)
	}
	for _, f := range append(files, folder) {
		if f.text != "" {
			v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
		}
	}
	for one := range strings.FieldsFuncSeq(host.text, func(c rune) bool { return c == ',' || c == ' ' }) {
		v.simple(pipeline.KindListen, field{text: joinPort(one, port), span: host.span}, "")
	}
	return true
}

// serverOption is one option of a server with what it is given.
type serverOption struct {
	name  string
	value field
}

// mongodWords takes the options of mongod apart: --port N, --port=N, --fork.
func mongodWords(fields []field) (out []serverOption, ok bool) {
	for i := 0; i < len(fields); i++ {
		name, value, joined := strings.Cut(fields[i].text, "=")
		g := serverOption{name, field{text: value, span: fields[i].span}}
		if !strings.HasPrefix(name, "--") {
			return nil, false
		}
		if !joined && mongodWord(name, "") != wordAlone {
			if i++; i >= len(fields) {
				return nil, false
			}
			g.value = fields[i]
		}
		out = append(out, g)
	}
	return out, len(out) > 0
}

// mongodWord knows what options of mongod mean. Those that are missing read settings,
// keys or certificates, set parameters, or make it a member of something that is there.
func mongodWord(name, _ string) serverWord {
	switch name {
	case "--fork", "--logappend", "--quiet", "--noauth", "--nounixsocket", "--directoryperdb", "--journal", "--nojournal", "--notablescan":
		return wordAlone
	case "--replSet", "--oplogSize", "--wiredTigerCacheSizeGB", "--storageEngine", "--maxConns", "--slowms", "--profile", "--syncdelay":
		return wordValue
	case "--logpath", "--pidfilepath":
		return wordFile
	case "--dbpath":
		return wordFolder
	case "--bind_ip":
		return wordHost
	case "--port":
		return wordPort
	}
	return noWord
}

// redisWords takes the options of redis-server apart. Each has the words up to the next
// one for its value; a word before the first is a file of settings.
func redisWords(fields []field) (out []serverOption, ok bool) {
	for _, f := range fields {
		switch last := len(out) - 1; {
		case strings.HasPrefix(f.text, "--"):
			out = append(out, serverOption{f.text, field{span: f.span}})
		case last < 0:
			return nil, false
		case out[last].value.text == "":
			out[last].value = f
		default:
			out[last].value.text += " " + f.text
		}
	}
	return out, len(out) > 0
}

// redisWord knows what options of redis-server mean. Those that are missing load
// modules, include settings, follow another server, or name certificates and keys.
func redisWord(name, value string) serverWord {
	if strings.ContainsAny(value, "\n\"\\") { // it puts its words together to lines of settings
		return noWord
	}
	switch name {
	case "--save", "--appendonly", "--appendfsync", "--daemonize", "--databases", "--loglevel", "--maxmemory", "--maxmemory-policy", "--protected-mode", "--timeout", "--tcp-keepalive", "--hz", "--lazyfree-lazy-eviction",
		"--stop-writes-on-bgsave-error", "--rdbcompression", "--rdbchecksum", "--notify-keyspace-events", "--io-threads", "--slowlog-log-slower-than":
		return wordValue
	case "--dbfilename", "--appendfilename", "--appenddirname":
		if strings.Contains(value, "/") {
			return noWord
		}
		return wordName
	case "--logfile", "--pidfile", "--unixsocket":
		return wordFile
	case "--dir":
		return wordFolder
	case "--bind":
		return wordHost
	case "--port":
		return wordPort
	}
	return noWord
}

// startedHere reports whether a server that this command starts itself takes a port
// which is none that such servers usually have. Should another one have it, what adds
// a key or a document there is still no loss.
func (v *visit) startedHere(host, port string) bool {
	switch port {
	case "", "6379", "6380", "27017", "27018", "27019":
		return false
	}
	return loopback(host) && slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool {
		_, at := zone.SplitHost(e.Object)
		return e.Kind == pipeline.KindListen && e.Certain && at == port && (e.By == "mongod" || e.By == "redis-server" || e.By == "valkey-server")
	})
}

// addsRedis names commands that add to what a server holds, or count in it.
func addsRedis(word string) bool {
	switch word {
	case "set", "setex", "psetex", "setnx", "mset", "append", "incr", "incrby", "decr", "decrby", "hset", "hmset", "hsetnx", "hincrby", "lpush", "rpush", "sadd", "zadd", "zincrby", "xadd", "geoadd", "pfadd", "setbit", "expire", "pexpire", "persist", "publish", "bf.add", "json.set":
		return true
	}
	return false
}
