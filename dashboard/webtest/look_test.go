package webtest

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Statement 1: one command, one URL, and the five runs that make no progress can be told apart at a glance.
func TestTheDemoOpensOnTheFiveCases(t *testing.T) {
	t.Parallel()
	browser(t)
	c := cases(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	demo := exec.CommandContext(ctx, c.Program, "demo", "cases", "--ui", "--db", c.Copy(t))
	demo.Cancel = func() error { return demo.Process.Signal(os.Interrupt) }
	out, err := demo.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	var said []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said = append(said, lines.Text())
		if strings.Contains(lines.Text(), "http://") {
			break
		}
	}
	links := regexp.MustCompile(`http://\S+`).FindAllString(strings.Join(said, "\n"), -1)
	if len(links) != 1 {
		t.Fatalf("it says %q", said)
	}
	tab := browser(t).Tab(t)
	tab.Open(links[0])
	tab.Until("document.querySelectorAll('tbody tr').length === 12")
	for id, want := range map[string]string{
		"order-1003": "blocked: mismatch", "order-1005": "blocked: poison", "order-1007": "signal approve",
		"order-1008": "timer", "order-1010": "activity charge",
	} {
		if row := Eval[string](tab, "[...document.querySelectorAll('tbody tr')].find(r => r.innerText.includes('"+id+"')).innerText"); !strings.Contains(row, want) {
			t.Errorf("the row of %s has not %q: %q", id, want, row)
		}
	}
	tab.Allow("ERR_") // its server stops
	stop()
	if err := demo.Wait(); err != nil && demo.ProcessState.ExitCode() != 130 {
		t.Errorf("Ctrl-C: %v", err)
	}
}

// Statement 2: no option names the prefix, and a proxy may remove a part of it.
func TestItStandsUnderAnyPrefixBehindAProxy(t *testing.T) {
	t.Parallel()
	at, runs := shop(t)
	server, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(http.StripPrefix("/x", &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: server.Host}) },
		ModifyResponse: func(r *http.Response) error { // as nginx does
			if to := r.Header.Get("Location"); strings.HasPrefix(to, "/") {
				r.Header.Set("Location", "/x"+to)
			}
			return nil
		},
	}))
	t.Cleanup(proxy.CloseClientConnections)
	tab := browser(t).Tab(t)
	page := proxy.URL + "/x" + strings.TrimSuffix(server.Path, "/")

	tab.Open(page) // without the slash
	tab.Until("location.pathname === '/x/a/b/ops/runs' && document.querySelectorAll('tbody tr').length === 12")
	tab.Click("Workers")
	tab.Until("location.pathname === '/x/a/b/ops/workers'")
	for _, s := range Screens(runs)[:3] {
		tab.Open(page + "/" + s.Path)
		tab.Until(s.Ready)
		if got := tab.Path(); got != "/x/a/b/ops/"+s.Path {
			t.Errorf("the screen %s is at %s", s.Name, got)
		}
	}
	tab.Open(page + "/" + "run?id=order-1007")
	tab.Until("location.pathname === " + quote("/x/a/b/ops/runs/"+runs["order-1007"]))
	tab.See("signal approve")
	signal(t, at, runs["order-1007"])
	tab.See("completed after") // a stream announced it
}

// Statement 6: the page and the command line give the same reason why a run makes no progress.
func TestThePageSaysWhatRunShowSays(t *testing.T) {
	t.Parallel()
	browser(t)
	c := cases(t)
	db := c.Copy(t)
	at, runs := Shop(t, db, true)
	tab := browser(t).Tab(t)
	for _, id := range []string{"order-1003", "order-1005", "order-1007", "order-1008", "order-1010"} {
		tab.Open(at + "runs/" + runs[id])
		tab.Until("document.querySelector('.summary')")
		shown, err := exec.CommandContext(t.Context(), c.Program, "run", "show", id, "--db", db, "-o", "table").Output()
		if err != nil {
			t.Fatalf("run show %s: %v", id, err)
		}
		second := strings.Split(string(shown), "\n")[1]
		second, _, _ = strings.Cut(second, "  (") // the line of code, which the page shows elsewhere
		if summary := Eval[string](tab, "document.querySelector('.summary').innerText"); !strings.Contains(lasting(summary), lasting(second)) {
			t.Errorf("%s: the page says %q, run show %q", id, summary, second)
		}
	}
	tab.Open(at + "runs/" + runs["order-1003"])
	tab.See("run a worker of build shop-1, which made this history, or deploy code that fits")
}

// lasting returns a line without the parts that change over time.
func lasting(line string) string {
	line = regexp.MustCompile(`(next|ready) (in|for) [^,]*|running for [^,]*|next now`).ReplaceAllString(line, "WHEN")
	line = regexp.MustCompile(`\d+(\.\d+)? (µs|ms|s|min|h|d)\b`).ReplaceAllString(line, "SPAN")
	line = regexp.MustCompile(`(SPAN ?)+`).ReplaceAllString(line, "SPAN")
	return regexp.MustCompile(`attempt \d+`).ReplaceAllString(line, "attempt N")
}

// The picture in the README is small. go run ./dashboard/webtest/shots -picture docs/dashboard.png takes it.
func TestThePictureIsSmall(t *testing.T) {
	info, err := os.Stat("../../docs/dashboard.png")
	if err != nil || info.Size() > 150_000 {
		t.Errorf("%v, %v", info, err)
	}
}
