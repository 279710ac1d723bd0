package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/reprise-run/reprise/internal/doctor"
)

// progress is a line on the terminal of someone who waits for something slow. It is silent if
// nobody watches.
type progress struct {
	w     io.Writer // nil: nobody watches
	next  time.Time // when to write the line again
	shown bool
	part  string // the part that the line names
}

const (
	progressAfter = 2 * time.Second
	progressEvery = 200 * time.Millisecond
)

func newProgress(a *app) *progress {
	p := &progress{next: time.Now().Add(progressAfter)}
	if f, ok := a.Stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.w = f
	}
	return p
}

// examined shows the progress of an examination.
func (p *progress) examined(part string, r doctor.Report) {
	begins := p.shown && part != p.part
	if p.w == nil || !begins && time.Now().Before(p.next) {
		return
	}
	p.part = part
	var all int64
	for _, n := range r.Info.Runs {
		all += n
	}
	p.next, p.shown = time.Now().Add(progressEvery), true
	fmt.Fprintf(p.w, "\r\x1b[K%s: %s of %s runs, %s events", part, grouped(r.Runs), grouped(max(all, r.Runs)), grouped(r.Events))
}

// clear removes the line.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
