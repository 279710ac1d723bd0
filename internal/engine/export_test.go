package engine

import (
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/store"
)

// What the tests of package engine_test, which use the whole library, see of the engine.

const (
	TickInterval = tickInterval
	MaxRefusals  = maxRefusals
	ReasonPanic  = reasonPanic
)

func BodyOf(entry store.Entry) history.Body {
	body, _ := bodyOf(entry)
	return body
}

func (p *Process) Writes() *commit.Group  { return p.writes }
func (p *Process) Awaited() []store.RunID { return p.waiters.awaited() }

// Inside is the current worker of a process.
type Inside struct{ e *engine }

func (p *Process) Inside() Inside { return Inside{p.current()} }

func (i Inside) DropAll(cause error)       { i.e.dropAll(cause) }
func (i Inside) Holds(id store.RunID) bool { return i.e.own.held(id) != nil }
func (i Inside) HasValidLease() bool       { return i.e.keeper.Valid() }
func (i Inside) LookForRuns()              { wake(i.e.wake.runs) }
func (i Inside) LookForRows()              { wake(i.e.wake.rows) }
func (i Inside) SetAhead(d time.Duration)  { i.e.clock.ahead.Store(int64(d)) }

func (i Inside) Tell(id store.RunID, owner store.WorkerID, entry store.Entry) {
	i.e.own.tell(id, owner, entry)
}

// Pending returns how many events wait for the next task of a held run.
func (i Inside) Pending(id store.RunID) int {
	r := i.e.own.held(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.mu.in.pending)
}

func (i Inside) Runs() (ids []store.RunID) {
	for _, r := range i.e.own.list() {
		ids = append(ids, r.id)
	}
	return ids
}

// News makes a run read its inbox.
func (i Inside) News(id store.RunID) { i.e.own.held(id).news() }

func (i Inside) FreeSlots() int { return i.e.slots.free() }
