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
  PRIMARY KEY (run_id, activity)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX activity_free ON "reprise".activity (namespace, queue, name, prio, ready_at) WHERE owner IS NULL AND NOT quarantined AND NOT delayed;
CREATE INDEX activity_delayed ON "reprise".activity (namespace, queue, name, ready_at) WHERE owner IS NULL AND NOT quarantined AND delayed;
CREATE INDEX activity_quarantined ON "reprise".activity (namespace, queue, name, deaths, prio, ready_at) WHERE owner IS NULL AND quarantined;
CREATE INDEX activity_deadline ON "reprise".activity (namespace, deadline) WHERE owner IS NULL AND NOT quarantined AND deadline IS NOT NULL;
CREATE INDEX activity_owner ON "reprise".activity (owner, claim) WHERE owner IS NOT NULL;
-- What waits for one worker alone.
CREATE INDEX activity_own ON "reprise".activity (namespace, queue, run_id, activity) WHERE owner IS NULL AND left(queue, 7) = 'worker/';
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
INSERT INTO reprise.activity VALUES ('01a21e82-cb9a-7419-92d4-bc4b078cc4a5', '2', '2026-11-27 19:36:58.018351+00', '2026-11-27 19:36:58.018351+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x000000666d5fbf62011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3df752669466a4f4e', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21e82-cba5-7337-b00b-2159e6e7d57d', '2', '2026-11-27 19:36:58.023386+00', '2026-11-27 19:36:58.023386+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x000000688bce458f011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3bca07d837dc94536', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21e82-cbad-7b97-98d4-849a02771f43', '2', '2026-11-27 19:36:58.049342+00', '2026-11-27 20:40:12.800081+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x000000651f1ee2e5011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3b0418143cb2e4e56', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '2026-11-27 19:36:58.054121+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '2026-11-27 19:36:58.054121+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '2026-11-27 19:36:58.054121+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '2026-11-27 19:36:58.054121+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21e82-cb66-7e7e-9a6e-19f4ebda15b3', '2026-11-27 19:36:58.171193+00', NULL, '2026-11-27 19:36:59.421193+00', NULL, NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21e82-cb6e-70a9-a1d8-c1b94cbdc446', '2026-11-27 19:36:57.970375+00', '2026-11-27 19:36:58.970375+00', '2026-11-27 19:36:59.220375+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '2026-11-27 19:36:58.17404+00', NULL, '2026-11-27 19:36:59.42404+00', NULL, NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21e82-cbda-78be-8380-f7a8b278c794', '2026-11-27 19:36:58.115175+00', NULL, '2026-11-27 19:36:59.365175+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21e82-cc3f-731f-acce-eb2db62d5dbf', '2026-11-27 19:36:58.175033+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21e82-cb59-7697-ad02-1c41f93b34c9', '1', '2026-11-27 19:36:57.947015+00', '2', 'db2c12c0-f42a-4848-96eb-fac53720c85f', E'\\x000000326b790773013f84a16ecf000661472eea5a21a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a3837000000462000f3d1010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4105d2f10060006e4cc9c73ff526605914ca16c01a162a36f6c640000005df6ec9a7a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3db2c12c0f42a4848a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb59-7697-ad02-1c41f93b34c9', '3', '2026-11-27 19:36:57.948037+00', '2', '27607ccf-fc9b-488e-b430-acc8844989c5', E'\\x00000032e0055012013f84a16ecf000661472eea5d11a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005dcd816202011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf27607ccffc9b488ea14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb59-7697-ad02-1c41f93b34c9', '5', '2026-11-27 19:36:57.952955+00', '2', '91684d8b-ac1d-47b7-9958-50e7e0763bea', E'\\x00000032ca3b6380013f84a16ecf000661472eea60dda16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d82cb12d9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d391684d8bac1d47b7a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb59-7697-ad02-1c41f93b34c9', '7', '2026-11-27 19:36:57.954427+00', '3', 'a62e5158-2ab4-4853-8596-6e6b3d03f433', E'\\x00000032273ffa94013f84a16ecf000661472eea745ea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb5b-7e9f-af06-689cbde4d796', '1', '2026-11-27 19:36:57.949328+00', '2', 'c9b87cc1-4924-4af5-a61b-1b7e795a6f6c', E'\\x0000001783b1cd3c013f83a16ecf000661472eea5f13a16c01a162a36f6c6400000044f00fb19f010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c4106a41cf3632ec926c9b55f8442afdbc1aa16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21e82-cb60-7261-9a0e-bfadece0c3aa', '1', '2026-11-27 19:36:57.95347+00', '2', '85757eb2-2767-416e-a83e-13ae750f7252', E'\\x00000034147925b1013f84a16ecf000661472eea720ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313035000000502182a52a010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410fdcb4367d69275a0c5dc68ca8b36d0b6a16c01a162a36f6c640000005d6af5fed0011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d385757eb22767416ea14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb60-7261-9a0e-bfadece0c3aa', '3', '2026-11-27 19:36:57.955163+00', '1', '1f41e37f-a044-449f-9c6f-b2470902ef42', E'\\x00000017f8c31889013f83a16ecf000661472eea75e1a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb60-7261-9a0e-bfadece0c3aa', '4', '2026-11-27 19:36:58.123411+00', '2', 'aab89818-6a11-4608-aa1d-8e5c92523cf6', E'\\x00000034dcfede29013f84a16ecf000661472eed050ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303800000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb61-7e84-b2fe-bd6c10a563fa', '1', '2026-11-27 19:36:57.955163+00', '2', 'a4ac0fc3-6bde-4eda-b3ec-5a8e7aa57115', E'\\x00000034ff4218ec013f84a16ecf000661472eea7819a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313035000000523251213f010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410b412b588f71c457b261a97369193cbf0a16c01a162a36f6c640000005d5c48ef6a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a4ac0fc36bde4edaa14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb61-7e84-b2fe-bd6c10a563fa', '3', '2026-11-27 19:36:57.95794+00', '1', '9e0a0dda-6319-4a93-8776-88e7861e0441', E'\\x0000001746932a00013f83a16ecf000661472eea834ba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb61-7e84-b2fe-bd6c10a563fa', '4', '2026-11-27 19:36:58.128799+00', '1', 'e238e194-a661-4ffd-98d7-98d5de77052a', E'\\x000000177edb9889013f83a16ecf000661472eed08fda16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21e82-cb65-754b-b2ca-bec77349bd6c', '1', '2026-11-27 19:36:57.958428+00', '2', '09e38c92-7dae-4b3b-b2d5-0c903ca9d89c', E'\\x00000034bf8a6994013f84a16ecf000661472eea85bda16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004ce91be0c2010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c41071363e11579587e7ed4f14a2f958f47da16c01a162a36f6c640000005ddeb8e975011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf09e38c927dae4b3ba14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb65-754b-b2ca-bec77349bd6c', '3', '2026-11-27 19:36:57.959491+00', '1', '996fb524-ff9f-4639-903d-c41288b1cbfc', E'\\x0000001771c4e95a013f83a16ecf000661472eea8966a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb66-7e7e-9a6e-19f4ebda15b3', '1', '2026-11-27 19:36:57.959895+00', '2', 'a60f87e8-ede4-423f-9834-59af72c27a92', E'\\x00000034940dfefd013f84a16ecf000661472eea8bc5a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004abbbfaec8010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410603622ba701d76705cf67ce8fc0bbf6ea16c01a162a36f6c640000005d12318c5f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a60f87e8ede4423fa14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb66-7e7e-9a6e-19f4ebda15b3', '3', '2026-11-27 19:36:57.960803+00', '1', '67f954d9-f1dd-4467-a43a-6ceec09428b1', E'\\x0000001772b19448013f83a16ecf000661472eea8ecfa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb68-7a07-8811-f9494dd4b0c8', '1', '2026-11-27 19:36:57.961165+00', '2', 'eb1f010a-4c78-4924-8814-12f09c786f03', E'\\x00000034ca174a35013f84a16ecf000661472eea9103a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000050bb2d172e010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410e9a594b16c2c0c63a100ab98c95d6e56a16c01a162a36f6c640000005dfba24f43011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3eb1f010a4c784924a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb68-7a07-8811-f9494dd4b0c8', '3', '2026-11-27 19:36:57.962058+00', '1', 'dd5be2bd-4d27-4c19-98d3-6bc0ef668b59', E'\\x00000017aa96db83013f83a16ecf000661472eea93b7a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb69-7e19-bf8d-9d38b0abcf87', '1', '2026-11-27 19:36:57.962412+00', '2', '436d1dba-f3a2-4316-90a0-3bd1a35f39ea', E'\\x00000034c996366b013f84a16ecf000661472eea95e9a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004efb42b8b2010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c4107700480f75859da9b24d99b9860aa773a16c01a162a36f6c640000005d909e648f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf436d1dbaf3a24316a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb69-7e19-bf8d-9d38b0abcf87', '3', '2026-11-27 19:36:57.963223+00', '1', 'f390c4e3-ce1a-414b-b5cf-457acd0574fc', E'\\x0000001729e4dc28013f83a16ecf000661472eea9887a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb6a-7f08-85b7-50839a3d985e', '1', '2026-11-27 19:36:57.963606+00', '2', 'c3fd1d60-964f-4f53-a77c-c02ef2cd7446', E'\\x000000344e6a3c89013f84a16ecf000661472eea9a53a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39370000004fb4cf652c010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c41099aeb385947d2dbc08b24a85a60c57eda16c01a162a36f6c6400000011f82af65e011282a164cf00066148057e3e53a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb6c-7770-99e6-b8b577ecef7e', '1', '2026-11-27 19:36:57.965466+00', '2', 'c3523f53-c9da-4aef-878e-851a74842e31', E'\\x00000032be2fbdec013f84a16ecf000661472eeaa2aba16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313800000044121de1a4010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c41041fa79ce760f95f63f2c5e821644e7f7a16c01a162a36f6c6400000011f0292142011282a164cf0006615b4cc202aba14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb6e-70a9-a1d8-c1b94cbdc446', '1', '2026-11-27 19:36:57.966839+00', '1', 'e76a601a-c3a3-44d4-8002-56665e7b6c5f', E'\\x0000001a55ed21b9013f84a16ecf000661472eeaa69ca16c01a162a36f6c64a16fc300000050aeaa07c0010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410380ff1073c319f35351da9e7d56fc7dca16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-71fc-b639-650d37bf9c6a', '1', '2026-11-27 19:36:58.018351+00', '1', '51859ef1-4519-434e-9ce4-f3f8a11e52a2', E'\\x0000001a3f47f9c3013f84a16ecf000661472eeb3e31a16c01a162a36f6c64a16fc30000006a7c3a85aa010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410c8520d98ae1c12efe2c0e1d40d4c0a07a16c01a162a36f6c64a161c41001a21e82cb6f7a22aa9ddda305202d5ea17103a16401');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-71fc-b639-650d37bf9c6a', '2', '2026-11-27 19:36:58.035138+00', '1', 'a7367ab8-2381-431e-94fb-c6573880c00b', E'\\x0000003458e19848013f84a16ecf000661472eebaafea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000005d2feae386011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a7367ab82381431ea14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-71fc-b639-650d37bf9c6a', '3', '2026-11-27 19:36:58.037013+00', '1', '0db8d018-087b-4abf-825b-62b26228e230', E'\\x00000017aa8b3c34013f83a16ecf000661472eebba1da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-7a22-aa9d-dda305202d5e', '1', '2026-11-27 19:36:58.005564+00', '3', 'c1505000-c80d-4f3e-80ca-f0d653c70f82', E'\\x0000004eac0b4e65013f84a16ecf000661472eeb3e31a16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313236b9676f6c64656e2e706172656e742072756e732e676f3a3132370000004a78a388bd010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410dc93d4fcbdbb5fdf90efdf6613d1986da16c01a162a36f6c64000000484ac4dee1011985a177a57374657073a169b1706172656e742f322d6130646162666134a16ec41001a21e82cb6f7fb7a921ee16a0dabfa4a17082a165a76d73677061636ba164c40102a140000000004d10cb9e32011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21e82cb6f71fcb639650d37bf9c6aa17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-7a22-aa9d-dda305202d5e', '4', '2026-11-27 19:36:58.067+00', '1', 'da28d361-ba0b-421b-a084-325bf10a322c', E'\\x0000001747a1322b013f83a16ecf000661472eec2f60a16c01a162a36f6c640000002fcbb1f073010984a16302a16ec41001a21e82cb6f7fb7a921ee16a0dabfa4a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-7fb7-a921-ee16a0dabfa4', '1', '2026-11-27 19:36:58.018351+00', '1', '3b6c3d12-8d3d-4428-94ef-877b06d64738', E'\\x0000001a3f47f9c3013f84a16ecf000661472eeb3e31a16c01a162a36f6c64a16fc3000000683e6112ac010189a177a57374657073a169b1706172656e742f322d6130646162666134a17082a165a76d73677061636ba164c40102a173c4105d835a01b361a117eec26241a9a23a78a16c01a162a36f6c64a161c41001a21e82cb6f7a22aa9ddda305202d5ea17102a16401');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-7fb7-a921-ee16a0dabfa4', '2', '2026-11-27 19:36:58.05643+00', '1', '643fcba7-29d6-4de5-9dd1-bf7c366dd6e6', E'\\x000000324143295c013f84a16ecf000661472eec0590a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000005d8d7cc71b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf643fcba729d64de5a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-7fb7-a921-ee16a0dabfa4', '3', '2026-11-27 19:36:58.058751+00', '2', 'cff8aad9-67f3-407c-8d21-5550bd917b01', E'\\x00000032da499a87013f84a16ecf000661472eec0883a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d62d10555011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3cff8aad967f3407ca14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb6f-7fb7-a921-ee16a0dabfa4', '5', '2026-11-27 19:36:58.061168+00', '3', '4f496da2-ddc6-42f3-9de5-8fc9e0914e4b', E'\\x00000032e84ef3ee013f84a16ecf000661472eec1166a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb98-76a9-aad1-793c22584565', '1', '2026-11-27 19:36:58.021728+00', '1', 'cf685caa-6937-475b-bac4-f5f4df83a9d3', E'\\x0000001ab10661b5013f84a16ecf000661472eeb7d9fa16c01a162a36f6c64a16fc30000006df8e9d10b010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410614d6fbae628b5f8a6878c97182451dca16c01a162a36f6c64a163c41001a21e82cb987ae8a7f3150141379e5ea176c41001a21e82cb987ba499705f7a0b49f7cda16e02');
INSERT INTO reprise.event VALUES ('01a21e82-cb98-76a9-aad1-793c22584565', '2', '2026-11-27 19:36:58.035138+00', '1', '5793d71d-7823-405b-b67a-e87b7cb53a48', E'\\x000000170795ff47013f83a16ecf000661472eeba34aa16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21e82-cb98-7ae8-a7f3-150141379e5e', '1', '2026-11-27 19:36:58.009365+00', '2', '8c35b07c-198c-497c-9bb9-8d18bd8cc0a7', E'\\x000000338e17d9d0013f84a16ecf000661472eeb4db1a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333900000042af5af8a0010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c4102c5edad30a77b85100d59832be8c607ca16c01a162a36f6c64000000342d91a68b011884a16ec41001a21e82cb987ba499705f7a0b49f7cda177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb98-7ba4-9970-5f7a0b49f7cd', '1', '2026-11-27 19:36:58.009365+00', '1', 'fd68e195-4bfa-4ceb-a6cf-080e34627bd9', E'\\x0000001a60c0744b013f84a16ecf000661472eeb4db1a16c01a162a36f6c64a16fc30000006dc7fa7705010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c4104d22b258c44b1e9439f3d67b00f864aaa16c01a162a36f6c64a163c41001a21e82cb987ae8a7f3150141379e5ea176c41001a21e82cb987ae8a7f3150141379e5ea16e01');
INSERT INTO reprise.event VALUES ('01a21e82-cb98-7ba4-9970-5f7a0b49f7cd', '2', '2026-11-27 19:36:58.021728+00', '1', 'a3a888d9-0e2e-4e70-8523-8f97761af04a', E'\\x0000003347a13e8d013f84a16ecf000661472eeb7d9fa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313339000000349804d6bd011884a16ec41001a21e82cb9876a9aad1793c22584565a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cb9a-7419-92d4-bc4b078cc4a5', '1', '2026-11-27 19:36:58.018351+00', '2', 'df752669-466a-4f4e-8a9c-741a4efdebad', E'\\x0000003c1ef01d01013f84a16ecf000661472eeb56cda16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a37390000004441c668ff010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c410d40f10daa12d7b7cfaf039e2be7df4b5a16c01a162a36f6c6400000069aa2987d1011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3df752669466a4f4ea14000');
INSERT INTO reprise.event VALUES ('01a21e82-cba5-7337-b00b-2159e6e7d57d', '1', '2026-11-27 19:36:58.023386+00', '2', 'bca07d83-7dc9-4536-ae15-807c900d6970', E'\\x0000003ca35def1c013f84a16ecf000661472eeb84c8a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373900000048af03cf1c010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c4107bdb86695d7e48d97296127f5e618c33a16c01a162a36f6c640000006b12840e87011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3bca07d837dc94536a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbad-7b97-98d4-849a02771f43', '1', '2026-11-27 19:36:58.047829+00', '2', 'b0418143-cb2e-4e56-ac3f-a153009ac315', E'\\x0000003cb7012de3013f84a16ecf000661472eebe3e9a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a383100000050aca58ab9010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410f962c9278b91cab64d7974eed48aa2bca16c01a162a36f6c64000000685137d228011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3b0418143cb2e4e56a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbad-7b97-98d4-849a02771f43', '3', '2026-11-27 19:36:58.049342+00', '1', 'a1c7b1c7-66f3-4ae4-a757-42de383bb06d', E'\\x000000171fdca49e013f83a16ecf000661472eebe830a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '1', '2026-11-27 19:36:58.054121+00', '2', 'b69008dc-9798-4f3e-8c28-94ea4f819ed0', E'\\x000000172da3f1b6013f83a16ecf000661472eebf251a16c01a162a36f6c6400000067a4a72c8a010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c410a43d33966b05c935d2a5f87b5e4a8281a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '3', '2026-11-27 19:36:58.059583+00', '2', 'a2520500-2675-44b3-ac85-e29b543e9d49', E'\\x0000003808e9be71013f84a16ecf000661472eec0f24a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313535000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d9dcf9236011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a2520500267544b3a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '5', '2026-11-27 19:36:58.062023+00', '3', 'd60005cf-8d60-4f36-97dc-0df34e2fa5a8', E'\\x0000003829af3034013f84a16ecf000661472eec1851a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135370000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbcf-70b5-9bf5-ab845a045041', '1', '2026-11-27 19:36:58.064422+00', '3', '57b5d853-b51f-4bf4-98f3-8d75a2dd78ac', E'\\x000000529fce71b4013f84a16ecf000661472eec24faa16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313637bb676f6c64656e2e70726f6d697365642072756e732e676f3a3136380000005072a910ac010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c41089384035f3c57003088bf3d17a0ad678a16c01a162a36f6c6400000042c79597cb011f82a16bd93841514769486f4c4c7a3343316d5f577268466f4555454649366a576d69706b5031675a765f5f6d765834507a5637585955375566535f5143a140000000004daabb1407011f83a164cf00119575e6afa4faa16bd93841514769486f4c4c7a3343316d5f577268466f455545477a486b73347975694b4539487947364157564d2d495637585955375566535f5144a14001');
INSERT INTO reprise.event VALUES ('01a21e82-cbcf-70b5-9bf5-ab845a045041', '4', '2026-11-27 19:36:58.073171+00', '1', 'c5834ccd-d4be-4376-9618-c180188a2543', E'\\x000000173ddcbf70013f83a16ecf000661472eec476ba16c01a162a36f6c6400000059d03ad7b9010c83a17002a16bd93841514769486f4c4c7a3343316d5f577268466f4555454649366a576d69706b5031675a765f5f6d765834507a5637585955375566535f5143a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21e82-cbda-78be-8380-f7a8b278c794', '1', '2026-11-27 19:36:58.075122+00', '2', '2656e0b9-b0fe-481c-bdfe-dd7638efffe0', E'\\x00000034f20b5fc6013f84a16ecf000661472eec4ec3a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a61d67149010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c4109786db3ef7f219175205bb9debef890fa16c01a162a36f6c640000005dafcf61f5011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2656e0b9b0fe481ca14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbda-78be-8380-f7a8b278c794', '3', '2026-11-27 19:36:58.076122+00', '1', 'd1ecd9af-f1cb-4e78-a917-174e9da59771', E'\\x00000017909bf2fe013f83a16ecf000661472eec5149a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cbdb-7479-bc9c-1dabfa0475c2', '1', '2026-11-27 19:36:58.076513+00', '2', '9cbcfccd-041b-42b4-9394-54e03445fe29', E'\\x000000342de374c9013f84a16ecf000661472eec5361a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000048bab312f9010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410a0351116c0fd3ef56d9b32bdc0a36a4da16c01a162a36f6c640000005dab789541011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39cbcfccd041b42b4a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbdb-7479-bc9c-1dabfa0475c2', '3', '2026-11-27 19:36:58.079098+00', '1', 'a9780126-3a57-4402-ae6d-e0dfcdeee7e7', E'\\x0000001722a79f6d013f83a16ecf000661472eec5661a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cbdb-7479-bc9c-1dabfa0475c2', '4', '2026-11-27 19:36:58.083839+00', '2', 'b621e285-8e6f-46ae-b508-e634af0a09b1', E'\\x00000034ce688ea5013f84a16ecf000661472eec70eca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000004b2b537276010683a16da7617070726f7665a169d92432393364393162652d643435372d346336332d613462302d383961636632313632396361a17082a165a76d73677061636ba164c405a46f6e63650000005d1ba977c3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b621e2858e6f46aea14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbdb-7479-bc9c-1dabfa0475c2', '6', '2026-11-27 19:36:58.084644+00', '2', 'cfa4d699-a009-4e77-a538-2a20020d14c7', E'\\x00000034280ea2ec013f84a16ecf000661472eec7498a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbe7-782c-a50f-c2159a461eda', '1', '2026-11-27 19:36:58.087725+00', '2', 'c6d6f649-0e6b-4150-b0b6-e8d6240f7304', E'\\x000000342de374c9013f84a16ecf000661472eec5361a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313035000000755a589042010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410a0351116c0fd3ef56d9b32bdc0a36a4da16c01a162a36f6c64a17891d92430316132316538322d636264622d373437392d626339632d316461626661303437356332a16591030000005dab789541011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39cbcfccd041b42b4a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cbe7-782c-a50f-c2159a461eda', '3', '2026-11-27 19:36:58.087725+00', '1', 'c6d6f649-0e6b-4150-b0b6-e8d6240f7304', E'\\x0000001722a79f6d013f83a16ecf000661472eec5661a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e82-cbe7-782c-a50f-c2159a461eda', '4', '2026-11-27 19:36:58.087725+00', '1', 'c6d6f649-0e6b-4150-b0b6-e8d6240f7304', E'\\x0000001acc07150f013f84a16ecf000661472eec8044a16c01a162a36f6c64a16fc30000002f5be0e295014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21e82cbdb7479bc9c1dabfa0475c2');
INSERT INTO reprise.event VALUES ('01a21e82-cbe7-782c-a50f-c2159a461eda', '5', '2026-11-27 19:36:58.099174+00', '1', '53e965d7-bbb7-4b8c-ba57-1853b9fa70bf', E'\\x00000017069a2785013f83a16ecf000661472eecad0da16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21e82-cc1f-779c-8d47-af23efd8b2e2', '1', '2026-11-27 19:36:58.146359+00', '2', '661a20e1-2018-4494-85bf-a14e6f71d00a', E'\\x0000003466fea7e6013f84a16ecf000661472eed63d3a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134350000004c206343ca010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410fd0d1ce4eaaf263a3ed9bfe84af1d762a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21e82-cc3f-731f-acce-eb2db62d5dbf', '1', '2026-11-27 19:36:58.175033+00', '1', '3de98569-c17d-40a7-934f-53a38505cf1a', E'\\x0000001a3093357a013f84a16ecf000661472eedd639a16c01a162a36f6c64a16fc300000054265a355e010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410cfa6fc843c8c0419d658049645c38f0ca16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21e82-cb66-7e7e-9a6e-19f4ebda15b3', '1', '0', '2026-11-27 19:36:58.171193+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '2', '0', '2026-11-27 19:36:58.17404+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21e82-cbda-78be-8380-f7a8b278c794', '1', '0', '2026-11-27 19:36:58.115175+00', '7', '44605954-0861-45ae-84f7-65fb2a022d81', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21e82-cbda-78be-8380-f7a8b278c794', '2', '0', '2026-11-27 19:36:58.118708+00', '1', '70217909-01f0-4558-9a96-829d8a59d6f1', E'\\x0000004f962c2a73010683a16da7617070726f7665a169d92437303231373930392d303166302d343535382d396139362d383239643861353964366631a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '7933d442-f171-4f70-8a6e-a2bc749b47f4', '1', '2026-11-27 19:36:57.650134+00', E'\\x6e884b6f31c448de8fb9edbb3ce791c55d16ecd7a19f4a6c8f7f7d26443ab043');
INSERT INTO reprise.outbox VALUES ('01a21e82-cc1f-779c-8d47-af23efd8b2e2', '2', '2', NULL, '0', '2026-11-27 19:36:58.146359+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d9b2ce844010683a16da7617070726f7665a169d92630316132316538322d636331662d373739632d386434372d6166323365666438623265322f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('79675bff-4654-4ad3-b95a-4ddb9de01f4b', '2026-11-27 19:36:58.191132+00', '01a21e82-cb68-7a07-8811-f9494dd4b0c8', '1', 'false', 'default', 'requested', '1bed5559-a0ac-406d-b8c7-821f8c63a3c3', E'\\x0000004c560444d2010683a16da7617070726f7665a169d92431626564353535392d613061632d343036642d623863372d383231663863363361336333a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21e82-cb59-7697-ad02-1c41f93b34c9', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a62e5158-2ab4-4853-8596-6e6b3d03f433', '01a21e82-cb59-7697-ad02-1c41f93b34c9', NULL, NULL, '2026-11-27 19:36:57.947015+00', '2026-11-27 19:36:57.954427+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb5b-7e9f-af06-689cbde4d796', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'c9b87cc1-4924-4af5-a61b-1b7e795a6f6c', '01a21e82-cb5b-7e9f-af06-689cbde4d796', NULL, NULL, '2026-11-27 19:36:57.949328+00', '2026-11-27 19:36:57.949328+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb60-7261-9a0e-bfadece0c3aa', '4', 'false', '784868526', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'aab89818-6a11-4608-aa1d-8e5c92523cf6', '01a21e82-cb60-7261-9a0e-bfadece0c3aa', NULL, NULL, '2026-11-27 19:36:57.95347+00', '2026-11-27 19:36:58.123411+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb61-7e84-b2fe-bd6c10a563fa', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'e238e194-a661-4ffd-98d7-98d5de77052a', '01a21e82-cb61-7e84-b2fe-bd6c10a563fa', NULL, NULL, '2026-11-27 19:36:57.955163+00', '2026-11-27 19:36:58.128799+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb65-754b-b2ca-bec77349bd6c', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '996fb524-ff9f-4639-903d-c41288b1cbfc', '01a21e82-cb65-754b-b2ca-bec77349bd6c', NULL, NULL, '2026-11-27 19:36:57.958428+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb66-7e7e-9a6e-19f4ebda15b3', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '67f954d9-f1dd-4467-a43a-6ceec09428b1', '01a21e82-cb66-7e7e-9a6e-19f4ebda15b3', NULL, NULL, '2026-11-27 19:36:57.959895+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb68-7a07-8811-f9494dd4b0c8', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'dd5be2bd-4d27-4c19-98d3-6bc0ef668b59', '01a21e82-cb68-7a07-8811-f9494dd4b0c8', NULL, NULL, '2026-11-27 19:36:57.961165+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb69-7e19-bf8d-9d38b0abcf87', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'f390c4e3-ce1a-414b-b5cf-457acd0574fc', '01a21e82-cb69-7e19-bf8d-9d38b0abcf87', NULL, NULL, '2026-11-27 19:36:57.962412+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb6a-7f08-85b7-50839a3d985e', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'c3fd1d60-964f-4f53-a77c-c02ef2cd7446', '01a21e82-cb6a-7f08-85b7-50839a3d985e', NULL, NULL, '2026-11-27 19:36:57.963606+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T20:36:57.963091Z (golden.sleeper runs.go:97)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb6c-7770-99e6-b8b577ecef7e', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'c3523f53-c9da-4aef-878e-851a74842e31', '01a21e82-cb6c-7770-99e6-b8b577ecef7e', NULL, NULL, '2026-11-27 19:36:57.965466+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T19:36:57.965227Z (golden.both runs.go:118)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb6e-70a9-a1d8-c1b94cbdc446', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'e76a601a-c3a3-44d4-8002-56665e7b6c5f', '01a21e82-cb6e-70a9-a1d8-c1b94cbdc446', NULL, NULL, '2026-11-27 19:36:57.966839+00', NULL, '2026-11-27 19:36:58.970375+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21e82-cb6e-70a9-a1d8-c1b94cbdc446: workflow code panicked at golden.Bindings.func5 runs.go:69: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe486a0?, 0x8c9ddb03360?, 0x60?}, {0x8c9ddd28030?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:69 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb6f-71fc-b639-650d37bf9c6a', '1', 'false', '559704963', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '0db8d018-087b-4abf-825b-62b26228e230', '01a21e82-cb6f-71fc-b639-650d37bf9c6a', '01a21e82-cb6f-7a22-aa9d-dda305202d5e', '3', '2026-11-27 19:36:58.018351+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb6f-7a22-aa9d-dda305202d5e', '1', 'false', '2329738089', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'da28d361-ba0b-421b-a084-325bf10a322c', '01a21e82-cb6f-7a22-aa9d-dda305202d5e', NULL, NULL, '2026-11-27 19:36:58.005564+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:132)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb6f-7fb7-a921-ee16a0dabfa4', '2', 'false', '559704963', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '4f496da2-ddc6-42f3-9de5-8fc9e0914e4b', '01a21e82-cb6f-7fb7-a921-ee16a0dabfa4', '01a21e82-cb6f-7a22-aa9d-dda305202d5e', '2', '2026-11-27 19:36:58.018351+00', '2026-11-27 19:36:58.061168+00', NULL, 'default', 'parent/2-a0dabfa4', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb98-76a9-aad1-793c22584565', '1', 'false', '559704963', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '5793d71d-7823-405b-b67a-e87b7cb53a48', '01a21e82-cb98-7ae8-a7f3-150141379e5e', NULL, NULL, '2026-11-27 19:36:58.021728+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:141)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb98-7ae8-a7f3-150141379e5e', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '8c35b07c-198c-497c-9bb9-8d18bd8cc0a7', '01a21e82-cb98-7ae8-a7f3-150141379e5e', NULL, NULL, '2026-11-27 19:36:58.009365+00', '2026-11-27 19:36:58.009365+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb98-7ba4-9970-5f7a0b49f7cd', '6', 'false', '3223135171', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'a3a888d9-0e2e-4e70-8523-8f97761af04a', '01a21e82-cb98-7ae8-a7f3-150141379e5e', NULL, NULL, '2026-11-27 19:36:58.009365+00', '2026-11-27 19:36:58.021728+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cb9a-7419-92d4-bc4b078cc4a5', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'df752669-466a-4f4e-8a9c-741a4efdebad', '01a21e82-cb9a-7419-92d4-bc4b078cc4a5', NULL, NULL, '2026-11-27 19:36:58.018351+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cba5-7337-b00b-2159e6e7d57d', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'bca07d83-7dc9-4536-ae15-807c900d6970', '01a21e82-cba5-7337-b00b-2159e6e7d57d', NULL, NULL, '2026-11-27 19:36:58.023386+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a21e82-cc39-7ba0-9556-822435b9860f","since":"2026-11-27T19:36:58.169493Z","workflow":"away","queue":"default","level":1,"token":"acfe8bb5-392d-40f3-8961-c8b3d34d30f0","n":1}', E'\\x0000001ab278d55c013f84a16ecf000661472eedbf1ea16c01a162a36f6c64a16fc300000047fcf40dd9010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c41001ec8b32c6bb8475d1d5b51c9b126a34a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21e82-cbad-7b97-98d4-849a02771f43', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a1c7b1c7-66f3-4ae4-a757-42de383bb06d', '01a21e82-cbad-7b97-98d4-849a02771f43', NULL, NULL, '2026-11-27 19:36:58.047829+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:81)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cbc0-7e16-bdb4-3b915808e4cc', '1', 'false', '2089273555', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'd60005cf-8d60-4f36-97dc-0df34e2fa5a8', '01a21e82-cbc0-7e16-bdb4-3b915808e4cc', NULL, NULL, '2026-11-27 19:36:58.054121+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:161)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cbcf-70b5-9bf5-ab845a045041', '1', 'false', '1097709995', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'c5834ccd-d4be-4376-9618-c180188a2543', '01a21e82-cbcf-70b5-9bf5-ab845a045041', NULL, NULL, '2026-11-27 19:36:58.064422+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:173)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cbda-78be-8380-f7a8b278c794', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'd1ecd9af-f1cb-4e78-a917-174e9da59771', '01a21e82-cbda-78be-8380-f7a8b278c794', NULL, NULL, '2026-11-27 19:36:58.075122+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cbdb-7479-bc9c-1dabfa0475c2', '2', 'false', '4000727243', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', 'cfa4d699-a009-4e77-a538-2a20020d14c7', '01a21e82-cbdb-7479-bc9c-1dabfa0475c2', NULL, NULL, '2026-11-27 19:36:58.076513+00', '2026-11-27 19:36:58.084644+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cbe7-782c-a50f-c2159a461eda', '1', 'false', '2936092606', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '53e965d7-bbb7-4b8c-ba57-1853b9fa70bf', '01a21e82-cbe7-782c-a50f-c2159a461eda', NULL, NULL, '2026-11-27 19:36:58.087725+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cc1f-779c-8d47-af23efd8b2e2', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '21a92c89-5273-4ee6-84d6-c652f97db44b', '661a20e1-2018-4494-85bf-a14e6f71d00a', '01a21e82-cc1f-779c-8d47-af23efd8b2e2', NULL, NULL, '2026-11-27 19:36:58.146359+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e82-cc3f-731f-acce-eb2db62d5dbf', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '3de98569-c17d-40a7-934f-53a38505cf1a', '01a21e82-cc3f-731f-acce-eb2db62d5dbf', NULL, NULL, '2026-11-27 19:36:58.175033+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21e82-cb6a-7f08-85b7-50839a3d985e', '2', '2026-11-27 20:36:57.963091+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21e82-cb6c-7770-99e6-b8b577ecef7e', '2', '2026-11-28 19:36:57.965227+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21e82-cbcf-70b5-9bf5-ab845a045041', '3', '2126-11-03 19:36:58.064122+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21e82-cb25-705b-aae1-fbff577822b2', '2026-11-27 19:36:57.937942+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21e82-cb3e-77fc-9ea3-5fe60b875442', '2026-11-27 19:36:57.937942+00', '0', 'default', 'removed-2');
