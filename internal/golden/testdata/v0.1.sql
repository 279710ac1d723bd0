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
INSERT INTO reprise.activity VALUES ('01a21f4b-9b49-7093-8561-8ce1248ca2c4', '2', '2026-11-27 23:16:18.386836+00', '2026-11-27 23:16:18.386836+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x0000006622f30167011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf4a80be909f32448b', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21f4b-9b5a-7f8f-bab7-a3aae65b2b6f', '2', '2026-11-27 23:16:18.399651+00', '2026-11-27 23:16:18.399651+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x000000684544bf3d011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d260a7e47d1f45a3', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21f4b-9b69-74d5-a952-5f63d30488e2', '2', '2026-11-27 23:16:18.440521+00', '2026-11-28 00:19:44.070697+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065362770e6011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5e478c89825f4f3a', E'\\x0000003c06e56484010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf0006614a3f576719a16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.attr VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '2026-11-27 23:16:18.447992+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '2026-11-27 23:16:18.447992+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '2026-11-27 23:16:18.447992+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '2026-11-27 23:16:18.447992+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21f4b-9b1e-7d2c-9dfa-ba441b206e96', '2026-11-27 23:16:18.576989+00', NULL, '2026-11-27 23:16:19.826989+00', NULL, NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21f4b-9b2d-7b0b-953f-dfe112df8a89', '2026-11-27 23:16:18.35406+00', '2026-11-27 23:16:19.35406+00', '2026-11-27 23:16:19.60406+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '2026-11-27 23:16:18.57887+00', NULL, '2026-11-27 23:16:19.82887+00', NULL, NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21f4b-9bb3-7ab6-b729-2a8f070ae786', '2026-11-27 23:16:18.514817+00', NULL, '2026-11-27 23:16:19.764817+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21f4b-9c13-7095-bb2b-dbeea061427b', '2026-11-27 23:16:18.579953+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21f4b-9b02-7707-ac9a-66183d246e43', '1', '2026-11-27 23:16:18.312018+00', '2', '82a365f5-d4b3-4cb7-96eb-8415c70d8d24', E'\\x0000003257932e0c013f84a16ecf0006614a3f55853ca16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a3838000000466d18f476010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4108e392abbab1ad84744282f3c22a82d35a16c01a162a36f6c640000005d6ae5c8c8011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d382a365f5d4b34cb7a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b02-7707-ac9a-66183d246e43', '3', '2026-11-27 23:16:18.31297+00', '2', 'b6d222c6-d1b7-4980-8f59-1d9ed160f184', E'\\x00000032b5489702013f84a16ecf0006614a3f5599efa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d0fbd1ea8011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b6d222c6d1b74980a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b02-7707-ac9a-66183d246e43', '5', '2026-11-27 23:16:18.31476+00', '2', '8cd53cec-5597-4609-8e41-48d10535260e', E'\\x000000325335871c013f84a16ecf0006614a3f559c94a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d6bfaa138011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d38cd53cec55974609a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b02-7707-ac9a-66183d246e43', '7', '2026-11-27 23:16:18.328036+00', '3', 'f71c2f1c-fd68-4848-ab1e-e6e5f9c248c9', E'\\x00000032e4a5e7b5013f84a16ecf0006614a3f55a3e2a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b08-7d47-9bf1-a42efe8292a1', '1', '2026-11-27 23:16:18.316417+00', '2', '484fe94e-5aad-45b8-aac3-cc888a26cb14', E'\\x0000001798d1bc55013f83a16ecf0006614a3f559e3fa16c01a162a36f6c64000000440f658711010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410c768f156c122987699bc13fce6180ba4a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21f4b-9b16-7751-8a70-af0bb56db53d', '1', '2026-11-27 23:16:18.328675+00', '2', '10afcb88-5847-431e-9e66-118d2c8bdc66', E'\\x00000034f6223e8e013f84a16ecf0006614a3f55d468a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313036000000501e9c15d6010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410beefa2c0b77b5590dec89c5a6074017da16c01a162a36f6c640000005dfe1b8afe011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf10afcb885847431ea14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b16-7751-8a70-af0bb56db53d', '3', '2026-11-27 23:16:18.329885+00', '1', 'f915d34c-6b2c-4afe-9d2f-7609eb945edc', E'\\x000000173d07bf15013f83a16ecf0006614a3f55d9caa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b16-7751-8a70-af0bb56db53d', '4', '2026-11-27 23:16:18.522825+00', '2', 'b2cef731-d580-4a8d-93eb-502d8ae41759', E'\\x000000340b4d93cf013f84a16ecf0006614a3f58c745a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303900000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b19-7035-a0e8-b66fece1b9ba', '1', '2026-11-27 23:16:18.330397+00', '2', 'cc965eb7-64ef-4f9b-8424-75fea51d344f', E'\\x000000341bc4eb91013f84a16ecf0006614a3f55dc91a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313036000000520272b424010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c4103ab473b495b70636be85fee857ee2b60a16c01a162a36f6c640000005d2b3fd6aa011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3cc965eb764ef4f9ba14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b19-7035-a0e8-b66fece1b9ba', '3', '2026-11-27 23:16:18.331431+00', '1', '3d330e0c-3ea2-4a80-a318-34dbba75db5b', E'\\x00000017340764ab013f83a16ecf0006614a3f55e047a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b19-7035-a0e8-b66fece1b9ba', '4', '2026-11-27 23:16:18.524584+00', '1', '378ed8fd-2d90-419b-8d9f-16b9c08b43f5', E'\\x000000172775a2d8013f83a16ecf0006614a3f58c993a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21f4b-9b1a-717e-8f42-56c1329b4b10', '1', '2026-11-27 23:16:18.334174+00', '2', '3919722a-c57d-4e43-bcfb-9c6874b13fc0', E'\\x0000003483d1b8ed013f84a16ecf0006614a3f55e2b5a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004c503b1e65010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c410ead2761e999a43d407a16b7fa8d49c3ca16c01a162a36f6c640000005de26edf87011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3919722ac57d4e43a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b1a-717e-8f42-56c1329b4b10', '3', '2026-11-27 23:16:18.33583+00', '1', '59a94717-d99f-4402-92fb-5eb7051d15b7', E'\\x00000017e0457e82013f83a16ecf0006614a3f55efdba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b1e-7d2c-9dfa-ba441b206e96', '1', '2026-11-27 23:16:18.336376+00', '2', '03246b61-bef8-46b6-bbf4-d14f2c2e73f9', E'\\x00000034dc309b48013f84a16ecf0006614a3f55f3bea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004a4fbb70dd010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c41034d5d30d1c435d0c3b63673a782ca1eba16c01a162a36f6c640000005dcc114c9d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf03246b61bef846b6a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b1e-7d2c-9dfa-ba441b206e96', '3', '2026-11-27 23:16:18.337496+00', '1', 'bec812cd-4b2c-4afa-82fe-a7158467705c', E'\\x000000170fc2adeb013f83a16ecf0006614a3f55f7b4a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b20-7406-9818-666f42faeacd', '1', '2026-11-27 23:16:18.33793+00', '2', 'ba8869b8-74f5-46bf-9b0c-2ab351f7fe0d', E'\\x000000346df22385013f84a16ecf0006614a3f55fa4ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313036000000501afb2324010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410bfa277fb178423334da44c0d80e52ad0a16c01a162a36f6c640000005deec0b85b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ba8869b874f546bfa14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b20-7406-9818-666f42faeacd', '3', '2026-11-27 23:16:18.339139+00', '1', '5e7e6402-ce9e-4f68-969c-16228e70d26d', E'\\x00000017083a32a2013f83a16ecf0006614a3f55fe0ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b22-76bf-bc83-7ebb6df1b7aa', '1', '2026-11-27 23:16:18.339555+00', '2', 'ee803435-28a5-4f09-ba4a-fedefa30923b', E'\\x000000343425f82c013f84a16ecf0006614a3f5600d1a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004e388f655d010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410120cf0c21c571e9273937ba3a3b252a8a16c01a162a36f6c640000005d6e90ca88011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ee80343528a54f09a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b22-76bf-bc83-7ebb6df1b7aa', '3', '2026-11-27 23:16:18.340775+00', '1', '99c91926-8d92-4b7b-a9ee-96a4f5410b9f', E'\\x000000171ecf4282013f83a16ecf0006614a3f560411a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b24-7877-86ad-e17605f5f4eb', '1', '2026-11-27 23:16:18.341278+00', '2', '52e359d4-8a27-4f56-a405-786a413bf6a4', E'\\x00000034599fead8013f84a16ecf0006614a3f5606c6a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39380000004fcb8a09b7010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410b3fb1a22319e99f14cfb6d4d9d7a4ef4a16c01a162a36f6c6400000011f91e19a2011282a164cf0006614b15e9aac6a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2b-7585-b92b-f799bd2dfd2c', '1', '2026-11-27 23:16:18.348311+00', '2', '606fdfbd-5957-4223-b33b-f78e2077d704', E'\\x00000032a444068c013f84a16ecf0006614a3f562371a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313900000044c17c2941010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c410a09bdb815c7c6fa378a4622d691b3de4a16c01a162a36f6c64000000111215cb16011282a164cf0006615e5d2d8371a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2d-7b0b-953f-dfe112df8a89', '1', '2026-11-27 23:16:18.350244+00', '1', 'a63f1fa7-c9bb-4a0a-8831-34b178f009f2', E'\\x0000001a41a23751013f84a16ecf0006614a3f562954a16c01a162a36f6c64a16fc3000000504945e7a6010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c4100b65451a17a21a2b1591730083e930cba16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7221-8c7e-4b8cd40832d8', '1', '2026-11-27 23:16:18.372152+00', '3', '3327eb1a-9cef-4978-837d-40fe795920f8', E'\\x0000004ec9177134013f84a16ecf0006614a3f567fd6a16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313237b9676f6c64656e2e706172656e742072756e732e676f3a3132380000004a8e1b8ab0010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c4109abc3dc7e911eca7b97b7eeeb1e03bcaa16c01a162a36f6c6400000048516d66ab011985a177a57374657073a169b1706172656e742f322d3836613336313831a16ec41001a21f4b9b2e7d8e88c370da86a36181a17082a165a76d73677061636ba164c40102a140000000004d6af18c22011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21f4b9b2e7b12a3afb51ac51f512ca17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7221-8c7e-4b8cd40832d8', '4', '2026-11-27 23:16:18.461207+00', '1', '64aa6377-23a0-4e58-8f1a-eb065cb1cc5c', E'\\x0000001729d5e26a013f83a16ecf0006614a3f57cb85a16c01a162a36f6c640000002f5dde2754010984a16302a16ec41001a21f4b9b2e7d8e88c370da86a36181a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7b12-a3af-b51ac51f512c', '1', '2026-11-27 23:16:18.386836+00', '1', '85d654b7-1651-4902-af45-e0885e140a78', E'\\x0000001ada264e16013f84a16ecf0006614a3f567fd6a16c01a162a36f6c64a16fc30000006aa82543e7010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410a2762ac43ed205c2e1bc8ad6fb06b907a16c01a162a36f6c64a161c41001a21f4b9b2e72218c7e4b8cd40832d8a17103a16401');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7b12-a3af-b51ac51f512c', '2', '2026-11-27 23:16:18.421357+00', '1', 'b5f362cc-d16f-4a27-b49c-e1eee4bcf24d', E'\\x00000034f6fd223b013f84a16ecf0006614a3f5716a3a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000005d012307f9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b5f362ccd16f4a27a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7b12-a3af-b51ac51f512c', '3', '2026-11-27 23:16:18.42675+00', '1', '1b94478f-0b69-47ae-b6e7-d3419676bafd', E'\\x00000017279cc586013f83a16ecf0006614a3f574b2ca16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7d8e-88c3-70da86a36181', '1', '2026-11-27 23:16:18.386836+00', '1', 'd1e20194-bd8b-4e8d-970c-55d0c02853d1', E'\\x0000001ada264e16013f84a16ecf0006614a3f567fd6a16c01a162a36f6c64a16fc30000006890a2bb75010189a177a57374657073a169b1706172656e742f322d3836613336313831a17082a165a76d73677061636ba164c40102a173c4102e4b15fd2704a8706553bd02982a3f6ba16c01a162a36f6c64a161c41001a21f4b9b2e72218c7e4b8cd40832d8a17102a16401');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7d8e-88c3-70da86a36181', '2', '2026-11-27 23:16:18.421357+00', '1', 'edb50b4d-8a3d-4fb8-9b3a-73c02bfd866f', E'\\x000000325d3eb38a013f84a16ecf0006614a3f571886a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000005df93eeff9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3edb50b4d8a3d4fb8a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7d8e-88c3-70da86a36181', '3', '2026-11-27 23:16:18.429129+00', '2', '91335d0a-15df-4b5c-a225-3dd067fbd6cd', E'\\x00000032c4e6fe83013f84a16ecf0006614a3f574c0ca16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d9c3f1efa011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d391335d0a15df4b5ca14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b2e-7d8e-88c3-70da86a36181', '5', '2026-11-27 23:16:18.440521+00', '3', 'a23fa6a5-15b9-4db1-9480-34de936a9c06', E'\\x000000324e67e9ed013f84a16ecf0006614a3f576770a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b46-7026-aa90-877e62d2290b', '1', '2026-11-27 23:16:18.375691+00', '2', '254f5042-ef71-4bdf-94b3-2f936acc1226', E'\\x0000003344e9b393013f84a16ecf0006614a3f568ec3a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31343000000042ba2b1107010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c41022a06e33b108379057831c9c4fcd7c74a16c01a162a36f6c6400000034f8c5a050011884a16ec41001a21f4b9b467f0abc5babe954f7e6f9a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b46-77f8-8260-578a0e73e763', '1', '2026-11-27 23:16:18.395979+00', '1', 'ffe246af-4da5-47bf-9982-64cca27ee6ce', E'\\x0000001a5489d3e8013f84a16ecf0006614a3f56cdbaa16c01a162a36f6c64a16fc30000006dd7b6ed67010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c4101544d8c19077c383d38c021e4b057861a16c01a162a36f6c64a163c41001a21f4b9b467026aa90877e62d2290ba176c41001a21f4b9b467f0abc5babe954f7e6f9a16e02');
INSERT INTO reprise.event VALUES ('01a21f4b-9b46-77f8-8260-578a0e73e763', '2', '2026-11-27 23:16:18.434211+00', '1', 'a93d58c5-ba2e-4a75-8174-8f8e8c266782', E'\\x000000178c8f3944013f83a16ecf0006614a3f57601ea16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21f4b-9b46-7f0a-bc5b-abe954f7e6f9', '1', '2026-11-27 23:16:18.375691+00', '1', '92367cda-fc56-4808-aa71-8d3ce83596be', E'\\x0000001a5f0560f2013f84a16ecf0006614a3f568ec3a16c01a162a36f6c64a16fc30000006d03836f9c010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c410700c165b3bd970f1d4493f5087f31405a16c01a162a36f6c64a163c41001a21f4b9b467026aa90877e62d2290ba176c41001a21f4b9b467026aa90877e62d2290ba16e01');
INSERT INTO reprise.event VALUES ('01a21f4b-9b46-7f0a-bc5b-abe954f7e6f9', '2', '2026-11-27 23:16:18.395979+00', '1', '7360037c-452b-4904-9aab-561d2ba7e3a2', E'\\x00000033add11987013f84a16ecf0006614a3f56cdbaa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31343000000034ce05066c011884a16ec41001a21f4b9b4677f88260578a0e73e763a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b49-7093-8561-8ce1248ca2c4', '1', '2026-11-27 23:16:18.386836+00', '2', '4a80be90-9f32-448b-85eb-65092e34fd0f', E'\\x0000003c4e6ff27b013f84a16ecf0006614a3f56a363a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a383000000044cd09b93a010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41073063567b804f2ebf0e3e2c7292f554fa16c01a162a36f6c640000006931e8b17c011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf4a80be909f32448ba14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b5a-7f8f-bab7-a3aae65b2b6f', '1', '2026-11-27 23:16:18.399651+00', '2', 'd260a7e4-7d1f-45a3-b654-c32a3bca643a', E'\\x0000003c9493d5fa013f84a16ecf0006614a3f56dda1a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a3830000000481e1f6c96010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c4100f9e33de0634d0d2ac2a9aacf851714ca16c01a162a36f6c640000006b50f563f1011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d260a7e47d1f45a3a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b69-74d5-a952-5f63d30488e2', '1', '2026-11-27 23:16:18.429129+00', '2', '5e478c89-825f-4f3a-877f-c065b51c703c', E'\\x0000003c1dae5a16013f84a16ecf0006614a3f5752e3a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a38320000005017599122010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410f622816bc57330f5706d0480740bf744a16c01a162a36f6c6400000068100bbb99011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5e478c89825f4f3aa14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b69-74d5-a952-5f63d30488e2', '3', '2026-11-27 23:16:18.440521+00', '1', '345b4825-161e-443b-a594-1381e00eec0a', E'\\x0000001766a5aec9013f83a16ecf0006614a3f576735a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '1', '2026-11-27 23:16:18.447992+00', '2', 'a2112b1c-1b0d-44b9-8d98-b3b1aad83f55', E'\\x0000001770d18c65013f83a16ecf0006614a3f5797daa16c01a162a36f6c6400000067d6454c86010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c4104a09ec313573006442dbaef2cf82f809a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '3', '2026-11-27 23:16:18.463071+00', '2', 'b4a5c28c-f6d0-460e-a57d-5ce2c6825abc', E'\\x000000383dbdada3013f84a16ecf0006614a3f57d8b3a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313536000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d6ea07efe011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b4a5c28cf6d0460ea14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '5', '2026-11-27 23:16:18.467249+00', '3', '81b1e585-f7c3-47e9-90af-e2180fac32f5', E'\\x000000388d1f76d8013f84a16ecf0006614a3f57f426a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135380000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9ba5-741a-b154-2752bd02e281', '1', '2026-11-27 23:16:18.470547+00', '3', '8ce70d82-3194-44f6-8431-ad28ceb910c2', E'\\x0000005219c97a7c013f84a16ecf0006614a3f5800f5a16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313638bb676f6c64656e2e70726f6d697365642072756e732e676f3a31363900000050f84b39b3010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c410ccbb61fd8f86ca6d567758fb1f7ae611a16c01a162a36f6c640000004258870f24011f82a16bd9384151476948307562705851617356516e55723043346f456843753349505f72596a302d364e6c4d4e656961646a4f634e676a475552505943a140000000004dc21236e7011f83a164cf00119578f71b80f5a16bd9384151476948307562705851617356516e55723043346f457371616e76364d553561346b394a3431623236446d6a4f634e676a475552505944a14001');
INSERT INTO reprise.event VALUES ('01a21f4b-9ba5-741a-b154-2752bd02e281', '4', '2026-11-27 23:16:18.484333+00', '1', 'd3e07790-9a48-4b6c-9e04-5f106f3db0e7', E'\\x00000017568c84c1013f83a16ecf0006614a3f583119a16c01a162a36f6c6400000059d363c5c2010c83a17002a16bd9384151476948307562705851617356516e55723043346f456843753349505f72596a302d364e6c4d4e656961646a4f634e676a475552505943a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21f4b-9bb3-7ab6-b729-2a8f070ae786', '1', '2026-11-27 23:16:18.486393+00', '2', 'b407009d-110f-40f3-b2d2-c43e7b7aec36', E'\\x00000034b112750b013f84a16ecf0006614a3f5837a6a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004ac3319e7b010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c410e40e244aeed5c632278743933640df30a16c01a162a36f6c640000005dba3faa18011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b407009d110f40f3a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9bb3-7ab6-b729-2a8f070ae786', '3', '2026-11-27 23:16:18.488016+00', '1', '73f34c43-7d47-4992-bb23-3754937c7bcc', E'\\x000000179733ba63013f83a16ecf0006614a3f584278a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9bb7-777d-9f82-64d00920d413', '1', '2026-11-27 23:16:18.49155+00', '2', 'df33777c-37bd-48d2-8850-e1e6699f13bc', E'\\x00000034c9fe508b013f84a16ecf0006614a3f584607a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000048efc4ff61010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410d235b866f719eb40b206f812fb936e0da16c01a162a36f6c640000005d34eabc55011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3df33777c37bd48d2a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9bb7-777d-9f82-64d00920d413', '3', '2026-11-27 23:16:18.496435+00', '1', 'd585d418-65a1-46d0-9a85-3112f25e448b', E'\\x000000172b8c4445013f83a16ecf0006614a3f585fa0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9bb7-777d-9f82-64d00920d413', '4', '2026-11-27 23:16:18.497075+00', '2', '1785ffff-61d4-49be-bb7a-6268ac554764', E'\\x00000034227f7d72013f84a16ecf0006614a3f5868ffa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000004bbbbc571d010683a16da7617070726f7665a169d92434333737313234372d643233302d346263332d626639652d386330373337363830653366a17082a165a76d73677061636ba164c405a46f6e63650000005d09147aab011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1785ffff61d449bea14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9bb7-777d-9f82-64d00920d413', '6', '2026-11-27 23:16:18.498038+00', '2', 'a74918e8-bc24-4677-bde1-4466db950995', E'\\x00000034d6ad9c7c013f84a16ecf0006614a3f586d3ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9bc4-7315-b10b-755e5fd94cff', '1', '2026-11-27 23:16:18.500634+00', '2', '585ab054-ef6d-4e1d-b9fb-6bb866f1ced2', E'\\x00000034c9fe508b013f84a16ecf0006614a3f584607a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000075c28bf4fc010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410d235b866f719eb40b206f812fb936e0da16c01a162a36f6c64a17891d92430316132316634622d396262372d373737642d396638322d363464303039323064343133a16591030000005d34eabc55011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3df33777c37bd48d2a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9bc4-7315-b10b-755e5fd94cff', '3', '2026-11-27 23:16:18.500634+00', '1', '585ab054-ef6d-4e1d-b9fb-6bb866f1ced2', E'\\x000000172b8c4445013f83a16ecf0006614a3f585fa0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21f4b-9bc4-7315-b10b-755e5fd94cff', '4', '2026-11-27 23:16:18.500634+00', '1', '585ab054-ef6d-4e1d-b9fb-6bb866f1ced2', E'\\x0000001a14c4bb58013f84a16ecf0006614a3f587739a16c01a162a36f6c64a16fc30000002f9669ff8c014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21f4b9bb7777d9f8264d00920d413');
INSERT INTO reprise.event VALUES ('01a21f4b-9bc4-7315-b10b-755e5fd94cff', '5', '2026-11-27 23:16:18.508911+00', '1', '472bf1da-6d8b-4457-8187-ffd3cafd4f72', E'\\x0000001777ab98f5013f83a16ecf0006614a3f589732a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21f4b-9be1-787e-bc04-5b3d2ceada97', '1', '2026-11-27 23:16:18.530702+00', '2', 'a71b4e85-b9c5-4bff-9e9e-91ea258f4f8b', E'\\x00000034ee05cbd7013f84a16ecf0006614a3f58ec17a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134360000004cae351be8010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410d26bda162716cbdcc5be777a64a84226a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21f4b-9c13-7095-bb2b-dbeea061427b', '1', '2026-11-27 23:16:18.579953+00', '1', 'cd706fa8-4486-4774-bda7-25d8d99afca2', E'\\x0000001a62c7cc70013f84a16ecf0006614a3f59adf1a16c01a162a36f6c64a16fc30000005402166e50010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c41042b47bf08f2528c992e06b4c44e38fb3a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21f4b-9b1e-7d2c-9dfa-ba441b206e96', '1', '0', '2026-11-27 23:16:18.576989+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '2', '0', '2026-11-27 23:16:18.57887+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21f4b-9bb3-7ab6-b729-2a8f070ae786', '1', '0', '2026-11-27 23:16:18.514817+00', '7', '8bfe6e2b-32fa-4683-afd6-e18965d92072', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21f4b-9bb3-7ab6-b729-2a8f070ae786', '2', '0', '2026-11-27 23:16:18.517287+00', '1', '80dedb73-4501-4e58-b393-06fe06425ab8', E'\\x0000004fe3dbbf1c010683a16da7617070726f7665a169d92438306465646237332d343530312d346535382d623339332d303666653036343235616238a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '5aab48e0-ae47-4112-a9c1-28d8cca7b633', '1', '2026-11-27 23:16:17.731676+00', E'\\x8df3a71e68cb48b0bb47aa1396247e533880ea02569f4747b0a649bb835a01bd');
INSERT INTO reprise.outbox VALUES ('01a21f4b-9be1-787e-bc04-5b3d2ceada97', '2', '2', NULL, '0', '2026-11-27 23:16:18.530702+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d7a1c4919010683a16da7617070726f7665a169d92630316132316634622d396265312d373837652d626330342d3562336432636561646139372f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('5d14fbbc-d86f-4a54-9b01-cd0ff35ad002', '2026-11-27 23:16:18.588437+00', '01a21f4b-9b20-7406-9818-666f42faeacd', '1', 'false', 'default', 'requested', 'cd73a778-5106-4adc-abd1-2a61fb3964c3', E'\\x0000004c72dc8e2b010683a16da7617070726f7665a169d92463643733613737382d353130362d346164632d616264312d326136316662333936346333a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21f4b-9b02-7707-ac9a-66183d246e43', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'f71c2f1c-fd68-4848-ab1e-e6e5f9c248c9', '01a21f4b-9b02-7707-ac9a-66183d246e43', NULL, NULL, '2026-11-27 23:16:18.312018+00', '2026-11-27 23:16:18.328036+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b08-7d47-9bf1-a42efe8292a1', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '484fe94e-5aad-45b8-aac3-cc888a26cb14', '01a21f4b-9b08-7d47-9bf1-a42efe8292a1', NULL, NULL, '2026-11-27 23:16:18.316417+00', '2026-11-27 23:16:18.316417+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b16-7751-8a70-af0bb56db53d', '4', 'false', '2141085819', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', 'b2cef731-d580-4a8d-93eb-502d8ae41759', '01a21f4b-9b16-7751-8a70-af0bb56db53d', NULL, NULL, '2026-11-27 23:16:18.328675+00', '2026-11-27 23:16:18.522825+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b19-7035-a0e8-b66fece1b9ba', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '378ed8fd-2d90-419b-8d9f-16b9c08b43f5', '01a21f4b-9b19-7035-a0e8-b66fece1b9ba', NULL, NULL, '2026-11-27 23:16:18.330397+00', '2026-11-27 23:16:18.524584+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b1a-717e-8f42-56c1329b4b10', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '59a94717-d99f-4402-92fb-5eb7051d15b7', '01a21f4b-9b1a-717e-8f42-56c1329b4b10', NULL, NULL, '2026-11-27 23:16:18.334174+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b1e-7d2c-9dfa-ba441b206e96', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', 'bec812cd-4b2c-4afa-82fe-a7158467705c', '01a21f4b-9b1e-7d2c-9dfa-ba441b206e96', NULL, NULL, '2026-11-27 23:16:18.336376+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b20-7406-9818-666f42faeacd', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '5e7e6402-ce9e-4f68-969c-16228e70d26d', '01a21f4b-9b20-7406-9818-666f42faeacd', NULL, NULL, '2026-11-27 23:16:18.33793+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b22-76bf-bc83-7ebb6df1b7aa', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '99c91926-8d92-4b7b-a9ee-96a4f5410b9f', '01a21f4b-9b22-76bf-bc83-7ebb6df1b7aa', NULL, NULL, '2026-11-27 23:16:18.339555+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b24-7877-86ad-e17605f5f4eb', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '52e359d4-8a27-4f56-a405-786a413bf6a4', '01a21f4b-9b24-7877-86ad-e17605f5f4eb', NULL, NULL, '2026-11-27 23:16:18.341278+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-28T00:16:18.34055Z (golden.sleeper runs.go:98)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b2b-7585-b92b-f799bd2dfd2c', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '606fdfbd-5957-4223-b33b-f78e2077d704', '01a21f4b-9b2b-7585-b92b-f799bd2dfd2c', NULL, NULL, '2026-11-27 23:16:18.348311+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T23:16:18.347889Z (golden.both runs.go:119)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b2d-7b0b-953f-dfe112df8a89', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'a63f1fa7-c9bb-4a0a-8831-34b178f009f2', '01a21f4b-9b2d-7b0b-953f-dfe112df8a89', NULL, NULL, '2026-11-27 23:16:18.350244+00', NULL, '2026-11-27 23:16:19.35406+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21f4b-9b2d-7b0b-953f-dfe112df8a89: workflow code panicked at golden.Bindings.func5 runs.go:70: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe9b600?, 0x3488136e2f0?, 0x20?}, {0x348810c8990?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:70 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b2e-7221-8c7e-4b8cd40832d8', '1', 'false', '1170792353', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '64aa6377-23a0-4e58-8f1a-eb065cb1cc5c', '01a21f4b-9b2e-7221-8c7e-4b8cd40832d8', NULL, NULL, '2026-11-27 23:16:18.372152+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:133)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b2e-7b12-a3af-b51ac51f512c', '1', 'false', '2195240358', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '1b94478f-0b69-47ae-b6e7-d3419676bafd', '01a21f4b-9b2e-7b12-a3af-b51ac51f512c', '01a21f4b-9b2e-7221-8c7e-4b8cd40832d8', '3', '2026-11-27 23:16:18.386836+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b2e-7d8e-88c3-70da86a36181', '2', 'false', '2195240358', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a23fa6a5-15b9-4db1-9480-34de936a9c06', '01a21f4b-9b2e-7d8e-88c3-70da86a36181', '01a21f4b-9b2e-7221-8c7e-4b8cd40832d8', '2', '2026-11-27 23:16:18.386836+00', '2026-11-27 23:16:18.440521+00', NULL, 'default', 'parent/2-86a36181', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b46-7026-aa90-877e62d2290b', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '254f5042-ef71-4bdf-94b3-2f936acc1226', '01a21f4b-9b46-7026-aa90-877e62d2290b', NULL, NULL, '2026-11-27 23:16:18.375691+00', '2026-11-27 23:16:18.375691+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b46-77f8-8260-578a0e73e763', '1', 'false', '2195240358', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', 'a93d58c5-ba2e-4a75-8174-8f8e8c266782', '01a21f4b-9b46-7026-aa90-877e62d2290b', NULL, NULL, '2026-11-27 23:16:18.395979+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:142)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b46-7f0a-bc5b-abe954f7e6f9', '6', 'false', '3706368180', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '7360037c-452b-4904-9aab-561d2ba7e3a2', '01a21f4b-9b46-7026-aa90-877e62d2290b', NULL, NULL, '2026-11-27 23:16:18.375691+00', '2026-11-27 23:16:18.395979+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b49-7093-8561-8ce1248ca2c4', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '4a80be90-9f32-448b-85eb-65092e34fd0f', '01a21f4b-9b49-7093-8561-8ce1248ca2c4', NULL, NULL, '2026-11-27 23:16:18.386836+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b5a-7f8f-bab7-a3aae65b2b6f', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', 'd260a7e4-7d1f-45a3-b654-c32a3bca643a', '01a21f4b-9b5a-7f8f-bab7-a3aae65b2b6f', NULL, NULL, '2026-11-27 23:16:18.399651+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a21f4b-9c0e-78d1-b3b4-adba39ae4ec2","since":"2026-11-27T23:16:18.5751Z","workflow":"away","queue":"default","level":1,"token":"63a4770c-66fa-41ab-8f21-ba58b39dc03b","n":1}', E'\\x0000001abbdac7c4013f84a16ecf0006614a3f59999ca16c01a162a36f6c64a16fc3000000472530aeac010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c4100ccd5790f91d173c728992a486faafe8a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21f4b-9b69-74d5-a952-5f63d30488e2', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '345b4825-161e-443b-a594-1381e00eec0a', '01a21f4b-9b69-74d5-a952-5f63d30488e2', NULL, NULL, '2026-11-27 23:16:18.429129+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:82)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', '1', 'false', '2580476347', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '81b1e585-f7c3-47e9-90af-e2180fac32f5', '01a21f4b-9b7e-74fc-a45d-c8f68e23db7a', NULL, NULL, '2026-11-27 23:16:18.447992+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:162)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9ba5-741a-b154-2752bd02e281', '1', 'false', '1429167335', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', 'd3e07790-9a48-4b6c-9e04-5f106f3db0e7', '01a21f4b-9ba5-741a-b154-2752bd02e281', NULL, NULL, '2026-11-27 23:16:18.470547+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:174)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9bb3-7ab6-b729-2a8f070ae786', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '73f34c43-7d47-4992-bb23-3754937c7bcc', '01a21f4b-9bb3-7ab6-b729-2a8f070ae786', NULL, NULL, '2026-11-27 23:16:18.486393+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9bb7-777d-9f82-64d00920d413', '2', 'false', '1', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a74918e8-bc24-4677-bde1-4466db950995', '01a21f4b-9bb7-777d-9f82-64d00920d413', NULL, NULL, '2026-11-27 23:16:18.49155+00', '2026-11-27 23:16:18.498038+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9bc4-7315-b10b-755e5fd94cff', '1', 'false', '1454895770', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', '472bf1da-6d8b-4457-8187-ffd3cafd4f72', '01a21f4b-9bc4-7315-b10b-755e5fd94cff', NULL, NULL, '2026-11-27 23:16:18.500634+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9be1-787e-bc04-5b3d2ceada97', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '7d2ef2c3-8b5c-4906-af99-5c1fe6918df5', 'a71b4e85-b9c5-4bff-9e9e-91ea258f4f8b', '01a21f4b-9be1-787e-bc04-5b3d2ceada97', NULL, NULL, '2026-11-27 23:16:18.530702+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:146)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21f4b-9c13-7095-bb2b-dbeea061427b', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'cd706fa8-4486-4774-bda7-25d8d99afca2', '01a21f4b-9c13-7095-bb2b-dbeea061427b', NULL, NULL, '2026-11-27 23:16:18.579953+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.schedule VALUES ('906fe4b5-f9c1-4cf2-b0f3-c26d01ae973b', NULL, 'default', 'hourly', 'steps', NULL, E'{"created":"2026-11-27T23:16:18.568523Z","queue":"default","plan":"{\\"spec\\":{\\"cron\\":\\"5 * * * *\\",\\"zone\\":\\"Europe/Berlin\\"},\\"policy\\":{\\"overlap\\":\\"buffer one\\",\\"jitter\\":60000000000}}","revision":"db2c2258801599cd","build":"old","next":"2026-11-28T00:05:05.060189Z","nominal":"2026-11-28T00:05:00Z","paused":{"who":"operator","why":"to be kept","at":"2026-11-27T23:16:18.570748Z"},"fired":0,"skipped":0}', E'\\x0000001a6940c623013f84a16ed3ff23400100d44000a16c01a162a36f6c64a16fc30000003a49514149010185a177a57374657073a17082a165a76d73677061636ba164c40102a173c41000000000000000000000000000000000a16c01a162a36f6c64');
INSERT INTO reprise.timer VALUES ('01a21f4b-9b24-7877-86ad-e17605f5f4eb', '2', '2026-11-28 00:16:18.34055+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21f4b-9b2b-7585-b92b-f799bd2dfd2c', '2', '2026-11-28 23:16:18.347889+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21f4b-9ba5-741a-b154-2752bd02e281', '3', '2126-11-03 23:16:18.470133+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21f4b-9a21-7af6-9e33-b7b51324d55b', '2026-11-27 23:16:18.285357+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21f4b-9ab7-702a-80bb-5e020a113664', '2026-11-27 23:16:18.285357+00', '0', 'default', 'removed-2');
