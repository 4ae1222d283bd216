package acttest_test

import (
	"testing"

	"passepartout/pipeline/act"
	"passepartout/pipeline/act/acttest"
)

func TestReferenceJournal(t *testing.T) {
	t.Parallel()
	acttest.Run(t, func(*testing.T) (one, two act.Journal) {
		var s acttest.Store
		return s.For("one"), s.For("two")
	})
}
