package snippet

import (
	"os"
	"strings"
	"testing"

	"passepartout/pipeline"
)

// phTexts are the programs of a file.
func phTexts(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n%%\n")
}

// phIn is what a program gets that lies in a folder for temporary files.
var phIn = Given{Known: true, Folder: "/tmp/pp-scratch", Inner: []string{"/home/agent/ws", "/tmp/pp-scratch"}}

// loading is a program that loads libraries.
func loading(s string) string {
	load := "require '/home/agent/ws/vendor/autoload.php';\n"
	if strings.HasPrefix(s, "namespace") {
		line, rest, _ := strings.Cut(s, ";")
		return "<?php\n" + line + ";\n" + load + rest
	}
	return "<?php\n" + load + s
}

// TestPHPClasses: programs with classes, closures that are called and texts over lines are
// understood, and so are those that ask classes of libraries.
func TestPHPClasses(t *testing.T) {
	t.Parallel()
	for _, s := range phTexts(t, "php-classes.txt") {
		if _, ok := PHP("<?php\n"+s+"\n", phIn); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
	for _, s := range phTexts(t, "php-libraries.txt") {
		if _, ok := PHP(loading(s), phIn); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}

// TestPHPClassAttacks: none of these is understood as something that stays inside.
func TestPHPClassAttacks(t *testing.T) {
	t.Parallel()
	for _, s := range phTexts(t, "php-class-attacks.txt") {
		effects, ok := PHP("<?php\n"+s+"\n", phIn)
		stated := false
		for _, e := range effects { // what is stated is judged by others
			stated = stated || strings.HasPrefix(e.Object, "/") || e.Kind == pipeline.KindSecret
		}
		if ok && !stated {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
	for _, s := range phTexts(t, "php-library-attacks.txt") {
		if effects, ok := PHP(loading(s), phIn); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// askPHP is what a line of PHP prints, word by word; nothing where there is no PHP.
func askPHP(t *testing.T, code string) []string {
	t.Helper()
	out, _ := saidBy(t, "php", "-n", "-r", code)
	return strings.Fields(out)
}

// TestPHPVocabulary: every function and class of the PHP that is there is known as one that
// computes, or as one that does more; no function is both.
func TestPHPVocabulary(t *testing.T) {
	t.Parallel()
	for _, name := range askPHP(t, `echo implode(" ", get_defined_functions()["internal"]);`) {
		computes, acts := phPure(name) || phSoftPure(name), false
		for kind := range strings.FieldsSeq(phReachingKinds) {
			acts = acts || listWords(phReaching(kind), name)
		}
		switch {
		case !phInternal(name):
			t.Errorf("%s is not known", name)
		case phSoftPure(name) && acts:
			t.Errorf("%s computes and reaches out", name)
		case !computes && !acts && !phRefers(name) && !phSoftRefers(name):
			begins := false
			for begin := range strings.FieldsSeq(phReachingBegins) {
				begins = begins || strings.HasPrefix(name, begin)
			}
			if !begins && phCalling(name) < 0 && name != "ini_get" {
				t.Errorf("%s is of no kind", name)
			}
		}
	}
	for _, name := range askPHP(t, `echo strtolower(implode(" ", array_merge(get_declared_classes(), get_declared_interfaces())));`) {
		if !phSafeClass(name) && !phKnownClass(name) && !phInterface(name) && !phBuiltinWords(name) {
			t.Errorf("class %s is not known", name)
		}
	}
}

// TestPHPMethods: every method of the classes that compute was looked at.
func TestPHPMethods(t *testing.T) {
	t.Parallel()
	looked := make(map[string]bool)
	for _, name := range strings.Fields(strings.Join(phTexts(t, "php-methods.txt"), " ")) {
		looked[name] = true
	}
	for _, line := range askPHP(t, `foreach (get_declared_classes() as $c) foreach (get_class_methods($c) as $m) echo strtolower("$c::$m "), "";`) {
		class, method, _ := strings.Cut(line, "::")
		if (phSoftClass(class) || phStandsForFiles(class)) && !looked[method] && !strings.HasPrefix(method, "__") {
			t.Errorf("%s was not looked at", line)
		}
	}
}
