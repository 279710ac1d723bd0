package demo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/shellword"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Main is the command: it returns the exit code. args are those after "demo"; "cases" as
// the first of them is a command of its own. ctx may end the work before its end.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "cases" {
		return casesMain(ctx, args[1:], stdout, stderr)
	}
	o, err := parse(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return wrongLine(stderr, "demo", err)
	}
	err = Run(ctx, o, stdout)
	switch {
	case err == nil:
		return 0
	case interrupted(ctx, err):
		return codeInterrupted
	}
	fmt.Fprintln(stderr, "reprise demo:", advise(o, err))
	return 1
}

// The exit codes beside 0 and 1: those of all commands of reprise.
const (
	codeUsage       = 64
	codeInterrupted = 130
)

// wrongLine answers a wrong command line and is the exit code.
func wrongLine(stderr io.Writer, command string, err error) int {
	fmt.Fprintf(stderr, "reprise %s: %v\ntry: %s %s -h\n", command, err, shellword.Self("./cmd/reprise"), command)
	return codeUsage
}

// interrupted reports whether err is nothing but the end of ctx.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(ctx)))
}

// unopenedError is why a demo did not come to look into its database: there is
// nothing to go on with, and nothing that may be removed.
type unopenedError struct{ error }

func (e *unopenedError) Unwrap() error { return e.error }

// advise adds what to do.
func advise(o Options, err error) error {
	var running *store.EngineRunningError
	var unfit *unfitError
	switch {
	case errors.As(err, &unfit):
		return err // it says so itself
	case errors.As(err, &running) && running.PID > 0:
		return fmt.Errorf("%w\nprocess %d is at work on %s: let it finish, stop it with Ctrl-C or kill -9 %d, or name another file with --db", err, running.PID, o.DB, running.PID)
	case errors.As(err, &running):
		return fmt.Errorf("%w\nlet the other demo finish, or name another file with --db", err)
	case o.Orders != "" && errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), o.Orders):
		return fmt.Errorf("%w\nname an order file with --orders, or none for the 200 orders of the demo", err)
	}
	if passes(err) {
		err = fmt.Errorf("%w\nto continue: %s", err, command(o))
	}
	if ours(err) {
		err = fmt.Errorf("%w\nto start over: %s", err, startOver(o))
	}
	return err
}

// passes reports whether the same command may succeed later.
func passes(err error) bool {
	var left *reprise.StopError
	return errors.Is(err, store.ErrTransient) || errors.Is(err, store.ErrUnknownOutcome) || errors.As(err, &left)
}

// ours reports whether the file that err is about is known to be a demo's database.
func ours(err error) bool {
	var file *sqlite.FileError
	var schema *store.SchemaError
	var unopened *unopenedError
	return !errors.As(err, &file) && !errors.As(err, &schema) && !errors.As(err, &unopened)
}

// command is the line to type to go on with the database.
func command(o Options) string {
	line := []string{shellword.Self("./cmd/reprise"), "demo"}
	if o.DB != defaultDB {
		line = append(line, "--db", shellword.Quote(shellword.Hide(o.DB)))
	}
	if o.Orders != "" {
		line = append(line, "--orders", shellword.Quote(o.Orders))
	}
	if o.JSON {
		line = append(line, "--json")
	}
	if o.UI {
		line = append(line, "--ui")
	}
	return strings.Join(line, " ")
}

// removal is the line that removes the files whose names are db and a suffix.
func removal(db string, suffixes ...string) string {
	line := "rm -f"
	if strings.HasPrefix(db, "-") {
		db = "./" + db
	}
	for _, suffix := range suffixes {
		line += " " + shellword.Quote(db+suffix)
	}
	return line
}
