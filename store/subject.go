package store

import "github.com/google/uuid"

// Subject is what an op is about, as the op names it: a run by its id or its workflow id, or
// one activity row of a run. Ops about one subject are carried out in the order in which they
// are sent. Subject is comparable. The zero Subject is that of an op that searches.
type Subject struct {
	Run        RunID
	Namespace  string
	WorkflowID string
	Activity   int64
}

// SubjectOf returns what op is about. A [Start] is about its workflow id, because it may have
// to wait for that.
func SubjectOf(op Op) Subject {
	switch o := op.(type) {
	case *Start:
		return Subject{Namespace: o.Namespace, WorkflowID: o.WorkflowID}
	case *Commit:
		return Subject{Run: o.Run}
	case *Fetch:
		return Subject{Run: o.Run}
	case *Release:
		return Subject{Run: o.Run}
	case *EndActivity:
		return Subject{Run: o.Run}
	case *EndJob:
		return Subject{Run: o.Run}
	case *RetryActivity:
		return Subject{Run: o.Run, Activity: o.Activity}
	case *Beat:
		return Subject{Run: o.Run, Activity: o.Activity}
	case *Deliver:
		return subjectOf(o.Ref)
	case *Relay:
		return SubjectOf(o.Op())
	case *Resume:
		return subjectOf(o.Ref)
	case *Terminate:
		return subjectOf(o.Ref)
	case *QueueBehind:
		return Subject{Run: o.Run}
	}
	return Subject{}
}

func subjectOf(ref Ref) Subject {
	if ref.Run != uuid.Nil {
		return Subject{Run: ref.Run}
	}
	return Subject{Namespace: ref.Namespace, WorkflowID: ref.WorkflowID}
}

// CommitOf returns the commit that op is, or contains as a start's first one or the end of a job, or nil.
func CommitOf(op Op) *Commit {
	switch o := op.(type) {
	case *Commit:
		return o
	case *Start:
		return o.First
	case *EndJob:
		return &o.Commit
	}
	return nil
}
