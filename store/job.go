package store

import (
	"errors"

	"github.com/google/uuid"
)

// EndJob ends an activity that is all there is to a run, and the run with it: as an [EndActivity] and the [Commit]
// that takes it in would, in one write. Worker must own the row at Attempt by Claim, and the run must stand as the
// task that asked for the activity left it.
//
// Commit closes the run. It has Run, Seq, Token, Level, Build, Rows, Then and Status; what says whose commit it is
// and what it follows is not set, for the run has no owner.
//
// Outcomes: [Done] with Run and Began, also for a repetition; [Fenced] when the row is not Worker's; [Refused] when
// the run has an owner, another level or next seq, something in its inbox, a block, a pin or deaths: then nothing changes,
// and an EndActivity is the way.
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

// onlyAsks says whether c has one row and asks for one activity, as the beginning of a job does.
func (c *Commit) onlyAsks() bool {
	if len(c.Rows) != 1 || len(c.Schedule) != 1 || len(c.StartTimers)+len(c.DropTimers)+len(c.CancelActivities)+len(c.Send)+len(c.SetAttrs)+len(c.Pin) > 0 {
		return false
	}
	a := &c.Schedule[0]
	return a.Attempt == 0 && !a.Cancelled && a.Owner == uuid.Nil && len(a.Last)+len(a.Details) == 0
}
