package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// overdueAfter is how long something may be ready, or overdue, before a person should
// wonder why no worker takes it.
const overdueAfter = 5 * time.Second

// notes are what else there is to know about an open run, and to do.
func (a *app) notes(f *facts, v *showJSON) (all []string) {
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	alive, _ := f.alive()
	for i, x := range f.amiss {
		if i == mostWaits {
			say("%d more timers and activities are like that", len(f.amiss)-i)
			break
		}
		say("%s; %s", x.Text, x.Repair)
	}
	if v.Cancel != nil {
		say("it was asked to cancel itself%s, and has not yet done so", because(v.Cancel.Reason))
	}
	switch v.State {
	case stateBlocked:
		all = append(all, a.blockNotes(f, alive)...)
	case stateGone:
		switch until := v.Worker.LeaseUntil; {
		case until == nil:
		case until.After(f.now):
			say("the lease of %s ends in %s", v.Worker, span(until.Sub(f.now)))
		case alive > 0 && f.now.Sub(*until) > overdueAfter:
			say("%s alive, and none has taken it over for %s: look at the workers' logs", isAre(alive, "worker"), span(f.now.Sub(*until)))
		}
	case stateReady:
		switch idle := f.now.Sub(f.readySince()); {
		case alive == 0:
		case f.Unserved != "":
			say("%s", f.Unserved)
		case f.halts(f.Queue):
		case idle > overdueAfter:
			say("%s alive, and none has taken it for %s: are all their slots in use? Look at the workers' logs", isAre(alive, "worker"), span(idle))
		}
	}
	for _, q := range f.halted {
		if q.Paused != nil {
			say("the queue %q is paused by %s (%s): nothing of it begins before it is resumed", q.Name, q.Paused.Who, q.Paused.Why)
		} else {
			say("the queue %q cools down, for an activity of it was throttled: its activities go on %s", q.Name, a.when(q.CoolUntil))
		}
	}
	if alive > 0 {
		free := slices.DeleteFunc(slices.Clone(v.Activities), func(x activityJSON) bool { return x.Unserved == "" && f.halts(x.Queue) })
		all = append(all, untaken(f.Namespace, free, alive)...)
	}
	for _, t := range v.Timers {
		if late := seconds(-t.Seconds); alive > 0 && late > overdueAfter {
			say("timer %d is overdue by %s although %s alive: look at the workers' logs", t.Number, span(late), isAre(alive, "worker"))
			break
		}
	}
	if f.disagrees != nil {
		say("the code of this program was not replayed to where the run stands: %s", firstLine(f.disagrees.Error()))
	}
	if f.Events > history.WarnEvents {
		say("its history is long: rebuilding it takes ever more time")
	}
	if len(all) == 0 && alive > 0 && v.State == stateWaiting && f.wakesItself() {
		if slices.ContainsFunc(v.Activities, func(x activityJSON) bool { return x.LastError != nil }) {
			say("nothing to type: the next attempt comes by itself; it fails until what the last error names is mended")
		} else {
			say("nothing to type: it goes on by itself")
		}
	}
	if f.counted && alive == 0 { // the last, for it is seldom why this one run does not go on
		say("no worker is alive: whatever comes for it is taken once a worker runs")
	}
	return all
}

// untaken tells of activities that are ready and not taken, once for each name and queue.
func untaken(namespace string, activities []activityJSON, alive int) (all []string) {
	type kind struct{ name, queue, unserved string }
	longest, n := map[kind]time.Duration{}, map[kind]int{}
	var order []kind
	for _, x := range activities {
		idle, k := seconds(-x.NextSeconds), kind{x.Name, x.Queue, x.Unserved}
		if x.State != attemptReady && x.State != attemptRetrying || x.Unserved == "" && idle <= overdueAfter {
			continue
		}
		if n[k]++; n[k] == 1 {
			order = append(order, k)
		}
		longest[k] = max(longest[k], idle)
	}
	for _, k := range order {
		what := "activity " + k.name
		if n[k] > 1 {
			what = fmt.Sprintf("%d activities %s", n[k], k.name)
		}
		if k.unserved != "" {
			all = append(all, what+": "+k.unserved)
			continue
		}
		all = append(all, fmt.Sprintf("%s alive, and none has taken %s for %s: does one serve queue %q in namespace %q and bind the activity, or are all its slots in use?",
			isAre(alive, "worker"), what, span(longest[k]), k.queue, namespace))
	}
	return all
}

// wakesItself reports whether every wait of the run ends without anybody's doing.
func (f *facts) wakesItself() bool {
	for _, w := range f.Waits {
		if !slices.ContainsFunc(w.For, func(x reprise.WaitFor) bool { return x.Kind == "timer" || x.Kind == "activity" }) ||
			slices.ContainsFunc(w.For, func(x reprise.WaitFor) bool { return x.Kind == "signal" }) {
			return false
		}
	}
	return len(f.Waits) > 0
}

// blockNotes say what makes a blocked run go on.
func (a *app) blockNotes(f *facts, alive int) (all []string) {
	b := f.Blocked
	if b.Reason == store.ReasonPaused {
		return []string{"it stands still until it is unpaused"}
	}
	switch {
	case b.Reason == "mismatch" && f.Pin != "":
		all = append(all, fmt.Sprintf("it is pinned to build %s, and no other takes it: repin it to a build whose code fits", f.Pin))
	case b.Reason == "mismatch":
		all = append(all, f.fitting())
	}
	switch {
	case f.Pin != "":
	case b.Until.IsZero():
		all = append(all, "no worker takes it until it is resumed")
	case b.Until.After(f.now):
		all = append(all, fmt.Sprintf("%s tries again in %s; one of another build at once", whoBlocked(b), span(b.Until.Sub(f.now))))
	default:
		all = append(all, whoBlocked(b)+" may try again now, and so may one of another build")
	}
	if _, others := f.alive(append([]string{b.Build}, b.Tried...)...); alive > 0 && others == 0 && !b.Until.IsZero() && f.Pin == "" {
		all = append(all, isAre(alive, "worker")+" alive, and none of another build")
	}
	if b.Count > 1 {
		all = append(all, fmt.Sprintf("it was blocked %d times in a row", b.Count))
	}
	if b.Reason == "mismatch" && !f.Unbound {
		all = append(all, "replay tries the code of this program, which need not be that of the workers")
	}
	return all
}

// whoBlocked names the builds that have blocked the run in a row.
func whoBlocked(b *store.Block) string {
	if len(b.Tried) < 2 {
		return "a worker of build " + b.Build + ", which blocked it,"
	}
	return "a worker of one of the builds " + strings.Join(b.Tried, ", ") + ", which blocked it,"
}

// fitting says what a run needs whose code was changed under it.
func (f *facts) fitting() string {
	made := f.Build
	if made == f.Blocked.Build { // it only handed over what was under way
		made = f.past.Build
	}
	if made == "" || made == f.Blocked.Build {
		return "deploy code that fits: a worker of the same build began this history, and the code was changed since, or is not deterministic"
	}
	return fmt.Sprintf("run a worker of build %s, which made this history, or deploy code that fits", made)
}

// readySince is since when a worker could have taken the run.
func (f *facts) readySince() time.Time {
	if len(f.Inbox) > 0 && !f.Inbox[0].At.IsZero() {
		return f.Inbox[0].At
	}
	if f.past.Last.IsZero() {
		return f.Created
	}
	return f.past.Last
}

// advise is what to type, the most useful first.
func (a *app) advise(f *facts, v *showJSON) []string {
	run := func(command string, more ...string) string {
		return a.try(append([]string{"run", command, f.name}, more...)...)
	}
	var all []string
	switch {
	case f.Status != store.Open:
		all = append(all, run("history", "--payloads"))
	case f.beyondHelp():
		all = append(all, run("terminate"))
	case v.State == stateBlocked:
		if !f.Unbound && f.Blocked.Reason == "mismatch" { // resumed by the same code it blocks again
			all = append(all, a.try("replay", "--run", f.name))
		}
		if f.Pin != "" && f.Blocked.Reason == "mismatch" {
			all = append(all, run("repin", "BUILD", "--reason", "WHY"))
		}
		if f.Blocked.Reason == store.ReasonPaused {
			all = append(all, run("unpause", "--reason", "WHY"))
		} else {
			all = append(all, run("resume"))
		}
	}
	if f.Pin != "" && v.State == stateReady && f.Unserved != "" {
		all = append(all, run("repin", "BUILD", "--reason", "WHY"))
	}
	if (v.State == stateWaiting || v.State == stateRunning) && !f.beyondHelp() {
		all = append(all, a.signals(f)...)
	}
	for _, q := range f.halted {
		if q.Paused != nil {
			all = append(all, a.try("queue", "resume", q.Name, "--reason", "WHY"))
		}
	}
	all = append(all, run("trace"))
	if f.Status == store.Open {
		all = append(all, run("history"))
	}
	idle := slices.ContainsFunc(v.Activities, func(x activityJSON) bool { return x.State == attemptReady })
	if idle || v.State == stateReady || v.State == stateGone || v.Alive != nil && *v.Alive == 0 {
		all = append(all, a.try("worker", "list"))
	}
	if f.beyondHelp() || v.State == stateReady && v.Alive != nil && *v.Alive > 0 && f.now.Sub(f.readySince()) > overdueAfter {
		all = append(all, a.try("db", "doctor")) // which finds a run that nobody will look at
	}
	return all
}

// signals are the commands that send what the run waits for.
func (a *app) signals(f *facts) (all []string) {
	told := map[string]bool{}
	for _, w := range f.Waits {
		for _, x := range w.For {
			if x.Kind != "signal" || told[x.Name] {
				continue
			}
			told[x.Name] = true
			payload := "@payload.json"
			// A signal of the same name may carry something else in another program's workflow.
			if def, ok := a.rt.Inside().Signal(x.Name); ok && !f.Unbound && def.Example() != nil {
				payload = string(def.Example())
			}
			all = append(all, a.try("run", "signal", f.name, x.Name, payload))
		}
	}
	return all
}

func (a *app) errorOf(err error) *failureJSON {
	var f *history.Failure
	if errors.As(err, &f) {
		return a.failure(f)
	}
	return nil
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", reason)
}

// isAre is "1 worker is" or "2 workers are".
func isAre(n int, thing string) string {
	if n == 1 {
		return count(n, thing) + " is"
	}
	return count(n, thing) + " are"
}
