package reprise

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// What ended long ago goes in the background; the id it was started with once stays taken.
func TestRetentionRemovesWhatEndedLongAgo(t *testing.T) {
	ctx := limited(t)
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock}) // a year passes in the database alone
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 7, nil })
	waits := workflow.New("waits", func(ctx workflow.Context, _ int) (int, error) { return workflow.Receive(ctx, poke) })
	first := begun(t, st, Config{}, w, waits)
	old, err := Start(ctx, first, w, 0, ID("old"), Once())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(ctx, first, waits, 0, ID("waits")); err != nil {
		t.Fatal(err)
	}
	if err := first.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	clock.Advance(365 * 24 * time.Hour)

	removed := make(chan int, 1)
	rt := begun(t, st, Config{
		Retention: 30 * 24 * time.Hour,
		Observer:  &Observer{Removed: func(runs int) { removed <- runs }},
	}, w, waits)
	select {
	case runs := <-removed:
		if runs != 1 {
			t.Errorf("%d runs are removed, want 1", runs)
		}
	case <-ctx.Done():
		t.Fatal("nothing is removed")
	}
	if _, err := Get(ctx, rt, w, "old"); !errors.Is(err, ErrNotFound) || !errors.Is(err, ErrRemoved) {
		t.Errorf("a handle of what was removed: %v, want ErrRemoved, which is an ErrNotFound", err)
	}
	if _, err := Get(ctx, rt, waits, "waits"); err != nil {
		t.Errorf("an open run, however old: %v", err)
	}
	again, err := Start(ctx, rt, w, 0, ID("old"), Once())
	if err != nil || again.RunID() != old.RunID() {
		t.Errorf("a start with Once is answered run %v, %v; want the run that was removed, %v", again.RunID(), err, old.RunID())
	}
	if _, err := again.Result(ctx); !errors.Is(err, ErrRemoved) {
		t.Errorf("its result: %v, want ErrRemoved", err)
	}
	young, err := Start(ctx, rt, w, 0, ID("old"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := young.Result(ctx); got != 7 || err != nil {
		t.Errorf("a start without Once: %d, %v", got, err)
	}
}

// retained is a store that counts the Retains, and answers that there is more to do.
type retained struct {
	store.Store
	mu   sync.Mutex
	n    int
	more int
	told chan struct{}
}

func (s *retained) Apply(context.Context, []store.Op) ([]store.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	out := store.Outcome{}
	if s.more > 0 {
		s.more--
		out.Next = time.Unix(1, 0)
	} else {
		s.told <- struct{}{}
	}
	return []store.Outcome{out}, nil
}

// A worker with nothing to remove asks once a minute; with more to remove it goes on.
func TestRetentionLooksOnceAMinute(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := &retained{told: make(chan struct{}, 100)}
	cfg := Config{Clock: clock, Retention: time.Hour}
	e := &engine{rt: &Runtime{store: st, cfg: cfg}, work: newCrew(), attemptCtx: t.Context(), cfg: cfg}
	ticks := func(d time.Duration) {
		for range d / time.Second {
			e.retainIfDue()
			for e.retaining.Load() {
				select {
				case <-st.told:
				case <-t.Context().Done():
				default:
				}
			}
			clock.Advance(time.Second)
		}
	}
	ticks(10 * time.Minute)
	if st.n != 10 {
		t.Errorf("it is asked %d times in ten minutes, want 10", st.n)
	}
	st.n, st.more = 0, 5
	ticks(time.Minute)
	if st.n != 6 {
		t.Errorf("it takes %d steps, want 6", st.n)
	}
	e.cfg.Retention, st.n = 0, 0
	ticks(10 * time.Minute)
	if st.n != 0 {
		t.Errorf("it is asked %d times although runs are kept for ever", st.n)
	}
	<-e.work.empty()
}

// What the workers do in the background, an operator may do at once.
// A step is followed by a rest, in which others write: a long one at first, a short one
// while there is more to remove after ten seconds.
func TestRetentionRestsLessWhenItIsBehind(t *testing.T) {
	const step = 100 * time.Millisecond
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := &taking{retained: retained{told: make(chan struct{}, 1), more: 40}, begin: func() { clock.Advance(step) }}
	rt := &Runtime{store: st, cfg: Config{Clock: clock}}
	done := make(chan error, 1)
	begun := clock.Now()
	go func() {
		_, err := rt.Retain(t.Context(), time.Hour, 0)
		done <- err
	}()
	var rests []time.Duration
	for len(rests) < 40 {
		if next, ok := clock.Next(); ok {
			rests = append(rests, next.Sub(clock.Now()))
			clock.Advance(rests[len(rests)-1])
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for i, rest := range rests {
		want := 3 * step
		if i >= 25 { // 25 steps and their rests are ten seconds
			want = step
		}
		if rest != want {
			t.Errorf("after step %d it rests %v, want %v", i, rest, want)
		}
	}
	if took := clock.Now().Sub(begun); took != 40*step+25*3*step+15*step+step {
		t.Errorf("it took %v", took)
	}
}

// taking is a store whose steps take time.
type taking struct {
	retained
	begin func()
}

func (s *taking) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	s.begin()
	return s.retained.Apply(ctx, ops)
}

func TestRetainRemovesNow(t *testing.T) {
	ctx := limited(t)
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 7, nil })
	rt := begun(t, st, Config{}, w)
	run, err := Start(ctx, rt, w, 0, ID("w"), Once())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if err := rt.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	client, err := New(st, Config{Build: "test"}, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		pass, age, keys time.Duration
		want            int
	}{{time.Hour - 1, time.Hour, 0, 0}, {time.Microsecond, time.Hour, 0, 1}, {0, time.Hour, time.Hour, 0}} {
		clock.Advance(test.pass)
		if runs, err := client.Retain(ctx, test.age, test.keys); runs != test.want || err != nil {
			t.Errorf("after another %v, %d runs went, %v; want %d", test.pass, runs, err, test.want)
		}
	}
	if again, err := Start(ctx, client, w, 0, ID("w"), Once()); err != nil || again.RunID() != run.RunID() {
		t.Errorf("the key is not that of the run that went: %v", err)
	}
	clock.Advance(time.Hour)
	if _, err := client.Retain(ctx, time.Hour, time.Hour); err != nil {
		t.Error(err)
	}
	if again, err := Start(ctx, client, w, 0, ID("w"), Once()); err != nil || again.RunID() == run.RunID() {
		t.Errorf("the key was to be dropped: %v", err)
	}
	for _, d := range [][2]time.Duration{{0, 0}, {time.Second, 0}, {time.Hour, time.Second}} {
		if _, err := client.Retain(ctx, d[0], d[1]); err == nil {
			t.Errorf("ages of %v and %v are accepted", d[0], d[1])
		}
	}
}

func TestRetentionIsAMinuteAtLeast(t *testing.T) {
	for _, d := range []time.Duration{-time.Hour, time.Nanosecond, time.Minute - 1} {
		_, err := New(memory.New(memory.Options{}), Config{Retention: d})
		if err == nil || !strings.Contains(err.Error(), "Config.Retention is "+d.String()+": use at least 1m0s") {
			t.Errorf("%v: %v", d, err)
		}
	}
	for _, d := range []time.Duration{0, time.Minute} {
		if _, err := New(memory.New(memory.Options{}), Config{Retention: d}); err != nil {
			t.Errorf("%v: %v", d, err)
		}
	}
}
