package history_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
)

// lintRows checks rows as the history of an open or closed run.
func lintRows(t *testing.T, open bool, rows ...fixtureRow) []history.Problem {
	t.Helper()
	return history.Lint(func(yield func(int64, history.EncodedRow) bool) {
		for _, r := range encodeFixture(t, rows) {
			if !yield(r.seq, history.EncodedRow{N: r.n, Data: r.data}) {
				return
			}
		}
	}, open)
}

func rulesOf(problems []history.Problem) string {
	var rules []string
	for _, p := range problems {
		rules = append(rules, fmt.Sprintf("%d %s", p.Seq, p.Rule))
	}
	return strings.Join(rules, ", ")
}

func TestLintFindsNothingInAGoodHistory(t *testing.T) {
	for name, rows := range histories {
		for _, p := range lintRows(t, false, rows...) {
			t.Errorf("%s: %v", name, p)
		}
		if name == "history-many-rows" {
			rows = rows[:len(rows)-2] // one transaction writes a whole task
		}
		for n := 1; n < len(rows); n++ {
			for _, p := range lintRows(t, true, rows[:n]...) {
				t.Errorf("the first %d rows of %s, as an open run: %v", n, name, p)
			}
		}
	}
}

func TestLintFindsWhatIsWrong(t *testing.T) {
	start := row(open(header(0)), 1, &started)
	due := noon.Add(10 * time.Second)
	timer := &history.TimerStarted{FireAt: due}
	done := func(activity int64) history.Body {
		return &history.ActivityCompleted{Activity: activity, Attempt: 1}
	}
	failed := func(activity int64) history.Body {
		return &history.ActivityFailed{Activity: activity, Attempt: 1}
	}
	lost := func(activity int64) history.Body {
		return &history.AttemptEnded{Activity: activity, Attempt: 1, Why: history.WhyLost}
	}
	signal := &history.SignalReceived{Name: "a", ID: "1"}
	for name, c := range map[string]struct {
		rows []fixtureRow
		want string
	}{
		"not started":                   {[]fixtureRow{row(header(0), 1, signal)}, "1 first"},
		"started twice":                 {[]fixtureRow{start, row(header(0), 2, &started)}, "2 first"},
		"a row is missing":              {[]fixtureRow{start, row(header(0), 3, signal)}, "3 seq"},
		"a row overlaps":                {[]fixtureRow{start, row(header(0), 2, signal, &scheduled), row(header(0), 3, &scheduled)}, "3 seq"},
		"begins late":                   {[]fixtureRow{row(header(0), 2, signal)}, "2 seq"},
		"an event after the end":        {[]fixtureRow{start, row(header(0), 2, &history.RunCompleted{}), row(header(0), 3, signal)}, "3 end, 3 end"},
		"two ends":                      {[]fixtureRow{start, row(header(0), 2, &history.RunCompleted{}, &history.RunFailed{})}, "3 end, 3 end"},
		"terminated after the end":      {[]fixtureRow{start, row(header(0), 2, &history.RunCompleted{}), row(header(0), 3, &history.RunTerminated{})}, "3 end, 3 end"},
		"completed, never scheduled":    {[]fixtureRow{start, row(header(0), 2, done(7))}, "2 completion"},
		"completed before scheduled":    {[]fixtureRow{start, row(header(0), 2, done(3), &scheduled)}, "2 completion"},
		"completed twice":               {[]fixtureRow{start, row(header(0), 2, &scheduled), row(header(0), 3, done(2)), row(header(0), 4, done(2))}, "4 completion"},
		"completed twice in a task":     {[]fixtureRow{start, row(header(0), 2, &scheduled), row(header(0), 3, done(2), failed(2))}, "4 completion"},
		"asked to end twice":            {[]fixtureRow{start, row(header(0), 2, &scheduled, &history.ActivityCancelRequested{Activity: 2}, &history.ActivityCancelRequested{Activity: 2})}, "4 completion"},
		"cancelled after completed":     {[]fixtureRow{start, row(header(0), 2, &scheduled), row(header(0), 3, done(2)), row(header(0), 4, &history.ActivityCancelRequested{Activity: 2})}, "4 completion"},
		"cancelled twice":               {[]fixtureRow{start, row(header(0), 2, &scheduled), row(header(0), 3, done(2), &history.ActivityCancelRequested{Activity: 2}, &history.ActivityCancelRequested{Activity: 2})}, "5 completion"},
		"a timer completed":             {[]fixtureRow{start, row(header(0), 2, timer), row(header(0), 3, done(2))}, "3 completion"},
		"an attempt of no activity":     {[]fixtureRow{start, row(header(0), 2, lost(7))}, "2 attempt"},
		"an attempt after the end":      {[]fixtureRow{start, row(header(0), 2, &scheduled), row(header(0), 3, done(2), lost(2))}, "4 attempt"},
		"fired early":                   {[]fixtureRow{start, row(header(0), 2, timer), row(header(9), 3, &history.TimerFired{Timer: 2})}, "3 timer"},
		"fired early, known late":       {[]fixtureRow{start, row(header(0), 2, timer), row(open(header(9)), 3, &history.TimerFired{Timer: 2}), row(header(9), 4, signal)}, "3 timer"},
		"fired twice":                   {[]fixtureRow{start, row(header(0), 2, timer), row(header(10), 3, &history.TimerFired{Timer: 2}, &history.TimerFired{Timer: 2})}, "4 timer"},
		"fired after cancelled":         {[]fixtureRow{start, row(header(0), 2, timer, &history.TimerCancelled{Timer: 2}), row(header(10), 4, &history.TimerFired{Timer: 2})}, "4 timer"},
		"cancelled after fired":         {[]fixtureRow{start, row(header(0), 2, timer), row(header(10), 3, &history.TimerFired{Timer: 2}), row(header(10), 4, &history.TimerCancelled{Timer: 2})}, "4 timer"},
		"no such timer":                 {[]fixtureRow{start, row(header(0), 2, &history.TimerCancelled{Timer: 9})}, "2 timer"},
		"time goes back":                {[]fixtureRow{row(open(header(5)), 1, &started), row(header(4), 2, signal)}, "2 now"},
		"a change marked again":         {[]fixtureRow{start, row(header(0), 2, &history.ChangeMarked{Change: "a", Version: 1}), row(header(0), 3, &history.ChangeMarked{Change: "a", Version: 2})}, "3 change"},
		"a change without a version":    {[]fixtureRow{start, row(header(0), 2, &history.ChangeMarked{Change: "a"})}, "2 change"},
		"a signal id again":             {[]fixtureRow{start, row(header(0), 2, signal), row(header(0), 3, &history.SignalReceived{Name: "b", ID: "1"})}, "3 signal"},
		"a promise without a token":     {[]fixtureRow{start, row(header(0), 2, &history.PromiseMade{})}, "2 promise"},
		"a promise that ends twice":     {[]fixtureRow{start, row(header(0), 2, &history.PromiseMade{Token: "a"}), row(header(0), 3, &history.PromiseEnded{Promise: 2, Token: "a"}, &history.PromiseEnded{Promise: 2, Token: "a"})}, "4 promise"},
		"a promise by another's token":  {[]fixtureRow{start, row(header(0), 2, &history.PromiseMade{Token: "a"}), row(header(0), 3, &history.PromiseEnded{Promise: 2, Token: "b"})}, "3 promise"},
		"a promise that is never due":   {[]fixtureRow{start, row(header(0), 2, &history.PromiseMade{Token: "a"}), row(header(0), 3, &history.PromiseEnded{Promise: 2})}, "3 promise"},
		"a promise that is early":       {[]fixtureRow{start, row(header(0), 2, &history.PromiseMade{Token: "a", Due: due}), row(header(0), 3, &history.PromiseEnded{Promise: 2})}, "3 timer"},
		"no promise is cancelled":       {[]fixtureRow{start, row(header(0), 2, &history.PromiseCancelled{Promise: 9})}, "2 promise"},
		"a promise that is cancelled":   {[]fixtureRow{start, row(header(0), 2, &history.PromiseMade{Token: "a"}), row(header(0), 3, &history.PromiseCancelled{Promise: 2}), row(header(0), 4, &history.PromiseEnded{Promise: 2, Token: "a"})}, "4 promise"},
		"an update id again":            {[]fixtureRow{start, row(header(0), 2, &history.UpdateReceived{Name: "a", ID: "1"}), row(header(0), 3, &history.UpdateReceived{Name: "b", ID: "1"})}, "3 update"},
		"an update without an id":       {[]fixtureRow{start, row(header(0), 2, &history.UpdateReceived{Name: "a"})}, "2 update"},
		"answered twice":                {[]fixtureRow{start, row(header(0), 2, &history.UpdateReceived{Name: "a", ID: "1"}, &history.UpdateEnded{Update: 2}, &history.UpdateEnded{Update: 2})}, "4 update"},
		"an answer to nothing":          {[]fixtureRow{start, row(header(0), 2, &history.UpdateEnded{Update: 9})}, "2 update"},
		"an external event too late":    {[]fixtureRow{start, row(header(0), 2, &scheduled, signal)}, "3 order"},
		"the same, in the task's rows":  {[]fixtureRow{start, row(open(header(0)), 2, &scheduled), row(header(0), 3, signal)}, "3 order"},
		"what nobody can judge is left": {[]fixtureRow{start, row(header(0), 9, done(2), &history.TimerFired{Timer: 3}, lost(2))}, "9 seq"},
	} {
		problems := lintRows(t, !strings.Contains(name, "end"), c.rows...)
		problems = slices.DeleteFunc(problems, func(p history.Problem) bool { return strings.HasPrefix(p.Text, "the run is ") })
		if got := rulesOf(problems); got != c.want && !(c.want == "3 end, 3 end" && got == "3 end") {
			t.Errorf("%s: got %q, want %q\n%v", name, got, c.want, problems)
		}
	}
}

func TestLintAllowsWhatIsAllowed(t *testing.T) {
	start := row(open(header(0)), 1, &started)
	timer := &history.TimerStarted{FireAt: noon.Add(10 * time.Second)}
	for name, rows := range map[string][]fixtureRow{
		"signals without an id":               {start, row(header(0), 2, &history.SignalReceived{Name: "a"}, &history.SignalReceived{Name: "a"})},
		"a timer on time, by its task":        {start, row(header(0), 2, timer), row(open(header(9)), 3, &history.TimerFired{Timer: 2}), row(header(10), 4, &history.TimerStarted{FireAt: noon})},
		"an attempt, then the end, at once":   {start, row(header(0), 2, &scheduled), row(header(0), 3, &history.AttemptEnded{Activity: 2, Attempt: 1, Why: history.WhyLost}, &history.ActivityCompleted{Activity: 2, Attempt: 2})},
		"completed after it was asked to end": {start, row(header(0), 2, &scheduled, &history.ActivityCancelRequested{Activity: 2}), row(header(0), 4, &history.ActivityCompleted{Activity: 2})},
		"kinds that may be skipped anywhere":  {start, row(header(0), 2, &scheduled, &history.Unknown{Number: 99, Raw: []byte("x")})},
	} {
		for _, p := range lintRows(t, true, rows...) {
			t.Errorf("%s: %v", name, p)
		}
	}
}

func TestLintKnowsWhetherARunHasEnded(t *testing.T) {
	start := row(open(header(0)), 1, &started)
	ended := row(header(0), 2, &history.RunCompleted{})
	for name, c := range map[string]struct {
		open bool
		rows []fixtureRow
		want string
	}{
		"open and ended":         {true, []fixtureRow{start, ended}, "2 end"},
		"closed and not ended":   {false, []fixtureRow{start, row(header(0), 2, &scheduled)}, "2 end"},
		"closed inside a task":   {false, []fixtureRow{start, row(open(header(0)), 2, &history.RunCompleted{})}, "2 end"},
		"open, in its first row": {true, []fixtureRow{start}, ""},
		"nothing":                {true, nil, "0 first"},
	} {
		if got := rulesOf(lintRows(t, c.open, c.rows...)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// Unfinished returns what must have a row in the store, and what runs without one.
func TestLintKnowsWhatIsUnfinished(t *testing.T) {
	timer := &history.TimerStarted{FireAt: noon}
	start := row(header(0), 1, &started)
	begun := row(header(0), 2, &scheduled, &history.ActivityScheduled{Name: "ship"}, timer, timer)
	for name, c := range map[string]struct {
		rows []fixtureRow
		want string
	}{
		"nothing":                 {[]fixtureRow{start}, "timers [] activities map[] true"},
		"just begun":              {[]fixtureRow{start, begun}, "timers [4 5] activities map[2:false 3:true] true"},
		"an attempt was the last": {[]fixtureRow{start, begun, row(header(0), 6, &history.AttemptEnded{Activity: 2, Attempt: 1, Why: history.WhyLost})}, "timers [4 5] activities map[2:true 3:true] true"},
		"ended": {[]fixtureRow{start, begun, row(header(0), 6, &history.TimerFired{Timer: 4}, &history.ActivityFailed{Activity: 2},
			&history.ActivityCancelRequested{Activity: 3}, &history.TimerCancelled{Timer: 5})}, "timers [] activities map[3:true] true"},
		"of no activity":   {[]fixtureRow{start, row(header(0), 2, &history.AttemptEnded{Activity: 9, Attempt: 1})}, "timers [] activities map[] true"},
		"a row is missing": {[]fixtureRow{start, row(header(0), 3, timer)}, "timers [3] activities map[] false"},
	} {
		l := history.NewLinter()
		for _, r := range encodeFixture(t, c.rows) {
			l.Row(r.seq, r.n, r.data)
		}
		open, known := l.Unfinished()
		if got := fmt.Sprintf("timers %v activities %v %v", slices.Sorted(maps.Keys(open.Timers)), open.Activities, known); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		for timer, due := range open.Timers {
			if !due.Equal(noon) {
				t.Errorf("%s: timer %d is due at %v", name, timer, due)
			}
		}
	}
}

func TestLintReportsARowThatCannotBeRead(t *testing.T) {
	rows := encodeFixture(t, histories["history-order"])
	for rule, bad := range map[string][]byte{
		history.RuleDecode: rows[1].data[:20],
		history.RuleKind:   reframe(emptyHeader, body(40, "\x80")),
	} {
		l := history.NewLinter()
		var problems []history.Problem
		for i, r := range rows {
			data := r.data
			if i == 1 {
				data = bad
			}
			problems = append(problems, l.Row(r.seq, r.n, data)...)
		}
		problems = append(problems, l.End(false)...)
		if want := "2 " + rule; rulesOf(problems) != want {
			t.Errorf("got %v, want %s and nothing that follows from it", problems, want)
		}
	}
	l := history.NewLinter()
	if got := rulesOf(l.Row(1, 7, rows[0].data)); got != "1 decode" {
		t.Errorf("a wrong number of events: %s", got)
	}
}

// A production history is linted while it grows without end.
func TestLintRemembersOnlyWhatIsOpen(t *testing.T) {
	const n = 20000
	l := history.NewLinter()
	start := encodeFixture(t, []fixtureRow{row(open(header(0)), 1, &started)})[0]
	l.Row(start.seq, start.n, start.data)
	rows := make([]goldenRow, 0, n)
	rows = append(rows, encodeFixture(t, []fixtureRow{row(header(0), 2, &scheduled)})...)
	for i := int64(3); len(rows) < n; i += 2 {
		rows = append(rows, encodeFixture(t, []fixtureRow{row(header(0), i, &history.ActivityCompleted{Activity: i - 1, Attempt: 1}, &history.ActivityScheduled{Name: "a"})})...)
	}
	var problems []history.Problem
	before := live()
	for _, r := range rows {
		problems = append(problems, l.Row(r.seq, r.n, r.data)...)
	}
	if kept := live() - before; len(problems) > 0 || kept > 64<<10 {
		t.Errorf("%d rows leave %d bytes behind and %d problems", n, kept, len(problems))
	}
	if p := l.End(true); len(p) > 0 {
		t.Error(p)
	}
}

// encodedHeader returns the frame of a header whose time fits those of other rows.
func encodedHeader(t *testing.T) []byte {
	data := encodeFixture(t, []fixtureRow{row(header(1), 2, &history.CancelRequested{})})[0].data
	return data[8 : 8+binary.BigEndian.Uint32(data)]
}

// A linter has no keys, but finds values that should be sealed and are not.
func TestLintFindsWhatIsNotSealed(t *testing.T) {
	start := encodeFixture(t, []fixtureRow{row(header(0), 1, &started)})[0]
	for name, c := range map[string]struct{ body, want string }{
		"sealed":                    {"\x81\xa1^\x82\xa1e\xa9msgpack+x\xa1d\xc4\x01\xff", ""},
		"sealed and in plain":       {"\x82\xa1y\xa5plain\xa1^\x82\xa1e\xa9msgpack+x\xa1d\xc4\x01\xff", "2 sealed"},
		"sealed by nothing":         {"\x81\xa1^\x82\xa1e\xa7msgpack\xa1d\xc4\x01\xff", "2 sealed"},
		"sealed by something empty": {"\x81\xa1^\x82\xa1e\xaamsgpack++x\xa1d\xc4\x01\xff", "2 sealed"},
	} {
		l := history.NewLinter()
		problems := l.Row(1, 1, start.data)
		problems = append(problems, l.Row(2, 1, reframe(encodedHeader(t), body(history.KindCancelRequested, c.body)))...)
		if got := rulesOf(problems); got != c.want {
			t.Errorf("%s: %q, want %q\n%v", name, got, c.want, problems)
		}
	}
	p := cipher(1)
	p.Enc = "msgpack+"
	if got := rulesOf(lintRows(t, true, row(open(header(0)), 1, &history.Started{Workflow: "w", Input: p}))); got != "1 sealed" {
		t.Errorf("a payload encoded by nothing: %q", got)
	}
}
