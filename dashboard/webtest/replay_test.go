package webtest

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/testkit"
)

// replays serves the dashboard with the code of the shop, whose worker is stopped.
func replays(t *testing.T) (at string, rt *reprise.Runtime, runs map[string]string) {
	t.Helper()
	browser(t)
	rt = Open(t, cases(t).Copy(t), false)
	h, err := dashboard.New(rt, dashboard.Options{API: httpapi.Options{
		Unprotected: true, Source: os.DirFS("../../samples"), Logger: slog.New(slog.DiscardHandler),
	}})
	if err != nil {
		t.Fatal(err)
	}
	return Serve(t, h, "/ops"), rt, Runs(t, rt)
}

// Statement 27: each task shows what came in, what was asked for, and the line of code that waits. Keys step through the
// tasks, and the history stays as it was.
func TestAHistoryIsSteppedThrough(t *testing.T) {
	t.Parallel()
	at, _, runs := replays(t)
	tab := browser(t).Tab(t)
	history := "fetch('api/v1/runs/" + runs["order-1010"] + "/export').then(a => a.text())"
	tab.Open(at + "runs/" + runs["order-1010"])
	before := Eval[string](tab, history)
	tab.Click("Replay")
	tab.See("Task 1 of 3")
	tab.See("activity scheduled reserve")
	tab.Press(kb.ArrowRight)
	tab.See("Task 2 of 3")
	tab.See("waits for activity charge")
	tab.Until("document.querySelector('.source .at')?.innerText.includes('Charge')")
	if line := Eval[string](tab, "document.querySelector('.source .at i').innerText"); !strings.Contains(Eval[string](tab, "document.querySelector('.frames button').innerText"), ":"+line) {
		t.Errorf("line %s is marked", line)
	}
	tab.Press(kb.End)
	tab.See("Task 3 of 3")
	tab.Press(kb.Home)
	tab.See("Task 1 of 3")
	tab.Click("Next failure")
	tab.See("Task 3 of 3")
	tab.See("attempt ended")
	if !strings.HasSuffix(tab.Path(), "/replay?at=3") {
		t.Errorf("the page is at %s", tab.Path())
	}
	if after := Eval[string](tab, history); after != before {
		t.Errorf("the history was\n%s\nand is\n%s", before, after)
	}
}

// Statement 27: each task shows what the code logs in it, with the values, and the database stays the same byte for byte.
func TestAReplayShowsWhatTheCodeLogs(t *testing.T) {
	t.Parallel()
	b := browser(t)
	path := filepath.Join(t.TempDir(), "lab.db")
	st, err := sqlite.Open(t.Context(), path, sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	l := labOn(t, st)
	stop := l.works(reprise.Config{})
	run := starts(l, talking, "talk", 20)
	l.until("talk", parked)
	if err := reprise.Signal(t.Context(), l.rt, "talk", goAhead, "yes"); err != nil {
		t.Fatal(err)
	}
	l.until("talk", func(d reprise.Description) bool { return parked(d) && strings.Contains(d.Waiting, "refuse") })
	stop()
	var log strings.Builder
	l.knows(reprise.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	at := l.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "runs/" + run)
	tab.See("signal refuse")
	before := bytesOf(t, path)
	tab.Open(at + "runs/" + run + "/replay")
	tab.See("Task 1 of 2")
	const logs = "document.querySelector('aside[aria-label=\"The chosen task\"]')?.innerText.split('Logs')[1]?.trim()"
	tab.Until(logs + " === 'INFO it begins {\"n\":20}'")
	tab.Press(kb.ArrowRight)
	tab.See("Task 2 of 2")
	tab.Until(logs + " === 'WARN it may go on {\"n\":21}'")
	tab.Press(kb.ArrowLeft)
	tab.Until(logs + " === 'INFO it begins {\"n\":20}'")
	if !bytes.Equal(bytesOf(t, path), before) {
		t.Error("the database has changed")
	}
	if strings.Contains(log.String(), "it begins") {
		t.Errorf("a replay logs:\n%s", &log)
	}
}

// bytesOf returns the bytes of a database, including its WAL.
func bytesOf(t *testing.T, path string) (all []byte) {
	t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		text, err := os.ReadFile(path + suffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return all
}

// Statement 28: the page shows both lines of a mismatch side by side. The golden test that it offers fails on the current
// code, and passes on the mended code.
func TestAMismatchIsShownFromBothSides(t *testing.T) {
	t.Parallel()
	at, _, runs := replays(t)
	tab := browser(t).Tab(t)
	tab.Open(at + "runs/" + runs["order-1003"] + "/replay")
	tab.See("The code does not do what the history says")
	tab.Until("document.querySelectorAll('.sides .source .at').length === 2")
	for i, want := range []string{"Reserve", "Screen"} {
		if line := Eval[[]string](tab, "[...document.querySelectorAll('.sides .source .at')].map(l => l.innerText)")[i]; !strings.Contains(line, want) {
			t.Errorf("the line of side %d is %s", i, line)
		}
	}
	tab.Click("As a golden test")
	tab.See("testkit.CheckDir(t, \"testdata/histories\", myWorkflow)")
	code := Eval[string](tab, "document.querySelector('dialog pre').innerText")
	if _, err := parser.ParseFile(token.NewFileSet(), "golden_test.go", code, parser.AllErrors); err != nil || !strings.Contains(code, `"sample-order"`) {
		t.Errorf("%v in\n%s", err, code)
	}
	text := Eval[string](tab, "fetch(document.querySelector('dialog a[download]').href).then(a => a.text())")
	tab.Press(kb.Escape)
	tab.Gone("Download the history")

	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "order-1003.history"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	world := order.NewWorldInMemory(order.Options{})
	for name, c := range map[string]struct {
		code []reprise.Binding
		fits bool
	}{"of today": {world.Screened(), false}, "mended": {world.Bindings(), true}} {
		said := checked(t, dir, c.code)
		if fits := said == ""; fits != c.fits || !fits && !strings.Contains(said, "screen") {
			t.Errorf("the golden test with the code %s says %q", name, said)
		}
	}
}

// golden is the testing.TB of a golden test that may fail.
type golden struct {
	testing.TB
	said strings.Builder
}

func (g *golden) Helper()                           {}
func (g *golden) Logf(string, ...any)               {}
func (g *golden) Errorf(format string, args ...any) { fmt.Fprintf(&g.said, format, args...) }
func (g *golden) Fatalf(format string, args ...any) {
	g.Errorf(format, args...)
	runtime.Goexit()
}

// checked returns what the golden test of a directory reports with this code; "" means that it passes.
func checked(t *testing.T, dir string, code []reprise.Binding) string {
	g := &golden{TB: t}
	end := make(chan struct{})
	go func() {
		defer close(end)
		testkit.CheckDir(g, dir, code...)
	}()
	<-end
	return g.said.String()
}

// Statement 29: for code that does not return from a replay the page says where the code is, and its next replay is
// refused in words.
func TestALoopInAReplayIsGivenUp(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	stop := l.works(reprise.Config{})
	run := starts(l, fickle, "fickle", 7)
	l.until("fickle", parked)
	stop()
	l.knows(reprise.Config{StepTimeout: time.Second})
	l.loops = make(chan struct{})
	t.Cleanup(sync.OnceFunc(func() { close(l.loops) }))
	tab := b.Tab(t)
	tab.Allow("429")
	at := l.page(httpapi.Options{})
	tab.Open(at + "runs/" + run + "/replay")
	tab.See("The code cannot finish")
	tab.See("lab_test.go:")
	tab.Reload()
	tab.See("has not returned from a replay")
	tab.Open(at + "runs")
	tab.See("fickle")
}

// Statement 30: a file is replayed without the store from which it comes.
func TestAFileIsReplayed(t *testing.T) {
	t.Parallel()
	at, rt, _ := replays(t)
	file := filepath.Join(t.TempDir(), "order.history")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Export(t.Context(), rt, "order-1011", f, reprise.Redact()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tab := browser(t).Tab(t)
	tab.Open(at + "replay")
	tab.Until("document.querySelector('input[type=file]')")
	tab.Do(`const files = new DataTransfer(); files.items.add(new File([` + quote(string(text)) + `], 'order.history'));
		const input = document.querySelector('input[type=file]'); input.files = files.files; input.dispatchEvent(new Event('change', {bubbles: true}))`)
	tab.See("Replay of ")
	tab.See("The file is redacted")
	tab.Click("Another file")
	tab.See("Drop a file from")
}
