package audit

import (
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// Trace is the content of one history, as far as it could be read.
type Trace struct {
	Run       store.Run
	Input     load.Input
	Scheduled map[int64]scheduled
	Completed []completed
	Failed    []failed
	Fired     []fired
	Signals   []history.SignalReceived
	signalAt  []int64             // seqs of Signals
	Answers   map[string][]string // to updates, by update id
	asked     map[int64]string    // update ids, by seq
	made      map[int64]string    // tokens of promises, by seq
	Promised  map[string]string   // how each promise ended, by its token
	ends      []string            // how the promises ended, in the order in which they were made
	Cancels   int
	Sent      []string      // ids of signals sent to other runs
	Told      map[int64]int // how often it received the end of each child, by the seq of its start
	Result    *load.Result  // if the run completed
	Failure   *history.Failure
	Place     int         // number of earlier runs in its chain
	Next      store.RunID // the run that continues it; or zero
	Stepped   time.Time   // time of the first commit after the start; or zero

	Copied  []history.Copied  // if a reset started the run: the runs whose history it begins with
	Steered []history.Steered // operator actions since then
	Attrs   []history.Attr    // its attributes
	tenures []tenure          // of builds, oldest first
	now     time.Time         // of the task being read
}

// of reports whether the run has this id or begins with a copy of that run's history.
func (t *Trace) of(run string) bool {
	return t.Run.ID.String() == run || slices.ContainsFunc(t.Copied, func(c history.Copied) bool { return c.Run.String() == run })
}

// chunk reports whether the run is a part of a Map.
func (t *Trace) chunk() bool { return t.Run.Workflow == load.Chunk }

type (
	scheduled struct {
		name, label string
		queue       string
		key         string // idempotency key
		at          time.Time
		partition   string
		attempts    int // maximum; 0 is unlimited

		transactional bool
		copied        bool // another run scheduled it
	}
	completed struct {
		activity int64
		attempt  int
		reused   store.RunID // the run that kept the result; zero: not reused
		done     load.Done
	}
	failed struct {
		activity int64
		attempt  int
		kind     failure.Kind
		at       time.Time // of the task that recorded it
	}
	fired struct {
		seq int64
		due time.Time
	}
)

// read reads a history and checks each row on the way.
func read(run store.Run, rows []store.Row, codecs *history.Codecs) (*Trace, []Violation) {
	t := &Trace{Run: run, Scheduled: map[int64]scheduled{}, Told: map[int64]int{}, Answers: map[string][]string{}, asked: map[int64]string{}, made: map[int64]string{}, Promised: map[string]string{}}
	v := list{run: run}
	for _, p := range history.Lint(encoded(rows), run.Status == store.Open) {
		v.add(ruleOf(p.Rule), "%s", p)
	}
	due := map[int64]time.Time{}
	for _, row := range rows {
		h, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
		if err != nil {
			return t, v.all // the linter reports it
		}
		t.now = h.Now
		if t.Stepped.IsZero() && h.Now.After(run.Created) {
			t.Stepped = h.Now
		}
		for _, e := range events {
			if err := t.event(e, codecs, due); err != nil {
				v.add("I3", "event %d does not have what the load writes: %v", e.Seq, err)
			}
		}
		t.built(h, events)
	}
	return t, v.all
}

func (t *Trace) event(e history.Event, codecs *history.Codecs, due map[int64]time.Time) error {
	switch b := e.Body.(type) {
	case *history.Started:
		t.Place, t.Copied, t.Attrs = b.Continued, b.Copied, b.Attrs
		if t.chunk() {
			return nil
		}
		return codecs.Decode(b.Input, &t.Input)
	case *history.ActivityScheduled:
		var c load.Call
		err := codecs.Decode(b.Input, &c)
		by := t.origin(e.Seq)
		t.Scheduled[e.Seq] = scheduled{
			key: history.IdempotencyKey(by, e.Seq, b), name: b.Name, queue: b.Queue, label: c.Label, attempts: b.Policy.MaxAttempts,
			at: t.now, partition: c.Key,
			transactional: b.Policy.Transactional, copied: by != t.Run.ID,
		}
		return err
	case *history.ActivityCompleted:
		c := completed{activity: b.Activity, attempt: b.Attempt, reused: b.Reused}
		err := codecs.Decode(b.Result, &c.done)
		t.Completed = append(t.Completed, c)
		return err
	case *history.ActivityFailed:
		t.Failed = append(t.Failed, failed{b.Activity, b.Attempt, b.Failure.Kind, t.now})
	case *history.TimerStarted:
		due[e.Seq] = b.FireAt
	case *history.TimerFired:
		t.Fired = append(t.Fired, fired{e.Seq, due[b.Timer]})
	case *history.SignalReceived:
		t.Signals, t.signalAt = append(t.Signals, *b), append(t.signalAt, e.Seq)
	case *history.UpdateReceived: // an update counts as a signal, and has an answer
		t.Signals, t.signalAt = append(t.Signals, history.SignalReceived{Name: b.Name, ID: b.ID}), append(t.signalAt, e.Seq)
		t.asked[e.Seq] = b.ID
	case *history.UpdateEnded:
		var answer string
		err := codecs.Decode(b.Result, &answer)
		id := t.asked[b.Update]
		t.Answers[id] = append(t.Answers[id], answer)
		return err
	case *history.PromiseMade:
		t.made[e.Seq] = b.Token
	case *history.PromiseEnded:
		end := load.Late
		if b.Token != "" {
			if err := codecs.Decode(b.Result, &end); err != nil {
				return err
			}
		}
		t.Promised[t.made[b.Promise]] = end
		t.ends = append(t.ends, end)
	case *history.CancelRequested:
		t.Cancels++
	case *history.SignalSent:
		t.Sent = append(t.Sent, history.SignalID(t.Run.ID, e.Seq))
	case *history.ChildStarted:
		if !b.Detached {
			t.Told[e.Seq] += 0
		}
	case *history.ChildEnded:
		t.Told[b.Child]++
	case *history.Steered:
		if t.origin(e.Seq) == t.Run.ID {
			t.Steered = append(t.Steered, *b)
		}
	case *history.AttributeSet:
		t.Attrs = history.WithAttr(t.Attrs, b.Attr)
	case *history.RunCompleted:
		t.Result = new(load.Result)
		if t.chunk() {
			return nil
		}
		return codecs.Decode(b.Result, t.Result)
	case *history.RunContinued:
		t.Next = b.Next
		t.handOn(b.Handed)
	case *history.RunFailed:
		t.Failure = &b.Failure
	}
	return nil
}

// origin returns the run that first recorded this event.
func (t *Trace) origin(seq int64) store.RunID {
	return (&history.Started{Copied: t.Copied}).Origin(t.Run.ID, seq)
}

func encoded(rows []store.Row) iter.Seq2[int64, history.EncodedRow] {
	return func(yield func(int64, history.EncodedRow) bool) {
		for _, r := range rows {
			if !yield(r.Seq, history.EncodedRow{N: r.N, Data: r.Data}) {
				return
			}
		}
	}
}

// ruleOf returns the invariant behind a rule of the linter or the doctor.
func ruleOf(rule string) string {
	switch rule {
	case history.RuleCompletion, history.RuleAttempt:
		return "I3"
	case history.RuleTimer:
		return "I5"
	case history.RuleSignal, history.RuleUpdate, history.RulePromise:
		return "I4"
	case history.RuleEnd:
		return "I1"
	}
	return "I2"
}
