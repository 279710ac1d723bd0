package agent_test

import (
	"context"
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/samples/agent"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var schedules = flag.Int("schedules", 12, "how many schedules are explored")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// refunds looks an order up, pays it back and answers.
var refunds = agent.Script{
	{Text: "I look it up.", Calls: []agent.Call{{Tool: "find-order", Args: "42"}, {Tool: "find-customer", Args: "ann"}}, Tokens: 100},
	{Text: "It is late, so I pay it back.", Calls: []agent.Call{{Tool: "refund", Args: "42"}}, Tokens: 50},
	{Text: "Order 42 is paid back.", Tokens: 10},
}

var task = agent.Task{Goal: "Order 42 is late, ann complains.", Budget: 1000, Safe: []string{"find-order", "find-customer"}}

// shop has a refund noted under the key of its call.
type shop struct{ refunded map[string]string }

func (s *shop) tools() agent.Tools {
	return agent.Tools{
		"find-order":    func(_ context.Context, id string) (string, error) { return "order " + id + ": 12 days late", nil },
		"find-customer": func(_ context.Context, who string) (string, error) { return who + ": since 2019", nil },
		"refund": func(ctx context.Context, id string) (string, error) {
			s.refunded[activity.GetInfo(ctx).IdempotencyKey] = id
			return "done", nil
		},
	}
}

func newShop(tb testing.TB, m agent.Model) (*testkit.Env, *shop) {
	s := &shop{refunded: make(map[string]string)}
	return testkit.New(tb, agent.Bindings(m, s.tools())...), s
}

// isAllowed has the refund allowed, after a decision about a call that nobody asked for.
func isAllowed(tb testing.TB) {
	env, s := newShop(tb, refunds)
	run := testkit.Start(env, agent.Work, task)
	env.After(time.Hour, func() {
		p, err := testkit.Query(env, run.WorkflowID(), agent.Ask, activity.None{})
		if err != nil || p.Turns != 2 || p.Spent != 150 || len(p.Waiting) != 1 {
			tb.Errorf("after an hour it is at %+v, %v", p, err)
		}
		if _, err := testkit.Update(env, run.WorkflowID(), agent.Decide, agent.Decision{Call: "9.9", Yes: true, By: "bo"}); failure.CodeOf(err) != agent.ErrNotAsked {
			tb.Errorf("a call that nobody asked for: %v", err)
		}
		if c, err := testkit.Update(env, run.WorkflowID(), agent.Decide, agent.Decision{Call: "2.1", Yes: true, By: "bo"}); err != nil || c.Tool != "refund" {
			tb.Errorf("%+v, %v", c, err)
		}
	})
	got, err := run.Result()
	if want := (agent.Answer{Text: "Order 42 is paid back.", Turns: 3, Spent: 160}); err != nil || got != want {
		tb.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if len(s.refunded) != 1 {
		tb.Errorf("refunded: %v", s.refunded)
	}
}

func TestAnAgentAsksBeforeItPays(t *testing.T) {
	isAllowed(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, isAllowed) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, isAllowed) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *schedules, isAllowed) })
}

// told is a model that answers with what the last tool gave.
type told struct{ agent.Script }

func (m told) Next(ctx context.Context, t agent.Thread) (agent.Turn, error) {
	turn, err := m.Script.Next(ctx, t)
	if last := t[len(t)-1]; len(turn.Calls) == 0 {
		turn.Text = last.Text
	}
	return turn, err
}

func TestWhatIsNotAllowedIsNotDone(t *testing.T) {
	for _, c := range []struct {
		name   string
		decide *agent.Decision
		want   string
	}{
		{"it is refused", &agent.Decision{Call: "2.1", By: "bo"}, "refused by bo"},
		{"nobody answers", nil, "nobody has allowed it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.ReplayAlways(t, func(tb testing.TB) {
				env, s := newShop(tb, told{refunds})
				run := testkit.Start(env, agent.Work, task)
				if c.decide != nil {
					env.After(time.Hour, func() {
						if _, err := testkit.Update(env, run.WorkflowID(), agent.Decide, *c.decide); err != nil {
							tb.Error(err)
						}
					})
				}
				if got, err := run.Result(); err != nil || got.Text != c.want || len(s.refunded) > 0 {
					tb.Errorf("%+v, %v, refunded %v; want %q", got, err, s.refunded, c.want)
				}
			})
		})
	}
}

func TestAnAgentStopsWhenItsBudgetIsSpent(t *testing.T) {
	env, _ := newShop(t, refunds)
	poor := task
	poor.Budget = 80
	if _, err := testkit.Execute(env, agent.Work, poor); failure.CodeOf(err) != agent.ErrBudget || !strings.Contains(err.Error(), "100 of 80 tokens") {
		t.Errorf("%v; want %s", err, agent.ErrBudget)
	}
}

func TestAnAgentCanBeCancelled(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env, s := newShop(tb, refunds)
		run := testkit.Start(env, agent.Work, task)
		env.After(time.Hour, func() { env.Cancel(run.WorkflowID(), "ann has paid") })
		if _, err := run.Result(); !errors.Is(err, workflow.ErrCancelled) || len(s.refunded) > 0 {
			tb.Errorf("%v, refunded %v", err, s.refunded)
		}
	})
}

// A permission is for one call, whatever id the model gives the next one.
func TestAPermissionIsForOneCall(t *testing.T) {
	again := agent.Turn{Calls: []agent.Call{{ID: "call_0", Tool: "refund", Args: "42"}}, Tokens: 1}
	env, s := newShop(t, told{agent.Script{again, again, {}}})
	run := testkit.Start(env, agent.Work, task)
	env.After(time.Hour, func() {
		if _, err := testkit.Update(env, run.WorkflowID(), agent.Decide, agent.Decision{Call: "1.1", Yes: true, By: "bo"}); err != nil {
			t.Error(err)
		}
	})
	if got, err := run.Result(); err != nil || got.Text != "nobody has allowed it" || len(s.refunded) != 1 {
		t.Errorf("%+v, %v, refunded %v", got, err, s.refunded)
	}
}

// What a tool fails with is for the model to read.
func TestAToolThatFailsIsNoEnd(t *testing.T) {
	env, _ := newShop(t, told{agent.Script{{Calls: []agent.Call{{Tool: "fax"}}}, {}}})
	free := task
	free.Safe = []string{"fax"}
	got, err := testkit.Execute(env, agent.Work, free)
	if err != nil || !strings.Contains(got.Text, `there is no tool "fax"`) {
		t.Errorf("%+v, %v", got, err)
	}
}

// A long conversation goes on in new runs, and loses nothing.
func TestALongConversationContinues(t *testing.T) {
	var long agent.Script
	for range 60 {
		long = append(long, agent.Turn{Calls: []agent.Call{{Tool: "find-order", Args: "42"}}, Tokens: 1})
	}
	long = append(long, agent.Turn{Text: "done", Tokens: 1})
	env, _ := newShop(t, long)
	run := testkit.Start(env, agent.Work, task)
	got, err := run.Result()
	if want := (agent.Answer{Text: "done", Turns: 61, Spent: 61}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if runs := len(env.Chain(run.WorkflowID())); runs != 3 {
		t.Errorf("%d runs, want 3", runs)
	}
}
