package command

import "hash/maphash"

// memo remembers what an analysis asked of a PathResolver. The machine does not
// change while an analysis runs, and most paths of a command lie in few folders,
// so that few of its questions need a call of the kernel. Each answer has one
// place, which the next one that falls there takes over: it costs no allocation
// and is kept from one analysis to the next, emptied.
type memo struct {
	of      PathResolver
	seed    maphash.Seed
	real    [memoPlaces]answer
	found   [memoPlaces]answer
	list    string // of folders that found is for
	dirty   bool
	folders [memoPlaces]answer
}

// memoPlaces is a power of two.
const memoPlaces = 64

// answer is a question about a path and what came of it. known says that it was asked,
// as the zero value is no answer.
type answer struct {
	asked, got string
	known, ok  bool
}

// place is where the answer to a question stands, if it does. Another question may
// stand there: then it is asked again, and takes the place.
func (m *memo) place(of *[memoPlaces]answer, asked string) *answer {
	m.dirty = true
	return &of[maphash.String(m.seed, asked)%memoPlaces]
}

// Resolve asks once for each path.
func (m *memo) Resolve(p string) string {
	a := m.place(&m.real, p)
	if !a.known || a.asked != p {
		*a = answer{asked: p, got: m.of.Resolve(p), known: true}
	}
	return a.got
}

// LookPath asks once for each name, as long as the folders are the same.
func (m *memo) LookPath(name, list string) (string, bool) {
	if list != m.list {
		clear(m.found[:])
		m.list = list
	}
	a := m.place(&m.found, name)
	if !a.known || a.asked != name {
		*a = answer{asked: name, known: true}
		a.got, a.ok = m.of.LookPath(name, list)
	}
	return a.got, a.ok
}

// IsDir asks once for each path.
func (m *memo) IsDir(p string) bool {
	a := m.place(&m.folders, p)
	if !a.known || a.asked != p {
		*a = answer{asked: p, known: true, ok: m.of.IsDir(p)}
	}
	return a.ok
}

// finder is a file system that can tell whether anything stands at a path.
type finder interface{ Exists(p string) bool }

// finds is the file system, if it can tell what is there. Nobody asks for one
// path twice.
func (m *memo) finds() finder {
	f, _ := m.of.(finder)
	return f
}

// forget empties it.
func (m *memo) forget() {
	if m.dirty {
		clear(m.real[:])
		clear(m.found[:])
		clear(m.folders[:])
	}
	m.of, m.list, m.dirty = nil, "", false
}
