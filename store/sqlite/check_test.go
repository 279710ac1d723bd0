package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
)

// sick is a store in a file that the test damages behind the store's back.
type sick struct {
	*storetest.Patient
	path string
}

func opened(t *testing.T, path string) (store.Store, storetest.Env, storetest.Tables) {
	clock := faketime.New(start())
	tables := storetest.Tables{
		Exec: func(statement string) error {
			db := foreign(t, path)
			_, err := db.Exec(strings.ReplaceAll(statement, "~", "reprise_"))
			return errors.Join(err, db.Close())
		},
		Key: "run", Nobody: "4711",
		ID:    func(id uuid.UUID) string { return fmt.Sprintf("X'%x'", id[:]) },
		Time:  func(t time.Time) string { return fmt.Sprint(t.UnixMicro()) },
		Sound: func(t *testing.T) { integrity(t, path) },
	}
	return open(t, path, sqlite.Options{Clock: clock}), storetest.Env{Advance: clock.Advance, SetBack: clock.SetBack, Drawn: budget.Of(8, 0)}, tables
}

func newSick(t *testing.T) sick {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	return sick{storetest.NewPatient(t, func(t *testing.T) (store.Store, storetest.Env, storetest.Tables) { return opened(t, path) }), path}
}

func TestDamageIsFoundAndMended(t *testing.T) {
	storetest.Damage(t, func(t *testing.T) (store.Store, storetest.Env, storetest.Tables) {
		return opened(t, filepath.Join(t.TempDir(), "store.db"))
	})
}

// This damage is possible only in an SQLite file.
func TestDamageOfAFileIsFound(t *testing.T) {
	for name, c := range map[string]struct{ hurt, finds []string }{
		"a workflow id has two open runs": {
			[]string{
				"UPDATE ~run SET workflow_id = 'waiting' WHERE run = {woken}",
			},
			[]string{"L5 waiting: 2 runs with this workflow id are open"},
		},
		"an index does not hold what its table holds": {
			[]string{
				"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'block_count > 0', 'block_count = 0') WHERE name = '~run_blocked'",
			},
			[]string{
				"integrity : row 1 missing from index reprise_run_blocked", "integrity : row 2 missing", "integrity : row 3 missing",
				"integrity : row 4 missing", "integrity : row 5 missing", "integrity : row 7 missing",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newSick(t)
			p.Hurt(c.hurt...)
			p.Finds(c.finds...)
		})
	}
}

// When another process counts a run's inbox anew, the run's owner hears of it.
func TestMendingByAnotherProcessTellsTheOwner(t *testing.T) {
	ctx := context.Background()
	p := newSick(t)
	engine := open(t, p.path, sqlite.Options{Existing: true})
	r, err := engine.Run(ctx, store.Ref{WorkflowID: "owned"})
	if err != nil {
		t.Fatal(err)
	}
	told := func() []store.RunID {
		ticked, err := engine.Tick(ctx, store.Tick{Worker: r.Owner})
		if err != nil {
			t.Fatal(err)
		}
		return ticked.Dirty
	}
	p.Hurt("UPDATE ~run SET entries = 1, unread = 1 WHERE run = {owned}")
	if before := told(); len(before) != 0 {
		t.Errorf("the owner is told of %v before", before)
	}
	if _, err := open(t, p.path, sqlite.Options{Existing: true}).Repair(ctx, store.CheckWakeup, time.Minute, false); err != nil {
		t.Fatal(err)
	}
	if after := told(); !slices.Equal(after, []store.RunID{r.ID}) {
		t.Errorf("the owner is told of %v, want %v", after, r.ID)
	}
}

// The application has tables in the same file that this process cannot read. The check of
// the store's own tables works nevertheless.
func TestTablesOfTheApplicationHinderNoCheck(t *testing.T) {
	ours := []string{
		"DELETE FROM ~dispatch WHERE run = {woken}",
		"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'block_count > 0', 'block_count = 0') WHERE name = '~run_blocked'",
	}
	finds := []string{
		"integrity : row 1 missing from index reprise_run_blocked", "integrity : row 2 missing", "integrity : row 3 missing",
		"integrity : row 4 missing", "integrity : row 5 missing", "integrity : row 7 missing", "L3 woken: ",
	}
	for name, theirs := range map[string][]string{
		"a collation": {
			"CREATE TABLE users (name TEXT COLLATE NOCASE)", "CREATE INDEX users_name ON users (name)", "INSERT INTO users VALUES ('a'), ('B')",
			"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOCASE', 'theirs') WHERE name = 'users'",
		},
		"a function in a check": {
			"CREATE TABLE users (name TEXT CHECK (lower(name) <> 'x'))", "INSERT INTO users VALUES ('a'), ('B')",
			"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'lower', 'theirs') WHERE name = 'users'",
		},
		"a function in an index": {
			"CREATE TABLE users (name TEXT)", "CREATE INDEX users_name ON users (lower(name))", "INSERT INTO users VALUES ('a'), ('B')",
			"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'lower', 'theirs') WHERE name = 'users_name'",
		},
		"a module": {
			"PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('table', 'users', 'users', 0, 'CREATE VIRTUAL TABLE users USING theirs(name)')",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newSick(t)
			p.Hurt(theirs...)
			p.Finds()
			p.Hurt(ours...)
			p.Finds(finds...)
		})
	}
}

// The check finds an overwritten page, or it fails and says that the database is damaged.
// It never says that all is well.
func TestOverwrittenPagesAreNoticed(t *testing.T) {
	const pageSize = 4096
	p := newSick(t)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	healthy, err := os.ReadFile(p.path)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	for page := pageSize; page < len(healthy); page += pageSize { // the first page says what the file is
		hurt := slices.Clone(healthy)
		copy(hurt[page:], strings.Repeat("\xa5", pageSize))
		if err := os.WriteFile(path, hurt, 0o644); err != nil {
			t.Fatal(err)
		}
		st, err := sqlite.Open(context.Background(), path, sqlite.Options{Existing: true, Logger: quiet()})
		if err != nil {
			if !errors.Is(err, sqlite.ErrCorrupt) {
				t.Errorf("page at %d: the file is refused with %v", page, err)
			}
			continue
		}
		found := 0
		err = st.Check(context.Background(), time.Hour, func(f store.Finding) error {
			if f.Check == store.CheckIntegrity {
				found++
			}
			return nil
		})
		if found == 0 && !errors.Is(err, sqlite.ErrCorrupt) {
			t.Errorf("page at %d: nothing is found, %v", page, err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Beside a working engine the checks find nothing, and the repairs take nothing away from
// it.
func TestCheckAndRepairBesideAnEngine(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	engine, client, visitor := open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{Existing: true})
	me := join(t, engine)
	done := make(chan struct{})
	var lines, visits sync.WaitGroup
	for line := range 3 {
		lines.Go(func() {
			for i := range 20 {
				if err := live(ctx, engine, client, me, fmt.Sprintf("order-%d-%d", line, i), 6); err != nil {
					t.Error(err)
				}
			}
		})
	}
	visits.Go(func() {
		for ended := false; !ended; {
			select {
			case <-done:
				ended = true // once more, when all is quiet
			default:
			}
			err := visitor.Check(ctx, time.Minute, func(f store.Finding) error {
				t.Errorf("%s %s: %s", f.Check, f.WorkflowID, f.Text)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			for _, c := range []store.CheckID{store.CheckWakeup, store.CheckOrphan, store.CheckOwner} {
				if n, err := visitor.Repair(ctx, c, time.Minute, false); err != nil || n != 0 {
					t.Errorf("the repair of %s changes %d rows, %v", c, n, err)
				}
			}
		}
	})
	lines.Wait()
	close(done)
	visits.Wait()
}
