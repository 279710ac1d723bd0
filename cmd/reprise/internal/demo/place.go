package demo

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// namespace is that of all runs of a demo.
const namespace = "default"

// openOwn opens a database for a demo to write into. What stands in a file already was put
// there by a demo or else by somebody who would not want one: a file that is not blank is
// opened as a visitor does, who makes no tables.
func openOwn(ctx context.Context, path string, o sqlite.Options) (*sqlite.Store, error) {
	fresh, err := blank(path)
	if err != nil {
		return nil, &unopenedError{err}
	}
	o.Existing = !fresh
	db, err := sqlite.Open(ctx, path, o)
	if err != nil {
		return nil, &unopenedError{err}
	}
	return db, nil
}

// headerBytes is as much of a SQLite file as tells its length: in pages, as a number of
// four bytes at its end.
const headerBytes = 32

// blank reports whether there is nothing in a file, or as little as a process leaves that
// was killed when it had begun to make the tables: a first page, which says that it is the
// only one, and no log.
func blank(path string) (bool, error) {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return false, nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // read only: nothing to lose
	header := make([]byte, headerBytes)
	switch n, err := io.ReadFull(f, header); {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return n == 0, nil
	case err != nil:
		return false, err
	}
	const magic = "SQLite format 3\x00"
	return string(header[:len(magic)]) == magic && binary.BigEndian.Uint32(header[headerBytes-4:]) == 1, nil
}

// stranger names a run of the database, of any namespace, that is none of ours; it is
// empty if there is none.
func stranger(ctx context.Context, db database, ours func(store.Run) bool) (name string, err error) {
	found := errors.New("found")
	err = db.Scan(ctx, func(run store.Run, _ store.Pending, _ iter.Seq[store.Row]) error {
		if ours(run) {
			return nil
		}
		name = fmt.Sprintf("%s of workflow %s in namespace %s", run.WorkflowID, run.Workflow, run.Namespace)
		return found
	})
	if errors.Is(err, found) {
		err = nil
	}
	return name, err
}
