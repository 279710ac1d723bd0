package golden

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts. A released name, or what a workflow does under it, never changes: kept databases
// and workers of other versions continue with them.
var (
	Approve  = workflow.DefineSignal[string]("approve")
	Add      = workflow.DefineUpdate[int, int]("add")
	Customer = workflow.DefineAttr[string]("customer")
	Total    = workflow.DefineAttr[int64]("total")

	Steps    = workflow.Define[int, int]("steps")
	Sleeper  = workflow.Define[string, string]("sleeper")
	Waiter   = workflow.Define[string, string]("waiter")
	Both     = workflow.Define[string, string]("both")
	Fails    = workflow.Define[string, string]("fails")
	Panics   = workflow.Define[string, string]("panics")
	Parent   = workflow.Define[string, string]("parent")
	Chain    = workflow.Define[int, string]("chain")
	Sender   = workflow.Define[string, string]("sender")
	Away     = workflow.Define[string, string]("away")
	Retrying = workflow.Define[string, string]("retrying")
	Cart     = workflow.Define[string, string]("cart")
	Promised = workflow.Define[string, string]("promised")
	Pinned   = workflow.Define[string, string]("pinned", workflow.Pinned())
	Charged  = workflow.Define[string, string]("charged")
)

var (
	double    = activity.Define[int, int]("double")
	elsewhere = activity.Define[string, string]("elsewhere", activity.Policy{Queue: "later"})
	flaky     = activity.Define[string, string]("flaky", activity.Policy{
		Retry: activity.RetryPolicy{InitialInterval: time.Hour, MaxInterval: 2 * time.Hour, MaxAttempts: 3},
	})
	charge = activity.Define[string, string]("charge")
)

// keepFor is how long the result of a charge is kept: longer than these databases will be read.
const keepFor = history.MaxKeepFor

const errNoStock failure.Code = "no_stock"

// Bindings returns the workflows and activities. With mended, the code that panicked or failed
// temporarily no longer does.
func Bindings(mended bool) []reprise.Binding {
	return []reprise.Binding{
		double.Bind(func(_ context.Context, n int) (int, error) { return 2 * n, nil }),
		elsewhere.Bind(func(_ context.Context, s string) (string, error) { return s + " from elsewhere", nil }),
		flaky.Bind(func(_ context.Context, s string) (string, error) {
			if !mended {
				return "", errors.New("not today")
			}
			return s + " at last", nil
		}),
		Steps.Bind(steps),
		Sleeper.Bind(sleeper),
		Waiter.Bind(waiter),
		Both.Bind(both),
		Fails.Bind(func(workflow.Context, string) (string, error) {
			return "", failure.New(errNoStock, "none left", failure.Permanent())
		}),
		Panics.Bind(func(_ workflow.Context, s string) (string, error) {
			if !mended {
				panic("a mistake in " + s)
			}
			return s + " is mended", nil
		}),
		Parent.Bind(parent),
		Chain.Bind(chain),
		Sender.Bind(sender),
		Cart.Bind(cart),
		Promised.Bind(promised),
		Pinned.Bind(waiter),
		Charged.Bind(func(ctx workflow.Context, s string) (string, error) {
			return workflow.Execute(ctx, charge, s, workflow.ReuseResult("charge", keepFor)).Get(ctx)
		}),
		charge.Bind(func(_ context.Context, s string) (string, error) { return s + " is charged", nil }),
		Away.Bind(func(ctx workflow.Context, s string) (string, error) {
			return workflow.Execute(ctx, elsewhere, s).Get(ctx)
		}),
		Retrying.Bind(func(ctx workflow.Context, s string) (string, error) { return workflow.Execute(ctx, flaky, s).Get(ctx) }),
	}
}

func steps(ctx workflow.Context, n int) (sum int, err error) {
	for i := range n {
		twice, err := workflow.Execute(ctx, double, i).Get(ctx)
		if err != nil {
			return 0, err
		}
		sum += twice
	}
	return workflow.SideEffect(ctx, func() (int, error) { return sum, nil })
}

func sleeper(ctx workflow.Context, s string) (string, error) {
	if err := workflow.Sleep(ctx, time.Hour); err != nil {
		return "", err
	}
	return s + " awake", nil
}

// waiter does a step, waits for a signal, and does another step.
func waiter(ctx workflow.Context, s string) (string, error) {
	if _, err := workflow.Execute(ctx, double, 1).Get(ctx); err != nil {
		return "", err
	}
	answer, err := workflow.Receive(ctx, Approve)
	if err != nil {
		return "", err
	}
	n, err := workflow.Execute(ctx, double, len(answer)).Get(ctx)
	return fmt.Sprint(s, " ", answer, " ", n), err
}

func both(ctx workflow.Context, s string) (string, error) {
	out := ""
	_, err := workflow.Select(ctx,
		workflow.OnSignal(Approve, func(v string, _ error) { out = s + " " + v }),
		workflow.After(24*time.Hour, func() { out = s + " too late" }),
	)
	return out, err
}

func parent(ctx workflow.Context, s string) (string, error) {
	first := workflow.ExecuteChild(ctx, Steps, 2)
	second := workflow.ExecuteChild(ctx, Waiter, s, workflow.ChildID(s+"-child"))
	n, err := first.Get(ctx)
	if err != nil {
		return "", err
	}
	word, err := second.Get(ctx)
	return fmt.Sprint(n, " and ", word), err
}

// chain continues as new n times and then waits for a signal.
func chain(ctx workflow.Context, n int) (string, error) {
	if n > 0 {
		return workflow.ContinueAsNew(ctx, Chain, n-1)
	}
	return workflow.Receive(ctx, Approve)
}

func sender(ctx workflow.Context, to string) (string, error) {
	if _, err := workflow.Send(ctx, to, Approve, "sent").Get(ctx); err != nil {
		return "", err
	}
	return "sent to " + to, nil
}

// cart adds up the numbers of updates, sets the sum as an attribute, and ends with a signal.
func cart(ctx workflow.Context, s string) (string, error) {
	sum := 0
	if err := workflow.HandleUpdate(ctx, Add, func(ctx workflow.Context, n int) (int, error) {
		twice, err := workflow.Execute(ctx, double, n).Get(ctx)
		sum += twice
		return sum, errors.Join(err, workflow.SetAttr(ctx, Total, int64(sum)))
	}); err != nil {
		return "", err
	}
	word, err := workflow.Receive(ctx, Approve)
	return fmt.Sprint(s, " ", word, " ", sum), err
}

// promised waits for two promises; the second has a timeout of a century.
func promised(ctx workflow.Context, s string) (string, error) {
	first := workflow.NewPromise[string](ctx)
	second := workflow.NewPromise[string](ctx, workflow.Within(100*365*24*time.Hour))
	early, err := first.Get(ctx)
	if err != nil {
		return "", err
	}
	late, err := second.Get(ctx)
	return s + " " + early + " " + late, err
}

// state is the state of a run in a kept database, and how it ends with today's code.
type state struct {
	id     string
	status reprise.Status
	parked bool   // open and blocked, with a reason
	then   string // the result, or the status if it does not complete
}

// kept lists the runs of a kept database. The runs of a chain share one id.
var kept = []state{
	{"completed", reprise.Completed, false, "6"},
	{"failed", reprise.Failed, false, "failed"},
	{"cancelled", reprise.Cancelled, false, "cancelled"},
	{"terminated", reprise.Terminated, false, "terminated"},
	{"sleeping", reprise.Open, false, "sleeping awake"},
	{"waiting", reprise.Open, false, "waiting yes 6"},
	{"both", reprise.Open, false, "both too late"},
	{"unread", reprise.Open, false, "unread accepted 16"},
	{"requested", reprise.Open, false, "requested in tx 10"},
	{"begun-in-tx", reprise.Open, false, "begun-in-tx yes 6"},
	{"panicking", reprise.Open, true, "panicking is mended"},
	{"parent", reprise.Open, false, "2 and parent yes 6"},
	{"parent-child", reprise.Open, false, "parent yes 6"},
	{"chain", reprise.Open, false, "yes"},
	{"sender", reprise.Open, false, "sent to receiver"},
	{"receiver", reprise.Open, false, "receiver sent 8"},
	{"away", reprise.Open, false, "away from elsewhere"},
	{"retrying", reprise.Open, false, "retrying at last"},
	{"cart", reprise.Open, false, "cart yes 14"},
	{"paused", reprise.Open, true, "paused accepted 16"},
	{"reset", reprise.Open, false, "reset yes 6"},
	{"queued", reprise.Open, false, "again from elsewhere"},
	{"promised", reprise.Open, false, "promised early late"},
	{"pinned", reprise.Open, false, "pinned yes 6"},
	{"charged", reprise.Completed, false, "charged is charged"},
	{"job-done", reprise.Completed, false, "6"},
	{"job-waiting", reprise.Open, false, "job from elsewhere"},
	{"job-retrying", reprise.Open, false, "job at last"},
}

// answered lists the runs that still wait for a signal.
var answered = []string{"waiting", "begun-in-tx", "parent-child", "chain", "cart", "reset", "pinned"}

// Hourly is a schedule that is kept paused.
var Hourly = schedule.Define("hourly", schedule.Cron("5 * * * *", "Europe/Berlin"), Steps, 2, schedule.Policy{Overlap: schedule.BufferOne, Jitter: time.Minute})

// operator is who acts on kept runs.
var operator = reprise.By{Who: "operator", Why: "to be kept"}

// Begin starts count runs of each kind that two neighbours share, and waits until all of them
// wait for a signal.
func Begin(ctx context.Context, rt *reprise.Runtime, prefix string, count int) error {
	for i := range count {
		name := func(kind string) reprise.StartOption { return reprise.ID(fmt.Sprint(prefix, kind, i)) }
		_, errWaiter := reprise.Start(ctx, rt, Waiter, "w", name("waiter"))
		_, errParent := reprise.Start(ctx, rt, Parent, fmt.Sprint(prefix, "parent", i), name("parent"))
		_, errChain := reprise.Start(ctx, rt, Chain, 2, name("chain"))
		if err := errors.Join(errWaiter, errParent, errChain); err != nil {
			return err
		}
	}
	for _, id := range wanting(prefix, count) {
		if err := parked(ctx, rt, id); err != nil {
			return err
		}
	}
	return nil
}

// Finish signals the runs that Begin started, perhaps in another process, and compares the
// results.
func Finish(ctx context.Context, rt *reprise.Runtime, prefix string, count int) error {
	for _, id := range wanting(prefix, count) {
		if err := reprise.Signal(ctx, rt, id, Approve, "yes"); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
	}
	for i := range count {
		id := fmt.Sprint(prefix, "parent", i)
		err := errors.Join(
			returns(ctx, rt, fmt.Sprint(prefix, "waiter", i), "w yes 6"),
			returns(ctx, rt, id, fmt.Sprint("2 and ", id, " yes 6")),
			returns(ctx, rt, fmt.Sprint(prefix, "chain", i), "yes"),
		)
		if err != nil {
			return err
		}
	}
	return nil
}

func wanting(prefix string, count int) (ids []string) {
	for i := range count {
		ids = append(ids, fmt.Sprint(prefix, "waiter", i), fmt.Sprint(prefix, "parent", i, "-child"), fmt.Sprint(prefix, "chain", i))
	}
	return ids
}

// parked waits until the run with this id is open, parked, and not owned.
func parked(ctx context.Context, rt *reprise.Runtime, id string) error {
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		d, err := reprise.Describe(ctx, rt, id)
		switch {
		case errors.Is(err, reprise.ErrNotFound): // a child that has not started yet
		case err != nil:
			return fmt.Errorf("%s: %w", id, err)
		case d.Blocked != nil, d.Status == reprise.Open && d.Waiting != "":
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("%s does not come to rest, its status is %v and it waits for %q: %w", id, d.Status, d.Waiting, ctx.Err())
		}
	}
}

// returns compares the end of a run with want.
func returns(ctx context.Context, rt *reprise.Runtime, id, want string) error {
	end, err := reprise.WaitRun(ctx, rt, id)
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	got := end.Status.String()
	if end.Status == reprise.Completed {
		var v any
		if err := end.Result.Decode(&v); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		got = fmt.Sprint(v)
	}
	if got != want {
		return fmt.Errorf("%s: it ended with %q; want %q", id, got, want)
	}
	return nil
}
