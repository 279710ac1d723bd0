package audit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
)

func TestAWorkerThatDrainsAndTakesWorkIsFound(t *testing.T) {
	drains := func(worker, was string) ledger.Entry {
		return ledger.Entry{What: ledger.Drains, Worker: worker, Value: was}
	}
	undrains := func(worker, was string) ledger.Entry {
		return ledger.Entry{What: ledger.Undrains, Worker: worker, Value: was}
	}
	begins := func(worker, key string, own bool) ledger.Entry {
		return ledger.Entry{What: ledger.Begin, Worker: worker, Key: key, Attempt: 1, Own: own}
	}
	order := audit.Order{Worker: "a", Asked: noon}
	undo := audit.Order{Worker: "a", Undo: true, Asked: noon}
	for _, c := range []struct {
		name, broke, told string
		orders            []audit.Order
		entries           []ledger.Entry
	}{
		{"nothing after it", "", "1 orders, read by 1 workers", []audit.Order{order}, []ledger.Entry{begins("a", "k", false), drains("a", ""), begins("b", "l", false)}},
		{"an attempt after it", "worker a has drained since entry 1, but began attempt 1 of k", "", []audit.Order{order}, []ledger.Entry{drains("a", ""), begins("a", "k", false)}},
		{"one of its own queue", "", "1 attempts began", []audit.Order{order}, []ledger.Entry{drains("a", ""), begins("a", "k", true)}},
		{"a transaction that came to nothing", "", "", []audit.Order{order}, []ledger.Entry{begins("a", "k", false), drains("a", ""), begins("a", "k", false)}},
		{"after it was taken back", "", "", []audit.Order{order, undo}, []ledger.Entry{drains("a", ""), undrains("a", ""), begins("a", "k", false)}},
		{"one that joins again and drains", "", "read by 2 workers, 1 of which had joined again", []audit.Order{order}, []ledger.Entry{drains("a", ""), drains("b", "a")}},
		{"one that joins again and takes work", "worker b has drained since entry 2", "", []audit.Order{order}, []ledger.Entry{drains("a", ""), drains("b", "a"), begins("b", "k", false)}},
		{"one that has forgotten it", "drained as worker a, but joined again as b, which does not", "", []audit.Order{order}, []ledger.Entry{drains("a", ""), undrains("b", "a")}},
		{"one that was told otherwise meanwhile", "", "", []audit.Order{order, undo}, []ledger.Entry{drains("a", ""), undrains("b", "a")}},
	} {
		for i := range c.entries {
			c.entries[i].N, c.entries[i].At = i+1, noon.Add(time.Duration(i+1)*time.Second)
		}
		found, told := audit.Drains(c.entries, c.orders, audit.NewBook())
		if len(found) > 1 || (len(found) == 1) != (c.broke != "") || len(found) == 1 && !strings.Contains(found[0].Text, c.broke) || !strings.Contains(told, c.told) {
			t.Errorf("%s: %v, %q", c.name, found, told)
		}
	}
}
