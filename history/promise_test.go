package history_test

import (
	"testing"

	"github.com/reprise-run/reprise/history"
)

// Whoever has a redacted history must not be able to resolve its promises.
func TestTokensOfPromisesAreRedacted(t *testing.T) {
	rows := encodeFixture(t, histories["history-promised"])
	for _, c := range []struct {
		fields []string
		left   bool
	}{{nil, false}, {[]string{"token"}, false}} {
		_, events := redacted(t, history.Export{}, rows, c.fields...)
		n := 0
		for _, e := range events {
			token := ""
			switch b := e.Body.(type) {
			case *history.PromiseMade:
				token = b.Token
			case *history.PromiseEnded:
				token = b.Token
			}
			if token == "" {
				continue
			}
			if n++; (token[:3] == "AQ-") != c.left {
				t.Errorf("without the fields %v event %d has the token %q", c.fields, e.Seq, token)
			}
		}
		if n != 6 {
			t.Errorf("%d events have tokens, want 6", n)
		}
	}
}
