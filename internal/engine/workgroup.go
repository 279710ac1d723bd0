package engine

import (
	"sync"
	"sync/atomic"
)

// workGroup counts the goroutines that work on tasks and attempts. Unlike a WaitGroup, it can
// be joined while somebody waits, and it cannot be joined once it was found empty.
type workGroup struct {
	idle chan struct{}

	mu struct {
		sync.Mutex
		n       int
		waiting bool
		shut    bool
	}
}

func newWorkGroup() *workGroup { return &workGroup{idle: make(chan struct{})} }

// join adds a goroutine. It returns false when nothing may begin any more.
func (g *workGroup) join() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.mu.shut {
		return false
	}
	g.mu.n++
	return true
}

func (g *workGroup) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.n--
	g.checkLocked()
}

// start runs f on a goroutine of the group, if anything may begin.
func (g *workGroup) start(f func()) bool {
	if !g.join() {
		return false
	}
	go func() {
		defer g.leave()
		f()
	}()
	return true
}

// empty returns a channel that is closed as soon as no goroutine is at work; nothing can join
// after that.
func (g *workGroup) empty() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.waiting = true
	g.checkLocked()
	return g.idle
}

// dismiss prevents further joins, without waiting.
func (g *workGroup) dismiss() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.shut = true
}

// quiet reports whether no goroutine is at work now.
func (g *workGroup) quiet() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.mu.n == 0
}

func (g *workGroup) checkLocked() {
	if g.mu.waiting && g.mu.n == 0 && !g.isIdle() {
		g.mu.shut = true
		close(g.idle)
	}
}

func (g *workGroup) isIdle() bool {
	select {
	case <-g.idle:
		return true
	default:
		return false
	}
}

// solo does one thing at a time, on a goroutine of its own.
type solo struct {
	work *workGroup
	here bool // run it on the caller's goroutine, so that things happen in order
	busy atomic.Bool
}

// start runs f, unless the last one is still running or nothing may begin any more. The func
// that f returns is called once the next one may begin.
func (s *solo) start(f func() (after func())) (begun bool) {
	if !s.busy.CompareAndSwap(false, true) {
		return false
	}
	free := func() (after func()) {
		defer s.busy.Store(false)
		return f()
	}
	once := func() {
		if after := free(); after != nil {
			after()
		}
	}
	if s.here {
		once()
		return true
	}
	if begun = s.work.start(once); !begun {
		s.busy.Store(false)
	}
	return begun
}
