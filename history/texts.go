package history

import (
	"fmt"
	"strings"
)

// sealedKey is the key of the sealed texts in an event's body.
const sealedKey = '^'

// ValueKind says what a payload of an event is. A cipher authenticates it, so the values never change.
type ValueKind string

// The kinds of payloads.
const (
	WorkflowInput  ValueKind = "workflow input"
	WorkflowResult ValueKind = "workflow result"
	ActivityInput  ValueKind = "activity input"
	ActivityResult ValueKind = "activity result"
	SignalValue    ValueKind = "signal"
	UpdateInput    ValueKind = "update input"
	UpdateResult   ValueKind = "update result"
	PromiseResult  ValueKind = "promise"
	SideEffect     ValueKind = "side effect" // and details of heartbeats, which are kept like one
	EventTexts     ValueKind = "texts"       // from [EncodeTexts]
)

// PayloadOf returns the value in an event, and its kind; nil: there is none. Details of failures do not
// count, because they belong to the texts.
func PayloadOf(b Body) (*Payload, ValueKind) {
	switch b := b.(type) {
	case *Started:
		return &b.Input, WorkflowInput
	case *ActivityCompleted:
		return &b.Result, ActivityResult
	case *SignalReceived:
		return &b.Payload, SignalValue
	case *ActivityScheduled:
		return &b.Input, ActivityInput
	case *SideEffectRecorded:
		return &b.Value, SideEffect
	case *RunCompleted:
		return &b.Result, WorkflowResult
	case *RunContinued:
		return &b.Input, WorkflowInput
	case *ChildStarted:
		return &b.Input, WorkflowInput
	case *ChildEnded:
		return &b.Result, WorkflowResult
	case *SignalSent:
		return &b.Payload, SignalValue
	case *UpdateReceived:
		return &b.Input, UpdateInput
	case *UpdateEnded:
		return &b.Result, UpdateResult
	case *PromiseEnded:
		return &b.Result, PromiseResult
	}
	return nil, ""
}

// EncodeTexts collects the other parts of an event that a user or an author may have written: messages,
// stacks and details of failures, values of headers, reasons. Codes, kinds and names are not among
// them. It returns the absent value if the event has no such text.
func EncodeTexts(b Body) (Payload, error) {
	all := map[string][]byte{}
	eachText(b, func(path string, text textOf) {
		if data := text.get(); len(data) > 0 {
			all[path] = data
		}
	})
	if len(all) == 0 {
		return Payload{}, nil
	}
	var c *Codecs
	data, err := MsgPack().Encode(all)
	if err != nil {
		return Payload{}, &EncodeError{Enc: c.codec(msgpackName).Name(), Type: fmt.Sprintf("the texts of %T", b), Err: err}
	}
	return Payload{Enc: msgpackName, Data: data}, nil
}

// DecodeTexts restores in an event what EncodeTexts has collected from it. The event must be the
// caller's alone. The error is a [*DecodeError].
func DecodeTexts(b Body, texts Payload) error {
	var all map[string][]byte
	var c *Codecs
	if err := c.Decode(texts, &all); err != nil {
		return err
	}
	eachText(b, func(path string, text textOf) {
		if data, ok := all[path]; ok {
			text.set(data)
		}
	})
	return nil
}

// textOf is one text of an event.
type textOf struct {
	get func() []byte
	set func([]byte)
}

// eachText calls visit with each text that an event has or may have. The paths are part of the format.
func eachText(body Body, visit func(path string, text textOf)) {
	switch b := body.(type) {
	case *Started:
		headerTexts("header/", b.Headers, visit)
	case *SignalReceived:
		headerTexts("header/", b.Headers, visit)
	case *ActivityScheduled:
		headerTexts("header/", b.Headers, visit)
		headerTexts("run/", b.OfRun, visit)
	case *ChildStarted:
		headerTexts("header/", b.Headers, visit)
	case *SignalSent:
		headerTexts("header/", b.Headers, visit)
	case *UpdateReceived:
		headerTexts("header/", b.Headers, visit)
	case *ChildCancelRequested:
		visit("reason", ofString(&b.Reason))
	case *CancelRequested:
		visit("reason", ofString(&b.Reason))
	case *Steered:
		visit("who", ofString(&b.Who))
		visit("why", ofString(&b.Why))
	case *RunTerminated:
		visit("reason", ofString(&b.Reason))
	}
	f, tried := failureOf(body)
	failureTexts(f, visit)
	triedTexts(tried, visit)
}

// failureOf returns the failure in an event, or nil, and the earlier failed attempts.
func failureOf(b Body) (*Failure, []Tried) {
	switch b := b.(type) {
	case *ActivityCompleted:
		return b.Last, nil
	case *ActivityFailed:
		return &b.Failure, b.Tried
	case *AttemptEnded:
		return b.Failure, b.Tried
	case *SideEffectRecorded:
		return b.Failure, nil
	case *SignalAnswered:
		return b.Failure, nil
	case *ChildEnded:
		return b.Failure, nil
	case *UpdateEnded:
		return b.Failure, nil
	case *PromiseEnded:
		return b.Failure, nil
	case *RunFailed:
		return &b.Failure, nil
	case *RunCancelled:
		return &b.Failure, nil
	}
	return nil, nil
}

func headerTexts(path string, h Headers, visit func(string, textOf)) {
	for name := range h {
		visit(path+name, textOf{
			get: func() []byte { return []byte(h[name]) },
			set: func(data []byte) { h[name] = string(data) },
		})
	}
}

// failureTexts visits a failure and its causes, as far as they are written.
func failureTexts(f *Failure, visit func(string, textOf)) {
	for n := 0; f != nil && n < MaxCauses; f, n = f.Cause, n+1 {
		at := func(what string) string { return fmt.Sprintf("failure/%d/%s", n, what) }
		visit(at("message"), ofString(&f.Message))
		visit(at("stack"), ofString(&f.Stack))
		visit(at("details enc"), ofString(&f.Details.Enc))
		visit(at("details"), textOf{
			get: func() []byte { return f.Details.Data },
			set: func(data []byte) { f.Details.Data = data },
		})
	}
}

func ofString(s *string) textOf {
	return textOf{
		get: func() []byte { return []byte(*s) },
		set: func(data []byte) { *s = string(data) },
	}
}

// Chain returns the names of the transforms that made a payload, the first one first. It is empty if
// the payload is as its codec has encoded it.
func (p Payload) Chain() []string {
	_, chain, sealed := strings.Cut(p.Enc, "+")
	if !sealed {
		return nil
	}
	return strings.Split(chain, "+")
}
