package history

import (
	"encoding/binary"
	"errors"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// The errors of a scan.
var (
	errCutOff   = errors.New("the value is cut off")
	errTooDeep  = errors.New("the value is nested too deeply")
	errTooMany  = errors.New("the value has too many elements")
	errBadCode  = errors.New("the value has an invalid type byte")
	errBadExt   = errors.New("the value has an extension other than a timestamp")
	errTrailing = errors.New("more bytes follow the value")
)

// scanner checks the structure of a msgpack value before anything is allocated for
// it: that every length fits into the existing bytes, how deep it is nested, and how
// many elements it has. It allocates nothing except for times. The library checks
// none of this: `dd 00 ff ff ff` makes it allocate 128 MiB for an []int64.
type scanner struct {
	maxDepth    int // at most MaxDepth
	maxElements int
	anyExt      bool // accept well-formed extensions other than timestamps too
	partial     bool // the value is still being written

	elements int
	times    []int // where the bytes of each timestamp begin
	unsigned bool  // there are integers in an unsigned form
}

// value scans the value that begins at data[pos], and returns where it ends.
func (s *scanner) value(data []byte, pos int) (int, error) {
	var stack [MaxDepth]int // elements still to come, of each open array or map
	depth, pending := 0, 1  // pending: of all of them together
	for pending > 0 {
		if pending > len(data)-pos && !s.partial {
			return pos, errCutOff // an element has at least one byte
		}
		pending--
		if depth > 0 {
			stack[depth-1]--
		}
		v, err := head(data, pos)
		if err != nil {
			return pos, err
		}
		if c := data[pos]; c >= msgpcode.Uint8 && c <= msgpcode.Uint64 {
			s.unsigned = true
		}
		pos += v.head
		if v.ext && !s.anyExt {
			if data[pos] != timestampExt || v.bytes != 5 && v.bytes != 9 && v.bytes != 13 {
				return pos, errBadExt
			}
			s.times = append(s.times, pos+1)
		}
		pos += int(v.bytes)
		if v.elements > 0 {
			if v.elements > uint64(len(data)-pos) && !s.partial {
				return pos, errCutOff
			}
			if s.elements += int(v.elements); s.elements > s.maxElements {
				return pos, errTooMany
			}
			if depth == s.maxDepth {
				return pos, errTooDeep
			}
			stack[depth] = int(v.elements)
			depth++
			pending += int(v.elements)
		}
		for depth > 0 && stack[depth-1] == 0 {
			depth--
		}
	}
	return pos, nil
}

const timestampExt = 0xff

// token is the beginning of a value: its head, and either bytes that belong to it or
// elements that follow. Only one of the two is above zero.
type token struct {
	head     int
	bytes    uint64 // of a number, string, binary or extension (with its type)
	elements uint64 // of an array; keys and values of a map
	ext      bool
}

// head reads the token at data[pos]. If it returns no error all bytes of the token
// are there; its elements may not be.
func head(data []byte, pos int) (token, error) {
	if pos >= len(data) {
		return token{}, errCutOff
	}
	c, t := data[pos], token{head: 1}
	size := 0 // of the length that follows c
	switch {
	case msgpcode.IsFixedNum(c):
	case msgpcode.IsFixedMap(c):
		t.elements = 2 * uint64(c&msgpcode.FixedMapMask)
	case msgpcode.IsFixedArray(c):
		t.elements = uint64(c & msgpcode.FixedArrayMask)
	case msgpcode.IsFixedString(c):
		t.bytes = uint64(c & msgpcode.FixedStrMask)
	default:
		switch c {
		case msgpcode.Nil, msgpcode.False, msgpcode.True:
		case msgpcode.Uint8, msgpcode.Int8:
			t.bytes = 1
		case msgpcode.Uint16, msgpcode.Int16:
			t.bytes = 2
		case msgpcode.Uint32, msgpcode.Int32, msgpcode.Float:
			t.bytes = 4
		case msgpcode.Uint64, msgpcode.Int64, msgpcode.Double:
			t.bytes = 8
		case msgpcode.Str8, msgpcode.Bin8, msgpcode.Ext8:
			size = 1
		case msgpcode.Str16, msgpcode.Bin16, msgpcode.Ext16, msgpcode.Array16, msgpcode.Map16:
			size = 2
		case msgpcode.Str32, msgpcode.Bin32, msgpcode.Ext32, msgpcode.Array32, msgpcode.Map32:
			size = 4
		case msgpcode.FixExt1, msgpcode.FixExt2, msgpcode.FixExt4, msgpcode.FixExt8, msgpcode.FixExt16:
			t.bytes, t.ext = 1+1<<(c-msgpcode.FixExt1), true
		default:
			return t, errBadCode
		}
	}
	if size > 0 {
		if len(data)-pos-1 < size {
			return t, errCutOff
		}
		var n uint64
		switch size {
		case 1:
			n = uint64(data[pos+1])
		case 2:
			n = uint64(binary.BigEndian.Uint16(data[pos+1:]))
		case 4:
			n = uint64(binary.BigEndian.Uint32(data[pos+1:]))
		}
		t.head += size
		switch c {
		case msgpcode.Array16, msgpcode.Array32:
			t.elements = n
		case msgpcode.Map16, msgpcode.Map32:
			t.elements = 2 * n
		case msgpcode.Ext8, msgpcode.Ext16, msgpcode.Ext32:
			t.bytes, t.ext = n+1, true
		default:
			t.bytes = n
		}
	}
	if t.bytes > uint64(len(data)-pos-t.head) {
		return t, errCutOff
	}
	return t, nil
}
