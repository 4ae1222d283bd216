package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestTinkerAttacks: none of these is understood, within an application.
func TestTinkerAttacks(t *testing.T) {
	t.Parallel()
	for _, s := range append(texts(t, "tinker-attacks.txt"), texts(t, "php-attacks.txt")...) {
		if effects, ok := snippet.Tinker(s, snippet.Given{Known: true, SQL: readsOnly}); ok && len(effects) == 0 && s != `use A\B; echo 1;` {
			t.Errorf("understood:\n%s", s)
		}
	}
}

// TestTinkerHarmless: what people ask an application is understood.
func TestTinkerHarmless(t *testing.T) {
	t.Parallel()
	for _, s := range texts(t, "tinker-harmless.txt") {
		if _, ok := snippet.Tinker(s, snippet.Given{Known: true, SQL: readsOnly}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}

// TestTinkerLooks: where it can be looked, a class that lies nowhere is none of the project's.
func TestTinkerLooks(t *testing.T) {
	t.Parallel()
	stands := func(name string) bool { return name == "app/Models/Room.php" }
	for code, want := range map[string]bool{`App\Models\Room::count();`: true, `App\Models\Hall::count();`: false, `Room::count();`: true} {
		if _, ok := snippet.Tinker(code, snippet.Given{Stands: stands}); ok != want {
			t.Errorf("%s: understood %v", code, ok)
		}
	}
}
