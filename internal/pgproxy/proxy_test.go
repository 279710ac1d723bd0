package pgproxy_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/internal/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a server with a table, reached by a proxy.
func bench(t *testing.T) (p *pgproxy.Proxy, direct *pgx.Conn, dial func() (*pgx.Conn, error)) {
	t.Helper()
	server := pgtest.Shared(t)
	p, err := pgproxy.Listen(server.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	direct, err = pgx.Connect(t.Context(), server.TCP("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = direct.Close(context.Background()) }) // the server goes anyway
	if _, err := direct.Exec(t.Context(), "DROP TABLE IF EXISTS note; CREATE TABLE note (n int)"); err != nil {
		t.Fatal(err)
	}
	url := strings.Replace(server.TCP("postgres"), server.Addr(), p.Addr(), 1)
	return p, direct, func() (*pgx.Conn, error) { return pgx.Connect(t.Context(), url) }
}

// insert adds a row in a transaction, through the proxy.
func insert(t *testing.T, dial func() (*pgx.Conn, error)) error {
	t.Helper()
	c, err := dial()
	if err != nil {
		return err
	}
	defer c.Close(context.Background())
	tx, err := c.Begin(t.Context())
	if err != nil {
		return err
	}
	if _, err := tx.Exec(t.Context(), "INSERT INTO note VALUES (1)"); err != nil {
		return err
	}
	return tx.Commit(t.Context())
}

func count(t *testing.T, c *pgx.Conn) (n int) {
	t.Helper()
	if err := c.QueryRow(t.Context(), "SELECT count(*) FROM note").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWhatBecomesOfACommit(t *testing.T) {
	p, direct, dial := bench(t)
	for _, c := range []struct {
		name  string
		fault pgproxy.Fault
		lands int
	}{
		{"none", 0, 1},
		{"the request is lost", pgproxy.DropRequest, 0},
		{"the answer is lost", pgproxy.DropReply, 1},
		{"it lands later", pgproxy.Hold, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := count(t, direct)
			if c.fault != 0 {
				p.Arm(c.fault, time.Millisecond)
			}
			if err := insert(t, dial); (err == nil) != (c.fault == 0) {
				t.Errorf("the client got %v", err)
			}
			for count(t, direct) != before+c.lands {
				if t.Context().Err() != nil {
					t.Fatal("it never lands")
				}
			}
		})
	}
	if p.Met() != 3 {
		t.Errorf("%d commits met a fault, want 3", p.Met())
	}
}

// A test can have what is held back land when it wants it to.
func TestWhatIsHeldBackLandsWhenItIsFinished(t *testing.T) {
	p, direct, dial := bench(t)
	held, other := p.Arm(pgproxy.Hold, time.Hour), p.Arm(pgproxy.DropRequest, 0)
	if err := insert(t, dial); err == nil {
		t.Error("the client was answered")
	}
	if n := count(t, direct); n != 0 {
		t.Errorf("%d rows are there while it is held back", n)
	}
	for range 2 { // the second time there is nothing left to do
		if met := held.Finish(); !met || count(t, direct) != 1 {
			t.Errorf("afterwards the table has %d rows, want 1; a COMMIT has met the fault: %v", count(t, direct), met)
		}
	}
	if other.Finish() {
		t.Error("a fault is said to have met a COMMIT, and there was none")
	}
	if err := insert(t, dial); err != nil {
		t.Errorf("a fault that was finished is still armed: %v", err)
	}
	if _, commits := p.Count(); commits != 2 {
		t.Errorf("%d commits were counted, want 2", commits)
	}
}

func TestASilentLineDeliversWhenItIsOver(t *testing.T) {
	p, direct, dial := bench(t)
	c, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	p.Silence(true)
	done := make(chan error)
	go func() {
		_, err := c.Exec(t.Context(), "INSERT INTO note VALUES (1)")
		done <- err
	}()
	if n := count(t, direct); n != 0 {
		t.Errorf("%d rows came through", n)
	}
	select {
	case err := <-done:
		t.Errorf("the client was answered: %v", err)
	default:
	}
	p.Heal()
	if err := <-done; err != nil || count(t, direct) != 1 {
		t.Errorf("after it the client has %v and the table %d rows", err, count(t, direct))
	}
	if err := c.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestCutAndRefuse(t *testing.T) {
	p, _, dial := bench(t)
	c, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	p.Cut()
	if err := c.Ping(t.Context()); err == nil {
		t.Error("a connection outlived the cut")
	}
	p.Refuse(true)
	if err := insert(t, dial); err == nil {
		t.Error("a connection was made while they are refused")
	}
	p.Heal()
	if err := insert(t, dial); err != nil {
		t.Errorf("after it: %v", err)
	}
}
