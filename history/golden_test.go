package history_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
)

// Never rewrite the files of a released encoding: put files of the next one next to
// them.
var update = flag.Bool("update", false, "write the golden files of the current encoding")

const goldenDir = "testdata/v1"

// golden returns the text of a fixture's golden file: for each row its bytes and its
// content.
func golden(rows []goldenRow) (string, error) {
	var b strings.Builder
	for _, r := range rows {
		h, events, err := history.DecodeRow(r.data, r.seq, r.n)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "row %d %d\n", r.seq, r.n)
		for data := r.data; len(data) > 0; data = data[min(32, len(data)):] {
			fmt.Fprintf(&b, "%x\n", data[:min(32, len(data))])
		}
		text, err := json.Marshal(h)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "# %s\n", text)
		for _, e := range events {
			text, err := json.Marshal(e.Body)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "# %v\n#   %s\n", e, text)
			if e.Sealed != nil {
				if text, err = json.Marshal(e.Sealed); err != nil {
					return "", err
				}
				fmt.Fprintf(&b, "#   sealed %s\n", text)
			}
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

type goldenRow struct {
	seq  int64
	n    int
	data []byte
}

func parseGolden(text string) ([]goldenRow, error) {
	var rows []goldenRow
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", line[0] == '#':
		case strings.HasPrefix(line, "row "):
			var r goldenRow
			if _, err := fmt.Sscanf(line, "row %d %d", &r.seq, &r.n); err != nil {
				return nil, err
			}
			rows = append(rows, r)
		default:
			data, err := hex.DecodeString(line)
			if err != nil {
				return nil, err
			}
			last := &rows[len(rows)-1]
			last.data = append(last.data, data...)
		}
	}
	return rows, nil
}

// fixtures returns the golden files of the current encoding, by name.
func fixtures() map[string][]fixtureRow {
	all := map[string][]fixtureRow{}
	for name, rows := range histories {
		all[name] = rows
	}
	for name, b := range bodies {
		all[name] = []fixtureRow{row(header(0), 7, b[0], b[1])}
	}
	all["sealed"] = []fixtureRow{sealed(row(header(0), 7, &history.SignalReceived{Name: "approve", ID: "approve-42", Payload: cipher(1), Headers: history.Headers{"trace": "1"}},
		&history.CancelRequested{Reason: "the customer left"}, &history.ActivityFailed{Activity: 2, Attempt: 1, Failure: declined}))}
	return all
}

func encodeFixture(t testing.TB, rows []fixtureRow) []goldenRow {
	t.Helper()
	var out []goldenRow
	for _, r := range rows {
		data, err := history.EncodeRow(r.header, r.events)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, goldenRow{r.events[0].Seq, len(r.events), data})
	}
	return out
}

func TestTheEncodingHasNotChanged(t *testing.T) {
	for name, rows := range fixtures() {
		got, err := golden(encodeFixture(t, rows))
		if err != nil {
			t.Fatal(name, err)
		}
		path := filepath.Join(goldenDir, name+".golden")
		if *update {
			if err := os.MkdirAll(goldenDir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: the encoding has changed\n got:\n%s\nwant:\n%s", path, got, want)
		}
	}
}

func TestEveryReleasedEncodingIsRead(t *testing.T) {
	paths, err := filepath.Glob("testdata/v*/*.golden")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := parseGolden(string(text))
			if err != nil {
				t.Fatal(err)
			}
			got, err := golden(rows)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(text) {
				t.Errorf("it reads differently now:\n%s", got)
			}
			lint := history.NewLinter()
			for _, r := range rows {
				h, events, err := history.DecodeRow(r.data, r.seq, r.n)
				if err != nil {
					t.Fatal(err)
				}
				again, err := history.EncodeRow(h, events)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(again, r.data) {
					t.Errorf("row %d is encoded differently after it was decoded:\n got %x\nwant %x", r.seq, again, r.data)
				}
				if strings.HasPrefix(filepath.Base(path), "history-") {
					for _, p := range lint.Row(r.seq, r.n, r.data) {
						t.Error(p)
					}
				}
			}
		})
	}
}
