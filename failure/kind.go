package failure

import "github.com/reprise-run/reprise/internal/mark"

// Kind says how the engine ended something. It is for dashboards, logs and metrics; a
// workflow branches with errors.Is on the errors of packages activity and workflow. There
// may be more kinds in later versions.
type Kind string

// The kinds. A failure that an author's code returned has none.
const (
	// Timeout: an attempt, all attempts together or a wait took too long.
	Timeout Kind = mark.Timeout
	// HeartbeatTimeout: an attempt was silent for too long.
	HeartbeatTimeout Kind = mark.HeartbeatTimeout
	// Cancelled: the work is not wanted any more.
	Cancelled Kind = "cancelled"
	// OutcomeUnknown: the last attempt was lost with its worker; it may have taken effect.
	OutcomeUnknown Kind = "outcome_unknown"
	// Lost: the last attempt at a transactional activity was lost; nothing of it was kept.
	Lost Kind = "lost"
	// Panic: the function panicked, or ended its goroutine.
	Panic Kind = "panic"
	// NotEncodable: the codec refuses a value that was to be recorded.
	NotEncodable Kind = "not_encodable"
	// NotDecodable: what was recorded is not what the code wants.
	NotDecodable Kind = "not_decodable"
	// TooLarge: a value or an event is larger than a history takes.
	TooLarge Kind = "too_large"
	// Exists: a child was not started, because another run has its workflow id.
	Exists Kind = "exists"
	// NotFound: there is no run with that workflow id.
	NotFound Kind = "not_found"
	// Closed: the run with that workflow id has ended.
	Closed Kind = "closed"
	// Terminated: a child was ended from outside.
	Terminated Kind = "terminated"
	// TooDeep: a child would have more runs above it than there may be.
	TooDeep Kind = "too_deep"
	// Transaction: the transaction of a transactional activity was not begun, or not committed.
	Transaction Kind = "transaction"
)

// KindOf returns the first kind in the tree of err; "" if there is none.
func KindOf(err error) Kind {
	m, _ := mark.First(err, func(m mark.Mark) bool { return m.Kind != "" })
	return Kind(m.Kind)
}
