package webtest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
)

// signal approves an order through the API.
func signal(t *testing.T, at, run string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"api/v1/runs/"+run+"/signal", strings.NewReader(`{"name": "approve", "payload": {"yes": true, "by": "Mia"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode >= 300 {
		t.Fatalf("signal: %s, %v", answer.Status, err)
	}
}

// Statement 20: a wrong payload is refused in words, with an example, and two clicks send one signal.
func TestASignalIsSentOnce(t *testing.T) {
	t.Parallel()
	rt, h := open(t)
	at, runs := Serve(t, h, "/ops"), Runs(t, rt)
	tab := browser(t).Tab(t)
	tab.Open(at + "runs/" + runs["order-1007"])
	tab.Click("Signal")
	tab.Type("dialog input", "approve")
	tab.Until(`document.querySelector('dialog textarea')?.value.includes('yes')`) // an example
	tab.Do(`const text = document.querySelector('dialog textarea'); text.value = '{"yes": "y"}'`)
	tab.Allow("422 (Unprocessable")
	tab.Click("Send")
	tab.Until(`document.querySelector('dialog [role=alert]')?.innerText.includes('"yes": true')`)
	tab.Do(`const text = document.querySelector('dialog textarea'); text.value = '{"yes": true, "by": "Mia"}'`)
	tab.Allow("409 (Conflict") // the second click may come when the first has ended the run
	tab.Do(`const send = [...document.querySelectorAll('dialog button')].find(b => b.innerText === 'Send'); send.click(); send.click()`)
	tab.Until("document.querySelector('dialog [role=status]')")
	tab.Click("Close")
	tab.See("completed after")
	if n := Eval[int](tab, "fetch('api/v1/runs/"+runs["order-1007"]+"/events?find=received').then(a => a.json()).then(all => all.filter(e => e.kind === 'signal received').length)"); n != 1 {
		t.Errorf("%d signals are in the history", n)
	}
}

// Statements 21 and 22: an action asks for a reason, and one that cannot be undone asks for the id as well.
func TestWhatEndsARunIsMeant(t *testing.T) {
	t.Parallel()
	rt, h := open(t)
	at, runs := Serve(t, h, "/ops"), Runs(t, rt)
	tab := browser(t).Tab(t)
	tab.Open(at + "runs/" + runs["order-1008"])
	tab.Click("Cancel")
	tab.Type("dialog input[name=reason]", "the customer has called")
	tab.Do("[...document.querySelectorAll('dialog button')].find(b => b.innerText === 'Cancel').click()")
	tab.See("cancelled after")
	tab.Open(at + "runs/" + runs["order-1008"] + "?tab=events")
	tab.See("the customer has called")

	tab.Open(at + "runs/" + runs["order-1005"])
	tab.Click("More")
	tab.Click("Terminate")
	tab.Type("dialog input[name=reason]", "its card is gone")
	button := "[...document.querySelectorAll('dialog button')].find(b => b.innerText === 'Terminate')"
	if !Eval[bool](tab, button+".disabled") {
		t.Error("it can be terminated without its id")
	}
	tab.Type("dialog label:last-of-type input", "order-1005")
	tab.Until("!" + button + ".disabled")
	tab.Do(button + ".click()")
	tab.See("terminated after")
	d, err := reprise.Describe(t.Context(), rt, "order-1005")
	if err != nil || d.Status != reprise.Terminated {
		t.Errorf("order-1005 is %v, %v", d.Status, err)
	}
}
