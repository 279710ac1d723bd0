package demo

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/reprise-run/reprise/cmd/reprise/internal/pgurl"
	"github.com/reprise-run/reprise/samples/order"
)

const defaultDB = "demo.db"

// own are the 200 orders that are fulfilled where no file is named.
//
//go:embed orders.json
var own []byte

// Options say what one process of the demo does.
type Options struct {
	DB     string // the SQLite file, or the URL of a Postgres
	Orders string // the order file; empty: the demo's own 200 orders
	Crash  Crash
	Serial bool // one op a commit
	JSON   bool // report as JSON, at full speed
	UI     bool // show the dashboard, until Ctrl-C

	// PerAttemptKey plants a mistake into the charge activity, for the test that
	// shows that it is found out. There is no flag for it.
	PerAttemptKey bool
}

// read are the orders to fulfil.
func (o Options) read() ([]order.Order, error) {
	if o.Orders == "" {
		return order.ParseOrders("the demo's own orders", own)
	}
	return order.ReadOrders(o.Orders)
}

// paced reports whether a person is to follow.
func (o Options) paced() bool { return !o.JSON && !o.Serial && o.Crash == (Crash{}) }

// Crash says where a process kills itself. The zero value is: nowhere.
type Crash struct {
	Seed   uint64 // with Random: N and Before are drawn from it
	Random bool
	N      int  // at the N-th commit
	Before bool // before it begins, not after it is durable
}

// String implements flag.Value.
func (c *Crash) String() string {
	switch {
	case c == nil || *c == Crash{}:
		return ""
	case c.Random:
		return fmt.Sprintf("random:%d", c.Seed)
	case c.Before:
		return fmt.Sprintf("%d:before", c.N)
	default:
		return strconv.Itoa(c.N)
	}
}

// Set implements flag.Value.
func (c *Crash) Set(s string) error {
	if seed, ok := strings.CutPrefix(s, "random:"); ok {
		n, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			return errors.New("write random:SEED with a whole number, such as random:7")
		}
		*c = Crash{Random: true, Seed: n}
		return nil
	}
	number, before := strings.CutSuffix(s, ":before")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return errors.New("write the number of a commit, such as 12 or 12:before, or random:SEED")
	}
	*c = Crash{N: n, Before: before}
	return nil
}

// at draws what a seed leaves open: a commit in the range that a run with that many
// orders has. Points near the start are as likely as those in the long middle.
func (c Crash) at(orders int) Crash {
	if !c.Random {
		return c
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	last := 20 + 3*orders
	if rng.IntN(4) == 0 {
		last = 20
	}
	return Crash{N: 1 + rng.IntN(last), Before: rng.IntN(2) == 0}
}

const description = `usage: reprise demo [flags]

Fulfils 200 orders on a SQLite database or, with --db postgres://..., on a
Postgres. Kill it at any time, even with kill -9, and run it again: it goes on where it
was, and no card is charged twice. On Postgres run it in two terminals at once, and kill
one: the other takes its orders over. Restart the server under it: it waits, and goes on.
Without --json, --serial and --crash-at it takes its time, so that you can follow.

With --json the last line of standard output is one JSON object. Of this database,
over all processes: orders (accepted), completed, failed (nothing had to be undone),
compensated (what had been done was undone), waiting (not at their end), events,
charges_begun, charges_applied (by the card company's ledger), charges_recorded (by
the histories), charges_recorded_twice (orders charged more than once by the ledger,
and recorded charges the ledger does not know). Of this process: recovered_runs,
replayed_events, elapsed_ms.

With --ui it prints the URL of the dashboard on this machine, and lasts until Ctrl-C.

It exits with 0 at the end of all orders, and with 130 when Ctrl-C or SIGTERM stopped it
before; with 1 if something went wrong or charges_recorded_twice is not 0; with 64 if the
flags are wrong. A database, a ledger and an order file that do not belong together are
refused.

"reprise demo cases" prepares another database, with runs that do not go on, to find out
why: reprise demo cases -h.

`

// parse reads the flags. A request for help is flag.ErrHelp, and answered on out.
func parse(args []string, out io.Writer) (Options, error) {
	var o Options
	flags := flag.NewFlagSet("reprise demo", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.DB, "db", defaultDB, "the SQLite `file`, or a URL such as postgres://me@localhost/orders; the outside world writes to FILE.ledger, or for Postgres to DATABASE.ledger in this directory")
	flags.StringVar(&o.Orders, "orders", "", "a `file` with orders, instead of the demo's own 200")
	flags.Var(&o.Crash, "crash-at", "kill this process (SIGKILL) after its `N`-th commit; N:before: before it; random:SEED: at random")
	flags.BoolVar(&o.Serial, "serial", false, "commit one thing at a time, so that the number of commits varies little")
	flags.BoolVar(&o.JSON, "json", false, "run at full speed and end with one line of JSON")
	flags.BoolVar(&o.UI, "ui", false, "show the dashboard in the browser, until Ctrl-C")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(out)
		fmt.Fprint(out, description)
		flags.PrintDefaults()
		return o, err
	case err != nil:
		return o, err
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case o.DB == "":
		return o, errors.New("--db is empty: name a file, such as demo.db")
	case o.UI && o.JSON:
		return o, errors.New("--json ends with its line, but --ui runs until Ctrl-C: leave one of them out")
	case pgurl.Is(o.DB):
		return o, checkURL(o.DB)
	}
	return o, pgurl.Slip(o.DB)
}
