package bus_test

import (
	"testing"

	"passepartout/bus/bustest"
	"passepartout/pipeline/act"
	"passepartout/pipeline/act/acttest"
)

// The journal on the bus does what the line wants of every journal.
func TestJournalConforms(t *testing.T) {
	t.Parallel()
	acttest.Run(t, func(t *testing.T) (one, two act.Journal) {
		s := bustest.Start(t)
		return s.Journal(), colleague(t, s).Journal()
	})
}
