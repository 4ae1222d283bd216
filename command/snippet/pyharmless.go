package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Some libraries only compute: what a function or a method of theirs is called
// does not matter, as it works on data in memory, but for names that pyWild
// knows. Left out are libraries that evaluate texts as code somewhere: SymPy
// (sympify), statsmodels (formulas of patsy), Markdown (extensions by name).

// pyHarmless reports whether a library only computes.
func pyHarmless(library string) bool {
	return listWords(`numpy pandas scipy sklearn polars torch torchvision shapely dateutil pytz pendulum arrow tzlocal humanize packaging toolz cytoolz more_itertools sortedcontainers cachetools
		tabulate prettytable wcwidth termcolor colorama tqdm freezegun faker sqlparse idna chardet charset_normalizer regex rapidfuzz thefuzz Levenshtein jellyfish bitarray
		mpmath libcst multidict yarl frozenlist bs4 soupsieve inflection slugify unidecode emoji typing_extensions geopandas xarray networkx statsmodels`, library)
}

// pyWild reports whether a part of a name of such a library may stand for more
// than computing: it reads or writes files, asks the network, calls what is
// named by a text, or leads to modules that have little to do with the rest.
// Names that are known one by one are asked for first.
func pyWild(library, name string) bool {
	if pyConverts(library, name) {
		return false
	}
	for _, prefix := range [...]string{"_", "to_", "from_", "read", "write", "scan", "sink", "eval", "exec", "query", "pipe", "agg", "plot", "hist", "boxplot", "style", "save", "dump", "tofile", "load", "open",
		"fromfile", "fromregex", "genfromtxt", "info", "flags", "attrs", "io", "os", "sys", "fetch", "download", "import", "run", "call", "system", "shell", "compile", "deserial", "serial", "show", "make_class",
		"tzfile", "tzical", "gettz", "webuse", "get_rdataset", "set_rng",
		"Excel", "HDF", "register", "set_backend", "set_global", "skip_backend", "get_type_hints", "add_newdoc", "lookfor", "recfrom"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	if listWords(`lib core compat util utils api testing conftest distutils f2py ctypeslib memmap DataSource weave LowLevelCallable externals datasets plotting session cli console contrib
		__main__ tests test getattr setattr ctypes invoke fs flight sql sql_expr SQLContext Config parallel config providers plugins asformat ODR Delta mat`, name) || listWords(pyOutside(library), name) {
		return true
	}
	// What a module has imported; some of their own have such names, too.
	if listWords(pyStdlib, name) && !listWords("signal random parser array select copy time calendar statistics string struct filter token queue code html types", name) {
		return true
	}
	if library == "libcst" && listWords("codemod tool metadata helpers display native matchers.extract_all", name) { // some run tools or look for files
		return true
	}
	if library == "mpmath" && listWords("identify findpoly doctests monitor cplot splot memoize autoprec", name) { // some evaluate texts
		return true
	}
	if library == "torch" && (listWords("hub jit classes ops package onnx distributed multiprocessing cpp_extension library overrides compiler cuda.jiterator serialization storage vmap func profiler", name) || strings.HasPrefix(name, "export")) {
		return true
	}
	// They take a function by its name as well.
	return (library == "pandas" || library == "polars") && (strings.HasPrefix(name, "apply") || strings.HasPrefix(name, "map") || strings.HasPrefix(name, "transform"))
}

// harmless reports whether a dotted name of a library only computes.
func harmless(library, rest string) bool {
	if !pyHarmless(library) || rest == "" {
		return false
	}
	if library == "statsmodels" {
		rest = strings.TrimPrefix(rest, "api.")
	}
	if listWords(pyOpenParts(library), rest) || library == "pandas" && strings.HasPrefix(rest, "api.types.is_") {
		return true
	}
	if library == "torch" {
		if listWords("save load utils.data utils", rest) || strings.HasPrefix(rest, "utils.data.") && !pyWild(library, rest[len("utils.data."):]) {
			return true
		}
		if listWords("optim nn nn.functional nn.init nn.utils nn.utils.clip_grad_norm_ nn.utils.clip_grad_value_ profiler profiler.ProfilerActivity profiler.ProfilerActivity.CPU profiler.ProfilerActivity.CUDA profiler.profile profiler.record_function", rest) {
			return true
		}
	}
	for part := range strings.SplitSeq(rest, ".") {
		if pyWild(library, part) && !(library == "sklearn" && part == "pipeline") {
			return false
		}
	}
	return true
}

// torchCall judges functions and methods of PyTorch that read, write or are
// called like what Python evaluates with; false: it is another one. torch.load
// makes any object, unless it is told to load weights only (torch.load in
// PyTorch's documentation).
func (j *pyJudge) torchCall(name string, n *node) (pyValue, bool) {
	out := pyValue{what: pyObject, name: "torch"}
	switch name {
	case "torch.load":
		only := j.argument(n, 9, "weights_only")
		if only == nil || only.text != "True" || only.kind == nText {
			return j.fail(), true
		}
		j.only(n, 1, "map_location weights_only mmap")
		j.touch(pipeline.KindRead, j.localPaths(j.argument(n, 0, "f")), false, false)
		return out, true
	case "torch.save":
		if len(n.kids) != 3 || n.kids[1].kind == nStar || n.kids[1].kind == nArg || n.kids[2].kind == nStar || n.kids[2].kind == nArg {
			return j.fail(), true
		}
		j.plain(n.kids[1])
		j.touch(pipeline.KindWrite, j.localPaths(n.kids[2]), false, false)
		return pyValue{}, true
	case "eval": // a model, not a text
		if len(n.kids) != 1 {
			return j.fail(), true
		}
		return out, true
	case "load_state_dict", "register_buffer", "register_parameter":
		j.arguments(n)
		return out, true
	case "export_chrome_trace":
		j.only(n, 1, "")
		j.touch(pipeline.KindWrite, j.localPaths(j.argument(n, 0, "path")), false, false)
		return pyValue{}, true
	}
	return pyValue{}, false
}

// frameCall judges methods of tables that take a function or draw; false: it
// is another one.
func (j *pyJudge) frameCall(base pyValue, name string, n *node) (pyValue, bool) {
	switch {
	case base.name != "pandas":
		return pyValue{}, false
	case listWords("apply map transform applymap pipe", name):
		return j.frameApplies(base, name, n)
	case listWords("plot hist boxplot", name):
		return j.plots(n), true
	case name == "info" || name == "memory_usage":
		j.only(n, 1, "verbose memory_usage show_counts deep index")
		return base, true
	}
	return pyValue{}, false
}

// builtin reports whether a name is a type or a function that is built in and
// only computes, and that the program does not bind.
func (j *pyJudge) builtin(n *node) bool {
	b := j.names[n.text]
	return (b == nil || len(b.sites) == 0) && listWords("len str int float bool abs round sum min max list tuple set sorted repr any all", n.text)
}

// localPaths are constant paths that no library takes for an address.
func (j *pyJudge) localPaths(n *node) []pyText {
	texts := j.paths(n)
	for _, t := range texts {
		begin, _, _ := strings.Cut(t.s, "*")
		if strings.ContainsAny(strings.ReplaceAll(t.s, anyName, ""), ":~|") || t.glob && !strings.Contains(begin, "/") { // how it begins is what makes it an address
			j.failed = true
		}
	}
	return texts
}
