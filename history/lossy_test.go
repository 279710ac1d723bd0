package history_test

import (
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
)

type private struct{ cents int }

// A value that would lose everything is refused; the error names the type and field.
func TestAStructOfUnexportedFieldsIsRefused(t *testing.T) {
	for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
		codecs := history.NewCodecs(codec)
		for name, v := range map[string]any{
			"(cents)":         private{cents: 7},
			"field Order.Sum": struct{ Order struct{ Sum *private } }{},
			"field Lines":     struct{ Lines map[string][]private }{},
		} {
			for range 2 {
				if _, err := codecs.Encode(v); err == nil || !strings.Contains(err.Error(), "history_test.private") || !strings.Contains(err.Error(), name) {
					t.Errorf("%s of %s: %v", codec.Name(), name, err)
				}
			}
		}
		for _, v := range []any{
			nil, struct{}{}, struct{ _ int }{}, 7, time.Now(), big.NewInt(7), &struct{ At time.Time }{},
			&struct {
				sync.Mutex
				N int
			}{}, struct {
				Left private `json:"-"`
			}{},
		} {
			if _, err := codecs.Encode(v); err != nil {
				t.Errorf("%s of %T: %v", codec.Name(), v, err)
			}
		}
	}
}

// A type may define its encoding for some codecs only: other codecs would lose all of it.
func TestAMarshalerOfAnotherCodecKeepsNothing(t *testing.T) {
	for _, c := range []struct {
		codec  history.Codec
		v      any
		advice string // "": it is encoded
	}{
		{history.MsgPack(), onlyJSON{cents: 7}, "MarshalBinary"},
		{history.JSON(), onlyJSON{cents: 7}, ""},
		{history.MsgPack(), onlyBinary{cents: 7}, ""},
		{history.JSON(), onlyBinary{cents: 7}, "MarshalJSON"},
		{history.MsgPack(), &struct{ N atomic.Int64 }{}, "field N"},
		{history.JSON(), &struct{ N atomic.Int64 }{}, "field N"},
	} {
		_, err := history.NewCodecs(c.codec).Encode(c.v)
		if (err == nil) != (c.advice == "") || err != nil && !strings.Contains(err.Error(), c.advice) {
			t.Errorf("%s of %T: %v", c.codec.Name(), c.v, err)
		}
	}
}

type onlyJSON struct{ cents int }

func (v onlyJSON) MarshalJSON() ([]byte, error) { return []byte{byte('0' + v.cents)}, nil }

type onlyBinary struct{ cents int }

func (v onlyBinary) MarshalBinary() ([]byte, error) { return []byte{byte(v.cents)}, nil }

func BenchmarkEncodeAKnownType(b *testing.B) {
	codecs := history.NewCodecs(nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := codecs.Encode(struct{ N int }{7}); err != nil {
			b.Fatal(err)
		}
	}
}
