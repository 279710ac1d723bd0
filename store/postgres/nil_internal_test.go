package postgres

import (
	"context"
	"strings"
	"testing"
)

// nil arguments are refused before any server is asked.
func TestNothingIsRefusedInWords(t *testing.T) {
	var noContext context.Context
	ctx := t.Context()
	for name, c := range map[string]struct {
		want string
		call func() error
	}{
		"Open, no context": {"the context is nil", func() error { _, err := Open(noContext, "postgres://localhost/none", Options{}); return err }},
		"New":              {"the pool is nil", func() error { _, err := New(nil, Options{}); return err }},
		"Migrate":          {"the pool is nil", func() error { return Migrate(ctx, nil, Options{}) }},
		"MigrateFrom":      {"the pool is nil", func() error { _, err := MigrateFrom(ctx, nil, Options{}); return err }},
		"Version":          {"the pool is nil", func() error { _, _, err := Version(ctx, nil, Options{}); return err }},
		"Missing":          {"the pool is nil", func() error { _, err := Missing(ctx, nil, Options{}); return err }},
	} {
		if err := c.call(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want an error with %q", name, err, c.want)
		}
	}
}
