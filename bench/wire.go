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

// wire counts what goes to and fro between stores and the server.
type wire struct {
	trips   atomic.Int64
	commits atomic.Int64
}

// wiredPlace is a place whose stores are counted.
type wiredPlace struct {
	postgresPlace
	wire *wire
}

func (p wiredPlace) open(ctx context.Context) (store.Store, error) {
	cfg, err := pgxpool.ParseConfig(p.b.db)
	if err != nil {
		return nil, err
	}
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &wiredConn{Conn: conn, wire: p.wire}, nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	st, err := postgres.New(pool, p.options())
	if err != nil {
		pool.Close()
		return nil, err
	}
	return pooled{st, pool}, nil
}

// pooled is a store that closes the pool it was given.
type pooled struct {
	*postgres.Store
	pool *pgxpool.Pool
}

func (p pooled) Close() error {
	err := p.Store.Close()
	p.pool.Close()
	return err
}

// wiredConn is a connection that is counted. A round trip begins when it is written to
// after it was read from.
type wiredConn struct {
	net.Conn
	wire    *wire
	written atomic.Bool

	mu   sync.Mutex
	tail []byte // of what was read, too short to hold what is looked for
}

// idle is what the server says when it is ready for more and in no transaction: one has
// ended, whether it had a COMMIT or was one statement.
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
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tail = append(c.tail, b[:n]...)
	c.wire.commits.Add(int64(bytes.Count(c.tail, idle)))
	c.tail = append(c.tail[:0], c.tail[max(0, len(c.tail)-len(idle)+1):]...)
	return n, err
}
