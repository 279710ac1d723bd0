package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// Queue is the state of a queue. A queue without any state has no row.
type Queue struct {
	Namespace string
	Name      string
	// Declared is what workers declare, and Revision numbers that declaration. It counts unless Overruled is set.
	Declared QueueSettings
	Revision int
	// Overruled is what an operator has set; nil: nothing. It counts until a [ClearQueue].
	Overruled *QueueOverrule
	// Paused records who paused the queue, and why; nil: it is not paused. Nothing of a paused
	// queue may be claimed.
	Paused *QueueNote
	// CoolUntil is when the queue's cool-down ends: until then none of its activities may begin. Cools counts the
	// cool-downs in a row. Zero: none.
	CoolUntil time.Time
	Cools     int
	// Shares are the workers' shares, ordered by their ids; without a Concurrency there are none.
	Shares []Share
	// TAT is when all tokens of the Rate that were handed out are used up; zero: none was.
	TAT time.Time
	// Waiting is how many activities of the queue are ready whose names are in the Tick's Filter, counted up to
	// [MostWaiting] if there is a limit. Only a Tick sets it.
	Waiting int
	Load    *QueueLoad // if the query asked for it
	// Partitions are those with the most ready activities, if the queue has limits for each partition, or those that Keys of the
	// [QueueQuery] names. Set only with Load or Keys.
	Partitions []PartitionLoad
}

// MostWaiting is how far [Queue.Waiting] is counted.
const MostWaiting = 200

// Settings returns the settings in force.
func (q *Queue) Settings() QueueSettings {
	if q.Overruled != nil {
		return q.Overruled.QueueSettings
	}
	return q.Declared
}

// Share is how many activities of a queue with a Concurrency a worker may have at once. The sum of the shares never exceeds the
// Concurrency. Only a [ShareQueue] and a [ChangeQueue] change shares, under the lock of the queue's row; when a worker leaves,
// its share goes with it.
type Share struct {
	Worker WorkerID
	N      int
	Want   int       // how many the worker could use
	Gone   bool      // the worker has no row; it may still be inside attempts
	Until  time.Time // until when a gone worker's share is kept; zero: no ShareQueue has seen it yet
}

// Shared returns the sum of shares.
func Shared(all []Share) (n int) {
	for _, s := range all {
		n += s.N
	}
	return n
}

// FairShares divides n among workers that want so many each, in order. Nobody gets less than another who wants no more, except
// for a remainder that cannot be divided: that goes to the first ones. What nobody wants is divided evenly.
func FairShares(n int, wants []int) []int {
	shares := make([]int, len(wants))
	n = max(0, n)
	for left := len(wants); n > 0 && left > 0; {
		each := max(1, n/left)
		left = 0
		for i, want := range wants {
			more := min(each, want-shares[i], n)
			if more > 0 {
				shares[i], n = shares[i]+more, n-more
			}
			if shares[i] < want {
				left++
			}
		}
	}
	for i := range shares {
		more := (n + len(shares) - 1 - i) / len(shares)
		shares[i] += more
	}
	return shares
}

// QueueSettings are the settings of a queue for all workers. Zero means none. A column holds them as JSON.
type QueueSettings struct {
	// PerWorker is how many activities run at once in one worker.
	PerWorker int `json:"per_worker,omitempty"`
	// Concurrency is how many activities run at once in all workers together.
	Concurrency int `json:"concurrency,omitempty"`
	// Rate is how many attempts begin in a given time, in all workers together.
	Rate Rate `json:"rate,omitzero"`
	// PerPartition applies to each key of the queue separately.
	PerPartition Limit `json:"per_partition,omitzero"`
	// CoolInitial and CoolMax are Initial and Max of a CoolQueue.
	CoolInitial time.Duration `json:"cool_initial,omitempty"`
	CoolMax     time.Duration `json:"cool_max,omitempty"`
}

// Limited reports whether there is a limit across all workers.
func (s QueueSettings) Limited() bool { return s.Concurrency > 0 || s.Rate.N > 0 }

// Partitioned reports whether there is a limit for each partition.
func (s QueueSettings) Partitioned() bool { return s.PerPartition != (Limit{}) }

func (s QueueSettings) check(what string) error {
	if err := s.Rate.Check(); err != nil {
		return fmt.Errorf("%s.Rate %w", what, err)
	}
	if err := s.PerPartition.Rate.Check(); err != nil {
		return fmt.Errorf("%s.PerPartition.Rate %w", what, err)
	}
	return first(
		number(what+".PerPartition.Concurrency", s.PerPartition.Concurrency),
		must(min(s.PerWorker, s.Concurrency, s.PerPartition.Concurrency) >= 0, "%s has a negative number: %+v", what, s),
		number(what+".PerWorker", s.PerWorker), number(what+".Concurrency", s.Concurrency),
	)
}

// QueueNote records who did something to a queue, when, and why.
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

// QueueLoad is the load of a queue. An activity that a run's owner runs without a row is not counted; its run counts as Owned.
type QueueLoad struct {
	ReadyRuns       int       // claimable now
	ReadyActivities int       // claimable now
	Held            int       // of ReadyActivities, those that only the limits of their partitions hold back
	OldestReady     time.Time // since when the oldest of the others has been ready; zero: there is none
	Running         int       // attempts of activities that have a row
	Owned           int       // runs that a worker owns
	Retrying        int       // activities that wait for a retry
	Capped          bool      // a number may be too low: the store stopped counting at MostCounted
}

// MostCounted is how far each number of a [QueueLoad] is counted. A store may also stop after ten times as many for all queues
// together, in the order of claims: the numbers of a queue late in that order may then be too low, or zero. Ready activities of a
// queue with limits for each partition are counted up to [MostKeyed].
const MostCounted = 10_000

// Cap reduces numbers above [MostCounted] to it. It is for stores, which count up to one more.
func (l *QueueLoad) Cap() {
	for _, n := range []*int{&l.ReadyRuns, &l.ReadyActivities, &l.Running, &l.Owned, &l.Retrying} {
		l.Capped = l.Capped || *n > MostCounted
		*n = min(*n, MostCounted)
	}
}

// Empty reports whether the queue holds nothing.
func (l *QueueLoad) Empty() bool { return *l == QueueLoad{} }

// QueueChange is what an op does to a queue.
type QueueChange int

// What a [ChangeQueue] does.
const (
	PauseQueue  QueueChange = 1 // a paused queue stays as it is
	ResumeQueue QueueChange = 2
	SetQueue    QueueChange = 3 // Settings replace those of an earlier one, and count from now on
	ClearQueue  QueueChange = 4 // what was set no longer counts
	CoolQueue   QueueChange = 5 // none of its activities begins for a time; ResumeQueue ends that
	// DeclareQueue makes Settings the declaration of the workers, unless one with this Revision or a higher one exists.
	DeclareQueue QueueChange = 6
)

// ChangeQueue changes the state of a queue for all workers. Each learns of it with its next [Tick].
//
// Outcome: [Done]; for CoolQueue with Next, the end of the cool-down.
type ChangeQueue struct {
	Namespace string
	Queue     string
	Do        QueueChange
	Settings  QueueSettings // of SetQueue and DeclareQueue
	Revision  int           // of DeclareQueue
	Who, Why  string        // of PauseQueue and SetQueue
	// For, of CoolQueue, is the length of the cool-down. If it is zero, the length is Initial, doubles each time in a row,
	// and is at most Max; a row ends after Max without a cool-down.
	For, Initial, Max time.Duration
	// Partition, of CoolQueue, is the key of the throttled activity: if the queue has limits for each partition, only that
	// partition cools down.
	Partition string
}

func (*ChangeQueue) op() {}

// QueueQuery selects queues: those of Names that have any state, ordered by name. With All it selects every
// queue of the namespace, and with Load also those that only hold work.
type QueueQuery struct {
	Namespace string
	Names     []string
	All       bool
	Load      bool     // set [Queue.Load]
	Keys      []string // of the partitions to list, instead of those with the most ready activities
}

func (o *ChangeQueue) check() error {
	if o == nil {
		return errNil
	}
	return first(
		id("ChangeQueue.Namespace", o.Namespace),
		name("ChangeQueue.Queue", o.Queue),
		must(o.Do >= PauseQueue && o.Do <= DeclareQueue, "ChangeQueue.Do is %d, which does not exist", int(o.Do)),
		text("ChangeQueue.Who", o.Who),
		text("ChangeQueue.Why", o.Why),
		id("ChangeQueue.Partition", o.Partition),
		o.Settings.check("ChangeQueue.Settings"),
		must(o.Revision >= 0, "ChangeQueue.Revision is %d, write zero or more", o.Revision),
		number("ChangeQueue.Revision", o.Revision),
		must(o.For >= 0 && o.Initial >= 0 && o.Max >= 0, "ChangeQueue has a time below zero"),
		must(o.Do != CoolQueue || o.For > 0 || o.Initial > 0 && o.Initial <= o.Max, "ChangeQueue.Initial is %v and Max %v, write times above zero, the shorter one first", o.Initial, o.Max),
	)
}

// ShareQueue updates the share that a worker has of a queue with a Concurrency, and the shares of workers that are gone; of a
// queue with a Rate it hands out tokens. If nothing changes, it writes nothing.
//
// Holds is the most activities of the queue that the worker may have until it knows the answer: its share is not reduced
// below that. The share of a gone worker is kept for Grace from when a ShareQueue first sees that the worker is gone.
//
// Tokens is how many attempts the worker wants to begin, and Back how many of an earlier answer it has not begun, and will not. A
// repetition hands out tokens again: if an answer is lost, so are its tokens.
//
// Outcome: [Done] with Count, the worker's share, and Tokens.
type ShareQueue struct {
	Namespace string
	Queue     string
	Worker    WorkerID
	Want      int
	Holds     int
	Grace     time.Duration
	Tokens    int
	Back      int
}

func (*ShareQueue) op() {}

func (o *ShareQueue) check() error {
	if o == nil {
		return errNil
	}
	return first(
		id("ShareQueue.Namespace", o.Namespace),
		name("ShareQueue.Queue", o.Queue),
		must(o.Worker != WorkerID{}, "ShareQueue.Worker is zero"),
		must(min(o.Want, o.Holds, o.Tokens, o.Back) >= 0 && o.Grace >= 0, "ShareQueue has a number below zero: want %d, holds %d, tokens %d, back %d, grace %v", o.Want, o.Holds, o.Tokens, o.Back, o.Grace),
		number("ShareQueue.Want", o.Want), number("ShareQueue.Holds", o.Holds), number("ShareQueue.Tokens", o.Tokens), number("ShareQueue.Back", o.Back),
	)
}

// PackQueue encodes the state of a queue for a column; nil is "". Like [UnpackQueue] it is for stores.
func PackQueue[T any](v *T) string {
	if v == nil {
		return ""
	}
	text, _ := json.Marshal(v) // cannot fail for texts, numbers and times
	return string(text)
}

// UnpackQueue decodes the result of PackQueue. What cannot be decoded becomes a zero value.
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

// PackSettings encodes settings for a column; none are "". UnpackSettings decodes them. Both are for stores.
func PackSettings(s QueueSettings) string {
	if s == (QueueSettings{}) {
		return ""
	}
	return PackQueue(&s)
}

// UnpackSettings decodes the result of PackSettings.
func UnpackSettings(column string) (s QueueSettings) {
	if p := UnpackQueue[QueueSettings](column); p != nil {
		s = *p
	}
	return s
}
