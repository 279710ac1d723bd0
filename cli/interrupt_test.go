package cli_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// idle is a client on st that knows no workflow.
func idle(t *testing.T, st store.Store) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

// parked is a store with a run of hold, and no worker.
func parked(t *testing.T, id string) *memory.Store {
	t.Helper()
	st := memory.New()
	rt := started(t, st, reprise.Config{})
	begin(t, rt, id)
	if err := rt.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	return st
}

// overtaken is a store in which by happens right after a run was looked up.
type overtaken struct {
	*memory.Store
	by func()
}

func (o *overtaken) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	run, err := o.Store.Run(ctx, ref)
	if by := o.by; by != nil && ref.WorkflowID != "" {
		o.by = nil
		by()
	}
	return run, err
}

// A command that was meant for one run does not affect the next run with the same id.
func TestARunThatEndsMeanwhileIsNotTakenForTheNext(t *testing.T) {
	for _, args := range [][]string{{"run", "cancel", "a"}, {"run", "terminate", "a"}, {"run", "resume", "a", "--reason", "mended"}, {"run", "signal", "a", "answer", "{}"}} {
		st := &overtaken{Store: memory.New()}
		shop := started(t, st, reprise.Config{})
		old := begin(t, shop, "a")
		var next reprise.Handle[answer]
		st.by = func() {
			end(t, shop, old, answer{Yes: true})
			next = begin(t, shop, "a")
		}
		say(t, idle(t, st), args...).want(t, 1, "run "+old.RunID().String()+` of "a" has ended: it is completed`, "try: shop run show "+old.RunID().String())
		if d, err := reprise.Describe(t.Context(), shop, next.RunID()); err != nil || d.Status != reprise.Open || d.Events > 3 || d.Unread > 0 {
			t.Errorf("%v: the next run is %+v, %v", args, d, err)
		}
	}
}

// locked is a store that writes nothing while somebody holds its lock.
type locked struct {
	*memory.Store
	asked func()
	lock  chan struct{}
}

func (l *locked) Apply(_ context.Context, ops []store.Op) ([]store.Outcome, error) {
	l.asked()
	<-l.lock
	return l.Store.Apply(context.Background(), ops)
}

// When a write is interrupted, the output says that it may have been done. The
// command line that it suggests sends the same signal again, which is then taken only
// once.
func TestAnInterruptedWriteIsNotCalledUndone(t *testing.T) {
	for _, c := range []struct{ args, says, try string }{
		{"run signal a answer {}", "cannot tell whether signal answer was accepted", "try: shop run signal --signal-id "},
		{"run cancel a", "cannot tell whether run cancel of a was carried out", "try: shop run show a\n"},
		{"run terminate a", "cannot tell whether run terminate of a was carried out", "try: shop run show a\n"},
		{"run resume a --reason mended", "cannot tell whether run resume of a was carried out", "try: shop run show a\n"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		st := &locked{parked(t, "a"), interrupt, make(chan struct{})}
		rt := idle(t, st)
		s := sayAs(t, ctx, cli.Program{Name: "shop", Runtime: rt, Args: strings.Fields(c.args)})
		s.want(t, 130, c.says)
		close(st.lock)
		_, line, _ := strings.Cut(s.errors, "try: shop ")
		if !strings.Contains(c.args, "signal") {
			if !strings.Contains(s.errors, c.try) {
				t.Errorf("%s: no %q", c.args, c.try)
			}
			continue
		}
		if !strings.Contains(line, "--signal-id ") {
			t.Fatalf("it would be taken twice: %s", line)
		}
		line = strings.ReplaceAll(strings.TrimSpace(line), "'{}'", "{}")
		for range 2 {
			say(t, rt, strings.Fields(line)...).want(t, 0)
		}
		if d, err := reprise.Describe(t.Context(), rt, "a"); err != nil || d.Unread != 1 {
			t.Errorf("%d signals, %v", d.Unread, err)
		}
	}
}

// silent is an input on which nobody types anything.
type silent struct {
	asked func()
	until chan struct{}
}

func (s silent) Read([]byte) (int, error) {
	s.asked()
	<-s.until
	return 0, io.EOF
}

func TestTheFirstInterruptEndsTheProgram(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	for _, args := range []string{"run signal a answer -", "replay -"} {
		ctx, interrupt := context.WithCancel(t.Context())
		in := silent{interrupt, make(chan struct{})}
		sayAs(t, ctx, cli.Program{Name: "shop", Runtime: rt, Stdin: in, Args: strings.Fields(args)}).want(t, 130, "shop: interrupted\ntry: shop "+args+"\n")
		close(in.until)
	}
	for _, wait := range []string{"opening", "closing"} {
		ctx, interrupt := context.WithCancel(t.Context())
		lock := make(chan struct{})
		at := func(now string) {
			if now == wait {
				interrupt()
				<-lock
			}
		}
		p := cli.Program{Name: "shop", Args: []string{"run", "show", "a", "--db", "x.db"}}
		p.Open = func(context.Context, string, string) (*reprise.Runtime, func() error, error) {
			at("opening")
			return rt, func() error { at("closing"); return nil }, nil
		}
		sayAs(t, ctx, p).want(t, 130, "shop: interrupted")
		close(lock)
	}
}

// A word that is no command may be a run, but the command line does not wait for a
// lock to find out.
func TestAGuessDoesNotWaitForALock(t *testing.T) {
	lock := make(chan struct{})
	p := cli.Program{Name: "shop", Args: []string{"xyz", "--db", "x.db"}}
	p.Open = func(context.Context, string, string) (*reprise.Runtime, func() error, error) {
		<-lock
		return nil, nil, errors.New("locked")
	}
	sayAs(t, t.Context(), p).want(t, 64, `unknown command "xyz"`)
	close(lock)
}

func TestAFullInboxTakesNoCancel(t *testing.T) {
	rt := idle(t, parked(t, "a"))
	for range store.MaxUnread {
		if err := reprise.SignalJSON(t.Context(), rt, "a", "x", nil); err != nil {
			t.Fatal(err)
		}
	}
	say(t, rt, "run", "cancel", "a").want(t, 1, "inbox is full", "try: shop run terminate a\n")
	say(t, rt, "run", "signal", "a", "x", "--signal-id", "k").want(t, 1, "inbox is full", "try: shop run signal a x --signal-id k\n")
}
