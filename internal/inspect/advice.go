package inspect

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

// notes returns what else to know and to do about an open run.
func (l *Look) notes(f *Facts, v *Shown) (all []string) {
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	alive, _ := f.Alive()
	for i, x := range f.Amiss {
		if i == mostWaits {
			say("and %d more timers and activities", len(f.Amiss)-i)
			break
		}
		say("%s; %s", x.Text, x.Repair)
	}
	if v.Cancel != nil {
		say("it was asked to cancel%s, and has not ended yet", Because(v.Cancel.Reason))
	}
	switch v.State {
	case StateBlocked:
		all = append(all, l.blockNotes(f, alive)...)
	case StateGone:
		switch until := v.Worker.LeaseUntil; {
		case until == nil:
		case until.After(f.Now):
			say("the lease of %s ends in %s", v.Worker, Rounded(until.Sub(f.Now)))
		case alive > 0 && f.Now.Sub(*until) > overdueAfter:
			say("%s alive, and none has taken it over for %s: look at the workers' logs", IsAre(alive, "worker"), Rounded(f.Now.Sub(*until)))
		}
	case StateReady:
		switch idle := f.Now.Sub(f.readySince()); {
		case alive == 0:
		case f.Unserved != "":
			say("%s", f.Unserved)
		case f.halts(f.Queue):
		case idle > overdueAfter:
			say("%s alive, and none has taken it for %s: are all their slots in use? Look at the workers' logs", IsAre(alive, "worker"), Rounded(idle))
		}
	}
	for _, q := range f.Halted {
		if q.Paused != nil {
			say("queue %q is paused by %s (%s): none of its work begins until it is resumed", q.Name, q.Paused.Who, q.Paused.Why)
		} else {
			say("queue %q cools down after a throttled activity: its activities continue %s", q.Name, l.When(q.CoolUntil))
		}
	}
	all = append(all, heldNotes(l, f, v.Activities)...)
	if alive > 0 && !v.Paused() {
		free := slices.DeleteFunc(slices.Clone(v.Activities), func(x Activity) bool { return x.Unserved == "" && f.halts(x.Queue) })
		all = append(all, untaken(f.Namespace, free, alive)...)
	}
	for _, t := range v.Timers {
		if late := FromSeconds(-t.Seconds); alive > 0 && late > overdueAfter {
			say("timer %d is overdue by %s although %s alive: look at the workers' logs", t.Number, Rounded(late), IsAre(alive, "worker"))
			break
		}
	}
	if f.Disagrees != nil {
		say("replay with this program's code did not reach the present place of the run: %s", FirstLine(f.Disagrees.Error()))
	}
	if f.Events > history.WarnEvents {
		say("its history is long: each rebuild takes more time; consider ContinueAsNew")
	}
	if len(all) == 0 && alive > 0 && v.State == StateWaiting && f.wakesItself() {
		if slices.ContainsFunc(v.Activities, func(x Activity) bool { return x.LastError != nil }) {
			say("nothing to do here: the next attempt begins by itself, and fails until the cause of the last error is fixed")
		} else {
			say("nothing to do: it continues by itself")
		}
	}
	if f.Counted && alive == 0 { // last, as it is seldom the reason that this run does not continue
		say("no worker is alive: the run takes in nothing until one starts")
	}
	return all
}

// heldNotes returns which partitions keep activities from beginning, and until when.
func heldNotes(l *Look, f *Facts, activities []Activity) (all []string) {
	told := map[[2]string]bool{}
	for _, x := range activities {
		at := [2]string{x.Queue, x.Partition}
		p, most := f.heldBy(x.Queue, x.Partition)
		if x.State != Held || told[at] || p == nil {
			continue
		}
		told[at] = true
		what := fmt.Sprintf("partition %q of queue %q ", x.Partition, x.Queue)
		switch {
		case p.CoolUntil.After(f.Now):
			what += "cools down after a throttled activity: it continues " + l.When(p.CoolUntil)
		case !p.NextAt.IsZero():
			what += "has used its rate: the next of its activities begins " + l.When(p.NextAt)
		default:
			what += fmt.Sprintf("is full: %d of its activities run, as many as may run at once", most)
		}
		all = append(all, fmt.Sprintf("%s; %d of it wait", what, p.Ready))
	}
	return all
}

// untaken reports activities that are ready but that no worker takes, once for each name and queue.
func untaken(namespace string, activities []Activity, alive int) (all []string) {
	type kind struct{ name, queue, unserved string }
	longest, n := map[kind]time.Duration{}, map[kind]int{}
	var order []kind
	for _, x := range activities {
		idle, k := FromSeconds(-x.NextSeconds), kind{x.Name, x.Queue, x.Unserved}
		if x.State != Ready && x.State != Retrying || x.Unserved == "" && idle <= overdueAfter {
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
		all = append(all, fmt.Sprintf("%s alive, and none has taken %s for %s: does one serve queue %q in namespace %q and bind the activity? Or are all its slots in use, or is the queue at its limit?",
			IsAre(alive, "worker"), what, Rounded(longest[k]), k.queue, namespace))
	}
	return all
}

// wakesItself reports whether every wait of the run ends by itself.
func (f *Facts) wakesItself() bool {
	for _, w := range f.Waits {
		if !slices.ContainsFunc(w.For, func(x reprise.WaitFor) bool { return x.Kind == "timer" || x.Kind == "activity" }) ||
			slices.ContainsFunc(w.For, func(x reprise.WaitFor) bool { return x.Kind == "signal" }) {
			return false
		}
	}
	return len(f.Waits) > 0
}

// blockNotes returns what makes a blocked run continue.
func (l *Look) blockNotes(f *Facts, alive int) (all []string) {
	b := f.Blocked
	if b.Reason == store.ReasonPaused {
		return []string{"it makes no progress until it is unpaused"}
	}
	switch {
	case b.Reason == mismatch && f.Pin != "":
		all = append(all, fmt.Sprintf("it is pinned to build %s, and no other build may take it: repin it to a build whose code fits", f.Pin))
	case b.Reason == mismatch:
		all = append(all, f.fitting())
	}
	switch {
	case f.Pin != "":
	case b.Until.IsZero():
		all = append(all, "no worker takes it until it is resumed")
	case b.Until.After(f.Now):
		all = append(all, fmt.Sprintf("%s retries it in %s; a worker of another build may retry it at once", whoBlocked(b), Rounded(b.Until.Sub(f.Now))))
	default:
		all = append(all, whoBlocked(b)+" may retry it now, and so may a worker of another build")
	}
	if _, others := f.Alive(append([]string{b.Build}, b.Tried...)...); alive > 0 && others == 0 && !b.Until.IsZero() && f.Pin == "" {
		all = append(all, IsAre(alive, "worker")+" alive, and none of another build")
	}
	if b.Count > 1 {
		all = append(all, fmt.Sprintf("it was blocked %d times in a row", b.Count))
	}
	if b.Reason == mismatch && !f.Unbound {
		all = append(all, "replay runs the code of this program, which may differ from the workers' code")
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

// fitting says what a run needs after its code was changed incompatibly.
func (f *Facts) fitting() string {
	made := f.Build
	if made == f.Blocked.Build { // that build only handed over work under way
		made = f.Past.Build
	}
	if made == "" || made == f.Blocked.Build {
		return "deploy code that fits: a worker of the same build began this history, and the code was changed since, or is not deterministic"
	}
	return fmt.Sprintf("run a worker of build %s, which made this history, or deploy code that fits", made)
}

// readySince returns when the run became ready.
func (f *Facts) readySince() time.Time {
	if len(f.Inbox) > 0 && !f.Inbox[0].At.IsZero() {
		return f.Inbox[0].At
	}
	if f.Past.Last.IsZero() {
		return f.Created
	}
	return f.Past.Last
}

// advise returns the commands that may help, the most useful first.
func (l *Look) advise(f *Facts, v *Shown) []string {
	run := func(command string, more ...string) string {
		return l.Try(append([]string{"run", command, f.Name}, more...)...)
	}
	var all []string
	switch {
	case f.Status != store.Open:
		all = append(all, run("history", "--payloads"))
	case f.beyondHelp():
		all = append(all, run("terminate"))
	case v.State == StateBlocked:
		if !f.Unbound && f.Blocked.Reason == mismatch { // the same code would block it again
			all = append(all, l.Try("replay", "--run", f.Name))
		}
		if f.Pin != "" && f.Blocked.Reason == mismatch {
			all = append(all, run("repin", "BUILD", "--reason", "WHY"))
		}
		if f.Blocked.Reason == store.ReasonPaused {
			all = append(all, run("unpause", "--reason", "WHY"))
		} else {
			all = append(all, run("resume", "--reason", "WHY"))
		}
	}
	if f.Pin != "" && v.State == StateReady && f.Unserved != "" {
		all = append(all, run("repin", "BUILD", "--reason", "WHY"))
	}
	if (v.State == StateWaiting || v.State == StateRunning) && !f.beyondHelp() {
		all = append(all, l.signals(f)...)
	}
	for _, q := range f.Halted {
		if q.Paused != nil {
			all = append(all, l.Try("queue", "resume", q.Name, "--reason", "WHY"))
		}
	}
	if v.State == StateWaiting && len(v.Children) > 0 { // whose own reason why it does not continue is there
		all = append(all, l.Try("run", "show", v.Children[0].ID))
	}
	all = append(all, run("trace"))
	if f.Status == store.Open {
		all = append(all, run("history"))
	}
	idle := slices.ContainsFunc(v.Activities, func(x Activity) bool { return x.State == Ready })
	if idle || v.State == StateReady || v.State == StateGone || v.Alive != nil && *v.Alive == 0 {
		all = append(all, l.Try("worker", "list"))
	}
	long := slices.IndexFunc(v.Activities, func(x Activity) bool { return x.State == Ready && FromSeconds(-x.NextSeconds) > overdueAfter })
	if long >= 0 && v.Alive != nil && *v.Alive > 0 && !v.Paused() && !f.halts(v.Activities[long].Queue) {
		all = append(all, l.Try("queue", "show", v.Activities[long].Queue)) // it says if the queue is at its limit
	}
	if f.beyondHelp() || v.State == StateReady && v.Alive != nil && *v.Alive > 0 && f.Now.Sub(f.readySince()) > overdueAfter {
		all = append(all, l.Try("db", "doctor")) // it finds runs that no worker will ever claim
	}
	return all
}

// signals returns the commands that send the signals that the run waits for.
func (l *Look) signals(f *Facts) (all []string) {
	told := map[string]bool{}
	for _, w := range f.Waits {
		for _, x := range w.For {
			if x.Kind != "signal" || told[x.Name] {
				continue
			}
			told[x.Name] = true
			payload := "@payload.json"
			// A signal of the same name may carry something else in another program's workflow.
			if def, ok := l.RT.Inside().Signal(x.Name); ok && !f.Unbound && def.Example() != nil {
				payload = string(def.Example())
			}
			all = append(all, l.Try("run", "signal", f.Name, x.Name, payload))
		}
	}
	return all
}

func (l *Look) errorOf(err error) *Failure {
	var f *history.Failure
	if errors.As(err, &f) {
		return l.Failure(f)
	}
	return nil
}

// Because formats a reason to follow what it explains. It returns "" without a reason.
func Because(reason string) string {
	if reason == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", reason)
}

// IsAre returns "1 worker is" or "2 workers are".
func IsAre(n int, thing string) string {
	if n == 1 {
		return Count(n, thing) + " is"
	}
	return Count(n, thing) + " are"
}
