package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// A shop of the tests: hold waits for the signal answer and returns it, or fails if it
// is no.
type answer struct {
	Yes bool   `json:"yes"`
	By  string `json:"by"`
}

var (
	answered = workflow.DefineSignal[answer]("answer")
	hold     = workflow.Define[string, answer]("hold")
)

func doHold(ctx workflow.Context, _ string) (answer, error) {
	a, err := workflow.Receive(ctx, answered)
	if err == nil && !a.Yes {
		err = failure.New("refused", "no, said "+a.By)
	}
	return a, err
}

// started returns a started Runtime of the shop on st, with more workflows.
func started(t *testing.T, st store.Store, cfg reprise.Config, more ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	cfg.Logger = slog.New(slog.DiscardHandler)
	rt, err := reprise.New(st, cfg, append(more, hold.Bind(doHold), answered)...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return rt
}

func onMemory(t *testing.T) *reprise.Runtime {
	return started(t, memory.New(), reprise.Config{Build: "b1"})
}

// begin starts a run of hold and returns once the run waits.
func begin(t *testing.T, rt *reprise.Runtime, id string) reprise.Handle[answer] {
	t.Helper()
	h, err := reprise.Start(t.Context(), rt, hold, "", reprise.ID(id))
	if err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for range look.C {
		d, err := reprise.Describe(t.Context(), rt, id)
		if err != nil {
			t.Fatal(err)
		}
		if d.Waiting != "" {
			break
		}
	}
	return h
}

// end answers the run and waits for its end.
func end(t *testing.T, rt *reprise.Runtime, h reprise.Handle[answer], a answer) {
	t.Helper()
	if err := reprise.Signal(t.Context(), rt, h.WorkflowID(), answered, a); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.WaitRun(t.Context(), rt, h.RunID()); err != nil {
		t.Fatal(err)
	}
}

// said is the result of a command line.
type said struct {
	code        int
	out, errors string
}

// say runs a command line over rt.
func say(t *testing.T, rt *reprise.Runtime, args ...string) said {
	t.Helper()
	return sayAs(t, t.Context(), cli.Program{Name: "shop", Runtime: rt, Args: args})
}

func sayAs(t *testing.T, ctx context.Context, p cli.Program) said {
	t.Helper()
	var out, errs bytes.Buffer
	p.Stdout, p.Stderr = &out, &errs
	if p.Stdin == nil {
		p.Stdin = strings.NewReader("")
	}
	code := p.Run(ctx)
	t.Logf("%s: %d\n%s%s", strings.Join(p.Args, " "), code, out.String(), errs.String())
	return said{code, out.String(), errs.String()}
}

// want checks the exit code and that the output, with standard error last, contains
// the parts.
func (s said) want(t *testing.T, code int, parts ...string) {
	t.Helper()
	if s.code != code {
		t.Errorf("exit code %d, want %d", s.code, code)
	}
	for _, part := range parts {
		if !strings.Contains(s.out+s.errors, part) {
			t.Errorf("no %q in\n%s%s", part, s.out, s.errors)
		}
	}
}

// object decodes standard output.
func (s said) object(t *testing.T) (v map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(s.out), &v); err != nil {
		t.Fatalf("%v in %s", err, s.out)
	}
	return v
}
