package storetest

import (
	"errors"
	"math"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

func starts() []scenario {
	return []scenario{
		{"a_start_makes_an_open_run", func(k *kit) {
			w := k.worker()
			chain := k.id()
			s := k.newStart("order-1", func(s *store.Start) { s.Chain, s.Priority = chain, 3 })
			if out := k.do(s); out.Run != s.Run || len(out.Claims) != 0 {
				k.t.Errorf("Start is answered with run %v and %d claims", out.Run, len(out.Claims))
			}
			r := k.run(s.Run)
			want := store.Run{
				ID: s.Run, Chain: chain, WorkflowID: "order-1", Workflow: theWorkflow, Queue: theQueue, Priority: 3,
				Status: store.Open, NextSeq: 2, LastCommit: s.Row.Token, Level: 1, Created: k.now(),
			}
			if got, want := showRun(r), showRun(want); got != want {
				k.t.Errorf("got  %s\nwant %s", got, want)
			}
			if rows := k.rows(s.Run); len(rows) != 1 || string(rows[0].Data) != string(s.Row.Data) {
				k.t.Errorf("the history has rows %v", rows)
			}
			if h := k.claim(w); h.run != s.Run || h.epoch != 1 || h.seq != 2 {
				k.t.Errorf("the claim takes %v at epoch %d, seq %d", h.run, h.epoch, h.seq)
			}
		}},
		{"a_start_is_repeated_without_effect", func(k *kit) {
			s := k.newStart("order-1")
			k.do(s)
			before := k.dump()
			k.do(s)
			k.same(before)
		}},
		{"a_late_start_of_a_run_that_went_on_changes_nothing", func(k *kit) {
			w := k.worker()
			s := k.newStart("order-1")
			k.do(s)
			h := k.claim(w)
			h.commit()
			before := k.dump()
			k.do(s)
			k.same(before)
			h.commit(end)
			before = k.dump()
			k.do(s)
			k.same(before)
		}},
		{"the_batch_that_closes_a_run_starts_its_id_again", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			short := opening{"order-1", func(*kit) []func(*store.Commit) { return []func(*store.Commit){end} }}.set(k)
			last := k.newStart("order-1")
			for i, out := range k.apply(h.next(end), short, last) {
				if out.Code != store.Done {
					k.t.Errorf("member %d is answered %v", i, out.Code)
				}
			}
			for run, want := range map[store.RunID]store.Status{h.run: store.Completed, short.Run: store.Completed, last.Run: store.Open} {
				if r := k.run(run); r.Status != want {
					k.t.Errorf("a run is %v, want %v", r.Status, want)
				}
			}
		}},
		{"an_open_run_with_the_id_is_in_the_way", func(k *kit) {
			first := k.start("order-1")
			before := k.dump()
			for _, once := range []bool{false, true} {
				out := k.want(store.Exists, k.newStart("order-1", func(s *store.Start) { s.Once = once }))
				if out.Run != first {
					k.t.Errorf("Exists names run %v, want %v", out.Run, first)
				}
			}
			k.same(before)
		}},
		{"a_closed_run_is_in_the_way_only_with_once", func(k *kit) {
			w := k.worker()
			k.begin(w, "order-1").commit(end)
			k.env.Advance(ms)
			second := k.begin(w, "order-1")
			second.commit(end)
			once := func(s *store.Start) { s.Once = true }
			if out := k.want(store.Exists, k.newStart("order-1", once)); out.Run != second.run {
				k.t.Errorf("Exists names run %v, want the newest, %v", out.Run, second.run)
			}
			k.do(k.newStart("order-2", once))
		}},
		{"of_two_starts_in_a_batch_the_first_wins", func(k *kit) {
			a, b := k.newStart("order-1"), k.newStart("order-1")
			outs := k.apply(a, b, a)
			if outs[0].Code != store.Done || outs[1].Code != store.Exists || outs[1].Run != a.Run || outs[2].Code != store.Done {
				k.t.Errorf("answered %v, %v naming %v, %v", outs[0].Code, outs[1].Code, outs[1].Run, outs[2].Code)
			}
			if _, err := k.st.Run(k.ctx, store.Ref{Run: b.Run}); !errors.Is(err, store.ErrNotFound) {
				k.t.Errorf("the second run: %v, want ErrNotFound", err)
			}
		}},
		{"of_many_starts_at_once_one_wins", func(k *kit) {
			for _, id := range []string{"order-1", "order-2", "order-3"} {
				var starts [4]*store.Start
				for i := range starts {
					starts[i] = k.newStart(id)
				}
				var outs [len(starts)]store.Outcome
				var wg sync.WaitGroup
				for i, s := range starts {
					wg.Go(func() {
						got, err := k.send(s)
						if err != nil {
							k.t.Error(err)
							return
						}
						outs[i] = got[0]
					})
				}
				wg.Wait()
				r, err := k.st.Run(k.ctx, store.Ref{WorkflowID: id})
				k.ok(err)
				for i, out := range outs {
					want := store.Exists
					if starts[i].Run == r.ID {
						want = store.Done
					}
					if out.Code != want || out.Run != r.ID {
						k.t.Errorf("a start is answered %v naming %v, want %v naming %v", out.Code, out.Run, want, r.ID)
					}
				}
			}
			if n := len(k.all()); n != 3 {
				k.t.Errorf("%d runs, want 3", n)
			}
		}},
		{"seeds_18_a_run_starts_owned_in_one_transaction", func(k *kit) {
			a, b := k.worker(), k.worker()
			s := k.newStart("order-1", func(s *store.Start) { s.Owner, s.Claim = a, k.id() })
			out := k.do(s)
			if len(out.Claims) != 1 || out.Claims[0].Run.Epoch != 1 || out.Claims[0].Run.Owner != a {
				k.t.Fatalf("the claims are %+v", out.Claims)
			}
			k.noClaim(b)
			if again := k.do(s); showOutcome(again) != showOutcome(out) {
				k.t.Errorf("repeated: %s\nwant %s", showOutcome(again), showOutcome(out))
			}
			k.holding(a, out.Claims[0]).commit()
			k.do(&store.Release{Run: s.Run, Worker: a, Epoch: 1})
			if again := k.do(s); len(again.Claims) != 0 {
				k.t.Errorf("repeated after the run was given up: %d claims, want none", len(again.Claims))
			}
		}},
		{"malformed_starts_are_member_errors", func(k *kit) {
			for name, change := range map[string]func(*store.Start){
				"no run":        func(s *store.Start) { s.Run = uuid.Nil },
				"no id":         func(s *store.Start) { s.WorkflowID = "" },
				"no workflow":   func(s *store.Start) { s.Workflow = "" },
				"first row":     func(s *store.Start) { s.Row.Seq = 2 },
				"nul in id":     func(s *store.Start) { s.WorkflowID = "a\x00b" },
				"not utf-8":     func(s *store.Start) { s.WorkflowID = "a\xff" },
				"long name":     func(s *store.Start) { s.Workflow = strings.Repeat("x", store.MaxID+1) },
				"no claim id":   func(s *store.Start) { s.Owner = k.id() },
				"long queue":    func(s *store.Start) { s.Queue = strings.Repeat("x", store.MaxID+1) },
				"bad namespace": func(s *store.Start) { s.Namespace = "\x00" },
				"high priority": func(s *store.Start) { s.Priority = math.MinInt32 - 1 },
				"low priority":  func(s *store.Start) { s.Priority = math.MaxInt32 + 1 },
			} {
				s := k.newStart("order-1", change)
				if store.Check(s) == nil {
					k.t.Errorf("%s: store.Check has nothing against it", name)
				}
				k.refused(0, s)
			}
			if runs := k.all(); len(runs) != 0 {
				k.t.Errorf("%d runs exist", len(runs))
			}
		}},
	}
}
