package snippet

import (
	"strings"
	"sync"
)

// nameTable is a vocabulary that is too long to be searched as a text. It is
// made when it is first asked, which most processes never do.
type nameTable struct {
	text string
	once sync.Once
	set  map[string]bool
}

// has reports whether a name is in the table. The set is made at the first question and
// shared by all analyses from then on.
func (t *nameTable) has(name string) bool {
	t.once.Do(func() {
		t.set = make(map[string]bool)
		for w := range strings.FieldsSeq(t.text) {
			t.set[w] = true
		}
	})
	return t.set[name]
}
