package control

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// takenWithin bounds how long the runs of a dead worker may wait for another one.
const takenWithin = 30 * time.Second

// roundTrip is the round trip to a distant server.
const roundTrip = 600 * time.Millisecond

// far makes the server distant for everybody, and kills a worker meanwhile.
func (n *nemesis) far(r *rand.Rand) bool {
	n.calm()
	for _, l := range n.site.lines {
		l.Delay(roundTrip / 2)
	}
	defer func() {
		for _, l := range n.site.lines {
			l.Delay(0)
		}
	}()
	return n.sleep(2*time.Second) && n.taken(r, fmt.Sprintf("with round trips of %v", roundTrip))
}

// unserved is a queue that no worker serves.
const unserved = "nemesis-unserved"

// The rows of the backlog are ready and come before everything else, but no worker claims
// them: they belong to no run.
const (
	sqlReadyRuns = `INSERT INTO reprise.dispatch (run_id, ready_at, prio, level, namespace, queue, workflow)
		SELECT gen_random_uuid(), now() - interval '1 hour', 0, 1, 'default', '` + unserved + `', 'nemesis-chain' FROM generate_series(1, $1::int)`
	sqlReadyActivities = `INSERT INTO reprise.activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow)
		SELECT gen_random_uuid(), 1, now() - interval '1 hour', now() - interval '1 hour', 0, 0, false, 'default', '` + unserved + `', 'step', '', 'nemesis-chain'
		FROM generate_series(1, $1::int)`
	sqlNoRuns       = "DELETE FROM reprise.dispatch WHERE queue = '" + unserved + "'"
	sqlNoActivities = "DELETE FROM reprise.activity WHERE queue = '" + unserved + "'"
)

// pile makes the backlog, once: half of its rows are runs, half activities. It stays until
// the load ends.
func (n *nemesis) pile(*rand.Rand) bool {
	if n.piled {
		return false
	}
	c, err := pgx.Connect(n.ctx, n.site.straight().Postgres)
	if err != nil {
		return false
	}
	defer c.Close(context.WithoutCancel(n.ctx))
	n.piled = true
	for left := n.opts.Backlog; left > 0; {
		some := min(left, 40_000)
		left -= some
		_, err := c.Exec(n.ctx, sqlReadyRuns, (some+1)/2)
		if err == nil {
			_, err = c.Exec(n.ctx, sqlReadyActivities, some/2)
		}
		if err != nil {
			if n.ctx.Err() == nil {
				n.wrong("I16", fmt.Errorf("cannot make a backlog: %w", err))
			}
			return false
		}
	}
	return true
}

// behind kills a worker while the backlog is there.
func (n *nemesis) behind(r *rand.Rand) bool {
	n.calm()
	return n.taken(r, fmt.Sprintf("behind a backlog of %d rows", n.opts.Backlog))
}

// clear deletes the backlog. Its dead rows remain.
func (n *nemesis) clear() {
	if !n.piled {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := n.site.inside(ctx, func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, sqlNoRuns)
		if err == nil {
			_, err = c.Exec(ctx, sqlNoActivities)
		}
		return err
	}, nil)
	if err != nil {
		n.wrong("I16", fmt.Errorf("cannot remove the backlog: %w", err))
	}
}

// calm removes the crash points of the processes that are up: if all died, none would be left
// to take over.
func (n *nemesis) calm() {
	for _, p := range n.crew.up() {
		p.calm()
	}
}

// taken kills a worker that owns runs, and checks that others take them over. under names the
// difficulty.
func (n *nemesis) taken(r *rand.Rand, under string) bool {
	owned := n.killOwner(r)
	from := time.Now()
	for len(n.takeover.waits(owned)) > 0 {
		if left := n.takeover.waits(owned); time.Since(from) > takenWithin && len(left) > 0 {
			n.wrong("I9", fmt.Errorf("%s, %d of %d runs of a killed worker were not taken over within %v: %s",
				under, len(left), len(owned), takenWithin, strings.Join(n.takeover.now(n.ctx, left), "; ")))
			return true
		}
		if !n.sleep(auditEvery / 10) {
			return len(owned) > 0
		}
	}
	if len(owned) > 0 {
		n.note("%s, %d runs of a killed worker were taken over within %v", under, len(owned), time.Since(from).Round(10*time.Millisecond))
	}
	return len(owned) > 0
}

// killOwner kills a worker that owns runs while another one is at work, and returns some of
// the runs.
func (n *nemesis) killOwner(r *rand.Rand) []store.Run {
	for range 50 { // just now all may be down or have nothing to do
		if _, p := n.crew.pick(r); p != nil {
			if owned := n.takeover.before(n.ctx, p.pid()); len(owned) > 0 && (n.opts.Workers == 1 || n.takeover.others(n.ctx, n.crew.up(), p)) {
				p.kill()
				n.takeover.after(owned)
				return owned
			}
		}
		if !n.sleep(100 * time.Millisecond) {
			break
		}
	}
	return nil
}
