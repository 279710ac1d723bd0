package postgres

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
)

// The driver asks a column for its elements one by one, each as an any on the heap, and for
// each looks up how to encode it. So on the store's own connections this code writes the
// columns, with the same bytes as a result. On all other connections, and as text, the
// driver writes them as ordinary arrays.

// arrays are the array types of columns, with their element types.
var arrays = map[uint32]uint32{
	pgtype.UUIDArrayOID: pgtype.UUIDOID, pgtype.Int2ArrayOID: pgtype.Int2OID, pgtype.Int4ArrayOID: pgtype.Int4OID, pgtype.Int8ArrayOID: pgtype.Int8OID,
	pgtype.BoolArrayOID: pgtype.BoolOID, pgtype.TextArrayOID: pgtype.TextOID, pgtype.ByteaArrayOID: pgtype.ByteaOID,
}

// hasten makes this code write the columns on connections with this map.
func hasten(m *pgtype.Map) {
	room := &room{}
	for array, element := range arrays {
		if t, ok := m.TypeForOID(array); ok {
			m.RegisterType(&pgtype.Type{Name: t.Name, OID: array, Codec: &columnCodec{Codec: t.Codec, element: element, room: room}})
		}
	}
}

// columnCodec writes the columns of this package, and leaves everything else to the codec it
// replaces.
type columnCodec struct {
	pgtype.Codec
	element uint32
	room    *room
}

func (c *columnCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	usual := c.Codec.PlanEncode(m, oid, format, value)
	if usual == nil || format != pgtype.BinaryFormatCode {
		return usual
	}
	switch value.(type) {
	case ids:
		if c.element == pgtype.UUIDOID {
			return &columnPlan[pgtype.UUID]{c, usual, func(v pgtype.UUID) int { return orNull(16, v.Valid) },
				func(b []byte, v pgtype.UUID) []byte { return append(b, v.Bytes[:]...) }}
		}
	case bools:
		if c.element == pgtype.BoolOID {
			return &columnPlan[bool]{c, usual, func(bool) int { return 1 }, appendBool}
		}
	case names:
		if c.element == pgtype.TextOID {
			return &columnPlan[string]{c, usual, func(v string) int { return len(v) },
				func(b []byte, v string) []byte { return append(b, v...) }}
		}
	case words:
		if c.element == pgtype.TextOID {
			return &columnPlan[pgtype.Text]{c, usual, func(v pgtype.Text) int { return orNull(len(v.String), v.Valid) },
				func(b []byte, v pgtype.Text) []byte { return append(b, v.String...) }}
		}
	case blobs:
		if c.element == pgtype.ByteaOID {
			return &columnPlan[[]byte]{c, usual, func(v []byte) int { return orNull(len(v), v != nil) },
				func(b, v []byte) []byte { return append(b, v...) }}
		}
	case ints:
		return c.planInts(usual)
	}
	return usual
}

func (c *columnCodec) planInts(usual pgtype.EncodePlan) pgtype.EncodePlan {
	switch c.element {
	case pgtype.Int2OID:
		return &columnPlan[int64]{c, usual, within(2, math.MinInt16, math.MaxInt16),
			func(b []byte, v int64) []byte { return binary.BigEndian.AppendUint16(b, uint16(v)) }}
	case pgtype.Int4OID:
		return &columnPlan[int64]{c, usual, within(4, math.MinInt32, math.MaxInt32),
			func(b []byte, v int64) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }}
	case pgtype.Int8OID:
		return &columnPlan[int64]{c, usual, func(int64) int { return 8 },
			func(b []byte, v int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(v)) }}
	}
	return usual
}

func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// The length of an element, if it is not a number of bytes.
const (
	null   = -1 // as in the protocol
	unable = -2 // it does not fit: let the driver report that
)

func orNull(length int, valid bool) int {
	if !valid {
		return null
	}
	return length
}

func within(length int, least, most int64) func(int64) int {
	return func(v int64) int {
		if v < least || v > most {
			return unable
		}
		return length
	}
}

// columnPlan writes columns of one type.
type columnPlan[T any] struct {
	codec  *columnCodec
	usual  pgtype.EncodePlan
	length func(T) int
	put    func([]byte, T) []byte
}

func (p *columnPlan[T]) Encode(value any, buf []byte) ([]byte, error) {
	column := value.(pgtype.FlatArray[T])
	if column == nil {
		return nil, nil
	}
	total, nulls := 20+4*len(column), uint32(0)
	for _, v := range column {
		switch n := p.length(v); n {
		case unable:
			return p.usual.Encode(value, buf)
		case null:
			nulls = 1
		default:
			total += n
		}
	}
	buf = p.codec.room.grow(buf, total)
	buf = binary.BigEndian.AppendUint32(buf, 1) // dimensions
	buf = binary.BigEndian.AppendUint32(buf, nulls)
	buf = binary.BigEndian.AppendUint32(buf, p.codec.element)
	buf = binary.BigEndian.AppendUint32(buf, uint32(len(column)))
	buf = binary.BigEndian.AppendUint32(buf, 1) // lower bound
	for _, v := range column {
		n := p.length(v)
		buf = binary.BigEndian.AppendUint32(buf, uint32(int32(n)))
		if n != null {
			buf = p.put(buf, v)
		}
	}
	return buf, nil
}

// room is the buffer for the arguments of a connection's statements. The driver begins each
// statement with a small buffer, and releases it when it has copied it into the message,
// which is before the next statement. So the buffer can be reused then, unless a statement
// took unusually much.
type room struct{ buf []byte }

const mostRoom = 256 << 10

func (r *room) grow(buf []byte, n int) []byte {
	switch need := len(buf) + n; {
	case need <= cap(buf):
		return buf
	case need <= cap(r.buf): // so it is another buffer
		return append(r.buf[:0], buf...)
	}
	buf = slices.Grow(buf, n)
	if cap(buf) <= mostRoom {
		r.buf = buf
	}
	return buf
}
