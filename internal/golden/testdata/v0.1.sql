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

-- Schedules of runs. How a row may change is said in store/internal/rules.
CREATE TABLE "reprise".schedule (
  token     uuid NOT NULL,                     -- of its last change
  next_at   timestamptz,                       -- NULL: it is paused, or no time is left
  namespace text COLLATE "C" NOT NULL,
  id        text COLLATE "C" NOT NULL,
  workflow  text COLLATE "C" NOT NULL,
  waits_for text COLLATE "C",                  -- the workflow id of the run whose end it waits for; NULL: none
  state     text NOT NULL,                     -- all else, as JSON
  data      bytea,                             -- a row of history: what each run is given
  PRIMARY KEY (namespace, id)
);
CREATE INDEX schedule_next ON "reprise".schedule (namespace COLLATE "POSIX", next_at) WHERE next_at IS NOT NULL;
CREATE INDEX schedule_waits ON "reprise".schedule (namespace COLLATE "POSIX", waits_for) WHERE waits_for IS NOT NULL;

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
INSERT INTO reprise.activity VALUES ('01a21eb2-475c-76ae-abb8-fac626542fd5', '2', '2026-11-27 20:28:49.89489+00', '2026-11-27 20:28:49.89489+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066913c2534011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d38dc06bbcf6d94f15', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21eb2-477e-7b58-bffb-c5a88c4f3cc6', '2', '2026-11-27 20:28:49.931283+00', '2026-11-27 20:28:49.931283+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x0000006801e3d332011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf7ae5712c70084712', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21eb2-47a6-7587-ba4e-b67608bb4743', '2', '2026-11-27 20:28:49.97196+00', '2026-11-27 21:33:38.174852+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065b518fe21011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf27a80d858d5b441d', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '2026-11-27 20:28:49.97196+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '2026-11-27 20:28:49.97196+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '2026-11-27 20:28:49.97196+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '2026-11-27 20:28:49.97196+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21eb2-4718-7c7e-a4b0-539881fec251', '2026-11-27 20:28:50.135809+00', NULL, '2026-11-27 20:28:51.385809+00', NULL, NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21eb2-4727-73d8-9ee5-8929317744cc', '2026-11-27 20:28:49.836925+00', '2026-11-27 20:28:50.836925+00', '2026-11-27 20:28:51.086925+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '2026-11-27 20:28:50.140777+00', NULL, '2026-11-27 20:28:51.390777+00', NULL, NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21eb2-47d5-71dd-bb7c-3772629cdb7e', '2026-11-27 20:28:50.0926+00', NULL, '2026-11-27 20:28:51.3426+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21eb2-485e-7208-baf1-86e3258f96c0', '2026-11-27 20:28:50.142187+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21eb2-46d0-7285-a028-a390ecad6b55', '1', '2026-11-27 20:28:49.746261+00', '2', 'f52ebe56-b259-49be-ae08-32ef0515d67a', E'\\x000000329e3a1f2b013f84a16ecf00066147e864a2d9a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000004619b4c027010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c4105355a3892d6566e0a38aa37ea930cac5a16c01a162a36f6c640000005d6d703941011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3f52ebe56b25949bea14000');
INSERT INTO reprise.event VALUES ('01a21eb2-46d0-7285-a028-a390ecad6b55', '3', '2026-11-27 20:28:49.748047+00', '2', '2bb2c8cc-d3f1-4700-bbbd-39fe1dedaadf', E'\\x00000032313a2af8013f84a16ecf00066147e864a842a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d01e3ce4a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2bb2c8ccd3f14700a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-46d0-7285-a028-a390ecad6b55', '5', '2026-11-27 20:28:49.792181+00', '2', '5e191bd8-e51d-496a-b8f5-337cc22876da', E'\\x00000032a411c117013f84a16ecf00066147e864aec2a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005dfcfda7c1011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf5e191bd8e51d496aa14000');
INSERT INTO reprise.event VALUES ('01a21eb2-46d0-7285-a028-a390ecad6b55', '7', '2026-11-27 20:28:49.795134+00', '3', '9f1ef1f4-ef81-4dea-839a-f2ab2e3be82a', E'\\x00000032bb61b32f013f84a16ecf00066147e8655cfea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-46d3-7a06-914b-d788a61ebe10', '1', '2026-11-27 20:28:49.759352+00', '2', '0fb1533e-c59c-45e3-a77f-dfa5f86acd7c', E'\\x0000001740791077013f83a16ecf00066147e864abefa16c01a162a36f6c6400000044f7a9ddd5010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c4104b22b6370cabac608dde8f5fa5413b87a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21eb2-46fe-7250-9e90-4bf9d4ebebac', '1', '2026-11-27 20:28:49.796008+00', '2', 'c0fa2f91-cefd-4e05-8729-06ea8ca5e872', E'\\x000000348d300209013f84a16ecf00066147e8655e10a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000005096974b63010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c41040aff801e226e7b264f19058f8e0a26ea16c01a162a36f6c640000005d6feee901011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c0fa2f91cefd4e05a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-46fe-7250-9e90-4bf9d4ebebac', '3', '2026-11-27 20:28:49.800571+00', '1', 'f43e43e5-df76-47f2-b491-d2f51d80c727', E'\\x000000173915ae2a013f83a16ecf00066147e8656954a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-46fe-7250-9e90-4bf9d4ebebac', '4', '2026-11-27 20:28:50.101247+00', '2', 'ec650654-047c-4600-94d5-e16c80107942', E'\\x000000349167216e013f84a16ecf00066147e86a0b5ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303900000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4704-7f85-8be7-43a6b84fd06e', '1', '2026-11-27 20:28:49.808954+00', '2', 'b9f5b83a-f0bc-49a0-bc9f-372d236b2fb3', E'\\x00000034fd9f1076013f84a16ecf00066147e8656ecba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000052cba81f34010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c4108f222a6453749d22a11a776f99ab283ca16c01a162a36f6c640000005db8091355011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3b9f5b83af0bc49a0a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4704-7f85-8be7-43a6b84fd06e', '3', '2026-11-27 20:28:49.814824+00', '1', 'ea4d72bd-47b0-4238-85b9-12277dbf0b54', E'\\x00000017c8ebf28a013f83a16ecf00066147e8659d47a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-4704-7f85-8be7-43a6b84fd06e', '4', '2026-11-27 20:28:50.104725+00', '1', '6ff40264-2370-4127-b2c9-859aa9cb0312', E'\\x00000017ae45a4d9013f83a16ecf00066147e86a1755a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21eb2-4712-7a4b-9ec1-06b0a3881a0d', '1', '2026-11-27 20:28:49.816117+00', '2', '2d53c9c6-f42e-4eb8-b936-d55ce1168179', E'\\x00000034eceb025c013f84a16ecf00066147e865af10a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004c8885d6aa010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c4107e9a4f3828e9d9e49976c5e17d2ed7b8a16c01a162a36f6c640000005db96d520e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2d53c9c6f42e4eb8a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4712-7a4b-9ec1-06b0a3881a0d', '3', '2026-11-27 20:28:49.820981+00', '1', '6aa0cf75-80a0-4156-84ed-216e8c0f8669', E'\\x00000017acffcbdd013f83a16ecf00066147e865b81aa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-4718-7c7e-a4b0-539881fec251', '1', '2026-11-27 20:28:49.822306+00', '2', '6eb0199d-5a0b-4ed6-8002-4f4e3a26116d', E'\\x0000003438d0dc5b013f84a16ecf00066147e865c814a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004ab6abe938010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410935ee845c7b7fbe97e3bd65519792cbaa16c01a162a36f6c640000005d17d93344011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6eb0199d5a0b4ed6a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4718-7c7e-a4b0-539881fec251', '3', '2026-11-27 20:28:49.82374+00', '1', '409f96dd-5728-4df6-9909-de072b864a55', E'\\x00000017f5a4f8d8013f83a16ecf00066147e865d03ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-471f-7a74-aa32-a7e45cd6835c', '1', '2026-11-27 20:28:49.824207+00', '2', '30093438-ca80-400c-9ed9-de4bb4774ccc', E'\\x000000343bd7d42f013f84a16ecf00066147e865d35fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000050d51cebac010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c41024053a93f2382b3651abf057a1aac9eda16c01a162a36f6c640000005d881b6424011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf30093438ca80400ca14000');
INSERT INTO reprise.event VALUES ('01a21eb2-471f-7a74-aa32-a7e45cd6835c', '3', '2026-11-27 20:28:49.825333+00', '1', 'd92d3f80-fe82-4e64-81f6-619a1670d342', E'\\x00000017396ad47e013f83a16ecf00066147e865d6e9a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-4720-7d7a-a1c1-3b099ce80e6c', '1', '2026-11-27 20:28:49.825759+00', '2', 'efd53bc9-8c37-48b7-861f-245460cebf0b', E'\\x00000034e5f02b68013f84a16ecf00066147e865d99aa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004e863e3668010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c4100b51eba622b562a99b28da90abcd5523a16c01a162a36f6c640000005d86e9a74e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3efd53bc98c3748b7a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4720-7d7a-a1c1-3b099ce80e6c', '3', '2026-11-27 20:28:49.827066+00', '1', '192b1f21-24e8-479f-aa19-2215f6f60531', E'\\x0000001728777d0a013f83a16ecf00066147e865dd77a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-4722-7d6a-bcdb-c22a96830535', '1', '2026-11-27 20:28:49.827541+00', '2', '19ff77ad-01e9-4463-813c-df78c1f5d47b', E'\\x00000034752ecb2e013f84a16ecf00066147e865e045a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39380000004f5c51933d010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c41084218dd79c2722c4dace7cbc8d39767ba16c01a162a36f6c6400000011a261349f011282a164cf00066148bef98445a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4725-7638-ad19-a110ecbc2626', '1', '2026-11-27 20:28:49.830391+00', '2', 'b24aa513-08ec-4ea4-acb7-d5fa31ed2287', E'\\x0000003201403ce7013f84a16ecf00066147e865ec26a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a3131390000004445c27f35010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c4105552e5bca0d6058558e3355d9609d606a16c01a162a36f6c64000000113f859886011282a164cf0006615c063d4c26a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4727-73d8-9ee5-8929317744cc', '1', '2026-11-27 20:28:49.832147+00', '1', 'e8cdf883-6449-4c67-ac8c-108759012437', E'\\x0000001a5e3cf7a0013f84a16ecf00066147e865f1efa16c01a162a36f6c64a16fc30000005034d89141010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c4104f2ae2f96b4ae542f2f938d34f15f07fa16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-713e-9d43-fb8b60e6dce8', '1', '2026-11-27 20:28:49.891274+00', '1', '021cd3ac-984f-486d-ad0d-b0cdb1262ff0', E'\\x0000001a1af47c06013f84a16ecf00066147e866511ba16c01a162a36f6c64a16fc30000006a56ec9d31010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410a098567c7e5cf9db8c920f04fe01fdeba16c01a162a36f6c64a161c41001a21eb247287db49d22cc873e296d77a17103a16401');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-713e-9d43-fb8b60e6dce8', '2', '2026-11-27 20:28:49.961699+00', '1', 'a094c42d-1df9-4730-80e2-75b273f37b80', E'\\x00000034d25ce80e013f84a16ecf00066147e8679e55a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000005dec0c12b0011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3a094c42d1df94730a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-713e-9d43-fb8b60e6dce8', '3', '2026-11-27 20:28:49.967931+00', '1', '6dd84b1f-1eb4-4a07-8836-9fa0c14fc20a', E'\\x00000017ed31a9fa013f83a16ecf00066147e867f527a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-77ef-b91f-602041a8d612', '1', '2026-11-27 20:28:49.891274+00', '1', '7e24c5b4-c1c9-4ddf-b630-17f53c0c1f7a', E'\\x0000001a1af47c06013f84a16ecf00066147e866511ba16c01a162a36f6c64a16fc3000000688f31c4a0010189a177a57374657073a169b1706172656e742f322d3431613864363132a17082a165a76d73677061636ba164c40102a173c4108a707e6db9fc684c7715ab5f09ba58e1a16c01a162a36f6c64a161c41001a21eb247287db49d22cc873e296d77a17102a16401');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-77ef-b91f-602041a8d612', '2', '2026-11-27 20:28:49.961699+00', '1', '2c97a765-ff31-4e84-adc4-5c914a1240f7', E'\\x00000032ee008e23013f84a16ecf00066147e867a290a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000005d0f9ecaba011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2c97a765ff314e84a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-77ef-b91f-602041a8d612', '3', '2026-11-27 20:28:49.967931+00', '2', '95908297-121d-439e-9266-7d11da977325', E'\\x000000322de4d50a013f84a16ecf00066147e867f4cca16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38380000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d4612d224011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d395908297121d439ea14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-77ef-b91f-602041a8d612', '5', '2026-11-27 20:28:49.97983+00', '3', 'af6367c5-8e92-4000-b1fe-55de9b8b18a9', E'\\x000000327bf0b35c013f84a16ecf00066147e86813fda16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39340000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-7db4-9d22-cc873e296d77', '1', '2026-11-27 20:28:49.862195+00', '3', 'beea025b-fa4c-4c5f-83fa-07b78e695a68', E'\\x0000004e4a3c4af1013f84a16ecf00066147e866511ba16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313237b9676f6c64656e2e706172656e742072756e732e676f3a3132380000004a11a732d4010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410908ef7c804889bce6758f9b63ea85c9ba16c01a162a36f6c640000004808137ca5011985a177a57374657073a169b1706172656e742f322d3431613864363132a16ec41001a21eb2472877efb91f602041a8d612a17082a165a76d73677061636ba164c40102a140000000004d2b0d87e8011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21eb24728713e9d43fb8b60e6dce8a17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21eb2-4728-7db4-9d22-cc873e296d77', '4', '2026-11-27 20:28:50.022271+00', '1', '3f4174ec-a1c8-4a48-a4a6-563c41c98d64', E'\\x000000174e45ceb6013f83a16ecf00066147e868bdaca16c01a162a36f6c640000002f7a480b84010984a16302a16ec41001a21eb2472877efb91f602041a8d612a16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-4752-74a8-a2f2-87573e034665', '1', '2026-11-27 20:28:49.878281+00', '1', 'feecdf67-f8bf-404d-bfc9-167d5f696d4d', E'\\x0000001ac9c6f781013f84a16ecf00066147e8669ff7a16c01a162a36f6c64a16fc30000006dd56d1178010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c41095b74321864983dbef9ed2cdc7efe248a16c01a162a36f6c64a163c41001a21eb247527521a598b0c3a04640bfa176c41001a21eb247527521a598b0c3a04640bfa16e01');
INSERT INTO reprise.event VALUES ('01a21eb2-4752-74a8-a2f2-87573e034665', '2', '2026-11-27 20:28:49.931283+00', '1', '6a2f3245-ae33-4878-b4f7-82ce6466debb', E'\\x00000033006e7e9b013f84a16ecf00066147e86755cca16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31343000000034c89bf9e5011884a16ec41001a21eb24752787d884b528173df7326a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4752-7521-a598-b0c3a04640bf', '1', '2026-11-27 20:28:49.878281+00', '2', 'ae092445-ac9f-452d-af05-566fd932ad38', E'\\x000000330d834a9b013f84a16ecf00066147e8669ff7a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313430000000427ea0e212010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410c10ea44bd9cbc8188069090ebb2bc3fba16c01a162a36f6c64000000347a7754fe011884a16ec41001a21eb2475274a8a2f287573e034665a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-4752-787d-884b-528173df7326', '1', '2026-11-27 20:28:49.931283+00', '1', 'df67d914-7e55-470a-992c-5ecc2587378b', E'\\x0000001aad468982013f84a16ecf00066147e86755cca16c01a162a36f6c64a16fc30000006d1af41e1a010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410019a60001bade6165c85a289ac68b28fa16c01a162a36f6c64a163c41001a21eb247527521a598b0c3a04640bfa176c41001a21eb2475274a8a2f287573e034665a16e02');
INSERT INTO reprise.event VALUES ('01a21eb2-4752-787d-884b-528173df7326', '2', '2026-11-27 20:28:49.97196+00', '1', 'e2cae5f0-1fdd-4ecf-b2ec-d1407d9c2e7d', E'\\x0000001778099305013f83a16ecf00066147e86808bba16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21eb2-475c-76ae-abb8-fac626542fd5', '1', '2026-11-27 20:28:49.89489+00', '2', '8dc06bbc-f6d9-4f15-8a10-1e97eb62a7c3', E'\\x0000003c352ac685013f84a16ecf00066147e866c5aca16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a3830000000441cbdf39b010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41064b2cd92ee7d1d3ef347c8441ced1bd5a16c01a162a36f6c6400000069c09e14d1011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d38dc06bbcf6d94f15a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-477e-7b58-bffb-c5a88c4f3cc6', '1', '2026-11-27 20:28:49.931283+00', '2', '7ae5712c-7008-4712-9711-07f6b7d71999', E'\\x0000003cd74df18f013f84a16ecf00066147e8674a93a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a383000000048dc2b234d010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c410e8ed513bd0dfb9770168e000feccab36a16c01a162a36f6c640000006b39d76f36011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf7ae5712c70084712a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-47a6-7587-ba4e-b67608bb4743', '1', '2026-11-27 20:28:49.963371+00', '2', '27a80d85-8d5b-441d-b813-ae0deeb7d52f', E'\\x0000003cf64455a0013f84a16ecf00066147e867ec55a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a38320000005094fb0021010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c41010eeb4f3ac3b61658f4205112ba21a7ca16c01a162a36f6c64000000684951350f011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf27a80d858d5b441da14000');
INSERT INTO reprise.event VALUES ('01a21eb2-47a6-7587-ba4e-b67608bb4743', '3', '2026-11-27 20:28:49.97196+00', '1', 'f4705415-2802-4617-89dc-97fc07d913bc', E'\\x0000001743e8d00d013f83a16ecf00066147e86801f4a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '1', '2026-11-27 20:28:49.97196+00', '2', '174ce347-b610-4ca2-8a44-7ad88d070a0b', E'\\x00000017eea01458013f83a16ecf00066147e868062da16c01a162a36f6c6400000067e0a97ecb010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c41008b84795ebf4555f04855a23ceca5a69a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '3', '2026-11-27 20:28:49.985065+00', '2', 'd4a6455e-ba42-4392-a44d-335aa21d7faf', E'\\x000000383a1a9309013f84a16ecf00066147e8684503a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313536000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005ddf3afbe2011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d4a6455eba424392a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '5', '2026-11-27 20:28:49.991648+00', '3', '83644d7e-b167-4dc9-872b-d48371336285', E'\\x00000038ba4e880c013f84a16ecf00066147e868627aa16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135380000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-47c9-7019-a004-ffdeff794a28', '1', '2026-11-27 20:28:49.994953+00', '3', '7e2b2c3c-a324-4412-aaae-742100f2c970', E'\\x000000528bf50ba5013f84a16ecf00066147e8686ea5a16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313638bb676f6c64656e2e70726f6d697365642072756e732e676f3a313639000000508bcdfd8f010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c4104d198eb2a23df39680aec39387bda783a16c01a162a36f6c6400000042aa633f89011f82a16bd9384151476948724a487958415a6f41545f337639355369686b636b765857744b4b32734f4f4a4969444543524e66697373504b4d6b52424943a140000000004d22c9d789011f83a164cf00119576a02beea5a16bd9384151476948724a487958415a6f41545f3376393553696776696a556b75717264493351454c4d78615166675166697373504b4d6b52424944a14001');
INSERT INTO reprise.event VALUES ('01a21eb2-47c9-7019-a004-ffdeff794a28', '4', '2026-11-27 20:28:50.010166+00', '1', 'd229a603-c079-4227-bf20-de7f43389159', E'\\x00000017342172d0013f83a16ecf00066147e86897eba16c01a162a36f6c64000000599b161c92010c83a17002a16bd9384151476948724a487958415a6f41545f337639355369686b636b765857744b4b32734f4f4a4969444543524e66697373504b4d6b52424943a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21eb2-47d5-71dd-bb7c-3772629cdb7e', '1', '2026-11-27 20:28:50.012564+00', '2', 'e7b4db22-5ddc-40ca-befd-113176e4155c', E'\\x00000034fad7d509013f84a16ecf00066147e8689b9fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004a39c25378010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c41024277ab354c5019807cc5a9f4cf43192a16c01a162a36f6c640000005d5daa8920011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e7b4db225ddc40caa14000');
INSERT INTO reprise.event VALUES ('01a21eb2-47d5-71dd-bb7c-3772629cdb7e', '3', '2026-11-27 20:28:50.024304+00', '1', 'd655e1a1-2b48-4ab0-9aa3-5fb90f1ba747', E'\\x000000176417f5cf013f83a16ecf00066147e868bf32a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-47df-7ba0-b362-4a6644f667ad', '1', '2026-11-27 20:28:50.024304+00', '2', '6c3eba64-bc28-487e-905d-b656e33d522d', E'\\x00000034ec70acee013f84a16ecf00066147e868c918a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130360000004869195563010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c41003c0bdd9d42538047c2d66e7e0f9961fa16c01a162a36f6c640000005ddc14ac44011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6c3eba64bc28487ea14000');
INSERT INTO reprise.event VALUES ('01a21eb2-47df-7ba0-b362-4a6644f667ad', '3', '2026-11-27 20:28:50.032041+00', '1', '66187b3c-2171-4c1a-85a4-e78ab6a8f7e7', E'\\x000000179b8d5ee7013f83a16ecf00066147e868ffc1a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-47df-7ba0-b362-4a6644f667ad', '4', '2026-11-27 20:28:50.054215+00', '2', '8ec6b763-6ab0-456c-b617-88eaf6d3f8f3', E'\\x000000345da0e0cb013f84a16ecf00066147e8694ff6a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000004ba09dbb0a010683a16da7617070726f7665a169d92439646637653632332d356232392d343830652d623134612d613164383562373437323961a17082a165a76d73677061636ba164c405a46f6e63650000005d40e9d269011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d38ec6b7636ab0456ca14000');
INSERT INTO reprise.event VALUES ('01a21eb2-47df-7ba0-b362-4a6644f667ad', '6', '2026-11-27 20:28:50.056319+00', '2', '44bd0d26-cabf-4582-9ad0-55503f30445e', E'\\x00000034677b3aee013f84a16ecf00066147e8695eeea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131330000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-480b-759c-8f9f-4d88c06960c0', '1', '2026-11-27 20:28:50.062248+00', '2', '0b036d69-63b9-486d-8675-1e754845ef46', E'\\x00000034ec70acee013f84a16ecf00066147e868c918a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000075d757171c010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c41003c0bdd9d42538047c2d66e7e0f9961fa16c01a162a36f6c64a17891d92430316132316562322d343764662d376261302d623336322d346136363434663636376164a16591030000005ddc14ac44011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6c3eba64bc28487ea14000');
INSERT INTO reprise.event VALUES ('01a21eb2-480b-759c-8f9f-4d88c06960c0', '3', '2026-11-27 20:28:50.062248+00', '1', '0b036d69-63b9-486d-8675-1e754845ef46', E'\\x000000179b8d5ee7013f83a16ecf00066147e868ffc1a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21eb2-480b-759c-8f9f-4d88c06960c0', '4', '2026-11-27 20:28:50.062248+00', '1', '0b036d69-63b9-486d-8675-1e754845ef46', E'\\x0000001aa3bfd1e3013f84a16ecf00066147e8696dfda16c01a162a36f6c64a16fc30000002fb3efed0d014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21eb247df7ba0b3624a6644f667ad');
INSERT INTO reprise.event VALUES ('01a21eb2-480b-759c-8f9f-4d88c06960c0', '5', '2026-11-27 20:28:50.086216+00', '1', '77db5ce9-13b9-46b5-86e9-5c5c8d6849e7', E'\\x00000017f7f2fa20013f83a16ecf00066147e869c562a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21eb2-4841-7d7f-9e08-d314004da42f', '1', '2026-11-27 20:28:50.114465+00', '2', '8fead4d0-2fb6-4d27-9e5e-f104d610667d', E'\\x000000343e222a99013f84a16ecf00066147e86a416fa16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134360000004c5335b011010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410c4419b12c4904f82d1224db7317d5b27a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21eb2-485e-7208-baf1-86e3258f96c0', '1', '2026-11-27 20:28:50.142187+00', '1', 'b6b4aa5a-66c3-4145-b1ad-2b6829b60c0a', E'\\x0000001ad509449e013f84a16ecf00066147e86aafeba16c01a162a36f6c64a16fc3000000548e2abad8010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c4101a099c19ca68e28a3304c5676de83c49a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21eb2-4718-7c7e-a4b0-539881fec251', '1', '0', '2026-11-27 20:28:50.135809+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '2', '0', '2026-11-27 20:28:50.140777+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21eb2-47d5-71dd-bb7c-3772629cdb7e', '1', '0', '2026-11-27 20:28:50.0926+00', '7', '5fd65f1f-cbfa-4b33-a3ef-6c040f9dd02a', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21eb2-47d5-71dd-bb7c-3772629cdb7e', '2', '0', '2026-11-27 20:28:50.096128+00', '1', '2cbd880c-6dca-4ebc-ad50-6da44d773fb9', E'\\x0000004f28d5fc8d010683a16da7617070726f7665a169d92432636264383830632d366463612d346562632d616435302d366461343464373733666239a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', 'df37942b-26c1-473e-a8cc-08f746428599', '1', '2026-11-27 20:28:49.138255+00', E'\\x5ce4ff3af96c4cf0b7deb2b6df85a874d3f986c531384693b8357ae7709255a9');
INSERT INTO reprise.outbox VALUES ('01a21eb2-4841-7d7f-9e08-d314004da42f', '2', '2', NULL, '0', '2026-11-27 20:28:50.114465+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d6ed85de2010683a16da7617070726f7665a169d92630316132316562322d343834312d376437662d396530382d6433313430303464613432662f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('85b6123d-9d88-4628-a091-dd2a6781113f', '2026-11-27 20:28:50.148918+00', '01a21eb2-471f-7a74-aa32-a7e45cd6835c', '1', 'false', 'default', 'requested', 'e163a6ae-4b20-48c8-a2da-83780d6d0db7', E'\\x0000004cfdc512cc010683a16da7617070726f7665a169d92465313633613661652d346232302d343863382d613264612d383337383064366430646237a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21eb2-46d0-7285-a028-a390ecad6b55', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '9f1ef1f4-ef81-4dea-839a-f2ab2e3be82a', '01a21eb2-46d0-7285-a028-a390ecad6b55', NULL, NULL, '2026-11-27 20:28:49.746261+00', '2026-11-27 20:28:49.795134+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-46d3-7a06-914b-d788a61ebe10', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '0fb1533e-c59c-45e3-a77f-dfa5f86acd7c', '01a21eb2-46d3-7a06-914b-d788a61ebe10', NULL, NULL, '2026-11-27 20:28:49.759352+00', '2026-11-27 20:28:49.759352+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-46fe-7250-9e90-4bf9d4ebebac', '4', 'false', '125992298', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', 'ec650654-047c-4600-94d5-e16c80107942', '01a21eb2-46fe-7250-9e90-4bf9d4ebebac', NULL, NULL, '2026-11-27 20:28:49.796008+00', '2026-11-27 20:28:50.101247+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4704-7f85-8be7-43a6b84fd06e', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '6ff40264-2370-4127-b2c9-859aa9cb0312', '01a21eb2-4704-7f85-8be7-43a6b84fd06e', NULL, NULL, '2026-11-27 20:28:49.808954+00', '2026-11-27 20:28:50.104725+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4712-7a4b-9ec1-06b0a3881a0d', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '6aa0cf75-80a0-4156-84ed-216e8c0f8669', '01a21eb2-4712-7a4b-9ec1-06b0a3881a0d', NULL, NULL, '2026-11-27 20:28:49.816117+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4718-7c7e-a4b0-539881fec251', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '409f96dd-5728-4df6-9909-de072b864a55', '01a21eb2-4718-7c7e-a4b0-539881fec251', NULL, NULL, '2026-11-27 20:28:49.822306+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-471f-7a74-aa32-a7e45cd6835c', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', 'd92d3f80-fe82-4e64-81f6-619a1670d342', '01a21eb2-471f-7a74-aa32-a7e45cd6835c', NULL, NULL, '2026-11-27 20:28:49.824207+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4720-7d7a-a1c1-3b099ce80e6c', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '192b1f21-24e8-479f-aa19-2215f6f60531', '01a21eb2-4720-7d7a-a1c1-3b099ce80e6c', NULL, NULL, '2026-11-27 20:28:49.825759+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4722-7d6a-bcdb-c22a96830535', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '19ff77ad-01e9-4463-813c-df78c1f5d47b', '01a21eb2-4722-7d6a-bcdb-c22a96830535', NULL, NULL, '2026-11-27 20:28:49.827541+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T21:28:49.826885Z (golden.sleeper runs.go:98)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4725-7638-ad19-a110ecbc2626', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', 'b24aa513-08ec-4ea4-acb7-d5fa31ed2287', '01a21eb2-4725-7638-ad19-a110ecbc2626', NULL, NULL, '2026-11-27 20:28:49.830391+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T20:28:49.829926Z (golden.both runs.go:119)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4727-73d8-9ee5-8929317744cc', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'e8cdf883-6449-4c67-ac8c-108759012437', '01a21eb2-4727-73d8-9ee5-8929317744cc', NULL, NULL, '2026-11-27 20:28:49.832147+00', NULL, '2026-11-27 20:28:50.836925+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21eb2-4727-73d8-9ee5-8929317744cc: workflow code panicked at golden.Bindings.func5 runs.go:70: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe749e0?, 0x19ba701b3e30?, 0xa0?}, {0x19ba70181390?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:70 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4728-713e-9d43-fb8b60e6dce8', '1', 'false', '1532373744', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '6dd84b1f-1eb4-4a07-8836-9fa0c14fc20a', '01a21eb2-4728-713e-9d43-fb8b60e6dce8', '01a21eb2-4728-7db4-9d22-cc873e296d77', '3', '2026-11-27 20:28:49.891274+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4728-77ef-b91f-602041a8d612', '2', 'false', '1532373744', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'af6367c5-8e92-4000-b1fe-55de9b8b18a9', '01a21eb2-4728-77ef-b91f-602041a8d612', '01a21eb2-4728-7db4-9d22-cc873e296d77', '2', '2026-11-27 20:28:49.891274+00', '2026-11-27 20:28:49.97983+00', NULL, 'default', 'parent/2-41a8d612', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4728-7db4-9d22-cc873e296d77', '1', 'false', '215842369', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '3f4174ec-a1c8-4a48-a4a6-563c41c98d64', '01a21eb2-4728-7db4-9d22-cc873e296d77', NULL, NULL, '2026-11-27 20:28:49.862195+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:133)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4752-74a8-a2f2-87573e034665', '6', 'false', '1532373744', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '6a2f3245-ae33-4878-b4f7-82ce6466debb', '01a21eb2-4752-7521-a598-b0c3a04640bf', NULL, NULL, '2026-11-27 20:28:49.878281+00', '2026-11-27 20:28:49.931283+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4752-7521-a598-b0c3a04640bf', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'ae092445-ac9f-452d-af05-566fd932ad38', '01a21eb2-4752-7521-a598-b0c3a04640bf', NULL, NULL, '2026-11-27 20:28:49.878281+00', '2026-11-27 20:28:49.878281+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4752-787d-884b-528173df7326', '1', 'false', '2077192731', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', 'e2cae5f0-1fdd-4ecf-b2ec-d1407d9c2e7d', '01a21eb2-4752-7521-a598-b0c3a04640bf', NULL, NULL, '2026-11-27 20:28:49.931283+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:142)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-475c-76ae-abb8-fac626542fd5', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '8dc06bbc-f6d9-4f15-8a10-1e97eb62a7c3', '01a21eb2-475c-76ae-abb8-fac626542fd5', NULL, NULL, '2026-11-27 20:28:49.89489+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-477e-7b58-bffb-c5a88c4f3cc6', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '7ae5712c-7008-4712-9711-07f6b7d71999', '01a21eb2-477e-7b58-bffb-c5a88c4f3cc6', NULL, NULL, '2026-11-27 20:28:49.931283+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:80)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a21eb2-4855-79b5-844b-35b0f4d248c3","since":"2026-11-27T20:28:50.133699Z","workflow":"away","queue":"default","level":1,"token":"1d0d16ff-64ce-42ba-9c40-fc96045ead09","n":1}', E'\\x0000001a84e28528013f84a16ecf00066147e86a8d57a16c01a162a36f6c64a16fc30000004788a05618010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c4104ad0f0c840028fc721fb881a875658f0a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21eb2-47a6-7587-ba4e-b67608bb4743', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'f4705415-2802-4617-89dc-97fc07d913bc', '01a21eb2-47a6-7587-ba4e-b67608bb4743', NULL, NULL, '2026-11-27 20:28:49.963371+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:82)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', '1', 'false', '4105005893', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '83644d7e-b167-4dc9-872b-d48371336285', '01a21eb2-47ae-7dcb-aa5d-1f6fa8f8ca4c', NULL, NULL, '2026-11-27 20:28:49.97196+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:162)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-47c9-7019-a004-ffdeff794a28', '1', 'false', '2350998203', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', 'd229a603-c079-4227-bf20-de7f43389159', '01a21eb2-47c9-7019-a004-ffdeff794a28', NULL, NULL, '2026-11-27 20:28:49.994953+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:174)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-47d5-71dd-bb7c-3772629cdb7e', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'd655e1a1-2b48-4ab0-9aa3-5fb90f1ba747', '01a21eb2-47d5-71dd-bb7c-3772629cdb7e', NULL, NULL, '2026-11-27 20:28:50.012564+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-47df-7ba0-b362-4a6644f667ad', '2', 'false', '3320850227', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '44bd0d26-cabf-4582-9ad0-55503f30445e', '01a21eb2-47df-7ba0-b362-4a6644f667ad', NULL, NULL, '2026-11-27 20:28:50.024304+00', '2026-11-27 20:28:50.056319+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-480b-759c-8f9f-4d88c06960c0', '1', 'false', '4216959565', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '77db5ce9-13b9-46b5-86e9-5c5c8d6849e7', '01a21eb2-480b-759c-8f9f-4d88c06960c0', NULL, NULL, '2026-11-27 20:28:50.062248+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:109)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-4841-7d7f-9e08-d314004da42f', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'fb4e391a-fe4f-4935-89c1-3cfdeb22ca3d', '8fead4d0-2fb6-4d27-9e5e-f104d610667d', '01a21eb2-4841-7d7f-9e08-d314004da42f', NULL, NULL, '2026-11-27 20:28:50.114465+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:146)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21eb2-485e-7208-baf1-86e3258f96c0', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b6b4aa5a-66c3-4145-b1ad-2b6829b60c0a', '01a21eb2-485e-7208-baf1-86e3258f96c0', NULL, NULL, '2026-11-27 20:28:50.142187+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.schedule VALUES ('6e742855-a7d3-48d3-8abb-92459d97649e', NULL, 'default', 'hourly', 'steps', NULL, E'{"created":"2026-11-27T20:28:50.126804Z","queue":"default","plan":"{\\"spec\\":{\\"cron\\":\\"5 * * * *\\",\\"zone\\":\\"Europe/Berlin\\"},\\"policy\\":{\\"overlap\\":\\"buffer one\\",\\"jitter\\":60000000000}}","revision":"db2c2258801599cd","build":"old","next":"2026-11-27T21:05:33.369937Z","nominal":"2026-11-27T21:05:00Z","paused":{"who":"operator","why":"to be kept","at":"2026-11-27T20:28:50.129043Z"},"fired":0,"skipped":0}', E'\\x0000001a6940c623013f84a16ed3ff23400100d44000a16c01a162a36f6c64a16fc30000003a49514149010185a177a57374657073a17082a165a76d73677061636ba164c40102a173c41000000000000000000000000000000000a16c01a162a36f6c64');
INSERT INTO reprise.timer VALUES ('01a21eb2-4722-7d6a-bcdb-c22a96830535', '2', '2026-11-27 21:28:49.826885+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21eb2-4725-7638-ad19-a110ecbc2626', '2', '2026-11-28 20:28:49.829926+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21eb2-47c9-7019-a004-ffdeff794a28', '3', '2126-11-03 20:28:49.994405+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21eb2-4655-7067-aea8-5421031bd2e8', '2026-11-27 20:28:49.719797+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21eb2-4685-7fbe-a1e9-3b93c4280b89', '2026-11-27 20:28:49.719797+00', '0', 'default', 'removed-2');
