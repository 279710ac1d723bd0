package store

import (
	"bytes"
	"time"

	"github.com/reprise-run/reprise/history"
)

// MaxKeptKey is the longest key of a kept result in bytes.
const MaxKeptKey = history.MaxReuseKey

// KeptGrace is how long a kept result lies there when its time is over: nobody finds it any more, and who
// has found it before has recorded what it refers to.
const KeptGrace = time.Hour

// KeptKey is what a kept result is found by. Keys are in the order of namespaces, then of activities, and
// then of keys, each by their bytes.
type KeptKey struct {
	Namespace string
	Activity  string // its name
	Key       string
}

// Keeping has the end of an activity be kept under a key for others of the run's namespace. Nothing is
// kept where a result is, whose time is not over.
type Keeping struct {
	Activity string // its name
	Key      string
	For      time.Duration // from when the activity ends
	Data     []byte
}

// Kept is a result that is kept.
type Kept struct {
	KeptKey
	Run   RunID // whose activity ended with it
	Until time.Time
	Data  []byte
}

// KeptQuery selects kept results. With a Key in One it is that one, unless its time is over. Else it is all
// that lie there above After, of all namespaces, in order, at most Max of them.
type KeptQuery struct {
	One   KeptKey
	After KeptKey
	Max   int
}

// Expire removes up to Max kept results of a namespace whose time was over [KeptGrace] ago, the earliest
// first.
//
// Outcome: Done with Count.
type Expire struct {
	Namespace string
	Max       int
}

func (*Expire) op() {}

func (k *Keeping) check() error {
	if k == nil {
		return nil
	}
	return first(
		name("EndActivity.Keep.Activity", k.Activity),
		name("EndActivity.Keep.Key", k.Key),
		must(len(k.Key) <= MaxKeptKey, "EndActivity.Keep.Key has %d bytes, at most %d are allowed", len(k.Key), MaxKeptKey),
		must(k.For > 0, "EndActivity.Keep.For is %v, write more than zero", k.For),
	)
}

// Of is what is kept of k by a run that ends the activity now. It is for stores.
func (k *Keeping) Of(namespace string, run RunID, until time.Time) Kept {
	return Kept{KeptKey: KeptKey{namespace, k.Activity, k.Key}, Run: run, Until: until, Data: bytes.Clone(k.Data)}
}
