package httpapi_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// silent is a store that does not answer whether it takes writes.
type silent struct{ store.Store }

func (silent) ReadOnly(ctx context.Context) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

// A request is given up after half a minute, also if the store does not even say whether it takes writes.
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
