// Package history defines what is recorded: the kinds of events, their encoding, and
// the rules of a well-formed log.
//
// A run's history is a list of events with seq 1, 2, 3 and so on. It is stored in
// rows: one row for each commit, made by [EncodeRow] and read by [DecodeRow]. An
// event on its own, in an inbox or an activity row, is one frame: [EncodeEvent],
// [DecodeEvent]. [Linter] checks a whole history. [WriteExport] and [ReadExport] carry
// one in a file, whose format [Export] describes; [Redact] removes the values on the way.
//
// The author's values are recorded as a [Payload], made and read by [Codecs]; errors
// are recorded as a [Failure], made by [FailureOf]. A code is what remains of an error's
// identity: see package failure.
//
// # Format
//
// A row is a sequence of frames, the first of which is the row's header. A frame is
//
//	length  4 bytes, big endian: of version, kind and body together
//	crc     4 bytes, big endian: CRC-32C of version, kind and body
//	version 1 byte, 1
//	kind    1 byte, a Kind; 63 for a header
//	body    a msgpack map with keys of one letter; zero values are left out
//
// Times are microseconds since 1970, durations nanoseconds. A reader ignores and keeps
// keys that it does not know: encoding a decoded event gives the same bytes. A reader
// must know kinds below 64; it keeps others as [Unknown].
//
// Decoding never panics. Its errors are [*CorruptError], [*UnknownKindError] and
// [*UnknownVersionError], and with an error it returns nothing else. It allocates
// what a length declares only if the bytes for it are there: no object is larger than
// four times the input. All objects together are at most that, plus 4 KiB for the input
// and for each of its events.
//
// # Compatibility
//
// Every later version reads what a released version has written. New keys come after
// the old ones; a change that is more than a new key or a new kind needs a new version
// byte. The files in testdata are kept for ever.
//
// # Concurrency
//
// Functions may be called concurrently, as may [Codecs]; a [Linter] may not. Decoded
// events refer to the bytes they were decoded from, and a decoded or encoded body is
// not changed afterwards.
//
// Package history is of the driver tier of docs/stability.md: what it exports may change
// in a minor version. Its encoding is of the format tier: what it has written stays
// readable.
//
// Package history imports failure, internal/mark and else only the standard library, msgpack and uuid. It never
// reads a clock and never starts a goroutine.
package history
