package rules_test

import (
	"runtime"
	"testing"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// The cost of an op does not grow with the run's rows: with eight times as many rows, each op
// takes about as many bytes of memory.
func TestManyRowsCostNoMoreEach(t *testing.T) {
	worker, claim := named("w1"), named("k1")
	at := store.Attempt{N: 1, Claim: claim}
	rows := func(n int) *rules.Run {
		r := &rules.Run{}
		r.ID = named("r")
		for i := range n {
			k := rules.Task{}
			k.ID, k.Owner, k.Claim, k.Attempt = int64(i+1), worker, claim, 1
			r.Tasks.Load(k)
		}
		return r
	}
	each := func(f func(r *rules.Run, id int64)) func(r *rules.Run) {
		return func(r *rules.Run) {
			for id := int64(len(r.Tasks.Loaded)); id > 0; id-- {
				f(r, id)
			}
		}
	}
	for name, do := range map[string]func(r *rules.Run){
		"given back": func(r *rules.Run) {
			for i := range r.Tasks.Loaded {
				r.Tasks.Disown(i, false, begin)
			}
		},
		"retried": each(func(r *rules.Run, id int64) {
			if out := r.Tasks.Retry(&store.RetryActivity{Activity: id, Worker: worker, Attempt: at.N, Claim: claim}, begin); out.Code != store.Done {
				t.Fatal(out.Code)
			}
		}),
		"alive": each(func(r *rules.Run, id int64) {
			if out := r.Tasks.Beat(&store.Beat{Activity: id, Worker: worker, Attempt: at.N, Claim: claim}, begin); out.Code != store.Done {
				t.Fatal(out.Code)
			}
		}),
		"ended": each(func(r *rules.Run, id int64) {
			if out := r.EndActivity(&store.EndActivity{Activity: id, Worker: worker, Attempt: at.N, Claim: claim}, nil, begin); out.Code != store.Done {
				t.Fatal(out.Code)
			}
		}),
		"scheduled, the last one first": func(r *rules.Run) {
			for id := int64(2 * len(r.Tasks.Loaded)); id > int64(len(r.Tasks.Loaded)); id-- {
				k := rules.Task{}
				k.ID = id
				r.Tasks.Load(k)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			per := func(n int) float64 {
				r := rows(n)
				return float64(bytesOf(func() { do(r) })) / float64(n)
			}
			few, many := per(500), per(4000)
			if many > 2*few+256 {
				t.Errorf("%.0f bytes for each of 4000 rows, and %.0f for each of 500", many, few)
			}
		})
	}
}

// bytesOf returns how many bytes f allocates.
func bytesOf(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A copy of a Run that was made after Share does not change.
func TestACopyIsASnapshotAfterShare(t *testing.T) {
	r := &rules.Run{}
	for id := range int64(3) {
		k := rules.Task{}
		k.ID, k.Owner, k.Claim, k.Attempt = id+1, named("w1"), named("k1"), 1
		r.Tasks.Load(k)
	}
	for round := range 3 {
		r.Tasks.Share()
		was := *r
		before := len(was.Tasks.Loaded)
		r.Tasks.Disown(0, true, begin)
		r.EndActivity(&store.EndActivity{Activity: int64(3 - round), Worker: named("w1"), Attempt: 1, Claim: named("k1")}, nil, begin)
		if round == 0 {
			for i := range r.Tasks.Loaded {
				if r.Tasks.Loaded[i].ID == 3 {
					t.Error("its end has not removed a row")
				}
			}
		}
		if len(was.Tasks.Loaded) != before || was.Tasks.Loaded[0].Deaths != round {
			t.Errorf("round %d: the copy has %d rows of %d, and %d deaths", round, len(was.Tasks.Loaded), before, was.Tasks.Loaded[0].Deaths)
		}
		for i := range was.Tasks.Loaded {
			if was.Tasks.Loaded[i].ID == 0 {
				t.Error("a row of the copy is empty")
			}
		}
	}
}
