package doctor_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	_ "modernc.org/sqlite" // the driver of what a test does past the store

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// What hangs on a run is deleted only when its history has ended, whatever its row says:
// an accepted signal may be among it.
func TestOrphansOfARunThatHasNotEndedAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		hurt  string
		ended bool
		kept  string // why; nothing: they are deleted
	}{
		"the run has ended":                {"UPDATE reprise_run SET status = 2, closed_at = 1", true, ""},
		"its history has not":              {"UPDATE reprise_run SET status = 2, closed_at = 1", false, "its history has no end"},
		"its history cannot be read":       {"UPDATE reprise_run SET status = 2, closed_at = 1; UPDATE reprise_event SET data = x'00'", true, "the end of its history cannot be read"},
		"its history is gone":              {"UPDATE reprise_run SET status = 2, closed_at = 1; DELETE FROM reprise_event", true, "has no history"},
		"its row is gone":                  {"DELETE FROM reprise_run", false, "a history without its run"},
		"its row and its history are gone": {"DELETE FROM reprise_run; DELETE FROM reprise_event", false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			path := filepath.Join(t.TempDir(), "orders.db")
			st, err := sqlite.Open(ctx, path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := st.Close(); err != nil {
					t.Error(err)
				}
			}()
			signalled(t, st)
			if c.ended {
				past(t, path, fmt.Sprintf("INSERT INTO reprise_event (run, seq, n, token, at, data) SELECT run, 2, 1, randomblob(16), 1, x'%x' FROM reprise_run",
					encoded(t, history.Event{Seq: 2, Body: &history.RunCompleted{}})))
			}
			past(t, path, c.hurt)

			for _, dry := range []bool{true, false} {
				n, err := doctor.Repair(ctx, st, store.CheckOrphan, time.Minute, dry)
				if c.kept == "" && (err != nil || n == 0) {
					t.Errorf("dry %v: %d rows changed, %v", dry, n, err)
				}
				if c.kept != "" && (!errors.Is(err, store.ErrNoRepair) || !strings.Contains(err.Error(), c.kept) || n != 0) {
					t.Errorf("dry %v: %d rows changed, %v, want %q", dry, n, err, c.kept)
				}
			}
			if left := entries(t, path); (left == 1) != (c.kept != "") {
				t.Errorf("%d entries are left", left)
			}
		})
	}
}

// signalled makes a run with a signal in its inbox.
func signalled(t *testing.T, st store.Store) {
	t.Helper()
	data := encoded(t, history.Event{Seq: 1, Body: &history.Started{Workflow: "fulfil", WorkflowID: "order-42"}})
	run := uuid.New()
	outs, err := st.Apply(context.Background(), []store.Op{
		&store.Start{Run: run, Chain: run, Namespace: "default", WorkflowID: "order-42", Workflow: "fulfil",
			Queue: "default", Level: 1, Row: store.Row{Seq: 1, N: 1, Token: uuid.New(), Data: data}},
		&store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{Kind: store.EntrySignal, ID: "approve"}},
	})
	if err != nil || outs[1].Code != store.Done {
		t.Fatal(outs, err)
	}
}

// encoded is the row of an event.
func encoded(t *testing.T, e history.Event) []byte {
	t.Helper()
	data, err := history.EncodeRow(history.Header{Level: 1}, []history.Event{e})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// past does something to the tables past the store.
func past(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statements)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func entries(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	err = db.QueryRow("SELECT count(*) FROM reprise_inbox").Scan(&n)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return n
}
