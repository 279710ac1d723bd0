package history

import "fmt"

// DecodeRow reads a row of n events, the first of which has seq seq. It checks every
// frame's checksum before it decodes any. The events refer to data, which must not
// be changed afterwards.
//
// The error is a [*CorruptError], an [*UnknownKindError] or an
// [*UnknownVersionError]; then there is no header and no event.
func DecodeRow(data []byte, seq int64, n int) (Header, []Event, error) {
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
	h, names, at, err := decodeHeader(data, seq, n)
	if err != nil {
		return Header{}, nil, err
	}
	events := make([]Event, n)
	for i := range events {
		f, _ := frameAt(data, at)
		events[i], err = decodeFrame(data, f, seq+int64(i), names, true)
		if err != nil {
			return Header{}, nil, err
		}
		at = f.end
	}
	return h, events, nil
}

// DecodeEvent reads what [EncodeEvent] made. The event has no seq. It refers to
// data, which must not be changed afterwards. Errors are those of [DecodeRow].
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
	return decodeFrame(data, f, 0, nil, false)
}

// decodeHeader reads the frame a row begins with and returns where the next one is.
func decodeHeader(data []byte, seq int64, n int) (Header, []string, int, error) {
	f, _ := frameAt(data, 0)
	if f.version != version {
		return Header{}, nil, 0, &UnknownVersionError{Seq: seq, Version: f.version}
	}
	if f.kind != kindHeader {
		return Header{}, nil, 0, &CorruptError{Seq: seq, Why: "the row does not begin with a header"}
	}
	var h Header
	var names []string
	u := unpacker{data: data[:f.end], pos: f.body}
	m := u.open()
	for u.next(&m) {
		switch m.key {
		case 'n':
			h.Now = u.time()
		case 'l':
			h.Level = u.int()
		case 'b':
			h.Build = u.str()
		case 'o':
			h.Open = u.bool()
		case 's':
			names = u.strs(n) // each is some event's
		default:
			u.keep(&m)
		}
	}
	h.more = m.more
	if err := u.finish(seq, "header"); err != nil {
		return Header{}, nil, 0, err
	}
	return h, names, f.end, nil
}

func decodeFrame(data []byte, f frame, seq int64, names []string, inRow bool) (Event, error) {
	switch {
	case f.version != version:
		return Event{}, &UnknownVersionError{Seq: seq, Version: f.version}
	case f.kind == kindHeader:
		return Event{}, &CorruptError{Seq: seq, Offset: f.body, Why: "a header stands where an event should"}
	}
	u := unpacker{data: data[:f.end], pos: f.body, sites: names, inRow: inRow}
	body := u.body(f.kind)
	if body == nil {
		return Event{}, &UnknownKindError{Seq: seq, Kind: f.kind}
	}
	if u.why != "" || u.pos != f.end {
		return Event{}, u.finish(seq, f.kind.String())
	}
	return Event{Seq: seq, Site: u.site, Body: body}, nil
}

// finish reports what was wrong in a frame, if anything was.
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
