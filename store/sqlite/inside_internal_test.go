package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

func openHere(t *testing.T, path string, o Options) *Store {
	t.Helper()
	o.Logger = slog.New(slog.DiscardHandler)
	st, err := Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return st
}

func newStart(name string) *store.Start {
	id := uuid.New()
	return &store.Start{Run: id, Chain: id, WorkflowID: name, Workflow: "order", Queue: "q", Level: 1,
		Row: store.Row{Seq: 1, N: 1, Data: make([]byte, 1000)}}
}

// A Tick looks at the tables only when something can have changed: through this Store,
// through another connection, through time, or because the Tick asks something else.
func TestAnIdleTickAsksOneThing(t *testing.T) {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	path := filepath.Join(t.TempDir(), "store.db")
	st := openHere(t, path, Options{Clock: clock})
	other := openHere(t, path, Options{Clock: clock})
	me, friend := uuid.New(), uuid.New()
	for id, ttl := range map[store.WorkerID]time.Duration{me: time.Hour, friend: 30 * time.Second} {
		if err := st.Join(ctx, store.Worker{ID: id, TTL: ttl}); err != nil {
			t.Fatal(err)
		}
	}
	ask := store.Tick{Worker: me, Filter: store.Filter{Queues: []string{"q"}, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1}}
	run := newStart("order-1")
	run.Owner, run.Claim = me, uuid.New()
	apply := func(s *Store, op store.Op) {
		t.Helper()
		if out, err := s.Apply(ctx, []store.Op{op}); err != nil || out[0].Code != store.Done {
			t.Fatalf("%T: %v, %v", op, out, err)
		}
	}
	apply(st, run)
	for _, c := range []struct {
		name  string
		do    func()
		looks bool
		want  func(store.Ticked) bool
	}{
		{"the first time", func() {}, true, nil},
		{"nothing happened", func() {}, false, nil},
		{"time went by", func() { clock.Advance(time.Second) }, false, nil},
		{"the lease is renewed", func() { ask.Renew = 2 * time.Hour }, false,
			func(a store.Ticked) bool { return a.Alive && a.LeaseUntil.Equal(clock.Now().Add(2*time.Hour)) }},
		{"not again", func() { ask.Renew = 0 }, false, nil},
		{"another connection reads", func() { _, _ = other.Runs(ctx, store.Query{}) }, false, nil},
		{"a batch of nothing", func() { apply(st, &store.Sweep{}) }, false, nil},
		{"a run is started here", func() { apply(st, newStart("order-2")) }, true, func(a store.Ticked) bool { return a.ReadyRuns == 1 }},
		{"a signal from elsewhere", func() {
			apply(other, &store.Deliver{Ref: store.Ref{WorkflowID: "order-1"}, Entry: store.Entry{Kind: store.EntrySignal}})
		}, true, func(a store.Ticked) bool { return len(a.Dirty) == 1 && a.Dirty[0] == run.Run }},
		{"which is still not fetched", func() {}, false, func(a store.Ticked) bool { return len(a.Dirty) == 1 }},
		{"another question", func() { ask.Awaited = []store.RunID{run.Run} }, true, nil},
		{"an activity waits a minute", func() {
			apply(st, &store.Commit{Run: run.Run, Owner: me, Epoch: 1, Seq: 2, After: run.Row.Token, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: 2, N: 1}},
				Schedule: []store.Activity{{ID: 3, Name: "charge", Queue: "q", Delay: time.Minute}}})
		}, true, func(a store.Ticked) bool { return a.NextReady.Equal(clock.Now().Add(time.Minute)) }},
		{"it waits", func() { clock.Advance(25 * time.Second) }, false, nil},
		{"a lease ends", func() { clock.Advance(10 * time.Second) }, true, func(a store.Ticked) bool { return len(a.Expired) == 1 }},
		{"the activity is ready", func() { clock.Advance(25 * time.Second) }, true, func(a store.Ticked) bool { return a.ReadyActivities == 1 }},
		{"the clock is set back", func() { clock.Set(clock.Now().Add(-time.Hour)) }, true, nil},
	} {
		before := st.last.answer.Now
		clock.Advance(time.Microsecond)
		c.do()
		a, err := st.Tick(ctx, ask)
		if err != nil {
			t.Fatal(err)
		}
		if !a.Now.Equal(clock.Now()) {
			t.Errorf("%s: now is %v, want %v", c.name, a.Now, clock.Now())
		}
		if looked := !st.last.answer.Now.Equal(before); looked != c.looks {
			t.Errorf("%s: looked at the tables: %v, want %v", c.name, looked, c.looks)
		}
		st.last.asked = false // the next Tick looks at the tables and must find the same
		fresh, err := st.Tick(ctx, ask)
		if err != nil || fmt.Sprint(a) != fmt.Sprint(fresh) {
			t.Errorf("%s: the answer is %+v\nthe tables say %+v, %v", c.name, a, fresh, err)
		}
		if c.want != nil && !c.want(a) {
			t.Errorf("%s: %+v", c.name, a)
		}
	}
}

// The writer keeps the WAL short by itself. A reader that does not end keeps the WAL from
// shrinking, but does not stop the writer.
func TestTheWALStaysShort(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := openHere(t, path, Options{})
	size := func() int64 {
		t.Helper()
		fi, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return fi.Size()
	}
	write := func(megabytes int) {
		t.Helper()
		for range megabytes * 4 {
			s := newStart(uuid.NewString())
			s.Row.Data = make([]byte, 256<<10)
			if _, err := st.Apply(ctx, []store.Op{s}); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(30)
	if n := size(); n > 6<<20 {
		t.Errorf("the WAL has %d bytes after 30 MB", n)
	}
	c, err := st.dialReader()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.snapshot()
	if n := c.Number("SELECT count(*) FROM ~run"); n == 0 {
		t.Fatal("the reader sees no runs")
	}
	write(10)
	held := size()
	if held < 10<<20 {
		t.Errorf("the WAL has %d bytes although a reader holds up 10 MB", held)
	}
	c.Rollback()
	write(30)
	if n := size(); n > held+6<<20 {
		t.Errorf("the WAL has %d bytes 30 MB after the reader ended, and had %d before", n, held)
	}
	if n := st.w.WALFrames(); n > 2*st.checkpointPages() {
		t.Errorf("%d pages are in use in the WAL", n)
	}
}

// Readers that take turns, so that one reads at every moment, do not let the WAL grow.
func TestTheWALStaysBoundedUnderReadersThatTakeTurns(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := openHere(t, path, Options{})
	over := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				if _, err := st.Runs(ctx, store.Query{Limit: store.MaxPage}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	const written = 64
	for range written * 4 {
		s := newStart(uuid.NewString())
		s.Row.Data = make([]byte, 256<<10)
		if _, err := st.Apply(ctx, []store.Op{s}); err != nil {
			t.Fatal(err)
		}
	}
	close(over)
	readers.Wait()
	fi, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(2 * maxWAL * walBytes); fi.Size() > most {
		t.Errorf("the WAL has %d bytes after %d MiB, want at most %d", fi.Size(), written, most)
	}
}

// When no space is left, the space of the WAL is given back.
func TestAFullDatabaseEmptiesItsWAL(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := openHere(t, path, Options{MaxPages: 300})
	var err error
	for err == nil {
		s := newStart(uuid.NewString())
		s.Row.Data = make([]byte, 20_000)
		_, err = st.Apply(ctx, []store.Op{s})
	}
	if !errors.Is(err, store.ErrFull) {
		t.Fatal(err)
	}
	fi, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if fi.Size() != 0 {
		t.Errorf("the WAL of a full database has %d bytes", fi.Size())
	}
}

// A statement that scans a table, or sorts, gets slower as the file grows. Only these few
// may.
func TestNoStatementScans(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	may := map[string][]string{
		sqlWorkers:         {"SCAN reprise_worker"}, // a handful of rows
		sqlLeaveQuarantine: {"SCAN reprise_worker"},
		sqlLost:            {"SCAN i", "TEMP B-TREE"}, // searches the whole inbox, every 30 s
		sqlStatuses:        {"SCAN v", "SCAN 6-ROW VALUES"},
		sqlNames:           {"SCAN g", "SCAN (subquery", "SCAN CONSTANT"},
		sqlBlockedNames:    {"SCAN g", "SCAN (subquery", "SCAN CONSTANT"},
		sqlOwnersOfRuns:    {"SCAN o", "SCAN (subquery", "SCAN CONSTANT"},
		sqlOwnersOfTasks:   {"SCAN o", "SCAN (subquery", "SCAN CONSTANT"},
		sqlRunsOf:          {"TEMP B-TREE"}, // what a dead worker owned, sorted once
		sqlTasksOfWorker:   {"TEMP B-TREE"},
		sqlForStart:        {"SCAN (subquery", "SCAN CONSTANT"},
		sqlEntomb:          {"SCAN json_each"}, // the runs removed at once
		sqlDropHistories:   {"SCAN json_each"}, // the runs removed at once
		sqlDropRuns:        {"SCAN json_each"}, // the runs removed at once
		sqlDropAttrs:       {"SCAN json_each"}, // the runs removed at once
		sqlFreeRuns:        {"SCAN (subquery"}, // at most 10,001
		sqlFreeTasks:       {"SCAN (subquery"},
		sqlDueTasks:        {"SCAN (subquery"},
		sqlRetried:         {"SCAN (subquery"}, // at most 100,001
		sqlDelayedQueues:   {"SCAN g", "SCAN (subquery", "SCAN CONSTANT"},
		sqlWaitingOf:       {"SCAN (subquery", "SCAN json_each"},                  // at most 200
		sqlPartitionLoads:  {"SCAN (subquery", "SCAN w", "SCAN k", "TEMP B-TREE"}, // at most 100,000
		sqlOfPrefix:        {"TEMP B-TREE"},                                       // at most 10,000
		sqlPrefixed:        {"SCAN (subquery"},
		sqlListOwned:       {"SCAN a USING INDEX", "TEMP B-TREE"}, // what runs, which has room in workers
	}
	for _, sql := range []string{sqlOwned, sqlRunning} {
		may[sql] = []string{"SCAN (subquery", "TEMP B-TREE FOR GROUP BY"} // at most 100,001
	}
	for _, sql := range []string{
		sqlLoadByID, sqlLoadByNumber, sqlLoadNamed, sqlLoadTerminated, sqlForStart, sqlToken, sqlKnown, sqlHeads, sqlAbove, sqlSignals, sqlTheTask,
		sqlSave, sqlSaveEnd, sqlSaveFate, sqlTake, sqlDropTimer, sqlDropActivity, sqlSaveTask, sqlSaveDispatch, sqlSetDirty, sqlDropDispatch,
		sqlClearInbox, sqlClearTimers, sqlClearActivities, sqlNewestOrder, sqlEntries, sqlUnread, sqlUnreadBytes, sqlNobody, sqlOwnless, sqlHasRun,
		sqlShow, sqlInbox, sqlLost, sqlDue, sqlNextTimer, sqlHeld,
		sqlFree, sqlQuarantined, sqlNextTried, sqlBlockedAny, sqlBlockedDue, sqlBlockedLater, sqlQuarantine, sqlEnterQuarantine, sqlLeaveQuarantine,
		sqlTaskByKey, sqlTasksOf, sqlTasksHeld, sqlReadyTasks, sqlDueDelayed, sqlLaterDelayed, sqlDelayOver,
		sqlQuarantinedTasks, sqlWorkers, sqlWorker, sqlDead, sqlDropWorker, sqlRunsOf, sqlTasksOfWorker,
		sqlOwnersOfRuns, sqlOwnersOfTasks, sqlRenew, sqlDirtyOf, sqlIsClosed, sqlHistory, sqlHistoryLast, sqlShowByID,
		sqlShowNamed, sqlRequests, sqlNumberOfRun, sqlOwnedRuns, sqlOwnedTasks, sqlInGroup, sqlInBlocked, sqlOfID, sqlStatuses, sqlNames,
		sqlBlockedNames, sqlScan, sqlScanRows, sqlScanTimers, sqlScanTasks, sqlScanEntries, sqlLastRun,
		sqlOver, sqlBefore, sqlSizes, sqlDropRows, sqlHide, sqlEntomb, sqlDropHistories, sqlDropRuns, sqlIsRemoved, sqlLastRemoved,
		sqlForgetOldest, sqlSaveAttrs, sqlDropAttr, sqlDropAttrs, sqlByAttr, sqlSince,
		sqlFreeRuns, sqlNextFreeRun[0], sqlNextFreeRun[1], sqlOwned, sqlFreeTasks, sqlNextFreeTask[0], sqlNextFreeTask[1], sqlDelayedQueues, sqlDueTasks, sqlRetried, sqlRunning, sqlWaitingOf, sqlPartitionLoads, sqlOldestRun,
		sqlListed, sqlOfPrefix, sqlPrefixed, sqlListFree, sqlListDue, sqlListLater, sqlListOwned,
	} {
		for _, line := range plan(t, st, sql) {
			allowed := false
			for _, a := range may[sql] {
				allowed = allowed || strings.Contains(line, a)
			}
			if !allowed && (strings.HasPrefix(line, "SCAN") || strings.Contains(line, "TEMP B-TREE") || strings.Contains(line, "AUTOMATIC")) {
				t.Errorf("%s\n of: %s", line, sql)
			}
		}
	}
}

// plan returns how SQLite plans to execute sql.
func plan(t *testing.T, st *Store, sql string) (lines []string) {
	t.Helper()
	c := st.w
	args := make([]any, c.Params("EXPLAIN QUERY PLAN "+sql))
	for q := c.Query("EXPLAIN QUERY PLAN "+sql, args...); q.Next(); {
		lines = append(lines, q.Text(3))
	}
	if err := c.Clear(); err != nil {
		t.Fatalf("%v: %s", err, sql)
	}
	return lines
}

// What later versions need is there from the start. Adding it later would need another
// key, another frequently written index or other transactions.
func TestTheFirstSchemaKeepsDoorsOpen(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	for table, columns := range map[string]string{
		"run": `run_id chain_id next_run_id parent_run_id parent_seq namespace workflow_id workflow queue prio status
			epoch next_seq last_commit level build owner last_owner created_at closed_at waiting block_reason block_text
			gen entries unread closing deaths quarantine_deaths undelivered`,
		"event":     "run seq n token at data",
		"dispatch":  "run namespace queue workflow level build prio ready_at owner claim dirty sticky sticky_until",
		"activity":  "run activity namespace queue name prio attempt owner claim deadline beat_at details last deaths",
		"timer":     "run timer fire_at namespace",
		"inbox":     "run ord id kind ref at data",
		"outbox":    "run_id seq kind namespace target ref workflow_id workflow queue prio level at data",
		"request":   "request id kind run_id namespace workflow_id data",
		"tombstone": "run_id run namespace workflow_id at",
		"worker":    "worker_id lease_until dead build level host pid queues slots",
		"meta":      "schema_version compatible_from cluster_id epoch secret",
	} {
		for column := range strings.FieldsSeq(columns) {
			if st.w.Number("SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2", "reprise_"+table, column) != 1 {
				t.Errorf("table %s has no column %s (%v)", table, column, st.w.Clear())
			}
		}
	}
}

// A tick that renews nothing and has nothing to report writes nothing.
func TestATickThatRenewsNothingWritesNothing(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := openHere(t, path, Options{})
	me := uuid.New()
	if err := st.Join(ctx, store.Worker{ID: me, TTL: time.Minute}); err != nil {
		t.Fatal(err)
	}
	written := func() int64 {
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := written()
	for range 5 {
		if _, err := st.Tick(ctx, store.Tick{Worker: me, Load: store.Load{Held: 3, Free: 4}}); err != nil {
			t.Fatal(err)
		}
	}
	if after := written(); after != before {
		t.Errorf("the log has grown from %d to %d bytes", before, after)
	}
	if _, err := st.Tick(ctx, store.Tick{Worker: me, Load: store.Load{Held: 3, Free: 4}, Tell: true}); err != nil || written() == before {
		t.Errorf("what is told is not written: %v", err)
	}
}
