package replay

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Level is the newest version of the scheduling rules: the order in which coroutines run,
// Wait picks and a scope cancels. A changed rule is a new level beside the old one, never
// an edit, because every open run was recorded under some level.
const Level = 1

// Func is a workflow as the machine runs it, as coroutine 0. It returns the command
// that ends the run: a *history.RunCompleted, *history.RunFailed, *history.RunCancelled or
// *history.RunContinued. The machine fills in Undelivered, or Handed.
type Func func(env *Env, started *history.Started) history.Command

// Config configures a Machine.
type Config struct {
	Run   history.RunID // for error texts and [Env.Run]
	Sites *Sites        // shared by the machines of a process; nil: the machine makes its own
	// Build is the worker's build. If the same build made the history, the arguments of a
	// command must equal the recorded ones, because the code cannot have changed. Under
	// another build a difference may be intended, and goes to Warn.
	Build  string
	Strict bool // arguments must be equal under any build
	// Warn, if set, is called for a command that matches the recorded one except for its
	// arguments; the step continues. Without Exact the Warning is valid until Warn returns.
	Warn func(Warning)
	// Exact records the site of every call, also in recorded tasks, where that takes a fifth
	// of the time. Without it, a [MismatchError] about code that has returned lacks its last
	// call, and so does [Machine.Running] in a recorded task: to learn it, replay once more
	// with Exact. Only with Exact are values of an author's codec decoded for error texts,
	// which may end up in a log.
	Exact bool
	// Before, if set, reports whether to treat the run as one that began before a change: in an open
	// task the change's version is then 0, and nothing is recorded. It is for tests.
	Before func(change string) bool
	// Logged, if set, receives what the workflow logs in recorded tasks, each line as a slog.Record, a
	// type that this package does not know. The lines were first written when the task was open.
	Logged func(record any)
	// Token makes the token of the promise that event seq of run asks for, in a task with this nonce.
	// If it is nil, the tokens end no promise of a store.
	Token  func(run history.RunID, seq, nonce int64) string
	Codecs *history.Codecs // compare the values of payloads
	Mask   *history.Mask   // hides from comparison what a redacted history lacks; nil: hides nothing
}

// Machine runs one run's workflow. The package documentation says how to use it, and on
// which goroutines.
type Machine struct {
	fn   Func
	cfg  Config
	env  Env
	busy atomic.Bool // Step or Close is under way

	scheduler scheduler
	root      Scope
	open      openOps
	signals   signals
	updates   updates
	questions questions

	started   *history.Started
	next      int64     // seq of the next event
	now       time.Time // of the task
	task      task
	changes   changes
	attrs     []history.Attr // that the run has
	held      int            // bytes of payloads held, for Size
	bytes     int            // of payloads in the history before the task
	recording string         // the verb whose function runs, which may only compute a value; or ""
}

// New makes a machine for a run. fn does not run before the first Step.
func New(fn Func, cfg Config) *Machine {
	if cfg.Sites == nil {
		cfg.Sites = new(Sites)
	}
	m := &Machine{fn: fn, cfg: cfg, next: 1}
	m.env.m = m
	m.root.m = m
	m.scheduler.queue.init()
	return m
}

// NextSeq returns the seq of the next event of the history, after the commands that the
// last Step returned.
func (m *Machine) NextSeq() int64 { return m.next }

// Pass counts one more event of the task just stepped: one of a skippable kind that the
// caller appends after the task's commands.
func (m *Machine) Pass() { m.next++ }

// Started returns the first event of the history, or nil before the first Step.
func (m *Machine) Started() *history.Started { return m.started }

// Now returns the time of the last task.
func (m *Machine) Now() time.Time { return m.now }

// Done reports whether the run has ended.
func (m *Machine) Done() bool { return m.scheduler.ended }

// Knows reports whether the history has a signal with this id, received or not.
func (m *Machine) Knows(signalID string) bool { return m.signals.mail.Knows(signalID) }

// Unread lists the seqs of the signals that the workflow has not received and of the updates whose
// handler has not begun, ascending.
func (m *Machine) Unread() []int64 {
	signals, updates := m.signals.mail.Unread(), m.updates.mail.Unread()
	if len(updates) == 0 {
		return signals
	}
	all := append(signals, updates...)
	slices.Sort(all)
	return all
}

// Size estimates the memory of the machine: how many coroutines it holds, and the bytes
// of these and of the payloads that wait in it. It does not include the workflow's own
// variables, whose size is unknown.
func (m *Machine) Size() (coroutines, bytes int) {
	const perCoroutine = 8 << 10
	n := m.scheduler.alive
	return n, m.held + perCoroutine*n
}
