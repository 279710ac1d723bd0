package replay

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// Warning tells of a command that is the recorded one while what was given to it is
// not.
type Warning struct {
	Run             history.RunID
	Recorded, Asked history.Event // same kind and seq
	What            string        // differs: "input", "due time", "result" or "failure"
	Was, Is         string        // for a person; long values are shortened to where they differ
}

// String says it in one line.
func (w Warning) String() string {
	asked := describe(w.Recorded.Body)
	switch w.Recorded.Body.(type) { // of which that tells what Was tells
	case *history.TimerStarted:
		asked = "timer"
	case *history.RunFailed:
		asked = "return an error"
	}
	return fmt.Sprintf("replay: run %s: the %s of event %d (%s%s) was %s and is now %s%s",
		w.Run, w.What, w.Recorded.Seq, asked, from(&w.Recorded), w.Was, w.Is, from(&w.Asked))
}

// compare warns where the command asked for is the recorded one with something else
// given to it.
func (m *Machine) compare(recorded *history.Event, asked history.Command, c *coroutine) {
	w := Warning{Run: m.cfg.Run, Recorded: *recorded}
	switch a := asked.(type) {
	case *history.ActivityScheduled:
		r := recorded.Body.(*history.ActivityScheduled)
		if a.Input.Same(r.Input) {
			return
		}
		w.What = "input"
		w.Was, w.Is = m.cfg.Codecs.Beside(r.Input, a.Input)
	case *history.TimerStarted:
		r := recorded.Body.(*history.TimerStarted)
		w.What, w.Was, w.Is = "due time", stamp(r.FireAt), stamp(a.FireAt) // as precise as a history keeps it
	case *history.RunCompleted:
		r := recorded.Body.(*history.RunCompleted)
		if a.Result.Same(r.Result) {
			return
		}
		w.What = "result"
		w.Was, w.Is = m.cfg.Codecs.Beside(r.Result, a.Result)
	case *history.RunFailed:
		w.What = "failure"
		w.Was, w.Is = history.Apart(failure(&recorded.Body.(*history.RunFailed).Failure), failure(&a.Failure))
	}
	if w.Was == w.Is {
		return
	}
	if c != nil && !asked.Kind().Terminal() {
		c.locate(4)
	}
	w.Asked = history.Event{Seq: recorded.Seq, Site: m.site(c), Body: asked}
	m.cfg.Warn(w)
}

func failure(f *history.Failure) string {
	if f.Code == "" {
		return fmt.Sprintf("%q", f.Message)
	}
	return fmt.Sprintf("%s %q", word(f.Code), f.Message)
}
