package snippet

import (
	"regexp"
	"strings"
)

// exConstant is a constant text as the first argument, up to what ends it.
var exConstant = regexp.MustCompile(`^\("([\w./*{},@+-]*)"[,)]`)

// exStatement is a constant statement for a database as the argument, perhaps
// behind the module that is asked.
var exStatement = regexp.MustCompile(`^\(\s*(?:[A-Z][\w.]*,\s*)?"([^"#\\]*)"`)

// exFunction is a function as the last argument.
var exFunction = regexp.MustCompile(`^\((?:[^():]*, *)?(?:fn |&)`)

// exHere is a name for this machine behind a key.
var exHere = regexp.MustCompile(`^\s*"(?:localhost|127\.0\.0\.1|https?://localhost(?::\d+)?[^"#]*)"`)

// exData lists modules of Elixir of which every function but those that make
// atoms computes.
func exData(module string) bool {
	return listWords(`Enum Stream Map MapSet Keyword List Tuple Range String Integer Float Regex Date Time DateTime NaiveDateTime Calendar Calendar.ISO Bitwise Base URI Version Access Inspect.Opts IO.ANSI
		Process Task Agent GenServer Supervisor DynamicSupervisor Registry Task.Supervisor Exception ArgumentError RuntimeError KeyError ArithmeticError MatchError FunctionClauseError Protocol.UndefinedError
		Enumerable Collectable Inspect String.Chars ExUnit.Case ExUnit.Assertions Logger Date.Range Stacktrace Duration JSON UndefinedFunctionError ErlangError CaseClauseError Kernel.SpecialForms`, module)
}

// exFunctions lists functions of further modules that compute, print or tell.
func exFunctions(module string) string {
	switch module {
	case "IO":
		return "puts inspect write warn binwrite gets read getn stream iodata_to_binary iodata_length chardata_to_string"
	case "System":
		return "os_time monotonic_time system_time version otp_release unique_integer schedulers_online schedulers build_info endianness argv convert_time_unit halt stop system_info"
	case "Path":
		return "join basename dirname extname rootname split relative type"
	case "Application":
		return "ensure_all_started ensure_started get_env fetch_env fetch_env! loaded_applications started_applications spec get_application app_dir"
	case "Mix":
		return "env target"
	case "Mix.Project":
		return "config get deps_paths build_path app_path"
	case "Code":
		return "ensure_loaded ensure_loaded? ensure_loaded! string_to_quoted string_to_quoted! format_string!"
	case "Module":
		return "split"
	case "Function":
		return "identity info"
	case "File.Stat":
		return ""
	case "ExUnit":
		return "start run"
	case "Atom":
		return "to_string to_charlist"
	case "StringIO":
		return "open contents close flush"
	}
	return ""
}

// exLanguage reports whether a name is that of a module of the language.
func exLanguage(name string) bool {
	end := wordEnd(name, 0)
	return listWords(`Enum Stream Map MapSet Keyword List Tuple Range String Integer Float Regex Date Time DateTime NaiveDateTime Calendar Bitwise Base URI Version Access Inspect IO Process Task Agent GenServer
		Supervisor DynamicSupervisor Registry Exception ArgumentError RuntimeError KeyError ArithmeticError MatchError FunctionClauseError Protocol Enumerable Collectable ExUnit Logger Kernel System Path
		Application Mix Code Module Function File StringIO Port Node Macro Behaviour Atom Config Record OptionParser PartitionSupervisor EEx IEx Hex Elixir Env Duration JSON HashDict HashSet Dict Set GenEvent
		UndefinedFunctionError ErlangError CaseClauseError SystemLimitError Stacktrace`, name[:end])
}

// exStranger lists libraries that reach other machines, start programs, take
// code, or open what they are named.
func exStranger(name string) bool {
	return listWords(`HTTPoison HTTPotion Req Tesla Finch Mint Hackney Mojito Gun Neuron Absinthe ExAws Waffle Arc Swoosh Bamboo Mailgun Sendgrid Oban Exq Verk Rihanna Honeydew Quantum Briefly Temp Rambo Porcelain Exexec
		Exile MuonTrap SSHEx SSHKit Bootleg Edeliver Distillery Redix Postgrex MyXQL Mariaex Tds Exqlite Mongo AMQP Broadway KafkaEx Brod Kaffe Stripity Stripe ExTwilio Tentacat Slack Nostrum Goth GoogleApi Kubereq K8s
		Sentry Appsignal Honeybadger Rollbax Explorer Pythonx Pyrlang Rustler Zigler Nif Luerl Sandbox Sobelow Igniter Livebook Kino Wallaby Hound Mockery FileSystem Wormhole Libcluster Horde Swarm Nerves VintageNet Circuits
		Ecto_migration Mixpanel Segment Zstream Elixlsx Packmatic Unzip Docker Testcontainers Bypass WebSockex Slipstream PhoenixClient Ueberauth Assent Guardian Pow Coherence LiveDashboard Recon`, name)
}

// exErlang lists functions of Erlang's modules that compute, wait or tell.
func exErlang(module, name string) bool {
	if listWords("lists maps math string queue gb_trees gb_sets sets ordsets orddict dict array binary rand calendar unicode counters base64 proplists io_lib digraph", module) {
		return true
	}
	switch module {
	case "timer":
		return listWords("tc sleep now_diff seconds minutes hours", name)
	case "crypto":
		return listWords("hash mac strong_rand_bytes", name)
	case "ets":
		return listWords("new insert lookup delete info match select tab2list member first next update_counter delete_all_objects insert_new all lookup_element foldl", name)
	case "sys":
		return listWords("get_state get_status", name)
	case "erlang":
		return listWords("memory system_info monotonic_time system_time process_info phash2 md5 unique_integer statistics garbage_collect term_to_binary byte_size self float_to_binary crc32 adler32 timestamp process_info processes", name)
	case "zlib":
		return listWords("compress uncompress gzip gunzip zip unzip", name)
	case "persistent_term":
		return listWords("get info", name)
	}
	return false
}

// exErlangReaches lists modules of Erlang by which a program reaches out, whose
// names may stand nowhere but before a function that is listed.
func exErlangReaches(name string) bool {
	return listWords(`os httpc erlang inet gen_tcp gen_udp ssl ssh ssh_sftp ftp tftp erl_eval erl_scan erl_parse rpc erpc net_kernel net_adm slave peer filelib file_server prim_file prim_inet erl_prim_loader
		dets disk_log mnesia erl_tar gen_sctp proc_lib gen_server xref ttb elixir elixir_compiler elixir_eval hackney gun ibrowse lhttpc atoms atoms!`, name)
}

// exErlangWords lists further ones whose names are also words that data has: they
// may stand where nothing is called by a name that a variable holds.
func exErlangWords(name string) bool {
	return listWords("file code init application user io shell compile zip global pool c heart auth socket timer supervisor sys cover dbg debugger system cmd eval apply", name)
}

// exKernelReaches lists functions that stand without a module and run code, call
// by a name, or make one.
func exKernelReaches(name string) bool {
	return listWords(`apply spawn spawn_link spawn_monitor quote unquote unquote_splicing defmacro defmacrop defdelegate defoverridable binding var! alias!
		to_existing_atom binary_to_atom list_to_atom sigil_c __using__ put_in_code`, name) || strings.HasPrefix(name, "sigil_")
}

// exAsked reports whether a function of the project may be asked for.
func exAsked(name string) bool {
	bare := strings.TrimRight(name, "?!")
	return !pyReaches(bare) && !exCalls(name) && (!pyCommands(bare) || bare == "call" || bare == "start_link") &&
		!listWords("delete delete_all update_all insert_all rollback migrate drop truncate query execute deploy deliver deliver_now deliver_later send_email publish broadcast broadcast_from enqueue", bare)
}

// exCalls lists functions that a variable is never asked for: it could hold the
// name of a module.
func exCalls(name string) bool {
	return listWords(`cmd shell eval eval_string eval_file eval_quoted rm rm! rm_rf rm_rf! write write! open open! request connect load_file compile_file compile_string require_file halt spawn apply consult script
		to_atom to_existing_atom concat binary_to_term binary_to_atom list_to_atom cp cp! cp_r cp_r! rename rename! ln_s ln_s! chmod chmod! install delete_file del_dir del_dir_r put_env delete_env list_dir read_file write_file`, name)
}

// exImport reports whether a module of the language or of Ecto is imported, whose
// functions are data.
func exImport(rest string) bool {
	for _, name := range [...]string{"Ecto.Query", "Ecto.Changeset", "Bitwise", "Enum", "String", "Kernel", "Map", "ExUnit.Assertions", "Integer", "Keyword"} {
		if after, ok := strings.CutPrefix(rest, name); ok && (after == "" || strings.IndexByte(" \n,;", after[0]) >= 0) {
			return true
		}
	}
	return false
}
