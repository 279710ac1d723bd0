package history

import (
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"maps"
	"time"
)

// Problem is a rule that a history breaks.
type Problem struct {
	Seq  int64 // where it shows
	Rule string
	Text string
}

// The rules of a [Linter]. Stores check that a row's token is unique.
const (
	RuleDecode     = "decode"     // rows decode, and hold as many events as they say
	RuleKind       = "kind"       // kinds are known or skippable
	RuleSeq        = "seq"        // seqs follow one another from 1
	RuleFirst      = "first"      // the first event is started, and no other is
	RuleEnd        = "end"        // a closed run has one terminal event, and nothing after it
	RuleOrder      = "order"      // in a task, external events come before commands
	RuleCompletion = "completion" // an activity's end refers to an open activity; so does the only request to cancel it
	RuleAttempt    = "attempt"    // likewise the end of an attempt
	RuleTimer      = "timer"      // a timer ends once, and fires when it is due
	RuleNow        = "now"        // a run's time never decreases; a termination has a time of its own
	RuleSignal     = "signal"     // no signal id comes twice, not even in different runs of a chain
	RuleSealed     = "sealed"     // sealed texts are not also there in plain, and name their transforms
	RuleChild      = "child"      // the end of a child, a request to cancel it and an answer to a signal refer to an open one
	RuleUpdate     = "update"     // no update id comes twice, as for signals; an answer refers to an unanswered update
	RulePromise    = "promise"    // a promise has a token; its end refers to an open promise, by its token or when it is due
	RuleChain      = "chain"      // a run that continues another one names that one and the first
	RuleChange     = "change"     // a change is marked once, with a version
	RuleAttribute  = "attribute"  // an attribute has a name and a known type, and a run has no more than allowed
)

func (p Problem) String() string { return fmt.Sprintf("%d %s: %s", p.Seq, p.Rule, p.Text) }

// Linter checks one run's history, row after row. It remembers what is open, and 8 bytes for each
// signal. It is not safe for concurrent use.
type Linter struct {
	next     int64 // seq of the next row
	blind    bool  // a row is missing or unreadable: references to it cannot be judged
	ended    int64 // seq of the terminal event
	now      time.Time
	openTask bool // the last row was Open

	activities map[int64]bool      // open ones; true: it has a row
	cancelled  map[int64]bool      // those of them that were asked to end
	reuses     map[int64]bool      // those of them that may end with a kept result
	timers     map[int64]time.Time // open ones, and when they are due
	sent       map[int64]*sent     // open children, and signals to others
	signals    map[uint64]struct{} // hashes of ids
	ids        map[uint64]struct{} // likewise for updates; nil: none
	updates    map[int64]struct{}  // unanswered ones; nil: none
	promises   map[int64]promise   // open ones; nil: none
	changes    map[string]bool     // marked changes; nil: none
	attrs      map[string]bool     // the run's attributes; nil: it has had none
	seed       maphash.Seed
	task       lintTask
	problems   []Problem // of the row
}

// sent is a child, or a signal to another run, that is unanswered.
type sent struct {
	signal    bool
	cancelled bool
}

// terminates reports whether a termination has written the row.
func terminates(events []Event) bool {
	return len(events) > 0 && events[0].Body.Kind() == KindRunTerminated
}

// lintTask is what a Linter knows of the current task.
type lintTask struct {
	commands bool
	ended    map[int64]bool // activities and timers that an external event has ended
	fired    []firedTimer
}

type firedTimer struct {
	seq, timer int64
	due        time.Time
}

// NewLinter returns a Linter for a run whose history begins with the next row.
func NewLinter() *Linter {
	return &Linter{
		next: 1, activities: map[int64]bool{}, cancelled: map[int64]bool{}, reuses: map[int64]bool{}, timers: map[int64]time.Time{}, sent: map[int64]*sent{},
		signals: map[uint64]struct{}{}, seed: maphash.MakeSeed(),
	}
}

// Row checks the next row, as its store has it, and returns its problems.
func (l *Linter) Row(seq int64, n int, data []byte) []Problem {
	l.problems = nil
	if seq != l.next {
		l.report(seq, RuleSeq, "the row begins at %d, want %d", seq, l.next)
		l.blind = true
	}
	l.next = seq + int64(max(n, 0))
	header, events, err := DecodeRow(data, seq, n)
	if err != nil {
		rule := RuleDecode
		if kind := (*UnknownKindError)(nil); errors.As(err, &kind) {
			rule = RuleKind
		}
		l.report(seq, rule, "%v", err)
		l.blind = true
		return l.problems
	}
	if header.Now.Before(l.now) && !terminates(events) {
		l.report(seq, RuleNow, "the row's time is %v, the one before it had %v", stamp(header.Now), stamp(l.now))
	} else {
		l.now = header.Now
	}
	for i := range events {
		l.event(&events[i])
	}
	l.openTask = header.Open
	if !header.Open {
		l.endTask(header.Now)
	}
	return l.problems
}

// End checks what shows only after the last row. open says whether the run is open.
func (l *Linter) End(open bool) []Problem {
	l.problems = nil
	last := l.next - 1
	switch {
	case l.next == 1:
		l.report(0, RuleFirst, "the history is empty")
	case l.blind:
	case open && l.ended != 0:
		l.report(last, RuleEnd, "the run is open, but event %d ended it", l.ended)
	case !open && l.ended == 0:
		l.report(last, RuleEnd, "the run is closed, but no event ended it")
	case !open && l.openTask:
		l.report(last, RuleEnd, "the run is closed, but its last task goes on in another row")
	}
	return l.problems
}

// Unfinished is what a history has begun and not ended, by the seq of the event that began it. For each
// timer, including those of promises, and for each activity with a row, the store must have one, or its
// end in the run's inbox.
type Unfinished struct {
	Timers     map[int64]time.Time // when they are due
	Activities map[int64]bool      // false: it is eager and has no row; the run's owner runs it
}

// Unfinished returns what the rows so far leave open. known is false if a row is missing or unreadable.
func (l *Linter) Unfinished() (open Unfinished, known bool) {
	open = Unfinished{Timers: maps.Clone(l.timers), Activities: maps.Clone(l.activities)}
	for seq, p := range l.promises {
		if !p.due.IsZero() {
			open.Timers[seq] = p.due
		}
	}
	return open, !l.blind
}

// Lint checks a whole history: rows by the seq of their first event, of a run that is open or not.
func Lint(rows iter.Seq2[int64, EncodedRow], open bool) []Problem {
	l := NewLinter()
	var problems []Problem
	for seq, row := range rows {
		problems = append(problems, l.Row(seq, row.N, row.Data)...)
	}
	return append(problems, l.End(open)...)
}

func (l *Linter) report(seq int64, rule, format string, args ...any) {
	l.problems = append(l.problems, Problem{Seq: seq, Rule: rule, Text: fmt.Sprintf(format, args...)})
}

func stamp(t time.Time) string { return t.Format(time.RFC3339Nano) }
