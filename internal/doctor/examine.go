package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// DefaultLate is how long after its due time something may wait before it counts as
// overdue. A worker that restarts or takes over from a dead one needs less.
const DefaultLate = time.Minute

// Options configure an examination. The zero value examines everything.
type Options struct {
	// Late is how long after its due time something may wait, and how long a dead
	// worker may still own something. Zero means DefaultLate.
	Late time.Duration
	// Quick leaves out the histories, which are more than half of the work.
	Quick bool
	// Progress, if set, is called when a part of the examination begins, such as "check
	// the tables", and after each run, with the report so far.
	Progress func(part string, r Report)
}

// Report is the result of an examination.
type Report struct {
	Info    store.Info
	Workers int // that are alive

	Runs   int64 // looked at
	Rows   int64 // of their histories
	Events int64
	Bytes  int64 // of those rows

	Damage, Stuck, Notes int64            // findings, by severity
	Found                map[string]int64 // findings, by check

	Took time.Duration
}

// Sound reports whether there is no finding of [Damage] or [Stuck].
func (r Report) Sound() bool { return r.Damage+r.Stuck == 0 }

// Examine examines a store, which must be a [store.Inspector], and calls report for each
// finding at once. Engines may be at work meanwhile. An error of report ends the
// examination. Any other error, such as a page that the database cannot read, ends only
// the part in which it occurs; the Report and the findings then cover the other parts.
func Examine(ctx context.Context, st store.Store, o Options, report func(Finding) error) (Report, error) {
	in, ok := st.(store.Inspector)
	if !ok {
		return Report{}, fmt.Errorf("doctor: %T cannot be examined: it does not implement store.Inspector", st)
	}
	if o.Late <= 0 {
		o.Late = DefaultLate
	}
	began := time.Now()
	x := &examination{Options: o, store: st, in: in, tell: report, report: Report{Found: map[string]int64{}}, pinned: map[pin]int64{}}
	var errs []error
	for _, part := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"describe the database", x.schema},
		{"list the workers", x.workers}, // first, as other parts ask whether one is alive
		{readRuns, x.runs},
		{"check the tables", x.tables},
		{"look again at what was unread", x.again},
		{"report", x.whoLacks},
	} {
		x.progress(part.what)
		err := part.do(ctx)
		if x.refused != nil {
			errs = []error{x.refused}
			break
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("doctor: %s: %w", part.what, err))
		}
		if ctx.Err() != nil {
			errs = []error{ctx.Err()}
			break
		}
	}
	x.report.Took = time.Since(began)
	return x.report, errors.Join(errs...)
}

const readRuns = "read the runs"

// examination is one call of Examine.
type examination struct {
	Options
	store   store.Store
	in      store.Inspector
	tell    func(Finding) error
	refused error // what tell returned
	report  Report

	now     time.Time           // of the store's clock, when the workers were listed
	unreads []unread            // to be looked at again
	asked   bool                // the run whose history was read last was asked to cancel
	held    []Finding           // of the previous run
	ended   *continued          // the previous run, if it has continued
	alive   []store.WorkerState // workers
	pinned  map[pin]int64       // how many open runs no living worker takes because of their pin
	gone    []store.WorkerState // workers that own something and are not alive
	nobody  bool                // no worker is alive
	overdue int64               // how much is overdue while no worker is alive
}

func (x *examination) progress(part string) {
	if x.Progress != nil {
		x.Progress(part, x.report)
	}
}

// found counts a finding and reports it.
func (x *examination) found(f Finding) error {
	if f.Severity == "" {
		f.Severity = severity(f.Check)
	}
	if f.Repair == "" {
		f.Repair = remedies[f.Check]
	}
	switch f.Severity {
	case Damage:
		x.report.Damage++
	case Stuck:
		x.report.Stuck++
	default:
		x.report.Notes++
	}
	x.report.Found[f.Check]++
	x.refused = x.tell(f)
	return x.refused
}

// schema compares the version of the tables with the binary's. A store does not open
// tables that the binary cannot use.
func (x *examination) schema(ctx context.Context) error {
	info, err := x.in.Info(ctx)
	if err != nil {
		return err
	}
	x.report.Info = info
	if info.Version == info.Own {
		return nil
	}
	age := "newer"
	if info.Version < info.Own {
		age = "older"
	}
	return x.found(Finding{Check: CheckSchema, Text: fmt.Sprintf(
		"the tables are of version %d, %s than version %d, which this program writes; they work together", info.Version, age, info.Own)})
}

// tables asks the store to check its tables against each other.
func (x *examination) tables(ctx context.Context) error {
	return x.in.Check(ctx, x.Late, func(f store.Finding) error {
		if f.Check == store.CheckOverdue && x.nobody {
			x.overdue++ // idle reports these together
			return nil
		}
		return x.found(Finding{Check: string(f.Check), Namespace: f.Namespace, WorkflowID: f.WorkflowID, Run: f.Run, Text: f.Text})
	})
}
