// Package codec holds value codecs and transforms. Transforms compress payloads, encrypt them,
// or move them elsewhere, on their way to the store. reprise.Config.Payloads lists them, in the
// order in which they encode:
//
//	reprise.Config{Payloads: []codec.Transform{
//		codec.Zstd(1 << 10),
//		codec.AESGCM(ring),
//		codec.Offload(blobs, 256<<10),
//	}}
//
// A value codec is different: it encodes Go values as bytes, see [MsgPack] and [JSON].
// Transforms know nothing of values, and workflow code knows nothing of transforms: a replay
// compares the output of the value codec.
//
// Package codec belongs to the author tier of docs/stability.md: its exported names stay.
package codec

// Package codec imports history, and is the only one that imports a compressor.

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise/history"
)

// Transform converts the bytes of a payload to those that the store keeps, and back. Its methods
// are called by several goroutines at once, never from workflow code, and may do I/O until ctx
// ends. They must not change data, and nobody may change what they returned.
//
// Two methods are optional. Check() error reports, before the first use, what is wrong with the
// transform. Encrypts() bool reports whether it hides its input; if one transform does, the texts
// of failures, the values of headers and reasons pass through all transforms, too.
type Transform interface {
	// Name is recorded with each payload that the transform has encoded, and must never change.
	// It consists of letters, digits, '-' and '_'.
	Name() string
	// Encode returns what the store should keep. If it returns nil without an error, data stays as
	// it is, and Decode is not called for it later. An error prevents the write: nothing is stored.
	Encode(ctx context.Context, s Scope, data []byte) ([]byte, error)
	// Decode returns the input of Encode. data may be truncated or forged: Decode must then
	// return an error, before it uses much memory.
	Decode(ctx context.Context, s Scope, data []byte) ([]byte, error)
}

// Scope says what a payload is. A cipher authenticates it, so that a payload of one kind cannot
// take the place of another.
type Scope struct {
	Namespace string
	Kind      string // such as "activity input"; the same for Encode and Decode
}

// Retired returns a transform that decodes what t has encoded, and encodes nothing more. Use it for a
// transform that you want to remove: what it has encoded stays readable until retention removes it.
func Retired(t Transform) Transform { return retired{t} }

type retired struct{ Transform }

func (retired) Encode(context.Context, Scope, []byte) ([]byte, error) { return nil, nil }

// Check implements the optional method of [Transform].
func (r retired) Check() error {
	if c, ok := r.Transform.(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}

// Retires returns the retired transform.
func (r retired) Retires() Transform { return r.Transform }

// Codec encodes Go values as bytes, and decodes them. Its methods are called by several
// goroutines at once. A decoded value must equal the original, and must encode to the same
// bytes again.
type Codec interface {
	// Name is recorded with each payload, and must never change.
	Name() string
	Encode(v any) ([]byte, error)
	// Decode stores the value in what v points to. The value must not share memory with data.
	Decode(data []byte, v any) error
}

// MsgPack returns the default value codec. A field's name is that of its msgpack tag, else its json tag, else its own. Integers
// in a value of type any come back as int64 if they fit.
func MsgPack() Codec { return history.MsgPack() }

// JSON returns the value codec of encoding/json. Numbers in a value of type any come back as float64.
func JSON() Codec { return history.JSON() }

var errCutOff = errors.New("the payload is cut off")
