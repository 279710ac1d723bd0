package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Enqueue runs an activity on its own, as a durable job, without a workflow to write. It returns the job's
// handle once the job is durable, or, inside a transaction (see [Tx]), once it is part of the transaction:
//
//	h, err := reprise.Enqueue(ctx, rt, SendMail, mail, reprise.ID("welcome/"+user), reprise.Once())
//
// A job is a run of a workflow whose name is "job:" followed by the activity's. Every Runtime that binds the activity
// binds that workflow, too. The run ends as the activity ends. A job has all that a run has: a history, an
// idempotency key, retention, [Cancel], [Describe] and [Reset]. To turn a job into a workflow, call
// [workflow.Execute] with the same definition.
//
// The options are those of [Start]. [Delay] and [At] delay the activity. The queue is that of the activity's policy, or
// [OnQueue] if the policy names none. The policy is recorded with the job, so [activity.Def.With] applies to this job alone.
// There are two exceptions, which use the policy of the worker that begins the job: a job that waits by [QueueBehind], and
// one enqueued in a transaction with a [Timeout] or a very large input.
//
// Errors: those of Start.
func Enqueue[In, Out any](ctx context.Context, w Writer, def activity.Definition[In, Out], in In, opts ...StartOption) (Handle[Out], error) {
	if def == nil {
		_, err := writerOf(ctx, w)
		return Handle[Out]{}, wrap(cmp.Or(err, errNoActivity), "enqueue")
	}
	d := def.Definition()
	j := &jobKind{name: d.Name(), scheduling: d.Recorded()}
	return begin[Out](ctx, w, j, contract.JobPrefix+j.name, opts, func(c caller) (history.Payload, error) { return c.codecs.Encode(in) })
}

var errNoActivity = errors.New("the definition is nil: pass the one that activity.Define or activity.New returned")

// jobKind is the activity that a job runs. A nil jobKind means that the start is no job.
type jobKind struct {
	name       string
	scheduling *contract.Scheduling
}

// verb returns the name of the caller's call.
func (j *jobKind) verb() string {
	if j == nil {
		return "start"
	}
	return "enqueue"
}

// queue returns the run's queue, unless an option names another.
func (j *jobKind) queue() string {
	if j == nil {
		return defaultQueue
	}
	return cmp.Or(j.scheduling.Queue, defaultQueue)
}

// complete adapts the options of a start to a job.
func (j *jobKind) complete(c caller, o *startOptions) error {
	if j == nil {
		return nil
	}
	switch _, fits := contract.JobOf(j.name); {
	case j.scheduling.Err != nil:
		return j.scheduling.Err
	case !fits:
		return fmt.Errorf("the name of activity %.100q is too long for a job: at most %d bytes are allowed", j.name, contract.MaxName-len(contract.JobPrefix))
	case j.scheduling.Queue != "" && o.place.Queue != j.scheduling.Queue:
		return fmt.Errorf("OnQueue is %q, but the policy of activity %q names queue %q: leave OnQueue out, or change the policy with Def.With", o.place.Queue, j.name, j.scheduling.Queue)
	}
	bound := c.activities[j.name]
	alone := bound != nil && bound.Scheduling != j.scheduling && !reflect.DeepEqual(bound.Scheduling, j.scheduling)
	o.job = &engine.Job{Alone: alone, Own: alone, InTx: c.tx != nil, Func: jobFunc(c.Runtime, &contract.Activity{Name: j.name, Scheduling: j.scheduling})}
	return nil
}

// beginJob makes op begin with its activity. Where a transaction cannot do that, op starts a plain run, and the
// worker that claims the run begins the activity.
func (c caller) beginJob(ctx context.Context, op *store.Start, first replay.Task, o *startOptions) (*store.Start, error) {
	begun, err := o.job.Begin(ctx, c.process, op, first)
	switch {
	case err != nil:
		return nil, err
	case begun != op || !o.job.InTx:
		return begun, nil
	case o.job.Own:
		return nil, errJobPolicy
	}
	plain := *o
	plain.job = nil // here the delay is the run's
	op, _, err = newStartAt(ctx, c, first.Now, first.Events[0].Body.(*history.Started), &plain)
	return op, err
}

var errJobPolicy = errors.New("a job with a Timeout, or with an input of half a megabyte, cannot use Def.With inside a transaction: leave out Def.With or Timeout, or enqueue it outside of the transaction")

// jobFunc returns the workflow of the jobs of a.
func jobFunc(rt *Runtime, a *contract.Activity) replay.Func {
	return workflow.Job(contract.JobPrefix+a.Name, a).Func(workflowOptions(rt))
}

// EnqueueAll is [Enqueue] for up to [MaxAtOnce] jobs of one activity, in one transaction: when it returns, either all
// jobs are durable or none is. each returns the options of the i-th job; it may be nil. The handles are in the order of
// the inputs, and [Handle.Existed] marks those that [Once] or [UseExisting] found. If one job is refused, or conflicts
// with an existing run, all are refused. Inside a transaction of your own, roll the transaction back after an error.
//
// This process does not begin the jobs itself: any worker with free slots claims them.
func EnqueueAll[In, Out any](ctx context.Context, w Writer, def activity.Definition[In, Out], inputs []In, each func(i int, in In) []StartOption) ([]Handle[Out], error) {
	if def == nil {
		_, err := writerOf(ctx, w)
		return nil, wrap(cmp.Or(err, errNoActivity), "enqueue")
	}
	d := def.Definition()
	j := &jobKind{name: d.Name(), scheduling: d.Recorded()}
	return beginAll[In, Out](ctx, w, j, contract.JobPrefix+j.name, inputs, each)
}

// StartAll is [Start] for many runs of one workflow, as [EnqueueAll] is Enqueue for many jobs.
func StartAll[In, Out any](ctx context.Context, w Writer, def workflow.Definition[In, Out], inputs []In, each func(i int, in In) []StartOption) ([]Handle[Out], error) {
	if def == nil {
		_, err := writerOf(ctx, w)
		return nil, wrap(cmp.Or(err, errNoDefinition), "start")
	}
	return beginAll[In, Out](ctx, w, nil, def.Definition().Name(), inputs, each)
}

// beginAll starts a run for each of the inputs.
func beginAll[In, Out any](ctx context.Context, w Writer, j *jobKind, name string, inputs []In, each func(int, In) []StartOption) ([]Handle[Out], error) {
	v, err := writerOf(ctx, w)
	switch {
	case err != nil:
		return nil, wrap(err, "%s", j.verb())
	case len(inputs) > MaxAtOnce:
		return nil, wrap(fmt.Errorf("the batch has %d items, at most %d are allowed: split it", len(inputs), MaxAtOnce), "%s %q", j.verb(), name)
	case len(inputs) == 0:
		return nil, nil
	}
	many := &manyStarts{c: v, job: j, workflow: name}
	handles := make([]Handle[Out], len(inputs))
	for i, in := range inputs {
		var opts []StartOption
		if each != nil {
			opts = each(i, in)
		}
		if err := many.add(ctx, opts, func() (history.Payload, error) { return v.codecs.Encode(in) }); err != nil {
			return nil, wrap(err, "%s %q, number %d of %d", j.verb(), name, i+1, len(inputs))
		}
	}
	outcomes, at, err := many.start(ctx)
	if err != nil {
		return nil, wrap(err, "%s %q, number %d of %d", j.verb(), name, at+1, len(inputs))
	}
	for i, o := range outcomes {
		handles[i] = Handle[Out]{rt: v.Runtime, workflow: name, id: many.op.Starts[i].WorkflowID, run: o.Run, inTx: v.tx != nil, existed: o.Code == store.Exists}
	}
	return handles, nil
}

// manyStarts collects starts that are made in one transaction.
type manyStarts struct {
	c        caller
	job      *jobKind // nil: they start a workflow
	workflow string
	now      time.Time
	op       store.StartAll
}

// add adds one start.
func (m *manyStarts) add(ctx context.Context, opts []StartOption, encode func() (history.Payload, error)) error {
	o := startOptions{place: history.Place{Queue: m.job.queue()}}
	if err := applyOptions(&o, opts); err != nil {
		return err
	}
	switch {
	case o.delivery != "":
		return errDelivery
	case o.conflict >= CancelExisting:
		return fmt.Errorf("OnConflict(%v) in a batch: a batch waits for no other run; start each one by itself, or use Fail or UseExisting", o.conflict)
	}
	if err := cmp.Or(m.job.complete(m.c, &o), o.checkConflict(m.c.tx != nil), o.checkTimes()); err != nil {
		return err
	}
	started, err := m.c.started(m.workflow, &o, encode)
	if err != nil {
		return err
	}
	r := &Request{Verb: "start", Workflow: m.workflow, WorkflowID: o.id, Queue: o.place.Queue, Headers: started.Headers, Size: len(started.Input.Data), InTx: m.c.tx != nil}
	return m.c.through(ctx, r, func(ctx context.Context) (err error) {
		if started.Headers = r.Headers; m.c.chains.client != nil {
			if err := checkHeaders(started.Headers); err != nil {
				return err
			}
		}
		if m.now.IsZero() {
			if m.now, err = m.c.storeTime(ctx); err != nil {
				return err
			}
		}
		op, first, err := newStartAt(ctx, m.c, m.now, started, &o)
		if err == nil && o.job != nil {
			op, err = m.c.beginJob(ctx, op, first, &o)
		}
		if err != nil {
			return err
		}
		if o.once || o.conflict == UseExisting {
			if m.op.Tolerate == nil {
				m.op.Tolerate = make(map[int]bool)
			}
			m.op.Tolerate[len(m.op.Starts)] = true
		}
		m.op.Starts = append(m.op.Starts, op)
		return nil
	})
}

// start makes the starts. If it returns an error, at is the index of the start that failed.
func (m *manyStarts) start(ctx context.Context) (all []store.Outcome, at int, err error) {
	if m.c.tx != nil {
		for i, op := range m.op.Starts {
			out, err := m.c.tx.Apply(ctx, op)
			if err == nil && out.Code == store.Exists {
				err = m.found(ctx, i, out.Run)
			}
			if err != nil {
				return nil, i, err
			}
			if out.Code == store.Done {
				engine.StartedInTx(m.c.process, op.Workflow, op.Queue)
			}
			all = append(all, out)
		}
		return all, 0, nil
	}
	if err := free(ctx); err != nil {
		return nil, 0, err
	}
	out, err := engine.StartAll(ctx, m.c.process, &m.op)
	switch {
	case err != nil:
		return nil, 0, err
	case out.Code == store.Exists:
		return nil, out.Count, cmp.Or(m.found(ctx, out.Count, out.Run), ErrAlreadyStarted)
	}
	for i, o := range out.Starts {
		if o.Code == store.Exists {
			if err := m.found(ctx, i, o.Run); err != nil {
				return nil, i, err
			}
		}
	}
	return out.Starts, 0, nil
}

// found reports what is wrong with a run that the i-th start found; nil: the run is acceptable.
func (m *manyStarts) found(ctx context.Context, i int, run RunID) error {
	for k, o := range m.op.Starts[:i] {
		if o.Run == run && !m.op.Tolerate[i] {
			return fmt.Errorf("number %d has the same workflow id, %.100q: give each one its own, or use Once", k+1, o.WorkflowID)
		}
	}
	_, err := m.c.inTheWay(ctx, m.op.Starts[i], run)
	if errors.Is(err, ErrAlreadyStarted) && m.op.Tolerate[i] {
		return nil
	}
	return err
}

// Requeue runs the activity of a closed job again, for example once the cause of its failure is fixed. It starts a
// run with the same input under the same workflow id, and all attempts of the policy are available again. By is
// recorded in the run's history. The old run stays as it is. The activity runs again even if the old job completed or
// its outcome is unknown, under a new idempotency key.
//
// Requeue is a [Reset] to the first event, and fails as Reset does. For a run that is no job it returns
// [ErrWrongWorkflow].
func Requeue[R Ref](ctx context.Context, c Client, run R, by By) (RunID, error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err = errors.Join(err, by.check()); err != nil {
		return RunID{}, wrap(err, "requeue %s", to)
	}
	id, err := asked(ctx, rt, request("requeue", to), func(ctx context.Context) (RunID, error) {
		found, err := rt.store.Run(ctx, to.ref(rt.cfg.Namespace))
		if err != nil {
			return RunID{}, err
		}
		name, is := strings.CutPrefix(found.Workflow, contract.JobPrefix)
		if !is {
			return RunID{}, fmt.Errorf("%w: it runs %q, which is not a job: reset it", ErrWrongWorkflow, found.Workflow)
		}
		return rt.writer().reset(ctx, target{run: found.ID, byRun: true}, ToEvent(1), by, []ResetOption{AllowAgain(name)})
	})
	return id, wrap(err, "requeue %s", to)
}
