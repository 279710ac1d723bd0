package store

// Allowance is what a [Retain] may still remove. Every store spends it in the same way.
type Allowance struct {
	rows, bytes int
	begun       bool
}

// Allowance returns all that o may remove.
func (o *Retain) Allowance() Allowance { return Allowance{rows: o.Max, bytes: RetainBytes} }

// Spend takes a row of size bytes from what is left, or reports that the row must stay. The
// first row may have any size; otherwise it would stay for ever.
func (a *Allowance) Spend(size int) bool {
	if a.rows == 0 || a.begun && size > a.bytes {
		return false
	}
	a.rows, a.bytes, a.begun = a.rows-1, a.bytes-size, true
	return true
}

// SpendAll takes all rows of a run, given their number and total bytes, if Spend would let each of
// them go whatever their single sizes are. Otherwise it takes none, and Spend decides row by row.
func (a *Allowance) SpendAll(rows, bytes int) bool {
	if rows > a.rows || bytes > a.bytes {
		return false
	}
	a.rows, a.bytes, a.begun = a.rows-rows, a.bytes-bytes, a.begun || rows > 0
	return true
}
