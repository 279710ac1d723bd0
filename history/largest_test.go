package history_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// The largest event of each kind that is accepted from outside fits into a task, with room
// for the workflow's response.
func TestTheLargestAcceptedEventFitsIntoATask(t *testing.T) {
	text := func(n int) string { return strings.Repeat("x", n) }
	payload := history.Payload{Enc: "msgpack", Data: make([]byte, history.MaxPayload)}
	headers := history.Headers{}
	for i := range history.MaxHeaders {
		headers[fmt.Sprintf("%02d", i)] = text(history.MaxHeaderBytes/history.MaxHeaders - 2)
	}
	var err error
	for range history.MaxCauses {
		f := &history.Failure{Code: failure.Code(text(2000)), Message: text(8 << 10), Stack: text(64 << 10), Details: payload}
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

// The details of a failure are the author's, and of any size.
func TestAFailureKeepsDetailsUpToALimit(t *testing.T) {
	raw := history.NewCodecs(plainBytes{})
	for more, kept := range map[int]bool{-1: true, 0: true, 1: false} {
		err := fmt.Errorf("order: %w", failure.New("declined", "card declined", failure.Details(make([]byte, history.MaxDetails+more))))
		f := raw.FailureOf(err)
		got, ok := failure.DetailsOf[[]byte](f)
		if ok != kept || kept && len(got) != history.MaxDetails+more {
			t.Errorf("%+d bytes: kept %v, %d bytes", more, ok, len(got))
		}
		if said := strings.Contains(f.Cause.Message, "card declined (its details are left out: 65537 bytes, at most 65536 are kept"); said == kept {
			t.Errorf("%+d bytes: the text is %q", more, f.Cause.Message)
		}
		if !errors.Is(f, failure.Code("declined")) {
			t.Errorf("%+d bytes: the code is gone", more)
		}
	}
	fits := &history.Failure{Message: "of a newer version", Details: history.Payload{Enc: "bytes", Data: make([]byte, history.MaxDetails)}}
	if f := raw.FailureOf(fits); len(f.Details.Data) != history.MaxDetails {
		t.Errorf("recorded again it has %d bytes of details", len(f.Details.Data))
	}
	if f := raw.FailureOf(failure.New("c", "text", failure.Details("no bytes"))); f.Details.Data != nil || !strings.Contains(f.Message, "text (its details are left out: ") {
		t.Errorf("what the codec refuses: %+v", f)
	}
	if f := history.FailureOf(failure.New("c", strings.Repeat("x", 5000), failure.Details(make(chan int)))); len(f.Message) > 4096 || !strings.Contains(f.Message, "chan int") {
		t.Errorf("a long text hides why the details are left out: %q", f.Message[3500:])
	}
}

// plainBytes is a codec that encodes bytes as themselves.
type plainBytes struct{}

func (plainBytes) Name() string { return "bytes" }

func (plainBytes) Encode(v any) ([]byte, error) {
	b, ok := v.([]byte)
	if !ok {
		return nil, errors.New("it is not bytes")
	}
	return b, nil
}

func (plainBytes) Decode(data []byte, v any) error {
	*v.(*[]byte) = data
	return nil
}
