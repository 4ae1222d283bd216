package zone_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/internal/zone"
)

func ground(t testing.TB) *zone.Map {
	t.Helper()
	m, err := zone.New(zone.Config{
		Workspace: []string{"/home/agent/ws", "/srv/shared/"}, Scratch: []string{"/tmp/pp-scratch"}, Home: "/home/agent",
		Runtime: []string{"/home/agent/.local/state/passepartout"}, Secret: []string{"/srv/shared/keys", "/srv/shared/*/token"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOf(t *testing.T) {
	t.Parallel()
	m := ground(t)
	for class, objects := range map[zone.Class][]string{
		zone.Unknown: {"", "a", "./a", "~/a", "/a//b", "/a/./b", "/a/../b", "/a/", "/a\x00b", "//", "/..", "remote"},
		zone.Device:  {"/dev/sda", "/dev/mem", "/dev/nvme0n1", "/dev/*", "/dev/sd[ab]", "/proc/kcore", "/proc/sysrq-trigger"},
		zone.Runtime: {"/home/agent/.local/state/passepartout", "/home/agent/.local/state/passepartout/a/b", "/home/agent/.local/state/*/a"},
		zone.Secret: {
			"/home/agent/.ssh", "/home/agent/.ssh/id_rsa", "/home/agent/.ssh/config", "/home/other/.ssh/id_rsa", "/root/.aws/credentials",
			"/home/agent/.netrc", "/home/agent/ws/.env", "/home/agent/ws/a/.env.production", "/home/agent/ws/.env.new", "/home/agent/ws/.env.bak", "/home/agent/ws/.env.example.local", "/home/agent/ws/.env.local", "/home/agent/ws/prod.env", "/home/agent/ws/config/staging-eu.env", "/home/agent/ws/.env.new.bak", "/home/agent/ws/server.pem", "/home/agent/ws/cert-key.pem", "/home/agent/ws/key.pem", "/home/agent/ws/privcert.pem", "/home/agent/ws/id_ed25519",
			"/etc/shadow", "/etc/ssh/ssh_host_rsa_key", "/proc/1/environ", "/proc/self/fd/3", "/srv/shared/keys/a", "/srv/shared/x/token",
			"/home/agent/.config/gh/hosts.yml", "/home/agent/ws/*.pem", "/home/agent/ws/maste?.k*", "/home/agent/ws/.n[eg]trc", "/home/agent/ws/**/?env", "/home/agent/ws/**/*env", "/home/agent/ws/**/[.]env", "/home/agent/ws/id_*", "/home/agent/ws/.env*", "/home/agent/.ss*/x", "/home/agent/*",
			"/home/agent/.*/x", "/home/*/.ssh/x", "/home/agent/.ssh/*", "/home/agent/ws/sub/.npmrc", "/var/run/docker.sock",
		},
		zone.System: {
			"/", "/dev", "/etc", "/etc/hosts", "/usr/bin/ls", "/tmp", "/tmp/x", "/tmp/pp-scratch2", "/tmp/pp-*", "/home", "/home/other/x", "/home/agent2/ws",
			"/srv", "/srv/shared2", "/*", "/h*", "/etc/ssl/certs/a.pem", "/usr/share/ca/x.pem", "/home/a*", "/**",
		},
		zone.Home:      {"/home/agent", "/home/agent/a", "/home/agent/w*", "/home/agent/.bashrc", "/home/agent/.ssh/id_rsa.pub", "/home/agent/.ssh/known_hosts", "/home/agent/wsx"},
		zone.Workspace: {"/home/agent/ws/master*", "/home/agent/ws/README*", "/home/agent/ws/cert.pem", "/home/agent/ws/rootCA-cert.pem", "/home/agent/ws/fullchain.pem", "/home/agent/ws/pub-key.pem", "/home/agent/ws", "/home/agent/ws/a/b", "/home/agent/ws/*", "/home/agent/ws/**/x", "/srv/shared/a", "/home/agent/ws/.env.example", "/home/agent/ws/example.env", "/home/agent/ws/prod-sample.env", "/home/agent/ws/.env.example.new", "/home/agent/ws/.env.production.sample", "/home/agent/ws/.env.test.example", "/home/agent/ws/.env.dist.bak", "/home/agent/ws/.git/config", "/home/agent/ws/[ab]"},
		zone.Scratch:   {"/tmp/pp-scratch/dev.key", "/tmp/pp-scratch/tls/server.pem", "/tmp/pp-scratch", "/tmp/pp-scratch/a", "/tmp/pp-scratch/*"},
		zone.Stream:    {"/dev/null", "/dev/stdout", "/dev/urandom", "/dev/fd/3", "/dev/tty"},
	} {
		for _, o := range objects {
			if o == "/home/agent/a*" || o == "/**" || o == "/h*" || o == "/*" || o == "/home/a*" {
				continue // judged below: what they may reach is stricter than their folder
			}
			if got := m.Of(o, false); got != class {
				t.Errorf("%q is %s, want %s", o, got, class)
			}
		}
	}
}

func TestReach(t *testing.T) {
	t.Parallel()
	m := ground(t)
	for _, c := range []struct {
		object string
		deep   bool
		want   zone.Class
	}{
		{"/home/agent", true, zone.Runtime},
		{"/home/agent/.config", true, zone.Secret},
		{"/home/agent/.local", true, zone.Runtime},
		{"/home/agent/Documents", true, zone.Home},
		{"/home/agent/ws", true, zone.Workspace},
		{"/home/agent/ws/src", true, zone.Workspace},
		{"/srv/shared", true, zone.Secret},
		{"/srv/shared/x", true, zone.Secret},
		{"/etc", true, zone.System},
		{"/etc/*", false, zone.System},
		{"/proc/*/environ", false, zone.Secret},
		{"/proc/*/status", false, zone.System},
		{"/etc/sh*", false, zone.Secret},
		{"/etc/ssl/private", true, zone.Secret},
		{"/etc/nginx", true, zone.System},
		{"/", true, zone.Device},
		{"/*", true, zone.Device},
		{"/*", false, zone.Device},
		{"/**", false, zone.Device},
		{"/home/*", true, zone.Runtime},
		{"/proc/7", true, zone.System},
	} {
		if got := m.Of(c.object, c.deep); got != c.want {
			t.Errorf("%q deep %v is %s, want %s", c.object, c.deep, got, c.want)
		}
	}
}

func TestWhole(t *testing.T) {
	t.Parallel()
	m := ground(t)
	for object, want := range map[string]bool{
		"/home/agent/ws": true, "/home/agent/ws/*": true, "/home/agent/ws/.*": true, "/home/agent": true, "/home": true, "/": true, "/srv": true,
		"/home/agent/ws/a": false, "/home/agent/ws/*.o": false, "/home/agent/ws/a/*": false, "/opt": false, "relative/*": false,
	} {
		if got := m.Whole(object); got != want {
			t.Errorf("%q: %v", object, got)
		}
	}
}

func TestNewRefusesRelativeRoots(t *testing.T) {
	t.Parallel()
	for _, c := range []zone.Config{{Home: "home"}, {Workspace: []string{"ws"}}, {Scratch: []string{""}}, {Secret: []string{"a"}}, {Workspace: []string{"/"}}, {Scratch: []string{"/tmp/.."}}} {
		if _, err := zone.New(c); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}

func segment() *rapid.Generator[string] {
	return rapid.StringMatching(`[ab.*?]{1,4}`).Filter(func(s string) bool { return s != "." && s != ".." && s != "**" })
}

// Whatever a pattern matches is never in a stricter class than the pattern.
func TestAPatternIsAtLeastAsStrictAsWhatItMatches(t *testing.T) {
	t.Parallel()
	m, err := zone.New(zone.Config{Workspace: []string{"/a/b"}, Scratch: []string{"/b/a"}, Home: "/a", Runtime: []string{"/a/a"}, Secret: []string{"/a/bb", "/b/b"}})
	if err != nil {
		t.Fatal(err)
	}
	literal := rapid.StringMatching(`[ab]{1,3}`)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "depth")
		var pattern, path []string
		for range n {
			pattern = append(pattern, segment().Draw(t, "pattern"))
			path = append(path, literal.Draw(t, "path"))
		}
		p, l := "/"+strings.Join(pattern, "/"), "/"+strings.Join(path, "/")
		g, ok := zone.ParseGlob(p)
		if !ok || !g.Touches(l) {
			return
		}
		if m.Of(l, false) < m.Of(p, false) {
			t.Fatalf("%s is %s, but %s, which matches it, is %s", l, m.Of(l, false), p, m.Of(p, false))
		}
	})
}

// Touching is symmetric, and whatever is covered is touched.
func TestGlobs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) string {
			return "/" + strings.Join(rapid.SliceOfN(segment(), 1, 3).Draw(t, name), "/")
		}
		a, b := draw("a"), draw("b")
		ga, _ := zone.ParseGlob(a)
		gb, _ := zone.ParseGlob(b)
		if ga.Touches(b) != gb.Touches(a) {
			t.Fatalf("%s touches %s: %v, the other way %v", a, b, ga.Touches(b), gb.Touches(a))
		}
		if ga.Covers(b) && !ga.Touches(b) {
			t.Fatalf("%s covers %s without touching it", a, b)
		}
		if ga.Touches(b) && !ga.TouchesBelow(b) {
			t.Fatalf("%s touches %s, but nothing at or below it", a, b)
		}
		if !ga.Touches(a) {
			t.Fatalf("%s does not touch itself", a)
		}
	})
}

func TestGlobTable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, object        string
		covers, touches, below bool
	}{
		{"/a/**", "/a/b/c", true, true, true},
		{"/a/**", "/a", true, true, true},
		{"/a/**/x", "/a/x", true, true, true},
		{"/a/**/x", "/a/b/c/x", true, true, true},
		{"/a/**/x", "/a/b/c", false, false, false},
		{"/a/*", "/a/b", true, true, true},
		{"/a/*", "/a/b/c", false, false, false},
		{"/a/*.go", "/a/*", false, true, true},
		{"/a/*", "/a/*.go", true, true, true},
		{"/a/b/c", "/a", false, false, true},
		{"/a/b/c", "/a/x", false, false, false},
		{"/a/b", "/a/[bc]", false, true, true},
		{"/a/[!x]", "/a/b", true, true, true},
		{"/a/b", "/a/**", false, true, true},
		{"/a/b*c", "/a/*x*", false, true, true},
		{"/a/b?", "/a/b", false, false, false},
	} {
		g, ok := zone.ParseGlob(c.pattern)
		if !ok {
			t.Fatal(c.pattern)
		}
		if g.Covers(c.object) != c.covers || g.Touches(c.object) != c.touches || g.TouchesBelow(c.object) != c.below {
			t.Errorf("%s on %s: covers %v touches %v below %v", c.pattern, c.object, g.Covers(c.object), g.Touches(c.object), g.TouchesBelow(c.object))
		}
	}
	for _, bad := range []string{"", "a", "/a/../b", "/a//b"} {
		if _, ok := zone.ParseGlob(bad); ok {
			t.Errorf("%q is taken", bad)
		}
	}
}

// Many ** on both sides cost no more than their number.
func TestGlobsAreLinear(t *testing.T) {
	t.Parallel()
	object := strings.Repeat("/**/a/*b*", 5000)
	for _, pattern := range []string{"/x/**/a/**/b/**/c/**", "/**/**/**/**/a/b/c/d", "/home/**/.git/hooks/**"} {
		g, ok := zone.ParseGlob(pattern)
		if !ok {
			t.Fatal(pattern)
		}
		for _, o := range []string{object, strings.Repeat("/a", 20_000), strings.Repeat("/**", 20_000), strings.Repeat("/*a*a*a*b", 5000)} {
			g.Covers(o)
			g.Touches(o)
			g.TouchesBelow(o)
		}
	}
	if _, ok := zone.ParseGlob(strings.Repeat("/a", 61)); ok {
		t.Error("a pattern of 61 segments is taken")
	}
}

func TestClassNames(t *testing.T) {
	t.Parallel()
	for c := zone.Device; int(c) < zone.Count; c++ {
		if got, err := zone.ParseClass(c.String()); err != nil || got != c {
			t.Errorf("%s: %v, %v", c, got, err)
		}
	}
	if _, err := zone.ParseClass("unknown"); err == nil {
		t.Error("unknown is a class that a rule may name")
	}
	if zone.Class(99).String() != "unknown" {
		t.Error("a class out of range has a name")
	}
}

func FuzzOf(f *testing.F) {
	m := ground(f)
	for _, seed := range []string{"/home/agent/ws/*", "/[", "/a/**/b", "/dev/sd?", "~", "/home/agent/.ss[h]/*"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, object string, deep bool) {
		if c := m.Of(object, deep); deep && m.Of(object, false) < c {
			t.Fatalf("%q is %s, deeper %s", object, m.Of(object, false), c)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	m := ground(b)
	b.ReportAllocs()
	for b.Loop() {
		m.Of("/home/agent/ws/internal/zone/zone.go", false)
		m.Of("/home/agent/ws/build", true)
	}
}

// TestSpelledBelow: a shell's wildcard stands for no hidden name, ** for any.
func TestSpelledBelow(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		object string
		want   bool
	}{
		{"/w/.git", true}, {"/w", true}, {"/w/.g*", true}, {"/w/.*", true}, {"/w/[.-~]*", true}, {"/w/**", true}, {"/*", true}, {"/w/.git/*", true}, {"/w/.git/?efs", true},
		{"/w/*", false}, {"/w/*git", false}, {"/w/?git", false}, {"/w/*/x", false}, {"/w/a", false}, {"/w/.git/refs/x", false}, {"", false}, {"w/.git", false},
	} {
		g, ok := zone.ParseGlob("/w/.git/refs")
		if !ok || g.SpelledBelow(tc.object) != tc.want {
			t.Errorf("%q: %v, want %v", tc.object, !tc.want, tc.want)
		}
		if tc.want && !g.TouchesBelow(tc.object) {
			t.Errorf("%q is spelled, not touched", tc.object)
		}
	}
}

func TestSpelled(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		glob, object string
		want         bool
	}{
		{"/w/**/.envrc", "/w/.envrc", true},
		{"/w/**/.envrc", "/w/a/b/.envrc", true},
		{"/w/**/.envrc", "/w/**/.envrc", true},
		{"/w/**/.envrc", "/w/.e*", true},
		{"/w/**/.envrc", "/w/**/.*", true},
		{"/w/**/.envrc", "/w/*", false},
		{"/w/**/.envrc", "/w/**", false},
		{"/w/**/.envrc", "/w/?envrc", false},
		{"/w/**/.envrc", "/w/a/[.-~]*", true},
		{"/w/**/.envrc", "/w/**/[.-~]*.tsx", false},
		{"/w/**/.claude/**", "/w/docs/**/*.md", false},
		{"/w/**/.claude/**", "/w/.claude/*.md", true},
		{"/w/**/.claude/**", "/w/.claude/**", true},
		{"/w/**/.git/hooks/**", "/w/.git/**", true},
		{"/w/**/.git/hooks/**", "/w/*/.git/*/x", true},
		{"/w/**/.git/config", "/w/.git/config", true},
		{"/w/**/.git/config", "/w/**/config", false},
		{"/w/**/x", "/w/**/x", true},
		{"/w/**/.envrc", "", false},
		{"/w/**/.envrc", "w/.envrc", false},
	} {
		g, ok := zone.ParseGlob(tc.glob)
		if !ok || g.Spelled(tc.object) != tc.want {
			t.Errorf("%s spelled by %s: %v, want %v", tc.glob, tc.object, !tc.want, tc.want)
		}
		if tc.want && !g.Touches(tc.object) {
			t.Errorf("%s is spelled, not touched, by %s", tc.glob, tc.object)
		}
	}
}
