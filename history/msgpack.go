package history

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

// MsgPack is the codec "msgpack". The name of a struct's field is its tag `msgpack`, or else
// `json`. Fields that a struct does not have are ignored. Everything that this codec encodes
// or decodes is within [MaxDepth] and [MaxElements]: it refuses bytes that declare more than
// they contain before it allocates anything for them.
//
// Apart from that, decoding into a type of the author's takes as much memory as that type
// needs: a list of n elements, of one byte each, becomes n structs. Types with their own
// UnmarshalMsgpack or DecodeMsgpack must limit what they allocate.
//
// A time comes back in UTC, without its zone. In a value of type any, integers come back as
// int64, those above its range as uint64, floats as float64, lists as []any, maps as
// map[string]any, and bytes as string. Extensions other than times, and the option "intern",
// are refused. Embed structs as values: for one that is embedded as a pointer the library
// keeps a goroutine for ever.
func MsgPack() Codec { return msgpackCodec{} }

type msgpackCodec struct{}

func (msgpackCodec) Name() string { return msgpackName }

func (msgpackCodec) Encode(v any) ([]byte, error) {
	if data := encodePlain(v); data != nil {
		return data, nil
	}
	if err := checkLossless(msgpackName, v); err != nil {
		return nil, err
	}
	e := encoders.Get().(*payloadEncoder)
	e.to = payloadWriter{data: e.to.data[:0], check: firstCheck}
	e.enc.Reset(&e.to)
	e.enc.SetCustomStructTag("json")
	e.enc.SetSortMapKeys(true)
	e.enc.UseCompactInts(true)
	if err := guard(func() error { return e.enc.Encode(v) }); err != nil {
		return nil, err
	}
	if _, err := scanPayload(e.to.data); err != nil {
		return nil, err
	}
	data := bytes.Clone(e.to.data)
	if cap(e.to.data) <= keptBuffer {
		encoders.Put(e)
	}
	return data, nil
}

// payloadEncoder is the library's encoder and its target. One that failed is not reused.
type payloadEncoder struct {
	enc *msgpack.Encoder
	to  payloadWriter
}

var encoders = sync.Pool{New: func() any { return &payloadEncoder{enc: msgpack.NewEncoder(nil)} }}

// keptBuffer is the largest buffer that is kept for reuse.
const keptBuffer = 4 << 10

func (msgpackCodec) Decode(data []byte, v any) error {
	target, err := pointedTo(v)
	if err != nil {
		return err
	}
	if decodePlain(data, v) {
		return nil
	}
	scan, err := scanPayload(data)
	if err != nil {
		return err
	}
	d := decoders.Get().(*payloadDecoder)
	d.from = payloadReader{data: data, times: scan.times}
	d.dec.Reset(&d.from)
	d.dec.SetCustomStructTag("json")
	d.dec.UseLooseInterfaceDecoding(true)
	err = guard(func() error { return d.dec.Decode(v) })
	if err == nil {
		if d.from.pos < len(data) {
			err = errTrailing
		}
		d.from = payloadReader{}
		decoders.Put(d)
	}
	if err != nil {
		target.SetZero()
		return err
	}
	if len(scan.times) > 0 || scan.unsigned {
		decoded := fixer{fix: time.Time.UTC, held: true}
		decoded.value(target)
	}
	return nil
}

// payloadDecoder is the library's decoder and its source. One that failed is not reused.
type payloadDecoder struct {
	dec  *msgpack.Decoder
	from payloadReader
}

var decoders = sync.Pool{New: func() any { return &payloadDecoder{dec: msgpack.NewDecoder(nil)} }}

// scanPayload checks that data is one value within the limits, and returns what the scan
// saw.
func scanPayload(data []byte) (scanner, error) {
	s := scanner{maxDepth: MaxDepth, maxElements: MaxElements}
	end, err := s.value(data, 0)
	if err == nil && end < len(data) {
		err = errTrailing
	}
	return s, err
}

// payloadWriter collects an encoded value. Each time the value has doubled in size the
// writer checks how deep it is nested: a value that contains itself never ends, and the
// library would use up the stack, which ends the process.
type payloadWriter struct {
	data  []byte
	check int
}

const firstCheck = 4 << 10

func (w *payloadWriter) Write(b []byte) (int, error) {
	w.data = append(w.data, b...)
	return len(b), w.checked()
}

func (w *payloadWriter) WriteByte(c byte) error {
	w.data = append(w.data, c)
	return w.checked()
}

func (w *payloadWriter) checked() error {
	if len(w.data) < w.check {
		return nil
	}
	w.check = 2 * len(w.data)
	s := scanner{maxDepth: MaxDepth, maxElements: MaxElements, partial: true}
	if _, err := s.value(w.data, 0); errors.Is(err, errTooDeep) || errors.Is(err, errTooMany) {
		return err
	}
	return nil
}

// payloadReader is what the library reads from. Where the library wants a map and finds an
// extension, it takes that for a map with a head of its own, and then continues inside the
// extension's bytes, which nobody has checked. No proper reader of a time reads its bytes
// one by one, so payloadReader refuses that.
type payloadReader struct {
	data  []byte
	pos   int
	times []int // where the bytes of times begin, ascending
}

var errTimeForMap = errors.New("the value has a time where a map is wanted")

func (r *payloadReader) Read(b []byte) (int, error) {
	if r.pos == len(r.data) {
		return 0, io.EOF
	}
	n := copy(b, r.data[r.pos:])
	r.pos += n
	return n, nil
}

func (r *payloadReader) ReadByte() (byte, error) {
	for len(r.times) > 0 && r.times[0] < r.pos {
		r.times = r.times[1:]
	}
	if len(r.times) > 0 && r.times[0] == r.pos {
		return 0, errTimeForMap
	}
	if r.pos == len(r.data) {
		return 0, io.EOF
	}
	r.pos++
	return r.data[r.pos-1], nil
}

func (r *payloadReader) UnreadByte() error {
	r.pos--
	return nil
}
