package control

import (
	"testing"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// More work waits on each queue than may run, spread over its partitions. Work that has begun is replaced.
func TestMoreWaitsThanMayRun(t *testing.T) {
	book, err := ledger.Listen()
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	line, err := ledger.Dial(book.Addr(), "w")
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	p := &press{ledger: book}
	asked, ids := map[int]int{}, map[string]bool{}
	for j, lacks := p.next(1); lacks; j, lacks = p.next(1) {
		asked[j.Input.Gate] += j.Input.Steps
		ids[j.ID] = true
	}
	for of, most := range []int{load.Pressed.AtOnce, load.Pressed.Keys, load.Pressed.ASecond} {
		if asked[of] < 2*most {
			t.Errorf("of %s wait %d, want %d and more", load.Gates[of], asked[of], 2*most)
		}
	}
	for range 50 {
		if err := line.Note(ledger.Entry{What: ledger.Begin, Name: load.Paced.Name(), Attempt: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if j, lacks := p.next(1); !lacks || load.Gates[j.Input.Gate] != load.Paced.Name() || ids[j.ID] {
		t.Errorf("then comes %+v, %v", j, lacks)
	}
}
