// Package store is the contract of durable storage: a handful of transactions,
// batches in and out, over bytes that a store never looks into.
//
// Safety is one compare-and-set. A [Commit] changes a run only where the stored epoch is
// that of the committer's claim, and the stored last commit is the one that it follows; a
// history therefore cannot fork, whatever leases say. Leases only decide who works next.
// Being too late is not an error: every member of a batch has an [Outcome] of its own, and
// "fenced" is one of them.
//
// What is compared is random, because a database may lose its last transactions: a standby
// that is promoted without them, a backup that is put back. It then counts on from an
// earlier state, and comes to the same numbers by another way. So a commit is known by its
// token, an epoch is drawn from the token of its claim ([NextEpoch]), and an attempt at an
// activity is known by the token of the claim that began it. Who knows something of the lost
// transactions is fenced.
//
// A store keeps time with one clock, the database's. It never compares a time that
// a worker made with a time of its own. One transaction has one now. Times are kept
// and returned in UTC and to the microsecond; one given more exactly is rounded up.
//
// Package store is of the driver tier of docs/stability.md: what it exports may change in
// a minor version.
//
// Package store imports history, timer and the standard library.
package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

// Identifiers. A run id is made by the client (see history.NewRunID); a worker id
// is new for each process start and never reused; a token is new for each commit,
// claim or request and makes its retry recognisable.
type (
	RunID    = uuid.UUID
	WorkerID = uuid.UUID
	Token    = uuid.UUID
)

// Store is durable storage for runs. All methods may be called concurrently.
//
// Every error a method returns is one of: ctx's error; [ErrTransient] (nothing was
// applied, try again); [ErrUnknownOutcome] (it may have been applied: call again
// with the very same arguments, tokens included); a *[MemberError]; or another
// error, which will come again with the same arguments.
type Store interface {
	// Apply carries out ops as if one after another in the order given, in one
	// transaction, and answers each by itself. Either every op has its outcome and
	// what they changed is durable, or Apply returns an error and nothing changed
	// (ErrUnknownOutcome: either of the two). Calling Apply again with the same ops
	// after ErrUnknownOutcome is safe, however late the first call takes effect, and
	// gives the outcomes the first call would have given, but for these: Release and
	// RetryActivity may answer Fenced, which means the same to a caller, it owns
	// nothing any more; a QueueBehind answers Fenced once something else waits there; Fire, Forward,
	// Recover, Sweep, Retain and Expire do what is left; and a
	// claim may pass over what its first call takes only later: Owned tells of it then.
	// The transaction does not end because ctx does once it has begun.
	// An op that [Check] refuses is a *[MemberError].
	//
	// Members of a batch do not wait for what somebody else's transaction keeps locked:
	// such an op, and each later one about the same [Subject], is answered [Locked], as
	// if it had not been sent. It is to be sent again, with nothing but ops about its
	// Subject: a store may wait a moment for the lock then, before it answers Locked
	// once more. An op that searches passes over what is locked, but for the row of the
	// worker that it is about. A store whose transactions come one after another (memory,
	// SQLite) never answers it.
	Apply(ctx context.Context, ops []Op) ([]Outcome, error)

	// Join makes worker w known, with a lease of w.TTL from now. Again with the same
	// id it renews the lease, but a row that is marked dead stays dead. A store that
	// can prove that other engines are dead (SQLite's file lock) marks the rows that
	// did not join through this Store dead in the same transaction; one that admits a
	// single engine returns an *[EngineRunningError] while another lives. Workers
	// that join through one Store live side by side.
	Join(ctx context.Context, w Worker) error
	// Leave gives back whatever worker owns, raising the epoch of each run, removes
	// its row and drops its guard. Attempts of activity rows it still owns are
	// consumed; no death is counted. A worker that is not known may leave, too.
	Leave(ctx context.Context, worker WorkerID) error
	// Tick renews the lease if asked to and answers everything periodic at once. Where
	// another database can take the place of this one it is who notices: ErrOtherDatabase
	// says that the worker's lease is lost, whatever stands in its row.
	Tick(ctx context.Context, q Tick) (Ticked, error)
	// Owned lists what the store believes worker owns.
	Owned(ctx context.Context, worker WorkerID) (Owned, error)

	// History returns rows of a run in seq order, at least one if any qualifies;
	// none, without an error, when there is no such run.
	History(ctx context.Context, q HistoryQuery) ([]Row, error)
	// Run describes one run. ErrNotFound when there is none; ErrRemoved, which is one,
	// when there was.
	Run(ctx context.Context, ref Ref) (Run, error)
	// Runs lists runs, newest first. The pages of one listing neither repeat nor
	// skip a run that was there when it began.
	Runs(ctx context.Context, q Query) (Page, error)
	// Outbox lists what runs of a namespace have sent and what has not been relayed, in the order
	// of [MessageKey]. A page has at least one message, if there is one, and is bounded by
	// [OutboxPage].
	Outbox(ctx context.Context, q OutboxQuery) ([]Message, error)
	// Children lists the open runs whose Parent is a run, in the order of their ids, above after, and
	// at most limit of them.
	Children(ctx context.Context, parent, after RunID, limit int) ([]RunID, error)
	// Queues lists what is known of queues.
	Queues(ctx context.Context, q QueueQuery) ([]Queue, error)
	// Kept lists results that are kept, and Schedules schedules.
	Kept(ctx context.Context, q KeptQuery) ([]Kept, error)
	Schedules(ctx context.Context, q ScheduleQuery) ([]Schedule, error)
	// Pending lists what an open run has outstanding.
	Pending(ctx context.Context, run RunID) (Pending, error)
	// Secret is random bytes that are this database's for ever, and were made with it. Who knows them can
	// make the token of any promise. They are no caller's to change.
	Secret() []byte
	// Now is the time of the store's clock.
	Now(ctx context.Context) (time.Time, error)

	// Close releases the store's resources. Idempotent.
	Close() error
}

// Limits every store keeps.
const (
	// MaxUnread is how many signals and cancel requests may wait in a run's inbox;
	// one more is answered [Full]. Completions and timers are never refused.
	MaxUnread = 2000
	// MaxNotes is how many entries beyond MaxUnread a note is let in with. That of an [Unpause] is always let in.
	MaxNotes = 100
	// MaxUnreadBytes is how many bytes of signals and cancel requests may wait there: while
	// they have as many, the next one is answered [Full].
	MaxUnreadBytes = 64 << 20
	// MaxEntryBytes is the largest Data of a signal or a cancel request; who delivers keeps
	// it. Fewer than FewUnread of them are never too many bytes.
	MaxEntryBytes = 4 << 20
	FewUnread     = MaxUnreadBytes / MaxEntryBytes
	// InboxPage is how many bytes of an inbox an op answers with for each run: with the entries up to the one that
	// reaches it. Who finds that the last entry's order is below Gen fetches those above it.
	InboxPage = 1 << 20
	// MaxPage is the largest page of Runs.
	MaxPage = 1000
	// MaxID is the longest id, name or key in bytes.
	MaxID = 1000
	// QuarantineAfter is how many deaths of an owner, without progress in between,
	// bring a run into quarantine; QuarantineDeaths is how many more, while it was tried
	// alone, park it.
	QuarantineAfter  = 2
	QuarantineDeaths = 5
	// StickyFor is how long a run that has become ready is left to the worker it
	// is sticky to. That worker hears of it by its next Tick at the latest.
	StickyFor = 1250 * time.Millisecond
)

// Worker is one Runtime in one process.
type Worker struct {
	ID    WorkerID
	Build string
	Level int
	Host  string
	PID   int
	TTL   time.Duration
	// Serves is what it can run, and Slots how many activities at once: its peers weigh
	// their load against it. Level and Build are those above.
	Serves Filter
	Slots  int
	Labels map[string]string // what operators know it by
	Drain  *WorkerNote       // who has told it to drain; nil: nobody
}

// Load is how busy a worker is.
type Load struct {
	Held int // runs it owns and activity rows it runs
	Free int // slots
}

// Row is one row of a history: n framed events from seq on.
type Row struct {
	Seq   int64
	N     int
	Token Token
	Data  []byte
}

// HistoryQuery selects rows of one run. With Last, only the row with the highest
// seq is returned. A store may stop earlier than it is asked to, but not before the first row.
type HistoryQuery struct {
	Run      RunID
	From     int64 // rows whose seq is at least From
	MaxBytes int   // stop after the row that reaches it; 0 is 4 MiB
	MaxRows  int   // stop after that many rows; 0 is no limit but that of the store
	Last     bool
}

// Ref names a run: by Run, or by Namespace and WorkflowID, which means the open run
// with that id, else the one created last. With Run and Namespace, a run of another namespace is not
// there; with Run alone it is.
type Ref struct {
	Run        RunID
	Namespace  string
	WorkflowID string
}

// Foreign says whether a run of that namespace, which has ref.Run, is none that ref means.
func (r Ref) Foreign(namespace string) bool {
	return r.Run != uuid.Nil && r.Namespace != "" && r.Namespace != namespace
}

// Status of a run. Numbers are stored.
type Status int

// The states of a run. A parked run, waiting or blocked, is open.
const (
	Open       Status = 1
	Completed  Status = 2
	Failed     Status = 3
	Cancelled  Status = 4
	Terminated Status = 5
	Continued  Status = 6 // the next run of its chain goes on; no other run has one
)

// Run is a run as the store sees it.
type Run struct {
	ID               RunID
	Chain            RunID // the first run of its chain
	Parent           RunID // that is told of the end of the chain; zero: none is
	ParentSeq        int64 // the command of Parent that asked for it
	Namespace        string
	WorkflowID       string
	Workflow         string
	Queue            string
	Priority         int // the smallest number is claimed first
	Status           Status
	Epoch            int64
	NextSeq          int64
	LastCommit       Token
	Level            int
	Build            string // of the worker that committed last
	Owner            WorkerID
	Created          time.Time
	Last             time.Time // of its last commit with rows; only [Store.Runs] tells it
	Closed           time.Time // zero while open
	Waiting          string    // what a parked run waits for, in words; the next commit clears it
	Blocked          *Block    // why it is parked, when it is blocked; stays when it is claimed, until progress
	Undelivered      int       // signals accepted that the workflow never received (closed runs)
	Unread           int       // signals, cancels, updates and notes in the inbox
	Deaths           int
	QuarantineDeaths int
	Pin              string // the build whose workers alone may claim it; "": those of any
	// Attrs is what the run is found by, in the order of names. They stay as they are when it ends.
	Attrs []history.Attr
	// Behind is the start that waits behind the run, or that did last; nil: none ever has. See [QueueBehind].
	Behind *Behind
}

// Block says why a run is parked until something changes.
type Block struct {
	Reason string    // "mismatch", "panic", "deadlock", "corrupt", "unknown kind", "unknown level", "poison", ...
	Text   string    // for a person: both call sites, the stack, what to do
	Build  string    // the build that parked it
	Tried  []string  // all that have in a row, the last one last (set by the store); any other may claim it at once
	Until  time.Time // these may claim it again from then on (set by the store); zero: nobody may
	Count  int       // how many times in a row (set by the store)
}

// MaxTried bounds [Block.Tried]: the oldest are forgotten, and may try at once.
const MaxTried = 16

// TriedBy is tried once build has parked the run, too. Like the next ones it is for stores.
func TriedBy(tried []string, build string) []string {
	all := slices.DeleteFunc(slices.Clone(tried), func(b string) bool { return b == build })
	all = append(all, build)
	return all[max(0, len(all)-MaxTried):]
}

// A column holds the builds that have tried a run between separators, so that a
// statement finds one among them by [TriedMark].
const triedMark = "\x1f"

// TriedMark is how build stands in [PackTried].
func TriedMark(build string) string { return triedMark + build + triedMark }

// Bound is what a worker must have in Filter.Workflows to claim a run of workflow that is pinned to a
// build; without a pin, the workflow's name. [Unbound] takes it apart.
func Bound(workflow, pin string) string {
	if pin == "" {
		return workflow
	}
	return workflow + triedMark + pin
}

// Unbound is the workflow and the pin of what [Bound] has made.
func Unbound(bound string) (workflow, pin string) {
	workflow, pin, _ = strings.Cut(bound, triedMark)
	return workflow, pin
}

// PackTried makes tried one text.
func PackTried(tried []string) string {
	if len(tried) == 0 {
		return ""
	}
	return TriedMark(strings.Join(tried, triedMark))
}

// UnpackTried is the list that PackTried was given.
func UnpackTried(text string) []string {
	if len(text) < 2*len(triedMark) {
		return nil
	}
	return strings.Split(text[len(triedMark):len(text)-len(triedMark)], triedMark)
}

// BlockOf is a block as it stands in a column, but for what the store counts.
func BlockOf(reason, text, tried string) Block {
	b := Block{Reason: reason, Text: text, Tried: UnpackTried(tried)}
	if len(b.Tried) > 0 {
		b.Build = b.Tried[len(b.Tried)-1]
	}
	return b
}

// ReasonPoison is the Block.Reason that [Recover] gives: the run's owners died
// QuarantineDeaths times while it was tried alone, in quarantine. Its Until is zero; only
// a [Resume] makes it claimable again.
const ReasonPoison = "poison"

// ReasonPaused is the Block.Reason of a run that an operator has paused. Its Until is zero; only an
// [Unpause] takes it away.
const ReasonPaused = "paused"

// ReasonCorrupt is the Block.Reason of a run whose rows are damaged: what a worker could not
// decode, and what a store could not count on.
const ReasonCorrupt = "corrupt"

// Query selects runs. The zero value is every run of the default namespace.
type Query struct {
	Namespace  string
	Status     []Status // nil: any
	Workflow   string
	WorkflowID string
	Prefix     string // of the workflow id; "": any
	Blocked    bool   // only open runs with a Block
	// Waiting is one thing that a parked run waits for, as it stands in Run.Waiting, as "signal approve"; the first word
	// alone, as "timer", is any of the kind. Only open runs without a Block are selected then.
	Waiting     string
	SinceBefore time.Time // only runs whose last commit was before; zero: no bound
	Queue       string    // "": any
	// Zero times are no bounds. A run that is open has not closed before anything.
	StartedFrom, StartedBefore time.Time
	ClosedFrom, ClosedBefore   time.Time
	Attrs                      []AttrRange // all of them must hold
	Limit                      int         // 0 is 100; above MaxPage is MaxPage
	Cursor                     string      // Page.Next of the page before; "": from the newest on; anything else is an error
}

// MaxExamined is how many runs a page is chosen from at most. A Query by more than what an index
// tells, such as a queue or two attributes, may so have a page with fewer runs than its Limit, or none,
// and more behind it.
const MaxExamined = 10_000

// Page is one page of runs. Next is empty on the last page.
type Page struct {
	Runs     []Run
	Next     string
	Examined int // from how many it was chosen
}

// Pending is what an open run has outstanding in the store.
type Pending struct {
	Timers     []Timer
	Activities []Task
	Entries    []Entry
}

// Owned is what the store believes a worker owns.
type Owned struct {
	Runs       map[RunID]int64 // epoch
	Activities map[ActivityKey]Attempt
}

// ActivityKey names an activity of a run.
type ActivityKey struct {
	Run      RunID
	Activity int64
}

// Attempt names an attempt at an activity that has a row: its number, and the token of the
// claim that began it. Two attempts on the two sides of lost transactions may have one
// number, but not one token.
type Attempt struct {
	N     int
	Claim Token
}

// Tick asks everything periodic.
type Tick struct {
	Worker WorkerID
	Renew  time.Duration // renew the lease for this long; 0: do not
	Filter Filter
	// Awaited are open runs whose end somebody in this process waits for. A store that
	// answers the same question from memory needs them in the same order each time.
	Awaited []RunID
	// Load is that of Worker. A renewal puts it into the worker's row; Tell has it put
	// there without one.
	Load Load
	Tell bool
	// Queues are the queues of the namespace of Filter of which the answer is to tell what is known.
	Queues []string
	// Sweep has owners looked for that have no row, which only a claim that lands long after
	// its worker has left leaves behind. It may be costly: ask now and then.
	Sweep bool
}

// Filter says what a worker can run. Nothing else is claimed or reported ready: an
// empty list matches nothing. A run matches by all but Activities, an activity by
// Namespace, Queues without Full, and Activities, and by Namespace alone once its deadline has passed.
type Filter struct {
	Namespace  string
	Queues     []string
	Workflows  []string // by name, and as [Bound] names them those that are pinned
	Activities []string
	Level      int // the highest that can be run
	Build      string
	// Full are queues of which no activity is taken just now; their runs are, and what is
	// past its deadline.
	Full []string
	// Own is the worker's own queue, of which activities are taken as well; see [OwnQueue]. "": none are.
	Own string
}

// ActivityQueues are the queues whose activities are taken: Queues without Full, and Own.
func (f *Filter) ActivityQueues() []string {
	if len(f.Full) == 0 && f.Own == "" {
		return f.Queues
	}
	open := []string{}
	for _, q := range f.Queues {
		if !slices.Contains(f.Full, q) {
			open = append(open, q)
		}
	}
	if f.Own != "" {
		open = append(open, f.Own)
	}
	return open
}

// Ticked is the answer to a Tick.
type Ticked struct {
	Now         time.Time // the store's clock
	ServerStart time.Time // changes when the server was restarted; zero if it cannot be
	Reconnected bool      // another connection asked than the last time: what ended that one may have ended those of others
	Alive       bool      // my row exists and is not marked dead
	LeaseUntil  time.Time

	Expired []Expired  // other workers that are not marked dead, and whose lease is over or whose lock is free
	Orphans []WorkerID // workers that are marked dead and, with Sweep or always, owners of anything that have no row
	// RowLocked is not empty when the lease was to be renewed and was not, because somebody
	// else's transaction keeps the worker's row locked: it says who, as far as the store can tell.
	RowLocked string

	ReadyRuns       int       // claimable now by Worker and Filter without Quarantine, counted up to 100
	Quarantined     int       // runs and activities claimable now by Filter with Quarantine, counted up to 100
	ReadyActivities int       // like ReadyRuns
	NextTimer       time.Time // earliest durable timer of any run in the namespace of Filter; zero: none
	NextReady       time.Time // earliest time something unowned that Filter matches and that is not ready now becomes so, or a Deadline passes; zero: none. That a run is no longer sticky is found by the next Tick
	Dirty           []RunID   // runs of mine with news from others
	// Cancelled are the rows of mine that are cancelled: their attempts are to end. In the order
	// of the runs' ids, then of numbers.
	Cancelled []ActivityKey
	Closed    []RunID // of Awaited
	Queues    []Queue // of those asked for, as by Store.Queues
	// QueuesUnknown says that the store could not tell in time what is known of them.
	QueuesUnknown bool
	Chores
	// Peers are the other workers that can run all that Filter matches: alive, of its
	// namespace, serving each of its queues, workflows and activities, at its level or a
	// higher one. By ID.
	Peers []Peer
}

// Chores are what somebody is to do in the namespace of a Tick's Filter.
type Chores struct {
	Drain    *WorkerNote // who has told Worker to drain; nil: nobody
	Requests bool        // a [Forward] has something to do
	Outbox   bool        // Outbox lists something
	Stale    bool        // an [Expire] has something to remove
	Gone     bool        // a [ClaimActivities] with Gone has something to take
	Schedule time.Time   // when one of Filter.Workflows is due: see [ScheduleQuery]; zero: none is
}
