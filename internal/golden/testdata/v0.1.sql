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
  created_at      timestamptz NOT NULL
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
  block_text    text
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

INSERT INTO "reprise".meta (one, version, compatible_from, cluster_id, epoch, created_at) VALUES (1, 1, 1, gen_random_uuid(), 1, now());

-- Rows.
DELETE FROM reprise.meta;
INSERT INTO reprise.activity VALUES ('01a21c71-ccbf-7d39-80bd-10ab79942c64', '2', '2026-11-27 09:59:09.776443+00', '2026-11-27 09:59:09.776443+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066e8a0df7e011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf45cca1b91e854c75', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21c71-ccd8-7f67-bb71-13abaa68a519', '2', '2026-11-27 09:59:09.842823+00', '2026-11-27 11:13:22.136215+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065aafd3a74011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3da5f26de176e40ac', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.dispatch VALUES ('01a21c71-cc9f-751c-b38f-c126181fa895', '2026-11-27 09:59:12.913652+00', NULL, '2026-11-27 09:59:14.163652+00', NULL, NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21c71-ccb0-7e76-ad37-50ca77166f7f', '2026-11-27 09:59:09.750108+00', '2026-11-27 09:59:10.750108+00', '2026-11-27 09:59:11.000108+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21c71-d913-7b86-9d01-dcec3abc638f', '2026-11-27 09:59:12.915663+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21c71-cc76-72e7-8d27-d54025d8331c', '1', '2026-11-27 09:59:09.699681+00', '2', '6ea08e76-50d4-4d75-b21c-9db5adcb5f9d', E'\\x000000325595df64013f84a16ecf0006613f1c86e0c7a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a3830000000466f5da312010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4101cb638c62af6531a9a3f8ff68b7fa024a16c01a162a36f6c640000005d45ef9103011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6ea08e7650d44d75a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc76-72e7-8d27-d54025d8331c', '3', '2026-11-27 09:59:09.701137+00', '2', '3dcdfa6f-aab4-40f5-a501-3d2acaef3f4b', E'\\x00000032221c15e8013f84a16ecf0006613f1c86e5d6a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d453911ec011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3dcdfa6faab440f5a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc76-72e7-8d27-d54025d8331c', '5', '2026-11-27 09:59:09.70174+00', '2', '3047e816-6f8e-4a15-b297-5842d0ce06e7', E'\\x00000032efe2708e013f84a16ecf0006613f1c86e98fa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d3c3a3eae011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3047e8166f8e4a15a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc76-72e7-8d27-d54025d8331c', '7', '2026-11-27 09:59:09.702199+00', '3', 'b3a9e198-a6a3-468b-b7fb-ba419ddca53b', E'\\x000000323d68c5df013f84a16ecf0006613f1c86eb67a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc84-7b9b-9602-36446dca71c9', '1', '2026-11-27 09:59:09.704589+00', '2', '1c42b12f-4d3f-42b4-b525-d8f948d8494b', E'\\x000000172587aa87013f83a16ecf0006613f1c86f04fa16c01a162a36f6c64000000444de23938010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410fe7e4b2f24968574df2d610e60b76a05a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21c71-cc8c-7b17-9346-905e94edac56', '1', '2026-11-27 09:59:09.709648+00', '2', 'b81d1b89-b0d0-4bd3-b8f3-6113ed8353ed', E'\\x000000330b39d8c3013f84a16ecf0006613f1c870829a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a3938000000501347cca7010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c4107a7d1bd04b534f9b50076ba213490774a16c01a162a36f6c640000005da78591fd011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b81d1b89b0d04bd3a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc8c-7b17-9346-905e94edac56', '3', '2026-11-27 09:59:09.710375+00', '1', '8c8dda9a-22bf-4c5f-86d9-0756e566d7ed', E'\\x000000173530859d013f83a16ecf0006613f1c870ae9a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-cc8c-7b17-9346-905e94edac56', '4', '2026-11-27 09:59:09.864667+00', '2', '52bc5fa2-9b31-4690-87b9-281ada919f1e', E'\\x00000034d88a6aaa013f84a16ecf0006613f1c895b53a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc8e-7f6e-ab39-9e193f7bab5c', '1', '2026-11-27 09:59:09.722926+00', '2', '99e5dd3d-1d60-4764-9bfd-8be6df9135a5', E'\\x000000331570ad7d013f84a16ecf0006613f1c873b43a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000052f2d2d590010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c41062cb9b6c99f76e4beb6ebfcac487b449a16c01a162a36f6c640000005d837b1097011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d399e5dd3d1d604764a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc8e-7f6e-ab39-9e193f7bab5c', '3', '2026-11-27 09:59:09.723896+00', '1', '8fef9d93-28ce-45dc-89fd-0b737225e7d0', E'\\x00000017e4c4c458013f83a16ecf0006613f1c873f9aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-cc8e-7f6e-ab39-9e193f7bab5c', '4', '2026-11-27 09:59:09.866636+00', '1', '15f713e7-7757-4b6e-bf29-934beddaadfd', E'\\x00000017596155b3013f83a16ecf0006613f1c895eb0a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21c71-cc9b-73ae-a721-333414c69850', '1', '2026-11-27 09:59:09.726894+00', '2', '940d20c3-078d-406d-a8c7-eb73e10188cf', E'\\x0000003309da4b73013f84a16ecf0006613f1c874b43a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004cb83e87dc010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c41024b9d27d0caeb892ec8fff916742f62ba16c01a162a36f6c640000005df6475bda011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3940d20c3078d406da14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc9b-73ae-a721-333414c69850', '3', '2026-11-27 09:59:09.727945+00', '1', '1155c71e-fa47-4655-954a-91dfb30c088d', E'\\x000000176e966fc7013f83a16ecf0006613f1c874f72a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-cc9f-751c-b38f-c126181fa895', '1', '2026-11-27 09:59:09.728535+00', '2', 'a56f9c46-cd6c-4df7-a6cd-b8608d35bab2', E'\\x00000033fc35c18c013f84a16ecf0006613f1c875248a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004a3fb82bfe010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c41003d212ba0bdab0e682f178080b8abc2ea16c01a162a36f6c640000005db249b34c011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a56f9c46cd6c4df7a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cc9f-751c-b38f-c126181fa895', '3', '2026-11-27 09:59:09.7293+00', '1', '93fcba5b-2eff-4f60-8cf6-f0ccc00ad22b', E'\\x00000017e85b69ac013f83a16ecf0006613f1c875458a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-cca0-7450-935d-088c2c249b74', '1', '2026-11-27 09:59:09.729826+00', '2', '3bce212d-3027-4616-b938-357b83c422d0', E'\\x00000033f4d647c3013f84a16ecf0006613f1c87572da16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000050cc58955a010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c41031729ad9890a89fb3308f4b1ec98eae6a16c01a162a36f6c640000005d88fa563d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3bce212d30274616a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cca0-7450-935d-088c2c249b74', '3', '2026-11-27 09:59:09.730668+00', '1', '95f74d0b-09c7-4f0f-a57f-157907faa609', E'\\x0000001734d54e74013f83a16ecf0006613f1c87598fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-cca2-709f-b970-db0ffd248402', '1', '2026-11-27 09:59:09.73126+00', '2', '47d4bddf-0c06-4fc0-a1c9-9119e826b3ef', E'\\x0000003303a1b835013f84a16ecf0006613f1c875cbea16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004e5f14ccf6010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410a5c81333e00b2b9141ee59d349d81fc9a16c01a162a36f6c640000005d3663f952011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf47d4bddf0c064fc0a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cca2-709f-b970-db0ffd248402', '3', '2026-11-27 09:59:09.731955+00', '1', '2473591e-b8d8-4833-bc9f-2731a8767853', E'\\x0000001736534069013f83a16ecf0006613f1c875ef7a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-cca3-7316-8769-44d01ff731ff', '1', '2026-11-27 09:59:09.732583+00', '2', 'a72e5f6c-c88b-4bc3-bece-d70fd2d0e1bb', E'\\x00000034182a32b9013f84a16ecf0006613f1c8761a5a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39300000004f546ace13010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c4104be5d63e1afeb73cc5a8c6237d1a85d2a16c01a162a36f6c640000001106d3e764011282a164cf0006613ff31b05a5a14000');
INSERT INTO reprise.event VALUES ('01a21c71-cca6-7530-9698-01449b382dbd', '1', '2026-11-27 09:59:09.742969+00', '2', 'ece33096-48cf-42b9-9cd3-cb25a8277b8e', E'\\x00000032cd7f62f3013f84a16ecf0006613f1c878862a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313100000044c190288f010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c41007d78d27241b4c0a3fe76863517d04a2a16c01a162a36f6c640000001137adeed2011282a164cf000661533a5ee862a14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccb0-7e76-ad37-50ca77166f7f', '1', '2026-11-27 09:59:09.745257+00', '1', 'f232cb13-f8e8-47ce-b14b-8391844e69db', E'\\x0000001a9e510167013f84a16ecf0006613f1c879076a16c01a162a36f6c64a16fc300000050ba7a6162010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410100dfb7803be175ada8080029174a329a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-7491-8467-038d358b6a79', '1', '2026-11-27 09:59:09.746961+00', '3', '66fba375-77b3-4ece-8e66-fb8e8c861c41', E'\\x0000004e3c886c22013f84a16ecf0006613f1c87996da16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313139b9676f6c64656e2e706172656e742072756e732e676f3a3132300000004a392210ba010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410459936058b8df8c93841dfc33f48ac07a16c01a162a36f6c64000000482f0d234b011985a177a57374657073a169b1706172656e742f322d3331323835636637a16ec41001a21c71ccb17878be1bfcd431285cf7a17082a165a76d73677061636ba164c40102a140000000004d6e8701bd011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21c71ccb175efac58c93241c7f8afa17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-7491-8467-038d358b6a79', '4', '2026-11-27 09:59:09.862721+00', '1', '48e83958-89a7-4734-95a6-8483b2bad2fb', E'\\x000000174845ba70013f83a16ecf0006613f1c895537a16c01a162a36f6c640000002f8c09867f010984a16302a16ec41001a21c71ccb17878be1bfcd431285cf7a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-75ef-ac58-c93241c7f8af', '1', '2026-11-27 09:59:09.755068+00', '1', '51edeed5-f5c8-48c9-b9be-83e796615e17', E'\\x0000001ab0a8f3c6013f84a16ecf0006613f1c87996da16c01a162a36f6c64a16fc30000006a1b92adb7010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c41028ab9a7bf5ff8f01537025ce2087e346a16c01a162a36f6c64a161c41001a21c71ccb174918467038d358b6a79a17103a16401');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-75ef-ac58-c93241c7f8af', '2', '2026-11-27 09:59:09.784981+00', '1', '410260b5-fb94-4b03-ba0c-8034ffbe7546', E'\\x0000003338978cea013f84a16ecf0006613f1c87fac2a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000005d294ef15d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf410260b5fb944b03a14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-75ef-ac58-c93241c7f8af', '3', '2026-11-27 09:59:09.827233+00', '1', '5092ce9d-b80a-4ab1-826f-2afd41b8e660', E'\\x00000017bb6b9477013f83a16ecf0006613f1c88464ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-7878-be1b-fcd431285cf7', '1', '2026-11-27 09:59:09.755068+00', '1', 'f4e5976b-f042-439a-9a9d-8eb15984145f', E'\\x0000001ab0a8f3c6013f84a16ecf0006613f1c87996da16c01a162a36f6c64a16fc300000068ff32df61010189a177a57374657073a169b1706172656e742f322d3331323835636637a17082a165a76d73677061636ba164c40102a173c410d6b8a616513a1191367f7aadc04d338ba16c01a162a36f6c64a161c41001a21c71ccb174918467038d358b6a79a17102a16401');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-7878-be1b-fcd431285cf7', '2', '2026-11-27 09:59:09.793878+00', '1', 'a260d7d3-34ca-432b-b6ef-1085199ab235', E'\\x000000324af7b576013f84a16ecf0006613f1c883cdaa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000005d89b94b4c011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a260d7d334ca432ba14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-7878-be1b-fcd431285cf7', '3', '2026-11-27 09:59:09.842823+00', '2', '92493bb0-49d6-46b4-8e7b-33dd3a198ba1', E'\\x0000003246d7c45a013f84a16ecf0006613f1c8881e0a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d791a2c66011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d392493bb049d646b4a14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccb1-7878-be1b-fcd431285cf7', '5', '2026-11-27 09:59:09.84864+00', '3', '0f5756a7-f91f-4f07-bad8-96f0bb16330c', E'\\x000000322e769c42013f84a16ecf0006613f1c892595a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccb5-70ff-b374-fc11d06edffb', '1', '2026-11-27 09:59:09.784981+00', '1', 'cd4c00d4-eab2-41c4-b837-37d907e5db04', E'\\x0000001af29dcece013f84a16ecf0006613f1c880463a16c01a162a36f6c64a16fc30000006df07756af010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410aa5a09a085f294bbf898be06a0d67933a16c01a162a36f6c64a163c41001a21c71ccb5799fbc0da7361170709aa176c41001a21c71ccb57e99bcc2a9304c9d20c6a16e02');
INSERT INTO reprise.event VALUES ('01a21c71-ccb5-70ff-b374-fc11d06edffb', '2', '2026-11-27 09:59:09.827233+00', '1', 'a1db531d-173b-4d7b-b044-d7a2a39b2420', E'\\x0000001775edaf83013f83a16ecf0006613f1c8848c2a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21c71-ccb5-799f-bc0d-a7361170709a', '1', '2026-11-27 09:59:09.755068+00', '2', '38fd8a6a-0c0a-4cc6-adfc-caa49cff5dde', E'\\x00000033fe7f49c8013f84a16ecf0006613f1c87b10fa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333200000042ecd59185010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c4105572d180c286ab4b197c0c00da02cc1aa16c01a162a36f6c64000000348695d427011884a16ec41001a21c71ccb57e99bcc2a9304c9d20c6a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccb5-7e99-bcc2-a9304c9d20c6', '1', '2026-11-27 09:59:09.755068+00', '1', '013944ab-2483-4729-95bf-3963ad41118d', E'\\x0000001ad4cd79fe013f84a16ecf0006613f1c87b10fa16c01a162a36f6c64a16fc30000006d20f40f86010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c410922ae04ce8cc577a6e41e69022d49c4ba16c01a162a36f6c64a163c41001a21c71ccb5799fbc0da7361170709aa176c41001a21c71ccb5799fbc0da7361170709aa16e01');
INSERT INTO reprise.event VALUES ('01a21c71-ccb5-7e99-bcc2-a9304c9d20c6', '2', '2026-11-27 09:59:09.784981+00', '1', '575282ae-9cbf-4481-ab8f-fd9c7324de5c', E'\\x0000003367c9441e013f84a16ecf0006613f1c880463a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a3133320000003465bbe485011884a16ec41001a21c71ccb570ffb374fc11d06edffba177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccbf-7d39-80bd-10ab79942c64', '1', '2026-11-27 09:59:09.776443+00', '2', '45cca1b9-1e85-4c75-80ff-c4aa0b6faaf8', E'\\x0000003ce226b31f013f84a16ecf0006613f1c87d854a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a3732000000440b75c13e010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41085398c634614745967460f6189c6247da16c01a162a36f6c640000006951e51656011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf45cca1b91e854c75a14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccd8-7f67-bb71-13abaa68a519', '1', '2026-11-27 09:59:09.793878+00', '2', 'da5f26de-176e-40ac-926a-6e2bf31de24e', E'\\x0000003cb9064d89013f84a16ecf0006613f1c883dbba16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a373400000050369ac54b010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c4104af6e510a6b70360eba4b0c2a8e59629a16c01a162a36f6c640000006859961f00011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3da5f26de176e40aca14000');
INSERT INTO reprise.event VALUES ('01a21c71-ccd8-7f67-bb71-13abaa68a519', '3', '2026-11-27 09:59:09.842823+00', '1', '1f8b6429-93cb-42a8-8cd6-c519228398c3', E'\\x000000173bfb29a8013f83a16ecf0006613f1c888312a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21c71-cd37-74e4-8282-34eda07258f3', '1', '2026-11-27 09:59:09.880853+00', '2', '7aa110f4-78c8-4b76-9763-6f94e9960376', E'\\x00000034a2846c60013f84a16ecf0006613f1c89a3e6a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3133380000004ca9527cb9010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410087d93c73a5f8b7aaa526fe5089c15baa16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21c71-d913-7b86-9d01-dcec3abc638f', '1', '2026-11-27 09:59:12.915663+00', '1', '9bc84f17-77c6-4bda-adb0-d6498a0fdefb', E'\\x0000001a211b29ba013f84a16ecf0006613f1cb7f4cfa16c01a162a36f6c64a16fc3000000546534bd8d010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410cf82c9e3785c74287fe14d0de96bd8eea16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21c71-cc9f-751c-b38f-c126181fa895', '1', '0', '2026-11-27 09:59:12.913652+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '5e89c073-1f7c-40cd-96d9-8c64415e0e04', '1', '2026-11-27 09:59:09.276422+00');
INSERT INTO reprise.outbox VALUES ('01a21c71-cd37-74e4-8282-34eda07258f3', '2', '2', NULL, '0', '2026-11-27 09:59:09.880853+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d41d342fc010683a16da7617070726f7665a169d92630316132316337312d636433372d373465342d383238322d3334656461303732353866332f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('bf660b61-4762-4ae9-b774-c58f624843fa', '2026-11-27 09:59:12.931681+00', '01a21c71-cca0-7450-935d-088c2c249b74', '1', 'false', 'default', 'requested', '85bcb3c9-8751-4a2e-a0ec-66ecc1b329dd', E'\\x0000004cd9bbef1c010683a16da7617070726f7665a169d92438356263623363392d383735312d346132652d613065632d363665636331623332396464a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21c71-cc76-72e7-8d27-d54025d8331c', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b3a9e198-a6a3-468b-b7fb-ba419ddca53b', '01a21c71-cc76-72e7-8d27-d54025d8331c', NULL, NULL, '2026-11-27 09:59:09.699681+00', '2026-11-27 09:59:09.702199+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cc84-7b9b-9602-36446dca71c9', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '1c42b12f-4d3f-42b4-b525-d8f948d8494b', '01a21c71-cc84-7b9b-9602-36446dca71c9', NULL, NULL, '2026-11-27 09:59:09.704589+00', '2026-11-27 09:59:09.704589+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cc8c-7b17-9346-905e94edac56', '4', 'false', '2371718607', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '52bc5fa2-9b31-4690-87b9-281ada919f1e', '01a21c71-cc8c-7b17-9346-905e94edac56', NULL, NULL, '2026-11-27 09:59:09.709648+00', '2026-11-27 09:59:09.864667+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cc8e-7f6e-ab39-9e193f7bab5c', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '15f713e7-7757-4b6e-bf29-934beddaadfd', '01a21c71-cc8e-7f6e-ab39-9e193f7bab5c', NULL, NULL, '2026-11-27 09:59:09.722926+00', '2026-11-27 09:59:09.866636+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cc9b-73ae-a721-333414c69850', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '1155c71e-fa47-4655-954a-91dfb30c088d', '01a21c71-cc9b-73ae-a721-333414c69850', NULL, NULL, '2026-11-27 09:59:09.726894+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cc9f-751c-b38f-c126181fa895', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '93fcba5b-2eff-4f60-8cf6-f0ccc00ad22b', '01a21c71-cc9f-751c-b38f-c126181fa895', NULL, NULL, '2026-11-27 09:59:09.728535+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cca0-7450-935d-088c2c249b74', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '95f74d0b-09c7-4f0f-a57f-157907faa609', '01a21c71-cca0-7450-935d-088c2c249b74', NULL, NULL, '2026-11-27 09:59:09.729826+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cca2-709f-b970-db0ffd248402', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '2473591e-b8d8-4833-bc9f-2731a8767853', '01a21c71-cca2-709f-b970-db0ffd248402', NULL, NULL, '2026-11-27 09:59:09.73126+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cca3-7316-8769-44d01ff731ff', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', 'a72e5f6c-c88b-4bc3-bece-d70fd2d0e1bb', '01a21c71-cca3-7316-8769-44d01ff731ff', NULL, NULL, '2026-11-27 09:59:09.732583+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T10:59:09.732261Z (golden.sleeper runs.go:90)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cca6-7530-9698-01449b382dbd', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', 'ece33096-48cf-42b9-9cd3-cb25a8277b8e', '01a21c71-cca6-7530-9698-01449b382dbd', NULL, NULL, '2026-11-27 09:59:09.742969+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T09:59:09.742178Z (golden.both runs.go:111)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccb0-7e76-ad37-50ca77166f7f', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'f232cb13-f8e8-47ce-b14b-8391844e69db', '01a21c71-ccb0-7e76-ad37-50ca77166f7f', NULL, NULL, '2026-11-27 09:59:09.745257+00', NULL, '2026-11-27 09:59:10.750108+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21c71-ccb0-7e76-ad37-50ca77166f7f: workflow code panicked at golden.Bindings.func5 runs.go:64: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xddd420?, 0x1ad06c0d3780?, 0x20?}, {0x1ad06c0a17a0?, 0x7?})
	/tmp/w/format/internal/golden/runs.go:64 +0x65');
INSERT INTO reprise.run VALUES ('01a21c71-ccb1-7491-8467-038d358b6a79', '1', 'false', '2561807635', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '48e83958-89a7-4734-95a6-8483b2bad2fb', '01a21c71-ccb1-7491-8467-038d358b6a79', NULL, NULL, '2026-11-27 09:59:09.746961+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:125)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccb1-75ef-ac58-c93241c7f8af', '1', 'false', '1778109496', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '5092ce9d-b80a-4ab1-826f-2afd41b8e660', '01a21c71-ccb1-75ef-ac58-c93241c7f8af', '01a21c71-ccb1-7491-8467-038d358b6a79', '3', '2026-11-27 09:59:09.755068+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccb1-7878-be1b-fcd431285cf7', '2', 'false', '1778109496', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '0f5756a7-f91f-4f07-bad8-96f0bb16330c', '01a21c71-ccb1-7878-be1b-fcd431285cf7', '01a21c71-ccb1-7491-8467-038d358b6a79', '2', '2026-11-27 09:59:09.755068+00', '2026-11-27 09:59:09.84864+00', NULL, 'default', 'parent/2-31285cf7', 'steps', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccb5-70ff-b374-fc11d06edffb', '1', 'false', '3279510635', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', 'a1db531d-173b-4d7b-b044-d7a2a39b2420', '01a21c71-ccb5-799f-bc0d-a7361170709a', NULL, NULL, '2026-11-27 09:59:09.784981+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:134)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccb5-799f-bc0d-a7361170709a', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '38fd8a6a-0c0a-4cc6-adfc-caa49cff5dde', '01a21c71-ccb5-799f-bc0d-a7361170709a', NULL, NULL, '2026-11-27 09:59:09.755068+00', '2026-11-27 09:59:09.755068+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccb5-7e99-bcc2-a9304c9d20c6', '6', 'false', '1778109496', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '575282ae-9cbf-4481-ab8f-fd9c7324de5c', '01a21c71-ccb5-799f-bc0d-a7361170709a', NULL, NULL, '2026-11-27 09:59:09.755068+00', '2026-11-27 09:59:09.784981+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccbf-7d39-80bd-10ab79942c64', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '45cca1b9-1e85-4c75-80ff-c4aa0b6faaf8', '01a21c71-ccbf-7d39-80bd-10ab79942c64', NULL, NULL, '2026-11-27 09:59:09.776443+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:72)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-ccd8-7f67-bb71-13abaa68a519', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '1f8b6429-93cb-42a8-8cd6-c519228398c3', '01a21c71-ccd8-7f67-bb71-13abaa68a519', NULL, NULL, '2026-11-27 09:59:09.793878+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:74)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-cd37-74e4-8282-34eda07258f3', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ead5b704-0231-4d54-81e9-ab7ebb389860', '7aa110f4-78c8-4b76-9763-6f94e9960376', '01a21c71-cd37-74e4-8282-34eda07258f3', NULL, NULL, '2026-11-27 09:59:09.880853+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:138)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21c71-d913-7b86-9d01-dcec3abc638f', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '9bc84f17-77c6-4bda-adb0-d6498a0fdefb', '01a21c71-d913-7b86-9d01-dcec3abc638f', NULL, NULL, '2026-11-27 09:59:12.915663+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21c71-cca3-7316-8769-44d01ff731ff', '2', '2026-11-27 10:59:09.732261+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21c71-cca6-7530-9698-01449b382dbd', '2', '2026-11-28 09:59:09.742178+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21c71-cbfb-7bad-9ce8-8b7072c518a5', '2026-11-27 09:59:09.651443+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21c71-cc38-7930-99bc-b1015a13a7dd', '2026-11-27 09:59:09.651443+00', '0', 'default', 'removed-2');
