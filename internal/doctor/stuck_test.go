package doctor_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

func TestWhatDoesNotGoOnIsFound(t *testing.T) {
	gone := func(leaseUntil time.Time, runs, activities int) store.WorkerState {
		return store.WorkerState{Worker: store.Worker{Host: "b", PID: 7}, LeaseUntil: leaseUntil, Runs: runs, Activities: activities}
	}
	long, justNow := noon, noon.Add(time.Hour-time.Second) // it is one o'clock
	overdue := store.Finding{Check: store.CheckOverdue, WorkflowID: "order-0", Text: "ready since noon"}
	for name, c := range map[string]struct {
		change func(f *fake)
		want   string
	}{
		"blocked": {func(f *fake) { f.runs[0].Blocked = &store.Block{Reason: "mismatch", Text: "recorded a, asks for b"} },
			"stuck blocked order-0: mismatch: recorded a, asks for b"},
		"blocked, and tried again": {func(f *fake) {
			f.runs[0].Blocked, f.runs[0].Owner = &store.Block{Reason: "mismatch"}, uuid.New()
		}, "note blocked order-0: mismatch"},
		"in quarantine": {func(f *fake) { f.runs[0].Deaths = 2 }, "note quarantine order-0: its owners died 2 times"},
		"a worker is gone": {func(f *fake) { f.workers = append(f.workers, gone(long, 2, 1)) },
			"stuck worker: worker 00000000-0000-0000-0000-000000000000 (pid 7 on b) has been gone since 2026-03-01T12:00:00Z and still owns 2 runs and 1 activity: the live workers do not take over"},
		"pinned to a build that is gone": {func(f *fake) {
			f.runs[0].Pin, f.runs[0].Namespace, f.runs[0].Workflow = "v1", "n", "fulfil"
			f.workers[0].Serves = store.Filter{Namespace: "n", Workflows: []string{"fulfil", store.Bound("fulfil", "v2")}}
		}, `note pinned: 1 open run is of workflow "fulfil" pinned to build "v1", but no live worker of that build binds it as pinned`},
		"unread for long": {func(f *fake) {
			f.runs[0].Owner, f.runs[0].Unread = f.workers[0].ID, 2
			f.runs[0].pending.Entries = []store.Entry{{Order: 1, At: noon}, {Order: 2, At: justNow}}
			f.pace = 2 * time.Second
		}, "stuck unread order-0: 1 entry lies in its inbox, the first since 2026-03-01T12:00:00Z: worker "},
		"overdue":            {func(f *fake) { f.findings = append(f.findings, overdue) }, "stuck L7 order-0: ready since noon"},
		"overdue and nobody": {func(f *fake) { f.workers, f.findings = nil, []store.Finding{overdue, overdue} }, "stuck idle: no worker is alive: 2 items are overdue by more than 1m0s"},
		"all workers are gone": {func(f *fake) {
			f.workers = []store.WorkerState{gone(justNow, 3, 0), gone(long, 0, 1), gone(long, 0, 0)}
		}, "stuck idle: no worker is alive: 3 runs and 1 activity still owned by 2 workers that are gone since 2026-03-01T12:59:59Z at the latest"},
		"one thing is overdue": {func(f *fake) { f.workers, f.findings = nil, []store.Finding{overdue} }, "stuck idle: no worker is alive: 1 item is overdue by more than 1m0s"},
		"the tables are newer": {func(f *fake) { f.info.Version = 2 }, "note schema: the tables are of version 2, newer than version 1"},
		"the tables are older": {func(f *fake) { f.info.Own = 2 }, "note schema: the tables are of version 1, older than version 2"},
	} {
		t.Run(name, func(t *testing.T) {
			f := sound(t)
			c.change(f)
			_, findings := examine(t, f, doctor.Options{})
			expect(t, findings, c.want)
		})
	}
	// Who cannot list the workers does not say that there is none.
	f := sound(t)
	f.broken["workers"], f.findings = errors.New("busy"), []store.Finding{overdue}
	_, err := doctor.Examine(t.Context(), f, doctor.Options{}, func(got doctor.Finding) error {
		expect(t, []doctor.Finding{got}, "stuck L7 order-0: ready since noon")
		return nil
	})
	if !errors.Is(err, f.broken["workers"]) {
		t.Error(err)
	}
	for name, change := range map[string]func(f *fake){
		"a worker died just now":            func(f *fake) { f.workers = append(f.workers, gone(justNow, 2, 1)) },
		"a worker is gone with empty hands": func(f *fake) { f.workers = append(f.workers, gone(long, 0, 0)) },
		"nobody works and nothing is due":   func(f *fake) { f.workers = nil },
		"unread just now": func(f *fake) {
			f.runs[0].Owner, f.runs[0].Unread = f.workers[0].ID, 2
			f.runs[0].pending.Entries = []store.Entry{{At: justNow}}
		},
		"unread, and ready for any worker": func(f *fake) { f.runs[0].Unread = 3 },
		"one death":                        func(f *fake) { f.runs[0].Deaths = 1 },
	} {
		f := sound(t)
		change(f)
		if r, findings := examine(t, f, doctor.Options{}); len(findings) > 0 || !r.Sound() {
			t.Errorf("%s: %v", name, findings)
		}
	}
}
