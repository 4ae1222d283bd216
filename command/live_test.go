package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// What a project's own code changes is live where a variable or a word says so.
func TestLiveData(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"RAILS_ENV=production bin/rails db:migrate":                                         true,
		"export RAILS_ENV=production; bundle exec rake import:all":                          true,
		"env RAILS_ENV=production bin/rails db:seed":                                        true,
		"rake db:migrate RAILS_ENV=production":                                              true,
		"python manage.py migrate --settings=config.settings.production":                    true,
		"NODE_ENV=production npm run db:migrate":                                            true,
		"make migrate-prod":                                                                 true,
		"RAILS_ENV=$X bin/rails db:migrate":                                                 true,
		"bin/rails db:migrate; RAILS_ENV=production bin/rails db:migrate":                   true,
		"if a; then RAILS_ENV=production; else RAILS_ENV=test; fi; bin/rails db:migrate":    true,
		"export RAILS_ENV=production; APP_ENV=test bin/rails db:migrate":                    true,
		"RAILS_ENV=production bin/rails assets:precompile db:migrate":                       true,
		"export RAILS_ENV=production; RAILS_ENV=test bin/rails db:migrate":                  false,
		"RAILS_ENV=production bin/rails assets:precompile && bin/rails db:migrate":          false,
		"NODE_ENV=production npm run build":                                                 false,
		"RAILS_ENV=test bin/rails db:migrate":                                               false,
		"go test -run Production ./internal/db":                                             false,
		"pytest tests/db/test_production.py":                                                false,
		"export RAILS_ENV=production; grep -rn migrate db":                                  false,
		"RAILS_ENV=production timeout 300 bin/rails assets:precompile":                      false,
		"env RAILS_ENV=production bin/rails assets:precompile; bundle exec rake db:prepare": false,
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		if got := slices.ContainsFunc(a.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindCode && e.Mark == catalogue.MarkDatabase
		}); got != want {
			t.Errorf("%s: live %v, want %v: %v", text, got, want, a.Effects)
		}
	}
}
