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
	if err := Cancel(ctx, rt, "old", ""); !errors.Is(err, ErrRemoved) || strings.Contains(err.Error(), "start it") {
		t.Errorf("to cancel it: %v, want ErrRemoved and no advice to start it", err)
	}
	if err := Signal(ctx, rt, old.ID(), poke, 1); !errors.Is(err, ErrRemoved) {
		t.Errorf("a signal to it: %v, want ErrRemoved", err)
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
	next time.Time
}

func (s *retained) Apply(context.Context, []store.Op) ([]store.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	out := store.Outcome{}
	if s.more > 0 {
		s.more--
		out.Next = s.next
	} else {
		s.told <- struct{}{}
	}
	return []store.Outcome{out}, nil
}

// A worker with nothing to remove asks once a minute; with more to remove it goes on.
func TestRetentionLooksOnceAMinute(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := &retained{told: make(chan struct{}, 100), next: time.Unix(1, 0)}
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

// A step is followed by a rest, in which others write: a long one while the removal keeps
// up with what ends, a short one while it does not, or while it is far behind.
func TestRetentionRestsLessWhileItFallsBehind(t *testing.T) {
	const age, step, steps = time.Hour, 100 * time.Millisecond, 3000
	for _, test := range []struct {
		name   string
		behind time.Duration // at first
		worth  time.Duration // what ended in so long goes with a step
		rest   float64       // at last, on average, in steps
		most   time.Duration // it is behind at last
	}{
		{"it keeps up", 0, 4 * step, 3, 2 * time.Second},
		{"it is ahead", time.Minute, 5 * step, 3, 0},
		{"it keeps up with shorter rests", 0, 3 * step, 2, 5 * time.Second},
		{"it hardly keeps up", 0, 2*step + step/10, 1.1, 5 * time.Second},
		{"it is late", 30 * time.Minute, 5 * step, 1, 21 * time.Minute},
		{"it never keeps up", 0, step, 1, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
			next := clock.Now().Add(-age - test.behind)
			st := &taking{retained: retained{told: make(chan struct{}, 1), more: steps}}
			st.begin = func() {
				clock.Advance(step)
				next = next.Add(test.worth)
				if due := clock.Now().Add(-age); next.After(due) {
					next = due // no more has ended
				}
				st.next = next
			}
			rt := &Runtime{store: st, cfg: Config{Clock: clock}}
			done := make(chan error, 1)
			go func() {
				_, err := rt.Retain(t.Context(), age, 0)
				done <- err
			}()
			var rests []time.Duration
			for len(rests) < steps {
				if next, ok := clock.Next(); ok {
					rests = append(rests, next.Sub(clock.Now()))
					clock.Advance(rests[len(rests)-1])
				}
			}
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if rests[0] != 3*step {
				t.Errorf("it rests %v after the first step, want %v", rests[0], 3*step)
			}
			last := time.Duration(0)
			for _, rest := range rests[steps/2:] {
				last += rest
			}
			if got := last.Seconds() / step.Seconds() / (steps / 2); got < test.rest-0.3 || got > test.rest+0.3 {
				t.Errorf("at last it rests %.2f times as long as a step, want about %v", got, test.rest)
			}
			if behind := clock.Now().Add(-age).Sub(next); behind > test.most {
				t.Errorf("at last it is %v behind, want %v at most", behind, test.most)
			}
		})
	}
}

// What a step passes over, because another worker was at it that then died, is looked for
// again within a minute.
func TestRetentionComesBackForWhatItPassedOver(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	const step, steps = time.Second, 100
	st := &taking{retained: retained{told: make(chan struct{}, 1), more: steps}}
	st.begin = func() { clock.Advance(step); st.next = clock.Now().Add(-time.Hour) }
	rt := &Runtime{store: st, cfg: Config{Clock: clock}}
	done := make(chan error, 1)
	go func() {
		_, err := rt.Retain(t.Context(), time.Hour, 0)
		done <- err
	}()
	begun := clock.Now()
	for n := 0; n < steps; {
		if next, ok := clock.Next(); ok {
			clock.Advance(next.Sub(clock.Now()))
			n++
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	anew := 0
	for _, from := range st.from {
		if from.IsZero() {
			anew++
		}
	}
	if minutes := int(clock.Now().Sub(begun) / time.Minute); anew < minutes-1 || anew > minutes+1 {
		t.Errorf("in %d minutes it began anew %d times", minutes, anew)
	}
}

// taking is a store whose steps take time.
type taking struct {
	retained
	begin func()
	from  []time.Time // of its Retains
}

func (s *taking) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	s.begin()
	s.from = append(s.from, ops[0].(*store.Retain).From)
	return s.retained.Apply(ctx, ops)
}

// What the workers do in the background, an operator may do at once.
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
