package command

import (
	"slices"
	"strings"
	"unicode"

	"passepartout/command/catalogue"
)

// A build that the catalogue calls the project's own is so because nothing but
// the project's files change. Some targets do more by convention, whatever the
// tool: what they install or send stays behind when the build is over. So a
// code effect with the mark build loses it where a word names such a target.

// targetMark is the mark that a target's name stands for, or "".
func targetMark(word string) string {
	word = strings.TrimLeft(word, ":+@") // gradle's root project, targets of earthly, aliases of dune
	if name, _, ok := strings.Cut(word, "."); ok && name == "deps" && word != "deps.tree" {
		return catalogue.MarkPackageInstall // mix deps.get
	}
	switch word {
	case "dependency:tree", "dependency:list", "dependency:analyze", "dependency:analyze-only", "dependency:build-classpath", "dependency:analyze-duplicate", "dependency:display-ancestors": // Maven's, which only tell
		return ""
	}
	if word == "db:rollback" { // one step back of the database of development, as db:migrate is one forward
		return ""
	}
	if word == "assets.deploy" { // of Phoenix, which only makes the files ready
		return ""
	}
	if word == "gh-deploy" || word == "gh-pages" {
		return catalogue.MarkPublish
	}
	switch word {
	case "purge", "wipe", "destroy", "teardown", "dropdb", "flushdb", "flushall":
		return catalogue.MarkDatabase
	}
	first := word
	if i := strings.IndexAny(word, ":-_."); i > 0 {
		first = word[:i]
	}
	if last := word[strings.LastIndexByte(word, ':')+1:]; last != word && targetWord(last) != "" {
		return targetWord(last) // :app:publish
	}
	if strings.HasPrefix(word, "db:") {
		for part := range strings.SplitSeq(word, ":") {
			switch part { // rake db:drop:all, db:schema:load
			case "drop", "reset", "purge", "truncate_all", "load", "replant", "replace":
				return catalogue.MarkDatabase
			}
		}
	}
	switch word[strings.LastIndexAny(word, ":.")+1:] { // rake db:drop, mix hex.publish, mix archive.install
	case word:
	case "drop", "reset", "purge", "truncate_all":
		return catalogue.MarkDatabase
	case "publish", "deploy":
		return catalogue.MarkPublish
	case "install":
		return catalogue.MarkPersist
	}
	if (strings.Contains(word, "db") || strings.Contains(word, "database")) && strings.ContainsFunc(word, func(c rune) bool { return c == '-' || c == '_' }) {
		for part := range strings.FieldsFuncSeq(word, func(c rune) bool { return c == '-' || c == '_' }) {
			switch part { // make drop-db
			case "drop", "reset", "purge", "wipe", "destroy", "nuke":
				return catalogue.MarkDatabase
			}
		}
	}
	return targetWord(first)
}

// fewSteps reports whether Ecto is asked for no more than a few steps back of the
// database of development, as db:rollback is one.
func (v *visit) fewSteps() bool {
	if v.name != "mix" || !wordsOf(v.fields).any("ecto.rollback", "ecto.rollback,") {
		return true
	}
	for i, f := range v.fields[1:] {
		name, steps, joined := strings.Cut(f.text, "=")
		switch {
		case !f.exact():
			return false
		case name == "-n", name == "--step":
			if !joined && i+2 < len(v.fields) {
				steps = v.fields[i+2].text
			}
			if len(strings.TrimRight(steps, ",")) != 1 {
				return false
			}
		case strings.HasPrefix(f.text, "-") && name != "--quiet" && name != "--log-sql" && name != "--log-migrations-sql" && name != "--no-compile" && name != "--no-deps-check" && name != "-r" && name != "--repo":
			return false
		}
	}
	return true
}

// targetWord knows the words themselves; publishToMavenLocal counts as publish.
func targetWord(word string) string {
	switch word {
	case "installDist": // gradle's, below the build folder
		return ""
	case "dependencyInsight", "dependencyTree", "dependencyList", "dependencyStats", "dependencyBrowseTree", "dependencyManagement", "dependencyAnalyze", "dependencyUpdates", "dependencyGuard": // of gradle and sbt, which only tell
		return ""
	}
	if strings.HasSuffix(word, "Classpath") { // releaseRuntimeClasspath, what gradle resolves libraries for
		return ""
	}
	for i, c := range word {
		if i > 0 && unicode.IsUpper(c) {
			word = word[:i]
			break
		}
	}
	switch word {
	case "install", "uninstall", "reinstall":
		return catalogue.MarkPersist
	case "deploy", "undeploy", "publish", "unpublish", "release", "upload", "push", "promote", "provision", "rollout", "rollback":
		return catalogue.MarkPublish
	case "flash", "burn": // a board, which is no disk of this machine
		return catalogue.MarkPublish
	case "dependency", "dlx":
		return catalogue.MarkPackageInstall
	}
	return ""
}

// built is the mark of a build by the targets that it was given. A dry run of
// a target does nothing that stays.
//
// Long: one step a way to name a target.
func (v *visit) built() string {
	if !v.fewSteps() { // -n is a number there
		return catalogue.MarkDatabase
	}
	if v.has("-n", "--dry-run", "--just-print", "--recon") {
		return catalogue.MarkBuild
	}
	switch v.path {
	case "go run", "cargo run", "cargo r", "dotnet run":
		return catalogue.MarkBuild // the words are for what was built
	case "symfony console", "symfony run":
		if mark := managed(v.fields[1:]); mark != "" {
			return mark
		}
	case "mix release", "mix do", "mix ecto.rollback": // put together below _build; each task is judged for itself
		return catalogue.MarkBuild
	}
	for word := range strings.FieldsSeq(v.path) { // mix's targets stand where sub-commands do
		if mark := v.target(word); mark == catalogue.MarkDatabase || mark != "" && (strings.ContainsAny(word, ".:") || v.name == "yarn") {
			return mark
		}
	}
	if mark := v.target(v.path[strings.LastIndexByte(v.path, ' ')+1:]); v.wild && mark != "" && v.path != "dune promote" { // that takes outputs over as expected
		return mark
	}
	for word := range strings.FieldsSeq(strings.TrimPrefix(v.path, v.name)) {
		if mark := composedTarget(v.name, word); mark != "" {
			return mark
		}
	}
	for i, f := range v.operands {
		if v.name == "goreleaser" && f.text == "release" && v.snapshot() {
			continue
		}
		if mark := v.target(f.text); mark != "" {
			return mark
		}
		if mark := composedTarget(v.name, f.text); mark != "" {
			return mark
		}
		if v.name == "goreleaser" && (f.text == "announce" || f.text == "continue") {
			return catalogue.MarkPublish
		}
		if i > 0 && v.operands[i-1].text == "db" { // airflow db reset, flask db downgrade
			switch f.text {
			case "reset", "drop", "clean", "downgrade", "truncate", "clear":
				return catalogue.MarkDatabase
			}
		}
	}
	for _, a := range v.args {
		switch a.option {
		case "--target", "-t", "-e", "--session", "--sessions", "-s", "--run": // those of tox and nox may be lists
			for name := range strings.SplitSeq(a.field.text, ",") {
				if mark := targetMark(name); mark != "" {
					return mark
				}
			}
		}
	}
	return catalogue.MarkBuild
}

// snapshot reports whether goreleaser is told to make a release that is for this
// machine alone: the option skips whatever brings one out.
func (v *visit) snapshot() bool {
	return wordsOf(v.fields).any("--snapshot") && !slices.ContainsFunc(v.fields, func(f field) bool { return !f.exact() || strings.HasPrefix(f.text, "--snapshot=") })
}

// target is targetMark for a build that may put what it installs into a folder
// of the project.
func (v *visit) target(word string) string {
	if mark := targetMark(word); mark != catalogue.MarkPersist || !v.staged {
		return mark
	}
	return ""
}

// targeted is the mark of a script of the project that takes targets.
func targeted(name string, words []field) string {
	mark := ""
	switch name {
	case "gradlew", "mvnw", "configure", "autogen.sh", "bootstrap", "bootstrap.sh", "build.sh", "build", "make.sh":
		mark = catalogue.MarkBuild
	case "test.sh", "run_tests.sh", "run-tests.sh", "runtests.sh", "pytest", "jest", "vitest", "mocha", "phpunit", "rspec", "tox":
		return catalogue.MarkTest
	case "setup.py": // of distutils, which can install, too
	case "manage.py", "artisan", "console": // Django's, Laravel's and Symfony's
		return managed(words)
	default:
		if strings.HasPrefix(name, "bfg") && strings.HasSuffix(name, ".jar") { // rewrites a repository
			return catalogue.MarkHistoryRewrite
		}
		return ""
	}
	for _, f := range words {
		if m := targetMark(f.text); m != "" {
			return m
		}
		if name == "setup.py" && (f.text == "develop" || f.text == "register") {
			return catalogue.MarkPersist
		}
	}
	return mark
}

// managed is the mark of a task of a framework's own script that empties a
// database or runs code that is given to it: manage.py flush, artisan tinker.
func managed(words []field) string {
	for i, f := range words {
		switch f.text {
		case "shell", "shell_plus", "tinker": // which read code, as they are told or from their input
			if i < 2 { // behind the script's own name
				return catalogue.MarkLoaderInjection
			}
		case "flush", "flushdb", "sqlflush", "drop_test_database", "reset_db", "reset_schema", "migrate:fresh", "migrate:reset", "migrate:refresh", "migrate:rollback", "db:wipe", "dbshell":
			return catalogue.MarkDatabase
		case "doctrine:database:drop", "doctrine:schema:drop", "doctrine:fixtures:load", "doctrine:query:sql", "dbal:run-sql":
			return catalogue.MarkDatabase
		case "secrets:list":
			if slices.ContainsFunc(words, func(w field) bool { return w.text == "--reveal" || w.text == "-r" }) {
				return catalogue.MarkCredential
			}
		case "debug:container":
			if slices.ContainsFunc(words, func(w field) bool { return strings.HasPrefix(w.text, "--env-var") }) {
				return catalogue.MarkCredential
			}
		case "dumpdata":
			if slices.ContainsFunc(words[i:], func(w field) bool { return strings.HasPrefix(w.text, "auth") || w.text == "--all" }) {
				return catalogue.MarkCredential // with what passwords are held as
			}
		case "secrets:reveal", "secrets:decrypt-to-local", "secrets:encrypt-from-local", "secrets:generate-keys", "secrets:set", "secrets:remove", "env:decrypt", "env:encrypt", "debug:dotenv", "changepassword", "diffsettings", "print_settings", "passport:keys", "passport:client", "drf_create_token":
			return catalogue.MarkCredential
		}
	}
	return ""
}

// fetched judges a package of the go command that names its version, which is
// fetched and built, wherever the working folder is: go(1).
func (v *visit) fetched(f field) bool {
	if v.name != "go" || !strings.Contains(f.text, "@") {
		return false
	}
	v.r.code(f.text, v.name, catalogue.MarkRemoteCode, f.span)
	v.connect("proxy.golang.org:443", true, f, catalogue.MarkPackageInstall)
	return true
}

// tasks judges each task of mix do: mix do A, B or mix do A + B.
func (v *visit) tasks() {
	if v.path != "mix do" {
		return
	}
	var task []field
	run := func() {
		for len(task) > 1 && task[1].optionLike() { // --app NAME stands before the first
			task = append(task[:1:1], task[min(3, len(task)):]...)
		}
		if len(task) > 1 {
			v.r.within(v.name, func() { v.r.exec(v.sc, task) })
		}
		task = v.fields[:1:1]
	}
	run()
	for _, f := range v.tasksWords() {
		text, ends := strings.CutSuffix(f.text, ",")
		switch {
		case !f.exact() || len(task) == 1 && strings.ContainsAny(text, ", "):
			v.unknown("task "+f.text, f)
		case f.exact() && text == "+" || f.exact() && text == "":
			run()
		case f.exact() && ends:
			f.text = text
			task = append(task, f)
			run()
		default:
			task = append(task, f)
		}
	}
	run()
}

// tasksWords are the words behind do.
func (v *visit) tasksWords() []field {
	for i, f := range v.fields {
		if i > 0 && f.text == "do" {
			return v.fields[i+1:]
		}
	}
	return nil
}
