package storetest

import (
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

func fencing() []scenario {
	return []scenario{
		{"a_commit_needs_epoch_and_next_seq", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			before := k.dump()
			for _, change := range []func(*store.Commit){
				func(c *store.Commit) { c.Epoch-- },
				func(c *store.Commit) { c.Epoch++ },
				func(c *store.Commit) { c.Seq--; c.Rows[0].Seq-- },
				func(c *store.Commit) { c.Seq++; c.Rows[0].Seq++ },
			} {
				k.want(store.Fenced, h.next(change, end, startTimer(9, k.now()), schedule(9), progress))
				k.same(before)
			}
			h.commit()
		}},
		{"of_two_commits_at_one_seq_one_wins", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			a, b := h.next(), h.next()
			outs := k.apply(a, b)
			if outs[0].Code != store.Done || outs[1].Code != store.Fenced {
				k.t.Errorf("answered %v and %v", outs[0].Code, outs[1].Code)
			}
			if last := k.run(h.run).LastCommit; last != a.Token {
				k.t.Errorf("the last commit is %v, want %v", last, a.Token)
			}
		}},
		{"of_many_commits_at_once_one_wins_each_seq", func(k *kit) {
			const rivals, rounds = 4, 15
			h := k.begin(k.worker(), "order-1")
			for range rounds {
				var commits [rivals]*store.Commit
				for i := range commits {
					commits[i] = h.next()
				}
				var codes [rivals]store.Code
				var wg sync.WaitGroup
				for i, c := range commits {
					wg.Go(func() {
						outs, err := k.send(c)
						if err != nil {
							k.t.Error(err)
							return
						}
						codes[i] = outs[0].Code
					})
				}
				wg.Wait()
				won := 0
				for i, code := range codes {
					if code == store.Done {
						won++
						h.last = commits[i].Token
						if last := k.run(h.run).LastCommit; last != h.last {
							k.t.Errorf("the winner is not the last commit")
						}
					} else if code != store.Fenced {
						k.t.Errorf("a commit that came too late is answered %v", code)
					}
				}
				if won != 1 {
					k.t.Fatalf("%d commits win seq %d", won, h.seq)
				}
				h.seq++
			}
		}},
		{"a_commit_of_a_run_that_is_not_there", func(k *kit) {
			h := &held{k: k, run: k.id(), owner: k.worker(), epoch: 1, seq: 2}
			k.want(store.NotFound, h.next())
		}},
		{"a_fenced_member_leaves_its_neighbours_alone", func(k *kit) {
			w := k.worker()
			a, b, c := k.begin(w, "1"), k.begin(w, "2"), k.begin(w, "3")
			outs := k.apply(a.next(), b.next(func(c *store.Commit) { c.Epoch = 9 }), c.next(end))
			for i, want := range []store.Code{store.Done, store.Fenced, store.Done} {
				if outs[i].Code != want {
					k.t.Errorf("member %d is answered %v, want %v", i, outs[i].Code, want)
				}
			}
			if k.run(a.run).NextSeq != 3 || k.run(b.run).NextSeq != 2 || k.run(c.run).Status != store.Completed {
				k.t.Error("the neighbours did not get what they were told")
			}
		}},
		{"seeds_7_an_append_needs_the_fencing_token_after_take_over", func(k *kit) {
			old, young := k.worker(), k.worker()
			h := k.begin(old, "order-1")
			k.deliver(h.run, "a")
			k.kill(old)
			mine := k.claim(young)
			if mine.epoch <= h.epoch+1 {
				k.t.Errorf("the new owner has epoch %d after %d: recovery and claim raise it by one each", mine.epoch, h.epoch)
			}
			before := k.dump()
			k.want(store.Fenced, h.next())
			k.want(store.Fenced, h.next(park))
			k.want(store.Fenced, h.next(closing))
			k.want(store.Fenced, &store.Fetch{Run: h.run, Worker: old, Epoch: h.epoch})
			k.want(store.Fenced, &store.Fetch{Run: h.run, Worker: young, Epoch: h.epoch})
			k.want(store.Fenced, &store.Release{Run: h.run, Worker: old, Epoch: h.epoch})
			k.want(store.Fenced, &store.Release{Run: h.run, Worker: old, Epoch: mine.epoch})
			k.same(before)
			mine.commit()
		}},
		{"a_zombie_commits_until_it_is_recovered_and_never_after", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.condemn(w)
			h.commit()
			k.recoverAll(w)
			before := k.dump()
			k.want(store.Fenced, h.next())
			k.same(before)
		}},
		{"seeds_27_a_late_release_leaves_the_next_owner_alone", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "order-1")
			r := &store.Release{Run: h.run, Worker: a, Epoch: h.epoch}
			k.do(r)
			k.claim(b)
			before := k.dump()
			k.want(store.Fenced, r)
			k.same(before)
			k.want(store.Fenced, &store.Release{Run: k.id(), Worker: a, Epoch: 1})
		}},
		{"seeds_49_90_what_has_ended_is_never_overwritten", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(end)
			before := k.dump()
			k.want(store.Fenced, h.next(end))
			k.want(store.Closed, signal(h.run, "late", cancel))
			k.want(store.Closed, &store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
			k.want(store.Closed, &store.Resume{Ref: store.Ref{Run: h.run}})
			k.want(store.Fenced, &store.Fetch{Run: h.run, Worker: h.owner, Epoch: h.epoch})
			k.want(store.Fenced, &store.Release{Run: h.run, Worker: h.owner, Epoch: h.epoch})
			k.same(before)
		}},
		{"every_change_of_owner_raises_the_epoch", func(k *kit) {
			a, b := k.worker(), k.worker()
			run := k.start("order-1")
			var epochs []int64
			note := func() { epochs = append(epochs, k.run(run).Epoch) }
			note()
			h := k.claim(a)
			note()
			k.do(&store.Release{Run: run, Worker: a, Epoch: h.epoch})
			note()
			k.claim(a)
			note()
			k.kill(a)
			note()
			k.claim(b).commit(progress)
			note()
			k.ok(k.st.Leave(k.ctx, b))
			note()
			for i := 1; i < len(epochs); i++ {
				if epochs[i] <= epochs[i-1] {
					k.t.Fatalf("the epochs are %v", epochs)
				}
			}
		}},
		{"seeds_4_attempt_is_part_of_every_guard", func(k *kit) {
			w, other := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			k.do(&store.RetryActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Consume: true})
			claim := &store.ClaimActivities{Worker: w, ID: k.id(), Max: 1, Filter: filter()}
			if ts := k.do(claim).Tasks; len(ts) != 1 || ts[0].Attempt != 2 {
				k.t.Fatalf("claimed %+v, want attempt 2", ts)
			}
			before := k.dump()
			for _, g := range []struct {
				worker  store.WorkerID
				attempt int
			}{{w, 1}, {w, 3}, {w, 0}, {other, 2}, {store.WorkerID{}, 2}} {
				k.want(store.Fenced, &store.EndActivity{Run: h.run, Activity: 2, Worker: g.worker, Attempt: g.attempt, Entry: store.Entry{ID: "x"}})
				k.want(store.Fenced, &store.RetryActivity{Run: h.run, Activity: 2, Worker: g.worker, Attempt: g.attempt, Consume: true})
				k.want(store.Fenced, &store.Beat{Run: h.run, Activity: 2, Worker: g.worker, Attempt: g.attempt, Details: []byte("x")})
			}
			k.same(before)
			k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 2, Entry: store.Entry{ID: "x"}})
		}},
		{"seeds_8_an_activity_without_an_owner_is_nobodys", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2))
			before := k.dump()
			for _, who := range []store.WorkerID{w, {}} {
				for attempt := range 2 {
					k.want(store.Fenced, &store.EndActivity{Run: h.run, Activity: 2, Worker: who, Attempt: attempt})
					k.want(store.Fenced, &store.RetryActivity{Run: h.run, Activity: 2, Worker: who, Attempt: attempt})
					k.want(store.Fenced, &store.Beat{Run: h.run, Activity: 2, Worker: who, Attempt: attempt})
				}
			}
			k.want(store.Fenced, &store.EndActivity{Run: h.run, Activity: 7, Worker: w, Attempt: 1})
			k.want(store.Fenced, &store.EndActivity{Run: k.id(), Activity: 2, Worker: w, Attempt: 1})
			k.same(before)
		}},
		{"seeds_47_a_late_result_of_a_closed_run_is_fenced", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)), startTimer(3, k.now().Add(time.Hour)))
			h.commit(end)
			before := k.dump()
			k.want(store.Fenced, &store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "x"}})
			k.want(store.Fenced, &store.Beat{Run: h.run, Activity: 2, Worker: w, Attempt: 1})
			k.same(before)
		}},
	}
}
