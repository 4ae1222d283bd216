package command

import (
	"strings"

	"passepartout/pipeline"
)

// analyzeQemu judges what an emulated board is joined to. Its monitor can start
// programs (migrate "exec:…"), and -nographic puts that behind standard input,
// so nothing may be fed but the empty device; disks are files; any network or device is unknown.
func analyzeQemu(v *visit) bool {
	if in := v.sc.stdin; in.kind != stdinInherited && (in.kind != stdinFile || in.path != "/dev/null") {
		v.r.code(v.name+" takes commands from its standard input", v.name, "", v.fields[0].span)
	}
	for i, a := range v.args {
		f := a.field
		switch a.option {
		case "-gdb": // tcp:HOST:PORT; without a host it is every address
			v.args[i].field.text = strings.TrimPrefix(f.text, "tcp:")
			continue
		case "-display", "-serial", "-monitor", "-parallel", "-net", "-nic", "-device", "-drive":
		default:
			continue
		}
		ok := f.exact()
		switch a.option {
		case "-display", "-net", "-nic", "-parallel", "-monitor":
			ok = ok && f.text == "none"
		case "-serial":
			ok = ok && (f.text == "none" || f.text == "stdio" || f.text == "null" || f.text == "mon:stdio")
		case "-device":
			file, loads := strings.CutPrefix(f.text, "loader,file=")
			if ok = ok && loads; ok {
				f.text, _, _ = strings.Cut(file, ",")
				v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
			}
		case "-drive":
			ok = ok && v.drive(f)
		}
		if !ok {
			v.unknown(a.option+" "+a.field.text, a.field)
		}
	}
	return false
}

// drive states the file of -drive, which the emulated machine reads and writes.
func (v *visit) drive(f field) bool {
	for part := range strings.SplitSeq(f.text, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "if", "index", "media", "format", "id", "readonly", "unit", "bus":
		case "file":
			if strings.Contains(value, ":") { // nbd:, fat:rw:, json:
				return false
			}
			f.text = value
			v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
			v.r.path(v.sc, f, pipeline.KindWrite, v.name, v.mark)
		default:
			return false
		}
	}
	return true
}
