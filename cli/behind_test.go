package cli_test

import (
	"strings"
	"testing"
)

// A start that waits behind an open run is shown, and can be taken back.
func TestAStartThatWaitsIsShownAndTakenBack(t *testing.T) {
	rt := onMemory(t)
	first := begin(t, rt, "index")
	start := []string{"run", "start", "hold", `"two"`, "--id", "index", "--on-conflict", "queue-behind"}
	kept := say(t, rt, start...).object(t)
	if kept["queued"] != true || kept["run_id"] == first.RunID().String() {
		t.Errorf("the start says %v", kept)
	}
	shown := say(t, rt, "run", "show", "index").object(t)
	if b, ok := shown["behind"].(map[string]any); !ok || b["run_id"] != kept["run_id"] || b["since"] == "" {
		t.Errorf("behind the run is shown %v", shown["behind"])
	}
	if out := say(t, rt, "run", "show", "index", "-o", "table").out; !strings.Contains(out, "and begins as run "+kept["run_id"].(string)) {
		t.Errorf("the table does not say what waits:\n%s", out)
	}
	for _, want := range []string{"unqueued what waited behind it", "nothing waited behind it"} {
		if got := say(t, rt, "run", "unqueue", "index").object(t); got["done"] != want {
			t.Errorf("unqueue says %v, want %q", got, want)
		}
	}
	if out := say(t, rt, append(start, "-o", "table")...).out; !strings.Contains(out, "it waits behind the open run, and begins as run ") {
		t.Errorf("the start says\n%s", out)
	}
}
