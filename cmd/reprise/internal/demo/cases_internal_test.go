package demo

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver of foreignDatabase

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// fiveCases are the orders that do not go on, and how.
var fiveCases = map[string]state{
	idChanged:  blocked("mismatch"),
	idPoison:   blocked(store.ReasonPoison),
	idApproval: asleep,
	idLater:    asleep,
	idGateway:  retried,
}

// Prepared, each of the five is as promised; an engine at work changes nothing about
// that; each goes on when its reason is gone, and ends well.
func TestTheCases(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cases.db")
	prepareCases(t, db)
	c := client(t, db, nil)

	t.Run("prepared", func(t *testing.T) {
		for _, id := range casesIDs() {
			d := c.describe(t, id)
			is := fiveCases[id]
			if is == nil {
				is = ended
			}
			if !is(d) || d.Owner != (store.WorkerID{}) {
				t.Errorf("%s was left as %+v", id, d)
			}
		}
		for id, want := range map[string]reprise.Status{"order-1001": reprise.Completed, "order-1004": reprise.Failed, "order-1012": reprise.Failed} {
			if got := c.describe(t, id).Status; got != want {
				t.Errorf("%s: status %v, want %v", id, got, want)
			}
		}
	})
	t.Run("what they wait for", func(t *testing.T) {
		if d := c.describe(t, idApproval); !strings.Contains(d.Waiting, "signal approve") {
			t.Errorf("%s waits for %q", idApproval, d.Waiting)
		}
		if d := c.describe(t, idLater); strings.Contains(d.Waiting, "signal") || time.Until(d.Timers[0].Due) < time.Hour {
			t.Errorf("%s waits for %q, %v", idLater, d.Waiting, d.Timers)
		}
		if d := c.describe(t, idGateway); !strings.Contains(d.Activities[0].Last.Error(), "connection refused") {
			t.Errorf("%s failed with %v", idGateway, d.Activities[0].Last)
		}
		if d := rows.Of(c.describe(t, idPoison)); d.Deaths != store.QuarantineAfter || d.QuarantineDeaths != store.QuarantineDeaths {
			t.Errorf("%d and %d owners of %s have died", d.Deaths, d.QuarantineDeaths, idPoison)
		}
		d := c.describe(t, idChanged)
		for _, want := range []string{`activity "reserve", at order.steps fulfil.go:`, `activity "screen", at order.fulfilScreened screened.go:`, buildFirst} {
			if !strings.Contains(d.Blocked.Text, want) {
				t.Errorf("%s is blocked, without %q:\n%s", idChanged, want, d.Blocked.Text)
			}
		}
	})
	t.Run("an engine at work", func(t *testing.T) {
		before := c.describe(t, idGateway).Activities[0].Attempt
		w := startWork(t, db)
		s := shop{rt: c.rt}
		if err := s.await(t.Context(), idGateway, func(d reprise.Description) bool {
			return d.Activities[0].Attempt > before && d.Activities[0].Last != nil
		}); err != nil {
			t.Fatal(err)
		}
		var out, wrong bytes.Buffer
		if code := Main(t.Context(), []string{"cases", "--db", db, "--run"}, &out, &wrong); code != 1 || !strings.Contains(wrong.String(), "is at work on "+db) {
			t.Errorf("a second one: exit code %d\n%s%s", code, out.String(), wrong.String())
		}
		w.stop(t)
		for id, is := range fiveCases {
			if d := c.describe(t, id); !is(d) {
				t.Errorf("%s is now %+v", id, d)
			}
		}
	})
	t.Run("approved", func(t *testing.T) {
		w := startWork(t, db)
		if err := reprise.Signal(t.Context(), c.rt, idApproval, order.Approve, order.Decision{Yes: true, By: "Mia"}); err != nil {
			t.Fatal(err)
		}
		w.until(t, idApproval+" is at its end")
		w.stop(t)
	})
	t.Run("the gateway is back", func(t *testing.T) {
		w := startWork(t, db, "--gateway", "up")
		w.until(t, idGateway+" is at its end")
		w.stop(t)
	})
	t.Run("resumed", func(t *testing.T) {
		if err := reprise.Resume(t.Context(), c.rt, idPoison, reprise.By{Who: "ben", Why: "it is corrected"}); err != nil {
			t.Fatal(err)
		}
		w := startWork(t, db)
		w.until(t, idPoison+" is at its end")
		w.stop(t)
	})
	t.Run("the build it was begun with", func(t *testing.T) {
		if d := c.describe(t, idChanged); !blocked("mismatch")(d) {
			t.Errorf("before that, it is %+v", d)
		}
		w := startWork(t, db, "--build", buildFirst)
		w.until(t, idChanged+" is at its end")
		w.stop(t)
	})
	t.Run("two hours later", func(t *testing.T) {
		if d := c.describe(t, idLater); !asleep(d) {
			t.Errorf("before that, it is %+v", d)
		}
		later(t, db)
	})
	t.Run("in the end", func(t *testing.T) {
		entries, err := order.ReadLedger(db + ".ledger")
		if err != nil {
			t.Fatal(err)
		}
		orders := append(beforeDeployment().orders, afterDeployment().orders...)
		for _, o := range append(orders, fatalOrder()) {
			d := c.describe(t, o.ID)
			if want := o.ID != "order-1004" && o.ID != "order-1012"; d.Status == reprise.Open || (d.Status == reprise.Completed) != want {
				t.Errorf("%s has ended as %v", o.ID, d.Status)
			}
			if err := order.Check(o, d.Status == reprise.Completed, entries); err != nil {
				t.Error(err)
			}
		}
	})
}

func prepareCases(t *testing.T, db string) (said string) {
	t.Helper()
	var out, wrong bytes.Buffer
	if code := Main(t.Context(), []string{"cases", "--db", db}, &out, &wrong); code != 0 {
		t.Fatalf("exit code %d: %s", code, wrong.String())
	}
	return out.String()
}

// onlooker looks at the file as any other process does.
type onlooker struct{ rt *reprise.Runtime }

func client(t *testing.T, db string, clock timer.Clock, bindings ...reprise.Binding) onlooker {
	t.Helper()
	st, err := sqlite.Open(t.Context(), db, sqlite.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	return onlooker{rt}
}

func (c onlooker) describe(t *testing.T, id string) reprise.Description {
	t.Helper()
	d, err := reprise.Describe(t.Context(), c.rt, id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// ahead is a clock that is some hours ahead.
type ahead struct{ timer.Clock }

func (a ahead) Now() time.Time { return a.Clock.Now().Add(3 * time.Hour) }

// later works on the file when the order that waits for its day is due.
func later(t *testing.T, db string) {
	t.Helper()
	world := order.NewWorld(db+".ledger", order.Options{})
	c := client(t, db, ahead{timer.System()}, world.Bindings()...)
	if err := c.rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	run, err := reprise.Get(t.Context(), c.rt, order.Fulfil, idLater)
	if err == nil {
		_, err = run.Result(t.Context())
	}
	if err := errors.Join(err, c.rt.Stop(t.Context()), world.Close()); err != nil {
		t.Fatal(err)
	}
}

// working is a "demo cases --run" beside the test.
type working struct {
	lines chan string
	wrong bytes.Buffer
	halt  context.CancelFunc
	ended chan int
}

func (w *working) Write(p []byte) (int, error) {
	w.lines <- string(p)
	return len(p), nil
}

func startWork(t *testing.T, db string, args ...string) *working {
	t.Helper()
	ctx, halt := context.WithCancel(t.Context())
	w := &working{lines: make(chan string, 100), halt: halt, ended: make(chan int, 1)}
	go func() {
		w.ended <- Main(ctx, append([]string{"cases", "--db", db, "--run"}, args...), w, &w.wrong)
	}()
	w.until(t, "is at work on "+db)
	return w
}

// until waits for a line that contains text.
func (w *working) until(t *testing.T, text string) {
	t.Helper()
	for {
		select {
		case line := <-w.lines:
			if strings.Contains(line, text) {
				return
			}
		case code := <-w.ended:
			t.Fatalf("it ended with %d before it said %q: %s", code, text, w.wrong.String())
		}
	}
}

func (w *working) stop(t *testing.T) {
	t.Helper()
	w.halt()
	if code := <-w.ended; code != 130 {
		t.Errorf("exit code %d: %s", code, w.wrong.String())
	}
}

// What is there is not touched, and only what is ours may be removed.
func TestCasesOnAFileThatIsThere(t *testing.T) {
	write := func(name, text string) func(*testing.T, string) {
		return func(t *testing.T, db string) {
			if err := os.WriteFile(db+name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := func(ids ...string) func(*testing.T, string) {
		return func(t *testing.T, db string) {
			c := client(t, db, nil)
			for _, id := range ids {
				if _, err := reprise.Start(t.Context(), c.rt, order.Fulfil, order.Order{ID: id}, reprise.ID(id)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		there func(*testing.T, string)
		args  []string
		want  string
		ours  bool
	}{
		"the cases":                 {run(casesIDs()...), nil, "already has the cases; nothing was changed", true},
		"half of them":              {run(casesIDs()[:5]...), nil, "was not fully prepared: order-1006 is missing", true},
		"half of them, --run":       {run(casesIDs()[:5]...), []string{"--run"}, "order-1006 is missing", true},
		"only the ledger":           {write(".ledger", `{"what":"begin"}`+"\n"), nil, "has 1 line about orders of a database that no longer exists", true},
		"other runs":                {run(casesIDs()[0], "mine"), nil, "holds mine of workflow sample-order in namespace default, which is not one of the cases", false},
		"other runs, --run":         {run("mine"), []string{"--run"}, "holds mine", false},
		"a store without runs":      {run(), nil, "is a store without runs", false},
		"a run of another workflow": {func(t *testing.T, db string) { startOther(t, db, "", "mine") }, nil, "holds mine of workflow", false},
		"the cases, and one of another workflow": {func(t *testing.T, db string) {
			run(casesIDs()...)(t, db)
			startOther(t, db, "", "mine")
		}, nil, "holds mine of workflow other", false},
		"a case of another namespace":       {func(t *testing.T, db string) { startOther(t, db, "bank", casesIDs()[0]) }, nil, "in namespace bank, which is not one", false},
		"another program's database":        {foreignDatabase, nil, "no tables of Reprise", false},
		"another program's database, --run": {foreignDatabase, []string{"--run"}, "no tables of Reprise", false},
		"a diary":                           {write("", "not a database, but dear to somebody"), nil, "name another file", false},
		"nothing":                           {write("", ""), nil, "is an empty file", false},
		"a foreign ledger":                  {write(".ledger", "dear to somebody\n"), nil, "name another file", false},
	} {
		t.Run(name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "cases.db")
			c.there(t, db)
			before := contents(t, db)
			var out, wrong bytes.Buffer
			code := Main(t.Context(), append([]string{"cases", "--db", db}, c.args...), &out, &wrong)
			if text := wrong.String(); code != 1 || !strings.Contains(text, c.want) || strings.Contains(text, "rm -f "+db+" ") != c.ours {
				t.Errorf("exit code %d, rm %v, want %q:\n%s", code, c.ours, c.want, text)
			}
			if after := contents(t, db); out.Len() > 0 || !slices.Equal(before, after) {
				t.Errorf("it has changed something: %q, before %q\n%s", after, before, out.String())
			}
		})
	}
}

// startOther starts a run that is none of a demo.
func startOther(t *testing.T, db, namespace, id string) {
	t.Helper()
	st, err := sqlite.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	other := workflow.Define[string, string]("other")
	rt, err := reprise.New(st, reprise.Config{Namespace: namespace}, other.Bind(func(workflow.Context, string) (string, error) { return "", nil }))
	if err == nil {
		_, err = reprise.Start(t.Context(), rt, other, "", reprise.ID(id))
	}
	if err := errors.Join(err, st.Close()); err != nil {
		t.Fatal(err)
	}
}

// foreignDatabase is one that somebody keeps something else in.
func foreignDatabase(t *testing.T, db string) {
	t.Helper()
	f, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Exec("CREATE TABLE users (id); INSERT INTO users VALUES (1)")
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// contents are the files beside db that hold something of somebody's.
func contents(t *testing.T, db string) []string {
	t.Helper()
	var all []string
	for _, name := range []string{db, db + ".ledger", db + ".log"} {
		data, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		all = append(all, string(data))
	}
	return all
}

// Stopped in the middle, the preparation says how to begin again.
func TestCasesThatWereNotPrepared(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cases.db")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, wrong bytes.Buffer
	code := Main(ctx, []string{"cases", "--db", db}, &out, &wrong)
	if text := wrong.String(); code != 130 || out.Len() > 0 || !strings.Contains(text, "the cases were not prepared") || !strings.Contains(text, "try again: rm -f "+db+" ") {
		t.Errorf("exit code %d\n%s%s", code, out.String(), text)
	}
	out.Reset()
	wrong.Reset()
	code = Main(t.Context(), []string{"cases", "--db", filepath.Join(t.TempDir(), "none", "cases.db")}, &out, &wrong)
	if text := wrong.String(); code != 1 || out.Len() > 0 || !strings.Contains(text, "the cases were not prepared") || strings.Contains(text, "rm ") {
		t.Errorf("without a directory: exit code %d\n%s%s", code, out.String(), text)
	}
}

func TestMistakesInTheFlagsOfCases(t *testing.T) {
	for want, args := range map[string][]string{
		"demo cases -h":               {"--dbb", "x"},
		"unexpected argument \"x\"":   {"x"},
		"--db is empty":               {"--db", ""},
		"use shop-1 or shop-2":        {"--run", "--build", "shop-3"},
		"use up or down":              {"--run", "--gateway", "broken"},
		"--gateway is for the worker": {"--gateway", "up"},
		"--build is for the worker t": {"--build", "shop-1"},
	} {
		var out, wrong bytes.Buffer
		if code := Main(t.Context(), append([]string{"cases"}, args...), &out, &wrong); code != 64 || !strings.Contains(wrong.String(), want) {
			t.Errorf("%v: exit code %d, want %q:\n%s", args, code, want, wrong.String())
		}
	}
	var out, wrong bytes.Buffer
	if code := Main(t.Context(), []string{"cases", "-h"}, &out, &wrong); code != 0 || !strings.Contains(out.String(), "usage: reprise demo cases") {
		t.Errorf("help: %d\n%s%s", code, out.String(), wrong.String())
	}
}

// What is said gives no reason away.
func TestTheIDsOfTheCasesAreAllThatIsSaid(t *testing.T) {
	var out bytes.Buffer
	casesOptions{db: "x.db"}.announce(&out)
	for _, id := range casesIDs() {
		if !strings.Contains(out.String(), id) {
			t.Errorf("%s is missing:\n%s", id, out.String())
		}
	}
	if !strings.Contains(out.String(), " run list --db x.db") || !strings.Contains(out.String(), " demo cases --db x.db --run") {
		t.Errorf("it does not say what to type:\n%s", out.String())
	}
	for _, word := range []string{"approv", "gateway", "poison", "mismatch", "timer", "build"} {
		if strings.Contains(out.String(), word) {
			t.Errorf("it says %q:\n%s", word, out.String())
		}
	}
}
