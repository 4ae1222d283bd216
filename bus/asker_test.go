package bus

import (
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestASenderHasItsBoundAndOthersHaveTheirs(t *testing.T) {
	t.Parallel()
	at := time.Unix(1000, 0)
	s := newAskers(Bound{AtOnce: 2, Burst: 3, Every: time.Second}, func() time.Time { return at })
	enter := func(subject string, want bool) {
		t.Helper()
		if got, _ := s.enter(subject); got != want {
			t.Fatalf("%s admitted: %v, want %v", subject, got, want)
		}
	}
	enter("a", true)
	enter("a", true)
	enter("a", false) // two at once
	enter("b", true)
	s.leave("a")
	enter("a", true)
	s.leave("a")
	s.leave("a")
	enter("a", false) // three in no time
	at = at.Add(time.Second)
	enter("a", true)
	s.leave("a")
	enter("a", false)
	at = at.Add(-time.Hour) // a clock that runs backwards
	enter("a", false)
}

// Of a flood only some are told; a later one is told again.
func TestNotEveryRefusalIsTold(t *testing.T) {
	t.Parallel()
	at := time.Unix(1000, 0)
	s := newAskers(Bound{AtOnce: 1}, func() time.Time { return at })
	if ok, _ := s.enter("a"); !ok {
		t.Fatal("the first is refused")
	}
	for round := range 2 {
		told := 0
		for range 10 * tellEach {
			if _, tell := s.enter("a"); tell {
				told++
			}
		}
		if told != tellEach {
			t.Errorf("round %d: %d are told, want %d", round, told, tellEach)
		}
		at = at.Add(time.Second)
	}
}

func TestIdleSendersAreForgotten(t *testing.T) {
	t.Parallel()
	at := time.Unix(1000, 0)
	s := newAskers(Bound{AtOnce: 1, Burst: 1, Every: time.Second}, func() time.Time { return at })
	s.enter("busy")
	for i := range 3 * rememberAskers {
		at = at.Add(time.Second)
		s.enter(strconv.Itoa(i))
		s.leave(strconv.Itoa(i))
	}
	if n := len(s.each); n > rememberAskers+1 {
		t.Errorf("%d askers are kept", n)
	}
	if ok, _ := s.enter("busy"); ok {
		t.Error("who is busy was forgotten")
	}
}

// However requests come and go, nobody has more than the bound, and whoever
// asks for less than the rate is always admitted.
func TestBoundsHold(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		at := time.Unix(1000, 0)
		b := Bound{AtOnce: rapid.IntRange(1, 4).Draw(r, "at once"), Burst: rapid.IntRange(1, 8).Draw(r, "burst"), Every: 100 * time.Millisecond}
		s := newAskers(b, func() time.Time { return at })
		busy, began, start := 0, 0, at
		for range rapid.IntRange(1, 200).Draw(r, "steps") {
			switch rapid.IntRange(0, 2).Draw(r, "step") {
			case 0:
				if ok, _ := s.enter("a"); ok {
					busy, began = busy+1, began+1
				}
			case 1:
				if busy > 0 {
					s.leave("a")
					busy--
				}
			default:
				at = at.Add(time.Duration(rapid.IntRange(0, 300).Draw(r, "ms")) * time.Millisecond)
			}
			if most := b.Burst + int(at.Sub(start)/b.Every) + 1; busy > b.AtOnce || began > most {
				r.Fatalf("%d at once, %d of at most %d", busy, began, most)
			}
		}
		at = at.Add(b.Every)
		if ok, _ := s.enter("calm"); !ok {
			r.Fatal("who never asked is refused")
		}
	})
}

func BenchmarkAskersEnter(b *testing.B) {
	s := newAskers(Bound{AtOnce: 4, Burst: 200, Every: 20 * time.Millisecond}, time.Now)
	b.ReportAllocs()
	for b.Loop() {
		if ok, _ := s.enter("pp.query.agent.a"); ok {
			s.leave("pp.query.agent.a")
		}
	}
}
