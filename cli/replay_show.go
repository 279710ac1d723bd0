package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/replay"
)

// replayedJSON is the result of one history in replay.
type replayedJSON struct {
	Source   string         `json:"source"` // the file, or the given id
	OK       bool           `json:"ok"`
	Workflow string         `json:"workflow,omitempty"`
	ID       string         `json:"id,omitempty"` // the workflow id
	RunID    string         `json:"run_id,omitempty"`
	Events   int64          `json:"events"`
	Tasks    int            `json:"tasks"`          // number of tasks on which the code agrees
	Open     int            `json:"open,omitempty"` // events at the end that no task has answered yet
	Done     bool           `json:"done"`           // the run has ended
	Waits    []inspect.Wait `json:"waits_for,omitempty"`
	// Warnings describe inputs that differ from the recorded ones. They do not stop a run.
	Warnings []string `json:"warnings,omitempty"`
	Redacted string   `json:"redacted,omitempty"` // what was removed from the file; warnings cover the rest
	Mismatch bool     `json:"mismatch,omitempty"` // the code does not do what the history says
	Error    string   `json:"error,omitempty"`
	err      error
}

func replayedOf(source string, got reprise.Replayed, err error) replayedJSON {
	r := replayedJSON{
		Source: source, OK: err == nil, Workflow: got.Workflow, ID: got.WorkflowID,
		Events: got.Events, Tasks: got.Tasks, Open: got.Open, Done: got.Done, Redacted: got.Redacted, err: err,
	}
	if got.Run != (uuid.UUID{}) {
		r.RunID = got.Run.String()
	}
	for _, w := range got.Waits {
		r.Waits = append(r.Waits, inspect.Wait{For: w.String(), Site: w.Site})
	}
	r.Warnings = append(r.Warnings, got.Warnings...)
	if err != nil {
		var mismatch *replay.MismatchError
		r.Mismatch = errors.As(err, &mismatch)
		r.Error = strings.TrimPrefix(err.Error(), "reprise: ")
	}
	return r
}

// maxWarned is how many warnings of one history a person sees.
const maxWarned = 5

func replayedText(p *page, all []replayedJSON) {
	wrong := 0
	for _, r := range all {
		word := cell{"ok       ", green}
		switch {
		case r.Mismatch:
			word = cell{"mismatch ", red}
		case !r.OK:
			word = cell{"failed   ", red}
		}
		text := r.Source
		if r.OK {
			text += ": " + r.text()
		} else {
			wrong++
		}
		p.line(word, cell{text, plain})
		for i, w := range r.Warnings {
			if i == maxWarned {
				w = fmt.Sprintf("and %d more", len(r.Warnings)-i)
			}
			p.line(cell{"  warning: " + w, yellow})
			if i == maxWarned {
				break
			}
		}
	}
	if len(all) > 1 {
		p.say("%s replayed, %d match the code, %d do not", histories(len(all)), len(all)-wrong, wrong)
	}
}

func histories(n int) string {
	if n == 1 {
		return "1 history"
	}
	return fmt.Sprintf("%d histories", n)
}

// text says in one line where a history ends that the code agrees with.
func (r *replayedJSON) text() string {
	text := inspect.Count(int(r.Events), "event") + ", " + inspect.Count(r.Tasks, "task")
	if r.Redacted != "" {
		text += ", redacted"
	}
	switch {
	case r.Done:
		return text + ", has ended"
	case r.Tasks == 0:
		return text + ", not yet begun"
	}
	var waits []string
	for i, w := range r.Waits {
		if i == maxWarned {
			waits = append(waits, fmt.Sprintf("and %d more", len(r.Waits)-i))
			break
		}
		if w.Site != "" {
			w.For += " (" + w.Site + ")"
		}
		waits = append(waits, w.For)
	}
	return text + ", waits for " + strings.Join(waits, "; ")
}
