package activity_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// of is what the engine gets of a binding.
func of(b interface{ Contract() contract.Contract }) *contract.Activity {
	return b.Contract().(*contract.Activity)
}

// codecs is the default of the engine.
var codecs *history.Codecs

func encode(t *testing.T, v any) history.Payload {
	t.Helper()
	p, err := codecs.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func decode[T any](t *testing.T, p history.Payload) T {
	t.Helper()
	var v T
	if err := codecs.Decode(p, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
