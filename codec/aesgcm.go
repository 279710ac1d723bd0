package codec

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"sync"
)

// Ring holds the keys of [AESGCM]. To rotate, first give all programs a ring with both the new
// key and the old ones; then, with the next deployment, make the new key Current. A key may be
// removed once retention has removed every run that used it.
type Ring struct {
	// Current is the id of the key that encrypts, 1 to 255 bytes. The id is stored in plain
	// text with each payload.
	Current string
	// Keys maps ids to keys of 32 bytes each.
	Keys map[string][]byte
	// Find looks up keys that are not in Keys, for example in a key management service. Its results
	// are cached. It may be called by several goroutines at once. Nil: there are no other keys.
	Find func(ctx context.Context, id string) ([]byte, error)
}

// KeyError says that a payload cannot be read or written because a key is missing. A run that
// needs the payload is parked, and continues when the key is available.
type KeyError struct {
	ID  string
	Err error // of Ring.Find; nil: there is no Find
}

func (e *KeyError) Error() string {
	text := fmt.Sprintf("codec: needs key %q, which is not in the ring: add it to Ring.Keys, or have Ring.Find return it", e.ID)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *KeyError) Unwrap() error { return e.Err }

// AESGCM returns the transform "aesgcm": AES-256 in Galois/Counter Mode with a random nonce. It
// authenticates the namespace and the kind of a payload. The envelope has the id of the key, so
// payloads of all keys of the ring can be read. For any other key Decode returns a [*KeyError].
// One key is good for 2^32 payloads: rotate it before that. reprise.New refuses a ring whose
// Current is not in Keys and that has no Find, and keys that do not have 32 bytes.
func AESGCM(r Ring) Transform {
	a := &aesgcm{current: r.Current, find: r.Find, given: maps.Clone(r.Keys)}
	a.mu.ciphers = map[string]cipher.AEAD{}
	return a
}

const (
	aesVersion = 1
	keyBytes   = 32
	maxKeyID   = 255
	nonceBytes = 12
)

type aesgcm struct {
	current string
	find    func(context.Context, string) ([]byte, error)
	given   map[string][]byte

	mu struct {
		sync.RWMutex
		ciphers map[string]cipher.AEAD
	}
}

func (*aesgcm) Name() string { return "aesgcm" }

// Encrypts implements the optional method of [Transform].
func (*aesgcm) Encrypts() bool { return true }

// Check implements the optional method of [Transform].
func (a *aesgcm) Check() error {
	var errs []error
	if len(a.current) == 0 || len(a.current) > maxKeyID {
		errs = append(errs, fmt.Errorf("codec: Ring.Current has %d bytes: set it to the id of the key that encrypts, 1 to %d bytes", len(a.current), maxKeyID))
	} else if _, ok := a.given[a.current]; !ok && a.find == nil {
		errs = append(errs, fmt.Errorf("codec: Ring.Current is %q, but Ring.Keys has no such key: add it", a.current))
	}
	for id, key := range a.given {
		if len(key) != keyBytes {
			errs = append(errs, badKey(id, key))
		}
	}
	return errors.Join(errs...)
}

func badKey(id string, key []byte) error {
	return fmt.Errorf("codec: key %q has %d bytes: AES-256 takes %d", id, len(key), keyBytes)
}

// cipher returns the cipher of a key.
func (a *aesgcm) cipher(ctx context.Context, id string) (cipher.AEAD, error) {
	a.mu.RLock()
	c := a.mu.ciphers[id]
	a.mu.RUnlock()
	if c != nil {
		return c, nil
	}
	key, ok := a.given[id]
	if !ok {
		if a.find == nil {
			return nil, &KeyError{ID: id}
		}
		var err error
		if key, err = a.find(ctx, id); err == nil && len(key) != keyBytes {
			err = badKey(id, key)
		}
		if err != nil {
			return nil, &KeyError{ID: id, Err: err}
		}
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, badKey(id, key)
	}
	if c, err = cipher.NewGCM(block); err != nil {
		return nil, fmt.Errorf("codec: aesgcm: %w", err)
	}
	a.mu.Lock()
	a.mu.ciphers[id] = c
	a.mu.Unlock()
	return c, nil
}

// authenticated is what the tag covers besides the text: what the payload is, and the envelope.
func authenticated(s Scope, envelope []byte) []byte {
	b := make([]byte, 0, len(s.Namespace)+len(s.Kind)+len(envelope)+2)
	b = append(append(b, s.Namespace...), 0) // neither contains a zero byte
	b = append(append(b, s.Kind...), 0)
	return append(b, envelope...)
}

// Encode implements [Transform].
func (a *aesgcm) Encode(ctx context.Context, s Scope, data []byte) ([]byte, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	c, err := a.cipher(ctx, a.current)
	if err != nil {
		return nil, err
	}
	n := 2 + len(a.current)
	b := make([]byte, n+nonceBytes, n+nonceBytes+len(data)+c.Overhead())
	b[0], b[1] = aesVersion, byte(len(a.current))
	copy(b[2:], a.current)
	nonce := b[n:]
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("codec: aesgcm: %w", err)
	}
	return c.Seal(b, nonce, data, authenticated(s, b[:n])), nil
}

// Decode implements [Transform].
func (a *aesgcm) Decode(ctx context.Context, s Scope, data []byte) ([]byte, error) {
	if len(data) < 2 {
		return nil, fmt.Errorf("codec: aesgcm: %w", errCutOff)
	}
	if data[0] != aesVersion {
		return nil, fmt.Errorf("codec: aesgcm: the envelope has version %d, this build reads %d: run the version of Reprise that wrote it, or a newer one", data[0], aesVersion)
	}
	n := 2 + int(data[1])
	if len(data) < n+nonceBytes {
		return nil, fmt.Errorf("codec: aesgcm: %w", errCutOff)
	}
	id := string(data[2:n])
	c, err := a.cipher(ctx, id)
	if err != nil {
		return nil, err
	}
	nonce, text := data[n:n+nonceBytes], data[n+nonceBytes:]
	if len(text) < c.Overhead() {
		return nil, fmt.Errorf("codec: aesgcm: %w", errCutOff)
	}
	plain, err := c.Open([]byte{}, nonce, text, authenticated(s, data[:n]))
	if err != nil {
		return nil, fmt.Errorf("codec: aesgcm: cannot decrypt the payload: it is damaged or truncated, or it was encrypted with another key under the id %q, for a namespace other than %q, or as something other than %s", id, s.Namespace, s.Kind)
	}
	return plain, nil
}
