package history

import (
	"encoding/binary"
	"math"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// msgpack returns data with its values replaced, or false if no codec of ours has made
// it.
func (r *redactor) msgpack(data []byte) ([]byte, bool) {
	if _, err := scanPayload(data); err != nil {
		return nil, false
	}
	m := msgpackRedactor{redactor: r, in: data, out: make([]byte, 0, len(data))}
	m.value(r.all())
	return m.out, true
}

type msgpackRedactor struct {
	*redactor
	in  []byte // known to be well-formed
	out []byte
}

// value copies the next value; hide replaces it, with the values in it.
func (m *msgpackRedactor) value(hide bool) {
	t, err := head(m.in, 0)
	if err != nil {
		return
	}
	token := m.in[:t.head+int(t.bytes)]
	m.in = m.in[len(token):]
	switch c := token[0]; {
	case t.elements > 0 && (msgpcode.IsFixedMap(c) || c == msgpcode.Map16 || c == msgpcode.Map32):
		m.out = append(m.out, token...)
		m.mapOf(t.elements/2, hide)
	case t.elements > 0:
		m.out = append(m.out, token...)
		for range t.elements {
			m.value(hide)
		}
	case hide:
		m.leaf(token, token[t.head:], t.ext)
	default:
		m.out = append(m.out, token...)
	}
}

func (m *msgpackRedactor) mapOf(n uint64, hide bool) {
	var keys redactKeys
	for i := range n {
		inner := hide
		t, err := head(m.in, 0)
		switch {
		case err == nil && msgpcode.IsString(m.in[0]):
			key := string(m.take(t))
			inner = m.names(key) || hide
			if hide {
				key = keys.key(key)
			}
			m.out = appendString(m.out, key)
		case err == nil && hide && msgpcode.IsBin(m.in[0]):
			m.out = appendBytes(m.out, keys.bytes(m.take(t), i))
		case err == nil && hide && isInt(m.in[0]):
			m.take(t)
			m.out = appendInt(m.out, int64(i))
		default:
			m.value(false)
		}
		m.value(inner)
	}
}

// take returns the bytes after the head of the next token, and moves behind them.
func (m *msgpackRedactor) take(t token) []byte {
	end := t.head + int(t.bytes)
	body := m.in[t.head:end]
	m.in = m.in[end:]
	return body
}

// leaf appends a replacement for a value without elements; body is its bytes after the
// head.
func (m *msgpackRedactor) leaf(token, body []byte, ext bool) {
	c := token[0]
	switch {
	case ext:
		m.out = append(m.out, redactTimestamp(token, body[1:])...)
	case msgpcode.IsString(c):
		m.out = appendString(m.out, redactString(string(body)))
	case msgpcode.IsBin(c):
		m.out = appendBytes(m.out, redactBytes(body))
	case msgpcode.IsFixedNum(c):
		m.out = appendInt(m.out, sign(int64(int8(c))))
	case c == msgpcode.Float:
		f := float64(math.Float32frombits(binary.BigEndian.Uint32(body)))
		m.out = binary.BigEndian.AppendUint32(append(m.out, c), math.Float32bits(float32(redactFloat(f))))
	case c == msgpcode.Double:
		f := math.Float64frombits(binary.BigEndian.Uint64(body))
		m.out = binary.BigEndian.AppendUint64(append(m.out, c), math.Float64bits(redactFloat(f)))
	case c >= msgpcode.Uint8 && c <= msgpcode.Uint64:
		m.out = appendInt(m.out, min(1, nonZero(body)))
	case c >= msgpcode.Int8 && c <= msgpcode.Int64:
		m.out = appendInt(m.out, sign(int64(int8(body[0]))|nonZero(body)))
	default: // nil, a bool, or empty
		m.out = append(m.out, token...)
	}
}

// nonZero returns 1 if one of the bytes is not zero, otherwise 0.
func nonZero(b []byte) int64 {
	for _, c := range b {
		if c != 0 {
			return 1
		}
	}
	return 0
}

func sign(n int64) int64 { return min(1, max(-1, n)) }

func redactFloat(f float64) float64 {
	if f == 0 {
		return f
	}
	return math.Copysign(1, f)
}

// redactTimestamp replaces a timestamp with these bytes after its type. The zero time
// stays, because code asks whether there is one.
func redactTimestamp(token, at []byte) []byte {
	if zero := int64(firstSecond); len(at) == 12 && binary.BigEndian.Uint32(at) == 0 && int64(binary.BigEndian.Uint64(at[4:])) == zero {
		return token
	}
	return binary.BigEndian.AppendUint32([]byte{msgpcode.FixExt4, timestampExt}, uint32(redactedTime.Unix()))
}
