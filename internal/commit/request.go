package commit

import (
	"errors"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Request is one member on its way to the store. The zero value can be submitted with
// [Group.DoWith], and again once it has been answered.
type Request struct {
	op      store.Op
	reviser Reviser
	// A caller's request is refused soon when there is trouble. The engine's waits until the
	// store works again, because nobody else could act.
	caller  bool
	brief   bool // it is deferred only briefly: the caller keeps it, and asks again
	tries   int
	since   time.Time     // when it was first deferred; zero: never
	unknown bool          // an earlier try may have been applied
	done    chan struct{} // receives one value once it has been answered
	answer  Answer        // valid from then on
}

// Reviser may change an op right before it is sent for the first time.
type Reviser interface{ Revise(op store.Op) }

// Answer is the result of a request.
type Answer struct {
	Outcome store.Outcome
	Err     error
	// Repeated: the outcome is that of a repetition, and an earlier try whose answer was lost
	// may have been applied.
	Repeated bool
}

// Result returns the answer without Repeated.
func (a Answer) Result() (store.Outcome, error) { return a.Outcome, a.Err }

// Done receives one value when the request has been answered.
func (r *Request) Done() <-chan struct{} { return r.done }

// Answer returns the answer, once Done has received.
func (r *Request) Answer() Answer { return r.answer }

// ask makes r a request for op. An answered request may be reused.
func (r *Request) ask(op store.Op, caller bool) *Request {
	done := r.done
	if done == nil {
		done = make(chan struct{}, 1)
	}
	*r = Request{op: op, caller: caller, done: done}
	return r
}

func (r *Request) revise() {
	if r.reviser != nil {
		r.reviser.Revise(r.op)
		r.reviser = nil
	}
}

// reply answers r, once.
func (r *Request) reply(a Answer) {
	r.answer = a
	r.done <- struct{}{}
}

// refuse answers a request that is not retried. It tells a caller if an earlier try may have
// been applied; the engine finds that out when it claims again.
func (r *Request) refuse(err error) {
	if r.caller && r.unknown {
		err = errors.Join(err, store.ErrUnknownOutcome)
	}
	r.reply(Answer{Err: err})
}

func refuseAll(batch []*Request, err error) {
	for _, r := range batch {
		r.refuse(err)
	}
}

// maxTries is how often a caller's request is sent to a store that does not take it now.
const maxTries = 5

// refuseCallers answers the callers that have waited long enough, and returns the rest.
func refuseCallers(batch []*Request, err error) []*Request {
	rest := make([]*Request, 0, len(batch))
	for _, r := range batch {
		r.tries++
		if r.caller && r.tries > maxTries {
			r.refuse(err)
			continue
		}
		rest = append(rest, r)
	}
	return rest
}
