package command

import "strings"

// plainWarning reports whether an argument of Python's -W loads nothing:
// ACTION:MESSAGE:CATEGORY:MODULE:LINE, where a category with a point in it is a
// class that is imported. Message and module are only compared.
func plainWarning(text string) bool {
	parts := strings.Split(text, ":")
	if len(parts) > 5 || strings.Trim(parts[0], lowerSet) != "" {
		return false
	}
	return len(parts) < 3 || !strings.Contains(parts[2], ".")
}

// plainPythonX reports whether an argument of Python's -X changes only how the
// interpreter works or what it tells of it. Others write files or load a module.
// Source: "Command line and environment" of Python's documentation.
func plainPythonX(text string) bool {
	name, value, valued := strings.Cut(text, "=")
	switch name {
	case "utf8", "dev", "importtime", "faulthandler", "tracemalloc", "int_max_str_digits", "no_debug_ranges", "warn_default_encoding", "safe_path", "showrefcount", "cpu_count", "gil":
		return !valued || value != "" && strings.Trim(value, "0123456789") == "" || name == "cpu_count" && value == "default"
	case "frozen_modules":
		return value == "on" || value == "off"
	}
	return false
}

// python reports whether the program at hand is read as Python.
func (v *visit) python() bool {
	name := unversioned(v.name)
	return name == "python" || name == "pypy"
}
