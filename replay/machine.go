package replay

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Level is the newest version of the scheduling rules that this package knows: the
// order in which coroutines run, in which Wait picks, in which a scope cancels. A
// change of any of them is a new level beside the old one, never an edit, because
// every open run was recorded under one.
const Level = 1

// Func is a workflow as the machine runs it, as coroutine 0. It returns the command
// that ends the run: a *history.RunCompleted, *history.RunFailed, *history.RunCancelled or
// *history.RunContinued. The machine fills in Undelivered, or Handed.
type Func func(env *Env, started *history.Started) history.Command

// Config is what a Machine is told once.
type Config struct {
	Run   history.RunID // for error texts and [Env.Run]
	Sites *Sites        // shared by the machines of a process; nil: one of its own
	// Build is the worker's. What is given to a command must be what is recorded where the
	// history was made by the same build: its code cannot have changed. Under another build
	// a difference may be wanted, and Warn is told.
	Build  string
	Strict bool // it must be under any build
	// Warn, when set, is told where a command is the recorded one but what is given to
	// it is not, and the step goes on. Without Exact what it is given is valid until it returns.
	Warn func(Warning)
	// Exact notes where every call came from, also in recorded tasks, where it takes a fifth
	// of the time. Without it a [MismatchError] about code that has returned does not tell
	// the last call before that, nor does [Machine.Running] in a recorded task: who wants to
	// know replays once more with Exact. Nor are values of an author's codec decoded for a
	// text, which may end in a log.
	Exact bool
	// Before says of a change that the run is to be taken for one that began before it: in an open
	// task its version is 0, and nothing is recorded. For tests; nil: of none.
	Before func(change string) bool
	// Logged is told what the workflow logs in recorded tasks, each line as a slog.Record, of which this
	// package knows nothing. Nil: nobody is, as it was written when the task was open.
	Logged func(record any)
	// Token makes the token of the promise that is asked for by event seq of run, in a task with this nonce;
	// nil: such as end nothing.
	Token  func(run history.RunID, seq, nonce int64) string
	Codecs *history.Codecs // tell whether payloads hold the same value
	Mask   *history.Mask   // hides what a redacted history has not, and Warn is not told of; nil: nothing
}

// Machine runs one run's workflow. See the package documentation for how to use it
// and from where.
type Machine struct {
	fn   Func
	cfg  Config
	env  Env
	busy atomic.Bool // Step or Close is under way

	scheduler scheduler // of its coroutines
	root      Scope
	open      openOps // what it has asked for that has no end yet
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
	recording string         // the verb whose function runs, which may only compute a value; "": none
}

// New makes a machine for a run that has not taken a step. Nothing of fn runs before
// the first Step.
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

// NextSeq is the seq of the next event of the history, counting the commands the
// last Step returned.
func (m *Machine) NextSeq() int64 { return m.next }

// Pass counts one more event of the task just stepped, of a skippable kind, that the
// caller appends after the task's commands.
func (m *Machine) Pass() { m.next++ }

// Started is the first event of the history; nil before the first Step.
func (m *Machine) Started() *history.Started { return m.started }

// Now is the time of the last task.
func (m *Machine) Now() time.Time { return m.now }

// Done reports whether the run has ended.
func (m *Machine) Done() bool { return m.scheduler.ended }

// Knows reports whether a signal with this id was taken in, received or not.
func (m *Machine) Knows(signalID string) bool { return m.signals.mail.Knows(signalID) }

// Unread lists the seqs of the signals that were taken in and not received, and of the updates whose
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

// Size estimates what the machine costs to keep: how many coroutines it holds, and
// the bytes of these and of the payloads that wait in it. What the workflow's own
// variables hold cannot be known.
func (m *Machine) Size() (coroutines, bytes int) {
	const perCoroutine = 8 << 10
	n := m.scheduler.live.n
	return n, m.held + perCoroutine*n
}
