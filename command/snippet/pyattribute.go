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
		`, name)
}
