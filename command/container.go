package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// A container that is given folders or devices of the host works on the host
// there. What its command would ruin is judged with its paths carried back: below
// a folder that is bound, on a device that is handed in, and in whatever goes
// back to the host itself by chroot or nsenter. All else stays in the container.
//
// Sources: docker-run(1), podman-run(1), kubectl debug, nsenter(1).

// inside is what a container sees of the host.
type inside struct {
	bound   map[string]string // folders and devices of the host by their names in the container
	devices bool              // all devices of the host
	pids    bool              // its processes are those of the host
	workdir string
	direct  []pipeline.Effect // what goes back to the host
}

// ruinsHost judges the command of a container.
func (r *run) ruinsHost(sc *scope, name string, fields []field) {
	var c inside
	var words []field
	switch name {
	case "docker", "podman", "nerdctl":
		words = c.containerRun(fields[1:])
	case "singularity", "apptainer", "ctr":
		words = c.imageRun(name, fields[1:])
	case "kubectl", "oc":
		words = c.nodeDebug(fields[1:])
	}
	if len(words) == 0 || r.boxed != nil {
		return
	}
	in := sc.fork()
	in.dirs, in.made, in.prev = []string{"/"}, nil, nil
	if c.workdir != "" {
		in.dirs = []string{c.workdir}
	}
	span := fields[0].span
	r.ruinsBy(span, func() {
		r.boxed = &c
		r.exec(in, words)
	}, c.outside)
	if len(c.direct) > 0 {
		r.effects = append(r.effects, c.direct...)
	}
}

// containerRun reads docker run; the words that it returns are the command.
func (c *inside) containerRun(words []field) []field {
	i := slices.IndexFunc(words, func(f field) bool { return f.text == "run" || f.text == "create" })
	if i < 0 || i > 2 {
		return nil
	}
	c.bound = make(map[string]string)
	var entry []field
	for i++; i < len(words); i++ {
		option, value, inline := strings.Cut(words[i].text, "=")
		if !words[i].exact() || !strings.HasPrefix(option, "-") {
			break
		}
		if !inline {
			value = ""
			if takesValue(option) && i+1 < len(words) {
				i++
				if value = words[i].text; !words[i].exact() {
					value = ""
				}
			}
		}
		c.option(option, value)
		if option == "--entrypoint" && value != "" {
			entry = []field{{text: value, span: words[i].span}}
		}
	}
	if i >= len(words) {
		return nil
	}
	return append(entry, words[i+1:]...)
}

// imageRun reads what other programs run in an image: singularity exec, ctr run,
// which takes a name for the container as well.
func (c *inside) imageRun(name string, words []field) []field {
	if len(words) == 0 || words[0].text != "exec" && words[0].text != "run" {
		return nil
	}
	c.bound = make(map[string]string)
	i := 1
	for ; i < len(words) && words[i].exact() && strings.HasPrefix(words[i].text, "-"); i++ {
		option, value, inline := strings.Cut(words[i].text, "=")
		switch option {
		case "-B", "--bind", "--mount", "--env", "--pwd", "--scratch":
			if !inline && i+1 < len(words) {
				i++
				value = words[i].text
			}
		}
		switch option {
		case "-B", "--bind":
			c.option("--volume", value)
		case "--mount", "--privileged":
			c.option(option, value)
		}
	}
	if i++; name == "ctr" {
		i++
	}
	return words[min(i, len(words)):]
}

// takesValue reports whether an option of docker run takes a word.
func takesValue(option string) bool {
	switch option {
	case "-v", "--volume", "--mount", "--device", "-w", "--workdir", "--entrypoint", "-e", "--env", "--env-file", "--name", "-u", "--user", "-p", "--publish", "--network", "--net", "--pid", "--ipc", "--uts",
		"-h", "--hostname", "-l", "--label", "--cap-add", "--cap-drop", "--security-opt", "-m", "--memory", "--cpus", "--platform", "--pull", "--restart", "--add-host", "--tmpfs", "--volumes-from", "--userns",
		"--gpus", "--shm-size", "--ulimit", "--log-driver", "--log-opt", "--runtime", "--cgroupns", "--group-add", "--dns", "--expose", "--ip", "--link", "--cidfile", "--stop-signal", "-c", "--cpu-shares":
		return true
	}
	return false
}

// option notes what an option gives the container of the machine: its devices, its
// processes, its network, folders (docker-run(1)).
func (c *inside) option(option, value string) {
	switch option {
	case "--privileged":
		c.devices = value == "" || value == "true"
	case "--pid":
		c.pids = value == "host"
	case "-w", "--workdir":
		c.workdir = path.Clean("/" + value)
	case "-v", "--volume":
		parts := strings.Split(value, ":")
		if len(parts) > 1 && (len(parts) < 3 || !slices.Contains(strings.Split(parts[2], ","), "ro")) {
			c.binds(parts[0], parts[1])
		}
	case "--device":
		parts := strings.Split(value, ":")
		if len(parts) == 1 {
			parts = append(parts, parts[0])
		}
		c.binds(parts[0], parts[1])
	case "--mount":
		from, to, kind, writes := "", "", "volume", true
		for part := range strings.SplitSeq(value, ",") {
			switch key, v, _ := strings.Cut(part, "="); key {
			case "type":
				kind = v
			case "source", "src":
				from = v
			case "target", "dst", "destination":
				to = v
			case "readonly", "ro":
				writes = v == "false" || v == "0"
			}
		}
		if kind == "bind" && writes {
			c.binds(from, to)
		}
	}
}

// binds notes that a folder of the container is one of the machine.
func (c *inside) binds(from, to string) {
	if path.IsAbs(from) && path.IsAbs(to) {
		c.bound[path.Clean(to)] = path.Clean(from)
	}
}

// nodeDebug reads kubectl debug node/NAME, whose container has the node's root
// at /host.
func (c *inside) nodeDebug(words []field) []field {
	if len(words) < 3 || words[0].text != "debug" || !slices.ContainsFunc(words, func(f field) bool { return strings.HasPrefix(f.text, "node/") || strings.HasPrefix(f.text, "nodes/") }) {
		return nil
	}
	c.bound = map[string]string{"/host": "/"}
	i := slices.IndexFunc(words, func(f field) bool { return f.text == "--" })
	if i < 0 {
		return nil
	}
	return words[i+1:]
}

// outside says what an effect in the container is on the host. False: nothing
// that ruins it.
func (c *inside) outside(e pipeline.Effect) (pipeline.Effect, bool) {
	if e.Mark == catalogue.MarkForkBomb {
		return e, true // they share what there is
	}
	if e.Mark == catalogue.MarkKillAll {
		return e, c.pids
	}
	if !path.IsAbs(e.Object) {
		return e, false
	}
	dest := ""
	for at := range c.bound {
		if (e.Object == at || strings.HasPrefix(e.Object, strings.TrimSuffix(at, "/")+"/")) && len(at) > len(dest) {
			dest = at
		}
	}
	if dest == "" {
		return e, c.devices && ruinous(&e) && (strings.HasPrefix(e.Object, "/dev/") || e.Object == "/proc/sysrq-trigger")
	}
	e.Object = path.Join(c.bound[dest], strings.TrimPrefix(e.Object, strings.TrimSuffix(dest, "/")))
	return e, ruinous(&e)
}

// backToHost judges what goes back from a container to the host.
func (r *run) backToHost(sc *scope, name string, fields []field) {
	c := r.boxed
	var rest []field
	switch {
	case name == "chroot" && len(fields) > 2 && fields[1].exact() && c.bound[path.Clean(fields[1].text)] == "/":
		rest = fields[2:]
	case name == "nsenter" && (c.pids || c.devices):
		rest = enteredBy(fields[1:])
	}
	if len(rest) == 0 {
		return
	}
	in := sc.fork()
	in.dirs = []string{"/"}
	r.boxed = nil
	from := len(r.effects)
	r.exec(in, rest)
	for _, e := range r.effects[min(from, len(r.effects)):] {
		if ruinous(&e) {
			c.direct = append(c.direct, e)
		}
	}
	r.boxed = c
}

// enteredBy is the command of nsenter where it enters the first process.
func enteredBy(words []field) []field {
	first := false
	for i := 0; i < len(words); i++ {
		switch w := words[i].text; {
		case !words[i].exact():
			return nil
		case w == "-t" || w == "--target":
			if i++; i < len(words) {
				first = words[i].text == "1"
			}
		case w == "-t1" || w == "--target=1":
			first = true
		case w == "--":
			if first {
				return words[i+1:]
			}
			return nil
		case !strings.HasPrefix(w, "-"):
			if first {
				return words[i:]
			}
			return nil
		}
	}
	return nil
}
