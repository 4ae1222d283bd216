package actuators

import (
	"time"

	"passepartout/pipeline"
)

// Guard puts all decorators around a in the order that makes sense: a panic is
// caught where it happens, a dry run needs no deadline, and the deadline sees
// what the other two return.
func Guard(a pipeline.Actuator, l Limits, now func() time.Time) pipeline.Actuator {
	return Deadline(DryRun(Recover(a), now), l)
}
