package webtest

import (
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/samples/order"
)

// open returns a dashboard over a copy of the cases, and the Runtime with which the test acts on it.
func open(t *testing.T) (*reprise.Runtime, *dashboard.Handler) {
	t.Helper()
	browser(t)
	rt := Open(t, cases(t).Copy(t), true)
	return rt, handler(t, rt)
}

// handler returns a dashboard where everybody may do everything.
func handler(t *testing.T, rt *reprise.Runtime) *dashboard.Handler {
	t.Helper()
	h, err := dashboard.New(rt, dashboard.Options{API: httpapi.Options{Unprotected: true, Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Statement 17: the page says that its server is gone, recovers by itself, and shows what it missed.
func TestTheServerGoesAndComesBack(t *testing.T) {
	t.Parallel()
	rt, h := open(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	run := Runs(t, rt)["order-1007"]
	stop := serve(t, l, h)
	tab := browser(t).Tab(t)
	tab.Allow("net::ERR_")
	tab.Open("http://" + addr + "/runs/" + run)
	tab.See("signal approve")
	stop()
	tab.Until("/The server does not answer. This page shows the state at [0-9-]+ [0-9:.]+ [+-][0-9:]+, \\d+ s ago/.test(document.body.innerText)")
	if err := reprise.Signal(t.Context(), rt, "order-1007", order.Approve, order.Decision{Yes: true, By: "Mia"}); err != nil {
		t.Fatal(err)
	}
	if l, err = net.Listen("tcp", addr); err != nil {
		t.Fatal(err)
	}
	again := serve(t, l, handler(t, rt))
	tab.Gone("The server does not answer")
	tab.See("completed after")
	again()
}

// serve serves h until the function that it returns is called.
func serve(t *testing.T, l net.Listener, h *dashboard.Handler) (stop func()) {
	t.Helper()
	s := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	end := make(chan error, 1)
	go func() { end <- s.Serve(l) }()
	stop = sync.OnceFunc(func() {
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		<-end
	})
	t.Cleanup(stop)
	return stop
}

// Statement 18: seven tabs at once all work, and hidden tabs send no requests.
func TestHiddenTabsAskNothing(t *testing.T) {
	rt, h := open(t)
	runs := Runs(t, rt)
	at := Serve(t, h, "/ops")
	tabs := []*Tab{browser(t).Tab(t)}
	for len(tabs) < 7 {
		tabs = append(tabs, tabs[0].Beside())
	}
	for _, tab := range tabs {
		tab.Open(at + "runs/" + runs["order-1007"])
		tab.Front()
		tab.See("signal approve")
	}
	for i, tab := range tabs {
		if hidden := Eval[bool](tab, "document.hidden"); hidden != (i < 6) {
			t.Errorf("tab %d is hidden: %v", i, hidden)
		}
	}
	tabs[0].Do("window.asked = 0; const f = window.fetch; window.fetch = (...a) => { window.asked++; return f(...a) }")
	tabs[0].Pass(10)
	if asked := Eval[int](tabs[0], "window.asked"); asked != 0 {
		t.Errorf("a hidden tab has asked %d times", asked)
	}
	if err := reprise.Signal(t.Context(), rt, "order-1007", order.Approve, order.Decision{Yes: true, By: "Mia"}); err != nil {
		t.Fatal(err)
	}
	tabs[6].See("completed after")
	for _, tab := range tabs[1:] {
		tab.Front()
		tab.See("completed after")
	}
}

// Statement 43: the keyboard alone leads to a blocked run, to why it is blocked, through its replay, and
// to its retry.
func TestTheKeysAreEnough(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := labOn(t, inFile(t))
	stop := l.works(reprise.Config{})
	for _, id := range []string{"fickle-1", "fickle-2"} {
		starts(l, fickle, id, 7)
		l.until(id, parked)
	}
	starts(l, awaiting, "patient", "approve")
	stop()
	l.wrong.Store(true)
	l.works(reprise.Config{})
	for _, id := range []string{"fickle-1", "fickle-2"} {
		if err := reprise.Signal(t.Context(), l.rt, id, goAhead, "yes"); err != nil {
			t.Fatal(err)
		}
		l.until(id, func(d reprise.Description) bool { return d.Blocked != nil })
	}
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "runs?blocked=1")
	tab.Until("document.querySelectorAll('tbody tr').length === 2")
	tab.Press("j")
	tab.seesFocus("fickle-2")
	tab.Press("j")
	tab.seesFocus("fickle-1")
	tab.Press(kb.Enter)
	tab.See("does not do what the run's history says it did")
	tab.tabTo("Replay")
	tab.Press(kb.Enter)
	tab.See("Task 1 of ")
	tab.See("The code does not do what the history says")
	tab.Press(kb.ArrowRight)
	tab.See("Task 2 of ")
	tab.See("The history has")
	tab.tabTo("fickle-1")
	tab.Press(kb.Enter)
	tab.Until("document.querySelector('.summary')?.innerText.includes('mismatch')")
	tab.Until("document.activeElement.id === 'main'") // the link that was followed is gone
	tab.tabTo("Resume")
	tab.Press(kb.Enter)
	tab.Until("document.querySelector('dialog[open]')?.contains(document.activeElement)")
	tab.seesFocus("")
	tab.Press("mended", kb.Enter)
	tab.Until("document.querySelector('dialog [role=status]')")
	tab.Press(kb.Escape)
	tab.Until("!document.querySelector('dialog')")
	tab.Press("g", "w")
	tab.See("Workers")
	tab.Until("location.pathname.endsWith('/workers')")
	tab.Press("/")
	tab.Until("document.activeElement.id === 'search'")
	tab.Press("patient", kb.Enter)
	tab.Until("document.querySelector('h1').innerText.includes('patient')")
	tab.Press(kb.Escape)
	tab.Do("document.activeElement.blur()")
	tab.Press("?")
	tab.See("next and previous row")
}

// tabTo presses Tab until the element with this text has the focus. The focus must be visible at each
// step.
func (tab *Tab) tabTo(text string) {
	tab.t.Helper()
	for range 80 {
		if Eval[string](tab, "document.activeElement.innerText.trim()") == text {
			return
		}
		tab.Press(kb.Tab)
		tab.seesFocus("")
	}
	tab.t.Fatalf("the key Tab never comes to %s", text)
}

// seesFocus fails unless the focused element shows its focus and has this text.
func (tab *Tab) seesFocus(text string) {
	tab.t.Helper()
	tab.Until("document.activeElement !== document.body && document.activeElement.innerText.includes(" + quote(text) + ")")
	if shown := Eval[string](tab, `(() => { const e = document.activeElement, s = getComputedStyle(e); return e.matches(':focus-visible') && s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1 || e.tagName === 'MAIN' ? '' : e.outerHTML.slice(0, 200) })()`); shown != "" {
		tab.t.Errorf("nobody sees that the focus is on %s", shown)
	}
}
