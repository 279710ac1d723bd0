package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/shellword"
)

// Action is what a request wants to do. It is the word in its route.
type Action string

// The actions of routes that change nothing.
const (
	List    Action = "list"    // runs, workers, queues, schedules, the store: all of the namespace
	Read    Action = "read"    // one run
	Payload Action = "payload" // what a run carries: inputs, results, signals, headers, details of failures
	Source  Action = "source"  // lines of the code of a run
	Replay  Action = "replay"  // run the code of a run against its history; nothing is written
	Query   Action = "query"   // ask a run something; its workflow answers
	Store   Action = "store"   // the store as a whole, with how much there is of all namespaces
)

// The actions of routes that do something. Each but Start, Batch, Queue, Schedule and Drain is about one run.
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
	Requeue   Action = "requeue"  // a job that has ended
	Batch     Action = "batch"    // many runs; each of them is asked for by its own action, too
	Queue     Action = "queue"    // pause or resume a queue
	Schedule  Action = "schedule" // pause, resume or trigger a schedule
	Drain     Action = "drain"    // have a worker take nothing more, and undrain
)

// actions are all of them.
var actions = []Action{List, Read, Payload, Source, Replay, Query, Store, Start, Signal, Update, Cancel, Terminate, Resume, Retry, Pause, Reset, Requeue, Batch, Queue, Schedule, Drain}

// writes reports whether it is one that a read-only API does not have.
func (a Action) writes() bool {
	return a != List && a != Read && a != Payload && a != Source && a != Replay && a != Store
}

// Access is what [Options.Authorize] is asked about. What it is not about is empty: of a list there is
// no run, and of a start the run has no id.
type Access struct {
	Action     Action
	Namespace  string
	Workflow   string // its name
	WorkflowID string
	Queue      string
	Run        reprise.RunID
}

// HeaderBy is the header that says in the history of a run who has sent a signal or an update by the API.
const HeaderBy = "reprise-by"

// ErrUnauthenticated is what [Options.Authorize] answers where it does not know who asks. The request is
// answered with 401 instead of 403 or 404.
var ErrUnauthenticated = errors.New("httpapi: it is not known who asks")

// Options say who may do what. One of Authorize, ReadOnly and Unprotected must be set.
type Options struct {
	// Authorize answers nil where a request may do what it wants to; any error refuses it, and its text is
	// logged and not answered. Who may not read a run is told that there is none.
	Authorize func(*http.Request, Access) error
	// Who names who asks, for histories and the log. Nil, and "": "the HTTP API".
	Who func(*http.Request) string
	// ReadOnly has no route that does something. Without Authorize everybody may see all.
	ReadOnly bool
	// Unprotected lets everybody see and do everything: for a laptop.
	Unprotected bool
	// HidePayloads shows nobody what runs carry, whatever Authorize says.
	HidePayloads bool
	// Source has the .go files of the program, as an embed.FS of them has. Nil: lines of the code are named
	// and not shown.
	Source fs.FS
	// Redact are names of fields. What stands under them in what runs carry is replaced, at any depth, as
	// [history.Redact] does it, and capitals do not matter. With any of them headers are left out, too, and
	// so are values that are neither MessagePack nor JSON; an export has no values at all.
	Redact []string
	// Host reports whether a request may have this Host header, as "localhost:8099". A page elsewhere can
	// have its name resolved to this machine, and no other check notices. Nil: any may, as behind a proxy
	// that knows the names.
	Host func(host string) bool
	// Trust are the origins, as "https://ops.example.com", whose pages may send requests that do something.
	// Those of the same origin may anyway.
	Trust []string
	// Command is the line to type for a command, such as "run", "show", "order-42". Nil: that of reprise.
	Command func(words ...string) string
	// Pace is how many runs a second an action on many runs takes up at most. Zero: 50.
	Pace int
	// Logger gets a line for each action, with who did it. Nil: slog.Default().
	Logger *slog.Logger
}

const usualPace = 50

// check completes the options.
func (o *Options) check() error {
	if o.Authorize == nil && !o.ReadOnly && !o.Unprotected {
		return errors.New("httpapi: nobody is kept out: set Options.Authorize, a func that says who may do what; or ReadOnly, and nothing can be done; or Unprotected, where everybody may do everything, as on a laptop")
	}
	if o.Authorize != nil && o.Unprotected {
		return errors.New("httpapi: Options.Authorize keeps people out and Unprotected lets them in: set one of them")
	}
	if o.Pace < 0 {
		return fmt.Errorf("httpapi: Options.Pace is %d: it takes how many runs a second, or zero for %d", o.Pace, usualPace)
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
		if name == "" {
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

// allowed asks whether the request may do something, and logs it where it may not.
func (h *Handler) allowed(ctx context.Context, r *http.Request, a Access) error {
	err := h.may(r, a)
	if refused := (*refusedError)(nil); errors.As(err, &refused) {
		h.o.Logger.InfoContext(ctx, "request refused", "action", string(a.Action), "by", h.o.Who(r), "workflow_id", a.WorkflowID, "error", refused.why)
		return refused.Problem
	}
	return err
}

// refusedError is a problem, and why [Options.Authorize] has it be one.
type refusedError struct {
	*Problem
	why error
}

// may asks whether the request may do something.
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
	case err == nil:
		return nil
	case errors.Is(err, ErrUnauthenticated):
		return &Problem{Status: http.StatusUnauthorized, Code: "unauthenticated", Detail: "say who you are"}
	}
	return &refusedError{&Problem{Status: http.StatusForbidden, Code: "forbidden", Detail: fmt.Sprintf("you may not %s", a.Action.words())}, err}
}

// words is what somebody does who does it.
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
