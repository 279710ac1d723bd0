package webtest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Cases are the orders of reprise demo cases: twelve, of which five are stuck.
type Cases struct {
	Program string // the path of reprise, built for this
	dir     string
}

// Prepare builds reprise from the sources beside this module, and lets it prepare the cases in a directory.
func Prepare(ctx context.Context, dir string) (*Cases, error) {
	c := &Cases{Program: filepath.Join(dir, "reprise"), dir: dir}
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/reprise-run/reprise").Output()
	if err != nil {
		return nil, fmt.Errorf("webtest: find the sources: %w", err)
	}
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-w", "-o", c.Program, "./cmd/reprise")
	build.Dir = string(root[:len(root)-1])
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("webtest: build reprise: %w\n%s", err, said)
	}
	prepare := exec.CommandContext(ctx, c.Program, "demo", "cases", "--db", filepath.Join(dir, "cases.db"))
	if said, err := prepare.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("webtest: prepare the cases: %w\n%s", err, said)
	}
	return c, nil
}

// Copy returns the path of a copy of the database and the files beside it.
func (c *Cases) Copy(t TB) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "cases.db")
	for _, suffix := range []string{"", ".ledger"} {
		text, err := os.ReadFile(filepath.Join(c.dir, "cases.db"+suffix))
		if err == nil {
			err = os.WriteFile(to+suffix, text, 0o600)
		}
		if err != nil {
			t.Fatalf("copy the cases: %v", err)
		}
	}
	return to
}

// Open opens the shop over a database of the cases until the test ends, as reprise demo cases --run does.
// With work, its worker runs.
func Open(t TB, path string, work bool) *reprise.Runtime {
	t.Helper()
	return openAs(t, path, "shop-2", (*order.World).Screened, work)
}

// openAs is Open with another build of the shop, and its code.
func openAs(t TB, path, build string, code func(*order.World) []reprise.Binding, work bool) *reprise.Runtime {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatalf("%v", err)
	}
	world := order.NewWorld(path+".ledger", order.Options{Down: []string{"tok_amex"}})
	rt, err := reprise.New(db, reprise.Config{Build: build, Logger: slog.New(slog.DiscardHandler)}, code(world)...)
	if err == nil && work {
		err = rt.Start(t.Context())
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
		defer cancel()
		for _, err := range []error{rt.Stop(ctx), world.Close(), db.Close()} {
			if err != nil {
				t.Errorf("close the shop: %v", err)
			}
		}
	})
	return rt
}

// Handler is a dashboard.
type Handler interface {
	http.Handler
	Close()
}

// Serve serves h under a prefix, such as "/ops", on a port of this machine until the test ends. It returns
// the URL of the page.
func Serve(t TB, h Handler, prefix string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(prefix+"/", http.StripPrefix(prefix, h))
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		h.Close()
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL + prefix + "/"
}
