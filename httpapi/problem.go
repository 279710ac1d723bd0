package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
)

// Problem is an error answer in the form of RFC 9457. Its codes never change; docs/http.md lists them.
type Problem struct {
	Type   string `json:"type"` // "urn:reprise:" followed by the code
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
	// Next are commands that may help.
	Next []string `json:"next,omitempty"`
	// Example is a correct payload, if the payload was wrong.
	Example json.RawMessage `json:"example,omitempty"`
	// Kind says what a wrong payload is for: signal or workflow.
	Kind string `json:"kind,omitempty"`
	// Declared lists the valid names, if a signal, an update, a query or a workflow is unknown.
	Declared []string `json:"declared,omitempty"`
	// Filter says where a filter is wrong.
	Filter *FilterProblem `json:"filter,omitempty"`
	// Again lists the names that a reset would ask for again, and Event is the last event that it would keep.
	Again []string `json:"again,omitempty"`
	Event int64    `json:"event,omitempty"`
	// Refused says why the reset is impossible, whatever is allowed.
	Refused []string `json:"refused,omitempty"`
}

// FilterProblem is a wrong filter, and the byte offset at which something else should stand.
type FilterProblem struct {
	Text string `json:"text"`
	Pos  int    `json:"pos"`
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// Told returns the detail, for clients that got the problem from a server.
func (p *Problem) Told() string { return p.Detail }

// Is reports whether the problem was made from target, an error of package reprise.
func (p *Problem) Is(target error) bool {
	for _, k := range known {
		if k.code == p.Code && k.status == p.Status && errors.Is(k.err, target) {
			return true
		}
	}
	return false
}

// As sets target to the error that the problem was made from, as far as the problem describes it.
func (p *Problem) As(target any) bool {
	switch to := target.(type) {
	case **reprise.PayloadError:
		if p.Code == "bad_payload" && p.Kind != "" {
			var example bytes.Buffer
			_ = json.Compact(&example, p.Example) // empty unless it is JSON
			*to = &reprise.PayloadError{Kind: p.Kind, Example: example.Bytes(), Err: errors.New(p.Detail)}
			return true
		}
	case **history.DecodeError:
		if p.Code == "bad_payload" && p.Kind == "" {
			*to = &history.DecodeError{Err: errors.New(p.Detail)}
			return true
		}
	case **reprise.UndeclaredError:
		if p.Code == "unknown_signal" || p.Code == "unknown_update" {
			*to = &reprise.UndeclaredError{Kind: strings.TrimPrefix(p.Code, "unknown_"), Declared: p.Declared}
			return true
		}
	case **reprise.NoHandlerError:
		if p.Code == "unknown_query" {
			*to = &reprise.NoHandlerError{Has: p.Declared}
			return true
		}
	case **reprise.UpdateError:
		if p.Code == "update_failed" {
			*to = &reprise.UpdateError{Failure: errors.New(p.Detail)}
			return true
		}
	case **reprise.UnboundError:
		if p.Code == "not_offered" && len(p.Declared) > 0 {
			*to = &reprise.UnboundError{Bound: p.Declared}
			return true
		}
	case **reprise.ResetError:
		if p.Code == "reset_refused" {
			*to = &reprise.ResetError{Again: p.Again, Plan: reprise.ResetPlan{Seq: p.Event, Refused: p.Refused}}
			return true
		}
	case **reprise.FilterError:
		if p.Filter != nil {
			*to = &reprise.FilterError{Text: p.Filter.Text, Pos: min(max(p.Filter.Pos, 0), len(p.Filter.Text))}
			return true
		}
	case **inspect.CursorError:
		if p.Code == "bad_cursor" {
			*to = &inspect.CursorError{}
			return true
		}
	case **history.NoFieldError:
		if p.Code == "no_such_field" {
			*to = &history.NoFieldError{}
			return true
		}
	case **history.PayloadTooLargeError:
		if p.Code == "too_large" {
			*to = &history.PayloadTooLargeError{}
			return true
		}
	}
	return false
}

// wrong returns the problem of a malformed request.
func wrong(code, detail string) *Problem {
	return &Problem{Status: http.StatusBadRequest, Code: code, Detail: detail}
}

// known maps errors to a status and a code, the more specific errors first.
var known = []struct {
	err    error
	status int
	code   string
}{
	{reprise.ErrRemoved, http.StatusGone, "removed"},
	{reprise.ErrNotFound, http.StatusNotFound, "not_found"},
	{reprise.ErrNoSchedule, http.StatusNotFound, "not_found"},
	{reprise.ErrAlreadyStarted, http.StatusConflict, "already_started"},
	{reprise.ErrWrongWorkflow, http.StatusConflict, "already_started"},
	{reprise.ErrClosed, http.StatusConflict, "closed"},
	{reprise.ErrClosing, http.StatusConflict, "closing"},
	{reprise.ErrOpen, http.StatusConflict, "open"},
	{reprise.ErrPaused, http.StatusConflict, "paused"},
	{reprise.ErrNotWaiting, http.StatusConflict, "not_waiting"},
	{inspect.ErrUnknownWorkflow, http.StatusUnprocessableEntity, "unknown_workflow"},
	{errors.ErrUnsupported, http.StatusNotImplemented, "not_offered"},
	{reprise.ErrInboxFull, http.StatusTooManyRequests, "inbox_full"},
	{reprise.ErrNoReason, http.StatusUnprocessableEntity, "no_reason"},
	{reprise.ErrResetPoint, http.StatusUnprocessableEntity, "bad_reset_point"},
	{reprise.ErrInvalidID, http.StatusUnprocessableEntity, "bad_id"},
	{reprise.ErrUnknownOutcome, http.StatusServiceUnavailable, "unknown_outcome"},
	{reprise.ErrUnavailable, http.StatusServiceUnavailable, "store_unavailable"},
	{reprise.ErrStopped, http.StatusServiceUnavailable, "closing"},
	{reprise.ErrStoreClosed, http.StatusServiceUnavailable, "closing"},
	{context.DeadlineExceeded, http.StatusGatewayTimeout, "timeout"},
	{context.Canceled, http.StatusServiceUnavailable, "closing"}, // the server ended the request, or the client has left
}

// lacksRights is the SQLSTATE of a missing privilege.
const lacksRights = "42501"

// problemOf returns the problem with the status and code of an error.
func problemOf(err error) *Problem {
	p := &Problem{Status: http.StatusInternalServerError, Code: "internal", Detail: strings.TrimPrefix(err.Error(), "reprise: ")}
	var (
		own     *Problem
		payload *reprise.PayloadError
		unknown *reprise.UndeclaredError
		query   *reprise.NoHandlerError
		decode  *history.DecodeError
		filter  *reprise.FilterError
		large   *history.PayloadTooLargeError
		queue   *reprise.UnknownQueueError
		reset   *reprise.ResetError
		unbound *reprise.UnboundError
		asked   *reprise.QueryError
		updated *reprise.UpdateError
		cursor  *inspect.CursorError
		field   *history.NoFieldError
		server  interface {
			error
			SQLState() string
		}
	)
	is := func(status int, code string) *Problem {
		p.Status, p.Code = status, code
		return p
	}
	says := func(cause error) { p.Detail = strings.TrimPrefix(cause.Error(), "reprise: ") } // the caller knows which call it made
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &payload):
		says(payload)
		p.Example, p.Kind = payload.Example, payload.Kind
		return is(http.StatusUnprocessableEntity, "bad_payload")
	case errors.As(err, &decode):
		return is(http.StatusUnprocessableEntity, "bad_payload")
	case errors.As(err, &unknown):
		says(unknown)
		p.Declared = unknown.Declared
		return is(http.StatusUnprocessableEntity, "unknown_"+unknown.Kind)
	case errors.As(err, &query):
		says(query)
		p.Declared = query.Has
		return is(http.StatusUnprocessableEntity, "unknown_query")
	case errors.As(err, &asked):
		return is(http.StatusUnprocessableEntity, "query_failed")
	case errors.As(err, &updated) && !errors.Is(err, reprise.ErrClosed):
		says(updated)
		return is(http.StatusUnprocessableEntity, "update_failed")
	case errors.As(err, &cursor):
		return is(http.StatusBadRequest, "bad_cursor")
	case errors.As(err, &field):
		says(field)
		return is(http.StatusUnprocessableEntity, "no_such_field")
	case errors.As(err, &filter):
		says(filter)
		p.Filter = &FilterProblem{filter.Text, filter.Pos}
		return is(http.StatusBadRequest, "bad_filter")
	case errors.As(err, &large):
		return is(http.StatusRequestEntityTooLarge, "too_large")
	case errors.As(err, &queue):
		return is(http.StatusUnprocessableEntity, "unknown_queue")
	case errors.As(err, &reset):
		p.Again, p.Event, p.Refused = reset.Again, reset.Plan.Seq, reset.Plan.Refused
		return is(http.StatusConflict, "reset_refused")
	case errors.As(err, &unbound):
		p.Declared = unbound.Bound
		return is(http.StatusNotImplemented, "not_offered")
	case errors.Is(err, reprise.ErrNoReason):
		p.Detail = "reason is missing: say why, for the history"
		return is(http.StatusUnprocessableEntity, "no_reason")
	case errors.As(err, &server) && server.SQLState() == lacksRights:
		return is(http.StatusForbidden, "read_only")
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return is(k.status, k.code)
		}
	}
	return p
}

// theRun is the placeholder in helps for the run that a request names.
const theRun = "RUN"

// helps maps the code of a problem to the command that shows the state that led to it.
var helps = map[string][]string{
	"not_found": {"run", "list"}, "removed": {"run", "list"}, "already_started": {"run", "list"},
	"closed": {"run", "show", theRun}, "open": {"run", "show", theRun}, "paused": {"run", "show", theRun},
	"not_waiting": {"run", "show", theRun}, "moved_on": {"run", "show", theRun}, "no_version": {"run", "show", theRun}, "not_confirmed": {"run", "show", theRun},
	"inbox_full": {"run", "show", theRun}, "unknown_outcome": {"run", "show", theRun}, "timeout": {"run", "show", theRun}, "unknown_signal": {"run", "show", theRun},
	"unknown_update": {"run", "show", theRun}, "unknown_query": {"run", "show", theRun}, "query_failed": {"run", "show", theRun}, "update_failed": {"run", "show", theRun},
	"reset_refused": {"run", "history", theRun}, "bad_reset_point": {"run", "history", theRun}, "no_such_field": {"run", "history", theRun},
	"unknown_workflow": {"worker", "list"}, "not_offered": {"worker", "list"}, "unknown_queue": {"queue", "list"},
	"store_unavailable": {"db", "doctor", "--quick"}, "internal": {"db", "doctor", "--quick"},
}

// next returns the commands that may help with a problem, or nil if its detail says all there is to say.
func (h *Handler) next(r *http.Request, code string) []string {
	words := slices.Clone(helps[code])
	switch {
	case code == "not_found" && r.PathValue("schedule") != "":
		words = []string{"schedule", "list"}
	case code == "not_found" && r.PathValue("worker") != "":
		words = []string{"worker", "list"}
	}
	if i := slices.Index(words, theRun); i >= 0 {
		if words[i] = cmp.Or(r.PathValue("run"), r.URL.Query().Get("id")); words[i] == "" { // the request names no run
			words = []string{"run", "list"}
		}
	}
	if len(words) == 0 {
		return nil
	}
	return []string{h.o.Command(words...)}
}

// refuse answers with a problem.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	p := *problemOf(err) // the caller's copy may be shared
	p.Type, p.Title = "urn:reprise:"+p.Code, http.StatusText(p.Status)
	if len(p.Next) == 0 {
		p.Next = h.next(r, p.Code)
	}
	if p.Status == http.StatusInternalServerError {
		h.o.Logger.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	switch p.Status {
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "1")
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	h.write(w, r, p.Status, "application/problem+json", &p)
}
