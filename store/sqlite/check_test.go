package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// patient is a healthy store to plant damage in: one run is owned, one waits, one has
// been woken, two have ended, one has not begun, one is blocked.
type patient struct {
	*sqlite.Store
	path  string
	clock *faketime.Clock
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	p := &patient{path: filepath.Join(t.TempDir(), "store.db"), clock: faketime.New(start())}
	p.Store = open(t, p.path, sqlite.Options{Clock: p.clock})
	me := join(t, p)
	begin := func(name string, commits ...*store.Commit) store.RunID {
		s := newRun(name, nil)
		s.Owner, s.Claim = me, uuid.New()
		p.apply(t, s)
		for i, c := range commits {
			c.Run, c.Owner, c.Epoch, c.Seq, c.Token, c.Level = s.Run, me, 1, int64(i+2), uuid.New(), 1
			c.Rows = []store.Row{{Seq: c.Seq, N: 1}}
			p.apply(t, c)
		}
		return s.Run
	}
	begin("owned", &store.Commit{Schedule: []store.Activity{
		{ID: 2, Name: "charge", Queue: "payments", Delay: time.Hour}, {ID: 3, Name: "charge", Queue: "payments", Owner: me},
	}})
	begin("waiting", &store.Commit{StartTimers: []store.Timer{{ID: 2, FireAt: p.clock.Now().Add(time.Hour)}}, Then: store.Park})
	begin("woken", &store.Commit{Then: store.Park})
	for _, name := range []string{"ended-1", "ended-2"} {
		begin(name, &store.Commit{}, &store.Commit{}, &store.Commit{}, &store.Commit{Then: store.Close, Status: store.Completed})
	}
	p.apply(t, &store.Release{Run: begin("blocked", &store.Commit{}), Worker: me, Epoch: 1, Block: &store.Block{Reason: "panic", Build: "b1"}, Delay: time.Hour})
	p.clock.Advance(time.Minute) // so that an owner is no news
	p.apply(t, newRun("ready", nil))
	p.apply(t, &store.Deliver{Ref: store.Ref{WorkflowID: "woken"}, Entry: store.Entry{Kind: store.EntrySignal}})
	p.finds(t)
	return p
}

func (p *patient) apply(t *testing.T, op store.Op) {
	t.Helper()
	if outs, err := p.Apply(context.Background(), []store.Op{op}); err != nil || outs[0].Code != store.Done {
		t.Fatalf("%T: %v, %v", op, outs, err)
	}
}

// hurt changes the file as another program might.
func (p *patient) hurt(t *testing.T, statements ...string) {
	t.Helper()
	db := foreign(t, p.path)
	for _, s := range statements {
		for _, run := range []string{"owned", "waiting", "woken", "ended-1", "ended-2", "ready", "blocked"} {
			s = strings.ReplaceAll(s, "{"+run+"}", "(SELECT run FROM reprise_run WHERE workflow_id = '"+run+"')")
		}
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// finds checks that these are the findings, each the beginning of "L4 ended-1: text".
func (p *patient) finds(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	err := p.Check(context.Background(), 30*time.Second, func(f store.Finding) error {
		got = append(got, fmt.Sprintf("%s %s: %s", f.Check, f.WorkflowID, f.Text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	match := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		match = match && strings.HasPrefix(got[i], want[i])
	}
	if !match {
		t.Errorf("found\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

const ghost = "X'00000000000000000000000000000bad'"

// Each kind of damage is found, and nothing but it; what can be mended is, and leaves
// nothing behind.
func TestDamageIsFoundAndMended(t *testing.T) {
	for name, c := range map[string]struct {
		hurt  []string
		finds []string
		mend  store.CheckID // "": it cannot be
	}{
		"a run is lost": {
			[]string{"DELETE FROM reprise_run WHERE run = {ended-1}"},
			[]string{"L1 : there is a history of run number 4, and no such run"}, "",
		},
		"a dispatch row is lost": {
			[]string{"DELETE FROM reprise_dispatch WHERE run = {woken}"},
			[]string{"L3 woken: entries lie in its inbox and it has no dispatch row"}, store.CheckWakeup,
		},
		"the dispatch row of a run that is ready is lost": {
			[]string{"DELETE FROM reprise_dispatch WHERE run = {ready}"},
			[]string{"L3 ready: it waits for nothing but a worker and has no dispatch row: nobody will look"}, store.CheckWakeup,
		},
		"the dispatch row of a run that is blocked is lost": {
			[]string{"DELETE FROM reprise_dispatch WHERE run = {blocked}"},
			[]string{"L3 blocked: it is blocked and has no dispatch row: nobody will try it again"}, store.CheckWakeup,
		},
		"dispatch rows are in the wrong lane": {
			[]string{"UPDATE reprise_dispatch SET lane = 3 WHERE run IN ({owned}, {ready}, {blocked})"},
			[]string{
				"L3 blocked: its dispatch row is in lane 3 and belongs in lane 1: the wrong workers see it, or none",
				"L3 ready: its dispatch row is in lane 3 and belongs in lane 0",
			}, store.CheckWakeup,
		},
		"every dispatch row is lost": {
			[]string{"DELETE FROM reprise_dispatch WHERE owner IS NULL"},
			[]string{"L3 woken: entries lie in its inbox", "L3 blocked: ", "L3 ready: it waits for nothing"}, store.CheckWakeup,
		},
		"an entry is not counted": {
			[]string{"UPDATE reprise_run SET entries = 0, unread = 0 WHERE run = {woken}"},
			[]string{"L3 woken: it counts entries 0, unread 0, newest order 1; its inbox holds 1, 1, 1"}, store.CheckWakeup,
		},
		"an entry is counted that is not there": {
			[]string{"UPDATE reprise_run SET unread = 2000 WHERE run = {owned}"},
			[]string{"L3 owned: it counts entries 0, unread 2000, newest order 0; its inbox holds 0, 0, 0"}, store.CheckWakeup,
		},
		"an order would be given twice": {
			[]string{"UPDATE reprise_run SET gen = 0 WHERE run = {woken}"},
			[]string{"L3 woken: it counts entries 1, unread 1, newest order 0; its inbox holds 1, 1, 1"}, store.CheckWakeup,
		},
		"something hangs on a run that has ended": {
			[]string{
				"INSERT INTO reprise_timer VALUES ({ended-1}, 7, 1), ({ended-1}, 8, 1)",
				"UPDATE reprise_activity SET run = {ended-2}",
				"INSERT INTO reprise_inbox (run, ord, kind, ref, at) VALUES ({ended-1}, 5, 1, 0, 1)",
				"UPDATE reprise_dispatch SET run = {ended-2} WHERE run = {woken}",
				"DELETE FROM reprise_inbox WHERE run = {woken}", "UPDATE reprise_run SET entries = 0, unread = 0 WHERE run = {woken}",
			},
			[]string{
				"L4 ended-1: timer 7 is left of a run that is completed", "L4 ended-1: timer 8 is left", "L4 ended-2: activity 2 is left", "L4 ended-2: activity 3 is left",
				"L4 ended-1: inbox entry 5 is left", "L4 ended-2: a dispatch row is left",
			}, store.CheckOrphan,
		},
		"something hangs on no run": {
			[]string{"INSERT INTO reprise_timer VALUES (4711, 7, 1)", "INSERT INTO reprise_inbox (run, ord, kind, ref, at) VALUES (4712, 5, 1, 0, 1)"},
			[]string{"L4 : timer 7 belongs to run number 4711, which is not there", "L4 : inbox entry 5 belongs to run number 4712"}, store.CheckOrphan,
		},
		"a workflow id has two open runs": {
			[]string{
				"DROP INDEX reprise_run_open", "CREATE INDEX reprise_run_open ON reprise_run (namespace, workflow_id) WHERE status = 1",
				"UPDATE reprise_run SET workflow_id = 'waiting' WHERE run = {woken}",
			},
			[]string{"L5 waiting: 2 runs with this workflow id are open"}, "",
		},
		"run and dispatch row name different owners": {
			[]string{"UPDATE reprise_dispatch SET owner = " + ghost + " WHERE run = {owned}"},
			[]string{"L6 owned: its row says that worker "}, store.CheckOwner,
		},
		"only the run has an owner": {
			[]string{"DELETE FROM reprise_dispatch WHERE run = {owned}"},
			[]string{"L6 owned: its row says that worker "}, store.CheckOwner,
		},
		"only the dispatch row has an owner": {
			[]string{"UPDATE reprise_run SET owner = NULL WHERE run = {owned}"},
			[]string{"L6 owned: its row says that nobody owns it, its dispatch row says worker "}, store.CheckOwner,
		},
		"a run that has ended has an owner": {
			[]string{"UPDATE reprise_run SET owner = (SELECT worker_id FROM reprise_worker) WHERE run = {ended-1}"},
			[]string{"L6 ended-1: it has ended, and its row says that worker "}, store.CheckOwner,
		},
		"the owner's row is lost": {
			[]string{"DELETE FROM reprise_worker"},
			[]string{"L6 owned: worker ", "L6 owned: worker "}, store.CheckOwner,
		},
		"the owner of an activity is unknown": {
			[]string{"UPDATE reprise_activity SET owner = " + ghost + " WHERE activity = 3"},
			[]string{"L6 owned: worker 00000000-0000-0000-0000-000000000bad owns its activity 3, and that worker has no row"}, store.CheckOwner,
		},
		"things are overdue": {
			[]string{
				"UPDATE reprise_timer SET fire_at = 1772366400000000 - 60000000", "UPDATE reprise_activity SET ready_at = scheduled_at, deadline = 1 WHERE activity = 2",
				"UPDATE reprise_dispatch SET ready_at = 1 WHERE run = {woken}",
			},
			[]string{
				"L7 waiting: its timer 2 is due since 2026-03-01T11:59:00Z", `L7 woken: it is ready since 1970-01-01T00:00:00Z: no worker takes workflow "order" from queue "q"`,
				`L7 owned: the deadline of its activity 2 passed at 1970-01-01T00:00:00Z: no worker of its namespace ends "charge" from queue "payments"`,
			}, "",
		},
		"an activity is ready, and its deadline is far": {
			[]string{"UPDATE reprise_activity SET ready_at = scheduled_at, deadline = ready_at + 360000000000 WHERE activity = 2"},
			[]string{`L7 owned: its activity 2 is ready since 2026-03-01T12:00:00Z: no worker takes "charge" from queue "payments"`}, "",
		},
		"a commit is in two histories": {
			[]string{"UPDATE reprise_event SET token = (SELECT token FROM reprise_event WHERE run = {ended-1} AND seq = 3) WHERE run = {ended-2} AND seq = 2"},
			[]string{"L8 ended-2: the row at seq 2 is of a commit "}, "",
		},
		"a commit is in one history twice": {
			[]string{"UPDATE reprise_event SET token = (SELECT token FROM reprise_event WHERE run = {ended-1} AND seq = 2) WHERE run = {ended-1} AND seq = 4"},
			[]string{"L8 ended-1: the rows at seq 2 and at seq 4 are of the same commit "}, "",
		},
		"an index does not hold what its table holds": {
			[]string{
				"PRAGMA writable_schema = ON",
				"UPDATE sqlite_schema SET sql = replace(sql, 'IS NOT NULL', 'IS NULL') WHERE name = 'reprise_run_closed'",
			},
			[]string{
				"integrity : row 1 missing from index reprise_run_closed", "integrity : row 2 missing", "integrity : row 3 missing",
				"integrity : row 6 missing", "integrity : row 7 missing",
			}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			p := newPatient(t)
			p.hurt(t, c.hurt...)
			p.finds(t, c.finds...)
			if c.mend == "" {
				return
			}
			would, err := p.Repair(ctx, c.mend, 30*time.Second, true)
			if err != nil || would == 0 {
				t.Errorf("a dry run changes %d rows, %v", would, err)
			}
			p.finds(t, c.finds...)
			if did, err := p.Repair(ctx, c.mend, 30*time.Second, false); err != nil || did != would {
				t.Errorf("the repair changes %d rows, %v; a dry run said %d", did, err, would)
			}
			p.finds(t)
			if again, err := p.Repair(ctx, c.mend, 30*time.Second, false); err != nil || again != 0 {
				t.Errorf("a second repair changes %d rows, %v", again, err)
			}
			integrity(t, p.path)
		})
	}
}

// What is given back by a repair can be claimed, by somebody else and with a new epoch.
func TestMendedRunsGoOn(t *testing.T) {
	p := newPatient(t)
	p.hurt(t, "DELETE FROM reprise_worker", "DELETE FROM reprise_dispatch WHERE run IN ({woken}, {ready}, {blocked})")
	for _, c := range []store.CheckID{store.CheckWakeup, store.CheckOwner} {
		if _, err := p.Repair(context.Background(), c, 0, false); err != nil {
			t.Fatal(err)
		}
	}
	outs, err := p.Apply(context.Background(), []store.Op{&store.Claim{Worker: join(t, p), ID: uuid.New(), Max: 10,
		Filter: store.Filter{Queues: []string{"q"}, Workflows: []string{"order"}, Level: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range outs[0].Claims {
		got = append(got, fmt.Sprintf("%s at epoch %d with %d entries", c.Run.WorkflowID, c.Run.Epoch, len(c.Entries)))
	}
	slices.Sort(got)
	if want := []string{"blocked at epoch 3 with 0 entries", "owned at epoch 3 with 0 entries", "ready at epoch 1 with 0 entries", "woken at epoch 2 with 1 entries"}; !slices.Equal(got, want) {
		t.Errorf("claimed %q, want %q", got, want)
	}
}

// The owner of a run whose inbox is counted anew hears of it.
func TestMendingTellsTheOwner(t *testing.T) {
	ctx := context.Background()
	p := newPatient(t)
	r, err := p.Run(ctx, store.Ref{WorkflowID: "owned"})
	if err != nil {
		t.Fatal(err)
	}
	p.apply(t, &store.Deliver{Ref: store.Ref{Run: r.ID}, Entry: store.Entry{Kind: store.EntrySignal}})
	p.hurt(t, "UPDATE reprise_run SET entries = 0, unread = 0 WHERE run = {owned}", "UPDATE reprise_dispatch SET dirty = 0 WHERE run = {owned}")
	visitor := open(t, p.path, sqlite.Options{Existing: true, Clock: p.clock})
	if _, err := visitor.Repair(ctx, store.CheckWakeup, time.Minute, false); err != nil {
		t.Fatal(err)
	}
	told, err := p.Tick(ctx, store.Tick{Worker: r.Owner})
	if err != nil || !slices.Equal(told.Dirty, []store.RunID{r.ID}) {
		t.Errorf("the owner is told of %v, %v; want %v", told.Dirty, err, r.ID)
	}
}

// The application has tables in the same file that this process cannot read. The store's
// own are checked nonetheless.
func TestTablesOfTheApplicationHinderNoCheck(t *testing.T) {
	ours := []string{
		"DELETE FROM reprise_dispatch WHERE run = {woken}", "PRAGMA writable_schema = ON",
		"UPDATE sqlite_schema SET sql = replace(sql, 'IS NOT NULL', 'IS NULL') WHERE name = 'reprise_run_closed'",
	}
	finds := []string{
		"integrity : row 1 missing from index reprise_run_closed", "integrity : row 2 missing", "integrity : row 3 missing",
		"integrity : row 6 missing", "integrity : row 7 missing", "L3 woken: ",
	}
	for name, theirs := range map[string][]string{
		"a collation": {
			"CREATE TABLE users (name TEXT COLLATE NOCASE)", "CREATE INDEX users_name ON users (name)", "INSERT INTO users VALUES ('a'), ('B')",
			"PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = replace(sql, 'NOCASE', 'theirs') WHERE name = 'users'",
		},
		"a function in a check": {
			"CREATE TABLE users (name TEXT CHECK (lower(name) <> 'x'))", "INSERT INTO users VALUES ('a'), ('B')",
			"PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = replace(sql, 'lower', 'theirs') WHERE name = 'users'",
		},
		"a function in an index": {
			"CREATE TABLE users (name TEXT)", "CREATE INDEX users_name ON users (lower(name))", "INSERT INTO users VALUES ('a'), ('B')",
			"PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = replace(sql, 'lower', 'theirs') WHERE name = 'users_name'",
		},
		"a module": {
			"PRAGMA writable_schema = ON", "INSERT INTO sqlite_schema VALUES ('table', 'users', 'users', 0, 'CREATE VIRTUAL TABLE users USING theirs(name)')",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPatient(t)
			p.hurt(t, theirs...)
			p.finds(t)
			p.hurt(t, ours...)
			p.finds(t, finds...)
		})
	}
}

// A page that was overwritten is found, or the check fails and says that the database is
// damaged; it never says that all is well.
func TestOverwrittenPagesAreNoticed(t *testing.T) {
	const pageSize = 4096
	p := newPatient(t)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	healthy, err := os.ReadFile(p.path)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	for page := pageSize; page < len(healthy); page += pageSize { // the first one says what the file is
		hurt := slices.Clone(healthy)
		copy(hurt[page:], strings.Repeat("\xa5", pageSize))
		if err := os.WriteFile(path, hurt, 0o644); err != nil {
			t.Fatal(err)
		}
		st, err := sqlite.Open(context.Background(), path, sqlite.Options{Existing: true, Logger: quiet()})
		if err != nil {
			if !errors.Is(err, sqlite.ErrCorrupt) {
				t.Errorf("page at %d: the file is refused with %v", page, err)
			}
			continue
		}
		found := 0
		err = st.Check(context.Background(), time.Hour, func(f store.Finding) error {
			if f.Check == store.CheckIntegrity {
				found++
			}
			return nil
		})
		if found == 0 && !errors.Is(err, sqlite.ErrCorrupt) {
			t.Errorf("page at %d: nothing is found, %v", page, err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The checks find nothing beside an engine at work, and the repairs take nothing from it.
func TestCheckAndRepairBesideAnEngine(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	engine, client, visitor := open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{Existing: true})
	me := join(t, engine)
	done := make(chan struct{})
	var lines, visits sync.WaitGroup
	for line := range 3 {
		lines.Go(func() {
			for i := range 20 {
				if err := live(ctx, engine, client, me, fmt.Sprintf("order-%d-%d", line, i), 6); err != nil {
					t.Error(err)
				}
			}
		})
	}
	visits.Go(func() {
		for ended := false; !ended; {
			select {
			case <-done:
				ended = true // once more, when all is quiet
			default:
			}
			err := visitor.Check(ctx, time.Minute, func(f store.Finding) error {
				t.Errorf("%s %s: %s", f.Check, f.WorkflowID, f.Text)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			for _, c := range []store.CheckID{store.CheckWakeup, store.CheckOrphan, store.CheckOwner} {
				if n, err := visitor.Repair(ctx, c, time.Minute, false); err != nil || n != 0 {
					t.Errorf("the repair of %s changes %d rows, %v", c, n, err)
				}
			}
		}
	})
	lines.Wait()
	close(done)
	visits.Wait()
}
