package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// Queue is what is known of a queue. One of which nothing is to be known has no row.
type Queue struct {
	Namespace string
	Name      string
	// Declared is what workers declare, and Revision the number of that declaration. It counts unless Overruled is there.
	Declared QueueSettings
	Revision int
	// Overruled is what an operator has set; nil: nothing. It counts until a [ClearQueue].
	Overruled *QueueOverrule
	// Paused says who has paused it, and why; nil: nobody. Nothing of it is to be claimed.
	Paused *QueueNote
	// CoolUntil is until when nothing of its activities is to begin, as one of them was throttled, and Cools how many such
	// times there were in a row; zero: none.
	CoolUntil time.Time
	Cools     int
	// Shares are those of workers, in the order of their ids; none without a Concurrency.
	Shares []Share
	// TAT is when all tokens of the Rate that were handed out are used up; zero: none was.
	TAT time.Time
	// Waiting is how many activities of the queue are ready that Filter of the Tick has a name for, counted up to
	// [MostWaiting] where there is a limit. Only a Tick tells it.
	Waiting int
	Load    *QueueLoad // where it was asked for
	// Partitions are those of which most activities are ready, of a queue with limits for each partition; or those of Keys of the
	// [QueueQuery]. Only with Load or Keys.
	Partitions []PartitionLoad
}

// MostWaiting is as far as [Queue.Waiting] is counted.
const MostWaiting = 200

// Settings are those that count.
func (q *Queue) Settings() QueueSettings {
	if q.Overruled != nil {
		return q.Overruled.QueueSettings
	}
	return q.Declared
}

// Share is how many activities of a queue with a Concurrency a worker may have at once. The sum of the shares is never
// above the Concurrency. Only a [ShareQueue] and a [ChangeQueue] move them, under the lock of the queue's row; one that a worker leaves
// behind when it leaves goes with it.
type Share struct {
	Worker WorkerID
	N      int
	Want   int       // how many the worker could use
	Gone   bool      // the worker has no row: it may still be inside attempts
	Until  time.Time // how long a share of one that is gone is kept; zero: no ShareQueue has seen that yet
}

// Shared is the sum of shares.
func Shared(all []Share) (n int) {
	for _, s := range all {
		n += s.N
	}
	return n
}

// FairShares shares n out among who wants so many, in order. Nobody gets less than another one gets who wants no less, but for
// one that cannot be halved: that goes to the first. What nobody wants is shared out evenly.
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

// QueueSettings are the settings of a queue that count for all workers. Zero is none. A column holds them as JSON.
type QueueSettings struct {
	// PerWorker is how many activities run at once in one worker.
	PerWorker int `json:"per_worker,omitempty"`
	// Concurrency is how many activities run at once in all workers together.
	Concurrency int `json:"concurrency,omitempty"`
	// Rate is how many attempts begin in a time, in all workers together.
	Rate Rate `json:"rate,omitzero"`
	// PerPartition is for each key of the queue by itself.
	PerPartition Limit `json:"per_partition,omitzero"`
	// CoolInitial and CoolMax are Initial and Max of a CoolQueue.
	CoolInitial time.Duration `json:"cool_initial,omitempty"`
	CoolMax     time.Duration `json:"cool_max,omitempty"`
}

// Limited says whether there is a limit for all workers together.
func (s QueueSettings) Limited() bool { return s.Concurrency > 0 || s.Rate.N > 0 }

// Partitioned says whether there is a limit for each partition.
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
	Held            int       // of ReadyActivities: those that only the limits of their partitions keep from beginning
	OldestReady     time.Time // since when the oldest of all but those is ready; zero: there is none
	Running         int       // attempts of activities that have a row
	Owned           int       // runs that a worker has
	Retrying        int       // activities that wait for another attempt
	Capped          bool      // there may be more than one of the numbers says: a store stopped counting at MostCounted
}

// MostCounted is as far as each number of a [QueueLoad] is counted. A store may stop so far for all queues together, in the order of
// claims, after ten times as many: of a queue that stands behind others it may then say less, or nothing. What is ready in a queue with
// limits for each partition is counted as far as [MostKeyed].
const MostCounted = 10_000

// Cap has no number be above [MostCounted]. It is for stores, which count as far as one more.
func (l *QueueLoad) Cap() {
	for _, n := range []*int{&l.ReadyRuns, &l.ReadyActivities, &l.Running, &l.Owned, &l.Retrying} {
		l.Capped = l.Capped || *n > MostCounted
		*n = min(*n, MostCounted)
	}
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
	// DeclareQueue has Settings be what workers declare, unless something is declared under this Revision or a higher one.
	DeclareQueue QueueChange = 6
)

// ChangeQueue changes what is known of a queue, for all workers. Each learns of it with its next [Tick].
//
// Outcome: [Done], of CoolQueue with Next, until when.
type ChangeQueue struct {
	Namespace string
	Queue     string
	Do        QueueChange
	Settings  QueueSettings // of SetQueue and DeclareQueue
	Revision  int           // of DeclareQueue
	Who, Why  string        // of PauseQueue and SetQueue
	// Of CoolQueue: For is for how long. Zero: nobody knows, and it is Initial, twice as long with each time in a row, and
	// at most Max; a row ends when nothing has cooled the queue for Max.
	For, Initial, Max time.Duration
	// Partition, of CoolQueue, is the key of what was throttled: where the queue has limits for each partition that alone cools down.
	Partition string
}

func (*ChangeQueue) op() {}

// QueueQuery selects queues: those of Names of which something is known, in the order of names. With All it
// is all of the namespace, and with Load those, too, in which only something lies.
type QueueQuery struct {
	Namespace string
	Names     []string
	All       bool
	Load      bool     // fill in [Queue.Load]
	Keys      []string // of partitions to be told of, instead of those of which most waits
}

func (o *ChangeQueue) check() error {
	if o == nil {
		return errNil
	}
	return first(
		id("ChangeQueue.Namespace", o.Namespace),
		name("ChangeQueue.Queue", o.Queue),
		must(o.Do >= PauseQueue && o.Do <= DeclareQueue, "ChangeQueue.Do is %d, and there is no such change", int(o.Do)),
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

// ShareQueue moves the share that a worker has of a queue with a Concurrency, and looks after those of workers that are gone; of one
// with a Rate it hands out tokens. It writes nothing where nothing changes.
//
// Holds is how many activities of the queue the worker has at most until it knows the answer: its share does not fall below that, or
// stays what it is. The share of a worker that is gone is kept for Grace from when somebody first sees that.
//
// Tokens is how many attempts the worker wants to begin, and Back how many of an earlier answer it has not begun, and will not. What
// a repetition answers is handed out once more: of an answer that is lost the tokens are, too.
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

// PackSettings are settings as they stand in a column; none are "". UnpackSettings reads them. Both are for stores.
func PackSettings(s QueueSettings) string {
	if s == (QueueSettings{}) {
		return ""
	}
	return PackQueue(&s)
}

// UnpackSettings are the settings that PackSettings was given.
func UnpackSettings(column string) (s QueueSettings) {
	if p := UnpackQueue[QueueSettings](column); p != nil {
		s = *p
	}
	return s
}
