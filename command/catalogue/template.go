package catalogue

import (
	"errors"
	"fmt"
	"strings"

	"passepartout/pipeline"
)

// Template is an effect that a command has whatever its operands are. Object
// may be a path ("." is the working folder, "~" the home), a host, a URL or
// plain text; $1 stands for the first operand, $-o for the argument of -o.
type Template struct {
	Kind   pipeline.EffectKind
	Object string
	Mark   string
}

// ParseTemplate reads "KIND [OBJECT] [@mark]".
func ParseTemplate(s string) (Template, error) {
	var t Template
	for i, word := range strings.Fields(s) {
		mark, isMark := strings.CutPrefix(word, "@")
		switch {
		case i == 0:
			if err := t.Kind.UnmarshalText([]byte(word)); err != nil {
				return Template{}, fmt.Errorf("effect %q: %w", s, err)
			}
		case isMark && ValidMark(mark):
			t.Mark = mark
		case isMark:
			return Template{}, fmt.Errorf("effect %q: mark %q is not known", s, word)
		case t.Object == "":
			t.Object = word
		default:
			t.Object += " " + word
		}
	}
	if strings.TrimSpace(s) == "" {
		return Template{}, errors.New("empty effect")
	}
	return t, nil
}

// PathKind reports whether the objects of a kind of effect are paths.
func PathKind(k pipeline.EffectKind) bool {
	return k == pipeline.KindRead || k == pipeline.KindWrite || k == pipeline.KindDelete
}

// parseTemplates reads a list of effects.
func parseTemplates(list []string) ([]Template, error) {
	out := make([]Template, 0, len(list))
	for _, s := range list {
		t, err := ParseTemplate(s)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}
