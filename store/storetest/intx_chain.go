package storetest

import "github.com/reprise-run/reprise/store"

// requestsToAChain is about requests to a run that continues before they are forwarded.
func requestsToAChain() []scenario {
	return []scenario{
		{"what_a_transaction_sends_to_a_run_follows_its_chain", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			next, last := k.id(), k.id()
			k.within(func(u user) {
				u.want(store.Done, signal(h.run, "a"))
				u.want(store.Done, signal(h.run, "b", cancel))
			})
			h.commit(goesOn(next)) // before a worker has forwarded them
			k.claim(w).commit(goesOn(last))
			other := k.start("order-2")
			k.within(func(u user) { u.want(store.Done, signal(other, "x")) })
			k.requested(true)
			for _, f := range k.forward(10) {
				if f.Run != last && f.Run != other || f.Code != store.Done || f.Entry.Order == 0 {
					k.t.Errorf("forwarded: %+v", f)
				}
			}
			k.unread(last, "signal a", "cancel b")
			k.unread(other, "signal x")
			k.requested(false)
			if n := k.run(h.run).Undelivered + k.run(next).Undelivered; n != 0 {
				k.t.Errorf("%d are undelivered", n)
			}
		}},
		{"a_request_waits_while_the_last_run_of_its_chain_takes_nothing", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.within(func(u user) { u.want(store.Done, signal(h.run, "b")) })
			next := k.id()
			h.commit(goesOn(next))
			g := k.claim(w)
			a := k.deliver(next, "a")
			k.want(store.Refused, g.next(closing))
			k.requested(false)
			if all := k.forward(10); len(all) != 0 {
				k.t.Errorf("forwarded: %+v", all)
			}
			g.commit(take(a.Order))
			k.requested(true)
			k.forward(10)
			k.unread(next, "signal b")
		}},
		{"a_request_to_a_chain_that_has_ended_waits_for_no_other", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.within(func(u user) { u.want(store.Done, signal(h.run, "a")) })
			next := k.id()
			h.commit(goesOn(next))
			k.claim(w).commit(end)
			other := k.begin(w, "order-1") // it holds senders back
			b := k.deliver(other.run, "b")
			k.want(store.Refused, other.next(closing))
			k.requested(true)
			k.forward(10)
			k.requested(false)
			if n := k.run(h.run).Undelivered + k.run(next).Undelivered; n != 1 {
				k.t.Errorf("%d are undelivered, want 1", n)
			}
			k.unread(other.run, "signal b")
			other.commit(end, take(b.Order))
		}},
		{"a_request_to_a_chain_that_has_ended_goes_to_no_other", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.within(func(u user) { u.want(store.Done, signal(h.run, "a")) })
			next := k.id()
			h.commit(goesOn(next))
			k.claim(w).commit(end)
			again := k.start("order-1")
			k.forward(10)
			k.unread(again)
			if n := k.run(h.run).Undelivered + k.run(next).Undelivered; n != 1 {
				k.t.Errorf("%d are undelivered, want 1", n)
			}
		}},
	}
}
