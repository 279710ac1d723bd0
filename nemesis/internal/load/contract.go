package load

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Far is the queue of activities that are stored as rows from the start.
const Far = "far"

// The workflows have one type, so that a client need not know which one it starts.
var (
	Chain   = workflow.Define[Input, Result]("nemesis-chain")                       // one activity after another
	Fan     = workflow.Define[Input, Result]("nemesis-fan")                         // all activities at once, every other one on queue Far
	Retry   = workflow.Define[Input, Result]("nemesis-retry")                       // activities that fail first
	Risk    = workflow.Define[Input, Result]("nemesis-risk")                        // activities with few attempts, which lost workers may use up
	Nap     = workflow.Define[Input, Result]("nemesis-nap")                         // durable sleeps between activities
	Mail    = workflow.Define[Input, Result]("nemesis-mail")                        // waits for signals
	Pay     = workflow.Define[Input, Result]("nemesis-pay")                         // transactional activities
	Patient = workflow.Define[Input, Result]("nemesis-patient")                     // ends when cancelled
	Relay   = workflow.Define[Input, Result]("nemesis-relay")                       // activities that start runs
	Cycle   = workflow.Define[Input, Result]("nemesis-cycle")                       // a Mail that continues as new after each signal
	Till    = workflow.Define[Input, Result]("nemesis-till", workflow.Accepts(Ask)) // answers updates
	Bank    = workflow.Define[Input, Result]("nemesis-bank")                        // promises, which several clients answer at once
	Family  = workflow.Define[Input, Result]("nemesis-family")                      // has children and waits for them
	Orphans = workflow.Define[Input, Result]("nemesis-orphans")                     // has children, each a Patient, and ends before them
	Post    = workflow.Define[Input, Result]("nemesis-post")                        // starts a Mail that runs on its own, and sends to it
	Grudge  = workflow.Define[Input, Result]("nemesis-grudge")                      // activities that fail and wait until a client has them retried
	Crowd   = workflow.Define[Input, Result]("nemesis-crowd")                       // a Map
	Turns   = workflow.Define[Input, Result]("nemesis-turns")                       // a Chain; each run waits behind the previous one
	Toll    = workflow.Define[Input, Result]("nemesis-toll")                        // a Chain that a schedule starts
	Gate    = workflow.Define[Input, Result]("nemesis-gate")                        // activities on a queue with limits, all at once
	Change  = workflow.Define[Input, Result]("nemesis-change")                      // a Chain whose code has changed
	Pinned  = workflow.Define[Input, Result]("nemesis-pinned", workflow.Pinned())   // a Nap that stays with its build until it is pinned to another
	Local   = workflow.Define[Input, Result]("nemesis-local")                       // a Chain on one worker
	Kept    = workflow.Define[Input, Result]("nemesis-kept")                        // a Chain whose results a second run reuses
	Later   = workflow.Define[Input, Result]("nemesis-later")                       // activities that are throttled and snoozed first
)

// Letter is the signal of Mail. Nobody sends Never. Ask is the update of Till.
var (
	Ask    = workflow.DefineUpdate[string, string]("ask")
	Letter = workflow.DefineSignal[string]("letter")
	Never  = workflow.DefineSignal[string]("never")
)

// Progress queries how many values a run has. Clients find runs by Kind, the workflow's
// name, which the start sets, and by Stage, the progress, which the run sets.
var (
	Progress = workflow.DefineQuery[workflow.None, int]("progress")
	Kind     = workflow.DefineAttr[string]("kind")
	Stage    = workflow.DefineAttr[int64]("stage")
)

// Chunk is the workflow of one part of a Map.
const Chunk = "reprise.map"

// The activities differ in their policies.
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

// Input shapes a run. Which fields matter depends on the workflow.
type Input struct {
	Steps   int `json:"steps"`
	WorkMS  int `json:"work_ms"`           // of each activity
	Fails   int `json:"fails,omitempty"`   // attempts of each activity that fail first
	NapMS   int `json:"nap_ms,omitempty"`  // of each sleep
	Letters int `json:"letters,omitempty"` // to wait for

	Turn int `json:"turn,omitempty"` // of Turns: the number of the start

	Gate int `json:"gate,omitempty"` // of Gate: the index of the queue
	Keys int `json:"keys,omitempty"` // of Gate: how many partitions; zero: as usual
	From int `json:"from,omitempty"` // of Gate: the first partition

	Key string `json:"key,omitempty"` // of Kept: the prefix of the keys of its results

	Later int `json:"later,omitempty"` // of Later: how often each activity is put off first

	Before *Result `json:"before,omitempty"` // of Cycle: the result so far
}

// Call is the input of an activity.
type Call struct {
	Label  string `json:"label"` // unique in the run
	WorkMS int    `json:"work_ms"`
	Fails  int    `json:"fails,omitempty"`
	Beats  int    `json:"beats,omitempty"` // heartbeats, WorkMS apart
	Heir   *Heir  `json:"heir,omitempty"`  // of HandOn
	Key    string `json:"key,omitempty"`   // of Keyed: its partition
	Later  int    `json:"later,omitempty"` // how often the call is put off first, uncounted
}

// Heir names the run that an activity starts.
type Heir struct {
	Of Input `json:"of"` // the input of the run that starts it
	At int   `json:"at"`
}

// Done is what an activity returns. No two executions have the same Value.
type Done struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	Worker string `json:"worker,omitempty"` // the worker's own queue
}

// Unknown is the value of an activity whose attempts were all lost.
const Unknown = "unknown"

// Result is the result of a run: the values of its activities, in the order of the code,
// and the letters, in the order of receipt.
type Result struct {
	Values  []string `json:"values"`
	Letters []string `json:"letters,omitempty"`

	Answers  []string `json:"answers,omitempty"`  // of Bank: the answers to its promises, in order
	Children []string `json:"children,omitempty"` // of Family: what it keeps of each child; see ToldOf
}
