package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/internal/inspect"
)

// Find returns the run that a person names, by its run id, or by its workflow id, which means the open run
// with the id or else the last one. It returns [reprise.ErrNotFound] if there is none.
func (c *Client) Find(ctx context.Context, name string) (run inspect.Run, err error) {
	err = c.named(ctx, name, url.Values{"brief": {"1"}}, &run)
	return run, err
}

// named requests something about the run that a person names.
func (c *Client) named(ctx context.Context, name string, query url.Values, into any) error {
	byID := url.Values{"id": {name}}
	for key, values := range query {
		byID[key] = values
	}
	err := c.get(ctx, "run", byID, into)
	if p := (*httpapi.Problem)(nil); !errors.As(err, &p) || p.Code != "not_found" {
		return err
	}
	if id, bad := uuid.Parse(name); bad == nil {
		err = c.get(ctx, "runs/"+id.String(), query, into)
	}
	if p := (*httpapi.Problem)(nil); errors.As(err, &p) && p.Code == "not_found" {
		return inspect.NoRun(c.namespace, name)
	}
	return err
}

// List returns a page of runs, newest first.
func (c *Client) List(ctx context.Context, q reprise.Filter) (all inspect.List, err error) {
	v := url.Values{}
	set := func(name, value string) {
		if value != "" {
			v.Set(name, value)
		}
	}
	var words []string
	for _, s := range q.Status {
		words = append(words, s.String())
	}
	set("status", strings.Join(words, ","))
	set("workflow", q.Workflow)
	set("queue", q.Queue)
	set("id", q.WorkflowID)
	set("prefix", q.Prefix)
	set("where", q.Where)
	set("waiting", q.Waiting)
	if !q.SinceBefore.IsZero() {
		set("since_before", q.SinceBefore.UTC().Format(time.RFC3339Nano))
	}
	set("cursor", q.Cursor)
	if q.Blocked {
		v.Set("blocked", "1")
	}
	if q.Limit > 0 {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	err = c.get(ctx, "runs", v, &all)
	return all, err
}

// Show returns what a run waits for, why it does not continue, and what to type.
func (c *Client) Show(ctx context.Context, name string) (*inspect.Shown, error) {
	var v inspect.Shown
	if err := c.named(ctx, name, nil, &v); err != nil {
		return nil, err
	}
	return &v, nil
}

// eventsAtOnce is how many events one request asks for.
const eventsAtOnce = 1000

// Events passes the events of a run to each, one by one.
func (c *Client) Events(ctx context.Context, run inspect.Run, from int64, lines bool, each func(inspect.EventLine, time.Time) error) (last int64, err error) {
	var begun time.Time
	to := "runs/" + run.RunID + "/events"
	if lines && from > 1 {
		var first []inspect.EventLine
		if err := c.get(ctx, to, url.Values{"limit": {"1"}}, &first); err != nil {
			return 0, err
		}
		if len(first) > 0 {
			begun, last = first[0].Time, max(first[0].Seq, run.Events)
		}
	}
	query := url.Values{"limit": {strconv.Itoa(eventsAtOnce)}}
	if lines {
		query.Set("lines", "1")
	}
	for {
		query.Set("from", strconv.FormatInt(from, 10))
		got, err := c.ask(ctx, http.MethodGet, to, query, nil, nil)
		if err != nil {
			return last, err
		}
		var page []inspect.EventLine
		if err := c.decode(ctx, got, &page); err != nil {
			return last, err
		}
		for _, e := range page {
			if e.Seq == 1 {
				begun = e.Time
			}
			last = e.Seq
			if err := each(e, begun); err != nil {
				return last, err
			}
		}
		if damage := got.Header.Get("Reprise-History-Error"); damage != "" {
			return last, errors.New(damage)
		}
		if len(page) == 0 || got.Header.Get("Link") == "" {
			return last, nil
		}
		from = last + 1
	}
}

// mostSpans is the most spans that a server returns.
const mostSpans = 2000

// Timeline returns the spans of a run. A server returns at most the last 2,000; if there are more, the
// timeline has an error that says so.
func (c *Client) Timeline(ctx context.Context, name string, most int) (*inspect.Timeline, error) {
	shown, err := c.Show(ctx, name)
	if err != nil {
		return nil, err
	}
	t := &inspect.Timeline{Shown: shown}
	last := most
	if most == 0 || most > mostSpans {
		last = mostSpans
	}
	got, err := c.ask(ctx, http.MethodGet, "runs/"+shown.RunID+"/timeline", url.Values{"last": {strconv.Itoa(last)}}, nil, nil)
	if err != nil {
		return nil, err
	}
	if err := c.decode(ctx, got, &t.Spans); err != nil {
		return nil, err
	}
	if len(t.Spans) == 0 {
		return nil, fmt.Errorf("the answer of %s has no run", c.base.Redacted())
	}
	t.Ended, _ = strconv.Atoi(got.Header.Get("Reprise-Spans-Ended")) // zero if the server does not send it
	t.More, _ = strconv.Atoi(got.Header.Get("Reprise-Spans-More"))
	switch {
	case shown.Damage != "":
		t.Err = errors.New(shown.Damage)
	case last != most && (t.Ended > last || t.More > 0):
		t.Err = fmt.Errorf("these are the last %d spans, the most that a server returns: use --db for all", last)
	}
	return t, nil
}

// Export writes the file of run export.
func (c *Client) Export(ctx context.Context, run inspect.Run, w io.Writer, redact inspect.Redaction) error {
	query := url.Values{}
	if redact.On {
		query.Set("redact", strings.Join(redact.Fields, ","))
	}
	got, err := c.askBy(ctx, c.files, http.MethodGet, "runs/"+run.RunID+"/export", query, nil, nil)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	in := &reading{Reader: got.Body}
	if _, err := io.Copy(w, in); err != nil {
		if in.err != nil {
			return c.lost(ctx, http.MethodGet, in.err)
		}
		return err
	}
	return nil
}

// reading keeps the error of reading, to tell it from one of writing.
type reading struct {
	io.Reader
	err error
}

func (r *reading) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// Damage returns what is wrong with the history of a run.
func (c *Client) Damage(ctx context.Context, run inspect.Run) ([]string, error) {
	var v struct {
		Damage []string `json:"damage"`
	}
	err := c.get(ctx, "runs/"+run.RunID+"/damage", nil, &v)
	return v.Damage, err
}

// Start starts a run. Its id is required, so that a repeated start starts it only once.
func (c *Client) Start(ctx context.Context, s inspect.Starting) (v inspect.Started, err error) {
	v.ID, v.Workflow = s.ID, s.Workflow
	err = c.post(ctx, "runs", s, &v)
	return v, err
}

// movedOn is how often a run that has progressed meanwhile is looked at again.
const movedOn = 5

// Steer acts on a run as the verb says.
func (c *Client) Steer(ctx context.Context, run inspect.Run, s inspect.Steering) (done, note string, err error) {
	body := struct {
		Reason   string `json:"reason,omitempty"`
		Activity string `json:"activity,omitempty"`
		Confirm  string `json:"confirm,omitempty"`
	}{Reason: s.By.Why, Activity: s.Activity}
	var v inspect.Steered
	for try := 1; ; try++ {
		header := http.Header{}
		if s.Verb == "terminate" { // of the run as it is now
			body.Confirm = run.ID
			header.Set("If-Match", fmt.Sprintf(`"%d-"`, run.Events+1))
		}
		got, err := c.ask(ctx, http.MethodPost, "runs/"+run.RunID+"/"+s.Verb, nil, body, header)
		if p := (*httpapi.Problem)(nil); errors.As(err, &p) && p.Code == "moved_on" && try < movedOn {
			if run, err = c.Find(ctx, run.RunID); err == nil {
				continue
			}
		}
		if err == nil {
			err = c.decode(ctx, got, &v)
		}
		if err != nil {
			return s.Verb, "", err
		}
		return v.Done, v.Note, nil
	}
}

// message is a signal, a query or an update. Absent fields carry no value.
type message struct {
	Name     string          `json:"name"`
	Payload  json.RawMessage `json:"payload,omitempty"`
	Argument json.RawMessage `json:"argument,omitempty"`
	Input    json.RawMessage `json:"input,omitempty"`
	SignalID string          `json:"signal_id,omitempty"`
	UpdateID string          `json:"update_id,omitempty"`
}

// Signal sends a signal.
func (c *Client) Signal(ctx context.Context, run inspect.Run, name string, payload []byte, id string) (inspect.Sent, error) {
	if id == "" {
		id = uuid.NewString()
	}
	v := inspect.Sent{ID: run.ID, RunID: run.RunID, Signal: name, SignalID: id}
	err := c.post(ctx, "runs/"+run.RunID+"/signal", message{Name: name, Payload: payload, SignalID: id}, &v)
	return v, err
}

// Query asks a run a query.
func (c *Client) Query(ctx context.Context, run inspect.Run, name string, argument []byte) (v json.RawMessage, err error) {
	err = c.post(ctx, "runs/"+run.RunID+"/query", message{Name: name, Argument: argument}, &v)
	return v, err
}

// mostTries is how often Update asks for an answer, waiting half a minute each time: ten minutes.
const mostTries = 20

// Update sends an update and waits for the answer until ctx ends, or the server has had no answer in 20 tries of half a
// minute each. A repeated update is the same one, whether or not the caller gave it an id. After the last try the error
// names the id and is context.DeadlineExceeded.
func (c *Client) Update(ctx context.Context, run inspect.Run, chain bool, name string, input []byte, id string) (v json.RawMessage, err error) {
	if id == "" {
		id = uuid.NewString()
	}
	for try := 1; ; try++ {
		err = c.post(ctx, "runs/"+run.RunID+"/update", message{Name: name, Input: input, UpdateID: id}, &v)
		p := (*httpapi.Problem)(nil)
		switch {
		case ctx.Err() != nil && err != nil:
			return v, fmt.Errorf("reprise: update %q of %q: %w", name, run.ID, ctx.Err())
		case errors.As(err, &p) && p.Code == "timeout" && try >= mostTries:
			return v, fmt.Errorf("reprise: update %q of %q has no answer after %d tries, but may still get one: ask again with the update id %s: %w", name, run.ID, try, id, err)
		case errors.As(err, &p) && p.Code == "timeout": // the server's time is over, not the caller's
			if err := rest(ctx); err != nil {
				return v, fmt.Errorf("reprise: update %q of %q: %w", name, run.ID, err)
			}
		case chain && errors.Is(err, reprise.ErrClosed):
			now, gone := c.Find(ctx, run.ID)
			if gone != nil || now.RunID == run.RunID {
				return v, err
			}
			run = now
		default:
			return v, err
		}
	}
}

// rest waits a second between two tries, in case the server gives up at once.
func rest(ctx context.Context) error {
	alarm := time.NewTimer(time.Second)
	defer alarm.Stop()
	select {
	case <-alarm.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Reset plans a reset, and carries it out unless it is a dry run.
func (c *Client) Reset(ctx context.Context, run inspect.Run, r inspect.Resetting) (v inspect.Reset, err error) {
	err = c.post(ctx, "runs/"+run.RunID+"/reset", r, &v)
	return v, err
}

// Unattended reports whether no worker of the namespace is alive.
func (c *Client) Unattended(ctx context.Context) (bool, error) {
	all, err := c.Workers(ctx)
	if errors.Is(err, errors.ErrUnsupported) {
		return false, nil
	}
	for _, w := range all {
		if w.Alive {
			return false, nil
		}
	}
	return err == nil, err
}

// Workers returns the workers that serve the namespace.
func (c *Client) Workers(ctx context.Context) (all []inspect.Worker, err error) {
	err = c.get(ctx, "workers", nil, &all)
	return all, err
}

// place returns the path and query for a name: a path cannot contain "", "." or "..".
func place(of, name string) (path string, query url.Values) {
	if name == "" || name == "." || name == ".." {
		return of + "/-", url.Values{"name": {name}}
	}
	return of + "/" + url.PathEscape(name), nil
}

// change acts on something that has a name.
func (c *Client) change(ctx context.Context, of, name, verb string, by reprise.By) (run string, err error) {
	var v struct {
		RunID string `json:"run_id"`
	}
	path, query := place(of, name)
	got, err := c.ask(ctx, http.MethodPost, path+"/"+verb, query, map[string]string{"reason": by.Why}, nil)
	if err == nil {
		err = c.decode(ctx, got, &v)
	}
	return v.RunID, err
}

// Drain drains a worker, or lets it take work again.
func (c *Client) Drain(ctx context.Context, worker uuid.UUID, on bool, by reprise.By) error {
	verb := "undrain"
	if on {
		verb = "drain"
	}
	_, err := c.change(ctx, "workers", worker.String(), verb, by)
	return err
}

// Queues returns the queues of the namespace.
func (c *Client) Queues(ctx context.Context) (all []inspect.Queue, err error) {
	err = c.get(ctx, "queues", nil, &all)
	return all, err
}

// PauseQueue pauses or resumes a queue.
func (c *Client) PauseQueue(ctx context.Context, name string, on bool, by reprise.By) error {
	verb := "resume"
	if on {
		verb = "pause"
	}
	_, err := c.change(ctx, "queues", name, verb, by)
	return err
}

// Schedules returns the schedules of the namespace, the first 1,000.
func (c *Client) Schedules(ctx context.Context) (all []inspect.Schedule, err error) {
	err = c.get(ctx, "schedules", nil, &all)
	return all, err
}

// Schedule returns one schedule, or [reprise.ErrNoSchedule].
func (c *Client) Schedule(ctx context.Context, id string) (v inspect.Schedule, err error) {
	path, query := place("schedules", id)
	err = c.get(ctx, path, query, &v)
	return v, err
}

// ChangeSchedule pauses, resumes or triggers a schedule.
func (c *Client) ChangeSchedule(ctx context.Context, verb, id string, by reprise.By) (run string, err error) {
	return c.change(ctx, "schedules", id, verb, by)
}

func ofActivities(q reprise.ActivityFilter) url.Values {
	v := url.Values{}
	for name, value := range map[string]string{"state": string(q.Status), "queue": q.Queue, "name": q.Name, "workflow": q.Workflow, "cursor": q.Cursor} {
		if value != "" {
			v.Set(name, value)
		}
	}
	return v
}

// ListActivities returns one page of activities.
func (c *Client) ListActivities(ctx context.Context, q reprise.ActivityFilter) (all inspect.ActivityList, err error) {
	v := ofActivities(q)
	if q.Limit > 0 {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	err = c.get(ctx, "activities", v, &all)
	return all, err
}

// GroupActivities returns activities grouped by their failure.
func (c *Client) GroupActivities(ctx context.Context, q reprise.ActivityFilter) (all inspect.ActivityGroups, err error) {
	err = c.get(ctx, "activities/groups", ofActivities(q), &all)
	return all, err
}

// Stats returns the statistics of the store.
func (c *Client) Stats(ctx context.Context) (v inspect.Stats, err error) {
	err = c.get(ctx, "stats", nil, &v)
	return v, err
}
