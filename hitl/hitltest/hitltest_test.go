package hitltest_test

import (
	"testing"

	"passepartout/hitl"
	"passepartout/hitl/hitltest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	hitltest.RunStore(t, func(testing.TB) hitl.Store { return &hitltest.Memory{} })
}
