package order

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func open(t *testing.T, path string) *Ledger {
	t.Helper()
	l, err := OpenLedger(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func read(t *testing.T, path string) []Entry {
	t.Helper()
	entries, err := ReadLedger(path)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestNoLedgerIsAnEmptyOne(t *testing.T) {
	if entries := read(t, filepath.Join(t.TempDir(), "none")); len(entries) != 0 {
		t.Fatalf("got %v", entries)
	}
}

func TestAKeyIsAppliedOnceAlsoByTheNextProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	charge := Entry{What: Applied, PID: 1, Order: "a", Key: "k", Amount: 5, Receipt: "R-1"}
	first := open(t, path)
	if _, done, err := first.once(charge, Refunded); !done || err != nil {
		t.Fatal(done, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again := charge
	again.PID, again.Receipt = 2, "R-2"
	got, done, err := open(t, path).once(again, Refunded)
	if done || err != nil || got != charge {
		t.Fatalf("got %+v %v %v, want the first receipt", got, done, err)
	}
	if n := len(read(t, path)); n != 1 {
		t.Fatalf("%d lines, want 1", n)
	}
}

func TestATornLastLineNeverHappened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	l := open(t, path)
	for _, key := range []string{"k1", "k2"} {
		if _, _, err := l.once(Entry{What: Applied, Order: "a", Key: key, Amount: 5}, ""); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := strings.IndexByte(string(whole), '\n') + 1
	for size := second; size < len(whole); size++ {
		torn := filepath.Join(t.TempDir(), "torn")
		if err := os.WriteFile(torn, whole[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		if n := len(read(t, torn)); n != 1 {
			t.Fatalf("cut at %d: read %d entries, want 1", size, n)
		}
		_, done, err := open(t, torn).once(Entry{What: Applied, Order: "a", Key: "k2", Amount: 5}, "")
		if !done || err != nil {
			t.Fatalf("cut at %d: the torn charge counts as applied (%v, %v)", size, done, err)
		}
		if n := len(read(t, torn)); n != 2 {
			t.Fatalf("cut at %d: %d entries after mending, want 2", size, n)
		}
	}
}

func TestADamagedLineIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	if err := os.WriteFile(path, []byte("{\"what\":\"begin\"}\n{\"wh\n{\"what\":\"end\"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLedger(path); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Fatalf("got %v, want an error that names line 2", err)
	}
	if _, err := OpenLedger(path); err == nil {
		t.Fatal("opened a damaged ledger")
	}
}

func TestWhatIsUndoneCannotBeDoneLate(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledger"))
	if _, _, err := l.once(Entry{What: Refunded, Order: "a"}, ""); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.once(Entry{What: Applied, Order: "a", Key: "k", Amount: 5}, Refunded); !errors.Is(err, errTooLate) {
		t.Fatalf("got %v, want errTooLate", err)
	}
}

func TestARefundGivesBackAllThatWasTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	l := open(t, path)
	for _, key := range []string{"k1", "k2"} {
		if _, _, err := l.once(Entry{What: Applied, Order: "a", Key: key, Amount: 5}, Refunded); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if e, _, err := l.once(Entry{What: Refunded, Order: "a"}, ""); err != nil || e.Amount != 10 {
			t.Fatalf("refunded %d, %v, want 10", e.Amount, err)
		}
	}
	if n := len(read(t, path)); n != 3 {
		t.Fatalf("%d lines, want one refund", n)
	}
}

// A ledger in memory, which tests have, allows and refuses what one in a file does.
func TestALedgerInMemoryIsLikeOneInAFile(t *testing.T) {
	scratch, err := newLedger(slate{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "ledger")
	var said [2][]string
	for i, l := range []*Ledger{open(t, path), scratch} {
		note := func(what ...any) { said[i] = append(said[i], fmt.Sprint(what...)) }
		note(l.write(Entry{What: Begin, Order: "a", Key: "k"}))
		for range 2 {
			note(l.once(Entry{What: Applied, Order: "a", Key: "k", Amount: 5, Receipt: "R"}, Refunded))
		}
		note(l.once(Entry{What: Refunded, Order: "a"}, ""))
		note(l.once(Entry{What: Applied, Order: "a", Key: "k2", Amount: 5}, Refunded))
		note(l.once(Entry{What: Refunded, Order: "b"}, ""))
		note(l.Entries())
	}
	if !slices.Equal(said[0], said[1]) || !strings.Contains(said[1][4], "too late") {
		t.Errorf("in a file\n%s\nin memory\n%s", strings.Join(said[0], "\n"), strings.Join(said[1], "\n"))
	}
	entries, err := scratch.Entries()
	if err != nil || !slices.Equal(entries, read(t, path)) || len(entries) != 4 {
		t.Errorf("in memory are %v, %v; in the file %v", entries, err, read(t, path))
	}
}

func TestManyAskForTheSameChargeAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	l := open(t, path)
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			if _, _, err := l.once(Entry{What: Applied, PID: i, Order: "a", Key: fmt.Sprint("k", i%4), Amount: 5}, ""); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(read(t, path)); n != 4 {
		t.Fatalf("%d charges, want 4", n)
	}
}

// Two processes with one ledger know of each other's charges.
func TestTwoProcessesShareALedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	a, b := open(t, path), open(t, path) // each with a lock of its own, as in two processes
	var wg sync.WaitGroup
	var first atomic.Int64
	const n = 100
	for _, l := range []*Ledger{a, b} {
		wg.Go(func() {
			for i := range n {
				_, mine, err := l.once(Entry{What: Applied, Order: fmt.Sprint("order-", i), Key: fmt.Sprint("key-", i), Amount: 5}, Refunded)
				if err != nil {
					t.Error(err)
				}
				if mine {
					first.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if entries := read(t, path); len(entries) != n || first.Load() != n {
		t.Errorf("%d entries, of which %d were the first of their kind; want %d", len(entries), first.Load(), n)
	}
	if e, mine, err := a.once(Entry{What: Refunded, Order: "order-7"}, ""); err != nil || !mine || e.Amount != 5 {
		t.Errorf("a refund by one of them: %+v, %v, %v", e, mine, err)
	}
	if _, mine, err := b.once(Entry{What: Refunded, Order: "order-7"}, ""); err != nil || mine {
		t.Errorf("the same by the other: %v, %v", mine, err)
	}
}

func TestWhoGotMoneyBack(t *testing.T) {
	s := Summarise([]Entry{
		{What: Applied, Order: "a", Key: "1", Amount: 5}, {What: Refunded, Order: "a", Amount: 5},
		{What: Refunded, Order: "b"}, // there was nothing to refund
		{What: Applied, Order: "c", Key: "2", Amount: 5},
	})
	if !s.GaveBack("a") || s.GaveBack("b") || s.GaveBack("c") || s.Refunded != 1 {
		t.Errorf("%+v", s)
	}
}
