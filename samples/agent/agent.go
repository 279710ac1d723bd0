package agent

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts.
var (
	Work   = workflow.Define[Task, Answer]("sample-agent", workflow.Accepts(Decide, Ask))
	Decide = workflow.DefineUpdate[Decision, Call]("decide")
	Ask    = workflow.DefineQuery[activity.None, Progress]("progress")

	// Think asks the model what comes next.
	Think = activity.Define[Thread, Turn]("think", activity.Policy{StartToClose: 5 * time.Minute})
	// Use uses a tool.
	Use = activity.Define[Call, string]("use-tool", activity.Policy{StartToClose: 5 * time.Minute})
)

// Errors that the workflow and its callers may get.
const (
	ErrBudget   failure.Code = "budget-spent"
	ErrNotAsked failure.Code = "not-asked"
)

// TurnsARun is after how many turns the conversation continues in a new run. The history holds the
// whole conversation with each turn, so it grows with the square of the turns.
const TurnsARun = 25

// Patience is how long an unsafe call waits for permission.
const Patience = 24 * time.Hour

// The data of the workflow, its activities and its callers.
type (
	// Task is what the agent should do.
	Task struct {
		Goal   string   `json:"goal"`
		Budget int      `json:"budget"` // in tokens
		Safe   []string `json:"safe"`   // tools that need no permission
		// The progress of earlier runs.
		Thread Thread `json:"thread,omitempty"`
		Spent  int    `json:"spent,omitempty"`
	}
	// Thread is a conversation, the oldest message first.
	Thread []Message
	// Message is from the agent (it may have Calls), from a tool (it has a Call), or the goal.
	Message struct {
		Text  string `json:"text"`
		Calls []Call `json:"calls,omitempty"`
		Call  string `json:"call,omitempty"` // id of the call that it answers
		Model bool   `json:"model,omitempty"`
	}
	// Turn is what the model says. If it makes no calls, its text is the answer.
	Turn struct {
		Text   string `json:"text"`
		Calls  []Call `json:"calls,omitempty"`
		Tokens int    `json:"tokens"`
	}
	// Call is the model's request to use a tool.
	Call struct {
		ID   string `json:"id"` // made by the agent: the number of the turn, and of the call in it
		Tool string `json:"tool"`
		Args string `json:"args"`
	}
	// Decision permits or refuses a waiting call.
	Decision struct {
		Call string `json:"call"`
		Yes  bool   `json:"yes"`
		By   string `json:"by"`
	}
	// Progress tells how far the agent is.
	Progress struct {
		Turns   int    `json:"turns"`
		Spent   int    `json:"spent"`
		Waiting []Call `json:"waiting,omitempty"` // for permission
	}
	// Answer is the agent's result.
	Answer struct {
		Text  string `json:"text"`
		Turns int    `json:"turns"`
		Spent int    `json:"spent"`
	}
)

// agent is one run of the workflow. Its coroutines take turns, so it needs no lock.
type agent struct {
	Task
	waiting []Call
	decided map[string]Decision
}

// Run lets the model take turns until it answers. It is bound to [Work].
func Run(ctx workflow.Context, t Task) (Answer, error) {
	a := &agent{Task: t, decided: make(map[string]Decision)}
	err := errors.Join(
		workflow.HandleQuery(ctx, Ask, func(activity.None) (Progress, error) {
			return Progress{Turns: a.Thread.turns(), Spent: a.Spent, Waiting: a.waiting}, nil
		}),
		workflow.HandleUpdate(ctx, Decide, a.decide, workflow.Validate(a.asked)),
	)
	if err != nil {
		return Answer{}, err
	}
	if len(a.Thread) == 0 {
		a.Thread = Thread{{Text: a.Goal}}
	}
	for a.Spent < a.Budget {
		turn, err := workflow.Execute(ctx, Think, a.Thread).Get(ctx)
		if err != nil {
			return Answer{}, fmt.Errorf("think: %w", err)
		}
		for i := range turn.Calls { // a model may reuse an id, and a permission is for one call
			turn.Calls[i].ID = fmt.Sprintf("%d.%d", a.Thread.turns()+1, i+1)
		}
		a.Spent += turn.Tokens
		a.Thread = append(a.Thread, Message{Text: turn.Text, Calls: turn.Calls, Model: true})
		if len(turn.Calls) == 0 {
			return Answer{Text: turn.Text, Turns: a.Thread.turns(), Spent: a.Spent}, nil
		}
		given, err := a.useAll(ctx, turn.Calls)
		if err != nil {
			return Answer{}, err
		}
		a.Thread = append(a.Thread, given...)
		if a.Thread.turns()%TurnsARun == 0 {
			return workflow.ContinueAsNew(ctx, Work, a.Task)
		}
	}
	return Answer{}, failure.New(ErrBudget, fmt.Sprintf("%d of %d tokens are spent, and there is no answer", a.Spent, a.Budget))
}

// useAll uses the tools of one turn concurrently.
func (a *agent) useAll(ctx workflow.Context, calls []Call) (Thread, error) {
	var given []workflow.Future[Message]
	for _, c := range calls {
		given = append(given, workflow.Go(ctx, func(ctx workflow.Context) (Message, error) {
			text, err := a.use(ctx, c)
			return Message{Text: text, Call: c.ID}, err
		}))
	}
	return workflow.All(ctx, given...)
}

// use uses a tool once it is permitted. The model gets to read a tool's failure; only the end of
// the run ends it.
func (a *agent) use(ctx workflow.Context, c Call) (string, error) {
	if !slices.Contains(a.Safe, c.Tool) {
		d, err := a.allowed(ctx, c)
		switch {
		case errors.Is(err, workflow.ErrTimeout):
			return "nobody has allowed it", nil
		case err != nil:
			return "", err
		case !d.Yes:
			return "refused by " + d.By, nil
		}
	}
	text, err := workflow.Execute(ctx, Use, c).Get(ctx)
	if err != nil && !errors.Is(err, workflow.ErrCancelled) {
		return "it failed: " + err.Error(), nil
	}
	return text, err
}

// allowed waits for a decision.
func (a *agent) allowed(ctx workflow.Context, c Call) (Decision, error) {
	a.waiting = append(a.waiting, c)
	err := workflow.Until(ctx, func() bool { return a.decided[c.ID].By != "" }, workflow.Within(Patience))
	a.waiting = slices.DeleteFunc(a.waiting, func(w Call) bool { return w.ID == c.ID })
	return a.decided[c.ID], err
}

// asked refuses decisions about calls that wait for none.
func (a *agent) asked(d Decision) error {
	if d.By == "" {
		return failure.New(ErrNotAsked, "say who decides")
	}
	if _, taken := a.decided[d.Call]; taken || !slices.ContainsFunc(a.waiting, func(c Call) bool { return c.ID == d.Call }) {
		return failure.New(ErrNotAsked, fmt.Sprintf("no call %q waits to be allowed", d.Call))
	}
	return nil
}

func (a *agent) decide(_ workflow.Context, d Decision) (Call, error) {
	a.decided[d.Call] = d
	return a.waiting[slices.IndexFunc(a.waiting, func(c Call) bool { return c.ID == d.Call })], nil
}

// turns counts the model's turns.
func (t Thread) turns() (n int) {
	for _, m := range t {
		if m.Model {
			n++
		}
	}
	return n
}
