package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/internal/mark"
)

// Match these with errors.Is. They match by the kind that the engine records, never by an
// author's failure.Code, whatever its text.
var (
	// ErrTimeout: the limit of Within passed before a signal came, or the time of a scope made
	// by WithTimeout is over. The error of an activity that exceeded a limit of its policy
	// matches it, too.
	ErrTimeout error = mark.New(mark.Mark{Kind: mark.Timeout}, "workflow: timed out")
	// ErrCancelled: the scope of the wait, or of what was waited for, is cancelled. If a
	// workflow returns it after its run was asked to cancel, the run ends as cancelled.
	ErrCancelled error = mark.New(mark.Mark{Kind: mark.Cancelled}, "workflow: cancelled")
)

// cancelled returns why the scope is cancelled: ErrTimeout if its time is over, otherwise
// ErrCancelled, with the reason if one was given.
func (ctx Context) cancelled() error {
	if ctx.scope.TimedOut() {
		return ErrTimeout
	}
	if reason := ctx.scope.Reason(); reason != "" {
		return fmt.Errorf("%w: %s", ErrCancelled, reason)
	}
	return ErrCancelled
}
