package webtest

import (
	"slices"
	"strconv"
	"testing"
)

// Statement 44: each screen is right for a screen reader, its texts have contrast in both themes, and nothing is lost on a
// phone or at 200 %. An error on the console fails the test. go run ./dashboard/webtest/shots -axe runs axe-core.
func TestEachScreenIsForEverybody(t *testing.T) {
	t.Parallel()
	at, runs := shop(t)
	inParts(t, Screens(runs), func(t *testing.T, tab *Tab, s Screen) {
		tab.Size(1280, 900)
		tab.Open(at + s.Path)
		tab.Until(s.Ready)
		heads, landmarks := 0, []string{}
		for _, n := range tab.Spoken() {
			switch n.Role {
			case "heading":
				if n.Properties["level"] == "1" {
					heads++
				}
			case "banner", "main", "search":
				landmarks = append(landmarks, n.Role)
			case "navigation", "region":
				landmarks = append(landmarks, n.Role)
				if n.Name == "" {
					t.Errorf("%s: a %s without a name", s.Name, n.Role)
				}
			case "button", "link", "textbox", "searchbox", "combobox", "checkbox", "spinbutton", "DisclosureTriangle", "table", "columnheader":
				if n.Name == "" {
					t.Errorf("%s: a %s without a name", s.Name, n.Role)
				}
			}
		}
		if heads != 1 {
			t.Errorf("%s has %d headings of level 1", s.Name, heads)
		}
		for _, want := range []string{"banner", "main", "search", "navigation"} {
			if !slices.Contains(landmarks, want) {
				t.Errorf("%s has no %s: %v", s.Name, want, landmarks)
			}
		}
		if bare := Eval[int](tab, "[...document.querySelectorAll('table')].filter(t => !t.querySelector('th')).length"); bare > 0 {
			t.Errorf("%s: %d tables without headers", s.Name, bare)
		}
		if within := Eval[[]string](tab, "[...document.querySelectorAll(':is(summary, button, a) :is(a, button, input, select, summary)')].map(e => e.parentElement.outerHTML.slice(0, 160))"); len(within) > 0 {
			t.Errorf("%s: a control is within another one: %s", s.Name, within[0])
		}
		if bare := Eval[int](tab, "[...document.querySelectorAll('.rows table')].filter(t => !(Number(t.getAttribute('aria-rowcount')) > 1)).length"); bare > 0 {
			t.Errorf("%s: %d tables of which only a part is there do not say how long they are", s.Name, bare)
		}
		if title := Eval[string](tab, "document.title"); title == "" {
			t.Errorf("%s has no title", s.Name)
		}
		for _, dark := range []bool{true, false} {
			tab.Dark(dark)
			paper := Eval[int](tab, `Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0])`)
			if paper < 128 != dark {
				t.Errorf("%s, dark: %v, is on a paper whose red is %d", s.Name, dark, paper)
			}
			for _, faint := range Eval[[]string](tab, tooFaint) {
				t.Errorf("%s, dark: %v: the contrast of %s", s.Name, dark, faint)
			}
		}
		tab.Do(noted)
		for _, wide := range []int64{375, 640} { // a phone, and 1280 pixels at 200 %
			tab.Size(wide, 900)
			tab.Until("innerWidth === " + strconv.FormatInt(wide, 10))
			if over := Eval[string](tab, tooWide); over != "" {
				t.Errorf("%s, %d pixels wide: %s", s.Name, wide, over)
			}
			for _, gone := range Eval[[]string](tab, lost) {
				t.Errorf("%s, %d pixels wide, lacks %s", s.Name, wide, gone)
			}
		}
	})
}

// texts are the elements that a person reads: those that have text of their own.
const texts = `[...document.querySelectorAll('body *')].filter(e => !e.closest('.unseen, script, noscript, option') &&
	[...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.checkVisibility())`

// noted keeps the texts, and lost are those of them that are not shown any more. What heads a column names its cells on a phone.
const (
	noted = `window.texts = ` + texts + `.filter(e => !e.closest('table.cards thead'))`
	lost  = `window.texts.filter(e => e.isConnected && !(e.checkVisibility() && e.getClientRects().length)).map(e => e.outerHTML.slice(0, 160))`
)

// tooFaint are the texts whose contrast with what is behind them is less than 4.5, or 3 where they are large.
const tooFaint = `(() => {
	const parts = (colour) => { const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number); return [r, g, b, a] }
	const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1)
	const behind = (e) => { const c = parts(getComputedStyle(e).backgroundColor); return c[3] === 1 || !e.parentElement ? c : over(c, behind(e.parentElement)) }
	const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, k, i) => sum + k * (c[i] / 255 <= 0.04045 ? c[i] / 255 / 12.92 : ((c[i] / 255 + 0.055) / 1.055) ** 2.4), 0)
	return ` + texts + `.filter(e => !e.closest(':disabled')).flatMap(e => {
		const s = getComputedStyle(e), ground = behind(e), [a, b] = [light(over(parts(s.color), ground)), light(ground)].sort((x, y) => y - x)
		const ratio = (a + 0.05) / (b + 0.05), size = parseFloat(s.fontSize), large = size >= 24 || size >= 18.66 && s.fontWeight >= 700
		return ratio < (large ? 3 : 4.5) ? [ratio.toFixed(2) + ' ' + s.color + ' on ' + ground + ': ' + e.outerHTML.slice(0, 120)] : []
	})
})()`

// tooWide is what makes the page scroll sideways; a person may scroll what is made for it.
const tooWide = `(() => {
	const root = document.documentElement
	if (root.scrollWidth <= root.clientWidth) return ''
	const out = [...document.querySelectorAll('main *, header *')].filter(e => e.getBoundingClientRect().right > root.clientWidth + 1)
	return root.scrollWidth + ' pixels, since of ' + out.slice(-3).map(e => e.outerHTML.slice(0, 160)).join(' and ')
})()`

// Statement 45: the theme that was chosen on this page is there from the first picture on, and a state is told
// by its shape and word.
func TestNothingFlashesAndNothingIsToldByColourAlone(t *testing.T) {
	t.Parallel()
	at, _ := shop(t)
	tab := browser(t).Tab(t)
	tab.EachLoad(`window.papers = new Set(); const look = () => { if (document.body) papers.add(getComputedStyle(document.body).backgroundColor); requestAnimationFrame(look) }; look()`)
	tab.Open(at + "runs")
	tab.Until("document.querySelectorAll('tbody tr').length === 12")
	tab.Do("const pick = document.querySelectorAll('header select')[1]; pick.value = 'dark'; pick.dispatchEvent(new Event('change', {bubbles: true}))")
	tab.Until("getComputedStyle(document.body).backgroundColor === 'rgb(20, 22, 26)'")
	tab.Reload()
	tab.Until("document.querySelectorAll('tbody tr').length === 12")
	if papers := Eval[[]string](tab, "[...papers].filter(c => c !== 'rgba(0, 0, 0, 0)')"); !slices.Equal(papers, []string{"rgb(20, 22, 26)"}) {
		t.Errorf("the papers from the first picture on: %q", papers)
	}
	states := Eval[[]string](tab, "[...document.querySelectorAll('tbody .state')].map(s => s.innerText.trim())")
	for _, state := range states {
		if len([]rune(state)) < 5 {
			t.Errorf("a state is shown as %q: its shape and its word are wanted", state)
		}
	}
	shapes := map[string]string{}
	for _, state := range states {
		shape, word := string([]rune(state)[0]), string([]rune(state)[1:])
		if before, taken := shapes[shape]; taken && before[:4] != word[:4] {
			t.Errorf("%q and %q have the shape %s", before, word, shape)
		}
		shapes[shape] = word
	}
}
