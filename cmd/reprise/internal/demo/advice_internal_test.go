package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// What is advised can be done, and does no harm to what is not the demo's.
func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		err         error
		again, over bool
	}{
		{errors.New("something else"), false, true},
		{fmt.Errorf("start a: %w", store.ErrFull), true, true},
		{fmt.Errorf("start a: %w", store.ErrUnknownOutcome), true, true},
		{&reprise.StopError{Err: context.DeadlineExceeded}, true, true},
		{&sqlite.FileError{Path: "x.db", Err: sqlite.ErrNotDatabase}, false, false},
		{&sqlite.FileError{Path: "x.db", Err: sqlite.ErrLocked}, true, false},
		{&store.SchemaError{Path: "x.db"}, false, false},
		{&unopenedError{errors.New("no orders")}, false, false},
		{&unopenedError{fmt.Errorf("open: %w", store.ErrTransient)}, true, false},
		{&store.EngineRunningError{Path: "x.db", PID: 1}, false, false},
		{&unfitError{what: "the ledger is not the database's", do: "remove it"}, false, false},
	} {
		text := advise(Options{DB: "x.db"}, c.err).Error()
		if strings.Contains(text, "to continue: ") != c.again || strings.Contains(text, "to start over: rm") != c.over {
			t.Errorf("want to go on: %v, to start over: %v:\n%s", c.again, c.over, text)
		}
	}
}
