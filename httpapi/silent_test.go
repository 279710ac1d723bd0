package httpapi_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// silent is a store that never answers whether it takes writes.
type silent struct{ store.Store }

func (silent) ReadOnly(ctx context.Context) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

// A request is given up after half a minute, even if the store does not say whether it takes writes.
func TestARequestOfAStoreThatIsSilentIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt, err := reprise.New(silent{memory.New()}, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		h, err := httpapi.New(rt, httpapi.Options{Unprotected: true, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		asked := time.Now()
		refusedAs(t, answered(t, h, request("POST", "/queues/default/pause", `{"reason":"the bank is closed"}`)), http.StatusGatewayTimeout, "timeout")
		if took := time.Since(asked); took != 30*time.Second {
			t.Errorf("it is given up after %v, want 30s", took)
		}
	})
}

// standby is a store that takes no writes until it is promoted.
type standby struct {
	store.Store
	reads bool
	asked int
}

func (s *standby) ReadOnly(context.Context) (string, error) {
	if s.asked++; s.reads {
		return "the database is a standby, which takes no writes", nil
	}
	return "", nil
}

// Once a standby is promoted, actions are possible a second later. How many requests there are, the store is asked at most once a second
// while it takes no writes, and once a minute afterwards.
func TestAPromotedStandbyTakesActionsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &standby{Store: memory.New(), reads: true}
		rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		h, err := httpapi.New(rt, httpapi.Options{Unprotected: true, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		pause := func() reply {
			return answered(t, h, request("POST", "/queues/default/pause", `{"reason":"the bank is closed"}`))
		}
		for range 10 {
			refusedAs(t, pause(), http.StatusForbidden, "read_only")
			if about := get(t, h, "/"); !strings.Contains(about, `"why": "the database is a standby, which takes no writes"`) {
				t.Errorf("it says of itself %s", about)
			}
		}
		if st.asked != 1 {
			t.Errorf("the store was asked %d times in no time", st.asked)
		}
		st.reads = false
		<-time.After(time.Second)
		if w := pause(); w.Code != http.StatusOK {
			t.Errorf("a second after the promotion: %d %s", w.Code, w.Body)
		}
		for range 59 {
			<-time.After(time.Second)
			if about := get(t, h, "/"); !strings.Contains(about, `"read_only": false`) {
				t.Fatalf("it says of itself %s", about)
			}
		}
		if st.asked != 2 {
			t.Errorf("in the minute after it the store was asked %d times", st.asked-2)
		}
	})
}

// slow is a store that takes three seconds to list schedules.
type slow struct{ store.Store }

func (s slow) Schedules(ctx context.Context, q store.ScheduleQuery) ([]store.Schedule, error) {
	<-time.After(3 * time.Second)
	return s.Store.Schedules(ctx, q)
}

// A list of schedules that was slow to get is kept for a minute. Those that a worker fires are not overdue by then.
func TestKeptSchedulesAreNotOverdue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, quiet := memory.New(), slog.New(slog.DiscardHandler)
		note := workflow.New("note", func(workflow.Context, string) (string, error) { return "", nil })
		worker, err := reprise.New(st, reprise.Config{Logger: quiet}, note)
		if err != nil {
			t.Fatal(err)
		}
		if err := worker.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := worker.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		}()
		if err := reprise.PutSchedule(t.Context(), worker, schedule.Define("often", schedule.Every(10*time.Second), note, "x", schedule.Policy{})); err != nil {
			t.Fatal(err)
		}
		rt, err := reprise.New(slow{st}, reprise.Config{Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		h, err := httpapi.New(rt, httpapi.Options{Unprotected: true, Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		get(t, h, "/schedules")
		<-time.After(55 * time.Second)
		if health := get(t, h, "/health?strict=1"); !strings.Contains(health, `"status": "ok"`) {
			t.Errorf("a worker is alive and fires, and health is %s", health)
		}
	})
}
