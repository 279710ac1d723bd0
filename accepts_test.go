package reprise_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	strict = workflow.New("strict", func(ctx workflow.Context, misuse bool) (int, error) {
		if misuse {
			_, err := workflow.Receive(ctx, bell)
			return 0, err
		}
		n := 0
		err := workflow.HandleUpdate(ctx, addItem, func(_ workflow.Context, item string) (int, error) { n++; return n, nil })
		if err == nil {
			_, err = workflow.Receive(ctx, checkout)
		}
		return n, err
	}, workflow.Accepts(checkout, addItem), workflow.Accepts(plus))
	aproove = workflow.DefineSignal[int]("aproove")
)

func TestAClosedContractRefusesWhatIsNotDeclared(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, quiet(), strict)
	ctx := bounded(t)
	h := begin(t, rt, strict, false, "a")
	refused := func(what string, err error, kind string, declared ...string) {
		t.Helper()
		var u *reprise.UndeclaredError
		if !errors.As(err, &u) || u.Kind != kind || u.Workflow != "strict" || !u.Contract || !slices.Equal(u.Declared, declared) {
			t.Errorf("%s: %v; want an UndeclaredError with %v", what, err, declared)
		}
	}
	refused("a signal", reprise.Signal(ctx, rt, "a", aproove, 1), "signal", "checkout")
	refused("a signal to a run id", reprise.Signal(ctx, rt, h.RunID(), aproove, 1), "signal", "checkout")
	refused("a signal as JSON", reprise.SignalJSON(ctx, rt, "a", "aproove", []byte("1")), "signal", "checkout")
	_, err := reprise.Update(ctx, rt, "a", lastItem, workflow.None{})
	refused("an update", err, "update", "add-item")
	_, err = reprise.UpdateJSON(ctx, rt, "a", "last-item", nil)
	refused("an update as JSON", err, "update", "add-item")
	_, err = reprise.SendUpdate(ctx, rt, "a", lastItem, workflow.None{})
	refused("an update that nobody waits for", err, "update", "add-item")
	_, err = reprise.SignalWithStart(ctx, rt, strict, false, aproove, 1, reprise.ID("b"))
	refused("a signal with a start", err, "signal", "checkout")
	_, _, err = reprise.UpdateWithStart(ctx, rt, strict, false, lastItem, workflow.None{}, reprise.ID("b"))
	refused("an update with a start", err, "update", "add-item")
	refused("a signal in a transaction", memory.InTxFunc(ctx, rt, func(c *reprise.Tx) error { return reprise.Signal(ctx, c, "a", aproove, 1) }), "signal", "checkout")
	if _, err := reprise.Describe(ctx, rt, "b"); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("a run was started: %v", err)
	}
	if n, err := reprise.Update(ctx, rt, "a", addItem, "tea"); n != 1 || err != nil {
		t.Errorf("what is declared is answered %d, %v", n, err)
	}
	if err := reprise.Signal(ctx, rt, "a", checkout, workflow.None{}); err != nil {
		t.Error(err)
	}
	if n, err := h.Result(ctx); n != 1 || err != nil {
		t.Errorf("the result is %d, %v", n, err)
	}
}

func TestWhatAClosedContractHasNotIsUndeliveredAndLogged(t *testing.T) {
	log := make(lines, 1000)
	cfg := quiet()
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	st := newMemory()
	rt := startRuntime(t, st, cfg, strict)
	ctx := bounded(t)
	h := begin(t, rt, strict, false, "a")
	unbound, err := reprise.New(st, quiet())
	if err == nil {
		err = reprise.Signal(ctx, unbound, "a", aproove, 1)
	}
	if err == nil {
		err = reprise.Signal(ctx, unbound, "a", checkout, workflow.None{})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if d, err := reprise.Describe(ctx, rt, "a"); err != nil || d.Undelivered != 1 {
		t.Errorf("%d are undelivered, %v; want 1", d.Undelivered, err)
	}
	log.until(t, ctx, "does not accept signal", "aproove", "it accepts checkout")
}

func TestCodeThatReceivesWhatItsContractHasNotIsParked(t *testing.T) {
	rt := startRuntime(t, newMemory(), quiet(), strict)
	begin(t, rt, strict, true, "a")
	awaitRun(t, rt, "a", func(d reprise.Description) bool {
		return d.Blocked != nil && strings.Contains(d.Blocked.Text, `"strict" does not accept signal "bell"`)
	})
}

func TestAContractThatCannotBeUsed(t *testing.T) {
	for name, b := range map[string]reprise.Binding{
		"a nil definition":      workflow.New("w", signed, workflow.Accepts(nil)),
		"a nil option":          workflow.New("w", signed, nil),
		"a signal without name": workflow.New("w", signed, workflow.Accepts(workflow.DefineSignal[int](""))),
		"an activity":           workflow.New("w", signed, workflow.Accepts(double.Bind(doubled))),
		"an update as binding":  addItem,
	} {
		if _, err := reprise.New(newMemory(), quiet(), b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
