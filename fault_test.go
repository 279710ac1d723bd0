package reprise_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// Commits lose their answers, never arrive, or arrive late, including claims and
// timers. Nothing happens twice, and nothing is lost.
func TestUnknownCommitOutcomes(t *testing.T) {
	const seed = 7
	for round := range 5 {
		rnd := rand.New(rand.NewPCG(seed, uint64(round)))
		var mu sync.Mutex
		shared, w := newMemory(), &world{effects: map[string]string{}}
		st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
			mu.Lock()
			defer mu.Unlock()
			if c.Apply == 0 || rnd.IntN(4) > 0 {
				return storetest.Fault{}
			}
			kinds := []storetest.Kind{storetest.FailBefore, storetest.LoseCall, storetest.LoseAnswer, storetest.DelayBefore, storetest.DelayAfter}
			return storetest.Fault{Kind: kinds[rnd.IntN(len(kinds))]}
		})
		rt := startRuntime(t, st, quiet(), bindTrip(w)...)
		names := []string{"ann", "bob", "cem"}
		if err := travel(bounded(t), rt, names); err != nil {
			t.Errorf("seed %d round %d: %v", seed, round, err)
			dump(t, rt, names)
		}
		check(t, shared, w, names, fmt.Sprintf("seed %d round %d", seed, round))
		if t.Failed() {
			return
		}
	}
}

// openFile opens a store on a file of the test.
func openFile(t *testing.T, path string, opts ...sqlite.Options) *sqlite.Store {
	t.Helper()
	st, err := sqlite.Open(t.Context(), path, opts...)
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

// A second engine on the same file is refused; the error names the first one's pid and
// what to do. A client may use the file as well, and the engine sees what it sends.
func TestOneEngineAndAClientOnOneFile(t *testing.T) {
	ctx := bounded(t)
	path := filepath.Join(t.TempDir(), "one.db")
	rt := startRuntime(t, openFile(t, path), quiet(), waitSign.Bind(signed))
	other, err := reprise.New(openFile(t, path), quiet(), waitSign.Bind(signed))
	if err != nil {
		t.Fatal(err)
	}
	var running *store.EngineRunningError
	if err := other.Start(ctx); !errors.As(err, &running) || running.PID == 0 || !strings.Contains(err.Error(), "stop it first") {
		t.Fatalf("a second engine: %v; want a *store.EngineRunningError with the pid and what to do", err)
	}
	run, err := reprise.Start(ctx, other, waitSign, "x", reprise.ID("from-outside"))
	if err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "from-outside", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
	if err := reprise.Signal(ctx, other, "from-outside", approve, approval{By: "cli"}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || !strings.HasSuffix(got, "by cli") {
		t.Fatalf("Result, seen by the client = %q, %v", got, err)
	}
}

// A full store is reported. Nothing is lost, and everything continues when there is
// space.
func TestAFullStoreLosesNothing(t *testing.T) {
	ctx := bounded(t)
	path := filepath.Join(t.TempDir(), "full.db")
	small := openFile(t, path, sqlite.Options{MaxPages: 120})
	client, err := reprise.New(small, quiet())
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for i := range 1000 {
		_, err := reprise.Start(ctx, client, waitSign, strings.Repeat("x", 4000), reprise.ID(fmt.Sprint("r", i)))
		if errors.Is(err, reprise.ErrStoreFull) {
			break
		}
		if err != nil {
			t.Fatalf("start %d: %v; want success or ErrStoreFull", i, err)
		}
		accepted++
	}
	if accepted == 0 || accepted == 1000 {
		t.Fatalf("%d starts accepted; want some", accepted)
	}
	if page, err := reprise.ListPage(ctx, client, reprise.Filter{Limit: 1000}); err != nil || len(page.Runs) != accepted {
		t.Fatalf("%d runs listed, %v; want the %d accepted ones", len(page.Runs), err, accepted)
	}
	rt := startRuntime(t, openFile(t, path), quiet(), waitSign.Bind(signed))
	for i := range accepted {
		id := fmt.Sprint("r", i)
		if err := reprise.Signal(ctx, rt, id, approve, approval{By: "me"}); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Get(ctx, rt, waitSign, id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// tight is a store that has no space for large commits, nor for a batch that holds one.
type tight struct {
	store.Store
	on      atomic.Bool
	refused chan struct{}
}

func (s *tight) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	for _, op := range ops {
		if c := store.CommitOf(op); c != nil && s.on.Load() && len(c.Rows[0].Data) > 50_000 {
			select {
			case s.refused <- struct{}{}:
			default:
			}
			return nil, fmt.Errorf("%w: a test", store.ErrFull)
		}
	}
	return s.Store.Apply(ctx, ops)
}

// A write that finds no space is deferred. Smaller writes go on, and the deferred one
// is not lost.
func TestAWriteThatFindsNoSpaceHoldsUpNobody(t *testing.T) {
	ctx := bounded(t)
	st := &tight{Store: newMemory(), refused: make(chan struct{})}
	large := activity.New("large", func(_ context.Context, n int) (string, error) { return strings.Repeat("x", n), nil })
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		s, err := workflow.Execute(ctx, large, n).Get(ctx)
		return len(s), err
	})
	rt := startRuntime(t, st, quiet(), w, large)
	st.on.Store(true)
	big, err := reprise.Start(ctx, rt, w, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		<-st.refused
	}
	for n := range 20 {
		run, err := reprise.Start(ctx, rt, w, n)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != n {
			t.Fatalf("Result = %d, %v; want %d", got, err, n)
		}
	}
	st.on.Store(false)
	if got, err := big.Result(ctx); err != nil || got != 100_000 {
		t.Fatalf("Result = %d, %v; want 100000", got, err)
	}
}

// damage changes the history of a waiting run while no engine runs.
func damage(t *testing.T, path string, run store.RunID, change func(data []byte) []byte) {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(600000)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	id := run[:]
	var data []byte
	if err := db.QueryRow("SELECT data FROM reprise_event WHERE seq = 1 AND run = (SELECT run FROM reprise_run WHERE run_id = ?)", id).Scan(&data); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("UPDATE reprise_event SET data = ? WHERE seq = 1 AND run = (SELECT run FROM reprise_run WHERE run_id = ?)", change(data), id); err != nil {
		t.Fatal(err)
	}
}

// fromTheFuture gives the only event of a row a kind that this version does not know.
// The kind is in the row's second frame, after length, checksum and version.
func fromTheFuture(data []byte) []byte {
	head := 8 + int(binary.BigEndian.Uint32(data))
	frame := data[head:]
	frame[9] = 40
	binary.BigEndian.PutUint32(frame[4:], crc32.Checksum(frame[8:], crc32.MakeTable(crc32.Castagnoli)))
	return data
}

// A damaged row and an event of an unknown kind park only their run, with a reason; its
// neighbours continue, and repairing the row resumes it.
func TestDamagedHistoriesParkTheirRunOnly(t *testing.T) {
	for reason, change := range map[string]func([]byte) []byte{
		"corrupt":       func(data []byte) []byte { data[len(data)/2] ^= 1; return data },
		"unknown event": fromTheFuture,
	} {
		t.Run(reason, func(t *testing.T) {
			ctx := bounded(t)
			path := filepath.Join(t.TempDir(), "damaged.db")
			client, err := reprise.New(openFile(t, path), quiet())
			if err != nil {
				t.Fatal(err)
			}
			var good []byte
			run, err := reprise.Start(ctx, client, waitSign, "x", reprise.ID("bad"))
			if err != nil {
				t.Fatal(err)
			}
			damage(t, path, run.RunID(), func(data []byte) []byte {
				good = append([]byte(nil), data...)
				return change(data)
			})
			rt := startRuntime(t, openFile(t, path), quiet(), waitSign.Bind(signed), sum.Bind(sumOf), double.Bind(doubled))
			awaitRun(t, rt, "bad", func(d reprise.Description) bool { return d.Blocked != nil && d.Blocked.Reason == reason })
			if err := reprise.Signal(ctx, rt, "bad", approve, approval{By: "me"}); err != nil {
				t.Fatal(err)
			}
			neighbour, err := reprise.Start(ctx, rt, sum, 2)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := neighbour.Result(ctx); err != nil || got != 12 {
				t.Fatalf("the neighbour = %d, %v; want 12", got, err)
			}
			damage(t, path, run.RunID(), func([]byte) []byte { return good })
			if err := reprise.Resume(ctx, rt, "bad", ben); err != nil {
				t.Fatal(err)
			}
			h, err := reprise.Get(ctx, rt, waitSign, "bad")
			if err != nil {
				t.Fatal(err)
			}
			if got, err := h.Result(ctx); err != nil || got != "x: false by me" {
				t.Fatalf("Result after the repair = %q, %v", got, err)
			}
		})
	}
}

// A result that cannot be recorded fails its activity, not its neighbours in the batch.
// The error says which limit it exceeds.
func TestAnOversizedResultFailsItsActivityOnly(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		size := activity.New("size", func(_ context.Context, n int) (string, error) { return strings.Repeat("x", n), nil })
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
			s, err := workflow.Execute(ctx, size, n).Get(ctx)
			return len(s), err
		})
		rt := startRuntime(t, st, quiet(), w, size)
		fits, err := reprise.Start(ctx, rt, w, history.MaxPayload-10)
		if err != nil {
			t.Fatal(err)
		}
		large, err := reprise.Start(ctx, rt, w, history.MaxPayload+1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fits.Result(ctx); err != nil || got != history.MaxPayload-10 {
			t.Fatalf("Result = %d, %v; want it whole", got, err)
		}
		if _, err := large.Result(ctx); failure.KindOf(err) != mark.TooLarge {
			t.Fatalf("Result: %v (code %q); want too_large", err, failure.CodeOf(err))
		}
	})
}
