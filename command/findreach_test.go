package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestFindEmpty: what find deletes is said to be empty where it certainly is, and where
// the folders that git needs are left alone.
func TestFindEmpty(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"find . -not -path './.git/*' -type f -empty -delete":                       true,
		"find . ! -path '*/.git/*' -type d -empty -exec rmdir {} +":                 true,
		"find . -path ./.git -prune -o -type d -empty -exec rmdir {} +":             true,
		`find . \( -name .git -o -name x \) -prune -o -empty -print0 | xargs -0 rm`: true,
		"find . -xtype l -delete":                                                   true,
		`find . -type l ! -exec test -e {} \; -delete`:                              true,
		"find . -type f -size 0 -not -path './.git/*' -delete":                      true,
		"find . -maxdepth 1 -empty -delete":                                         true,
		"find . -type d -empty -delete":                                             false,
		"find . -path ./.git -prune -o -type d -empty -delete":                      false,
		"find . -depth -path ./.git -prune -o -type d -empty -exec rmdir {} +":      false,
		"find . -mindepth 2 -path ./.git -prune -o -empty -exec rm -r {} +":         false,
		"find . -mtime +1 -name .git -prune -o -empty -exec rm -r {} +":             false,
		"find . -not -path './.git/*' -o -empty -delete":                            false,
		"find . -not -path './.git/*' -empty -o -delete":                            false,
		"find . -not -path '.git/*' -empty -delete":                                 false,
		"find . -not -path ./.git -empty -delete":                                   false,
		"find . -not -path './.git/*' -size 0 -exec rm -rf {} +":                    false,
		"find . -not -path './.git/*' -empty -exec rm -rf {} .git +":                false,
		"find . -not -path './.git/*' -empty -print0 | xargs rm":                    false,
		"find .git -not -path './.git/*' -empty -delete":                            false,
		"find . -not -path './.git/*' -empty , -empty -delete":                      false,
		"find . -not -xtype l -delete":                                              false,
	} {
		found := analyze(t, command.Input{Text: text, Shell: true}).Effects
		got := slices.ContainsFunc(found, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && e.Mark == "empty" })
		other := slices.ContainsFunc(found, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && e.Mark != "empty" })
		if got != want || other == want {
			t.Errorf("%s: empty %v, want %v", text, got, want)
		}
	}
}

// TestFindNamed: tests by path, by expression and without regard to case say which names
// they leave over, and a starting point may be one of them.
func TestFindNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"find . -iname '*.Bak' -delete":                             {"/home/u/w/**/*.Bak", "/home/u/w/**/*.bak", "/home/u/w/**/*.BAK"},
		"find . -path '*/cache/*' -delete":                          {"/home/u/w/**/cache/**"},
		"find . -path './build/*.o' -delete":                        {"/home/u/w/**/build/**/*.o"},
		"find . -path '*/hooks/*' -delete":                          {"/home/u/w/**/hooks/**", "/home/u/w/**/.git/**/hooks/**"},
		`find . -regex '.*\.py[co]$' -delete`:                       {"/home/u/w/**/*.pyc", "/home/u/w/**/*.pyo"},
		"find . -name '*git' -delete":                               {"/home/u/w/**/*git", "/home/u/w/**/.git"},
		"find src -name src -delete":                                {"/home/u/w/src", "/home/u/w/src/**/src"},
		"find cache -path '*/cache/*' -delete":                      {"/home/u/w/cache/**/*"},
		"find . -regex '.*' -delete":                                {"/home/u/w/**"},
		`find . -regextype egrep -regex '.*\.(o|a)' -delete`:        {"/home/u/w/**/*.o", "/home/u/w/**/*.a", "/home/u/w/**/*.(o|a)"},
		`find . -regextype egrep -regex '.*\.o|.*' -delete`:         {"/home/u/w/**/*"},
		"find . -not -iname '*.py' -delete":                         {"/home/u/w/**/*"},
		"find . -path '*/__pycache__*' -delete":                     {"/home/u/w/**/__pycache__*", "/home/u/w/**/__pycache__*/**"},
		"find . -path '*/r*' -delete":                               {"/home/u/w/**/*"},
		"find . \\( -iname '*.tmp' -o -path '*/x/*' \\) -delete":    {"/home/u/w/**/*.tmp", "/home/u/w/**/*.TMP", "/home/u/w/**/x/**"},
		"find . \\( -iname '*.tmp' -o -newer x \\) -exec rm {} \\;": {"/home/u/w/**/*"},
	} {
		var got []string
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindDelete {
				got = append(got, e.Object)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: deletes %q, want %q", text, got, want)
		}
	}
}
