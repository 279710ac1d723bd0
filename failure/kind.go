package failure

import "github.com/reprise-run/reprise/internal/mark"

// Kind classifies how the engine ended something. It is for dashboards, logs and metrics; a
// workflow branches with errors.Is on the errors of packages activity and workflow. A failure
// that an author's code returned has no kind. Later versions may add kinds:
//
//	timeout            an attempt, all attempts together or a wait took too long
//	heartbeat_timeout  an attempt was silent for too long
//	cancelled          the work is not wanted any more
//	outcome_unknown    the last attempt was lost with its worker; it may have taken effect
//	worker_gone        the one worker that was to run the activity is gone
//	lost               the last attempt at a transactional activity was lost; nothing of it was kept
//	transaction        the transaction of an activity was not begun, or not committed
//	panic              the function panicked, or ended its goroutine
//	not_encodable      the codec refuses a value that was to be recorded
//	not_decodable      what was recorded is not what the code wants
//	too_large          a value or an event is larger than a history takes
//	exists             a child was not started, because another run has its workflow id
//	not_found          there is no run with that workflow id
//	closed             the run with that workflow id has ended
//	terminated         a child was ended from outside
//	too_deep           a child would have more runs above it than there may be
//	too_many_attributes  a run would have more attributes than it may
type Kind string

// KindOf returns the first kind in the tree of err; "" if there is none.
func KindOf(err error) Kind {
	m, _ := mark.First(err, func(m mark.Mark) bool { return m.Kind != "" })
	return Kind(m.Kind)
}
