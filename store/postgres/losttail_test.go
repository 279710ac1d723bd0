package postgres_test

import (
	"testing"

	"github.com/reprise-run/reprise/internal/promotion"
	"github.com/reprise-run/reprise/store"
)

func TestALostTailForksNoRun(t *testing.T) {
	promotion.Check(t, func(t *testing.T) store.Store { return open(t, database(t)) })
}
