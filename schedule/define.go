package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/workflow"
)

// Def is a schedule by its id: its times, its policy, its workflow and what each run is given. It is a binding: a worker that is made
// with it puts it into the store when it starts. It is also what reprise.PutSchedule takes.
type Def struct{ contract *contract.Schedule }

// MaxID is the longest id of a schedule in bytes: that of a run has the time as well.
const MaxID = 900

// Define is a schedule that starts runs of w with in. Of several policies the last one counts. What is wrong with any of this is told by
// reprise.New and reprise.PutSchedule.
func Define[In, Out any](id string, s Spec, w workflow.Definition[In, Out], in In, p ...Policy) Def {
	c := &contract.Schedule{ID: id, Err: checkID(id)}
	if w == nil {
		c.Err = errors.Join(c.Err, errors.New("the definition of the workflow is nil"))
	} else {
		c.Workflow = w.Definition().Name()
	}
	c.Input = func(codecs *history.Codecs) (history.Payload, error) { return codecs.Encode(in) }
	var policy Policy
	if len(p) > 0 {
		policy = p[len(p)-1]
	}
	c.Queue, c.Priority = policy.Queue, policy.Priority
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
	case len(id) > MaxID:
		return fmt.Errorf("its id has %d bytes, at most %d are allowed", len(id), MaxID)
	case !utf8.ValidString(id) || strings.IndexByte(id, 0) >= 0:
		return errors.New("its id is not UTF-8 without NUL")
	}
	return nil
}

// ID is the id given to [Define].
func (d Def) ID() string {
	if d.contract == nil {
		return ""
	}
	return d.contract.ID
}

// Contract is for reprise.New, which takes a schedule beside workflows and activities.
func (d Def) Contract() contract.Contract {
	if d.contract == nil {
		return &contract.Schedule{Err: errors.New("schedule: the schedule is empty: make one with schedule.Define")}
	}
	return d.contract
}
