package attempt

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Heartbeats reach the row at most once a second, the newest details first.
const (
	beatEvery       = time.Second
	maxDetailsBytes = 64 << 10
)

// heartbeats is what an attempt has reported about itself. Attempt.mu guards it.
type heartbeats struct {
	details history.Payload
	have    bool // details
	written time.Time
	writing bool
}

// beat is what activity.Heartbeat calls.
func (a *Attempt) beat(details history.Payload) error {
	if err := a.ctx.Err(); err != nil {
		return a.Cause()
	}
	if len(details.Data) > maxDetailsBytes {
		return fmt.Errorf("activity: heartbeat details have %d bytes, at most %d are allowed", len(details.Data), maxDetailsBytes)
	}
	now := a.set.cfg.Clock.Now()
	hb := a.Scheduled.Policy.HeartbeatTimeout
	if hb > 0 {
		a.set.alarm(a, silence, now.Add(hb))
	}
	a.mu.Lock()
	if a.mu.beats == nil {
		a.mu.beats = new(heartbeats)
	}
	if details.Enc != "" {
		a.mu.beats.details, a.mu.beats.have = details, true
	}
	// An eager attempt's details go into the row it may become. Without a heartbeat timeout
	// only the next attempt reads them. In a transaction, which may block all other writers,
	// they are written when the attempt ends.
	useful := a.mu.owner == nil && (hb > 0 || details.Enc != "") && !a.Transactional()
	write := useful && !a.mu.over && !a.mu.beats.writing && now.Sub(a.mu.beats.written) >= beatEvery
	if write {
		a.mu.beats.writing, a.mu.beats.written = true, now
	}
	a.mu.Unlock()
	if write {
		a.set.cfg.Host.Beat(a)
		a.mu.Lock()
		a.mu.beats.writing = false
		a.mu.Unlock()
	}
	return nil
}

// Details returns the newest heartbeat details, encoded as a row keeps them; nil if there
// are none.
func (a *Attempt) Details() []byte {
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
	data, err := a.set.cfg.Encode(context.WithoutCancel(a.ctx), history.Event{Body: &history.SideEffectRecorded{Value: p}})
	if err != nil {
		a.set.cfg.Logger.Warn("cannot encode heartbeat details", "run_id", a.Run, "activity_number", a.Number, "error", err)
		return nil
	}
	return data
}
