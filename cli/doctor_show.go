package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// doctorJSON is the output of db doctor with -o json. With -o jsonl each finding is a line, and
// everything else is the last line.
type doctorJSON struct {
	Findings []findingJSON    `json:"findings"`           // at most 1,000 of each check
	LeftOut  map[string]int64 `json:"left_out,omitempty"` // how many more there are, by check
	summaryJSON
}

type summaryJSON struct {
	Schema  schemaJSON       `json:"schema"`
	Counts  countsJSON       `json:"counts"`
	Found   map[string]int64 `json:"found"`   // number of findings by check; {} if there are none
	Repairs []repairJSON     `json:"repairs"` // [] if there are none
	// Incomplete says what could not be examined; nothing is then known to be right.
	Incomplete string `json:"incomplete,omitempty"`
}

type schemaJSON struct {
	Version        int `json:"version"`
	CompatibleFrom int `json:"compatible_from"` // the oldest version of a binary that can use the store
	Own            int `json:"own"`             // the version that this binary writes
}

type countsJSON struct {
	Runs    int64   `json:"runs"`
	Rows    int64   `json:"rows"` // of their histories
	Events  int64   `json:"events"`
	Bytes   int64   `json:"bytes"`   // size of the histories
	Workers int     `json:"workers"` // live ones
	Damage  int64   `json:"damage"`
	Stuck   int64   `json:"stuck"`
	Notes   int64   `json:"notes"`
	Seconds float64 `json:"seconds"`
}

type findingJSON struct {
	Severity  string   `json:"severity"` // damage: must never happen; stuck: does not continue by itself; note
	Check     string   `json:"check"`    // L1 to L9, integrity, a rule of a history, blocked, idle, ...
	Namespace string   `json:"namespace,omitempty"`
	ID        string   `json:"id,omitempty"` // the workflow id
	RunID     string   `json:"run_id,omitempty"`
	Seq       int64    `json:"seq,omitempty"` // of the event
	Text      string   `json:"text"`
	Repair    string   `json:"repair,omitempty"` // the remedy, in words
	Try       []string `json:"try,omitempty"`    // commands to type
}

func (e *examined) finding(f doctor.Finding) findingJSON {
	j := findingJSON{Severity: string(f.Severity), Check: f.Check, Namespace: f.Namespace, ID: f.WorkflowID, Seq: f.Seq, Text: f.Text, Repair: f.Repair}
	if f.Run != (store.RunID{}) {
		j.RunID = f.Run.String()
	}
	switch {
	case f.Check == doctor.CheckIdle || f.Check == doctor.CheckWorker:
		j.Try = []string{e.a.try("worker", "list")}
	case f.Check == doctor.CheckBlocked || f.Check == doctor.CheckPending: // the run is open
		j.Try = []string{e.in(f.Namespace, "run", "show", f.WorkflowID)}
		if command := settles(f); command != nil {
			j.Try = append(j.Try, e.in(f.Namespace, command...))
		}
	case j.RunID != "":
		j.Try = []string{e.in(f.Namespace, "run", "show", j.RunID)}
	}
	return j
}

// settles returns the command about an open run that may follow its inspection; nil: none.
func settles(f doctor.Finding) []string {
	reason, _, _ := strings.Cut(f.Text, ": ")
	switch {
	case f.Severity == doctor.Note:
		return nil
	case f.Check == doctor.CheckPending && f.Repair != doctor.Remedy(doctor.CheckPending):
		return nil // it is harmless
	case f.Check == doctor.CheckPending, reason == "corrupt":
		return []string{"run", "terminate", f.WorkflowID}
	case reason == store.ReasonPaused:
		return nil
	case reason == "mismatch":
		return nil // resumed with the same code, it would block again
	}
	return []string{"run", "resume", f.WorkflowID, "--reason", "WHY"}
}

// in returns a command line to type about a run of a namespace, which need not be this
// command's own: the doctor examines all of them.
func (e *examined) in(namespace string, words ...string) string {
	if namespace == e.rt.Namespace() {
		return e.a.try(words...)
	}
	if e.a.root.IsSet("db") {
		words = append(words, "--db", e.a.root.String("db"))
	}
	return e.a.line(append(words, "--namespace", namespace)...)
}

func (e *examined) show() error {
	r := e.report
	s := summaryJSON{
		Schema: schemaJSON{r.Info.Version, r.Info.CompatibleFrom, r.Info.Own},
		Counts: countsJSON{Runs: r.Runs, Rows: r.Rows, Events: r.Events, Bytes: r.Bytes, Workers: r.Workers,
			Damage: r.Damage, Stuck: r.Stuck, Notes: r.Notes, Seconds: inspect.InSeconds(r.Took)},
		Found: r.Found, Repairs: append([]repairJSON{}, e.repairs...),
	}
	if e.failed != nil {
		s.Incomplete = e.failed.Error()
	}
	if e.a.output == "jsonl" {
		return e.a.encode(s, false)
	}
	// Worst first; among equals, in the order in which they were found.
	slices.SortStableFunc(e.checks, func(x, y string) int {
		return cmp.Compare(order(e.kept[x][0].Severity), order(e.kept[y][0].Severity))
	})
	all := doctorJSON{Findings: []findingJSON{}, LeftOut: map[string]int64{}, summaryJSON: s}
	for _, check := range e.checks {
		all.Findings = append(all.Findings, e.kept[check]...)
		if more := r.Found[check] - int64(len(e.kept[check])); more > 0 {
			all.LeftOut[check] = more
		}
	}
	return e.a.show(all, func(p *page) { e.page(p, all) })
}

func order(severity string) int {
	return slices.Index([]string{string(doctor.Damage), string(doctor.Stuck), string(doctor.Note)}, severity)
}
