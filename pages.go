package reprise

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// A history is read in pages, and while one is taken in the next one is on its way: a
// database on another core or machine makes it in the meantime. Two pages are held at most.
const (
	pageRows  = 1000
	pageBytes = 2 << 20
)

// page is what the store has answered. It does so on a goroutine of its own, and what it
// does there besides is to come out where it would have without.
type page struct {
	rows     []store.Row
	err      error
	panicked string // with where
}

// after is the seq behind the page.
func (p *page) after() int64 {
	last := p.rows[len(p.rows)-1]
	return last.Seq + int64(last.N)
}

// errStoreExited: a store of a test gave up the test.
var errStoreExited = errors.New("the store has called runtime.Goexit")

// storedRows are the rows of a run, read until a page is empty, or without that look where
// it is known that the history ends before next. Who stops early has the page that is on its
// way broken off, as far as the store heeds that, and waits: no read outlives who asked for it.
func (rt *Runtime) storedRows(ctx context.Context, id store.RunID, next int64) historyRows {
	return func(yield func(history.EncodedRow, error) bool) {
		if next == 1 {
			return
		}
		ctx, stop := context.WithCancel(ctx)
		ahead := make(chan page, 1)
		asked := false
		defer func() {
			stop()
			if asked {
				<-ahead
			}
		}()
		fetch := func(seq int64) page {
			rows, err := rt.store.History(ctx, store.HistoryQuery{Run: id, From: seq, MaxRows: pageRows, MaxBytes: pageBytes})
			return page{rows: rows, err: err}
		}
		seq := int64(1)
		for p := fetch(seq); ; p = <-ahead {
			asked = false
			if p.panicked != "" {
				panic(p.panicked)
			}
			if p.err != nil {
				yield(history.EncodedRow{}, p.err)
				return
			}
			if len(p.rows) == 0 {
				return
			}
			if end := p.after(); next == 0 || end < next {
				asked = true
				go func() {
					p := page{err: errStoreExited}
					defer func() {
						if v := recover(); v != nil {
							p.panicked = fmt.Sprintf("%v\n%s", v, debug.Stack())
						}
						ahead <- p
					}()
					p = fetch(end)
				}()
				runtime.Gosched() // so that it has asked before this goroutine is busy
			}
			for _, row := range p.rows {
				err := follows(row, seq)
				if !yield(history.EncodedRow{N: row.N, Data: row.Data}, err) || err != nil {
					return
				}
				seq += int64(row.N)
			}
			if !asked {
				return
			}
		}
	}
}

// follows says whether a row is the one that begins at seq.
func follows(row store.Row, seq int64) error {
	switch {
	case row.Seq != seq:
		return &history.CorruptError{Seq: seq, Why: fmt.Sprintf("a row is missing: the next one begins at event %d", row.Seq)}
	case row.N < 1:
		return &history.CorruptError{Seq: seq, Why: fmt.Sprintf("the row says it holds %d events", row.N)}
	}
	return nil
}
