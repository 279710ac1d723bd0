// Package failing runs tests that are to fail, to look at what they say.
//
// It imports the standard library, testing among it.
package failing

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// Test runs a test that is to fail, in a bubble of testing/synctest, and returns what it
// says. That it passes is an error of t.
func Test(t *testing.T, body func(testing.TB)) string {
	t.Helper()
	r := &recorder{TB: t}
	synctest.Test(t, func(*testing.T) { r.run(body) })
	return r.verdict(t)
}

// Outside is Test outside of any bubble, as a subtest. What takes nothing but a *testing.T
// gets the first argument, and the second is what the test is to fail through.
func Outside(t *testing.T, body func(*testing.T, testing.TB)) string {
	t.Helper()
	r := &recorder{}
	t.Run("outside", func(t *testing.T) {
		r.TB = t
		r.run(func(tb testing.TB) { body(t, tb) })
	})
	return r.verdict(t)
}

// recorder is a testing.TB that keeps what is said about a test.
type recorder struct {
	testing.TB
	mu       sync.Mutex
	said     strings.Builder
	failed   bool
	cleanups []func()
}

// run gives the body a goroutine, which it may end.
func (r *recorder) run(body func(testing.TB)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer r.cleanUp()
		body(r)
	}()
	<-done
}

func (r *recorder) verdict(t *testing.T) string {
	t.Helper()
	if !r.Failed() {
		t.Errorf("the test passes, and is to fail; it says:\n%s", &r.said)
	}
	return r.said.String()
}

// cleanUp calls all of them, also when one ends its goroutine.
func (r *recorder) cleanUp() {
	n := len(r.cleanups)
	if n == 0 {
		return
	}
	f := r.cleanups[n-1]
	r.cleanups = r.cleanups[:n-1]
	defer r.cleanUp()
	f()
}

func (r *recorder) Log(args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintln(&r.said, args...)
}

func (r *recorder) Logf(format string, args ...any) { r.Log(fmt.Sprintf(format, args...)) }

func (r *recorder) Error(args ...any) {
	r.Log(args...)
	r.Fail()
}

func (r *recorder) Errorf(format string, args ...any) {
	r.Logf(format, args...)
	r.Fail()
}

func (r *recorder) Fatal(args ...any) {
	r.Error(args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r *recorder) FailNow() {
	r.Fail()
	runtime.Goexit()
}

func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func (r *recorder) Fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
}

func (r *recorder) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}
