package mailbox_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mailbox"
)

func sent(seq int64, name, id string) history.Event {
	return history.Event{Seq: seq, Body: &history.SignalReceived{Name: name, ID: id}}
}

// take is Take in one word: the seq, or 0.
func take(m *mailbox.Mailbox, name string) int64 {
	e, _ := m.Take(name)
	return e.Seq
}

func TestMailboxIsFirstInFirstOutPerName(t *testing.T) {
	var m mailbox.Mailbox
	for _, e := range []history.Event{
		sent(2, "approve", "a"), sent(3, "remind", "b"), sent(4, "approve", "c"), sent(5, "approve", ""),
	} {
		if !m.Offer(e) {
			t.Fatalf("signal %d was not taken in", e.Seq)
		}
	}
	if e, ok := m.Peek("approve"); !ok || e.Seq != 2 {
		t.Fatalf("Peek = %d, %v; want 2, true", e.Seq, ok)
	}
	got := []int64{take(&m, "approve"), take(&m, "approve"), take(&m, "remind"), take(&m, "approve"), take(&m, "approve")}
	if want := []int64{2, 4, 3, 5, 0}; !slices.Equal(got, want) {
		t.Fatalf("taken %v; want %v", got, want)
	}
}

func TestMailboxTakesAnIDOnce(t *testing.T) {
	var m mailbox.Mailbox
	m.Offer(sent(2, "approve", "a"))
	if m.Offer(sent(3, "approve", "a")) {
		t.Error("the same id was taken in twice while the first was unread")
	}
	take(&m, "approve")
	if m.Offer(sent(4, "approve", "a")) {
		t.Error("the same id was taken in again after the first was received")
	}
	if m.Offer(sent(5, "remind", "a")) {
		t.Error("the same id was taken in again under another name")
	}
	if !m.Knows("a") || m.Knows("b") {
		t.Errorf("Knows(a) = %v, Knows(b) = %v; want true, false", m.Knows("a"), m.Knows("b"))
	}
	if got := m.Unread(); got != nil {
		t.Errorf("Unread = %v; want none", got)
	}
}

func TestMailboxNeverTakesSignalsWithoutIDForEachOther(t *testing.T) {
	var m mailbox.Mailbox
	if m.Knows("") {
		t.Error("an empty mailbox knows the empty id")
	}
	if !m.Offer(sent(2, "approve", "")) || !m.Offer(sent(3, "approve", "")) {
		t.Error("a signal without id was dropped")
	}
	if m.Knows("") {
		t.Error("the empty id became known")
	}
}

func TestMailboxRefusesWhatIsNoSignal(t *testing.T) {
	var m mailbox.Mailbox
	if m.Offer(history.Event{Seq: 2, Body: &history.TimerFired{Timer: 1}}) || m.Offer(history.Event{Seq: 3}) {
		t.Error("an event that is not a signal was taken in")
	}
}

func TestMailboxUnreadIsAscendingOverAllNames(t *testing.T) {
	var m mailbox.Mailbox
	for seq := int64(2); seq < 40; seq++ {
		m.Offer(sent(seq, fmt.Sprint("name", seq%5), ""))
	}
	take(&m, "name0") // 5
	take(&m, "name3") // 3
	got := m.Unread()
	if len(got) != 36 || !slices.IsSorted(got) || slices.Contains(got, 5) || slices.Contains(got, 3) {
		t.Errorf("Unread = %v", got)
	}
}

// Nothing is dropped and nothing comes twice, whatever the order of calls: the
// mailbox does what a plain slice per name does.
func TestMailboxAgainstModel(t *testing.T) {
	for seed := uint64(1); seed <= 20; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var m mailbox.Mailbox
		model := map[string][]int64{}
		known := map[string]bool{}
		for seq := int64(1); seq <= 3000; seq++ {
			name := fmt.Sprint("name", rnd.IntN(3))
			if rnd.IntN(5) < 2 {
				var want int64
				if q := model[name]; len(q) > 0 {
					want, model[name] = q[0], q[1:]
				}
				if got := take(&m, name); got != want {
					t.Fatalf("seed %d, step %d: took %d; want %d", seed, seq, got, want)
				}
				continue
			}
			id := fmt.Sprint("id", rnd.IntN(2000))
			if got, want := m.Offer(sent(seq, name, id)), !known[id]; got != want {
				t.Fatalf("seed %d, step %d: Offer(%s) = %v; want %v", seed, seq, id, got, want)
			} else if want {
				known[id] = true
				model[name] = append(model[name], seq)
			}
		}
		var want []int64
		for _, q := range model {
			want = append(want, q...)
		}
		slices.Sort(want)
		if got := m.Unread(); !slices.Equal(got, want) {
			t.Fatalf("seed %d: Unread = %v; want %v", seed, got, want)
		}
	}
}

func BenchmarkOfferTake(b *testing.B) {
	var m mailbox.Mailbox
	e := sent(2, "approve", "")
	b.ReportAllocs()
	for b.Loop() {
		m.Offer(e)
		m.Take("approve")
	}
}
