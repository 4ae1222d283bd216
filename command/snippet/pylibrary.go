package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Libraries that are no part of Python are installed almost everywhere. Of a
// few of them it is known which functions only compute, and which read or write
// the file that they are given; of the others nothing but the version.

// pyComputes lists functions of a library that only compute from plain data.
func pyComputes(library string) string {
	switch library {
	case "numpy":
		return `array asarray arange linspace logspace geomspace zeros ones full empty zeros_like ones_like full_like eye identity diag meshgrid reshape ravel transpose concatenate stack vstack hstack
			column_stack split array_split tile repeat unique sort argsort argmax argmin where nonzero clip round around floor ceil trunc abs absolute sign sqrt cbrt square power exp exp2 expm1 log
			log2 log10 log1p sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh deg2rad rad2deg degrees radians hypot sum prod cumsum cumprod mean median std var min max amin amax nanmean nanstd
			nanmin nanmax nansum nanmedian percentile quantile histogram bincount digitize corrcoef cov correlate convolve dot vdot inner outer matmul cross einsum kron trace diff gradient interp
			polyfit polyval roots isnan isinf isfinite isclose allclose array_equal all any logical_and logical_or logical_not logical_xor bitwise_and bitwise_or mod remainder fmod add subtract
			multiply divide true_divide floor_divide maximum minimum greater less equal not_equal count_nonzero flip fliplr flipud roll rot90 squeeze expand_dims argwhere searchsorted triu tril trapz
			intersect1d union1d setdiff1d in1d isin float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_ complex128 datetime64 timedelta64 array2string set_printoptions array_str
			linalg.norm linalg.inv linalg.det linalg.eig linalg.eigh linalg.eigvals linalg.svd linalg.solve linalg.lstsq linalg.qr linalg.cholesky linalg.matrix_rank linalg.pinv linalg.matrix_power
			random.rand random.randn random.randint random.random random.uniform random.normal random.choice random.shuffle random.permutation random.seed random.default_rng random.binomial
			random.poisson random.exponential random.beta random.standard_normal fft.fft fft.ifft fft.rfft fft.irfft fft.fftfreq`
	case "pandas":
		return `DataFrame Series Index Timestamp Timedelta to_datetime to_numeric to_timedelta date_range concat merge isna isnull notna notnull cut qcut crosstab melt get_dummies unique
			json_normalize Categorical NaT set_option options.display.max_columns show_versions`
	case "yaml":
		return "safe_load safe_load_all safe_dump"
	case "torch":
		return `cuda.is_available cuda.device_count cuda.get_device_name backends.mps.is_available manual_seed tensor zeros ones rand randn arange eye full get_num_threads`
	case "django", "numba", "llvmlite":
		return "get_version"
	case "dateutil":
		return "parser.parse parser.isoparse"
	case "tomli_w", "msgpack", "xmltodict":
		return "dumps packb parse unparse"
	case "tomlkit":
		return "loads dumps parse document table array inline_table item nl comment"
	case "psutil":
		return "virtual_memory swap_memory cpu_percent cpu_count cpu_times disk_usage boot_time getloadavg Process"
	case "rich":
		return "print console.Console table.Table pretty.pprint tree.Tree panel.Panel text.Text markdown.Markdown"
	case "seaborn":
		return `lineplot scatterplot barplot histplot kdeplot boxplot violinplot heatmap countplot regplot pointplot stripplot swarmplot relplot catplot displot pairplot jointplot lmplot
			set_theme set_style set_context set_palette color_palette despine`
	case "click", "typer":
		return "testing.CliRunner"
	case "tomli", "toml", "orjson", "ujson", "simplejson", "json5":
		return "loads dumps"
	case "packaging":
		return "version.parse version.Version"
	case "PIL":
		return "Image.open Image.new ImageDraw.Draw"
	case "pyarrow":
		return "parquet.read_table parquet.read_metadata parquet.read_schema parquet.ParquetFile"
	case "matplotlib":
		return `use pyplot.figure pyplot.subplots pyplot.plot pyplot.scatter pyplot.bar pyplot.barh pyplot.hist pyplot.boxplot pyplot.pie pyplot.fill_between pyplot.axhline pyplot.axvline pyplot.title
			pyplot.xlabel pyplot.ylabel pyplot.xlim pyplot.ylim pyplot.xticks pyplot.yticks pyplot.legend pyplot.grid pyplot.tight_layout pyplot.savefig pyplot.close pyplot.clf pyplot.imshow
			pyplot.colorbar pyplot.errorbar pyplot.step pyplot.text pyplot.suptitle pyplot.gca pyplot.gcf`
	}
	return ""
}

// pyLibraryValues lists plain values and classes that are only compared.
func pyLibraryValues(library string) string {
	switch library {
	case "numpy":
		return "pi e nan inf newaxis ndarray euler_gamma"
	case "pandas":
		return "NA NaT"
	case "PIL":
		return `Image.LANCZOS Image.BICUBIC Image.BILINEAR Image.NEAREST Image.BOX Image.HAMMING Image.Resampling.LANCZOS Image.Resampling.BICUBIC Image.Resampling.BILINEAR Image.Resampling.NEAREST
			Image.Resampling.BOX Image.FLIP_LEFT_RIGHT Image.FLIP_TOP_BOTTOM Image.ROTATE_90 Image.ROTATE_180 Image.ROTATE_270 Image.Transpose.FLIP_LEFT_RIGHT Image.Transpose.FLIP_TOP_BOTTOM
			Image.Transpose.ROTATE_90 Image.Transpose.ROTATE_180 Image.Transpose.ROTATE_270`
	case "yaml":
		return "YAMLError"
	case "requests":
		return "RequestException exceptions.RequestException exceptions.ConnectionError exceptions.Timeout ConnectionError Timeout HTTPError"
	case "torch":
		return "version.cuda float32 float64 int64 int32 int16 int8 uint8 long half bool float16 bfloat16 inf nan pi profiler.ProfilerActivity.CPU profiler.ProfilerActivity.CUDA"
	case "django":
		return "VERSION"
	}
	return ""
}

// pyLibraryAct names what a function of a library does with its first argument.
func pyLibraryAct(name string) string {
	switch name {
	case "pandas.read_csv", "pandas.read_table", "pandas.read_json", "pandas.read_excel", "pandas.read_parquet", "pandas.read_feather", "pandas.read_fwf", "pyarrow.parquet.read_table", "pyarrow.parquet.read_metadata", "pyarrow.parquet.read_schema", "pyarrow.parquet.ParquetFile", "numpy.load", "numpy.loadtxt", "numpy.genfromtxt",
		"polars.read_csv", "polars.read_parquet", "polars.read_json", "polars.read_ndjson", "polars.scan_csv", "polars.scan_parquet", "polars.scan_ndjson":
		return "read"
	case "openpyxl.load_workbook":
		return "read"
	case "numpy.savetxt", "numpy.save":
		return "write"
	case "pandas.read_sql", "pandas.read_sql_query":
		return "sql"
	case "joblib.dump":
		return "dump"
	case "requests.get", "requests.post", "requests.put", "requests.patch", "requests.head", "requests.options":
		return "ask"
	}
	return ""
}

// libraryMember is a name of a listed library that is not called.
func (j *pyJudge) libraryMember(name string) pyValue {
	library, rest, _ := strings.Cut(name, ".")
	known := pyComputes(library)
	switch {
	case listWords(pyLibraryValues(library), rest):
		return pyValue{}
	case listWords(known, rest), pyLibraryAct(name) != "":
		return pyValue{what: pyForeign, name: name}
	case listWords(`yaml.load yaml.load_all yaml.dump yaml.dump_all yaml.safe_dump_all yaml.SafeLoader yaml.CSafeLoader yaml.SafeDumper yaml.CSafeDumper yaml.BaseLoader pytest.main
		requests.Session requests.session`, name), library == "duckdb" && listWords(pyDuck, rest):
		return pyValue{what: pyForeign, name: name}
	case name == "django.conf.settings": // the project's own
		return pyValue{what: pyForeign, name: "settings"}
	case harmless(library, rest), listWords(pyApplication(library), rest):
		return pyValue{what: pyForeign, name: name}
	case j.soft != nil && framework(name):
		return pyValue{what: pyForeign, name: name}
	case !strings.HasPrefix(rest, "_") && (strings.Contains(" "+known, " "+rest+".") || strings.Contains(known, "\t"+rest+".") || strings.HasPrefix(name, "requests.exceptions") || name == "torch.version"):
		return pyValue{what: pyForeign, name: name} // a part of it
	}
	return j.fail()
}

// libraryCall calls a function of a listed library.
//
// Long: one case a kind of function; it is a table.
func (j *pyJudge) libraryCall(name string, n *node) pyValue {
	library, rest, _ := strings.Cut(name, ".")
	first := j.argument(n, 0, "")
	if v, ok := j.loads(name, n); ok {
		return v
	}
	j.lends = j.lends || !listWords("yaml tomli_w msgpack xmltodict tomlkit", library) // which gives plain data
	if library == "duckdb" {
		return j.duckFunction(rest, n)
	}
	switch pyLibraryAct(name) {
	case "read":
		j.only(n, 1, `sep delimiter header names index_col usecols dtype nrows parse_dates encoding na_values skiprows low_memory quotechar comment thousands decimal chunksize on_bad_lines lines orient
			sheet_name columns skip_header unpack ndmin keep_default_na dayfirst skipinitialspace separator has_header schema_overrides infer_schema_length try_parse_dates data_only read_only rich_text ignore_errors null_values n_rows mmap_mode`)
		if way := j.argument(n, 1, "mmap_mode"); way != nil && name == "numpy.load" && (way.kind != nText || way.text != "r") {
			return j.fail() // it could be written to
		}
		if library == "polars" && strings.ContainsAny(j.word(first), "*?[{$") { // it looks for more than one
			return j.fail()
		}
		j.touch(pipeline.KindRead, j.localPaths(first), false, false)
		return pyValue{what: pyObject, name: library}
	case "write":
		j.only(n, 2, "fmt delimiter header comments newline")
		texts := j.localPaths(first)
		j.touch(pipeline.KindWrite, texts, false, false)
		if name == "numpy.save" {
			j.touch(pipeline.KindWrite, each(texts, func(s string) string { return s + ".npy" }), false, false)
		}
		return pyValue{}
	case "sql":
		j.only(n, 2, "con params index_col parse_dates columns dtype")
		con := j.argument(n, 1, "con")
		if v := j.eval(con); con == nil || v.what != pyObject || !listWords("sqlite3 sqlalchemy", v.name) {
			return j.fail()
		}
		j.sql(first, "execute")
		return pyValue{what: pyObject, name: library}
	case "dump":
		j.only(n, 2, "compress protocol filename value")
		j.touch(pipeline.KindWrite, j.localPaths(j.argument(n, 1, "filename")), false, false)
		return pyValue{}
	case "ask":
		j.only(n, 1, "timeout params headers json data allow_redirects")
		j.connects(first)
		return pyValue{what: pyObject, name: library}
	}
	switch {
	case rest == "testing.CliRunner":
		j.only(n, 0, "mix_stderr charset")
		return pyValue{what: pyObject, name: "runner"}
	case library == "seaborn":
		return j.plots(n)
	case name == "psutil.Process": // this one
		if len(n.kids) > 1 && (first == nil || first.kind != nCall || j.origin(first.kids[0]) != "os.getpid" && !(first.kids[0].kind == nAttr && first.kids[0].text == "getpid")) {
			return j.fail()
		}
	}
	if v, ok := j.pictures(name, n); ok {
		return v
	}
	if v, ok := j.applicationCall(name, n); ok {
		return v
	}
	if v, ok := j.torchCall(name, n); ok && library == "torch" {
		return v
	}
	if j.soft != nil && listWords(pyFramework(library), rest) {
		return j.defining(name, n)
	}
	if !listWords(pyComputes(library), rest) && !harmless(library, rest) {
		return j.fail()
	}
	if name == "pandas.set_option" && !strings.HasPrefix(j.word(first), "display.") { // some name modules that are loaded
		return j.fail()
	}
	j.tabled(n)
	if listWords("yaml tomli_w msgpack xmltodict tomlkit", library) || rest == "loads" { // numbers, texts, dates, lists and dictionaries
		return pyValue{}
	}
	return pyValue{what: pyObject, name: library}
}

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
		return "status_code text content headers ok reason url elapsed encoding json raise_for_status cookies history total_seconds"
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
		return "namelist infolist getinfo read testzip getnames getmembers getmember extractfile filename file_size compress_size date_time name size mode isfile isdir issym comment close is_dir CRC mtime external_attr internal_attr orig_filename flag_bits header_offset create_system extract_version linkname uid gid uname gname type pax_headers isreg islnk isdev compress_level"
	case "executor", "timer", "logger", "profile", "snapshot", "socket", "request", "server", "connection":
		return pyHeld(library)
	case "signature":
		return "parameters keys values items get name kind default annotation return_annotation args varargs varkw defaults kwonlyargs kwonlydefaults annotations"
	case "tempfile":
		return "name write writelines read readline readlines flush close seek tell truncate fileno"
	case "configparser":
		return "sections get getint getfloat getboolean items options has_section has_option keys values defaults set add_section remove_section remove_option optionxform"
	case "psutil":
		return `memory_info memory_full_info rss vms uss shared memory_percent cpu_percent cpu_times user system num_threads num_fds pid status create_time total available percent used free name
			num_ctx_switches io_counters threads`
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
	case base.name == "pandas" && !pyFrameMethod(name), pyHarmless(base.name) && !pyWild(base.name, name): // a column
		return pyValue{what: pyObject, name: base.name}
	case j.soft != nil && base.name == "matplotlib" && pyDraws(name):
		return base
	case base.name == "" || !listWords(pyObjectAttr(base.name), name) || listWords("agg aggregate query", name):
		return j.fail()
	}
	return pyValue{what: pyObject, name: base.name}
}

// objectCall calls a method of an object.
//
// Long: one case a kind of object; it is a table.
func (j *pyJudge) objectCall(base pyValue, n *node) pyValue {
	name := n.kids[0].text
	out := pyValue{what: pyObject, name: base.name}
	for _, judge := range [...]func(pyValue, string, *node) (pyValue, bool){j.held, j.session, j.packs, j.parser, j.runner} {
		if v, ok := judge(base, name, n); ok {
			return v
		}
	}
	if base.name == "duckdb" {
		return j.duckCall(name, n)
	}
	if base.name == "openpyxl" && name == "save" {
		j.only(n, 1, "")
		j.touch(pipeline.KindWrite, j.localPaths(j.argument(n, 0, "filename")), false, false)
		return pyValue{}
	}
	if v, ok := j.defined(base, name); ok {
		j.arguments(n)
		return v
	}
	switch {
	case base.name == "":
		if name == "eval" && len(n.kids) == 1 { // a model is told that it no longer learns
			j.handed = true
			return out
		}
		if pyHidden(name) {
			return j.fail()
		}
		return j.ownCall(name, n)
	case base.name == "sqlalchemy" && listWords("execute exec_driver_sql scalars scalar", name):
		if a := j.argument(n, 0, ""); a != nil && a.kind == nText {
			j.sql(a, "execute")
		}
		j.arguments(n)
		return out
	case base.name == "sqlite3" && listWords("execute executemany executescript", name):
		j.only(n, 2, "")
		j.sql(j.argument(n, 0, "sql"), name)
		return out
	case listWords("PIL PIL.new matplotlib", base.name):
		return j.pictureCall(base, name, n)
	case base.name == "pyarrow" && name == "to_pandas":
		j.only(n, 0, "")
		return pyValue{what: pyObject, name: "pandas"}
	case (base.name == "zipfile" || base.name == "configparser") && listWords("read namelist getnames testzip sections items keys values get getint getfloat getboolean options has_section has_option defaults", name) && (name != "read" || base.name == "zipfile"):
		j.arguments(n)
		return pyValue{}
	case base.name == "zipfile" && base.fixed && name == "open": // a member of it; tarfile has another function of that name
		j.only(n, 1, "")
		return pyValue{}
	case base.name == "modname" && listWords("startswith endswith split rsplit rpartition partition", name):
		j.arguments(n)
		return pyValue{}
	case base.name == "configparser" && listWords("read read_string read_file write", name):
		if name == "read" {
			j.only(n, 1, "encoding")
			files := j.argument(n, 0, "filenames")
			if lists := j.lists(files, 0); len(lists) == 1 { // several names
				for _, one := range lists[0] {
					j.touch(pipeline.KindRead, j.paths(one), false, false)
				}
				return pyValue{}
			}
			j.touch(pipeline.KindRead, j.paths(files), false, false)
		} else {
			j.arguments(n)
		}
		return pyValue{}
	case base.name == "polars" && listWords("write_csv write_json write_parquet write_ndjson", name):
		j.only(n, 1, "separator include_header compression")
		if a := j.argument(n, 0, "file"); a != nil {
			j.touch(pipeline.KindWrite, j.localPaths(a), false, false)
		}
		return pyValue{}
	case base.name == "pandas" && name == "to_sql":
		j.only(n, 2, "name con if_exists index index_label chunksize")
		if v := j.eval(j.argument(n, 1, "con")); v.what != pyObject || v.name != "sqlite3" {
			return j.fail()
		}
		return pyValue{}
	case base.name == "pandas" && listWords("to_csv to_json to_excel to_parquet to_html to_markdown", name):
		return j.frameWrites(n)
	case listWords(pyObjectAttr(base.name), name), pyHarmless(base.name) && !pyWild(base.name, name), base.name == "polars" && listWords("agg to_datetime to_date to_time to_lowercase to_uppercase to_titlecase to_integer to_decimal to_physical", name):
		return j.tableCall(name, out, n)
	}
	if v, ok := j.frameCall(base, name, n); ok {
		return v
	}
	if v, ok := j.torchCall(name, n); ok && base.name == "torch" {
		return v
	}
	return j.fail()
}
