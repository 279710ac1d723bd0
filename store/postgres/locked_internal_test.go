package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// somebody begins a transaction that holds the locks of sql, until the test ends or calls
// the returned function.
func somebody(t *testing.T, st *Store, sql string, args ...any) func() {
	t.Helper()
	ctx := context.Background()
	tx, err := st.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	end := func() {
		if err := tx.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
			t.Error(err)
		}
	}
	t.Cleanup(end)
	if _, err := tx.Exec(ctx, st.texts.of(sql), args...); err != nil {
		t.Fatal(err)
	}
	return end
}

// In a large batch, only ops that need somebody else's lock are Locked and repeated. All
// others are applied, whatever kind of lock it is.
func TestALargeBatchLeavesOutOnlyWhatIsLocked(t *testing.T) {
	const n = 200
	locks := newLot(t)
	for name, keeps := range map[string]string{"two workflow ids": keepsName, "an activity row that is deleted": keepsActivity, "a dispatch row": keepsDispatch} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t, locks)
			p.st.halving = time.Hour // even on a slow machine
			somebody(t, p.st, keeps, id(p.mine))
			var ops []store.Op
			for i := range n {
				s := newStart(fmt.Sprint("order-", i))
				s.Run, s.Chain = uuid.Must(uuid.NewV7()), s.Run
				ops = append(ops, s)
			}
			want := make(map[int]bool)
			switch keeps {
			case keepsName:
				ops[17], ops[150] = newStart("taken"), signalTo(store.Ref{WorkflowID: "taken"}, "a")
				want[17], want[150] = true, true
			default:
				ops[77] = p.step(p.mine, closing)
				want[77] = true
			}
			for i, out := range p.apply(ops...) {
				if got := out.Code == store.Locked; got != want[i] {
					t.Errorf("member %d, %T, is answered %v", i, ops[i], out.Code)
				}
			}
		})
	}
}

// A lock that is free again a moment later, such as one of the server's own, does not split
// a batch.
func TestALockOfAMomentLeavesNobodyOut(t *testing.T) {
	l := newLot(t)
	st, _ := l.take(t)
	p := &pair{t: t, st: st, worker: uuid.New()}
	var ops []store.Op
	for i := range 50 {
		ops = append(ops, p.step(p.held(fmt.Sprint("order-", i))))
	}
	st.longer = time.Minute
	end := somebody(t, st, "LOCK TABLE ~event IN SHARE MODE")
	answered := make(chan []store.Outcome, 1)
	go func() { answered <- p.apply(ops...) }()
	// It has waited longer than the first limit allows.
	for waits := false; !waits; {
		if err := st.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
			WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO%event%' AND clock_timestamp() - query_start > $1::interval)`,
			interval(5*st.brief)).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	end()
	for i, out := range <-answered {
		if out.Code != store.Done {
			t.Errorf("member %d is answered %v", i, out.Code)
		}
	}
}

// A claim passes over a run or an activity that somebody else has locked, whichever of its
// rows it is; the same holds for timers. All others are found at once.
func TestASearchPassesOverWhatIsLocked(t *testing.T) {
	locks := newLot(t)
	for name, keeps := range map[string]string{
		"a run": keepsRun, "a dispatch row": "SELECT 1 FROM ~dispatch WHERE run_id = $1 FOR UPDATE",
		"a timer": "SELECT 1 FROM ~timer WHERE run_id = $1 FOR UPDATE", "an activity row": "SELECT 1 FROM ~activity WHERE run_id = $1 FOR UPDATE",
	} {
		t.Run(name, func(t *testing.T) {
			st, _ := locks.take(t)
			p := &pair{t: t, st: st, worker: uuid.New()}
			var runs []store.RunID
			for i := range 3 {
				run := p.held(fmt.Sprint("order-", i))
				runs = append(runs, run)
				c := p.step(run, func(c *store.Commit) {
					c.StartTimers = []store.Timer{{ID: 3, FireAt: start()}}
					c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default"}}
				})
				p.apply(c, &store.Release{Run: run, Worker: p.worker, Epoch: 1})
			}
			end := somebody(t, st, keeps, id(runs[0]))
			search := func() (claims, tasks, fired int) {
				outs := p.apply(&store.Claim{Worker: uuid.New(), ID: uuid.New(), Max: 10, Filter: filter()},
					&store.ClaimActivities{Worker: uuid.New(), ID: uuid.New(), Max: 10, Filter: filter()}, &store.Fire{Max: 10})
				for _, out := range outs {
					if out.Code != store.Done {
						t.Errorf("a search is answered %v", out.Code)
					}
				}
				return len(outs[0].Claims), len(outs[1].Tasks), len(outs[2].Fired)
			}
			less := func(which ...string) int {
				for _, w := range which {
					if w == name {
						return 1
					}
				}
				return 0
			}
			claims, tasks, fired := search()
			missing := [3]int{3 - claims, 3 - tasks, 3 - fired}
			if want := [3]int{less("a run", "a dispatch row"), less("an activity row"), less("a run", "a timer")}; missing != want {
				t.Errorf("of the runs, activities and timers %v are passed over, want %v", missing, want)
			}
			end()
			claims, tasks, fired = search()
			if got := [3]int{claims, tasks, fired}; got != missing {
				t.Errorf("when it is over %v are found, want %v", got, missing)
			}
		})
	}
}

// More is locked than one search examines: what comes after it is found all the same.
func TestAClaimFindsWhatStandsBehindMuchThatIsLocked(t *testing.T) {
	l := newLot(t)
	st, _ := l.take(t)
	p := &pair{t: t, st: st, worker: uuid.New()}
	var ops []store.Op
	for i := range 100 {
		s := newStart(fmt.Sprint("order-", i))
		s.Priority = i / 90
		ops = append(ops, s)
	}
	p.apply(ops...)
	somebody(t, st, "SELECT 1 FROM ~dispatch WHERE prio = 0 FOR UPDATE")
	if out := p.apply(&store.Claim{Worker: p.worker, ID: uuid.New(), Max: 5, Filter: filter()}); len(out[0].Claims) != 5 {
		t.Errorf("it finds %d runs, want 5", len(out[0].Claims))
	}
}

// What is passed over for longer than a moment is logged once, with the run and the table.
func TestTheLogIsToldOnceOfWhatIsPassedOver(t *testing.T) {
	l := newLot(t)
	st, schema := l.take(t)
	var text bytes.Buffer
	st.log = slog.New(slog.NewTextHandler(&text, nil))
	p := &pair{t: t, st: st, worker: uuid.New()}
	s := newStart("order-1")
	timed := p.held("order-2")
	p.apply(s, p.step(timed, func(c *store.Commit) { c.StartTimers = []store.Timer{{ID: 3, FireAt: start()}} }))
	somebody(t, st, "SELECT 1 FROM ~dispatch WHERE run_id = $1 FOR UPDATE", id(s.Run))
	somebody(t, st, "SELECT 1 FROM ~timer WHERE run_id = $1 FOR UPDATE", id(timed))
	for i := range 4 {
		p.apply(&store.Claim{Worker: uuid.New(), ID: uuid.New(), Max: 10, Filter: filter()}, &store.Fire{Max: 10})
		if told := strings.Count(text.String(), "skipping a row"); told != []int{0, 0, 2, 2}[i] {
			t.Errorf("after %d s: the log is\n%s", 3*i, text.String())
		}
		if _, err := st.pool.Exec(t.Context(), "UPDATE "+schema+".test_clock SET now = now + interval '3 seconds'"); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{`table="run or dispatch" run_id=` + s.Run.String() + " wait=6s", `table="run or timer" run_id=` + timed.String() + " wait=6s"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, text.String())
		}
	}
}

// A run with a damaged epoch, which cannot be raised, stops no other claim.
func TestADamagedEpochStopsNoOtherClaim(t *testing.T) {
	st, _ := newLot(t).take(t)
	p := &pair{t: t, st: st, worker: uuid.New()}
	damaged, sound := newStart("damaged"), newStart("sound")
	p.apply(damaged, sound)
	if _, err := st.pool.Exec(t.Context(), st.texts.of("UPDATE ~run SET epoch = 9223372036854775807 WHERE run_id = $1"), id(damaged.Run)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		out := p.apply(&store.Claim{Worker: p.worker, ID: uuid.New(), Max: 1, Filter: filter()})[0]
		if len(out.Claims) == 1 && out.Claims[0].Run.ID == sound.Run {
			return
		}
	}
	t.Error("the sound run is not claimed")
}
