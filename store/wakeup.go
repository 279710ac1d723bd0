package store

import "context"

// Waker is an optional interface of a [Store] through which one process can tell the others at
// once what they would find by their next [Tick]. A WakeUp is not part of any transaction, may
// be lost, and may be wrong: nothing but time depends on it.
type Waker interface {
	// WakeUp sends h to every listener for namespace, except from. It does not wait for them.
	WakeUp(ctx context.Context, namespace string, from WorkerID, h WakeUp) error
	// Listen calls hear for each wake-up for namespace that was not sent by me. It also calls
	// hear once, with All, when wake-ups are known to arrive, because some may have been missed
	// before. It returns ctx's error when ctx ends; an error that matches errors.ErrUnsupported
	// if there are no wake-ups and never will be; and another error if wake-ups do not arrive
	// or no longer do, which may be temporary.
	Listen(ctx context.Context, namespace string, me WorkerID, hear func(WakeUp)) error
}

// Closer is an optional interface of a [Waker]: a client that closes its store right after a
// start can still send the start's wake-up.
type Closer interface {
	// BeforeClose makes Close call f first, once, with a context that ends soon. forget cancels that.
	BeforeClose(f func(context.Context)) (forget func())
}

// WakeUp says where it is worth looking.
type WakeUp struct {
	Runs  int      // how many runs became ready
	Rows  int      // how many activity rows did
	From  WorkerID // the sender; zero: no worker. It does not get the wake-up, and has no place in the order
	Turn  uint32   // orders the workers that get it; as many look as there is ready work
	Dirty []RunID  // runs with news for their owners
	// Closed are runs that have ended, or have answered an update, for those who wait for that.
	Closed []RunID
	All    bool // some wake-ups may have been lost: look everywhere
}

// MaxNamed is how many runs one wake-up can name, of both kinds together. With news for more
// runs, the sender sets All; of more ended runs, it leaves some to the tick.
const MaxNamed = 200

// Empty reports whether there is nothing to say.
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
