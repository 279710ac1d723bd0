package reprise_test

import (
	"path/filepath"
	"testing"

	"github.com/reprise-run/reprise/internal/promotion"
	"github.com/reprise-run/reprise/store"
)

func TestALostTailForksNoRun(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		promotion.Check(t, func(*testing.T) store.Store { return newMemory() })
	})
	t.Run("sqlite", func(t *testing.T) {
		promotion.Check(t, func(t *testing.T) store.Store { return openFile(t, filepath.Join(t.TempDir(), "test.db")) })
	})
}
