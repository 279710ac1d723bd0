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
INSERT INTO reprise.activity VALUES ('01a21ddc-c9f8-7983-bea8-cbf613538cec', '2', '2026-11-27 16:35:38.694171+00', '2026-11-27 16:35:38.694171+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'away', 'away', E'\\x00000066196fd8a2011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf7e66849caabf4f9d', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21ddc-ca64-7293-ad24-833f677132e2', '2', '2026-11-27 16:35:38.758996+00', '2026-11-27 16:35:38.758996+00', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', 'true', 'false', 'false', 'false', 'default', 'later', 'elsewhere', 'queued', 'away', E'\\x0000006839c1c77a011085a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf527ef26a531c4186', NULL, NULL);
INSERT INTO reprise.activity VALUES ('01a21ddc-caa1-7117-a128-65ef1a2e37b8', '2', '2026-11-27 16:35:38.890899+00', '2026-11-27 17:48:59.238586+00', NULL, NULL, NULL, NULL, NULL, '1', '0', '0', 'true', 'true', 'false', 'false', 'default', 'default', 'flaky', 'retrying', 'retrying', E'\\x0000006500f28610011085a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3c07f6abf65984a09', E'\\x0000001b52b609b6010383a16102a16e01a16682a16da96e6f7420746f646179a172c3', NULL);
INSERT INTO reprise.attr VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '2026-11-27 16:35:38.91416+00', 'default', 'customer', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '2026-11-27 16:35:38.91416+00', 'default', 'customer', E'\\x04632d31');
INSERT INTO reprise.attr VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '2026-11-27 16:35:38.91416+00', 'default', 'total', E'\\x00');
INSERT INTO reprise.attr VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '2026-11-27 16:35:38.91416+00', 'default', 'total', E'\\x02c0180000000000008000000000000000');
INSERT INTO reprise.dispatch VALUES ('01a21ddc-c8f7-7b72-8449-b380e4334d5b', '2026-11-27 16:35:39.767213+00', NULL, '2026-11-27 16:35:41.017213+00', NULL, NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21ddc-c977-7a03-96ac-2ac5022dabb0', '2026-11-27 16:35:39.571534+00', '2026-11-27 16:35:41.571534+00', '2026-11-27 16:35:40.821534+00', NULL, NULL, NULL, '0', '1', '0', '1', 'false', 'default', 'default', 'panics', 'old');
INSERT INTO reprise.dispatch VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '2026-11-27 16:35:39.768917+00', NULL, '2026-11-27 16:35:41.018917+00', NULL, NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '0', '1', '0', '0', 'false', 'default', 'default', 'cart', '');
INSERT INTO reprise.dispatch VALUES ('01a21ddc-cbda-7a61-afd8-13e885b5bc37', '2026-11-27 16:35:39.478919+00', NULL, '2026-11-27 16:35:40.728919+00', NULL, NULL, NULL, '0', '1', '0', '3', 'false', 'default', 'default', 'waiter', '');
INSERT INTO reprise.dispatch VALUES ('01a21ddc-ce79-7dfd-87e7-86bc3d8b8af2', '2026-11-27 16:35:39.769725+00', NULL, NULL, NULL, NULL, NULL, '0', '1', '0', '0', 'false', 'default', 'default', 'waiter', NULL);
INSERT INTO reprise.event VALUES ('01a21ddc-c860-74eb-85bb-4718a26579d5', '1', '2026-11-27 16:35:38.222342+00', '2', '50587921-a706-4630-a2af-8e0438037703', E'\\x000000328be023b7013f84a16ecf00066144a66ed71fa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a383500000046157ddb70010186a177a57374657073a169a9636f6d706c65746564a17082a165a76d73677061636ba164c40103a173c41016dc8b4e265c200e59ca09dcb3e6ee24a16c01a162a36f6c640000005d1154e306011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf50587921a7064630a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c860-74eb-85bb-4718a26579d5', '3', '2026-11-27 16:35:38.226156+00', '2', '715fb906-0c07-460e-8fd7-dbc923341839', E'\\x000000325206d5d3013f84a16ecf00066144a66ef595a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d6fefe80c011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf715fb9060c07460ea14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c860-74eb-85bb-4718a26579d5', '5', '2026-11-27 16:35:38.230143+00', '2', '9482202a-e1a9-4120-8a17-a0ffa06476a3', E'\\x000000325cbe955d013f84a16ecf00066144a66f05bfa16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c401020000005d361ddb33011086a16da6646f75626c65a17082a165a76d73677061636ba164c40102a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d39482202ae1a94120a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c860-74eb-85bb-4718a26579d5', '7', '2026-11-27 16:35:38.25318+00', '3', 'ebba8d09-335e-46df-adcd-32701dc1207b', E'\\x00000032dd737915013f84a16ecf00066144a66f3b42a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39310000001b13d0f2f2010283a16106a16e01a17282a165a76d73677061636ba164c40104000000188208506a011482a17682a165a76d73677061636ba164c40106a14000000000182ad47ea6011582a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c86f-7502-8cef-ec3b728890ff', '1', '2026-11-27 16:35:38.286182+00', '2', '4d153414-98f3-44aa-b124-b343f6b4fa27', E'\\x00000017f0455bdd013f83a16ecf00066144a66f3da7a16c01a162a36f6c6400000044a1d92f90010186a177a56661696c73a169a66661696c6564a17082a165a76d73677061636ba164c402a178a173c4103aac31c216891ef409ba502a6ece29d7a16c01a162a36f6c640000001d03267c0d011681a16682a163a86e6f5f73746f636ba16da96e6f6e65206c656674');
INSERT INTO reprise.event VALUES ('01a21ddc-c8b7-7216-895e-059136478296', '1', '2026-11-27 16:35:38.302158+00', '2', 'd407f742-d507-4935-908e-e5894f5b3343', E'\\x000000346aa3aa52013f84a16ecf00066144a670195ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313033000000505561cb5c010186a177a6776169746572a169a963616e63656c6c6564a17082a165a76d73677061636ba164c40aa963616e63656c6c6564a173c4103dd68a606d3c455b955ab9e23e4eb8ffa16c01a162a36f6c640000005dc5797469011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3d407f742d5074935a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c8b7-7216-895e-059136478296', '3', '2026-11-27 16:35:38.304295+00', '1', '51847dd3-9e5c-4b3a-9a45-678a6268b7e5', E'\\x0000001716705efd013f83a16ecf00066144a67028efa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c8b7-7216-895e-059136478296', '4', '2026-11-27 16:35:39.542023+00', '2', 'aaa7c9ea-7248-4350-b071-6b07a85e23f0', E'\\x0000003468863277013f84a16ecf00066144a682fad8a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303600000016635b65a9010781a179b06e6f206c6f6e6765722077616e74656400000069cd6c044d011782a16684a16ba963616e63656c6c6564a16dd925776f726b666c6f773a2063616e63656c6c65643a206e6f206c6f6e6765722077616e746564a17783a16ba963616e63656c6c6564a16db3776f726b666c6f773a2063616e63656c6c6564a172c3a172c3a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c8be-7f95-bd5b-04a46c61966a', '1', '2026-11-27 16:35:38.330174+00', '2', '3e09036f-c1f3-4e26-9368-a2c388cd6ec8', E'\\x00000034d114cf8a013f84a16ecf00066144a6706755a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000005208490996010186a177a6776169746572a169aa7465726d696e61746564a17082a165a76d73677061636ba164c40baa7465726d696e61746564a173c4101fb8ce31b687ff55ac2f214d0fac278da16c01a162a36f6c640000005d27081798011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf3e09036fc1f34e26a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c8be-7f95-bd5b-04a46c61966a', '3', '2026-11-27 16:35:38.342282+00', '1', '67a84621-011d-4ef9-8f56-6810b6e075e2', E'\\x0000001730eb9f82013f83a16ecf00066144a67096aea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c8be-7f95-bd5b-04a46c61966a', '4', '2026-11-27 16:35:39.584957+00', '1', 'e6c10091-1c48-4bf6-83c8-219fb14ee6db', E'\\x0000001769e39373013f83a16ecf00066144a682fda2a16c01a162a36f6c64000000166384919f010881a179b06e6f206c6f6e676572206e6565646564');
INSERT INTO reprise.event VALUES ('01a21ddc-c8db-7e77-856d-a614d5aa1a9a', '1', '2026-11-27 16:35:38.358585+00', '2', '08da5dda-898c-4422-b382-070be4806c5f', E'\\x00000034b14f4454013f84a16ecf00066144a6710214a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004ccf625fc0010186a177a6776169746572a169a777616974696e67a17082a165a76d73677061636ba164c408a777616974696e67a173c41043680f75bd8eb759cfaf56a62bf51f27a16c01a162a36f6c640000005d83e64a6f011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf08da5dda898c4422a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c8db-7e77-856d-a614d5aa1a9a', '3', '2026-11-27 16:35:38.359254+00', '1', 'd69c774e-627c-46d9-a1a0-9447499538ff', E'\\x00000017a870c339013f83a16ecf00066144a6710559a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c8f7-7b72-8449-b380e4334d5b', '1', '2026-11-27 16:35:38.378158+00', '2', '6b2d9347-89f2-4328-997f-8d6c35687bc6', E'\\x000000342223813f013f84a16ecf00066144a6713249a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004a382e5e59010186a177a6776169746572a169a6756e72656164a17082a165a76d73677061636ba164c407a6756e72656164a173c4100bb6f17d2b01991eeeb6dcbdeac7c8d8a16c01a162a36f6c640000005d9d728e93011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6b2d934789f24328a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c8f7-7b72-8449-b380e4334d5b', '3', '2026-11-27 16:35:38.390392+00', '1', 'd5946a66-b6cb-4ff9-976e-a9ab7be47995', E'\\x000000179aaa330d013f83a16ecf00066144a6715265a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c90b-73e0-97bf-5a50237eff00', '1', '2026-11-27 16:35:38.398175+00', '2', '6d31a8f2-3929-4f7a-80c2-3ca151359ec5', E'\\x0000003470ffa562013f84a16ecf00066144a6717ffca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a31303300000050f4f452f1010186a177a6776169746572a169a9726571756573746564a17082a165a76d73677061636ba164c40aa9726571756573746564a173c41034448ae639207b0958d7afd76629e0a4a16c01a162a36f6c640000005de9a5221c011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf6d31a8f239294f7aa14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c90b-73e0-97bf-5a50237eff00', '3', '2026-11-27 16:35:38.410153+00', '1', '65029ec1-7e50-4b77-9f71-fce9730c1c3b', E'\\x00000017a61bbd6a013f83a16ecf00066144a671a042a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c91f-704d-8060-2d02ff086a2f', '1', '2026-11-27 16:35:38.426769+00', '2', 'e155e235-993f-4993-b91b-67dcf2d91fef', E'\\x00000034fa51815c013f84a16ecf00066144a6720c59a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004ece72577d010186a177a6776169746572a169a87265636569766572a17082a165a76d73677061636ba164c409a87265636569766572a173c4100ad7b3d99c8cfc0346955b5dde4e364ba16c01a162a36f6c640000005d02cd7fed011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3e155e235993f4993a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c91f-704d-8060-2d02ff086a2f', '3', '2026-11-27 16:35:38.434469+00', '1', 'cbe5f54d-62f4-486f-8b89-76aa3f51d631', E'\\x00000017d2796d23013f83a16ecf00066144a6720f7fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c93b-7309-88a8-68cb80938479', '1', '2026-11-27 16:35:38.447193+00', '2', 'ba14c6cc-4c30-4b7b-9e1a-38312539317d', E'\\x000000345a386f7b013f84a16ecf00066144a6725b80a16c01a162a36f6c64a17391b9676f6c64656e2e736c65657065722072756e732e676f3a39350000004fd9fac10f010186a177a7736c6565706572a169a8736c656570696e67a17082a165a76d73677061636ba164c409a8736c656570696e67a173c41027f849df8570bb2d283de71821dc1974a16c01a162a36f6c64000000114b4e5ee3011282a164cf000661457d05ff80a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c957-78d1-8b74-65852b482bd5', '1', '2026-11-27 16:35:38.486173+00', '2', '86f92f34-0fa5-4536-ae85-344aa5c4db32', E'\\x000000325e99cd46013f84a16ecf00066144a672c3e5a16c01a162a36f6c64a17391b7676f6c64656e2e626f74682072756e732e676f3a31313600000044aea3933d010186a177a4626f7468a169a4626f7468a17082a165a76d73677061636ba164c405a4626f7468a173c4108b6670383977fe8ca90dea2e60ecd229a16c01a162a36f6c6400000011563e0ecd011282a164cf00066158c44a23e5a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c977-7a03-96ac-2ac5022dabb0', '1', '2026-11-27 16:35:38.506169+00', '1', '672fa198-963f-4534-bfb6-4409180211fe', E'\\x0000001a7215734b013f84a16ecf00066144a672fa8ea16c01a162a36f6c64a16fc3000000508a6b722f010186a177a670616e696373a169a970616e69636b696e67a17082a165a76d73677061636ba164c40aa970616e69636b696e67a173c4100dbee76ee6f6d5d6d3298b2dd590d795a16c01a162a36f6c64');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7b4d-b9c1-98ac2e14eda3', '1', '2026-11-27 16:35:38.57355+00', '3', '8c5c8329-0c1e-4d14-8905-bce1e7ba9149', E'\\x0000004ebc8a4616013f84a16ecf00066144a674203fa16c01a162a36f6c64a17392b9676f6c64656e2e706172656e742072756e732e676f3a313234b9676f6c64656e2e706172656e742072756e732e676f3a3132350000004a91a6f990010186a177a6706172656e74a169a6706172656e74a17082a165a76d73677061636ba164c407a6706172656e74a173c410168979ca46ba75f78661f2e251c19129a16c01a162a36f6c640000004830b8fd37011985a177a57374657073a169b1706172656e742f322d3865373635393066a16ec41001a21ddcc98a7ea481b4b45c8e76590fa17082a165a76d73677061636ba164c40102a140000000004d4ecdc1fe011986a177a6776169746572a169ac706172656e742d6368696c64a167c3a16ec41001a21ddcc98a7beb9e458aefe647c06ba17082a165a76d73677061636ba164c407a6706172656e74a14001');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7b4d-b9c1-98ac2e14eda3', '4', '2026-11-27 16:35:39.046478+00', '1', '90950fa4-c4d1-418f-abb6-b7719c350c2d', E'\\x000000178c1a0bbb013f83a16ecf00066144a67ac840a16c01a162a36f6c640000002f94128f7e010984a16302a16ec41001a21ddcc98a7ea481b4b45c8e76590fa16b15a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7beb-9e45-8aefe647c06b', '1', '2026-11-27 16:35:38.658178+00', '1', '5e16220b-3ba9-4bf4-ae75-ab15fc6e59f8', E'\\x0000001a8d985ee0013f84a16ecf00066144a674203fa16c01a162a36f6c64a16fc30000006a58444b6e010189a177a6776169746572a169ac706172656e742d6368696c64a17082a165a76d73677061636ba164c407a6706172656e74a173c410cbc757fb5a9461cd407e7bfb281036eea16c01a162a36f6c64a161c41001a21ddcc98a7b4db9c198ac2e14eda3a17103a16401');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7beb-9e45-8aefe647c06b', '2', '2026-11-27 16:35:38.826175+00', '1', '4c275610-5ba0-4a51-b88e-c4cd82a99c65', E'\\x00000034444b85c6013f84a16ecf00066144a677d52ca16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000005db54c1ba3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf4c2756105ba04a51a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7beb-9e45-8aefe647c06b', '3', '2026-11-27 16:35:38.890899+00', '1', '9acfc265-bc25-4fef-a207-481825de1406', E'\\x00000017acb842bc013f83a16ecf00066144a6785c7fa16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7ea4-81b4-b45c8e76590f', '1', '2026-11-27 16:35:38.658178+00', '1', '7eb9cbd5-1dfd-4e5b-b35d-0e05c3d75da2', E'\\x0000001a8d985ee0013f84a16ecf00066144a674203fa16c01a162a36f6c64a16fc30000006884030c2f010189a177a57374657073a169b1706172656e742f322d3865373635393066a17082a165a76d73677061636ba164c40102a173c410215ddb142284749bebcb50ef0d01ec10a16c01a162a36f6c64a161c41001a21ddcc98a7b4db9c198ac2e14eda3a17102a16401');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7ea4-81b4-b45c8e76590f', '2', '2026-11-27 16:35:38.803477+00', '1', '2604d335-c201-46f4-832f-735e26a55b6c', E'\\x00000032f3ceef58013f84a16ecf00066144a6775098a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000005d1ec24658011086a16da6646f75626c65a17082a165a76d73677061636ba164c40100a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf2604d335c20146f4a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7ea4-81b4-b45c8e76590f', '3', '2026-11-27 16:35:38.850197+00', '2', '0cd48cf1-6a4b-4473-b540-ffe5744bc83c', E'\\x0000003246bef61e013f84a16ecf00066144a67807dba16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a38350000001ba1f1a9cc010283a16102a16e01a17282a165a76d73677061636ba164c401000000005d40ab53f9011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf0cd48cf16a4b4473a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c98a-7ea4-81b4-b45c8e76590f', '5', '2026-11-27 16:35:38.91416+00', '3', '98169bc9-6058-4dfb-abd4-22d2647eced4', E'\\x00000032c6a14902013f84a16ecf00066144a678a9d6a16c01a162a36f6c64a17391b7676f6c64656e2e73746570732072756e732e676f3a39310000001b8d5ac872010283a16104a16e01a17282a165a76d73677061636ba164c4010200000018f92a6199011482a17682a165a76d73677061636ba164c40102a140000000001851f64f55011582a17282a165a76d73677061636ba164c40102a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c9dc-7288-b292-8c5045534641', '1', '2026-11-27 16:35:38.803477+00', '1', '36198753-5837-486d-8289-cbea6e1f6b9f', E'\\x0000001a215aacba013f84a16ecf00066144a67725f0a16c01a162a36f6c64a16fc30000006d4b22a7ab010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40100a173c410b2380e5308e3ce9c4c734ad3f37378faa16c01a162a36f6c64a163c41001a21ddcc9dc76a4af5de799351554c6a176c41001a21ddcc9dc7775a737b346b9f1b441a16e02');
INSERT INTO reprise.event VALUES ('01a21ddc-c9dc-7288-b292-8c5045534641', '2', '2026-11-27 16:35:38.91416+00', '1', 'de428ccd-3b37-4c16-aafa-549eded63093', E'\\x00000017fc5d40c7013f83a16ecf00066144a678acb3a16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21ddc-c9dc-76a4-af5d-e799351554c6', '1', '2026-11-27 16:35:38.59818+00', '2', '1935e354-0da8-470e-98b6-43834c5867aa', E'\\x00000033182038d3013f84a16ecf00066144a6748e56a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a3133370000004219fde820010186a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40102a173c4103e0ab6b95ff5c404f5ddc5cf2a0150dca16c01a162a36f6c64000000340d2b4295011884a16ec41001a21ddcc9dc7775a737b346b9f1b441a177a5636861696ea17082a165a76d73677061636ba164c40101a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c9dc-7775-a737-b346b9f1b441', '1', '2026-11-27 16:35:38.59818+00', '1', 'b2dfc532-abb6-4c90-b145-6e75fac40dc9', E'\\x0000001a5c968781013f84a16ecf00066144a6748e56a16c01a162a36f6c64a16fc30000006d3e148dd6010189a177a5636861696ea169a5636861696ea17082a165a76d73677061636ba164c40101a173c41010bd7155968e980bb12328583ac8ec18a16c01a162a36f6c64a163c41001a21ddcc9dc76a4af5de799351554c6a176c41001a21ddcc9dc76a4af5de799351554c6a16e01');
INSERT INTO reprise.event VALUES ('01a21ddc-c9dc-7775-a737-b346b9f1b441', '2', '2026-11-27 16:35:38.803477+00', '1', '8e909967-f460-4d2f-97b5-49c721e34e22', E'\\x000000339ccc96a0013f84a16ecf00066144a67725f0a16c01a162a36f6c64a17391b8676f6c64656e2e636861696e2072756e732e676f3a31333700000034afabf38b011884a16ec41001a21ddcc9dc7288b2928c5045534641a177a5636861696ea17082a165a76d73677061636ba164c40100a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-c9f8-7983-bea8-cbf613538cec', '1', '2026-11-27 16:35:38.694171+00', '2', '7e66849c-aabf-4f9d-8795-7533c47ca9e9', E'\\x0000003cf802960b013f84a16ecf00066144a6756856a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a373700000044850bc296010186a177a461776179a169a461776179a17082a165a76d73677061636ba164c405a461776179a173c41001035089942cef97bb2fa4c26b9dbb07a16c01a162a36f6c64000000692c79d5cd011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c405a461776179a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf7e66849caabf4f9da14000');
INSERT INTO reprise.event VALUES ('01a21ddc-ca64-7293-ad24-833f677132e2', '1', '2026-11-27 16:35:38.758996+00', '2', '527ef26a-531c-4186-b2f3-7e1e2c09f4ab', E'\\x0000003cf56e5df8013f84a16ecf00066144a676ba60a16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63362072756e732e676f3a37370000004876ea8c17010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c407a6717565756564a173c41080e8741f9b35d299ccd3cf23a5d0e9dea16c01a162a36f6c640000006b762abf66011086a16da9656c73657768657265a171a56c61746572a17082a165a76d73677061636ba164c407a6717565756564a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa178cf527ef26a531c4186a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-caa1-7117-a128-65ef1a2e37b8', '1', '2026-11-27 16:35:38.826175+00', '2', 'c07f6abf-6598-4a09-a16e-a2541dff1071', E'\\x0000003cd0bd1e1a013f84a16ecf00066144a677c78ea16c01a162a36f6c64a17391d920676f6c64656e2e42696e64696e67732e66756e63372072756e732e676f3a37390000005078199d7b010186a177a87265747279696e67a169a87265747279696e67a17082a165a76d73677061636ba164c409a87265747279696e67a173c410ed0e1fb4b618a8919ff95e4a01e715c6a16c01a162a36f6c6400000068d769b647011086a16da5666c616b79a17082a165a76d73677061636ba164c409a87265747279696e67a16f85a173cf0000008bb2c97000a169cf0000034630b8a000a178cf0000068c61714000a16dcb4000000000000000a16103a165c3a178d3c07f6abf65984a09a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-caa1-7117-a128-65ef1a2e37b8', '3', '2026-11-27 16:35:38.890899+00', '1', 'f63d4136-2232-46e9-a1d1-e47058619231', E'\\x00000017c97d515b013f83a16ecf00066144a6785c41a16c01a162a36f6c6400000024aece3d5c010484a16102a16e01a179a66661696c6564a16682a16da96e6f7420746f646179a172c3');
INSERT INTO reprise.event VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '1', '2026-11-27 16:35:38.91416+00', '2', 'f9149277-86cf-41ab-bf31-3c892d73f44e', E'\\x0000001763438780013f83a16ecf00066144a6792737a16c01a162a36f6c64000000674c4158b4010187a177a463617274a169a463617274a17082a165a76d73677061636ba164c405a463617274a173c410ed1257f950f3149ef640947b53a88f93a16c01a162a36f6c64a1729293a8637573746f6d6572a474657874a3632d3193a5746f74616ca3696e74a13100000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '3', '2026-11-27 16:35:39.006174+00', '2', '533ad6e4-143e-4382-ba69-0156c879361b', E'\\x000000382b2791b8013f84a16ecf00066144a67a6c91a16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a313533000000233af46e69010b83a16da3616464a169a56669727374a17082a165a76d73677061636ba164c401030000005d36fa4c99011086a16da6646f75626c65a17082a165a76d73677061636ba164c40103a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf533ad6e4143e4382a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '5', '2026-11-27 16:35:39.070247+00', '3', '09ac8a65-1b68-470e-8e5f-010dae671a65', E'\\x00000038a12c8290013f84a16ecf00066144a67b853ca16c01a162a36f6c64a17391bd676f6c64656e2e636172742e66756e63312072756e732e676f3a3135350000001b4ac05f6d010283a16104a16e01a17282a165a76d73677061636ba164c4010600000019dd663431011e84a16da5746f74616ca174a3696e74a17691a136a140000000001b69379cf5011d83a17503a17282a165a76d73677061636ba164c40106a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-cbda-7a61-afd8-13e885b5bc37', '1', '2026-11-27 16:35:39.12616+00', '2', '88dccb5f-e9ce-4ab5-9181-588b9b6d4280', E'\\x000000347cbe8706013f84a16ecf00066144a67c8c96a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000004a3c9f3994010186a177a6776169746572a169a6706175736564a17082a165a76d73677061636ba164c407a6706175736564a173c410f632865b70626108991cee137eb15c23a16c01a162a36f6c640000005d5fa7d54d011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d388dccb5fe9ce4ab5a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-cbda-7a61-afd8-13e885b5bc37', '3', '2026-11-27 16:35:39.138152+00', '1', 'bd00a7d9-fd29-4fc7-91f0-1ccccdc639f5', E'\\x0000001723c62fb3013f83a16ecf00066144a67cbc0ea16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-cbf7-7c27-a52f-0f95d8767601', '1', '2026-11-27 16:35:39.150175+00', '2', '891ac922-121f-4c00-a63f-4e070d217f87', E'\\x000000344326c4b8013f84a16ecf00066144a67cd402a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a313033000000482a77cd64010186a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4106f8e4c2d9b49b0b81afea9786c762cdca16c01a162a36f6c640000005dd4365746011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3891ac922121f4c00a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-cbf7-7c27-a52f-0f95d8767601', '3', '2026-11-27 16:35:39.174293+00', '1', '0e5f3221-8f91-4d4c-bc90-561948b46fe7', E'\\x000000173390e7b7013f83a16ecf00066144a67d1a25a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-cbf7-7c27-a52f-0f95d8767601', '4', '2026-11-27 16:35:39.182186+00', '2', '42a67a91-9d74-4fa5-a3eb-de8eb27e8ff1', E'\\x0000003478458b66013f84a16ecf00066144a67d775ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131300000004baaf321a0010683a16da7617070726f7665a169d92439366239316231632d386338372d346337662d386537352d303261656462323830643966a17082a165a76d73677061636ba164c405a46f6e63650000005d7b9fb1e3011086a16da6646f75626c65a17082a165a76d73677061636ba164c40104a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178cf42a67a919d744fa5a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-cbf7-7c27-a52f-0f95d8767601', '6', '2026-11-27 16:35:39.211347+00', '2', '8ef91a30-f39c-485c-aa69-07da546c34ab', E'\\x00000034bd0986ed013f84a16ecf00066144a67e053ba16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3131300000001bbaad0efe010283a16105a16e01a17282a165a76d73677061636ba164c401080000002485f4e37c011582a17282a165a76d73677061636ba164c40dac7265736574206f6e63652038a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-cc6a-77e1-91c6-af128eeb8295', '1', '2026-11-27 16:35:39.250175+00', '2', 'd2b2a36d-c6a3-4e88-bf86-9e4e2b5a885d', E'\\x000000344326c4b8013f84a16ecf00066144a67cd402a16c01a162a36f6c64a17391b9676f6c64656e2e7761697465722072756e732e676f3a3130330000007526c1bb37010188a177a6776169746572a169a57265736574a17082a165a76d73677061636ba164c406a57265736574a173c4106f8e4c2d9b49b0b81afea9786c762cdca16c01a162a36f6c64a17891d92430316132316464632d636266372d376332372d613532662d306639356438373637363031a16591030000005dd4365746011086a16da6646f75626c65a17082a165a76d73677061636ba164c40101a16f85a173cf0000008bb2c97000a169ce3b9aca00a178cf0000000df8475800a16dcb4000000000000000a1610aa165c3a178d3891ac922121f4c00a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-cc6a-77e1-91c6-af128eeb8295', '3', '2026-11-27 16:35:39.250175+00', '1', 'd2b2a36d-c6a3-4e88-bf86-9e4e2b5a885d', E'\\x000000173390e7b7013f83a16ecf00066144a67d1a25a16c01a162a36f6c640000001b40cad93b010283a16102a16e01a17282a165a76d73677061636ba164c40102');
INSERT INTO reprise.event VALUES ('01a21ddc-cc6a-77e1-91c6-af128eeb8295', '4', '2026-11-27 16:35:39.250175+00', '1', 'd2b2a36d-c6a3-4e88-bf86-9e4e2b5a885d', E'\\x0000001a4e96a62a013f84a16ecf00066144a67e80c0a16c01a162a36f6c64a16fc30000002f8d8995e1014483a16fa86f70657261746f72a179aa746f206265206b657074a16ec41001a21ddccbf77c27a52f0f95d8767601');
INSERT INTO reprise.event VALUES ('01a21ddc-cc6a-77e1-91c6-af128eeb8295', '5', '2026-11-27 16:35:39.28216+00', '1', '21c680c2-213f-44bc-bfe4-047b36b1ce2d', E'\\x00000017206679ea013f83a16ecf00066144a67f01ada16c01a162a36f6c6400000002a3b8f2190140');
INSERT INTO reprise.event VALUES ('01a21ddc-cde8-7611-ad61-968ea4bfbe2a', '1', '2026-11-27 16:35:39.626888+00', '2', 'cd999901-777c-4ab5-ac2e-e20b6adfbef5', E'\\x000000340e699546013f84a16ecf00066144a6845797a16c01a162a36f6c64a17391b9676f6c64656e2e73656e6465722072756e732e676f3a3134330000004c0766c143010186a177a673656e646572a169a673656e646572a17082a165a76d73677061636ba164c409a87265636569766572a173c4103704055e0d471c8d3f551ba11bb0dfdda16c01a162a36f6c6400000031b9ecf14e011b84a169a87265636569766572a16da7617070726f7665a17082a165a76d73677061636ba164c405a473656e74a14000');
INSERT INTO reprise.event VALUES ('01a21ddc-ce79-7dfd-87e7-86bc3d8b8af2', '1', '2026-11-27 16:35:39.769725+00', '1', '09285004-698d-4436-bc70-bf18d1406723', E'\\x0000001a5627a20c013f84a16ecf00066144a6868b7da16c01a162a36f6c64a16fc300000054ae74f64c010186a177a6776169746572a169ab626567756e2d696e2d7478a17082a165a76d73677061636ba164c40cab626567756e2d696e2d7478a173c410bd5f9eb86999f0c6cc8a2ef0ed06e287a16c01a162a36f6c64');
INSERT INTO reprise.inbox VALUES ('01a21ddc-c8f7-7b72-8449-b380e4334d5b', '1', '0', '2026-11-27 16:35:39.767213+00', '1', 'once', E'\\x0000002e7e40662e010683a16da7617070726f7665a169a46f6e6365a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.inbox VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '2', '0', '2026-11-27 16:35:39.768917+00', '6', 'second', E'\\x00000024deb9a68b010b83a16da3616464a169a67365636f6e64a17082a165a76d73677061636ba164c40104');
INSERT INTO reprise.inbox VALUES ('01a21ddc-cbda-7a61-afd8-13e885b5bc37', '1', '0', '2026-11-27 16:35:39.478919+00', '7', '9c9167b2-0e5f-4dd4-95ce-f090e157a973', E'\\x0000001bbf0069df014182a16fa86f70657261746f72a179aa746f206265206b657074');
INSERT INTO reprise.inbox VALUES ('01a21ddc-cbda-7a61-afd8-13e885b5bc37', '2', '0', '2026-11-27 16:35:39.510173+00', '1', '48b85b4d-4caa-4f31-ba11-184d7ecbda15', E'\\x0000004f02ba64b2010683a16da7617070726f7665a169d92434386238356234642d346361612d346633312d626131312d313834643765636264613135a17082a165a76d73677061636ba164c409a86163636570746564');
INSERT INTO reprise.meta VALUES ('1', '1', '1', '651c0bb5-7153-48bf-92b6-0dad6864acd7', '1', '2026-11-27 16:35:37.34502+00', E'\\x2dbdb3ca48804fb9bd05343b975be477162e217874ce4085bc4c7e78130b0c97');
INSERT INTO reprise.outbox VALUES ('01a21ddc-cde8-7611-ad61-968ea4bfbe2a', '2', '2', NULL, '0', '2026-11-27 16:35:39.626888+00', '0', '0', 'default', 'receiver', '', '', E'\\x0000004deda9f182010683a16da7617070726f7665a169d92630316132316464632d636465382d373631312d616436312d3936386561346266626532612f32a17082a165a76d73677061636ba164c405a473656e74');
INSERT INTO reprise.request VALUES ('01b9c21f-cd39-4dc0-8ec9-d682dbc4bf13', '2026-11-27 16:35:39.774318+00', '01a21ddc-c90b-73e0-97bf-5a50237eff00', '1', 'false', 'default', 'requested', 'bccf19f2-0783-45ab-9ac3-1dac91adabe0', E'\\x0000004ca25d70cc010683a16da7617070726f7665a169d92462636366313966322d303738332d343561622d396163332d316461633931616461626530a17082a165a76d73677061636ba164c406a5696e207478');
INSERT INTO reprise.run VALUES ('01a21ddc-c860-74eb-85bb-4718a26579d5', '2', 'false', '1', '10', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'ebba8d09-335e-46df-adcd-32701dc1207b', '01a21ddc-c860-74eb-85bb-4718a26579d5', NULL, NULL, '2026-11-27 16:35:38.222342+00', '2026-11-27 16:35:38.25318+00', NULL, 'default', 'completed', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c86f-7502-8cef-ec3b728890ff', '3', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '4d153414-98f3-44aa-b124-b343f6b4fa27', '01a21ddc-c86f-7502-8cef-ec3b728890ff', NULL, NULL, '2026-11-27 16:35:38.286182+00', '2026-11-27 16:35:38.286182+00', NULL, 'default', 'failed', 'fails', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c8b7-7216-895e-059136478296', '4', 'false', '871868725', '6', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'aaa7c9ea-7248-4350-b071-6b07a85e23f0', '01a21ddc-c8b7-7216-895e-059136478296', NULL, NULL, '2026-11-27 16:35:38.302158+00', '2026-11-27 16:35:39.542023+00', NULL, 'default', 'cancelled', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c8be-7f95-bd5b-04a46c61966a', '5', 'false', '1', '5', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'e6c10091-1c48-4bf6-83c8-219fb14ee6db', '01a21ddc-c8be-7f95-bd5b-04a46c61966a', NULL, NULL, '2026-11-27 16:35:38.330174+00', '2026-11-27 16:35:39.584957+00', NULL, 'default', 'terminated', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c8db-7e77-856d-a614d5aa1a9a', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'd69c774e-627c-46d9-a1a0-9447499538ff', '01a21ddc-c8db-7e77-856d-a614d5aa1a9a', NULL, NULL, '2026-11-27 16:35:38.358585+00', NULL, NULL, 'default', 'waiting', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c8f7-7b72-8449-b380e4334d5b', '1', 'false', '1', '4', '1', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'd5946a66-b6cb-4ff9-976e-a9ab7be47995', '01a21ddc-c8f7-7b72-8449-b380e4334d5b', NULL, NULL, '2026-11-27 16:35:38.378158+00', NULL, NULL, 'default', 'unread', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c90b-73e0-97bf-5a50237eff00', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '65029ec1-7e50-4b77-9f71-fce9730c1c3b', '01a21ddc-c90b-73e0-97bf-5a50237eff00', NULL, NULL, '2026-11-27 16:35:38.398175+00', NULL, NULL, 'default', 'requested', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c91f-704d-8060-2d02ff086a2f', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'cbe5f54d-62f4-486f-8b89-76aa3f51d631', '01a21ddc-c91f-704d-8060-2d02ff086a2f', NULL, NULL, '2026-11-27 16:35:38.426769+00', NULL, NULL, 'default', 'receiver', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c93b-7309-88a8-68cb80938479', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'ba14c6cc-4c30-4b7b-9e1a-38312539317d', '01a21ddc-c93b-7309-88a8-68cb80938479', NULL, NULL, '2026-11-27 16:35:38.447193+00', NULL, NULL, 'default', 'sleeping', 'sleeper', 'default', 'old', 'timer due 2026-11-27T17:35:38.44672Z (golden.sleeper runs.go:95)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c957-78d1-8b74-65852b482bd5', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '86f92f34-0fa5-4536-ae85-344aa5c4db32', '01a21ddc-c957-78d1-8b74-65852b482bd5', NULL, NULL, '2026-11-27 16:35:38.486173+00', NULL, NULL, 'default', 'both', 'both', 'default', 'old', 'signal approve or timer due 2026-11-28T16:35:38.473445Z (golden.both runs.go:116)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c977-7a03-96ac-2ac5022dabb0', '1', 'false', '2951936798', '2', '0', '0', '0', '0', '0', '2', '0', '1', '0', '0', NULL, NULL, '672fa198-963f-4534-bfb6-4409180211fe', '01a21ddc-c977-7a03-96ac-2ac5022dabb0', NULL, NULL, '2026-11-27 16:35:38.506169+00', NULL, '2026-11-27 16:35:41.571534+00', 'default', 'panicking', 'panics', 'default', '', NULL, 'panic', 'old', 'replay: run 01a21ddc-c977-7a03-96ac-2ac5022dabb0: workflow code panicked at golden.Bindings.func5 runs.go:68: a mistake in panicking

github.com/reprise-run/reprise/internal/golden.Bindings.func5({0xe28cc0?, 0x1a2e77caae10?, 0xc0?}, {0x1a2e77cd70e0?, 0x7?})
	github.com/reprise-run/reprise/internal/golden/runs.go:68 +0x65', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c98a-7b4d-b9c1-98ac2e14eda3', '1', 'false', '3908264691', '5', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '90950fa4-c4d1-418f-abb6-b7719c350c2d', '01a21ddc-c98a-7b4d-b9c1-98ac2e14eda3', NULL, NULL, '2026-11-27 16:35:38.57355+00', NULL, NULL, 'default', 'parent', 'parent', 'default', 'old', 'child parent-child (golden.parent runs.go:130)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c98a-7beb-9e45-8aefe647c06b', '1', 'false', '1333278602', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '9acfc265-bc25-4fef-a207-481825de1406', '01a21ddc-c98a-7beb-9e45-8aefe647c06b', '01a21ddc-c98a-7b4d-b9c1-98ac2e14eda3', '3', '2026-11-27 16:35:38.658178+00', NULL, NULL, 'default', 'parent-child', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c98a-7ea4-81b4-b45c8e76590f', '2', 'false', '1333278602', '8', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '98169bc9-6058-4dfb-abd4-22d2647eced4', '01a21ddc-c98a-7ea4-81b4-b45c8e76590f', '01a21ddc-c98a-7b4d-b9c1-98ac2e14eda3', '2', '2026-11-27 16:35:38.658178+00', '2026-11-27 16:35:38.91416+00', NULL, 'default', 'parent/2-8e76590f', 'steps', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c9dc-7288-b292-8c5045534641', '1', 'false', '1488349937', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '2', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'de428ccd-3b37-4c16-aafa-549eded63093', '01a21ddc-c9dc-76a4-af5d-e799351554c6', NULL, NULL, '2026-11-27 16:35:38.803477+00', NULL, NULL, 'default', 'chain', 'chain', 'default', 'old', 'signal approve (golden.chain runs.go:139)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c9dc-76a4-af5d-e799351554c6', '6', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '1935e354-0da8-470e-98b6-43834c5867aa', '01a21ddc-c9dc-76a4-af5d-e799351554c6', NULL, NULL, '2026-11-27 16:35:38.59818+00', '2026-11-27 16:35:38.59818+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c9dc-7775-a737-b346b9f1b441', '6', 'false', '1333278602', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '8e909967-f460-4d2f-97b5-49c721e34e22', '01a21ddc-c9dc-76a4-af5d-e799351554c6', NULL, NULL, '2026-11-27 16:35:38.59818+00', '2026-11-27 16:35:38.803477+00', NULL, 'default', 'chain', 'chain', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-c9f8-7983-bea8-cbf613538cec', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '7e66849c-aabf-4f9d-8795-7533c47ca9e9', '01a21ddc-c9f8-7983-bea8-cbf613538cec', NULL, NULL, '2026-11-27 16:35:38.694171+00', NULL, NULL, 'default', 'away', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:77)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-ca64-7293-ad24-833f677132e2', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '527ef26a-531c-4186-b2f3-7e1e2c09f4ab', '01a21ddc-ca64-7293-ad24-833f677132e2', NULL, NULL, '2026-11-27 16:35:38.758996+00', NULL, NULL, 'default', 'queued', 'away', 'default', 'old', 'activity elsewhere (golden.Bindings.func6 runs.go:77)', NULL, NULL, NULL, NULL, '{"run":"01a21ddc-ce74-7ec7-b869-a42581490c33","since":"2026-11-27T16:35:39.765099Z","workflow":"away","queue":"default","level":1,"token":"7f0be03d-b7bf-4af0-b2a1-0e64da3d1942","n":1}', E'\\x0000001acf8617ec013f84a16ecf00066144a6867751a16c01a162a36f6c64a16fc3000000472955d394010186a177a461776179a169a6717565756564a17082a165a76d73677061636ba164c406a5616761696ea173c410849a49438b4648e0cc5f2159b4b6f01ba16c01a162a36f6c64');
INSERT INTO reprise.run VALUES ('01a21ddc-caa1-7117-a128-65ef1a2e37b8', '1', 'false', '1', '4', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, 'f63d4136-2232-46e9-a1d1-e47058619231', '01a21ddc-caa1-7117-a128-65ef1a2e37b8', NULL, NULL, '2026-11-27 16:35:38.826175+00', NULL, NULL, 'default', 'retrying', 'retrying', 'default', 'old', 'activity flaky (golden.Bindings.func7 runs.go:79)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-cad8-7f0b-933e-9ea6427a19ba', '1', 'false', '1007629699', '8', '2', '1', '1', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '09ac8a65-1b68-470e-8e5f-010dae671a65', '01a21ddc-cad8-7f0b-933e-9ea6427a19ba', NULL, NULL, '2026-11-27 16:35:38.91416+00', NULL, NULL, 'default', 'cart', 'cart', 'default', 'old', 'signal approve (golden.cart runs.go:159)', NULL, NULL, NULL, '[{"name":"customer","type":"text","values":["c-1"]},{"name":"total","type":"int","values":["6"]}]', NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-cbda-7a61-afd8-13e885b5bc37', '1', 'false', '1', '4', '2', '2', '2', '0', '0', '1', '0', '1', '0', '0', NULL, NULL, 'bd00a7d9-fd29-4fc7-91f0-1ccccdc639f5', '01a21ddc-cbda-7a61-afd8-13e885b5bc37', NULL, NULL, '2026-11-27 16:35:39.12616+00', NULL, NULL, 'default', 'paused', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', 'paused', NULL, 'paused by operator: to be kept', NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-cbf7-7c27-a52f-0f95d8767601', '2', 'false', '1', '8', '1', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '8ef91a30-f39c-485c-aa69-07da546c34ab', '01a21ddc-cbf7-7c27-a52f-0f95d8767601', NULL, NULL, '2026-11-27 16:35:39.150175+00', '2026-11-27 16:35:39.211347+00', NULL, 'default', 'reset', 'waiter', 'default', 'old', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-cc6a-77e1-91c6-af128eeb8295', '1', 'false', '1287947259', '6', '0', '0', '0', '0', '0', '0', '0', '1', '0', '1', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', '21c680c2-213f-44bc-bfe4-047b36b1ce2d', '01a21ddc-cc6a-77e1-91c6-af128eeb8295', NULL, NULL, '2026-11-27 16:35:39.250175+00', NULL, NULL, 'default', 'reset', 'waiter', 'default', 'old', 'signal approve (golden.waiter runs.go:106)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-cde8-7611-ad61-968ea4bfbe2a', '1', 'false', '1', '3', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, '55c2b168-b330-4dc5-a31f-c22dd9d0c6cc', 'cd999901-777c-4ab5-ac2e-e20b6adfbef5', '01a21ddc-cde8-7611-ad61-968ea4bfbe2a', NULL, NULL, '2026-11-27 16:35:39.626888+00', NULL, NULL, 'default', 'sender', 'sender', 'default', 'old', 'answer receiver (golden.sender runs.go:143)', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.run VALUES ('01a21ddc-ce79-7dfd-87e7-86bc3d8b8af2', '1', 'false', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1', '0', '0', NULL, NULL, '09285004-698d-4436-bc70-bf18d1406723', '01a21ddc-ce79-7dfd-87e7-86bc3d8b8af2', NULL, NULL, '2026-11-27 16:35:39.769725+00', NULL, NULL, 'default', 'begun-in-tx', 'waiter', 'default', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO reprise.timer VALUES ('01a21ddc-c93b-7309-88a8-68cb80938479', '2', '2026-11-27 17:35:38.44672+00', 'default');
INSERT INTO reprise.timer VALUES ('01a21ddc-c957-78d1-8b74-65852b482bd5', '2', '2026-11-28 16:35:38.473445+00', 'default');
INSERT INTO reprise.tombstone VALUES ('01a21ddc-c766-7b6d-aa7a-08ca0ca23b99', '2026-11-27 16:35:38.162185+00', '0', 'default', 'removed-1');
INSERT INTO reprise.tombstone VALUES ('01a21ddc-c80a-7f84-8258-a28a8f9fba99', '2026-11-27 16:35:38.162185+00', '0', 'default', 'removed-2');
