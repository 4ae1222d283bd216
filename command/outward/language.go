package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// language is the outward vocabulary of one family of languages. The words are
// looked for in the code, and in constants that hold code.
type language struct {
	comment   string // what a line begins with that is nothing but a comment
	longLines bool   // constants go on over lines
	rawTicks  bool   // no escapes between backticks
	lifetimes bool   // an apostrophe may begin a name
	ticksRun  bool   // a backtick starts a program
	percents  bool   // %x(ls) is a constant
	exact     bool   // constants and comments are told from the rest without doubt
	general   bool   // for all that has no family
	loadsOnly bool   // a library is named where it is loaded, and nowhere else

	starts    func() *needle.Regexp // programs
	evaluates func() *needle.Regexp // text as code, other code by its name
	hides     func() *needle.Regexp // what makes text of something else
	home      func() *needle.Regexp // the home folder
	lists     func() *needle.Regexp // the environment as a whole
	asks      func() *needle.Regexp // the network
	clients   func() *needle.Regexp // libraries that may ask it, where names with points in them are mostly names of something else; nil: none
	files     func() *needle.Regexp // reads, writes, deletes, loads
	modules   func() *needle.Regexp // a constant that names a library: (starts)|(evaluates)|(asks)|(files)
}

// none is in no text.
func none() *needle.Regexp {
	return compiled(`[^\s\S]`)
}

// languageOf is the vocabulary for a file. What has no family of its own is searched
// for the words of all that are like it.
func languageOf(file string) *language {
	if of := familyOf(file); of != nil {
		return of()
	}
	return other()
}

// familyOf tells the family by a file's name; nil: it has none.
func familyOf(file string) func() *language {
	switch base := path.Base(file); base {
	case "SConstruct", "SConscript", "wscript", "Snakefile", "Tiltfile", ".pylintrc", "pylintrc", ".pdbrc", ".pythonrc", "BUILD", "WORKSPACE", "BUILD.bazel", "WORKSPACE.bazel", "MODULE.bazel":
		return python
	case "Rakefile", "rakefile", "Gemfile", "Guardfile", "Fastfile", "Dangerfile", "Vagrantfile", "Brewfile", "Capfile", "Podfile", ".irbrc", ".pryrc", ".simplecov", "Steepfile", "Thorfile", "Appraisals":
		return ruby
	case "Jakefile", "Cakefile":
		return javaScript
	case "Jenkinsfile":
		return jvm
	}
	switch strings.ToLower(path.Ext(file)) {
	case ".py", ".pyi", ".pyx", ".pth", ".bzl", ".ipynb":
		return python
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".astro", ".coffee":
		return javaScript
	case ".rb", ".rake", ".gemspec", ".ru", ".cr", ".podspec":
		return ruby
	case ".php", ".phtml":
		return php
	case ".go":
		return golang
	case ".rs":
		return rust
	case ".java", ".kt", ".kts", ".scala", ".sbt", ".sc", ".groovy", ".gradle", ".clj", ".cljs", ".cljc", ".edn":
		return jvm
	case ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".mm":
		return c
	case ".ex", ".exs", ".erl", ".hrl", ".script":
		return beam
	}
	return nil
}

// python is Python, also that of build files and notebooks: names of modules are words
// of the language, so they are looked for in the code.
func python() *language {
	return &language{
		comment: "#", exact: true,
		starts:    pattern(`\bsubprocess\b|\bPopen\b|\bos\.(?:system|popen|spawn|exec|posix_spawn|fork|startfile|kill)|\b(?:system|popen|execv?p?e?|execlp?e?|spawnv?p?e?|spawnlp?e?)\s*\(|\bpty\b|\bpexpect\b|create_subprocess_|\bplumbum\b|\bfabric\b|getoutput|\bsession\.(?:run|install)|\bs\.(?:run|install)\(|\bspawn\s*\(|enable_load_extension|\bCommand\s*\(|\bExecute\s*\(|exec_command|ctx\.execute|cmd_and_log|\bimport sh\b|from sh import|\bfrom invoke\b|get_ipython|^\s*[!%]\w|"!`),
		evaluates: pattern(`(?:^|[^\w.])(?:eval|exec|compile|__import__|breakpoint)\s*\(|__import__|\bimport pip\b|\bpip\._internal|pip\.main|ensurepip|\brunpy\b|\bimp\.load|\bctypes\b|\bcffi\b|\bmarshal\b|\bpickle\.loads?\b|\bdill\b|__builtins__|\bbuiltins\.(?:eval|exec|open|__)|__globals__|__subclasses__|__getattribute__|sys\.meta_path|settrace|code\.interact|types\.(?:FunctionType|CodeType)|methodcaller|attrgetter|\bgc\.get_(?:objects|referrers)|\bf_builtins\b|\bf_globals\b|_posixsubprocess|yaml\.(?:unsafe_load|load\s*\([^)\n]*(?:yaml\.|Unsafe|Full)Loader)|import_module\s*\(\s*(?:[a-z_]+\s*[^\w,)\s]|["']{2}\s*[+%.])|\bgetattr\s*\([^,()]+,\s*(?:[^"'\s]|["']{2}\s*[+%.])|(?:globals|locals)\s*\(\)\s*\[|\bvars\s*\(\w*\)\s*\[|__dict__\s*\[|sys\.modules\s*\[\s*["']{2}\s*\+`),
		hides:     pattern(`b64decode|b32decode|b16decode|a85decode|unhexlify|fromhex|\bcodecs\b|\bchr\s*\(|zlib\.decompress|\[::-1\]|\.translate\s*\(|bytes\s*\(\s*\[|reversed\s*\(|["']{2}\.join\s*\(`),
		home:      pattern(`expanduser|expandvars|getlogin|getuser\b|getuserbase|\.home\s*\(|\bHOME\b|USERPROFILE|getpwuid|getpwnam|getpwall|\bUSER_SITE\b|\bUSER_BASE\b|getusersitepackages|getsitepackages|sysconfig\.get_path|user_config_|user_data_|user_cache_|\bplatformdirs\b|\bappdirs\b`),
		lists:     pattern(`\benviron(?:\.copy\(\))?\.(?:items|keys|values)\b|\bfor\s+[\w\s,()]+\s+in\s+(?:os\.)?environ\b|\benvironb\b|(?:sorted|list|dumps|join)\s*\(\s*(?:dict\s*\(\s*)?os\.environ\b`),
		asks:      pattern(`\burllib\.request|\burlopen\b|\burllib3\b|\bwebbrowser\b|(?:HTTP|Socket|SMTP|SysLog|Datagram)Handler\b|\bimaplib\b|\bpoplib\b|\bnntplib\b|multiprocessing\.(?:connection|managers)|\bgethostby|\burlretrieve\b|\brequests\.(?:get|post|put|patch|delete|head|request|Session)|\bfrom requests\b|http\.client|\bhttpx\.(?:get|post|put|patch|delete|head|request|stream|Client|AsyncClient)|\baiohttp\b|\bsocket\b|\bsmtplib\b|\bftplib\b|\btelnetlib\b|\bparamiko\b|\basyncssh\b|\bboto3\b|\bwebsockets?\b|\bpycurl\b|\bxmlrpc\b|open_connection|\bhttp_archive\b|\bhttp_file\b|git_repository`),
		clients:   pattern(`(?m:^\s*(?:import|from)\s+(?:requests|httpx|redis|valkey|grpc|scapy|twisted|paho|zmq|pika|kafka|aiokafka|nats|pymongo|motor|psycopg\w*|asyncpg|pymysql|aiomysql|MySQLdb|elasticsearch|opensearchpy|cassandra|dns|ldap3|fsspec|smart_open|polars|datasets|tornado|treq|fabric|telnetlib3)\b)|\bread_(?:csv|json|html|xml|parquet|excel|table|feather|pickle)\s*\(|get_server_certificate`),
		files:     pattern(`\bopen\s*\(|read_text|read_bytes|write_text|write_bytes|\bos\.(?:remove|unlink|rmdir|removedirs|rename|replace|link|symlink|chmod|chown|listdir|scandir|walk|mkdir|makedirs|truncate|chdir)|\bshutil\b|\.unlink\s*\(|\.rmdir\s*\(|\.r?glob\s*\(|iterdir|\bglob\.|\blinecache\b|\bfileinput\b|read_\w+\s*\(|\bto_(?:csv|json|pickle|parquet|excel|html)\s*\(|spec_from_file_location|SourceFileLoader|zipimport|syspath_prepend|runpytest|extractall|joblib\.|\bnp\.(?:load|save|fromfile|loadtxt|genfromtxt)|torch\.(?:load|save)|sqlite3\.connect|\bos\.sep\b|\btarfile\b|\bzipfile\b|\btempfile\b|sys\.path|addsitedir|pytest_plugins|\bPath\s*\(|\b(?:Delete|Copy|Move|Install|File|Dir)\s*\(|staticfiles|static_path|_path\s*=`),
		modules:   none,
	}
}

// javaScript is JavaScript and TypeScript, in all that tools load. Modules are named in
// constants there (loadsOnly).
func javaScript() *language {
	return &language{
		comment:   "//",
		loadsOnly: true,
		starts:    pattern(`\bBun\.(?:spawn|\$)|\bDeno\.(?:run|Command)|\$\x60|\b(?:execSync|execFile|execFileSync|spawnSync)\b|\bexeca\b|\bwebServer\b|\bg\.loadNpmTasks|grunt\.(?:util\.spawn|loadNpmTasks)`),
		evaluates: pattern(`(?:^|[^\w.$-])eval\b|\b(?:globalThis|global|window)\.eval\b|(?:^|[^\w.$])Function\s*\(|main\.require|\beval\s*:\s*true|\\u(?:00[0-7][0-9a-fA-F]|\{)|\bnew\s+Function\b|\.constructor\s*\(|\.constructor\.constructor|\bprocess\s*\[|process\.(?:binding|dlopen|mainModule|_linkedBinding|getBuiltinModule)|mainModule|\b(?:globalThis|global|window|self)\s*\[|Reflect\.(?:get|apply|construct)|\brequire\s*\(\s*[^"'\x60\s)]|\brequire\s*\(\s*["'\x60]{2}\s*[^)\s]|\bimport\s*\(\s*[^"'\x60\s)/\\]|\bimport\s*\(\s*["'\x60]{2}\s*[^)\s,]|require\.cache|createRequire|Module\._|\._load\b|\bWebAssembly\b|setTimeout\s*\(\s*["'\x60]|\brequire\s*\.\s*call|\brequire\s*\[`),
		hides:     pattern(`fromCharCode|fromCodePoint|\batob\b|\.reverse\s*\(\)|\bunescape\s*\(|\.join\s*\(\s*["'\x60]{2}\s*\)|String\.raw|charCodeAt|decodeURIComponent`),
		home:      pattern(`\bhomedir\b|\buserInfo\b|(?:^|[^\w$])HOME\b|USERPROFILE|untildify`),
		lists:     pattern(`(?:entries|keys|values|fromEntries)\s*\(\s*process\.env\s*\)|\bin\s+process\.env\b`),
		asks:      pattern(`\bfetch\s*\(|=\s*(?:globalThis\.|window\.|global\.)?fetch\s*[;,\n]|\bnew\s+Image\b|\.goto\s*\(|XMLHttpRequest|\bnew\s+WebSocket|\bnew\s+EventSource|sendBeacon|\baxios\b|\bgot\s*[.(]`),
		files:     pattern(`\b(?:read|write|append|copy|rm|unlink|rename|mkdir|readdir|cp|open|createRead|createWrite|symlink|chmod|truncate)\w*(?:Sync|File|Stream|Dir)\b|\bnew\s+Worker\s*\(|\bcwd\s*:|fs\.\w|promises\.\w|g\.file\.|grunt\.file\.`),
		modules:   pattern(`^(?:(child_process|node:child_process|execa|shelljs|cross-spawn|zx|tinyexec|node-pty|node:cluster|cluster|grunt-exec|grunt-shell)|(vm|node:vm|vm2|module|node:module|repl|node:repl|inspector|node:inspector|v8|node:v8|ffi-napi|koffi)|((?:node:)?(?:https?|http2|net|tls|dgram|dns(?:/promises)?)|puppeteer(?:-core)?|playwright(?:-core)?|pg|mysql2?|mongodb|mongoose|redis|ioredis|kafkajs|amqplib|mqtt|nats|undici|axios|got|node-fetch|request|needle|ky|ssh2|nodemailer|ws|superagent)|((?:node:)?fs(?:/promises)?|fs-extra|rimraf|del|glob|fast-glob|tar|unzipper|adm-zip|worker_threads|node:worker_threads))$`),
	}
}

// ruby is Ruby, with the files of its tools, which are programs as well.
func ruby() *language {
	return &language{
		comment: "#", longLines: true, ticksRun: true, percents: true,
		starts:    pattern(`(?:^|[^\w.:@])(?:system|exec|spawn|fork|sh|ruby|syscall)(?:\s*\(|\s+["'%\[<A-Za-z])|IO\.popen|\bOpen3\b|\bPTY\b|Process\.(?:spawn|exec|kill|daemon|fork)|Kernel\.|\.popen|\bopen\s*\(?\s*["']\||["']\|\s*[\w./]`),
		evaluates: pattern(`(?:^|[^\w.])eval\b|\.eval\b|instance_eval\s*\(|class_eval\s*\(|module_eval\s*\(|\b(?:public_|__)?send(?:__)?\s*\(\s*[^:)\s]|\b(?:public_|__)?send(?:__)?\s*\(\s*:?["'][^"']*["']\s*[+)]|\bmethod\s*\(\s*[^:)]|const_get|constantize|\bFiddle\b|ObjectSpace|\bbinding\.(?:eval|local|receiver)|[(,]\s*binding\b|Marshal\.load|RubyVM|YAML\.unsafe_load|instance_variable_get\s*\([^:]|\.to_proc\b`),
		hides:     pattern(`Base64|\.unpack1?\b|\.pack\b|\.reverse\b|\.tr\s*\(|\.hex\b|\.chr\b|\.rotate|\.join\s*(?:\(\s*["']{2}|$|\))`),
		home:      pattern(`Dir\.home|\bHOME\b|\bEtc\.|user_home|Gem\.user_(?:dir|home)|XDG_`),
		lists:     pattern(`\bENV\.(?:each(?:_\w+)?|map|select|filter|sort|keys|values|inspect|find|reject|any|to_a|slice|to_h)\b`),
		asks:      pattern(`\bNet::|URI\.open|open-uri|HTTParty|Faraday|RestClient|TCPSocket|UDPSocket|\bSocket\b|Excon|Typhoeus|\bHTTPX\b|Mechanize|(?m:^\s*source\s)|Addrinfo|Resolv`),
		files:     pattern(`\bFile\.|\bIO\.|\bDir\b|FileUtils|Pathname|\brm_rf\b|\brm_r\b|\bcp_r\b|\bopen\s*\(|Tempfile|\bpath:|eval_gemfile|\bload\s|\brequire\s|require_relative|\bimport\s`),
		modules:   pattern(`^(?:(open3|pty|shell)|(fiddle|fiddle/import|objspace)|(net/.*|open-uri|socket|httparty|faraday|rest-client|net-ssh)|(fileutils|pathname|tmpdir))$`),
	}
}

// php is PHP. A backtick starts a program, and constants go on over lines.
func php() *language {
	return &language{
		comment: "//", longLines: true, ticksRun: true,
		starts:    pattern(`(?:^|[^\w>:$])(?:exec|shell_exec|system|passthru|proc_open|popen|pcntl_\w+)\s*\(|new\s+Process\b|Process::(?:fromShell|run)`),
		evaluates: pattern(`(?:^|[^\w>:$])(?:eval|assert|create_function|call_user_func(?:_array)?|unserialize|extract)\s*\(\s*[^)]|\$\w+\s*\(|\$\{|\$\$|new\s+\$|::\$\w+\s*\(|->\$|->\{|->\s*\$|ReflectionFunction|\bFFI\b|(?:""|'')\s*\)\s*\(|(?:array_map|usort|array_filter|array_walk)\s*\(\s*["']|\b(?:include|require)(?:_once)?\b[^;]*\$`),
		hides:     pattern(`base64_decode|str_rot13|gzinflate|gzuncompress|hex2bin|strrev|\bchr\s*\(|\bpack\s*\(|implode\s*\(\s*["']{2}`),
		home:      pattern(`\bHOME\b|posix_getpw|\bUSERPROFILE\b`),
		lists:     pattern(`getenv\s*\(\s*\)|foreach\s*\(\s*\$_(?:ENV|SERVER)`),
		asks:      pattern(`\bcurl_|\bnew\s+PDO\b|mysqli|pg_connect|dns_get_record|gethostby|checkdnsrr|fsockopen|stream_socket|stream_context|Guzzle|\bHttp::|SoapClient|(?:^|[^\w>])mail\s*\(|socket_|get_headers|file_get_contents|\bfopen|\bcopy\s*\(|readfile`),
		files:     pattern(`file_get_contents|\bfopen|file_put_contents|unlink|\brmdir|readfile|\bfile\s*\(|\bcopy\s*\(|\brename\s*\(|\bglob\s*\(|scandir|SplFileObject|DirectoryIterator|\bFile::|\bStorage::|\binclude|\brequire|tempnam|mkdir|symlink`),
		modules:   none,
	}
}

// Program reports whether a file is one of a language, and not merely lines for a shell.
func Program(file string) bool { return familyOf(file) != nil }
