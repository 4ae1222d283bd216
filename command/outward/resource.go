package outward

import (
	"regexp"
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// A document may name pictures, style sheets, schemas and sources of data by their
// addresses. Whoever only reads its text leaves them where they are; a program that makes
// pages, pictures or one file of it fetches them.

// Loader is what a program fetches that a text names.
type Loader uint8

// What programs fetch.
const (
	Nothing    Loader = iota
	Pictures          // of Markdown and of pages, with their style sheets: pandoc -o x.docx
	Pages             // and what scripts in them ask for: wkhtmltopdf
	Drawings          // of pictures in words: SVG, MVG
	References        // $ref of schemas, schemaLocation, entities
	Sources           // any address in a table of sources: VRT, kustomization, lists for load tests
	Queries           // SERVICE of SPARQL
)

// maxResources bounds the addresses of one text.
const maxResources = 16

// Resources are the addresses that a program fetches which loads a text, but for those of
// this machine and those that nobody has.
func Resources(by Loader, text string) []string {
	if by == Nothing || !strings.Contains(text, "//") {
		return nil
	}
	var all []string
	for _, p := range resourcePatterns(by, text) {
		for _, m := range p.FindAllStringSubmatch(text, maxResources) {
			address := m[1]
			if strings.HasPrefix(address, "//") {
				address = "https:" + address
			}
			_, rest, _ := strings.Cut(address, "://")
			if host := rest[:len(rest)-len(strings.TrimLeft(rest, hostBytes))]; host != "" && !near(host) && !vocabulary.MatchString(address) && !slices.Contains(all, address) {
				all = append(all, address)
			}
			if len(all) >= maxResources {
				return all
			}
		}
	}
	return all
}

// hostBytes are those of a name with its port and its user.
const hostBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:@"

// vocabulary are addresses that are names, which every tool knows by heart.
var vocabulary = regexp.MustCompile(`^https?://(?:www\.w3\.org|json-schema\.org|schemas\.opengis\.net|www\.opengis\.net)/`)

// resourcePatterns find the addresses, each in its first group.
func resourcePatterns(by Loader, text string) []*needle.Regexp {
	switch by {
	case Pictures, Pages:
		all := []*needle.Regexp{markdownPicture(), elementSource(), styleAddress()}
		if strings.Contains(text, "![") {
			all = append(all, markdownDefinition())
		}
		if by == Pages && strings.Contains(strings.ToLower(text), "<script") {
			all = append(all, quotedAddress())
		}
		return all
	case Drawings:
		return []*needle.Regexp{elementSource(), styleAddress(), drawnPicture()}
	case References:
		return []*needle.Regexp{schemaReference()}
	case Sources:
		return []*needle.Regexp{everyAddress()}
	case Queries:
		return []*needle.Regexp{queriedService()}
	case Nothing:
	}
	return nil
}

func markdownPicture() *needle.Regexp {
	return compiled(`!\[[^\]]*\]\(\s*<?((?:https?:)?//[^)\s>]+)`)
}

func markdownDefinition() *needle.Regexp {
	return compiled(`(?m)^\s{0,3}\[[^\]]+\]:\s*<?(https?://[^\s>]+)`)
}

// elementSource is an element that brings something in; a link that a person follows, and
// where a form goes, brings nothing.
func elementSource() *needle.Regexp {
	return compiled(`(?i)<(?:img|image|script|iframe|frame|embed|source|video|audio|track|input|object|use|feimage|link|base|body|table|td|meta)\b[^<>]*?(?:src|href|data|background|poster|srcset|url)\s*=\s*\\?["']?((?:https?:)?//[^"'\s>\\]+)`)
}

func styleAddress() *needle.Regexp {
	return compiled(`(?i)(?:\burl\(|@import)\s*\\?["']?((?:https?:)?//[^"')\s\\;]+)`)
}

func drawnPicture() *needle.Regexp {
	return compiled(`(?i)\bimage\s+\w+\s+\S+\s+\S+\s+["']?(https?://[^"'\s]+)`)
}

func schemaReference() *needle.Regexp {
	return compiled(`(?:\$ref["']?\s*[:=]\s*["']?|schemaLocation\s*=\s*["']|SYSTEM\s+["'])(https?://[^"'\s,}]+)`)
}

func quotedAddress() *needle.Regexp {
	return compiled("[\"'`]((?:(?:https?|wss?):)?//[^\"'`\\s]+)")
}

func everyAddress() *needle.Regexp {
	return compiled(`((?:https?|ftp|git|ssh|s3|gs)://[^"'\s<>,\]})]+)`)
}

func queriedService() *needle.Regexp {
	return compiled(`(?i)\bSERVICE\s+(?:SILENT\s+)?<(https?://[^>\s]+)`)
}

// Host finds an address of a host that is neither this machine nor nobody's; a bare name
// counts where it stands in the place of one.
func Host(text, of string) string {
	bare := strings.Contains(of, "localhost") || strings.Contains(of, "://") || address().MatchString(of) || strings.Contains(of, "example.")
	return foreign([]string{text}, bare)
}
