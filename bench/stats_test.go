package main

import (
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i) // from 100 down to 1
	}
	for _, test := range []struct {
		all  []time.Duration
		p    float64
		want time.Duration
	}{
		{nil, 50, 0},
		{[]time.Duration{7}, 50, 7},
		{[]time.Duration{7}, 99, 7},
		{[]time.Duration{3, 1, 2}, 50, 2},
		{[]time.Duration{4, 3, 1, 2}, 50, 2},
		{hundred, 0, 1},
		{hundred, 50, 50},
		{hundred, 99, 99},
		{hundred, 99.5, 100},
		{hundred, 100, 100},
	} {
		if got := percentile(test.all, test.p); got != test.want {
			t.Errorf("percentile %v of %d: %v, want %v", test.p, len(test.all), got, test.want)
		}
	}
	if hundred[0] != 100 {
		t.Error("percentile has sorted what it was given")
	}
}

func TestGrowthComparesTheLastStepsWithEarlyOnes(t *testing.T) {
	gaps := make([]time.Duration, 1999)
	for i := range gaps {
		switch {
		case i < 20:
			gaps[i] = time.Second // a run that has just begun
		case i < 420:
			gaps[i] = 2 * time.Millisecond
		case i < 1599:
			gaps[i] = 3 * time.Millisecond
		default:
			gaps[i] = 5 * time.Millisecond
		}
	}
	if l := growth(gaps, 400); l.Value != 5 || l.Limit != 2 || l.Ratio != 2.5 || l.P99 != 5 {
		t.Errorf("got %+v", l)
	}
	if l := growth(gaps[:1], 1); l.Value != 1000 || l.Ratio != 1 {
		t.Errorf("of one step: %+v", l)
	}
}
