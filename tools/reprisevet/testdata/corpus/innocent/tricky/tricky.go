// Package tricky looks guilty and is not.
package tricky

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

type clock interface{ Now() time.Time }

type system struct{}

func (system) Now() time.Time { return time.Now() } // want Now:"RV001"

type options struct {
	clock  clock
	logger *slog.Logger
	now    func() time.Time
}

// A shop that has what its activities need.
type shop struct {
	options
	seen map[string]int
}

var charge = activity.Define[string, string]("charge")

func newShop() *shop { // want newShop:"RV001"
	return &shop{options: options{clock: system{}, logger: slog.New(slog.DiscardHandler), now: time.Now}}
}

func (s *shop) order(ctx workflow.Context, in string) (string, error) {
	if s.seen[in] > 0 {
		return "", nil
	}
	// Names of its own that are those of others.
	time := func() string { return "now" }
	go_ := map[string]func() string{"time": time}
	for _, k := range slices.Sorted(maps.Keys(go_)) {
		in += go_[k]()
	}
	s = newLocal(s)
	var e net.Error
	_, err := workflow.Execute(ctx, charge, in).Get(ctx)
	if errors.As(err, &e) && e.Timeout() {
		return "", context.DeadlineExceeded
	}
	workflow.Logger(ctx).With("order", in).Warn("failed", "error", err)
	return in, err
}

func newLocal(s *shop) *shop {
	c := *s
	return &c
}

func (s *shop) bindings() []workflow.Binding {
	return []workflow.Binding{workflow.Define[string, string]("order").Bind(s.order)}
}

// A literal for an activity stands in the workflow that executes it.
func inline(ctx workflow.Context, in string) (string, error) {
	local := activity.New("local", func(ctx context.Context, in string) (string, error) {
		return in + time.Now().String(), ctx.Err()
	})
	return workflow.Execute(ctx, local, in).Get(ctx)
}

// errorsOf collects errors in no order and joins them in one.
func errorsOf(ctx workflow.Context, m map[string]error) (string, error) {
	texts := []string{}
	for k, err := range m {
		if err == nil {
			continue
		}
		texts = append(texts, fmt.Sprintf("%s: %v", k, err))
	}
	slices.Sort(texts)
	lines := map[string][]string{}
	for k := range m {
		lines[k] = append(lines[k], k)
		lines[k] = append(lines[k], "end")
	}
	return strings.Join(texts, "\n"), nil
}

// nested maps are gone through in any order.
func nested(ctx workflow.Context, m map[string]map[string]int) (int, error) {
	n := 0
	flat := map[string]int{}
	for a, inner := range m {
		here := 0
		var names []string
		for b, v := range inner {
			n += v
			here += v
			flat[a+b] = v
			names = append(names, b)
		}
		slices.Sort(names)
		flat[strings.Join(names, ",")] = here
	}
	return n, nil
}

// A switch on what a map has, and a loop that continues.
func counts(ctx workflow.Context, m map[string]string) (ok bool, err error) {
	kinds := struct{ short, long int }{}
loop:
	for k, v := range m {
		switch {
		case len(k) < 3:
			kinds.short++
		case v == "":
			continue loop
		default:
			kinds.long += len(v)
		}
	}
	var latest time.Time
	for k := range m {
		if t, err := time.Parse(time.RFC3339, k); err == nil && t.After(latest) {
			latest = t
		}
	}
	return kinds.long > kinds.short, nil
}
