package testkit

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// ending is how a run ended, for comparison with another run of the same test.
type ending struct {
	text   string
	result history.Payload // of a run that completed, unless text describes it
	codecs *history.Codecs
}

func (e *Env) ending(run store.Run, last history.Event) ending {
	switch b := last.Body.(type) {
	case *history.RunCompleted:
		if by := e.by[run.Workflow]; by != nil {
			return ending{text: "completed with " + by(b.Result)}
		}
		return ending{text: "completed with ", result: b.Result, codecs: history.NewCodecs(e.config.Codec)}
	case *history.RunFailed:
		return ending{text: fmt.Sprintf("failed with %q %s", b.Failure.Code, b.Failure.Message)}
	case *history.RunCancelled:
		return ending{text: fmt.Sprintf("cancelled with %q %s", b.Failure.Code, b.Failure.Message)}
	}
	return ending{text: run.Status.String()}
}

func (end ending) same(other ending) bool {
	return end.text == other.text && end.result.Same(other.result)
}

// beside shows two endings that differ.
func (end ending) beside(other ending) (mine, others string) {
	if end.text != other.text {
		return history.Apart(end.String(), other.String())
	}
	mine, others = end.codecs.Beside(end.result, other.result)
	return end.text + mine, other.text + others
}

func (end ending) String() string {
	if end.codecs == nil {
		return end.text
	}
	return end.text + end.codecs.Text(end.result)
}
