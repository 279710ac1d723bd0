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
//
// Package codec imports history, and is the only one that imports a compressor.
package codec

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/history"
)

// Transform turns the bytes of a payload into those that the store keeps, and back. Its methods
// are called from several goroutines at once, never from workflow code, and may do I/O until ctx
// ends. They must not change data, and what they return must not be changed later.
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
	Kind      history.ValueKind
}

// Encrypter is a [Transform] that hides what it encodes. With one that encrypts, the texts of
// failures, values of headers and reasons pass through all transforms, too. Without one they are
// stored as they are.
type Encrypter interface {
	Transform
	Encrypts() bool
}

// Encrypts reports whether t hides what it encodes.
func Encrypts(t Transform) bool {
	e, ok := t.(Encrypter)
	return ok && e.Encrypts()
}

// Checker is a [Transform] that can say before its first use what is wrong with it.
type Checker interface {
	Transform
	Check() error
}

// Check returns what is wrong with transforms that are to be used one after the other; nil:
// nothing is known. reprise.New calls it.
func Check(all ...Transform) error {
	var errs []error
	seen := map[string]bool{}
	offloads := false
	for i, t := range all {
		if t == nil {
			errs = append(errs, fmt.Errorf("codec: transform %d is nil: leave it out", i+1))
			continue
		}
		name := t.Name()
		switch {
		case !isName(name):
			errs = append(errs, fmt.Errorf("codec: the name of transform %d is %q: it must consist of letters, digits, '-' and '_'", i+1, name))
		case seen[name]:
			errs = append(errs, fmt.Errorf("codec: transform %q is there twice: give each a name of its own", name))
		}
		seen[name] = true
		if offloads {
			errs = append(errs, fmt.Errorf("codec: transform %q comes after one that offloads, and would not touch the blobs: put Offload last", name))
		}
		_, keeps := Keeper(t)
		offloads = offloads || keeps
		if c, ok := t.(Checker); ok {
			errs = append(errs, c.Check())
		}
	}
	return errors.Join(errs...)
}

func isName(s string) bool {
	other := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	}
	return s != "" && len(s) <= 64 && strings.IndexFunc(s, other) < 0
}

// Retired returns a transform that decodes what t has encoded, and encodes nothing more. It is
// for a transform that is to go: what it has encoded is read until retention removes it.
func Retired(t Transform) Transform { return retired{t} }

type retired struct{ Transform }

func (retired) Encode(context.Context, Scope, []byte) ([]byte, error) { return nil, nil }

// Check implements [Checker].
func (r retired) Check() error {
	if c, ok := r.Transform.(Checker); ok {
		return c.Check()
	}
	return nil
}

func (r retired) unwrap() Transform { return r.Transform }

// MsgPack is the value codec that is used unless reprise.Config.Codec says otherwise; see
// [history.MsgPack]. Integers in a value of type any come back as int64 wherever they fit.
func MsgPack() history.Codec { return history.MsgPack() }

// JSON is the value codec of encoding/json; see [history.JSON]. Numbers in a value of type any
// come back as float64.
func JSON() history.Codec { return history.JSON() }

// MaxDecoded is how many bytes a decoded payload has at most.
const MaxDecoded = 64 << 20

// Most returns how many bytes a value may have that passes through these transforms: 64 MiB if
// one of them offloads, else [history.MaxPayload].
func Most(all ...Transform) int {
	for _, t := range all {
		if k, ok := Keeper(t); ok && !k.retired {
			return MaxDecoded
		}
	}
	return history.MaxPayload
}

var errCutOff = errors.New("the payload is cut off")
