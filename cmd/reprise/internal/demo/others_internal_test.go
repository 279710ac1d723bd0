package demo

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

// What the progress says is of all processes.
func TestTheProgressCountsWhatOthersDo(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, 20)
	p.begunOrders = 4
	p.entry(order.Entry{What: order.Applied})
	p.closed(reprise.RunClosed{})
	all, err := totals{started: 9, done: 5, ledger: order.Summary{Applied: 7, Refunded: 2, Repeated: 1}}, error(nil)
	p.look = func() (totals, error) { return all, err }
	p.draw()
	if want := "5/20 done, 4 at work, 7 charged, 2 refunded, 1 repeated"; !strings.Contains(out.String(), want) {
		t.Errorf("want %q:\n%s", want, out.String())
	}

	// A database that is away is told of once, and what was known stands.
	err = fmt.Errorf("%w: cannot be reached:\n\tconnection refused", store.ErrTransient)
	for range 2 {
		p.looked = time.Time{}
		p.draw()
	}
	err = nil
	for range 2 {
		p.looked = time.Time{}
		p.draw()
	}
	text := out.String()
	if strings.Count(text, "The database does not answer: ") != 1 || strings.Count(text, "The database answers again, after ") != 1 || strings.Contains(text, "refused") {
		t.Errorf("it says:\n%s", text)
	}
}

// Orders are left in the middle by who is gone, and not by who is at work.
func TestOrdersInTheHandsOfOthersAreNotLeftInTheMiddle(t *testing.T) {
	alive, dead := uuid.New(), uuid.New()
	others := map[store.WorkerID]store.WorkerState{alive: {Worker: store.Worker{ID: alive, PID: 47}}}
	var f found
	for _, run := range []store.Run{
		{Status: store.Completed}, {Status: store.Open}, {Status: store.Open, Owner: dead},
		{Status: store.Open, Owner: alive}, {Status: store.Open, Owner: alive},
	} {
		f.count(run, others)
	}
	if got, want := fmt.Sprintf("%+v", f), "{done:1 open:4 held:1 busy:2 worked:[47]}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !running(os.Getpid()) || running(1<<22+1) { // above the highest id there can be
		t.Error("it does not see which processes there are")
	}
}

// The time of a take-over begins with the death, if this process was there by then.
func TestATakeOverIsTimedFromTheDeath(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(int64(1_000_000 + ms)) }
	entries := []order.Entry{{PID: 1, At: at(100)}, {PID: 2, At: at(4000)}, {PID: 3, At: at(4500)}, {PID: 4, At: at(9000)}}
	gone := func(pid int) bool { return pid != 3 }
	for _, c := range []struct {
		begun int
		want  string
	}{
		{500, "2000 ms after process 2, which is gone, had written its last line into the ledger"},
		{5000, "1000 ms after it began"},
	} {
		if got := since(at(c.begun), at(6000), entries, gone); got != c.want {
			t.Errorf("begun at %d: %q, want %q", c.begun, got, c.want)
		}
	}
}

// What does not pass is not waited for.
func TestOnlyAnOutageIsRiddenOut(t *testing.T) {
	var out bytes.Buffer
	d := &demo{show: newProgress(&out, 1)}
	tries, wrong := 0, errors.New("wrong")
	err := d.again(t.Context(), func() error {
		if tries++; tries < 3 {
			return store.ErrTransient
		}
		return wrong
	})
	if !errors.Is(err, wrong) || tries != 3 {
		t.Errorf("%d tries, %v", tries, err)
	}
}
