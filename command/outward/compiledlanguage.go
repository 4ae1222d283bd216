package outward

// golang is Go, whose texts between backticks know no escapes. Build constraints and
// #cgo lines are comments that do something; see evaluating.
func golang() *language {
	return &language{
		comment: "//", rawTicks: true, exact: true,
		starts:    pattern(`\bexec\.Command|os\.StartProcess|\bsh\.(?:Run|Output|Exec|RunV|RunWith)`),
		evaluates: pattern(`\bplugin\.Open|\bunsafe\.Pointer\s*\(\s*uintptr|//go:linkname|syscall\.(?:Exec|ForkExec|StartProcess|Syscall|RawSyscall|Mount|Unlink|Chroot|Ptrace|Kill\s*\(\s*-)|unix\.(?:Exec|ForkExec|Mount|Unlink|Chroot)`),
		hides:     pattern(`DecodeString\s*\(|hex\.Decode|slices\.Reverse|strings\.Join\s*\([^,]*,\s*(?:""|\x60\x60)\s*\)|rot13`),
		home:      pattern(`UserHomeDir|UserConfigDir|UserCacheDir|user\.(?:Current|Lookup)|\bHOME\b|\bhomedir\b`),
		lists:     pattern(`range\s+os\.Environ|os\.Environ\(\)\s*,\s*["\x60]|Join\s*\(\s*os\.Environ`),
		asks:      pattern(`\bhttp\.(?:Get|Post|PostForm|Head|NewRequest\w*|DefaultClient|Client\b)|\bnet\.(?:Dial|Listen|Lookup|IPv4\b)|\btls\.Dial|\bsmtp\.|\bssh\.Dial|\bgrpc\.(?:Dial|NewClient)|\b\w+\.Dial\w*\s*\(`),
		files:     pattern(`\bos\.(?:Open\w*|ReadFile|WriteFile|Remove\w*|Rename|Create\w*|ReadDir|Mkdir\w*|Chmod|Chown|Symlink|Link|Truncate|DirFS|Chdir|CopyFS)|\bioutil\.|filepath\.(?:Walk\w*|Glob)|#cgo|#include`),
		modules:   pattern(`^(?:(os/exec)|(plugin|C))$`),
	}
}

// rust is Rust, for build scripts and macros as well, which run while a project is
// compiled.
func rust() *language {
	return &language{
		comment: "//", longLines: true, lifetimes: true,
		starts:    pattern(`process::Command|\bstd::process\s+as\b|process::\{[^}]*Command|(?:^|[^\w])Command::new|\bduct\b|\bxshell\b|\bcmd!\s*\(|nix::unistd|nix::sys::signal`),
		evaluates: pattern(`extern\s+""\s*(?:\{|fn)[^}]*\b(?:system|popen|exec[lv]\w*|fork|unlink|remove|rmdir|dlopen|open|kill|syscall)\b|libc::(?:system|popen|exec\w*|fork|unlink|rmdir|remove|dlopen|kill|syscall|open)|\blibloading\b|\basm!|\binclude!\s*\(\s*[^"c]`),
		hides:     pattern(`base64|hex::decode|\.rev\(\)|as\s+char|char::from|\.concat\(\)|concat!`),
		home:      pattern(`\bhome_dir\b|\bHOME\b|USERPROFILE|\bdirs::|\bdirectories::|BaseDirs|ProjectDirs|shellexpand|\bhome::`),
		lists:     pattern(`env::vars`),
		asks:      pattern(`TcpStream|UdpSocket|to_socket_addrs|\breqwest\b|\bureq\b|hyper::|\bisahc\b|\bcurl::|\battohttpc\b|tungstenite|\blettre\b|\bssh2\b|\bsurf::|\bminreq\b|ToSocketAddrs`),
		files:     pattern(`\bfs::|\bstd::fs\b|\btokio::fs\b|\bFile::|OpenOptions|include_str!|include_bytes!|include!|remove_dir_all|WalkDir|\bglob\b|rustc-link|cargo::?rustc|#\[path|set_current_dir`),
		modules:   none,
	}
}

// c is C and C++. What is included is part of the text, so includes count as files.
func c() *language {
	return &language{
		comment:   "//",
		starts:    pattern(`\b(?:system|popen|_popen|exec[lv]p?e?|execveat|fexecve|fork|vfork|posix_spawnp?|dlopen|CreateProcess\w*|ShellExecute\w*|WinExec|ptrace|QProcess)\s*\(|std::system|boost::process|NSTask`),
		evaluates: pattern(`\bdlsym\b|\b__?asm(?:__)?\b|\basm\s*(?:volatile)?\s*\(|\bsyscall\s*\(|mprotect|PROT_EXEC`),
		hides:     pattern(`\^=|base64|\.rbegin\(\)|std::reverse`),
		home:      pattern(`\bHOME\b|getpwuid|getpwnam|getlogin|NSHomeDirectory`),
		lists:     pattern(`\benviron\b|\benvp\b`),
		asks:      pattern(`\bconnect\s*\(|getaddrinfo|gethostbyname|\bcurl_|\bCURL\b|\basio\b|\bcpr::|httplib|inet_(?:pton|addr|aton)`),
		files:     pattern(`\bf?open(?:at|64)?\s*\(|freopen|[io]?fstream|\bremove|\bunlink|\brmdir|\brename|filesystem|opendir|nftw|#\s*include|#\s*embed|truncate|symlink|chmod|mkdir`),
		modules:   none,
	}
}

// jvm are Java, Kotlin, Scala and Groovy, with the words of their build tools, whose
// scripts are programs in these languages.
func jvm() *language {
	return &language{
		comment: "//", lifetimes: false,
		starts:    pattern(`ProcessBuilder|::\s*exec\b|getRuntime\s*\(\s*\)\s*\.\s*(?:load|halt|exit|exec)|\.exec\b|\.execute\s*\(\s*\)|\.execute\b\s*$|\bant\.(?:exec|java|apply)|commandLine|\bexec\s*\{|\bexec\s*\(|\bExec\b|\bjavaexec\b|sys\.process|\.!{1,2}|\bclojure\.java\.shell\b|\bshell/sh\b|ProcessGroovyMethods|executable\b`),
		evaluates: pattern(`forName\s*\(\s*(?:[^"'\s]|""\s*\+)|(?:Runtime|ProcessBuilder)\.class|\\u00|ScriptEngine|ToolProvider|GroovyShell|GroovyClassLoader|\bEval\.|defineClass|URLClassLoader|sun\.misc\.Unsafe|System\.load|InitialContext|ObjectInputStream|MethodHandles|invokeMethod|(?:^|[^\w.])evaluate\s*\(|\bread-string\b|\(eval\b|\$""\s*\(|\.""\s*\(`),
		hides:     pattern(`Base64|\.reverse\b|decodeBase64|decodeHex|parseHex|\bas\s+char\b|\(char\)|\.toChar\(\)|joinToString\s*\(\s*""|String\.join\s*\(\s*""|\.join\s*\(\s*(?:""|'')\s*\)|StringBuilder`),
		home:      pattern(`user\.home|\bHOME\b|USERPROFILE|userHome|UserHomeDir|gradleUserHome|user-home`),
		lists:     pattern(`System\.getenv\s*\(\s*\)|System\.getProperties|System\.env\b\s*(?:\.(?:each|find|collect|any|every|entrySet|keySet|values)|[)\s])|\bsys\.(?:env|props)\s*\.(?:map|filter|foreach|toSeq|keys)`),
		asks:      pattern(`HttpClient|HttpURLConnection|openConnection|openStream|\bURL\s*\(|\bSocket\s*\(|\bant\.get|OkHttp|RestTemplate|WebClient|Jsoup|\.toURL\b|apply\s*\(?\s*from|\bmaven\s*[{(]|\burl\s*[=('"]|\bresolvers\b|\bcredentials\b|java\.net|clj-http`),
		files:     pattern(`\bFile\s*\(|\bFiles\.|\bPaths\.|\bPath\.of|FileReader|FileInputStream|FileOutputStream|FileWriter|JarFile|ZipFile|FileChannel|FileSystems|RandomAccessFile|deleteDir|\bIO\.|\bSource\.from|\bfile\s*\(|\bfile\s+['"]|\bfiles\s*\(|fileTree|\bdelete\b|\bfrom\b|\binto\b|\bslurp\b|\bspit\b|apply\s|includeBuild|\.text\b|readText|deleteRecursively|\binclude\b`),
		modules:   pattern(`^(?:(java\.lang\.(?:Runtime|ProcessBuilder|ProcessImpl))|(javax\.script\..*))$`),
	}
}

// beam are Elixir and Erlang: mix.exs and rebar.config run when anything is asked of
// the project.
func beam() *language {
	return &language{
		longLines: true,
		starts:    pattern(`System\.(?:cmd|shell)|\bos['"]?:cmd|:os\.cmd|Port\.open|open_port|\.shell\s*\(|:exec\b|\bMuonTrap|\bRambo\b|pre_hooks|post_hooks`),
		evaluates: pattern(`Code\.(?:eval|compile|require|load|append|prepend)|(?:^|[^\w.])apply\s*\(|(?:erlang|Kernel)\.apply|binary_to_term|erl_eval|file:(?:eval|consult|script)|:code\.|code:|Module\.create|String\.to_atom|list_to_atom`),
		hides:     pattern(`Base\.decode|base64:|:base64|String\.reverse|lists:reverse|List\.to_string|IO\.iodata_to_binary|<<\d`),
		home:      pattern(`user_home|\bHOME\b|init:get_argument`),
		lists:     pattern(`System\.get_env\s*\(\s*\)|System\.get_env\s*\|>|os:getenv\s*\(\s*\)|os:env\(`),
		asks:      pattern(`:httpc|httpc:|:?gen_tcp|HTTPoison|\bReq\.|Finch|Tesla|\bMint\.|:ssh|ssh:|:ssl\b|ssl:connect`),
		files:     pattern(`\bFile\.|\bfile:|:file\.|Path\.(?:expand|wildcard)|\bgit:|\bpath:|import_config|Code\.|filelib:`),
		modules:   none,
	}
}

// other is for languages that have no family here: what the words of most are.
func other() *language {
	return &language{
		longLines: true, general: true,
		starts:    pattern(`(?i)\b(?:system2?|popen|exec[lv]?p?e?|spawn|fork|qx|rawSystem|callCommand|callProcess|readProcess|readCreateProcess|createProcess|shellOut|shell|run_command|runCommand|startProcess)\b\s*[("'\x60\[{/]|\bProcess\s*\(|Process\.(?:run|start|Start)|ProcessStartInfo|System\.Process|Sys\.command|Unix\.(?:system|exec|open_process|create_process|fork)|os\.execute|io\.popen|std\.(?:process|ChildProcess|posix\.exec)|addSystemCommand|\.run\s*\(|\brun\s*\(?\x60|\bNSTask|start-process|shell-command|call-process|execShellCmd|execCmd|osproc|\bexec\s|\$\(shell`),
		evaluates: pattern(`(?i)(?:^|[^\w.])eval\s*[("'\x60{$]|\bloadstring\b|\bdofile\b|unsafePerformIO|foreign\s+import|\brunIO\b|Assembly\.Load|DllImport|LibraryImport|CSharpScript|Reflection\.Emit|\bdlopen\b|dlsym|no\s+strict|&\$\w|&\{|\bsyscall\b|\bint\s+\$?0x80|\bsvc\b|isolate\.spawnuri|OPTIONS_GHC[^}]*-(?:pgm|F\b|fplugin|opt[a-zA-Z]|package-db|i/|ddump-file)|\bstaticExec\b|gorge`),
		hides:     pattern(`(?i)base64|fromhex|rot13|\breverse\b|string\.char|\bpack\b|intToUtf8|toEnum|\bchr\b`),
		home:      pattern(`\bHOME\b|USERPROFILE|(?i:homedirectory|gethomedir|user_home|SpecialFolder|UserProfile|path\.expand|normalizePath|home_dir|homedir|getAppUserDataDirectory|getXdgDirectory)`),
		lists:     pattern(`GetEnvironmentVariables|getEnvironment\b|\benviron\b|%ENV\b|Sys\.getenv\s*\(\s*\)|Platform\.environment\.(?:forEach|entries)|Unix\.environment`),
		asks:      pattern(`(?i)httpclient|webclient|tcpclient|\bsocket|webrequest|\bhttp\.(?:get|post|new|request)|lwp::|download\.file|urlsession|network\.|simplehttp|\bwreq\b|\bdns\.|net::|std\.net|std\.http|\burl\s*[(:]`),
		files:     pattern(`(?i)\bopen|read_?file|write_?file|append_?file|remove|unlink|delete|\bfile|directory|\bslurp|\bspew|with_?file|fopen|streamreader|filestream|contentsof|readlines|\bsource\s*\(|\brequire\b|\bdo\s+["']|\buse\s+lib|std\.fs|embed|open_in|open_out|in_channel|read_to_string|\bdir\b|\bio\.|\bcopy|rename|import`),
		modules:   none,
	}
}
