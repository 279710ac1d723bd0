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
		w.What = "input"
		w.Was, w.Is = m.beside(recorded.Body.(*history.ActivityScheduled).Input, a.Input)
	case *history.TimerStarted:
		r := recorded.Body.(*history.TimerStarted)
		w.What, w.Was, w.Is = "due time", stamp(r.FireAt), stamp(a.FireAt) // as precise as a history keeps it
	case *history.RunCompleted:
		w.What = "result"
		w.Was, w.Is = m.beside(recorded.Body.(*history.RunCompleted).Result, a.Result)
	case *history.RunFailed:
		w.What = "failure"
		w.Was, w.Is = history.Apart(m.failure(&recorded.Body.(*history.RunFailed).Failure), m.failure(&a.Failure))
	}
	if w.Was == w.Is {
		return
	}
	if c != nil && !asked.Kind().Terminal() {
		c.locate(4, len(c.pcs))
	}
	w.Asked = history.Event{Seq: recorded.Seq, Site: m.site(c), Body: asked}
	m.cfg.Warn(w)
}

// beside shows two payloads, each as nothing if what can be compared of them is the same.
func (m *Machine) beside(recorded, asked history.Payload) (was, is string) {
	recorded, asked = m.cfg.Mask.Payload(recorded), m.cfg.Mask.Payload(asked)
	if recorded.Same(asked) {
		return "", ""
	}
	return m.cfg.Codecs.Beside(recorded, asked)
}

func (m *Machine) failure(f *history.Failure) string {
	text := m.cfg.Mask.Text(f.Message)
	if f.Code == "" {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%s %q", word(f.Code), text)
}
