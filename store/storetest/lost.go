package storetest

import (
	"strings"
	"testing"

	"github.com/reprise-run/reprise/store"
)

// CheckLost checks the handling of a request whose run is gone: the only request in st,
// for workflowID. How to lose the run depends on the store.
func CheckLost(t *testing.T, st store.Store, workflowID string) {
	t.Helper()
	for i, want := range []int{1, 0} {
		ticked, err := st.Tick(t.Context(), store.Tick{})
		if err != nil {
			t.Fatal(err)
		}
		outs, err := st.Apply(t.Context(), []store.Op{&store.Forward{Max: 10}})
		if err != nil {
			t.Fatal(err)
		}
		all := outs[0].Forwarded
		if len(all) != want || ticked.Requests != (want > 0) {
			t.Errorf("look %d: forwarded %+v, the tick says %v", i+1, all, ticked.Requests)
		}
		for _, f := range all {
			if f.Code != store.NotFound || f.WorkflowID != workflowID || f.Entry.ID == "" {
				t.Errorf("forwarded: %+v", f)
			}
		}
	}
	var found []store.Finding
	err := st.(store.Inspector).Check(t.Context(), 0, func(f store.Finding) error {
		found = append(found, f)
		return nil
	})
	if err != nil || len(found) != 1 || found[0].Check != store.CheckRequest || found[0].WorkflowID != workflowID || !strings.Contains(found[0].Text, "signal") {
		t.Errorf("the check finds %+v, %v", found, err)
	}
}
