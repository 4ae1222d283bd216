package command

import (
	"strings"

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

// machine is the virtual machine that a word names: a child of this shell, any
// by its number, 0 for all, or whichever runs a class of that name.
func (v *visit) machine(f field) {
	if f.job {
		f = field{text: "job", span: f.span}
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
