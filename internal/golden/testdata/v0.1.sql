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
INSERT INTO reprise.activity VALUES ('01a21df8-243f-716c-9fbe-9d0006e2ddf1', '2', '2026-11-27 17:05:31.222235+00', '2026-11-27 17:05:31.222235+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x000000662c677421011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf7da7435c2b5f4dbf', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21df8-2486-7997-b1f9-918236bdac1a', '2', '2026-11-27 17:05:31.300362+00', '2026-11-27 17:05:31.300362+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x00000068920c36d7011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3dc145ea4d7bd4f94', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21df8-24b4-7dad-b415-eec7a71213fd', '2', '2026-11-27 17:05:31.394215+00', '2026-11-27 18:07:19.98551+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065c4c829c4011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf15d70683960b4971', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '2026-11-27 17:05:31.394215+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '2026-11-27 17:05:31.394215+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '2026-11-27 17:05:31.394215+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '2026-11-27 17:05:31.394215+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21df8-23c6-7bf9-af95-e3e4e9bbecc6', '2026-11-27 17:05:34.681482+00', NULL, '2026-11-27 17:05:35.931482+00', NULL, NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21df8-23d9-7073-bbbc-c15cf37a4d97', '2026-11-27 17:05:31.118426+00', '2026-11-27 17:05:32.118426+00', '2026-11-27 17:05:32.368426+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '2026-11-27 17:05:34.691082+00', NULL, '2026-11-27 17:05:35.941082+00', NULL, NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21df8-2569-74aa-8cb5-9bf9ebbc17a9', '2026-11-27 17:05:31.559049+00', NULL, '2026-11-27 17:05:32.809049+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21df8-31e4-7fab-8152-f01781ce307e', '2026-11-27 17:05:34.692714+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21df8-23ad-71bc-918e-cd2efcda548b', '1', '2026-11-27 17:05:31.055042+00', '2', 'bfce6173-9f8d-4aa7-80a0-86f3f3a32f31', E'\\x000000328f3b1ee9013f84a16ecf00066145114b6235a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a383700000046662156ec010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c410f3a1cc434b44aee6d81824450e13a768a16c01a162a36f6c640000005d8cddff27011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3bfce61739f8d4aa7a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23ad-71bc-918e-cd2efcda548b', '3', '2026-11-27 17:05:31.05579+00', '2', '12ab156d-0ecb-4be6-a875-5978063be016', E'\\x00000032ee374b1b013f84a16ecf00066145114b65c4a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d9d4046c9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf12ab156d0ecb4be6a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23ad-71bc-918e-cd2efcda548b', '5', '2026-11-27 17:05:31.056368+00', '2', '86aaf481-f822-48d4-957d-6ade90c70777', E'\\x0000003279a0d383013f84a16ecf00066145114b681da16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005dd71bfaa4011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d386aaf481f82248d4a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23ad-71bc-918e-cd2efcda548b', '7', '2026-11-27 17:05:31.056768+00', '3', 'febc7807-8e17-4e78-a9ff-32849bd5eaff', E'\\x0000003291e7420b013f84a16ecf00066145114b69f0a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23af-7ab6-b658-aaa87beea6b8', '1', '2026-11-27 17:05:31.059252+00', '2', '930d42d0-fc49-4fef-aee2-4ca615869f23', E'\\x0000001734986034013f83a16ecf00066145114b6e68a16c01a162a36f6c6400000044e07fcc65010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c4105f67dc7b447114fe69e54b5030b0cd46a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21df8-23c0-7062-8f30-75cf5a976f6f', '1', '2026-11-27 17:05:31.074202+00', '2', 'b0c7be0c-ab43-4385-a41d-3318b5f1d1e3', E'\\x00000034440c771e013f84a16ecf00066145114bac66a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000050f9850fd0010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410d08171362303df4dfbc37eef5b66ac50a16c01a162a36f6c640000005def010088011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b0c7be0cab434385a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23c0-7062-8f30-75cf5a976f6f', '3', '2026-11-27 17:05:31.075589+00', '1', 'ddd4c10f-08e2-4846-95b0-b12d4419f12f', E'\\x000000179d40da11013f83a16ecf00066145114bb094a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-23c0-7062-8f30-75cf5a976f6f', '4', '2026-11-27 17:05:31.578223+00', '2', '34933f7e-1634-40e4-8b98-96cf76467bd0', E'\\x00000034501f6a0e013f84a16ecf00066145115347f7a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303800000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23c2-7ec1-b849-a02390c47905', '1', '2026-11-27 17:05:31.076171+00', '2', '9bbba272-23e5-4dd3-8436-4f4f4e0ed2b6', E'\\x00000034a91ca727013f84a16ecf00066145114bb379a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000052a5189818010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c4109ff5e5936685073af8eca207c04c638ba16c01a162a36f6c640000005d66347dee011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39bbba27223e54dd3a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23c2-7ec1-b849-a02390c47905', '3', '2026-11-27 17:05:31.076768+00', '1', 'aa3b7082-4779-43e4-a4d9-119f301f1e76', E'\\x00000017e4138a90013f83a16ecf00066145114bb7a4a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-23c2-7ec1-b849-a02390c47905', '4', '2026-11-27 17:05:31.580628+00', '1', '4efa5431-bccf-440d-8a83-f8739e550b89', E'\\x0000001703205d8a013f83a16ecf0006614511534fcda16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21df8-23c4-7f4b-b996-b3e8d367845d', '1', '2026-11-27 17:05:31.077815+00', '2', 'bede0477-8e19-453a-a6e2-2a355c7c4667', E'\\x000000349e6c6930013f84a16ecf00066145114bbbe6a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004c24b8af99010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c4102b5478533716b5193559ede211b21304a16c01a162a36f6c640000005dce715a56011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3bede04778e19453aa14000');
INSERT INTO reprise.event VALUES ('01a21df8-23c4-7f4b-b996-b3e8d367845d', '3', '2026-11-27 17:05:31.078538+00', '1', '6f81c73c-003c-4bd5-88b1-e37524ed480a', E'\\x000000174d9d6747013f83a16ecf00066145114bbe45a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-23c6-7bf9-af95-e3e4e9bbecc6', '1', '2026-11-27 17:05:31.079759+00', '2', 'f203820a-6b9d-4360-ada1-f147cfb45e5b', E'\\x0000003482b84d1c013f84a16ecf00066145114bc36da16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a7594d8d6010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c4108a1613d4dd916304c578a310dcb2d80da16c01a162a36f6c640000005d45fa0e47011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3f203820a6b9d4360a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23c6-7bf9-af95-e3e4e9bbecc6', '3', '2026-11-27 17:05:31.080492+00', '1', 'acc0be09-64d4-41f2-b469-9d8120e5f7d6', E'\\x00000017a16de709013f83a16ecf00066145114bc664a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-23c8-7677-aca9-2fb19666d5da', '1', '2026-11-27 17:05:31.089594+00', '2', '221f7930-805f-4511-8d98-908e21d1f1dd', E'\\x000000346516ec8a013f84a16ecf00066145114be820a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313035000000504d0e2df6010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c410a1ef7aa83248ee1484e8de27b835373ba16c01a162a36f6c640000005d73a7ba21011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf221f7930805f4511a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23c8-7677-aca9-2fb19666d5da', '3', '2026-11-27 17:05:31.09142+00', '1', 'cf5fe86d-faef-4fee-bced-461e5e796500', E'\\x000000170b687218013f83a16ecf00066145114bede3a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-23d2-7d07-bb0f-9dfc3fb1210f', '1', '2026-11-27 17:05:31.091923+00', '2', '3fb77c28-7d42-472e-b6a0-ab1626751c17', E'\\x00000034d210315c013f84a16ecf00066145114bf143a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004ee70f5a68010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410eebe687041411dd8c69f16b7a5e4e1fca16c01a162a36f6c640000005d7c665507011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3fb77c287d42472ea14000');
INSERT INTO reprise.event VALUES ('01a21df8-23d2-7d07-bb0f-9dfc3fb1210f', '3', '2026-11-27 17:05:31.093224+00', '1', 'cfff3fda-8ca0-4a02-861f-663136231a6c', E'\\x00000017bd336ed7013f83a16ecf00066145114bf547a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-23d4-7e98-9a04-8e6c6ce75f71', '1', '2026-11-27 17:05:31.093675+00', '2', '27d00dc9-5621-48b0-a19e-8c67c36604d7', E'\\x00000034c8ff1a39013f84a16ecf00066145114bf812a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39370000004f1295b01e010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c41062f0debe14fc8fcb1cf6d5b02ef3c47da16c01a162a36f6c6400000011b5b35e23011282a164cf00066145e7df9c12a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23d7-7c3d-941d-22ee5c4d9215', '1', '2026-11-27 17:05:31.096469+00', '2', '1e2b0fa1-353b-4e82-94c2-d594b9e9292f', E'\\x000000323756dd16013f84a16ecf00066145114c0405a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313800000044664182e9010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c410ada7680db39637133d64a469ee1b191da16c01a162a36f6c6400000011ee6aa90b011282a164cf000661592f236405a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23d9-7073-bbbc-c15cf37a4d97', '1', '2026-11-27 17:05:31.098456+00', '1', '5b620722-4074-4249-a178-32fd34aafc51', E'\\x0000001ab761671c013f84a16ecf00066145114c097aa16c01a162a36f6c64a16fc300000050eda300ee010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c4100838ea76e2aa654a97afec47d51d3d72a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7114-9e9b-d302fd07fdf1', '1', '2026-11-27 17:05:31.164757+00', '3', '778b66dd-51e3-4333-b447-bbac1db8885e', E'\\x0000004e35bf1339013f84a16ecf00066145114cf427a16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313236b9676f6c64656e2e706172656e742072756e732e676f3a3132370000004aa8e21a41010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c4100a9e5b92e3a8cc202af0489784cfe9eda16c01a162a36f6c640000004845fdf89a011985a177a57374657073a169b1706172656e742f322d3630306666303363a16ec41001a21df823da723296ee2c84600ff03ca17082a165a76d73677061636ba164c40102a140000000004d852fc07e011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21df823da7526a7d857d12ed9aafda17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7114-9e9b-d302fd07fdf1', '4', '2026-11-27 17:05:31.468336+00', '1', '2ce4d375-269c-4703-97ee-bdbdc835c391', E'\\x000000173e2249b2013f83a16ecf0006614511519e1ca16c01a162a36f6c640000002f3758b4d3010984a16302a16ec41001a21df823da723296ee2c84600ff03ca16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7232-96ee-2c84600ff03c', '1', '2026-11-27 17:05:31.20233+00', '1', '54b52b37-4d39-458c-b538-f692043785f2', E'\\x0000001a4370ed16013f84a16ecf00066145114cf427a16c01a162a36f6c64a16fc300000068ba5259e4010189a177a57374657073a169b1706172656e742f322d3630306666303363a17082a165a76d73677061636ba164c40102a173c410b09d170eba440e0ee2ca52f87dd68dd1a16c01a162a36f6c64a161c41001a21df823da71149e9bd302fd07fdf1a17102a16401');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7232-96ee-2c84600ff03c', '2', '2026-11-27 17:05:31.323192+00', '1', '8229bcdd-2c08-4a5a-b4f2-d870d4459d8e', E'\\x0000003267074d69013f84a16ecf00066145114f0255a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000005d476ef70c011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d38229bcdd2c084a5aa14000');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7232-96ee-2c84600ff03c', '3', '2026-11-27 17:05:31.383312+00', '2', '563cd8fe-91a9-4f64-8c58-a6192af8fea9', E'\\x000000325f755d2b013f84a16ecf00066145114f80cfa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005ddd3807cb011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf563cd8fe91a94f64a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7232-96ee-2c84600ff03c', '5', '2026-11-27 17:05:31.438933+00', '3', 'f3761af5-f230-45b2-a1e5-a9c42957703e', E'\\x00000032d163d2cc013f84a16ecf000661451150797ca16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7526-a7d8-57d12ed9aafd', '1', '2026-11-27 17:05:31.20233+00', '1', '02afa02f-96c5-4056-822d-526a342e3d09', E'\\x0000001a4370ed16013f84a16ecf00066145114cf427a16c01a162a36f6c64a16fc30000006a222414f9010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410300180f0b59dbd2beb2131944924314da16c01a162a36f6c64a161c41001a21df823da71149e9bd302fd07fdf1a17103a16401');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7526-a7d8-57d12ed9aafd', '2', '2026-11-27 17:05:31.300362+00', '1', '04e75c63-8fa3-4c22-8273-4e1ccbd8a270', E'\\x000000344b7c60db013f84a16ecf00066145114ee00ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000005dd560c4af011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf04e75c638fa34c22a14000');
INSERT INTO reprise.event VALUES ('01a21df8-23da-7526-a7d8-57d12ed9aafd', '3', '2026-11-27 17:05:31.328911+00', '1', '0db91992-1e0b-49ec-98d8-523e680ead60', E'\\x0000001790b9104d013f83a16ecf00066145114f600aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-2430-700b-a487-cd44171fc6b9', '1', '2026-11-27 17:05:31.194204+00', '1', '7e4f0caf-8eeb-498a-ac3d-83add916f376', E'\\x0000001a7225c254013f84a16ecf00066145114d66f9a16c01a162a36f6c64a16fc30000006dfdd4a254010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c4108bfe398da2e33d9ec09c8162db63133ea16c01a162a36f6c64a163c41001a21df824307b73bc0715e4edf6f2a0a176c41001a21df824307b73bc0715e4edf6f2a0a16e01');
INSERT INTO reprise.event VALUES ('01a21df8-2430-700b-a487-cd44171fc6b9', '2', '2026-11-27 17:05:31.300362+00', '1', 'bc686448-f8e0-440c-938b-f1bc71eb04bb', E'\\x00000033d5f41c2c013f84a16ecf00066145114ec10ca16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a3133390000003499d91533011884a16ec41001a21df824307a86a9b33291cb37b506a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21df8-2430-7a86-a9b3-3291cb37b506', '1', '2026-11-27 17:05:31.300362+00', '1', '2fe5abc7-0cee-4086-bce6-6f77d844499d', E'\\x0000001aafc7adb4013f84a16ecf00066145114ec10ca16c01a162a36f6c64a16fc30000006df1b48cb6010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410862dae87a448348f88d5c9ee73988487a16c01a162a36f6c64a163c41001a21df824307b73bc0715e4edf6f2a0a176c41001a21df82430700ba487cd44171fc6b9a16e02');
INSERT INTO reprise.event VALUES ('01a21df8-2430-7a86-a9b3-3291cb37b506', '2', '2026-11-27 17:05:31.328911+00', '1', 'a3d52702-351e-4f49-86dc-5187d640ebfa', E'\\x00000017e6876c89013f83a16ecf00066145114f63bea16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21df8-2430-7b73-bc07-15e4edf6f2a0', '1', '2026-11-27 17:05:31.194204+00', '2', '79ee737a-0b79-412d-8618-1d61d1af6bad', E'\\x0000003386089412013f84a16ecf00066145114d66f9a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333900000042afa99a60010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c41032d96a55b650c84c91e99ce00d5af6bba16c01a162a36f6c6400000034d90ed5ca011884a16ec41001a21df82430700ba487cd44171fc6b9a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21df8-243f-716c-9fbe-9d0006e2ddf1', '1', '2026-11-27 17:05:31.222235+00', '2', '7da7435c-2b5f-4dbf-a98b-e6b346e51bc7', E'\\x0000003c2e0ba6d4013f84a16ecf00066145114dc3aca16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a3739000000444e8737cb010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c4101ec0fc62aaf474596b1c42f8bfce4016a16c01a162a36f6c6400000069907f8198011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf7da7435c2b5f4dbfa14000');
INSERT INTO reprise.event VALUES ('01a21df8-2486-7997-b1f9-918236bdac1a', '1', '2026-11-27 17:05:31.300362+00', '2', 'dc145ea4-d7bd-4f94-b4af-e645bb4cc4f5', E'\\x0000003c94056d14013f84a16ecf00066145114ecb3fa16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a37390000004868286ae9010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c410040c08e3111809ec725148ad9c9c1957a16c01a162a36f6c640000006b341ae725011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3dc145ea4d7bd4f94a14000');
INSERT INTO reprise.event VALUES ('01a21df8-24b4-7dad-b415-eec7a71213fd', '1', '2026-11-27 17:05:31.328911+00', '2', '15d70683-960b-4971-9847-710da250c6b2', E'\\x0000003cb0a51f08013f84a16ecf00066145114f67b4a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a3831000000509a65612c010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c41021883d79bea175e22e8bdda73ea0edb5a16c01a162a36f6c64000000684d67ea06011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf15d70683960b4971a14000');
INSERT INTO reprise.event VALUES ('01a21df8-24b4-7dad-b415-eec7a71213fd', '3', '2026-11-27 17:05:31.394215+00', '1', '258b2fb0-593e-47e5-aa32-8b8ca4ce1496', E'\\x00000017ed4db109013f83a16ecf0006614511504c2ea16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '1', '2026-11-27 17:05:31.394215+00', '2', 'f522d998-ef2a-4bf7-84e8-dbf45f5aabf2', E'\\x00000017b69d2bff013f83a16ecf000661451150556ea16c01a162a36f6c640000006777718ce9010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c4100e96a2fc9e967e958960b8f858f1a51ca16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '3', '2026-11-27 17:05:31.464146+00', '2', 'd784b31c-62a3-4806-91d3-05cc36861a9f', E'\\x0000003850cbd8ad013f84a16ecf00066145115168dda16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313535000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005dd5c6024d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d784b31c62a34806a14000');
INSERT INTO reprise.event VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '5', '2026-11-27 17:05:31.474178+00', '3', '70d4cd2b-0b18-457e-b2cb-9ca83a59f8a2', E'\\x00000038bd1433cd013f84a16ecf000661451151b11ca16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135370000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21df8-2554-7e77-a14c-438725a190b2', '1', '2026-11-27 17:05:31.482234+00', '3', 'b2312162-ae26-4640-9887-7b04d64c4b96', E'\\x00000052e26aad4f013f84a16ecf000661451151d554a16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313637bb676f6c64656e2e70726f6d697365642072756e732e676f3a3136380000005058e9577b010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c4104e73317a441bf402f7f034588e88d99aa16c01a162a36f6c64000000428bf60689011f82a16bd938415147694866676c564835336f557844687957686b4c494d38526a395f336f5f3077657334496755714e6d34736a45685971346d526b4143a140000000004da6b1fc56011f83a164cf00119573c9155554a16bd938415147694866676c564835336f557844687957686b4c4b6c526b646d58645031467234584d44635970686e37736a45685971346d526b4144a14001');
INSERT INTO reprise.event VALUES ('01a21df8-2554-7e77-a14c-438725a190b2', '4', '2026-11-27 17:05:31.494273+00', '1', '23fb3673-3ce1-4fc1-bfa3-468f89507b4c', E'\\x00000017ab5fc62f013f83a16ecf0006614511521615a16c01a162a36f6c6400000059c013cdf0010c83a17002a16bd938415147694866676c564835336f557844687957686b4c494d38526a395f336f5f3077657334496755714e6d34736a45685971346d526b4143a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21df8-2569-74aa-8cb5-9bf9ebbc17a9', '1', '2026-11-27 17:05:31.503103+00', '2', '784a05dc-a2dd-4277-b252-ac0d8f1854c5', E'\\x00000034fd15b78e013f84a16ecf0006614511523465a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a6b0e2e2b010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c410339b43b5eb87863df994b7c44f068b15a16c01a162a36f6c640000005dd0058c5c011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf784a05dca2dd4277a14000');
INSERT INTO reprise.event VALUES ('01a21df8-2569-74aa-8cb5-9bf9ebbc17a9', '3', '2026-11-27 17:05:31.504815+00', '1', '5ddd6cdf-7b76-47a7-88ec-016e571f1016', E'\\x00000017a37fbb2e013f83a16ecf0006614511523ecfa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-2570-7c79-b384-8972bc9fc598', '1', '2026-11-27 17:05:31.506572+00', '2', '778eec9e-4a17-43f6-82f2-c0333b8501ef', E'\\x000000344f8c610e013f84a16ecf00066145115245e2a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000048d46178ab010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4108ecdbe82a60260743f2043f25c9c51e8a16c01a162a36f6c640000005d49723f24011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf778eec9e4a1743f6a14000');
INSERT INTO reprise.event VALUES ('01a21df8-2570-7c79-b384-8972bc9fc598', '3', '2026-11-27 17:05:31.507355+00', '1', '9a7d9715-be86-4fbc-8ad9-ed2c59570715', E'\\x00000017088da0f2013f83a16ecf0006614511524970a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-2570-7c79-b384-8972bc9fc598', '4', '2026-11-27 17:05:31.509599+00', '2', '556b7d24-5c6c-4297-82f0-8bc018d0b457', E'\\x00000034827f11b1013f84a16ecf000661451152522ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000004ba7aba675010683a16da7617070726f7665a169d92461646136643838632d643731342d343064392d623639302d326235366338653662666262a17082a165a76d73677061636ba164c405a46f6e63650000005dec6cf180011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf556b7d245c6c4297a14000');
INSERT INTO reprise.event VALUES ('01a21df8-2570-7c79-b384-8972bc9fc598', '6', '2026-11-27 17:05:31.511181+00', '2', 'bbde4ada-9d36-41c5-ac3c-42543fe27549', E'\\x00000034d6e8ce64013f84a16ecf000661451152584ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21df8-258c-7af3-b059-45d153b7e3f8', '1', '2026-11-27 17:05:31.532475+00', '2', '59cd3d2d-32e5-4fa1-b5e7-74db73b54f7c', E'\\x000000344f8c610e013f84a16ecf00066145115245e2a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000075ca5a1be4010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4108ecdbe82a60260743f2043f25c9c51e8a16c01a162a36f6c64a17891d92430316132316466382d323537302d376337392d623338342d383937326263396663353938a16591030000005d49723f24011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf778eec9e4a1743f6a14000');
INSERT INTO reprise.event VALUES ('01a21df8-258c-7af3-b059-45d153b7e3f8', '3', '2026-11-27 17:05:31.532475+00', '1', '59cd3d2d-32e5-4fa1-b5e7-74db73b54f7c', E'\\x00000017088da0f2013f83a16ecf0006614511524970a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21df8-258c-7af3-b059-45d153b7e3f8', '4', '2026-11-27 17:05:31.532475+00', '1', '59cd3d2d-32e5-4fa1-b5e7-74db73b54f7c', E'\\x0000001adcbec748013f84a16ecf000661451152aaf3a16c01a162a36f6c64a16fc30000002f185e867d014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21df825707c79b3848972bc9fc598');
INSERT INTO reprise.event VALUES ('01a21df8-258c-7af3-b059-45d153b7e3f8', '5', '2026-11-27 17:05:31.551391+00', '1', '679ada75-d3b5-48f4-b1f0-03597ad7d23f', E'\\x0000001765b03f69013f83a16ecf000661451152f493a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21df8-25d6-7d01-a645-dc3f097bbcd5', '1', '2026-11-27 17:05:31.613067+00', '2', '6cb9e2dc-3843-4832-ac33-9debe71d1694', E'\\x000000344d604e76013f84a16ecf000661451153e5bca16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134350000004cb0ff5ee7010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c4101875a6f47ae6efaeb45c33362286f276a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21df8-31e4-7fab-8152-f01781ce307e', '1', '2026-11-27 17:05:34.692714+00', '1', 'b87f70ec-804b-49df-90a0-4cdb31022921', E'\\x0000001ae2991747013f84a16ecf000661451182e56aa16c01a162a36f6c64a16fc300000054ea3e6a9a010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410120605f0741cbd0a005269a4cec1d497a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21df8-23c6-7bf9-af95-e3e4e9bbecc6', '1', '0', '2026-11-27 17:05:34.681482+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '2', '0', '2026-11-27 17:05:34.691082+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21df8-2569-74aa-8cb5-9bf9ebbc17a9', '1', '0', '2026-11-27 17:05:31.559049+00', '7', '0d796559-999a-4b21-a245-36eaac4dad1c', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21df8-2569-74aa-8cb5-9bf9ebbc17a9', '2', '0', '2026-11-27 17:05:31.564046+00', '1', 'c9bc9c42-eef7-4eca-b05d-ee40c2755282', E'\\x0000004f579a0741010683a16da7617070726f7665a169d92463396263396334322d656566372d346563612d623035642d656534306332373535323832a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '620e59b5-a45f-4993-9c55-7e7ea9db1e6b', '1', '2026-11-27 17:05:30.151155+00', E'\\x12aa8253bc9548d59cebd1aa1f584409f3afe0de9a374c74af04154ef2fada99');
INSERT INTO reprise.outbox VALUES ('01a21df8-25d6-7d01-a645-dc3f097bbcd5', '2', '2', NULL, '0', '2026-11-27 17:05:31.613067+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004dcd09db4a010683a16da7617070726f7665a169d92630316132316466382d323564362d376430312d613634352d6463336630393762626364352f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('6e5769a2-a214-4c2f-92e0-7352845ab4e8', '2026-11-27 17:05:34.715468+00', '01a21df8-23c8-7677-aca9-2fb19666d5da', '1', 'false', 'default', 'requested', '7979424f-cca9-4a80-9d6d-5a8498bab208', E'\\x0000004c9383794d010683a16da7617070726f7665a169d92437393739343234662d636361392d346138302d396436642d356138343938626162323038a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21df8-23ad-71bc-918e-cd2efcda548b', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'febc7807-8e17-4e78-a9ff-32849bd5eaff', '01a21df8-23ad-71bc-918e-cd2efcda548b', NULL, NULL, '2026-11-27 17:05:31.055042+00', '2026-11-27 17:05:31.056768+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23af-7ab6-b658-aaa87beea6b8', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '930d42d0-fc49-4fef-aee2-4ca615869f23', '01a21df8-23af-7ab6-b658-aaa87beea6b8', NULL, NULL, '2026-11-27 17:05:31.059252+00', '2026-11-27 17:05:31.059252+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23c0-7062-8f30-75cf5a976f6f', '4', 'false', '3559034745', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '34933f7e-1634-40e4-8b98-96cf76467bd0', '01a21df8-23c0-7062-8f30-75cf5a976f6f', NULL, NULL, '2026-11-27 17:05:31.074202+00', '2026-11-27 17:05:31.578223+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23c2-7ec1-b849-a02390c47905', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '4efa5431-bccf-440d-8a83-f8739e550b89', '01a21df8-23c2-7ec1-b849-a02390c47905', NULL, NULL, '2026-11-27 17:05:31.076171+00', '2026-11-27 17:05:31.580628+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23c4-7f4b-b996-b3e8d367845d', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '6f81c73c-003c-4bd5-88b1-e37524ed480a', '01a21df8-23c4-7f4b-b996-b3e8d367845d', NULL, NULL, '2026-11-27 17:05:31.077815+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23c6-7bf9-af95-e3e4e9bbecc6', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', 'acc0be09-64d4-41f2-b469-9d8120e5f7d6', '01a21df8-23c6-7bf9-af95-e3e4e9bbecc6', NULL, NULL, '2026-11-27 17:05:31.079759+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23c8-7677-aca9-2fb19666d5da', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', 'cf5fe86d-faef-4fee-bced-461e5e796500', '01a21df8-23c8-7677-aca9-2fb19666d5da', NULL, NULL, '2026-11-27 17:05:31.089594+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23d2-7d07-bb0f-9dfc3fb1210f', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', 'cfff3fda-8ca0-4a02-861f-663136231a6c', '01a21df8-23d2-7d07-bb0f-9dfc3fb1210f', NULL, NULL, '2026-11-27 17:05:31.091923+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23d4-7e98-9a04-8e6c6ce75f71', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '27d00dc9-5621-48b0-a19e-8c67c36604d7', '01a21df8-23d4-7e98-9a04-8e6c6ce75f71', NULL, NULL, '2026-11-27 17:05:31.093675+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T18:05:31.09301Z (golden.sleeper runs.go:97)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23d7-7c3d-941d-22ee5c4d9215', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '1e2b0fa1-353b-4e82-94c2-d594b9e9292f', '01a21df8-23d7-7c3d-941d-22ee5c4d9215', NULL, NULL, '2026-11-27 17:05:31.096469+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T17:05:31.096069Z (golden.both runs.go:118)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23d9-7073-bbbc-c15cf37a4d97', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '5b620722-4074-4249-a178-32fd34aafc51', '01a21df8-23d9-7073-bbbc-c15cf37a4d97', NULL, NULL, '2026-11-27 17:05:31.098456+00', NULL, '2026-11-27 17:05:32.118426+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21df8-23d9-7073-bbbc-c15cf37a4d97: workflow code panicked at golden.Bindings.func5 runs.go:69: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe30d80?, 0x2184e913f830?, 0xc0?}, {0x2184e8f43840?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:69 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23da-7114-9e9b-d302fd07fdf1', '1', 'false', '857569504', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '2ce4d375-269c-4703-97ee-bdbdc835c391', '01a21df8-23da-7114-9e9b-d302fd07fdf1', NULL, NULL, '2026-11-27 17:05:31.164757+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:132)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23da-7232-96ee-2c84600ff03c', '2', 'false', '3668719223', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'f3761af5-f230-45b2-a1e5-a9c42957703e', '01a21df8-23da-7232-96ee-2c84600ff03c', '01a21df8-23da-7114-9e9b-d302fd07fdf1', '2', '2026-11-27 17:05:31.20233+00', '2026-11-27 17:05:31.438933+00', NULL, 'default', 'parent/2-600ff03c', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-23da-7526-a7d8-57d12ed9aafd', '1', 'false', '3668719223', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '0db91992-1e0b-49ec-98d8-523e680ead60', '01a21df8-23da-7526-a7d8-57d12ed9aafd', '01a21df8-23da-7114-9e9b-d302fd07fdf1', '3', '2026-11-27 17:05:31.20233+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-2430-700b-a487-cd44171fc6b9', '6', 'false', '3668719223', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', 'bc686448-f8e0-440c-938b-f1bc71eb04bb', '01a21df8-2430-7b73-bc07-15e4edf6f2a0', NULL, NULL, '2026-11-27 17:05:31.194204+00', '2026-11-27 17:05:31.300362+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-2430-7a86-a9b3-3291cb37b506', '1', 'false', '3220821124', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', 'a3d52702-351e-4f49-86dc-5187d640ebfa', '01a21df8-2430-7b73-bc07-15e4edf6f2a0', NULL, NULL, '2026-11-27 17:05:31.300362+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:141)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-2430-7b73-bc07-15e4edf6f2a0', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '79ee737a-0b79-412d-8618-1d61d1af6bad', '01a21df8-2430-7b73-bc07-15e4edf6f2a0', NULL, NULL, '2026-11-27 17:05:31.194204+00', '2026-11-27 17:05:31.194204+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-243f-716c-9fbe-9d0006e2ddf1', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '7da7435c-2b5f-4dbf-a98b-e6b346e51bc7', '01a21df8-243f-716c-9fbe-9d0006e2ddf1', NULL, NULL, '2026-11-27 17:05:31.222235+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-2486-7997-b1f9-918236bdac1a', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', 'dc145ea4-d7bd-4f94-b4af-e645bb4cc4f5', '01a21df8-2486-7997-b1f9-918236bdac1a', NULL, NULL, '2026-11-27 17:05:31.300362+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a21df8-31cd-7442-b974-938f4bde51d2","since":"2026-11-27T17:05:34.67805Z","workflow":"away","queue":"default","level":1,"token":"69e75421-0118-4a38-bd36-ffb1ed76354a","n":1}', E'\\x0000001a408b017a013f84a16ecf00066145118289bca16c01a162a36f6c64a16fc3000000476c69a072010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c41065d332f40395fd5bf76199e0ad5b54d0a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21df8-24b4-7dad-b415-eec7a71213fd', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '258b2fb0-593e-47e5-aa32-8b8ca4ce1496', '01a21df8-24b4-7dad-b415-eec7a71213fd', NULL, NULL, '2026-11-27 17:05:31.328911+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:81)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-24f0-799d-b692-e5df869df1ad', '1', 'false', '633424238', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '70d4cd2b-0b18-457e-b2cb-9ca83a59f8a2', '01a21df8-24f0-799d-b692-e5df869df1ad', NULL, NULL, '2026-11-27 17:05:31.394215+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:161)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-2554-7e77-a14c-438725a190b2', '1', 'false', '303298575', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '23fb3673-3ce1-4fc1-bfa3-468f89507b4c', '01a21df8-2554-7e77-a14c-438725a190b2', NULL, NULL, '2026-11-27 17:05:31.482234+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:173)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-2569-74aa-8cb5-9bf9ebbc17a9', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '5ddd6cdf-7b76-47a7-88ec-016e571f1016', '01a21df8-2569-74aa-8cb5-9bf9ebbc17a9', NULL, NULL, '2026-11-27 17:05:31.503103+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-2570-7c79-b384-8972bc9fc598', '2', 'false', '3403504749', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', 'bbde4ada-9d36-41c5-ac3c-42543fe27549', '01a21df8-2570-7c79-b384-8972bc9fc598', NULL, NULL, '2026-11-27 17:05:31.506572+00', '2026-11-27 17:05:31.511181+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-258c-7af3-b059-45d153b7e3f8', '1', 'false', '2885935005', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '679ada75-d3b5-48f4-b1f0-03597ad7d23f', '01a21df8-258c-7af3-b059-45d153b7e3f8', NULL, NULL, '2026-11-27 17:05:31.532475+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-25d6-7d01-a645-dc3f097bbcd5', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'ab013e92-ded5-4c98-9cc4-02aefcd156ca', '6cb9e2dc-3843-4832-ac33-9debe71d1694', '01a21df8-25d6-7d01-a645-dc3f097bbcd5', NULL, NULL, '2026-11-27 17:05:31.613067+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21df8-31e4-7fab-8152-f01781ce307e', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b87f70ec-804b-49df-90a0-4cdb31022921', '01a21df8-31e4-7fab-8152-f01781ce307e', NULL, NULL, '2026-11-27 17:05:34.692714+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21df8-23d4-7e98-9a04-8e6c6ce75f71', '2', '2026-11-27 18:05:31.09301+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21df8-23d7-7c3d-941d-22ee5c4d9215', '2', '2026-11-28 17:05:31.096069+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21df8-2554-7e77-a14c-438725a190b2', '3', '2126-11-03 17:05:31.477332+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21df8-22a8-70a9-8d7e-7f66a0d2a5bb', '2026-11-27 17:05:31.011555+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21df8-235a-7e29-92cf-54cbbe6a0c66', '2026-11-27 17:05:31.011555+00', '0', 'default', 'removed-2');
