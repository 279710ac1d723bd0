package load_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestASeedDrawsTheSameJobsAndAllShapes(t *testing.T) {
	drawn := map[string]bool{}
	for n := range 200 {
		a := load.Draw(rand.New(rand.NewPCG(1, uint64(n))), n)
		b := load.Draw(rand.New(rand.NewPCG(1, uint64(n))), n)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v and %+v", a, b)
		}
		drawn[a.Workflow.Name()] = true
	}
	if len(drawn) != 24 {
		t.Errorf("200 jobs are of the workflows %v", drawn)
	}
}

// Slow makes the activities of a Mail long, but the Mail still ends in time.
func TestOnlyLettersAreSlow(t *testing.T) {
	for n := range 200 {
		j := load.Draw(rand.New(rand.NewPCG(1, uint64(n))), n)
		was := j.Input
		j.Slow()
		mail := j.Workflow.Name() == load.Mail.Name()
		if j.Promises {
			was.NapMS = j.Input.NapMS
		}
		if took := j.Input.WorkMS * j.Input.Letters; mail && (j.Input.WorkMS < 1000 || took > 10_000) || !mail && j.Input != was {
			t.Errorf("%s: %+v becomes %+v", j.Workflow.Name(), was, j.Input)
		}
	}
}

// Without faults, every shape returns what Expect says.
func TestTheWorkflowsComeToWhatIsExpected(t *testing.T) {
	book, err := ledger.Listen()
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	line, err := ledger.Dial(book.Addr(), "w1")
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	world := &load.World{Ledger: line, Process: "w1", Point: func(string) {}}
	rt, err := reprise.New(memory.New(), reprise.Config{
		Logger: slog.New(slog.DiscardHandler), Queues: load.Usual.Queues(), Build: "now",
	}, world.Bindings()...)
	if err != nil {
		t.Fatal(err)
	}
	world.Start = func(ctx context.Context, j load.Job) error {
		_, err := reprise.Start(ctx, rt, j.Workflow, j.Input, reprise.ID(j.ID))
		return err
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer rt.Stop(context.Background())
	for _, def := range []struct {
		workflow workflow.Def[load.Input, load.Result]
		in       load.Input
	}{
		{load.Chain, load.Input{Steps: 3}}, {load.Fan, load.Input{Steps: 4}}, {load.Retry, load.Input{Steps: 1, Fails: 2}},
		{load.Risk, load.Input{Steps: 2}}, {load.Nap, load.Input{Steps: 2, NapMS: 1}}, {load.Relay, load.Input{Steps: 12, NapMS: 1}}, {load.Cycle, load.Input{}},
		{load.Family, load.Input{Steps: 3, NapMS: 1}}, {load.Post, load.Input{Steps: 2}}, {load.Orphans, load.Input{Steps: 2, WorkMS: 10}},
		{load.Bank, load.Input{Steps: 2, NapMS: 1}}, {load.Crowd, load.Input{Steps: 260}}, {load.Change, load.Input{Steps: 2}},
		{load.Pinned, load.Input{Steps: 2, NapMS: 1}}, {load.Local, load.Input{Steps: 3}}, {load.Kept, load.Input{Steps: 2, Key: "k"}}, {load.Kept, load.Input{Steps: 2, Key: "k"}},
		{load.Later, load.Input{Steps: 1, Later: 4}},
		{load.Gate, load.Input{Steps: 2, Gate: 0}}, {load.Gate, load.Input{Steps: 4, Gate: 1}}, {load.Gate, load.Input{Steps: 2, Gate: 2}},
	} {
		t.Run(def.workflow.Name(), func(t *testing.T) { comesTo(t, rt, book, def.workflow, def.in) })
	}
}

func comesTo(t *testing.T, rt *reprise.Runtime, book *ledger.Server, w workflow.Def[load.Input, load.Result], in load.Input) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	h, err := reprise.Start(ctx, rt, w, in)
	if err != nil {
		t.Fatal(err)
	}
	isEnded(t, ctx, book, h, w, in)
	for _, j := range (load.Job{ID: h.WorkflowID(), Workflow: w, Input: in}).Heirs() {
		heir, err := reprise.Get(ctx, rt, j.Workflow, j.ID)
		if err != nil {
			t.Fatal(err)
		}
		isEnded(t, ctx, book, heir, j.Workflow, j.Input)
	}
	for _, j := range (load.Job{ID: h.WorkflowID(), Workflow: w, Input: in}).Kin() {
		var kin reprise.Handle[load.Result]
		for kin, err = reprise.Get(ctx, rt, j.Workflow, j.ID); errors.Is(err, reprise.ErrNotFound); kin, err = reprise.Get(ctx, rt, j.Workflow, j.ID) {
		}
		if err != nil {
			t.Fatal(err)
		}
		var ended *reprise.RunError
		if _, err := kin.Result(ctx); !j.Cancel && err != nil || j.Cancel && (!errors.As(err, &ended) || ended.Status != reprise.Cancelled) {
			t.Errorf("%s: %v", j.ID, err)
		}
		if !j.Cancel {
			isEnded(t, ctx, book, kin, j.Workflow, j.Input)
		}
	}
}

func isEnded(t *testing.T, ctx context.Context, book *ledger.Server, h reprise.Handle[load.Result], w workflow.Def[load.Input, load.Result], in load.Input) {
	got, err := h.Result(ctx)
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]string{}
	for _, e := range book.Since(0) {
		if e.What == ledger.End {
			labels[e.Value] = e.Label
		}
	}
	want, _ := load.Expect(w.Name(), h.WorkflowID(), in)
	if len(got.Values) != len(want) {
		t.Fatalf("%d values, want %d", len(got.Values), len(want))
	}
	for i, v := range got.Values {
		if labels[v] != want[i] {
			t.Errorf("value %d is of %q, want %q", i, labels[v], want[i])
		}
	}
}
