package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// option reads one word that begins with a dash; it says how many of the
// words after it are its arguments.
func (v *visit) option(f field, rest []field) int {
	text := f.text
	if f.dynamic {
		text = f.prefix // what follows it is not known
	}
	switch {
	case v.spec.Style == catalogue.StyleLong || v.spec.Style == catalogue.StyleGo:
		return v.wordOption(f, text, rest)
	case strings.HasPrefix(text, "--"):
		return v.longOption(f, text, rest)
	}
	return v.bundle(f, text, rest, false)
}

// lookup finds an option here or, where options are global, further up.
func (v *visit) lookup(name string) (*catalogue.Option, bool) {
	if o, ambiguous := v.spec.Long(name); o != nil || ambiguous {
		return o, ambiguous
	}
	for i := len(v.parents) - 1; i >= 0; i-- {
		if p := v.parents[i]; p.Globals {
			if o, ambiguous := p.Long(name); o != nil || ambiguous {
				return o, ambiguous
			}
		}
	}
	return nil, false
}

// always lists the options that every program has.
func (v *visit) always(name string) bool {
	switch name {
	case "--help", "--version":
		return true
	case "-h":
		return v.spec.Style == catalogue.StyleModern || v.spec.Style == catalogue.StyleGo
	case "-help", "-version":
		return v.spec.Style == catalogue.StyleLong || v.spec.Style == catalogue.StyleGo
	}
	return false
}

// missing states that an option is not in the entry, unless the entry says that all of
// them are harmless.
func (v *visit) missing(f field, name string) {
	if v.always(name) || v.spec.Lenient && !f.dynamic {
		return
	}
	v.unknown("option "+clip(name)+" is not known", f)
}

// longOption reads --name and --name=value, shortened as getopt_long(3) allows. It says
// how many of the words behind it belong to it.
func (v *visit) longOption(f field, text string, rest []field) int {
	name, value, attached := strings.Cut(text, "=")
	o, ambiguous := v.lookup(name)
	switch {
	case ambiguous:
		v.unknown("option "+name+" is ambiguous", f)
		return 0
	case o == nil || f.dynamic && !attached:
		v.missing(f, name)
		return 0
	}
	return v.take(o, unabbreviated(o, name), f, value, attached, rest)
}

// unabbreviated is the full name of a long option, which may be cut short.
func unabbreviated(o *catalogue.Option, name string) string {
	if !slices.Contains(o.Names, name) {
		for _, full := range o.Names {
			if strings.HasPrefix(full, name) {
				return full
			}
		}
	}
	return name
}

// wordOption reads -name, -name=value and -nvalue.
func (v *visit) wordOption(f field, text string, rest []field) int {
	name, value, attached := strings.Cut(text, "=")
	for _, n := range []string{name, strings.TrimPrefix(name, "-"), "-" + name} {
		if n != name && v.spec.Style == catalogue.StyleLong && n != "-"+name {
			continue
		}
		if o, _ := v.lookup(n); o != nil && (!f.dynamic || attached) {
			return v.take(o, name, f, value, attached, rest)
		}
	}
	if v.spec.Style == catalogue.StyleLong && len(text) > 2 {
		if o, _ := v.lookup(text[:2]); o != nil && len(o.Args) > 0 {
			return v.take(o, text[:2], f, text[2:], true, rest)
		}
	}
	if isNumber(name) && v.spec.Options["-NUM"] != nil {
		return 0
	}
	v.missing(f, name)
	return 0
}

// isNumber reports whether an option is a number, as -20 of head.
func isNumber(name string) bool {
	return len(name) > 1 && strings.Trim(name[1:], "0123456789") == ""
}

// bundle reads -abc; separate says that arguments stand in the words after it,
// as after tar's old style.
func (v *visit) bundle(f field, text string, rest []field, separate bool) int {
	if isNumber(text) && v.spec.Options["-NUM"] != nil {
		v.apply(v.spec.Options["-NUM"], text, nil)
		return 0
	}
	used := 0
	for j := 1; j < len(text); j++ {
		name := "-" + text[j:j+1]
		o, _ := v.lookup(name)
		if o == nil {
			v.missing(f, name)
			if v.spec.Lenient {
				continue
			}
			return used
		}
		switch {
		case len(o.Args) == 0:
			v.apply(o, name, nil)
		case o.Optional && !separate && v.attached(name, text[j+1:]) < len(text)-j-1:
			n := v.attached(name, text[j+1:])
			v.take(o, name, f, text[j+1:j+1+n], n > 0, nil)
			j += n
		case separate:
			if o.Optional {
				v.apply(o, name, nil)
			} else {
				used += v.take(o, name, f, "", false, rest[used:])
			}
		default:
			return used + v.take(o, name, f, text[j+1:], j+1 < len(text) || f.dynamic, rest[used:])
		}
	}
	if f.dynamic {
		v.missing(f, text)
	}
	return used
}

// take gives an option its arguments and says how many further words they are.
func (v *visit) take(o *catalogue.Option, name string, f field, value string, attached bool, rest []field) int {
	if len(o.Args) == 0 {
		v.apply(o, name, nil)
		return 0
	}
	var args []field
	used := 0
	if attached {
		g := f
		g.text, g.prefix = value, value
		switch {
		case f.dynamic:
			g.text = f.text
		case !f.pattern && value == "" && o.Optional:
			v.apply(o, name, nil)
			return 0
		}
		args = append(args, g)
	}
	if o.Optional {
		v.apply(o, name, args)
		return 0
	}
	for len(args) < len(o.Args) && used < len(rest) {
		if rest[used].many && rest[used].dynamic {
			v.unknown("argument of "+name+" may become several words: "+rest[used].text, rest[used])
		}
		args = append(args, rest[used])
		used++
	}
	v.apply(o, name, args)
	if v.spec.Lenient && used > 0 && len(name) == 2 && len(o.Args) == 1 && o.Args[0].Is(catalogue.ActData) {
		v.perhapsOperand(args[0])
	}
	return used
}

// perhapsOperand states what would happen to a word if it were no argument of
// an option but an operand. A lenient entry speaks for several programs at
// once, and an option that takes a word in one of them may take none in
// another; only words that look like a file are taken so.
func (v *visit) perhapsOperand(f field) {
	if f.dynamic || v.spec.Operands == nil || !strings.ContainsAny(f.text, "/.~") || strings.Contains(f.text, "://") {
		return
	}
	roles := slices.Concat(v.spec.Operands.Head, v.spec.Operands.Tail)
	if v.spec.Operands.Rest != nil {
		roles = append(roles, *v.spec.Operands.Rest)
	}
	is := func(a catalogue.Act) bool {
		return slices.ContainsFunc(roles, func(r catalogue.Role) bool { return r.Is(a) })
	}
	switch {
	case is(catalogue.ActWrite) && strings.HasPrefix(f.text, "/dev/"):
		v.local(f, f.text, pipeline.KindWrite, v.mark)
	case is(catalogue.ActRead):
		v.local(f, f.text, pipeline.KindRead, "")
	}
}

// apply notes what an option does.
func (v *visit) apply(o *catalogue.Option, name string, args []field) {
	v.options = append(v.options, name)
	if o.Unknown != "" {
		v.unknown(name+": "+o.Unknown, v.fields[0])
	}
	for i, f := range args {
		if i < len(o.Args) {
			v.args = append(v.args, argument{option: name, level: len(v.parents), role: o.Args[i], field: f})
		}
	}
	v.mark = strongerMark(o.Mark, v.mark)
	v.effects = append(v.effects, o.Effects...)
	if o.Operands != nil {
		v.roles = o.Operands
	}
	v.walks(o.Links)
	v.noDef = v.noDef || o.NoDefault
	if o.HasOnly {
		v.hasOnly, v.only = true, append(v.only, o.Only...)
	}
	v.instead += o.Instead
	v.ended = v.ended || o.Ends
}

// has reports whether one of the options was given, as it was written: one line
// of an entry may hold several that share nothing but what their argument is.
func (v *visit) has(names ...string) bool {
	v.r.spend(len(v.options) / 4) // it may be asked for each of thousands
	return v.options.has(names...)
}

// optionNames are the options that a command was given, as they were written.
type optionNames []string

// has reports whether one of some options is among them.
func (given optionNames) has(names ...string) bool {
	for _, one := range given {
		if slices.Contains(names, one) {
			return true
		}
	}
	return false
}

// arg returns the last argument of an option by any of its names.
func (v *visit) arg(names ...string) (field, bool) {
	for i := len(v.args) - 1; i >= 0; i-- {
		for _, name := range names {
			if v.args[i].option == name {
				return v.args[i].field, true
			}
		}
	}
	return field{}, false
}
