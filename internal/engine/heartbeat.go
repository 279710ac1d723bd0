package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Heartbeats reach the row at most once a second, the newest details first.
const (
	beatEvery       = time.Second
	maxDetailsBytes = 64 << 10
)

// heartbeats is what an attempt has said about itself. It is guarded by attempt.mu.
type heartbeats struct {
	details history.Payload
	have    bool // details
	written time.Time
	writing bool
}

// beat is called by the author's function through activity.Heartbeat.
func (a *attempt) beat(details history.Payload) error {
	if err := a.ctx.Err(); err != nil {
		return context.Cause(a.ctx)
	}
	if len(details.Data) > maxDetailsBytes {
		return fmt.Errorf("activity: heartbeat details have %d bytes, at most %d are allowed", len(details.Data), maxDetailsBytes)
	}
	e := a.e
	now := e.cfg.Clock.Now()
	hb := a.scheduled.Policy.Heartbeat
	if hb > 0 {
		e.pump.Set(dueKey{why: dueHeartbeat, attempt: a}, now.Add(hb))
	}
	a.mu.Lock()
	if a.mu.beats == nil {
		a.mu.beats = new(heartbeats)
	}
	if details.Enc != "" {
		a.mu.beats.details, a.mu.beats.have = details, true
	}
	// What an eager attempt says goes into the row it may become. Without a timeout
	// nobody but the next attempt cares. In a transaction, which may keep everybody else
	// from writing, the next attempt is told when this one has ended.
	useful := a.mu.run == nil && (hb > 0 || details.Enc != "") && a.binding.Driver() == ""
	write := useful && !a.mu.over && !a.mu.beats.writing && now.Sub(a.mu.beats.written) >= beatEvery
	if write {
		a.mu.beats.writing, a.mu.beats.written = true, now
	}
	a.mu.Unlock()
	if write {
		a.writeBeat()
		a.mu.Lock()
		a.mu.beats.writing = false
		a.mu.Unlock()
	}
	return nil
}

func (a *attempt) details() []byte {
	var p history.Payload
	a.mu.Lock()
	have := a.mu.beats != nil && a.mu.beats.have
	if have {
		p = a.mu.beats.details
	}
	a.mu.Unlock()
	if !have {
		return nil
	}
	data, err := history.EncodeEvent(history.Event{Body: &history.SideEffectRecorded{Value: p}})
	if err != nil {
		a.e.log.Warn("cannot encode heartbeat details", "run", a.runID, "activity", a.number, "error", err)
		return nil
	}
	return data
}

// writeBeat records that the attempt is alive. When the row belongs to somebody
// else by now, the attempt has lost its right to go on.
func (a *attempt) writeBeat() {
	outcome, err := a.e.writes.Do(&store.Beat{Run: a.runID, Activity: a.number, Worker: a.e.worker.ID, Attempt: a.n, Claim: a.claim, Details: a.details()})
	switch {
	case err != nil:
		a.e.log.Warn("cannot record a heartbeat", "run", a.runID, "activity", a.number, "error", err)
	case outcome.Code == store.Fenced:
		a.end(activity.ErrLeaseLost)
	}
}

// decodeDetails reads what a row has kept of them; nil: nothing.
func (as *activities) decodeDetails(data []byte) *history.Payload {
	if len(data) == 0 {
		return nil
	}
	event, err := history.DecodeEvent(data)
	if body, ok := event.Body.(*history.SideEffectRecorded); err == nil && ok {
		return &body.Value
	}
	as.e.log.Warn("heartbeat details of an activity row are damaged", "error", err)
	return nil
}
