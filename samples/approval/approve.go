package approval

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts.
var (
	Approve = workflow.Define[Expense, Outcome]("sample-approval")
	Decide  = workflow.DefineSignal[Decision]("decide")

	// Ask asks somebody in writing to decide.
	Ask = activity.Define[Question, activity.None]("ask", activity.Policy{StartToClose: time.Minute})
	// Pay reimburses an expense, once for each idempotency key.
	Pay = activity.Define[Expense, Payment]("pay", activity.Policy{StartToClose: time.Minute})
)

// Patience is how long somebody may take to decide. Then their superior is asked.
const Patience = 3 * 24 * time.Hour

// The data of the workflow, its activities and its callers.
type (
	// Expense is what somebody has paid and wants back.
	Expense struct {
		ID        string   `json:"id"`
		Cents     int64    `json:"cents"`
		Approvers []string `json:"approvers"` // the first is asked first
	}
	// Question asks somebody to decide.
	Question struct {
		Expense string `json:"expense"`
		Who     string `json:"who"`
	}
	// Decision is an answer, from anybody who was asked.
	Decision struct {
		By  string `json:"by"`
		Yes bool   `json:"yes"`
	}
	// Payment is the bank's confirmation.
	Payment struct {
		Number string `json:"number"`
	}
	// Outcome is how it ended.
	Outcome struct {
		By      string  `json:"by,omitempty"` // who decided; "": nobody
		Yes     bool    `json:"yes"`
		Payment Payment `json:"payment"`
	}
)

// Run asks one approver after the other, until one decides. It is bound to [Approve].
func Run(ctx workflow.Context, e Expense) (Outcome, error) {
	for _, who := range e.Approvers {
		if _, err := workflow.Execute(ctx, Ask, Question{Expense: e.ID, Who: who}).Get(ctx); err != nil {
			return Outcome{}, fmt.Errorf("ask %s: %w", who, err)
		}
		decision, err := workflow.Receive(ctx, Decide, workflow.Within(Patience))
		if errors.Is(err, workflow.ErrTimeout) {
			continue // the next one is asked
		}
		if err != nil {
			return Outcome{}, err
		}
		if !decision.Yes {
			return Outcome{By: decision.By}, nil
		}
		paid, err := workflow.Execute(ctx, Pay, e).Get(ctx)
		if err != nil {
			return Outcome{}, fmt.Errorf("pay: %w", err)
		}
		return Outcome{By: decision.By, Yes: true, Payment: paid}, nil
	}
	return Outcome{}, nil
}
