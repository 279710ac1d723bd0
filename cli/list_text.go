package cli

import (
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

func runTable(a *app, p *page, c *flags.Command, found inspect.List) {
	if len(found.Runs) == 0 && found.Next != "" {
		p.say("none of the newest %d runs matches, and older ones were not examined", store.MaxExamined)
		p.line(cell{"more: ", dim}, cell{a.again(c, "cursor", found.Next), plain})
		return
	}
	if len(found.Runs) == 0 {
		nothingListed(a, p, c)
		return
	}
	rows := make([][]cell, 0, len(found.Runs))
	for _, r := range found.Runs {
		closed := ""
		if r.Closed != nil {
			closed = a.When(*r.Closed)
		}
		row := []cell{{r.ID, bold}, {r.Workflow, plain}, state(r.Run), {a.When(r.Created), plain}, {closed, plain}, {a.brief(r), plain}}
		if c.IsSet("id") { // all of them have the same one
			row[0] = cell{r.RunID, bold}
		}
		rows = append(rows, row)
	}
	heads := []string{"ID", "WORKFLOW", "STATUS", "STARTED", "CLOSED", "WAITING FOR, OR REASON"}
	if c.IsSet("id") {
		heads[0] = "RUN"
	}
	p.table(heads, rows)
	if found.Next != "" {
		p.line(cell{"more: ", dim}, cell{a.again(c, "cursor", found.Next), plain})
	}
}

func nothingListed(a *app, p *page, c *flags.Command) {
	if len(c.LocalFlagNames()) > 0 {
		p.say("no run in namespace %q matches", a.namespace)
		a.next(p, "run", "list")
		return
	}
	p.say("no runs in namespace %q", a.namespace)
	a.next(p, "db", "stats")
}

// state formats the status of a run for a person.
func state(r inspect.Run) cell {
	switch {
	case r.Blocked != nil:
		return cell{"blocked", red}
	case r.Quarantined:
		return cell{"quarantined", red}
	}
	styles := map[string]style{"open": cyan, "completed": green, "failed": red, "cancelled": yellow, "terminated": yellow}
	return cell{r.Status, styles[r.Status]}
}

// brief says in one line what a run waits for, why it does not continue, or what became of its signals.
func (ts *texts) brief(r inspect.ListedRun) string {
	switch {
	case !r.Open() && r.Undelivered > 0:
		return inspect.Count(r.Undelivered, "signal") + " undelivered"
	case !r.Open():
		return ""
	case r.Blocked != nil:
		return r.Blocked.Reason + ": " + inspect.Meaning(r.Blocked.Reason, r.Blocked.Text)
	case len(r.Waits) == 0:
		return r.Waiting
	}
	var all []string
	for _, w := range r.Waits {
		all = append(all, ts.briefWait(w))
	}
	if r.More {
		all = append(all, "...")
	}
	return strings.Join(all, "; ")
}

func (ts *texts) briefWait(w inspect.ListedWait) string {
	var ends []string
	for _, x := range w.On {
		if x.Kind == "timer" && x.Due != nil {
			x.Name = ts.When(*x.Due)
		}
		ends = append(ends, strings.TrimSpace(x.Kind+" "+x.Name))
	}
	if len(ends) == 0 {
		return "nothing"
	}
	return strings.Join(ends, " or ")
}
