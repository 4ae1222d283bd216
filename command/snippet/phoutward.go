package snippet

import (
	"net/url"
	"strings"

	"passepartout/pipeline"
)

// The vocabulary of PHP was made by asking PHP 8.2 itself for all its functions and classes
// (get_defined_functions, get_declared_classes); a test asks the one that is there again.
// What later versions and common extensions have was added by hand.

// phSoftPure lists further functions that only compute, print or wait, whatever they are
// given.
func phSoftPure(name string) bool {
	return listWords(`sprintf gmp_sub gmp_div gmp_mod gmp_powm gmp_gcd gmp_cmp gmp_intval gmp_prob_prime gmp_nextprime gmp_sqrt gmp_abs gmp_neg gmp_and gmp_or gmp_xor gmp_div_q gmp_div_r gmp_invert gmp_sign
		func_get_arg get_called_class get_parent_class is_subclass_of is_a get_class_vars get_mangled_object_vars get_class_methods method_exists property_exists class_exists interface_exists
		trait_exists enum_exists trigger_error user_error restore_error_handler restore_exception_handler get_resource_type get_resource_id get_defined_constants debug_backtrace
		debug_print_backtrace gc_mem_caches strftime gmstrftime date_create_immutable_from_format date_get_last_errors date_timezone_get date_timezone_set date_offset_get date_time_set date_date_set
		date_isodate_set date_timestamp_set date_timestamp_get timezone_name_get timezone_name_from_abbr timezone_offset_get timezone_transitions_get timezone_location_get timezone_abbreviations_list
		timezone_version_get date_interval_create_from_date_string date_sunrise date_sunset date_sun_info libxml_use_internal_errors libxml_get_last_error libxml_get_errors libxml_clear_errors
		openssl_error_string openssl_get_md_methods openssl_get_curve_names openssl_digest openssl_decrypt openssl_cipher_iv_length openssl_cipher_key_length openssl_pbkdf2
		zlib_encode zlib_decode gzdeflate gzencode gzcompress gzinflate gzdecode gzuncompress deflate_init deflate_add inflate_init inflate_add inflate_get_status inflate_get_read_len
		filter_list filter_id hash_init hash_update hash_final hash_copy hash_hkdf ob_flush ob_clean ob_end_flush ob_end_clean ob_get_flush ob_get_clean ob_get_contents ob_get_level ob_get_length
		ob_list_handlers ob_get_status ob_implicit_flush time_nanosleep time_sleep_until error_clear_last connection_aborted connection_status ignore_user_abort getmyuid getmygid getmyinode
		getlastmod http_response_code headers_list get_html_translation_table nl_langinfo hebrev fnmatch escapeshellarg escapeshellcmd realpath_cache_size image_type_to_mime_type
		image_type_to_extension gettimeofday getrusage stream_get_transports stream_is_local stream_get_meta_data stream_supports_lock stream_set_blocking stream_set_timeout debug_zval_dump
		class_implements class_parents class_uses spl_classes cal_from_jd cal_info cal_to_jd frenchtojd jdmonthname jdtofrench jdtojewish jdtojulian jdtounix jewishtojd juliantojd unixtojd
		iconv_strrpos iconv_mime_encode iconv_mime_decode iconv_mime_decode_headers iconv_get_encoding posix_getpid posix_getppid posix_getuid posix_geteuid posix_getgid posix_getegid posix_times
		posix_isatty posix_strerror posix_get_last_error posix_errno token_get_all token_name fsync fdatasync
		mb_strrchr mb_strripos mb_stristr mb_strcut mb_substitute_character mb_preferred_mime_name mb_encoding_aliases mb_ereg_match mb_lcfirst mb_ltrim mb_rtrim mb_encode_mimeheader
		mb_decode_mimeheader mb_encode_numericentity mb_decode_numericentity mb_http_output mb_language mb_detect_order mb_strimwidth grapheme_strlen grapheme_substr grapheme_strpos grapheme_str_split
		normalizer_normalize transliterator_transliterate collator_create numfmt_create numfmt_format intl_get_error_message idn_to_ascii idn_to_utf8 levenshtein
		bcpowmod bcscale bcfloor bcceil bcround bcdivmod fpow get_mangled_object_vars array_first array_last password_algos sodium_memcmp sodium_bin2hex sodium_hex2bin sodium_bin2base64
		sodium_base642bin sodium_crypto_generichash sodium_crypto_secretbox sodium_crypto_secretbox_open sodium_crypto_secretbox_keygen sodium_crypto_sign sodium_crypto_sign_open
		sodium_crypto_sign_keypair sodium_crypto_sign_publickey sodium_crypto_sign_secretkey sodium_crypto_sign_detached sodium_crypto_sign_verify_detached sodium_crypto_pwhash_str
		sodium_crypto_pwhash_str_verify sodium_crypto_box_keypair sodium_crypto_shorthash sodium_crypto_auth sodium_crypto_auth_verify sodium_crypto_kdf_derive_from_key`, name)
}

// phSoftRefers lists such functions that may change a variable which they are given.
func phSoftRefers(name string) bool {
	return listWords("parse_str openssl_encrypt headers_sent is_callable preg_filter preg_replace_callback_array sodium_memzero sodium_increment sodium_add getopt exif_thumbnail", name)
}

// phCalling is the place of the argument that a function calls; -1 is none.
func phCalling(name string) int {
	switch name {
	case "call_user_func", "call_user_func_array", "set_error_handler", "set_exception_handler", "register_shutdown_function", "is_callable":
		return 0
	case "iterator_apply":
		return 1
	}
	return phCallback(name)
}

// phLastCalls lists functions that call their last argument.
func phLastCalls(name string) bool {
	return listWords("array_udiff array_uintersect array_diff_ukey array_intersect_ukey array_udiff_assoc array_uintersect_assoc array_diff_uassoc array_intersect_uassoc", name)
}

// phSoftClass lists classes of PHP, in small letters, whose objects compute, but for what
// phActs says.
func phSoftClass(name string) bool {
	return phExceptional(name) || listWords(`stdclass datetime datetimeimmutable datetimezone dateinterval dateperiod splstack splqueue spldoublylinkedlist splobjectstorage splheap splminheap splmaxheap splpriorityqueue
		splfixedarray arrayiterator arrayobject recursivearrayiterator spltempfileobject recursiveiteratoriterator iteratoriterator filteriterator recursivefilteriterator parentiterator limititerator
		cachingiterator recursivecachingiterator norewinditerator appenditerator infiniteiterator emptyiterator recursivetreeiterator multipleiterator weakmap weakreference generator closure attribute
		returntypewillchange allowdynamicproperties sensitiveparameter sensitiveparametervalue random\randomizer random\engine\mt19937 random\engine\pcgoneseq128xslrr64
		random\engine\xoshiro256starstar random\engine\secure reflectionclass reflectionobject reflectionmethod reflectionproperty reflectionfunction reflectionnamedtype reflectionenum
		reflectionparameter reflectionclassconstant reflectionenumbackedcase reflectionenumunitcase reflectionuniontype reflectiontype phptoken inflatecontext deflatecontext hashcontext libxmlerror
		domdocument domxpath domelement domnode domtext domattr domcomment domnodelist numberformatter collator intldateformatter normalizer messageformatter intlchar gmp bcmath\number
		intlbreakiterator intlcalendar intlgregoriancalendar transliterator locale xmlwriter`, name)
}

// phExceptional reports whether a class is an error of PHP.
func phExceptional(name string) bool {
	return listWords(`exception errorexception error compileerror parseerror typeerror argumentcounterror valueerror arithmeticerror divisionbyzeroerror unhandledmatcherror closedgeneratorexception
		fibererror jsonexception random\randomerror random\brokenrandomengineerror random\randomexception reflectionexception logicexception badfunctioncallexception badmethodcallexception domainexception
		invalidargumentexception lengthexception outofrangeexception runtimeexception outofboundsexception overflowexception rangeexception underflowexception unexpectedvalueexception assertionerror
		pdoexception sodiumexception intlexception domexception`, name)
}

// phSafeClass lists what may be named for a class, and be asked for what it has.
func phSafeClass(name string) bool {
	return phSoftClass(name) || listWords("callbackfilteriterator recursivecallbackfilteriterator regexiterator recursiveregexiterator simplexmlelement fiber pdo pdostatement splfileobject splfileinfo directoryiterator filesystemiterator recursivedirectoryiterator globiterator", name)
}

// phStandsForFiles reports whether objects of a class of PHP, in small letters, do what they
// are made with.
func phStandsForFiles(name string) bool {
	return phSafeClass(name) && !phSoftClass(name)
}

// phInterface lists what a class may promise to PHP.
func phInterface(class string) bool {
	return listWords(`traversable iteratoraggregate iterator arrayaccess countable stringable throwable unitenum backedenum datetimeinterface jsonserializable random\engine random\cryptosafeengine recursiveiterator
		outeriterator seekableiterator splobserver splsubject`, strings.ToLower(class))
}

// phKnownClass lists the other classes of PHP, whose objects do more.
func phKnownClass(name string) bool {
	return listWords(`php_user_filter directory finfo shmop socket addressinfo sysvmessagequeue sysvsemaphore sysvsharedmemory sessionhandler __php_incomplete_class pdorow phar phardata pharfileinfo pharexception ffi
		internaliterator opensslcertificate opensslcertificatesigningrequest opensslasymmetrickey reflection reflectionextension reflectionzendextension reflectiongenerator reflectionreference
		reflectionattribute reflectionfiber reflectionfunctionabstract reflectionintersectiontype reflector serializable sessionhandlerinterface sessionidinterface sessionupdatetimestamphandlerinterface
		ziparchive soapclient soapserver xmlreader xsltprocessor imagick gmagick resourcebundle spoofchecker snmp tidy event evloop com dotnet variant gearmanclient gearmanworker
		sodium curlfile curlstringfile`, name)
}

// phBuiltinWords reports whether the name of a class, in small letters, belongs to an extension that reaches out.
func phBuiltinWords(name string) bool {
	first, _, deep := strings.Cut(name, `\`)
	if deep {
		return listWords("ffi ftp pdo mongodb swoole openswoole parallel curl odbc pgsql ldap imap dba uv rdkafka grpc couchbase cassandra zookeeper amqp dom xmlrpc sodium", first)
	}
	for _, begin := range [...]string{"pdo", "phar", "zip", "soap", "mysqli", "curl", "ffi", "ftp", "imagick", "redis", "mongo", "sqlite", "session", "sysv", "memcache", "swoole", "gearman", "amqp", "ssh", "socket", "v8", "lua", "python", "reflection", "spl", "dom", "xml", "event", "ev"} {
		if strings.HasPrefix(name, begin) {
			return !phSoftClass(name)
		}
	}
	return false
}

// phActs reports whether a method, in small letters, does more than compute on an object of
// a listed class of PHP; says tells what words the program has, so that only methods of
// classes count whose objects it may have.
func phActs(name string, says func(string) bool) bool {
	has := func(word string) bool { return says == nil || says(word) }
	switch {
	case listWords("openfile setfileclass setinfoclass getfileinfo getpathinfo", name):
		return has("file") || has("directory") || has("globiterator")
	case listWords("invoke invokeargs getclosure newinstance newinstanceargs newinstancewithoutconstructor setvalue setrawvalue setrawvaluewithoutlazyinitialization setstaticpropertyvalue newlazyghost newlazyproxy resetaslazyghost resetaslazyproxy initializelazyobject", name):
		return has("reflection")
	case listWords("load loadhtmlfile loadxml loadhtml save savehtmlfile savexml schemavalidate schemavalidatesource relaxngvalidate relaxngvalidatesource xinclude registerphpfunctions registerphpfunctionns registernodeclass transformtouri transformtodoc importstylesheet validate setprofiling asxml", name):
		return has("dom") || has("simplexml")
	case listWords("openuri touri tofile tostream", name):
		return has("xmlwriter")
	case name == "open" || name == "setauthorizer": // another database, or what a text names
		return has("sqlite3")
	case name == "unserialize":
		return true
	case listWords("fromcallable bind bindto call", name):
		return says == nil
	}
	return false
}

// phHarmlessHere reports whether such a method does nothing with what it is given.
func phHarmlessHere(name string, args []*node) bool {
	switch name {
	case "loadxml", "loadhtml": // with flags, what a text names could be read
		return len(args) == 1 && args[0].kind != nStar && args[0].kind != nArg
	case "asxml", "savexml", "getfileinfo", "getpathinfo":
		return len(args) == 0
	}
	return false
}

// phDatabase lists methods of PDO by which it is told what to do.
func phDatabase(name string) bool {
	return listWords("exec query queryexec querysingle prepare execute fetcharray backup fetch fetchall fetchobject fetchcolumn setfetchmode setattribute bindcolumn sqlitecreatefunction sqlitecreateaggregate sqlitecreatecollation createfunction createaggregate createcollation loadextension openblob connect pgsqlcopyfromfile", name)
}

// phOutwardWords are the words in the names of classes and methods of libraries by which they
// reach out: they send, store, start, load, or lend themselves to whatever they are told.
const phOutwardWords = `client clients request requests requester http https curl guzzle send sends sender mail mails mailer mailing smtp imap pop3 sms notifier notification notifications notify publish publisher broadcast
	broadcaster queue queues job jobs worker workers dispatch dispatcher bus messenger exec execute executes executor executable process processes processor processors run runs runner shell command commands console
	cli terminal system spawn fork daemon cron schedule scheduler file files filesystem filesystems flysystem disk storage storages folder dir directory upload uploader uploaded download downloader write writes writer
	save saves saver put move copy rename delete deletes deleter remove removes unlink truncate drop purge flush wipe persist insert update upsert commit connect connection connections pdo dbal orm entity
	database db sql query queries migration migrations migrate schema eloquent sqlite mysql pgsql postgres mongo redis predis memcached memcache elasticsearch solr dynamo s3 aws azure firebase stripe paypal
	twilio slack telegram github gitlab socket sockets stream streams server servers listen serve reactor loop swoole ssh ssh2 sftp ftp scp tunnel proxy webhook loader load loads include require eval evaluate
	evaluator expression twig blade smarty serializable closure unserialize kernel application bootstrap container artisan env dotenv secret secrets vault credential credentials browser panther selenium webdriver
	scraper zip archive phar tar invoke invoker call caller reflection docker kubernetes composer installer install capsule facade facades fetch remote host ping import importer register boot handle
	compile destroy reset commandline passthru popen touch mkdir rmdir chmod symlink dump_to syslog mock proxies listener subprocess thread threads parallel async promise fiber delegate pool
	resolve autoload preload opcache`

// phOutwardWord reports whether a name has one of these words; as any letters may be large
// in PHP, long words are found in one another as well.
func phOutwardWord(name string) bool {
	lower := strings.ToLower(name)
	for _, part := range strings.FieldsFunc(rbUnderscore(name)+" "+lower, func(r rune) bool { return r == '_' || r == '\\' || r == ' ' }) {
		if listWords(phOutwardWords, part) {
			return true
		}
	}
	for _, long := range [...]string{"client", "request", "guzzle", "mailer", "notif", "publish", "dispatch", "exec", "process", "shell", "command", "filesystem", "flysystem", "storage", "upload", "download", "delete", "unlink", "truncate", "persist",
		"connect", "database", "migrat", "sqlite", "redis", "memcache", "socket", "server", "evaluat", "unserial", "serializableclosure", "container", "dotenv", "secret", "credential", "browser", "archive", "reflection", "passthru", "rename", "remove", "writer", "send"} {
		if strings.Contains(lower, long) {
			return true
		}
	}
	return false
}

// phMakesNames reports whether a program puts texts together from letters in ways that
// phDecodes does not look for.
func phMakesNames(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case nBinary:
		if n.text == "^" || n.text == "~" {
			return true
		}
	case nCall:
		if n.kids[0].kind == nName && listWords("strtolower lcfirst ucfirst str_replace substr trim implode join sprintf vsprintf date gmdate preg_replace mb_substr mb_strtolower gzdecode zlib_decode", strings.ToLower(n.kids[0].text)) && phLettersOnly(n.kids[1:]) {
			return true
		}
	}
	for _, kid := range n.kids {
		if phMakesNames(kid) {
			return true
		}
	}
	return false
}

// phLettersOnly reports whether a text among some is nothing but letters of a longer name.
func phLettersOnly(args []*node) bool {
	for _, a := range args {
		if a.kind == nText && (a.text == "" || strings.Contains(a.text, `\`)) || a.kind == nList && phLettersOnly(a.kids) {
			return true
		}
	}
	return false
}

// touches reports whether a function is one of those for files, which are judged by their
// arguments, or asks a host.
func (j *phJudge) touches(name string) bool {
	return strings.HasPrefix(name, "curl_") || listWords(phFiles, name)
}

// phFiles lists functions for files that are judged by what they are given.
const phFiles = `token_get_all token_name simplexml_load_string simplexml_load_file file_get_contents readfile md5_file sha1_file getimagesize mime_content_type hash_file file file_put_contents fopen is_file is_dir
	is_link is_readable is_writable is_executable file_exists filesize filemtime filectime fileatime fileperms fileowner filetype stat lstat realpath disk_free_space disk_total_space opendir scandir glob mkdir
	touch unlink rmdir copy`

// phFigure reports whether a constant is a number or a truth value that stands there. A
// namespace may have a constant of its own that is called like an option of curl, and that
// means another one: none of those that take a number is told where to go.
func phFigure(word string) bool {
	return listWords("true false TRUE FALSE", word) || word != "" && strings.Trim(word, "0123456789") == ""
}

// fetches notes requests of constant addresses of this machine; false: not all of them are
// such.
func (j *phJudge) fetches(texts []pyText) bool {
	for _, t := range texts {
		u, err := url.Parse(t.s)
		if err != nil || t.glob || t.home || !listWords("localhost 127.0.0.1 ::1", u.Hostname()) || u.User != nil || u.Scheme != "http" {
			return false
		}
	}
	for _, t := range texts {
		j.add(Effect{Kind: pipeline.KindConnect, Object: t.s})
	}
	return len(texts) > 0
}
