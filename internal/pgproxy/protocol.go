package pgproxy

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// maxMessage bounds what a length that makes no sense can make.
const maxMessage = 1 << 28

// readMessage reads one message of the protocol; the first of a client has no kind.
func readMessage(in *bufio.Reader, first bool) (kind byte, message []byte, err error) {
	var head [5]byte
	from := 0
	if first {
		from = 1
	}
	if _, err := io.ReadFull(in, head[from:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(head[1:])
	if length < 4 || length > maxMessage {
		return 0, nil, fmt.Errorf("pgproxy: a message of %d bytes", length)
	}
	body := make([]byte, length-4)
	_, err = io.ReadFull(in, body)
	return head[0], append(head[from:], body...), err
}

// readPiece reads what a client says up to a point where the server answers, and tells
// whether it commits something.
func readPiece(in *bufio.Reader, first bool, s *script) (piece []byte, committing bool, err error) {
	for {
		kind, message, err := readMessage(in, first)
		if err != nil {
			return nil, false, err
		}
		piece = append(piece, message...)
		texts := bytes.SplitN(message[min(5, len(message)):], []byte{0}, 3)
		switch {
		case first:
		case kind == 'P' && len(texts) > 1: // parse: name, text
			s.prepared[string(texts[0])] = effectOf(texts[1])
		case kind == 'B' && len(texts) > 1: // bind: portal, name
			committing = s.carriesOut(s.prepared[string(texts[1])]) || committing
		case kind == 'Q':
			committing = s.carriesOut(effectOf(texts[0])) || committing
		}
		if first || kind == 'S' || kind == 'Q' || kind == 'X' || kind == 'p' {
			return piece, committing, nil
		}
	}
}

// isCancel reports whether a client's first message asks the server to cancel what another
// session does.
func isCancel(message []byte) bool {
	const code = 80877102
	return len(message) == 16 && binary.BigEndian.Uint32(message[4:]) == code
}
