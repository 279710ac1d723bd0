package postgres

import (
	"fmt"
	"strings"
	"sync"
)

// shape is what the text of a quick batch's statement depends on. There are few, which
// connections prepare one by one.
type shape struct {
	one     bool // all of it is about one run and one row of its history: most arguments are values and no arrays, which costs the server half
	commits bool // steps of runs that are there
	starts  bool
	firsts  bool // first commits of the runs that are started

	delivers bool
	named    bool // to runs by their workflow ids

	takes  bool // entries leave inboxes
	lets   bool // runs are parked or closed
	closes bool
	timers bool // timers are started or dropped
	tasks  bool // activity rows are scheduled or dropped
}

// The text of each shape, made once.
var quickTexts sync.Map

func (q *quick) statement() (string, []any) {
	text, ok := quickTexts.Load(q.shape)
	if !ok {
		text, _ = quickTexts.LoadOrStore(q.shape, q.shape.text())
	}
	args := make([]any, 0, 40)
	for _, t := range q.shape.tables() {
		for _, column := range t.columns(q) {
			if q.shape.one && !t.several {
				args = append(args, column.Index(0))
			} else {
				args = append(args, column)
			}
		}
	}
	return text.(string), args
}

// text is built from the parts that the batch needs.
func (k shape) text() string {
	var parts, results []string
	part := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	n := 0
	for _, t := range k.tables() {
		parts = append(parts, t.text(k.one, &n))
	}
	k.check(part)
	if k.delivers {
		results = append(results, k.arrive(part)) // the first, because it says what is in the columns
	}
	if k.commits {
		of := "m"
		if k.meets() {
			of = "m LEFT JOIN o ON o.run_id = m.run_id"
		}
		part("u AS (UPDATE ~run r SET %s FROM ok, %s WHERE ok.ok AND r.run_id == m.run_id RETURNING r.run_id, r.gen, r.owner)", k.changes(), of)
		results = append(results, "SELECT u.run_id, u.gen, u.owner, now()"+k.noArrival()+" FROM u")
	}
	if k.commits || k.starts {
		part(`we AS (INSERT INTO ~event (run_id, seq, n, token, at, data)
			SELECT e.run_id, e.seq, e.n, e.token, now(), e.data FROM e, ok WHERE ok.ok)`)
	}
	if k.takes {
		part("taken AS (DELETE FROM ~inbox i USING tk, ok WHERE ok.ok AND i.run_id == tk.run_id AND i.ord = tk.ord)")
	}
	if k.lets {
		free := "m.fate <> 0"
		if k.meets() {
			free += " AND m.run_id NOT IN (SELECT o.run_id FROM o)"
		}
		part("freed AS (DELETE FROM ~dispatch d USING m, ok WHERE ok.ok AND %s AND d.run_id == m.run_id)", free)
	}
	if k.closes {
		part("ends AS (DELETE FROM ~timer t USING m, ok WHERE ok.ok AND m.fate = 2 AND t.run_id == m.run_id)")
		part("enda AS (DELETE FROM ~activity a USING m, ok WHERE ok.ok AND m.fate = 2 AND a.run_id == m.run_id)")
	}
	if k.starts {
		k.start(part)
		results = append(results, "SELECT sr.run_id, 0, sr.owner, now()"+k.noArrival()+" FROM sr")
	}
	if k.timers {
		part("wt AS (INSERT INTO ~timer (run_id, timer, fire_at) SELECT ts.run_id, ts.timer, ts.fire_at FROM ts, ok WHERE ok.ok)")
		part("dt AS (DELETE FROM ~timer t USING td, ok WHERE ok.ok AND t.run_id == td.run_id AND t.timer = td.timer)")
	}
	if k.tasks {
		k.schedule(part)
		part("da AS (DELETE FROM ~activity a USING ad, ok WHERE ok.ok AND a.run_id == ad.run_id AND a.activity = ad.activity)")
	}
	text := "WITH " + strings.Join(parts, ",\n") + "\n" + strings.Join(results, " UNION ALL ")
	if k.one { // a value is looked up in no other way
		text = strings.ReplaceAll(text, "== m.run_id", "= m.run_id")
	}
	return text
}

// check locks the runs and says whether every member finds what it expects. A run is let
// go only if its inbox holds nothing but what the commit takes.
func (k shape) check(part func(string, ...any)) {
	var all []string
	if k.commits {
		expects := "r.closed_at IS NULL AND r.epoch = m.epoch AND r.next_seq = m.seq AND (NOT m.absolve OR r.deaths = 0 AND r.lane_deaths = 0 AND r.block_count = 0)"
		if k.lets {
			expects += " AND (m.fate = 0 OR r.entries = m.takes AND (m.fate = 2 OR r.gen <= m.seen))"
		}
		part("l AS MATERIALIZED (SELECT l.run_id FROM m CROSS JOIN LATERAL (SELECT r.run_id FROM ~run r WHERE r.run_id = m.run_id AND %s FOR UPDATE SKIP LOCKED) l)", expects)
		all = append(all, "(SELECT count(*) FROM l) = (SELECT count(*) FROM m)")
	}
	if k.takes {
		part("tk AS MATERIALIZED (SELECT i.run_id, i.ord, i.kind FROM t JOIN ~inbox i ON i.run_id == t.run_id AND i.ord = t.ord)")
		all = append(all, "(SELECT count(*) FROM tk) = (SELECT count(*) FROM t)")
	}
	if k.delivers {
		all = append(all, k.lookArrivals(part)...)
	}
	if k.starts {
		// The order and the limit leave one index that will do, whatever the plan was made for.
		all = append(all,
			`NOT EXISTS (SELECT 1 FROM s CROSS JOIN LATERAL (SELECT 1 FROM ~run r WHERE r.namespace = s.namespace AND r.workflow_id = s.workflow_id ORDER BY r.nth DESC LIMIT 1) y)`,
			`NOT EXISTS (SELECT 1 FROM s CROSS JOIN LATERAL (SELECT 1 FROM ~start_key k WHERE k.namespace = s.namespace AND k.key = s.workflow_id ORDER BY k.nth DESC LIMIT 1) y)`)
	}
	if k.one && k.commits && len(all) == 1 {
		part("ok AS NOT MATERIALIZED (SELECT true AS ok FROM l)") // no row is the answer, too, and to count one is dear
		return
	}
	part("ok AS MATERIALIZED (SELECT %s AS ok)", strings.Join(all, "\n\tAND "))
}

// changes are what becomes of the row of a run.
func (k shape) changes() string {
	set := "next_seq = m.next_seq, last_commit = m.token, level = m.level, build = m.build, closing = false"
	more := k.more()
	if more != "" {
		set += ", gen = r.gen" + more
	}
	switch {
	case k.takes:
		set += `, entries = r.entries - m.takes` + more + `, unread = r.unread` + more + ` - (SELECT count(*) FROM tk WHERE tk.run_id = m.run_id AND tk.kind IN (1, 2))`
	case more != "":
		set += ", entries = r.entries" + more + ", unread = r.unread" + more
	}
	if k.lets {
		kept := "m.fate = 0"
		if more != "" {
			kept += " OR o.n IS NOT NULL" // a park over news
		}
		set += `, waiting = m.waiting, owner = CASE WHEN ` + kept + ` THEN r.owner END, last_owner = CASE WHEN m.fate = 1 AND m.prefer THEN r.owner END, status = CASE WHEN m.fate = 2 THEN m.status ELSE 1 END,
			undelivered = CASE WHEN m.fate = 2 THEN m.undelivered ELSE 0 END, closed_at = CASE WHEN m.fate = 2 THEN now() END`
	} else {
		set += ", waiting = NULL"
	}
	if k.closes {
		for _, column := range []string{"block_reason", "block_text", "block_build", "block_until"} {
			set += fmt.Sprintf(", %s = CASE WHEN m.fate = 2 THEN NULL ELSE r.%s END", column, column)
		}
		set += ", block_count = CASE WHEN m.fate = 2 THEN 0 ELSE r.block_count END"
	}
	return set
}

func (k shape) start(part func(string, ...any)) {
	part(`sr AS (INSERT INTO ~run (run_id, status, epoch, next_seq, level, prio, nth, owner, last_owner, last_commit, chain_id, created_at,
			closed_at, namespace, workflow_id, workflow, queue, build, waiting, undelivered)
		SELECT s.run_id, s.status, s.epoch, s.next_seq, s.level, s.prio, 0, s.owner, s.last_owner, s.token, s.chain_id, now(),
			CASE WHEN s.status <> 1 THEN now() END, s.namespace, s.workflow_id, s.workflow, s.queue, s.build, s.waiting, s.undelivered
		FROM s, ok WHERE ok.ok RETURNING run_id, owner)`)
	part(`sd AS (INSERT INTO ~dispatch (run_id, ready_at, owner, claim, prio, level, namespace, queue, workflow)
		SELECT s.run_id, now(), s.owner, CASE WHEN s.owner IS NOT NULL THEN s.claim END, s.prio, s.level, s.namespace, s.queue, s.workflow
		FROM s, ok WHERE ok.ok AND s.ready)`)
}

func (k shape) schedule(part func(string, ...any)) {
	of, names := "JOIN ~run r ON r.run_id == x.run_id", "r.namespace, r.workflow_id, r.workflow"
	if k.firsts { // a statement does not see what it inserts
		of = "LEFT JOIN s ON s.run_id = x.run_id LEFT JOIN ~run r ON r.run_id == x.run_id"
		names = "coalesce(s.namespace, r.namespace), coalesce(s.workflow_id, r.workflow_id), coalesce(s.workflow, r.workflow)"
	}
	// What is owned from the start is being run already.
	part(`wa AS (INSERT INTO ~activity (run_id, activity, owner, attempt, prio, name, queue, limited, deadline, data, last, details,
			ready_at, claimed_at, scheduled_at, namespace, workflow_id, workflow)
		SELECT x.run_id, x.activity, x.owner, x.attempt + CASE WHEN x.owner IS NULL THEN 0 ELSE 1 END, x.prio, x.name, x.queue, x.limited,
			x.deadline, x.data, x.last, x.details, CASE WHEN x.owner IS NULL THEN now() + x.delay * interval '1 microsecond' ELSE now() END,
			CASE WHEN x.owner IS NOT NULL THEN now() END, now(), %s
		FROM ok, x %s WHERE ok.ok)`, names, of)
}
