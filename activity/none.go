package activity

import "context"

// None is the input or result type of an activity that has none. Its only value is None{}.
type None = struct{}

// NoResult makes a function that returns only an error fit a definition whose result is
// [None]:
//
//	var Release = activity.Define[Order, activity.None]("release")
//
//	Release.Bind(activity.NoResult(func(ctx context.Context, o Order) error { ... }))
func NoResult[In any](fn func(context.Context, In) error) func(context.Context, In) (None, error) {
	if fn == nil {
		return nil // Bind reports it
	}
	return func(ctx context.Context, in In) (None, error) { return None{}, fn(ctx, in) }
}
