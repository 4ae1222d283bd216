package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
)

// A program that makes a page, a picture or one file of a document fetches what the
// document names by its address. Nothing of that stands on the command line, so where a
// command says both the document and the program, the addresses in all that it says are
// stated as connections.
//
// Limit: what a document of the project names that was there before is not seen.

// rendered states the connections of programs that fetch what texts of the command name.
func (r *run) rendered(file *syntax.File) {
	if file == nil {
		return
	}
	var texts []string
	asked := outward.Nothing
	for i := range r.commands {
		c := &r.commands[i]
		loader := loaderOfTexts(c)
		if loader == outward.Nothing || loader == asked { // the same again finds the same
			continue
		}
		if asked = loader; texts == nil {
			texts, _ = appendTexts([]string{}, file)
		}
		v := &visit{r: r, sc: newScope(r), name: c.Name}
		for _, t := range texts {
			if !r.spend(1 + len(t)/16) {
				return
			}
			for _, address := range outward.Resources(loader, t) {
				v.network(catalogue.ActURL, field{text: address}, "")
			}
		}
	}
}

// loaderOfTexts tells what a command fetches of what texts name.
func loaderOfTexts(c *Command) outward.Loader {
	switch c.Name {
	case "pandoc":
		if embeds(c) {
			return outward.Pictures
		}
	case "weasyprint", "soffice", "libreoffice", "lowriter", "localc", "unoconv", "ebook-convert", "prince":
		return outward.Pictures
	case "wkhtmltopdf", "wkhtmltoimage", "pa11y", "lighthouse", "critical", "slidev", "marp", "decktape", "md-to-pdf", "mdpdf", "percollate":
		return outward.Pages
	case "convert", "magick", "mogrify", "montage", "composite", "gm", "inkscape", "cairosvg":
		return outward.Drawings
	case "redocly", "swagger-cli", "spectral", "openapi-typescript", "check-jsonschema", "swagger", "speccy", "openapi", "json-dereference", "quicktype", "json2ts", "xjc", "jing":
		return outward.References
	case "xmllint", "xmlstarlet", "xsltproc":
		if !hasWord(c, "--nonet") {
			return outward.References
		}
	case "gdalinfo", "gdal_translate", "gdalwarp", "gdalbuildvrt", "gdal_rasterize", "ogrinfo", "ogr2ogr", "siege", "kustomize":
		return outward.Sources
	case "kubectl", "oc":
		if hasWord(c, "kustomize") || hasWord(c, "-k") {
			return outward.Sources
		}
	case "arq", "sparql", "comunica", "roqet", "rsparql":
		return outward.Queries
	}
	return outward.Nothing
}

// embeds reports whether pandoc makes what holds its pictures.
func embeds(c *Command) bool {
	for _, w := range c.Argv {
		switch word := w.Text; {
		case strings.HasPrefix(word, "--embed-resources"), strings.HasPrefix(word, "--self-contained"), strings.HasPrefix(word, "--extract-media"), word == "-d", strings.HasPrefix(word, "--defaults"):
			return true
		default:
			name := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(word, "--to="), "--output="), "-t"), "-o")
			if ext := path.Ext(name); ext != "" {
				name = ext[1:]
			}
			switch name, _, _ := strings.Cut(name, "+"); name {
			case "docx", "odt", "epub", "epub2", "epub3", "pptx", "pdf", "fb2", "icml", "beamer":
				return true
			}
		}
	}
	return false
}

// hasWord reports whether a command has a word.
func hasWord(c *Command, word string) bool {
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		if w.Text == word {
			return true
		}
	}
	return false
}
