// Package promise makes and checks the tokens that resolve promises.
//
// A token names a run and the seq of an event in it. It cannot be made without the database's secret,
// so a valid token shows that its holder was given it.
//
// Package promise imports history and the standard library.
package promise

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"

	"github.com/reprise-run/reprise/history"
)

// The content of a token: its version, the run, a MAC of 16 bytes, the nonce of the task that made the
// promise, and the seq.
const (
	version  = 1
	runAt    = 1
	macAt    = runAt + 16
	nonceAt  = macAt + macBytes
	seqAt    = nonceAt + 8
	macBytes = 16
	most     = 128 // longest token that is examined, in characters
)

// Secret makes and checks the tokens of a namespace. Without a key it makes tokens that resolve
// nothing.
type Secret struct {
	Key       []byte
	Namespace string
}

// Token returns the token of the promise made by event seq of run, in the task with this nonce.
func (s Secret) Token(run history.RunID, seq, nonce int64) string {
	b := make([]byte, seqAt, seqAt+binary.MaxVarintLen64)
	b[0] = version
	copy(b[runAt:], run[:])
	binary.BigEndian.PutUint64(b[nonceAt:], uint64(nonce))
	b = binary.AppendUvarint(b, uint64(seq))
	copy(b[macAt:nonceAt], s.mac(b))
	return encoding.EncodeToString(b)
}

// mac is computed over the rest of the token, and the namespace.
func (s Secret) mac(b []byte) []byte {
	h := hmac.New(sha256.New, s.Key)
	h.Write([]byte("reprise promise\x00"))
	h.Write(b[:macAt])
	h.Write(b[nonceAt:])
	h.Write([]byte(s.Namespace))
	return h.Sum(nil)[:macBytes]
}

// Errors of Open.
var (
	ErrGarbled = errors.New("it is not a promise token, or it is incomplete")
	ErrForged  = errors.New("this database did not issue it in this namespace")
)

// encoding refuses a text that decodes to the same bytes as another.
var encoding = base64.RawURLEncoding.Strict()

// Open returns what a token names, if it was made with this secret. The error is ErrGarbled or
// ErrForged.
func (s Secret) Open(token string) (run history.RunID, seq int64, err error) {
	if len(token) > most {
		return run, 0, ErrGarbled
	}
	b, err := encoding.DecodeString(token)
	if err != nil || len(b) <= seqAt || b[0] != version {
		return run, 0, ErrGarbled
	}
	n, read := binary.Uvarint(b[seqAt:])
	if read != len(b)-seqAt || int64(n) <= 0 {
		return run, 0, ErrGarbled
	}
	if len(s.Key) == 0 || !hmac.Equal(b[macAt:nonceAt], s.mac(b)) {
		return run, 0, ErrForged
	}
	copy(run[:], b[runAt:])
	return run, int64(n), nil
}
