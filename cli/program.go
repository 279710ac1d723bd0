package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/reprise-run/reprise"
)

// Program is a command line: what it is about, and the process it speaks through.
type Program struct {
	// Name is how the program is called, for the hints it gives. Zero: the name of
	// this executable.
	Name string
	// Runtime is what the commands act on. It need not be started.
	Runtime *reprise.Runtime
	// Open makes the Runtime from --db and --namespace where Runtime is nil. close
	// gives up what it opened.
	Open func(ctx context.Context, url, namespace string) (rt *reprise.Runtime, close func() error, err error)
	// Extra are commands of the program's own, beside run, worker, db and replay.
	Extra []Extra

	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Getenv reads the environment: REPRISE_DB, REPRISE_NAMESPACE, NO_COLOR, COLUMNS.
	// Zero: there is none.
	Getenv func(string) string
}

// Extra is a command that parses its arguments itself.
type Extra struct {
	Name, Usage string
	Run         func(ctx context.Context, args []string) int
}

// Main runs the command line over rt with the arguments of this process, and exits. It
// stops at the first interrupt.
func Main(rt *reprise.Runtime) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	p := Process()
	p.Runtime = rt
	code := p.Run(ctx)
	stop()
	os.Exit(code)
}

// Process is a Program that speaks through this process.
func Process() Program {
	return Program{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}
}

// Run carries out the command line and returns the exit code.
func (p Program) Run(ctx context.Context) int {
	a := newApp(p)
	return a.code(a.run(ctx))
}
