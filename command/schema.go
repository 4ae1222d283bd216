package command

import "strings"

// schemaPlaces is where kubeconform(1) and kubeval(1) look for schemas: on the
// network, unless every place that is named is another.
func (v *visit) schemaPlaces() {
	named := false
	for _, a := range v.args {
		switch a.option {
		case "-schema-location", "--schema-location":
			if a.field.dynamic || a.field.text == "default" || strings.Contains(a.field.text, "://") && !strings.HasPrefix(a.field.text, "file:") {
				return
			}
			named = true
		}
	}
	if named {
		v.effects = nil
	}
}
