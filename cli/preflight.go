package cli

import (
	"context"
	"errors"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// preflightJSON is the output of preflight.
type preflightJSON struct {
	OK      bool            `json:"ok"`                // no run would be parked
	Runs    int             `json:"runs"`              // number of replayed runs
	Parked  []parkedRunJSON `json:"parked,omitempty"`  // would be parked by this program's code
	Already []parkedRunJSON `json:"already,omitempty"` // parked already, and would stay parked
	Unbound map[string]int  `json:"unbound,omitempty"` // open runs by workflow, if this program does not have the workflow
	Pinned  map[string]int  `json:"pinned,omitempty"`  // open runs that are pinned to another build, by build
}

type parkedRunJSON struct {
	ID       string `json:"id"` // the workflow id
	RunID    string `json:"run_id"`
	Workflow string `json:"workflow"`
	Error    string `json:"error"`
}

func parkedRunsOf(all []reprise.ParkedRun) (j []parkedRunJSON) {
	for _, p := range all {
		j = append(j, parkedRunJSON{p.Run.WorkflowID, p.Run.RunID.String(), p.Run.Workflow, strings.TrimPrefix(p.Err.Error(), "reprise: ")})
	}
	return j
}

func preflightCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "preflight", Usage: "check before a deploy that this program's code can continue the open runs",
		Description: "Replays the open runs of the store against the workflows of this program. Nothing is written and no activity\n" +
			"runs. Exits with 1 if a run would be parked, and names it with both places in the code.",
		Flags: []flags.Flag{
			&flags.IntFlag{Name: "oldest", Usage: "replay only `N` runs, those that began first (default: all)", HideDefault: true},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			if n := c.Int("oldest"); n < 0 {
				return wrongLine("--oldest must be a number of runs", a.line("preflight", "--help"))
			}
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			got, err := reprise.Preflight(ctx, rt, reprise.Oldest(c.Int("oldest")))
			refused := (*reprise.PreflightError)(nil)
			if err != nil && !errors.As(err, &refused) {
				return err
			}
			j := preflightJSON{OK: refused == nil, Runs: got.Runs, Parked: parkedRunsOf(got.Parked), Already: parkedRunsOf(got.Already)}
			j.Unbound, j.Pinned = got.Unbound, got.Pinned
			if err := a.show(j, func(p *page) {
				for line := range strings.Lines(got.String()) {
					p.say("%s", strings.TrimSuffix(line, "\n"))
				}
			}); err != nil {
				return err
			}
			if refused != nil {
				return &exitError{codeFailed, errors.New(inspect.FirstLine(refused.Error())), a.try("run", "history", got.Parked[0].Run.RunID.String())}
			}
			return nil
		},
	}
}

// needsJSON is a version of a change that open runs need, in the output of versions.
type needsJSON struct {
	Workflow string `json:"workflow"`
	Change   string `json:"change"`
	Version  int    `json:"version"` // 0: the code before the change
	Runs     int    `json:"runs"`
	Oldest   string `json:"oldest"` // run id of the oldest one
}

func versionsCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "versions", Usage: "list which versions of workflow.Patched and Version the open runs still need",
		Description: "Replays the open runs of the store against the workflows of this program, as preflight does. No open run needs a\n" +
			"version that is not listed: its code may be deleted. Version 0 is the code before the change.",
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			needs, err := reprise.Versions(ctx, rt)
			if refused := (*reprise.PreflightError)(nil); errors.As(err, &refused) {
				err = &exitError{codeFailed, err, a.try("preflight")}
			}
			all := make([]needsJSON, 0, len(needs))
			for _, n := range needs {
				all = append(all, needsJSON{n.Workflow, n.Change, n.Version, n.Runs, n.Oldest.RunID.String()})
			}
			return errors.Join(err, list(&a.printer, all, func(p *page) {
				for _, n := range all {
					p.say("%s: %s version %d: %s, the oldest %s", n.Workflow, n.Change, n.Version, inspect.Count(n.Runs, "run"), n.Oldest)
				}
				if len(all) == 0 && err == nil {
					p.say("no open run has reached a change")
				}
			}))
		},
	}
}
