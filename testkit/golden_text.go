package testkit

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/history"
)

// maxShown is how much of a value is shown, in bytes.
const maxShown = 400

// beside shows two histories where they part, at an index.
func beside(was, is []told, at int, codecs *history.Codecs) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  recorded: %s\n  now:      %s\n", line(was, at), line(is, at))
	if at < len(was) && at < len(is) && was[at].Body.Kind() == is[at].Body.Kind() {
		then, now := was[at].parts(codecs), is[at].parts(codecs)
		for i, part := range then {
			if part.text != now[i].text {
				fmt.Fprintf(&b, "  %s recorded: %s\n  %s now:      %s\n", part.name, part.text, part.name, now[i].text)
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

// part is something of an event that its line does not tell.
type part struct{ name, text string }

// parts are the same for all events of a kind.
func (t *told) parts(codecs *history.Codecs) []part {
	value := func(name string, p history.Payload) part { return shownPayload(name, p, codecs) }
	details := func(f *history.Failure) part {
		if f == nil {
			f = new(history.Failure)
		}
		return value("details", f.Details)
	}
	switch b := t.Body.(type) {
	case *history.Started:
		return []part{value("input", b.Input), shown("headers", b.Headers)}
	case *history.ActivityScheduled:
		return []part{value("input", b.Input), shown("headers", b.Headers), shown("policy", b.Policy)}
	case *history.ActivityCompleted:
		return []part{value("result", b.Result)}
	case *history.ActivityFailed:
		return []part{details(&b.Failure)}
	case *history.AttemptEnded:
		return []part{details(b.Failure)}
	case *history.SignalReceived:
		return []part{value("value", b.Payload), shown("headers", b.Headers)}
	case *history.SideEffectRecorded:
		return []part{value("value", b.Value), details(b.Failure)}
	case *history.RunCompleted:
		return []part{value("result", b.Result)}
	case *history.RunFailed:
		return []part{details(&b.Failure)}
	case *history.RunCancelled:
		return []part{details(&b.Failure)}
	}
	return nil
}

func shownPayload(name string, p history.Payload, codecs *history.Codecs) part {
	v, err := codecs.Untyped(p)
	if err != nil {
		return part{name, fmt.Sprintf("%s %x", p.Enc, p.Data)}
	}
	return shown(name, v)
}

func shown(name string, v any) part {
	text, err := json.Marshal(v)
	if err != nil {
		return part{name, err.Error()}
	}
	if len(text) > maxShown {
		return part{name, string(text[:maxShown]) + "..."}
	}
	return part{name, string(text)}
}
