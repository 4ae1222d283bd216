package snippet

import (
	"regexp"
	"strings"

	"passepartout/pipeline"
)

// The languages of which only words are read. In none of these lists is a name
// that opens, starts, loads or sends anything, or that calls what a text names.

//nolint:gochecknoglobals // tables, never changed
var (
	plainVariable = regexp.MustCompile(`^(?:` + plainNames + `)$`)

	luaWords = &vocabulary{
		words: wordsOf(`and break do else elseif end false for function if in local nil not or repeat return then true until while
			print tostring tonumber ipairs pairs type select next assert error unpack _VERSION
			string.format string.rep string.upper string.lower string.sub string.len string.reverse string.byte string.char string.find string.match string.gmatch string.gsub
			table.concat table.sort table.insert table.remove table.unpack os.time os.date os.clock os.difftime io.write utf8.char utf8.len utf8.codepoint
			math.pi math.huge math.floor math.ceil math.sqrt math.abs math.max math.min math.random math.randomseed math.sin math.cos math.tan math.asin math.acos math.atan math.exp math.log
			math.fmod math.modf math.tointeger math.type math.pow math.maxinteger math.mininteger`),
		methods: wordsOf(`upper lower rep format sub len reverse byte gsub match find gmatch`),
		join:    '.', marks: `%^~#:&|`, quotes: `"'`, variable: plainVariable, fields: true,
		refuses: regexp.MustCompile(`\[=*\[|--|[^\x20-\x7e\n\t]`),
	}

	elixirWords = &vocabulary{
		words: wordsOf(`do end fn if else unless case cond when and or not in true false nil for into
			rem div abs max min round trunc length hd tl elem tuple_size map_size byte_size inspect to_string is_nil is_integer is_float is_number is_binary is_list is_atom is_map
			IO.puts IO.inspect IO.write System.version System.otp_release
			Enum.map Enum.filter Enum.reject Enum.reduce Enum.sum Enum.product Enum.count Enum.max Enum.min Enum.max_by Enum.min_by Enum.sort Enum.sort_by Enum.reverse Enum.join Enum.map_join Enum.zip Enum.zip_with
			Enum.with_index Enum.chunk_every Enum.chunk_by Enum.group_by Enum.frequencies Enum.frequencies_by Enum.uniq Enum.uniq_by Enum.take Enum.take_while Enum.drop Enum.drop_while Enum.at Enum.find Enum.any? Enum.all? Enum.member?
			Enum.flat_map Enum.to_list Enum.each Enum.split Enum.split_with Enum.slice Enum.dedup Enum.intersperse Enum.into Enum.empty? Enum.first Enum.scan Enum.random Enum.shuffle Enum.concat
			String.upcase String.downcase String.capitalize String.length String.split String.trim String.replace String.reverse String.slice String.contains? String.starts_with? String.ends_with? String.graphemes String.to_integer String.to_float
			String.pad_leading String.pad_trailing String.duplicate String.at String.codepoints String.valid? String.normalize String.jaro_distance
			Integer.to_string Integer.parse Integer.digits Integer.undigits Integer.gcd Integer.pow Integer.mod Integer.floor_div Integer.is_even Integer.is_odd Float.round Float.ceil Float.floor Float.to_string Float.parse
			List.flatten List.first List.last List.delete List.zip List.to_tuple List.duplicate List.wrap Map.new Map.get Map.put Map.keys Map.values Map.merge Map.delete Map.to_list Map.has_key? Map.take Map.update Map.fetch MapSet.new MapSet.size MapSet.member? MapSet.union
			Keyword.get Keyword.keys Tuple.to_list Range.new Stream.map Stream.filter Stream.iterate Stream.cycle Stream.take Stream.unfold Date.diff Date.add Date.new Date.utc_today Date.day_of_week Date.from_iso8601 Date.to_string Date.compare Date.days_in_month Date.leap_year?
			DateTime.utc_now DateTime.to_unix DateTime.from_unix DateTime.diff DateTime.add DateTime.to_iso8601 DateTime.from_iso8601 DateTime.truncate NaiveDateTime.diff NaiveDateTime.add Time.diff Time.add Base.encode16 Base.decode16 Base.encode64 Base.decode64 URI.parse URI.encode URI.decode Version.compare Version.match? Bitwise.band Bitwise.bor`),
		join: '.', comment: '#', marks: `%^:&|!@`, quotes: `"'`, variable: plainVariable, sigils: true,
		refuses: regexp.MustCompile(`\?["#'~\\]|\s\.[^.]|[^.]\.\s|[^\x20-\x7e\n\t]`),
	}

	erlangWords = &vocabulary{
		words: wordsOf(`case of end if when begin fun andalso orelse not and or xor div rem band bor bxor bnot bsl bsr true false ok
			halt length abs round trunc float hd tl element tuple_size byte_size bit_size size max min is_integer is_list is_atom is_binary is_float is_number is_tuple is_map integer_to_list list_to_integer atom_to_list integer_to_binary binary_to_list
			list_to_binary list_to_tuple tuple_to_list float_to_list list_to_float
			io:format io:fwrite io:put_chars io:nl io_lib:format erlang:system_info erlang:halt erlang:display erlang:memory erlang:phash2 erlang:md5 erlang:crc32 erlang:monotonic_time erlang:system_time erlang:integer_to_list init:stop
			lists:seq lists:sum lists:map lists:filter lists:foldl lists:foldr lists:foreach lists:reverse lists:sort lists:usort lists:max lists:min lists:zip lists:nth lists:last lists:member lists:flatten lists:append lists:concat lists:duplicate lists:split lists:sublist lists:keyfind lists:partition lists:all lists:any
			maps:from_list maps:to_list maps:get maps:put maps:keys maps:values maps:map maps:filter maps:fold maps:merge maps:size string:uppercase string:lowercase string:tokens string:split string:join string:length string:trim string:reverse string:to_integer
			math:pi math:sqrt math:pow math:exp math:log math:log2 math:log10 math:sin math:cos math:tan math:ceil math:floor calendar:local_time calendar:universal_time calendar:day_of_the_week calendar:valid_date calendar:date_to_gregorian_days
			binary:encode_hex binary:split binary:part base64:encode base64:decode unicode:characters_to_list unicode:characters_to_binary queue:new sets:from_list sets:size ordsets:from_list`),
		join: ':', comment: '%', marks: `#|!`, quotes: `"`, variable: regexp.MustCompile(`^[A-Z_]\w*$`), data: true,
		refuses: regexp.MustCompile(`[$'?]|\breceive\b|!|[^\x20-\x7e\n\t]`),
	}

	octaveWords = &vocabulary{
		words: wordsOf(`if else elseif end endif for endfor while endwhile do until break continue function endfunction return true false pi Inf NaN NA eps e i j ans
			disp printf display sprintf num2str mat2str int2str zeros ones eye rand randn randi linspace logspace size numel length ndims rows columns sum prod cumsum cumprod mean median mode std var max min sort unique find any all abs sqrt exp log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh
			floor ceil round fix mod rem gcd lcm primes isprime factor factorial nchoosek inv pinv det rank trace eig svd qr lu chol cond norm null orth expm kron cross dot transpose reshape repmat cat horzcat vertcat fliplr flipud rot90 circshift diag triu tril polyfit polyval roots poly conv deconv interp1 trapz diff
			cov corr corrcoef hist histc fft ifft real imag conj angle isempty isnan isinf isreal isnumeric ischar strcmp strcmpi strrep strsplit strjoin strtrim strcat upper lower regexprep regexp num2cell cell struct isfield fieldnames int32 int64 uint8 double single logical bitand bitor bitshift dec2bin bin2dec dec2hex hex2dec
			tic toc clock datestr floor version OCTAVE_VERSION meshgrid cumtrapz nnz sign idivide power times plus minus sub2ind ind2sub ismember setdiff union intersect isequal issorted nthroot cbrt hypot erf gamma beta`),
		join: '.', marks: `^:&|~!@'`, quotes: `"'`, variable: plainVariable, fields: true, prime: true,
		refuses: regexp.MustCompile(`\.\.\.|[^\x20-\x7e\n\t]`), reads: octaveReads,
	}
)

// dataRead is a call that reads numbers from a file.
var dataRead = regexp.MustCompile(`^(?:dlmread|csvread|load)\s*\(\s*(?:"([\w./-]+)"|'([\w./-]+)')\s*[,)]`)

// octaveReads takes such a call.
func octaveReads(s *scanned) bool {
	m := dataRead.FindStringSubmatch(s.text[s.at:])
	if len(m) != 3 || strings.HasPrefix(m[1]+m[2], "-") {
		return false
	}
	s.effects = append(s.effects, Effect{Kind: pipeline.KindRead, Object: m[1] + m[2]})
	s.at += len(m[0])
	return true
}

// Lua reads a small program in Lua.
func Lua(text string, _ Given) ([]Effect, bool) { return luaWords.spoken(text, 0) }

// Elixir reads a small program in Elixir.
func Elixir(text string, _ Given) ([]Effect, bool) { return elixirWords.spoken(text, 0) }

// Erlang reads what erl -eval is given. What .erlang in the folder says comes first.
func Erlang(text string, _ Given) ([]Effect, bool) { return inFolder(erlangWords.spoken(text, 0)) }

// Octave reads a small program for GNU Octave, to which functions of the folder
// come first, and .octaverc before all.
func Octave(text string, _ Given) ([]Effect, bool) { return inFolder(octaveWords.spoken(text, 0)) }

// inFolder adds that files of the folder run as code as well.
func inFolder(effects []Effect, ok bool) ([]Effect, bool) {
	return append(effects, Effect{Kind: pipeline.KindCode, Object: "."}), ok
}
