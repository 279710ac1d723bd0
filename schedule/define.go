package schedule

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/workflow"
)

// Def is a schedule: its id, times, policy, workflow and the input of each run. It is a binding: a worker that is made with it
// puts it into the store when it starts. reprise.PutSchedule takes one, too.
type Def struct{ contract *contract.Schedule }

// maxID is the longest id of a schedule in bytes; the workflow ids of its runs append the time.
const maxID = 900

// Define returns a schedule that starts runs of w with in. Of several policies the last one counts. reprise.New and
// reprise.PutSchedule report what is wrong with it.
func Define[In, Out any](id string, s Spec, w workflow.Definition[In, Out], in In, p ...Policy) Def {
	if w == nil {
		return define(id, s, "", "", in, p, errors.New("the definition of the workflow is nil"))
	}
	return define(id, s, w.Definition().Name(), "", in, p, nil)
}

// DefineJob returns a schedule that enqueues jobs of a with in, as reprise.Enqueue does. A job is on the queue of the activity's
// policy, unless Policy.Queue names another. It uses the policy of the worker that begins it: a change by Def.With has no effect.
func DefineJob[In, Out any](id string, s Spec, a activity.Definition[In, Out], in In, p ...Policy) Def {
	if a == nil {
		return define(id, s, "", "", in, p, errors.New("the definition of the activity is nil"))
	}
	d := a.Definition()
	name, fits := contract.JobOf(d.Name())
	err := d.Recorded().Err
	if !fits {
		err = errors.Join(err, fmt.Errorf("the name of activity %.100q is too long for a job", d.Name()))
	}
	return define(id, s, name, d.Recorded().Queue, in, p, err)
}

// define returns a schedule of a workflow; queue is the activity's queue, for a schedule whose
// policy names none.
func define[In any](id string, s Spec, w, queue string, in In, p []Policy, wrong error) Def {
	c := &contract.Schedule{ID: id, Workflow: w, Err: errors.Join(checkID(id), wrong)}
	c.Input = func(codecs *history.Codecs) (history.Payload, error) { return codecs.Encode(in) }
	var policy Policy
	if len(p) > 0 {
		policy = p[len(p)-1]
	}
	c.Queue, c.Priority = cmp.Or(policy.Queue, queue), policy.Priority
	c.Err = errors.Join(c.Err, s.Err(), policy.check())
	if c.Err == nil {
		var bad error
		c.Spec, c.Err = json.Marshal(s)
		c.Policy, bad = json.Marshal(policy)
		c.Err = errors.Join(c.Err, bad)
	}
	if c.Err != nil {
		c.Err = fmt.Errorf("schedule %q: %w", id, c.Err)
	}
	return Def{c}
}

func checkID(id string) error {
	switch {
	case id == "":
		return errors.New("its id is empty")
	case len(id) > maxID:
		return fmt.Errorf("its id has %d bytes, at most %d are allowed", len(id), maxID)
	case !utf8.ValidString(id) || strings.IndexByte(id, 0) >= 0:
		return errors.New("its id is not UTF-8 without NUL")
	}
	return nil
}

// ID returns the id given to [Define].
func (d Def) ID() string {
	if d.contract == nil {
		return ""
	}
	return d.contract.ID
}

// Contract is used by reprise.New, which takes a schedule along with workflows and activities.
func (d Def) Contract() contract.Contract {
	if d.contract == nil {
		return &contract.Schedule{Err: errors.New("schedule: the schedule is empty: make one with schedule.Define")}
	}
	return d.contract
}
