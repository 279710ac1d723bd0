package store

import "context"

// Hinter is what a [Store] may offer so that one process can tell the others at once
// what they would find by their next [Tick]. Hints are not part of any transaction, may
// be lost, and come from a process that may be wrong: nothing but time depends on them.
type Hinter interface {
	// Hint sends h to whoever listens for namespace, but not back to from. It does not
	// wait for them.
	Hint(ctx context.Context, namespace string, from WorkerID, h Hint) error
	// Listen calls hear for each hint for namespace that was not sent by me, and calls
	// it once, with All, when hints are known to arrive: before that, some may have been
	// missed. It returns ctx's error when ctx ends; an error that matches
	// errors.ErrUnsupported when there are no hints and never will be; another one when
	// hints do not arrive or no longer do, which may pass.
	Listen(ctx context.Context, namespace string, me WorkerID, hear func(Hint)) error
}

// Closer is what a [Hinter] may offer beside, so that a client that closes its store right after a
// start has sent the hint of it.
type Closer interface {
	// BeforeClose has Close call f first, once, with a context that ends soon. forget takes f back.
	BeforeClose(f func(context.Context)) (forget func())
}

// Hint says where looking is worth it.
type Hint struct {
	Runs  bool    // a run became ready
	Rows  bool    // an activity row became ready
	Dirty []RunID // runs with news for whoever owns them
	// Closed are runs that have ended, for whoever waits for that.
	Closed []RunID
	All    bool // some hints may have been lost: look everywhere
}

// MaxHinted is how many runs one hint can name, of both kinds together. Who has more with
// news says All; who has more that have ended leaves some to the tick.
const MaxHinted = 200

// Empty says that there is nothing to say.
func (h Hint) Empty() bool {
	return !h.Runs && !h.Rows && !h.All && len(h.Dirty) == 0 && len(h.Closed) == 0
}

// Add returns a hint that says what both say.
func (h Hint) Add(more Hint) Hint {
	h.Runs, h.Rows, h.All = h.Runs || more.Runs, h.Rows || more.Rows, h.All || more.All
	if len(h.Dirty)+len(more.Dirty) > MaxHinted {
		h.All, h.Dirty = true, nil
	} else {
		h.Dirty = append(h.Dirty, more.Dirty...)
	}
	h.Closed = append(h.Closed, more.Closed...)
	h.Closed = h.Closed[:min(len(h.Closed), MaxHinted-len(h.Dirty))]
	return h
}
