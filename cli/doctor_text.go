package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/internal/inspect"
)

// page writes the output for a person.
func (e *examined) page(p *page, all doctorJSON) {
	p.findings(all.Findings, all.LeftOut)
	for _, check := range e.checks {
		for _, alike := range byRemedy(e.kept[check]) {
			e.advise(p, alike)
		}
	}
	for _, r := range e.repairs {
		if r.Done {
			p.line(cell{r.Check + ": ", bold}, cell{r.line(), green})
		}
	}
	r := e.report
	took := fmt.Sprintf("%.1f s", r.Took.Seconds())
	if r.Took < time.Second {
		took = inspect.Rounded(r.Took)
	}
	if e.quick {
		p.say("checked %s without their histories in %s: %s", many(r.Runs, "run"), took, e.tally())
		return
	}
	p.say("checked %s of %s in %s: %s", many(r.Events, "event"), many(r.Runs, "run"), took, e.tally())
}

// findings writes a table of findings, grouped by check, and for each check a line about how
// many more there are.
func (p *page) findings(all []findingJSON, leftOut map[string]int64) {
	styles := map[string]style{string(doctor.Damage): red, string(doctor.Stuck): yellow}
	var rows [][]cell
	for i, f := range all {
		rows = append(rows, []cell{{f.Severity, styles[f.Severity]}, {f.Check, plain}, {f.ID, bold}, {f.brief(), plain}})
		if more := leftOut[f.Check]; more > 0 && (i+1 == len(all) || all[i+1].Check != f.Check) {
			rows = append(rows, []cell{{f.Severity, styles[f.Severity]}, {f.Check, plain}, {}, {fmt.Sprintf("and %s more, see -o jsonl", grouped(more)), dim}})
		}
	}
	if len(rows) > 0 {
		p.table([]string{"", "CHECK", "RUN", "WHAT"}, rows)
		p.say("")
	}
}

// brief describes the finding in one line with the essentials first, because the end may be cut.
func (f *findingJSON) brief() string {
	text, more, _ := strings.Cut(f.Text, "\n")
	if f.Check == doctor.CheckBlocked {
		reason, why, _ := strings.Cut(text, ": ")
		if both := sides(more); reason == "mismatch" && both != "" {
			return both + " (mismatch)"
		}
		for _, known := range []string{"reprise: ", "replay: ", "run " + f.RunID + ": "} {
			why = strings.TrimPrefix(why, known)
		}
		return reason + ": " + why
	}
	if f.Seq > 0 {
		text = fmt.Sprintf("event %d: %s", f.Seq, text)
	}
	return text
}

// sides extracts, from the lines about a mismatch, what the history has and what the code asks
// for, without the places; "" if they are no such lines.
func sides(lines string) string {
	var both []string
	for line := range strings.Lines(lines) {
		side, what, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok && (side == "history" || side == "code") {
			what, _, _ = strings.Cut(strings.TrimSpace(what), ", at ")
			both = append(both, side+": "+what)
		}
	}
	if len(both) != 2 {
		return ""
	}
	return strings.Join(both, "; ")
}

// byRemedy groups the findings of a check by their remedy.
func byRemedy(all []findingJSON) (groups [][]findingJSON) {
	for _, f := range all {
		at := slices.IndexFunc(groups, func(g []findingJSON) bool { return g[0].Repair == f.Repair && g[0].Severity == f.Severity })
		if at < 0 {
			at, groups = len(groups), append(groups, nil)
		}
		groups[at] = append(groups[at], f)
	}
	return groups
}

// fewFindings is of how many findings each has its commands; of more the first one has.
const fewFindings = 3

// advise says what to do about findings of one check that have the same remedy.
func (e *examined) advise(p *page, alike []findingJSON) {
	first := alike[0]
	if first.Severity == string(doctor.Note) {
		return
	}
	what, next := first.Repair, slices.Clone(first.Try)
	if len(alike) <= fewFindings {
		for _, f := range alike[1:] {
			next = append(next, f.Try...)
		}
	}
	at := slices.IndexFunc(e.repairs, func(r repairJSON) bool { return r.Check == first.Check && !r.Done })
	if at >= 0 {
		r := e.repairs[at]
		if r.Try != "" {
			what, next = r.line()+": "+what, []string{r.Try}
		} else {
			what = r.line()
		}
	}
	p.line(cell{first.Check + ": ", bold}, cell{what, plain})
	for i, line := range next {
		if !slices.Contains(next[:i], line) {
			p.line(cell{"  next: ", dim}, cell{line, plain})
		}
	}
}
