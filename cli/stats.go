package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/store"
)

// statsJSON is db stats.
type statsJSON struct {
	Kind           string           `json:"kind"`            // sqlite or postgres
	Where          string           `json:"where"`           // the file, or the server and schema
	Version        int              `json:"version"`         // of the schema
	CompatibleFrom int              `json:"compatible_from"` // the oldest version of a binary that works on it
	Own            int              `json:"own"`             // the version this binary writes
	Cluster        string           `json:"cluster"`         // id of this database, for ever
	Epoch          int64            `json:"epoch"`
	Created        time.Time        `json:"created"`
	Bytes          int64            `json:"bytes"`
	Runs           map[string]int64 `json:"runs"`    // by status, of all namespaces
	Blocked        int64            `json:"blocked"` // of the open ones, without those that are paused
	Paused         int64            `json:"paused"`  // of the open ones
	Rows           map[string]int64 `json:"rows"`    // by table
}

func (a *app) statsCommand() *flags.Command {
	return &flags.Command{
		Name: "stats", Usage: "describe the store and count what is in it",
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			look, err := a.inspector(rt)
			if err != nil {
				return err
			}
			info, err := look.Info(ctx)
			if err != nil {
				return err
			}
			s := statsOf(info)
			return a.show(s, func(p *page) { a.statsPage(p, s) })
		},
	}
}

func statsOf(i store.Info) statsJSON {
	s := statsJSON{Kind: i.Kind, Where: i.Where, Version: i.Version, CompatibleFrom: i.CompatibleFrom, Own: i.Own, Cluster: i.Cluster,
		Epoch: i.Epoch, Created: i.Created, Bytes: i.Bytes, Runs: map[string]int64{}, Blocked: i.Blocked, Paused: i.Paused, Rows: i.Rows}
	for status, n := range i.Runs {
		s.Runs[status.String()] = n
	}
	return s
}

func (a *app) statsPage(p *page, s statsJSON) {
	p.table([]string{"STORE", ""}, [][]cell{
		{{"kind", plain}, {s.Kind, plain}},
		{{"where", plain}, {s.Where, plain}},
		{{"schema", plain}, {fmt.Sprintf("%d, for binaries from %d on; this one is %d", s.Version, s.CompatibleFrom, s.Own), plain}},
		{{"created", plain}, {a.when(s.Created), plain}},
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
