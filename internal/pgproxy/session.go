package pgproxy

import (
	"bufio"
	"net"
	"sync"
	"time"
)

// linger is how long a server may take to carry out what nobody waits for any more.
const linger = 10 * time.Second

// goodbye is the message that ends a session, and with it the transaction.
var goodbye = []byte{'X', 0, 0, 0, 4}

// session is one connection through the proxy.
type session struct {
	proxy  *Proxy
	client net.Conn

	mu     sync.Mutex
	server net.Conn
	closed bool
}

// serve passes on what the client says.
func (s *session) serve() {
	defer s.proxy.all.Done()
	defer s.proxy.forget(s)
	defer s.cut()
	server, ok := s.dial()
	if !ok {
		return
	}
	answered := make(chan struct{})
	s.proxy.all.Add(1)
	go s.answer(server, answered)
	in := bufio.NewReader(s.client)
	script := &script{prepared: map[string]effect{}}
	for first := true; ; first = false {
		piece, committing, err := readPiece(in, first, script)
		if err != nil || !s.proxy.pass(time.Now()) {
			return
		}
		if first && isCancel(piece) && s.proxy.spoiling() {
			return // who has lost the line would undo by another one what is to be carried out
		}
		s.proxy.trip()
		if committing {
			if a := s.proxy.next(); a != nil {
				s.spoil(a, server, piece, answered)
				return
			}
		}
		if _, err := server.Write(piece); err != nil {
			return
		}
	}
}

// spoil carries out a fault.
func (s *session) spoil(a *Armed, server net.Conn, piece []byte, answered <-chan struct{}) {
	defer s.proxy.done(a)
	_ = s.client.Close() // from now on it hears nothing
	switch {
	case a.fault == DropRequest:
		piece = goodbye
	case a.fault == Hold && !s.proxy.wait(a.after, a.let):
		return
	}
	if err := server.SetReadDeadline(time.Now().Add(linger)); err != nil {
		return
	}
	if _, err := server.Write(piece); err != nil {
		return
	}
	<-answered
}

// said is a message of the server's, and when it came.
type said struct {
	kind    byte
	message []byte
	at      time.Time
	err     error
}

// hear reads what the server says until enough is closed. What comes while what came before is
// held up by a slow line is not held up again.
func (s *session) hear(server net.Conn, enough <-chan struct{}) <-chan said {
	all := make(chan said, 1000)
	s.proxy.all.Add(1)
	go func() {
		defer s.proxy.all.Done()
		in := bufio.NewReader(server)
		for {
			kind, message, err := readMessage(in, false)
			select {
			case all <- said{kind, message, time.Now(), err}:
			case <-enough:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return all
}

// answer passes on what the server says. When the client has gone it listens to the end
// of what the server has to say to the last that was asked.
func (s *session) answer(server net.Conn, done chan<- struct{}) {
	enough := make(chan struct{})
	defer s.proxy.all.Done()
	defer close(done)
	defer close(enough)
	gone := false
	for m := range s.hear(server, enough) {
		if m.err != nil {
			_ = s.client.Close() // as the server has
			return
		}
		if !gone {
			if !s.proxy.pass(m.at) {
				return
			}
			_, err := s.client.Write(m.message)
			gone = err != nil
		}
		if gone && m.kind == 'Z' {
			return
		}
	}
}

func (s *session) dial() (net.Conn, bool) {
	server, err := net.Dial("tcp", s.proxy.target())
	if err != nil {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		_ = server.Close() // the proxy was cut meanwhile
		return nil, false
	}
	s.server = server
	return server, true
}

// cut closes both ends.
func (s *session) cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	_ = s.client.Close()
	if s.server != nil {
		_ = s.server.Close()
	}
}
