package shell

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// searchPath is where programs are looked for, in the judging and in the run.
const searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// cleanEnv is what every command gets: enough to work, nothing of the worker's
// own environment, and nobody to page or to ask for a password.
func cleanEnv(home, user, scratch string) map[string]string {
	env := map[string]string{
		"PATH": searchPath, "LANG": "C.UTF-8", "TERM": "dumb", "SHELL": "/bin/bash",
		"PAGER": "cat", "GIT_PAGER": "cat", "GIT_TERMINAL_PROMPT": "0",
	}
	for name, value := range map[string]string{"HOME": home, "USER": user, "LOGNAME": user, "TMPDIR": scratch} {
		if value != "" {
			env[name] = value
		}
	}
	if scratch != "" {
		// The home is nobody's to write here, and compilers want to keep what they made.
		env["XDG_CACHE_HOME"] = scratch + "/.cache"
	}
	return env
}

// Variables with which whoever sets them runs code in a program of another's
// choice, or changes what the judged words mean. They are refused, not
// dropped: an agent that relies on one must learn that it is not there.
var (
	injectionNames = map[string]bool{
		// shells
		"BASH_ENV": true, "ENV": true, "PROMPT_COMMAND": true, "PS0": true, "PS1": true, "PS2": true, "PS4": true,
		"IFS": true, "SHELLOPTS": true, "BASHOPTS": true, "BASH_XTRACEFD": true, "BASH_LOADABLES_PATH": true,
		"ZDOTDIR": true, "SHELL": true, "CDPATH": true, "GLOBIGNORE": true, "POSIXLY_CORRECT": true, "FIGNORE": true,
		"EXECIGNORE": true, "FCEDIT": true, "HISTFILE": true, "INPUTRC": true, "MAILPATH": true,
		// helpers that programs start
		"PAGER": true, "MANPAGER": true, "EDITOR": true, "VISUAL": true, "BROWSER": true, "LESSOPEN": true, "LESSCLOSE": true,
		"SSH_ASKPASS": true, "SUDO_ASKPASS": true, "SUDO_EDITOR": true, "SYSTEMD_EDITOR": true, "SYSTEMD_PAGER": true,
		"RSYNC_RSH": true, "CVS_RSH": true, "SVN_SSH": true, "TAR_OPTIONS": true, "RIPGREP_CONFIG_PATH": true, "WGETRC": true,
		"CURL_HOME": true, "HGEDITOR": true, "HGRCPATH": true, "LESS": true, "LESSKEY": true, "MAKEFLAGS": true, "MAKEFILES": true, "MFLAGS": true,
		// loaders and the C library
		"GCONV_PATH": true, "LOCPATH": true, "NLSPATH": true, "GLIBC_TUNABLES": true, "GETCONF_DIR": true, "HOSTALIASES": true,
		"RESOLV_HOST_CONF": true, "RES_OPTIONS": true, "LOCALDOMAIN": true, "MALLOC_TRACE": true, "TZDIR": true, "TERMINFO": true, "TERMINFO_DIRS": true, "TERMCAP": true,
		// interpreters and build tools
		"NODE_OPTIONS": true, "NODE_PATH": true, "RUBYOPT": true, "RUBYLIB": true, "PHPRC": true, "PHP_INI_SCAN_DIR": true,
		"JAVA_TOOL_OPTIONS": true, "_JAVA_OPTIONS": true, "JDK_JAVA_OPTIONS": true, "CLASSPATH": true, "MAVEN_OPTS": true, "GRADLE_OPTS": true,
		"OPENSSL_CONF": true, "OPENSSL_ENGINES": true, "OPENSSL_MODULES": true, "GTK_MODULES": true, "QT_PLUGIN_PATH": true,
		"GOFLAGS": true, "GOROOT": true, "GOENV": true, "GOTOOLCHAIN": true, "RUSTC": true, "RUSTC_WRAPPER": true, "RUSTFLAGS": true,
		"CARGO_BUILD_RUSTC_WRAPPER": true, "GCC_EXEC_PREFIX": true, "COMPILER_PATH": true, "AWKPATH": true, "AWKLIBPATH": true,
		"JULIA_LOAD_PATH": true, "ERL_FLAGS": true, "ERL_AFLAGS": true, "EMACSLOADPATH": true, "VIMINIT": true, "EXINIT": true, "GVIMINIT": true,
		"DOCKER_HOST": true, "KUBECONFIG": true, "DOCKER_CONFIG": true, "PSQLRC": true, "SQLITE_HISTORY": true,
	}
	injectionPrefixes = []string{
		"LD_", "DYLD_", "BASH_FUNC_", "PYTHON", "PERL", "LUA_", "GIT_", "R_", "NPM_CONFIG_", "PIP_", "BUNDLE_", "GEM_", "_RLD", "SUDO_", "PASSEPARTOUT_",
	}
	// harmless are names under those prefixes that only carry data.
	harmless = map[string]bool{
		"PYTHONUNBUFFERED": true, "PYTHONDONTWRITEBYTECODE": true, "PYTHONIOENCODING": true, "PYTHONUTF8": true, "PYTHONHASHSEED": true,
		"GIT_AUTHOR_NAME": true, "GIT_AUTHOR_EMAIL": true, "GIT_AUTHOR_DATE": true, "GIT_TERMINAL_PROMPT": true,
		"GIT_COMMITTER_NAME": true, "GIT_COMMITTER_EMAIL": true, "GIT_COMMITTER_DATE": true, "GIT_OPTIONAL_LOCKS": true,
		"PIP_NO_INPUT": true, "PIP_DISABLE_PIP_VERSION_CHECK": true, "NPM_CONFIG_FUND": true, "NPM_CONFIG_AUDIT": true,
	}
)

// injects compares without case, because some readers of such variables do.
func injects(name string) bool {
	upper := strings.ToUpper(name)
	if harmless[upper] {
		return false
	}
	if injectionNames[upper] {
		return true
	}
	return slices.ContainsFunc(injectionPrefixes, func(p string) bool { return strings.HasPrefix(upper, p) })
}

func checkEnv(env map[string]string) *pipeline.Error {
	if len(env) > maxEnv {
		return actuators.Invalid("env", fmt.Sprintf("has more than %d variables", maxEnv), "")
	}
	total := 0
	for _, name := range slices.Sorted(maps.Keys(env)) { // sorted: the same request gets the same error
		if !validEnvName(name) {
			return actuators.Invalid("env", fmt.Sprintf("%.40q is no name for a variable", name), "letters, digits and '_', not beginning with a digit")
		}
		field := "env." + name
		if injects(name) {
			return actuators.Invalid(field, "changes what programs load or run", "leave it out; put what you need into the command, where it is judged")
		}
		if strings.ContainsRune(env[name], 0) {
			return actuators.Invalid(field, "holds a NUL byte", "")
		}
		if err := checkText(field, env[name]); err != nil {
			return err
		}
		total += len(name) + len(env[name]) + 2
	}
	if total > maxCommand {
		return actuators.Invalid("env", fmt.Sprintf("has more than %d bytes", maxCommand), "write it to a file")
	}
	return nil
}

func validEnvName(name string) bool {
	for i, c := range []byte(name) {
		switch {
		case c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case c >= '0' && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return name != "" && len(name) <= 128
}

// joinEnv lays the changes over the clean environment, as sorted KEY=VALUE.
func joinEnv(base map[string]string, changes map[string]string) []string {
	all := maps.Clone(base)
	maps.Copy(all, changes)
	env := make([]string, 0, len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		env = append(env, name+"="+all[name])
	}
	return env
}
