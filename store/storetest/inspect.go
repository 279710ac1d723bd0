package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// RunInspector checks the promises of [store.Inspector], which a [store.Store] need not keep,
// on the store that open returns. If a store implements it, [Run] and [Differential] also run
// its checks after their cases, which must find nothing; Env.Sparing and Env.Drawn limit
// that. To test the checks on damaged tables, use [Damage] in the store's own tests.
func RunInspector(t *testing.T, open Open) {
	t.Helper()
	for _, c := range slices.Concat(inspections(), scans(), checks(), repairs()) {
		t.Run(c.name, func(t *testing.T) {
			runCase(newKit(t, open), c)
		})
	}
}

// forEver is a lateness that nothing reaches, not even a worker without a row.
const forEver = 100 * 365 * 24 * time.Hour

// overlook runs every check of an Inspector, which must find nothing.
func (k *kit) overlook() {
	k.t.Helper()
	if in, ok := k.st.(store.Inspector); ok && !k.spared {
		k.ok(in.Check(k.ctx, forEver, func(f store.Finding) error {
			k.t.Errorf("check %s: run %v (%q): %s", f.Check, f.Run, f.WorkflowID, f.Text)
			return nil
		}))
	}
}

func (k *kit) inspector() store.Inspector {
	k.t.Helper()
	in, ok := k.st.(store.Inspector)
	if !ok {
		k.t.Fatalf("a %T is no store.Inspector", k.st)
	}
	return in
}

// found returns what the checks find, each as the number of the check and the workflow id.
func (k *kit) found(late time.Duration) []string {
	k.t.Helper()
	all := []string{}
	k.ok(k.inspector().Check(k.ctx, late, func(f store.Finding) error {
		if f.Text == "" || strings.Contains(f.Text, "\n") {
			k.t.Errorf("check %s says %q, want one line", f.Check, f.Text)
		}
		all = append(all, strings.TrimSpace(fmt.Sprint(f.Check, " ", f.WorkflowID)))
		if f.Run != uuid.Nil {
			if r := k.run(f.Run); r.WorkflowID != f.WorkflowID || r.Namespace != f.Namespace {
				k.t.Errorf("check %s names %q in %q, and the run is %q in %q", f.Check, f.WorkflowID, f.Namespace, r.WorkflowID, r.Namespace)
			}
		}
		return nil
	}))
	slices.Sort(all)
	return all
}

// finds checks that all checks together find want, in this order.
func (k *kit) finds(late time.Duration, want ...string) {
	k.t.Helper()
	if got := k.found(late); !slices.Equal(got, want) {
		k.t.Errorf("with a lateness of %v the checks find %q, want %q", late, got, want)
	}
}

// menagerie makes a run in every state, with everything that a run can have.
func (k *kit) menagerie(w store.WorkerID) {
	k.t.Helper()
	k.namespaces = append(k.namespaces, "other")
	k.quarantined("quarantined")
	k.start("ready")
	h := k.begin(w, "owned")
	h.commit(startTimer(2, k.now().Add(time.Minute)), schedule(3), schedule(4, ownedBy(w)))
	k.deliver(h.run, "a", from(w))
	k.deliver(h.run, "b")
	k.parked("waiting")
	k.deliver(k.parked("woken"), "a")
	k.do(k.begin(w, "blocked").block(time.Minute))
	k.do(k.begin(w, "blocked elsewhere", func(s *store.Start) { s.Namespace = "other" }).block(time.Minute))
	for i, status := range []store.Status{store.Completed, store.Failed, store.Cancelled, store.Completed} {
		h := k.begin(w, fmt.Sprint("closed-", i))
		h.commit(startTimer(2, k.now()), schedule(3))
		k.deliver(h.run, "a", cancel)
		h.commit(func(c *store.Commit) { c.Then, c.Status, c.Undelivered = store.Close, status, 1 })
	}
	terminated := k.begin(w, "terminated")
	terminated.commit(schedule(2, ownedBy(w)))
	k.deliver(terminated.run, "a")
	k.do(&store.Terminate{Ref: store.Ref{Run: terminated.run}, Token: k.id(), Data: []byte{1}, N: 1})
	k.steered(k.resting(w, "paused").run, "pause", store.Pause, 1)
	k.begin(w, "found").commit(sets(textAttr("customer", "c-1"), intAttr("total", 9)))
	many := k.begin(w, "many rows of one commit")
	many.commit(func(c *store.Commit) { c.Rows = []store.Row{row(2, 3), row(5, 1), row(6, 2)} })
}

func inspections() []scenario {
	return []scenario{
		{"info_counts_what_is_there", func(k *kit) {
			before, err := k.inspector().Info(k.ctx)
			k.ok(err)
			k.menagerie(k.worker())
			i, err := k.inspector().Info(k.ctx)
			k.ok(err)
			if i.Kind == "" || i.Where == "" || i.Cluster == "" || i.Cluster != before.Cluster {
				k.t.Errorf("it is %q at %q, cluster %q, and was %q", i.Kind, i.Where, i.Cluster, before.Cluster)
			}
			if i.Version < 1 || i.CompatibleFrom < 1 || i.CompatibleFrom > i.Own || i.Own > i.Version {
				k.t.Errorf("version %d, compatible from %d; this is %d", i.Version, i.CompatibleFrom, i.Own)
			}
			if i.Bytes <= 0 || i.Bytes < before.Bytes {
				k.t.Errorf("%d bytes, %d before there was anything", i.Bytes, before.Bytes)
			}
			if i.Created.After(k.now()) || i.Created.Location() != time.UTC || !i.Created.Equal(before.Created) {
				k.t.Errorf("created at %v", i.Created)
			}
			runs, blocked, paused := make(map[store.Status]int64), int64(0), int64(0)
			rows := map[string]int64{"run": 0, "event": 0, "timer": 0, "activity": 0, "inbox": 0}
			for _, r := range k.all() {
				p := k.pending(r.ID)
				runs[r.Status]++
				rows["run"]++
				rows["event"] += int64(len(k.rows(r.ID)))
				rows["timer"] += int64(len(p.Timers))
				rows["activity"] += int64(len(p.Activities))
				rows["inbox"] += int64(len(p.Entries))
				switch b := r.Blocked; {
				case b == nil || r.Status.Closed():
				case b.Reason == store.ReasonPaused:
					paused++
				default:
					blocked++
				}
			}
			if fmt.Sprint(i.Runs) != fmt.Sprint(runs) || i.Blocked != blocked || i.Paused != paused {
				k.t.Errorf("runs %v, %d blocked, %d paused; want %v, %d, %d", i.Runs, i.Blocked, i.Paused, runs, blocked, paused)
			}
			for table, n := range rows {
				if i.Rows[table] != n {
					k.t.Errorf("%d rows in table %q, want %d", i.Rows[table], table, n)
				}
			}
		}},
		{"workers_are_listed_the_newest_first", func(k *kit) {
			a := k.worker()
			k.env.Advance(theTTL / 2)
			b := k.worker()
			k.env.Advance(ms)
			c := k.worker()
			k.begin(a, "order-1").commit(schedule(2, ownedBy(c)), schedule(3, ownedBy(c)), schedule(4))
			k.begin(a, "order-2")
			k.env.Advance(theTTL / 2) // past the lease of a
			k.condemn(b)
			told := store.Load{Held: 3, Free: 1}
			k.tick(c, func(q *store.Tick) { q.Load, q.Tell = told, true })
			all, err := k.inspector().Workers(k.ctx)
			k.ok(err)
			var got []string
			for _, w := range all {
				got = append(got, fmt.Sprintf("%s alive %v dead %v runs %d activities %d", short(w.ID), w.Alive, w.Dead, w.Runs, w.Activities))
				if w.Build != theBuild || w.Level != 1 || w.Host != "host" || w.PID != 7 || w.TTL != theTTL {
					k.t.Errorf("worker %s: %+v", short(w.ID), w.Worker)
				}
				if load := w.Load; w.ID == c && load != told || w.ID != c && load != (store.Load{Free: theSlots}) {
					k.t.Errorf("worker %s: %+v", short(w.ID), load)
				}
				if s := w.Serves; w.Slots != theSlots || !slices.Equal(s.Queues, []string{theQueue}) || !slices.Equal(s.Workflows, []string{theWorkflow}) ||
					!slices.Equal(s.Activities, []string{theActivity}) || s.Namespace != "" {
					k.t.Errorf("worker %s has %d slots and serves %+v", short(w.ID), w.Slots, s)
				}
				if !w.LeaseUntil.Equal(w.Started.Add(theTTL)) || w.Started.Location() != time.UTC || w.LeaseUntil.Location() != time.UTC {
					k.t.Errorf("worker %s: started %v, lease until %v", short(w.ID), w.Started, w.LeaseUntil)
				}
			}
			want := []string{
				short(c) + " alive true dead false runs 0 activities 2",
				short(b) + " alive false dead true runs 0 activities 0",
				short(a) + " alive false dead false runs 2 activities 0",
			}
			if !slices.Equal(got, want) {
				k.t.Errorf("workers\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}},
		{"a_worker_is_listed_with_its_labels_and_who_has_told_it_to_drain", func(k *kit) {
			w := store.Worker{ID: k.id(), Build: theBuild, Level: 1, TTL: theTTL, Serves: filter(), Slots: theSlots}
			listed := func(labels map[string]string, drains string) {
				k.t.Helper()
				all, err := k.inspector().Workers(k.ctx)
				k.ok(err)
				who := ""
				if len(all) == 1 && all[0].Drain != nil {
					who = all[0].Drain.Who + ", " + all[0].Drain.Why
				}
				if len(all) != 1 || !maps.Equal(all[0].Labels, labels) || who != drains {
					k.t.Errorf("listed are %+v, want labels %v, told by %q", all, labels, drains)
				}
			}
			k.ok(k.st.Join(k.ctx, w))
			listed(nil, "")
			w.Labels = map[string]string{"zone": "eu-1", "disk": "a \"b\" \u00e9 <c>"}
			k.ok(k.st.Join(k.ctx, w))
			listed(w.Labels, "")
			k.do(drain(w.ID))
			listed(w.Labels, "anna, a new kernel")
			w.Labels = map[string]string{"zone": "eu-2"}
			k.ok(k.st.Join(k.ctx, w))
			listed(w.Labels, "anna, a new kernel")
		}},
		{"a_closed_store_says_so", func(k *kit) {
			st, _ := k.open(k.t)
			in := st.(store.Inspector)
			k.ok(st.Close())
			_, info := in.Info(k.ctx)
			_, workers := in.Workers(k.ctx)
			_, repair := in.Repair(k.ctx, store.CheckOrphan, 0, false)
			for name, err := range map[string]error{
				"Info": info, "Workers": workers, "Repair": repair, "Scan": in.Scan(k.ctx, nil), "Check": in.Check(k.ctx, 0, nil),
			} {
				if !errors.Is(err, store.ErrStoreClosed) {
					k.t.Errorf("%s returns %v, want ErrStoreClosed", name, err)
				}
			}
		}},
		{"a_context_that_has_ended_ends_it", func(k *kit) {
			k.start("order-1")
			ctx, stop := context.WithCancel(k.ctx)
			stop()
			in := k.inspector()
			_, info := in.Info(ctx)
			_, workers := in.Workers(ctx)
			_, repair := in.Repair(ctx, store.CheckOrphan, 0, false)
			for name, err := range map[string]error{
				"Info": info, "Workers": workers, "Repair": repair, "Scan": in.Scan(ctx, nil), "Check": in.Check(ctx, 0, nil),
			} {
				if !errors.Is(err, context.Canceled) {
					k.t.Errorf("%s returns %v, want context.Canceled", name, err)
				}
			}
		}},
	}
}
