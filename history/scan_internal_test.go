package history

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"
)

func TestScanAcceptsWhatTheLibraryWrites(t *testing.T) {
	for _, v := range []any{
		nil, true, false, 0, 127, 128, 255, 256, 65535, 65536, math.MaxInt64, uint64(math.MaxUint64), -1, -32, -33, -128, -129, -32769, math.MinInt64,
		float32(1), 2.5, "", strings.Repeat("s", 31), strings.Repeat("s", 32), strings.Repeat("s", 256), strings.Repeat("s", 65536),
		[]byte{}, make([]byte, 256), make([]byte, 65536), []int{}, make([]int, 15), make([]int, 16), make([]int, 65536),
		map[string]int{}, map[string]any{"a": []any{1, map[string]any{"b": nil}}},
	} {
		data, err := msgpack.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		s := scanner{maxDepth: MaxDepth, maxElements: MaxElements}
		if end, err := s.value(data, 0); end != len(data) || err != nil {
			t.Errorf("%T of %d bytes: ended at %d, %v", v, len(data), end, err)
		}
		for cut := range min(len(data), 300) {
			s := scanner{maxDepth: MaxDepth, maxElements: MaxElements}
			if _, err := s.value(data[:cut], 0); !errors.Is(err, errCutOff) {
				t.Errorf("%T cut at %d of %d: %v", v, cut, len(data), err)
			}
		}
	}
}

func TestScanRefuses(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("\x91", n) + "\xc0" }
	for name, c := range map[string]struct {
		data string
		err  error
	}{
		"2^32-1 elements in 6 bytes":     {"\xdd\xff\xff\xff\xff\xc0", errCutOff},
		"2^32-1 pairs in 6 bytes":        {"\xdf\xff\xff\xff\xff\xc0", errCutOff},
		"2^32-1 elements between others": {"\x92\xdd\xff\xff\xff\xff\xc0", errCutOff},
		"what is owed to an outer list":  {"\x9f\x9f" + strings.Repeat("\xc0", 20), errCutOff},
		"a string of 4 GiB":              {"\xdb\xff\xff\xff\xffabc", errCutOff},
		"bytes of 4 GiB":                 {"\xc6\xff\xff\xff\xffabc", errCutOff},
		"an extension of 4 GiB":          {"\xc9\xff\xff\xff\xff\xffabc", errCutOff},
		"an extension cut off":           {"\xd6\xff\x00", errCutOff},
		"a length cut off":               {"\xdd\xff\xff", errCutOff},
		"an extension of another type":   {"\xd6\x05\x00\x00\x00\x00", errBadExt},
		"a time of another length":       {"\xd5\xff\x00\x00", errBadExt},
		"the byte nobody uses":           {"\xc1", errBadCode},
		"65 lists in one another":        {nested(65), errTooDeep},
		"a million lists in one another": {nested(1000000), errTooDeep},
		"one element too many":           {"\xdd\x00\x10\x00\x01" + strings.Repeat("\x00", 1<<20+1), errTooMany},
	} {
		s := scanner{maxDepth: MaxDepth, maxElements: MaxElements}
		if _, err := s.value([]byte(c.data), 0); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", name, err, c.err)
		}
	}
	for name, data := range map[string]string{
		"64 lists in one another": nested(64), "2^20 elements": "\xdd\x00\x10\x00\x00" + strings.Repeat("\x00", 1<<20),
		"a time of 4 bytes": "\xd6\xff\x01\x02\x03\x04", "a time of 8": "\xd7\xff\x01\x02\x03\x04\x05\x06\x07\x08", "a time of 12": "\xc7\x0c\xff\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c",
	} {
		s := scanner{maxDepth: MaxDepth, maxElements: MaxElements}
		if end, err := s.value([]byte(data), 0); err != nil || end != len(data) {
			t.Errorf("%s: ended at %d, %v", name, end, err)
		}
	}
}

// The packer must write valid msgpack.
func TestTheLibraryReadsWhatThePackerWrites(t *testing.T) {
	ints := []int64{0, 1, 127, 128, 255, 256, 65535, 65536, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt64, -1, -32, -33, -128, -129, -32768, -32769, math.MinInt32, math.MinInt32 - 1, math.MinInt64}
	for _, n := range ints {
		data := appendInt(nil, n)
		var got int64
		if err := msgpack.Unmarshal(data, &got); err != nil || got != n {
			t.Errorf("%d: the library reads %d, %v", n, got, err)
		}
		u := unpacker{data: data}
		if got := u.int64(); got != n || u.why != "" || u.pos != len(data) {
			t.Errorf("%d: the unpacker reads %d, %s", n, got, u.why)
		}
		var buf bytes.Buffer
		if err := msgpack.NewEncoder(&buf).EncodeInt(n); err != nil || !bytes.Equal(buf.Bytes(), data) {
			t.Errorf("%d: %x, the library writes %x", n, data, buf.Bytes())
		}
	}
	for _, n := range []int{0, 1, 31, 32, 255, 256, 65535, 65536} {
		var s string
		if err := msgpack.Unmarshal(appendString(nil, strings.Repeat("s", n)), &s); err != nil || len(s) != n {
			t.Errorf("a string of %d bytes: %d, %v", n, len(s), err)
		}
		var b []byte
		if err := msgpack.Unmarshal(appendBytes(nil, make([]byte, n)), &b); err != nil || len(b) != n {
			t.Errorf("%d bytes: %d, %v", n, len(b), err)
		}
		var list []any
		if err := msgpack.Unmarshal(append(appendArrayLen(nil, n), bytes.Repeat([]byte{0xc0}, n)...), &list); err != nil || len(list) != n {
			t.Errorf("a list of %d: %d, %v", n, len(list), err)
		}
	}
	p := packer{}
	m := p.open()
	p.float(&m, 'f', math.Copysign(0, -1))
	p.float(&m, 'g', 1.5)
	p.float(&m, 'h', 0)
	p.bool(&m, 'b', true)
	p.close(m, nil)
	var got map[string]any
	if err := msgpack.Unmarshal(p.b, &got); err != nil || len(got) != 3 || got["g"] != 1.5 || got["b"] != true || !math.Signbit(got["f"].(float64)) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestIntegersInAnyFormAreRead(t *testing.T) {
	for data, want := range map[string]int64{
		"\xcc\x05": 5, "\xcd\x00\x05": 5, "\xce\x00\x00\x00\x05": 5, "\xcf\x00\x00\x00\x00\x00\x00\x00\x05": 5,
		"\xd0\xfb": -5, "\xd1\xff\xfb": -5, "\xd2\xff\xff\xff\xfb": -5, "\xd3\xff\xff\xff\xff\xff\xff\xff\xfb": -5, "\xe0": -32,
	} {
		u := unpacker{data: []byte(data)}
		if got := u.int64(); got != want || u.why != "" {
			t.Errorf("%x: %d %s, want %d", data, got, u.why, want)
		}
	}
}
