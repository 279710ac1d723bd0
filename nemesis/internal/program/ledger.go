package program

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
)

// entry is one execution of an activity's function.
type entry struct {
	n       int // makes the token unique
	worker  string
	run     string
	number  int64
	name    string
	attempt int
	key     string
	act     Act
	begun   time.Time
	late    bool // its result was already recorded when it began, on a worker that no longer owned the run
	ended   bool
	result  Done
	err     error
	stopped bool // it was interrupted because its worker stopped
}

// ledger records what the activities did, across crashes of workers.
type ledger struct {
	mu      sync.Mutex
	entries []*entry
	effects map[string][]string // values of side effects that were computed, by run
	drawn   int
	faults  []string // violations found when attempts began
}

func (l *ledger) begin(worker string, info activity.Info, a Act, now time.Time) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := &entry{
		n: len(l.entries) + 1, worker: worker, run: info.RunID.String(), number: info.Number, name: info.Activity,
		attempt: info.Attempt, key: info.IdempotencyKey, act: a, begun: now,
	}
	l.entries = append(l.entries, e)
	return e
}

func (l *ledger) end(e *entry, d Done, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e.ended, e.result, e.err = true, d, err
	e.stopped = errors.Is(err, activity.ErrStopping)
}

func (l *ledger) wrong(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.faults = append(l.faults, fmt.Sprintf(format, args...))
}

// effect returns a unique value for a side effect.
func (l *ledger) effect(run string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drawn++
	v := fmt.Sprintf("effect %d", l.drawn)
	if l.effects == nil {
		l.effects = map[string][]string{}
	}
	l.effects[run] = append(l.effects[run], v)
	return v
}

// perform follows the script of an activity.
func perform(ctx context.Context, e *entry) (Done, error) {
	a := e.act
	if a.has("beat") {
		if err := activity.HeartbeatDetails(ctx, e.n); err != nil {
			return Done{}, err
		}
	}
	pause := time.Duration(a.number("slow")) * time.Millisecond
	if a.has("hang") {
		pause = time.Hour
	}
	if pause > 0 {
		alarm := time.NewTimer(pause)
		defer alarm.Stop()
		select {
		case <-alarm.C:
		case <-ctx.Done():
			return Done{}, context.Cause(ctx)
		}
	}
	switch code, failing := a.mod("fail"); {
	case e.attempt <= a.number("panic"):
		panic("as its script says")
	case e.attempt <= a.number("retry"):
		return Done{}, failure.New("again", "once more")
	case failing:
		return Done{}, failure.New(failure.Code(code), "as its script says", failure.Permanent())
	}
	return Done{Token: fmt.Sprintf("%s/%d#%d-%d", e.run[len(e.run)-4:], e.number, e.attempt, e.n), Pad: strings.Repeat("o", a.number("size"))}, nil
}
