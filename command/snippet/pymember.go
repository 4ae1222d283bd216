package snippet

// What objects of libraries have: names by which they are asked, and what is known of the
// answer.

// pyObjectAttr lists what the objects of a library have and do beyond plain
// data: none of it touches a file, runs a text, or calls a method by a name
// that is given as a text.
func pyObjectAttr(library string) string {
	switch library {
	case "pandas", "numpy":
		return `head tail sample describe shape dtypes dtype columns index values size ndim T mean median std var sum prod min max count nunique unique value_counts isna isnull notna notnull
			dropna fillna drop drop_duplicates duplicated rename reset_index set_index sort_values sort_index groupby nlargest nsmallest iloc loc iat at iterrows itertuples items corr cov cumsum
			cumprod diff pct_change shift rank quantile mode abs round clip astype isin between any all first last merge join pivot_table pivot melt stack unstack explode transpose to_dict to_list
			tolist to_numpy to_string to_records to_frame to_period to_pydatetime to_timestamp str dt cat memory_usage select_dtypes idxmax idxmin resample rolling expanding ewm copy reindex ffill
			bfill interpolate add_prefix add_suffix assign empty name size ngroups groups get_group nth cumcount reshape ravel flatten squeeze transpose argmax argmin argsort sort nonzero repeat
			real imag conj dot trace diagonal item itemsize nbytes max len lower upper strip split contains startswith endswith replace title year month day hour minute second weekday
			dayofweek day_name month_name date normalize strftime total_seconds days categories codes integers random normal uniform choice shuffle permutation standard_normal agg aggregate query`
	case "requests":
		return `status_code text content headers ok reason url elapsed encoding json raise_for_status cookies history total_seconds get items keys values get_dict get_list http_version reason_phrase
			is_success is_error is_client_error is_server_error is_redirect has_redirect_location links status read iter_lines iter_content apparent_encoding num_bytes_downloaded`
	case "h5py":
		return "attrs"
	case "duckdb":
		return "description columns shape types dtypes rowcount"
	case "sqlite3":
		return "cursor commit rollback close fetchall fetchone fetchmany description lastrowid rowcount total_changes in_transaction keys iterdump create_function create_aggregate create_collation set_trace_callback interrupt arraysize isolation_level"
	case "sqlalchemy":
		return "metadata create_all tables sorted_tables connect begin scalar scalars scalar_one scalar_one_or_none one one_or_none all first fetchall fetchone mappings commit rollback dispose close rowcount keys dialect name url"
	case "subprocess":
		return "communicate wait stdout stderr returncode args output check_returncode strip splitlines split"
	case "PIL", "PIL.new", "matplotlib", "pyarrow", "spec":
		return pyPictureAttr(library)
	case "zipfile": // nothing that writes files out
		return "namelist infolist getinfo read testzip getnames getmembers getmember extractfile filename file_size compress_size date_time name size mode isfile isdir issym comment close is_dir CRC mtime external_attr internal_attr orig_filename flag_bits header_offset create_system extract_version linkname uid gid uname gname type pax_headers isreg islnk isdev compress_level compress_type create_version extra volume raw_time path linkpath offset offset_data chksum devmajor devminor isblk ischr isfifo issparse sparse"
	case "executor", "timer", "logger", "profile", "snapshot", "socket", "request", "server", "connection", "child", "websocket":
		return pyHeld(library)
	case "signature":
		return "parameters keys values items get name kind default annotation return_annotation args varargs varkw defaults kwonlyargs kwonlydefaults annotations"
	case "tempfile":
		return "name write writelines read readline readlines flush close seek tell truncate fileno"
	case "configparser":
		return "sections get getint getfloat getboolean items options has_section has_option keys values defaults set add_section remove_section remove_option optionxform"
	case "psutil":
		return `memory_info memory_full_info rss vms uss shared memory_percent cpu_percent cpu_times user system num_threads num_fds pid status create_time total available percent used free name
			num_ctx_switches io_counters threads open_files cmdline exe cwd username nice children num_handles cpu_affinity is_running`
	case "rich":
		return "print add_column add_row rule add log width"
	case "tomlkit":
		return "add append update get keys values items setdefault pop as_string unwrap remove comment indent add_line multiline value"
	case "torch":
		return "item shape dtype device sum mean tolist size dim"
	}
	return "year month day hour minute second isoformat strftime date time major minor micro release public"
}

// objectAttr is an attribute of an object that is not called.
func (j *pyJudge) objectAttr(base pyValue, name string) pyValue {
	if v, ok := j.defined(base, name); ok {
		return v
	}
	switch {
	case base.name == "arguments":
		return j.parsed(name)
	case base.name == "packaging" && name == "operator": // of a specifier
		return pyValue{}
	case base.name == "subprocess" && name == "stdout":
		return pyValue{lines: base.lines, one: base.one}
	case base.name == "parser" && listWords("description prog epilog", name):
		return pyValue{}
	case base.name == "subprocess" && listWords("stdout stderr returncode args output", name), (base.name == "session" || base.name == "client") && listWords("headers cookies params", name):
		return pyValue{}
	case base.name == "child" && listWords("stdin stdout stderr pid returncode args", name), base.name == "jinja" && listWords("filters globals tests name filename", name):
		return pyValue{}
	case base.name == "tempfile" && name == "cleanup":
		return pyValue{what: pyOwn}
	case base.name == "tempfile" && name == "name":
		return pyValue{texts: base.texts}
	case base.name == "pkgutil" || base.name == "pkgutil.": // what iter_modules found
		if name == "name" && base.name == "pkgutil." {
			return pyValue{what: pyObject, name: "modname"}
		}
		if name == "name" || name == "ispkg" {
			return pyValue{}
		}
		return j.fail()
	case base.name == "" && !pyHidden(name):
		return pyValue{what: pyObject}
	case base.name == "" && listWords("__version__ __name__ __doc__ __class__ __dict__ __annotations__ __all__ __mro__ __bases__ __qualname__ __module__", name):
		j.soft.lists(name)
		return pyValue{}
	case base.name == "pandas" && name == "plot":
		return pyValue{what: pyObject, name: "matplotlib"}
	case base.name == "pandas" && name == "_merge": // the column that merge adds
		return pyValue{what: pyObject, name: base.name}
	case base.name == "pandas" && !pyFrameMethod(name), pyHarmless(base.name) && !pyWild(base.name, name), base.name == "h5py" && pyStored(name): // a column
		return pyValue{what: pyObject, name: base.name}
	case j.soft != nil && base.name == "matplotlib" && pyDraws(name):
		return base
	case base.name == "" || !listWords(pyObjectAttr(base.name), name) || listWords("agg aggregate query", name):
		return j.fail()
	}
	return pyValue{what: pyObject, name: base.name}
}
