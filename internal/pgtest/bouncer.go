package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNoBouncer: there is no PgBouncer on this machine.
var ErrNoBouncer = errors.New("pgtest: no pgbouncer found: run apt-get install pgbouncer, or brew install pgbouncer")

// bouncer is a running PgBouncer.
type bouncer struct {
	home   string
	port   int
	shell  *exec.Cmd
	parent *os.File
}

// Bounced runs a PgBouncer in transaction mode before s, with at most size connections to
// each database, until t ends. It returns how to reach a database through it. Without the
// binary it skips t, or fails it where CI=true.
func Bounced(t T, s *Server, size int) func(database string) string {
	t.Helper()
	b, err := s.bounce(size)
	switch {
	case errors.Is(err, ErrNoBouncer) && os.Getenv("CI") != "true":
		t.Skipf("%v", err)
	case err != nil:
		t.Fatalf("%v", err)
	}
	t.Cleanup(b.stop)
	return b.url
}

func (b *bouncer) url(database string) string {
	return (&url.URL{Scheme: "postgres", User: url.User(superuser), Host: fmt.Sprintf("127.0.0.1:%d", b.port),
		Path: "/" + database, RawQuery: "sslmode=disable"}).String()
}

func bouncerBinary() (string, error) {
	if p, err := exec.LookPath("pgbouncer"); err == nil {
		return p, nil
	}
	for _, p := range []string{"/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer", "/usr/local/bin/pgbouncer"} {
		if _, err := exec.LookPath(p); err == nil {
			return p, nil
		}
	}
	return "", ErrNoBouncer
}

const bouncerConfig = `[databases]
* = host=%s port=%d user=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = %d
max_client_conn = 500
ignore_startup_parameters = extra_float_digits,search_path
`

func (s *Server) bounce(size int) (*bouncer, error) {
	binary, err := bouncerBinary()
	if err != nil {
		return nil, err
	}
	b := &bouncer{}
	if b.home, err = os.MkdirTemp(shortTemp(), "reprise-pgb-"); err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	if err := b.launch(s, binary, size); err != nil {
		log, _ := os.ReadFile(filepath.Join(b.home, "log")) // what there is helps
		b.stop()
		return nil, fmt.Errorf("pgtest: pgbouncer: %w\n%s", err, log)
	}
	return b, nil
}

func (b *bouncer) launch(s *Server, binary string, size int) (err error) {
	if b.port, err = freePort(); err != nil {
		return err
	}
	config := filepath.Join(b.home, "pgbouncer.ini")
	text := fmt.Sprintf(bouncerConfig, s.home, s.port, superuser, b.port, size)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		return err
	}
	if err := os.Chmod(b.home, 0o755); err != nil {
		return err
	}
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	b.parent = out
	log, err := os.Create(filepath.Join(b.home, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	b.shell = exec.Command("/bin/sh", "-c", watchdog, "sh", binary, config)
	b.shell.Dir, b.shell.Stdin, b.shell.Stdout, b.shell.Stderr = b.home, in, log, log
	// What a gentler signal means depends on its version; it has nothing to lose.
	b.shell.Env = []string{"SIGNAL=KILL", "HOME_OF_CLUSTER=" + b.home, "PATH=/usr/bin:/bin", "LC_ALL=C"}
	b.shell.SysProcAttr = s.who.attributes(true) // like the server, it does not run as root
	if err := b.shell.Start(); err != nil {
		b.shell = nil
		return err
	}
	return b.await()
}

// await returns when a database answers through it.
func (b *bouncer) await() error {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	for {
		c, err := pgx.Connect(ctx, b.url(superuser))
		if err == nil {
			return c.Close(ctx)
		}
		if ctx.Err() != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond) // a pause between two questions: it tells nobody that it is ready
	}
}

func (b *bouncer) stop() {
	if b.parent != nil {
		_ = b.parent.Close() // that is the signal
	}
	if b.shell != nil {
		_ = b.shell.Wait() // how it ends says nothing
	}
	_ = os.RemoveAll(b.home)
}
