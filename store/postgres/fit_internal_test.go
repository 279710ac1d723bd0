package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// A worker learns what would keep it from finishing work before it takes any. A client
// may connect.
func TestAWorkerThatCouldNotWorkDoesNotJoin(t *testing.T) {
	ctx := context.Background()
	srv := pgtest.Shared(t)
	l := newLot(t)
	name := l.pool.Config().ConnConfig.Database
	l.script(t, `CREATE ROLE reader LOGIN; CREATE ROLE partial LOGIN; CREATE ROLE cautious LOGIN SUPERUSER; ALTER ROLE cautious SET default_transaction_read_only = on`)
	t.Cleanup(func() {
		l.script(t, "DROP OWNED BY reader; DROP OWNED BY partial; DROP ROLE reader; DROP ROLE partial; DROP ROLE cautious")
	})
	for _, c := range []struct {
		name, role, change string
		want               string // "": it joins
	}{
		{"all is well", "postgres", "", ""},
		{"only the right to look", "reader", "", "INSERT on run"},
		{"a right that was forgotten", "partial", "REVOKE DELETE ON ~inbox FROM partial", "lacks rights: DELETE on inbox: the owner of the tables gives them with what `reprise db migrate sql --from 1 --runtime ROLE"},
		{"the rights of a runtime", "partial", "", ""},
		{"a table is gone", "postgres", "DROP TABLE ~timer", "its table timer is missing: restore it, or"},
		{"tables are gone", "postgres", "DROP TABLE ~timer, ~inbox", "its tables inbox, timer are missing: restore them, or"},
		{"no writes by default", "cautious", "", "default_transaction_read_only is on for this database or role: turn it off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Options{Schema: "s" + strings.ReplaceAll(uuid.NewString(), "-", ""), Logger: quiet()}
			if err := Migrate(ctx, l.pool, o); err != nil {
				t.Fatal(err)
			}
			grants, err := Grants(o, Roles{Runtime: "partial", Reader: "reader"})
			if err != nil {
				t.Fatal(err)
			}
			l.script(t, grants+strings.ReplaceAll(c.change, "~", o.Schema+"."))
			st, err := Open(ctx, strings.Replace(srv.TCP(name), "postgres@", c.role+"@", 1), o)
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			reads := map[string]string{"reader": "the database role reader may only read", "cautious": "default_transaction_read_only is on for this database or role"}[c.role]
			if why, err := st.ReadOnly(ctx); err != nil || why != reads {
				t.Errorf("ReadOnly returns %q, %v, want %q", why, err, reads)
			}
			err = st.Join(ctx, store.Worker{ID: uuid.New(), TTL: time.Minute})
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("Join returns %v, want %q", err, c.want)
			}
			var workers int
			if err := l.pool.QueryRow(ctx, "SELECT count(*) FROM "+o.Schema+".worker").Scan(&workers); err != nil || (workers == 1) != (c.want == "") {
				t.Errorf("%d workers have joined, %v", workers, err)
			}
		})
	}
}

// With a server that asks for passwords, a wrong password is distinguished from an
// absent server.
func TestAWrongPasswordIsSaidAtOnce(t *testing.T) {
	dir, err := os.MkdirTemp("", "reprise-hba-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	rules := filepath.Join(dir, "pg_hba.conf")
	text := "local all all trust\nhost all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(rules, []byte(text), 0o644)); err != nil { // the server runs as another user
		t.Fatal(err)
	}
	srv := pgtest.New(t, pgtest.Options{Settings: map[string]string{"hba_file": rules}})
	l := lotAt(t, srv.Database(t))
	if err := Migrate(t.Context(), l.pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	l.script(t, "CREATE ROLE app LOGIN SUPERUSER PASSWORD 'right'")
	for _, c := range []struct{ password, want string }{
		{":right", ""},
		{":wrong", "the server rejects this role: check its name and password"},
		{"", "the server rejects this role: check its name and password"},
	} {
		url := strings.Replace(srv.TCP(l.pool.Config().ConnConfig.Database), "postgres@", "app"+c.password+"@", 1)
		st, err := Open(t.Context(), url, Options{Logger: quiet()})
		switch {
		case err == nil:
			if err := st.Close(); err != nil || c.want != "" {
				t.Errorf("with %q the store opens, %v", c.password, err)
			}
		case c.want == "" || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "wrong:"):
			t.Errorf("with %q Open returns %v, want %q", c.password, err, c.want)
		}
	}
}

// Open returns when its context ends, even if the server says nothing.
func TestOpenEndsWithItsContext(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, interrupt := context.WithCancelCause(t.Context())
	defer interrupt(nil)
	stop := errors.New("Ctrl-C")
	done := make(chan error)
	go func() {
		st, err := Open(ctx, fmt.Sprintf("postgres://postgres@%s/x?sslmode=disable", silent.Addr()), Options{Logger: quiet()})
		if st != nil {
			_ = st.Close()
		}
		done <- err
	}()
	client, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	interrupt(stop)
	if err := <-done; !errors.Is(err, stop) {
		t.Errorf("Open returns %v", err)
	}
}
