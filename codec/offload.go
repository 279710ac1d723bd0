package codec

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"time"
)

// Blobs stores large payloads outside the database, in a bucket or a directory. All methods may
// be called concurrently. See [Dir] and [InMemory].
type Blobs interface {
	// Put stores data under key; when it returns nil, data must be durable. Each key is used
	// for one blob only, but Put may be called again with the same key and data.
	Put(ctx context.Context, key string, data []byte) error
	// Get returns what was put. The error for a missing key must match fs.ErrNotExist.
	Get(ctx context.Context, key string) ([]byte, error)
	// Delete removes a blob. It must not fail for a missing one.
	Delete(ctx context.Context, key string) error
	// List iterates over all blobs, in any order. It may omit blobs that are put or deleted meanwhile.
	List(ctx context.Context) iter.Seq2[Blob, error]
}

// Blob describes one blob in a list.
type Blob struct {
	Key  string
	Size int64
	Put  time.Time // by the clock of the blob store
}

// Offload returns the transform "offload". It keeps payloads of at least over bytes in b, and
// leaves a reference of 57 bytes in the database. With it a value may have up to 64 MiB. Make it
// the last transform, so that what is outside is compressed and encrypted, too.
//
// The name of a blob is the hash of its content and a random salt, which the reference holds. So
// no two payloads share a blob, and what Get returns is verified. A blob is put before the commit
// that refers to it. reprise.SweepBlobs deletes it when nothing refers to it, because the commit
// never happened or retention removed the run.
func Offload(b Blobs, over int) Transform { return &offloader{blobs: b, over: over} }

// offloader is what [Offload] returns.
type offloader struct {
	blobs Blobs
	over  int
}

const (
	offloadName    = "offload"
	offloadVersion = 1
	saltBytes      = 16
	referenceBytes = 1 + saltBytes + sha256.Size + 8
)

// BlobError says that a payload cannot be read or written because of its blob.
type BlobError struct {
	Key string
	Err error
}

func (e *BlobError) Error() string {
	return fmt.Sprintf("codec: offload: blob %s: %v", e.Key, e.Err)
}

func (e *BlobError) Unwrap() error { return e.Err }

// Name implements [Transform].
func (*offloader) Name() string { return offloadName }

// Check implements the optional method of a [Transform].
func (o *offloader) Check() error {
	if o.blobs == nil {
		return fmt.Errorf("codec: Offload has no Blobs: pass Dir, InMemory, or your own")
	}
	return nil
}

// Encode implements [Transform].
func (o *offloader) Encode(ctx context.Context, _ Scope, data []byte) ([]byte, error) {
	if len(data) == 0 || len(data) < o.over {
		return nil, nil
	}
	ref := make([]byte, 1+saltBytes, referenceBytes)
	ref[0] = offloadVersion
	if _, err := rand.Read(ref[1:]); err != nil {
		return nil, fmt.Errorf("codec: offload: %w", err)
	}
	sum := blobSum(ref[1:], data)
	key := hex.EncodeToString(sum[:])
	if err := o.blobs.Put(ctx, key, data); err != nil {
		return nil, &BlobError{Key: key, Err: err}
	}
	return binary.BigEndian.AppendUint64(append(ref, sum[:]...), uint64(len(data))), nil
}

// Decode implements [Transform].
func (o *offloader) Decode(ctx context.Context, _ Scope, data []byte) ([]byte, error) {
	key, err := o.Key(data)
	if err != nil {
		return nil, err
	}
	blob, err := o.blobs.Get(ctx, key)
	if err != nil {
		return nil, &BlobError{Key: key, Err: err}
	}
	size := binary.BigEndian.Uint64(data[referenceBytes-8:])
	if sum := blobSum(data[1:1+saltBytes], blob); uint64(len(blob)) != size || hex.EncodeToString(sum[:]) != key {
		return nil, &BlobError{Key: key, Err: fmt.Errorf("its %d bytes are not the %d that were stored: restore it", len(blob), size)}
	}
	return blob, nil
}

// Key returns the key of the blob that a reference names.
func (*offloader) Key(reference []byte) (string, error) {
	switch {
	case len(reference) != referenceBytes:
		return "", fmt.Errorf("codec: offload: %w: a reference has %d bytes, this one %d", errCutOff, referenceBytes, len(reference))
	case reference[0] != offloadVersion:
		return "", fmt.Errorf("codec: offload: the reference has version %d, this build reads %d: run the version of Reprise that wrote it, or a newer one", reference[0], offloadVersion)
	}
	return hex.EncodeToString(reference[1+saltBytes : 1+saltBytes+sha256.Size]), nil
}

// Blobs returns where the blobs are kept.
func (o *offloader) Blobs() Blobs { return o.blobs }

func blobSum(salt, data []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(salt)
	h.Write(data)
	h.Sum(sum[:0])
	return sum
}
