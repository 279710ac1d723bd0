// Package storetest is the conformance suite of [store.Store]. Run it from a test of
// your store:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) (store.Store, storetest.Env) {
//			clock := faketime.New(start) // any clock that the test moves
//			st := open(t, clock)
//			return st, storetest.Env{Advance: clock.Advance}
//		})
//	}
//
// The subtests are grouped by promise. A case for a rule documented elsewhere has the rule's name. After each
// case the suite checks the whole store: histories have no gaps, closed runs own nothing, and Sweep finds
// nothing to repair.
//
// [Differential] compares a store with the memory store under random batches. [Faulty]
// wraps a store so that calls fail before, after, or later than they should.
//
// Package storetest belongs to the driver tier of docs/stability.md: its API may change in
// a minor version.
//
// Package storetest may import any package of this module: only tests import it.
package storetest

import (
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/store"
)

// Open returns an empty store and its environment. It closes the store with t.Cleanup if
// that is needed.
type Open func(t *testing.T) (store.Store, Env)

// Env is what the suite needs besides the store.
type Env struct {
	// Advance advances the store's clock by exactly d, a number of whole microseconds.
	// Otherwise the clock must stand still: the suite never sleeps, and it distinguishes
	// due timers from others by one millisecond.
	Advance func(d time.Duration)
	// SetBack sets the store's clock back, as an operator or NTP does. If it is nil, the
	// cases about that are not run.
	SetBack func(d time.Duration)
	// Step makes each reading of the store's clock later than the previous one by d, until Step is called with
	// zero. If it is nil, the cases about that are not run.
	Step func(d time.Duration)
	// Begin begins a user's transaction on the store's database. If it is nil, the cases about
	// such transactions are not run.
	Begin Beginner
	// Ledger is a user's table in the store's database. The store must then be a
	// [store.ActivityBeginner]. If it is nil, the cases about transactional activities are not
	// run.
	Ledger *Ledger
	// Sparing runs the checks of a [store.Inspector] only after the first case of each promise, omits the cases
	// that move the most bytes, and sends an op in one way where several are possible. Use it for further
	// configurations of a store that one full run already covers.
	Sparing bool
	// Drawn, if it is not 0, selects at random what runs: the checks of a [store.Inspector] after the first case
	// of each promise and after one in Drawn others, one of several ways to send an op, and one of the cases that
	// move the most bytes. Use it for a suite that runs often if another suite runs everything.
	Drawn int
	// Parts, if it is not 0, runs only every Parts-th case of each promise, beginning with number Part. Give each
	// run of a configuration another Part. Unless Sparing is set, the promises against duplicate writes still run
	// all their cases.
	Parts, Part int
	// Parallel tests the promises in parallel. Open may then be called at any time.
	Parallel bool
}

// Run checks the store that open returns against every promise of the contract.
func Run(t *testing.T, open Open) {
	t.Helper()
	env := environment(t, open)
	left, w := env.left(t), env.ways(t)
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

// heavy lists the cases that send tens of MiB or thousands of ops to test the limits.
var heavy = []string{
	"notes_have_room_in_a_full_inbox", "max_unread_bytes", "max_unread_bytes_is_not_exceeded_by_a_batch", "max_page",
	"what_an_inbox_does_not_take_now_stays", "updates_and_answers_to_promises_fill_an_inbox_by_their_bytes",
}

// left returns the heavy cases that this run skips.
func (e Env) left(t *testing.T) []string {
	switch {
	case e.Sparing:
		return heavy
	case e.Drawn > 0:
		n := budget.Rand(t).IntN(len(heavy))
		return slices.Concat(heavy[:n], heavy[n+1:])
	default:
		return nil
	}
}

// RunInTx is the part of Run about users' transactions. Run it for each kind of transaction
// that the database has.
func RunInTx(t *testing.T, open Open) {
	t.Helper()
	for i, c := range inTx() {
		t.Run(c.name, func(t *testing.T) { runCase(oneOfMany(t, open, i == 0), c) })
	}
}

// RunRetention is the part of Run about retention. Run it for each way in which the store
// removes runs.
func RunRetention(t *testing.T, open Open) {
	t.Helper()
	for i, c := range retention() {
		t.Run(c.name, func(t *testing.T) { runCase(oneOfMany(t, open, i == 0), c) })
	}
}

// oneOfMany returns the kit of a case that may skip the checks of a [store.Inspector].
func oneOfMany(t *testing.T, open Open, first bool) *kit {
	t.Helper()
	k := newKit(t, open)
	k.spared = !first && (k.env.Sparing || k.env.Drawn > 0 && budget.Rand(t).IntN(k.env.Drawn) > 0)
	if !k.spared && !first && k.env.Drawn > 0 {
		t.Log("by chance the checks of a store.Inspector run after this case; with Env.Drawn of 0 after each")
	}
	return k
}

// environment returns the environment of the store.
func environment(t *testing.T, open Open) (env Env) {
	t.Run("open", func(t *testing.T) { _, env = open(t) })
	return env
}

// runCase runs a case. A case may panic on an unexpected answer; runCase recovers, so that the other cases
// still run.
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

// ways selects among the several ways to send an op: all of them, or one.
type ways struct {
	one   bool // only one way, a different one for each n
	first int
}

func (e Env) ways(t *testing.T) ways {
	if e.Drawn > 0 {
		return ways{one: true, first: budget.Rand(t).IntN(1 << 16)}
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
	whole   bool           // Env.Parts does not thin these cases out
	needs   func(Env) bool // nil: every store runs these cases
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
