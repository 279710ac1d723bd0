package testkit

import (
	"bytes"
	"time"

	"github.com/reprise-run/reprise/history"
)

// told is an event of a history, with what it is compared by.
type told struct {
	history.Event
	after time.Duration // since the beginning of the run
	key   string
}

func (e *Env) codecs() *history.Codecs { return history.NewCodecs(e.config.Codec) }

// differences tells where the history in the file now differs from the one in the file
// recorded; "": nowhere.
func differences(recorded, now []byte, codecs *history.Codecs) (string, error) {
	was, err := readTold(recorded)
	if err != nil {
		return "", err
	}
	is, err := readTold(now)
	if err != nil {
		return "", err
	}
	at := min(unmatched(was, is), unmatched(is, was))
	if at == len(was) && at == len(is) {
		return "", nil
	}
	return beside(was, is, at, codecs), nil
}

// readTold reads an exported history.
func readTold(file []byte) (all []told, err error) {
	_, rows, err := history.ReadExport(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	var begin time.Time
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		h, events, err := history.DecodeRow(row.Data, int64(len(all))+1, row.N)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			begin = h.Now
		}
		for _, e := range events {
			t := told{Event: e, after: h.Now.Sub(begin)}
			if t.key, err = t.compared(all); err != nil {
				return nil, err
			}
			all = append(all, t)
		}
	}
	return all, nil
}

// unmatched returns the index of the first event of a that b does not have; len(a) if it has
// all of them.
func unmatched(a, b []told) int {
	n := make(map[string]int, len(b))
	for _, e := range b {
		n[e.key]++
	}
	for i, e := range a {
		if n[e.key]--; n[e.key] < 0 {
			return i
		}
	}
	return len(a)
}
