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

// Program is a command line, with the Runtime it acts on and the process it runs in.
type Program struct {
	// Name is the program's name. Zero: that of this executable.
	Name string
	// Call is how a person calls the program, as a shell reads it, for the advice it prints. Zero: Name.
	Call string
	// Runtime is what the commands act on. It need not be started.
	Runtime *reprise.Runtime
	// Open makes the Runtime from --db and --namespace if Runtime is nil, and returns a func
	// that closes what it opened. It returns fs.ErrNotExist if there is no such store, and a
	// [*NameError] if no store can have this name.
	Open func(ctx context.Context, db, namespace string) (*reprise.Runtime, func() error, error)
	// Offline makes a Runtime with the same bindings on any store, for the replay of a file.
	// Nil: Open is used for that, too.
	Offline func() (*reprise.Runtime, error)
	// Migrator returns the Migrator of the store that --db names, for db migrate, or nil if the
	// store migrates by itself. Nil: there is no such command.
	Migrator func(db string) (Migrator, error)
	// Serve serves the dashboard for the command serve; set it to dashboard.Serve. Nil: the program has
	// no such command, and no HTTP server.
	Serve func(ctx context.Context, rt *reprise.Runtime, o inspect.Serving) error
	// Dial connects to the server that --server names; set it to client.Dial of package httpapi/client. Nil:
	// the program has no such flag, and no HTTP client.
	Dial func(ctx context.Context, d inspect.Dialling) (*inspect.Remote, error)
	// Extra are the program's own commands, besides those that every Program has.
	Extra []Extra

	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Getenv reads the environment: REPRISE_DB, REPRISE_NAMESPACE, REPRISE_SERVER,
	// REPRISE_TOKEN, NO_COLOR, COLUMNS. Nil: the environment is empty.
	Getenv func(string) string
}

// Extra is a command that parses its own arguments. For "help NAME ..." it is called with
// --help after the other words. It must look for --help before it does anything; the standard
// library's flags do not if a word that is no flag comes first.
type Extra struct {
	Name, Usage string
	// Run runs the command and returns the exit code.
	Run func(ctx context.Context, args []string) int
}

// Main runs the command line on rt with the arguments of this process, and exits: deferred
// functions do not run.
func Main(rt *reprise.Runtime) {
	p := Process()
	p.Runtime = rt
	p.Main()
}

// Process returns a Program that uses the arguments, streams and environment of this process.
func Process() Program {
	return Program{
		Call: shellword.Self("."), Args: os.Args[1:],
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
	}
}

// Run runs the command line and returns the exit code.
func (p Program) Run(ctx context.Context) int {
	a := newApp(p)
	err := a.run(ctx)
	if err != nil && ctx.Err() != nil && !errors.As(err, new(*unsettledError)) {
		err = &exitError{codeInterrupted, errors.New("interrupted"), a.typed()}
	}
	return a.code(err)
}

// Main runs the command line as the only task of this process, and exits. It stops at the first interrupt.
func (p Program) Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	code := p.Run(ctx)
	stop()
	os.Exit(code)
}
