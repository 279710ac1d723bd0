package sqlite_test

import (
	"testing"

	"github.com/reprise-run/reprise/store/storetest"
)

func TestListingsAreThoseOfTheMemoryStore(t *testing.T) { storetest.Listings(t, fresh) }

func TestActivityLister(t *testing.T) { storetest.RunActivityLister(t, fresh) }
