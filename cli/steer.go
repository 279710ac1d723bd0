package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	flags "github.com/urfave/cli/v3"
	"golang.org/x/term"

	"github.com/reprise-run/reprise"
)

// steeredJSON is run cancel, terminate and resume.
type steeredJSON struct {
	ID    string `json:"id"` // the workflow id
	RunID string `json:"run_id"`
	Done  string `json:"done"` // cancel requested, terminated, resumed
}

func (a *app) cancelCommand() *flags.Command {
	return &flags.Command{
		Name: "cancel", Usage: "ask an open run to end itself", ArgsUsage: "ID", Flags: []flags.Flag{reason()},
		Description: "The workflow's waits return, its activities are cancelled, and it may clean up. It is asked once, however often this is said.",
		Action: func(ctx context.Context, c *flags.Command) error {
			return a.steer(ctx, c, "cancel requested", func(rt *reprise.Runtime, id string) error {
				return reprise.Cancel(ctx, rt, id, c.String("reason"))
			})
		},
	}
}

func (a *app) terminateCommand() *flags.Command {
	return &flags.Command{
		Name: "terminate", Usage: "end an open run at once", ArgsUsage: "ID",
		Description: "The workflow does not notice and cannot clean up. On a terminal you are asked first.",
		Flags: []flags.Flag{reason(),
			&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			return a.steer(ctx, c, "terminated", func(rt *reprise.Runtime, id string) error {
				if err := a.sure(c, fmt.Sprintf("End %s at once? It cannot clean up.", id)); err != nil {
					return err
				}
				return reprise.Terminate(ctx, rt, id, c.String("reason"))
			})
		},
	}
}

func (a *app) resumeCommand() *flags.Command {
	return &flags.Command{
		Name: "resume", Usage: "let a blocked run be tried again at once", ArgsUsage: "ID",
		Description: "Any build may take it then, and the deaths of its workers are forgotten.",
		Action: func(ctx context.Context, c *flags.Command) error {
			return a.steer(ctx, c, "resumed", func(rt *reprise.Runtime, id string) error { return reprise.Resume(ctx, rt, id) })
		},
	}
}

func reason() flags.Flag {
	return &flags.StringFlag{Name: "reason", Usage: "`WHY`, for the history"}
}

// steer does something to the open run that the command names.
func (a *app) steer(ctx context.Context, c *flags.Command, done string, do func(rt *reprise.Runtime, id string) error) error {
	rt, err := a.runtime(ctx, c)
	if err != nil {
		return err
	}
	run, err := a.findOpen(ctx, rt, c.Args().First())
	if err != nil {
		return err
	}
	if err := do(rt, run.WorkflowID); err != nil {
		return err
	}
	return a.show(steeredJSON{run.WorkflowID, run.ID.String(), done}, func(p *page) {
		p.say("%s: %s", run.WorkflowID, done)
		a.next(p, "run", "show", run.WorkflowID)
	})
}

// next writes what may be typed next.
func (a *app) next(p *page, words ...string) {
	p.line(cell{"next: ", dim}, cell{a.try(words...), plain})
}

// sure asks a person, if one is there, before something that cannot be undone.
func (a *app) sure(c *flags.Command, question string) error {
	in, ok := a.Stdin.(*os.File)
	if c.Bool("yes") || !ok || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	fmt.Fprintf(a.Stderr, "%s [y/N] ", clean(question))
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && err != io.EOF {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
		return nil
	}
	return &exitError{codeFailed, fmt.Errorf("nothing was done"), a.try(append(path(c), append(c.Args().Slice(), "-y")...)...)}
}
