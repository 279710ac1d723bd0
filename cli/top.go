package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	flags "github.com/urfave/cli/v3"
	"golang.org/x/term"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

const (
	leastEvery = 100 * time.Millisecond
	asking     = 4   // it rests at least this many times as long as the queries took, to be no burden where they are expensive
	looked     = 200 // how many runs of each kind are examined
	screen     = 24  // lines, if the height is unknown
	mostRows   = 4   // of queues, and of workers
)

// top is a screen that is drawn anew.
type top struct {
	*app
	frame
	more string          // what is wrong
	quit <-chan struct{} // see quits
}

// frame is what top shows at one moment.
type frame struct {
	blocked, open inspect.List
	retrying      inspect.ActivityList
	queues        []inspect.Queue
	workers       []inspect.Worker
	uncounted     bool // the store cannot list its workers
}

func topCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "top", Usage: "watch the queues, the workers, and the runs that make no progress",
		Description: "It redraws the screen until q and Enter, or Ctrl-C. If the output is not a terminal, it writes one screen after\n" +
			"the other, as text. It waits at least four times as long as the store took to answer.",
		Flags: []flags.Flag{
			&timeFlag{Name: "every", Usage: "draw it every `TIME`, at least 100ms", Value: time.Second},
			&flags.BoolFlag{Name: "once", Usage: "draw it once, and exit"},
		},
		Action: a.action(watch),
	}
}

// watch draws the screen until it is told to end.
func watch(ctx context.Context, a *app, c *flags.Command) error {
	switch {
	case a.root.IsSet("output") && a.output != "table":
		return wrongLine("top has text only: queue list, worker list and run list have JSON", a.try("queue", "list"))
	case c.Duration("every") < leastEvery:
		return wrongLine(fmt.Sprintf("--every takes %v or more, not %v", leastEvery, c.Duration("every")), a.again(c, "every", ""))
	}
	if _, err := a.answers(ctx, c); err != nil {
		return err
	}
	t := top{app: a}
	begun, since := a.AsOf, time.Now() // the store's clock advances like this one
	f, err := t.look(ctx)
	if err != nil {
		return err
	}
	t.frame = f
	if c.Bool("once") {
		return t.draw()
	}
	for t.quit = quits(a.Stdin); ; {
		if err := t.draw(); err != nil {
			return err
		}
		rest := time.NewTimer(max(c.Duration("every"), asking*(time.Since(since)-a.AsOf.Sub(begun))))
		select {
		case <-rest.C:
		case <-t.quit:
			return nil
		case <-ctx.Done():
			return nil
		}
		a.AsOf = begun.Add(time.Since(since))
		next, err := t.look(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil: // it may be back soon; until then the last answers are better than none
			t.more = "not refreshed: " + inspect.FirstLine(err.Error())
		default:
			t.frame, t.more = next, ""
		}
	}
}

// look queries what a frame shows.
func (t *top) look(ctx context.Context) (f frame, err error) {
	if f.blocked, err = t.from.List(ctx, reprise.Filter{Blocked: true, Limit: looked}); err != nil {
		return f, err
	}
	if f.open, err = t.from.List(ctx, reprise.Filter{Status: []reprise.Status{reprise.Open}, Limit: looked}); err != nil {
		return f, err
	}
	if f.retrying, err = t.from.ListActivities(ctx, reprise.ActivityFilter{Status: reprise.ActivityRetrying, Limit: looked}); err != nil {
		return f, err
	}
	if f.queues, err = t.from.Queues(ctx); err != nil {
		return f, err
	}
	if f.workers, err = t.from.Workers(ctx); errors.Is(err, errors.ErrUnsupported) {
		f.uncounted, err = true, nil
	}
	f.workers = slices.DeleteFunc(f.workers, func(w inspect.Worker) bool { // a store lists those of all namespaces
		return w.Dead || w.Namespace != "" && w.Namespace != t.namespace
	})
	return f, err
}

// quits returns a channel that is closed once a person types q and Enter, or ends the input;
// nil if nobody can.
func quits(stdin io.Reader) <-chan struct{} {
	in, ok := stdin.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	quit := make(chan struct{})
	go func() { // the frames do not wait for it
		defer close(quit)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			if strings.TrimSpace(lines.Text()) == "q" {
				return
			}
		}
	}()
	return quit
}

// draw writes the frame. On a terminal it overwrites the previous one, and leaves out what does not fit.
func (t *top) draw() error {
	height := screen
	out, terminal := t.Stdout.(*os.File)
	if terminal = terminal && term.IsTerminal(int(out.Fd())); terminal {
		if w, h, err := term.GetSize(int(out.Fd())); err == nil && w > 0 && h > 0 { // its size may have changed
			t.width, height = w, h
		}
	}
	var text bytes.Buffer
	p := &page{w: &text, color: t.color, width: t.width}
	t.summary(p)
	t.queueRows(p)
	t.workerRows(p)
	t.runRows(p, height-1-bytes.Count(text.Bytes(), []byte("\n")))
	all := append(text.Bytes(), '\n')
	if terminal { // from the top, without wrapping, and clearing what is left of the last frame
		lines := bytes.ReplaceAll(firstLines(text.Bytes(), height-1), []byte("\n"), []byte("\x1b[K\n"))
		all = slices.Concat([]byte("\x1b[H\x1b[?7l"), lines, []byte("\x1b[J\x1b[?7h"))
	}
	p = t.page()
	p.write(string(all))
	return p.flush()
}

// firstLines returns as many lines as a low terminal can show, at least one: more would push out the head.
func firstLines(text []byte, n int) []byte {
	end := 0
	for range max(1, n) {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	return text[:end]
}

// summary writes what to look at first, in three numbers.
func (t *top) summary(p *page) {
	now := t.AsOf.UTC().Format("2006-01-02 15:04:05Z")
	if t.Times == "local" {
		now = inspect.InZone(t.AsOf)
	}
	p.line(cell{t.Name + " top", bold}, cell{fmt.Sprintf("  namespace %s  %s", t.namespace, now), plain})
	number := func(n int, capped bool, bad style) cell {
		switch {
		case capped:
			return cell{fmt.Sprint(n, "+"), bad}
		case n > 0:
			return cell{fmt.Sprint(n), bad}
		}
		return cell{"0", green}
	}
	blocked := slices.DeleteFunc(slices.Clone(t.blocked.Runs), paused)
	retrying, capped := 0, false
	for _, q := range t.queues {
		retrying, capped = retrying+q.Retrying, capped || q.Capped && q.Retrying >= store.MostCounted
	}
	oldest := cell{"-", green}
	if q := inspect.OldestReady(t.queues); q.OldestReady != nil {
		oldest = cell{t.age(*q.OldestReady) + " in " + q.Name, yellow}
	}
	last := cell{"", dim}
	switch {
	case t.more != "":
		last = cell{"   " + t.more, red}
	case t.quit != nil:
		last.text = "   q and Enter ends"
	}
	p.line(cell{"blocked ", plain}, number(len(blocked), t.blocked.Next != "", red), cell{"   retrying ", plain}, number(retrying, capped, yellow),
		cell{"   oldest ready ", plain}, oldest, last)
}

// age formats how long ago something was.
func (t *top) age(of time.Time) string { return inspect.Rounded(t.AsOf.Sub(of)) }

// queueRows writes the queues in which most waits.
func (t *top) queueRows(p *page) {
	all := slices.Clone(t.queues)
	slices.SortStableFunc(all, func(x, y inspect.Queue) int {
		return cmp.Or(cmp.Compare(y.Ready, x.Ready), cmp.Compare(y.Running+y.Owned, x.Running+x.Owned))
	})
	var rows [][]cell
	for _, q := range all {
		state, oldest := cell{"", plain}, "-"
		switch {
		case q.Paused != nil:
			state = cell{"paused", yellow}
		case q.CoolingUntil != nil:
			state = cell{"cooling", yellow}
		case q.AtLimit:
			state = cell{"at limit", yellow}
		}
		if q.OldestReady != nil {
			oldest = t.age(*q.OldestReady)
		}
		rows = append(rows, []cell{cell{q.Name, bold}.cut(24), {counted(q, q.Ready), plain}, {counted(q, q.Running), plain}, {counted(q, q.Owned), plain},
			{counted(q, q.Retrying), plain}, {oldest, plain}, {fmt.Sprint(q.Slots), plain}, state})
	}
	section(p, []string{"QUEUE", "READY", "RUNNING", "OWNED", "RETRYING", "OLDEST", "SLOTS", "STATE"}, rows, mostRows, "no queue has work, and no worker serves one")
}

func (t *top) workerRows(p *page) {
	none := "no worker is running, so no run continues: start your program"
	if t.uncounted {
		none = "this store cannot list workers"
	}
	var rows [][]cell
	for _, w := range t.workers {
		rows = append(rows, []cell{{w.ShortID(), bold}, workerState(w), {fmt.Sprintf("%d of %d", w.Slots-w.Free, w.Slots), plain}, {fmt.Sprint(w.Runs), plain}, {fmt.Sprint(w.Activities), plain},
			cell{w.Build, plain}.cut(12), {w.Host, plain}})
	}
	section(p, []string{"WORKER", "STATE", "SLOTS", "RUNS", "ACTIVITIES", "BUILD", "HOST"}, rows, mostRows, none)
}

// section writes a table below an empty line, with at most most rows: the last one says how many are not shown.
func section(p *page, heads []string, rows [][]cell, most int, none string) {
	p.say("")
	if len(rows) == 0 {
		p.say("%s", none)
		return
	}
	more := len(rows) - most
	if more > 0 {
		rows = rows[:max(0, most-1)]
		more++
	}
	p.table(heads, rows)
	if more > 0 {
		p.line(cell{fmt.Sprintf("and %d more", more), dim})
	}
}

// paused reports whether somebody paused the run.
func paused(r inspect.ListedRun) bool {
	return r.Blocked != nil && r.Blocked.Reason == store.ReasonPaused
}

// runRows writes the blocked runs, then those that retry, then the others, those first that have stood still longest.
func (t *top) runRows(p *page, room int) {
	type row struct {
		rank  int
		since time.Time
		cells []cell
	}
	var all []row
	told := map[string]bool{}
	add := func(rank int, id, run string, since *time.Time, state cell, what string) {
		if told[run] || since == nil {
			return
		}
		told[run] = true
		all = append(all, row{rank, *since, []cell{cell{id, bold}.cut(30), state, {t.age(*since), plain}, {what, plain}}})
	}
	for _, r := range t.blocked.Runs {
		if !paused(r) {
			add(0, r.ID, r.RunID, r.Since, state(r.Run), t.brief(r))
		}
	}
	for _, x := range t.retrying.Activities {
		what := fmt.Sprintf("%s, attempt %d, %s", x.Name, x.Attempt, t.ActivityState(x.Activity))
		if x.LastError != nil {
			what += ": " + inspect.ErrorLine(x.LastError)
		}
		add(1, x.ID, x.RunID, x.Scheduled, cell{"retrying", yellow}, what)
	}
	for _, r := range t.open.Runs {
		how := cell{"waiting", plain}
		switch {
		case paused(r):
			how = cell{"paused", yellow}
		case r.Blocked != nil || r.Quarantined:
			how = state(r.Run)
		case r.Owner != "":
			how = cell{"running", green}
		case len(r.Waits) == 0: // ready for a worker to take
			how = cell{"ready", cyan}
		}
		add(2, r.ID, r.RunID, r.Since, how, t.brief(r))
	}
	slices.SortStableFunc(all, func(x, y row) int { return cmp.Or(cmp.Compare(x.rank, y.rank), x.since.Compare(y.since)) })
	rows := make([][]cell, len(all))
	for i, r := range all {
		rows[i] = r.cells
	}
	heads := []string{"RUN", "STATE", "SINCE", "WAITING FOR, OR REASON"}
	if !t.open.Complete {
		heads[0] = fmt.Sprintf("RUN (of the newest %d)", looked)
	}
	if room > 3 { // an empty line, the heads, two rows
		section(p, heads, rows, room-2, "no run is open")
	}
}
