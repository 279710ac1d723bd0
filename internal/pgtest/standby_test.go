package pgtest_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgtest"
)

func do(t *testing.T, url, sql string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// What the standby has is what was acknowledged before it stopped to follow.
func TestAStandbyIsPromotedWithoutTheTail(t *testing.T) {
	t.Parallel()
	primary := pgtest.New(t, pgtest.Options{})
	url := primary.URL("postgres")
	do(t, url, "CREATE TABLE note (n int)")
	standby, err := primary.Standby()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(standby.Stop)
	do(t, url, "INSERT INTO note VALUES (1)")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(standby.Follows(ctx, primary))
	must(standby.Unfollow(ctx))
	do(t, url, "INSERT INTO note VALUES (2)")
	before := ask(t, url, "SELECT timeline_id::text FROM pg_control_checkpoint()")
	must(primary.Kill())
	must(standby.Promote(ctx))
	after := standby.URL("postgres")
	if got := ask(t, after, "SELECT string_agg(n::text, ',') FROM note"); got != "1" {
		t.Errorf("the standby has %s, want 1", got)
	}
	do(t, after, "INSERT INTO note VALUES (3)")
	if now := ask(t, after, "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text"); now == before {
		t.Errorf("its timeline is %s, as that of the primary", now)
	}
}
