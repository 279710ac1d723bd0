package webtest

import (
	"slices"
	"strconv"
	"testing"
)

// Statement 44: what a screen reader is told of each screen, what a phone shows of it, and its two themes. What
// is wrong on the console fails it.
func TestEachScreenIsForEverybody(t *testing.T) {
	t.Parallel()
	at, runs := shop(t)
	tab := browser(t).Tab(t)
	for _, s := range Screens(runs) {
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
		if title := Eval[string](tab, "document.title"); title == "" {
			t.Errorf("%s has no title", s.Name)
		}
		for _, dark := range []bool{true, false} {
			tab.Dark(dark)
			paper := Eval[int](tab, `Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0])`)
			if paper < 128 != dark {
				t.Errorf("%s, dark: %v, is on a paper whose red is %d", s.Name, dark, paper)
			}
		}
		for _, wide := range []int64{375, 640} { // a phone, and 1280 pixels at 200 %
			tab.Size(wide, 900)
			tab.Until("innerWidth === " + strconv.FormatInt(wide, 10))
			if over := Eval[string](tab, tooWide); over != "" {
				t.Errorf("%s, %d pixels wide: %s", s.Name, wide, over)
			}
		}
	}
}

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
