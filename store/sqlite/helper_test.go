package sqlite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// The test binary also serves as the other process: started with helperVar set, it
// does what the variable says instead of running tests.
const helperVar = "REPRISE_SQLITE_TEST_HELPER"

func TestMain(m *testing.M) {
	if what := os.Getenv(helperVar); what != "" {
		if err := help(what, os.Args[1:]); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// process is a helper process whose lines the test reads.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
}

func spawn(t *testing.T, what string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(os.Args[0], args...)}
	p.cmd.Env = append(os.Environ(), helperVar+"="+what)
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.lines = bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	return p
}

// line returns the next line that the process prints; the empty string means that it
// has ended.
func (p *process) line() string {
	if !p.lines.Scan() {
		return ""
	}
	return p.lines.Text()
}

func (p *process) want(line string) {
	p.t.Helper()
	if got := p.line(); got != line {
		p.t.Fatalf("the other process says %q, want %q", got, line)
	}
}

// kill ends the process as kill -9 does; one call is enough.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended by itself
	_ = p.cmd.Wait()
}

// help does what a helper process is started for.
func help(what string, args []string) error {
	ctx := context.Background()
	if what == "hold" { // the lock of another program
		return hold(args[0])
	}
	st, err := sqlite.Open(ctx, args[0], sqlite.Options{Logger: quiet()})
	if err != nil {
		return err
	}
	switch what {
	case "open": // opening migrates too
		fmt.Println("opened")
		return st.Close()
	case "join":
		err := st.Join(ctx, store.Worker{ID: uuid.New(), Host: "elsewhere", PID: os.Getpid(), TTL: 1e10})
		if running := (*store.EngineRunningError)(nil); errors.As(err, &running) {
			fmt.Println("refused", running.PID)
			return st.Close()
		}
		if err != nil {
			return err
		}
		fmt.Println("joined")
		_, err = io.ReadAll(os.Stdin)
		return err // without Leave: the process just ends
	case "signal":
		out, err := st.Apply(ctx, []store.Op{&store.Deliver{
			Ref: store.Ref{WorkflowID: args[1]}, Entry: store.Entry{ID: "approve", Kind: store.EntrySignal, Data: []byte("yes")},
		}})
		if err != nil {
			return err
		}
		fmt.Println(out[0].Code)
		return st.Close()
	case "work":
		return work(ctx, st)
	}
	return fmt.Errorf("no such helper: %s", strings.Join(append([]string{what}, args...), " "))
}
