// Package codec has what becomes of payloads on their way to the store: transforms, which
// compress, encrypt and move them elsewhere. They are given to reprise.Config.Payloads, in the
// order in which they encode:
//
//	reprise.Config{Payloads: []codec.Transform{
//		codec.Zstd(1 << 10),
//		codec.AESGCM(ring),
//		codec.Offload(blobs, 256<<10),
//	}}
//
// A value codec is something else: it makes bytes of a Go value, see [MsgPack] and [JSON].
// Transforms know nothing of values, and workflow code knows nothing of transforms: replay
// compares what the value codec has made.
//
// Package codec is of the author tier of docs/stability.md: what it exports stays.
package codec

// Package codec imports history, and is the only one that imports a compressor.

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise/history"
)

// Transform turns the bytes of a payload into those that the store keeps, and back. Its methods
// are called from several goroutines at once, never from workflow code, and may do I/O until ctx
// ends. They must not change data, and what they return must not be changed later.
//
// Two more methods are optional. Check() error says before the first use what is wrong with the
// transform. Encrypts() bool says that it hides what it encodes: with one that does, the texts of
// failures, values of headers and reasons pass through all transforms, too.
type Transform interface {
	// Name is recorded with each payload that the transform has encoded, and must stay what it
	// is. It consists of letters, digits, '-' and '_'.
	Name() string
	// Encode returns what the store is to keep; nil, without an error, leaves data as it is,
	// and then Decode is not asked later. An error refuses the write: nothing is stored.
	Encode(ctx context.Context, s Scope, data []byte) ([]byte, error)
	// Decode returns what Encode was given. Data may have been cut off, or be anybody's: it
	// must be refused with an error then, and before much memory is used.
	Decode(ctx context.Context, s Scope, data []byte) ([]byte, error)
}

// Scope says what a payload is. A cipher authenticates it, so that a payload of one kind cannot
// be put in the place of another.
type Scope struct {
	Namespace string
	Kind      string // "activity input", for instance; the same at both ends
}

// Retired returns a transform that decodes what t has encoded, and encodes nothing more. It is
// for a transform that is to go: what it has encoded is read until retention removes it.
func Retired(t Transform) Transform { return retired{t} }

type retired struct{ Transform }

func (retired) Encode(context.Context, Scope, []byte) ([]byte, error) { return nil, nil }

// Check implements the optional method of a [Transform].
func (r retired) Check() error {
	if c, ok := r.Transform.(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}

// Retires returns the transform that is retired.
func (r retired) Retires() Transform { return r.Transform }

// Codec makes bytes of a Go value, and a value of bytes. Its methods are called from several
// goroutines at once. A value must come back as it was, and make the same bytes again.
type Codec interface {
	// Name is recorded with each payload, and must stay what it is.
	Name() string
	Encode(v any) ([]byte, error)
	// Decode sets what v points to. What it refers to must not share bytes with data.
	Decode(data []byte, v any) error
}

// MsgPack is the value codec that is used unless reprise.Config.Codec says otherwise. A field has
// the name of its msgpack tag, else of its json tag, else its own. Integers in a value of type any come back as int64 wherever they fit.
func MsgPack() Codec { return history.MsgPack() }

// JSON is the value codec of encoding/json. Numbers in a value of type any
// come back as float64.
func JSON() Codec { return history.JSON() }

var errCutOff = errors.New("the payload is cut off")
