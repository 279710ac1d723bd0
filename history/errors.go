package history

import "fmt"

// CorruptError says that bytes are not what [EncodeRow] or [EncodeEvent] made.
type CorruptError struct {
	Seq    int64 // of the row or, where it is known, the event; 0 outside of a row
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

// UnknownKindError says that an event is of a kind that must be understood and that
// this version does not know.
type UnknownKindError struct {
	Seq  int64 // 0 outside of a row
	Kind Kind
}

func (e *UnknownKindError) Error() string {
	if e.Seq == 0 {
		return fmt.Sprintf("history: an event is of kind %d, which this version does not know", uint8(e.Kind))
	}
	return fmt.Sprintf("history: event %d is of kind %d, which this version does not know", e.Seq, uint8(e.Kind))
}

// UnknownVersionError says that bytes are in a version of the encoding that this
// version of the program does not know.
type UnknownVersionError struct {
	Seq     int64 // 0 outside of a row
	Version byte
}

func (e *UnknownVersionError) Error() string {
	if e.Seq == 0 {
		return fmt.Sprintf("history: an event is in encoding version %d, this version knows %d", e.Version, version)
	}
	return fmt.Sprintf("history: the row at event %d is in encoding version %d, this version knows %d", e.Seq, e.Version, version)
}
