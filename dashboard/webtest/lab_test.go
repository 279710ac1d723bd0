package webtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// What the plays run beside the orders of the shop.
var (
	goAhead  = workflow.DefineSignal[string]("approve")
	other    = workflow.DefineSignal[string]("refuse")
	ledger   = activity.Define[int, int]("ledger")
	gateway  = activity.Define[string, string]("gateway", activity.Policy{Retry: activity.RetryPolicy{InitialInterval: 10 * time.Minute, MaxInterval: 10 * time.Minute}})
	fickle   = workflow.Define[int, int]("fickle")
	awaiting = workflow.New("awaiting", func(ctx workflow.Context, on string) (string, error) {
		if on == "refuse" {
			return workflow.Receive(ctx, other)
		}
		return workflow.Receive(ctx, goAhead)
	})
	paying = workflow.New("paying", func(ctx workflow.Context, how string) (string, error) {
		return workflow.Execute(ctx, gateway, how).Get(ctx)
	})
	trip = workflow.New("trip", func(ctx workflow.Context, nights int) (int, error) {
		for day := range 6 {
			if day == 3 {
				if err := workflow.Sleep(ctx, time.Duration(nights)*24*time.Hour); err != nil {
					return 0, err
				}
			}
			if _, err := workflow.Execute(ctx, ledger, day).Get(ctx); err != nil {
				return 0, err
			}
		}
		return nights, nil
	})
	twofold = workflow.New("twofold", func(ctx workflow.Context, _ int) (string, error) {
		late := workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
			return "late", workflow.Sleep(ctx, 7*24*time.Hour) // the coroutine waits here
		})
		if _, err := workflow.Receive(ctx, goAhead); err != nil { // the workflow waits here
			return "", err
		}
		return late.Get(ctx)
	})
	talking = workflow.New("talking", func(ctx workflow.Context, n int) (int, error) {
		workflow.Logger(ctx).Info("it begins", "n", n)
		if _, err := workflow.Receive(ctx, goAhead); err != nil {
			return 0, err
		}
		workflow.Logger(ctx).Warn("it may go on", "n", n+1)
		_, err := workflow.Receive(ctx, other)
		return n, err
	})
	carrying = workflow.New("carrying", func(ctx workflow.Context, in carried) (carried, error) {
		_, err := workflow.Receive(ctx, goAhead)
		return in, err
	})
	counting = workflow.New("counting", func(ctx workflow.Context, n int) (int, error) {
		for i := range n {
			name := "tick"
			if i == n-2 {
				name = "needle"
			}
			if _, err := workflow.SideEffect(ctx, func() (string, error) { return name, nil }); err != nil {
				return 0, err
			}
			if i%5000 == 4999 {
				if err := workflow.Sleep(ctx, time.Millisecond); err != nil {
					return 0, err
				}
			}
		}
		return n, nil
	})
)

// carried is the input of a run of carrying.
type carried struct {
	Text  string  `json:"text"`
	Count int64   `json:"count"`
	Rate  float64 `json:"rate"`
}

// bank is the other side that the gateway calls.
type bank struct {
	mu struct {
		sync.Mutex
		open bool
		held chan struct{}       // the bank answers when held is closed; nil: at once
		by   map[string][]string // attempts and idempotency keys that it was asked with, by what it was asked
	}
}

// set opens the bank, or closes it.
func (b *bank) set(open bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mu.open = open
}

// hold stops the bank from answering until the channel is closed.
func (b *bank) hold() chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mu.held = make(chan struct{})
	return b.mu.held
}

// asked returns the attempts that have asked for this, with their idempotency keys.
func (b *bank) asked(what string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mu.by[what]
}

func (b *bank) ask(ctx context.Context, what string) (string, error) {
	b.mu.Lock()
	i := activity.GetInfo(ctx)
	if b.mu.by == nil {
		b.mu.by = map[string][]string{}
	}
	b.mu.by[what] = append(b.mu.by[what], fmt.Sprintf("%d %s", i.Attempt, i.IdempotencyKey))
	open, held := b.mu.open, b.mu.held
	b.mu.Unlock()
	if held != nil {
		<-held
	}
	if !open {
		return "", failure.New("gateway_down", what)
	}
	return "paid", nil
}

// shifted is the machine's clock, set forward or back.
type shifted struct {
	timer.Clock
	by atomic.Int64
}

func (s *shifted) Now() time.Time { return s.Clock.Now().Add(time.Duration(s.by.Load())) }

// lab is a store with a worker for these workflows.
type lab struct {
	t     TB
	store store.Store
	clock *shifted
	bank  bank
	loops chan struct{} // fickle does nothing until it is closed; nil: it does something
	wrong atomic.Bool   // fickle has code that no history of it fits
	rt    *reprise.Runtime
}

// newLab returns a lab in memory whose clock starts past ago. It lasts as long as the test.
func newLab(t TB, ago time.Duration) *lab {
	t.Helper()
	clock := &shifted{Clock: timer.System()}
	clock.by.Store(int64(-ago))
	l := labOn(t, memory.New(memory.Options{Clock: clock}))
	l.clock = clock
	return l
}

// labOn returns a lab on a store, which is closed when the test ends.
func labOn(t TB, st interface {
	store.Store
	Close() error
}) *lab {
	t.Helper()
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return &lab{t: t, store: st, clock: &shifted{Clock: timer.System()}}
}

// inFile returns a new SQLite store.
func inFile(t TB) *sqlite.Store {
	t.Helper()
	st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "lab.db"), sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return st
}

// works has a worker do what there is to do. The func that it returns stops it.
func (l *lab) works(c reprise.Config) (stop func()) {
	l.t.Helper()
	l.knows(c)
	if err := l.rt.Start(l.t.Context()); err != nil {
		l.t.Fatalf("%v", err)
	}
	rt := l.rt
	stop = sync.OnceFunc(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
		defer cancel()
		if err := rt.Stop(ctx); err != nil {
			l.t.Errorf("%v", err)
		}
	})
	l.t.Cleanup(stop)
	return stop
}

// knows adds a program that has the code and no worker.
func (l *lab) knows(c reprise.Config) {
	l.t.Helper()
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	rt, err := reprise.New(l.store, c, awaiting, paying, trip, twofold, talking, carrying, counting, gateway.Bind(l.bank.ask), fickle.Bind(l.wavers), goAhead, other,
		ledger.Bind(func(ctx context.Context, n int) (int, error) {
			timer.Pause(timer.System(), 50*time.Millisecond, ctx.Done()) // a step takes its time
			return n, ctx.Err()
		}))
	if err != nil {
		l.t.Fatalf("%v", err)
	}
	l.rt = rt
}

// page serves the dashboard over the lab. It returns the URL of the page.
func (l *lab) page(o httpapi.Options) string {
	l.t.Helper()
	o.Logger = slog.New(slog.DiscardHandler)
	if o.Authorize == nil {
		o.Unprotected = true
	}
	h, err := dashboard.New(l.rt, dashboard.Options{API: o})
	if err != nil {
		l.t.Fatalf("%v", err)
	}
	return Serve(l.t, h, "/ops")
}

// starts a run. It returns its run id.
func starts[In, Out any](l *lab, w workflow.Definition[In, Out], id string, in In) string {
	l.t.Helper()
	run, err := reprise.Start(l.t.Context(), l.rt, w, in, reprise.ID(id))
	if err != nil {
		l.t.Fatalf("start %s: %v", id, err)
	}
	return run.RunID().String()
}

// until waits until a run is in the wanted state.
func (l *lab) until(id string, is func(reprise.Description) bool) reprise.Description {
	l.t.Helper()
	return until(l.t, l.rt, id, is)
}

func until(t TB, rt *reprise.Runtime, id string, is func(reprise.Description) bool) reprise.Description {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), stepWithin)
	defer cancel()
	look := time.NewTicker(lookSoon)
	defer look.Stop()
	for {
		d, err := reprise.Describe(ctx, rt, id)
		if err == nil && is(d) {
			return d
		}
		if err != nil && !errors.Is(err, reprise.ErrNotFound) {
			t.Fatalf("%s: %v (last: %+v)", id, err, d)
		}
		<-look.C
	}
}

// wavers is the code of fickle.
func (l *lab) wavers(ctx workflow.Context, n int) (int, error) {
	if l.loops != nil {
		<-l.loops
	}
	n, err := workflow.Execute(ctx, ledger, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	if l.wrong.Load() {
		return workflow.SideEffect(ctx, func() (int, error) { return n, nil })
	}
	_, err = workflow.Receive(ctx, goAhead)
	return n, err
}

func parked(d reprise.Description) bool {
	return d.Owner == store.WorkerID{} && d.Status == reprise.Open
}
func over(d reprise.Description) bool { return d.Status != reprise.Open }

// Statement 7: two chips find the runs that have waited for the approval for more than an hour, correctly among two hundred
// runs.
func TestWhoWaitsForWhatSinceWhen(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 3*time.Hour)
	want := 0
	for _, old := range []bool{true, false} {
		stop := l.works(reprise.Config{})
		var ids []string
		for n := range 100 {
			id, on := fmt.Sprintf("new-%d", n), "approve"
			if old {
				id = fmt.Sprintf("old-%d", n)
			}
			if n%7 == 3 {
				on = "refuse"
			}
			starts(l, awaiting, id, on)
			if ids = append(ids, id); old && on == "approve" {
				want++
			}
		}
		for _, id := range ids {
			l.until(id, parked)
		}
		stop()
		l.clock.by.Store(0)
	}
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "runs")
	tab.Until("document.querySelectorAll('tbody tr').length === 50")
	for _, row := range Eval[[]string](tab, "[...document.querySelectorAll('tbody tr')].map(r => r.innerText)") {
		if !strings.Contains(row, "signal approve") && !strings.Contains(row, "signal refuse") {
			t.Errorf("a row does not say what it waits for: %q", row)
		}
	}
	for _, chip := range [][2]string{{"waiting", "signal:approve"}, {"since_over", "1h"}} {
		tab.Do("const pick = document.querySelector('.filters select'); pick.value = " + quote(chip[0]) + "; pick.dispatchEvent(new Event('change', {bubbles: true}))")
		tab.Type(".filters input", chip[1]+"\r")
		tab.Until("[...document.querySelectorAll('.chip.set')].some(c => c.innerText.includes(" + quote(chip[1]) + "))")
	}
	found := map[string]bool{}
	for page := 1; ; page++ {
		tab.Until("[...document.querySelectorAll('tbody a.id')].every(a => a.innerText.startsWith('old-')) && document.querySelectorAll('tbody a.id').length > 0")
		for _, row := range Eval[[]string](tab, "[...document.querySelectorAll('tbody tr')].map(r => r.innerText)") {
			if !strings.Contains(row, "signal approve") || !strings.Contains(row, "3 h") {
				t.Errorf("a row is %q", row)
			}
		}
		last := ""
		for _, id := range Eval[[]string](tab, "[...document.querySelectorAll('tbody a.id')].map(a => a.innerText)") {
			if found[id] {
				t.Errorf("%s is on two pages", id)
			}
			found[id], last = true, id
		}
		if !Eval[bool](tab, control("Older")+" !== undefined") {
			break
		}
		if page > 5 {
			t.Fatal("there is always another page")
		}
		tab.Click("Older")
		tab.Gone(last + "\t")
	}
	if len(found) != want {
		t.Errorf("%d runs are found, %d wait for it", len(found), want)
	}
	tab.Open(at + "runs?prefix=old-&waiting=signal%3Aapprove&since_over=1h&started_before=-1h")
	tab.Click("Act on all open runs that match")
	tab.Until("document.querySelector('dialog select')")
	tab.Do("const pick = document.querySelector('dialog select'); pick.value = 'pause'; pick.dispatchEvent(new Event('change', {bubbles: true}))")
	tab.Type("dialog form input", "it is looked at\r")
	tab.Until(fmt.Sprintf("document.querySelector('dialog').innerText.includes('%d runs match')", want))

	phone := b.Tab(t)
	phone.Size(375, 900)
	phone.Open(at + "runs?where=customer+%3D+%22" + strings.Repeat("long", 30) + "%22")
	phone.See("No run matches.")
	if over := Eval[string](phone, tooWide); over != "" {
		t.Errorf("with a long filter the page is too wide: %s", over)
	}
}

// Statement 8: failures that are alike form one group, with what one needs to know; another text forms another group.
func TestWhatFailsAlikeIsOneGroup(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	l.works(reprise.Config{})
	for n := range 50 {
		how := "the bank refuses connection 4711"
		if n >= 47 {
			how = "the tax office is closed"
		}
		starts(l, paying, fmt.Sprintf("pay-%d", n), how)
	}
	for n := range 50 {
		l.until(fmt.Sprintf("pay-%d", n), func(d reprise.Description) bool { return len(d.Activities) == 1 && d.Activities[0].Last != nil })
	}
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "activities")
	tab.Until("document.querySelectorAll('tbody tr').length === 2")
	rows := Eval[[]string](tab, "[...document.querySelectorAll('tbody tr')].map(r => r.innerText)")
	for i, want := range [][]string{{"gateway", "gateway_down", "the bank refuses connection #", "47", "\tin "}, {"the tax office is closed", "3"}} {
		for _, part := range want {
			if !strings.Contains(rows[i], part) {
				t.Errorf("group %d has no %q: %q", i+1, part, rows[i])
			}
		}
	}
	tab.Click("Rows")
	tab.Until("document.querySelectorAll('tbody tr').length >= 47")
}

// Statement 9: each waiting coroutine is shown with its line of code.
func TestEachCoroutineShowsItsLine(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	l.works(reprise.Config{})
	run := starts(l, twofold, "two", 0)
	l.until("two", parked)
	at := l.page(httpapi.Options{Source: here})
	tab := b.Tab(t)
	tab.Open(at + "runs/" + run)
	tab.Click("The code")
	tab.Until("document.querySelectorAll('.source .at').length === 2")
	lines := strings.Join(Eval[[]string](tab, "[...document.querySelectorAll('.source .at')].map(l => l.innerText)"), "\n")
	for _, want := range []string{"// the coroutine waits here", "// the workflow waits here"} {
		if !strings.Contains(lines, want) {
			t.Errorf("the marked lines have no %q:\n%s", want, lines)
		}
	}
	text, err := here.ReadFile("lab_test.go")
	if err != nil {
		t.Fatal(err)
	}
	file := strings.Split(string(text), "\n")
	for _, shown := range Eval[[][2]string](tab, "[...document.querySelectorAll('.source span')].map(s => [s.querySelector('i').innerText, s.innerText.slice(s.querySelector('i').innerText.length)])") {
		n := 0
		if _, err := fmt.Sscan(shown[0], &n); err != nil || n < 1 || n > len(file) || strings.TrimSpace(file[n-1]) != strings.TrimSpace(shown[1]) {
			t.Errorf("line %s is shown as %q", shown[0], shown[1])
		}
	}
}

// Statement 10: payloads of either codec can be read. For an unknown codec the page says what is missing and offers the
// bytes. A large payload does not block the page: the test prints how long its longest task takes, and requires that the
// page has only the beginning of the payload.
func TestPayloadsAreRead(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	in := carried{Text: "Grüße", Count: 1 << 60, Rate: 0.5}
	key := codec.AESGCM(codec.Ring{Current: "summer", Keys: map[string][]byte{"summer": []byte(strings.Repeat("k", 32))}})
	runs := map[string]string{}
	for _, w := range []struct {
		id     string
		config reprise.Config
	}{{"packed", reprise.Config{}}, {"json", reprise.Config{Codec: codec.JSON()}}, {"secret", reprise.Config{Payloads: []codec.Transform{key}}}} {
		stop := l.works(w.config)
		runs[w.id] = starts(l, carrying, w.id, in)
		l.until(w.id, parked)
		stop()
	}
	stop := l.works(reprise.Config{})
	runs["large"] = starts(l, carrying, "large", carried{Text: strings.Repeat("0123456789abcde\n", (2<<20-200)/17)})
	l.until("large", parked)
	stop()
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	for _, id := range []string{"packed", "json"} {
		tab.Open(at + "runs/" + runs[id] + "?tab=values")
		tab.Until("document.querySelector('pre.json')")
		if got := Eval[string](tab, "document.querySelector('pre.json').innerText"); !strings.Contains(got, `"Grüße"`) || !strings.Contains(got, "1152921504606846976") || !strings.Contains(got, "0.5") {
			t.Errorf("%s: %s", id, got)
		}
	}
	for _, where := range []string{"?tab=values", "?tab=events&seq=1"} {
		tab.Open(at + "runs/" + runs["secret"] + where)
		tab.See("This program cannot read it")
		tab.See("aesgcm")
	}
	link := Eval[string](tab, control("Download the bytes")+".href")
	answer, err := http.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("the bytes: %s, %v", answer.Status, err)
	}
	tab.EachLoad("window.longest = 0; new PerformanceObserver(l => l.getEntries().forEach(e => window.longest = Math.max(window.longest, e.duration))).observe({type: 'longtask'})")
	for _, where := range []string{"?tab=values", "?tab=events&seq=1"} {
		tab.Open(at + "runs/" + runs["large"] + where)
		tab.See("This is the beginning")
		t.Logf("2 MiB at %s: the longest task took %.0f ms", where, Eval[float64](tab, "longest"))
		if shown := Eval[int](tab, "document.body.textContent.length"); shown > 128<<10 {
			t.Errorf("%s: %d characters are in the page", where, shown)
		}
	}
}

// Statement 11: a history of 10,000 events shows at once, with few nodes, and any event is one step away. The test prints
// when the first picture shows, and requires that the page requested no more than one page of events and its refresh.
func TestALongHistory(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	l.works(reprise.Config{})
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	for id, n := range map[string]int{"long": 9_998, "longer": 99_958} {
		run := starts(l, counting, id, n)
		d := l.until(id, over)
		tab.Open(at + "runs/" + run + "?tab=events")
		tab.Until("document.querySelector('.rows tbody tr td a')")
		t.Logf("%d events: the first picture after %.0f ms, %d nodes", d.Events, Eval[float64](tab, "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()"), Eval[int](tab, "document.querySelectorAll('*').length"))
		if d.Events < int64(n) {
			t.Errorf("%s has %d events", id, d.Events)
		}
		if asked := Eval[int](tab, "performance.getEntriesByType('resource').filter(e => e.name.includes('/events?')).length"); asked > 2 {
			t.Errorf("%s: events were asked for %d times", id, asked)
		}
		if nodes := Eval[int](tab, "document.querySelectorAll('*').length"); nodes > 5000 {
			t.Errorf("%s: %d nodes", id, nodes)
		}
		tab.Type("input[name=seq]", "9999\r")
		tab.See("Event 9999:")
		tab.Until("document.querySelector('tr.chosen')?.innerText.startsWith('9999')")
	}
}

// Statement 12: with three steps, two days and three steps, all six can be read, the gap says how long it is, and the real
// scale is one key away.
func TestLongTimesAreFolded(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 48*time.Hour)
	stop := l.works(reprise.Config{})
	run := starts(l, trip, "journey", 2)
	l.until("journey", func(d reprise.Description) bool { return parked(d) && len(d.Timers) == 1 })
	stop()
	l.clock.by.Store(int64(time.Minute))
	l.works(reprise.Config{})
	l.until("journey", over)
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "runs/" + run)
	const bars = "[...document.querySelectorAll('tbody tr')].filter(r => r.innerText.startsWith('activity')).map(r => r.querySelector('.span').getBoundingClientRect())"
	tab.Until(bars + ".length === 6")
	tab.Until("document.querySelector('.ruler .fold')?.innerText === '2 d'")
	apart := "(() => { const b = " + bars + ".map(r => r.x); return Math.min(...b.slice(1).map((x, i) => x - b[i])) })()"
	if least := Eval[float64](tab, apart); least < 3 {
		t.Errorf("two steps begin %.1f pixels apart", least)
	}
	tab.Press("z")
	tab.Until("!document.querySelector('.ruler .fold')")
	tab.Until(apart + " < 1") // at real scale it is too short to be seen
	tab.Press("z")
	tab.Until("document.querySelector('.ruler .fold')")
}

// Statement 14: all times switch zones together and name the zone, also on a timeline's axis. A laptop with a wrong clock
// shows the right ages.
func TestTimesAreTheStores(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 10*time.Minute)
	stop := l.works(reprise.Config{})
	run := starts(l, awaiting, "patient", "approve")
	begun := l.until("patient", parked).Started
	stop()
	l.clock.by.Store(0)
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Zone("Asia/Kolkata") // half an hour off UTC's full hours
	kolkata := time.FixedZone("", 5*60*60+30*60)
	tab.EachLoad("const now = Date.now; Date.now = () => now() + 5 * 60 * 1000")
	tab.Open(at + "runs/" + run)
	tab.See("10 min ago")
	tab.Open(at + "runs")
	tab.Until("[...document.querySelectorAll('td[data-name=Since] time')].every(t => t.innerText === '10 min') && document.querySelector('td[data-name=Started] time')?.innerText === '10 min ago'")
	const axis = "[document.querySelector('.zone')?.innerText, ...[...document.querySelectorAll('.ruler .at')].map(t => t.innerText)]"
	for _, path := range []string{"runs", "runs/" + run, "runs/" + run + "?tab=events"} {
		tab.Open(at + path)
		tab.Until("document.querySelector('main time')")
		for how, zone := range map[string]string{"utc": "UTC$", "local": `[+-]\d\d:\d\d$`} {
			tab.Do("const pick = document.querySelector('header select'); pick.value = '" + how + "'; pick.dispatchEvent(new Event('change', {bubbles: true}))")
			tab.Until("[...document.querySelectorAll('main time')].filter(t => !t.closest('td[data-name=Since], td[data-name=For], dd')).every(t => new RegExp(" + quote(zone) + ").test(t.innerText))")
			if path != "runs/"+run {
				continue
			}
			first, name := begun.UTC(), "UTC"
			if how == "local" {
				first, name = begun.In(kolkata), "+05:30"
			}
			tab.Until(axis + "[0]?.endsWith(" + quote(name) + ") && " + axis + ".length > 2") // the axis knows its width a moment later
			shown := Eval[[]string](tab, axis)
			// The first event has its writer's time, which may differ from the store's by milliseconds.
			from, err := time.ParseInLocation("The axis: from 2006-01-02 15:04:05.000", strings.TrimSuffix(shown[0], " "+name), first.Location())
			if err != nil || from.Sub(first).Abs() > time.Second || !strings.HasPrefix(from.Format("15:04:05.000"), shown[1]) {
				t.Errorf("the axis has %q, and begins at %s: %v", shown, first, err)
			}
		}
		tab.Do("const pick = document.querySelector('header select'); pick.value = 'relative'; pick.dispatchEvent(new Event('change', {bubbles: true}))")
		if path == "runs/"+run {
			tab.Until(axis + "[0] === 'The axis: since the run began' && " + axis + ".length > 2")
			if shown := Eval[[]string](tab, axis); len(shown) < 3 || shown[1] != "0 s" || !strings.HasPrefix(shown[len(shown)-1], "+10 min") {
				t.Errorf("the axis has %q", shown)
			}
		}
	}
}

// Statement 14: after a fold the axis shows the time, with its day, at which it continues.
func TestTheAxisTellsTheTimeBehindAFold(t *testing.T) {
	t.Parallel()
	at, runs := shop(t)
	tab := browser(t).Tab(t)
	tab.Open(at + "runs/" + runs["order-1011"])
	tab.Until("document.querySelector('.ruler .at')")
	const asked = `import(new URL(document.querySelector('script[type=module]').src).href.replace('app.mjs', 'screens/timeline.mjs')).then(line => import(new URL(document.querySelector('script[type=module]').src).href.replace('app.mjs', 'lib/time.mjs')).then(time => {
		const span = (begin, end) => ({ begin, end, seconds: 1 })
		const scale = line.scaleOf([span("2026-11-28T23:59:50Z", "2026-11-30T06:00:02Z"), span("2026-11-28T23:59:50Z", "2026-11-28T23:59:52Z"), span("2026-11-30T06:00:00Z", "2026-11-30T06:00:02Z")], false)
		return [1000, 100].map(wide => time.axis(line.marksOf(scale, wide).map(m => m.ms), "utc", false).join(", "))
	}))`
	shown := Eval[[]string](tab, asked)
	if marks := strings.Split(shown[0], ", "); !slices.Contains(marks, "11-30 06:00:00") || marks[0] != "23:59:50" || marks[len(marks)-1] != "06:00:02" || len(marks) < 5 {
		t.Errorf("the axis has %s", shown[0])
	}
	if shown[1] != "23:59:50" {
		t.Errorf("a narrow one has %s", shown[1])
	}
}
