package history

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// packer appends the msgpack maps of the log. It writes the few forms they need
// itself, and not with the library's Encoder: appending in place cannot fail, so the
// code for a body reads like a list of its keys, and a map's head can be completed
// once its keys are known.
type packer struct {
	b     []byte
	inRow bool // a site is written as its index in sites, otherwise in full
	sites sites
	hide  bool  // the event's texts are written sealed
	err   error // the first
}

// packedMap is a map being written. Its head has one byte until close completes it.
type packedMap struct{ at, n int }

func (p *packer) open() packedMap {
	p.b = append(p.b, msgpcode.FixedMapLow)
	return packedMap{at: len(p.b) - 1}
}

// close adds the keys of a newer version after all others, where that version wrote
// them, and completes the map's head.
func (p *packer) close(m packedMap, more *moreKeys) {
	if more != nil {
		p.b = append(p.b, more.raw...)
		m.n += more.n
	}
	switch {
	case m.n < 16:
		p.b[m.at] |= byte(m.n)
	case m.n <= math.MaxUint16:
		p.b[m.at] = msgpcode.Map16
		p.b = slices.Insert(p.b, m.at+1, byte(m.n>>8), byte(m.n))
	default:
		p.b[m.at] = msgpcode.Map32
		p.b = slices.Insert(p.b, m.at+1, byte(m.n>>24), byte(m.n>>16), byte(m.n>>8), byte(m.n))
	}
}

func (p *packer) key(m *packedMap, k byte) {
	m.n++
	p.b = append(p.b, msgpcode.FixedStrLow|1, k)
}

func (p *packer) int(m *packedMap, k byte, n int64) {
	if n != 0 {
		p.key(m, k)
		p.b = appendInt(p.b, n)
	}
}

func (p *packer) bool(m *packedMap, k byte, v bool) {
	if v {
		p.key(m, k)
		p.b = append(p.b, msgpcode.True)
	}
}

func (p *packer) str(m *packedMap, k byte, s string) {
	if s != "" {
		p.key(m, k)
		p.b = appendString(p.b, s)
	}
}

func (p *packer) float(m *packedMap, k byte, f float64) {
	if f != 0 || math.Signbit(f) {
		p.key(m, k)
		p.b = binary.BigEndian.AppendUint64(append(p.b, msgpcode.Double), math.Float64bits(f))
	}
}

// The range of seconds that can be written: years 1 to 9999, UTC.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// time is written even if it is zero, because a time has no other default.
func (p *packer) time(m *packedMap, k byte, t time.Time) {
	if s := t.Unix(); s < firstSecond || s > lastSecond {
		p.fail("time %v is outside of the years 1 to 9999", t)
		return
	}
	p.key(m, k)
	p.b = appendInt(p.b, t.UnixMicro())
}

func (p *packer) payload(m *packedMap, k byte, v Payload) {
	v, _ = v.Stored()
	if v.Enc == "" && v.Data == nil && v.more == nil {
		return
	}
	p.key(m, k)
	in := p.open()
	p.str(&in, 'e', v.Enc)
	if v.Data != nil {
		p.key(&in, 'd')
		p.b = appendBytes(p.b, v.Data)
	}
	p.close(in, v.more)
}

func (p *packer) headers(m *packedMap, k byte, h Headers) {
	if len(h) == 0 {
		return
	}
	if len(h) > MaxHeaders {
		p.fail("%d headers, at most %d are allowed", len(h), MaxHeaders)
		return
	}
	p.key(m, k)
	in := p.open()
	for _, name := range slices.Sorted(maps.Keys(h)) {
		value := h[name]
		if p.hide {
			value = ""
		}
		in.n++
		p.b = appendString(appendString(p.b, name), value)
	}
	p.close(in, nil)
}

// run writes the id of a run.
func (p *packer) run(m *packedMap, k byte, id RunID) {
	if id != (RunID{}) {
		p.key(m, k)
		p.b = appendBytes(p.b, id[:])
	}
}

// packNames writes a list of at most limit names.
func packNames[S ~string](p *packer, m *packedMap, k byte, list []S, limit int) {
	if len(list) == 0 {
		return
	}
	if len(list) > limit {
		p.fail("a list of %d, at most %d are allowed", len(list), limit)
		return
	}
	p.key(m, k)
	p.b = appendArrayLen(p.b, len(list))
	for _, s := range list {
		p.b = appendString(p.b, string(s))
	}
}

// attrs writes each attribute as a list: its name, its type, and its values.
func (p *packer) attrs(m *packedMap, k byte, all []Attr) {
	if len(all) == 0 {
		return
	}
	if len(all) > MaxAttrs {
		p.fail("%d attributes, at most %d are allowed", len(all), MaxAttrs)
		return
	}
	p.key(m, k)
	p.b = appendArrayLen(p.b, len(all))
	for _, a := range all {
		if len(a.Values) > MaxAttrValues {
			p.fail("an attribute with %d values, at most %d are allowed", len(a.Values), MaxAttrValues)
			return
		}
		p.b = appendArrayLen(p.b, 2+len(a.Values))
		p.b = appendString(appendString(p.b, a.Name), string(a.Type))
		for _, v := range a.Values {
			p.b = appendString(p.b, v)
		}
	}
}

// seqs writes a list of distinct seqs in ascending order.
func (p *packer) seqs(m *packedMap, k byte, seqs []int64) {
	if len(seqs) == 0 {
		return
	}
	for i := 1; i < len(seqs); i++ {
		if seqs[i] <= seqs[i-1] {
			seqs = slices.Compact(slices.Sorted(slices.Values(seqs)))
			break
		}
	}
	if seqs[0] < 1 {
		p.fail("%d is not the seq of a signal", seqs[0])
		return
	}
	p.key(m, k)
	p.b = appendArrayLen(p.b, len(seqs))
	for _, seq := range seqs {
		p.b = appendInt(p.b, seq)
	}
}

func (p *packer) site(m *packedMap, site string) {
	switch {
	case site == "":
	case !p.inRow:
		p.str(m, siteKey, site)
	default:
		p.key(m, siteKey)
		p.b = appendInt(p.b, int64(p.sites.number(site)))
	}
}

func (p *packer) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func appendInt(b []byte, n int64) []byte {
	switch {
	case n >= 0 && n <= math.MaxInt8, n < 0 && n >= -32:
		return append(b, byte(n))
	case n < 0 && n >= math.MinInt8:
		return append(b, msgpcode.Int8, byte(n))
	case n < 0 && n >= math.MinInt16:
		return append(b, msgpcode.Int16, byte(n>>8), byte(n))
	case n < 0 && n >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(b, msgpcode.Int32), uint32(n))
	case n < 0:
		return binary.BigEndian.AppendUint64(append(b, msgpcode.Int64), uint64(n))
	case n <= math.MaxUint8:
		return append(b, msgpcode.Uint8, byte(n))
	case n <= math.MaxUint16:
		return append(b, msgpcode.Uint16, byte(n>>8), byte(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(b, msgpcode.Uint32), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, msgpcode.Uint64), uint64(n))
}

func appendString(b []byte, s string) []byte {
	if n := len(s); n < 32 {
		b = append(b, msgpcode.FixedStrLow|byte(n))
	} else {
		b = appendLen(b, msgpcode.Str8, n)
	}
	return append(b, s...)
}

func appendBytes(b, v []byte) []byte {
	return append(appendLen(b, msgpcode.Bin8, len(v)), v...)
}

// appendLen appends a length in the form whose code for one byte is first; the codes
// for two and four bytes follow that.
func appendLen(b []byte, first byte, n int) []byte {
	switch {
	case n <= math.MaxUint8:
		return append(b, first, byte(n))
	case n <= math.MaxUint16:
		return append(b, first+1, byte(n>>8), byte(n))
	}
	return binary.BigEndian.AppendUint32(append(b, first+2), uint32(n))
}

func appendArrayLen(b []byte, n int) []byte {
	switch {
	case n < 16:
		return append(b, msgpcode.FixedArrayLow|byte(n))
	case n <= math.MaxUint16:
		return append(b, msgpcode.Array16, byte(n>>8), byte(n))
	}
	return binary.BigEndian.AppendUint32(append(b, msgpcode.Array32), uint32(n))
}
