package snippet

import "strings"

// A class that the program makes by Point = Struct.new(:x, :y) holds data and
// has a reader and a writer for each member, and no code of its own. Its
// members may be asked for wherever they are written without arguments, since
// what else has a method of one of these names does nothing by it.

// rbOwnStruct is the name of all these classes.
const rbOwnStruct = "Struct.new"

// rbStruct finds the members of Struct.new(:a, :b, keyword_init: true).
func rbStruct(n *node) (members []string, ok bool) {
	if n.kind != nCall || n.kids[0].kind != nAttr || n.kids[0].text != "new" || n.kids[0].kids[0].kind != nName || n.kids[0].kids[0].text != "Struct" {
		return nil, false
	}
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nArg && a.text == "keyword_init" && a.kids[0].kind == nConst:
		case a.kind != nText || !a.sure || !rbMember(a.text):
			return nil, false
		default:
			members = append(members, a.text)
		}
	}
	return members, len(members) > 0
}

// rbMember allows names of members: none that any object answers to by doing
// something, and none that Ruby calls itself.
func rbMember(name string) bool {
	if name == "" || name[0] < 'a' || name[0] > 'z' || wordEnd(name, 0) != len(name) || rbKeyword(name) && name != "end" || listWords(rbPassing, name) {
		return false
	}
	return listWords("name path test", name) || !rbTaken(name) && !strings.HasPrefix(name, "instance_") && !listWords(`send eval call reopen unlink delete chdir kill terminate wakeup join value run resume
		detach rmtree default_proc public_send run! shutdown connect accept write read gets execute query post get put head fire perform deliver system`, name)
}

// structured takes Name = Struct.new(…) for what it is.
func (c *rbNames) structured(n *node) bool {
	members, ok := rbStruct(n.kids[0])
	name := n.kids[1]
	if !ok || name.kind != nName || name.text[0] < 'A' || name.text[0] > 'Z' || strings.Contains(name.text, "::") || rbConstant(name.text) || rbPlainConstant(name.text) || strings.HasSuffix(name.text, "Error") ||
		listWords(`ARGV ENV ARGF DATA IO Kernel ObjectSpace Module Class BasicObject Binding Struct Thread Mutex Monitor Queue Method UnboundMethod Signal Marshal Fiber Ractor Gem Bundler Bundle
			RubyVM TracePoint StringIO StringScanner Tempfile Logger Delegator SimpleDelegator Errno DidYouMean ErrorHighlight SyntaxSuggest OptionParser Open3 ERB Pathname Data Warning`, name.text) || rbConvert(name.text) {
		return false
	}
	if c.structs == nil {
		c.structs = make(map[string]bool)
		c.members = make(map[string]bool)
	}
	if c.structs[name.text] {
		c.failed = true
	}
	c.structs[name.text] = true
	for _, m := range members {
		c.members[m] = true
	}
	return true
}
