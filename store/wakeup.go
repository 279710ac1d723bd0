package store

import "context"

// Waker is what a [Store] may offer so that one process can tell the others at once
// what they would find by their next [Tick]. WakeUps are not part of any transaction, may
// be lost, and come from a process that may be wrong: nothing but time depends on them.
type Waker interface {
	// WakeUp sends h to whoever listens for namespace, but not back to from. It does not
	// wait for them.
	WakeUp(ctx context.Context, namespace string, from WorkerID, h WakeUp) error
	// Listen calls hear for each wake-up for namespace that was not sent by me, and calls
	// it once, with All, when wake-ups are known to arrive: before that, some may have been
	// missed. It returns ctx's error when ctx ends; an error that matches
	// errors.ErrUnsupported when there are no wake-ups and never will be; another one when
	// wake-ups do not arrive or no longer do, which may pass.
	Listen(ctx context.Context, namespace string, me WorkerID, hear func(WakeUp)) error
}

// Closer is what a [Waker] may offer beside, so that a client that closes its store right after a
// start has sent the wake-up of it.
type Closer interface {
	// BeforeClose has Close call f first, once, with a context that ends soon. forget takes f back.
	BeforeClose(f func(context.Context)) (forget func())
}

// WakeUp says where looking is worth it.
type WakeUp struct {
	Runs  int      // how many runs became ready
	Rows  int      // how many activity rows did
	From  WorkerID // who says so; zero: no worker. It does not hear it, and is left out of the order
	Turn  uint32   // puts the workers that hear it into an order; as many look as became ready
	Dirty []RunID  // runs with news for whoever owns them
	// Closed are runs that have ended, or have answered an update, for whoever waits for that.
	Closed []RunID
	All    bool // some wake-ups may have been lost: look everywhere
}

// MaxNamed is how many runs one wake-up can name, of both kinds together. Who has more with
// news says All; who has more that have ended leaves some to the tick.
const MaxNamed = 200

// Empty says that there is nothing to say.
func (h WakeUp) Empty() bool {
	return h.Runs == 0 && h.Rows == 0 && !h.All && len(h.Dirty) == 0 && len(h.Closed) == 0
}

// Add returns a wake-up that says what both say.
func (h WakeUp) Add(more WakeUp) WakeUp {
	h.Runs, h.Rows, h.All = h.Runs+more.Runs, h.Rows+more.Rows, h.All || more.All
	if len(h.Dirty)+len(more.Dirty) > MaxNamed {
		h.All, h.Dirty = true, nil
	} else {
		h.Dirty = append(h.Dirty, more.Dirty...)
	}
	h.Closed = append(h.Closed, more.Closed...)
	h.Closed = h.Closed[:min(len(h.Closed), MaxNamed-len(h.Dirty))]
	return h
}
