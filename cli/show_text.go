package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/internal/inspect"
)

// showText prints a run: first what everybody asks for, then the details, then the command to type.
func (ts *texts) showText(p *page, v *inspect.Shown) {
	ts.head(p, v)
	headline(p, v)
	if v.Blocked != nil && !strings.HasSuffix(v.Summary, ": "+v.Blocked.Text) { // else the headline has all of it
		p.say("")
		paragraph(p, "  ", v.Blocked.Text)
		p.say("")
	}
	for _, n := range v.Notes {
		p.line(cell{"! " + n, yellow})
	}
	if v.Damage != "" {
		p.line(cell{"! its history cannot be read to the end: " + v.Damage, red})
	}
	p.say("")
	ts.identity(p, v)
	ts.openText(p, v)
	endText(p, v)
	p.say("")
	for i, command := range v.Next {
		label := "next: "
		if i > 0 {
			label = "      "
		}
		p.line(cell{label, dim}, cell{command, plain})
	}
}

// head writes the first line: which run, and its state.
func (ts *texts) head(p *page, v *inspect.Shown) {
	cells := []cell{{v.ID, bold}, {"  workflow " + v.Workflow + "  ", plain}, stateCell(v)}
	if v.Since != nil {
		cells = append(cells, cell{ts.since(v), plain})
	}
	p.line(cells...)
}

func stateCell(v *inspect.Shown) cell {
	styles := map[string]style{
		inspect.StateWaiting: cyan, inspect.StateRunning: cyan, inspect.StateReady: yellow, inspect.StateGone: yellow, inspect.StateBlocked: red, inspect.StateQuarantined: red,
		"completed": green, "failed": red, "cancelled": yellow, "terminated": yellow,
	}
	words := v.State
	switch {
	case v.State == inspect.StateGone:
		words = v.Status + ", its worker gone"
	case v.Status != v.State:
		words = v.Status + ", " + v.State
	}
	return cell{words, styles[v.State]}
}

// since returns how long the run has been so. Of a run that does not wait, only the time of its
// last task, or else of its start, is known.
func (ts *texts) since(v *inspect.Shown) string {
	switch {
	case v.Closed != nil && ts.Times == "relative":
		return " " + ts.When(*v.Since)
	case v.Closed != nil:
		return " at " + ts.When(*v.Since)
	case v.State == inspect.StateWaiting && ts.Times == "relative":
		return " for " + inspect.Rounded(inspect.FromSeconds(v.Seconds))
	case v.State == inspect.StateWaiting:
		return " since " + ts.When(*v.Since)
	}
	if v.Build == "" { // no worker has recorded a task yet
		return ", started " + ts.When(v.Created)
	}
	return ", last task " + ts.When(*v.Since)
}

// headline writes the bold line; several waits follow below it, each with its place in the code.
func headline(p *page, v *inspect.Shown) {
	if len(v.WaitsFor) == 0 {
		p.line(cell{v.Summary, bold})
		return
	}
	if len(v.WaitsFor) == 1 {
		p.line(cell{v.Summary, bold}, site(v.WaitsFor[0].Site))
		return
	}
	p.line(cell{"waits for:", bold})
	for _, w := range v.WaitsFor {
		p.line(cell{"  " + w.For, bold}, site(w.Site))
	}
}

func site(s string) cell {
	if s == "" {
		return cell{}
	}
	return cell{"  (" + s + ")", dim}
}

// paragraph writes lines from outside, one by one.
func paragraph(p *page, indent, s string) {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, line := range lines {
		if i == maxLines {
			p.line(cell{fmt.Sprintf("%s... %d more lines, with -o json", indent, len(lines)-i), dim})
			return
		}
		p.say("%s%s", indent, strings.ReplaceAll(line, "\t", "    "))
	}
}

// maxLines is how many lines of one text are shown at once.
const maxLines = 30

func (ts *texts) identity(p *page, v *inspect.Shown) {
	field(p, "run", v.RunID)
	if v.Namespace != "default" {
		field(p, "namespace", v.Namespace)
	}
	field(p, "queue", v.Queue)
	field(p, "started", ts.When(v.Created))
	if c := v.Chain; c != nil {
		if c.Previous != "" {
			field(p, "chain", fmt.Sprintf("run %d of chain %s, after run %s", c.Continued+1, c.First, c.Previous))
		}
		if c.Next != "" {
			field(p, "goes on", "as run "+c.Next)
		}
	}
	if v.Parent != "" {
		field(p, "parent", "run "+v.Parent)
	}
	if b := v.Behind; b != nil {
		field(p, "behind it", fmt.Sprintf("a start waits since %s, and begins as run %s", ts.When(b.Since), b.RunID))
	}
	for _, name := range slices.Sorted(maps.Keys(v.Attributes)) {
		field(p, "attribute", name+" = "+valueText(v.Attributes[name]))
	}
	field(p, "history", inspect.Count(int(v.Events), "event"))
	if v.Build != "" {
		field(p, "build", v.Build)
	}
	if v.Pin != "" {
		field(p, "pinned", "to build "+v.Pin)
	}
	if v.Deaths > 0 {
		field(p, "deaths", fmt.Sprintf("%d, of its workers, since it last made progress", v.Deaths))
	}
	if w := v.Worker; w != nil {
		words := strings.TrimPrefix(w.String(), "worker ")
		if w.State != "" {
			words += ", " + w.State
		}
		field(p, "worker", words)
	}
	if v.Alive != nil && *v.Alive > 0 {
		field(p, "workers", fmt.Sprintf("%d alive", *v.Alive))
	}
	if v.Cancel != nil {
		field(p, "cancel", "requested "+ts.When(v.Cancel.At)+inspect.Because(v.Cancel.Reason))
	}
}

// valueText formats the value of an attribute as in a filter.
func valueText(v any) string {
	switch v := v.(type) {
	case string, []string:
		return fmt.Sprintf("%q", v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	}
	return fmt.Sprint(v)
}

// field writes a label and its text.
func field(p *page, label, value string) {
	p.line(cell{fmt.Sprintf("%-13s", label), dim}, cell{value, plain})
}

func (ts *texts) openText(p *page, v *inspect.Shown) {
	for i, x := range v.Activities {
		if i == maxLines {
			field(p, "activities", fmt.Sprintf("%d more, with -o json", len(v.Activities)-i))
			break
		}
		ts.activityText(p, v, x)
	}
	for i, t := range v.Timers {
		if i == maxLines {
			field(p, "timers", fmt.Sprintf("%d more, with -o json", len(v.Timers)-i))
			break
		}
		field(p, "timer", fmt.Sprintf("%d: %s", t.Number, ts.TimerLine(t)))
		more(p, "at", t.Site)
	}
	for i, c := range v.Children {
		if i == maxLines {
			field(p, "children", fmt.Sprintf("%d more, with -o json", len(v.Children)-i))
			break
		}
		field(p, "child", fmt.Sprintf("%d: %s %s, run %s", c.Number, c.Workflow, c.ID, c.RunID))
		more(p, "at", c.Site)
	}
	for i, u := range v.Updates {
		if i == maxLines {
			field(p, "updates", fmt.Sprintf("%d more, with -o json", len(v.Updates)-i))
			break
		}
		field(p, "update", fmt.Sprintf("%d: %s, received %s", u.Number, u.Name, ts.When(u.Received)))
	}
	for i, x := range v.Promises {
		if i == maxLines {
			field(p, "promises", fmt.Sprintf("%d more, with -o json", len(v.Promises)-i))
			break
		}
		field(p, "promise", fmt.Sprintf("%d: made %s", x.Number, ts.When(x.Made)))
		if x.Due != nil {
			more(p, "due", strings.TrimPrefix(ts.DueLine(*x.Due), "due "))
		}
		more(p, "at", x.Site)
		more(p, "token", x.Token)
	}
	for i, e := range v.Inbox {
		if i == maxLines {
			field(p, "inbox", fmt.Sprintf("%d more, with -o json", len(v.Inbox)-i))
			break
		}
		field(p, "inbox", entryLine(e)+", came "+ts.When(e.At))
	}
}

// entryLine describes what arrived.
func entryLine(e inspect.Entry) string {
	switch {
	case e.Ref != 0 && e.Kind == "promise":
		return fmt.Sprintf("the answer to promise %d", e.Ref)
	case e.Ref != 0:
		return fmt.Sprintf("the end of %s %d", e.Kind, e.Ref)
	case e.ID != "":
		return fmt.Sprintf("%s %s, id %s", e.Kind, e.Name, e.ID)
	case e.Name != "":
		return e.Kind + " " + e.Name
	}
	return e.Kind + inspect.Because(e.Reason)
}

func (ts *texts) activityText(p *page, v *inspect.Shown, x inspect.Activity) {
	attempt := fmt.Sprintf("attempt %d", x.Attempt)
	if x.Limit > 0 {
		attempt += fmt.Sprintf(" of %d", x.Limit)
	}
	if x.State == inspect.Missing {
		attempt = "open in the history"
	}
	field(p, "activity", fmt.Sprintf("%d %s: %s, %s", x.Number, x.Name, attempt, ts.ActivityState(x)))
	more(p, "at", x.Site)
	if x.Queue != v.Queue {
		more(p, "queue", x.Queue)
	}
	if x.Beat != nil {
		more(p, "heartbeat", ts.When(*x.Beat))
	}
	if x.Deadline != nil {
		more(p, "until", ts.When(*x.Deadline))
	}
	if x.LastError != nil {
		more(p, "last error", inspect.ErrorLine(x.LastError)+inspect.Overlaps(x))
	}
}

const fieldIndent = "             "

// more writes another line below a field.
func more(p *page, label, value string) {
	if value != "" {
		p.line(cell{fieldIndent + label + " ", dim}, cell{value, plain})
	}
}

// endText describes how a closed run ended.
func endText(p *page, v *inspect.Shown) {
	if v.Result != nil {
		field(p, "result", compact(v.Result))
	}
	for f := v.Failure; f != nil; f = f.Cause {
		label := "cause"
		if f == v.Failure {
			label = "failure"
		}
		field(p, label, inspect.ErrorLine(f))
		if f.Stack != "" {
			paragraph(p, fieldIndent, f.Stack)
		}
	}
	for _, s := range v.Missed {
		what := "signal"
		if s.Update {
			what = "update"
		}
		field(p, "undelivered", fmt.Sprintf("%s %s, event %d, id %s", what, s.Name, s.Seq, s.ID))
	}
}

// compact formats a value as one line of JSON.
func compact(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}
