package testkit

import (
	"testing"
	"time"
)

// firstTold is how long a mode is silent before it reports its progress; then the pauses double up
// to mostSilent.
const (
	firstTold  = 5 * time.Second
	mostSilent = time.Minute
)

// spare is how much of the test binary's time a mode keeps for saying why it stopped.
const spare = 2 * time.Second

// progress reports how far a mode is, and ends it before the test binary ends itself, which would show
// nothing but stacks. In a bubble of the test's own it is silent: no real clock is visible there.
type progress struct {
	tb       testing.TB
	what     string // what is counted: "crash points"
	all      int
	narrower string    // how to try fewer
	deadline time.Time // of the test binary; zero: none
	done     int
	begun    time.Time
	told     time.Time
	silent   time.Duration
	slowest  time.Duration
}

func newProgress(tb testing.TB, what string, all int, narrower string) *progress {
	p := &progress{tb: tb, what: what, all: all, narrower: narrower, begun: time.Now(), silent: firstTold}
	p.told = p.begun
	if limited, ok := tb.(interface{ Deadline() (time.Time, bool) }); ok && !inBubble() {
		p.deadline, _ = limited.Deadline()
	}
	return p
}

// next reports whether there is time for one more trial. If there is not, the test has failed.
func (p *progress) next() bool {
	p.tb.Helper()
	now := time.Now()
	if !p.time() {
		p.tb.Errorf("testkit: stopped after %d of %d %s in %v: the time of the test binary ends in %v, and each takes up to %v. "+
			"Raise it with go test -timeout, or try fewer: %s. A body with shorter waits and fewer attempts has fewer, too.",
			p.done, p.all, p.what, now.Sub(p.begun).Round(time.Millisecond), p.deadline.Sub(now).Round(time.Second), p.slowest.Round(time.Millisecond), p.narrower)
		return false
	}
	if now.Sub(p.told) >= p.silent && !inBubble() {
		p.told, p.silent = now, min(2*p.silent, mostSilent)
		took := now.Sub(p.begun)
		left := time.Duration(float64(took) / float64(max(p.done, 1)) * float64(p.all-p.done))
		p.tb.Logf("testkit: %d of %d %s in %v, about %v to go", p.done, p.all, p.what, took.Round(time.Second), left.Round(time.Second))
	}
	return true
}

// time reports whether there is time for one more trial as slow as the slowest.
func (p *progress) time() bool {
	return p.deadline.IsZero() || time.Until(p.deadline) > 2*p.slowest+spare
}

// try makes a trial and records how long it takes.
func (p *progress) try(tr *trial, body func(testing.TB)) {
	p.tb.Helper()
	begun := time.Now()
	tr.try(p.tb, body)
	p.slowest = max(p.slowest, time.Since(begun))
	p.done++
}
