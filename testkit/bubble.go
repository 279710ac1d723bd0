package testkit

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// inBubble reports whether the caller runs in a bubble of testing/synctest: times taken
// there have no reading of a monotonic clock.
func inBubble() bool {
	now := time.Now()
	return now == now.Round(0) //nolint:staticcheck // the readings are what is compared
}

// bubbleID tells which bubble the caller runs in; "" in none. Only the first line of a
// goroutine's stack has it.
func bubbleID() string {
	buf := make([]byte, 128)
	head, _, _ := strings.Cut(string(buf[:runtime.Stack(buf, false)]), "]")
	_, id, _ := strings.Cut(head, "synctest bubble ")
	return id
}

// bubbled runs f in a bubble of its own. That something in it never ends is an error: the
// panic of synctest would take the whole test binary with it.
func bubbled(t *testing.T, f func()) (err error) {
	id := ""
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%v.\n%s", v, remains(id))
		}
	}()
	// A context makes its channel when it is first asked for it: inside, that of t would
	// belong to the bubble, and package testing closes it outside, which ends the process.
	_ = t.Context().Done()
	synctest.Test(t, func(*testing.T) {
		id = bubbleID()
		f()
	})
	return nil
}

// bubble is where the Runtime of an [Env] lives: one of testing/synctest, in which time
// moves when nothing else can. While the test computes, the bubble waits for it outside,
// and so no time passes; while the test waits for something inside, it does.
type bubble struct {
	calls chan func() // nil: the test itself is inside
	id    string
	ended chan struct{}
	left  error  // what has not ended with it
	test  string // that has taken a seat for it
}

// newBubble makes a bubble for a test outside of any, and uses its own for one inside.
func newBubble(tb testing.TB) *bubble {
	tb.Helper()
	t, ok := tb.(*testing.T)
	if inBubble() {
		if ok && outlives(t) {
			tb.Fatalf("testkit: New was given the testing.TB of the test around synctest.Test: inside it takes the one that the function there is given")
		}
		return &bubble{id: bubbleID()}
	}
	if !ok {
		tb.Fatalf("testkit: New takes a *testing.T, or any testing.TB inside synctest.Test; this is a %T", tb)
	}
	b := &bubble{calls: make(chan func()), ended: make(chan struct{}), test: tb.Name()}
	takeSeat(b.test)
	begun := make(chan struct{})
	go func() {
		defer close(b.ended)
		b.left = bubbled(t, func() {
			b.id = bubbleID()
			close(begun)
			for f := range b.calls {
				f()
			}
		})
	}()
	<-begun // a test may end at once, and then none can begin any more
	return b
}

// outlives reports whether a test that is used in a bubble is not that of the bubble: its
// cleanups come when the bubble has ended. A deadline is what only such a one has.
func outlives(t *testing.T) (yes bool) {
	defer func() { _ = recover() }() // testing's, of one whose time is not the machine's
	t.Deadline()
	return true
}

// do runs f inside and waits for it. When it has not come back after limit of the
// machine's time, late is called inside, and the channel closed that f was given; do
// reports false when it then does not come back either. In the test's own bubble the
// machine's time cannot be seen.
func (b *bubble) do(most time.Duration, late func(), f func(late <-chan struct{})) bool {
	if b.calls == nil || inBubble() {
		f(nil)
		return true
	}
	l := startLimit(most)
	defer l.stop()
	done := make(chan struct{})
	call := func() {
		defer close(done)
		passed := make(chan struct{})
		defer l.watch(func() {
			close(passed)
			late()
		})()
		f(passed)
	}
	alarm := time.NewTimer(most + grace(most))
	defer alarm.Stop()
	select {
	case b.calls <- call:
	case <-alarm.C:
		return false
	}
	select {
	case <-done:
		return true
	case <-alarm.C:
		return false
	}
}

// foreign reports whether the caller runs in another bubble, or in none though b is that
// of a test: what belongs to a bubble may only be used in it.
func (b *bubble) foreign() bool {
	return bubbleID() != b.id && (b.calls == nil || inBubble())
}

// close ends the bubble. Everything inside has to have ended; what has not is an error.
func (b *bubble) close() error {
	if b.calls == nil {
		return nil
	}
	close(b.calls)
	alarm := time.NewTimer(longest)
	defer alarm.Stop()
	select {
	case <-b.ended:
		return b.left
	case <-alarm.C:
		return errors.New(remains(b.id))
	}
}

// leave lets another test have a bubble.
func (b *bubble) leave() {
	if b.calls != nil {
		leaveSeat(b.test)
	}
}

// guard runs a function of the test's on a goroutine of the bubble. A panic is returned,
// with its stack; one that ends its goroutine (FailNow) has said why.
func guard(f func()) (err error) {
	returned := false
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			} else if !returned {
				err = errGone
			}
		}()
		f()
		returned = true
	}()
	<-done
	return err
}

// stacks are those of all goroutines, for a test that does not come back.
func stacks() string {
	buf := make([]byte, 1<<20)
	return string(buf[:runtime.Stack(buf, true)])
}

// remains tells what is left in a bubble that is to end.
func remains(id string) string {
	return "What a test begins has to end with it: an activity with its context, a goroutine with what made it. These are left:\n" + stacksIn(id)
}

// stacksIn are those of the goroutines in one bubble.
func stacksIn(id string) string {
	var all []string
	for stack := range strings.SplitSeq(stacks(), "\n\n") {
		head, _, _ := strings.Cut(stack, "\n")
		if strings.HasSuffix(head, "synctest bubble "+id+"]:") {
			all = append(all, stack)
		}
	}
	return strings.Join(all, "\n\n")
}
