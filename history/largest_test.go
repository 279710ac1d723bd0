package history_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
)

// The largest event of each kind that is accepted from outside fits into a task, with room
// for as much as the workflow asks for because of it.
func TestTheLargestAcceptedEventFitsIntoATask(t *testing.T) {
	text := func(n int) string { return strings.Repeat("x", n) }
	payload := history.Payload{Enc: "msgpack", Data: make([]byte, history.MaxPayload)}
	headers := history.Headers{}
	for i := range history.MaxHeaders {
		headers[fmt.Sprintf("%02d", i)] = text(history.MaxHeaderBytes/history.MaxHeaders - 2)
	}
	var err error
	for range history.MaxCauses {
		f := &history.Failure{Code: text(2000), Message: text(8 << 10), Stack: text(64 << 10), Details: payload}
		f.Cause, _ = err.(*history.Failure)
		err = f
	}
	failure := history.FailureOf(err)
	name := text(1000)
	for _, body := range []history.Body{
		&history.Started{Workflow: name, WorkflowID: name, Build: name, Input: payload, Headers: headers},
		&history.SignalReceived{Name: name, ID: name, Payload: payload, Headers: headers},
		&history.CancelRequested{Reason: text(history.MaxPayload)},
		&history.ActivityCompleted{Result: payload, Last: failure},
		&history.ActivityFailed{Failure: *failure},
		&history.AttemptEnded{Failure: failure},
	} {
		data, err := history.EncodeEvent(history.Event{Body: body})
		if err != nil || len(data) > history.MaxTaskInput {
			t.Errorf("%T: %d bytes, at most %d are to be taken in (%v)", body, len(data), history.MaxTaskInput, err)
		}
	}
}

// Details of a failure are the author's, and of any size.
func TestAFailureKeepsDetailsUpToALimit(t *testing.T) {
	details := func(n int) history.Payload { return history.Payload{Enc: "json", Data: make([]byte, n)} }
	inner := &history.Failure{Message: "inner", Details: details(history.MaxPayload - 10)}
	fits := history.FailureOf(&history.Failure{Message: "outer", Details: details(10), Cause: inner})
	if len(fits.Details.Data) != 10 || len(fits.Cause.Details.Data) != history.MaxPayload-10 {
		t.Errorf("kept %d and %d bytes of details", len(fits.Details.Data), len(fits.Cause.Details.Data))
	}
	over := history.FailureOf(&history.Failure{Message: "outer", Details: details(11), Cause: inner})
	if len(over.Details.Data) != 11 || over.Cause.Details.Data != nil || !strings.Contains(over.Cause.Message, "inner (its details are left out: 2097142 bytes") {
		t.Errorf("kept %d and %d bytes of details; the cause says %q", len(over.Details.Data), len(over.Cause.Details.Data), over.Cause.Message)
	}
	if got := history.FailureOf(errors.New("plain")); got.Message != "plain" {
		t.Errorf("a failure without details says %q", got.Message)
	}
}
