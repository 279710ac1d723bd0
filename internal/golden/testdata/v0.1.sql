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
INSERT INTO reprise.activity VALUES ('01a22240-5fb9-7698-83c7-da3417e29958', '2', '2026-11-28 13:02:53.883154+00', '2026-11-28 13:02:53.883154+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066e4c8bfd7011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3a5e192ece54d4f17', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22240-5fbc-7bcf-903b-579d2ccb4a05', '2', '2026-11-28 13:02:53.891007+00', '2026-11-28 13:02:53.891007+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x00000068b2b6f368011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d7b7fd3805724bd4', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22240-5fc5-7d8d-b411-01139761977e', '2', '2026-11-28 13:02:53.905517+00', '2026-11-28 14:02:57.912522+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x000000656f8389d3011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3ba3b5f3fd46b443d', E'\\x0000003ce9bac6e7010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf00066155cb76457fa16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22240-5ff7-7883-a94f-3e4bbcea2c41', '2', '2026-11-28 13:02:53.944435+00', '2026-11-28 13:02:53.944435+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'job-waiting', 'job:elsewhere', E'\\x0000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22240-5ff9-722a-a26a-36e2cfa47c56', '2', '2026-11-28 13:02:53.950598+00', '2026-11-28 14:10:04.165229+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'job-retrying', 'job:flaky', E'\\x000000606939374f011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d386fdff0f254d41a3', E'\\x0000003c231527ce010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf00066155cb76ee2aa16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.attr VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '2026-11-28 13:02:53.908045+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '2026-11-28 13:02:53.908045+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '2026-11-28 13:02:53.908045+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '2026-11-28 13:02:53.908045+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a22240-5f50-7f0a-9e51-bc42c468b4ab', '2026-11-28 13:02:57.06717+00', NULL, '2026-11-28 13:02:58.31717+00', NULL, NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a22240-5f83-70a8-aa14-cc78e5868342', '2026-11-28 13:02:53.848549+00', '2026-11-28 13:02:54.848549+00', '2026-11-28 13:02:55.098549+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '2026-11-28 13:02:57.068201+00', NULL, '2026-11-28 13:02:58.318201+00', NULL, NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a22240-5ffb-724c-89e2-e5445cdcee8c', '2026-11-28 13:02:53.985526+00', NULL, '2026-11-28 13:02:55.235526+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a22240-6c2c-7e1f-b57d-cd1015683dd1', '2026-11-28 13:02:57.068795+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a22240-5f32-729a-b4a3-90ead34297e2', '1', '2026-11-28 13:02:53.748843+00', '2', 'c9f36bc1-67bc-45a7-b502-02ff6ca0173f', E'\\x000000330a990857013f84a16ecf00066155cb73df70a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a31303000000046509558d7010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c410bfac7532997b4857405cbbc217098e0ba16c01a162a36f6c640000005d84c114ed011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c9f36bc167bc45a7a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f32-729a-b4a3-90ead34297e2', '3', '2026-11-28 13:02:53.749977+00', '2', '513c1c00-5a89-4453-b273-8eda09a543d2', E'\\x00000033be6e9e74013f84a16ecf00066155cb73e8c9a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d9e05d959011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf513c1c005a894453a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f32-729a-b4a3-90ead34297e2', '5', '2026-11-28 13:02:53.750718+00', '2', '9d3a4c4f-dcc0-4959-9c59-e529907b48d1', E'\\x0000003364631e9e013f84a16ecf00066155cb73ec07a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005ddd64d118011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39d3a4c4fdcc04959a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f32-729a-b4a3-90ead34297e2', '7', '2026-11-28 13:02:53.768886+00', '3', '0b3ed9ba-8830-47ed-a85c-37f913565b42', E'\\x000000330f8e3b61013f84a16ecf00066155cb73eeeda16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f35-7e40-9d65-082e364b4a6a', '1', '2026-11-28 13:02:53.753366+00', '2', 'e1ec02d9-13ff-4643-a72c-460143ac8d2f', E'\\x000000175072e080013f83a16ecf00066155cb73ed55a16c01a162a36f6c6400000044f6bf7c18010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410337c4c7a364f6a903df73e24996851b1a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a22240-5f48-797d-a439-3b325c05121e', '1', '2026-11-28 13:02:53.772088+00', '2', '01715754-9e63-4c40-a695-9e1d5df1068d', E'\\x0000003403d7072f013f84a16ecf00066155cb743dd0a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005030d6228b010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410c7cd776801cfe298bb67882dda0305dba16c01a162a36f6c640000005da4ca8da5011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf017157549e634c40a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f48-797d-a439-3b325c05121e', '3', '2026-11-28 13:02:53.77314+00', '1', '01329aaa-eec4-405c-b5cf-86ee9183b76b', E'\\x00000017b89c381d013f83a16ecf00066155cb7442f5a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f48-797d-a439-3b325c05121e', '4', '2026-11-28 13:02:53.996444+00', '2', 'b15fb1a8-17e8-41a0-b094-68728ddddb7d', E'\\x000000348accb17c013f84a16ecf00066155cb77a785a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31323100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f4c-7087-9aa6-80dfaaa41b04', '1', '2026-11-28 13:02:53.773869+00', '2', 'e44f26a9-8600-4f86-a562-f4d0e485baef', E'\\x000000340b936947013f84a16ecf00066155cb7444f4a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005289e5c641010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410a611900b53b98b2312e29cd895e47d56a16c01a162a36f6c640000005d52f8dfb2011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e44f26a986004f86a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f4c-7087-9aa6-80dfaaa41b04', '3', '2026-11-28 13:02:53.778128+00', '1', 'a9397403-c258-474a-a71e-74b436aba6c2', E'\\x000000177cc7a7b7013f83a16ecf00066155cb74491ca16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f4c-7087-9aa6-80dfaaa41b04', '4', '2026-11-28 13:02:53.997045+00', '1', '53c22881-040c-48f4-aa29-64e3ce6a84bd', E'\\x0000001760b974ef013f83a16ecf00066155cb77a8e8a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a22240-5f4e-7922-bff6-4578504a5c65', '1', '2026-11-28 13:02:53.774684+00', '2', '2bd8b8ff-9c8d-4619-95a8-77acdb44fe2b', E'\\x000000340f865d39013f84a16ecf00066155cb744a34a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004ce09bf096010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c410c0b7009f889a9d9462771dee41303f2ba16c01a162a36f6c640000005da119a253011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2bd8b8ff9c8d4619a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f4e-7922-bff6-4578504a5c65', '3', '2026-11-28 13:02:53.787025+00', '1', 'e6a3362c-acc4-40ad-964b-d9d6cb71afb9', E'\\x000000172fdb00b0013f83a16ecf00066155cb745217a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f50-7f0a-9e51-bc42c468b4ab', '1', '2026-11-28 13:02:53.787025+00', '2', 'bf72e106-b5db-4c37-8732-252de722c144', E'\\x00000034ac99d4e6013f84a16ecf00066155cb74584ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004a2b1f56e3010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410bdb3fee3ec4b0d9451a990cab989f758a16c01a162a36f6c640000005d06d47616011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3bf72e106b5db4c37a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f50-7f0a-9e51-bc42c468b4ab', '3', '2026-11-28 13:02:53.795221+00', '1', 'e8006e99-7603-4357-a49d-860ccf0dcebf', E'\\x000000172ad8c585013f83a16ecf00066155cb74848fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f5d-7f9f-aeb8-613162e24d62', '1', '2026-11-28 13:02:53.796933+00', '2', '017cc696-9170-420b-b1fa-f942df765b4a', E'\\x000000348e99820c013f84a16ecf00066155cb74a0f9a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31313800000050eeed891f010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c4108bed62e54be93f39bc5919fa6900ef53a16c01a162a36f6c640000005d5cb7e692011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf017cc6969170420ba14000');
INSERT INTO reprise.event VALUES ('01a22240-5f5d-7f9f-aeb8-613162e24d62', '3', '2026-11-28 13:02:53.797941+00', '1', '56370043-a9db-4313-9cda-da5ba18b3d72', E'\\x00000017e8043ed3013f83a16ecf00066155cb74a3f0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f65-729f-b024-04c1c7ccc02c', '1', '2026-11-28 13:02:53.798506+00', '2', 'a0644522-e91e-458a-a4d7-285fe279acdb', E'\\x0000003448b39834013f84a16ecf00066155cb74a787a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004e7e386d4e010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410cef9c94ea470e976e8448afff7aee733a16c01a162a36f6c640000005d1d725241011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a0644522e91e458aa14000');
INSERT INTO reprise.event VALUES ('01a22240-5f65-729f-b024-04c1c7ccc02c', '3', '2026-11-28 13:02:53.799102+00', '1', 'b724a50d-3596-4254-8b87-3aa9c20489b0', E'\\x000000170a5e008e013f83a16ecf00066155cb74a981a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f66-7e2f-89a5-659793b589c3', '1', '2026-11-28 13:02:53.800033+00', '2', 'f44cffd5-1666-47bf-a9b8-e8173e4d75b6', E'\\x0000003518291d57013f84a16ecf00066155cb74acd2a16c01a162a36f6c64a17391ba676f6c64656e2e736c65657065722072756e732e676f3a3131300000004fcdf7b5da010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410a39cdc1f3322c2201dd9789b162b7e76a16c01a162a36f6c64000000118c4b8238011282a164cf00066156a20850d2a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f6f-736a-aa55-dcf862587c28', '1', '2026-11-28 13:02:53.808598+00', '2', '2e17bcc1-b785-42ad-8d4e-9279fa037ef9', E'\\x0000003492f0fb48013f84a16ecf00066155cb74ce6ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004a10a67910010186a177a670696e6e6564a169a670696e6e6564a17082a165a76d73677061636ba164c407a670696e6e6564a173c4106468e24e41cd4751b38e4be560d4850ca16c01a162a36f6c640000005de0d2ffd1011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2e17bcc1b78542ada14000');
INSERT INTO reprise.event VALUES ('01a22240-5f6f-736a-aa55-dcf862587c28', '3', '2026-11-28 13:02:53.812546+00', '1', '649cc51b-cf72-4aa5-a5d7-a8e60dc78da2', E'\\x00000017cc9c73f3013f83a16ecf00066155cb74dc52a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f73-714b-ae34-12e79bd9fa48', '1', '2026-11-28 13:02:53.81306+00', '2', '9b02b3ad-12cc-439a-b9ab-0dec53fb18f2', E'\\x0000003c1f9aa7a1013f84a16ecf00066155cb74de92a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38380000004d296a9128010186a177a763686172676564a169a763686172676564a17082a165a76d73677061636ba164c408a763686172676564a173c41018775ca8943d8c81af7a2966a5b32086a16c01a162a36f6c64000000759d0d30d4011087a16da6636861726765a17082a165a76d73677061636ba164c408a763686172676564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d39b02b3ad12cc439aa16ba6636861726765a164cf2bc3d67dd3ac0000a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f73-714b-ae34-12e79bd9fa48', '3', '2026-11-28 13:02:53.853151+00', '2', '0339103c-0d18-4622-bf79-c4b33b5f6f42', E'\\x0000003ccfb4de84013f84a16ecf00066155cb756ad0a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38380000002dc7605587010283a16102a16e01a17282a165a76d73677061636ba164c413b26368617267656420697320636861726765640000002adee2fc81011582a17282a165a76d73677061636ba164c413b2636861726765642069732063686172676564a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f76-7b1b-8b41-bd24872ee1d6', '1', '2026-11-28 13:02:53.826169+00', '2', '5968093e-1e4d-4710-a359-f43688994e3a', E'\\x00000032b43c2e06013f84a16ecf00066155cb74eaf0a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31333100000044efc7e7d7010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c4109a774095374748eacbe87ca8e918f427a16c01a162a36f6c6400000011df148e36011282a164cf00066169e94c4af0a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f83-70a8-aa14-cc78e5868342', '1', '2026-11-28 13:02:53.837813+00', '1', '9c876323-25c2-44eb-b072-51548ff6b10c', E'\\x0000001a3d534667013f84a16ecf00066155cb7518d5a16c01a162a36f6c64a16fc3000000501c79137b010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410259f7942d240e6509cb904e41be7d447a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7639-ab10-eca29e248b54', '1', '2026-11-28 13:02:53.883154+00', '1', '9e6c637b-cb8e-403a-994b-8c581be925ec', E'\\x0000001a45cbb01e013f84a16ecf00066155cb75df0aa16c01a162a36f6c64a16fc300000068e12e2447010189a177a57374657073a169b1706172656e742f322d3965323438623534a17082a165a76d73677061636ba164c40102a173c410cac7162defde3d31f26c2bda435bfc59a16c01a162a36f6c64a161c41001a222405f8e7b0a9a71e2cedf75c254a17102a16401');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7639-ab10-eca29e248b54', '2', '2026-11-28 13:02:53.895971+00', '1', '549a3f6d-d1bc-49d3-824f-a3a86c56cddc', E'\\x00000033d5cecd87013f84a16ecf00066155cb7600a1a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000005d659a2791011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf549a3f6dd1bc49d3a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7639-ab10-eca29e248b54', '3', '2026-11-28 13:02:53.904436+00', '2', '2edc669d-e662-4f84-bc5c-7708778d3441', E'\\x0000003337e0dec9013f84a16ecf00066155cb763006a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d6d542358011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2edc669de6624f84a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7639-ab10-eca29e248b54', '5', '2026-11-28 13:02:53.907224+00', '3', '6aa61690-046f-44b1-8ec7-61a1a904b520', E'\\x000000337d376385013f84a16ecf00066155cb764a1aa16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7a1c-8d48-5dace88ecf71', '1', '2026-11-28 13:02:53.883154+00', '1', 'bd92f885-0cc0-42d0-b9e2-7962e4620f0b', E'\\x0000001a45cbb01e013f84a16ecf00066155cb75df0aa16c01a162a36f6c64a16fc30000006a73628379010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410ff76cac378ecdf78203163519b53b362a16c01a162a36f6c64a161c41001a222405f8e7b0a9a71e2cedf75c254a17103a16401');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7a1c-8d48-5dace88ecf71', '2', '2026-11-28 13:02:53.895971+00', '1', '2ef28db7-bacc-462f-976d-50166fce3f34', E'\\x00000034e407fb27013f84a16ecf00066155cb76005ea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005d15312030011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2ef28db7bacc462fa14000');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7a1c-8d48-5dace88ecf71', '3', '2026-11-28 13:02:53.904436+00', '1', '17415b7e-ff91-4630-82d6-521b2ecd0e79', E'\\x0000001742e4b75a013f83a16ecf00066155cb762f9ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7b0a-9a71-e2cedf75c254', '1', '2026-11-28 13:02:53.878369+00', '3', '4589214b-8082-4b1b-a88e-5c5e31460b27', E'\\x0000004e37a3b0d8013f84a16ecf00066155cb75df0aa16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313339b9676f6c64656e2e706172656e742072756e732e676f3a3134300000004a09a65a39010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c4109900e91dbe8d57729efd17f14b958412a16c01a162a36f6c6400000048ffc77163011985a177a57374657073a169b1706172656e742f322d3965323438623534a16ec41001a222405f8e7639ab10eca29e248b54a17082a165a76d73677061636ba164c40102a140000000004d33d94424011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a222405f8e7a1c8d485dace88ecf71a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a22240-5f8e-7b0a-9a71-e2cedf75c254', '4', '2026-11-28 13:02:53.921972+00', '1', 'e7f60258-9b28-41f5-8178-04c9ee087140', E'\\x00000017c9237477013f83a16ecf00066155cb766bc5a16c01a162a36f6c640000002f0616ecd7010984a16302a16ec41001a222405f8e7639ab10eca29e248b54a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-5fb7-7cfd-9cf8-b4aace3bf800', '1', '2026-11-28 13:02:53.880495+00', '2', 'a23a8f71-d541-4b42-9bdc-816488ccd5f5', E'\\x000000333af630d1013f84a16ecf00066155cb75e743a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a3135320000004256cffb38010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c41002e0b39d6ca17ca7fa228244f7f4dd95a16c01a162a36f6c640000003440d43386011884a16ec41001a222405fb77f6787ac119bcf3aae29a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a22240-5fb7-7f67-87ac-119bcf3aae29', '1', '2026-11-28 13:02:53.880495+00', '1', 'b111c930-95f7-416d-9e0e-3f73e750b3f1', E'\\x0000001aa7a30483013f84a16ecf00066155cb75e743a16c01a162a36f6c64a16fc30000006d153a8cb5010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c41094c2bfd702b9693140f4f8633a4716a9a16c01a162a36f6c64a163c41001a222405fb77cfd9cf8b4aace3bf800a176c41001a222405fb77cfd9cf8b4aace3bf800a16e01');
INSERT INTO reprise.event VALUES ('01a22240-5fb7-7f67-87ac-119bcf3aae29', '2', '2026-11-28 13:02:53.891007+00', '1', '44ce3a6f-7952-4882-8d80-30b58b043c9a', E'\\x000000334a7558b2013f84a16ecf00066155cb75fc4ba16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31353200000034c520e055011884a16ec41001a222405fb77fceae5e6dc751fdc60fa177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a22240-5fb7-7fce-ae5e-6dc751fdc60f', '1', '2026-11-28 13:02:53.891007+00', '1', '7f64fd38-eb5d-4675-8ed6-c741f56681d5', E'\\x0000001a211df017013f84a16ecf00066155cb75fc4ba16c01a162a36f6c64a16fc30000006d8c1907de010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c4107b1443bc869656c9d3b49558b126f4b9a16c01a162a36f6c64a163c41001a222405fb77cfd9cf8b4aace3bf800a176c41001a222405fb77f6787ac119bcf3aae29a16e02');
INSERT INTO reprise.event VALUES ('01a22240-5fb7-7fce-ae5e-6dc751fdc60f', '2', '2026-11-28 13:02:53.904436+00', '1', '60ac5f0a-23cb-4170-9b8b-5a18981c977e', E'\\x0000001708e79d97013f83a16ecf00066155cb763263a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22240-5fb9-7698-83c7-da3417e29958', '1', '2026-11-28 13:02:53.883154+00', '2', 'a5e192ec-e54d-4f17-a90f-b8aea8022a62', E'\\x0000003c53a5b656013f84a16ecf00066155cb75eda0a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63382072756e732e676f3a3932000000443fbab923010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41092211ec5145c8fac26be34984bdeb710a16c01a162a36f6c6400000069cd15d81d011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3a5e192ece54d4f17a14000');
INSERT INTO reprise.event VALUES ('01a22240-5fbc-7bcf-903b-579d2ccb4a05', '1', '2026-11-28 13:02:53.891007+00', '2', 'd7b7fd38-0572-4bd4-9743-27065bca46ed', E'\\x0000003c0dd33307013f84a16ecf00066155cb75fad8a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63382072756e732e676f3a393200000048ecd3a711010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c4101a553e7eef08d2a3ef460a99fcf8f2f8a16c01a162a36f6c640000006be271d3d3011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d7b7fd3805724bd4a14000');
INSERT INTO reprise.event VALUES ('01a22240-5fc5-7d8d-b411-01139761977e', '1', '2026-11-28 13:02:53.903011+00', '2', 'ba3b5f3f-d46b-443d-90c9-48ff84866c21', E'\\x0000003caf7836d7013f84a16ecf00066155cb7628c6a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63392072756e732e676f3a393400000050344e85d5010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c4108c80173d7ab897bd892fe8b12e6e983ba16c01a162a36f6c6400000068158f5c32011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3ba3b5f3fd46b443da14000');
INSERT INTO reprise.event VALUES ('01a22240-5fc5-7d8d-b411-01139761977e', '3', '2026-11-28 13:02:53.905517+00', '1', '7cd83081-47e6-4689-bcde-16ef70340adf', E'\\x00000017d8c0d8d7013f83a16ecf00066155cb764594a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '1', '2026-11-28 13:02:53.908045+00', '2', 'f99c8bc3-df7e-4f65-8b02-3d43fc417415', E'\\x00000017f18756f6013f83a16ecf00066155cb764fcfa16c01a162a36f6c6400000067fe3c2a96010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c410e80f91e27245c10976da4b6bd2e1f011a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '3', '2026-11-28 13:02:53.919944+00', '2', '14d4ee22-7b8e-41c8-b011-f8dcf0ab4943', E'\\x000000384e72d6ae013f84a16ecf00066155cb766356a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313638000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d652d73f6011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf14d4ee227b8e41c8a14000');
INSERT INTO reprise.event VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '5', '2026-11-28 13:02:53.922845+00', '3', '0a41331a-4966-4ae5-b62a-9f5bf54d905e', E'\\x00000038ec1196a0013f84a16ecf00066155cb768a28a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3137300000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a22240-5fe4-7fcc-ac31-90df02e2ac67', '1', '2026-11-28 13:02:53.925752+00', '3', '1683532f-fa26-4cf6-a40d-7646a21d27d4', E'\\x000000526a2f38c1013f84a16ecf00066155cb7697dfa16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313830bb676f6c64656e2e70726f6d697365642072756e732e676f3a31383100000050c0c8f770010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c410b08e37608ca65f103730d2bf36a17488a16c01a162a36f6c6400000042cbcd363b011f82a16bd93841514769496b426635485f4d7244475133774c6972476671456c313738646336417a7a4f4e67476c794f6769466f4e544c5f6f6d54505943a140000000004da43d1e72011f83a164cf00119584833a17dfa16bd93841514769496b426635485f4d7244475133774c6972476659314a494d616650464b6e35657869664263345866466f4e544c5f6f6d54505944a14001');
INSERT INTO reprise.event VALUES ('01a22240-5fe4-7fcc-ac31-90df02e2ac67', '4', '2026-11-28 13:02:53.939697+00', '1', '89cd974a-8d07-4253-99b2-29e076f2bd3a', E'\\x000000170da6c957013f83a16ecf00066155cb76ce25a16c01a162a36f6c6400000059e6f1f10b010c83a17002a16bd93841514769496b426635485f4d7244475133774c6972476671456c313738646336417a7a4f4e67476c794f6769466f4e544c5f6f6d54505943a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a22240-5ff5-796f-80a2-5ab13814c03b', '1', '2026-11-28 13:02:53.942515+00', '2', 'c2d2f6c9-8189-4331-94ca-e2602fd615cb', E'\\x0000001787bd8724013f83a16ecf00066155cb76d901a16c01a162a36f6c640000004a62be0104010186a177aa6a6f623a646f75626c65a169a86a6f622d646f6e65a17082a165a76d73677061636ba164c40103a173c410749d7adf9cc3107d47acde64996e4fe2a16c01a162a36f6c640000005acaf8c857011085a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c2d2f6c981894331');
INSERT INTO reprise.event VALUES ('01a22240-5ff5-796f-80a2-5ab13814c03b', '3', '2026-11-28 13:02:53.943518+00', '2', 'eb926535-e65a-47e7-be52-71ddcb3b6548', E'\\x000000178c04c7c7013f83a16ecf00066155cb76dce3a16c01a162a36f6c640000001b87504e24010283a16102a16e01a17282a165a76d73677061636ba164c4010600000015657cf5a6011581a17282a165a76d73677061636ba164c40106');
INSERT INTO reprise.event VALUES ('01a22240-5ff7-7883-a94f-3e4bbcea2c41', '1', '2026-11-28 13:02:53.944435+00', '2', '7505ea40-6d65-4565-9672-8967a8546b82', E'\\x00000017ece6cb89013f83a16ecf00066155cb76dd6aa16c01a162a36f6c640000005b3f21b2b3010187a177ad6a6f623a656c73657768657265a169ab6a6f622d77616974696e67a17082a165a76d73677061636ba164c404a36a6f62a173c4103f80aaaddbf159a2ad9370aa53f1e4c9a16c01a162a36f6c64a179a56c617465720000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a');
INSERT INTO reprise.event VALUES ('01a22240-5ff9-722a-a26a-36e2cfa47c56', '1', '2026-11-28 13:02:53.946998+00', '2', '86fdff0f-254d-41a3-a93f-2b33128d0481', E'\\x000000170950fc4e013f83a16ecf00066155cb76eaf1a16c01a162a36f6c6400000050d36e4e44010186a177a96a6f623a666c616b79a169ac6a6f622d7265747279696e67a17082a165a76d73677061636ba164c404a36a6f62a173c41073b1604920c8bb55edb49d854c2ccd28a16c01a162a36f6c64000000606939374f011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d386fdff0f254d41a3');
INSERT INTO reprise.event VALUES ('01a22240-5ff9-722a-a26a-36e2cfa47c56', '3', '2026-11-28 13:02:53.950598+00', '1', 'c1ae9c4f-934c-441a-aac6-e33b90491b4b', E'\\x00000017185f101e013f83a16ecf00066155cb76ee31a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a22240-5ffb-724c-89e2-e5445cdcee8c', '1', '2026-11-28 13:02:53.952589+00', '2', '34987e89-2531-4ba1-b09f-32e9302efa2f', E'\\x00000034fd86ee70013f84a16ecf00066155cb77012da16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004a679fd565010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c410820c730087bcc58caba2ff71818016cfa16c01a162a36f6c640000005d9deba5a3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf34987e8925314ba1a14000');
INSERT INTO reprise.event VALUES ('01a22240-5ffb-724c-89e2-e5445cdcee8c', '3', '2026-11-28 13:02:53.955008+00', '1', 'f3ae5e9e-18a5-4386-8363-479275963ff2', E'\\x00000017e7d3784c013f83a16ecf00066155cb7703e9a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-6001-72da-849a-cdbb11bf5efb', '1', '2026-11-28 13:02:53.95645+00', '2', 'e0768de5-b58e-4635-81c4-f6eea66cfcac', E'\\x00000034c3e3ba7d013f84a16ecf00066155cb770f84a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31313800000048ed337ce6010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410f03a2c7df522ae285f62e114c023e319a16c01a162a36f6c640000005d711b55f7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e0768de5b58e4635a14000');
INSERT INTO reprise.event VALUES ('01a22240-6001-72da-849a-cdbb11bf5efb', '3', '2026-11-28 13:02:53.956997+00', '1', '5cb4b40b-84ba-4d0b-9246-983447dc5e45', E'\\x00000017338cae9a013f83a16ecf00066155cb7712d0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-6001-72da-849a-cdbb11bf5efb', '4', '2026-11-28 13:02:53.958936+00', '2', 'b33d7e11-bcb1-4423-9476-23eb5e31c4f5', E'\\x00000034e4fba5b0013f84a16ecf00066155cb771921a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3132350000004b3d8e07e6010683a16da7617070726f7665a169d92464653863336566362d376362322d343032362d396230352d336331373835333432623439a17082a165a76d73677061636ba164c405a46f6e63650000005dcea8dcb5011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b33d7e11bcb14423a14000');
INSERT INTO reprise.event VALUES ('01a22240-6001-72da-849a-cdbb11bf5efb', '6', '2026-11-28 13:02:53.95986+00', '2', '072bc137-7054-46a5-b619-f103ef95877c', E'\\x000000344c0d296c013f84a16ecf00066155cb771deea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3132350000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a22240-6009-7837-b38c-a3bff7b96033', '1', '2026-11-28 13:02:53.961817+00', '2', '5dee431b-9b8a-46f7-8042-d9be9895c74a', E'\\x00000034c3e3ba7d013f84a16ecf00066155cb770f84a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31313800000075c9300ded010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410f03a2c7df522ae285f62e114c023e319a16c01a162a36f6c64a17891d92430316132323234302d363030312d373264612d383439612d636462623131626635656662a16591030000005d711b55f7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e0768de5b58e4635a14000');
INSERT INTO reprise.event VALUES ('01a22240-6009-7837-b38c-a3bff7b96033', '3', '2026-11-28 13:02:53.961817+00', '1', '5dee431b-9b8a-46f7-8042-d9be9895c74a', E'\\x00000017338cae9a013f83a16ecf00066155cb7712d0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22240-6009-7837-b38c-a3bff7b96033', '4', '2026-11-28 13:02:53.961817+00', '1', '5dee431b-9b8a-46f7-8042-d9be9895c74a', E'\\x0000001a272c7cb4013f84a16ecf00066155cb7725bda16c01a162a36f6c64a16fc30000002fa4d393a6014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a22240600172da849acdbb11bf5efb');
INSERT INTO reprise.event VALUES ('01a22240-6009-7837-b38c-a3bff7b96033', '5', '2026-11-28 13:02:53.971841+00', '1', '7e8f9083-0c9a-449e-b3e5-f830bdbc72d3', E'\\x0000001781c6b3a5013f83a16ecf00066155cb774923a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22240-6032-718a-b362-51f2557d152b', '1', '2026-11-28 13:02:54.003632+00', '2', 'fd895c34-fc3d-4fc8-b5c5-e59d2c5457fc', E'\\x00000034a9dc859e013f84a16ecf00066155cb77c84fa16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3135380000004cb8145ae0010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410a54a36e7b0928dc3aa119fb150d2a23fa16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a22240-6c2c-7e1f-b57d-cd1015683dd1', '1', '2026-11-28 13:02:57.068795+00', '1', 'd91fc344-f477-48f3-a629-8f842fb0939e', E'\\x0000001a5e45aaa3013f84a16ecf00066155cba68efba16c01a162a36f6c64a16fc300000054f47e56f2010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410c0c74c05f1a8f3f4f87443993070ee0ca16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a22240-5f50-7f0a-9e51-bc42c468b4ab', '1', '0', '2026-11-28 13:02:57.06717+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '2', '0', '2026-11-28 13:02:57.068201+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a22240-5ffb-724c-89e2-e5445cdcee8c', '1', '0', '2026-11-28 13:02:53.985526+00', '7', '1040494a-8855-42c6-b4f5-8bffa9e76e3a', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a22240-5ffb-724c-89e2-e5445cdcee8c', '2', '0', '2026-11-28 13:02:53.992838+00', '1', 'c37bcef6-c735-44f2-9b59-3e8f4b9750d5', E'\\x0000004fe5bb32d7010683a16da7617070726f7665a169d92463333762636566362d633733352d343466322d396235392d336538663462393735306435a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.kept VALUES ('01a22240-5f73-714b-ae34-12e79bd9fa48', '2126-11-04 13:02:53.835015+00', 'default', 'charge', 'charge', E'\\x0000002dc7605587010283a16102a16e01a17282a165a76d73677061636ba164c413b2636861726765642069732063686172676564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '3461503a-c9a2-45b5-ba06-1317a67abbf2', '1', '2026-11-28 13:02:53.501896+00', E'\\xfa50129fe3004bb2beaacc1dc2f4dcbd6a50d3994aab42c6903282026f454962');
INSERT INTO reprise.outbox VALUES ('01a22240-6032-718a-b362-51f2557d152b', '2', '2', NULL, '0', '2026-11-28 13:02:54.003632+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004dacd43261010683a16da7617070726f7665a169d92630316132323234302d363033322d373138612d623336322d3531663235353764313532622f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('f203462e-1f8d-481a-8ad1-e3a8d3910a93', '2026-11-28 13:02:57.071729+00', '01a22240-5f5d-7f9f-aeb8-613162e24d62', '1', 'false', 'default', 'requested', '77c78c9b-de85-4afa-9e4c-716ed68b3e78', E'\\x0000004c56b52fde010683a16da7617070726f7665a169d92437376337386339622d646538352d346166612d396534632d373136656436386233653738a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a22240-5f32-729a-b4a3-90ead34297e2', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '0b3ed9ba-8830-47ed-a85c-37f913565b42', '01a22240-5f32-729a-b4a3-90ead34297e2', NULL, NULL, '2026-11-28 13:02:53.748843+00', '2026-11-28 13:02:53.768886+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f35-7e40-9d65-082e364b4a6a', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'e1ec02d9-13ff-4643-a72c-460143ac8d2f', '01a22240-5f35-7e40-9d65-082e364b4a6a', NULL, NULL, '2026-11-28 13:02:53.753366+00', '2026-11-28 13:02:53.753366+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f48-797d-a439-3b325c05121e', '4', 'false', '62320618', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'b15fb1a8-17e8-41a0-b094-68728ddddb7d', '01a22240-5f48-797d-a439-3b325c05121e', NULL, NULL, '2026-11-28 13:02:53.772088+00', '2026-11-28 13:02:53.996444+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f4c-7087-9aa6-80dfaaa41b04', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '53c22881-040c-48f4-aa29-64e3ce6a84bd', '01a22240-5f4c-7087-9aa6-80dfaaa41b04', NULL, NULL, '2026-11-28 13:02:53.773869+00', '2026-11-28 13:02:53.997045+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f4e-7922-bff6-4578504a5c65', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'e6a3362c-acc4-40ad-964b-d9d6cb71afb9', '01a22240-5f4e-7922-bff6-4578504a5c65', NULL, NULL, '2026-11-28 13:02:53.774684+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f50-7f0a-9e51-bc42c468b4ab', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'e8006e99-7603-4357-a49d-860ccf0dcebf', '01a22240-5f50-7f0a-9e51-bc42c468b4ab', NULL, NULL, '2026-11-28 13:02:53.787025+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f5d-7f9f-aeb8-613162e24d62', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '56370043-a9db-4313-9cda-da5ba18b3d72', '01a22240-5f5d-7f9f-aeb8-613162e24d62', NULL, NULL, '2026-11-28 13:02:53.796933+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f65-729f-b024-04c1c7ccc02c', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'b724a50d-3596-4254-8b87-3aa9c20489b0', '01a22240-5f65-729f-b024-04c1c7ccc02c', NULL, NULL, '2026-11-28 13:02:53.798506+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f66-7e2f-89a5-659793b589c3', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'f44cffd5-1666-47bf-a9b8-e8173e4d75b6', '01a22240-5f66-7e2f-89a5-659793b589c3', NULL, NULL, '2026-11-28 13:02:53.800033+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-28T14:02:53.799634Z (golden.sleeper runs.go:110)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f6f-736a-aa55-dcf862587c28', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '649cc51b-cf72-4aa5-a5d7-a8e60dc78da2', '01a22240-5f6f-736a-aa55-dcf862587c28', NULL, NULL, '2026-11-28 13:02:53.808598+00', NULL, NULL, 'default', 'pinned', 'pinned', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, 'old', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f73-714b-ae34-12e79bd9fa48', '2', 'false', '478602808', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '0339103c-0d18-4622-bf79-c4b33b5f6f42', '01a22240-5f73-714b-ae34-12e79bd9fa48', NULL, NULL, '2026-11-28 13:02:53.81306+00', '2026-11-28 13:02:53.853151+00', NULL, 'default', 'charged', 'charged', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f76-7b1b-8b41-bd24872ee1d6', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '5968093e-1e4d-4710-a359-f43688994e3a', '01a22240-5f76-7b1b-8b41-bd24872ee1d6', NULL, NULL, '2026-11-28 13:02:53.826169+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-29T13:02:53.815536Z (golden.both runs.go:131)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f83-70a8-aa14-cc78e5868342', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '9c876323-25c2-44eb-b072-51548ff6b10c', '01a22240-5f83-70a8-aa14-cc78e5868342', NULL, NULL, '2026-11-28 13:02:53.837813+00', NULL, '2026-11-28 13:02:54.848549+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a22240-5f83-70a8-aa14-cc78e5868342: workflow code panicked at golden.Bindings.func5 runs.go:77: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xeb4b20?, 0x2bb47f7026d0?, 0x60?}, {0x2bb47f6d36d0?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:77 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f8e-7639-ab10-eca29e248b54', '2', 'false', '3784958114', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '6aa61690-046f-44b1-8ec7-61a1a904b520', '01a22240-5f8e-7639-ab10-eca29e248b54', '01a22240-5f8e-7b0a-9a71-e2cedf75c254', '2', '2026-11-28 13:02:53.883154+00', '2026-11-28 13:02:53.907224+00', NULL, 'default', 'parent/2-9e248b54', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f8e-7a1c-8d48-5dace88ecf71', '1', 'false', '3784958114', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '17415b7e-ff91-4630-82d6-521b2ecd0e79', '01a22240-5f8e-7a1c-8d48-5dace88ecf71', '01a22240-5f8e-7b0a-9a71-e2cedf75c254', '3', '2026-11-28 13:02:53.883154+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5f8e-7b0a-9a71-e2cedf75c254', '1', 'false', '897460513', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'e7f60258-9b28-41f5-8178-04c9ee087140', '01a22240-5f8e-7b0a-9a71-e2cedf75c254', NULL, NULL, '2026-11-28 13:02:53.878369+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5fb7-7cfd-9cf8-b4aace3bf800', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a23a8f71-d541-4b42-9bdc-816488ccd5f5', '01a22240-5fb7-7cfd-9cf8-b4aace3bf800', NULL, NULL, '2026-11-28 13:02:53.880495+00', '2026-11-28 13:02:53.880495+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5fb7-7f67-87ac-119bcf3aae29', '6', 'false', '2501653291', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '44ce3a6f-7952-4882-8d80-30b58b043c9a', '01a22240-5fb7-7cfd-9cf8-b4aace3bf800', NULL, NULL, '2026-11-28 13:02:53.880495+00', '2026-11-28 13:02:53.891007+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5fb7-7fce-ae5e-6dc751fdc60f', '1', 'false', '3696417706', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '60ac5f0a-23cb-4170-9b8b-5a18981c977e', '01a22240-5fb7-7cfd-9cf8-b4aace3bf800', NULL, NULL, '2026-11-28 13:02:53.891007+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:154)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5fb9-7698-83c7-da3417e29958', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'a5e192ec-e54d-4f17-a90f-b8aea8022a62', '01a22240-5fb9-7698-83c7-da3417e29958', NULL, NULL, '2026-11-28 13:02:53.883154+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func8 runs.go:92)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5fbc-7bcf-903b-579d2ccb4a05', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'd7b7fd38-0572-4bd4-9743-27065bca46ed', '01a22240-5fbc-7bcf-903b-579d2ccb4a05', NULL, NULL, '2026-11-28 13:02:53.891007+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func8 runs.go:92)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a22240-6c29-7284-887c-a444e85b7c52","since":"2026-11-28T13:02:57.065686Z","workflow":"away","queue":"default","level":1,"token":"09dbbfb4-579e-49b6-8a50-9dfbedc6ba55","n":1}', E'\\x0000001aea573f18013f84a16ecf00066155cba6813da16c01a162a36f6c64a16fc3000000478278be28010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c410c92096e580fbc0fb30aed8ce270d9b43a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a22240-5fc5-7d8d-b411-01139761977e', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '7cd83081-47e6-4689-bcde-16ef70340adf', '01a22240-5fc5-7d8d-b411-01139761977e', NULL, NULL, '2026-11-28 13:02:53.903011+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func9 runs.go:94)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5fd0-78e8-a80a-efc595720829', '1', 'false', '3312740141', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '0a41331a-4966-4ae5-b62a-9f5bf54d905e', '01a22240-5fd0-78e8-a80a-efc595720829', NULL, NULL, '2026-11-28 13:02:53.908045+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:174)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5fe4-7fcc-ac31-90df02e2ac67', '1', 'false', '794487869', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '89cd974a-8d07-4253-99b2-29e076f2bd3a', '01a22240-5fe4-7fcc-ac31-90df02e2ac67', NULL, NULL, '2026-11-28 13:02:53.925752+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:186)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5ff5-796f-80a2-5ab13814c03b', '2', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'eb926535-e65a-47e7-be52-71ddcb3b6548', '01a22240-5ff5-796f-80a2-5ab13814c03b', NULL, NULL, '2026-11-28 13:02:53.942515+00', '2026-11-28 13:02:53.943518+00', NULL, 'default', 'job-done', 'job:double', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5ff7-7883-a94f-3e4bbcea2c41', '1', 'false', '0', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '7505ea40-6d65-4565-9672-8967a8546b82', '01a22240-5ff7-7883-a94f-3e4bbcea2c41', NULL, NULL, '2026-11-28 13:02:53.944435+00', NULL, NULL, 'default', 'job-waiting', 'job:elsewhere', 'later', 'old', 'activity elsewhere', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5ff9-722a-a26a-36e2cfa47c56', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'c1ae9c4f-934c-441a-aac6-e33b90491b4b', '01a22240-5ff9-722a-a26a-36e2cfa47c56', NULL, NULL, '2026-11-28 13:02:53.946998+00', NULL, NULL, 'default', 'job-retrying', 'job:flaky', 'default', 'old', 'activity flaky', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-5ffb-724c-89e2-e5445cdcee8c', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'f3ae5e9e-18a5-4386-8363-479275963ff2', '01a22240-5ffb-724c-89e2-e5445cdcee8c', NULL, NULL, '2026-11-28 13:02:53.952589+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-6001-72da-849a-cdbb11bf5efb', '2', 'false', '3843084703', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '072bc137-7054-46a5-b619-f103ef95877c', '01a22240-6001-72da-849a-cdbb11bf5efb', NULL, NULL, '2026-11-28 13:02:53.95645+00', '2026-11-28 13:02:53.95986+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-6009-7837-b38c-a3bff7b96033', '1', 'false', '2617354981', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', '7e8f9083-0c9a-449e-b3e5-f830bdbc72d3', '01a22240-6009-7837-b38c-a3bff7b96033', NULL, NULL, '2026-11-28 13:02:53.961817+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-6032-718a-b362-51f2557d152b', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '24abddea-4818-4f02-99e5-85d6b4ac5d3a', 'fd895c34-fc3d-4fc8-b5c5-e59d2c5457fc', '01a22240-6032-718a-b362-51f2557d152b', NULL, NULL, '2026-11-28 13:02:54.003632+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:158)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22240-6c2c-7e1f-b57d-cd1015683dd1', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'd91fc344-f477-48f3-a629-8f842fb0939e', '01a22240-6c2c-7e1f-b57d-cd1015683dd1', NULL, NULL, '2026-11-28 13:02:57.068795+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.schedule VALUES ('d74b6648-be70-4e7e-8289-40aa7b31de2d', NULL, 'default', 'hourly', 'steps', NULL, E'{"created":"2026-11-28T13:02:57.039294Z","queue":"default","plan":"{\\"spec\\":{\\"cron\\":\\"5 * * * *\\",\\"zone\\":\\"Europe/Berlin\\"},\\"policy\\":{\\"overlap\\":\\"buffer one\\",\\"jitter\\":60000000000}}","revision":"db2c2258801599cd","build":"old","next":"2026-11-28T13:05:11.406913Z","nominal":"2026-11-28T13:05:00Z","paused":{"who":"operator","why":"to be kept","at":"2026-11-28T13:02:57.058048Z"},"fired":0,"skipped":0}', E'\\x0000001a6940c623013f84a16ed3ff23400100d44000a16c01a162a36f6c64a16fc30000003a49514149010185a177a57374657073a17082a165a76d73677061636ba164c40102a173c41000000000000000000000000000000000a16c01a162a36f6c64');
INSERT INTO reprise.timer VALUES ('01a22240-5f66-7e2f-89a5-659793b589c3', '2', '2026-11-28 14:02:53.799634+00', 'default');
INSERT INTO reprise.timer VALUES ('01a22240-5f76-7b1b-8b41-bd24872ee1d6', '2', '2026-11-29 13:02:53.815536+00', 'default');
INSERT INTO reprise.timer VALUES ('01a22240-5fe4-7fcc-ac31-90df02e2ac67', '3', '2126-11-04 13:02:53.925343+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a22240-5eef-755c-9359-fb7f2aea2ee6', '2026-11-28 13:02:53.735895+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a22240-5f0f-70ce-a396-2ffd3031c9f4', '2026-11-28 13:02:53.735895+00', '0', 'default', 'removed-2');
