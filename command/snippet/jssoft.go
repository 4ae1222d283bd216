package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// The first look at a program knows every name that is called. Where it gives
// up, a second one asks the other way round: what reaches out of a program has
// names that are known and few, and whatever else is called only computes.
//
// Why that is enough: what a program can hold is plain data, functions of its
// own, functions of the language that compute, and living things (servers,
// sockets, streams, programs that it has started) that it has made by calls which are stated.
// Modules and global objects that reach out are no values: they stand where a
// member of theirs is called with arguments that are known. So a method with a
// name that nobody knows belongs to the program, computes, or is one of a living
// thing; of those, jsOutward lists all that lead on, as it lists what leads from
// data to code. Members of modules that only compute are known by the module.
//
// What is got by a name that is reckoned may be anything, as before: see jsfree.go.

// softly judges a call of a method that no list knows.
func (j *jsJudge) softly(name string, base jsValue) bool {
	return j.soft && !jsOutward(name) && !jsForbidden(name) && base.what != jsObject && !base.wild
}

// jsOutward lists names of methods that lead on: from living things to hosts,
// files and programs, and from data to code. A name of one of the modules that
// reach out is never one that only computes, but for those that data has, too.
func jsOutward(name string) bool {
	return strings.HasPrefix(name, "_") || listWords(jsPowers, name) && !listWords(jsShared, name)
}

// jsComputes lists modules and global objects of which all members only compute,
// but for those that jsSteps names.
func jsComputes(object string) bool {
	return listWords(`path path/posix path/win32 util util/types assert assert/strict url querystring string_decoder events EventEmitter perf_hooks performance zlib crypto buffer os punycode
		stream stream/promises stream/consumers stream/web async_hooks v8 constants timers timers/promises util.TextDecoder util.TextEncoder
		console JSON Math Object Array Number String Boolean Date Buffer Map Set Error TypeError RangeError RegExp URL URLSearchParams BigInt Symbol Intl Promise structuredClone
		TextDecoder TextEncoder Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array Uint8ClampedArray ArrayBuffer DataView WeakMap WeakSet AbortController test
		Headers FormData Blob Event EventTarget SyntaxError ReferenceError EvalError URIError AggregateError Response`, object) || jsCalculates(object)
}

// jsCalculates lists further global objects that only compute.
func jsCalculates(object string) bool {
	return listWords(`Iterator WeakRef FinalizationRegistry SharedArrayBuffer Atomics BigInt64Array BigUint64Array Float16Array AbortSignal File CustomEvent DOMException MessageChannel
		ReadableStream WritableStream TransformStream CompressionStream DecompressionStream TextDecoderStream TextEncoderStream ByteLengthQueuingStrategy CountQueuingStrategy
		PerformanceObserver PerformanceEntry Temporal URLPattern escape unescape DisposableStack AsyncDisposableStack SuppressedError crypto Proxy`, object)
}

// jsSteps lists members of such objects that do more than compute: they change
// what all objects have, load something, write, or hand out what is behind objects.
func jsSteps(object, name string) bool {
	if jsForbidden(name) || strings.HasPrefix(name, "_") {
		return true
	}
	switch object {
	case "Object":
		return listWords("defineProperty defineProperties setPrototypeOf getPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertySymbols create", name)
	case "Error":
		return name == "prepareStackTrace" || name == "stackTraceLimit"
	case "crypto":
		return listWords("setEngine setFips webcrypto", name)
	case "v8":
		return listWords("setFlagsFromString writeHeapSnapshot getHeapSnapshot setHeapSnapshotNearHeapLimit takeCoverage stopCoverage startupSnapshot queryObjects promiseHooks", name)
	case "os":
		return name == "setPriority"
	case "util":
		return listWords("getCallSites getCallSite setTraceSigInt", name)
	case "async_hooks":
		return listWords("createHook executionAsyncResource", name)
	case "console":
		return name == "Console"
	case "test":
		return name == "run" || name == "snapshot"
	case "buffer":
		return name == "resolveObjectURL"
	case "timers", "timers/promises":
		return !listWords("clearTimeout clearInterval clearImmediate scheduler promises", name)
	case "module", "process":
		return true
	}
	return false
}

// calculated is a member that only computes, of an object that is known for that.
func (j *jsJudge) calculated(base jsValue, name string) (jsValue, bool) {
	if !j.soft || !jsComputes(base.name) || jsSteps(base.name, name) || jsAct(base.name, name) == "unknown" {
		return jsValue{}, false
	}
	return jsValue{what: jsMember, name: base.name, member: name}, true
}

// calculates reports whether a value is such a member.
func (j *jsJudge) calculates(v jsValue) bool {
	return j.soft && v.what == jsMember && jsComputes(v.name) && !jsSteps(v.name, v.member) && jsAct(v.name, v.member) == ""
}

// jsSoftModule lists modules that only compute, and that the first look does not know.
func jsSoftModule(name string) bool {
	return listWords("worker_threads util/types stream/promises stream/web stream/consumers path/posix path/win32 constants", name)
}

// bears reports whether a global object may be a value as others are: whatever it
// has only computes. The object of all objects is none.
func (j *jsJudge) bears(v jsValue) bool {
	return j.soft && v.what == jsObject && v.name != "Object" && v.name != "timers" && v.name != "v8" && v.name != "async_hooks" && v.name != "crypto" && v.name != "buffer" && v.name != "test" && v.name != "os" && jsComputes(v.name)
}

// bun judges a member of Bun: files by constant paths, and what only computes.
func (j *jsJudge) bun(name string, n *node) jsValue {
	args := n.kids[1:]
	switch {
	case name == "file" && len(args) == 1, name == "write" && len(args) == 2:
		texts := j.plain(args[0]).texts
		if len(texts) == 0 {
			return j.fail()
		}
		if name == "write" {
			j.touch(pipeline.KindWrite, texts, false, false)
			return j.arguments(n)
		}
		j.touch(pipeline.KindRead, texts, false, false)
		return jsValue{what: jsMember, name: "Bun.file"}
	case listWords("nanoseconds hash deepEquals deepMatch inspect escapeHTML stringWidth stripANSI sleep sleepSync gzipSync gunzipSync deflateSync inflateSync randomUUIDv7", name):
		j.free = true
		return j.arguments(n)
	}
	return j.fail()
}

// jsRunner lists what test runners put among the global objects. Where there is no
// runner, there is nothing of that name.
func jsRunner(name string) bool {
	return listWords("describe it test expect suite jest vi beforeEach afterEach beforeAll afterAll before after context specify", name)
}

// asserts lists functions of test runners, which give back no member of what they get.
func asserts(name string) bool {
	return jsRunner(name) && name != "jest" && name != "vi" || len(name) > 3 && name[:2] == "to" && name[2] >= 'A' && name[2] <= 'Z'
}
