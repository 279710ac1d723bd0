package ledger

import "time"

// The values of Entry.What for one execution of an activity. A complete execution has Begin, Applied and End; one that fails on
// purpose has Begin and Failed; a cancelled one has Begin and Left; a throttled or snoozed one has Begin and Later.
const (
	Begin   = "begin"   // the function was entered
	Applied = "applied" // the effect took place
	End     = "end"     // the function is about to return Value
	Failed  = "failed"  // the function is about to return an error, as it was told to
	Left    = "left"    // its context ended; Value says why
	Later   = "later"   // the function is about to ask for another, uncounted call
)

// The values of Entry.What for a worker that was told to drain. If the process's previous worker drained and the process has
// joined again since, Value is that previous worker.
const (
	Drains   = "drains"   // from now on the worker begins nothing
	Undrains = "undrains" // the worker may take work again
)

// Entry is one line of the ledger.
type Entry struct {
	N         int           `json:"n"`  // 1, 2, 3... in the order of arrival
	At        time.Time     `json:"at"` // by the clock of the machine
	What      string        `json:"what"`
	Key       string        `json:"key"` // the activity's idempotency key
	Run       string        `json:"run"`
	Activity  int64         `json:"activity"`
	Name      string        `json:"name"`
	Attempt   int           `json:"attempt"`
	Label     string        `json:"label"`               // what the workflow called it
	Partition string        `json:"partition,omitempty"` // of the activity's queue
	Own       bool          `json:"own,omitempty"`       // the activity is on the worker's own queue
	Process   string        `json:"process"`             // the worker process, one name for each start
	Worker    string        `json:"worker,omitempty"`    // the worker id it had
	Value     string        `json:"value,omitempty"`     // what the execution returns: no other returns the same
	Age       time.Duration `json:"age,omitempty"`       // of the process, by its own clock
}
