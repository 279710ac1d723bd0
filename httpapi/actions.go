package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// mostSeconds is the largest number of seconds in a time.Duration.
const mostSeconds = math.MaxInt64 / int64(time.Second)

// reasonBody is the body of an action that needs only a reason.
type reasonBody struct {
	Reason string `json:"reason"`
}

// by returns who asks, and why, for the history.
func (c *call) by(reason string) reprise.By { return reprise.By{Who: c.o.Who(c.r), Why: reason} }

// signed adds the sender to the headers of a signal.
func (c *call) signed() reprise.SignalOption {
	return reprise.SignalHeaders(map[string]string{HeaderBy: c.o.Who(c.r)})
}

// log logs what was done or refused, and by whom.
func (c *call) log(a Action, run store.Run, reason string, err error) {
	result := "done"
	if err != nil {
		result = problemOf(err).Code
	}
	c.o.Logger.InfoContext(c.ctx, "operator action", "action", string(a), "by", c.o.Who(c.r), "run_id", run.ID.String(), "workflow_id", run.WorkflowID,
		"workflow", run.Workflow, "namespace", c.rt.Namespace(), "reason", reason, "result", result)
}

// open refuses an action on a closed run.
func (c *call) open() error {
	if c.run.Status == store.Open {
		return nil
	}
	return &Problem{Status: http.StatusConflict, Code: "closed",
		Detail: fmt.Sprintf("run %s of %q has ended: it is %s", c.run.ID, c.run.WorkflowID, c.run.Status), Next: []string{c.o.Command("run", "show", c.run.ID.String())}}
}

// steer acts on the open run, and returns what it did.
func (c *call) steer(a Action, reason string, do func() (done, note string, err error)) (*answer, error) {
	if err := c.open(); err != nil {
		return nil, err
	}
	done, note, err := do()
	c.log(a, c.run, reason, err)
	if err != nil {
		return nil, err
	}
	return &answer{v: inspect.Steered{ID: c.run.WorkflowID, RunID: c.run.ID.String(), Done: done, Note: note}}, nil
}

func (c *call) cancel() (*answer, error) {
	var b reasonBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	return c.steer(Cancel, b.Reason, func() (done, note string, err error) { return inspect.Cancel(c.ctx, c.rt, c.run, c.by(b.Reason)) })
}

// terminate requires that the run is the one the caller saw, unchanged.
func (c *call) terminate() (*answer, error) {
	var b struct {
		Reason  string `json:"reason"`
		Confirm string `json:"confirm"`
	}
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if b.Confirm != c.run.WorkflowID {
		return nil, &Problem{Status: http.StatusUnprocessableEntity, Code: "not_confirmed", Detail: "confirm must be the workflow id of the run"}
	}
	if err := c.open(); err != nil {
		return nil, err
	}
	match := c.r.Header.Get("If-Match")
	if match == "" {
		return nil, &Problem{Status: http.StatusPreconditionRequired, Code: "no_version", Detail: "If-Match must be the ETag of the run, as GET answers it"}
	}
	if step := inspect.Step(c.run); !namesStep(match, step) {
		return nil, &Problem{Status: http.StatusPreconditionFailed, Code: "moved_on", Detail: "the run has changed: read it again"}
	}
	return c.steer(Terminate, b.Reason, func() (done, note string, err error) {
		return inspect.Terminate(c.ctx, c.rt, c.run, c.by(b.Reason))
	})
}

// namesStep reports whether a header names a version of a run at this step.
func namesStep(header, step string) bool {
	tag, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(header), "W/"), "-")
	return strings.Trim(tag, `"`) == step
}

func (c *call) resume() (*answer, error) {
	var b reasonBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	return c.steer(Resume, b.Reason, func() (done, note string, err error) { return inspect.Resume(c.ctx, c.rt, c.run, c.by(b.Reason)) })
}

func (c *call) pause() (*answer, error) {
	var b reasonBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	return c.steer(Pause, b.Reason, func() (done, note string, err error) {
		return inspect.Pause(c.ctx, c.rt, c.run, c.by(b.Reason))
	})
}

func (c *call) unpause() (*answer, error) {
	var b reasonBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	return c.steer(Pause, b.Reason, func() (done, note string, err error) {
		return inspect.Unpause(c.ctx, c.rt, c.run, c.by(b.Reason))
	})
}

func (c *call) retry() (*answer, error) {
	var b struct {
		Activity string `json:"activity"` // its name; "": all that wait for a retry
		Reason   string `json:"reason"`
	}
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	return c.steer(Retry, b.Reason, func() (done, note string, err error) {
		return inspect.Retry(c.ctx, c.rt, c.run, b.Activity, c.by(b.Reason))
	})
}

// signalBody is a signal.
type signalBody struct {
	Name     string          `json:"name"`
	Payload  json.RawMessage `json:"payload"` // absent: none
	SignalID string          `json:"signal_id"`
}

func (c *call) signal() (*answer, error) {
	var b signalBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if err := c.open(); err != nil {
		return nil, err
	}
	sent, err := inspect.Signal(c.ctx, c.rt, c.run, b.Name, b.Payload, b.SignalID, c.signed())
	c.log(Signal, c.run, "signal "+b.Name, err)
	if err != nil {
		return nil, err
	}
	return &answer{status: http.StatusAccepted, v: sent}, nil
}

func (c *call) start() (*answer, error) {
	var b inspect.Starting
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	b.ID, b.Queue = cmp.Or(b.ID, uuid.NewString()), cmp.Or(b.Queue, "default")
	if err := c.allowed(c.ctx, c.r, Access{Action: Start, Workflow: b.Workflow, WorkflowID: b.ID, Queue: b.Queue}); err != nil {
		return nil, err
	}
	conflict, ok := inspect.Conflicts[cmp.Or(b.OnConflict, "fail")]
	switch {
	case !ok:
		return nil, wrong("bad_body", fmt.Sprintf("on_conflict is %q: use fail, use-existing, cancel-existing, terminate-existing or queue-behind", b.OnConflict))
	case b.Delay < 0 || b.Timeout < 0 || max(b.Delay, b.Timeout) > float64(mostSeconds):
		return nil, wrong("bad_body", fmt.Sprintf("delay_seconds and timeout_seconds are from 0 to %d", mostSeconds))
	case b.Once && conflict != reprise.Fail && conflict != reprise.UseExisting:
		return nil, wrong("bad_body", "once forbids using the id again, and on_conflict asks for it: leave one of them out")
	}
	if ends := map[reprise.Conflict]Action{reprise.CancelExisting: Cancel, reprise.TerminateExisting: Terminate}[conflict]; ends != "" {
		if err := c.mayReplace(Access{Action: ends, Workflow: b.Workflow, WorkflowID: b.ID, Queue: b.Queue}); err != nil {
			return nil, err
		}
	}
	v, err := inspect.Of(c.rt).Start(c.ctx, b)
	run := store.Run{WorkflowID: b.ID, Workflow: b.Workflow}
	run.ID, _ = uuid.Parse(v.RunID) // empty if the run was not started
	c.log(Start, run, "", err)
	if errors.Is(err, inspect.ErrUnknownWorkflow) {
		return nil, &Problem{Status: http.StatusUnprocessableEntity, Code: "unknown_workflow",
			Detail: fmt.Sprintf("neither this program nor a live worker has the workflow %q; set unknown to start it anyway", b.Workflow)}
	}
	if err != nil {
		return nil, err
	}
	status := http.StatusCreated
	if v.Existed {
		status = http.StatusOK
	}
	return &answer{status: status, v: v}, nil
}

// mayReplace asks whether the caller may end the run that the new one replaces. If there is none yet,
// it asks about one like the new run.
func (c *call) mayReplace(a Access) error {
	run, err := c.rt.Store().Run(c.ctx, store.Ref{Namespace: c.rt.Namespace(), WorkflowID: a.WorkflowID})
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return err
	case run.Status == store.Open:
		a = accessTo(run, a.Action)
	}
	return c.allowed(c.ctx, c.r, a)
}

func (c *call) reset() (*answer, error) {
	var b inspect.Resetting
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if _, ways := b.Point(); ways != 1 {
		return nil, wrong("bad_body", "the body needs one of to_seq, before_activity and before_failure")
	}
	b.Who = c.o.Who(c.r)
	v, err := inspect.Of(c.rt).Reset(c.ctx, inspect.RunOf(c.run), b)
	if !b.DryRun {
		c.log(Reset, c.run, b.Reason, err)
	}
	if err != nil || b.DryRun {
		return &answer{v: v}, err
	}
	return &answer{status: http.StatusCreated, v: v}, nil
}

// requeue runs a closed job again.
func (c *call) requeue() (*answer, error) {
	var b reasonBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	done, _, err := inspect.Requeue(c.ctx, c.rt, c.run, c.by(b.Reason))
	c.log(Requeue, c.run, b.Reason, err)
	if err != nil {
		return nil, err
	}
	return &answer{status: http.StatusCreated, v: inspect.Steered{ID: c.run.WorkflowID, RunID: c.run.ID.String(), Done: done}}, nil
}

func (c *call) query() (*answer, error) {
	var b struct {
		Name     string          `json:"name"`
		Argument json.RawMessage `json:"argument"`
	}
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if b.Name == "" {
		return nil, wrong("bad_body", "the name of the query is missing")
	}
	if err := c.allowed(c.ctx, c.r, accessTo(c.run, Payload)); err != nil { // the answer is a payload
		return nil, err
	}
	got, err := reprise.QueryJSON(c.ctx, c.rt, c.run.ID, b.Name, b.Argument)
	return c.valueOf(got, err)
}

func (c *call) update() (*answer, error) {
	var b struct {
		Name     string          `json:"name"`
		Input    json.RawMessage `json:"input"`
		UpdateID string          `json:"update_id"`
	}
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if b.Name == "" {
		return nil, wrong("bad_body", "the name of the update is missing")
	}
	if b.UpdateID == "" { // with an id the caller can ask for the answer later
		if err := c.open(); err != nil {
			return nil, err
		}
		b.UpdateID = uuid.NewString()
	}
	if err := c.allowed(c.ctx, c.r, accessTo(c.run, Payload)); err != nil { // the answer is a payload
		return nil, err
	}
	got, err := reprise.UpdateJSON(c.ctx, c.rt, c.run.ID, b.Name, b.Input, reprise.UpdateID(b.UpdateID), reprise.UpdateHeaders(map[string]string{HeaderBy: c.o.Who(c.r)}))
	c.log(Update, c.run, "update "+b.Name, err)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, &Problem{Status: http.StatusGatewayTimeout, Code: "timeout", Detail: "no answer yet; sent again with the update_id " + b.UpdateID + ", the update is handled once and gives its answer"}
	}
	return c.valueOf(got, err)
}

func (c *call) valueOf(got reprise.Value, err error) (*answer, error) {
	text, err := inspect.Local{Look: &inspect.Look{RT: c.rt, Redacted: c.o.Redact}}.Answer(got, err)
	return &answer{v: text}, err
}
