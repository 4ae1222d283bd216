package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// Files that tables and arrays are read from and written to. What opens a file in a way
// that needs more than that file is not among them: servers, the clipboard, pickles that
// are read, what is found by an address.

// pyFrameWrites lists methods of tables that write the file they are given, or give a text
// if they get none.
const pyFrameWrites = "to_csv to_json to_excel to_parquet to_html to_markdown to_feather to_pickle to_hdf to_stata to_xml to_latex to_orc to_file to_netcdf"

// pyFrameReads lists what else reads one file (pandas' "Input/output" in its API reference);
// the address of which none is given is caught by localPaths.
const pyFrameReads = `pandas.read_csv pandas.read_table pandas.read_json pandas.read_excel pandas.read_parquet pandas.read_feather pandas.read_fwf pandas.read_orc pandas.read_stata pandas.read_sas pandas.read_html pandas.ExcelFile
	numpy.load numpy.memmap numpy.loadtxt numpy.genfromtxt numpy.fromfile
	scipy.io.loadmat scipy.io.whosmat scipy.io.mmread scipy.io.mminfo scipy.io.wavfile.read scipy.sparse.load_npz
	pyarrow.parquet.read_table pyarrow.parquet.read_metadata pyarrow.parquet.read_schema pyarrow.parquet.ParquetFile
	polars.read_csv polars.read_parquet polars.read_json polars.read_ndjson polars.scan_csv polars.scan_parquet polars.scan_ndjson
	geopandas.read_file geopandas.read_parquet geopandas.read_feather xarray.open_dataset xarray.open_dataarray xarray.load_dataset xarray.load_dataarray`

// pyFrameReadOptions are the arguments of these, none of which names anything to run or to
// fetch.
const pyFrameReadOptions = `sep delimiter header names index_col usecols dtype nrows parse_dates encoding na_values skiprows low_memory quotechar comment thousands decimal chunksize on_bad_lines lines orient
	sheet_name columns skip_header unpack ndmin keep_default_na dayfirst skipinitialspace separator has_header schema_overrides infer_schema_length try_parse_dates data_only read_only rich_text ignore_errors null_values n_rows mmap_mode mode shape offset order
	true_values false_values skipfooter skip_blank_lines date_format infer_datetime_format cache_dates memory_map float_precision quoting escapechar doublequote lineterminator encoding_errors iterator keep_date_col prefix
	na_filter delim_whitespace widths colspecs infer_nrows typ convert_dates convert_axes precise_float date_unit keep_default_dates dtype_backend filters match displayed_only convert_categoricals count squeeze_me
	struct_as_record simplify_cells variable_names skip_rows row_index_name bbox mask rows layer ignore_geometry chunks decode_times decode_cf mask_and_scale drop_variables use_cols skip_footer max_rows invalid_raise
	filling_values missing_values deletechars autostrip allow_pickle engine`

// pyEngines are the ways to read and write a table that pandas knows by name; any other
// name would be a module.
const pyEngines = "c python python-fwf pyarrow fastparquet openpyxl xlsxwriter xlrd odf calamine pyogrio fiona netcdf4 h5netcdf scipy"

// byEngine fails if a call names a way that is not listed, or has objects unpickled.
func (j *pyJudge) byEngine(n *node) {
	for _, a := range n.kids[1:] {
		if a.kind != nArg {
			continue
		}
		switch v := a.kids[0]; a.text {
		case "engine":
			j.failed = j.failed || v.kind == nText && !listWords(pyEngines, v.text) || v.kind != nText && v.kind != nConst
		case "driver":
			j.failed = j.failed || v.kind != nText || !listWords("GPKG GeoJSON FlatGeobuf GeoJSONSeq", v.text)
		case "allow_pickle":
			j.failed = j.failed || v.kind != nConst || v.text != "False"
		}
	}
}

// tableInput reports whether what is read is no file of its own: standard input, or a text
// in memory that is written there.
func (j *pyJudge) tableInput(first *node) bool {
	switch {
	case first == nil:
		return false
	case first.kind == nAttr && listWords("stdin buffer", first.text):
		for first.kind == nAttr && first.text == "buffer" {
			first = first.kids[0]
		}
		return first.kind == nAttr && first.text == "stdin" && j.eval(first.kids[0]).what == pyModule && j.eval(first.kids[0]).name == "sys"
	case j.openFile(first, 0):
		j.plain(first)
		return true
	}
	return false
}

// tableRead judges a function that reads a table or arrays from a file.
func (j *pyJudge) tableRead(name string, first, n *node) pyValue {
	library, _, _ := strings.Cut(name, ".")
	j.only(n, 1, pyFrameReadOptions)
	j.byEngine(n)
	if way := j.argument(n, 1, "mmap_mode"); way != nil && name == "numpy.load" && (way.kind != nText || way.text != "r") {
		return j.fail() // it could be written to
	}
	if way := j.argument(n, 2, "mode"); (name == "numpy.memmap") != (way != nil && way.kind == nText && listWords("r c", way.text)) { // by itself it can be
		return j.fail()
	}
	if library == "polars" && strings.ContainsAny(j.word(first), "*?[{$") { // it looks for more than one
		return j.tablesRead(first)
	}
	if !j.tableInput(first) {
		texts := j.localPaths(first)
		for _, t := range texts { // other kinds may be read from elsewhere: /vsis3/…, a .vrt that says where
			j.failed = j.failed || name == "geopandas.read_file" && (strings.HasPrefix(t.s, "/vsi") || !listWords(".geojson .json .geojsonl .gpkg .shp .fgb", path.Ext(t.s)))
		}
		j.touch(pipeline.KindRead, texts, false, false)
	}
	return pyValue{what: pyObject, name: pyTableOf(library)}
}

// tablesRead judges a pattern of files below the folder.
func (j *pyJudge) tablesRead(first *node) pyValue {
	word := j.word(first)
	head, _, _ := strings.Cut(word, "*")
	if first.kind != nText || strings.ContainsAny(word, "?[{$:~|\\") || strings.Contains(word, "**") || strings.Contains(word, "..") || strings.Index(head, "/") < 1 {
		return j.fail()
	}
	j.touch(pipeline.KindRead, []pyText{{s: word, glob: true}}, false, false)
	return pyValue{what: pyObject, name: pyTableOf("polars")}
}

// pyTables reports whether a library has tables, whose methods are called by their names
// alone: what some of them are given must be looked at.
func pyTables(library string) bool { return listWords("pandas polars xarray", library) }

// pyTableOf is the library whose tables those of another one are.
func pyTableOf(library string) string {
	if library == "geopandas" {
		return "pandas"
	}
	return library
}

// arraysWritten judges a function that writes arrays to the file it is given, whose name
// gets an ending if it has none.
func (j *pyJudge) arraysWritten(name string, first, n *node) pyValue {
	ending := ""
	switch name {
	case "numpy.savez", "numpy.savez_compressed": // each array by the name of its argument
		ending = ".npz"
		if len(n.kids) < 2 || n.kids[1].kind == nArg || n.kids[1].kind == nStar {
			return j.fail()
		}
		for _, a := range n.kids[2:] {
			if a.kind == nArg && a.text == "file" || a.kind == nArg && a.text == "allow_pickle" {
				return j.fail()
			}
			if a.kind == nArg || a.kind == nStar {
				a = a.kids[0]
			}
			j.plain(a)
		}
	default:
		ending = map[string]string{"numpy.save": ".npy", "scipy.io.savemat": ".mat", "scipy.sparse.save_npz": ".npz", "scipy.io.mmwrite": ".mtx"}[name]
		places := 2
		if name == "scipy.io.wavfile.write" {
			places = 3
		}
		j.only(n, places, "fmt delimiter header comments newline footer encoding do_compression appendmat format long_field_names oned_as compressed comment field precision symmetry")
	}
	texts := j.localPaths(first)
	j.touch(pipeline.KindWrite, texts, false, false)
	if ending != "" {
		j.touch(pipeline.KindWrite, each(texts, func(s string) string { return s + ending }), false, false)
	}
	return pyValue{}
}

// treeDrawn is export_graphviz: a text, or a file of it.
func (j *pyJudge) treeDrawn(n *node) pyValue {
	if out := j.argument(n, 1, "out_file"); out != nil && (out.kind != nConst || out.text != "None") {
		j.touch(pipeline.KindWrite, j.localPaths(out), false, false)
	}
	j.tabled(n)
	return pyValue{}
}

// tableWriter is pandas.ExcelWriter: a file that several tables go to.
func (j *pyJudge) tableWriter(first, n *node) pyValue {
	j.only(n, 1, "engine mode if_sheet_exists date_format datetime_format")
	j.byEngine(n)
	j.touch(pipeline.KindWrite, j.localPaths(first), false, false)
	return pyValue{what: pyObject, name: "excelwriter"}
}

// arrayStore is h5py.File: a file with arrays in it.
func (j *pyJudge) arrayStore(first, n *node) pyValue {
	j.only(n, 2, "mode libver track_order")
	mode := j.argument(n, 1, "mode")
	switch {
	case mode == nil || mode.kind == nText && mode.text == "r":
		j.touch(pipeline.KindRead, j.localPaths(first), false, false)
	case mode.kind == nText && listWords("w w- x", mode.text):
		j.touch(pipeline.KindWrite, j.localPaths(first), false, false)
	case mode.kind == nText && listWords("a r+", mode.text):
		texts := j.localPaths(first)
		j.touch(pipeline.KindRead, texts, false, false)
		j.touch(pipeline.KindWrite, texts, false, false)
	default:
		return j.fail()
	}
	j.lends = true
	return pyValue{what: pyObject, name: "h5py"}
}

// arrayStoreCall judges a method of such a file or of what is in it; false: it is another one.
// Arrays may lie in other files (external), which is left.
func (j *pyJudge) arrayStoreCall(base pyValue, name string, n *node) (pyValue, bool) {
	if base.name != "h5py" {
		return pyValue{}, false
	}
	if !pyStored(name) {
		return j.fail(), true
	}
	made := listWords("create_dataset create_group require_dataset require_group", name)
	for _, a := range n.kids[1:] {
		if a.kind == nStar || a.kind == nArg && made && !listWords("name data shape dtype chunks compression compression_opts maxshape fillvalue shuffle fletcher32 scaleoffset track_times track_order exact", a.text) {
			return j.fail(), true
		}
	}
	j.arguments(n)
	return base, true
}

// pyStored reports whether a name of what is in such a file, or of the arrays that it gives,
// leads to nothing but data: not to other files, nor to the layer below.
func pyStored(name string) bool {
	if strings.HasPrefix(name, "create") || strings.HasPrefix(name, "require") {
		return listWords("create_dataset create_group require_dataset require_group", name)
	}
	return !pyWild("numpy", name) && !listWords("id ref regionref links file filename driver parent external virtual_sources swmr_mode move build_virtual_dataset make_scale", name)
}

// frameWrites is DataFrame.to_csv and its like: to a file, or to a text.
func (j *pyJudge) frameWrites(name string, n *node) pyValue {
	places := 1
	if name == "to_hdf" {
		places = 2
	}
	j.only(n, places, `index header sep orient lines indent mode encoding columns na_rep float_format force_ascii date_format sheet_name partition_cols
		quoting quotechar lineterminator line_terminator escapechar doublequote decimal date_unit double_precision tablefmt index_label startrow startcol freeze_panes merge_cells inf_rep caption label column_format
		longtable escape bold_rows border table_id classes justify render_links max_rows max_cols show_dimensions col_space sparsify index_names protocol version write_index data_label root_name row_name attr_cols elem_cols
		namespaces prefix xml_declaration pretty_print key format complevel complib append data_columns min_itemsize nan_rep dropna driver layer crs compression engine numalign stralign headers floatfmt schema_version to_wgs84 drop_id show_bbox
		unlimited_dims`)
	j.byEngine(n)
	for _, a := range n.kids[1:] { // gzip and its like; a dictionary would hand more on
		if a.kind == nArg && a.text == "compression" && a.kids[0].kind != nText && a.kids[0].kind != nConst {
			return j.fail()
		}
	}
	first := j.argument(n, 0, "path_or_buf")
	deep := j.argument(n, 9, "partition_cols") != nil // a folder with files below
	switch {
	case first == nil:
		for _, a := range n.kids[1:] {
			j.failed = j.failed || a.kind == nStar
		}
	case first.kind == nAttr && first.text == "stdout" && j.eval(first.kids[0]).name == "sys":
	case j.openFile(first, 0):
		j.plain(first)
	case j.eval(first).what == pyObject && j.eval(first).name == "excelwriter":
	default:
		texts := j.localPaths(first)
		for _, t := range texts { // of other kinds several files are made beside each other
			j.failed = j.failed || name == "to_file" && !listWords(".geojson .json .geojsonl .gpkg .fgb", path.Ext(t.s))
		}
		j.touch(pipeline.KindWrite, texts, false, deep)
	}
	return pyValue{}
}
