package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"
	"golang.org/x/term"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// mostBatch is the most runs that a batch takes.
const mostBatch = 100_000

// batchJSON is the result of a batch.
type batchJSON struct {
	DryRun bool          `json:"dry_run,omitempty"` // nothing was done
	Runs   []batchedJSON `json:"runs"`              // [] when none was selected
	Failed int           `json:"failed"`            // how many of them have an error
}

// batchedJSON is the result for one run, one line with jsonl.
type batchedJSON struct {
	inspect.Steered
	Error string `json:"error,omitempty"` // if set, nothing was done
}

// batchVerb is a command on many runs.
type batchVerb struct {
	name, usage, args, description string
	flags                          []flags.Flag
	parked                         bool // it takes only parked runs
	only                           func(inspect.Run) bool
	failed                         bool // it takes failed jobs, and no open runs
	// deed is called once, before anything is done.
	deed func(context.Context, *flags.Command) (deed, error)
}

// one names in words what the verb takes.
func (v *batchVerb) one() string {
	if v.failed {
		return "failed job"
	}
	return "open run"
}

func (v *batchVerb) runs() string { return v.one() + "s" }

func (v *batchVerb) status() reprise.Status {
	if v.failed {
		return reprise.Failed
	}
	return reprise.Open
}

// batchCommands returns the commands that do to all open runs of a filter what the commands of
// run do to one.
func (a *app) batchCommands() []*flags.Command {
	plain := func(d func(context.Context, *flags.Command) deed) func(context.Context, *flags.Command) (deed, error) {
		return func(ctx context.Context, c *flags.Command) (deed, error) { return d(ctx, c), nil }
	}
	told := func(d func(context.Context, *flags.Command) deed) func(context.Context, *flags.Command) (deed, error) {
		return func(ctx context.Context, c *flags.Command) (deed, error) {
			_, err := a.who(c)
			return d(ctx, c), err
		}
	}
	unpaused, paused := func(r inspect.Run) bool { return !r.Paused() }, func(r inspect.Run) bool { return r.Paused() }
	verbs := []batchVerb{
		{name: "signal", usage: "send a signal to each", args: "NAME [PAYLOAD]", deed: a.signalEach,
			description: "PAYLOAD is JSON, @FILE, or - for standard input, as with run signal.",
			flags:       []flags.Flag{&flags.StringFlag{Name: "signal-id", Usage: "each run takes a signal with the same `KEY` once, however often it is sent"}}},
		{name: "cancel", usage: "ask each to end itself", flags: []flags.Flag{reason()}, deed: plain(a.cancelRun)},
		{name: "terminate", usage: "end each at once", flags: []flags.Flag{reason()}, deed: plain(a.terminateRun),
			description: "Their workflows do not notice and cannot clean up."},
		{name: "resume", usage: "let each that is blocked be tried again at once", parked: true, only: unpaused,
			deed: plain(func(ctx context.Context, _ *flags.Command) deed { return a.resumeRun(ctx) })},
		{name: "pause", usage: "have each stand still", flags: recorded(), only: unpaused, deed: told(a.pauseRun)},
		{name: "unpause", usage: "have each that is paused go on", flags: recorded(), parked: true, only: paused, deed: told(a.unpauseRun)},
		{name: "retry", usage: "try now what waits for its next attempt", args: "[ACTIVITY]", flags: recorded(),
			deed: told(a.retryEach)},
		{name: "repin", usage: "have the workers of another build go on with each that is pinned", args: "[BUILD]",
			flags: append(recorded(), &flags.StringFlag{Name: "from", Usage: "only those that are pinned to this `BUILD`"}),
			only:  func(r inspect.Run) bool { return r.Pin != "" },
			deed: func(ctx context.Context, c *flags.Command) (deed, error) {
				if _, err := a.who(c); err != nil {
					return nil, err
				}
				_, err := a.runtime(ctx, c)
				return a.repinRun(ctx, c, c.Args().First()), err
			}},
		{name: "requeue", usage: "have each job that has failed carried out again", flags: recorded(), failed: true, deed: told(a.requeueRun),
			description: "Where a newer run has the workflow id of a job it is left out."},
	}
	all := make([]*flags.Command, 0, len(verbs))
	for _, v := range verbs {
		all = append(all, a.batchCommand(v))
	}
	return all
}

func (a *app) batchCommand(v batchVerb) *flags.Command {
	say := "It takes the " + v.runs() + " that --where and --workflow select, or --all. --dry-run lists them and does nothing."
	if v.description != "" {
		say = v.description + "\n" + say
	}
	return &flags.Command{
		Name: v.name, Usage: v.usage, ArgsUsage: v.args, Description: say,
		Flags: append([]flags.Flag{
			&flags.StringFlag{Name: "where", Usage: "those for which this `FILTER` holds, as customer = \"c-1\" and started < -24h"},
			&flags.StringFlag{Name: "workflow", Usage: "those of the workflow with this `NAME`"},
			&flags.BoolFlag{Name: "all", Usage: "all " + v.runs()},
			&flags.BoolFlag{Name: "dry-run", Usage: "say which runs these are, and do nothing"},
			&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"},
			&wholeFlag{Name: "limit", Usage: fmt.Sprintf("do nothing where more than `N` runs are selected, up to %d", mostBatch), Value: 1000, Config: bounds{1, mostBatch}},
		}, v.flags...),
		Action: func(ctx context.Context, c *flags.Command) error {
			if !c.IsSet("where") && !c.IsSet("workflow") && !c.Bool("all") {
				return wrongLine("say which runs: --where, --workflow, or --all for all "+v.runs(), a.again(c, "where", `customer = "c-1"`))
			}
			for _, name := range []string{"where", "workflow"} { // an unset shell variable becomes an empty value
				if c.IsSet(name) && strings.TrimSpace(c.String(name)) == "" {
					return wrongLine(fmt.Sprintf("--%s is empty, and nothing was done: say which runs, or --all for all %s", name, v.runs()), a.line(append(path(c), "--help")...))
				}
			}
			do, err := v.deed(ctx, c)
			if err != nil {
				return err
			}
			if _, err := a.answers(ctx, c); err != nil {
				return err
			}
			runs, err := a.selected(ctx, c, v)
			if err != nil {
				return err
			}
			if c.Bool("dry-run") || len(runs) == 0 {
				return a.wouldBe(c, v, runs)
			}
			if err := a.sureOfAll(c, v, len(runs)); err != nil {
				return err
			}
			return a.batch(ctx, c, runs, do)
		},
	}
}

// signalEach sends the same signal to each run, once however often the line is typed with its
// --signal-id.
func (a *app) signalEach(ctx context.Context, c *flags.Command) (deed, error) {
	name, id := c.Args().First(), c.String("signal-id")
	var payload []byte
	if c.Args().Len() > 1 {
		var err error
		if payload, err = a.payload(ctx, c.Args().Get(1), a.line(append(path(c), "--help")...)); err != nil {
			return nil, err
		}
	}
	if id == "" { // a line that is typed again after an interrupt has one
		id = uuid.NewString()
		if err := c.Set("signal-id", id); err != nil {
			return nil, err
		}
	}
	return func(run inspect.Run) (done, note string, err error) {
		sent, err := a.from.Signal(ctx, run, name, payload, id)
		return "signal " + name + " was accepted", sent.Note, err
	}, nil
}

// retryEach accepts a run in which nothing waits for a retry.
func (a *app) retryEach(ctx context.Context, c *flags.Command) deed {
	one := a.retryRun(ctx, c, c.Args().First())
	return func(run inspect.Run) (done, note string, err error) {
		if done, note, err = one(run); errors.Is(err, reprise.ErrNotWaiting) {
			return "nothing waited for its next try", "", nil
		}
		return done, note, err
	}
}

// selected returns the runs that the line selects, newest first.
func (a *app) selected(ctx context.Context, c *flags.Command, v batchVerb) ([]inspect.ListedRun, error) {
	most := c.Int("limit")
	q := reprise.Filter{Status: []reprise.Status{v.status()}, Workflow: c.String("workflow"), Where: c.String("where"), Blocked: v.parked, Limit: store.MaxPage}
	var runs []inspect.ListedRun
	for run, err := range a.all(ctx, q) {
		if err != nil {
			return nil, a.unlisted(c, err)
		}
		if from := c.String("from"); v.only != nil && !v.only(run.Run) || from != "" && run.Pin != from {
			continue
		}
		if v.failed {
			if last, err := a.lastOfJob(ctx, run.Run); err != nil {
				return nil, err
			} else if !last {
				continue
			}
		}
		if len(runs) == most {
			return nil, wrongLine(fmt.Sprintf("more than %d runs are selected, and nothing was done: select fewer, or raise --limit", most), a.again(c, "limit", fmt.Sprint(min(10*most, mostBatch))))
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// all iterates over the runs of a list, page by page.
func (a *app) all(ctx context.Context, q reprise.Filter) iter.Seq2[inspect.ListedRun, error] {
	return func(yield func(inspect.ListedRun, error) bool) {
		for {
			page, err := a.from.List(ctx, q)
			if err != nil {
				yield(inspect.ListedRun{}, err)
				return
			}
			for _, r := range page.Runs {
				if !yield(r, nil) {
					return
				}
			}
			if q.Cursor = page.Next; page.Next == "" {
				return
			}
		}
	}
}

// wouldBe lists what a batch would take.
func (a *app) wouldBe(c *flags.Command, v batchVerb, runs []inspect.ListedRun) error {
	batched := make([]batchedJSON, 0, len(runs))
	for _, r := range runs {
		batched = append(batched, batchedJSON{Steered: inspect.Steered{ID: r.ID, RunID: r.RunID}})
	}
	if a.output == "json" {
		return a.show(batchJSON{DryRun: c.Bool("dry-run"), Runs: batched}, nil)
	}
	return list(&a.printer, batched, func(p *page) {
		if len(runs) == 0 {
			p.say("no %s in namespace %q is like that", v.one(), a.namespace)
			a.next(p, "run", "list", "--status", v.status().String())
			return
		}
		a.runTable(p, c, inspect.List{Runs: runs})
		p.say("%s: nothing was done", inspect.Count(len(runs), "run"))
		p.line(cell{"next: ", dim}, cell{a.again(c, "dry-run", ""), plain})
	})
}

// sureOfAll asks a person. If nobody can be asked, the line must have --yes.
func (a *app) sureOfAll(c *flags.Command, v batchVerb, n int) error {
	if in, ok := a.Stdin.(*os.File); !c.Bool("yes") && (!ok || !term.IsTerminal(int(in.Fd()))) {
		return wrongLine(fmt.Sprintf("%s selected, and nothing was done: --yes does it, --dry-run lists them", inspect.IsAre(n, "run")), a.withArgs(c, append([]string{"--dry-run"}, c.Args().Slice()...)...))
	}
	return a.sure(c, fmt.Sprintf("%s %s?", strings.ToUpper(v.name[:1])+v.name[1:], inspect.Count(n, "run")))
}

// batch runs do for one run after the other. A failure of one does not stop the others.
func (a *app) batch(ctx context.Context, c *flags.Command, runs []inspect.ListedRun, do deed) error {
	result := batchJSON{Runs: []batchedJSON{}}
	for _, run := range runs {
		if ctx.Err() != nil {
			break
		}
		b := batchedJSON{Steered: inspect.Steered{ID: run.ID, RunID: run.RunID}}
		done, note, err := do(run.Run)
		switch err = a.refused(ctx, run.Run, err); {
		case err != nil && ctx.Err() != nil:
			b.Error = "interrupted: it is not known whether it was done"
			result.Failed++
		case err != nil:
			b.Error = strings.TrimPrefix(err.Error(), "reprise: ")
			result.Failed++
		default:
			b.Done, b.Note = done, note
		}
		result.Runs = append(result.Runs, b)
	}
	if err := a.batched(result); err != nil {
		return err
	}
	if left := len(runs) - len(result.Runs); ctx.Err() != nil {
		return &unsettledError{&exitError{codeInterrupted, fmt.Errorf("interrupted: nothing was done to %s", inspect.Count(left, "run")), a.withArgs(c, c.Args().Slice()...)}}
	}
	if result.Failed > 0 {
		failed := slices.DeleteFunc(slices.Clone(result.Runs), func(b batchedJSON) bool { return b.Error == "" })
		return &exitError{codeFailed, fmt.Errorf("%d of %s: %w", result.Failed, inspect.Count(len(runs), "run"), errors.New(inspect.FirstLine(failed[0].Error))), a.try("run", "show", failed[0].RunID)}
	}
	return nil
}

func (a *app) batched(result batchJSON) error {
	if a.output == "json" {
		return a.show(result, nil)
	}
	return list(&a.printer, result.Runs, func(p *page) {
		for _, b := range result.Runs {
			text := b.Done
			if b.Note != "" {
				text += " (" + b.Note + ")"
			}
			if b.Error != "" {
				text = "not done: " + inspect.FirstLine(b.Error)
			}
			p.say("%s: %s", b.ID, text)
		}
		p.say("%s, %d failed", inspect.Count(len(result.Runs), "run"), result.Failed)
	})
}
