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
INSERT INTO reprise.activity VALUES ('01a21dcc-d393-7a65-9bd5-baede10c5757', '2', '2026-11-27 16:18:12.502645+00', '2026-11-27 16:18:12.502645+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066bbb6540e011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d38683bd5bf82c4016', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21dcc-d39e-7ae3-99c7-704b36294aba', '2', '2026-11-27 16:18:12.538977+00', '2026-11-27 17:32:24.395752+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x0000006563566885011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf72bb6a23d6b94a71', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '2026-11-27 16:18:12.541345+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '2026-11-27 16:18:12.541345+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '2026-11-27 16:18:12.541345+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '2026-11-27 16:18:12.541345+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21dcc-d380-7aa2-9eb1-8a007971425c', '2026-11-27 16:18:15.599755+00', NULL, '2026-11-27 16:18:16.849755+00', NULL, NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21dcc-d386-7681-9bff-cb23a265859d', '2026-11-27 16:18:12.490782+00', '2026-11-27 16:18:13.490782+00', '2026-11-27 16:18:13.740782+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '2026-11-27 16:18:15.601299+00', NULL, '2026-11-27 16:18:16.851299+00', NULL, NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21dcc-d3c4-7453-a990-36524e8905f7', '2026-11-27 16:18:12.574429+00', NULL, '2026-11-27 16:18:13.824429+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21dcc-dfb1-768a-b158-0a6929f0224e', '2026-11-27 16:18:15.601903+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21dcc-d36d-7314-b217-d7b9e7add651', '1', '2026-11-27 16:18:12.464076+00', '2', '6f9ba0da-f989-4674-be13-9a97fa1e42a4', E'\\x00000032df3b0606013f84a16ecf000661446819e591a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000004678b42020010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4104146d2045d52c5fb41323ceac24dd109a16c01a162a36f6c640000005d29bca19d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6f9ba0daf9894674a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d36d-7314-b217-d7b9e7add651', '3', '2026-11-27 16:18:12.466189+00', '2', '7f61da8f-2713-4b97-b21b-f5f4be83563a', E'\\x000000322e68b251013f84a16ecf000661446819f1cba16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005df204af1f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7f61da8f27134b97a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d36d-7314-b217-d7b9e7add651', '5', '2026-11-27 16:18:12.475189+00', '2', '7d9b3aa5-7a43-482f-892b-e977b5533de8', E'\\x00000032b2860b04013f84a16ecf000661446819febea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d7de202b1011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7d9b3aa57a43482fa14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d36d-7314-b217-d7b9e7add651', '7', '2026-11-27 16:18:12.47579+00', '3', '3ae5c38a-880a-4dc7-a2f1-94e792ef5064', E'\\x00000032a3432fe4013f84a16ecf00066144681a1aefa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39310000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d371-7055-a147-237fb78d1534', '1', '2026-11-27 16:18:12.47125+00', '2', 'acf50c46-f6fd-46a0-aefb-52ea95f6e261', E'\\x00000017ba5dad5e013f83a16ecf000661446819f550a16c01a162a36f6c64000000445de931e2010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c41061bb8e48b9a9555752722c2212ef926ba16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21dcc-d37b-79be-9ffe-08531de18dcc', '1', '2026-11-27 16:18:12.476452+00', '2', '644db0f4-e39f-48f2-b26c-898f91fc42f3', E'\\x00000034fa62d412013f84a16ecf00066144681a1ccba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303300000050b18260ee010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c41029dc23487f46ddd1ef98236c3bae3f7ea16c01a162a36f6c640000005dd6cf7b13011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf644db0f4e39f48f2a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d37b-79be-9ffe-08531de18dcc', '3', '2026-11-27 16:18:12.478134+00', '1', '35bc01f0-cb93-44ab-8cb1-9d779f975cc4', E'\\x00000017dcbf1443013f83a16ecf00066144681a2022a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d37b-79be-9ffe-08531de18dcc', '4', '2026-11-27 16:18:12.580643+00', '2', '34409538-28d9-433e-8e42-38b60e366a16', E'\\x00000034a4c43dd1013f84a16ecf00066144681bafdfa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d37d-7543-9067-41be2531b8a3', '1', '2026-11-27 16:18:12.478632+00', '2', '462c486c-94d1-4cdb-a0ad-3448bb16907d', E'\\x0000003440dea35f013f84a16ecf00066144681a2319a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303300000052fcbbace1010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c4100ce0ee2cb28dfe3b90c154c425dc7817a16c01a162a36f6c640000005dd1fe141b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf462c486c94d14cdba14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d37d-7543-9067-41be2531b8a3', '3', '2026-11-27 16:18:12.479167+00', '1', '9f5a36c9-20cc-41f1-af51-db3c7cd8f51e', E'\\x000000172993a766013f83a16ecf00066144681a27caa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d37d-7543-9067-41be2531b8a3', '4', '2026-11-27 16:18:12.581628+00', '1', 'ab394e9a-f8c5-41fd-92b6-1c027c3ecb99', E'\\x00000017530b4b7d013f83a16ecf00066144681bb139a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21dcc-d37e-7461-b77a-478ca705af78', '1', '2026-11-27 16:18:12.479706+00', '2', '0d3047c8-6f82-473c-9c21-ebec3c4e1ebd', E'\\x00000034dab64287013f84a16ecf00066144681a2a44a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004cf65e8b26010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c4100290491ce6ea45c4f2c3574d0b40113aa16c01a162a36f6c640000005da52f40d5011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0d3047c86f82473ca14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d37e-7461-b77a-478ca705af78', '3', '2026-11-27 16:18:12.480266+00', '1', '8a59c68d-da53-48fc-a43d-fb560ccb6994', E'\\x000000177ec372ae013f83a16ecf00066144681a2c0aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d380-7aa2-9eb1-8a007971425c', '1', '2026-11-27 16:18:12.480766+00', '2', 'dbef2f66-b14c-4e71-a7f1-a5fea199c0f8', E'\\x00000034ccd5fdbd013f84a16ecf00066144681a2e7fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004af2b023ce010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c41077c237e07a762cfe9ae6957a49288cbba16c01a162a36f6c640000005dcae4b132011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3dbef2f66b14c4e71a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d380-7aa2-9eb1-8a007971425c', '3', '2026-11-27 16:18:12.481298+00', '1', 'f5ce7114-2a87-49a9-a1b3-2d0e88ede7cf', E'\\x000000170c9a7f36013f83a16ecf00066144681a3032a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d381-7539-8eee-2ef9813f3b52', '1', '2026-11-27 16:18:12.481846+00', '2', 'a0c78596-4694-4a35-9fa8-7bf5c1f9096b', E'\\x00000034f48da3ea013f84a16ecf00066144681a32b4a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000005063b6905e010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c41099f0785c9e9ccf616e1c85da80bd63c4a16c01a162a36f6c640000005d18f72019011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a0c7859646944a35a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d381-7539-8eee-2ef9813f3b52', '3', '2026-11-27 16:18:12.482345+00', '1', 'ca3a7042-4c0e-4029-b72e-d555bf902a34', E'\\x0000001790c55fa6013f83a16ecf00066144681a3486a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d382-7b55-85bd-a9eb7b26a43e', '1', '2026-11-27 16:18:12.482807+00', '2', '0157eb23-d4d1-490b-a0ec-476122e02bc8', E'\\x0000003441e81856013f84a16ecf00066144681a368aa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004e1b58a47e010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410c8bf53826f5322ba3a3f0822010a6ecca16c01a162a36f6c640000005dbdf3765e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0157eb23d4d1490ba14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d382-7b55-85bd-a9eb7b26a43e', '3', '2026-11-27 16:18:12.483273+00', '1', 'cb51b349-f696-43a9-9e54-95f4f2f7f114', E'\\x00000017c45c635d013f83a16ecf00066144681a37fea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d383-7959-bfbb-8c765284c6f7', '1', '2026-11-27 16:18:12.483776+00', '2', '5aafbb93-03a2-4949-8eac-70f441780d3a', E'\\x000000347b3b364a013f84a16ecf00066144681a39daa16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39350000004f41e99795010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410d043f662bd1e0272889438560dcdcb38a16c01a162a36f6c6400000011106d5137011282a164cf000661453eaddddaa14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d385-71f0-8eca-e2f51aafc754', '1', '2026-11-27 16:18:12.485635+00', '2', '77bb2ef4-c4f4-41f1-aee1-28faf2d3a82f', E'\\x000000320eaf583b013f84a16ecf00066144681a4123a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a313136000000443b17923f010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c4108c2ecea51a3b598a0ed586f572a97925a16c01a162a36f6c64000000116a03e971011282a164cf0006615885f1a123a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d386-7681-9bff-cb23a265859d', '1', '2026-11-27 16:18:12.487406+00', '1', 'df537557-b3c7-49e7-a293-424469f8486d', E'\\x0000001ac82a3069013f84a16ecf00066144681a45cba16c01a162a36f6c64a16fc3000000508608d182010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c41048ad68154d8e1e2844d0d4b83746c0d5a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7271-a618-5e72d6da4e45', '1', '2026-11-27 16:18:12.493131+00', '3', 'b171141e-1674-4347-8ece-4e2f0495d486', E'\\x0000004ef53b6f40013f84a16ecf00066144681a53cba16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313234b9676f6c64656e2e706172656e742072756e732e676f3a3132350000004abe3adb42010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c4100854851a57c19cafcef6a748044e2d90a16c01a162a36f6c6400000048e81ee511011985a177a57374657073a169b1706172656e742f322d3331316138623839a16ec41001a21dccd3877f328679c472311a8b89a17082a165a76d73677061636ba164c40102a140000000004dcaa9eba9011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21dccd3877fb798f76de3e0939726a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7271-a618-5e72d6da4e45', '4', '2026-11-27 16:18:12.535444+00', '1', '07d6d45d-c5d4-4a39-a1a5-04f27e216bda', E'\\x000000176fe84462013f83a16ecf00066144681affe5a16c01a162a36f6c640000002f27a7b308010984a16302a16ec41001a21dccd3877f328679c472311a8b89a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7f32-8679-c472311a8b89', '1', '2026-11-27 16:18:12.500965+00', '1', '2123c049-a8c1-40b0-b9df-b364d8d92ffc', E'\\x0000001a67fd4059013f84a16ecf00066144681a53cba16c01a162a36f6c64a16fc300000068151ed04e010189a177a57374657073a169b1706172656e742f322d3331316138623839a17082a165a76d73677061636ba164c40102a173c410d7597c3b5aa7f1c1ecfeb38a7c718e3ba16c01a162a36f6c64a161c41001a21dccd3877271a6185e72d6da4e45a17102a16401');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7f32-8679-c472311a8b89', '2', '2026-11-27 16:18:12.513801+00', '1', 'bd687a6e-15c3-4516-8f09-3db68db12c0d', E'\\x000000320a4309e0013f84a16ecf00066144681aa914a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000005db9570153011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3bd687a6e15c34516a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7f32-8679-c472311a8b89', '3', '2026-11-27 16:18:12.524005+00', '2', '6068f59b-6d3d-4b13-b4d5-7eeee93cd1bb', E'\\x00000032322bf0dc013f84a16ecf00066144681ac101a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d15bde9fc011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6068f59b6d3d4b13a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7f32-8679-c472311a8b89', '5', '2026-11-27 16:18:12.526056+00', '3', 'b9ebc2ab-8431-4918-92bb-0ef5971ef759', E'\\x000000326d1630b8013f84a16ecf00066144681ad973a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39310000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7fb7-98f7-6de3e0939726', '1', '2026-11-27 16:18:12.500965+00', '1', '93727b89-6628-43bf-9752-d73c8fcfb1e3', E'\\x0000001a67fd4059013f84a16ecf00066144681a53cba16c01a162a36f6c64a16fc30000006a14b6eecb010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410873b0d077184bf93a4bfa922c270a29ba16c01a162a36f6c64a161c41001a21dccd3877271a6185e72d6da4e45a17103a16401');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7fb7-98f7-6de3e0939726', '2', '2026-11-27 16:18:12.526056+00', '1', 'f914fa6f-a35b-4382-84ae-efeb45fad889', E'\\x0000003410470d20013f84a16ecf00066144681addf6a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000005d013d5ca0011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3f914fa6fa35b4382a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d387-7fb7-98f7-6de3e0939726', '3', '2026-11-27 16:18:12.527857+00', '1', '816b4983-8d02-4462-bfe6-de9b790e13f5', E'\\x000000173c866e0b013f83a16ecf00066144681ae4dca16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d38f-72de-a9bb-1d6ee8ed7b7e', '1', '2026-11-27 16:18:12.521965+00', '1', '937fd8fc-e4fc-4f34-b52f-21e9297d5095', E'\\x0000001acd4ed815013f84a16ecf00066144681abf1aa16c01a162a36f6c64a16fc30000006d6a2ae752010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c41008ac59162408a50e226cd39c5fb1ced2a16c01a162a36f6c64a163c41001a21dccd38f73108ad9307eb3140e77a176c41001a21dccd38f7723aa232f0de0371e77a16e02');
INSERT INTO reprise.event VALUES ('01a21dcc-d38f-72de-a9bb-1d6ee8ed7b7e', '2', '2026-11-27 16:18:12.527475+00', '1', '8d05e500-9d94-4db8-a12d-525e91c2bed3', E'\\x00000017ba1d6f46013f83a16ecf00066144681ae178a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dcc-d38f-7310-8ad9-307eb3140e77', '1', '2026-11-27 16:18:12.4982+00', '2', 'd9650df2-9bfa-4e2b-9b51-ac2364b0434a', E'\\x0000003342cb0f49013f84a16ecf00066144681a6bafa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333700000042f031e97c010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410a63c3f4a41442386c0a050ee33310509a16c01a162a36f6c64000000340045e7c1011884a16ec41001a21dccd38f7723aa232f0de0371e77a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d38f-7723-aa23-2f0de0371e77', '1', '2026-11-27 16:18:12.4982+00', '1', '34be71b8-a6fb-425d-a372-d326cfcc3a66', E'\\x0000001af35ca26a013f84a16ecf00066144681a6bafa16c01a162a36f6c64a16fc30000006dc3d9fe24010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c410a9423c0c2c97ded39222888cba4f538da16c01a162a36f6c64a163c41001a21dccd38f73108ad9307eb3140e77a176c41001a21dccd38f73108ad9307eb3140e77a16e01');
INSERT INTO reprise.event VALUES ('01a21dcc-d38f-7723-aa23-2f0de0371e77', '2', '2026-11-27 16:18:12.521965+00', '1', '618ad79d-613c-4399-a7dd-cb67b2902f32', E'\\x00000033b21c4c67013f84a16ecf00066144681abf1aa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333700000034552952e1011884a16ec41001a21dccd38f72dea9bb1d6ee8ed7b7ea177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d393-7a65-9bd5-baede10c5757', '1', '2026-11-27 16:18:12.502645+00', '2', '8683bd5b-f82c-4016-b131-fdd2d6837602', E'\\x0000003c0304ad02013f84a16ecf00066144681a7b28a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373700000044df598c0e010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c410bb1c08829fb7d29132592f33e2ab405ba16c01a162a36f6c640000006963a9a11d011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d38683bd5bf82c4016a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d39e-7ae3-99c7-704b36294aba', '1', '2026-11-27 16:18:12.537736+00', '2', '72bb6a23-d6b9-4a71-b68d-56edc0b195ba', E'\\x0000003c4d58f445013f84a16ecf00066144681b08a9a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a3739000000503a3e7804010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410fb0e767a9d776db0b6a89a7129bae60ba16c01a162a36f6c6400000068fd26e545011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf72bb6a23d6b94a71a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d39e-7ae3-99c7-704b36294aba', '3', '2026-11-27 16:18:12.538977+00', '1', '52a02dd1-03c7-4d81-ae6f-ffda5f1c9aea', E'\\x00000017328054b4013f83a16ecf00066144681b0fb8a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '1', '2026-11-27 16:18:12.541345+00', '2', '03ea399c-10b4-4694-a101-3d0fd7a8e560', E'\\x0000001792157dd5013f83a16ecf00066144681b1a7fa16c01a162a36f6c6400000067b46c4ad9010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c410769a8d6089d0ac20cf4ad1a9794518c4a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '3', '2026-11-27 16:18:12.544295+00', '2', '1e6da033-5faf-46ec-9228-18c824c977e9', E'\\x00000038f0a7f405013f84a16ecf00066144681b2623a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313533000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005de716cf0c011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1e6da0335faf46eca14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '5', '2026-11-27 16:18:12.545099+00', '3', '582a201c-a326-4fcf-bd68-8b606f4597e3', E'\\x00000038b82b3103013f84a16ecf00066144681b2981a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135350000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d3c4-7453-a990-36524e8905f7', '1', '2026-11-27 16:18:12.548831+00', '2', '3eb58cf3-8cf1-4d7c-a88a-697ea37f2804', E'\\x00000034563c7e06013f84a16ecf00066144681b37c1a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004a78ce78d9010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c410cb33d5ad208f60120df173909a797acea16c01a162a36f6c640000005dc09f635b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3eb58cf38cf14d7ca14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d3c4-7453-a990-36524e8905f7', '3', '2026-11-27 16:18:12.549911+00', '1', '7a1d4a64-7f64-4eaa-bde0-f082a2506f71', E'\\x0000001714956390013f83a16ecf00066144681b3a70a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d3c5-739b-9e40-0496e786adbe', '1', '2026-11-27 16:18:12.550404+00', '2', 'a6620e23-bbed-4a82-847b-03bffcb839db', E'\\x0000003417023af9013f84a16ecf00066144681b3c8fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313033000000485b0ed237010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410ac2096bafca2c02997a63a00b2bbeaf4a16c01a162a36f6c640000005d279a74d7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a6620e23bbed4a82a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d3c5-739b-9e40-0496e786adbe', '3', '2026-11-27 16:18:12.550827+00', '1', '60c97e41-b322-4bc7-8b4e-283d833a4097', E'\\x000000178bd251b6013f83a16ecf00066144681b401da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d3c5-739b-9e40-0496e786adbe', '4', '2026-11-27 16:18:12.552303+00', '2', 'c5c4e1d2-0ad4-40a8-9a26-5f01008d0b98', E'\\x000000341990b811013f84a16ecf00066144681b45b3a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131300000004b88ecdbb5010683a16da7617070726f7665a169d92465666637356363342d616466302d343636352d623331632d643161666162663765633631a17082a165a76d73677061636ba164c405a46f6e63650000005df7026676011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c5c4e1d20ad440a8a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d3c5-739b-9e40-0496e786adbe', '6', '2026-11-27 16:18:12.553069+00', '2', 'ca3da4e3-8a9a-46ea-bc82-657a494c0aee', E'\\x000000347761e089013f84a16ecf00066144681b48d2a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131300000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d3cb-7abf-ac9b-f27a53b6af57', '1', '2026-11-27 16:18:12.556051+00', '2', '03835aff-aaae-432b-83e7-c029755b76e0', E'\\x0000003417023af9013f84a16ecf00066144681b3c8fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313033000000750256adbb010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410ac2096bafca2c02997a63a00b2bbeaf4a16c01a162a36f6c64a17891d92430316132316463632d643363352d373339622d396534302d303439366537383661646265a16591030000005d279a74d7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a6620e23bbed4a82a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-d3cb-7abf-ac9b-f27a53b6af57', '3', '2026-11-27 16:18:12.556051+00', '1', '03835aff-aaae-432b-83e7-c029755b76e0', E'\\x000000178bd251b6013f83a16ecf00066144681b401da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dcc-d3cb-7abf-ac9b-f27a53b6af57', '4', '2026-11-27 16:18:12.556051+00', '1', '03835aff-aaae-432b-83e7-c029755b76e0', E'\\x0000001a1c947272013f84a16ecf00066144681b541da16c01a162a36f6c64a16fc30000002fdce39e2d014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21dccd3c5739b9e400496e786adbe');
INSERT INTO reprise.event VALUES ('01a21dcc-d3cb-7abf-ac9b-f27a53b6af57', '5', '2026-11-27 16:18:12.559173+00', '1', '1cbde49d-7829-4bf9-9168-2284094a19a5', E'\\x000000174aa78b99013f83a16ecf00066144681b60b6a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dcc-d3eb-774f-86b7-b3fb27633674', '1', '2026-11-27 16:18:12.587989+00', '2', '5719640c-1693-4889-a0f6-b39a97935ab4', E'\\x0000003427233b05013f84a16ecf00066144681bd074a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134330000004c18ceb133010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c4105388e00e751f9840622c6bc342ec1b3fa16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21dcc-dfb1-768a-b158-0a6929f0224e', '1', '2026-11-27 16:18:15.601903+00', '1', 'ea04e688-dd2c-47ce-bee2-570b05889a51', E'\\x0000001a9bda7b35013f84a16ecf000661446849ceefa16c01a162a36f6c64a16fc300000054457c0b30010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c41031c8843793078522e86e97fdd9a181bca16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21dcc-d380-7aa2-9eb1-8a007971425c', '1', '0', '2026-11-27 16:18:15.599755+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '2', '0', '2026-11-27 16:18:15.601299+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21dcc-d3c4-7453-a990-36524e8905f7', '1', '0', '2026-11-27 16:18:12.574429+00', '7', '818f25fd-0d46-44ff-a032-a21db7a490fa', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21dcc-d3c4-7453-a990-36524e8905f7', '2', '0', '2026-11-27 16:18:12.576322+00', '1', '16b8ea18-3ea0-415e-9b0b-19812ffa56c1', E'\\x0000004f42d7de9b010683a16da7617070726f7665a169d92431366238656131382d336561302d343135652d396230622d313938313266666135366331a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', 'cf060d8f-cdf3-4c87-906e-064a1d803e09', '1', '2026-11-27 16:18:12.258788+00', E'\\xae816bdddba14dd79228b7d450df158a41bce8013ce34094b6be418103538361');
INSERT INTO reprise.outbox VALUES ('01a21dcc-d3eb-774f-86b7-b3fb27633674', '2', '2', NULL, '0', '2026-11-27 16:18:12.587989+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d7eca0cc2010683a16da7617070726f7665a169d92630316132316463632d643365622d373734662d383662372d6233666232373633333637342f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('542038df-68ad-418f-b96e-372534f218ad', '2026-11-27 16:18:15.606625+00', '01a21dcc-d381-7539-8eee-2ef9813f3b52', '1', 'false', 'default', 'requested', 'c44f3752-9c88-407d-87cc-74ff3ed1b6be', E'\\x0000004c18c8ac88010683a16da7617070726f7665a169d92463343466333735322d396338382d343037642d383763632d373466663365643162366265a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21dcc-d36d-7314-b217-d7b9e7add651', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '3ae5c38a-880a-4dc7-a2f1-94e792ef5064', '01a21dcc-d36d-7314-b217-d7b9e7add651', NULL, NULL, '2026-11-27 16:18:12.464076+00', '2026-11-27 16:18:12.47579+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d371-7055-a147-237fb78d1534', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'acf50c46-f6fd-46a0-aefb-52ea95f6e261', '01a21dcc-d371-7055-a147-237fb78d1534', NULL, NULL, '2026-11-27 16:18:12.47125+00', '2026-11-27 16:18:12.47125+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d37b-79be-9ffe-08531de18dcc', '4', 'false', '3028630786', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '34409538-28d9-433e-8e42-38b60e366a16', '01a21dcc-d37b-79be-9ffe-08531de18dcc', NULL, NULL, '2026-11-27 16:18:12.476452+00', '2026-11-27 16:18:12.580643+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d37d-7543-9067-41be2531b8a3', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', 'ab394e9a-f8c5-41fd-92b6-1c027c3ecb99', '01a21dcc-d37d-7543-9067-41be2531b8a3', NULL, NULL, '2026-11-27 16:18:12.478632+00', '2026-11-27 16:18:12.581628+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d37e-7461-b77a-478ca705af78', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '8a59c68d-da53-48fc-a43d-fb560ccb6994', '01a21dcc-d37e-7461-b77a-478ca705af78', NULL, NULL, '2026-11-27 16:18:12.479706+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d380-7aa2-9eb1-8a007971425c', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', 'f5ce7114-2a87-49a9-a1b3-2d0e88ede7cf', '01a21dcc-d380-7aa2-9eb1-8a007971425c', NULL, NULL, '2026-11-27 16:18:12.480766+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d381-7539-8eee-2ef9813f3b52', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', 'ca3a7042-4c0e-4029-b72e-d555bf902a34', '01a21dcc-d381-7539-8eee-2ef9813f3b52', NULL, NULL, '2026-11-27 16:18:12.481846+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d382-7b55-85bd-a9eb7b26a43e', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', 'cb51b349-f696-43a9-9e54-95f4f2f7f114', '01a21dcc-d382-7b55-85bd-a9eb7b26a43e', NULL, NULL, '2026-11-27 16:18:12.482807+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d383-7959-bfbb-8c765284c6f7', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '5aafbb93-03a2-4949-8eac-70f441780d3a', '01a21dcc-d383-7959-bfbb-8c765284c6f7', NULL, NULL, '2026-11-27 16:18:12.483776+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T17:18:12.483546Z (golden.sleeper runs.go:95)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d385-71f0-8eca-e2f51aafc754', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '77bb2ef4-c4f4-41f1-aee1-28faf2d3a82f', '01a21dcc-d385-71f0-8eca-e2f51aafc754', NULL, NULL, '2026-11-27 16:18:12.485635+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T16:18:12.485411Z (golden.both runs.go:116)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d386-7681-9bff-cb23a265859d', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'df537557-b3c7-49e7-a293-424469f8486d', '01a21dcc-d386-7681-9bff-cb23a265859d', NULL, NULL, '2026-11-27 16:18:12.487406+00', NULL, '2026-11-27 16:18:13.490782+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21dcc-d386-7681-9bff-cb23a265859d: workflow code panicked at golden.Bindings.func5 runs.go:68: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe21ac0?, 0x260e71c68110?, 0xc0?}, {0x260e7189b930?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:68 +0x65', NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d387-7271-a618-5e72d6da4e45', '1', 'false', '3059248887', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '07d6d45d-c5d4-4a39-a1a5-04f27e216bda', '01a21dcc-d387-7271-a618-5e72d6da4e45', NULL, NULL, '2026-11-27 16:18:12.493131+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:130)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d387-7f32-8679-c472311a8b89', '2', 'false', '4119903152', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b9ebc2ab-8431-4918-92bb-0ef5971ef759', '01a21dcc-d387-7f32-8679-c472311a8b89', '01a21dcc-d387-7271-a618-5e72d6da4e45', '2', '2026-11-27 16:18:12.500965+00', '2026-11-27 16:18:12.526056+00', NULL, 'default', 'parent/2-311a8b89', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d387-7fb7-98f7-6de3e0939726', '1', 'false', '4119903152', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '816b4983-8d02-4462-bfe6-de9b790e13f5', '01a21dcc-d387-7fb7-98f7-6de3e0939726', '01a21dcc-d387-7271-a618-5e72d6da4e45', '3', '2026-11-27 16:18:12.500965+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d38f-72de-a9bb-1d6ee8ed7b7e', '1', 'false', '3270993832', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '8d05e500-9d94-4db8-a12d-525e91c2bed3', '01a21dcc-d38f-7310-8ad9-307eb3140e77', NULL, NULL, '2026-11-27 16:18:12.521965+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:139)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d38f-7310-8ad9-307eb3140e77', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'd9650df2-9bfa-4e2b-9b51-ac2364b0434a', '01a21dcc-d38f-7310-8ad9-307eb3140e77', NULL, NULL, '2026-11-27 16:18:12.4982+00', '2026-11-27 16:18:12.4982+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d38f-7723-aa23-2f0de0371e77', '6', 'false', '4119903152', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '618ad79d-613c-4399-a7dd-cb67b2902f32', '01a21dcc-d38f-7310-8ad9-307eb3140e77', NULL, NULL, '2026-11-27 16:18:12.4982+00', '2026-11-27 16:18:12.521965+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d393-7a65-9bd5-baede10c5757', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '8683bd5b-f82c-4016-b131-fdd2d6837602', '01a21dcc-d393-7a65-9bd5-baede10c5757', NULL, NULL, '2026-11-27 16:18:12.502645+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:77)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d39e-7ae3-99c7-704b36294aba', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '52a02dd1-03c7-4d81-ae6f-ffda5f1c9aea', '01a21dcc-d39e-7ae3-99c7-704b36294aba', NULL, NULL, '2026-11-27 16:18:12.537736+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:79)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d3ba-78ec-8474-20da94415f3b', '1', 'false', '2137284905', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '582a201c-a326-4fcf-bd68-8b606f4597e3', '01a21dcc-d3ba-78ec-8474-20da94415f3b', NULL, NULL, '2026-11-27 16:18:12.541345+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:159)', NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]');
INSERT INTO reprise.run VALUES ('01a21dcc-d3c4-7453-a990-36524e8905f7', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '7a1d4a64-7f64-4eaa-bde0-f082a2506f71', '01a21dcc-d3c4-7453-a990-36524e8905f7', NULL, NULL, '2026-11-27 16:18:12.548831+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', 'paused', NULL, 'paused by operator: to be kept', NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d3c5-739b-9e40-0496e786adbe', '2', 'false', '480279673', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', 'ca3da4e3-8a9a-46ea-bc82-657a494c0aee', '01a21dcc-d3c5-739b-9e40-0496e786adbe', NULL, NULL, '2026-11-27 16:18:12.550404+00', '2026-11-27 16:18:12.553069+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d3cb-7abf-ac9b-f27a53b6af57', '1', 'false', '3992786476', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '1cbde49d-7829-4bf9-9168-2284094a19a5', '01a21dcc-d3cb-7abf-ac9b-f27a53b6af57', NULL, NULL, '2026-11-27 16:18:12.556051+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-d3eb-774f-86b7-b3fb27633674', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '0abb3959-d713-4fff-a75e-edec5ff1c113', '5719640c-1693-4889-a0f6-b39a97935ab4', '01a21dcc-d3eb-774f-86b7-b3fb27633674', NULL, NULL, '2026-11-27 16:18:12.587989+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:143)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dcc-dfb1-768a-b158-0a6929f0224e', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'ea04e688-dd2c-47ce-bee2-570b05889a51', '01a21dcc-dfb1-768a-b158-0a6929f0224e', NULL, NULL, '2026-11-27 16:18:15.601903+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21dcc-d383-7959-bfbb-8c765284c6f7', '2', '2026-11-27 17:18:12.483546+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21dcc-d385-71f0-8eca-e2f51aafc754', '2', '2026-11-28 16:18:12.485411+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21dcc-d327-7014-b54d-3ab04163dbf5', '2026-11-27 16:18:12.443311+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21dcc-d33c-7adf-bfe9-b646fbf53e65', '2026-11-27 16:18:12.443311+00', '0', 'default', 'removed-2');
