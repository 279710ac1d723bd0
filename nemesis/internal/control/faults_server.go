package control

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgproxy"
)

// killServer ends the server as kill -9 does and starts it again.
func (n *nemesis) killServer(r *rand.Rand) bool {
	if err := n.site.server.Kill(); err != nil {
		n.wrong("I16", err)
		return false
	}
	n.sleep(time.Duration(r.IntN(1000)) * time.Millisecond)
	if err := n.site.server.Restart(); err != nil {
		n.wrong("I16", err)
	}
	return true
}

// terminate ends some sessions with pg_terminate_backend.
func (n *nemesis) terminate(r *rand.Rand) bool {
	ctx, cancel := context.WithTimeout(n.ctx, time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, n.site.straight().Postgres)
	if err != nil {
		return false
	}
	defer c.Close(context.WithoutCancel(ctx))
	const some = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND random() < $1`
	_, err = c.Exec(ctx, some, 0.2+0.8*r.Float64())
	return err == nil
}

// cutLine closes every connection of one process at once, in the middle of whatever they carry.
func (n *nemesis) cutLine(r *rand.Rand) bool {
	n.line(r).Cut()
	return true
}

// spoil makes a fault happen to a COMMIT of one process or of the client.
func spoil(f pgproxy.Fault) func(*nemesis, *rand.Rand) bool {
	return func(n *nemesis, r *rand.Rand) bool {
		line := n.line(r)
		before := line.Met()
		for range 1 + r.IntN(3) {
			line.Arm(f, time.Duration(50+r.IntN(5000))*time.Millisecond)
		}
		for range 20 { // a process may be down or have nothing to write
			if line.Met() > before || !n.sleep(50*time.Millisecond) {
				break
			}
		}
		return line.Met() > before
	}
}

// slow makes every line slow for a while.
func (n *nemesis) slow(r *rand.Rand) bool {
	delay := time.Duration(5+r.IntN(100)) * time.Millisecond
	for _, l := range n.site.lines {
		l.Delay(delay)
	}
	n.sleep(time.Duration(500+r.IntN(3000)) * time.Millisecond)
	for _, l := range n.site.lines {
		l.Delay(0)
	}
	return true
}

// silence drops every packet of one process for longer than its lease.
func (n *nemesis) silence(r *rand.Rand) bool {
	line := n.line(r)
	line.Silence(true)
	defer line.Silence(false)
	n.sleep(n.beyond(r))
	return true
}

// outage makes the server unreachable for everybody for longer than the leases.
func (n *nemesis) outage(r *rand.Rand) bool {
	for _, l := range n.site.lines {
		l.Refuse(true)
		l.Cut()
	}
	n.sleep(n.beyond(r))
	for _, l := range n.site.lines {
		l.Refuse(false)
	}
	return true
}

// line picks a proxy at random.
func (n *nemesis) line(r *rand.Rand) *pgproxy.Proxy { return n.site.lines[r.IntN(len(n.site.lines))] }

// beyond draws a time longer than a lease.
func (n *nemesis) beyond(r *rand.Rand) time.Duration {
	return time.Duration((1.2 + 1.8*r.Float64()) * float64(n.opts.TTL))
}
