package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// chainsInSteps removes chains of runs with short and long histories, in passes most of
// which stop half-way.
func chainsInSteps(k *kit) {
	const kib = 1 << 10
	rnd := rand.New(rand.NewPCG(1, 2))
	w := k.worker()
	chain := func(workflowID string, histories ...[]int) {
		h := k.begin(w, workflowID)
		for i, sizes := range histories {
			if i > 0 {
				h = k.claim(w)
			}
			for _, size := range sizes {
				h.commit(func(c *store.Commit) { c.Rows[0].Data = make([]byte, size) })
			}
			k.env.Advance(ms)
			if i < len(histories)-1 {
				h.commit(goesOn(k.id()))
			} else {
				h.commit(end)
			}
		}
	}
	// One pass: neither run's history fits into one step.
	chain("order-0", make([]int, 7), make([]int, 7))
	k.env.Advance(day)
	k.renew(w)
	if n := k.retain(atMost(4)); n != 2 {
		k.t.Errorf("%d runs went, want 2", n)
	}

	chain("order-1", []int{2040 * kib, 2040 * kib}, nil, []int{1500 * kib, 1500 * kib, 1500 * kib, 1500 * kib, 1500 * kib, 1500 * kib})
	runs := 3
	for i := range 6 {
		var histories [][]int
		for range 1 + rnd.IntN(4) {
			var sizes []int
			for range rnd.IntN(7) {
				sizes = append(sizes, rnd.IntN(kib))
			}
			histories = append(histories, sizes)
		}
		chain(fmt.Sprint("order-", i+2), histories...)
		runs += len(histories)
	}
	k.env.Advance(day)
	gone := 0
	for range 10 {
		since := time.Time{}
		for range 1 + rnd.IntN(4) {
			out := k.retainOnce(startingAt(since), atMost(1+rnd.IntN(6)))
			gone += out.Count
			if since = out.Next; since.IsZero() {
				break
			}
		}
		k.audit()
	}
	if gone += k.retain(atMost(4)); gone != runs {
		k.t.Errorf("%d runs went, want %d", gone, runs)
	}
}

// retainInTheWay starts, signals, ends and removes runs, all at once, and afterwards
// repeats every op that was sent.
func retainInTheWay(k *kit) {
	const workers, runs = 4, 12
	var all [workers][]store.Op
	for i := range all {
		w := k.worker()
		for n := range runs {
			s := k.newStart(fmt.Sprintf("order-%d", n%3*workers+i))
			s.Owner, s.Claim = w, k.id()
			h := &held{k: k, run: s.Run, owner: w, epoch: 1, seq: 2, last: s.Row.Token}
			first := h.next(schedule(1, func(a *store.Activity) { a.Owner = w }))
			h.seq, h.last = h.seq+1, first.Token
			all[i] = append(all[i], s, first, signal(s.Run, "a"),
				&store.EndActivity{Run: s.Run, Activity: 1, Worker: w, Attempt: 1, Claim: first.Token, Entry: store.Entry{ID: "end", Data: []byte("end")}},
				h.next(func(c *store.Commit) { end(c); c.Seen = 1 << 30 }))
		}
	}
	expected := map[store.Code]bool{store.Done: true, store.Fenced: true, store.NotFound: true, store.Closed: true}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var wrong []string
	apply := func(op store.Op) (out store.Outcome, ok bool) {
		outs, err := k.st.Apply(k.ctx, []store.Op{op})
		for errors.Is(err, store.ErrTransient) {
			outs, err = k.st.Apply(k.ctx, []store.Op{op})
		}
		if err == nil && expected[outs[0].Code] {
			return outs[0], true
		}
		mu.Lock()
		defer mu.Unlock()
		wrong = append(wrong, fmt.Sprintf("%T%+v: %+v, %v", op, op, outs, err))
		return out, false
	}
	done, gone := make(chan struct{}), 0
	var retainers sync.WaitGroup
	for range 2 {
		retainers.Go(func() {
			for left := false; ; {
				out, ok := apply(&store.Retain{Max: 3})
				mu.Lock()
				gone += out.Count
				mu.Unlock()
				if !ok || left && out.Next.IsZero() {
					return
				}
				select {
				case <-done:
					left = true
				default:
				}
			}
		})
	}
	for _, ops := range all {
		wg.Go(func() {
			for i, op := range ops {
				if _, ok := apply(op); !ok {
					return
				}
				if _, ok := apply(ops[i/2]); !ok {
					return
				}
			}
		})
	}
	wg.Wait()
	close(done)
	retainers.Wait()
	gone += k.retain(func(o *store.Retain) { o.Age = 0 }) // what the two retainers left over
	for _, text := range wrong {
		k.t.Error(text)
	}
	if gone != workers*runs {
		k.t.Errorf("%d runs went, want %d", gone, workers*runs)
	}
	for _, ops := range all {
		for _, op := range ops {
			k.apply(op)
		}
	}
	if left := k.all(); len(left) != 0 {
		k.t.Errorf("%d runs came back", len(left))
	}
}
