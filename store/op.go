package store

import (
	"encoding/binary"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Op is one member of a batch. The comments here tell what a caller must know of each op;
// store/internal/rules defines, rule by rule, what it does to a run.
type Op interface{ op() }

// Start creates an open run with its first row. That row holds the started event in an open task, and may hold more
// of what the run begins with. The run id makes it idempotent: a second Start with the id of an existing run answers
// Done again, with the claim if Owner still holds it by Claim. So does a Start with the id of a run that [Retain]
// has removed.
//
// With First the run is created in the state after its first commit, or not at all: that commit's rows,
// from seq 1 on, are its whole history. The run belongs to Owner; without an Owner, the commit parks it.
//
// Outcomes: [Done] with Run; [Exists] if another run is in the way, with Outcome.Run. With First, Done
// also answers that commit (Gen, Owner, Owned and Entries, as for a [Commit]), and the outcome is
// [Fenced] if the run exists, or existed and had an Owner, and did not begin with that commit.
type Start struct {
	Run        RunID
	Chain      RunID // the run itself if it is the first of its chain
	Namespace  string
	WorkflowID string
	Workflow   string
	Queue      string
	Priority   int // a 32-bit number
	Level      int
	Row        Row  // Seq 1, N 1; with First, none
	Once       bool // a closed run with the same workflow id is in the way, too
	// Owner, if set, owns the run from the start at epoch 1; the outcome then has its claim.
	// Claim is the claim's id.
	Owner WorkerID
	Claim Token
	// Parent is the run that is told of the end of this run's chain, by a [MessageEnd] about its
	// command ParentSeq; zero: none.
	Parent    RunID
	ParentSeq int64
	// Attrs are the run's attributes, ordered by name.
	Attrs  []history.Attr
	More   []Row     // the rows that follow Row, with its token; Seq and N continue from there
	Timers []Timer   // the timers that the run begins with
	Send   []Message // messages for the outbox
	First  *Commit   // of Run by Owner, at Epoch 1, or 0 without one, and Seq 1; it takes nothing
}

// Claim claims up to Max ready runs for Worker: unowned, due, matched by Filter, and not sticky to
// another worker (see [Commit]). It takes them by priority, lower numbers first, and then by the time
// they became ready. Each claim raises the run's epoch to [NextEpoch]. The builds that parked a blocked
// run, Block.Tried, may claim it only from Block.Until on; any other build may claim it at once. A run in
// quarantine (Run.Deaths >= QuarantineAfter) is claimed only with Quarantine. A Claim with Quarantine
// takes at most one of those runs and no other, the one with the fewest QuarantineDeaths first, and names
// it in the worker's row until the run makes progress or leaves the worker; while one is named, another
// Claim with Quarantine takes none. A repetition with the same ID returns what the first Claim took and
// still holds, and claims anew only if that is nothing. The store does not check whether Worker has a row.
//
// Outcome: Done with Claims, possibly none.
type Claim struct {
	Worker     WorkerID
	ID         Token
	Max        int
	Filter     Filter
	Quarantine bool
}

// Then says what a commit does with its run.
type Then int

// What a commit does with its run.
const (
	Keep  Then = iota // the worker continues to own it
	Park              // release it; it waits for something from outside
	Close             // end it
)

// Commit appends rows to a run's history and applies their consequences, if and only if the run
// is open, its epoch is Epoch, its last commit is After and its next seq is Seq. Rows are
// contiguous from Seq; there is at least one. If StartTimers or Schedule has a number that is
// already outstanding, the error is a *[MemberError].
//
// With Park, the run is released unless its inbox has an entry with an order above Seen; in that case the commit is applied, the
// worker stays the owner, and the outcome has Owned and the entries. With Sticky, unless the run is pinned to another build, it
// becomes sticky to its owner: for StickyFor from when it becomes ready again nobody else claims it, as long as that worker has
// a row, is not marked dead and its lease is valid. With Close, an unseen *signal* refuses the whole commit, unless there is a
// Next; with Closing, senders are then answered [HeldBack].
//
// Outcomes: [Done] with Gen (also for a repetition: the row at Seq has this Token; Owned and Entries
// are then the current ones); [Fenced]; [Refused] with Gen and the Entries above Seen; [NotFound].
type Commit struct {
	Run   RunID
	Owner WorkerID
	Epoch int64
	Seq   int64
	After Token // token of the commit before this one; for a run's first one, that of Start.Row
	Token Token
	Level int
	Build string
	Rows  []Row

	Take             []int64 // orders of the inbox entries that these rows hold, or that were dropped as duplicates
	StartTimers      []Timer
	DropTimers       []int64
	Schedule         []Activity
	CancelActivities []int64   // rows that get no further attempt; the owner must end a running one
	Send             []Message // messages for the outbox
	Pin              string    // pins the run to this build, unless it already has a pin
	// SetAttrs are attributes to set or, without a value, to remove, in order.
	SetAttrs []history.Attr

	Then        Then
	Seen        int64  // Park, Close: the highest known entry order
	Waiting     string // Park: what the run waits for, in words
	Sticky      bool   // Park: make the run sticky to its owner, who can continue it at less cost than others
	Status      Status // Close
	Undelivered int    // Close
	Closing     bool   // Close: hold senders back if the commit is refused
	Next        *Next  // Close: the run that continues this one; Status is Continued if and only if it is set
	Progress    bool   // progress was made: reset deaths, leave quarantine, clear Block
}

// Next is the run that continues a run that ends. It has the same chain, namespace and workflow id,
// and is ready when the commit is applied, for its owner first. It inherits the signals and cancel
// requests that are left in the run's inbox, in order, so no signal refuses such a commit. The run
// must not exist yet.
type Next struct {
	Run      RunID
	Workflow string
	Queue    string
	Priority int
	Level    int
	Token    Token // of its rows, and thus its last commit
	Rows     []Row // from seq 1; an open task that begins with the started event
}

// Timer is a durable timer of a run.
type Timer struct {
	ID     int64
	FireAt time.Time
}

// Activity is an activity that becomes a row.
type Activity struct {
	ID        int64
	Name      string
	Queue     string
	Partition string // its key within the queue; "": none
	Priority  int
	Attempt   int           // attempts consumed so far; of an owned row, the running one
	Delay     time.Duration // before it can be claimed, by the store's clock
	Deadline  time.Time     // schedule-to-close; zero: none
	Limited   bool          // its policy limits attempts, or it is cancelled; only unlimited activities are quarantined
	Cancelled bool          // by Commit.CancelActivities
	Owner     WorkerID      // if set, it owns the row from the start, with the commit's Token as the claim, and runs attempt Attempt+1
	Data      []byte        // for the executor
	Last      []byte        // failure of the last attempt
	Details   []byte        // heartbeat details
}

// EntryKind is the kind of an inbox entry.
type EntryKind int

// The kinds of inbox entries. Signals, cancel requests, updates, answers to promises and notes count against MaxUnread and
// MaxUnreadBytes; [MaxNotes] more notes are accepted beyond these. A store treats an update and an answer like a signal.
const (
	EntrySignal   EntryKind = 1
	EntryCancel   EntryKind = 2
	EntryActivity EntryKind = 3
	EntryTimer    EntryKind = 4
	EntryChild    EntryKind = 5 // the end of a child, or the outcome of a signal to another run
	EntryUpdate   EntryKind = 6
	EntryNote     EntryKind = 7 // an operator's action on the run, by a [Steer]
	EntryPromise  EntryKind = 8 // the answer to a promise; its ID is the promise's token
)

// Entry is an external event that was accepted but is not in the history yet.
type Entry struct {
	Order int64 // the dispatch row's gen after its increment: the exact order of acceptance, rising throughout the run's life
	ID    string
	Kind  EntryKind
	Ref   int64 // number of the timer or activity; of EntryChild the command that it answers
	At    time.Time
	Data  []byte // framed event; empty for timers
}

// Deliver puts a signal, a cancel request, an update or the answer to a promise into the inbox of the run that Ref
// names. While an entry with the same ID and kind is unread, it answers Done again with that entry, before it checks
// any limit or mark; an empty ID never matches. From names the sender's worker: if that worker owns the run, the
// outcome tells it, and the run is not marked dirty. To reach one run and none of its successors, set Ref.Run.
//
// A Deliver with Steer acts on the run as that says, and its entry, an [EntryNote], records the action in
// the history. If there is nothing to do, nothing is delivered: Done with Count 0, and no entry.
//
// Outcomes: [Done] with Run, Owner, Seq and Entries[0]; with Steer, Count; [NotFound]; [Closed] with Run; [Full];
// [HeldBack]; with Steer, [Paused].
type Deliver struct {
	Ref   Ref
	Entry Entry // the store sets Order and At
	From  WorkerID
	Steer *Steer
}

// Take makes Worker the owner of runs that become ready in its batch. It must be the last op of a batch; elsewhere it takes
// nothing. It takes a run with the first entry that an op of the batch puts into the run's inbox, if the run is parked,
// sticky to Worker (see [Commit]), neither blocked nor in quarantine, and on none of the queues in Not. The run's epoch
// becomes [NextEpoch]. It takes no more once Worker holds Room runs by Claim. No op of the batch marks a run dirty that
// Worker holds by Claim. As with [Claim], the store does not check whether Worker has a row.
//
// Outcome: Done with Claims, all runs that Worker holds by Claim after the batch. So a
// repetition answers with what the first try took and Worker still holds.
type Take struct {
	Worker WorkerID
	Claim  Token
	Room   int
	Not    []string // queues
}

// Fetch clears the dirty mark of a run that Worker owns, and returns its inbox, or the
// beginning of it; see [InboxPage].
//
// Outcomes: Done with Entries (Order above After) and Gen; Fenced (also if the run does not exist).
type Fetch struct {
	Run    RunID
	Worker WorkerID
	Epoch  int64
	After  int64
}

// Fire moves up to Max due timers of a namespace into the inboxes of their runs, earliest
// first. The caller can then run what they wake, or tell a worker that can. A run that is owned
// is marked dirty, whoever the caller is, because a lost answer could not be recovered.
//
// Outcome: Done with Fired, and with Next, the earliest timer of the namespace that is left.
type Fire struct {
	Namespace string
	Max       int
}

// Forward moves up to Max requests (signals, cancel requests and updates that were sent inside
// users' transactions, see [Tx]) into the inboxes of their runs, each exactly once, by the
// rules of [Deliver]. Requests to one run are moved in the order in which they were inserted;
// the inserts of one transaction, and those of one process, keep their order. Several workers
// may forward at the same time. A run that is owned is marked dirty, as by [Fire].
//
// If a run accepts no entry now, because it is full or closing, its request stays, and those behind it, too. If the run was
// continued, the request goes to the last run of its chain. If it has closed, a signal is counted there as undelivered, and a cancel
// request is dropped. A request that names no run stays and is marked: it is not looked at again, and [CheckRequest] reports it.
//
// Outcome: Done with Forwarded, and Count, the number of requests that were processed; if that
// is Max, there may be more.
type Forward struct {
	Namespace string
	Max       int
}

// EndActivity removes an activity row and puts its end into the run's inbox, if and only if Worker
// owns the row at Attempt by Claim. The store sets the entry's Kind and Ref. A repetition is
// recognised by Entry.ID while the entry is unread; afterwards it is Fenced. With Keep the result
// is kept for other runs.
//
// Outcomes: Done with Owner and Entries[0]; Fenced.
type EndActivity struct {
	Run      RunID
	Activity int64
	Worker   WorkerID
	Attempt  int
	Claim    Token // Task.Claim
	Entry    Entry
	Keep     *Keeping // nil: the result is not kept
}

// RetryActivity releases a row for another attempt after Delay, if and only if Worker owns it
// at Attempt by Claim. Last replaces the row's unless it is nil. Without Consume the attempt
// does not count. With it, the activity's deaths are reset, because the attempt came to an end.
//
// Outcomes: Done with Next; Fenced.
type RetryActivity struct {
	Run      RunID
	Activity int64
	Worker   WorkerID
	Attempt  int
	Claim    Token // Task.Claim
	Delay    time.Duration
	Last     []byte
	Consume  bool
}

// Beat records that an attempt is alive and, unless nil, its newest details, if and only if
// Worker owns the row at Attempt by Claim.
//
// Outcomes: Done; Fenced.
type Beat struct {
	Run      RunID
	Activity int64
	Worker   WorkerID
	Attempt  int
	Claim    Token // Task.Claim
	Details  []byte
}

// NextEpoch returns the epoch to which a claim raises a run that is at epoch. The step is
// derived from the claim's token: otherwise, on a database that lost its last transactions,
// another claim of the run could reach the same number. If a run is taken from its owner and
// given to nobody, its epoch rises by one.
func NextEpoch(epoch int64, claim Token) int64 { return epoch + EpochStep(claim) }

// EpochStep returns by how much a claim raises the epoch of a run, from 1 to 2^32.
func EpochStep(claim Token) int64 { return 1 + int64(binary.BigEndian.Uint32(claim[12:])) }

// Release gives up a run: its epoch rises, it has no owner, and it is ready again at once or,
// with Block, blocked until Delay from now. Without Block, an existing Block stays.
//
// Outcomes: Done; Fenced.
type Release struct {
	Run    RunID
	Worker WorkerID
	Epoch  int64
	Block  *Block
	Delay  time.Duration
}

// Resume makes a run that is blocked or in quarantine ready now, and resets its deaths and Block. A
// paused run stays paused. A waiting run keeps waiting.
//
// Outcomes: Done with Run; NotFound; Closed with Run; Paused with Run.
type Resume struct{ Ref Ref }

// Terminate closes an open run from outside, whoever owns it: Data becomes the row at its next
// seq. A repetition is recognised by the Token even if another run has the workflow id by now.
//
// Outcomes: Done with Run and Owner; NotFound; Closed with Run (Done, without Owner,
// if the last row has this Token).
type Terminate struct {
	Ref   Ref
	Token Token
	Data  []byte
	N     int
}

// Condemn marks a worker dead if its lease is still LeaseUntil, the one that was judged.
//
// Outcomes: Done (also if it is already dead or gone); Fenced if the lease was renewed.
type Condemn struct {
	Worker     WorkerID
	LeaseUntil time.Time
}

// Recover releases up to Limit runs and activity rows of an owner that is marked dead or has no
// row. It raises the epoch of each run, and counts a death against each run and each unlimited
// activity: one in quarantine if the owner's row named it, otherwise a plain one. A run with
// QuarantineDeaths deaths in quarantine is blocked with the reason "poison". A live owner is
// left alone. An activity has one count of deaths, in quarantine or not. A released run is
// ready at once.
//
// Outcomes: Done with Count (0: nothing was left, and the worker's row is removed).
type Recover struct {
	Dead  WorkerID
	Limit int
}

// Sweep gives a dispatch row to every open run that has inbox entries and no such row. It
// repairs a state that must never occur: log its Count.
type Sweep struct{}

// Retain removes chains of Namespace that ended long ago: those whose last run closed at least
// Age ago, by the store's clock, earliest first. The runs of a chain share one workflow id, and
// no other run is among them; none is removed before the last one has closed. Nobody locks such
// a run, so Retain never waits. It skips chains that another Retain is working on.
//
// It removes at most Max rows of histories, and at most [RetainBytes] of them except for a
// single larger row. When the first row goes, all runs of the chain are gone for every reader.
// The newest rows go first, so that a reader sees a history that ends early, never one with a
// gap. The next Retain removes the rest.
//
// Of each run a tombstone is kept. A Start of the same run answers Done again; one with Once under
// its workflow id answers Exists with the last run that had it, unless another run has the id. For
// everything else the run does not exist: [ErrRemoved], Fenced or NotFound. With Tombstones set,
// up to Max tombstones are removed, of runs that were removed longer ago than that.
//
// With Dry, nothing changes. Over lists the chains that would be removed, up to Max, and Count is how many of them
// readers can see.
//
// Outcome: Done with Count, the number of runs removed, and Next, the From of the Retain that
// continues this one; zero: nothing more to do now, except what another Retain is working on.
type Retain struct {
	Namespace  string
	Age        time.Duration
	From       time.Time     // skip chains whose last run closed before this; zero: none
	Chain      RunID         // remove only this chain, which has WorkflowID; zero: all
	WorkflowID string        // of Chain
	Tombstones time.Duration // how long they are kept; zero: for ever
	Max        int
	Dry        bool
}

// RetainBytes bounds the history that one [Retain] removes.
const RetainBytes = 4 << 20

func (*Start) op()         {}
func (*Relay) op()         {}
func (*Claim) op()         {}
func (*Commit) op()        {}
func (*Deliver) op()       {}
func (*Take) op()          {}
func (*Fetch) op()         {}
func (*Fire) op()          {}
func (*Forward) op()       {}
func (*EndActivity) op()   {}
func (*RetryActivity) op() {}
func (*Beat) op()          {}
func (*Release) op()       {}
func (*Resume) op()        {}
func (*Terminate) op()     {}
func (*Condemn) op()       {}
func (*Recover) op()       {}
func (*Sweep) op()         {}
func (*Retain) op()        {}
