package ledger

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Client is a worker process's connection to the ledger. It may be used by many
// goroutines.
type Client struct {
	process string
	began   time.Time

	mu   sync.Mutex
	conn net.Conn
	out  *json.Encoder
}

// Dial connects the process with that name to the server at addr.
func Dial(addr, process string) (*Client, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	return &Client{process: process, began: time.Now(), conn: c, out: json.NewEncoder(c)}, nil
}

// Note writes an entry and returns when it is in the ledger. N, At, Process and Age are
// filled in.
func (c *Client) Note(e Entry) error {
	e.Process, e.Age = c.process, time.Since(c.began)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.out.Encode(e); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	var answer [1]byte
	if _, err := io.ReadFull(c.conn, answer[:]); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	return nil
}

// Close closes the connection.
func (c *Client) Close() error { return c.conn.Close() }
