package history

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"time"
)

// Export is the head of an exported history: whose history it is, and the state of the run when it was
// exported. Replay needs Workflow, RunID and Events; the rest is for people.
//
// The file has lines of JSON. The first is the head:
//
//	{"reprise":"history","version":1,"workflow":"order","workflow_id":"order-42","run_id":"2f...","namespace":"default",
//	 "status":"open","level":1,"events":17,"created":"2026-03-01T12:00:00Z"}
//
// It is one line, with "closed" if the run has ended, and with "redacted" and "redacted_fields" if
// values were removed (see [Redact]). Each other line is a row of the history, in order:
//
//	{"seq":1,"n":2,"data":"AAAA...","events":["1 started order order-42","2 activity scheduled reserve (...)"]}
//
// data is the row as its store has it, in base64: nothing is lost, not even what this version does not
// know. events shows the same to people, and in a diff; it is not read. The sum of n over all rows is
// the head's events, so that a truncated file is recognised.
//
// Every later version reads what a released version wrote: such files are kept as tests beside the code
// for years. A reader ignores keys that it does not know. A change that is more than a new key is a new
// version, which an older reader refuses.
//
// A file contains its run's inputs, results and signals in full, unless it is redacted.
type Export struct {
	Workflow   string // the definition's name
	WorkflowID string
	RunID      RunID
	Namespace  string
	Status     string // in one word: "open", "completed", ...
	Level      int    // the engine's scheduling rules
	Events     int64  // how many events follow
	Created    time.Time
	Closed     time.Time // zero: the run is open
	Redacted   string    // what [Redact] removed, in words ("all values"); "": nothing
	Fields     []string  // whose values were removed; empty in a redacted history: all values
}

const (
	exportKind    = "history"
	exportVersion = 1
	// exportLine is the longest line: a row of one event of [MaxTaskBytes] in base64, with its text.
	exportLine = 32 << 20
	// exportText limits the text of a line, in bytes.
	exportText = 1 << 20
)

type exportHead struct {
	Reprise    string     `json:"reprise"`
	Version    int        `json:"version"`
	Workflow   string     `json:"workflow"`
	WorkflowID string     `json:"workflow_id"`
	RunID      RunID      `json:"run_id"`
	Namespace  string     `json:"namespace,omitempty"`
	Status     string     `json:"status,omitempty"`
	Level      int        `json:"level,omitempty"`
	Events     int64      `json:"events"`
	Created    *time.Time `json:"created,omitempty"`
	Closed     *time.Time `json:"closed,omitempty"`
	Redacted   string     `json:"redacted,omitempty"`
	Fields     []string   `json:"redacted_fields,omitempty"`
}

// exportRow is what is read of a row.
type exportRow struct {
	Seq  int64  `json:"seq"`
	N    int    `json:"n"`
	Data []byte `json:"data"`
}

// toldRow is a row as it is written.
type toldRow struct {
	exportRow
	Events []string `json:"events"`
}

// WriteExport writes the file of an exported history: its head and then rows. The rows must begin at
// event 1, follow one another, and contain e.Events events in all. A row with damaged bytes is written
// as it is. WriteExport stops at the first error of rows.
func WriteExport(w io.Writer, e Export, rows iter.Seq2[EncodedRow, error]) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	head := exportHead{
		Reprise: exportKind, Version: exportVersion,
		Workflow: e.Workflow, WorkflowID: e.WorkflowID, RunID: e.RunID, Namespace: e.Namespace,
		Status: e.Status, Level: e.Level, Events: e.Events, Created: stampOf(e.Created), Closed: stampOf(e.Closed),
		Redacted: e.Redacted, Fields: e.Fields,
	}
	if err := enc.Encode(head); err != nil {
		return fmt.Errorf("history: write export: %w", err)
	}
	seq := int64(1)
	for row, err := range rows {
		if err == nil {
			err = enc.Encode(toldRow{exportRow{Seq: seq, N: row.N, Data: row.Data}, tell(seq, row)})
		}
		if err != nil {
			return fmt.Errorf("history: write export, event %d: %w", seq, err)
		}
		seq += int64(row.N)
	}
	if seq-1 != e.Events {
		return fmt.Errorf("history: write export: the rows hold %d events, the head says %d", seq-1, e.Events)
	}
	return nil
}

func stampOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// tell describes in words what a row contains, up to a length.
func tell(seq int64, row EncodedRow) []string {
	_, events, err := DecodeRow(row.Data, seq, row.N)
	if err != nil {
		return []string{"unreadable: " + err.Error()}
	}
	texts, size := make([]string, 0, len(events)), 0
	for i := range events {
		text := events[i].String()
		if size += len(text); size > exportText {
			return append(texts, fmt.Sprintf("and %d more", len(events)-i))
		}
		texts = append(texts, text)
	}
	return texts
}
