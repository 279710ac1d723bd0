package load

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Far is the queue of activities that are rows from the start.
const Far = "far"

// The workflows, all of one type, so that a client need not know which it starts.
var (
	Chain   = workflow.Define[Input, Result]("nemesis-chain")                       // one activity after the other
	Fan     = workflow.Define[Input, Result]("nemesis-fan")                         // all at once, every other one far
	Retry   = workflow.Define[Input, Result]("nemesis-retry")                       // activities that fail first
	Risk    = workflow.Define[Input, Result]("nemesis-risk")                        // few attempts, which losses may use up
	Nap     = workflow.Define[Input, Result]("nemesis-nap")                         // durable sleeps between activities
	Mail    = workflow.Define[Input, Result]("nemesis-mail")                        // waits for signals
	Pay     = workflow.Define[Input, Result]("nemesis-pay")                         // activities that end in transactions of their own
	Patient = workflow.Define[Input, Result]("nemesis-patient")                     // ends when it is cancelled
	Relay   = workflow.Define[Input, Result]("nemesis-relay")                       // activities that start runs
	Cycle   = workflow.Define[Input, Result]("nemesis-cycle")                       // a Mail that goes on as a new run after each signal
	Till    = workflow.Define[Input, Result]("nemesis-till", workflow.Accepts(Ask)) // answers updates
	Bank    = workflow.Define[Input, Result]("nemesis-bank")                        // promises, which several clients answer at once
	Family  = workflow.Define[Input, Result]("nemesis-family")                      // has children, and waits for them
	Orphans = workflow.Define[Input, Result]("nemesis-orphans")                     // has children, each a Patient, and ends
	Post    = workflow.Define[Input, Result]("nemesis-post")                        // starts a Mail that goes its own way, and sends to it
	Grudge  = workflow.Define[Input, Result]("nemesis-grudge")                      // activities that wait until somebody has them retried
	Crowd   = workflow.Define[Input, Result]("nemesis-crowd")                       // a Map
	Turns   = workflow.Define[Input, Result]("nemesis-turns")                       // a Chain of which one run waits behind the other
	Toll    = workflow.Define[Input, Result]("nemesis-toll")                        // a Chain that a schedule starts
	Gate    = workflow.Define[Input, Result]("nemesis-gate")                        // activities on a queue that has limits, all at once
	Change  = workflow.Define[Input, Result]("nemesis-change")                      // a Chain whose code has changed
	Pinned  = workflow.Define[Input, Result]("nemesis-pinned", workflow.Pinned())   // a Nap that stays with its build until it is repinned
	Local   = workflow.Define[Input, Result]("nemesis-local")                       // a Chain on one worker
	Kept    = workflow.Define[Input, Result]("nemesis-kept")                        // a Chain whose results another one finds
	Later   = workflow.Define[Input, Result]("nemesis-later")                       // activities that are throttled and snoozed first
)

// Letter is the signal of Mail; Never is one that nobody sends. Ask is the update of Till.
var (
	Ask    = workflow.DefineUpdate[string, string]("ask")
	Letter = workflow.DefineSignal[string]("letter")
	Never  = workflow.DefineSignal[string]("never")
)

// Progress is how many values a run has, by a query. A run is found by Kind, its workflow, which its start says, and by
// Stage, how far it has come, which it says itself.
var (
	Progress = workflow.DefineQuery[workflow.None, int]("progress")
	Kind     = workflow.DefineAttr[string]("kind")
	Stage    = workflow.DefineAttr[int64]("stage")
)

// Chunk is the workflow of a part of a Map.
const Chunk = "reprise.map"

// The activities. They differ in their policies.
var (
	Step  = activity.Define[Call, Done]("step", patience(1000))
	Away  = activity.Define[Call, Done]("away", at(Far, patience(1000)))
	Risky = activity.Define[Call, Done]("risky", patience(3))
	Debit = activity.Define[Call, Done]("debit", transactional(patience(1000)))
	Beats = activity.Define[Call, Done]("beats", beating(patience(1000)))

	HandOn = activity.Define[Call, Done]("hand-on", patience(1000))
	Sulk   = activity.Define[Call, Done]("sulk", sulking(patience(1000)))
	Once   = activity.Define[Call, Done]("once", patience(1000))
	Busy   = activity.Define[Call, Done]("busy", at("busy", patience(fewer)))
)

func patience(attempts int) activity.Policy {
	return activity.Policy{
		StartToClose: 20 * time.Second,
		Retry:        activity.RetryPolicy{InitialInterval: 20 * time.Millisecond, MaxInterval: time.Second, MaxAttempts: attempts},
	}
}

func at(queue string, p activity.Policy) activity.Policy {
	p.Queue = queue
	return p
}

func transactional(p activity.Policy) activity.Policy {
	p.Transactional = true
	return p
}

func beating(p activity.Policy) activity.Policy {
	p.HeartbeatTimeout = 3 * time.Second
	return p
}

func sulking(p activity.Policy) activity.Policy {
	p.Retry.InitialInterval, p.Retry.MaxInterval = time.Hour, time.Hour
	return p
}

// Input shapes a run. Which fields count depends on the workflow.
type Input struct {
	Steps   int `json:"steps"`
	WorkMS  int `json:"work_ms"`           // of each activity
	Fails   int `json:"fails,omitempty"`   // attempts that fail first
	NapMS   int `json:"nap_ms,omitempty"`  // of each sleep
	Letters int `json:"letters,omitempty"` // to wait for

	Turn int `json:"turn,omitempty"` // of Turns: which start it is of

	Gate int `json:"gate,omitempty"` // of Gate: which of the queues
	Keys int `json:"keys,omitempty"` // and how many partitions; zero: as usual
	From int `json:"from,omitempty"` // the first of them

	Key string `json:"key,omitempty"` // of Kept: that of its results, before their labels

	Later int `json:"later,omitempty"` // of Later: how often each activity is put off first

	Before *Result `json:"before,omitempty"` // of Cycle: what the runs before have come to
}

// Call is the input of an activity.
type Call struct {
	Label  string `json:"label"` // unique in the run
	WorkMS int    `json:"work_ms"`
	Fails  int    `json:"fails,omitempty"`
	Beats  int    `json:"beats,omitempty"` // heartbeats, WorkMS apart
	Heir   *Heir  `json:"heir,omitempty"`  // of HandOn
	Key    string `json:"key,omitempty"`   // of Keyed: its partition
	Later  int    `json:"later,omitempty"` // calls that are put off first, uncounted
}

// Heir is the run that an activity is to start.
type Heir struct {
	Of Input `json:"of"` // of the run that starts it
	At int   `json:"at"`
}

// Done is what an activity returns: Value is that of no other execution.
type Done struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	Worker string `json:"worker,omitempty"` // its own queue
}

// Unknown is the value of an activity whose attempts were used up by losses.
const Unknown = "unknown"

// Result is what a run comes to: the values of its activities, in the order of the
// code, and the letters it received, in the order of receipt.
type Result struct {
	Values  []string `json:"values"`
	Letters []string `json:"letters,omitempty"`

	Answers  []string `json:"answers,omitempty"`  // of Bank: to its promises, in order
	Children []string `json:"children,omitempty"` // of Family: what it was told of each; see ToldOf
}
