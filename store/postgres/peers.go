package postgres

import (
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

const (
	// The run is not reserved for another worker than $1. A ready_at in the future is from
	// before the clock was set back.
	sqlNotLeft = `(d.sticky IS NULL OR d.sticky = $1 OR d.sticky_until <= now() OR d.ready_at > now() OR NOT EXISTS (SELECT 1 FROM ~worker p
		WHERE p.worker_id = d.sticky AND NOT p.dead AND p.lease_until >= now()))`

	// The workers that can run everything that a tick's filter matches.
	sqlPeers = `SELECT w.worker_id, coalesce(w.slots, 0) AS slots, w.held, w.free FROM ~worker w
		WHERE w.worker_id <> $1 AND NOT w.dead AND w.lease_until >= now() AND w.namespace = $3 AND w.level >= $6
			AND w.queues @> coalesce($4::text[], '{}') AND w.workflows @> coalesce($5::text[], '{}') AND w.activities @> coalesce($8::text[], '{}')`
	sqlPeerArrays = `ARRAY(SELECT p.worker_id FROM peers p ORDER BY p.worker_id), ARRAY(SELECT p.slots FROM peers p ORDER BY p.worker_id),
		ARRAY(SELECT p.held FROM peers p ORDER BY p.worker_id), ARRAY(SELECT p.free FROM peers p ORDER BY p.worker_id)`
)

// peerColumns receives the peers.
type peerColumns struct {
	id                []pgtype.UUID
	slots, held, free []int
}

func (c *peerColumns) targets() []any { return []any{&c.id, &c.slots, &c.held, &c.free} }

func (c *peerColumns) peers() (all []store.Peer) {
	for i, id := range c.id {
		all = append(all, store.Peer{ID: uuidOf(id), Slots: c.slots[i], Load: store.Load{Held: c.held[i], Free: c.free[i]}})
	}
	return all
}

// serves returns the columns of a worker's row that say what it can run.
func serves(w *store.Worker) []any {
	s := &w.Serves
	return []any{w.Slots, s.Namespace, append(names{}, s.Queues...), append(names{}, s.Workflows...), append(names{}, s.Activities...), word(store.PackLabels(w.Labels)), word(store.PackQueue(w.Drain))}
}
