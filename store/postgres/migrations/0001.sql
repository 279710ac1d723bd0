-- The first schema. NULL is "none"; text sorts by its bytes, for an index must not depend
-- on what the operating system thinks of letters. No foreign keys, triggers, sequences,
-- functions: the code that writes a row writes all that hangs on it, in one transaction,
-- under the lock of the run's row.

CREATE TABLE ~meta (
  one             int PRIMARY KEY CHECK (one = 1),
  version         int NOT NULL,           -- of this schema
  compatible_from int NOT NULL,           -- the oldest version whose binaries may use it
  cluster_id      uuid NOT NULL,          -- of this database, for ever
  epoch           bigint NOT NULL,        -- raised when a backup was restored
  created_at      timestamptz NOT NULL,
  secret          bytea NOT NULL          -- for ever; makes the tokens of promises
);

-- The server's vacuum takes the tables of a database one after the other in about the order
-- in which they were made: first those whose rows come and go, which are small and grow by
-- all that has gone until it comes.

-- At most one row per run that has work or is owned. While the run is owned only owner,
-- claim and dirty hold; the rest is copied from the run when it is given up.
CREATE TABLE ~dispatch (
  run_id       uuid PRIMARY KEY,
  ready_at     timestamptz NOT NULL,
  until        timestamptz,                    -- access 1, 2: when the build may try again
  sticky_until timestamptz,
  owner        uuid,
  claim        uuid,
  sticky       uuid,                           -- the worker that has it cached
  prio         int NOT NULL,
  level        int NOT NULL,
  quarantine_deaths int NOT NULL DEFAULT 0,
  access       smallint NOT NULL DEFAULT 0,    -- 0 free, 1 blocked, 2 quarantined, 3 nobody may
  dirty        boolean NOT NULL DEFAULT false, -- news from others for the owner
  namespace    text COLLATE "C" NOT NULL,
  queue        text COLLATE "C" NOT NULL,
  workflow     text COLLATE "C" NOT NULL,
  build        text COLLATE "C"                -- access 1, 2: the build that waits
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- What waits is found by its queue and its workflow: what no worker serves is in nobody's way.
CREATE INDEX dispatch_free ON ~dispatch (namespace, queue, workflow, prio, ready_at) WHERE owner IS NULL AND access = 0;
CREATE INDEX dispatch_blocked ON ~dispatch (namespace, queue, workflow, build, until) WHERE owner IS NULL AND access = 1;
CREATE INDEX dispatch_quarantined ON ~dispatch (namespace, queue, workflow, quarantine_deaths, prio, ready_at) WHERE owner IS NULL AND access = 2;
CREATE INDEX dispatch_owner ON ~dispatch (owner, claim) WHERE owner IS NOT NULL;
CREATE INDEX dispatch_dirty ON ~dispatch (owner) WHERE dirty;

CREATE TABLE ~inbox (
  run_id uuid NOT NULL,
  ord    bigint NOT NULL,                      -- the run's gen after its bump
  ref    bigint NOT NULL,
  at     timestamptz NOT NULL,
  kind   smallint NOT NULL,                    -- store.EntryKind
  id     text COLLATE "C",
  data   bytea,
  PRIMARY KEY (run_id, ord)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX inbox_id ON ~inbox (run_id, id) WHERE id IS NOT NULL;

CREATE TABLE ~timer (
  run_id    uuid NOT NULL,
  timer     bigint NOT NULL,
  fire_at   timestamptz NOT NULL,
  namespace   text COLLATE "C" NOT NULL,
  PRIMARY KEY (run_id, timer)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX timer_due ON ~timer (namespace, fire_at, uuid_send(run_id), (timer + 0));     -- see run_page

CREATE TABLE ~activity (
  run_id       uuid NOT NULL,
  activity     bigint NOT NULL,
  scheduled_at timestamptz NOT NULL,
  ready_at     timestamptz NOT NULL,
  claimed_at   timestamptz,
  beat_at      timestamptz,
  deadline     timestamptz,
  owner        uuid,
  claim        uuid,
  attempt      int NOT NULL,
  deaths       int NOT NULL DEFAULT 0,
  prio         int NOT NULL,
  limited      boolean NOT NULL,
  delayed      boolean NOT NULL DEFAULT false, -- ready from ready_at on; else it is ready, whatever the clock says
  quarantined  boolean NOT NULL DEFAULT false, -- claimed in quarantine only
  cancelled    boolean NOT NULL DEFAULT false,
  namespace    text COLLATE "C" NOT NULL,
  queue        text COLLATE "C" NOT NULL,
  name         text COLLATE "C" NOT NULL,
  workflow_id  text COLLATE "C" NOT NULL,
  workflow     text COLLATE "C" NOT NULL,
  data         bytea,
  last         bytea,
  details      bytea,
  partition_key text COLLATE "C",              -- within the queue; NULL: none
  PRIMARY KEY (run_id, activity)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX activity_free ON ~activity (namespace, queue, name, prio, ready_at) WHERE owner IS NULL AND NOT quarantined AND NOT delayed;
CREATE INDEX activity_delayed ON ~activity (namespace, queue, name, ready_at) WHERE owner IS NULL AND NOT quarantined AND delayed;
CREATE INDEX activity_quarantined ON ~activity (namespace, queue, name, deaths, prio, ready_at) WHERE owner IS NULL AND quarantined;
CREATE INDEX activity_deadline ON ~activity (namespace, deadline) WHERE owner IS NULL AND NOT quarantined AND deadline IS NOT NULL;
CREATE INDEX activity_owner ON ~activity (owner, claim) WHERE owner IS NOT NULL;
-- What waits for one worker alone.
CREATE INDEX activity_own ON ~activity (namespace, queue, run_id, activity) WHERE owner IS NULL AND left(queue, 7) = 'worker/';
-- Partitions of queues: what waits of a key, and what runs.
CREATE INDEX activity_keyed ON ~activity (namespace, queue, name, partition_key, prio, ready_at, run_id, activity) WHERE owner IS NULL AND NOT quarantined AND NOT delayed AND partition_key IS NOT NULL;
CREATE INDEX activity_running ON ~activity (namespace, queue, partition_key) WHERE owner IS NOT NULL AND partition_key IS NOT NULL;
CREATE INDEX activity_cancelled ON ~activity (owner) WHERE cancelled AND owner IS NOT NULL;

-- One row per run. Its lock is the lock of everything that hangs on the run. A commit
-- changes only columns that no index knows, so the new version of the row stays on its
-- page. The row also holds the counters of the run's inbox and the owner: a commit need
-- look nowhere else, and they outlive the dispatch row.
CREATE TABLE ~run (
  run_id        uuid PRIMARY KEY,
  status        smallint NOT NULL,             -- store.Status; 0: removed, but for rows of its history
  closing       boolean NOT NULL DEFAULT false, -- senders are held back
  epoch         bigint NOT NULL,               -- the fencing number
  next_seq      bigint NOT NULL,
  gen           bigint NOT NULL DEFAULT 0,     -- order of the newest inbox entry ever
  entries       int NOT NULL DEFAULT 0,        -- in the inbox
  unread        int NOT NULL DEFAULT 0,        -- of these, signals and cancels
  deaths        int NOT NULL DEFAULT 0,
  quarantine_deaths int NOT NULL DEFAULT 0,
  block_count   int NOT NULL DEFAULT 0,        -- 0: not blocked
  undelivered   int NOT NULL DEFAULT 0,
  level         int NOT NULL,
  prio          int NOT NULL,
  nth           int NOT NULL,                  -- among the runs with this workflow id, in order of creation
  owner         uuid,
  last_owner    uuid,                          -- of a parked run: the worker it is sticky to
  last_commit   uuid NOT NULL,
  chain_id      uuid NOT NULL,
  parent_run_id uuid,                          -- who is told of the end of the chain
  parent_seq    bigint,                        -- the command of it that asked for the run
  created_at    timestamptz NOT NULL,
  closed_at     timestamptz,
  block_until   timestamptz,                   -- NULL while blocked: until resumed
  namespace     text COLLATE "C" NOT NULL,
  workflow_id   text COLLATE "C" NOT NULL,
  workflow      text COLLATE "C" NOT NULL,
  queue         text COLLATE "C" NOT NULL,
  build         text COLLATE "C" NOT NULL DEFAULT '', -- of the worker that committed last
  waiting       text,                          -- NULL: it is not parked to wait
  block_reason  text,
  block_build   text COLLATE "C",
  block_text    text,
  pin           text COLLATE "C",              -- the build that alone may claim it; NULL: any
  attrs         text,                          -- a JSON list of attributes; NULL: none
  behind        text,                          -- the start that waits behind it, or that did last, as JSON; NULL: none ever has
  behind_data   bytea                          -- its first row of history; NULL: none waits
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX run_open ON ~run (namespace, workflow_id) WHERE status = 1;
CREATE UNIQUE INDEX run_name ON ~run (namespace, workflow_id, nth);
-- Of two indexes that have a column the server takes any while it believes that the table
-- has a row or none. For what asks in the collation C, POSIX is another column; so is what
-- uuid_send makes of an id, which sorts as the id does.
CREATE INDEX run_page ON ~run (namespace COLLATE "POSIX", status, workflow, created_at, uuid_send(run_id));
CREATE INDEX run_blocked ON ~run (namespace, workflow, created_at, uuid_send(run_id)) WHERE block_count > 0;
CREATE INDEX run_child ON ~run (parent_run_id, uuid_send(run_id)) WHERE parent_run_id IS NOT NULL AND closed_at IS NULL;
CREATE INDEX run_closed ON ~run (namespace, closed_at, run_id) WHERE closed_at IS NOT NULL;

-- The keys of attributes, by which runs are found. Only runs that have attributes have rows here.
CREATE TABLE ~attr (
  run_id     uuid NOT NULL,
  created_at timestamptz NOT NULL,             -- of the run
  namespace  text COLLATE "C" NOT NULL,
  name       text COLLATE "C" NOT NULL,
  key        bytea NOT NULL,                   -- of a value, or a zero: that the run has it
  PRIMARY KEY (run_id, name, key)
);
-- What is written goes by the key of the table, and by nothing that this index has.
CREATE INDEX attr_key ON ~attr (namespace, (name COLLATE "POSIX"), substr(key, 1), created_at, uuid_send(run_id));

-- The history: one row per commit, n events from seq on. It is only ever added to.
CREATE TABLE ~event (
  run_id uuid NOT NULL,
  seq    bigint NOT NULL,
  at     timestamptz NOT NULL,
  n      int NOT NULL,
  token  uuid NOT NULL,
  data   bytea,
  PRIMARY KEY (run_id, seq)
);

CREATE TABLE ~worker (
  worker_id     uuid PRIMARY KEY,
  lease_until   timestamptz NOT NULL,
  started_at    timestamptz NOT NULL,
  lock_server   timestamptz,                    -- the start of the server that has the lock
  session_lock  bigint,                         -- the key of its session lock; NULL: it has none
  renewed       bigint NOT NULL DEFAULT 0,      -- how often; it goes back only with a backup
  ttl           interval NOT NULL,
  dead          boolean NOT NULL DEFAULT false,
  quarantine_run uuid,                         -- what the quarantine holds here
  quarantine_activity bigint,                  -- 0: the run itself
  level         int NOT NULL,
  pid           int NOT NULL,
  slots         int,
  held          int NOT NULL DEFAULT 0,         -- runs it owns and activity rows it runs
  free          int NOT NULL DEFAULT 0,         -- of the slots
  build         text COLLATE "C" NOT NULL,
  host          text NOT NULL,
  namespace     text COLLATE "C",
  queues        text[],
  workflows     text[],
  activities    text[],
  labels        text,                          -- a JSON object; NULL: none
  drain         text                           -- who, when and why as JSON; NULL: it takes work
) WITH (fillfactor = 50);

-- What a run wants done to another one, delivered afterwards, once, by its key.
CREATE TABLE ~outbox (
  run_id      uuid NOT NULL,                   -- of the sender
  seq         bigint NOT NULL,                 -- of the event that asks for it
  kind        smallint NOT NULL,               -- store.MessageKind
  target      uuid,
  ref         bigint NOT NULL,                 -- the command of target that is told
  at          timestamptz NOT NULL,
  prio        int NOT NULL,
  level       int NOT NULL,
  namespace   text COLLATE "C" NOT NULL,
  workflow_id text COLLATE "C" NOT NULL,
  workflow    text COLLATE "C" NOT NULL,
  queue       text COLLATE "C" NOT NULL,
  data        bytea,
  PRIMARY KEY (run_id, seq, kind)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX outbox_due ON ~outbox (namespace, uuid_send(run_id), seq, kind);

-- Results of activities that later runs find by a key.
CREATE TABLE ~kept (
  run_id    uuid NOT NULL,                     -- whose activity ended with it
  until     timestamptz NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  activity  text COLLATE "C" NOT NULL,
  key       text COLLATE "C" NOT NULL,
  data      bytea,
  PRIMARY KEY (namespace, activity, key)
);
CREATE INDEX kept_until ON ~kept (namespace COLLATE "POSIX", until);

-- What is known of queues. One without limits that nobody has paused has no row.
CREATE TABLE ~queue (
  namespace  text COLLATE "C" NOT NULL,
  name       text COLLATE "C" NOT NULL,
  revision   int NOT NULL DEFAULT 0,           -- of what is declared
  cools      int NOT NULL DEFAULT 0,           -- cool-downs in a row: by these the next one is longer
  cool_until timestamptz,                      -- no attempt of the queue begins before; NULL: it does not cool down
  tat        timestamptz,                      -- of the rate: when all that was handed out is used up; NULL: nothing was
  declared   text,                             -- settings as JSON, by the workers; NULL: none
  overruled  text,                             -- settings, who, when and why as JSON, by an operator; NULL: none
  paused     text,                             -- who, when and why as JSON; NULL: it is not paused
  PRIMARY KEY (namespace, name)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- How many activities of a queue with a limit a worker may have at once. The row of the queue is locked
-- while they change, and their sum is never above the limit.
CREATE TABLE ~share (
  worker_id uuid NOT NULL,
  n         int NOT NULL,
  want      int NOT NULL,                      -- how many it could use
  until     timestamptz,                       -- its worker is gone, and this is kept for what it may still do; NULL: it lives
  namespace text COLLATE "C" NOT NULL,
  queue     text COLLATE "C" NOT NULL,
  PRIMARY KEY (namespace, queue, worker_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- What is known of a key within a queue that has limits for each partition, beside its activities.
-- The row of the queue is locked while it changes.
CREATE TABLE ~partition (
  tat           timestamptz,                   -- as that of a queue
  cool_until    timestamptz,
  kept_until    timestamptz NOT NULL,          -- nothing is to be known of it from then on
  cools         int NOT NULL DEFAULT 0,
  namespace     text COLLATE "C" NOT NULL,
  queue         text COLLATE "C" NOT NULL,
  partition_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (namespace, queue, partition_key)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX partition_over ON ~partition (namespace, (queue COLLATE "POSIX"), kept_until);

-- Schedules of runs. How a row may change is said in store/internal/rules.
CREATE TABLE ~schedule (
  token     uuid NOT NULL,                     -- of its last change
  next_at   timestamptz,                       -- NULL: it is paused, or no time is left
  namespace text COLLATE "C" NOT NULL,
  id        text COLLATE "C" NOT NULL,
  workflow  text COLLATE "C" NOT NULL,
  waits_for text COLLATE "C",                  -- the workflow id of the run whose end it waits for; NULL: none
  state     text NOT NULL,                     -- all else, as JSON
  data      bytea,                             -- a row of history: what each run is given
  PRIMARY KEY (namespace, id)
);
CREATE INDEX schedule_next ON ~schedule (namespace COLLATE "POSIX", next_at) WHERE next_at IS NOT NULL;
CREATE INDEX schedule_waits ON ~schedule (namespace COLLATE "POSIX", waits_for) WHERE waits_for IS NOT NULL;

-- Signals and cancels sent inside a user's transaction, delivered afterwards, in the order
-- of their times. These rise within a process, and so within a transaction.
CREATE TABLE ~request (
  request     uuid PRIMARY KEY,
  at          timestamptz NOT NULL,            -- when it was inserted
  run_id      uuid,                            -- NULL: to the run that has the workflow id then
  kind        smallint NOT NULL,               -- store.EntryKind
  lost        boolean NOT NULL DEFAULT false,  -- it names no run
  namespace   text COLLATE "C" NOT NULL,
  workflow_id text COLLATE "C" NOT NULL,
  id          text COLLATE "C" NOT NULL,
  data        bytea
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX request_due ON ~request (namespace, workflow_id, at, request) WHERE NOT lost;

-- What is kept of runs that retention has removed, so that no late or repeated start
-- starts them again. By name they are not unique: nothing but a second look would be won.
CREATE TABLE ~tombstone (
  run_id      uuid PRIMARY KEY,
  at          timestamptz NOT NULL,            -- when it was removed
  nth         int NOT NULL,                    -- of the run
  namespace   text COLLATE "C" NOT NULL,
  workflow_id text COLLATE "C" NOT NULL
);
CREATE INDEX tombstone_name ON ~tombstone (namespace, workflow_id, nth);
CREATE INDEX tombstone_at ON ~tombstone (namespace COLLATE "POSIX", at);

INSERT INTO ~meta (one, version, compatible_from, cluster_id, epoch, created_at, secret)
  VALUES (1, 1, 1, gen_random_uuid(), 1, now(), uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
