package order

// Summary summarises the charges in a ledger.
type Summary struct {
	Begun     int       // begin lines
	Applied   int       // distinct keys that were applied
	Repeated  int       // requests answered with an old receipt
	Refunded  int       // orders that got money back
	Processes []Process // in the order of their first entry

	keys     map[string]bool
	orders   map[string]int  // applied keys of each order
	refunded map[string]bool // orders that got money back
}

// Process is what one process did.
type Process struct {
	PID      int
	Applied  int
	Repeated int
	Refunded int
	Keys     []string // keys that it applied
}

// Summarise reads the entries of a ledger.
func Summarise(entries []Entry) Summary {
	s := Summary{keys: map[string]bool{}, orders: map[string]int{}, refunded: map[string]bool{}}
	position := map[int]int{}
	for _, e := range entries {
		at, ok := position[e.PID]
		if !ok {
			at = len(s.Processes)
			position[e.PID] = at
			s.Processes = append(s.Processes, Process{PID: e.PID})
		}
		p := &s.Processes[at]
		switch e.What {
		case Begin:
			s.Begun++
		case Applied:
			p.Applied++
			p.Keys = append(p.Keys, e.Key)
			if !s.keys[e.Key] {
				s.keys[e.Key] = true
				s.Applied++
				s.orders[e.Order]++
			}
		case Repeated:
			p.Repeated++
			s.Repeated++
		case Refunded:
			if e.Amount > 0 {
				p.Refunded++
				s.Refunded++
				s.refunded[e.Order] = true
			}
		}
	}
	return s
}

// Knows reports whether a charge was applied under key.
func (s Summary) Knows(key string) bool { return s.keys[key] }

// GaveBack reports whether the order got money back.
func (s Summary) GaveBack(order string) bool { return s.refunded[order] }

// ChargedTwice counts the orders with more than one applied charge.
func (s Summary) ChargedTwice() int {
	n := 0
	for _, charges := range s.orders {
		if charges > 1 {
			n++
		}
	}
	return n
}
