package sqlite_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// bench is a store with runs whose ids have the form that the engine gives them: a
// first byte that spreads them, then a rising time.
type bench struct {
	b   *testing.B
	st  *sqlite.Store
	w   store.WorkerID
	rnd *rand.Rand
	n   uint64
}

func newBench(b *testing.B) *bench {
	st := open(b, filepath.Join(b.TempDir(), "bench.db"), sqlite.Options{})
	x := &bench{b: b, st: st, rnd: rand.New(rand.NewPCG(1, 2))}
	x.w = x.id()
	if err := st.Join(context.Background(), store.Worker{ID: x.w, Build: "build-1", Level: 1, TTL: 1e12}); err != nil {
		b.Fatal(err)
	}
	return x
}

func (x *bench) id() (id uuid.UUID) {
	x.n++
	id[0] = byte(x.rnd.Uint32())
	binary.BigEndian.PutUint64(id[1:], x.n)
	binary.BigEndian.PutUint64(id[8:], x.rnd.Uint64())
	return id
}

func (x *bench) apply(ops []store.Op) []store.Outcome {
	outs, err := x.st.Apply(context.Background(), ops)
	if err != nil {
		x.b.Fatal(err)
	}
	for i, out := range outs {
		if out.Code != store.Done {
			x.b.Fatalf("member %d is answered %v", i, out.Code)
		}
	}
	return outs
}

func (x *bench) start() *store.Start {
	id := x.id()
	return &store.Start{
		Run: id, Chain: id, Namespace: "default", WorkflowID: fmt.Sprintf("order-%s", x.id()), Workflow: "order", Queue: "default",
		Level: 1, Row: store.Row{Seq: 1, N: 1, Token: x.id(), Data: make([]byte, 200)}, Owner: x.w, Claim: x.id(),
	}
}

func (x *bench) filter() store.Filter {
	return store.Filter{Namespace: "default", Queues: []string{"default"}, Workflows: []string{"order"}, Level: 1, Build: "build-1"}
}

// active is a run with what its owner knows of it.
type active struct {
	id    store.RunID
	epoch int64
	seq   int64
	last  store.Token
	steps int
}

func (x *bench) begin(n int) []active {
	ops := make([]store.Op, n)
	for i := range ops {
		ops[i] = x.start()
	}
	runs := make([]active, n)
	for i, out := range x.apply(ops) {
		runs[i] = active{id: out.Run, epoch: 1, seq: 2, last: ops[i].(*store.Start).Row.Token}
	}
	return runs
}

func (x *bench) commit(r *active) *store.Commit {
	c := &store.Commit{
		Run: r.id, Owner: x.w, Epoch: r.epoch, Seq: r.seq, After: r.last, Token: x.id(), Level: 1, Build: "build-1", Progress: true,
		Rows: []store.Row{{Seq: r.seq, N: 2, Data: make([]byte, 200)}},
	}
	r.seq, r.last = r.seq+2, c.Token
	r.steps++
	return c
}

func (x *bench) report(what string, n int) {
	x.b.ReportMetric(float64(n)/x.b.Elapsed().Seconds(), what+"/s")
	x.b.ReportMetric(0, "ns/op")
}

// BenchmarkCommitKeep measures one step of a run, which writes one row. There are twice
// as many runs as a batch has members; they take turns, 20 steps each. Starting the
// runs is not counted.
func BenchmarkCommitKeep(b *testing.B) {
	for _, size := range []int{1, 32, 128, 256} {
		b.Run(fmt.Sprintf("batch_%d", size), func(b *testing.B) {
			x := newBench(b)
			pool := x.begin(10 * size)
			runs := append([]active(nil), pool[:2*size]...)
			pool = pool[2*size:]
			ops := make([]store.Op, size)
			steps, turn := 0, 0
			b.ResetTimer()
			for b.Loop() {
				for i := range ops {
					r := &runs[turn]
					turn = (turn + 1) % len(runs)
					if r.steps == 20 {
						if len(pool) == 0 {
							b.StopTimer()
							pool = x.begin(10 * size)
							b.StartTimer()
						}
						*r, pool = pool[0], pool[1:]
					}
					ops[i] = x.commit(r)
				}
				x.apply(ops)
				steps += size
			}
			x.report("steps", steps)
		})
	}
}

// BenchmarkCycle measures the life of a run in three commits, in batches: it is
// started, claimed, takes one step and closes.
func BenchmarkCycle(b *testing.B) {
	const size = 128
	x := newBench(b)
	runs := 0
	ops := make([]store.Op, size)
	b.ResetTimer()
	for b.Loop() {
		for i := range ops {
			s := x.start()
			s.Owner, s.Claim = uuid.Nil, uuid.Nil
			ops[i] = s
		}
		x.apply(ops)
		claims := x.apply([]store.Op{&store.Claim{Worker: x.w, ID: x.id(), Max: size, Filter: x.filter()}})[0].Claims
		if len(claims) != size {
			b.Fatalf("%d of %d runs were claimed", len(claims), size)
		}
		live := make([]active, size)
		for i, c := range claims {
			live[i] = active{id: c.Run.ID, epoch: c.Run.Epoch, seq: c.Run.NextSeq, last: c.Run.LastCommit}
			ops[i] = x.commit(&live[i])
		}
		x.apply(ops)
		for i := range live {
			c := x.commit(&live[i])
			c.Then, c.Status = store.Close, store.Completed
			ops[i] = c
		}
		x.apply(ops)
		runs += size
	}
	x.report("runs", runs)
}

// BenchmarkOneRowTx measures the limit of the machine: a transaction that changes one
// row, at synchronous=FULL.
func BenchmarkOneRowTx(b *testing.B) {
	x := newBench(b)
	n := 0
	b.ResetTimer()
	for b.Loop() {
		if _, err := x.st.Tick(context.Background(), store.Tick{Worker: x.w, Renew: 1e12}); err != nil {
			b.Fatal(err)
		}
		n++
	}
	x.report("tx", n)
}

// BenchmarkIdleTick measures what an engine costs that has nothing to do.
func BenchmarkIdleTick(b *testing.B) {
	x := newBench(b)
	x.begin(100)
	q := store.Tick{Worker: x.w, Filter: x.filter()}
	for b.Loop() {
		if _, err := x.st.Tick(context.Background(), q); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHistory reads the rows of a long run.
func BenchmarkHistory(b *testing.B) {
	x := newBench(b)
	runs := x.begin(100)
	ops := make([]store.Op, len(runs))
	const rows = 200
	for range rows {
		for i := range runs {
			ops[i] = x.commit(&runs[i])
		}
		x.apply(ops)
	}
	n := 0
	b.ResetTimer()
	for b.Loop() {
		all, err := x.st.History(context.Background(), store.HistoryQuery{Run: runs[50].id})
		if err != nil || len(all) != rows+1 {
			b.Fatal(len(all), err)
		}
		n += len(all)
	}
	x.report("rows", n)
}
