package history

import (
	"bytes"
	"time"
)

// Decoder reads the rows of one history, one after another, and shares memory between them.
// Names, call sites and builds are the same string in all events, and command events lie
// next to each other in memory. So keeping one event may keep some dozen others alive, and
// the rows to which they refer: a caller that keeps few of many should copy them. A caller
// that keeps none should say so with [Decoder.Reuse]. The zero value is ready for use; a
// nil Decoder shares nothing. A Decoder is not safe for concurrent use.
type Decoder struct {
	strs      [sharedStrings]string
	head      lastHeader
	policy    Policy // the last one read, from policyRaw
	policyRaw []byte

	events    slab[Event]
	scheduled slab[ActivityScheduled]
	timers    slab[TimerStarted]
	effects   slab[SideEffectRecorded]
}

const (
	sharedStrings   = 64  // a power of two
	longestShared   = 256 // bytes
	longestSlab     = 32
	headerTimeKey   = 'n'
	beforeTimeValue = 4 // bytes: the map's head, the key, and the code of the integer
)

// DecodeRow reads a row of n events, the first of which has seq seq. It checks every
// frame's checksum before it decodes any. The events refer to data, which must not be
// changed afterwards.
//
// The error is a [*CorruptError], an [*UnknownKindError] or an
// [*UnknownVersionError]; then there is no header and no event.
func DecodeRow(data []byte, seq int64, n int) (Header, []Event, error) {
	var alone *Decoder
	return alone.Row(data, seq, n)
}

// Reuse says that the caller keeps no events of the rows read so far, and none of their
// [ActivityScheduled], [TimerStarted] and [SideEffectRecorded] bodies: the next rows reuse
// their memory. Other bodies, copies, and the bytes of payloads stay valid.
func (d *Decoder) Reuse() {
	d.events.reuse()
	d.scheduled.reuse()
	d.timers.reuse()
	d.effects.reuse()
}

// slab allocates values next to each other: a few at first, and more when more are needed.
type slab[T any] struct {
	all  []T
	used int
}

// take returns n zero values.
func (s *slab[T]) take(n int) []T {
	if n > len(s.all)-s.used {
		*s = slab[T]{all: make([]T, max(n, min(2*len(s.all), longestSlab)))}
	}
	list := s.all[s.used : s.used+n : s.used+n]
	s.used += n
	return list
}

// reuse sets all values to zero and makes them available again.
func (s *slab[T]) reuse() {
	clear(s.all[:s.used])
	s.used = 0
}

func (d *Decoder) takeEvents(n int) []Event {
	if d == nil {
		return make([]Event, n)
	}
	return d.events.take(n)
}

func (d *Decoder) activityScheduled() *ActivityScheduled {
	if d == nil {
		return new(ActivityScheduled)
	}
	return &d.scheduled.take(1)[0]
}

func (d *Decoder) timerStarted() *TimerStarted {
	if d == nil {
		return new(TimerStarted)
	}
	return &d.timers.take(1)[0]
}

func (d *Decoder) sideEffectRecorded() *SideEffectRecorded {
	if d == nil {
		return new(SideEffectRecorded)
	}
	return &d.effects.take(1)[0]
}

// shared returns b as a string, an earlier equal one if that is known.
func (d *Decoder) shared(b []byte) string {
	if d == nil || len(b) == 0 || len(b) > longestShared {
		return string(b)
	}
	n := len(b)
	sum := uint(n)*7 + uint(b[0]) + uint(b[n/2])*5 + uint(b[n-1])*3 + uint(b[max(0, n-2)])*31
	place := &d.strs[sum%sharedStrings]
	if *place != string(b) {
		*place = string(b)
	}
	return *place
}

// lastHeader is the header of the last row.
type lastHeader struct {
	header Header
	names  []string // of call sites
	raw    []byte   // the body it was read from; nil: that does not begin with the time
	after  int      // where the time ends in raw
}

// policyAt returns the last policy, and its length, if data begins with its bytes: a value
// ends at the same place, whatever follows.
func (d *Decoder) policyAt(data []byte) (p Policy, size int) {
	if d == nil || len(d.policyRaw) == 0 || !bytes.HasPrefix(data, d.policyRaw) {
		return Policy{}, 0
	}
	return d.policy, len(d.policyRaw)
}

// again reads a header that equals the last one except for its time, as most do.
func (l *lastHeader) again(data []byte, f frame) (Header, bool) {
	raw := data[f.body:f.end]
	if l.raw == nil || len(raw) != len(l.raw) || !bytes.Equal(raw[l.after:], l.raw[l.after:]) ||
		!bytes.Equal(raw[:beforeTimeValue], l.raw[:beforeTimeValue]) {
		return Header{}, false
	}
	h := l.header
	u := unpacker{data: data[:f.end], pos: f.body + beforeTimeValue - 1}
	h.Now = u.time()
	return h, u.why == ""
}

// keep remembers a fully read header. after is where its time ended, if the time came
// first.
func (l *lastHeader) keep(h Header, names []string, raw []byte, after int) {
	h.Now = time.Time{}
	*l = lastHeader{header: h, names: names, after: after}
	if after > beforeTimeValue {
		l.raw = raw
	}
}
