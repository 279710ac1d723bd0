package audit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// tenure is a part of a history whose tasks were all stepped by one build.
type tenure struct {
	build string
	moved []string // the builds that the run was pinned to meanwhile; "" is any
}

// built records which build stepped a row, and the pins in it. An open row is part of the next one. The client writes the first row.
func (t *Trace) built(h history.Header, events []history.Event) {
	if n := len(t.tenures); !h.Open && (n == 0 || t.tenures[n-1].build != h.Build) {
		t.tenures = append(t.tenures, tenure{build: h.Build})
	}
	for _, e := range events {
		if s, ok := e.Body.(*history.Steered); ok && s.Did == history.KindRepinned && len(t.tenures) > 0 {
			last := &t.tenures[len(t.tenures)-1]
			last.moved = append(last.moved, s.Build)
		}
	}
}

// pinned checks that only the build to which a run is pinned has stepped it. A worker that owns the run when it is repinned keeps it until it
// waits, and the next owner may be the one that records the repin.
func (t *Trace) pinned(v *list) {
	for i := 1; i < len(t.tenures); i++ {
		before, now := t.tenures[i-1], t.tenures[i]
		moved := slices.Concat(before.moved, now.moved)
		if !slices.Contains(moved, now.build) && !slices.Contains(moved, "") {
			v.add("pin", "build %q stepped it, and then build %q, to which nobody moved it (it was moved to %q)", before.build, now.build, moved)
		}
	}
}

// local checks that activities for a worker's own queue began only on that worker, and that only such activities ended because a worker was gone.
func (t *Trace) local(v *list, book *Book) {
	for number, s := range t.Scheduled {
		owner, own := strings.CutPrefix(s.queue, load.OwnQueue)
		for _, e := range book.begins[s.key] {
			if own && e.Worker != owner {
				v.add("affinity", "activity %d (%s) is for worker %s alone, but attempt %d of it began on worker %s (entry %d)", number, s.label, owner, e.Attempt, e.Worker, e.N)
			}
		}
	}
	for _, f := range t.Failed {
		s := t.Scheduled[f.activity]
		if own := strings.HasPrefix(s.queue, load.OwnQueue); own != (f.kind == mark.WorkerGone) {
			v.add("affinity", "activity %d (%s) of queue %q failed as %s", f.activity, s.label, s.queue, f.kind)
		}
	}
}

// lasted counts the cases that the checks in this file have seen.
func lasted(traces map[string][]*Trace) string {
	moves, here, gone, found := 0, 0, 0, 0
	for _, all := range traces {
		for _, t := range all {
			if t.Run.Workflow == load.Pinned.Name() {
				moves += max(0, len(t.tenures)-1)
			}
			for _, s := range t.Scheduled {
				here += strings.Count(s.queue, load.OwnQueue)
			}
			for _, f := range t.Failed {
				if f.kind == mark.WorkerGone {
					gone++
				}
			}
			for _, c := range t.Completed {
				if c.reused != (store.RunID{}) {
					found++
				}
			}
		}
	}
	return fmt.Sprintf("pinned runs moved to another build %d times; of %d steps for one worker %d found it gone; %d kept results of other runs were reused", moves, here, gone, found)
}

// Gone checks that the worker was gone when an activity ended for that reason. held is when the store last confirmed each worker's lease.
func Gone(traces map[string][]*Trace, held map[string]time.Time) (all []Violation) {
	for _, found := range traces {
		for _, t := range found {
			v := &list{run: t.Run}
			for _, f := range t.Failed {
				owner := strings.TrimPrefix(t.Scheduled[f.activity].queue, load.OwnQueue)
				if f.kind == mark.WorkerGone && held[owner].After(f.at) {
					v.add("affinity", "activity %d ended at %s because worker %s is gone, but that worker had its lease at %s", f.activity, stamp(f.at), owner, stamp(held[owner]))
				}
			}
			all = append(all, v.all...)
		}
	}
	return all
}

// reused checks a result that another run kept against the execution that returned it. It reports whether c has such a result.
func (t *Trace) reused(v *list, book *Book, c completed) bool {
	if c.reused == (store.RunID{}) {
		return false
	}
	s := t.Scheduled[c.activity]
	if e, ok := book.values[c.done.Value]; !ok || e.Key != s.key || e.Run != c.reused.String() || e.Label != s.label {
		v.add("kept", "activity %d (%s) got %q from run %s, where no execution under its key returned that", c.activity, s.label, c.done.Value, c.reused)
	}
	return true
}

// Kept checks that a result kept under a key was not executed again for another run, which was started after the first had ended.
// A result lost with its transaction is executed again.
func (b *Book) Kept() (all []Violation) {
	if len(b.Losses) > 0 {
		return nil
	}
	for key, begins := range b.begins {
		for _, e := range begins {
			if first := begins[0]; e.Name == load.Once.Name() && e.Run != first.Run {
				v := list{}
				v.add("kept", "run %s had kept the result of %s (%s), but attempt %d began for run %s (entry %d)", first.Run, key, e.Label, e.Attempt, e.Run, e.N)
				all = append(all, v.all...)
			}
		}
	}
	return all
}
