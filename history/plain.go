package history

import (
	"encoding/binary"
	"math"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// encodePlain returns v as the library encodes it if v is an int, a string or a bool;
// otherwise nil.
func encodePlain(v any) []byte {
	switch v := v.(type) {
	case int:
		return appendInt(make([]byte, 0, 9), int64(v))
	case int64:
		return appendInt(make([]byte, 0, 9), v)
	case string:
		return appendString(make([]byte, 0, 5+len(v)), v)
	case bool:
		if v {
			return []byte{msgpcode.True}
		}
		return []byte{msgpcode.False}
	}
	return nil
}

// decodePlain sets what v points to if that is an int, a string or a bool and data is exactly
// one. Everything else is left to the library, with its errors: for a number the library takes
// ten times as long to get ready.
func decodePlain(data []byte, v any) bool {
	switch v := v.(type) {
	case *int:
		n, ok := plainInt(data)
		if ok && int64(int(n)) == n {
			*v = int(n)
			return true
		}
	case *int64:
		n, ok := plainInt(data)
		if ok {
			*v = n
		}
		return ok
	case *string:
		if t, err := head(data, 0); err == nil && msgpcode.IsString(data[0]) && t.head+int(t.bytes) == len(data) {
			*v = string(data[t.head:])
			return true
		}
	case *bool:
		if len(data) == 1 && isBool(data[0]) {
			*v = data[0] == msgpcode.True
			return true
		}
	}
	return false
}

// intSize returns the size in bytes of an integer that begins with c; 0: none does.
func intSize(c byte) int {
	switch {
	case msgpcode.IsFixedNum(c):
		return 1
	case c >= msgpcode.Uint8 && c <= msgpcode.Int64: // four unsigned ones, then four signed
		return 1 + 1<<((c-msgpcode.Uint8)&3)
	}
	return 0
}

// plainInt returns the integer that is all of data, if it fits.
func plainInt(data []byte) (int64, bool) {
	if len(data) == 0 || intSize(data[0]) != len(data) {
		return 0, false
	}
	c, b := data[0], data[1:]
	switch c {
	case msgpcode.Uint8:
		return int64(b[0]), true
	case msgpcode.Int8:
		return int64(int8(b[0])), true
	case msgpcode.Uint16:
		return int64(binary.BigEndian.Uint16(b)), true
	case msgpcode.Int16:
		return int64(int16(binary.BigEndian.Uint16(b))), true
	case msgpcode.Uint32:
		return int64(binary.BigEndian.Uint32(b)), true
	case msgpcode.Int32:
		return int64(int32(binary.BigEndian.Uint32(b))), true
	case msgpcode.Uint64:
		n := binary.BigEndian.Uint64(b)
		return int64(n), n <= math.MaxInt64
	case msgpcode.Int64:
		return int64(binary.BigEndian.Uint64(b)), true
	}
	return int64(int8(c)), true
}
