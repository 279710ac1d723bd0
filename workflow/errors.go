package workflow

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// Match these with errors.Is. They match by their code, so they also match a failure
// that was recorded with one.
var (
	// ErrTimeout: what Within allowed has passed and no signal has come, or the time of a
	// scope made by WithTimeout is over. An activity that took longer than its policy allows
	// matches it, too.
	ErrTimeout = history.WithCode(history.CodeTimeout, errors.New("workflow: timed out"))
	// ErrCancelled: the scope of the wait, or of what was waited for, is cancelled. A
	// workflow that returns it after its run was asked to cancel ends as cancelled.
	ErrCancelled = history.WithCode(history.CodeCancelled, errors.New("workflow: cancelled"))
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
