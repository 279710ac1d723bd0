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

// Needs names a version of a change in a workflow's code that open runs still depend on.
type Needs struct {
	Workflow string
	Change   string // the change's name, as given to workflow.Patched or workflow.Version
	Version  int    // the version these runs follow; 0: the code before the change
	Runs     int    // how many runs
	Oldest   RunInfo
}

// Versions returns which versions of code changes the open runs of the namespace depend on. For each
// change and version it counts the runs; the result is sorted by workflow, change and version. A
// version that is not listed may be deleted, because no open run needs it. Versions replays all open
// runs, as [Preflight] does. A run that has not reached a change needs neither version yet and is not
// counted. A run that cannot be replayed with this code, parked already or not, may need a version that
// is not listed: a *[PreflightError] returned with the list names such runs.
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

// Preflight replays the open runs of the namespace with the code bound here, and reports which of them
// that code would park: use it before a deploy, on production data. It writes nothing. If it finds
// such runs, it returns a *[PreflightError] along with the report. A run that is already parked is no
// worse off: it is in the report, and is no error. Runs of workflows that are not bound here are only
// counted, as are runs that are pinned to another build.
//
// Preflight costs one replay for each run, or with [Oldest] only for some. It does not see a run
// that begins meanwhile, under code that is still running.
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

// PreflightOption configures one [Preflight].
type PreflightOption func(*preflightOptions)

type preflightOptions struct{ oldest int }

// Oldest limits the replays of [Preflight] to the oldest runs, which have passed through the most
// code. The others are only counted. Zero: all.
func Oldest(runs int) PreflightOption { return func(o *preflightOptions) { o.oldest = runs } }

// PreflightError lists open runs that the code bound here cannot continue.
type PreflightError struct {
	Runs   int // that were replayed
	Parked []ParkedRun
}

// ParkedRun is an open run that the code cannot continue.
type ParkedRun struct {
	Run RunInfo
	Err error // from [Replay]
}

// mostTold is how many runs the text of a PreflightError names.
const mostTold = 10

func (e *PreflightError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "reprise: %d of %d open runs cannot continue with this code: keep the old path beside the new one with workflow.Patched", len(e.Parked), e.Runs)
	for i, p := range e.Parked {
		if i == mostTold {
			fmt.Fprintf(&b, "\nand %d more", len(e.Parked)-i)
			break
		}
		fmt.Fprintf(&b, "\n%s", p)
	}
	return b.String()
}

// String names the run, and why it would be parked.
func (p ParkedRun) String() string {
	why := strings.TrimPrefix(p.Err.Error(), fmt.Sprintf("reprise: replay of %q: ", p.Run.WorkflowID))
	if differs := (*replay.MismatchError)(nil); errors.As(p.Err, &differs) {
		why = differs.Difference() // the rest of the text is for a run that is parked already
	}
	why = strings.TrimPrefix(why, fmt.Sprintf("replay: run %s: ", p.Run.RunID))
	return fmt.Sprintf("%s %q, run %s: %s", p.Run.Workflow, p.Run.WorkflowID, p.Run.RunID, why)
}

// PreflightReport is the result of a [Preflight].
type PreflightReport struct {
	Runs    int            // that were replayed
	Parked  []ParkedRun    // would be parked
	Already []ParkedRun    // are parked already, and would stay parked
	Unbound map[string]int // other open runs, by workflow, if the workflow is not bound here
	// Pinned are the open runs that are pinned to another build, by build, whether or not their workflows are bound here;
	// see [workflow.Pinned]. They are not replayed. A build that is not in the map has no such runs and may be switched off.
	Pinned map[string]int
}

func (p *PreflightReport) err() error {
	if len(p.Parked) == 0 {
		return nil
	}
	return &PreflightError{Runs: p.Runs, Parked: p.Parked}
}

// String formats the report for people: a line for each such run, and a summary line.
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

// preflight replays the open runs, or only the oldest ones if oldest is not zero. It calls agrees for
// each run that the code agrees with.
func preflight(ctx context.Context, rt *Runtime, oldest int, agrees func(RunInfo, Replayed)) (PreflightReport, error) {
	p := PreflightReport{Unbound: make(map[string]int), Pinned: make(map[string]int)}
	if oldest < 0 {
		return p, fmt.Errorf("the number of oldest runs is %d: use 0 for all", oldest)
	}
	var some []RunInfo // the oldest so far, in order of descending start
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
		case errors.Is(err, ErrNotFound): // it has ended and was removed
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

// Repin changes the build whose workers alone continue an open run; with an empty build, workers of any build do. Use it for a
// run that is pinned (see [workflow.Pinned]) to a build that has a fault or is to be switched off. First check by [Replay] that
// the code of the new build can continue the run; otherwise the run parks there. A worker that owns the run keeps it until the
// run waits. If a run without a pin has a pinned workflow, the next worker that claims it pins it. Repinning a run to its current
// build changes nothing. Errors: those of [Pause], and [ErrNotPinned].
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
