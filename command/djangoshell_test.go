package command_test

import (
	"testing"

	"passepartout/pipeline"
)

// TestDjangoShell: what manage.py shell is given is read, or it is code that is put into a
// program.
func TestDjangoShell(t *testing.T) {
	t.Parallel()
	for line, read := range map[string]bool{
		"python manage.py shell -c 'from shop.models import Order; print(Order.objects.count())'":                 true,
		"python manage.py shell --settings=config.test --command 'from shop.models import Order; print(Order)'":   true,
		"python manage.py shell <<'EOF'\nfrom shop.models import Order\nprint(Order.objects.count())\nEOF":        true,
		"python manage.py shell -c 'from shop.models import Order; Order.objects.all().delete()'":                 false,
		"python manage.py shell -c 'from shop.models import Order; Order.objects.filter(id=1).update(paid=True)'": false,
		"python manage.py shell -c 'from shop.models import Order; Order.objects.bulk_update([], [])'":            false,
		"python manage.py shell --settings=config.production -c 'from shop.models import Order; print(Order)'":    false,
		"python manage.py shell --pythonpath=/tmp/x -c 'print(1)'":                                                false,
		"python manage.py shell -c 'print(1)' -c 'import os; os.system(\"id\")'":                                  false,
		"python manage.py shell -c \"$CODE\"":                                                                     false,
		"python manage.py shell -i ipython -c 'print(1)'":                                                         false,
		"python manage.py shell":                    false,
		"python manage.py shell < x.py":             false,
		"python manage.py shell_plus -c 'print(1)'": false,
		"python manage.py dbshell -c 'print(1)'":    false,
	} {
		held := false
		for _, e := range analyzed(t, line).Effects {
			held = held || e.Kind == pipeline.KindCode && e.Mark != "" && e.Mark != "build"
		}
		if held == read {
			t.Errorf("%s: read %v", line, !held)
		}
	}
}
