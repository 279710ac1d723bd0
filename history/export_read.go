package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// ExportError says that a file is not an exported history, or not a complete one.
type ExportError struct {
	Line int // 1, 2, 3...
	Why  string
	Err  error // optional
}

func (e *ExportError) Error() string {
	text := fmt.Sprintf("history: export, line %d: %s", e.Line, e.Why)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *ExportError) Unwrap() error { return e.Err }

// ReadExport reads what [WriteExport] wrote: the head at once, the rows when they are
// requested, once. It keeps one line in memory, at most 32 MiB. It checks that all rows
// are there, each after the other, but leaves their bytes to [DecodeRow].
//
// The returned error, and the one with which rows may end, is an [*ExportError] or an
// error of r.
func ReadExport(r io.Reader) (e Export, rows iter.Seq2[EncodedRow, error], err error) {
	x := &exportReader{lines: bufio.NewScanner(r)}
	x.lines.Buffer(nil, exportLine)
	if e, err = x.head(); err != nil {
		return Export{}, nil, err
	}
	return e, func(yield func(EncodedRow, error) bool) {
		for x.seq <= e.Events {
			row, err := x.row(e.Events)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := x.end(e.Events); err != nil {
			yield(EncodedRow{}, err)
		}
	}, nil
}

type exportReader struct {
	lines *bufio.Scanner
	line  int
	seq   int64 // of the next row
}

// maxEvents keeps sums of seqs far from overflow.
const maxEvents = 1 << 53

const (
	again     = "export the run again"
	notExport = "this is not an exported history; reprise run export writes one"
)

func (x *exportReader) fail(err error, why string, args ...any) error {
	return &ExportError{Line: x.line, Why: fmt.Sprintf(why, args...), Err: err}
}

// next returns the next line that is not blank, or nil at the end.
func (x *exportReader) next() ([]byte, error) {
	// A line in which reading failed does not count.
	for x.lines.Scan() && x.lines.Err() == nil {
		x.line++
		if line := bytes.TrimSpace(x.lines.Bytes()); len(line) > 0 {
			return line, nil
		}
	}
	err := x.lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		x.line++
		return nil, x.fail(nil, "it is longer than the %d bytes a line may have; %s", exportLine, again)
	}
	return nil, err
}

func (x *exportReader) head() (Export, error) {
	line, err := x.next()
	if err != nil {
		if tooLong := (*ExportError)(nil); errors.As(err, &tooLong) {
			tooLong.Why = notExport
		}
		return Export{}, err
	}
	if line == nil {
		x.line = 1
		return Export{}, x.fail(nil, "the file is empty; %s", again)
	}
	var h exportHead
	var kind struct {
		Reprise string `json:"reprise"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(line, &kind); err != nil || kind.Reprise != exportKind {
		return Export{}, x.fail(nil, notExport)
	}
	if kind.Version != exportVersion {
		return Export{}, x.fail(nil, "the file has format version %d, this version of Reprise reads %d: run the version that wrote it, or a newer one", kind.Version, exportVersion)
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return Export{}, x.fail(err, "the head is damaged; %s", again)
	}
	if h.Workflow == "" || h.Events < 1 || h.Events > maxEvents {
		return Export{}, x.fail(nil, "the head names no workflow, or no events; %s", again)
	}
	x.seq = 1
	e := Export{
		Workflow: h.Workflow, WorkflowID: h.WorkflowID, RunID: h.RunID, Namespace: h.Namespace,
		Status: h.Status, Level: h.Level, Events: h.Events, Redacted: h.Redacted, Fields: h.Fields,
	}
	if h.Created != nil {
		e.Created = h.Created.UTC()
	}
	if h.Closed != nil {
		e.Closed = h.Closed.UTC()
	}
	return e, nil
}

func (x *exportReader) row(events int64) (EncodedRow, error) {
	line, err := x.next()
	if err != nil {
		return EncodedRow{}, err
	}
	if line == nil {
		return EncodedRow{}, x.fail(nil, "the file is cut off here: it has the events up to %d of %d; %s", x.seq-1, events, again)
	}
	var row exportRow
	switch err := json.Unmarshal(line, &row); {
	case err != nil && line[len(line)-1] != '}':
		return EncodedRow{}, x.fail(nil, "the file is cut off in this line: it has the events up to %d of %d; %s", x.seq-1, events, again)
	case err != nil:
		return EncodedRow{}, x.fail(err, "it is damaged; %s", again)
	case row.Seq != x.seq:
		return EncodedRow{}, x.fail(nil, "the row begins at event %d, the next one is %d: lines are missing or out of order; %s", row.Seq, x.seq, again)
	case row.N < 1 || int64(row.N) > events-x.seq+1:
		return EncodedRow{}, x.fail(nil, "the row holds %d events, %d of %d are left; %s", row.N, events-x.seq+1, events, again)
	}
	x.seq += int64(row.N)
	return EncodedRow{N: row.N, Data: row.Data}, nil
}

// end makes sure that nothing follows the last row.
func (x *exportReader) end(events int64) error {
	line, err := x.next()
	if err == nil && line != nil {
		err = x.fail(nil, "the file continues after the last of %d events; %s", events, again)
	}
	return err
}
