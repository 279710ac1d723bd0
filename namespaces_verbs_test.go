package reprise_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/workflow"
)

// onThreeStores is onEachStore with a Postgres server.
func onThreeStores(t *testing.T, test func(t *testing.T, st store.Store)) {
	onEachStore(t, test)
	t.Run("postgres", func(t *testing.T) {
		pool, err := pgxpool.New(t.Context(), pgtest.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		if err := postgres.Migrate(t.Context(), pool); err != nil {
			t.Fatal(err)
		}
		st, err := postgres.New(pool)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		})
		test(t, st)
	})
}

var (
	peek  = workflow.DefineQuery[workflow.None, int]("peek")
	bump  = workflow.DefineUpdate[int, int]("bump")
	guard = workflow.New("guard", func(ctx workflow.Context, n int) (int, error) {
		err := errors.Join(
			workflow.SetAttr(ctx, customer, "c-1"),
			workflow.HandleQuery(ctx, peek, func(workflow.None) (int, error) { return n, nil }),
			workflow.HandleUpdate(ctx, bump, func(_ workflow.Context, by int) (int, error) { n += by; return n, nil }),
		)
		if err != nil {
			return 0, err
		}
		_, err = workflow.Receive(ctx, approve)
		return n, err
	})
	// reach sends a signal to a workflow id, from its own namespace.
	reach = workflow.New("reach", func(ctx workflow.Context, id string) (string, error) {
		_, err := workflow.Send(ctx, id, approve, approval{}).Get(ctx)
		if errors.Is(err, workflow.ErrNotFound) {
			return "nobody", nil
		}
		return "somebody", err
	})
)

// verbs returns all calls that name a run, by run id or by workflow id.
func verbs[R reprise.Ref](ctx context.Context, c *reprise.Runtime, run R) map[string]func() error {
	return map[string]func() error{
		"Signal":     func() error { return reprise.Signal(ctx, c, run, approve, approval{}) },
		"SignalJSON": func() error { return reprise.SignalJSON(ctx, c, run, "approve", []byte(`{}`)) },
		"Update":     func() error { _, err := reprise.Update(ctx, c, run, bump, 1); return err },
		"UpdateJSON": func() error { _, err := reprise.UpdateJSON(ctx, c, run, "bump", []byte("1")); return err },
		"SendUpdate": func() error { _, err := reprise.SendUpdate(ctx, c, run, bump, 1); return err },
		"Query":      func() error { _, err := reprise.Query(ctx, c, run, peek, workflow.None{}); return err },
		"QueryJSON":  func() error { _, err := reprise.QueryJSON(ctx, c, run, "peek", nil); return err },
		"Cancel":     func() error { return reprise.Cancel(ctx, c, run, "it is foreign") },
		"Terminate":  func() error { return reprise.Terminate(ctx, c, run, "it is foreign") },
		"Resume":     func() error { return reprise.Resume(ctx, c, run, ben) },
		"Pause":      func() error { return reprise.Pause(ctx, c, run, reprise.By{Who: "me", Why: "it is foreign"}) },
		"Unpause":    func() error { return reprise.Unpause(ctx, c, run, reprise.By{Who: "me", Why: "it is foreign"}) },
		"RetryNow": func() error {
			_, err := reprise.RetryNow(ctx, c, run, "", reprise.By{Who: "me", Why: "it is foreign"})
			return err
		},
		"Describe": func() error { _, err := reprise.Describe(ctx, c, run); return err },
		"Get":      func() error { _, err := reprise.Get(ctx, c, guard, run); return err },
		"WaitRun":  func() error { _, err := reprise.WaitRun(ctx, c, run); return err },
		"Replay":   func() error { _, err := reprise.Replay(ctx, c, run); return err },
		"Export":   func() error { return reprise.Export(ctx, c, run, io.Discard) },
	}
}

// No call from one namespace finds what another one has.
func TestNoVerbReachesIntoAnotherNamespace(t *testing.T) {
	onThreeStores(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		cfg := quiet()
		cfg.Namespace = "shop"
		shop := startRuntime(t, st, cfg, guard, reach, approve)
		cfg.Namespace = "desk"
		desk := startRuntime(t, st, cfg, guard, reach, approve)
		run, err := reprise.Start(ctx, shop, guard, 1, reprise.ID("guard"))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := reprise.Update(ctx, shop, "guard", bump, 1); n != 2 || err != nil { // the run waits for its signal by now
			t.Fatal(n, err)
		}
		for name, verb := range verbs(ctx, desk, "guard") {
			if err := verb(); !errors.Is(err, reprise.ErrNotFound) {
				t.Errorf("%s by workflow id: %v, want ErrNotFound", name, err)
			}
		}
		for name, verb := range verbs(ctx, desk, run.RunID()) {
			if err := verb(); !errors.Is(err, reprise.ErrNotFound) {
				t.Errorf("%s by run id: %v, want ErrNotFound", name, err)
			}
		}
		for _, q := range []reprise.Filter{{}, {WorkflowID: "guard"}, {Attrs: reprise.Attrs{customer.Is("c-1")}}, {Where: `customer >= "a"`}, {Workflow: "guard"}, {Status: []reprise.Status{reprise.Open}}} {
			if got := found(t, desk, q); len(got) > 0 {
				t.Errorf("%+v lists %v", q, got)
			}
			if n, _, err := reprise.Count(ctx, desk, q); n != 0 || err != nil {
				t.Errorf("%+v counts %d, %v", q, n, err)
			}
		}
		if needs, err := reprise.Versions(ctx, desk); len(needs) > 0 || err != nil {
			t.Errorf("Versions: %v, %v", needs, err)
		}
		if report, err := reprise.Preflight(ctx, desk); report.Runs != 0 || err != nil {
			t.Errorf("Preflight: %+v, %v", report, err)
		}
		// A workflow's signal and child stay in its namespace.
		h, err := reprise.Start(ctx, desk, reach, "guard")
		if err != nil {
			t.Fatal(err)
		}
		if who, err := h.Result(ctx); who != "nobody" || err != nil {
			t.Errorf("a workflow's signal reaches %q, %v", who, err)
		}
		// The id is free here, so this starts another run.
		w, err := reprise.SignalWithStart(ctx, desk, guard, 5, approve, approval{}, reprise.ID("guard"))
		if err != nil || w.Existed() || w.RunID() == run.RunID() {
			t.Errorf("SignalWithStart: run %v, existed %t, %v", w.RunID(), w.Existed(), err)
		}
		if n, err := w.Result(ctx); n != 5 || err != nil {
			t.Errorf("the run of the same id: %d, %v", n, err)
		}
		if n, err := reprise.Retain(ctx, desk, reprise.RetainOptions{OlderThan: reprise.MinRetention}); err != nil || n != 0 {
			t.Errorf("Retain: %d, %v", n, err)
		}
		// Nothing has touched the run.
		d, err := reprise.Describe(ctx, shop, "guard")
		if err != nil || d.Status != reprise.Open || d.Unread != 0 || d.Blocked != nil {
			t.Errorf("the run: %+v, %v", d, err)
		}
		if err := reprise.Signal(ctx, shop, "guard", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		if n, err := run.Result(ctx); n != 2 || err != nil {
			t.Errorf("the run ends with %d, %v", n, err)
		}
	})
}

// The same holds inside a transaction.
func TestNoTransactionReachesIntoAnotherNamespace(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		cfg := quiet()
		cfg.Namespace = "shop"
		shop := startRuntime(t, st, cfg, guard, approve)
		cfg.Namespace = "desk"
		desk, err := reprise.New(st, cfg, guard, approve)
		if err != nil {
			t.Fatal(err)
		}
		run := begin(t, shop, guard, 1, "guard")
		tx := beginTx(t, desk)
		defer tx.rollback()
		for name, err := range map[string]error{
			"Signal by id":      reprise.Signal(tx.ctx, tx, "guard", approve, approval{}),
			"Signal by run":     reprise.Signal(tx.ctx, tx, run.RunID(), approve, approval{}),
			"Cancel by run":     reprise.Cancel(tx.ctx, tx, run.RunID(), "it is foreign"),
			"SignalJSON by run": reprise.SignalJSON(tx.ctx, tx, run.RunID(), "approve", []byte(`{}`)),
		} {
			if !errors.Is(err, reprise.ErrNotFound) {
				t.Errorf("%s: %v, want ErrNotFound", name, err)
			}
		}
		if _, err := reprise.SendUpdate(tx.ctx, tx, run.RunID(), bump, 1); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("SendUpdate by run: %v, want ErrNotFound", err)
		}
	})
}
