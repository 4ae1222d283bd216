package snippet_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// phpOut are functions that reach beyond a program; a PHP that is started
// without them says so when one is called.
const phpOut = "exec,system,passthru,shell_exec,popen,proc_open,pcntl_exec,pcntl_fork,posix_kill,mail,putenv,dl,chdir,chroot,rename,chmod,chown,chgrp,symlink,link,tempnam,tmpfile,umask," +
	"call_user_func,call_user_func_array,forward_static_call,register_shutdown_function,register_tick_function,set_error_handler,set_exception_handler,spl_autoload_register,ob_start," +
	"iterator_apply,extract,parse_str,unserialize,fsockopen,pfsockopen,stream_socket_client,stream_socket_server,stream_wrapper_register,stream_filter_append,stream_context_create," +
	"gethostbyname,dns_get_record,checkdnsrr,get_headers,error_log,syslog,phpinfo,set_include_path,highlight_file,parse_ini_file,parse_ini_string,constant,get_defined_vars,assert"

// TestPHPForReal: a real PHP without functions that reach beyond runs what was
// understood, misses none of them, and leaves no file but those that were stated.
func TestPHPForReal(t *testing.T) {
	t.Parallel()
	php, err := exec.LookPath("php")
	if err != nil || exec.CommandContext(t.Context(), php, "-n", "-r", "exit(PHP_VERSION_ID < 80000 ? 1 : 0);").Run() != nil {
		t.Log("no PHP here: programs are not compared with what they do")
		return
	}
	if _, said := runPHP(t, php, folder(t), `$f = "system"; $f("id");`); !phpMissed(said) {
		t.Errorf("what is forbidden is not seen: %s", said)
	}
	failed, all := 0, texts(t, "php-harmless.txt")
	for _, s := range all {
		effects, ok := snippet.PHP(s, phpGiven)
		if !ok {
			continue
		}
		dir := folder(t)
		before := listing(t, dir)
		good, said := runPHP(t, php, dir, s)
		if phpMissed(said) {
			t.Errorf("calls more than it should:\n%s\n%s", s, said)
		}
		if !good {
			failed++
			t.Logf("%s\n%s", s, said)
		}
		after := listing(t, dir)
		for name, text := range after {
			if old, there := before[name]; (!there || old != text) && !phpStated(name, effects, pipeline.KindWrite) {
				t.Errorf("writes %s, said %v:\n%s", name, effects, s)
			}
		}
		for name := range before {
			if _, there := after[name]; !there && !phpStated(name, effects, pipeline.KindDelete) {
				t.Errorf("deletes %s, said %v:\n%s", name, effects, s)
			}
		}
	}
	if failed > len(all)/10 {
		t.Errorf("%d of %d programs fail, so that little is compared", failed, len(all))
	}
}

// runPHP runs a program in a folder; what it says comes with what went wrong.
func runPHP(t *testing.T, php, dir, text string) (good bool, said string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, php, "-d", "disable_functions="+phpOut, "-d", "display_errors=1", "-d", "allow_url_fopen=0", "-d", "open_basedir="+dir, "-r", text, "--", "a.txt")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader("x\n")
	out, err := cmd.CombinedOutput()
	return err == nil, string(out)
}

// phpMissed reports whether a program missed a function, or wanted out of its folder.
func phpMissed(said string) bool {
	for name := range strings.SplitSeq(phpOut, ",") {
		if strings.Contains(said, "undefined function "+name+"(") || strings.Contains(said, name+"() has been disabled") {
			return true
		}
	}
	return strings.Contains(said, "open_basedir restriction in effect")
}

// listing is what lies in a folder: files with their texts.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	if err := filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && at == dir {
			return err
		}
		name, err := filepath.Rel(dir, at)
		if err != nil || e.IsDir() {
			out[name] = ""
			return err
		}
		text, err := os.ReadFile(at)
		out[name] = string(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// phpStated reports whether an effect names a file.
func phpStated(name string, effects []snippet.Effect, kind pipeline.EffectKind) bool {
	for _, e := range effects {
		if e.Kind == kind && filepath.Clean(e.Object) == name {
			return true
		}
	}
	return false
}
