package pgproxy

import (
	"regexp"
	"strings"
)

// script knows what a session's statements do to its transactions.
type script struct {
	prepared map[string]effect // by name
	inside   bool              // a transaction was begun and not ended
}

type effect int

const (
	none effect = iota
	begins
	commits
	undoes
	writes
)

var (
	writing = regexp.MustCompile(`(?i)\b(INSERT INTO|DELETE FROM|UPDATE\s+\S+\s+(\S+\s+)?SET)\b`)
	partial = regexp.MustCompile(`(?i)^ROLLBACK\s+TO\b`)
)

func effectOf(sql []byte) effect {
	text := strings.ToUpper(strings.Trim(string(sql), " ;\n"))
	switch {
	case strings.HasPrefix(text, "BEGIN"):
		return begins
	case text == "COMMIT":
		return commits
	case partial.MatchString(text):
		return none
	case strings.HasPrefix(text, "ROLLBACK"):
		return undoes
	case writing.MatchString(text):
		return writes
	}
	return none
}

// carriesOut notes that a statement is carried out and reports whether it commits
// something: a COMMIT does, and a statement that writes and is a transaction by itself.
func (s *script) carriesOut(e effect) (committing bool) {
	switch e {
	case begins:
		s.inside = true
	case commits:
		s.inside = false
		return true
	case undoes:
		s.inside = false
	case writes:
		return !s.inside
	}
	return false
}
