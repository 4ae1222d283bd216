package command

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// chooser judges the commands that fzf runs for the line that is chosen. What
// stands in braces is replaced by it; where fzf makes the list itself it holds
// the files of the folder, and a list from elsewhere may name anything, so that
// the braces are judged as every file here.
func (v *visit) chooser() {
	for _, a := range v.args {
		if a.option != "--preview" && a.option != "--become" {
			continue
		}
		f := a.field
		if !f.exact() {
			v.unknown(a.option+" "+f.text, f)
			continue
		}
		text, ok := placeholders(f.text)
		if !ok {
			v.unknown(a.option+" "+f.text, f)
			continue
		}
		f.text = text
		v.shell(f, "sh", nil)
	}
}

// placeholders puts a pattern of files in the place of {}, {1}, {+f} and their
// like; what looks different is not understood.
func placeholders(text string) (string, bool) {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			b.WriteString(text)
			return b.String(), true
		}
		end := strings.IndexByte(text[i:], '}')
		if end < 0 || strings.Trim(text[i+1:i+end], "+fsrnq0123456789.-") != "" || strings.HasSuffix(text[:i], "'") || strings.HasSuffix(text[:i], `"`) {
			return "", false
		}
		b.WriteString(text[:i])
		b.WriteString("./*")
		text = text[i+end+1:]
	}
}

// renames judges what exiftool writes into the tags that stand for a file's
// own name and place: exiftool(1), "FileName", "Directory", "HardLink".
func (v *visit) renames() {
	for _, f := range v.fields[1:] {
		tag, value, ok := strings.Cut(f.text, "=")
		if t, _, from := strings.Cut(f.text, "<"); from && (!ok || len(t) < len(tag)) {
			tag, value, ok = t, f.text[len(t)+1:], true
		}
		tag = strings.ToLower(strings.TrimRight(strings.TrimPrefix(tag, "-"), "+-^"))
		if i := strings.LastIndexByte(tag, ':'); i >= 0 {
			tag = tag[i+1:]
		}
		if !ok {
			continue
		}
		switch tag {
		case "filename", "directory", "hardlink", "symlink":
			switch {
			case f.exact() && !strings.ContainsAny(value, "$%<"):
				v.r.path(v.sc, field{text: value, span: f.span}, pipeline.KindWrite, v.name, v.mark)
			case strings.HasPrefix(path.Clean(value), "/") || strings.Contains(value, "..") || strings.Contains(value, "$"):
				v.unknown("moves files to "+value, f)
			}
		}
	}
}
