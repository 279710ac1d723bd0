package testkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/store"
)

// deadEnd says that nothing in the environment can move any more, or that the next due time is
// after the end of time.
type deadEnd struct {
	text string
	late bool // a timer is due later
}

func (d *deadEnd) Error() string {
	if d.late {
		return "the virtual time ends 90 years after its beginning, but the test waits for a timer that is due later.\n" + d.text
	}
	return "nothing can make progress, but the test still waits.\n" + d.text
}

func (e *Env) openRuns() []store.Run {
	if e.store == nil {
		return nil
	}
	page, err := e.store.Runs(context.Background(), store.Query{Namespace: e.namespace(), Status: []store.Status{store.Open}, Limit: 100})
	if err != nil {
		return nil
	}
	return page.Runs
}

// dueLater reports whether a run waits for a timer although time has ended.
func (e *Env) dueLater() bool {
	return slices.ContainsFunc(e.openRuns(), func(r store.Run) bool {
		has, err := e.store.Pending(context.Background(), r.ID)
		return err == nil && slices.ContainsFunc(has.Timers, func(t store.Timer) bool { return t.FireAt.After(e.clock.Now()) })
	})
}

func (e *Env) namespace() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.worker == nil {
		return ""
	}
	return e.worker.rt.Namespace()
}

// client returns a Runtime that only reads, directly from the store: no worker need live.
func (e *Env) client() (*reprise.Runtime, error) {
	e.mu.Lock()
	cfg := reprise.Config{Namespace: e.config.Namespace, Codec: e.config.Codec, Build: "test", Clock: e.clock}
	e.mu.Unlock()
	return reprise.New(e.store, cfg, e.bindings...)
}

// whoWaits tells what each open run waits for.
func (e *Env) whoWaits() string {
	e.mu.Lock()
	w := e.worker
	e.mu.Unlock()
	if w == nil {
		return ""
	}
	client, err := e.client()
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, r := range e.openRuns() {
		d, err := reprise.Describe(context.Background(), client, r.ID)
		if err != nil {
			fmt.Fprintf(&b, "%q: %v\n", r.WorkflowID, err)
			continue
		}
		made := e.underWay(r.ID)
		if d.Waiting == "" && len(made) > 0 {
			if waits := standing(client, r.ID); waits != nil {
				d.Waits = waits
			}
		}
		e.describe(&b, d)
		b.WriteString(atWork(made))
		b.WriteString(unread(client, d))
	}
	return b.String()
}

// unread tells which signals and updates reached an open run and were not received: a misspelt
// name is a frequent cause of a dead end.
func unread(client *reprise.Runtime, d reprise.Description) string {
	var names []string
	for _, entry := range d.Inbox {
		switch entry.Kind {
		case store.EntrySignal.String():
			names = append(names, "signal "+entry.Name)
		case store.EntryUpdate.String():
			names = append(names, "update "+entry.Name)
		}
	}
	names = append(names, unreceived(client, d.RunID)...)
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	var each []string
	for i := 0; i < len(names); {
		n := 1
		for i+n < len(names) && names[i+n] == names[i] {
			n++
		}
		text := names[i]
		if n > 1 {
			text += fmt.Sprintf(" (%d times)", n)
		}
		each = append(each, text)
		i += n
	}
	return fmt.Sprintf("sent to %q (workflow %s) but never received: %s\n", d.WorkflowID, d.Workflow, strings.Join(each, ", "))
}

// unreceived returns the signals in a run's history that its code has not received, and the
// updates that it has not handled. Only the code can tell, so the history is replayed.
func unreceived(client *reprise.Runtime, run store.RunID) (names []string) {
	ctx := context.Background()
	came := make(map[int64]string)
	events, err := client.Inside().History(ctx, run)
	for _, e := range events {
		switch b := e.Body.(type) {
		case *history.SignalReceived:
			came[e.Seq] = "signal " + b.Name
		case *history.UpdateReceived:
			came[e.Seq] = "update " + b.Name
		}
	}
	if err != nil || len(came) == 0 || !inBubble() { // outside, the code may not use what it made in the bubble
		return nil
	}
	replayed, err := reprise.Replay(ctx, client, run)
	if err != nil {
		return nil // the run is blocked, which is reported elsewhere
	}
	for _, seq := range replayed.Unread {
		names = append(names, came[seq])
	}
	return names
}

func (e *Env) describe(b *strings.Builder, d reprise.Description) {
	switch {
	case d.Unbound:
		fmt.Fprintf(b, "workflow %q of %q has no function: give its binding to New\n", d.Workflow, d.WorkflowID)
	case len(d.Waits) == 0:
		fmt.Fprintf(b, "%q (workflow %s) is at work\n", d.WorkflowID, d.Workflow)
	}
	for _, wait := range d.Waits {
		site := wait.Site
		if site == "" {
			site = "a coroutine"
		}
		var what []string
		for _, f := range wait.For {
			switch f.Kind {
			case "timer":
				what = append(what, "a timer due "+f.Due.Format("2006-01-02 15:04:05"))
			case "cancellation":
			default:
				what = append(what, strings.TrimSpace(f.Kind+" "+f.Name))
			}
		}
		if len(what) == 0 {
			what = []string{"nothing that can happen"}
		}
		fmt.Fprintf(b, "%s of %q (workflow %s) waits for %s\n", site, d.WorkflowID, d.Workflow, strings.Join(what, " or "))
	}
	e.mu.Lock()
	queues := e.configured().Queues
	e.mu.Unlock()
	if !serves(queues, d.Queue) {
		fmt.Fprintf(b, "%q (workflow %s) is in queue %q, which no worker serves: name it in Queues, with Configure\n", d.WorkflowID, d.Workflow, d.Queue)
	}
	for _, a := range d.Activities {
		if !e.isBound(a.Name) {
			b.WriteString(hasNoFunction(a.Name, d.WorkflowID) + "\n")
		} else if !serves(queues, a.Queue) {
			fmt.Fprintf(b, "activity %q of %q is in queue %q, which no worker serves: name it in Queues, with Configure\n", a.Name, d.WorkflowID, a.Queue)
		}
	}
}

// isBound reports whether an activity has a function: a stub or its own.
func (e *Env) isBound(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, stubbed := e.stubs[name]; stubbed {
		return true
	}
	return slices.ContainsFunc(e.bindings, func(b reprise.Binding) bool {
		a, ok := b.Contract().(*contract.Activity)
		return ok && a.Name == name
	})
}

func hasNoFunction(activity, workflowID string) string {
	return fmt.Sprintf("activity %q of %q has no function: give its binding to New, or make a Stub", activity, workflowID)
}
