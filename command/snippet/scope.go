package snippet

import (
	"strconv"
	"strings"
)

// scope is a part of a program in which names mean variables of their own: a
// function, a comprehension, a block, a class, or the whole. Where the text alone
// settles which variable a name means (pyscope.go and jsscope.go say why it does),
// each variable gets a name that no other has, and whoever comes later may take two
// names that are the same for one variable.
type scope struct {
	outer *scope
	names map[string]string // what is bound here, by its new name
	class bool              // the body of a class in Python: seen by nothing within
}

// scopeMark divides a name from the number of its scope. No name has it, in either
// language, so that no program can spell the name of another's variable.
const scopeMark = "'"

// spelled is a name as the program has it.
func spelled(name string) string {
	name, _, _ = strings.Cut(name, scopeMark)
	return name
}

// find is the new name of what a name means in a scope. One that is bound nowhere
// keeps its own: it is built in, or an error when the program runs.
func (p *scope) find(name string) string {
	for at := p; at != nil; at = at.outer {
		if at.class && at != p {
			continue
		}
		if as, ok := at.names[name]; ok {
			return as
		}
	}
	return name
}

// numbered is the name of a variable of the scope with that number.
func numbered(name string, scope int) string {
	return name + scopeMark + strconv.Itoa(scope)
}
