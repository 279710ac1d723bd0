package program

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// ask makes a client's call on a live worker, and repeats it on the next one until it is
// answered.
func (t *trial) ask(n int, f func(rt *reprise.Runtime) error) error {
	for try := 0; ; try++ {
		t.mu.Lock()
		w := t.workers[(n+try)%len(t.workers)]
		t.mu.Unlock()
		err := f(w.rt)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, storetest.ErrCrashed), errors.Is(err, reprise.ErrStopped), errors.Is(err, store.ErrUnknownOutcome), errors.Is(err, store.ErrTransient), errors.Is(err, context.DeadlineExceeded):
			if try == 200 {
				return err
			}
			time.Sleep(100 * time.Millisecond) // a caller's pause between two tries
		default:
			return err
		}
	}
}

// job starts a run, sends its letters, and waits for its end.
func (t *trial) job(i int) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	id := fmt.Sprintf("%s-%d", t.prefix(), i+1)
	t.pass("outside: start of " + id)
	var run store.RunID
	err := t.ask(i, func(rt *reprise.Runtime) error {
		h, err := reprise.Start(ctx, rt, Program, t.Jobs[i].Program, reprise.ID(id), reprise.Once())
		if err == nil {
			run = h.RunID()
		}
		return err
	})
	if err != nil {
		t.violate("start", "%s is not started: %v", id, err)
		return
	}
	t.mu.Lock()
	t.runs[run] = i
	t.stats.Runs++
	t.mu.Unlock()
	begun, stage := time.Now(), 0
	letters := t.Jobs[i].Letters
	for {
		r, err := t.Store.Run(ctx, store.Ref{Run: run})
		if err != nil {
			t.violate("end", "%s cannot be read: %v", id, err)
			return
		}
		if r.Status != store.Open {
			return
		}
		since := time.Since(begun)
		switch {
		case len(letters) > 0 && since >= letters[0].After:
			t.send(ctx, i, run, letters[0].What, fmt.Sprintf("%s-%d", id, len(letters)))
			letters = letters[1:]
			continue
		case stage == 0 && since > t.Give:
			t.send(ctx, i, run, "cancel", "")
			stage = 1
		case stage == 1 && since > 2*t.Give+3*t.ttl():
			t.send(ctx, i, run, "terminate", "")
			stage = 2
		case ctx.Err() != nil || stage == 2 && since > 2*t.Give+30*t.ttl():
			t.violate("end", "%s does not end:\n%s", id, t.describe(run))
			return
		}
		wait := 50 * time.Millisecond
		if len(letters) > 0 {
			wait = min(wait, max(letters[0].After-since, 0)+time.Microsecond)
		}
		time.Sleep(wait) // until the next letter is due, or another look at the run
	}
}

// prefix is the prefix of the trial's workflow ids.
func (t *trial) prefix() string { return "p" }

func (t *trial) send(ctx context.Context, i int, run store.RunID, what, id string) {
	t.pass(fmt.Sprintf("outside: %s to %s-%d", what, t.prefix(), i+1))
	err := t.ask(i+1, func(rt *reprise.Runtime) error {
		switch what {
		case "cancel":
			return reprise.Cancel(ctx, rt, run, "enough")
		case "terminate":
			return reprise.Terminate(ctx, rt, run, "enough")
		}
		return reprise.Signal(ctx, rt, fmt.Sprintf("%s-%d", t.prefix(), i+1), signals[what], id, reprise.SignalID(id))
	})
	switch {
	case err == nil && id != "" && what != "cancel" && what != "terminate":
		t.mu.Lock()
		t.sent[id] = true
		t.mu.Unlock()
	case err == nil, errors.Is(err, reprise.ErrNotFound), errors.Is(err, reprise.ErrClosed), errors.Is(err, reprise.ErrClosing):
	default:
		t.violate("send", "%s: %v", what, err)
	}
}
