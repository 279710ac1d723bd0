package engine

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// A worker that does not know whether it has given up part of its share asks again, even if it needs nothing else. Until
// then it uses less than it may have.
func TestAShareOfWhichTheAnswerIsNotKnownIsAskedForAgain(t *testing.T) {
	me := store.WorkerID{1}
	s := &queueStates{
		cfg: &Config{Slots: 10, Bound: Bound{}}, worker: me, slots: newSlots(10, []string{"psp"}, nil), begins: func() bool { return true },
	}
	s.cfg.Queues = []string{"psp"}
	s.limits.Store(true)
	s.mu.of = map[string]store.Queue{"psp": {
		Name: "psp", Declared: store.QueueSettings{Concurrency: 1}, Waiting: 1, Shares: []store.Share{{Worker: me, N: 1, Want: 1}},
	}}
	if all := s.toShare(time.Time{}); len(all) != 0 {
		t.Fatalf("it asks for %+v, want nothing: it has what it wants", all)
	}
	s.mu.holds = map[string]int{"psp": 0} // a peer existed and wanted a share
	if all := s.toShare(time.Time{}); len(all) != 1 || all[0].want != 1 {
		t.Errorf("it asks for %+v, want its share again", all)
	}
}
