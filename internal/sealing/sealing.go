// Package sealing is the edge of the store: what leaves for it is encoded here, and what comes
// from it is decoded here, by the transforms of reprise.Config.Payloads. Nobody else writes
// events for a store; internal/lint holds that.
//
// Beyond the edge everything is plain: machines, activities and whoever waits for a result see
// what the value codec has made. A payload that came from the store remembers the form in which
// it is stored there, and is written in that form again: what goes from an inbox into a history
// is not encrypted twice, and keeps its blob.
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

// slack is by how much transforms may make a payload larger than it is: envelopes, what does not
// compress.
const slack = 64 << 10

// Sealer encodes and decodes for one namespace. It does not change, and may be shared.
type Sealer struct {
	namespace string
	chain     []codec.Transform
	hides     bool // one of them encrypts
}

// New makes a Sealer; [Check] has found nothing wrong with the chain.
func New(namespace string, chain []codec.Transform) *Sealer {
	s := &Sealer{namespace: namespace, chain: chain}
	for _, t := range chain {
		s.hides = s.hides || encrypts(t)
	}
	return s
}

// In is s for another namespace, of which a run was named by its id.
func (s *Sealer) In(namespace string) *Sealer {
	if namespace == s.namespace {
		return s
	}
	other := *s
	other.namespace = namespace
	return &other
}

// Transforms reports whether there is any transform: without one, no namespace matters.
func (s *Sealer) Transforms() bool { return len(s.chain) > 0 }

// Error says that a payload did not pass the edge. Its text is the engine's, and the transform's.
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

// Passes reports whether an error of Open may pass by itself, or by what an operator does: a key or a
// transform is not here, or a blob cannot be had now. Else the payload is damaged, or its blob is gone.
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

// EncodeRows is [history.EncodeRows] for the store. The events are the caller's: what has been
// made of them is kept in them.
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

// Copy is [history.EncodeRow] for events that come from the store, and go there again as they are.
func Copy(h history.Header, events []history.Event) ([]byte, error) {
	return history.EncodeRow(h, events)
}

// DecodeEvent is [history.DecodeEvent] for what the store has.
func (s *Sealer) DecodeEvent(ctx context.Context, data []byte) (history.Event, error) {
	e, err := history.DecodeEvent(data)
	if err == nil {
		err = s.Open(ctx, &e)
	}
	return e, err
}

// seal makes the stored form of what is in e.
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

// IsSealed reports whether an event is to be opened before anybody reads its payload or texts.
func IsSealed(e *history.Event) bool {
	if e.Sealed != nil {
		return true
	}
	p, _ := history.PayloadOf(e.Body)
	return p != nil && strings.IndexByte(p.Enc, '+') >= 0
}

// Open makes an event that comes from the store plain. The event is the caller's alone. An error
// is an *[Error], and leaves what it is about as it is stored.
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

// OpenWhatCan opens those of the events that it can, for whoever looks at them only: the others
// say by their payloads what they need.
func (s *Sealer) OpenWhatCan(ctx context.Context, events []history.Event) {
	for i := range events {
		_ = s.Open(ctx, &events[i]) // what it is stays visible in the event
	}
}

// Plain opens what it can of a row's events and makes a row that others read without the
// transforms. Payloads of more than [history.MaxPayload] stay as they are stored: no row holds
// them. A damaged row stays as it is, too: whoever reads it names the damage.
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

// Inline makes a row that holds what [codec.Offload] has put elsewhere. The other transforms stay on, and payloads of more
// than [history.MaxPayload] where they are: no row holds them. A damaged row stays as it is.
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

// inline undoes the last transform of a payload if that has put it elsewhere.
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

// call calls a transform, of which a panic is an error.
func call(f func(context.Context, codec.Scope, []byte) ([]byte, error), ctx context.Context, s codec.Scope, data []byte) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panicked: %v", p)
		}
	}()
	return f(ctx, s, data)
}

// sealedText is what a text that was encrypted begins with.
const sealedText = "encrypted: "

// Text is a text for a column of the store, which may hold what an author has written: encrypted
// if one of the transforms encrypts. An error is told instead of the text.
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

// TextPayload is what a text that was given to Text is stored as; the zero Payload: it is stored
// as it is.
func (s *Sealer) TextPayload(text string) history.Payload {
	rest, sealed := strings.CutPrefix(text, sealedText)
	enc, data, ok := strings.Cut(rest, " ")
	raw, err := base64.StdEncoding.DecodeString(data)
	if !sealed || !ok || err != nil {
		return history.Payload{}
	}
	return history.Payload{Enc: enc, Data: raw}
}

// OpenText is the text that was given to Text, or why it cannot be read.
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
