package webtest

import (
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
)

// What is typed stays while the run takes steps and the page is refreshed.
func TestTypedTextOutlivesARenewal(t *testing.T) {
	t.Parallel()
	at, rt, runs := replays(t)
	tab := browser(t).Tab(t)
	tab.Open(at + "runs/" + runs["order-1010"] + "?tab=events")
	tab.Until("document.querySelector('input[name=find]')")
	tab.Do("document.querySelector('input[name=find]').focus()")
	tab.Press("c", "h", "a")
	if err := reprise.Cancel(t.Context(), rt, "order-1010", "for the test"); err != nil {
		t.Fatal(err)
	}
	tab.See("In the inbox")
	if typed := Eval[string](tab, "document.activeElement.value"); typed != "cha" {
		t.Errorf("the field has %q", typed)
	}
	tab.Press("r", "\r")
	tab.See("found of")
}

// counter counts the requests for the steps of a replay.
type counter struct {
	*dashboard.Handler
	steps atomic.Int64
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/steps") {
		c.steps.Add(1)
	}
	c.Handler.ServeHTTP(w, r)
}

// The page asks for a refused replay once, and does not repeat the request.
func TestARefusedReplayIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	browser(t)
	rt := Open(t, cases(t).Copy(t), false)
	h, err := dashboard.New(rt, dashboard.Options{API: httpapi.Options{Logger: slog.New(slog.DiscardHandler), Authorize: func(_ *http.Request, a httpapi.Access) error {
		if a.Action == httpapi.Replay {
			return http.ErrNotSupported
		}
		return nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	counted := &counter{Handler: h}
	at := Serve(t, counted, "/ops")
	tab := browser(t).Tab(t)
	tab.Allow("403")
	tab.Hurry(10)
	tab.Open(at + "runs/" + Runs(t, rt)["order-1010"] + "/replay")
	tab.See("you may not replay this")
	tab.Until("performance.now() > 1000")
	if n := counted.steps.Load(); n != 1 {
		t.Errorf("it is asked for %d times", n)
	}
}

// A whole number beyond 2^53 keeps its digits on its way to the page and back.
func TestLargeNumbersKeepTheirDigits(t *testing.T) {
	t.Parallel()
	at, runs := shop(t)
	tab := browser(t).Tab(t)
	tab.Open(at + "runs/" + runs["order-1010"])
	const text = `{"id":9007199254740993,"of":[-9223372036854775808,1]}`
	got := Eval[string](tab, `import(new URL(document.querySelector('script[type=module]').src).href.replace('app.mjs', 'lib/api.mjs')).then(api => JSON.stringify(api.parse('`+text+`')))`)
	if got != text {
		t.Errorf("it is %s", got)
	}
}

// holder holds streams back, like a proxy that buffers whole answers.
type holder struct{ *dashboard.Handler }

func (h holder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/stream") {
		<-r.Context().Done()
		return
	}
	h.Handler.ServeHTTP(w, r)
}

// Statement 19: when a proxy holds streams back, the page says so and polls instead.
func TestAProxyThatHoldsStreamsBack(t *testing.T) {
	t.Parallel()
	browser(t)
	rt := Open(t, cases(t).Copy(t), false)
	h, err := dashboard.New(rt, dashboard.Options{API: httpapi.Options{Unprotected: true, Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	at := Serve(t, holder{h}, "/ops")
	tab := browser(t).Tab(t)
	tab.Hurry(10)
	tab.Open(at + "runs/" + Runs(t, rt)["order-1010"])
	tab.See("Live updates do not arrive")
	if err := reprise.Cancel(t.Context(), rt, "order-1010", "for the test"); err != nil {
		t.Fatal(err)
	}
	tab.See("In the inbox") // though no stream announced it
}

// late delays the answer about declared signals until the test allows it.
type late struct {
	*dashboard.Handler
	let chan struct{}
}

func (h late) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/definitions") {
		select {
		case <-h.let:
		case <-r.Context().Done():
			return
		}
	}
	h.Handler.ServeHTTP(w, r)
}

// What is typed into the form of a signal stays when the example arrives late.
func TestALateExampleReplacesNothingThatIsTyped(t *testing.T) {
	t.Parallel()
	rt, h := open(t)
	held := late{h, make(chan struct{})}
	at := Serve(t, held, "/ops")
	tab := browser(t).Tab(t)
	tab.Open(at + "runs/" + Runs(t, rt)["order-1007"])
	tab.Click("Signal")
	tab.Type("dialog input", "approve")
	tab.Type("dialog textarea", `{"yes"`)
	close(held.let)
	tab.Until("document.querySelector('dialog datalist option')")
	tab.See("Payload as JSON: ")
	if typed := Eval[string](tab, "document.querySelector('dialog textarea').value"); typed != `{"yes"` || !Eval[bool](tab, "document.activeElement.matches('dialog textarea')") {
		t.Errorf("the form has %q", typed)
	}
}
