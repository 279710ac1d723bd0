package engine

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/store"
)

// The token of a promise lets anyone resolve it, so no log and no text of a block contains
// one.
func TestATokenIsNotLogged(t *testing.T) {
	const token = "AZxTheToken"
	entry := store.Entry{ID: token, Kind: store.EntryPromise, Data: []byte("damaged")}
	var logged bytes.Buffer
	for _, code := range []store.Code{store.Closed, store.NotFound} {
		tooLate(slog.New(slog.NewTextHandler(&logged, nil)), store.Forwarded{Code: code, Entry: entry, WorkflowID: "order-1"})
	}
	body, _ := bodyOf(entry)
	bad, ok := body.(unreadable)
	if !ok {
		t.Fatalf("damaged data is read as %T", body)
	}
	for _, text := range []string{logged.String(), bad.err.Error()} {
		if strings.Contains(text, token) || !strings.Contains(text, "promise") {
			t.Errorf("it says %q", text)
		}
	}
}
