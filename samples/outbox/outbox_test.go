package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// The test binary is also a shop that stands still between the commit and Wake, for ever.
const helperVar = "REPRISE_OUTBOX_TEST_DB"

func TestMain(m *testing.M) {
	if db := os.Getenv(helperVar); db != "" {
		fmt.Println("error", placeAndStand(db))
		return
	}
	goleak.VerifyTestMain(m)
}

func placeAndStand(db string) error {
	st, shop, err := open(context.Background(), db)
	if err != nil {
		return err
	}
	rt, err := reprise.New(st, reprise.Config{}, bindings(shop)...)
	if err != nil {
		return err
	}
	post(handler(shop, standing{rt}), `{"id":"42","item":"a book"}`)
	return errors.New("it went on")
}

// standing is a Runtime that stands still once it is to be woken.
type standing struct{ *reprise.Runtime }

func (standing) Wake() {
	fmt.Println("committed")
	select {}
}

func post(h http.Handler, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/orders", strings.NewReader(body)))
	return w
}

func get(h http.Handler, id string) string {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/orders/"+id, nil))
	return strings.TrimSpace(w.Body.String())
}

func onEachDatabase(t *testing.T, test func(t *testing.T, db string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "shop.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, pgtest.Database(t)) })
}

// running opens a shop with a worker in it.
func running(t *testing.T, db string) (*reprise.Runtime, http.Handler) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	st, shop, err := open(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	rt, err := reprise.New(st, reprise.Config{}, bindings(shop)...)
	if err == nil {
		err = rt.Start(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		bye, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		if err := errors.Join(rt.Stop(bye), st.Close(), shop.Close()); err != nil {
			t.Error(err)
		}
	})
	return rt, handler(shop, rt)
}

func fulfilled(t *testing.T, rt *reprise.Runtime, id string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	run, err := reprise.Get(ctx, rt, fulfil, id)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "shipped "+id {
		t.Errorf("order %s: %q, %v", id, got, err)
	}
}

func TestAnOrderIsPlacedAndShippedOnce(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db string) {
		rt, h := running(t, db)
		const order = `{"id":"42","item":"a book"}`
		for i, want := range []int{http.StatusCreated, http.StatusConflict} {
			if w := post(h, order); w.Code != want {
				t.Errorf("order %d is answered %d %s, want %d", i+1, w.Code, w.Body, want)
			}
		}
		fulfilled(t, rt, "42")
		if got := get(h, "42"); got != "shipped" {
			t.Errorf("the order is %q", got)
		}
		if w := post(h, "{}"); w.Code != http.StatusBadRequest {
			t.Errorf("an order without an id is answered %d", w.Code)
		}
	})
}

// What fails in the transaction takes the order's row with it.
func TestNoOrderIsPlacedWithoutItsRun(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db string) {
		_, h := running(t, db)
		id := strings.Repeat("x", store.MaxID+1) // no run can have this id
		if w := post(h, `{"id":"`+id+`"}`); w.Code != http.StatusServiceUnavailable {
			t.Errorf("answered %d", w.Code)
		}
		if got := get(h, id); got != errNone.Error() {
			t.Errorf("the order is %q", got)
		}
	})
}

// The process is killed after the commit and before Wake: the next one fulfils the order.
func TestKilledBetweenCommitAndWake(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db string) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), helperVar+"="+db)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		lines.Scan()
		if lines.Text() != "committed" {
			t.Errorf("the other process says %q", lines.Text())
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // it was killed
		rt, h := running(t, db)
		fulfilled(t, rt, "42")
		if got := get(h, "42"); got != "shipped" {
			t.Errorf("the order is %q", got)
		}
	})
}
