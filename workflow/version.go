package workflow

import "fmt"

// Patched reports whether the run takes the new branch at a change of its workflow's code. It lets
// old and new code coexist while runs are open that began before the change:
//
//	if workflow.Patched(ctx, "fraud-check") {
//		... the new way
//	} else {
//		... the old way
//	}
//
// A run that gets here for the first time under this code takes the new branch, and its history
// records a marker. A run whose history passed this point before takes the old branch. The first call
// for a change decides for the whole run: a loop that began on the old branch stays on it until the
// run continues as a new one. To decide again in each iteration, put the iteration into the name.
//
// When no open run needs the old branch any more (see reprise.Versions), delete the call and the old
// branch in one edit: a marker that the code does not ask for is skipped. The name is recorded in
// histories; give a later change another one. For the zero Context, and for a name that is empty or too
// long, Patched panics, which parks the run.
func Patched(ctx Context, change string) bool { return Version(ctx, change, 1) > 0 }

// Version is [Patched] for a place that changes more than once. It returns the version that the run
// follows: latest for a run that gets here for the first time, the recorded version for others, and 0
// for a run that passed here before the first change. Raise latest with each change, and keep the
// branches that open runs need. If a run follows a later version than latest, for example after a
// rollback of a deploy, it is parked until code arrives that knows the version. If latest is below 1,
// Version panics, as [Patched] does.
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
