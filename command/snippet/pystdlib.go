package snippet

import "strings"

// pyRest lists what else only computes in the standard library, module by module,
// as pyPlainMember does. Left out for good, wherever they stand: what hands out objects
// of the interpreter (gc.get_objects, sys.modules, inspect.stack, inspect.currentframe; code: dis.Bytecode),
// as a module among them has functions with harmless names; what evaluates a text
// (typing.get_type_hints, ForwardRef) or unpacks one into calls (marshal, shelve, dbm);
// and what finds an attribute by its name (operator.attrgetter, getattr_static).
//
// Long: it is a table.
func pyRest(module string) string {
	switch module {
	case "sys":
		return "abiflags base_exec_prefix dont_write_bytecode float_repr_style get_int_max_str_digits set_int_max_str_digits getfilesystemencodeerrors platlibdir warnoptions gettrace getprofile"
	case "os":
		return "getlogin getgroups getpgrp getsid getresuid sysconf sysconf_names process_cpu_count fsync sync get_exec_path X_OK supports_follow_symlinks pardir altsep O_WRONLY O_CREAT O_EXCL"
	case "os.path":
		return "pardir altsep supports_unicode_filenames normcase"
	case "io":
		return "IOBase RawIOBase BufferedIOBase TextIOBase BufferedRandom"
	case "time":
		return "monotonic_ns process_time_ns thread_time_ns clock_gettime clock_gettime_ns clock_getres get_clock_info CLOCK_MONOTONIC CLOCK_REALTIME CLOCK_PROCESS_CPUTIME_ID CLOCK_THREAD_CPUTIME_ID tzset daylight"
	case "statistics":
		return "kde kde_random"
	case "calendar":
		return "setfirstweekday firstweekday prcal weekheader TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY IllegalMonthError LocaleTextCalendar"
	case "operator":
		return `delitem setitem iand iconcat ifloordiv ilshift imod imul indexOf inv invert ior ipow irshift isub itruediv ixor length_hint lshift rshift truth imatmul`
	case "difflib":
		return "IS_CHARACTER_JUNK IS_LINE_JUNK diff_bytes"
	case "decimal":
		return "BasicContext DefaultContext ExtendedContext Clamped DecimalTuple FloatOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow Rounded Subnormal Underflow DivisionImpossible DivisionUndefined InvalidContext"
	case "random":
		return "gammavariate"
	case "secrets":
		return "randbits"
	case "uuid":
		return "RFC_4122"
	case "hashlib":
		return "file_digest"
	case "hmac":
		return "HMAC"
	case "zlib":
		return "compressobj decompressobj MAX_WBITS DEFLATED Z_BEST_COMPRESSION Z_BEST_SPEED Z_DEFAULT_COMPRESSION Z_SYNC_FLUSH Z_FINISH Z_FULL_FLUSH ZLIB_VERSION ZLIB_RUNTIME_VERSION"
	case "bz2":
		return "BZ2Compressor BZ2Decompressor"
	case "lzma":
		return "LZMACompressor LZMADecompressor LZMAError FORMAT_XZ FORMAT_ALONE PRESET_EXTREME"
	case "gzip":
		return "BadGzipFile"
	case "base64":
		return "b32hexencode b32hexdecode"
	case "urllib.parse":
		return "quote_from_bytes unquote_to_bytes ParseResult SplitResult"
	case "csv":
		return "get_dialect unregister_dialect"
	case "datetime":
		return "tzinfo"
	case "collections":
		return "UserString"
	case "functools":
		return "WRAPPER_ASSIGNMENTS"
	case "pprint":
		return "isreadable isrecursive saferepr PrettyPrinter"
	case "locale":
		return "getdefaultlocale resetlocale strcoll strxfrm atof atoi currency normalize delocalize str LC_CTYPE LC_COLLATE LC_MONETARY LC_MESSAGES getencoding Error"
	case "shutil":
		return "copyfileobj SameFileError Error get_archive_formats get_unpack_formats ignore_patterns"
	case "fnmatch":
		return "translate"
	case "traceback":
		return "print_stack format_stack format_list print_list print_last print_exception TracebackException clear_frames"
	case "warnings":
		return "resetwarnings formatwarning"
	case "codecs":
		return "BOM BOM_BE BOM_LE BOM_UTF16 BOM_UTF16_LE BOM_UTF16_BE BOM_UTF32 BOM_UTF32_LE BOM_UTF32_BE strict_errors ignore_errors replace_errors"
	case "stat": // constants, and functions of numbers
		return "*"
	case "token":
		return "*"
	case "typing":
		return `TypeVarTuple AbstractSet ByteString ContextManager AsyncContextManager MappingView SupportsAbs SupportsBytes SupportsComplex SupportsIndex SupportsRound assert_type get_overloads is_typeddict
			TypeGuard TypeIs ReadOnly ParamSpecArgs ParamSpecKwargs TypeAliasType NoDefault`
	case "sqlite3":
		return "Binary ProgrammingError InterfaceError DataError InternalError NotSupportedError Warning PARSE_DECLTYPES PARSE_COLNAMES sqlite_version_info version_info threadsafety apilevel paramstyle complete_statement"
	case "importlib.metadata":
		return "metadata distribution distributions entry_points packages_distributions files"
	case "logging":
		return "addLevelName getLevelNamesMapping makeLogRecord BufferingFormatter BASIC_FORMAT lastResort raiseExceptions fatal warn"
	case "logging.handlers":
		return "MemoryHandler QueueHandler BufferingHandler"
	case "inspect":
		return "Parameter Signature getmro getcomments unwrap"
	case "asyncio":
		return "Future Barrier BrokenBarrierError ensure_future wrap_future isfuture get_event_loop new_event_loop set_event_loop get_running_loop run_coroutine_threadsafe IncompleteReadError LimitOverrunError Timeout StreamReader Task QueueShutDown"
	case "dataclasses":
		return "replace Field"
	case "contextlib":
		return "AsyncExitStack AbstractAsyncContextManager"
	case "enum":
		return "STRICT CONFORM EJECT KEEP CONTINUOUS NAMED_FLAGS UNIQUE EnumMeta EnumType"
	case "abc":
		return "ABCMeta"
	case "array":
		return "typecodes ArrayType"
	case "ipaddress":
		return "IPv4Interface IPv6Interface get_mixed_type_key v4_int_to_packed v6_int_to_packed"
	case "zoneinfo":
		return "TZPATH InvalidTZPathWarning"
	case "sysconfig":
		return "get_config_vars get_path_names get_scheme_names get_config_h_filename get_makefile_filename is_python_build"
	case "site":
		return "ENABLE_USER_SITE USER_BASE USER_SITE PREFIXES"
	case "dis":
		return "code_info show_code opname opmap stack_effect"
	case "xml.etree.ElementTree":
		return "XML fromstringlist iselement register_namespace XMLParser XMLPullParser TreeBuilder PI ProcessingInstruction"
	case "threading":
		return "enumerate get_native_id TIMEOUT_MAX BrokenBarrierError ThreadError stack_size"
	case "queue":
		return "ShutDown"
	case "multiprocessing":
		return "JoinableQueue Manager Pipe RLock Semaphore BoundedSemaphore Condition Barrier RawArray RawValue get_all_start_methods get_start_method active_children parent_process TimeoutError log_to_stderr"
	case "multiprocessing.pool":
		return "AsyncResult"
	case "concurrent.futures":
		return "BrokenExecutor CancelledError Executor"
	case "types":
		return "FunctionType LambdaType MethodType BuiltinFunctionType GeneratorType CoroutineType AsyncGeneratorType ModuleType GenericAlias UnionType EllipsisType NotImplementedType TracebackType"
	case "tracemalloc":
		return "get_traceback_limit get_tracemalloc_memory DomainFilter"
	case "gc":
		return "unfreeze get_freeze_count is_tracked is_finalized set_debug get_debug DEBUG_STATS DEBUG_LEAK DEBUG_SAVEALL DEBUG_COLLECTABLE DEBUG_UNCOLLECTABLE"
	case "tokenize":
		return "detect_encoding TokenInfo tok_name EXACT_TOKEN_TYPES FSTRING_START FSTRING_MIDDLE FSTRING_END LPAR RPAR COLON COMMA DOT EQUAL TYPE_COMMENT ERRORTOKEN"
	case "email.utils":
		return "getaddresses parsedate parsedate_tz mktime_tz formatdate make_msgid localtime quote unquote"
	case "email.header":
		return "Header"
	case "email.headerregistry":
		return "Address Group"
	case "email.policy":
		return "EmailPolicy HTTP SMTPUTF8"
	case "email.parser":
		return "BytesHeaderParser FeedParser BytesFeedParser"
	case "email.mime.text":
		return "MIMEText"
	case "email.mime.multipart":
		return "MIMEMultipart"
	case "email.mime.base":
		return "MIMEBase"
	case "email.mime.application":
		return "MIMEApplication"
	case "email.errors":
		return "MessageError MessageParseError MessageDefect HeaderParseError"
	case "mimetypes":
		return "guess_all_extensions add_type"
	case "signal":
		return "SIGHUP SIGQUIT SIGKILL SIGPIPE SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGABRT SIGSEGV SIGWINCH Handlers getsignal strsignal getitimer valid_signals pause sigpending ITIMER_VIRTUAL ITIMER_PROF ItimerError default_int_handler siginterrupt"
	case "resource":
		return "RUSAGE_THREAD RLIMIT_CPU RLIMIT_DATA RLIMIT_FSIZE RLIMIT_CORE RLIMIT_RSS RLIMIT_NPROC RLIM_INFINITY getpagesize"
	case "weakref":
		return "proxy WeakMethod finalize getweakrefcount ReferenceType ProxyType"
	case "contextvars":
		return "Context Token"
	case "socket":
		return `AF_UNIX AF_UNSPEC SO_KEEPALIVE SO_REUSEPORT SO_RCVBUF SO_SNDBUF SO_ERROR SHUT_RD IPPROTO_UDP IPPROTO_IPV6 IPV6_V6ONLY INADDR_ANY INADDR_LOOPBACK SOMAXCONN gaierror herror has_ipv6 inet_aton inet_ntoa inet_pton
			inet_ntop htons htonl ntohs ntohl getdefaulttimeout setdefaulttimeout AI_PASSIVE SOCK_RAW`
	case "http":
		return "HTTPMethod"
	case "http.cookies":
		return "SimpleCookie Morsel CookieError"
	case "http.client":
		return "BadStatusLine IncompleteRead NotConnected InvalidURL ResponseNotReady OK NOT_FOUND"
	case "faulthandler":
		return "disable is_enabled dump_traceback dump_traceback_later cancel_dump_traceback_later"
	case "select":
		return "select poll epoll POLLIN POLLOUT POLLERR POLLHUP EPOLLIN EPOLLOUT"
	case "selectors":
		return "DefaultSelector SelectSelector EpollSelector EVENT_READ EVENT_WRITE"
	case "getopt":
		return "getopt gnu_getopt GetoptError error"
	case "reprlib":
		return "Repr repr"
	case "sched":
		return "scheduler"
	case "ssl":
		return "OPENSSL_VERSION OPENSSL_VERSION_INFO OPENSSL_VERSION_NUMBER HAS_TLSv1_3 HAS_TLSv1_2 HAS_SNI HAS_ALPN SSLError CertificateError get_default_verify_paths"
	case "getpass":
		return "getuser"
	case "pickle":
		return "dumps dump HIGHEST_PROTOCOL DEFAULT_PROTOCOL PicklingError UnpicklingError PickleError"
	case "opcode":
		return "opname opmap"
	case "zipfile":
		return "LargeZipFile ZIP_BZIP2 ZIP_LZMA"
	case "tarfile":
		return "TarInfo ReadError USTAR_FORMAT PAX_FORMAT GNU_FORMAT DIRTYPE REGTYPE SYMTYPE"
	case "configparser":
		return "DuplicateSectionError DuplicateOptionError ParsingError MissingSectionHeaderError InterpolationError"
	case "pwd":
		return "getpwnam getpwuid getpwall struct_passwd"
	case "grp":
		return "getgrnam getgrgid getgrall struct_group"
	case "xml.dom.minidom": // an entity of a document never leads to a file there
		return "parseString Document Node getDOMImplementation"
	case "xml.sax.saxutils":
		return "escape unescape quoteattr"
	case "wave":
		return "Error"
	case "subprocess":
		return "SubprocessError list2cmdline CompletedProcess"
	}
	return ""
}

// pyRestMember reports whether a name is among pyRest.
func pyRestMember(module, name string) bool {
	list := pyRest(module)
	return list == "*" || listWords(list, name) || module == "tokenize" && name == strings.ToUpper(name) || pyConstant(module, name)
}

// pyConstant reports whether a name of a module is that of a number or a text, as the
// begin of it says: in no version has a function or a class one of these.
func pyConstant(module, name string) bool {
	if !capital(name) {
		return false
	}
	begins := ""
	switch module {
	case "socket":
		begins = "AF_ AI_ BDADDR_ BTPROTO_ CAN_ EAI_ INADDR_ IPPORT_ IPPROTO_ IPV6_ IP_ MSG_ NETLINK_ NI_ PACKET_ PF_ SCM_ SHUT_ SOCK_ SOL_ SO_ TCP_ UDPLITE_ VMADDR_ VM_"
	case "signal":
		begins = "SIG ITIMER_"
	case "os":
		begins = "EX_ F_ GRND_ O_ POSIX_FADV_ PRIO_ P_ RTLD_ SCHED_ SEEK_ ST_ WNO XATTR_"
	case "sqlite3":
		begins = "SQLITE_ PARSE_"
	case "ssl":
		begins = "ALERT_ CERT_ HAS_ OP_ PROTOCOL_ SSL_ERROR_ VERIFY_ PEM_"
	case "select":
		begins = "EPOLL POLL KQ_ PIPE_"
	case "resource":
		begins = "RLIMIT_ RUSAGE_ RLIM_"
	case "lzma":
		begins = "CHECK_ FILTER_ FORMAT_ MF_ MODE_ PRESET_"
	case "zlib":
		begins = "Z_ DEF_"
	case "plistlib":
		begins = "FMT_"
	case "doctest":
		begins = "ELLIPSIS NORMALIZE_ REPORT_ FAIL_FAST SKIP IGNORE_ DONT_"
	case "inspect":
		begins = "CO_ GEN_ CORO_"
	case "uuid":
		begins = "NAMESPACE_ RESERVED_ RFC_"
	case "asyncio":
		begins = "ALL_COMPLETED FIRST_"
	case "platform", "string", "logging", "csv", "zipfile", "tarfile", "argparse", "optparse", "configparser":
		begins = "QUOTE_ ZIP_ MAX_INTERPOLATION_ DEFAULTSECT SUPPRESS"
	}
	for begin := range strings.FieldsSeq(begins) {
		if strings.HasPrefix(name, begin) {
			return true
		}
	}
	return false
}

// pyReadsPath names functions of the standard library that read the file that comes first
// among their arguments, and no more than that.
func pyReadsPath(module, name string) bool {
	return listWords("tokenize.open linecache.getline linecache.getlines zipfile.is_zipfile tarfile.is_tarfile imghdr.what sndhdr.what os.readlink xml.dom.minidom.parse", module+"."+name)
}
