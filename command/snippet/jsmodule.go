package snippet

import "path"

// jsBuiltins lists the modules of Node; those that are not listed by jsModule
// are not understood.
const jsBuiltins = `assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs fs/promises http http2
	https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl sea sqlite stream stream/promises
	string_decoder sys test timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib bun ffi deno`

// jsModule lists the modules of which something is understood.
func jsModule(name string) bool {
	return listWords("fs fs/promises os path util crypto url querystring perf_hooks assert assert/strict readline readline/promises zlib events http https net child_process timers timers/promises module v8 buffer string_decoder stream test async_hooks dns punycode tty", name)
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
	case "Bun":
		return "version revision main"
	case "performance":
		return "timeOrigin"
	case "Symbol":
		return "iterator asyncIterator toStringTag"
	case "module":
		return "builtinModules"
	case "worker_threads":
		return jsThreadValues
	case "http":
		return "STATUS_CODES METHODS"
	case "module.":
		return "paths id filename"
	}
	return ""
}

// jsFunctions lists members that only compute from plain data, or print, and
// those that jsAct says more of.
//
// Long: a table.
func jsFunctions(object string) string {
	switch object {
	case "console":
		return "log error warn info debug table dir time timeEnd timeLog assert count countReset dirxml group groupEnd trace"
	case "JSON":
		return "parse stringify"
	case "Math":
		return `abs max min floor ceil round random sqrt pow log log2 log10 exp sin cos tan asin acos atan atan2 trunc sign cbrt hypot fround clz32 imul expm1 log1p sinh cosh tanh`
	case "Object":
		return "keys values entries getOwnPropertyNames assign fromEntries hasOwn is freeze isFrozen seal groupBy"
	case "Array":
		return "isArray from of"
	case "Number":
		return "isInteger isSafeInteger isNaN isFinite parseFloat parseInt"
	case "String":
		return "fromCharCode fromCodePoint raw"
	case "Date":
		return "now parse UTC"
	case "Buffer":
		return "from alloc allocUnsafe byteLength concat isBuffer compare"
	case "process":
		return "cwd exit uptime memoryUsage hrtime getuid getgid cpuUsage resourceUsage on once emitWarning nextTick availableMemory constrainedMemory getActiveResourcesInfo getegid geteuid getgroups off removeListener removeAllListeners listenerCount eventNames"
	case "process.stdout":
		return "write cursorTo clearLine moveCursor getWindowSize hasColors getColorDepth"
	case "os":
		return "cpus platform type release arch hostname totalmem freemem homedir tmpdir uptime loadavg userInfo endianness machine version availableParallelism"
	case "path":
		return "basename dirname extname relative normalize parse isAbsolute format"
	case "util":
		return "inspect format styleText stripVTControlCharacters isDeepStrictEqual promisify callbackify debuglog inherits deprecate parseArgs"
	case "Intl":
		return "DateTimeFormat NumberFormat PluralRules RelativeTimeFormat ListFormat Collator DisplayNames getCanonicalLocales supportedValuesOf"
	case "Promise":
		return "all allSettled race any resolve reject withResolvers"
	case "performance":
		return "now mark"
	case "Uint8Array", "Uint16Array", "Uint32Array", "Int8Array", "Int16Array", "Int32Array", "Float32Array", "Float64Array", "Uint8ClampedArray":
		return "from of"
	case "assert", "assert/strict":
		return "ok equal notEqual strictEqual notStrictEqual deepEqual deepStrictEqual notDeepEqual notDeepStrictEqual match doesNotMatch fail throws doesNotThrow rejects doesNotReject ifError partialDeepStrictEqual"
	case "crypto":
		return "randomBytes randomUUID randomInt createHash getHashes getCiphers createHmac timingSafeEqual scryptSync pbkdf2Sync hash createCipheriv createDecipheriv hkdfSync generateKeyPairSync sign verify createSecretKey"
	case "url":
		return "parse fileURLToPath pathToFileURL format resolve domainToASCII"
	case "readline":
		return "createInterface"
	case "querystring":
		return "parse stringify escape unescape"
	case "zlib":
		return `gzipSync gunzipSync brotliCompressSync brotliDecompressSync deflateSync inflateSync deflateRawSync inflateRawSync unzipSync crc32 createGzip createGunzip createBrotliCompress createDeflate`
	case "events":
		return "once"
	case "http":
		return "createServer get request"
	case "https":
		return "get request"
	case jsAgent:
		return "destroy"
	case "net":
		return "createServer connect createConnection isIP isIPv4 isIPv6"
	case "child_process":
		return "execSync execFileSync spawnSync exec execFile spawn"
	case "timers", "timers/promises":
		return "setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate"
	case "v8":
		return "getHeapStatistics getHeapSpaceStatistics serialize deserialize"
	case "module":
		return "createRequire isBuiltin"
	case "test":
		return "test it describe suite before after beforeEach afterEach"
	case "Symbol":
		return "for"
	case "require":
		return "resolve"
	case "glob":
		return "glob sync globSync default globbySync globby"
	case "axios":
		return "get post put patch delete head request isAxiosError"
	}
	return ""
}

// jsAct names what members do that touch files or need a look at arguments.
//
// Long: a table.
func jsAct(object, name string) string {
	if object == "fs/promises" {
		if act := jsAct("fs", name+"Sync"); act != "" && name != "exists" && act != "call" {
			return act
		}
		return ""
	}
	if object == "glob" {
		return "glob"
	}
	switch object + "." + name {
	case "fs.readFileSync", "fs.createReadStream":
		return "read"
	case "fs.writeFileSync", "fs.appendFileSync", "fs.mkdirSync", "fs.mkdtempSync", "fs.createWriteStream", "fs.truncateSync":
		return "write"
	case "fs.existsSync", "fs.statSync", "fs.lstatSync", "fs.readdirSync", "fs.accessSync", "fs.opendirSync", "fs.realpathSync":
		return "look"
	case "fs.unlinkSync", "fs.rmSync", "fs.rmdirSync":
		return "delete"
	case "fs.copyFileSync", "fs.cpSync":
		return "copy"
	case "fs.renameSync":
		return "move"
	case "fs.readFile", "fs.writeFile", "fs.appendFile", "fs.mkdir", "fs.stat", "fs.lstat", "fs.readdir", "fs.access", "fs.unlink", "fs.rm", "fs.copyFile", "fs.rename":
		return "call"
	case "fs.globSync":
		return "glob"
	case "esbuild.build", "esbuild.buildSync", "vite.build", "rollup.rollup":
		return "bundle"
	case "path.resolve":
		return "resolve"
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
	case "http.createServer", "net.createServer", "http.get", "http.request", "https.get", "https.request", "net.connect", "net.createConnection":
		return "net"
	case "child_process.execSync", "child_process.execFileSync", "child_process.spawnSync", "child_process.exec", "child_process.execFile", "child_process.spawn":
		return "start"
	case "timers.setTimeout", "timers.setInterval", "timers.setImmediate", "timers.queueMicrotask":
		return "timer"
	case "axios.get", "axios.post", "axios.put", "axios.patch", "axios.delete", "axios.head", "axios.request":
		return "axios"
	case "util.promisify":
		return "promisify"
	case "process.on", "process.once", "process.nextTick":
		return "called"
	case "assert.throws", "assert.doesNotThrow", "assert.rejects", "assert.doesNotReject", "assert/strict.throws", "assert/strict.doesNotThrow", "assert/strict.rejects", "assert/strict.doesNotReject",
		"Object.groupBy", "util.callbackify", "util.deprecate", "crypto.sign", "crypto.verify", "test.test", "test.it", "test.describe", "test.suite", "test.before", "test.after", "test.beforeEach", "test.afterEach", "events.once", "util.debuglog", "util.inherits":
		return "called"
	case "module.createRequire", "timers/promises.setInterval":
		return "unknown"
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
		if a.kind == nStar && jsAct(object, name) != "show" && object != "Math" && !j.calculates(jsValue{what: jsMember, name: object, member: name}) {
			return j.fail()
		}
	}
	switch jsAct(object, name) {
	case "unknown":
		return j.fail()
	case "glob":
		return j.globs(n)
	case "bundle":
		return j.bundles(object, name, n)
	case "net":
		return j.reaches(object, name, n)
	case "axios":
		return j.axios(name, n)
	case "start":
		return j.starts(name, n)
	case "timer":
		return j.timer(n)
	case "promisify":
		return j.promised(n)
	case "called":
		j.free = true
		j.unsure = j.unsure || !j.callsOwn(object+"."+name, args)
	case "show":
		for _, a := range args {
			j.shown(a)
		}
		return jsValue{}
	case "entries":
		for _, a := range args {
			if v := j.eval(a); v.what != jsObject || v.name != "process.env" {
				j.used(v)
			}
		}
		return jsValue{}
	case "parse":
		if len(args) != 1 {
			j.free = true
		}
		if args := n.kids[1:]; len(args) == 1 {
			j.used(j.eval(args[0]))
			return jsValue{}
		}
	case "stringify":
		if len(args) > 1 && args[1].kind != nConst && args[1].kind != nList && args[1].kind != nLambda {
			j.free = true
		}
		if len(args) > 0 && object == "JSON" {
			j.used(j.eval(args[0]))
			for _, a := range args[1:] {
				j.plain(a)
			}
			return jsValue{}
		}
	case "from":
		if len(args) == 0 || len(args) > 2 {
			return j.fail()
		}
		if len(args) > 1 {
			if !j.written(args[1]) {
				j.free, j.unsure = true, true
			}
			j.plain(args[1])
		}
		j.plain(args[0])
		return jsValue{}
	case "pairs":
		if len(args) != 1 || !j.paired(args[0]) {
			j.free = true
		}
	case "assign":
		if len(args) == 0 {
			return j.fail()
		}
		if args[0].kind != nDict && !j.made(args[0]) {
			j.free, j.renamed = true, true
		}
		j.steered = j.steered || args[0].kind != nDict && (args[0].kind != nName || !j.made(args[0]))
	case "lines":
		return j.linesOfInput(args)
	case "call": // with a function as the last argument
		if len(args) < 2 || !j.written(args[len(args)-1]) {
			return j.fail()
		}
		return j.file("fs."+name+"Sync", n)
	case "resolve":
		return j.resolved(args)
	case "read", "write", "look", "delete", "copy", "move":
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
	if listWords("Math Number String Date", object) {
		for _, a := range args {
			j.used(j.eval(a))
		}
		return jsValue{}
	}
	if v, ok := j.streams(object, n); ok {
		return v
	}
	if !listWords(jsFunctions(object), name) { // it may call what it gets
		j.free = true
		j.unsure = j.unsure || !j.allWritten(args)
	}
	j.arguments(n)
	if len(args) == 1 && (object == "path" && name == "dirname" || object == "url" && name == "fileURLToPath") {
		return j.place(name, args[0])
	}
	if object == "os" && name == "tmpdir" && !j.own["TMPDIR"] {
		return j.variable("TMPDIR")
	}
	if object == "process" && name == "cwd" && len(args) == 0 {
		return jsValue{texts: []pyText{{s: ".", full: true}}}
	}
	return jsValue{}
}
