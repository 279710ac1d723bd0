package sqlite

import "github.com/reprise-run/reprise/store/sqlite/internal/lib"

// conn is a connection to the store's file, with the queries of this package. The rules of
// package lib apply: one goroutine at a time, and errors are sticky.
type conn struct{ *lib.Conn }

// dial opens the file. The caller closes the connection.
func (s *Store) dial(create bool) (*conn, error) {
	c, err := lib.Open(s.path, lib.Options{Prefix: s.prefix, Create: create, Busy: s.busy})
	if err != nil {
		return nil, err
	}
	return &conn{c}, nil
}
