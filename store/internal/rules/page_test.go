package rules_test

import (
	"testing"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// A page that was loaded to its end gets short once a commit has taken its beginning.
func TestAPageIsShortWhereItsBeginningIsTaken(t *testing.T) {
	half := make([]byte, store.InboxPage/2)
	o := &store.Start{Run: named("r"), Chain: named("r"), Owner: named("w0"), Claim: named("k0"), Row: store.Row{Seq: 1, N: 1, Token: named("c1")}}
	r, _, _ := rules.Start(o, rules.Place{}, begin)
	r.Inbox.Gen, r.Inbox.Entries = 4, 4
	for order := range int64(2) {
		r.Inbox.Load(store.Entry{Order: order + 1, Kind: store.EntryActivity, Data: half})
		r.Inbox.LoadHead(order+3, store.EntryActivity, len(half))
	}
	short := func(where string, after int64, want bool) {
		t.Helper()
		if got := r.Inbox.Short(after); got != want {
			t.Errorf("%s the page above %d is short: %v, want %v", where, after, got, want)
		}
	}
	short("at first", 0, false)
	short("at first", 4, false)
	take := &store.Commit{Run: r.ID, Owner: r.Owner, Epoch: 1, Seq: 2, After: r.LastCommit, Token: named("c2"), Rows: []store.Row{{Seq: 2, N: 1}}, Take: []int64{1}}
	if _, err := r.Commit(take, begin); err != nil {
		t.Fatal(err)
	}
	short("behind the commit", 0, true)
	short("behind the commit", 4, false)
}
