package history

import (
	"encoding/binary"
	"hash/crc32"
)

const (
	version    byte = 1
	kindHeader Kind = 63 // of the first frame of a row; never an event's

	frameHead  = 10           // length, crc, version, kind
	frameFixed = 8            // the part of it that the length does not count
	maxFrame   = MaxTaskBytes // the largest length
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// openFrame appends the head of a frame. The frame's body is what is appended before
// closeFrame.
func openFrame(b []byte, k Kind) []byte {
	return append(b, 0, 0, 0, 0, 0, 0, 0, 0, version, byte(k))
}

// closeFrame completes the frame that begins at b[at]. It returns false if the frame
// is larger than readers accept.
func closeFrame(b []byte, at int) bool {
	rest := b[at+frameFixed:]
	if len(rest) > maxFrame {
		return false
	}
	binary.BigEndian.PutUint32(b[at:], uint32(len(rest)))
	binary.BigEndian.PutUint32(b[at+4:], crc32.Checksum(rest, castagnoli))
	return true
}

// frame describes a frame in data: its body is data[body:end].
type frame struct {
	version byte
	kind    Kind
	body    int
	end     int
}

// frameAt finds the frame that begins at data[at]. It returns what is wrong with it,
// or "". It does not check the checksum; sum does.
func frameAt(data []byte, at int) (frame, string) {
	if len(data)-at < frameHead {
		return frame{}, "the last frame is cut off"
	}
	n := binary.BigEndian.Uint32(data[at:])
	switch {
	case n < frameHead-frameFixed:
		return frame{}, "the frame has no kind"
	case n > maxFrame:
		return frame{}, "the frame is longer than any frame may be"
	case int(n) > len(data)-at-frameFixed:
		return frame{}, "the last frame is cut off"
	}
	return frame{version: data[at+8], kind: Kind(data[at+9]), body: at + frameHead, end: at + frameFixed + int(n)}, ""
}

// sum reports whether the checksum of the frame that begins at data[at] is right.
func (f frame) sum(data []byte, at int) bool {
	return binary.BigEndian.Uint32(data[at+4:]) == crc32.Checksum(data[at+frameFixed:f.end], castagnoli)
}
