package policy

import "strings"

// pathIndex finds the rules whose globs could match an object that is a path.
// Every glob is filed under its head, the folder above its first wildcard, and
// under a name that it spells out behind that, if it has one: most rules on
// files that may lie anywhere in a tree are about a few names.
type pathIndex struct {
	all       []*Rule            // for objects that are patterns
	heads     map[string][]*Rule // every glob, for an object that is a head and stands for all below it
	unnamed   map[string][]*Rule // globs without a name
	near      map[string][]*Rule // globs with a name that lies at a certain depth
	names     map[string][]*Rule // globs with a name, by that
	ancestors map[string][]*Rule // every glob, by the folders above its head
	longest   int                // bytes of the longest head
}

func (x *pathIndex) add(r *Rule) {
	x.all = append(x.all, r)
	for _, g := range r.paths {
		head := g.Prefix()
		x.longest = max(x.longest, len(head))
		file(&x.heads, r, head)
		if name := g.Name(); name == "" {
			file(&x.unnamed, r, head)
		} else {
			file(&x.names, r, name)
			if !g.Anywhere() {
				file(&x.near, r, head)
			}
		}
		for head != "/" {
			head = parent(head)
			file(&x.ancestors, r, head)
		}
	}
}

func (x *pathIndex) each(s *scene, visit func(*Rule)) {
	object := s.effect.Object
	if s.pattern {
		all(x.all, visit)
		return
	}
	if s.deep {
		all(x.ancestors[object], visit)
		all(x.heads[object], visit)
	}
	if len(x.names) > 0 {
		for name := range strings.SplitSeq(object, "/") {
			all(x.names[name], visit)
		}
	}
	at := object
	for len(at) > x.longest {
		at = parent(at) // no head is as long
	}
	for ; ; at = parent(at) {
		all(x.unnamed[at], visit)
		if s.deep && len(x.near) > 0 {
			all(x.near[at], visit)
		}
		if at == "/" {
			return
		}
	}
}

func parent(p string) string {
	i := strings.LastIndexByte(p, '/')
	if i <= 0 {
		return "/"
	}
	return p[:i]
}
