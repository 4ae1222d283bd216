package snippet

import (
	"regexp"
	"strings"

	"passepartout/pipeline"
)

// Folders that a program in Perl goes through: find of File::Find with a function
// that stands there, and the names that a pattern stands for.

// finds is find(sub { … }, 'src', …), behind its name. While it runs, the folder at
// hand is another one, so nothing is opened there.
func (p *plParser) finds() {
	if p.finding || p.inSub {
		p.failed = true
		return
	}
	p.need("(")
	braced := p.wanted()
	if !p.word("sub") || p.byte() != '{' {
		p.failed = true
		return
	}
	p.finding, p.inSub, p.findFrom, p.findReads = true, true, p.at, false
	p.block()
	p.finding, p.inSub = false, false
	if braced {
		if p.take(","); !p.take("no_chdir => 1") && p.take("no_chdir=>1") {
			p.take(",")
		}
		p.need("}")
	}
	for p.take(",") {
		folder, ok := p.constantText()
		if !ok || folder == "" {
			p.failed = true
		}
		p.add(Effect{Kind: pipeline.KindRead, Object: folder, Look: true, Tree: true})
		if p.findReads {
			p.add(Effect{Kind: pipeline.KindRead, Object: folder, Tree: true})
		}
	}
	p.need(")")
}

// wantedBegin is how the options of find begin that say which function is called.
var wantedBegin = regexp.MustCompile(`^\{\s*(?:no_chdir\s*=>\s*1\s*,\s*)?wanted\s*=>\s*`)

// wanted takes { wanted => before the function, if it stands among options.
func (p *plParser) wanted() bool {
	begin := wantedBegin.FindString(p.s[p.at:])
	p.at += len(begin)
	return begin != ""
}

// untouched is what may stand before that: questions about the name, and no more.
var untouched = regexp.MustCompile(`^\{\s*(?:return\s+(?:unless|if)\s+(?:-[efdrs](?:\s+\$_)?\s*&&\s*)?(?:(?:\$_\s*=~\s*)?/[^/;]*/[a-z]*|-[efdrs](?:\s+\$_)?)\s*;\s*)*open\s*\(?\s*my\s*\$\w+\s*,\s*(?:'<[^']*'|"<[^"$@]*")\s*,\s*$`)

// opensFound takes what was found as the path that is opened: a file below the
// folders. Nothing before it in the function may have changed which one that is.
func (p *plParser) opensFound() bool {
	if !untouched.MatchString(p.s[p.findFrom:p.at]) || !p.found() {
		return false
	}
	p.findReads = true
	return true
}

// tested is -f, -d and their like, of what was found or of a constant.
func (p *plParser) tested() bool {
	if p.at+1 >= len(p.s) || strings.IndexByte("edfrwxszlM", p.s[p.at+1]) < 0 || p.at+2 < len(p.s) && nameByte(p.s[p.at+2]) {
		return false
	}
	if p.fatBehind(2) {
		return false
	}
	p.at += 2
	p.skip()
	switch {
	case p.found():
	case p.finding && (p.ends() || p.ahead("&&") || p.ahead("||")):
	case p.byte() == '$' && !p.finding:
		p.looked()
	default:
		name, ok := p.constantText()
		if !ok || p.finding || name == "" {
			p.failed = true
			return true
		}
		p.add(Effect{Kind: pipeline.KindRead, Object: name, Look: true})
	}
	return true
}

// fatBehind reports whether => stands behind some bytes.
func (p *plParser) fatBehind(n int) bool {
	return strings.HasPrefix(strings.TrimLeft(p.s[p.at+n:], " \t"), "=>")
}

// found takes $_ or $File::Find::name where a program goes through folders.
func (p *plParser) found() bool {
	if !p.finding {
		return false
	}
	for _, name := range [...]string{"$File::Find::name", "$File::Find::dir", "$_"} {
		if p.ahead(name) && (p.at+len(name) >= len(p.s) || !nameByte(p.s[p.at+len(name)]) && p.s[p.at+len(name)] != ':' && p.s[p.at+len(name)] != '[' && p.s[p.at+len(name)] != '{' && p.s[p.at+len(name)] != '-') {
			p.at += len(name)
			p.skip()
			return true
		}
	}
	return false
}

// setting takes local $Data::Dumper::Sortkeys = 1, which says how data is shown.
func (p *plParser) setting() bool {
	m := plSetting.FindString(p.s[p.at:])
	p.at += len(m)
	return m != ""
}

// plSetting are settings of Data::Dumper and Text::Wrap that only change what is printed.
var plSetting = regexp.MustCompile(`^(?:local )?\$(?:Data::Dumper::(?:Sortkeys|Indent|Terse|Useqq|Maxdepth|Deepcopy)|Text::Wrap::columns)\s*=\s*\d{1,3};\s*`)

// constantPair finds the texts of ('a', 'b').
var constantPair = regexp.MustCompile(`^\((?:\s*(?:'[^'\\$@]*'|"[^"\\$@]*")\s*,?)+\)\s*;`)

// constantOne is one of such texts.
var constantOne = regexp.MustCompile(`'([^'\\$@]*)'|"([^"\\$@]*)"`)

// pair gives the variables of my ($x, $y) = ('a', 'b') their constants.
func (p *plParser) pair(names []string) {
	value := strings.TrimLeft(strings.TrimPrefix(p.s[p.at:], "="), " ")
	list := constantPair.FindString(value)
	if p.byte() != '=' || list == "" || p.inSub || p.depth > 4 {
		return
	}
	texts := constantOne.FindAllStringSubmatch(list, len(names)+1)
	if len(texts) != len(names) {
		return
	}
	for i, name := range names {
		if name != "" && !p.files.used[name] && p.files.paths[name] == nil {
			p.files.paths[name] = []string{texts[i][1] + texts[i][2]}
		}
	}
}

// plGlob is glob of a constant.
var plGlob = regexp.MustCompile(`^glob\s*\(?\s*(?:"([\w./*?-]+)"|'([\w./*?-]+)')\s*\)?\s*`)

// globs takes glob("lib/*.pm").
func (p *plParser) globs() string {
	m := plGlob.FindStringSubmatch(p.s[p.at:])
	if len(m) != 3 || p.finding || strings.Contains(m[0], "(") != strings.Contains(m[0], ")") {
		p.failed = true
		return ""
	}
	p.at += len(m[0])
	name := m[1] + m[2]
	p.add(Effect{Kind: pipeline.KindRead, Object: name, Look: true, Pattern: strings.ContainsAny(name, globbing)})
	return name
}

// globbed is for my $f (glob("lib/*.pm")): what the variable may be.
func (p *plParser) globbed(name string) {
	m := plGlob.FindStringSubmatch(p.s[p.at:])
	if name == "" || len(m) != 3 || p.inSub || p.files.paths[name] != nil || !strings.HasPrefix(p.s[p.at+len(m[0]):], ")") {
		return
	}
	p.files.paths[name] = []string{m[1] + m[2]}
	if p.files.patterns == nil {
		p.files.patterns = make(map[string]bool)
	}
	p.files.patterns[name] = true
	delete(p.files.used, name)
}
