package testkit

import (
	"strings"
	"testing"
)

func forEver() { select {} }

// A goroutine that never ends fails only its own test, and the failure shows
// it.
func TestWhatNeverEndsIsAnError(t *testing.T) {
	err := bubbled(t, func() { go forEver() })
	if err == nil || !strings.Contains(err.Error(), "must end with it") || !strings.Contains(err.Error(), "testkit.forEver()") {
		t.Errorf("it says %v", err)
	}
	if err := bubbled(t, func() {}); err != nil {
		t.Error(err)
	}
}
