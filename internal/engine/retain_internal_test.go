package engine

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

// retained is a store that counts Retains, and answers that more is left.
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

// A worker with nothing to remove asks once a minute; with more to remove it continues.
func TestRetentionLooksOnceAMinute(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := &retained{told: make(chan struct{}, 100), next: time.Unix(1, 0)}
	p, work := &Process{store: st, cfg: Config{Clock: clock}}, newWorkGroup()
	r := &retainer{
		clock: clock, log: slog.New(slog.DiscardHandler), solo: solo{work: work},
		remove: func() (int, error) { return p.Retain(t.Context(), Retention{After: time.Hour}, 0) },
	}
	ticks := func(d time.Duration) {
		for range d / time.Second {
			r.ifDue()
			for r.solo.busy.Load() {
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
	r.off, st.n = true, 0
	ticks(10 * time.Minute)
	if st.n != 0 {
		t.Errorf("it is asked %d times although runs are kept for ever", st.n)
	}
	<-work.empty()
}

// Each step is followed by a pause for other writes: a long pause while removal keeps up
// with the ending runs, a short one while it does not, or is far behind.
func TestRetentionRestsLessWhileItFallsBehind(t *testing.T) {
	const age, step, steps = time.Hour, 100 * time.Millisecond, 3000 // the pauses change at a lag of a minute
	for _, test := range []struct {
		name   string
		behind time.Duration // initially
		worth  time.Duration // each step removes what ended in this time
		rest   float64       // final average pause, in steps
		most   time.Duration // final lag
	}{
		{"it keeps up", 0, 4 * step, 3, 2 * time.Second},
		{"it is ahead", time.Minute, 5 * step, 3, 0},
		{"it keeps up with shorter rests", 0, 3 * step, 2, 61 * time.Second},
		{"it hardly keeps up", 0, 2*step + step/10, 1.1, 61 * time.Second},
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
					next = due // no more runs have ended
				}
				st.next = next
			}
			p := &Process{store: st, cfg: Config{Clock: clock}}
			done := make(chan error, 1)
			go func() {
				_, err := p.Retain(t.Context(), Retention{After: age}, 0)
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

// A run that a step passed over, because another worker was at it and then died, is found
// again within a minute.
func TestRetentionComesBackForWhatItPassedOver(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	const step, steps = time.Second, 100
	st := &taking{retained: retained{told: make(chan struct{}, 1), more: steps}}
	st.begin = func() { clock.Advance(step); st.next = clock.Now().Add(-time.Hour) }
	p := &Process{store: st, cfg: Config{Clock: clock}}
	done := make(chan error, 1)
	go func() {
		_, err := p.Retain(t.Context(), Retention{After: time.Hour}, 0)
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
