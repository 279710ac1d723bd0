package sqlite

import (
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlInbox = "SELECT ord, id, kind, ref, at, data FROM ~inbox WHERE run = ?1 ORDER BY ord"

	sqlUnreadBytes = "SELECT coalesce(sum(length(i.data)), 0) FROM ~inbox i WHERE i.run = ?1 AND i.kind IN (1, 2, 6, 7, 8)"
	// Whether an inbox is full, for statements that do not load the run; the numbers are checked below.
	sqlFull = `(r.unread >= 2000 OR r.unread >= 16 AND
		(SELECT sum(length(i.data)) FROM ~inbox i WHERE i.run = r.run AND i.kind IN (1, 2, 6, 7, 8)) >= 67108864)`
)

// The numbers above cannot be built from constants; these lines do not compile unless they agree.
var (
	_ [store.MaxUnread - 2000]struct{}
	_ [2000 - store.MaxUnread]struct{}
	_ [store.FewUnread - 16]struct{}
	_ [16 - store.FewUnread]struct{}
	_ [store.MaxUnreadBytes - 67108864]struct{}
	_ [67108864 - store.MaxUnreadBytes]struct{}
)

func showEntry(q *lib.Rows) store.Entry {
	return store.Entry{
		Order: q.Int(0), ID: q.Text(1), Kind: store.EntryKind(q.Int(2)), Ref: q.Int(3), At: q.Time(4), Data: q.Blob(5),
	}
}

// inbox returns the entries of an inbox.
func (c *conn) inbox(number int64) []store.Entry {
	var es []store.Entry
	for q := c.Query(sqlInbox, number); q.Next(); {
		es = append(es, showEntry(&q))
	}
	return es
}

// A run with entries has a dispatch row; sweep finds one that does not.
const sqlLost = `SELECT DISTINCT i.run FROM ~inbox i JOIN ~run r ON r.run = i.run
	WHERE r.status = 1 AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run = i.run)`

func (x *tx) sweep() store.Outcome {
	lost := x.numbers(sqlLost)
	for _, number := range lost {
		if r := load(x.session(), sqlLoadByNumber, number); r != nil {
			rules.Found(&r.Run, x.now)
			x.put(r)
		}
	}
	return store.Outcome{Count: len(lost)}
}

// numbers returns the first column of every row.
func (c *conn) numbers(sql string, args ...any) []int64 {
	var all []int64
	for q := c.Query(sql, args...); q.Next(); {
		all = append(all, q.Int(0))
	}
	return all
}

// texts returns the first column of every row.
func texts(c *conn, sql string, args ...any) []string {
	var all []string
	for q := c.Query(sql, args...); q.Next(); {
		all = append(all, q.Text(0))
	}
	return all
}
