package workflow_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// The outside world of the examples.
var (
	charge = Charge.Bind(func(_ context.Context, c Card) (Receipt, error) {
		if c.Number == "stolen" {
			return Receipt{}, failure.New("declined", "card is stolen", failure.Permanent())
		}
		return Receipt{ID: "paid with " + c.Number}, nil
	})
	refund = Refund.Bind(func(_ context.Context, r Receipt) (int, error) { fmt.Println("refund:", r.ID); return 0, nil })
)

func Example() {
	order := workflow.New("order", func(ctx workflow.Context, in OrderInput) (Receipt, error) {
		ok, err := workflow.Receive(ctx, Approve, workflow.Within(24*time.Hour))
		if errors.Is(err, workflow.ErrTimeout) {
			return Receipt{ID: "nobody approved"}, nil
		}
		if err != nil || !ok.Yes {
			return Receipt{}, err
		}
		r, err := workflow.Execute(ctx, Charge, in.Card).Get(ctx)
		if failure.CodeOf(err) == "declined" {
			return Receipt{ID: "declined"}, nil
		}
		return r, err
	})

	yes := delivery(Approve, Approval{Yes: true})
	fmt.Println(play(order, OrderInput{Card{"4711"}}, charge, yes))
	fmt.Println(play(order, OrderInput{Card{"stolen"}}, charge, yes))
	fmt.Println(play(order, OrderInput{Card{"4711"}}, charge))
	// Output:
	// {paid with 4711} <nil>
	// {declined} <nil>
	// {nobody approved} <nil>
}

func ExampleDef_Bind() {
	order := workflow.Define[OrderInput, Receipt]("order") // import it anywhere
	binding := order.Bind(func(ctx workflow.Context, in OrderInput) (Receipt, error) {
		return workflow.Execute(ctx, Charge, in.Card).Get(ctx)
	})
	rt, err := reprise.New(memory.New(), reprise.Config{}, binding) // once, where the worker is made
	fmt.Println(rt != nil, err)
	// Output: true <nil>
}

func ExampleExecute() {
	b := workflow.New("two cards", func(ctx workflow.Context, _ int) (string, error) {
		first := workflow.Execute(ctx, Charge, Card{"4711"})
		second := workflow.Execute(ctx, Charge.With(func(p *activity.Policy) { p.StartToClose = time.Second }), Card{"stolen"})
		a, err := first.Get(ctx) // both activities run meanwhile
		if err != nil {
			return "", err
		}
		_, err = second.Get(ctx)
		return a.ID + ", " + string(failure.CodeOf(err)), nil
	})
	fmt.Println(play(b, 0, charge))
	// Output: paid with 4711, declined <nil>
}

func ExampleSleep() {
	b := workflow.New("remind", func(ctx workflow.Context, _ int) (string, error) {
		if err := workflow.Sleep(ctx, 30*24*time.Hour); err != nil {
			return "", err
		}
		return workflow.Now(ctx).Format(time.DateOnly), nil
	})
	fmt.Println(play(b, 0))
	// Output: 2026-03-31 <nil>
}

func ExampleNewTimer() {
	b := workflow.New("pace", func(ctx workflow.Context, _ int) (string, error) {
		notBefore := workflow.NewTimer(ctx, time.Hour)
		if _, err := workflow.Execute(ctx, Charge, Card{"4711"}).Get(ctx); err != nil {
			return "", err
		}
		due, err := notBefore.Get(ctx)
		return due.Format(time.TimeOnly), err
	})
	fmt.Println(play(b, 0, charge))
	// Output: 13:00:00 <nil>
}

func ExampleReceive() {
	Item := workflow.DefineSignal[string]("item")
	b := workflow.New("cart", func(ctx workflow.Context, _ int) (string, error) {
		var items []string
		for {
			item, err := workflow.Receive(ctx, Item, workflow.Within(time.Hour))
			if errors.Is(err, workflow.ErrTimeout) {
				return strings.Join(items, ", "), nil
			}
			if err != nil {
				return "", err
			}
			items = append(items, item)
		}
	})
	fmt.Println(play(b, 0, delivery(Item, "tea"), delivery(Item, "cup")))
	// Output: tea, cup <nil>
}

func ExampleSelect() {
	b := workflow.New("race", func(ctx workflow.Context, _ int) (string, error) {
		var how string
		_, err := workflow.Select(ctx,
			workflow.OnSignal(Approve, func(a Approval, err error) { how = fmt.Sprint("approved: ", a.Yes) }),
			workflow.On(workflow.Execute(ctx, Ship, 1), func(s string, err error) { how = s }),
			workflow.After(time.Hour, func() { how = "nobody came" }),
		)
		return how, err
	})
	fmt.Println(play(b, 0, delivery(Approve, Approval{Yes: true})))
	fmt.Println(play(b, 0, Ship))
	fmt.Println(play(b, 0))
	// Output:
	// approved: true <nil>
	// shipped 1 <nil>
	// nobody came <nil>
}

func ExampleGo() {
	b := workflow.New("parcels", func(ctx workflow.Context, n int) (string, error) {
		var parcels []workflow.Future[string]
		for i := range n {
			parcels = append(parcels, workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
				return workflow.Execute(ctx, Ship, i).Get(ctx)
			}))
		}
		var all []string
		for _, p := range parcels {
			s, err := p.Get(ctx)
			if err != nil {
				return "", err
			}
			all = append(all, s)
		}
		return strings.Join(all, ", "), nil
	})
	fmt.Println(play(b, 3, Ship))
	// Output: shipped 0, shipped 1, shipped 2 <nil>
}

func ExampleSideEffect() {
	b := workflow.New("configured", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.SideEffect(ctx, func() (int, error) {
			return 3, nil // read from somewhere, once
		})
	})
	fmt.Println(play(b, 0))
	// Output: 3 <nil>
}

func ExampleRand() {
	b := workflow.New("draw", func(ctx workflow.Context, _ int) (bool, error) {
		n := workflow.Rand(ctx).IntN(6)
		first, second := workflow.UUID(ctx), workflow.UUID(ctx)
		return n >= 0 && n < 6 && first != second, nil
	})
	fmt.Println(play(b, 0))
	// Output: true <nil>
}

func ExampleLogger() {
	b := workflow.New("talk", func(ctx workflow.Context, n int) (int, error) {
		workflow.Logger(ctx).Info("counting", "to", n)
		return n, nil
	})
	fmt.Println(play(b, 3))
	// Output:
	// level=INFO msg=counting workflow_id=order-42 workflow=talk to=3
	// 3 <nil>
}

func ExampleWithCancel() {
	b := workflow.New("first wins", func(ctx workflow.Context, _ int) (string, error) {
		inner, cancel := workflow.WithCancel(ctx)
		slow := workflow.NewTimer(inner, 24*time.Hour)
		r, err := workflow.Execute(ctx, Charge, Card{"4711"}).Get(ctx)
		cancel()
		_, late := slow.Get(ctx)
		return fmt.Sprint(r.ID, ", timer ", errors.Is(late, workflow.ErrCancelled)), err
	})
	fmt.Println(play(b, 0, charge))
	// Output: paid with 4711, timer true <nil>
}

// An activity that will have to be undone runs under WithoutCancel, too: it has ended
// before the undo begins.
func ExampleWithoutCancel() {
	b := workflow.New("saga", func(ctx workflow.Context, _ int) (string, error) {
		whole := workflow.WithoutCancel(ctx)
		r, err := workflow.Execute(whole, Charge, Card{"4711"}).Get(whole)
		if err != nil {
			return "", err
		}
		if err := workflow.Sleep(ctx, time.Hour); err != nil { // cancelled: ctx starts nothing any more
			if _, undo := workflow.Execute(whole, Refund, r).Get(whole); undo != nil {
				return "", undo
			}
			return "", err
		}
		return "done", nil
	})
	_, err := play(b, 0, charge, refund, &history.CancelRequested{Reason: "changed my mind"})
	fmt.Println(err)
	// Output:
	// refund: paid with 4711
	// cancelled: workflow: cancelled: changed my mind
}

func ExampleGetInfo() {
	b := workflow.New("who", func(ctx workflow.Context, _ int) (string, error) {
		info := workflow.GetInfo(ctx)
		return info.Workflow + " " + info.WorkflowID, nil
	})
	fmt.Println(play(b, 0))
	// Output: who order-42 <nil>
}

// Three items at most, two of them at a time; one may fail.
func ExampleMap() {
	length := activity.New("length", func(_ context.Context, word string) (int, error) {
		if word == "" {
			return 0, failure.New("empty", "no word", failure.Permanent())
		}
		return len(word), nil
	})
	b := workflow.New("lengths", func(ctx workflow.Context, words []string) (string, error) {
		r, err := workflow.Map(ctx, length, words, workflow.Concurrency(2), workflow.Tolerate(1))
		var all []string
		for i := range r.Len() {
			n, err := r.At(i)
			if err != nil {
				all = append(all, err.Error())
				continue
			}
			all = append(all, strconv.Itoa(n))
		}
		return strings.Join(all, ", "), err
	})
	fmt.Println(play(b, []string{"tea", "", "cocoa"}, length))
	// Output: 3, no word, 5 <nil>
}

// An activity for a tenant counts against the tenant's limits in the queue, and urgent
// activities come before it.
func ExampleForItems() {
	resize := activity.New("resize", func(_ context.Context, picture string) (int, error) { return len(picture), nil })
	b := workflow.New("resize-all", func(ctx workflow.Context, pictures []string) (int, error) {
		r, err := workflow.Map(ctx, resize, pictures, workflow.ForItems(workflow.Partition("tenant-7"), workflow.Priority(10)))
		return r.Len(), err
	})
	fmt.Println(play(b, []string{"a.png", "b.png"}, resize))
	// Output: 2 <nil>
}

// A tenant's calls run one after the other if the queue has PerPartition.Concurrency 1,
// urgent ones first.
func ExamplePartition() {
	call := activity.New("call", func(_ context.Context, order int) (string, error) { return fmt.Sprint("order ", order), nil }, activity.Policy{Queue: "provider"})
	sync := workflow.New("sync", func(ctx workflow.Context, order int) (string, error) {
		return workflow.Execute(ctx, call, order, workflow.Partition("tenant-7"), workflow.Priority(-1)).Get(ctx)
	})
	rt, err := reprise.New(memory.New(), reprise.Config{Queues: []reprise.Queue{
		{Name: "default"}, {Name: "provider", PerPartition: reprise.Limit{Concurrency: 1}},
	}}, sync, call)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer func() { _ = rt.Stop(ctx) }()
	run, err := reprise.Start(ctx, rt, sync, 7)
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output: order 7 <nil>
}
