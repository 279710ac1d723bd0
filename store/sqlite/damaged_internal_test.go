package sqlite

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

// Whatever number a damaged row holds, the searches continue for all other rows. No op
// fails, and what is not damaged is claimed, fired, forwarded, recovered and removed.
func TestOneDamagedNumberStopsNobody(t *testing.T) {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	base := filepath.Join(t.TempDir(), "base.db")
	dead := uuid.MustParse("00000000-0000-0000-0000-00000000dead")
	type column struct{ table, name string }
	var columns []column
	{
		st, err := Open(ctx, base, Options{Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		damageable(t, st, clock, dead)
		for _, table := range []string{"run", "dispatch", "activity", "timer", "inbox", "worker", "request"} {
			for q := st.w.Query("SELECT name FROM pragma_table_info(?1) WHERE type = 'INTEGER'", "reprise_"+table); q.Next(); {
				columns = append(columns, column{table, q.Text(0)})
			}
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
	}
	healthy, err := os.ReadFile(base)
	if err != nil {
		t.Fatal(err)
	}
	first := rand.IntN(3)
	t.Logf("the first column gets value %d first", first)
	hurt := filepath.Join(t.TempDir(), "hurt.db")
	values := []int64{math.MinInt64, -1, math.MaxInt64}
	each := budget.Of(1, len(values)) // some values for each column
	damaged := 0
	for i, c := range columns {
		for v := range each {
			value := values[(i+first+v)%len(values)]
			name := fmt.Sprintf("%s.%s = %d", c.table, c.name, value)
			for _, suffix := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(hurt + suffix)
			}
			if err := os.WriteFile(hurt, healthy, 0o644); err != nil {
				t.Fatal(err)
			}
			var log strings.Builder
			st, err := Open(ctx, hurt, Options{Clock: clock, Logger: textLog(&log)})
			if err != nil {
				t.Fatal(err)
			}
			which := map[string]string{"worker": "host = 'victim'", "request": "id LIKE 'victim%'", "run": "workflow_id LIKE 'victim%'"}[c.table]
			if which == "" {
				which = "run IN (SELECT run FROM reprise_run WHERE workflow_id LIKE 'victim%')"
			}
			st.w.Exec(fmt.Sprintf("UPDATE OR IGNORE reprise_%s SET %s = %d WHERE %s", c.table, c.name, value, which))
			if err := st.w.Clear(); err == nil {
				damaged++
				if missed := searchAll(t, name, st, dead); len(missed) > 0 {
					t.Errorf("%s: not found: %v\n%s", name, missed, log.String())
				}
			}
			if err := st.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if damaged < 30*each {
		t.Errorf("%d kinds of damage, are these all?", damaged)
	}
}

// damageable fills st with two rows of each kind: one to be damaged, and one that must not
// suffer from it.
func damageable(t *testing.T, st *Store, clock *faketime.Clock, dead store.WorkerID) {
	ctx := context.Background()
	victim := uuid.New()
	for _, w := range []store.Worker{{ID: dead, Host: "dead", TTL: time.Second}, {ID: victim, Host: "victim", TTL: time.Hour}} {
		if err := st.Join(ctx, w); err != nil {
			t.Fatal(err)
		}
	}
	apply := func(op store.Op) {
		t.Helper()
		if out, err := st.Apply(ctx, []store.Op{op}); err != nil || out[0].Code != store.Done {
			t.Fatalf("%T: %v, %v", op, out, err)
		}
	}
	begun := func(name string, owner store.WorkerID, change func(*store.Commit)) {
		s := newStart(name)
		s.Owner, s.Claim = owner, uuid.New()
		apply(s)
		c := &store.Commit{Run: s.Run, Owner: owner, Epoch: 1, Seq: 2, After: s.Row.Token, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: 2, N: 1}}, Then: store.Park, Waiting: "it"}
		change(c)
		apply(c)
	}
	for _, whose := range []string{"victim", "other"} {
		apply(newStart(whose + "-ready"))
		begun(whose+"-timer", victim, func(c *store.Commit) { c.StartTimers = []store.Timer{{ID: 3, FireAt: clock.Now()}} })
		begun(whose+"-activity", victim, func(c *store.Commit) { c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "q"}} })
		begun(whose+"-ended", victim, func(c *store.Commit) { c.Then, c.Status = store.Close, store.Completed })
		begun(whose+"-owned", dead, func(c *store.Commit) {
			c.Then, c.Schedule = store.Keep, []store.Activity{{ID: 3, Name: "charge", Queue: "q", Owner: dead}}
		})
		begun(whose+"-requested", victim, func(c *store.Commit) {})
		err := st.update(ctx, func(x *tx) error {
			x.Exec(sqlAddRequest, whose+"-request", int(store.EntrySignal), uuid.Nil, "", whose+"-requested", x.us, []byte("yes"))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	clock.Advance(time.Minute)
	if err := st.update(ctx, func(x *tx) error { x.Exec(sqlDead, dead); return nil }); err != nil {
		t.Fatal(err)
	}
}

// searchAll lets a worker search for everything. It returns what the worker missed of the
// undamaged rows.
func searchAll(t *testing.T, name string, st *Store, dead store.WorkerID) (missed []string) {
	ctx := context.Background()
	me := uuid.New()
	f := store.Filter{Queues: []string{"q"}, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1, Build: "test"}
	if err := st.Join(ctx, store.Worker{ID: me, Host: "me", TTL: time.Hour, Level: 1, Serves: f}); err != nil {
		t.Errorf("%s: Join: %v", name, err)
	}
	var found []string
	names := map[store.RunID]string{}
	page, err := st.Runs(ctx, store.Query{Limit: 100})
	if err != nil {
		t.Errorf("%s: Runs: %v", name, err)
	}
	for _, r := range page.Runs {
		names[r.ID] = r.WorkflowID
	}
	for round := range 2 { // the second round finds what the first has left
		if _, err := st.Tick(ctx, store.Tick{Worker: me, Filter: f}); err != nil {
			t.Errorf("%s: Tick: %v", name, err)
		}
		for _, op := range []store.Op{
			&store.Sweep{},
			&store.Fire{Max: 100},
			&store.Forward{Max: 100},
			&store.Recover{Dead: dead, Limit: 100},
			&store.Claim{Worker: me, ID: uuid.New(), Max: 100, Filter: f},
			&store.Claim{Worker: me, ID: uuid.New(), Max: 100, Filter: f, Quarantine: true},
			&store.ClaimActivities{Worker: me, ID: uuid.New(), Max: 100, Filter: f},
			&store.ClaimActivities{Worker: me, ID: uuid.New(), Max: 100, Filter: f, Quarantine: true},
			&store.Retain{Max: 100},
			&store.Retain{Max: 100, Tombstones: time.Microsecond},
		} {
			outs, err := st.Apply(ctx, []store.Op{op})
			if err != nil {
				t.Errorf("%s: round %d, %T: %v", name, round, op, err)
				continue
			}
			for _, c := range outs[0].Claims {
				found = append(found, "claimed "+c.Run.WorkflowID)
			}
			for _, k := range outs[0].Tasks {
				found = append(found, "runs activity of "+k.WorkflowID)
			}
			for _, e := range outs[0].Fired {
				found = append(found, "fired for "+names[e.Run])
			}
			for _, q := range outs[0].Forwarded {
				found = append(found, "forwarded to "+q.WorkflowID)
			}
		}
	}
	if err := st.Leave(ctx, me); err != nil {
		t.Errorf("%s: Leave: %v", name, err)
	}
	for _, want := range []string{
		"claimed other-ready", "claimed other-timer", "claimed other-owned", "claimed other-requested", "runs activity of other-activity",
		"runs activity of other-owned", "fired for other-timer", "forwarded to other-requested",
	} {
		if !slices.Contains(found, want) {
			missed = append(missed, want)
		}
	}
	if _, err := st.Run(ctx, store.Ref{WorkflowID: "other-ended"}); err == nil {
		missed = append(missed, "other-ended is removed")
	}
	return missed
}

func textLog(w *strings.Builder) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// What is set aside stays visible: the run is parked with the numbers that its row held. It
// continues once it is resumed, and no earlier worker can write to it.
func TestARunWithADamagedNumberIsParkedAndCanBeResumed(t *testing.T) {
	ctx := context.Background()
	for _, column := range []string{"epoch", "entries", "unread", "gen"} {
		t.Run(column, func(t *testing.T) {
			st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
			me := uuid.New()
			f := store.Filter{Queues: []string{"q"}, Workflows: []string{"order"}, Level: 1}
			if err := st.Join(ctx, store.Worker{ID: me, TTL: time.Hour, Level: 1, Serves: f}); err != nil {
				t.Fatal(err)
			}
			s := newStart("order-1")
			do := func(op store.Op) store.Outcome {
				t.Helper()
				outs, err := st.Apply(ctx, []store.Op{op})
				if err != nil {
					t.Fatal(err)
				}
				return outs[0]
			}
			do(s)
			st.w.Exec("UPDATE reprise_run SET " + column + " = 9223372036854775807")
			if out := do(&store.Claim{Worker: me, ID: uuid.New(), Max: 10, Filter: f}); len(out.Claims) != 0 {
				t.Fatalf("a damaged run is claimed: %+v", out.Claims[0].Run)
			}
			r, err := st.Run(ctx, store.Ref{Run: s.Run})
			if err != nil || r.Blocked == nil || r.Blocked.Reason != store.ReasonCorrupt || !strings.Contains(r.Blocked.Text, "9223372036854775807") {
				t.Fatalf("it is %+v, %v; want it parked as corrupt, with the number", r.Blocked, err)
			}
			do(&store.Resume{Ref: store.Ref{Run: s.Run}})
			if out := do(&store.Claim{Worker: me, ID: uuid.New(), Max: 10, Filter: f}); len(out.Claims) != 1 {
				t.Errorf("resumed, it is claimed %d times", len(out.Claims))
			}
		})
	}
}

// No worker claims an activity whose row is set aside, and a check reports it.
func TestADamagedActivityIsReported(t *testing.T) {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
	damageable(t, st, clock, uuid.New())
	st.w.Exec("UPDATE reprise_activity SET attempt = 9223372036854775807 WHERE run = (SELECT run FROM reprise_run WHERE workflow_id = 'victim-activity')")
	f := store.Filter{Queues: []string{"q"}, Activities: []string{"charge"}}
	for range 2 {
		outs, err := st.Apply(ctx, []store.Op{&store.ClaimActivities{Worker: uuid.New(), ID: uuid.New(), Max: 1, Filter: f}})
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range outs[0].Tasks {
			if k.WorkflowID == "victim-activity" {
				t.Errorf("attempt %d is claimed", k.Attempt)
			}
		}
	}
	var found []string
	err := st.Check(ctx, time.Hour, func(f store.Finding) error {
		found = append(found, fmt.Sprintf("%s %s: %s", f.Check, f.WorkflowID, f.Text))
		return nil
	})
	if want := "integrity victim-activity: the row of its activity 3 is damaged (attempt 9223372036854775807)"; err != nil || !strings.Contains(strings.Join(found, "\n"), want) {
		t.Errorf("found %q, %v; want %q", found, err, want)
	}
}
