package store

import (
	"errors"

	"github.com/google/uuid"
)

// EndJob ends an activity that makes up a whole run, and the run with it: in one write it does what an
// [EndActivity] and the [Commit] that takes its end into the history would do. Worker must own the row at Attempt
// by Claim, and the run must be unchanged since the task that scheduled the activity.
//
// Commit closes the run. It has Run, Seq, Token, Level, Build, Rows, Then and Status. Owner, Epoch and After are
// not set, because the run has no owner.
//
// Outcomes: [Done] with Run and Began, also for a repetition; [Fenced] if the row is not Worker's; [Refused] if the run
// has an owner, another level or next seq, an inbox entry, a block, a pin or deaths: then nothing changes, and the caller
// must use EndActivity.
type EndJob struct {
	Run      RunID
	Activity int64
	Worker   WorkerID
	Attempt  int
	Claim    Token // Task.Claim
	Commit   Commit
}

func (*EndJob) op() {}

func (o *EndJob) check() error {
	if o == nil {
		return errNil
	}
	c := &o.Commit
	switch {
	case c.Run != o.Run:
		return errors.New("EndJob.Commit.Run is not EndJob.Run")
	case c.Then != Close || c.Next != nil:
		return errors.New("EndJob.Commit does not end the run")
	case c.Owner != uuid.Nil || c.Epoch != 0 || c.After != uuid.Nil:
		return errors.New("EndJob.Commit has Owner, Epoch or After, and the run has no owner")
	case len(c.Take)+len(c.StartTimers)+len(c.DropTimers)+len(c.Schedule)+len(c.CancelActivities)+len(c.Send)+len(c.SetAttrs)+len(c.Pin) > 0 || c.Undelivered != 0:
		return errors.New("EndJob.Commit does more than end the run")
	}
	return c.check()
}

// onlyAsks reports whether c has one row and schedules one activity, as the beginning of a job does.
func (c *Commit) onlyAsks() bool {
	if len(c.Rows) != 1 || len(c.Schedule) != 1 || len(c.StartTimers)+len(c.DropTimers)+len(c.CancelActivities)+len(c.Send)+len(c.SetAttrs)+len(c.Pin) > 0 {
		return false
	}
	a := &c.Schedule[0]
	return a.Attempt == 0 && !a.Cancelled && a.Owner == uuid.Nil && len(a.Last)+len(a.Details) == 0
}
