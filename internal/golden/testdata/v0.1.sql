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

INSERT INTO "reprise".meta (one, version, compatible_from, cluster_id, epoch, created_at) VALUES (1, 1, 1, gen_random_uuid(), 1, now());

-- Rows.
DELETE FROM reprise.meta;
INSERT INTO reprise.activity VALUES ('01a21d2d-9940-704d-bf8c-0a34afaee5c3', '2', '2026-11-27 13:24:17.433016+00', '2026-11-27 13:24:17.433016+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066817e160a011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d39b3096d635d94d82', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21d2d-999e-7d8a-a594-fa24aafd83c1', '2', '2026-11-27 13:24:17.483227+00', '2026-11-27 14:27:54.127416+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065d7d46bad011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3b6f6771197094746', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.dispatch VALUES ('01a21d2d-989c-701d-91fa-f569d0f0e8fd', '2026-11-27 13:24:17.714072+00', NULL, '2026-11-27 13:24:18.964072+00', NULL, NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21d2d-9904-7aeb-b05c-cfe486b4e685', '2026-11-27 13:24:17.295215+00', '2026-11-27 13:24:18.295215+00', '2026-11-27 13:24:18.545215+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21d2d-9ab8-7636-84ec-ee5199248d27', '2026-11-27 13:24:17.720578+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21d2d-97ff-7032-b116-8df3c630c6be', '1', '2026-11-27 13:24:17.028359+00', '2', '696374f2-6bfd-4356-9544-4baf611d9c89', E'\\x000000328f3d0d7c013f84a16ecf00066141fa19c4ffa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a3830000000461a5c5c84010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4102f4faf4817e18a741159965f622dbaa6a16c01a162a36f6c640000005da52d3e57011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf696374f26bfd4356a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-97ff-7032-b116-8df3c630c6be', '3', '2026-11-27 13:24:17.029822+00', '2', 'e6f6a5dc-bdc4-40bb-bdb9-ee2355073eca', E'\\x0000003209be74dd013f84a16ecf00066141fa19d57ba16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005dad649298011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e6f6a5dcbdc440bba14000');
INSERT INTO reprise.event VALUES ('01a21d2d-97ff-7032-b116-8df3c630c6be', '5', '2026-11-27 13:24:17.097962+00', '2', '1184286e-ab9d-4e5f-97ca-eead764b25ec', E'\\x000000325eaf03ec013f84a16ecf00066141fa19d8f7a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d75c29e3d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1184286eab9d4e5fa14000');
INSERT INTO reprise.event VALUES ('01a21d2d-97ff-7032-b116-8df3c630c6be', '7', '2026-11-27 13:24:17.125463+00', '3', '5f65799e-d2b4-463c-805f-01303b8540c9', E'\\x0000003284061f43013f84a16ecf00066141fa1ae3a3a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9805-7f39-90cd-c4713c41ed86', '1', '2026-11-27 13:24:17.071854+00', '2', '0833c494-7714-4e9b-826e-6e38a9798e06', E'\\x000000172b140673013f83a16ecf00066141fa19d8d8a16c01a162a36f6c6400000044fd2e3a9f010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410688c3e252c0c666d0b48adb4cd4fb6cea16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21d2d-984a-7dc2-89b8-df8f8ac51fa2', '1', '2026-11-27 13:24:17.127119+00', '2', '20445803-c40e-4edd-adf5-22a810772162', E'\\x0000003398871eb4013f84a16ecf00066141fa1ae7b2a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a393800000050f0bd64ce010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410991dc348161661b4b4d525f53ce78151a16c01a162a36f6c640000005dbd9ef6b1011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf20445803c40e4edda14000');
INSERT INTO reprise.event VALUES ('01a21d2d-984a-7dc2-89b8-df8f8ac51fa2', '3', '2026-11-27 13:24:17.168629+00', '1', '054c8dbe-4321-40dc-9950-d43012d4c45c', E'\\x00000017e5cf1828013f83a16ecf00066141fa1bebd6a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-984a-7dc2-89b8-df8f8ac51fa2', '4', '2026-11-27 13:24:17.516874+00', '2', '65e371af-83be-4b31-acd0-3c216ddcbb03', E'\\x00000034c93e39e1013f84a16ecf00066141fa214425a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9869-77f9-82d0-60f96e1c379d', '1', '2026-11-27 13:24:17.161931+00', '2', '6dc36cef-7227-488d-97d5-e8401e1c23ca', E'\\x00000033f5bacab8013f84a16ecf00066141fa1b6882a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a3938000000525ae3e53e010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c410b64b25e01c5ba19a960db46b57d45d74a16c01a162a36f6c640000005d5a1ff88f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6dc36cef7227488da14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9869-77f9-82d0-60f96e1c379d', '3', '2026-11-27 13:24:17.171037+00', '1', '6a8dc777-ecf4-48e7-a23e-42c62dede058', E'\\x0000001736a9c123013f83a16ecf00066141fa1bed8da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-9869-77f9-82d0-60f96e1c379d', '4', '2026-11-27 13:24:17.520014+00', '1', 'ba1ce940-11a2-49b4-af73-18aa80b07119', E'\\x00000017186f8a33013f83a16ecf00066141fa214c17a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21d2d-988e-793c-aae7-c6aaa1205379', '1', '2026-11-27 13:24:17.171037+00', '2', 'ea3c8dab-05fc-4b00-aaa2-7bf25b92d1e6', E'\\x00000033fc64fee2013f84a16ecf00066141fa1bf369a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004cbe3637f8010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c410f63d1121e149b8c06e0121f78732dd4aa16c01a162a36f6c640000005db4ea8fa0011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ea3c8dab05fc4b00a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-988e-793c-aae7-c6aaa1205379', '3', '2026-11-27 13:24:17.185132+00', '1', '4f23eb01-c158-440c-8d30-9e6eae5d030d', E'\\x000000176fa2f60f013f83a16ecf00066141fa1c2504a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-989c-701d-91fa-f569d0f0e8fd', '1', '2026-11-27 13:24:17.192446+00', '2', '37049b9e-13ff-48df-b94a-3553bfe5cb82', E'\\x0000003313cca8a1013f84a16ecf00066141fa1c29f2a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004a2f1b43f1010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410ae21c905805da87e01e543aeb8511e52a16c01a162a36f6c640000005d5aab564e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf37049b9e13ff48dfa14000');
INSERT INTO reprise.event VALUES ('01a21d2d-989c-701d-91fa-f569d0f0e8fd', '3', '2026-11-27 13:24:17.193345+00', '1', '1b1e08c4-1d03-429c-b3bd-c4efa5fc741e', E'\\x0000001784e122d1013f83a16ecf00066141fa1c54b4a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-98a9-7abd-b468-40f632dded8f', '1', '2026-11-27 13:24:17.195193+00', '2', '99599447-2c01-4ccf-a948-8c5599a7e0b7', E'\\x00000033b45da5a8013f84a16ecf00066141fa1c5aa7a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000005047f1d1a1010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410258c40096f0090a23513334ac83be3c8a16c01a162a36f6c640000005de02f5294011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3995994472c014ccfa14000');
INSERT INTO reprise.event VALUES ('01a21d2d-98a9-7abd-b468-40f632dded8f', '3', '2026-11-27 13:24:17.262195+00', '1', '2043bbe2-d09e-4858-991d-b6d183591b89', E'\\x00000017f56c0a85013f83a16ecf00066141fa1c5e91a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-98ea-74e9-acd0-c6c7a73f362f', '1', '2026-11-27 13:24:17.274505+00', '2', '71403477-102c-4950-8d7c-efa031d8c39e', E'\\x000000339b9404ee013f84a16ecf00066141fa1d59daa16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000004e6dcc65b4010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410d950cd54c5a01b1582f559eb22b4211aa16c01a162a36f6c640000005d8a51fe4f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf71403477102c4950a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-98ea-74e9-acd0-c6c7a73f362f', '3', '2026-11-27 13:24:17.276808+00', '1', '5919248b-6a96-4e7e-bd81-8b3d4aa6fc42', E'\\x00000017e21c2f96013f83a16ecf00066141fa1d969aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-98fb-73a9-8f52-c2d3bf96e465', '1', '2026-11-27 13:24:17.278616+00', '2', '624ba31a-13e0-4956-9cb5-758c56a4e8a1', E'\\x0000003406a69197013f84a16ecf00066141fa1d9fa2a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39300000004f8c20b4d6010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410a181023333f481bb05af57992e9c66c7a16c01a162a36f6c6400000011a6a1e705011282a164cf00066142d0b143a2a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9901-7810-95db-229671c6280a', '1', '2026-11-27 13:24:17.282861+00', '2', '4551fb7c-2f4c-4f26-b1ec-1d52fff1ae17', E'\\x00000032ad1b9a00013f84a16ecf00066141fa1db0cea16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a3131310000004498b4c36c010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c41078a7f6b6af308fe28f4b51d92ae8dfa4a16c01a162a36f6c64000000112ca21bb7011282a164cf0006615617f510cea14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9904-7aeb-b05c-cfe486b4e685', '1', '2026-11-27 13:24:17.285851+00', '1', 'eb07d26a-549a-47e4-848d-43f6d8378aeb', E'\\x0000001ae91c517e013f84a16ecf00066141fa1db98da16c01a162a36f6c64a16fc300000050b48aadd1010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410e6ee9b77d843ba1a44b6259db76ac46ca16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-70c8-968c-6446d7fe7790', '1', '2026-11-27 13:24:17.433016+00', '1', 'b373673f-8fda-499b-a61c-7d3477fb2fe4', E'\\x0000001a964a1707013f84a16ecf00066141fa1e825fa16c01a162a36f6c64a16fc30000006805d6c51d010189a177a57374657073a169b1706172656e742f322d6437666537373930a17082a165a76d73677061636ba164c40102a173c410c494c335083196fe7c9c95c1524f1cbba16c01a162a36f6c64a161c41001a21d2d990677228a0af99724d66423a17102a16401');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-70c8-968c-6446d7fe7790', '2', '2026-11-27 13:24:17.460601+00', '1', '0cdeccf9-4ff5-40c1-9a10-7efc94e63811', E'\\x0000003236011793013f84a16ecf00066141fa205555a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000005de1326ecb011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0cdeccf94ff540c1a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-70c8-968c-6446d7fe7790', '3', '2026-11-27 13:24:17.488711+00', '2', '3c39decf-6c7d-444c-9981-3611df0cba6f', E'\\x00000032bf679086013f84a16ecf00066141fa20aad7a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005de87e462a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3c39decf6c7d444ca14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-70c8-968c-6446d7fe7790', '5', '2026-11-27 13:24:17.490293+00', '3', '8f3d6e86-e239-48f4-b17b-e8ecd1ff84b3', E'\\x000000329d035f63013f84a16ecf00066141fa20dac1a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-74df-abeb-4e8445d45975', '1', '2026-11-27 13:24:17.433016+00', '1', '2549413b-0a01-4e66-986d-ff3a05d1e997', E'\\x0000001a964a1707013f84a16ecf00066141fa1e825fa16c01a162a36f6c64a16fc30000006ab0329c95010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c41056b05bd5153aa9e98105dbae88c51d7ea16c01a162a36f6c64a161c41001a21d2d990677228a0af99724d66423a17103a16401');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-74df-abeb-4e8445d45975', '2', '2026-11-27 13:24:17.503905+00', '1', 'd6463853-4cdc-4dd7-92d2-0a27675dbdfb', E'\\x0000003318d47821013f84a16ecf00066141fa210702a16c01a162a36f6c64a17391b8676f6c64656e2e7761697465722072756e732e676f3a39380000005d657c6238011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d64638534cdc4dd7a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-74df-abeb-4e8445d45975', '3', '2026-11-27 13:24:17.510162+00', '1', '30683a49-ed5b-4169-aa11-6a36599273e0', E'\\x00000017a7857e8d013f83a16ecf00066141fa211433a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-7722-8a0a-f99724d66423', '1', '2026-11-27 13:24:17.336419+00', '3', '8bbad194-5f3e-49dd-baa4-4d0f604a563a', E'\\x0000004e0f16c0bf013f84a16ecf00066141fa1e825fa16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313139b9676f6c64656e2e706172656e742072756e732e676f3a3132300000004ac8661b10010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410f9907070a084996f46f42cec6af60f97a16c01a162a36f6c6400000048a5f25fe5011985a177a57374657073a169b1706172656e742f322d6437666537373930a16ec41001a21d2d990670c8968c6446d7fe7790a17082a165a76d73677061636ba164c40102a140000000004da29b33cd011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21d2d990674dfabeb4e8445d45975a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21d2d-9906-7722-8a0a-f99724d66423', '4', '2026-11-27 13:24:17.505596+00', '1', 'a0cb3ecd-fdcd-44f6-b633-ff5be76c5ba6', E'\\x00000017576bc8dd013f83a16ecf00066141fa211208a16c01a162a36f6c640000002fa88ecb99010984a16302a16ec41001a21d2d990670c8968c6446d7fe7790a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21d2d-993b-76c8-9324-20814a22e247', '1', '2026-11-27 13:24:17.438259+00', '1', 'a10c677d-658d-4712-88f4-e7fb9059fbdb', E'\\x0000001a481f7264013f84a16ecf00066141fa1fc6b6a16c01a162a36f6c64a16fc30000006d1dc59fb3010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410424debf6e72cfd2b1f1bf2299542fa2da16c01a162a36f6c64a163c41001a21d2d993b7bccb83267dc5aaa21f3a176c41001a21d2d993b7d0394f3d731f8b08401a16e02');
INSERT INTO reprise.event VALUES ('01a21d2d-993b-76c8-9324-20814a22e247', '2', '2026-11-27 13:24:17.460601+00', '1', '03686854-e6c0-443a-a1d6-c2928089166d', E'\\x00000017112b38c7013f83a16ecf00066141fa205345a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21d2d-993b-7bcc-b832-67dc5aaa21f3', '1', '2026-11-27 13:24:17.340913+00', '2', 'f89c5c3c-0689-4bb8-a5c9-415db6aacc08', E'\\x0000003351dee965013f84a16ecf00066141fa1e9411a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313332000000424974037a010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c4105d0e0a52ee79b05d44e046986b0d63b7a16c01a162a36f6c640000003430595606011884a16ec41001a21d2d993b7d0394f3d731f8b08401a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-993b-7d03-94f3-d731f8b08401', '1', '2026-11-27 13:24:17.340913+00', '1', '1e04b56d-5167-4f40-bcad-3f1a5ba50262', E'\\x0000001a145036bc013f84a16ecf00066141fa1e9411a16c01a162a36f6c64a16fc30000006dfac3d9b4010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c4101f5b7601ee519bcffbe152850934d49aa16c01a162a36f6c64a163c41001a21d2d993b7bccb83267dc5aaa21f3a176c41001a21d2d993b7bccb83267dc5aaa21f3a16e01');
INSERT INTO reprise.event VALUES ('01a21d2d-993b-7d03-94f3-d731f8b08401', '2', '2026-11-27 13:24:17.438259+00', '1', 'd4dfdaa0-e791-457d-bdb1-11d2611d6073', E'\\x00000033375ef1f0013f84a16ecf00066141fa1fc6b6a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a3133320000003488cd6d4b011884a16ec41001a21d2d993b76c8932420814a22e247a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9940-704d-bf8c-0a34afaee5c3', '1', '2026-11-27 13:24:17.433016+00', '2', '9b3096d6-35d9-4d82-91fd-04b173bea456', E'\\x0000003c0738f75e013f84a16ecf00066141fa1f0e04a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373200000044eeaf64a5010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c410ee57fa45e42ae6cf740bd2f3f1e2d31fa16c01a162a36f6c64000000696c718ddc011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d39b3096d635d94d82a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-999e-7d8a-a594-fa24aafd83c1', '1', '2026-11-27 13:24:17.457823+00', '2', 'b6f67711-9709-4746-a402-f9925ad4fe08', E'\\x0000003c16984fa6013f84a16ecf00066141fa202cb9a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a373400000050c8f164f9010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410857fb3aa261a4b9798bf33ec3a925aeba16c01a162a36f6c64000000687319c336011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3b6f6771197094746a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-999e-7d8a-a594-fa24aafd83c1', '3', '2026-11-27 13:24:17.483227+00', '1', '7d0ff40e-439f-4f92-b01a-bd384f16e9f8', E'\\x000000178595f5c2013f83a16ecf00066141fa2061f3a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21d2d-99f6-7455-a131-3d2ae8f3fde1', '1', '2026-11-27 13:24:17.640707+00', '2', 'bc2b82e3-c7cb-4f7d-b690-4d03a93822f9', E'\\x0000003498ac722a013f84a16ecf00066141fa23269fa16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3133380000004c1ec48c27010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410b74a29b70a605ba4797b99aadc07b604a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21d2d-9ab8-7636-84ec-ee5199248d27', '1', '2026-11-27 13:24:17.720578+00', '1', 'f98310be-12b5-4a47-960f-dbbb5cb38c2e', E'\\x0000001a36bb09ac013f84a16ecf00066141fa246102a16c01a162a36f6c64a16fc300000054abba775c010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410082b7b29de9f613a34eb67d86faec486a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21d2d-989c-701d-91fa-f569d0f0e8fd', '1', '0', '2026-11-27 13:24:17.714072+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '9c650cc4-96e6-48a2-ae46-761a3644075b', '1', '2026-11-27 13:24:16.17799+00');
INSERT INTO reprise.outbox VALUES ('01a21d2d-99f6-7455-a131-3d2ae8f3fde1', '2', '2', NULL, '0', '2026-11-27 13:24:17.640707+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d04759333010683a16da7617070726f7665a169d92630316132316432642d393966362d373435352d613133312d3364326165386633666465312f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('64f706db-3a70-46b6-9d84-75774f332b40', '2026-11-27 13:24:17.76808+00', '01a21d2d-98a9-7abd-b468-40f632dded8f', '1', 'false', 'default', 'requested', '9432fb47-60a1-4d8b-b722-572ebc2a8a90', E'\\x0000004c9370b044010683a16da7617070726f7665a169d92439343332666234372d363061312d346438622d623732322d353732656263326138613930a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21d2d-97ff-7032-b116-8df3c630c6be', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '5f65799e-d2b4-463c-805f-01303b8540c9', '01a21d2d-97ff-7032-b116-8df3c630c6be', NULL, NULL, '2026-11-27 13:24:17.028359+00', '2026-11-27 13:24:17.125463+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9805-7f39-90cd-c4713c41ed86', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '0833c494-7714-4e9b-826e-6e38a9798e06', '01a21d2d-9805-7f39-90cd-c4713c41ed86', NULL, NULL, '2026-11-27 13:24:17.071854+00', '2026-11-27 13:24:17.071854+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-984a-7dc2-89b8-df8f8ac51fa2', '4', 'false', '364571052', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '65e371af-83be-4b31-acd0-3c216ddcbb03', '01a21d2d-984a-7dc2-89b8-df8f8ac51fa2', NULL, NULL, '2026-11-27 13:24:17.127119+00', '2026-11-27 13:24:17.516874+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9869-77f9-82d0-60f96e1c379d', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', 'ba1ce940-11a2-49b4-af73-18aa80b07119', '01a21d2d-9869-77f9-82d0-60f96e1c379d', NULL, NULL, '2026-11-27 13:24:17.161931+00', '2026-11-27 13:24:17.520014+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-988e-793c-aae7-c6aaa1205379', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '4f23eb01-c158-440c-8d30-9e6eae5d030d', '01a21d2d-988e-793c-aae7-c6aaa1205379', NULL, NULL, '2026-11-27 13:24:17.171037+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-989c-701d-91fa-f569d0f0e8fd', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '1b1e08c4-1d03-429c-b3bd-c4efa5fc741e', '01a21d2d-989c-701d-91fa-f569d0f0e8fd', NULL, NULL, '2026-11-27 13:24:17.192446+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-98a9-7abd-b468-40f632dded8f', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '2043bbe2-d09e-4858-991d-b6d183591b89', '01a21d2d-98a9-7abd-b468-40f632dded8f', NULL, NULL, '2026-11-27 13:24:17.195193+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-98ea-74e9-acd0-c6c7a73f362f', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '5919248b-6a96-4e7e-bd81-8b3d4aa6fc42', '01a21d2d-98ea-74e9-acd0-c6c7a73f362f', NULL, NULL, '2026-11-27 13:24:17.274505+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-98fb-73a9-8f52-c2d3bf96e465', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '624ba31a-13e0-4956-9cb5-758c56a4e8a1', '01a21d2d-98fb-73a9-8f52-c2d3bf96e465', NULL, NULL, '2026-11-27 13:24:17.278616+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T14:24:17.277858Z (golden.sleeper runs.go:90)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9901-7810-95db-229671c6280a', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '4551fb7c-2f4c-4f26-b1ec-1d52fff1ae17', '01a21d2d-9901-7810-95db-229671c6280a', NULL, NULL, '2026-11-27 13:24:17.282861+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T13:24:17.282254Z (golden.both runs.go:111)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9904-7aeb-b05c-cfe486b4e685', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'eb07d26a-549a-47e4-848d-43f6d8378aeb', '01a21d2d-9904-7aeb-b05c-cfe486b4e685', NULL, NULL, '2026-11-27 13:24:17.285851+00', NULL, '2026-11-27 13:24:18.295215+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21d2d-9904-7aeb-b05c-cfe486b4e685: workflow code panicked at golden.Bindings.func5 runs.go:64: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xdf7c60?, 0xdf0903ce4c0?, 0x80?}, {0xdf0903b4eb0?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:64 +0x65', NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9906-70c8-968c-6446d7fe7790', '2', 'false', '2077604610', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '8f3d6e86-e239-48f4-b17b-e8ecd1ff84b3', '01a21d2d-9906-70c8-968c-6446d7fe7790', '01a21d2d-9906-7722-8a0a-f99724d66423', '2', '2026-11-27 13:24:17.433016+00', '2026-11-27 13:24:17.490293+00', NULL, 'default', 'parent/2-d7fe7790', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9906-74df-abeb-4e8445d45975', '1', 'false', '2077604610', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '30683a49-ed5b-4169-aa11-6a36599273e0', '01a21d2d-9906-74df-abeb-4e8445d45975', '01a21d2d-9906-7722-8a0a-f99724d66423', '3', '2026-11-27 13:24:17.433016+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:101)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9906-7722-8a0a-f99724d66423', '1', 'false', '2589522056', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', 'a0cb3ecd-fdcd-44f6-b633-ff5be76c5ba6', '01a21d2d-9906-7722-8a0a-f99724d66423', NULL, NULL, '2026-11-27 13:24:17.336419+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:125)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-993b-76c8-9324-20814a22e247', '1', 'false', '2077604610', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '03686854-e6c0-443a-a1d6-c2928089166d', '01a21d2d-993b-7bcc-b832-67dc5aaa21f3', NULL, NULL, '2026-11-27 13:24:17.438259+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:134)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-993b-7bcc-b832-67dc5aaa21f3', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'f89c5c3c-0689-4bb8-a5c9-415db6aacc08', '01a21d2d-993b-7bcc-b832-67dc5aaa21f3', NULL, NULL, '2026-11-27 13:24:17.340913+00', '2026-11-27 13:24:17.340913+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-993b-7d03-94f3-d731f8b08401', '6', 'false', '3266739644', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', 'd4dfdaa0-e791-457d-bdb1-11d2611d6073', '01a21d2d-993b-7bcc-b832-67dc5aaa21f3', NULL, NULL, '2026-11-27 13:24:17.340913+00', '2026-11-27 13:24:17.438259+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9940-704d-bf8c-0a34afaee5c3', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', '9b3096d6-35d9-4d82-91fd-04b173bea456', '01a21d2d-9940-704d-bf8c-0a34afaee5c3', NULL, NULL, '2026-11-27 13:24:17.433016+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:72)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-999e-7d8a-a594-fa24aafd83c1', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '7d0ff40e-439f-4f92-b01a-bd384f16e9f8', '01a21d2d-999e-7d8a-a594-fa24aafd83c1', NULL, NULL, '2026-11-27 13:24:17.457823+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:74)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-99f6-7455-a131-3d2ae8f3fde1', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'e8da306a-72fa-4832-8e99-bfc335917fb7', 'bc2b82e3-c7cb-4f7d-b690-4d03a93822f9', '01a21d2d-99f6-7455-a131-3d2ae8f3fde1', NULL, NULL, '2026-11-27 13:24:17.640707+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:138)', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21d2d-9ab8-7636-84ec-ee5199248d27', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'f98310be-12b5-4a47-960f-dbbb5cb38c2e', '01a21d2d-9ab8-7636-84ec-ee5199248d27', NULL, NULL, '2026-11-27 13:24:17.720578+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21d2d-98fb-73a9-8f52-c2d3bf96e465', '2', '2026-11-27 14:24:17.277858+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21d2d-9901-7810-95db-229671c6280a', '2', '2026-11-28 13:24:17.282254+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21d2d-961c-7270-a5fa-41152df1a0d6', '2026-11-27 13:24:16.872826+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21d2d-969e-7854-8224-985c1d26f14c', '2026-11-27 13:24:16.872826+00', '0', 'default', 'removed-2');
