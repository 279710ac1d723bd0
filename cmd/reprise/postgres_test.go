package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reprise-run/reprise/internal/pgtest"
)

// scriptDatabase makes databases that live as long as t.
func scriptDatabase(t *testing.T) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 1 {
			ts.Fatalf("usage: database NAME")
		}
		url := pgtest.Database(t)
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		conn, err := pgx.Connect(ctx, url)
		ts.Check(err)
		name := conn.Config().Database
		ts.Check(conn.Close(ctx))
		url = pgtest.Shared(t).TCP(name)
		scheme, rest, _ := strings.Cut(url, "postgres@")
		ts.Setenv(args[0], url)
		ts.Setenv(args[0]+"_AS", scheme)
		ts.Setenv(args[0]+"_AT", rest)
	}
}

func scriptPsql(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: psql URL STATEMENT")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, args[0])
	ts.Check(err)
	_, err = conn.PgConn().Exec(ctx, args[1]).ReadAll()
	ts.Check(err)
	ts.Check(conn.Close(ctx))
}
