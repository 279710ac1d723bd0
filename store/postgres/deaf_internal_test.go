package postgres

import (
	"bytes"
	"context"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// line is a connection on which a listener hears nothing more once it is lost, although it
// stays open.
type line struct {
	net.Conn
	lost    *atomic.Bool
	listens atomic.Bool
}

func (l *line) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("LISTEN")) {
		l.listens.Store(true)
	}
	return l.Conn.Write(b)
}

func (l *line) Read(b []byte) (int, error) {
	for {
		n, err := l.Conn.Read(b)
		if err != nil || !l.lost.Load() || !l.listens.Load() {
			return n, err
		}
	}
}

// onLines returns a store whose listeners go deaf when lost is set.
func onLines(t *testing.T, lost *atomic.Bool) *Store {
	t.Helper()
	lot := newLot(t)
	_, schema := lot.take(t)
	cfg := lot.pool.Config()
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &line{Conn: c, lost: lost}, nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	st, err := New(pool, Options{Schema: schema})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// The server disappears while a listener's connection stays open. Listen ends, so that the
// worker knows that it hears nothing. Once the line is good again, a new Listen hears
// wake-ups. The test takes the two seconds that the proof may take.
func TestAListenerWhoseConnectionGoesDeafNoticesIt(t *testing.T) {
	hung, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var lost atomic.Bool
	st := onLines(t, &lost)
	st.proof = 10 * time.Millisecond
	_, ended := listen(t, st, "shop", uuid.New())
	lost.Store(true)
	select {
	case err := <-ended:
		if err == nil {
			t.Error("Listen returns no error")
		}
	case <-hung.Done():
		t.Fatal("it listens on")
	}
	lost.Store(false)
	heard, _ := listen(t, st, "shop", uuid.New())
	if err := st.WakeUp(t.Context(), "shop", uuid.New(), store.WakeUp{Rows: 1}); err != nil {
		t.Fatal(err)
	}
	if h := <-heard; h.Rows != 1 {
		t.Errorf("it hears %+v", h)
	}
}

// A listener that checks its connection all the time misses no wake-up.
func TestWakeUpsAreHeardWhileAListenerProvesItself(t *testing.T) {
	hung, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var lost atomic.Bool
	st := onLines(t, &lost)
	st.proof = time.Millisecond
	heard, ended := listen(t, st, "shop", uuid.New())
	const wakeUps = 200
	var sending sync.WaitGroup
	sending.Go(func() {
		for range wakeUps {
			if err := st.WakeUp(t.Context(), "shop", uuid.New(), store.WakeUp{Rows: 1}); err != nil {
				t.Error(err)
			}
		}
	})
	for n := range wakeUps {
		select {
		case <-heard:
		case err := <-ended:
			t.Fatalf("after %d wake-ups Listen ends: %v", n, err)
		case <-hung.Done():
			t.Fatalf("%d of %d wake-ups are heard", n, wakeUps)
		}
	}
	sending.Wait()
}
