package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgtest"
)

// limitClients is how many clients pgbench uses for the rate.
const limitClients = 8

var reportedRate = regexp.MustCompile(`tps = ([0-9.]+)`)

// rate is pgbench's figure for transactions of one row each from 8 clients.
func (b *postgresBackend) rate(ctx context.Context, d time.Duration) (float64, error) {
	return b.rateOf(ctx, d, rowBytes)
}

func (b *postgresBackend) rateOf(ctx context.Context, d time.Duration, row int) (rate float64, err error) {
	err = b.inserting(ctx, row, func(script string) error {
		for longer := time.Duration(1); ; longer *= 2 { // on a busy machine nothing may finish in a second
			out, err := b.pgbench(ctx, script, limitClients, longer*d)
			if err != nil {
				return err
			}
			if m := reportedRate.FindSubmatch(out); m != nil {
				rate, err = strconv.ParseFloat(string(m[1]), 64)
				return err
			}
			if longer == 16 {
				return fmt.Errorf("pgbench reports no rate:\n%s", out)
			}
		}
	})
	return rate, err
}

// latency is the median time of such a transaction from a single client, which pgbench logs.
func (b *postgresBackend) latency(ctx context.Context, d time.Duration) (each float64, err error) {
	err = b.inserting(ctx, rowBytes, func(script string) error {
		prefix := script + ".log"
		if _, err := b.pgbench(ctx, script, 1, d, "--log", "--log-prefix", prefix); err != nil {
			return err
		}
		logs, err := filepath.Glob(prefix + "*")
		if err != nil {
			return err
		}
		var all []time.Duration
		for _, log := range logs {
			if all, err = readLog(log, all); err != nil {
				return err
			}
		}
		each = ms(median(all))
		return nil
	})
	return each, err
}

// inserting calls limit with a pgbench script that inserts one row of this many bytes into a table, which it
// creates before and drops afterwards.
func (b *postgresBackend) inserting(ctx context.Context, row int, limit func(script string) error) (err error) {
	schema := newSchema("limit")
	table := pgx.Identifier{schema, "t"}.Sanitize()
	defer func() { err = errors.Join(err, b.drop(context.WithoutCancel(ctx), schema)) }()
	for _, sql := range []string{
		"CREATE SCHEMA " + pgx.Identifier{schema}.Sanitize(),
		"CREATE TABLE " + table + " (id bigserial PRIMARY KEY, data bytea)",
	} {
		if _, err := b.pool.Exec(ctx, sql); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp(b.dir, "limit-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	script := filepath.Join(dir, "insert.sql")
	insert := fmt.Sprintf("INSERT INTO %s (data) VALUES ('\\x%x');\n", table, noise(row))
	if err := os.WriteFile(script, []byte(insert), 0o600); err != nil {
		return err
	}
	return limit(script)
}

// pgbench repeats script from several clients for d, rounded up to whole seconds. For less than a second it
// limits the number of transactions instead: one per client and millisecond.
func (b *postgresBackend) pgbench(ctx context.Context, script string, clients int, d time.Duration, more ...string) ([]byte, error) {
	program, err := findPgbench()
	if err != nil {
		return nil, err
	}
	lasts := "--time=" + strconv.Itoa(int(math.Ceil(d.Seconds())))
	if d < time.Second {
		lasts = "--transactions=" + strconv.FormatInt(max(2, d.Milliseconds()), 10) // two, because the time of the first is unknown
	}
	args := []string{
		"--no-vacuum", "--protocol=prepared", "--file=" + script, "--client=" + strconv.Itoa(clients),
		"--jobs=" + strconv.Itoa(min(clients, 2)), lasts,
	}
	out, err := exec.CommandContext(ctx, program, append(append(args, more...), b.db)...).CombinedOutput()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("pgbench: %w\n%s", err, out)
	}
	return out, nil
}

// findPgbench finds pgbench next to initdb, or else on PATH.
func findPgbench() (string, error) {
	if dir, err := pgtest.Dir(); err == nil {
		if path, err := exec.LookPath(filepath.Join(dir, "pgbench")); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath("pgbench")
	if err != nil {
		return "", fmt.Errorf("there is no pgbench, which comes with the server's packages: run apt-get install postgresql, or brew install postgresql: %w", err)
	}
	return path, nil
}

// readLog appends the duration of each transaction of one client except the first: the time between two ends.
// The fifth and the sixth word of a line are the end in seconds and microseconds. The third word is the
// duration by pgbench's own clock, which pgbench does not read again for quick transactions: it is 0 there.
func readLog(path string, all []time.Duration) ([]time.Duration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var last time.Time
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var client, number, took, script, second, micro int64
		if _, err := fmt.Sscan(lines.Text(), &client, &number, &took, &script, &second, &micro); err != nil {
			return nil, fmt.Errorf("the log of pgbench has a line %q: %w", lines.Text(), err)
		}
		end := time.Unix(second, micro*1000)
		if !last.IsZero() {
			all = append(all, end.Sub(last))
		}
		last = end
	}
	return all, nil
}
