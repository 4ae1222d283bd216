package command

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// influenceKind says how a variable of the environment reaches into programs.
type influenceKind uint8

const (
	// It means nothing to any program that is known here.
	influenceNone     influenceKind = iota
	influenceInject                 // puts foreign code into any program
	influenceShell                  // a command that a program will run
	influenceCode                   // folders or files whose code a program will run
	influencePath                   // PATH
	influenceFlags                  // options that may name code
	influenceSplit                  // IFS
	influenceProxy                  // a host that connections are made through
	influenceServer                 // a host that clients ask
	influenceWrite                  // a file that a program will write
	influenceTool                   // a compiler or the like that builds start
	influenceTrace                  // what the shell keeps of its commands
	influenceCompiler               // options of compilers, of which a few name programs
	influencePlaces                 // folders and files of a tool, of which those of the machine are harmless
	influenceListen                 // an address to serve
	influenceHome                   // where programs look for their configuration
	influenceData                   // where a project finds its databases and queues
)

// influenceOf knows the variables that loaders, shells, interpreters and tools obey:
// ld.so(8), bash(1), git(1), and the manuals of the interpreters. It is asked for every
// variable that a command sets, whether or not it starts a program that obeys it: which
// one does is known too late, and these names are none that people choose for their
// own.
func influenceOf(name string) influenceKind {
	switch name {
	case "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "LD_DEBUG_OUTPUT", "LD_PROFILE_OUTPUT", "LD_ORIGIN_PATH", "GCONV_PATH", "LOCPATH", "NLSPATH",
		"DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PS4", "PS0", "PROMPT_COMMAND", "BASH_XTRACEFD",
		"MALLOC_CHECK_", "GLIBC_TUNABLES", "HOSTALIASES", "RESOLV_HOST_CONF", "PERL5DB", "PYTHONINSPECT", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE",
		"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR",
		"CDPATH", "GLOBIGNORE", "MAKEFILES", "MFLAGS", "LUA_INIT", "R_PROFILE", "R_PROFILE_USER", "JULIA_LOAD_PATH", "KUBECONFIG", "PGSERVICEFILE", "PGSYSCONFDIR", "PSQLRC", "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES",
		"ZDOTDIR", "BASH_CMDS", "BASH_ALIASES", "LESSKEY_CONTENT", "FPATH", "BASH_LOADABLES_PATH", "SSLKEYLOGFILE", "GIT_SSL_NO_VERIFY", "NODE_TLS_REJECT_UNAUTHORIZED", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "RUSTC", "CARGO_BUILD_RUSTC_WRAPPER", "CARGO_BUILD_RUSTC", "COMPILER_PATH", "GCC_EXEC_PREFIX", "TAR_OPTIONS", "RSYNC_RSH_OPTIONS", "WGETRC", "CURL_HOME", "NPM_CONFIG_USERCONFIG", "NPM_CONFIG_SCRIPT_SHELL", "PIP_CONFIG_FILE", "PIP_INDEX_URL", "EXINIT", "VIMINIT", "SCREENRC", "MAVEN_OPTS_FILE", "DOCKER_HOST", "GROFF_BIN_PATH", "GROFF_TMAC_PATH", "GROFF_FONT_PATH",
		"GOCACHEPROG", "OMPI_MCA_mca_base_component_path", "OMPI_MCA_component_path", "OMPI_MCA_plm_rsh_agent", "OMPI_MCA_orte_launch_agent", "PMIX_MCA_mca_base_component_path", "GOPACKAGESDRIVER", "GOAUTH", "GOENV", "GOROOT", "GOTOOLDIR", "DOTNET_STARTUP_HOOKS", "CORECLR_PROFILER_PATH", "HGRCPATH", "AWS_CONFIG_FILE", "TF_CLI_CONFIG_FILE", "ANSIBLE_LIBRARY", "ANSIBLE_CALLBACK_PLUGINS", "GTK_MODULES", "QT_PLUGIN_PATH", "GST_PLUGIN_PATH", "MAGICK_CODER_MODULE_PATH", "MAGICK_CONFIGURE_PATH", "GS_LIB", "CCACHE_PREFIX", "CCACHE_COMPILER", "VALGRIND_LIB", "UV_CONFIG_FILE", "npm_config_userconfig", "npm_config_globalconfig", "npm_config_script_shell", "npm_config_node_options", "npm_config_git", "GRADLE_USER_HOME", "EMACSLOADPATH", "VIMRUNTIME", "OCAMLFIND_TOOLCHAIN", "TEXMFCNF", "SYSSCREENRC", "INPUTRC", "GIT_SSH_VARIANT_COMMAND", "CARGO_REGISTRIES_CRATES_IO_INDEX":
		return influenceInject
	case "PAGER", "GIT_PAGER", "MANPAGER", "BAT_PAGER", "SYSTEMD_PAGER", "DELTA_PAGER", "GH_PAGER", "PSQL_PAGER", "AWS_PAGER",
		"EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "FCEDIT", "SUDO_EDITOR", "SYSTEMD_EDITOR", "KUBE_EDITOR", "HGEDITOR", "SVN_EDITOR",
		"GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "GIT_EXTERNAL_DIFF", "GIT_PROXY_COMMAND", "CVS_RSH", "RSYNC_RSH", "SVN_SSH",
		"BROWSER", "LESSEDIT", "LESSOPEN", "LESSCLOSE", "SHELL", "TERMINAL", "MAN_POSIX_PAGER", "FZF_DEFAULT_COMMAND", "MAKESHELL", "COMSPEC", "CONFIG_SHELL":
		return influenceShell
	case "PYTHONPATH", "NODE_PATH", "RUBYLIB", "MYPYPATH", "AWKPATH", "AWKLIBPATH", "GUILE_LOAD_PATH", "GUILE_LOAD_COMPILED_PATH", "TCLLIBPATH", "ERL_LIBS", "R_LIBS_USER", "R_ENVIRON", "R_ENVIRON_USER", "JULIA_DEPOT_PATH", "MIX_EXS", "MIX_HOME", "MZN_SOLVER_PATH", "MZN_STDLIB_DIR", "GOSS_FILE", "OCAMLPATH", "CAML_LD_LIBRARY_PATH", "CMAKE_PREFIX_PATH", "CMAKE_TOOLCHAIN_FILE", "COMPOSER_HOME", "COVERAGE_PROCESS_START", "COVERAGE_RCFILE", "BAT_CONFIG_PATH", "GHC_PACKAGE_PATH", "HELM_PLUGINS", "PERL5LIB", "PERLLIB", "LUA_PATH", "LUA_CPATH", "CLASSPATH", "GOPATH", "R_LIBS", "PHPRC", "PHP_INI_SCAN_DIR", "GEM_PATH", "GEM_HOME", "BUNDLE_GEMFILE", "RIPGREP_CONFIG_PATH", "LESSKEY", "LESSKEYIN", "LESSKEY_SYSTEM", "LESSKEYIN_SYSTEM", "NPM_CONFIG_PREFIX", "CARGO_HOME", "RUSTUP_HOME":
		return influenceCode
	case "PATH":
		return influencePath
	case "GOFLAGS", "MAKEFLAGS", "GNUMAKEFLAGS", "ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS", "ELIXIR_ERL_OPTIONS", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "TOX_OVERRIDE", "MAVEN_ARGS", "SBT_OPTS", "ANT_OPTS", "ANT_ARGS", "LEIN_JVM_OPTS", "SCONSFLAGS", "VALGRIND_OPTS", "LIT_OPTS", "FILECHECK_OPTS", "PARALLEL", "BAT_OPTS", "MANOPT", "TF_CLI_ARGS", "CARGO_ENCODED_RUSTFLAGS", "NODE_OPTIONS", "PYTHONWARNINGS", "PYTHONBREAKPOINT", "RUBYOPT", "PERL5OPT", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "MAVEN_OPTS", "GRADLE_OPTS", "JAVA_OPTS", "LESS", "MORE", "GREP_OPTIONS", "RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_RUSTDOCFLAGS", "FZF_DEFAULT_OPTS", "LDFLAGS", "ANSIBLE_CONFIG", "ZIPOPT", "ZIP", "UNZIP", "UNZIPOPT", "ZIPINFO":
		return influenceFlags
	case "IFS":
		return influenceSplit
	case "http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ftp_proxy", "FTP_PROXY", "all_proxy", "ALL_PROXY", "socks_proxy", "SOCKS_PROXY", "rsync_proxy", "RSYNC_PROXY", "SOCKS_SERVER", "DEBUGINFOD_URLS", "GOPROXY", "NPM_CONFIG_REGISTRY", "npm_config_registry", "UV_INDEX_URL", "UV_DEFAULT_INDEX":
		return influenceProxy
	case "PGHOST", "PGHOSTADDR", "PGSERVICE", "MYSQL_HOST", "VAULT_ADDR", "CONSUL_HTTP_ADDR", "NOMAD_ADDR", "ETCDCTL_ENDPOINTS", "NATS_URL", "AWS_ENDPOINT_URL", "OLLAMA_HOST", "CONTAINER_HOST", "BUILDKIT_HOST":
		return influenceServer
	case "GIT_INDEX_FILE", "LESSHISTFILE", "GDBHISTFILE", "SQLITE_HISTORY", "TF_LOG_PATH", "PYTHONPYCACHEPREFIX", "CCACHE_DIR", "FFREPORT", "CARGO_TARGET_DIR", "GOBIN", "PIP_TARGET", "npm_config_prefix":
		return influenceWrite
	case "CC", "CXX", "CPP", "LD", "AR", "AS", "FC", "HOSTCC", "OMPI_CC", "OMPI_CXX", "OMPI_FC", "MPICH_CC", "MPICH_CXX", "MPICH_FC", "I_MPI_CC", "I_MPI_CXX", "I_MPI_FC", "CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER", "GCC", "PYTHON", "NODE", "PKG_CONFIG", "ASAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH", "TSAN_SYMBOLIZER_PATH", "UBSAN_SYMBOLIZER_PATH", "XMLLINT", "GDK_PIXBUF_PIXDATA", "JSON_GLIB_FORMAT", "GCOV", "RUSTDOC", "JAVA_HOME", "JAVACMD", "UV_PYTHON", "M2_HOME", "MAVEN_HOME", "ANT_HOME", "CLOUDSDK_PYTHON", "PARALLEL_SHELL", "DOTNET_ROOT", "CUDA_HOME":
		return influenceTool
	case "HISTFILE", "HISTSIZE", "HISTFILESIZE", "HISTIGNORE", "SAVEHIST":
		return influenceTrace
	case "HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS":
		return influenceHome
	}
	if strings.HasPrefix(name, "BASH_FUNC_") || strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") || strings.HasPrefix(name, "GIT_CONFIG_") {
		return influenceInject
	}
	if name == "CFLAGS" || name == "CXXFLAGS" || name == "CPPFLAGS" || name == "FFLAGS" || name == "KCFLAGS" || strings.HasPrefix(name, "CGO_") && strings.HasSuffix(name, "FLAGS") {
		return influenceCompiler
	}
	if strings.HasPrefix(name, "CARGO_TARGET_") && (strings.HasSuffix(name, "_RUNNER") || strings.HasSuffix(name, "_LINKER") || strings.HasSuffix(name, "_RUSTFLAGS")) {
		return influenceTool
	}
	if strings.HasPrefix(name, "GIT_TRACE") {
		return influenceWrite
	}
	if dataSource(name) {
		return influenceData
	}
	return toolInfluence(name)
}

// requested judges the changes of the environment that the request asks for. It is
// judged before the command, and apart from it, since the request sets it for whatever
// runs.
func (r *run) requested(env map[string]string) {
	if len(env) == 0 {
		return
	}
	r.environment(newScope(r), env, pipeline.Span{})
}

// environment judges variables that a command gets. The names are sorted, so that the
// same environment gives the same effects in the same order.
func (r *run) environment(sc *scope, env map[string]string, span pipeline.Span) {
	names := make([]string, 0, len(env))
	for name := range env {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		r.influence(sc, name, text(env[name]), span)
		r.namedInfluence(sc, name, text(env[name]), span)
	}
}

// influence states what setting a variable does to the programs that follow. An empty
// value mostly turns off what the variable does, and is let through where the manual
// says so. A value that is not known counts as the worst of its kind.
//
// Long: one case a kind of variable; taken apart, the list of them is lost.
func (r *run) influence(sc *scope, name string, v value, span pipeline.Span) {
	r.expression(name, v, span)
	kind := influenceOf(name)
	if kind == influenceNone {
		r.phasedBy(name, v)
		if r.passing {
			r.namedInfluence(sc, name, v, span)
		}
		if (name == "PS1" || name == "PS2" || name == "PS3") && v.kind == valueText {
			r.suspectExpansions(sc, v.text, span)
		}
		return
	}
	e := pipeline.Effect{Kind: pipeline.KindCode, Object: name + "=" + v.text, Certain: v.kind == valueText, By: name, Mark: catalogue.MarkLoaderInjection, Span: span}
	known := v.kind == valueText
	switch kind {
	case influenceInject:
		if known && (name == "PS4" && plainTrace(v.text) || name == "BASH_XTRACEFD" && len(v.text) == 1 && v.text[0] >= '3' && v.text[0] <= '9') { // the file was opened before everybody's eyes
			return
		}
		if known && v.text == "" || known && (name == "GIT_CONFIG_GLOBAL" || name == "GIT_CONFIG_SYSTEM") && v.text == "/dev/null" {
			return
		}
		if known && name == "LD_LIBRARY_PATH" && r.passingOwn {
			r.places(sc, name, v.text, span)
			return
		}
		r.emit(e)
		if name == "PROMPT_COMMAND" && known {
			r.suspectText(sc, v.text, name, span)
		} else if known {
			r.suspectExpansions(sc, v.text, span)
		}
	case influenceShell:
		switch {
		case known && (v.text == "" || v.text == "-"):
		case known && strings.HasSuffix(name, "PAGER") && runsPaged(v.text): // what is paged would run
			r.emit(e)
			r.suspectText(sc, v.text, name, span)
		case known && strings.Contains(v.text, "/") && !systemDir(path.Dir(strings.Fields(v.text + " /")[0])):
			r.emit(e)
			r.suspectText(sc, v.text, name, span)
		case known:
			r.shellText(sc.fork(), v.text, name, span, nil)
		default:
			r.emit(e)
		}
	case influenceCode:
		if !known {
			r.emit(e)
			return
		}
		for dir := range strings.SplitSeq(v.text, ":") {
			if dir != "" {
				r.codePath(sc, field{text: dir, span: span}, name, "")
			}
		}
	case influencePath:
		if own, ok := r.projectPath(sc, v.text); !known || !ok {
			r.emit(e)
		} else {
			for _, dir := range own {
				r.codePath(sc, field{text: dir, span: span}, name, catalogue.MarkBuild)
			}
		}
	case influenceFlags:
		if v.kind == valuePattern && v.plain && v.text == "-j*" && (name == "MAKEFLAGS" || name == "GNUMAKEFLAGS") {
			return // as many jobs as there are processors
		}
		if !known || !harmlessFlags(name, v.text) {
			r.emit(e)
		}
	case influenceCompiler:
		if !known || !plainFlags(v.text) {
			r.emit(e)
		}
	case influenceSplit:
		// A separator that is not known would divide unquoted values in ways
		// that nobody can tell; see separators.
		if !known {
			r.unknown("IFS="+v.text, name, span)
		}
	case influenceData:
		r.sendsData(name, v, span)
	case influenceServer:
		// Of this machine: the client says for itself what it reaches.
		if !known {
			r.unknown(name+"="+v.text, name, span)
		} else if host, _, _ := strings.Cut(strings.TrimPrefix(proxyHost(v.text), "["), ":"); v.text != "" && !loopback(host) {
			r.emit(pipeline.Effect{Kind: pipeline.KindConnect, Object: proxyHost(v.text), Certain: true, By: name, Span: span})
		}
	case influenceProxy:
		switch {
		case !known:
			r.unknown(name+"="+v.text, name, span)
		case v.text == "off" || v.text == "direct":
		case v.text != "":
			r.emit(pipeline.Effect{Kind: pipeline.KindConnect, Object: proxyHost(v.text), Certain: true, By: name, Span: span})
		}
	case influenceWrite:
		switch {
		case !known:
			r.unknown(name+"="+v.text, name, span)
		case strings.Contains(v.text, "/") || name == "GIT_INDEX_FILE" && v.text != "":
			r.path(sc, field{text: v.text, span: span}, pipeline.KindWrite, name, "")
		}
	case influenceTool:
		switch first, _, _ := strings.Cut(v.text, " "); {
		case !known || strings.ContainsAny(v.text, ";|&`$<>"):
			r.emit(e)
		case !ofTheMachine(first):
			r.codePath(sc, field{text: first, span: span}, name, catalogue.MarkBuild)
		case first != v.text: // with words of its own, which it gets before others
			r.shellText(sc.fork(), v.text, name, span, nil)
		}
	case influenceTrace:
		if name == "HISTFILE" || !known || v.text == "" || v.text == "0" || v.text == "*" || v.text == "*:*" {
			r.unknown(name+"="+v.text+": the shell keeps no history", name, span)
		}
	case influenceHome:
		switch {
		case !known:
			r.emit(e)
		case v.text != "" && v.text != r.w.Home:
			r.path(sc, field{text: v.text, span: span}, pipeline.KindCode, name, "")
		}
	case influencePlaces:
		switch {
		case !known, name == "FLASK_APP" && strings.Contains(v.text, "("):
			r.emit(e)
		default:
			r.places(sc, name, v.text, span)
		}
	case influenceListen:
		if !known || v.text == "0" || v.text == "::" || strings.HasPrefix(v.text, "0.0.0.0") {
			r.emit(pipeline.Effect{Kind: pipeline.KindListen, Object: clip(v.text), Certain: known, By: name, Span: span})
		}
	case influenceNone:
	}
}

// places states that code lies where a variable sends a tool, unless only the machine's
// owner puts any there. An empty part of such a list means the folder at hand to some
// tools; those read code of it anyhow.
func (r *run) places(sc *scope, name, list string, span pipeline.Span) {
	for dir := range strings.SplitSeq(list, ":") {
		if dir != "" && !ofTheMachine(dir) {
			r.codePath(sc, field{text: dir, span: span}, name, catalogue.MarkBuild)
		}
	}
}

// proxyHost is the host and port of a proxy, which may be a URL or neither. curl and
// its kin take it without a scheme as one of HTTP.
func proxyHost(s string) string {
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return s
	}
	return hostPort(u)
}

// plainFlags reports whether no option for compilers names a program, a plugin or a
// file with more options: gcc(1), clang's manual. A -B or a specs file says where the
// parts of the compiler itself lie.
func plainFlags(s string) bool {
	for word := range strings.FieldsSeq(s) {
		for _, hazard := range [...]string{"-fplugin", "-fpass-plugin", "-wrapper", "-specs", "--specs", "-B", "--prefix", "@", "-Xclang", "-load", "-fuse-ld=/", "-Wl,-plugin", "-Wl,--plugin", "--config", "-mllvm"} {
			if strings.HasPrefix(word, hazard) {
				return false
			}
		}
	}
	return !strings.ContainsAny(s, "`$;|&<>")
}

// systemDir reports whether only the machine's owner can put programs there. Whoever
// else can write there does not need a command to do harm.
func systemDir(dir string) bool {
	switch dir {
	case "/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/usr/games", "/snap/bin", "/usr/local/go/bin", "/usr/libexec", "/lib", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64":
		return true
	}
	return strings.HasPrefix(dir, "/lib/") || strings.HasPrefix(dir, "/usr/lib/") || strings.HasPrefix(dir, "/usr/libexec/") || strings.HasPrefix(dir, "/opt/") || strings.HasPrefix(dir, "/nix/store/")
}
