package audit_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
)

func TestAnAttemptThatWasPutOffIsMadeAgainUnderItsNumber(t *testing.T) {
	for _, c := range []struct {
		name    string
		then    int           // the attempt that begins
		after   time.Duration // since the previous attempt was put off
		other   time.Duration // when another worker was last seen with its lease, since then
		attempt int           // the number that was put off
		again   int           // violations for an attempt that begins twice
		counted int           // violations for an attempt that was counted
	}{
		{"its number", 1, time.Millisecond, time.Hour, 1, 0, 0},
		{"the next number", 2, time.Millisecond, time.Hour, 1, 0, 1},
		{"the next number, another worker was lost", 2, 500 * time.Millisecond, 200 * time.Millisecond, 1, 0, 0},
		{"the next number, another worker was lost before", 2, time.Millisecond, -2 * time.Second, 1, 0, 1},
		{"the next number, much later", 2, 2 * time.Second, time.Hour, 1, 0, 0},
		{"it was not put off itself", 1, time.Millisecond, time.Hour, 2, 1, 0},
	} {
		book := audit.NewBook()
		book.Read([]ledger.Entry{
			{N: 1, What: ledger.Begin, Key: "k", Attempt: 1, Process: "w1", Worker: "1", At: noon},
			{N: 2, What: ledger.Later, Key: "k", Attempt: c.attempt, Process: "w1", Worker: "1", At: noon},
			{N: 3, What: ledger.Begin, Key: "k", Attempt: c.then, Process: "w2", Worker: "2", At: noon.Add(c.after)},
		})
		if got := book.Attempts(nil); len(got) != c.again {
			t.Errorf("%s: %v", c.name, got)
		}
		held := map[string]time.Time{"1": noon.Add(time.Hour), "2": noon.Add(time.Hour), "3": noon.Add(c.other)}
		got, _ := book.Uncounted(held)
		if len(got) != c.counted || len(got) > 0 && got[0].Rule != "I13" {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
