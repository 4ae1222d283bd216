package egress

import (
	"slices"
	"strconv"
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// A control port is one behind which a daemon commands a machine, holds other
// people's data, or sends on what it is given: on any host, loopback included,
// reaching it is more than talking to a server under test. That a host is known
// says nothing of them. Whoever wants one reached names it with its port in
// hosts.allow ("localhost:9200").
type control struct {
	first, last int
	what        string
	// reads says that a plain reading request tells nothing secret and changes
	// nothing; only what sends anything is held.
	reads bool
	// clients are programs whose own entries say what each of their commands does.
	clients []string
	// orders says which paths are the daemon's; nil: all are. Another one is a
	// page of a server under development that has taken the port.
	orders func(path string) bool
}

// controls is the class, by the ports of the programs' own manuals and the
// registry of RFC 6335.
//
// Long: it is a table.
func controls() []control {
	ssh := []string{"ssh", "scp", "sftp", "rsync", "git", "ssh-keyscan", "mosh", "autossh", "dbclient"}
	postgres := []string{"psql", "pgcli", "pg_isready", "pg_dump", "pg_dumpall"}
	mysql := []string{"mysql", "mariadb", "mycli", "mysqldump", "mariadb-dump", "mysqladmin", "mariadb-admin", "mysqlshow", "mariadb-show"}
	redis := []string{"redis-cli", "valkey-cli"}
	return []control{
		{21, 21, "a file server", true, nil, nil},
		{22, 22, "a login server", false, ssh, nil},
		{23, 23, "a login server", false, nil, nil},
		{25, 25, "a mail server", false, nil, nil},
		{53, 53, "a name server, which asks others", false, nil, nil},
		{69, 69, "a file server", false, nil, nil},
		{110, 111, "mail or remote procedures", false, nil, nil},
		{135, 139, "Windows services", false, nil, nil},
		{143, 143, "mail", false, nil, nil},
		{389, 389, "a directory of accounts", false, nil, nil},
		{445, 445, "a file server", false, nil, nil},
		{465, 465, "a mail server", false, nil, nil},
		{512, 515, "a login server or a printer", false, nil, nil},
		{548, 548, "a file server", false, nil, nil},
		{587, 587, "a mail server", false, nil, nil},
		{623, 623, "the machine's management controller", false, nil, nil},
		{631, 631, "the printing system", false, nil, nil},
		{636, 636, "a directory of accounts", false, nil, nil},
		{873, 873, "a file server", false, ssh, nil},
		{990, 995, "a file server or mail", false, nil, nil},
		{1080, 1080, "a proxy", false, nil, nil},
		{1099, 1099, "Java remote objects", false, nil, nil},
		{1433, 1434, "a database", false, []string{"sqlcmd"}, nil},
		{1521, 1521, "a database", false, []string{"sqlplus"}, nil},
		{1883, 1883, "a message broker", false, []string{"mosquitto_pub", "mosquitto_sub", "mosquitto_rr"}, nil},
		{2019, 2019, "the administration of a web server", true, nil, nil},
		{2049, 2049, "a file server", false, nil, nil},
		{2181, 2181, "a store of configuration", false, nil, nil},
		{2375, 2377, "the container engine", false, nil, nil},
		{2379, 2380, "a store of configuration", false, nil, nil},
		{2525, 2525, "a mail server", false, nil, nil},
		{3128, 3128, "a proxy", false, nil, nil},
		{3260, 3260, "disks", false, nil, nil},
		{3306, 3306, "a database", false, mysql, nil},
		{3389, 3389, "a remote desktop", false, nil, nil},
		{4040, 4040, "the control of a tunnel", true, nil, nil},
		{4222, 4222, "a message broker", true, nil, nil},
		{4444, 4444, "the remote control of browsers", false, nil, nil},
		{4646, 4648, "a scheduler of jobs", false, nil, nil},
		{4848, 4848, "the administration of a server", true, nil, nil},
		{5005, 5005, "a debugger", false, nil, nil},
		{5037, 5037, "the control of devices", false, nil, nil},
		{5432, 5433, "a database", false, postgres, nil},
		{5555, 5555, "the control of devices or of workers", false, nil, workersPath},
		{5672, 5672, "a message broker", false, nil, nil},
		{5678, 5678, "a debugger or an automation", true, nil, nil},
		{5858, 5858, "a debugger", false, nil, nil},
		{5900, 5909, "a remote desktop", false, nil, nil},
		{5984, 5986, "a database or remote management", true, nil, nil},
		{6000, 6005, "the screen", true, nil, nil}, // 6006 is where developers look at their components
		{6007, 6019, "the screen", true, nil, nil}, // and not 6060, where Go programs show their profiles
		{6379, 6380, "a store of data", false, redis, nil},
		{6443, 6443, "the API of a cluster", false, nil, nil},
		{6800, 6800, "the control of downloads", false, nil, nil},
		{7077, 7077, "a cluster that runs jobs", false, nil, nil},
		{7474, 7474, "a database", true, nil, nil},
		{7687, 7687, "a database", false, nil, nil},
		{8001, 8001, "the API of a cluster, signed in already", false, nil, clusterPath},
		{8005, 8005, "the stop of a server", false, nil, nil},
		{8009, 8009, "the inner door of a server", false, nil, noPath},
		{8086, 8086, "a database", true, nil, nil},
		{8088, 8088, "a cluster that runs jobs", true, nil, jobsPath},
		{8118, 8118, "a proxy", false, nil, nil},
		{8123, 8123, "a database", true, nil, clickhousePath},
		{8161, 8161, "a message broker", true, nil, nil},
		{8200, 8201, "a store of secrets", false, nil, nil},
		{8265, 8265, "a cluster that runs jobs", true, nil, nil},
		{8300, 8302, "a store of configuration", false, nil, nil},
		{8500, 8503, "a store of configuration", false, nil, nil},
		{8983, 8983, "a database", true, nil, nil},
		{9001, 9001, "a supervisor of processes", true, nil, supervisorPath},
		{9042, 9042, "a database", false, nil, nil},
		{9050, 9051, "a proxy", false, nil, nil},
		{9092, 9093, "a message broker", false, nil, nil},
		{9150, 9151, "a proxy", false, nil, nil},
		{9200, 9202, "a database", true, nil, indexPath},
		{9222, 9229, "a debugger", false, nil, nil},
		{9300, 9300, "a database", false, nil, nil},
		{9418, 9418, "a repository", true, []string{"git"}, nil},
		{9990, 9990, "the administration of a server", true, nil, nil},
		{10000, 10000, "the administration of the machine", false, nil, nil},
		{10248, 10259, "a node of a cluster", false, nil, nil},
		{11211, 11211, "a store of data", false, nil, nil},
		{15672, 15672, "a message broker", true, nil, nil},
		{16443, 16443, "the API of a cluster", false, nil, nil},
		{16509, 16514, "virtual machines", false, nil, nil},
		{19000, 19000, "a database", false, nil, nil},
		{27017, 27019, "a database", false, []string{"mongosh", "mongodump", "mongoexport"}, nil},
		{28015, 28015, "a database", false, nil, nil},
		{33060, 33060, "a database", false, mysql, nil},
		{61613, 61616, "a message broker", false, nil, nil},
	}
}

// noPorts are programs that speak to a host below all ports, or only ask for
// its name; a host without a port from any other could mean every port.
func noPorts(program string) bool {
	switch program {
	case "ping", "ping6", "traceroute", "traceroute6", "tracepath", "mtr", "oping", "gping", "prettyping", "trip", "getent":
		return true
	}
	return false
}

// commands says what commands a machine behind a connection to a host that is
// allowed in general; "" if nothing does, or the operator named the port. A
// mere question whether a port answers (mark metadata) tells nothing.
func (g *Gate) commands(p *pipeline.Proposal, e *pipeline.Effect) string {
	_, port := zone.SplitHost(e.Object)
	if port == "" {
		if noPorts(e.By) || g.config.Allowed.Names(e.Object) {
			return ""
		}
		return "any daemon of that host, because it names no port"
	}
	n, err := strconv.Atoi(port)
	if err != nil || n < 0 || n > 65535 {
		return "an unknown daemon"
	}
	at, found := slices.BinarySearchFunc(g.controls, n, func(c control, n int) int {
		switch {
		case c.last < n:
			return -1
		case c.first > n:
			return 1
		}
		return 0
	})
	if !found {
		return ""
	}
	c := &g.controls[at]
	if asked, ok := pathOf(e.Object); ok && c.orders != nil {
		switch order := c.orders(asked); {
		case order && strings.HasSuffix(asked, "?") && !plainQuery(c) && !g.config.Allowed.Names(e.Object):
			return c.what
		case (!order && !deaf(c) || (!order || c.reads) && e.Mark == "") && (!blind(p, e.By) || served(p, port)):
			return "" // where a page is, a plain request of the daemon does nothing either
		}
	}
	kind := c.reads && e.Mark == "" || e.Mark == "metadata" || slices.Contains(c.clients, e.By)
	if kind && (!blind(p, e.By) || screen(c) && served(p, port)) || g.config.Allowed.Names(e.Object) {
		return ""
	}
	return c.what
}

// screen reports whether a screen may listen there, which a request of a browser
// only confuses. Servers under development like those ports, too.
func screen(c *control) bool { return c.first >= 6000 && c.last <= 6019 }

// pathOf is the path of a URL, with a question mark behind it if it has a query.
func pathOf(object string) (string, bool) {
	_, rest, ok := strings.Cut(object, "://")
	if !ok {
		return "", false
	}
	at := strings.IndexByte(rest, '/')
	if at < 0 {
		return "", false
	}
	return rest[at:], true
}

// clusterPath reports whether a path is one of the API of Kubernetes, as
// kubectl proxy serves it.
func clusterPath(path string) bool {
	path = strings.TrimSuffix(path, "?")
	rest, v1 := strings.CutPrefix(path, "/api/v1")
	if !v1 {
		first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		return path == "/api" || first == "apis" || first == "logs" || first == "ui"
	}
	if rest == "" {
		return true
	}
	if rest[0] != '/' {
		return false
	}
	resource, _, _ := strings.Cut(rest[1:], "/")
	switch resource {
	case "", "namespaces", "pods", "secrets", "nodes", "services", "configmaps", "endpoints", "events", "persistentvolumes", "persistentvolumeclaims", "replicationcontrollers",
		"serviceaccounts", "watch", "proxy", "componentstatuses", "bindings", "limitranges", "resourcequotas", "podtemplates":
		return true
	}
	return false
}

// clickhousePath reports whether a path is where ClickHouse takes queries.
func clickhousePath(path string) bool {
	return path == "/" || strings.HasPrefix(path, "/?") || strings.HasPrefix(path, "/play") || strings.HasPrefix(path, "/dashboard")
}

// indexPath reports whether a path is one by which Elasticsearch and OpenSearch are
// administered, or data are taken out of them: all but documents that are put in, changed
// or looked for, which is what a program under development does.
func indexPath(path string) bool {
	if strings.Contains(path, "..") || strings.Contains(path, "%") { // clients take x/.. away
		return true
	}
	parts := strings.Split(strings.TrimPrefix(strings.TrimSuffix(path, "?"), "/"), "/")
	if len(parts) > 1 && !strings.HasPrefix(parts[0], "_") {
		parts = parts[1:]
	}
	switch parts[0] {
	case "_bulk", "_search", "_count", "_msearch", "_mget", "_analyze", "_refresh":
		return len(parts) > 1
	case "_doc", "_create", "_update":
		return len(parts) > 2
	}
	return true
}

// jobsPath reports whether a path is one of what likes to listen on 8088 and takes
// orders: the manager of jobs of Hadoop and its pages, ksqlDB, the collector of
// Splunk, Asterisk. The first page of a server is none of theirs.
func jobsPath(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(path, "?"), "/"), "/")
	switch strings.ToLower(first) {
	case "ws", "cluster", "app", "proxy", "jmx", "conf", "logs", "loglevel", "stacks", "prof", "node", "ksql", "query", "query-stream", "inserts-stream", "close-query", "services", "ari", "amxml", "rawman", "manager", "mxml":
		return true
	}
	return false
}

// noPath is for AJP, which speaks no HTTP, and ends a connection that does not begin
// with its two bytes. See deaf for methods of one's own.
func noPath(string) bool { return false }

// plainQuery reports whether what stands behind the question mark only says how to answer.
func plainQuery(c *control) bool { return c.first == 9200 }

// deaf reports whether what may listen there speaks no HTTP. A method that is put
// together could be what it waits for, so only a plain request goes there.
func deaf(c *control) bool { return c.first == 8009 }

// workersPath reports whether a path is one by which Flower steers the workers of
// Celery. The other daemon of that port, of Android's devices, speaks no HTTP.
func workersPath(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// supervisorPath reports whether a path is one of Supervisor's, whose first page takes
// orders in its query.
func supervisorPath(path string) bool {
	switch strings.TrimSuffix(path, "?") {
	case "/", "/index.html", "/tail.html", "/ok.html", "/RPC2":
		return true
	}
	return strings.HasPrefix(path, "/logtail") || strings.HasPrefix(path, "/mainlogtail")
}

// served reports whether a server that the proposal starts itself takes the port.
func served(p *pipeline.Proposal, port string) bool {
	return slices.ContainsFunc(p.Effects, func(e pipeline.Effect) bool {
		_, at := zone.SplitHost(e.Object)
		return e.Kind == pipeline.KindListen && at == port && e.Certain
	})
}

// blind reports whether the proposal runs code that nobody saw: a port that is
// opened for a harmless request is open for that code as well. What the client
// itself is told is judged by its own entry.
func blind(p *pipeline.Proposal, client string) bool {
	for i := range p.Effects {
		if e := &p.Effects[i]; (e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown) && e.By != client {
			return true
		}
	}
	return false
}
