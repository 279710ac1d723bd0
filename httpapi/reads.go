package httpapi

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

const (
	mostCounted   = 10_000
	mostSchedules = 1_000
)

// aboutJSON is what the API reports about itself.
type aboutJSON struct {
	API       string    `json:"api"` // version of the routes
	Namespace string    `json:"namespace"`
	ReadOnly  bool      `json:"read_only"`
	Why       string    `json:"why,omitempty"` // why it is read-only, if the store takes no writes
	Who       string    `json:"who"`
	Actions   []Action  `json:"actions"` // allowed for the caller, unless it depends on the run
	Payloads  bool      `json:"payloads"`
	Source    bool      `json:"source"` // lines of code are available
	Now       time.Time `json:"now"`    // by the store's clock
}

func (c *call) about() (*answer, error) {
	look, err := c.look()
	if err != nil {
		return nil, err
	}
	why := c.readsOnly(c.ctx)
	v := aboutJSON{API: "1", Namespace: c.rt.Namespace(), ReadOnly: c.o.ReadOnly || why != "", Why: why, Who: c.o.Who(c.r), Actions: []Action{}, Payloads: !look.Hidden, Source: c.o.Source != nil, Now: look.AsOf}
	for _, a := range actions {
		if c.may(c.r, Access{Action: a}) == nil {
			v.Actions = append(v.Actions, a)
		}
	}
	return &answer{v: v}, nil
}

func (c *call) openAPI() (*answer, error) {
	return &answer{text: openAPI, form: "application/yaml"}, nil
}

func (c *call) list() (*answer, error) {
	found, all, err := c.page()
	if err != nil {
		return nil, err
	}
	for i, run := range found.Runs {
		if run.Blocked != nil && (len(c.o.Redact) > 0 || c.may(c.r, accessTo(run, Payload)) != nil) {
			all.Runs[i].Hide()
		}
	}
	return &answer{v: all}, nil
}

// page returns the page of runs that the query selects, as rows and as JSON.
func (c *call) page() (found store.Page, all inspect.List, err error) {
	p := c.params()
	q := p.filter()
	q.Limit, q.Cursor = p.number("limit", 50, 1, store.MaxPage), p.Get("cursor")
	if p.err != nil {
		return found, all, p.err
	}
	found, gone, err := inspect.PageOf(c.ctx, c.rt, q)
	if err != nil {
		return found, all, err
	}
	return found, inspect.ListOf(found, gone), nil
}

// unlisted says why there is no page.
func (c *call) unlisted(q reprise.Filter, err error) error {
	return inspect.PageError(err, q.Cursor, func() error {
		q.Cursor, q.Limit = "", 1
		_, err := reprise.ListPage(c.ctx, c.rt, q)
		return err
	})
}

// countJSON is the number of runs; if capped, there may be more.
type countJSON struct {
	N      int  `json:"n"`
	Capped bool `json:"capped"`
}

func (c *call) count() (*answer, error) {
	p := c.params()
	q := p.filter()
	q.Limit = p.number("most", 1000, 1, mostCounted)
	if p.err != nil {
		return nil, p.err
	}
	v, err := c.shared.get(c.ctx, "count?"+c.r.URL.Query().Encode(), sharedFor, func(ctx context.Context) (any, error) {
		asked, all := q.Status, map[string]countJSON{}
		if len(asked) == 0 && !q.Blocked && q.Where == "" {
			asked = statuses
		}
		one := func(name string, q reprise.Filter) error {
			n, _, err := c.countOf(ctx, q, false)
			all[name] = n
			return err
		}
		for _, s := range asked {
			q := q
			q.Status = []reprise.Status{s}
			if err := one(s.String(), q); err != nil {
				return nil, err
			}
		}
		switch {
		case len(asked) == 0 && !q.Blocked: // Where may hold more conditions of either kind
			return all, one("all", q)
		case len(asked) == 0 && q.Blocked, q.Where == "" && (len(q.Status) == 0 || slices.Contains(q.Status, reprise.Open)):
			q.Blocked = true
			var err error
			all["blocked"], all["paused"], err = c.countOf(ctx, q, true)
			return all, err
		}
		return all, nil
	})
	return &answer{v: v}, err
}

// countOf counts up to q.Limit runs, and if apart is set counts paused ones separately. It reads at most mostCounted rows, since
// matching runs may be rare.
func (c *call) countOf(ctx context.Context, q reprise.Filter, apart bool) (v, paused countJSON, err error) {
	most := q.Limit
	for looked := 0; ; {
		q.Limit = min(most+1-max(v.N, paused.N), store.MaxPage)
		page, err := reprise.ListPage(ctx, c.rt, q)
		if err != nil {
			return v, paused, err
		}
		for _, r := range page.Runs {
			if apart && r.Blocked != nil && r.Blocked.Reason == store.ReasonPaused {
				paused.N++
			} else {
				v.N++
			}
		}
		if looked += page.Examined; max(v.N, paused.N) > most || page.Next == "" || looked >= mostCounted {
			bounded := func(n int) countJSON { return countJSON{min(n, most), n > most || page.Next != ""} }
			return bounded(v.N), bounded(paused.N), nil
		}
		q.Cursor = page.Next
	}
}

// workers returns the workers that serve the namespace.
func (c *call) workers() (*answer, error) {
	all, err := c.shared.get(c.ctx, "workers", aroundFor, func(ctx context.Context) (any, error) {
		all, err := inspect.Of(c.rt).Workers(ctx)
		return slices.DeleteFunc(all, func(w inspect.Worker) bool { return w.Namespace != "" && w.Namespace != c.rt.Namespace() }), err
	})
	return &answer{v: all}, err
}

// allQueues counts waiting and running work, at most every ten seconds.
func (c *call) allQueues() ([]inspect.Queue, error) {
	v, err := c.shared.get(c.ctx, "queues", sharedFor, func(ctx context.Context) (any, error) {
		now, err := c.rt.Store().Now(ctx)
		if err != nil {
			return nil, err
		}
		look := inspect.Look{RT: c.rt, AsOf: now}
		all, err := look.Queues(ctx)
		if all == nil {
			all = []inspect.Queue{}
		}
		return all, err
	})
	all, _ := v.([]inspect.Queue)
	return all, err
}

func (c *call) queues() (*answer, error) {
	all, err := c.allQueues()
	return &answer{v: all}, err
}

func (c *call) schedules() (*answer, error) {
	s, err := c.allSchedules(c.ctx)
	return &answer{v: s.all}, err
}

// schedulesAt are schedules as they were at a time. A slow store's are kept for long, and look overdue by then.
type schedulesAt struct {
	all []inspect.Schedule
	at  time.Time
}

func (c *call) allSchedules(ctx context.Context) (schedulesAt, error) {
	v, err := c.shared.get(ctx, "schedules", sharedFor, func(ctx context.Context) (any, error) {
		at, err := c.rt.Store().Now(ctx)
		if err != nil {
			return nil, err
		}
		all, err := inspect.Schedules(ctx, c.rt, mostSchedules)
		return schedulesAt{all, at}, err
	})
	s, _ := v.(schedulesAt)
	return s, err
}

func (c *call) schedule() (*answer, error) {
	s, err := reprise.DescribeSchedule(c.ctx, c.rt, c.pathName("schedule"))
	if err != nil {
		return nil, err
	}
	return &answer{v: inspect.ScheduleOf(s)}, nil
}

func (c *call) stats() (*answer, error) {
	v, err := c.shared.get(c.ctx, "stats", sharedFor, func(ctx context.Context) (any, error) { return inspect.Of(c.rt).Stats(ctx) })
	return &answer{v: v}, err
}

// healthJSON says whether something needs attention.
type healthJSON struct {
	Status  string         `json:"status"` // ok, degraded
	Checks  []checkJSON    `json:"checks"`
	Blocked map[string]int `json:"blocked"` // blocked runs by reason, of the newest 1,000
	AsOf    time.Time      `json:"as_of"`   // by the store's clock
}

type checkJSON struct {
	Name   string  `json:"name"` // workers, blocked, queues, schedules
	Status string  `json:"status"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit,omitempty"`
	Text   string  `json:"text,omitempty"` // what to do
}

func (c *call) health() (*answer, error) {
	p := c.params()
	strict := p.flag("strict")
	if p.err != nil {
		return nil, p.err
	}
	v, err := c.healthNow()
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if strict && v.Status != "ok" {
		status = http.StatusServiceUnavailable
	}
	return &answer{status: status, v: v}, nil
}

func (c *call) healthNow() (v healthJSON, err error) {
	queues, err := c.allQueues()
	if err != nil {
		return v, err
	}
	shared, err := c.shared.get(c.ctx, "health", sharedFor, func(ctx context.Context) (any, error) { return c.checked(ctx, queues) })
	v, _ = shared.(healthJSON)
	v.Checks = slices.Clone(v.Checks) // the answer is shared
	return v, err
}

func (c *call) checked(ctx context.Context, queues []inspect.Queue) (v healthJSON, err error) {
	v = healthJSON{Status: "ok", Blocked: map[string]int{}}
	if v.AsOf, err = c.rt.Store().Now(ctx); err != nil {
		return v, err
	}
	found, _, err := inspect.PageOf(ctx, c.rt, reprise.Filter{Blocked: true, Limit: store.MaxPage})
	if err != nil {
		return v, err
	}
	blocked := 0
	for _, r := range found.Runs {
		v.Blocked[r.Blocked.Reason]++
		if !inspect.Paused(r) {
			blocked++
		}
	}
	check := func(name string, bad bool, value float64, unit, text string) {
		x := checkJSON{Name: name, Status: "ok", Value: value, Unit: unit}
		if bad {
			x.Status, x.Text, v.Status = "degraded", text, "degraded"
		}
		v.Checks = append(v.Checks, x)
	}
	if look, ok := c.rt.Store().(store.Inspector); ok {
		all, err := look.Workers(ctx)
		if err != nil {
			return v, err
		}
		alive := 0
		text := "no worker is alive: start your program"
		for _, w := range all {
			switch {
			case !w.Alive || !inspect.Serves(w, c.rt.Namespace()):
			case w.Drain != nil:
				text = "every live worker is draining: start another, or " + c.o.Command("worker", "undrain", w.ID.String())
			default:
				alive++
			}
		}
		check("workers", alive == 0, float64(alive), "", text)
	}
	check("blocked", blocked > 0, float64(blocked), "", "runs are blocked: "+c.o.Command("run", "list", "--blocked"))
	oldest := inspect.OldestReady(queues)
	check("queues", oldest.Lag > inspect.Late.Seconds(), oldest.Lag, "s", "what is ready is not taken: "+c.o.Command("queue", "show", oldest.Name))
	schedules, err := c.allSchedules(ctx)
	if err != nil {
		return v, err
	}
	overdue := 0 // of the first mostSchedules
	for i := range schedules.all {
		if schedules.all[i].Overdue(schedules.at) {
			overdue++
		}
	}
	check("schedules", overdue > 0, float64(overdue), "", "no worker has fired what is due: "+c.o.Command("schedule", "list"))
	return v, nil
}

// definitionsJSON lists the definitions whose code this process has.
type definitionsJSON struct {
	Workflows  []definitionJSON `json:"workflows"`
	Activities []definitionJSON `json:"activities"`
	Signals    []definitionJSON `json:"signals"`
}

type definitionJSON struct {
	Name    string          `json:"name"`
	Input   string          `json:"input"`             // the Go type of the input, or of a signal's value
	Output  string          `json:"output,omitempty"`  // of an activity
	Queue   string          `json:"queue,omitempty"`   // of an activity whose policy names one
	Example json.RawMessage `json:"example,omitempty"` // of the input, as JSON
}

func (c *call) definitions() (*answer, error) {
	bound := c.rt.Inside().Bound()
	v := definitionsJSON{Workflows: []definitionJSON{}, Activities: []definitionJSON{}, Signals: []definitionJSON{}}
	for _, name := range slices.Sorted(maps.Keys(bound.Workflows)) {
		in := bound.Workflows[name]
		v.Workflows = append(v.Workflows, definitionJSON{Name: name, Input: in.Type(), Example: in.Example()})
	}
	for _, name := range slices.Sorted(maps.Keys(bound.Activities)) {
		a := bound.Activities[name]
		v.Activities = append(v.Activities, definitionJSON{Name: name, Input: a.In, Output: a.Out, Queue: a.Queue, Example: a.Input.Example()})
	}
	for _, name := range slices.Sorted(maps.Keys(bound.Signals)) {
		s := bound.Signals[name]
		v.Signals = append(v.Signals, definitionJSON{Name: name, Input: s.Type(), Example: s.Example()})
	}
	return &answer{v: v}, nil
}
