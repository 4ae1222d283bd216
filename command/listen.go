package command

import (
	"strings"

	"passepartout/pipeline"
)

// openly states that a server of the project listens to the whole network: a
// word that is the address of every interface, or vite's --host without one.
func (v *visit) openly() {
	for i, f := range v.fields[1:] {
		if !f.exact() {
			continue
		}
		address := f.text[strings.IndexByte(f.text, '=')+1:]
		if address == "::" && labelled(v.name) { // all targets
			continue
		}
		every := strings.HasPrefix(address, "0.0.0.0") || strings.HasPrefix(address, "[::]") || address == "::" || strings.HasPrefix(address, "*:") || strings.Contains(f.text, "address=*:") || strings.Contains(f.text, "address=0.0.0.0") || f.text == "--host=0" || address == "0" && (v.fields[i].text == "--host" || v.fields[i].text == "-h") || strings.HasPrefix(address, "0:")
		if !every && f.text == "--host" && (i+2 == len(v.fields) || strings.HasPrefix(v.fields[i+2].text, "-")) {
			address, every = "0.0.0.0", true
		}
		if every {
			v.r.emit(pipeline.Effect{Kind: pipeline.KindListen, Object: clip(address), Certain: true, By: v.name, Mark: v.mark, Span: f.span})
			return
		}
	}
}
