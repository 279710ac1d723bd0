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
	dirty := store.WakeUp{Dirty: []store.RunID{run}}
	for name, c := range map[string]struct {
		op   store.Op
		out  store.Outcome
		want store.WakeUp
	}{
		"a start that nobody owns":          {&store.Start{}, store.Outcome{}, store.WakeUp{Runs: 1}},
		"a start that is run here":          {&store.Start{Owner: me}, store.Outcome{}, store.WakeUp{}},
		"a start that was refused":          {&store.Start{}, store.Outcome{Code: store.Exists}, store.WakeUp{}},
		"a start whose first task asks":     {&store.Start{Owner: me, First: &store.Commit{Schedule: []store.Activity{{}}}}, store.Outcome{}, store.WakeUp{Rows: 1}},
		"a signal to a parked run":          {&store.Deliver{}, store.Outcome{Run: run}, store.WakeUp{Runs: 1}},
		"a signal to a run of ours":         {&store.Deliver{}, store.Outcome{Run: run, Owner: me}, store.WakeUp{}},
		"a signal to a run of another":      {&store.Deliver{}, store.Outcome{Run: run, Owner: you}, dirty},
		"a signal that is held back":        {&store.Deliver{}, store.Outcome{Code: store.HeldBack, Run: run, Owner: you}, store.WakeUp{}},
		"a row's end for another's run":     {&store.EndActivity{Run: run}, store.Outcome{Owner: you}, dirty},
		"a terminated run of another":       {&store.Terminate{}, store.Outcome{Run: run, Owner: you}, dirty},
		"a terminated run that was parked":  {&store.Terminate{}, store.Outcome{Run: run}, store.WakeUp{}},
		"a timer of another's run":          {&store.Fire{}, store.Outcome{Fired: []store.Fired{{Run: run, Owner: you}}}, dirty},
		"a request for another's run":       {&store.Forward{}, store.Outcome{Forwarded: []store.Forwarded{{Run: run, Owner: you}}}, dirty},
		"a request that names no run":       {&store.Forward{}, store.Outcome{Forwarded: []store.Forwarded{{Code: store.NotFound}}}, store.WakeUp{}},
		"a row for anyone":                  {&store.Commit{Schedule: []store.Activity{{}}}, store.Outcome{}, store.WakeUp{Rows: 1}},
		"a row that runs here":              {&store.Commit{Schedule: []store.Activity{{Owner: me}}}, store.Outcome{}, store.WakeUp{}},
		"a row for later":                   {&store.Commit{Schedule: []store.Activity{{Delay: time.Minute}}}, store.Outcome{}, store.WakeUp{}},
		"a row given back":                  {&store.RetryActivity{}, store.Outcome{}, store.WakeUp{Rows: 1}},
		"a run given up":                    {&store.Release{}, store.Outcome{}, store.WakeUp{Runs: 1}},
		"a run blocked":                     {&store.Release{Block: &store.Block{}}, store.Outcome{}, store.WakeUp{}},
		"what a dead worker left":           {&store.Recover{}, store.Outcome{Count: 1}, store.WakeUp{Runs: 1, Rows: 1}},
		"nothing left by a dead worker":     {&store.Recover{}, store.Outcome{}, store.WakeUp{}},
		"a commit of a run that stays here": {&store.Commit{}, store.Outcome{}, store.WakeUp{}},
	} {
		if got := wakeup.Of(me, c.op, c.out); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, not %+v", name, got, c.want)
		}
	}
}

// waking is a store that notes the wake-ups it is to send, or fails to.
type waking struct {
	store.Store
	mu      sync.Mutex
	err     error
	wakeUps []store.WakeUp
}

func (h *waking) WakeUp(_ context.Context, _ string, _ store.WorkerID, w store.WakeUp) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wakeUps = append(h.wakeUps, w)
	return h.err
}

func (h *waking) Listen(ctx context.Context, _ string, _ store.WorkerID, _ func(store.WakeUp)) error {
	<-ctx.Done()
	return ctx.Err()
}

func (h *waking) sent() []store.WakeUp {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.wakeUps
}

// What comes within 10 ms of a wake-up is sent together; a store without wake-ups is asked once.
func TestWakeUpsAreSentTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &waking{Store: memory.New()}
		h := wakeup.New(st, "default", 41, timer.System(), slog.New(slog.DiscardHandler))
		me := uuid.New()
		h.Say(me, store.WakeUp{Runs: 1})
		synctest.Wait()
		run := uuid.New()
		for range 100 {
			h.Say(me, store.WakeUp{Rows: 1})
		}
		h.Say(me, store.WakeUp{Dirty: []store.RunID{run}})
		<-time.After(10 * time.Millisecond) // of the bubble
		synctest.Wait()
		want := []store.WakeUp{{Runs: 1, Turn: 42}, {Rows: 100, Turn: 43, Dirty: []store.RunID{run}}}
		if got := st.sent(); !reflect.DeepEqual(got, want) {
			t.Errorf("sent %+v, not %+v", got, want)
		}
		st.err = errors.ErrUnsupported
		for range 3 {
			h.Say(me, store.WakeUp{Runs: 1})
			<-time.After(time.Second)
			synctest.Wait()
		}
		if got := st.sent(); len(got) != 3 {
			t.Errorf("%d wake-ups were sent, not 3", len(got))
		}
	})
}

func TestMoreRunsThanAWakeUpNames(t *testing.T) {
	many := make([]store.RunID, store.MaxNamed)
	h := store.WakeUp{}.Add(store.WakeUp{Dirty: many})
	if h.All || len(h.Dirty) != store.MaxNamed {
		t.Errorf("a wake-up of %d runs: All %v, %d named", len(many), h.All, len(h.Dirty))
	}
	if h = h.Add(store.WakeUp{Dirty: many[:1]}); !h.All || h.Dirty != nil {
		t.Errorf("a wake-up of one more: All %v, %d named", h.All, len(h.Dirty))
	}
	h = store.WakeUp{Dirty: many[:150], Closed: many[:10]}.Add(store.WakeUp{Closed: many})
	if h.All || len(h.Dirty) != 150 || len(h.Closed) != store.MaxNamed-150 {
		t.Errorf("a wake-up of more that have ended: All %v, %d with news and %d that have ended are named", h.All, len(h.Dirty), len(h.Closed))
	}
}
