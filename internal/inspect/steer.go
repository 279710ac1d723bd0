package inspect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// Steered is run cancel, terminate, resume, unqueue, pause, unpause, retry and requeue.
type Steered struct {
	ID    string `json:"id"` // the workflow id
	RunID string `json:"run_id"`
	Done  string `json:"done,omitempty"` // cancel requested, terminated, resumed, was not blocked, paused, was paused, unpaused, was not paused, retried, ...
	Note  string `json:"note,omitempty"` // what did not come of it
}

// told returns the reason with who gave it, for a history that has no place of its own for that.
func told(by reprise.By) string {
	switch {
	case by.Who == "":
		return by.Why
	case by.Why == "":
		return "by " + by.Who
	}
	return by.Why + " (by " + by.Who + ")"
}

// Cancel asks an open run to end itself. done says what was done, and note what did not come of it.
func Cancel(ctx context.Context, rt *reprise.Runtime, run store.Run, by reprise.By) (done, note string, err error) {
	again, err := unread(ctx, rt, run, func(e reprise.InboxEntry) bool { return e.Kind == store.EntryCancel.String() })
	if err != nil {
		return "", "", err
	}
	if again {
		note = "a request to cancel is already waiting: the first reason is kept"
	}
	return "cancel requested", note, reprise.Cancel(ctx, rt, run.ID, told(by))
}

// Terminate ends an open run at once.
func Terminate(ctx context.Context, rt *reprise.Runtime, run store.Run, by reprise.By) (done, note string, err error) {
	return "terminated", "", reprise.Terminate(ctx, rt, run.ID, told(by))
}

// Resume has a blocked run tried again at once.
func Resume(ctx context.Context, rt *reprise.Runtime, run store.Run, by reprise.By) (done, note string, err error) {
	done = "resumed"
	if run.Blocked == nil && run.Deaths == 0 {
		done = "was not blocked"
	}
	return done, "", reprise.Resume(ctx, rt, run.ID, by)
}

// Pause has an open run stand still.
func Pause(ctx context.Context, rt *reprise.Runtime, run store.Run, by reprise.By) (done, note string, err error) {
	done = "paused"
	if Paused(run) {
		done, note = "was paused", run.Blocked.Text+": the first reason is kept"
	}
	return done, note, reprise.Pause(ctx, rt, run.ID, by)
}

// Unpause has a paused run go on.
func Unpause(ctx context.Context, rt *reprise.Runtime, run store.Run, by reprise.By) (done, note string, err error) {
	done = "unpaused"
	if !Paused(run) {
		done = "was not paused"
	}
	return done, "", reprise.Unpause(ctx, rt, run.ID, by)
}

// Retry has the next attempts at the activities of a name, or at all for "", begin at once.
func Retry(ctx context.Context, rt *reprise.Runtime, run store.Run, activity string, by reprise.By) (done, note string, err error) {
	n, err := reprise.RetryNow(ctx, rt, run.ID, activity, by)
	return "retried", Count(n, "wait") + " ended", err
}

// Requeue has a job that has ended carried out again.
func Requeue(ctx context.Context, rt *reprise.Runtime, run store.Run, by reprise.By) (done, note string, err error) {
	id, err := reprise.Requeue(ctx, rt, run.ID, by)
	return "requeued as run " + id.String(), "", err
}

// Paused reports whether a run is paused.
func Paused(run store.Run) bool {
	return run.Blocked != nil && run.Blocked.Reason == store.ReasonPaused
}

// Sent is run signal.
type Sent struct {
	ID       string `json:"id"` // the workflow id
	RunID    string `json:"run_id"`
	Signal   string `json:"signal"`
	SignalID string `json:"signal_id"`      // sent again with the same one, the run takes it once
	Note     string `json:"note,omitempty"` // what may be wrong about it nevertheless
}

// Signal sends a signal to an open run. Sent says what, also with an error.
func Signal(ctx context.Context, rt *reprise.Runtime, run store.Run, name string, payload []byte, id string, how ...reprise.SignalOption) (Sent, error) {
	sent := Sent{ID: run.WorkflowID, RunID: run.ID.String(), Signal: name, SignalID: id}
	if sent.SignalID == "" {
		sent.SignalID = uuid.NewString()
	}
	var err error
	sent.Note, err = Doubtful(ctx, rt, run, id, name)
	if err == nil {
		err = reprise.SignalJSON(ctx, rt, run.ID, name, payload, append(how, reprise.SignalID(sent.SignalID))...)
	}
	return sent, err
}

// Doubtful is what there is to say about a signal that will be accepted and may not do
// what its sender wants. A signal that nobody asks for yet is nothing wrong: it is kept.
func Doubtful(ctx context.Context, rt *reprise.Runtime, run store.Run, id, name string) (string, error) {
	same, err := unread(ctx, rt, run, func(e reprise.InboxEntry) bool {
		return id != "" && e.Kind == store.EntrySignal.String() && e.ID == id
	})
	if err != nil || same {
		return "a signal with this id already waits for the run: it is received once", err
	}
	waits, more := WaitsOf(run)
	var wanted []string
	for _, w := range waits {
		for _, x := range w.For {
			if x.Kind == "signal" && !slices.Contains(wanted, x.Name) {
				wanted = append(wanted, x.Name)
			}
		}
	}
	if more || len(wanted) == 0 || slices.Contains(wanted, name) {
		return "", nil
	}
	return fmt.Sprintf("the run waits for signal %s, not %s: the signal is kept until the code receives it", strings.Join(wanted, " or "), name), nil
}

// unread reports whether one of what was accepted for the run, and is not yet in its
// history, is like that.
func unread(ctx context.Context, rt *reprise.Runtime, run store.Run, is func(reprise.InboxEntry) bool) (bool, error) {
	if run.Unread == 0 {
		return false, nil
	}
	d, err := reprise.Describe(ctx, rt, run.ID)
	return err == nil && slices.ContainsFunc(d.Inbox, is), err
}

// Started is run start.
type Started struct {
	ID       string `json:"id"` // the workflow id
	RunID    string `json:"run_id"`
	Workflow string `json:"workflow"`
	Existed  bool   `json:"existed,omitempty"` // the run was there already, and nothing was started
	Queued   bool   `json:"queued,omitempty"`  // an open run has the id; this one begins when that has ended
	Note     string `json:"note,omitempty"`    // why no worker takes it
}

// Conflicts are what --on-conflict takes, and what they mean.
var Conflicts = map[string]reprise.Conflict{
	"fail": reprise.Fail, "use-existing": reprise.UseExisting, "cancel-existing": reprise.CancelExisting, "terminate-existing": reprise.TerminateExisting,
	"queue-behind": reprise.QueueBehind,
}

// unknownWorkflow reports whether nobody has a workflow, although workers live that might.
func unknownWorkflow(ctx context.Context, rt *reprise.Runtime, workflow string) (bool, error) {
	look, ok := rt.Store().(store.Inspector)
	if !ok || rt.Inside().Binds(workflow) {
		return false, nil
	}
	all, err := look.Workers(ctx)
	alive := false
	for _, w := range all {
		if w.Alive && Serves(w, rt.Namespace()) {
			if alive = true; slices.Contains(w.Serves.Workflows, workflow) {
				return false, err
			}
		}
	}
	return alive, err
}

// untakenStart says why no worker takes a run that was started.
func untakenStart(ctx context.Context, rt *reprise.Runtime, run reprise.RunID) (string, error) {
	idle, err := NobodyWorks(ctx, rt)
	if err != nil || idle {
		return "no worker is alive: it begins when one starts", err
	}
	d, err := reprise.Describe(ctx, rt, run)
	if errors.Is(err, reprise.ErrNotFound) { // removed meanwhile
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return d.Unserved, nil
}

// Reset is run reset.
type Reset struct {
	ID       string   `json:"id"`               // the workflow id
	From     string   `json:"from"`             // the run whose history is copied
	RunID    string   `json:"run_id,omitempty"` // the new run; absent: a dry run
	Event    int64    `json:"event"`            // the last one that is kept
	Again    []Again  `json:"again"`            // what the run may ask for again
	Children int      `json:"children"`         // that are the new run's
	Signals  int      `json:"signals"`          // that came later, and come again at once
	Updates  int      `json:"updates"`
	Refused  []string `json:"refused"` // why it cannot be reset so
}

// Again is what a run that was reset may ask for again.
type Again struct {
	Event     int64  `json:"event"`
	Kind      string `json:"kind"` // activity, child, signal
	Name      string `json:"name"`
	Completed bool   `json:"completed"` // it has taken effect
	Unknown   bool   `json:"unknown"`   // it may have
	Reuses    bool   `json:"reuses"`    // an activity whose kept result is used, if it is still kept
}

// resetOf is what comes, or would come, of a reset of a run.
func resetOf(run store.Run, plan reprise.ResetPlan) Reset {
	shown := Reset{ID: run.WorkflowID, From: run.ID.String(), Event: plan.Seq, Again: []Again{}, Children: plan.Children, Signals: plan.Signals, Updates: plan.Updates, Refused: append([]string{}, plan.Refused...)}
	for _, r := range plan.Again {
		shown.Again = append(shown.Again, Again{r.Seq, r.Kind, r.Name, r.Completed, r.Unknown, r.Reuses})
	}
	return shown
}
