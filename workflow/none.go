package workflow

// None is the input or result type of a workflow that has none. It is the same type as
// activity.None; its only value is None{}.
type None = struct{}
