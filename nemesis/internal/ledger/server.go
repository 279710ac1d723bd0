package ledger

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Server takes notes.
type Server struct {
	listen net.Listener
	open   sync.WaitGroup

	mu      sync.Mutex
	entries []Entry
	conns   map[net.Conn]bool
	closed  bool
}

// Listen starts a server on a free port of the loopback.
func Listen() (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	s := &Server{listen: l, conns: map[net.Conn]bool{}}
	s.open.Add(1)
	go s.accept()
	return s, nil
}

// Addr is where the server listens.
func (s *Server) Addr() string { return s.listen.Addr().String() }

// Close ends the server and every connection, and waits for them.
func (s *Server) Close() error {
	err := s.listen.Close()
	s.mu.Lock()
	s.closed = true
	for c := range s.conns {
		_ = c.Close() // who is at the other end is gone or about to be
	}
	s.mu.Unlock()
	s.open.Wait()
	return err
}

// Since returns the entries after the first n; what it returns does not change.
func (s *Server) Since(n int) []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entries[n:len(s.entries):len(s.entries)]
}

// Write writes the ledger, one JSON object a line.
func (s *Server) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	for _, e := range s.Since(0) {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (s *Server) accept() {
	defer s.open.Done()
	for {
		c, err := s.listen.Accept()
		if err != nil {
			return // closed
		}
		if !s.admit(c) {
			_ = c.Close() // too late
			return
		}
		s.open.Add(1)
		go s.serve(c)
	}
}

func (s *Server) admit(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.conns[c] = true
	}
	return !s.closed
}

// serve answers each note with a byte.
func (s *Server) serve(c net.Conn) {
	defer s.open.Done()
	defer func() {
		s.mu.Lock()
		delete(s.conns, c)
		s.mu.Unlock()
		_ = c.Close() // nothing is buffered
	}()
	in := json.NewDecoder(c)
	for {
		var e Entry
		if err := in.Decode(&e); err != nil {
			return // its process is gone
		}
		s.take(e)
		if _, err := c.Write([]byte{1}); err != nil {
			return
		}
	}
}

func (s *Server) take(e Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.N, e.At = len(s.entries)+1, time.Now().UTC()
	s.entries = append(s.entries, e)
}
