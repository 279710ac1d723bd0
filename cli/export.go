package cli

import (
	"bufio"
	"context"
	"errors"
	"io"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
)

// exportedJSON is run export into a file.
type exportedJSON struct {
	ID    string `json:"id"` // the workflow id
	RunID string `json:"run_id"`
	File  string `json:"file"`
}

func (a *app) exportCommand() *flags.Command {
	return &flags.Command{
		Name: "export", Usage: "write a run's history to a file, to be kept or replayed", ArgsUsage: "ID",
		Description: "The file holds inputs, results and signals in full, as the store does. It is for replay, by this\n" +
			"version and every later one.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "out", Usage: "the `FILE` to write, readable by you alone (default: standard output)"},
			&flags.BoolFlag{Name: "force", Usage: "write over a file that is there"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			run, err := a.find(ctx, rt, c.Args().First())
			if err != nil {
				return err
			}
			write := func(w io.Writer) error {
				b := bufio.NewWriter(w)
				return errors.Join(reprise.Export(ctx, rt, run.ID, b), b.Flush())
			}
			file := c.String("out")
			if file == "" || file == "-" {
				return write(a.Stdout)
			}
			if err := a.create(c, file, write); err != nil {
				return err
			}
			return a.show(exportedJSON{run.WorkflowID, run.ID.String(), file}, func(p *page) {
				p.say("%s: its history is in %s", run.WorkflowID, file)
				p.line(cell{"next: ", dim}, cell{a.line("replay", file), plain})
			})
		},
	}
}
