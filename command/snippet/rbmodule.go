package snippet

import "strings"

// RubyLibrary lists what require and -r may name: libraries of Ruby itself.
// They never come from the working folder.
func RubyLibrary(name string) bool {
	return listWords(`json yaml psych csv set date time digest digest/md5 digest/sha1 digest/sha2 pp benchmark benchmark/ips bigdecimal/util securerandom shellwords base64 uri rbconfig etc fileutils bigdecimal openssl
		prime English erb bundler objspace strscan stringio zlib timeout logger optparse optparse/time tempfile tmpdir pathname stackprof memory_profiler forwardable singleton ripper monitor open3 matrix net/http io/console cgi cgi/util cgi/escape`, name)
}

// rbFunction lists functions that are called without an object. Names of
// variables they are never.
func rbFunction(name string) bool {
	return listWords(`system puts print p pp warn printf sprintf format putc raise exit exit! abort sleep rand srand loop lambda proc at_exit block_given? require require_relative gets readline readlines
		sub gsub chomp chop __method__`, name)
}

// rbOfLines lists those that there are only where a program runs for each line.
func rbOfLines(name string) bool { return listWords("sub gsub chomp chop", name) }

// rbConvert lists functions whose names are those of classes.
func rbConvert(name string) bool {
	return listWords("Integer Float String Array Rational Complex Hash URI BigDecimal", name)
}

// rbConstant lists the classes and modules of which something is understood.
func rbConstant(name string) bool {
	return listWords(`File Dir FileTest JSON YAML Psych CSV Time Date DateTime Set Hash Array String Integer Float Symbol Regexp Range NilClass TrueClass FalseClass Numeric Proc Math Process
		Random SecureRandom Digest::MD5 Digest::SHA1 Digest::SHA256 Digest::SHA384 Digest::SHA512 Base64 Benchmark FileUtils Shellwords URI RbConfig Etc Rational Complex GC Gem::Version
		Gem::Requirement Gem Bundler OpenSSL::Digest::SHA256 OpenSSL::Digest::SHA1 OpenSSL::Digest::MD5 OpenSSL::Digest::SHA512 OpenSSL::HMAC ERB::Util CGI Enumerable Comparable Object Exception Encoding BigDecimal Prime ObjectSpace`, name)
}

// rbPlainConstant lists constants that are data.
func rbPlainConstant(name string) bool {
	return listWords(`RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_ENGINE_VERSION RUBY_PATCHLEVEL RUBY_RELEASE_DATE RUBY_COPYRIGHT RUBY_DESCRIPTION RUBY_REVISION STDIN STDOUT STDERR
		Float::INFINITY Float::NAN Float::MAX Float::MIN Float::EPSILON Float::DIG Math::PI Math::E File::SEPARATOR RbConfig::CONFIG Process::CLOCK_MONOTONIC Process::CLOCK_REALTIME
		Process::CLOCK_PROCESS_CPUTIME_ID Gem::VERSION JSON::VERSION Psych::VERSION Psych::LIBYAML_VERSION CSV::VERSION YAML::VERSION OpenSSL::VERSION OpenSSL::OPENSSL_VERSION
		OpenSSL::OPENSSL_LIBRARY_VERSION Encoding::UTF_8 Encoding::ASCII_8BIT Encoding::BINARY Encoding::US_ASCII Encoding::ISO_8859_1 Date::MONTHNAMES Date::DAYNAMES
		Date::ABBR_MONTHNAMES Date::ABBR_DAYNAMES Logger::DEBUG Logger::INFO Logger::WARN Logger::ERROR Logger::FATAL Regexp::IGNORECASE Regexp::MULTILINE Regexp::EXTENDED`, name)
}

// rbMembers lists what can be called on a class or a module that only
// computes from plain data, or makes some.
//
// Long: one case a class; it is a table.
func rbMembers(object string) string {
	switch object {
	case rbOwnStruct:
		return "new members"
	case "Gem":
		return "loaded_specs ruby_version rubygems_version platforms path dir user_dir win_platform? java_platform?"
	case "OpenSSL::Digest::SHA256", "OpenSSL::Digest::SHA1", "OpenSSL::Digest::MD5", "OpenSSL::Digest::SHA512", "OpenSSL::HMAC":
		return "hexdigest digest base64digest"
	case "JSON":
		return "generate pretty_generate fast_generate dump"
	case "YAML", "Psych":
		return "dump safe_dump dump_stream libyaml_version"
	case "CSV":
		return "parse parse_line generate_line generate"
	case "Time":
		return "now at parse mktime gm local utc iso8601 xmlschema rfc2822 rfc822 httpdate strptime new"
	case "Date", "DateTime":
		return "today now parse strptime new iso8601 rfc3339 xmlschema rfc2822 rfc822 httpdate jisx0301 valid_date? valid_civil? valid_commercial? valid_ordinal? valid_jd? leap? gregorian_leap? julian_leap? civil commercial ordinal jd"
	case "ERB::Util":
		return "html_escape h url_encode u"
	case "CGI":
		return "escape unescape escapeHTML unescapeHTML escape_html unescape_html escapeURIComponent unescapeURIComponent"
	case "Regexp":
		return "new escape union quote compile last_match linear_time?"
	case "Set", "Hash", "Array", "Random", "Rational", "Range":
		return "new escape union rand new_seed bytes"
	case "String", "Gem::Version", "Gem::Requirement", "Object":
		return "new"
	case "Integer", "Math":
		return "sqrt sin cos tan atan atan2 acos asin exp log log2 log10 hypot cbrt pow gamma"
	case "Process":
		return "pid ppid clock_gettime clock_getres uid gid euid egid times"
	case "SecureRandom":
		return "hex uuid alphanumeric base64 urlsafe_base64 random_number random_bytes"
	case "Digest::MD5", "Digest::SHA1", "Digest::SHA256", "Digest::SHA384", "Digest::SHA512":
		return "hexdigest digest base64digest new"
	case "Base64":
		return "encode64 decode64 strict_encode64 strict_decode64 urlsafe_encode64 urlsafe_decode64"
	case "Benchmark":
		return "realtime measure bm bmbm ips"
	case "Shellwords":
		return "split escape join shellsplit shellescape shelljoin shellwords"
	case "URI":
		return "parse encode_www_form_component decode_www_form_component encode_www_form decode_www_form join split scheme_list"
	case "RbConfig":
		return "ruby"
	case "Etc":
		return "nprocessors uname getlogin systmpdir sysconfdir"
	case "GC":
		return "start stat count enable disable compact total_time measure_total_time latest_gc_info"
	case "ObjectSpace":
		return "garbage_collect count_objects memsize_of trace_object_allocations allocation_sourcefile allocation_sourceline"
	case "File":
		return "basename dirname extname expand_path absolute_path split fnmatch fnmatch?"
	case "Dir":
		return "pwd getwd home"
	case "Encoding":
		return "default_external default_internal list name_list aliases find compatible?"
	case "Prime":
		return "first each prime? prime_division lazy take"
	}
	return ""
}

// rbAct names what members do that touch files or need a look at arguments.
//
// Long: one case a member; it is a table.
func rbAct(object, name string) string {
	switch object {
	case "File":
		switch name {
		case "read", "readlines", "foreach", "binread":
			return "read"
		case "write", "binwrite":
			return "write"
		case "open", "new":
			return "open"
		case "exist?", "file?", "directory?", "size", "size?", "zero?", "empty?", "mtime", "ctime", "atime", "birthtime", "stat", "lstat", "symlink?", "readable?", "writable?", "executable?", "ftype", "readlink", "realpath", "realdirpath", "world_readable?", "world_writable?", "owned?", "pipe?", "socket?":
			return "look"
		case "delete", "unlink":
			return "delete"
		case "join":
			return "join"
		}
	case "Dir":
		switch name {
		case "exist?", "children", "entries", "each_child", "empty?", "foreach":
			return "look"
		case "glob", "[]":
			return "glob"
		case "mkdir":
			return "make"
		case "rmdir", "delete", "unlink":
			return "delete"
		}
	case "FileUtils":
		switch name {
		case "mkdir", "mkdir_p", "makedirs", "touch":
			return "make"
		case "rm", "rm_f", "rmdir":
			return "delete"
		case "rm_r", "rm_rf", "remove_dir":
			return "tree"
		}
	case "Bundler":
		if name == "locked_gems" {
			return "locked"
		}
	case "JSON", "YAML", "Psych", "CSV":
		switch object + "." + name {
		case "JSON.parse":
			return "json"
		case "JSON.load_file", "JSON.parse!":
			return "file"
		case "CSV.read", "CSV.foreach", "CSV.readlines", "CSV.table":
			return "table"
		case "YAML.safe_load", "Psych.safe_load":
			return "yaml"
		case "YAML.safe_load_file", "Psych.safe_load_file":
			return "safe"
		case "YAML.load_file", "Psych.load_file":
			return "objects"
		case "YAML.load", "Psych.load", "YAML.load_stream", "Psych.load_stream":
			return "load"
		}
	case "Digest::MD5", "Digest::SHA1", "Digest::SHA256", "Digest::SHA384", "Digest::SHA512":
		if name == "file" {
			return "file"
		}
	}
	return ""
}

// rbMetadata lists looks whose answer is a number, a date or yes and no: it leads to no
// other file, so that the path need not be known.
func rbMetadata(object, name string) bool {
	return object == "File" && listWords("exist? file? directory? size size? zero? empty? mtime ctime atime birthtime symlink? readable? writable? executable?", name) ||
		object == "Dir" && listWords("exist? empty?", name)
}

// rbMethod lists methods of plain data, whatever kind of data it is. None of
// them runs a text, calls a method whose name it is given, opens a file, or
// gives back a class.
func rbMethod(name string) bool {
	return listWords(`all? any? none? one? append array? assoc at between? bsearch bytes bytesize call capitalize casecmp casecmp? ceil center chars chomp chop chr chunk_while clamp codepoints
		combination compact compare concat count cover? cycle delete delete_at delete_if delete_prefix delete_suffix difference dig disjoint? divmod digits downcase downto drop drop_while
		each each_byte each_char each_cons each_entry each_key each_line each_pair each_slice each_value each_with_index each_with_object empty? encode encoding end_with? entries eof? eql? even?
		except fdiv fetch fetch_values fields fill filter filter_map find find_all find_index detect finite? infinite? nan? first flat_map collect collect_concat flatten floor flush force_encoding
		format freeze frozen? gcd getc gets getbyte readline readlines readchar grep grep_v group_by gsub has_key? has_value? has hash headers hex hexdigest digest base64digest include? index insert
		inspect integer? intersect? intersection invert is_a? join keep_if key key? keys last lazy force eager lcm length lineno lines ljust lstrip map match match? max max_by member? merge message
		backtrace full_message min min_by minmax minmax_by modulo named_captures captures names negative? next nil? nonzero? nobits? oct odd? offset ord order pad partition path permutation pop pos
		positive? post_match pre_match pred prepend print printf product push puts putc quo rationalize read rehash reject remainder repeated_combination replace reverse reverse_each rewind
		rfind rindex rjust rotate round rpartition rstrip sample scan select shift shuffle size slice slice_when sort sort_by split squeeze start_with? step store strftime string strip sub
		subset? superset? succ sum swapcase symbolize_keys sync take take_while tally tap then times to_a to_c to_csv to_f to_h to_hash to_i to_int to_json to_r to_s to_set to_str to_sym to_yaml
		tr tr_s transform_keys transform_values transpose truncate tty? isatty unicode_normalize union uniq unshift upcase update upto valid_encoding? value value? values values_at with_index
		with_object with each_index write year month day hour min sec usec nsec wday yday mon mday utc localtime getutc getlocal iso8601 httpdate rfc2822 xmlschema zone to_date to_time
		to_datetime zero? zip <=> yield_self exception cause real total utime stime file? directory? mtime atime ctime mode uid gid symlink? jd cwday cweek next_day prev_day
		next_month prev_month next_year prev_year beginning saturday? sunday? monday? friday? tuesday? wednesday? thursday? leap? host port scheme query userinfo fragment segments bump
		release prerelease? satisfied_by? approximate bit_length abs magnitude numerator denominator real? imaginary b ascii_only? scrub crypt_none undump dump_none shellsplit shellescape parse_csv
		clear compact! map! collect! select! filter! reject! sort! sort_by! uniq! reverse! shuffle! flatten! rotate! slice! merge! transform_values! transform_keys! upcase! downcase! capitalize!
		swapcase! strip! lstrip! rstrip! chomp! chop! squeeze! sub! gsub! tr! delete! encode! add add? subtract close default rassoc sum chunk ruby2_keywords_none object_id itself
		success? exitstatus specs dependencies requirement full_name platform platforms version name instance_of? kind_of? respond_to? getlocal fnmatch? each_row by_col dup getutc prime? unpack unpack1 pack hash inject reduce set_encoding binmode fileno undump report compare! config next_month prev_month`, name)
}

// rbRefines lists those that put nothing into a table but what it has, or change
// lists and texts alone.
func rbRefines(name string) bool {
	return listWords(`append concat << delete delete_at delete_if insert keep_if pop prepend push shift unshift clear add add? subtract force_encoding set_encoding merge sort! sort_by! uniq! compact!
		reject! select! filter! reverse! shuffle! sub! gsub! strip! chomp! lstrip! rstrip! downcase! upcase! capitalize! squeeze! tr! delete! parse! next! exit! merge`, name)
}

// rbChanges reports whether a method may change its object.
func rbChanges(name string) bool {
	return strings.HasSuffix(name, "!") && !listWords("parse! order! permute!", name) || listWords(`append concat << delete delete_at delete_if fill force_encoding insert keep_if pop prepend push replace shift store unshift update clear add add?
		subtract rehash set_encoding merge symbolize_keys`, name)
}
