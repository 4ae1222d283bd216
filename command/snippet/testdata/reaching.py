# Says of the classes of this Python what their objects have, with the kind of object that
# the reader takes them for. Modules of the outside world are imported first.
import importlib, inspect, json, sys, warnings

warnings.simplefilter("ignore")
KINDS = {
    "core": "io _io os posix codecs types builtins gzip bz2 lzma",
    "pathlib": "pathlib pathlib._local",
    "tempfile": "tempfile",
    "subprocess": "subprocess",
    "sockets": "socket _socket ssl _ssl http.client urllib.request urllib.response",
    "asyncio": "asyncio.base_events asyncio.events asyncio.selector_events asyncio.unix_events asyncio.streams asyncio.subprocess asyncio.runners asyncio.transports asyncio.trsock",
    "processes": "multiprocessing.process multiprocessing.pool multiprocessing.connection multiprocessing.context multiprocessing.managers multiprocessing.shared_memory concurrent.futures._base concurrent.futures.thread concurrent.futures.process",
    "sqlite3": "sqlite3",
    "archives": "zipfile zipfile._path tarfile",
    "imports": "importlib.abc importlib._abc importlib.machinery importlib.metadata importlib.util importlib.resources.abc _frozen_importlib _frozen_importlib_external zipimport pkgutil inspect dis",
    "unittest": "unittest.case unittest.loader unittest.main unittest.runner unittest.suite",
    "logging": "logging logging.handlers",
    "options": "argparse configparser",
    "profile": "cProfile _lsprof pstats timeit tracemalloc",
    "stores": "pickle _pickle shelve",
    "xml": "xml.etree.ElementTree pyexpat",
}
kind = {}
for name, modules in KINDS.items():
    for module in modules.split():
        kind[module] = name
        try:
            importlib.import_module(module)
        except ImportError:
            pass
seen, todo, found = set(), [object], set()
while todo:
    for c in type.__subclasses__(todo.pop()):
        if c in seen:
            continue
        seen.add(c)
        todo.append(c)
        if c.__module__ not in kind:
            continue
        for name, value in vars(c).items():
            if callable(value) or isinstance(value, (classmethod, staticmethod, property)) or inspect.isdatadescriptor(value):
                found.add((kind[c.__module__], name))
print(json.dumps(sorted(found)))
