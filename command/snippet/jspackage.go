package snippet

import "strings"

// Some packages are known to do nothing but compute from what they are given.
// Which code really lies in node_modules under their name is the project's
// matter, as in a test run; that is stated where they are loaded. Their listed
// functions may be called with what is certainly data: no function is handed to
// them, so that none comes back but their own.

// jsPackage lists the functions of such a package; "default" is the package
// itself.
func jsPackage(name string) string {
	switch name {
	case "marked":
		return "default marked parse parseInline lexer"
	case "vite":
		return "resolveConfig normalizePath"
	case "semver":
		return `satisfies valid gt gte lt lte eq neq compare rcompare coerce inc major minor patch clean diff maxSatisfying minSatisfying validRange parse sort rsort minVersion intersects
			subset prerelease`
	case "lodash", "lodash-es":
		return `chunk groupBy sortBy uniq uniqBy merge pick omit get camelCase kebabCase snakeCase startCase upperFirst lowerFirst capitalize cloneDeep isEqual isEmpty range sum sumBy orderBy
			keyBy countBy flatten flattenDeep difference intersection union zip compact words deburr escapeRegExp`
	case "yaml":
		return "parse stringify"
	case "js-yaml": // some versions make functions of what a text says
		return "load safeLoad loadAll dump"
	case "esbuild":
		return "transform transformSync formatMessages"
	case "date-fns":
		return `format parseISO formatISO addDays subDays addMonths subMonths addHours subHours differenceInDays differenceInHours differenceInMinutes differenceInCalendarDays isValid isBefore
			isAfter isWeekend startOfDay endOfDay startOfMonth endOfMonth startOfWeek endOfWeek formatDistance getISOWeek getUnixTime fromUnixTime`
	case "uuid":
		return "v1 v4 v7 validate version"
	case "nanoid":
		return "nanoid"
	case "ms", "bytes", "pretty-bytes", "slugify":
		return "default"
	case "minimatch":
		return "default minimatch"
	case "micromatch":
		return "isMatch"
	case "qs":
		return "parse stringify"
	case "prettier":
		return "format check"
	case "typescript":
		return "transpile transpileModule"
	}
	return ""
}

// jsLibrary lists packages of which all that may be called is judged as a call of
// the project's own code: they compute, check, render or answer requests, and
// touch no files but those that they are told of. Left out are libraries that give
// members by names which may be put together (Ramda, Underscore, Bluebird): what
// they give may be the constructor of functions.
func jsLibrary(name string) bool {
	return listWords(`zod joi yup ajv ajv-formats superstruct valibot dayjs dayjs/plugin/utc dayjs/plugin/timezone dayjs/plugin/relativeTime dayjs/plugin/customParseFormat dayjs/plugin/duration moment
		moment-timezone luxon date-fns-tz chalk kleur picocolors ansi-colors strip-ansi toml ini jsonwebtoken jose bcrypt bcryptjs argon2 validator immer rxjs rxjs/operators
		react react-dom/server react/jsx-runtime preact preact-render-to-string vue @vue/server-renderer svelte/server cheerio parse5 @babel/parser acorn acorn-walk esprima espree
		@typescript-eslint/parser postcss express fastify koa @koa/router koa-router hono cors helmet morgan body-parser cookie-parser express-rate-limit express-validator 
		p-limit p-map p-queue p-retry async eventemitter3 mime mime-types content-type statuses http-errors path-to-regexp fast-deep-equal deep-equal
		fast-json-stable-stringify json5 csv-parse csv-parse/sync csv-stringify csv-stringify/sync papaparse graphql i18next intl-messageformat bignumber.js decimal.js big.js uuid nanoid
		color tinycolor2 classnames clsx tailwind-merge escape-html he entities sanitize-html dompurify turndown markdown-it remark rehype unified mustache fuse.js lru-cache
		quick-lru object-hash hash-sum diff jsdiff jest-diff pretty-format expect chai sinon string-width wrap-ansi cli-table3 table ts-pattern neverthrow fp-ts io-ts class-validator class-transformer
		reflect-metadata inversify tsyringe @reduxjs/toolkit redux zustand jotai xstate @testing-library/react @testing-library/dom @testing-library/jest-dom vitest @jest/globals
		@faker-js/faker faker chance seedrandom minimist commander fast-xml-parser d3-array d3-scale d3-format d3-time-format d3-time d3-color d3-interpolate d3-shape d3-path
		d3-hierarchy d3-collection d3-random @babel/traverse @babel/types @babel/generator`, name)
}

// packaged is a value of such a package, with the way to it behind zero bytes.
func packaged(name string) jsValue {
	if jsPackage(name) == "" {
		return jsValue{what: jsForeign}
	}
	return jsValue{what: jsForeign, member: name}
}

// within is a member of a value of a package.
func (v jsValue) within(name string) jsValue {
	if v.member != "" && jsPackage(v.member) == "" && listWords(jsInert(v.member), name) {
		return jsValue{what: jsForeign, name: jsOwned}
	}
	if v.member != "" {
		v.member += "\x00" + name
	}
	return v
}

// packageCall calls a function of a package.
func (j *jsJudge) packageCall(way string, n *node) jsValue {
	parts := strings.Split(way, "\x00")
	name, last := parts[0], "default"
	if len(parts) > 1 {
		last = parts[len(parts)-1]
		for _, part := range parts[1 : len(parts)-1] {
			if part != "default" && part != name {
				return j.fail()
			}
		}
	}
	if !listWords(jsPackage(name), last) {
		return j.fail()
	}
	for _, a := range n.kids[1:] {
		j.texted = j.texted || j.unread(a, 0)
		if !j.data(a, 0) || name == "js-yaml" && last != "dump" && !j.ofFile(a, 0) {
			return j.fail()
		}
		j.plain(a)
	}
	j.handed = true
	return jsValue{}
}

// ofFile reports whether a value is what a file says, or a text as it is written
// without a type of its own in it.
func (j *jsJudge) ofFile(n *node, depth int) bool {
	if depth > 8 {
		return false
	}
	switch n.kind {
	case nText:
		return n.sure && !strings.ContainsAny(n.text, "!%")
	case nFormat:
		return len(n.kids) == 1 && n.kids[0].sure && !strings.ContainsAny(n.kids[0].text, "!%")
	case nName:
		b := j.bindingOf(n.text)
		for _, s := range b.sites {
			if s.how != byValue || !j.ofFile(s.node, depth+1) {
				return false
			}
		}
		return len(b.sites) > 0 && len(b.sites) < 8
	case nCall:
		return j.data(n, 0)
	}
	return false
}

// data reports whether a value is certainly data without a function in it.
//
// Long: one case a kind of node.
func (j *jsJudge) data(n *node, depth int) bool {
	if n == nil || depth > maxDepth || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nConst, nText, nFormat, nBinary, nCompare:
		return true
	case nUnary:
		return n.text != "await" || j.data(n.kids[0], depth+1)
	case nList:
		for _, kid := range n.kids {
			if !j.data(kid, depth+1) {
				return false
			}
		}
		return true
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || !j.data(n.kids[i+1], depth+1) {
				return false
			}
		}
		return true
	case nNew:
		return n.kids[0].kind == nName && n.kids[0].text == "Date"
	case nName:
		b := j.bindingOf(n.text)
		for _, s := range b.sites {
			if s.how != byValue || s.node.kind == nDict || s.node.kind == nList || !j.data(s.node, depth+8) { // what has a name may be changed
				return false
			}
		}
		return len(b.sites) > 0 && len(b.sites) < 8
	case nAttr:
		return !jsForbidden(n.text) && !jsCalled(n.text) && n.kids[0].kind == nName && j.parsed(n.kids[0])
	case nCall:
		fn := n.kids[0]
		var base jsValue
		switch {
		case fn.kind == nAttr && fn.kids[0].kind == nName:
			base = j.memberOf(j.eval(fn.kids[0]), fn.text)
		case fn.kind == nName:
			base = j.name(fn)
		}
		return base.what == jsMember && (base.member == "readFileSync" || base.member == "readFile")
	}
	return false
}

// parsed reports whether a name is only ever what JSON says.
func (j *jsJudge) parsed(n *node) bool {
	b := j.bindingOf(n.text)
	for _, s := range b.sites {
		if s.how != byValue || s.node.kind != nCall || !literal(s.node) || s.node.kids[0].kind == nName {
			return false
		}
	}
	return len(b.sites) > 0 && !j.names.bound("JSON")
}
