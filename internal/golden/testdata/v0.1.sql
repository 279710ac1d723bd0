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
INSERT INTO reprise.activity VALUES ('01a22013-fc57-7e87-8ecd-b115b16eb02c', '2', '2026-11-28 02:55:10.432788+00', '2026-11-28 02:55:10.432788+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x000000660b3d405f011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3820c7e27078b4e82', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22013-fc63-7ab6-aa23-e1abdd594db2', '2', '2026-11-28 02:55:10.441229+00', '2026-11-28 02:55:10.441229+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x00000068f16d574a011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d6c316d53f2140de', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22013-fc6e-7f6c-b625-cebd1141ad2d', '2', '2026-11-28 02:55:10.457008+00', '2026-11-28 04:04:37.629885+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x000000650bb759d4011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3ee8cb0aed5eb4ed8', E'\\x0000003cf75354c4010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf0006614d4e122f8ea16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22013-fc92-7f8c-b7bd-6a2f723bc94e', '2', '2026-11-28 02:55:10.483609+00', '2026-11-28 02:55:10.483609+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'job-waiting', 'job:elsewhere', E'\\x0000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22013-fc94-7609-b5c4-79daa8697b18', '2', '2026-11-28 02:55:10.486696+00', '2026-11-28 03:57:35.815941+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'job-retrying', 'job:flaky', E'\\x00000060a787cd30011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf4c4b9d167b9345eb', E'\\x0000003ce3537486010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf0006614d4e12abc2a16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.attr VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '2026-11-28 02:55:10.459843+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '2026-11-28 02:55:10.459843+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '2026-11-28 02:55:10.459843+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '2026-11-28 02:55:10.459843+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a22013-fc3e-7e5f-9358-9f280d21de17', '2026-11-28 02:55:10.539393+00', NULL, '2026-11-28 02:55:11.789393+00', NULL, NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a22013-fc47-74b0-a745-0c6d410ed50f', '2026-11-28 02:55:10.414668+00', '2026-11-28 02:55:11.414668+00', '2026-11-28 02:55:11.664668+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '2026-11-28 02:55:10.541105+00', NULL, '2026-11-28 02:55:11.791105+00', NULL, NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a22013-fc96-7352-8329-383ad7b33180', '2026-11-28 02:55:10.508641+00', NULL, '2026-11-28 02:55:11.758641+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a22013-fcce-7f09-b038-73e312f69005', '2026-11-28 02:55:10.542406+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a22013-fc26-7ccf-b4a3-67d9baf1a93c', '1', '2026-11-28 02:55:10.378968+00', '2', '3f1c49f4-97ee-447d-b20a-d8b9cf8d52d6', E'\\x000000328c4fea37013f84a16ecf0006614d4e11028ba16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000004676e9a856010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4104a21cbdcb1e8a0d7765c30cb1ac9fd21a16c01a162a36f6c640000005d01f51f63011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3f1c49f497ee447da14000');
INSERT INTO reprise.event VALUES ('01a22013-fc26-7ccf-b4a3-67d9baf1a93c', '3', '2026-11-28 02:55:10.382959+00', '2', '1ea63476-f445-428c-8503-0e88ff6559cc', E'\\x00000032a31f4296013f84a16ecf0006614d4e110edaa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005da7f30c23011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1ea63476f445428ca14000');
INSERT INTO reprise.event VALUES ('01a22013-fc26-7ccf-b4a3-67d9baf1a93c', '5', '2026-11-28 02:55:10.391011+00', '2', '4748e5f0-c7ef-49af-8923-e628e2d32958', E'\\x0000003283a68020013f84a16ecf0006614d4e11212da16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005df32a2efc011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf4748e5f0c7ef49afa14000');
INSERT INTO reprise.event VALUES ('01a22013-fc26-7ccf-b4a3-67d9baf1a93c', '7', '2026-11-28 02:55:10.392085+00', '3', '74d24cb5-f334-4fbe-bb6e-e2ecd46952dc', E'\\x00000032911b13de013f84a16ecf0006614d4e1138b0a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc2c-7305-b3c1-8e8eec1cfa49', '1', '2026-11-28 02:55:10.386594+00', '2', '980eb832-c774-4cd6-8414-ac04bcd6eb63', E'\\x000000178d60f455013f83a16ecf0006614d4e111300a16c01a162a36f6c64000000442b1ead64010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410406b889c12a6b12aae81a7bb87d6d125a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a22013-fc37-7632-932a-764fd7405026', '1', '2026-11-28 02:55:10.392603+00', '2', '17d1e247-ffbc-4dd7-a3a9-747da053312c', E'\\x000000343dcc8b6c013f84a16ecf0006614d4e113bb3a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313036000000502d35287c010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c41079422cdc83a91c918a5841f051e683e4a16c01a162a36f6c640000005d2d103e42011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf17d1e247ffbc4dd7a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc37-7632-932a-764fd7405026', '3', '2026-11-28 02:55:10.394071+00', '1', '44866cb0-82a1-4a4a-aff9-1e601897618e', E'\\x000000172655acea013f83a16ecf0006614d4e114169a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc37-7632-932a-764fd7405026', '4', '2026-11-28 02:55:10.516849+00', '2', '52ac078d-5024-4191-91ff-7354fa15fd76', E'\\x00000034222ac0b1013f84a16ecf0006614d4e131d6ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303900000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc39-746e-9d68-a0e9e8c5f630', '1', '2026-11-28 02:55:10.393709+00', '2', '82361318-fcff-4a40-aa74-e823bfbf897e', E'\\x00000034504b73c5013f84a16ecf0006614d4e114070a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000005242c71fbf010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410ec649f5725d6f7a528a47f24547c4ddda16c01a162a36f6c640000005d94402210011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d382361318fcff4a40a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc39-746e-9d68-a0e9e8c5f630', '3', '2026-11-28 02:55:10.395287+00', '1', 'e4bbb94e-97f6-4f6f-8065-80ba66fc000e', E'\\x00000017d82545f0013f83a16ecf0006614d4e114307a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc39-746e-9d68-a0e9e8c5f630', '4', '2026-11-28 02:55:10.518651+00', '1', '7a263de8-bfde-4b29-b99a-a07979a78cbf', E'\\x00000017d089e6db013f83a16ecf0006614d4e13203ea16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a22013-fc3a-7f13-bd4b-7f1ba10a210a', '1', '2026-11-28 02:55:10.395287+00', '2', '9c20e8c0-3ce4-4177-863a-e2066ac9b696', E'\\x00000034c2cd9f6a013f84a16ecf0006614d4e1144d6a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004c53c393a7010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c41040e457c5f09b1aa2e7e2b51c8574ccaaa16c01a162a36f6c640000005d353a19ed011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39c20e8c03ce44177a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc3a-7f13-bd4b-7f1ba10a210a', '3', '2026-11-28 02:55:10.400069+00', '1', 'd68026df-e70c-444e-b1a2-45a27a1a346d', E'\\x0000001774917b71013f83a16ecf0006614d4e1155f4a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc3e-7e5f-9358-9f280d21de17', '1', '2026-11-28 02:55:10.399514+00', '2', '88644ddc-2023-42fe-bf22-8d481872f0a1', E'\\x000000342ec95041013f84a16ecf0006614d4e115598a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004a24da546e010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c4109bab2cd9dc976059bf44a260a5c45b8ea16c01a162a36f6c640000005d73488d7b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d388644ddc202342fea14000');
INSERT INTO reprise.event VALUES ('01a22013-fc3e-7e5f-9358-9f280d21de17', '3', '2026-11-28 02:55:10.400521+00', '1', '25873d2f-befb-470c-8d48-fb91176db078', E'\\x000000172d143a2a013f83a16ecf0006614d4e115a4aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc40-7383-b354-b96d33d88392', '1', '2026-11-28 02:55:10.401215+00', '2', '4004f2b6-7205-4c3c-827a-6b2f0ce41fb2', E'\\x000000342bb80a21013f84a16ecf0006614d4e115d4ea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000005016ae9316010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410a3cdaad20e03720d1718c9f08e85733ca16c01a162a36f6c640000005d72a37adc011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf4004f2b672054c3ca14000');
INSERT INTO reprise.event VALUES ('01a22013-fc40-7383-b354-b96d33d88392', '3', '2026-11-28 02:55:10.401696+00', '1', '73d99dd6-5ce3-4514-9789-a72ac1d5c401', E'\\x00000017e290fede013f83a16ecf0006614d4e116023a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc41-7c81-8b82-c20f7121bafa', '1', '2026-11-28 02:55:10.40266+00', '2', '7600e1c0-de62-48bb-8654-7fefdbbcd4e9', E'\\x000000340048b5d3013f84a16ecf0006614d4e11632fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004ed4ef0366010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410fdaaad677e9672b01e06516f8daba3efa16c01a162a36f6c640000005d037ce8fa011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7600e1c0de6248bba14000');
INSERT INTO reprise.event VALUES ('01a22013-fc41-7c81-8b82-c20f7121bafa', '3', '2026-11-28 02:55:10.403096+00', '1', '44abf434-1f5e-4a13-8b6c-2ad2b3938a41', E'\\x000000171f3bbbd3013f83a16ecf0006614d4e1165aba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc43-72d5-be0e-bd91b48b1190', '1', '2026-11-28 02:55:10.404056+00', '2', 'd556699f-949a-4daa-9e68-e32a290552f2', E'\\x0000003423fdfec1013f84a16ecf0006614d4e116858a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39380000004f1082eca4010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c4106a48797170388d2b44b301f3392e5467a16c01a162a36f6c6400000011e863cfcd011282a164cf0006614e24a50c58a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc45-7816-a285-c2aaf0e16bbb', '1', '2026-11-28 02:55:10.406604+00', '2', 'e6167605-bf26-4448-b7bd-53bd756b5f61', E'\\x000000327731bbf9013f84a16ecf0006614d4e117285a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313900000044f99b31c5010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c41020a7e2bf7d62ecca6ac05a178f07d4e0a16c01a162a36f6c6400000011842995a0011282a164cf000661616be8d285a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc47-74b0-a745-0c6d410ed50f', '1', '2026-11-28 02:55:10.408395+00', '1', '386eed93-ae21-443a-84dd-3cc3a0ce80b4', E'\\x0000001afd15d45c013f84a16ecf0006614d4e1176fba16c01a162a36f6c64a16fc300000050c4e18e38010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c4106ae022861c7b8a5cec2cc12c9d914249a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7221-bacc-ace3908b5238', '1', '2026-11-28 02:55:10.419561+00', '1', 'c73e6031-3df6-450a-8d98-cdb627722326', E'\\x0000001af1e14e9f013f84a16ecf0006614d4e1184d3a16c01a162a36f6c64a16fc30000006882355b16010189a177a57374657073a169b1706172656e742f322d3930386235323338a17082a165a76d73677061636ba164c40102a173c410e137ec1c86446dbba90535b1e8900050a16c01a162a36f6c64a161c41001a22013fc497d8d8da3e403698c5b82a17102a16401');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7221-bacc-ace3908b5238', '2', '2026-11-28 02:55:10.436638+00', '1', 'b7b9d55a-c693-400d-8ca2-a7dcb5d46184', E'\\x000000329bf0efab013f84a16ecf0006614d4e11e004a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000005d644b1920011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b7b9d55ac693400da14000');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7221-bacc-ace3908b5238', '3', '2026-11-28 02:55:10.446952+00', '2', '4c2fd891-3762-449e-b937-a82f7b502b0e', E'\\x000000326782d649013f84a16ecf0006614d4e11f89da16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d850d23f6011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf4c2fd8913762449ea14000');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7221-bacc-ace3908b5238', '5', '2026-11-28 02:55:10.452566+00', '3', 'b7d758c7-6927-42f0-8170-5248486b897e', E'\\x00000032d53075bb013f84a16ecf0006614d4e122320a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7d8d-8da3-e403698c5b82', '1', '2026-11-28 02:55:10.411397+00', '3', 'f0ca33b8-e78c-4d6b-ac90-78632d108c53', E'\\x0000004ed2751f45013f84a16ecf0006614d4e1184d3a16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313237b9676f6c64656e2e706172656e742072756e732e676f3a3132380000004ab255a06b010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c41001115575ef290fe1d329044e0299b8f9a16c01a162a36f6c640000004816b68e34011985a177a57374657073a169b1706172656e742f322d3930386235323338a16ec41001a22013fc497221baccace3908b5238a17082a165a76d73677061636ba164c40102a140000000004d6aa48a7d011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a22013fc497f56950f596cf5b9d049a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7d8d-8da3-e403698c5b82', '4', '2026-11-28 02:55:10.465497+00', '1', 'b0f8a3bc-1a47-4387-a3ba-03e3568891de', E'\\x000000176b93dfc3013f83a16ecf0006614d4e1250cfa16c01a162a36f6c640000002f819aac89010984a16302a16ec41001a22013fc497221baccace3908b5238a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7f56-950f-596cf5b9d049', '1', '2026-11-28 02:55:10.419561+00', '1', 'ba0c0996-d5b3-4bca-806a-6d415d4d9d4f', E'\\x0000001af1e14e9f013f84a16ecf0006614d4e1184d3a16c01a162a36f6c64a16fc30000006a1ff8f062010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c41090e9e2ec489a4557365b4aa5f788184ea16c01a162a36f6c64a161c41001a22013fc497d8d8da3e403698c5b82a17103a16401');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7f56-950f-596cf5b9d049', '2', '2026-11-28 02:55:10.446952+00', '1', '317dbdc4-7f3a-4597-b98c-4530b64cf4d6', E'\\x00000034e7e9ae40013f84a16ecf0006614d4e120454a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000005d304f3d53011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf317dbdc47f3a4597a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc49-7f56-950f-596cf5b9d049', '3', '2026-11-28 02:55:10.452566+00', '1', 'fc0fe8e5-bcb0-4cb4-8937-3e7937ce0c00', E'\\x00000017a84ff5a0013f83a16ecf0006614d4e1224b2a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc4d-7454-816d-0c306c46926b', '1', '2026-11-28 02:55:10.419561+00', '2', '8ef9d4f3-6cea-45a4-bf88-35096ffe5a7a', E'\\x000000339dd0be4a013f84a16ecf0006614d4e119746a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313430000000426b6f9d06010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410a84ffff035be4ea57b6ca7cde9aef25ca16c01a162a36f6c6400000034b396c464011884a16ec41001a22013fc4d7becb77f0e589622aae0a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc4d-7bec-b77f-0e589622aae0', '1', '2026-11-28 02:55:10.419561+00', '1', '097b47e9-bdfe-473a-9ff2-b6cd6860ce17', E'\\x0000001ab7f566aa013f84a16ecf0006614d4e119746a16c01a162a36f6c64a16fc30000006ddf8bc6fc010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c410d7880df5d43ab9f6bcc00946603beaaca16c01a162a36f6c64a163c41001a22013fc4d7454816d0c306c46926ba176c41001a22013fc4d7454816d0c306c46926ba16e01');
INSERT INTO reprise.event VALUES ('01a22013-fc4d-7bec-b77f-0e589622aae0', '2', '2026-11-28 02:55:10.436638+00', '1', 'fd0ddb51-a4bd-4c2e-9d21-df690a98a8b2', E'\\x00000033e20430ef013f84a16ecf0006614d4e11da6ca16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313430000000344be2ca12011884a16ec41001a22013fc4d7fc095e2e699390a9a94a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc4d-7fc0-95e2-e699390a9a94', '1', '2026-11-28 02:55:10.436638+00', '1', 'c021b4c3-b919-4fe4-b36c-221caac084df', E'\\x0000001ab4593be7013f84a16ecf0006614d4e11da6ca16c01a162a36f6c64a16fc30000006d39223975010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410a37477519c67379040c5c5b8faf93a1fa16c01a162a36f6c64a163c41001a22013fc4d7454816d0c306c46926ba176c41001a22013fc4d7becb77f0e589622aae0a16e02');
INSERT INTO reprise.event VALUES ('01a22013-fc4d-7fc0-95e2-e699390a9a94', '2', '2026-11-28 02:55:10.446952+00', '1', '5431dbf6-185e-440a-a237-07b5a553b607', E'\\x00000017a4b9e73e013f83a16ecf0006614d4e11fa6ba16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22013-fc57-7e87-8ecd-b115b16eb02c', '1', '2026-11-28 02:55:10.432788+00', '2', '820c7e27-078b-4e82-ae9e-a20d3bfe9c06', E'\\x0000003c7d837c01013f84a16ecf0006614d4e11bed5a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38300000004472359a89010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c410f1aa0d041917c712b65b7393b755f762a16c01a162a36f6c64000000691b1fce9e011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3820c7e27078b4e82a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc63-7ab6-aa23-e1abdd594db2', '1', '2026-11-28 02:55:10.441229+00', '2', 'd6c316d5-3f21-40de-8989-101f2e666594', E'\\x0000003c2299429e013f84a16ecf0006614d4e11e7d0a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a383000000048fbb73631010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c4107360c43068dc1d5b1c03202e5971f983a16c01a162a36f6c640000006bccc2483e011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d6c316d53f2140dea14000');
INSERT INTO reprise.event VALUES ('01a22013-fc6e-7f6c-b625-cebd1141ad2d', '1', '2026-11-28 02:55:10.452566+00', '2', 'ee8cb0ae-d5eb-4ed8-b3c1-6a10a9893d3d', E'\\x0000003cfb5624c7013f84a16ecf0006614d4e1223d0a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a383200000050ca997709010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c4101e1969bc603895ef8817ff5bc004f013a16c01a162a36f6c6400000068ad172bed011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3ee8cb0aed5eb4ed8a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc6e-7f6c-b625-cebd1141ad2d', '3', '2026-11-28 02:55:10.457008+00', '1', '03f6c988-b9c8-4daf-8275-57ea996b339d', E'\\x000000179b5bcdee013f83a16ecf0006614d4e122fafa16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '1', '2026-11-28 02:55:10.459843+00', '2', '98c3c084-2ae2-4576-aafe-a5c7b3b3dd53', E'\\x000000177576e375013f83a16ecf0006614d4e123864a16c01a162a36f6c6400000067da04a95a010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c4105ffae9c58ab60545e82cd2e5d898e530a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '3', '2026-11-28 02:55:10.467197+00', '2', 'b8560c9d-5e1f-46c1-ab2c-b1ea405c5f01', E'\\x00000038e570a788013f84a16ecf0006614d4e1256f9a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313536000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d4d6196f8011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b8560c9d5e1f46c1a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '5', '2026-11-28 02:55:10.4684+00', '3', '220542df-4dd6-464d-bef7-64e70c00a0c5', E'\\x00000038bf28b180013f84a16ecf0006614d4e1263e2a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135380000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc86-75a5-940a-b5564dfd78b4', '1', '2026-11-28 02:55:10.472422+00', '3', 'b93d4a97-b47a-4c3f-9ea4-2b435f3b1122', E'\\x0000005256eb119a013f84a16ecf0006614d4e12717ca16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313638bb676f6c64656e2e70726f6d697365642072756e732e676f3a313639000000504127bcec010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c410c0fa80341f2fd25f150edddfbb1d9a49a16c01a162a36f6c6400000042dd2172e7011f82a16bd9384151476949425038686e576c6c417131566b3339654c53776b6f394f3536366d386a714939696878564834427554314b6c37523654443843a140000000004dfe3c8e08011f83a164cf0011957c05d5f17ca16bd9384151476949425038686e576c6c417131566b3339654c53514c5a357949483755554e5658484b34343536324a7554314b6c37523654443844a14001');
INSERT INTO reprise.event VALUES ('01a22013-fc86-75a5-940a-b5564dfd78b4', '4', '2026-11-28 02:55:10.480528+00', '1', '2b0a040a-260b-4689-ac8b-b805390f06aa', E'\\x000000173938191d013f83a16ecf0006614d4e129356a16c01a162a36f6c64000000591c3a6df4010c83a17002a16bd9384151476949425038686e576c6c417131566b3339654c53776b6f394f3536366d386a714939696878564834427554314b6c37523654443843a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a22013-fc90-72ed-a856-94d7782dda2b', '1', '2026-11-28 02:55:10.482221+00', '2', 'd79f6d92-1738-48d3-9ff5-c02f22539bf6', E'\\x0000001714e03043013f83a16ecf0006614d4e129840a16c01a162a36f6c640000004a638f164b010186a177aa6a6f623a646f75626c65a169a86a6f622d646f6e65a17082a165a76d73677061636ba164c40103a173c4101b9efb52870e7126aaaa8eedd0227df6a16c01a162a36f6c640000005a09b673b3011085a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d79f6d92173848d3');
INSERT INTO reprise.event VALUES ('01a22013-fc90-72ed-a856-94d7782dda2b', '3', '2026-11-28 02:55:10.482836+00', '2', 'e61c1f65-f6a0-4d79-a5cc-e5076e415979', E'\\x0000001743e96b76013f83a16ecf0006614d4e129cf5a16c01a162a36f6c640000001b87504e24010283a16102a16e01a17282a165a76d73677061636ba164c4010600000015657cf5a6011581a17282a165a76d73677061636ba164c40106');
INSERT INTO reprise.event VALUES ('01a22013-fc92-7f8c-b7bd-6a2f723bc94e', '1', '2026-11-28 02:55:10.483609+00', '2', 'ad8b77bf-65f6-4b95-89b9-5f0c042c3708', E'\\x00000017cba7fea8013f83a16ecf0006614d4e129d2fa16c01a162a36f6c640000005bdff5bf35010187a177ad6a6f623a656c73657768657265a169ab6a6f622d77616974696e67a17082a165a76d73677061636ba164c404a36a6f62a173c410be0db07d1438cf206dbbaf1985c1a826a16c01a162a36f6c64a179a56c617465720000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a');
INSERT INTO reprise.event VALUES ('01a22013-fc94-7609-b5c4-79daa8697b18', '1', '2026-11-28 02:55:10.485818+00', '2', '4c4b9d16-7b93-45eb-b4c5-989f734ebf24', E'\\x000000171b251ef4013f83a16ecf0006614d4e12a785a16c01a162a36f6c6400000050f06dc4b6010186a177a96a6f623a666c616b79a169ac6a6f622d7265747279696e67a17082a165a76d73677061636ba164c404a36a6f62a173c410d90ea6619a1b5244ef2d6667f193136ca16c01a162a36f6c6400000060a787cd30011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf4c4b9d167b9345eb');
INSERT INTO reprise.event VALUES ('01a22013-fc94-7609-b5c4-79daa8697b18', '3', '2026-11-28 02:55:10.486696+00', '1', '16645eea-7a42-4dba-a335-473cce12d842', E'\\x000000172ac5a5c9013f83a16ecf0006614d4e12abd2a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a22013-fc96-7352-8329-383ad7b33180', '1', '2026-11-28 02:55:10.487823+00', '2', '95ec362d-1edb-4481-9043-fe1aa5b7c469', E'\\x000000342738b072013f84a16ecf0006614d4e12afc1a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004ad675da23010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c4100c8c5edf0b82b022564977c51b57c8e0a16c01a162a36f6c640000005d39f9a5d0011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d395ec362d1edb4481a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc96-7352-8329-383ad7b33180', '3', '2026-11-28 02:55:10.489033+00', '1', '38b8c3b1-aa12-4dfe-84e1-11ffb26d13d5', E'\\x000000174c23cc1a013f83a16ecf0006614d4e12b2cba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc98-7663-9e98-9c93d8a6d2c9', '1', '2026-11-28 02:55:10.48974+00', '2', '2d95e8c8-02e5-4ff8-953e-2f59bad9d585', E'\\x000000343b02c568013f84a16ecf0006614d4e12b778a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313036000000480262d1ef010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410e858feb3655ff4967c4060e10170d27ca16c01a162a36f6c640000005d2f1916ec011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2d95e8c802e54ff8a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc98-7663-9e98-9c93d8a6d2c9', '3', '2026-11-28 02:55:10.491433+00', '1', '495fdb27-4dbd-4b9d-a066-66a99d8f6887', E'\\x00000017516dffe0013f83a16ecf0006614d4e12ba53a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc98-7663-9e98-9c93d8a6d2c9', '4', '2026-11-28 02:55:10.492297+00', '2', 'a1203fb3-6fdc-4628-9372-d226def6419c', E'\\x00000034f1ad3020013f84a16ecf0006614d4e12c16ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000004b0e12e52b010683a16da7617070726f7665a169d92433333938656531392d636462642d343438362d623830642d343836626635303463373131a17082a165a76d73677061636ba164c405a46f6e63650000005dec169709011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a1203fb36fdc4628a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc98-7663-9e98-9c93d8a6d2c9', '6', '2026-11-28 02:55:10.493337+00', '2', 'a5dc538a-30b6-4e9a-9194-1bfa4a3ce0d0', E'\\x0000003443d5ddf1013f84a16ecf0006614d4e12c5cba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc9f-703e-a140-c07ddc00a61b', '1', '2026-11-28 02:55:10.496226+00', '2', '7222bf5d-46af-4f24-921d-173ce8337cc5', E'\\x000000343b02c568013f84a16ecf0006614d4e12b778a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000007533d92bd6010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410e858feb3655ff4967c4060e10170d27ca16c01a162a36f6c64a17891d92430316132323031332d666339382d373636332d396539382d396339336438613664326339a16591030000005d2f1916ec011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2d95e8c802e54ff8a14000');
INSERT INTO reprise.event VALUES ('01a22013-fc9f-703e-a140-c07ddc00a61b', '3', '2026-11-28 02:55:10.496226+00', '1', '7222bf5d-46af-4f24-921d-173ce8337cc5', E'\\x00000017516dffe0013f83a16ecf0006614d4e12ba53a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22013-fc9f-703e-a140-c07ddc00a61b', '4', '2026-11-28 02:55:10.496226+00', '1', '7222bf5d-46af-4f24-921d-173ce8337cc5', E'\\x0000001abd54e4d7013f84a16ecf0006614d4e12d095a16c01a162a36f6c64a16fc30000002fa300b03a014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a22013fc9876639e989c93d8a6d2c9');
INSERT INTO reprise.event VALUES ('01a22013-fc9f-703e-a140-c07ddc00a61b', '5', '2026-11-28 02:55:10.500541+00', '1', '85f5fc94-c403-4cb1-b9e3-c927be1c734c', E'\\x00000017863ead53013f83a16ecf0006614d4e12e1e3a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22013-fcbc-7fee-88bf-f5b104219796', '1', '2026-11-28 02:55:10.525377+00', '2', '00ebdcce-69e6-4c8d-b72c-380acf6021c7', E'\\x000000343e854daf013f84a16ecf0006614d4e134208a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134360000004c50611e0b010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410d545d370cdad954f9fb535fbc7c9b9b8a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a22013-fcce-7f09-b038-73e312f69005', '1', '2026-11-28 02:55:10.542406+00', '1', '63ff4103-0898-4c49-b7f2-7e369ea2693f', E'\\x0000001a7ec730bb013f84a16ecf0006614d4e138646a16c01a162a36f6c64a16fc3000000543d9afb20010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c41095c3210466c9be6710f5fc2b8d1100faa16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a22013-fc3e-7e5f-9358-9f280d21de17', '1', '0', '2026-11-28 02:55:10.539393+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '2', '0', '2026-11-28 02:55:10.541105+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a22013-fc96-7352-8329-383ad7b33180', '1', '0', '2026-11-28 02:55:10.508641+00', '7', 'c36b6291-0ff0-4204-bf08-791ce8b3225c', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a22013-fc96-7352-8329-383ad7b33180', '2', '0', '2026-11-28 02:55:10.512406+00', '1', '84ae7d61-0c4c-40f0-826e-860b133e4156', E'\\x0000004f955c7f8b010683a16da7617070726f7665a169d92438346165376436312d306334632d343066302d383236652d383630623133336534313536a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '92aea851-3d00-45cc-baad-232a698df8b4', '1', '2026-11-28 02:55:10.142472+00', E'\\x1d56c7c66f9043ebb9a655f00433c2d0a9c2487c5019429084be60bd7c7f6825');
INSERT INTO reprise.outbox VALUES ('01a22013-fcbc-7fee-88bf-f5b104219796', '2', '2', NULL, '0', '2026-11-28 02:55:10.525377+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d2efb2d8c010683a16da7617070726f7665a169d92630316132323031332d666362632d376665652d383862662d6635623130343231393739362f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('9e2317cc-c89f-4843-92bb-2909de957370', '2026-11-28 02:55:10.549608+00', '01a22013-fc40-7383-b354-b96d33d88392', '1', 'false', 'default', 'requested', 'e7f77924-d63c-4cd4-ac02-e9db21b5ba37', E'\\x0000004c1dd14e26010683a16da7617070726f7665a169d92465376637373932342d643633632d346364342d616330322d653964623231623562613337a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a22013-fc26-7ccf-b4a3-67d9baf1a93c', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '74d24cb5-f334-4fbe-bb6e-e2ecd46952dc', '01a22013-fc26-7ccf-b4a3-67d9baf1a93c', NULL, NULL, '2026-11-28 02:55:10.378968+00', '2026-11-28 02:55:10.392085+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc2c-7305-b3c1-8e8eec1cfa49', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '980eb832-c774-4cd6-8414-ac04bcd6eb63', '01a22013-fc2c-7305-b3c1-8e8eec1cfa49', NULL, NULL, '2026-11-28 02:55:10.386594+00', '2026-11-28 02:55:10.386594+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc37-7632-932a-764fd7405026', '4', 'false', '4051656210', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '52ac078d-5024-4191-91ff-7354fa15fd76', '01a22013-fc37-7632-932a-764fd7405026', NULL, NULL, '2026-11-28 02:55:10.392603+00', '2026-11-28 02:55:10.516849+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc39-746e-9d68-a0e9e8c5f630', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '7a263de8-bfde-4b29-b99a-a07979a78cbf', '01a22013-fc39-746e-9d68-a0e9e8c5f630', NULL, NULL, '2026-11-28 02:55:10.393709+00', '2026-11-28 02:55:10.518651+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc3a-7f13-bd4b-7f1ba10a210a', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', 'd68026df-e70c-444e-b1a2-45a27a1a346d', '01a22013-fc3a-7f13-bd4b-7f1ba10a210a', NULL, NULL, '2026-11-28 02:55:10.395287+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc3e-7e5f-9358-9f280d21de17', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '25873d2f-befb-470c-8d48-fb91176db078', '01a22013-fc3e-7e5f-9358-9f280d21de17', NULL, NULL, '2026-11-28 02:55:10.399514+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc40-7383-b354-b96d33d88392', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '73d99dd6-5ce3-4514-9789-a72ac1d5c401', '01a22013-fc40-7383-b354-b96d33d88392', NULL, NULL, '2026-11-28 02:55:10.401215+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc41-7c81-8b82-c20f7121bafa', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '44abf434-1f5e-4a13-8b6c-2ad2b3938a41', '01a22013-fc41-7c81-8b82-c20f7121bafa', NULL, NULL, '2026-11-28 02:55:10.40266+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc43-72d5-be0e-bd91b48b1190', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', 'd556699f-949a-4daa-9e68-e32a290552f2', '01a22013-fc43-72d5-be0e-bd91b48b1190', NULL, NULL, '2026-11-28 02:55:10.404056+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-28T03:55:10.403672Z (golden.sleeper runs.go:98)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc45-7816-a285-c2aaf0e16bbb', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', 'e6167605-bf26-4448-b7bd-53bd756b5f61', '01a22013-fc45-7816-a285-c2aaf0e16bbb', NULL, NULL, '2026-11-28 02:55:10.406604+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-29T02:55:10.406277Z (golden.both runs.go:119)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc47-74b0-a745-0c6d410ed50f', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '386eed93-ae21-443a-84dd-3cc3a0ce80b4', '01a22013-fc47-74b0-a745-0c6d410ed50f', NULL, NULL, '2026-11-28 02:55:10.408395+00', NULL, '2026-11-28 02:55:11.414668+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a22013-fc47-74b0-a745-0c6d410ed50f: workflow code panicked at golden.Bindings.func5 runs.go:70: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xeb2980?, 0x2ebd1d5914a0?, 0x0?}, {0x2ebd1d5c2740?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:70 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc49-7221-bacc-ace3908b5238', '2', 'false', '1462522069', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b7d758c7-6927-42f0-8170-5248486b897e', '01a22013-fc49-7221-bacc-ace3908b5238', '01a22013-fc49-7d8d-8da3-e403698c5b82', '2', '2026-11-28 02:55:10.419561+00', '2026-11-28 02:55:10.452566+00', NULL, 'default', 'parent/2-908b5238', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc49-7d8d-8da3-e403698c5b82', '1', 'false', '1073359398', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', 'b0f8a3bc-1a47-4387-a3ba-03e3568891de', '01a22013-fc49-7d8d-8da3-e403698c5b82', NULL, NULL, '2026-11-28 02:55:10.411397+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:133)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc49-7f56-950f-596cf5b9d049', '1', 'false', '1462522069', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', 'fc0fe8e5-bcb0-4cb4-8937-3e7937ce0c00', '01a22013-fc49-7f56-950f-596cf5b9d049', '01a22013-fc49-7d8d-8da3-e403698c5b82', '3', '2026-11-28 02:55:10.419561+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc4d-7454-816d-0c306c46926b', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '8ef9d4f3-6cea-45a4-bf88-35096ffe5a7a', '01a22013-fc4d-7454-816d-0c306c46926b', NULL, NULL, '2026-11-28 02:55:10.419561+00', '2026-11-28 02:55:10.419561+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc4d-7bec-b77f-0e589622aae0', '6', 'false', '1462522069', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', 'fd0ddb51-a4bd-4c2e-9d21-df690a98a8b2', '01a22013-fc4d-7454-816d-0c306c46926b', NULL, NULL, '2026-11-28 02:55:10.419561+00', '2026-11-28 02:55:10.436638+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc4d-7fc0-95e2-e699390a9a94', '1', 'false', '324796158', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '5431dbf6-185e-440a-a237-07b5a553b607', '01a22013-fc4d-7454-816d-0c306c46926b', NULL, NULL, '2026-11-28 02:55:10.436638+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:142)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc57-7e87-8ecd-b115b16eb02c', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '820c7e27-078b-4e82-ae9e-a20d3bfe9c06', '01a22013-fc57-7e87-8ecd-b115b16eb02c', NULL, NULL, '2026-11-28 02:55:10.432788+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc63-7ab6-aa23-e1abdd594db2', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', 'd6c316d5-3f21-40de-8989-101f2e666594', '01a22013-fc63-7ab6-aa23-e1abdd594db2', NULL, NULL, '2026-11-28 02:55:10.441229+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a22013-fcc9-7055-bbf9-d2ee805d79b2","since":"2026-11-28T02:55:10.53746Z","workflow":"away","queue":"default","level":1,"token":"e04ddcb7-c9f3-4beb-a748-b12870607c0f","n":1}', E'\\x0000001af51feaf8013f84a16ecf0006614d4e1371a9a16c01a162a36f6c64a16fc3000000479868bc87010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c41070a75f287b836a18b61228aaf39a6d72a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a22013-fc6e-7f6c-b625-cebd1141ad2d', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '03f6c988-b9c8-4daf-8275-57ea996b339d', '01a22013-fc6e-7f6c-b625-cebd1141ad2d', NULL, NULL, '2026-11-28 02:55:10.452566+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:82)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc77-72da-8564-e8bfa67132bb', '1', 'false', '1847081728', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '220542df-4dd6-464d-bef7-64e70c00a0c5', '01a22013-fc77-72da-8564-e8bfa67132bb', NULL, NULL, '2026-11-28 02:55:10.459843+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:162)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc86-75a5-940a-b5564dfd78b4', '1', 'false', '2344086687', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '2b0a040a-260b-4689-ac8b-b805390f06aa', '01a22013-fc86-75a5-940a-b5564dfd78b4', NULL, NULL, '2026-11-28 02:55:10.472422+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:174)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc90-72ed-a856-94d7782dda2b', '2', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'e61c1f65-f6a0-4d79-a5cc-e5076e415979', '01a22013-fc90-72ed-a856-94d7782dda2b', NULL, NULL, '2026-11-28 02:55:10.482221+00', '2026-11-28 02:55:10.482836+00', NULL, 'default', 'job-done', 'job:double', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc92-7f8c-b7bd-6a2f723bc94e', '1', 'false', '0', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'ad8b77bf-65f6-4b95-89b9-5f0c042c3708', '01a22013-fc92-7f8c-b7bd-6a2f723bc94e', NULL, NULL, '2026-11-28 02:55:10.483609+00', NULL, NULL, 'default', 'job-waiting', 'job:elsewhere', 'later', 'old', 'activity elsewhere', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc94-7609-b5c4-79daa8697b18', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '16645eea-7a42-4dba-a335-473cce12d842', '01a22013-fc94-7609-b5c4-79daa8697b18', NULL, NULL, '2026-11-28 02:55:10.485818+00', NULL, NULL, 'default', 'job-retrying', 'job:flaky', 'default', 'old', 'activity flaky', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc96-7352-8329-383ad7b33180', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '38b8c3b1-aa12-4dfe-84e1-11ffb26d13d5', '01a22013-fc96-7352-8329-383ad7b33180', NULL, NULL, '2026-11-28 02:55:10.487823+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc98-7663-9e98-9c93d8a6d2c9', '2', 'false', '1', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a5dc538a-30b6-4e9a-9194-1bfa4a3ce0d0', '01a22013-fc98-7663-9e98-9c93d8a6d2c9', NULL, NULL, '2026-11-28 02:55:10.48974+00', '2026-11-28 02:55:10.493337+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fc9f-703e-a140-c07ddc00a61b', '1', 'false', '766209121', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '85f5fc94-c403-4cb1-b9e3-c927be1c734c', '01a22013-fc9f-703e-a140-c07ddc00a61b', NULL, NULL, '2026-11-28 02:55:10.496226+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fcbc-7fee-88bf-f5b104219796', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'bb2343a3-986f-4810-a201-5d4d38b01c92', '00ebdcce-69e6-4c8d-b72c-380acf6021c7', '01a22013-fcbc-7fee-88bf-f5b104219796', NULL, NULL, '2026-11-28 02:55:10.525377+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:146)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22013-fcce-7f09-b038-73e312f69005', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '63ff4103-0898-4c49-b7f2-7e369ea2693f', '01a22013-fcce-7f09-b038-73e312f69005', NULL, NULL, '2026-11-28 02:55:10.542406+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.schedule VALUES ('9892c08c-cff4-4396-9cc0-698e7158451a', NULL, 'default', 'hourly', 'steps', NULL, E'{"created":"2026-11-28T02:55:10.531521Z","queue":"default","plan":"{\\"spec\\":{\\"cron\\":\\"5 * * * *\\",\\"zone\\":\\"Europe/Berlin\\"},\\"policy\\":{\\"overlap\\":\\"buffer one\\",\\"jitter\\":60000000000}}","revision":"db2c2258801599cd","build":"old","next":"2026-11-28T03:05:57.024409Z","nominal":"2026-11-28T03:05:00Z","paused":{"who":"operator","why":"to be kept","at":"2026-11-28T02:55:10.533737Z"},"fired":0,"skipped":0}', E'\\x0000001a6940c623013f84a16ed3ff23400100d44000a16c01a162a36f6c64a16fc30000003a49514149010185a177a57374657073a17082a165a76d73677061636ba164c40102a173c41000000000000000000000000000000000a16c01a162a36f6c64');
INSERT INTO reprise.timer VALUES ('01a22013-fc43-72d5-be0e-bd91b48b1190', '2', '2026-11-28 03:55:10.403672+00', 'default');
INSERT INTO reprise.timer VALUES ('01a22013-fc45-7816-a285-c2aaf0e16bbb', '2', '2026-11-29 02:55:10.406277+00', 'default');
INSERT INTO reprise.timer VALUES ('01a22013-fc86-75a5-940a-b5564dfd78b4', '3', '2126-11-04 02:55:10.471548+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a22013-fbce-7350-9787-dcad50ebc16b', '2026-11-28 02:55:10.337684+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a22013-fbf3-7cd8-8a5c-e059462b2c2c', '2026-11-28 02:55:10.337684+00', '0', 'default', 'removed-2');
