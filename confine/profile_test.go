package confine_test

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/confine"
	"passepartout/pipeline"
)

func TestProfileOf(t *testing.T) {
	t.Parallel()
	base := confine.Base{Workspace: []string{"/ws"}, Scratch: "/scratch"}
	has := func(list []string, p string) bool { return slices.Contains(list, p) }
	for _, tc := range []struct {
		name   string
		effect pipeline.Effect
		check  func(confine.Profile) bool
	}{
		{"write", pipeline.Effect{Kind: pipeline.KindWrite, Object: "/ws/a"}, func(p confine.Profile) bool { return has(p.Write, "/ws/a") && !has(p.Write, "/ws") }},
		{"write a pattern", pipeline.Effect{Kind: pipeline.KindWrite, Object: "/ws/d/x*.go"}, func(p confine.Profile) bool { return has(p.Write, "/ws/d") }},
		{"never the root", pipeline.Effect{Kind: pipeline.KindWrite, Object: "/*"}, func(p confine.Profile) bool { return !has(p.Write, "/") }},
		{"never the root by dots", pipeline.Effect{Kind: pipeline.KindWrite, Object: "/ws/../.."}, func(p confine.Profile) bool { return !has(p.Write, "/") }},
		{"never relative", pipeline.Effect{Kind: pipeline.KindWrite, Object: "etc"}, func(p confine.Profile) bool { return len(p.Write) == 1 }},
		{"delete", pipeline.Effect{Kind: pipeline.KindDelete, Object: "/ws/a"}, func(p confine.Profile) bool { return has(p.Delete, "/ws/a") && !has(p.Write, "/ws/a") }},
		{"read elsewhere", pipeline.Effect{Kind: pipeline.KindRead, Object: "/srv/x"}, func(p confine.Profile) bool { return has(p.Read, "/srv/x") }},
		{"code writes the workspace", pipeline.Effect{Kind: pipeline.KindCode, Object: "make"}, func(p confine.Profile) bool { return has(p.Write, "/ws") && has(p.Delete, "/ws") }},
		{"unknown writes the workspace", pipeline.Effect{}, func(p confine.Profile) bool { return has(p.Write, "/ws") }},
		{"one secret", pipeline.Effect{Kind: pipeline.KindSecret, Object: "/etc/shadow"}, func(p confine.Profile) bool { return !has(p.Hidden, "/etc/shadow") && has(p.Hidden, "/etc/gshadow") }},
		{"no secret by pattern", pipeline.Effect{Kind: pipeline.KindSecret, Object: "/etc/shadow*"}, func(p confine.Profile) bool { return has(p.Hidden, "/etc/shadow") }},
		{"host", pipeline.Effect{Kind: pipeline.KindConnect, Object: "pypi.org:443"}, func(p confine.Profile) bool { return has(p.Hosts, "pypi.org:443") }},
		{"URL", pipeline.Effect{Kind: pipeline.KindConnect, Object: "https://u:p@pypi.org/simple"}, func(p confine.Profile) bool { return has(p.Hosts, "pypi.org:443") }},
		{"URL with port", pipeline.Effect{Kind: pipeline.KindConnect, Object: "http://pypi.org:8080/"}, func(p confine.Profile) bool { return has(p.Hosts, "pypi.org:8080") }},
		{"privilege gives nothing", pipeline.Effect{Kind: pipeline.KindPrivilege, Object: "/ws"}, func(p confine.Profile) bool { return len(p.Write) == 1 }},
		{"system gives nothing", pipeline.Effect{Kind: pipeline.KindSystem, Object: "/boot"}, func(p confine.Profile) bool { return !has(p.Write, "/boot") && !has(p.Read, "/boot") }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := confine.ProfileOf([]pipeline.Effect{tc.effect}, base)
			if !tc.check(p) {
				raw, _ := json.Marshal(p)
				t.Errorf("%s", raw)
			}
			if !has(p.Write, "/scratch") || !has(p.Hidden, "/etc/gshadow") {
				t.Error("the base is gone")
			}
		})
	}
}

// TestProfileNeverGrantsMoreThanAsked: whatever the effects, every writable
// path is the scratch, the workspace, or lies at or above what one effect
// named, and is never the root.
func TestProfileNeverGrantsMoreThanAsked(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.Custom(func(t *rapid.T) pipeline.Effect {
			return pipeline.Effect{
				Kind:   pipeline.EffectKind(rapid.IntRange(0, 13).Draw(t, "kind")),
				Object: rapid.StringMatching(`/?([a-c.*]{0,3}/?){0,4}`).Draw(t, "object"),
			}
		})
		effects := rapid.SliceOf(gen).Draw(t, "effects")
		p := confine.ProfileOf(effects, confine.Base{Workspace: []string{"/ws"}, Scratch: "/scratch"})
		for _, w := range slices.Concat(p.Write, p.Delete) {
			asked := w == "/scratch" || w == "/ws" || slices.ContainsFunc(effects, func(e pipeline.Effect) bool {
				return strings.HasPrefix(path.Clean(e.Object)+"/", w+"/") || strings.HasPrefix(e.Object, w)
			})
			if w == "/" || !path.IsAbs(w) || !asked {
				t.Fatalf("%q is granted by nobody: %v", w, effects)
			}
		}
	})
}
