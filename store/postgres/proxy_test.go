package postgres

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy stands between a store and its server and reads along. Armed, it does
// something to the next statements that end in a COMMIT.
type proxy struct {
	server string
	listen net.Listener
	met    chan *session // the session whose COMMIT met the fault

	trips   atomic.Int64 // how often a client waited for the server
	commits atomic.Int64

	mu    sync.Mutex
	fault fault
}

// fault is what becomes of statements that end in a COMMIT. The client's connection is
// cut in any case.
type fault int

const (
	pass     fault = iota
	cutFirst       // they never reach the server
	cutReply       // the server carries them out, its answer is lost
	holdBack       // they are held back until the test lets them go
)

func newProxy(t *testing.T, server string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{server: server, listen: l, met: make(chan *session, 1)}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.serve(client) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		wg.Wait()
	})
	return p
}

// url is that of the server, by way of the proxy.
func (p *proxy) url(server string) string {
	return strings.Replace(server, p.server, p.listen.Addr().String(), 1)
}

func (p *proxy) arm(f fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = f
}

func (p *proxy) disarm() fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.fault
	p.fault = pass
	return f
}

// session is one connection through the proxy.
type session struct {
	client, server net.Conn
	let            chan struct{} // closed: let it go
	done           chan struct{} // closed: the server has answered
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		return
	}
	defer server.Close()
	s := &session{client: client, server: server, let: make(chan struct{}), done: make(chan struct{})}
	answers := make(chan bool) // whether to pass on
	var wg sync.WaitGroup
	wg.Go(func() { s.answer(answers) })
	defer wg.Wait()
	defer server.Close()
	in := bufio.NewReader(client)
	commits := make(map[string]bool)
	for first := true; ; first = false {
		piece, committing, err := readPiece(in, first, commits)
		if err != nil {
			return
		}
		p.trips.Add(1)
		f := pass
		if committing {
			p.commits.Add(1)
			f = p.disarm()
		}
		if f == pass {
			if _, err := server.Write(piece); err != nil {
				return
			}
			continue
		}
		close(answers) // nothing goes to the client any more
		switch f {
		case cutFirst:
			p.met <- s
		case cutReply:
			if _, err := server.Write(piece); err == nil {
				<-s.done
			}
			p.met <- s
		case holdBack:
			_ = client.Close()
			p.met <- s
			<-s.let
			if _, err := server.Write(piece); err == nil {
				<-s.done
			}
		}
		return
	}
}

// answer passes on what the server says until the channel is closed; then it waits for
// the end of one answer, which is that to the COMMIT.
func (s *session) answer(on <-chan bool) {
	defer close(s.done)
	in := bufio.NewReader(s.server)
	for {
		kind, message, err := readMessage(in, false)
		if err != nil {
			_ = s.client.Close() // as the server has closed
			return
		}
		select {
		case <-on:
			if kind == 'Z' {
				return
			}
		default:
			if _, err := s.client.Write(message); err != nil {
				continue // it is the server that ends this
			}
		}
	}
}

// finish lets go what was held back and waits until the server has dealt with it.
func (s *session) finish() {
	close(s.let)
	<-s.done
}

// readMessage reads one message of the protocol; the first of a client has no kind.
func readMessage(in *bufio.Reader, first bool) (kind byte, message []byte, err error) {
	var head [5]byte
	from := 0
	if first {
		from = 1
	}
	if _, err := io.ReadFull(in, head[from:]); err != nil {
		return 0, nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(head[1:])-4)
	_, err = io.ReadFull(in, body)
	return head[0], append(head[from:], body...), err
}

// readPiece reads what a client says up to a point where the server answers, and tells
// whether it holds a COMMIT. commits are the prepared statements that are one.
func readPiece(in *bufio.Reader, first bool, commits map[string]bool) (piece []byte, committing bool, err error) {
	for {
		kind, message, err := readMessage(in, first)
		if err != nil {
			return nil, false, err
		}
		piece = append(piece, message...)
		texts := bytes.SplitN(message[min(5, len(message)):], []byte{0}, 3)
		switch kind {
		case 'P': // parse: name, text
			commits[string(texts[0])] = string(texts[1]) == sqlCommit
		case 'B': // bind: portal, name
			committing = committing || commits[string(texts[1])]
		}
		if first || kind == 'S' || kind == 'Q' || kind == 'X' || kind == 'p' {
			return piece, committing, nil
		}
	}
}
