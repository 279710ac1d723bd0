package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// scheduled returns a schedule as a caller sees it, or nil.
func (k *kit) scheduled(namespace, id string) *store.Schedule {
	k.t.Helper()
	all, err := k.st.Schedules(k.ctx, store.ScheduleQuery{Namespace: namespace, ID: id})
	k.ok(err)
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// showSchedules shows the schedules of a namespace, read in pages.
func (k *kit) showSchedules(namespace string) string {
	k.t.Helper()
	var b strings.Builder
	for q := (store.ScheduleQuery{Namespace: namespace, Max: 3}); ; {
		page, err := k.st.Schedules(k.ctx, q)
		k.ok(err)
		for i := range page {
			s := &page[i]
			fmt.Fprintf(&b, "\n  %q token %s %q %x waits %q %s", s.ID, short(s.Token), s.Workflow, s.Data, s.WaitsFor(), store.EncodeSchedule(s))
			q.After = s.ID
		}
		if len(page) < q.Max {
			return b.String()
		}
	}
}

// dueSchedules returns the ids of the schedules that a worker may fire now.
func (k *kit) dueSchedules(workflows ...string) string {
	k.t.Helper()
	all, err := k.st.Schedules(k.ctx, store.ScheduleQuery{Max: 10, Due: true, Workflows: workflows})
	k.ok(err)
	var ids []string
	for i := range all {
		ids = append(ids, all[i].ID)
	}
	return strings.Join(ids, " ")
}

// newSchedule puts a new schedule that is due in a second.
func (k *kit) newSchedule(id string, change ...func(*store.Schedule)) *store.PutSchedule {
	at := k.now().Add(time.Second)
	s := store.Schedule{ID: id, Token: k.id(), Declared: store.Declared{Workflow: theWorkflow, Queue: theQueue, Plan: "daily", Revision: "1", Build: theBuild, Data: []byte("started")}, Next: at, Nominal: at}
	for _, c := range change {
		c(&s)
	}
	return &store.PutSchedule{Schedule: s}
}

// fires fires the due time of a schedule. The next time is a second later.
func (k *kit) fires(s *store.Schedule, change ...func(*store.FireSchedule)) *store.FireSchedule {
	start := k.newStart(s.ID+"@"+clock(s.Nominal), func(o *store.Start) { o.Namespace, o.Once = s.Namespace, true })
	o := &store.FireSchedule{Namespace: s.Namespace, ID: s.ID, After: s.Token, Token: k.id(), Nominal: s.Nominal, Start: start, Next: s.Next.Add(time.Second), NextNominal: s.Nominal.Add(time.Second)}
	for _, c := range change {
		c(o)
	}
	return o
}

func (k *kit) wantLog(s *store.Schedule, fired, skipped int64, reasons ...string) {
	k.t.Helper()
	var got []string
	for _, skip := range s.Skips {
		got = append(got, skip.Reason)
	}
	if s.Fired != fired || s.Skipped != skipped || strings.Join(got, " ") != strings.Join(reasons, " ") {
		k.t.Errorf("fired %d, skipped %d, reasons %v, want %d, %d and %v", s.Fired, s.Skipped, got, fired, skipped, reasons)
	}
}

func overlap(what store.Overlapping) func(*store.FireSchedule) {
	return func(o *store.FireSchedule) { o.Overlap = what }
}

// putAndFired is a schedule that has fired once, and the run it started, claimed by
// w.
func (k *kit) putAndFired(w store.WorkerID, change ...func(*store.Schedule)) (*store.Schedule, *held) {
	k.t.Helper()
	s := k.do(k.newSchedule("nightly", change...)).Schedule
	k.env.Advance(time.Second)
	out := k.do(k.fires(s))
	return out.Schedule, k.claim(w)
}

func schedules() []scenario {
	return []scenario{
		{"a_schedule_is_put_changed_and_deleted", func(k *kit) {
			put := k.newSchedule("nightly", func(s *store.Schedule) { s.Before, s.Priority = []string{"build-0"}, -3 })
			k.do(put)
			k.do(put) // repeated, as after an unknown outcome
			got := k.scheduled("", "nightly")
			if got == nil || got.Token != put.Schedule.Token || got.Workflow != theWorkflow || got.Queue != theQueue || got.Priority != -3 || got.Plan != "daily" || got.Revision != "1" ||
				got.Build != theBuild || len(got.Before) != 1 || string(got.Data) != "started" || !got.Next.Equal(put.Schedule.Next) || !got.Created.Equal(k.now()) {
				k.t.Fatalf("put is %+v", got)
			}
			k.want(store.Fenced, k.newSchedule("nightly"))
			change := &store.PutSchedule{Schedule: *got, After: got.Token}
			change.Schedule.Token, change.Schedule.Paused = k.id(), &store.Pausing{Who: "ann", Why: "holidays"}
			k.env.Advance(time.Second)
			k.do(change)
			if again := k.scheduled("", "nightly"); again.Paused == nil || again.Paused.Who != "ann" || !again.Paused.At.Equal(k.now()) || !again.Created.Equal(got.Created) {
				k.t.Errorf("changed is %+v", again)
			}
			late := *change
			late.Schedule.Token = k.id()
			k.want(store.Fenced, &late)
			gone := &store.PutSchedule{Schedule: change.Schedule, After: change.Schedule.Token, Delete: true}
			gone.Schedule.Token = k.id()
			k.do(gone)
			if left := k.scheduled("", "nightly"); left != nil {
				k.t.Errorf("deleted and there is %+v", left)
			}
			k.want(store.NotFound, gone)
			k.want(store.NotFound, k.fires(got))
		}},
		{"a_time_is_fired_once_with_the_start_of_its_run", func(k *kit) {
			w := k.worker()
			s := k.do(k.newSchedule("nightly")).Schedule
			if t := k.tick(w); !t.Schedule.Equal(s.Next) || k.dueSchedules(theWorkflow) != "" {
				k.t.Errorf("due at %v and %q, want %v and none", t.Schedule, k.dueSchedules(theWorkflow), s.Next)
			}
			k.env.Advance(time.Second)
			if k.dueSchedules(theWorkflow) != "nightly" || k.dueSchedules("other") != "" {
				k.t.Errorf("due are %q, for another workflow %q", k.dueSchedules(theWorkflow), k.dueSchedules("other"))
			}
			k.want(store.Fenced, k.fires(s, func(o *store.FireSchedule) { o.Due = s.Next.Add(time.Microsecond) }))
			first, second := k.fires(s, func(o *store.FireSchedule) { o.Due = s.Next }), k.fires(s)
			out := k.do(first)
			k.want(store.Fenced, second)
			again := k.do(first) // as after an unknown outcome
			if out.Schedule == nil || again.Schedule == nil || again.Schedule.Token != out.Schedule.Token || out.Schedule.Data != nil {
				k.t.Fatalf("fired is %+v, again %+v", out.Schedule, again.Schedule)
			}
			k.wantLog(out.Schedule, 1, 0)
			if r := out.Schedule.Recent[0]; r.Run != first.Start.Run || r.WorkflowID != first.Start.WorkflowID || !r.Nominal.Equal(s.Nominal) || !r.At.Equal(k.now()) {
				k.t.Errorf("the run is %+v", r)
			}
			if runs := k.all(); len(runs) != 1 || runs[0].ID != first.Start.Run || runs[0].Status != store.Open {
				k.t.Errorf("the runs are %+v", runs)
			}
			if h := k.claim(w); h.run != first.Start.Run {
				k.t.Errorf("claimed is %v", h.run)
			}
		}},
		{"a_time_whose_workflow_id_was_used_is_skipped", func(k *kit) {
			s := k.do(k.newSchedule("nightly")).Schedule
			k.start("nightly@" + clock(s.Nominal))
			k.wantLog(k.do(k.fires(s)).Schedule, 0, 1, store.SkipExists)
		}},
		{"an_open_run_has_the_time_skipped", func(k *kit) {
			s, _ := k.putAndFired(k.worker())
			k.wantLog(k.do(k.fires(s)).Schedule, 1, 1, store.SkipOverlap)
			if len(k.all()) != 1 {
				k.t.Error("it was fired all the same")
			}
		}},
		{"an_open_run_has_the_time_wait", func(k *kit) {
			w := k.worker()
			s, h := k.putAndFired(w)
			second := k.fires(s, overlap(store.OverlapWait))
			s = k.do(second).Schedule
			third := k.fires(s, overlap(store.OverlapWait))
			s = k.do(third).Schedule
			k.wantLog(s, 1, 1, store.SkipReplaced)
			if !s.Waiting.Equal(third.Nominal) || k.dueSchedules(theWorkflow) != "" || len(k.all()) != 1 {
				k.t.Fatalf("%v waits, due are %q", s.Waiting, k.dueSchedules(theWorkflow))
			}
			h.commit(closing)
			if t := k.tick(w); k.dueSchedules(theWorkflow) != "nightly" || !t.Schedule.Equal(k.now()) {
				k.t.Errorf("the run has ended: due are %q, at %v", k.dueSchedules(theWorkflow), t.Schedule)
			}
			waits := k.fires(s, overlap(store.OverlapWait), func(o *store.FireSchedule) { o.Nominal, o.Next, o.NextNominal = s.Waiting, s.Next, s.Nominal })
			s = k.do(waits).Schedule
			k.wantLog(s, 2, 1, store.SkipReplaced)
			if !s.Waiting.IsZero() || s.WaitsFor() != "" {
				k.t.Errorf("%v waits still", s.Waiting)
			}
		}},
		{"an_open_run_is_asked_to_cancel", func(k *kit) {
			w := k.worker()
			s, h := k.putAndFired(w)
			cancel := &store.Deliver{Ref: store.Ref{WorkflowID: s.LastID()}, Entry: store.Entry{ID: "c", Kind: store.EntryCancel, Data: []byte("give way")}}
			o := k.fires(s, overlap(store.OverlapCancel), func(o *store.FireSchedule) { o.Cancel = cancel })
			s = k.do(o).Schedule
			k.do(o)
			if p := k.pending(h.run).Entries; len(p) != 1 || p[0].Kind != store.EntryCancel || string(p[0].Data) != "give way" || !s.Waiting.Equal(o.Nominal) {
				k.t.Errorf("in the inbox is %+v, and %v waits", p, s.Waiting)
			}
			if t := k.tick(w); len(t.Dirty) != 1 {
				k.t.Errorf("its owner is told of %v", t.Dirty)
			}
		}},
		{"an_open_run_may_be_overlapped", func(k *kit) {
			s, _ := k.putAndFired(k.worker())
			k.wantLog(k.do(k.fires(s, overlap(store.OverlapAllow))).Schedule, 2, 0)
			if len(k.all()) != 2 {
				k.t.Error("it was not fired")
			}
		}},
		{"a_run_that_has_failed_pauses_once", func(k *kit) {
			s, h := k.putAndFired(k.worker())
			h.commit(closing, func(c *store.Commit) { c.Status = store.Failed })
			pauses := func(o *store.FireSchedule) { o.PauseOnFailure = true }
			s = k.do(k.fires(s, pauses)).Schedule
			k.wantLog(s, 1, 1, store.SkipFailed)
			if s.Paused == nil || s.Paused.Who != store.WhoPaused || !s.Due().IsZero() || s.Next.IsZero() {
				k.t.Fatalf("it is %+v", s)
			}
			k.env.Advance(time.Hour)
			if k.dueSchedules(theWorkflow) != "" {
				k.t.Error("a paused schedule is due")
			}
			k.want(store.Fenced, k.fires(s))
			resumed := &store.PutSchedule{Schedule: *k.scheduled("", "nightly"), After: s.Token}
			resumed.Schedule.Token, resumed.Schedule.Paused = k.id(), nil
			s = k.do(resumed).Schedule
			k.wantLog(k.do(k.fires(s, pauses)).Schedule, 2, 1, store.SkipFailed)
		}},
		{"times_that_are_passed_over_are_logged_and_bounded", func(k *kit) {
			s := k.do(k.newSchedule("nightly")).Schedule
			o := k.fires(s)
			o.Start = nil
			for range store.MaxSkips + 5 {
				o.Skips = append(o.Skips, store.Skip{Nominal: s.Nominal, Count: 2, Reason: store.SkipMissed})
			}
			out := k.do(o).Schedule
			if out.Skipped != 2*(store.MaxSkips+5) || len(out.Skips) != store.MaxSkips || !out.Skips[0].At.Equal(k.now()) || len(k.all()) != 0 {
				k.t.Errorf("skipped %d, logged %d", out.Skipped, len(out.Skips))
			}
			for range store.MaxRecent + 1 {
				out = k.do(k.fires(out, overlap(store.OverlapAllow))).Schedule
			}
			if out.Fired != store.MaxRecent+1 || len(out.Recent) != store.MaxRecent {
				k.t.Errorf("fired %d, logged %d", out.Fired, len(out.Recent))
			}
		}},
		{"schedules_are_of_their_namespace", func(k *kit) {
			k.namespaces = append(k.namespaces, "other")
			k.do(k.newSchedule("nightly", func(s *store.Schedule) { s.Namespace = "other" }))
			k.do(k.newSchedule("a"))
			k.do(k.newSchedule("b"))
			if k.scheduled("", "nightly") != nil || k.scheduled("other", "nightly") == nil {
				k.t.Error("a schedule is found in another namespace")
			}
			k.env.Advance(time.Minute)
			if got := k.dueSchedules(theWorkflow); got != "a b" {
				k.t.Errorf("due are %q", got)
			}
			all, err := k.st.Schedules(k.ctx, store.ScheduleQuery{After: "a", Max: 10})
			if k.ok(err); len(all) != 1 || all[0].ID != "b" {
				k.t.Errorf("behind a are %v", all)
			}
			every, err := k.st.Schedules(k.ctx, store.ScheduleQuery{All: true, After: "a", Max: 10})
			if k.ok(err); len(every) != 2 || every[0].ID != "b" || every[1].Namespace != "other" {
				k.t.Errorf("of all namespaces, behind a, are %v", every)
			}
			over := k.fires(k.scheduled("", "a"), func(o *store.FireSchedule) { o.Next, o.NextNominal = time.Time{}, time.Time{} })
			k.do(over)
			if got := k.dueSchedules(theWorkflow); got != "b" {
				k.t.Errorf("no time is left for a, and due are %q", got)
			}
		}},
		{"a_schedule_that_cannot_be_is_refused", func(k *kit) {
			k.refused(0, k.newSchedule(""))
			k.refused(0, k.newSchedule("a", func(s *store.Schedule) { s.Token = uuid.Nil }))
			k.refused(0, k.newSchedule("a", func(s *store.Schedule) { s.Workflow = "" }))
			k.refused(0, k.newSchedule("a", func(s *store.Schedule) { s.Nominal = time.Time{} }))
			s := k.do(k.newSchedule("a")).Schedule
			for _, change := range []func(*store.FireSchedule){
				func(o *store.FireSchedule) { o.After = uuid.Nil },
				func(o *store.FireSchedule) { o.Token = uuid.Nil },
				func(o *store.FireSchedule) { o.Start.Once = false },
				func(o *store.FireSchedule) { o.Start.Namespace = "other" },
				func(o *store.FireSchedule) { o.Overlap = 4 },
				func(o *store.FireSchedule) { o.Overlap = store.OverlapCancel },
				func(o *store.FireSchedule) { o.Skips = []store.Skip{{}} },
			} {
				k.refused(0, k.fires(s, change))
			}
		}},
	}
}

// schedule generates a change to a schedule, or fires one.
func (c *contest) schedule() store.Op {
	namespace, id := oneOf(c, "", "", "other"), oneOf(c, "a", "b")
	s := c.model.scheduled(namespace, id)
	if s == nil || c.chance(25) {
		put := c.model.newSchedule(id, func(s *store.Schedule) { s.Namespace = namespace })
		if s != nil {
			put.After, put.Delete = s.Token, c.chance(20)
			put.Schedule.ScheduleLog, put.Schedule.Waiting = s.ScheduleLog, s.Waiting
			if c.chance(30) {
				put.Schedule.Paused = &store.Pausing{Who: "ann", Why: "because"}
			}
		}
		return put
	}
	o := c.model.fires(s, overlap(oneOf(c, store.OverlapSkip, store.OverlapWait, store.OverlapWait, store.OverlapCancel, store.OverlapAllow)))
	if o.PauseOnFailure = c.chance(30); c.chance(50) {
		o.Due = s.Next
	}
	if c.chance(20) {
		o.Skips = append(o.Skips, store.Skip{Nominal: s.Nominal, Count: 1, Reason: store.SkipMissed})
	}
	switch {
	case !s.Waiting.IsZero() && c.chance(60):
		o.Nominal, o.Next, o.NextNominal = s.Waiting, s.Next, s.Nominal
		o.Start.WorkflowID = s.ID + "@" + clock(s.Waiting)
	case o.Nominal.IsZero():
		o.Start = nil
	}
	if o.Overlap == store.OverlapCancel && o.Start != nil {
		o.Cancel = &store.Deliver{Ref: store.Ref{Namespace: namespace, WorkflowID: s.LastID()}, Entry: store.Entry{ID: fmt.Sprint("c-", c.number()), Kind: store.EntryCancel}}
	}
	return o
}
