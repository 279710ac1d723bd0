package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// A run that a worker owns is mostly asked for again: its next commit comes. So the store keeps
// such runs as it has written them, and need not load them. What is kept holds as long as
// nobody else has written to the file, which SQLite's data_version tells, and no transaction
// of this store's has failed.

const maxKept = 20_000 // about 20 MB

// nothingKept is no data_version: what is kept does not hold.
const nothingKept = -1

// check forgets what is kept if somebody else has written since, and until the transaction has
// ended well nobody can go by it. It returns the version for that.
func (x *tx) check() (version int64) {
	version = x.Number(sqlDataVersion)
	if version != x.s.keptAt {
		clear(x.s.kept)
	}
	x.s.keptAt = nothingKept
	return version
}

// find is the run that ref names: as it is kept, or loaded.
func (x *tx) find(ref store.Ref) *run {
	if r := x.s.kept[ref.Run]; r != nil {
		return r
	}
	return find(x.session(), ref)
}

// save writes what ops have changed of r, and keeps it.
func (x *tx) save(r *run) error {
	err := save(x.session(), r, x.now)
	x.keep(r)
	return err
}

// put is save of a run to which nothing is added that could be there already.
func (x *tx) put(r *run) { _ = x.save(r) }

// keep keeps r as it has been written: its columns and its dispatch row.
func (x *tx) keep(r *run) {
	if r.Owner == uuid.Nil || r.Status.Closed() {
		delete(x.s.kept, r.ID)
		return
	}
	if len(x.s.kept) >= maxKept {
		clear(x.s.kept)
	}
	b := r.Inbox
	r.Inbox = rules.Inbox{Gen: b.Gen, Entries: b.Entries, Unread: b.Unread}
	r.Timers, r.Tasks, r.Tokens, r.Diff = rules.Timers{}, rules.Tasks{}, nil, rules.Diff{}
	r.laden = b.Entries > 0
	x.s.kept[r.ID] = r
}
