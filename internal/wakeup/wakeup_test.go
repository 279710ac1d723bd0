package wakeup_test

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/wakeup"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/timer"
)

// Others are told of what they could run or have to hear of, and of nothing else.
func TestWhatOthersAreToldOf(t *testing.T) {
	me, you, run := uuid.New(), uuid.New(), uuid.New()
	dirty := store.Hint{Dirty: []store.RunID{run}}
	for name, c := range map[string]struct {
		op   store.Op
		out  store.Outcome
		want store.Hint
	}{
		"a start that nobody owns":          {&store.Start{}, store.Outcome{}, store.Hint{Runs: true}},
		"a start that is run here":          {&store.Start{Owner: me}, store.Outcome{}, store.Hint{}},
		"a start that was refused":          {&store.Start{}, store.Outcome{Code: store.Exists}, store.Hint{}},
		"a start whose first task asks":     {&store.Start{Owner: me, First: &store.Commit{Schedule: []store.Activity{{}}}}, store.Outcome{}, store.Hint{Rows: true}},
		"a signal to a parked run":          {&store.Deliver{}, store.Outcome{Run: run}, store.Hint{Runs: true}},
		"a signal to a run of ours":         {&store.Deliver{}, store.Outcome{Run: run, Owner: me}, store.Hint{}},
		"a signal to a run of another":      {&store.Deliver{}, store.Outcome{Run: run, Owner: you}, dirty},
		"a signal that is held back":        {&store.Deliver{}, store.Outcome{Code: store.HeldBack, Run: run, Owner: you}, store.Hint{}},
		"a row's end for another's run":     {&store.EndActivity{Run: run}, store.Outcome{Owner: you}, dirty},
		"a terminated run of another":       {&store.Terminate{}, store.Outcome{Run: run, Owner: you}, dirty},
		"a terminated run that was parked":  {&store.Terminate{}, store.Outcome{Run: run}, store.Hint{}},
		"a timer of another's run":          {&store.Fire{}, store.Outcome{Fired: []store.Fired{{Run: run, Owner: you}}}, dirty},
		"a request for another's run":       {&store.Forward{}, store.Outcome{Forwarded: []store.Forwarded{{Run: run, Owner: you}}}, dirty},
		"a request that names no run":       {&store.Forward{}, store.Outcome{Forwarded: []store.Forwarded{{Code: store.NotFound}}}, store.Hint{}},
		"a row for anyone":                  {&store.Commit{Schedule: []store.Activity{{}}}, store.Outcome{}, store.Hint{Rows: true}},
		"a row that runs here":              {&store.Commit{Schedule: []store.Activity{{Owner: me}}}, store.Outcome{}, store.Hint{}},
		"a row for later":                   {&store.Commit{Schedule: []store.Activity{{Delay: time.Minute}}}, store.Outcome{}, store.Hint{}},
		"a row given back":                  {&store.RetryActivity{}, store.Outcome{}, store.Hint{Rows: true}},
		"a run given up":                    {&store.Release{}, store.Outcome{}, store.Hint{Runs: true}},
		"a run blocked":                     {&store.Release{Block: &store.Block{}}, store.Outcome{}, store.Hint{}},
		"what a dead worker left":           {&store.Recover{}, store.Outcome{Count: 1}, store.Hint{Runs: true, Rows: true}},
		"nothing left by a dead worker":     {&store.Recover{}, store.Outcome{}, store.Hint{}},
		"a commit of a run that stays here": {&store.Commit{}, store.Outcome{}, store.Hint{}},
	} {
		if got := wakeup.Of(me, c.op, c.out); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, not %+v", name, got, c.want)
		}
	}
}

// hinting is a store that notes the hints it is to send, or fails to.
type hinting struct {
	store.Store
	mu    sync.Mutex
	err   error
	hints []store.Hint
}

func (h *hinting) Hint(_ context.Context, _ string, _ store.WorkerID, hint store.Hint) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hints = append(h.hints, hint)
	return h.err
}

func (h *hinting) Listen(ctx context.Context, _ string, _ store.WorkerID, _ func(store.Hint)) error {
	<-ctx.Done()
	return ctx.Err()
}

func (h *hinting) sent() []store.Hint {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.hints
}

// What comes within 10 ms of a hint is sent together; a store without hints is asked once.
func TestWakeUpsAreSentTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &hinting{Store: memory.New(memory.Options{})}
		h := wakeup.New(st, "default", timer.System(), slog.New(slog.DiscardHandler))
		me := uuid.New()
		h.Say(me, store.Hint{Runs: true})
		synctest.Wait()
		run := uuid.New()
		for range 100 {
			h.Say(me, store.Hint{Rows: true})
		}
		h.Say(me, store.Hint{Dirty: []store.RunID{run}})
		<-time.After(10 * time.Millisecond) // of the bubble
		synctest.Wait()
		want := []store.Hint{{Runs: true}, {Rows: true, Dirty: []store.RunID{run}}}
		if got := st.sent(); !reflect.DeepEqual(got, want) {
			t.Errorf("sent %+v, not %+v", got, want)
		}
		st.err = errors.ErrUnsupported
		for range 3 {
			h.Say(me, store.Hint{Runs: true})
			<-time.After(time.Second)
			synctest.Wait()
		}
		if got := st.sent(); len(got) != 3 {
			t.Errorf("%d hints were sent, not 3", len(got))
		}
	})
}

func TestMoreRunsThanAHintNames(t *testing.T) {
	many := make([]store.RunID, store.MaxHinted)
	h := store.Hint{}.Add(store.Hint{Dirty: many})
	if h.All || len(h.Dirty) != store.MaxHinted {
		t.Errorf("a hint of %d runs: All %v, %d named", len(many), h.All, len(h.Dirty))
	}
	if h = h.Add(store.Hint{Dirty: many[:1]}); !h.All || h.Dirty != nil {
		t.Errorf("a hint of one more: All %v, %d named", h.All, len(h.Dirty))
	}
	h = store.Hint{Dirty: many[:150], Closed: many[:10]}.Add(store.Hint{Closed: many})
	if h.All || len(h.Dirty) != 150 || len(h.Closed) != store.MaxHinted-150 {
		t.Errorf("a hint of more that have ended: All %v, %d with news and %d that have ended are named", h.All, len(h.Dirty), len(h.Closed))
	}
}
