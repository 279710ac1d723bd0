package workflow

// None is the type of what is not there: the input or the result of a workflow that has none.
// It is the same type as activity.None; its only value is None{}.
type None = struct{}
