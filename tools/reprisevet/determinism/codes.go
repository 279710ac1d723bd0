package determinism

// code is the stable name of a kind of finding. Directives name it, so a code never
// changes its meaning.
type code string

const (
	innocent code = "" // in tables: looked at, and nothing is wrong with it

	badDirective  code = "RV000"
	clock         code = "RV001"
	chance        code = "RV002"
	newID         code = "RV003"
	environment   code = "RV004"
	inputOutput   code = "RV005"
	goroutine     code = "RV006"
	channel       code = "RV007"
	selection     code = "RV008"
	locking       code = "RV009"
	mapOrder      code = "RV010"
	goContext     code = "RV011"
	sharedWrite   code = "RV012"
	lostFuture    code = "RV013"
	keptContext   code = "RV014"
	sideEffectUse code = "RV015"
	conditionUse  code = "RV016"
	lostEnding    code = "RV017"
	limitedUndo   code = "RV018"
)

// kind is what is said about a code.
type kind struct {
	code    code
	title   string // for the table in README.md
	instead string // what to use, where the finding itself knows nothing better
}

// kinds are all codes, in order.
var kinds = []kind{
	{badDirective, "a directive without a reason, of an unknown code, or that silences nothing",
		"write //reprisevet:ignore RVnnn and why it does no harm, on the line of the finding or above it"},
	{clock, "the clock: `time.Now`, `time.Sleep`, timers", "use workflow.Now, workflow.Sleep or workflow.NewTimer"},
	{chance, "chance: `math/rand`, `crypto/rand`, keys", "use workflow.Rand"},
	{newID, "new random ids: `uuid.New` and the like", "use workflow.UUID"},
	{environment, "the machine: environment variables, host name, process id, time zone",
		"pass it in with the workflow's input, or record it with workflow.SideEffect"},
	{inputOutput, "I/O: files, network, databases, processes, standard output, the standard logger",
		"do it in an activity and call that with workflow.Execute"},
	{goroutine, "a `go` statement", "use workflow.Go"},
	{channel, "channels: make, send, receive, range, close",
		"use the Future that workflow.Go or workflow.Execute returns, or workflow.Receive for what comes from outside"},
	{selection, "a `select` statement", "use workflow.Select with workflow.On, workflow.OnSignal and workflow.After"},
	{locking, "`sync` and `sync/atomic`",
		"drop it: the coroutines of a workflow take turns and need no lock; to wait for several things, Get their Futures"},
	{mapOrder, "a map's order that can reach a command",
		"range over slices.Sorted(maps.Keys(m)), or sort what was collected"},
	{goContext, "a `context.Context`", "use the workflow.Context; what needs a context.Context is an activity's work"},
	{sharedWrite, "writes to package-level variables and to what outlives the run",
		"keep state in variables of the workflow function, and return it as its result or pass it to an activity"},
	{lostFuture, "a Future that nobody waits for", "call Get, or wait for it with workflow.Select and workflow.On"},
	{keptContext, "a `workflow.Context` that is kept beyond its call", "pass it as an argument; it is of no use outside its run"},
	{sideEffectUse, "a `workflow.SideEffect` that does more than return a value",
		"return the value: on replay the function is not called"},
	{conditionUse, "a condition of `workflow.Until`, the handler of a query or the `workflow.Validate` of an update that does more than look",
		"return what the variables say: it is called many times, and again on replay"},
	{lostEnding, "a `workflow.ContinueAsNew` whose error is dropped",
		"return what it returns: a run that asks to continue and returns something else is parked"},
	{limitedUndo, "an activity of `workflow.Undo` that gives up after some attempts",
		"set Retry.MaxAttempts of its policy to activity.Unlimited: what is not undone stays as it is"},
}

func kindOf(c code) (kind, bool) {
	for _, k := range kinds {
		if k.code == c {
			return k, true
		}
	}
	return kind{}, false
}
