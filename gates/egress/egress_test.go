package egress_test

import (
	"testing"

	"passepartout/gates/egress"
	"passepartout/gates/gatetest"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	open := func(t testing.TB) pipeline.Gate {
		zones, err := zone.New(gatetest.Zones())
		if err != nil {
			t.Fatal(err)
		}
		hosts, err := zone.ParseHosts([]string{"localhost", "*.corp.example", "b.corp.example:2375", "10.0.0.0/8"})
		if err != nil {
			t.Fatal(err)
		}
		tagged, _ := zone.ParseGlob("/home/agent/ws/customers/**")
		g, err := egress.New(egress.Config{Allowed: hosts, Zones: zones, Tagged: []zone.Glob{tagged}})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	connect := func(host string, mark ...string) pipeline.Effect {
		return gatetest.Effect(pipeline.KindConnect, host, mark...)
	}
	by := func(program string, e pipeline.Effect) pipeline.Effect {
		e.By = program
		return e
	}
	read := func(path string, mark ...string) pipeline.Effect {
		return gatetest.Effect(pipeline.KindRead, path, mark...)
	}
	gatetest.Run(t, open, []gatetest.Case{
		{Name: "local", Proposal: gatetest.Proposal(connect("localhost:80")), Outcome: pipeline.Allow},
		{Name: "allowed", Proposal: gatetest.Proposal(by("git", connect("git.corp.example:22")), read("/home/agent/ws/a")), Outcome: pipeline.Allow},
		{Name: "allowed address", Proposal: gatetest.Proposal(connect("https://10.9.8.7/x")), Outcome: pipeline.Allow},
		{Name: "secret stays here", Proposal: gatetest.Proposal(connect("localhost:80"), read("/home/agent/.netrc")), Outcome: pipeline.Allow},
		{Name: "names of secrets", Proposal: gatetest.Proposal(connect("a.corp.example:443"), read("/home/agent/.ssh", "metadata")), Outcome: pipeline.Allow},
		{Name: "foreign", Proposal: gatetest.Proposal(connect("example.org:443")), Outcome: pipeline.Hold, Rule: "foreign-host"},
		{Name: "look-alike", Proposal: gatetest.Proposal(connect("corp.example.evil.org")), Outcome: pipeline.Hold, Rule: "foreign-host"},
		{Name: "user part", Proposal: gatetest.Proposal(connect("https://a.corp.example@evil.org/")), Outcome: pipeline.Hold, Rule: "foreign-host"},
		{Name: "backslash", Proposal: gatetest.Proposal(connect(`https://evil.org\.corp.example/`)), Outcome: pipeline.Hold, Rule: "foreign-host"},
		{Name: "configured elsewhere", Proposal: gatetest.Proposal(connect("remote")), Outcome: pipeline.Hold, Rule: "foreign-host"},
		{Name: "pattern", Proposal: gatetest.Proposal(connect("*.corp.example")), Outcome: pipeline.Hold, Rule: "foreign-host"},
		{Name: "secret to allowed", Proposal: gatetest.Proposal(connect("a.corp.example"), read("/home/agent/.aws/credentials")), Outcome: pipeline.Hold, Rule: "secret-leaves"},
		{Name: "tagged to allowed", Proposal: gatetest.Proposal(connect("a.corp.example"), read("/home/agent/ws/customers/a.csv")), Outcome: pipeline.Hold, Rule: "secret-leaves"},
		{Name: "tree with tagged", Proposal: gatetest.Proposal(connect("a.corp.example"), read("/home/agent/ws", "recursive")), Outcome: pipeline.Hold, Rule: "secret-leaves"},
		{Name: "relative to allowed", Proposal: gatetest.Proposal(connect("a.corp.example"), read("a.csv")), Outcome: pipeline.Hold, Rule: "secret-leaves"},
		{Name: "credential to allowed", Proposal: gatetest.Proposal(connect("a.corp.example"), gatetest.Effect(pipeline.KindSecret, "token")), Outcome: pipeline.Hold, Rule: "secret-leaves"},
		{Name: "a page where a cluster's proxy may listen", Proposal: gatetest.Proposal(connect("http://localhost:8001/sitemap.xml")), Outcome: pipeline.Allow},
		{Name: "an order to that proxy", Proposal: gatetest.Proposal(connect("http://localhost:8001/api/v1/secrets")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "its other API", Proposal: gatetest.Proposal(connect("http://localhost:8001/apis/apps/v1/deployments", "upload")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "an application's API of that form", Proposal: gatetest.Proposal(connect("http://localhost:8001/api/v1/orders", "upload")), Outcome: pipeline.Allow},
		{Name: "a query of the database", Proposal: gatetest.Proposal(connect("http://localhost:8123/?")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "a page, beside code", Proposal: gatetest.Proposal(connect("http://localhost:8001/x"), by("bash", gatetest.Effect(pipeline.KindCode, "/home/agent/ws/x.sh", "build"))), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "a page of the server that was just started", Proposal: gatetest.Proposal(connect("http://localhost:8001/x"), by("uvicorn", gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "build")), by("uvicorn", gatetest.Effect(pipeline.KindListen, "localhost:8001", ""))), Outcome: pipeline.Allow},
		{Name: "the first page of a server that was just started where a database may listen", Proposal: gatetest.Proposal(connect("http://localhost:8123/"), by("python3", gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "build")), by("http.server", gatetest.Effect(pipeline.KindListen, "127.0.0.1:8123", ""))), Outcome: pipeline.Allow},
		{Name: "what is sent to that", Proposal: gatetest.Proposal(connect("http://localhost:8123/", "upload"), by("python3", gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "build")), by("http.server", gatetest.Effect(pipeline.KindListen, "127.0.0.1:8123", ""))), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "the same page, without a server", Proposal: gatetest.Proposal(connect("http://localhost:8123/"), by("python3", gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "build"))), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "a page where a cluster's jobs may be managed", Proposal: gatetest.Proposal(connect("http://localhost:8088/healthz")), Outcome: pipeline.Allow},
		{Name: "a new job of that cluster", Proposal: gatetest.Proposal(connect("http://localhost:8088/ws/v1/cluster/apps", "upload")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "its level of logs, which a query changes", Proposal: gatetest.Proposal(connect("http://localhost:8088/logLevel?")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "the first page, of the server that was just started", Proposal: gatetest.Proposal(connect("http://localhost:8088/"), by("php", gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "build")), by("php", gatetest.Effect(pipeline.KindListen, "127.0.0.1:8088", ""))), Outcome: pipeline.Allow},
		{Name: "a supervisor's page that stops something", Proposal: gatetest.Proposal(connect("http://localhost:9001/index.html?")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "a supervisor's calls", Proposal: gatetest.Proposal(connect("http://localhost:9001/RPC2", "upload")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "a page where a supervisor may listen", Proposal: gatetest.Proposal(connect("http://localhost:9001/login?")), Outcome: pipeline.Allow},
		{Name: "the workers of Celery", Proposal: gatetest.Proposal(connect("http://localhost:5555/api/worker/shutdown/w1", "upload")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "what speaks no HTTP, to one's own server", Proposal: gatetest.Proposal(connect("http://localhost:8009/api/cart"), by("php", gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "build")), by("php", gatetest.Effect(pipeline.KindListen, "127.0.0.1:8009", ""))), Outcome: pipeline.Allow},
		{Name: "what speaks no HTTP, beside code", Proposal: gatetest.Proposal(connect("http://localhost:8009/api/cart"), by("php", gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "build"))), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "what speaks no HTTP, a method of one's own", Proposal: gatetest.Proposal(connect("http://localhost:8009/", "upload")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "what speaks no HTTP, another client", Proposal: gatetest.Proposal(connect("localhost:8009")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "the container engine", Proposal: gatetest.Proposal(connect("localhost:2375")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "the same by address", Proposal: gatetest.Proposal(connect("http://127.0.0.1:2375/containers/json")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "on a known host", Proposal: gatetest.Proposal(connect("a.corp.example:10250")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "named by the operator", Proposal: gatetest.Proposal(connect("b.corp.example:2375", "upload")), Outcome: pipeline.Allow},
		{Name: "a question to a database", Proposal: gatetest.Proposal(connect("localhost:9200")), Outcome: pipeline.Allow},
		{Name: "an order to a database", Proposal: gatetest.Proposal(connect("localhost:9200", "upload")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "does it answer", Proposal: gatetest.Proposal(connect("localhost:5432", "metadata")), Outcome: pipeline.Allow},
		{Name: "does it answer, then code", Proposal: gatetest.Proposal(connect("localhost:5432", "metadata"), by("bash", gatetest.Effect(pipeline.KindCode, "/home/agent/ws/x.sh", "build"))), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "a client of its own", Proposal: gatetest.Proposal(by("redis-cli", connect("localhost:6379"))), Outcome: pipeline.Allow},
		{Name: "another client", Proposal: gatetest.Proposal(by("nc", connect("localhost:6379", "upload"))), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "an order to a server under test", Proposal: gatetest.Proposal(connect("localhost:8080", "upload")), Outcome: pipeline.Allow},
		{Name: "every port", Proposal: gatetest.Proposal(by("nc", connect("localhost"))), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "below ports", Proposal: gatetest.Proposal(by("ping", connect("localhost"))), Outcome: pipeline.Allow},
		{Name: "a port by name", Proposal: gatetest.Proposal(connect("localhost:docker")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "the last port", Proposal: gatetest.Proposal(connect("localhost:61616")), Outcome: pipeline.Hold, Rule: "control-port"},
		{Name: "beside the class", Proposal: gatetest.Proposal(connect("localhost:2374")), Outcome: pipeline.Allow},
	})
}
