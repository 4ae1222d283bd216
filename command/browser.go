package command

import (
	"strings"

	"passepartout/pipeline"
)

// browserFlags judges options that are handed on to Chrome. Some of its own
// name programs that it starts (--renderer-cmd-prefix, --gpu-launcher) or code
// that it loads, so only those are let pass that are known.
func (v *visit) browserFlags(options ...string) {
	f, ok := v.arg(options...)
	if !ok {
		return
	}
	if f.dynamic {
		v.unknown("flags of the browser: "+f.text, f)
		return
	}
	for word := range strings.FieldsSeq(f.text) {
		name, _, _ := strings.Cut(strings.Trim(word, `'"`), "=")
		switch strings.TrimLeft(name, "-") {
		case "headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-setuid-sandbox", "ignore-certificate-errors", "window-size", "incognito", "mute-audio", "hide-scrollbars", "disable-extensions", "allow-insecure-localhost", "force-device-scale-factor", "lang", "no-first-run", "disable-background-networking", "disable-web-security", "disable-features", "enable-features":
		default:
			v.unknown("flag of the browser: "+word, f)
		}
	}
}

// pairs are operands of sass(1) of the form source:target.
func (v *visit) pairs() {
	for _, f := range v.operands {
		_, target, ok := strings.Cut(f.text, ":")
		if ok && target != "" {
			v.r.path(v.sc, field{text: target, dynamic: f.dynamic, span: f.span}, pipeline.KindWrite, v.name, v.mark)
		}
	}
}
