package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/shellword"
)

// Action is what a request wants to do. It is the word in its route.
type Action string

// The actions of routes that change nothing.
const (
	List    Action = "list"    // runs, workers, queues, schedules, the store: all of the namespace
	Read    Action = "read"    // one run
	Payload Action = "payload" // the data of a run: inputs, results, signals, headers, details of failures
	Source  Action = "source"  // lines of a run's code
	Replay  Action = "replay"  // replay a run's history with its code; nothing is written
	Query   Action = "query"   // query a run; its workflow answers
	Store   Action = "store"   // the store as a whole, with its size over all namespaces
)

// The actions of routes that change something. All but Start, Batch, Queue, Schedule and Drain are about one run.
const (
	Start     Action = "start"
	Signal    Action = "signal"
	Update    Action = "update"
	Cancel    Action = "cancel"
	Terminate Action = "terminate"
	Resume    Action = "resume"
	Retry     Action = "retry"
	Pause     Action = "pause" // and unpause
	Reset     Action = "reset"
	Requeue   Action = "requeue"  // of a closed job
	Batch     Action = "batch"    // many runs; each of them is also authorized with its own action
	Queue     Action = "queue"    // pause or resume a queue
	Schedule  Action = "schedule" // pause, resume or trigger a schedule
	Drain     Action = "drain"    // drain or undrain a worker
)

// actions lists all actions.
var actions = []Action{List, Read, Payload, Source, Replay, Query, Store, Start, Signal, Update, Cancel, Terminate, Resume, Retry, Pause, Reset, Requeue, Batch, Queue, Schedule, Drain}

// writes reports whether a read-only API refuses the action.
func (a Action) writes() bool {
	return a != List && a != Read && a != Payload && a != Source && a != Replay && a != Store
}

// Access is what [Options.Authorize] decides about. Fields that do not apply are empty: a list has no
// run, and the run of a start has no id.
type Access struct {
	Action     Action
	Namespace  string
	Workflow   string // name of the workflow
	WorkflowID string
	Queue      string
	Run        reprise.RunID
}

// HeaderBy is the header that records in a run's history who sent a signal or an update through the API.
const HeaderBy = "reprise-by"

// ErrUnauthenticated is returned by [Options.Authorize] if it does not know the caller. The request is
// then answered with 401 instead of 403 or 404.
var ErrUnauthenticated = errors.New("httpapi: unknown caller")

// Options configures who may do what. One of Authorize, ReadOnly and Unprotected must be set.
type Options struct {
	// Authorize returns nil if the request is allowed. Any error refuses it; the text is logged, but not
	// sent. A caller who may not read a run gets the same answer as if there were none.
	Authorize func(*http.Request, Access) error
	// Who names the caller, for histories and the log. If it is nil or returns "", that is "the HTTP API".
	Who func(*http.Request) string
	// ReadOnly removes the routes that change something. Without Authorize everybody may see everything.
	ReadOnly bool
	// Unprotected lets everybody see and do everything, for use on a laptop.
	Unprotected bool
	// HidePayloads hides the data of runs from everybody, whatever Authorize says.
	HidePayloads bool
	// Source holds the .go files of the program, for example as an embed.FS. Nil: lines of code are named
	// but not shown.
	Source fs.FS
	// Redact lists names of fields. Their values in the data of runs are replaced at any depth, as
	// [history.Redact] does; case does not matter. If it lists any name, headers are left out, too, and so
	// are values that are neither MessagePack nor JSON; an export then has no values at all.
	Redact []string
	// Host reports whether a request may have this Host header, such as "localhost:8099". A page
	// elsewhere can make its name resolve to this machine, and no other check detects that. Nil: any host
	// is allowed, as behind a proxy that checks names.
	Host func(host string) bool
	// Trust lists the origins, such as "https://ops.example.com", whose pages may send requests that change
	// something. Pages of the same origin always may.
	Trust []string
	// Command returns the line to type for a command, such as "run", "show", "order-42". Nil: that of reprise.
	Command func(words ...string) string
	// Pace is the most runs per second that an action on many runs handles. Zero: 50.
	Pace int
	// Logger gets a line for each action, with the caller. Nil: slog.Default().
	Logger *slog.Logger
}

const usualPace = 50

// check checks the options and fills in defaults.
func (o *Options) check() error {
	if o.Authorize == nil && !o.ReadOnly && !o.Unprotected {
		return errors.New("httpapi: access is not restricted: set Options.Authorize, a func that decides who may do what; or ReadOnly, which allows no changes; or Unprotected, which lets everybody do everything, as on a laptop")
	}
	if o.Authorize != nil && o.Unprotected {
		return errors.New("httpapi: Options.Authorize and Unprotected exclude each other: set one of them")
	}
	if o.Pace < 0 {
		return fmt.Errorf("httpapi: Options.Pace is %d: set how many runs a second, or zero for %d", o.Pace, usualPace)
	}
	o.Pace = cmp.Or(o.Pace, usualPace)
	if o.Authorize == nil {
		o.Authorize = func(*http.Request, Access) error { return nil }
	}
	who := o.Who
	o.Who = func(r *http.Request) string {
		name := ""
		if who != nil {
			name = who(r)
		}
		if strings.TrimSpace(name) == "" {
			name = "the HTTP API"
		}
		return name
	}
	if o.Command == nil {
		o.Command = func(words ...string) string {
			line := "reprise"
			for _, w := range words {
				line += " " + shellword.Quote(w)
			}
			return line
		}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return nil
}

// allowed asks whether a request may do something, and logs a refusal.
func (h *Handler) allowed(ctx context.Context, r *http.Request, a Access) error {
	err := h.may(r, a)
	if refused := (*refusedError)(nil); errors.As(err, &refused) {
		h.o.Logger.InfoContext(ctx, "request refused", "action", string(a.Action), "by", h.o.Who(r), "workflow_id", a.WorkflowID, "error", refused.why)
		return refused.Problem
	}
	return err
}

// refusedError is a problem, and the error of [Options.Authorize] that caused it.
type refusedError struct {
	*Problem
	why error
}

const (
	takesWritesFor = time.Minute // how long a store that takes writes is not asked again: without the right, a write itself fails
	readsOnlyFor   = time.Second // and one that takes none: a standby may be promoted at any moment, and operators wait for it
)

// may asks whether a request may do something.
func (h *Handler) may(r *http.Request, a Access) error {
	if h.o.ReadOnly && a.Action.writes() {
		return &Problem{Status: http.StatusForbidden, Code: "read_only", Detail: "this API is read-only"}
	}
	if h.o.HidePayloads && a.Action == Payload {
		return &Problem{Status: http.StatusForbidden, Code: "forbidden", Detail: "payloads are hidden here"}
	}
	a.Namespace = h.rt.Namespace()
	err := h.o.Authorize(r, a)
	switch {
	case err == nil && a.Action.writes() && a.Action != Query:
		if why := h.readsOnly(r.Context()); why != "" {
			return &Problem{Status: http.StatusForbidden, Code: "read_only", Detail: why}
		}
		return nil
	case err == nil:
		return nil
	case errors.Is(err, ErrUnauthenticated):
		return &Problem{Status: http.StatusUnauthorized, Code: "unauthenticated", Detail: "say who you are"}
	}
	return &refusedError{&Problem{Status: http.StatusForbidden, Code: "forbidden", Detail: fmt.Sprintf("you may not %s", a.Action.words())}, err}
}

// readsOnly returns why the store takes no writes, or "" if it takes them or cannot tell. In the latter case the write itself fails.
func (h *Handler) readsOnly(ctx context.Context) string {
	st, ok := h.rt.Store().(interface {
		ReadOnly(context.Context) (string, error)
	})
	if !ok {
		return ""
	}
	long := func(why any) time.Duration {
		if why == "" {
			return takesWritesFor
		}
		return readsOnlyFor
	}
	why, err := h.shared.getFor(ctx, "read-only", long, func(ctx context.Context) (any, error) { return st.ReadOnly(ctx) })
	if err != nil {
		return ""
	}
	return why.(string)
}

// words describes the action in words.
func (a Action) words() string {
	switch a {
	case List:
		return "list what is here"
	case Payload:
		return "read what runs carry"
	case Store:
		return "see the store as a whole"
	case Batch:
		return "do something to many runs"
	}
	return string(a) + " this"
}
