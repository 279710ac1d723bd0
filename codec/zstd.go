package codec

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/reprise-run/reprise/history"
)

// Zstd returns the transform "zstd", which compresses payloads of at least over bytes at the
// fastest level. It leaves payloads alone that do not become smaller. Decode refuses data that
// would exceed 64 MiB before it decompresses it.
func Zstd(over int) Transform { return &zstandard{over: over} }

type zstandard struct {
	over int

	once    sync.Once // made with the first payload, because it takes memory
	encoder *zstd.Encoder
	decoder *zstd.Decoder
	err     error
}

func (*zstandard) Name() string { return "zstd" }

func (z *zstandard) ready() error {
	z.once.Do(func() {
		var errs [2]error
		z.encoder, errs[0] = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
		z.decoder, errs[1] = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(history.MaxDecoded), zstd.WithDecoderConcurrency(0))
		z.err = errors.Join(errs[:]...)
	})
	return z.err
}

// Encode implements [Transform].
func (z *zstandard) Encode(_ context.Context, _ Scope, data []byte) ([]byte, error) {
	if len(data) == 0 || len(data) < z.over {
		return nil, nil
	}
	if err := z.ready(); err != nil {
		return nil, fmt.Errorf("codec: zstd: %w", err)
	}
	if out := z.encoder.EncodeAll(data, nil); len(out) < len(data) {
		return out, nil
	}
	return nil, nil
}

// Decode implements [Transform].
func (z *zstandard) Decode(_ context.Context, _ Scope, data []byte) ([]byte, error) {
	if err := z.ready(); err != nil {
		return nil, fmt.Errorf("codec: zstd: %w", err)
	}
	out, err := z.decoder.DecodeAll(data, nil)
	switch {
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		return nil, fmt.Errorf("codec: zstd: the payload decompresses to more than %d MiB, the most that a payload may have: %w", history.MaxDecoded>>20, err)
	case err != nil:
		return nil, fmt.Errorf("codec: zstd: the payload is damaged or truncated: %w", err)
	case len(out) == 0:
		return nil, fmt.Errorf("codec: zstd: %w", errCutOff) // an empty payload is never compressed
	}
	return out, nil
}
