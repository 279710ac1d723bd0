// Command shots takes pictures of each screen of the dashboard: light, dark, and on a phone. With -axe it has axe-core check
// them instead, for statement 44 of the operators' surface:
//
//	npm pack axe-core && tar xzf axe-core-*.tgz package/axe.min.js
//	go run ./dashboard/webtest/shots -axe package/axe.min.js
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise/dashboard/webtest"
)

func main() {
	out := flag.String("out", "shots", "the `DIR` that the pictures are written to")
	only := flag.String("screen", "", "the `NAME` of one screen; all are taken otherwise")
	picture := flag.String("picture", "", "take only the picture of the README, into this `FILE`")
	axe := flag.String("axe", "", "have this `FILE`, which is axe-core, check each screen, and take no picture")
	flag.Parse()
	p := &program{ctx: context.Background()}
	defer p.end()
	cases, err := webtest.Prepare(p.ctx, p.TempDir())
	if err != nil {
		p.Fatalf("%v", err)
	}
	b, err := webtest.Launch()
	if err != nil {
		p.Fatalf("%v", err)
	}
	p.Cleanup(func() {
		if err := b.Close(); err != nil {
			p.Errorf("%v", err)
		}
	})
	url, runs := webtest.Shop(p, cases.Copy(p), true)
	take := func(s webtest.Screen, file string, dark bool, width, height int64, whole bool) {
		tab := b.Tab(p)
		tab.Dark(dark)
		tab.Size(width, height)
		tab.Open(url + s.Path)
		tab.Until(s.Ready)
		if err := os.WriteFile(file, tab.Picture(whole), 0o644); err != nil {
			p.Fatalf("%v", err)
		}
		fmt.Println(file)
	}
	if *picture != "" {
		take(webtest.Screens(runs)[0], *picture, false, 1240, 750, false)
		return
	}
	if *axe != "" {
		checks, err := os.ReadFile(*axe)
		if err != nil {
			p.Fatalf("%v", err)
		}
		take = func(s webtest.Screen, _ string, dark bool, width, height int64, _ bool) {
			tab := b.Tab(p)
			tab.Dark(dark)
			tab.Size(width, height)
			tab.Open(url + s.Path)
			tab.Until(s.Ready)
			webtest.Eval[bool](tab, string(checks)+"\n;true")
			found := webtest.Eval[[]string](tab, serious)
			for _, one := range found {
				p.Errorf("%s, dark: %v, %d pixels wide: %s", s.Name, dark, width, one)
			}
			fmt.Printf("%s, dark: %v, %d pixels wide: %d serious findings\n", s.Name, dark, width, len(found))
		}
	} else if err := os.MkdirAll(*out, 0o755); err != nil {
		p.Fatalf("%v", err)
	}
	for _, look := range []struct {
		name  string
		width int64
		dark  bool
	}{{"light", 1280, false}, {"dark", 1280, true}, {"phone", 375, false}} {
		for _, s := range webtest.Screens(runs) {
			if *only != "" && s.Name != *only || *axe != "" && look.name == "phone" {
				continue
			}
			take(s, filepath.Join(*out, s.Name+"-"+look.name+".png"), look.dark, look.width, 900, true)
		}
	}
}

// serious is what axe-core finds that keeps somebody from the page.
const serious = `axe.run(document, { resultTypes: ['violations'] }).then(all => all.violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v =>
	v.id + ', ' + v.help + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' and ')))`

// program is the TB of a play outside of a test.
type program struct {
	ctx      context.Context
	failed   bool
	cleanups []func()
}

// end runs the cleanups, last first, and exits.
func (p *program) end() {
	for len(p.cleanups) > 0 {
		last := len(p.cleanups) - 1
		f := p.cleanups[last]
		p.cleanups = p.cleanups[:last]
		f()
	}
	if p.failed {
		os.Exit(1)
	}
}

func (p *program) Helper()                  {}
func (p *program) Context() context.Context { return p.ctx }
func (p *program) Cleanup(f func())         { p.cleanups = append(p.cleanups, f) }

func (p *program) Errorf(format string, args ...any) {
	p.failed = true
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (p *program) Fatalf(format string, args ...any) {
	p.Errorf(format, args...)
	p.end()
}

func (p *program) TempDir() string {
	dir, err := os.MkdirTemp("", "shots-")
	if err != nil {
		p.Fatalf("%v", err)
	}
	p.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			p.Errorf("%v", err)
		}
	})
	return dir
}
