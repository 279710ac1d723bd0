package demo

// unfitError says that files do not belong together, and what to do.
type unfitError struct{ what, do string }

func (e *unfitError) Error() string { return e.what + "\n" + e.do }
