package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// declares takes in what a line of the preprocessor defines.
func (c *cCode) declares(d *directive) bool {
	switch d.name {
	case "define":
		if len(d.words) == 0 || d.words[0].kind != wordName {
			return false
		}
		name := d.words[0].text
		for _, w := range d.words { // what stands in a macro is not looked at again where it is used
			switch w.text {
			case "argv":
				c.keeps = 1
			case "template", "decltype", "typeof", "__typeof__", "typedef", "using", "open":
				c.types = 2
			}
		}
		_, twice := c.texts[name]
		if delete(c.texts, name); len(d.words) == 2 && d.words[1].kind == wordText && d.words[1].plain && !c.macros[name] && !twice {
			c.texts[name] = d.words[1].text
		}
		c.macros[name] = true
		switch {
		case cReserved.has(name): // choices of what headers declare, which take a number
			number := len(d.words) == 1 || len(d.words) == 2 && d.words[1].kind == wordNumber
			return number && (!strings.HasPrefix(name, "__") || name == "__STDC_FORMAT_MACROS")
		case name == "int": // #define int long long: it means no harm to names
			return len(d.words) == 3 && d.words[1].text == "long" && d.words[2].text == "long"
		}
		return !cKeywords.has(name) && !cReaches.has(name) && !strings.HasPrefix(name, "_")
	case "include":
		return c.include(d)
	case "ifdef", "ifndef", "if", "elif", "else", "endif", "undef", "pragma", "error", "warning", "elifdef", "elifndef":
		return true
	}
	return d.name == "" && len(d.words) == 0
}

// include takes in a header.
func (c *cCode) include(d *directive) bool {
	name := strings.TrimSuffix(d.header, ".h")
	switch {
	case d.system && (name != d.header && cHeaders.has(name) || c.cpp && cppHeaders.has(d.header)):
		return true
	case !d.system && (name != d.header && cHeaders.has(name) || cppHeaders.has(d.header)): // which of the two is meant depends on the folder
		return false
	case cLibraries.has(d.header):
		return true
	case d.system && (path.IsAbs(d.header) || !c.given.Own && !c.given.Search || strangeHeader(d.header)):
		return false // it is a library that nobody knows, unless -I says where it lies
	}
	switch path.Ext(d.header) {
	case ".h", ".hpp", ".hh", ".hxx", ".inl", ".c", ".cpp", ".cc", ".inc", ".tpp", ".ipp":
	default:
		return false
	}
	c.own, c.others = true, true
	c.add(Effect{Kind: pipeline.KindCode, Object: d.header})
	return true
}

// SystemHeader reports whether programs may take a file of that name for a
// header of the system.
func SystemHeader(name string) bool {
	short := strings.TrimSuffix(name, ".h")
	return short != name && cHeaders.has(short) || cppHeaders.has(name)
}

// strangeHeader reports whether a header in angle brackets is one of a well-known
// library or of the system, which need not be linked to reach beyond a program.
func strangeHeader(header string) bool {
	root, _, _ := strings.Cut(header, "/")
	return listWords(`boost asio openssl curl Poco poco asio.hpp httplib.h cpr sqlite3.h mysql libpq libpq-fe.h libssh event2 uv.h zmq.h zmq.hpp grpc grpcpp absl folly drogon crow.h crow.hpp restbed pistache Python.h python ruby.h lua.hpp lua.h jni.h v8.h
		QtCore QtNetwork QProcess QFile QDir gtk glib.h gio X11 windows.h Windows.h mach CoreFoundation Foundation objc llvm clang reproc subprocess.hpp subprocess.h tiny-process-library linux sys asm bits net netinet rpc experimental ext tr1 tr2 arpa scsi mtd rdma
		spawn.h ftw.h glob.h wordexp.h dlfcn.h pty.h utmp.h netdb.h ghc fs`, root)
}
