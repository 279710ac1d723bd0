package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stepWithin is how long a step may wait for the page. Two processors may be busy with other work.
const stepWithin = 3 * time.Minute

// mostClicks is how often a click is repeated.
const mostClicks = 10

// The page is checked for what a step waits for after lookSoon, and then less and less often: each look at a
// page takes its text together.
const (
	lookSoon  = 20 * time.Millisecond
	lookEvery = 200 * time.Millisecond
)

// do runs steps, one after the other.
func (tab *Tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, stepWithin)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		tab.t.Fatalf("%v\n%s", err, tab.text())
	}
}

// Open goes to a URL and waits until the page is loaded.
func (tab *Tab) Open(url string) {
	tab.t.Helper()
	tab.do(chromedp.Navigate(url))
}

// Reload reloads the page.
func (tab *Tab) Reload() {
	tab.t.Helper()
	tab.do(chromedp.Reload())
}

// Size resizes the page, in pixels.
func (tab *Tab) Size(width, height int64) {
	tab.t.Helper()
	tab.do(chromedp.EmulateViewport(width, height))
}

// Dark sets the system's dark mode.
func (tab *Tab) Dark(dark bool) {
	tab.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	params := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(tab.ctx, emulation.SetEmulatedMedia, params); err != nil {
		tab.t.Fatalf("%v", err)
	}
}

// Eval returns the value of a JavaScript expression.
func Eval[T any](tab *Tab, expression string) T {
	tab.t.Helper()
	v, err := eval[T](tab, expression)
	if err != nil {
		tab.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func eval[T any](tab *Tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, stepWithin)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Until waits until a JavaScript expression is true, across navigations.
func (tab *Tab) Until(expression string) {
	tab.t.Helper()
	end := time.NewTimer(stepWithin)
	defer end.Stop()
	pause := lookSoon
	look := time.NewTimer(pause)
	defer look.Stop()
	for {
		is, err := eval[bool](tab, "!!("+expression+")")
		if err == nil && is {
			return
		}
		select {
		case <-look.C:
			pause = min(2*pause, lookEvery)
			look.Reset(pause)
		case <-end.C:
			tab.t.Fatalf("the page never came to %s (%v)\n%s", expression, err, tab.text())
		case <-tab.ctx.Done():
			tab.t.Fatalf("the page was closed before %s", expression)
		}
	}
}

// See waits until the page shows a text anywhere.
func (tab *Tab) See(text string) {
	tab.t.Helper()
	tab.Until("document.body.innerText.includes(" + quote(text) + ")")
}

// Gone waits until the page no longer shows a text.
func (tab *Tab) Gone(text string) {
	tab.t.Helper()
	tab.Until("!document.body.innerText.includes(" + quote(text) + ")")
}

// Click waits for a visible control whose name is or begins with name, and clicks in its middle. If the control has
// moved away at that moment, the click is repeated, as a person would.
func (tab *Tab) Click(name string) {
	tab.t.Helper()
	for range mostClicks {
		tab.Until("(() => { const e = " + control(name) + "; if (!e) return false; e.scrollIntoView({block: 'nearest'}); window.hit = false; e.addEventListener('click', () => { window.hit = true }, {capture: true, once: true}); return true })()")
		at := Eval[[]float64](tab, "(() => { const r = "+control(name)+"?.getBoundingClientRect(); return r ? [r.x + r.width/2, r.y + r.height/2] : [] })()")
		if len(at) < 2 {
			continue
		}
		tab.do(chromedp.MouseClickXY(at[0], at[1]))
		if Eval[bool](tab, "window.hit !== false") { // a new page does not have it
			return
		}
	}
	tab.t.Fatalf("%s is never where it was a moment ago\n%s", name, tab.text())
}

// control returns an expression that finds a control by its name: what its text or label is or
// begins with.
func control(name string) string {
	return `(() => {
		const name = ` + quote(name) + `, all = [...document.querySelectorAll('button, a[href], summary, [role=button], [role=tab], [role=menuitem], label')].filter(e => e.checkVisibility() && !e.disabled)
		const named = e => (e.getAttribute('aria-label') ?? e.innerText).trim()
		return all.find(e => named(e) === name) ?? all.find(e => named(e).startsWith(name))
	})()`
}

// Press presses keys, one after the other, wherever the focus is. As on a keyboard, the page may handle a key
// so that nothing is typed.
func (tab *Tab) Press(keys ...string) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, key := range strings.Join(keys, "") {
			strokes := kb.Encode(key)
			down, up := strokes[0], strokes[len(strokes)-1]
			if len(strokes) == 3 {
				down.Text = strokes[1].Text
			}
			for _, stroke := range []*input.DispatchKeyEventParams{down, up} {
				if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, *stroke); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// Type puts the focus into a field and types.
func (tab *Tab) Type(selector, text string) {
	tab.t.Helper()
	tab.Until("document.querySelector(" + quote(selector) + ")?.checkVisibility()")
	tab.do(chromedp.Focus(chromedp.CSS(selector)))
	tab.Press(text)
}

// Path returns the path of the page on the server.
func (tab *Tab) Path() string {
	tab.t.Helper()
	return Eval[string](tab, "location.pathname + location.search")
}

// Picture returns a PNG of what is visible, or of the whole page.
func (tab *Tab) Picture(whole bool) []byte {
	tab.t.Helper()
	picture := chromedp.CaptureScreenshot()
	if whole {
		picture = chromedp.FullScreenshot(100)
	}
	png, err := chromedp.Run(tab.ctx, picture)
	if err != nil {
		tab.t.Fatalf("%v", err)
	}
	return png
}

// Node is a node of the accessibility tree: what a screen reader says.
type Node struct {
	Role, Name string
	Properties map[string]string
}

// Spoken returns the nodes that a screen reader does not skip, in order.
func (tab *Tab) Spoken() (nodes []Node) {
	tab.t.Helper()
	tree, err := chromedp.Run(tab.ctx, func(ctx context.Context, target *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		tab.t.Fatalf("%v", err)
	}
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		node := Node{Role: value(n.Role), Name: value(n.Name), Properties: map[string]string{}}
		for _, p := range n.Properties {
			node.Properties[string(p.Name)] = value(p.Value)
		}
		nodes = append(nodes, node)
	}
	return nodes
}

func value(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	text := string(v.Value)
	var s string
	if json.Unmarshal(v.Value, &s) == nil {
		text = s
	}
	return strings.TrimSpace(text)
}

// text returns the path of the page and what it shows, for a failure.
func (tab *Tab) text() string {
	text, err := eval[string](tab, "location.href + '\\n' + document.body.innerText")
	if err != nil {
		text = fmt.Sprintf("(the page cannot be asked: %v)", err)
	}
	for _, said := range tab.takeWrong() {
		text += "\nthe page says: " + said
	}
	return text
}

// quote returns a text as a JavaScript literal.
func quote(text string) string {
	q, _ := json.Marshal(text) // never fails for a string
	return string(q)
}

// Do runs a JavaScript statement.
func (tab *Tab) Do(statement string) {
	tab.t.Helper()
	Eval[bool](tab, "(() => { "+statement+"; return true })()")
}

// Front shows the page in front of the others beside it.
func (tab *Tab) Front() {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, page.BringToFront, cdp.Empty{}); err != nil {
		tab.t.Fatalf("%v", err)
	}
}

// Pass advances the page's timers by minutes, at once. The page's time then stands still.
func (tab *Tab) Pass(minutes float64) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, stepWithin)
	defer cancel()
	budget := minutes * float64(time.Minute/time.Millisecond)
	pass := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{Policy: emulation.VirtualTimePolicyAdvance, Budget: &budget})
		return err
	})
	over := func(emulation.EventVirtualTimeBudgetExpired) bool { return true }
	if _, err := chromedp.Run(ctx, chromedp.WaitEvent(emulation.VirtualTimeBudgetExpired, over, pass)); err != nil {
		tab.t.Fatalf("%v", err)
	}
}

// Zone has the browser be in a time zone, as "Asia/Kolkata".
func (tab *Tab) Zone(name string) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: name}); err != nil {
		tab.t.Fatalf("%v", err)
	}
}

// EachLoad runs a script on each page that is loaded, before the page's own scripts.
func (tab *Tab) EachLoad(script string) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		tab.t.Fatalf("%v", err)
	}
}

// Hurry makes the timers of each page that is loaded run faster by this factor.
func (tab *Tab) Hurry(times int) {
	tab.t.Helper()
	tab.EachLoad(fmt.Sprintf("for (const name of ['setTimeout', 'setInterval']) { const slow = window[name]; window[name] = (f, ms, ...rest) => slow(f, ms / %d, ...rest) }", times))
}
