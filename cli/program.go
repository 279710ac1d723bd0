package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/shellword"
)

// Program is a command line: what it is about, and the process it speaks through.
type Program struct {
	// Name is the program's name. Zero: that of this executable.
	Name string
	// Call is what a person types to call it, for the advice it gives, as a shell reads
	// it. Zero: Name.
	Call string
	// Runtime is what the commands act on. It need not be started.
	Runtime *reprise.Runtime
	// Open makes the Runtime from --db and --namespace where Runtime is nil, and a func
	// that gives up what it opened. An error that is fs.ErrNotExist says that there is no
	// such store, and a [*NameError] that no store can have this name.
	Open func(ctx context.Context, db, namespace string) (*reprise.Runtime, func() error, error)
	// Offline makes a Runtime with the same bindings on a store of no matter, for the
	// replay of a file. Zero: Open is asked for that too.
	Offline func() (*reprise.Runtime, error)
	// Migrator looks after the tables of the store that --db names, for db migrate; nil
	// where the store does that by itself. Zero: there is no such command.
	Migrator func(db string) (Migrator, error)
	// Serve shows the dashboard for serve; package dashboard has it, as dashboard.Serve. Zero: there is
	// no such command, and no HTTP server in the program.
	Serve func(ctx context.Context, rt *reprise.Runtime, o inspect.Serving) error
	// Dial finds the server that --server names; package httpapi/client has it, as client.Dial. Zero: there is
	// no such flag, and no HTTP client in the program.
	Dial func(ctx context.Context, d inspect.Dialling) (*inspect.Remote, error)
	// Extra are commands of the program's own, beside run, worker, db and replay.
	Extra []Extra

	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Getenv reads the environment: REPRISE_DB, REPRISE_NAMESPACE, REPRISE_SERVER,
	// REPRISE_TOKEN, NO_COLOR, COLUMNS.
	// Zero: there is none.
	Getenv func(string) string
}

// Extra is a command that parses its arguments itself. For "help NAME ..." it is carried out
// with --help behind what else stands there: it must see that before it does anything,
// which the standard library's flags do not where a word that is no flag comes first.
type Extra struct {
	Name, Usage string
	// Run carries it out and returns the exit code.
	Run func(ctx context.Context, args []string) int
}

// Main runs the command line over rt with the arguments of this process, and exits: what
// was deferred before is not run.
func Main(rt *reprise.Runtime) {
	p := Process()
	p.Runtime = rt
	p.Main()
}

// Process is a Program that speaks through this process.
func Process() Program {
	return Program{
		Call: shellword.Self("."), Args: os.Args[1:],
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
	}
}

// Run carries out the command line and returns the exit code.
func (p Program) Run(ctx context.Context) int {
	a := newApp(p)
	err := a.run(ctx)
	if err != nil && ctx.Err() != nil && !errors.As(err, new(*unsettledError)) {
		err = &exitError{codeInterrupted, errors.New("interrupted"), a.typed()}
	}
	return a.code(err)
}

// Main runs the command line as the only thing this process does, and exits. It stops
// at the first interrupt.
func (p Program) Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second interrupt does not wait
	code := p.Run(ctx)
	stop()
	os.Exit(code)
}
