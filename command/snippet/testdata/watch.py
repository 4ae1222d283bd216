# Runs programs in child processes under an audit hook and prints, for each,
# what it did that reaches beyond itself. Never started but by the tests.
import json, os, sys, traceback

runs = json.load(sys.stdin)
here = os.path.realpath(os.getcwd())
system = tuple(p for p in {os.path.realpath(sys.prefix), os.path.realpath(sys.base_prefix), os.path.dirname(os.__file__), "/usr/share/zoneinfo", "/etc/localtime"})
SAFE = {
    "import", "compile", "exec", "open", "os.listdir", "os.scandir", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.walk", "os.fwalk", "glob.glob", "glob.glob/2",
    "shutil.copyfile", "shutil.copymode", "shutil.copystat", "shutil.rmtree", "shutil.move", "pathlib.Path.glob", "pathlib.Path.rglob", "object.__getattr__", "marshal.loads",
    "marshal.load", "sys._getframe", "sys.unraisablehook", "sys.excepthook", "builtins.id", "code.__new__", "time.sleep", "os.chmod", "os.utime", "tempfile.mkstemp", "tempfile.mkdtemp", "shutil.copytree", "tempfile.mkdtemp/2", "array.__new__",
    "os.listxattr", "os.getxattr", "os.setxattr", "setopencodehook", "sys.set_asyncgen_hook_finalizer", "sys.set_asyncgen_hook_firstiter", "cpython.run_command", "cpython.run_stdin",
}


def child(program, args, out):
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    did, importing = [], [0]

    def inside(path):
        path = os.fspath(path)
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        return os.path.realpath(path).startswith(system) and not os.path.realpath(path).startswith(here), path

    def hook(event, a):
        if event == "open":
            path, mode, flags = a
            if isinstance(path, int) or path is None:
                return
            own, path = inside(path)
            if sys._getframe(1).f_code.co_filename == getattr(sys.modules.get("shutil"), "__file__", None) and not flags & (os.O_WRONLY | os.O_RDWR):
                return
            if path in ("<string>", "/dev/null") or (path.startswith("<") and path.endswith(">")) or os.path.basename(path) in ("<string>",):
                return
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):
                if "__pycache__" in path:
                    did.append(("import", path))
                    return
                did.append(("write", path))
                if flags & os.O_RDWR and not flags & os.O_TRUNC:
                    did.append(("read", path))
            elif not own:
                if path.endswith((".py", ".pyc", ".so")) and sys._getframe(1).f_code.co_filename.startswith("<frozen importlib"):
                    did.append(("import", path))
                elif path.startswith(here) or not path.startswith("/"):
                    did.append(("read", path))
                elif not path.startswith(("/usr/lib", "/usr/share", "/etc/localtime", "/etc/passwd", "/proc/self", "/dev/urandom", "/root/.pyenv", "/lib", "/etc/ld.so")):
                    did.append(("read", path))
        elif event == "import":
            name, file = a[0], a[1]
            first = name.split(".")[0]
            if first not in sys.stdlib_module_names:
                did.append(("import", name))
        elif event in ("os.listdir", "os.scandir"):
            path = a[0]
            if isinstance(path, int):
                return
            own, path = inside(path or ".")
            if not own and not sys._getframe(1).f_code.co_filename.startswith("<frozen importlib"):
                did.append(("look", path))
        elif event == "subprocess.Popen":
            words = a[1] if not isinstance(a[1], str) else [a[1]]
            did.append(("run", "\0".join(os.fspath(w) for w in words)))
        elif event in ("os.posix_spawn", "os.fork", "os.exec"):
            return
        elif event == "sqlite3.connect":
            if a[0] != ":memory:":
                ro = os.fspath(a[0]).startswith("file:") and os.fspath(a[0]).endswith("?mode=ro")
                did.append(("look", a[0][5:-8]) if ro else ("write", os.fspath(a[0])))
        elif event == "urllib.Request":
            did.append(("connect", a[0]))
        elif event in ("sqlite3.connect/handle", "socket.__new__", "socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "http.client.connect", "http.client.send", "os.putenv", "signal.pthread_kill", "socket.bind", "os.kill", "_posixshmem.shm_open"):
            return
        elif event == "os.mkdir":
            did.append(("import" if "__pycache__" in os.fspath(a[0]) else "write", os.fspath(a[0])))
        elif event in ("os.remove", "os.rmdir"):
            if a[1] in (-1, None):
                did.append(("delete", os.fspath(a[0])))
            elif not any(k == "delete" for k, _ in did) and "shutil" not in sys.modules:
                did.append(("delete", "by descriptor: " + os.fspath(a[0])))
        elif event == "os.rename":
            if "__pycache__" in os.fspath(a[1]):
                did.append(("import", os.fspath(a[1])))
            else:
                did.append(("delete", os.fspath(a[0])))
                did.append(("write", os.fspath(a[1])))
        elif event in ("os.chmod", "os.utime"):
            did.append(("write", os.fspath(a[0])))
        elif event == "object.__setattr__" and sys._getframe(1).f_code.co_filename != "<string>":
            return
        elif event == "shutil.rmtree":
            did.append(("delete", os.fspath(a[0])))
        elif event not in SAFE:
            did.append((event, repr(a)))

    sys.argv = ["-c"] + args
    if sys.path[0] != "":
        sys.path.insert(0, "")
    error = ""
    made = compile(program, "<string>", "exec")
    for name in [m for m in sys.modules if m.split(".")[0] in ("json", "traceback")]:
        del sys.modules[name]
    space = {"__name__": "__main__", "__builtins__": __builtins__}
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    sys.addaudithook(hook)
    try:
        exec(made, space)
    except SystemExit:
        pass
    except BaseException as e:
        error = repr(e)
    found = list(dict.fromkeys(did))
    os.write(out, json_dumps({"did": found, "error": error}).encode())
    os._exit(0)


json_dumps = json.dumps
for r in runs:
    r["did"], r["error"] = [], ""
    try:
        compile(r["text"], "<string>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        r["error"] = repr(e)
        continue
    a, b = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(a)
            child(r["text"], r["args"], b)
        finally:
            traceback.print_exc()
            os._exit(3)
    os.close(b)
    answer = b""
    while piece := os.read(a, 1 << 16):
        answer += piece
    os.close(a)
    os.waitpid(pid, 0)
    if answer:
        got = json.loads(answer)
        r["did"], r["error"] = [list(d) for d in got["did"]], got["error"]
    else:
        r["error"] = "ended"
print(json.dumps(runs))
