package lately_test

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"passepartout/internal/lately"
)

// The memory holds exactly the last keys in the order of their first putting.
func TestMemory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 5).Draw(t, "size")
		m := lately.New[int](size)
		var order []string
		want := map[string]int{}
		for i, n := range rapid.SliceOf(rapid.IntRange(0, 9)).Draw(t, "keys") {
			key := strconv.Itoa(n)
			if _, ok := want[key]; !ok {
				if order = append(order, key); len(order) > size {
					delete(want, order[0])
					order = order[1:]
				}
			}
			want[key] = i
			m.Put(key, i)
		}
		if m.Len() != len(want) {
			t.Fatalf("%d entries, want %d", m.Len(), len(want))
		}
		for key, v := range want {
			if got, ok := m.Get(key); !ok || got != v {
				t.Fatalf("%s = %d, %v, want %d", key, got, ok, v)
			}
		}
	})
}

func TestZero(t *testing.T) {
	t.Parallel()
	var m lately.Memory[int]
	m.Put("a", 1)
	if _, ok := m.Get("a"); ok || lately.New[int](0).Len() != 0 {
		t.Error("the zero value remembers")
	}
}
