package postgres

import (
	"cmp"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// A run has columns that a commit changes, columns that its end changes, and columns that
// rarely change. Each group is written if it has changed. For the server, writing a column
// costs as much as looking up the row by its key.
var (
	headColumns = []column[*run]{
		of("run_id", "uuid", func(r *run) pgtype.UUID { return token(r.ID) }),
		of("epoch", "bigint", func(r *run) int64 { return r.Epoch }),
		of("next_seq", "bigint", func(r *run) int64 { return r.NextSeq }),
		of("last_commit", "uuid", func(r *run) pgtype.UUID { return token(r.LastCommit) }),
		of("level", "int", func(r *run) int64 { return int64(r.Level) }),
		of("build", "text", func(r *run) string { return r.Build }),
	}
	holdingColumns = []column[*run]{
		of("owner", "uuid", func(r *run) pgtype.UUID { return id(r.Owner) }),
		of("last_owner", "uuid", func(r *run) pgtype.UUID { return id(r.StickyTo) }),
		of("waiting", "text", func(r *run) pgtype.Text { return pgtype.Text{String: r.Waiting, Valid: r.Waits} }),
	}
	fateColumns = []column[*run]{
		of("deaths", "int", func(r *run) int64 { return int64(r.Deaths) }),
		of("quarantine_deaths", "int", func(r *run) int64 { return int64(r.QuarantineDeaths) }),
		of("undelivered", "int", func(r *run) int64 { return int64(r.Undelivered) }),
	}
	statusColumn = of("status", "smallint", func(r *run) int64 { return int64(r.Status) })
	genColumn    = of("gen", "bigint", func(r *run) int64 { return r.Inbox.Gen })

	insertRuns = inserting("run", slices.Concat(headColumns, holdingColumns, []column[*run]{
		statusColumn,
		of("chain_id", "uuid", func(r *run) pgtype.UUID { return token(r.Chain) }),
		of("namespace", "text", func(r *run) string { return r.Namespace }),
		of("workflow_id", "text", func(r *run) string { return r.WorkflowID }),
		of("workflow", "text", func(r *run) string { return r.Workflow }),
		of("queue", "text", func(r *run) string { return r.Queue }),
		of("prio", "int", func(r *run) int64 { return int64(r.Priority) }),
		of("nth", "int", func(r *run) int64 { return int64(r.nth) }),
		of("parent_run_id", "uuid", func(r *run) pgtype.UUID { return id(r.Parent) }),
		of("parent_seq", "bigint", func(r *run) int64 { return r.ParentSeq }).as("nullif(m.parent_seq, 0)"),
		{name: "created_at", expr: "now()"},
	}))
	updateRuns = updating("run", 1, slices.Concat(headColumns, holdingColumns, []column[*run]{
		genColumn,
		of("entries", "int", func(r *run) int64 { return int64(r.Inbox.Entries) }),
		of("unread", "int", func(r *run) int64 { return int64(r.Inbox.Unread) }),
		of("closing", "boolean", func(r *run) bool { return r.Closing }),
	}))
	endRuns = updating("run", 1, slices.Concat(headColumns, fateColumns, []column[*run]{
		statusColumn, genColumn,
		{name: "closed_at", expr: "now()"}, {name: "owner", expr: "NULL"}, {name: "waiting", expr: "NULL"}, {name: "closing", expr: "false"},
		{name: "entries", expr: "0"}, {name: "unread", expr: "0"}, {name: "block_count", expr: "0"}, {name: "block_reason", expr: "NULL"},
		{name: "block_text", expr: "NULL"}, {name: "block_build", expr: "NULL"}, {name: "block_until", expr: "NULL"},
	}))
	updateFates = updating("run", 1, slices.Concat(headColumns[:1], fateColumns, []column[*run]{
		of("block_count", "int", func(r *run) int64 { return int64(r.block().Count) }),
		of("block_reason", "text", func(r *run) pgtype.Text { return word(r.block().Reason) }),
		of("block_text", "text", func(r *run) pgtype.Text { return word(r.block().Text) }),
		of("block_build", "text", func(r *run) pgtype.Text { return word(store.PackTried(r.block().Tried)) }),
		of("block_until", "timestamptz", func(r *run) pgtype.Timestamptz { return at(r.block().Until) }),
	}))

	updateAttrs = updating("run", 1, []column[*run]{
		headColumns[0],
		of("attrs", "text", func(r *run) pgtype.Text { return word(store.EncodeAttrs(r.Attrs)) }),
	})

	updateBehind = updating("run", 1, []column[*run]{
		headColumns[0],
		of("behind", "text", func(r *run) pgtype.Text { return word(store.EncodeBehind(r.Behind)) }),
		of("behind_data", "bytea", func(r *run) []byte { return r.BehindData }),
	})

	updateParents = updating("run", 1, []column[*run]{
		headColumns[0],
		of("parent_run_id", "uuid", func(r *run) pgtype.UUID { return id(r.Parent) }),
		of("parent_seq", "bigint", func(r *run) int64 { return r.ParentSeq }),
	})

	updatePins = updating("run", 1, []column[*run]{
		headColumns[0],
		of("pin", "text", func(r *run) pgtype.Text { return word(r.Pin) }),
	})

	dispatchColumns = []column[*run]{
		headColumns[0],
		of("ready_at", "timestamptz", func(r *run) pgtype.Timestamptz { return at(r.Dispatch.Ready) }),
		of("owner", "uuid", func(r *run) pgtype.UUID { return id(r.Owner) }),
		of("claim", "uuid", func(r *run) pgtype.UUID { return id(r.Dispatch.Claim) }),
		of("dirty", "boolean", func(r *run) bool { return r.Dispatch.Dirty }),
		of("access", "smallint", func(r *run) int64 { return int64(r.Access()) }),
		of("quarantine_deaths", "int", func(r *run) int64 { return int64(r.QuarantineDeaths) }),
		of("build", "text", func(r *run) string { return store.PackTried(r.block().Tried) }),
		of("until", "timestamptz", func(r *run) pgtype.Timestamptz { return at(r.block().Until) }),
		of("sticky", "uuid", func(r *run) pgtype.UUID { return id(r.sticky()) }),
		of("sticky_until", "timestamptz", func(r *run) pgtype.Timestamptz { return at(r.Dispatch.Ready.Add(store.StickyFor)) }),
		of("level", "int", func(r *run) int64 { return int64(r.Level) }),
		of("workflow", "text", func(r *run) string { return store.Bound(r.Workflow, r.Pin) }),
	}
	moveDispatch = updating("dispatch", 1, dispatchColumns)
	addDispatch  = inserting("dispatch", slices.Concat(dispatchColumns, []column[*run]{
		of("prio", "int", func(r *run) int64 { return int64(r.Priority) }),
		of("namespace", "text", func(r *run) string { return r.Namespace }),
		of("queue", "text", func(r *run) string { return r.Queue }),
	}))
)

// block returns what blocks r, or the zero Block.
func (r *run) block() (b store.Block) {
	if r.Blocked != nil {
		b = *r.Blocked
	}
	return b
}

// sticky returns the worker for which a free run is reserved.
func (r *run) sticky() store.WorkerID {
	if r.Owner == uuid.Nil && r.Access() == rules.AccessFree {
		return r.StickyTo
	}
	return uuid.Nil
}

// What belongs to a run, besides its dispatch row.
type (
	rowOf struct {
		run *run
		*store.Row
	}
	entryOf struct {
		run *run
		*rules.Entry
	}
	timerOf struct {
		run *run
		*rules.Timer
	}
	taskOf struct {
		run *run
		*rules.Task
	}
	attrOf struct {
		run *run
		*rules.AttrKey
	}
	numberOf struct { // of an entry, a timer or an activity
		run    store.RunID
		number int64
	}
)

// keys are the columns that identify what belongs to runs.
func keys(run, number string) []column[numberOf] {
	return []column[numberOf]{
		of(run, "uuid", func(n numberOf) pgtype.UUID { return token(n.run) }),
		of(number, "bigint", func(n numberOf) int64 { return n.number }),
	}
}

var (
	insertEvents = inserting("event", []column[rowOf]{
		of("run_id", "uuid", func(w rowOf) pgtype.UUID { return token(w.run.ID) }),
		of("seq", "bigint", func(w rowOf) int64 { return w.Seq }),
		of("n", "int", func(w rowOf) int64 { return int64(w.N) }),
		of("token", "uuid", func(w rowOf) pgtype.UUID { return token(w.Token) }),
		{name: "at", expr: "now()"},
		of("data", "bytea", func(w rowOf) []byte { return w.Data }),
	})

	takeInbox = deleting("inbox", keys("run_id", "ord"))
	addInbox  = inserting("inbox", []column[entryOf]{
		of("run_id", "uuid", func(e entryOf) pgtype.UUID { return token(e.run.ID) }),
		of("ord", "bigint", func(e entryOf) int64 { return e.Order }),
		of("id", "text", func(e entryOf) pgtype.Text { return word(e.ID) }),
		of("kind", "smallint", func(e entryOf) int64 { return int64(e.Kind) }),
		of("ref", "bigint", func(e entryOf) int64 { return e.Ref }),
		{name: "at", expr: "now()"},
		of("data", "bytea", func(e entryOf) []byte { return e.Data }),
	})

	attrColumns = []column[attrOf]{
		of("run_id", "uuid", func(a attrOf) pgtype.UUID { return token(a.run.ID) }),
		of("name", "text", func(a attrOf) string { return a.Name }),
		of("key", "bytea", func(a attrOf) []byte { return a.Key }),
	}
	dropAttrs = deleting("attr", attrColumns)
	addAttrs  = inserting("attr", slices.Concat(attrColumns, []column[attrOf]{
		of("namespace", "text", func(a attrOf) string { return a.run.Namespace }),
		of("created_at", "timestamptz", func(a attrOf) pgtype.Timestamptz { return at(a.run.Created) }),
	}))

	dropTimers = deleting("timer", keys("run_id", "timer"))
	addTimers  = inserting("timer", []column[timerOf]{
		of("run_id", "uuid", func(t timerOf) pgtype.UUID { return token(t.run.ID) }),
		of("timer", "bigint", func(t timerOf) int64 { return t.ID }),
		of("fire_at", "timestamptz", func(t timerOf) pgtype.Timestamptz { return at(t.FireAt) }),
		of("namespace", "text", func(t timerOf) string { return t.run.Namespace }),
	})

	dropTasks   = deleting("activity", keys("run_id", "activity"))
	taskColumns = []column[taskOf]{
		of("run_id", "uuid", func(t taskOf) pgtype.UUID { return token(t.run.ID) }),
		of("activity", "bigint", func(t taskOf) int64 { return t.ID }),
		of("owner", "uuid", func(t taskOf) pgtype.UUID { return id(t.Owner) }),
		of("attempt", "int", func(t taskOf) int64 { return int64(t.Attempt) }),
		of("deaths", "int", func(t taskOf) int64 { return int64(t.Deaths) }),
		of("quarantined", "boolean", func(t taskOf) bool { return t.Quarantined() }),
		of("delayed", "boolean", func(t taskOf) bool { return t.Delayed }),
		of("ready_at", "timestamptz", func(t taskOf) pgtype.Timestamptz { return at(t.Ready) }),
		of("claimed_at", "timestamptz", func(t taskOf) pgtype.Timestamptz { return at(t.Claimed) }),
		of("beat_at", "timestamptz", func(t taskOf) pgtype.Timestamptz { return at(t.Beat) }),
		of("claim", "uuid", func(t taskOf) pgtype.UUID { return id(t.Claim) }),
	}
	updateTasks = updating("activity", 2, slices.Concat(taskColumns, []column[taskOf]{ // these columns are not loaded for an existing row
		of("last", "bytea", func(t taskOf) []byte { return t.Last }).as("coalesce(m.last, o.last)"),
		of("details", "bytea", func(t taskOf) []byte { return t.Details }).as("coalesce(m.details, o.details)"),
	}))
	insertTasks = inserting("activity", slices.Concat(taskColumns, []column[taskOf]{
		of("last", "bytea", func(t taskOf) []byte { return t.Last }),
		of("details", "bytea", func(t taskOf) []byte { return t.Details }),
		of("namespace", "text", func(t taskOf) string { return t.run.Namespace }),
		of("workflow_id", "text", func(t taskOf) string { return t.WorkflowID }),
		of("workflow", "text", func(t taskOf) string { return t.Workflow }),
		of("name", "text", func(t taskOf) string { return t.Name }),
		of("queue", "text", func(t taskOf) string { return t.Queue }),
		of("partition_key", "text", func(t taskOf) pgtype.Text { return word(t.Partition) }),
		of("prio", "int", func(t taskOf) int64 { return int64(t.Priority) }),
		of("limited", "boolean", func(t taskOf) bool { return t.Limited }),
		of("cancelled", "boolean", func(t taskOf) bool { return t.Cancelled }),
		of("deadline", "timestamptz", func(t taskOf) pgtype.Timestamptz { return at(t.Deadline) }),
		of("data", "bytea", func(t taskOf) []byte { return t.Task.Data }),
		{name: "scheduled_at", expr: "now()"},
	}))

	// This is rule A11.
	cancelTasks = updating("activity", 2, slices.Concat(keys("run_id", "activity"), []column[numberOf]{
		{name: "cancelled", expr: "true"}, {name: "limited", expr: "true"}, {name: "quarantined", expr: "false"},
		{name: "deadline", expr: "least(o.deadline, now())"},
	}))

	leaveQuarantines = updating("worker", 2, slices.Concat(keys("quarantine_run", "quarantine_activity"), []column[numberOf]{
		{name: "quarantine_run", expr: "NULL"}, {name: "quarantine_activity", expr: "NULL"},
	}))
)

const (
	sqlDropDispatch = "DELETE FROM ~dispatch d WHERE d.run_id = ANY($1::uuid[])"
	sqlClearInbox   = "DELETE FROM ~inbox i WHERE i.run_id = ANY($1::uuid[])"
	sqlMoveInbox    = "UPDATE ~inbox i SET run_id = m.next FROM unnest($1::uuid[], $2::uuid[]) AS m(run_id, next) WHERE i.run_id = ANY(ARRAY[m.run_id]) AND i.kind IN (1, 2, 6, 7, 8)"
	sqlClearTimers  = "DELETE FROM ~timer t WHERE t.run_id = ANY($1::uuid[])"
	sqlClearTasks   = "DELETE FROM ~activity a WHERE a.run_id = ANY($1::uuid[])"

	// What belongs to ended runs, except their inboxes: few have entries then.
	sqlClear = "WITH t AS (" + sqlClearTimers + "), a AS (" + sqlClearTasks + ") " + sqlDropDispatch
)

// flush queues the writes of everything that has changed, and forgets it.
func (u *unit) flush() {
	u.noteTaken()
	u.writeRuns()
	u.writeRare()
	u.writeDispatch()
	u.writeInbox()
	u.writeTimers()
	u.writeTasks()
	u.writeOutbox()
	u.writeKept()
	u.forget()
}

func (u *unit) writeRuns() {
	var fresh, changed, ended, over, rarely []*run
	var rows []rowOf
	for _, r := range u.order {
		d := &r.Diff
		if d.Fresh {
			fresh = append(fresh, r)
		}
		switch {
		case d.Ended && d.Fresh:
			over = append(over, r)
		case d.Ended:
			ended = append(ended, r)
		case d.Work && (!d.Fresh || r.Inbox.Gen > 0):
			changed = append(changed, r)
		}
		if !d.Ended && (d.Fate || d.End) {
			rarely = append(rarely, r)
		}
		for i := range d.Rows {
			rows = append(rows, rowOf{r, &d.Rows[i]})
		}
	}
	// The order makes two batches that start the same workflow ids wait for each other without
	// a deadlock.
	slices.SortStableFunc(fresh, func(a, b *run) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.WorkflowID, b.WorkflowID))
	})
	endRuns.write(u.tx, ended) // first, because their workflow ids may be started again
	insertRuns.write(u.tx, fresh)
	updateRuns.write(u.tx, changed)
	updateFates.write(u.tx, rarely)
	endRuns.write(u.tx, over)
	insertEvents.write(u.tx, rows)
}

// writeRare writes what few runs have: pins, attributes, a start that waits, another parent.
func (u *unit) writeRare() {
	var pinned, changed, behind, adopted []*run
	var gone, added []attrOf
	for _, r := range u.order {
		if r.Diff.Pin {
			pinned = append(pinned, r)
		}
		if r.Diff.Behind {
			behind = append(behind, r)
		}
		if r.Diff.Parent {
			adopted = append(adopted, r)
		}
		if r.Diff.Attrs {
			changed = append(changed, r)
		}
		for i := range r.Diff.AttrKeys {
			if k := &r.Diff.AttrKeys[i]; k.Gone {
				gone = append(gone, attrOf{r, k})
			} else {
				added = append(added, attrOf{r, k})
			}
		}
	}
	updateBehind.write(u.tx, behind)
	updatePins.write(u.tx, pinned)
	updateParents.write(u.tx, adopted)
	updateAttrs.write(u.tx, changed)
	dropAttrs.write(u.tx, gone)
	addAttrs.write(u.tx, added)
}

func (u *unit) writeDispatch() {
	var gone, ended ids
	var added, moved []*run
	for _, r := range u.order {
		d := &r.Diff
		switch {
		case d.Ended:
			if !d.Fresh {
				ended = append(ended, token(r.ID))
			}
		case !d.Moved && !d.Marked:
		case !r.Dispatch.Exists:
			if r.placed {
				gone = append(gone, token(r.ID))
			}
		case r.placed:
			moved = append(moved, r)
		default:
			added = append(added, r)
		}
	}
	u.writeOf(sqlClear, ended)
	u.writeOf(sqlDropDispatch, gone)
	moveDispatch.write(u.tx, moved)
	addDispatch.write(u.tx, added)
}

// writeOf queues a statement about runs, if there are any.
func (u *unit) writeOf(sql string, runs ids) {
	if len(runs) > 0 {
		u.write(sql, runs)
	}
}

func (u *unit) writeInbox() {
	var ended, from, next ids
	var taken []numberOf
	var added []entryOf
	for _, r := range u.order {
		if r.from != nil && r.from.filled && r.Inbox.Entries > 0 {
			from, next = append(from, token(r.from.ID)), append(next, token(r.ID))
		}
		if r.Diff.Ended && r.filled {
			ended = append(ended, token(r.ID))
		}
		for _, order := range r.Inbox.Taken {
			taken = append(taken, numberOf{r.ID, order})
		}
		for i := range r.Inbox.Loaded {
			if e := &r.Inbox.Loaded[i]; e.Fresh {
				added = append(added, entryOf{r, e})
			}
		}
	}
	takeInbox.write(u.tx, taken)
	if len(from) > 0 { // remaining signals and cancels go to the run that continues this one
		u.write(sqlMoveInbox, from, next)
	}
	u.writeOf(sqlClearInbox, ended)
	addInbox.write(u.tx, added)
}

func (u *unit) writeTimers() {
	var gone []numberOf
	var added []timerOf
	for _, r := range u.order {
		for _, n := range r.Timers.Gone {
			gone = append(gone, numberOf{r.ID, n})
		}
		for i := range r.Timers.Loaded {
			if t := &r.Timers.Loaded[i]; t.Fresh {
				added = append(added, timerOf{r, t})
			}
		}
	}
	dropTimers.write(u.tx, gone)
	addTimers.write(u.tx, added)
}

// writeTasks writes activity rows, and which of these and of the runs leave quarantine.
func (u *unit) writeTasks() {
	var gone, left, cancelled []numberOf
	var changed, added []taskOf
	for _, r := range slices.AppendSeq(slices.Clone(u.order), maps.Values(u.loose)) {
		for _, n := range r.Tasks.Gone {
			gone = append(gone, numberOf{r.ID, n})
		}
		for _, n := range r.Tasks.Left {
			left = append(left, numberOf{r.ID, n})
		}
		for _, n := range r.Tasks.Cancelled {
			cancelled = append(cancelled, numberOf{r.ID, n})
		}
		if r.Diff.LeftQuarantine {
			left = append(left, numberOf{r.ID, 0})
		}
		for i := range r.Tasks.Loaded {
			switch t := &r.Tasks.Loaded[i]; {
			case t.Fresh:
				added = append(added, taskOf{r, t})
			case t.Changed:
				changed = append(changed, taskOf{r, t})
			}
		}
	}
	dropTasks.write(u.tx, gone)
	updateTasks.write(u.tx, changed)
	insertTasks.write(u.tx, added)
	cancelTasks.write(u.tx, cancelled)
	leaveQuarantines.write(u.tx, left)
}
