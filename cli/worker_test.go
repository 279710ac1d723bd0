package cli

import (
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// When applications share a store, the worker of one takes no runs of another.
func TestWorkersOfAnotherNamespaceDoNotCount(t *testing.T) {
	all := workers(uuid.New(), uuid.New(), uuid.New())
	all[0].Serves.Namespace, all[1].Serves.Namespace = "shop", "bank" // the third does not say
	f := inspect.Facts{Workers: all}
	f.Namespace = "shop"
	if n, _ := f.Alive("v1"); n != 2 {
		t.Errorf("%d workers are alive, want 2", n)
	}
	if w := f.Worker(store.WorkerID(all[1].ID)); w.State != "alive" {
		t.Errorf("the one of another namespace is %s, want alive", w.State)
	}
}
