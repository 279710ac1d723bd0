package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
)

// exportedJSON is the result of run export into a file.
type exportedJSON struct {
	ID     string   `json:"id"` // the workflow id
	RunID  string   `json:"run_id"`
	File   string   `json:"file"`
	Redact bool     `json:"redacted,omitempty"`
	Damage []string `json:"damage,omitempty"` // in the history, which was written as it is
}

func exportCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "export", Usage: "write a run's history to a file, to be kept or replayed", ArgsUsage: "ID",
		Description: "The file holds inputs, results and signals in full, as the store does. This version and every later one\n" +
			"can replay it. A damaged history is written as it is, and the exit code is 1.\n" +
			"With --redact values are replaced by others of the same type; --redact=card,email replaces those in fields\n" +
			"of these names. Texts of errors and headers are left out; workflow ids and keys of maps stay. If no payload\n" +
			"has a field of a given name, nothing is written and the exit code is 64.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "out", Usage: "the `FILE` to write, readable by you alone (default: standard output)"},
			&flags.BoolFlag{Name: "force", Usage: "overwrite an exported history; a redacted one only with --redact"},
			&redactFlag{Name: "redact", Usage: "redact values: all, or with `=FIELD,FIELD` those in these fields"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			from, err := a.answers(ctx, c)
			if err != nil {
				return err
			}
			run, err := from.Find(ctx, c.Args().First())
			if err != nil {
				return err
			}
			return exportRun(ctx, a, c, run)
		},
	}
}

func exportRun(ctx context.Context, a *app, c *flags.Command, run inspect.Run) error {
	redact, _ := c.Value("redact").(redacting)
	write := func(w io.Writer) error {
		return a.unredacted(c, run, a.from.Export(ctx, run, w, inspect.Redaction{On: redact.on, Fields: redact.fields}))
	}
	file := c.String("out")
	if file == "" || file == "-" {
		shown := &escaping{w: out{a.Stdout}}
		if err := errors.Join(write(shown), shown.flush()); err != nil {
			return err
		}
		damage, err := a.from.Damage(ctx, run)
		return errors.Join(err, a.damaged(run, damage))
	}
	if err := createFile(ctx, a, c, file, write); err != nil {
		return err
	}
	damage, err := a.from.Damage(ctx, run)
	if err != nil {
		return err
	}
	err = a.show(exportedJSON{run.ID, run.RunID, file, redact.on, damage}, func(p *page) {
		how := "its history"
		if redact.on {
			how = "its history, redacted,"
		}
		p.say("%s: %s is in %s", run.ID, how, file)
		if len(damage) == 0 {
			p.line(cell{"next: ", dim}, cell{a.line("replay", file), plain})
		}
	})
	return errors.Join(err, a.damaged(run, damage))
}

// unredacted answers field names that no payload has. The next command redacts everything,
// which also removes whatever the names meant.
func (a *advice) unredacted(c *flags.Command, run inspect.Run, err error) error {
	var none *history.NoFieldError
	if !errors.As(err, &none) {
		return err
	}
	why := strings.TrimPrefix(own(err, none).Error(), "history: redact: ")
	return &exitError{codeUsage, fmt.Errorf("%s was not exported: %s", run.ID, why),
		a.try(slices.Concat(path(c), c.Args().Slice(), given(c, "redact"), []string{"--redact"})...)}
}

// damaged returns the error of a history that was exported as it is.
func (a *advice) damaged(run inspect.Run, damage []string) error {
	if len(damage) == 0 {
		return nil
	}
	text := fmt.Sprintf("the history of %s is damaged, and was written as it is", run.ID)
	for _, d := range damage {
		text += "\n  " + d
	}
	return &exitError{codeFailed, errors.New(text), a.try("db", "doctor")}
}
