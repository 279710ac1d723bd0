package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby is a server that follows another one and can replace it.
type Standby struct{ *Server }

// Standby makes a server that follows s asynchronously: commits of s do not wait for it. It
// may lag at first; see [Standby.Follows].
func (s *Server) Standby() (*Standby, error) {
	home, err := os.MkdirTemp(shortTemp(), "reprise-pg-")
	if err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	b := &Standby{&Server{Dir: s.Dir, home: home, options: s.options, who: s.who}}
	if err := b.copy(s); err != nil {
		b.Stop()
		return nil, errors.Join(err, os.RemoveAll(home))
	}
	return b, nil
}

// copy takes what s has, and begins to follow it.
func (s *Standby) copy(of *Server) error {
	if err := s.who.own(s.home); err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	backup := exec.CommandContext(ctx, filepath.Join(s.Dir, "pg_basebackup"), "--no-sync", "--checkpoint=fast", "--wal-method=stream",
		"--write-recovery-conf", "--host="+of.home, "--port="+fmt.Sprint(of.port), "--username="+superuser, "--pgdata="+s.data())
	backup.Dir = s.home
	backup.SysProcAttr = s.who.attributes(false)
	if out, err := backup.CombinedOutput(); err != nil {
		return fmt.Errorf("pgtest: pg_basebackup: %w\n%s", err, out)
	}
	return s.run()
}

// Follows returns once s has on disk everything that primary had acknowledged at the time of
// the call.
func (s *Standby) Follows(ctx context.Context, primary *Server) error {
	var at string
	if err := ask(ctx, primary, "SELECT pg_current_wal_flush_lsn()::text", &at); err != nil {
		return err
	}
	return until(ctx, s.Server, "SELECT coalesce(pg_last_wal_receive_lsn() >= '"+at+"'::pg_lsn, false)")
}

// Unfollow ends the replication: s will lack what the primary acknowledges later.
func (s *Standby) Unfollow(ctx context.Context) error {
	for _, sql := range []string{"ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"} {
		if err := s.exec(ctx, sql); err != nil {
			return fmt.Errorf("pgtest: %w", err)
		}
	}
	return until(ctx, s.Server, "SELECT NOT EXISTS (SELECT FROM pg_stat_wal_receiver)")
}

// Promote makes the standby an independent server on a new timeline, and returns once it
// accepts writes.
func (s *Standby) Promote(ctx context.Context) error {
	return until(ctx, s.Server, "SELECT pg_promote(true, 60)")
}

// until repeats a query on s until the answer is true.
func until(ctx context.Context, s *Server, sql string) error {
	for {
		var yes bool
		if err := ask(ctx, s, sql, &yes); err != nil || yes {
			return err
		}
		alarm := time.NewTimer(10 * time.Millisecond)
		select {
		case <-alarm.C:
		case <-ctx.Done():
			alarm.Stop()
			return fmt.Errorf("pgtest: %s: %w", sql, ctx.Err())
		}
	}
}

func ask(ctx context.Context, s *Server, sql string, into any) error {
	c, err := pgx.Connect(ctx, s.URL(superuser))
	if err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	err = c.QueryRow(ctx, sql).Scan(into)
	if err = errors.Join(err, c.Close(ctx)); err != nil {
		return fmt.Errorf("pgtest: %s: %w", sql, err)
	}
	return nil
}
