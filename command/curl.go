package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeCurl looks for the files that curl(1) reads where its manual lets a
// value name one: -d @FILE, --data-urlencode NAME@FILE, -F NAME=@FILE or
// NAME=<FILE, -H @FILE, -b FILE, -w @FILE. The connection and the rest come from the entry.
//
// Long: one case an option; it is a table.
func analyzeCurl(v *visit) bool {
	v.resolvedHere()
	for _, a := range v.args {
		f := a.field
		text := f.text
		if f.dynamic {
			text = f.prefix
		}
		mark := catalogue.MarkUpload
		file := ""
		switch a.option {
		case "-X", "--request":
			v.method(f)
		case "--request-target":
			v.unknown("asks for another page than the address says", f)
		case "-x", "--proxy", "--preproxy", "--socks5", "--socks5-hostname", "--socks4", "--socks4a":
			if f.exact() && f.text != "" && !strings.Contains(strings.TrimPrefix(f.text[strings.Index(f.text, "://")+1:], "//"), ":") {
				v.connect(joinPort(f.text[strings.LastIndexAny(f.text, "/@")+1:], "1080"), true, f, "") // curl(1): the default port
			}
		case "-d", "--data", "--data-ascii", "--data-binary", "--json":
			file = fileValue(text, f.dynamic)
		case "--data-urlencode":
			if before, after, ok := strings.Cut(text, "@"); ok && !strings.Contains(before, "=") {
				file = after
			}
		case "-F", "--form":
			if _, after, ok := strings.Cut(text, "="); ok {
				if file = fileValue(strings.Replace(after, "<", "@", 1), f.dynamic); file != "" {
					file, _, _ = strings.Cut(file, ";")
				}
			}
		case "-H", "--header", "--proxy-header":
			file = fileValue(text, false)
			if strings.Contains(strings.ToLower(text), "method") { // X-HTTP-Method-Override
				v.mark = strongerMark(v.mark, catalogue.MarkUpload)
			}
		case "--url-query":
			if before, after, ok := strings.Cut(text, "@"); ok && !strings.Contains(before, "=") {
				file = after
			}
		case "-w", "--write-out":
			mark = ""
			file = fileValue(text, false)
			if f.dynamic || strings.Contains(text, "%output{") {
				v.unknown("a format may name files that are written", f)
				continue
			}
		case "-b", "--cookie":
			mark = ""
			if !strings.Contains(text, "=") {
				file = text
			}
		}
		switch {
		case file == "" || file == "-":
		case f.dynamic:
			v.unknown("file in "+a.option+" "+f.text, f)
		default:
			f.text = strings.Trim(file, `"`)
			v.r.path(v.sc, f, pipeline.KindRead, v.name, mark)
		}
	}
	return false
}

// fileValue is FILE of "@FILE". A value that is not known may turn out to
// begin so.
func fileValue(text string, dynamic bool) string {
	if file, ok := strings.CutPrefix(text, "@"); ok {
		if file == "" && dynamic {
			return "?"
		}
		return file
	}
	if text == "" && dynamic {
		return "?"
	}
	return ""
}
