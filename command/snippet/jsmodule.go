package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// jsBuiltins lists the modules of Node; those that are not listed by jsModule
// are not understood.
const jsBuiltins = `assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs fs/promises http http2
	https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl sea sqlite stream stream/promises
	string_decoder sys test timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib bun ffi deno`

// jsModule lists the modules of which something is understood.
func jsModule(name string) bool {
	return listWords("fs fs/promises os path util crypto url querystring perf_hooks assert assert/strict readline", name)
}

// jsValues lists plain values of objects and modules.
func jsValues(object string) string {
	switch object {
	case "process":
		return "version versions platform arch pid ppid execPath title release exitCode argv0 config features"
	case "process.stdout":
		return "columns rows isTTY fd"
	case "Math":
		return "PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2"
	case "Number":
		return "MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE EPSILON POSITIVE_INFINITY NEGATIVE_INFINITY NaN"
	case "os":
		return "EOL devNull"
	case "path":
		return "sep delimiter"
	case "performance":
		return "timeOrigin"
	}
	return ""
}

// jsFunctions lists members that only compute from plain data, or print.
func jsFunctions(object string) string {
	switch object {
	case "console":
		return "log error warn info debug table dir time timeEnd assert count group groupEnd trace"
	case "JSON":
		return "parse stringify"
	case "Math":
		return `abs max min floor ceil round random sqrt pow log log2 log10 exp sin cos tan asin acos atan atan2 trunc sign cbrt hypot fround clz32 imul expm1 log1p sinh cosh tanh`
	case "Object":
		return "keys values entries getOwnPropertyNames assign fromEntries hasOwn is freeze"
	case "Array":
		return "isArray from of"
	case "Number":
		return "isInteger isSafeInteger isNaN isFinite parseFloat parseInt"
	case "String":
		return "fromCharCode fromCodePoint"
	case "Date":
		return "now parse UTC"
	case "Buffer":
		return "from alloc byteLength concat isBuffer"
	case "process":
		return "cwd exit uptime memoryUsage hrtime getuid getgid"
	case "process.stdout":
		return "write"
	case "os":
		return "cpus platform type release arch hostname totalmem freemem homedir tmpdir uptime loadavg userInfo endianness machine version availableParallelism"
	case "path":
		return "basename dirname extname relative normalize parse isAbsolute resolve"
	case "util":
		return "inspect format styleText stripVTControlCharacters isDeepStrictEqual"
	case "Intl":
		return "DateTimeFormat NumberFormat PluralRules RelativeTimeFormat ListFormat Collator DisplayNames getCanonicalLocales supportedValuesOf"
	case "Promise":
		return "all allSettled race any resolve"
	case "performance":
		return "now mark"
	case "Uint8Array", "Uint16Array", "Uint32Array", "Int8Array", "Int16Array", "Int32Array", "Float32Array", "Float64Array", "Uint8ClampedArray":
		return "from of"
	case "assert", "assert/strict":
		return "ok equal notEqual strictEqual notStrictEqual deepEqual deepStrictEqual notDeepStrictEqual match doesNotMatch fail"
	case "crypto":
		return "randomBytes randomUUID randomInt createHash getHashes"
	case "url":
		return "parse fileURLToPath pathToFileURL"
	case "readline":
		return "createInterface"
	case "querystring":
		return "parse stringify escape unescape"
	}
	return ""
}

// jsAct names what members do that touch files or need a look at arguments.
func jsAct(object, name string) string {
	if object == "fs/promises" {
		if act := jsAct("fs", name+"Sync"); act != "" && name != "exists" {
			return act
		}
		return ""
	}
	switch object + "." + name {
	case "fs.readFileSync":
		return "read"
	case "fs.writeFileSync", "fs.appendFileSync", "fs.mkdirSync":
		return "write"
	case "fs.existsSync", "fs.statSync", "fs.lstatSync", "fs.readdirSync", "fs.accessSync":
		return "look"
	case "fs.unlinkSync", "fs.rmSync", "fs.rmdirSync":
		return "delete"
	case "fs.copyFileSync":
		return "copy"
	case "path.join":
		return "join"
	case "readline.createInterface":
		return "lines"
	case "console.log", "console.error", "console.warn", "console.info", "console.debug", "console.table", "console.dir", "util.inspect", "util.format":
		return "show"
	case "JSON.stringify":
		return "stringify"
	case "JSON.parse":
		return "parse"
	case "Array.from", "Uint8Array.from", "Uint16Array.from", "Uint32Array.from", "Int8Array.from", "Int16Array.from", "Int32Array.from", "Float32Array.from", "Float64Array.from":
		return "from"
	case "Object.fromEntries":
		return "pairs"
	case "Object.assign":
		return "assign"
	case "Object.keys":
		return "show"
	case "Object.values", "Object.entries":
		return "entries"
	}
	return ""
}

// jsMethod lists methods of plain data. None of them runs a text or opens a
// file, whatever kind of data it belongs to.
func jsMethod(name string) bool {
	return listWords(`map filter forEach reduce reduceRight some every find findIndex findLast flatMap sort toSorted replace replaceAll
		toString toFixed toPrecision toUpperCase toLowerCase toLocaleString toLocaleUpperCase toLocaleLowerCase toLocaleDateString toLocaleTimeString trim trimStart trimEnd split join slice splice concat
		push pop shift unshift reverse includes indexOf lastIndexOf startsWith endsWith padStart padEnd repeat charAt charCodeAt codePointAt substring substr at test match matchAll
		then catch finally
		search localeCompare normalize keys values entries has get set add delete clear fill flat toISOString getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds
		getTimezoneOffset hasOwnProperty digest update isFile isDirectory isSymbolicLink getAll equals subarray toReversed toSpliced findLastIndex at
		toUTCString toDateString toTimeString getUTCFullYear getUTCMonth getUTCDate getUTCDay getUTCHours getUTCMinutes getUTCSeconds getMilliseconds getUTCMilliseconds
		setFullYear setMonth setDate setHours setMinutes setSeconds setMilliseconds setTime setUTCFullYear setUTCMonth setUTCDate setUTCHours setUTCMinutes setUTCSeconds
		getUint8 getUint16 getUint32 getInt8 getInt16 getInt32 getFloat32 getFloat64 setUint8 setUint16 setUint32 setInt8 setInt16 setInt32 readUInt8 readUInt32LE readUInt32BE readUInt16LE readUInt16BE`, name)
}

// member judges a call of a listed member.
//
// Long: one case an act; it is a table.
func (j *jsJudge) member(object, name string, n *node) jsValue {
	args := n.kids[1:]
	for _, a := range args {
		if a.kind == nStar && jsAct(object, name) != "show" && object != "Math" {
			return j.fail()
		}
	}
	switch jsAct(object, name) {
	case "show":
		for _, a := range args {
			j.shown(a)
		}
		return jsValue{}
	case "entries":
		for _, a := range args {
			if v := j.eval(a); v.what != jsObject || v.name != "process.env" {
				j.accept(v)
			}
		}
		return jsValue{}
	case "parse":
		if len(args) != 1 {
			return j.fail()
		}
	case "stringify":
		if len(args) > 1 && args[1].kind != nConst && args[1].kind != nList && args[1].kind != nLambda {
			return j.fail()
		}
	case "from":
		if len(args) > 1 && !j.written(args[1]) || len(args) > 2 {
			return j.fail()
		}
		j.plain(args[0])
		return jsValue{}
	case "pairs":
		if len(args) != 1 || !j.paired(args[0]) {
			return j.fail()
		}
	case "assign":
		if len(args) == 0 || args[0].kind != nDict && !j.made(args[0]) {
			return j.fail()
		}
	case "lines":
		return j.linesOfInput(args)
	case "read", "write", "look", "delete", "copy":
		if object == "fs/promises" {
			name += "Sync"
		}
		return j.file("fs."+name, n)
	case "join":
		v := jsValue{texts: []pyText{{}}}
		for _, a := range args {
			v.texts = combine(v.texts, j.plain(a).texts, jsJoin)
		}
		v.texts = each(v.texts, path.Clean)
		return v
	}
	j.arguments(n)
	return jsValue{}
}

// jsJoin is path.join, which takes a later absolute path for a relative one.
func jsJoin(t, o pyText) (pyText, bool) {
	if t.glob || t.home || o.home || strings.HasSuffix(o.s, "/") || o.glob && (!strings.HasPrefix(o.s, anyName) || strings.ContainsAny(t.s, globbing)) {
		return t, false
	}
	if t.s == "" {
		return o, true
	}
	return pyText{s: path.Join(t.s, strings.TrimLeft(o.s, "/")), glob: o.glob}, true
}

// file judges a function of fs.
func (j *jsJudge) file(name string, n *node) jsValue {
	args := n.kids[1:]
	if len(args) == 0 {
		return j.fail()
	}
	act := jsAct("fs", strings.TrimPrefix(name, "fs."))
	if args[0].kind == nConst && act == "read" && args[0].text == "0" {
		return j.arguments(n)
	}
	first := j.plain(args[0])
	if len(first.texts) == 0 {
		return j.fail()
	}
	rest := args[1:]
	tree := false
	switch {
	case name == "fs.writeFileSync" || name == "fs.appendFileSync":
		if len(rest) == 0 {
			return j.fail()
		}
		j.plain(rest[0])
		rest = rest[1:]
	case act == "copy":
		if len(rest) != 1 {
			return j.fail()
		}
		to := j.plain(rest[0])
		if len(to.texts) == 0 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, first.texts, false, false)
		j.touch(pipeline.KindWrite, to.texts, false, false)
		return jsValue{}
	}
	for _, a := range rest {
		if len(rest) > 1 || !j.fileOptions(a, &tree) {
			return j.fail()
		}
	}
	switch act {
	case "read":
		j.touch(pipeline.KindRead, first.texts, false, false)
	case "write":
		j.touch(pipeline.KindWrite, first.texts, false, false)
	case "look":
		j.touch(pipeline.KindRead, first.texts, true, tree)
		if name == "fs.readdirSync" && (len(rest) == 0 || rest[0].kind == nText) {
			return jsValue{items: []pyText{{s: anyName, glob: true}}}
		}
	case "delete":
		j.touch(pipeline.KindDelete, first.texts, false, tree)
	}
	return jsValue{}
}

// fileOptions reads an encoding, or an object with the options that are known.
func (j *jsJudge) fileOptions(n *node, tree *bool) bool {
	switch n.kind {
	case nText:
		return n.sure
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || n.kids[i+1].kind != nConst && n.kids[i+1].kind != nText {
				return false
			}
			switch n.kids[i].text {
			case "encoding", "force", "withFileTypes":
			case "recursive":
				*tree = true
			default:
				return false
			}
		}
		return true
	}
	return false
}
