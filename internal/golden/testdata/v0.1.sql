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
  attrs         text                           -- a JSON list of attributes; NULL: none
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
INSERT INTO reprise.activity VALUES ('01a21dc1-6019-7229-8d50-26620b39b030', '2', '2026-11-27 16:05:42.065548+00', '2026-11-27 16:05:42.065548+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066a0273cb3011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d25a1a16d1b74479', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21dc1-6034-7901-83e6-bfb3722a90c5', '2', '2026-11-27 16:05:42.094216+00', '2026-11-27 17:07:23.756678+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065bcbddff6011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3ddddbf0588394cfb', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.dispatch VALUES ('01a21dc1-5ff3-7206-8b39-a3789be4995f', '2026-11-27 16:05:45.134601+00', NULL, '2026-11-27 16:05:46.384601+00', NULL, NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21dc1-5fff-7205-b732-bcfffe0bba47', '2026-11-27 16:05:42.02045+00', '2026-11-27 16:05:43.02045+00', '2026-11-27 16:05:43.27045+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21dc1-6c2f-7fb2-aa8f-fb8d359fa27f', '2026-11-27 16:05:45.135686+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21dc1-5fe2-7520-a15c-45c6b4f1ad0f', '1', '2026-11-27 16:05:41.98726+00', '2', 'd393f25c-35f5-453c-a6c1-3c7a566be59b', E'\\x00000032fd7ecfce013f84a16ecf000661443b5e8e88a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000004664328042010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4109b68f03363cf4ea3f44d2f8e888e93daa16c01a162a36f6c640000005de0d1f2b7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d393f25c35f5453ca14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fe2-7520-a15c-45c6b4f1ad0f', '3', '2026-11-27 16:05:41.990706+00', '2', 'ec927ab1-d40a-47c6-93f6-f74e1afa2017', E'\\x00000032537e1696013f84a16ecf000661443b5e917ea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d7d1b8886011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ec927ab1d40a47c6a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fe2-7520-a15c-45c6b4f1ad0f', '5', '2026-11-27 16:05:41.997204+00', '2', 'becacc18-26df-4557-8dca-5b58e5689999', E'\\x00000032f85ece46013f84a16ecf000661443b5ea012a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d4dcc111d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3becacc1826df4557a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fe2-7520-a15c-45c6b4f1ad0f', '7', '2026-11-27 16:05:41.998726+00', '3', 'c932c39d-d435-4fc3-a794-08e9f9de4753', E'\\x00000032aeeb71c1013f84a16ecf000661443b5eb827a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fe3-7400-ba3e-e8ffaa0d196e', '1', '2026-11-27 16:05:41.992559+00', '2', '6bbcf55f-6c32-49f5-9bfe-171edf137174', E'\\x0000001724d97513013f83a16ecf000661443b5e9934a16c01a162a36f6c6400000044d5912d99010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410dc6693a0b0224d390003341f78c4d2b7a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21dc1-5fec-7c24-8aed-aad4e36fd986', '1', '2026-11-27 16:05:41.997681+00', '2', '6ed164d7-b065-455e-8b7a-e78c39fc7646', E'\\x000000334e43eda4013f84a16ecf000661443b5eb604a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000050c0e424f3010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410aae84527d776e3fef47828e8e4f4aa9aa16c01a162a36f6c640000005d6e8e849d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6ed164d7b065455ea14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fec-7c24-8aed-aad4e36fd986', '3', '2026-11-27 16:05:41.99945+00', '1', 'd6e69b50-7ccc-463a-90a6-fab9facc55d0', E'\\x0000001768b7a825013f83a16ecf000661443b5eb9c0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-5fec-7c24-8aed-aad4e36fd986', '4', '2026-11-27 16:05:42.112814+00', '2', 'c51ecbb0-b96f-433a-9c1f-feb62be44dd3', E'\\x00000034849da486013f84a16ecf000661443b606e43a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fee-7681-9b85-bc16ef355d4a', '1', '2026-11-27 16:05:41.99945+00', '2', '72a09e86-4fb6-43f6-a0c4-a1945c2a994d', E'\\x000000335ec633d8013f84a16ecf000661443b5ebbaea16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000052a0b6db25010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410285f2c86524b79022e10bf571afd7c53a16c01a162a36f6c640000005dbe414640011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf72a09e864fb643f6a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fee-7681-9b85-bc16ef355d4a', '3', '2026-11-27 16:05:42.0028+00', '1', '0107c103-9eb4-41dc-8691-72a5b12e86b5', E'\\x00000017e7558ba1013f83a16ecf000661443b5ec8c9a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-5fee-7681-9b85-bc16ef355d4a', '4', '2026-11-27 16:05:42.112814+00', '1', '7f393de5-a2fb-45e8-91cb-58bba9314557', E'\\x0000001786a54d05013f83a16ecf000661443b606fe8a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff1-7c80-ba94-9f9ab3a65e78', '1', '2026-11-27 16:05:42.003361+00', '2', '5a9cef86-861d-4ea6-830b-27b21cf7bd80', E'\\x00000033cc7f7191013f84a16ecf000661443b5ecbf2a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004c51a4eb1a010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c41095c03fe90eb127af20e1a5e47a7aff94a16c01a162a36f6c640000005dde7b0e7a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf5a9cef86861d4ea6a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff1-7c80-ba94-9f9ab3a65e78', '3', '2026-11-27 16:05:42.003889+00', '1', '19ecfc19-13bd-4413-92b1-eeafaa5037ca', E'\\x00000017ff78e5f0013f83a16ecf000661443b5ed036a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff3-7206-8b39-a3789be4995f', '1', '2026-11-27 16:05:42.004733+00', '2', '54991fc9-e669-42d3-9eb2-9c1cfa455175', E'\\x000000331f63c5b1013f84a16ecf000661443b5ed33aa16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004a8f4ca1ae010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c41021ee72a3ea411bddd8dba72f4cb74f06a16c01a162a36f6c640000005d05fd9639011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf54991fc9e66942d3a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff3-7206-8b39-a3789be4995f', '3', '2026-11-27 16:05:42.005653+00', '1', 'a7d3c542-bdaf-43b6-a707-0b6c44b49039', E'\\x0000001778621adc013f83a16ecf000661443b5ed571a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff5-7d4a-9456-8a566da587e0', '1', '2026-11-27 16:05:42.009292+00', '2', '7e3f8a8f-7098-4d73-ad68-e4d09778faa5', E'\\x000000333f1dafbc013f84a16ecf000661443b5ed72ca16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000050d68dc683010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c41060caf45f2fe2e6b42b7459add9949bdaa16c01a162a36f6c640000005df12c753e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7e3f8a8f70984d73a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff5-7d4a-9456-8a566da587e0', '3', '2026-11-27 16:05:42.01046+00', '1', '1d867064-7826-4dc4-9004-e15d011b3856', E'\\x000000178836eb5a013f83a16ecf000661443b5ee755a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff9-71a9-8266-2b44f0498189', '1', '2026-11-27 16:05:42.01085+00', '2', '704ec388-de71-4150-9da7-e38aaffdd88a', E'\\x0000003341626709013f84a16ecf000661443b5ee9f1a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004e919ab8ad010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410f675ada7ff8f4cab4eb6c312f0520582a16c01a162a36f6c640000005d59aa2cad011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf704ec388de714150a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5ff9-71a9-8266-2b44f0498189', '3', '2026-11-27 16:05:42.011848+00', '1', 'a4732e57-0835-419e-9502-1f915389e1cc', E'\\x0000001737b82a6c013f83a16ecf000661443b5eecf4a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-5ffb-7c41-804d-a65bd1634bff', '1', '2026-11-27 16:05:42.012357+00', '2', 'a9e55769-0fdf-4b0e-9288-dbcf9558def1', E'\\x00000034a06448f6013f84a16ecf000661443b5eef20a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39300000004fdd21b640010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410ba1cfd4d8b870ecc4911d156498eebd2a16c01a162a36f6c6400000011ba8c63e9011282a164cf0006614511f29320a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5ffd-77ec-b5be-58258088aebd', '1', '2026-11-27 16:05:42.014502+00', '2', '89e24b5d-546f-4786-8b0e-3e72d47fca01', E'\\x00000032fde3d9a5013f84a16ecf000661443b5ef8a2a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313100000044f085a15e010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c41028b961633604ee7fbb7f6fd1c86756b2a16c01a162a36f6c6400000011b9e35e87011282a164cf00066158593658a2a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-5fff-7205-b732-bcfffe0bba47', '1', '2026-11-27 16:05:42.016675+00', '1', '49668d82-4d23-4f2e-9a46-c615e46597cc', E'\\x0000001acac6eaec013f84a16ecf000661443b5efd13a16c01a162a36f6c64a16fc30000005066fc61b5010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410cf585dbcda34f1e6bdb61dfd9e80df1aa16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-71fa-ad56-95958fa413a9', '1', '2026-11-27 16:05:42.034461+00', '3', 'dbf9016b-0a9d-4927-a472-70acd544fd67', E'\\x0000004ec7860a53013f84a16ecf000661443b5f466aa16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313139b9676f6c64656e2e706172656e742072756e732e676f3a3132300000004a60b0f243010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c41058fe670a0d4700fff5d601902bb217a9a16c01a162a36f6c64000000483c363b81011985a177a57374657073a169b1706172656e742f322d6364616430373035a16ec41001a21dc160017d0fb5c0c75fcdad0705a17082a165a76d73677061636ba164c40102a140000000004dbabbe8a2011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21dc16001737ab63b9ba42158705ea17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-71fa-ad56-95958fa413a9', '4', '2026-11-27 16:05:42.111447+00', '1', '309e288a-9d85-4818-8656-f8c0171c557f', E'\\x000000176d1c61cd013f83a16ecf000661443b60677ea16c01a162a36f6c640000002f1d91d908010984a16302a16ec41001a21dc160017d0fb5c0c75fcdad0705a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-737a-b63b-9ba42158705e', '1', '2026-11-27 16:05:42.065548+00', '1', '85b5a69f-59b1-4a8a-a5d8-9c01c0bd5047', E'\\x0000001a2c8f5c35013f84a16ecf000661443b5f466aa16c01a162a36f6c64a16fc30000006ac806c37d010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c4104e31c12961258bf5f94be8ea32c8a5f3a16c01a162a36f6c64a161c41001a21dc1600171faad5695958fa413a9a17103a16401');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-737a-b63b-9ba42158705e', '2', '2026-11-27 16:05:42.094216+00', '1', 'd17e189b-218a-4c89-90cd-d4cc02c80287', E'\\x0000003310912b21013f84a16ecf000661443b600772a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000005df7593b8b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d17e189b218a4c89a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-737a-b63b-9ba42158705e', '3', '2026-11-27 16:05:42.098737+00', '1', '5bd52d5b-fd52-4601-a968-18d981aecb1c', E'\\x00000017fdf13ccd013f83a16ecf000661443b603c41a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-7d0f-b5c0-c75fcdad0705', '1', '2026-11-27 16:05:42.065548+00', '1', '6a8e6ad4-d28c-4e72-bb4c-d0fd1a0295b4', E'\\x0000001a2c8f5c35013f84a16ecf000661443b5f466aa16c01a162a36f6c64a16fc30000006831a57d9c010189a177a57374657073a169b1706172656e742f322d6364616430373035a17082a165a76d73677061636ba164c40102a173c4103d7731c06aa2292756f6b933d2b93fdfa16c01a162a36f6c64a161c41001a21dc1600171faad5695958fa413a9a17102a16401');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-7d0f-b5c0-c75fcdad0705', '2', '2026-11-27 16:05:42.083638+00', '1', '0ea89bf3-698e-4cc6-9dc3-3967038e5458', E'\\x00000032ea7925ea013f84a16ecf000661443b5fe29ea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000005d0c1e9c95011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0ea89bf3698e4cc6a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-7d0f-b5c0-c75fcdad0705', '3', '2026-11-27 16:05:42.097347+00', '2', '102aad4e-a642-4e94-82e5-4edbf512945e', E'\\x00000032846f2d4b013f84a16ecf000661443b602262a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005db7b7d2d0011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf102aad4ea6424e94a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6001-7d0f-b5c0-c75fcdad0705', '5', '2026-11-27 16:05:42.099591+00', '3', '0393fbe3-ae5c-48de-a124-5c538fbc91a8', E'\\x000000322834bd53013f84a16ecf000661443b60402aa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6014-70be-be9c-d8343564224c', '1', '2026-11-27 16:05:42.069522+00', '1', 'b9ee238b-ecff-4543-af1f-f13892dcfa7a', E'\\x0000001af232302c013f84a16ecf000661443b5fc003a16c01a162a36f6c64a16fc30000006d63a30de5010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c4106992fbbafe2ee048890b4553c284bb51a16c01a162a36f6c64a163c41001a21dc16014797f8162c1154fd0535ea176c41001a21dc160147c3cb310b028a5734bf8a16e02');
INSERT INTO reprise.event VALUES ('01a21dc1-6014-70be-be9c-d8343564224c', '2', '2026-11-27 16:05:42.083638+00', '1', '5f3c52fc-dc8e-4f9f-b3cd-9e995cf49906', E'\\x00000017abe1f243013f83a16ecf000661443b5fe441a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dc1-6014-797f-8162-c1154fd0535e', '1', '2026-11-27 16:05:42.040298+00', '2', '5cd3503f-7f66-4cc0-8d93-e4b1a556c0b5', E'\\x000000330eebdf0a013f84a16ecf000661443b5f5314a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333200000042494eb34a010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c4107135f2b9cdc1ab9bdc3ec3519e110336a16c01a162a36f6c6400000034736b4e08011884a16ec41001a21dc160147c3cb310b028a5734bf8a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6014-7c3c-b310-b028a5734bf8', '1', '2026-11-27 16:05:42.040298+00', '1', 'b74ac868-80a7-4c5b-a002-50b02d72e627', E'\\x0000001a57a5a581013f84a16ecf000661443b5f5314a16c01a162a36f6c64a16fc30000006df0bd4932010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c4101e17a127a9a87294a1cd13a561d16b2aa16c01a162a36f6c64a163c41001a21dc16014797f8162c1154fd0535ea176c41001a21dc16014797f8162c1154fd0535ea16e01');
INSERT INTO reprise.event VALUES ('01a21dc1-6014-7c3c-b310-b028a5734bf8', '2', '2026-11-27 16:05:42.069522+00', '1', 'd535123d-a682-4d00-8435-a09758387e5c', E'\\x00000033aa1f394f013f84a16ecf000661443b5fc003a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333200000034a5d77bd2011884a16ec41001a21dc1601470bebe9cd8343564224ca177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6019-7229-8d50-26620b39b030', '1', '2026-11-27 16:05:42.065548+00', '2', 'd25a1a16-d1b7-4479-970c-e041f34dcc59', E'\\x0000003cd0ea6606013f84a16ecf000661443b5f66eda16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a37320000004469a3752b010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c4101c5aa627d9b3ff6a05f0cd5e463b7355a16c01a162a36f6c640000006907edc1d0011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d25a1a16d1b74479a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6034-7901-83e6-bfb3722a90c5', '1', '2026-11-27 16:05:42.077289+00', '2', 'ddddbf05-8839-4cfb-9fce-d23846ca15cb', E'\\x0000003c73d88427013f84a16ecf000661443b5fd052a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a37340000005014b8b8a5010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410131deb1af55af2ab7bcddd85d4e356bba16c01a162a36f6c6400000068fad201b0011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3ddddbf0588394cfba14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6034-7901-83e6-bfb3722a90c5', '3', '2026-11-27 16:05:42.094216+00', '1', '084c67bd-d233-4f6a-98f4-79c5b6a9df18', E'\\x000000172daf80fa013f83a16ecf000661443b600696a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21dc1-6065-7063-b941-b40811deb803', '1', '2026-11-27 16:05:42.122773+00', '2', 'f4bba459-ff9f-4abf-a7dd-07901b381133', E'\\x0000003460da34cf013f84a16ecf000661443b608dc1a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3133380000004c8d19f7d7010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c4109429278c19f25a3300ca879e4860b2b6a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21dc1-6c2f-7fb2-aa8f-fb8d359fa27f', '1', '2026-11-27 16:05:45.135686+00', '1', 'b785d4fe-4fac-4e7e-bf3e-9085f5ca82c2', E'\\x0000001aaf8344c2013f84a16ecf000661443b8e9a46a16c01a162a36f6c64a16fc300000054c05be666010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410d3e8a8a250fb7d794b297ff165273590a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21dc1-5ff3-7206-8b39-a3789be4995f', '1', '0', '2026-11-27 16:05:45.134601+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '8ca55b0a-c287-4c6a-8222-e9f88077d937', '1', '2026-11-27 16:05:41.758417+00', E'\\xd94b6eda34b14c05ae2ff199cef867c15abf14d805b14569830417a4820e4450');
INSERT INTO reprise.outbox VALUES ('01a21dc1-6065-7063-b941-b40811deb803', '2', '2', NULL, '0', '2026-11-27 16:05:42.122773+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004dfb510003010683a16da7617070726f7665a169d92630316132316463312d363036352d373036332d623934312d6234303831316465623830332f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('69f22312-d071-4c4a-b420-2251b5f92b15', '2026-11-27 16:05:45.147621+00', '01a21dc1-5ff5-7d4a-9456-8a566da587e0', '1', 'false', 'default', 'requested', '32cb9522-112e-4091-af40-96aee4bad2fb', E'\\x0000004cc817aef9010683a16da7617070726f7665a169d92433326362393532322d313132652d343039312d616634302d393661656534626164326662a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21dc1-5fe2-7520-a15c-45c6b4f1ad0f', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'c932c39d-d435-4fc3-a794-08e9f9de4753', '01a21dc1-5fe2-7520-a15c-45c6b4f1ad0f', NULL, NULL, '2026-11-27 16:05:41.98726+00', '2026-11-27 16:05:41.998726+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5fe3-7400-ba3e-e8ffaa0d196e', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '6bbcf55f-6c32-49f5-9bfe-171edf137174', '01a21dc1-5fe3-7400-ba3e-e8ffaa0d196e', NULL, NULL, '2026-11-27 16:05:41.992559+00', '2026-11-27 16:05:41.992559+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5fec-7c24-8aed-aad4e36fd986', '4', 'false', '3966354110', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', 'c51ecbb0-b96f-433a-9c1f-feb62be44dd3', '01a21dc1-5fec-7c24-8aed-aad4e36fd986', NULL, NULL, '2026-11-27 16:05:41.997681+00', '2026-11-27 16:05:42.112814+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5fee-7681-9b85-bc16ef355d4a', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '7f393de5-a2fb-45e8-91cb-58bba9314557', '01a21dc1-5fee-7681-9b85-bc16ef355d4a', NULL, NULL, '2026-11-27 16:05:41.99945+00', '2026-11-27 16:05:42.112814+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5ff1-7c80-ba94-9f9ab3a65e78', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '19ecfc19-13bd-4413-92b1-eeafaa5037ca', '01a21dc1-5ff1-7c80-ba94-9f9ab3a65e78', NULL, NULL, '2026-11-27 16:05:42.003361+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5ff3-7206-8b39-a3789be4995f', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', 'a7d3c542-bdaf-43b6-a707-0b6c44b49039', '01a21dc1-5ff3-7206-8b39-a3789be4995f', NULL, NULL, '2026-11-27 16:05:42.004733+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5ff5-7d4a-9456-8a566da587e0', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '1d867064-7826-4dc4-9004-e15d011b3856', '01a21dc1-5ff5-7d4a-9456-8a566da587e0', NULL, NULL, '2026-11-27 16:05:42.009292+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5ff9-71a9-8266-2b44f0498189', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', 'a4732e57-0835-419e-9502-1f915389e1cc', '01a21dc1-5ff9-71a9-8266-2b44f0498189', NULL, NULL, '2026-11-27 16:05:42.01085+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5ffb-7c41-804d-a65bd1634bff', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', 'a9e55769-0fdf-4b0e-9288-dbcf9558def1', '01a21dc1-5ffb-7c41-804d-a65bd1634bff', NULL, NULL, '2026-11-27 16:05:42.012357+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T17:05:42.01168Z (golden.sleeper runs.go:90)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5ffd-77ec-b5be-58258088aebd', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '89e24b5d-546f-4786-8b0e-3e72d47fca01', '01a21dc1-5ffd-77ec-b5be-58258088aebd', NULL, NULL, '2026-11-27 16:05:42.014502+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T16:05:42.014114Z (golden.both runs.go:111)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-5fff-7205-b732-bcfffe0bba47', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '49668d82-4d23-4f2e-9a46-c615e46597cc', '01a21dc1-5fff-7205-b732-bcfffe0bba47', NULL, NULL, '2026-11-27 16:05:42.016675+00', NULL, '2026-11-27 16:05:43.02045+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21dc1-5fff-7205-b732-bcfffe0bba47: workflow code panicked at golden.Bindings.func5 runs.go:64: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe04280?, 0x1d19a479680?, 0xe0?}, {0x1d19a46ba90?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:64 +0x65', NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6001-71fa-ad56-95958fa413a9', '1', 'false', '3966411734', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '309e288a-9d85-4818-8656-f8c0171c557f', '01a21dc1-6001-71fa-ad56-95958fa413a9', NULL, NULL, '2026-11-27 16:05:42.034461+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:125)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6001-737a-b63b-9ba42158705e', '1', 'false', '1005363963', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '5bd52d5b-fd52-4601-a968-18d981aecb1c', '01a21dc1-6001-737a-b63b-9ba42158705e', '01a21dc1-6001-71fa-ad56-95958fa413a9', '3', '2026-11-27 16:05:42.065548+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6001-7d0f-b5c0-c75fcdad0705', '2', 'false', '1005363963', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '0393fbe3-ae5c-48de-a124-5c538fbc91a8', '01a21dc1-6001-7d0f-b5c0-c75fcdad0705', '01a21dc1-6001-71fa-ad56-95958fa413a9', '2', '2026-11-27 16:05:42.065548+00', '2026-11-27 16:05:42.099591+00', NULL, 'default', 'parent/2-cdad0705', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6014-70be-be9c-d8343564224c', '1', 'false', '1005363963', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', '5f3c52fc-dc8e-4f9f-b3cd-9e995cf49906', '01a21dc1-6014-797f-8162-c1154fd0535e', NULL, NULL, '2026-11-27 16:05:42.069522+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:134)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6014-797f-8162-c1154fd0535e', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '5cd3503f-7f66-4cc0-8d93-e4b1a556c0b5', '01a21dc1-6014-797f-8162-c1154fd0535e', NULL, NULL, '2026-11-27 16:05:42.040298+00', '2026-11-27 16:05:42.040298+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6014-7c3c-b310-b028a5734bf8', '6', 'false', '1731842615', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', 'd535123d-a682-4d00-8435-a09758387e5c', '01a21dc1-6014-797f-8162-c1154fd0535e', NULL, NULL, '2026-11-27 16:05:42.040298+00', '2026-11-27 16:05:42.069522+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6019-7229-8d50-26620b39b030', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', 'd25a1a16-d1b7-4479-970c-e041f34dcc59', '01a21dc1-6019-7229-8d50-26620b39b030', NULL, NULL, '2026-11-27 16:05:42.065548+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:72)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6034-7901-83e6-bfb3722a90c5', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '084c67bd-d233-4f6a-98f4-79c5b6a9df18', '01a21dc1-6034-7901-83e6-bfb3722a90c5', NULL, NULL, '2026-11-27 16:05:42.077289+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:74)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6065-7063-b941-b40811deb803', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3c5997e9-200d-48fe-a402-a7ea4a010aa8', 'f4bba459-ff9f-4abf-a7dd-07901b381133', '01a21dc1-6065-7063-b941-b40811deb803', NULL, NULL, '2026-11-27 16:05:42.122773+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:138)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc1-6c2f-7fb2-aa8f-fb8d359fa27f', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b785d4fe-4fac-4e7e-bf3e-9085f5ca82c2', '01a21dc1-6c2f-7fb2-aa8f-fb8d359fa27f', NULL, NULL, '2026-11-27 16:05:45.135686+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21dc1-5ffb-7c41-804d-a65bd1634bff', '2', '2026-11-27 17:05:42.01168+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21dc1-5ffd-77ec-b5be-58258088aebd', '2', '2026-11-28 16:05:42.014114+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21dc1-5fa9-727d-b640-7c1a21a001e8', '2026-11-27 16:05:41.977048+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21dc1-5fc3-7d48-9577-7cea5725ec7c', '2026-11-27 16:05:41.977048+00', '0', 'default', 'removed-2');
