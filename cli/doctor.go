package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/internal/inspect"
)

func doctorCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "doctor", Usage: "look for damage, and for runs that need help",
		Description: "Checks the tables of all namespaces against each other and every history on its own, while\n" +
			"engines may be at work, and changes nothing. Exits with 1 if anything is damaged or stuck.\n" +
			"With --repair it first repairs what is safe to repair; on a terminal you are asked.\n" +
			"With -o jsonl each finding is printed as a line when it is found, and the summary as the last line.",
		Flags: []flags.Flag{
			&flags.DurationFlag{Name: "late", Usage: "report as overdue what is `LONG` past its time", Value: doctor.DefaultLate},
			&flags.BoolFlag{Name: "quick", Usage: "leave out the histories, the larger half of the work"},
			&flags.StringSliceFlag{Name: "repair", Usage: "repair what these `CHECKS` find: one or more of " + mendable + ", as in L3,L4"},
			&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"},
		},
		Action: a.action(runDoctor),
	}
}

func runDoctor(ctx context.Context, a *app, c *flags.Command) error {
	if c.Duration("late") <= 0 {
		return wrongLine("--late must be above zero", a.again(c, "late", doctor.DefaultLate.String()))
	}
	rt, err := a.runtime(ctx, c)
	if err != nil {
		return err
	}
	look, err := inspect.Of(a.RT).Inspector()
	if err != nil {
		return err
	}
	e := &examined{a: a, rt: rt, late: c.Duration("late"), kept: map[string][]findingJSON{}}
	if wanted := c.StringSlice("repair"); len(wanted) > 0 {
		if err := e.repair(ctx, c, look, wanted); err != nil {
			return err
		}
	}
	if err := e.examine(ctx, c.Bool("quick")); err != nil {
		return err
	}
	e.failed = errors.Join(e.failed, e.plan(ctx)) // the findings are worth more than the plan
	if err := e.show(); err != nil {
		return err
	}
	return e.verdict()
}

// examined collects what db doctor found. With -o jsonl it keeps nothing: findings are printed
// as they are made.
type examined struct {
	a       *app
	rt      *reprise.Runtime
	late    time.Duration
	report  doctor.Report
	quick   bool
	failed  error // of a part that could not be examined
	checks  []string
	kept    map[string][]findingJSON // the first findings of each check
	repairs []repairJSON
}

// How many findings of one check are kept. The others are only counted.
const (
	maxInTable = 20
	maxInJSON  = 1000
)

func (e *examined) examine(ctx context.Context, quick bool) error {
	e.quick = quick
	note := newProgress(e.a)
	o := doctor.Options{Late: e.late, Quick: quick, Progress: note.examined}
	e.report, e.failed = doctor.Examine(ctx, e.rt.Store(), o, e.found)
	note.clear()
	if e.report.Runs == 0 || ctx.Err() != nil {
		return e.failed
	}
	return nil
}

func (e *examined) found(f doctor.Finding) error {
	j := e.finding(f)
	limit := maxInJSON
	switch e.a.output {
	case "jsonl":
		return e.a.encode(j, false)
	case "table":
		limit = maxInTable
	}
	kept, seen := e.kept[f.Check]
	if !seen {
		e.checks = append(e.checks, f.Check)
	}
	if len(kept) < limit {
		e.kept[f.Check] = append(kept, j)
	}
	return nil
}

// verdict returns the error of a store that is not as it should be.
func (e *examined) verdict() error {
	r := e.report
	switch {
	case e.failed != nil:
		return &exitError{codeFailed, fmt.Errorf("could not check all of the store: %w", e.failed), ""}
	case r.Sound():
		return nil
	case e.a.output == "table":
		return &exitError{code: codeFailed} // the last line has said so
	}
	return &exitError{codeFailed, errors.New(e.tally()), e.a.try("db", "doctor", "-o", "table")}
}

// tally returns the number of findings, in words.
func (e *examined) tally() string {
	r, parts := e.report, []string{}
	switch {
	case e.failed != nil:
		parts = append(parts, "could not check all of it") // so nothing is known to be right
	case r.Sound():
		parts = append(parts, "nothing wrong")
	}
	for _, p := range []struct {
		n    int64
		what string
	}{{r.Damage, "damaged"}, {r.Stuck, "stuck"}, {r.Notes, "to note"}} {
		if p.n > 0 {
			parts = append(parts, grouped(p.n)+" "+p.what)
		}
	}
	return strings.Join(parts, ", ")
}

// many formats n things, with a comma before every three digits.
func many(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouped(n) + " " + thing + "s"
}

// grouped formats n with a comma before every three digits.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
