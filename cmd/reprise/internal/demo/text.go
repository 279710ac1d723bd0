package demo

import (
	"fmt"
	"os"
	"strings"

	"github.com/reprise-run/reprise/samples/order"
)

// begin says what is about to happen and how to disturb it.
func (p *progress) begin(o Options, f found, ledger []order.Entry) {
	p.before = order.Summarise(ledger)
	pid := os.Getpid()
	if !o.paced() {
		p.say("process %d: %d orders on %s, %d done and %d open from before\n", pid, p.total, o.shown(), f.done, f.open)
		return
	}
	from := ""
	if o.Orders != "" {
		from = " from " + o.Orders
	}
	p.say("%d orders%s, on %s.\n", p.total, from, o.shown())
	if f.open+f.done > 0 {
		p.say("Continuing: %d done, %s%d still to start.\n", f.done, f.text(lastGone(p.before.Processes)), p.total-f.open-f.done)
	}
	p.say("This is process %d. Kill it whenever you like:\n\n    kill -9 %d\n\nand type this again: it continues. (Ctrl-C stops it cleanly.)\n\n    %s\n\n", pid, pid, command(o))
}

// summary says how it ended, for a person.
func (p *progress) summary(o Options, r Report, ledger order.Summary, kept map[string]bool, first string) {
	if unfinished := p.total - r.ended(); unfinished > 0 {
		p.say("Stopped before %d of %d orders had ended. Nothing is lost; to continue:\n\n    %s\n\n", unfinished, p.total, command(o))
	}
	p.say("%4d orders completed: charged and shipped\n", r.Completed)
	p.say("%4d compensated: everything done was undone; charged and refunded: %d\n", r.Compensated, r.refunded)
	p.say("%4d failed with nothing to undo\n", r.Failed)
	if r.Waiting > 0 {
		p.say("%4d still open\n", r.Waiting)
	}
	p.say("\nThe card company says (%s):\n", o.ledger())
	for _, process := range ledger.Processes {
		p.say("  process %-7d %s%s\n", process.PID, deeds(process), survived(process, kept, running(process.PID)))
	}
	p.say("\n%s applied, %d recorded in the histories; orders charged twice: %d; recorded charges that the ledger does not know: %d.\n",
		count(r.ChargesApplied, "charge"), r.ChargesRecorded, r.twice, r.unknown)
	if r.Waiting > 0 && r.unrecorded() > 0 {
		p.say("Not recorded yet: %d. Their activities were interrupted, and will retry with the same key, which moves no money.\n", r.unrecorded())
	}
	if r.RecoveredRuns > 0 {
		p.say("This process took over %s that had been left in the middle, the first %s, and replayed %s to find their place.\n",
			count(r.RecoveredRuns, "order"), first, count(r.ReplayedEvents, "event"))
	}
}

func deeds(p order.Process) string {
	text := count(p.Applied, "charge")
	if p.Repeated > 0 {
		text += ", " + count(p.Repeated, "repeated request") + " ignored"
	}
	if p.Refunded > 0 {
		text += ", " + count(p.Refunded, "refund")
	}
	return text
}

// text says who has the open orders; gone is the process that died last.
func (f found) text(gone int) string {
	text := ""
	if f.held > 0 {
		by := ""
		if gone > 0 {
			by = fmt.Sprintf(" by process %d", gone)
		}
		text += fmt.Sprintf("%d left in the middle%s, ", f.held, by)
	}
	if f.busy > 0 {
		text += fmt.Sprintf("%d at work in process %s, ", f.busy, strings.Trim(fmt.Sprint(f.worked), "[]"))
	}
	if idle := f.open - f.held - f.busy; idle > 0 {
		text += fmt.Sprintf("%d waiting or handed over, ", idle)
	}
	return text
}

// survived says how many charges of another process, which may be gone, are in the
// histories.
func survived(p order.Process, kept map[string]bool, alive bool) string {
	if p.PID == os.Getpid() || p.Applied == 0 {
		return ""
	}
	n := 0
	for _, key := range p.Keys {
		if kept[key] {
			n++
		}
	}
	if alive {
		return fmt.Sprintf("; it is at work, %d of its charges are recorded", n)
	}
	if n == p.Applied {
		return "; it is gone, all of its charges survived it"
	}
	return fmt.Sprintf("; it is gone, %d of its charges survived it, %d will be retried", n, p.Applied-n)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
