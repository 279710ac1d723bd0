package workflow

// Go runs f as a coroutine of the workflow, concurrently with the caller, and returns at once.
// Get on the Future joins it; a slice of Futures serves as a wait group.
//
// Coroutines take turns: one runs until it waits, so shared variables need no lock. The
// coroutine begins when the caller next waits. It runs under ctx; to be able to cancel it
// alone, use [WithCancel]. Coroutines that still run when the workflow function returns end
// with the run.
//
// Never use a go statement, a channel or a sync type in a workflow: the engine cannot see them,
// and a replay would take another course.
func Go[T any](ctx Context, f func(Context) (T, error)) Future[T] {
	env, err := ctx.env()
	if err != nil {
		return failed[T](ctx, err)
	}
	if f == nil {
		return failed[T](ctx, errNoFunc)
	}
	var v T
	op := env.Go(ctx.scope, func() { v, err = f(ctx) })
	return Future[T]{ctx: ctx, op: op, get: func() (T, error) { return v, err }}
}
