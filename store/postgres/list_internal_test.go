package postgres

import (
	"testing"

	"github.com/reprise-run/reprise/store/storetest"
)

func TestListingsAreThoseOfTheMemoryStore(t *testing.T) { storetest.Listings(t, newLot(t).open) }

func TestActivityLister(t *testing.T) {
	t.Parallel()
	storetest.RunActivityLister(t, newLot(t).open)
}
