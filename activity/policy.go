package activity

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/retry"
)

// defaultStartToClose limits an attempt if the [Policy] does not.
const defaultStartToClose = 10 * time.Minute

// NoLimit, as StartToClose, lets an attempt take as long as it likes. An attempt that hangs
// then keeps its slot until its worker stops.
const NoLimit time.Duration = -1

const defaultMaxAttempts = 10

// Unlimited, as MaxAttempts, sets no limit to the number of attempts.
const Unlimited = -1

// Policy sets how long an activity may take and whether it is retried. It is recorded when the
// activity is scheduled, so a change affects only activities that are scheduled later. The zero
// value gives each attempt ten minutes, and retries with the defaults of [RetryPolicy].
type Policy struct {
	// StartToClose limits one attempt; for a Transactional activity it counts from the moment
	// the attempt has its transaction. Zero: ten minutes, or ScheduleToClose if that is
	// shorter. [NoLimit]: no limit.
	StartToClose time.Duration
	// ScheduleToClose limits all attempts and the waits between them, counted from when the
	// activity was scheduled. Zero: no limit.
	ScheduleToClose time.Duration
	// HeartbeatTimeout is how long an attempt may go without calling [Heartbeat] or
	// [HeartbeatDetails]. Zero: it need not call either.
	HeartbeatTimeout time.Duration
	// Retry sets when a failed attempt is followed by another.
	Retry RetryPolicy
	// Queue is the queue whose workers run the activity. Empty: the run's queue.
	Queue string
	// Transactional says that the function takes a transaction of the store's database (see
	// [Def.BindTx]). Its writes in that transaction are kept if and only if the activity
	// completes. An attempt that fails, times out or is lost has written nothing, so the
	// activity never ends with [ErrOutcomeUnknown]. It cannot have a HeartbeatTimeout, because
	// a transaction should be short. The setting is recorded: an activity that was scheduled as
	// transactional waits for a worker whose function takes a transaction.
	Transactional bool
}

// RetryPolicy spaces the attempts. The wait before attempt 2 is InitialInterval, and each
// further wait is Multiplier times as long, up to MaxInterval. Jitter adds up to a quarter to
// each wait. A zero field selects its default.
type RetryPolicy struct {
	// InitialInterval is the wait before attempt 2. Zero: one second.
	InitialInterval time.Duration
	// MaxInterval is the longest wait, jitter included. Zero: one minute, or InitialInterval if
	// that is longer.
	MaxInterval time.Duration
	// Multiplier is 1 for equal waits, or at least 1.01. Zero: 2.
	Multiplier float64
	// MaxAttempts limits the number of attempts, including the first and lost ones. Zero: 10.
	// [Unlimited]: no limit.
	MaxAttempts int
	// NonRetryable lists codes after which no attempt follows, wherever in the error they are.
	NonRetryable []failure.Code
}

// policyError says which field of a [Policy] is invalid, and what to write instead.
type policyError struct {
	field string // "Retry.Multiplier"
	why   string
}

func (e *policyError) Error() string {
	return "activity: policy: " + e.field + " " + e.why
}

// record checks the policy, fills in the defaults and returns it in the form of a history.
func (p Policy) record() (history.Policy, error) {
	if p.StartToClose == 0 {
		p.StartToClose = defaultStartToClose
		if p.ScheduleToClose > 0 {
			p.StartToClose = min(p.StartToClose, p.ScheduleToClose)
		}
	}
	if err := p.checkLimits(); err != nil {
		return history.Policy{}, err
	}
	r := p.Retry
	r.MaxAttempts = cmp.Or(r.MaxAttempts, defaultMaxAttempts)
	waits := retry.Intervals{Initial: r.InitialInterval, Max: r.MaxInterval, Multiplier: r.Multiplier}.Filled()
	r.InitialInterval, r.MaxInterval, r.Multiplier = waits.Initial, waits.Max, waits.Multiplier
	if err := r.check(); err != nil {
		return history.Policy{}, err
	}
	return history.Policy{
		StartToClose:     max(p.StartToClose, 0), // a history stores "no limit" as 0
		ScheduleToClose:  p.ScheduleToClose,
		HeartbeatTimeout: p.HeartbeatTimeout,
		InitialInterval:  r.InitialInterval,
		MaxInterval:      r.MaxInterval,
		Multiplier:       r.Multiplier,
		MaxAttempts:      max(r.MaxAttempts, 0), // likewise
		NonRetryable:     slices.Clone(r.NonRetryable),
		Transactional:    p.Transactional,
	}, nil
}

func (p Policy) checkLimits() error {
	for _, f := range []struct {
		name string
		d    time.Duration
	}{
		{"StartToClose", p.StartToClose},
		{"ScheduleToClose", p.ScheduleToClose},
		{"HeartbeatTimeout", p.HeartbeatTimeout},
	} {
		switch {
		case f.d >= 0:
		case f.name != "StartToClose":
			return &policyError{f.name, fmt.Sprintf("is %v; write a positive duration, or 0 for no limit", f.d)}
		case f.d != NoLimit:
			return &policyError{f.name, fmt.Sprintf("is %v; write a positive duration, activity.NoLimit, or 0 for %v", f.d, defaultStartToClose)}
		}
	}
	if p.ScheduleToClose > 0 && p.StartToClose > p.ScheduleToClose {
		return &policyError{"StartToClose", fmt.Sprintf("is %v, longer than ScheduleToClose %v; one attempt cannot have more time than all together",
			p.StartToClose, p.ScheduleToClose)}
	}
	if limit := p.StartToClose; limit > 0 && p.HeartbeatTimeout > limit {
		return &policyError{"HeartbeatTimeout", fmt.Sprintf("is %v, longer than StartToClose %v, and would never be missed; write a shorter one, a longer StartToClose, or activity.NoLimit there",
			p.HeartbeatTimeout, limit)}
	}
	if p.Transactional && p.HeartbeatTimeout > 0 {
		return &policyError{"HeartbeatTimeout", fmt.Sprintf("is %v although the activity is Transactional: a transaction is short, limit it with StartToClose", p.HeartbeatTimeout)}
	}
	if p.Queue != "" {
		if err := contract.CheckName(p.Queue); err != nil {
			return &policyError{"Queue", fmt.Sprintf("%q: %v", p.Queue, err)}
		}
	}
	return nil
}

// check checks a policy whose defaults are filled in.
func (r RetryPolicy) check() error {
	if field, why := (retry.Intervals{Initial: r.InitialInterval, Max: r.MaxInterval, Multiplier: r.Multiplier}).Check(); why != "" {
		return &policyError{"Retry." + field, why}
	}
	if r.MaxAttempts < Unlimited {
		return &policyError{"Retry.MaxAttempts", fmt.Sprintf("is %d; write a positive number, activity.Unlimited, or 0 for %d", r.MaxAttempts, defaultMaxAttempts)}
	}
	if n := len(r.NonRetryable); n > history.MaxCodes {
		return &policyError{"Retry.NonRetryable", fmt.Sprintf("holds %d codes; at most %d are kept", n, history.MaxCodes)}
	}
	for _, code := range r.NonRetryable {
		if err := contract.CheckName(string(code)); err != nil {
			return &policyError{"Retry.NonRetryable", fmt.Sprintf("holds the code %.100q: %v", code, err)}
		}
	}
	return nil
}
