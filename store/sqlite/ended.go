package sqlite

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// What ends in one transaction is noted in one row, at its end. Retention works through these
// rows, the earliest first: of a chain it goes by its last run, for a chain goes as a whole,
// and where that takes several steps, by the newest run that is left.
const (
	sqlAddEnded = `INSERT INTO ~ended (namespace, at, first, runs, rows, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT DO UPDATE SET runs = rtrim(runs, ']') || ',' || ltrim(excluded.runs, '['), rows = 0, bytes = 0`
	sqlEnded = "SELECT at, first, runs, rows, bytes FROM ~ended WHERE namespace = ?1 AND at <= ?2 AND at >= ?3 ORDER BY at, first LIMIT ?4"
	// That a row is what it was says that nobody else has removed any of its runs meanwhile.
	sqlDropEnded = "DELETE FROM ~ended WHERE namespace = ?1 AND at = ?2 AND first = ?3 AND runs = ?4"
	sqlIsEnded   = "SELECT count(*) FROM ~ended WHERE namespace = ?1 AND at = ?2 AND first = ?3 AND runs = ?4"
	sqlTrimEnded = "UPDATE ~ended SET runs = ?5 WHERE namespace = ?1 AND at = ?2 AND first = ?3 AND runs = ?4"
)

// ending is a run that ended in this transaction.
type ending struct {
	run       int64
	namespace string
	size      size
}

// size is how large a history is at most. Each has a row at least: none, and it is not known.
type size struct{ rows, bytes int }

func sizeOf(all ...store.Row) (s size) {
	for i := range all {
		s.rows++
		s.bytes += len(all[i].Data)
	}
	return s
}

// with is the size of a history once rows are appended to it.
func (s size) with(rows []store.Row) size {
	if s.rows == 0 {
		return size{}
	}
	return s.and(sizeOf(rows...))
}

func (s size) and(o size) size { return size{s.rows + o.rows, s.bytes + o.bytes} }

func (x *tx) ends(run int64, namespace string, s size) {
	x.ended = append(x.ended, ending{run, namespace, s})
}

// noteEnded notes what has ended.
func (x *tx) noteEnded() {
	slices.SortFunc(x.ended, func(a, b ending) int { return int(a.run - b.run) })
	for len(x.ended) > 0 {
		namespace := x.ended[0].namespace
		var runs []int64
		var all size
		known := true
		x.ended = slices.DeleteFunc(x.ended, func(e ending) bool {
			if e.namespace == namespace {
				runs, all, known = append(runs, e.run), all.and(e.size), known && e.size.rows > 0
			}
			return e.namespace == namespace
		})
		if !known {
			all = size{}
		}
		x.exec(sqlAddEnded, namespace, x.us, runs[0], numbered(runs), all.rows, all.bytes)
	}
}

func numbered(runs []int64) string {
	b, _ := json.Marshal(runs) // of numbers: it cannot fail
	return string(b)
}

// batch is a row of what has ended.
type batch struct {
	at    int64
	first int64
	runs  string
	size  size    // of all their histories
	left  []int64 // once some were removed
	asked bool    // some of them, at least, are to be removed
}

// batches are the rows of what ended by then, and not before from, until they hold n runs.
func (c *conn) batches(namespace string, from, by time.Time, n int) (all []batch, err error) {
	for q := c.query(sqlEnded, namespace, by, from.UnixMicro(), n); q.next(); {
		b := batch{at: q.int(0), first: q.int(1), runs: q.text(2), size: size{int(q.int(3)), int(q.int(4))}}
		if err := json.Unmarshal([]byte(b.runs), &b.left); err != nil || len(b.left) == 0 || slices.Min(b.left) < 1 {
			q.end()
			return nil, fmt.Errorf("in table %sended the row of namespace %q at %d (%s) lists no numbers of runs, but %.100q: see what db doctor says, then delete the row",
				c.prefix, namespace, b.at, time.UnixMicro(b.at).UTC().Format(time.RFC3339Nano), b.runs)
		}
		all = append(all, b)
		if n -= len(b.left); n <= 0 {
			q.end()
		}
	}
	return all, nil
}

// settle writes what is left of b.
func (x *tx) settle(o *store.Retain, b *batch) {
	switch left := numbered(b.left); {
	case !b.asked:
	case len(b.left) == 0:
		x.found(x.exec(sqlDropEnded, o.Namespace, b.at, b.first, b.runs), 1)
	case left != b.runs:
		x.found(x.exec(sqlTrimEnded, o.Namespace, b.at, b.first, b.runs, left), 1)
	default:
		x.found(x.number(sqlIsEnded, o.Namespace, b.at, b.first, b.runs), 1)
	}
}
