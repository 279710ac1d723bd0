package postgres

import "strings"

// An index has the runs of one status and workflow name in order of creation, as a page needs
// them. A page over several of these groups is merged from them, so one index serves every
// filter. Blocked runs have an index of their own, by name alone.
//
// The index has the namespaces in the collation POSIX and the ids as uuid_send returns them.
// The order is the same, but statements that look up a workflow id or a run cannot use it (adr
// 0030).
//
// Parameters: $1 is the namespace, $2 one more than the page may hold, $3 and $4 the place
// before which the page is.

const (
	// A list also shows the time of a run's last commit.
	sqlListColumns = sqlRunColumns + ", (SELECT e.at FROM ~event e WHERE e.run_id = r.run_id ORDER BY e.seq DESC LIMIT 1)"

	newestFirst = " ORDER BY r.created_at DESC, uuid_send(r.run_id) DESC" // as in the index

	// Only the index by workflow id covers the inner query; order and cursor are outside it.
	sqlOfID = "WITH r AS MATERIALIZED (SELECT * FROM ~run r WHERE r.namespace = $1 AND r.workflow_id = $5 AND r.status <> 0 ORDER BY r.nth) SELECT " + sqlListColumns + ` FROM r
		WHERE (r.created_at, r.run_id) < ($3::timestamptz, $4::uuid) AND ($6::text = '' OR r.workflow = $6)
			AND ($7::smallint[] IS NULL OR r.status = ANY($7)) AND (NOT $8::boolean OR r.block_count > 0)` + newestFirst + " LIMIT $2"

	// Runs whose ids have a prefix, if these are few. If they are many, some of the newest runs
	// have it.
	sqlOfPrefix = "WITH r AS MATERIALIZED (SELECT * FROM ~run r WHERE r.namespace = $1 AND r.workflow_id >= $5 AND r.workflow_id < $6 AND r.status <> 0 ORDER BY r.workflow_id, r.nth) SELECT " + sqlListColumns + ` FROM r
		WHERE (r.created_at, r.run_id) < ($3::timestamptz, $4::uuid)` + newestFirst + " LIMIT $2"
	sqlPrefixed = "SELECT count(*) FROM (SELECT r.nth FROM ~run r WHERE r.namespace = $1 AND r.workflow_id >= $2 AND r.workflow_id < $3 ORDER BY r.workflow_id, r.nth LIMIT 10001) x"

	// Runs by an attribute: by a value of it, or because they have it.
	sqlByAttr = "SELECT " + sqlListColumns + ` FROM (SELECT a.run_id FROM ~attr a WHERE a.namespace = $1 AND a.name COLLATE "POSIX" = $5 AND substr(a.key, 1) = $6 AND (a.created_at, uuid_send(a.run_id)) < ($3::timestamptz, uuid_send($4::uuid))
			ORDER BY a.created_at DESC, uuid_send(a.run_id) DESC LIMIT $2) m
		CROSS JOIN LATERAL (SELECT * FROM ~run r WHERE r.run_id = ANY(ARRAY[m.run_id])) r` + newestFirst

	// The existing statuses and names: one index look-up for each, not for each run.
	sqlStatuses = `s(status) AS ((SELECT r.status FROM ~run r WHERE r.namespace = $1 COLLATE "POSIX" AND r.status > 0 ORDER BY r.status LIMIT 1)
		UNION ALL SELECT (SELECT r.status FROM ~run r WHERE r.namespace = $1 COLLATE "POSIX" AND r.status > s.status ORDER BY r.status LIMIT 1) FROM s WHERE s.status IS NOT NULL),
		`
	sqlGivenStatuses = `s(status) AS (SELECT DISTINCT x.status FROM unnest($5::smallint[]) AS x(status) WHERE x.status <> 0),
		`
	sqlAnyStatus = `s(status) AS (SELECT 1),
		`
	sqlNames = `g(status, workflow) AS (
			SELECT g.status, (SELECT r.workflow FROM ~run r WHERE {in} ORDER BY r.workflow LIMIT 1) FROM s AS g WHERE g.status IS NOT NULL
			UNION ALL SELECT g.status, (SELECT r.workflow FROM ~run r WHERE {in} AND r.workflow > g.workflow ORDER BY r.workflow LIMIT 1) FROM g WHERE g.workflow IS NOT NULL),
		`
	sqlGivenName = `g(status, workflow) AS (SELECT s.status, {name}::text FROM s WHERE s.status IS NOT NULL),
		`

	// The newest run of each group comes first. If there are more groups than rows on a page,
	// only the groups with the newest of these runs can be on it, and nothing older than the last
	// of them.
	sqlMerge = `h AS MATERIALIZED (SELECT g.status, g.workflow, r.created_at, r.run_id FROM g CROSS JOIN LATERAL (
				SELECT r.created_at, r.run_id FROM ~run r WHERE {in} AND r.workflow = g.workflow AND (r.created_at, uuid_send(r.run_id)) < ($3::timestamptz, uuid_send($4::uuid))` +
		newestFirst + ` LIMIT 1) r WHERE g.workflow IS NOT NULL` + newestFirst + ` LIMIT $2),
		p AS MATERIALIZED (SELECT r.created_at, r.run_id FROM h AS g CROSS JOIN LATERAL (
				SELECT r.created_at, r.run_id FROM ~run r WHERE {in} AND r.workflow = g.workflow AND (r.created_at, uuid_send(r.run_id)) <= (g.created_at, uuid_send(g.run_id))
					AND r.created_at >= coalesce((SELECT r.created_at FROM h AS r` + newestFirst + ` OFFSET $2 - 1 LIMIT 1), '-infinity')` +
		newestFirst + ` LIMIT $2) r` + newestFirst + ` LIMIT $2)
		SELECT ` + sqlListColumns + " FROM p CROSS JOIN LATERAL (SELECT * FROM ~run r WHERE r.run_id = ANY(ARRAY[p.run_id])) r" + newestFirst
)

// groups are the groups from which a page is merged.
type groups struct {
	blocked  bool // only blocked runs
	statuses bool // statuses are given, as $5 unless the runs are the blocked ones
	names    bool // a name is given, as the last argument
}

func (g groups) statement() string {
	in, name := `r.namespace = $1 COLLATE "POSIX" AND r.status = g.status`, "$5"
	parts := "WITH RECURSIVE "
	switch {
	case g.blocked:
		in = "r.namespace = $1 AND r.block_count > 0"
		parts += sqlAnyStatus
	case g.statuses:
		name = "$6"
		parts += sqlGivenStatuses
	default:
		parts += sqlStatuses
	}
	if g.names {
		parts += sqlGivenName
	} else {
		parts += sqlNames
	}
	return strings.NewReplacer("{in}", in, "{name}", name).Replace(parts + sqlMerge)
}
