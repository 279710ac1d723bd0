package reprise_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// signing waits twice; each half reports the build it ran on.
func signing(opts ...workflow.DefineOption) workflow.Bound[int, string] {
	return workflow.New("signing", func(ctx workflow.Context, _ int) (string, error) {
		for range 2 {
			if _, err := workflow.Receive(ctx, letGo); err != nil {
				return "", err
			}
		}
		return "signed", nil
	}, append(opts, workflow.Pinned())...)
}

func ofBuild(build string) reprise.Config {
	c := quiet()
	c.Build = build
	return c
}

func pinOf(t *testing.T, rt *reprise.Runtime, id string) string {
	t.Helper()
	d, err := reprise.Describe(t.Context(), rt, id)
	if err != nil {
		t.Fatal(err)
	}
	return d.Pin
}

func parkedRun(t *testing.T, rt *reprise.Runtime, id string) reprise.Description {
	t.Helper()
	for {
		d, err := reprise.Describe(t.Context(), rt, id)
		if err != nil {
			t.Fatal(err)
		}
		if d.Waiting != "" {
			return d
		}
		<-time.After(time.Millisecond) // bubble time
	}
}

// The run stays with its own build, whichever others live, until somebody says otherwise.
func TestAPinnedRunStaysWithItsBuild(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		old, err := reprise.New(st, ofBuild("v1"), signing(), letGo)
		if err != nil {
			t.Fatal(err)
		}
		if err := old.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, old, signing(), 0, reprise.ID("s"))
		if err != nil {
			t.Fatal(err)
		}
		if d := parkedRun(t, old, "s"); d.Pin != "v1" {
			t.Errorf("it is pinned to %q, want v1", d.Pin)
		}
		stop(t, old)

		young := startRuntime(t, st, ofBuild("v2"), signing(), letGo)
		if err := reprise.Signal(ctx, young, "s", letGo, 1); err != nil {
			t.Fatal(err)
		}
		anHour()
		d, err := reprise.Describe(ctx, young, "s")
		if err != nil || d.Unread != 1 || d.Owner != [16]byte{} {
			t.Errorf("with the old build gone it is %+v, %v", d, err)
		}
		if _, knows := st.(store.Inspector); knows && (!strings.Contains(d.Unserved, `pinned to build "v1"`) || !strings.Contains(d.Unserved, "Repin")) {
			t.Errorf("nobody takes it, and that is told as %q", d.Unserved)
		}
		if report, err := reprise.Preflight(ctx, young); err != nil || report.Runs != 0 || report.Pinned["v1"] != 1 {
			t.Errorf("preflight: %+v, %v", report, err)
		}

		if err := reprise.Repin(ctx, young, "s", "v2", ben); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Repin(ctx, young, "s", "v2", anna); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(ctx, young, "s", letGo, 2); err != nil {
			t.Fatal(err)
		}
		if got, err := resultOf(ctx, young, "s"); err != nil || got != "signed" {
			t.Errorf("repinned, it ended with %q, %v", got, err)
		}
		if got := steered(t, young, run.RunID()); len(got) != 1 || got[0] != "repinned by ben: it is corrected" {
			t.Errorf("its history tells %q", got)
		}
		if err := reprise.Repin(ctx, young, "s", "v3", ben); !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("an ended run: %v", err)
		}
	})
}

// resultOf returns the result of a run that another Runtime has started.
func resultOf(ctx context.Context, rt *reprise.Runtime, id string) (string, error) {
	h, err := reprise.Get(ctx, rt, signing(), id)
	if err != nil {
		return "", err
	}
	return h.Result(ctx)
}

// Preflight counts all runs of another build, even those of unbound workflows and those past the replay limit.
// Such runs do not count towards that limit.
func TestPreflightCountsAllRunsOfAnotherBuild(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		starts := func(build string, ids ...string) *reprise.Runtime {
			rt, err := reprise.New(st, ofBuild(build), signing())
			if err != nil {
				t.Fatal(err)
			}
			if err := rt.Start(ctx); err != nil {
				t.Fatal(err)
			}
			for _, id := range ids {
				if _, err := reprise.Start(ctx, rt, signing(), 0, reprise.ID(id)); err != nil {
					t.Fatal(err)
				}
				parkedRun(t, rt, id)
			}
			return rt
		}
		stop(t, starts("v1", "a", "b"))
		young := starts("v2", "c")
		defer stop(t, young)
		if r, err := reprise.Preflight(ctx, young, reprise.Oldest(1)); err != nil || r.Runs != 1 || r.Pinned["v1"] != 2 {
			t.Errorf("of the oldest run: %+v, %v", r, err)
		}
		without, err := reprise.New(st, ofBuild("v3"), workflow.New("another", func(workflow.Context, int) (int, error) { return 0, nil }))
		if err != nil {
			t.Fatal(err)
		}
		if r, err := reprise.Preflight(ctx, without); err != nil || r.Pinned["v1"] != 2 || r.Pinned["v2"] != 1 || len(r.Unbound) != 0 {
			t.Errorf("of a build without the workflow: %+v, %v", r, err)
		}
	})
}

// Without a pin, any build may take the run, and the one that does keeps it.
func TestAnUnpinnedRunIsPinnedByWhoTakesIt(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		old, err := reprise.New(st, ofBuild("v1"), signing())
		if err != nil {
			t.Fatal(err)
		}
		if err := old.Start(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Start(ctx, old, signing(), 0, reprise.ID("s")); err != nil {
			t.Fatal(err)
		}
		parkedRun(t, old, "s")
		stop(t, old)
		young := startRuntime(t, st, ofBuild("v2"), signing())
		if err := reprise.Repin(ctx, young, "s", "", ben); err != nil {
			t.Fatal(err)
		}
		for pinOf(t, young, "s") != "v2" {
			<-time.After(time.Second)
		}
	})
}

// A delayed run is pinned to the build that begins it.
func TestADelayedRunIsPinnedWhenItBegins(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		rt := startRuntime(t, st, ofBuild("v1"), signing())
		if _, err := reprise.Start(ctx, rt, signing(), 0, reprise.ID("s"), reprise.Delay(2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		anHour()
		if pin := pinOf(t, rt, "s"); pin != "" {
			t.Errorf("an hour before it begins it is pinned to %q", pin)
		}
		anHour()
		anHour()
		if pin := pinOf(t, rt, "s"); pin != "v1" {
			t.Errorf("begun, it is pinned to %q, want v1", pin)
		}
	})
}

// A build that does not pin the workflow would never take it.
func TestARunIsNotRepinnedToABuildThatDoesNotPin(t *testing.T) {
	ctx := bounded(t)
	st := openFile(t, filepath.Join(t.TempDir(), "test.db"))
	rt := startRuntime(t, st, ofBuild("v2"), workflow.New("signing", func(ctx workflow.Context, _ int) (string, error) {
		_, err := workflow.Receive(ctx, letGo)
		return "signed", err
	}))
	if _, err := reprise.Start(ctx, rt, signing(), 0, reprise.ID("s")); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Repin(ctx, rt, "s", "v2", ben); !errors.Is(err, reprise.ErrNotPinned) {
		t.Errorf("Repin: %v, want ErrNotPinned", err)
	}
	if err := reprise.Repin(ctx, rt, "s", "v3", ben); err != nil {
		t.Errorf("to a build that nobody knows yet: %v", err)
	}
	if err := errors.Join(reprise.Repin(ctx, rt, "s", "", ben), reprise.Signal(ctx, rt, "s", letGo, 1)); err != nil {
		t.Fatal(err)
	}
	if got, err := resultOf(ctx, rt, "s"); err != nil || got != "signed" {
		t.Errorf("unpinned, it ended with %q, %v", got, err)
	}
}

func TestAPinWithoutABuildOfOnesOwnIsRefused(t *testing.T) {
	c := quiet()
	c.Build = ""
	if _, err := reprise.New(newMemory(), c, signing()); !errors.Is(err, reprise.ErrNoBuild) || !strings.Contains(err.Error(), "set Config.Build") || !strings.Contains(err.Error(), `"signing"`) {
		t.Errorf("New: %v; want an ErrNoBuild that says to set Config.Build", err)
	}
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), ofBuild("v1"), signing())
	if _, err := reprise.Start(ctx, rt, signing(), 0, reprise.ID("s")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id, build string
		by        reprise.By
		want      error
	}{
		{"s", "v2", reprise.By{Who: "ben"}, reprise.ErrNoReason},
		{"t", "v2", ben, reprise.ErrNotFound},
		{"s", "\xff", ben, reprise.ErrInvalidID},
		{"s", "v1\x1fv2", ben, reprise.ErrInvalidID},
	} {
		if err := reprise.Repin(ctx, rt, c.id, c.build, c.by); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A name that could be mistaken for another workflow with a pin is refused.
func TestANameThatLooksLikeAPinIsRefused(t *testing.T) {
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), ofBuild("v1"), signing())
	if _, err := reprise.StartJSON(ctx, rt, "signing\x1fv1", []byte("0")); !errors.Is(err, reprise.ErrInvalidID) {
		t.Errorf("StartJSON: %v", err)
	}
	if _, err := reprise.New(newMemory(), ofBuild("v1\x1fv2"), signing()); !errors.Is(err, reprise.ErrInvalidID) {
		t.Errorf("New: %v", err)
	}
	bad := workflow.New("signing\x1fv1", func(workflow.Context, int) (int, error) { return 0, nil })
	if _, err := reprise.New(newMemory(), ofBuild("v1"), bad); err == nil || !strings.Contains(err.Error(), "0x1f") {
		t.Errorf("New: %v", err)
	}
}
