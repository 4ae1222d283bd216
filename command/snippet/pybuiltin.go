package snippet

// What a program has without asking for it, and which modules it may ask for. A name
// that is not here is none that is understood: getattr with a name that is computed,
// eval, exec, compile, __import__, globals and input lead out of what can be read.

// pyKnown reports whether anything of a module is understood.
func pyKnown(module string) bool {
	switch module {
	case "http.server", "socketserver", "cProfile", "pstats", "unittest", "multiprocessing.pool", "pathlib", "glob", "tempfile", "pkgutil", "xml", "xml.etree", "urllib", "urllib.request", "urllib.error", "importlib", "importlib.util",
		"py_compile", "filecmp", "linecache", "imghdr", "unittest.mock", "xml.dom", "xml.sax", "wave", "doctest":
		return true
	}
	return pyPlainMember(module) != "" || pyFurther(module) != "" || pyRest(module) != "" || pyOnlyComputes(module)
}

// pyBuiltin is what a builtin name is.
func pyBuiltin(name string) (v pyValue, ok bool) {
	switch {
	case listWords("open type str dir hasattr getattr vars help", name):
		return pyValue{what: pyFunc, name: name}, true
	case listWords("sorted list reversed enumerate set tuple iter", name):
		return pyValue{what: pyFunc, name: "items"}, true
	case name == "__name__":
		return pyValue{texts: []pyText{{s: "__main__"}}}, true
	case listWords(`print len range map filter zip min max sum any all abs round divmod pow hex oct bin chr ord repr ascii format hash id next isinstance issubclass
		callable slice memoryview exit quit unichr unicode xrange int float bool bytes bytearray dict frozenset complex object NotImplemented Ellipsis __doc__
		Exception BaseException KeyboardInterrupt SystemExit StopIteration GeneratorExit`, name), listWords(pyErrors, name):
		return pyValue{}, true
	}
	return pyValue{}, false
}

// pyErrors are the exceptions that are built in (Library Reference, "Built-in
// Exceptions"). To make or to catch one does nothing.
const pyErrors = `ArithmeticError AssertionError AttributeError BlockingIOError BrokenPipeError BufferError ChildProcessError ConnectionError DeprecationWarning EOFError
	EnvironmentError FileExistsError FileNotFoundError FloatingPointError FutureWarning IOError ImportError ImportWarning IndentationError IndexError InterruptedError
	IsADirectoryError KeyError LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PermissionError
	ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning SyntaxError SyntaxWarning SystemError TabError TimeoutError TypeError
	UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError`
