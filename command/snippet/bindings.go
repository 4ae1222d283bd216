package snippet

// how says how a name gets its value.
type how uint8

const (
	byPlain   how = iota // some plain value
	byValue              // the value of a node
	byItem               // an element of the value of a node
	byImport             // a module
	byFrom               // a member of a module, or of the value of a node
	byDef                // a function of the program
	byRoot               // the folders of os.walk; the node is the call
	byNames              // the names of os.walk
	byNone               // None
	byPart               // the second of a pair that an object of a library gives: for k, v in x.items()
	byCount              // a whole number, or in JavaScript one that is reckoned from what it was
	byGrown              // an element that is put in: the node is the element
	byKeyed              // keys that are put in: kids of the node
	byPoured             // all that is in the value of a node is put in
	byElement            // the element of the value of a node at a place, which member says
	byColumn             // what each element of a table has at a place, or under a name
	byIndex              // the place of an element
	bySelf               // the first parameter of a method: the node has what stands behind @, the module is the class
	byNarrow             // what the value of a node is where a condition holds
	byOrElse             // a member of the value of a node or, where there is none, another value: both are kids of a node
	byParam              // what a function is called with; the node are its parameters
	byRest               // a list of all that it is called with from a place on
	byOwnName            // a name of a member that the value of a node has: for (k in x)
)

// site is one place that binds a name.
type site[V any] struct {
	how    how
	node   *node
	module string
	member string
	dirs   *binding[V] // what may lead a walk elsewhere
}

// binding is a name with all the places that bind it, in whatever scope: where
// scopes are not told apart before, two variables of one name are taken for one
// that is bound twice.
type binding[V any] struct {
	sites []site[V]
	loads int         // places that use it
	turns int         // of these, places that can only go through it
	grown []*node     // what is put into the list that it is; places that do count as those that go through it
	kin   *binding[V] // the name that this one is a version of: its counts are those of both
	busy  bool
	again bool // its value was asked for while it was looked for
	lent  bool // the same, and the value of its first place was given
	done  bool
	value V
	// counting: whether it is a number was asked for while that is looked for.
	counting bool
	// asked: where what it gives back comes from was asked for while that is looked for.
	asked bool
}

// enter begins to look for the value of a name, unless it is known. A name whose
// value is asked for while it is looked for (x = x + 1) is plain data to whoever
// asks; again says that somebody was told so, and whoever looks must see at the end
// that it was true, or take the answer back.
func (b *binding[V]) enter() (value V, known bool) {
	if b.done {
		return b.value, true
	}
	if b.busy {
		b.again = true
		return value, true
	}
	b.busy = true
	return value, false
}

// leave ends what enter began.
func (b *binding[V]) leave() { b.busy = false }

// bindings are the names of a program.
type bindings[V any] map[string]*binding[V]

// of is what is known of a name, made at the first question.
func (b bindings[V]) of(name string) *binding[V] {
	one := b[name]
	if one == nil {
		one = &binding[V]{}
		b[name] = one
	}
	return one
}

// bind notes a place that binds a name. Nothing is looked up yet: what a name is
// depends on all places, also on those further down.
func (b bindings[V]) bind(name string, s site[V]) {
	one := b.of(name)
	one.sites = append(one.sites, s)
}

// bound reports whether the program binds a name.
func (b bindings[V]) bound(name string) bool {
	one := b[name]
	return one != nil && len(one.sites) > 0
}
