package snippet

// jsLoose lists methods of data that a program may call freely: what data has
// one of them is not known, but none runs a text or opens a file.
func jsLoose(name string) bool {
	return listWords(`format formatToParts resolvedOptions decode encode exec json text arrayBuffer next return throw valueOf toJSON call apply bind
		on once off emit removeListener removeAllListeners addListener listenerCount forEach append getReader read cancel setTime with toLocaleString union intersection difference
		isSubsetOf isSupersetOf symmetricDifference copyWithin findLast lastIndexOf trimLeft trimRight isBlockDevice isFIFO isSocket description copy swap16 writeUInt8 writeInt8 writeInt16BE writeInt16LE writeDoubleLE writeDoubleBE writeFloatLE writeFloatBE writeBigUInt64LE writeBigUInt64BE writeUInt16BE writeUInt16LE
		writeUInt32BE writeUInt32LE writeInt32BE writeInt32LE readInt32LE readInt32BE readInt16LE readInt16BE readBigUInt64BE readBigUInt64LE readDoubleLE readDoubleBE readFloatLE readFloatBE select formatRange unref ref hasRef
		end write close destroy resume pause setEncoding setTimeout setHeader getHeader getHeaders writeHead flushHeaders removeHeader abort address closeAllConnections send ping terminate pipe pipeTo final
		getAuthTag setAuthTag setAutoPadding export asyncIterator sign verify throwIfAborted cork uncork isPaused prompt test skip todo mock before after beforeEach afterEach`, name)
}

// method judges a listed method of plain data, or one that the program gives to
// its objects.
//
// Long: one case a kind of method.
func (j *jsJudge) method(name string, base jsValue, n *node) jsValue {
	for _, a := range n.kids[1:] {
		j.spoken = j.spoken || !listWords("send json end write status log push", name) && j.unread(a, 0)
	}
	j.asksDatabase(name, n)
	known := jsMethod(name) || listWords("format formatToParts resolvedOptions decode encode", name) && j.formatter(n.kids[0].kids[0]) || name == "exec" && j.regular(n.kids[0].kids[0]) ||
		len(n.kids) == 1 && (name == "json" || name == "text") // of a response
	if !known {
		if name == "listen" && !j.own[name] {
			return j.listens(n)
		}
		if name == "kill" && !j.own[name] && j.alive && (len(n.kids) == 1 || len(n.kids) == 2 && n.kids[1].kind == nText) { // a child of its own
			return jsValue{}
		}
		if name == "pipe" && len(n.kids) == 2 && base.what == jsPlain && !base.wild {
			if v := j.eval(n.kids[1]); v.what == jsObject && v.name == "process.stdout" || v.what == jsSink {
				return v
			}
		}
		if !jsLoose(name) && !j.own[name] && !j.softly(name, base) || jsForbidden(name) && !listWords("call apply bind", name) || base.wild {
			return j.fail()
		}
		j.free = true
		for _, a := range n.kids[1:] { // it may call what it gets
			j.unsure = j.unsure || listWords("call apply bind", name) || !j.written(a) && !jsHarmless(a)
		}
		if !listWords("call apply bind on once off next json text", name) && (jsHidden(name) || jsReaches(name) || pyCommands(name)) {
			j.reached = true
		}
		if j.own[name] && foreignName(name) && !(j.soft && j.made(n.kids[0].kids[0])) {
			j.leads = true
		}
		return j.arguments(n)
	}
	args := n.kids[1:]
	switch {
	case listWords("then catch finally", name):
		for i, a := range args {
			if !j.written(a) && !logs(a) {
				j.free, j.unsure = true, true
			}
			if i > 1 {
				return j.fail()
			}
			if logs(a) {
				continue
			}
			j.plain(a)
		}
		return jsValue{}
	case listWords("map filter forEach reduce reduceRight some every find findIndex findLast flatMap", name), listWords("sort toSorted", name) && len(args) > 0:
		if len(args) == 0 {
			return j.fail()
		}
		if !j.written(args[0]) {
			j.free, j.unsure = true, true
			j.plain(args[0])
		}
		if args[0].kind == nLambda {
			j.eval(args[0])
		}
		args = args[1:]
		if name == "filter" || name == "sort" || name == "toSorted" {
			for _, a := range args {
				j.plain(a)
			}
			return left(name, base, n)
		}
	case listWords("pop shift", name) && len(args) == 0 && n.kids[0].kids[0].kind == nCall: // of a list that nobody else has hold of
		if list, ok := j.listing(n.kids[0].kids[0], 0); ok && !list.entry && len(list.items) > 0 {
			return jsValue{texts: list.items}
		}
		return jsValue{}
	case listWords("sort toSorted reverse", name) && len(args) == 0:
		return left(name, base, n)
	case name == "replace" || name == "replaceAll":
		if len(args) != 2 {
			return j.fail()
		}
		if !j.written(args[1]) && !jsHarmless(args[1]) && len(j.plain(args[1]).texts) == 0 {
			j.free, j.unsure = true, true
		}
	}
	for _, a := range args {
		if a.kind == nName && j.written(a) {
			continue
		}
		j.plain(a)
	}
	return jsValue{}
}
