package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Libraries that are no part of Python are installed almost everywhere. Of a
// few of them it is known which functions only compute, and which read or write
// the file that they are given; of the others nothing but the version.

// pyComputes lists functions of a library that only compute from plain data.
//
// Long: it is a table.
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
			random.poisson random.exponential random.beta random.standard_normal fft.fft fft.ifft fft.rfft fft.irfft fft.fftfreq show_config`
	case "pandas":
		return `DataFrame Series Index Timestamp Timedelta to_datetime to_numeric to_timedelta date_range concat merge isna isnull notna notnull cut qcut crosstab melt get_dummies unique
			json_normalize Categorical NaT set_option options.display.max_columns show_versions`
	case "yaml":
		return "safe_load safe_load_all safe_dump"
	case "torch":
		return `cuda.is_available cuda.device_count cuda.get_device_name backends.mps.is_available manual_seed tensor zeros ones rand randn arange eye full get_num_threads`
	case "django", "numba", "llvmlite":
		return "get_version"
	case "jwt": // with keys that are given
		return "encode decode get_unverified_header get_unverified_claims"
	case "dateutil":
		return "parser.parse parser.isoparse tz.gettz"
	case "tomli_w", "msgpack", "xmltodict":
		return "dumps packb unpackb loads parse unparse"
	case "tomlkit":
		return "loads dumps load dump parse document table array inline_table item nl comment aot boolean date datetime float_ integer key key_value string time value ws TOMLDocument"
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
		return "Image.open Image.new ImageDraw.Draw " + pyPainted
	case "pyarrow":
		return "parquet.read_table parquet.read_metadata parquet.read_schema parquet.ParquetFile"
	case "matplotlib":
		return `use cm pyplot.cm pyplot.figure pyplot.subplots pyplot.plot pyplot.scatter pyplot.bar pyplot.barh pyplot.hist pyplot.boxplot pyplot.pie pyplot.fill_between pyplot.axhline pyplot.axvline pyplot.title
			pyplot.xlabel pyplot.ylabel pyplot.xlim pyplot.ylim pyplot.xticks pyplot.yticks pyplot.legend pyplot.grid pyplot.tight_layout pyplot.savefig pyplot.close pyplot.clf pyplot.imshow
			pyplot.colorbar pyplot.errorbar pyplot.step pyplot.text pyplot.suptitle pyplot.gca pyplot.gcf rcParams rcParams.update rcParams.copy pyplot.rcParams pyplot.rcParams.update pyplot.style pyplot.style.use style style.use
			pyplot.acorr pyplot.angle_spectrum pyplot.annotate pyplot.arrow pyplot.autoscale pyplot.axes pyplot.axhspan pyplot.axis pyplot.axline pyplot.axvspan pyplot.bar_label pyplot.barbs pyplot.box pyplot.broken_barh
			pyplot.cla pyplot.clabel pyplot.clim pyplot.cohere pyplot.contour pyplot.contourf pyplot.csd pyplot.delaxes pyplot.draw pyplot.eventplot pyplot.figimage pyplot.figlegend pyplot.figtext pyplot.fill pyplot.fill_betweenx
			pyplot.gci pyplot.get_cmap pyplot.get_fignums pyplot.get_figlabels pyplot.fignum_exists pyplot.hexbin pyplot.hist2d pyplot.hlines pyplot.ioff pyplot.ion pyplot.locator_params pyplot.loglog pyplot.magnitude_spectrum
			pyplot.margins pyplot.matshow pyplot.minorticks_off pyplot.minorticks_on pyplot.pcolor pyplot.pcolormesh pyplot.phase_spectrum pyplot.plot_date pyplot.polar pyplot.psd pyplot.quiver pyplot.quiverkey pyplot.rcdefaults
			pyplot.rgrids pyplot.sca pyplot.sci pyplot.semilogx pyplot.semilogy pyplot.set_cmap pyplot.specgram pyplot.spy pyplot.stackplot pyplot.stairs pyplot.stem pyplot.streamplot pyplot.subplot pyplot.subplot2grid
			pyplot.subplot_mosaic pyplot.subplots_adjust pyplot.table pyplot.thetagrids pyplot.tick_params pyplot.ticklabel_format pyplot.tricontour pyplot.tricontourf pyplot.tripcolor pyplot.triplot pyplot.twinx pyplot.twiny
			pyplot.violinplot pyplot.vlines pyplot.xcorr pyplot.xscale pyplot.yscale ` + pyPlotParts
	}
	return ""
}

// pyLibraryValues lists plain values and classes that are only compared.
func pyLibraryValues(library string) string {
	switch library {
	case "nbformat":
		return "NO_CONVERT current_nbformat current_nbformat_minor ValidationError v4.nbformat v4.nbformat_minor"
	case "toml":
		return "TomlDecodeError"
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
	case "jwt":
		return "InvalidTokenError ExpiredSignatureError InvalidSignatureError DecodeError InvalidAudienceError InvalidIssuerError InvalidAlgorithmError MissingRequiredClaimError PyJWTError exceptions.InvalidTokenError exceptions.ExpiredSignatureError exceptions.DecodeError"
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
	case "openpyxl.load_workbook":
		return "read"
	case "pandas.ExcelWriter":
		return "writer"
	case "sklearn.tree.export_graphviz":
		return "graph"
	case "h5py.File":
		return "store"
	case "numpy.savetxt", "numpy.save", "numpy.savez", "numpy.savez_compressed", "scipy.io.savemat", "scipy.io.mmwrite", "scipy.io.wavfile.write", "scipy.sparse.save_npz":
		return "write"
	case "pandas.read_sql", "pandas.read_sql_query":
		return "sql"
	case "joblib.dump":
		return "dump"
	case "requests.get", "requests.post", "requests.put", "requests.patch", "requests.head", "requests.options":
		return "ask"
	}
	if listWords(pyFrameReads, name) {
		return "read"
	}
	return ""
}

// libraryMember is a name of a listed library that is not called.
func (j *pyJudge) libraryMember(name string) pyValue {
	library, rest, _ := strings.Cut(name, ".")
	known := pyComputes(library)
	if shade, ok := strings.CutPrefix(strings.TrimPrefix(rest, "pyplot."), "cm."); ok && library == "matplotlib" && listWords(pyShades, strings.TrimSuffix(shade, "_r")) {
		return pyValue{what: pyObject, name: library}
	}
	switch {
	case listWords(pyLibraryValues(library), rest), library == "jinja2" && listWords(pyJinja, name) && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "NotFound")):
		return pyValue{}
	case listWords(known, rest), listWords(pyDocuments(library), rest), pyLibraryAct(name) != "":
		return pyValue{what: pyForeign, name: name}
	case listWords(`yaml.load yaml.load_all yaml.dump yaml.dump_all yaml.safe_dump_all yaml.SafeLoader yaml.CSafeLoader yaml.SafeDumper yaml.CSafeDumper yaml.BaseLoader pytest.main
		requests.Session requests.session websockets.connect websockets.sync websockets.sync.client websockets.sync.client.connect
		aiohttp.ClientSession aiohttp.ClientTimeout`, name), listWords(pyJinja, name) && !strings.HasSuffix(name, "Error") && !strings.HasSuffix(name, "NotFound"), library == "duckdb" && listWords(pyDuck, rest):
		return pyValue{what: pyForeign, name: name}
	case name == "django.db.connection.queries": // what it asked
		j.handed = true
		return pyValue{what: pyObject}
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
	j.lends = j.lends || !listWords("yaml tomli_w msgpack xmltodict tomlkit nbformat toml markdown", library) // which gives plain data
	if library == "duckdb" {
		return j.duckFunction(rest, n)
	}
	switch pyLibraryAct(name) {
	case "read":
		return j.tableRead(name, first, n)
	case "write":
		return j.arraysWritten(name, first, n)
	case "writer":
		return j.tableWriter(first, n)
	case "store":
		return j.arrayStore(first, n)
	case "graph":
		return j.treeDrawn(n)
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
	if name == "dateutil.tz.gettz" { // a file of the system's own zones, by a name that leads nowhere else
		zone := j.word(first)
		if len(n.kids) != 2 || strings.ContainsAny(zone, ".:~\\") || strings.HasPrefix(zone, "/") {
			return j.fail()
		}
		return pyValue{what: pyObject, name: library}
	}
	if v, ok := j.documents(name, n); ok {
		return v
	}
	if v, ok := j.pictures(name, n); ok {
		return v
	}
	if library == "networkx" && strings.HasPrefix(rest, "draw") {
		return j.plots(n)
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
	return pyValue{what: pyObject, name: pyTableOf(library)}
}

// namedOnly reports whether all arguments of a call are some by these names.
func namedOnly(n *node, names string) bool {
	for _, a := range n.kids[1:] {
		if a.kind != nArg || !listWords(names, a.text) {
			return false
		}
	}
	return true
}

// objectCall calls a method of an object.
//
// Long: one case a kind of object; it is a table.
func (j *pyJudge) objectCall(base pyValue, n *node) pyValue {
	name := n.kids[0].text
	out := pyValue{what: pyObject, name: base.name}
	for _, judge := range [...]func(pyValue, string, *node) (pyValue, bool){j.held, j.session, j.packs, j.parser, j.runner, j.templated} {
		if v, ok := judge(base, name, n); ok {
			return v
		}
	}
	if base.name == "duckdb" {
		return j.duckCall(name, n)
	}
	if v, ok := j.arrayStoreCall(base, name, n); ok {
		return v
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
		if name == "compile" && namedOnly(n, "dialect compile_kwargs") { // a statement as SQL
			j.arguments(n)
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
	case base.name == "sqlalchemy" && name == "run_sync": // tables are made
		a := j.argument(n, 0, "fn")
		if len(n.kids) != 2 || a == nil || a.kind != nAttr || a.text != "create_all" || a.kids[0].kind != nAttr || a.kids[0].text != "metadata" {
			return j.fail()
		}
		j.plain(a.kids[0])
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
	case listWords("pandas xarray", base.name) && listWords(pyFrameWrites, name):
		return j.frameWrites(name, n)
	case name == "tofile" && pyHarmless(base.name): // an array as bytes
		return j.arraysWritten("", j.argument(n, 0, "fid"), n)
	case base.name == "excelwriter" && name == "close":
		j.only(n, 0, "")
		return pyValue{}
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
