package sqlite_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// However long the visit of a run takes, and wherever it is, the WAL restarts meanwhile:
// a scan does not hold a snapshot of the database.
func TestAScanHoldsNothingUp(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	engine, visitor := open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{Existing: true})
	write := func(megabytes int) {
		t.Helper()
		for range megabytes * 4 {
			if _, err := engine.Apply(ctx, []store.Op{newRun(uuid.NewString(), make([]byte, 256<<10))}); err != nil {
				t.Fatal(err)
			}
		}
	}
	short := func(when string) {
		t.Helper()
		write(15)
		fi, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		if fi.Size() > 6<<20 {
			t.Errorf("%s: the WAL has %d bytes", when, fi.Size())
		}
	}
	write(3)
	enough := errors.New("enough")
	visits := 0
	err := visitor.Scan(ctx, func(_ store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
		visits++
		if visits == 3 {
			return enough
		}
		short("before rows are asked for")
		for range rows {
			short("at a row")
		}
		return nil
	})
	if !errors.Is(err, enough) {
		t.Error(err)
	}
}
