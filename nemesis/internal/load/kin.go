package load

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/reprise-run/reprise/workflow"
)

// A job with kin starts other runs by its workflow, and not by an activity: its requests go through
// the outbox.

// each is how many letters a Post sends at once.
const each = 3

// makeKin turns j into a job that involves other runs. Whether it runs in a transaction is
// unchanged.
func (j *Job) makeKin(r *rand.Rand) {
	j.Letters, j.Cancel, j.Forget = nil, false, false
	j.Input = Input{Steps: 1 + r.IntN(4), WorkMS: 1 + r.IntN(100), NapMS: 20 + r.IntN(200)}
	j.Workflow = []workflow.Def[Input, Result]{Family, Orphans, Post}[r.IntN(3)]
}

// kin returns the runs that a run with this input starts.
func (in Input) kin(w, workflowID string) (all []Job) {
	switch w {
	case Family.Name():
		for i := range in.Steps {
			all = append(all, in.heir(workflowID, i))
		}
	case Orphans.Name():
		for i := range in.Steps {
			all = append(all, Job{
				ID: fmt.Sprintf("%s/orphan-%d", workflowID, i), Workflow: Patient, Cancel: true, Input: Input{Steps: 1 + i, WorkMS: in.WorkMS},
			})
		}
	case Post.Name():
		all = append(all, Job{ID: workflowID + "/box", Workflow: Mail, Input: Input{Letters: each * in.Steps, WorkMS: in.WorkMS % 20}})
	}
	return all
}

// Kin returns the runs that a job's workflow starts.
func (j Job) Kin() []Job {
	all := j.Input.kin(j.Workflow.Name(), j.ID)
	for i := range all {
		all[i].Rollback = j.Rollback
	}
	return all
}

// ToldOf is what a Family keeps of a child's result.
func ToldOf(child Result) string { return strings.Join(child.Values, " ") }

// family has children, and waits for all of them.
func family(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	var children []workflow.Child[Result]
	for _, j := range in.kin(Family.Name(), workflow.GetInfo(ctx).WorkflowID) {
		children = append(children, workflow.ExecuteChild(ctx, j.Workflow, j.Input, workflow.ChildID(j.ID)))
	}
	for i, c := range children {
		got, err := c.Get(ctx)
		if err != nil {
			return r, err
		}
		r.Children = append(r.Children, ToldOf(got))
		if err := r.take(ctx, workflow.Execute(ctx, Step, in.call(i))); err != nil {
			return r, err
		}
	}
	return r, nil
}

// orphans ends in the same task that starts its children, which would wait for ever.
func orphans(ctx workflow.Context, in Input) (Result, error) {
	r, err := chain(Step)(ctx, in)
	for _, j := range in.kin(Orphans.Name(), workflow.GetInfo(ctx).WorkflowID) {
		workflow.ExecuteChild(ctx, j.Workflow, j.Input, workflow.ChildID(j.ID))
	}
	return r, err
}

// post starts a Mail and sends its letters, several at once.
func post(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	box := in.kin(Post.Name(), workflow.GetInfo(ctx).WorkflowID)[0]
	if _, err := workflow.Start(ctx, box.Workflow, box.Input, workflow.ChildID(box.ID)); err != nil {
		return r, err
	}
	_, letters := Expect(box.Workflow.Name(), box.ID, box.Input)
	var sent []workflow.Future[workflow.None]
	for i := range in.Steps {
		for _, l := range letters[i*each : (i+1)*each] {
			sent = append(sent, workflow.Send(ctx, box.ID, Letter, l))
		}
		if err := r.take(ctx, workflow.Execute(ctx, Step, in.call(i))); err != nil {
			return r, err
		}
	}
	for _, f := range sent {
		if _, err := f.Get(ctx); err != nil {
			return r, err
		}
	}
	return r, nil
}
