package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeChmod looks for the setuid and setgid bits, which lend rights to
// whoever starts the file.
func analyzeChmod(v *visit) bool {
	if len(v.operands) == 0 || v.has("--reference") {
		return false
	}
	mode := v.operands[0]
	if v.name != "chmod" { // install(1) and its like
		var ok bool
		if mode, ok = v.arg("-m", "--mode"); !ok {
			return false
		}
	}
	lends := false
	if digits := strings.TrimLeft(mode.text, "0"); digits != "" && strings.Trim(mode.text, "01234567") == "" {
		lends = len(digits) >= 4 && digits[len(digits)-4] != '1'
	} else {
		for clause := range strings.SplitSeq(mode.text, ",") {
			if i := strings.IndexAny(clause, "+="); i >= 0 && strings.Contains(clause[i:], "s") {
				lends = true
			}
		}
	}
	if lends || v.name == "chmod" && v.has("-s") {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindPrivilege, Object: "setuid " + mode.text, Certain: mode.exact(), By: v.name, Mark: catalogue.MarkPermission, Span: mode.span})
	}
	return false
}
