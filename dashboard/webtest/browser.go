// Package webtest tests the dashboard in a real browser, with the orders of reprise demo cases. It is a
// module of its own, because users of the dashboard need no browser driver. It imports what it shows:
// dashboard, reprise, store/sqlite and samples/order.
package webtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// TB receives the results of a play: a *testing.T, or a program that takes pictures.
type TB interface {
	Helper()
	Context() context.Context
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Cleanup(func())
	TempDir() string
}

// ErrNoBrowser: there is no Chromium on this machine.
var ErrNoBrowser = errors.New("webtest: no Chromium found: run apt-get install chromium, or name one in REPRISE_CHROMIUM")

// chromium is the path of the browser.
func chromium() (string, error) {
	if named := os.Getenv("REPRISE_CHROMIUM"); named != "" {
		return exec.LookPath(named)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}

// Browser is a Chromium without a window.
type Browser struct {
	ctx context.Context
}

// Launch starts a browser. [Browser.Close] ends it.
func Launch() (*Browser, error) {
	path, err := chromium()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1280, 900),
		// Pictures are the same on each machine, except for its fonts.
		chromedp.Flag("font-render-hinting", "none"), chromedp.Flag("lang", "en-GB"))
	if os.Geteuid() == 0 { // Chromium has no sandbox for root
		options = append(options, chromedp.NoSandbox)
	}
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx); err != nil {
		return nil, fmt.Errorf("webtest: start %s: %w", path, err)
	}
	return &Browser{ctx}, nil
}

// closeWithin is how long a browser may take to end.
const closeWithin = 10 * time.Second

// Close ends the browser.
func (b *Browser) Close() error {
	ctx, cancel := context.WithTimeout(b.ctx, closeWithin)
	defer cancel()
	return chromedp.Cancel(ctx)
}

// Tab is a page in a browser context of its own, with its own cookies, storage and theme. A step that fails
// ends the test.
type Tab struct {
	t     TB
	ctx   context.Context
	wrong struct {
		sync.Mutex
		said    []string // console errors, reports of the content security policy, exceptions
		allowed []string // parts of the errors that a play causes on purpose
	}
}

// Tab opens an empty page, which is closed at the end of the test. Errors on it fail the test.
func (b *Browser) Tab(t TB) *Tab {
	t.Helper()
	return b.tab(t, b.ctx, chromedp.WithNewBrowserContext())
}

// Beside opens another page in the same browser context. It hides the first one, as a tab does.
func (tab *Tab) Beside() *Tab {
	tab.t.Helper()
	shared := chromedp.FromContext(tab.ctx).BrowserContextID
	return (&Browser{}).tab(tab.t, tab.ctx, chromedp.WithExistingBrowserContext(shared), chromedp.WithNewWindow(false))
}

func (*Browser) tab(t TB, ctx context.Context, options ...chromedp.ContextOption) *Tab {
	t.Helper()
	tab := &Tab{t: t}
	ctx, cancel := chromedp.NewContext(ctx, append(options, chromedp.WithListener(tab.listen))...)
	tab.ctx = ctx
	t.Cleanup(func() {
		cancel()
		for _, said := range tab.takeWrong() {
			t.Errorf("the page says: %s", said)
		}
	})
	if err := chromedp.Do(ctx); err != nil { // the page lives as long as the context of its first step
		t.Fatalf("open a page: %v", err)
	}
	tab.Size(1280, 900)
	return tab
}

// listen receives what the browser reports about the page.
func (tab *Tab) listen(event any) {
	var said string
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Source == log.EntrySourceSecurity {
			said = fmt.Sprintf("%s: %s (%s:%d)", e.Entry.Source, e.Entry.Text, e.Entry.URL, e.Entry.LineNumber)
		}
	case *runtime.EventExceptionThrown:
		said = "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			said += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			said = "console:"
			for _, arg := range e.Args {
				said += " " + strings.Trim(string(arg.Value), `"`) + arg.Description
			}
		}
	}
	if said != "" {
		tab.wrong.Lock()
		defer tab.wrong.Unlock()
		tab.wrong.said = append(tab.wrong.said, said)
	}
}

// Allow ignores errors whose text contains part, because the play causes them on purpose.
func (tab *Tab) Allow(part string) {
	tab.wrong.Lock()
	defer tab.wrong.Unlock()
	tab.wrong.allowed = append(tab.wrong.allowed, part)
}

func (tab *Tab) takeWrong() (said []string) {
	tab.wrong.Lock()
	defer tab.wrong.Unlock()
next:
	for _, s := range tab.wrong.said {
		for _, part := range tab.wrong.allowed {
			if strings.Contains(s, part) {
				continue next
			}
		}
		said = append(said, s)
	}
	tab.wrong.said = nil
	return said
}
