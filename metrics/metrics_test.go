package metrics_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/metrics"
	"github.com/reprise-run/reprise/store/memory"
)

// sums adds up what is recorded, by instrument and attributes, and counts the series.
type sums struct {
	of     map[string]float64
	series int
}

// Series implements metrics.Recorder.
func (s *sums) Series(i metrics.Instrument, attributes []string) func(float64) {
	if len(attributes) != len(i.Attributes) {
		panic(fmt.Sprintf("%s: %d attributes, want %d", i.Name, len(attributes), len(i.Attributes)))
	}
	s.series++
	key := strings.Join(append([]string{i.Name}, attributes...), " ")
	return func(v float64) { s.of[key] += v }
}

// A Recorder of your own takes the values anywhere.
func Example() {
	to := &sums{of: map[string]float64{}}
	m := metrics.New(to)
	cfg := m.Config(reprise.Config{}) // for reprise.New
	for range 3 {
		cfg.Observer.RunClosed(reprise.RunClosed{Workflow: "order", Status: reprise.Completed, Closed: time.Unix(2, 0), Started: time.Unix(1, 0)})
	}
	fmt.Println(to.of["reprise.run.duration order completed "], "s in", to.series, "series")
	// Output:
	// 3 s in 1 series
}

func TestTheStoreIsAskedAtMostEveryTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		var refuse error
		m := metrics.New(&sums{of: map[string]float64{}})
		rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler), Intercept: []reprise.Interceptor{{
			Name: "count", Client: func(next reprise.ClientHandler) reprise.ClientHandler {
				return func(ctx context.Context, r *reprise.Request) error {
					if r.Verb == "list queues" {
						if asked++; refuse != nil {
							return refuse
						}
					}
					return next(ctx, r)
				}
			},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		read := func() (names []string, err error) {
			err = m.Read(t.Context(), func(of metrics.Instrument, _ []string, _ float64) { names = append(names, of.Name) })
			return names, err
		}
		if names, err := read(); err != nil || names != nil {
			t.Errorf("before there is a Runtime: %q, %v", names, err)
		}
		m.Watch(rt)
		for range 5 {
			names, err := read()
			if err != nil || !slices.Contains(names, "reprise.store.run.open") || !slices.Contains(names, "reprise.worker.abandoned") {
				t.Errorf("it reads %q, %v", names, err)
			}
		}
		if asked != 1 {
			t.Errorf("the store was asked %d times at once", asked)
		}
		<-time.NewTimer(10 * time.Second).C
		refuse = errors.New("away")
		for i := range 2 {
			names, err := read()
			if got := errors.Is(err, refuse); got != (i == 0) || slices.Contains(names, "reprise.store.run.open") || !slices.Contains(names, "reprise.worker.abandoned") {
				t.Errorf("a store that is away: %q, %v", names, err)
			}
		}
		if asked != 2 {
			t.Errorf("the store was asked %d times, want 2", asked)
		}
	})
}

// Names and codes are whatever somebody calls something: they are text, and there are not ever more of them.
func TestAttributesAreTextAndHaveABound(t *testing.T) {
	to := &sums{of: map[string]float64{}}
	o := metrics.New(to).Observer()
	for range 2 {
		o.ActivityEnded(reprise.ActivityEnded{Activity: "charge", Queue: "default", End: reprise.AttemptRetried, Took: time.Second, Err: failure.New("\xff", "broken")})
	}
	if got := to.of["reprise.activity.attempt.duration charge default "+string(reprise.AttemptRetried)+" \uFFFD"]; got != 2 {
		t.Errorf("a code that is no text is told as %v", to.of)
	}
	to.series = 0
	for range 2 {
		for i := range 1500 {
			o.RunBlocked(reprise.RunBlocked{Workflow: fmt.Sprint("order-", i), Reason: "panic"})
		}
	}
	if got := to.of["reprise.run.blocked other other"]; got != 1000 || to.series != 1001 {
		t.Errorf("1,500 names have %d series, and %v of them are told as other", to.series, got)
	}
	if got := to.of["reprise.run.blocked order-7 panic"]; got != 2 {
		t.Errorf("one of the first is told as %v", got)
	}
}

type refused struct{}

func (refused) Error() string { return "refused" }

func TestTheTypeOfAnError(t *testing.T) {
	for want, err := range map[string]error{
		"":                     nil,
		"declined":             fmt.Errorf("charge: %w", failure.New("declined", "card 4711")),
		"terminated":           reprise.ErrTerminated,
		"metrics_test.refused": refused{},
	} {
		if got := metrics.ErrorType(err); got != want {
			t.Errorf("%v is %q, want %q", err, got, want)
		}
	}
}

func TestTheOutcomeOfAStart(t *testing.T) {
	for _, c := range []struct {
		existed bool
		err     error
		want    string
	}{
		{false, nil, "started"},
		{true, nil, "existed"},
		{true, fmt.Errorf("start: %w", reprise.ErrAlreadyStarted), "existed"},
		{false, errors.New("away"), "failed"},
	} {
		if got := metrics.StartOutcome(&reprise.Request{Existed: c.existed}, c.err); got != c.want {
			t.Errorf("%v, %v is %q, want %q", c.existed, c.err, got, c.want)
		}
	}
}

func TestTheInstruments(t *testing.T) {
	all := metrics.Instruments()
	names := map[string]bool{}
	for i, of := range all {
		switch {
		case names[of.Name]:
			t.Errorf("%s is there twice", of.Name)
		case !strings.HasPrefix(of.Name, "reprise.") || of.Unit == "" || !strings.HasSuffix(of.Text, "."):
			t.Errorf("%+v", of)
		case (of.Kind == metrics.Histogram) != slices.IsSorted(of.Buckets) && len(of.Buckets) > 0, of.Kind == metrics.Histogram && len(of.Buckets) < 2:
			t.Errorf("the buckets of %s are %v", of.Name, of.Buckets)
		case len(of.Attributes) > 4:
			t.Errorf("%s has %d attributes, and a series has room for 4", of.Name, len(of.Attributes))
		}
		names[of.Name] = true
		for k := range of.Attributes {
			of.Attributes[k] = "changed"
		}
		if a := metrics.Instruments()[i].Attributes; slices.Contains(a, "changed") {
			t.Errorf("whoever asks for %s can change it", of.Name)
		}
	}
}
