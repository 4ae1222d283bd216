package outward

import (
	"path"
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// A page runs in the browser of whoever opens it: what it takes from a host is code there,
// and what it sends away is that person's. A few hosts give all pages their libraries.

// strangePage finds a page, or a program of one, that runs what a strange host gives, or
// sends there what a browser keeps.
func strangePage(file, text string, kind Sort) string {
	if !strings.Contains(text, "//") || kind == OfCode && tries(file) {
		return ""
	}
	for _, of := range [...]*needle.Regexp{pageScript(), carriedAway()} {
		for _, m := range of.FindAllStringSubmatch(text, maxOpened) {
			if at := strings.Join(m[1:], ""); !givesLibraries(at) {
				return strings.Join(strings.Fields(m[0]), " ")
			}
		}
	}
	switch base := strings.ToLower(path.Base(file)); {
	case strings.HasPrefix(base, "sw."), strings.HasPrefix(base, "service-worker"), strings.HasPrefix(base, "serviceworker"):
		if m := browserSends().FindStringSubmatch(text); len(m) > 1 && containsAny(text, "POST", "sendBeacon") && !givesLibraries(m[1]) {
			return "sends what pages ask for to " + m[1]
		}
	}
	return ""
}

// givesLibraries reports whether an address is this machine's, or that of a host from which
// many pages take libraries.
func givesLibraries(at string) bool {
	_, rest, _ := strings.Cut(at, "//")
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(strings.ToLower(host), "?")
	if near(host) || strings.HasPrefix(host, "<") || hosted("https://"+rest) || registry(host) || service(host) {
		return true
	}
	for _, end := range [...]string{".googleapis.com", ".gstatic.com", ".google.com", ".googletagmanager.com", ".google-analytics.com", ".cloudflare.com", ".bootstrapcdn.com", ".jquery.com", ".stripe.com", ".paypal.com", ".fontawesome.com", ".typekit.net", ".hcaptcha.com", ".sentry-cdn.com", ".facebook.net", ".twitter.com", ".youtube.com", ".vimeo.com", ".auth0.com", ".intercom.io", ".hotjar.com", ".segment.com", ".datatables.net", ".ckeditor.com", ".quilljs.com", ".tailwindcss.com", ".plot.ly", ".bokeh.org", ".pydata.org", ".mathjax.org", ".jsdelivr.net", ".unpkg.com", ".msecnd.net", ".aspnetcdn.com", ".cloudflareinsights.com", ".openstreetmap.org", ".mapbox.com", ".leafletjs.com", ".arcgis.com", ".algolia.net", ".readthedocs.org", ".shields.io", ".zendesk.com", ".hs-scripts.com", ".clarity.ms", ".linkedin.com", ".braintreegateway.com", ".squareup.com", ".adyen.com", ".razorpay.com", ".klarna.com", ".amazonaws.com", ".apple.com", ".withgoogle.com", ".pusher.com", ".socket.io", ".amplitude.com", ".mxpnl.com", ".newrelic.com", ".nr-data.net", ".datadoghq-browser-agent.com", ".optimizely.com", ".onesignal.com", ".disqus.com", ".giscus.app", ".utteranc.es", ".codepen.io", ".jsfiddle.net", ".polyfill-fastly.io", ".w3.org", ".whatwg.org", ".schema.org", ".mozilla.org", ".githubusercontent.com", ".githubassets.com", ".redoc.ly", ".swagger.io", ".pyscript.net", ".pyodide.org", ".d3js.org", ".htmx.org", ".alpinejs.dev", ".vuejs.org", ".reactjs.org"} {
		if strings.HasSuffix("."+host, end) {
			return true
		}
	}
	return slices.Contains([]string{"plausible.io", "unpkg.com", "cdn.usefathom.com", "gc.zgo.at", "giscus.app", "utteranc.es", "esm.run", "cdn.skypack.dev", "ga.jspm.io", "jspm.dev", "formspree.io"}, host)
}

// pageScript is a program that a page, or a program of one, takes from an address; the groups
// are that address.
func pageScript() *needle.Regexp {
	return compiled(`(?i:<script\b)[^>]{0,200}?\bsrc\s*=\s*\\?["'{]?\s*["'\x60]?((?:https?:)?//[^\s"'\x60>\\]+)|\bjavascript_include_tag\s*\(?\s*["']((?:https?:)?//[^"']+)|\b(?:importScripts|import)\s*\(\s*["'\x60](https?://[^"'\x60]+)|\b(?:from|import)\s+["'](https?://[^"']+)["']|createElement\(\s*["']script["']\s*\)[^§]{0,200}?\.src\s*=\s*["'\x60]((?:https?:)?//[^"'\x60]+)|\b(?:extra_javascript|html_js_files|scripts?|javascripts?)["']?\s*[:=]\s*\[?(?:[^\]]{0,80}?["'\s\[-])?((?:https?:)//[^\s"',\]}]+\.m?js)\b`)
}

// carriedAway is a picture whose address carries what nobody but the reader may know.
func carriedAway() *needle.Regexp {
	return compiled(`(?:\bsrc\s*=\s*\\?["']?|!\[[^\]]{0,80}\]\(|\burl\(\s*["']?)(https?://[^\s"'<>){}$#]+)[^\s"'>)]*(?:\{\{|\$\{?|<%=|#\{|\{%)[^"'>)\n]{0,40}?(?i:token|secret|passw|session|cookie|api_?key|credential|\bssn\b|card_?num)`)
}

// browserSends is an address to which a page sends something; the group is that address.
func browserSends() *needle.Regexp {
	return compiled(`(?:\bfetch\s*\(|\bsendBeacon\s*\(|\baxios(?:\.\w+)?\s*\(|\.open\s*\(\s*["']\w+["']\s*,|\bnew\s+WebSocket\s*\(|\bImage\(\)\.src\s*=|\.src\s*=|\baction\s*=)\s*\\?["'\x60]?((?:https?|wss?)://[^\s"'\x60>\\]+)`)
}

// tries reports whether a file is a test, which asks what others say.
func tries(file string) bool {
	return compiled(`(?i)/test_[^/]*$|/(?:tests?|specs?|__tests__|e2e)/|_test\.|\.test\.|\.spec\.|_spec\.|Tests?\.\w+$`).MatchString(file)
}
