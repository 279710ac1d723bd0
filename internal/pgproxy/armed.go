package pgproxy

import "time"

// Armed is a fault that waits for its COMMIT, or has met it.
type Armed struct {
	proxy *Proxy
	fault Fault
	after time.Duration // of a Hold
	met   bool          // guarded by the proxy's mu
	let   chan struct{} // closed: what is held back may land
	over  chan struct{} // closed: the server has dealt with it, or never will
}

// Arm makes the next COMMIT meet a fault; faults armed earlier take earlier COMMITs. after
// bounds how long a Hold holds the COMMIT.
func (p *Proxy) Arm(f Fault, after time.Duration) *Armed {
	a := &Armed{proxy: p, fault: f, after: after, let: make(chan struct{}), over: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armed = append(p.armed, a)
	return a
}

// Finish releases what a Hold holds back and waits until the server has dealt with it. It
// reports whether a COMMIT has met the fault. Later COMMITs do not meet it.
func (a *Armed) Finish() bool {
	if !a.release() {
		return false
	}
	<-a.over
	return true
}

// release lets go what is held back, or disarms what has met nothing.
func (a *Armed) release() (met bool) {
	p := a.proxy
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.armed {
		if other == a {
			p.armed = append(p.armed[:i:i], p.armed[i+1:]...)
			break
		}
	}
	if a.met {
		select {
		case <-a.let:
		default:
			close(a.let)
		}
	}
	return a.met
}

// next is what the COMMIT that passes just now meets; nil is nothing.
func (p *Proxy) next() *Armed {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.commits++
	if len(p.armed) == 0 {
		return nil
	}
	a := p.armed[0]
	p.armed, a.met = p.armed[1:], true
	p.met++
	p.under++
	return a
}

// done says that a fault is over.
func (p *Proxy) done(a *Armed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.under--
	close(a.over)
}

// spoiling reports whether some COMMIT has met a fault that is not over.
func (p *Proxy) spoiling() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.under > 0
}
