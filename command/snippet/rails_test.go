package snippet_test

import (
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// readsOnly stands for the reader of SQL that a shell's analysis hands in.
func readsOnly(sql string) bool {
	return strings.HasPrefix(sql, "select ") && !strings.Contains(sql, "pg_")
}

// TestRailsAttacks: none of these is understood, within an application.
func TestRailsAttacks(t *testing.T) {
	t.Parallel()
	for _, s := range append(texts(t, "rails-attacks.txt"), texts(t, "ruby-attacks.txt")...) {
		if effects, ok := snippet.Rails(s, snippet.Given{Known: true, SQL: readsOnly}); ok && !starts(effects) && s != "Foo.bar" && s != "Foo::BAR" {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// TestRailsHarmless: what people ask an application is understood, but not
// without one.
func TestRailsHarmless(t *testing.T) {
	t.Parallel()
	all := texts(t, "rails-harmless.txt")
	if len(all) < 25 {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := snippet.Rails(s, snippet.Given{Known: true, SQL: readsOnly}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
		if _, ok := snippet.Ruby(s, snippet.Given{Known: true, SQL: readsOnly}); ok && strings.ContainsAny(s, "ORU") {
			t.Errorf("understood without an application:\n%s", s)
		}
	}
}

// TestRailsLooks: where it can be looked, a class that lies nowhere is none of the project's.
func TestRailsLooks(t *testing.T) {
	t.Parallel()
	stands := func(name string) bool { return name == "app/models/order.rb" || name == "lib/http_client.rb" }
	for code, want := range map[string]bool{"puts Order.count": true, "puts HTTPClient2.count": false, "puts Invoice.count": false, "puts Order::Item.count": true} {
		if _, ok := snippet.Rails(code, snippet.Given{Stands: stands}); ok != want {
			t.Errorf("%s: understood %v", code, ok)
		}
	}
}

// TestRubyLoadPath: a folder that a program puts first is stated, and so is what
// is required from there.
func TestRubyLoadPath(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		`$LOAD_PATH.unshift "lib"; require "slugger"; puts Slugger.slugify("Crème")`:             "lib",
		`$:.unshift File.expand_path("/home/u/w/lib"); require "slugger"; puts Slugger::VERSION`: "/home/u/w/lib",
	} {
		effects, ok := snippet.Ruby(code, snippet.Given{Known: true})
		if !ok || len(effects) != 2 || effects[0].Object != want || effects[1].Object != want+"/slugger.rb" || effects[0].Kind != pipeline.KindCode || effects[1].Kind != pipeline.KindCode {
			t.Errorf("%s: %v, understood %v", code, effects, ok)
		}
	}
}
