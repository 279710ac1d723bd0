package codec_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var scope = codec.Scope{Namespace: "shop", Kind: string(history.SignalValue)}

func ring(current string, others ...string) codec.Ring {
	r := codec.Ring{Current: current, Keys: map[string][]byte{}}
	for _, id := range append(others, current) {
		r.Keys[id] = bytes.Repeat([]byte(id[:1]), 32)
	}
	return r
}

func encoded(t *testing.T, tr codec.Transform, data []byte) []byte {
	t.Helper()
	out, err := tr.Encode(t.Context(), scope, data)
	if err != nil || out == nil {
		t.Fatalf("%d bytes, %v", len(out), err)
	}
	return out
}

func TestWhatIsEncodedIsDecoded(t *testing.T) {
	text := []byte(strings.Repeat("forty-two ", 100))
	for _, tr := range []codec.Transform{
		codec.Zstd(10), codec.AESGCM(ring("a")), codec.Offload(codec.InMemory(), 10), codec.Offload(codec.Dir(t.TempDir()), 10),
	} {
		out := encoded(t, tr, text)
		if bytes.Contains(out, text) {
			t.Errorf("%s leaves it as it is", tr.Name())
		}
		for _, by := range []codec.Transform{tr, codec.Retired(tr)} {
			got, err := by.Decode(t.Context(), scope, out)
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s: %q, %v", tr.Name(), got, err)
			}
		}
		if out, err := codec.Retired(tr).Encode(t.Context(), scope, text); out != nil || err != nil {
			t.Errorf("%s is retired and encodes %q, %v", tr.Name(), out, err)
		}
	}
}

func TestSmallPayloadsAreLeftAsTheyAre(t *testing.T) {
	for _, tr := range []codec.Transform{codec.Zstd(5), codec.Offload(codec.InMemory(), 5)} {
		if out, err := tr.Encode(t.Context(), scope, []byte("four")); out != nil || err != nil {
			t.Errorf("%s: %q, %v", tr.Name(), out, err)
		}
	}
}

// Whatever is cut off is refused, at each length.
func TestAPayloadThatIsCutOff(t *testing.T) {
	text := []byte(strings.Repeat("forty-two ", 100))
	for _, tr := range []codec.Transform{codec.Zstd(1), codec.AESGCM(ring("a")), codec.Offload(codec.InMemory(), 1)} {
		out := encoded(t, tr, text)
		for n := range len(out) {
			if got, err := tr.Decode(t.Context(), scope, out[:n]); err == nil || !strings.Contains(err.Error(), "codec: "+tr.Name()) {
				t.Fatalf("%s: %d of %d bytes are %q, %v", tr.Name(), n, len(out), got, err)
			}
		}
	}
}

func TestAKeyThatIsNotInTheRing(t *testing.T) {
	out := encoded(t, codec.AESGCM(ring("2024-03")), []byte("x"))
	var missing *codec.KeyError
	if _, err := codec.AESGCM(ring("new")).Decode(t.Context(), scope, out); !errors.As(err, &missing) || missing.ID != "2024-03" || !strings.Contains(err.Error(), `needs key "2024-03"`) {
		t.Errorf("%v", err)
	}
	away := errors.New("the key service is away")
	r := ring("new")
	r.Find = func(context.Context, string) ([]byte, error) { return nil, away }
	if _, err := codec.AESGCM(r).Decode(t.Context(), scope, out); !errors.As(err, &missing) || !errors.Is(err, away) {
		t.Errorf("%v", err)
	}
	asked := 0
	r.Find = func(_ context.Context, id string) ([]byte, error) {
		asked++
		return ring(id).Keys[id], nil
	}
	found := codec.AESGCM(r)
	for range 3 {
		if got, err := found.Decode(t.Context(), scope, out); err != nil || string(got) != "x" {
			t.Errorf("%q, %v", got, err)
		}
	}
	if asked != 1 {
		t.Errorf("a key was asked for %d times", asked)
	}
}

// A payload cannot be put in the place of another.
func TestAPayloadInTheWrongPlace(t *testing.T) {
	a := codec.AESGCM(ring("a"))
	out := encoded(t, a, []byte("x"))
	for _, s := range []codec.Scope{{Namespace: "other", Kind: scope.Kind}, {Namespace: scope.Namespace, Kind: string(history.ActivityInput)}} {
		if _, err := a.Decode(t.Context(), s, out); err == nil {
			t.Errorf("it was decoded as %+v", s)
		}
	}
	if again := encoded(t, a, []byte("x")); bytes.Equal(out, again) {
		t.Error("two payloads have one nonce")
	}
	out[len(out)-1] ^= 1
	if _, err := a.Decode(t.Context(), scope, out); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("one bit is wrong: %v", err)
	}
}

func TestADecompressionBomb(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	bomb := w.EncodeAll(make([]byte, history.MaxDecoded+1), nil)
	if _, err := codec.Zstd(1).Decode(t.Context(), scope, bomb); err == nil || !strings.Contains(err.Error(), "more than 64 MiB") {
		t.Errorf("%d bytes made %v", len(bomb), err)
	}
	var streamed bytes.Buffer // which does not say how large it is
	s, err := zstd.NewWriter(&streamed, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	for range history.MaxDecoded>>20 + 1 {
		if _, err := s.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := codec.Zstd(1).Decode(t.Context(), scope, streamed.Bytes()); err == nil || !strings.Contains(err.Error(), "more than 64 MiB") {
		t.Errorf("%d streamed bytes made %v", streamed.Len(), err)
	}
}

func TestBlobs(t *testing.T) {
	for name, b := range map[string]codec.Blobs{"memory": codec.InMemory(), "directory": codec.Dir(t.TempDir())} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			list := func() (keys []string) {
				for blob, err := range b.List(ctx) {
					if err != nil || blob.Size != 4 || blob.Put.IsZero() {
						t.Errorf("%+v, %v", blob, err)
					}
					keys = append(keys, blob.Key)
				}
				return keys
			}
			if keys := list(); len(keys) != 0 {
				t.Errorf("before: %v", keys)
			}
			for range 2 {
				if err := b.Put(ctx, "abcdef", []byte("four")); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := b.Get(ctx, "abcdef"); err != nil || string(got) != "four" {
				t.Errorf("%q, %v", got, err)
			}
			if keys := list(); fmt.Sprint(keys) != "[abcdef]" {
				t.Errorf("%v", keys)
			}
			for range 2 {
				if err := b.Delete(ctx, "abcdef"); err != nil {
					t.Error(err)
				}
			}
			if _, err := b.Get(ctx, "abcdef"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("it is gone: %v", err)
			}
		})
	}
	if err := codec.Dir(t.TempDir()).Put(t.Context(), "../../up", nil); err == nil {
		t.Error("a key has left the directory")
	}
}

func TestABlobThatIsNotWhatWasPut(t *testing.T) {
	b := codec.InMemory()
	o := codec.Offload(b, 1)
	ref := encoded(t, o, []byte("what was put"))
	key, err := o.(interface{ Key([]byte) (string, error) }).Key(ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, spoil := range []func() error{
		func() error { return b.Put(t.Context(), key, []byte("what was not")) },
		func() error { return b.Delete(t.Context(), key) },
	} {
		var bad *codec.BlobError
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if got, err := o.Decode(t.Context(), scope, ref); !errors.As(err, &bad) || bad.Key != key {
			t.Errorf("%q, %v", got, err)
		}
	}
}
