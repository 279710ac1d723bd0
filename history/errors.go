package history

import (
	"fmt"
	"strconv"
	"strings"
)

// CorruptError says that bytes are not what [EncodeRow] or [EncodeEvent] made.
type CorruptError struct {
	Seq    int64 // of the row or, if known, the event; 0 outside of a row
	Offset int   // in the bytes that were decoded
	Why    string
	Err    error // optional
}

func (e *CorruptError) Error() string {
	text := fmt.Sprintf("history: corrupt at byte %d: %s", e.Offset, e.Why)
	if e.Seq != 0 {
		text = fmt.Sprintf("history: event %d is corrupt (byte %d of its row): %s", e.Seq, e.Offset, e.Why)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text + "; restore it from a backup, or terminate the run"
}

func (e *CorruptError) Unwrap() error { return e.Err }

// UnknownKindError says that an event has a kind that a reader must know, and that this
// version does not know.
type UnknownKindError struct {
	Seq  int64 // 0 outside of a row
	Kind Kind
}

func (e *UnknownKindError) Error() string {
	if e.Seq == 0 {
		return fmt.Sprintf("history: an event has kind %d, which this version does not know: run the version of Reprise that wrote it, or a newer one", uint8(e.Kind))
	}
	return fmt.Sprintf("history: event %d has kind %d, which this version does not know: run the version of Reprise that wrote it, or a newer one", e.Seq, uint8(e.Kind))
}

// UnknownVersionError says that bytes are in a version of the encoding that this version
// of the program does not know.
type UnknownVersionError struct {
	Seq     int64 // 0 outside of a row
	Version byte
}

func (e *UnknownVersionError) Error() string {
	if e.Seq == 0 {
		return fmt.Sprintf("history: an event has encoding version %d, this version reads %d: run the version of Reprise that wrote it, or a newer one", e.Version, version)
	}
	return fmt.Sprintf("history: the row at event %d has encoding version %d, this version reads %d: run the version of Reprise that wrote it, or a newer one", e.Seq, e.Version, version)
}

// NoFieldError says that no payload of a history has a field with a name that was given
// to [Redact]. What the caller meant may still be in the history.
type NoFieldError struct {
	Fields []string // the missing names, as they were given
	Others []string // names of existing fields, the first 20, sorted
	Whole  int      // payloads of other codecs, which were removed whatever they contain
}

func (e *NoFieldError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "history: redact: no payload has a field %s", quoted(e.Fields, " or "))
	if len(e.Others) > 0 {
		fmt.Fprintf(&b, "; among those there are %s", quoted(e.Others, ", "))
	}
	if e.Whole > 0 {
		fmt.Fprintf(&b, "; neither msgpack nor json, and so taken out whole: %d", e.Whole)
	}
	return b.String()
}

func quoted(names []string, between string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = strconv.Quote(name)
	}
	return strings.Join(all, between)
}
