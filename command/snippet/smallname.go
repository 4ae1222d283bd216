package snippet

// smallNouns are names that small programs give to what they reckon with, and to the
// functions that they define. No language that is read by its words has one of them,
// alone or several of them together, for what does more than compute; what has an
// exception says so.
//
//nolint:gochecknoglobals // a table, never changed
var smallNouns = wordsOf(`
	is my all make copy show list sub
	acc add adder age ages alist amount area aux average avg base binary bubble chars circle col collatz color colors cols column count counts cube cubes cur data date day days desc digits divisors double entries entry even
	evenp evens exponent fact factorial fib fibonacci fibs freqs gcd go greet greeting groups half hash1 head height hello helper hi ht idx inc input item items iter key keys lcm left letter letters line lines list1 list2 lo
	loop lst lst1 lst2 map1 map2 mat matrix max mean median mergesort min month msg mul name names node nodes ns number numbers nums odd oddp odds out pair pairs parsed people person plist point points power price prices
	prime primep primes pythag qsort qty queue quicksort rect res rest result reversed right row rows score scores search shape sort sorted sq square squares step string strings sum swap table tail tbl text tokens total
	totals tree triple twice users val values vec vec1 vec2 width word words xs xs1 year ys ys1 zipped zs`)

// smallName reports whether a name is made of such nouns and single letters: with a sign
// between, or, if the sign is 0, with a capital where each begins. A digit may stand
// behind each.
func smallName(name string, sign byte) bool {
	if len(name) > 60 {
		return false
	}
	begin := 0
	for i := 1; i < len(name); i++ {
		if sign == 0 && name[i] >= 'A' && name[i] <= 'Z' {
			if !smallNoun(name[begin:i], begin > 0) {
				return false
			}
			begin = i
		} else if sign != 0 && name[i] == sign {
			if !smallNoun(name[begin:i], false) {
				return false
			}
			begin = i + 1
		}
	}
	return smallNoun(name[begin:], sign == 0 && begin > 0)
}

// smallNoun reports whether a part of a name is one letter or a noun.
func smallNoun(part string, capital bool) bool {
	if n := len(part); n > 1 && digit(part[n-1]) && !smallNouns[part] {
		part = part[:n-1]
	}
	switch {
	case part == "":
		return false
	case len(part) == 1:
		return letter(part[0])
	case capital:
		return smallNouns[string(part[0]|0x20)+part[1:]]
	}
	return smallNouns[part]
}
