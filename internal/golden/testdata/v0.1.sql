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
INSERT INTO reprise.activity VALUES ('01a21dfe-816d-7766-a241-53e4d86390b1', '2', '2026-11-27 17:12:28.273185+00', '2026-11-27 17:12:28.273185+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x000000665ef20ad1011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf38cf2d94446b4196', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21dfe-817a-76f0-b510-0b7a32c4f127', '2', '2026-11-27 17:12:28.288513+00', '2026-11-27 17:12:28.288513+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x00000068a5b98397011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf179282b1ac2341c5', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21dfe-8183-7805-b026-4851fa3c12ee', '2', '2026-11-27 17:12:28.296531+00', '2026-11-27 18:19:20.328333+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x000000650913fe09011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3a0e77c704b75426a', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '2026-11-27 17:12:28.29863+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '2026-11-27 17:12:28.29863+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '2026-11-27 17:12:28.29863+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '2026-11-27 17:12:28.29863+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21dfe-8152-74ed-af31-abb11dc9d957', '2026-11-27 17:12:31.38314+00', NULL, '2026-11-27 17:12:32.63314+00', NULL, NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21dfe-815a-7d9c-8de3-9a3d19dbf217', '2026-11-27 17:12:28.254996+00', '2026-11-27 17:12:29.254996+00', '2026-11-27 17:12:29.504996+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '2026-11-27 17:12:31.384705+00', NULL, '2026-11-27 17:12:32.634705+00', NULL, NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21dfe-81a4-7663-ad33-f486b17a5a08', '2026-11-27 17:12:28.346503+00', NULL, '2026-11-27 17:12:29.596503+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21dfe-8d99-7e65-af72-caba68d74fcc', '2026-11-27 17:12:31.3857+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21dfe-8141-785f-aba2-4027c055af71', '1', '2026-11-27 17:12:28.226816+00', '2', '53c7de53-41e5-4d25-acc8-031d2a73e6fa', E'\\x000000323caf5bdd013f84a16ecf000661452a28ea7fa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a3837000000462261e512010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4106e1215b74fca856d6fcd89192968461aa16c01a162a36f6c640000005d4b47530e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf53c7de5341e54d25a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8141-785f-aba2-4027c055af71', '3', '2026-11-27 17:12:28.227483+00', '2', '759f2797-485f-4b34-b1af-68ed194e3e1a', E'\\x0000003219c8a481013f84a16ecf000661452a28eee8a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005dc4ed1467011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf759f2797485f4b34a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8141-785f-aba2-4027c055af71', '5', '2026-11-27 17:12:28.229057+00', '2', 'fa46d8c8-61ce-463b-8af0-08e3f8397e32', E'\\x0000003295b5b469013f84a16ecf000661452a28f215a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d87de1554011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3fa46d8c861ce463ba14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8141-785f-aba2-4027c055af71', '7', '2026-11-27 17:12:28.237581+00', '3', '2e08dd57-6312-49cf-ba5b-2d0d89fb0bd5', E'\\x0000003249c34d9b013f84a16ecf000661452a28f7aca16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8144-7de0-9dd8-57147d438a40', '1', '2026-11-27 17:12:28.231846+00', '2', 'a0a87f6c-ecd7-4664-9b35-2f8d9cbfb609', E'\\x00000017e75b00ee013f83a16ecf000661452a28f4afa16c01a162a36f6c6400000044d0bed557010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410a3690cf156805172fbee6b0d8c22fed1a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21dfe-814c-779a-b547-83a1605a244b', '1', '2026-11-27 17:12:28.2383+00', '2', '89a960ee-7035-4b90-add1-6ea3ec50937d', E'\\x00000034325640dd013f84a16ecf000661452a291597a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000050eca13b4b010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c4109aa43f6a8bc4472d27505afc6115aa8aa16c01a162a36f6c640000005d923e1282011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d389a960ee70354b90a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-814c-779a-b547-83a1605a244b', '3', '2026-11-27 17:12:28.239938+00', '1', 'fe79cc5e-ec07-4129-9d10-9d6d11df7de5', E'\\x000000177466fe7c013f83a16ecf000661452a291bf8a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-814c-779a-b547-83a1605a244b', '4', '2026-11-27 17:12:28.354186+00', '2', 'b843707b-1904-469a-9999-3a8e5c77137c', E'\\x000000344f4d8989013f84a16ecf000661452a2add84a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303800000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-814e-7acd-afaf-464c077c8079', '1', '2026-11-27 17:12:28.240504+00', '2', '80a10920-282a-470e-a06e-0e992c8918d6', E'\\x00000034ec71bf9a013f84a16ecf000661452a291f52a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000052006ca689010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410ab22ec603d348db539e513077d554e00a16c01a162a36f6c640000005d65091876011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d380a10920282a470ea14000');
INSERT INTO reprise.event VALUES ('01a21dfe-814e-7acd-afaf-464c077c8079', '3', '2026-11-27 17:12:28.241832+00', '1', 'b9c33143-302b-4fb2-b933-4980896296a5', E'\\x000000173ee95c0b013f83a16ecf000661452a2923f8a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-814e-7acd-afaf-464c077c8079', '4', '2026-11-27 17:12:28.356798+00', '1', '2d2aa562-6c35-4aa8-8deb-9e21126a9273', E'\\x000000173e685e53013f83a16ecf000661452a2ae09ba16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21dfe-8150-7e86-b1c3-2818d69b575b', '1', '2026-11-27 17:12:28.242376+00', '2', '3bbf3d09-5cb0-483a-b8a3-3ca27104c8f1', E'\\x0000003404e16972013f84a16ecf000661452a292723a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004cffc6a5e2010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c4108d585ee738348c599a0e410a62882d55a16c01a162a36f6c640000005d2b143bb7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3bbf3d095cb0483aa14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8150-7e86-b1c3-2818d69b575b', '3', '2026-11-27 17:12:28.242871+00', '1', '5cfd9ce6-9fc0-450b-ad03-91ad28dd2d9b', E'\\x00000017d5fea1c6013f83a16ecf000661452a292b21a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-8152-74ed-af31-abb11dc9d957', '1', '2026-11-27 17:12:28.243549+00', '2', 'c20e724a-3a53-49a8-938b-f18d55033e8c', E'\\x00000034858c0fc6013f84a16ecf000661452a292d9ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a95bf90db010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410727ef5d4f5d53ecffcc8555514a080b4a16c01a162a36f6c640000005dd087fc90011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c20e724a3a5349a8a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8152-74ed-af31-abb11dc9d957', '3', '2026-11-27 17:12:28.244015+00', '1', '6b191e23-b07c-441f-abcf-aee4372a0d49', E'\\x000000170f09e736013f83a16ecf000661452a292fafa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-8153-788d-a842-106d267582e5', '1', '2026-11-27 17:12:28.245016+00', '2', '1a302141-a14b-44ae-94dd-516de31bd268', E'\\x00000034acf707b6013f84a16ecf000661452a293362a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000050d0a08917010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c4106fe61268b4257522709da7a911ab2f2aa16c01a162a36f6c640000005d40eb54c0011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1a302141a14b44aea14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8153-788d-a842-106d267582e5', '3', '2026-11-27 17:12:28.245473+00', '1', '28ae6bad-9954-4dbd-9f9b-7862052747ad', E'\\x00000017e9b17aa1013f83a16ecf000661452a29355aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-8155-741b-ab37-939c840619b3', '1', '2026-11-27 17:12:28.246131+00', '2', '71314395-c790-4004-97e2-fd0c035bdec2', E'\\x00000034ec960415013f84a16ecf000661452a293782a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004e0427bb1d010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410bd11873d5144ca90d95ebafcd40e08d7a16c01a162a36f6c640000005d960ffb62011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf71314395c7904004a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8155-741b-ab37-939c840619b3', '3', '2026-11-27 17:12:28.246559+00', '1', '4b2b0214-7841-4c99-b70d-4485ff158b9a', E'\\x000000170ce4844d013f83a16ecf000661452a2939aba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-8156-780d-bb90-47ad1ea067fd', '1', '2026-11-27 17:12:28.247172+00', '2', '856b4fd3-5539-432c-a43d-e725d20b1739', E'\\x000000347b3bd1f0013f84a16ecf000661452a293b73a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39370000004fba32d763010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c4104078cafb72d7204a3c86c82bdbff00eea16c01a162a36f6c6400000011a0785ec2011282a164cf0006614600bcdf73a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8158-77ac-90b6-ced20f50d60b', '1', '2026-11-27 17:12:28.249539+00', '2', '493820f3-bd87-4d36-b0ec-7461888f524f', E'\\x000000324219d65c013f84a16ecf000661452a29449ca16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313800000044a76e1db8010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c41052c7d548f8ea0079c837aefa730ef616a16c01a162a36f6c6400000011cc1d4ebc011282a164cf000661594800a49ca14000');
INSERT INTO reprise.event VALUES ('01a21dfe-815a-7d9c-8de3-9a3d19dbf217', '1', '2026-11-27 17:12:28.251002+00', '1', '818a8bc1-1be0-419b-867a-c66a81ae8961', E'\\x0000001ae53368ec013f84a16ecf000661452a2948f9a16c01a162a36f6c64a16fc3000000508550c7a4010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c4103eee63e8d6f3c563004b7f9034af282ea16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-7085-a136-3ef04e4edd57', '1', '2026-11-27 17:12:28.262301+00', '3', '2cef8b87-ff33-4f07-994d-962435054e4a', E'\\x0000004eae4163b9013f84a16ecf000661452a2975bfa16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313236b9676f6c64656e2e706172656e742072756e732e676f3a3132370000004a1b65918c010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410ebfdbe8b0fc23b76fda49dad91580591a16c01a162a36f6c640000004838f82a4d011985a177a57374657073a169b1706172656e742f322d3134643830663361a16ec41001a21dfe815b75b29dde822b14d80f3aa17082a165a76d73677061636ba164c40102a140000000004d0d889e5a011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21dfe815b7bf190a9fdf6bbc2b427a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-7085-a136-3ef04e4edd57', '4', '2026-11-27 17:12:28.315913+00', '1', '45a37355-5c43-453b-8e0f-00b9fc00dcba', E'\\x0000001761cf8e3c013f83a16ecf000661452a2a477da16c01a162a36f6c640000002f7fa0ea4b010984a16302a16ec41001a21dfe815b75b29dde822b14d80f3aa16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-75b2-9dde-822b14d80f3a', '1', '2026-11-27 17:12:28.270745+00', '1', 'aa479020-c994-40b6-ba95-59ab2619f73e', E'\\x0000001a17eeb63c013f84a16ecf000661452a2975bfa16c01a162a36f6c64a16fc30000006841e8d0f0010189a177a57374657073a169b1706172656e742f322d3134643830663361a17082a165a76d73677061636ba164c40102a173c410234897117353dd13cd429ed4c7dd37f7a16c01a162a36f6c64a161c41001a21dfe815b7085a1363ef04e4edd57a17102a16401');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-75b2-9dde-822b14d80f3a', '2', '2026-11-27 17:12:28.300646+00', '1', 'ce9b3bea-99dd-4ed7-811c-72215ef76006', E'\\x000000321e524166013f84a16ecf000661452a2a0af4a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000005d5225f658011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ce9b3bea99dd4ed7a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-75b2-9dde-822b14d80f3a', '3', '2026-11-27 17:12:28.304602+00', '2', '32b10fc8-c101-4097-870c-0da5a648bc12', E'\\x00000032ff2e16f1013f84a16ecf000661452a2a1442a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005dbfe6cc15011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf32b10fc8c1014097a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-75b2-9dde-822b14d80f3a', '5', '2026-11-27 17:12:28.308979+00', '3', 'befbe8b8-da91-477d-add8-1a4f9549dd1b', E'\\x000000325223be57013f84a16ecf000661452a2a24cea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-7bf1-90a9-fdf6bbc2b427', '1', '2026-11-27 17:12:28.270745+00', '1', 'dcd0c49e-0367-4899-9102-06544af0bdbb', E'\\x0000001a17eeb63c013f84a16ecf000661452a2975bfa16c01a162a36f6c64a16fc30000006aa3647aff010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c41042cfd200e02bc8e5193e8bb2115d51b9a16c01a162a36f6c64a161c41001a21dfe815b7085a1363ef04e4edd57a17103a16401');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-7bf1-90a9-fdf6bbc2b427', '2', '2026-11-27 17:12:28.288513+00', '1', 'bfea5fb2-a698-411c-8218-3cae83c9bdea', E'\\x00000034f9ddb5aa013f84a16ecf000661452a29ce17a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000005dd901385d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3bfea5fb2a698411ca14000');
INSERT INTO reprise.event VALUES ('01a21dfe-815b-7bf1-90a9-fdf6bbc2b427', '3', '2026-11-27 17:12:28.292211+00', '1', '5f1c490d-4606-4bed-89ba-99d76d0c5c8d', E'\\x00000017c9ed60e2013f83a16ecf000661452a29eab4a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-8168-7001-8af0-b31286c230ab', '1', '2026-11-27 17:12:28.300646+00', '1', '5f6a9c02-2934-4540-90fe-6ce58fa779e0', E'\\x0000001a0fecae29013f84a16ecf000661452a2a099aa16c01a162a36f6c64a16fc30000006d0e2ba9e2010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410310eb20277d0bc72bcb94e9b74f598d6a16c01a162a36f6c64a163c41001a21dfe81687dd787d4c8b851a9239ba176c41001a21dfe81687aeaa99fe3c452a292d4a16e02');
INSERT INTO reprise.event VALUES ('01a21dfe-8168-7001-8af0-b31286c230ab', '2', '2026-11-27 17:12:28.308979+00', '1', '7b22310d-ad25-48fe-85fc-43341b5187af', E'\\x0000001767ed4fdc013f83a16ecf000661452a2a26b6a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dfe-8168-7aea-a99f-e3c452a292d4', '1', '2026-11-27 17:12:28.267758+00', '1', 'a8ae855a-ae94-4da4-b7e2-a5098a6ad935', E'\\x0000001a7ecc1705013f84a16ecf000661452a298b1fa16c01a162a36f6c64a16fc30000006d3ea0767c010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c410bc9929e6269380757c1dbfd0aaee05cea16c01a162a36f6c64a163c41001a21dfe81687dd787d4c8b851a9239ba176c41001a21dfe81687dd787d4c8b851a9239ba16e01');
INSERT INTO reprise.event VALUES ('01a21dfe-8168-7aea-a99f-e3c452a292d4', '2', '2026-11-27 17:12:28.300646+00', '1', '6be45c24-ce8c-4fbd-a55c-ee0b65a4d28a', E'\\x00000033d9e4246a013f84a16ecf000661452a2a099aa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333900000034728b243a011884a16ec41001a21dfe816870018af0b31286c230aba177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8168-7dd7-87d4-c8b851a9239b', '1', '2026-11-27 17:12:28.267758+00', '2', '7e6cf907-9863-4d8b-8a68-2744e6bacba1', E'\\x00000033ed9c518a013f84a16ecf000661452a298b1fa16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333900000042062427e9010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c4101688a0edd6fa16c7f578ecba3297a498a16c01a162a36f6c6400000034354efd3a011884a16ec41001a21dfe81687aeaa99fe3c452a292d4a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-816d-7766-a241-53e4d86390b1', '1', '2026-11-27 17:12:28.273185+00', '2', '38cf2d94-446b-4196-a6a0-ca183544d36d', E'\\x0000003c4392d4aa013f84a16ecf000661452a29999ea16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373900000044caf8b77a010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c410f054428c6b4de8de9cd7a127d758d700a16c01a162a36f6c6400000069a1005ee8011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf38cf2d94446b4196a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-817a-76f0-b510-0b7a32c4f127', '1', '2026-11-27 17:12:28.288513+00', '2', '179282b1-ac23-41c5-83cc-335d7f8be5d5', E'\\x0000003c825663aa013f84a16ecf000661452a29d5dda16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373900000048f9fbfb89010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c4104d01ab0a5247c6718001d46817396cd5a16c01a162a36f6c640000006b923e10cf011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf179282b1ac2341c5a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8183-7805-b026-4851fa3c12ee', '1', '2026-11-27 17:12:28.293225+00', '2', 'a0e77c70-4b75-426a-8358-04f2aa338f51', E'\\x0000003cef9dd3ec013f84a16ecf000661452a29ee07a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a383100000050ad854949010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c41018228c19e6c014c9979a8489112030d0a16c01a162a36f6c640000006809cd5b59011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3a0e77c704b75426aa14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8183-7805-b026-4851fa3c12ee', '3', '2026-11-27 17:12:28.296531+00', '1', 'e2ed2f36-73da-4772-a7d2-5e1def2d4708', E'\\x0000001748d8f9c0013f83a16ecf000661452a29f824a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '1', '2026-11-27 17:12:28.29863+00', '2', '82c9145c-f50e-4eee-8dff-977a5807d97f', E'\\x000000178f380237013f83a16ecf000661452a29fb47a16c01a162a36f6c640000006743a0700c010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c410eb73874a8d9226a169af8bdcf35416d4a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '3', '2026-11-27 17:12:28.307455+00', '2', 'b7e2dc75-ecf5-46a2-a51c-1a9b0e09e324', E'\\x000000380492fc8c013f84a16ecf000661452a2a1bd9a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313535000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d145e80fc011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b7e2dc75ecf546a2a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '5', '2026-11-27 17:12:28.310295+00', '3', '72356063-8932-4e02-981b-b6820a972b0f', E'\\x00000038326d9fb6013f84a16ecf000661452a2a2d6ca16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135370000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8197-78e7-bd5b-4b7f2fce84c7', '1', '2026-11-27 17:12:28.316814+00', '3', '6cd0d415-7131-4bda-a83e-e3dce826b91f', E'\\x00000052e21ccdc9013f84a16ecf000661452a2a4885a16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313637bb676f6c64656e2e70726f6d697365642072756e732e676f3a3136380000005078bb7c52010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c410e1e92b8b31d7771f0cb69576c66ccfc4a16c01a162a36f6c6400000042ade07b9d011f82a16bd93841514769486636426c336a6e7656744c66795f4f684d66334e695a52625f7937684a3864686c4b4c644e7a45624e44554658457853396f43a140000000004df29c2ad0011f83a164cf00119573e1edc885a16bd93841514769486636426c336a6e7656744c66795f4f684d6376796b49344b5a487478325a744657555739375676624e44554658457853396f44a14001');
INSERT INTO reprise.event VALUES ('01a21dfe-8197-78e7-bd5b-4b7f2fce84c7', '4', '2026-11-27 17:12:28.324232+00', '1', '7875f264-5985-4b77-b376-58efc66169fd', E'\\x00000017748ac354013f83a16ecf000661452a2a6878a16c01a162a36f6c6400000059359daad3010c83a17002a16bd93841514769486636426c336a6e7656744c66795f4f684d66334e695a52625f7937684a3864686c4b4c644e7a45624e44554658457853396f43a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21dfe-81a4-7663-ad33-f486b17a5a08', '1', '2026-11-27 17:12:28.32583+00', '2', '759448a2-0938-4612-b424-1899fe7211cc', E'\\x0000003474200ead013f84a16ecf000661452a2a6cbfa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a9c346196010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c4106f43da33b04273f866bc72b107589cf4a16c01a162a36f6c640000005d6eeef2a3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf759448a209384612a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-81a4-7663-ad33-f486b17a5a08', '3', '2026-11-27 17:12:28.326405+00', '1', 'b1a1e1ee-039e-41ef-b971-678a9fe3d978', E'\\x00000017a2415ebb013f83a16ecf000661452a2a7167a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-81a6-79ae-bda7-2baf4d82def9', '1', '2026-11-27 17:12:28.327358+00', '2', '7243f058-b4a1-4065-b29a-646b4ea67a22', E'\\x000000340821a95b013f84a16ecf000661452a2a7484a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004819cb9de8010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410ad924e9212ee76cdd369ed661b4f7bafa16c01a162a36f6c640000005d5b70110e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7243f058b4a14065a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-81a6-79ae-bda7-2baf4d82def9', '3', '2026-11-27 17:12:28.327859+00', '1', '6fe358e9-b478-47a0-b4a7-856de27afc8b', E'\\x0000001714a95f8e013f83a16ecf000661452a2a7729a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-81a6-79ae-bda7-2baf4d82def9', '4', '2026-11-27 17:12:28.330159+00', '2', '6ba75abe-4935-4539-8966-efc0a9e6ef0d', E'\\x00000034151d08cc013f84a16ecf000661452a2a7faea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000004beafb3a0d010683a16da7617070726f7665a169d92431343662306662652d376563392d346532632d383532322d363231346136383662373737a17082a165a76d73677061636ba164c405a46f6e63650000005dbb6399b5011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6ba75abe49354539a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-81a6-79ae-bda7-2baf4d82def9', '6', '2026-11-27 17:12:28.332257+00', '2', '663b1452-c8ef-4497-ba75-90fb0825ce0b', E'\\x0000003442a2d99c013f84a16ecf000661452a2a8860a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-81ae-713e-9b11-7fa404074a4d', '1', '2026-11-27 17:12:28.334947+00', '2', 'db9a34e3-6686-447b-94e5-3fe96a655faa', E'\\x000000340821a95b013f84a16ecf000661452a2a7484a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313035000000754e1fa9d4010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410ad924e9212ee76cdd369ed661b4f7bafa16c01a162a36f6c64a17891d92430316132316466652d383161362d373961652d626461372d326261663464383264656639a16591030000005d5b70110e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7243f058b4a14065a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-81ae-713e-9b11-7fa404074a4d', '3', '2026-11-27 17:12:28.334947+00', '1', 'db9a34e3-6686-447b-94e5-3fe96a655faa', E'\\x0000001714a95f8e013f83a16ecf000661452a2a7729a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21dfe-81ae-713e-9b11-7fa404074a4d', '4', '2026-11-27 17:12:28.334947+00', '1', 'db9a34e3-6686-447b-94e5-3fe96a655faa', E'\\x0000001a0107d865013f84a16ecf000661452a2a9272a16c01a162a36f6c64a16fc30000002f8c8622cb014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21dfe81a679aebda72baf4d82def9');
INSERT INTO reprise.event VALUES ('01a21dfe-81ae-713e-9b11-7fa404074a4d', '5', '2026-11-27 17:12:28.339712+00', '1', '986ad810-0582-40dc-a307-b4b21be8a899', E'\\x00000017ce084e8c013f83a16ecf000661452a2aa4baa16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21dfe-81cd-7d8e-a62c-f80e44222160', '1', '2026-11-27 17:12:28.36679+00', '2', '2fbe1598-4c32-46fa-98ab-d235b2507c3a', E'\\x000000349f7e6387013f84a16ecf000661452a2b0e5ea16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134350000004c3f243990010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410dd81f17767deb27d7a625c83cb1cd3dfa16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21dfe-8d99-7e65-af72-caba68d74fcc', '1', '2026-11-27 17:12:31.3857+00', '1', '4149f1d2-2611-4f08-a402-f073317acea5', E'\\x0000001af6fb1131013f84a16ecf000661452a592064a16c01a162a36f6c64a16fc30000005450f789c2010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410485244cc9a6de903ef05e5152474ba5fa16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21dfe-8152-74ed-af31-abb11dc9d957', '1', '0', '2026-11-27 17:12:31.38314+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '2', '0', '2026-11-27 17:12:31.384705+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21dfe-81a4-7663-ad33-f486b17a5a08', '1', '0', '2026-11-27 17:12:28.346503+00', '7', 'c50aca5b-b605-4e32-be35-cb1926aab759', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21dfe-81a4-7663-ad33-f486b17a5a08', '2', '0', '2026-11-27 17:12:28.349903+00', '1', 'a4173eb6-66b4-4f96-9b52-3372965e0f8e', E'\\x0000004f3a1eaf64010683a16da7617070726f7665a169d92461343137336562362d363662342d346639362d396235322d333337323936356530663865a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '08dc42b7-a16a-48ed-b596-34a8611bbbaf', '1', '2026-11-27 17:12:28.040631+00', E'\\x59f0cf7371ef41d7ad06c32958c5983a9c7f5556044849f4a3221e257be6df28');
INSERT INTO reprise.outbox VALUES ('01a21dfe-81cd-7d8e-a62c-f80e44222160', '2', '2', NULL, '0', '2026-11-27 17:12:28.36679+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d37ccc958010683a16da7617070726f7665a169d92630316132316466652d383163642d376438652d613632632d6638306534343232323136302f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('b3e853ee-ba56-4180-8f64-3acb94500099', '2026-11-27 17:12:31.391622+00', '01a21dfe-8153-788d-a842-106d267582e5', '1', 'false', 'default', 'requested', 'a7a5c089-8d1c-4498-9170-0a6b3113dc84', E'\\x0000004ca08c8b47010683a16da7617070726f7665a169d92461376135633038392d386431632d343439382d393137302d306136623331313364633834a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21dfe-8141-785f-aba2-4027c055af71', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '2e08dd57-6312-49cf-ba5b-2d0d89fb0bd5', '01a21dfe-8141-785f-aba2-4027c055af71', NULL, NULL, '2026-11-27 17:12:28.226816+00', '2026-11-27 17:12:28.237581+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8144-7de0-9dd8-57147d438a40', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a0a87f6c-ecd7-4664-9b35-2f8d9cbfb609', '01a21dfe-8144-7de0-9dd8-57147d438a40', NULL, NULL, '2026-11-27 17:12:28.231846+00', '2026-11-27 17:12:28.231846+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-814c-779a-b547-83a1605a244b', '4', 'false', '411440619', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', 'b843707b-1904-469a-9999-3a8e5c77137c', '01a21dfe-814c-779a-b547-83a1605a244b', NULL, NULL, '2026-11-27 17:12:28.2383+00', '2026-11-27 17:12:28.354186+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-814e-7acd-afaf-464c077c8079', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '2d2aa562-6c35-4aa8-8deb-9e21126a9273', '01a21dfe-814e-7acd-afaf-464c077c8079', NULL, NULL, '2026-11-27 17:12:28.240504+00', '2026-11-27 17:12:28.356798+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8150-7e86-b1c3-2818d69b575b', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '5cfd9ce6-9fc0-450b-ad03-91ad28dd2d9b', '01a21dfe-8150-7e86-b1c3-2818d69b575b', NULL, NULL, '2026-11-27 17:12:28.242376+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8152-74ed-af31-abb11dc9d957', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '6b191e23-b07c-441f-abcf-aee4372a0d49', '01a21dfe-8152-74ed-af31-abb11dc9d957', NULL, NULL, '2026-11-27 17:12:28.243549+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8153-788d-a842-106d267582e5', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '28ae6bad-9954-4dbd-9f9b-7862052747ad', '01a21dfe-8153-788d-a842-106d267582e5', NULL, NULL, '2026-11-27 17:12:28.245016+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8155-741b-ab37-939c840619b3', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '4b2b0214-7841-4c99-b70d-4485ff158b9a', '01a21dfe-8155-741b-ab37-939c840619b3', NULL, NULL, '2026-11-27 17:12:28.246131+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8156-780d-bb90-47ad1ea067fd', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '856b4fd3-5539-432c-a43d-e725d20b1739', '01a21dfe-8156-780d-bb90-47ad1ea067fd', NULL, NULL, '2026-11-27 17:12:28.247172+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T18:12:28.246899Z (golden.sleeper runs.go:97)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8158-77ac-90b6-ced20f50d60b', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '493820f3-bd87-4d36-b0ec-7461888f524f', '01a21dfe-8158-77ac-90b6-ced20f50d60b', NULL, NULL, '2026-11-27 17:12:28.249539+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T17:12:28.249244Z (golden.both runs.go:118)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-815a-7d9c-8de3-9a3d19dbf217', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '818a8bc1-1be0-419b-867a-c66a81ae8961', '01a21dfe-815a-7d9c-8de3-9a3d19dbf217', NULL, NULL, '2026-11-27 17:12:28.251002+00', NULL, '2026-11-27 17:12:29.254996+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21dfe-815a-7d9c-8de3-9a3d19dbf217: workflow code panicked at golden.Bindings.func5 runs.go:69: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe3b0a0?, 0x271fa70d380?, 0x0?}, {0x271fa6dafe0?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:69 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-815b-7085-a136-3ef04e4edd57', '1', 'false', '543110052', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '45a37355-5c43-453b-8e0f-00b9fc00dcba', '01a21dfe-815b-7085-a136-3ef04e4edd57', NULL, NULL, '2026-11-27 17:12:28.262301+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:132)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-815b-75b2-9dde-822b14d80f3a', '2', 'false', '2615314663', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'befbe8b8-da91-477d-add8-1a4f9549dd1b', '01a21dfe-815b-75b2-9dde-822b14d80f3a', '01a21dfe-815b-7085-a136-3ef04e4edd57', '2', '2026-11-27 17:12:28.270745+00', '2026-11-27 17:12:28.308979+00', NULL, 'default', 'parent/2-14d80f3a', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-815b-7bf1-90a9-fdf6bbc2b427', '1', 'false', '2615314663', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '5f1c490d-4606-4bed-89ba-99d76d0c5c8d', '01a21dfe-815b-7bf1-90a9-fdf6bbc2b427', '01a21dfe-815b-7085-a136-3ef04e4edd57', '3', '2026-11-27 17:12:28.270745+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8168-7001-8af0-b31286c230ab', '1', 'false', '56533852', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '7b22310d-ad25-48fe-85fc-43341b5187af', '01a21dfe-8168-7dd7-87d4-c8b851a9239b', NULL, NULL, '2026-11-27 17:12:28.300646+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:141)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8168-7aea-a99f-e3c452a292d4', '6', 'false', '2615314663', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '6be45c24-ce8c-4fbd-a55c-ee0b65a4d28a', '01a21dfe-8168-7dd7-87d4-c8b851a9239b', NULL, NULL, '2026-11-27 17:12:28.267758+00', '2026-11-27 17:12:28.300646+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8168-7dd7-87d4-c8b851a9239b', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '7e6cf907-9863-4d8b-8a68-2744e6bacba1', '01a21dfe-8168-7dd7-87d4-c8b851a9239b', NULL, NULL, '2026-11-27 17:12:28.267758+00', '2026-11-27 17:12:28.267758+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-816d-7766-a241-53e4d86390b1', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '38cf2d94-446b-4196-a6a0-ca183544d36d', '01a21dfe-816d-7766-a241-53e4d86390b1', NULL, NULL, '2026-11-27 17:12:28.273185+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-817a-76f0-b510-0b7a32c4f127', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '179282b1-ac23-41c5-83cc-335d7f8be5d5', '01a21dfe-817a-76f0-b510-0b7a32c4f127', NULL, NULL, '2026-11-27 17:12:28.288513+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a21dfe-8d95-7adf-89f6-a56a1b3e3aad","since":"2026-11-27T17:12:31.381643Z","workflow":"away","queue":"default","level":1,"token":"fe3c2081-eebb-4986-836e-7dd5c39542ce","n":1}', E'\\x0000001a8225212f013f84a16ecf000661452a590f90a16c01a162a36f6c64a16fc3000000472e3b5937010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c410693599855610dcb5444ad0bb1e6d6d87a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21dfe-8183-7805-b026-4851fa3c12ee', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'e2ed2f36-73da-4772-a7d2-5e1def2d4708', '01a21dfe-8183-7805-b026-4851fa3c12ee', NULL, NULL, '2026-11-27 17:12:28.293225+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:81)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8187-72cc-ab6d-5c32fd0f734e', '1', 'false', '3578333306', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '72356063-8932-4e02-981b-b6820a972b0f', '01a21dfe-8187-72cc-ab6d-5c32fd0f734e', NULL, NULL, '2026-11-27 17:12:28.29863+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:161)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8197-78e7-bd5b-4b7f2fce84c7', '1', 'false', '1565186071', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '7875f264-5985-4b77-b376-58efc66169fd', '01a21dfe-8197-78e7-bd5b-4b7f2fce84c7', NULL, NULL, '2026-11-27 17:12:28.316814+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:173)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-81a4-7663-ad33-f486b17a5a08', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'b1a1e1ee-039e-41ef-b971-678a9fe3d978', '01a21dfe-81a4-7663-ad33-f486b17a5a08', NULL, NULL, '2026-11-27 17:12:28.32583+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-81a6-79ae-bda7-2baf4d82def9', '2', 'false', '2731842962', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '663b1452-c8ef-4497-ba75-90fb0825ce0b', '01a21dfe-81a6-79ae-bda7-2baf4d82def9', NULL, NULL, '2026-11-27 17:12:28.327358+00', '2026-11-27 17:12:28.332257+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-81ae-713e-9b11-7fa404074a4d', '1', 'false', '1225244637', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '986ad810-0582-40dc-a307-b4b21be8a899', '01a21dfe-81ae-713e-9b11-7fa404074a4d', NULL, NULL, '2026-11-27 17:12:28.334947+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-81cd-7d8e-a62c-f80e44222160', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'a1ec9bcc-8112-4314-b126-61bca629f8b0', '2fbe1598-4c32-46fa-98ab-d235b2507c3a', '01a21dfe-81cd-7d8e-a62c-f80e44222160', NULL, NULL, '2026-11-27 17:12:28.36679+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21dfe-8d99-7e65-af72-caba68d74fcc', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '4149f1d2-2611-4f08-a402-f073317acea5', '01a21dfe-8d99-7e65-af72-caba68d74fcc', NULL, NULL, '2026-11-27 17:12:31.3857+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21dfe-8156-780d-bb90-47ad1ea067fd', '2', '2026-11-27 18:12:28.246899+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21dfe-8158-77ac-90b6-ced20f50d60b', '2', '2026-11-28 17:12:28.249244+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21dfe-8197-78e7-bd5b-4b7f2fce84c7', '3', '2126-11-03 17:12:28.315781+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21dfe-8101-706c-8e72-e334d8a54809', '2026-11-27 17:12:28.213496+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21dfe-812a-7e1d-a4ff-026c599488bc', '2026-11-27 17:12:28.213496+00', '0', 'default', 'removed-2');
