package zone

import (
	"hash/maphash"
	"sync/atomic"
)

// recentPlaces is how many paths are remembered, a power of two. The same programs and
// folders are asked for with every command, and a path of a request is no longer than 4 kB.
const recentPlaces = 256

// recent remembers the classes of paths. A class follows from the path and the map alone,
// so an answer never ages; each has one place, which the next one takes over that falls
// there.
type recent struct {
	seed  maphash.Seed
	known [recentPlaces]atomic.Pointer[classified]
}

// classified is a path and its class.
type classified struct {
	path  string
	class Class
}

// of is the class of a path, which is reckoned unless it is remembered.
func (r *recent) of(path string, reckon func(string) Class) Class {
	place := &r.known[maphash.String(r.seed, path)%recentPlaces]
	if c := place.Load(); c != nil && c.path == path {
		return c.class
	}
	class := reckon(path)
	place.Store(&classified{path, class})
	return class
}
