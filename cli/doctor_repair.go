package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/store"
)

// repairJSON is what the repair of a check has done, or would do.
type repairJSON struct {
	Check string `json:"check"`
	Rows  int64  `json:"rows"`           // that it changes
	Done  bool   `json:"done"`           // false: this is what it would do
	None  string `json:"none,omitempty"` // why there is no safe repair, and what to do instead
	Try   string `json:"try,omitempty"`  // the command to type
}

// checkIDs are the checks that have a repair, or could have one.
var checkIDs = []store.CheckID{
	store.CheckGap, store.CheckHead, store.CheckWakeup, store.CheckOrphan, store.CheckOpen, store.CheckOwner, store.CheckOverdue,
	store.CheckToken, store.CheckIntegrity,
}

func checkNames() string {
	names := make([]string, len(checkIDs))
	for i, check := range checkIDs {
		names[i] = string(check)
	}
	return strings.Join(names, ", ")
}

// plan finds out what the repair of each check with findings would do.
func (e *examined) plan(ctx context.Context, look store.Inspector) error {
	for _, check := range checkIDs {
		if e.report.Found[string(check)] == 0 {
			continue
		}
		r := repairJSON{Check: string(check)}
		var err error
		switch r.Rows, err = look.Repair(ctx, check, e.late, true); {
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

// repair mends what the wanted checks find, after a look at how much that is.
func (e *examined) repair(ctx context.Context, c *flags.Command, look store.Inspector, wanted []string) error {
	for _, name := range wanted {
		check := store.CheckID(strings.TrimSpace(name))
		if !slices.Contains(checkIDs, check) {
			return e.a.usage(fmt.Sprintf("--repair: there is no check %q, use %s", name, checkNames()), "%s", e.a.again(c, "repair", string(store.CheckOrphan)))
		}
		e.repairs = append(e.repairs, repairJSON{Check: string(check), Done: true})
	}
	var total int64
	for _, r := range e.repairs {
		rows, err := look.Repair(ctx, store.CheckID(r.Check), e.late, true)
		if err != nil {
			return &exitError{codeFailed, err, e.a.try("db", "doctor")}
		}
		total += rows
	}
	if total > 0 {
		if err := e.a.sure(c, fmt.Sprintf("Change %s?", many(total, "row"))); err != nil {
			return &exitError{codeFailed, err, e.a.try("db", "doctor")}
		}
	}
	for i := range e.repairs {
		r := &e.repairs[i]
		var err error
		if r.Rows, err = look.Repair(ctx, store.CheckID(r.Check), e.late, false); err != nil {
			return fmt.Errorf("repair %s: %w", r.Check, err)
		}
	}
	return nil
}

// line says what a repair does, for a person.
func (r repairJSON) line() string {
	switch rows := many(r.Rows, "row"); {
	case r.None != "":
		return r.None
	case r.Done && r.Rows == 0:
		return "there is nothing to repair"
	case r.Done:
		return "repaired, " + rows + " changed"
	default:
		return "a repair would change " + rows
	}
}
