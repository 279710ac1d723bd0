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
  activities    text[]
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
INSERT INTO reprise.activity VALUES ('01a21f4d-ba26-71b7-990e-31aed68fb01e', '2', '2026-11-27 23:18:37.356722+00', '2026-11-27 23:18:37.356722+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066e4947048011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3cfb8202663064e8d', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21f4d-ba2e-778f-9433-cb4638191c9a', '2', '2026-11-27 23:18:37.362206+00', '2026-11-27 23:18:37.362206+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x00000068c0b63124011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3c4753c44e6484656', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21f4d-ba36-7b33-87eb-7451528e1294', '2', '2026-11-27 23:18:37.381039+00', '2026-11-28 00:27:16.590093+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x000000653b145346011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5832f5ee8cbb477f', E'\\x0000003c28edc3fc010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf0006614a479f8a81a16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21f4d-ba6e-70ba-9f9a-9223a0c89e39', '2', '2026-11-27 23:18:37.424125+00', '2026-11-27 23:18:37.424125+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'job-waiting', 'job:elsewhere', E'\\x0000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21f4d-ba71-7aaf-a1b6-08f50c2c0c8f', '2', '2026-11-27 23:18:37.42873+00', '2026-11-28 00:30:49.566154+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'job-retrying', 'job:flaky', E'\\x0000006064f9d64b011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf2785c8b74628478f', E'\\x0000003cfd5af984010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf0006614a47a053eba16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.attr VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '2026-11-27 23:18:37.381039+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '2026-11-27 23:18:37.381039+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '2026-11-27 23:18:37.381039+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '2026-11-27 23:18:37.381039+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21f4d-b9f0-7ef0-8de6-4f451d1a6c24', '2026-11-27 23:18:37.492688+00', NULL, '2026-11-27 23:18:38.742688+00', NULL, NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21f4d-b9fb-7de9-b4a1-9d057c207943', '2026-11-27 23:18:37.346837+00', '2026-11-27 23:18:38.346837+00', '2026-11-27 23:18:38.596837+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '2026-11-27 23:18:37.494722+00', NULL, '2026-11-27 23:18:38.744722+00', NULL, NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21f4d-ba73-7634-81c8-29569a709ac6', '2026-11-27 23:18:37.462729+00', NULL, '2026-11-27 23:18:38.712729+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21f4d-bab7-7c36-8ebf-b827376f14d1', '2026-11-27 23:18:37.495599+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21f4d-b9d0-7336-aa82-5a5fba486270', '1', '2026-11-27 23:18:37.266618+00', '2', '5a91930d-4017-491a-8a41-c66df15354e5', E'\\x0000003266c2d3fb013f84a16ecf0006614a479ddbcfa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a383800000046e1435905010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c41018893a0ecab39a1504383241e6e4c7faa16c01a162a36f6c640000005d89ccb100011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf5a91930d4017491aa14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9d0-7336-aa82-5a5fba486270', '3', '2026-11-27 23:18:37.267744+00', '2', '147ce653-a1c0-4dbc-a766-6e56b82e2d16', E'\\x00000032b0ccaf94013f84a16ecf0006614a479de204a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d8c7e2296011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf147ce653a1c04dbca14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9d0-7336-aa82-5a5fba486270', '5', '2026-11-27 23:18:37.268552+00', '2', '1d8e8800-7856-4a54-a4fe-53caff388908', E'\\x000000325162b7d2013f84a16ecf0006614a479de55ca16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d694abe42011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1d8e880078564a54a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9d0-7336-aa82-5a5fba486270', '7', '2026-11-27 23:18:37.285415+00', '3', '60ad518b-6f6d-4d39-904f-64c36831130a', E'\\x00000032aeae6136013f84a16ecf0006614a479de7cda16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9d3-7ffc-b06d-e0d80d82f87c', '1', '2026-11-27 23:18:37.274187+00', '2', 'f301db9a-c2ff-4c8a-ae80-aaae9011978c', E'\\x00000017738f15e9013f83a16ecf0006614a479de66ea16c01a162a36f6c6400000044cb51d4a8010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c4105a9501286c2411926627bebbe5ed0f46a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21f4d-b9df-720b-b70d-81d9eb76600c', '1', '2026-11-27 23:18:37.292342+00', '2', '7dcf02c6-6451-40c7-97f3-4ca7f7203321', E'\\x000000344d4621a1013f84a16ecf0006614a479e412aa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000050c9c173f9010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c4101ea5e910b6c93faf9ed31ac8f483d85ba16c01a162a36f6c640000005d381dabe7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7dcf02c6645140c7a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9df-720b-b70d-81d9eb76600c', '3', '2026-11-27 23:18:37.293217+00', '1', '0cd6b2f9-468c-41ed-a106-70b7aa8017fe', E'\\x0000001786fcd6ca013f83a16ecf0006614a479e457fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-b9df-720b-b70d-81d9eb76600c', '4', '2026-11-27 23:18:37.469413+00', '2', 'b83da61a-3130-4e81-972d-176792b69db3', E'\\x0000003445553e18013f84a16ecf0006614a47a0ef73a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303900000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9ed-7189-b481-021a88b94cab', '1', '2026-11-27 23:18:37.294427+00', '2', '83d73148-4848-40b6-94c5-6e2364b7edac', E'\\x0000003489a4e7a5013f84a16ecf0006614a479e4a78a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313036000000529ab5bd35010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410ab8c716ec7a6d3b1ef9ebbae828724a3a16c01a162a36f6c640000005d9070bf71011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d383d73148484840b6a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9ed-7189-b481-021a88b94cab', '3', '2026-11-27 23:18:37.29496+00', '1', '30be4972-0283-4bfe-a8f5-6eeaae902af0', E'\\x00000017bc32baa6013f83a16ecf0006614a479e4c9ca16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-b9ed-7189-b481-021a88b94cab', '4', '2026-11-27 23:18:37.469413+00', '1', 'ceab8816-72d4-43f8-819f-a485f7192fcd', E'\\x000000178e700a00013f83a16ecf0006614a47a0f0f9a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21f4d-b9ee-77a1-b80b-1ecbc263ea18', '1', '2026-11-27 23:18:37.296171+00', '2', '6687d88b-5089-415f-a975-7c512403ee4d', E'\\x000000340745c160013f84a16ecf0006614a479e50f0a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004cfb1a3406010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c4106e63976b5b8d37d14036a5226c825783a16c01a162a36f6c640000005daa36f81f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6687d88b5089415fa14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9ee-77a1-b80b-1ecbc263ea18', '3', '2026-11-27 23:18:37.296641+00', '1', 'a05d60a7-0d9c-4488-af4b-039a2222a6ea', E'\\x00000017855a7e68013f83a16ecf0006614a479e5350a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f0-7ef0-8de6-4f451d1a6c24', '1', '2026-11-27 23:18:37.297574+00', '2', '291139a4-93fc-4fad-b468-17174ad37aed', E'\\x00000034a73bd6f9013f84a16ecf0006614a479e56eba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004a0d79be54010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c41068104e46d9061780c7a4d25dae5bce2fa16c01a162a36f6c640000005d08648577011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf291139a493fc4fada14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f0-7ef0-8de6-4f451d1a6c24', '3', '2026-11-27 23:18:37.298085+00', '1', 'b772f570-ac8b-4da8-b751-932ec38b5be5', E'\\x000000173a9f7487013f83a16ecf0006614a479e58daa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f2-74c6-b95e-6f352e7e65d0', '1', '2026-11-27 23:18:37.299178+00', '2', '84f15e26-395a-4cc4-9768-516e1bd05698', E'\\x00000034eb3e1520013f84a16ecf0006614a479e5ceba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313036000000504c4a9922010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410fed91a110491edbed112dcfcd9cae780a16c01a162a36f6c640000005dd1b59399011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d384f15e26395a4cc4a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f2-74c6-b95e-6f352e7e65d0', '3', '2026-11-27 23:18:37.299684+00', '1', 'a4e11540-422c-4ade-801e-9952574acd8e', E'\\x0000001727c30259013f83a16ecf0006614a479e5f1ca16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f3-7b46-a3af-209b787748b8', '1', '2026-11-27 23:18:37.300557+00', '2', 'dcde9ffe-7c92-4b8a-96eb-acef5db1f242', E'\\x0000003467f05456013f84a16ecf0006614a479e629fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004e40511704010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c41011b61a2085906410a8272eddb717cb23a16c01a162a36f6c640000005defc4f657011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3dcde9ffe7c924b8aa14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f3-7b46-a3af-209b787748b8', '3', '2026-11-27 23:18:37.301056+00', '1', '6f1599f5-13f0-4ab3-839d-78957594341f', E'\\x00000017f2baa1c7013f83a16ecf0006614a479e647ca16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f4-7393-ab88-8c196fe9fe3f', '1', '2026-11-27 23:18:37.302218+00', '2', 'c3d2b71e-f724-45fd-9cec-6a7fe5c5c961', E'\\x0000003431d75682013f84a16ecf0006614a479e6844a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39380000004f70c98f31010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c4106770bdc3ea24a12283506656d8f77a93a16c01a162a36f6c640000001181267532011282a164cf0006614b1e320c44a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9f8-727b-af92-af985a11e213', '1', '2026-11-27 23:18:37.305731+00', '2', '3741d4be-54ac-454f-8065-be8b2c940e68', E'\\x0000003224799c54013f84a16ecf0006614a479e7575a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313900000044cf576e8e010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c410e1c6a618a5572dcae6c9a0e489c569fea16c01a162a36f6c6400000011000067f2011282a164cf0006615e6575d575a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fb-7de9-b4a1-9d057c207943', '1', '2026-11-27 23:18:37.308214+00', '1', 'e3cd430f-0c2d-4b53-aabc-32fb302eb42c', E'\\x0000001af70ec56d013f84a16ecf0006614a479e7cffa16c01a162a36f6c64a16fc30000005055238f96010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c4101977377bd3cf2cb404ecf870c2a8cf31a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-76ec-a16d-e187414fcc97', '1', '2026-11-27 23:18:37.310051+00', '3', 'b878358e-e89f-4855-8bab-759ce47de9a9', E'\\x0000004ebc4564b7013f84a16ecf0006614a479e86b2a16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313237b9676f6c64656e2e706172656e742072756e732e676f3a3132380000004ae037762a010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c4107812da73c61814baf087edff650978f9a16c01a162a36f6c6400000048be4fcb76011985a177a57374657073a169b1706172656e742f322d3562653030343964a16ec41001a21f4db9fc7d638fe7f90b5be0049da17082a165a76d73677061636ba164c40102a140000000004dd9d76f42011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21f4db9fc7e20b3bccdffb60c20c3a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-76ec-a16d-e187414fcc97', '4', '2026-11-27 23:18:37.389768+00', '1', '7eb602be-8012-4cea-b560-586a94d1be45', E'\\x000000177273b9ad013f83a16ecf0006614a479f995aa16c01a162a36f6c640000002f1b982f77010984a16302a16ec41001a21f4db9fc7d638fe7f90b5be0049da16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-7d63-8fe7-f90b5be0049d', '1', '2026-11-27 23:18:37.322553+00', '1', '82ff8526-51e5-4dac-91ec-430d4cf1b59a', E'\\x0000001aa9f08e07013f84a16ecf0006614a479e86b2a16c01a162a36f6c64a16fc3000000682e392ba3010189a177a57374657073a169b1706172656e742f322d3562653030343964a17082a165a76d73677061636ba164c40102a173c41086453df1493a48ba8e5fe7637f75f1bea16c01a162a36f6c64a161c41001a21f4db9fc76eca16de187414fcc97a17102a16401');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-7d63-8fe7-f90b5be0049d', '2', '2026-11-27 23:18:37.354169+00', '1', 'c22d4e0c-dd59-4c3f-af41-f2283861aa8d', E'\\x000000327e6083a9013f84a16ecf0006614a479f1363a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000005ddca09723011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c22d4e0cdd594c3fa14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-7d63-8fe7-f90b5be0049d', '3', '2026-11-27 23:18:37.358936+00', '2', '8e0ccc6e-62c6-49b5-8331-b3cfb6028c6e', E'\\x00000032e58271cd013f84a16ecf0006614a479f3ca5a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005dc44b8776011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d38e0ccc6e62c649b5a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-7d63-8fe7-f90b5be0049d', '5', '2026-11-27 23:18:37.367631+00', '3', '026a79d2-ca94-4707-9312-f354ac7f834a', E'\\x000000320fa4806f013f84a16ecf0006614a479f51a3a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-7e20-b3bc-cdffb60c20c3', '1', '2026-11-27 23:18:37.322553+00', '1', 'ed95ee7e-ea17-44a1-91ec-b72c39653d23', E'\\x0000001aa9f08e07013f84a16ecf0006614a479e86b2a16c01a162a36f6c64a16fc30000006a517db299010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410ea81ef986fd14a0235af16c2f8f33360a16c01a162a36f6c64a161c41001a21f4db9fc76eca16de187414fcc97a17103a16401');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-7e20-b3bc-cdffb60c20c3', '2', '2026-11-27 23:18:37.354169+00', '1', 'c38e630f-9717-4bba-9f23-264d153f0f67', E'\\x00000034ef97eaa1013f84a16ecf0006614a479f1680a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000005d1fd6a9e1011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c38e630f97174bbaa14000');
INSERT INTO reprise.event VALUES ('01a21f4d-b9fc-7e20-b3bc-cdffb60c20c3', '3', '2026-11-27 23:18:37.358936+00', '1', '285ecd1e-38ad-4f87-aece-28b7f3988ae8', E'\\x0000001740afcaba013f83a16ecf0006614a479f3cfba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-ba00-7001-925e-10f70c655a79', '1', '2026-11-27 23:18:37.346837+00', '2', 'e7de9f57-7e83-4ead-aa6b-a380cadd12c4', E'\\x0000003304454b78013f84a16ecf0006614a479f0681a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31343000000042a0e947da010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410e1a286280ac9357c1a141e107d78891ca16c01a162a36f6c6400000034d765144f011884a16ec41001a21f4dba007d84a18cac09f30580c3a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba00-7717-b703-f01972c44efd', '1', '2026-11-27 23:18:37.358936+00', '1', 'f787baaa-0d21-4ed3-a157-c92de3689b9d', E'\\x0000001ae82a6402013f84a16ecf0006614a479f3e57a16c01a162a36f6c64a16fc30000006d321116f5010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c4106827b27806e18d234d7d76bffa3ee574a16c01a162a36f6c64a163c41001a21f4dba007001925e10f70c655a79a176c41001a21f4dba007d84a18cac09f30580c3a16e02');
INSERT INTO reprise.event VALUES ('01a21f4d-ba00-7717-b703-f01972c44efd', '2', '2026-11-27 23:18:37.367631+00', '1', 'f12604d9-7fce-4d73-8610-86b34df69d10', E'\\x00000017968cea67013f83a16ecf0006614a479f539ca16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21f4d-ba00-7d84-a18c-ac09f30580c3', '1', '2026-11-27 23:18:37.346837+00', '1', '204f0cee-d6c1-41ad-9fb2-8dc9642c7ac5', E'\\x0000001a00ae3b26013f84a16ecf0006614a479f0681a16c01a162a36f6c64a16fc30000006d42641439010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c41086adcbc966c4ce4677f6bf05d8bebb20a16c01a162a36f6c64a163c41001a21f4dba007001925e10f70c655a79a176c41001a21f4dba007001925e10f70c655a79a16e01');
INSERT INTO reprise.event VALUES ('01a21f4d-ba00-7d84-a18c-ac09f30580c3', '2', '2026-11-27 23:18:37.358936+00', '1', 'ba6973f8-641b-485d-b4dd-07f59aa84f0d', E'\\x000000336b0b884b013f84a16ecf0006614a479f3e57a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313430000000348df67079011884a16ec41001a21f4dba007717b703f01972c44efda177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba26-71b7-990e-31aed68fb01e', '1', '2026-11-27 23:18:37.356722+00', '2', 'cfb82026-6306-4e8d-b4e0-803721160d31', E'\\x0000003caf6480a4013f84a16ecf0006614a479f2689a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38300000004441c3d87d010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c4106de117faac442c0da068647ead5fba27a16c01a162a36f6c640000006985faab7b011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3cfb8202663064e8da14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba2e-778f-9433-cb4638191c9a', '1', '2026-11-27 23:18:37.362206+00', '2', 'c4753c44-e648-4656-b617-8e867c0a4818', E'\\x0000003cbcd35b24013f84a16ecf0006614a479f46bfa16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a383000000048040d7a51010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c410a8af37c9551c34cc5bd1b66fe3452ab6a16c01a162a36f6c640000006ba00ac5b4011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3c4753c44e6484656a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba36-7b33-87eb-7451528e1294', '1', '2026-11-27 23:18:37.373956+00', '2', '5832f5ee-8cbb-477f-967b-d3a4c9308197', E'\\x0000003c41813798013f84a16ecf0006614a479f685aa16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a383200000050f68e237f010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410413132107bfdd3eea9de6322b5cef7fba16c01a162a36f6c640000006812b7c61d011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5832f5ee8cbb477fa14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba36-7b33-87eb-7451528e1294', '3', '2026-11-27 23:18:37.381039+00', '1', '3eb1251f-bbc6-4827-8fc5-c5c3783cf320', E'\\x00000017ca3328be013f83a16ecf0006614a479f8aa3a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '1', '2026-11-27 23:18:37.381039+00', '2', 'cab4717f-cac5-49c3-a830-f47a7d046746', E'\\x00000017c403a6f1013f83a16ecf0006614a479f8eb9a16c01a162a36f6c6400000067a7059aea010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c410ee534518d8bbf8970523323f5cf6058ca16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '3', '2026-11-27 23:18:37.394154+00', '2', '19d42250-1bb0-4c99-af35-bffb3e9d5d91', E'\\x00000038f26cc4b7013f84a16ecf0006614a479fcd9ea16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313536000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d91ba31be011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf19d422501bb04c99a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '5', '2026-11-27 23:18:37.39819+00', '3', 'cdec7a72-79ff-4484-bc12-bd1417198b44', E'\\x0000003814a34193013f84a16ecf0006614a479fd4bca16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135380000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba5c-78f8-a7e1-fc6a4e7714f5', '1', '2026-11-27 23:18:37.405602+00', '3', '50de3ce9-5991-4193-80a4-7acdd13ceb1e', E'\\x0000005237c71b98013f84a16ecf0006614a479ffba5a16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313638bb676f6c64656e2e70726f6d697365642072756e732e676f3a31363900000050489fd174010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c410829e526622a550e3f046eebf4e676486a16c01a162a36f6c6400000042764400ae011f82a16bd938415147694830323658486a34702d4838616b353346505838505749384543304c6a575f7a5261627678684c6d554e343836566d52515a4d43a140000000004de70facea011f83a164cf00119578ff637ba5a16bd938415147694830323658486a34702d4838616b353346505875572d5f696f6c69684c5a325a6669774236435055554e343836566d52515a4d44a14001');
INSERT INTO reprise.event VALUES ('01a21f4d-ba5c-78f8-a7e1-fc6a4e7714f5', '4', '2026-11-27 23:18:37.415593+00', '1', '15e7e6e3-d8f9-4622-af95-cbfb808ab6a8', E'\\x00000017db738746013f83a16ecf0006614a47a01f5aa16c01a162a36f6c6400000059a2209eaa010c83a17002a16bd938415147694830323658486a34702d4838616b353346505838505749384543304c6a575f7a5261627678684c6d554e343836566d52515a4d43a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21f4d-ba66-7d16-a715-ae153179168b', '1', '2026-11-27 23:18:37.421288+00', '2', '2990da89-f9df-4c16-9a57-33ed2edf4060', E'\\x00000017bdb7b72a013f83a16ecf0006614a47a023f1a16c01a162a36f6c640000004af3f7aacf010186a177aa6a6f623a646f75626c65a169a86a6f622d646f6e65a17082a165a76d73677061636ba164c40103a173c4109bd3d6acda2cd04701d8d33a96342f3da16c01a162a36f6c640000005abf0dafca011085a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2990da89f9df4c16');
INSERT INTO reprise.event VALUES ('01a21f4d-ba66-7d16-a715-ae153179168b', '3', '2026-11-27 23:18:37.423445+00', '2', 'b1b7d18f-edd4-45be-ad8b-14170b4b5ed5', E'\\x00000017e86ee524013f83a16ecf0006614a47a03eb2a16c01a162a36f6c640000001b87504e24010283a16102a16e01a17282a165a76d73677061636ba164c4010600000015657cf5a6011581a17282a165a76d73677061636ba164c40106');
INSERT INTO reprise.event VALUES ('01a21f4d-ba6e-70ba-9f9a-9223a0c89e39', '1', '2026-11-27 23:18:37.424125+00', '2', 'e085d226-ee74-401e-b36b-d2c768433f4a', E'\\x0000001793bbbbb8013f83a16ecf0006614a47a03efaa16c01a162a36f6c640000005bccffab3e010187a177ad6a6f623a656c73657768657265a169ab6a6f622d77616974696e67a17082a165a76d73677061636ba164c404a36a6f62a173c410753142ff8cf05c14426f20ccedb8a0fca16c01a162a36f6c64a179a56c617465720000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a');
INSERT INTO reprise.event VALUES ('01a21f4d-ba71-7aaf-a1b6-08f50c2c0c8f', '1', '2026-11-27 23:18:37.427221+00', '2', '2785c8b7-4628-478f-8a6d-f401e72bea17', E'\\x00000017fc4bb133013f83a16ecf0006614a47a04dd9a16c01a162a36f6c6400000050d46a56e7010186a177a96a6f623a666c616b79a169ac6a6f622d7265747279696e67a17082a165a76d73677061636ba164c404a36a6f62a173c41006b390de9e729a647ec023073126f303a16c01a162a36f6c640000006064f9d64b011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf2785c8b74628478f');
INSERT INTO reprise.event VALUES ('01a21f4d-ba71-7aaf-a1b6-08f50c2c0c8f', '3', '2026-11-27 23:18:37.42873+00', '1', 'd28ce0b3-1b3a-473a-b513-b323ac7b29ec', E'\\x000000173664e2d4013f83a16ecf0006614a47a053faa16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21f4d-ba73-7634-81c8-29569a709ac6', '1', '2026-11-27 23:18:37.42993+00', '2', '67c1f296-1556-4b0a-b435-02251a78207f', E'\\x00000034d1a8401c013f84a16ecf0006614a47a0574ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004a72c309f6010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c4104f60a6fa48589f522998cd49ddb72f07a16c01a162a36f6c640000005d7307c496011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf67c1f29615564b0aa14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba73-7634-81c8-29569a709ac6', '3', '2026-11-27 23:18:37.431208+00', '1', '0c3e43db-14ba-42c7-98d0-784376532d44', E'\\x000000173facf3d2013f83a16ecf0006614a47a05e5aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-ba76-7916-8bb3-47094da50a8b', '1', '2026-11-27 23:18:37.431648+00', '2', 'd5d98a41-f05f-4137-8bc9-22ad7ae15535', E'\\x0000003422a2e8eb013f84a16ecf0006614a47a06103a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000048e68f9c6b010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410ee3540d722b5d73a6eafacf4c814f5e1a16c01a162a36f6c640000005d4df44927011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d5d98a41f05f4137a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba76-7916-8bb3-47094da50a8b', '3', '2026-11-27 23:18:37.432192+00', '1', '5b98902a-c8c1-4f67-be45-6f1f23be1739', E'\\x000000177cc04330013f83a16ecf0006614a47a064bda16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-ba76-7916-8bb3-47094da50a8b', '4', '2026-11-27 23:18:37.44007+00', '2', 'cc7bbeed-e139-4b45-a445-a2d4c516e6c4', E'\\x0000003454eebed5013f84a16ecf0006614a47a0804da16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000004b71e9b4a6010683a16da7617070726f7665a169d92464333532323237392d353638652d343663352d613636352d333634363466323466366436a17082a165a76d73677061636ba164c405a46f6e63650000005defca7153011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3cc7bbeede1394b45a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba76-7916-8bb3-47094da50a8b', '6', '2026-11-27 23:18:37.441519+00', '2', '39167073-dc84-4979-8606-7e59fd9aae52', E'\\x00000034add379c0013f84a16ecf0006614a47a088e4a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba84-7a83-92eb-e8a87538a1eb', '1', '2026-11-27 23:18:37.44447+00', '2', 'a3820461-a969-4818-8055-db8324be43d9', E'\\x0000003422a2e8eb013f84a16ecf0006614a47a06103a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000075ac5a1875010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410ee3540d722b5d73a6eafacf4c814f5e1a16c01a162a36f6c64a17891d92430316132316634642d626137362d373931362d386262332d343730393464613530613862a16591030000005d4df44927011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d5d98a41f05f4137a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-ba84-7a83-92eb-e8a87538a1eb', '3', '2026-11-27 23:18:37.44447+00', '1', 'a3820461-a969-4818-8055-db8324be43d9', E'\\x000000177cc04330013f83a16ecf0006614a47a064bda16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4d-ba84-7a83-92eb-e8a87538a1eb', '4', '2026-11-27 23:18:37.44447+00', '1', 'a3820461-a969-4818-8055-db8324be43d9', E'\\x0000001a1d877337013f84a16ecf0006614a47a0949aa16c01a162a36f6c64a16fc30000002f19dbea19014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21f4dba7679168bb347094da50a8b');
INSERT INTO reprise.event VALUES ('01a21f4d-ba84-7a83-92eb-e8a87538a1eb', '5', '2026-11-27 23:18:37.457991+00', '1', 'ab346686-0d17-4dcf-8c1f-455ea6d09a76', E'\\x000000176b23271b013f83a16ecf0006614a47a0c706a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21f4d-baa2-7188-b1d8-51d916505e75', '1', '2026-11-27 23:18:37.474797+00', '2', '41a10ef0-5cec-473c-a7eb-74313d3f7339', E'\\x00000034d06c61e1013f84a16ecf0006614a47a10abba16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134360000004c36a4d425010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410d2c965cd5b6d488c4228a15804b2affca16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21f4d-bab7-7c36-8ebf-b827376f14d1', '1', '2026-11-27 23:18:37.495599+00', '1', '41df8ff0-838b-4caa-a505-300740cd8357', E'\\x0000001abc273c61013f84a16ecf0006614a47a15d2fa16c01a162a36f6c64a16fc300000054ef637699010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c4101d42e63e94f5028fdf2268dc779dd6a9a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21f4d-b9f0-7ef0-8de6-4f451d1a6c24', '1', '0', '2026-11-27 23:18:37.492688+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '2', '0', '2026-11-27 23:18:37.494722+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21f4d-ba73-7634-81c8-29569a709ac6', '1', '0', '2026-11-27 23:18:37.462729+00', '7', 'bafaf439-3e56-4966-9c3f-d21dc2b5cfa7', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21f4d-ba73-7634-81c8-29569a709ac6', '2', '0', '2026-11-27 23:18:37.464614+00', '1', '721aaa34-9060-4c72-bf47-e6e58004e4e0', E'\\x0000004ff192f027010683a16da7617070726f7665a169d92437323161616133342d393036302d346337322d626634372d653665353830303465346530a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', 'e3c6f4f3-b3d6-46a2-a7c9-f7c48a87b465', '1', '2026-11-27 23:18:36.749804+00', E'\\x91002cf581a54cb5b4276f05bfb30bd5cff35cda181a4a2a8e8b9699d831d20b');
INSERT INTO reprise.outbox VALUES ('01a21f4d-baa2-7188-b1d8-51d916505e75', '2', '2', NULL, '0', '2026-11-27 23:18:37.474797+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004dfbd99708010683a16da7617070726f7665a169d92630316132316634642d626161322d373138382d623164382d3531643931363530356537352f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('9c2e090d-97e9-4a6f-a8dc-b78680a69797', '2026-11-27 23:18:37.50145+00', '01a21f4d-b9f2-74c6-b95e-6f352e7e65d0', '1', 'false', 'default', 'requested', '2f230539-77c4-45b5-b70b-b05dffda214b', E'\\x0000004c757403fe010683a16da7617070726f7665a169d92432663233303533392d373763342d343562352d623730622d623035646666646132313462a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21f4d-b9d0-7336-aa82-5a5fba486270', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '60ad518b-6f6d-4d39-904f-64c36831130a', '01a21f4d-b9d0-7336-aa82-5a5fba486270', NULL, NULL, '2026-11-27 23:18:37.266618+00', '2026-11-27 23:18:37.285415+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9d3-7ffc-b06d-e0d80d82f87c', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'f301db9a-c2ff-4c8a-ae80-aaae9011978c', '01a21f4d-b9d3-7ffc-b06d-e0d80d82f87c', NULL, NULL, '2026-11-27 23:18:37.274187+00', '2026-11-27 23:18:37.274187+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9df-720b-b70d-81d9eb76600c', '4', 'false', '1657377542', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'b83da61a-3130-4e81-972d-176792b69db3', '01a21f4d-b9df-720b-b70d-81d9eb76600c', NULL, NULL, '2026-11-27 23:18:37.292342+00', '2026-11-27 23:18:37.469413+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9ed-7189-b481-021a88b94cab', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'ceab8816-72d4-43f8-819f-a485f7192fcd', '01a21f4d-b9ed-7189-b481-021a88b94cab', NULL, NULL, '2026-11-27 23:18:37.294427+00', '2026-11-27 23:18:37.469413+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9ee-77a1-b80b-1ecbc263ea18', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'a05d60a7-0d9c-4488-af4b-039a2222a6ea', '01a21f4d-b9ee-77a1-b80b-1ecbc263ea18', NULL, NULL, '2026-11-27 23:18:37.296171+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9f0-7ef0-8de6-4f451d1a6c24', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'b772f570-ac8b-4da8-b751-932ec38b5be5', '01a21f4d-b9f0-7ef0-8de6-4f451d1a6c24', NULL, NULL, '2026-11-27 23:18:37.297574+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9f2-74c6-b95e-6f352e7e65d0', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'a4e11540-422c-4ade-801e-9952574acd8e', '01a21f4d-b9f2-74c6-b95e-6f352e7e65d0', NULL, NULL, '2026-11-27 23:18:37.299178+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9f3-7b46-a3af-209b787748b8', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '6f1599f5-13f0-4ab3-839d-78957594341f', '01a21f4d-b9f3-7b46-a3af-209b787748b8', NULL, NULL, '2026-11-27 23:18:37.300557+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9f4-7393-ab88-8c196fe9fe3f', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'c3d2b71e-f724-45fd-9cec-6a7fe5c5c961', '01a21f4d-b9f4-7393-ab88-8c196fe9fe3f', NULL, NULL, '2026-11-27 23:18:37.302218+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-28T00:18:37.301828Z (golden.sleeper runs.go:98)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9f8-727b-af92-af985a11e213', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '3741d4be-54ac-454f-8065-be8b2c940e68', '01a21f4d-b9f8-727b-af92-af985a11e213', NULL, NULL, '2026-11-27 23:18:37.305731+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T23:18:37.305205Z (golden.both runs.go:119)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9fb-7de9-b4a1-9d057c207943', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'e3cd430f-0c2d-4b53-aabc-32fb302eb42c', '01a21f4d-b9fb-7de9-b4a1-9d057c207943', NULL, NULL, '2026-11-27 23:18:37.308214+00', NULL, '2026-11-27 23:18:38.346837+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21f4d-b9fb-7de9-b4a1-9d057c207943: workflow code panicked at golden.Bindings.func5 runs.go:70: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe9c600?, 0x320fdfffc880?, 0x60?}, {0x320fe00225e0?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:70 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9fc-76ec-a16d-e187414fcc97', '1', 'false', '1178492280', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '7eb602be-8012-4cea-b560-586a94d1be45', '01a21f4d-b9fc-76ec-a16d-e187414fcc97', NULL, NULL, '2026-11-27 23:18:37.310051+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:133)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9fc-7d63-8fe7-f90b5be0049d', '2', 'false', '502886940', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '026a79d2-ca94-4707-9312-f354ac7f834a', '01a21f4d-b9fc-7d63-8fe7-f90b5be0049d', '01a21f4d-b9fc-76ec-a16d-e187414fcc97', '2', '2026-11-27 23:18:37.322553+00', '2026-11-27 23:18:37.367631+00', NULL, 'default', 'parent/2-5be0049d', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-b9fc-7e20-b3bc-cdffb60c20c3', '1', 'false', '502886940', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '285ecd1e-38ad-4f87-aece-28b7f3988ae8', '01a21f4d-b9fc-7e20-b3bc-cdffb60c20c3', '01a21f4d-b9fc-76ec-a16d-e187414fcc97', '3', '2026-11-27 23:18:37.322553+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba00-7001-925e-10f70c655a79', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'e7de9f57-7e83-4ead-aa6b-a380cadd12c4', '01a21f4d-ba00-7001-925e-10f70c655a79', NULL, NULL, '2026-11-27 23:18:37.346837+00', '2026-11-27 23:18:37.346837+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba00-7717-b703-f01972c44efd', '1', 'false', '1492783969', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'f12604d9-7fce-4d73-8610-86b34df69d10', '01a21f4d-ba00-7001-925e-10f70c655a79', NULL, NULL, '2026-11-27 23:18:37.358936+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:142)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba00-7d84-a18c-ac09f30580c3', '6', 'false', '718298052', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'ba6973f8-641b-485d-b4dd-07f59aa84f0d', '01a21f4d-ba00-7001-925e-10f70c655a79', NULL, NULL, '2026-11-27 23:18:37.346837+00', '2026-11-27 23:18:37.358936+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba26-71b7-990e-31aed68fb01e', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'cfb82026-6306-4e8d-b4e0-803721160d31', '01a21f4d-ba26-71b7-990e-31aed68fb01e', NULL, NULL, '2026-11-27 23:18:37.356722+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba2e-778f-9433-cb4638191c9a', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'c4753c44-e648-4656-b617-8e867c0a4818', '01a21f4d-ba2e-778f-9433-cb4638191c9a', NULL, NULL, '2026-11-27 23:18:37.362206+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a21f4d-bab2-7422-b72a-891d3212a236","since":"2026-11-27T23:18:37.491229Z","workflow":"away","queue":"default","level":1,"token":"8185e9ae-55ea-47c1-bd42-7ae8273cc725","n":1}', E'\\x0000001a31a0eb8a013f84a16ecf0006614a47a14afda16c01a162a36f6c64a16fc300000047f170ab7e010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c410efbabdad4460f395208234ff0d194540a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21f4d-ba36-7b33-87eb-7451528e1294', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '3eb1251f-bbc6-4827-8fc5-c5c3783cf320', '01a21f4d-ba36-7b33-87eb-7451528e1294', NULL, NULL, '2026-11-27 23:18:37.373956+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:82)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba40-7c31-bff0-19ae6c5550c8', '1', 'false', '353061098', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'cdec7a72-79ff-4484-bc12-bd1417198b44', '01a21f4d-ba40-7c31-bff0-19ae6c5550c8', NULL, NULL, '2026-11-27 23:18:37.381039+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:162)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba5c-78f8-a7e1-fc6a4e7714f5', '1', 'false', '1187962580', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '15e7e6e3-d8f9-4622-af95-cbfb808ab6a8', '01a21f4d-ba5c-78f8-a7e1-fc6a4e7714f5', NULL, NULL, '2026-11-27 23:18:37.405602+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:174)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba66-7d16-a715-ae153179168b', '2', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b1b7d18f-edd4-45be-ad8b-14170b4b5ed5', '01a21f4d-ba66-7d16-a715-ae153179168b', NULL, NULL, '2026-11-27 23:18:37.421288+00', '2026-11-27 23:18:37.423445+00', NULL, 'default', 'job-done', 'job:double', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba6e-70ba-9f9a-9223a0c89e39', '1', 'false', '0', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'e085d226-ee74-401e-b36b-d2c768433f4a', '01a21f4d-ba6e-70ba-9f9a-9223a0c89e39', NULL, NULL, '2026-11-27 23:18:37.424125+00', NULL, NULL, 'default', 'job-waiting', 'job:elsewhere', 'later', 'old', 'activity elsewhere', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba71-7aaf-a1b6-08f50c2c0c8f', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'd28ce0b3-1b3a-473a-b513-b323ac7b29ec', '01a21f4d-ba71-7aaf-a1b6-08f50c2c0c8f', NULL, NULL, '2026-11-27 23:18:37.427221+00', NULL, NULL, 'default', 'job-retrying', 'job:flaky', 'default', 'old', 'activity flaky', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba73-7634-81c8-29569a709ac6', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '0c3e43db-14ba-42c7-98d0-784376532d44', '01a21f4d-ba73-7634-81c8-29569a709ac6', NULL, NULL, '2026-11-27 23:18:37.42993+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba76-7916-8bb3-47094da50a8b', '2', 'false', '3228753648', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '39167073-dc84-4979-8606-7e59fd9aae52', '01a21f4d-ba76-7916-8bb3-47094da50a8b', NULL, NULL, '2026-11-27 23:18:37.431648+00', '2026-11-27 23:18:37.441519+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-ba84-7a83-92eb-e8a87538a1eb', '1', 'false', '3820478624', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', 'ab346686-0d17-4dcf-8c1f-455ea6d09a76', '01a21f4d-ba84-7a83-92eb-e8a87538a1eb', NULL, NULL, '2026-11-27 23:18:37.44447+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-baa2-7188-b1d8-51d916505e75', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f5206c4-183e-4ac0-bea2-629f0a993b04', '41a10ef0-5cec-473c-a7eb-74313d3f7339', '01a21f4d-baa2-7188-b1d8-51d916505e75', NULL, NULL, '2026-11-27 23:18:37.474797+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:146)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4d-bab7-7c36-8ebf-b827376f14d1', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '41df8ff0-838b-4caa-a505-300740cd8357', '01a21f4d-bab7-7c36-8ebf-b827376f14d1', NULL, NULL, '2026-11-27 23:18:37.495599+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.schedule VALUES ('1b3bbbc4-c9f3-4804-b89a-9ab7a2c3de61', NULL, 'default', 'hourly', 'steps', NULL, E'{"created":"2026-11-27T23:18:37.486507Z","queue":"default","plan":"{\\"spec\\":{\\"cron\\":\\"5 * * * *\\",\\"zone\\":\\"Europe/Berlin\\"},\\"policy\\":{\\"overlap\\":\\"buffer one\\",\\"jitter\\":60000000000}}","revision":"db2c2258801599cd","build":"old","next":"2026-11-28T00:05:05.060189Z","nominal":"2026-11-28T00:05:00Z","paused":{"who":"operator","why":"to be kept","at":"2026-11-27T23:18:37.488207Z"},"fired":0,"skipped":0}', E'\\x0000001a6940c623013f84a16ed3ff23400100d44000a16c01a162a36f6c64a16fc30000003a49514149010185a177a57374657073a17082a165a76d73677061636ba164c40102a173c41000000000000000000000000000000000a16c01a162a36f6c64');
INSERT INTO reprise.timer VALUES ('01a21f4d-b9f4-7393-ab88-8c196fe9fe3f', '2', '2026-11-28 00:18:37.301828+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21f4d-b9f8-727b-af92-af985a11e213', '2', '2026-11-28 23:18:37.305205+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21f4d-ba5c-78f8-a7e1-fc6a4e7714f5', '3', '2126-11-03 23:18:37.405093+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21f4d-b8d7-7265-8943-8433749b61d3', '2026-11-27 23:18:37.173474+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21f4d-b94d-7354-8d26-fb3cb0cb9148', '2026-11-27 23:18:37.173474+00', '0', 'default', 'removed-2');
