package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestRendered: the host that a program fetches something from which a text of the same
// command names; empty where it fetches nothing.
func TestRendered(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"echo '![a](https://a.io/x.png)' > a.md; pandoc a.md -o a.docx":                              "a.io:443",
		"echo '![a](https://a.io/x.png)' > a.md; pandoc a.md -o a.html":                              "",
		"echo '![a](https://a.io/x.png)' > a.md; pandoc -s --embed-resources a.md -o a.html":         "a.io:443",
		"echo '![a][b]' > a.md; echo '[b]: https://a.io/x' >> a.md; pandoc a.md -o a.docx":           "",
		"printf '![a][b]\\n\\n[b]: https://a.io/x\\n' | pandoc -o a.docx":                            "a.io:443",
		"echo '[a](https://a.io/x.png)' > a.md; pandoc a.md -o a.docx":                               "",
		"echo '<a href=\"https://a.io\">' > a.html; weasyprint a.html a.pdf":                         "",
		"echo '<link rel=stylesheet href=//a.io/x.css>' > a.html; weasyprint a.html a.pdf":           "a.io:443",
		"echo '<b style=\"background: url(https://a.io/x)\">' > a.html; weasyprint a.html a.pdf":     "a.io:443",
		"echo '<script>fetch(\"https://a.io/\")</script>' > a.html; wkhtmltopdf a.html a.pdf":        "a.io:443",
		"echo '<svg><image href=\"https://a.io/x\"/></svg>' > a.svg; convert a.svg a.png":            "a.io:443",
		"echo '<svg xmlns=\"http://www.w3.org/2000/svg\"/>' > a.svg; convert a.svg a.png":            "",
		"echo '{\"$ref\": \"https://a.io/x\"}' > a.json; npx redocly bundle a.json":                  "a.io:443",
		"echo '{\"$schema\": \"https://json-schema.org/x\"}' > a.json; check-jsonschema a.json":      "",
		"echo '<SourceFilename>/vsicurl/https://a.io/x</SourceFilename>' > a.vrt; gdalinfo a.vrt":    "a.io:443",
		"echo 'resources: [https://a.io/x]' > kustomization.yaml; kubectl kustomize .":               "a.io:443",
		"echo '<x schemaLocation=\"http://a.io/x\"/>' > a.xsd; xmllint --schema a.xsd a.xml":         "a.io:80",
		"echo '<x schemaLocation=\"http://a.io/x\"/>' > a.xsd; xmllint --nonet --schema a.xsd a.xml": "",
		"echo 'SERVICE <http://a.io/x> {}' > a.rq; arq --query a.rq":                                 "a.io:80",
		"echo '![a](http://localhost:8000/x.png)' > a.md; pandoc a.md -o a.docx":                     "",
	} {
		found := ""
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindConnect {
				found = e.Object
			}
		}
		if found != want {
			t.Errorf("%s: found %q, want %q", text, found, want)
		}
	}
}

// TestReadsTwins: what goes through a folder follows links that were just made in it.
func TestReadsTwins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"ln -s ~/.aws a; zip -r o.zip .":       true,
		"ln -s ~/.aws d/a; grep -R key d":      true,
		"ln -s ~/.aws d/a; grep -R key e":      false,
		"ln -s ~/.aws docs/a; mkdocs build":    true,
		"ln -s docs/a.md a.md; zip -r o.zip .": false,
	} {
		found := slices.ContainsFunc(analyze(t, command.Input{Text: text, Shell: true}).Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindRead && e.By != "ln" && strings.HasSuffix(e.Object, "/.aws")
		})
		if found != want {
			t.Errorf("%s: found %v, want %v", text, found, want)
		}
	}
}
