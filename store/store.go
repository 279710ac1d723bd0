// Package store is the contract of durable storage: a few transactions, with batches in and
// outcomes out, over bytes that a store never interprets.
//
// Safety is one compare-and-set. A [Commit] changes a run only if the stored epoch is that of
// the committer's claim and the stored last commit is the one that it follows. A history
// therefore cannot fork, whatever leases say; leases only decide who works next. Being too late
// is not an error: every member of a batch has its own [Outcome], and [Fenced] is one of them.
//
// The compared values are random, because a database may lose its last transactions when a
// standby is promoted without them or a backup is restored. It then continues from an earlier
// state, and would reach the same numbers in another way. So a commit is identified by its
// token, an epoch is derived from the token of its claim ([NextEpoch]), and an attempt at an
// activity is identified by the token of the claim that began it. A worker that relies on lost
// transactions is fenced.
//
// A store has one clock, the database's. It never compares a worker's time with its own. One
// transaction has a single now. Times are kept and returned in UTC with microsecond precision;
// a more precise time is rounded up.
//
// Package store belongs to the driver tier of docs/stability.md: its exported names may change
// in a minor version.
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

// Identifiers. The client makes run ids (see history.NewRunID). A worker id is new for each
// process start and never reused. A token is new for each commit, claim or request, and
// identifies its retry.
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
	// Apply carries out ops as if one after another, in order, in one transaction, and answers each
	// one. Either every op has its outcome and its changes are durable, or Apply returns an error
	// and nothing has changed (with ErrUnknownOutcome, either of the two). Repeating the call with
	// the same ops after ErrUnknownOutcome is safe, however late the first call takes effect, and
	// returns the outcomes that the first call would have returned, with these exceptions. Release
	// and RetryActivity may answer Fenced, which means the same to the caller: it owns nothing any
	// more. A QueueBehind answers Fenced once something else waits there. Fire, Forward, Recover,
	// Sweep, Retain and Expire do what is left. A claim may miss what its first call takes only
	// later: Owned then lists it. Once the transaction has begun, it does not end because ctx does.
	// An op that [Check] refuses is a *[MemberError].
	//
	// Members of a batch do not wait for another transaction's locks: an op that would have to
	// wait, and each later one about the same [Subject], is answered [Locked], as if it had not
	// been sent. Send it again in a batch with ops about its Subject only: a store may then
	// wait a moment for the lock before it answers Locked again. An op that searches skips what
	// is locked, except for the row of the worker that it is about. A store whose transactions
	// run one after another (memory, SQLite) never answers Locked.
	Apply(ctx context.Context, ops []Op) ([]Outcome, error)

	// Join registers worker w, with a lease of w.TTL from now. A second call with the same id
	// renews the lease, but a row that is marked dead stays dead. A store that can prove that
	// other engines are dead (SQLite's file lock) marks the rows that did not join through this
	// Store dead in the same transaction. A store that allows only one engine returns an
	// *[EngineRunningError] while another lives. Several workers may join through one Store.
	Join(ctx context.Context, w Worker) error
	// Leave releases whatever worker owns, raising the epoch of each run, removes its row and
	// drops its guard. Attempts of activity rows that it still owns are consumed; no death is
	// counted. An unknown worker may leave, too.
	Leave(ctx context.Context, worker WorkerID) error
	// Tick renews the lease if asked to and answers all periodic questions at once. If another
	// database can take the place of this one, Tick detects that: ErrOtherDatabase says that
	// the worker's lease is lost, whatever its row says.
	Tick(ctx context.Context, q Tick) (Ticked, error)
	// Owned lists what the store considers owned by worker.
	Owned(ctx context.Context, worker WorkerID) (Owned, error)

	// History returns rows of a run in seq order, at least one if any qualifies. If there is no
	// such run, it returns none, and no error.
	History(ctx context.Context, q HistoryQuery) ([]Row, error)
	// Run describes one run. The error is ErrNotFound if there is none, and ErrRemoved, which
	// matches it, if there was one.
	Run(ctx context.Context, ref Ref) (Run, error)
	// Runs lists runs, newest first. The pages of one listing neither repeat nor skip a run
	// that existed when it began.
	Runs(ctx context.Context, q Query) (Page, error)
	// Outbox lists messages from runs of a namespace that were not relayed yet, ordered by
	// [MessageKey]. A page has at least one message, if there is one, and is bounded by
	// [OutboxPage].
	Outbox(ctx context.Context, q OutboxQuery) ([]Message, error)
	// Children lists the open runs with this Parent, ordered by id, above after, at most limit of them.
	Children(ctx context.Context, parent, after RunID, limit int) ([]RunID, error)
	// Queues lists the state of queues.
	Queues(ctx context.Context, q QueueQuery) ([]Queue, error)
	// Kept lists kept results, and Schedules lists schedules.
	Kept(ctx context.Context, q KeptQuery) ([]Kept, error)
	Schedules(ctx context.Context, q ScheduleQuery) ([]Schedule, error)
	// Pending returns what an open run has outstanding.
	Pending(ctx context.Context, run RunID) (Pending, error)
	// Secret returns random bytes that were made with this database and never change. Whoever knows them
	// can make the token of any promise. The caller must not modify them.
	Secret() []byte
	// Now returns the time of the store's clock.
	Now(ctx context.Context) (time.Time, error)

	// Close releases the store's resources. It is idempotent.
	Close() error
}

// Limits that every store keeps.
const (
	// MaxUnread is how many signals and cancel requests may wait in a run's inbox; one more is
	// answered [Full]. Completions and timers are never refused.
	MaxUnread = 2000
	// MaxNotes is how many entries beyond MaxUnread a note is accepted with. The note of an [Unpause] is always accepted.
	MaxNotes = 100
	// MaxUnreadBytes is how many bytes of signals and cancel requests may wait there: once they
	// reach it, the next one is answered [Full].
	MaxUnreadBytes = 64 << 20
	// MaxEntryBytes is the largest Data of a signal or a cancel request; the sender enforces
	// it. Fewer than FewUnread of them are never too many bytes.
	MaxEntryBytes = 4 << 20
	FewUnread     = MaxUnreadBytes / MaxEntryBytes
	// InboxPage bounds the inbox bytes that an op returns for each run: it returns the entries up to the one that
	// reaches it. If the last entry's order is below Gen, fetch those above it.
	InboxPage = 1 << 20
	// MaxPage is the largest page of Runs.
	MaxPage = 1000
	// MaxID is the longest id, name or key in bytes.
	MaxID = 1000
	// QuarantineAfter is how many deaths of an owner, without progress in between, put a run
	// into quarantine. QuarantineDeaths is how many more, while it is tried alone, park it.
	QuarantineAfter  = 2
	QuarantineDeaths = 5
	// StickyFor is how long a run that has become ready is left to the worker that it is sticky
	// to. That worker learns of it by its next Tick at the latest.
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
	// Serves is what it can run, and Slots how many activities at once: its peers compare their
	// load with that. Level and Build are in the fields above.
	Serves Filter
	Slots  int
	Labels map[string]string // for operators
	Drain  *WorkerNote       // who told it to drain; nil: nobody
}

// Load is how busy a worker is.
type Load struct {
	Held int // runs it owns and activity rows it runs
	Free int // slots
}

// Row is one row of a history: N framed events, starting at Seq.
type Row struct {
	Seq   int64
	N     int
	Token Token
	Data  []byte
}

// HistoryQuery selects rows of one run. With Last, it selects only the row with the highest
// seq. A store may stop earlier than asked, but not before the first row.
type HistoryQuery struct {
	Run      RunID
	From     int64 // rows whose seq is at least From
	MaxBytes int   // stop after the row that reaches it; 0 is 4 MiB
	MaxRows  int   // stop after that many rows; 0: only the store's limit
	Last     bool
}

// Ref names a run: by Run, or by Namespace and WorkflowID, which means the open run with that id, or
// else the most recently created one. With both Run and Namespace, a run of another namespace is not
// found; with Run alone it is.
type Ref struct {
	Run        RunID
	Namespace  string
	WorkflowID string
}

// Foreign reports whether the run ref.Run, which is of that namespace, is not one that ref means.
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
	Continued  Status = 6 // the next run of its chain continues it; only such a run has a next one
)

// Run is a run as the store sees it.
type Run struct {
	ID               RunID
	Chain            RunID // the first run of its chain
	Parent           RunID // the run that is told of the end of the chain; zero: none
	ParentSeq        int64 // the command of Parent that started it
	Namespace        string
	WorkflowID       string
	Workflow         string
	Queue            string
	Priority         int // lower numbers first
	Status           Status
	Epoch            int64
	NextSeq          int64
	LastCommit       Token
	Level            int
	Build            string // of the worker that committed last
	Owner            WorkerID
	Created          time.Time
	Last             time.Time // time of its last commit with rows; only [Store.Runs] sets it
	Closed           time.Time // zero while open
	Waiting          string    // what a parked run waits for, in words; the next commit clears it
	Blocked          *Block    // why it is parked as blocked; a claim does not clear it, progress does
	Undelivered      int       // accepted signals that the workflow did not receive (closed runs)
	Unread           int       // signals, cancels, updates and notes in the inbox
	Deaths           int
	QuarantineDeaths int
	Pin              string // the only build whose workers may claim it; "": any
	// Attrs are the run's attributes, ordered by name. They stay when it ends.
	Attrs []history.Attr
	// Behind is the start that waits behind the run, or the last one that did; nil: none ever has. See
	// [QueueBehind].
	Behind *Behind
}

// Block says why a run is parked until something changes.
type Block struct {
	Reason string    // "mismatch", "panic", "deadlock", "corrupt", "unknown kind", "unknown level", "poison", ...
	Text   string    // for people: both call sites, the stack, what to do
	Build  string    // the build that parked it
	Tried  []string  // all builds that parked it in a row, the last one last (set by the store); any other may claim it at once
	Until  time.Time // when these may claim it again (set by the store); zero: never
	Count  int       // how many times in a row (set by the store)
}

// MaxTried bounds [Block.Tried]: the oldest builds are dropped, and may try at once.
const MaxTried = 16

// TriedBy returns tried after build has parked the run, too. Like the next functions it is for stores.
func TriedBy(tried []string, build string) []string {
	all := slices.DeleteFunc(slices.Clone(tried), func(b string) bool { return b == build })
	all = append(all, build)
	return all[max(0, len(all)-MaxTried):]
}

// A column holds the builds that have tried a run between separators, so that a statement can
// find one of them by [TriedMark].
const triedMark = "\x1f"

// TriedMark returns build as it appears in [PackTried].
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

// PackTried encodes tried as one text.
func PackTried(tried []string) string {
	if len(tried) == 0 {
		return ""
	}
	return TriedMark(strings.Join(tried, triedMark))
}

// UnpackTried decodes the result of PackTried.
func UnpackTried(text string) []string {
	if len(text) < 2*len(triedMark) {
		return nil
	}
	return strings.Split(text[len(triedMark):len(text)-len(triedMark)], triedMark)
}

// BlockOf returns a block from its columns, without what the store counts.
func BlockOf(reason, text, tried string) Block {
	b := Block{Reason: reason, Text: text, Tried: UnpackTried(tried)}
	if len(b.Tried) > 0 {
		b.Build = b.Tried[len(b.Tried)-1]
	}
	return b
}

// ReasonPoison is the Block.Reason that [Recover] sets: the run's owners died QuarantineDeaths
// times while it was tried alone, in quarantine. Its Until is zero; only a [Resume] makes the
// run claimable again.
const ReasonPoison = "poison"

// ReasonPaused is the Block.Reason of a run that an operator paused. Its Until is zero; only an
// [Unpause] removes it.
const ReasonPaused = "paused"

// ReasonCorrupt is the Block.Reason of a run whose rows are damaged: a worker could not decode
// them, or a store found them inconsistent.
const ReasonCorrupt = "corrupt"

// Query selects runs. The zero value selects every run of the default namespace.
type Query struct {
	Namespace  string
	Status     []Status // nil: any
	Workflow   string
	WorkflowID string
	Prefix     string // of the workflow id; "": any
	Blocked    bool   // only open runs with a Block
	// Waiting is one thing that a parked run waits for, in the form of Run.Waiting, such as "signal approve"; just the
	// first word, such as "timer", matches any of that kind. It selects only open runs without a Block.
	Waiting     string
	SinceBefore time.Time // only runs whose last commit was earlier; zero: no bound
	Queue       string    // "": any
	// Zero times are no bounds. An open run matches no bound on closing.
	StartedFrom, StartedBefore time.Time
	ClosedFrom, ClosedBefore   time.Time
	Attrs                      []AttrRange // all must hold
	Limit                      int         // 0 is 100; above MaxPage is MaxPage
	Cursor                     string      // Page.Next of the previous page; "": start with the newest; anything else is an error
}

// MaxExamined is the most runs that are examined for a page. If a Query has conditions that no index
// covers, such as a queue or two attributes, a page may have fewer runs than its Limit, or none,
// although more follow.
const MaxExamined = 10_000

// Page is one page of runs. Next is empty on the last page.
type Page struct {
	Runs     []Run
	Next     string
	Examined int // how many runs were examined
}

// Pending is what an open run has outstanding in the store.
type Pending struct {
	Timers     []Timer
	Activities []Task
	Entries    []Entry
}

// Owned is what the store considers owned by a worker.
type Owned struct {
	Runs       map[RunID]int64 // epoch
	Activities map[ActivityKey]Attempt
}

// ActivityKey identifies an activity of a run.
type ActivityKey struct {
	Run      RunID
	Activity int64
}

// Attempt identifies an attempt at an activity that has a row: its number, and the token of the
// claim that began it. If transactions are lost, an attempt before and one after that may have
// the same number, but not the same token.
type Attempt struct {
	N     int
	Claim Token
}

// Tick is the question of a worker's periodic tick.
type Tick struct {
	Worker WorkerID
	Renew  time.Duration // renew the lease for this long; 0: do not renew
	Filter Filter
	// Awaited are open runs whose end somebody in this process waits for. Keep their order the
	// same each time, for stores that answer a repeated question from memory.
	Awaited []RunID
	// Load is the load of Worker. A renewal writes it into the worker's row; Tell writes it
	// without one.
	Load Load
	Tell bool
	// Queues are the queues, in Filter's namespace, whose state the answer should contain.
	Queues []string
	// Sweep also searches for owners that have no row, which occur only if a claim lands long
	// after its worker has left. It may be expensive: ask rarely.
	Sweep bool
}

// Filter is what a worker can run. Nothing else is claimed or reported ready: an empty list matches
// nothing. A run must match everything but Activities. An activity must match Namespace, Queues
// without Full, and Activities, or only Namespace once its deadline has passed.
type Filter struct {
	Namespace  string
	Queues     []string
	Workflows  []string // by name, or as [Bound] names pinned ones
	Activities []string
	Level      int // the highest level that it can run
	Build      string
	// Full are queues of which no activity is claimed for now. Runs are, and activities past
	// their deadline.
	Full []string
	// Own is the worker's own queue, of which activities are claimed, too; see [OwnQueue]. "": none.
	Own string
}

// ActivityQueues returns the queues whose activities are claimed: Queues without Full, and Own.
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
	ServerStart time.Time // changes when the server restarts; zero if the store cannot tell
	Reconnected bool      // another connection asked than last time: what ended the earlier one may have ended those of others, too
	Alive       bool      // the worker's row exists and is not marked dead
	LeaseUntil  time.Time

	Expired []Expired  // other workers that are not marked dead and whose lease is over or whose lock is free
	Orphans []WorkerID // workers that are marked dead and, with Sweep or always, owners that have no row
	// RowLocked is set if the lease should have been renewed and was not, because another
	// transaction keeps the worker's row locked: it says whose, as far as the store can tell.
	RowLocked string

	ReadyRuns       int       // claimable now by Worker and Filter without Quarantine, counted up to 100
	Quarantined     int       // runs and activities claimable now by Filter with Quarantine, counted up to 100
	ReadyActivities int       // like ReadyRuns
	NextTimer       time.Time // earliest durable timer in the namespace of Filter; zero: none
	NextReady       time.Time // earliest time at which something unowned that Filter matches, and that is not ready now, becomes ready, or a Deadline passes; zero: none. That a run is no longer sticky is found by the next Tick
	Dirty           []RunID   // the worker's runs with news from others
	// Cancelled are the worker's rows that are cancelled and whose attempts must end, ordered by
	// run id, then by number.
	Cancelled []ActivityKey
	Closed    []RunID // of Awaited
	Queues    []Queue // those asked for, as in Store.Queues
	// QueuesUnknown says that the store could not determine their state in time.
	QueuesUnknown bool
	Chores
	// Peers are the other workers that can run everything that Filter matches: alive, of its
	// namespace, serving each of its queues, workflows and activities, at its level or a higher
	// one. Ordered by ID.
	Peers []Peer
}

// Chores are tasks that some worker should do in the namespace of a Tick's Filter.
type Chores struct {
	Drain    *WorkerNote // who told Worker to drain; nil: nobody
	Requests bool        // a [Forward] has something to do
	Outbox   bool        // Outbox has messages
	Stale    bool        // an [Expire] has something to remove
	Gone     bool        // a [ClaimActivities] with Gone has something to take
	Schedule time.Time   // when one of Filter.Workflows is due: see [ScheduleQuery]; zero: none is
}
