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
INSERT INTO reprise.activity VALUES ('01a21e8e-0c78-7110-ac75-660d71b7caaa', '2', '2026-11-27 19:49:15.521329+00', '2026-11-27 19:49:15.521329+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066848edd8c011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d175856c308a44f6', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21e8e-0c85-75cf-9813-eaaf28bec980', '2', '2026-11-27 19:49:15.538187+00', '2026-11-27 19:49:15.538187+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x000000685af800eb011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3db5b9d5b9e11449d', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21e8e-0c9b-7084-807e-a01cb60f0873', '2', '2026-11-27 19:49:15.565956+00', '2026-11-27 20:53:34.288184+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x00000065c1a50df2011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf12adc4c597fa4fe9', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '2026-11-27 19:49:15.565956+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '2026-11-27 19:49:15.565956+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '2026-11-27 19:49:15.565956+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '2026-11-27 19:49:15.565956+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21e8e-0c52-7fb5-b6f4-5eaf5c3066e1', '2026-11-27 19:49:18.722149+00', NULL, '2026-11-27 19:49:19.972149+00', NULL, NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21e8e-0c5e-7da2-b200-bcc6aca14154', '2026-11-27 19:49:15.492685+00', '2026-11-27 19:49:16.492685+00', '2026-11-27 19:49:16.742685+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '2026-11-27 19:49:18.724392+00', NULL, '2026-11-27 19:49:19.974392+00', NULL, NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21e8e-0ceb-79c9-a128-723373157c18', '2026-11-27 19:49:15.670479+00', NULL, '2026-11-27 19:49:16.920479+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21e8e-1907-704a-9fc5-8a2625a6dd40', '2026-11-27 19:49:18.727281+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21e8e-0c38-7995-840f-a873bf576255', '1', '2026-11-27 19:49:15.452731+00', '2', '2e498240-5e11-4337-a1ae-fbd6c2a6fd01', E'\\x00000032522c55b3013f84a16ecf000661475adfc174a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a3837000000467ae40d3c010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c410a2b9f119191c91b1901d6d1634c0a639a16c01a162a36f6c640000005d8b366576011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2e4982405e114337a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c38-7995-840f-a873bf576255', '3', '2026-11-27 19:49:15.454737+00', '2', 'c026c9e9-4d44-48f1-8c08-cc11a2f17a4e', E'\\x000000320def0172013f84a16ecf000661475adfcfa8a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d08fd25d7011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3c026c9e94d4448f1a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c38-7995-840f-a873bf576255', '5', '2026-11-27 19:49:15.45676+00', '2', '774d647f-1921-47c1-98dc-6673b8e8bee0', E'\\x0000003267b606fe013f84a16ecf000661475adfd6e1a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d0b2d0251011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf774d647f192147c1a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c38-7995-840f-a873bf576255', '7', '2026-11-27 19:49:15.465523+00', '3', 'a89d4053-8679-4236-8721-2372fa6ee225', E'\\x000000322fcb677f013f84a16ecf000661475adfdf38a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c3d-7aaf-bec6-fec2fb67e7a5', '1', '2026-11-27 19:49:15.459014+00', '2', '6f648f0e-3efa-47dd-9fda-e9bcb1fcea5b', E'\\x0000001795f29710013f83a16ecf000661475adfdc46a16c01a162a36f6c6400000044943dd664010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c41030768d4af408f7843194ad32714f54a3a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21e8e-0c48-741c-89e1-e539a2ea6284', '1', '2026-11-27 19:49:15.46686+00', '2', '41e17f86-bdc5-447b-b577-73cec90ff567', E'\\x0000003492f62c63013f84a16ecf000661475adffdfda16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000005002fc71d0010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c410c54a070da34a389120fbb145e60425dea16c01a162a36f6c640000005d503e4cbf011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf41e17f86bdc5447ba14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c48-741c-89e1-e539a2ea6284', '3', '2026-11-27 19:49:15.468445+00', '1', '4b1a1b5c-8c59-411f-a85b-cb0e53f25a6a', E'\\x00000017af6a89e9013f83a16ecf000661475ae006d0a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c48-741c-89e1-e539a2ea6284', '4', '2026-11-27 19:49:15.684593+00', '2', '6b068a61-dd70-4a08-92f5-3d4243f38ee4', E'\\x00000034bb7a22b5013f84a16ecf000661475ae34e25a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303800000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c4b-7058-aaa5-25418df88950', '1', '2026-11-27 19:49:15.46901+00', '2', '4e317f9b-74e1-4b2e-8cda-cc84bb4cc8f6', E'\\x0000003434304c19013f84a16ecf000661475ae00a15a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000052852bcbf1010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c41045896143c85dd1975200c01d7f61cc59a16c01a162a36f6c640000005d65ea0602011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf4e317f9b74e14b2ea14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c4b-7058-aaa5-25418df88950', '3', '2026-11-27 19:49:15.47058+00', '1', '0616bd50-f41a-49c4-8f17-653c01761c09', E'\\x00000017ac0db1df013f83a16ecf000661475ae00e27a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c4b-7058-aaa5-25418df88950', '4', '2026-11-27 19:49:15.686169+00', '1', 'd2f198a8-4917-4a86-9085-536df7af5dd9', E'\\x00000017b493bfac013f83a16ecf000661475ae35123a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21e8e-0c4d-7f21-a1b1-f43b21f23b5d', '1', '2026-11-27 19:49:15.474184+00', '2', '289c3a05-1501-4861-aeac-af617922a711', E'\\x00000034fc7b6603013f84a16ecf000661475ae011f9a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004cb148602a010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c4106a81d0388ae2f52687f72b8aba483c23a16c01a162a36f6c640000005d14d0a88e011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf289c3a0515014861a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c4d-7f21-a1b1-f43b21f23b5d', '3', '2026-11-27 19:49:15.475821+00', '1', '7ef614b8-ca68-4d54-ba76-4d60f6e434a2', E'\\x00000017f7f0fb4d013f83a16ecf000661475ae0232ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c52-7fb5-b6f4-5eaf5c3066e1', '1', '2026-11-27 19:49:15.476443+00', '2', '7ab026c4-3554-4246-b05e-54066b89107f', E'\\x000000342ce13bab013f84a16ecf000661475ae026c6a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a89c6010b010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c410ee15114752c4c49061e79d47c5192834a16c01a162a36f6c640000005dcbad0405011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf7ab026c435544246a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c52-7fb5-b6f4-5eaf5c3066e1', '3', '2026-11-27 19:49:15.477975+00', '1', 'cfacb82b-5144-44eb-b0e8-ae0d9fd87195', E'\\x000000178f429de7013f83a16ecf000661475ae02b91a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c54-77ea-8d1c-a6ea0ccb1b14', '1', '2026-11-27 19:49:15.478466+00', '2', '645fc7bb-f8bf-42fc-b2f5-29bebfede625', E'\\x00000034f45074e0013f84a16ecf000661475ae02f10a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000050c504ec31010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c41028b90744c97ce23df16fc472c68241f4a16c01a162a36f6c640000005d8b2564d3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf645fc7bbf8bf42fca14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c54-77ea-8d1c-a6ea0ccb1b14', '3', '2026-11-27 19:49:15.480039+00', '1', '9d9e83df-0505-4526-aabe-8f27efd3146d', E'\\x00000017ed709892013f83a16ecf000661475ae033eea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c57-7a30-a3ae-e0dcf9771fd8', '1', '2026-11-27 19:49:15.480522+00', '2', 'e7f15eb6-f213-463b-bac4-7908bdfd993f', E'\\x000000344a55d412013f84a16ecf000661475ae0372da16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004eefc4fc93010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c4100ac25a092afb72e229846d3cda323b8da16c01a162a36f6c640000005d70b60e9f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e7f15eb6f213463ba14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c57-7a30-a3ae-e0dcf9771fd8', '3', '2026-11-27 19:49:15.481827+00', '1', '134a9056-a4ad-4dc2-a7a6-7af69d7d4782', E'\\x00000017ee17a0a4013f83a16ecf000661475ae03b19a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c58-7500-b8d5-bebd0cc86f89', '1', '2026-11-27 19:49:15.482426+00', '2', '38454515-a46a-455a-a5a7-30253394982b', E'\\x00000034dd178988013f84a16ecf000661475ae03e40a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39370000004fd4841eeb010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c4104f1c141f17c5c67c62d3bc91625494eaa16c01a162a36f6c6400000011b9bc5de1011282a164cf000661483173e240a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c5c-7d54-adce-85ac23f58bd6', '1', '2026-11-27 19:49:15.485394+00', '2', '86915db8-cbad-4ba5-8e07-294c6097c1d5', E'\\x00000032869e592c013f84a16ecf000661475ae04b83a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313800000044aa336444010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c410c910b3e5ed3369e9747e3ee6f250fab2a16c01a162a36f6c64000000114bedcfe5011282a164cf0006615b78b7ab83a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c5e-7da2-b200-bcc6aca14154', '1', '2026-11-27 19:49:15.48747+00', '1', '9ca0a3fe-a3a3-4762-9d1b-188c535fbacc', E'\\x0000001ab799a34f013f84a16ecf000661475ae050bea16c01a162a36f6c64a16fc3000000506b39ec53010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c410b9c85fcfbd8848dfa7c3f9c3b62f7c72a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-78a5-9e10-1dbf0f48359a', '1', '2026-11-27 19:49:15.505753+00', '3', 'b9bdbcc3-14c3-491f-b732-e77f324a01ec', E'\\x0000004ed8a30853013f84a16ecf000661475ae06efaa16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313236b9676f6c64656e2e706172656e742072756e732e676f3a3132370000004adfae85b9010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410858f1241de974ca2c9bb9b9a3296525ea16c01a162a36f6c6400000048bbcaf4f3011985a177a57374657073a169b1706172656e742f322d3937303939666465a16ec41001a21e8e0c607ed996b5dac197099fdea17082a165a76d73677061636ba164c40102a140000000004db9359c19011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21e8e0c60793ba70f3a3aaa5dd7dfa17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-78a5-9e10-1dbf0f48359a', '4', '2026-11-27 19:49:15.618693+00', '1', 'ea0c55dd-c96f-404f-8e21-4d62f16b6fcc', E'\\x00000017c79c4f6f013f83a16ecf000661475ae23798a16c01a162a36f6c640000002fe39899f7010984a16302a16ec41001a21e8e0c607ed996b5dac197099fdea16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-793b-a70f-3a3aaa5dd7df', '1', '2026-11-27 19:49:15.521329+00', '1', 'cad874b6-e905-4344-8f58-53c20f091c72', E'\\x0000001ad8e9f29f013f84a16ecf000661475ae06efaa16c01a162a36f6c64a16fc30000006a4720f28d010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410245f8fbfa51362e77507f741dbf72caea16c01a162a36f6c64a161c41001a21e8e0c6078a59e101dbf0f48359aa17103a16401');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-793b-a70f-3a3aaa5dd7df', '2', '2026-11-27 19:49:15.554209+00', '1', '98485d23-034a-4a0c-99f3-313fb2c9a4e8', E'\\x00000034ca5579df013f84a16ecf000661475ae1447aa16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000005d032904d3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d398485d23034a4a0ca14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-793b-a70f-3a3aaa5dd7df', '3', '2026-11-27 19:49:15.564461+00', '1', 'a7ee24dc-047e-4145-b8b7-8a9a7fef90b8', E'\\x0000001759994051013f83a16ecf000661475ae16d38a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-7ed9-96b5-dac197099fde', '1', '2026-11-27 19:49:15.521329+00', '1', '004c9124-d2e2-4387-aec2-9ac8654c39cf', E'\\x0000001ad8e9f29f013f84a16ecf000661475ae06efaa16c01a162a36f6c64a16fc30000006895d24c07010189a177a57374657073a169b1706172656e742f322d3937303939666465a17082a165a76d73677061636ba164c40102a173c4108b9fa001008bdf904b13b2fb0385df73a16c01a162a36f6c64a161c41001a21e8e0c6078a59e101dbf0f48359aa17102a16401');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-7ed9-96b5-dac197099fde', '2', '2026-11-27 19:49:15.582181+00', '1', 'ee9fcc7c-b7a6-4997-868d-a9fdd54689fe', E'\\x00000032de6fe96e013f84a16ecf000661475ae1ab60a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000005dfcab4572011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3ee9fcc7cb7a64997a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-7ed9-96b5-dac197099fde', '3', '2026-11-27 19:49:15.59016+00', '2', '1dadf63f-6362-4e02-862c-e062d5241a53', E'\\x00000032baaa94be013f84a16ecf000661475ae1ca73a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38370000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005dbc938438011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf1dadf63f63624e02a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c60-7ed9-96b5-dac197099fde', '5', '2026-11-27 19:49:15.598811+00', '3', 'c7c3578e-85f5-4bc8-a34f-905cfb0f6e2a', E'\\x00000032160c072f013f84a16ecf000661475ae1e93ea16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39330000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c74-7397-a8d5-2386d73ec80b', '1', '2026-11-27 19:49:15.538187+00', '1', '424646df-0f8c-4850-a098-6c2ecddd9d4d', E'\\x0000001adeb21edc013f84a16ecf000661475ae0f927a16c01a162a36f6c64a16fc30000006d956789c2010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c41048940f98d83f9f13cbe7faf4a88e1f4da16c01a162a36f6c64a163c41001a21e8e0c747cf199a8bd038c2625c1a176c41001a21e8e0c747ca0be5911f14b4d39efa16e02');
INSERT INTO reprise.event VALUES ('01a21e8e-0c74-7397-a8d5-2386d73ec80b', '2', '2026-11-27 19:49:15.583592+00', '1', '598101ea-8d14-4e92-b730-7df070f6c45b', E'\\x000000171d93f2b0013f83a16ecf000661475ae1bd55a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21e8e-0c74-7ca0-be59-11f14b4d39ef', '1', '2026-11-27 19:49:15.509805+00', '1', 'eb26b92d-e271-4aaf-8bc0-b2ea478286ee', E'\\x0000001aefd77690013f84a16ecf000661475ae0aa2ca16c01a162a36f6c64a16fc30000006d0b258001010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c41026968dadb4d7ec25fb0304a08b70f81ca16c01a162a36f6c64a163c41001a21e8e0c747cf199a8bd038c2625c1a176c41001a21e8e0c747cf199a8bd038c2625c1a16e01');
INSERT INTO reprise.event VALUES ('01a21e8e-0c74-7ca0-be59-11f14b4d39ef', '2', '2026-11-27 19:49:15.538187+00', '1', 'b9607b68-270e-4cfa-a78d-ddd3fa391995', E'\\x00000033b0a5b818013f84a16ecf000661475ae0f927a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333900000034f9d9230f011884a16ec41001a21e8e0c747397a8d52386d73ec80ba177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c74-7cf1-99a8-bd038c2625c1', '1', '2026-11-27 19:49:15.509805+00', '2', 'cae9e4b3-2511-4562-ad96-b676e3d0d3d9', E'\\x000000331649a512013f84a16ecf000661475ae0aa2ca16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a313339000000421f3e61db010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c4102d3e915be8223e675edd2701aca0f986a16c01a162a36f6c6400000034295ec2de011884a16ec41001a21e8e0c747ca0be5911f14b4d39efa177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c78-7110-ac75-660d71b7caaa', '1', '2026-11-27 19:49:15.521329+00', '2', 'd175856c-308a-44f6-9b06-7b62a83d962b', E'\\x0000003c9594c51d013f84a16ecf000661475ae0b7d7a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a3739000000443b9592b7010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41046c11c558d307402ff1ce68aa7d7a81ba16c01a162a36f6c640000006968ae3424011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3d175856c308a44f6a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c85-75cf-9813-eaaf28bec980', '1', '2026-11-27 19:49:15.538187+00', '2', 'db5b9d5b-9e11-449d-935a-f49fbe934dd0', E'\\x0000003ce1f574f3013f84a16ecf000661475ae0ecbea16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373900000048ff62b276010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c4103c512b0d7e91346b4927b7c3e1c6da43a16c01a162a36f6c640000006b1e064077011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178d3db5b9d5b9e11449da14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c9b-7084-807e-a01cb60f0873', '1', '2026-11-27 19:49:15.559521+00', '2', '12adc4c5-97fa-4fe9-b023-5ed1bfb5e411', E'\\x0000003c9c3151fc013f84a16ecf000661475ae14c40a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a38310000005086b44a81010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410e888ed74c609cdb9f2b934119821a49fa16c01a162a36f6c6400000068e2dfc7e5011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178cf12adc4c597fa4fe9a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0c9b-7084-807e-a01cb60f0873', '3', '2026-11-27 19:49:15.565956+00', '1', 'fd8b26ec-cd2d-406c-bda8-c6aa1ca41a46', E'\\x000000176d682ba9013f83a16ecf000661475ae1713aa16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '1', '2026-11-27 19:49:15.565956+00', '2', '2b952269-32da-4fca-88a9-822809673b04', E'\\x00000017407e1bb8013f83a16ecf000661475ae1750fa16c01a162a36f6c6400000067097a4a48010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c410ad12812e1e867e7c415e6f0d977cc562a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '3', '2026-11-27 19:49:15.591996+00', '2', '0a9b23c4-7cd5-467b-806d-09852885cfc0', E'\\x0000003813e81b69013f84a16ecf000661475ae1d598a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313535000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005dbd93a8c8011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0a9b23c47cd5467ba14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '5', '2026-11-27 19:49:15.604032+00', '3', '798b2730-ff2c-41ad-adee-540513ab257d', E'\\x0000003823680727013f84a16ecf000661475ae1f4a9a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135370000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0cd6-7a3f-ab05-365bed956dec', '1', '2026-11-27 19:49:15.611297+00', '3', 'bf657896-b5ba-4107-8a6c-7e7d607c9776', E'\\x000000524c4e4e4c013f84a16ecf000661475ae22f1aa16c01a162a36f6c64a17392bb676f6c64656e2e70726f6d697365642072756e732e676f3a313637bb676f6c64656e2e70726f6d697365642072756e732e676f3a3136380000005017d3e51a010186a177a870726f6d69736564a169a870726f6d69736564a17082a165a76d73677061636ba164c409a870726f6d69736564a173c410e0cf2eb1ba6eadaa653bbc13ba6f57f6a16c01a162a36f6c64000000425a367f09011f82a16bd93841514769486f344d316e6f5f71775532572d32566265773355784e44516d357656397a67596b467034714270763256346c72573651516343a140000000004dfd6f8613011f83a164cf0011957612a5af1aa16bd93841514769486f344d316e6f5f71775532572d325662657759564d64656b434c39623876664b6b6f4a414b514f763256346c72573651516344a14001');
INSERT INTO reprise.event VALUES ('01a21e8e-0cd6-7a3f-ab05-365bed956dec', '4', '2026-11-27 19:49:15.630167+00', '1', 'e5c7f4ca-4551-4b0d-b6a6-bc88a60132ba', E'\\x00000017c7f7f33c013f83a16ecf000661475ae275e6a16c01a162a36f6c640000005963ac2f75010c83a17002a16bd93841514769486f344d316e6f5f71775532572d32566265773355784e44516d357656397a67596b467034714270763256346c72573651516343a17282a165a76d73677061636ba164c406a56561726c79');
INSERT INTO reprise.event VALUES ('01a21e8e-0ceb-79c9-a128-723373157c18', '1', '2026-11-27 19:49:15.634188+00', '2', '2b5dae20-9c09-449b-b329-48ca840508fe', E'\\x0000003438ffa989013f84a16ecf000661475ae27bbca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130350000004a190cea3d010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c4102c7ae2d65230da3c144cfa2f3f9ba38ba16c01a162a36f6c640000005d5465aca3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2b5dae209c09449ba14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0ceb-79c9-a128-723373157c18', '3', '2026-11-27 19:49:15.636238+00', '1', 'a078e7bb-f64b-4f5d-b1b4-88ae945420ba', E'\\x000000176590da0d013f83a16ecf000661475ae295f6a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0cf3-78b5-9994-46893db65ce1', '1', '2026-11-27 19:49:15.636857+00', '2', '99a9d705-36df-4995-a3f5-11f9c4107a3e', E'\\x000000342eb31042013f84a16ecf000661475ae29962a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303500000048694194d9010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410aa1fd91d09f6117d175a25df7f3efd92a16c01a162a36f6c640000005d7ea2f643011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d399a9d70536df4995a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0cf3-78b5-9994-46893db65ce1', '3', '2026-11-27 19:49:15.639173+00', '1', '97ba61e1-d0ad-4d7a-a194-6005d374a829', E'\\x00000017bf3e1200013f83a16ecf000661475ae29e0da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0cf3-78b5-9994-46893db65ce1', '4', '2026-11-27 19:49:15.642185+00', '2', '8950093d-df3e-4815-860b-64b4ea01f906', E'\\x0000003434411f12013f84a16ecf000661475ae2a6aba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000004b67b1c3db010683a16da7617070726f7665a169d92435653034346531302d633536302d343938662d383365632d613731323166303461613962a17082a165a76d73677061636ba164c405a46f6e63650000005d1f516d00011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d38950093ddf3e4815a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0cf3-78b5-9994-46893db65ce1', '6', '2026-11-27 19:49:15.643888+00', '2', '384b122b-6ee9-4541-84d9-50ae8a42ceba', E'\\x0000003443649183013f84a16ecf000661475ae2b67ea16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131320000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0cfe-76ef-8f9c-8fb15ab84666', '1', '2026-11-27 19:49:15.650225+00', '2', '432cc288-ee6d-4ca9-9e71-26c0e3a79092', E'\\x000000342eb31042013f84a16ecf000661475ae29962a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313035000000758e89fbc0010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c410aa1fd91d09f6117d175a25df7f3efd92a16c01a162a36f6c64a17891d92430316132316538652d306366332d373862352d393939342d343638393364623635636531a16591030000005d7ea2f643011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d399a9d70536df4995a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-0cfe-76ef-8f9c-8fb15ab84666', '3', '2026-11-27 19:49:15.650225+00', '1', '432cc288-ee6d-4ca9-9e71-26c0e3a79092', E'\\x00000017bf3e1200013f83a16ecf000661475ae29e0da16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21e8e-0cfe-76ef-8f9c-8fb15ab84666', '4', '2026-11-27 19:49:15.650225+00', '1', '432cc288-ee6d-4ca9-9e71-26c0e3a79092', E'\\x0000001af66e03de013f84a16ecf000661475ae2c338a16c01a162a36f6c64a16fc30000002fee9b4a73014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21e8e0cf378b5999446893db65ce1');
INSERT INTO reprise.event VALUES ('01a21e8e-0cfe-76ef-8f9c-8fb15ab84666', '5', '2026-11-27 19:49:15.665838+00', '1', '641a754c-79ae-4a21-85b9-7ae3528ef277', E'\\x000000170a566476013f83a16ecf000661475ae309aba16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21e8e-0d30-7096-ab80-91016e45a210', '1', '2026-11-27 19:49:15.697858+00', '2', '5fa00039-c426-4575-8e78-ab241e3ec7d1', E'\\x000000340b1cf04b013f84a16ecf000661475ae38802a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134350000004c3fc6b949010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c4103d25764d9e31043a2cfbd35a81c5dda0a16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21e8e-1907-704a-9fc5-8a2625a6dd40', '1', '2026-11-27 19:49:18.727281+00', '1', '72465d35-8c19-47b7-9d8f-3a31468eb15a', E'\\x0000001aaa854360013f84a16ecf000661475b11c471a16c01a162a36f6c64a16fc300000054d8c7e68e010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c4104568cb7303ec1801cb36a36fbaf3512aa16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21e8e-0c52-7fb5-b6f4-5eaf5c3066e1', '1', '0', '2026-11-27 19:49:18.722149+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '2', '0', '2026-11-27 19:49:18.724392+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21e8e-0ceb-79c9-a128-723373157c18', '1', '0', '2026-11-27 19:49:15.670479+00', '7', '39c49cd2-9bf0-4b06-b178-c9465cd897f4', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21e8e-0ceb-79c9-a128-723373157c18', '2', '0', '2026-11-27 19:49:15.677979+00', '1', 'e393d06a-522c-41f0-b4b9-36854280a6c9', E'\\x0000004fdda2b92b010683a16da7617070726f7665a169d92465333933643036612d353232632d343166302d623462392d333638353432383061366339a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '2e1b0e6c-8d91-4f7a-8b63-3bceac9e6e6b', '1', '2026-11-27 19:49:14.986192+00', E'\\x8ccac35b70d7464fafbc946631be9f1ef89928ea8fd34d10a2f1b5cab04433d3');
INSERT INTO reprise.outbox VALUES ('01a21e8e-0d30-7096-ab80-91016e45a210', '2', '2', NULL, '0', '2026-11-27 19:49:15.697858+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004d4185b9af010683a16da7617070726f7665a169d92630316132316538652d306433302d373039362d616238302d3931303136653435613231302f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('ff8052e7-f49b-4664-a8e9-34922678bb84', '2026-11-27 19:49:18.751257+00', '01a21e8e-0c54-77ea-8d1c-a6ea0ccb1b14', '1', 'false', 'default', 'requested', '6bbab499-3b19-41b5-857b-e8f422bb5b79', E'\\x0000004c6969c01f010683a16da7617070726f7665a169d92436626261623439392d336231392d343162352d383537622d653866343232626235623739a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21e8e-0c38-7995-840f-a873bf576255', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'a89d4053-8679-4236-8721-2372fa6ee225', '01a21e8e-0c38-7995-840f-a873bf576255', NULL, NULL, '2026-11-27 19:49:15.452731+00', '2026-11-27 19:49:15.465523+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c3d-7aaf-bec6-fec2fb67e7a5', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '6f648f0e-3efa-47dd-9fda-e9bcb1fcea5b', '01a21e8e-0c3d-7aaf-bec6-fec2fb67e7a5', NULL, NULL, '2026-11-27 19:49:15.459014+00', '2026-11-27 19:49:15.459014+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c48-741c-89e1-e539a2ea6284', '4', 'false', '2735033449', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '6b068a61-dd70-4a08-92f5-3d4243f38ee4', '01a21e8e-0c48-741c-89e1-e539a2ea6284', NULL, NULL, '2026-11-27 19:49:15.46686+00', '2026-11-27 19:49:15.684593+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c4b-7058-aaa5-25418df88950', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'd2f198a8-4917-4a86-9085-536df7af5dd9', '01a21e8e-0c4b-7058-aaa5-25418df88950', NULL, NULL, '2026-11-27 19:49:15.46901+00', '2026-11-27 19:49:15.686169+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c4d-7f21-a1b1-f43b21f23b5d', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '7ef614b8-ca68-4d54-ba76-4d60f6e434a2', '01a21e8e-0c4d-7f21-a1b1-f43b21f23b5d', NULL, NULL, '2026-11-27 19:49:15.474184+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c52-7fb5-b6f4-5eaf5c3066e1', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'cfacb82b-5144-44eb-b0e8-ae0d9fd87195', '01a21e8e-0c52-7fb5-b6f4-5eaf5c3066e1', NULL, NULL, '2026-11-27 19:49:15.476443+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c54-77ea-8d1c-a6ea0ccb1b14', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '9d9e83df-0505-4526-aabe-8f27efd3146d', '01a21e8e-0c54-77ea-8d1c-a6ea0ccb1b14', NULL, NULL, '2026-11-27 19:49:15.478466+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c57-7a30-a3ae-e0dcf9771fd8', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '134a9056-a4ad-4dc2-a7a6-7af69d7d4782', '01a21e8e-0c57-7a30-a3ae-e0dcf9771fd8', NULL, NULL, '2026-11-27 19:49:15.480522+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c58-7500-b8d5-bebd0cc86f89', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '38454515-a46a-455a-a5a7-30253394982b', '01a21e8e-0c58-7500-b8d5-bebd0cc86f89', NULL, NULL, '2026-11-27 19:49:15.482426+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T20:49:15.481664Z (golden.sleeper runs.go:97)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c5c-7d54-adce-85ac23f58bd6', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '86915db8-cbad-4ba5-8e07-294c6097c1d5', '01a21e8e-0c5c-7d54-adce-85ac23f58bd6', NULL, NULL, '2026-11-27 19:49:15.485394+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T19:49:15.485059Z (golden.both runs.go:118)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c5e-7da2-b200-bcc6aca14154', '1', 'false', '2', '2', '0', '0', '0', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, '9ca0a3fe-a3a3-4762-9d1b-188c535fbacc', '01a21e8e-0c5e-7da2-b200-bcc6aca14154', NULL, NULL, '2026-11-27 19:49:15.48747+00', NULL, '2026-11-27 19:49:16.492685+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21e8e-0c5e-7da2-b200-bcc6aca14154: workflow code panicked at golden.Bindings.func5 runs.go:69: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe653e0?, 0x6f5d9139de0?, 0xa0?}, {0x6f5d9133090?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:69 +0x65', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c60-78a5-9e10-1dbf0f48359a', '1', 'false', '1866844941', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'ea0c55dd-c96f-404f-8e21-4d62f16b6fcc', '01a21e8e-0c60-78a5-9e10-1dbf0f48359a', NULL, NULL, '2026-11-27 19:49:15.505753+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:132)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c60-793b-a70f-3a3aaa5dd7df', '1', 'false', '1762504268', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'a7ee24dc-047e-4145-b8b7-8a9a7fef90b8', '01a21e8e-0c60-793b-a70f-3a3aaa5dd7df', '01a21e8e-0c60-78a5-9e10-1dbf0f48359a', '3', '2026-11-27 19:49:15.521329+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c60-7ed9-96b5-dac197099fde', '2', 'false', '1762504268', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'c7c3578e-85f5-4bc8-a34f-905cfb0f6e2a', '01a21e8e-0c60-7ed9-96b5-dac197099fde', '01a21e8e-0c60-78a5-9e10-1dbf0f48359a', '2', '2026-11-27 19:49:15.521329+00', '2026-11-27 19:49:15.598811+00', NULL, 'default', 'parent/2-97099fde', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c74-7397-a8d5-2386d73ec80b', '1', 'false', '1762504268', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '598101ea-8d14-4e92-b730-7df070f6c45b', '01a21e8e-0c74-7cf1-99a8-bd038c2625c1', NULL, NULL, '2026-11-27 19:49:15.538187+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:141)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c74-7ca0-be59-11f14b4d39ef', '6', 'false', '2623297213', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'b9607b68-270e-4cfa-a78d-ddd3fa391995', '01a21e8e-0c74-7cf1-99a8-bd038c2625c1', NULL, NULL, '2026-11-27 19:49:15.509805+00', '2026-11-27 19:49:15.538187+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c74-7cf1-99a8-bd038c2625c1', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'cae9e4b3-2511-4562-ad96-b676e3d0d3d9', '01a21e8e-0c74-7cf1-99a8-bd038c2625c1', NULL, NULL, '2026-11-27 19:49:15.509805+00', '2026-11-27 19:49:15.509805+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c78-7110-ac75-660d71b7caaa', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'd175856c-308a-44f6-9b06-7b62a83d962b', '01a21e8e-0c78-7110-ac75-660d71b7caaa', NULL, NULL, '2026-11-27 19:49:15.521329+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0c85-75cf-9813-eaaf28bec980', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'db5b9d5b-9e11-449d-935a-f49fbe934dd0', '01a21e8e-0c85-75cf-9813-eaaf28bec980', NULL, NULL, '2026-11-27 19:49:15.538187+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:79)', NULL, NULL, NULL, NULL, NULL, '{"run":"01a21e8e-18fc-7856-a79a-d1f0a2d21f6b","since":"2026-11-27T19:49:18.717342Z","workflow":"away","queue":"default","level":1,"token":"8ec8181d-85a9-431c-a119-5910a1ddc2d7","n":1}', E'\\x0000001aa7ddac74013f84a16ecf000661475b119c18a16c01a162a36f6c64a16fc30000004795be2e6e010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c410467da38c9753faaf5e85929efaff6bd0a16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21e8e-0c9b-7084-807e-a01cb60f0873', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'fd8b26ec-cd2d-406c-bda8-c6aa1ca41a46', '01a21e8e-0c9b-7084-807e-a01cb60f0873', NULL, NULL, '2026-11-27 19:49:15.559521+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:81)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0ca8-7e2b-8d65-16753a34d901', '1', 'false', '617865334', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '798b2730-ff2c-41ad-adee-540513ab257d', '01a21e8e-0ca8-7e2b-8d65-16753a34d901', NULL, NULL, '2026-11-27 19:49:15.565956+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:161)', NULL, NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0cd6-7a3f-ab05-365bed956dec', '1', 'false', '1874247527', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', 'e5c7f4ca-4551-4b0d-b6a6-bc88a60132ba', '01a21e8e-0cd6-7a3f-ab05-365bed956dec', NULL, NULL, '2026-11-27 19:49:15.611297+00', NULL, NULL, 'default', 'promised', 'promised', 'default', 'old', 'promise 3 (golden.promised runs.go:173)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0ceb-79c9-a128-723373157c18', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'a078e7bb-f64b-4f5d-b1b4-88ae945420ba', '01a21e8e-0ceb-79c9-a128-723373157c18', NULL, NULL, '2026-11-27 19:49:15.634188+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0cf3-78b5-9994-46893db65ce1', '2', 'false', '1', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '384b122b-6ee9-4541-84d9-50ae8a42ceba', '01a21e8e-0cf3-78b5-9994-46893db65ce1', NULL, NULL, '2026-11-27 19:49:15.636857+00', '2026-11-27 19:49:15.643888+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0cfe-76ef-8f9c-8fb15ab84666', '1', 'false', '1083475445', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '641a754c-79ae-4a21-85b9-7ae3528ef277', '01a21e8e-0cfe-76ef-8f9c-8fb15ab84666', NULL, NULL, '2026-11-27 19:49:15.650225+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:108)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-0d30-7096-ab80-91016e45a210', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '3a34c460-610c-4ba1-ae1a-6f5fa672ad0d', '5fa00039-c426-4575-8e78-ab241e3ec7d1', '01a21e8e-0d30-7096-ab80-91016e45a210', NULL, NULL, '2026-11-27 19:49:15.697858+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:145)', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21e8e-1907-704a-9fc5-8a2625a6dd40', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '72465d35-8c19-47b7-9d8f-3a31468eb15a', '01a21e8e-1907-704a-9fc5-8a2625a6dd40', NULL, NULL, '2026-11-27 19:49:18.727281+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21e8e-0c58-7500-b8d5-bebd0cc86f89', '2', '2026-11-27 20:49:15.481664+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21e8e-0c5c-7d54-adce-85ac23f58bd6', '2', '2026-11-28 19:49:15.485059+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21e8e-0cd6-7a3f-ab05-365bed956dec', '3', '2126-11-03 19:49:15.608858+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21e8e-0bb8-780c-92d9-b28c392841c7', '2026-11-27 19:49:15.419477+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21e8e-0c03-738c-b2b1-8c80bd11422e', '2026-11-27 19:49:15.419477+00', '0', 'default', 'removed-2');
