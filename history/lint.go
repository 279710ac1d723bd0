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

// The rules of a [Linter]. That a row's token is unique is for its store to check.
const (
	RuleDecode     = "decode"     // rows decode, and hold as many events as they say
	RuleKind       = "kind"       // kinds are known or skippable
	RuleSeq        = "seq"        // seqs follow one another from 1
	RuleFirst      = "first"      // the first event is started, and no other
	RuleEnd        = "end"        // a closed run has one terminal event, and nothing after it
	RuleOrder      = "order"      // in a task, external events come before commands
	RuleCompletion = "completion" // an activity's end refers to an open activity; so does the one request to cancel it
	RuleAttempt    = "attempt"    // so does the end of an attempt
	RuleTimer      = "timer"      // a timer ends once, and fires when it is due
	RuleNow        = "now"        // a run's time never decreases; a termination is written beside it and has its own
	RuleSignal     = "signal"     // no signal id comes twice, in the runs of a chain either
	RuleSealed     = "sealed"     // texts that are sealed do not stand beside it in plain, and what is sealed says by what
	RuleChild      = "child"      // what ends a child, asks it to cancel or answers a signal refers to an open one
	RuleUpdate     = "update"     // no update id comes twice, as for signals; an answer refers to an update that has none
	RulePromise    = "promise"    // a promise has a token; what ends one refers to an open promise, by its token or when it is due
	RuleChain      = "chain"      // a run that goes on where another has ended names that one and the first
	RuleChange     = "change"     // a change is marked once, with a version
	RuleAttribute  = "attribute"  // an attribute has a name, a type that is known, and no more of them than a run may have
)

func (p Problem) String() string { return fmt.Sprintf("%d %s: %s", p.Seq, p.Rule, p.Text) }

// Linter checks one run's history, row after row. It remembers what is open, and 8
// bytes for each signal. It must not be used by several goroutines at once.
type Linter struct {
	next     int64 // seq of the next row
	blind    bool  // a row is missing or unreadable: what refers to it cannot be judged
	ended    int64 // seq of the terminal event
	now      time.Time
	openTask bool // the last row was Open

	activities map[int64]bool      // open ones; true: it has a row
	cancelled  map[int64]bool      // of these, those that are asked to end
	reuses     map[int64]bool      // of these, those that may end with a result that was kept
	timers     map[int64]time.Time // open ones and when they are due
	sent       map[int64]*sent     // open children, and signals to others
	signals    map[uint64]struct{} // hashes of ids
	ids        map[uint64]struct{} // the same of updates; nil: none
	updates    map[int64]struct{}  // those without an answer; nil: none
	promises   map[int64]promise   // open ones; nil: none
	changes    map[string]bool     // marked; nil: none is
	attrs      map[string]bool     // that the run has; nil: it had none
	seed       maphash.Seed
	task       lintTask
	problems   []Problem // of the row
}

// sent is a child or a signal to another run that nothing has answered.
type sent struct {
	signal    bool
	cancelled bool
}

// terminates reports whether a row is one that a termination has written.
func terminates(events []Event) bool {
	return len(events) > 0 && events[0].Body.Kind() == KindRunTerminated
}

// lintTask is what a Linter knows of the task it is in.
type lintTask struct {
	commands bool
	ended    map[int64]bool // activities and timers that something from outside ended
	fired    []firedTimer
}

type firedTimer struct {
	seq, timer int64
	due        time.Time
}

// NewLinter returns a Linter for a run of which it has seen nothing.
func NewLinter() *Linter {
	return &Linter{
		next: 1, activities: map[int64]bool{}, cancelled: map[int64]bool{}, reuses: map[int64]bool{}, timers: map[int64]time.Time{}, sent: map[int64]*sent{},
		signals: map[uint64]struct{}{}, seed: maphash.MakeSeed(),
	}
}

// Row checks the next row, as its store holds it, and returns what is wrong in it.
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

// End checks what only shows when the last row has been seen. Open says whether the
// run is open.
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

// Unfinished is what a history has begun and not ended, by the seq of the event that
// began it. For each timer, that of a promise included, and each activity that has a row, the store must hold one, or
// the end in the run's inbox.
type Unfinished struct {
	Timers     map[int64]time.Time // when they are due
	Activities map[int64]bool      // false: it is eager and has no row, whoever owns the run runs it
}

// Unfinished is what the rows so far leave open. Where one is missing or unreadable that
// is not known.
func (l *Linter) Unfinished() (open Unfinished, known bool) {
	open = Unfinished{Timers: maps.Clone(l.timers), Activities: maps.Clone(l.activities)}
	for seq, p := range l.promises {
		if !p.due.IsZero() {
			open.Timers[seq] = p.due
		}
	}
	return open, !l.blind
}

// Lint checks a whole history: rows by the seq of their first event, of a run that is
// open or not.
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
