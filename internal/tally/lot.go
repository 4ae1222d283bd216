package tally

const (
	// mostLot is the most that a worker takes at once, and so the most that is
	// lost of one account when it is killed.
	mostLot = 128
	// lotShare is which part of what is left a lot may be, so that near the end
	// units are taken one by one and no worker hoards what another lacks.
	lotShare = 8
)

// Lot is what a worker has taken of an account beforehand. The zero value is an
// empty one; it is not safe for concurrent use.
type Lot struct {
	Left int64
	size int64 // of the last one
	used int64 // of it
}

// Next is how many units to take for a cost when free are left in the account:
// more each time that the last lot was used up, so that who asks once takes one.
func (l *Lot) Next(cost, free int64) int64 {
	next := 2 * l.size
	if l.Left > 0 {
		next = l.used
	}
	return max(cost, min(next, mostLot, free/lotShare))
}

// Fill says that a lot has been taken.
func (l *Lot) Fill(units int64) { l.Left, l.size, l.used = units, units, 0 }

// Spend takes cost units of it and reports whether they were there.
func (l *Lot) Spend(cost int64) bool {
	if cost > l.Left {
		return false
	}
	l.Left -= cost
	l.used += cost
	return true
}
