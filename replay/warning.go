package replay

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// Warning reports a command that matches the recorded one while its arguments do not.
type Warning struct {
	Run             history.RunID
	Recorded, Asked history.Event // same kind and seq
	What            string        // what differs: "input", "due time", "value", "answer", "result" or "failure"
	Was, Is         string        // for a person; long values are shortened to where they differ
}

// String describes the difference in one line.
func (w Warning) String() string {
	asked := describe(w.Recorded.Body)
	switch w.Recorded.Body.(type) { // describe would repeat what Was says
	case *history.TimerStarted:
		asked = "timer"
	case *history.PromiseMade:
		asked = "promise"
	case *history.RunFailed:
		asked = "return an error"
	}
	return fmt.Sprintf("replay: run %s: the %s of event %d (%s%s) was %s and is now %s%s",
		w.Run, w.What, w.Recorded.Seq, asked, from(&w.Recorded), w.Was, w.Is, from(&w.Asked))
}

// compare handles a command that matches the recorded one but has other arguments. It
// returns a mismatch if that cannot be intended, and warns if it can.
func (m *Machine) compare(recorded *history.Event, asked history.Command, c *coroutine) error {
	w := Warning{Run: m.cfg.Run, Recorded: *recorded}
	known := true
	switch a := asked.(type) {
	case *history.ActivityScheduled:
		w.What = "input"
		w.Was, w.Is, known = m.cfg.beside(recorded.Body.(*history.ActivityScheduled).Input, a.Input)
	case *history.TimerStarted:
		r := recorded.Body.(*history.TimerStarted)
		w.What, w.Was, w.Is = "due time", stamp(r.FireAt), stamp(a.FireAt) // as precise as a history keeps it
	case *history.PromiseMade:
		w.What, w.Was, w.Is = "due time", dueOrNever(recorded.Body.(*history.PromiseMade)), dueOrNever(a)
	case *history.UpdateEnded:
		w.What, known = "answer", false // the recorded answer was already given
		w.Was, w.Is, _ = m.cfg.beside(recorded.Body.(*history.UpdateEnded).Result, a.Result)
	case *history.AttributeSet:
		w.What = "value"
		w.Was, w.Is = m.cfg.Mask.Attr(recorded.Body.(*history.AttributeSet).Attr), m.cfg.Mask.Attr(a.Attr)
	case *history.RunCompleted:
		w.What = "result"
		w.Was, w.Is, _ = m.cfg.beside(recorded.Body.(*history.RunCompleted).Result, a.Result)
	case *history.RunFailed:
		w.What = "failure"
		w.Was, w.Is = history.Apart(m.cfg.failure(&recorded.Body.(*history.RunFailed).Failure), m.cfg.failure(&a.Failure))
	}
	if w.Was == w.Is {
		return nil
	}
	terminal := asked.Kind().Terminal()
	if c != nil && !terminal {
		c.locate(4, len(c.called.pcs))
	}
	w.Asked = history.Event{Seq: recorded.Seq, Site: c.site(), Body: asked}
	own := m.cfg.Build != "" && m.task.build == m.cfg.Build
	if known && !terminal && (own || m.cfg.Strict) {
		r := w.Recorded
		return &MismatchError{
			Run: w.Run, Seq: r.Seq, Recorded: &r, Asked: &w.Asked,
			Build: m.task.build, Own: own, What: w.What, Was: w.Was, Is: w.Is,
		}
	}
	if m.cfg.Warn != nil {
		m.cfg.Warn(w)
	}
	return nil
}

// dueOrNever is when a promise is due.
func dueOrNever(b *history.PromiseMade) string {
	if b.Due.IsZero() {
		return "never"
	}
	return stamp(b.Due)
}

// beside formats two payloads, or returns "" for both if they hold the same value. known is
// false if it could not compare them.
func (cfg *Config) beside(recorded, asked history.Payload) (was, is string, known bool) {
	recorded, asked = cfg.Mask.Payload(recorded), cfg.Mask.Payload(asked)
	same, known := cfg.Codecs.Same(recorded, asked)
	if same {
		return "", "", true
	}
	var codecs *history.Codecs // knows none of the author's codecs, which may decrypt
	if cfg.Exact {
		codecs = cfg.Codecs
	}
	was, is = codecs.Beside(recorded, asked)
	return was, is, known
}

func (cfg *Config) failure(f *history.Failure) string {
	text := cfg.Mask.Text(f.Message)
	said := fmt.Sprintf("%q", text)
	if f.Code != "" {
		said = Word(string(f.Code)) + " " + said
	}
	if f.Kind != "" {
		said = "kind " + Word(string(f.Kind)) + " " + said
	}
	return said
}
