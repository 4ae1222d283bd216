package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestRareLanguages: of languages that are seldom typed, programs pass that compute and
// print; nothing does by which a file, a process, a host or other code can be reached.
func TestRareLanguages(t *testing.T) {
	t.Parallel()
	type read = func(string, snippet.Given) ([]snippet.Effect, bool)
	for name, l := range map[string]struct {
		read     read
		yes, not []string
	}{
		"Common Lisp": {snippet.CommonLisp, []string{
			`(print (+ 1 2))`, `(format t "~a ~{~a~^,~}~%" 1 (list 1 2))`, `(print (position #\( "a(b"))`, `(PRINT 1)`, `(asdf:test-system :mine)`, `(assert (= (f 1) 1))`,
		}, []string{
			`(delete-file "a")`, `#.(print 1)`, `(print 1`, `(print 1))`, `(|PRINT| 1)`, `(print\ 1)`, `(format t "~/f/" 1)`, `(format t "~?" "x" 1)`, `(format t x 1)`, `(apply #'format t "x")`,
			`(funcall (intern "X"))`, `(eval 1)`, `(read)`, `#+sbcl (print 1)`, `#|x|# (print 1)`, "(print `(a))", `(assert (= 1 1) () "~/f/")`, `(assert (= 1 1) () x)`, `(error x)`, `x`, `(x)`, `(uiop:run-program "x")`, `(format t "~{~}" x)`,
		}},
		"Scheme": {snippet.Scheme, []string{
			`(display (map (lambda (x) (* x x)) '(1 2 3)))`, `(for ([i 3]) (printf "~a\n" i))`, `(use-modules (srfi srfi-1)) (display 1)`, `(write #\;)`, `(require racket/list) (display 1)`,
		}, []string{
			`(system "id")`, `(use-modules (ice-9 popen)) (display 1)`, `((@ (guile) display) 1)`, `#.(display 1)`, `#;(x) (display 1)`, `#|x|# (display 1)`, `(display |x|)`, `,(display 1)`, `(require racket/system) (display 1)`, `(require "x.rkt") (display 1)`,
			`(load "x")`, `(eval 1)`, `(display [1))`, `(display (open-input-file "x"))`, `(define-syntax f 1)`,
		}},
		"Clojure": {snippet.Clojure, []string{
			`(println (str/join "," (map inc [1 2])))`, `(require '[clojure.string :as s]) (println (s/trim " a "))`, `(println (count (slurp "a.txt")))`, `(prn #{1} #(inc %) \a)`, `(println (slurp *in*))`, `(-> (slurp *in*) edn/read-string prn)`,
		}, []string{
			`(slurp "https://e.example")`, `(map slurp ["a"])`, `(slurp f)`, `(-> "https://e.example" (slurp "a"))`, `(doto "https://e.example" (slurp "a"))`, `(apply slurp "a")`, `(spit "a" 1)`, `(eval 1)`, `#=(f 1)`, `(println #'a)`, `(require '[clojure.java.shell :as str]) (println 1)`, `(.exec 1)`, "(println `a)", `^{:a 1} []`, `(println 1) #_ 2`, `((resolve 'a) 1)`,
		}},
		"Prolog": {snippet.Prolog, []string{
			`X is 1+2, print(X), nl`, `forall(member(X,[1,2]), (write(X), nl))`, `format("~w/~w~n", [1,2])`, `atom_codes(abc, L), print(L)`, `consult('src/a.pl'), main`, `print('a b')`,
		}, []string{
			`shell(ls)`, `X = shell, call(X, ls)`, `atom_codes(X, "halt"), call(X)`, `['/a/b']`, `X = ["/a.pl"], X`, `consult('/a.pl')`, `lists:append(a, b)`, `X =.. [print, 1]`, `name(X, "halt")`, `format(atom(X), "a", [])`, `'shell'(ls)`, `print(1) /* x */`, "print(`a`)", `print(0'\x)`, `[user]`,
		}},
		"Nix": {snippet.Nix, []string{
			`1 + 2`, `builtins.map (x: x * x) [ 1 2 ]`, `let f = { a, b ? 1, ... }: a + b; in f { a = 1; }`, `(import ./lib.nix).add 1 2`, `"a${toString 1}"`, `{ a = 1; } // { b = 2; }`, `a.b or 1`,
		}, []string{
			`builtins.exec [ "id" ]`, `import /a.nix`, `import <nixpkgs> {}`, `import ../a.nix`, `with builtins; exec`, `let b = builtins; in b.exec`, `builtins.${"exec"}`, `builtins."exec"`, `builtins . exec`, `__exec []`, `./a`, `~/a`, `a/b`, `https://e.example`, `"${./a}"`,
			`fetchTarball "x"`, `derivation { }`, `''a''`, `import (./. + "x")`, `builtins.readFile ./a`, `inherit (builtins) x`, `{ a = 1`[:5] + `/b`,
		}},
		"GHCi": {snippet.GHCi, []string{
			":t foldr\nsum [1..10]\n:q\n", "import Data.List\nsortOn negate [3,1]\n", ":l src/A.hs\n:browse A\n", "let x = 5\nx + 1\n",
		}, []string{
			":! id\n", ":m + System.Process\n", "import System.Process\n", ":l /a.hs\n", ":set -F -pgmF x\n", ":set -XTemplateHaskell\n", ":script x\n", "readFile \"x\"\n", ":t $(f)\n", ":def f g\n", ":cmd f\n", "System.Process.system \"id\"\n", ":{\n",
		}},
	} {
		for _, text := range l.yes {
			if _, ok := l.read(text, snippet.Given{}); !ok {
				t.Errorf("%s: not understood: %s", name, text)
			}
		}
		for _, text := range l.not {
			if effects, ok := l.read(text, snippet.Given{}); ok {
				t.Errorf("%s: passes: %s: %v", name, text, effects)
			}
		}
	}
}
