package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	lib "modernc.org/sqlite/lib"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/timer"
)

func newRun(name string, data []byte) *store.Start {
	id := uuid.New()
	return &store.Start{Run: id, Chain: id, WorkflowID: name, Workflow: "order", Queue: "q", Level: 1,
		Row: store.Row{Seq: 1, N: 1, Token: uuid.New(), Data: data}}
}

func count(t *testing.T, st store.Store) int {
	t.Helper()
	p, err := st.Runs(context.Background(), store.Query{Limit: store.MaxPage})
	if err != nil {
		t.Fatal(err)
	}
	return len(p.Runs)
}

func TestFullDatabase(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{MaxPages: 120})
	me := join(t, st)
	started := 0
	var err error
	for ; err == nil; started++ {
		// two in a batch: the failure of the second undoes the first
		_, err = st.Apply(ctx, []store.Op{newRun(fmt.Sprint("small-", started), nil), newRun(fmt.Sprint("large-", started), make([]byte, 20_000))})
	}
	started--
	if !errors.Is(err, store.ErrFull) || !errors.Is(err, store.ErrTransient) {
		t.Fatalf("a full database is %v, want an ErrFull that is an ErrTransient", err)
	}
	if n := count(t, st); n != 2*started {
		t.Errorf("%d runs after %d batches of two: half of a batch stayed", n, started)
	}
	// What needs no room still works, and what frees room does free it.
	if tick, err := st.Tick(ctx, store.Tick{Worker: me, Renew: time.Hour}); err != nil || !tick.Alive {
		t.Errorf("renewing: alive %v, %v", tick.Alive, err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	integrity(t, path)
	larger := open(t, path, sqlite.Options{MaxPages: 400})
	if _, err := larger.Apply(ctx, []store.Op{newRun("more", make([]byte, 20_000))}); err != nil {
		t.Errorf("with more room: %v", err)
	}
	if n := count(t, larger); n != 2*started+1 {
		t.Errorf("%d runs, want %d", n, 2*started+1)
	}
}

// Every place where the library touches the WAL fails once. What the store then
// reports must be true, and the same call must work the next time.
func TestEveryFaultOfTheWAL(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{})
	t.Cleanup(func() { lib.SehInject(0) })
	unknown, transient := 0, 0
	for site := int32(1); ; site++ {
		name := fmt.Sprint("order-", site)
		first := newRun(name, make([]byte, 5000))
		second := newRun(name+"-b", nil)
		ops := []store.Op{first, second}
		lib.SehInject(site)
		_, err := st.Apply(ctx, ops)
		injected := lib.SehPending() == 0
		lib.SehInject(0)

		_, run := st.Run(ctx, store.Ref{Run: first.Run})
		_, other := st.Run(ctx, store.Ref{Run: second.Run})
		applied := run == nil
		if (other == nil) != applied {
			t.Fatalf("fault %d: half of the batch is there: %v, %v", site, run, other)
		}
		switch {
		case err == nil && !applied, errors.Is(err, store.ErrTransient) && applied:
			t.Fatalf("fault %d: Apply says %v, the run is there: %v", site, err, applied)
		case err == nil:
		case errors.Is(err, store.ErrTransient):
			transient++
		case errors.Is(err, store.ErrUnknownOutcome):
			unknown++
		default:
			t.Fatalf("fault %d: Apply says %v", site, err)
		}
		out, err := st.Apply(ctx, ops)
		if err != nil || out[0].Code != store.Done || out[1].Code != store.Done {
			t.Fatalf("fault %d: again: %v, %v", site, out, err)
		}
		if !injected {
			break // there are no more such places
		}
	}
	if transient == 0 || unknown == 0 {
		t.Errorf("%d transient and %d unknown outcomes: the faults reached nothing", transient, unknown)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	integrity(t, path)
}

func TestDamagedDatabase(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{})
	var ops []store.Op
	for i := range 200 {
		ops = append(ops, newRun(fmt.Sprint("order-", i), make([]byte, 3000)))
	}
	if _, err := st.Apply(ctx, ops); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	damage(t, path, 60*4096, -1) // the schema and the root pages stay
	st = open(t, path, sqlite.Options{})
	_, err := st.Apply(ctx, []store.Op{newRun("one more", nil)})
	said(t, err, path, sqlite.ErrCorrupt)
	_, err = st.History(ctx, store.HistoryQuery{Run: ops[0].(*store.Start).Run})
	said(t, err, path, sqlite.ErrCorrupt)
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	damage(t, path, 0, 100)
	_, err = sqlite.Open(ctx, path)
	said(t, err, path, sqlite.ErrNotDatabase)
}

// damage overwrites the bytes of a file that nobody has open, up to end or to the end
// of the file.
func damage(t *testing.T, path string, from, end int) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if end < 0 {
		end = len(b)
	}
	for i := from; i < end; i++ {
		b[i] = byte(i * 7)
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// said checks that err is a FileError of that kind that names the file and says what
// to do.
func said(t *testing.T, err error, path string, kind error) {
	t.Helper()
	var file *sqlite.FileError
	if !errors.As(err, &file) || !errors.Is(err, kind) {
		t.Fatalf("%v, want a *FileError that is %q", err, kind)
	}
	if file.Do == "" || !strings.Contains(err.Error(), filepath.Base(path)) {
		t.Errorf("the error does not name the file and what to do: %v", err)
	}
}

// cancelling is a clock that cancels a context when the store reads the time, which it
// does after the transaction has begun.
type cancelling struct {
	timer.Clock
	cancel func()
}

func (c *cancelling) Now() time.Time {
	if c.cancel != nil {
		c.cancel()
	}
	return c.Clock.Now()
}

func TestTheContextCountsUntilTheTransactionBegins(t *testing.T) {
	clock := &cancelling{Clock: faketime.New(start())}
	st := open(t, filepath.Join(t.TempDir(), "store.db"), sqlite.Options{Clock: clock})
	ctx, cancel := context.WithCancel(context.Background())
	clock.cancel = cancel
	if _, err := st.Apply(ctx, []store.Op{newRun("order-1", nil)}); err != nil {
		t.Errorf("a context that ended in the transaction: %v", err)
	}
	clock.cancel = nil
	if n := count(t, st); n != 1 {
		t.Errorf("%d runs, want 1", n)
	}
	if _, err := st.Apply(ctx, []store.Op{newRun("order-2", nil)}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended before: %v", err)
	}
	if _, err := st.Run(ctx, store.Ref{WorkflowID: "order-1"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a reader whose context ended before: %v", err)
	}
}

// A batch that has nothing to do writes nothing: other connections see no change.
func TestNothingToDoWritesNothing(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{})
	me := join(t, st)
	s := newRun("order-1", nil)
	s.Owner, s.Claim = me, uuid.New()
	if _, err := st.Apply(ctx, []store.Op{s}); err != nil {
		t.Fatal(err)
	}
	db := foreign(t, path)
	version := func() (n int) {
		t.Helper()
		if err := db.QueryRow("PRAGMA data_version").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := version()
	f := store.Filter{Queues: []string{"q"}, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1}
	outs, err := st.Apply(ctx, []store.Op{
		s, newRun("order-1", nil),
		&store.Claim{Worker: me, ID: uuid.New(), Max: 10, Filter: f}, &store.Claim{Worker: me, ID: uuid.New(), Max: 1, Filter: f, Quarantine: true},
		&store.Commit{Run: s.Run, Owner: me, Epoch: 9, Seq: 2, Token: uuid.New(), Rows: []store.Row{{Seq: 2, N: 1}}},
		&store.Deliver{Ref: store.Ref{WorkflowID: "nobody"}, Entry: store.Entry{Kind: store.EntrySignal}},
		&store.Fetch{Run: s.Run, Worker: me, Epoch: 1}, &store.Fire{Max: 10},
		&store.ClaimActivities{Worker: me, ID: uuid.New(), Max: 10, Filter: f},
		&store.EndActivity{Run: s.Run, Activity: 2, Worker: me}, &store.RetryActivity{Run: s.Run, Activity: 2, Worker: me},
		&store.Beat{Run: s.Run, Activity: 2, Worker: me}, &store.Release{Run: s.Run, Worker: me, Epoch: 9},
		&store.Resume{Ref: store.Ref{Run: s.Run}}, &store.Terminate{Ref: store.Ref{WorkflowID: "nobody"}, Token: uuid.New(), N: 1},
		&store.Condemn{Worker: uuid.New()}, &store.Recover{Dead: me, Limit: 10}, &store.Sweep{},
	})
	if err != nil {
		t.Fatal(err)
	}
	if after := version(); after != before {
		t.Errorf("a batch of nothing was committed: %v", outs)
	}
	if _, err := st.Apply(ctx, nil); err != nil {
		t.Errorf("an empty batch: %v", err)
	}
}

func TestClosing(t *testing.T) {
	ctx := context.Background()
	st := open(t, filepath.Join(t.TempDir(), "store.db"), sqlite.Options{})
	me := join(t, st)
	done := make(chan error)
	for range 8 {
		go func() {
			var err error
			for i := 0; err == nil; i++ {
				if _, err = st.Apply(ctx, []store.Op{newRun(uuid.NewString(), nil)}); err == nil {
					_, err = st.Run(ctx, store.Ref{WorkflowID: "nobody"})
				}
				if errors.Is(err, store.ErrNotFound) {
					err = nil
				}
			}
			done <- err
		}()
	}
	for count(t, st) < 20 { // until they are all working
	}
	for range 2 {
		if err := st.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	for range 8 {
		if err := <-done; !errors.Is(err, store.ErrStoreClosed) {
			t.Errorf("a call beside Close: %v", err)
		}
	}
	for name, call := range map[string]func() error{
		"Apply":   func() error { _, err := st.Apply(ctx, nil); return err },
		"Join":    func() error { return st.Join(ctx, store.Worker{ID: me}) },
		"Leave":   func() error { return st.Leave(ctx, me) },
		"Tick":    func() error { _, err := st.Tick(ctx, store.Tick{Worker: me, Renew: 1}); return err },
		"Owned":   func() error { _, err := st.Owned(ctx, me); return err },
		"History": func() error { _, err := st.History(ctx, store.HistoryQuery{}); return err },
		"Run":     func() error { _, err := st.Run(ctx, store.Ref{}); return err },
		"Runs":    func() error { _, err := st.Runs(ctx, store.Query{}); return err },
		"Pending": func() error { _, err := st.Pending(ctx, store.RunID{}); return err },
		"Now":     func() error { _, err := st.Now(ctx); return err },
	} {
		if err := call(); !errors.Is(err, store.ErrStoreClosed) {
			t.Errorf("%s of a closed store: %v", name, err)
		}
	}
}
