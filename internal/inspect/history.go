package inspect

import (
	"encoding/json"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// Event is a line of run history. The kind decides which fields are set.
type Event struct {
	Seq  int64     `json:"seq"`
	Time time.Time `json:"time"` // of its task
	Kind string    `json:"kind"` // in words: started, activity scheduled, signal received, completed, ...
	Site string    `json:"site,omitempty"`

	Workflow    string            `json:"workflow,omitempty"`    // started
	WorkflowID  string            `json:"workflow_id,omitempty"` // started
	Build       string            `json:"build,omitempty"`       // started; repinned: absent where any may take it
	Level       int               `json:"level,omitempty"`       // started
	Begins      *time.Time        `json:"begins,omitempty"`      // started: later than that
	Within      string            `json:"within,omitempty"`      // started: how long after its beginning that is, where it had waited behind another run
	Deadline    *time.Time        `json:"deadline,omitempty"`    // started: when the time of the run is over; of a child, likewise
	Name        string            `json:"name,omitempty"`        // of an activity, signal, update or attribute
	Queue       string            `json:"queue,omitempty"`       // of an activity that names one; started: where it is not default
	Partition   string            `json:"partition,omitempty"`   // its key within its queue; started: of its activities
	Priority    *int              `json:"priority,omitempty"`    // of an activity that has its own
	Eager       bool              `json:"eager,omitempty"`       // an activity that begins without a row
	Policy      *Policy           `json:"policy,omitempty"`      // of an activity
	ReuseKey    string            `json:"reuse_key,omitempty"`   // of an activity: under which its result is kept
	KeepFor     float64           `json:"keep_for,omitempty"`    // the same: how long, in seconds
	ReusedFrom  string            `json:"reused_from,omitempty"` // activity completed: the run that the result was kept by
	ID          string            `json:"id,omitempty"`          // of a signal or update
	Activity    int64             `json:"activity,omitempty"`    // the number of the one that ended
	Attempt     int               `json:"attempt,omitempty"`
	Why         string            `json:"why,omitempty"`        // an attempt ended: failed, timed out, lost, handed over
	Who         string            `json:"who,omitempty"`        // paused, unpaused, retried now, reset: the operator; reason is why
	Activities  []int64           `json:"activities,omitempty"` // retried now: whose next attempts were to begin
	Timer       int64             `json:"timer,omitempty"`      // the number of the one that ended
	Due         *time.Time        `json:"due,omitempty"`
	Reason      string            `json:"reason,omitempty"`
	Headers     map[string]string `json:"headers,omitempty"`
	Payload     json.RawMessage   `json:"payload,omitempty"` // the input, the result, the answer, the signal's or the side effect's value
	Failure     *Failure          `json:"failure,omitempty"` // of what ended; of a result, that of the attempt before
	Tried       []Tried           `json:"tried,omitempty"`   // activity failed: the attempts before the last one that failed, 32 at most
	Undelivered []int64           `json:"undelivered,omitempty"`
	Chain       string            `json:"chain,omitempty"`      // of a run that goes on where another one has ended: the first run
	Previous    string            `json:"previous,omitempty"`   // the same: the run before
	Continued   int               `json:"continued,omitempty"`  // the same: how many were before
	Next        string            `json:"next,omitempty"`       // continued: the run that goes on; name is its workflow
	Handed      []int64           `json:"handed,omitempty"`     // continued: the signals and updates that it begins with
	Version     int               `json:"version,omitempty"`    // change marked: by which the run goes; name is the change
	Update      int64             `json:"update,omitempty"`     // the number of the one that was answered
	Rejected    bool              `json:"rejected,omitempty"`   // update ended: its validator refused it
	Promise     int64             `json:"promise,omitempty"`    // the number of the one that ended
	Token       string            `json:"token,omitempty"`      // of a promise that was made
	Child       int64             `json:"child,omitempty"`      // the number of the child that ended, or is asked to cancel
	Signal      int64             `json:"signal,omitempty"`     // the number of the signal to another run that was answered
	Run         string            `json:"run,omitempty"`        // of a child: that is started, or the last of its chain; reset: the run whose history was copied
	Detached    bool              `json:"detached,omitempty"`   // a child that has a life of its own
	Ended       string            `json:"ended,omitempty"`      // how a child did; absent: it was not started
	Parent      string            `json:"parent,omitempty"`     // started: the run that has started this one
	Attributes  map[string]any    `json:"attributes,omitempty"` // started: that it begins with, by name
	Value       any               `json:"value,omitempty"`      // attribute set: absent where it is taken away; name is its name
	Raw         []byte            `json:"raw,omitempty"`        // of a kind this version does not know
}

// Tried is an attempt that failed and was retried.
type Tried struct {
	Attempt int       `json:"attempt"`
	At      time.Time `json:"at"`
	Failure *Failure  `json:"failure"`
}

// Policy is an activity's policy, in seconds. An absent field means no limit.
type Policy struct {
	StartToClose     float64        `json:"start_to_close,omitempty"`
	ScheduleToClose  float64        `json:"schedule_to_close,omitempty"`
	HeartbeatTimeout float64        `json:"heartbeat_timeout,omitempty"`
	InitialInterval  float64        `json:"initial_interval,omitempty"`
	MaxInterval      float64        `json:"max_interval,omitempty"`
	Multiplier       float64        `json:"multiplier,omitempty"`
	MaxAttempts      int            `json:"max_attempts,omitempty"`
	NonRetryable     []failure.Code `json:"non_retryable,omitempty"`
	Transactional    bool           `json:"transactional,omitempty"`
}

// EventOf returns an event whose task has this time.
func (l *Look) EventOf(at time.Time, e history.Event) Event {
	j := Event{Seq: e.Seq, Time: at, Kind: e.Body.Kind().String(), Site: e.Site}
	switch b := e.Body.(type) {
	case *history.Started:
		j.Workflow, j.WorkflowID, j.Build, j.Level, j.Headers, j.Payload = b.Workflow, b.WorkflowID, b.Build, b.Level, b.Headers, l.value(b.Input)
		if b.Previous != (history.RunID{}) {
			j.Chain, j.Previous, j.Continued = b.Chain.String(), b.Previous.String(), b.Continued
		}
		j.Begins, j.Deadline, j.Queue, j.Partition, j.Attributes = timeOf(b.NotBefore), timeOf(b.Deadline), b.Queue, b.Partition, history.AttrValues(b.Attrs)
		if b.Within > 0 {
			j.Within = b.Within.String()
		}
		if b.Parent != (history.RunID{}) {
			j.Parent = b.Parent.String()
		}
	case *history.ChildStarted, *history.ChildCancelRequested, *history.ChildEnded, *history.SignalSent, *history.SignalAnswered:
		l.childEventOf(&j, b)
	case *history.ActivityScheduled:
		j.Name, j.Queue, j.Partition, j.Priority, j.Eager, j.Headers, j.Payload, j.Policy = b.Name, b.Queue, b.Partition, b.Priority, b.Eager, b.Headers, l.value(b.Input), policyOf(b.Policy)
		j.ReuseKey, j.KeepFor = b.Reuse, b.KeepFor.Seconds()
	case *history.ActivityCompleted:
		j.Activity, j.Attempt, j.Payload, j.Failure = b.Activity, b.Attempt, l.value(b.Result), l.Failure(b.Last)
		if b.Reused != (history.RunID{}) {
			j.ReusedFrom = b.Reused.String()
		}
	case *history.ActivityFailed:
		j.Activity, j.Attempt, j.Failure = b.Activity, b.Attempt, l.Failure(&b.Failure)
		for i := range b.Tried {
			t := &b.Tried[i]
			j.Tried = append(j.Tried, Tried{t.Attempt, t.At, l.Failure(&t.Failure)})
		}
	case *history.AttemptEnded:
		j.Activity, j.Attempt, j.Why, j.Failure = b.Activity, b.Attempt, string(b.Why), l.Failure(b.Failure)
	case *history.ActivityCancelRequested:
		j.Activity = b.Activity
	case *history.TimerStarted:
		j.Due = timeOf(b.FireAt)
	case *history.TimerFired:
		j.Timer = b.Timer
	case *history.TimerCancelled:
		j.Timer = b.Timer
	case *history.SignalReceived:
		j.Name, j.ID, j.Headers, j.Payload = b.Name, b.ID, b.Headers, l.value(b.Payload)
	case *history.UpdateReceived:
		j.Name, j.ID, j.Headers, j.Payload = b.Name, b.ID, b.Headers, l.value(b.Input)
	case *history.UpdateEnded:
		j.Update, j.Rejected, j.Payload, j.Failure = b.Update, b.Rejected, l.value(b.Result), l.Failure(b.Failure)
	case *history.PromiseMade:
		j.Due, j.Token = timeOf(b.Due), b.Token
	case *history.PromiseEnded:
		j.Promise, j.Payload, j.Failure = b.Promise, l.value(b.Result), l.Failure(b.Failure)
	case *history.PromiseCancelled:
		j.Promise = b.Promise
	case *history.SideEffectRecorded:
		j.Payload, j.Failure = l.value(b.Value), l.Failure(b.Failure)
	case *history.CancelRequested:
		j.Reason = b.Reason
	case *history.Steered:
		j.Who, j.Reason, j.Activities, j.Build = b.Who, b.Why, b.Activities, b.Build
		if b.Run != (history.RunID{}) {
			j.Run = b.Run.String()
		}
	case *history.RunTerminated:
		j.Reason = b.Reason
	case *history.RunCompleted:
		j.Payload, j.Undelivered = l.value(b.Result), b.Undelivered
	case *history.RunFailed:
		j.Failure, j.Undelivered = l.Failure(&b.Failure), b.Undelivered
	case *history.RunCancelled:
		j.Failure, j.Undelivered = l.Failure(&b.Failure), b.Undelivered
	case *history.RunContinued:
		j.Next, j.Name, j.Payload, j.Handed = b.Next.String(), b.Workflow, l.value(b.Input), b.Handed
	case *history.ChangeMarked:
		j.Name, j.Version = b.Change, b.Version
	case *history.AttributeSet:
		j.Name = b.Name
		j.Value, _ = b.Attr.Value()
	case *history.Unknown:
		j.Raw = b.Raw
	}
	if covered(l) {
		j.Headers, j.Raw = nil, nil
	}
	j.Token = l.token(j.Token)
	return j
}

// childEventOf fills in j for events about other runs.
func (l *Look) childEventOf(j *Event, body history.Body) {
	switch b := body.(type) {
	case *history.ChildStarted:
		j.Deadline, j.Detached = timeOf(b.Deadline), b.Detached
		j.Name, j.WorkflowID, j.Run, j.Queue, j.Headers, j.Payload = b.Workflow, b.WorkflowID, b.Run.String(), b.Queue, b.Headers, l.value(b.Input)
	case *history.ChildCancelRequested:
		j.Child, j.Reason = b.Child, b.Reason
	case *history.ChildEnded:
		j.Child, j.Payload, j.Failure = b.Child, l.value(b.Result), l.Failure(b.Failure)
		if b.Run != (history.RunID{}) {
			j.Run, j.Ended = b.Run.String(), b.How.String()
		}
	case *history.SignalSent:
		j.Name, j.WorkflowID, j.Headers, j.Payload = b.Name, b.WorkflowID, b.Headers, l.value(b.Payload)
	case *history.SignalAnswered:
		j.Signal, j.Failure = b.Signal, l.Failure(b.Failure)
	}
}

func policyOf(p history.Policy) *Policy {
	return &Policy{
		StartToClose: InSeconds(p.StartToClose), ScheduleToClose: InSeconds(p.ScheduleToClose), HeartbeatTimeout: InSeconds(p.HeartbeatTimeout),
		InitialInterval: InSeconds(p.InitialInterval), MaxInterval: InSeconds(p.MaxInterval), Multiplier: p.Multiplier,
		MaxAttempts: p.MaxAttempts, NonRetryable: p.NonRetryable, Transactional: p.Transactional,
	}
}
