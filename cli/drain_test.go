package cli_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/sqlite"
)

func TestDrainingAWorker(t *testing.T) {
	st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	rt := started(t, st, reprise.Config{Build: "b1"})
	id := rt.WorkerID().String()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	reaches := func(want reprise.State) {
		t.Helper()
		for rt.State() != want {
			if ctx.Err() != nil {
				t.Fatalf("it is %s, want %s", rt.State(), want)
			}
			runtime.Gosched()
		}
	}
	say(t, rt, "worker", "drain", id).want(t, 64, "--reason is missing", "try: shop worker drain --help")
	say(t, rt, "worker", "drain", "--reason", "a new kernel").want(t, 64, "worker drain needs ID")
	say(t, rt, "worker", "drain", "xyz", "--reason", "a new kernel").want(t, 64, `0 workers have an id that begins with "xyz"`, "try: shop worker list")
	say(t, rt, "worker", "drain", "00000000-0000-4000-8000-000000000000", "--reason", "a new kernel").want(t, 3, "no live worker of this namespace has the id", "try: shop worker list")
	say(t, rt, "worker", "drain", id[:8], "--reason", "a new kernel", "--by", "anna").want(t, 0, `"worker": "`+id+`"`, `"done": "drains"`)
	reaches(reprise.StateDrained)
	say(t, rt, "worker", "list", "-o", "table").want(t, 0, "drained")
	say(t, rt, "worker", "list").want(t, 0, `"who": "anna"`, `"why": "a new kernel"`)
	say(t, rt, "run", "start", "hold", `"x"`, "--id", "a").want(t, 0)
	say(t, rt, "run", "show", "a", "-o", "table").want(t, 0, "drain")
	say(t, rt, "worker", "undrain", id, "--reason", "it is in", "--by", "anna", "-o", "table").want(t, 0, id+": takes work", "next: shop worker list")
	reaches(reprise.StateReady)
	say(t, rt, "run", "signal", "a", "answer", `{"yes":true}`).want(t, 0)
	say(t, rt, "run", "result", "a").want(t, 0)
}
