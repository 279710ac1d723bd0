package history_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

func TestARunIDIsAUUIDOfVersion7(t *testing.T) {
	for _, random := range [][10]byte{{}, {0xff, 1, 2, 3, 4, 5, 6, 7, 8, 0xff}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}} {
		id := history.NewRunID(noon, random)
		if id.Version() != 7 || id.Variant() != uuid.RFC4122 {
			t.Errorf("%v is of version %d, %v", id, id.Version(), id.Variant())
		}
		if seconds, nanos := id.Time().UnixTime(); !time.Unix(seconds, nanos).Equal(noon.Truncate(time.Millisecond)) {
			t.Errorf("%v is of %v, want %v", id, time.Unix(seconds, nanos).UTC(), noon)
		}
	}
}

func TestRunIDsAreInOrderOfTheirStart(t *testing.T) {
	last := history.NewRunID(noon, [10]byte{})
	for i := 1; i < 2000; i++ {
		id := history.NewRunID(noon.Add(time.Duration(i)*time.Millisecond), [10]byte{byte(255 - i), byte(i)})
		if bytes.Compare(last[:], id[:]) >= 0 {
			t.Fatalf("%v comes before %v", last, id)
		}
		last = id
	}
}

func TestRunIDsHave74RandomBits(t *testing.T) {
	seen := map[history.RunID]bool{}
	for bit := range 80 {
		var random [10]byte
		random[bit/8] = 1 << (bit % 8)
		seen[history.NewRunID(noon, random)] = true
	}
	delete(seen, history.NewRunID(noon, [10]byte{})) // differs in the bits that mark the version
	if len(seen) != 74 {
		t.Errorf("%d bits count, want 74", len(seen))
	}
}
