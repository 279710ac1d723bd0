package reprise_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// payroll pays the payees of order, in that order, and waits for approval before the last.
func payroll(pay activity.Bound[payee, int], order func() []string) func(workflow.Context, int) (int, error) {
	return func(ctx workflow.Context, _ int) (int, error) {
		names := order()
		for i, name := range names {
			if i == len(names)-1 {
				if _, err := workflow.Receive(ctx, approve); err != nil {
					return 0, err
				}
			}
			if _, err := workflow.Execute(ctx, pay, payee{Who: name, Why: map[int]string{1: "a", 2: "b", 3: "c"}}).Get(ctx); err != nil {
				return 0, err
			}
		}
		return len(names), nil
	}
}

type payee struct {
	Who string
	Why map[int]string // encoded in a different order each time
}

var payrolls = workflow.Define[int, int]("payroll")

func listed(names ...string) func() []string { return func() []string { return names } }

// payments is the shared state of a payroll test.
type payments struct {
	st      store.Store
	codec   history.Codec
	paid    chan string
	blocked chan string
	warned  atomic.Int32
	log     bytes.Buffer
	strict  bool
}

func newPayments(st store.Store) *payments {
	return &payments{st: st, paid: make(chan string, 100), blocked: make(chan string, 100)}
}

// worker starts a worker of a build whose code pays in this order.
func (p *payments) worker(t *testing.T, build string, order ...string) *reprise.Runtime {
	t.Helper()
	pay := activity.New("pay", func(_ context.Context, to payee) (int, error) { p.paid <- to.Who; return 1, nil })
	cfg := quiet()
	cfg.Build, cfg.Codec, cfg.StrictInputs = build, p.codec, p.strict
	cfg.Logger = slog.New(slog.NewTextHandler(&p.log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	cfg.Observer = &reprise.Observer{
		RunBlocked:   func(e reprise.RunBlocked) { p.blocked <- e.Reason + ": " + e.Text },
		InputChanged: func(reprise.InputChanged) { p.warned.Add(1) },
	}
	rt, err := reprise.New(p.st, cfg, payrolls.Bind(payroll(pay, listed(order...))), pay)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return rt
}

// begun starts a payroll with build v1, which has paid ann and bob and waits for approval
// to pay cid.
func (p *payments) begun(t *testing.T) {
	t.Helper()
	ctx := bounded(t)
	rt := p.worker(t, "v1", "ann", "bob", "cid")
	if _, err := reprise.Start(ctx, rt, payrolls, 0, reprise.ID("march")); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "march", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
	if err := rt.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if a, b := <-p.paid, <-p.paid; a != "ann" || b != "bob" {
		t.Fatalf("paid %s and %s", a, b)
	}
}

func (p *payments) approve(t *testing.T, rt *reprise.Runtime) {
	t.Helper()
	if err := reprise.Signal(bounded(t), rt, "march", approve, approval{Yes: true}); err != nil {
		t.Fatal(err)
	}
}

func stop(t *testing.T, rt *reprise.Runtime) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := rt.Stop(ctx); err != nil {
		t.Error(err)
	}
}

// Code that ranges over a map pays in another order when it is replayed. Under the build
// that made the history, this cannot be a change on purpose: nobody else is paid.
func TestAnotherInputUnderTheSameBuildParksTheRun(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		p := newPayments(st)
		p.begun(t)
		rt := p.worker(t, "v1", "bob", "cid", "ann")
		p.approve(t, rt)
		text := <-p.blocked
		for _, want := range []string{"mismatch: ", `"ann"`, `"bob"`, "inputs_test.go:", `same build "v1"`, "sorted keys of a map"} {
			if !strings.Contains(text, want) {
				t.Errorf("the text has no %q:\n%s", want, text)
			}
		}
		stop(t, rt)
		if len(p.paid) != 0 {
			t.Errorf("%s was paid", <-p.paid)
		}
		rt = p.worker(t, "v1", "ann", "bob", "cid")
		defer stop(t, rt)
		if got := <-p.paid; got != "cid" {
			t.Errorf("%s was paid; want cid", got)
		}
	})
}

// Under another build a different input may be on purpose: the recorded one is used, and
// the difference is reported, once.
func TestAnotherInputUnderAnotherBuildIsTold(t *testing.T) {
	p := newPayments(newMemory())
	p.begun(t)
	rt := p.worker(t, "v2", "ann", "bert", "carl")
	p.approve(t, rt)
	if got := <-p.paid; got != "carl" {
		t.Errorf("%s was paid; want carl", got)
	}
	stop(t, rt)
	if n := p.warned.Load(); n != 1 {
		t.Errorf("the observer was warned %d times; want once", n)
	}
	if text := p.log.String(); strings.Count(text, "level=WARN") != 1 || !strings.Contains(text, "bert") || !strings.Contains(text, "workflow_id=march") {
		t.Errorf("the log says\n%s", text)
	}
}

func TestADescriptionTellsOfAnotherInput(t *testing.T) {
	p := newPayments(newMemory())
	p.begun(t)
	rt := p.worker(t, "v2", "anna", "bert", "cid", "dora")
	p.approve(t, rt)
	// The wait for approval now comes before the last payee, dora, so the code would pay cid
	// before the wait: that is another command, and the run is parked for it.
	if text := <-p.blocked; !strings.HasPrefix(text, "mismatch: ") {
		t.Errorf("parked as %s", text)
	}
	d, err := reprise.Describe(t.Context(), rt, "march")
	if err != nil || len(d.Changed) != 1 || !strings.Contains(d.Changed[0], "anna") {
		t.Errorf("Changed = %q, %v; want the first of one call site", d.Changed, err)
	}
	stop(t, rt)
}

// With the option, another build makes no difference.
func TestStrictInputsParkUnderAnotherBuild(t *testing.T) {
	p := newPayments(newMemory())
	p.strict = true
	p.begun(t)
	rt := p.worker(t, "v2", "ann", "bert", "carl")
	p.approve(t, rt)
	if text := <-p.blocked; !strings.HasPrefix(text, "mismatch: ") || !strings.Contains(text, "Config.StrictInputs") || !strings.Contains(text, `Build "v1"`) {
		t.Errorf("parked as %s", text)
	}
	stop(t, rt)
}

// nonced does not encrypt, but adds a nonce, so no value has the same bytes twice.
type nonced struct{}

func (nonced) Name() string { return "nonced" }

func (nonced) Encode(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	return append([]byte(rand.Text()[:10]), data...), err
}

func (nonced) Decode(data []byte, v any) error {
	if len(data) < 10 {
		return errors.New("too short")
	}
	return json.Unmarshal(data[10:], v)
}

// A codec that encodes a value differently each time changes nothing, nor does one that
// writes a map in any order.
func TestTheSameInputInOtherBytesIsTheSame(t *testing.T) {
	for _, codec := range []history.Codec{nil, history.JSON(), nonced{}} {
		t.Run(fmt.Sprintf("%T", codec), func(t *testing.T) {
			p := newPayments(newMemory())
			p.codec = codec
			p.begun(t)
			rt := p.worker(t, "v1", "ann", "bob", "cid")
			p.approve(t, rt)
			if got := <-p.paid; got != "cid" {
				t.Errorf("%s was paid; want cid", got)
			}
			stop(t, rt)
			if n := p.warned.Load(); n != 0 || len(p.blocked) > 0 {
				t.Errorf("%d warnings, %d times parked", n, len(p.blocked))
			}
			rt = p.worker(t, "v1", "bob", "ann", "cid") // the run has ended: nothing to do
			stop(t, rt)
		})
	}
	p := newPayments(newMemory())
	p.codec = nonced{}
	p.begun(t)
	rt := p.worker(t, "v1", "bob", "ann", "cid")
	p.approve(t, rt)
	if text := <-p.blocked; !strings.HasPrefix(text, "mismatch: ") {
		t.Errorf("parked as %s", text)
	}
	stop(t, rt)
}

// A mismatch names the build of the worker that made the history, not that of the client
// that started the run.
func TestAMismatchNamesTheBuildThatMadeTheHistory(t *testing.T) {
	ctx, p := bounded(t), newPayments(newMemory())
	cfg := quiet()
	cfg.Build = "api-7"
	client, err := reprise.New(p.st, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, client, payrolls, 0, reprise.ID("march")); err != nil {
		t.Fatal(err)
	}
	rt := p.worker(t, "orders-2", "ann", "bob", "cid")
	awaitRun(t, rt, "march", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
	stop(t, rt)
	rt = p.worker(t, "orders-1", "ann")
	p.approve(t, rt)
	text := <-p.blocked
	if !strings.Contains(text, `made by build "orders-2"`) || strings.Contains(text, "api-7") {
		t.Errorf("the text names another build:\n%s", text)
	}
	stop(t, rt)
	stop(t, client)
}
