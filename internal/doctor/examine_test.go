package doctor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

func TestASoundStoreHasNoFinding(t *testing.T) {
	f := sound(t)
	r, findings := examine(t, f, doctor.Options{})
	for _, x := range findings {
		t.Error(show(x))
	}
	if !r.Sound() || r.Runs != 3 || r.Rows != 10 || r.Events != 14 || r.Bytes == 0 || r.Workers != 1 {
		t.Errorf("the report is %+v", r)
	}
	if f.late != doctor.DefaultLate {
		t.Errorf("the tables were checked for what is later than %v, want %v", f.late, doctor.DefaultLate)
	}
}

// Each case damages the run order-0, which is open, or order-1, which is closed. The
// other runs stay as they are and have no finding.
func TestDamageOfARunIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(open, closed *testRun)
		want   string // the beginning of each finding
	}{
		"a byte has flipped":        {func(r, _ *testRun) { r.rows[1].Data[7] ^= 1 }, "damage decode order-0/2: history: event 2 is corrupt"},
		"a row is cut off":          {func(r, _ *testRun) { r.rows[2].Data = r.rows[2].Data[:9] }, "damage decode order-0/3: "},
		"a row is empty":            {func(r, _ *testRun) { r.rows[2].Data = nil }, "damage decode order-0/3: "},
		"a row says too few events": {func(r, _ *testRun) { r.rows[2].N = 1 }, "damage decode order-0/3: | damage L2 order-0/4: its next event is 5, but the rows of its history end before 4"},
		"a row says less than none": {func(r, _ *testRun) { r.rows[2].N = -1 << 62 }, "damage decode order-0/3: | damage L2 order-0"},
		"a row is missing":          {func(r, _ *testRun) { r.rows = append(r.rows[:1:1], r.rows[2:]...) }, "damage L1 order-0/3: the row begins at 3, want 2"},
		"a row is there twice":      {func(r, _ *testRun) { r.rows = append(r.rows, r.rows[2]) }, "damage L1 order-0/3: the row begins at 3, want 5"},
		"the first row is missing":  {func(r, _ *testRun) { r.rows = r.rows[1:] }, "damage L1 order-0/2: "},
		"the last row is missing":   {func(r, _ *testRun) { r.rows = r.rows[:2] }, "damage L2 order-0/3: its next event is 5, but the rows of its history end before 3"},
		"all rows are missing":      {func(r, _ *testRun) { r.rows = nil }, "damage first order-0: the history is empty | damage L2 order-0/1: "},
		"the head is too low":       {func(r, _ *testRun) { r.NextSeq = 3 }, "damage L2 order-0/5: its next event is 3, but the rows of its history end before 5"},
		"another commit was last":   {func(r, _ *testRun) { r.LastCommit = uuid.New() }, "damage L2 order-0/4: its last commit is "},
		"history of another id":     {func(r, c *testRun) { r.rows[0].Data = c.rows[0].Data }, `damage state order-0/1: it runs workflow "fulfil", but its history is that of workflow "fulfil" with the workflow id "order-1"`},
		"of another workflow":       {func(r, _ *testRun) { r.Workflow = "refund" }, `damage state order-0/1: it runs workflow "refund"`},
		"open after its end":        {func(_, c *testRun) { c.Status, c.Closed = store.Open, time.Time{} }, "damage end order-1/6: the run is open, but event 6 ended it"},
		"closed before its end":     {func(r, _ *testRun) { r.Status, r.Closed = store.Completed, noon }, "damage end order-0/4: the run is closed, but no event ended it"},
		"closed in another way":     {func(_, c *testRun) { c.Status = store.Failed }, "damage state order-1/6: it is failed, but the last event of its history says completed"},
		"no such status":            {func(r, _ *testRun) { r.Status = 9 }, "damage state order-0: its status is 9, which does not exist | damage end order-0/4: "},
		"closed, but unread":        {func(_, c *testRun) { c.Unread = 2 }, "damage state order-1: it is completed, but 2 signals and cancel requests are unread"},
		"closed, but owned":         {func(_, c *testRun) { c.Owner = uuid.New() }, "damage state order-1: it is completed, but worker "},
		"closed, but blocked":       {func(_, c *testRun) { c.Blocked = &store.Block{Reason: "panic"} }, "damage state order-1: it is completed, but blocked (panic)"},
		"closed at no time":         {func(_, c *testRun) { c.Closed = time.Time{} }, "damage state order-1: it is completed, but has no time"},
		"open, but closed once":     {func(r, _ *testRun) { r.Closed = noon }, "damage state order-0: it is open, but has an end time, 2026-03-01T12:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			f := sound(t)
			c.damage(f.runs[0], f.runs[1])
			r, findings := examine(t, f, doctor.Options{})
			expect(t, findings, c.want)
			if r.Sound() || r.Runs != 3 {
				t.Errorf("the report is %+v", r)
			}
		})
	}
}

// What the rules of the Linter find is told with the run and the event.
func TestBrokenRulesOfAHistoryAreFound(t *testing.T) {
	for rule, bodies := range map[string][]history.Body{
		"damage first order-0/5":      {&history.Started{Workflow: "fulfil", WorkflowID: "order-0"}},
		"damage end order-0/6":        {&history.RunCompleted{}, &history.RunCompleted{}},
		"damage order order-0/6":      {&history.TimerStarted{}, &history.SignalReceived{Name: "a"}},
		"damage completion order-0/5": {&history.ActivityCompleted{Activity: 2, Attempt: 1}},
		"damage attempt order-0/5":    {&history.AttemptEnded{Activity: 2, Attempt: 1}},
		"damage timer order-0/5":      {&history.TimerFired{Timer: 4}},
		"damage signal order-0/6":     {&history.SignalReceived{Name: "a", ID: "1"}, &history.SignalReceived{Name: "a", ID: "1"}},
	} {
		f := sound(t)
		f.runs[0].add(t, 3, bodies...)
		_, findings := examine(t, f, doctor.Options{})
		if len(findings) == 0 || !strings.HasPrefix(show(findings[0]), rule+": ") {
			t.Errorf("%s: got %v", rule, findings)
		}
	}
	f := sound(t)
	f.runs[0].add(t, 1, &history.SignalReceived{Name: "a"})
	_, findings := examine(t, f, doctor.Options{})
	expect(t, findings, "damage now order-0/5: ")
}

// An event that only a newer version knows is no damage.
func TestAnEventOfANewerVersionIsNoted(t *testing.T) {
	f := sound(t)
	r0 := f.runs[0].add(t, 3, &history.Unknown{Number: 70})
	r0.rows[3].Data = mend(bytes.Replace(r0.rows[3].Data, []byte{1, 70}, []byte{1, 40}, 1))
	r, findings := examine(t, f, doctor.Options{})
	expect(t, findings, "note kind order-0/5: ")
	if !r.Sound() {
		t.Errorf("the report is %+v", r)
	}
}

func TestWhatTheTablesSayIsTold(t *testing.T) {
	f := sound(t)
	for _, c := range []store.CheckID{
		store.CheckWakeup, store.CheckOrphan, store.CheckOpen, store.CheckOwner, store.CheckOverdue, store.CheckToken, store.CheckIntegrity, store.CheckAttr,
	} {
		f.findings = append(f.findings, store.Finding{Check: c, WorkflowID: "order-2", Text: "text"})
	}
	r, findings := examine(t, f, doctor.Options{Late: time.Second})
	expect(t, findings, "damage L3 order-2: text | damage L4 order-2: text | damage L5 order-2: text | damage L6 order-2: text | "+
		"stuck L7 order-2: text | damage L8 order-2: text | damage integrity order-2: text | damage attribute order-2: text")
	if r.Damage != 7 || r.Stuck != 1 || r.Found["L4"] != 1 || f.late != time.Second {
		t.Errorf("the report is %+v, late %v", r, f.late)
	}
}

func TestQuickLeavesOutTheHistories(t *testing.T) {
	f := sound(t)
	f.runs[0].rows[1].Data[7] ^= 1
	f.runs[2].Blocked = &store.Block{Reason: "panic", Text: "out of paper"}
	r, findings := examine(t, f, doctor.Options{Quick: true})
	expect(t, findings, "stuck blocked order-2: panic: out of paper")
	if r.Runs != 3 || r.Rows != 0 {
		t.Errorf("the report is %+v", r)
	}
}

// A page that cannot be read must not keep the rest from being looked at.
func TestOnePartThatFailsDoesNotEndTheOthers(t *testing.T) {
	malformed := errors.New("database disk image is malformed")
	for _, part := range []string{"info", "workers", "run 2", "check"} {
		f := sound(t)
		f.broken[part] = malformed
		f.runs[0].NextSeq = 9
		f.findings = []store.Finding{{Check: store.CheckIntegrity, Text: "page 7"}}
		var got []string
		_, err := doctor.Examine(t.Context(), f, doctor.Options{}, func(f doctor.Finding) error {
			got = append(got, f.Check)
			return nil
		})
		if !errors.Is(err, malformed) || len(got) != 2 {
			t.Errorf("%s: found %v, %v", part, got, err)
		}
	}
}

// Rows that cannot be read are not taken for rows that are not there.
func TestAHistoryThatCannotBeReadHasNoEnd(t *testing.T) {
	f := sound(t)
	last := f.runs[2]
	whole := last.read
	last.read = func(yield func(store.Row) bool) {
		whole(func(r store.Row) bool { return yield(r) && false })
	}
	f.broken["scan"] = errors.New("page 7 cannot be read")
	_, err := doctor.Examine(t.Context(), f, doctor.Options{}, func(f doctor.Finding) error {
		t.Error(show(f))
		return nil
	})
	if !errors.Is(err, f.broken["scan"]) {
		t.Error(err)
	}
}

func TestExamineEndsWhenItIsTold(t *testing.T) {
	enough := errors.New("enough")
	f := sound(t)
	for i := range f.runs {
		f.runs[i].NextSeq = 9
	}
	n := 0
	_, err := doctor.Examine(t.Context(), f, doctor.Options{}, func(doctor.Finding) error { n++; return enough })
	if !errors.Is(err, enough) || n != 1 {
		t.Errorf("after %d findings: %v, want the error of the first", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := doctor.Examine(ctx, sound(t), doctor.Options{}, nil); !errors.Is(err, context.Canceled) || r.Runs != 0 {
		t.Errorf("with a context that has ended: %v and %d runs", err, r.Runs)
	}
}

func TestAStoreThatCannotBeLookedOver(t *testing.T) {
	type plain struct{ store.Store }
	if _, err := doctor.Examine(t.Context(), plain{}, doctor.Options{}, nil); err == nil || !strings.Contains(err.Error(), "store.Inspector") {
		t.Error(err)
	}
}

func TestProgressIsTold(t *testing.T) {
	var told []string
	examine(t, sound(t), doctor.Options{Progress: func(part string, r doctor.Report) {
		told = append(told, fmt.Sprintf("%s %d", part, r.Runs))
	}})
	want := "describe the database 0, list the workers 0, read the runs 0, read the runs 1, read the runs 2, read the runs 3, check the tables 3, look again at what was unread 3, report 3"
	if got := strings.Join(told, ", "); got != want {
		t.Errorf("told %s\nwant %s", got, want)
	}
}

// expect compares findings with the beginnings of what they show, in order.
func expect(t *testing.T, got []doctor.Finding, want string) {
	t.Helper()
	beginnings := strings.Split(want, " | ")
	ok := len(got) == len(beginnings)
	for i := range got {
		ok = ok && strings.HasPrefix(show(got[i]), beginnings[i])
	}
	if !ok {
		t.Errorf("%d findings, want %q", len(got), want)
		for _, f := range got {
			t.Log(show(f))
		}
	}
}
