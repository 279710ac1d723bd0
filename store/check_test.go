package store_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

func TestCheckSaysWhatIsWrong(t *testing.T) {
	run, token := uuid.New(), uuid.New()
	commit := func(change func(*store.Commit)) *store.Commit {
		c := &store.Commit{Run: run, Token: token, Seq: 2, Rows: []store.Row{{Seq: 2, N: 3}, {Seq: 5, N: 1}}}
		change(c)
		return c
	}
	opening := func(change func(*store.Start)) *store.Start {
		s := &store.Start{Run: run, Chain: run, WorkflowID: "order-1", Workflow: "fulfil", Owner: token, Claim: token}
		s.First = commit(func(c *store.Commit) { c.Owner, c.Epoch, c.Seq, c.Rows = token, 1, 1, []store.Row{{Seq: 1, N: 4}} })
		change(s)
		return s
	}
	for _, c := range []struct {
		op   store.Op
		want string // "" means valid
	}{
		{commit(func(*store.Commit) {}), ""},
		{commit(func(c *store.Commit) { c.Rows[1].Seq = 6 }), "the next seq is 5"},
		{commit(func(c *store.Commit) { c.Rows[0].N = -1 }), "-1 events"},
		{commit(func(c *store.Commit) { c.Rows = nil }), "Rows is empty"},
		{commit(func(c *store.Commit) { c.Then = 9 }), "Commit.Then is 9"},
		{commit(func(c *store.Commit) { c.Then = store.Close }), "Commit.Status is 0"},
		{commit(func(c *store.Commit) { c.Then, c.Status = store.Close, store.Open }), "Commit.Status is open"},
		{commit(func(c *store.Commit) { c.Then, c.Status = store.Close, store.Failed }), ""},
		{commit(func(c *store.Commit) { c.Schedule = []store.Activity{{ID: 1}} }), "Name is empty"},
		{&store.Deliver{Entry: store.Entry{Kind: store.EntrySignal, ID: strings.Repeat("x", store.MaxID)}}, ""},
		{&store.Deliver{Entry: store.Entry{Kind: store.EntrySignal, ID: strings.Repeat("x", store.MaxID+1)}}, "1001 bytes, at most 1000"},
		{&store.Deliver{Entry: store.Entry{Kind: store.EntryTimer}}, "is timer, not a signal"},
		{&store.Deliver{Entry: store.Entry{Kind: store.EntrySignal, ID: "a\x00"}}, "NUL"},
		{&store.Deliver{Entry: store.Entry{Kind: store.EntrySignal, ID: "a\xff"}}, "UTF-8"},
		{&store.Claim{Worker: run}, "Claim.ID is zero"},
		{&store.ClaimActivities{ID: token}, "ClaimActivities.Worker is zero"},
		{&store.Start{}, "Start.Run is zero"},
		{opening(func(*store.Start) {}), ""},
		{opening(func(s *store.Start) { s.Row = store.Row{Seq: 1, N: 1} }), "Start.Row has 1 events although First is set"},
		{opening(func(s *store.Start) { s.Owner = store.WorkerID{} }), "Start.First is keep although Start.Owner is zero"},
		{opening(func(s *store.Start) { s.First.Seq = 2 }), "seq 2; it must be about the run that is started"},
		{opening(func(s *store.Start) { s.First.Take = []int64{1} }), "Start.First takes 1 entries"},
		{opening(func(s *store.Start) { s.First.Rows = nil }), "Rows is empty"},
		{&store.Release{Block: &store.Block{}}, "Reason is empty"},
		{&store.Release{}, ""},
		{&store.Recover{}, "write 1 or more"},
		{&store.Terminate{Token: token}, "Terminate.N is 0"},
		{&store.Resume{Ref: store.Ref{WorkflowID: "\x00"}}, "Ref.WorkflowID"},
		{&store.EndActivity{}, ""},
		{&store.Beat{}, ""},
		{&store.RetryActivity{}, ""},
		{&store.Fetch{}, ""},
		{&store.Fire{}, ""},
		{&store.Take{Worker: run, Claim: token}, ""},
		{&store.Take{Worker: run}, "Take.Claim is zero"},
		{&store.Take{Claim: token}, "Take.Worker is zero"},
		{&store.Condemn{}, ""},
		{&store.Sweep{}, ""},
		{&store.Retain{Max: 1}, ""},
		{&store.Retain{Max: 0}, "Retain.Max is 0"},
		{&store.Retain{Max: 1, Age: -1}, "Retain.Age is -1ns"},
		{&store.Retain{Max: 1, Tombstones: -1}, "Retain.Tombstones is -1ns"},
		{nil, "nil"},
	} {
		err := store.Check(c.op)
		switch {
		case err == nil && c.want != "":
			t.Errorf("%T%+v: nothing, want %q", c.op, c.op, c.want)
		case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%T: %v, want %q", c.op, err, c.want)
		}
	}
}

func TestCheckOfTypedNil(t *testing.T) {
	for _, op := range []store.Op{
		(*store.Start)(nil), (*store.Claim)(nil), (*store.Commit)(nil), (*store.Deliver)(nil), (*store.Fetch)(nil),
		(*store.Fire)(nil), (*store.ClaimActivities)(nil), (*store.EndActivity)(nil), (*store.RetryActivity)(nil),
		(*store.Beat)(nil), (*store.Release)(nil), (*store.Resume)(nil), (*store.Terminate)(nil),
		(*store.Condemn)(nil), (*store.Recover)(nil), (*store.Sweep)(nil), (*store.Retain)(nil),
	} {
		if store.Check(op) == nil {
			t.Errorf("%T: nil is accepted", op)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{store.Open.String(), "open"},
		{store.Continued.String(), "continued"},
		{store.Status(0).String(), "0"},
		{store.Status(99).String(), "99"},
		{store.Done.String(), "done"},
		{store.HeldBack.String(), "held back"},
		{store.Code(-1).String(), "-1"},
		{store.EntryTimer.String(), "timer"},
		{store.Close.String(), "close"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	for s := store.Status(-1); s < 9; s++ {
		if want := s >= store.Completed && s <= store.Continued; s.Closed() != want {
			t.Errorf("%v: closed %v", s, s.Closed())
		}
	}
}
