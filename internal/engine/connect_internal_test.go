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

// answers is a group commit that gives one answer after another.
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

// Timers are fired while full batches come back. Then the pump is set to the next timer.
func TestTimersAreFiredUntilNoneIsDue(t *testing.T) {
	next := time.Now().Add(time.Hour)
	writes := &answers{all: []store.Outcome{
		{Fired: make([]store.Fired, 500)},
		{Fired: make([]store.Fired, 3), Next: next},
		{Next: next},
	}}
	var set []time.Time
	elsewhere := 0
	ts := timers{
		writes: writes, clock: &storeClock{own: timer.System()}, log: slog.New(slog.DiscardHandler),
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
}

// A woken loop claims until nothing is left. It looks again only when told to.
func TestALoopClaimsUntilNothingIsLeft(t *testing.T) {
	ready, look := make(chan struct{}, 1), make(chan struct{}, 1)
	left, claims := 3, 0
	told, again := make(chan int), make(chan time.Duration, 1)
	l := claimLoop{
		ready: ready, look: look, alive: func() {},
		claim: func() (int, bool) {
			claims++
			n := min(left, 1)
			left -= n
			return n, n > 0
		},
		after: func() { told <- claims },
		pace:  func(bool) time.Duration { return time.Second },
		again: func(wait time.Duration) { again <- wait },
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.run(ctx)
	}()
	ready <- struct{}{}
	if claims := <-told; claims != 4 {
		t.Errorf("it stops after %d claims", claims)
	}
	look <- struct{}{}
	if claims := <-told; claims != 5 || <-again != time.Second {
		t.Errorf("nothing is left, and it has claimed %d times", claims)
	}
	stop()
	<-ended
	if len(again) != 0 {
		t.Error("it looks again though it was only woken")
	}
}

// A loop that has found something looks again soon, and then ever more rarely, until the tick comes
// just as soon. It does not go on for ever.
func TestALoopThatFindsNothingLooksEverMoreRarely(t *testing.T) {
	next := pacer(func() float64 { return 0.5 })
	if wait := next(false); wait != 0 {
		t.Errorf("at rest it looks again after %v", wait)
	}
	before, looks := next(true), 0
	for wait := next(false); wait > 0; wait = next(false) {
		if looks++; wait < 3*before/2 || looks > 10 {
			t.Fatalf("look %d is %v after the one before, which waited %v", looks, wait, before)
		}
		before = wait
	}
	if wait := next(false); before == 0 || looks == 0 || wait != 0 {
		t.Errorf("after %d looks it waits %v", looks, wait)
	}
}

// A request that arrives while others are being delivered causes another look.
func TestRequestsThatComeMeanwhileAreDeliveredToo(t *testing.T) {
	work, ended := newWorkGroup(), 0
	writes := &answers{all: []store.Outcome{{Count: 1, Forwarded: make([]store.Forwarded, 1)}, {}}}
	f := &forwarder{writes: writes, again: again{work: work}, log: slog.New(slog.DiscardHandler), delivered: func(store.Forwarded) { ended++ }}
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

// solo does not begin the second of two things before the first has ended.
func TestOneThingIsDoneAtATime(t *testing.T) {
	s := solo{work: newWorkGroup()}
	begun, end := make(chan struct{}), make(chan struct{})
	told := false
	s.start(func() func() {
		close(begun)
		<-end
		return func() { told = !s.busy.Load() }
	})
	<-begun
	nothing := func() func() { return nil }
	if s.start(nothing) {
		t.Error("a second one has begun")
	}
	close(end)
	<-s.work.empty()
	if !told {
		t.Error("what follows keeps the next one waiting")
	}
	if s.start(nothing) {
		t.Error("one has begun though nothing may begin any more")
	}
}

// A batch reserves room for runs that it may claim until its outcome is known, and Stop waits for
// it.
func TestABatchKeepsPlacesUntilItIsDecided(t *testing.T) {
	ready := make(chan struct{}, 1)
	in := &intake{
		ownership: newTestOwnership(), worker: store.WorkerID{1}, token: func() store.Token { return store.Token{2} },
		may: func() bool { return true }, most: func() int { return 2 }, work: newWorkGroup(),
		ready: func() { ready <- struct{}{} }, paused: func() []string { return []string{"paused"} },
	}
	r := runOf(1, 1)
	in.enter(r, false)
	if take, _ := in.take([]store.Op{&store.Deliver{Ref: store.Ref{Run: r.id}}}); take != nil {
		t.Errorf("a batch about a run that stays here takes %+v", take)
	}
	r.mu.state = runLeaving
	if take, _ := in.take([]store.Op{&store.Deliver{Ref: store.Ref{Run: store.RunID{9}}}, &store.Commit{Run: store.RunID{1}}}); take != nil {
		t.Errorf("a batch about what is not here takes %+v", take)
	}
	batch := []store.Op{&store.EndActivity{Run: store.RunID{1}}, &store.Deliver{Ref: store.Ref{Run: store.RunID{1}}}, &store.Fire{Max: 100}}
	take, done := in.take(batch)
	if take == nil || take.Worker != in.worker || take.Claim != (store.Token{2}) || take.Room != 1 || !slices.Equal(take.Not, []string{"paused"}) {
		t.Fatalf("a batch about a run that is here takes %+v", take)
	}
	if more, _ := in.take(batch); more != nil {
		t.Error("no place is left, and another batch has got one")
	}
	if in.noteMore(true); in.work.quiet() {
		t.Error("a worker that stops would not wait for the answer")
	}
	done()
	if <-ready; !in.work.quiet() {
		t.Error("the batch is decided, and is waited for")
	}
	in.noteMore(false)
	in.may = func() bool { return false }
	if take, _ := in.take(batch); take != nil {
		t.Error("a worker that may take nothing on takes a run")
	}
}

// Wake-ups of other processes wake the loops if it is this worker's turn, and reach the runs and
// calls that they are about.
func TestWhatOtherProcessesSay(t *testing.T) {
	var news, closed []store.RunID
	l := listener{
		clock: timer.System(), log: slog.New(slog.DiscardHandler), wake: newWakes(), before: func(_, _ store.WorkerID, _ uint32) int { return 2 },
		news:   func(id store.RunID) { news = append(news, id) },
		closed: func(id store.RunID) { closed = append(closed, id) },
	}
	l.hear(store.WakeUp{Runs: 3, Rows: 2, Dirty: []store.RunID{{1}}, Closed: []store.RunID{{2}}})
	if !woken(l.wake.runs) || woken(l.wake.rows) || woken(l.wake.tick) {
		t.Error("not the loop of runs alone was woken")
	}
	if !slices.Equal(news, []store.RunID{{1}}) || !slices.Equal(closed, []store.RunID{{2}}) {
		t.Errorf("news of %v, the end of %v", news, closed)
	}
	l.hear(store.WakeUp{All: true})
	if !woken(l.wake.runs) || !woken(l.wake.rows) || !woken(l.wake.tick) {
		t.Error("whatever may have been missed is not looked for")
	}
}
