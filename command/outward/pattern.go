package outward

import (
	"sync"

	"passepartout/internal/needle"
)

// patterns holds what was compiled. Most commands write nothing that a tool loads, so
// that nothing is compiled before a text asks for it.
var patterns sync.Map //nolint:gochecknoglobals // only grows, by constants of this package

// compiled is the pattern of a constant.
func compiled(text string) *needle.Regexp {
	if re, ok := patterns.Load(text); ok {
		return re.(*needle.Regexp) //nolint:forcetypeassert // nothing else is stored
	}
	re := needle.MustCompile(text)
	patterns.Store(text, re)
	return re
}

// pattern is one that is compiled when it is asked for.
func pattern(text string) func() *needle.Regexp {
	return func() *needle.Regexp { return compiled(text) }
}
