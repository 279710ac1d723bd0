// Package promise makes and checks the tokens by which promises are ended.
//
// A token names a run and the seq of an event in it. It cannot be made without the secret of the
// database, so whoever has one was given it.
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

// What is in a token: its version, the run, 16 bytes that only the secret can make, the nonce of
// the task that made the promise, and the seq.
const (
	version  = 1
	runAt    = 1
	macAt    = runAt + 16
	nonceAt  = macAt + macBytes
	seqAt    = nonceAt + 8
	macBytes = 16
	most     = 128 // characters of a token that is looked at
)

// Secret makes and checks the tokens of a namespace. One without a key makes tokens that end nothing.
type Secret struct {
	Key       []byte
	Namespace string
}

// Token is that of the promise made by event seq of run, in the task with this nonce.
func (s Secret) Token(run history.RunID, seq, nonce int64) string {
	b := make([]byte, seqAt, seqAt+binary.MaxVarintLen64)
	b[0] = version
	copy(b[runAt:], run[:])
	binary.BigEndian.PutUint64(b[nonceAt:], uint64(nonce))
	b = binary.AppendUvarint(b, uint64(seq))
	copy(b[macAt:nonceAt], s.mac(b))
	return encoding.EncodeToString(b)
}

// mac is over all of a token but itself, and over the namespace.
func (s Secret) mac(b []byte) []byte {
	h := hmac.New(sha256.New, s.Key)
	h.Write([]byte("reprise promise\x00"))
	h.Write(b[:macAt])
	h.Write(b[nonceAt:])
	h.Write([]byte(s.Namespace))
	return h.Sum(nil)[:macBytes]
}

// What is wrong with a token.
var (
	ErrGarbled = errors.New("it is no token of a promise, or not a whole one")
	ErrForged  = errors.New("this database has not given it out in this namespace")
)

// encoding refuses a text that another one would be read as, too.
var encoding = base64.RawURLEncoding.Strict()

// Open says what a token names, if it was made with this secret. The error is ErrGarbled or ErrForged.
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
