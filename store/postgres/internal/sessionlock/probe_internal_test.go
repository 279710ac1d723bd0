package sessionlock

import (
	"strings"
	"testing"
)

// A session lock is used only if it is this process's own, and others see it.
func TestASessionLockIsUsedOnlyWhereItIsOne(t *testing.T) {
	direct := func(taken bool, holders ...uint32) sighting {
		return sighting{told: 7, served: []uint32{7, 7}, taken: taken, holders: holders}
	}
	for name, c := range map[string]struct {
		seen sighting
		why  string // "": it is used
	}{
		"a server":                            {direct(true, 7), ""},
		"a pooler":                            {sighting{told: 1234, served: []uint32{7, 7}}, "pooler"},
		"a pooler that changes the backend":   {sighting{told: 7, served: []uint32{7, 9}}, "pooler"},
		"a database without such functions":   {sighting{told: 7, served: []uint32{7, 7}, refused: "no such function"}, "no such function"},
		"a database that only knows them":     {direct(true), "does not see"},
		"a pool that leads to another server": {direct(true), "does not see"},
		"held by somebody else":               {direct(false), "another session"},
		"held under another backend":          {direct(true, 9), "held by [9]"},
		"held by two":                         {direct(true, 7, 9), "held by [7 9]"},
	} {
		if why := c.seen.doubt(); (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %q, want %q", name, why, c.why)
		}
	}
}

func TestTheKeyOfALockIsTheWorkers(t *testing.T) {
	a, b := Worker{1}, Worker{2}
	again := a
	if Key(a) != Key(again) || Key(a) == Key(b) || Key(a) == 0 {
		t.Errorf("keys %d and %d", Key(a), Key(b))
	}
}
