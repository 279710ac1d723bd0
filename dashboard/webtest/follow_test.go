package webtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// startsIn names, in the environment of this program, the database that it is to start runs in, and then end.
const startsIn = "WEBTEST_STARTS_IN"

// startMany starts 200 runs in a database that another process has open.
func startMany(ctx context.Context, where string) (err error) {
	quiet := slog.New(slog.DiscardHandler)
	var st interface {
		store.Store
		Close() error
	}
	if filepath.IsAbs(where) {
		st, err = sqlite.Open(ctx, where, sqlite.Options{Logger: quiet})
	} else {
		st, err = postgres.Open(ctx, where, postgres.Options{Logger: quiet})
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	rt, err := reprise.New(st, reprise.Config{Logger: quiet}, awaiting, goAhead, other)
	if err != nil {
		return err
	}
	for n := range 200 {
		if _, err := reprise.Start(ctx, rt, awaiting, "approve", reprise.ID(fmt.Sprintf("new-%d", n))); err != nil {
			return err
		}
	}
	return nil
}

// countLists has a page count how often it requests a list, and how many changes its streams announce.
const countLists = `window.lists = window.told = 0
const ask = window.fetch
window.fetch = async (...a) => {
	const url = String(a[0]), answer = await ask(...a)
	if (url.includes('/api/v1/runs?')) lists++
	if (url.includes('/api/v1/stream?runs') && answer.ok) listen(answer.clone().body.pipeThrough(new TextDecoderStream()).getReader()).catch(() => {}) // the page has left it
	return answer
}
async function listen(stream) {
	for (;;) {
		const { done, value } = await stream.read()
		if (done) return
		told += value.split('event: changed').length - 1
	}
}`

// Statement 16: another process starts 200 runs, and the page follows. What somebody is in the middle of stays: where
// they have scrolled to, what they have selected, the focus, a dialog and what is typed in it. How long that takes is
// printed here. That a stream tells of it within two seconds is held by TestAStreamTellsWithinTwoSeconds of package
// httpapi, by a clock of its own; here it is held that the page asks when it is told, and not by a timer of its own.
func TestThePageFollowsAnotherProcess(t *testing.T) {
	t.Parallel()
	b := browser(t)
	file := filepath.Join(t.TempDir(), "lab.db")
	inFile, err := sqlite.Open(t.Context(), file, sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server, url := inPostgres(t)
	for where, l := range map[string]*lab{file: labOn(t, inFile), url: labOn(t, server)} {
		l.works(reprise.Config{})
		for n := range 50 {
			starts(l, awaiting, fmt.Sprintf("old-%d", n), "approve")
		}
		at := l.page(httpapi.Options{})
		run := starts(l, awaiting, "form", "approve")
		tab, form, free := b.Tab(t), b.Tab(t), b.Tab(t)
		free.EachLoad(countLists)
		free.Open(at + "runs")
		free.Until("document.querySelectorAll('tbody tr').length === 50")
		tab.Size(1280, 420)
		tab.Open(at + "runs")
		tab.Until("document.querySelectorAll('tbody tr').length === 50")
		tab.Do("document.querySelectorAll('tbody tr input')[8].click()")
		tab.Until("document.querySelectorAll('tr.chosen').length === 1 && (window.scrollTo(0, 300), window.scrollY === 300)")
		tab.Do("document.querySelectorAll('tbody tr a.id')[9].focus({preventScroll: true})")
		const hands = "[document.activeElement.innerText, document.querySelector('tr.chosen').innerText.split('\\t')[2], document.querySelectorAll('tbody tr').length + ' rows'].join()"
		before, top := Eval[string](tab, hands), Eval[float64](tab, "document.querySelector('tr.chosen').getBoundingClientRect().top")
		form.Open(at + "runs/" + run)
		form.Click("Signal")
		form.Type("dialog input", "approve")
		form.Type("dialog textarea", "\"half a wo")
		half := Eval[string](form, "document.querySelector('dialog textarea').value")

		program, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		other := exec.CommandContext(t.Context(), program)
		other.Env = append(os.Environ(), startsIn+"="+where)
		if said, err := other.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		begun := time.Now()
		free.Until("document.querySelector('tbody tr').innerText.includes('new-199')")
		t.Logf("the page knows of 200 new runs %v after the last one", time.Since(begun))
		free.Until("told > 0 && lists <= told + 2") // at the beginning, and when a stream is opened anew, it asks untold
		tab.Until("document.querySelector('button.new')?.innerText === '50 or more new'")
		if after := Eval[string](tab, hands); after != before {
			t.Errorf("under the hands was %s and is %s", before, after)
		}
		if now := Eval[float64](tab, "document.querySelector('tr.chosen').getBoundingClientRect().top"); now < top-1 || now > top+60 { // the button makes room for itself above
			t.Errorf("the selected row was at %v and is at %v", top, now)
		}
		if now := Eval[string](form, "document.querySelector('dialog textarea').value"); now != half || !Eval[bool](form, "document.activeElement.matches('dialog textarea')") {
			t.Errorf("the form had %q and has %q", half, now)
		}
		tab.Until("(document.querySelector('button.new')?.click(), document.querySelector('tbody').innerText.includes('new-199'))")
	}
}
