package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// hint is what this Store believes about a run it gave to an owner. It saves the look
// at the run before the compare-and-set of a commit, which checks every word of it: a
// hint may be wrong, then the commit takes the long way.
type hint struct {
	run   int64
	in    string // its namespace
	gen   int64
	owner store.WorkerID
	token store.Token // of the last commit; what laden says is of the run as that left it
	laden bool        // timers or activities may hang on it
	size  size        // of its history, at most
}

const maxHints = 100_000

func (s *Store) hint(id store.RunID, h hint) {
	if len(s.hints) >= maxHints {
		clear(s.hints)
	}
	s.hints[id] = &h
}

// accepted has the store remember what is in the inbox of r now.
func (s *Store) accepted(r *row) {
	if h, ok := s.hints[r.id]; ok {
		h.gen = r.gen
	}
}

// The compare-and-set of the hot path. Neither fits where the run has anything to be
// absolved of, because then more than this row changes, nor the second one where anything
// lies in its inbox. Both ask for the last commit, for what hangs on the run, and how large its
// history is, is not in its row.
const (
	sqlKeep = `UPDATE ~run SET next_seq = ?1, last_commit = ?2, level = ?3, build = ?4, waiting = NULL, closing = 0
		WHERE run = ?5 AND run_id = ?6 AND epoch = ?7 AND next_seq = ?8 AND status = 1 AND gen = ?9 AND owner IS ?10
		AND last_commit = ?11 AND (?12 OR (deaths = 0 AND block_count = 0))`
	sqlCloseHeld = `UPDATE ~run SET next_seq = ?1, last_commit = ?2, level = ?3, build = ?4, status = ?5, closed_at = ?6, undelivered = ?7,
		waiting = NULL, closing = 0, owner = NULL
		WHERE run = ?8 AND run_id = ?9 AND epoch = ?10 AND next_seq = ?11 AND status = 1 AND gen = ?12 AND owner IS ?13
		AND last_commit = ?14 AND entries = 0 AND deaths = 0 AND block_count = 0`
)

// appendHeld carries out a commit by what is believed of its run, or says that it cannot.
func (x *tx) appendHeld(o *store.Commit) (out store.Outcome, ok bool) {
	h := x.s.hints[o.Run]
	switch {
	case h == nil:
		return out, false
	case o.Then == store.Keep && len(o.Take) == 0:
		ok = x.exec(sqlKeep, after(o), o.Token, o.Level, o.Build, h.run, o.Run, o.Epoch, o.Seq, h.gen, h.owner, stored(h.token), !o.Absolve) == 1
	case o.Then == store.Close:
		ok = x.exec(sqlCloseHeld, after(o), o.Token, o.Level, o.Build, int(o.Status), x.us, o.Undelivered,
			h.run, o.Run, o.Epoch, o.Seq, h.gen, h.owner, stored(h.token)) == 1
	}
	if !ok {
		return out, false
	}
	h.token, h.laden, h.size = o.Token, h.laden || loads(o), h.size.with(o.Rows)
	x.hang(o, h.run)
	out = store.Outcome{Run: o.Run, Owner: h.owner, Gen: h.gen}
	if o.Then == store.Close {
		x.ends(h.run, h.in, h.size)
		r := row{run: h.run, id: o.Run, dispatched: h.owner != uuid.Nil}
		x.clearAway(&r, h.laden)
		out.Owner = r.owner
	}
	return out, true
}

// loads says whether o makes anything hang on its run.
func loads(o *store.Commit) bool { return len(o.StartTimers)+len(o.Schedule) > 0 }
