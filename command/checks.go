package command

import "passepartout/pipeline"

// checksOnly takes back what an entry says of a program whose words ask for no more than
// to look at a file or at the program itself: visudo(8) -c -f FILE, consul validate,
// etcdctl version, john --list=WHAT.
func (v *visit) checksOnly() {
	switch v.name {
	case "visudo", "consul", "etcdctl", "john":
	default:
		return
	}
	words := v.fields[1:]
	for _, f := range words {
		if !f.exact() {
			return
		}
	}
	switch {
	case v.name == "visudo":
		file, ok := v.arg("-f", "--file")
		if !ok || !v.has("-c", "--check") || v.has("-x", "--export") {
			return
		}
		for _, f := range words {
			switch f.text {
			case "-c", "-f", "-cf", "-qcf", "-csf", "-q", "-s", "--check", "--file", "--quiet", "--strict", file.text, "--file=" + file.text:
			default:
				return
			}
		}
		v.settles()
		v.r.path(v.sc, file, pipeline.KindRead, v.name, "")
	case v.name == "consul" && len(words) > 1 && words[0].text == "validate":
		for _, f := range words[1:] {
			if f.optionLike() && f.text != "-quiet" && f.text != "-config-format=hcl" && f.text != "-config-format=json" {
				return
			}
		}
		v.settles()
		for _, f := range words[1:] {
			if !f.optionLike() {
				v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
			}
		}
	case v.name == "etcdctl" && len(words) == 1 && words[0].text == "version":
		v.settles()
	case v.name == "john" && len(words) == 1:
		switch words[0].text {
		case "--list=formats", "--list=subformats", "--list=format-details", "--list=encodings", "--list=build-info", "--list=help", "--list=format-methods":
			v.settles()
		}
	}
}

// settles says that nothing else is to be stated.
func (v *visit) settles() {
	v.hasOnly, v.only, v.effects, v.operands, v.args, v.mark = true, nil, nil, nil, nil, ""
}
