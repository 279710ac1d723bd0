package main

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgtest"
)

func ask(t *testing.T, url, sql string) (answer string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if err := c.QueryRow(t.Context(), sql).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestAServerThatMayLoseCommitsIsRefused(t *testing.T) {
	url := pgtest.Shared(t).TCP("postgres") // its fsync is off
	code, out, warn := command(t.Context(), small("w1", "-store", "postgres", "-db", url)...)
	if code != codeFailed || out != "" || !strings.Contains(warn, "fsync = off") {
		t.Errorf("exit code %d: %s%s", code, out, warn)
	}
}
