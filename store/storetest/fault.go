package storetest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// ErrCrashed is the error of every call on a [FaultyStore] after a crash: the calling
// process counts as dead. It is not an error of the store contract.
var ErrCrashed = errors.New("storetest: the process has crashed")

// Kind says what goes wrong with a call.
type Kind int

// The kinds of a [Fault]. The two delays apply only to Apply and End; for other methods they
// mean LoseCall.
const (
	Pass        Kind = iota // nothing goes wrong
	FailBefore              // not applied; ErrTransient, or Fault.Err
	LoseCall                // not applied; ErrUnknownOutcome
	LoseAnswer              // applied; ErrUnknownOutcome
	DelayBefore             // ErrUnknownOutcome; applied just before the next Apply
	DelayAfter              // ErrUnknownOutcome; applied just after the next Apply, which is its repetition
	CrashBefore             // not applied; this call and all later ones answer ErrCrashed
	CrashAfter              // applied; this call and all later ones answer ErrCrashed
)

// Fault describes what goes wrong with one call.
type Fault struct {
	Kind   Kind
	Err    error  // instead of ErrTransient, for FailBefore
	Before func() // if set, called before the store
	After  func() // if set, called after the store and before the answer
}

// Call is one call of a method of the store.
type Call struct {
	N      int // 1, 2, 3, ... among all calls but Close
	Apply  int // 1, 2, 3, ... among the calls of Apply; 0 for other methods
	Method string
	Ops    []store.Op
}

// Plan returns the fault of each call. It may be called concurrently.
type Plan func(Call) Fault

// At returns the plan that fails only the n-th Apply.
func At(n int, f Fault) Plan {
	return func(c Call) Fault {
		if c.Apply == n {
			return f
		}
		return Fault{}
	}
}

// FaultyStore is a store with a plan of faults; see [Faulty].
type FaultyStore struct {
	st   store.Store
	plan Plan

	mu      sync.Mutex
	calls   int
	applies int
	crashed bool
	before  []delayed
	after   []delayed
}

// delayed is a call that is still in flight. Nobody receives its outcome.
type delayed func()

var _ store.Store = (*FaultyStore)(nil)

// Faulty wraps s so that its calls fail according to plan. A nil plan lets all calls pass.
// Several wrappers around one store act as several processes, which crash independently.
func Faulty(s store.Store, plan Plan) *FaultyStore {
	if plan == nil {
		plan = func(Call) Fault { return Fault{} }
	}
	return &FaultyStore{st: s, plan: plan}
}

// Unwrap returns the wrapped store. Writes inside a user's transaction go to it directly,
// without a plan.
func (f *FaultyStore) Unwrap() store.Store { return f.st }

// Calls returns how many calls were made, and how many of them were of Apply.
func (f *FaultyStore) Calls() (all, applies int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls, f.applies
}

// Secret implements [store.Store]. The plan does not count it as a call.
func (f *FaultyStore) Secret() []byte { return f.st.Secret() }

// Crash makes every later call return ErrCrashed.
func (f *FaultyStore) Crash() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.crashed = true
}

// Crashed reports whether a fault or Crash ended the process.
func (f *FaultyStore) Crashed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.crashed
}

// Flush applies the delayed calls, as if the network delivered them now.
func (f *FaultyStore) Flush() {
	f.mu.Lock()
	late := append(f.before, f.after...)
	f.before, f.after = nil, nil
	f.mu.Unlock()
	f.late(late)
}

// delay queues call to be applied later, if its fault is of kind k and k is a delay.
func (f *FaultyStore) delay(k Kind, call delayed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch k {
	case DelayBefore:
		f.before = append(f.before, call)
	case DelayAfter:
		f.after = append(f.after, call)
	}
}

// late applies delayed calls.
func (f *FaultyStore) late(all []delayed) {
	for _, arrive := range all {
		arrive()
	}
}

// begin counts a call and asks the plan about it.
func (f *FaultyStore) begin(method string, ops []store.Op) (Fault, error) {
	f.mu.Lock()
	if f.crashed {
		f.mu.Unlock()
		return Fault{}, ErrCrashed
	}
	f.calls++
	c := Call{N: f.calls, Method: method, Ops: ops}
	if method == "Apply" {
		f.applies++
		c.Apply = f.applies
	}
	f.mu.Unlock()
	fault := f.plan(c)
	if fault.Before != nil {
		fault.Before()
	}
	if fault.Kind == CrashBefore {
		f.Crash()
	}
	return fault, nil
}

// finish returns the answer of a call, whether or not it reached the store.
func (f *FaultyStore) finish(fault Fault, err error) error {
	if fault.After != nil {
		fault.After()
	}
	if fault.Kind == CrashAfter {
		f.Crash()
	}
	if f.Crashed() {
		return ErrCrashed
	}
	switch fault.Kind {
	case FailBefore:
		if fault.Err != nil {
			return fault.Err
		}
		return store.ErrTransient
	case LoseCall, LoseAnswer, DelayBefore, DelayAfter:
		return store.ErrUnknownOutcome
	}
	return err
}

// reaches reports whether the call reaches the store now.
func (k Kind) reaches() bool { return k == Pass || k == LoseAnswer || k == CrashAfter }

// call handles all calls except Apply. For a read-only call, a lost answer is a transient
// failure.
func (f *FaultyStore) call(method string, question bool, do func() error) error {
	fault, err := f.begin(method, nil)
	if err != nil {
		return err
	}
	if fault.Kind.reaches() {
		err = do()
	}
	err = f.finish(fault, err)
	if question && errors.Is(err, store.ErrUnknownOutcome) {
		err = store.ErrTransient
	}
	return err
}

// Apply implements [store.Store].
func (f *FaultyStore) Apply(ctx context.Context, ops []store.Op) (outs []store.Outcome, err error) {
	fault, err := f.begin("Apply", ops)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	before, after := f.before, f.after
	f.before, f.after = nil, nil
	f.mu.Unlock()
	kept := slices.Clone(ops)
	f.delay(fault.Kind, func() { _, _ = f.st.Apply(context.Background(), kept) })
	f.late(before)
	if fault.Kind.reaches() {
		outs, err = f.st.Apply(ctx, ops)
	}
	f.late(after)
	if err = f.finish(fault, err); err != nil {
		return nil, err
	}
	return outs, nil
}

// Join implements [store.Store].
func (f *FaultyStore) Join(ctx context.Context, w store.Worker) error {
	return f.call("Join", false, func() error { return f.st.Join(ctx, w) })
}

// Leave implements [store.Store].
func (f *FaultyStore) Leave(ctx context.Context, w store.WorkerID) error {
	return f.call("Leave", false, func() error { return f.st.Leave(ctx, w) })
}

// Tick implements [store.Store].
func (f *FaultyStore) Tick(ctx context.Context, q store.Tick) (t store.Ticked, err error) {
	return ask(f, "Tick", false, func() (store.Ticked, error) { return f.st.Tick(ctx, q) })
}

// Owned implements [store.Store].
func (f *FaultyStore) Owned(ctx context.Context, w store.WorkerID) (store.Owned, error) {
	return ask(f, "Owned", true, func() (store.Owned, error) { return f.st.Owned(ctx, w) })
}

// History implements [store.Store].
func (f *FaultyStore) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	return ask(f, "History", true, func() ([]store.Row, error) { return f.st.History(ctx, q) })
}

// Run implements [store.Store].
func (f *FaultyStore) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	return ask(f, "Run", true, func() (store.Run, error) { return f.st.Run(ctx, ref) })
}

// Runs implements [store.Store].
func (f *FaultyStore) Runs(ctx context.Context, q store.Query) (store.Page, error) {
	return ask(f, "Runs", true, func() (store.Page, error) { return f.st.Runs(ctx, q) })
}

// Outbox implements [store.Store].
func (f *FaultyStore) Outbox(ctx context.Context, q store.OutboxQuery) ([]store.Message, error) {
	return ask(f, "Outbox", true, func() ([]store.Message, error) { return f.st.Outbox(ctx, q) })
}

// Queues implements [store.Store].
func (f *FaultyStore) Queues(ctx context.Context, q store.QueueQuery) ([]store.Queue, error) {
	return ask(f, "Queues", true, func() ([]store.Queue, error) { return f.st.Queues(ctx, q) })
}

// Kept implements [store.Store].
func (f *FaultyStore) Kept(ctx context.Context, q store.KeptQuery) ([]store.Kept, error) {
	return ask(f, "Kept", true, func() ([]store.Kept, error) { return f.st.Kept(ctx, q) })
}

// Schedules implements [store.Store].
func (f *FaultyStore) Schedules(ctx context.Context, q store.ScheduleQuery) ([]store.Schedule, error) {
	return ask(f, "Schedules", true, func() ([]store.Schedule, error) { return f.st.Schedules(ctx, q) })
}

// Children implements [store.Store].
func (f *FaultyStore) Children(ctx context.Context, parent, after store.RunID, limit int) ([]store.RunID, error) {
	return ask(f, "Children", true, func() ([]store.RunID, error) { return f.st.Children(ctx, parent, after, limit) })
}

// Pending implements [store.Store].
func (f *FaultyStore) Pending(ctx context.Context, run store.RunID) (store.Pending, error) {
	return ask(f, "Pending", true, func() (store.Pending, error) { return f.st.Pending(ctx, run) })
}

// Now implements [store.Store].
func (f *FaultyStore) Now(ctx context.Context) (time.Time, error) {
	return ask(f, "Now", true, func() (time.Time, error) { return f.st.Now(ctx) })
}

// Close implements [store.Store]. It always reaches the store, and is not counted.
func (f *FaultyStore) Close() error { return f.st.Close() }

// ask is call for methods that return a value. It returns the value only with a nil error.
func ask[T any](f *FaultyStore, method string, question bool, do func() (T, error)) (T, error) {
	var v, none T
	err := f.call(method, question, func() (err error) {
		v, err = do()
		return err
	})
	if err != nil {
		return none, err
	}
	return v, nil
}
