package command

// Letters and digits of ASCII, for sets of what a text may be made of.
const (
	lowerSet  = "abcdefghijklmnopqrstuvwxyz"
	letterSet = lowerSet + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digitSet  = "0123456789"
)
