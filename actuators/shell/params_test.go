package shell_test

import (
	"encoding/json"
	"strings"
	"testing"

	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

func TestReadParamsNamesTheField(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 64<<10)
	tests := []struct {
		name, params string
		field        string // empty: accepted
	}{
		{"command", `{"command":"git status --short"}`, ""},
		{"everything", `{"command":"a","shell":true,"cwd":"/srv","env":{"A":"1"},"timeout":30,"max_output":100000,"stdin":"x"}`, ""},
		{"argv", `{"argv":["git","status"]}`, ""},
		{"an empty argument", `{"argv":["printf",""]}`, ""},
		{"newline and tab", `{"command":"a\n\tb","shell":true}`, ""},
		{"null is absent", `{"command":"a","timeout":null,"env":null}`, ""},
		{"half a second over one", `{"command":"a","timeout":1.5}`, ""},
		{"nothing", ``, "params.command"},
		{"empty object", `{}`, "params.command"},
		{"empty command", `{"command":""}`, "params.command"},
		{"both", `{"command":"a","argv":["a"]}`, "params.argv"},
		{"argv with a shell", `{"argv":["a"],"shell":true}`, "params.shell"},
		{"empty program", `{"argv":["","x"]}`, "params.argv[0]"},
		{"unknown key", `{"command":"a","comand":"b"}`, "params.comand"},
		{"another case", `{"Command":"a"}`, "params.Command"},
		{"the key twice", `{"command":"a","command":"b"}`, "params.command"},
		{"number for text", `{"command":1}`, "params.command"},
		{"text for truth", `{"command":"a","shell":"yes"}`, "params.shell"},
		{"text for number", `{"command":"a","timeout":"30"}`, "params.timeout"},
		{"array for object", `{"command":"a","env":[]}`, "params.env"},
		{"number in env", `{"command":"a","env":{"A":1}}`, "params.env.A"},
		{"no time", `{"command":"a","timeout":0}`, "params.timeout"},
		{"negative time", `{"command":"a","timeout":-1}`, "params.timeout"},
		{"too much time", `{"command":"a","timeout":3601}`, "params.timeout"},
		{"no number", `{"command":"a","timeout":1e400}`, "params.timeout"},
		{"too much output", `{"command":"a","max_output":1000000000}`, "params.max_output"},
		{"no output", `{"command":"a","max_output":0}`, "params.max_output"},
		{"half a byte", `{"command":"a","max_output":5000.5}`, "params.max_output"},
		{"relative folder", `{"command":"a","cwd":"ws"}`, "params.cwd"},
		{"NUL in the folder", `{"command":"a","cwd":"/ws\u0000"}`, "params.cwd"},
		{"NUL in the command", `{"command":"a\u0000b"}`, "params.command"},
		{"carriage return", `{"command":"a\rb"}`, "params.command"},
		{"escape", `{"command":"a\u001b[2Jb"}`, "params.command"},
		{"delete", `{"command":"a\u007fb"}`, "params.command"},
		{"NUL in an argument", `{"argv":["a","b\u0000"]}`, "params.argv[1]"},
		{"a long command", `{"command":"` + long + `y"}`, "params.command"},
		{"many arguments", `{"argv":["a"` + strings.Repeat(`,"b"`, 5000) + `]}`, "params.argv"},
		{"long arguments", `{"argv":["` + long[:40000] + `","` + long[:40000] + `"]}`, "params.argv"},
		{"a long input", `{"command":"a","stdin":"` + strings.Repeat(long, 5) + `"}`, "params.stdin"},
		{"no name", `{"command":"a","env":{"":"1"}}`, "params.env"},
		{"a name with a sign", `{"command":"a","env":{"A=B":"1"}}`, "params.env"},
		{"an exported function", `{"command":"a","env":{"BASH_FUNC_ls%%":"() { rm x; }"}}`, "params.env"},
		{"NUL in a value", `{"command":"a","env":{"A":"\u0000"}}`, "params.env.A"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := shell.ReadParams(json.RawMessage(tt.params))
			switch {
			case tt.field == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tt.field != "" && err == nil:
				t.Error("accepted")
			case tt.field != "" && (err.Field != tt.field || err.Code != pipeline.CodeInvalidRequest):
				t.Errorf("field %q, code %s: %s", err.Field, err.Code, err.Message)
			}
		})
	}
}

func TestVariablesThatInjectCodeAreRefused(t *testing.T) {
	t.Parallel()
	refused := []string{
		"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "ld_preload", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PS4", "IFS",
		"SHELLOPTS", "BASH_FUNC_x", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_COUNT", "GIT_PAGER", "GIT_DIR", "PYTHONPATH", "PYTHONSTARTUP",
		"PYTHONWARNINGS", "NODE_OPTIONS", "PERL5LIB", "PERL5OPT", "PERL5DB", "RUBYOPT", "RUBYLIB", "LUA_INIT_5_4", "JAVA_TOOL_OPTIONS", "PAGER", "EDITOR",
		"LESSOPEN", "MAKEFLAGS", "GOFLAGS", "RUSTC_WRAPPER", "npm_config_script_shell", "PIP_INDEX_URL", "GCONV_PATH", "OPENSSL_CONF", "TAR_OPTIONS", "SSH_ASKPASS", "SHELL",
	}
	taken := []string{"FOO", "PATH_TO", "CI", "DEBUG", "PYTHONUNBUFFERED", "GIT_AUTHOR_NAME", "NO_COLOR", "TZ", "LC_ALL", "HTTP_PROXY", "PORT"}
	for _, name := range refused {
		_, err := shell.ReadParams(json.RawMessage(`{"command":"a","env":{"` + name + `":"x"}}`))
		if err == nil || err.Field != "params.env."+name || err.Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range taken {
		if _, err := shell.ReadParams(json.RawMessage(`{"command":"a","env":{"` + name + `":"x"}}`)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadParams(f *testing.F) {
	f.Add([]byte(`{"command":"git status","shell":true,"env":{"A":"b"},"timeout":3,"max_output":2000}`))
	f.Add([]byte(`{"argv":["a","\ud83d\ude00"],"cwd":"/"}`))
	f.Add([]byte(`{"timeout":1e308}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := shell.ReadParams(raw)
		if err != nil {
			if err.Code != pipeline.CodeInvalidRequest || err.Field == "" || len(err.Message) > 1000 {
				t.Errorf("%#v", err)
			}
			return
		}
		if (p.Command == "") == (len(p.Argv) == 0) || strings.ContainsRune(p.Command, 0) {
			t.Errorf("accepted %q", raw)
		}
	})
}
