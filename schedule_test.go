package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	report = workflow.Define[string, string]("report")
	finish = workflow.DefineSignal[workflow.None]("finish")
	ann    = reprise.By{Who: "ann", Why: "the auditors are here"}
)

// reported returns the nominal time at once.
func reported(ctx workflow.Context, kind string) (string, error) {
	return kind + " of " + workflow.GetInfo(ctx).Nominal.Format(time.RFC3339), nil
}

// slowly waits for a signal or a cancel.
func slowly(ctx workflow.Context, _ string) (string, error) {
	_, err := workflow.Receive(ctx, finish)
	return "", err
}

// scheduledWorld is a still world with a worker that has a schedule.
type scheduledWorld struct {
	*still
	rt      *reprise.Runtime
	skipped []reprise.ScheduleSkipped
}

func (w *scheduledWorld) worker(t *testing.T, build string, bindings ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	cfg := w.cfg
	cfg.Build = build
	cfg.Observer = &reprise.Observer{ScheduleSkipped: func(e reprise.ScheduleSkipped) { w.skipped = append(w.skipped, e) }}
	rt, err := reprise.New(w.store, cfg, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.rt = rt
	return rt
}

// scheduled runs a test in a bubble whose time begins on 2 January 2026 at 03:04:05 UTC.
func scheduled(t *testing.T, test func(t *testing.T, w *scheduledWorld)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &scheduledWorld{still: newStill(t)}
		test(t, w)
		if w.rt != nil {
			if err := w.rt.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		}
	})
}

func (w *scheduledWorld) state(t *testing.T, id string) reprise.ScheduleState {
	t.Helper()
	s, err := reprise.DescribeSchedule(t.Context(), w.rt, id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fired returns the nominal times of the last runs, oldest first, without date.
func fired(s reprise.ScheduleState) string {
	var all []string
	for _, r := range slices.Backward(s.Last) {
		all = append(all, r.Nominal.Format("15:04"))
	}
	return strings.Join(all, " ")
}

// skips returns what was not fired, oldest first.
func skips(s reprise.ScheduleState) string {
	var all []string
	for _, skip := range slices.Backward(s.Skips) {
		text := skip.Reason + " " + skip.Nominal.Format("15:04")
		if skip.Count > 1 {
			text += fmt.Sprintf("-%s x%d", skip.Until.Format("15:04"), skip.Count)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func (w *scheduledWorld) want(t *testing.T, id, wantFired, wantSkips string) {
	t.Helper()
	if s := w.state(t, id); fired(s) != wantFired || skips(s) != wantSkips {
		t.Errorf("at %s fired are %q, want %q; skipped are %q, want %q", w.clock.Now().UTC().Format("15:04:05"), fired(s), wantFired, skips(s), wantSkips)
	}
}

func TestAScheduleFiresAtItsTimes(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		def := schedule.Define("daily", schedule.Cron("*/2 * * * *", "Europe/Berlin"), report, "daily")
		w.worker(t, "v1", report.Bind(reported), def)
		w.pass(56*time.Second - time.Millisecond)
		w.want(t, "daily", "", "")
		w.pass(time.Millisecond + 60*time.Second)
		w.want(t, "daily", "03:06", "")
		w.pass(3 * time.Minute)
		w.want(t, "daily", "03:06 03:08", "")
		s := w.state(t, "daily")
		if at := s.Last[0].At.Sub(s.Last[0].Nominal); at > 10*time.Millisecond {
			t.Errorf("fired %v late", at)
		}
		id := "daily@2026-01-02T03:08:00Z"
		if got, err := result(t, w.rt, report, id); err != nil || got != "daily of 2026-01-02T03:08:00Z" {
			t.Errorf("the run returned %q, %v", got, err)
		}
		if len(s.Next) != 10 || s.Next[0].Format("15:04") != "03:10" || s.Fired != 2 || s.Workflow != "report" || s.Build != "v1" || s.Last[0].WorkflowID != id {
			t.Errorf("it stands at %+v", s)
		}
	})
}

func TestTimesThatWereMissedAreMadeUpForAsThePolicySays(t *testing.T) {
	for _, c := range []struct {
		catchUp      schedule.CatchUp
		fired, skips string
	}{
		{schedule.CatchUp{}, "04:50", "missed 03:05-04:45 x21"},
		{schedule.AllWithin(12 * time.Minute), "04:45 04:50", "missed 03:05-04:40 x20"},
		{schedule.Nothing(), "", "missed 03:05-04:50 x22"},
	} {
		t.Run(c.catchUp.String(), func(t *testing.T) {
			scheduled(t, func(t *testing.T, w *scheduledWorld) {
				def := schedule.Define("often", schedule.Every(5*time.Minute), report, "", schedule.Policy{CatchUp: c.catchUp, Overlap: schedule.AllowAll})
				if err := w.worker(t, "v1", report.Bind(reported), def).Stop(t.Context()); err != nil {
					t.Fatal(err)
				}
				w.pass(110 * time.Minute) // to 04:54:05
				w.worker(t, "v1", report.Bind(reported), def)
				w.pass(2 * time.Second)
				w.want(t, "often", c.fired, c.skips)
				if len(w.skipped) != 1 || w.skipped[0].Schedule != "often" || w.skipped[0].Reason != "missed" {
					t.Errorf("the observer is told of %+v", w.skipped)
				}
				w.pass(time.Minute)
				w.want(t, "often", strings.TrimSpace(c.fired+" 04:55"), c.skips)
			})
		})
	}
}

func TestWhatOverlapsIsAsThePolicySays(t *testing.T) {
	for _, c := range []struct {
		overlap      schedule.Overlap
		fired, skips string // after three times
		then         string // after the first run has ended
	}{
		{schedule.Skip, "03:05", "overlap 03:06, overlap 03:07", "03:05"},
		{schedule.BufferOne, "03:05", "replaced 03:06", "03:05 03:07"},
		{schedule.AllowAll, "03:05 03:06 03:07", "", "03:05 03:06 03:07"},
		{schedule.CancelOther, "03:05 03:06 03:07", "", "03:05 03:06 03:07"},
	} {
		t.Run(c.overlap.String(), func(t *testing.T) {
			scheduled(t, func(t *testing.T, w *scheduledWorld) {
				w.worker(t, "v1", report.Bind(slowly), schedule.Define("often", schedule.Every(time.Minute), report, "", schedule.Policy{Overlap: c.overlap}))
				w.pass(2*time.Minute + 58*time.Second)
				w.want(t, "often", c.fired, c.skips)
				first := w.state(t, "often").Last
				err := reprise.Signal(t.Context(), w.rt, first[len(first)-1].RunID, finish, workflow.None{})
				if c.overlap == schedule.CancelOther {
					if !errors.Is(err, reprise.ErrClosed) {
						t.Errorf("the first run takes a signal: %v", err)
					}
				} else if err != nil {
					t.Error(err)
				}
				w.pass(1500 * time.Millisecond)
				w.want(t, "often", c.then, c.skips)
			})
		})
	}
}

func TestAPausedScheduleStandsStill(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		ctx := t.Context()
		def := schedule.Define("often", schedule.Every(time.Minute), report, "")
		w.worker(t, "v1", report.Bind(reported), def)
		if err := reprise.PauseSchedule(ctx, w.rt, "often", ann); err != nil {
			t.Fatal(err)
		}
		if err := reprise.PauseSchedule(ctx, w.rt, "often", reprise.By{Who: "bob", Why: "me too"}); err != nil {
			t.Fatal(err)
		}
		w.pass(3 * time.Minute)
		w.want(t, "often", "", "")
		if p := w.state(t, "often").Paused; p == nil || p.By != ann || !p.At.Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
			t.Errorf("it was paused by %+v", p)
		}
		if err := w.rt.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Fatal(err)
		}
		w.worker(t, "v2", report.Bind(reported), schedule.Define("often", schedule.Every(time.Minute), report, "other")) // it stays paused
		if w.state(t, "often").Paused == nil {
			t.Error("a deploy has resumed it")
		}
		if err := reprise.ResumeSchedule(ctx, w.rt, "often", ann); err != nil {
			t.Fatal(err)
		}
		w.pass(time.Minute)
		w.want(t, "often", "03:08", "paused 03:05-03:07 x3")
		if text := w.state(t, "often").Skips[0].Text; text != "resumed by ann: the auditors are here" {
			t.Errorf("the log says %q", text)
		}
	})
}

func TestAFailedRunPausesItsSchedule(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		w.worker(t, "v1", report.Bind(func(workflow.Context, string) (string, error) { return "", errors.New("no paper") }),
			schedule.Define("often", schedule.Every(time.Minute), report, "", schedule.Policy{PauseOnFailure: true}))
		w.pass(4 * time.Minute)
		w.want(t, "often", "03:05", "failed 03:06")
		if p := w.state(t, "often").Paused; p == nil || p.Who != "reprise" || !strings.Contains(p.Why, "often@2026-01-02T03:05:00Z") {
			t.Fatalf("it was paused by %+v", p)
		}
		if err := reprise.ResumeSchedule(t.Context(), w.rt, "often", ann); err != nil {
			t.Fatal(err)
		}
		w.pass(time.Minute)
		w.want(t, "often", "03:05 03:09", "failed 03:06, paused 03:07-03:08 x2")
	})
}

func TestTriggersAndBackfillsSayWhoAndWhy(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		ctx := t.Context()
		w.worker(t, "v1", report.Bind(reported), schedule.Define("hourly", schedule.Every(time.Hour), report, "hourly"))
		run, err := reprise.Trigger(ctx, w.rt, "hourly", ann)
		if err != nil {
			t.Fatal(err)
		}
		w.pass(time.Second)
		d, err := reprise.Describe(ctx, w.rt, run)
		if err != nil || d.Status != reprise.Completed || d.WorkflowID != "hourly@2026-01-02T03:04:05Z" {
			t.Errorf("triggered is %+v, %v", d, err)
		}
		events, err := w.rt.Inside().History(ctx, run)
		if err != nil {
			t.Fatal(err)
		}
		if h := events[0].Body.(*history.Started).Headers; h[reprise.HeaderScheduleWho] != "ann" || h[reprise.HeaderScheduleWhy] != ann.Why {
			t.Errorf("its headers are %v", h)
		}
		w.pass(time.Hour)
		day := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
		if n, err := reprise.Backfill(ctx, w.rt, "hourly", day, day.Add(4*time.Hour+time.Minute), ann); n != 4 || err != nil { // 04:00 was fired
			t.Errorf("%d started, %v", n, err)
		}
		w.pass(time.Second)
		if got, err := result(t, w.rt, report, "hourly@2026-01-02T02:00:00Z"); got != "hourly of 2026-01-02T02:00:00Z" || err != nil {
			t.Errorf("it returned %q, %v", got, err)
		}
		if n, err := reprise.Backfill(ctx, w.rt, "hourly", day, day.AddDate(1, 0, 0), ann); n != 0 || err == nil {
			t.Errorf("of a year %d were started, %v", n, err)
		}
		w.want(t, "hourly", "04:00", "")
	})
}

func TestWhatIsDeclaredIsPutByItsNewestBuild(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		restart := func(build, input string, s schedule.Spec) reprise.ScheduleState {
			t.Helper()
			if w.rt != nil {
				if err := w.rt.Stop(context.WithoutCancel(t.Context())); err != nil {
					t.Fatal(err)
				}
			}
			w.worker(t, build, report.Bind(reported), schedule.Define("often", s, report, input))
			return w.state(t, "often")
		}
		first := restart("v1", "a", schedule.Every(time.Minute))
		again := restart("v1", "a", schedule.Every(time.Minute))
		if first.Revision != again.Revision || !first.Next[0].Equal(again.Next[0]) {
			t.Errorf("put %+v, then %+v", first, again)
		}
		w.pass(56 * time.Second)
		second := restart("v2", "a", schedule.Every(time.Hour))
		if second.Revision == first.Revision || second.Build != "v2" || second.Next[0].Format("15:04") != "04:00" || second.Fired != 1 || !second.Created.Equal(first.Created) {
			t.Errorf("after a deploy it is %+v", second)
		}
		if old := restart("v1", "a", schedule.Every(time.Minute)); old.Build != "v2" || old.Revision != second.Revision {
			t.Errorf("an older build has put %+v", old)
		}
		if err := reprise.PutSchedule(t.Context(), w.rt, schedule.Define("often", schedule.Every(time.Minute), report, "a")); err != nil {
			t.Fatal(err)
		}
		if back := w.state(t, "often"); back.Build != "v1" || back.Revision != first.Revision {
			t.Errorf("put by hand it is %+v", back)
		}
	})
}

// Two builds have made the same declaration. Whichever of them restarts during the deploy of a third leaves the third
// one's alone.
func TestABuildThatDeclaredTheSameIsReplacedAsWell(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		for _, step := range []struct {
			build string
			every time.Duration
			want  string
		}{{"v1", time.Minute, "v1"}, {"v2", time.Minute, "v2"}, {"v1", time.Minute, "v2"}, {"v3", time.Hour, "v3"}, {"v2", time.Minute, "v3"}, {"v1", time.Minute, "v3"}, {"v3", time.Hour, "v3"}} {
			if w.rt != nil {
				if err := w.rt.Stop(context.WithoutCancel(t.Context())); err != nil {
					t.Fatal(err)
				}
			}
			w.worker(t, step.build, report.Bind(reported), schedule.Define("often", schedule.Every(step.every), report, ""))
			if s := w.state(t, "often"); s.Build != step.want {
				t.Errorf("after a start of %s it is that of %s, want %s", step.build, s.Build, step.want)
			}
		}
	})
}

func TestAPausedScheduleHasTheTimesThatCome(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		w.worker(t, "v1", report.Bind(reported), schedule.Define("often", schedule.Every(time.Minute), report, ""))
		if err := reprise.PauseSchedule(t.Context(), w.rt, "often", ann); err != nil {
			t.Fatal(err)
		}
		w.pass(5 * time.Hour)
		if s := w.state(t, "often"); !s.Next[0].Equal(time.Date(2026, 1, 2, 8, 5, 0, 0, time.UTC)) {
			t.Errorf("at %v the next times are %v", w.clock.Now().UTC(), s.Next)
		}
	})
}

func TestAScheduleOnAnUnknownQueueIsRefused(t *testing.T) {
	cfg := quiet()
	cfg.Queues = []reprise.Queue{{Name: "mail"}}
	rt, err := reprise.New(newMemory(), cfg, report.Bind(reported))
	if err != nil {
		t.Fatal(err)
	}
	err = reprise.PutSchedule(t.Context(), rt, schedule.Define("a", schedule.Every(time.Hour), report, "", schedule.Policy{Queue: "mial"}))
	if unknown := (*reprise.UnknownQueueError)(nil); !errors.As(err, &unknown) || unknown.Name != "mial" {
		t.Errorf("it is answered %v", err)
	}
}

func TestSchedulesAreListedAndDeleted(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		ctx := t.Context()
		w.worker(t, "v1", report.Bind(reported))
		for i := range 60 {
			if err := reprise.PutSchedule(ctx, w.rt, schedule.Define(fmt.Sprintf("s-%02d", i), schedule.Every(time.Hour), report, "")); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		for s, err := range reprise.Schedules(ctx, w.rt) {
			if err != nil || s.ID != fmt.Sprintf("s-%02d", n) {
				t.Fatalf("number %d is %q, %v", n, s.ID, err)
			}
			n++
		}
		if n != 60 {
			t.Errorf("%d are listed", n)
		}
		if err := reprise.DeleteSchedule(ctx, w.rt, "s-07"); err != nil {
			t.Fatal(err)
		}
		for what, err := range map[string]error{
			"delete":  reprise.DeleteSchedule(ctx, w.rt, "s-07"),
			"pause":   reprise.PauseSchedule(ctx, w.rt, "s-07", ann),
			"resume":  reprise.ResumeSchedule(ctx, w.rt, "s-07", ann),
			"trigger": func() error { _, err := reprise.Trigger(ctx, w.rt, "s-07", ann); return err }(),
		} {
			if !errors.Is(err, reprise.ErrNoSchedule) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if err := reprise.PauseSchedule(ctx, w.rt, "s-08", reprise.By{Who: "ann"}); !errors.Is(err, reprise.ErrNoReason) {
			t.Errorf("paused without a reason: %v", err)
		}
	})
}

func TestAWrongScheduleIsRefused(t *testing.T) {
	hourly := schedule.Every(time.Hour)
	for what, c := range map[string]struct {
		def  schedule.Def
		want string
	}{
		"no id":           {schedule.Define("", hourly, report, ""), `schedule "": its id is empty`},
		"a cron":          {schedule.Define("a", schedule.Cron("61 * * * *", "UTC"), report, ""), `schedule "a": cron "61 * * * *": minute 61 is above 59 (position 0)`},
		"no spec":         {schedule.Define("a", schedule.Spec{}, report, ""), "the spec is empty"},
		"no workflow":     {schedule.Define[string, string]("a", hourly, nil, ""), "the definition of the workflow is nil"},
		"an overlap":      {schedule.Define("a", hourly, report, "", schedule.Policy{Overlap: 9}), "Policy.Overlap is Overlap(9)"},
		"a catch-up":      {schedule.Define("a", hourly, report, "", schedule.Policy{CatchUp: schedule.AllWithin(0)}), "AllWithin(0s)"},
		"a jitter":        {schedule.Define("a", hourly, report, "", schedule.Policy{Jitter: -1}), "Policy.Jitter"},
		"times":           {schedule.Define("a", hourly, report, "", schedule.Policy{From: time.Unix(10, 0), Until: time.Unix(9, 0)}), "Policy.Until"},
		"an empty one":    {schedule.Def{}, "the schedule is empty"},
		"an own workflow": {schedule.Define("a", hourly, workflow.Define[string, string]("reprise.map"), ""), "reserved for Reprise"},
	} {
		rt, err := reprise.New(newMemory(), quiet())
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.PutSchedule(t.Context(), rt, c.def); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: put says %v, want %s", what, err, c.want)
		}
		if what == "an own workflow" {
			continue // reported at its start
		}
		if _, err := reprise.New(newMemory(), quiet(), report.Bind(reported), c.def); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: New says %v, want %s", what, err, c.want)
		}
	}
	if _, err := reprise.New(newMemory(), quiet(), schedule.Define("a", hourly, report, ""), schedule.Define("a", hourly, report, "b")); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("two of one id: %v", err)
	}
}

func TestAScheduleOfJobs(t *testing.T) {
	t.Run("plain", func(t *testing.T) { scheduleJobs(t) })
	t.Run("encrypted", func(t *testing.T) { scheduleJobs(t, codec.AESGCM(ringOf("k1"))) })
}

func scheduleJobs(t *testing.T, payloads ...codec.Transform) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		w.cfg.Payloads = payloads
		dirs := make(chan string, 3)
		sweep := activity.New("sweep", func(_ context.Context, dir string) (string, error) {
			dirs <- dir
			return "swept " + dir, nil
		})
		w.worker(t, "v1", sweep, schedule.DefineJob("often", schedule.Every(time.Minute), sweep, "/tmp"))
		w.pass(2 * time.Minute)
		w.want(t, "often", "03:05 03:06", "")
		if len(dirs) != 2 {
			t.Fatalf("%d jobs were done", len(dirs))
		}
		last := w.state(t, "often").Last[0]
		d, err := reprise.Describe(t.Context(), w.rt, last.RunID)
		if err != nil || d.Status != reprise.Completed || d.Workflow != "job:sweep" || <-dirs != "/tmp" {
			t.Errorf("the job is %+v, %v", d, err)
		}
		if _, err := reprise.Trigger(t.Context(), w.rt, "often", ann); err != nil {
			t.Error(err)
		}
		w.pass(time.Second)
		if len(dirs) != 2 {
			t.Errorf("%d jobs are left", len(dirs))
		}
	})
}

func TestATriggerInATransactionComesWithIt(t *testing.T) {
	scheduled(t, func(t *testing.T, w *scheduledWorld) {
		w.worker(t, "v1", report.Bind(reported), schedule.Define("hourly", schedule.Every(time.Hour), report, "hourly"))
		var run reprise.RunID
		err := memory.InTxFunc(t.Context(), w.rt, func(tx *reprise.Tx) (err error) {
			run, err = reprise.Trigger(t.Context(), tx, "hourly", ann)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		w.pass(2 * time.Second)
		if d, err := reprise.Describe(t.Context(), w.rt, run); err != nil || d.Status != reprise.Completed {
			t.Errorf("it is %+v, %v", d, err)
		}
	})
}
