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
  partition_key text COLLATE "C",              -- within the queue; NULL: none
  PRIMARY KEY (run_id, activity)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX activity_free ON "reprise".activity (namespace, queue, name, prio, ready_at) WHERE owner IS NULL AND NOT quarantined AND NOT delayed;
CREATE INDEX activity_delayed ON "reprise".activity (namespace, queue, name, ready_at) WHERE owner IS NULL AND NOT quarantined AND delayed;
CREATE INDEX activity_quarantined ON "reprise".activity (namespace, queue, name, deaths, prio, ready_at) WHERE owner IS NULL AND quarantined;
CREATE INDEX activity_deadline ON "reprise".activity (namespace, deadline) WHERE owner IS NULL AND NOT quarantined AND deadline IS NOT NULL;
CREATE INDEX activity_owner ON "reprise".activity (owner, claim) WHERE owner IS NOT NULL;
-- What waits for one worker alone.
CREATE INDEX activity_own ON "reprise".activity (namespace, queue, run_id, activity) WHERE owner IS NULL AND left(queue, 7) = 'worker/';
-- Partitions of queues: what waits of a key, and what runs.
CREATE INDEX activity_keyed ON "reprise".activity (namespace, queue, name, partition_key, prio, ready_at, run_id, activity) WHERE owner IS NULL AND NOT quarantined AND NOT delayed AND partition_key IS NOT NULL;
CREATE INDEX activity_running ON "reprise".activity (namespace, queue, partition_key) WHERE owner IS NOT NULL AND partition_key IS NOT NULL;
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
  activities    text[],
  labels        text,                          -- a JSON object; NULL: none
  drain         text                           -- who, when and why as JSON; NULL: it takes work
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

-- What is known of a key within a queue that has limits for each partition, beside its activities.
-- The row of the queue is locked while it changes.
CREATE TABLE "reprise".partition (
  tat           timestamptz,                   -- as that of a queue
  cool_until    timestamptz,
  kept_until    timestamptz NOT NULL,          -- nothing is to be known of it from then on
  cools         int NOT NULL DEFAULT 0,
  namespace     text COLLATE "C" NOT NULL,
  queue         text COLLATE "C" NOT NULL,
  partition_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (namespace, queue, partition_key)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX partition_over ON "reprise".partition (namespace, (queue COLLATE "POSIX"), kept_until);

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
INSERT INTO reprise.activity VALUES ('01a22167-ff5b-7cc0-99fb-d3137ebc9cfc', '2', '2026-11-28 09:06:33.441253+00', '2026-11-28 09:06:33.441253+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066528767cb011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3b5e1ea392de9427b', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22167-ff62-791d-aca1-cda88a6c0ad0', '2', '2026-11-28 09:06:33.453319+00', '2026-11-28 09:06:33.453319+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x00000068b6c7a5d0011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf363561b0d23c46ae', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22167-ff77-71bd-94f6-207595717497', '2', '2026-11-28 09:06:33.47625+00', '2026-11-28 10:08:12.999809+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065de87b3b4011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5a8f09efb2844517', E'\\x0000003c2d80f768010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf000661527e3e1b38a16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22167-ff99-7db9-ba88-e06524f61c90', '2', '2026-11-28 09:06:33.498611+00', '2026-11-28 09:06:33.498611+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'job-waiting', 'job:elsewhere', E'\\x0000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a', NULL, NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a22167-ff9b-7c2a-94aa-2ac94849ccac', '2', '2026-11-28 09:06:33.500374+00', '2026-11-28 10:16:35.624169+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'job-retrying', 'job:flaky', E'\\x0000006078f9580b011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5f0a06e531304e8e', E'\\x0000003cd4be0252010384a16102a16e01a16682a16da96e6f7420746f646179a172c3a1659183a16e01a174cf000661527e3e7986a16681a16da96e6f7420746f646179', NULL, NULL);
INSERT INTO reprise.attr VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '2026-11-28 09:06:33.477525+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '2026-11-28 09:06:33.477525+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '2026-11-28 09:06:33.477525+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '2026-11-28 09:06:33.477525+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a22167-fed6-7bb9-8665-40f0ca98f3d5', '2026-11-28 09:06:33.543265+00', NULL, '2026-11-28 09:06:34.793265+00', NULL, NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a22167-ff1d-70b3-b46b-99a760c500e6', '2026-11-28 09:06:33.403613+00', '2026-11-28 09:06:34.403613+00', '2026-11-28 09:06:34.653613+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '2026-11-28 09:06:33.544301+00', NULL, '2026-11-28 09:06:34.794301+00', NULL, NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a22167-ff9c-7778-8194-c7cbd07ada41', '2026-11-28 09:06:33.522068+00', NULL, '2026-11-28 09:06:34.772068+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a22167-ffc9-7c9d-9439-c24fb54cca2c', '2026-11-28 09:06:33.545915+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a22167-fea2-7a99-92f4-1e1b0aa7a4e7', '1', '2026-11-28 09:06:33.25911+00', '2', 'c898fb58-3cc8-4740-b7ea-619b4d937440', E'\\x0000003377cdfc4a013f84a16ecf000661527e3ac6baa16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a31303000000046838ba04c010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c41001bddaf76712f22687ae5f3e81e86fbea16c01a162a36f6c640000005de82b3747011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c898fb583cc84740a14000');
INSERT INTO reprise.event VALUES ('01a22167-fea2-7a99-92f4-1e1b0aa7a4e7', '3', '2026-11-28 09:06:33.259836+00', '2', 'ae584d63-f61f-49ea-be90-ee8dd80f06d5', E'\\x00000033435166f0013f84a16ecf000661527e3ace12a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005da89468ee011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ae584d63f61f49eaa14000');
INSERT INTO reprise.event VALUES ('01a22167-fea2-7a99-92f4-1e1b0aa7a4e7', '5', '2026-11-28 09:06:33.261404+00', '2', 'cb809de1-824a-44d9-a7a7-77d233eb0ba3', E'\\x00000033eada9628013f84a16ecf000661527e3ad02ea16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005db90b3f76011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3cb809de1824a44d9a14000');
INSERT INTO reprise.event VALUES ('01a22167-fea2-7a99-92f4-1e1b0aa7a4e7', '7', '2026-11-28 09:06:33.291116+00', '3', '6b89829a-2a92-4d71-aa74-31b939af7597', E'\\x0000003323eabd76013f84a16ecf000661527e3ad664a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130360000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a22167-feab-7396-9ab6-d9f9a3c10608', '1', '2026-11-28 09:06:33.265396+00', '2', 'b9ff93be-c667-4f75-8212-4f8af5a8dd02', E'\\x00000017e59349ac013f83a16ecf000661527e3ad33aa16c01a162a36f6c6400000044caba1569010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c410873e3b4e9543975cb27d5afde6d0c947a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a22167-fec7-7bfa-a2bf-3e5099dfef90', '1', '2026-11-28 09:06:33.294634+00', '2', '73b78686-3580-4f57-9365-1639906d9e50', E'\\x0000003461a9c18d013f84a16ecf000661527e3b54fca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005046ae7066010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c41070f35ea00af649fed52ff21c74c39e53a16c01a162a36f6c640000005d067920c4011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf73b7868635804f57a14000');
INSERT INTO reprise.event VALUES ('01a22167-fec7-7bfa-a2bf-3e5099dfef90', '3', '2026-11-28 09:06:33.29582+00', '1', '6644f0d9-3f2a-4ac9-9d91-1f37476b0140', E'\\x00000017afb9355b013f83a16ecf000661527e3b58fba16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-fec7-7bfa-a2bf-3e5099dfef90', '4', '2026-11-28 09:06:33.526809+00', '2', '3e692ff6-3ea0-4764-a123-dfa5002c541f', E'\\x00000034fe7f9a25013f84a16ecf000661527e3edc6ea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31323100000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a22167-fecf-7de2-8716-668bce20e573', '1', '2026-11-28 09:06:33.296118+00', '2', 'f20b56d6-7dec-4d73-9026-4c9ed7df08c7', E'\\x00000034688772d5013f84a16ecf000661527e3b5b72a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313138000000528a462271010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c4108b0b0bbe4c150863b6c0c7455da40759a16c01a162a36f6c640000005d8528784d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3f20b56d67dec4d73a14000');
INSERT INTO reprise.event VALUES ('01a22167-fecf-7de2-8716-668bce20e573', '3', '2026-11-28 09:06:33.300742+00', '1', '50ecf3f5-59e8-4a61-96a1-92c154a9f91b', E'\\x0000001715f322ef013f83a16ecf000661527e3b6987a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-fecf-7de2-8716-668bce20e573', '4', '2026-11-28 09:06:33.526809+00', '1', 'f9f61028-018d-40b8-a732-e29d7bdfd9e6', E'\\x000000176382ee58013f83a16ecf000661527e3eddc2a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a22167-fed3-7337-b77d-d88cedcbb059', '1', '2026-11-28 09:06:33.302004+00', '2', '95607a1a-b859-4160-b490-476ca1f3deaa', E'\\x0000003465808526013f84a16ecf000661527e3b6bdaa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004c69d8a387010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c4102ac48fedde9ed78991a72e37414422c8a16c01a162a36f6c640000005db365cf97011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d395607a1ab8594160a14000');
INSERT INTO reprise.event VALUES ('01a22167-fed3-7337-b77d-d88cedcbb059', '3', '2026-11-28 09:06:33.302584+00', '1', '57619e64-ae72-4b6f-8e58-4f25efa1e24b', E'\\x00000017a8117ec3013f83a16ecf000661527e3b74c1a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-fed6-7bb9-8665-40f0ca98f3d5', '1', '2026-11-28 09:06:33.302846+00', '2', 'c557f602-00a5-41c6-b70c-ffcb2a614bcd', E'\\x00000034fc3bcdb7013f84a16ecf000661527e3b75e8a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004af72440e1010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410a5c48af02551e154a1395ade7bb97f08a16c01a162a36f6c640000005dad0fea5a011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c557f60200a541c6a14000');
INSERT INTO reprise.event VALUES ('01a22167-fed6-7bb9-8665-40f0ca98f3d5', '3', '2026-11-28 09:06:33.305965+00', '1', '28e04571-6a71-4cba-9353-c4fe293ba9f7', E'\\x00000017a3f1b0dd013f83a16ecf000661527e3b7e56a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-fed8-794e-b241-27bac6214f3a', '1', '2026-11-28 09:06:33.310644+00', '2', '7fa65162-f9e8-42cd-b94e-51751e2c22d6', E'\\x000000344b62679c013f84a16ecf000661527e3b8229a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313138000000506c51fb1a010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c4109c7bb8a916fb6c6adee970014880d8b5a16c01a162a36f6c640000005d1d5087cb011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7fa65162f9e842cda14000');
INSERT INTO reprise.event VALUES ('01a22167-fed8-794e-b241-27bac6214f3a', '3', '2026-11-28 09:06:33.313346+00', '1', 'b40ce881-b8fd-4ec5-a87f-9c792f172290', E'\\x00000017335ad13e013f83a16ecf000661527e3b9acda16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-fee0-7ef8-935b-3115a9c04737', '1', '2026-11-28 09:06:33.324048+00', '2', '9eb23834-1b79-4914-ab80-d3083b66fe81', E'\\x00000034b1c7518e013f84a16ecf000661527e3b9c10a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004e49a60d0d010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c410c7b79bcbe9d5b3a9545353a643c9b653a16c01a162a36f6c640000005de4ab99db011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39eb238341b794914a14000');
INSERT INTO reprise.event VALUES ('01a22167-fee0-7ef8-935b-3115a9c04737', '3', '2026-11-28 09:06:33.325071+00', '1', 'a6832742-5930-4234-9a3c-05a751e3ec0e', E'\\x00000017d3670660013f83a16ecf000661527e3bcb49a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-feec-7221-b19a-84ca331a3247', '1', '2026-11-28 09:06:33.325976+00', '2', '5a2024eb-d876-41ea-8119-963ceff79a69', E'\\x00000035b0fb8a2c013f84a16ecf000661527e3bcd4ea16c01a162a36f6c64a17391ba676f6c64656e2e736c65657065722072756e732e676f3a3131300000004fc1ca432c010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c410856c72d8ffb885a6476405b181c29683a16c01a162a36f6c64000000113e0b71da011282a164cf0006615354cf714ea14000');
INSERT INTO reprise.event VALUES ('01a22167-fef7-7622-9d56-04822887715e', '1', '2026-11-28 09:06:33.335809+00', '2', '8d3e432c-e484-41d9-a74e-77dd4bf821d3', E'\\x000000347dba32b8013f84a16ecf000661527e3bf750a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004aadfe171c010186a177a670696e6e6564a169a670696e6e6564a17082a165a76d73677061636ba164c407a670696e6e6564a173c4100ed17b97e70c4c47553ff7b914fd5fcda16c01a162a36f6c640000005d48c617c5011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d38d3e432ce48441d9a14000');
INSERT INTO reprise.event VALUES ('01a22167-fef7-7622-9d56-04822887715e', '3', '2026-11-28 09:06:33.340047+00', '1', '6c451710-5551-4b32-bec6-ad4494b96deb', E'\\x00000017d9541c03013f83a16ecf000661527e3c0677a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-fefb-7441-9843-e2641868d6c9', '1', '2026-11-28 09:06:33.340624+00', '2', '8e76857f-1b9e-46f2-938d-42dbf6616df6', E'\\x0000003c499ae5c8013f84a16ecf000661527e3c07dba16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38380000004d854ff7e5010186a177a763686172676564a169a763686172676564a17082a165a76d73677061636ba164c408a763686172676564a173c410a87ebb2dce5a2251e225a7418cc35976a16c01a162a36f6c6400000075e279efbf011087a16da6636861726765a17082a165a76d73677061636ba164c408a763686172676564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d38e76857f1b9e46f2a16ba6636861726765a164cf2bc3d67dd3ac0000a14000');
INSERT INTO reprise.event VALUES ('01a22167-fefb-7441-9843-e2641868d6c9', '3', '2026-11-28 09:06:33.415684+00', '2', '2ad2744d-9e79-4615-bb77-739af0c7305b', E'\\x0000003cc000b27a013f84a16ecf000661527e3d000aa16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a38380000002dc7605587010283a16102a16e01a17282a165a76d73677061636ba164c413b26368617267656420697320636861726765640000002adee2fc81011582a17282a165a76d73677061636ba164c413b2636861726765642069732063686172676564a14000');
INSERT INTO reprise.event VALUES ('01a22167-fefe-73e9-8a51-7d3e6231df76', '1', '2026-11-28 09:06:33.369311+00', '2', 'b54b3fad-8a3e-4770-9580-6f384342de95', E'\\x00000032ea334cd7013f84a16ecf000661527e3c1243a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a313331000000440d506dbd010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c4103a057f43c1044f742d2e41db27fde36ea16c01a162a36f6c6400000011064bad52011282a164cf000661669c137243a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff1d-70b3-b46b-99a760c500e6', '1', '2026-11-28 09:06:33.384235+00', '1', 'f1f3a483-c55f-4ca1-936b-f5dd9d55cf93', E'\\x0000001a6747a7a1013f84a16ecf000661527e3c8b42a16c01a162a36f6c64a16fc3000000506087a11f010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410b45d61b366a76b6784dd58433596a568a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a22167-ff28-76a9-a444-b49bee25ec0a', '1', '2026-11-28 09:06:33.422108+00', '1', 'a7cd430f-e897-4dfa-9d86-9515eed14384', E'\\x0000001aacde69ff013f84a16ecf000661527e3cfa7ca16c01a162a36f6c64a16fc3000000681fa3d42c010189a177a57374657073a169b1706172656e742f322d6565323565633061a17082a165a76d73677061636ba164c40102a173c410aa95227e6f6a2bcffb84adca473ef024a16c01a162a36f6c64a161c41001a22167ff287bbf9330be3f010c50d4a17102a16401');
INSERT INTO reprise.event VALUES ('01a22167-ff28-76a9-a444-b49bee25ec0a', '2', '2026-11-28 09:06:33.451202+00', '1', '97d989f2-2eef-49f3-b4f6-d4f23df29f33', E'\\x000000339bddbdd8013f84a16ecf000661527e3d8c6fa16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000005d283d62ef011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d397d989f22eef49f3a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff28-76a9-a444-b49bee25ec0a', '3', '2026-11-28 09:06:33.464207+00', '2', '16ce3173-03f9-47a3-9dfc-b7551da1c00d', E'\\x0000003355969486013f84a16ecf000661527e3dc1efa16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130300000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d74456621011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf16ce317303f947a3a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff28-76a9-a444-b49bee25ec0a', '5', '2026-11-28 09:06:33.467902+00', '3', '6421a97c-c33c-49fb-b6a3-d6a40e6c1d2e', E'\\x0000003381c709ee013f84a16ecf000661527e3df278a16c01a162a36f6c64a17391b8676f6c64656e2e73746570732072756e732e676f3a3130360000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff28-7950-a60c-5aaf6e24c52f', '1', '2026-11-28 09:06:33.422108+00', '1', '8c804cae-c469-41dc-a3d2-28925980912c', E'\\x0000001aacde69ff013f84a16ecf000661527e3cfa7ca16c01a162a36f6c64a16fc30000006adcde55cc010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c4104a902374b88157c64fa1816b4d0d9dbfa16c01a162a36f6c64a161c41001a22167ff287bbf9330be3f010c50d4a17103a16401');
INSERT INTO reprise.event VALUES ('01a22167-ff28-7950-a60c-5aaf6e24c52f', '2', '2026-11-28 09:06:33.464207+00', '1', '05d4b051-39bd-4bff-9a0e-d07b0a8b267a', E'\\x00000034d2992cfa013f84a16ecf000661527e3dead5a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000005d69f6fd8d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf05d4b05139bd4bffa14000');
INSERT INTO reprise.event VALUES ('01a22167-ff28-7950-a60c-5aaf6e24c52f', '3', '2026-11-28 09:06:33.467902+00', '1', 'a3b8b8c8-923d-4d53-8b0b-2557998bd43b', E'\\x00000017f013e9be013f83a16ecf000661527e3df2b0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-ff28-7bbf-9330-be3f010c50d4', '1', '2026-11-28 09:06:33.403613+00', '3', 'fd6c49f7-00a6-4553-ab83-b8f558514efe', E'\\x0000004e0e3a7e55013f84a16ecf000661527e3cfa7ca16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313339b9676f6c64656e2e706172656e742072756e732e676f3a3134300000004adc4b80a1010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410402ce1c6f6733a42a4ade96f8f51bb63a16c01a162a36f6c64000000489b3b6993011985a177a57374657073a169b1706172656e742f322d6565323565633061a16ec41001a22167ff2876a9a444b49bee25ec0aa17082a165a76d73677061636ba164c40102a140000000004d54fd9181011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a22167ff287950a60c5aaf6e24c52fa17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a22167-ff28-7bbf-9330-be3f010c50d4', '4', '2026-11-28 09:06:33.469565+00', '1', 'aca459f7-7a06-4c1a-8be0-7575524c61f4', E'\\x0000001760c10cf2013f83a16ecf000661527e3e021aa16c01a162a36f6c640000002f77a73bc3010984a16302a16ec41001a22167ff2876a9a444b49bee25ec0aa16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-ff41-7506-8228-aa6bc98e039d', '1', '2026-11-28 09:06:33.422108+00', '2', '4b219c04-b25d-4095-908f-54fddb5a8c0c', E'\\x00000033f3586dde013f84a16ecf000661527e3d24f2a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31353200000042ec5201a3010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c410105f0b8ff4c044f71d47eda7979eeae6a16c01a162a36f6c6400000034175d7936011884a16ec41001a22167ff4178399b5c8938df892deba177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff41-7839-9b5c-8938df892deb', '1', '2026-11-28 09:06:33.422108+00', '1', 'c1009980-b7e5-440f-98ba-66ad1f6d8d61', E'\\x0000001a219cd96c013f84a16ecf000661527e3d24f2a16c01a162a36f6c64a16fc30000006d73787f77010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c4103e1d1ac7847d892672e4b6992acd6a07a16c01a162a36f6c64a163c41001a22167ff4175068228aa6bc98e039da176c41001a22167ff4175068228aa6bc98e039da16e01');
INSERT INTO reprise.event VALUES ('01a22167-ff41-7839-9b5c-8938df892deb', '2', '2026-11-28 09:06:33.451202+00', '1', 'db571c5d-39b1-4e64-998c-de1782599da0', E'\\x000000333bca8b20013f84a16ecf000661527e3d8984a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31353200000034e1ceb1c8011884a16ec41001a22167ff417af5b76a358a4ada309aa177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff41-7af5-b76a-358a4ada309a', '1', '2026-11-28 09:06:33.451202+00', '1', 'bd1eddc9-5f78-44e6-b411-e3a570a42af4', E'\\x0000001a1ecffe66013f84a16ecf000661527e3d8984a16c01a162a36f6c64a16fc30000006d93ca7746010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410d835277fadb5ea8f0cb9646037f6086aa16c01a162a36f6c64a163c41001a22167ff4175068228aa6bc98e039da176c41001a22167ff4178399b5c8938df892deba16e02');
INSERT INTO reprise.event VALUES ('01a22167-ff41-7af5-b76a-358a4ada309a', '2', '2026-11-28 09:06:33.464207+00', '1', 'efc87902-95f7-41f4-b8c7-644701b6420b', E'\\x00000017eb302dbf013f83a16ecf000661527e3dc721a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22167-ff5b-7cc0-99fb-d3137ebc9cfc', '1', '2026-11-28 09:06:33.441253+00', '2', 'b5e1ea39-2de9-427b-b5aa-6d616a3b36bd', E'\\x0000003caa759a78013f84a16ecf000661527e3d7ffba16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63382072756e732e676f3a3932000000441b609e76010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41093907b79d2afc7e0eea8cec40b3c6969a16c01a162a36f6c6400000069a25510a2011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3b5e1ea392de9427ba14000');
INSERT INTO reprise.event VALUES ('01a22167-ff62-791d-aca1-cda88a6c0ad0', '1', '2026-11-28 09:06:33.453319+00', '2', '363561b0-d23c-46ae-b1c9-84546d314129', E'\\x0000003cfce42f1b013f84a16ecf000661527e3d982ca16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63382072756e732e676f3a39320000004838cbd0bd010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c410287ff7c769ddcb6c66ed2e2c3d9a7764a16c01a162a36f6c640000006bea0fad76011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf363561b0d23c46aea14000');
INSERT INTO reprise.event VALUES ('01a22167-ff77-71bd-94f6-207595717497', '1', '2026-11-28 09:06:33.475631+00', '2', '5a8f09ef-b284-4517-a7d1-c933c5d612ea', E'\\x0000003c92aa8752013f84a16ecf000661527e3e18b2a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63392072756e732e676f3a3934000000505ec3b3e9010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c41011507520cd4d7109dcb47d5cc6aa87e8a16c01a162a36f6c64000000687adb35ed011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5a8f09efb2844517a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff77-71bd-94f6-207595717497', '3', '2026-11-28 09:06:33.47625+00', '1', '6e010ca3-fc99-47b7-9c3a-93308d24dc36', E'\\x00000017f0a2f77d013f83a16ecf000661527e3e1b3fa16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '1', '2026-11-28 09:06:33.477525+00', '2', '20cee123-ee67-4192-a24a-88e60d5dbc11', E'\\x0000001741ed340b013f83a16ecf000661527e3e20b0a16c01a162a36f6c6400000067d236407f010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c41057d0a6c954e1aae6f2e47f4168833792a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '3', '2026-11-28 09:06:33.482902+00', '2', '0f23ccd9-cb21-4890-9953-6d715830aeae', E'\\x00000038b00df84d013f84a16ecf000661527e3e356ba16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313638000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005ddc070c0b011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0f23ccd9cb214890a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '5', '2026-11-28 09:06:33.484031+00', '3', 'b9dee40c-e75e-4f91-8da1-cb3f709c638c', E'\\x0000003813bc2b7d013f84a16ecf000661527e3e3995a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3137300000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff8d-7576-b0da-feff646ae9cb', '1', '2026-11-28 09:06:33.486707+00', '3', '07f38bda-1b36-4f39-946a-28fc05347cc9', E'\\x0000005250631c8f013f84a16ecf000661527e3e4434a16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313830bb676f6c64656e2e70726f6d697365642072756e732e676f3a313831000000504c4da500010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c410b2a1f69a2a899f571ee8ad40b6c51e95a16c01a162a36f6c640000004235ec48c3011f82a16bd938415147694957665f6a585632734e722d5f325271366375683868624a5f4d4b516f614551627231785f345458425f4f4c32687332547a6b43a140000000004d54690993011f83a164cf001195813601c434a16bd938415147694957665f6a585632734e722d5f3252713663742d49434232525135584a61486c5a56775366433936425f4f4c32687332547a6b44a14001');
INSERT INTO reprise.event VALUES ('01a22167-ff8d-7576-b0da-feff646ae9cb', '4', '2026-11-28 09:06:33.496578+00', '1', 'cb182bfb-2029-45cf-be48-958f5753260c', E'\\x000000175933f860013f83a16ecf000661527e3e6b9ca16c01a162a36f6c64000000599543cfba010c83a17002a16bd938415147694957665f6a585632734e722d5f325271366375683868624a5f4d4b516f614551627231785f345458425f4f4c32687332547a6b43a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a22167-ff99-7884-a5e2-00fedeece689', '1', '2026-11-28 09:06:33.497706+00', '2', 'f4516cd7-2904-4a22-ae10-fa59ac81963f', E'\\x000000179c6c4b3d013f83a16ecf000661527e3e6f9ea16c01a162a36f6c640000004a9b7961a6010186a177aa6a6f623a646f75626c65a169a86a6f622d646f6e65a17082a165a76d73677061636ba164c40103a173c4105a7c98b0d00daee1317cc2d950e7bfe8a16c01a162a36f6c640000005a76bc3d8f011085a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3f4516cd729044a22');
INSERT INTO reprise.event VALUES ('01a22167-ff99-7884-a5e2-00fedeece689', '3', '2026-11-28 09:06:33.498022+00', '2', '2c5ef43f-9828-4af6-bdb3-2cabe07ac491', E'\\x00000017a1d0e355013f83a16ecf000661527e3e7134a16c01a162a36f6c640000001b87504e24010283a16102a16e01a17282a165a76d73677061636ba164c4010600000015657cf5a6011581a17282a165a76d73677061636ba164c40106');
INSERT INTO reprise.event VALUES ('01a22167-ff99-7db9-ba88-e06524f61c90', '1', '2026-11-28 09:06:33.498611+00', '2', '1b0f953b-06d4-42b7-a7b5-ea30f237e780', E'\\x00000017da05bdc9013f83a16ecf000661527e3e717ca16c01a162a36f6c640000005b352e3dab010187a177ad6a6f623a656c73657768657265a169ab6a6f622d77616974696e67a17082a165a76d73677061636ba164c404a36a6f62a173c4104a79b08fdbdcc18649236cdb9c002959a16c01a162a36f6c64a179a56c617465720000005ad56c1499011084a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610a');
INSERT INTO reprise.event VALUES ('01a22167-ff9b-7c2a-94aa-2ac94849ccac', '1', '2026-11-28 09:06:33.499855+00', '2', '5f0a06e5-3130-4e8e-96b0-d22328175bc5', E'\\x000000174a42cc0e013f83a16ecf000661527e3e76e5a16c01a162a36f6c6400000050f578f6e2010186a177a96a6f623a666c616b79a169ac6a6f622d7265747279696e67a17082a165a76d73677061636ba164c404a36a6f62a173c4101e5012683edb579a204a504f068ac897a16c01a162a36f6c640000006078f9580b011085a16da5666c616b79a17082a165a76d73677061636ba164c404a36a6f62a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf5f0a06e531304e8e');
INSERT INTO reprise.event VALUES ('01a22167-ff9b-7c2a-94aa-2ac94849ccac', '3', '2026-11-28 09:06:33.500374+00', '1', '38c3436b-9357-41fe-ab27-6a42201ea700', E'\\x00000017a2190a66013f83a16ecf000661527e3e798ca16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a22167-ff9c-7778-8194-c7cbd07ada41', '1', '2026-11-28 09:06:33.500838+00', '2', '15da8fdb-26db-4c43-b14d-8b8f15f2950f', E'\\x00000034bb34515e013f84a16ecf000661527e3e7a8fa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131380000004ad17a7a76010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c410cfe8df49d23268eedd1686fd8d10ec16a16c01a162a36f6c640000005da237e2bc011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf15da8fdb26db4c43a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff9c-7778-8194-c7cbd07ada41', '3', '2026-11-28 09:06:33.501302+00', '1', '1b2b1372-abc5-4fde-b0d9-2596c264de0e', E'\\x00000017f5cc0d38013f83a16ecf000661527e3e7d44a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-ff9d-7aba-9416-de2c6f59ece9', '1', '2026-11-28 09:06:33.501531+00', '2', '657b9fb3-d809-49c9-aeb1-669e0e69d330', E'\\x00000034cd6c3c88013f84a16ecf000661527e3e7e36a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31313800000048e231e9bf010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4101746261da6f71b40ec784c2ed51a6baaa16c01a162a36f6c640000005d679f60b7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf657b9fb3d80949c9a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff9d-7aba-9416-de2c6f59ece9', '3', '2026-11-28 09:06:33.501736+00', '1', '794dbb87-330f-4e0b-8641-69d203e39c78', E'\\x00000017dfecbb2f013f83a16ecf000661527e3e7fe8a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-ff9d-7aba-9416-de2c6f59ece9', '4', '2026-11-28 09:06:33.502591+00', '2', '3970ce12-cc6c-4c65-b232-abba9ba26f29', E'\\x00000034541ab76f013f84a16ecf000661527e3e82a6a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3132350000004b150576ab010683a16da7617070726f7665a169d92435306231393736652d343136372d346363312d396666312d643130316437626164313833a17082a165a76d73677061636ba164c405a46f6e63650000005d1366bf48011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3970ce12cc6c4c65a14000');
INSERT INTO reprise.event VALUES ('01a22167-ff9d-7aba-9416-de2c6f59ece9', '6', '2026-11-28 09:06:33.503446+00', '2', '30647ee5-38a5-40db-a4a2-d9302d3bdaf0', E'\\x000000341f9ddba8013f84a16ecf000661527e3e85e4a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3132350000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a22167-ffa1-7720-8ee1-6b7303251f48', '1', '2026-11-28 09:06:33.505368+00', '2', '73f0ebb9-9691-4fef-8277-b3e8ee82db89', E'\\x00000034cd6c3c88013f84a16ecf000661527e3e7e36a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313138000000750c8ecf14010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4101746261da6f71b40ec784c2ed51a6baaa16c01a162a36f6c64a17891d92430316132323136372d666639642d376162612d393431362d646532633666353965636539a16591030000005d679f60b7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf657b9fb3d80949c9a14000');
INSERT INTO reprise.event VALUES ('01a22167-ffa1-7720-8ee1-6b7303251f48', '3', '2026-11-28 09:06:33.505368+00', '1', '73f0ebb9-9691-4fef-8277-b3e8ee82db89', E'\\x00000017dfecbb2f013f83a16ecf000661527e3e7fe8a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a22167-ffa1-7720-8ee1-6b7303251f48', '4', '2026-11-28 09:06:33.505368+00', '1', '73f0ebb9-9691-4fef-8277-b3e8ee82db89', E'\\x0000001a075a2519013f84a16ecf000661527e3e8daea16c01a162a36f6c64a16fc30000002fa81665d2014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a22167ff9d7aba9416de2c6f59ece9');
INSERT INTO reprise.event VALUES ('01a22167-ffa1-7720-8ee1-6b7303251f48', '5', '2026-11-28 09:06:33.509439+00', '1', 'a75f1e99-89b3-4190-9db2-d2f5e62b8638', E'\\x00000017d4abaecc013f83a16ecf000661527e3e9656a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a22167-ffb9-7b0a-b0a6-fcbeb5e26e56', '1', '2026-11-28 09:06:33.530104+00', '2', '274b4ac9-9a0c-409c-b6ea-f5cfbd8aace3', E'\\x00000034861b4de8013f84a16ecf000661527e3eee3ea16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3135380000004cc66baddc010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c410db71505a511010f33c16fae5e17577a5a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a22167-ffc9-7c9d-9439-c24fb54cca2c', '1', '2026-11-28 09:06:33.545915+00', '1', '042f8364-dd0d-4900-a4ac-0db703d6b08a', E'\\x0000001afa909c0c013f84a16ecf000661527e3f2cbba16c01a162a36f6c64a16fc30000005433a17bae010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c41080e548d6366bacf6550077864a7b8ad9a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a22167-fed6-7bb9-8665-40f0ca98f3d5', '1', '0', '2026-11-28 09:06:33.543265+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '2', '0', '2026-11-28 09:06:33.544301+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a22167-ff9c-7778-8194-c7cbd07ada41', '1', '0', '2026-11-28 09:06:33.522068+00', '7', '7333a542-eeab-449c-b759-ecc0a67a8e9c', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a22167-ff9c-7778-8194-c7cbd07ada41', '2', '0', '2026-11-28 09:06:33.523631+00', '1', 'a4345b68-d3b9-4ac5-b31d-1226e2fb1490', E'\\x0000004fd451ee6a010683a16da7617070726f7665a169d92461343334356236382d643362392d346163352d623331642d313232366532666231343930a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.kept VALUES ('01a22167-fefb-7441-9843-e2641868d6c9', '2126-11-04 09:06:33.37463+00', 'default', 'charge', 'charge', E'\\x0000002dc7605587010283a16102a16e01a17282a165a76d73677061636ba164c413b2636861726765642069732063686172676564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '0071ec57-834f-4375-96b5-0cb5e5fdd20c', '1', '2026-11-28 09:06:32.580164+00', E'\\xb86fa47288a34f618fb84b7976d0a1180a4572223451497ca731e8ae298637bd');
INSERT INTO reprise.outbox VALUES ('01a22167-ffb9-7b0a-b0a6-fcbeb5e26e56', '2', '2', NULL, '0', '2026-11-28 09:06:33.530104+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d70836a83010683a16da7617070726f7665a169d92630316132323136372d666662392d376230612d623061362d6663626562356532366535362f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('e8143b63-878a-45d1-af7d-16b636369f39', '2026-11-28 09:06:33.555479+00', '01a22167-fed8-794e-b241-27bac6214f3a', '1', 'false', 'default', 'requested', '7b086d7e-ce90-4c4c-a930-1d2bd3279d90', E'\\x0000004c72a14283010683a16da7617070726f7665a169d92437623038366437652d636539302d346334632d613933302d316432626433323739643930a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a22167-fea2-7a99-92f4-1e1b0aa7a4e7', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '6b89829a-2a92-4d71-aa74-31b939af7597', '01a22167-fea2-7a99-92f4-1e1b0aa7a4e7', NULL, NULL, '2026-11-28 09:06:33.25911+00', '2026-11-28 09:06:33.291116+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-feab-7396-9ab6-d9f9a3c10608', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'b9ff93be-c667-4f75-8212-4f8af5a8dd02', '01a22167-feab-7396-9ab6-d9f9a3c10608', NULL, NULL, '2026-11-28 09:06:33.265396+00', '2026-11-28 09:06:33.265396+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fec7-7bfa-a2bf-3e5099dfef90', '4', 'false', '469679998', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '3e692ff6-3ea0-4764-a123-dfa5002c541f', '01a22167-fec7-7bfa-a2bf-3e5099dfef90', NULL, NULL, '2026-11-28 09:06:33.294634+00', '2026-11-28 09:06:33.526809+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fecf-7de2-8716-668bce20e573', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'f9f61028-018d-40b8-a732-e29d7bdfd9e6', '01a22167-fecf-7de2-8716-668bce20e573', NULL, NULL, '2026-11-28 09:06:33.296118+00', '2026-11-28 09:06:33.526809+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fed3-7337-b77d-d88cedcbb059', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '57619e64-ae72-4b6f-8e58-4f25efa1e24b', '01a22167-fed3-7337-b77d-d88cedcbb059', NULL, NULL, '2026-11-28 09:06:33.302004+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fed6-7bb9-8665-40f0ca98f3d5', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '28e04571-6a71-4cba-9353-c4fe293ba9f7', '01a22167-fed6-7bb9-8665-40f0ca98f3d5', NULL, NULL, '2026-11-28 09:06:33.302846+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fed8-794e-b241-27bac6214f3a', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'b40ce881-b8fd-4ec5-a87f-9c792f172290', '01a22167-fed8-794e-b241-27bac6214f3a', NULL, NULL, '2026-11-28 09:06:33.310644+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fee0-7ef8-935b-3115a9c04737', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'a6832742-5930-4234-9a3c-05a751e3ec0e', '01a22167-fee0-7ef8-935b-3115a9c04737', NULL, NULL, '2026-11-28 09:06:33.324048+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-feec-7221-b19a-84ca331a3247', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '5a2024eb-d876-41ea-8119-963ceff79a69', '01a22167-feec-7221-b19a-84ca331a3247', NULL, NULL, '2026-11-28 09:06:33.325976+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-28T10:06:33.324878Z (golden.sleeper runs.go:110)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fef7-7622-9d56-04822887715e', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '6c451710-5551-4b32-bec6-ad4494b96deb', '01a22167-fef7-7622-9d56-04822887715e', NULL, NULL, '2026-11-28 09:06:33.335809+00', NULL, NULL, 'default', 'pinned', 'pinned', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, 'old', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fefb-7441-9843-e2641868d6c9', '2', 'false', '2443365253', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '2ad2744d-9e79-4615-bb77-739af0c7305b', '01a22167-fefb-7441-9843-e2641868d6c9', NULL, NULL, '2026-11-28 09:06:33.340624+00', '2026-11-28 09:06:33.415684+00', NULL, 'default', 'charged', 'charged', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-fefe-73e9-8a51-7d3e6231df76', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'b54b3fad-8a3e-4770-9580-6f384342de95', '01a22167-fefe-73e9-8a51-7d3e6231df76', NULL, NULL, '2026-11-28 09:06:33.369311+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-29T09:06:33.342531Z (golden.both runs.go:131)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff1d-70b3-b46b-99a760c500e6', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'f1f3a483-c55f-4ca1-936b-f5dd9d55cf93', '01a22167-ff1d-70b3-b46b-99a760c500e6', NULL, NULL, '2026-11-28 09:06:33.384235+00', NULL, '2026-11-28 09:06:34.403613+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a22167-ff1d-70b3-b46b-99a760c500e6: workflow code panicked at golden.Bindings.func5 runs.go:77: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xeb6ac0?, 0x3f32fb563800?, 0xa0?}, {0x3f32fb5472a0?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:77 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff28-76a9-a444-b49bee25ec0a', '2', 'false', '1810288699', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '6421a97c-c33c-49fb-b6a3-d6a40e6c1d2e', '01a22167-ff28-76a9-a444-b49bee25ec0a', '01a22167-ff28-7bbf-9330-be3f010c50d4', '2', '2026-11-28 09:06:33.422108+00', '2026-11-28 09:06:33.467902+00', NULL, 'default', 'parent/2-ee25ec0a', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff28-7950-a60c-5aaf6e24c52f', '1', 'false', '1810288699', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'a3b8b8c8-923d-4d53-8b0b-2557998bd43b', '01a22167-ff28-7950-a60c-5aaf6e24c52f', '01a22167-ff28-7bbf-9330-be3f010c50d4', '3', '2026-11-28 09:06:33.422108+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff28-7bbf-9330-be3f010c50d4', '1', 'false', '3191433283', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'aca459f7-7a06-4c1a-8be0-7575524c61f4', '01a22167-ff28-7bbf-9330-be3f010c50d4', NULL, NULL, '2026-11-28 09:06:33.403613+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff41-7506-8228-aa6bc98e039d', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '4b219c04-b25d-4095-908f-54fddb5a8c0c', '01a22167-ff41-7506-8228-aa6bc98e039d', NULL, NULL, '2026-11-28 09:06:33.422108+00', '2026-11-28 09:06:33.422108+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff41-7839-9b5c-8938df892deb', '6', 'false', '1810288699', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'db571c5d-39b1-4e64-998c-de1782599da0', '01a22167-ff41-7506-8228-aa6bc98e039d', NULL, NULL, '2026-11-28 09:06:33.422108+00', '2026-11-28 09:06:33.451202+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff41-7af5-b76a-358a4ada309a', '1', 'false', '1812812909', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'efc87902-95f7-41f4-b8c7-644701b6420b', '01a22167-ff41-7506-8228-aa6bc98e039d', NULL, NULL, '2026-11-28 09:06:33.451202+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:154)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff5b-7cc0-99fb-d3137ebc9cfc', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'b5e1ea39-2de9-427b-b5aa-6d616a3b36bd', '01a22167-ff5b-7cc0-99fb-d3137ebc9cfc', NULL, NULL, '2026-11-28 09:06:33.441253+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func8 runs.go:92)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff62-791d-aca1-cda88a6c0ad0', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '363561b0-d23c-46ae-b1c9-84546d314129', '01a22167-ff62-791d-aca1-cda88a6c0ad0', NULL, NULL, '2026-11-28 09:06:33.453319+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func8 runs.go:92)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a22167-ffc5-7f67-89d3-62dee7e902f4","since":"2026-11-28T09:06:33.541878Z","workflow":"away","queue":"default","level":1,"token":"528e676e-4c22-4d1e-85ee-a61d7b967d96","n":1}', E'\\x0000001a6ec45e49013f84a16ecf000661527e3f1c56a16c01a162a36f6c64a16fc30000004733f33000010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c41003bade1f8dfe17552af215cdf56425a4a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a22167-ff77-71bd-94f6-207595717497', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '6e010ca3-fc99-47b7-9c3a-93308d24dc36', '01a22167-ff77-71bd-94f6-207595717497', NULL, NULL, '2026-11-28 09:06:33.475631+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func9 runs.go:94)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff84-73a3-87cd-0575df95ee91', '1', 'false', '2916648768', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'b9dee40c-e75e-4f91-8da1-cb3f709c638c', '01a22167-ff84-73a3-87cd-0575df95ee91', NULL, NULL, '2026-11-28 09:06:33.477525+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:174)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff8d-7576-b0da-feff646ae9cb', '1', 'false', '20283882', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'cb182bfb-2029-45cf-be48-958f5753260c', '01a22167-ff8d-7576-b0da-feff646ae9cb', NULL, NULL, '2026-11-28 09:06:33.486707+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:186)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff99-7884-a5e2-00fedeece689', '2', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '2c5ef43f-9828-4af6-bdb3-2cabe07ac491', '01a22167-ff99-7884-a5e2-00fedeece689', NULL, NULL, '2026-11-28 09:06:33.497706+00', '2026-11-28 09:06:33.498022+00', NULL, 'default', 'job-done', 'job:double', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff99-7db9-ba88-e06524f61c90', '1', 'false', '0', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '1b0f953b-06d4-42b7-a7b5-ea30f237e780', '01a22167-ff99-7db9-ba88-e06524f61c90', NULL, NULL, '2026-11-28 09:06:33.498611+00', NULL, NULL, 'default', 'job-waiting', 'job:elsewhere', 'later', 'old', 'activity elsewhere', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff9b-7c2a-94aa-2ac94849ccac', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '38c3436b-9357-41fe-ab27-6a42201ea700', '01a22167-ff9b-7c2a-94aa-2ac94849ccac', NULL, NULL, '2026-11-28 09:06:33.499855+00', NULL, NULL, 'default', 'job-retrying', 'job:flaky', 'default', 'old', 'activity flaky', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff9c-7778-8194-c7cbd07ada41', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '1b2b1372-abc5-4fde-b0d9-2596c264de0e', '01a22167-ff9c-7778-8194-c7cbd07ada41', NULL, NULL, '2026-11-28 09:06:33.500838+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ff9d-7aba-9416-de2c6f59ece9', '2', 'false', '2582989114', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '30647ee5-38a5-40db-a4a2-d9302d3bdaf0', '01a22167-ff9d-7aba-9416-de2c6f59ece9', NULL, NULL, '2026-11-28 09:06:33.501531+00', '2026-11-28 09:06:33.503446+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ffa1-7720-8ee1-6b7303251f48', '1', 'false', '3551836789', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', 'a75f1e99-89b3-4190-9db2-d2f5e62b8638', '01a22167-ffa1-7720-8ee1-6b7303251f48', NULL, NULL, '2026-11-28 09:06:33.505368+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:121)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ffb9-7b0a-b0a6-fcbeb5e26e56', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, 'df506769-3c8f-4a9e-b82f-6e415b2c471a', '274b4ac9-9a0c-409c-b6ea-f5cfbd8aace3', '01a22167-ffb9-7b0a-b0a6-fcbeb5e26e56', NULL, NULL, '2026-11-28 09:06:33.530104+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:158)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a22167-ffc9-7c9d-9439-c24fb54cca2c', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '042f8364-dd0d-4900-a4ac-0db703d6b08a', '01a22167-ffc9-7c9d-9439-c24fb54cca2c', NULL, NULL, '2026-11-28 09:06:33.545915+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.schedule VALUES ('9717abab-5d1a-47d9-bfe7-e42dc4f77feb', NULL, 'default', 'hourly', 'steps', NULL, E'{"created":"2026-11-28T09:06:33.539126Z","queue":"default","plan":"{\\"spec\\":{\\"cron\\":\\"5 * * * *\\",\\"zone\\":\\"Europe/Berlin\\"},\\"policy\\":{\\"overlap\\":\\"buffer one\\",\\"jitter\\":60000000000}}","revision":"db2c2258801599cd","build":"old","next":"2026-11-28T10:05:18.670501Z","nominal":"2026-11-28T10:05:00Z","paused":{"who":"operator","why":"to be kept","at":"2026-11-28T09:06:33.540405Z"},"fired":0,"skipped":0}', E'\\x0000001a6940c623013f84a16ed3ff23400100d44000a16c01a162a36f6c64a16fc30000003a49514149010185a177a57374657073a17082a165a76d73677061636ba164c40102a173c41000000000000000000000000000000000a16c01a162a36f6c64');
INSERT INTO reprise.timer VALUES ('01a22167-feec-7221-b19a-84ca331a3247', '2', '2026-11-28 10:06:33.324878+00', 'default');
INSERT INTO reprise.timer VALUES ('01a22167-fefe-73e9-8a51-7d3e6231df76', '2', '2026-11-29 09:06:33.342531+00', 'default');
INSERT INTO reprise.timer VALUES ('01a22167-ff8d-7576-b0da-feff646ae9cb', '3', '2126-11-04 09:06:33.486388+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a22167-fdf8-77e9-8296-409a375c99f7', '2026-11-28 09:06:33.22235+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a22167-fe49-7a41-9f39-cd89f60ad787', '2026-11-28 09:06:33.22235+00', '0', 'default', 'removed-2');
