package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeTar follows tar's mode: what -f names is written or read, members are read or
// extracted, and some options run commands. Which of the two it does decides
// everything: the same words are read in one mode and written in the other. Without a
// mode of these tar does nothing (tar(1)), so nothing is stated but what the entry
// says.
func analyzeTar(v *visit) bool {
	creates := v.has("-c", "--create", "-r", "--append", "-u", "--update", "-A", "--concatenate", "--catenate")
	extracts := v.has("-x", "--extract", "--get")
	for _, a := range v.args {
		if v.r.over {
			return true
		}
		switch a.option {
		case "-f", "--file":
			kind := pipeline.KindRead
			if creates || v.has("--delete") {
				kind = pipeline.KindWrite
			}
			if a.field.text != "-" {
				v.archive(a.field, kind)
			}
		// exec=COMMAND is given to a shell; a word that is not known may be one.
		case "--checkpoint-action":
			if action, ok := strings.CutPrefix(a.field.text, "exec="); ok || !a.field.exact() {
				g := a.field
				g.text = action
				v.shell(g, "sh", nil)
			}
		default:
			v.role(a.role, a.field, nil)
		}
	}
	for _, t := range v.effects {
		v.template(t)
	}
	switch {
	case creates:
		for _, f := range v.operands {
			v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
		}
		if v.has("--remove-files") {
			for _, f := range v.operands {
				v.r.path(v.sc, f, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
			}
		}
	case extracts && !v.has("-O", "--to-stdout", "--to-command"):
		// Without -P GNU tar takes leading slashes off and refuses members with "..",
		// so that all that it extracts stays below the folder (tar(1),
		// --absolute-names). With -P the archive says where, and nobody has read the
		// archive.
		if v.has("-P", "--absolute-names") {
			v.unknown("extracts to absolute paths", v.fields[0])
		}
		v.r.path(v.sc, field{text: ".", span: v.fields[0].span}, pipeline.KindWrite, v.name, v.mark)
	case v.has("-d", "--diff", "--compare"):
		v.r.path(v.sc, field{text: ".", span: v.fields[0].span}, pipeline.KindRead, v.name, v.mark)
	}
	return true
}

// archive is what -f names, from the folder where tar was started: it is opened before -C
// leads elsewhere.
func (v *visit) archive(f field, kind pipeline.EffectKind) {
	there := v.sc
	if v.home != nil {
		v.sc = v.home
	}
	v.fileOrHost(f, kind)
	v.sc = there
}

// fileOrHost is the archive that -f names. HOST:FILE is opened through rsh(1) on
// another machine, unless --force-local says that the colon belongs to the name
// (tar(1), "Remote Tape Server").
func (v *visit) fileOrHost(f field, kind pipeline.EffectKind) {
	if v.has("--force-local") || f.dynamic {
		v.r.path(v.sc, f, kind, v.name, v.mark)
		return
	}
	v.remote(f, v.mark, kind)
}
