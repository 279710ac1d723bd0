package engine

// wakes are what the loops of a worker wait on. Each channel holds one wake-up: wake-ups are
// kept, not counted.
type wakes struct {
	runs, rows         chan struct{} // something is ready to be claimed
	lookRuns, lookRows chan struct{} // likewise, when it is not known whether anything is
	tick               chan struct{}
}

func newWakes() *wakes {
	one := func() chan struct{} { return make(chan struct{}, 1) }
	return &wakes{runs: one(), rows: one(), lookRuns: one(), lookRows: one(), tick: one()}
}

// claims wakes both loops that claim.
func (w *wakes) claims() {
	wake(w.runs)
	wake(w.rows)
}

// wake leaves a wake-up in c.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// woken takes a wake-up that is there, and reports whether one was.
func woken(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
