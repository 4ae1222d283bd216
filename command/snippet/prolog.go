package snippet

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// A goal of Prolog is read by its words. Each name must be that of a predicate which
// only computes and prints, or one that neither the language nor its library has. Any term
// may become a goal, so it does not matter what stands as data; a name that a text
// makes is not seen here, so what makes one is not listed. A list as a goal loads files:
// no text names one by a path.

// prologReader is a goal under way.
type prologReader struct {
	report
	s  string
	at int
}

//nolint:gochecknoglobals // tables, never changed
var (
	prologWords = wordsOf(`is mod rem div rdiv xor abs sign max min sqrt sin cos tan asin acos atan atan2 exp log log2 ceiling floor round truncate integer float gcd msb random random_float cot sinh cosh tanh pi e inf nan epsilon max_tagged_integer
		true false fail halt not once ignore call forall findall bagof setof aggregate_all count sum bag set between succ plus length append member memberchk reverse nth0 nth1 last sum_list sumlist max_list min_list max_member min_member numlist list_to_set sort msort predsort permutation
		exclude include partition maplist foldl foldr delete subtract intersection union select selectchk exclude subset sumlist flatten pairs_keys_values pairs_keys pairs_values transpose clumped same_length sum_list list_to_ord_set ord_union ord_subtract ord_memberchk
		write writeln print nl write_canonical writeq write_term tab put_char format listing string_concat string_length split_string string_codes string_chars string_upper string_lower sub_string number_string string_code nb_setval b_setval nb_getval b_getval
		var nonvar number integer atomic compound callable is_list string ground copy_term term_variables char_type code_type get_time format_time stamp_date_time statistics runtime cputime walltime process_cputime inferences time current_prolog_flag version
		assertz asserta retract retractall list_to_assoc put_assoc get_assoc assoc_to_list assoc_to_keys assoc_to_values empty_assoc pairs phrase repeat dif compare sort0 nonground ground tab string_lines
		run_tests main test tests go start demo run_all parse solve example query hello parent ancestor grandparent sibling likes edge father mother male female hanoi queens foo bar baz cat dog tom bob alice red green blue yes no ok done abc apple banana world cnt counter indomain label ins all_different all_distinct tuples_in`)

	// prologMakes are calls that look at an atom which stands there, and so make none.
	prologMakes = regexp.MustCompile(`^(?:atom_(?:codes|chars|length|string|number)|char_code)\(\s*(?:[a-z]\w*|'[^'\\]*'|[0-9]+)\s*,\s*[A-Z_]\w*\s*\)`)
	// prologLoads load a file of the project.
	prologLoads = regexp.MustCompile(`^(?:consult|ensure_loaded|load_files)\(\s*(?:'([A-Za-z][\w./-]*)'|"([A-Za-z][\w./-]*)"|([a-z]\w*))\s*(?:,\s*\[\s*\]\s*)?\)`)
	prologUses  = regexp.MustCompile(`^use_module\(\s*library\(\s*(?:lists|apply|aggregate|assoc|pairs|strings|dcg/basics|clpfd|yall|solution_sequences|ordsets|ugraphs|option|random|statistics|plunit|tabling|gensym|rbtrees|nb_set|heaps|date)\s*\)\s*\)`)
	prologChar  = regexp.MustCompile(`^0'(?:\\[nt\\]|[[:alnum:] .,;:!?+*/=-])`)
)

// Prolog reads a goal.
func Prolog(text string, _ Given) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) {
		return nil, false
	}
	r := &prologReader{s: strings.TrimSuffix(strings.TrimRight(text, " \n\t"), ".")}
	for r.at < len(r.s) {
		if !r.token(r.s[r.at]) {
			return nil, false
		}
	}
	r.add(Effect{Kind: pipeline.KindCode, Object: "."}) // a list as a goal loads what lies there
	return r.effects, true
}

// token takes one token.
func (r *prologReader) token(c byte) bool {
	rest := r.s[r.at:]
	switch {
	case c == ' ' || c == '\n' || c == '\t':
		r.at++
	case c == '"':
		return r.quoted(c)
	case c == '\'':
		return r.quoted(c)
	case c >= 'A' && c <= 'Z' || c == '_':
		r.word()
	case c >= 'a' && c <= 'z':
		return r.name(rest)
	case digit(c):
		if m := prologChar.FindString(rest); m != "" {
			r.at += len(m)
			return true
		}
		for r.at < len(r.s) && (nameByte(r.s[r.at]) || r.s[r.at] == '.' && r.at+1 < len(r.s) && digit(r.s[r.at+1])) {
			r.at++
		}
	case strings.HasPrefix(rest, "/*") || strings.HasPrefix(rest, "=.."):
		return false
	default:
		r.at++
		return strings.IndexByte("()[]{},;|!=<>+-*/\\^@#", c) >= 0
	}
	return true
}

// word goes past a name.
func (r *prologReader) word() {
	for r.at < len(r.s) && nameByte(r.s[r.at]) {
		r.at++
	}
}

// quoted takes a text, or an atom that no predicate is called by. A text that says a path
// may be one that a list loads.
func (r *prologReader) quoted(quote byte) bool {
	begin := r.at + 1
	for i := begin; i < len(r.s); i++ {
		switch r.s[i] {
		case '\\':
			if i++; i >= len(r.s) || strings.IndexByte(`ntse\"'`, r.s[i]) < 0 {
				return false
			}
		case quote:
			text := r.s[begin:i]
			r.at = i + 1
			if strings.HasPrefix(r.s[r.at:], string(quote)) || strings.HasPrefix(r.s[r.at:], "(") {
				return false
			}
			blank := strings.ContainsAny(text, " ~") && text[0] != '~' || strings.HasPrefix(text, "~w") || strings.HasPrefix(text, "~a") || strings.HasPrefix(text, "~p") || strings.HasPrefix(text, "~d") || strings.HasPrefix(text, "~q")
			if strings.Contains(text, "/") && !strings.HasSuffix(strings.TrimRight(r.s[:begin-1], " "), "format(") {
				return false
			}
			return quote == '"' || blank || text == "" || len(text) == 1 && strings.IndexByte(",;|!.:/=", text[0]) < 0 || smallName(text, '_') && !prologMaker(text) || prologWords[text]
		}
	}
	return false
}

// prologMaker reports whether a name that small programs like is one of the language's
// own, by which more is done than computed.
func prologMaker(name string) bool {
	return name == "name" || name == "make" || name == "user" || name == "table" || name == "out"
}

// name takes one of a predicate, a function or an atom.
func (r *prologReader) name(rest string) bool {
	if r.at > 0 && (r.s[r.at-1] == ':' || r.s[r.at-1] == '.') {
		return false
	}
	if m := prologMakes.FindString(rest); m != "" {
		r.at += len(m)
		return true
	}
	if m := prologUses.FindString(rest); m != "" {
		r.at += len(m)
		return true
	}
	if m := prologLoads.FindStringSubmatch(rest); m != nil {
		r.add(Effect{Kind: pipeline.KindCode, Object: m[1] + m[2] + m[3]})
		r.at += len(m[0])
		return true
	}
	begin := r.at
	r.word()
	word := r.s[begin:r.at]
	return prologWords[word] || smallName(word, '_') && !prologMaker(word)
}
