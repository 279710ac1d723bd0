// Package sealing is the edge of the store: it encodes what goes to the store, and decodes what comes
// from it, with the transforms of reprise.Config.Payloads. No other package writes events for a store;
// internal/lint checks that.
//
// Inside the edge everything is plain: machines, activities and callers that wait for a result see what
// the value codec has made. A payload from the store remembers its stored form, and is written in that
// form again: what goes from an inbox into a history is not encrypted twice, and keeps its blob.
//
// Package sealing imports codec and history.
package sealing

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
)

// timeout is how long the transforms of one event may take.
const timeout = 30 * time.Second

// slack is by how much transforms may enlarge a payload: envelopes, and data that does not compress.
const slack = 64 << 10

// Sealer encodes and decodes for one namespace. It is immutable, and may be shared.
type Sealer struct {
	namespace string
	chain     []codec.Transform
	hides     bool // one of them encrypts
}

// New makes a Sealer; [Check] must have found nothing wrong with the chain.
func New(namespace string, chain []codec.Transform) *Sealer {
	s := &Sealer{namespace: namespace, chain: chain}
	for _, t := range chain {
		s.hides = s.hides || encrypts(t)
	}
	return s
}

// In returns s for another namespace, for a run that was named by its id.
func (s *Sealer) In(namespace string) *Sealer {
	if namespace == s.namespace {
		return s
	}
	other := *s
	other.namespace = namespace
	return &other
}

// Transforms reports whether there are transforms; without any, the namespace does not matter.
func (s *Sealer) Transforms() bool { return len(s.chain) > 0 }

// Error says that a payload could not pass the edge. Its text is that of the engine and of the
// transform.
type Error struct {
	Transform string
	Kind      history.ValueKind
	Writing   bool
	Err       error
}

func (e *Error) Error() string {
	verb := "decode"
	if e.Writing {
		verb = "encode"
	}
	return fmt.Sprintf("reprise: cannot %s the payload (%s) with transform %q: %v", verb, e.Kind, e.Transform, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Passes reports whether an error of Open may go away by itself, or by what an operator does: a key or
// a transform is missing here, or a blob is unavailable now. Otherwise the payload is damaged, or its
// blob is gone.
func Passes(err error) bool {
	var key *codec.KeyError
	var blob *codec.BlobError
	switch {
	case errors.As(err, &key), errors.Is(err, errMissing), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return true
	case errors.As(err, &blob):
		return !errors.Is(err, fs.ErrNotExist)
	}
	return false
}

// errMissing says that a payload was written with a transform that is not configured here.
var errMissing = errors.New("this Runtime has no transform of this name: add it to Config.Payloads, of all programs that use the store")

// EncodeEvent is [history.EncodeEvent] for the store.
func (s *Sealer) EncodeEvent(ctx context.Context, e history.Event) ([]byte, error) {
	if err := s.seal(ctx, &e); err != nil {
		return nil, err
	}
	return history.EncodeEvent(e)
}

// EncodeRows is [history.EncodeRows] for the store. It keeps the stored forms in the caller's events.
func (s *Sealer) EncodeRows(ctx context.Context, h history.Header, events []history.Event) ([]history.EncodedRow, error) {
	for i := range events {
		if err := s.seal(ctx, &events[i]); err != nil {
			return nil, err
		}
	}
	return history.EncodeRows(h, events, history.MaxRowBytes)
}

// EncodeRow is [history.EncodeRow] for the store.
func (s *Sealer) EncodeRow(ctx context.Context, h history.Header, events []history.Event) ([]byte, error) {
	for i := range events {
		if err := s.seal(ctx, &events[i]); err != nil {
			return nil, err
		}
	}
	return history.EncodeRow(h, events)
}

// Copy is [history.EncodeRow] for events that come from the store, and return to it unchanged.
func Copy(h history.Header, events []history.Event) ([]byte, error) {
	return history.EncodeRow(h, events)
}

// DecodeEvent is [history.DecodeEvent] for data from the store.
func (s *Sealer) DecodeEvent(ctx context.Context, data []byte) (history.Event, error) {
	e, err := history.DecodeEvent(data)
	if err == nil {
		err = s.Open(ctx, &e)
	}
	return e, err
}

// seal makes the stored form of e's payloads and texts.
func (s *Sealer) seal(ctx context.Context, e *history.Event) error {
	if len(s.chain) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if p, kind := history.PayloadOf(e.Body); p != nil && p.Enc != "" {
		if _, known := p.Stored(); !known {
			stored, err := s.encode(ctx, kind, *p)
			if err != nil {
				return err
			}
			if stored.Enc != p.Enc {
				*p = p.StoredAs(stored)
			}
		}
	}
	if !s.hides || e.Sealed != nil {
		return nil
	}
	texts, err := history.EncodeTexts(e.Body)
	if err != nil || texts.Enc == "" {
		return err
	}
	if texts, err = s.encode(ctx, history.EventTexts, texts); err == nil {
		e.Sealed = &texts
	}
	return err
}

func (s *Sealer) encode(ctx context.Context, kind history.ValueKind, p history.Payload) (history.Payload, error) {
	enc, data := p.Enc, p.Data
	for _, t := range s.chain {
		made, err := call(t.Encode, ctx, codec.Scope{Namespace: s.namespace, Kind: string(kind)}, data)
		if err != nil {
			return history.Payload{}, &Error{Transform: t.Name(), Kind: kind, Writing: true, Err: err}
		}
		if made != nil {
			enc, data = enc+"+"+t.Name(), made
		}
	}
	if len(data) > history.MaxPayload+slack {
		return history.Payload{}, &history.PayloadTooLargeError{Type: "the " + string(kind) + ", as transformed", Size: len(data), Most: history.MaxPayload + slack}
	}
	return history.Payload{Enc: enc, Data: data}, nil
}

// IsSealed reports whether an event must be opened before its payload or texts can be read.
func IsSealed(e *history.Event) bool {
	if e.Sealed != nil {
		return true
	}
	p, _ := history.PayloadOf(e.Body)
	return p != nil && strings.IndexByte(p.Enc, '+') >= 0
}

// Open opens an event that comes from the store. The event must be the caller's alone. An error is an
// *[Error]; what it is about stays in its stored form.
func (s *Sealer) Open(ctx context.Context, e *history.Event) error {
	if !IsSealed(e) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if p, kind := history.PayloadOf(e.Body); p != nil {
		plain, err := s.decode(ctx, kind, *p)
		if err != nil {
			return err
		}
		if plain.Enc != p.Enc {
			*p = plain.StoredAs(*p)
		}
	}
	if e.Sealed == nil {
		return nil
	}
	texts, err := s.decode(ctx, history.EventTexts, *e.Sealed)
	if err != nil {
		return err
	}
	return history.DecodeTexts(e.Body, texts)
}

// OpenAll is [Sealer.Open] for the events of a row.
func (s *Sealer) OpenAll(ctx context.Context, events []history.Event) error {
	for i := range events {
		if err := s.Open(ctx, &events[i]); err != nil {
			return err
		}
	}
	return nil
}

// OpenWhatCan opens the events that it can, for callers that only display them: the payloads of the
// others say what they need.
func (s *Sealer) OpenWhatCan(ctx context.Context, events []history.Event) {
	for i := range events {
		_ = s.Open(ctx, &events[i]) // the event still shows what it is
	}
}

// Plain opens what it can of a row's events, and makes a row that can be read without the transforms.
// Payloads larger than [history.MaxPayload] keep their stored form, because no row can hold them. A
// damaged row stays unchanged too: its reader names the damage.
func (s *Sealer) Plain(ctx context.Context, row history.EncodedRow, seq int64) (history.EncodedRow, error) {
	h, events, err := history.DecodeRow(row.Data, seq, row.N)
	if err != nil {
		return row, nil
	}
	opened := false
	for i := range events {
		e := &events[i]
		if !IsSealed(e) || s.Open(ctx, e) != nil {
			continue
		}
		if p, _ := history.PayloadOf(e.Body); p != nil && len(p.Data) <= history.MaxPayload {
			*p = p.StoredAs(history.Payload{})
		}
		e.Sealed, opened = nil, true
	}
	if !opened {
		return row, nil
	}
	data, err := history.EncodeRow(h, events)
	return history.EncodedRow{N: row.N, Data: data}, err
}

// Inline makes a row that contains what [codec.Offload] has put elsewhere. The other transforms stay
// applied. Payloads larger than [history.MaxPayload] stay elsewhere, because no row can hold them. A
// damaged row stays unchanged.
func (s *Sealer) Inline(ctx context.Context, row history.EncodedRow, seq int64) (history.EncodedRow, error) {
	if KeeperOf(s.chain) == nil {
		return row, nil
	}
	h, events, err := history.DecodeRow(row.Data, seq, row.N)
	if err != nil {
		return row, nil
	}
	inlined := false
	for i := range events {
		e := &events[i]
		p, kind := history.PayloadOf(e.Body)
		err := s.inline(ctx, kind, p, &inlined)
		if err == nil {
			err = s.inline(ctx, history.EventTexts, e.Sealed, &inlined)
		}
		if err != nil {
			return row, err
		}
	}
	if !inlined {
		return row, nil
	}
	data, err := history.EncodeRow(h, events)
	return history.EncodedRow{N: row.N, Data: data}, err
}

// inline undoes the last transform of a payload if that has put the payload elsewhere.
func (s *Sealer) inline(ctx context.Context, kind history.ValueKind, p *history.Payload, done *bool) error {
	if p == nil || len(p.Chain()) == 0 {
		return nil
	}
	chain := p.Chain()
	name := chain[len(chain)-1]
	keeper, _, is := keeperOf(s.transform(name))
	if !is {
		return nil
	}
	data, err := call(keeper.Decode, ctx, codec.Scope{Namespace: s.namespace, Kind: string(kind)}, p.Data)
	if err != nil {
		return &Error{Transform: name, Kind: kind, Err: err}
	}
	if len(data) <= history.MaxPayload {
		*p, *done = history.Payload{Enc: strings.TrimSuffix(p.Enc, "+"+name), Data: data}, true
	}
	return nil
}

func (s *Sealer) decode(ctx context.Context, kind history.ValueKind, p history.Payload) (history.Payload, error) {
	chain := p.Chain()
	data := p.Data
	for i := len(chain) - 1; i >= 0; i-- {
		t := s.transform(chain[i])
		err := errMissing
		if t != nil {
			data, err = call(t.Decode, ctx, codec.Scope{Namespace: s.namespace, Kind: string(kind)}, data)
		}
		if err == nil && len(data) > history.MaxDecoded {
			err = fmt.Errorf("it makes %d bytes of it, at most %d are allowed", len(data), history.MaxDecoded)
		}
		if err != nil {
			return p, &Error{Transform: chain[i], Kind: kind, Err: err}
		}
	}
	enc, _, _ := strings.Cut(p.Enc, "+")
	return history.Payload{Enc: enc, Data: data}, nil
}

func (s *Sealer) transform(name string) codec.Transform {
	for _, t := range s.chain {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// call calls a transform, and turns a panic into an error.
func call(f func(context.Context, codec.Scope, []byte) ([]byte, error), ctx context.Context, s codec.Scope, data []byte) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panicked: %v", p)
		}
	}()
	return f(ctx, s, data)
}

// sealedText is the prefix of a text that was encrypted.
const sealedText = "encrypted: "

// Text returns a text for a column of the store, which may contain what an author wrote. It is
// encrypted if one of the transforms encrypts. If that fails, Text returns the error's text instead.
func (s *Sealer) Text(ctx context.Context, text string) string {
	if !s.hides || text == "" {
		return text
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	p, err := s.encode(ctx, history.EventTexts, history.Payload{Enc: history.MsgPack().Name(), Data: []byte(text)})
	if err != nil {
		return "the text was not recorded, because it could not be encrypted: " + err.Error()
	}
	return sealedText + p.Enc + " " + base64.StdEncoding.EncodeToString(p.Data)
}

// TextPayload returns the payload in a text that Text made; the zero Payload if it is stored as it is.
func (s *Sealer) TextPayload(text string) history.Payload {
	rest, sealed := strings.CutPrefix(text, sealedText)
	enc, data, ok := strings.Cut(rest, " ")
	raw, err := base64.StdEncoding.DecodeString(data)
	if !sealed || !ok || err != nil {
		return history.Payload{}
	}
	return history.Payload{Enc: enc, Data: raw}
}

// OpenText returns the text that was given to Text, or why it cannot be read.
func (s *Sealer) OpenText(ctx context.Context, text string) string {
	stored := s.TextPayload(text)
	if stored.Enc == "" {
		return text
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	p, err := s.decode(ctx, history.EventTexts, stored)
	if err != nil {
		return "the text is encrypted: " + err.Error()
	}
	return string(p.Data)
}
