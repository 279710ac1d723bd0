package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// changedJSON is the result of queue pause, resume, set and clear.
type changedJSON struct {
	Name string `json:"name"`
	Done string `json:"done"`           // paused, resumed, set, cleared
	Note string `json:"note,omitempty"` // a warning that no worker serves the queue
}

func queueCommands(a *app) []*flags.Command {
	return []*flags.Command{
		{
			Name: "list", Usage: "list the queues, what waits in them and what runs",
			Description: "Lists queues that live workers serve, that are paused or set, or that have work in them. It counts up to 10,000.",
			Action:      a.action(listQueues),
		},
		{
			Name: "show", Usage: "show one queue", ArgsUsage: "NAME", Description: "A queue that no worker serves and that has no work is shown as empty.",
			Action: a.action(showQueue),
		},
		queueCommand(a, "pause", "pause a queue", "paused",
			"Running work continues, and starts and signals are accepted. All workers know within about a second.", nil, pauseQueue(a, true)),
		queueCommand(a, "resume", "resume a paused queue", "resumed", "Resuming a queue that is not paused changes nothing.", nil, pauseQueue(a, false)),
		setQueueCommand(a),
		queueCommand(a, "clear", "return to what the workers declare", "cleared", "It undoes queue set.", nil, onQueue(a, reprise.ClearQueue)),
	}
}

// queueCommand returns a command that changes a queue, and is recorded with who did it and why.
func queueCommand(a *app, name, usage, done, description string, more []flags.Flag, do func(context.Context, *flags.Command, string, reprise.By) error) *flags.Command {
	return &flags.Command{
		Name: name, Usage: usage, ArgsUsage: "NAME", Flags: slices.Concat(more, recorded()), Description: description,
		Action: func(ctx context.Context, c *flags.Command) error {
			who, err := a.who(c)
			if err != nil {
				return err
			}
			v := changedJSON{Name: c.Args().First(), Done: done}
			if err := do(ctx, c, v.Name, who); err != nil {
				return err
			}
			if name == "pause" || name == "set" {
				if v.Note, err = unserved(ctx, a, c, v.Name); err != nil {
					return err
				}
				a.note(v.Note)
			}
			return a.show(v, func(p *page) {
				p.say("%s: %s", v.Name, v.Done)
				a.next(p, "queue", "show", v.Name)
			})
		},
	}
}

// pauseQueue pauses or resumes a queue.
func pauseQueue(a *app, on bool) func(context.Context, *flags.Command, string, reprise.By) error {
	return func(ctx context.Context, c *flags.Command, name string, who reprise.By) error {
		from, err := a.answers(ctx, c)
		if err != nil {
			return err
		}
		return from.PauseQueue(ctx, name, on, who)
	}
}

// onQueue adapts a change that needs the store itself.
func onQueue(a *app, do func(context.Context, reprise.Client, string, reprise.By) error) func(context.Context, *flags.Command, string, reprise.By) error {
	return func(ctx context.Context, c *flags.Command, name string, who reprise.By) error {
		rt, err := a.runtime(ctx, c)
		if err != nil {
			return err
		}
		return do(ctx, rt, name, who)
	}
}

// unserved says that live workers exist and none serves the queue: its name may be wrong.
func unserved(ctx context.Context, a *app, c *flags.Command, name string) (string, error) {
	from, err := a.answers(ctx, c)
	if err != nil {
		return "", err
	}
	all, err := from.Workers(ctx)
	if errors.Is(err, errors.ErrUnsupported) {
		return "", nil
	}
	return inspect.Unserved(all, a.namespace, name), err
}

func setQueueCommand(a *app) *flags.Command {
	per, all, rate := -1, -1, ""
	part, partRate := -1, ""
	return queueCommand(a, "set", "override what the workers declare of a queue", "set",
		"It applies to all workers until queue clear. A setting that is not given stays as it is.",
		[]flags.Flag{
			&wholeFlag{Name: "per-worker", Usage: "at most `N` activities at once in one worker; 0: as each worker declares", Destination: &per, Value: -1, Config: bounds{0, math.MaxInt32}, HideDefault: true},
			&wholeFlag{Name: "concurrency", Usage: "at most `N` activities at once in all workers; 0: no limit", Destination: &all, Value: -1, Config: bounds{0, math.MaxInt32}, HideDefault: true},
			&flags.StringFlag{Name: "rate", Usage: "at most `N/TIME` begin in a time, in all workers, as 100/1s, or 100/1m/5 with a burst of 5; 0: no limit", Destination: &rate},
			&wholeFlag{Name: "per-partition", Usage: "at most `N` activities of each partition at once; 0: no limit", Destination: &part, Value: -1, Config: bounds{0, math.MaxInt32}, HideDefault: true},
			&flags.StringFlag{Name: "per-partition-rate", Usage: "at most `N/TIME` of each partition begin in a time; 0: no limit", Destination: &partRate},
		},
		onQueue(a, func(ctx context.Context, rt reprise.Client, name string, who reprise.By) error {
			limit, err := rateOf("--rate", rate)
			each, bad := rateOf("--per-partition-rate", partRate)
			if err = cmp.Or(err, bad); err != nil {
				return wrongLine(err.Error(), a.try("queue", "set", "--help"))
			}
			if max(per, all, part) < 0 && rate+partRate == "" {
				return wrongLine("nothing to set: give --per-worker, --concurrency, --rate, --per-partition or --per-partition-rate", a.try("queue", "set", "--help"))
			}
			found, err := reprise.Queues(ctx, rt)
			if err != nil {
				return err
			}
			q := reprise.Queue{Name: name}
			for _, now := range found {
				switch {
				case now.Name != name:
				case now.Set != nil:
					q = *now.Set
				default:
					q.Global, q.PerPartition = now.Limits()
				}
			}
			if per >= 0 {
				q.PerWorker = per
			}
			if all >= 0 {
				q.Global.Concurrency = all
			}
			if rate != "" {
				q.Global.Rate = limit
			}
			if part >= 0 {
				q.PerPartition.Concurrency = part
			}
			if partRate != "" {
				q.PerPartition.Rate = each
			}
			return reprise.SetQueue(ctx, rt, q, who)
		}))
}

// allQueues returns the queues of the namespace.
func allQueues(ctx context.Context, a *app, c *flags.Command) ([]inspect.Queue, error) {
	from, err := a.answers(ctx, c)
	if err != nil {
		return nil, err
	}
	return from.Queues(ctx)
}

func noteText(n *inspect.Note, did string) string {
	return fmt.Sprintf("%s by %s: %s", did, n.Who, n.Why)
}

func listQueues(ctx context.Context, a *app, c *flags.Command) error {
	all, err := allQueues(ctx, a, c)
	if err != nil {
		return err
	}
	return list(&a.printer, all, func(p *page) {
		if len(all) == 0 {
			p.say("no queue has work, and no worker serves one")
			return
		}
		rows := make([][]cell, 0, len(all))
		for _, q := range all {
			state := cell{"open", green}
			switch {
			case q.Paused != nil:
				state = cell{"paused", yellow}
			case q.CoolingUntil != nil:
				state = cell{"cools down", yellow}
			case q.Workers == 0:
				state = cell{"no worker serves it", red}
			}
			rows = append(rows, []cell{{q.Name, bold}, state, {counted(q, q.Ready), plain}, {lag(q), plain}, {counted(q, q.Running), plain}, {counted(q, q.Owned), plain},
				{counted(q, q.Retrying), plain}, {fmt.Sprint(q.Workers), plain}, {fmt.Sprint(q.Slots), plain}})
		}
		p.table([]string{"QUEUE", "STATE", "READY", "LAG", "RUNNING", "OWNED", "RETRYING", "WORKERS", "SLOTS"}, rows)
	})
}

// counted formats a count of q, and marks one that may be too low.
func counted(q inspect.Queue, n int) string {
	if q.Capped && n >= store.MostCounted {
		return fmt.Sprint(n, "+")
	}
	return fmt.Sprint(n)
}

func showQueue(ctx context.Context, a *app, c *flags.Command) error {
	all, err := allQueues(ctx, a, c)
	if err != nil {
		return err
	}
	v := inspect.Queue{Name: c.Args().First()}
	i := slices.IndexFunc(all, func(q inspect.Queue) bool { return q.Name == v.Name })
	if i >= 0 {
		v = all[i]
	}
	return a.show(v, func(p *page) {
		p.line(cell{v.Name, bold})
		if i < 0 {
			p.line(cell{"! nothing is known of this queue: is its name right?", yellow})
		}
		if v.Paused != nil {
			p.line(cell{noteText(v.Paused, "paused"), yellow}, cell{", " + a.When(v.Paused.At), plain})
		}
		if v.CoolingUntil != nil {
			p.line(cell{"cools down after a throttled activity,", yellow}, cell{" until " + a.When(*v.CoolingUntil), plain})
		}
		if v.Set != nil {
			p.say("%s, %s", noteText(v.Overruled, "set"), a.When(v.Overruled.At))
			p.say("set        %s", settingsText(v.Set))
		}
		if v.Declared != nil {
			p.say("declared   %s", settingsText(v.Declared))
		}
		held := ""
		if v.Held > 0 {
			held = fmt.Sprintf(", of which %d wait for their partitions", v.Held)
		}
		p.say("ready      %d runs, %d activities%s; lag %s", v.ReadyRuns, v.ReadyActivities, held, lag(v))
		if v.AtLimit && v.CoolingUntil == nil {
			p.say("at limit   none of its activities begins before one ends, or before its rate allows it")
		}
		p.say("running    %d activities that have a row; %d runs are owned", v.Running, v.Owned)
		p.say("retrying   %d", v.Retrying)
		if v.Capped {
			p.say("           counting stops at %d, so some of these may be too low", store.MostCounted)
		}
		p.say("workers    %d, with %d slots", v.Workers, v.Slots)
		a.partitionTable(p, v.Partitions)
		if v.Paused != nil || v.CoolingUntil != nil {
			a.next(p, "queue", "resume", v.Name, "--reason", "WHY")
		}
	})
}

// partitionTable shows the partitions with the most waiting activities.
func (ts *texts) partitionTable(p *page, all []inspect.Partition) {
	if len(all) == 0 {
		return
	}
	rows := make([][]cell, 0, len(all))
	for _, x := range all {
		state := cell{"free", green}
		switch x.State {
		case inspect.PartitionFull:
			state = cell{fmt.Sprintf("full, %d run", x.Running), yellow}
		case inspect.PartitionCooling:
			state = cell{"cools down", yellow}
		case inspect.PartitionRate:
			state = cell{"has used its rate", yellow}
		}
		next := "-"
		if x.NextAt != nil {
			next = ts.When(*x.NextAt)
		}
		rows = append(rows, []cell{{x.Key, bold}, {fmt.Sprint(x.Ready), plain}, {ts.When(x.OldestReady), plain}, state, {next, plain}})
	}
	p.table([]string{"PARTITION", "READY", "OLDEST", "STATE", "NEXT"}, rows)
}

func settingsText(s *inspect.Settings) string {
	text := "no limit in all workers together"
	switch {
	case s.Concurrency > 0 && s.Rate != "":
		text = fmt.Sprintf("at most %d at once in all workers together, and %s begin", s.Concurrency, s.Rate)
	case s.Concurrency > 0:
		text = fmt.Sprintf("at most %d at once in all workers together", s.Concurrency)
	case s.Rate != "":
		text = fmt.Sprintf("at most %s begin in all workers together", s.Rate)
	}
	if s.PerPartition > 0 {
		text += fmt.Sprintf(", %d of each partition", s.PerPartition)
	}
	if s.PerPartitionRate != "" {
		text += fmt.Sprintf(", %s of each partition begin", s.PerPartitionRate)
	}
	if s.PerWorker > 0 {
		text += fmt.Sprintf(", %d in one", s.PerWorker)
	}
	if s.Revision > 0 {
		text += fmt.Sprintf(" (revision %d)", s.Revision)
	}
	return text
}

// lag formats how long the oldest ready run or activity has been ready.
func lag(q inspect.Queue) string {
	if q.OldestReady == nil {
		return "-"
	}
	return (time.Duration(q.Lag * float64(time.Second))).Round(time.Millisecond).String()
}

// rateOf parses N/TIME or N/TIME/BURST; 0 is none. The result may still be invalid: SetQueue reports that.
func rateOf(flag, text string) (r reprise.Rate, err error) {
	if text == "" || text == "0" {
		return r, nil
	}
	parts := strings.Split(text, "/")
	if r.N, err = strconv.Atoi(parts[0]); err == nil && len(parts) > 1 {
		r.Per, err = time.ParseDuration(parts[1])
	}
	if err == nil && len(parts) > 2 {
		r.Burst, err = strconv.Atoi(parts[2])
	}
	if err != nil || len(parts) < 2 || len(parts) > 3 {
		return r, fmt.Errorf("%s is %q: write a number and a time, as 100/1s, with an optional burst, as 100/1m/5", flag, text)
	}
	return r, nil
}
