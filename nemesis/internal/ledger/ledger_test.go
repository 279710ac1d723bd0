package ledger_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestNotesOfManyProcessesAreKeptInTheOrderInWhichTheyWereAnswered(t *testing.T) {
	s, err := ledger.Listen()
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, name := range []string{"a", "b", "c"} {
		all.Go(func() {
			c, err := ledger.Dial(s.Addr(), name)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			for i := range 10 {
				if err := c.Note(ledger.Entry{What: ledger.Begin, Attempt: i + 1}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	next := map[string]int{}
	for i, e := range s.Since(0) {
		next[e.Process]++
		if e.N != i+1 || e.Attempt != next[e.Process] || e.At.IsZero() {
			t.Errorf("entry %d is %+v", i+1, e)
		}
	}
	if len(next) != 3 || len(s.Since(25)) != 5 {
		t.Errorf("%d processes and %d entries after 25, want 3 and 5", len(next), len(s.Since(25)))
	}
	var out bytes.Buffer
	if err := s.Write(&out); err != nil || strings.Count(out.String(), "\n") != 30 {
		t.Errorf("it writes %d lines, want 30 (%v)", strings.Count(out.String(), "\n"), err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestANoteThatCannotBeTakenIsAnError(t *testing.T) {
	s, err := ledger.Listen()
	if err != nil {
		t.Fatal(err)
	}
	c, err := ledger.Dial(s.Addr(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Note(ledger.Entry{What: ledger.Begin}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := c.Note(ledger.Entry{What: ledger.End}); err == nil {
		t.Error("a closed ledger took a note")
	}
}
