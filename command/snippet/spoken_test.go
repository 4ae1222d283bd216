package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestSpoken: of languages of which only words are read, a program passes whose
// words compute and print, and in which nothing hides where a text ends.
func TestSpoken(t *testing.T) {
	t.Parallel()
	type read = func(string, snippet.Given) ([]snippet.Effect, bool)
	for name, l := range map[string]struct {
		read     read
		yes, not []string
	}{
		"Lua": {snippet.Lua, []string{
			`print(string.format("%5.2f", math.pi))`,
			`local t = {3,1}; table.sort(t); print(table.concat(t, ","), #t, ("x"):rep(3))`,
			`print("a" .. 1 .. "b")`,
		}, []string{
			`os.execute("id")`, `local x = os; x.execute("id")`, `_G["os"]["execute"]("id")`, `x = [[ " ]] os.exit() y = [[ " ]]`, `print(1) -- " `,
			`require("os").execute("id")`, `("x").dump(print)`, `io.popen("id"):read("a")`, `x = 'a\' os.exit() y = 'b'`,
		}},
		"Elixir": {snippet.Elixir, []string{
			`IO.inspect(Enum.chunk_every(1..10, 3, 3, :discard)); IO.inspect(Date.diff(~D[2025-03-01], ~D[2024-02-29]))`,
			`x = Enum.sum(1..10); IO.puts("sum: #{x}") # said`, `1..5 |> Enum.map(&(&1 * 2)) |> IO.inspect(label: "doubled")`,
		}, []string{
			`:os.cmd(~c"id")`, `:os . cmd(~c"id")`, `m = :os; m.cmd(~c"id")`, `"#{System.cmd("id", [])}"`, `"#{:os.cmd(x)}"`, `x = ?" ; System.halt ; y = ?"`,
			`x = ?# ; System.halt`, `apply(:os, :cmd, [])`, `Enum.map([1], &:os.cmd/1)`, `~s(#{System.halt})`, `spawn fn -> 1 end`, `File.rm("x")`,
		}},
		"Erlang": {snippet.Erlang, []string{
			`io:format("~p ~p~n", [erlang:system_info(otp_release), erlang:system_info(schedulers)]), halt().`,
			`X = lists:map(fun(Y) -> Y * Y end, lists:seq(1, 3)), io:format("~p~n", [X]).`,
		}, []string{
			`os:cmd("id").`, `M = os, M:cmd("id").`, `os : cmd("id").`, `apply(os, cmd, ["id"]).`, `lists:foreach(fun os:cmd/1, ["id"]).`, `X = $", os:cmd("id"), Y = $".`, `'os':'cmd'("id").`, `self() ! x.`,
		}},
		"Haskell": {snippet.Haskell, []string{
			`foldr (\x acc -> x + 2 * acc) 0 [1,2,3,4]`, `foldl' (+) 0 [1..100]`, "17 `divMod` 5", `print $ takeWhile (< 100) $ iterate (*2) 1`,
		}, []string{
			`:!id`, ` :! id`, `readFile "x"`, `System.Process.callCommand "id"`, `sum [1] --> System.Process.system "id"`, `let c = '"' in system "id"`, `"a\   \" ++ show (readFile "x") ++ "\   \"`, `$(readFile "x")`,
		}},
		"Octave": {snippet.Octave, []string{
			`A = dlmread("data/a.txt"); printf("cond %g\n", cond(A));`, `x = linspace(0, 1, 5); disp(x'); printf('%d\n', numel(x))`, `a = [1 2 3]; b = a.^2; disp(mean(b))`,
		}, []string{
			`system("id")`, `x = 1 '; system("id"); y = '`, `x = 1 ... "`, "disp(1) # \"\nsystem(1) # \"", `cellfun("system", {"id"})`, `f = @system; f("id")`, `load("-binary", x)`, `feval("system", "id")`, `java.lang.System.exit(1)`,
		}},
	} {
		for _, text := range l.yes {
			if _, ok := l.read(text, snippet.Given{}); !ok {
				t.Errorf("%s: %s: not read", name, text)
			}
		}
		for _, text := range l.not {
			if _, ok := l.read(text, snippet.Given{}); ok {
				t.Errorf("%s: %s: read", name, text)
			}
		}
	}
}
