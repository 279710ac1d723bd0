package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// withLimits returns a bench whose machine has these limits, one after another.
func withLimits(perSecond ...float64) (*bench, *bytes.Buffer) {
	var warn bytes.Buffer
	return &bench{settings: settings{tries: 5}, warn: &warn, backend: &fakeMachine{limits: perSecond}}, &warn
}

// fakeMachine is a backend that knows only its rate.
type fakeMachine struct {
	backend
	limits []float64
}

func (f *fakeMachine) rate(context.Context, time.Duration) (float64, error) {
	if len(f.limits) == 0 {
		return 0, errors.New("no limit left")
	}
	l := f.limits[0]
	f.limits = f.limits[1:]
	return l, nil
}

// figures returns lines with the values 100, 200, ..., one for each call.
func figures() func(context.Context) ([]line, error) {
	value := 0.0
	return func(context.Context) ([]line, error) {
		value += 100
		return []line{{Value: value}}, nil
	}
}

func TestAFigureCountsWithThePairOfLimitsAroundIt(t *testing.T) {
	for _, test := range []struct {
		name         string
		limits       []float64
		value, limit float64
		warns        string
	}{
		{"they agree", []float64{1000, 1100}, 100, 1050, ""},
		{"just enough", []float64{1000, 1150}, 100, 1075, ""},
		{"a second try", []float64{1000, 1151, 900, 900}, 200, 900, "15 % apart: measuring again"},
		{"falling", []float64{1000, 500, 1000, 1000}, 200, 1000, "100 % apart"},
		{"never", []float64{10, 20, 10, 30, 10, 15, 10, 40, 10, 50}, 300, 12.5, "of 5 pairs of limits the closest were 50 % apart"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, warn := withLimits(test.limits...)
			lines, err := b.limited(t.Context(), backend.rate, figures())
			if err != nil {
				t.Fatal(err)
			}
			want := line{Value: test.value}.against(test.limit)
			if len(lines) != 1 || lines[0] != want {
				t.Errorf("got %+v, want %+v", lines, want)
			}
			if got := warn.String(); !strings.Contains(got, test.warns) || test.warns == "" && got != "" {
				t.Errorf("warned %q, want %q", got, test.warns)
			}
		})
	}
}

func TestALimitThatCannotBeMeasuredIsAnError(t *testing.T) {
	for _, limits := range [][]float64{{}, {1000}} {
		b, _ := withLimits(limits...)
		if _, err := b.limited(t.Context(), backend.rate, figures()); err == nil || !strings.Contains(err.Error(), "no limit left") {
			t.Errorf("after %d limits: %v", len(limits), err)
		}
	}
}

func TestTheLimitOfSQLiteIsThatOfDurableTransactions(t *testing.T) {
	rate, each, err := sqliteLimit(t.Context(), t.TempDir(), 20*time.Millisecond, rowBytes)
	if err != nil {
		t.Fatal(err)
	}
	if rate <= 0 || each <= 0 {
		t.Errorf("there are %v in a second, and one takes %v", rate, each)
	}
}
