package sqlite_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// file makes a database as another program would, and returns its path.
func file(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	db := foreign(t, path)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// made returns a file that the store made and that statements then changed.
func made(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	if err := open(t, path, sqlite.Options{}).Close(); err != nil {
		t.Fatal(err)
	}
	db := foreign(t, path)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFilesThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		path string
		opts sqlite.Options
		kind error
	}{
		"not a database":  {text(t, strings.Repeat("hello, world ", 100)), sqlite.Options{}, sqlite.ErrNotDatabase},
		"a directory":     {t.TempDir(), sqlite.Options{}, sqlite.ErrCannotOpen},
		"no directory":    {filepath.Join(t.TempDir(), "none", "store.db"), sqlite.Options{}, sqlite.ErrCannotOpen},
		"locked":          {locked(t), sqlite.Options{BusyTimeout: time.Millisecond}, sqlite.ErrLocked},
		"locked for long": {locked(t), sqlite.Options{BusyTimeout: time.Millisecond}, store.ErrTransient},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sqlite.Open(context.Background(), c.path, c.opts)
			said(t, err, c.path, c.kind)
		})
	}
}

func text(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// locked returns a file that another program keeps locked until the test ends.
func locked(t *testing.T) string {
	t.Helper()
	path := file(t, "CREATE TABLE users (id)")
	db := foreign(t, path)
	if _, err := db.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSchemasThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		path          string
		opts          sqlite.Options
		version, from int
		why           string
	}{
		"newer": {made(t, "UPDATE reprise_meta SET schema_version = 7, compatible_from = 4"), sqlite.Options{}, 7, 4, "update this program"},
		"another program's": {file(t, "PRAGMA application_id = 252006673", "CREATE TABLE blob (rid)"), sqlite.Options{},
			0, 0, "0xf055111"},
		"another program's meta": {file(t, "CREATE TABLE reprise_meta (key, value)"), sqlite.Options{}, 0, 0, "Options.Prefix"},
		"of an unreleased build": {made(t, "UPDATE reprise_meta SET schema_version = 2, compatible_from = 2"), sqlite.Options{}, 2, 2, "remove the file"},
		"an empty meta":          {made(t, "DELETE FROM reprise_meta"), sqlite.Options{}, 0, 0, "Options.Prefix"},
		"another program's run":  {file(t, "CREATE TABLE app_run (id)"), sqlite.Options{Prefix: "app_"}, 0, 0, "app_run"},
	} {
		t.Run(name, func(t *testing.T) {
			before, err := os.ReadFile(c.path)
			if err != nil {
				t.Fatal(err)
			}
			c.opts.Logger = quiet()
			_, err = sqlite.Open(context.Background(), c.path, c.opts)
			var schema *store.SchemaError
			if !errors.As(err, &schema) {
				t.Fatalf("%v, want a *store.SchemaError", err)
			}
			if schema.Version != c.version || schema.CompatibleFrom != c.from || schema.Own != 3 || schema.Path != c.path ||
				!strings.Contains(schema.Error(), c.why) {
				t.Errorf("%+v: %v", schema, schema)
			}
			after, err := os.ReadFile(c.path)
			if err != nil || string(after) != string(before) {
				t.Errorf("the file that was refused has changed, %v", err)
			}
		})
	}
}

// works checks that the store can be used.
func works(t *testing.T, st store.Store) {
	t.Helper()
	if _, err := st.Apply(context.Background(), []store.Op{newRun(uuid.NewString(), []byte("data"))}); err != nil {
		t.Errorf("Apply: %v", err)
	}
	if _, err := st.Runs(context.Background(), store.Query{}); err != nil {
		t.Errorf("Runs: %v", err)
	}
}

func TestNewerSchemaThatSaysItIsCompatible(t *testing.T) {
	path := made(t, "UPDATE reprise_meta SET schema_version = 7, compatible_from = 3")
	works(t, open(t, path, sqlite.Options{}))
	db := foreign(t, path)
	var version int
	if err := db.QueryRow("SELECT schema_version FROM reprise_meta").Scan(&version); err != nil || version != 7 {
		t.Errorf("version %d, %v; want it left alone", version, err)
	}
}

func TestFilesThatAreTaken(t *testing.T) {
	for name, c := range map[string]struct {
		path string
		opts sqlite.Options
		app  int64 // application id after opening
		user int64 // user version after opening
	}{
		"none":               {filepath.Join(t.TempDir(), "with space, ? and %41 #.db"), sqlite.Options{}, 0x52707365, 3},
		"empty":              {text(t, ""), sqlite.Options{}, 0x52707365, 3},
		"our own again":      {made(t), sqlite.Options{}, 0x52707365, 3},
		"the user's own":     {file(t, "CREATE TABLE users (id)", "PRAGMA user_version = 42"), sqlite.Options{}, 0, 42},
		"adopted":            {file(t, "PRAGMA application_id = 77"), sqlite.Options{Adopt: true}, 77, 0},
		"adopted, again":     {adopted(t), sqlite.Options{}, 77, 0},
		"a second prefix":    {made(t), sqlite.Options{Prefix: "other_"}, 0x52707365, 3},
		"UTF-16":             {file(t, "PRAGMA encoding = 'UTF-16'", "CREATE TABLE users (id)"), sqlite.Options{}, 0, 0},
		"a rollback journal": {file(t, "PRAGMA journal_mode = DELETE", "CREATE TABLE users (id)"), sqlite.Options{}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			st := open(t, c.path, c.opts)
			works(t, st)
			if err := st.Close(); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(c.path, "?%#") {
				if _, err := os.Stat(c.path); err != nil {
					t.Error(err)
				}
				return // database/sql cannot express this name
			}
			integrity(t, c.path)
			db := foreign(t, c.path)
			var app, user int64
			if err := errors.Join(db.QueryRow("PRAGMA application_id").Scan(&app), db.QueryRow("PRAGMA user_version").Scan(&user)); err != nil {
				t.Fatal(err)
			}
			if app != c.app || user != c.user {
				t.Errorf("application id %#x, user version %d; want %#x, %d", app, user, c.app, c.user)
			}
		})
	}
}

func adopted(t *testing.T) string {
	t.Helper()
	path := file(t, "PRAGMA application_id = 77")
	if err := open(t, path, sqlite.Options{Adopt: true}).Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatOpenRefuses(t *testing.T) {
	ctx := context.Background()
	good := filepath.Join(t.TempDir(), "store.db")
	for _, path := range []string{"", ":memory:", "file:store.db?mode=memory", "a\x00b"} {
		if _, err := sqlite.Open(ctx, path); err == nil {
			t.Errorf("path %q is taken", path)
		}
	}
	for _, o := range []sqlite.Options{
		{Prefix: "Reprise_"}, {Prefix: "1a"}, {Prefix: "sqlite_x"}, {Prefix: "a b"}, {Prefix: `x"; --`}, {Prefix: strings.Repeat("x", 33)},
		{MaxPages: -1}, {BusyTimeout: -1},
	} {
		if _, err := sqlite.Open(ctx, good, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	if _, err := sqlite.Open(ctx, good, sqlite.Options{}, sqlite.Options{}); err == nil {
		t.Error("two Options are taken")
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := sqlite.Open(over, good); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is over: %v", err)
	}
	works(t, open(t, good, sqlite.Options{Prefix: strings.Repeat("x", 32)}))
}
