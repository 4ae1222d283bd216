package command

import (
	"path"
	"slices"
	"strings"
)

// variables says what variables of the environment a program sees that the command
// starts, as far as they are constants. A value is one of several where the command
// is not sure; of a variable that may not be set at all nothing is known.
func (v *visit) variables() func(name string) []string {
	var exported map[string]variable
	return func(name string) []string {
		if v.sc.murky || v.r.w.Env == nil {
			return nil
		}
		if exported == nil {
			exported = v.exported()
		}
		if _, unsure := v.r.unsure[name]; unsure {
			return nil
		}
		known, ok := exported[name]
		if !ok {
			if value, set := v.r.w.Env[name]; set {
				return []string{value}
			}
			return nil
		}
		if known.unset || known.array || known.ref || known.assoc {
			return nil
		}
		var out []string
		for _, one := range known.alts {
			if one.kind != valueText || one.unset || one.hollow {
				return nil
			}
			out = append(out, one.text)
		}
		return out
	}
}

// inner are the folders that a program may name to code of the project: the one in which
// it runs, and the one for temporary files. A home or a folder at the top is none.
func (v *visit) inner(variable func(string) []string) []string {
	folders := variable("TMPDIR")
	if len(v.sc.dirs) == 1 {
		folders = append(slices.Clone(folders), v.sc.dirs[0])
	}
	return slices.DeleteFunc(folders, func(folder string) bool {
		return !path.IsAbs(folder) || path.Clean(folder) != folder || strings.Count(folder, "/") < 2 || folder == v.r.w.Home || strings.HasPrefix(v.r.w.Home, folder+"/")
	})
}
