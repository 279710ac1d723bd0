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

// Config is what all attempts of a worker have in common.
type Config struct {
	Host    Host
	Context context.Context  // of all; its cause says why they must end
	Clock   timer.Clock      // of this process
	Now     func() time.Time // by the store's clock
	Codecs  *history.Codecs
	// Namespace and Worker are told to the functions.
	Namespace string
	Worker    string
	// Around is around each attempt; nil: nothing is.
	Around func(next contract.Handler) contract.Handler
	Encode func(context.Context, history.Event) ([]byte, error) // for a row
	Grace  time.Duration                                        // for a function that ignores the end of its context
	Logger *slog.Logger
	// Set has an alarm ring at a time, Drop takes that back.
	Set  func(alarm Alarm, at time.Time)
	Drop func(alarm Alarm)
	// Join and Leave count the goroutines that a worker waits for when it stops, Start runs a
	// func on one. They return false when nothing may begin any more.
	Join  func() bool
	Leave func()
	Start func(f func()) bool
}

// Host is the worker that makes attempts.
type Host interface {
	// Valid reports whether the worker still has its lease. Without it nothing may begin.
	Valid() bool
	// Transact calls the function of an attempt in a transaction of the store.
	Transact(a *Attempt) contract.Outcome
	// Began is told of every attempt that begins, and Ended of the end of each of these, once.
	Began(a *Attempt)
	Ended(a *Attempt, e End)
	// Outlived is the failure of a cancelled attempt whose function is still inside after the grace.
	Outlived(a *Attempt) *history.Failure
	// RowEnded writes the end of an attempt whose activity has a row, and then tells of it.
	RowEnded(a *Attempt, out contract.Outcome)
	// RowLeft is told of a row that has no attempt here any more.
	RowLeft(store.ActivityKey)
	// Beat writes that the attempt of a row is alive.
	Beat(a *Attempt)
	// FreeSlot takes back a slot that an activity of a queue has had.
	FreeSlot(queue string)
	// GivenUp counts goroutines that were given up on, or with -1 one that has come back.
	GivenUp(n int)
}

// Owner is the run that an eager attempt is made for.
type Owner interface {
	// AttemptEnded takes in how it has ended, and tells of it. It returns false if the attempt is one
	// of a row since a moment ago.
	AttemptEnded(a *Attempt, out contract.Outcome) bool
}

// Alarm is what an attempt is woken for. It can be compared.
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

// Ring acts on the alarm. It does not wait for anything.
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

// endLate ends an attempt that is out of time, durably; the function may still be inside. It does
// so on a goroutine: to report it may wait for the store.
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

// outlived is the end of an attempt that has not noticed in its grace that it was to end.
func (al Alarm) outlived() {
	a := al.attempt
	if !a.Cancelled() || a.isOver() {
		a.abandon()
		return
	}
	a.set.cfg.Start(func() { // to report it may wait for the store
		out := contract.Outcome{Failure: a.set.cfg.Host.Outlived(a)}
		if a.Decide(out) {
			a.Report(out)
		}
		a.abandon()
	})
}

func (s *Set) alarm(a *Attempt, w why, at time.Time) { s.cfg.Set(Alarm{a, w}, at) }
func (s *Set) drop(a *Attempt, w why)                { s.cfg.Drop(Alarm{a, w}) }
