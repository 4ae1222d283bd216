package snippet

// pyFurther lists plain members of more modules of the standard library, as
// pyPlainMember does: threads, queues and processes that run functions of the program
// itself, what measures, what parses texts. A thread or a process runs a function of
// the program, which was judged where it is written, so it does not matter when.
//
// Long: it is a table.
func pyFurther(module string) string {
	switch module {
	case "threading":
		return "Thread Lock RLock Event Semaphore BoundedSemaphore Condition Barrier Timer local current_thread active_count get_ident main_thread"
	case "queue":
		return "Queue LifoQueue PriorityQueue SimpleQueue Empty Full"
	case "multiprocessing":
		return "Process Queue SimpleQueue Lock Value Array Event cpu_count current_process set_start_method freeze_support"
	case "concurrent.futures":
		return "as_completed wait TimeoutError FIRST_COMPLETED ALL_COMPLETED Future"
	case "collections.abc":
		return `Iterable Iterator Callable Mapping MutableMapping Sequence MutableSequence Set MutableSet Generator AsyncIterator AsyncIterable AsyncGenerator Awaitable Coroutine Hashable Sized
			Container Collection Reversible KeysView ValuesView ItemsView`
	case "argparse":
		return "RawDescriptionHelpFormatter ArgumentDefaultsHelpFormatter RawTextHelpFormatter ArgumentTypeError BooleanOptionalAction SUPPRESS REMAINDER"
	case "html.parser":
		return "HTMLParser"
	case "unittest":
		return "TestCase IsolatedAsyncioTestCase skip skipIf skipUnless expectedFailure"
	case "types":
		return "SimpleNamespace MappingProxyType NoneType"
	case "tracemalloc":
		return "start stop get_traced_memory reset_peak is_tracing clear_traces Filter"
	case "gc":
		return "collect disable enable get_count get_stats isenabled freeze get_threshold set_threshold"
	case "pstats":
		return "SortKey"
	case "tokenize":
		return "tokenize generate_tokens COMMENT NAME OP STRING NUMBER NEWLINE NL INDENT DEDENT ENCODING ENDMARKER TokenError untokenize"
	case "token":
		return "tok_name COMMENT NAME OP STRING NUMBER"
	case "email":
		return "message_from_string message_from_bytes message_from_file message_from_binary_file"
	case "email.policy":
		return "default compat32 SMTP strict"
	case "email.parser":
		return "Parser BytesParser HeaderParser"
	case "email.utils":
		return "parseaddr formataddr parsedate_to_datetime format_datetime"
	case "email.message":
		return "EmailMessage Message"
	case "email.header":
		return "decode_header make_header"
	case "mimetypes":
		return "guess_extension guess_type"
	case "signal":
		return "SIGALRM SIGINT SIGTERM SIG_IGN SIG_DFL SIGUSR1 SIGUSR2 Signals signal alarm setitimer ITIMER_REAL"
	case "resource":
		return "getrusage RUSAGE_SELF RUSAGE_CHILDREN getrlimit RLIMIT_NOFILE RLIMIT_AS RLIMIT_STACK"
	case "weakref":
		return "WeakValueDictionary WeakKeyDictionary WeakSet ref"
	case "contextvars":
		return "ContextVar copy_context"
	case "graphlib":
		return "TopologicalSorter CycleError"
	case "numbers":
		return "Number Real Integral Rational Complex"
	case "colorsys":
		return "rgb_to_hsv hsv_to_rgb rgb_to_hls hls_to_rgb"
	case "quopri":
		return "encodestring decodestring"
	case "xml.sax.saxutils":
		return "escape unescape quoteattr"
	case "http":
		return "HTTPStatus"
	case "http.client":
		return "HTTPException RemoteDisconnected responses"
	case "plistlib":
		return "loads dumps load dump"
	case "atexit":
		return "register"
	case "faulthandler":
		return "enable"
	case "socket":
		return "AF_INET AF_INET6 SOCK_STREAM SOCK_DGRAM SOL_SOCKET SO_REUSEADDR timeout error gethostname SHUT_WR SHUT_RDWR IPPROTO_TCP TCP_NODELAY"
	}
	return ""
}

// pyMoreOf lists further plain members of modules that pyPlainMember knows.
//
// Long: it is a table.
func pyMoreOf(module string) string {
	switch module {
	case "asyncio":
		return `Queue LifoQueue PriorityQueue QueueEmpty QueueFull Event Lock Semaphore BoundedSemaphore Condition create_task as_completed timeout timeout_at wait TaskGroup CancelledError to_thread shield
			FIRST_COMPLETED ALL_COMPLETED FIRST_EXCEPTION current_task all_tasks iscoroutine iscoroutinefunction Runner InvalidStateError`
	case "typing":
		return `Self Annotated NewType ParamSpec TypeAlias NoReturn Never Awaitable Coroutine AsyncIterator AsyncGenerator AsyncIterable Deque DefaultDict FrozenSet Type IO TextIO BinaryIO Hashable Sized
			MutableMapping MutableSequence Counter OrderedDict Required NotRequired Unpack Concatenate Text AnyStr Pattern Match SupportsInt get_args get_origin assert_never reveal_type LiteralString Reversible
			Collection Container KeysView ValuesView ItemsView SupportsFloat`
	case "logging":
		return "StreamHandler Formatter NullHandler NOTSET WARN FATAL exception log disable Handler LoggerAdapter Filter getLevelName captureWarnings Logger LogRecord"
	case "difflib":
		return "SequenceMatcher Differ HtmlDiff restore"
	case "collections":
		return "UserDict UserList"
	case "random":
		return "Random expovariate lognormvariate paretovariate weibullvariate vonmisesvariate randbytes binomialvariate getstate setstate"
	case "decimal":
		return "getcontext localcontext Context ROUND_HALF_DOWN ROUND_05UP DivisionByZero Inexact DecimalException setcontext"
	case "traceback":
		return "print_exception format_exception format_tb print_tb extract_tb format_exception_only"
	case "warnings":
		return "catch_warnings warn"
	case "contextlib":
		return "redirect_stdout redirect_stderr ExitStack AbstractContextManager ContextDecorator"
	case "ast":
		return "NodeVisitor NodeTransformer walk copy_location fix_missing_locations increment_lineno get_source_segment"
	case "time":
		return "thread_time strptime struct_time"
	case "statistics":
		return "NormalDist covariance linear_regression median_grouped StatisticsError pvariance"
	case "json":
		return "JSONEncoder JSONDecoder"
	case "string":
		return "Template hexdigits octdigits"
	case "struct":
		return "Struct error"
	case "zipfile":
		return "ZIP_DEFLATED ZIP_STORED ZipInfo"
	case "io":
		return "BufferedReader BufferedWriter UnsupportedOperation DEFAULT_BUFFER_SIZE"
	case "os":
		return "get_terminal_size ctermid getpgid SEEK_SET SEEK_END close fdopen O_RDONLY isatty cpu_count terminal_size PathLike stat_result"
	case "sys":
		return "exc_info getallocatedblocks is_finalizing orig_argv getswitchinterval setswitchinterval thread_info hash_info"
	case "locale":
		return "setlocale LC_ALL LC_NUMERIC LC_TIME format_string localeconv"
	case "textwrap":
		return "TextWrapper"
	case "dataclasses":
		return "MISSING FrozenInstanceError KW_ONLY InitVar"
	case "enum":
		return "member nonmember ReprEnum"
	case "stat":
		return "S_IRUSR S_IWUSR S_IXUSR S_IRWXU S_IRGRP S_IROTH S_IXGRP S_IXOTH S_IRWXG S_IRWXO S_ISUID S_ISGID S_ISFIFO S_ISSOCK S_ISCHR S_ISBLK"
	case "csv":
		return "Sniffer QUOTE_STRINGS excel register_dialect list_dialects unix_dialect Dialect excel_tab"
	case "calendar":
		return "Calendar TextCalendar HTMLCalendar MONDAY SUNDAY"
	case "operator":
		return "is_ is_not pow matmul index concat floordiv iadd"
	case "hashlib":
		return "shake_128 shake_256"
	case "xml.etree.ElementTree":
		return "Element SubElement tostringlist Comment QName"
	case "re":
		return "NOFLAG DEBUG purge RegexFlag PatternError T LOCALE"
	case "uuid":
		return "uuid7 uuid6 uuid8 SafeUUID"
	case "secrets":
		return "SystemRandom"
	}
	return ""
}
