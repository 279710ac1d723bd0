package history

import "fmt"

// Row is [DecodeRow] with the Decoder's shared memory.
func (d *Decoder) Row(data []byte, seq int64, n int) (Header, []Event, error) {
	frames := 0
	for at := 0; at < len(data); frames++ {
		f, why := frameAt(data, at)
		if why == "" && !f.sum(data, at) {
			why = "the checksum is wrong"
		}
		if why != "" {
			return Header{}, nil, &CorruptError{Seq: seq, Offset: at, Why: why}
		}
		at = f.end
	}
	if frames < 2 || frames != n+1 {
		return Header{}, nil, &CorruptError{Seq: seq, Offset: len(data), Why: fmt.Sprintf("the row has %d frames, want a header and %d events", frames, n)}
	}
	h, names, at, err := d.header(data, seq, n)
	if err != nil {
		return Header{}, nil, err
	}
	events := d.takeEvents(n)
	for i := range events {
		f, _ := frameAt(data, at)
		events[i], err = d.frame(data, f, seq+int64(i), names, true)
		if err != nil {
			return Header{}, nil, err
		}
		at = f.end
	}
	return h, events, nil
}

// DecodeEvent reads what [EncodeEvent] made. The event has no seq. It refers to
// data, which must not be changed afterwards. The errors are those of
// [DecodeRow].
func DecodeEvent(data []byte) (Event, error) {
	f, why := frameAt(data, 0)
	switch {
	case why != "":
	case !f.sum(data, 0):
		why = "the checksum is wrong"
	case f.end != len(data):
		why = "more bytes follow the event"
	}
	if why != "" {
		return Event{}, &CorruptError{Why: why}
	}
	var alone *Decoder
	return alone.frame(data, f, 0, nil, false)
}

// header reads the first frame of a row, and returns where the next one is.
func (d *Decoder) header(data []byte, seq int64, n int) (Header, []string, int, error) {
	f, _ := frameAt(data, 0)
	if f.version != version {
		return Header{}, nil, 0, &UnknownVersionError{Seq: seq, Version: f.version}
	}
	if f.kind != kindHeader {
		return Header{}, nil, 0, &CorruptError{Seq: seq, Why: "the row does not begin with a header"}
	}
	if d != nil {
		if h, ok := d.head.again(data, f); ok {
			return h, d.head.names, f.end, nil
		}
	}
	var h Header
	var names []string
	after := 0
	u := unpacker{data: data[:f.end], pos: f.body, d: d}
	m := u.open()
	for u.next(&m) {
		switch m.key {
		case headerTimeKey:
			first := u.pos == f.body+beforeTimeValue-1
			if h.Now = u.time(); first {
				after = u.pos - f.body
			}
		case 'l':
			h.Level = u.int()
		case 'b':
			h.Build = u.shared()
		case 'o':
			h.Open = u.bool()
		case 'x':
			h.Nonce = u.int64()
		case 's':
			names = strs[string](&u, n) // each belongs to some event
		default:
			u.keep(&m)
		}
	}
	h.more = m.more
	if err := u.finish(seq, "header"); err != nil {
		return Header{}, nil, 0, err
	}
	if d != nil {
		d.head.keep(h, names, data[f.body:f.end], after)
	}
	return h, names, f.end, nil
}

func (d *Decoder) frame(data []byte, f frame, seq int64, names []string, inRow bool) (Event, error) {
	switch {
	case f.version != version:
		return Event{}, &UnknownVersionError{Seq: seq, Version: f.version}
	case f.kind == kindHeader:
		return Event{}, &CorruptError{Seq: seq, Offset: f.body, Why: "a header stands where an event should"}
	}
	u := unpacker{data: data[:f.end], pos: f.body, d: d, sites: names, inRow: inRow}
	body := u.body(f.kind)
	if body == nil {
		return Event{}, &UnknownKindError{Seq: seq, Kind: f.kind}
	}
	if u.why != "" || u.pos != f.end {
		return Event{}, u.finish(seq, f.kind.String())
	}
	return Event{Seq: seq, Site: u.site, Body: body, Sealed: u.sealed}, nil
}

// finish returns an error if a frame was invalid.
func (u *unpacker) finish(seq int64, what string) error {
	if u.why == "" && u.pos < len(u.data) {
		u.key = 0
		u.fail("more bytes follow the map")
	}
	if u.why == "" {
		return nil
	}
	return &CorruptError{Seq: seq, Offset: u.at, Why: what + ": " + u.why}
}
