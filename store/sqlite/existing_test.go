package sqlite_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// directory returns every file in the directory of path, with its content.
func directory(t *testing.T, path string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), "-shm") { // it lies beside a WAL and holds no data
			continue
		}
		b, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(b)
	}
	return all
}

// died returns a copy of the file of a program that was killed: part of its data is
// in the WAL.
func died(t *testing.T, statements ...string) string {
	t.Helper()
	path, copied := filepath.Join(t.TempDir(), "store.db"), filepath.Join(t.TempDir(), "store.db")
	works(t, open(t, path, sqlite.Options{}))
	db := foreign(t, path)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) == 0 {
			t.Fatalf("store.db%s is empty", suffix)
		}
		if err := os.WriteFile(copied+suffix, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return copied
}

// A program that only visits refuses a file that is not a store of ours, and leaves
// no trace.
func TestAVisitorRefuses(t *testing.T) {
	schema := func(err error) bool { return errors.As(err, new(*store.SchemaError)) }
	is := func(target error) func(error) bool {
		return func(err error) bool { return errors.As(err, new(*sqlite.FileError)) && errors.Is(err, target) }
	}
	for name, c := range map[string]struct {
		path string
		kind func(error) bool
		says string
	}{
		"a file that is not there":      {filepath.Join(t.TempDir(), "typo.db"), is(fs.ErrNotExist), "check the path"},
		"a directory that is not there": {filepath.Join(t.TempDir(), "typo", "store.db"), is(fs.ErrNotExist), "check the path"},
		"an empty file":                 {text(t, ""), schema, "no tables of Reprise"},
		"another program's database":    {file(t, "CREATE TABLE users (id)", "INSERT INTO users VALUES (1)"), schema, "no tables of Reprise"},
		"another program's, in WAL":     {file(t, "PRAGMA journal_mode = WAL", "CREATE TABLE users (id)"), schema, "no tables of Reprise"},
		"another prefix":                {renamed(t), schema, `with the prefix "reprise_"`},
		"an unreleased build's":         {made(t, "UPDATE reprise_meta SET schema_version = 2, compatible_from = 2"), schema, "remove the file"},
		"an earlier one's":              {made(t, "ALTER TABLE reprise_meta RENAME COLUMN schema_version TO version"), schema, "choose another Options.Prefix"},
		"a newer store":                 {made(t, "UPDATE reprise_meta SET schema_version = 7, compatible_from = 4"), schema, "update this program"},
		"a newer store that died":       {died(t, "UPDATE reprise_meta SET schema_version = 7, compatible_from = 4"), schema, "update this program"},
		"a link to one that died":       {linked(t, died(t, "UPDATE reprise_meta SET schema_version = 7, compatible_from = 4")), schema, "update this program"},
		"not a database":                {text(t, strings.Repeat("hello, world ", 100)), is(sqlite.ErrNotDatabase), "another path"},
		"a directory":                   {t.TempDir(), is(sqlite.ErrCannotOpen), "is a file"},
		"a locked file":                 {locked(t), is(sqlite.ErrLocked), "close that program"},
	} {
		t.Run(name, func(t *testing.T) {
			beside := c.path
			if _, err := os.Stat(filepath.Dir(c.path)); err != nil {
				beside = filepath.Dir(c.path)
			} else if resolved, err := filepath.EvalSymlinks(c.path); err == nil {
				beside = resolved
			}
			before := directory(t, beside)
			_, err := sqlite.Open(context.Background(), c.path, sqlite.Options{Existing: true, BusyTimeout: time.Millisecond, Logger: quiet()})
			if err == nil || !c.kind(err) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.path) {
				t.Fatalf("it is opened, or refused with %v; want it to say %q of %s", err, c.says, c.path)
			}
			after := directory(t, beside)
			for name := range after {
				if _, ok := before[name]; !ok {
					t.Errorf("there is a new file %s", name)
				}
			}
			for name, b := range before {
				if after[name] != b {
					t.Errorf("%s has changed", name)
				}
			}
		})
	}
}

func renamed(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	if err := open(t, path, sqlite.Options{Prefix: "other_"}).Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// linked returns a symbolic link to path, in another directory.
func linked(t *testing.T, path string) string {
	t.Helper()
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	return link
}

func TestAVisitorIsWelcomeInAStore(t *testing.T) {
	for name, path := range map[string]string{
		"closed": made(t), "died": died(t), "newer and compatible": made(t, "UPDATE reprise_meta SET schema_version = 7"),
	} {
		t.Run(name, func(t *testing.T) {
			works(t, open(t, path, sqlite.Options{Existing: true}))
		})
	}
	t.Run("at work", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "store.db")
		st := open(t, path, sqlite.Options{})
		join(t, st)
		works(t, open(t, path, sqlite.Options{Existing: true}))
	})
}
