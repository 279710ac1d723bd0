package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

// repairJSON is what the repair of a check did, or would do.
type repairJSON struct {
	Check string `json:"check"`
	Rows  int64  `json:"rows"`           // number of changed rows
	Done  bool   `json:"done"`           // false: a dry run
	None  string `json:"none,omitempty"` // why there is no safe repair, and what to do instead
	Try   string `json:"try,omitempty"`  // the command to type
}

// checkIDs are the checks for which a store says what it would change, or why it cannot.
var checkIDs = []store.CheckID{
	store.CheckGap, store.CheckHead, store.CheckWakeup, store.CheckOrphan, store.CheckOpen, store.CheckOwner, store.CheckOverdue,
	store.CheckToken, store.CheckShare, store.CheckIntegrity, store.CheckAttr, store.CheckBehind, store.CheckRequest,
}

// mendable names the checks that have a repair.
const mendable = string(store.CheckWakeup + ", " + store.CheckOrphan + ", " + store.CheckOwner + " and " + store.CheckAttr)

// plan determines what the repair of each check with findings would do.
func (e *examined) plan(ctx context.Context) error {
	for _, check := range checkIDs {
		if e.report.Found[string(check)] == 0 {
			continue
		}
		r := repairJSON{Check: string(check)}
		var err error
		switch r.Rows, err = doctor.Repair(ctx, e.rt.Store(), check, e.late, true); {
		case errors.Is(err, store.ErrNoRepair):
			r.None = strings.TrimPrefix(err.Error(), fmt.Sprintf("%v for %s: ", store.ErrNoRepair, check))
		case err != nil:
			return fmt.Errorf("dry run of the repair of %s: %w", check, err)
		default:
			r.Try = e.a.try("db", "doctor", "--repair", r.Check)
		}
		e.repairs = append(e.repairs, r)
	}
	return nil
}

// repair repairs what the wanted checks find, after determining how much that is.
func (e *examined) repair(ctx context.Context, c *flags.Command, look store.Inspector, wanted []string) error {
	for _, name := range wanted {
		name = strings.TrimSpace(name)
		switch remedy := doctor.Remedy(name); {
		case remedy == "":
			return wrongLine(fmt.Sprintf("--repair: there is no check %q; the findings of %s can be repaired", name, mendable), e.a.try("db", "doctor"))
		case !slices.Contains(checkIDs, store.CheckID(name)):
			return &exitError{codeFailed, fmt.Errorf("no repair exists for %s: %s", name, remedy), e.a.try("db", "doctor")}
		}
		e.repairs = append(e.repairs, repairJSON{Check: name, Done: true})
	}
	var total int64
	for i := range e.repairs {
		r := &e.repairs[i]
		var err error
		if r.Rows, err = doctor.Repair(ctx, e.rt.Store(), store.CheckID(r.Check), e.late, true); err != nil {
			return &exitError{codeFailed, err, e.a.try("db", "doctor")}
		}
		total += r.Rows
	}
	if total > 0 {
		if err := e.confirm(ctx, c, look, total); err != nil {
			return err
		}
	}
	for i := range e.repairs {
		r := &e.repairs[i]
		var err error
		if r.Rows, err = doctor.Repair(ctx, e.rt.Store(), store.CheckID(r.Check), e.late, false); err != nil {
			return fmt.Errorf("repair %s: %w", r.Check, err)
		}
	}
	return nil
}

// confirm asks a person, if one is there, and first shows what the question is about.
func (e *examined) confirm(ctx context.Context, c *flags.Command, look store.Inspector, total int64) error {
	if !c.Bool("yes") && onTerminal(e.a.Stdin) {
		if err := e.showWanted(ctx, look); err != nil {
			return err
		}
	}
	if err := e.a.sure(c, fmt.Sprintf("Change %s?", many(total, "row"))); err != nil {
		return &exitError{codeFailed, err, e.a.try("db", "doctor")}
	}
	return nil
}

// showWanted shows, with the question, what the wanted checks find and what the repairs would change.
func (e *examined) showWanted(ctx context.Context, look store.Inspector) error {
	kept, more := map[string][]findingJSON{}, map[string]int64{}
	err := look.Check(ctx, e.late, func(f store.Finding) error {
		check := string(f.Check)
		if len(kept[check]) == maxInTable {
			more[check]++
			return nil
		}
		kept[check] = append(kept[check], e.finding(doctor.Finding{
			Severity: doctor.Damage, Check: check, Namespace: f.Namespace, WorkflowID: f.WorkflowID, Run: f.Run, Text: f.Text,
		}))
		return nil
	})
	if err != nil {
		return err
	}
	var all []findingJSON
	for _, r := range e.repairs {
		all = append(all, kept[r.Check]...)
	}
	p := &page{w: e.a.Stderr, color: e.a.color, width: e.a.width}
	p.findings(all, more)
	for _, r := range e.repairs {
		r.Done = false
		p.line(cell{r.Check + ": ", bold}, cell{r.line() + ": " + doctor.Remedy(r.Check), plain})
	}
	return p.flush()
}

// line describes a repair for a person.
func (r repairJSON) line() string {
	switch rows := many(r.Rows, "row"); {
	case r.None != "":
		return r.None
	case r.Done && r.Rows == 0:
		return "nothing to repair"
	case r.Done:
		return "repaired, " + rows + " changed"
	default:
		return "a repair would change " + rows
	}
}
