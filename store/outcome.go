package store

import (
	"errors"
	"fmt"
	"time"
)

// Code says how one member of a batch ended.
type Code int

// The codes of an [Outcome].
const (
	Done     Code = iota
	Fenced        // somebody else owns it, or it has moved on; nothing changed
	Refused       // a close over an unseen signal; nothing changed
	Exists        // a run with this workflow id is in the way
	NotFound      // no such run
	Closed        // the run has ended
	Full          // MaxUnread entries or MaxUnreadBytes wait already
	HeldBack      // the run is closing; try again shortly
	Locked        // somebody else's transaction has it locked; nothing changed: send it again, alone
	Paused        // the run is paused; nothing changed
)

// Outcome is the answer to one Op. Which fields are set is said there.
type Outcome struct {
	Code    Code
	Run     RunID
	Owner   WorkerID // who owns the run now; zero: nobody
	Owned   bool     // Commit with Park: the committer still owns the run
	Gen     int64
	Seq     int64 // Deliver: of the run's next event; what becomes of the entry stands from there on
	Entries []Entry
	Claims  []Claimed
	Tasks   []Task
	Fired   []Fired
	Next    time.Time
	Count   int   // StartAll, Recover, Sweep, Retain, Expire, Forward, Deliver with Steer
	Began   RunID // Commit, EndJob, Terminate: that waited behind the run, and has begun. A repetition does not tell
	Ended   *Run  // EndJob: the run, as it has ended
	Tokens  int   // ShareQueue

	Over      []Over // Retain with Dry
	Forwarded []Forwarded
	Schedule  *Schedule // PutSchedule, FireSchedule: the row as it stands now, without Data; nil: it is gone
	Starts    []Outcome // StartAll
}

// Over is a chain that a [Retain] is to remove: its last run.
type Over struct {
	Run, Chain RunID
	WorkflowID string
	Queue      string
	Status     Status // zero: it is hidden already, and rows of it are left
	Closed     time.Time
}

// Claimed is a run that a worker owns from now on.
type Claimed struct {
	Run     Run
	Gen     int64
	Entries []Entry // the inbox, in order, or the beginning of it; see [InboxPage]
}

// Task is an activity row.
type Task struct {
	Run        RunID
	WorkflowID string
	Workflow   string
	Activity
	Claim     Token     // by which Owner has it; zero while nobody does
	Scheduled time.Time // when it became a row
	Ready     time.Time // claimable from
	Claimed   time.Time // start of the current attempt; zero while nobody owns it
	Beat      time.Time // last heartbeat of the current attempt
	Deaths    int
}

// Fired is a timer that became an inbox entry.
type Fired struct {
	Run   RunID
	Owner WorkerID
	Entry Entry
}

// Forwarded is a request that has left its waiting, and how: [Done] with Owner and Entry
// when it is in the inbox of Run (also when it was there already); [Closed] when Run had
// ended; [NotFound] when it names no run. Of the last two, Entry has ID and Kind.
type Forwarded struct {
	Code       Code
	Run        RunID
	WorkflowID string
	Owner      WorkerID
	Entry      Entry
}

// Errors of a store.
var (
	// ErrTransient: nothing was applied; the same call may succeed later.
	ErrTransient = errors.New("store: transient failure")
	// ErrFull is an ErrTransient: the disk or the configured size is used up.
	ErrFull = fmt.Errorf("%w: no space left", ErrTransient)
	// ErrUnknownOutcome: it may have been applied; call again with the same arguments.
	ErrUnknownOutcome = errors.New("store: outcome unknown")
	// ErrNotFound: there is no such run.
	ErrNotFound = errors.New("store: run not found")
	// ErrRemoved is an ErrNotFound: there was such a run, and [Retain] has removed it.
	ErrRemoved = fmt.Errorf("%w: it had ended, and was removed by retention or by hand", ErrNotFound)
	// ErrNoRepair: what a check found cannot be mended without knowing what happened.
	ErrNoRepair = errors.New("store: there is no safe repair")
	// ErrOtherDatabase: the database that answers is not the one that was opened, or not
	// in the state that it was told to keep: another one stands in its place, or an older
	// backup of it does. What a worker holds is worth nothing there. The text says which
	// it is and what to do.
	ErrOtherDatabase = errors.New("store: this is not the database that it was")
	// ErrStoreClosed: Close was called.
	ErrStoreClosed = errors.New("store: closed")
)

// MemberError says that one member of a batch can never be applied. Nothing was
// applied; the batch without it may be.
type MemberError struct {
	Index int
	Err   error
}

func (e *MemberError) Error() string {
	return fmt.Sprintf("store: member %d of the batch cannot be applied: %v", e.Index, e.Err)
}

func (e *MemberError) Unwrap() error { return e.Err }

// EngineRunningError says that another engine holds a store that admits one.
type EngineRunningError struct {
	Path  string
	PID   int // 0: unknown
	Host  string
	Since time.Time
}

func (e *EngineRunningError) Error() string {
	return fmt.Sprintf("store: an engine is running on %s already (pid %d on %s, since %s): stop it first, or open the store without Start to use it as a client",
		e.Path, e.PID, e.Host, e.Since.Format(time.RFC3339))
}

// SchemaError says that a database cannot be used by this version.
type SchemaError struct {
	Path           string
	Version        int // of the database
	CompatibleFrom int
	Own            int // of this binary
	Why            string
}

func (e *SchemaError) Error() string {
	return fmt.Sprintf("store: %s: %s (schema version %d, compatible from %d; this binary knows %d)",
		e.Path, e.Why, e.Version, e.CompatibleFrom, e.Own)
}
