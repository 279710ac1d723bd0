package testkit

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/history"
)

// beside shows two histories from the index where they diverge.
func beside(was, is []told, at int, codecs *history.Codecs) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  recorded: %s\n  now:      %s\n", line(was, at), line(is, at))
	if at < len(was) && at < len(is) && was[at].Body.Kind() == is[at].Body.Kind() {
		now := is[at].parts()
		for i, part := range was[at].parts() {
			if was, is, differs := part.differs(now[i], codecs); differs {
				fmt.Fprintf(&b, "  %s recorded: %s\n  %s now:      %s\n", part.name, was, part.name, is)
			}
		}
	}
	fmt.Fprintf(&b, "  in the recorded history around it:\n%s", around(was, at))
	fmt.Fprintf(&b, "  in the history of this run:\n%s", around(is, at))
	return b.String()
}

func line(all []told, at int) string {
	if at >= len(all) {
		return fmt.Sprintf("nothing more, the history ends with event %d", len(all))
	}
	return fmt.Sprintf("%v, %v after the start", all[at].Event, all[at].after)
}

func around(all []told, at int) string {
	x := history.Excerpt{Seq: int64(at) + 1}
	for _, e := range all {
		x.Add(e.Event)
	}
	return "    " + strings.ReplaceAll(strings.TrimSuffix(x.String(), "\n"), "\n", "\n    ") + "\n"
}

// part is something of an event that its line does not show: a [history.Payload], or anything
// that encoding/json can write.
type part struct {
	name  string
	value any
}

// differs shows two parts of one name, if they differ.
func (p part) differs(q part, codecs *history.Codecs) (was, is string, yes bool) {
	if then, ok := p.value.(history.Payload); ok {
		now := q.value.(history.Payload)
		was, is = codecs.Beside(then, now)
		return was, is, !then.Same(now)
	}
	was, is = history.Apart(text(p.value), text(q.value))
	return was, is, was != is
}

func text(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// parts returns the same parts for all events of a kind.
func (t *told) parts() []part {
	details := func(f *history.Failure) part {
		if f == nil {
			f = new(history.Failure)
		}
		return part{"details", f.Details}
	}
	switch b := t.Body.(type) {
	case *history.Started:
		return []part{{"input", b.Input}, {"headers", b.Headers}}
	case *history.ActivityScheduled:
		return []part{{"input", b.Input}, {"headers", b.Headers}, {"policy", b.Policy}}
	case *history.ActivityCompleted:
		return []part{{"result", b.Result}}
	case *history.ActivityFailed:
		return []part{details(&b.Failure)}
	case *history.AttemptEnded:
		return []part{details(b.Failure)}
	case *history.SignalReceived:
		return []part{{"value", b.Payload}, {"headers", b.Headers}}
	case *history.UpdateReceived:
		return []part{{"input", b.Input}, {"headers", b.Headers}}
	case *history.UpdateEnded:
		return []part{{"result", b.Result}, details(b.Failure)}
	case *history.PromiseEnded:
		return []part{{"value", b.Result}, details(b.Failure)}
	case *history.SideEffectRecorded:
		return []part{{"value", b.Value}, details(b.Failure)}
	case *history.RunCompleted:
		return []part{{"result", b.Result}}
	case *history.RunContinued:
		return []part{{"input", b.Input}}
	case *history.RunFailed:
		return []part{details(&b.Failure)}
	case *history.RunCancelled:
		return []part{details(&b.Failure)}
	}
	return nil
}
