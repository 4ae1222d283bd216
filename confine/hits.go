package confine

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// counters are the files in which the kernel counts how often a group met its
// limits. They stay open, because they are read before every command.
type counters struct{ memory, pids *os.File }

// openCounters opens what is there; a file that is not counts nothing.
func openCounters(g *group) counters {
	at := func(controller, name string) *os.File {
		dir, ok := g.dirs[controller]
		if !ok {
			return nil
		}
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			return nil
		}
		return f
	}
	memory := "memory.oom_control"
	if g.unified {
		memory = "memory.events"
	}
	return counters{memory: at("memory", memory), pids: at("pids", "pids.events")}
}

func (c counters) close() {
	for _, f := range []*os.File{c.memory, c.pids} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// hits counts how often the limits were reached so far.
type hits struct{ memory, pids uint64 }

func (g *group) hits() hits {
	if g == nil {
		return hits{}
	}
	return hits{memory: counter(g.memory, "oom_kill"), pids: counter(g.pids, "max")}
}

// since names the limit that was reached after h was taken.
func (g *group) since(h hits) string {
	if g == nil {
		return ""
	}
	now := g.hits()
	switch {
	case now.memory > h.memory:
		return "memory"
	case now.pids > h.pids:
		return "processes"
	default:
		return ""
	}
}

// counter reads one "key number" line.
func counter(f *os.File, key string) uint64 {
	if f == nil {
		return 0
	}
	var raw [512]byte
	n, _ := f.ReadAt(raw[:], 0)
	for line := range bytes.Lines(raw[:n]) {
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte{' '})
		if string(name) == key {
			n, _ := strconv.ParseUint(string(value), 10, 64)
			return n
		}
	}
	return 0
}
