package control

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
)

// Result is the result of a nemesis. The program prints it as its last line.
type Result struct {
	Seed              uint64            `json:"seed"`
	Seconds           float64           `json:"seconds"`
	Faults            map[string]int    `json:"faults"`
	RunsStarted       int               `json:"runs_started"`  // acknowledged
	RunsFinished      int               `json:"runs_finished"` // whoever started them
	SignalsAcked      int               `json:"signals_acked"`
	SignalsSeen       int               `json:"signals_seen"` // in histories
	HistoriesReplayed int               `json:"histories_replayed"`
	Steered           map[string]int    `json:"steered"`         // the client's other actions, by verb
	TakeoverP50       *float64          `json:"takeover_p50_ms"` // null: no killed worker had a run
	TakeoverP99       *float64          `json:"takeover_p99_ms"`
	Notes             []string          `json:"notes,omitempty"` // results of the long faults, and how limits were used
	Violations        []audit.Violation `json:"violations"`
	Report            string            `json:"report,omitempty"` // the directory, if there is one
}

// Line returns the result as one line of JSON.
func (r Result) Line() (string, error) {
	text, err := json.Marshal(r)
	return string(text), err
}

// Tell prints the result for people.
func (r Result) Tell(w io.Writer) {
	var met []string
	for _, kind := range slices.Sorted(maps.Keys(r.Faults)) {
		met = append(met, fmt.Sprintf("%d %s", r.Faults[kind], kind))
	}
	fmt.Fprintf(w, "seed %d, %s: %s\n", r.Seed, time.Duration(r.Seconds*float64(time.Second)).Round(time.Second), strings.Join(met, ", "))
	fmt.Fprintf(w, "%d runs started, %d ended; %d signals acknowledged, %d seen; %d histories replayed\n",
		r.RunsStarted, r.RunsFinished, r.SignalsAcked, r.SignalsSeen, r.HistoriesReplayed)
	fmt.Fprintf(w, "%d runs paused, %d seen to stand, %d reset, %d repinned; %d waits ended, %d queries answered, %d workers drained\n",
		r.Steered["paused"], r.Steered["stood"], r.Steered["reset"], r.Steered["repinned"], r.Steered["hastened"], r.Steered["answered"], r.Steered["drained"])
	if r.TakeoverP50 != nil {
		fmt.Fprintf(w, "take-over after a kill: p50 %.0f ms, p99 %.0f ms\n", *r.TakeoverP50, *r.TakeoverP99)
	}
	for _, note := range r.Notes {
		fmt.Fprintln(w, note)
	}
	if len(r.Violations) == 0 {
		fmt.Fprintln(w, "no violation")
		return
	}
	fmt.Fprintf(w, "%d VIOLATIONS; the report is in %s\n", len(r.Violations), r.Report)
	for _, v := range r.Violations[:min(len(r.Violations), 20)] {
		fmt.Fprintln(w, " ", v)
	}
}

// result returns the verdict. If there are violations, it writes the report.
func (n *nemesis) result() Result {
	r := Result{
		Seed: n.opts.Seed, Faults: n.faults, RunsFinished: n.auditor.Ended(), SignalsSeen: n.auditor.Signals(),
		HistoriesReplayed: n.auditor.Replayed, TakeoverP50: n.takeover.percentile(0.5), TakeoverP99: n.takeover.percentile(0.99),
		Notes:      append(n.notes, n.auditor.Notes...),
		Violations: append(append([]audit.Violation{}, n.violations...), n.auditor.Violations...),
	}
	r.RunsStarted, r.SignalsAcked = n.client.figures()
	r.Steered = n.client.steered()
	if len(r.Violations) > 0 || n.opts.Report != "" {
		r.Report = n.dir
	}
	if len(r.Violations) > 0 {
		if err := n.report(r); err != nil {
			fmt.Fprintf(n.opts.Log, "the report is incomplete: %v\n", err)
		}
	}
	if r.Report == "" {
		_ = os.RemoveAll(n.dir) // temporary, and holds only logs
	}
	r.Seconds = time.Since(n.asked).Seconds()
	return r
}
