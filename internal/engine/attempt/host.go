package attempt

import (
	"context"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Config is what all attempts of a worker share.
type Config struct {
	Host    Host
	Context context.Context  // the parent of all attempts; its cause says why they must end
	Clock   timer.Clock      // of this process
	Now     func() time.Time // by the store's clock
	Codecs  *history.Codecs
	// Namespace and Worker are shown to the functions.
	Namespace string
	Worker    string
	// Around wraps each attempt; nil: nothing does.
	Around func(next contract.Handler) contract.Handler
	Encode func(context.Context, history.Event) ([]byte, error) // for a row
	Grace  time.Duration                                        // for a function that ignores the end of its context
	Logger *slog.Logger
	// Set makes an alarm ring at a time, Drop cancels it.
	Set  func(alarm Alarm, at time.Time)
	Drop func(alarm Alarm)
	// Join and Leave count the goroutines that a worker waits for when it stops, and Start runs a
	// func on one. Join and Start return false when nothing may begin any more.
	Join  func() bool
	Leave func()
	Start func(f func()) bool
}

// Host is the worker that makes attempts.
type Host interface {
	// Valid reports whether the worker still has its lease. Without the lease nothing may begin.
	Valid() bool
	// Transact calls the attempt's function in a transaction of the store.
	Transact(a *Attempt) contract.Outcome
	// Began is called for every attempt that begins, and Ended once for each of them when it ends.
	Began(a *Attempt)
	Ended(a *Attempt, e End)
	// Outlived returns the failure of a cancelled attempt whose function is still running after the
	// grace.
	Outlived(a *Attempt) *history.Failure
	// RowEnded writes the end of an attempt whose activity has a row, and then reports it.
	RowEnded(a *Attempt, out contract.Outcome)
	// RowLeft is called when a row has no attempt here any more.
	RowLeft(store.ActivityKey)
	// Beat records that the attempt of a row is alive.
	Beat(a *Attempt)
	// FreeSlot takes back the slot of an activity of a queue.
	FreeSlot(queue string)
	// GivenUp counts abandoned goroutines, or with -1 one that has returned.
	GivenUp(n int)
}

// Owner is the run that an eager attempt is made for.
type Owner interface {
	// AttemptEnded takes in how the attempt has ended, and reports it. It returns false if the
	// attempt has just become that of a row.
	AttemptEnded(a *Attempt, out contract.Outcome) bool
}

// Alarm is what an attempt is woken for. Alarms are comparable.
type Alarm struct {
	attempt *Attempt
	why     why
}

type why uint8

const (
	timeout   why = iota // start-to-close or schedule-to-close
	silence              // no heartbeat
	graceOver            // it ignores the end of its context
)

// Ring acts on the alarm. It never blocks.
func (al Alarm) Ring() {
	a := al.attempt
	switch al.why {
	case timeout:
		al.endLate(mark.Timeout, a.tooLong(a.set.cfg.Now()))
	case silence:
		al.endLate(mark.HeartbeatTimeout, "activity: no heartbeat for "+a.Scheduled.Policy.HeartbeatTimeout.String())
	case graceOver:
		al.outlived()
	}
}

// endLate ends an attempt that is out of time, durably, even while its function still runs. It
// does so on a goroutine, because the report may wait for the store.
func (al Alarm) endLate(kind failure.Kind, text string) {
	a := al.attempt
	a.set.cfg.Start(func() {
		out := contract.Outcome{Failure: &history.Failure{Kind: kind, Message: text, Retryable: true}}
		if a.Decide(out) {
			a.Report(out)
		}
		a.cancel(activity.ErrTimeout)
		a.grace()
	})
}

// outlived ends an attempt that has not ended within its grace.
func (al Alarm) outlived() {
	a := al.attempt
	if !a.Cancelled() || a.isOver() {
		a.abandon()
		return
	}
	a.set.cfg.Start(func() { // the report may wait for the store
		out := contract.Outcome{Failure: a.set.cfg.Host.Outlived(a)}
		if a.Decide(out) {
			a.Report(out)
		}
		a.abandon()
	})
}

func (s *Set) alarm(a *Attempt, w why, at time.Time) { s.cfg.Set(Alarm{a, w}, at) }
func (s *Set) drop(a *Attempt, w why)                { s.cfg.Drop(Alarm{a, w}) }
