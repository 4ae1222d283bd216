package confine

import "time"

// ticks reads the processor's time stamp counter.
func ticks() int64

// ticksPerMilli measures how fast the counter runs. An emulated machine shows
// it to its guest, which has no other clock to compare it with.
func ticksPerMilli() int64 {
	began, from := time.Now(), ticks()
	t := time.NewTimer(20 * time.Millisecond)
	defer t.Stop()
	<-t.C
	took, to := time.Since(began), ticks()
	return (to - from) * int64(time.Millisecond) / max(1, int64(took))
}
