package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// attaches judges jcmd(1) and jmap(1). They speak to a running Java virtual
// machine, so that their word is its deed: what it writes is written by it.
func (v *visit) attaches() {
	words := v.fields[1:]
	if len(words) == 0 || words[0].exact() && (words[0].text == "-l" || words[0].text == "-h") && len(words) == 1 {
		return // which there are
	}
	if v.name == "jmap" {
		last := len(words) - 1
		v.machine(words[last])
		for _, f := range words[:last] {
			v.mapped(f)
		}
		return
	}
	if len(words) == 2 && byClass(words[0]) && words[1].exact() && onlyTells(words[1].text) {
		return
	}
	if len(words) == 2 && words[0].number && words[1].exact() && onlyTells(words[1].text) {
		return // whichever that is, it tells of itself
	}
	v.machine(words[0])
	if len(words) == 1 {
		return
	}
	command := words[1]
	if !command.exact() {
		v.unknown("command "+command.text, command)
		return
	}
	switch command.text {
	case "help", "VM.version", "VM.uptime", "VM.flags", "VM.command_line", "VM.info", "VM.metaspace", "VM.native_memory", "VM.classloaders", "VM.classloader_stats", "VM.class_hierarchy", "VM.stringtable", "VM.symboltable", "VM.systemdictionary", "VM.events",
		"GC.class_histogram", "GC.class_stats", "GC.heap_info", "GC.finalizer_info", "GC.run", "GC.run_finalization", "Thread.print", "Thread.vthread_scheduler", "PerfCounter.print", "Compiler.codecache", "Compiler.codelist", "Compiler.queue", "JFR.check", "JFR.stop":
		for _, f := range words[2:] {
			v.dumpsTo(f)
		}
	case "GC.heap_dump", "Thread.dump_to_file":
		for _, f := range words[2:] {
			if !f.exact() || !strings.HasPrefix(f.text, "-") && !strings.Contains(f.text, "=") {
				v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
			}
		}
	case "JFR.start", "JFR.dump":
		for _, f := range words[2:] {
			v.dumpsTo(f)
		}
	default: // some load libraries, open ports, read files of further commands
		v.unknown("command "+command.text, command)
	}
}

// byClass reports whether a word names a main class. By it only virtual machines
// are found, none of which a question ends, as its signal might another program.
func byClass(f field) bool {
	return f.exact() && !strings.HasPrefix(f.text, "-") && strings.Trim(f.text, "0123456789") != ""
}

// onlyTells knows the commands after which a virtual machine is what it was.
func onlyTells(command string) bool {
	switch command {
	case "help", "VM.version", "VM.uptime", "VM.flags", "VM.metaspace", "VM.native_memory", "VM.classloader_stats", "VM.classloaders", "VM.events",
		"GC.class_histogram", "GC.heap_info", "GC.finalizer_info", "Thread.print", "Compiler.codecache", "Compiler.queue", "JFR.check":
		return true
	}
	return false
}

// machine is the virtual machine that a word names: a child of this shell, any
// by its number, 0 for all, or whichever runs a class of that name.
func (v *visit) machine(f field) {
	if f.job {
		f = field{text: "job", span: f.span}
	} else if v.endsEarlier(f) {
		return
	}
	v.simple(pipeline.KindSignal, f, "")
}

// dumpsTo judges a setting like filename=x.jfr.
func (v *visit) dumpsTo(f field) {
	name, value, ok := strings.Cut(f.text, "=")
	switch {
	case f.dynamic:
		v.unknown("setting "+f.text, f)
	case !ok:
	case name == "filename" || name == "path-to-gc-roots" || name == "output":
		f.text = value
		v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
	case name == "settings" && strings.ContainsAny(value, "/."):
		v.unknown("setting "+f.text, f)
	}
}

// mapped judges an option of jmap, of which one names a file.
func (v *visit) mapped(f field) {
	if !f.exact() {
		v.unknown("option "+f.text, f)
		return
	}
	_, file, ok := strings.Cut(f.text, "file=")
	if !ok {
		return
	}
	file, _, _ = strings.Cut(file, ",")
	f.text = file
	v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
}

// farMachine judges jps(1) and jstat(1), which ask other machines, too, and
// read a file by its URL.
func (v *visit) farMachine() {
	for _, f := range v.operands {
		switch {
		case v.name == "jps":
			v.network(catalogue.ActHost, f, "")
		case f.exact() && strings.ContainsAny(f.text, "@:/"):
			v.unknown("which machine or file "+f.text+" is", f)
		}
	}
}
