package postgres

// PlayNextRevision makes this process run the next revision of the store: its schema is
// one version ahead, extended as a migration may extend it, and open to binaries of this
// revision.
func PlayNextRevision() {
	steps = append(steps, Migration{Version: len(steps) + 1, CompatibleFrom: len(steps), SQL: `
		ALTER TABLE ~run ADD COLUMN later text, ADD COLUMN later_count int NOT NULL DEFAULT 7;
		ALTER TABLE ~dispatch ADD COLUMN later text;
		ALTER TABLE ~inbox ADD COLUMN later bytea;
		ALTER TABLE ~activity ADD COLUMN later timestamptz;
		ALTER TABLE ~worker ADD COLUMN later int;
		CREATE INDEX run_later ON ~run (later) WHERE later IS NOT NULL;
		CREATE TABLE ~later (run_id uuid PRIMARY KEY);
		UPDATE ~meta SET version = version + 1`})
}

// WithClock makes a store use an expression instead of now().
func WithClock(o Options, expression string) Options {
	o.clock = expression
	return o
}
