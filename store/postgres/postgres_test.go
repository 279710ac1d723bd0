package postgres

import (
	"testing"

	"github.com/reprise-run/reprise/store/storetest"
)

func TestConformance(t *testing.T) { storetest.Run(t, newLot(t).open) }

func TestDifferential(t *testing.T) { storetest.Differential(t, newLot(t).open) }
