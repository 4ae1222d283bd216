package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// ownModule reports whether python -m is given a module or package that is
// neither Python's own nor in the catalogue: it lies in the folder or is
// installed, and the entry states it as code of the project.
func (v *visit) ownModule(f field) bool {
	first, rest, dotted := strings.Cut(f.text, ".")
	if dotted && (rest == "" || foreignPackage(first)) || !dotted && !ownPackage(f.text) || !f.exact() || strings.ContainsAny(f.text, "/ ") || !v.has("-m", "--module") || !strings.HasPrefix(v.name, "python") && !strings.HasPrefix(v.name, "pypy") && v.name != "torchrun" && v.name != "deepspeed" {
		return false
	}
	if _, err := v.r.a.catalogue.Find(f.text); err == nil {
		return false
	}
	switch first {
	case "asyncio", "concurrent", "ctypes", "curses", "dbm", "distutils", "email", "encodings", "ensurepip", "html", "http", "idlelib", "importlib", "json", "lib2to3", "logging", "multiprocessing",
		"os", "pip", "pydoc_data", "setuptools", "sqlite3", "test", "tkinter", "turtledemo", "unittest", "urllib", "venv", "wsgiref", "xml", "xmlrpc", "zoneinfo":
		return false
	}
	v.bringsModule(f)
	return true
}

// startsModule is the place of the word behind which the words of a module of the project
// stand, which Python is told to run; 0: it is not.
func (v *visit) startsModule() int {
	if !v.has("-m") || !strings.HasPrefix(v.name, "python") {
		return 0
	}
	i := v.wordAt("-m")
	if i <= 0 || i+1 >= len(v.fields) {
		return 0
	}
	f := v.fields[i+1]
	first, rest, dotted := strings.Cut(f.text, ".")
	if _, err := v.r.a.catalogue.Find(f.text); err == nil || !f.exact() || !ownPackage(first) || dotted && rest == "" || strings.ContainsAny(f.text, "/ ") {
		return 0
	}
	return i + 1
}

// everybodyReads reports whether a path is one of the system's that holds what programs
// are given to look at, and no program of Python's.
func everybodyReads(at string) bool {
	if path.Clean(at) != strings.TrimSuffix(at, "/") || strings.Contains(path.Base(at), ".py") {
		return false
	}
	for _, dir := range [...]string{"/usr/share", "/usr/include", "/usr/lib", "/var/log", "/usr/bin"} {
		if at == dir || strings.HasPrefix(at, dir+"/") {
			return true
		}
	}
	return false
}

// inEnvironment is hatch run ENVIRONMENT:NAME, where the name is a script of
// the project or else a program.
func (v *visit) inEnvironment(rest []field) bool {
	_, name, ok := strings.Cut(rest[0].text, ":")
	if v.name == "pixi" && rest[0].exact() {
		return v.pixiTask(rest)
	}
	if v.name != "hatch" || !ok || name == "" || !rest[0].exact() || strings.Contains(rest[0].text, " ") {
		return false
	}
	mark := catalogue.MarkBuild
	if m := targetMark(name); m != "" {
		mark = m
	}
	v.r.codePath(v.sc, field{text: "./pyproject.toml", span: rest[0].span}, v.name, mark)
	if _, err := v.r.a.catalogue.Find(name); err == nil || strings.Contains(name, "/") {
		words := append([]field{{text: name, span: rest[0].span}}, rest[1:]...)
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	}
	return true
}

// pixiTask is pixi run: a task of the project, or else a program with its words.
// A task may have the name of a program, so it is both.
func (v *visit) pixiTask(rest []field) bool {
	name := rest[0].text
	mark := catalogue.MarkBuild
	if m := targetMark(name); m != "" {
		mark = m
	}
	v.r.codePath(v.sc, field{text: "./pixi.toml", span: rest[0].span}, v.name, mark)
	_, err := v.r.a.catalogue.Find(name)
	if err == nil && name != "test" || strings.ContainsAny(name, "/ ;|&$`<>") || len(rest) > 1 && !subcommandLike(name) {
		return false
	}
	return true
}

// ownPackage reports whether a name without a point may be a package of the
// project: an identifier that is no module of Python's own, and none of the
// installed programs that reach accounts, other machines or the whole of this one.
func ownPackage(name string) bool {
	for i, c := range name {
		if !(c == '_' || c >= 'a' && c <= 'z' || i > 0 && (c >= '0' && c <= '9' || c >= 'A' && c <= 'Z')) {
			return false
		}
	}
	if name == "" || strings.HasPrefix(name, "_") {
		return false
	}
	switch name {
	case "pex", "rq", "shiv", "fire", "nox", "plumbum", "setuptools", "sh", "tox":
		return false
	}
	return !standardModule(name) && !foreignPackage(name) && targetMark(name) == ""
}

// bringsModule states the code of files that the same command has brought from
// elsewhere under the name of a module, since the folder's own they are not.
func (v *visit) bringsModule(f field) {
	name, _, _ := strings.Cut(f.text, ".")
	for _, e := range v.r.effects {
		if e.Kind != pipeline.KindWrite || !brings(e.By) || path.Base(e.Object) != name+".py" && path.Base(e.Object) != name && !strings.Contains(e.Object, "/"+name+"/") {
			continue
		}
		v.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: e.Object, Certain: e.Certain, By: v.name, Span: f.span})
		return
	}
}

// brings knows programs that put files of others, or of elsewhere, in place.
func brings(program string) bool {
	switch program {
	case "curl", "wget", "wget2", "http", "https", "aria2c", "cp", "mv", "install", "rsync", "scp", "sftp", "ln", "dd", "unzip", "tar", "bsdtar", "7z", "unrar", "cpio", "base64", "xxd":
		return true
	}
	return false
}

// foreignPackage knows packages of others by how their names begin.
func foreignPackage(name string) bool {
	if strings.HasPrefix(name, "pipeline") || strings.HasPrefix(name, "notebooks") {
		return false // pip and notebook are others
	}
	for _, foreign := range [...]string{"aws", "azure", "boto", "gcloud", "google", "gsutil", "ansible", "salt", "fabric", "kaggle", "huggingface", "hf_", "wandb", "twine", "pip", "conda", "mamba", "virtualenv", "easy_install", "send2trash", "watchf", "watchd", "watchg", "watchm", "uploadserver", "updog", "browser_cookie", "browsercookie", "git_filter", "execnet", "pyinfra", "wget", "curl", "httpie", "youtube_dl", "yt_dlp", "gdown", "paramiko",
		"impacket", "scapy", "pwn", "keyring", "secretstorage", "oauth", "telegram", "slack", "openstack", "docker", "podman", "kube", "selenium", "pyautogui", "pynput", "pyftpdlib", "smb", "ldap", "frida", "mitmproxy", "jupyter", "notebook", "ipykernel", "xonsh", "bpython", "ptpython", "coconut"} {
		if strings.HasPrefix(name, foreign) {
			return true
		}
	}
	return false
}

// standardModule knows the modules of Python's own library, of its present
// version and of those before; many do something of their own as a program.
func standardModule(name string) bool {
	switch name {
	case "abc", "aifc", "antigravity", "argparse", "array", "ast", "asynchat", "asyncio", "asyncore", "atexit", "audioop", "base64", "bdb", "binascii", "binhex", "bisect", "builtins", "bz2", "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop", "collections", "colorsys", "compileall",
		"compression", "concurrent", "configparser", "contextlib", "contextvars", "copy", "copyreg", "crypt", "csv", "ctypes", "curses", "dataclasses", "datetime", "dbm", "decimal", "difflib", "dis", "distutils", "doctest", "email", "encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl", "filecmp", "fileinput", "fnmatch",
		"formatter", "fractions", "ftplib", "functools", "gc", "genericpath", "getopt", "getpass", "gettext", "glob", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http", "idlelib", "imaplib", "imghdr", "imp", "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "linecache", "locale", "logging",
		"lzma", "macpath", "mailbox", "mailcap", "marshal", "math", "mimetypes", "mmap", "modulefinder", "multiprocessing", "netrc", "nis", "nntplib", "msilib", "msvcrt", "nt", "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "os", "ossaudiodev", "parser", "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil", "platform", "plistlib",
		"poplib", "posix", "posixpath", "pprint", "profile", "pstats", "pty", "pwd", "pyclbr", "pydoc", "pyexpat", "queue", "quopri", "random", "re", "readline", "reprlib", "resource", "rlcompleter", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site", "smtpd", "smtplib", "sndhdr", "socket",
		"socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat", "statistics", "string", "stringprep", "struct", "subprocess", "sunau", "symbol", "symtable", "sys", "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib", "tempfile", "termios", "test", "textwrap", "this", "threading", "time",
		"timeit", "tkinter", "token", "tokenize", "tomllib", "trace", "traceback", "tracemalloc", "tty", "turtle", "turtledemo", "types", "typing", "unicodedata", "unittest", "urllib", "uu", "uuid", "venv", "warnings", "wave", "weakref", "webbrowser", "winreg", "wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo":
		return true
	}
	return false
}
