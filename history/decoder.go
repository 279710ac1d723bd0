package history

import (
	"bytes"
	"time"
)

// Decoder reads the rows of one history, one after the other. What they have in common
// it makes once: names, call sites and builds are the same string in all events, and
// command events lie beside each other in memory. One of these that is kept may so keep
// some dozen others, and the rows they refer to; who keeps few of many copies them. Who
// keeps none says so with [Decoder.Reuse]. The zero value is ready; a nil Decoder shares
// nothing. It is for one goroutine at a time.
type Decoder struct {
	strs      [sharedStrings]string
	head      lastHeader
	policy    Policy // read last, of policyRaw
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
	beforeTimeValue = 4 // bytes: the map's head, the key, and what kind of integer it is
)

// DecodeRow reads a row of n events, the first of which has seq seq. It checks every
// frame's checksum before it decodes any. The events refer to data, which must not
// be changed afterwards.
//
// The error is a [*CorruptError], an [*UnknownKindError] or an
// [*UnknownVersionError]; then there is no header and no event.
func DecodeRow(data []byte, seq int64, n int) (Header, []Event, error) {
	var alone *Decoder
	return alone.Row(data, seq, n)
}

// Reuse says that nobody keeps the events of the rows read so far, nor the bodies of
// these that are [ActivityScheduled], [TimerStarted] and [SideEffectRecorded]: their memory
// is used for the next rows. Other bodies, copies, and the bytes of payloads stay as they
// are.
func (d *Decoder) Reuse() {
	d.events.reuse()
	d.scheduled.reuse()
	d.timers.reuse()
	d.effects.reuse()
}

// slab makes values beside each other: a few at first, more where more are wanted.
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

// reuse makes all values zero, and takes them back.
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

// shared is b as a string, the one that came before if that is known.
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

// lastHeader is the header of the row read last.
type lastHeader struct {
	header Header
	names  []string // of call sites
	raw    []byte   // the body it was read from; nil: it does not begin with the time
	after  int      // where in raw the time ends
}

// policyAt returns the policy that was read last, and its length, if data begins with its
// bytes: a value ends where it ends, whatever follows.
func (d *Decoder) policyAt(data []byte) (p Policy, size int) {
	if d == nil || len(d.policyRaw) == 0 || !bytes.HasPrefix(data, d.policyRaw) {
		return Policy{}, 0
	}
	return d.policy, len(d.policyRaw)
}

// again reads a header that is the last one but for its time, as most are.
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

// keep remembers a header that was read whole; after is where its time ended, if that
// came first.
func (l *lastHeader) keep(h Header, names []string, raw []byte, after int) {
	h.Now = time.Time{}
	*l = lastHeader{header: h, names: names, after: after}
	if after > beforeTimeValue {
		l.raw = raw
	}
}
