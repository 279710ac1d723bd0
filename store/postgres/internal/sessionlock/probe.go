package sessionlock

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// sighting is what the probe of a session lock has found.
type sighting struct {
	told    uint32   // the backend that answered when the connection was made
	served  []uint32 // the backends that executed statements since
	refused string   // why the lock could not be taken
	taken   bool
	holders []uint32 // who holds the lock, as seen by another connection
}

// moves says why the connection is no session of its own; "": it is one. A pooler answers
// a new client itself, and cannot know which backend will serve it.
func (s sighting) moves() string {
	for _, pid := range s.served {
		if pid != s.told {
			return fmt.Sprintf("the connection goes through a pooler: it names backend %d, but backend %d answers", s.told, pid)
		}
	}
	return ""
}

// doubt says why a lock cannot work; "": it can.
func (s sighting) doubt() string {
	switch why := s.moves(); {
	case why != "":
		return why
	case s.refused != "":
		return "the server refuses it: " + s.refused
	case !s.taken:
		return "another session holds the lock"
	case len(s.holders) == 0:
		return "another connection does not see the lock: it may go to another server, or the server does not support advisory locks"
	case !slices.Equal(s.holders, []uint32{s.told}):
		return fmt.Sprintf("backend %d took the lock, and another connection sees it held by %v", s.told, s.holders)
	}
	return ""
}

// probe takes the lock on conn and looks at it from another connection.
func (g *Guard) probe(ctx context.Context, conn *pgxpool.Conn, key int64) (seen sighting, err error) {
	ctx, stop := context.WithTimeout(ctx, g.cfg.Wait)
	defer stop()
	seen, err = g.backends(ctx, conn)
	if err == nil && seen.moves() == "" {
		if err = conn.QueryRow(ctx, sqlTryLock, key).Scan(&seen.taken); err == nil && seen.taken {
			seen.holders, err = g.holders(ctx, key)
		}
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) && !g.cfg.Caller.Passes(pg.Code) {
		seen.refused = pg.Message
		return seen, nil
	}
	return seen, err
}

// backends asks twice which backend serves the connection.
func (g *Guard) backends(ctx context.Context, conn *pgxpool.Conn) (seen sighting, err error) {
	seen.told = conn.Conn().PgConn().PID()
	for range 2 {
		var pid uint32
		if err := conn.QueryRow(ctx, sqlBackend).Scan(&pid); err != nil {
			return seen, err
		}
		seen.served = append(seen.served, pid)
	}
	return seen, nil
}

// holders asks on another connection who holds a lock.
func (g *Guard) holders(ctx context.Context, key int64) ([]uint32, error) {
	all, err := g.cfg.Other.Query(ctx, Holders, key)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(all, pgx.RowTo[uint32])
}

// unlock releases a lock. If that fails the connection is broken, and the lock gone.
func unlock(ctx context.Context, conn *pgxpool.Conn, key int64) {
	if _, err := conn.Exec(ctx, sqlUnlock, key); err != nil {
		_ = conn.Conn().Close(ctx)
	}
}
