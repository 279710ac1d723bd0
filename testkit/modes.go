package testkit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/gates"
)

// ReplayAlways runs the body of a test once, with a machine that replays the history before
// each workflow task: it catches code that issues different commands from one replay to the
// next. It does not catch use of a clock, because a whole replay sees the same time, nor what
// chance hides; [CrashEverywhere] finds more. The body makes its [Env] with New from the
// testing.TB that it is given.
func ReplayAlways(tb testing.TB, body func(testing.TB)) {
	tb.Helper()
	needsBody(tb, "ReplayAlways", body)
	tr := newTrial(&gates.Schedule{})
	tr.always = true
	tr.try(tb, body)
	tr.passOnSkip(tb)
	if tr.Failed() {
		tb.Errorf("testkit: with a replay before each task the test fails:\n%s", tr.story())
	} else if tr.idle() {
		tb.Errorf("testkit: nothing to replay: %s", howToBody)
	}
}

// needsBody refuses a mode without a body.
func needsBody(tb testing.TB, mode string, body func(testing.TB)) {
	tb.Helper()
	if body == nil {
		tb.Fatalf("testkit: %s needs the body of a test, not nil", mode)
	}
}

// maxFailures is after how many fatal crashes the mode stops.
const maxFailures = 5

// pointVariable names the environment variable that makes the worker of [CrashEverywhere] die at one
// point only ("7"), at those of a range ("100-200", "100-"), or at a number of random points ("~16").
const pointVariable = "REPRISE_POINT"

// sampleMark precedes the number of random points.
const sampleMark = "~"

// points returns the first and last point at which a worker should die, and how many of them to
// draw; 0: all.
func points(tb testing.TB) (first, last, drawn int) {
	tb.Helper()
	text := os.Getenv(pointVariable)
	if text == "" {
		return 1, math.MaxInt, 0
	}
	if n, sampled := strings.CutPrefix(text, sampleMark); sampled {
		drawn, err := strconv.Atoi(n)
		if err != nil || drawn < 2 {
			tb.Fatalf("testkit: %s=%q: after %s write how many points to draw, at least 2: the first and the last are among them", pointVariable, text, sampleMark)
		}
		return 1, math.MaxInt, drawn
	}
	from, to, several := strings.Cut(text, "-")
	first, err := strconv.Atoi(from)
	last = first
	switch {
	case several && to == "":
		last = math.MaxInt
	case several && err == nil:
		last, err = strconv.Atoi(to)
	}
	if err != nil || first < 1 || last < first {
		tb.Fatalf("testkit: %s=%q is not the number of a point, nor a range of them such as 100-200", pointVariable, text)
	}
	return first, last, 0
}

// draw returns n of the points from 1 to all, in order: the first, the last, and random others.
func draw(n, all int) []int {
	drawn := []int{1, all}
	for _, i := range rand.Perm(all - 2)[:n-2] {
		drawn = append(drawn, i+2)
	}
	slices.Sort(drawn)
	return drawn
}

// CrashEverywhere runs the body of a test once normally, and then again and again with a worker that
// dies: before and after each of its calls of the store, and at the beginning and end of each
// activity. Another worker takes over each time. The body must pass each time, and every run, whoever
// started it, must end as it did without a crash; no run may be missing, and none may be added. For
// runs without reprise.ID, whose ids are random, it compares how many runs of a workflow ended in
// which way. The test's log says which activities were called twice: these must be idempotent.
//
// The environment variable REPRISE_POINT makes the worker die at one point only, to repeat a failure;
// at those of a range ("100-200"), to split a long test; or at some random points ("~16"), including
// the first and the last, to be quick. CrashEverywhere logs how many points there are and its progress.
// If the time of the test binary (go test -timeout) would run out, it fails before that and says so.
func CrashEverywhere(tb testing.TB, body func(testing.TB)) {
	tb.Helper()
	needsBody(tb, "CrashEverywhere", body)
	crashEverywhere(tb, body, newProgress(tb, "crash points", 0, pointVariable+"=1-100 takes the first hundred"))
}

func crashEverywhere(tb testing.TB, body func(testing.TB), p *progress) {
	tb.Helper()
	base := newTrial(&gates.Schedule{})
	p.try(base, body)
	base.passOnSkip(tb)
	if base.Failed() {
		tb.Fatalf("testkit: without a crash the test fails:\n%s", base.story())
	}
	first, last, n := points(tb)
	var drawn []int // unless every point is taken
	p.done, p.all = 0, max(0, min(last, base.points)-first+1)
	if 0 < n && n < base.points {
		drawn, last, p.all = draw(n, base.points), base.points, n
		tb.Logf("testkit: %s=%s%d: some of %s are drawn: %v", pointVariable, sampleMark, n, count(base.points, "point"), drawn)
	}
	tb.Logf("testkit: %s at which a worker can die, about %v", count(p.all, "point"), (p.slowest * time.Duration(p.all)).Round(time.Millisecond))
	twice := make(map[string]int)
	failures, crashes := 0, 0
	for n = first; failures < maxFailures && n <= last; n++ {
		if drawn != nil && !slices.Contains(drawn, n) {
			continue
		}
		if n <= base.points && !p.next() {
			return
		}
		tr := newTrial(&gates.Schedule{})
		tr.at, tr.base = n, base
		p.try(tr, body)
		tr.passOnSkip(tb)
		if tr.died == "" && !tr.gone.Load() {
			break
		}
		crashes++
		for _, name := range slices.Sorted(maps.Keys(tr.calls)) {
			if tr.calls[name] > base.calls[name] {
				twice[name]++
			}
		}
		text, reason := tr.against()
		if text == "" {
			continue
		}
		// The first failure is reported in full. Most others are of the same kind.
		if failures++; failures > 1 {
			tb.Errorf("testkit: also with a crash %s (point %d): %s", tr.died, n, reason)
			continue
		}
		if !tr.gone.Load() && !tr.outer && !sameAgain(tb, base, body) {
			return
		}
		tb.Errorf("testkit: with a crash %s (point %d) the test fails. To run it again: %s\n%s", cmp.Or(tr.died, "that was to come"), n, again(tb, pointVariable, uint64(n)), text)
		if tr.gone.Load() || tr.outer {
			return
		}
	}
	if failures == maxFailures {
		tb.Logf("testkit: the crashes after point %d were not tried", n-1)
	}
	if crashes == 0 && first > 1 {
		tb.Errorf("testkit: %s=%d: the test has fewer points at which a worker can die", pointVariable, first)
		return
	}
	if crashes == 0 {
		tb.Errorf("testkit: no worker could die: %s", howToBody)
		return
	}
	var again []string
	for _, name := range slices.Sorted(maps.Keys(twice)) {
		again = append(again, fmt.Sprintf("%s at %d", name, twice[name]))
	}
	plural := "crashes"
	if crashes == 1 {
		plural = "crash"
	}
	tb.Logf("testkit: %d %s; called again after a crash: %s", crashes, plural, cmp.Or(strings.Join(again, ", "), "none"))
}

// sameAgain runs the body once more normally if a crash seems to make a difference. Its outcome
// must be the same as before, or the crash cannot be blamed.
func sameAgain(tb testing.TB, base *trial, body func(testing.TB)) bool {
	tb.Helper()
	again := newTrial(&gates.Schedule{})
	again.base = base
	again.try(tb, body)
	text, _ := again.against()
	if text != "" {
		tb.Errorf("testkit: without a crash the test passes, but it fails when it runs once more, without a crash: does its body keep state from one run to the next, or draw random values (see CompareBy)?\n%s", text)
	}
	return text == ""
}

// differs reports whether runs ended differently than in base.
func (tr *trial) differs() bool { return tr.base != nil && tr.found.compare(tr.base.found) != "" }

// against tells why a trial fails, or ends differently than its base; "" if neither. reason is
// one line of that.
func (tr *trial) against() (text, reason string) {
	if tr.gone.Load() {
		return tr.story(), "it takes too long"
	}
	text = tr.found.compare(tr.base.found)
	reason, _, _ = strings.Cut(text, ":\n")
	switch {
	case tr.Failed():
		text, reason = strings.TrimSuffix(tr.story()+"\n"+text, "\n"), cmp.Or(tr.reason, "it fails")
	case text != "":
		text += tr.story()
	}
	return text, strings.Join(strings.Fields(reason), " ")
}
