package engine_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// A run that is ended from outside while a worker reads it is not corrupt, and must not be
// reported so: not if the store fails to say what became of the run, not if the code does not
// match its history, and not if the worker was about to read its inbox.
func TestARunThatIsTerminatedWhileItIsReadIsNotCalledCorrupt(t *testing.T) {
	waits := func(ctx workflow.Context, _ int) (int, error) { return workflow.Receive(ctx, poke) }
	sleeps := func(ctx workflow.Context, _ int) (int, error) { return 0, workflow.Sleep(ctx, 1<<40) }
	for name, c := range map[string]struct {
		at   string // the call before which the run is terminated
		code func(workflow.Context, int) (int, error)
	}{
		"while its history is read":                     {"History", waits},
		"while code that has changed reads its history": {"History", sleeps},
		"before its inbox is read":                      {"Fetch", waits},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := limited(t)
			inner := memory.New()
			def := workflow.Define[int, int]("w")
			first := begun(t, inner, reprise.Config{}, def.Bind(waits))
			run, err := reprise.Start(ctx, first, def, 0, reprise.ID("w"))
			if err != nil {
				t.Fatal(err)
			}
			until(t, ctx, "it waits", func() bool {
				r, err := inner.Run(ctx, store.Ref{Run: run.RunID()})
				return err == nil && r.Waiting != ""
			})
			if err := first.Stop(ctx); err != nil {
				t.Fatal(err)
			}
			data, err := history.EncodeEvent(history.Event{Body: &history.SignalReceived{Name: "other", ID: "x"}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := inner.Apply(ctx, []store.Op{&store.Deliver{ // which makes the run ready
				Ref: store.Ref{Run: run.RunID()}, Entry: store.Entry{ID: "x", Kind: store.EntrySignal, Data: data},
			}}); err != nil {
				t.Fatal(err)
			}

			var rt *reprise.Runtime
			var once sync.Once
			end := func() {
				client, err := reprise.New(inner, reprise.Config{Build: "client"})
				if err == nil {
					err = reprise.Terminate(ctx, client, run.RunID(), "")
				}
				if err != nil {
					t.Error(err)
				}
			}
			var ended atomic.Bool
			var unsaid atomic.Int32
			st := storetest.Faulty(inner, func(call storetest.Call) (f storetest.Fault) {
				method := call.Method
				for _, op := range call.Ops {
					switch op.(type) {
					case *store.Fetch:
						method = "Fetch"
					case *store.Claim:
						if c.at == "Fetch" { // the worker hears of the entry before its claim is answered
							f.After = func() { inside(rt).Tell(run.RunID(), rt.WorkerID(), store.Entry{}) }
						}
					}
				}
				switch {
				case method == c.at:
					f.Before = func() { once.Do(end); ended.Store(true) }
				case method == "Run" && ended.Load() && unsaid.Add(1) <= 2:
					f.Kind = storetest.FailBefore
				}
				return f
			})
			var log safeBuffer
			var blocked atomic.Int32
			rt, err = reprise.New(st, reprise.Config{Build: "test", Logger: slog.New(slog.NewTextHandler(&log, nil)),
				Observer: &reprise.Observer{RunBlocked: func(reprise.RunBlocked) { blocked.Add(1) }}}, def.Bind(c.code))
			if err != nil {
				t.Fatal(err)
			}
			if err := rt.Start(ctx); err != nil {
				t.Fatal(err)
			}
			until(t, ctx, "it is terminated and let go of", func() bool { return ended.Load() && !inside(rt).Holds(run.RunID()) })
			if err := rt.Stop(ctx); err != nil {
				t.Error(err)
			}
			if text := log.String(); blocked.Load() > 0 || strings.Contains(text, "run is parked") || strings.Contains(text, "corrupt") {
				t.Errorf("blocked %d times: %s", blocked.Load(), text)
			}
		})
	}
}

// safeBuffer is a log that may be read while it is written.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
