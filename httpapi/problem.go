package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
)

// Problem is an answer that is an error, in the form of RFC 9457. Codes stay as they are; docs/http.md
// lists them.
type Problem struct {
	Type   string `json:"type"` // "urn:reprise:" and the code
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
	// Next are commands that may help.
	Next []string `json:"next,omitempty"`
	// Example is what would have been right, of a payload that was wrong.
	Example json.RawMessage `json:"example,omitempty"`
	// Declared are the names that would have been right, of a signal or a query that is not known.
	Declared []string `json:"declared,omitempty"`
}

// Error is the detail.
func (p *Problem) Error() string { return p.Detail }

// wrong is a request that is wrong in itself.
func wrong(code, detail string) *Problem {
	return &Problem{Status: http.StatusBadRequest, Code: code, Detail: detail}
}

// known are the errors that have a status and a code of their own, the more special ones first.
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
	{reprise.ErrInboxFull, http.StatusTooManyRequests, "inbox_full"},
	{reprise.ErrNoReason, http.StatusUnprocessableEntity, "no_reason"},
	{reprise.ErrResetPoint, http.StatusUnprocessableEntity, "bad_reset_point"},
	{reprise.ErrInvalidID, http.StatusUnprocessableEntity, "bad_id"},
	{reprise.ErrUnknownOutcome, http.StatusServiceUnavailable, "unknown_outcome"},
	{reprise.ErrUnavailable, http.StatusServiceUnavailable, "store_unavailable"},
	{reprise.ErrStopped, http.StatusServiceUnavailable, "closing"},
	{reprise.ErrStoreClosed, http.StatusServiceUnavailable, "closing"},
	{context.DeadlineExceeded, http.StatusGatewayTimeout, "timeout"},
	{context.Canceled, http.StatusServiceUnavailable, "closing"}, // the server has ended the request, or nobody listens
}

// lacksRights is the SQLSTATE of a server that the role may not do that.
const lacksRights = "42501"

// problemOf finds the status and the code of an error.
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
		server  interface {
			error
			SQLState() string
		}
	)
	is := func(status int, code string) *Problem {
		p.Status, p.Code = status, code
		return p
	}
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &payload):
		p.Example = payload.Example
		return is(http.StatusUnprocessableEntity, "bad_payload")
	case errors.As(err, &decode):
		return is(http.StatusUnprocessableEntity, "bad_payload")
	case errors.As(err, &unknown):
		p.Declared = unknown.Declared
		return is(http.StatusUnprocessableEntity, "unknown_"+unknown.Kind)
	case errors.As(err, &query):
		p.Declared = query.Has
		return is(http.StatusUnprocessableEntity, "unknown_query")
	case errors.As(err, &asked):
		return is(http.StatusUnprocessableEntity, "query_failed")
	case errors.As(err, &updated) && !errors.Is(err, reprise.ErrClosed):
		return is(http.StatusUnprocessableEntity, "update_failed")
	case errors.As(err, &filter):
		return is(http.StatusBadRequest, "bad_filter")
	case errors.As(err, &large):
		return is(http.StatusRequestEntityTooLarge, "too_large")
	case errors.As(err, &queue):
		return is(http.StatusUnprocessableEntity, "unknown_queue")
	case errors.As(err, &reset):
		return is(http.StatusConflict, "reset_refused")
	case errors.As(err, &unbound):
		return is(http.StatusNotImplemented, "not_offered")
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

// refuse answers with a problem.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	p := *problemOf(err) // the caller's may be shared
	p.Type, p.Title = "urn:reprise:"+p.Code, http.StatusText(p.Status)
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
