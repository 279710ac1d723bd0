package webtest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
)

// login has unknown users sign in, and sends them back to where they wanted to go.
type login struct {
	http.Handler
	forgotten atomic.Bool // every user is unknown from now on
}

func (l *login) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch _, err := r.Cookie("session"); {
	case r.URL.Path == "/login" && r.Method == http.MethodPost:
		l.forgotten.Store(false)
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "1", Path: "/"})
		http.Redirect(w, r, r.FormValue("to"), http.StatusSeeOther)
	case r.URL.Path == "/login":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><link rel=icon href=data:,><form method=post><input type=hidden name=to value="%s"><button>Sign in</button></form>`, strings.ReplaceAll(r.FormValue("to"), `"`, "&quot;"))
	case err != nil || l.forgotten.Load():
		http.Redirect(w, r, "/login?to="+strings.ReplaceAll(r.URL.RequestURI(), "&", "%26"), http.StatusFound)
	default:
		l.Handler.ServeHTTP(w, r)
	}
}

// Statement 4: a deep link leads through a login to its target. When the login later forgets somebody, the page
// says so, keeps what it shows, and leads back there.
func TestADeepLinkLeadsThroughALogin(t *testing.T) {
	t.Parallel()
	rt, h := open(t)
	runs := Runs(t, rt)
	mux := http.NewServeMux()
	mux.Handle("/ops/", http.StripPrefix("/ops", h))
	door := &login{Handler: mux}
	s := httptest.NewServer(door)
	t.Cleanup(func() {
		h.Close()
		s.CloseClientConnections()
		s.Close()
	})
	tab := browser(t).Tab(t)
	path := "/ops/runs/" + runs["order-1011"] + "?tab=events&seq=3"
	tab.Open(s.URL + path)
	tab.Click("Sign in")
	tab.See("Event 3:")
	if got := tab.Path(); got != path {
		t.Errorf("it arrives at %s", got)
	}
	door.forgotten.Store(true)
	tab.Do(`document.querySelector('.screens a[href=workers]').click()`)
	tab.See("You are not signed in any more")
	if text := Eval[string](tab, "document.body.innerText"); strings.Contains(text, "JSON") || strings.Contains(text, "fetch") {
		t.Errorf("it shows an error of the browser: %s", text)
	}
	tab.Click("Sign in again")
	tab.Click("Sign in")
	tab.Until("location.pathname === '/ops/workers' && document.querySelector('tbody tr')")
	tab.Gone("You are not signed in any more")
}

// A download carries the token that the page was given.
func TestADownloadCarriesTheToken(t *testing.T) {
	t.Parallel()
	browser(t)
	rt := Open(t, cases(t).Copy(t), false)
	ctx, stop := context.WithCancel(t.Context())
	url, end := make(chan string, 1), make(chan error, 1)
	go func() {
		end <- dashboard.Serve(ctx, rt, dashboard.Serving{Listen: "127.0.0.1:0", Token: "sesame", Ready: func(at string) { url <- at }})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-end; err != nil {
			t.Error(err)
		}
	})
	tab := browser(t).Tab(t)
	tab.Allow("401")
	tab.Open(<-url + "runs/" + Runs(t, rt)["order-1003"] + "/replay")
	tab.Type("input[name=token]", "sesame\r")
	tab.Click("As a golden test")
	tab.Until("document.querySelector('dialog a[download]')")
	// A download goes through an object URL of the browser; it is read there.
	tab.Do("window.saved = []; const make = URL.createObjectURL; URL.createObjectURL = (b) => { b.text().then(t => saved.push(t)); return make(b) }")
	tab.Click("Download the history")
	tab.Until("saved.length === 1 && saved[0].includes('sample-order')")
}

// What is not permitted, or does not exist, may change: the page asks for its stream again.
func TestARefusedStreamIsAskedForAgain(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	l.works(reprise.Config{})
	run := starts(l, awaiting, "patient", "approve")
	l.until("patient", parked)
	var shut atomic.Bool
	shut.Store(true)
	at := l.page(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
		if shut.Load() && a.WorkflowID != "" {
			return http.ErrNotSupported
		}
		return nil
	}})
	tab := b.Tab(t)
	tab.Allow("404")
	tab.Hurry(10)
	tab.Open(at + "runs/" + run)
	tab.See("no such run")
	shut.Store(false)
	tab.See("signal approve")
}

// Browsers remove the names "." and ".." from a path: the page reaches such a queue nevertheless.
func TestAQueueNamedByDotsIsReached(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := labOn(t, inFile(t))
	l.works(reprise.Config{Queues: []reprise.Queue{{Name: "default"}, {Name: ".."}}})
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "queues")
	tab.Until("[...document.querySelectorAll('tbody tr')].some(r => r.innerText.startsWith('..'))")
	tab.Do("[...[...document.querySelectorAll('tbody tr')].find(r => r.innerText.startsWith('..')).querySelectorAll('button')].find(b => b.innerText === 'Pause').click()")
	tab.Type("dialog input[name=reason]", "the bank is closed\r")
	tab.Until("document.querySelector('dialog [role=status]')")
	tab.Click("Close")
	tab.See("paused by")
}

// A list of found events is refreshed when the run takes a step.
func TestFoundEventsAreRenewed(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	l.works(reprise.Config{})
	run := starts(l, awaiting, "patient", "approve")
	l.until("patient", parked)
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "runs/" + run + "?tab=events&find=received")
	tab.See("0 found of")
	if err := reprise.Signal(t.Context(), l.rt, "patient", goAhead, "yes"); err != nil {
		t.Fatal(err)
	}
	tab.See("1 found of")
	tab.Until("document.querySelector('.rows tbody').innerText.includes('signal received')")
}
