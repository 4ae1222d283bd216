package snippet

// page is new JSDOM(html, {url: …}): a document in which no script runs and for which
// nothing is fetched, as long as no option asks for that.
func (j *jsJudge) page(n *node) jsValue {
	args := n.kids[1:]
	if len(args) > 2 || len(args) == 2 && args[1].kind != nDict {
		return j.fail()
	}
	if len(args) == 2 {
		for i := 0; i+1 < len(args[1].kids); i += 2 {
			if key := args[1].kids[i]; key == nil || key.kind != nText || !key.sure || !listWords("url contentType pretendToBeVisual referrer includeNodeLocations virtualConsole storageQuota", key.text) {
				return j.fail()
			}
		}
	}
	for _, a := range args {
		j.texted = j.texted || j.unread(a, 0)
		if !j.handable(a, 0) && !j.handed1(a) {
			return j.fail()
		}
		j.plain(a)
	}
	j.handed = true
	return jsValue{what: jsForeign, name: jsOwned}
}
