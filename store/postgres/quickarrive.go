package postgres

import (
	"strings"

	"github.com/reprise-run/reprise/store"
)

// The parts of a quick statement that are about deliveries. The row of a run says whether
// it has a dispatch row: one that is parked to wait and has an empty inbox has none. What
// the statement sees beside the locked row is of the moment in which it began; nothing has
// arrived in between if the run's gen is what it was then.

// meets says whether a run may have deliveries and a commit.
func (k shape) meets() bool { return k.delivers && k.commits }

// lookArrivals finds and locks the runs, and returns what must hold.
func (k shape) lookArrivals(part func(string, ...any)) []string {
	of := "o.run_id = d.run_id"
	if k.named {
		of = "o.namespace = d.namespace AND o.workflow_id = d.workflow_id AND o.status <> 0 ORDER BY o.nth DESC"
	}
	part(`dl AS MATERIALIZED (SELECT d.i, d.nth, d.n, d.sender, d.claim, d.id, d.kind, d.data, l.*,
			l.fresh AND coalesce(d.claim IS NOT NULL AND l.last_owner = d.sender, false) AS claims
		FROM d CROSS JOIN LATERAL (SELECT o.run_id, o.gen FROM ~run o WHERE %s LIMIT 1) t
		CROSS JOIN LATERAL (SELECT r.run_id, r.gen, r.entries, r.owner, r.last_owner, r.chain_id, r.namespace, r.workflow_id, r.workflow, r.queue, r.prio,
				r.epoch, r.next_seq, r.last_commit, r.level, r.build, r.created_at, r.waiting, r.undelivered, r.deaths, r.lane_deaths,
				r.owner IS NULL AND r.waiting IS NOT NULL AND r.entries = 0 AS fresh
			FROM ~run r WHERE r.run_id = t.run_id AND r.closed_at IS NULL AND NOT r.closing AND r.gen = t.gen AND r.unread + d.n <= %d
			AND CASE WHEN r.owner IS NOT NULL THEN r.owner = d.sender
				ELSE r.entries > 0 OR r.waiting IS NULL OR r.block_count = 0 AND r.deaths < %d END FOR UPDATE SKIP LOCKED) l)`,
		of, store.MaxUnread, store.SuspectDeaths)
	all := []string{
		"(SELECT count(*) FROM dl) = (SELECT count(*) FROM d)",
		"NOT EXISTS (SELECT 1 FROM dl CROSS JOIN LATERAL (SELECT 1 FROM ~inbox i WHERE dl.entries > 0 AND i.run_id = dl.run_id AND i.id = dl.id LIMIT 1) y)",
	}
	if !k.commits {
		return all
	}
	part("o AS MATERIALIZED (SELECT dl.run_id, dl.n, dl.gen FROM dl WHERE dl.nth = dl.n AND dl.run_id IN (SELECT m.run_id FROM m))")
	if k.lets {
		all = append(all, "NOT EXISTS (SELECT 1 FROM o JOIN m ON m.run_id = o.run_id WHERE m.fate = 2 OR m.fate = 1 AND m.seen > o.gen)")
	}
	return all
}

// arrive writes the deliveries, and returns the answers to them.
func (k shape) arrive(part func(string, ...any)) string {
	apart := ""
	if k.commits {
		apart = " AND dl.run_id NOT IN (SELECT o.run_id FROM o)"
	}
	part(`du AS (UPDATE ~run r SET gen = r.gen + dl.n, entries = r.entries + dl.n, unread = r.unread + dl.n,
			epoch = r.epoch + CASE WHEN dl.claims THEN 1 ELSE 0 END, owner = CASE WHEN dl.claims THEN dl.sender ELSE r.owner END
		FROM dl, ok WHERE ok.ok AND r.run_id == dl.run_id AND dl.nth = dl.n%s)`, apart)
	part(`di AS (INSERT INTO ~inbox (run_id, ord, ref, at, kind, id, data)
		SELECT dl.run_id, dl.gen + dl.nth, 0, now(), dl.kind, dl.id, dl.data FROM dl, ok WHERE ok.ok)`)
	part(`dd AS (INSERT INTO ~dispatch (run_id, ready_at, owner, claim, prefer, prefer_until, prio, level, namespace, queue, workflow)
		SELECT dl.run_id, now(), CASE WHEN dl.claims THEN dl.sender END, CASE WHEN dl.claims THEN dl.claim END, CASE WHEN NOT dl.claims THEN dl.last_owner END,
			now() + interval '%d microseconds', dl.prio, dl.level, dl.namespace, dl.queue, dl.workflow
		FROM dl, ok WHERE ok.ok AND dl.fresh AND dl.nth = 1)`, store.PreferFor.Microseconds())
	return "SELECT dl.run_id, dl.gen + dl.nth, CASE WHEN dl.claims THEN dl.sender ELSE dl.owner END, now(), dl.i, dl.claims, " + sqlClaimedColumns + " FROM dl, ok WHERE ok.ok"
}

// noArrival fills up the answer to something else.
func (k shape) noArrival() string {
	if !k.delivers {
		return ""
	}
	return strings.Repeat(", NULL", 2+claimedColumns)
}

// more is what deliveries add to a number of the run that a commit changes.
func (k shape) more() string {
	if !k.meets() {
		return ""
	}
	return " + coalesce(o.n, 0)"
}
