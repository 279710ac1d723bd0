package pgtest_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgtest"
)

// Started again with this set, the test binary is a process that has a server and
// waits to be killed.
const helperVar = "REPRISE_PGTEST_HELPER"

func TestMain(m *testing.M) {
	if os.Getenv(helperVar) != "" {
		s, err := pgtest.Start(pgtest.Options{})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(s.Addr())
		select {}
	}
	os.Exit(m.Run())
}

func ask(t *testing.T, url, sql string) (answer string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if err := c.QueryRow(ctx, sql).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestEachTestHasADatabaseOfItsOwn(t *testing.T) {
	a, b := pgtest.Database(t), pgtest.Database(t)
	if a == b {
		t.Fatalf("both are %s", a)
	}
	if n := ask(t, a, "SELECT count(*)::text FROM pg_class WHERE relname = 'mine'"); n != "0" {
		t.Errorf("a new database has %s tables", n)
	}
}

func TestATemplateIsFilledOnceAndCopied(t *testing.T) {
	filled := 0
	prepare := func(ctx context.Context, url string) error {
		filled++
		c, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer c.Close(ctx)
		_, err = c.Exec(ctx, "CREATE TABLE mine AS SELECT 42 AS answer")
		return err
	}
	for range 2 {
		if got := ask(t, pgtest.Copy(t, "a_template", prepare), "SELECT answer::text FROM mine"); got != "42" {
			t.Errorf("the copy holds %s", got)
		}
	}
	if filled > 1 { // 0: in a test binary that runs the tests again
		t.Errorf("the template was filled %d times", filled)
	}
}

func TestAServerInEarnestSyncs(t *testing.T) {
	s := pgtest.New(t, pgtest.Options{Durable: true, Settings: map[string]string{"default_transaction_isolation": "serializable"}})
	for setting, want := range map[string]string{"fsync": "on", "full_page_writes": "on", "default_transaction_isolation": "serializable"} {
		if got := ask(t, s.TCP("postgres"), "SELECT current_setting('"+setting+"')"); got != want {
			t.Errorf("%s is %s, want %s", setting, got, want)
		}
	}
}

// What initdb writes is written once for a suite: servers that share it have one system identifier.
func TestTheServersOfASuiteShareOneInitdb(t *testing.T) {
	pgtest.Shared(t) // there are binaries
	identify := func() string {
		return ask(t, pgtest.New(t, pgtest.Options{}).TCP("postgres"), "SELECT system_identifier::text FROM pg_control_system()")
	}
	kept, err := os.MkdirTemp("", "reprise-cluster-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(kept)
	if err := os.Chmod(kept, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	t.Setenv(pgtest.Variable, kept)
	first := identify()
	if second := identify(); second != first {
		t.Errorf("the servers are %s and %s", first, second)
	}
	t.Setenv(pgtest.Variable, "")
	if alone := identify(); alone == first {
		t.Error("a server without the suite is the same")
	}
}

// kill -9 leaves no server and no files behind.
func TestTheServerDiesWithItsParent(t *testing.T) {
	pgtest.Shared(t) // there are binaries
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), helperVar+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan()
	addr := lines.Text()
	if !strings.HasPrefix(addr, "127.0.0.1:") {
		t.Fatalf("the helper says %q", addr)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	for range time.Tick(20 * time.Millisecond) {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return // nobody listens any more
		}
		_ = c.Close() // and ask again
	}
}

// A server that was killed comes back with what it acknowledged.
func TestAKilledServerComesBack(t *testing.T) {
	s := pgtest.New(t, pgtest.Options{Durable: true})
	url := s.TCP("postgres")
	exec := func(sql string) {
		t.Helper()
		c, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(t.Context())
		if _, err := c.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec("CREATE TABLE mine AS SELECT 42 AS answer")
	for range 2 {
		if err := s.Kill(); err != nil {
			t.Fatal(err)
		}
		// The port is one that the system gives to clients, too: who only dials may find himself.
		if c, err := pgx.Connect(t.Context(), url); err == nil {
			_ = c.Close(t.Context())
			t.Error("somebody answers after Kill")
		}
		if err := s.Restart(); err != nil {
			t.Fatal(err)
		}
		if got := ask(t, url, "SELECT count(*)::text FROM mine"); got != "1" {
			t.Errorf("%s rows are left", got)
		}
	}
}
