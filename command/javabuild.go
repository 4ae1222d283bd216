package command

import (
	"maps"
	"path"
	"slices"
	"strings"

	"passepartout/command/snippet"
)

// compileJava follows texts into the classes that javac makes of them, which
// have the names that the texts declare.
func (v *visit) compileJava() bool {
	c := &compile{}
	folder := ""
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		w, ok := c.word(v, f)
		if !ok {
			continue
		}
		switch {
		case w == "" || w[0] != '-' && w[0] != '@':
			c.files = append(c.files, compiled{name: w})
		case w == "-d" && i+1 < len(v.fields):
			i++
			folder = v.fields[i].text
		case w == "-cp" || w == "-classpath" || w == "--class-path" || w == "-sourcepath" || w == "-source" || w == "-target" || w == "-release" || w == "--release" || w == "-encoding":
			i++
			if w == "-encoding" && i < len(v.fields) && !strings.EqualFold(v.fields[i].text, "utf-8") && !strings.EqualFold(v.fields[i].text, "utf8") {
				c.odd = w
			}
		case strings.HasPrefix(w, "-Xlint"), slices.Contains([]string{"-g", "-nowarn", "-verbose", "-deprecation", "-parameters", "-Werror", "--enable-preview", "-proc:none"}, w):
		default:
			c.odd = w
		}
	}
	for _, name := range [...]string{"CLASSPATH", "JDK_JAVAC_OPTIONS", "JAVA_TOOL_OPTIONS"} {
		if _, ok := v.sc.vars[name]; ok {
			c.odd = name
		}
	}
	c.files = append(c.files, v.siblings(c)...)
	b, found := v.gathered(c.files, ".java", snippet.Java)
	if !found {
		return false
	}
	b.own = b.own || c.own
	if c.odd != "" {
		b.opaque = "compiled with " + c.odd
	}
	var outs []string
	for _, s := range b.sources {
		dir := folder
		if dir == "" {
			dir = s.folder
		}
		classes, ok := snippet.JavaClasses(s.text, folder != "")
		if !ok { // which classes those are nobody knows
			v.r.code("compiled: "+s.text, v.name, v.mark, v.fields[0].span)
		}
		for _, class := range classes {
			outs = append(outs, path.Join(dir, class+".class"))
		}
	}
	v.compiles(b, c.odd == "", outs, true)
	return true
}

// siblings are the sources that the command has written and that are compiled with
// those that are named: a class is looked for in the folders of the others, before
// one of the library that has the same name. Where the words are not known, any may
// be among them.
func (v *visit) siblings(c *compile) []compiled {
	named, folders := make(map[string]bool), make(map[string]bool)
	for _, f := range c.files {
		if at, ok := v.r.place(v.sc, field{text: f.name, span: v.fields[0].span}); ok {
			named[at], folders[path.Dir(at)] = true, true
		}
	}
	var files []compiled
	for _, at := range slices.Sorted(maps.Keys(v.sc.made)) {
		m := v.sc.made[at]
		if path.Ext(at) == ".java" && !named[at] && !m.pid && m.built == nil && (folders[path.Dir(at)] || c.odd != "") {
			files = append(files, compiled{name: at})
		}
	}
	return files
}

// builtClass judges a class that the command has compiled itself. known: it is
// one; all: nothing else than what was said happens.
func (v *visit) builtClass(f field) (known, all bool) {
	if len(v.r.built) == 0 || !v.ordinaryJava() {
		return false, false
	}
	class, _, _ := strings.Cut(f.text, "$")
	folders := "."
	if a, ok := v.arg("-cp", "-classpath", "-class-path", "--class-path"); ok {
		if folders = a.text; !a.exact() {
			return false, false
		}
	}
	for folder := range strings.SplitSeq(folders, ":") {
		at, ok := v.r.place(v.sc, field{text: path.Join(folder, strings.ReplaceAll(class, ".", "/")) + ".class", span: f.span})
		if !ok {
			continue
		}
		if b, ok := v.r.built[at]; ok {
			return true, v.r.runsBuild(v.sc, v.fields, v.operands[1:], b)
		}
	}
	return false, false
}

// ordinaryJava reports whether no option of java brings other code.
func (v *visit) ordinaryJava() bool {
	for _, a := range v.args {
		switch a.option {
		case "-cp", "-classpath", "-class-path", "--class-path", "-X", "-Xmx", "-Xms", "-Xss":
		case "-D":
			if name, _, _ := strings.Cut(a.field.text, "="); !a.field.exact() || strings.HasPrefix(name, "java.") || strings.HasPrefix(name, "jdk.") || strings.HasPrefix(name, "sun.") {
				return false
			}
		case "-XX":
			if strings.Contains(a.field.text, "On") || strings.Contains(a.field.text, "/") || strings.Contains(a.field.text, "File") || strings.Contains(a.field.text, "Flags") {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// writtenJava judges a source file that java is started with and that the
// command has written.
func (v *visit) writtenJava(f field) bool {
	m, at, ok := v.r.madeFile(v.sc, f)
	if !ok || !v.ordinaryJava() {
		return false
	}
	if !v.r.runsBuild(v.sc, v.fields, v.operands[1:], build{sources: []source{{read: snippet.Java, text: m.text, folder: path.Dir(at)}}, at: len(v.r.touched)}) {
		return false
	}
	v.stood(m, f, v.mark)
	v.consumed(f, at)
	return true
}

// ownMain reports whether a class that java starts is none of a language's or a library's,
// which take code or orders in their words.
func ownMain(f field) bool {
	if !f.exact() {
		return false
	}
	for _, of := range [...]string{"groovy.", "org.codehaus.", "org.apache.", "org.jruby.", "org.python.", "org.mozilla.", "org.h2.", "org.hsqldb.", "org.flywaydb.", "liquibase.", "clojure.", "scala.", "kotlin.", "bsh.", "jdk.", "sun.", "com.sun.", "java.", "javax.", "org.openjdk.", "org.junit.", "org.springframework."} {
		if strings.HasPrefix(f.text, of) {
			return false
		}
	}
	return true
}
