package store

import (
	"context"
	"iter"
	"time"
)

// Inspector is what a [Store] offers to whoever looks it over from outside: an
// operator, a doctor, a test at its end. It is not part of Store: an engine needs none
// of it. All methods may be called while engines are at work.
type Inspector interface {
	// Info describes the database and counts what is in it. It looks at every index
	// once and may take seconds.
	Info(ctx context.Context) (Info, error)
	// Workers lists the workers that have a row, the one started last first.
	Workers(ctx context.Context) ([]WorkerState, error)
	// Scan calls visit once for every run of every namespace that is there when it begins, with
	// the rows of its history in seq order and with what it has outstanding if it is open. The
	// three are of one moment. It goes in an order that is the store's own and never changes:
	// by creation, or by run id. A run started meanwhile is left out, so that the scan ends
	// however many there are; one at about that moment may come. Pending leaves out payloads:
	// Data, Last and Details. It keeps a few MiB in memory at most, and what the run it is
	// at has outstanding; while visit runs it holds nothing: visit may take its time and
	// call the store. Rows not asked for are not read; who asks twice gets them twice. An
	// error of visit ends the scan and is returned. Where rows cannot be read they end
	// early and Scan returns why, whatever visit returns: of the run it was at, nothing that
	// visit concluded is worth anything. The rows of a run that a [Retain] removes meanwhile
	// end early, too: whoever misses some asks Run, which answers ErrRemoved then.
	Scan(ctx context.Context, visit func(run Run, pending Pending, rows iter.Seq[Row]) error) error
	// Requests calls visit with the Data of each signal and cancel that was sent inside a user's
	// transaction and is not yet in the inbox of its run. Visit must not call the store; an error
	// of it ends the reading and is returned. Data is visit's to read until it returns.
	Requests(ctx context.Context, visit func(data []byte) error) error
	// Behind calls visit with the row of each start that waits behind a run, as Requests does with Data.
	Behind(ctx context.Context, visit func(Row) error) error
	// Check looks for what must never be, table against table, and calls found for
	// each case. Late is how long after its time something may still lie there
	// before it counts as overdue, or owned by a worker without a row. An error
	// of found ends the check and is returned. It needs a few MiB of memory and
	// seconds for each million events; it blocks nobody, but a database may keep more
	// of its log while it goes on.
	Check(ctx context.Context, late time.Duration, found func(Finding) error) error
	// Repair mends every case that Check reports as c, in one transaction, and says how
	// many rows it changed. A dry run undoes the transaction. A check whose cases
	// cannot be mended without knowing what happened is ErrNoRepair. What CheckOrphan
	// finds is deleted by the word of the runs' rows alone: where one of them may be
	// wrong, look first whether the run's history has an end.
	Repair(ctx context.Context, c CheckID, late time.Duration, dry bool) (changed int64, err error)
}

// Restorer is what a [Store] offers that an older backup can take the place of. It is not
// part of Store: an operator needs it, not an engine.
type Restorer interface {
	// Restored raises the epoch of the database and returns it. Call it each time after a
	// backup was restored, before or after workers are started. A worker that knew another
	// epoch may hold what never happened in this one: its next [Store.Tick] answers
	// [ErrOtherDatabase], upon which it lets go of everything and joins again. No run is
	// changed. On Postgres it needs the rights of the tables' owner.
	Restored(ctx context.Context) (epoch int64, err error)
}

// CheckID names a rule about the tables as a whole; the numbers are those of the
// engine's design. That a history has neither gaps nor a wrong end, L1 and L2, is for
// whoever reads it (see history.Linter); Check looks only for one whose run is gone.
type CheckID string

// The checks of an [Inspector].
const (
	CheckGap       CheckID = "L1"        // rows of a history neither overlap nor leave a gap
	CheckHead      CheckID = "L2"        // a run's next seq is the one after its last event
	CheckWakeup    CheckID = "L3"        // an open run that is not parked to wait, or has entries in its inbox, has a dispatch row
	CheckOrphan    CheckID = "L4"        // timers, activities, inbox and dispatch rows belong to an open run
	CheckOpen      CheckID = "L5"        // one open run for each workflow id
	CheckOwner     CheckID = "L6"        // what is owned is owned by a worker that has a row
	CheckOverdue   CheckID = "L7"        // nothing lies there long after its time
	CheckToken     CheckID = "L8"        // no commit is in the history twice
	CheckShare     CheckID = "L9"        // the shares of a queue are at most its limit
	CheckIntegrity CheckID = "integrity" // what the database says of itself
	CheckAttr      CheckID = "attribute" // a run is found by the attributes that it has, and by no others
	CheckBehind    CheckID = "behind"    // no start waits behind a run that has ended
	CheckRequest   CheckID = "request"   // a signal or cancel sent inside a transaction names a run that is there
)

// Finding is one case of something that must never be, or of something overdue.
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
	Own            int    // the version this binary writes
	Cluster        string // id of this database, for ever
	Epoch          int64
	Created        time.Time
	Bytes          int64            // the size of the database, with its log
	Rows           map[string]int64 // by table, without the prefix
	Runs           map[Status]int64
	Blocked        int64 // open runs that are parked until something changes, without those that are paused
	Paused         int64 // open runs that an operator has paused
}

// WorkerState is a worker as its row shows it, and what it owns.
type WorkerState struct {
	Worker
	Started    time.Time
	LeaseUntil time.Time
	Dead       bool
	// Alive says that its lease goes on; a store that can tell a dead process at once
	// says so too.
	Alive      bool
	Runs       int
	Activities int
	Load       Load // as it was last put into its row
}
