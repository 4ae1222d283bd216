package snippet

import (
	"net/url"
	"strings"

	"passepartout/pipeline"
)

// rbLibraryMembers lists what can be called on classes of further libraries of
// Ruby that only compute, wait, or make an object which does no more.
func rbLibraryMembers(object string) string {
	switch object {
	case "Thread":
		return "new start pass"
	case "Mutex", "Thread::Mutex", "Monitor", "Queue", "Thread::Queue", "SizedQueue", "ConditionVariable", "StringScanner", "StringIO", "OptionParser":
		return "new"
	case "Enumerator":
		return "new produce product"
	case "Zlib":
		return "crc32 adler32 gzip gunzip deflate inflate"
	case "Zlib::Deflate":
		return "deflate"
	case "Zlib::Inflate":
		return "inflate"
	case "Ractor":
		return "new count yield receive make_shareable"
	case "Timeout":
		return "timeout"
	case "Ripper":
		return "sexp sexp_raw lex tokenize"
	case "Matrix", "Vector":
		return "new [] identity rows columns diagonal zero build"
	case "Signal":
		return "list signame"
	case "Symbol":
		return "all_symbols"
	case "Kernel":
		return "format sprintf rand sleep srand Integer Float"
	}
	return ""
}

// rbHeld lists classes of which only some calls are understood, each by its own. IO and
// Open3 start programs, Net::HTTP asks a host, Logger and Tempfile make files.
func rbHeld(name string) bool {
	return rbMeasures(name) || listWords("Open3 IO Logger ERB Zlib::GzipReader Zlib::GzipWriter Tempfile Net::HTTP", name)
}

// library judges a call of a class that needs a look at its arguments.
func (j *rbJudge) library(object, name string, n *node) rbValue {
	args := n.kids[1:]
	switch object + "." + name {
	case "Open3.capture2", "Open3.capture2e", "Open3.capture3", "IO.popen":
		return j.captures(object, args)
	case "ERB.new":
		return j.template(args)
	case "Logger.new": // to a stream alone; otherwise it writes a file
		if len(args) == 0 || args[0].kind != nName || !listWords("$stdout $stderr STDOUT STDERR", args[0].text) {
			return j.fail()
		}
		j.arguments(n)
		return rbValue{}
	case "Zlib::GzipReader.new", "Zlib::GzipWriter.new", "Zlib::GzipReader.wrap", "Zlib::GzipWriter.wrap":
		j.arguments(n)
		return rbValue{}
	case "Zlib::GzipWriter.open":
		if len(args) == 0 {
			return j.fail()
		}
		j.touch(pipeline.KindWrite, j.plain(args[0]).texts, false, false)
		return j.options(args, 2, "")
	case "Zlib::GzipReader.open":
		if len(args) == 0 {
			return j.fail()
		}
		j.touch(pipeline.KindRead, j.plain(args[0]).texts, false, false)
		return j.options(args, 1, "")
	case "Tempfile.create", "Tempfile.open", "Tempfile.new":
		return j.temporary(args)
	case "StackProf.run", "MemoryProfiler.report", "StackProf.start":
		return j.measured(args)
	case "StackProf.results", "StackProf.stop", "StackProf::Report.new", "MemoryProfiler.start", "MemoryProfiler.stop":
		j.arguments(n)
		return rbValue{}
	case "Net::HTTP.get", "Net::HTTP.get_response":
		return j.asks(args)
	}
	return j.fail()
}

// rbMeasures lists tools that tell what a block spends time and memory on.
func rbMeasures(name string) bool {
	return listWords("StackProf StackProf::Report MemoryProfiler", name)
}

// measured is a block that is measured. What they find goes into a file if one is named.
func (j *rbJudge) measured(args []*node) rbValue {
	for _, a := range args {
		switch {
		case a.kind == nArg && listWords("out to_file", a.text):
			texts := j.plain(a.kids[0]).texts
			if a.kids[0].kind == nConst && a.kids[0].text == "nil" {
				continue
			}
			if len(texts) == 0 {
				return j.fail()
			}
			for _, t := range texts { // what a tool found is no text of the program
				j.finds = append(j.finds, Effect{Kind: pipeline.KindWrite, Object: t.s, Pattern: t.glob, Home: t.home})
			}
		case a.kind == nStar || a.kind == nDict:
			return j.fail()
		default:
			j.argument(a)
		}
	}
	return rbValue{}
}

// arguesOption judges o.on("-n", Integer, "text") { |v| … }.
func (j *rbJudge) arguesOption(args []*node) rbValue {
	for _, a := range args {
		if a.kind == nName && listWords("Integer Float String Symbol Array Numeric Regexp TrueClass FalseClass OptionParser::DecimalInteger", a.text) {
			continue
		}
		j.argument(a)
	}
	return rbValue{}
}

// captures is a program that is started with constant words, without a shell where
// there are several or a list of them. What it gets as input is data. IO.popen("|…")
// and Kernel#open are shells by another name. With one word alone a list is still no
// shell, but Ruby reads ["a b"] and "a b" alike in places, so it is left.
func (j *rbJudge) captures(object string, args []*node) rbValue {
	if object == "IO" {
		if len(args) == 0 || args[0].kind != nList { // a text may be "|cmd" or -
			return j.fail()
		}
		for _, a := range args[1:] {
			switch {
			case a.kind == nLambda && a.text == "&":
				j.plain(a)
			case a.kind == nStar && a.text == "&":
				j.argument(a)
			case a.kind == nText && a.sure && listWords("r rb", a.text), a.kind == nArg && a.text == "err":
			default:
				return j.fail()
			}
		}
		if len(args[0].kids) == 1 {
			return j.fail()
		}
		return j.starts("popen", &node{kind: nCall, kids: append([]*node{args[0]}, args[0].kids...)})
	}
	words, fed := []*node{{}}, false
	for _, a := range args {
		switch {
		case a.kind == nArg && listWords("stdin_data binmode", a.text):
			fed = fed || a.text == "stdin_data"
			j.plain(a.kids[0])
		default:
			words = append(words, a)
		}
	}
	if fed {
		return j.starts(rbFed, &node{kind: nCall, kids: words})
	}
	return j.starts("capture", &node{kind: nCall, kids: words})
}

// temporary is a new file in the folder for such files, which no other name leads to.
// Its name begins with a text that is none of a path. In another folder (a second
// argument) it is a file like any.
func (j *rbJudge) temporary(args []*node) rbValue {
	for i, a := range args {
		switch {
		case a.kind == nLambda && a.text == "&":
			j.plain(a)
		case i > 0:
			return j.fail()
		case a.kind == nList:
			for _, kid := range a.kids {
				if kid.kind != nText || strings.ContainsAny(kid.text, "/\\") {
					return j.fail()
				}
			}
		case a.kind != nText || strings.ContainsAny(a.text, "/\\"):
			return j.fail()
		}
	}
	return rbValue{}
}

// asks is a request of a constant address.
func (j *rbJudge) asks(args []*node) rbValue {
	if len(args) != 1 || args[0].kind != nCall {
		return j.fail()
	}
	fn, to := args[0].kids[0], args[0].kids[1:]
	made := fn.kind == nName && fn.text == "URI" || fn.kind == nAttr && fn.text == "parse" && fn.kids[0].kind == nName && fn.kids[0].text == "URI"
	if !made || len(to) != 1 {
		return j.fail()
	}
	texts := j.plain(to[0]).texts
	for _, t := range texts {
		if u, err := url.Parse(t.s); err != nil || t.glob || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return j.fail()
		}
		j.add(Effect{Kind: pipeline.KindConnect, Object: t.s})
	}
	if len(texts) == 0 {
		return j.fail()
	}
	return rbValue{}
}

// sets is ENV["X"] = "y" of constants: what it means to the programs that are started,
// and to libraries, is judged as if the command had set it. A name that is not one of
// the project's own is refused by settable: LD_PRELOAD, PATH, RUBYOPT.
func (j *rbJudge) sets(target, value *node) bool {
	if target.kind != nIndex || len(target.kids) != 2 || target.kids[0].kind != nName || target.kids[0].text != "ENV" || j.names.bound("ENV") {
		return false
	}
	key := target.kids[1]
	texts := j.plain(value).texts
	if key.kind != nText || !key.sure || len(texts) == 0 || !settable(key.text) {
		return false
	}
	for _, t := range texts {
		if t.glob || t.home || outward(t.s) {
			return false
		}
		j.add(Effect{Sets: key.text, Object: t.s})
	}
	j.puts = true
	return true
}
