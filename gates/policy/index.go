package policy

import (
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

const kindCount = int(pipeline.KindSecret) + 1

// index finds the few rules that can match an effect without asking all. Each
// rule is filed once for each of its kinds under its most telling part: mark,
// program that causes it, path, host, program that is run, class. So the cost
// of judging grows with the rules that nearly match, not with the rules there
// are.
type index [kindCount]kindIndex

type kindIndex struct {
	marks, by, programs, hosts map[string][]*Rule
	pathIndex
	classes [zone.Count][]*Rule
	rest    []*Rule
}

func (x *index) add(r *Rule) {
	seen := [kindCount]bool{}
	for _, k := range r.kinds {
		if int(k) < kindCount && !seen[k] {
			seen[k] = true
			x[k].add(r)
		}
	}
}

func (k *kindIndex) add(r *Rule) {
	switch {
	case len(r.marks) > 0:
		file(&k.marks, r, r.marks...)
	case len(r.by) > 0:
		file(&k.by, r, r.by...)
	case len(r.paths) > 0:
		k.pathIndex.add(r)
	case len(r.literal) > 0:
		file(&k.hosts, r, r.literal...)
	case len(r.programs) > 0 && plainNames(r.programs):
		file(&k.programs, r, r.programs...)
	case !r.anyClass:
		for c, ok := range r.classes {
			if ok {
				k.classes[c] = append(k.classes[c], r)
			}
		}
	default:
		k.rest = append(k.rest, r)
	}
}

func plainNames(names []string) bool {
	for _, n := range names {
		if strings.ContainsAny(n, "/*?[\\") {
			return false
		}
	}
	return true
}

func file(m *map[string][]*Rule, r *Rule, keys ...string) {
	if *m == nil {
		*m = map[string][]*Rule{}
	}
	for _, key := range keys {
		list := (*m)[key]
		if len(list) == 0 || list[len(list)-1] != r {
			(*m)[key] = append(list, r)
		}
	}
}

// each calls visit with every rule that could match; a rule may come twice.
func (k *kindIndex) each(s *scene, visit func(*Rule)) {
	e := s.effect
	all(k.rest, visit)
	all(k.classes[s.class], visit)
	if k.marks != nil {
		all(k.marks[e.Mark], visit)
	}
	if e.By != "" {
		all(k.by[e.By], visit)
	}
	if k.programs != nil {
		all(k.programs[s.program], visit)
	}
	if k.hosts != nil {
		host, _ := zone.SplitHost(e.Object)
		all(k.hosts[host], visit)
	}
	if len(k.pathIndex.all) > 0 && e.Object != "" && e.Object[0] == '/' {
		k.pathIndex.each(s, visit)
	}
}

func all(rules []*Rule, visit func(*Rule)) {
	for _, r := range rules {
		visit(r)
	}
}
