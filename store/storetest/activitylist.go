package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// RunActivityLister checks the promises of [store.ActivityLister], which a [store.Store] need not keep, on the
// store that open returns.
func RunActivityLister(t *testing.T, open Open) {
	t.Helper()
	for _, c := range activityListings() {
		t.Run(c.name, func(t *testing.T) { runCase(newKit(t, open), c) })
	}
	t.Run("every_filter_selects_what_it_does_in_the_memory_store", func(t *testing.T) { allActivityListings(t, open) })
}

// activities returns the activities of every page of q.
func (k *kit) activities(q store.ActivityQuery) (all []store.Task) {
	k.t.Helper()
	for {
		p, err := k.st.(store.ActivityLister).Activities(k.ctx, q)
		k.ok(err)
		if p.Examined < len(p.Activities) || p.Examined > store.MaxExamined {
			k.t.Fatalf("a page of %d was chosen from %d", len(p.Activities), p.Examined)
		}
		if all = append(all, p.Activities...); p.Next == "" {
			return all
		}
		q.Cursor = p.Next
	}
}

// lists checks which activities q lists, in order, each as workflow id and number.
func (k *kit) lists(q store.ActivityQuery, want ...string) {
	k.t.Helper()
	got := []string{}
	for _, t := range k.activities(q) {
		got = append(got, fmt.Sprint(t.WorkflowID, "/", t.ID))
	}
	if !slices.Equal(got, want) {
		k.t.Errorf("%+v lists %q, want %q", q, got, want)
	}
}

func retrying(delay time.Duration) func(*store.Activity) {
	return func(a *store.Activity) { a.Delay, a.Attempt, a.Last = delay, 2, []byte("refused") }
}

func activityListings() []scenario {
	const retries, runs, ready = store.ActivityRetrying, store.ActivityRunning, store.ActivityReady
	return []scenario{
		{"an_activity_is_in_the_state_it_is_in", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2), schedule(3, ownedBy(w)), schedule(4, func(a *store.Activity) { a.Delay = time.Hour }), schedule(5, retrying(time.Hour)))
			k.env.Advance(ms)
			k.begin(w, "order-2").commit(schedule(2, retrying(time.Minute)))
			k.lists(store.ActivityQuery{State: retries}, "order-2/2", "order-1/5")
			k.lists(store.ActivityQuery{State: runs}, "order-1/3")
			k.lists(store.ActivityQuery{State: ready}, "order-1/2")
			k.lists(store.ActivityQuery{State: ready, Namespace: "other"})
			k.env.Advance(time.Minute)
			k.lists(store.ActivityQuery{State: retries}, "order-1/5")
			k.lists(store.ActivityQuery{State: ready}, "order-1/2", "order-2/2")
			k.env.Advance(time.Hour)
			k.lists(store.ActivityQuery{State: retries})
			k.lists(store.ActivityQuery{State: ready}, "order-1/2", "order-2/2", "order-1/4", "order-1/5")
		}},
		{"an_attempt_that_failed_is_listed_with_why", func(k *kit) {
			w := k.worker()
			k.begin(w, "order-1").commit(schedule(2))
			k.retry(k.task(w), func(o *store.RetryActivity) { o.Delay, o.Last = time.Minute, []byte("refused") })
			all := k.activities(store.ActivityQuery{State: retries})
			if len(all) != 1 {
				k.t.Fatalf("listed are %+v", all)
			}
			t := all[0]
			if t.WorkflowID != "order-1" || t.Workflow != theWorkflow || t.Name != theActivity || t.Queue != theQueue || t.Attempt != 1 || string(t.Last) != "refused" || !t.Ready.Equal(k.now().Add(time.Minute)) {
				k.t.Errorf("listed is %+v", t)
			}
			if t.Data != nil || t.Details != nil {
				k.t.Errorf("it has the payloads %q and %q", t.Data, t.Details)
			}
		}},
		{"what_waits_for_its_run_to_go_on_is_not_retrying", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(park, schedule(2, retrying(time.Hour)), schedule(3))
			k.steered(h.run, "pause", store.Pause, 1)
			k.lists(store.ActivityQuery{State: retries})
			k.lists(store.ActivityQuery{State: ready})
			k.steered(h.run, "unpause", store.Unpause, 1)
			k.lists(store.ActivityQuery{State: retries}, "order-1/2")
			k.lists(store.ActivityQuery{State: ready}, "order-1/3")
		}},
		{"those_of_one_moment_are_on_one_page_each", func(k *kit) {
			w := k.worker()
			var want []string
			for i := range 5 {
				id := fmt.Sprint("order-", i)
				k.begin(w, id).commit(schedule(2, retrying(time.Hour)), schedule(3, retrying(time.Hour)))
				want = append(want, id+"/2", id+"/3")
			}
			for limit := range 4 {
				var got []string
				for _, t := range k.activities(store.ActivityQuery{State: retries, Limit: limit}) {
					got = append(got, fmt.Sprint(t.WorkflowID, "/", t.ID))
				}
				if slices.Sort(got); !slices.Equal(got, want) {
					k.t.Errorf("pages of %d have %q, want %q", limit, got, want)
				}
			}
		}},
		{"what_selects_no_state_is_refused", func(k *kit) {
			for _, q := range []store.ActivityQuery{{}, {State: -1}, {State: ready + 1}, {State: ready, Cursor: "x"}, {State: ready, Cursor: "YTEuMi4"}, {State: ready, Cursor: "YXguMS4x"}} {
				if p, err := k.st.(store.ActivityLister).Activities(k.ctx, q); err == nil {
					k.t.Errorf("%+v is answered %+v", q, p)
				}
			}
		}},
	}
}

func allActivityListings(t *testing.T, open Open) {
	subject := newKit(t, open)
	clock := faketime.New(subject.now())
	model := newKit(t, func(*testing.T) (store.Store, Env) {
		return memory.New(memory.Options{Clock: clock}), Env{Advance: clock.Advance}
	})
	rnd := rand.New(rand.NewPCG(3, 4))
	some := func(all ...string) string { return all[rnd.IntN(len(all))] }
	me := model.id()
	for i := range 150 {
		s := model.newStart(fmt.Sprint("order-", i))
		s.Namespace, s.Workflow, s.Owner, s.Claim = some("", "", "other"), some("order", "refund"), me, model.id()
		c := &store.Commit{Run: s.Run, Owner: me, Epoch: 1, Seq: 2, After: s.Row.Token, Token: model.id(), Level: 1, Rows: []store.Row{row(2, 4)}}
		for n := range int64(1 + rnd.IntN(4)) {
			a := store.Activity{ID: 2 + n, Name: some("charge", "ship", "mail"), Queue: some("a", "b"), Priority: rnd.IntN(3) - 1, Attempt: rnd.IntN(2)}
			switch rnd.IntN(4) {
			case 0:
				a.Owner = me
			case 1, 2:
				a.Delay = time.Duration(1+rnd.IntN(60)) * time.Minute
			}
			c.Schedule = append(c.Schedule, a)
		}
		for _, k := range []*kit{model, subject} {
			for _, op := range []store.Op{s, c} { // no two commits have the same time
				k.env.Advance(ms)
				k.apply(op)
			}
		}
	}
	found := 0
	for range 3 {
		for _, state := range []store.ActivityState{store.ActivityRetrying, store.ActivityRunning, store.ActivityReady} {
			for range 20 {
				q := store.ActivityQuery{State: state, Namespace: some("", "", "other"), Queue: some("", "", "a", "b", "none"), Name: some("", "", "charge", "ship"), Workflow: some("", "order", "refund")}
				shown := func(k *kit) (all []string) {
					for _, t := range k.activities(q) {
						all = append(all, fmt.Sprint(t.Run, t.ID, t.Name, t.Queue, t.Attempt, t.Owner))
					}
					return all
				}
				want := shown(model)
				found += len(want)
				q.Limit = rnd.IntN(9)
				if got := shown(subject); !slices.Equal(got, want) {
					t.Fatalf("%+v lists %d\n%q\nwant %d\n%q", q, len(got), got, len(want), want)
				}
			}
		}
		for _, k := range []*kit{model, subject} {
			k.env.Advance(20 * time.Minute)
		}
	}
	if found < 500 {
		t.Errorf("only %d activities are listed by all of these", found)
	}
}
