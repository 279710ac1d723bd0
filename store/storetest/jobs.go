package storetest

import (
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// asJob makes a start begin with a task that schedules activity 2, which nobody
// owns.
func asJob(change ...func(*store.Activity)) func(*store.Start) {
	return func(s *store.Start) {
		a := store.Activity{ID: 2, Name: theActivity, Queue: theQueue, Data: []byte{2}}
		for _, f := range change {
			f(&a)
		}
		s.First = &store.Commit{
			Run: s.Run, Seq: 1, Token: s.Row.Token, Level: s.Level, Build: theBuild, Then: store.Park, Waiting: "it",
			Rows: []store.Row{{Seq: 1, N: 2, Token: s.Row.Token, Data: []byte("asked")}}, Schedule: []store.Activity{a},
		}
		s.Row = store.Row{}
	}
}

// job starts a job: a run as asJob makes it.
func (k *kit) job(workflowID string, change ...func(*store.Activity)) *store.Start {
	k.t.Helper()
	s := k.newStart(workflowID, asJob(change...))
	k.do(s)
	return s
}

// endOf ends the job of t.
func (k *kit) endOf(t store.Task, change ...func(*store.EndJob)) *store.EndJob {
	token := k.id()
	o := &store.EndJob{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Commit: store.Commit{
		Run: t.Run, Seq: 3, Token: token, Build: theBuild, Level: 1, Then: store.Close, Status: store.Completed,
		Rows: []store.Row{{Seq: 3, N: 2, Token: token, Data: []byte("ended")}},
	}}
	for _, f := range change {
		f(o)
	}
	return o
}

func (c *contest) endJob(t store.Task) store.Op {
	k := c.model
	o := k.endOf(t)
	if run, err := k.st.Run(k.ctx, store.Ref{Run: t.Run}); err == nil && c.chance(90) {
		o.Commit.Seq, o.Commit.Level, o.Commit.Rows[0].Seq = run.NextSeq, run.Level, run.NextSeq
	}
	return o
}

func jobs() []scenario {
	return []scenario{
		{"a_run_begins_with_a_row_that_nobody_owns", func(k *kit) {
			k.worker()
			s := k.job("job-1")
			r := k.run(s.Run)
			if r.Status != store.Open || r.NextSeq != 3 || r.Epoch != 0 || r.Waiting != "it" || r.Owner != (store.WorkerID{}) || r.LastCommit != s.First.Token {
				k.t.Errorf("the run is %+v", r)
			}
			if again := k.do(s); again.Run != s.Run {
				k.t.Errorf("a repetition answers %+v", again)
			}
			k.noClaim(k.worker())
			if all := k.pending(s.Run).Activities; len(all) != 1 || all[0].ID != 2 {
				k.t.Errorf("the rows are %+v", all)
			}
		}},
		{"a_job_ends_with_its_activity", func(k *kit) {
			w := k.worker()
			s := k.job("job-1")
			t := k.task(w)
			k.env.Advance(ms)
			end := k.endOf(t)
			for range 2 { // the second one is a repetition
				out := k.do(end)
				if out.Run != s.Run || out.Ended == nil || out.Ended.Status != store.Completed || !out.Ended.Closed.Equal(k.now()) {
					k.t.Errorf("the end answers %+v", out)
				}
			}
			r := k.run(s.Run)
			if r.Status != store.Completed || r.NextSeq != 5 || r.LastCommit != end.Commit.Token || r.Waiting != "" {
				k.t.Errorf("the run is %+v", r)
			}
			if rows := k.rows(s.Run); len(rows) != 2 || string(rows[1].Data) != "ended" {
				k.t.Errorf("its history is %+v", rows)
			}
			k.want(store.Fenced, k.endOf(t))
			k.want(store.Fenced, &store.EndActivity{Run: t.Run, Activity: 2, Worker: w, Attempt: 1, Claim: t.Claim, Entry: store.Entry{ID: "e"}})
			k.job("job-1")
		}},
		{"only_who_owns_the_row_ends_a_job", func(k *kit) {
			w := k.worker()
			k.job("job-1")
			t := k.task(w)
			k.want(store.Fenced, k.endOf(t, func(o *store.EndJob) { o.Worker = k.worker() }))
			k.want(store.Fenced, k.endOf(t, func(o *store.EndJob) { o.Attempt = 2 }))
			k.want(store.Fenced, k.endOf(t, func(o *store.EndJob) { o.Claim = k.id() }))
			k.want(store.Fenced, k.endOf(t, func(o *store.EndJob) { o.Activity = 3 }))
			k.retry(t)
			k.want(store.Fenced, k.endOf(t))
			k.do(k.endOf(k.task(w)))
		}},
		{"a_job_to_which_something_has_come_ends_the_ordinary_way", func(k *kit) {
			w := k.worker()
			for i, special := range []func(run store.RunID){
				func(run store.RunID) { k.deliver(run, "s") },
				func(run store.RunID) {
					k.deliver(run, "c", func(d *store.Deliver) { d.Entry.Kind = store.EntryCancel })
				},
				func(run store.RunID) { k.deliver(run, "s"); k.claims(k.worker(), 10) },
			} {
				s := k.job("job-" + string(rune('a'+i)))
				t := k.task(w)
				special(s.Run)
				before := k.run(s.Run)
				k.want(store.Refused, k.endOf(t))
				if after := k.run(s.Run); after.NextSeq != before.NextSeq || after.Status != store.Open {
					k.t.Errorf("case %d: the run is %+v", i, after)
				}
				k.do(&store.EndActivity{Run: t.Run, Activity: 2, Worker: w, Attempt: 1, Claim: t.Claim, Entry: store.Entry{ID: "e"}})
			}
			k.job("job-far")
			t := k.task(w)
			k.want(store.Refused, k.endOf(t, func(o *store.EndJob) { o.Commit.Seq, o.Commit.Rows[0].Seq = 4, 4 }))
			k.want(store.Refused, k.endOf(t, func(o *store.EndJob) { o.Commit.Level = 2 }))
			k.do(k.endOf(t))
		}},
		{"the_end_of_a_job_begins_what_waits_behind_it", func(k *kit) {
			w := k.worker()
			first := k.job("job-1")
			next := k.id()
			k.do(&store.QueueBehind{Run: first.Run, Start: &store.Start{
				Run: next, Chain: next, WorkflowID: "job-1", Workflow: theWorkflow, Queue: theQueue, Level: 1,
				Row: store.Row{Seq: 1, N: 1, Token: k.id(), Data: []byte("next")},
			}})
			if out := k.do(k.endOf(k.task(w))); out.Began != next {
				k.t.Errorf("the end answers %+v", out)
			}
			if r := k.run(next); r.Status != store.Open {
				k.t.Errorf("the next one is %+v", r)
			}
		}},
		{"many_jobs_end_in_one_batch", func(k *kit) {
			w := k.worker()
			for i := range 20 {
				k.job("job-" + string(rune('a'+i)))
			}
			var ops []store.Op
			for _, t := range k.tasks(w, 20) {
				ops = append(ops, k.endOf(t))
			}
			for _, out := range k.apply(ops...) {
				if out.Code != store.Done {
					k.t.Errorf("an end answers %+v", out)
				}
			}
			if len(ops) != 20 || len(k.tasks(w, 20)) != 0 {
				k.t.Errorf("%d were claimed at first, and some later", len(ops))
			}
		}},
		{"a_delayed_job_waits", func(k *kit) {
			w := k.worker()
			k.job("job-1", func(a *store.Activity) { a.Delay = 5 * ms })
			if all := k.tasks(w, 1); len(all) != 0 {
				k.t.Fatalf("%+v is claimed before its time", all)
			}
			k.env.Advance(5 * ms)
			k.do(k.endOf(k.task(w)))
		}},
	}
}

func jobsInTx() []scenario {
	return []scenario{
		{"a_job_in_a_transaction_is_one_that_was_started_outside", func(k *kit) {
			w := k.worker()
			for i, change := range []func(*store.Start){
				func(*store.Start) {},
				func(s *store.Start) { s.Attrs = []history.Attr{textAttr("tenant", "a")} },
				func(s *store.Start) {
					a := &s.First.Schedule[0]
					a.Delay, a.Deadline, a.Priority, a.Limited = 5*ms, k.now().Add(time.Hour), 3, true
				},
			} {
				outside := k.newStart("job-"+string(rune('a'+i)), asJob(), change)
				k.do(outside)
				inside := k.newStart("job-"+string(rune('k'+i)), asJob(), change)
				k.within(func(u user) { u.want(store.Done, inside) })
				var shown [2]string
				for n, s := range []*store.Start{outside, inside} {
					r, rows, p := k.run(s.Run), k.rows(s.Run), k.pending(s.Run)
					if len(rows) != 1 || len(p.Activities) != 1 || rows[0].Token != s.First.Token || r.LastCommit != s.First.Token {
						k.t.Fatalf("the run is %+v with %+v and %+v", r, rows, p)
					}
					t := p.Activities[0]
					waits := t.Ready.Sub(t.Scheduled)
					t.Scheduled, t.Ready, t.Run, t.WorkflowID = time.Time{}, time.Time{}, store.RunID{}, ""
					shown[n] = fmt.Sprint(waits, r.Status, r.Epoch, r.NextSeq, r.Waiting, r.Build, r.Level, r.Queue, r.Workflow, r.Attrs, rows[0].N, string(rows[0].Data), showTask(t))
				}
				if shown[0] != shown[1] {
					k.t.Errorf("outside it is\n%s\nand inside\n%s", shown[0], shown[1])
				}
				k.within(func(u user) {
					if out := u.want(store.Exists, k.newStart(inside.WorkflowID, asJob())); out.Run != inside.Run {
						k.t.Errorf("Exists names %v", out.Run)
					}
				})
			}
			k.env.Advance(5 * ms)
			for _, t := range k.tasks(w, 10) {
				k.do(k.endOf(t))
			}
			if all := k.all(); len(all) != 6 || slices.ContainsFunc(all, func(r store.Run) bool { return r.Status != store.Completed }) {
				k.t.Errorf("the runs are %+v", all)
			}
		}},
		{"a_job_that_is_rolled_back_is_not_there", func(k *kit) {
			s := k.newStart("job-1", asJob())
			u := k.begins()
			u.want(store.Done, s)
			k.ok(u.Rollback())
			if all := k.all(); len(all) != 0 {
				k.t.Errorf("there are %+v", all)
			}
			if all := k.tasks(k.worker(), 1); len(all) != 0 {
				k.t.Errorf("claimed is %+v", all)
			}
		}},
		{"a_transaction_starts_no_run_that_has_begun_otherwise", func(k *kit) {
			s := k.newStart("job-1", asJob(), func(s *store.Start) {
				s.First.StartTimers = []store.Timer{{ID: 3, FireAt: k.now()}}
			})
			k.within(func(u user) {
				if out, err := u.Apply(k.ctx, s); err == nil {
					k.t.Errorf("it is answered %+v", out)
				}
			})
		}},
	}
}

func startAll() []scenario {
	return []scenario{
		{"all_are_started_or_none", func(k *kit) {
			w := k.worker()
			open := k.newStart("c")
			k.do(open)
			all := &store.StartAll{}
			for _, id := range []string{"a", "b", "c", "d"} {
				all.Starts = append(all.Starts, k.newStart(id, asJob()))
			}
			if out := k.want(store.Exists, all); out.Run != open.Run || out.Count != 2 {
				k.t.Errorf("what is in the way is answered %+v", out)
			}
			if n := len(k.all()); n != 1 {
				k.t.Errorf("%d runs are there, want 1", n)
			}
			all.Tolerate = map[int]bool{2: true}
			for range 2 { // the second one is a repetition
				out := k.do(all)
				for i, o := range out.Starts {
					if i == 2 && (o.Code != store.Exists || o.Run != open.Run) || i != 2 && (o.Code != store.Done || o.Run != all.Starts[i].Run) {
						k.t.Errorf("start %d is answered %+v", i, o)
					}
				}
			}
			if n, tasks := len(k.all()), k.tasks(w, 10); n != 4 || len(tasks) != 3 {
				k.t.Errorf("%d runs and %d rows are there, want 4 and 3", n, len(tasks))
			}
		}},
		{"a_run_of_another_workflow_is_in_the_way_of_all", func(k *kit) {
			open := k.newStart("b", func(s *store.Start) { s.Workflow = "another" })
			k.do(open)
			all := &store.StartAll{Starts: []*store.Start{k.newStart("a"), k.newStart("b")}, Tolerate: map[int]bool{1: true}}
			if out := k.want(store.Exists, all); out.Run != open.Run || out.Count != 1 {
				k.t.Errorf("what is in the way is answered %+v", out)
			}
			if n := len(k.all()); n != 1 {
				k.t.Errorf("%d runs are there, want 1", n)
			}
		}},
		{"two_of_one_id_are_in_each_others_way", func(k *kit) {
			k.worker()
			all := &store.StartAll{Starts: []*store.Start{k.newStart("a"), k.newStart("b"), k.newStart("a", func(s *store.Start) { s.Once = true })}}
			if out := k.want(store.Exists, all); out.Run != all.Starts[0].Run || out.Count != 2 {
				k.t.Errorf("what is in the way is answered %+v", out)
			}
			all.Tolerate = map[int]bool{2: true}
			if out := k.do(all); out.Starts[2].Code != store.Exists || out.Starts[2].Run != all.Starts[0].Run || len(k.all()) != 2 {
				k.t.Errorf("it is answered %+v", out)
			}
		}},
		{"once_knows_what_has_ended", func(k *kit) {
			w := k.worker()
			k.job("a")
			k.do(k.endOf(k.task(w)))
			once := func(s *store.Start) { s.Once = true }
			k.want(store.Exists, &store.StartAll{Starts: []*store.Start{k.newStart("a", once)}})
			out := k.do(&store.StartAll{Starts: []*store.Start{k.newStart("a", once), k.newStart("b", once)}, Tolerate: map[int]bool{0: true}})
			if out.Starts[0].Code != store.Exists || out.Starts[1].Code != store.Done {
				k.t.Errorf("it is answered %+v", out)
			}
		}},
		{"others_are_in_the_same_batch", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "before")
			outs := k.apply(&store.Deliver{Ref: store.Ref{Run: h.run}, Entry: store.Entry{ID: "s", Kind: store.EntrySignal}}, k.newStart("alone"),
				&store.StartAll{Starts: []*store.Start{k.newStart("a"), k.newStart("b", asJob())}}, k.newStart("after", asJob()))
			for i, o := range outs {
				if o.Code != store.Done {
					k.t.Errorf("op %d is answered %+v", i, o)
				}
			}
			if n := len(k.all()); n != 5 {
				k.t.Errorf("%d runs are there, want 5", n)
			}
		}},
		{"what_can_never_be_applied_is_refused", func(k *kit) {
			k.refused(0, &store.StartAll{})
			k.refused(0, &store.StartAll{Starts: make([]*store.Start, store.MaxStarts+1)})
			k.refused(0, &store.StartAll{Starts: []*store.Start{k.newStart("a"), nil}})
			k.refused(0, &store.StartAll{Starts: []*store.Start{k.newStart("a", func(s *store.Start) { s.Owner, s.Claim = k.id(), k.id() })}})
		}},
	}
}
