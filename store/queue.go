package store

import (
	"encoding/json"
	"time"
)

// Queue is what is known of a queue. One of which nothing is to be known has no row.
type Queue struct {
	Namespace string
	Name      string
	// Overruled is what an operator has set; nil: nothing. It counts until a [ClearQueue].
	Overruled *QueueOverrule
	// Paused says who has paused it, and why; nil: nobody. Nothing of it is to be claimed.
	Paused *QueueNote
	// CoolUntil is until when nothing of its activities is to begin, as one of them was throttled, and Cools how many such
	// times there were in a row; zero: none.
	CoolUntil time.Time
	Cools     int
	Load      *QueueLoad // where it was asked for
}

// QueueSettings are the settings of a queue that count for all workers. Zero is none. A column holds them as JSON.
type QueueSettings struct {
	// PerWorker is how many activities run at once in one worker.
	PerWorker int `json:"per_worker,omitempty"`
	// CoolInitial and CoolMax are Initial and Max of a CoolQueue.
	CoolInitial time.Duration `json:"cool_initial,omitempty"`
	CoolMax     time.Duration `json:"cool_max,omitempty"`
}

// QueueNote is who has done something to a queue, when, and why.
type QueueNote struct {
	Who string    `json:"who"`
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// QueueOverrule is what an operator has set.
type QueueOverrule struct {
	QueueSettings
	QueueNote
}

// QueueLoad is what lies in a queue. Activities that a run's owner runs without a row are in none of its numbers but Owned.
type QueueLoad struct {
	ReadyRuns       int       // to be claimed now
	ReadyActivities int       // the same
	OldestReady     time.Time // since when the oldest of them is ready; zero: there is none
	Running         int       // attempts of activities that have a row
	Owned           int       // runs that a worker has
	Retrying        int       // activities that wait for another attempt
}

// Empty says that nothing lies in the queue.
func (l *QueueLoad) Empty() bool { return *l == QueueLoad{} }

// QueueChange is what an op does to a queue.
type QueueChange int

// What a [ChangeQueue] does.
const (
	PauseQueue  QueueChange = 1 // one that is paused stays as it is
	ResumeQueue QueueChange = 2
	SetQueue    QueueChange = 3 // Settings count from now on, instead of those of an earlier one
	ClearQueue  QueueChange = 4 // what was set counts no more
	CoolQueue   QueueChange = 5 // none of its activities begins for a time; ResumeQueue ends that
)

// ChangeQueue changes what is known of a queue, for all workers. Each learns of it with its next [Tick].
//
// Outcome: [Done], of CoolQueue with Next, until when.
type ChangeQueue struct {
	Namespace string
	Queue     string
	Do        QueueChange
	Settings  QueueSettings // of SetQueue
	Who, Why  string        // of PauseQueue and SetQueue
	// Of CoolQueue: For is for how long. Zero: nobody knows, and it is Initial, twice as long with each time in a row, and
	// at most Max; a row ends when nothing has cooled the queue for Max.
	For, Initial, Max time.Duration
}

func (*ChangeQueue) op() {}

// QueueQuery selects queues: those of Names of which something is known, in the order of names. With All it
// is all of the namespace, and with Load those, too, in which only something lies.
type QueueQuery struct {
	Namespace string
	Names     []string
	All       bool
	Load      bool // fill in [Queue.Load]; that reads all rows that wait or run
}

func (o *ChangeQueue) check() error {
	if o == nil {
		return errNil
	}
	return first(
		id("ChangeQueue.Namespace", o.Namespace),
		name("ChangeQueue.Queue", o.Queue),
		must(o.Do >= PauseQueue && o.Do <= CoolQueue, "ChangeQueue.Do is %d, and there is no such change", int(o.Do)),
		text("ChangeQueue.Who", o.Who),
		text("ChangeQueue.Why", o.Why),
		must(o.Settings.PerWorker >= 0, "ChangeQueue.Settings.PerWorker is %d, write zero for none", o.Settings.PerWorker),
		number("ChangeQueue.Settings.PerWorker", o.Settings.PerWorker),
		must(o.For >= 0 && o.Initial >= 0 && o.Max >= 0, "ChangeQueue has a time below zero"),
		must(o.Do != CoolQueue || o.For > 0 || o.Initial > 0 && o.Initial <= o.Max, "ChangeQueue.Initial is %v and Max %v, write times above zero, the shorter one first", o.Initial, o.Max),
	)
}

// PackQueue is what is known of a queue as it stands in a column; nil is "". Like [UnpackQueue] it is for stores.
func PackQueue[T any](v *T) string {
	if v == nil {
		return ""
	}
	text, _ := json.Marshal(v) // of texts, numbers and times: it cannot fail
	return string(text)
}

// UnpackQueue is what PackQueue was given. What cannot be read is there, and says nothing.
func UnpackQueue[T any](column string) *T {
	if column == "" {
		return nil
	}
	v := new(T)
	if err := json.Unmarshal([]byte(column), v); err != nil {
		return new(T)
	}
	return v
}
