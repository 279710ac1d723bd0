package store

import (
	"context"
	"iter"
	"time"
)

// Inspector is an optional interface of a [Store] for examining it from outside: by an
// operator, a doctor, or a test at its end. No engine needs it. All methods may be called while
// engines are running.
type Inspector interface {
	// Info describes the database and counts its contents. It reads every index once and may
	// take seconds.
	Info(ctx context.Context) (Info, error)
	// Workers lists the workers that have a row, the most recently started first.
	Workers(ctx context.Context) ([]WorkerState, error)
	// Scan calls visit once for every run of every namespace that exists when it begins, with
	// the rows of its history in seq order and, if the run is open, with what is pending. The
	// three are a consistent snapshot. The order is the store's own and never changes: by
	// creation, or by run id. Runs that start meanwhile are left out, so that the scan ends
	// however many there are; one that starts at about that moment may be included. Pending has
	// no payloads: Data, Last and Details are left out. Scan keeps at most a few MiB in memory,
	// and the current run's pending state. It holds nothing while visit runs: visit may take
	// its time and call the store. Rows are read only on demand, and again each time they are
	// asked for. An error of visit ends the scan and is returned. If rows cannot be read they
	// end early, and Scan returns why, whatever visit returns: disregard what visit concluded
	// about that run. If a [Retain] removes the run meanwhile, its rows also end early: if rows
	// are missing, call Run, which then answers ErrRemoved.
	Scan(ctx context.Context, visit func(run Run, pending Pending, rows iter.Seq[Row]) error) error
	// Requests calls visit with the Data of each signal and cancel request that was sent inside a
	// user's transaction and has not reached the inbox of its run. visit must not call the store;
	// its error ends the reading and is returned. Data is valid until visit returns.
	Requests(ctx context.Context, visit func(data []byte) error) error
	// Behind calls visit with the row of each start that waits behind a run. The rules are those of Requests.
	Behind(ctx context.Context, visit func(Row) error) error
	// Check searches for states that must never occur, comparing table with table, and calls
	// found for each case. late is how long after its time something may remain before it
	// counts as overdue, or as owned by a worker without a row. An error of found ends the
	// check and is returned. Check needs a few MiB of memory and seconds for each million
	// events. It blocks nobody, but a database may keep more of its log meanwhile.
	Check(ctx context.Context, late time.Duration, found func(Finding) error) error
	// Repair repairs every case that Check reports as c, in one transaction, and returns how
	// many rows it changed. A dry run rolls the transaction back. If the cases of a check
	// cannot be repaired without knowing what happened, the error is ErrNoRepair. What
	// CheckOrphan finds is deleted on the evidence of the runs' rows alone: if one of those may
	// be wrong, first check whether the run's history has an end.
	Repair(ctx context.Context, c CheckID, late time.Duration, dry bool) (changed int64, err error)
}

// Restorer is an optional interface of a [Store] that can be replaced by an older backup of
// itself. Operators need it; no engine does.
type Restorer interface {
	// Restored raises the epoch of the database and returns it. Call it each time after you
	// restored a backup, before or after workers are started. A worker that knew another epoch
	// may hold what never happened in this database: its next [Store.Tick] answers
	// [ErrOtherDatabase], and the worker drops everything and joins again by itself. Nothing
	// must be stopped, unlike after a change to another database: no worker can join that one
	// without a restart. No run changes. On Postgres it needs the privileges of the tables'
	// owner.
	Restored(ctx context.Context) (epoch int64, err error)
}

// CheckID names a rule about the tables as a whole; the numbers are those of the engine's
// design. Whether a history has gaps or a wrong end (L1 and L2) is checked by whoever reads it
// (see history.Linter); Check only looks for histories whose run is gone.
type CheckID string

// The checks of an [Inspector].
const (
	CheckGap       CheckID = "L1"        // rows of a history neither overlap nor leave a gap
	CheckHead      CheckID = "L2"        // a run's next seq is the one after its last event
	CheckWakeup    CheckID = "L3"        // an open run that is not parked waiting, or has inbox entries, has a dispatch row
	CheckOrphan    CheckID = "L4"        // timers, activities, inbox and dispatch rows belong to an open run
	CheckOpen      CheckID = "L5"        // one open run for each workflow id
	CheckOwner     CheckID = "L6"        // every owner is a worker that has a row
	CheckOverdue   CheckID = "L7"        // nothing remains long after its time
	CheckToken     CheckID = "L8"        // no commit is in the history twice
	CheckShare     CheckID = "L9"        // the shares of a queue do not exceed its limit
	CheckIntegrity CheckID = "integrity" // the database's own integrity check
	CheckAttr      CheckID = "attribute" // a run is found by the attributes it has, and by no others
	CheckBehind    CheckID = "behind"    // no start waits behind a run that has ended
	CheckRequest   CheckID = "request"   // a signal or cancel request sent inside a transaction names an existing run
)

// Finding is one case of something that must never occur, or of something overdue.
type Finding struct {
	Check      CheckID
	Run        RunID // zero: it concerns no single run
	Namespace  string
	WorkflowID string
	Text       string // what is wrong, in one line
}

// Info describes a database.
type Info struct {
	Kind           string // "sqlite"
	Where          string // the file, or the server and schema
	Version        int    // of the schema
	CompatibleFrom int
	Own            int    // the version that this binary writes
	Cluster        string // permanent id of this database
	Epoch          int64
	Created        time.Time
	Bytes          int64            // size of the database, with its log
	Rows           map[string]int64 // by table, without the prefix
	Runs           map[Status]int64
	Blocked        int64 // open runs that are parked as blocked, without paused ones
	Paused         int64 // open runs that an operator has paused
}

// WorkerState is a worker as its row shows it, and what it owns.
type WorkerState struct {
	Worker
	Started    time.Time
	LeaseUntil time.Time
	Dead       bool
	// Alive says that its lease is valid. A store that can detect a dead process at once takes
	// that into account.
	Alive      bool
	Runs       int
	Activities int
	Load       Load // as last written into its row
}
