// Package spelling tells how far one word is from another, so that whoever
// mistyped a name can be told which one was probably meant.
package spelling

// Distance is how many bytes must be put in, taken out or changed to make b of
// a (Levenshtein, 1966). It takes time in proportion to the product of both
// lengths and memory in proportion to b; callers bound words of strangers.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
