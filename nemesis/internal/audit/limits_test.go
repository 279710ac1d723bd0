package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// tried is an attempt at an activity on a limited queue, with its times in seconds after noon; to of zero means no end.
type tried struct {
	name, partition, worker string
	from, to                float64
}

func entriesOf(all ...tried) (entries []ledger.Entry) {
	for i, a := range all {
		e := ledger.Entry{What: ledger.Begin, Name: a.name, Partition: a.partition, Worker: a.worker, Process: "w" + a.worker, Key: fmt.Sprint("k", i), Attempt: 1}
		e.At = noon.Add(time.Duration(a.from * float64(time.Second)))
		entries = append(entries, e)
		if a.to > 0 {
			e.What, e.At = ledger.End, noon.Add(time.Duration(a.to*float64(time.Second)))
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b ledger.Entry) int { return a.At.Compare(b.At) })
	for i := range entries {
		entries[i].N = i + 1
	}
	return entries
}

// Worker a keeps its lease; b's lease ends ten seconds after noon.
func TestMoreAtOnceThanALimitIsFound(t *testing.T) {
	held := map[string]time.Time{"a": noon.Add(time.Hour), "b": noon.Add(10 * time.Second)}
	narrow := func(worker string, from, to float64) tried { return tried{load.Narrow.Name(), "", worker, from, to} }
	keyed := func(key, worker string, from, to float64) tried {
		return tried{load.Keyed.Name(), key, worker, from, to}
	}
	for _, c := range []struct {
		name, broke, told string
		all               []tried
	}{
		{"as many as may", "", "narrow: 5 attempts began, at most 4 at once, 0 excepted", []tried{narrow("a", 1, 2), narrow("a", 1, 2), narrow("b", 1, 2), narrow("b", 1, 3), narrow("a", 2, 3)}},
		{"one more", "of narrow  run 5 at once, but only 4 may: attempt 1 of k0 in wa (entry 1)", "", []tried{narrow("a", 1, 3), narrow("a", 1, 3), narrow("b", 1, 3), narrow("b", 1, 3), narrow("a", 2, 3)}},
		{"one more, whose process was killed while its worker had the lease", "run 5 at once", "", []tried{narrow("b", 1, 0), narrow("a", 8, 9), narrow("a", 8, 9), narrow("a", 8, 9), narrow("a", 8, 9)}},
		{"one more beside a stalled one", "", "narrow: 5 attempts began, at most 4 at once, 1 excepted", []tried{narrow("b", 9, 20), narrow("a", 11, 12), narrow("a", 11, 12), narrow("a", 11, 12), narrow("a", 11, 12)}},
		{"one that a stalled worker begins late", "", "narrow: 5 attempts began, at most 4 at once, 1 excepted", []tried{narrow("a", 11, 13), narrow("a", 11, 13), narrow("a", 11, 13), narrow("a", 11, 13), narrow("b", 12, 13)}},
		{"two too many beside a stalled one", "run 5 at once", "", []tried{narrow("b", 9, 20), narrow("a", 11, 12), narrow("a", 11, 12), narrow("a", 11, 12), narrow("a", 11, 12), narrow("a", 11, 12)}},
		{"two keys", "", "keyed: 3 attempts began, at most 1 at once, 0 excepted", []tried{keyed("x", "a", 1, 2), keyed("y", "b", 1, 2), keyed("x", "b", 2, 3)}},
		{"two of a key", "of keyed x run 2 at once, but only 1 may", "", []tried{keyed("x", "a", 1, 3), keyed("x", "b", 2, 3)}},
		{"two of a key, one of which is stalled", "", "keyed: 2 attempts began, at most 1 at once, 1 excepted", []tried{keyed("x", "b", 9, 12), keyed("x", "a", 11, 12)}},
		{"other queues", "", "", []tried{{load.Away.Name(), "x", "a", 1, 3}, {load.Away.Name(), "x", "a", 1, 3}}},
	} {
		found, told := audit.Limits(entriesOf(c.all...), held, 2, load.Usual, audit.NewBook())
		if (len(found) > 0) != (c.broke != "") || len(found) > 1 || len(found) == 1 && (found[0].Rule != "limit" || !strings.Contains(found[0].Text, c.broke)) {
			t.Errorf("%s: found %v, want %q", c.name, found, c.broke)
		}
		if c.told != "" && !slices.Contains(told, c.told) {
			t.Errorf("%s: told %q, want %q", c.name, told, c.told)
		}
	}
}

// An attempt by a worker of the old server after a loss is not judged: its share or its slot may be lost.
func TestALimitIsNotJudgedByLostTransactions(t *testing.T) {
	book := audit.NewBook()
	book.Losses = []audit.Loss{lossAtNoon}
	held := map[string]time.Time{"old": noon.Add(time.Hour), "new": noon.Add(time.Hour)}
	two := func(worker string) []ledger.Entry {
		return entriesOf(tried{load.Keyed.Name(), "x", worker, 1, 3}, tried{load.Keyed.Name(), "x", "new", 2, 3})
	}
	if found, _ := audit.Limits(two("old"), held, 2, load.Usual, book); len(found) > 0 {
		t.Errorf("it finds %v", found)
	}
	if found, _ := audit.Limits(two("new"), held, 2, load.Usual, book); len(found) != 1 {
		t.Errorf("of two new workers it finds %v", found)
	}
}

// With two workers, 20 tokens may be saved, and 40 may have been drawn earlier.
func TestMoreThanARateIsFound(t *testing.T) {
	at := func(n int, from, each float64) (all []tried) {
		for i := range n {
			all = append(all, tried{load.Paced.Name(), "", "a", from + each*float64(i), from + each*float64(i) + 0.001})
		}
		return all
	}
	for _, c := range []struct {
		name, told string
		broke      int
		all        []tried
	}{
		{"at its rate", "paced: seconds by how many began: 20×10", 0, at(200, 1, 0.05)},
		{"all that was kept and drawn, and the rate", "paced: seconds by how many began: 1×1 20×4 79×1", 0, append(at(60, 1, 0), at(100, 1.06, 0.05)...)},
		{"one more at once", "", 1, at(61, 1, 0)},
		{"twice as fast for two seconds", "", 0, at(80, 1, 0.025)},
		{"twice as fast for ten seconds", "", 3, at(400, 1, 0.025)},
	} {
		found, told := audit.Limits(entriesOf(c.all...), nil, 2, load.Usual, audit.NewBook())
		if len(found) != c.broke || c.told != "" && !slices.Contains(told, c.told) {
			t.Errorf("%s: found %v and told %q, want %d and %q", c.name, found, told, c.broke, c.told)
		}
	}
}
