package reprise

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Conflict is what a start does when an open run has its workflow id; see [OnConflict].
type Conflict int

// What a start does about an open run with its workflow id.
const (
	// Fail returns that run's handle and [ErrAlreadyStarted]. It is the default.
	Fail Conflict = iota
	// UseExisting returns that run's handle and no error. The input of the start is not used.
	UseExisting
	// CancelExisting asks that run to cancel, waits until it has ended, however long it cleans
	// up, and starts the new one then. If ctx ends before, the run stays asked to cancel and
	// nothing was started.
	CancelExisting
	// TerminateExisting terminates that run, which cannot clean up, and starts the new one.
	TerminateExisting
)

// String is the name of c.
func (c Conflict) String() string {
	switch c {
	case Fail:
		return "Fail"
	case UseExisting:
		return "UseExisting"
	case CancelExisting:
		return "CancelExisting"
	case TerminateExisting:
		return "TerminateExisting"
	}
	return fmt.Sprintf("Conflict(%d)", int(c))
}

// OnConflict says what the start does when an open run of the same workflow has its workflow id,
// which [ID] must give. An open run of another workflow is always an [ErrWrongWorkflow]. [Once] says
// what a closed run with the id does; it goes with Fail and UseExisting only. Inside a
// transaction nothing can be waited for: there, too, only these two are possible.
func OnConflict(c Conflict) StartOption { return func(o *startOptions) { o.conflict = c } }

// checkConflict refuses what cannot be meant.
func (o *startOptions) checkConflict(inTx bool) error {
	replaces := o.conflict == CancelExisting || o.conflict == TerminateExisting
	switch {
	case o.conflict < Fail || o.conflict > TerminateExisting:
		return fmt.Errorf("OnConflict was given %v: give it Fail, UseExisting, CancelExisting or TerminateExisting", o.conflict)
	case o.conflict != Fail && !o.named:
		return fmt.Errorf("OnConflict(%v) without an ID: a random id conflicts with nothing; add reprise.ID", o.conflict)
	case replaces && o.once:
		return fmt.Errorf("OnConflict(%v) together with Once: the id would be used again, which Once forbids; leave one of them out", o.conflict)
	case replaces && inTx:
		return fmt.Errorf("OnConflict(%v) inside a transaction, which cannot wait for the end of a run: start outside of it, or use Fail or UseExisting", o.conflict)
	}
	return nil
}

// startOver starts a run, and does about an open one in its way what o says.
func (c caller) startOver(ctx context.Context, started *history.Started, o *startOptions) (run store.RunID, existed bool, err error) {
	for {
		run, existed, err := c.start(ctx, started, o)
		if !errors.Is(err, ErrAlreadyStarted) {
			return run, existed, err
		}
		switch o.conflict {
		case UseExisting:
			return run, true, nil
		case CancelExisting:
			err = c.cancelled(ctx, run)
		case TerminateExisting:
			err = terminate(ctx, c.Runtime, target{run: run, byRun: true}, "another run was started in its place")
		default:
			return run, true, err
		}
		if err != nil && !errors.Is(err, ErrClosed) { // else it has ended by itself, or goes on as another run
			return run, true, err
		}
	}
}

// cancelled asks a run to cancel and waits until its chain has ended.
func (c caller) cancelled(ctx context.Context, run store.RunID) error {
	found, err := c.store.Run(ctx, store.Ref{Run: run})
	if err != nil {
		return err
	}
	if err := cancel(ctx, c.Runtime, target{run: run, byRun: true}, "another run is to be started in its place"); err != nil {
		return err
	}
	if _, err := c.await(ctx, found.Workflow, run); err != nil {
		return fmt.Errorf("the open run %s was asked to cancel and has not ended yet: %w", run, err)
	}
	return nil
}
