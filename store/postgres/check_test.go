package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// patient is a healthy store to plant damage in: one run is owned, one waits, one has
// been woken, two have ended, one has not begun, one is blocked.
type patient struct {
	*Store
	lot    *lot
	schema string
	me     store.WorkerID
}

func newPatient(t *testing.T, l *lot) *patient {
	t.Helper()
	st, schema := l.take(t)
	p := &patient{Store: st, lot: l, schema: schema, me: uuid.New()}
	if err := st.Join(t.Context(), store.Worker{ID: p.me, TTL: time.Hour}); err != nil {
		t.Fatal(err)
	}
	begin := func(name string, commits ...*store.Commit) store.RunID {
		s := newStart(name)
		s.Owner, s.Claim = p.me, uuid.New()
		p.apply(t, s)
		for i, c := range commits {
			c.Run, c.Owner, c.Epoch, c.Seq, c.Token, c.Level = s.Run, p.me, 1, int64(i+2), uuid.New(), 1
			c.Rows = []store.Row{{Seq: c.Seq, N: 1}}
			p.apply(t, c)
		}
		return s.Run
	}
	begin("owned", &store.Commit{Schedule: []store.Activity{
		{ID: 2, Name: "charge", Queue: "payments", Delay: time.Hour}, {ID: 3, Name: "charge", Queue: "payments", Owner: p.me},
	}})
	begin("waiting", &store.Commit{StartTimers: []store.Timer{{ID: 2, FireAt: start().Add(time.Hour)}}, Then: store.Park})
	begin("woken", &store.Commit{Then: store.Park})
	for _, name := range []string{"ended-1", "ended-2"} {
		begin(name, &store.Commit{}, &store.Commit{}, &store.Commit{}, &store.Commit{Then: store.Close, Status: store.Completed})
	}
	p.apply(t, &store.Release{Run: begin("blocked", &store.Commit{}), Worker: p.me, Epoch: 1, Block: &store.Block{Reason: "panic", Build: "b1"}, Delay: time.Hour})
	p.hurt(t, "UPDATE ~test_clock SET now = now + interval '1 minute'") // so that an owner is no news
	p.apply(t, newStart("ready"))
	p.apply(t, &store.Deliver{Ref: store.Ref{WorkflowID: "woken"}, Entry: store.Entry{Kind: store.EntrySignal}})
	p.finds(t)
	return p
}

func (p *patient) apply(t *testing.T, op store.Op) {
	t.Helper()
	if outs, err := p.Apply(t.Context(), []store.Op{op}); err != nil || outs[0].Code != store.Done {
		t.Fatalf("%T: %v, %v", op, outs, err)
	}
}

// hurt changes the tables as another program might. {name} is the run with that workflow
// id.
func (p *patient) hurt(t *testing.T, statements ...string) {
	t.Helper()
	for _, s := range statements {
		for _, run := range []string{"owned", "waiting", "woken", "ended-1", "ended-2", "ready", "blocked"} {
			s = strings.ReplaceAll(s, "{"+run+"}", "(SELECT run_id FROM ~run WHERE workflow_id = '"+run+"')")
		}
		if _, err := p.lot.pool.Exec(t.Context(), strings.ReplaceAll(s, "~", p.schema+".")); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// finds checks that these are the findings, each the beginning of "L4 ended-1: text", in
// any order.
func (p *patient) finds(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	err := p.Check(t.Context(), 30*time.Second, func(f store.Finding) error {
		got = append(got, fmt.Sprintf("%s %s: %s", f.Check, f.WorkflowID, f.Text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	match := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		match = match && strings.HasPrefix(got[i], want[i])
	}
	if !match {
		t.Errorf("found\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

const (
	ghost  = "'00000000-0000-0000-0000-000000000bad'"
	nobody = "'00000000-0000-0000-0000-000000004711'"
)

// Each kind of damage is found, and nothing but it; what can be mended is, and leaves
// nothing behind.
func TestDamageIsFoundAndMended(t *testing.T) {
	l := newLot(t)
	for name, c := range map[string]struct {
		hurt  []string
		finds []string
		mend  store.CheckID // "": it cannot be
		undo  string        // for the next one
	}{
		"a run is lost": {
			[]string{"INSERT INTO ~event (run_id, seq, n, token, at) VALUES (" + nobody + ", 1, 1, gen_random_uuid(), now())"},
			[]string{"L1 : there is a history of run 00000000-0000-0000-0000-000000004711, and no such run"}, "", "",
		},
		"a dispatch row is lost": {
			[]string{"DELETE FROM ~dispatch WHERE run_id = {woken}"},
			[]string{"L3 woken: entries lie in its inbox and it has no dispatch row"}, store.CheckWakeup, "",
		},
		"the dispatch row of a run that is ready is lost": {
			[]string{"DELETE FROM ~dispatch WHERE run_id = {ready}"},
			[]string{"L3 ready: it waits for nothing but a worker and has no dispatch row: nobody will look"}, store.CheckWakeup, "",
		},
		"every dispatch row is lost": {
			[]string{"DELETE FROM ~dispatch WHERE owner IS NULL"},
			[]string{"L3 woken: entries lie in its inbox", "L3 blocked: it is blocked and has no dispatch row: nobody will try it again", "L3 ready: it waits for nothing"},
			store.CheckWakeup, "",
		},
		"an entry is not counted": {
			[]string{"UPDATE ~run SET entries = 0, unread = 0 WHERE run_id = {woken}"},
			[]string{"L3 woken: it counts entries 0, unread 0, newest order 1; its inbox holds 1, 1, 1"}, store.CheckWakeup, "",
		},
		"an entry is counted that is not there": {
			[]string{"UPDATE ~run SET unread = 2000 WHERE run_id = {owned}"},
			[]string{"L3 owned: it counts entries 0, unread 2000, newest order 0; its inbox holds 0, 0, 0"}, store.CheckWakeup, "",
		},
		"an order would be given twice": {
			[]string{"UPDATE ~run SET gen = 0 WHERE run_id = {woken}"},
			[]string{"L3 woken: it counts entries 1, unread 1, newest order 0; its inbox holds 1, 1, 1"}, store.CheckWakeup, "",
		},
		"something hangs on a run that has ended": {
			[]string{
				"INSERT INTO ~timer VALUES ({ended-1}, 7, now()), ({ended-1}, 8, now())",
				"UPDATE ~activity SET run_id = {ended-2}",
				"INSERT INTO ~inbox (run_id, ord, kind, ref, at) VALUES ({ended-1}, 5, 1, 0, now())",
				"UPDATE ~dispatch SET run_id = {ended-2} WHERE run_id = {woken}",
				"DELETE FROM ~inbox WHERE run_id = {woken}", "UPDATE ~run SET entries = 0, unread = 0 WHERE run_id = {woken}",
			},
			[]string{
				"L4 ended-1: timer 7 is left of a run that is completed", "L4 ended-1: timer 8 is left", "L4 ended-2: activity 2 is left", "L4 ended-2: activity 3 is left",
				"L4 ended-1: inbox entry 5 is left", "L4 ended-2: a dispatch row is left",
			}, store.CheckOrphan, "",
		},
		"something hangs on no run": {
			[]string{"INSERT INTO ~timer VALUES (" + nobody + ", 7, now())", "INSERT INTO ~inbox (run_id, ord, kind, ref, at) VALUES (" + nobody + ", 5, 1, 0, now())"},
			[]string{"L4 : timer 7 belongs to run 00000000-0000-0000-0000-000000004711, which is not there", "L4 : inbox entry 5 belongs to run "}, store.CheckOrphan, "",
		},
		"a workflow id has two open runs": {
			[]string{"DROP INDEX ~run_open", "UPDATE ~run SET workflow_id = 'waiting', nth = 1 WHERE run_id = {woken}"},
			[]string{"L5 waiting: 2 runs with this workflow id are open", "integrity : the index run_open is not there"}, "",
			"DELETE FROM ~run; CREATE UNIQUE INDEX run_open ON ~run (namespace, workflow_id) WHERE status = 1",
		},
		"run and dispatch row name different owners": {
			[]string{"UPDATE ~dispatch SET owner = " + ghost + " WHERE run_id = {owned}"},
			[]string{"L6 owned: its row says that worker "}, store.CheckOwner, "",
		},
		"only the run has an owner": {
			[]string{"DELETE FROM ~dispatch WHERE run_id = {owned}"},
			[]string{"L6 owned: its row says that worker "}, store.CheckOwner, "",
		},
		"only the dispatch row has an owner": {
			[]string{"UPDATE ~run SET owner = NULL WHERE run_id = {owned}"},
			[]string{"L6 owned: its row says that nobody owns it, its dispatch row says worker "}, store.CheckOwner, "",
		},
		"a run that has ended has an owner": {
			[]string{"UPDATE ~run SET owner = (SELECT worker_id FROM ~worker) WHERE run_id = {ended-1}"},
			[]string{"L6 ended-1: it has ended, and its row says that worker "}, store.CheckOwner, "",
		},
		"the owner's row is lost": {
			[]string{"DELETE FROM ~worker"},
			[]string{"L6 owned: worker ", "L6 owned: worker "}, store.CheckOwner, "",
		},
		"the owner of an activity is unknown": {
			[]string{"UPDATE ~activity SET owner = " + ghost + " WHERE activity = 3"},
			[]string{"L6 owned: worker 00000000-0000-0000-0000-000000000bad owns its activity 3, and that worker has no row"}, store.CheckOwner, "",
		},
		"things are overdue": {
			[]string{
				"UPDATE ~timer SET fire_at = '2026-03-01 11:59:00Z'", "UPDATE ~activity SET ready_at = scheduled_at, deadline = 'epoch' WHERE activity = 2",
				"UPDATE ~dispatch SET ready_at = 'epoch' WHERE run_id = {woken}",
			},
			[]string{
				"L7 waiting: its timer 2 is due since 2026-03-01T11:59:00Z", `L7 woken: it is ready since 1970-01-01T00:00:00Z: no worker takes workflow "order" from queue "default"`,
				`L7 owned: the deadline of its activity 2 passed at 1970-01-01T00:00:00Z: no worker of its namespace ends "charge" from queue "payments"`,
			}, "", "",
		},
		"a commit is in two histories": {
			[]string{"UPDATE ~event SET token = (SELECT token FROM ~event WHERE run_id = {ended-1} AND seq = 3) WHERE run_id = {ended-2} AND seq = 2"},
			[]string{"L8 ended-"}, "", "",
		},
		"a commit is in one history twice": {
			[]string{"UPDATE ~event SET token = (SELECT token FROM ~event WHERE run_id = {ended-1} AND seq = 2) WHERE run_id = {ended-1} AND seq = 4"},
			[]string{"L8 ended-1: the rows at seq 2 and at seq 4 are of the same commit "}, "", "",
		},
		"an index is broken off": {
			[]string{"UPDATE pg_index SET indisvalid = false WHERE indexrelid = '~timer_due'::regclass"},
			[]string{"integrity : the index timer_due is not valid"}, "",
			"UPDATE pg_index SET indisvalid = true WHERE indexrelid = '~timer_due'::regclass",
		},
		"a table is lost": {
			[]string{"ALTER TABLE ~request RENAME TO requests"},
			[]string{"integrity : its table request is not there"}, "",
			"ALTER TABLE ~requests RENAME TO request",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			p := newPatient(t, l)
			p.hurt(t, c.hurt...)
			p.finds(t, c.finds...)
			if c.undo != "" {
				l.script(t, strings.ReplaceAll(c.undo, "~", p.schema+"."))
			}
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
		})
	}
}

// What is given back by a repair can be claimed, by somebody else and with a new epoch.
func TestMendedRunsGoOn(t *testing.T) {
	p := newPatient(t, newLot(t))
	p.hurt(t, "DELETE FROM ~worker", "DELETE FROM ~dispatch WHERE run_id IN ({woken}, {ready}, {blocked})")
	for _, c := range []store.CheckID{store.CheckWakeup, store.CheckOwner} {
		if _, err := p.Repair(t.Context(), c, 0, false); err != nil {
			t.Fatal(err)
		}
	}
	outs, err := p.Apply(t.Context(), []store.Op{&store.Claim{Worker: uuid.New(), ID: uuid.New(), Max: 10,
		Filter: store.Filter{Queues: []string{"default"}, Workflows: []string{"order"}, Level: 1}}})
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

// A check under way ends with its store, whatever the server is at.
func TestACheckEndsWithItsStore(t *testing.T) {
	st, _ := newLot(t).take(t)
	var closing sync.WaitGroup
	err := st.apart(context.Background(), func(v *visit) error {
		closing.Go(func() {
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		})
		return v.moment(func() error { return v.one("SELECT pg_sleep(3600)", nil, nil) })
	})
	if !errors.Is(err, store.ErrStoreClosed) {
		t.Errorf("it ends with %v", err)
	}
	closing.Wait()
}
