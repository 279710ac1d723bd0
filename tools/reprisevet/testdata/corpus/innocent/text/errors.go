package text

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

var errNegative = errors.New("text: negative")

type codeError struct{ code string }

func (e *codeError) Error() string { return e.code }

func branches(ctx workflow.Context, in string) (string, error) {
	_, err := workflow.Execute(ctx, read, in).Get(ctx)
	var own *codeError
	switch {
	case errors.Is(err, workflow.ErrTimeout), errors.Is(err, context.Canceled), errors.Is(err, os.ErrNotExist):
		return "late", nil
	case errors.As(err, &own), failure.CodeOf(err) == "gone", errors.Is(err, io.EOF), os.IsNotExist(err):
		return "gone", errors.Join(err, &codeError{in}, fs.ErrClosed)
	}
	return in, err
}

var read = activity.Define[string, string]("read")
