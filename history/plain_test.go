package history_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/reprise-run/reprise/history"
)

// Ints, strings and bools are decoded without the library, with the same result for the
// same bytes.
func TestPlainValuesAreWhatTheLibraryMakesOfThem(t *testing.T) {
	taken := 0
	for code := range 256 {
		for _, fill := range []byte{0x00, 0x01, 0x41, 0x7f, 0x80, 0xff} {
			data := []byte{byte(code)}
			for range 12 {
				taken += same[int](t, data) + same[int64](t, data) + same[string](t, data) + same[bool](t, data)
				data = append(data, fill)
			}
		}
	}
	if taken < 1000 {
		t.Errorf("only %d values are any", taken)
	}
}

// same returns 1 if data is a T. It does not ask the library about data that the codec
// refuses, because the library allocates what a length declares.
func same[T comparable](t *testing.T, data []byte) int {
	var got, want T
	if err := history.MsgPack().Decode(data, &got); err != nil {
		if got != want {
			t.Errorf("%x: %v with an error", data, got)
		}
		return 0
	}
	if err := msgpack.Unmarshal(data, &want); err != nil || got != want {
		t.Errorf("%x: %v, the library says %v, %v", data, got, want, err)
	}
	return 1
}

// They are also encoded without the library, to the same bytes.
func TestPlainValuesAreWrittenAsTheLibraryWritesThem(t *testing.T) {
	values := []any{"", "å", "\xff", true, false, 0}
	for bits := range 64 {
		for _, n := range []int64{1<<bits - 1, 1 << bits, -1 << bits, -1<<bits - 1} {
			values = append(values, n, int(n))
		}
	}
	for _, n := range []int{31, 32, 255, 256, 65535, 65536} {
		values = append(values, strings.Repeat("x", n))
	}
	for _, v := range values {
		var want bytes.Buffer
		e := msgpack.NewEncoder(&want)
		e.UseCompactInts(true)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		if got, err := history.MsgPack().Encode(v); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%T %.20v: %x, %v, the library says %x", v, v, got, err, want.Bytes())
		}
	}
}
