package history

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Redact removes the values from an exported history, which may then leave the place where it was
// recorded. It is used between [ReadExport], or a store, and [WriteExport]:
//
//	head, rows = history.Redact(head, rows)          // all values
//	head, rows = history.Redact(head, rows, "card")  // what is in fields called card
//
// The history keeps its shape: events, names, codes of failures, policies, times and call sites. In
// payloads of [MsgPack] and [JSON], strings, bytes, numbers and times become others of the same type,
// so that they can be decoded as before. Letters and digits of a string become a and 1, and so do those
// of bytes that are text; other bytes become zeros, a number 1 or -1, a time the first second of 2000.
// Empty and zero values stay, and so do bools, punctuation, and the lengths of lists and strings. Keys
// of maps are replaced by distinct ones, and numbers are counted, but a key that looks like the name of
// a field stays. So a map whose keys are names of people still shows them, and so do times that are
// keys.
//
// With fields, Redact replaces only what is under a key of such a name, at any depth and in any case. A
// value that is in no field, such as a plain string, stays. A name that no payload has may be a typing
// error: instead of the last row, without which the history is incomplete, rows then end with a
// [*NoFieldError].
//
// In either case Redact removes texts of failures, stacks, the reasons of cancellations and
// terminations, and headers. It also removes payloads of other codecs, encrypted texts, and what a newer
// version has recorded, because it does not know their content. An attribute keeps its name and loses its value,
// with fields only if it has such a name. The names by which a run is found stay: workflow id, ids of
// signals, queues.
//
// A redacted history can be replayed as long as the code does not decide by what was replaced. The head
// says that it is redacted, and so does a replay that fails; what remains is compared, see [Mask]. A
// damaged row cannot be redacted; rows then end with an error.
func Redact(e Export, rows iter.Seq2[EncodedRow, error], fields ...string) (Export, iter.Seq2[EncodedRow, error]) {
	switch what := "the fields " + strings.Join(fields, ", "); {
	case len(fields) == 0 || e.Redacted == redactedAll:
		e.Redacted, e.Fields = redactedAll, nil
	case e.Redacted == "":
		e.Redacted, e.Fields = what, slices.Clone(fields)
	default:
		e.Redacted += ", " + what
		if len(e.Fields) > 0 { // otherwise an older version did not record which were removed before
			e.Fields = slices.Concat(e.Fields, fields)
		}
	}
	return e, func(yield func(EncodedRow, error) bool) {
		r, seq := newRedactor(fields), int64(1)
		var held *EncodedRow // until it is known whether it is the last row
		for row, err := range rows {
			if err == nil {
				row, err = r.row(seq, row)
			}
			if held != nil && !yield(*held, nil) {
				return
			}
			if err != nil {
				yield(row, err)
				return
			}
			held, seq = &row, seq+int64(row.N)
		}
		if err := r.missed(); err != nil {
			yield(EncodedRow{}, err)
		} else if held != nil {
			yield(*held, nil)
		}
	}
}

// RedactPayload returns a payload as [Redact] leaves it with these fields. A payload of another codec
// is removed.
func RedactPayload(p Payload, fields ...string) Payload { return newRedactor(fields).payload(p) }

const (
	redactedAll  = "all values"
	redactedText = "redacted" // replaces a text for people
)

type redactor struct {
	fields []string
	found  []bool              // which of them were found
	others map[string]struct{} // names of other fields, at most maxOthers
	whole  int                 // payloads that were removed as a whole
}

func newRedactor(fields []string) *redactor {
	return &redactor{fields: fields, found: make([]bool, len(fields)), others: make(map[string]struct{})}
}

func (r *redactor) row(seq int64, row EncodedRow) (EncodedRow, error) {
	h, events, err := DecodeRow(row.Data, seq, row.N)
	if err != nil {
		return EncodedRow{N: row.N}, fmt.Errorf("history: redact: what cannot be read cannot be redacted: %w", err)
	}
	h.more = nil
	for i := range events {
		r.body(events[i].Body)
		if events[i].Sealed != nil { // by a key that was not at hand, and may be one day
			events[i].Sealed, r.whole = nil, r.whole+1
		}
	}
	row.Data, err = EncodeRow(h, events)
	return row, err
}

// body changes a body that was just decoded and is not shared.
func (r *redactor) body(body Body) {
	dropNewer(body)
	if p, _ := PayloadOf(body); p != nil {
		*p = r.payload(*p)
	}
	f, tried := failureOf(body)
	r.failure(f)
	r.tried(tried)
	switch b := body.(type) {
	case *Started:
		b.Headers = nil
		for i := range b.Attrs {
			r.attr(&b.Attrs[i])
		}
	case *ActivityScheduled:
		b.Headers, b.OfRun, b.Policy.more = nil, nil, nil
	case *SignalReceived:
		b.Headers = nil
	case *SignalSent:
		b.Headers = nil
	case *UpdateReceived:
		b.Headers = nil
	case *ChildStarted:
		b.Headers = nil
	case *ChildCancelRequested:
		b.Reason = redactText(b.Reason)
	case *CancelRequested:
		b.Reason = redactText(b.Reason)
	case *RunTerminated:
		b.Reason = redactText(b.Reason)
	case *Steered:
		b.Who, b.Why = redactText(b.Who), redactText(b.Why)
	case *AttributeSet:
		r.attr(&b.Attr)
	case *PromiseMade:
		b.Token = r.token(b.Token)
	case *PromiseEnded:
		b.Token = r.token(b.Token)
	case *Unknown:
		b.Raw = nil
	}
}

// attr removes the value of an attribute.
func (r *redactor) attr(a *Attr) {
	if r.all() || r.names(a.Name) {
		a.Values = nil
	}
}

func (r *redactor) failure(f *Failure) {
	for ; f != nil; f = f.Cause {
		f.Message, f.Stack, f.Details, f.more = redactText(f.Message), "", r.payload(f.Details), nil
	}
}

// payload returns the absent value if it is unknown what to redact.
func (r *redactor) payload(p Payload) Payload {
	var data []byte
	var ok bool
	switch p.Enc {
	case msgpackName:
		data, ok = r.msgpack(p.Data)
	case jsonName:
		data, ok = r.json(p.Data)
	}
	if !ok {
		if len(p.Data) > 0 {
			r.whole++
		}
		return Payload{}
	}
	return Payload{Enc: p.Enc, Data: data}
}

func redactText(s string) string {
	if s == "" {
		return ""
	}
	return redactedText
}

// all reports whether every value must be replaced, whatever its name.
func (r *redactor) all() bool { return len(r.fields) == 0 }

// maxOthers is how many names of fields an error lists.
const maxOthers = 20

// names reports whether to replace what is under this key.
func (r *redactor) names(key string) bool {
	for i, f := range r.fields {
		if strings.EqualFold(f, key) {
			r.found[i] = true
			return true
		}
	}
	if len(r.others) < maxOthers && fieldLike(key) {
		r.others[key] = struct{}{}
	}
	return false
}

// missed returns the error for fields that no payload has.
func (r *redactor) missed() error {
	var none []string
	for i, f := range r.fields {
		if first := slices.IndexFunc(r.fields, func(g string) bool { return strings.EqualFold(f, g) }); !r.found[first] && first == i {
			none = append(none, f)
		}
	}
	if len(none) == 0 {
		return nil
	}
	return &NoFieldError{Fields: none, Others: slices.Sorted(maps.Keys(r.others)), Whole: r.whole}
}
