package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

func join(t testing.TB, st store.Store) store.WorkerID {
	t.Helper()
	id := uuid.New()
	if err := st.Join(context.Background(), store.Worker{ID: id, Build: "build-1", Level: 1, Host: "here", PID: 4711, TTL: 10 * time.Second}); err != nil {
		t.Fatal(err)
	}
	return id
}

func refused(t *testing.T, st store.Store) *store.EngineRunningError {
	t.Helper()
	err := st.Join(context.Background(), store.Worker{ID: uuid.New(), TTL: time.Second})
	var running *store.EngineRunningError
	if !errors.As(err, &running) {
		t.Fatalf("a second engine is answered %v, want a *store.EngineRunningError", err)
	}
	return running
}

func TestSecondEngineInThisProcessIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	clock := faketime.New(start())
	first := open(t, path, sqlite.Options{Clock: clock})
	second := open(t, path, sqlite.Options{Clock: clock})
	a := join(t, first)
	b := join(t, first) // engines of one Store run side by side

	running := refused(t, second)
	if running.PID != 4711 || running.Host != "here" || !running.Since.Equal(start()) {
		t.Errorf("the error names pid %d on %q since %v", running.PID, running.Host, running.Since)
	}
	for _, word := range []string{"store.db", "4711", "here", "client"} {
		if !strings.Contains(running.Error(), word) {
			t.Errorf("the error does not say %q: %v", word, running)
		}
	}

	if err := first.Leave(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	refused(t, second) // b still runs
	if err := first.Leave(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	join(t, second)
	refused(t, first)
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	join(t, first) // closing gives up the lock, too
	if _, err := os.Stat(path + ".reprise-lock"); err != nil {
		t.Errorf("the lock file is gone: %v", err)
	}
}

func TestTheLockIsFoundThroughALink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "store.db"), filepath.Join(t.TempDir(), "link.db")
	first := open(t, path, sqlite.Options{})
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	second := open(t, link, sqlite.Options{})
	join(t, first)
	refused(t, second)
}

func TestSecondEngineInAnotherProcessIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{})
	other := spawn(t, "join", path)
	other.want("joined")
	if running := refused(t, st); running.PID != other.cmd.Process.Pid || running.Host != "elsewhere" {
		t.Errorf("the error names pid %d on %q, want %d on elsewhere", running.PID, running.Host, other.cmd.Process.Pid)
	}
	third := spawn(t, "join", path)
	third.want("refused " + strconv.Itoa(other.cmd.Process.Pid))

	// The killed process leaves a row, which lives until its lease ends, and no lock.
	other.kill()
	me := join(t, st)
	tick, err := st.Tick(context.Background(), store.Tick{Worker: me})
	if err != nil {
		t.Fatal(err)
	}
	if len(tick.Orphans) != 1 || !tick.Alive {
		t.Errorf("after the kill: orphans %v, alive %v; want the other worker, true", tick.Orphans, tick.Alive)
	}
}

// Whoever gets the lock has proof that the earlier workers are dead, whatever
// their leases say. Workers of the same Store are not among them.
func TestJoinMarksTheOthersDead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	ctx := context.Background()
	first := open(t, path, sqlite.Options{})
	dead := join(t, first)
	id := uuid.New()
	if _, err := first.Apply(ctx, []store.Op{&store.Start{
		Run: id, Chain: id, WorkflowID: "order-1", Workflow: "order", Level: 1, Row: store.Row{Seq: 1, N: 1}, Owner: dead, Claim: uuid.New(),
	}}); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil { // without Leave, as in a crash
		t.Fatal(err)
	}
	second := open(t, path, sqlite.Options{})
	a, b := join(t, second), join(t, second)
	for _, w := range []store.WorkerID{a, b} {
		tick, err := second.Tick(ctx, store.Tick{Worker: w})
		if err != nil || !tick.Alive || len(tick.Orphans) != 1 || tick.Orphans[0] != dead {
			t.Fatalf("alive %v, orphans %v, %v; want true and the one before", tick.Alive, tick.Orphans, err)
		}
	}
	out, err := second.Apply(ctx, []store.Op{&store.Recover{Dead: dead, Limit: 10}})
	if err != nil || out[0].Count != 1 {
		t.Fatalf("recovered %d, %v", out[0].Count, err)
	}
}

// A client needs no lock: it works while an engine holds it, and the engine's next
// Tick sees what the client did.
func TestClientInAnotherProcessBesideTheEngine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	ctx := context.Background()
	st := open(t, path, sqlite.Options{})
	me := join(t, st)
	ask := store.Tick{Worker: me, Filter: store.Filter{Queues: []string{"q"}, Workflows: []string{"order"}, Level: 1}}
	for i, owner := range []store.WorkerID{me, {}} {
		id := uuid.New()
		op := &store.Start{Run: id, Chain: id, WorkflowID: fmt.Sprint("order-", i), Workflow: "order", Queue: "q", Level: 1,
			Row: store.Row{Seq: 1, N: 1}, Owner: owner}
		if owner != uuid.Nil {
			op.Claim = uuid.New()
		}
		if _, err := st.Apply(ctx, []store.Op{op}); err != nil {
			t.Fatal(err)
		}
	}
	before, err := st.Tick(ctx, ask)
	if err != nil || len(before.Dirty) != 0 || before.ReadyRuns != 1 {
		t.Fatalf("before: dirty %v, ready %d, %v", before.Dirty, before.ReadyRuns, err)
	}
	for _, workflowID := range []string{"order-0", "order-1", "order-2"} {
		want := "done"
		if workflowID == "order-2" {
			want = "not found"
		}
		p := spawn(t, "signal", path, workflowID)
		p.want(want)
		if err := p.cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	after, err := st.Tick(ctx, ask)
	if err != nil || len(after.Dirty) != 1 {
		t.Fatalf("after: dirty %v, %v; want the run that is owned here", after.Dirty, err)
	}
	entries, err := st.Pending(ctx, after.Dirty[0])
	if err != nil || len(entries.Entries) != 1 || string(entries.Entries[0].Data) != "yes" {
		t.Fatalf("pending %+v, %v", entries, err)
	}
}

func TestTwoProcessesMigrateAtOnce(t *testing.T) {
	for range 4 {
		path := filepath.Join(t.TempDir(), "store.db")
		var all []*process
		for range 4 {
			all = append(all, spawn(t, "open", path))
		}
		for _, p := range all {
			p.want("opened")
		}
		integrity(t, path)
	}
}

// hold keeps the write lock of the file until its standard input ends.
func hold(path string) error {
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_txlock=immediate")
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	fmt.Println("held")
	if _, err := io.ReadAll(os.Stdin); err != nil {
		return err
	}
	if err := tx.Rollback(); err != nil {
		return err
	}
	fmt.Println("released")
	return db.Close()
}

func TestAnotherProgramKeepsTheWriteLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{BusyTimeout: time.Millisecond})
	patient := open(t, path, sqlite.Options{BusyTimeout: time.Hour})
	me := join(t, st)
	p := spawn(t, "hold", path)
	p.want("held")
	sweep := []store.Op{&store.Sweep{}}
	if _, err := st.Apply(context.Background(), sweep); !errors.Is(err, store.ErrTransient) || !errors.Is(err, sqlite.ErrLocked) {
		t.Errorf("Apply returns %v, want an ErrTransient that is an ErrLocked", err)
	}
	if _, err := st.Tick(context.Background(), store.Tick{Worker: me}); err != nil {
		t.Errorf("a Tick that writes nothing: %v", err)
	}
	if _, err := st.Runs(context.Background(), store.Query{}); err != nil {
		t.Errorf("a reader: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := patient.Apply(ctx, sweep); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Apply waits beyond its context and returns %v", err)
	}
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	p.want("released")
	if _, err := st.Apply(context.Background(), sweep); err != nil {
		t.Errorf("when the lock is free again: %v", err)
	}
}
