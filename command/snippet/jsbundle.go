package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// What bundles the project within a program: build of esbuild and of Vite, rollup. It
// reads what the project imports, which is stated where the package is loaded, and
// writes where its options say. Options are a closed list, written out where they say
// a place; plugins are the project's code, or functions of the program.

// jsBundle is what rollup gives back.
const jsBundle = "rollup()"

// bundleOptions lists the options of a function that bundles, but for those that say
// where it writes. What puts a text into what comes out (banner, footer, stdin) is not
// among them, so that what comes out is the project's.
func bundleOptions(object string) string {
	switch object {
	case "esbuild":
		return `entryPoints bundle format platform target minify minifySyntax minifyWhitespace minifyIdentifiers sourcemap metafile external define loader jsx jsxFactory jsxFragment jsxImportSource
			jsxDev logLevel logLimit treeShaking splitting globalName conditions mainFields packages charset legalComments keepNames drop pure alias color outbase entryNames chunkNames assetNames
			resolveExtensions tsconfig plugins ignoreAnnotations lineLimit mangleProps supported tsconfigRaw sourcesContent write outfile outdir allowOverwrite`
	case "rollup":
		return "input plugins external onwarn onLog logLevel treeshake preserveEntrySignatures cache strictDeprecations makeAbsoluteExternalsRelative maxParallelFileOps shimMissingExports"
	case jsBundle:
		return "format name exports sourcemap globals interop compact freeze generatedCode hoistTransitiveImports inlineDynamicImports manualChunks minifyInternalExports preserveModules preserveModulesRoot entryFileNames chunkFileNames assetFileNames esModule strict file dir"
	case "vite":
		return "root base mode logLevel clearScreen configFile define plugins resolve css esbuild build optimizeDeps ssr publicDir"
	}
	return ""
}

// bundles judges a call of such a function.
func (j *jsJudge) bundles(object, name string, n *node) jsValue {
	if len(n.kids) > 2 || len(n.kids) < 2 && object != "vite" {
		return j.fail()
	}
	options := &node{kind: nDict, at: n.at}
	if len(n.kids) == 2 {
		options = n.kids[1]
	}
	at, ok := j.bundleKeys(object, options)
	if !ok {
		return j.fail()
	}
	if !j.handable(options, 0) && !j.handed1(options) {
		return j.fail()
	}
	j.plain(options)
	j.handed = true
	if resets(options) || object == "vite" && at["css"] != nil && loadsStyles(at["css"]) {
		return j.fail()
	}
	if object == "vite" {
		return j.bundledByVite(at["root"], at["build"])
	}
	silent := at["write"] != nil && at["write"].kind == nConst && at["write"].text == "false" || object == jsBundle && name != "write" || object == "rollup"
	for _, key := range [...]string{"outfile", "outdir", "file", "dir"} {
		if place := at[key]; place != nil && !silent && !j.bundledInto(place, key == "outdir" || key == "dir", false) {
			return j.fail()
		}
	}
	if object == "rollup" {
		return jsValue{what: jsObject, name: jsBundle}
	}
	return jsValue{}
}

// resets reports whether a plugin in the options gives other options than those that
// stand there: esbuild hands them to it.
func resets(n *node) bool {
	if n == nil {
		return false
	}
	if strings.Contains(n.text, "initialOptions") {
		return true
	}
	for _, kid := range n.kids {
		if resets(kid) {
			return true
		}
	}
	return false
}

// loadsStyles reports whether what Vite is told of styles says where settings of PostCSS
// lie, which are code.
func loadsStyles(n *node) bool {
	if n.kind != nDict {
		return true
	}
	for i := 0; i+1 < len(n.kids); i += 2 {
		if key := n.kids[i]; key == nil || key.kind != nText || key.text == "postcss" && n.kids[i+1].kind != nDict {
			return true
		}
	}
	return false
}

// bundleKeys are the values of options by their names. Other options may be spread
// among them by the name of an object that nobody changes.
func (j *jsJudge) bundleKeys(object string, options *node) (at map[string]*node, ok bool) {
	at = make(map[string]*node)
	if options.kind == nName {
		if options = j.onlyObject(options); options == nil {
			return nil, false
		}
	}
	if options.kind != nDict {
		return nil, false
	}
	for i := 0; i+1 < len(options.kids); i += 2 {
		key, value := options.kids[i], options.kids[i+1]
		if key == nil {
			inner := j.onlyObject(value)
			if inner == nil {
				return nil, false
			}
			more, ok := j.bundleKeys(object, inner)
			if !ok {
				return nil, false
			}
			for k, v := range more {
				at[k] = v
			}
			continue
		}
		if key.kind != nText || !key.sure || !listWords(bundleOptions(object), key.text) {
			return nil, false
		}
		if key.text == "configFile" && (value.kind != nConst || value.text != "false") { // it is code
			return nil, false
		}
		at[key.text] = value
	}
	return at, true
}

// onlyObject is the object as it is written that a name stands for, if nothing is ever
// put into it.
func (j *jsJudge) onlyObject(n *node) *node {
	if n.kind != nName || j.altered[n.text] {
		return nil
	}
	b := j.bindingOf(n.text)
	if len(b.sites) != 1 || b.sites[0].how != byValue || b.sites[0].node.kind != nDict || b.loads != 1 && b.loads != j.spreads[n.text] {
		return nil // it may be changed where it is used
	}
	for _, put := range j.puts {
		if put.into == n.text || put.into == "" {
			return nil
		}
	}
	return b.sites[0].node
}

// bundledInto states where a bundle is written, or a folder that is emptied before.
func (j *jsJudge) bundledInto(place *node, folder, emptied bool) bool {
	texts := j.plain(place).texts
	if len(texts) == 0 {
		return false
	}
	for _, t := range texts {
		if t.glob || t.home || t.s == "" || t.s == "." || strings.HasPrefix(t.s, "..") {
			return false
		}
	}
	j.touch(pipeline.KindWrite, texts, false, folder)
	if emptied {
		j.touch(pipeline.KindDelete, texts, false, true)
	}
	return true
}

// bundledByVite states what build of Vite writes: where its options do not say, the
// project's settings do, which are the project's code. Where it is told of another folder,
// that one's settings are loaded, and what they and the options say lies below it.
func (j *jsJudge) bundledByVite(root, options *node) jsValue {
	within := ""
	if root != nil {
		texts := j.plain(root).texts
		if len(texts) != 1 || texts[0].glob || texts[0].home || texts[0].under || texts[0].s == "" || strings.HasPrefix(texts[0].s, "~") {
			return j.fail()
		}
		within = path.Clean(texts[0].s)
		j.touch(pipeline.KindRead, texts, false, true)
		j.add(Effect{Kind: pipeline.KindCode, Object: path.Join(within, "vite.config.js"), Says: true})
	}
	if options == nil {
		return jsValue{}
	}
	if options.kind != nDict {
		return j.fail()
	}
	var place *node
	for i := 0; i+1 < len(options.kids); i += 2 {
		key, value := options.kids[i], options.kids[i+1]
		switch {
		case key == nil || key.kind != nText || !key.sure || key.text == "watch":
			return j.fail()
		case key.text == "write" && value.kind == nConst && value.text == "false":
			return jsValue{}
		case key.text == "outDir":
			place = value
		}
	}
	if place != nil && within != "" && within != "." {
		texts := j.plain(place).texts
		if len(texts) != 1 || !constant(texts[0]) || path.IsAbs(texts[0].s) || strings.Contains(texts[0].s, "..") {
			return j.fail()
		}
		place = &node{kind: nText, text: path.Join(within, texts[0].s), sure: true, at: place.at}
	}
	if place != nil && !j.bundledInto(place, true, true) {
		return j.fail()
	}
	return jsValue{}
}

// bundler is a member of a package that bundles; what else of it is known only computes.
func (j *jsJudge) bundler(base jsValue, name string) (jsValue, bool) {
	switch base.name {
	case "esbuild", "vite", "rollup":
	default:
		return jsValue{}, false
	}
	switch {
	case name == "default":
		return base, true
	case name == "build", name == "buildSync" && base.name == "esbuild", name == "rollup" && base.name == "rollup":
		return jsValue{what: jsMember, name: base.name, member: name}, true
	case listWords(jsInert(base.name), name), name == "VERSION", base.name == "vite" && name == "resolveConfig":
		return jsValue{what: jsForeign, name: jsOwned}, true
	}
	return jsValue{}, false
}
