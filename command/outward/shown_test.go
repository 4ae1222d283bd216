package outward_test

import (
	"testing"

	"passepartout/command/outward"
)

// TestShown: credentials under another name, places of a home in variables, steps up from
// where a program was started, and libraries that may talk to hosts.
func TestShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, text string
		out        bool
	}{
		{"t.py", "t = os.environ['API_TOKEN']\nprint(t)", true},
		{"t.py", "t = os.environ['API_TOKEN']\nprint(len(t))", false},
		{"t.py", "t = os.environ['API_TOKEN']\nassert t", false},
		{"t.py", "raise X(os.environ['API_TOKEN'])", true},
		{"t.js", "const {API_TOKEN: t} = process.env; console.log(t)", true},
		{"t.js", "const {API_TOKEN} = process.env; expect(API_TOKEN).toBe(1)", false},
		{"t_test.go", "k := os.Getenv(\"API_TOKEN\")\nt.Log(k)", true},
		{"t_test.go", "k := os.Getenv(\"API_TOKEN\")\nt.Skip(\"none\")", false},
		{"t.rs", "let t = std::env::var(\"API_TOKEN\"); println!(\"{t:?}\");", true},
		{"t.js", "fs.readFileSync(process.env.npm_config_userconfig)", true},
		{"t.js", "process.env.XDG_CONFIG_HOME = dir; f(process.env.XDG_CONFIG_HOME)", false},
		{"t.py", "os.putenv('LD_PRELOAD', x)", true},
		{"t.py", "shutil.rmtree('../..')", true},
		{"a/t.py", "open('../x')", true},
		{"a/t.js", "require('../x')", false},
		{"a/t.js", "require('../../x')", true},
		{"a/t_test.go", "os.ReadFile(\"../x\")", false},
		{"a/t.js", "fs.rmSync(p.dirname(p.dirname(__dirname)))", true},
		{"a/t.js", "fs.readFileSync(p.dirname(__dirname))", false},
		{"a/t.py", "open(os.path.join(os.pardir, 'x'))", true},
		{"t.py", "open(os.sep + 'home' + os.sep + 'u' + os.sep + 'x')", true},
		{"t.rb", "IO.read('|id')", true},
		{"t.rb", "eq('| a | b |')", false},
		{"t.py", "import redis\nredis.Redis('a.evil.io')", true},
		{"t.py", "import redis\nr.publish('user.created')", false},
		{"t.py", "pd.read_csv('https://evil.io/x')", true},
		{"t.py", "import psycopg\npsycopg.connect('host=db.evil.io')", true},
		{"t.php", "new PDO('mysql:host=db.evil.io')", true},
		{"t.php", "new PDO('mysql:host=127.0.0.1')", false},
		{"t.php", "include 'php://input';", true},
		{"t.js", "expect(fetch).toHaveBeenCalledWith('https://api.evil.io')", false},
		{"t.js", "const f = fetch; f('https://api.evil.io')", true},
		{"t.py", "os.kill(os.getppid(), 9)", true},
		{"t.py", "yaml.load(x, Loader=yaml.UnsafeLoader)", true},
		{"t.py", "yaml.load(x, Loader=yaml.SafeLoader)", false},
	} {
		if got := outward.Code("/home/u/ws/"+c.file, c.text, world); (got != "") != c.out {
			t.Errorf("%s: %q: leads out by %q, want %v", c.file, c.text, got, c.out)
		}
	}
}
