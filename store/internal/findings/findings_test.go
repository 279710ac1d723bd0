package findings

import (
	"strings"
	"testing"

	"github.com/reprise-run/reprise/store"
)

// Operators see findings, but only the holder of a promise's token may see the token.
func TestAFindingHasNoToken(t *testing.T) {
	for _, r := range []Rule{LostRequest, LateRequest} {
		f, ok := r.Finding(&Answer{Words: []string{"8", "AZxTheToken", "2026-03-01T12:00:00Z"}})
		if !ok || strings.Contains(f.Text, "AZxTheToken") || !strings.HasPrefix(f.Text, "the answer to a promise, sent inside a transaction at 2026-03-01") {
			t.Errorf("%s: %q", store.CheckID(r.Check), f.Text)
		}
	}
}
