package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// Needs is what open runs of a workflow need of its code: a way that it has kept for them.
type Needs struct {
	Workflow string
	Change   string // as given to workflow.Patched or workflow.Version
	Version  int    // that these runs go by; 0: the way before the change
	Runs     int    // how many
	Oldest   RunInfo
}

// Versions returns what the open runs of the namespace need of the code bound here: for each change
// and version how many runs go by it, sorted by workflow, change and version. A way that it does not
// list no open run needs, so it may be deleted. It finds that out by replaying them all, as [Preflight]
// does: a run that has not come to the place of a change needs neither way yet, and is not counted. A
// run that cannot be replayed with this code, parked by now or not, may need a way that is not listed:
// a *[PreflightError] beside the list names such runs.
func Versions(ctx context.Context, c Client) ([]Needs, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return nil, wrap(err, "versions")
	}
	type key struct {
		workflow, change string
		version          int
	}
	found := make(map[key]*Needs)
	all, err := preflight(ctx, rt, 0, func(run RunInfo, r Replayed) {
		for name, version := range r.Changes {
			k := key{run.Workflow, name, version}
			if found[k] == nil {
				found[k] = &Needs{Workflow: run.Workflow, Change: name, Version: version}
			}
			found[k].Runs++
			found[k].Oldest = run // the newest come first
		}
	})
	needs := make([]Needs, 0, len(found))
	for _, n := range found {
		needs = append(needs, *n)
	}
	slices.SortFunc(needs, func(a, b Needs) int {
		return cmp.Or(strings.Compare(a.Workflow, b.Workflow), strings.Compare(a.Change, b.Change), cmp.Compare(a.Version, b.Version))
	})
	if err == nil {
		all.Parked = append(all.Parked, all.Already...)
		err = all.err()
	}
	return needs, wrap(err, "versions")
}

// Preflight replays the open runs of the namespace with the code bound here, and says which of them it
// would park: before a deploy, on the data of production. Nothing is written. With such runs the error
// is a *[PreflightError], beside the report. A run that is parked by now is no worse off: it is in the
// report, and no error. Runs of workflows that are not bound here are counted, and left to who binds
// them; so are those that are pinned to another build.
//
// It costs a replay of each run; with [Oldest] only of some. A run that begins meanwhile, under code
// that is still at work, is not seen.
func Preflight(ctx context.Context, c Client, opts ...PreflightOption) (PreflightReport, error) {
	rt, err := clientOf(ctx, c)
	var o preflightOptions
	err = cmp.Or(err, applyOptions(&o, opts))
	var report PreflightReport
	if err == nil {
		report, err = preflight(ctx, rt, o.oldest, nil)
	}
	if err == nil {
		err = report.err()
	}
	return report, wrap(err, "preflight")
}

// PreflightOption shapes one [Preflight].
type PreflightOption func(*preflightOptions)

type preflightOptions struct{ oldest int }

// Oldest has [Preflight] replay only so many runs, those that began first: they have passed the most
// code. What is not replayed is counted all the same. Zero is all.
func Oldest(runs int) PreflightOption { return func(o *preflightOptions) { o.oldest = runs } }

// PreflightError lists open runs that the code bound here cannot go on with.
type PreflightError struct {
	Runs   int // that were replayed
	Parked []ParkedRun
}

// ParkedRun is an open run that code cannot go on with.
type ParkedRun struct {
	Run RunInfo
	Err error // of [Replay]
}

// mostTold is how many runs the text of a PreflightError tells of.
const mostTold = 10

func (e *PreflightError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "reprise: %d of %d open runs cannot go on with this code: keep the old way beside the new one with workflow.Patched", len(e.Parked), e.Runs)
	for i, p := range e.Parked {
		if i == mostTold {
			fmt.Fprintf(&b, "\nand %d more", len(e.Parked)-i)
			break
		}
		fmt.Fprintf(&b, "\n%s", p)
	}
	return b.String()
}

// String tells which run it is, and why it would be parked.
func (p ParkedRun) String() string {
	why := strings.TrimPrefix(p.Err.Error(), fmt.Sprintf("reprise: replay of %q: ", p.Run.WorkflowID))
	if differs := (*replay.MismatchError)(nil); errors.As(p.Err, &differs) {
		why = differs.Difference() // what else the text says is for a run that is parked
	}
	why = strings.TrimPrefix(why, fmt.Sprintf("replay: run %s: ", p.Run.RunID))
	return fmt.Sprintf("%s %q, run %s: %s", p.Run.Workflow, p.Run.WorkflowID, p.Run.RunID, why)
}

// PreflightReport is what came of a [Preflight].
type PreflightReport struct {
	Runs    int            // that were replayed
	Parked  []ParkedRun    // that would be
	Already []ParkedRun    // that are parked by now, and would stay so
	Unbound map[string]int // other open runs, of workflows that are not bound here, by workflow
	// Pinned are open runs that are pinned to another build, see [workflow.Pinned], by build, whether or not their
	// workflows are bound here. They are not replayed: another build that is not in it has none, and may be switched off.
	Pinned map[string]int
}

func (p *PreflightReport) err() error {
	if len(p.Parked) == 0 {
		return nil
	}
	return &PreflightError{Runs: p.Runs, Parked: p.Parked}
}

// String is the report for a person: a line for each such run, and one with the sum.
func (p PreflightReport) String() string {
	var b strings.Builder
	for _, run := range p.Parked {
		fmt.Fprintf(&b, "would be parked: %s\n", run)
	}
	for _, run := range p.Already {
		fmt.Fprintf(&b, "is parked, and stays so: %s\n", run)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Unbound)) {
		fmt.Fprintf(&b, "not looked at: workflow %q is not bound here, open runs of it: %d\n", name, p.Unbound[name])
	}
	for _, build := range slices.Sorted(maps.Keys(p.Pinned)) {
		fmt.Fprintf(&b, "not looked at: pinned to build %q, open runs of it: %d\n", build, p.Pinned[build])
	}
	fmt.Fprintf(&b, "open runs replayed: %d; would be parked: %d; parked by now: %d", p.Runs, len(p.Parked), len(p.Already))
	return b.String()
}

// preflight replays the open runs, with oldest only that many of those that began first. Each that the
// code agrees with is given to agrees.
func preflight(ctx context.Context, rt *Runtime, oldest int, agrees func(RunInfo, Replayed)) (PreflightReport, error) {
	p := PreflightReport{Unbound: make(map[string]int), Pinned: make(map[string]int)}
	if oldest < 0 {
		return p, fmt.Errorf("the number of the oldest runs is %d: give 0 for all", oldest)
	}
	var some []RunInfo // the oldest so far, the newest of them first
	mine := func(run RunInfo) bool {
		_, bound := rt.workflows[run.Workflow]
		switch {
		case run.Pin != "" && run.Pin != rt.cfg.Build:
			p.Pinned[run.Pin]++
		case !bound:
			p.Unbound[run.Workflow]++
		default:
			return true
		}
		return false
	}
	look := func(run RunInfo) error {
		r, err := Replay(ctx, rt, run.RunID)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, ErrNotFound): // it has ended and is gone
			return nil
		case errors.Is(err, ErrUnavailable), errors.Is(err, ErrStoreClosed), errors.Is(err, ErrOtherDatabase):
			return err
		}
		p.Runs++
		switch {
		case err == nil && agrees != nil:
			agrees(run, r)
		case err == nil:
		case run.Blocked != nil:
			p.Already = append(p.Already, ParkedRun{run, err})
		default:
			p.Parked = append(p.Parked, ParkedRun{run, err})
		}
		return nil
	}
	for run, err := range List(ctx, rt, Filter{Status: []Status{Open}}) {
		switch {
		case err != nil || !mine(run):
		case oldest == 0:
			err = look(run)
		default:
			if some = append(some, run); len(some) >= 2*oldest {
				some = slices.Clone(some[len(some)-oldest:])
			}
		}
		if err != nil {
			return p, err
		}
	}
	for _, run := range some[max(0, len(some)-oldest):] {
		if err := look(run); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Repin has the workers of another build, and no others, go on with an open run, or, with an empty build, those of
// any. It is for a run that is pinned, see [workflow.Pinned], to a build that is to be switched off or has a fault:
// first see by [Replay] that the code of the new build goes on with it, or else it is parked there. A worker that
// has the run keeps it until the run waits. A run without a pin whose workflow is pinned gets one by the next worker that takes it. To repin a run to
// the build that it is pinned to changes nothing. Errors: those of [Pause], and [ErrNotPinned].
func Repin[R Ref](ctx context.Context, c Client, run R, build string, by By) error {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err = errors.Join(err, by.check()); err == nil && build != "" {
		err = checkBound("the build", build)
	}
	if err == nil {
		err = rt.through(ctx, request("repin", to), func(ctx context.Context) error {
			if err := pins(ctx, rt, to, build); err != nil {
				return err
			}
			_, err := rt.writer().steer(ctx, to, &history.Steered{Did: history.KindRepinned, Who: by.Who, Why: by.Why, Build: build}, &store.Steer{Do: store.Repin, Pin: build})
			return err
		})
	}
	return wrap(err, "repin %s", to)
}

// pins refuses a build that is known not to pin the run's workflow.
func pins(ctx context.Context, rt *Runtime, to target, build string) error {
	if build == "" {
		return nil
	}
	run, err := rt.store.Run(ctx, to.ref(rt.cfg.Namespace))
	if err != nil {
		return err
	}
	if workers, known := engine.LiveWorkers(ctx, rt.store); known && engine.Unpinned(workers, run.Namespace, run.Workflow, build) {
		return ErrNotPinned
	}
	return nil
}
