package httpapi

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/store"
)

const (
	batchFor  = 2 * time.Second // then a call stops, and the next one continues
	batchPage = 20              // runs; a call ends after a page
	mostNamed = 100             // runs that a body may name
)

// batchBody names what to do, and to which runs.
type batchBody struct {
	Action string      `json:"action"` // cancel, terminate, resume, pause, unpause, retry, signal
	Query  *batchQuery `json:"query"`  // the open runs that match; or
	Runs   []string    `json:"runs"`   // these runs, by their run ids
	Reason string      `json:"reason"`
	Signal *signalBody `json:"signal"`
	// Activity is the name of the activities to retry; "": all.
	Activity string `json:"activity"`
	DryRun   bool   `json:"dry_run"` // only count
	Cursor   string `json:"cursor"`  // to continue after an earlier call
}

// batchQuery selects open runs.
type batchQuery struct {
	Workflow string `json:"workflow"`
	Queue    string `json:"queue"`
	Where    string `json:"where"`
	Blocked  bool   `json:"blocked"`
	All      bool   `json:"all"` // required if nothing else is given
}

// batchJSON is the result of a call.
type batchJSON struct {
	DryRun  bool         `json:"dry_run,omitempty"`
	Matched int          `json:"matched"`          // of a dry run: how many runs it would affect
	Capped  bool         `json:"capped,omitempty"` // there are more
	Done    int          `json:"done"`
	Skipped int          `json:"skipped"`           // did not need it, or the caller may not act on them
	Failed  []failedJSON `json:"failed"`            // [] if none failed
	Cursor  string       `json:"cursor,omitempty"`  // for the next call; absent: done
	Stopped string       `json:"stopped,omitempty"` // the code of the problem that ended the call early
}

type failedJSON struct {
	ID      string `json:"id"`
	RunID   string `json:"run_id"`
	Problem string `json:"problem"` // its code
	Detail  string `json:"detail"`
}

// batchVerb is the action on each run.
type batchVerb struct {
	action Action
	only   func(store.Run) bool // selects the runs that it applies to
	do     func(*call, store.Run) (done, note string, err error)
}

func anyRun(store.Run) bool { return true }

func (b *batchBody) verb(c *call) (v batchVerb, err error) {
	by := c.by(b.Reason)
	unpaused := func(r store.Run) bool { return !inspect.Paused(r) }
	switch b.Action {
	case "cancel":
		return batchVerb{Cancel, anyRun, func(c *call, r store.Run) (string, string, error) {
			return inspect.Cancel(c.ctx, c.rt, r, c.by(b.Reason))
		}}, nil
	case "terminate":
		return batchVerb{Terminate, anyRun, func(c *call, r store.Run) (string, string, error) {
			return inspect.Terminate(c.ctx, c.rt, r, c.by(b.Reason))
		}}, nil
	case "resume":
		v = batchVerb{Resume, func(r store.Run) bool { return r.Blocked != nil && unpaused(r) }, func(c *call, r store.Run) (string, string, error) {
			return inspect.Resume(c.ctx, c.rt, r, by)
		}}
	case "pause":
		v = batchVerb{Pause, unpaused, func(c *call, r store.Run) (string, string, error) { return inspect.Pause(c.ctx, c.rt, r, by) }}
	case "unpause":
		v = batchVerb{Pause, inspect.Paused, func(c *call, r store.Run) (string, string, error) { return inspect.Unpause(c.ctx, c.rt, r, by) }}
	case "retry":
		v = batchVerb{Retry, anyRun, func(c *call, r store.Run) (string, string, error) {
			return inspect.Retry(c.ctx, c.rt, r, b.Activity, by)
		}}
	case "signal":
		if b.Signal == nil {
			return v, wrong("bad_body", "signal is missing: its name and its payload")
		}
		return batchVerb{Signal, anyRun, func(c *call, r store.Run) (string, string, error) {
			_, err := inspect.Signal(c.ctx, c.rt, r, b.Signal.Name, b.Signal.Payload, b.Signal.SignalID, c.signed())
			return "", "", err
		}}, nil
	default:
		return v, wrong("bad_body", fmt.Sprintf("unknown action %q: use cancel, terminate, resume, pause, unpause, retry or signal", b.Action))
	}
	if strings.TrimSpace(b.Reason) == "" {
		return v, reprise.ErrNoReason
	}
	return v, nil
}

// batchCursor is where a batch continues: after a page. Pages go from newer to older runs, so runs that
// started since are in none.
type batchCursor struct {
	Page   string `json:"p"`
	Signal string `json:"s,omitempty"` // the id of the signal, so that each run gets it once
}

func (c *call) batch() (*answer, error) {
	var b batchBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	verb, err := b.verb(c)
	switch {
	case err != nil:
		return nil, err
	case (b.Query == nil) == (len(b.Runs) == 0):
		return nil, wrong("bad_body", "say which runs: set query or runs")
	case len(b.Runs) > mostNamed:
		return nil, wrong("bad_body", fmt.Sprintf("runs names more than %d", mostNamed))
	case len(b.Runs) > 0:
		return c.named(&b, verb)
	case *b.Query == batchQuery{}:
		return nil, wrong("bad_body", "query is empty: say which runs, or use all for all open runs")
	}
	at := batchCursor{}
	if b.Cursor != "" {
		text, bad := base64.RawURLEncoding.DecodeString(b.Cursor)
		if bad != nil || json.Unmarshal(text, &at) != nil {
			return nil, wrong("bad_cursor", "cursor must be the one that the previous call returned")
		}
	}
	if b.Signal != nil {
		at.Signal = cmp.Or(at.Signal, b.Signal.SignalID, uuid.NewString())
		b.Signal.SignalID = at.Signal
	}
	q := reprise.Filter{
		Status: []reprise.Status{reprise.Open}, Workflow: b.Query.Workflow, Queue: b.Query.Queue, Where: b.Query.Where, Blocked: b.Query.Blocked,
		Limit: batchPage, Cursor: at.Page,
	}
	if b.DryRun {
		return c.counted(q, verb)
	}
	return c.worked(q, at, verb, b.Reason)
}

// counted returns how many runs a batch would affect.
func (c *call) counted(q reprise.Filter, verb batchVerb) (*answer, error) {
	v := batchJSON{DryRun: true, Failed: []failedJSON{}}
	q.Limit = mostCounted + 1
	seen := 0
	for info, err := range reprise.List(c.ctx, c.rt, q) {
		if err != nil {
			return nil, err
		}
		if seen++; seen > mostCounted {
			v.Capped = true
			break
		}
		if run := rows.Of(info); verb.only(run) && c.may(c.r, accessTo(run, Read)) == nil && c.may(c.r, accessTo(run, verb.action)) == nil {
			v.Matched++
		}
	}
	return &answer{v: v}, nil
}

// worked runs the action on page after page, for a while.
func (c *call) worked(q reprise.Filter, at batchCursor, verb batchVerb, reason string) (*answer, error) {
	v := batchJSON{Failed: []failedJSON{}}
	for end := time.Now().Add(batchFor); ; {
		page, err := reprise.ListPage(c.ctx, c.rt, q)
		if err != nil {
			return nil, c.unlisted(q, err)
		}
		for _, info := range page.Runs {
			if err := c.each(&v, rows.Of(info), verb, reason); err != nil { // the next call repeats the page
				v.Stopped = problemOf(err).Code
				break
			}
		}
		if v.Stopped == "" {
			if page.Next == "" {
				return &answer{v: v}, nil
			}
			at.Page, q.Cursor = page.Next, page.Next
		}
		if v.Stopped != "" || !time.Now().Before(end) {
			text, err := json.Marshal(at)
			v.Cursor = base64.RawURLEncoding.EncodeToString(text)
			return &answer{v: v}, err
		}
	}
}

// named runs the action on the runs that the body names.
func (c *call) named(b *batchBody, verb batchVerb) (*answer, error) {
	v := batchJSON{DryRun: b.DryRun, Failed: []failedJSON{}}
	if b.Signal != nil && b.Signal.SignalID == "" {
		b.Signal.SignalID = uuid.NewString()
	}
	ids := make([]store.RunID, len(b.Runs))
	for i, text := range b.Runs { // before anything is done
		var err error
		if ids[i], err = uuid.Parse(text); err != nil {
			return nil, wrong("bad_id", fmt.Sprintf("%q is not a run id", text))
		}
	}
	for _, id := range ids {
		run, err := c.rt.Store().Run(c.ctx, store.Ref{Namespace: c.rt.Namespace(), Run: id})
		none := errors.Is(err, store.ErrNotFound)
		switch {
		case err != nil && !none:
			v.Stopped = problemOf(err).Code
			return &answer{v: v}, nil
		case none || c.may(c.r, accessTo(run, Read)) != nil:
			v.Failed = append(v.Failed, failedJSON{RunID: id.String(), Problem: "not_found", Detail: "no such run in this namespace"})
		case b.DryRun && verb.only(run) && run.Status == store.Open && c.may(c.r, accessTo(run, verb.action)) == nil:
			v.Matched++
		case b.DryRun:
			v.Skipped++
		default:
			if err := c.each(&v, run, verb, b.Reason); err != nil {
				v.Stopped = problemOf(err).Code
				return &answer{v: v}, nil
			}
		}
	}
	return &answer{v: v}, nil
}

// each runs the action on one run. After an error nothing more can be done.
func (c *call) each(v *batchJSON, run store.Run, verb batchVerb, reason string) error {
	switch {
	case c.may(c.r, accessTo(run, Read)) != nil: // the caller must not learn of it
		return nil
	case !verb.only(run) || c.may(c.r, accessTo(run, verb.action)) != nil:
		v.Skipped++
		return nil
	}
	_, _, err := verb.do(c, run)
	c.log(verb.action, run, reason, err)
	switch {
	case err == nil:
		v.Done++
	case errors.Is(err, reprise.ErrNotWaiting):
		v.Skipped++
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	default:
		p := problemOf(err)
		if p.Status == http.StatusServiceUnavailable {
			return err
		}
		v.Failed = append(v.Failed, failedJSON{ID: run.WorkflowID, RunID: run.ID.String(), Problem: p.Code, Detail: p.Detail})
	}
	pause := time.NewTimer(time.Second / time.Duration(c.o.Pace))
	defer pause.Stop()
	select {
	case <-pause.C:
		return nil
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
}
