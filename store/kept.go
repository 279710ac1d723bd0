package store

import (
	"bytes"
	"time"

	"github.com/reprise-run/reprise/history"
)

// MaxKeptKey is the longest key of a kept result in bytes.
const MaxKeptKey = history.MaxReuseKey

// KeptGrace is how long a kept result remains after its time is over. Nobody finds it any more then, and
// whoever found it before has recorded what it refers to.
const KeptGrace = time.Hour

// KeptKey identifies a kept result. Keys are ordered by namespace, then activity, then key, each bytewise.
type KeptKey struct {
	Namespace string
	Activity  string // its name
	Key       string
}

// Keeping keeps the result of an activity under a key for other runs of the namespace. If an unexpired
// result is already kept under it, nothing changes.
type Keeping struct {
	Activity string // its name
	Key      string
	For      time.Duration // from the end of the activity
	Data     []byte
}

// Kept is a kept result.
type Kept struct {
	KeptKey
	Run   RunID // whose activity returned it
	Until time.Time
	Data  []byte
}

// KeptQuery selects kept results. With a Key in One it selects that result, unless it has expired.
// Otherwise it selects all results above After, of all namespaces, in order, at most Max.
type KeptQuery struct {
	One   KeptKey
	After KeptKey
	Max   int
}

// Expire removes up to Max kept results of a namespace that expired [KeptGrace] ago, the earliest first.
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

// Of returns what a run that ends the activity now keeps under k. It is for stores.
func (k *Keeping) Of(namespace string, run RunID, until time.Time) Kept {
	return Kept{KeptKey: KeptKey{namespace, k.Activity, k.Key}, Run: run, Until: until, Data: bytes.Clone(k.Data)}
}
