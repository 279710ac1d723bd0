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
INSERT INTO reprise.activity VALUES ('01a21def-ee40-7dbf-8c4c-bcab8e7a8f50', '2', '2026-11-27 16:56:33.105215+00', '2026-11-27 16:56:33.105215+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x000000668ac7d972011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf11d0c25cc3e6475d', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21def-ee55-7a1c-8f24-7022b8cbeec1', '2', '2026-11-27 16:56:33.112828+00', '2026-11-27 16:56:33.112828+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x00000068e3bc0c74011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3bef2dc2058a54c5d', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21def-ee5f-7efe-a377-d4cd9947c8d0', '2', '2026-11-27 16:56:33.139305+00', '2026-11-27 18:09:43.30474+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x000000651bf2501a011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf469e9193aff74c51', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '2026-11-27 16:56:33.143729+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '2026-11-27 16:56:33.143729+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '2026-11-27 16:56:33.143729+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '2026-11-27 16:56:33.143729+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21def-ee11-7830-bc5b-99f76f9532ef', '2026-11-27 16:56:36.285281+00', NULL, '2026-11-27 16:56:37.535281+00', NULL, NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21def-ee1f-794e-974d-2ce7c060e0c5', '2026-11-27 16:56:33.064257+00', '2026-11-27 16:56:34.064257+00', '2026-11-27 16:56:34.314257+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '2026-11-27 16:56:36.287376+00', NULL, '2026-11-27 16:56:37.537376+00', NULL, NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21def-ee9f-773e-83f9-68831c0d857d', '2026-11-27 16:56:33.231421+00', NULL, '2026-11-27 16:56:34.481421+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21def-fac0-7680-8869-4c216fdfb781', '2026-11-27 16:56:36.288599+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21def-edde-76bd-a75d-61b691d8358a', '1', '2026-11-27 16:56:32.996143+00', '2', '1ee59a8f-7f4c-4bda-9229-df31e4305d8e', E'\\x0000003288c16ab2013f84a16ecf00066144f1393a62a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000004681c1e799010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c410939247c5602157982cdb5bf3feff4a90a16c01a162a36f6c640000005d2a4741d7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1ee59a8f7f4c4bdaa14000');
INSERT INTO reprise.event VALUES ('01a21def-edde-76bd-a75d-61b691d8358a', '3', '2026-11-27 16:56:33.00515+00', '2', 'e6dedffe-fede-447e-a96f-1fb3894b128e', E'\\x000000321d927125013f84a16ecf00066144f139490da16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d776dd071011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e6dedffefede447ea14000');
INSERT INTO reprise.event VALUES ('01a21def-edde-76bd-a75d-61b691d8358a', '5', '2026-11-27 16:56:33.025321+00', '2', '9c452c57-2d2b-412d-a9cb-82a05e860fb7', E'\\x00000032446a8088013f84a16ecf00066144f139724aa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d8a2b5d4f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39c452c572d2b412da14000');
INSERT INTO reprise.event VALUES ('01a21def-edde-76bd-a75d-61b691d8358a', '7', '2026-11-27 16:56:33.030229+00', '3', 'eac18552-9f24-4230-9be7-77ce10d8488c', E'\\x000000320dc53a54013f84a16ecf00066144f139b929a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21def-ede5-77b3-8a7b-3d70b5a38d48', '1', '2026-11-27 16:56:33.012643+00', '2', '84e80e7b-eb28-4139-95ce-16679d3e67a3', E'\\x00000017b7e5f0d6013f83a16ecf00066144f1394b89a16c01a162a36f6c640000004423ff45d1010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410c333c2988f816a33adf78704612331eba16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21def-ee01-7693-8ac5-6c4ce22eca7c', '1', '2026-11-27 16:56:33.03123+00', '2', 'a696b6b8-9101-4bef-9756-acb1b727ee91', E'\\x00000034249c005d013f84a16ecf00066144f139bbcea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313035000000500b6d748a010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410f424739fe9eb452f77f1b5d17ae43537a16c01a162a36f6c640000005d8a10a286011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a696b6b891014befa14000');
INSERT INTO reprise.event VALUES ('01a21def-ee01-7693-8ac5-6c4ce22eca7c', '3', '2026-11-27 16:56:33.032232+00', '1', 'c9d0b03a-6da9-4d89-aa81-3e2776c6802c', E'\\x00000017b2c9cbb2013f83a16ecf00066144f139cebfa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee01-7693-8ac5-6c4ce22eca7c', '4', '2026-11-27 16:56:33.240291+00', '2', '452a9cc7-406e-459b-af22-58670693dc26', E'\\x000000346bad6a51013f84a16ecf00066144f13cf752a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303800000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee07-7b1d-9ce1-3f9aefa8fb45', '1', '2026-11-27 16:56:33.038344+00', '2', 'c8b08ce4-c171-4597-a2b4-9286ad7141e1', E'\\x00000034d7088890013f84a16ecf00066144f139e5f3a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000052ac9d8b0b010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c41018f46887f955ad00c42e061a831c9542a16c01a162a36f6c640000005d91061041011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c8b08ce4c1714597a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee07-7b1d-9ce1-3f9aefa8fb45', '3', '2026-11-27 16:56:33.03975+00', '1', 'b8dadf75-7ff7-4716-a6f5-9d35aa837826', E'\\x0000001745412f35013f83a16ecf00066144f139eb9da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee07-7b1d-9ce1-3f9aefa8fb45', '4', '2026-11-27 16:56:33.246584+00', '1', '351fa3f5-9d9e-4a4e-a85d-03677335599e', E'\\x000000176b362259013f83a16ecf00066144f13cfef1a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21def-ee0f-7a1a-99e4-e552fdf747e8', '1', '2026-11-27 16:56:33.040479+00', '2', '5696e95a-a8da-4588-ab42-b82b8eedc219', E'\\x000000340a4183f6013f84a16ecf00066144f139ee40a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004c86315801010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c41028a16dfc3800f86660e83d39c60c176aa16c01a162a36f6c640000005df16ad5a7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf5696e95aa8da4588a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee0f-7a1a-99e4-e552fdf747e8', '3', '2026-11-27 16:56:33.041147+00', '1', '380aabd2-8fdd-49f8-adcb-223b7f356f66', E'\\x00000017e447bd11013f83a16ecf00066144f139f1e7a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee11-7830-bc5b-99f76f9532ef', '1', '2026-11-27 16:56:33.042072+00', '2', '0f64c955-c175-457e-8f03-5f5f6522b66f', E'\\x0000003472cae90d013f84a16ecf00066144f139f560a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a66da9f07010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c4102c2702070c1fa24904b5c40a75fe8be4a16c01a162a36f6c640000005dec7f3d87011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0f64c955c175457ea14000');
INSERT INTO reprise.event VALUES ('01a21def-ee11-7830-bc5b-99f76f9532ef', '3', '2026-11-27 16:56:33.042766+00', '1', '94d954e4-df75-44dd-b9f7-2b31a51e8f7f', E'\\x000000179818f1aa013f83a16ecf00066144f139f827a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee12-74f7-ae37-b50fd83d80d8', '1', '2026-11-27 16:56:33.043381+00', '2', '457967d3-dabf-4b89-8363-53fef5b72424', E'\\x00000034dafe23d2013f84a16ecf00066144f139fae3a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000005068033e42010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410f6b8984c8834a9acd782055d2da96120a16c01a162a36f6c640000005d3330901b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf457967d3dabf4b89a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee12-74f7-ae37-b50fd83d80d8', '3', '2026-11-27 16:56:33.044146+00', '1', '2ea28c69-e342-446d-b9bc-db695902f5cc', E'\\x00000017e9f511b4013f83a16ecf00066144f139fd6ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee13-7712-b546-fc27ff58f795', '1', '2026-11-27 16:56:33.04484+00', '2', '2caf7867-3b9f-4ef7-8150-ebc93da535e2', E'\\x000000347941e20d013f84a16ecf00066144f13a001ea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004e7675a774010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410425fa10cd850814cc098191fdd022a00a16c01a162a36f6c640000005d0ccd3ade011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2caf78673b9f4ef7a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee13-7712-b546-fc27ff58f795', '3', '2026-11-27 16:56:33.045482+00', '1', 'cdba4973-383c-4e49-af42-11c4abfbdf8f', E'\\x00000017b2114717013f83a16ecf00066144f13a02a9a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee15-79db-8e55-d068133bf850', '1', '2026-11-27 16:56:33.046411+00', '2', '1c4163c1-5aea-4228-a33f-bcb279644f5c', E'\\x000000343b2da7cb013f84a16ecf00066144f13a0588a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39370000004f5ee92e37010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410feb2650d52f1d1d562cc60050b2d1c2aa16c01a162a36f6c64000000112d51709e011282a164cf00066145c7cda988a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee1b-7ce2-bf3b-c1ed123a4ef0', '1', '2026-11-27 16:56:33.053704+00', '2', 'd52ecf40-7f0f-40d6-ba93-180e7ffd097b', E'\\x000000320eea1277013f84a16ecf00066144f13a21c5a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313800000044b410f4fc010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c4102b3a2212d332f80edffe89f99f83ceb9a16c01a162a36f6c64000000112e4ce1a7011282a164cf000661590f1181c5a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee1f-794e-974d-2ce7c060e0c5', '1', '2026-11-27 16:56:33.056648+00', '1', '14a6fdb2-b0f8-4694-9a89-e2c633842df3', E'\\x0000001aed6ba8ae013f84a16ecf00066144f13a29e5a16c01a162a36f6c64a16fc300000050becdd6b5010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c41067695693259aea2c8485afa5edce98a7a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21def-ee21-7157-a296-08842b25ad32', '1', '2026-11-27 16:56:33.078028+00', '3', '3be26583-d317-4bff-8042-ab0157338085', E'\\x0000004edbec5144013f84a16ecf00066144f13a8064a16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313236b9676f6c64656e2e706172656e742072756e732e676f3a3132370000004a4fde1734010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410857145b803075cf9ebb6176360594c53a16c01a162a36f6c6400000048f8ceb6bf011985a177a57374657073a169b1706172656e742f322d3733303565373338a16ec41001a21defee21749cbc18f7fa7305e738a17082a165a76d73677061636ba164c40102a140000000004d8d1876ba011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21defee21734cb348635e39215f3fa17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21def-ee21-7157-a296-08842b25ad32', '4', '2026-11-27 16:56:33.161773+00', '1', '8e484ed3-5d3b-43f6-b9f8-e53e62a0ceb0', E'\\x00000017d71ce5d4013f83a16ecf00066144f13bc826a16c01a162a36f6c640000002fc16c99d4010984a16302a16ec41001a21defee21749cbc18f7fa7305e738a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee21-734c-b348-635e39215f3f', '1', '2026-11-27 16:56:33.105215+00', '1', '06dd2d60-0db6-4630-85d0-ece22b845b77', E'\\x0000001a042abda7013f84a16ecf00066144f13a8064a16c01a162a36f6c64a16fc30000006a441f4dff010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410b7fb2b0134f4f2faf65f9baa00524e81a16c01a162a36f6c64a161c41001a21defee217157a29608842b25ad32a17103a16401');
INSERT INTO reprise.event VALUES ('01a21def-ee21-734c-b348-635e39215f3f', '2', '2026-11-27 16:56:33.132994+00', '1', '6420a34b-11e3-4d7b-81bf-a804056b2c60', E'\\x000000341a20c83b013f84a16ecf00066144f13b2a5ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000005df4323f4d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6420a34b11e34d7ba14000');
INSERT INTO reprise.event VALUES ('01a21def-ee21-734c-b348-635e39215f3f', '3', '2026-11-27 16:56:33.139305+00', '1', '7eccb600-420f-49e5-9d7a-7f4d178e4fd6', E'\\x000000179a0fbdb6013f83a16ecf00066144f13b638aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-ee21-749c-bc18-f7fa7305e738', '1', '2026-11-27 16:56:33.105215+00', '1', '268487be-932c-4c41-b432-ed91304e1840', E'\\x0000001a042abda7013f84a16ecf00066144f13a8064a16c01a162a36f6c64a16fc30000006855c590e1010189a177a57374657073a169b1706172656e742f322d3733303565373338a17082a165a76d73677061636ba164c40102a173c4107228e63d8a10d8e2f2257f222486b038a16c01a162a36f6c64a161c41001a21defee217157a29608842b25ad32a17102a16401');
INSERT INTO reprise.event VALUES ('01a21def-ee21-749c-bc18-f7fa7305e738', '2', '2026-11-27 16:56:33.136948+00', '1', 'bd103488-a611-4848-811e-c88197e7f210', E'\\x000000320f27919a013f84a16ecf00066144f13b58d3a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000005d132cfb0a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3bd103488a6114848a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee21-749c-bc18-f7fa7305e738', '3', '2026-11-27 16:56:33.143729+00', '2', 'eec2171f-76da-4e09-9eca-7664797d363a', E'\\x000000329f6e0de2013f84a16ecf00066144f13b6c57a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005da6a124b3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3eec2171f76da4e09a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee21-749c-bc18-f7fa7305e738', '5', '2026-11-27 16:56:33.150026+00', '3', 'b9a717ec-caef-4c87-9478-8037bbab67ab', E'\\x00000032dbf64756013f84a16ecf00066144f13b8cd8a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee3b-73b5-82db-8204dd2f0817', '1', '2026-11-27 16:56:33.11032+00', '1', '7bf65e2b-ad7b-4bae-a512-cafd13512814', E'\\x0000001abcb9641a013f84a16ecf00066144f13aea77a16c01a162a36f6c64a16fc30000006d8ed24bc4010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410e099ff5283dd962d1a337c88bffa5bb4a16c01a162a36f6c64a163c41001a21defee3b775fbe23ff9a1e481fcfa176c41001a21defee3b7b48992bcef73127431ea16e02');
INSERT INTO reprise.event VALUES ('01a21def-ee3b-73b5-82db-8204dd2f0817', '2', '2026-11-27 16:56:33.152266+00', '1', '2b299fca-6a2c-4dc2-83a4-154bc5856488', E'\\x0000001781f07508013f83a16ecf00066144f13b9ff5a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21def-ee3b-775f-be23-ff9a1e481fcf', '1', '2026-11-27 16:56:33.086127+00', '2', 'bb8b228d-f3e0-4c65-836d-9e54263231c7', E'\\x00000033d25081fb013f84a16ecf00066144f13a9db3a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a3133390000004277f7d285010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410f491775eb11cb5ea96a0cf3680318a05a16c01a162a36f6c6400000034776c38d6011884a16ec41001a21defee3b7b48992bcef73127431ea177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee3b-7b48-992b-cef73127431e', '1', '2026-11-27 16:56:33.086127+00', '1', '97693309-79fe-4d0b-b15f-73b2bbf1bef9', E'\\x0000001a79db5ee3013f84a16ecf00066144f13a9db3a16c01a162a36f6c64a16fc30000006d66281861010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c4103f6c4102399d388cfb95171df5b7502aa16c01a162a36f6c64a163c41001a21defee3b775fbe23ff9a1e481fcfa176c41001a21defee3b775fbe23ff9a1e481fcfa16e01');
INSERT INTO reprise.event VALUES ('01a21def-ee3b-7b48-992b-cef73127431e', '2', '2026-11-27 16:56:33.11032+00', '1', 'e072a678-b3aa-4ef8-b657-33466dd0c28c', E'\\x00000033e54f483f013f84a16ecf00066144f13aea77a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313339000000348e909415011884a16ec41001a21defee3b73b582db8204dd2f0817a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee40-7dbf-8c4c-bcab8e7a8f50', '1', '2026-11-27 16:56:33.105215+00', '2', '11d0c25c-c3e6-475d-b462-f6aff108ce18', E'\\x0000003c23903e81013f84a16ecf00066144f13aaeb2a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a37390000004496e78780010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41019518bc33d8a41e0146d5e65ed5f8837a16c01a162a36f6c64000000692ba92a50011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf11d0c25cc3e6475da14000');
INSERT INTO reprise.event VALUES ('01a21def-ee55-7a1c-8f24-7022b8cbeec1', '1', '2026-11-27 16:56:33.112828+00', '2', 'bef2dc20-58a5-4c5d-81fc-71d3c1a29690', E'\\x0000003c56c92f1c013f84a16ecf00066144f13b008da16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a3739000000480c6f43c2010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c410d1d9f6819ac64437b8bfd6f6aa2cd18ca16c01a162a36f6c640000006bfc5d386c011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3bef2dc2058a54c5da14000');
INSERT INTO reprise.event VALUES ('01a21def-ee5f-7efe-a377-d4cd9947c8d0', '1', '2026-11-27 16:56:33.132994+00', '2', '469e9193-aff7-4c51-b593-c4a44eb52100', E'\\x0000003c36b0644f013f84a16ecf00066144f13b2c55a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a383100000050c8a22663010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410ee59ede9590dba7d8cc9c752b5ba1c75a16c01a162a36f6c6400000068f28946da011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf469e9193aff74c51a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee5f-7efe-a377-d4cd9947c8d0', '3', '2026-11-27 16:56:33.139305+00', '1', '235e3e4b-8ea2-4a5c-b84c-2381c4f130ed', E'\\x00000017142a0c64013f83a16ecf00066144f13b6457a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '1', '2026-11-27 16:56:33.143729+00', '2', '843fa7ec-a3f8-4aa7-88be-1c0a69204fa9', E'\\x0000001748104cff013f83a16ecf00066144f13b7bf3a16c01a162a36f6c6400000067c86e2bbb010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c41055f4b1e00f398fea16007626874817e5a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '3', '2026-11-27 16:56:33.152266+00', '2', '608f97d6-d805-4834-a2cb-4cda2c9ce625', E'\\x00000038f0ea56a1013f84a16ecf00066144f13b9772a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313535000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d0377f401011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf608f97d6d8054834a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '5', '2026-11-27 16:56:33.154712+00', '3', '11051e15-bbdb-490c-b31a-83e42b6923f9', E'\\x000000380597003b013f84a16ecf00066144f13bac8ea16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135370000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21def-ee84-75d9-a7a7-8e3a78e5a62f', '1', '2026-11-27 16:56:33.15814+00', '3', 'd9302663-240b-491b-8e8a-9f818c670f08', E'\\x00000052ab15eb44013f84a16ecf00066144f13bba4aa16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313637bb676f6c64656e2e70726f6d697365642072756e732e676f3a3136380000005012f60d5d010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c41060448aad5eaff9598b2a1aa163919456a16c01a162a36f6c6400000042b56c370b011f82a16bd9384151476948655f756848585a7036654f4f6e6a6c70695f6f374a383050512d4f30596d6c5561616c577662783254416d5979514c53527343a140000000004d0018cf22011f83a164cf00119573a8ff3a4aa16bd9384151476948655f756848585a7036654f4f6e6a6c70695f742d4c31776f4a4f727749764c68586f78644a72343254416d5979514c53527344a14001');
INSERT INTO reprise.event VALUES ('01a21def-ee84-75d9-a7a7-8e3a78e5a62f', '4', '2026-11-27 16:56:33.183964+00', '1', '46dcdf1b-e051-46eb-b236-7fa8bf28037b', E'\\x0000001749d3a347013f83a16ecf00066144f13c1d70a16c01a162a36f6c64000000592596bfd4010c83a17002a16bd9384151476948655f756848585a7036654f4f6e6a6c70695f6f374a383050512d4f30596d6c5561616c577662783254416d5979514c53527343a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21def-ee9f-773e-83f9-68831c0d857d', '1', '2026-11-27 16:56:33.188483+00', '2', 'cf4b1820-b229-403c-adc2-e77ced2f9fa9', E'\\x000000343fc491ae013f84a16ecf00066144f13c3079a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a866ab9c2010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c410700614dc075d211a5829f4c402dec873a16c01a162a36f6c640000005db7329ade011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3cf4b1820b229403ca14000');
INSERT INTO reprise.event VALUES ('01a21def-ee9f-773e-83f9-68831c0d857d', '3', '2026-11-27 16:56:33.189523+00', '1', 'e2f8e948-38fe-4696-ace2-512b90d3a55b', E'\\x00000017ee93c50b013f83a16ecf00066144f13c3544a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-eea5-76c4-8483-1eb5c0af63e6', '1', '2026-11-27 16:56:33.193456+00', '2', 'e0098939-ae3e-4595-9eae-dc5020edda02', E'\\x0000003454179f08013f84a16ecf00066144f13c43e5a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000048d331601f010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c41042861b74108a18abf8fe404952d7546ba16c01a162a36f6c640000005d0b2c16c9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e0098939ae3e4595a14000');
INSERT INTO reprise.event VALUES ('01a21def-eea5-76c4-8483-1eb5c0af63e6', '3', '2026-11-27 16:56:33.194384+00', '1', 'b6d1ad62-ae2f-4083-804c-4647da53bcad', E'\\x00000017dc0ba4ca013f83a16ecf00066144f13c48a6a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-eea5-76c4-8483-1eb5c0af63e6', '4', '2026-11-27 16:56:33.196506+00', '2', 'b7f9dd29-71c5-487f-9efc-a8ebaf7f50f0', E'\\x00000034520c1de8013f84a16ecf00066144f13c50efa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000004b3b2b5c4b010683a16da7617070726f7665a169d92435666635663961332d633436392d343262612d393035332d333433666532653839643736a17082a165a76d73677061636ba164c405a46f6e63650000005d7dcf5dec011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b7f9dd2971c5487fa14000');
INSERT INTO reprise.event VALUES ('01a21def-eea5-76c4-8483-1eb5c0af63e6', '6', '2026-11-27 16:56:33.197816+00', '2', 'fa0b2c9a-85ee-4549-935d-0b9717e6a82b', E'\\x00000034161ebc07013f84a16ecf00066144f13c55e0a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21def-eeb7-7ab1-ac64-f2d8f086a553', '1', '2026-11-27 16:56:33.208351+00', '2', 'fbd87651-eb8c-4163-b42e-96295dddb26f', E'\\x0000003454179f08013f84a16ecf00066144f13c43e5a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000075efe9f1cc010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c41042861b74108a18abf8fe404952d7546ba16c01a162a36f6c64a17891d92430316132316465662d656561352d373663342d383438332d316562356330616636336536a16591030000005d0b2c16c9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e0098939ae3e4595a14000');
INSERT INTO reprise.event VALUES ('01a21def-eeb7-7ab1-ac64-f2d8f086a553', '3', '2026-11-27 16:56:33.208351+00', '1', 'fbd87651-eb8c-4163-b42e-96295dddb26f', E'\\x00000017dc0ba4ca013f83a16ecf00066144f13c48a6a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21def-eeb7-7ab1-ac64-f2d8f086a553', '4', '2026-11-27 16:56:33.208351+00', '1', 'fbd87651-eb8c-4163-b42e-96295dddb26f', E'\\x0000001a05d28d33013f84a16ecf00066144f13c7e7aa16c01a162a36f6c64a16fc30000002ff30d67f8014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21defeea576c484831eb5c0af63e6');
INSERT INTO reprise.event VALUES ('01a21def-eeb7-7ab1-ac64-f2d8f086a553', '5', '2026-11-27 16:56:33.214991+00', '1', 'ba325264-dd7d-44f9-94ac-9f7d104e3423', E'\\x00000017fd6ad4c9013f83a16ecf00066144f13c98baa16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21def-eef0-73b8-a9fd-064f49d114c4', '1', '2026-11-27 16:56:33.265114+00', '2', '7d9e6a6d-a76d-4430-abbd-54ed30e7c2bc', E'\\x00000034edf419da013f84a16ecf00066144f13d5bc0a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134350000004cd3d4497d010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410a406bb284febbc45b3325d3fb511d2b0a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21def-fac0-7680-8869-4c216fdfb781', '1', '2026-11-27 16:56:36.288599+00', '1', 'fcf104ee-40a5-455f-a0f3-314c8bd34e94', E'\\x0000001ac49a27d3013f84a16ecf00066144f16b8057a16c01a162a36f6c64a16fc3000000545651fd40010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410d58334da550242fdef633722a663b65aa16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21def-ee11-7830-bc5b-99f76f9532ef', '1', '0', '2026-11-27 16:56:36.285281+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '2', '0', '2026-11-27 16:56:36.287376+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21def-ee9f-773e-83f9-68831c0d857d', '1', '0', '2026-11-27 16:56:33.231421+00', '7', '1de4d94e-64a1-4ed5-ad4e-932378f6c42e', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21def-ee9f-773e-83f9-68831c0d857d', '2', '0', '2026-11-27 16:56:33.234436+00', '1', 'ab57474a-2f51-4573-af97-9735e5aadac5', E'\\x0000004f9857ac1e010683a16da7617070726f7665a169d92461623537343734612d326635312d343537332d616639372d393733356535616164616335a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '1965ff88-e870-4509-852a-e9561625a4eb', '1', '2026-11-27 16:56:32.63524+00', E'\\x3fa9678016384275b72005bf30a5b815efce7589cc6d4670bc303c6968e7360c');
INSERT INTO reprise.outbox VALUES ('01a21def-eef0-73b8-a9fd-064f49d114c4', '2', '2', NULL, '0', '2026-11-27 16:56:33.265114+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d43f67765010683a16da7617070726f7665a169d92630316132316465662d656566302d373362382d613966642d3036346634396431313463342f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('f20218a4-f8c9-4280-8eb2-71252b5d2a6c', '2026-11-27 16:56:36.296409+00', '01a21def-ee12-74f7-ae37-b50fd83d80d8', '1', 'false', 'default', 'requested', '8908b083-dfa1-4c77-b3d5-838244e370fe', E'\\x0000004c99514df8010683a16da7617070726f7665a169d92438393038623038332d646661312d346337372d623364352d383338323434653337306665a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21def-edde-76bd-a75d-61b691d8358a', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'eac18552-9f24-4230-9be7-77ce10d8488c', '01a21def-edde-76bd-a75d-61b691d8358a', NULL, NULL, '2026-11-27 16:56:32.996143+00', '2026-11-27 16:56:33.030229+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ede5-77b3-8a7b-3d70b5a38d48', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '84e80e7b-eb28-4139-95ce-16679d3e67a3', '01a21def-ede5-77b3-8a7b-3d70b5a38d48', NULL, NULL, '2026-11-27 16:56:33.012643+00', '2026-11-27 16:56:33.012643+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee01-7693-8ac5-6c4ce22eca7c', '4', 'false', '2616319470', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '452a9cc7-406e-459b-af22-58670693dc26', '01a21def-ee01-7693-8ac5-6c4ce22eca7c', NULL, NULL, '2026-11-27 16:56:33.03123+00', '2026-11-27 16:56:33.240291+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee07-7b1d-9ce1-3f9aefa8fb45', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '351fa3f5-9d9e-4a4e-a85d-03677335599e', '01a21def-ee07-7b1d-9ce1-3f9aefa8fb45', NULL, NULL, '2026-11-27 16:56:33.038344+00', '2026-11-27 16:56:33.246584+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee0f-7a1a-99e4-e552fdf747e8', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '380aabd2-8fdd-49f8-adcb-223b7f356f66', '01a21def-ee0f-7a1a-99e4-e552fdf747e8', NULL, NULL, '2026-11-27 16:56:33.040479+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee11-7830-bc5b-99f76f9532ef', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '94d954e4-df75-44dd-b9f7-2b31a51e8f7f', '01a21def-ee11-7830-bc5b-99f76f9532ef', NULL, NULL, '2026-11-27 16:56:33.042072+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee12-74f7-ae37-b50fd83d80d8', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '2ea28c69-e342-446d-b9bc-db695902f5cc', '01a21def-ee12-74f7-ae37-b50fd83d80d8', NULL, NULL, '2026-11-27 16:56:33.043381+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee13-7712-b546-fc27ff58f795', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', 'cdba4973-383c-4e49-af42-11c4abfbdf8f', '01a21def-ee13-7712-b546-fc27ff58f795', NULL, NULL, '2026-11-27 16:56:33.04484+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee15-79db-8e55-d068133bf850', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '1c4163c1-5aea-4228-a33f-bcb279644f5c', '01a21def-ee15-79db-8e55-d068133bf850', NULL, NULL, '2026-11-27 16:56:33.046411+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T17:56:33.045896Z (golden.sleeper runs.go:97)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee1b-7ce2-bf3b-c1ed123a4ef0', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', 'd52ecf40-7f0f-40d6-ba93-180e7ffd097b', '01a21def-ee1b-7ce2-bf3b-c1ed123a4ef0', NULL, NULL, '2026-11-27 16:56:33.053704+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T16:56:33.053125Z (golden.both runs.go:118)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee1f-794e-974d-2ce7c060e0c5', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '14a6fdb2-b0f8-4694-9a89-e2c633842df3', '01a21def-ee1f-794e-974d-2ce7c060e0c5', NULL, NULL, '2026-11-27 16:56:33.056648+00', NULL, '2026-11-27 16:56:34.064257+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21def-ee1f-794e-974d-2ce7c060e0c5: workflow code panicked at golden.Bindings.func5 runs.go:69: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe2dd20?, 0x119fc08d2df0?, 0x20?}, {0x119fc08b82b0?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:69 +0x65', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee21-7157-a296-08842b25ad32', '1', 'false', '3111821884', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '8e484ed3-5d3b-43f6-b9f8-e53e62a0ceb0', '01a21def-ee21-7157-a296-08842b25ad32', NULL, NULL, '2026-11-27 16:56:33.078028+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:132)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee21-734c-b348-635e39215f3f', '1', 'false', '2398206249', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '7eccb600-420f-49e5-9d7a-7f4d178e4fd6', '01a21def-ee21-734c-b348-635e39215f3f', '01a21def-ee21-7157-a296-08842b25ad32', '3', '2026-11-27 16:56:33.105215+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee21-749c-bc18-f7fa7305e738', '2', 'false', '2398206249', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b9a717ec-caef-4c87-9478-8037bbab67ab', '01a21def-ee21-749c-bc18-f7fa7305e738', '01a21def-ee21-7157-a296-08842b25ad32', '2', '2026-11-27 16:56:33.105215+00', '2026-11-27 16:56:33.150026+00', NULL, 'default', 'parent/2-7305e738', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee3b-73b5-82db-8204dd2f0817', '1', 'false', '2398206249', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '2b299fca-6a2c-4dc2-83a4-154bc5856488', '01a21def-ee3b-775f-be23-ff9a1e481fcf', NULL, NULL, '2026-11-27 16:56:33.11032+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:141)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee3b-775f-be23-ff9a1e481fcf', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'bb8b228d-f3e0-4c65-836d-9e54263231c7', '01a21def-ee3b-775f-be23-ff9a1e481fcf', NULL, NULL, '2026-11-27 16:56:33.086127+00', '2026-11-27 16:56:33.086127+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee3b-7b48-992b-cef73127431e', '6', 'false', '2886773807', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', 'e072a678-b3aa-4ef8-b657-33466dd0c28c', '01a21def-ee3b-775f-be23-ff9a1e481fcf', NULL, NULL, '2026-11-27 16:56:33.086127+00', '2026-11-27 16:56:33.11032+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee40-7dbf-8c4c-bcab8e7a8f50', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '11d0c25c-c3e6-475d-b462-f6aff108ce18', '01a21def-ee40-7dbf-8c4c-bcab8e7a8f50', NULL, NULL, '2026-11-27 16:56:33.105215+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee55-7a1c-8f24-7022b8cbeec1', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', 'bef2dc20-58a5-4c5d-81fc-71d3c1a29690', '01a21def-ee55-7a1c-8f24-7022b8cbeec1', NULL, NULL, '2026-11-27 16:56:33.112828+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, '{"run":"01a21def-faba-764c-bb1a-a7e647a62f63","since":"2026-11-27T16:56:36.283219Z","workflow":"away","queue":"default","level":1,"token":"a4ca6bab-07cf-4548-a923-8ac9ac1dcbae","n":1}', E'\\x0000001a557fbedf013f84a16ecf00066144f16b69e7a16c01a162a36f6c64a16fc30000004756dc4a91010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c410f379282ac177f4d4aec4382e92212c72a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21def-ee5f-7efe-a377-d4cd9947c8d0', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '235e3e4b-8ea2-4a5c-b84c-2381c4f130ed', '01a21def-ee5f-7efe-a377-d4cd9947c8d0', NULL, NULL, '2026-11-27 16:56:33.132994+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:81)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee6f-7155-becc-fc6833822abd', '1', 'false', '4277208769', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '11051e15-bbdb-490c-b31a-83e42b6923f9', '01a21def-ee6f-7155-becc-fc6833822abd', NULL, NULL, '2026-11-27 16:56:33.143729+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:161)', NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee84-75d9-a7a7-8e3a78e5a62f', '1', 'false', '2497034768', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '46dcdf1b-e051-46eb-b236-7fa8bf28037b', '01a21def-ee84-75d9-a7a7-8e3a78e5a62f', NULL, NULL, '2026-11-27 16:56:33.15814+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:173)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-ee9f-773e-83f9-68831c0d857d', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'e2f8e948-38fe-4696-ace2-512b90d3a55b', '01a21def-ee9f-773e-83f9-68831c0d857d', NULL, NULL, '2026-11-27 16:56:33.188483+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-eea5-76c4-8483-1eb5c0af63e6', '2', 'false', '2743752106', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', 'fa0b2c9a-85ee-4549-935d-0b9717e6a82b', '01a21def-eea5-76c4-8483-1eb5c0af63e6', NULL, NULL, '2026-11-27 16:56:33.193456+00', '2026-11-27 16:56:33.197816+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-eeb7-7ab1-ac64-f2d8f086a553', '1', 'false', '727448068', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', 'ba325264-dd7d-44f9-94ac-9f7d104e3423', '01a21def-eeb7-7ab1-ac64-f2d8f086a553', NULL, NULL, '2026-11-27 16:56:33.208351+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-eef0-73b8-a9fd-064f49d114c4', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '2f718bbd-a534-44a2-8184-aad74d03feb5', '7d9e6a6d-a76d-4430-abbd-54ed30e7c2bc', '01a21def-eef0-73b8-a9fd-064f49d114c4', NULL, NULL, '2026-11-27 16:56:33.265114+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21def-fac0-7680-8869-4c216fdfb781', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'fcf104ee-40a5-455f-a0f3-314c8bd34e94', '01a21def-fac0-7680-8869-4c216fdfb781', NULL, NULL, '2026-11-27 16:56:36.288599+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21def-ee15-79db-8e55-d068133bf850', '2', '2026-11-27 17:56:33.045896+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21def-ee1b-7ce2-bf3b-c1ed123a4ef0', '2', '2026-11-28 16:56:33.053125+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21def-ee84-75d9-a7a7-8e3a78e5a62f', '3', '2126-11-03 16:56:33.157706+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21def-ed59-7177-9c87-d5489656897d', '2026-11-27 16:56:32.959257+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21def-ed89-7019-918b-2bd9ad3579f4', '2026-11-27 16:56:32.959257+00', '0', 'default', 'removed-2');
