package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// T is what this package needs of a *testing.T.
type T interface {
	Helper()
	Cleanup(func())
	Logf(format string, args ...any)
	Skipf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// shared is the server of this process.
var shared struct {
	sync.Mutex
	server    *Server
	err       error
	templates map[string]bool
}

var databases atomic.Int64

// Shared returns the server of this test binary, and starts it if nobody did. Without
// binaries it skips t, or fails it where CI=true.
func Shared(t T) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = Start(Options{})
	}
	giveUp(t, shared.err)
	return shared.server
}

// New starts a server for t alone and stops it when t ends. Use it where the server
// itself is killed, restarted or set up in another way.
func New(t T, o Options) *Server {
	t.Helper()
	s, err := Start(o)
	giveUp(t, err)
	t.Cleanup(s.Stop)
	return s
}

func giveUp(t T, err error) {
	t.Helper()
	switch {
	case err == nil:
	case errors.Is(err, ErrNoBinaries) && os.Getenv("CI") != "true":
		t.Skipf("%v", err)
	default:
		t.Fatalf("%v", err)
	}
}

// Database creates an empty database on the shared server, drops it when t ends, and
// returns its URL.
func Database(t T) string {
	t.Helper()
	return Shared(t).Database(t)
}

// Copy is Database for a copy of a template, which prepare fills the first time that
// name is asked for.
func Copy(t T, name string, prepare func(ctx context.Context, url string) error) string {
	t.Helper()
	s := Shared(t)
	if err := s.template(name, prepare); err != nil {
		t.Fatalf("pgtest: template %s: %v", name, err)
	}
	return s.create(t, "TEMPLATE "+pgx.Identifier{name}.Sanitize())
}

func (s *Server) template(name string, prepare func(ctx context.Context, url string) error) error {
	shared.Lock()
	defer shared.Unlock()
	if shared.templates[name] {
		return nil
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	if err := s.exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()); err != nil {
		return err
	}
	if err := prepare(ctx, s.URL(name)); err != nil {
		return err
	}
	if shared.templates == nil {
		shared.templates = make(map[string]bool)
	}
	shared.templates[name] = true
	return nil
}

// Database creates an empty database, drops it when t ends, and returns its URL.
func (s *Server) Database(t T) string {
	t.Helper()
	return s.create(t, "")
}

func (s *Server) create(t T, how string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", databases.Add(1))
	if err := s.exec(context.Background(), "CREATE DATABASE "+name+" "+how); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		// A test of a server that died leaves nothing to drop.
		if err := s.exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Logf("pgtest: %v", err)
		}
	})
	return s.URL(name)
}

func (s *Server) exec(ctx context.Context, sql string) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	c, err := pgx.Connect(ctx, s.URL(superuser))
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, sql)
	return errors.Join(err, c.Close(ctx))
}
