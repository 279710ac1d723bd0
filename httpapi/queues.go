package httpapi

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
)

// changedJSON is a change to a queue, a schedule or a worker, in the command line's form.
type changedJSON struct {
	Name   string `json:"name,omitempty"`   // of the queue
	ID     string `json:"id,omitempty"`     // of the schedule
	Worker string `json:"worker,omitempty"` // id of the worker
	Done   string `json:"done"`             // paused, resumed, triggered, drains, takes work
	RunID  string `json:"run_id,omitempty"` // the run that a trigger started
}

// change acts on a queue, a schedule or a worker, whose name v has. by says who and why.
func (c *call) change(a Action, v changedJSON, do func(by reprise.By) (run string, err error)) (*answer, error) {
	var b reasonBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	run, err := do(c.by(b.Reason))
	result := "done"
	if err != nil {
		result = problemOf(err).Code
	}
	c.o.Logger.InfoContext(c.ctx, "operator action", "action", string(a), "by", c.o.Who(c.r), "queue", v.Name, "schedule", v.ID, "namespace", c.rt.Namespace(), "reason", b.Reason, "result", result, "worker_id", v.Worker)
	if err != nil {
		return nil, err
	}
	v.RunID = run
	return &answer{v: v}, nil
}

// queue changes the queue that the path names.
func (c *call) queue(done string, verb func(context.Context, reprise.Client, string, reprise.By) error) (*answer, error) {
	name := c.pathName("queue")
	a, err := c.change(Queue, changedJSON{Name: name, Done: done}, func(by reprise.By) (string, error) { return "", verb(c.ctx, c.rt, name, by) })
	c.shared.forget("queues")
	return a, err
}

func (c *call) pauseQueue() (*answer, error)  { return c.queue("paused", reprise.PauseQueue) }
func (c *call) resumeQueue() (*answer, error) { return c.queue("resumed", reprise.ResumeQueue) }

// scheduled changes the schedule that the path names.
func (c *call) scheduled(done string, verb func(context.Context, reprise.Client, string, reprise.By) (string, error)) (*answer, error) {
	id := c.pathName("schedule")
	a, err := c.change(Schedule, changedJSON{ID: id, Done: done}, func(by reprise.By) (string, error) { return verb(c.ctx, c.rt, id, by) })
	c.shared.forget("schedules")
	return a, err
}

func (c *call) pauseSchedule() (*answer, error) {
	return c.scheduled("paused", func(ctx context.Context, rt reprise.Client, id string, by reprise.By) (string, error) {
		return "", reprise.PauseSchedule(ctx, rt, id, by)
	})
}

func (c *call) resumeSchedule() (*answer, error) {
	return c.scheduled("resumed", func(ctx context.Context, rt reprise.Client, id string, by reprise.By) (string, error) {
		return "", reprise.ResumeSchedule(ctx, rt, id, by)
	})
}

func (c *call) trigger() (*answer, error) {
	return c.scheduled("triggered", func(ctx context.Context, _ reprise.Client, id string, by reprise.By) (string, error) {
		run, err := reprise.Trigger(ctx, c.rt, id, by)
		return run.String(), err
	})
}

// worker acts on the worker that the path names.
func (c *call) worker(done string, verb func(context.Context, reprise.Client, uuid.UUID, reprise.By) error) (*answer, error) {
	name := c.r.PathValue("worker")
	a, err := c.change(Drain, changedJSON{Worker: name, Done: done}, func(by reprise.By) (string, error) {
		id, err := uuid.Parse(name)
		if err != nil {
			return "", fmt.Errorf("%w: that of a worker is a UUID, as /workers has it", reprise.ErrInvalidID)
		}
		return "", verb(c.ctx, c.rt, id, by)
	})
	c.shared.forget("workers")
	return a, err
}

func (c *call) drain() (*answer, error)   { return c.worker("drains", reprise.DrainWorker) }
func (c *call) undrain() (*answer, error) { return c.worker("takes work", reprise.UndrainWorker) }
