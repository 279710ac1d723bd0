-- The first schema that is released: 1 and 2 were of builds before it. ~ stands for the prefix. Times are microseconds since
-- 1970, ids are 16 bytes, NULL is "none". There are no foreign keys and no triggers: the code that writes a row writes
-- all that hangs on it, in one transaction.

CREATE TABLE ~meta (
  one             INTEGER PRIMARY KEY CHECK (one = 1),
  schema_version  INTEGER NOT NULL,
  compatible_from INTEGER NOT NULL,  -- the oldest version whose binaries may use it
  cluster_id      BLOB NOT NULL,     -- of this database, for ever
  epoch           INTEGER NOT NULL,  -- raised when a backup was restored
  created_at      INTEGER NOT NULL,
  secret          BLOB NOT NULL      -- for ever; makes the tokens of promises
) STRICT;

-- One row per run. Everything that hangs on a run names it by the number `run`, which
-- rises with creation and is never used again: rows of runs that live at the same time lie together, and a
-- batch of commits writes few pages. The row also holds the counters of the run's
-- dispatch row (gen, entries, unread, closing), because every commit writes this row
-- and need not touch that one, and they outlive it.
CREATE TABLE ~run (
  run           INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id        BLOB NOT NULL,
  status        INTEGER NOT NULL,            -- store.Status; 0: removed, but for rows of its history
  epoch         INTEGER NOT NULL,            -- the fencing number
  next_seq      INTEGER NOT NULL,
  gen           INTEGER NOT NULL DEFAULT 0,  -- order of the newest inbox entry ever
  owner         BLOB,
  deaths        INTEGER NOT NULL DEFAULT 0,
  quarantine_deaths INTEGER NOT NULL DEFAULT 0,
  block_count   INTEGER NOT NULL DEFAULT 0,  -- 0: not blocked
  entries       INTEGER NOT NULL DEFAULT 0,  -- in the inbox
  unread        INTEGER NOT NULL DEFAULT 0,  -- of these, signals and cancels
  closing       INTEGER NOT NULL DEFAULT 0,  -- 1: senders are held back
  level         INTEGER NOT NULL,
  last_commit   BLOB NOT NULL,
  chain_id      BLOB NOT NULL,
  namespace     TEXT NOT NULL,
  workflow_id   TEXT NOT NULL,
  workflow      TEXT NOT NULL,
  queue         TEXT NOT NULL,
  prio          INTEGER NOT NULL,
  build         TEXT NOT NULL DEFAULT '',    -- of the worker that committed last
  last_owner    BLOB,                        -- of a parked run: the worker it is sticky to
  next_run_id   BLOB,
  parent_run_id BLOB,                        -- who is told of the end of the chain
  parent_seq    INTEGER,                     -- the command of it that asked for the run
  created_at    INTEGER NOT NULL,
  closed_at     INTEGER,
  undelivered   INTEGER NOT NULL DEFAULT 0,
  waiting       TEXT,
  block_reason  TEXT,
  block_build   TEXT,
  block_until   INTEGER,                     -- NULL while blocked: until resumed
  block_text    TEXT,
  pin           TEXT,                        -- the build that alone may claim it; NULL: any
  attrs         TEXT,                        -- a JSON list of attributes; NULL: none
  behind        TEXT,                        -- the start that waits behind it, or that did last, as JSON; NULL: none ever has
  behind_data   BLOB                         -- its first row of history; NULL: none waits
) STRICT;
CREATE UNIQUE INDEX ~run_id ON ~run (run_id);
-- Each index ends with run, the order of creation. Of the runs with one workflow id only
-- the last can be open: whoever inserts one has looked, and nobody else writes meanwhile.
CREATE INDEX ~run_name ON ~run (namespace, workflow_id);
-- A run that completes goes to the end of those that have, which is where the open ones
-- begin: often the same page.
CREATE INDEX ~run_list ON ~run (namespace, workflow, status DESC) WHERE status > 0;
-- What retention looks for.
CREATE INDEX ~run_over ON ~run (namespace, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX ~run_blocked ON ~run (namespace, workflow) WHERE block_count > 0;
CREATE INDEX ~run_child ON ~run (parent_run_id, run_id) WHERE parent_run_id IS NOT NULL AND status = 1;

-- The keys of attributes, by which runs are found. Only runs that have attributes have rows here.
CREATE TABLE ~attr (
  run       INTEGER NOT NULL,
  name      TEXT NOT NULL,
  key       BLOB NOT NULL,                   -- of a value, or a zero: that the run has it
  namespace TEXT NOT NULL,
  PRIMARY KEY (run, name, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~attr_key ON ~attr (namespace, name, key, run);

-- What is kept of a run that retention has removed, so that no late or repeated start
-- starts it again.
CREATE TABLE ~tombstone (
  run_id      BLOB PRIMARY KEY,
  run         INTEGER NOT NULL,              -- the number it had: the order of creation
  namespace   TEXT NOT NULL,
  workflow_id TEXT NOT NULL,
  at          INTEGER NOT NULL               -- of its removal
) STRICT, WITHOUT ROWID;
CREATE INDEX ~tombstone_name ON ~tombstone (namespace, workflow_id, run);
CREATE INDEX ~tombstone_at ON ~tombstone (namespace, at, run);

-- The history: one row per commit, n events from seq on. Rows are appended where the
-- table ends and found by the index; clustered by run they would dirty a page each.
CREATE TABLE ~event (
  run   INTEGER NOT NULL,
  seq   INTEGER NOT NULL,
  n     INTEGER NOT NULL,
  token BLOB NOT NULL,
  at    INTEGER NOT NULL,
  data  BLOB
) STRICT;
CREATE UNIQUE INDEX ~event_seq ON ~event (run, seq);

-- At most one row per run that has work or is owned. While the run is owned only owner,
-- claim and dirty hold; the rest is copied from the run when it is given up.
CREATE TABLE ~dispatch (
  run          INTEGER PRIMARY KEY,
  namespace    TEXT NOT NULL,
  queue        TEXT NOT NULL,
  workflow     TEXT NOT NULL,
  level        INTEGER NOT NULL,
  prio         INTEGER NOT NULL,
  ready_at     INTEGER NOT NULL,
  owner        BLOB,
  claim        BLOB,
  dirty        INTEGER NOT NULL DEFAULT 0,   -- 1: news from others for the owner
  access       INTEGER NOT NULL DEFAULT 0,   -- 0 free, 1 blocked, 2 quarantined, 3 nobody may
  quarantine_deaths INTEGER NOT NULL DEFAULT 0,
  build        TEXT,                         -- access 1, 2: the build that waits until
  until        INTEGER,
  sticky       BLOB,                         -- the worker that has it cached
  sticky_until INTEGER
) STRICT;
-- Each index of what waits begins with the queue, so that a worker passes over nothing that waits in the queues of others.
CREATE INDEX ~dispatch_free ON ~dispatch (namespace, queue, prio, ready_at) WHERE owner IS NULL AND access = 0;
CREATE INDEX ~dispatch_blocked ON ~dispatch (namespace, queue, build, until) WHERE owner IS NULL AND access = 1;
CREATE INDEX ~dispatch_quarantined ON ~dispatch (namespace, queue, quarantine_deaths, prio, ready_at) WHERE owner IS NULL AND access = 2;
CREATE INDEX ~dispatch_owner ON ~dispatch (owner, claim) WHERE owner IS NOT NULL;
CREATE INDEX ~dispatch_dirty ON ~dispatch (owner) WHERE dirty = 1;

CREATE TABLE ~inbox (
  run  INTEGER NOT NULL,
  ord  INTEGER NOT NULL,                     -- the run's gen after its bump
  id   TEXT,
  kind INTEGER NOT NULL,                     -- store.EntryKind
  ref  INTEGER NOT NULL,
  at   INTEGER NOT NULL,
  data BLOB,
  PRIMARY KEY (run, ord)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~inbox_id ON ~inbox (run, id) WHERE id IS NOT NULL;

CREATE TABLE ~timer (
  run       INTEGER NOT NULL,
  timer     INTEGER NOT NULL,
  fire_at   INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  PRIMARY KEY (run, timer)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~timer_due ON ~timer (namespace, fire_at, run, timer);

CREATE TABLE ~activity (
  run          INTEGER NOT NULL,
  activity     INTEGER NOT NULL,
  owner        BLOB,
  claim        BLOB,
  attempt      INTEGER NOT NULL,
  limited      INTEGER NOT NULL,
  cancelled    INTEGER NOT NULL DEFAULT 0,
  deaths       INTEGER NOT NULL DEFAULT 0,
  quarantined  INTEGER NOT NULL DEFAULT 0,   -- 1: claimed in quarantine only; 2: damaged, claimed by nobody
  delayed      INTEGER NOT NULL DEFAULT 0,   -- 1: ready from ready_at on; 0: ready, whatever the clock says
  namespace    TEXT NOT NULL,
  queue        TEXT NOT NULL,
  name         TEXT NOT NULL,
  prio         INTEGER NOT NULL,
  scheduled_at INTEGER NOT NULL,
  ready_at     INTEGER NOT NULL,
  claimed_at   INTEGER,
  beat_at      INTEGER,
  deadline     INTEGER,
  data         BLOB,
  last         BLOB,
  details      BLOB,
  partition_key TEXT,                        -- within the queue; NULL: none
  PRIMARY KEY (run, activity)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~activity_free ON ~activity (namespace, queue, prio, ready_at, run, activity) WHERE owner IS NULL AND quarantined = 0 AND delayed = 0;
CREATE INDEX ~activity_delayed ON ~activity (namespace, queue, ready_at, run, activity) WHERE owner IS NULL AND quarantined = 0 AND delayed = 1;
CREATE INDEX ~activity_quarantined ON ~activity (namespace, queue, deaths, prio, ready_at, run, activity) WHERE owner IS NULL AND quarantined = 1;
CREATE INDEX ~activity_deadline ON ~activity (namespace, deadline, run, activity) WHERE owner IS NULL AND quarantined = 0 AND deadline IS NOT NULL;
CREATE INDEX ~activity_owner ON ~activity (owner, claim) WHERE owner IS NOT NULL;
-- What waits for one worker alone.
CREATE INDEX ~activity_own ON ~activity (namespace, queue, run, activity) WHERE owner IS NULL AND substr(queue, 1, 7) = 'worker/';
-- Partitions of queues: what waits of a key, and what runs.
CREATE INDEX ~activity_keyed ON ~activity (namespace, queue, partition_key, prio, ready_at, run, activity) WHERE owner IS NULL AND quarantined = 0 AND delayed = 0 AND partition_key IS NOT NULL;
CREATE INDEX ~activity_running ON ~activity (namespace, queue, partition_key) WHERE owner IS NOT NULL AND partition_key IS NOT NULL;
CREATE INDEX ~activity_cancelled ON ~activity (owner) WHERE cancelled = 1 AND owner IS NOT NULL;

CREATE TABLE ~worker (
  worker_id     BLOB PRIMARY KEY,
  lease_until   INTEGER NOT NULL,
  dead          INTEGER NOT NULL DEFAULT 0,
  quarantine_run INTEGER,                    -- what the quarantine holds here
  quarantine_activity INTEGER,               -- 0: the run itself
  build         TEXT NOT NULL,
  level         INTEGER NOT NULL,
  host          TEXT NOT NULL,
  pid           INTEGER NOT NULL,
  ttl           INTEGER NOT NULL,
  started_at    INTEGER NOT NULL,
  slots         INTEGER,
  held          INTEGER NOT NULL DEFAULT 0,  -- runs it owns and activity rows it runs
  free          INTEGER NOT NULL DEFAULT 0,  -- of the slots
  namespace     TEXT,
  queues        TEXT,                        -- a JSON list, as the next two
  workflows     TEXT,
  activities    TEXT,
  labels        TEXT,                        -- a JSON object; NULL: none
  drain         TEXT                         -- who, when and why as JSON; NULL: it takes work
) STRICT, WITHOUT ROWID;

-- What a run wants done to another one, delivered afterwards, once, by its key.
CREATE TABLE ~outbox (
  run_id      BLOB NOT NULL,                 -- of the sender
  seq         INTEGER NOT NULL,              -- of the event that asks for it
  kind        INTEGER NOT NULL,              -- store.MessageKind
  namespace   TEXT NOT NULL,
  target      BLOB,
  ref         INTEGER NOT NULL,              -- the command of target that is told
  workflow_id TEXT NOT NULL,
  workflow    TEXT NOT NULL,
  queue       TEXT NOT NULL,
  prio        INTEGER NOT NULL,
  level       INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  data        BLOB,
  PRIMARY KEY (run_id, seq, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~outbox_due ON ~outbox (namespace, run_id, seq, kind);

-- Results of activities that later runs find by a key.
CREATE TABLE ~kept (
  namespace TEXT NOT NULL,
  activity  TEXT NOT NULL,
  key       TEXT NOT NULL,
  run_id    BLOB NOT NULL,                   -- whose activity ended with it
  until     INTEGER NOT NULL,
  data      BLOB,
  PRIMARY KEY (namespace, activity, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~kept_until ON ~kept (namespace, until, activity, key);

-- What is known of queues. One without limits that nobody has paused has no row.
CREATE TABLE ~queue (
  namespace  TEXT NOT NULL,
  name       TEXT NOT NULL,
  revision   INTEGER NOT NULL DEFAULT 0,     -- of what is declared
  declared   TEXT,                           -- settings as JSON, by the workers; NULL: none
  overruled  TEXT,                           -- settings, who, when and why as JSON, by an operator; NULL: none
  paused     TEXT,                           -- who, when and why as JSON; NULL: it is not paused
  cool_until INTEGER,                        -- no attempt of the queue begins before; NULL: it does not cool down
  cools      INTEGER NOT NULL DEFAULT 0,     -- cool-downs in a row: by these the next one is longer
  tat        INTEGER,                        -- of the rate: when all that was handed out is used up; NULL: nothing was
  PRIMARY KEY (namespace, name)
) STRICT, WITHOUT ROWID;

-- How many activities of a queue with a limit a worker may have at once. Their sum is never above the limit.
CREATE TABLE ~share (
  namespace TEXT NOT NULL,
  queue     TEXT NOT NULL,
  worker_id BLOB NOT NULL,
  n         INTEGER NOT NULL,
  want      INTEGER NOT NULL,                -- how many it could use
  until     INTEGER,                         -- its worker is gone, and this is kept for what it may still do; NULL: it lives
  PRIMARY KEY (namespace, queue, worker_id)
) STRICT, WITHOUT ROWID;

-- What is known of a key within a queue that has limits for each partition, beside its activities.
CREATE TABLE ~partition (
  namespace     TEXT NOT NULL,
  queue         TEXT NOT NULL,
  partition_key TEXT NOT NULL,
  tat           INTEGER,                     -- as that of a queue
  cool_until    INTEGER,
  cools         INTEGER NOT NULL DEFAULT 0,
  kept_until    INTEGER NOT NULL,            -- nothing is to be known of it from then on
  PRIMARY KEY (namespace, queue, partition_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~partition_over ON ~partition (namespace, queue, kept_until);

-- Schedules of runs. How a row may change is said in store/internal/rules.
CREATE TABLE ~schedule (
  namespace TEXT NOT NULL,
  id        TEXT NOT NULL,
  token     BLOB NOT NULL,                   -- of its last change
  workflow  TEXT NOT NULL,
  next_at   INTEGER,                         -- NULL: it is paused, or no time is left
  waits_for TEXT,                            -- the workflow id of the run whose end it waits for; NULL: none
  state     TEXT NOT NULL,                   -- all else, as JSON
  data      BLOB,                            -- a row of history: what each run is given
  PRIMARY KEY (namespace, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ~schedule_next ON ~schedule (namespace, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX ~schedule_waits ON ~schedule (namespace, waits_for) WHERE waits_for IS NOT NULL;

-- Signals and cancels sent inside a user's transaction, delivered afterwards, in the
-- order of their numbers.
CREATE TABLE ~request (
  request     INTEGER PRIMARY KEY,
  id          TEXT NOT NULL,
  kind        INTEGER NOT NULL,            -- store.EntryKind
  lost        INTEGER NOT NULL DEFAULT 0,  -- 1: it names no run
  run_id      BLOB,                        -- NULL: to the run that has the workflow id then
  namespace   TEXT NOT NULL,
  workflow_id TEXT NOT NULL,
  at          INTEGER NOT NULL,
  data        BLOB
) STRICT;
CREATE INDEX ~request_due ON ~request (namespace, request) WHERE lost = 0;
