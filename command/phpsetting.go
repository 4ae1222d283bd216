package command

import (
	"strings"

	"passepartout/pipeline"
)

// phpSettings judges the settings of php.ini that php -d is given: some load code or
// change where it is looked for, some say where the run writes, the rest is plain.
// See the list of directives in PHP's manual, and Xdebug's.
func (v *visit) phpSettings() {
	for _, a := range v.args {
		if a.option != "-d" && a.option != "--define" {
			continue
		}
		name, value, _ := strings.Cut(a.field.text, "=")
		switch {
		case strings.ContainsAny(a.field.text, "\n\r\x00"): // further settings may stand on the next line
			v.r.code(v.name+": "+a.field.text, v.name, v.mark, a.field.span)
		case !a.field.dynamic && strings.HasSuffix(name, "_output_name") && strings.ContainsAny(value, "/$"): // in another folder
			v.r.code(v.name+": "+a.field.text, v.name, v.mark, a.field.span)
		case !a.field.dynamic && plainDirective(name):
		case !a.field.dynamic && !strings.ContainsAny(value, "$'\"") && writingDirective(name) && strings.Contains(value, "/") && !strings.ContainsAny(value, ":;"):
			v.r.path(v.sc, field{text: value, pattern: a.field.pattern, span: a.field.span}, pipeline.KindWrite, v.name, "")
		default:
			v.r.code(v.name+": "+a.field.text, v.name, v.mark, a.field.span)
		}
	}
}

// plainDirective knows settings of PHP's php.ini that name neither code nor
// files.
func plainDirective(name string) bool {
	switch name {
	case "memory_limit", "display_errors", "display_startup_errors", "error_reporting", "max_execution_time", "date.timezone", "html_errors", "log_errors", "short_open_tag",
		"zend.assertions", "assert.exception", "assert.active", "phar.readonly", "xdebug.mode", "xdebug.max_nesting_level", "pcov.enabled", "opcache.enable", "opcache.enable_cli", "opcache.jit", "max_input_time", "precision",
		"serialize_precision", "default_charset", "output_buffering", "xdebug.start_with_request", "xdebug.profiler_output_name", "xdebug.trace_output_name", "xdebug.trace_format", "xdebug.use_compression",
		"xdebug.show_exception_trace", "xdebug.cli_color", "xdebug.var_display_max_depth", "opcache.jit_buffer_size", "opcache.validate_timestamps", "apc.enable_cli", "pcov.directory", "pcre.jit", "pcre.backtrack_limit", "max_input_vars", "zend.enable_gc", "implicit_flush":
		return true
	}
	return false
}

// writingDirective knows settings that name where PHP writes while it runs. What it may
// load from again (opcache.file_cache) is none of them.
func writingDirective(name string) bool {
	switch name {
	case "xdebug.output_dir", "xdebug.log", "error_log", "session.save_path", "sys_temp_dir", "upload_tmp_dir":
		return true
	}
	return false
}
