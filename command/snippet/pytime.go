package snippet

import "strings"

// someTime is a date or a time: as a text it begins with a digit and has no slash. str
// of either is in the form of ISO 8601, with a year of four digits first.
func someTime() pyValue { return pyValue{sort: sortTime, texts: certainNames(anyDigit)} }

// timeMethod is a method of a date or a time.
func (j *pyJudge) timeMethod(base pyValue, name string, n *node) pyValue {
	switch name {
	case "date", "time", "astimezone":
		return base
	case "isoformat":
		if len(n.kids) == 1 {
			return pyValue{texts: certainNames(anyDigit)}
		}
	case "strftime":
		if len(n.kids) == 2 {
			return timeText(n.kids[1])
		}
	case "timestamp":
		return pyValue{texts: certainNames(anyFloat), number: true}
	}
	return pyValue{}
}

// timeText is a time in a constant format of numbers: what stands between them stays.
// Letters that give names of days or months (%a, %B) depend on the locale, which may
// hold anything; %c and %x may hold slashes.
func timeText(format *node) pyValue {
	if format.kind != nText || !format.sure || strings.ContainsAny(format.text, globbing) {
		return pyValue{}
	}
	var b strings.Builder
	sure := false
	for i := 0; i < len(format.text); i++ {
		if format.text[i] != '%' {
			b.WriteByte(format.text[i])
			continue
		}
		if i++; i == len(format.text) || strings.IndexByte("YmdHMSfjyuwVUWGFTs", format.text[i]) < 0 {
			return pyValue{}
		}
		b.WriteString(anyDigit)
		sure = true
	}
	if !sure {
		return pyValue{}
	}
	return pyValue{texts: certainNames(b.String())}
}

// span reports whether an expression is a time that passes. Added to a time it gives a
// time again.
func (j *pyJudge) span(n *node) bool {
	if n.kind == nBinary && n.text == "*" {
		return j.span(n.kids[0]) && j.eval(n.kids[1]).numeric() || j.span(n.kids[1]) && j.eval(n.kids[0]).numeric()
	}
	return n.kind == nCall && j.listedName(n.kids[0]) == "datetime.timedelta"
}
