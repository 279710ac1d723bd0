package cli

import (
	"cmp"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

func (a *app) runTable(p *page, c *flags.Command, rt *reprise.Runtime, found store.Page, gone map[store.RunID]string) {
	if len(found.Runs) == 0 && found.Next != "" {
		p.say("none of the newest %d runs that were looked at is like that", store.MaxExamined)
		p.line(cell{"more: ", dim}, cell{a.again(c, "cursor", found.Next), plain})
		return
	}
	if len(found.Runs) == 0 {
		a.nothingListed(p, c, rt)
		return
	}
	rows := make([][]cell, 0, len(found.Runs))
	for _, r := range found.Runs {
		row := []cell{
			{r.WorkflowID, bold}, {r.Workflow, plain}, state(r),
			{a.When(r.Created), plain}, {a.When(r.Closed), plain}, {cmp.Or(gone[r.ID], a.brief(r)), plain},
		}
		if c.IsSet("id") { // which they all have
			row[0] = cell{r.ID.String(), bold}
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

func (a *app) nothingListed(p *page, c *flags.Command, rt *reprise.Runtime) {
	if len(c.LocalFlagNames()) > 0 {
		p.say("no run in namespace %q is like that", rt.Namespace())
		a.next(p, "run", "list")
		return
	}
	p.say("there is no run in namespace %q", rt.Namespace())
	a.next(p, "db", "stats")
}

// state is the status of a run as a person wants to see it.
func state(r store.Run) cell {
	switch {
	case r.Status == store.Open && r.Blocked != nil:
		return cell{"blocked", red}
	case inspect.Quarantined(r):
		return cell{"quarantined", red}
	}
	styles := map[store.Status]style{store.Open: cyan, store.Completed: green, store.Failed: red, store.Cancelled: yellow, store.Terminated: yellow}
	return cell{r.Status.String(), styles[r.Status]}
}

// brief says in a line what a run waits for, why it does not go on, or what became of
// its signals.
func (a *app) brief(r store.Run) string {
	switch {
	case r.Status != store.Open && r.Undelivered > 0:
		return inspect.Count(r.Undelivered, "signal") + " undelivered"
	case r.Status != store.Open:
		return ""
	case r.Blocked != nil:
		return r.Blocked.Reason + ": " + inspect.Meaning(r.Blocked)
	case r.Waiting == "":
		return inspect.Waiting(r)
	}
	waits, more := inspect.WaitsOf(r)
	var all []string
	for _, w := range waits {
		all = append(all, a.briefWait(w))
	}
	if more {
		all = append(all, "...")
	}
	return strings.Join(all, "; ")
}

func (a *app) briefWait(w reprise.Wait) string {
	var ends []string
	for _, x := range w.For {
		if x.Kind == "timer" {
			x.Name = a.When(x.Due)
		}
		ends = append(ends, strings.TrimSpace(x.Kind+" "+x.Name))
	}
	if len(ends) == 0 {
		return "nothing"
	}
	return strings.Join(ends, " or ")
}
