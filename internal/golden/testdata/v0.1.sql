-- Migration 1.
CREATE SCHEMA IF NOT EXISTS "reprise";

-- The first schema. NULL is "none"; text sorts by its bytes, for an index must not depend
-- on what the operating system thinks of letters. No foreign keys, triggers, sequences,
-- functions: the code that writes a row writes all that hangs on it, in one transaction,
-- under the lock of the run's row.

CREATE TABLE "reprise".meta (
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
CREATE TABLE "reprise".dispatch (
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
CREATE INDEX dispatch_free ON "reprise".dispatch (namespace, queue, workflow, prio, ready_at) WHERE owner IS NULL AND access = 0;
CREATE INDEX dispatch_blocked ON "reprise".dispatch (namespace, queue, workflow, build, until) WHERE owner IS NULL AND access = 1;
CREATE INDEX dispatch_quarantined ON "reprise".dispatch (namespace, queue, workflow, quarantine_deaths, prio, ready_at) WHERE owner IS NULL AND access = 2;
CREATE INDEX dispatch_owner ON "reprise".dispatch (owner, claim) WHERE owner IS NOT NULL;
CREATE INDEX dispatch_dirty ON "reprise".dispatch (owner) WHERE dirty;

CREATE TABLE "reprise".inbox (
  run_id uuid NOT NULL,
  ord    bigint NOT NULL,                      -- the run's gen after its bump
  ref    bigint NOT NULL,
  at     timestamptz NOT NULL,
  kind   smallint NOT NULL,                    -- store.EntryKind
  id     text COLLATE "C",
  data   bytea,
  PRIMARY KEY (run_id, ord)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX inbox_id ON "reprise".inbox (run_id, id) WHERE id IS NOT NULL;

CREATE TABLE "reprise".timer (
  run_id    uuid NOT NULL,
  timer     bigint NOT NULL,
  fire_at   timestamptz NOT NULL,
  namespace   text COLLATE "C" NOT NULL,
  PRIMARY KEY (run_id, timer)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX timer_due ON "reprise".timer (namespace, fire_at, uuid_send(run_id), (timer + 0));     -- see run_page

CREATE TABLE "reprise".activity (
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
CREATE INDEX activity_free ON "reprise".activity (namespace, queue, name, prio, ready_at) WHERE owner IS NULL AND NOT quarantined AND NOT delayed;
CREATE INDEX activity_delayed ON "reprise".activity (namespace, queue, name, ready_at) WHERE owner IS NULL AND NOT quarantined AND delayed;
CREATE INDEX activity_quarantined ON "reprise".activity (namespace, queue, name, deaths, prio, ready_at) WHERE owner IS NULL AND quarantined;
CREATE INDEX activity_deadline ON "reprise".activity (namespace, deadline) WHERE owner IS NULL AND NOT quarantined AND deadline IS NOT NULL;
CREATE INDEX activity_owner ON "reprise".activity (owner, claim) WHERE owner IS NOT NULL;
-- What waits for one worker alone.
CREATE INDEX activity_own ON "reprise".activity (namespace, queue, run_id, activity) WHERE owner IS NULL AND left(queue, 7) = 'worker/';
-- Partitions of queues: what waits of a key, and what runs.
CREATE INDEX activity_keyed ON "reprise".activity (namespace, queue, name, partition_key, prio, ready_at, run_id, activity) WHERE owner IS NULL AND NOT quarantined AND NOT delayed AND partition_key IS NOT NULL;
CREATE INDEX activity_running ON "reprise".activity (namespace, queue, partition_key) WHERE owner IS NOT NULL AND partition_key IS NOT NULL;
CREATE INDEX activity_cancelled ON "reprise".activity (owner) WHERE cancelled AND owner IS NOT NULL;

-- One row per run. Its lock is the lock of everything that hangs on the run. A commit
-- changes only columns that no index knows, so the new version of the row stays on its
-- page. The row also holds the counters of the run's inbox and the owner: a commit need
-- look nowhere else, and they outlive the dispatch row.
CREATE TABLE "reprise".run (
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
CREATE UNIQUE INDEX run_open ON "reprise".run (namespace, workflow_id) WHERE status = 1;
CREATE UNIQUE INDEX run_name ON "reprise".run (namespace, workflow_id, nth);
-- Of two indexes that have a column the server takes any while it believes that the table
-- has a row or none. For what asks in the collation C, POSIX is another column; so is what
-- uuid_send makes of an id, which sorts as the id does.
CREATE INDEX run_page ON "reprise".run (namespace COLLATE "POSIX", status, workflow, created_at, uuid_send(run_id));
CREATE INDEX run_blocked ON "reprise".run (namespace, workflow, created_at, uuid_send(run_id)) WHERE block_count > 0;
CREATE INDEX run_child ON "reprise".run (parent_run_id, uuid_send(run_id)) WHERE parent_run_id IS NOT NULL AND closed_at IS NULL;
CREATE INDEX run_closed ON "reprise".run (namespace, closed_at, run_id) WHERE closed_at IS NOT NULL;

-- The keys of attributes, by which runs are found. Only runs that have attributes have rows here.
CREATE TABLE "reprise".attr (
  run_id     uuid NOT NULL,
  created_at timestamptz NOT NULL,             -- of the run
  namespace  text COLLATE "C" NOT NULL,
  name       text COLLATE "C" NOT NULL,
  key        bytea NOT NULL,                   -- of a value, or a zero: that the run has it
  PRIMARY KEY (run_id, name, key)
);
-- What is written goes by the key of the table, and by nothing that this index has.
CREATE INDEX attr_key ON "reprise".attr (namespace, (name COLLATE "POSIX"), substr(key, 1), created_at, uuid_send(run_id));

-- The history: one row per commit, n events from seq on. It is only ever added to.
CREATE TABLE "reprise".event (
  run_id uuid NOT NULL,
  seq    bigint NOT NULL,
  at     timestamptz NOT NULL,
  n      int NOT NULL,
  token  uuid NOT NULL,
  data   bytea,
  PRIMARY KEY (run_id, seq)
);

CREATE TABLE "reprise".worker (
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
CREATE TABLE "reprise".outbox (
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
CREATE INDEX outbox_due ON "reprise".outbox (namespace, uuid_send(run_id), seq, kind);

-- Results of activities that later runs find by a key.
CREATE TABLE "reprise".kept (
  run_id    uuid NOT NULL,                     -- whose activity ended with it
  until     timestamptz NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  activity  text COLLATE "C" NOT NULL,
  key       text COLLATE "C" NOT NULL,
  data      bytea,
  PRIMARY KEY (namespace, activity, key)
);
CREATE INDEX kept_until ON "reprise".kept (namespace COLLATE "POSIX", until);

-- What is known of queues. One without limits that nobody has paused has no row.
CREATE TABLE "reprise".queue (
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
CREATE TABLE "reprise".share (
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
CREATE TABLE "reprise".partition (
  tat           timestamptz,                   -- as that of a queue
  cool_until    timestamptz,
  kept_until    timestamptz NOT NULL,          -- nothing is to be known of it from then on
  cools         int NOT NULL DEFAULT 0,
  namespace     text COLLATE "C" NOT NULL,
  queue         text COLLATE "C" NOT NULL,
  partition_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (namespace, queue, partition_key)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX partition_over ON "reprise".partition (namespace, (queue COLLATE "POSIX"), kept_until);

-- Schedules of runs. How a row may change is said in store/internal/rules.
CREATE TABLE "reprise".schedule (
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
CREATE INDEX schedule_next ON "reprise".schedule (namespace COLLATE "POSIX", next_at) WHERE next_at IS NOT NULL;
CREATE INDEX schedule_waits ON "reprise".schedule (namespace COLLATE "POSIX", waits_for) WHERE waits_for IS NOT NULL;

-- Signals and cancels sent inside a user's transaction, delivered afterwards, in the order
-- of their times. These rise within a process, and so within a transaction.
CREATE TABLE "reprise".request (
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
CREATE INDEX request_due ON "reprise".request (namespace, workflow_id, at, request) WHERE NOT lost;

-- What is kept of runs that retention has removed, so that no late or repeated start
-- starts them again. By name they are not unique: nothing but a second look would be won.
CREATE TABLE "reprise".tombstone (
  run_id      uuid PRIMARY KEY,
  at          timestamptz NOT NULL,            -- when it was removed
  nth         int NOT NULL,                    -- of the run
  namespace   text COLLATE "C" NOT NULL,
  workflow_id text COLLATE "C" NOT NULL
);
CREATE INDEX tombstone_name ON "reprise".tombstone (namespace, workflow_id, nth);
CREATE INDEX tombstone_at ON "reprise".tombstone (namespace COLLATE "POSIX", at);

INSERT INTO "reprise".meta (one, version, compatible_from, cluster_id, epoch, created_at, secret)
  VALUES (1, 1, 1, gen_random_uuid(), 1, now(), uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- Rows.
DELETE FROM reprise.meta;
INSERT INTO reprise.activity VALUES ('01a222c7-6332-74d0-b83e-a1333194338a', '2', '2026-11-28 15:30:22.183865+00', '2026-11-28 15:30:22.183865+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066b3b5c67d011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf435087aba8f64d5a', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a222c7-6369-772b-af1a-413e3959bf67', '2', '2026-11-28 15:30:22.279824+00', '2026-11-28 15:30:22.279824+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x000000682f33ebed011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf0bca15c27fb244f0', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a222c7-63c8-78f0-87b9-3a6ea5c8ba6a', '2', '2026-11-28 15:30:22.28396+00', '2026-11-28 16:37:23.377422+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065cc7630a5011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d38952de3beedd4981', E'\\x0000003c1e5681bc010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf00066157daddd3f0a16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a222c7-63f7-7ffd-86e5-50e9080823ca', '2', '2026-11-28 15:30:22.369335+00', '2026-11-28 15:30:22.369335+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'job-waiting', 'job:elsewhere', E'\\x0000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a222c7-642f-7611-a32a-6467f0b20765', '2', '2026-11-28 15:30:22.402036+00', '2026-11-28 16:36:30.491567+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'job-retrying', 'job:flaky', E'\\x00000060534d08d7011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3e56630a52cb44b8d', E'\\x0000003cad99de6b010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf00066157dadfa150a16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.attr VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '2026-11-28 15:30:22.28502+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '2026-11-28 15:30:22.28502+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '2026-11-28 15:30:22.28502+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '2026-11-28 15:30:22.28502+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a222c7-6269-7bc8-83f5-0ee6778b276b', '2026-11-28 15:30:22.773082+00', NULL, '2026-11-28 15:30:24.023082+00', NULL, NULL, '0528590b-b197-402e-bed1-5fe81d542346', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a222c7-62cb-72e3-b880-a9ba702cbe92', '2026-11-28 15:30:22.045089+00', '2026-11-28 15:30:23.045089+00', '2026-11-28 15:30:23.295089+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '2026-11-28 15:30:22.774148+00', NULL, '2026-11-28 15:30:24.024148+00', NULL, NULL, '0528590b-b197-402e-bed1-5fe81d542346', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a222c7-6442-7f16-906c-cf421b04d46a', '2026-11-28 15:30:22.710082+00', NULL, '2026-11-28 15:30:23.960082+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a222c7-65b6-7372-9d9f-c0ab1b93e0b9', '2026-11-28 15:30:22.774674+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a222c7-6230-77f9-9e86-1299e7bc26d0', '1', '2026-11-28 15:30:21.875917+00', '2', 'fe7613e7-e3ab-4f72-a3a6-953f3d427b20', E'\\x00000033d9ee621a013f84a16ecf00066157dad78ed6a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000004643f23bc3010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c410e550860a0eb22e175a25fa1b476d0cc0a16c01a162a36f6c640000005d4776e714011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3fe7613e7e3ab4f72a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6230-77f9-9e86-1299e7bc26d0', '3', '2026-11-28 15:30:21.881104+00', '2', '0a8552b5-b52d-49db-a007-497ac91e635e', E'\\x00000033b968bf76013f84a16ecf00066157dad79d62a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d38f7ec9b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0a8552b5b52d49dba14000');
INSERT INTO reprise.event VALUES ('01a222c7-6230-77f9-9e86-1299e7bc26d0', '5', '2026-11-28 15:30:21.888332+00', '2', '7a31ff8e-1a98-44ae-879b-0abd235ec6f8', E'\\x0000003365381d01013f84a16ecf00066157dad7b450a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d8434162d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7a31ff8e1a9844aea14000');
INSERT INTO reprise.event VALUES ('01a222c7-6230-77f9-9e86-1299e7bc26d0', '7', '2026-11-28 15:30:21.888692+00', '3', '10c2dfac-b66d-4776-9746-fefbc17bff05', E'\\x00000033a932599c013f84a16ecf00066157dad7cc38a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6234-7d8a-b15b-c2f357499a8b', '1', '2026-11-28 15:30:21.885375+00', '2', '2dae3463-06f3-47e5-acf5-47347b70c9dd', E'\\x0000001769ed9441013f83a16ecf00066157dad79f80a16c01a162a36f6c6400000044a3c31677010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c4107423922a7125ddc49d60284edffaa3aea16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a222c7-6240-79b4-8efa-b45f2680b237', '1', '2026-11-28 15:30:21.890198+00', '2', 'ab882982-a182-420b-8ea6-3dcb3457e2de', E'\\x00000034459f3829013f84a16ecf00066157dad7ccc5a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005061334724010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c4107876df074b9345b5c1eae4235e9980aba16c01a162a36f6c640000005d488421c9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ab882982a182420ba14000');
INSERT INTO reprise.event VALUES ('01a222c7-6240-79b4-8efa-b45f2680b237', '3', '2026-11-28 15:30:21.890981+00', '1', '061b2f68-2486-493c-b955-cd4658bd7cbe', E'\\x0000001714f64bcd013f83a16ecf00066157dad7d492a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6240-79b4-8efa-b45f2680b237', '4', '2026-11-28 15:30:22.746977+00', '2', 'e38b2b02-79e6-4f71-bd01-5b52df053de0', E'\\x0000003412672f99013f84a16ecf00066157dae4cb6ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31323100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6242-7b19-ad2e-0beb3a1ebc49', '1', '2026-11-28 15:30:21.89139+00', '2', '508fd957-0543-4ce1-a514-eff3d30cde96', E'\\x00000034d4f1548d013f84a16ecf00066157dad7d6b4a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005291995a7e010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410d9a7d72cea6e967f0855f79f62678c08a16c01a162a36f6c640000005d8b78fc96011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf508fd95705434ce1a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6242-7b19-ad2e-0beb3a1ebc49', '3', '2026-11-28 15:30:21.896138+00', '1', 'e96b372e-7fd1-41c7-a1ed-4978654037d3', E'\\x00000017ef1d295f013f83a16ecf00066157dad7d85aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6242-7b19-ad2e-0beb3a1ebc49', '4', '2026-11-28 15:30:22.746977+00', '1', '911c19c7-a2ba-46e9-bc7c-af47089c8838', E'\\x00000017de3ffec4013f83a16ecf00066157dae4cd1fa16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a222c7-6243-74db-b8b7-03cf78418dfe', '1', '2026-11-28 15:30:21.919009+00', '2', '67d9a130-4343-4e46-af49-640f2498f698', E'\\x0000003466f9c850013f84a16ecf00066157dad7da54a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004cf57f82ed010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c410f7f9e3b15a9fba2f177c6909fce5e4dba16c01a162a36f6c640000005d7f3d0502011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf67d9a13043434e46a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6243-74db-b8b7-03cf78418dfe', '3', '2026-11-28 15:30:21.929779+00', '1', '726ce6c4-f355-4c95-a86a-3610cb9f9f0c', E'\\x000000176a456f54013f83a16ecf00066157dad86c93a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6269-7bc8-83f5-0ee6778b276b', '1', '2026-11-28 15:30:21.93372+00', '2', '9ed65d4e-2ba7-49ec-8f53-07fbdccf09ad', E'\\x00000034a157de40013f84a16ecf00066157dad87b9ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004a766b664e010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410cd84be1ea669c28df3f354f2950930bfa16c01a162a36f6c640000005dfd23aaff011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39ed65d4e2ba749eca14000');
INSERT INTO reprise.event VALUES ('01a222c7-6269-7bc8-83f5-0ee6778b276b', '3', '2026-11-28 15:30:21.934174+00', '1', 'ce484e8c-7607-4621-847e-f9eb0c0b8aa9', E'\\x00000017034bf854013f83a16ecf00066157dad87e06a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-626e-784d-8608-543a9d2cee98', '1', '2026-11-28 15:30:21.935841+00', '2', 'a9269813-43c3-498c-9418-aa33aa4723b2', E'\\x000000349d5324aa013f84a16ecf00066157dad8805da16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31313800000050b473d88e010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410818ed5776ce7203dcfff34c7c943576aa16c01a162a36f6c640000005d80a1ba91011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a926981343c3498ca14000');
INSERT INTO reprise.event VALUES ('01a222c7-626e-784d-8608-543a9d2cee98', '3', '2026-11-28 15:30:21.936264+00', '1', '2cb0592d-162a-4585-bb7b-bbf0a95f3608', E'\\x000000176d236d57013f83a16ecf00066157dad88619a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6270-71c0-bdb5-10d26c5af45c', '1', '2026-11-28 15:30:21.936835+00', '2', 'dd25869f-80dd-4a9a-8bf4-cd769226d9e3', E'\\x000000340d7b820b013f84a16ecf00066157dad887f8a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004e563fee46010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c4105c42871feead8bb6c042e5122afbb273a16c01a162a36f6c640000005d290b8fb6011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3dd25869f80dd4a9aa14000');
INSERT INTO reprise.event VALUES ('01a222c7-6270-71c0-bdb5-10d26c5af45c', '3', '2026-11-28 15:30:21.937158+00', '1', '42a6ec8a-0651-4177-9b55-b701fc6b7f5e', E'\\x00000017c223be50013f83a16ecf00066157dad8899ba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6271-7674-86fa-a9029245ede9', '1', '2026-11-28 15:30:21.946251+00', '2', 'c98a8b84-ff0a-41d8-9e79-996e820f1aca', E'\\x000000353e726f1b013f84a16ecf00066157dad8a360a16c01a162a36f6c64a17391ba676f6c64656e2e736c65657065722072756e732e676f3a3131300000004ff7e2035f010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410b2cd382ea4688d71eb8dad075c7f4916a16c01a162a36f6c6400000011949c2bb1011282a164cf00066158b16c4760a14000');
INSERT INTO reprise.event VALUES ('01a222c7-627d-75f2-a888-8fbe52098483', '1', '2026-11-28 15:30:21.976989+00', '2', '1a77c83d-13a5-48b1-9218-592827358bff', E'\\x000000341614a728013f84a16ecf00066157dad924a0a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004a6d85e7cf010186a177a670696e6e6564a169a670696e6e6564a17082a165a76d73677061636ba164c407a670696e6e6564a173c410495656ccc859aff36dd612dbc2397a42a16c01a162a36f6c640000005d1ed2f430011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1a77c83d13a548b1a14000');
INSERT INTO reprise.event VALUES ('01a222c7-627d-75f2-a888-8fbe52098483', '3', '2026-11-28 15:30:21.978229+00', '1', 'a012f929-8ada-4bf9-b8c2-c32a693e3378', E'\\x0000001754ee7719013f83a16ecf00066157dad92a14a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-629a-765a-8b25-4fe908374698', '1', '2026-11-28 15:30:21.995027+00', '2', '7e61c7ff-711c-4fed-82d1-cff2bc5a6376', E'\\x0000003c24a05547013f84a16ecf00066157dad95ff0a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38380000004d07b92630010186a177a763686172676564a169a763686172676564a17082a165a76d73677061636ba164c408a763686172676564a173c4106fbee4d34122e1f0a0fb8128bec55ef8a16c01a162a36f6c64000000751eb1274e011087a16da6636861726765a17082a165a76d73677061636ba164c408a763686172676564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf7e61c7ff711c4feda16ba6636861726765a164cf2bc3d67dd3ac0000a14000');
INSERT INTO reprise.event VALUES ('01a222c7-629a-765a-8b25-4fe908374698', '3', '2026-11-28 15:30:22.11111+00', '2', '978e94bf-6f5e-42e0-a0f7-af3a04ef3b73', E'\\x0000003c7a242c63013f84a16ecf00066157dadac4e3a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38380000002dc7605587010283a16102a16e01a17282a165a76d73677061636ba164c413b26368617267656420697320636861726765640000002adee2fc81011582a17282a165a76d73677061636ba164c413b2636861726765642069732063686172676564a14000');
INSERT INTO reprise.event VALUES ('01a222c7-62af-7af7-81b2-b287576e4f98', '1', '2026-11-28 15:30:22.019062+00', '2', '9b3646f4-f9be-4c55-990f-0577b031c60e', E'\\x00000032f13a2f22013f84a16ecf00066157dad9a661a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31333100000044c734f808010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c4103aa0e25aeab6072a6e19c011721113eaa16c01a162a36f6c6400000011a7f121dc011282a164cf0006616bf8b10661a14000');
INSERT INTO reprise.event VALUES ('01a222c7-62cb-72e3-b880-a9ba702cbe92', '1', '2026-11-28 15:30:22.033504+00', '1', 'be178f44-3e49-47c0-b3aa-358148640582', E'\\x0000001a95872f34013f84a16ecf00066157dad9e981a16c01a162a36f6c64a16fc30000005046ff8cc2010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c41052506b7fc7f826e9dbd7522484aac3a3a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7129-9a48-bb457ff6097b', '1', '2026-11-28 15:30:22.135012+00', '1', 'efbfc7ac-f934-4de8-86fa-a8eefdb9b5fa', E'\\x0000001a4837c993013f84a16ecf00066157dadaa72ca16c01a162a36f6c64a16fc3000000680f2463b9010189a177a57374657073a169b1706172656e742f322d3766663630393762a17082a165a76d73677061636ba164c40102a173c410c75b5e79275aad351e7d4c3f3da75710a16c01a162a36f6c64a161c41001a222c762d27288a481e4ae1affbf21a17102a16401');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7129-9a48-bb457ff6097b', '2', '2026-11-28 15:30:22.18825+00', '1', '81a46cac-4da2-494c-88e7-6e9bafec5998', E'\\x000000330aff90a9013f84a16ecf00066157dadc5df3a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000005d9f8ec004011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d381a46cac4da2494ca14000');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7129-9a48-bb457ff6097b', '3', '2026-11-28 15:30:22.188553+00', '2', '42951d50-2c8a-4d4e-a283-b580420d4ea2', E'\\x00000033fdfe0334013f84a16ecf00066157dadc5fb7a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d226b3b5d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf42951d502c8a4d4ea14000');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7129-9a48-bb457ff6097b', '5', '2026-11-28 15:30:22.189098+00', '3', '8b4f6801-8342-49b5-b2c8-c5c090ff8b2c', E'\\x00000033d74d5d68013f84a16ecf00066157dadc612da16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7288-a481-e4ae1affbf21', '1', '2026-11-28 15:30:22.085771+00', '3', 'afa6dfea-8c38-45f3-93d5-ab9ff32d1273', E'\\x0000004ec56fba2f013f84a16ecf00066157dadaa72ca16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313339b9676f6c64656e2e706172656e742072756e732e676f3a3134300000004a829713b2010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c4109083b997451e64a15ac941fc9454deefa16c01a162a36f6c64000000488d17310e011985a177a57374657073a169b1706172656e742f322d3766663630393762a16ec41001a222c762d271299a48bb457ff6097ba17082a165a76d73677061636ba164c40102a140000000004da20a0bc6011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a222c762d27d95a76a02f580125231a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7288-a481-e4ae1affbf21', '4', '2026-11-28 15:30:22.215623+00', '1', '9c5827d5-6543-4c0d-8718-1c81be4c7d4b', E'\\x00000017d9be3db1013f83a16ecf00066157dadcc153a16c01a162a36f6c640000002fabfbf7f9010984a16302a16ec41001a222c762d271299a48bb457ff6097ba16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7d95-a76a-02f580125231', '1', '2026-11-28 15:30:22.135012+00', '1', '018aad1b-11d5-44f1-801c-af538a004ed4', E'\\x0000001a4837c993013f84a16ecf00066157dadaa72ca16c01a162a36f6c64a16fc30000006a1bc5d96a010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c4101cfd0eb1e731191090d3e908929d1648a16c01a162a36f6c64a161c41001a222c762d27288a481e4ae1affbf21a17103a16401');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7d95-a76a-02f580125231', '2', '2026-11-28 15:30:22.194202+00', '1', '32c15c5f-3e5b-4b27-a644-f113c1fb1ef8', E'\\x0000003481541e1d013f84a16ecf00066157dadc7572a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005d0fb57057011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf32c15c5f3e5b4b27a14000');
INSERT INTO reprise.event VALUES ('01a222c7-62d2-7d95-a76a-02f580125231', '3', '2026-11-28 15:30:22.195563+00', '1', '84b23d7f-1a8b-46e2-9cb0-d7e84d23416c', E'\\x00000017e398bc3b013f83a16ecf00066157dadc775ba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-630d-7283-a873-f6dce779017f', '1', '2026-11-28 15:30:22.215+00', '1', 'af5cbd84-e92b-45b9-90ca-5ecb8b6f70a0', E'\\x0000001a24d6bfb7013f84a16ecf00066157dadcbb0ba16c01a162a36f6c64a16fc30000006d7cb6d5f8010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410e0165acd0b84c7850ab07036ecc9b641a16c01a162a36f6c64a163c41001a222c7630d771190b750b05bea3274a176c41001a222c7630d7462b82327b9f7adcdb1a16e02');
INSERT INTO reprise.event VALUES ('01a222c7-630d-7283-a873-f6dce779017f', '2', '2026-11-28 15:30:22.235566+00', '1', 'de5c2ed2-19c4-4806-b27c-b2239d77b818', E'\\x000000178c96982c013f83a16ecf00066157dadd16b8a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a222c7-630d-7462-b823-27b9f7adcdb1', '1', '2026-11-28 15:30:22.115532+00', '1', '2b5fe725-098c-46fa-be63-0321403b6a95', E'\\x0000001a00a2d39c013f84a16ecf00066157dadb41c5a16c01a162a36f6c64a16fc30000006d76009c1b010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c410d036ba734290511d1a4014e839ae5d4ba16c01a162a36f6c64a163c41001a222c7630d771190b750b05bea3274a176c41001a222c7630d771190b750b05bea3274a16e01');
INSERT INTO reprise.event VALUES ('01a222c7-630d-7462-b823-27b9f7adcdb1', '2', '2026-11-28 15:30:22.215+00', '1', '3a8f9fe6-4c1f-4f74-9bf9-927e1b067eb9', E'\\x000000331964506b013f84a16ecf00066157dadcbb0ba16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313532000000342715e5c0011884a16ec41001a222c7630d7283a873f6dce779017fa177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a222c7-630d-7711-90b7-50b05bea3274', '1', '2026-11-28 15:30:22.115532+00', '2', '357effb7-2fac-44ba-b72d-82fb5a3e546d', E'\\x0000003324841aa9013f84a16ecf00066157dadb41c5a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31353200000042a6054ef9010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c41078a1081bd3819a2ae384ce94e49901b9a16c01a162a36f6c6400000034718da67e011884a16ec41001a222c7630d7462b82327b9f7adcdb1a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6332-74d0-b83e-a1333194338a', '1', '2026-11-28 15:30:22.183865+00', '2', '435087ab-a8f6-4d5a-b966-01345d8ce82d', E'\\x0000003cb08be08a013f84a16ecf00066157dadb7e4ea16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63382072756e732e676f3a393200000044a1635783010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41012245dff73d494cbad62f2a80ee43400a16c01a162a36f6c64000000692f17af43011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf435087aba8f64d5aa14000');
INSERT INTO reprise.event VALUES ('01a222c7-6369-772b-af1a-413e3959bf67', '1', '2026-11-28 15:30:22.279824+00', '2', '0bca15c2-7fb2-44f0-a00b-b0f6e5d1ef73', E'\\x0000003ca03cd91c013f84a16ecf00066157daddc368a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63382072756e732e676f3a393200000048d8b5bff9010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c410880bb81c27018012f2f5786a692afad2a16c01a162a36f6c640000006b471f8f34011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf0bca15c27fb244f0a14000');
INSERT INTO reprise.event VALUES ('01a222c7-63c8-78f0-87b9-3a6ea5c8ba6a', '1', '2026-11-28 15:30:22.28346+00', '2', '8952de3b-eedd-4981-8a01-5b04b3576655', E'\\x0000003c8318c535013f84a16ecf00066157daddd1baa16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63392072756e732e676f3a39340000005009e63048010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c4101bb455fde52bba781a59ce89e4472ab9a16c01a162a36f6c64000000686119641d011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d38952de3beedd4981a14000');
INSERT INTO reprise.event VALUES ('01a222c7-63c8-78f0-87b9-3a6ea5c8ba6a', '3', '2026-11-28 15:30:22.28396+00', '1', 'eed49f43-b132-4a24-bbdc-d03b05594e0b', E'\\x00000017d9a509f1013f83a16ecf00066157daddd3f7a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '1', '2026-11-28 15:30:22.28502+00', '2', 'a569b807-be3e-442a-a650-dc2e91c829f8', E'\\x000000178ecc9a8e013f83a16ecf00066157daddd82ea16c01a162a36f6c640000006743864b33010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c41042a82fc145e35842d09421ee609fd0b3a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '3', '2026-11-28 15:30:22.286874+00', '2', 'e073d2b1-0f4f-4e68-a9c4-0cc18e95b0b1', E'\\x00000038d9ff2197013f84a16ecf00066157dadddf98a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313638000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005df5731a0b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e073d2b10f4f4e68a14000');
INSERT INTO reprise.event VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '5', '2026-11-28 15:30:22.287488+00', '3', '27783d81-f1a1-4e5d-a8cd-f614dec2b4d0', E'\\x000000384acc6512013f84a16ecf00066157dadde1d5a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3137300000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a222c7-63d1-7dd1-8500-a6e346b5faa3', '1', '2026-11-28 15:30:22.303029+00', '3', '75e2f091-2cac-436c-b72d-356741ffc388', E'\\x000000520cdbc28a013f84a16ecf00066157dade1beca16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313830bb676f6c64656e2e70726f6d697365642072756e732e676f3a31383100000050a0eeb08f010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c4106b4dcbb3bbbd39a76d87af0020069dcea16c01a162a36f6c6400000042116eaaf3011f82a16bd938415147694973646a305833526851436d343061312d714f50675476596d6b414d5764347053425a6f5959555a64654c776b53797351327743a140000000004d47c82138011f83a164cf0011958692a19beca16bd938415147694973646a305833526851436d343061312d71506e3965586a6d6747762d2d664877527a696839746864654c776b53797351327744a14001');
INSERT INTO reprise.event VALUES ('01a222c7-63d1-7dd1-8500-a6e346b5faa3', '4', '2026-11-28 15:30:22.325037+00', '1', '452f6d21-93f6-49ca-a7c9-49bfdc75965c', E'\\x00000017d507327c013f83a16ecf00066157dade7447a16c01a162a36f6c64000000595d9e9f33010c83a17002a16bd938415147694973646a305833526851436d343061312d714f50675476596d6b414d5764347053425a6f5959555a64654c776b53797351327743a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a222c7-63f4-7ae1-98b8-e696303ff67b', '1', '2026-11-28 15:30:22.32756+00', '2', '11453753-a09f-45a8-b55d-1c3f7c38eb1b', E'\\x000000174cfadfd3013f83a16ecf00066157dade7e4ca16c01a162a36f6c640000004a55d0041f010186a177aa6a6f623a646f75626c65a169a86a6f622d646f6e65a17082a165a76d73677061636ba164c40103a173c410774405a6372c507c1a4341f7697ff9aaa16c01a162a36f6c640000005a5df35859011085a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf11453753a09f45a8');
INSERT INTO reprise.event VALUES ('01a222c7-63f4-7ae1-98b8-e696303ff67b', '3', '2026-11-28 15:30:22.327986+00', '2', '607935cc-df46-44a8-a1c8-2feeb89ccd0d', E'\\x000000178ab65af5013f83a16ecf00066157dade8016a16c01a162a36f6c640000001b87504e24010283a16102a16e01a17282a165a76d73677061636ba164c4010600000015657cf5a6011581a17282a165a76d73677061636ba164c40106');
INSERT INTO reprise.event VALUES ('01a222c7-63f7-7ffd-86e5-50e9080823ca', '1', '2026-11-28 15:30:22.369335+00', '2', '2cf44eac-dbc2-4c3e-a739-0b28243e68f9', E'\\x000000174177b6e2013f83a16ecf00066157dade8041a16c01a162a36f6c640000005bc201683f010187a177ad6a6f623a656c73657768657265a169ab6a6f622d77616974696e67a17082a165a76d73677061636ba164c404a36a6f62a173c4103e9067e9495ec38a890978e99ae79a25a16c01a162a36f6c64a179a56c617465720000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a');
INSERT INTO reprise.event VALUES ('01a222c7-642f-7611-a32a-6467f0b20765', '1', '2026-11-28 15:30:22.399004+00', '2', 'e56630a5-2cb4-4b8d-9d9d-2a46d92b0f1c', E'\\x000000173db64c5b013f83a16ecf00066157dadf5dbea16c01a162a36f6c640000005000c66828010186a177a96a6f623a666c616b79a169ac6a6f622d7265747279696e67a17082a165a76d73677061636ba164c404a36a6f62a173c410d3ba4cb978f18d1fe7ea644c296b9d3fa16c01a162a36f6c6400000060534d08d7011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3e56630a52cb44b8d');
INSERT INTO reprise.event VALUES ('01a222c7-642f-7611-a32a-6467f0b20765', '3', '2026-11-28 15:30:22.402036+00', '1', '52cb7e3f-c7cb-4fe8-aa33-aeeec32c57c7', E'\\x0000001704795368013f83a16ecf00066157dadfa15ba16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a222c7-6442-7f16-906c-cf421b04d46a', '1', '2026-11-28 15:30:22.415021+00', '2', 'e3fc9721-c691-4b6c-a825-65d83de69fb1', E'\\x00000034a8a5c986013f84a16ecf00066157dadfb580a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004a94a4f124010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c4102080a28ae1857dba74e10e0d06f8adf3a16c01a162a36f6c640000005d7c147c7a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e3fc9721c6914b6ca14000');
INSERT INTO reprise.event VALUES ('01a222c7-6442-7f16-906c-cf421b04d46a', '3', '2026-11-28 15:30:22.416823+00', '1', '74badad1-d01d-44c7-bb7f-bb1f0a9a9642', E'\\x00000017087ee0f5013f83a16ecf00066157dadfdb34a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6451-7b0e-bb51-9aa6297817e1', '1', '2026-11-28 15:30:22.446598+00', '2', '7bb27068-a7d2-4558-8637-3140b019f247', E'\\x0000003464aa0b66013f84a16ecf00066157dae04f19a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31313800000048a1e9eba6010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4107c86337da3f8a6f88571dd56a68ed569a16c01a162a36f6c640000005dbd7df678011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7bb27068a7d24558a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6451-7b0e-bb51-9aa6297817e1', '3', '2026-11-28 15:30:22.449333+00', '1', 'bd6763c1-093e-49c3-b75c-4a330dc58625', E'\\x00000017ac62a3be013f83a16ecf00066157dae051f2a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6451-7b0e-bb51-9aa6297817e1', '4', '2026-11-28 15:30:22.450308+00', '2', '29074dbb-2c52-484c-8647-3b822fd18dea', E'\\x00000034136d4070013f84a16ecf00066157dae05b8ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3132350000004bcc129c5a010683a16da7617070726f7665a169d92433346161356139632d313331372d343733302d623832312d356562653831616338326136a17082a165a76d73677061636ba164c405a46f6e63650000005df415f773011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf29074dbb2c52484ca14000');
INSERT INTO reprise.event VALUES ('01a222c7-6451-7b0e-bb51-9aa6297817e1', '6', '2026-11-28 15:30:22.451122+00', '2', '553ca88e-931a-475e-98b9-d82d3f6cb6d2', E'\\x00000034c71b46e7013f84a16ecf00066157dae06080a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3132350000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6547-799c-b3fe-b4855194e70c', '1', '2026-11-28 15:30:22.664807+00', '2', '911c52e3-e1ef-4eef-a15b-2fa5cd5881ef', E'\\x0000003464aa0b66013f84a16ecf00066157dae04f19a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313138000000754ea07445010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4107c86337da3f8a6f88571dd56a68ed569a16c01a162a36f6c64a17891d92430316132323263372d363435312d376230652d626235312d396161363239373831376531a16591030000005dbd7df678011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7bb27068a7d24558a14000');
INSERT INTO reprise.event VALUES ('01a222c7-6547-799c-b3fe-b4855194e70c', '3', '2026-11-28 15:30:22.664807+00', '1', '911c52e3-e1ef-4eef-a15b-2fa5cd5881ef', E'\\x00000017ac62a3be013f83a16ecf00066157dae051f2a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a222c7-6547-799c-b3fe-b4855194e70c', '4', '2026-11-28 15:30:22.664807+00', '1', '911c52e3-e1ef-4eef-a15b-2fa5cd5881ef', E'\\x0000001a830be910013f84a16ecf00066157dae39de7a16c01a162a36f6c64a16fc30000002ffc51a437014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a222c764517b0ebb519aa6297817e1');
INSERT INTO reprise.event VALUES ('01a222c7-6547-799c-b3fe-b4855194e70c', '5', '2026-11-28 15:30:22.679463+00', '1', '79f5dfd2-9e7a-4a28-a2f0-d03b205480ef', E'\\x000000174d7b0291013f83a16ecf00066157dae3dd4aa16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a222c7-65a6-730c-993b-a9462e111fb0', '1', '2026-11-28 15:30:22.75873+00', '2', '85360daa-1a13-449c-a3c8-b00e4eb7fad1', E'\\x0000003447ee6eb4013f84a16ecf00066157dae511d4a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3135380000004c6cc380ed010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410c524a6cf829668a4c32c6313c2769fc3a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a222c7-65b6-7372-9d9f-c0ab1b93e0b9', '1', '2026-11-28 15:30:22.774674+00', '1', 'de1721e0-a775-4872-bf8e-41bdad3eb70e', E'\\x0000001a04fdca0b013f84a16ecf00066157dae55192a16c01a162a36f6c64a16fc300000054cdf7fb88010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c4103bd97885aaa0d27c050bfdb0cbcccdeba16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a222c7-6269-7bc8-83f5-0ee6778b276b', '1', '0', '2026-11-28 15:30:22.773082+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '2', '0', '2026-11-28 15:30:22.774148+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a222c7-6442-7f16-906c-cf421b04d46a', '1', '0', '2026-11-28 15:30:22.710082+00', '7', '14655197-c22a-4444-9d93-18c0393c3aae', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a222c7-6442-7f16-906c-cf421b04d46a', '2', '0', '2026-11-28 15:30:22.725858+00', '1', '4ec43391-8fe3-489a-b312-f72d6b0a5ca1', E'\\x0000004f600d9e89010683a16da7617070726f7665a169d92434656334333339312d386665332d343839612d623331322d663732643662306135636131a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.kept VALUES ('01a222c7-629a-765a-8b25-4fe908374698', '2126-11-04 15:30:22.039518+00', 'default', 'charge', 'charge', E'\\x0000002dc7605587010283a16102a16e01a17282a165a76d73677061636ba164c413b2636861726765642069732063686172676564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', 'a4700f9c-8a32-4ff1-9582-e5dfa76ad60e', '1', '2026-11-28 15:30:21.022132+00', E'\\xb1e483d110964b22ac8b329604edcf0e7b1a719f2f8a446fb32d7b43f64f39b3');
INSERT INTO reprise.outbox VALUES ('01a222c7-65a6-730c-993b-a9462e111fb0', '2', '2', NULL, '0', '2026-11-28 15:30:22.75873+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d7a858a29010683a16da7617070726f7665a169d92630316132323263372d363561362d373330632d393933622d6139343632653131316662302f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('f1799fdb-6e0c-4b00-b9e2-c9c5a1a0d728', '2026-11-28 15:30:22.777207+00', '01a222c7-626e-784d-8608-543a9d2cee98', '1', 'false', 'default', 'requested', '21e2cb9c-255e-4eb8-a568-5790a2e135ff', E'\\x0000004c429375a4010683a16da7617070726f7665a169d92432316532636239632d323535652d346562382d613536382d353739306132653133356666a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a222c7-6230-77f9-9e86-1299e7bc26d0', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '10c2dfac-b66d-4776-9746-fefbc17bff05', '01a222c7-6230-77f9-9e86-1299e7bc26d0', NULL, NULL, '2026-11-28 15:30:21.875917+00', '2026-11-28 15:30:21.888692+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6234-7d8a-b15b-c2f357499a8b', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '2dae3463-06f3-47e5-acf5-47347b70c9dd', '01a222c7-6234-7d8a-b15b-c2f357499a8b', NULL, NULL, '2026-11-28 15:30:21.885375+00', '2026-11-28 15:30:21.885375+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6240-79b4-8efa-b45f2680b237', '4', 'false', '1846319035', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', 'e38b2b02-79e6-4f71-bd01-5b52df053de0', '01a222c7-6240-79b4-8efa-b45f2680b237', NULL, NULL, '2026-11-28 15:30:21.890198+00', '2026-11-28 15:30:22.746977+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6242-7b19-ad2e-0beb3a1ebc49', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '911c19c7-a2ba-46e9-bc7c-af47089c8838', '01a222c7-6242-7b19-ad2e-0beb3a1ebc49', NULL, NULL, '2026-11-28 15:30:21.89139+00', '2026-11-28 15:30:22.746977+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6243-74db-b8b7-03cf78418dfe', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '726ce6c4-f355-4c95-a86a-3610cb9f9f0c', '01a222c7-6243-74db-b8b7-03cf78418dfe', NULL, NULL, '2026-11-28 15:30:21.919009+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6269-7bc8-83f5-0ee6778b276b', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', 'ce484e8c-7607-4621-847e-f9eb0c0b8aa9', '01a222c7-6269-7bc8-83f5-0ee6778b276b', NULL, NULL, '2026-11-28 15:30:21.93372+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-626e-784d-8608-543a9d2cee98', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '2cb0592d-162a-4585-bb7b-bbf0a95f3608', '01a222c7-626e-784d-8608-543a9d2cee98', NULL, NULL, '2026-11-28 15:30:21.935841+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6270-71c0-bdb5-10d26c5af45c', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '42a6ec8a-0651-4177-9b55-b701fc6b7f5e', '01a222c7-6270-71c0-bdb5-10d26c5af45c', NULL, NULL, '2026-11-28 15:30:21.936835+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6271-7674-86fa-a9029245ede9', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', 'c98a8b84-ff0a-41d8-9e79-996e820f1aca', '01a222c7-6271-7674-86fa-a9029245ede9', NULL, NULL, '2026-11-28 15:30:21.946251+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-28T16:30:21.943648Z (golden.sleeper runs.go:110)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-627d-75f2-a888-8fbe52098483', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', 'a012f929-8ada-4bf9-b8c2-c32a693e3378', '01a222c7-627d-75f2-a888-8fbe52098483', NULL, NULL, '2026-11-28 15:30:21.976989+00', NULL, NULL, 'default', 'pinned', 'pinned', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, 'old', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-629a-765a-8b25-4fe908374698', '2', 'false', '1201228333', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '978e94bf-6f5e-42e0-a0f7-af3a04ef3b73', '01a222c7-629a-765a-8b25-4fe908374698', NULL, NULL, '2026-11-28 15:30:21.995027+00', '2026-11-28 15:30:22.11111+00', NULL, 'default', 'charged', 'charged', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-62af-7af7-81b2-b287576e4f98', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '9b3646f4-f9be-4c55-990f-0577b031c60e', '01a222c7-62af-7af7-81b2-b287576e4f98', NULL, NULL, '2026-11-28 15:30:22.019062+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-29T15:30:22.009953Z (golden.both runs.go:131)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-62cb-72e3-b880-a9ba702cbe92', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'be178f44-3e49-47c0-b3aa-358148640582', '01a222c7-62cb-72e3-b880-a9ba702cbe92', NULL, NULL, '2026-11-28 15:30:22.033504+00', NULL, '2026-11-28 15:30:23.045089+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a222c7-62cb-72e3-b880-a9ba702cbe92: workflow code panicked at golden.Bindings.func5 runs.go:77: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xeb6be0?, 0x14ed777afe40?, 0x20?}, {0x14ed77819500?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:77 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-62d2-7129-9a48-bb457ff6097b', '2', 'false', '931068176', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '8b4f6801-8342-49b5-b2c8-c5c090ff8b2c', '01a222c7-62d2-7129-9a48-bb457ff6097b', '01a222c7-62d2-7288-a481-e4ae1affbf21', '2', '2026-11-28 15:30:22.135012+00', '2026-11-28 15:30:22.189098+00', NULL, 'default', 'parent/2-7ff6097b', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-62d2-7288-a481-e4ae1affbf21', '1', 'false', '874462850', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '9c5827d5-6543-4c0d-8718-1c81be4c7d4b', '01a222c7-62d2-7288-a481-e4ae1affbf21', NULL, NULL, '2026-11-28 15:30:22.085771+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-62d2-7d95-a76a-02f580125231', '1', 'false', '931068176', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '84b23d7f-1a8b-46e2-9cb0-d7e84d23416c', '01a222c7-62d2-7d95-a76a-02f580125231', '01a222c7-62d2-7288-a481-e4ae1affbf21', '3', '2026-11-28 15:30:22.135012+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-630d-7283-a873-f6dce779017f', '1', 'false', '1859439483', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '0528590b-b197-402e-bed1-5fe81d542346', 'de5c2ed2-19c4-4806-b27c-b2239d77b818', '01a222c7-630d-7711-90b7-50b05bea3274', NULL, NULL, '2026-11-28 15:30:22.215+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:154)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-630d-7462-b823-27b9f7adcdb1', '6', 'false', '931068176', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '3a8f9fe6-4c1f-4f74-9bf9-927e1b067eb9', '01a222c7-630d-7711-90b7-50b05bea3274', NULL, NULL, '2026-11-28 15:30:22.115532+00', '2026-11-28 15:30:22.215+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-630d-7711-90b7-50b05bea3274', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '357effb7-2fac-44ba-b72d-82fb5a3e546d', '01a222c7-630d-7711-90b7-50b05bea3274', NULL, NULL, '2026-11-28 15:30:22.115532+00', '2026-11-28 15:30:22.115532+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6332-74d0-b83e-a1333194338a', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '435087ab-a8f6-4d5a-b966-01345d8ce82d', '01a222c7-6332-74d0-b83e-a1333194338a', NULL, NULL, '2026-11-28 15:30:22.183865+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func8 runs.go:92)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6369-772b-af1a-413e3959bf67', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '0bca15c2-7fb2-44f0-a00b-b0f6e5d1ef73', '01a222c7-6369-772b-af1a-413e3959bf67', NULL, NULL, '2026-11-28 15:30:22.279824+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func8 runs.go:92)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a222c7-65b3-76fd-b354-87a2ec681690","since":"2026-11-28T15:30:22.772103Z","workflow":"away","queue":"default","level":1,"token":"bac9967a-8776-41cb-a594-71261566ce96","n":1}', E'\\x0000001a18cd0dab013f84a16ecf00066157dae546a8a16c01a162a36f6c64a16fc300000047fc3cdf15010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c410bc3b5c008817ad51a77e1fd19cb7cc3aa16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a222c7-63c8-78f0-87b9-3a6ea5c8ba6a', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'eed49f43-b132-4a24-bbdc-d03b05594e0b', '01a222c7-63c8-78f0-87b9-3a6ea5c8ba6a', NULL, NULL, '2026-11-28 15:30:22.28346+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func9 runs.go:94)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-63cb-7134-ac1e-6116b69b0d44', '1', 'false', '3523289979', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '27783d81-f1a1-4e5d-a8cd-f614dec2b4d0', '01a222c7-63cb-7134-ac1e-6116b69b0d44', NULL, NULL, '2026-11-28 15:30:22.28502+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:174)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-63d1-7dd1-8500-a6e346b5faa3', '1', 'false', '707450022', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '452f6d21-93f6-49ca-a7c9-49bfdc75965c', '01a222c7-63d1-7dd1-8500-a6e346b5faa3', NULL, NULL, '2026-11-28 15:30:22.303029+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:186)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-63f4-7ae1-98b8-e696303ff67b', '2', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '607935cc-df46-44a8-a1c8-2feeb89ccd0d', '01a222c7-63f4-7ae1-98b8-e696303ff67b', NULL, NULL, '2026-11-28 15:30:22.32756+00', '2026-11-28 15:30:22.327986+00', NULL, 'default', 'job-done', 'job:double', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-63f7-7ffd-86e5-50e9080823ca', '1', 'false', '0', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '2cf44eac-dbc2-4c3e-a739-0b28243e68f9', '01a222c7-63f7-7ffd-86e5-50e9080823ca', NULL, NULL, '2026-11-28 15:30:22.369335+00', NULL, NULL, 'default', 'job-waiting', 'job:elsewhere', 'later', 'old', 'activity elsewhere', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-642f-7611-a32a-6467f0b20765', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '52cb7e3f-c7cb-4fe8-aa33-aeeec32c57c7', '01a222c7-642f-7611-a32a-6467f0b20765', NULL, NULL, '2026-11-28 15:30:22.399004+00', NULL, NULL, 'default', 'job-retrying', 'job:flaky', 'default', 'old', 'activity flaky', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6442-7f16-906c-cf421b04d46a', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '74badad1-d01d-44c7-bb7f-bb1f0a9a9642', '01a222c7-6442-7f16-906c-cf421b04d46a', NULL, NULL, '2026-11-28 15:30:22.415021+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6451-7b0e-bb51-9aa6297817e1', '2', 'false', '1', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '553ca88e-931a-475e-98b9-d82d3f6cb6d2', '01a222c7-6451-7b0e-bb51-9aa6297817e1', NULL, NULL, '2026-11-28 15:30:22.446598+00', '2026-11-28 15:30:22.451122+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-6547-799c-b3fe-b4855194e70c', '1', 'false', '395800538', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '79f5dfd2-9e7a-4a28-a2f0-d03b205480ef', '01a222c7-6547-799c-b3fe-b4855194e70c', NULL, NULL, '2026-11-28 15:30:22.664807+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-65a6-730c-993b-a9462e111fb0', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0528590b-b197-402e-bed1-5fe81d542346', '85360daa-1a13-449c-a3c8-b00e4eb7fad1', '01a222c7-65a6-730c-993b-a9462e111fb0', NULL, NULL, '2026-11-28 15:30:22.75873+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:158)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a222c7-65b6-7372-9d9f-c0ab1b93e0b9', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'de1721e0-a775-4872-bf8e-41bdad3eb70e', '01a222c7-65b6-7372-9d9f-c0ab1b93e0b9', NULL, NULL, '2026-11-28 15:30:22.774674+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.schedule VALUES ('77014be0-895f-46f1-a4e4-55ba6ae558cb', NULL, 'default', 'hourly', 'steps', NULL, E'{"created":"2026-11-28T15:30:22.766574Z","queue":"default","plan":"{\\"spec\\":{\\"cron\\":\\"5 * * * *\\",\\"zone\\":\\"Europe/Berlin\\"},\\"policy\\":{\\"overlap\\":\\"buffer one\\",\\"jitter\\":60000000000}}","revision":"db2c2258801599cd","build":"old","next":"2026-11-28T16:05:51.832428Z","nominal":"2026-11-28T16:05:00Z","paused":{"who":"operator","why":"to be kept","at":"2026-11-28T15:30:22.767563Z"},"fired":0,"skipped":0}', E'\\x0000001a6940c623013f84a16ed3ff23400100d44000a16c01a162a36f6c64a16fc30000003a49514149010185a177a57374657073a17082a165a76d73677061636ba164c40102a173c41000000000000000000000000000000000a16c01a162a36f6c64');
INSERT INTO reprise.timer VALUES ('01a222c7-6271-7674-86fa-a9029245ede9', '2', '2026-11-28 16:30:21.943648+00', 'default');
INSERT INTO reprise.timer VALUES ('01a222c7-62af-7af7-81b2-b287576e4f98', '2', '2026-11-29 15:30:22.009953+00', 'default');
INSERT INTO reprise.timer VALUES ('01a222c7-63d1-7dd1-8500-a6e346b5faa3', '3', '2126-11-04 15:30:22.302188+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a222c7-6192-7903-8bd4-d2ec06aba416', '2026-11-28 15:30:21.859401+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a222c7-61cf-788b-9b15-5661e7e79b2c', '2026-11-28 15:30:21.859401+00', '0', 'default', 'removed-2');
