package confine

import (
	"strconv"
	"time"
)

// request is one command as the worker asks for it. Descriptors beside it are
// stdin, stdout, stderr and the status socket.
type request struct {
	id            string
	path, dir     string
	prepared      bool // nothing but a lodging: the only descriptor is the status socket
	detached      bool // outlives the worker
	gated         bool // program starts are judged
	argv, env     []string
	write, remove []string
	roots         []string
	limits        Limits
	ordinary      bool // the worker is not root: the process limit can be an rlimit
	rlimits       bool // no control group: the memory limit must be an rlimit
}

func flag(b bool) string {
	if b {
		return "1"
	}
	return ""
}

func (r request) encode() []byte {
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	l := r.limits
	return encode(
		[]string{r.id, r.path, r.dir, flag(r.detached), flag(r.gated), flag(r.ordinary), flag(r.rlimits), flag(r.prepared)},
		r.argv, r.env, r.write, r.remove, r.roots,
		[]string{n(l.Memory), n(int64(l.PIDs)), n(int64(l.CPU)), n(int64(l.Files)), n(l.FileSize)},
	)
}

func decodeRequest(msg []byte) (request, error) {
	l, err := decode(msg, 7)
	if err != nil || len(l[0]) != 8 || len(l[6]) != 5 {
		return request{}, errMalformed
	}
	var num [5]int64
	for i, s := range l[6] {
		if num[i], err = strconv.ParseInt(s, 10, 64); err != nil {
			return request{}, errMalformed
		}
	}
	return request{
		id: l[0][0], path: l[0][1], dir: l[0][2],
		detached: l[0][3] != "", gated: l[0][4] != "", ordinary: l[0][5] != "", rlimits: l[0][6] != "", prepared: l[0][7] != "",
		argv: l[1], env: l[2], write: l[3], remove: l[4], roots: l[5],
		limits: Limits{Memory: num[0], PIDs: int(num[1]), CPU: time.Duration(num[2]), Files: int(num[3]), FileSize: num[4]},
	}, nil
}
