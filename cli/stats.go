package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/inspect"
)

func statsCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "stats", Usage: "describe the store and count what is in it",
		Action: func(ctx context.Context, c *flags.Command) error {
			from, err := a.answers(ctx, c)
			if err != nil {
				return err
			}
			s, err := from.Stats(ctx)
			if err != nil {
				return err
			}
			return a.show(s, func(p *page) { a.statsPage(p, s) })
		},
	}
}

func (ts *texts) statsPage(p *page, s inspect.Stats) {
	p.table([]string{"STORE", ""}, [][]cell{
		{{"kind", plain}, {s.Kind, plain}},
		{{"where", plain}, {s.Where, plain}},
		{{"schema", plain}, {fmt.Sprintf("%d, for binaries from %d on; this one is %d", s.Version, s.CompatibleFrom, s.Own), plain}},
		{{"created", plain}, {ts.When(s.Created), plain}},
		{{"size", plain}, {fmt.Sprintf("%.1f MiB", float64(s.Bytes)/(1<<20)), plain}},
		{{"cluster", plain}, {s.Cluster, plain}},
	})
	p.say("")
	p.table([]string{"RUNS", ""}, append(counts(s.Runs), []cell{{"blocked, of the open ones", plain}, {fmt.Sprint(s.Blocked), plain}}, []cell{{"paused, of the open ones", plain}, {fmt.Sprint(s.Paused), plain}}))
	p.say("")
	p.table([]string{"ROWS", ""}, counts(s.Rows))
}

func counts(of map[string]int64) (rows [][]cell) {
	for _, name := range slices.Sorted(maps.Keys(of)) {
		rows = append(rows, []cell{{name, plain}, {fmt.Sprint(of[name]), plain}})
	}
	return rows
}
