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
INSERT INTO reprise.activity VALUES ('01a21cd5-0cdf-7c71-b830-796fa24ae431', '2', '2026-11-27 11:47:34.274221+00', '2026-11-27 11:47:34.274221+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066ff3cd515011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf4e9bd6a8d9914f70', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21cd5-0d15-7822-a82a-22c6e3c9a441', '2', '2026-11-27 11:47:34.327409+00', '2026-11-27 12:56:45.193334+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x000000652e0c3f0f011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf6e781381da2c4964', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.dispatch VALUES ('01a21cd5-0cb1-74dd-987d-ed1c15ac2182', '2026-11-27 11:47:34.474267+00', NULL, '2026-11-27 11:47:35.724267+00', NULL, NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21cd5-0cba-7e9e-98eb-ebb32714fbfc', '2026-11-27 11:47:34.205846+00', '2026-11-27 11:47:35.205846+00', '2026-11-27 11:47:35.455846+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21cd5-0dd2-725e-9737-aecdeff19768', '2026-11-27 11:47:34.482781+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21cd5-0c7a-7692-87d2-7b520cf4f09a', '1', '2026-11-27 11:47:34.139502+00', '2', '3ce42334-5646-4ed3-9403-f7ebe3d1bb0a', E'\\x00000032324dd9a2013f84a16ecf00066140a038c0baa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000004612e2ebba010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c410de3c31c9b59062d524108901ca4678baa16c01a162a36f6c640000005d73a4c7c4011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3ce4233456464ed3a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0c7a-7692-87d2-7b520cf4f09a', '3', '2026-11-27 11:47:34.143109+00', '2', 'a212d03e-7097-4e89-9d0b-14d9720a2f2f', E'\\x0000003277a13b88013f84a16ecf00066140a038cc09a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d05fc5840011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a212d03e70974e89a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0c7a-7692-87d2-7b520cf4f09a', '5', '2026-11-27 11:47:34.169236+00', '2', 'c14e22d3-e6ff-4ee5-a41c-3c1d25aa7d97', E'\\x00000032b3817d31013f84a16ecf00066140a038d5f4a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d32efb65e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c14e22d3e6ff4ee5a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0c7a-7692-87d2-7b520cf4f09a', '7', '2026-11-27 11:47:34.185618+00', '3', '25e90a9e-b9ad-41df-816e-07950fc86e29', E'\\x00000032ba3789b7013f84a16ecf00066140a039386ba16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0c7e-7dcc-a7a7-db0a76d71076', '1', '2026-11-27 11:47:34.161445+00', '2', '47abebcd-55ff-4493-9440-14599f37ef3a', E'\\x000000177ea19b80013f83a16ecf00066140a038cfbfa16c01a162a36f6c6400000044d362348a010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c41039353aa6dc2b3171f00f2a925d988443a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21cd5-0c98-7a51-a18c-96b99b42f4f5', '1', '2026-11-27 11:47:34.169883+00', '2', '2d5ec401-71a8-4433-b21c-3f3891b7b112', E'\\x000000337f0eb7a1013f84a16ecf00066140a03935a6a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a3938000000501631126e010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c41032d784cd3bb6494ec7a1d613e9f2e4a9a16c01a162a36f6c640000005d6f29393a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2d5ec40171a84433a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0c98-7a51-a18c-96b99b42f4f5', '3', '2026-11-27 11:47:34.186412+00', '1', 'e3104477-9ae0-4c51-a9b2-23ecffc6af7a', E'\\x00000017d382981a013f83a16ecf00066140a0397484a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0c98-7a51-a18c-96b99b42f4f5', '4', '2026-11-27 11:47:34.427162+00', '2', 'f44a5753-2e04-4e28-9be6-02244677b57b', E'\\x000000340ccf77ea013f84a16ecf00066140a03d0937a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0ca9-71cf-9ae0-6d17eccd16d5', '1', '2026-11-27 11:47:34.191244+00', '2', '0e682d52-3965-4ab9-84c3-9264b1c3a8e4', E'\\x000000336a81e83f013f84a16ecf00066140a0398aa9a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a3938000000527c5410a5010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410de31ca7fcfdfd31a1ed8647df3c46bc0a16c01a162a36f6c640000005d8a7d1e1f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0e682d5239654ab9a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0ca9-71cf-9ae0-6d17eccd16d5', '3', '2026-11-27 11:47:34.192935+00', '1', '3dce5cfd-2c3c-4004-82bd-f28c981202a8', E'\\x000000171e05d0b1013f83a16ecf00066140a0398f0ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0ca9-71cf-9ae0-6d17eccd16d5', '4', '2026-11-27 11:47:34.428896+00', '1', '08a4a2b1-8245-491c-98ee-ea8a56a93c10', E'\\x00000017e06ca5b6013f83a16ecf00066140a03d1310a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21cd5-0caf-7037-8374-e87ebe8f7e06', '1', '2026-11-27 11:47:34.193429+00', '2', '39827059-0262-4a4f-8bc5-c6214f2ce0d2', E'\\x000000333232dcb4013f84a16ecf00066140a0399289a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004cf631898f010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c410488435ae0da363e4f10ce604d22e3fc1a16c01a162a36f6c640000005d77f70896011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3982705902624a4fa14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0caf-7037-8374-e87ebe8f7e06', '3', '2026-11-27 11:47:34.194857+00', '1', '5d7bb867-e456-459c-b6fd-3c27b4117e69', E'\\x00000017c993ef54013f83a16ecf00066140a039968fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb1-74dd-987d-ed1c15ac2182', '1', '2026-11-27 11:47:34.195362+00', '2', '9aa5a39c-b260-48c0-9633-a12c0d96673b', E'\\x0000003306b7f5b8013f84a16ecf00066140a03999f7a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004a9984eb40010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410d7e7b26f37fefa9a5f5fe9834ba98e65a16c01a162a36f6c640000005dbf8f0b45011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39aa5a39cb26048c0a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb1-74dd-987d-ed1c15ac2182', '3', '2026-11-27 11:47:34.196011+00', '1', '18fdd3b7-65d5-49a2-876f-5c0459ad787d', E'\\x00000017548328ea013f83a16ecf00066140a0399dfba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb3-7c0a-bab2-6ae4ae13b353', '1', '2026-11-27 11:47:34.197023+00', '2', '36e95302-4d01-45ad-8cb5-712a950cec40', E'\\x00000033be06a468013f84a16ecf00066140a039a265a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000050fb419c44010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410beec48c8ae301b632f96cdffb1ad4b02a16c01a162a36f6c640000005d923b4dfc011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf36e953024d0145ada14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb3-7c0a-bab2-6ae4ae13b353', '3', '2026-11-27 11:47:34.197596+00', '1', '3254c397-1ab2-40f7-9f21-13c5798358c8', E'\\x000000175dc8388d013f83a16ecf00066140a039a45da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb5-7c32-be9b-822eabc4328b', '1', '2026-11-27 11:47:34.19846+00', '2', 'd39dddc8-0bbe-456f-a6f0-010e0aafd415', E'\\x00000033729a76e9013f84a16ecf00066140a039a814a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004ee43077e0010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410696d2c5bf2c112d59f946c2d56079585a16c01a162a36f6c640000005d86d3f3cd011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d39dddc80bbe456fa14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb5-7c32-be9b-822eabc4328b', '3', '2026-11-27 11:47:34.19954+00', '1', '9eb44538-cb55-4348-aaee-1ea0a54b65bc', E'\\x000000178c716166013f83a16ecf00066140a039aa0ba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb6-7827-8aeb-181a35686958', '1', '2026-11-27 11:47:34.199939+00', '2', '49939b7a-6d7f-43f1-bc85-5ab04783a6ab', E'\\x0000003475a719c9013f84a16ecf00066140a039ac68a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39300000004f4b03314c010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410396380c90a66f1f749e8560ad4079607a16c01a162a36f6c64000000112e0d24cc011282a164cf0006614176cd5068a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cb9-7fa4-932a-2cd4d836de7e', '1', '2026-11-27 11:47:34.201919+00', '2', 'e916ad8e-54da-4f13-a01d-7bf193c2a7ad', E'\\x00000032e5f79949013f84a16ecf00066140a039b54ba16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313100000044dc7644c6010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c410f82e5c823c1ef099af4c1beb2328beefa16c01a162a36f6c6400000011595ff384011282a164cf00066154be11154ba14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cba-7e9e-98eb-ebb32714fbfc', '1', '2026-11-27 11:47:34.203267+00', '1', '7dda496a-db47-4e41-a209-eab365136b88', E'\\x0000001a7d36c94d013f84a16ecf00066140a039b8f7a16c01a162a36f6c64a16fc300000050030fdfd6010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c41053d9c064eb1016e1f95d687c61fb1516a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-7076-97da-45b0005ac0f1', '1', '2026-11-27 11:47:34.274221+00', '1', 'a5d9678c-6e31-43e4-a9f2-9f0e68790c88', E'\\x0000001a8f8819e7013f84a16ecf00066140a039cbdea16c01a162a36f6c64a16fc30000006828bc2fa5010189a177a57374657073a169b1706172656e742f322d3030356163306631a17082a165a76d73677061636ba164c40102a173c4104bea36424ad0c178d8c20b7f9e9af02aa16c01a162a36f6c64a161c41001a21cd50cbb73168d876fc99cef1e95a17102a16401');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-7076-97da-45b0005ac0f1', '2', '2026-11-27 11:47:34.356642+00', '1', '73213425-60e5-4445-994c-656ed8dfaa8a', E'\\x00000032d84b7d39013f84a16ecf00066140a03bb265a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000005d253db5a9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7321342560e54445a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-7076-97da-45b0005ac0f1', '3', '2026-11-27 11:47:34.387068+00', '2', '34214777-105f-40e0-8db8-676cc11afc41', E'\\x00000032bf8e6d10013f84a16ecf00066140a03c21a6a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d69e99330011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf34214777105f40e0a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-7076-97da-45b0005ac0f1', '5', '2026-11-27 11:47:34.398747+00', '3', 'c4788dbd-34cf-45d4-ac12-93039b8530f6', E'\\x00000032637d971d013f84a16ecf00066140a03c8c86a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-7316-8d87-6fc99cef1e95', '1', '2026-11-27 11:47:34.219034+00', '3', '65cb41c6-d39f-4ece-9cc5-017409ae5449', E'\\x0000004eb06951a6013f84a16ecf00066140a039cbdea16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313139b9676f6c64656e2e706172656e742072756e732e676f3a3132300000004af38ae7a6010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410d2405f9d5fce391b4e71b7e2f01d2b92a16c01a162a36f6c64000000484315b60c011985a177a57374657073a169b1706172656e742f322d3030356163306631a16ec41001a21cd50cbb707697da45b0005ac0f1a17082a165a76d73677061636ba164c40102a140000000004d3b9f2a08011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21cd50cbb74d18d83127321c2ce95a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-7316-8d87-6fc99cef1e95', '4', '2026-11-27 11:47:34.422666+00', '1', '730b11a0-6847-4cc8-9d7b-ff34ffc68b3f', E'\\x00000017bfa64aa9013f83a16ecf00066140a03d0415a16c01a162a36f6c640000002fed9a0181010984a16302a16ec41001a21cd50cbb707697da45b0005ac0f1a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-74d1-8d83-127321c2ce95', '1', '2026-11-27 11:47:34.274221+00', '1', '6a49034f-d3e2-4d53-a0ef-fe4b26e5de83', E'\\x0000001a8f8819e7013f84a16ecf00066140a039cbdea16c01a162a36f6c64a16fc30000006a334a201e010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c4107f4a640880e733240ed15799c4ed0b19a16c01a162a36f6c64a161c41001a21cd50cbb73168d876fc99cef1e95a17103a16401');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-74d1-8d83-127321c2ce95', '2', '2026-11-27 11:47:34.327409+00', '1', '893373af-285a-423f-a37b-d9357f91c4c9', E'\\x000000339d42504c013f84a16ecf00066140a03b93cfa16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000005ddd5f2712011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3893373af285a423fa14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cbb-74d1-8d83-127321c2ce95', '3', '2026-11-27 11:47:34.36105+00', '1', 'ded3058d-d232-4dc3-865b-e68e237f270e', E'\\x0000001740e2b897013f83a16ecf00066140a03c1473a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21cd5-0cd1-7664-b703-9765409340c8', '1', '2026-11-27 11:47:34.292327+00', '1', '7d4babfe-f709-482e-9d3e-df3ed1690735', E'\\x0000001a738da96f013f84a16ecf00066140a03ad998a16c01a162a36f6c64a16fc30000006d6cc8ffcb010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c41083f55cb9643f6ccea4da936ac9e0d4b7a16c01a162a36f6c64a163c41001a21cd50cd17ab792b430e355782f84a176c41001a21cd50cd17ab8b64ae985cc39fe6ba16e02');
INSERT INTO reprise.event VALUES ('01a21cd5-0cd1-7664-b703-9765409340c8', '2', '2026-11-27 11:47:34.400686+00', '1', 'ffec6ef1-acfe-4e09-a7c8-a122c7cf1e0f', E'\\x00000017ecbe6bf0013f83a16ecf00066140a03cbd6ba16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21cd5-0cd1-7ab7-92b4-30e355782f84', '1', '2026-11-27 11:47:34.229849+00', '2', '1dc605b4-fcdb-4182-9c4c-804b2b91d5ce', E'\\x0000003359a60793013f84a16ecf00066140a03a2198a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333200000042e3362e3d010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410bddee550947bdca31cc211cd947ebd5aa16c01a162a36f6c640000003491849457011884a16ec41001a21cd50cd17ab8b64ae985cc39fe6ba177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cd1-7ab8-b64a-e985cc39fe6b', '1', '2026-11-27 11:47:34.229849+00', '1', '2aadb4b4-1be3-43b5-b29f-bfcccba9f471', E'\\x0000001af9c651ad013f84a16ecf00066140a03a2198a16c01a162a36f6c64a16fc30000006de17ca40f010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c410e4551029e3230ddc3f1cb184dbbf3ad0a16c01a162a36f6c64a163c41001a21cd50cd17ab792b430e355782f84a176c41001a21cd50cd17ab792b430e355782f84a16e01');
INSERT INTO reprise.event VALUES ('01a21cd5-0cd1-7ab8-b64a-e985cc39fe6b', '2', '2026-11-27 11:47:34.292327+00', '1', 'e6c571e1-a32e-473e-bd6d-85cb449b317b', E'\\x0000003366d74c8c013f84a16ecf00066140a03ad998a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333200000034af481bae011884a16ec41001a21cd50cd17664b7039765409340c8a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0cdf-7c71-b830-796fa24ae431', '1', '2026-11-27 11:47:34.274221+00', '2', '4e9bd6a8-d991-4f70-ad70-4e3464fa87f7', E'\\x0000003c48b72ff4013f84a16ecf00066140a03a56c3a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a3732000000440bfc5cfe010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c4100e0f7544ce5506b9cfcc33df523dd4f0a16c01a162a36f6c6400000069c00153ab011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf4e9bd6a8d9914f70a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0d15-7822-a82a-22c6e3c9a441', '1', '2026-11-27 11:47:34.300372+00', '2', '6e781381-da2c-4964-ba0b-d42540c759c4', E'\\x0000003cb3b6e1cc013f84a16ecf00066140a03b1df0a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a37340000005086fc6375010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c4102912e6751811bec09703ebde196b412ca16c01a162a36f6c64000000688147f2a8011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf6e781381da2c4964a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0d15-7822-a82a-22c6e3c9a441', '3', '2026-11-27 11:47:34.327409+00', '1', 'ab511684-44af-415d-9eb8-58f70e4eea4a', E'\\x0000001771469150013f83a16ecf00066140a03b8cd9a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21cd5-0daf-7623-a5b2-5ff857c43e96', '1', '2026-11-27 11:47:34.448744+00', '2', '144119b2-f1be-4b80-96c3-159d1ce976a0', E'\\x00000034437a72cf013f84a16ecf00066140a03d78aaa16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3133380000004c11361e0c010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410d1085b50b9d6cd46e37f9d879aa7f025a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21cd5-0dd2-725e-9737-aecdeff19768', '1', '2026-11-27 11:47:34.482781+00', '1', 'a759e20f-5c9f-44bd-b048-66b6c516937a', E'\\x0000001afe1911b3013f84a16ecf00066140a03dff5da16c01a162a36f6c64a16fc30000005436ea4737010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c41074d1e55c1593655e401199b6da34c45fa16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21cd5-0cb1-74dd-987d-ed1c15ac2182', '1', '0', '2026-11-27 11:47:34.474267+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '2aa8d05b-c547-4e96-a5e0-25f7bc7a91d4', '1', '2026-11-27 11:47:33.722577+00');
INSERT INTO reprise.outbox VALUES ('01a21cd5-0daf-7623-a5b2-5ff857c43e96', '2', '2', NULL, '0', '2026-11-27 11:47:34.448744+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004de7120fd0010683a16da7617070726f7665a169d92630316132316364352d306461662d373632332d613562322d3566663835376334336539362f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('ca41bf88-b38b-4423-9e9c-7e13a44a54e9', '2026-11-27 11:47:34.491032+00', '01a21cd5-0cb3-7c0a-bab2-6ae4ae13b353', '1', 'false', 'default', 'requested', '85ecc684-974d-4ef6-a5c3-e171afce5290', E'\\x0000004c3cfad9c3010683a16da7617070726f7665a169d92438356563633638342d393734642d346566362d613563332d653137316166636535323930a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21cd5-0c7a-7692-87d2-7b520cf4f09a', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '25e90a9e-b9ad-41df-816e-07950fc86e29', '01a21cd5-0c7a-7692-87d2-7b520cf4f09a', NULL, NULL, '2026-11-27 11:47:34.139502+00', '2026-11-27 11:47:34.185618+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0c7e-7dcc-a7a7-db0a76d71076', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '47abebcd-55ff-4493-9440-14599f37ef3a', '01a21cd5-0c7e-7dcc-a7a7-db0a76d71076', NULL, NULL, '2026-11-27 11:47:34.161445+00', '2026-11-27 11:47:34.161445+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0c98-7a51-a18c-96b99b42f4f5', '4', 'false', '4024955842', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', 'f44a5753-2e04-4e28-9be6-02244677b57b', '01a21cd5-0c98-7a51-a18c-96b99b42f4f5', NULL, NULL, '2026-11-27 11:47:34.169883+00', '2026-11-27 11:47:34.427162+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0ca9-71cf-9ae0-6d17eccd16d5', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '08a4a2b1-8245-491c-98ee-ea8a56a93c10', '01a21cd5-0ca9-71cf-9ae0-6d17eccd16d5', NULL, NULL, '2026-11-27 11:47:34.191244+00', '2026-11-27 11:47:34.428896+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0caf-7037-8374-e87ebe8f7e06', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '5d7bb867-e456-459c-b6fd-3c27b4117e69', '01a21cd5-0caf-7037-8374-e87ebe8f7e06', NULL, NULL, '2026-11-27 11:47:34.193429+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cb1-74dd-987d-ed1c15ac2182', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '18fdd3b7-65d5-49a2-876f-5c0459ad787d', '01a21cd5-0cb1-74dd-987d-ed1c15ac2182', NULL, NULL, '2026-11-27 11:47:34.195362+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cb3-7c0a-bab2-6ae4ae13b353', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '3254c397-1ab2-40f7-9f21-13c5798358c8', '01a21cd5-0cb3-7c0a-bab2-6ae4ae13b353', NULL, NULL, '2026-11-27 11:47:34.197023+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cb5-7c32-be9b-822eabc4328b', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '9eb44538-cb55-4348-aaee-1ea0a54b65bc', '01a21cd5-0cb5-7c32-be9b-822eabc4328b', NULL, NULL, '2026-11-27 11:47:34.19846+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cb6-7827-8aeb-181a35686958', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '49939b7a-6d7f-43f1-bc85-5ab04783a6ab', '01a21cd5-0cb6-7827-8aeb-181a35686958', NULL, NULL, '2026-11-27 11:47:34.199939+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T12:47:34.1994Z (golden.sleeper runs.go:90)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cb9-7fa4-932a-2cd4d836de7e', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', 'e916ad8e-54da-4f13-a01d-7bf193c2a7ad', '01a21cd5-0cb9-7fa4-932a-2cd4d836de7e', NULL, NULL, '2026-11-27 11:47:34.201919+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T11:47:34.201675Z (golden.both runs.go:111)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cba-7e9e-98eb-ebb32714fbfc', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '7dda496a-db47-4e41-a209-eab365136b88', '01a21cd5-0cba-7e9e-98eb-ebb32714fbfc', NULL, NULL, '2026-11-27 11:47:34.203267+00', NULL, '2026-11-27 11:47:35.205846+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21cd5-0cba-7e9e-98eb-ebb32714fbfc: workflow code panicked at golden.Bindings.func5 runs.go:64: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xde7820?, 0x8d71fc89660?, 0xe0?}, {0x8d71fe3e630?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:64 +0x65');
INSERT INTO reprise.run VALUES ('01a21cd5-0cbb-7076-97da-45b0005ac0f1', '2', 'false', '667025429', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'c4788dbd-34cf-45d4-ac12-93039b8530f6', '01a21cd5-0cbb-7076-97da-45b0005ac0f1', '01a21cd5-0cbb-7316-8d87-6fc99cef1e95', '2', '2026-11-27 11:47:34.274221+00', '2026-11-27 11:47:34.398747+00', NULL, 'default', 'parent/2-005ac0f1', 'steps', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cbb-7316-8d87-6fc99cef1e95', '1', 'false', '2299679908', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '730b11a0-6847-4cc8-9d7b-ff34ffc68b3f', '01a21cd5-0cbb-7316-8d87-6fc99cef1e95', NULL, NULL, '2026-11-27 11:47:34.219034+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:125)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cbb-74d1-8d83-127321c2ce95', '1', 'false', '667025429', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', 'ded3058d-d232-4dc3-865b-e68e237f270e', '01a21cd5-0cbb-74d1-8d83-127321c2ce95', '01a21cd5-0cbb-7316-8d87-6fc99cef1e95', '3', '2026-11-27 11:47:34.274221+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cd1-7664-b703-9765409340c8', '1', 'false', '667025429', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', 'ffec6ef1-acfe-4e09-a7c8-a122c7cf1e0f', '01a21cd5-0cd1-7ab7-92b4-30e355782f84', NULL, NULL, '2026-11-27 11:47:34.292327+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:134)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cd1-7ab7-92b4-30e355782f84', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '1dc605b4-fcdb-4182-9c4c-804b2b91d5ce', '01a21cd5-0cd1-7ab7-92b4-30e355782f84', NULL, NULL, '2026-11-27 11:47:34.229849+00', '2026-11-27 11:47:34.229849+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cd1-7ab8-b64a-e985cc39fe6b', '6', 'false', '3219751998', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', 'e6c571e1-a32e-473e-bd6d-85cb449b317b', '01a21cd5-0cd1-7ab7-92b4-30e355782f84', NULL, NULL, '2026-11-27 11:47:34.229849+00', '2026-11-27 11:47:34.292327+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0cdf-7c71-b830-796fa24ae431', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '4e9bd6a8-d991-4f70-ad70-4e3464fa87f7', '01a21cd5-0cdf-7c71-b830-796fa24ae431', NULL, NULL, '2026-11-27 11:47:34.274221+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:72)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0d15-7822-a82a-22c6e3c9a441', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'ab511684-44af-415d-9eb8-58f70e4eea4a', '01a21cd5-0d15-7822-a82a-22c6e3c9a441', NULL, NULL, '2026-11-27 11:47:34.300372+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:74)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0daf-7623-a5b2-5ff857c43e96', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e5ef4f4f-1067-41dd-bcbf-86bf4732ea90', '144119b2-f1be-4b80-96c3-159d1ce976a0', '01a21cd5-0daf-7623-a5b2-5ff857c43e96', NULL, NULL, '2026-11-27 11:47:34.448744+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:138)', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21cd5-0dd2-725e-9737-aecdeff19768', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a759e20f-5c9f-44bd-b048-66b6c516937a', '01a21cd5-0dd2-725e-9737-aecdeff19768', NULL, NULL, '2026-11-27 11:47:34.482781+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21cd5-0cb6-7827-8aeb-181a35686958', '2', '2026-11-27 12:47:34.1994+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21cd5-0cb9-7fa4-932a-2cd4d836de7e', '2', '2026-11-28 11:47:34.201675+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21cd5-0bcf-7be4-8c79-99a3cbcb9b29', '2026-11-27 11:47:34.118371+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21cd5-0c4a-7e18-99b3-fb9c3200c003', '2026-11-27 11:47:34.118371+00', '0', 'default', 'removed-2');
