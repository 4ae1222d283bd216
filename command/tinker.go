package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// tinkers judges a program that an application of Laravel is given: php artisan tinker
// --execute=CODE. Without it, tinker reads commands of its own, which are not known.
// The application is loaded before, so its code is stated as a test run of it would be.
func (v *visit) tinkers(f field) bool {
	if path.Base(f.text) != "artisan" || !f.exact() || len(v.options) > 0 || len(v.operands) < 3 || v.operands[0].span != f.span || v.operands[1].text != "tinker" || !strings.HasPrefix(v.name, "php") {
		return false
	}
	code := v.operands[2]
	rest := v.operands[3:]
	switch text, joined := strings.CutPrefix(code.text, "--execute="); {
	case joined:
		code.text = text
	case code.text == "--execute" && len(rest) > 0:
		code, rest = rest[0], rest[1:]
	default:
		return false
	}
	for _, f := range rest {
		if !f.exact() || f.text != "--no-ansi" && f.text != "--ansi" && f.text != "--no-interaction" && f.text != "-n" && f.text != "--env=testing" && f.text != "--env=local" {
			return false
		}
	}
	if !code.exact() || code.many || v.otherDatabase() || !v.snippet(snippet.Tinker, code.text, code, nil, "") {
		return false
	}
	v.r.codePath(v.sc, f, v.name, "")
	v.r.path(v.sc, field{text: ".", span: code.span}, pipeline.KindCode, v.name, catalogue.MarkBuild)
	return true
}
