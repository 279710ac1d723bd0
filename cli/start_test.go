package cli_test

import (
	"context"
	"errors"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// blind is a store that cannot read a run.
type blind struct{ *memory.Store }

func (blind) Run(context.Context, store.Ref) (store.Run, error) {
	return store.Run{}, errors.New("the connection is lost")
}

// The workflow id is drawn, so only the answer tells it.
func TestAStartIsToldWhateverIsNotKnownOfWorkers(t *testing.T) {
	rt := idle(t, blind{memory.New()})
	say(t, rt, "run", "start", "hold").want(t, 0, `"workflow": "hold"`, "note: cannot tell whether a worker will take it: ", "the connection is lost")
	n := 0
	for _, err := range reprise.List(t.Context(), rt, reprise.Filter{}) {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	if n != 1 {
		t.Errorf("%d runs are there, want one", n)
	}
}
