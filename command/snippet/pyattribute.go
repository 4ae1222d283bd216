package snippet

// pyAttr lists the attributes of plain data. Not one of them, on any kind of
// plain data, leads to a module, a class or the code of a function, opens or
// changes a file by name, or runs a text.
func pyAttr(name string) bool {
	return listWords(`append extend insert pop remove clear copy count index sort reverse get items keys values update setdefault fromkeys add discard union intersection
		difference symmetric_difference issubset issuperset popleft appendleft rotate most_common elements total move_to_end subtract
		strip lstrip rstrip split rsplit splitlines partition rpartition join lower upper title capitalize swapcase casefold startswith endswith find rfind rindex replace
		encode decode isdigit isalpha isalnum isspace isupper islower isdecimal isnumeric isidentifier istitle isascii isprintable center ljust rjust zfill expandtabs
		translate removeprefix removesuffix hex bit_length bit_count to_bytes as_integer_ratio is_integer conjugate real imag numerator denominator quantize
		read readline readlines write writelines close seek tell flush closed name mode encoding buffer truncate isatty reconfigure getvalue seekable readable writable
		group groups groupdict start end span string pattern lastindex search match fullmatch findall finditer sub subn
		digest hexdigest digest_size block_size
		isoformat strftime timestamp total_seconds date time year month day hour minute second microsecond weekday isoweekday timetuple days seconds utcoffset astimezone
		isocalendar toordinal now today utcnow fromtimestamp utcfromtimestamp strptime fromisoformat combine fromordinal utc min
		fromhex from_bytes maketrans from_iterable
		major minor micro releaselevel serial tm_year tm_mon tm_mday tm_hour tm_min tm_sec st_size st_mtime st_mode st_uid st_gid st_ino st_nlink st_ctime st_atime
		columns lines sysname nodename release version machine total used free cache_tag max dig epsilon
		writerow writerows writeheader fieldnames line_num
		body args lineno col_offset end_lineno value targets target id func attr keywords elts arg names module asname orelse handlers returns test ops left right op
		annotation decorator_list bases slice ctx type defaults kwarg vararg
		scheme netloc path query params fragment hostname port username
		tag text tail attrib iter itertext findtext
		int bytes fields urn msg pos colno doc errno strerror filename reason code
		is_private is_global is_loopback prefixlen num_addresses network_address broadcast_address hosts exploded compressed
		subnets supernet subnet_of supernet_of overlaps address_exclude netmask hostmask with_prefixlen is_multicast is_reserved is_link_local is_unspecified version reverse_pointer
		key tzname dst status
		exists is_file is_dir is_symlink stat lstat is_absolute as_posix relative_to is_relative_to resolve absolute with_suffix with_name with_stem joinpath parent parents
		stem suffix suffixes parts anchor samefile st_dev st_blocks
		is_alive result done is_set acquire release put_nowait get_nowait task_done qsize empty full
		ratio quick_ratio get_opcodes get_matching_blocks random randint choice choices sample shuffle gauss randrange prec
		statistics compare_to filter_traces traceback size enable disable runcall sort_stats print_stats strip_dirs print_callers
		put cancel cancelled exception exitcode pid wait notify notify_all set locked enter_context callback static_order substitute safe_substitute ru_maxrss ru_utime ru_stime create_task
		as_string as_bytes set_content add_attachment add_header get_all parse parsestr parsebytes iter_attachments get_body setFormatter linesep exact_type
		walk
		get_content_type get_payload get_filename is_multipart get_content
		`, name) || pyFurtherAttr(name)
}

// pyFurtherAttr lists attributes of further kinds of plain data, under the same rule:
// exceptions, numbers, times, texts, tasks and streams, messages, nodes of syntax trees,
// named tuples. What runs a text somewhere, as the run of a profile, is no such name.
func pyFurtherAttr(name string) bool {
	return listWords(`problem problem_mark context_mark line column offset cmd returncode stdout stderr timeout add_note object exceptions message errors error_count json object_pairs_hook
		status_code headers cookies elapsed raise_for_status getheader getheaders getcode geturl content_type content
		fold tzinfo max resolution ctime timetz utctimetuple microseconds week tm_wday tm_yday tm_isdst tm_zone tm_gmtoff
		normalize sqrt as_tuple is_nan is_infinite is_finite is_signed is_zero is_normal is_subnormal exponent digits sign ln log10 exp compare fma to_integral_value to_integral_exact to_integral adjusted scaleb
		next_plus next_minus copy_abs copy_sign copy_negate remainder_near logb radix rounding Emin Emax traps create_decimal same_quantum clear_flags limit_denominator to_eng_string
		drain wait_closed readuntil readexactly at_eof is_closing write_eof can_write_eof sockets getsockname getpeername serve_forever is_serving run_until_complete call_later call_soon call_at call_soon_threadsafe
		run_in_executor run_forever is_running is_closed set_debug get_debug create_future set_result set_exception add_done_callback remove_done_callback set_name get_name cancelling uncancel
		shutdown_asyncgens feed_data feed_eof reschedule when expired abort n_waiting parties broken reset running ident native_id isDaemon setDaemon getName setName
		send recv poll send_bytes recv_bytes get_lock
		unpack unpack_from iter_unpack pack pack_into tolist tobytes cast nbytes itemsize readonly shape strides ndim contiguous getbuffer readinto peek newlines line_buffering
		find_longest_match set_seqs set_seq1 set_seq2 get_grouped_opcodes real_quick_ratio make_table make_file prepare get_ready is_active cache_info cache_clear cache_parameters
		expovariate normalvariate betavariate triangular getrandbits randbytes seed getstate setstate lognormvariate
		elt generators ifs op operand left comparators context_expr optional_vars level cause exc posonlyargs kwonlyargs kw_defaults step end_col_offset format_spec conversion cases subject guard kind type_params
		feed read_events setLevel addFilter removeFilter getMessage levelname levelno funcName created msecs threadName processName pathname stack_info exc_info exc_text setStream
		addresses addr_spec display_name domain get_content_charset get_content_disposition get_content_maintype get_content_subtype get_boundary is_attachment iter_parts preamble epilogue defects set_payload
		add_alternative add_related attach set_param get_param get_params del_param replace_header set_charset policy
		parameters default annotation return_annotation arguments apply_defaults iterfind size_diff count_diff alive template get_identifiers is_valid
		formatmonth formatyear itermonthdates itermonthdays monthdayscalendar monthdatescalendar itermonthdays2 cdf inv_cdf pdf zscore overlap from_samples stdev
		compress decompress unconsumed_tail unused_data eof needs_input sniff has_header delimiter quotechar lineterminator restkey restval variant clock_seq
		isfile isdir issym islnk linkname file_size compress_size CRC date_time compress_type maps new_child maxlen default_factory intersection_update difference_update symmetric_difference_update isdisjoint
		popitem extendleft expand lastgroup groupindex stop indices throw packed ipv4_mapped ip network _asdict _replace _fields _make _field_defaults
		total_compressed_size total_uncompressed_size path_in_schema num_rows num_columns opname opcode argrepr is_jump_target starts_line dist extras from_exception format_exception_only category select metadata create_all dict list Namespace`, name)
}
