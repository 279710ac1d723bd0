package workflow

// Go runs f as a coroutine of the workflow, beside the caller, and returns at once.
// Get on the Future is the join; any number of Futures in a slice are a wait group.
//
// Coroutines take turns: one runs until it waits, so what they share needs no lock.
// The coroutine begins when the caller waits next. It runs under ctx; to be able to
// cancel it alone, use [WithCancel]. What is still running when the workflow function
// returns is ended with the run.
//
// Never use a go statement, a channel or a sync type in a workflow: the engine cannot
// see them, and a replay would take another course.
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
