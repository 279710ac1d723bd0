package history_test

import (
	"bytes"
	"crypto/sha256"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

func TestARunIDIsAUUIDOfVersion8(t *testing.T) {
	random := [8]byte{0xff, 1, 2, 3, 4, 5, 6, 0xff}
	for _, random := range [][8]byte{random, {}} {
		id := history.NewRunID("shop", "order-42", noon, random)
		if id.Version() != 8 || id.Variant() != uuid.RFC4122 {
			t.Errorf("%v is of version %d, %v", id, id.Version(), id.Variant())
		}
	}
}

// For ever: the byte places a run in a sharded store.
func TestARunIDBeginsWithTheHashOfItsWorkflowID(t *testing.T) {
	for _, c := range [][2]string{{"", "order-42"}, {"shop", "order-42"}, {"shop", ""}} {
		sum := sha256.Sum256([]byte(c[0] + "\x00" + c[1]))
		if id := history.NewRunID(c[0], c[1], noon, [8]byte{}); id[0] != sum[0] {
			t.Errorf("%q: %x, want %x", c, id[0], sum[0])
		}
	}
	if got, want := history.NewRunID("shop", "order-42", noon, [8]byte{1, 2, 3, 4, 5, 6, 7, 8}).String(), "b5019ca9-450a-87b0-8102-030405060708"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRunIDsAreInOrderOfTheirStart(t *testing.T) {
	last := history.NewRunID("", "order-42", noon, [8]byte{})
	for i := 1; i < 2000; i++ {
		random := [8]byte{byte(255 - i), byte(i)}
		id := history.NewRunID("", "order-42", noon.Add(time.Duration(i)*time.Millisecond), random)
		if bytes.Compare(last[:], id[:]) >= 0 {
			t.Fatalf("%v comes before %v", last, id)
		}
		last = id
	}
}

func TestEveryRandomBitCounts(t *testing.T) {
	seen := map[history.RunID]bool{history.NewRunID("", "", noon, [8]byte{}): true}
	for bit := range 64 {
		var random [8]byte
		random[bit/8] = 1 << (bit % 8)
		id := history.NewRunID("", "", noon, random)
		if seen[id] {
			t.Errorf("bit %d is lost", bit)
		}
		seen[id] = true
	}
}
