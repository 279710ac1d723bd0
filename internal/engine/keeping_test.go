package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var keptWork = workflow.New("kept", func(_ workflow.Context, in string) (string, error) {
	if strings.HasPrefix(in, "bad") {
		return "", failure.Code("bad")
	}
	return in, nil
})

// endedRuns makes runs that have ended. Their ids are their inputs, and name their queue after a '@'.
func endedRuns(t *testing.T, st store.Store, cfg reprise.Config, ids ...string) {
	t.Helper()
	cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "mail"}}
	rt := begun(t, st, cfg, keptWork)
	handles, err := reprise.StartAll(t.Context(), rt, keptWork, ids, func(_ int, id string) []reprise.StartOption {
		queue := "default"
		if strings.HasSuffix(id, "@mail") {
			queue = "mail"
		}
		return []reprise.StartOption{reprise.ID(id), reprise.OnQueue(queue)}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range handles {
		if _, err := h.Result(t.Context()); err != nil && !errors.Is(err, failure.Code("bad")) {
			t.Fatal(err)
		}
	}
	if err := rt.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// left returns the ids of the existing runs.
func left(t *testing.T, rt *reprise.Runtime) string {
	t.Helper()
	var ids []string
	for r, err := range reprise.List(t.Context(), rt, reprise.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.WorkflowID)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// The first exception that matches a run counts; runs that match none follow the general retention.
func TestRunsAreKeptByStatusAndQueue(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	endedRuns(t, st, reprise.Config{}, "a", "b@mail", "bad-c", "bad-d@mail")
	keep := reprise.Retention{After: time.Hour, Except: []reprise.Keep{
		{Queue: "mail", For: 3 * time.Hour}, {Status: []reprise.Status{reprise.Failed, reprise.Cancelled}, For: -1},
	}}
	for _, step := range []struct {
		pass time.Duration
		left string
	}{{time.Hour, "b@mail bad-c bad-d@mail"}, {2 * time.Hour, "bad-c"}} {
		clock.Advance(step.pass)
		removed := make(chan int, 1)
		rt := begun(t, st, reprise.Config{Retention: keep, Observer: &reprise.Observer{RunsRemoved: func(e reprise.RunsRemoved) { removed <- e.Runs }}})
		<-removed
		if got := left(t, rt); got != step.left {
			t.Errorf("after another %v there are %q, want %q", step.pass, got, step.left)
		}
		if err := rt.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	client, err := reprise.New(st, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []reprise.RetainOptions{{Queue: "mail"}, {Status: []reprise.Status{reprise.Completed}}, {Status: []reprise.Status{reprise.Failed}, ForgetTombstones: time.Minute}} {
		o.OlderThan = time.Hour
		n, err := reprise.Retain(t.Context(), client, o)
		if want := len(o.Status) > 0 && o.Status[0] == reprise.Failed; err != nil || want != (n == 1) {
			t.Errorf("%d runs went by %+v, %v", n, o, err)
		}
	}
}

// Many runs that ended at one time are kept, more than one step examines: the runs after them are removed all the same.
func TestRunsThatAreKeptHoldNobodyBack(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	var ids []string
	for i := range 450 {
		ids = append(ids, fmt.Sprintf("bad-%d", i))
	}
	endedRuns(t, st, reprise.Config{}, ids...)
	clock.Advance(time.Second)
	endedRuns(t, st, reprise.Config{}, "a", "b")
	clock.Advance(time.Hour)
	client, err := reprise.New(st, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := reprise.Retain(t.Context(), client, reprise.RetainOptions{OlderThan: time.Hour, Status: []reprise.Status{reprise.Completed}}); n != 2 || err != nil {
		t.Errorf("%d runs went, %v; want 2", n, err)
	}
}

// refusing is a blob store that refuses to store.
type refusing struct{ codec.Blobs }

func (refusing) Put(context.Context, string, []byte) error { return fs.ErrPermission }

// A removed run is in the archive, as it was stored but with its offloaded payloads, and can be replayed. A run that cannot be
// archived stays.
func TestWhatIsRemovedIsInTheArchive(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	outside, secret := codec.InMemory(), strings.Repeat("secret", 100)
	cfg := reprise.Config{Payloads: []codec.Transform{
		codec.AESGCM(codec.Ring{Current: "k", Keys: map[string][]byte{"k": make([]byte, 32)}}), codec.Offload(outside, 100),
	}}
	again := activity.New("again", func(_ context.Context, in string) (string, error) { return in + in, nil })
	loopsDef := workflow.Define[int, string]("loops")
	loops := loopsDef.Bind(func(ctx workflow.Context, n int) (string, error) {
		got, err := workflow.Execute(ctx, again, secret).Get(ctx)
		if err != nil || n == 0 {
			return got, err
		}
		return workflow.ContinueAsNew(ctx, loopsDef, n-1)
	})
	rt := begun(t, st, cfg, loops, again)
	h, err := reprise.Start(t.Context(), rt, loopsDef, 1, reprise.ID("loops"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(t.Context()); err != nil {
		t.Fatal(err)
	}
	var runs []reprise.RunID
	for r, err := range reprise.List(t.Context(), rt, reprise.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r.RunID)
	}
	clock.Advance(time.Hour)
	o := reprise.RetainOptions{OlderThan: time.Hour, Archive: refusing{}}
	if n, err := reprise.Retain(t.Context(), rt, o); n != 0 || !errors.Is(err, fs.ErrPermission) || left(t, rt) != "loops loops" {
		t.Errorf("without a place for them %d runs went, %v", n, err)
	}
	o.Archive = outside
	if n, err := reprise.Retain(t.Context(), rt, o); n != 2 || err != nil {
		t.Fatalf("%d runs went, %v", n, err)
	}
	for _, run := range runs {
		file, err := outside.Get(t.Context(), reprise.ArchiveKey(run))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(file), "secret") || bytes.Contains(file, []byte("offload")) {
			t.Errorf("the file of %s has plain payloads, or references", run)
		}
		if _, err := reprise.ReplayExport(t.Context(), rt, bytes.NewReader(file)); err != nil {
			t.Errorf("the replay of the file of %s: %v", run, err)
		}
	}
}

// brittle is a blob store that panics.
type brittle struct{ codec.Blobs }

func (brittle) Put(context.Context, string, []byte) error { panic("out of ink") }

// A run whose offloaded payloads are lost stays, and runs that ended after it are removed. An archive that panics removes
// nothing, and does not stop the worker.
func TestALostPayloadHoldsNobodyBack(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	outside := codec.InMemory()
	cfg := reprise.Config{Payloads: []codec.Transform{codec.Offload(outside, 100)}}
	lost := strings.Repeat("l", 100)
	endedRuns(t, st, cfg, lost)
	for b, err := range outside.List(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if err := outside.Delete(t.Context(), b.Key); err != nil {
			t.Fatal(err)
		}
	}
	clock.Advance(time.Second)
	endedRuns(t, st, cfg, "a")
	clock.Advance(time.Hour)
	rt, err := reprise.New(st, cfg)
	if err != nil {
		t.Fatal(err)
	}
	o := reprise.RetainOptions{OlderThan: time.Hour, Archive: brittle{}}
	if n, err := reprise.Retain(t.Context(), rt, o); n != 0 || err == nil || !strings.Contains(err.Error(), "out of ink") {
		t.Errorf("with an archive that panics %d runs went, %v", n, err)
	}
	o.Archive = codec.InMemory()
	if n, err := reprise.Retain(t.Context(), rt, o); n != 1 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d runs went, %v; want one, and word of the other", n, err)
	}
	if got := left(t, rt); got != lost {
		t.Errorf("there are %q", got)
	}
}

// beaten is a store in which another worker removes a run just after it was found to be over.
type beaten struct {
	store.Store
	faster func(store.RunID)
}

func (b beaten) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	b.faster(q.Run)
	return b.Store.History(ctx, q)
}

// A run that another worker removes while it is being read is no failure, and that worker's archive entry stays as it is.
func TestTwoWorkersArchiveTheSameRun(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	endedRuns(t, st, reprise.Config{}, "a", "b")
	clock.Advance(time.Hour)
	o := reprise.RetainOptions{OlderThan: time.Hour, Archive: codec.InMemory()}
	first, err := reprise.New(st, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var run store.RunID
	second, err := reprise.New(beaten{st, func(id store.RunID) {
		if run = id; left(t, first) != "" {
			if n, err := reprise.Retain(t.Context(), first, o); n != 2 || err != nil {
				t.Errorf("the faster one has removed %d, %v", n, err)
			}
		}
	}}, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := reprise.Retain(t.Context(), second, o); n != 0 || err != nil {
		t.Errorf("the slower one has removed %d, %v", n, err)
	}
	file, err := o.Archive.Get(t.Context(), reprise.ArchiveKey(run))
	if err != nil || bytes.Count(file, []byte("\n")) < 2 {
		t.Errorf("the archive has %q, %v", file, err)
	}
}
