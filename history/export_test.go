package history_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

const exportDir = "testdata/export-v1"

// exportHead returns the head of a fixture's export.
func exportHead(rows []fixtureRow) history.Export {
	e := history.Export{
		Workflow: "order", WorkflowID: "order-42 <über>", RunID: uuid.MustParse("68019ca9-450a-87b0-8102-030000000000"), Namespace: "default",
		Status: "open", Level: 1, Created: noon,
	}
	for _, r := range rows {
		e.Events += int64(len(r.events))
	}
	last := rows[len(rows)-1]
	if kind := last.events[len(last.events)-1].Body.Kind(); kind.Terminal() {
		e.Status, e.Closed = kind.String(), last.header.Now
	}
	return e
}

// exported returns the fixtures that have export files.
func exported() map[string][]fixtureRow {
	all := maps.Clone(histories)
	all["history-open"] = histories["history-order"][:3]
	return all
}

func encoded(rows []goldenRow) iter.Seq2[history.EncodedRow, error] {
	return func(yield func(history.EncodedRow, error) bool) {
		for _, r := range rows {
			if !yield(history.EncodedRow{N: r.n, Data: r.data}, nil) {
				return
			}
		}
	}
}

func export(t testing.TB, e history.Export, rows []goldenRow) string {
	t.Helper()
	var b bytes.Buffer
	if err := history.WriteExport(&b, e, encoded(rows)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// readAll returns what ReadExport reads from a file, and the error at its end.
func readAll(r io.Reader) (history.Export, []goldenRow, error) {
	e, rows, err := history.ReadExport(r)
	if err != nil {
		return history.Export{}, nil, err
	}
	var all []goldenRow
	seq := int64(1)
	for row, err := range rows {
		if err != nil {
			return e, all, err
		}
		all = append(all, goldenRow{seq, row.N, row.Data})
		seq += int64(row.N)
	}
	return e, all, nil
}

func TestTheFormOfExportsHasNotChanged(t *testing.T) {
	for name, rows := range exported() {
		e, want := exportHead(rows), encodeFixture(t, rows)
		text := export(t, e, want)
		path := filepath.Join(exportDir, name+".history")
		if *update {
			if err := os.MkdirAll(exportDir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		golden, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if text != string(golden) {
			t.Errorf("%s: the format has changed\n got:\n%s\nwant:\n%s", path, text, golden)
		}
		head, got, err := readAll(iotest.OneByteReader(bytes.NewReader(golden)))
		if err != nil || !reflect.DeepEqual(head, e) || !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads as %+v, %v, %v; want %+v, %v", path, head, got, err, e, want)
		}
	}
}

func TestEveryReleasedExportIsRead(t *testing.T) {
	paths, err := filepath.Glob("testdata/export-v*/*.history")
	if err != nil || len(paths) < len(histories) {
		t.Fatal("golden files are missing", err)
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		e, rows, err := readAll(f)
		if err != nil || f.Close() != nil {
			t.Fatal(path, err)
		}
		lint := history.NewLinter()
		for _, r := range rows {
			for _, p := range lint.Row(r.seq, r.n, r.data) {
				t.Error(path, p)
			}
		}
		for _, p := range lint.End(e.Status == "open") {
			t.Error(path, p)
		}
	}
}

// Additions of a newer version, to a row or to the lines, are kept or ignored, and so
// are texts for people.
func TestAnExportLosesNothingAndIgnoresWhatIsNew(t *testing.T) {
	data := reframe(body(headerKind, "\x82\xa1n\x00\xa1z\xa3new"), body(history.KindTimerFired, "\x82\xa1t\x05\xa1z\xa3new"), body(200, "whatever"))
	damaged := []byte("no frame at all")
	rows := []goldenRow{{1, 2, data}, {3, 1, damaged}}
	text := export(t, history.Export{Workflow: "w", Events: 3}, rows)
	if !strings.Contains(text, "unreadable: history: event 3 is corrupt") {
		t.Errorf("a damaged row is not shown as such:\n%s", text)
	}
	text = strings.ReplaceAll(text, `{"`, `{"novel":{"a":[1]},"`)
	text = strings.ReplaceAll(text, `"events":[`, `"events":[7,`)
	_, got, err := readAll(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n") + "\n\n"))
	if err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("read %v, %v; want %v", got, err, rows)
	}
}

func TestAFileThatIsNoWholeExportIsRefused(t *testing.T) {
	rows := encodeFixture(t, histories["history-order"])
	good := export(t, exportHead(histories["history-order"]), rows)
	lines := strings.SplitAfter(good, "\n")
	head, all := lines[0], lines[1:len(lines)-1]
	join := func(parts ...string) string { return strings.Join(parts, "") }
	first := join(all[:3]...)
	for _, c := range []struct {
		name, text string
		line       int
		want       string
	}{
		{"empty", "", 1, "the file is empty"},
		{"blank", "\n \n", 1, "the file is empty"},
		{"text", "1 started order order-42\n", 1, "not an exported history"},
		{"json of another kind", `{"events":[]}` + "\n", 1, "not an exported history"},
		{"an array", "[\n" + good, 1, "not an exported history"},
		{"binary", "SQLite format 3\x00" + long(40<<20), 1, "not an exported history"},
		{"head cut off", head[:30], 1, "not an exported history"},
		{"newer", strings.Replace(good, `"version":1`, `"version":2`, 1), 1, "format version 2"},
		{"older than all", strings.Replace(good, `"version":1`, `"version":0`, 1), 1, "format version 0"},
		{"no workflow", strings.Replace(good, `"workflow":"order"`, `"workflow":""`, 1), 1, "names no workflow"},
		{"no events", strings.Replace(good, `"events":11`, `"events":0`, 1), 1, "or no events"},
		{"events without end", strings.Replace(good, `"events":11`, `"events":9223372036854775807`, 1), 1, "or no events"},
		{"a run id that is none", strings.Replace(good, `"run_id":"`, `"run_id":"x`, 1), 1, "the head is damaged"},
		{"only the head", head, 1, "cut off here: it has the events up to 0 of 11"},
		{"cut at a line", join(head, first), 4, "cut off here: it has the events up to 4 of 11"},
		{"cut in a line", join(head, first, all[3][:20]), 5, "cut off in this line: it has the events up to 4 of 11"},
		{"cut before the last newline's brace", strings.TrimSuffix(good, "}\n"), 6, "cut off in this line"},
		{"a line is missing", join(head, all[0], all[2]), 3, "begins at event 3, the next one is 2"},
		{"a line stands twice", join(head, all[0], all[0], all[1]), 3, "begins at event 1, the next one is 2"},
		{"lines follow", good + all[0], 7, "the file continues after the last of 11 events"},
		{"a row that is none", join(head, `{"seq":1,"n":"x"}`, "\n"), 2, "it is damaged"},
		{"data that is no base64", join(head, `{"seq":1,"n":1,"data":"???"}`, "\n"), 2, "it is damaged"},
		{"no event", join(head, `{"seq":1,"n":0,"data":""}`, "\n"), 2, "holds 0 events, 11 of 11 are left"},
		{"fewer than none", join(head, `{"seq":1,"n":-1,"data":""}`, "\n"), 2, "holds -1 events"},
		{"too many events", join(head, `{"seq":1,"n":12,"data":""}`, "\n"), 2, "holds 12 events, 11 of 11 are left"},
		{"a line without end", join(head, `{"seq":1,"data":"`, long(33<<20)), 2, "longer than"},
	} {
		_, _, err := readAll(strings.NewReader(c.text))
		var e *history.ExportError
		if !errors.As(err, &e) || e.Line != c.line || !strings.Contains(e.Why, c.want) {
			t.Errorf("%s: %v; want line %d: %s", c.name, err, c.line, c.want)
		}
	}
}

// A truncated file is always detected.
func TestACutOffExportIsNeverTakenForAWholeOne(t *testing.T) {
	rows := encodeFixture(t, histories["history-many-rows"])
	good := export(t, exportHead(histories["history-many-rows"]), rows)
	for n := range len(good) - 1 { // only the last newline may be missing
		if _, _, err := readAll(strings.NewReader(good[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes were taken for a whole export", n, len(good))
		}
	}
}

func TestErrorsOfReadersAndWritersAreNotSwallowed(t *testing.T) {
	rows := encodeFixture(t, histories["history-order"])
	e := exportHead(histories["history-order"])
	good := export(t, e, rows)
	broken := errors.New("the disk is gone")
	for _, n := range []int{0, 10, len(good) / 2, len(good)} {
		if _, _, err := readAll(io.MultiReader(strings.NewReader(good[:n]), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v; want the reader's error", n, err)
		}
	}
	if err := history.WriteExport(io.Discard, e, func(yield func(history.EncodedRow, error) bool) {
		if yield(history.EncodedRow{N: 1, Data: rows[0].data}, nil) {
			yield(history.EncodedRow{}, broken)
		}
	}); !errors.Is(err, broken) {
		t.Errorf("WriteExport: %v; want the error of the rows", err)
	}
	if err := history.WriteExport(io.Discard, e, encoded(rows[:2])); err == nil || !strings.Contains(err.Error(), "the rows hold 2 events, the head says 11") {
		t.Errorf("WriteExport of too few rows: %v", err)
	}
	if err := history.WriteExport(failing{broken}, e, encoded(rows)); !errors.Is(err, broken) {
		t.Errorf("WriteExport: %v; want the writer's error", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// The largest possible row fits its line, with all texts for people.
func TestTheLargestRowFitsALine(t *testing.T) {
	worst := strings.Repeat("\x01", 1000)
	events := []history.Event{{Seq: 1, Body: &history.SignalReceived{Name: "big", Payload: history.Payload{Enc: "msgpack", Data: make([]byte, history.MaxTaskBytes-1<<20)}}}}
	for i := range 800 {
		events = append(events, history.Event{Seq: int64(i + 2), Body: &history.SignalReceived{Name: worst}})
	}
	data, err := history.EncodeRow(header(0), events)
	if err != nil {
		t.Fatal(err)
	}
	rows := []goldenRow{{1, len(events), data}}
	text := export(t, history.Export{Workflow: "w", Events: int64(len(events))}, rows)
	if !strings.Contains(text, " more\"]") {
		t.Error("what the line says to people is not bounded")
	}
	if _, got, err := readAll(strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("a row of %d bytes in a line of %d: %v", len(data), len(text), err)
	}
}

func FuzzReadExport(f *testing.F) {
	for _, rows := range histories {
		f.Add([]byte(export(f, exportHead(rows), encodeFixture(f, rows))))
	}
	f.Add([]byte(`{"reprise":"history","version":1,"workflow":"w","events":9007199254740992}` + "\n" + `{"seq":1,"n":9007199254740991,"data":""}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e history.Export
		var rows []goldenRow
		var err error
		most := uint64(64<<10 + 64*len(text))
		if got := allocated(most, func() { e, rows, err = readAll(bytes.NewReader(text)) }); got > most {
			t.Fatalf("%d bytes allocate %d", len(text), got)
		}
		if err != nil {
			if wrong := (*history.ExportError)(nil); !errors.As(err, &wrong) || wrong.Line < 1 {
				t.Fatal(err)
			}
			return
		}
		var events int64
		for _, r := range rows {
			events += int64(r.n)
		}
		if events != e.Events {
			t.Fatalf("%d events, the head says %d", events, e.Events)
		}
		if e.Created.Year() > 9999 || e.Created.Year() < 0 || e.Closed.Year() > 9999 || e.Closed.Year() < 0 {
			return // JSON cannot represent such a time in UTC
		}
		e2, again, err := readAll(strings.NewReader(export(t, e, rows)))
		if err != nil || !reflect.DeepEqual(e, e2) || len(again) != len(rows) {
			t.Fatalf("written and read again: %+v, %v; want %+v", e2, err, e)
		}
	})
}

// A history is written to a file, and read from it years later.
func ExampleWriteExport() {
	codec := history.NewCodecs(nil)
	book, err := codec.Encode("book")
	if err != nil {
		fmt.Println(err)
		return
	}
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	rows := func(yield func(history.EncodedRow, error) bool) {
		data, err := history.EncodeRow(history.Header{Now: at, Level: 1, Build: "v1"}, []history.Event{
			{Seq: 1, Body: &history.Started{Workflow: "order", WorkflowID: "order-42", Input: book, Level: 1}},
			{Seq: 2, Site: "order.fulfil order.go:52", Body: &history.ActivityScheduled{Name: "charge"}},
		})
		yield(history.EncodedRow{N: 2, Data: data}, err)
	}
	var file bytes.Buffer
	head := history.Export{Workflow: "order", WorkflowID: "order-42", Status: "open", Level: 1, Events: 2, Created: at}
	if err := history.WriteExport(&file, head, rows); err != nil {
		fmt.Println(err)
		return
	}

	e, read, err := history.ReadExport(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.WorkflowID, e.Status, e.Events)
	seq := int64(1)
	for row, err := range read {
		if err != nil {
			fmt.Println(err)
			return
		}
		_, events, err := history.DecodeRow(row.Data, seq, row.N)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, event := range events {
			fmt.Println(event)
		}
		seq += int64(row.N)
	}
	// Output:
	// order-42 open 2
	// 1 started order order-42
	// 2 activity scheduled charge (order.fulfil order.go:52)
}
