package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// Settings of PHP that load code are code, those that say where it writes are writes.
func TestPHPSettings(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{
		"memory_limit=1G":                              "",
		"xdebug.mode=profile":                          "",
		"xdebug.output_dir=/tmp/x":                     "write /tmp/x",
		"error_log=logs/php.log":                       "write /home/u/w/logs/php.log",
		"auto_prepend_file=/tmp/x.php":                 "code php: auto_prepend_file=/tmp/x.php",
		"extension=/tmp/x.so":                          "code php: extension=/tmp/x.so",
		"include_path=.:/tmp":                          "code php: include_path=.:/tmp",
		"opcache.file_cache=/tmp/c":                    "code php: opcache.file_cache=/tmp/c",
		"xdebug.client_host=example.org":               "code php: xdebug.client_host=example.org",
		"session.save_path=tcp://a:1/x":                "code php: session.save_path=tcp://a:1/x",
		"error_log=syslog":                             "code php: error_log=syslog",
		"'error_log=${HOME}/.bashrc'":                  "code php: error_log=${HOME}/.bashrc",
		"$'memory_limit=1\\nauto_prepend_file=/tmp/x'": "code php: memory_limit=1\nauto_prepend_file=/tmp/x",
		"xdebug.profiler_output_name=../../x":          "code php: xdebug.profiler_output_name=../../x",
		"xdebug.profiler_output_name=x.%p":             "",
	} {
		a := analyze(t, command.Input{Text: "php -d " + setting + " a.php", Shell: true})
		got := ""
		for _, e := range a.Effects {
			if e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindCode && !e.Certain {
				got = e.Kind.String() + " " + e.Object
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", setting, got, want)
		}
	}
}
