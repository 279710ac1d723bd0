package demo

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
)

// progress shows how far the orders are: one line that changes on a terminal, a
// line now and then elsewhere. Its methods belong to one goroutine, but for the
// callbacks entry, closed and blocked.
type progress struct {
	out      io.Writer
	terminal bool
	total    int
	begun    time.Time

	begunOrders int // started, by this process or before
	doneBefore  int
	before      order.Summary // what earlier processes had charged
	done        atomic.Int64
	charged     atomic.Int64
	refunded    atomic.Int64
	repeated    atomic.Int64
	parked      atomic.Pointer[string] // the newest trouble, not yet shown

	look   func() (totals, error) // nil: there are no other processes
	looked time.Time
	all    totals    // as last looked at
	gone   time.Time // since when the database does not answer; zero: it does

	line string    // on the terminal now
	last time.Time // of the last plain line
	step int       // charges and ends of orders up to that line
}

func newProgress(out io.Writer, total int) *progress {
	p := &progress{out: out, total: total, begun: time.Now(), last: time.Now()}
	if f, ok := out.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// entry, closed and blocked are called on the engine's goroutines.
func (p *progress) entry(e order.Entry) {
	switch {
	case e.What == order.Applied:
		p.charged.Add(1)
	case e.What == order.Repeated:
		p.repeated.Add(1)
	case e.What == order.Refunded && e.Amount > 0:
		p.refunded.Add(1)
	}
}

func (p *progress) closed(reprise.RunClosed) { p.done.Add(1) }

func (p *progress) blocked(run reprise.RunBlocked) {
	note := fmt.Sprintf("run %s is parked (%s): %s", run.RunID, run.Reason, run.Text)
	p.parked.Store(&note)
}

// started counts an order that has been started or, with done, had its end before.
func (p *progress) started(done bool) {
	p.begunOrders++
	if done {
		p.doneBefore++
		return
	}
	p.draw()
}

// wait lets time pass, but not the progress line stand still.
func (p *progress) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	p.draw()
}

// draw shows the present state.
func (p *progress) draw() {
	if note := p.parked.Swap(nil); note != nil {
		p.say("%s\n", *note)
	}
	p.others()
	all, ledger := p.all, p.all.ledger
	done, begun := max(p.doneBefore+int(p.done.Load()), all.done), max(p.begunOrders, all.started)
	text := fmt.Sprintf("%d/%d done, %d at work, %d charged, %d refunded, %d repeated", done, p.total, max(0, begun-done),
		max(p.before.Applied+int(p.charged.Load()), ledger.Applied), max(p.before.Refunded+int(p.refunded.Load()), ledger.Refunded),
		max(p.before.Repeated+int(p.repeated.Load()), ledger.Repeated))
	if p.terminal {
		const width = 10 // with it the line fits into 80 columns
		full := width * done / max(p.total, 1)
		line := fmt.Sprintf("[%s%s] %s", strings.Repeat("#", full), strings.Repeat(".", width-full), text)
		if line != p.line {
			fmt.Fprintf(p.out, "\r\x1b[K%s", line)
			p.line = line
		}
		return
	}
	// Elsewhere than on a terminal: at each fiftieth of the work, and once a second.
	step := max(int(p.done.Load()+p.charged.Load()), all.done+ledger.Applied)
	now := time.Now()
	if step-p.step < max(p.total/25, 1) && now.Sub(p.last) < time.Second {
		return
	}
	p.step, p.last = step, now
	fmt.Fprintf(p.out, "%5.1f s: %s\n", time.Since(p.begun).Seconds(), text)
}

// others looks now and then at what other processes have done.
func (p *progress) others() {
	if p.look == nil || time.Since(p.looked) < lookPause {
		return
	}
	t, err := p.look()
	p.looked = time.Now()
	switch {
	case err == nil:
		p.all = t
		p.back()
	case passes(err):
		p.away(err)
	}
}

// clear removes the progress line.
func (p *progress) clear() {
	if p.line != "" {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.line = ""
	}
}

// say prints text in place of the progress line.
func (p *progress) say(format string, args ...any) {
	p.clear()
	fmt.Fprintf(p.out, format, args...)
}
