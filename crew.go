package reprise

import "sync"

// crew counts the goroutines that work on tasks and attempts. Unlike a WaitGroup it
// may be joined while somebody waits, and nobody joins once it has been found empty.
type crew struct {
	mu      sync.Mutex
	n       int
	waiting bool
	shut    bool
	idle    chan struct{}
}

func newCrew() *crew { return &crew{idle: make(chan struct{})} }

// join adds a goroutine. It reports false when nothing may begin any more.
func (c *crew) join() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shut {
		return false
	}
	c.n++
	return true
}

func (c *crew) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n--
	c.check()
}

// start runs f on a goroutine of the crew, if anything may begin.
func (c *crew) start(f func()) bool {
	if !c.join() {
		return false
	}
	go func() {
		defer c.leave()
		f()
	}()
	return true
}

// empty returns a channel that is closed as soon as nobody is at work; from then on
// nobody joins.
func (c *crew) empty() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = true
	c.check()
	return c.idle
}

// dismiss lets nobody join any more, without waiting.
func (c *crew) dismiss() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shut = true
}

// quiet reports whether nobody is at work just now.
func (c *crew) quiet() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n == 0
}

func (c *crew) check() {
	if c.waiting && c.n == 0 && !c.isIdle() {
		c.shut = true
		close(c.idle)
	}
}

func (c *crew) isIdle() bool {
	select {
	case <-c.idle:
		return true
	default:
		return false
	}
}

// apart runs f on a goroutine made for it and waits. Machines are stepped and closed
// only on such goroutines, never on a caller's: one that is locked to its thread
// (runtime.LockOSThread) would end the process.
func apart(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}
