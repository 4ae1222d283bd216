package snippet

import "strings"

// pyStdlib lists the modules of the standard library (Python 3.8 to 3.14, and
// what Python 2 had of the same kind). None but the listed ones is understood.
const pyStdlib = `abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar
	cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes
	curses dataclasses datetime dbm decimal difflib dis distutils doctest dummy_threading email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
	formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib
	inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
	multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform
	plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter
	runpy sched secrets select selectors shelve shlex shutil signal site sitecustomize smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants
	sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test
	textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib
	usercustomize uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
	commands popen2 httplib urllib2 urlparse cPickle cStringIO StringIO Queue thread threads SocketServer BaseHTTPServer SimpleHTTPServer os2 user rexec ihooks imputil new sets`

// pyLoaded lists the modules that every Python has in memory before it looks
// into the folder of the program, so that no file there can stand in for them.
const pyLoaded = "sys os os.path io time itertools errno abc codecs stat"

// pyPlainMember lists, for a module, the functions that do nothing but compute from
// plain data, and its plain values. "*" is any name that does not begin with an
// underscore. "Plain" is a strong word: neither what such a function gets nor what it
// gives may be more than data, and none calls what it gets unless the program has
// defined it.
//
// Long: it is a table.
func pyPlainMember(module string) string {
	switch module {
	case "sys":
		return `version version_info platform executable byteorder maxsize maxunicode prefix base_prefix exec_prefix implementation flags float_info int_info hexversion api_version
			copyright stdin stdout stderr exit getsizeof getrecursionlimit setrecursionlimit getdefaultencoding getfilesystemencoding intern builtin_module_names stdlib_module_names getrefcount`
	case "os":
		return `name sep linesep pathsep curdir extsep devnull getcwd getpid getppid getuid geteuid getgid cpu_count uname times urandom get_terminal_size strerror getloadavg
			error fsencode fsdecode F_OK R_OK W_OK X_OK sched_getaffinity`
	case "os.path":
		return "splitext split commonprefix commonpath isabs normcase sep splitdrive"
	case "io":
		return "StringIO BytesIO TextIOWrapper SEEK_SET SEEK_CUR SEEK_END"
	case "time":
		return "time sleep perf_counter monotonic strftime localtime gmtime ctime asctime mktime process_time time_ns perf_counter_ns timezone tzname altzone"
	case "itertools", "math", "cmath", "errno", "unicodedata", "binascii": // in C: they hold nothing else
		return "*"
	case "statistics":
		return "mean median mode stdev pstdev variance pvariance fmean quantiles median_low median_high multimode geometric_mean harmonic_mean correlation"
	case "bisect":
		return "bisect bisect_left bisect_right insort insort_left insort_right"
	case "heapq":
		return "heappush heappop heapify heappushpop heapreplace nlargest nsmallest merge"
	case "keyword":
		return "iskeyword kwlist issoftkeyword softkwlist"
	case "calendar":
		return "month calendar monthrange isleap leapdays weekday monthcalendar timegm day_name day_abbr month_name month_abbr prmonth"
	case "base64":
		return `b64encode b64decode standard_b64encode standard_b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode a85encode a85decode
			b85encode b85decode encodebytes decodebytes`
	case "struct":
		return "pack unpack calcsize iter_unpack unpack_from pack_into"
	case "__future__":
		return "annotations division print_function unicode_literals absolute_import generator_stop with_statement"
	case "operator":
		return "itemgetter add sub mul truediv floordiv mod neg pos and_ or_ xor not_ eq ne lt le gt ge contains getitem countOf concat"
	case "string":
		return "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace capwords"
	case "textwrap":
		return "dedent indent fill wrap shorten"
	case "difflib":
		return "unified_diff ndiff context_diff get_close_matches"
	case "decimal":
		return "Decimal InvalidOperation ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN ROUND_UP ROUND_FLOOR ROUND_CEILING"
	case "fractions":
		return "Fraction"
	case "random":
		return "random randint choice choices sample shuffle uniform seed gauss normalvariate randrange getrandbits betavariate expovariate triangular"
	case "secrets":
		return "token_hex token_urlsafe token_bytes randbelow choice compare_digest"
	case "uuid":
		return "uuid3 uuid4 uuid5 UUID NAMESPACE_DNS NAMESPACE_URL NAMESPACE_OID NAMESPACE_X500"
	case "hashlib":
		return "md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_224 sha3_256 sha3_384 sha3_512 new algorithms_available algorithms_guaranteed pbkdf2_hmac scrypt"
	case "hmac":
		return "new digest compare_digest"
	case "zlib":
		return "compress decompress crc32 adler32 error"
	case "gzip", "bz2", "lzma":
		return "compress decompress"
	case "html":
		return "escape unescape"
	case "urllib.parse":
		return "quote quote_plus unquote unquote_plus urlparse urlsplit urlunparse urlunsplit urlencode urljoin urldefrag parse_qs parse_qsl"
	case "json":
		return "load loads dump dumps JSONDecodeError"
	case "tomllib":
		return "load loads TOMLDecodeError"
	case "re":
		return "compile search match fullmatch findall finditer sub subn split escape I IGNORECASE M MULTILINE S DOTALL X VERBOSE A ASCII U UNICODE error Pattern Match"
	case "csv":
		return "reader writer DictReader DictWriter QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC field_size_limit Error"
	case "datetime":
		return "UTC MINYEAR MAXYEAR datetime date time timedelta timezone"
	case "collections":
		return "Counter OrderedDict defaultdict deque ChainMap"
	case "functools":
		return "reduce cmp_to_key"
	case "ast":
		return "parse literal_eval dump walk unparse get_docstring iter_child_nodes iter_fields"
	case "pprint":
		return "pprint pp pformat"
	case "platform":
		return "python_version python_version_tuple python_implementation python_compiler python_build python_branch python_revision system machine release node version libc_ver freedesktop_os_release"
	case "locale":
		return "getpreferredencoding getlocale"
	case "shutil":
		return "get_terminal_size"
	case "fnmatch":
		return "fnmatch fnmatchcase filter"
	case "traceback":
		return "print_exc format_exc"
	case "warnings":
		return "filterwarnings simplefilter"
	case "copy":
		return "copy deepcopy"
	case "codecs":
		return "encode decode BOM_UTF8"
	case "stat":
		return "S_ISDIR S_ISREG S_ISLNK S_IMODE filemode ST_SIZE ST_MTIME"
	case "shlex":
		return "split quote join"
	case "typing":
		return "Any List Dict Tuple Set Optional Union Iterable Iterator Sequence Mapping TYPE_CHECKING Callable Generator Literal Final ClassVar NamedTuple TypedDict Protocol TypeVar Generic cast"
	case "sqlite3":
		return "Row version sqlite_version Error OperationalError IntegrityError DatabaseError"
	case "subprocess":
		return "PIPE STDOUT DEVNULL CalledProcessError TimeoutExpired"
	case "urllib.error":
		return "URLError HTTPError"
	case "importlib.metadata":
		return "version requires PackageNotFoundError"
	case "logging":
		return "DEBUG INFO WARNING ERROR CRITICAL debug info warning error critical"
	case "inspect":
		return "cleandoc"
	case "timeit":
		return "default_timer"
	case "asyncio.subprocess":
		return "PIPE DEVNULL STDOUT"
	case "asyncio":
		return "run sleep gather wait_for TimeoutError"
	case "dataclasses":
		return "asdict astuple is_dataclass field fields"
	case "contextlib":
		return "suppress closing nullcontext"
	case "enum":
		return "Enum IntEnum StrEnum Flag IntFlag auto"
	case "abc":
		return "ABC"
	case "array":
		return "array"
	case "ipaddress":
		return "ip_address ip_network ip_interface IPv4Address IPv4Network IPv6Address IPv6Network collapse_addresses summarize_address_range AddressValueError NetmaskValueError"
	case "zoneinfo": // keys cannot lead out of the folders with the data
		return "ZoneInfo available_timezones ZoneInfoNotFoundError"
	case "sysconfig":
		return "get_paths get_path get_config_var get_platform get_python_version"
	case "site":
		return "getsitepackages getusersitepackages getuserbase"
	case "zipfile":
		return "BadZipFile"
	case "tarfile":
		return "TarError"
	case "configparser":
		return "Error NoSectionError NoOptionError"
	case "importlib":
		return "invalidate_caches"
	case "dis":
		return "dis"
	case "xml.etree.ElementTree":
		return "fromstring tostring ParseError"
	}
	return ""
}

// pyMember is what a name of a module is. act says what a function does beyond
// computing.
func pyMember(module, name string) (what pyWhat, act string, ok bool) {
	if name == "" || name[0] == '_' {
		return 0, "", false
	}
	switch module + "." + name {
	case "sys.argv":
		return pyArgv, "", true
	case "sys.path":
		return pySysPath, "", true
	case "os.environ":
		return pyEnv, "", true
	case "os.path", "urllib.parse", "urllib.request", "urllib.error", "importlib.metadata", "importlib.util", "collections.abc", "concurrent.futures", "asyncio.subprocess", "html.parser", "email.policy", "email.parser", "email.utils", "email.message", "email.header", "multiprocessing.pool", "xml.dom", "xml.dom.minidom", "xml.sax", "xml.sax.saxutils", "xml.etree", "xml.etree.ElementTree",
		"http.client", "http.server", "http.cookies", "unittest.mock", "logging.handlers", "email.errors", "email.headerregistry":
		return pyModule, module + "." + name, true
	case "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath":
		return pyClass, "Path", true
	}
	if module == "unittest.mock" {
		return pyMocks(name)
	}
	if act := pyAct(module, name); act != "" {
		return pyFunc, act, true
	}
	if act := pyServes(module, name); act != "" {
		return pyFunc, act, true
	}
	if pyReadsPath(module, name) {
		return pyFunc, "reads", true
	}
	if act := pyHolds(module, name); act != "" {
		return pyFunc, act, true
	}
	if list := pyPlainMember(module); list == "*" || listWords(list, name) || listWords(pyFurther(module), name) || listWords(pyMoreOf(module), name) || pyRestMember(module, name) {
		return pyPlain, "", true
	}
	if pyComputingMember(module, name) || module == "http.server" && name == "BaseHTTPRequestHandler" || module == "socketserver" && listWords("BaseRequestHandler StreamRequestHandler", name) {
		return pyPlain, "", true
	}
	// The nodes of a syntax tree, not what walks over them.
	if module == "ast" && name[0] >= 'A' && name[0] <= 'Z' && !strings.HasPrefix(name, "Node") {
		return pyPlain, "", true
	}
	return 0, "", false
}

// pyAct names what functions do that touch files or need a look at arguments.
//
// Long: it is a table.
func pyAct(module, name string) string {
	switch module {
	case "os":
		switch name {
		case "stat", "lstat", "access":
			return "look"
		case "listdir":
			return "list"
		case "getcwd":
			return "cwd"
		case "walk":
			return "walk"
		case "getenv":
			return "getenv"
		case "makedirs", "mkdir":
			return "write"
		case "remove", "unlink", "rmdir":
			return "delete"
		case "rename", "replace":
			return "move"
		case "fspath":
			return "text"
		}
	case "os.path":
		switch name {
		case "exists", "isfile", "isdir", "islink", "lexists", "getsize", "getmtime", "getctime", "getatime":
			return "look"
		case "join", "basename", "dirname", "expanduser", "relpath":
			return name
		case "abspath", "normpath":
			return "same"
		case "realpath":
			return "real"
		}
	case "tempfile":
		switch name {
		case "gettempdir":
			return "tempdir"
		case "mkdtemp", "mkstemp", "TemporaryDirectory", "NamedTemporaryFile", "TemporaryFile":
			return name
		}
	case "io", "codecs", "gzip", "bz2", "lzma":
		if name == "open" {
			return "open"
		}
	case "shutil":
		switch name {
		case "which", "copy", "copyfile", "copy2", "move", "rmtree":
			return name
		case "disk_usage":
			return "list"
		}
	case "glob":
		if name == "glob" || name == "iglob" {
			return "glob"
		}
	case "xml.etree.ElementTree":
		if name == "parse" {
			return "xml"
		}
	case "sqlite3":
		if name == "connect" {
			return "database"
		}
	case "dataclasses":
		if name == "dataclass" {
			return "decorator"
		}
	case "functools":
		if name == "lru_cache" || name == "cache" || name == "wraps" || name == "total_ordering" {
			return "decorator"
		}
	case "abc":
		if name == "abstractmethod" {
			return "decorator"
		}
	case "enum":
		if name == "unique" {
			return "decorator"
		}
	case "platform":
		switch name {
		case "platform", "processor", "uname":
			return "uname"
		}
	case "urllib.request":
		if name == "urlopen" {
			return "ask"
		}
	case "asyncio":
		if name == "create_subprocess_exec" {
			return "spawn"
		}
	case "subprocess":
		switch name {
		case "run":
			return "start"
		case "check_output", "check_call", "call":
			return "output"
		}
	case "typing":
		if name == "get_type_hints" {
			return "hints"
		}
	case "inspect":
		if name == "getmembers" || name == "isfunction" || name == "isclass" || name == "ismodule" || name == "ismethod" || name == "iscoroutinefunction" {
			return "members"
		}
		if listWords("isgeneratorfunction isgenerator iscoroutine isawaitable isasyncgenfunction isasyncgen isabstract isbuiltin isroutine isdatadescriptor ismethoddescriptor", name) {
			return "members"
		}
		if listWords("getsource getsourcelines getfile getsourcefile getdoc signature getfullargspec", name) {
			return "inspect"
		}
	case "zipfile":
		if name == "ZipFile" {
			return "archive"
		}
	case "tarfile":
		if name == "open" {
			return "archive"
		}
	case "configparser":
		if name == "ConfigParser" || name == "RawConfigParser" {
			return "settings"
		}
	case "timeit":
		if name == "timeit" || name == "repeat" {
			return "timed"
		}
	case "pkgutil":
		if name == "iter_modules" || name == "walk_packages" {
			return "packages"
		}
	case "importlib.util":
		if name == "find_spec" {
			return "spec"
		}
	case "importlib":
		if name == "import_module" {
			return "import"
		}
	case "logging":
		if name == "basicConfig" {
			return "logging"
		}
	}
	return ""
}

// Standard reports whether Python has a module of a name that programs and other
// modules ask for, so that a file of that name beside them stands in for it.
func Standard(module string) bool { return listWords(pyStdlib, module) }
