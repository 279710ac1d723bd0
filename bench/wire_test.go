package main

import (
	"net"
	"testing"
)

// A server's answer counts the same in pieces.
func TestTheWireCountsRoundTripsAndEndsOfTransactions(t *testing.T) {
	client, server := net.Pipe()
	defer server.Close()
	w := &wire{}
	c := &wiredConn{Conn: client, wire: w}
	defer c.Close()
	write := func(text string) {
		t.Helper()
		go func() { _, _ = server.Read(make([]byte, len(text))) }() // the other end of the pipe
		if _, err := c.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	read := func(text string) {
		t.Helper()
		go func() { _, _ = server.Write([]byte(text)) }()
		if _, err := c.Read(make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		do             func(string)
		text           string
		trips, commits int64
	}{
		{write, "BEGIN", 1, 0},
		{write, "INSERT", 1, 0}, // sent with it
		{read, "Z\x00\x00\x00\x05T", 1, 0},
		{write, "COMMIT", 2, 0},
		{read, "C\x00\x00\x00\x0bCOMMIT\x00Z\x00\x00", 2, 0},
		{read, "\x00\x05I", 2, 1},
		{write, "SELECT", 3, 1},
		{read, "Z\x00\x00\x00\x05IZ\x00\x00\x00\x05I", 3, 3},
		{read, "Z", 3, 3},
		{read, "\x00", 3, 3},
		{read, "\x00\x00\x05IZ\x00\x00\x00\x05", 3, 4},
		{read, "I", 3, 5},
		{read, "I", 3, 5},
	} {
		step.do(step.text)
		if trips, commits := w.trips.Load(), w.commits.Load(); trips != step.trips || commits != step.commits {
			t.Errorf("after %q: %d round trips, %d commits; want %d and %d", step.text, trips, commits, step.trips, step.commits)
		}
	}
}
