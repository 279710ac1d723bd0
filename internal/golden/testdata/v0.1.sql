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
INSERT INTO reprise.activity VALUES ('01a21dc7-e74a-7e9e-86b1-8bf02e58741f', '2', '2026-11-27 16:12:49.871849+00', '2026-11-27 16:12:49.871849+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x000000666877b8a6011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf4cac0600bda0412c', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21dc7-e751-7e51-bf3f-a4df0d5a0eca', '2', '2026-11-27 16:12:49.88873+00', '2026-11-27 17:15:06.347703+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065dfde0939011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3d24a3cf3b38f4fc6', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.dispatch VALUES ('01a21dc7-e738-7cc2-9f03-0d2a189e163a', '2026-11-27 16:12:49.917914+00', NULL, '2026-11-27 16:12:51.167914+00', NULL, NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21dc7-e73f-778e-8fbc-db6070e0232b', '2026-11-27 16:12:49.860376+00', '2026-11-27 16:12:50.860376+00', '2026-11-27 16:12:51.110376+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21dc7-e77f-7b7f-8437-2a76d3edf478', '2026-11-27 16:12:49.919194+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21dc7-e729-767d-b9e8-2a001255306e', '1', '2026-11-27 16:12:49.835159+00', '2', 'da50d010-9b90-4594-b935-eb73c8cd901e', E'\\x0000003224238e47013f84a16ecf0006614454defea7a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a3830000000468cf3c9a4010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c410282e82a7f31518e9440a777a1d3fcda4a16c01a162a36f6c640000005dec32b749011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3da50d0109b904594a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e729-767d-b9e8-2a001255306e', '3', '2026-11-27 16:12:49.835839+00', '2', 'ba548d45-4239-4af3-9f42-00445fb846ac', E'\\x00000032907c58ed013f84a16ecf0006614454df02b5a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d9836a3a4011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ba548d4542394af3a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e729-767d-b9e8-2a001255306e', '5', '2026-11-27 16:12:49.836554+00', '2', '05540917-a7a9-4938-b4ac-0c15d0710ee9', E'\\x00000032ef49b43d013f84a16ecf0006614454df047ea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005de385e2a8011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf05540917a7a94938a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e729-767d-b9e8-2a001255306e', '7', '2026-11-27 16:12:49.843326+00', '3', '8828286d-8e03-4c86-ba67-79ed0de976d7', E'\\x00000032e68ff9a2013f84a16ecf0006614454df086aa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e72b-7af5-8193-a1ce2c0773e9', '1', '2026-11-27 16:12:49.838788+00', '2', '5ed914f8-f6cd-4c78-b3d9-61e77b99b23d', E'\\x000000170b443d9e013f83a16ecf0006614454df05eca16c01a162a36f6c64000000447bc86aaf010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410798d39e2d6fcf8c451fc1576cd6d4535a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21dc7-e732-7c18-b2d2-310cb20212a9', '1', '2026-11-27 16:12:49.845443+00', '2', '29f49b37-a577-402f-880e-1c3cec5ce16f', E'\\x000000336652b618013f84a16ecf0006614454df2043a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000005074f57613010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410158f5d6a343efe045dc9ed52833b2af3a16c01a162a36f6c640000005d6f970185011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf29f49b37a577402fa14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e732-7c18-b2d2-310cb20212a9', '3', '2026-11-27 16:12:49.846326+00', '1', 'b3187b0f-71ee-4544-9370-4eea5b23fa28', E'\\x000000176197d57e013f83a16ecf0006614454df2b91a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e732-7c18-b2d2-310cb20212a9', '4', '2026-11-27 16:12:49.904814+00', '2', '641548ab-f937-4dca-a529-12d2b554659a', E'\\x00000034a3753d50013f84a16ecf0006614454e00d67a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e736-7213-83d3-c2d842289853', '1', '2026-11-27 16:12:49.84719+00', '2', '698c4e58-6278-4be9-bab0-796535772d07', E'\\x00000033b08029c4013f84a16ecf0006614454df2e66a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000052acbd0aa0010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c4106edf6d23bbb2a0565d32df87f5e3b404a16c01a162a36f6c640000005db788a654011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf698c4e5862784be9a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e736-7213-83d3-c2d842289853', '3', '2026-11-27 16:12:49.847576+00', '1', 'e38fb583-260b-41c2-839e-b5f1d3d04740', E'\\x00000017829fc0f2013f83a16ecf0006614454df3085a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e736-7213-83d3-c2d842289853', '4', '2026-11-27 16:12:49.905858+00', '1', 'baecc2f4-3a91-4030-b164-5cdcac1a8847', E'\\x00000017fd36d55d013f83a16ecf0006614454e00e82a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21dc7-e737-7789-b658-8d8b11bb39fa', '1', '2026-11-27 16:12:49.848084+00', '2', 'd671aeb7-3bd6-45c8-be64-a554cb107392', E'\\x00000033a5e6079d013f84a16ecf0006614454df326ca16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004c4189ec62010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c41019d2fb88253479595ef0b1f7220f84c2a16c01a162a36f6c640000005dd18bc204011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d671aeb73bd645c8a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e737-7789-b658-8d8b11bb39fa', '3', '2026-11-27 16:12:49.848993+00', '1', '45db4c62-9b80-40b3-9301-080877350440', E'\\x0000001720f1e33b013f83a16ecf0006614454df33f3a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e738-7cc2-9f03-0d2a189e163a', '1', '2026-11-27 16:12:49.849264+00', '2', 'c12e41ab-d027-478f-a5cf-4d389ba7d4e8', E'\\x000000330afd735a013f84a16ecf0006614454df35dda16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004a1407de2c010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410798be729179e753332b5ea03b5754980a16c01a162a36f6c640000005dd07517ac011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c12e41abd027478fa14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e738-7cc2-9f03-0d2a189e163a', '3', '2026-11-27 16:12:49.84995+00', '1', 'ded7d512-a94e-47d2-b8c0-9afcae91d713', E'\\x000000172f191de8013f83a16ecf0006614454df387fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e739-7052-a02c-1d94c23412c7', '1', '2026-11-27 16:12:49.850343+00', '2', 'd8231677-5e6a-4988-8cd0-c76ac9f6958b', E'\\x000000334a987f85013f84a16ecf0006614454df3b31a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a3938000000502a66c53e010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c4101f8f5a1833f8c775457123dadb66e679a16c01a162a36f6c640000005d03d1c936011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d82316775e6a4988a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e739-7052-a02c-1d94c23412c7', '3', '2026-11-27 16:12:49.850941+00', '1', '2c580933-189e-49f6-aa04-a491fde49b95', E'\\x0000001703b7952f013f83a16ecf0006614454df3cb0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e73a-7f80-827c-39219fb0f372', '1', '2026-11-27 16:12:49.85135+00', '2', '19008781-8cd0-4ff7-89aa-bbcefae3eb49', E'\\x00000033b8bc1031013f84a16ecf0006614454df3f01a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004e62c4e3c5010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410a830b5b3f1feff6d3dba1954a41d1c80a16c01a162a36f6c640000005dec3b0ecd011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf190087818cd04ff7a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e73a-7f80-827c-39219fb0f372', '3', '2026-11-27 16:12:49.851605+00', '1', 'd0c0719a-8802-4230-a8e2-4683f767f993', E'\\x00000017c21aeea9013f83a16ecf0006614454df408fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e73b-7cd9-88e8-c0eef875ce6c', '1', '2026-11-27 16:12:49.852304+00', '2', '48690f0f-5e16-44c5-9d9b-44e94519980d', E'\\x000000344f4c6224013f84a16ecf0006614454df4272a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39300000004feb3da229010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410c16f01c04a5353ae2602a61193cbb389a16c01a162a36f6c64000000111f85ab8a011282a164cf000661452b72e672a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e73d-722c-93d3-29dcc3e197b9', '1', '2026-11-27 16:12:49.854655+00', '2', '4c6a0b0d-d87a-4d64-b6cd-09a73f4c8267', E'\\x00000032db1a1652013f84a16ecf0006614454df4b1da16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313100000044d849c957010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c41075959969c6160780487966793aee1c76a16c01a162a36f6c640000001168778ec0011282a164cf0006615872b6ab1da14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e73f-778e-8fbc-db6070e0232b', '1', '2026-11-27 16:12:49.856178+00', '1', 'c37fcac0-c77f-461c-bd98-4d8f0fcb39dd', E'\\x0000001a21b7943e013f84a16ecf0006614454df4f80a16c01a162a36f6c64a16fc30000005005b43e3a010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410387d7ed5c1efa52abc591de3663c1312a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-7328-89a0-5ba0d15dec72', '1', '2026-11-27 16:12:49.863413+00', '1', 'd1f0a2c6-925f-4daf-b55f-2024fa7a6807', E'\\x0000001a138b8149013f84a16ecf0006614454df5928a16c01a162a36f6c64a16fc3000000686b57acc2010189a177a57374657073a169b1706172656e742f322d6431356465633732a17082a165a76d73677061636ba164c40102a173c410e245885bd0d71b62ee6ecb73e7b0b352a16c01a162a36f6c64a161c41001a21dc7e74075cc83c500cc37234fa7a17102a16401');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-7328-89a0-5ba0d15dec72', '2', '2026-11-27 16:12:49.877531+00', '1', '0efedf64-0945-41ae-9b40-9c7cc90b4eb7', E'\\x00000032fac0e268013f84a16ecf0006614454df9e24a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000005ddf042375011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0efedf64094541aea14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-7328-89a0-5ba0d15dec72', '3', '2026-11-27 16:12:49.88873+00', '2', 'f3fac24b-f99e-4366-bbf9-b0ea1d15bbc0', E'\\x00000032ceb21c11013f84a16ecf0006614454dfbe09a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d401140bc011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3f3fac24bf99e4366a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-7328-89a0-5ba0d15dec72', '5', '2026-11-27 16:12:49.892999+00', '3', 'e51b320f-2842-415f-9be0-1f01dbf800bf', E'\\x00000032d1609f2b013f84a16ecf0006614454dfdf20a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-75cc-83c5-00cc37234fa7', '1', '2026-11-27 16:12:49.858409+00', '3', '37f0e18b-5fe8-462d-aece-765b7dc0bade', E'\\x0000004e7509dffc013f84a16ecf0006614454df5928a16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313139b9676f6c64656e2e706172656e742072756e732e676f3a3132300000004ad762ad8b010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c41007eadc8cb8f8c859918d6637533c88b3a16c01a162a36f6c6400000048351311cb011985a177a57374657073a169b1706172656e742f322d6431356465633732a16ec41001a21dc7e740732889a05ba0d15dec72a17082a165a76d73677061636ba164c40102a140000000004d63ba740f011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21dc7e74076ed9084476fd69130ada17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-75cc-83c5-00cc37234fa7', '4', '2026-11-27 16:12:49.900928+00', '1', '89fec6b1-9eb2-4ae3-b7a5-b8d4eb59e0b9', E'\\x000000173cf0673b013f83a16ecf0006614454dffd38a16c01a162a36f6c640000002f9b7baf56010984a16302a16ec41001a21dc7e740732889a05ba0d15dec72a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-76ed-9084-476fd69130ad', '1', '2026-11-27 16:12:49.863413+00', '1', '6fbe7e5e-01c0-46f7-8c51-85da233bcaa7', E'\\x0000001a138b8149013f84a16ecf0006614454df5928a16c01a162a36f6c64a16fc30000006a8b181d0f010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c4107b451cc2ecbbf856971f55d5244739a8a16c01a162a36f6c64a161c41001a21dc7e74075cc83c500cc37234fa7a17103a16401');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-76ed-9084-476fd69130ad', '2', '2026-11-27 16:12:49.883993+00', '1', '59e2983d-d25c-432f-a89c-2d6d98f9486e', E'\\x00000033f98f125d013f84a16ecf0006614454dfbaeca16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000005d51d32ea2011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf59e2983dd25c432fa14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e740-76ed-9084-476fd69130ad', '3', '2026-11-27 16:12:49.892331+00', '1', '5ecb84aa-c1b6-457e-96ac-fb5c01e965f6', E'\\x00000017225a6d96013f83a16ecf0006614454dfc951a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dc7-e744-74b4-a818-4e8a012c9d76', '1', '2026-11-27 16:12:49.863413+00', '1', '5079f22f-aaa6-4e5b-8765-462f68b1fbea', E'\\x0000001a9de396d6013f84a16ecf0006614454df66baa16c01a162a36f6c64a16fc30000006d85a0dde4010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c4102ea8c97748e9d75ce752b82de4229608a16c01a162a36f6c64a163c41001a21dc7e7447f1ba78b9c01e7695903a176c41001a21dc7e7447f1ba78b9c01e7695903a16e01');
INSERT INTO reprise.event VALUES ('01a21dc7-e744-74b4-a818-4e8a012c9d76', '2', '2026-11-27 16:12:49.874722+00', '1', '4ea623ab-63d5-4c8e-8d15-cb2016e6866c', E'\\x0000003399c60784013f84a16ecf0006614454df934da16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a3133320000003492093f1f011884a16ec41001a21dc7e7447e2c8e88232ccf1c922aa177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e744-7e2c-8e88-232ccf1c922a', '1', '2026-11-27 16:12:49.874722+00', '1', 'b68af8f0-4826-4e09-a60e-b3b069ec5165', E'\\x0000001a3e5f4e83013f84a16ecf0006614454df934da16c01a162a36f6c64a16fc30000006d771d6395010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c4104e8990296770775810444a71db0d6188a16c01a162a36f6c64a163c41001a21dc7e7447f1ba78b9c01e7695903a176c41001a21dc7e74474b4a8184e8a012c9d76a16e02');
INSERT INTO reprise.event VALUES ('01a21dc7-e744-7e2c-8e88-232ccf1c922a', '2', '2026-11-27 16:12:49.883993+00', '1', '1edbf8c0-071a-48bb-aa0c-01d9c0160566', E'\\x00000017d5f2fe9b013f83a16ecf0006614454dfae26a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dc7-e744-7f1b-a78b-9c01e7695903', '1', '2026-11-27 16:12:49.863413+00', '2', '3499fd53-0e91-43a9-aa4a-7ca5d3aac58b', E'\\x000000337bae9680013f84a16ecf0006614454df66baa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313332000000429480ee30010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410c612cd96d6616f306065ffadd84e39e6a16c01a162a36f6c6400000034a9206f3c011884a16ec41001a21dc7e74474b4a8184e8a012c9d76a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e74a-7e9e-86b1-8bf02e58741f', '1', '2026-11-27 16:12:49.871849+00', '2', '4cac0600-bda0-412c-9ccb-30bd0a39e2df', E'\\x0000003ca4d14456013f84a16ecf0006614454df7d77a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373200000044c6ea5966010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c4104e7334a2b3da12cd5f3264bec042fd13a16c01a162a36f6c6400000069a8bccb00011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf4cac0600bda0412ca14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e751-7e51-bf3f-a4df0d5a0eca', '1', '2026-11-27 16:12:49.877531+00', '2', 'd24a3cf3-b38f-4fc6-a125-1022078500e1', E'\\x0000003cdc0830dd013f84a16ecf0006614454df9a56a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a373400000050405a44d5010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c41062051ec2d05e5e2851adf1aa32cdf386a16c01a162a36f6c6400000068da79503d011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3d24a3cf3b38f4fc6a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e751-7e51-bf3f-a4df0d5a0eca', '3', '2026-11-27 16:12:49.88873+00', '1', '0a339774-b39c-4ed4-8246-879178328b8a', E'\\x000000177fba73a4013f83a16ecf0006614454dfbe84a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21dc7-e776-7d3c-9f22-e19397c35aae', '1', '2026-11-27 16:12:49.9108+00', '2', 'f1b7d751-e0b7-4ae7-9763-868f06bfe9f1', E'\\x00000034bad2e30c013f84a16ecf0006614454e026b9a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3133380000004ce72b3ae2010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c4104ad528a9ba6238be42bbbcd7077bda5ea16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21dc7-e77f-7b7f-8437-2a76d3edf478', '1', '2026-11-27 16:12:49.919194+00', '1', '5df0fdb4-b17d-43a5-aae2-5e1fb74341a8', E'\\x0000001ac95139f6013f84a16ecf0006614454e048daa16c01a162a36f6c64a16fc3000000547f0f7a83010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c4107764bef4847c2d03b129f221fdc0aaa4a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21dc7-e738-7cc2-9f03-0d2a189e163a', '1', '0', '2026-11-27 16:12:49.917914+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', 'ae8e87be-d840-4a18-88f5-5db2ff6a9854', '1', '2026-11-27 16:12:49.68052+00', E'\\x42adb5654eab44be8282ff783bb425cc09a23a25fdb84493b012183e34f899dc');
INSERT INTO reprise.outbox VALUES ('01a21dc7-e776-7d3c-9f22-e19397c35aae', '2', '2', NULL, '0', '2026-11-27 16:12:49.9108+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d867db3ed010683a16da7617070726f7665a169d92630316132316463372d653737362d376433632d396632322d6531393339376333356161652f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('778155e1-c3a2-465c-8d5d-8654070ffda0', '2026-11-27 16:12:49.92325+00', '01a21dc7-e739-7052-a02c-1d94c23412c7', '1', 'false', 'default', 'requested', 'f431395c-8fa4-4f03-a3e6-d0474fca22a5', E'\\x0000004c3a1a7362010683a16da7617070726f7665a169d92466343331333935632d386661342d346630332d613365362d643034373466636132326135a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21dc7-e729-767d-b9e8-2a001255306e', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '8828286d-8e03-4c86-ba67-79ed0de976d7', '01a21dc7-e729-767d-b9e8-2a001255306e', NULL, NULL, '2026-11-27 16:12:49.835159+00', '2026-11-27 16:12:49.843326+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e72b-7af5-8193-a1ce2c0773e9', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '5ed914f8-f6cd-4c78-b3d9-61e77b99b23d', '01a21dc7-e72b-7af5-8193-a1ce2c0773e9', NULL, NULL, '2026-11-27 16:12:49.838788+00', '2026-11-27 16:12:49.838788+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e732-7c18-b2d2-310cb20212a9', '4', 'false', '4254236408', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '641548ab-f937-4dca-a529-12d2b554659a', '01a21dc7-e732-7c18-b2d2-310cb20212a9', NULL, NULL, '2026-11-27 16:12:49.845443+00', '2026-11-27 16:12:49.904814+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e736-7213-83d3-c2d842289853', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', 'baecc2f4-3a91-4030-b164-5cdcac1a8847', '01a21dc7-e736-7213-83d3-c2d842289853', NULL, NULL, '2026-11-27 16:12:49.84719+00', '2026-11-27 16:12:49.905858+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e737-7789-b658-8d8b11bb39fa', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '45db4c62-9b80-40b3-9301-080877350440', '01a21dc7-e737-7789-b658-8d8b11bb39fa', NULL, NULL, '2026-11-27 16:12:49.848084+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e738-7cc2-9f03-0d2a189e163a', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', 'ded7d512-a94e-47d2-b8c0-9afcae91d713', '01a21dc7-e738-7cc2-9f03-0d2a189e163a', NULL, NULL, '2026-11-27 16:12:49.849264+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e739-7052-a02c-1d94c23412c7', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '2c580933-189e-49f6-aa04-a491fde49b95', '01a21dc7-e739-7052-a02c-1d94c23412c7', NULL, NULL, '2026-11-27 16:12:49.850343+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e73a-7f80-827c-39219fb0f372', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', 'd0c0719a-8802-4230-a8e2-4683f767f993', '01a21dc7-e73a-7f80-827c-39219fb0f372', NULL, NULL, '2026-11-27 16:12:49.85135+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e73b-7cd9-88e8-c0eef875ce6c', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '48690f0f-5e16-44c5-9d9b-44e94519980d', '01a21dc7-e73b-7cd9-88e8-c0eef875ce6c', NULL, NULL, '2026-11-27 16:12:49.852304+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T17:12:49.852018Z (golden.sleeper runs.go:90)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e73d-722c-93d3-29dcc3e197b9', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '4c6a0b0d-d87a-4d64-b6cd-09a73f4c8267', '01a21dc7-e73d-722c-93d3-29dcc3e197b9', NULL, NULL, '2026-11-27 16:12:49.854655+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T16:12:49.854237Z (golden.both runs.go:111)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e73f-778e-8fbc-db6070e0232b', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'c37fcac0-c77f-461c-bd98-4d8f0fcb39dd', '01a21dc7-e73f-778e-8fbc-db6070e0232b', NULL, NULL, '2026-11-27 16:12:49.856178+00', NULL, '2026-11-27 16:12:50.860376+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21dc7-e73f-778e-8fbc-db6070e0232b: workflow code panicked at golden.Bindings.func5 runs.go:64: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe062c0?, 0x330082bf07a0?, 0x40?}, {0x330082bf2840?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:64 +0x65', NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e740-7328-89a0-5ba0d15dec72', '2', 'false', '3944972171', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'e51b320f-2842-415f-9be0-1f01dbf800bf', '01a21dc7-e740-7328-89a0-5ba0d15dec72', '01a21dc7-e740-75cc-83c5-00cc37234fa7', '2', '2026-11-27 16:12:49.863413+00', '2026-11-27 16:12:49.892999+00', NULL, 'default', 'parent/2-d15dec72', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e740-75cc-83c5-00cc37234fa7', '1', 'false', '3944279700', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '89fec6b1-9eb2-4ae3-b7a5-b8d4eb59e0b9', '01a21dc7-e740-75cc-83c5-00cc37234fa7', NULL, NULL, '2026-11-27 16:12:49.858409+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:125)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e740-76ed-9084-476fd69130ad', '1', 'false', '3944972171', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '5ecb84aa-c1b6-457e-96ac-fb5c01e965f6', '01a21dc7-e740-76ed-9084-476fd69130ad', '01a21dc7-e740-75cc-83c5-00cc37234fa7', '3', '2026-11-27 16:12:49.863413+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e744-74b4-a818-4e8a012c9d76', '6', 'false', '3944972171', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '4ea623ab-63d5-4c8e-8d15-cb2016e6866c', '01a21dc7-e744-7f1b-a78b-9c01e7695903', NULL, NULL, '2026-11-27 16:12:49.863413+00', '2026-11-27 16:12:49.874722+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e744-7e2c-8e88-232ccf1c922a', '1', 'false', '3195310998', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '1edbf8c0-071a-48bb-aa0c-01d9c0160566', '01a21dc7-e744-7f1b-a78b-9c01e7695903', NULL, NULL, '2026-11-27 16:12:49.874722+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:134)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e744-7f1b-a78b-9c01e7695903', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '3499fd53-0e91-43a9-aa4a-7ca5d3aac58b', '01a21dc7-e744-7f1b-a78b-9c01e7695903', NULL, NULL, '2026-11-27 16:12:49.863413+00', '2026-11-27 16:12:49.863413+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e74a-7e9e-86b1-8bf02e58741f', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', '4cac0600-bda0-412c-9ccb-30bd0a39e2df', '01a21dc7-e74a-7e9e-86b1-8bf02e58741f', NULL, NULL, '2026-11-27 16:12:49.871849+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:72)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e751-7e51-bf3f-a4df0d5a0eca', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '0a339774-b39c-4ed4-8246-879178328b8a', '01a21dc7-e751-7e51-bf3f-a4df0d5a0eca', NULL, NULL, '2026-11-27 16:12:49.877531+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:74)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e776-7d3c-9f22-e19397c35aae', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '6306ab83-a0c3-402a-8371-a72f0fb4f797', 'f1b7d751-e0b7-4ae7-9763-868f06bfe9f1', '01a21dc7-e776-7d3c-9f22-e19397c35aae', NULL, NULL, '2026-11-27 16:12:49.9108+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:138)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dc7-e77f-7b7f-8437-2a76d3edf478', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '5df0fdb4-b17d-43a5-aae2-5e1fb74341a8', '01a21dc7-e77f-7b7f-8437-2a76d3edf478', NULL, NULL, '2026-11-27 16:12:49.919194+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21dc7-e73b-7cd9-88e8-c0eef875ce6c', '2', '2026-11-27 17:12:49.852018+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21dc7-e73d-722c-93d3-29dcc3e197b9', '2', '2026-11-28 16:12:49.854237+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21dc7-e6ed-70cc-8a24-5137ad233f64', '2026-11-27 16:12:49.822356+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21dc7-e714-72e4-8a54-1f1a52238450', '2026-11-27 16:12:49.822356+00', '0', 'default', 'removed-2');
