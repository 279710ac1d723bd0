package lib

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

func openHere(t *testing.T, path string) *Conn {
	t.Helper()
	c, err := Open(path, Options{Prefix: "p_", Create: true, Busy: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func fresh(t *testing.T) *Conn {
	t.Helper()
	c := openHere(t, filepath.Join(t.TempDir(), "some.db"))
	c.Script("CREATE TABLE ~row (id INTEGER PRIMARY KEY, v ANY)")
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

// A bound value is read back as documented. A nil, the zero id and the zero time are bound
// as NULL.
func TestValuesAreReadAsTheyWereBound(t *testing.T) {
	c := fresh(t)
	id := uuid.New()
	at := time.Date(2026, 3, 1, 12, 0, 0, 123_456_000, time.UTC)
	for name, v := range map[string]struct {
		bound any
		null  bool
		same  func(q *Rows) bool
	}{
		"int64":         {int64(math.MinInt64), false, func(q *Rows) bool { return q.Int(0) == math.MinInt64 }},
		"int":           {7, false, func(q *Rows) bool { return q.Int(0) == 7 }},
		"true":          {true, false, func(q *Rows) bool { return q.Bool(0) }},
		"false":         {false, false, func(q *Rows) bool { return !q.Bool(0) }},
		"text":          {"naïve", false, func(q *Rows) bool { return q.Text(0) == "naïve" }},
		"a NUL in it":   {"a\x00b", false, func(q *Rows) bool { return q.Text(0) == "a\x00b" }},
		"no text":       {"", false, func(q *Rows) bool { return q.Text(0) == "" }},
		"bytes":         {[]byte{0, 1, 2}, false, func(q *Rows) bool { return bytes.Equal(q.Blob(0), []byte{0, 1, 2}) }},
		"no bytes":      {[]byte{}, false, func(q *Rows) bool { b := q.Blob(0); return b != nil && len(b) == 0 }},
		"a nil slice":   {[]byte(nil), true, func(q *Rows) bool { return q.Blob(0) == nil }},
		"nil":           {nil, true, func(q *Rows) bool { return q.Int(0) == 0 && q.Text(0) == "" }},
		"an id":         {id, false, func(q *Rows) bool { return q.ID(0) == id }},
		"the zero id":   {uuid.Nil, true, func(q *Rows) bool { return q.ID(0) == uuid.Nil }},
		"zeros":         {[16]byte{}, false, func(q *Rows) bool { return len(q.Blob(0)) == 16 && q.ID(0) == uuid.Nil }},
		"no id":         {[]byte("short"), false, func(q *Rows) bool { return q.ID(0) == uuid.Nil }},
		"a time":        {at, false, func(q *Rows) bool { return q.Time(0).Equal(at) && q.Int(0) == at.UnixMicro() }},
		"the zero time": {time.Time{}, true, func(q *Rows) bool { return q.Time(0).IsZero() }},
	} {
		q := c.Query("SELECT ?1", v.bound)
		if !q.Next() {
			t.Fatalf("%s: no row: %v", name, c.Err())
		}
		if q.Null(0) != v.null || !v.same(&q) {
			t.Errorf("%s: NULL %v, number %d, text %q", name, q.Null(0), q.Int(0), q.Text(0))
		}
		q.End()
	}
}

// After a statement has failed, those that follow do nothing, until the error is asked for.
func TestAnErrorStays(t *testing.T) {
	c := fresh(t)
	if err := c.Begin(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	c.Exec("INSERT INTO ~row VALUES (1, 'one')")
	if n := c.Exec("INSERT INTO ~row VALUES (1, 'again')"); n != 0 || CodeOf(c.Err()) != Constraint {
		t.Fatalf("%d rows, %v", n, c.Err())
	}
	first := c.Err()
	n := c.Exec("INSERT INTO ~row VALUES (2, 'two')")
	c.Script("INSERT INTO ~row VALUES (3, 'three')")
	if q := c.Query("SELECT id FROM ~row"); n != 0 || q.Next() || c.Number("SELECT count(*) FROM ~row") != 0 || c.Params("SELECT ?1") != 0 {
		t.Error("something was executed after an error")
	}
	if c.Fail(errors.New("a later one")); c.Err() != first {
		t.Errorf("it is now %v", c.Err())
	}
	if err := c.Clear(); err != first || c.Err() != nil {
		t.Errorf("%v, and then %v", err, c.Err())
	}
	if n := c.Number("SELECT count(*) FROM ~row"); n != 1 {
		t.Errorf("%d rows after the error, want the one before it", n)
	}
	if c.Fail(first); c.Exec("INSERT INTO ~row VALUES (4, 'four')") != 0 {
		t.Error("something was executed after Fail")
	}
	c.Rollback()
	if n := c.Number("SELECT count(*) FROM ~row"); n != 0 || c.Err() != nil {
		t.Errorf("%d rows after a rollback, %v", n, c.Err())
	}
}

func TestMistakesAreRefused(t *testing.T) {
	c := fresh(t)
	q := c.Query("SELECT 1 UNION ALL SELECT 2")
	if !q.Next() {
		t.Fatal(c.Err())
	}
	if c.Exec("INSERT INTO ~row VALUES (1, 'one')"); c.Clear() == nil {
		t.Error("a statement within a query is executed")
	}
	q.End()
	q.End()
	if c.Exec("INSERT INTO ~row VALUES (?1, 'one')", 1, 2); c.Clear() == nil {
		t.Error("an argument too many is taken")
	}
	if c.Exec("INSERT INTO ~row VALUES (1, ?1)", struct{}{}); CodeOf(c.Clear()) != Mismatch {
		t.Error("a value of no known type is taken")
	}
	if n := c.Number("SELECT count(*) FROM ~row"); n != 0 {
		t.Errorf("%d rows are there", n)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none", "some.db"), Options{Create: true}); CodeOf(err) != CantOpen {
		t.Errorf("a file where no directory is: %v", err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "some.db"), Options{}); CodeOf(err) != CantOpen {
		t.Errorf("a file that is not to be made: %v", err)
	}
}

// Arguments are copied when a statement is executed. What is read is a copy, too, whether or
// not it fits the memory that a connection keeps.
func TestBytesAreTheirOwners(t *testing.T) {
	c := fresh(t)
	for _, size := range []int{1, arenaSize - 1, arenaSize, arenaSize + 1, 3 * arenaSize} {
		a, b := bytes.Repeat([]byte("a"), size), bytes.Repeat([]byte("b"), size)
		for i, v := range [][]byte{a, b} {
			c.Exec("INSERT INTO ~row VALUES (?1, ?2)", i, v)
		}
		c.Exec("INSERT INTO ~row VALUES (2, ?1 || ?2 || ?3)", string(a), string(b), string(a)) // three arguments in one statement
		clear(a)
		clear(b)
		var all [][]byte
		q := c.Query("SELECT v FROM ~row ORDER BY id")
		for q.Next() {
			all = append(all, q.Blob(0))
		}
		c.Exec("DELETE FROM ~row")
		if err := c.Err(); err != nil {
			t.Fatal(err)
		}
		as, bs := strings.Repeat("a", size), strings.Repeat("b", size)
		for i, want := range []string{as, bs, as + bs + as} {
			if string(all[i]) != want {
				t.Errorf("%d bytes: row %d differs", size, i)
			}
		}
	}
}

// A transaction counts its own changes, and its end undoes or keeps them.
func TestTransactions(t *testing.T) {
	c := fresh(t)
	insert := func(id int) { c.Exec("INSERT INTO ~row VALUES (?1, 'x')", id) }
	insert(1)
	for round := range 2 {
		if err := c.Begin(t.Context(), time.Minute); err != nil {
			t.Fatal(err)
		}
		if c.Changed() != 0 {
			t.Errorf("round %d begins with %d changes", round, c.Changed())
		}
		insert(2)
		insert(3)
		if c.Changed() != 2 || c.Inserted() != 3 {
			t.Errorf("%d changes, the last one of row %d", c.Changed(), c.Inserted())
		}
		if round == 0 {
			c.Rollback()
		} else if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
		if n := c.Number("SELECT count(*) FROM ~row"); n != int64(1+2*round) {
			t.Errorf("%d rows after round %d", n, round)
		}
	}
}

// A wait for the lock of another connection ends with its context.
func TestAWaitForALockEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "some.db")
	holder, c := openHere(t, path), openHere(t, path)
	if err := holder.Begin(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := c.Begin(t.Context(), time.Millisecond); !IsBusy(err) {
		t.Errorf("a wait that is over: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := c.Begin(ctx, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait of somebody who has left: %v", err)
	}
	holder.Rollback()
	if err := c.Begin(t.Context(), time.Minute); err != nil {
		t.Error(err)
	}
}

func TestALongStatementIsStopped(t *testing.T) {
	c := fresh(t)
	asked := 0
	c.StopWhen(func() bool { asked++; return asked == 20 })
	c.Number("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
	if err := c.Clear(); CodeOf(err) != Interrupt || asked != 20 {
		t.Errorf("%v, after %d looks", err, asked)
	}
	if c.Number("SELECT 1") != 1 {
		t.Error("the next statement is stopped, too")
	}
}

// The number of pages in the WAL is reported after each commit, and a checkpoint moves them.
func TestTheWALIsCountedAndMoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "some.db")
	c := openHere(t, path)
	c.Script("PRAGMA journal_mode = WAL; CREATE TABLE ~row (id INTEGER PRIMARY KEY, v ANY)")
	c.CountFrames()
	c.Exec("INSERT INTO ~row VALUES (1, ?1)", make([]byte, 1<<20))
	n := c.WALFrames()
	if err := c.Err(); err != nil || n < 200 {
		t.Errorf("%d pages for a row of 1 MiB, %v", n, err)
	}
	if frames, done, err := c.Checkpoint(Passive); err != nil || frames != n || done != n {
		t.Errorf("%d of %d pages are moved, want %d: %v", done, frames, n, err)
	}
	if _, _, err := c.Checkpoint(Truncate); err != nil {
		t.Error(err)
	}
	if fi, err := os.Stat(path + "-wal"); err != nil || fi.Size() != 0 {
		t.Errorf("the WAL is still there: %v, %v", fi, err)
	}
}

// The library is tested with one version of modernc.org/libc; with another version it may
// misbehave in any way.
func TestTheLibcIsTheOneTheLibraryAsksFor(t *testing.T) {
	ask := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("go", append([]string{"list", "-m", "-f"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	ours := ask("{{.Version}}", "modernc.org/libc")
	mod, err := os.ReadFile(ask("{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`modernc\.org/libc (v\S+)`).FindSubmatch(mod)
	if asked == nil || string(asked[1]) != ours {
		t.Errorf("go.mod has modernc.org/libc %s, but modernc.org/sqlite asks for %s: require that one", ours, asked)
	}
}
