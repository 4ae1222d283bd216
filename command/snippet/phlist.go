package snippet

// phPure reports whether a function only reckons, prints or waits: it calls
// nothing, changes no variable, and no argument is a file, an address or a class.
// So any of them may be called by another one, and gets whatever data there are.
//
// Not listed, as they seem harmless and are not: constant, compact, is_callable, parse_str, extract,
// mb_parse_str, mb_send_mail, phpinfo, parse_ini_string (it fills in variables of
// the environment), error_log, assert, highlight_file, gethostbyname, unserialize,
// iterator_apply, session_…, and all with a stream context.
func phPure(name string) bool {
	return listWords(`var_dump var_export print_r printf sprintf vprintf vsprintf fprintf vfprintf number_format
		strlen strcmp strncmp strcasecmp strncasecmp strnatcmp strnatcasecmp strcoll trim rtrim ltrim chop wordwrap explode implode join strtok strtoupper strtolower basename dirname pathinfo
		stristr strstr strchr strpos stripos strrpos strripos strrchr str_contains str_starts_with str_ends_with chunk_split substr substr_replace quotemeta ord chr ucfirst lcfirst ucwords strtr
		strrev addcslashes addslashes stripcslashes stripslashes nl2br strip_tags str_getcsv str_repeat count_chars substr_count str_pad str_rot13 str_shuffle str_word_count
		str_split strpbrk substr_compare utf8_encode utf8_decode strspn strcspn soundex metaphone levenshtein htmlspecialchars htmlspecialchars_decode html_entity_decode htmlentities
		bin2hex hex2bin base64_encode base64_decode md5 sha1 crc32 hash hash_algos hash_hmac hash_hmac_algos hash_equals hash_pbkdf2 crypt random_bytes random_int rand mt_rand mt_srand srand mt_getrandmax getrandmax
		lcg_value uniqid password_hash password_verify password_get_info password_needs_rehash password_algos urlencode urldecode rawurlencode rawurldecode http_build_query parse_url
		quoted_printable_encode quoted_printable_decode convert_uuencode convert_uudecode pack unpack serialize json_encode json_decode json_last_error json_last_error_msg json_validate
		preg_split preg_quote preg_grep preg_last_error preg_last_error_msg iconv iconv_strlen iconv_substr iconv_strpos ip2long long2ip inet_pton inet_ntop version_compare
		mb_strlen mb_substr mb_strpos mb_strrpos mb_stripos mb_strtoupper mb_strtolower mb_convert_case mb_convert_encoding mb_detect_encoding mb_check_encoding mb_internal_encoding
		mb_str_split mb_str_pad mb_strwidth mb_strimwidth mb_substr_count mb_strstr mb_ord mb_chr mb_list_encodings mb_trim mb_ucfirst mb_scrub
		ctype_alnum ctype_alpha ctype_cntrl ctype_digit ctype_lower ctype_graph ctype_print ctype_punct ctype_space ctype_upper ctype_xdigit
		count sizeof range min max array_fill array_fill_keys in_array array_search array_slice array_merge array_merge_recursive array_replace array_replace_recursive array_keys
		array_key_first array_key_last array_values array_count_values array_column array_reverse array_pad array_flip array_change_key_case array_unique array_intersect_key
		array_intersect array_intersect_assoc array_diff_key array_diff array_diff_assoc array_rand array_sum array_product array_key_exists key_exists array_chunk array_combine
		array_is_list array_first array_last iterator_to_array iterator_count
		abs ceil floor round sqrt sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh pi pow exp expm1 log log10 log1p fmod fdiv intdiv hypot deg2rad rad2deg is_nan is_finite
		is_infinite bindec hexdec octdec decbin decoct dechex base_convert bcadd bcsub bcmul bcdiv bcmod bcpow bcsqrt bccomp bcpowmod gmp_add gmp_mul gmp_strval gmp_init gmp_fact gmp_pow
		time microtime hrtime date gmdate idate mktime gmmktime strtotime checkdate getdate localtime date_create date_create_immutable date_create_from_format date_diff date_format
		date_add date_sub date_modify date_parse date_parse_from_format date_default_timezone_set date_default_timezone_get timezone_identifiers_list timezone_open date_interval_format
		cal_days_in_month easter_days easter_date jdtogregorian gregoriantojd jddayofweek
		gettype get_debug_type intval floatval doubleval boolval strval is_null is_bool is_int is_integer is_long is_float is_double is_numeric is_string is_array is_object is_scalar
		is_iterable is_countable is_resource get_object_vars get_class spl_object_id spl_object_hash
		phpversion php_sapi_name php_uname php_ini_loaded_file php_ini_scanned_files zend_version extension_loaded get_loaded_extensions get_extension_funcs function_exists defined
		ini_get ini_get_all ini_parse_quantity get_include_path memory_get_usage memory_get_peak_usage memory_reset_peak_usage gc_collect_cycles gc_enabled gc_status sys_getloadavg getmypid
		get_current_user gethostname getcwd sys_get_temp_dir stream_get_wrappers stream_get_filters openssl_get_cipher_methods set_time_limit error_reporting usleep sleep
		func_get_args func_num_args define flush setlocale localeconv gc_enable gc_disable clearstatcache error_get_last debug_zval_refcount
		feof fgetc fgets fread fclose fwrite fputs fputcsv fgetcsv rewind fseek ftell fflush ftruncate fpassthru fstat stream_get_contents stream_get_line stream_isatty readdir closedir rewinddir`, name)
}

// phRefers reports whether a listed function may change a variable that it is given.
func phRefers(name string) bool {
	return listWords(`preg_match preg_match_all preg_replace preg_replace_callback array_push array_pop array_shift array_unshift array_splice array_walk array_walk_recursive sort rsort usort uasort
		uksort asort arsort ksort krsort natsort natcasesort shuffle array_multisort end prev next reset current pos key settype str_replace str_ireplace similar_text sscanf fscanf flock
		getopt openssl_random_pseudo_bytes`, name)
}

// phCallback is the place of the argument that a function calls; -1 is none.
func phCallback(name string) int {
	switch name {
	case "array_map":
		return 0
	case "usort", "uasort", "uksort", "array_filter", "array_reduce", "array_walk", "array_walk_recursive", "preg_replace_callback", "array_find", "array_find_key", "array_any", "array_all":
		return 1
	}
	return -1
}

// phTaken reports whether a function of the program must not have a name: what
// PHP itself would call, or what is read otherwise here. Those that PHP has
// cannot be declared again; older ones may lack them.
func phTaken(name string) bool {
	return phPure(name) || phRefers(name) || phCallback(name) >= 0 || len(name) > 1 && name[:2] == "__" || listWords("getenv ini_set filter_var file fopen unlink glob copy", name)
}

// phClass lists classes whose objects hold data and call nothing when they are made.
func phClass(name string) bool {
	return listWords(`stdClass DateTime DateTimeImmutable DateTimeZone DateInterval DatePeriod SplStack SplQueue SplDoublyLinkedList SplObjectStorage SplMinHeap SplMaxHeap SplPriorityQueue SplFixedArray
		ArrayIterator ArrayObject SplTempFileObject RecursiveIteratorIterator Exception RuntimeException InvalidArgumentException LogicException DomainException LengthException OutOfRangeException OutOfBoundsException RangeException
		UnexpectedValueException BadFunctionCallException ErrorException JsonException Error TypeError ValueError ArithmeticError DivisionByZeroError`, name)
}

// phStatic lists functions of classes.
func phStatic(class, name string) bool {
	switch class {
	case "DateTime", "DateTimeImmutable":
		return listWords("createFromFormat createFromInterface createFromMutable createFromImmutable getLastErrors", name)
	case "DateInterval":
		return name == "createFromDateString"
	case "DateTimeZone":
		return listWords("listIdentifiers listAbbreviations", name)
	case "SplFixedArray":
		return name == "fromArray"
	}
	return false
}

// phMethod lists methods of those classes, of errors and of the files of a folder.
func phMethod(name string) bool {
	return listWords(`format modify getTimestamp setTimestamp setTimezone getTimezone getName getOffset setDate setISODate setTime diff add sub getMessage getCode getLine getFile getTrace
		getTraceAsString getPrevious push pop shift unshift enqueue dequeue top bottom count isEmpty toArray insert extract attach detach contains offsetGet offsetSet offsetExists offsetUnset
		getSize setSize current key next rewind valid getPathname getFilename getBasename getExtension getPath isFile isDir isLink getMTime getCTime getRealPath getDepth isDot getSubPathname
		getStartDate getEndDate setExtractFlags setIteratorMode setMaxDepth getLinkTarget getArrayCopy getIterator append fgets fgetc fread fgetcsv fputcsv fwrite eof setFlags getFlags setCsvControl seek getType isReadable isWritable xpath children attributes getShortName getMethods getProperties getParameters getReturnType getInterfaceNames getParentClass getDocComment getConstants getNamespaceName isFinal isAbstract isInterface isPublic isStatic isOptional getNumberOfParameters getStartLine getEndLine`, name)
}
