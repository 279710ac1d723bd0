package engine

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// answers is a group commit that gives one answer after the other.
type answers struct {
	all   []store.Outcome
	asked []store.Op
	do    func() // before each
}

func (a *answers) Do(op store.Op) (store.Outcome, error) {
	if a.do != nil {
		a.do()
	}
	a.asked = append(a.asked, op)
	next := a.all[0]
	a.all = a.all[1:]
	return next, nil
}

// claimsNothing counts how often places were kept, and given back.
type claimsNothing struct{ kept, back int }

func (c *claimsNothing) claimWoken(*store.Fire) { c.kept++ }
func (c *claimsNothing) wokenClaimed()          { c.back++ }

// Timers are fired while a full batch comes back. Then the pump is set to the next one.
func TestTimersAreFiredUntilNoneIsDue(t *testing.T) {
	next := time.Now().Add(time.Hour)
	writes := &answers{all: []store.Outcome{
		{Fired: make([]store.Fired, 500)},
		{Fired: make([]store.Fired, 3), Next: next},
		{Next: next},
	}}
	var set []time.Time
	elsewhere, claims := 0, &claimsNothing{}
	ts := timers{
		writes: writes, clock: &storeClock{own: timer.System()}, log: slog.New(slog.DiscardHandler), claims: claims,
		elsewhere: func() { elsewhere++ }, firing: firing{set: func(at time.Time) { set = append(set, at) }},
	}
	ts.firing.due()
	ts.fire()
	if len(writes.asked) != 2 || !slices.Equal(set, []time.Time{next}) || elsewhere != 0 {
		t.Errorf("it was asked %d times, the pump set to %v; a peer has fired %d times", len(writes.asked), set, elsewhere)
	}
	ts.firing.due()
	ts.fire()
	if elsewhere != 1 {
		t.Errorf("a timer was due and gone, and nobody looks for its run")
	}
	if claims.kept != 3 || claims.back != 3 {
		t.Errorf("places were kept %d times, given back %d times", claims.kept, claims.back)
	}
}

// A loop that is woken claims until nothing is left, and tells whether that was worth it. It
// looks again only after it was sent to look.
func TestALoopClaimsUntilNothingIsLeft(t *testing.T) {
	ready, look := make(chan struct{}, 1), make(chan struct{}, 1)
	left, claims := 3, 0
	told, again := make(chan bool), make(chan time.Duration, 1)
	l := claimLoop{
		ready: ready, look: look, alive: func() {},
		claim: func() (int, bool) {
			claims++
			n := min(left, 1)
			left -= n
			return n, n > 0
		},
		looked: func(found bool) { told <- found },
		pace:   func(bool) time.Duration { return time.Second },
		again:  func(wait time.Duration) { again <- wait },
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.run(ctx)
	}()
	ready <- struct{}{}
	if found := <-told; !found || claims != 4 {
		t.Errorf("after %d claims it says %v", claims, found)
	}
	look <- struct{}{}
	if found := <-told; found || <-again != time.Second {
		t.Errorf("nothing is left, and it says %v", found)
	}
	stop()
	<-ended
	if len(again) != 0 {
		t.Error("it looks again though it was only woken")
	}
}

// What is asked for while requests are being delivered has them be looked for once more.
func TestRequestsThatComeMeanwhileAreDeliveredToo(t *testing.T) {
	work, ended := newWorkGroup(), 0
	writes := &answers{all: []store.Outcome{{Count: 1, Forwarded: make([]store.Forwarded, 1)}, {}}}
	f := &forwarder{writes: writes, work: work, log: slog.New(slog.DiscardHandler), delivered: func(store.Forwarded) { ended++ }}
	once := true
	writes.do = func() {
		if once {
			once = false
			f.soon()
		}
	}
	f.soon()
	<-work.empty()
	if len(writes.asked) != 2 || ended != 1 {
		t.Errorf("it was asked %d times, want 2; %d were delivered, want 1", len(writes.asked), ended)
	}
}

// Of one thing after the other, the second does not begin before the first has ended.
func TestOneThingIsDoneAtATime(t *testing.T) {
	s := solo{work: newWorkGroup()}
	begun, end := make(chan struct{}), make(chan struct{})
	s.start(func() {
		close(begun)
		<-end
	})
	<-begun
	if s.start(func() {}) {
		t.Error("a second one has begun")
	}
	close(end)
	<-s.work.empty()
	if s.start(func() {}) {
		t.Error("one has begun though nothing may begin any more")
	}
}
