package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// narrow returns n attempts that run at once.
func narrow(n int, from, to float64) (all []tried) {
	for range n {
		all = append(all, tried{load.Narrow.Name(), "", "a", from, to})
	}
	return all
}

// others returns n attempts, each in a partition of its own.
func others(n int, from, each float64) (all []tried) {
	for i := range n {
		at := from + each*float64(i)
		all = append(all, tried{load.Keyed.Name(), fmt.Sprint("o", i), "a", at, at + each})
	}
	return all
}

// There are two workers. Worker a keeps its lease; b's lease ends ten seconds after noon, and its grace a second later.
func TestAQueueThatIsIdleIsFound(t *testing.T) {
	at := func(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }
	span := func(from, to float64) []audit.Span { return []audit.Span{{From: at(from), To: at(to)}} }
	keyed := func(key, worker string, from, to float64) tried {
		return tried{load.Keyed.Name(), key, worker, from, to}
	}
	for _, c := range []struct {
		name, broke string
		asked       float64
		all         []tried
		evidence    audit.Evidence
	}{
		{name: "one after the other", asked: 1, all: []tried{keyed("x", "a", 2, 5), keyed("x", "a", 6, 9)}},
		{name: "late", asked: 1, all: []tried{keyed("x", "a", 2, 5), keyed("x", "a", 8, 9)}, broke: "of keyed nothing began from 12:00:05.000000 for 3s, 3s of which count"},
		{name: "another partition meanwhile", asked: 1, all: []tried{keyed("x", "a", 2, 5), keyed("y", "a", 2, 6), keyed("y", "a", 6.5, 9), keyed("x", "a", 8, 9)}},
		{name: "all others meanwhile, and again", asked: 1, all: append(others(401, 5, 0.01), keyed("x", "a", 2, 5), keyed("x", "a", 9.5, 10)), broke: "of keyed x nothing began from 12:00:05.000000 for 4.5s, though something waited and might have: 401 of others began, and 2 workers may pass it over for 400"},
		{name: "no worker meanwhile", asked: 1, all: []tried{keyed("x", "a", 2, 5), keyed("x", "a", 8, 9)}, evidence: audit.Evidence{Unserved: span(5.5, 7)}},
		{name: "for a moment", asked: 1, all: []tried{keyed("x", "a", 2, 5), keyed("x", "a", 8, 9)}, evidence: audit.Evidence{Unserved: span(5.5, 6)}, broke: "for 3s, 2.5s of which count"},
		{name: "no time either", asked: 1, all: []tried{keyed("x", "a", 2, 5), keyed("x", "a", 8, 9)}, evidence: audit.Evidence{Unserved: span(5.5, 6), Stalled: span(5.8, 6.8)}},
		{name: "the work of another one not given back", asked: 1, all: []tried{keyed("x", "a", 2, 5), keyed("x", "a", 8, 9)}, evidence: audit.Evidence{Kept: span(4, 6.5)}},
		{name: "one that died holds its place", asked: 1, all: []tried{keyed("x", "b", 2, 0), keyed("x", "a", 12.9, 13)}},
		{name: "and not for ever", asked: 1, all: []tried{keyed("x", "b", 2, 0), keyed("x", "a", 13.1, 14)}, broke: "from 12:00:11.000000 for 2.1s"},
		{name: "a rate", asked: 1, all: []tried{{load.Paced.Name(), "", "a", 2, 60}, {load.Paced.Name(), "", "a", 5, 6}}, broke: "of paced nothing began from 12:00:02.000000 for 3s"},
		{name: "places that nobody uses", asked: 1, all: slices.Concat(narrow(38, 2, 16), narrow(1, 2, 4), narrow(1, 4, 6), narrow(1, 6, 8), narrow(1, 8, 15), narrow(1, 15, 16), narrow(60, 16, 17)), broke: "of 40 places of narrow no more than 39 were taken from 12:00:01.000000 for 15s, 6s of which count", evidence: audit.Evidence{Unserved: span(0, 3), Kept: span(8, 15)}},
		{name: "places that one which is gone has", asked: 1, all: append(narrow(39, 2, 16), narrow(60, 16, 17)...), evidence: audit.Evidence{Unserved: span(1, 3), Kept: span(4, 15)}},
		{name: "nothing waits", asked: 8, all: []tried{keyed("x", "a", 9, 10)}},
	} {
		e := c.evidence
		e.Workers, e.Bounds, e.Held = 2, load.Pressed, map[string]time.Time{"a": noon.Add(time.Hour), "b": at(10)}
		var waits []audit.Wait
		entries := entriesOf(c.all...)
		for _, entry := range entries {
			if entry.What == "begin" {
				asked := at(c.asked)
				if strings.HasPrefix(entry.Partition, "o") {
					asked = entry.At
				}
				waits = append(waits, audit.Wait{Key: entry.Key, Name: entry.Name, Partition: entry.Partition, At: asked})
			}
		}
		found, told := audit.Idle(waits, entries, e)
		if (len(found) > 0) != (c.broke != "") || len(found) > 1 || len(found) == 1 && !strings.Contains(found[0].Text, c.broke) {
			t.Errorf("%s: found %v, want %q", c.name, found, c.broke)
		}
		if len(told) != len(load.Gates)+1 {
			t.Errorf("%s: told %q", c.name, told)
		}
	}
}
