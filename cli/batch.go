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
	deed func(context.Context, *app, *flags.Command) (deed, error)
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
func batchCommands(a *app) []*flags.Command {
	told := func(d func(context.Context, *app, *flags.Command) deed) func(context.Context, *app, *flags.Command) (deed, error) {
		return func(ctx context.Context, a *app, c *flags.Command) (deed, error) {
			_, err := a.who(c)
			return d(ctx, a, c), err
		}
	}
	asked := func(d func(context.Context, *app, *flags.Command) deed) func(context.Context, *app, *flags.Command) (deed, error) {
		return func(ctx context.Context, a *app, c *flags.Command) (deed, error) {
			_, err := a.asker(c)
			return d(ctx, a, c), err
		}
	}
	unpaused, paused := func(r inspect.Run) bool { return !r.Paused() }, func(r inspect.Run) bool { return r.Paused() }
	verbs := []batchVerb{
		{name: "signal", usage: "send a signal to each", args: "NAME [PAYLOAD]", deed: signalEach,
			description: "PAYLOAD is JSON, @FILE, or - for standard input, as with run signal.",
			flags:       []flags.Flag{&flags.StringFlag{Name: "signal-id", Usage: "each run receives a signal with the same `KEY` once, however often it is sent"}}},
		{name: "cancel", usage: "request cancellation of each", flags: []flags.Flag{reason(), by()}, deed: asked(cancelRun)},
		{name: "terminate", usage: "end each at once", flags: []flags.Flag{reason(), by()}, deed: asked(terminateRun),
			description: "Their workflows do not notice and cannot clean up."},
		{name: "resume", usage: "retry each blocked run at once", flags: recorded(), parked: true, only: unpaused, deed: told(resumeRun)},
		{name: "pause", usage: "pause each", flags: recorded(), only: unpaused, deed: told(pauseRun)},
		{name: "unpause", usage: "unpause each that is paused", flags: recorded(), parked: true, only: paused, deed: told(unpauseRun)},
		{name: "retry", usage: "try now what waits for its next attempt", args: "[ACTIVITY]", flags: recorded(),
			deed: told(retryEach)},
		{name: "repin", usage: "move each pinned run to another build", args: "[BUILD]",
			flags: append(recorded(), &flags.StringFlag{Name: "from", Usage: "only runs pinned to this `BUILD`"}),
			only:  func(r inspect.Run) bool { return r.Pin != "" },
			deed: func(ctx context.Context, a *app, c *flags.Command) (deed, error) {
				if _, err := a.who(c); err != nil {
					return nil, err
				}
				_, err := a.runtime(ctx, c)
				return repinRun(ctx, a, c, c.Args().First()), err
			}},
		{name: "requeue", usage: "run each failed job again", flags: recorded(), failed: true, deed: told(requeueRun),
			description: "A job is left out if a newer run has its workflow id."},
	}
	all := make([]*flags.Command, 0, len(verbs))
	for _, v := range verbs {
		all = append(all, batchCommand(a, v))
	}
	return all
}

func batchCommand(a *app, v batchVerb) *flags.Command {
	say := "It takes the " + v.runs() + " that --where and --workflow select, or --all. --dry-run lists them and does nothing."
	if v.description != "" {
		say = v.description + "\n" + say
	}
	return &flags.Command{
		Name: v.name, Usage: v.usage, ArgsUsage: v.args, Description: say,
		Flags: append([]flags.Flag{
			&flags.StringFlag{Name: "where", Usage: "those that match this `FILTER`, as customer = \"c-1\" and started < -24h"},
			&flags.StringFlag{Name: "workflow", Usage: "those of the workflow with this `NAME`"},
			&flags.BoolFlag{Name: "all", Usage: "all " + v.runs()},
			&flags.BoolFlag{Name: "dry-run", Usage: "list the runs, and do nothing"},
			&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"},
			&wholeFlag{Name: "limit", Usage: fmt.Sprintf("do nothing if more than `N` runs are selected, up to %d", mostBatch), Value: 1000, Config: bounds{1, mostBatch}},
		}, v.flags...),
		Action: func(ctx context.Context, c *flags.Command) error {
			if !c.IsSet("where") && !c.IsSet("workflow") && !c.Bool("all") {
				return wrongLine("say which runs: --where, --workflow, or --all for all "+v.runs(), a.again(c, "where", `customer = "c-1"`))
			}
			for _, name := range []string{"where", "workflow"} { // an unset shell variable becomes an empty value
				if c.IsSet(name) && strings.TrimSpace(c.String(name)) == "" {
					return wrongLine(fmt.Sprintf("--%s is empty, so nothing was done: say which runs, or --all for all %s", name, v.runs()), a.line(append(path(c), "--help")...))
				}
			}
			do, err := v.deed(ctx, a, c)
			if err != nil {
				return err
			}
			if _, err := a.answers(ctx, c); err != nil {
				return err
			}
			b := batch{a, v, c}
			runs, err := b.selected(ctx)
			if err != nil {
				return err
			}
			if c.Bool("dry-run") || len(runs) == 0 {
				return b.wouldBe(runs)
			}
			if err := b.sureOf(len(runs)); err != nil {
				return err
			}
			return b.do(ctx, runs, do)
		},
	}
}

// batch is a command on many runs at work.
type batch struct {
	*app
	verb batchVerb
	c    *flags.Command
}

// signalEach sends the same signal to each run, once however often the line is typed with its
// --signal-id.
func signalEach(ctx context.Context, a *app, c *flags.Command) (deed, error) {
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
func retryEach(ctx context.Context, a *app, c *flags.Command) deed {
	one := retryRun(ctx, a, c, c.Args().First())
	return func(run inspect.Run) (done, note string, err error) {
		if done, note, err = one(run); errors.Is(err, reprise.ErrNotWaiting) {
			return "nothing waited for its next try", "", nil
		}
		return done, note, err
	}
}

// selected returns the runs that the line selects, newest first.
func (b *batch) selected(ctx context.Context) ([]inspect.ListedRun, error) {
	most := b.c.Int("limit")
	q := reprise.Filter{Status: []reprise.Status{b.verb.status()}, Workflow: b.c.String("workflow"), Where: b.c.String("where"), Blocked: b.verb.parked, Limit: store.MaxPage}
	var runs []inspect.ListedRun
	for run, err := range b.all(ctx, q) {
		if err != nil {
			return nil, b.unlisted(b.c, err)
		}
		if from := b.c.String("from"); b.verb.only != nil && !b.verb.only(run.Run) || from != "" && run.Pin != from {
			continue
		}
		if b.verb.failed {
			if last, err := lastOfJob(ctx, b.app, run.Run); err != nil {
				return nil, err
			} else if !last {
				continue
			}
		}
		if len(runs) == most {
			return nil, wrongLine(fmt.Sprintf("more than %d runs are selected, so nothing was done: select fewer, or raise --limit", most), b.again(b.c, "limit", fmt.Sprint(min(10*most, mostBatch))))
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// all iterates over the runs of a list, page by page.
func (b *batch) all(ctx context.Context, q reprise.Filter) iter.Seq2[inspect.ListedRun, error] {
	return func(yield func(inspect.ListedRun, error) bool) {
		for {
			page, err := b.from.List(ctx, q)
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
func (b *batch) wouldBe(runs []inspect.ListedRun) error {
	batched := make([]batchedJSON, 0, len(runs))
	for _, r := range runs {
		batched = append(batched, batchedJSON{Steered: inspect.Steered{ID: r.ID, RunID: r.RunID}})
	}
	if b.output == "json" {
		return b.show(batchJSON{DryRun: b.c.Bool("dry-run"), Runs: batched}, nil)
	}
	return list(&b.printer, batched, func(p *page) {
		if len(runs) == 0 {
			p.say("no %s in namespace %q matches", b.verb.one(), b.namespace)
			b.next(p, "run", "list", "--status", b.verb.status().String())
			return
		}
		runTable(b.app, p, b.c, inspect.List{Runs: runs})
		p.say("%s: nothing was done", inspect.Count(len(runs), "run"))
		p.line(cell{"next: ", dim}, cell{b.again(b.c, "dry-run", ""), plain})
	})
}

// sureOf asks a person. If nobody can be asked, the line must have --yes.
func (b *batch) sureOf(n int) error {
	if in, ok := b.Stdin.(*os.File); !b.c.Bool("yes") && (!ok || !term.IsTerminal(int(in.Fd()))) {
		return wrongLine(fmt.Sprintf("%s selected, but nothing was done: use --yes to do it, --dry-run to list them", inspect.IsAre(n, "run")), b.withArgs(b.c, append([]string{"--dry-run"}, b.c.Args().Slice()...)...))
	}
	return b.sure(b.c, fmt.Sprintf("%s %s?", strings.ToUpper(b.verb.name[:1])+b.verb.name[1:], inspect.Count(n, "run")))
}

// do runs do for one run after the other. A failure of one does not stop the others.
func (b *batch) do(ctx context.Context, runs []inspect.ListedRun, do deed) error {
	result := batchJSON{Runs: []batchedJSON{}}
	for _, run := range runs {
		if ctx.Err() != nil {
			break
		}
		line := batchedJSON{Steered: inspect.Steered{ID: run.ID, RunID: run.RunID}}
		done, note, err := do(run.Run)
		switch err = b.refused(ctx, run.Run, err); {
		case err != nil && ctx.Err() != nil:
			line.Error = "interrupted: it may or may not have been done"
			result.Failed++
		case err != nil:
			line.Error = strings.TrimPrefix(err.Error(), "reprise: ")
			result.Failed++
		default:
			line.Done, line.Note = done, note
		}
		result.Runs = append(result.Runs, line)
	}
	if err := b.print(result); err != nil {
		return err
	}
	if left := len(runs) - len(result.Runs); ctx.Err() != nil {
		return &unsettledError{&exitError{codeInterrupted, fmt.Errorf("interrupted: %s left alone", inspect.Count(left, "run")), b.withArgs(b.c, b.c.Args().Slice()...)}}
	}
	if result.Failed > 0 {
		failed := slices.DeleteFunc(slices.Clone(result.Runs), func(b batchedJSON) bool { return b.Error == "" })
		return &exitError{codeFailed, fmt.Errorf("%d of %s: %w", result.Failed, inspect.Count(len(runs), "run"), errors.New(inspect.FirstLine(failed[0].Error))), b.try("run", "show", failed[0].RunID)}
	}
	return nil
}

func (b *batch) print(result batchJSON) error {
	if b.output == "json" {
		return b.show(result, nil)
	}
	return list(&b.printer, result.Runs, func(p *page) {
		for _, line := range result.Runs {
			text := line.Done
			if line.Note != "" {
				text += " (" + line.Note + ")"
			}
			if line.Error != "" {
				text = "not done: " + inspect.FirstLine(line.Error)
			}
			p.say("%s: %s", line.ID, text)
		}
		p.say("%s, %d failed", inspect.Count(len(result.Runs), "run"), result.Failed)
	})
}
