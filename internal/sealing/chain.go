package sealing

import (
	"errors"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
)

// Check returns what is wrong with transforms that are to be used one after another; nil:
// nothing is known.
func Check(all []codec.Transform) error {
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
			errs = append(errs, fmt.Errorf("codec: transform %q is given twice: give each its own name", name))
		}
		seen[name] = true
		if offloads {
			errs = append(errs, fmt.Errorf("codec: transform %q comes after one that offloads, and would not touch the blobs: put Offload last", name))
		}
		_, _, keeps := keeperOf(t)
		offloads = offloads || keeps
		if c, ok := t.(interface{ Check() error }); ok {
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

// Most returns the largest value, in bytes, that passes through these transforms: the most that
// may be decoded if one of them offloads, otherwise the most that is stored.
func Most(all []codec.Transform) int {
	for _, t := range all {
		if _, retired, ok := keeperOf(t); ok && !retired {
			return history.MaxDecoded
		}
	}
	return history.MaxPayload
}

// Keeper is a transform that keeps payloads as blobs.
type Keeper interface {
	codec.Transform
	Blobs() codec.Blobs
	// Key returns the key of the blob that a reference names.
	Key(reference []byte) (string, error)
}

// KeeperOf returns the transform that keeps payloads as blobs, even if it is retired; nil if
// there is none.
func KeeperOf(all []codec.Transform) (keeper Keeper) {
	for _, t := range all {
		if k, _, ok := keeperOf(t); ok {
			keeper = k
		}
	}
	return keeper
}

func keeperOf(t codec.Transform) (keeper Keeper, retired, ok bool) {
	if r, is := t.(interface{ Retires() codec.Transform }); is {
		t, retired = r.Retires(), true
	}
	keeper, ok = t.(Keeper)
	return keeper, retired, ok
}

// encrypts reports whether t encrypts.
func encrypts(t codec.Transform) bool {
	e, ok := t.(interface{ Encrypts() bool })
	return ok && e.Encrypts()
}
