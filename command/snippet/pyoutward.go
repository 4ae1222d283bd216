package snippet

import "strings"

// Names by which objects of the standard library reach out: they open, read, write, move
// or delete by name, run programs, code or texts, connect, load, or lead to modules and to
// the inside of functions. Whatever is called otherwise computes.
//
// The lists were made by going through the classes of Python 3.11 (type.__subclasses__
// from object on, after every module of the library was imported): all that the classes of
// a kind have is here, but constants, what every object may be asked for (pyAttr), and
// what was looked at and only tells or computes (pyLookedAt). A test goes through the
// classes of the Python that is there and compares.

// pyReachingKinds are the kinds of objects.
const pyReachingKinds = "core pathlib tempfile subprocess sockets asyncio processes sqlite3 archives imports unittest logging options profile stores xml mail"

// pyReaching lists the names that objects of a kind have.
//
// Long: it is a table.
func pyReaching(kind string) string {
	switch kind {
	case "core":
		return `raw atexit cell_contents f_builtins f_globals f_locals fdel fget format format_map fset func_code func_globals mro system`
	case "pathlib":
		return `as_uri casefold_parts chmod compile_pattern copy copy_into cwd drive exists expanduser from_uri full_match glob group_of hardlink_to home is_block_device is_char_device
			is_dir is_fifo is_file is_mount is_socket iterdir join_parsed_parts lchmod link_to make_uri mkdir move move_into open owner parse_parts read_bytes read_text readlink
			rename replace resolve rglob rmdir root samefile select_from splitroot stat symlink_to touch unlink walk write_bytes write_text`
	case "tempfile":
		return `cleanup read1 readinto1 rng rollover`
	case "subprocess":
		return `Popen call check_call check_output communicate getoutput getstatusoutput kill run send_signal terminate`
	case "sockets":
		return `MessageClass OP_NO_SSLv2 OP_NO_SSLv3 OP_NO_TLSv1 OP_NO_TLSv1_1 OP_NO_TLSv1_2 OP_NO_TLSv1_3 OutputString PROTOCOL_TLSv1 PROTOCOL_TLSv1_1 PROTOCOL_TLSv1_2 SSLv3 TLSv1
			TLSv1_1 TLSv1_2 TLSv1_3 accept add_cookie_header add_handler add_parent add_password add_unredirected_header addheader address_string allowance allowed_domains
			applies_to as_lwp_str begin bind blocked_domains cafile can_fetch capath cert_store_stats check_cache check_hostname cleanup clear_cache clear_expired_cookies
			clear_session_cookies close_request collect_children connect connect_ex connect_ftp copyfile crawl_delay data_open do_GET do_HEAD do_POST do_handshake do_open
			do_request_ domain_return_ok dup end_headers endheaders endtransfer extract_cookies file_close file_open find_user_password finish finish_request flush_headers
			fromname fromnid ftp_open get_algorithm_impls get_authorization get_ca_certs get_channel_binding get_ciphers get_cnonce get_entity_digest get_info get_inheritable
			get_names get_nonstandard_attr get_request get_unverified_chain get_user_passwd get_verified_chain getallmatchingheaders getresponse guess_type handle_error
			handle_expect_100 handle_one_request handle_request handle_timeout has_nonstandard_attr has_proxy has_ticket hostname_checks_common_name http_error http_error_301
			http_error_302 http_error_303 http_error_307 http_error_308 http_error_401 http_error_407 http_error_auth_reqed http_error_default http_open http_request http_response
			https_open https_request https_response init is_authenticated is_blocked is_cgi is_executable is_expired is_not_allowed is_python is_suburi isclosed keylog_filename
			list_directory listen load load_cert_chain load_default_certs load_dh_params load_verify_locations log_date_time_string log_error log_message log_request longname
			make_cookies makefile maximum_version minimum_version modified nid num_tickets oid open open_data open_file open_ftp open_http open_https open_local_file open_unknown
			open_unknown_proxy openssl_cafile openssl_cafile_env openssl_capath openssl_capath_env parse_request path_return_ok post_handshake_auth process_request
			process_request_thread prompt_user_passwd proxy_open public_bytes putheader putrequest read1 real_close reap recv_into recvfrom recvfrom_into recvmsg recvmsg_into
			redirect_internal redirect_request reduce_uri remove_header request request_rate requests reset_retry_count response_class retrfile retrieve retry_http_basic_auth
			retry_http_digest_auth retry_https_basic_auth retry_proxy_http_basic_auth retry_proxy_https_basic_auth return_ok return_ok_domain return_ok_expires return_ok_port
			return_ok_secure return_ok_verifiability return_ok_version revert run_cgi save security_level selected_alpn_protocol selected_npn_protocol send_error send_head
			send_header send_response send_response_only sendall sendfile sendmsg sendmsg_afalg sendto server_activate server_bind server_close server_hostname server_side
			service_actions session_reused session_stats setMaxConns setTimeout set_allowed_domains set_alpn_protocols set_blocked_domains set_ciphers set_cookie set_cookie_if_ok
			set_debuglevel set_default_verify_paths set_ecdh_curve set_http_debuglevel set_inheritable set_nonstandard_attr set_npn_protocols set_ok set_ok_domain set_ok_name
			set_ok_path set_ok_port set_ok_verifiability set_ok_version set_policy set_proxy set_servername_callback set_tunnel set_url setup shared_ciphers shortname
			shutdown_request site_maps sni_callback sslobject_class sslsocket_class ticket_lifetime_hint translate_path unknown_open unwrap update_authenticated
			verify_client_post_handshake verify_flags verify_mode verify_request wrap_bio wrap_socket`
	case "asyncio":
		return `add_child_handler add_reader add_signal_handler add_writer attach_loop buffer_updated call_exception_handler communicate connect_accepted_socket connect_read_pipe
			connect_write_pipe connection_lost connection_made create_connection create_datagram_endpoint create_server create_unix_connection create_unix_server data_received
			datagram_received default_exception_handler dup eof_received error_received get_buffer get_child_watcher get_coro get_event_loop get_exception_handler get_inheritable
			get_loop get_pipe_transport get_read_buffer_limits get_read_buffer_size get_stack get_task_factory get_write_buffer_limits get_write_buffer_size getaddrinfo
			getnameinfo getsockbyname kill new_event_loop pause_reading pause_writing pipe_connection_lost pipe_data_received print_stack process_exited remove_child_handler
			remove_reader remove_signal_handler remove_writer resume_reading resume_writing run send_signal sendfile sendto set_child_watcher set_default_executor set_event_loop
			set_exception_handler set_protocol set_read_buffer_limits set_task_factory set_transport set_write_buffer_limits shutdown_default_executor sock_accept sock_connect
			sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into sock_sendall sock_sendfile sock_sendto start_serving start_tls subprocess_exec subprocess_shell terminate`
	case "processes":
		return `AuthenticationError BufferTooShort DupFd ForkingPickler Manager Pipe Pool Process ProcessError ShareableList SharedMemory accept accept_connection accepter
			add_call_item_to_queue add_cancelled add_exception add_result allow_connection_pickling authkey connect connect_server create create_memoryview debug_info decref
			destroy_segment dummy dump dumps duplicate_for_child f fallback_getvalue fallback_repr fallback_str flag_executor_shutting_down format freeze_support get_context
			get_logger get_methods get_n_children_alive get_server handle_request incref is_shutting_down join_executor_internals kill last_accepted list_segments loads
			log_to_stderr malloc not_done number_of_objects process_result_item recv_bytes_into recv_handle recvfds reducer register register_segment release_segment run
			send_handle sendfds serve_client set_executable set_forkserver_preload set_running_or_notify_cancel set_start_method shutdown_workers start_server terminate
			terminate_broken track_segment typeid unlink wait_result_broken_or_wakeup wakeup`
	case "sqlite3":
		return `autocommit backup blobopen connection create_aggregate create_collation create_function create_window_function deserialize enable_load_extension execute executemany
			executescript getlimit load_extension serialize set_authorizer set_progress_handler set_trace_callback setconfig setinputsizes setlimit setoutputsize text_factory`
	case "archives":
		return `FileHeader add addfile bz2open chmod chown comment create_gnu_header create_pax_global_header create_pax_header create_ustar_header create_version extract extract_version
			extractall extractfile fileobject from_file frombuf fromtarfile get_info getcomptype gettarinfo gzopen issparse iterdir make makedev makedir makefifo makefile makelink
			makeunknown mkdir open printdir read1 read_bytes read_text reserved resolve_dir setpassword tarfile tarinfo taropen tobuf utime write writepy writestr xzopen`
	case "imports":
		return `Context annotations at bind builtins cached contents create_module defining_class dis discover entry_points exec_module factory files find_distributions find_loader
			find_module find_spec frame from_name from_traceback function get_code get_data get_resource_reader get_source globals has_deadlock has_location interact
			invalidate_caches is_package is_resource ispkg iter_modules iterdir legacy_normalize load load_module locals locate locate_file lookup module_finder module_repr
			nonlocals open open_resource path_hook path_mtime path_stats push raw_input read_binary read_bytes read_text requires resetbuffer resource_path runcode runsource
			section_pairs set_data showsyntaxerror showtraceback signature source_to_code tokeneater unbound valid visit_AsyncFunctionDef visit_ClassDef visit_FunctionDef
			zip_children`
	case "unittest":
		return `addAsyncCleanup addClassCleanup addCleanup addExpectedFailure addTest addTests addTypeEqualityFunc addUnexpectedSuccess asyncSetUp asyncTearDown attach_mock
			configure_mock createTests create_mock decorate_async_callable decorate_callable decorate_class decoration_helper defaultTestResult discover doClassCleanups doCleanups
			enterAsyncContext enterClassContext enterContext failIf failIfAlmostEqual failIfEqual failUnless failUnlessAlmostEqual failUnlessEqual failUnlessRaises getDescription
			getTestCaseNames get_original loadTestsFromModule loadTestsFromName loadTestsFromNames loadTestsFromTestCase mock_add_spec parseArgs printErrorList printErrors
			resultclass run runTest runTests sortTestMethodsUsing startTestRun stopTestRun suiteClass testPartExecutor usageExit writeln`
	case "logging":
		return `addHandler add_filters add_handlers callHandlers cfg_convert common_logger_config computeRollover configure configure_custom configure_filter configure_formatter
			configure_handler configure_logger configure_root convert_with_key createLock createSocket dequeue doRollover encodePriority enqueue enqueue_sentinel ext_convert
			findCaller format formatFooter formatHeader getChild getConnection getEventCategory getEventType getFilesToDelete getLogger getMessageID getSubject handleError
			importer makePickle makeRecord makeSocket manager mapLogRecord mapPriority removeHandler reopenIfNeeded rotation_filename setLogRecordFactory setLoggerClass setTarget
			shouldFlush shouldRollover`
	case "options":
		return `add_argument add_argument_group add_arguments add_mutually_exclusive_group add_option add_option_group add_options add_parser add_subparsers add_text add_usage
			authenticators before_get before_read before_set before_write check_value check_values convert_arg_line_to_args convert_value converters destroy
			disable_interspersed_args enable_interspersed_args end_section ensure_value exit expand_default expand_prog_name filelineno format_description format_epilog
			format_heading format_option format_option_help format_option_strings get_default_values get_description get_opt_string get_option get_option_group get_prog_name
			get_token get_usage get_version isfirstline isstdin nextfile optionxform parse_args parse_intermixed_args parse_known_args parse_known_intermixed_args phase0 phase1
			phase2 phase3 phase4 phase4_closure print_version push_token read_dict read_file read_module read_string readfp register report_full_closure report_partial_closure
			set_conflict_handler set_default set_defaults set_description set_long_opt_delimiter set_parser set_process_default_values set_short_opt_delimiter set_title set_usage
			start_section store_option_strings take_action takes_value`
	case "profile":
		return `calc_callees calibrate calls create_stats dump dump_stats eval_print_amount fake_code fake_frame file_module_function_of filename_pattern format get_print_list
			get_sort_arg_defs get_stats_profile get_top_level_stats getstats globaltrace_countfuncs globaltrace_lt globaltrace_trackcallers init is_ignored_filename load
			load_stats localtrace_count localtrace_trace localtrace_trace_and_count print_call_heading print_call_line print_callees print_exc print_line print_title results
			reverse_order run runctx runfunc set_cmd simulate_call simulate_cmd_complete snapshot_stats trace_dispatch trace_dispatch_c_call trace_dispatch_call
			trace_dispatch_exception trace_dispatch_i trace_dispatch_l trace_dispatch_mac trace_dispatch_return write_results write_results_file`
	case "stores":
		return `raw clear_memo commit_frame dispatch_table dump end_framing find_class get_extension iterkeys load load_additems load_append load_appends load_binbytes load_binbytes8
			load_binfloat load_binget load_binint load_binint1 load_binint2 load_binpersid load_binput load_binstring load_binunicode load_binunicode8 load_build load_bytearray8
			load_dict load_dup load_empty_dictionary load_empty_list load_empty_set load_empty_tuple load_ext1 load_ext2 load_ext4 load_false load_float load_frame load_frozenset
			load_get load_global load_inst load_int load_list load_long load_long1 load_long4 load_long_binget load_long_binput load_mark load_memoize load_newobj load_newobj_ex
			load_next_buffer load_none load_obj load_persid load_pop load_pop_mark load_proto load_put load_readonly_buffer load_reduce load_setitem load_setitems
			load_short_binbytes load_short_binstring load_short_binunicode load_stack_global load_stop load_string load_true load_tuple load_tuple1 load_tuple2 load_tuple3
			load_unicode memoize persistent_id persistent_load pop_mark save save_bool save_bytearray save_bytes save_dict save_float save_frozenset save_global save_list
			save_long save_none save_pers save_picklebuffer save_reduce save_set save_str save_tuple save_type set_location start_framing sync write_large_bytes`
	case "xml":
		return `AttlistDeclHandler CharacterDataHandler CommentHandler CurrentByteIndex CurrentColumnNumber CurrentLineNumber DefaultHandler DefaultHandlerExpand ElementDeclHandler
			EndCdataSectionHandler EndDoctypeDeclHandler EndElementHandler EndNamespaceDeclHandler EntityDeclHandler ErrorByteIndex ErrorCode ErrorColumnNumber ErrorLineNumber
			ExternalEntityParserCreate ExternalEntityRefHandler GetBase GetInputContext NotStandaloneHandler NotationDeclHandler Parse ParseFile ProcessingInstructionHandler
			SetBase SetParamEntityParsing SkippedEntityHandler StartCdataSectionHandler StartDoctypeDeclHandler StartElementHandler StartNamespaceDeclHandler
			UnparsedEntityDeclHandler UseForeignDTD XmlDeclHandler buffer_size buffer_text buffer_used comment entity intern namespace_prefixes ordered_attributes pi
			specified_attributes start_ns write_c14n`
	case "mail":
		return `fold_binary header_factory header_fetch_parse header_max_count header_source_parse header_store_parse message_factory set_raw set_type`
	}
	return ""
}

// pyReachingFunctions lists functions and classes of modules that do more than compute: an
// object that leads to a module does not lead to them.
const pyReachingFunctions = `AbstractBasicAuthHandler AbstractChildWatcher AbstractDigestAuthHandler AbstractEventLoop AbstractEventLoopPolicy AbstractHTTPHandler AbstractReducer AbstractServer
			AcquirerProxy AddPackagePath AddressFamily AddressInfo AlertDescription ArgInfo Arguments ArrayProxy ArticleInfo AsyncMagicMixin AsyncMock AsyncMockMixin Attribute
			AttributeList AutoProxy BZ2Compressor BZ2Decompressor BZ2File Babyl BabylMessage BackgroundBrowser BadGzipFile BadStatusLine BadZipFile BadZipfile BarrierProxy Base
			BaseBrowser BaseConfigurator BaseEventLoop BaseExceptionGroup BaseFilter BaseHTTPRequestHandler BaseHandler BaseListProxy BaseManager BasePoolProxy BaseProtocol
			BaseProxy BaseRequestHandler BaseRotatingHandler BaseServer BaseTestSuite BaseTransport BasicInterpolation Bdb BdbQuit BigEndianStructure BigEndianUnion Blob
			BlockFinder Boolean BoundArguments Breakpoint BrokenExecutor BsdDbShelf BufferedIOBase BufferedIncrementalDecoder BufferedIncrementalEncoder BufferedProtocol
			BufferedRWPair BufferedRandom BufferedReader BufferedWriter BufferingFormatter BufferingHandler BuiltinImporter C14NWriterTarget CDATASection CGIHTTPRequestHandler
			CacheFTPHandler CallableMixin CannotSendHeader CannotSendRequest CharacterData Childless Chrome Chromium Client ClosureVars Codec CodecInfo CommandCompiler Compile
			CompleteDirs CompletedProcess ConditionProxy ConfigParser Connection ConnectionWrapper ContentHandler ConverterMapping ConvertingDict ConvertingList ConvertingMixin
			ConvertingTuple CoverageResults Cursor DER_cert_to_PEM_cert DOMImplementation DOMImplementationLS DataHandler DatagramHandler DatagramProtocol DatagramRequestHandler
			DatagramTransport DateFromTicks DateTime DbfilenameShelf DebugRunner DefaultEventLoopPolicy DefaultVerifyPaths DeprecatedList DeprecatedTuple DictConfigurator
			DictProxy DirEntry Distribution DistributionFinder Doc DocFileCase DocFileSuite DocFileTest DocTest DocTestCase DocTestFailure DocTestFinder DocTestParser
			DocTestRunner DocTestSuite DocumentFragment DocumentLS DomainFilter DynamicClassAttribute ElementInfo ElementTree Elinks EmptyNodeList EncodedFile EndOfBlock
			EntryPoint EntryPoints Enum EnvBuilder ErrorDuringImport ErrorHandler EventProxy ExFileObject ExceptHookArgs ExceptionGroup Executor ExpatParser ExtendedInterpolation
			ExtensionFileLoader FTPHandler FancyURLopener FastChildWatcher FastLookup FastPath Fault FileFinder FileHandler FileHash FileIO FileInput Filter Filterer ForkingMixIn
			ForkingTCPServer ForkingUDPServer Formatter FrameInfo FrameSummary FreezableDefaultDict FrozenImporter FullArgSpec FunctionTestCase Galeon GeneratorExit GenericAlias
			GenericBrowser Grail GroupInfo GzipDecodedResponse GzipFile HTMLDoc HTMLRepr HTTPBasicAuthHandler HTTPConnection HTTPCookieProcessor HTTPDefaultErrorHandler
			HTTPDigestAuthHandler HTTPErrorProcessor HTTPHandler HTTPMessage HTTPPasswordMgr HTTPPasswordMgrWithDefaultRealm HTTPPasswordMgrWithPriorAuth HTTPRedirectHandler
			HTTPResponse HTTPSConnection HTTPSHandler HTTPServer HTTPStatus Handle Handler Handlers Helper IMAP4_stream IOBase Identified ImpImporter ImpLoader
			ImproperConnectionState IncompleteRead IncrementalDecoder IncrementalEncoder IncrementalNewlineDecoder InputSource Int2AP IntEnum IntFlag InteractiveConsole
			InteractiveInterpreter Internaldate2tuple Interpolation InvalidURL Iterable IteratorProxy KeyboardInterrupt KeyedRef Konqueror LZMACompressor LZMADecompressor LZMAFile
			LargeZipFile LazyLoader LegacyInterpolation LibraryLoader LifoQueue LineTooLong ListProxy Listener LittleEndianStructure LittleEndianUnion Loader LogRecord Logger
			LoggerAdapter Lookup MHMessage MMDFMessage MagicMixin MagicMock MagicProxy Mailbox Maildir MaildirMessage Marshaller MemoryBIO MemoryHandler MetaPathFinder
			MetadataPathFinder MimeTypes Mock ModuleFinder ModuleInfo ModuleScanner ModuleSpec Mozilla MsgFlag MultiCall MultiCallIterator MultiLoopChildWatcher MutableMapping
			NTEventLogHandler NamedNodeMap NamedTemporaryFile NamespaceLoader NamespaceProxy Netscape NodeList NonCallableMagicMock NonCallableMock NotConnected Notation
			NullHandler NullImporter OpenerDirector Opera Options OutputChecker PEM_cert_to_DER_cert PackageMetadata PackagePath Parameter ParseFlags ParserCreate Path
			PathDistribution PathFinder PathLike Pdb PercentStyle PickleBuffer Pickler PidfdChildWatcher PlaceHolder PlistFormat PoolProxy PosixPath PrepareProtocol PriorityQueue
			ProcessLocalSet ProcessingInstruction Profile PropertyMock Protocol ProxyBasicAuthHandler ProxyDigestAuthHandler ProxyHandler PurePath PurePosixPath PureWindowsPath
			Purpose PyDLL PyZipFile PycInvalidationMode QName QueueEmpty QueueFull QueueHandler QueueListener RAND_add RAND_bytes RAND_pseudo_bytes RAND_status RawConfigParser
			RawIOBase ReadOnlySequentialNamedNodeMap ReadTransport RebuildProxy RemoteDisconnected ReplacePackage Repr Request ResourceReader ResponseNotReady Restart RootLogger
			RotatingFileHandler Runner SAXReaderNotAvailable SMTPHandler SMTPRecipientsRefused SMTPSenderRefused SMTPServerDisconnected SSLContext SSLErrorNumber SSLObject
			SSLSession SSLSocket SafeChildWatcher SafeConfigParser SafeTransport SafeUUID SectionProxy Sectioned SelectableGroups SelectorEventLoop Server ServerHandler
			ServerProxy SharedMemoryManager SharedMemoryServer Shelf Sigmasks Signals Signature SimpleHTTPRequestHandler SimpleHandler SimpleNamespace SimplePath SkipDocTestCase
			SkipTest Snapshot SocketClient SocketHandler SocketIO SocketKind SocketListener SourceFileLoader SourcelessFileLoader SpooledTemporaryFile StackSummary Statistic
			StatisticDiff StopAsyncIteration StopIteration StopTokenizing StrFormatStyle StreamHandler StreamReader StreamReaderProtocol StreamReaderWriter StreamRecoder
			StreamRequestHandler StreamWriter StringTemplateStyle SubElement SubprocessProtocol SubprocessTransport SyncManager SysLogHandler SystemExit TCPServer TLSVersion
			TarFile TarInfo TaskGroup Tdb Telnet Template TemporaryDirectory TemporaryFile TestCase TestLoader TestProgram TestResult TestResults TestSuite TextDoc TextIOBase
			TextIOWrapper TextRepr TextTestResult TextTestRunner Thread ThreadedChildWatcher ThreadingHTTPServer ThreadingMixIn ThreadingTCPServer ThreadingUDPServer
			ThreadingUnixDatagramServer ThreadingUnixStreamServer Time2Internaldate TimeFromTicks TimedRotatingFileHandler TimeoutExpired Timer TimerHandle TimestampFromTicks
			TokenInfo Trace Traceback Transport TreeBuilder TypeInfo UDPServer URLopener UnimplementedFileMode UnixBrowser UnixDatagramServer UnixStreamServer UnknownHandler
			UnknownProtocol UnknownTransferEncoding Unmarshaller Unpickler UnsupportedOperation Untokenizer ValueProxy VerifyFlags VerifyMode WSGIRequestHandler WSGIServer
			WatchedFileHandler WeakKeyDictionary WeakMethod WeakSet WeakValueDictionary WindowsPath WindowsRegistryFinder WriteTransport XMLParser XMLPullParser XmlClient
			XmlListener ZipExtFile ZipFile ZipInfo abs_paths access activeCount adapt addLevelName addModuleCleanup add_extension add_type addaudithook addclosehook addinfourl
			addpackage address_type addressof addsitedir addsitepackages addusersitepackages alarm alignment all_methods all_suffixes allmethods allocate allocate_lock
			answer_challenge apropos arbitrary_address as_file ascii_decode ascii_encode attrgetter audit backslashreplace_errors basicConfig bltn_open boolean bootstrap
			breakpoint breakpointhook browse build_opener byref bytes_ c_bool c_buffer c_byte c_char c_char_p c_double c_float c_int c_int16 c_int32 c_int64 c_int8 c_long
			c_longdouble c_longlong c_short c_size_t c_ssize_t c_ubyte c_uint c_uint16 c_uint32 c_uint64 c_uint8 c_ulong c_ulonglong c_ushort c_void_p c_voidp c_wchar c_wchar_p
			cache_from_source calc_chksums call_tracing cancel_dump_traceback_later canonicalize captureWarnings cert_time_to_seconds charmap_build charmap_decode charmap_encode
			chdir check_enableusersite checkcache chroot classify_class_attrs classname clear_extension_cache clear_frames clear_traces clearcache cli closelog closerange compile
			compile_command compile_dir compile_file compile_path confstr constructor convert_to_error copy2 copy_file_range copyfileobj copymode copyright copystat copytree
			coroutine cram crc32 create_archive create_autospec create_default_context create_dynamic create_string_buffer create_subprocess_exec create_subprocess_shell
			create_unicode_buffer credits ctermid currentThread currentframe data_filter debug_script debug_src decode_header decode_long decode_source default_int_handler
			defproperty delattr deliver_challenge demo_app describe detect_encoding device_encoding dictConfig dictConfigClass dir disk_usage dispatch displayhook distribution
			distributions doModuleCleanups dump_traceback dump_traceback_later dup2 enable_callback_tracebacks enable_shared_cache enablerlcompleter encode_base64 encode_long
			enterModuleContext epoll error_perm error_proto error_reply error_temp escape_decode escape_encode eval eventfd eventfd_read eventfd_write excepthook exec execfile
			execl execle execlp execlpe execsitecustomize execusercustomize executable execv execve execvp execvpe exit_thread expand_makefile_vars expandvars expectedFailure
			extend_path extract_stack extract_tb fallback_getpass fchdir fchmod fchown fcntl fdatasync fdopen fileConfig finalize findTestCases find_function find_library
			findsource flock fork forkpty format_exc format_exception format_list format_stack format_tb formatannotation formatannotationrelativeto formatargvalues fpathconf
			freedesktop_os_release fromfd fromstring fromstringlist fstat fstatvfs fsync ftpcp ftperrors ftpwrapper ftruncate fully_trusted_filter fwalk gaierror generate_tokens
			getDOMImplementation getLevelName getLevelNamesMapping getLogRecordFactory getLoggerClass get_annotations get_archive_formats get_asyncgen_hooks get_blocking
			get_config_h_filename get_config_var get_config_vars get_coroutine_origin_tracking_depth get_default_scheme get_default_verify_paths get_errno get_event_loop_policy
			get_exec_path get_freeze_count get_frozen_object get_importer get_int_max_str_digits get_interpreter get_loader get_magic get_makefile_filename get_object_traceback
			get_objects get_path get_path_names get_paths get_platform get_preferred_scheme get_protocol_name get_python_version get_referents get_referrers get_running_loop
			get_scheme_names get_server_certificate get_spawning_popen get_suffixes get_tag get_traceback_limit get_traced_memory get_tracemalloc_memory get_unpack_formats
			getabsfile getallocatedblocks getargs getargvalues getatime getattr getattr_static getblock getcallargs getclasstree getclosurevars getcomments getcoroutinelocals
			getcoroutinestate getctime getcwdb getdecoder getdefaultencoding getdefaulttimeout getdlopenflags getdoc getencoder getenv getenvb getfile getfilesystemencodeerrors
			getfilesystemencoding getfqdn getframeinfo getfullargspec getgeneratorlocals getgeneratorstate getgrall getgrgid getgrnam getgrouplist getgroups gethostbyaddr
			gethostbyname gethostbyname_ex getincrementaldecoder getincrementalencoder getinnerframes getitimer getline getlineno getlines getmembers_static getmodule
			getmodulename getmro getmtime getouterframes getpager getpagesize getparser getpass getpgid getpgrp getpriority getprofile getprotobyname getproxies
			getproxies_environment getpwall getpwnam getpwuid getrandom getreader getresgid getresuid getrlimit getrusage getservbyname getservbyport getsid getsignal
			getsitepackages getsize getsource getsourcefile getsourcelines getswitchinterval gettempdir gettempdirb gettempprefix gettempprefixb gettrace getuser getuserbase
			getusersitepackages getweakrefcount getweakrefs getwriter getxattr glob0 glob1 globals guess_all_extensions guess_extension gzip_decode gzip_encode has_dualstack_ipv6
			has_magic herror hook_compressed hook_encoded if_indextoname if_nameindex if_nametoindex iglob ignore_errors ignore_patterns import_module importfile indentsize
			init_builtin init_frozen initgroups input installHandler install_opener int_ interrupt_main ioctl is_builtin is_check_supported is_enabled is_finalized is_finalizing
			is_frozen is_frozen_package is_python_build is_tarfile is_tracing is_tracked is_zipfile isdata iselement isfuture isgetsetdescriptor iskeyword islice islink
			ismemberdescriptor ismethodwrapper ismount ispackage ispath iter_importer_modules iter_importers iter_zipimport_modules iterdecode iterencode iterparse itn java_ver
			killpg lasti2lineno latin_1_decode latin_1_encode lazycache lchown lexists libc_ver license link list2cmdline listdir listxattr load_compiled load_dynamic load_package
			load_source load_tests localhost locals lock_held lockf login_tty lookup_error lseek mac_ver makeLogRecord makeSuite make_archive make_encoding_map make_identity_dict
			make_parser make_server makedirs makepath master_open match_hostname maybe mbox mboxMessage memfd_create memmove memset methodcaller mkdtemp mkfifo mknod mkstemp
			mktemp mmap mock_open module_for_loader module_from_spec modules namereplace_errors netrc new_class new_module nice nobody_uid noheaders nti nts open open_binary
			open_code open_connection open_new open_new_tab open_text open_unix_connection openlog openpty packages_distributions pager parse150 parse227 parse229 parse257
			parseString parse_config_h parse_headers parse_http_list parse_keqv_list patch pathconf pathdirs pathname2url pause pickle pickle_complex pickle_union pidfd_open
			pidfd_send_signal pipe pipe2 pipepager plain plainpager pm pointer popen posix_fadvise posix_fallocate posix_spawn posix_spawnp post_mortem pread preadv prepare_class
			print_exception print_last print_list print_tb prlimit proxy proxy_bypass proxy_bypass_environment pthread_kill pthread_sigmask public_methods putenv pwrite pwritev
			py_object quoteaddr quotedata raise_signal raw_input raw_unicode_escape_decode raw_unicode_escape_encode read_code read_mime_types readbuffer_encode readmodule
			readmodule_ex readv realpath rebuild_as_list rebuild_connection recv_fds reduce_array reduce_connection ref registerResult register_X_browsers register_adapter
			register_archive_format register_at_fork register_converter register_error register_namespace register_optionflag register_standard_browsers register_unpack_format
			reindent reload relpath removeResult remove_extension removedirs removeduppaths removexattr renames render_doc replace_errors request_host reset_peak resolve_bases
			resolve_name rmtree run_coroutine_threadsafe run_docstring_examples run_module run_path runeval safe_repr safeimport sameopenfile samestat scandir
			sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler sched_param sched_rr_get_interval sched_setaffinity sched_setparam
			sched_setscheduler sched_yield script_from_examples seal send_fds set_asyncgen_hooks set_blocking set_coroutine_origin_tracking_depth set_errno set_event_loop_policy
			set_int_max_str_digits set_loader set_package set_threshold set_trace set_unittest_reportflags set_wakeup_fd setattr setcbreak setcopyright setdefaulttimeout
			setdlopenflags setegid seteuid setgid setgroups sethelper sethostname setitimer setlogmask setpgid setpgrp setpriority setprofile setquit setraw setrecursionlimit
			setregid setresgid setresuid setreuid setrlimit setsid setswitchinterval settrace setuid setxattr siginterrupt signal sigpending sigtimedwait sigwait sigwaitinfo
			simplegeneric sizeof skip skipIf skipUnless slave_open socket socket_error socketpair sort_attributes source_from_cache source_hash source_synopsis spawn spawnl
			spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe spec_from_file_location spec_from_loader splice splitdoc stack start_new start_new_thread start_unix_server
			stat_result statvfs statvfs_result stn stopListening strict_errors string_at stripid strsignal struct_group struct_passwd struct_rusage struct_siginfo symlink synopsis
			syslog system system_alias take_snapshot tar_filter tcdrain tcflow tcflush tcgetattr tcgetpgrp tcgetwinsize tcsendbreak tcsetattr tcsetpgrp tcsetwinsize tempfilepager
			terminal_size testfile testmod testsource text_encoding thishost timeout_at times times_result tokenize tostring tostringlist trace ttyname ttypager umask uname_result
			unfreeze unicode_escape_decode unicode_escape_encode unix_getpass unpack_archive unraisablehook unregister_archive_format unregister_unpack_format unsetenv untokenize
			updatecache url2pathname urlcleanup urlopen urlquote_from_bytes urlretrieve utf_16_be_decode utf_16_be_encode utf_16_decode utf_16_encode utf_16_ex_decode
			utf_16_le_decode utf_16_le_encode utf_32_be_decode utf_32_be_encode utf_32_decode utf_32_encode utf_32_ex_decode utf_32_le_decode utf_32_le_encode utf_7_decode
			utf_7_encode utf_8_decode utf_8_encode valid_ident valid_signals vars venv visiblename wait3 wait4 waitid waitid_result waitpid waitstatus_to_exitcode walk_packages
			walk_stack walk_tb walktree which whichdb whichmodule win32_edition win32_is_iot win32_ver win_getpass wrap_future write32u writedoc writedocs writev wstring_at
			xmlcharrefreplace_errors zipimporter`

// pyLookedAt lists names that such objects have and that only tell or compute.
const pyLookedAt = `Array Barrier BoundedSemaphore Condition DataError DatabaseError Error Event IntegrityError InterfaceError InternalError JoinableQueue Lock NotSupportedError
			OperationalError ProgrammingError Queue RLock RawArray RawValue Semaphore SimpleQueue TimeoutError Value Warning aclose acquire_lock action active_children addError
			addFailure addSkip addSubTest addSuccess add_section address algorithm apply apply_async argument argval arraysize asend athrow autorange await_args await_args_list
			await_count bin bind_partial bits_per_digit buf bytes_warning c_contiguous call_args call_args_list call_count call_list callcount called cancel_join_thread
			characters_written charbuffertype check_returncode children children_system children_user chksum cipher clear_content closefd code_context coded_value commit
			compression context convert converter countTestCases cpu_count create_system critical current_process cursor cutoff daemon data date_time_string debug dedent
			default_max_str_digits delete deleter depth derive description detach dev_mode devmajor devminor dont_write_bytecode emit end_offset enter enter_async_context enterabs
			err_msg error events exc_traceback exc_type exc_value external_attr extra f_contiguous fail failureException family fast fatal fd fetchall fetchmany fetchone filename2
			fileno fileobj filter finalizer first firstiter flag_bits formatException formatMessage formatStack formatTime format_help format_usage from_callable full_url
			getEffectiveLevel get_all_start_methods get_charset get_charsets get_default get_default_type get_extra_info get_full_url get_header get_key get_map get_method get_obj
			get_pid get_protocol get_returncode get_start_method get_unixfrom get_value getblocking getboolean getfloat getinfo getint getmember getmembers getnames getpeercert
			getroot getsockopt getter gettimeout gid gname handle hasHandlers has_option has_section hash_bits hash_randomization header_items header_offset ignore_environment
			imap imap_unordered in_transaction indent inf info infolist inlinetime inode inspect int_max_str_digits interactive internal_attr interrupt isEnabledFor isReservedKey
			isSet is_reading isatty isblk ischr isdev isfifo isolated isolation_level isreg iterdump itervaluerefs join_thread js_output keyrefs kwargs kwonlydefaults last lasti
			lastrowid linkpath lock locked_lock log madvise make_alternative make_mixed make_related makeelement mant_dig map map_async mapping matches max_10_exp max_exp maxsize
			maxvalue memo meth_fastcall meth_fastcall_keywords meth_noargs meth_o meth_varargs meth_varargs_keywords min_10_exp min_exp mock_calls modify modulus mtime namelist
			nan nested next no_site no_user_site notifyAll obj offset_data optimize options orig_filename output owner parent_process parser pax_headers pending pop_all positions
			prepend previous print_file_and_line print_help print_usage priority process proto protocol push push_async_callback push_async_exit queue quiet raw_items read1
			read_byte readall readinto1 ready reccallcount register release_lock remove_option remove_section repeat report reset_mock resize restore return_value rewind rollback
			rounds row_factory rowcount run safe_path sched_priority sections seed_bits sentinel sequence session setUp setUpClass set_boundary set_default_type set_unixfrom
			setblocking setsockopt setter settimeout shortDescription shutdown si_band si_code si_errno si_pid si_signo si_status si_uid side_effect sizeof_digit skipTest sparse
			st_atime_ns st_blksize st_ctime_ns st_mtime_ns st_rdev starmap starmap_async startTest still_active stopTest str_digits_check_threshold stream subTest subgroup submit
			suboffsets successful symbols tearDown tearDownClass testzip thread timeit toreadonly total_changes total_nframe totaltime transport uid uname universal_newlines
			unregister user usesTime utf8_mode validate value_decode value_encode valuerefs varargs varkw varnames verbose version_string volume wait_for warn
			warn_default_encoding warning wasSuccessful weakref width with_traceback write_byte write_through`

// pyWords are the words of a list.
func pyWords(list string) map[string]bool {
	out := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		out[word] = true
	}
	return out
}
