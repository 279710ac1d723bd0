package main

import (
	"bytes"
	"context"
	"net"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
)

// wire counts the traffic between stores and the server.
type wire struct {
	trips   atomic.Int64
	commits atomic.Int64
}

// open is postgres.Open with counting connections.
func (w *wire) open(ctx context.Context, db string, o postgres.Options) (store.Store, error) {
	cfg, err := pgxpool.ParseConfig(db)
	if err != nil {
		return nil, err
	}
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &wiredConn{Conn: conn, wire: w}, nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	st, err := postgres.New(pool, o)
	if err != nil {
		pool.Close()
		return nil, err
	}
	return pooled{st, pool}, nil
}

// pooled is a store that also closes its pool.
type pooled struct {
	*postgres.Store
	pool *pgxpool.Pool
}

func (p pooled) Close() error {
	err := p.Store.Close()
	p.pool.Close()
	return err
}

// wiredConn is a counting connection. The first write after a read begins a round trip.
type wiredConn struct {
	net.Conn
	wire    *wire
	written atomic.Bool

	mu   sync.Mutex
	tail []byte // the end of what was read, one byte shorter than idle
}

// idle is the server's message that it is ready and in no transaction: one has ended,
// either by COMMIT or as a single statement.
var idle = []byte("Z\x00\x00\x00\x05I")

func (c *wiredConn) Write(b []byte) (int, error) {
	if !c.written.Swap(true) {
		c.wire.trips.Add(1)
	}
	return c.Conn.Write(b)
}

func (c *wiredConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.written.Store(false)
	c.wire.commits.Add(int64(c.ends(b[:n])))
	return n, err
}

// ends returns how many transactions end in what was read. It does not copy a large
// answer: it joins only the ends of two pieces where they meet.
func (c *wiredConn) ends(b []byte) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	short := len(idle) - 1
	seam := append(c.tail, b[:min(len(b), short)]...)
	n := bytes.Count(seam, idle) + bytes.Count(b, idle)
	if len(b) > short {
		seam = append(seam[:0], b[len(b)-short:]...)
	}
	c.tail = append(seam[:0], seam[max(0, len(seam)-short):]...)
	return n
}
