package command_test

import (
	"strings"
	"testing"

	"passepartout/pipeline"
)

// Who shows a program under another name hides what runs.
func TestShownUnderAnotherName(t *testing.T) {
	t.Parallel()
	wantEffects(t, map[string]bool{
		"exec -a '[kworker/0:1]' ./bin/app": true,
		"exec -ca sshd ./bin/app":           true,
		"exec -a -bash bash":                false,
		"exec -a app ./bin/app":             false,
		"exec ./bin/app":                    false,
	}, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindUnknown && strings.Contains(e.Object, "listed as")
	})
}
