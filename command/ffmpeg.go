package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// filters judges the graphs of filters that ffmpeg is given: ffmpeg-filters(1).
// Some filters read files, load libraries or listen; those that only change
// pictures and sound are listed.
func (v *visit) filters() {
	made := false
	for i, a := range v.args {
		switch a.option {
		case "-f":
			made = a.field.exact() && a.field.text == "lavfi"
		case "-i":
			if made && a.field.exact() && plainFilters(a.field.text) { // a picture that is made, and no file
				v.args[i].role = catalogue.Role{Acts: []catalogue.Act{catalogue.ActData}}
			}
			made = false
		case "-vf", "-af", "-filter", "-filter:v", "-filter:a", "-filter_complex", "-lavfi":
			if !a.field.exact() || !plainFilters(a.field.text) {
				v.unknown(a.option+": filters can read files", a.field)
			}
		}
	}
}

// plainFilters reports whether a graph has only filters that are known to touch
// nothing else. What a filter is told may come from a file where the name of an
// option begins with a slash.
func plainFilters(graph string) bool {
	if strings.Contains(graph, "=/") || strings.Contains(graph, ":/") {
		return false
	}
	from, quoted := 0, false
	for i := 0; i <= len(graph); i++ {
		switch {
		case i == len(graph) || !quoted && (graph[i] == ',' || graph[i] == ';'):
			if !plainFilter(graph[from:i]) {
				return false
			}
			from = i + 1
		case graph[i] == '\\':
			i++
		case graph[i] == '\'':
			quoted = !quoted
		}
	}
	return !quoted
}

// plainFilter reports whether a filter of a graph only computes: some read files, speak
// to servers or run commands sent to them (ffmpeg-filters(1)).
func plainFilter(s string) bool {
	s = strings.TrimSpace(s)
	for strings.HasPrefix(s, "[") { // the pads that feed it
		_, rest, ok := strings.Cut(s, "]")
		if !ok {
			return false
		}
		s = strings.TrimSpace(rest)
	}
	if i := strings.IndexAny(s, "=[@ "); i >= 0 {
		s = s[:i]
	}
	switch s {
	case "scale", "crop", "fps", "pad", "transpose", "hflip", "vflip", "rotate", "trim", "setpts", "setsar", "setdar", "format", "eq", "fade", "null", "yadif", "bwdif", "hue",
		"unsharp", "boxblur", "gblur", "tile", "thumbnail", "select", "volume", "atempo", "aresample", "afade", "loudnorm", "atrim", "asetpts", "amix", "amerge", "concat",
		"overlay", "split", "asplit", "palettegen", "paletteuse", "drawbox", "drawgrid", "reverse", "areverse", "hstack", "vstack", "xstack", "pan", "highpass", "lowpass", "bandpass",
		"silenceremove", "dynaudnorm", "minterpolate", "zoompan", "colorkey", "chromakey", "cropdetect", "blackdetect", "silencedetect", "volumedetect", "showinfo", "aformat", "anull",
		"apad", "adelay", "aecho", "compand", "acompressor", "equalizer", "bass", "treble", "channelsplit", "join", "blend", "colorbalance", "colorchannelmixer", "negate", "vignette",
		"edgedetect", "hqdn3d", "nlmeans", "deshake", "framerate", "loop", "aloop", "shuffleframes", "mpdecimate", "decimate", "interlace", "fieldmatch", "tinterlace", "setrange", "colorspace",
		"zscale", "alphamerge", "alphaextract", "color", "testsrc", "testsrc2", "sine", "rgbtestsrc", "mandelbrot", "nullsrc", "allrgb", "allyuv", "yuvtestsrc", "pal75bars", "pal100bars", "smptehdbars", "anoisesrc", "anullsrc", "aevalsrc", "smptebars", "showwaves", "showwavespic", "showspectrumpic", "showfreqs", "avectorscope":
		return true
	}
	return false
}
