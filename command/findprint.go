package command

// findPrinting are the parts of an expression that print names. Where an action is
// told to, alternatives without one print nothing (find(1), "-print"): -path ./x
// -prune -o -name y -print.
func findPrinting(args []field) []field {
	var parts [][]field
	part, prints, some, depth := []field(nil), false, false, 0
	next := func() {
		if prints {
			parts = append(parts, part)
		}
		part, prints = nil, false
	}
	for i := findExpression(args); i < len(args); i++ {
		n, known := findArity(args[i].text)
		if !args[i].exact() || !known || i+n >= len(args) {
			return args
		}
		switch args[i].text {
		case "(":
			depth++
		case ")":
			depth--
		case "-o", "-or", ",":
			if depth == 0 {
				next()
				continue
			}
		case "-print", "-print0":
			prints, some = true, true
		}
		part = append(part, args[i:i+n+1]...)
		i += n
	}
	if next(); !some || depth != 0 {
		return args
	}
	var out []field
	for i, part := range parts {
		if i > 0 {
			out = append(out, field{text: "-o"})
		}
		out = append(out, part...)
	}
	return out
}
