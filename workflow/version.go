package workflow

import "fmt"

// Patched reports whether the run goes the way of a change of its workflow's code, so that old and
// new code can stand side by side while runs are open that began before:
//
//	if workflow.Patched(ctx, "fraud-check") {
//		... the new way
//	} else {
//		... the old way
//	}
//
// A run that comes here for the first time under this code goes the new way, and its history marks
// that. One whose history has passed here before goes the old way. The first call for a change decides
// for the whole run: a loop that began the old way goes on so, until the run continues as a new one. A
// change that is to be decided anew in each turn has the turn in its name.
//
// When no open run needs the old way any more, see reprise.Versions, delete the call and the old way in
// one edit: a mark that the code does not ask for is passed over. The name stands in histories; give a
// later change another one. Patched panics, which parks the run, for the zero Context and for a name
// that is empty or too long.
func Patched(ctx Context, change string) bool { return Version(ctx, change, 1) > 0 }

// Version is [Patched] for a place that changes more than once. It returns by which version the run
// goes: latest for one that comes here for the first time, what its history marks for others, 0 for one
// that has passed here before the first change. Raise latest with each change, and keep the ways that
// open runs need. A run that goes by a later version than latest, as after a deploy was taken back, is
// parked until code comes that knows it. A latest below 1 panics, as [Patched] does.
func Version(ctx Context, change string, latest int) int {
	env := ctx.mustEnv()
	if err := checkLabel("change", change); err != nil {
		panic(err)
	}
	if latest < 1 {
		panic(fmt.Errorf("workflow: the latest version of change %s is %d: versions begin at 1, and 0 is what was before", change, latest))
	}
	return env.Version(change, latest)
}
