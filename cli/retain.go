package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// retainedJSON is the result of db retain.
type retainedJSON struct {
	Namespace string `json:"namespace"`
	Runs      int    `json:"runs"`           // removed, or in a dry run, to be removed, as far as counted
	Done      bool   `json:"done"`           // false: a dry run
	More      bool   `json:"more,omitempty"` // there are more than that
}

// maxDry is how far a dry run counts: the store accepts no other writes meanwhile.
const maxDry = 100_000

func retainCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "retain", Usage: "remove old runs, with their histories",
		Description: "A program with Config.Retention does this by itself. A tombstone of each run stays, so that a start with Once, or one repeated\n" +
			"late, does not start it again. It works in small steps; engines may be at work. On a terminal you are asked first.",
		Flags: []flags.Flag{
			&ageFlag{Name: "older-than", Usage: "minimum `AGE` of the end: 36h, 30d; required", HideDefault: true},
			&ageFlag{Name: "forget-tombstones", Usage: "also drop the tombstones of runs removed longer ago than `AGE`; their ids are free again", DefaultText: "all tombstones are kept"},
			&flags.StringSliceFlag{Name: "status", Usage: "only runs that ended `SO`: completed, failed, cancelled, terminated"},
			&flags.StringFlag{Name: "queue", Usage: "only runs of the queue `NAME`"},
			&flags.StringFlag{Name: "archive", Usage: "first put each history into a file below `DIR`, for run replay"},
			&flags.BoolFlag{Name: "dry-run", Usage: "only count"},
			&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			o := reprise.RetainOptions{OlderThan: c.Value("older-than").(time.Duration), ForgetTombstones: c.Value("forget-tombstones").(time.Duration), Queue: c.String("queue")}
			for _, s := range c.StringSlice("status") {
				o.Status = append(o.Status, reprise.Status(s))
			}
			if dir := c.String("archive"); dir != "" {
				o.Archive = codec.Dir(dir)
			}
			if o.OlderThan == 0 {
				return wrongLine("give --older-than: how long ago the runs must have ended", a.try("db", "retain", "--older-than", "30d", "--dry-run"))
			}
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			r, err := countOld(ctx, rt, o)
			if err != nil {
				return err
			}
			if !c.Bool("dry-run") {
				if err := a.sure(c, fmt.Sprintf("Remove %s that ended more than %s ago, for ever?", r.runs(), inspect.Rounded(o.OlderThan))); err != nil {
					return err
				}
				r.Done, r.More = true, false
				r.Runs, err = reprise.Retain(ctx, rt, o)
				if err := unsettled(ctx, err, fmt.Sprintf("everything was removed; removed so far: %s", r.runs()), a.try("db", "stats")); err != nil {
					return err
				}
				if err != nil {
					return err
				}
			}
			return a.show(r, func(p *page) { p.say("%s", r) })
		},
	}
}

func countOld(ctx context.Context, rt *reprise.Runtime, o reprise.RetainOptions) (r retainedJSON, err error) {
	r.Namespace = rt.Namespace()
	outcomes, err := rt.Store().Apply(ctx, []store.Op{&store.Retain{Namespace: r.Namespace, Age: o.OlderThan, Max: maxDry, Dry: true}})
	if err != nil {
		return r, err
	}
	over := outcomes[0].Over
	for i := range over {
		c := &over[i]
		if c.Status != 0 && (len(o.Status) == 0 || slices.Contains(o.Status, reprise.Status(c.Status.String()))) && (o.Queue == "" || o.Queue == c.Queue) {
			r.Runs++
		}
	}
	r.More = len(over) == maxDry
	return r, nil
}

func (r retainedJSON) runs() string {
	text := many(int64(r.Runs), "run")
	if r.More {
		return text + " or more"
	}
	return text
}

// String says in one line what was removed, or would be.
func (r retainedJSON) String() string {
	if r.Done {
		return "removed " + r.runs()
	}
	return "would remove " + r.runs()
}

// ageFlag takes an age.
type ageFlag = flags.FlagBase[time.Duration, flags.NoConfig, ageValue]

type ageValue struct{ to *time.Duration }

func (ageValue) Create(value time.Duration, to *time.Duration, _ flags.NoConfig) flags.Value {
	*to = value
	return &ageValue{to}
}

func (ageValue) ToString(value time.Duration) string { return value.String() }

func (v *ageValue) Set(s string) error {
	const hoursOfDay, maxDays = 24, 100_000
	d, err := time.ParseDuration(s)
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n := 0
		if n, err = strconv.Atoi(days); n < 0 || n > maxDays {
			n = 0
		}
		d = time.Duration(n) * hoursOfDay * time.Hour
	}
	if err != nil || d < reprise.MinRetention {
		return errors.New("an age of at least a minute, as in 36h, 90m or 30d")
	}
	*v.to = d
	return nil
}

func (v *ageValue) Get() any       { return *v.to }
func (v *ageValue) String() string { return v.to.String() }
