package confine

import (
	"path"
	"slices"
	"strings"
	"time"

	"passepartout/pipeline"
)

// Limits bound what one command (or, where only the zygote's group can be
// bounded, all commands of one agent and view together) may use. Zero means
// the default.
type Limits struct {
	Memory   int64         `json:"memory"`    // bytes
	PIDs     int           `json:"pids"`      // processes and threads
	CPU      time.Duration `json:"cpu"`       // processor time of one process
	CPUShare float64       `json:"cpu_share"` // processors at a time
	Files    int           `json:"files"`     // open files of one process
	FileSize int64         `json:"file_size"` // bytes of one file
	Temp     int64         `json:"temp"`      // bytes of the private /tmp
	Disk     int64         `json:"disk"`      // bytes of all that it writes elsewhere, and 4 KiB a file
}

func (l Limits) withDefaults() Limits {
	or := func(v *int64, d int64) {
		if *v <= 0 {
			*v = d
		}
	}
	or(&l.Memory, 2<<30)
	or(&l.FileSize, 4<<30)
	or(&l.Temp, 512<<20)
	or(&l.Disk, 4<<30)
	if l.PIDs <= 0 {
		l.PIDs = 512
	}
	if l.CPU <= 0 {
		l.CPU = time.Hour
	}
	if l.CPUShare <= 0 {
		l.CPUShare = 2
	}
	if l.Files <= 0 {
		l.Files = 1024
	}
	return l
}

// Profile is what a command may touch. All paths are absolute; a folder stands
// for all below it. The zero value permits nothing, not even to execute.
type Profile struct {
	Read   []string `json:"read"`   // read and execute
	Write  []string `json:"write"`  // create and change, with all of Read
	Delete []string `json:"delete"` // remove
	Hidden []string `json:"hidden"` // unreadable even inside the others
	Hosts  []string `json:"hosts"`  // host, *.host or CIDR, each with an optional :port; empty: no network
	// Roots are the folders of the agent (workspace and scratch). A cleared
	// path that leads through a symbolic link counts only if it ends in one.
	Roots   []string `json:"roots"`
	Scratch string   `json:"scratch"` // HOME, and TMPDIR where /tmp is not private; writable
	// ViewWrite are folders that the sandbox shows writable; Write narrows
	// them for one command. They decide which zygote serves.
	ViewWrite []string `json:"view_write"`
	// Replace are paths that are written by putting a new file in the place of
	// the old one: both Write and Delete, but no name of a protected path.
	Replace []string `json:"replace"`
	// Own are protected paths that the judged program itself keeps; what it
	// wrote there is looked at afterwards.
	Own    []string `json:"own"`
	Limits Limits   `json:"limits"`
	// Gate judges each program start of the command, the first one excepted;
	// nil: none does.
	Gate ExecGate `json:"-"`
	kept []string // of the view, see keep

	// Of the process that runs a virtual machine: files that it finds in
	// machineParts whatever is hidden, and whether it is given /dev/kvm.
	machine []string
	kvm     bool
}

// Base is what every command of an agent gets, whatever its effects.
type Base struct {
	Read      []string // nil: SystemPaths
	Workspace []string
	Scratch   string
	Hidden    []string // nil: SecretPaths
	Limits    Limits
}

// SystemPaths are where programs, libraries and their settings live.
func SystemPaths() []string {
	return []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store"}
}

// SecretPaths are what nobody needs to see inside SystemPaths.
func SecretPaths() []string {
	return []string{
		"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d",
		"/etc/ssl/private", "/etc/ssh/ssh_host_rsa_key", "/etc/ssh/ssh_host_ecdsa_key", "/etc/ssh/ssh_host_ed25519_key",
		"/etc/docker", "/etc/kubernetes", "/etc/rancher", "/etc/wireguard", "/etc/openvpn", "/etc/NetworkManager/system-connections",
		"/etc/krb5.keytab", "/etc/letsencrypt", "/etc/security/opasswd",
	}
}

// ProfileOf derives the profile of one command from its cleared effects. A
// command whose code cannot be inspected may write the whole workspace if it
// was cleared at all; any other writes what was cleared, and its scratch.
func ProfileOf(effects []pipeline.Effect, base Base) Profile {
	if base.Read == nil {
		base.Read = SystemPaths()
	}
	if base.Hidden == nil {
		base.Hidden = SecretPaths()
	}
	p := Profile{
		Read:      slices.Concat(base.Read, base.Workspace),
		Hidden:    slices.Clone(base.Hidden),
		Roots:     slices.Clone(base.Workspace),
		Scratch:   base.Scratch,
		ViewWrite: slices.Clone(base.Workspace),
		Limits:    base.Limits,
	}
	if base.Scratch != "" {
		p.Roots = append(p.Roots, base.Scratch)
		p.ViewWrite = append(p.ViewWrite, base.Scratch)
		p.Write = append(p.Write, base.Scratch)
		p.Delete = append(p.Delete, base.Scratch)
	}
	seen := !slices.ContainsFunc(effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown
	})
	for _, e := range effects {
		p.clear(e, base)
		p.replace(e, base, seen)
	}
	for _, list := range []*[]string{&p.Read, &p.Write, &p.Delete, &p.Hidden, &p.Hosts, &p.Roots, &p.ViewWrite, &p.Replace, &p.Own} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return p
}

func (p *Profile) clear(e pipeline.Effect, base Base) {
	switch e.Kind {
	case pipeline.KindRead, pipeline.KindRun:
		if at, ok := literal(e.Object); ok {
			p.Read = append(p.Read, at)
		}
	case pipeline.KindSecret:
		// A person cleared this very path: it is unhidden, nothing else is.
		if at, ok := literal(e.Object); ok && at == e.Object {
			p.Read = append(p.Read, at)
			p.Hidden = slices.DeleteFunc(p.Hidden, func(h string) bool { return h == at })
		}
	case pipeline.KindWrite:
		if at, ok := literal(e.Object); ok {
			p.Write = append(p.Write, at)
		}
	case pipeline.KindDelete:
		if at, ok := literal(e.Object); ok {
			p.Delete = append(p.Delete, at)
		}
	case pipeline.KindConnect:
		if h := hostOf(e.Object); h != "" {
			p.Hosts = append(p.Hosts, h)
		}
	case pipeline.KindCode, pipeline.KindUnknown:
		p.Write = append(p.Write, base.Workspace...)
		p.Delete = append(p.Delete, base.Workspace...)
	case pipeline.KindListen, pipeline.KindSignal, pipeline.KindPrivilege, pipeline.KindSystem:
		// Nothing of the host's is given for these: inside its own namespaces
		// a command may listen and signal, and privilege is never available.
	}
}

// replace grants what a program needs that does not write into files but puts
// new ones in their places, which takes the right to make and to remove names
// beside them. Outside of the workspace that is never given along.
func (p *Profile) replace(e pipeline.Effect, base Base, seen bool) {
	at, ok := literal(e.Object)
	if !ok || e.Kind != pipeline.KindWrite || !replaces(e.By) {
		return
	}
	if !slices.ContainsFunc(base.Workspace, func(w string) bool { return within(at, w) }) {
		return
	}
	p.Replace = append(p.Replace, at)
	git := e.By == "git"
	switch {
	case git && !seen:
	case git && path.Base(at) == nameGit:
		p.Own = append(p.Own, path.Join(at, nameConfig))
	case git:
		p.Own = append(p.Own, path.Join(at, nameGit, nameConfig))
	}
	if !slices.Contains(base.Workspace, at) && !(git && path.Base(at) == nameGit) {
		p.Replace = append(p.Replace, path.Dir(at))
	}
}

// replaces lists programs that rename or unlink what they write.
func replaces(program string) bool {
	switch program {
	case "git", "sed", "mv", "ln", "install", "patch", "tar", "bsdtar", "unzip", "rsync", "cp", "dos2unix", "unix2dos", "sort",
		"gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd", "zip":
		return true
	default:
		return false
	}
}

// literal is the part of a path pattern that holds no wildcard. The root is
// never granted this way: a pattern that broad is no grant.
func literal(object string) (string, bool) {
	if !strings.HasPrefix(object, "/") || strings.IndexByte(object, 0) >= 0 {
		return "", false
	}
	if i := strings.IndexAny(object, "*?["); i >= 0 {
		object = path.Dir(object[:i] + "x")
	}
	object = path.Clean(object)
	return object, object != "/"
}

// hostOf takes the host and port out of an effect's object, which is host:port
// or a URL.
func hostOf(object string) string {
	if _, rest, ok := strings.Cut(object, "://"); ok {
		scheme := object[:len(object)-len(rest)-3]
		rest, _, _ = strings.Cut(rest, "/")
		if i := strings.LastIndexByte(rest, '@'); i >= 0 {
			rest = rest[i+1:]
		}
		if !strings.Contains(strings.TrimSuffix(rest, "]"), ":") || strings.HasSuffix(rest, "]") {
			switch scheme {
			case "http":
				rest += ":80"
			case "https":
				rest += ":443"
			case "ssh":
				rest += ":22"
			case "git":
				rest += ":9418"
			}
		}
		return rest
	}
	return object
}

// within says whether p is root or below it.
func within(p, root string) bool {
	return p == root || root == "/" || strings.HasPrefix(p, strings.TrimSuffix(root, "/")+"/")
}
