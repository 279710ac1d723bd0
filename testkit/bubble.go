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

// inBubble reports whether the caller runs in a bubble of testing/synctest, where times have no
// monotonic reading.
func inBubble() bool {
	now := time.Now()
	return now == now.Round(0) //nolint:staticcheck  // the readings are what is compared
}

// bubbleID returns the id of the bubble that the caller runs in; "" in none. The first line of
// a goroutine's stack contains it.
func bubbleID() string {
	buf := make([]byte, 128)
	head, _, _ := strings.Cut(string(buf[:runtime.Stack(buf, false)]), "]")
	_, id, _ := strings.Cut(head, "synctest bubble ")
	return id
}

// bubbled runs f in a bubble of its own. If something in it never ends, bubbled returns an
// error: the panic of synctest would end the whole test binary.
func bubbled(t *testing.T, f func()) (err error) {
	id := ""
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%v.\n%s", v, remains(id))
		}
	}()
	// A context makes its channel on first use. Made inside, that of t would belong to the
	// bubble, and package testing, which closes it outside, would end the process.
	_ = t.Context().Done()
	synctest.Test(t, func(*testing.T) {
		id = bubbleID()
		f()
	})
	return nil
}

// bubble is the bubble of testing/synctest in which the Runtime of an [Env] lives. Its time
// moves when nothing else can. While the test computes, the bubble waits for it outside, so no
// time passes; while the test waits for something inside, time passes.
type bubble struct {
	calls chan func() // nil: the test itself is inside
	id    string
	ended chan struct{}
	left  error  // what outlived it
	test  string // the test that took a seat for it
}

// newBubble makes a bubble for a test outside of any; inside one it uses that.
func newBubble(tb testing.TB) *bubble {
	tb.Helper()
	t, ok := tb.(*testing.T)
	if inBubble() {
		if ok && outlives(t) {
			tb.Fatalf("testkit: New got the testing.TB of the test around synctest.Test: pass the one that the function inside gets")
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
	<-begun // a test may end at once, and then nothing can begin any more
	return b
}

// outlives reports whether t is not the test of the bubble it is used in: its cleanups then
// come after the bubble has ended. Only such a test has a deadline.
func outlives(t *testing.T) (yes bool) {
	defer func() { _ = recover() }() // of testing, for a test on virtual time
	t.Deadline()
	return true
}

// do runs f inside and waits for it. If f has not returned after most of real time, late is
// called inside, and the channel that f was given is closed. If f still does not return, do
// reports false. In the test's own bubble real time is not visible.
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

// foreign reports whether the caller runs in another bubble, or in none while b is that of a
// test: a bubble's objects may be used only inside it.
func (b *bubble) foreign() bool {
	return bubbleID() != b.id && (b.calls == nil || inBubble())
}

// close ends the bubble. If anything inside has not ended, that is an error.
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

// leave gives the bubble's seat to another test.
func (b *bubble) leave() {
	if b.calls != nil {
		leaveSeat(b.test)
	}
}

// guard runs a function of the test on a goroutine of the bubble. It returns a panic with its
// stack; a function that ends its goroutine (FailNow) has already said why.
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

// stacks returns the stacks of all goroutines, for a test that does not return.
func stacks() string {
	buf := make([]byte, 1<<20)
	return string(buf[:runtime.Stack(buf, true)])
}

// remains tells what is left in a bubble that should end.
func remains(id string) string {
	return "Everything that a test starts must end with it: an activity when its context ends, a goroutine with its creator. These are left:\n" + stacksIn(id)
}

// stacksIn returns the stacks of the goroutines in one bubble.
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
