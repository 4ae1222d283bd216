package main

import (
	"strings"
	"sync"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/internal/zone"
)

// The folders of the fixed world, as the package comment of gates/corpus
// describes it.
const (
	home      = "/home/agent"
	workspace = "/home/agent/ws"
	scratch   = "/tmp/pp-scratch"
	state     = "/home/agent/.local/state/passepartout"
)

// ground is the configuration that the corpus speaks of.
func ground() zone.Config {
	return zone.Config{Workspace: []string{workspace}, Scratch: []string{scratch}, Home: home, Runtime: []string{state}}
}

// machine is a file system in memory on which every well-known program is
// installed in /usr/bin.
type machine struct {
	command.Fixed
	found   *lookups
	entries *catalogue.Catalogue
}

// lookups remembers where programs are, as a worker does.
type lookups struct {
	mu    sync.RWMutex
	paths map[string]string
}

// LookPath finds every program but those whose name says that they are unknown,
// or that it is a function's: log_info, deactivate.
//
// A name with a slash is a file, about which the folders know; the working
// folder, from which it would be looked for, does not matter.
func (m machine) LookPath(name, _ string) (string, bool) {
	if strings.HasPrefix(name, "unknown") || strings.Contains(name, "/") || name == "" || name == "deactivate" {
		return "", false
	}
	if _, err := m.entries.Find(name); err != nil && strings.Contains(name, "_") {
		return "", false
	}
	m.found.mu.RLock()
	found, ok := m.found.paths[name]
	m.found.mu.RUnlock()
	if !ok {
		found = "/usr/bin/" + name
		m.found.mu.Lock()
		m.found.paths[name] = found
		m.found.mu.Unlock()
	}
	return found, true
}

// newMachine has the folders and links that the corpus speaks of.
func newMachine(entries *catalogue.Catalogue) machine {
	dirs := map[string]bool{}
	for _, d := range []string{
		"/", "/bin", "/boot", "/dev", "/etc", "/etc/nginx", "/home", home, "/lib", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/sbin",
		"/srv", "/srv/data", "/sys", "/tmp", scratch, scratch + "/out", "/usr", "/usr/bin", "/usr/lib", "/usr/local", "/usr/local/bin", "/usr/share",
		"/var", "/var/lib", "/var/log", home + "/Documents", home + "/.ssh", home + "/.config",
		workspace, workspace + "/src", workspace + "/build", workspace + "/dist", workspace + "/docs", workspace + "/scripts",
		workspace + "/tests", workspace + "/node_modules", workspace + "/.git", workspace + "/.git/objects", workspace + "/.git/refs",
	} {
		dirs[d] = true
	}
	return machine{entries: entries, found: &lookups{paths: make(map[string]string)}, Fixed: command.Fixed{
		Dirs: dirs,
		Links: map[string]string{
			workspace + "/etclink": "/etc", workspace + "/homelink": home, workspace + "/outlink": scratch + "/out",
		},
	}}
}

// world is what an analysis may know, starting in dir. The environment is that
// of a worker's command: variables of this process's own would make figures
// differ.
func (m machine) world(dir string) command.World {
	if dir == "" {
		dir = workspace
	}
	return command.World{
		Dir: dir, Home: home, User: "agent", Paths: m,
		Env: map[string]string{
			"HOME": home, "USER": "agent", "LOGNAME": "agent", "PWD": dir, "LANG": "C.UTF-8", "SHELL": "/bin/bash", "TERM": "dumb",
			"PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": scratch,
		},
	}
}
