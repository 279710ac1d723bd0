package demo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/reprise-run/reprise/cmd/reprise/internal/pgurl"
	"github.com/reprise-run/reprise/internal/shellword"
	"github.com/reprise-run/reprise/store"
)

const defaultCases = "cases.db"

// casesOptions say what one call of "reprise demo cases" does.
type casesOptions struct {
	db        string
	run       bool // keep an engine at work
	ui        bool // and show the dashboard
	build     string
	gatewayUp bool
}

func (o casesOptions) ledger() string  { return o.db + ".ledger" }
func (o casesOptions) logFile() string { return o.db + ".log" }

const casesDescription = `usage: reprise demo cases [flags]

Prepares a database with the orders of a shop. Most are at their end; five do not go on,
each for another reason. Find out why with "reprise run list", "run show" and "run trace".
The answers are in docs/cases.md.

What the world outside did stands in FILE.ledger, what the shop's processes logged in
FILE.log. No engine is left running. With --run one is at work on the file until Ctrl-C;
by itself it settles none of the five. With --ui it also prints the URL of the dashboard on
this machine. A file that exists is not touched without --run or --ui.

It exits with 0 when the cases are there, with 130 when Ctrl-C or SIGTERM stopped it, with
1 if something went wrong, and with 64 if the flags are wrong.

`

// casesMain is the command "reprise demo cases": it returns the exit code. args are
// those after "cases".
func casesMain(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 2 && args[0] == dieWord {
		return casesOptions{db: args[1], build: buildNext}.die(ctx, stderr)
	}
	o, err := parseCases(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return wrongLine(stderr, "demo cases", err)
	}
	err = o.do(ctx, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "reprise demo cases:", err)
	}
	switch {
	case err == nil && !o.run:
		return 0
	case ctx.Err() != nil: // which is how an engine at work ends
		return codeInterrupted
	}
	return 1
}

func parseCases(args []string, out io.Writer) (casesOptions, error) {
	var o casesOptions
	var gateway string
	flags := flag.NewFlagSet("reprise demo cases", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.db, "db", defaultCases, "the SQLite `file`")
	flags.BoolVar(&o.run, "run", false, "run a worker on the file until Ctrl-C")
	flags.BoolVar(&o.ui, "ui", false, "--run, and the dashboard in the browser")
	flags.StringVar(&o.build, "build", buildNext, "with --run: the `build` of the shop's code, "+buildFirst+" or "+buildNext)
	flags.StringVar(&gateway, "gateway", "down", "with --run: whether the card company's gateway is `up` or down")
	err := flags.Parse(args)
	o.run = o.run || o.ui
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(out)
		fmt.Fprint(out, casesDescription)
		flags.PrintDefaults()
		return o, err
	case err != nil:
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case o.db == "":
		err = errors.New("--db is empty: name a file, such as " + defaultCases)
	case pgurl.Is(o.db):
		err = errors.New("the cases need a SQLite file: one of them is the death of seven workers, which is detected at once on a file; name one, such as " + defaultCases)
	case o.build != buildFirst && o.build != buildNext:
		err = fmt.Errorf("unknown build %q: use %s or %s", o.build, buildFirst, buildNext)
	case gateway != "up" && gateway != "down":
		err = fmt.Errorf("the gateway cannot be %q: use up or down", gateway)
	}
	if err == nil {
		err = pgurl.Slip(o.db)
	}
	if err == nil && !o.run {
		flags.Visit(func(f *flag.Flag) {
			if f.Name == "build" || f.Name == "gateway" {
				err = fmt.Errorf("--%s is for the worker that --run starts: add --run", f.Name)
			}
		})
	}
	if err != nil {
		return o, err
	}
	o.gatewayUp = gateway == "up"
	return o, nil
}

// do prepares the file unless it is there, and works on it if that is asked for.
func (o casesOptions) do(ctx context.Context, out io.Writer) error {
	there, err := o.look(ctx)
	if err != nil {
		return err
	}
	if there && !o.run {
		return &unfitError{
			what: o.db + " already has the cases; nothing was changed",
			do:   "to look at them: " + o.list() + "\nto prepare them again: " + o.anew(),
		}
	}
	if !there {
		if err := o.prepare(ctx); err != nil {
			err = fmt.Errorf("the cases were not prepared: %w", err)
			if _, begun := os.Stat(o.logFile()); begun == nil {
				err = fmt.Errorf("%w\nto try again: %s", err, o.anew())
			}
			return err
		}
		o.announce(out)
	}
	if !o.run {
		return nil
	}
	err = o.work(ctx, out)
	if running := (*store.EngineRunningError)(nil); errors.As(err, &running) {
		return advise(Options{DB: o.db}, err)
	}
	return err
}

// announce says what there is now, and not why.
func (o casesOptions) announce(out io.Writer) {
	ids := casesIDs()
	fmt.Fprintf(out, "%s holds %d orders of a shop:\n\n", o.db, len(ids))
	for len(ids) > 0 {
		n := min(len(ids), 6)
		fmt.Fprintf(out, "    %s\n", strings.Join(ids[:n], "  "))
		ids = ids[n:]
	}
	fmt.Fprintf(out, "\nFive of them make no progress. Which, and why? Start with:\n\n    %s\n\n", o.list())
	if !o.run {
		fmt.Fprintf(out, "No worker runs on it. This starts one in a second terminal, until Ctrl-C:\n\n    %s --run\n\n", o.command())
	}
}

// list is the line to type to see the orders.
func (o casesOptions) list() string {
	return shellword.Self("./cmd/reprise") + " run list --db " + shellword.Quote(o.db)
}

// command is the line that has brought us here, without what is about the engine.
func (o casesOptions) command() string {
	line := shellword.Self("./cmd/reprise") + " demo cases"
	if o.db != defaultCases {
		line += " --db " + shellword.Quote(o.db)
	}
	return line
}

// anew is the line that removes all there is and prepares the cases again.
func (o casesOptions) anew() string {
	return removal(o.db, "", "-wal", "-shm", ".ledger", ".log", ".reprise-lock") + " && " + o.command()
}
