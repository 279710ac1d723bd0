package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// scanned returns what a scan shows of one run, and what is inconsistent in it.
func scanned(r store.Run, rows iter.Seq[store.Row]) (shown []string, wrong error) {
	shown = append(shown, showRun(r))
	next := int64(1)
	for w := range rows {
		if w.Seq != next {
			wrong = fmt.Errorf("%s: a row at seq %d, want %d", r.WorkflowID, w.Seq, next)
		}
		next = w.Seq + int64(w.N)
		shown = append(shown, fmt.Sprintf("row %d+%d %s %x", w.Seq, w.N, short(w.Token), w.Data))
	}
	if next != r.NextSeq && wrong == nil {
		wrong = fmt.Errorf("%s: next seq %d, and the rows end before %d", r.WorkflowID, r.NextSeq, next)
	}
	return shown, wrong
}

// pendingOf returns what a scan must show of a run's outstanding work: all but
// payloads.
func pendingOf(r store.Run, p store.Pending) (shown []string) {
	if r.Status.Closed() {
		return nil
	}
	for _, t := range p.Timers {
		shown = append(shown, fmt.Sprintf("%s timer %d %s", short(r.ID), t.ID, clock(t.FireAt)))
	}
	for _, t := range p.Activities {
		t.Data, t.Last, t.Details = nil, nil, nil
		shown = append(shown, showTask(t))
	}
	for _, e := range p.Entries {
		e.Data = nil
		shown = append(shown, short(r.ID)+" "+showEntry(e))
	}
	return shown
}

// turn makes a commit start a timer numbered as its last event and drop the previous
// timer, so that the run always has exactly one.
func turn(c *store.Commit) {
	last := c.Rows[len(c.Rows)-1]
	c.DropTimers = []int64{c.Seq - 1}
	c.StartTimers = []store.Timer{{ID: last.Seq + int64(last.N) - 1, FireAt: time.Unix(9e9, 0)}}
}

// turned returns what is inconsistent in a run all of whose commits turn.
func turned(r store.Run, p store.Pending, rows iter.Seq[store.Row]) error {
	if len(p.Timers) != 1 || p.Timers[0].ID != r.NextSeq-1 {
		return fmt.Errorf("%s: timers %v, and its last event is %d", r.WorkflowID, p.Timers, r.NextSeq-1)
	}
	_, wrong := scanned(r, rows)
	return wrong
}

// scan scans the store and returns the workflow ids in scan order.
func (k *kit) scan(visit func(store.Run, store.Pending, iter.Seq[store.Row]) error) (ids []string) {
	k.t.Helper()
	k.ok(k.inspector().Scan(k.ctx, func(r store.Run, p store.Pending, rows iter.Seq[store.Row]) error {
		ids = append(ids, r.WorkflowID)
		if visit == nil {
			return nil
		}
		return visit(r, p, rows)
	}))
	return ids
}

func scans() []scenario {
	return []scenario{
		{"a_scan_shows_every_run_with_its_history_and_what_is_outstanding", func(k *kit) {
			k.menagerie(k.worker())
			var got, want []string
			k.scan(func(r store.Run, p store.Pending, rows iter.Seq[store.Row]) error {
				shown, err := scanned(r, rows)
				got = append(got, shown...)
				got = append(got, pendingOf(r, p)...)
				for _, t := range p.Activities {
					if t.Data != nil || t.Last != nil || t.Details != nil {
						err = fmt.Errorf("the scan shows payloads of activity %d", t.ID)
					}
				}
				return err
			})
			for _, r := range k.all() {
				shown, err := scanned(r, slices.Values(k.rows(r.ID)))
				k.ok(err)
				want = append(want, shown...)
				want = append(want, pendingOf(r, k.pending(r.ID))...)
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				k.t.Errorf("the scan shows %q\nand the store %q", got, want)
			}
		}},
		{"a_scan_goes_once_over_all_namespaces_and_always_in_one_order", func(k *kit) {
			var want []string
			for i := range 1000 {
				id := fmt.Sprint("order-", i)
				s := k.newStart(id)
				s.Namespace = []string{"", "other", "third"}[i%3]
				k.do(s)
				want = append(want, id)
				k.env.Advance(ms)
			}
			once := k.scan(nil)
			k.start("order-1001")
			again := slices.DeleteFunc(k.scan(nil), func(id string) bool { return id == "order-1001" })
			if !slices.Equal(again, once) {
				k.t.Errorf("the scan goes %q\nand then %q", once, again)
			}
			slices.Sort(once)
			slices.Sort(want)
			if !slices.Equal(once, want) {
				k.t.Errorf("the scan shows %q", once)
			}
		}},
		{"rows_may_be_left_asked_for_twice_and_kept", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for i := range 6 { // more than a scan may buffer
				h.commit(func(c *store.Commit) {
					data := make([]byte, 1<<20)
					data[0] = byte(i)
					c.Rows = []store.Row{{Seq: h.seq, N: 1, Data: data}}
				})
			}
			k.scan(func(r store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
				for range rows {
					break
				}
				var kept [][]byte
				for w := range rows {
					kept = append(kept, w.Data)
				}
				if len(kept) != 7 {
					return fmt.Errorf("%d rows after the first look, want 7", len(kept))
				}
				for i, data := range kept[1:] {
					if data[0] != byte(i) {
						return fmt.Errorf("row %d has changed to %d", i, data[0])
					}
				}
				return nil
			})
		}},
		{"an_error_of_the_visitor_ends_the_scan", func(k *kit) {
			k.start("order-1")
			k.start("order-2")
			mine := errors.New("enough")
			visits := 0
			err := k.inspector().Scan(k.ctx, func(_ store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
				visits++
				for range rows {
					return mine
				}
				return nil
			})
			if !errors.Is(err, mine) || visits != 1 {
				k.t.Errorf("after %d visits Scan returns %v", visits, err)
			}
		}},
		{"a_visitor_may_panic_and_the_store_goes_on", func(k *kit) {
			k.start("order-1")
			for range 20 { // as many times as the store may have connections
				func() {
					defer func() {
						if recover() == nil {
							k.t.Error("the panic is gone")
						}
					}()
					_ = k.inspector().Scan(k.ctx, func(_ store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
						for range rows {
							panic("a mistake")
						}
						return nil
					})
				}()
			}
			if ids := k.scan(nil); len(ids) != 1 {
				k.t.Errorf("afterwards the scan shows %v", ids)
			}
			k.start("order-2")
		}},
		{"a_context_that_ends_ends_the_scan", func(k *kit) {
			k.start("order-1")
			ctx, stop := context.WithCancel(k.ctx)
			err := k.inspector().Scan(ctx, func(r store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
				stop()
				_, wrong := scanned(r, rows) // the rows end early
				return wrong
			})
			if !errors.Is(err, context.Canceled) {
				k.t.Errorf("Scan returns %v, want context.Canceled", err)
			}
		}},
		{"run_rows_and_what_is_outstanding_are_of_one_moment", func(k *kit) {
			// The visitor writes at the worst moment: between reading the run and reading its
			// rows.
			w := k.worker()
			var runs []*held
			for i := range 5 {
				runs = append(runs, k.begin(w, fmt.Sprint("order-", i)))
				runs[i].commit(turn)
			}
			k.scan(func(r store.Run, p store.Pending, rows iter.Seq[store.Row]) error {
				for _, h := range runs {
					h.commit(turn)
					h.commit(func(c *store.Commit) { c.Rows = []store.Row{row(h.seq, 2), row(h.seq+2, 1)} }, turn)
				}
				k.start(fmt.Sprint("new-", k.n))
				if len(k.all()) > 50 {
					return errors.New("the scan does not end while runs are started")
				}
				return turned(r, p, rows)
			})
		}},
		{"a_scan_shows_all_that_is_outstanding_however_much_that_is", func(k *kit) {
			w := k.worker()
			want := []string{}
			for i := range 5 { // more than a scan may look up at once
				n := []int{3, 2500, 700, 700, 1}[i]
				k.begin(w, fmt.Sprint("order-", i)).commit(func(c *store.Commit) {
					for id := range n {
						c.StartTimers = append(c.StartTimers, store.Timer{ID: int64(id + 2), FireAt: k.now()})
					}
				})
				want = append(want, fmt.Sprintf("order-%d: %d", i, n))
			}
			got := []string{}
			k.scan(func(r store.Run, p store.Pending, _ iter.Seq[store.Row]) error {
				got = append(got, fmt.Sprintf("%s: %d", r.WorkflowID, len(p.Timers)))
				return nil
			})
			slices.Sort(got)
			if !slices.Equal(got, want) {
				k.t.Errorf("the scan shows timers %q, want %q", got, want)
			}
		}},
		{"a_scan_beside_a_writer_shows_whole_histories", func(k *kit) {
			w := k.worker()
			var runs []*held
			for i := range 300 {
				runs = append(runs, k.begin(w, fmt.Sprint("order-", i)))
				runs[i].commit(turn)
			}
			written := make(chan struct{})
			var writing sync.WaitGroup
			writing.Go(func() {
				defer close(written)
				for i := range 60 {
					var ops []store.Op
					for j := range 20 {
						h := runs[(20*i+j)%len(runs)]
						c := h.next(turn)
						h.seq++
						ops = append(ops, c)
					}
					if _, err := k.send(ops...); err != nil {
						k.t.Error(err)
						return
					}
				}
			})
			for ended := false; !ended; {
				select {
				case <-written:
					ended = true // one last scan, when all is quiet
				default:
				}
				k.scan(turned)
				k.overlook()
			}
			writing.Wait()
		}},
	}
}
