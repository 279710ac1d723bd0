package history

import (
	"time"

	"github.com/reprise-run/reprise/failure"
)

// Kind is the number of an event's kind in the log. Numbers never change. A reader of the log must know
// kinds below 64; it may skip kinds from 64 on.
type Kind uint8

// The kinds of the first encoding. 1 to 15 are external events, 16 to 47 are command events; 0 is never
// written. The kinds about promises are declared with them.
const (
	KindStarted                 Kind = 1
	KindActivityCompleted       Kind = 2
	KindActivityFailed          Kind = 3
	KindAttemptEnded            Kind = 4
	KindTimerFired              Kind = 5
	KindSignalReceived          Kind = 6
	KindCancelRequested         Kind = 7
	KindRunTerminated           Kind = 8
	KindChildEnded              Kind = 9
	KindSignalAnswered          Kind = 10
	KindUpdateReceived          Kind = 11
	KindActivityScheduled       Kind = 16
	KindActivityCancelRequested Kind = 17
	KindTimerStarted            Kind = 18
	KindTimerCancelled          Kind = 19
	KindSideEffectRecorded      Kind = 20
	KindRunCompleted            Kind = 21
	KindRunFailed               Kind = 22
	KindRunCancelled            Kind = 23
	KindRunContinued            Kind = 24
	KindChangeMarked            Kind = 28
	KindChildStarted            Kind = 25
	KindChildCancelRequested    Kind = 26
	KindSignalSent              Kind = 27
	KindUpdateEnded             Kind = 29
	KindAttributeSet            Kind = 30

	// KindTaskMarker is the only event of a task in which nothing else happened, because a row contains at
	// least one event. It is written as an Unknown without bytes.
	KindTaskMarker Kind = 64
	// What an operator did to the run: see [Steered].
	KindPaused     Kind = 65
	KindUnpaused   Kind = 66
	KindRetriedNow Kind = 67
	KindReset      Kind = 68
	KindRepinned   Kind = 69

	firstSkippable Kind = 64
)

// Event is one entry of a run's history.
type Event struct {
	Seq  int64  // 1, 2, 3, ... without a gap within a run
	Site string // where the workflow asked for it ("order.fulfil order.go:52"); only for command events
	Body Body
	// Sealed is what a transform made of the texts that [EncodeTexts] took from Body, encrypted; nil:
	// nothing is encrypted. An event with Sealed is written without those texts, and read without them
	// until [DecodeTexts] restores them.
	Sealed *Payload
}

// Body is the content of an event. Only the types of this package implement it.
type Body interface{ Kind() Kind }

// Command is the body of an event that the workflow asked for.
type Command interface {
	Body
	command()
}

// Terminal reports whether nothing may follow an event of this kind.
func (k Kind) Terminal() bool {
	return k == KindRunTerminated || k >= KindRunCompleted && k <= KindRunContinued
}

// Payload is an encoded value. Enc names the encoding as a chain, innermost first ("msgpack", "json",
// "msgpack+zstd+aesgcm"). An empty Enc with no Data is the absent value.
type Payload struct {
	Enc    string
	Data   []byte
	stored *Payload // see Stored
	more   *moreKeys
}

// StoredAs returns p with its stored form: what transforms have made of p. An event is written with the
// stored form of its payloads; with a zero stored, p itself is written.
func (p Payload) StoredAs(stored Payload) Payload {
	p.stored = nil
	if stored.Enc != "" {
		stored.stored, stored.more = nil, p.more
		p.stored = &stored
	}
	return p
}

// Stored returns the form in which p is written, and whether that differs from p.
func (p Payload) Stored() (stored Payload, other bool) {
	if p.stored == nil {
		return p, false
	}
	return *p.stored, true
}

// Headers travel with a payload: trace context, tenant, and the like.
type Headers map[string]string

// Failure is an error as the log contains it.
type Failure struct {
	Kind      failure.Kind `json:",omitempty"` // how the engine ended it; "" if the author's code failed
	Code      failure.Code // what a workflow branches on ("declined"); "" if the author gave none
	Message   string
	Stack     string   // of a panic
	Details   Payload  // optional, set by the author
	Cause     *Failure // the error it wraps
	Retryable bool
	codecs    *Codecs // to decode Details; not recorded
	more      *moreKeys
}

// Policy is an activity's policy at the time when the activity was scheduled. It is recorded so that a
// later change of the code does not change an open activity. A zero duration means "no limit" unless
// the field says otherwise.
type Policy struct {
	StartToClose     time.Duration // limit of one attempt
	ScheduleToClose  time.Duration // limit of all attempts and the waits between them
	HeartbeatTimeout time.Duration // longest time without a heartbeat in one attempt
	InitialInterval  time.Duration // wait before attempt 2
	MaxInterval      time.Duration
	Multiplier       float64
	MaxAttempts      int            // 0: unlimited
	NonRetryable     []failure.Code // failure codes that end the activity at once
	Transactional    bool           `json:",omitempty"` // the function's writes and the completion are one transaction
	more             *moreKeys
}

// Why says why an attempt ended without a result.
type Why string

// The reasons of an [AttemptEnded].
const (
	WhyFailed     Why = "failed"      // the function returned a retryable error or panicked
	WhyTimedOut   Why = "timed out"   // start-to-close or heartbeat
	WhyLost       Why = "lost"        // its worker died or was fenced
	WhyHandedOver Why = "handed over" // its worker stopped; the attempt is not consumed
)

// Limit is how long a run may take, together with the runs that continue it.
type Limit struct {
	Deadline time.Time     `json:",omitzero"` // when the run's time is over; zero: never
	Grace    time.Duration `json:",omitzero"` // how long it may clean up after that; negative: without limit
}

// Place says on which queue a run is, and its partition.
type Place struct {
	Queue     string `json:",omitzero"` // from which the run is claimed; "": default
	Partition string `json:",omitzero"` // for activities that name none; "": none
}

// External events.
type (
	// Started is the first event of every history.
	Started struct {
		Workflow   string // the definition's name
		WorkflowID string
		Input      Payload
		Headers    Headers
		Seed       [16]byte // Rand, UUID and child ids derive from it
		Level      int      // the engine's scheduling rules
		Build      string
		Place
		Times
		// For a run that continues another one; see [RunContinued].
		Chain     RunID    `json:",omitzero"` // the first run of the chain; zero: this one
		Previous  RunID    `json:",omitzero"` // the run that this one continues; zero: none
		Continued int      `json:",omitzero"` // how many runs of the chain came before this one
		Known     []string `json:",omitzero"` // ids of the newest signals that earlier runs have taken
		Updates   []string `json:",omitzero"` // likewise for updates
		// For a run that another one has started; see [ChildStarted]. The runs of a chain have the same
		// values.
		Parent    RunID `json:",omitzero"` // zero: no workflow has started it
		ParentSeq int64 `json:",omitzero"` // of its ChildStarted
		Depth     int   `json:",omitzero"` // how many ancestors it has
		// Attrs are the attributes that the run has from the start, in the order of names.
		Attrs []Attr `json:",omitzero"`
		// For a run that begins with a copy of another one's history: see [KindReset].
		Copied []Copied `json:",omitzero"`
		more   *moreKeys
	}
	// ActivityCompleted ends an activity with a result.
	ActivityCompleted struct {
		Activity int64 // seq of its ActivityScheduled
		Attempt  int
		Result   Payload
		Last     *Failure // of the previous attempt, if there was one
		Reused   RunID    `json:",omitzero"` // the run that kept this result; Attempt is then the last attempt made, or 0
		more     *moreKeys
	}
	// ActivityFailed ends an activity without a result: no attempt is left, or the failure is not
	// retryable.
	ActivityFailed struct {
		Activity int64
		Attempt  int // the last attempt made; 0: its time was over before the first
		Failure  Failure
		Tried    []Tried `json:",omitzero"` // earlier attempts, without those that were lost with a worker
		more     *moreKeys
	}
	// AttemptEnded says that an eager attempt ended without a result, and that from here on the activity
	// is a row of the activity table.
	AttemptEnded struct {
		Activity int64
		Attempt  int
		Why      Why
		Failure  *Failure
		Tried    []Tried `json:",omitzero"` // as in ActivityFailed; only in a row of the activity table
		more     *moreKeys
	}
	// TimerFired ends a timer.
	TimerFired struct {
		Timer int64
		more  *moreKeys
	}
	// SignalReceived has the id that the sender gave it; a run takes an id once.
	SignalReceived struct {
		Name    string
		ID      string
		Payload Payload
		Headers Headers
		more    *moreKeys
	}
	// CancelRequested asks the workflow to end itself.
	CancelRequested struct {
		Reason string
		more   *moreKeys
	}
	// ChildEnded ends a child: with the end of its chain, or because it was not started.
	ChildEnded struct {
		Child   int64 // seq of its ChildStarted
		Run     RunID // the last run of its chain; zero: none was started
		How     Kind  // the kind of the event that ended it; zero: none was started
		Result  Payload
		Failure *Failure // nil: it has completed
		more    *moreKeys
	}
	// SignalAnswered says what happened to a signal to another run.
	SignalAnswered struct {
		Signal  int64    // seq of its SignalSent
		Failure *Failure // nil: it was accepted
		more    *moreKeys
	}
	// UpdateReceived asks the workflow for something that it answers with an [UpdateEnded]. It has the id
	// that the sender gave it; a run takes an id once.
	UpdateReceived struct {
		Name    string
		ID      string
		Input   Payload
		Headers Headers
		more    *moreKeys
	}
	// Steered says that an operator did something to the run that the workflow does not see. Like that of
	// each event, its time is that of the task that took it in: a pause has the time at which the run
	// continued, as its unpause has.
	Steered struct {
		Did        Kind // [KindPaused], [KindUnpaused], [KindRetriedNow], [KindReset] or [KindRepinned]
		Who        string
		Why        string
		Activities []int64 // [KindRetriedNow]: seqs of the activities whose next attempts were to begin
		Run        RunID   // [KindReset]: the history before this event is this run's
		Build      string  `json:",omitempty"` // [KindRepinned]: the only build that may continue the run; "": any
		more       *moreKeys
	}
	// RunTerminated ends the run from outside; the workflow does not see it.
	RunTerminated struct {
		Reason string
		more   *moreKeys
	}
)

// Command events.
type (
	// ActivityScheduled asks for an activity. Its seq is the activity's number.
	ActivityScheduled struct {
		Name    string
		Queue   string // "" is the run's queue
		Input   Payload
		Headers Headers
		Policy  Policy
		Eager   bool // the owner runs attempt 1 without a row
		// Nonce is a random part of the idempotency key, because the seq may become another activity's; zero:
		// none.
		Nonce   int64
		Reuse   string        `json:",omitzero"` // the key under which its result is kept, or a kept one found; "": none
		KeepFor time.Duration `json:",omitzero"`
		// Partition is the key within its queue, "": none. Priority orders claims, nil: the run's.
		Partition string `json:",omitzero"`
		Priority  *int   `json:",omitzero"`
		// OfRun are the headers of the run. An activity's row has them for the worker that claims it;
		// histories do not have them.
		OfRun Headers `json:",omitzero"`
		more  *moreKeys
	}
	// ActivityCancelRequested says that the workflow cancels an activity. No further attempt begins, and a
	// running one is asked to end. The activity ends with one of the usual events: with the result of an
	// attempt that finished all the same, or as failed with the code [CodeCancelled], [CodeOutcomeUnknown]
	// or its attempt's own.
	ActivityCancelRequested struct {
		Activity int64
		more     *moreKeys
	}
	// TimerStarted asks for a wake-up at FireAt. Its seq is the timer's number.
	TimerStarted struct {
		FireAt time.Time
		more   *moreKeys
	}
	// TimerCancelled ends a timer that has not fired.
	TimerCancelled struct {
		Timer int64
		more  *moreKeys
	}
	// SideEffectRecorded contains the value that a SideEffect returned.
	SideEffectRecorded struct {
		Value   Payload
		Failure *Failure
		more    *moreKeys
	}
	// ChildStarted asks for a run of another workflow. Its seq is the child's number.
	ChildStarted struct {
		Workflow   string
		WorkflowID string
		Named      bool   // the author chose the workflow id; otherwise it is derived from Run
		Run        RunID  // the run to start
		Queue      string // "" is the run's queue
		Input      Payload
		Headers    Headers
		Detached   bool          // its end is not reported to its parent
		Deadline   time.Time     `json:",omitzero"` // as in Started
		Grace      time.Duration `json:",omitzero"`
		more       *moreKeys
	}
	// ChildCancelRequested says that the workflow cancels a child. The child still ends with a
	// [ChildEnded].
	ChildCancelRequested struct {
		Child  int64
		Reason string
		more   *moreKeys
	}
	// SignalSent asks for a signal to the run with a workflow id. A [SignalAnswered] says what happened to
	// it. Its ID is derived from the run's id and the seq.
	SignalSent struct {
		WorkflowID string
		Name       string
		Payload    Payload
		Headers    Headers
		more       *moreKeys
	}
	// UpdateEnded is the answer to an update. An update that a run has not answered when it ends is closed
	// or, if the run continues, passed to the next run.
	UpdateEnded struct {
		Update   int64 // seq of its UpdateReceived
		Result   Payload
		Failure  *Failure // nil: Result is the answer
		Rejected bool     // the validator refused it, and the handler was not called
		more     *moreKeys
	}
	// RunCompleted is the workflow's return value.
	RunCompleted struct {
		Result      Payload
		Undelivered []int64 // seqs of signals that the workflow never received
		more        *moreKeys
	}
	// RunFailed is the workflow's error.
	RunFailed struct {
		Failure     Failure
		Undelivered []int64
		more        *moreKeys
	}
	// RunCancelled is the end of a workflow that ended because of a CancelRequested.
	RunCancelled struct {
		Failure     Failure
		Undelivered []int64
		more        *moreKeys
	}
	// RunContinued is the end of a run that another one continues: continue-as-new.
	RunContinued struct {
		Next     RunID // the run that continues this one
		Workflow string
		Input    Payload
		Handed   []int64 // seqs of the signals that the workflow never received: the next run has them
		more     *moreKeys
	}
	// ChangeMarked says that the run uses this version of a change of its workflow's code. It is the only
	// command that the code may stop asking for.
	ChangeMarked struct {
		Change  string
		Version int // 1 or more
		more    *moreKeys
	}
	// AttributeSet sets or removes an attribute of the run.
	AttributeSet struct {
		Attr
		more *moreKeys
	}
	// Unknown is an event of a skippable kind that this version does not know. It is kept byte for byte.
	Unknown struct {
		Number Kind
		Raw    []byte
	}
)

// Kind implements [Body].
func (*Started) Kind() Kind                 { return KindStarted }
func (*ActivityCompleted) Kind() Kind       { return KindActivityCompleted }
func (*ActivityFailed) Kind() Kind          { return KindActivityFailed }
func (*AttemptEnded) Kind() Kind            { return KindAttemptEnded }
func (*TimerFired) Kind() Kind              { return KindTimerFired }
func (*SignalReceived) Kind() Kind          { return KindSignalReceived }
func (*CancelRequested) Kind() Kind         { return KindCancelRequested }
func (*RunTerminated) Kind() Kind           { return KindRunTerminated }
func (*ActivityScheduled) Kind() Kind       { return KindActivityScheduled }
func (*ActivityCancelRequested) Kind() Kind { return KindActivityCancelRequested }
func (*TimerStarted) Kind() Kind            { return KindTimerStarted }
func (*TimerCancelled) Kind() Kind          { return KindTimerCancelled }
func (*SideEffectRecorded) Kind() Kind      { return KindSideEffectRecorded }
func (*RunCompleted) Kind() Kind            { return KindRunCompleted }
func (*RunFailed) Kind() Kind               { return KindRunFailed }
func (*RunCancelled) Kind() Kind            { return KindRunCancelled }
func (*RunContinued) Kind() Kind            { return KindRunContinued }
func (*ChangeMarked) Kind() Kind            { return KindChangeMarked }
func (*ChildEnded) Kind() Kind              { return KindChildEnded }
func (*SignalAnswered) Kind() Kind          { return KindSignalAnswered }
func (*ChildStarted) Kind() Kind            { return KindChildStarted }
func (*ChildCancelRequested) Kind() Kind    { return KindChildCancelRequested }
func (*SignalSent) Kind() Kind              { return KindSignalSent }
func (*UpdateReceived) Kind() Kind          { return KindUpdateReceived }
func (*UpdateEnded) Kind() Kind             { return KindUpdateEnded }
func (s *Steered) Kind() Kind               { return s.Did }
func (*AttributeSet) Kind() Kind            { return KindAttributeSet }
func (u *Unknown) Kind() Kind               { return u.Number }

func (*ActivityScheduled) command()       {}
func (*ActivityCancelRequested) command() {}
func (*TimerStarted) command()            {}
func (*TimerCancelled) command()          {}
func (*SideEffectRecorded) command()      {}
func (*RunCompleted) command()            {}
func (*RunFailed) command()               {}
func (*RunCancelled) command()            {}
func (*RunContinued) command()            {}
func (*ChangeMarked) command()            {}
func (*ChildStarted) command()            {}
func (*ChildCancelRequested) command()    {}
func (*SignalSent) command()              {}
func (*UpdateEnded) command()             {}
func (*AttributeSet) command()            {}

// Times says when a run may begin and when its time is over.
type Times struct {
	NotBefore time.Time `json:",omitzero"` // the code begins then; zero: at once
	Limit               // the runs of a chain share it
	// Within, for a run whose start had to wait, is the time from the beginning of the code to the
	// deadline; zero: Deadline applies.
	Within  time.Duration `json:",omitzero"`
	Nominal time.Time     `json:",omitzero"` // the time of a schedule for which the run was started; zero: none
}

// Header is the first frame of every row.
//
// A task is the events that one commit takes in, and the commands with which the workflow answers. It
// is one row, or several rows of which all but the last are Open: the row that a start writes (the
// started event, before any worker has seen the run), and the parts of a commit above 1 MiB. The task's
// Now, Level and Build are those of its last row.
type Header struct {
	Now   time.Time // the task's time, UTC microseconds; it never decreases within a run
	Level int
	Build string
	Open  bool // the task continues in the next row
	// Nonce is part of the random numbers that the workflow draws in this task; zero: it draws none, or
	// none that need it. With the nonce, numbers from a commit that a database has lost are not drawn
	// again.
	Nonce int64
	more  *moreKeys
}

// moreKeys are the keys of a map that this version does not know. They stay with the value with which
// they were read, so that a copy by an older version loses nothing that a newer one wrote.
type moreKeys struct {
	n   int
	raw []byte // n keys and values, one after another
}
