package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Frameworks choose their database, their queues and their keys by one variable.
// The project's own code that is a build elsewhere changes what is live where
// that variable, or a word of the command, names production. So such code is
// marked as a change of a database, but for what is known to build or to tell.

// phase says which variable has named production, or "" for none.
type phase struct {
	name  string // "*": several
	loose bool   // only words that speak of a database count: NODE_ENV mostly asks for a smaller build
}

// phaseVariable reports whether a framework takes its configuration by the
// value of a variable, and whether that is mostly about builds.
func phaseVariable(name string) (strict, loose bool) {
	switch name {
	case "RAILS_ENV", "RACK_ENV", "HANAMI_ENV", "SINATRA_ENV", "MIX_ENV", "APP_ENV", "APPLICATION_ENV", "SYMFONY_ENV", "CI_ENVIRONMENT", "CAKE_ENV", "YII_ENV", "WP_ENV", "WP_ENVIRONMENT_TYPE",
		"FLASK_ENV", "FLASK_CONFIG", "DJANGO_SETTINGS_MODULE", "DJANGO_CONFIGURATION", "DJANGO_ENV", "ENV_FOR_DYNACONF", "PYRAMID_ENV", "AIRFLOW_ENV", "DBT_TARGET",
		"ASPNETCORE_ENVIRONMENT", "DOTNET_ENVIRONMENT", "SPRING_PROFILES_ACTIVE", "MICRONAUT_ENVIRONMENTS", "QUARKUS_PROFILE", "GO_ENV", "GIN_ENV", "RUST_ENV", "DEPLOY_ENV", "ENVIRONMENT", "STAGE", "TARGET_ENV":
		return true, false
	case "NODE_ENV", "APP_STAGE", "VITE_ENV", "BABEL_ENV":
		return false, true
	}
	return false, false
}

// ofProduction reports whether a name has a part that stands for what is live.
func ofProduction(name string) bool {
	return anyPart(name, func(part string) bool {
		switch part {
		case "prod", "production", "live", "staging", "preprod", "preproduction", "uat", "prd":
			return true
		}
		return false
	})
}

// anyPart looks at the words that a name is made of: db:migrate, config.prod,
// seedProduction.
func anyPart(name string, is func(string) bool) bool {
	begin := 0
	for i := 0; i <= len(name); i++ {
		upper := i < len(name) && name[i] >= 'A' && name[i] <= 'Z' && i > begin && name[i-1] >= 'a' && name[i-1] <= 'z'
		if i < len(name) && !upper && wordByte(name[i]) && name[i] != '_' && name[i] != '.' {
			continue
		}
		if i > begin && is(strings.ToLower(name[begin:i])) {
			return true
		}
		if begin = i + 1; upper {
			begin = i
		}
	}
	return false
}

// phasedBy keeps in mind that a variable names production. One that is not known
// may name it. Nothing takes that back but the end of the command that alone
// had the variable, since a branch may have set it.
func (r *run) phasedBy(name string, v value) {
	strict, loose := phaseVariable(name)
	if !strict && !loose {
		return
	}
	if v.kind == valueText && !ofProduction(v.text) {
		if r.passing && r.phase.name == name {
			r.phase = phase{}
		}
		return
	}
	switch {
	case r.phase.name == "" || r.phase.name == name:
		r.phase = phase{name, loose}
	default:
		r.phase = phase{"*", loose && r.phase.loose}
	}
}

// live states that code of the project ran on data of production. Count is how
// many effects of code had been stated before the command.
func (r *run) live(sc *scope, name string, fields []field, count int) {
	if r.codes == count {
		return
	}
	r.codes = count // what starts this command need not be asked again
	at := r.phase
	for variable := range r.w.Env {
		strict, loose := phaseVariable(variable)
		if (strict && (at.name == "" || at.loose) || loose && at.name == "") && ofProduction(r.w.Env[variable]) && !r.setHere(sc, variable) {
			at = phase{variable, loose}
		}
	}
	words := fields[1:]
	if name == "dbt" || name == "sqlmesh" {
		words = withoutModels(words)
	}
	for _, f := range words {
		key, value, ok := strings.Cut(f.text, "=") // rake db:migrate RAILS_ENV=production
		if strict, _ := phaseVariable(key); ok && strict && (!f.exact() || ofProduction(value)) {
			at = phase{name: key}
		}
	}
	switch {
	case at.name != "" && !at.loose && !onlyBuilds(name, words):
	case (at.name != "" || namesProduction(words)) && changesData(name, words):
	default:
		return
	}
	r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: "the project's code, on what is live", Certain: true, By: name, Mark: catalogue.MarkDatabase, Span: fields[0].span})
}

// rehearses reports whether make is told to run no recipe: -n shows them, -q asks whether
// there is anything to do. What it runs all the same ($(shell …), lines with +) is the
// project's code as in every other run, which the names of goals say nothing of.
func (v *visit) rehearses() bool {
	switch v.name {
	case "make", "gmake":
		return v.hasOnly && v.has("-n", "--just-print", "--dry-run", "--recon", "-q", "--question")
	}
	return false
}

// withoutModels leaves out the names of models that a command chooses: staging is
// a layer of them by convention, not where they go.
func withoutModels(words []field) []field {
	var out []field
	chooses := false
	for _, f := range words {
		option := f.optionLike()
		if name, _, joined := strings.Cut(f.text, "="); option {
			switch name {
			case "-s", "--select", "-m", "--models", "--model", "--exclude", "--select-model":
				chooses = !joined
				continue
			}
			chooses = false
		}
		if !chooses || !f.exact() {
			out = append(out, f)
		}
	}
	return out
}

// setHere reports whether the script has given a variable another value, so that
// the one of the environment counts no more.
func (r *run) setHere(sc *scope, name string) bool {
	known := sc.single(name)
	return known.kind == valueText && !ofProduction(known.text)
}

// namesProduction reports whether a word of a command does: -e production,
// --settings=config.production, db:migrate:prod.
func namesProduction(words []field) bool {
	for i, f := range words {
		if i == 0 && (f.text == "test" || f.text == "spec") {
			return false // go test -run Prod ./db
		}
		if ofProduction(f.text[strings.LastIndexByte(f.text, '/')+1:]) && !testPart(f.text) {
			return true
		}
	}
	return false
}

// testPart reports whether a part of a name says that it is meant for tests.
func testPart(name string) bool {
	return anyPart(name, func(part string) bool { return part == "test" || part == "tests" || part == "spec" })
}

// changesData reports whether a program or a word speaks of a database or of
// bringing something out.
func changesData(name string, words []field) bool {
	speaks := func(part string) bool {
		switch part {
		case "db", "database", "migrate", "migrates", "migration", "migrations", "seed", "seeds", "seeder", "backfill", "truncate", "populate", "loaddata", "rollback", "drop", "wipe", "purge", "reset", "deploy", "sql", "reindex":
			return true
		}
		return false
	}
	switch name { // whose business it is
	case "dbt", "sqlmesh", "alembic", "flyway", "liquibase", "airflow", "dagster", "prefect", "luigi", "meltano", "dlt", "prisma", "knex", "sequelize", "typeorm", "goose", "dbmate", "atlas", "sqitch", "great_expectations", "diesel", "sqlx", "ecto":
		return true
	}
	if anyPart(name, speaks) {
		return true
	}
	for _, f := range words {
		if last := f.text[strings.LastIndexByte(f.text, '/')+1:]; !testPart(last) && anyPart(last, speaks) {
			return true
		}
	}
	return false
}

// onlyBuilds reports whether all that a command is told to do is known to build
// or to tell something, whatever the configuration.
func onlyBuilds(name string, words []field) bool {
	named := false
	for _, f := range words {
		if !f.exact() {
			return false
		}
		text := f.text
		if key, _, ok := strings.Cut(text, "="); ok && validName(key) {
			continue
		}
		switch text {
		case "build", "compile", "bundle", "lint", "fmt", "format", "typecheck", "check", "docs", "doc", "dist", "package", "assemble", "clean", "version",
			"assets:precompile", "assets:clobber", "assets:clean", "webpacker:compile", "vite:build", "css:build", "javascript:build", "tailwindcss:build", "routes", "about", "stats", "notes", "middleware", "zeitwerk:check",
			"assets.deploy", "assets.build", "phx.digest", "deps.compile", "phx.routes", "release", "xref", "credo", "dialyzer",
			"cache:clear", "cache:warmup", "debug:router", "debug:container", "debug:config", "lint:yaml", "lint:twig", "lint:container", "assets:install", "route:list", "config:cache", "route:cache", "view:cache", "dump-autoload", "compilemessages":
			named = true
		case "exec", "run", "rails", "rake", "bin/rails", "bin/rake", "bin/console", "artisan", "manage.py", "vite", "webpack", "mix", "npm", "npx", "yarn", "pnpm":
		default:
			if !strings.HasPrefix(text, "-") {
				return false
			}
		}
	}
	switch name {
	case "webpack", "tsc", "rollup", "esbuild", "make", "ninja": // which build when nothing is said
		return true
	}
	return named
}
