package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"os"
	"slices"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// work keeps an engine at work until ctx ends.
func (o casesOptions) work(ctx context.Context, out io.Writer) (err error) {
	lines := log.New(out, "", 0) // the engine's goroutines write, too
	s, err := o.open(ctx, &reprise.Observer{RunClosed: func(e reprise.RunClosed) {
		lines.Printf("%s is at its end", e.WorkflowID)
	}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if err := s.rt.Start(ctx); err != nil {
		return err
	}
	lines.Printf("Process %d is at work on %s with build %s. Ctrl-C stops it.", os.Getpid(), o.db, o.build)
	if o.ui {
		return serveUI(ctx, s.rt, o.db, func(url string) { lines.Printf("The dashboard: %s", url) })
	}
	<-ctx.Done()
	return nil
}

// look reports whether the cases are there. Its error says that there is something
// else, and what to do about it: nobody else's file is to be touched, and only one in
// which every run is of the cases may be removed.
func (o casesOptions) look(ctx context.Context) (there bool, err error) {
	switch info, err := os.Stat(o.db); {
	case errors.Is(err, fs.ErrNotExist):
		return false, o.lookForLedger()
	case err != nil:
		return false, err
	case info.Size() == 0:
		return false, o.foreign("is an empty file")
	}
	db, err := sqlite.Open(ctx, o.db, sqlite.Options{Existing: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return false, fmt.Errorf("%w\nname another file with --db", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	missing := casesIDs()
	other, err := stranger(ctx, db, func(run store.Run) bool {
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == run.WorkflowID })
		return run.Namespace == namespace && run.Workflow == order.Fulfil.Name() && slices.Contains(casesIDs(), run.WorkflowID)
	})
	switch {
	case err != nil:
		return false, fmt.Errorf("%w\nname another file with --db", err)
	case other != "":
		return false, o.foreign("holds " + other + ", which is not one of the cases")
	case len(missing) == len(casesIDs()):
		return false, o.foreign("is a store without runs")
	case len(missing) > 0:
		return false, &unfitError{
			what: fmt.Sprintf("%s was not fully prepared: %s is missing", o.db, missing[0]),
			do:   "to prepare the cases again: " + o.anew(),
		}
	}
	return true, nil
}

// lookForLedger refuses the ledger of a database that is gone.
func (o casesOptions) lookForLedger() error {
	entries, err := order.ReadLedger(o.ledger())
	switch {
	case err != nil:
		return fmt.Errorf("%w\nname another file with --db", err)
	case len(entries) > 0:
		return &unfitError{
			what: fmt.Sprintf("%s has %s about orders of a database that no longer exists", o.ledger(), count(len(entries), "line")),
			do:   "to remove it too, and prepare the cases: " + o.anew(),
		}
	}
	return nil
}

func (o casesOptions) foreign(why string) error {
	return &unfitError{what: o.db + " " + why, do: "name another file with --db"}
}
