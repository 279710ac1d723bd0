package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

type crate struct{ To string }

var shipCrate = activity.Define[crate, string]("ship", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 3, InitialInterval: time.Millisecond}})

var errNowhere = failure.Code("nowhere")

func shipNow(_ context.Context, c crate) (string, error) {
	if strings.HasPrefix(c.To, "nowhere") {
		return "", fmt.Errorf("to %s: %w", c.To, errNowhere)
	}
	return "shipped to " + c.To, nil
}

// idleClient returns a Runtime that is never started.
func idleClient(t *testing.T, st store.Store) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

// A job of a client that is no worker, and a job of a worker, both end with the activity's result.
func TestAJobIsAnActivityByItself(t *testing.T) {
	t.Run("plain", func(t *testing.T) { jobsByThemselves(t, quiet()) })
	t.Run("encrypted", func(t *testing.T) { jobsByThemselves(t, sealedConfig(codec.AESGCM(ringOf("k1")))) })
}

func jobsByThemselves(t *testing.T, cfg reprise.Config) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		client, err := reprise.New(st, cfg)
		if err != nil {
			t.Fatal(err)
		}
		before, err := reprise.Enqueue(ctx, client, shipCrate, crate{"ann"}, reprise.ID("crate/ann"))
		if err != nil {
			t.Fatal(err)
		}
		worker := startRuntime(t, st, cfg, shipCrate.Bind(shipNow))
		if got, err := before.Result(ctx); err != nil || got != "shipped to ann" {
			t.Errorf("the job of a client: %q, %v", got, err)
		}
		after, err := reprise.Enqueue(ctx, worker, shipCrate, crate{"ben"})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := after.Result(ctx); err != nil || got != "shipped to ben" {
			t.Errorf("the job of a worker: %q, %v", got, err)
		}
		for _, h := range []reprise.Handle[string]{before, after} {
			lint(t, st, h.RunID())
			if _, err := reprise.Replay(ctx, worker, h.RunID()); err != nil {
				t.Errorf("the replay of %s: %v", h.WorkflowID(), err)
			}
		}
	})
}

// jobEnds counts the EndJob ops that a store applies, or refuses them all.
type jobEnds struct {
	store.Store
	refuse bool
	taken  atomic.Int64
}

func (s *jobEnds) Unwrap() store.Store { return s.Store }

func (s *jobEnds) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	refused := make([]bool, len(ops))
	ops = slices.Clone(ops)
	for i, op := range ops {
		if o, ok := op.(*store.EndJob); ok && s.refuse {
			refused[i], ops[i] = true, &store.Beat{Run: o.Run, Activity: o.Activity, Worker: o.Worker, Attempt: o.Attempt, Claim: o.Claim}
		}
	}
	outs, err := s.Store.Apply(ctx, ops)
	for i := range outs {
		if refused[i] {
			outs[i] = store.Outcome{Code: store.Refused}
		}
		if o, ok := ops[i].(*store.EndJob); ok && outs[i].Code == store.Done && o != nil {
			s.taken.Add(1)
		}
	}
	return outs, err
}

// A job that ends in one write has the same history as one that ends in three.
func TestAJobEndsAsItsRunWould(t *testing.T) {
	for _, c := range []struct {
		name string
		to   string
		opts []reprise.StartOption
		// whether the end is one write, unless refused
		cheap bool
	}{
		{"completed", "ann", nil, true},
		{"failed", "nowhere", nil, true},
		{"delayed", "ben", []reprise.StartOption{reprise.Delay(20 * time.Millisecond)}, true},
		{"with headers", "cat", []reprise.StartOption{reprise.Headers(map[string]string{"tenant": "7"})}, true},
		{"with a timeout", "dan", []reprise.StartOption{reprise.Timeout(time.Hour)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told [2]string
			for i, refuse := range []bool{false, true} {
				ends := &jobEnds{Store: openFile(t, filepath.Join(t.TempDir(), "test.db")), refuse: refuse}
				ctx := bounded(t)
				h, err := reprise.Enqueue(ctx, idleClient(t, ends), shipCrate, crate{c.to}, append(c.opts, reprise.ID("crate"))...)
				if err != nil {
					t.Fatal(err)
				}
				worker := startRuntime(t, ends, quiet(), shipCrate.Bind(shipNow))
				got, err := h.Result(ctx)
				if failed := errors.Is(err, errNowhere); failed != (c.to == "nowhere") || !failed && got != "shipped to "+c.to {
					t.Fatalf("the job ends with %q, %v", got, err)
				}
				told[i] = tellHistory(t, worker, h.RunID())
				lint(t, ends, h.RunID())
				if _, err := reprise.Replay(ctx, worker, h.RunID()); err != nil {
					t.Errorf("the replay: %v", err)
				}
				if want := c.cheap && !refuse; (ends.taken.Load() == 1) != want {
					t.Errorf("%d ends were one write, want that: %v", ends.taken.Load(), want)
				}
			}
			if told[0] != told[1] {
				t.Errorf("the history of one write is\n%s\nand of three\n%s", told[0], told[1])
			}
		})
	}
}

// tellHistory describes a history row by row, without times and random ids.
func tellHistory(t *testing.T, rt *reprise.Runtime, run reprise.RunID) string {
	t.Helper()
	var b strings.Builder
	err := rt.Inside().Rows(t.Context(), run, func(h history.Header, events []history.Event) error {
		fmt.Fprintf(&b, "row of level %d, build %s, open %v\n", h.Level, h.Build, h.Open)
		for _, e := range events {
			switch body := e.Body.(type) {
			case *history.Started:
				body.Seed, body.Deadline = [16]byte{}, time.Time{}
			case *history.TimerStarted:
				body.FireAt = time.Time{}
			case *history.ActivityFailed:
				for i := range body.Tried {
					body.Tried[i].At = time.Time{}
				}
			}
			fmt.Fprintf(&b, "%d %+v %s\n", e.Seq, e.Body, e.Site)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Either all of several jobs are enqueued in one transaction, or none is.
func TestManyJobsAtOnce(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		client := idleClient(t, st)
		all := []crate{{"ann"}, {"ben"}, {"nowhere"}}
		byName := func(_ int, c crate) []reprise.StartOption {
			return []reprise.StartOption{reprise.ID(c.To), reprise.Once()}
		}
		first, err := reprise.EnqueueAll(ctx, client, shipCrate, all, byName)
		if err != nil {
			t.Fatal(err)
		}
		_, err = reprise.EnqueueAll(ctx, client, shipCrate, []crate{{"cat"}, {"ann"}}, func(_ int, c crate) []reprise.StartOption { return []reprise.StartOption{reprise.ID(c.To)} })
		if !errors.Is(err, reprise.ErrAlreadyStarted) || !strings.Contains(err.Error(), "number 2 of 2") {
			t.Errorf("one whose id is taken: %v", err)
		}
		if _, err := reprise.Describe(ctx, client, "cat"); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("the one before it: %v", err)
		}
		again, err := reprise.EnqueueAll(ctx, client, shipCrate, append(all, crate{"dan"}), byName)
		if err != nil {
			t.Fatal(err)
		}
		worker := startRuntime(t, st, quiet(), shipCrate.Bind(shipNow))
		for i, h := range again {
			if existed := i < len(first); h.Existed() != existed || existed && h.RunID() != first[i].RunID() {
				t.Errorf("job %d: existed %v, run %v", i, h.Existed(), h.RunID())
			}
			if got, err := h.Result(ctx); i == 2 && !errors.Is(err, errNowhere) || i != 2 && (err != nil || got != "shipped to "+h.WorkflowID()) {
				t.Errorf("job %d: %q, %v", i, got, err)
			}
		}
		twins := func(int, crate) []reprise.StartOption { return []reprise.StartOption{reprise.ID("twin")} }
		if _, err := reprise.EnqueueAll(ctx, worker, shipCrate, []crate{{"eve"}, {"eve"}}, twins); err == nil || !strings.Contains(err.Error(), `number 1 has the same workflow id, "twin"`) {
			t.Errorf("two of one id: %v", err)
		}
		if _, err := reprise.EnqueueAll(ctx, worker, shipCrate, make([]crate, reprise.MaxAtOnce+1), nil); err == nil || !strings.Contains(err.Error(), "at most 10000") {
			t.Errorf("too many: %v", err)
		}
		if _, err := reprise.EnqueueAll(ctx, worker, shipCrate, all, func(int, crate) []reprise.StartOption {
			return []reprise.StartOption{reprise.ID("x"), reprise.OnConflict(reprise.QueueBehind)}
		}); err == nil || !strings.Contains(err.Error(), "start each one by itself") {
			t.Errorf("one that would wait: %v", err)
		}
	})
}

// If a run of another workflow has the id of one job, all are refused, whatever Once and UseExisting
// allow.
func TestManyJobsAreRefusedWhereAnotherWorkflowHasAnID(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		client := idleClient(t, st)
		if _, err := reprise.Start(ctx, client, report, "", reprise.ID("ben")); err != nil {
			t.Fatal(err)
		}
		_, err := reprise.EnqueueAll(ctx, client, shipCrate, []crate{{"ann"}, {"ben"}}, func(_ int, c crate) []reprise.StartOption {
			return []reprise.StartOption{reprise.ID(c.To), reprise.Once()}
		})
		if !errors.Is(err, reprise.ErrWrongWorkflow) || !strings.Contains(err.Error(), "number 2 of 2") {
			t.Errorf("they are answered %v", err)
		}
		if _, err := reprise.Describe(ctx, client, "ann"); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("the one before it: %v", err)
		}
	})
}

// A transaction accepts a job with a time limit, and one with a large input; a delay applies to each.
func TestATransactionTakesAnyJob(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		worker := startRuntime(t, st, quiet(), shipCrate.Bind(shipNow))
		large := crate{strings.Repeat("far ", 200_000)}
		for name, c := range map[string]struct {
			to   crate
			inTx bool
			opts []reprise.StartOption
		}{
			"timeout":             {crate{"ann"}, true, []reprise.StartOption{reprise.Timeout(2 * time.Hour)}},
			"large":               {large, true, nil},
			"large, outside":      {large, false, nil},
			"many, with a limit":  {crate{"ben"}, true, []reprise.StartOption{reprise.Timeout(2 * time.Hour), reprise.ID("all")}},
			"large and something": {large, true, []reprise.StartOption{reprise.Timeout(2 * time.Hour)}},
		} {
			began := time.Now()
			opts := append(c.opts, reprise.Delay(time.Hour))
			var jobs []reprise.Handle[string]
			var err error
			if c.inTx {
				tx := beginTx(t, worker)
				jobs, err = reprise.EnqueueAll(tx.ctx, tx.Tx, shipCrate, []crate{c.to}, func(int, crate) []reprise.StartOption { return opts })
				err = errors.Join(err, tx.commit())
			} else {
				jobs = make([]reprise.Handle[string], 1)
				jobs[0], err = reprise.Enqueue(t.Context(), worker, shipCrate, c.to, opts...)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if got, err := jobs[0].Result(t.Context()); err != nil || got != "shipped to "+c.to.To {
				t.Errorf("%s: %.20q, %v", name, got, err)
			}
			if d := time.Since(began); d < time.Hour-time.Millisecond { // times have microsecond precision
				t.Errorf("%s: it was done after %v", name, d)
			}
		}
		tx := beginTx(t, worker)
		own := shipCrate.With(func(p *activity.Policy) { p.StartToClose = time.Hour })
		if _, err := reprise.Enqueue(tx.ctx, tx.Tx, own, crate{"ann"}, reprise.Timeout(time.Hour)); err == nil || !strings.Contains(err.Error(), "leave out Def.With") {
			t.Errorf("one with a policy of its own: %v", err)
		}
		if err := tx.rollback(); err != nil {
			t.Error(err)
		}
	})
}

// slowResults is a codec that takes 25 seconds to encode each result.
type slowResults struct{}

func (slowResults) Name() string { return "slow-results" }

func (slowResults) Encode(_ context.Context, s codec.Scope, data []byte) ([]byte, error) {
	if strings.HasSuffix(s.Kind, "result") {
		<-time.After(25 * time.Second)
	}
	return slices.Clone(data), nil
}

func (slowResults) Decode(_ context.Context, _ codec.Scope, data []byte) ([]byte, error) {
	return slices.Clone(data), nil
}

// While the result of a job is being encoded, however long that takes, the job does not run again.
func TestAJobWhoseResultTakesLongIsDoneOnce(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		cfg, times := quiet(), atomic.Int64{}
		cfg.Payloads = []codec.Transform{slowResults{}}
		client, err := reprise.New(st, cfg)
		if err != nil {
			t.Fatal(err)
		}
		job, err := reprise.Enqueue(t.Context(), client, shipCrate, crate{"ann"})
		if err != nil {
			t.Fatal(err)
		}
		startRuntime(t, st, cfg, shipCrate.Bind(func(ctx context.Context, c crate) (string, error) {
			times.Add(1)
			return shipNow(ctx, c)
		}))
		if got, err := job.Result(t.Context()); err != nil || got != "shipped to ann" || times.Load() != 1 {
			t.Errorf("%q, %v after it was done %d times", got, err, times.Load())
		}
	})
}

// A failed job is run again, with who asked for it and why; no other run is.
func TestAFailedJobIsRequeued(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var mended atomic.Bool
		worker := startRuntime(t, st, quiet(), shipCrate.Bind(func(ctx context.Context, c crate) (string, error) {
			if mended.Load() {
				c.To = "somewhere"
			}
			return shipNow(ctx, c)
		}), orders.Bind(func(workflow.Context, int) (int, error) { return 0, nil }))
		h, err := reprise.Enqueue(ctx, worker, shipCrate, crate{"nowhere"}, reprise.ID("crate"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Result(ctx); !errors.Is(err, errNowhere) {
			t.Fatalf("the job ends with %v", err)
		}
		by := reprise.By{Who: "ann", Why: "the address book is mended"}
		if _, err := reprise.Requeue(ctx, worker, "crate", reprise.By{}); !errors.Is(err, reprise.ErrNoReason) {
			t.Errorf("without a reason: %v", err)
		}
		mended.Store(true)
		run, err := reprise.Requeue(ctx, worker, "crate", by)
		if err != nil {
			t.Fatal(err)
		}
		again, err := reprise.Get(ctx, worker, workflow.Define[crate, string]("job:ship"), run)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := again.Result(ctx); err != nil || got != "shipped to somewhere" || again.WorkflowID() != "crate" {
			t.Errorf("requeued, %s ends with %q, %v", again.WorkflowID(), got, err)
		}
		if told := tellHistory(t, worker, run); !strings.Contains(told, by.Who) || !strings.Contains(told, by.Why) {
			t.Errorf("the history does not tell who and why:\n%s", told)
		}
		lint(t, st, run)
		if _, err := reprise.Start(ctx, worker, orders, 1, reprise.ID("order")); err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Requeue(ctx, worker, "order", by); !errors.Is(err, reprise.ErrWrongWorkflow) {
			t.Errorf("of a workflow's run: %v", err)
		}
	})
}

var orders = workflow.Define[int, int]("orders-beside-jobs")

// A failed job shows how its newest attempts failed, also while it waits for the next one, and also if the
// store's content is encrypted.
func TestAFailedJobTellsOfItsAttempts(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		cfg, attempts := quiet(), history.MaxTried+8
		cfg.Payloads = []codec.Transform{codec.AESGCM(ringOf("k1"))}
		often := shipCrate.With(func(p *activity.Policy) {
			p.Retry = activity.RetryPolicy{MaxAttempts: attempts, InitialInterval: time.Minute, Multiplier: 1}
		})
		var made atomic.Int32
		rt := startRuntime(t, st, cfg, shipCrate.Bind(func(ctx context.Context, _ crate) (string, error) {
			n := activity.GetInfo(ctx).Attempt
			made.Store(int32(n))
			return "", fmt.Errorf("no. %d: %s: %w", n, strings.Repeat("x", history.MaxTriedMessage), errNowhere)
		}))
		begun := time.Now()
		job, err := reprise.Enqueue(t.Context(), rt, often, crate{"nowhere"})
		if err != nil {
			t.Fatal(err)
		}
		for made.Load() < 3 { // a while after two minutes, because intervals have jitter
			<-time.After(time.Second)
		}
		synctest.Wait()
		d, err := reprise.Describe(t.Context(), rt, job.RunID())
		if err != nil || len(d.Activities) != 1 || len(d.Activities[0].Tried) != 3 {
			t.Fatalf("before the fourth attempt: %+v, %v", d.Activities, err)
		}
		if x := d.Activities[0].Tried[1]; x.Attempt != 2 || x.At.Sub(begun).Round(time.Minute) != time.Minute || !errors.Is(x.Failure, errNowhere) || !strings.Contains(x.Failure.Error(), "no. 2: ") {
			t.Errorf("the second attempt was %+v", x)
		}
		if _, err := job.Result(t.Context()); !errors.Is(err, errNowhere) {
			t.Fatal(err)
		}
		events, err := rt.Inside().History(t.Context(), job.RunID())
		if err != nil {
			t.Fatal(err)
		}
		end := lastOf[*history.ActivityFailed](events)
		if end == nil || len(end.Tried) != history.MaxTried {
			t.Fatalf("the activity ended with %+v", end)
		}
		for i, x := range end.Tried {
			if n := attempts - history.MaxTried + i; x.Attempt != n || !strings.HasPrefix(x.Failure.Message, fmt.Sprintf("no. %d: ", n)) || len(x.Failure.Message) > history.MaxTriedMessage+3 {
				t.Errorf("attempt %d of %d is kept as %d: %.20s", n, attempts, x.Attempt, x.Failure.Message)
			}
		}
		lint(t, st, job.RunID())
	})
}

// lastOf returns the last event of a kind, or nil.
func lastOf[B history.Body](events []history.Event) (last B) {
	for _, e := range events {
		if b, ok := e.Body.(B); ok {
			last = b
		}
	}
	return last
}
