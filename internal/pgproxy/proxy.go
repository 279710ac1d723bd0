package pgproxy

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// Fault is what happens to one COMMIT. The client's connection is closed in any case and
// receives no answer. While a fault lasts, the proxy passes on no request to cancel a
// statement.
type Fault int

// The faults.
const (
	DropRequest Fault = iota + 1 // the server never receives it
	DropReply                    // the server executes it
	Hold                         // the server executes it, but only after a time
)

// Proxy listens on the loopback and forwards to a server.
type Proxy struct {
	listen net.Listener
	all    sync.WaitGroup
	ended  chan struct{}

	mu       sync.Mutex
	server   string
	sessions map[*session]bool
	armed    []*Armed
	met      int
	under    int // faults under way
	trips    int64
	commits  int64
	delay    time.Duration
	refusing bool
	silent   chan struct{} // not nil: nothing passes until it is closed
}

// Listen starts a proxy for the server at addr.
func Listen(addr string) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("pgproxy: %w", err)
	}
	p := &Proxy{server: addr, listen: l, ended: make(chan struct{}), sessions: map[*session]bool{}}
	p.all.Add(1)
	go p.accept()
	return p, nil
}

// Addr returns the address on which the proxy listens.
func (p *Proxy) Addr() string { return p.listen.Addr().String() }

// Close ends the proxy and its connections, and waits for them. Held commits never reach
// the server.
func (p *Proxy) Close() error {
	err := p.listen.Close()
	p.mu.Lock()
	select {
	case <-p.ended:
	default:
		close(p.ended)
	}
	p.mu.Unlock()
	p.Cut()
	p.all.Wait()
	if errors.Is(err, net.ErrClosed) {
		return nil // closed before
	}
	return err
}

// Met returns how many COMMITs have met a fault.
func (p *Proxy) Met() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.met
}

// Count returns the number of round trips so far, and how many of them had a COMMIT.
func (p *Proxy) Count() (trips, commits int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.trips, p.commits
}

// Delay delays everything by d in each direction.
func (p *Proxy) Delay(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = d
}

// Silence stops all traffic, like a network that drops every packet. Once it is over, what
// was under way arrives, including that of clients that have given up.
func (p *Proxy) Silence(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case on && p.silent == nil:
		p.silent = make(chan struct{})
	case !on && p.silent != nil:
		close(p.silent)
		p.silent = nil
	}
}

// Turn directs new connections to another server. It leaves existing ones alone; see
// [Proxy.Cut].
func (p *Proxy) Turn(addr string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.server = addr
}

func (p *Proxy) target() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.server
}

// Refuse closes new connections at once.
func (p *Proxy) Refuse(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusing = on
}

// Cut closes every connection, in the middle of whatever it carries.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for s := range p.sessions {
		s.cut()
	}
}

// Heal ends delay, silence and refusal. Held commits still land.
func (p *Proxy) Heal() {
	p.Silence(false)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armed, p.delay, p.refusing = nil, 0, false
}

func (p *Proxy) accept() {
	defer p.all.Done()
	for {
		client, err := p.listen.Accept()
		if err != nil {
			return // closed
		}
		s := &session{proxy: p, client: client}
		if !p.admit(s) {
			_ = client.Close() // that is the answer
			continue
		}
		p.all.Add(1)
		go s.serve()
	}
}

func (p *Proxy) admit(s *session) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
		return false
	default:
	}
	if !p.refusing {
		p.sessions[s] = true
	}
	return !p.refusing
}

func (p *Proxy) forget(s *session) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.sessions, s)
}

// trip counts a round trip.
func (p *Proxy) trip() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trips++
}

// pass waits until something that came at some time may pass; false is when the proxy has
// ended.
func (p *Proxy) pass(at time.Time) bool {
	p.mu.Lock()
	delay, silent := p.delay, p.silent
	p.mu.Unlock()
	if silent != nil {
		select {
		case <-silent:
		case <-p.ended:
			return false
		}
	}
	return p.wait(delay-time.Since(at), nil)
}

// wait waits, until enough is closed at most; false is when the proxy has ended.
func (p *Proxy) wait(d time.Duration, enough <-chan struct{}) bool {
	if d <= 0 {
		return true
	}
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C:
		return true
	case <-enough:
		return true
	case <-p.ended:
		return false
	}
}
