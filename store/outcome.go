package store

import (
	"errors"
	"fmt"
	"time"
)

// Code is the result of one member of a batch.
type Code int

// The codes of an [Outcome].
const (
	Done     Code = iota
	Fenced        // somebody else owns it, or it has moved on; nothing changed
	Refused       // it would close a run with an unseen signal; nothing changed
	Exists        // a run with this workflow id is in the way
	NotFound      // there is no such run
	Closed        // the run has ended
	Full          // MaxUnread entries or MaxUnreadBytes are already waiting
	HeldBack      // the run is closing; try again shortly
	Locked        // another transaction keeps it locked; nothing changed: send it again, alone
	Paused        // the run is paused; nothing changed
)

// Outcome is the answer to one Op. The Op documents which fields are set.
type Outcome struct {
	Code    Code
	Run     RunID
	Owner   WorkerID // who owns the run now; zero: nobody
	Owned   bool     // Commit with Park: the committer still owns the run
	Gen     int64
	Seq     int64 // Deliver: of the run's next event; the history records the entry at or after it
	Entries []Entry
	Claims  []Claimed
	Tasks   []Task
	Fired   []Fired
	Next    time.Time
	Count   int   // StartAll, Recover, Sweep, Retain, Expire, Forward, Deliver with Steer
	Began   RunID // Commit, EndJob, Terminate: the run that waited behind and has begun. A repetition does not return it
	Ended   *Run  // EndJob: the run after its end
	Tokens  int   // ShareQueue

	Over      []Over // Retain with Dry
	Forwarded []Forwarded
	Schedule  *Schedule // PutSchedule, FireSchedule: the current row, without Data; nil: it was deleted
	Starts    []Outcome // StartAll
}

// Over is a chain that a [Retain] would remove: its last run.
type Over struct {
	Run, Chain RunID
	WorkflowID string
	Queue      string
	Status     Status // zero: readers no longer see it, and some of its rows are left
	Closed     time.Time
}

// Claimed is a run that a worker now owns.
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
	Claim     Token     // the claim by which Owner has it; zero: nobody has it
	Scheduled time.Time // when it became a row
	Ready     time.Time // when it can be claimed
	Claimed   time.Time // start of the current attempt; zero if nobody owns it
	Beat      time.Time // last heartbeat of the current attempt
	Deaths    int
}

// Fired is a timer that became an inbox entry.
type Fired struct {
	Run   RunID
	Owner WorkerID
	Entry Entry
}

// Forwarded is a processed request: [Done] with Owner and Entry if it is in the inbox of Run
// (also if it was there already); [Closed] if Run had ended; [NotFound] if it names no run. For
// the last two, Entry has ID and Kind.
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
	// ErrFull: the disk or the configured size is used up. It matches ErrTransient.
	ErrFull = fmt.Errorf("%w: no space left", ErrTransient)
	// ErrUnknownOutcome: the call may have been applied; repeat it with the same arguments.
	ErrUnknownOutcome = errors.New("store: outcome unknown")
	// ErrNotFound: there is no such run.
	ErrNotFound = errors.New("store: run not found")
	// ErrRemoved: the run existed, and [Retain] removed it. It matches ErrNotFound.
	ErrRemoved = fmt.Errorf("%w: it ended, and was removed by retention or by Delete", ErrNotFound)
	// ErrNoRepair: what a check found cannot be repaired without knowing what happened.
	ErrNoRepair = errors.New("store: no safe repair")
	// ErrOtherDatabase: the database is not the one that was opened, or not in the state that
	// it had acknowledged: another one has replaced it, or an older backup. What a worker holds
	// is invalid there. The text says which, and what to do.
	ErrOtherDatabase = errors.New("store: this is not the database that was opened")
	// ErrStoreClosed: Close was called.
	ErrStoreClosed = errors.New("store: closed")
)

// MemberError says that one member of a batch can never be applied. Nothing was applied; the
// batch may succeed without that member.
type MemberError struct {
	Index int
	Err   error
}

func (e *MemberError) Error() string {
	return fmt.Sprintf("store: member %d of the batch cannot be applied: %v", e.Index, e.Err)
}

func (e *MemberError) Unwrap() error { return e.Err }

// EngineRunningError says that another engine has opened a store that allows only one.
type EngineRunningError struct {
	Path  string
	PID   int // 0: unknown
	Host  string
	Since time.Time
}

func (e *EngineRunningError) Error() string {
	return fmt.Sprintf("store: an engine is already running on %s (pid %d on %s, since %s): stop it first, or open the store without Start to use it as a client",
		e.Path, e.PID, e.Host, e.Since.Format(time.RFC3339))
}

// SchemaError says that this version cannot use a database.
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
