package storetest

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// keeping makes a store keep the result of an activity for an hour.
func keeping(key, data string) *store.Keeping {
	return &store.Keeping{Activity: theActivity, Key: key, For: time.Hour, Data: []byte(data)}
}

// ends runs an activity in a new run and ends it.
func (k *kit) ends(keep *store.Keeping, change ...func(*store.Start)) store.RunID {
	k.t.Helper()
	w := k.worker()
	h := k.begin(w, fmt.Sprint("order-", k.n), change...)
	h.commit(schedule(2, ownedBy(w)))
	k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "e"}, Keep: keep})
	return h.run
}

// kept returns the results kept under a key.
func (k *kit) kept(namespace, key string) (all []store.Kept) {
	k.t.Helper()
	all, err := k.st.Kept(k.ctx, store.KeptQuery{One: store.KeptKey{Namespace: namespace, Activity: theActivity, Key: key}})
	k.ok(err)
	return all
}

// allKept lists all kept results after a key.
func (k *kit) allKept(after store.KeptKey, most int) (keys []string) {
	k.t.Helper()
	all, err := k.st.Kept(k.ctx, store.KeptQuery{After: after, Max: most})
	k.ok(err)
	for _, one := range all {
		keys = append(keys, fmt.Sprintf("%q %s %s %s %s %s", one.Namespace, one.Activity, one.Key, short(one.Run), clock(one.Until), one.Data))
	}
	return keys
}

func keptResults() []scenario {
	in := func(namespace string) func(*store.Start) {
		return func(s *store.Start) { s.Namespace = namespace }
	}
	return []scenario{
		{"the_first_result_is_kept_under_its_key", func(k *kit) {
			first := k.ends(keeping("a", "paid"))
			k.ends(keeping("a", "paid again"))
			k.ends(keeping("b", "other"))
			k.ends(nil)
			got := k.kept("", "a")
			if len(got) != 1 || got[0].Run != first || string(got[0].Data) != "paid" || got[0].Key != "a" || got[0].Activity != theActivity || !got[0].Until.Equal(k.now().Add(time.Hour)) {
				k.t.Errorf("kept is %+v", got)
			}
			if other := k.kept("", "c"); len(other) != 0 {
				k.t.Errorf("kept is %+v", other)
			}
			if all, rest := k.allKept(store.KeptKey{}, 1), k.allKept(store.KeptKey{Activity: theActivity, Key: "a"}, 10); len(all) != 1 || len(rest) != 1 {
				k.t.Errorf("kept are %v, then %v", all, rest)
			}
		}},
		{"of_ends_in_one_batch_the_first_is_kept", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)), schedule(3, ownedBy(w)))
			k.apply(
				&store.EndActivity{Run: h.run, Activity: 3, Worker: w, Attempt: 1, Entry: store.Entry{ID: "e3"}, Keep: keeping("a", "three")},
				&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "e2"}, Keep: keeping("a", "two")},
			)
			if got := k.kept("", "a"); len(got) != 1 || string(got[0].Data) != "three" {
				k.t.Errorf("kept is %+v", got)
			}
		}},
		{"what_is_fenced_keeps_nothing", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			k.want(store.Fenced, &store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 9, Entry: store.Entry{ID: "e"}, Keep: keeping("a", "late")})
			if got := k.allKept(store.KeptKey{}, 10); len(got) != 0 {
				k.t.Errorf("kept are %v", got)
			}
		}},
		{"a_repeated_end_keeps_what_the_first_kept", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			end := &store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "e"}, Keep: keeping("a", "paid")}
			k.do(end)
			k.env.Advance(2 * time.Hour)
			k.do(end)
			if got := k.kept("", "a"); len(got) != 0 {
				k.t.Errorf("kept is %+v", got)
			}
		}},
		{"a_kept_result_is_over_after_its_time", func(k *kit) {
			k.ends(keeping("a", "old"))
			k.env.Advance(time.Hour - ms)
			if got := k.kept("", "a"); len(got) != 1 {
				k.t.Errorf("kept is %+v", got)
			}
			k.env.Advance(ms)
			if got := k.kept("", "a"); len(got) != 0 {
				k.t.Errorf("kept is %+v", got)
			}
			second := k.ends(keeping("a", "new"))
			if got := k.kept("", "a"); len(got) != 1 || got[0].Run != second || string(got[0].Data) != "new" {
				k.t.Errorf("kept is %+v", got)
			}
		}},
		{"what_is_over_is_removed_in_batches", func(k *kit) {
			w := k.worker()
			for _, key := range []string{"a", "b", "c"} {
				k.ends(keeping(key, key))
				k.env.Advance(ms)
			}
			k.env.Advance(time.Hour + store.KeptGrace - 3*ms - ms)
			k.join(w)
			if k.tick(w).Stale || k.do(&store.Expire{Max: 10}).Count != 0 {
				k.t.Error("something is removed before its time")
			}
			k.env.Advance(2 * ms)
			if n := k.do(&store.Expire{Max: 1}).Count; n != 1 || !k.tick(w).Stale {
				k.t.Errorf("removed are %d", n)
			}
			if n := k.do(&store.Expire{Max: 10}).Count; n != 1 || k.tick(w).Stale {
				k.t.Errorf("removed are %d", n)
			}
			if got := k.allKept(store.KeptKey{}, 10); len(got) != 1 {
				k.t.Errorf("left are %v", got)
			}
		}},
		{"namespaces_keep_apart", func(k *kit) {
			k.namespaces = append(k.namespaces, "other")
			k.ends(keeping("a", "there"), in("other"))
			if here, there, all := k.kept("", "a"), k.kept("other", "a"), k.allKept(store.KeptKey{}, 10); len(here) != 0 || len(there) != 1 || len(all) != 1 {
				k.t.Errorf("kept here is %v, there %v", here, there)
			}
			k.env.Advance(time.Hour + store.KeptGrace)
			if n := k.do(&store.Expire{Max: 10}).Count; n != 0 {
				k.t.Errorf("removed are %d of another namespace", n)
			}
		}},
		{"a_kept_result_outlives_its_run", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "e"}, Keep: keeping("a", "paid")})
			h.commit(end)
			k.env.Advance(time.Minute)
			k.do(&store.Retain{Age: time.Second, Max: 100})
			if got := k.kept("", "a"); len(got) != 1 || got[0].Run != h.run {
				k.t.Errorf("kept is %+v", got)
			}
		}},
		{"what_cannot_be_kept_is_refused", func(k *kit) {
			long := make([]byte, store.MaxKeptKey+1)
			for i := range long {
				long[i] = 'k'
			}
			bad := func(change func(*store.Keeping)) store.Op {
				keep := keeping("a", "x")
				change(keep)
				return &store.EndActivity{Run: k.id(), Activity: 2, Worker: k.id(), Attempt: 1, Claim: k.id(), Entry: store.Entry{ID: "e"}, Keep: keep}
			}
			for _, op := range []store.Op{
				bad(func(o *store.Keeping) { o.Key = "" }), bad(func(o *store.Keeping) { o.Key = string(long) }), bad(func(o *store.Keeping) { o.Key = "a\x00" }),
				bad(func(o *store.Keeping) { o.Activity = "" }), bad(func(o *store.Keeping) { o.For = 0 }), &store.Expire{},
			} {
				k.refused(0, op)
			}
			k.ends(keeping(string(long[1:]), "x"))
			if got := k.kept("", string(long[1:])); len(got) != 1 {
				k.t.Errorf("kept is %+v", got)
			}
		}},
	}
}
