package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

const (
	aroundFor  = 2 * time.Second // the context of runs is queried at most that often
	mostEvents = 1000
	mostBytes  = 4 << 20 // of a page of events, unless its first event alone is larger
	mostSpans  = 2000
	inPlace    = 64 << 10 // a larger payload is sent as an attachment
)

// facts collects what is known of the run, which it names as the request does.
func (c *call) facts(ended func(timeline.Span)) (*inspect.Look, *inspect.Facts, error) {
	look, err := c.look()
	if err != nil {
		return nil, nil, err
	}
	name := c.run.ID.String()
	if id := c.r.URL.Query().Get("id"); id != "" {
		name = id
	}
	f, err := look.FactsOf(c.ctx, c.run.ID, name, ended)
	return look, f, err
}

// version returns the version of the run as the caller may see it. The shown data is read afterwards,
// so it is never older.
func (c *call) version() (string, error) {
	around, err := c.around()
	if err != nil {
		return "", err
	}
	version, err := inspect.Version(c.ctx, c.rt, c.run, around)
	if c.may(c.r, accessTo(c.run, Payload)) != nil {
		version += "-hidden"
	}
	return version, err
}

func (c *call) around() (inspect.Around, error) {
	v, err := c.shared.get(c.ctx, "around", aroundFor, func(ctx context.Context) (any, error) { return inspect.AroundNow(ctx, c.rt) })
	around, _ := v.(inspect.Around)
	return around, err
}

func (c *call) show() (*answer, error) {
	p := c.params()
	if brief := p.flag("brief"); p.err != nil || brief {
		v := inspect.RunOf(c.run)
		if len(c.o.Redact) > 0 || c.may(c.r, accessTo(c.run, Payload)) != nil {
			v.Hide()
		}
		return &answer{v: v}, p.err
	}
	look, f, err := c.facts(func(timeline.Span) {})
	if err != nil {
		return nil, err
	}
	return &answer{v: look.View(f)}, nil
}

func (c *call) can() (*answer, error) {
	can := map[Action]bool{}
	for _, a := range actions {
		if !slices.Contains([]Action{List, Start, Batch, Queue, Schedule, Drain}, a) {
			can[a] = c.may(c.r, accessTo(c.run, a)) == nil
		}
	}
	return &answer{v: map[string]any{"can": can}}, nil
}

func (c *call) events() (*answer, error) {
	p := c.params()
	from, limit := int64(p.number("from", 1, 1, 1<<40)), p.number("limit", 200, 1, mostEvents)
	find, failed, brief, lines := strings.ToLower(p.Get("find")), p.flag("failed"), p.flag("brief"), p.flag("lines")
	if p.err != nil {
		return nil, p.err
	}
	look, err := c.look()
	if err != nil {
		return nil, err
	}
	look.Hidden = look.Hidden || brief
	page, next, bytes := []inspect.EventLine{}, int64(0), 0
	full := errors.New("the page is full")
	err = c.rt.Inside().Rows(c.ctx, c.run.ID, func(h history.Header, events []history.Event) error {
		for _, e := range events {
			if e.Seq < from {
				continue
			}
			one := inspect.EventLineOf(look, h.Now, e, lines)
			_, completed := e.Body.(*history.ActivityCompleted) // it has the failure of the previous attempt
			if failed && (one.Failure == nil || completed) || !strings.Contains(strings.ToLower(one.Kind+" "+one.Name+" "+one.ID+" "+one.Site), find) {
				continue
			}
			text, err := inspect.Encode(one, true)
			if err != nil {
				return err
			}
			if bytes += len(text); len(page) == limit || len(page) > 0 && bytes > mostBytes {
				next = e.Seq
				return full
			}
			page = append(page, one)
		}
		return nil
	})
	a := &answer{v: page}
	if err != nil && !errors.Is(err, full) {
		if len(page) == 0 || c.ctx.Err() != nil || errors.Is(err, store.ErrTransient) {
			return nil, err
		}
		// Show what precedes an unreadable row, as the command line does.
		a.header = map[string]string{"Reprise-History-Error": strings.Join(strings.Fields(err.Error()), " ")}
	}
	if next > 0 {
		q := c.r.URL.Query()
		q.Set("from", strconv.FormatInt(next, 10))
		a.header = map[string]string{"Link": fmt.Sprintf(`<events?%s>; rel="next"`, q.Encode())}
	}
	return a, nil
}

func (c *call) payload() (*answer, error) {
	seq, err := strconv.ParseInt(c.r.PathValue("seq"), 10, 64)
	if err != nil || seq < 1 {
		return nil, wrong("bad_id", "an event is named by its seq, a whole number from 1")
	}
	look, err := c.look()
	if err != nil {
		return nil, err
	}
	var v json.RawMessage
	found := errors.New("it was found")
	err = c.rt.Inside().Rows(c.ctx, c.run.ID, func(h history.Header, events []history.Event) error {
		for _, e := range events {
			if e.Seq == seq {
				v = look.EventOf(h.Now, e).Payload
				return found
			}
		}
		return nil
	})
	switch {
	case err == nil:
		return nil, &Problem{Status: http.StatusNotFound, Code: "not_found", Detail: fmt.Sprintf("the history has no event %d", seq)}
	case !errors.Is(err, found):
		return nil, err
	}
	text, err := inspect.Alone(v, true)
	a := &answer{text: text, form: "application/json"}
	if len(text) > inPlace {
		a.header = map[string]string{"Content-Disposition": fmt.Sprintf(`attachment; filename="event-%d.json"`, seq)}
	}
	return a, err
}

func (c *call) timeline() (*answer, error) {
	p := c.params()
	t := inspect.Trace{Most: p.number("last", mostSpans, 1, mostSpans)}
	if p.err != nil {
		return nil, p.err
	}
	look, f, err := c.facts(t.Ended)
	if err != nil {
		return nil, err
	}
	t.Begin(look, f)
	return &answer{v: t.JSON(look), header: map[string]string{"Reprise-Spans-Ended": strconv.Itoa(t.Seen), "Reprise-Spans-More": strconv.Itoa(t.More)}}, nil
}

// damage returns what is wrong with the history, in the words of run export.
func (c *call) damage() (*answer, error) {
	all, err := inspect.Of(c.rt).Damage(c.ctx, inspect.RunOf(c.run))
	return &answer{v: map[string][]string{"damage": append([]string{}, all...)}}, err
}

// waitsJSON tells what a run waits for, and where in its code.
type waitsJSON struct {
	State   string         `json:"state"` // as in run show
	Summary string         `json:"summary"`
	Waits   []inspect.Wait `json:"waits"` // [] if it waits for nothing
	By      string         `json:"by"`    // row: as a worker recorded it; replay: according to the code of this process
}

func (c *call) waits() (*answer, error) {
	look, f, err := c.facts(func(timeline.Span) {})
	if err != nil {
		return nil, err
	}
	shown := look.View(f)
	v := waitsJSON{State: shown.State, Summary: shown.Summary, Waits: shown.WaitsFor, By: "replay"}
	if f.Waiting != "" || f.Unbound {
		v.By = "row"
	}
	if v.Waits == nil {
		v.Waits = []inspect.Wait{}
	}
	return &answer{v: v}, nil
}
