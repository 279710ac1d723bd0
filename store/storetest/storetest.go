// Package storetest is the conformance suite of [store.Store]. Whoever writes a store
// runs it from a test of their own:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) (store.Store, storetest.Env) {
//			clock := faketime.New(start) // any clock that the test moves
//			st := open(t, clock)
//			return st, storetest.Env{Advance: clock.Advance}
//		})
//	}
//
// The subtests are grouped by promise. A case that stands for a rule learnt elsewhere
// bears the rule's name. After each case the suite looks at the whole store: rows
// without a gap, nothing hanging on a closed run, nothing for Sweep to mend.
//
// [Differential] compares a store with the memory store under random batches.
// [Faulty] wraps a store so that calls fail before, after, or at another time.
//
// Package storetest is of the driver tier of docs/stability.md: what it exports may change
// in a minor version.
//
// Package storetest may import what it needs; nothing but tests imports it.
package storetest

import (
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Open returns an empty store and what belongs to it. It closes the store with
// t.Cleanup if that is needed.
type Open func(t *testing.T) (store.Store, Env)

// Env is what the suite needs beside the store.
type Env struct {
	// Advance moves the store's clock on. It must move by whole microseconds
	// exactly, and the clock must stand still meanwhile: the suite never sleeps, and
	// it tells a due timer from one that is not by a single millisecond.
	Advance func(d time.Duration)
	// SetBack sets the store's clock back, as an operator or NTP does. Nil: it cannot be,
	// and the cases about it are not run.
	SetBack func(d time.Duration)
	// Step makes each reading of the store's clock later by d than the one before, until it is
	// called with zero. Nil: it cannot be, and the cases about it are not run.
	Step func(d time.Duration)
	// Begin begins a transaction of the user's beside the store. A store that has none
	// leaves it nil, and the cases about them are not run.
	Begin Beginner
	// Ledger is a table of the user's beside the store, which must then be a
	// [store.ActivityBeginner]. Nil: the store has no transactions for activities, and the
	// cases about them are not run.
	Ledger *Ledger
	// Sparing makes the checks of a [store.Inspector] only after the first case of each promise,
	// leaves out the cases that move the most bytes, and sends an op in one way where it could be
	// sent in several. It is for further configurations of a store, one of which runs everything.
	Sparing bool
	// Drawn, if it is not 0, draws what is run: the checks of a [store.Inspector] after the first
	// case of each promise and after one in Drawn others, one of several ways to send an op, and one
	// of the cases that move the most bytes. It is for a suite that is run often, beside one that
	// runs everything.
	Drawn int
	// Of the cases of each promise only each Parts-th is run, and Part is the number of the first. Parts of 0
	// means all. Give each run of a configuration another Part. All cases of the promises by which nothing is
	// written twice are run all the same, unless Sparing is set.
	Parts, Part int
	// Parallel has the promises be tested beside each other. Open is then called at any time.
	Parallel bool
}

// Run checks the store that open returns against every promise of the contract.
func Run(t *testing.T, open Open) {
	t.Helper()
	env := environment(t, open)
	left, w := env.left(), env.ways()
	if env.Drawn > 0 {
		t.Logf("by chance, an op is sent in the %dth of several ways, and the next op in the next; with Env.Drawn of 0 in all of them", w.first)
	}
	for _, g := range groups(w) {
		if g.needs != nil && !g.needs(env) {
			continue
		}
		t.Run(g.promise, func(t *testing.T) {
			if env.Parallel {
				t.Parallel()
			}
			first := true
			for i, c := range g.cases {
				if slices.Contains(left, c.name) || env.Parts > 0 && i%env.Parts != env.Part && (!g.whole || env.Sparing) {
					continue
				}
				t.Run(c.name, func(t *testing.T) {
					runCase(oneOfMany(t, open, first), c)
				})
				first = false
			}
		})
	}
}

// heavy are cases that send tens of MiB, or thousands of ops, to see them counted.
var heavy = []string{
	"notes_have_room_in_a_full_inbox", "max_unread_bytes", "max_unread_bytes_is_not_exceeded_by_a_batch", "max_page",
	"what_an_inbox_does_not_take_now_stays", "updates_and_answers_to_promises_fill_an_inbox_by_their_bytes",
}

// left are the heavy cases that are left out.
func (e Env) left() []string {
	switch {
	case e.Sparing:
		return heavy
	case e.Drawn > 0:
		n := rand.IntN(len(heavy))
		return slices.Concat(heavy[:n], heavy[n+1:])
	default:
		return nil
	}
}

// RunInTx is the part of Run about transactions of the user's, for each kind of them that
// a database has.
func RunInTx(t *testing.T, open Open) {
	t.Helper()
	for i, c := range inTx() {
		t.Run(c.name, func(t *testing.T) { runCase(oneOfMany(t, open, i == 0), c) })
	}
}

// RunRetention is the part of Run about what retention removes, for each way in which a store
// removes it.
func RunRetention(t *testing.T, open Open) {
	t.Helper()
	for i, c := range retention() {
		t.Run(c.name, func(t *testing.T) { runCase(oneOfMany(t, open, i == 0), c) })
	}
}

// oneOfMany returns the kit of a case, which may be spared the checks of a [store.Inspector].
func oneOfMany(t *testing.T, open Open, first bool) *kit {
	t.Helper()
	k := newKit(t, open)
	k.spared = !first && (k.env.Sparing || k.env.Drawn > 0 && rand.IntN(k.env.Drawn) > 0)
	if !k.spared && !first && k.env.Drawn > 0 {
		t.Log("by chance the checks of a store.Inspector run after this case; with Env.Drawn of 0 after each")
	}
	return k
}

// environment looks what belongs to the store.
func environment(t *testing.T, open Open) (env Env) {
	t.Run("open", func(t *testing.T) { _, env = open(t) })
	return env
}

// runCase keeps a case that panics, because it was answered something that it cannot
// go on with, from ending the whole suite.
func runCase(k *kit, c scenario) {
	k.t.Helper()
	defer func() {
		if p := recover(); p != nil {
			k.t.Errorf("the case cannot go on: %v\n%s", p, debug.Stack())
		}
	}()
	c.run(k)
	k.audit()
}

// ways say in which of several ways an op is sent.
type ways struct {
	one   bool // another one for each n
	first int
}

func (e Env) ways() ways {
	if e.Drawn > 0 {
		return ways{one: true, first: rand.IntN(1 << 16)}
	}
	return ways{one: e.Sparing}
}

func chosen[T any](w ways, n int, all ...T) []T {
	if w.one {
		return all[(w.first+n)%len(all):][:1]
	}
	return all
}

type group struct {
	promise string
	cases   []scenario
	whole   bool           // all cases are run where they are drawn
	needs   func(Env) bool // nil: nothing that only some stores have
}

type scenario struct {
	name string
	run  func(*kit)
}

func groups(w ways) []group {
	return []group{
		{promise: "starts", cases: starts()},
		{promise: "openings", cases: openings(w)},
		{promise: "atomicity", cases: atomicity()},
		{promise: "fencing", cases: fencing(), whole: true},
		{promise: "lost_tail", cases: lostTail(), whole: true},
		{promise: "ordering", cases: ordering()},
		{promise: "dedupe", cases: dedupe()},
		{promise: "lost_wake_up", cases: wakeup()},
		{promise: "batches_that_take", cases: append(theyTakeTogether(), taken(w, wakers())...)},
		{promise: "batches_that_take_requests", cases: taken(w, []waker{byRequest()}), needs: func(e Env) bool { return e.Begin != nil }},
		{promise: "deliveries_in_batches", cases: arrivals(w)},
		{promise: "close_over_signal", cases: closeOver()},
		{promise: "continue_as_new", cases: goingOn()},
		{promise: "starts_behind_a_run", cases: behind()},
		{promise: "attributes", cases: attributes()},
		{promise: "updates", cases: updates()},
		{promise: "steering", cases: steering()},
		{promise: "outbox", cases: outbox()},
		{promise: "neighbours_of_a_bad_member", cases: neighbours()},
		{promise: "contents", cases: contents()},
		{promise: "limits", cases: limits()},
		{promise: "unknown_outcome", cases: unknown(w)},
		{promise: "timers", cases: timers()},
		{promise: "activities", cases: activities()},
		{promise: "jobs", cases: jobs()},
		{promise: "many_starts_as_jobs_have_them", cases: startAll()},
		{promise: "jobs_in_transactions", cases: jobsInTx(), needs: func(e Env) bool { return e.Begin != nil }},
		{promise: "kept_results", cases: keptResults()},
		{promise: "queue_states", cases: queueStates()},
		{promise: "schedules", cases: schedules()},
		{promise: "queue_shares", cases: sharesOfQueues()},
		{promise: "queue_partitions", cases: partitionsOfQueues()},
		{promise: "affinity", cases: affinity()},
		{promise: "cancellations", cases: cancellations()},
		{promise: "a_clock_that_is_set_back", cases: setBack(), needs: func(e Env) bool { return e.SetBack != nil }},
		{promise: "a_clock_that_moves", cases: moving(), needs: func(e Env) bool { return e.Step != nil }},
		{promise: "leases", cases: leases()},
		{promise: "drains", cases: drains()},
		{promise: "quarantine", cases: quarantines()},
		{promise: "blocking", cases: blocking()},
		{promise: "dispatch", cases: dispatch()},
		{promise: "terminate", cases: terminate()},
		{promise: "namespaces", cases: namespaces()},
		{promise: "retention", cases: retention()},
		{promise: "in_a_users_transaction", cases: slices.Concat(inTx(), requestsToAChain(), updatesInTx()), needs: func(e Env) bool { return e.Begin != nil }},
		{promise: "transactional_activities", cases: transactional(), needs: func(e Env) bool { return e.Ledger != nil }},
		{promise: "queries", cases: queries()},
		{promise: "closed_store", cases: closedStore()},
	}
}
