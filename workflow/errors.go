package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/internal/mark"
)

// Match these with errors.Is. They match by the kind that the engine records, and never by a
// failure.Code of an author's, whatever its word.
var (
	// ErrTimeout: what Within allowed has passed and no signal has come, or the time of a
	// scope made by WithTimeout is over. An activity that took longer than its policy allows
	// matches it, too.
	ErrTimeout error = mark.New(mark.Mark{Kind: mark.Timeout}, "workflow: timed out")
	// ErrCancelled: the scope of the wait, or of what was waited for, is cancelled. A
	// workflow that returns it after its run was asked to cancel ends as cancelled.
	ErrCancelled error = mark.New(mark.Mark{Kind: mark.Cancelled}, "workflow: cancelled")
)

// cancelled is why the scope is cancelled: ErrTimeout if its time is over, else ErrCancelled,
// with the reason if one was given.
func (ctx Context) cancelled() error {
	if ctx.scope.TimedOut() {
		return ErrTimeout
	}
	if reason := ctx.scope.Reason(); reason != "" {
		return fmt.Errorf("%w: %s", ErrCancelled, reason)
	}
	return ErrCancelled
}
