package snippet

import "strings"

// listWords reports whether a list of words in one text holds a word.
func listWords(list, word string) bool {
	if word == "" || strings.ContainsAny(word, " \t\n") {
		return false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], word)
		if i < 0 {
			return false
		}
		from += i
		end := from + len(word)
		if (from == 0 || blankByte(list[from-1])) && (end == len(list) || blankByte(list[end])) {
			return true
		}
		from = end
	}
}
