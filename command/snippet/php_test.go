package snippet_test

import (
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// phpGiven is what php -r gets with an argument behind its code.
var phpGiven = snippet.Given{Known: true, Args: []string{"a.txt"}, Eval: true}

// TestPHPAttacks: none of these is understood.
func TestPHPAttacks(t *testing.T) {
	t.Parallel()
	all := texts(t, "php-attacks.txt")
	if len(all) < 300 {
		t.Errorf("only %d attacks", len(all))
	}
	for _, s := range all {
		if effects, ok := snippet.PHP(s, phpGiven); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
		page := phpGiven
		page.Eval = false
		if effects, ok := snippet.PHP("<?php\n"+s, page); ok {
			t.Errorf("understood as a page:\n%s\n%v", s, effects)
		}
	}
}

// TestPHPHarmless: what people and agents type all day is understood.
func TestPHPHarmless(t *testing.T) {
	t.Parallel()
	all := texts(t, "php-harmless.txt")
	if len(all) < 120 {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := snippet.PHP(s, phpGiven); !ok {
			t.Errorf("not understood:\n%s", s)
		}
		if _, ok := snippet.PHP("<?php\n"+s+"\n?>\n", snippet.Given{Known: true, Args: []string{"a.txt"}}); !ok {
			t.Errorf("not understood as a page:\n%s", s)
		}
	}
}

// TestPHPPages: a page has <?php before its code, and nothing behind ?>.
func TestPHPPages(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"<?php echo 1;": true, "<?php\necho 1;\n?>\n": true, "#!/usr/bin/env php\n<?php echo 1;": true, "<?php": true,
		"<?php echo 1 ?>": true, "<?PHP echo 1;": false, "<?= 1 ?>": false, "<? echo 1;": false, "x <?php echo 1;": false, "echo 1;": false,
		"<?php echo 1; ?>x": false, "<?php echo 1; ?><?php system('id');": false, "<?phpecho 1;": false, "#!/bin/sh\n<?php echo 1;": false, "": false,
	} {
		if _, ok := snippet.PHP(text, snippet.Given{}); ok != want {
			t.Errorf("%q is understood: %v", text, ok)
		}
	}
}

// TestPHPPaths: what a program writes, or that its path is not known.
func TestPHPPaths(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`file_put_contents("a" . "/b", 1);`:                                         "a/b",
		`file_put_contents(__DIR__ . "/b", 1);`:                                     "./b",
		`file_put_contents(__DIR__ . "b", 1);`:                                      "",
		`file_put_contents("x" . __DIR__, 1);`:                                      "",
		`$d = "a"; file_put_contents("$d/{$d}.txt", 1);`:                            "a/a.txt",
		`$d = "a"; file_put_contents("$dx", 1);`:                                    "",
		`$d = "a"; $e = $d; file_put_contents($e, 1);`:                              "a",
		`file_put_contents($p = "a", 1);`:                                           "a",
		`file_put_contents("\x61\142\u{63}", 1);`:                                   "abc",
		`file_put_contents('\x61', 1);`:                                             "",
		`file_put_contents($argv[1], 1);`:                                           "a.txt",
		`function f() { file_put_contents($argv[1] . "/x", 1); }`:                   "",
		`$f = function () { file_put_contents($argv[1] . "/x", 1); };`:              "",
		`$f = fn() => file_put_contents($argv[1] . "/x", 1);`:                       "a.txt/x",
		`file_put_contents($argv[2], 1);`:                                           "",
		`function f() { $p = "a"; file_put_contents($p, 1); } $p = $b;`:             "",
		`$x = "a"; if ($y) $x = "b"; file_put_contents($x, 1);`:                     "a b",
		`foreach (["a", "b"] as $x) file_put_contents($x, 1);`:                      "a b",
		`$c = $y ? "a" : "b"; file_put_contents($c, 1);`:                            "a b",
		`fopen("a", "w");`:                                                          "a",
		`new SplFileObject("a", "w");`:                                              "a",
		`new SplFileObject("a", $m);`:                                               "",
		`new SplFileObject("a", "w", true);`:                                        "",
		`new SplFileObject(...["a", "w"]);`:                                         "",
		`new SplFileObject("x://a", "w");`:                                          "",
		`$f = new SplFileInfo("b"); $f->openFile("w"); touch("a");`:                 "",
		`function g() { yield touch("a") => 1; yield; $x = yield from []; }`:        "a",
		`function g() { yield touch($x); }`:                                         "",
		`touch("a"); `:                                                              "a",
		`copy("b", "a");`:                                                           "a",
		`$x = (string)"a"; file_put_contents($x, 1);`:                               "",
		`$x = "a" . 1 + 2 . "b"; file_put_contents($x, 1);`:                         "",
		`file_put_contents("$d/x", 1); $d = "a";`:                                   "a/x /x",
		`if ($y) { $d = "a"; } file_put_contents("$d/x", 1);`:                       "a/x /x",
		`if ($y) $d = "a"; file_put_contents($d . "/x", 1);`:                        "a/x /x",
		`$d = "a"; function f() { file_put_contents("$d/x", 1); }`:                  "a/x /x",
		`$d = "a"; $f = function () { file_put_contents("$d/x", 1); };`:             "a/x /x",
		`$d = "a"; $f = function () use ($d) { file_put_contents("$d/x", 1); };`:    "a/x",
		`$f = function () use (&$d) { file_put_contents("$d/x", 1); }; $d = "a";`:   "a/x /x",
		`$d = "a"; $f = fn() => file_put_contents("$d/x", 1);`:                      "a/x",
		`$f = fn() => file_put_contents("$d/x", 1); $d = "a";`:                      "a/x /x",
		`switch ($y) { case 1: $d = "a"; default: file_put_contents("$d/x", 1); }`:  "a/x /x",
		`$z = match ($y) { 1 => $d = "a", 2 => 2 }; file_put_contents("$d/x", 1);`:  "a/x /x",
		`try { $d = "a"; } finally { file_put_contents("$d/x", 1); }`:               "a/x /x",
		`foreach (["a"] as $d) { file_put_contents("$d/x", 1); }`:                   "a/x",
		`foreach (["a"] as $d) { } file_put_contents("$d/x", 1);`:                   "a/x /x",
		`while ($y) { $d = "a"; file_put_contents("$d/x", 1); }`:                    "a/x",
		`while ($y) { file_put_contents("$d/x", 1); $d = "a"; }`:                    "a/x /x",
		`$y && $d = "a"; file_put_contents("$d/x", 1);`:                             "a/x /x",
		`$y or $d = "a"; file_put_contents("$d/x", 1);`:                             "a/x /x",
		`function g() { global $d; file_put_contents("$d/x", 1); } g(); $d = "a";`:  "a/x /x",
		`function g() { static $d; file_put_contents("$d/x", 1); $d = "a"; }`:       "",
		`$x = "a"; unset($x); file_put_contents($x, 1);`:                            "",
		`$x = "a"; [$x] = $y; file_put_contents($x, 1);`:                            "",
		`$x = "a"; $f = function () use (&$x) { $x = $y; }; touch($x);`:             "",
		`$x = "a"; array_map(function () { global $x; $x = $z; }, [1]); touch($x);`: "",
	} {
		effects, ok := snippet.PHP(text, phpGiven)
		if got := allWritten(effects); ok != (want != "") || ok && got != want {
			t.Errorf("%s: writes %q, understood %v, want %q", text, got, ok, want)
		}
	}
}

// allWritten are the paths that effects write, one behind the other.
func allWritten(effects []snippet.Effect) string {
	var out []string
	for _, e := range effects {
		if e.Kind == pipeline.KindWrite {
			out = append(out, e.Object)
		}
	}
	return strings.Join(out, " ")
}

// TestPHPIncludes: a file that is included is code of the project.
func TestPHPIncludes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`require "vendor/autoload.php"; echo 1;`:          "vendor/autoload.php",
		`require_once __DIR__ . '/vendor/autoload.php';`:  "./vendor/autoload.php",
		`$c = include "config/app.php"; echo $c["name"];`: "config/app.php",
	} {
		effects, ok := snippet.PHP(text, phpGiven)
		if !ok || len(effects) != 1 || effects[0].Kind != pipeline.KindCode || effects[0].Object != want {
			t.Errorf("%s: %v %v", text, ok, effects)
		}
	}
}

// FuzzPHP: reading ends, and says the same twice.
func FuzzPHP(f *testing.F) {
	for _, name := range []string{"php-attacks.txt", "php-harmless.txt"} {
		for _, s := range texts(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		effects, ok := snippet.PHP(s, phpGiven)
		again, same := snippet.PHP(s, phpGiven)
		if ok != same || len(effects) != len(again) {
			t.Fatalf("%v %v, then %v %v", ok, effects, same, again)
		}
		if ok && strings.HasPrefix(strings.TrimSpace(s), "system(") {
			t.Errorf("%q passes", s)
		}
	})
}

// TestPHPBounds: what is too long or too deep is not understood.
func TestPHPBounds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"long": "1;" + strings.Repeat(" ", snippet.MaxText), "brackets": strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500) + ";", "signs": strings.Repeat("!", 8000) + "1;",
		"nodes": "[" + strings.Repeat("1,", 5000) + "1];", "closures": strings.Repeat("fn()=>", 500) + "1;", "texts": strings.Repeat(`"{$a[`, 500) + "1" + strings.Repeat(`]}"`, 500) + ";",
		"blocks": strings.Repeat("{", 300) + strings.Repeat("}", 300), "ifs": strings.Repeat("if(1)", 300) + ";", "else": strings.Repeat("if(1);else ", 300) + ";", "elements": "$a" + strings.Repeat("[1]", 5000) + ";",
		"powers": strings.Repeat("1**", 500) + "1;", "names": strings.Repeat("$a=$a.$a;", 1500) + "unlink($a);",
	} {
		if effects, ok := snippet.PHP(s, phpGiven); ok {
			t.Errorf("%s is understood: %v", name, effects)
		}
	}
}
