package reprise

import (
	"testing"
	"testing/synctest"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// opens submits a start with the first commit of its run.
func (l *lines) opens(workflowID string) (start, first *request) {
	id := uuid.New()
	row := func(seq int64) store.Row { return store.Row{Seq: seq, N: 1, Token: id, Data: []byte{1}} }
	worker := uuid.New()
	start, first = new(request), new(request)
	l.c.submitBoth(start, first, &store.Start{Run: id, Chain: id, WorkflowID: workflowID, Workflow: "w", Queue: "q", Level: 1,
		Owner: worker, Claim: uuid.New(), Row: row(1)},
		&store.Commit{Run: id, Owner: worker, Epoch: 1, Seq: 2, Token: uuid.New(), Level: 1, Rows: []store.Row{row(2)}})
	return start, first
}

// A first commit waits behind its start, whose workflow id somebody else has taken in a
// transaction that is still open.
func TestAFirstCommitFollowsItsStartIntoTheSlowLane(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(t, 0)
		taken := store.Subject{WorkflowID: "new"}
		l.st.lock(taken, true)
		start, first := l.opens("new")
		synctest.Wait()
		if answered(start) || answered(first) {
			t.Fatal("answered while the id is locked")
		}
		l.st.lock(taken, false)
		if a, b := answerTo(start), answerTo(first); a.err != nil || b.err != nil || a.outcome.Code != store.Done || b.outcome.Code != store.Done {
			t.Errorf("answered %+v, %+v; want done", a, b)
		}
	})
}

// A start and its first commit are in one batch, wherever the bound of the batch falls.
func TestABatchEndsBeforeAStartRatherThanBehindIt(t *testing.T) {
	l := newLines(t, 1)
	start := &request{op: &store.Start{}}
	first := &request{op: &store.Commit{}, after: start}
	var queue []*request
	for range maxBatch - 1 {
		queue = append(queue, &request{op: &store.Deliver{}})
	}
	queue = append(queue, start, first)
	if batch := l.c.first(&queue); len(batch) != maxBatch-1 {
		t.Errorf("the first batch has %d members, want all before the start, %d", len(batch), maxBatch-1)
	}
	if batch := l.c.first(&queue); len(batch) != 2 {
		t.Errorf("the second batch has %d members, want the start and the commit", len(batch))
	}
}
