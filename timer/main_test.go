package timer_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noon is where the clocks of these tests start.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
