package store

import (
	"encoding/binary"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Op is one member of a batch. Here stands what a caller must know of each; what it does to
// a run, rule by rule, stands in store/internal/rules.
type Op interface{ op() }

// Start creates an open run with its first row, which holds the started event in an
// open task, and may hold what the run begins with. The run id makes it idempotent: a second Start with the id of an
// existing run answers Done again, with the claim if Owner still holds it by Claim. So
// does one with the id of a run that [Retain] has removed.
//
// With First the run comes into being as its first commit leaves it, or not at all:
// that commit's rows, which begin at seq 1, are all there is. It is Owner's; without one it parks the run.
//
// Outcomes: [Done] with Run; [Exists] when another run is in the way, with Outcome.Run.
// With First, Done is the answer to that commit, too (Gen, Owner, Owned and Entries, as of
// a [Commit]), and [Fenced] when the run is there, or was and had an Owner, and did not begin with it.
type Start struct {
	Run        RunID
	Chain      RunID // the run itself for the first of a chain
	Namespace  string
	WorkflowID string
	Workflow   string
	Queue      string
	Priority   int // of 32 bits
	Level      int
	Row        Row  // Seq 1, N 1; with First, none
	Once       bool // a closed run with the same workflow id is in the way too
	// Owner, when set, makes the run owned from the start at epoch 1; the outcome
	// then holds its claim. Claim is the claim's id.
	Owner WorkerID
	Claim Token
	// Parent is the run that is told of the end of this one's chain, by a [MessageEnd] about its
	// command ParentSeq; zero: none is.
	Parent    RunID
	ParentSeq int64
	// Attrs is what the run is found by, in the order of names.
	Attrs  []history.Attr
	More   []Row     // what follows Row, with its token; Seq and N go on from there
	Timers []Timer   // of the run, which begins with them
	Send   []Message // what the run wants done to others: rows of its outbox
	First  *Commit   // of Run by Owner, at Epoch 1, or 0 without one, and Seq 1; it takes nothing
}

// Claim takes up to Max ready runs for Worker: unowned, due, matched by Filter, not
// sticky to another worker (see [Commit]), by priority (the smallest number first) and
// then by the time they became ready. Each claim raises the run's epoch to [NextEpoch]. A run
// that is blocked is claimed by the builds that have parked it, Block.Tried, only from
// Block.Until on, and by any other build at once. A run in quarantine
// (Run.Deaths >= QuarantineAfter) is claimed only with Quarantine. A Claim with Quarantine
// takes at most one run, of those in quarantine, the one with the fewest QuarantineDeaths
// first, and names it in the worker's row until it makes progress or leaves the worker;
// while one is named, another Claim with Quarantine takes none. A repeated Claim with the same ID returns
// what the first one took and still holds, and claims anew only if that is nothing. The
// store does not ask whether Worker has a row.
//
// Outcome: Done with Claims, possibly none.
type Claim struct {
	Worker     WorkerID
	ID         Token
	Max        int
	Filter     Filter
	Quarantine bool
}

// Then says what becomes of a run with a commit.
type Then int

// What a commit does with its run.
const (
	Keep  Then = iota // the worker goes on owning it
	Park              // release it; it waits for something from outside
	Close             // it has ended
)

// Commit appends rows to a run's history and changes what hangs on it, if and only
// if the run is open, its epoch is Epoch, its last commit is After and its next seq is Seq.
// Rows are contiguous from Seq; there is at least one. A number in StartTimers or Schedule
// that is outstanding already is a *[MemberError].
//
// With Park, the run is released unless an entry with an order above Seen is in its
// inbox; then the commit stands, the worker stays the owner, and the outcome has
// Owned and the entries. With Sticky, and no pin to another build, it is sticky to its owner: for StickyFor from when it becomes
// ready again nobody else claims it, as long as that worker has a row, is not marked dead
// and its lease goes on. With Close, an unseen *signal* refuses the whole commit, unless there is a Next; with
// Closing senders are then answered [HeldBack].
//
// Outcomes: [Done] with Gen (also for a repetition: the row at Seq has this Token;
// Owned and Entries are then those of now); [Fenced]; [Refused] with Gen and the
// Entries above Seen; [NotFound].
type Commit struct {
	Run   RunID
	Owner WorkerID
	Epoch int64
	Seq   int64
	After Token // of the commit that this one follows; of Start.Row, for a run's first one
	Token Token
	Level int
	Build string
	Rows  []Row

	Take             []int64 // orders of the inbox entries these rows hold, or that were dropped as duplicates
	StartTimers      []Timer
	DropTimers       []int64
	Schedule         []Activity
	CancelActivities []int64   // rows of which no further attempt begins, and whose owner is to end the one that runs
	Send             []Message // what the run wants done to others: rows of its outbox
	Pin              string    // pins a run to this build, where it has no pin yet
	// SetAttrs are attributes that the run is given, or, without a value, that it loses, in turn.
	SetAttrs []history.Attr

	Then        Then
	Seen        int64  // Park, Close: the highest entry order known
	Waiting     string // Park: what for, in words
	Sticky      bool   // Park: the run is sticky to its owner, who could go on with it at less cost than others
	Status      Status // Close
	Undelivered int    // Close
	Closing     bool   // Close: hold senders back if refused
	Next        *Next  // Close: the run that goes on; with it, and only with it, Status is Continued
	Progress    bool   // progress was made: forget deaths, leave quarantine, clear Block
}

// Next is the run that goes on where a run ends, which continues as it. It is of the same chain and
// namespace, has the same workflow id, and is ready when the commit stands, for its owner first. What
// of signals and cancel requests is left in the run's inbox is the next run's, in its order: so
// no signal refuses such a commit. The run must not be there yet.
type Next struct {
	Run      RunID
	Workflow string
	Queue    string
	Priority int
	Level    int
	Token    Token // of its rows, and so its last commit
	Rows     []Row // from seq 1 on; an open task, the started event first
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
	Attempt   int           // attempts consumed so far; of a row that is owned, the one that runs
	Delay     time.Duration // claimable after it, by the store's clock
	Deadline  time.Time     // schedule-to-close; zero: none
	Limited   bool          // its policy limits attempts, or it is cancelled; only unlimited ones are quarantined
	Cancelled bool          // as by Commit.CancelActivities
	Owner     WorkerID      // set: owned from the start, by the commit's Token as its claim; attempt Attempt+1 runs here
	Data      []byte        // what the executor needs
	Last      []byte        // last failure
	Details   []byte        // heartbeat details
}

// EntryKind is the kind of an inbox entry.
type EntryKind int

// Kinds of inbox entries. Signals, cancels, updates, answers to promises and notes count against MaxUnread and MaxUnreadBytes,
// and [MaxNotes] notes have room beyond these. What
// a store does with a signal it does with an update and with an answer.
const (
	EntrySignal   EntryKind = 1
	EntryCancel   EntryKind = 2
	EntryActivity EntryKind = 3
	EntryTimer    EntryKind = 4
	EntryChild    EntryKind = 5 // the end of a child, or what became of a signal to another run
	EntryUpdate   EntryKind = 6
	EntryNote     EntryKind = 7 // what an operator has done to the run, by a [Steer]
	EntryPromise  EntryKind = 8 // the answer to a promise; its ID is the promise's token
)

// Entry is an external event accepted but not yet taken into the history.
type Entry struct {
	Order int64 // the dispatch row's gen after its bump: exact order of acceptance, rising as long as the run lives
	ID    string
	Kind  EntryKind
	Ref   int64 // timer or activity number; of EntryChild the command that it answers
	At    time.Time
	Data  []byte // framed event; empty for timers
}

// Deliver puts a signal, a cancel request, an update or the answer to a promise into the inbox of a run, found by Ref.
// The same ID and kind while the entry is unread answers Done again with the entry that is there, before any
// limit or mark is looked at; an empty ID is never the same. From names the deliverer's
// worker: if that worker owns the run it is told through the outcome and the run is
// not marked dirty. Who must reach one run and no successor names it by Ref.Run.
//
// A Deliver with Steer does to the run what that says, and its entry, an [EntryNote], tells the history of
// it. Where there is nothing to do, nothing is delivered: Done with Count 0, and no entry.
//
// Outcomes: [Done] with Run, Owner, Seq and Entries[0]; with Steer, Count; [NotFound]; [Closed] with Run; [Full];
// [HeldBack]; with Steer, [Paused].
type Deliver struct {
	Ref   Ref
	Entry Entry // Order and At are set by the store
	From  WorkerID
	Steer *Steer
}

// Take makes Worker the owner of runs that its batch makes ready. It stands last there;
// elsewhere it takes nothing. A run that is parked, sticky to Worker (see [Commit]), and
// neither blocked nor in quarantine, and whose queue is none of Not, becomes Worker's with the first entry that an op of the
// batch puts into its inbox, at [NextEpoch]. That ends when Worker holds Room runs by Claim.
// No op of the batch marks a run dirty that Worker holds by Claim. As with [Claim], the store
// does not ask whether Worker has a row.
//
// Outcome: Done with Claims, all runs that Worker holds by Claim, as the batch leaves them. So
// a repetition answers with what the first try took and Worker still holds.
type Take struct {
	Worker WorkerID
	Claim  Token
	Room   int
	Not    []string // queues
}

// Fetch clears the dirty mark of a run owned by Worker and returns its inbox, or the
// beginning of it; see [InboxPage].
//
// Outcomes: Done with Entries (Order above After) and Gen; Fenced (also when there is
// no such run).
type Fetch struct {
	Run    RunID
	Worker WorkerID
	Epoch  int64
	After  int64
}

// Fire moves up to Max due timers of a namespace into the inboxes of their runs, earliest
// first: who fires a timer can then run what it wakes, or tell somebody who can. A run that
// is owned is marked dirty, whoever fires: a lost answer could not be asked for again.
//
// Outcome: Done with Fired, and with Next, the earliest timer of the namespace that is left.
type Fire struct {
	Namespace string
	Max       int
}

// Forward moves up to Max requests, signals, cancels and updates that were sent inside users'
// transactions (see [Tx]), into the inboxes of their runs, each once, by the rules of
// [Deliver]. Requests to one run go in the order in which they were inserted; the
// inserts of one transaction, and those of one process, never change places. Several
// workers may forward at once. A run that is owned is marked dirty, as by [Fire].
//
// A request whose run takes no entry now, because it is full or closing, stays, and
// those behind it, too. One whose run has continued goes to the last run of its chain. A signal
// whose run has closed is counted there as undelivered; a cancel request of such a run is dropped. A request that names no run stays and is
// marked: it is not looked at again, and [CheckRequest] reports it.
//
// Outcome: Done with Forwarded, and Count, how many requests were taken up; while it is
// Max, there may be more.
type Forward struct {
	Namespace string
	Max       int
}

// EndActivity removes an activity row and puts its end into the run's inbox, if and
// only if Worker owns the row at Attempt by Claim. The store sets the entry's Kind and Ref. A
// repetition is known by Entry.ID while the entry is unread; afterwards it is Fenced. With Keep the
// result is kept for others.
//
// Outcomes: Done with Owner and Entries[0]; Fenced.
type EndActivity struct {
	Run      RunID
	Activity int64
	Worker   WorkerID
	Attempt  int
	Claim    Token // Task.Claim
	Entry    Entry
	Keep     *Keeping // nil: nothing is kept
}

// RetryActivity gives a row back for another attempt after Delay, if and only if
// Worker owns it at Attempt by Claim. Last replaces the row's unless it is nil. Without
// Consume the attempt is not counted; with it, the deaths of the activity are
// forgotten, because the attempt came to an end.
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

// NextEpoch is the epoch to which a claim raises a run that is at epoch. It draws the step
// from the claim's token: on a database that has lost its last transactions another claim
// of the run would else reach the same number. A run that is taken from its owner, and given
// to nobody, rises by one.
func NextEpoch(epoch int64, claim Token) int64 { return epoch + EpochStep(claim) }

// EpochStep is by how much a claim raises the epoch of a run, 1 to 2^32.
func EpochStep(claim Token) int64 { return 1 + int64(binary.BigEndian.Uint32(claim[12:])) }

// Release gives up a run: its epoch rises, its owner is gone, and it is ready again
// at once or, with Block, blocked: Until is Delay from now. Without Block, the Block
// it has stays.
//
// Outcomes: Done; Fenced.
type Release struct {
	Run    RunID
	Worker WorkerID
	Epoch  int64
	Block  *Block
	Delay  time.Duration
}

// Resume makes a run that is blocked or in quarantine ready now and forgets its deaths and Block. A
// paused one stays paused. A run that waits stays waiting.
//
// Outcomes: Done with Run; NotFound; Closed with Run; Paused with Run.
type Resume struct{ Ref Ref }

// Terminate closes an open run from outside, whoever owns it: Data becomes the row
// at its next seq. A repetition is known by the Token even when another run has the
// workflow id by now.
//
// Outcomes: Done with Run and Owner; NotFound; Closed with Run (Done, without Owner,
// if the last row has this Token).
type Terminate struct {
	Ref   Ref
	Token Token
	Data  []byte
	N     int
}

// Condemn marks a worker dead if its lease is still the one that was judged.
//
// Outcomes: Done (also when it is dead or gone already); Fenced when it was renewed.
type Condemn struct {
	Worker     WorkerID
	LeaseUntil time.Time
}

// Recover releases up to Limit runs and activity rows of an owner that is marked
// dead or has no row, raising the epoch of each run and counting a death against
// each run and each unlimited activity: in quarantine if the owner's row named it,
// else as a plain one. A run with QuarantineDeaths deaths in quarantine is blocked with
// reason "poison". An owner that is alive is left alone. Deaths of an activity are
// one number, in quarantine or not. A released run is ready at once.
//
// Outcomes: Done with Count (0: nothing is left; its worker row is then removed).
type Recover struct {
	Dead  WorkerID
	Limit int
}

// Sweep gives a dispatch row to every open run that has inbox entries and none. It
// mends what must not happen; its Count belongs in a log.
type Sweep struct{}

// Retain removes what ended long ago from Namespace: chains whose last run closed at
// least Age ago, by the store's clock, the earliest end first. The runs of a chain have
// one workflow id and no other run's among them; none goes before the last of them has
// closed. Nobody holds a lock of such a run: Retain waits for nobody, and passes over
// what another Retain is at.
//
// It removes at most Max rows of histories, and no more than [RetainBytes] but for a
// single row. All runs of a chain are gone for every reader at once, with the first of
// their rows; the newest rows go first, so that who is reading a history sees one that
// ends early, never one with a gap. The rest goes with the next Retain.
//
// Of each run a tombstone is kept: a Start of it again answers Done, and one with Once under
// its workflow id, while no run has it, answers Exists with the run that had it last. To
// everything else the run is not there: [ErrRemoved], Fenced or NotFound. With
// Tombstones set, up to Max of them are dropped of runs that were removed longer ago than that.
//
// With Dry, nothing changes. Over are the chains that are to go, up to Max, and Count is how many there are of those
// that readers see.
//
// Outcome: Done with Count, the runs that are gone since, and Next, the From of the Retain
// that goes on with this; zero: there is nothing more to do now, but for what another Retain
// is at.
type Retain struct {
	Namespace  string
	Age        time.Duration
	From       time.Time     // chains whose last run closed before are passed over; zero: none
	Chain      RunID         // only this chain goes, which has WorkflowID; zero: all
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
