package cli_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// files returns the histories of two runs of hold: one waits, the other has ended.
func files(t *testing.T) (rt *reprise.Runtime, waits, done string) {
	t.Helper()
	rt = onMemory(t)
	dir := t.TempDir()
	waits, done = filepath.Join(dir, "waits.history"), filepath.Join(dir, "done.history")
	begin(t, rt, "waits")
	end(t, rt, begin(t, rt, "done"), answer{Yes: true})
	say(t, rt, "run", "export", "waits", "--out", waits).want(t, 0)
	say(t, rt, "run", "export", "done", "--out", done).want(t, 0)
	return rt, waits, done
}

// laterCode returns a Runtime on the same store with different code for hold.
func laterCode(t *testing.T, st store.Store) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, reprise.Config{}, hold.Bind(sleepInstead))
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

func sleepInstead(ctx workflow.Context, _ string) (answer, error) {
	return answer{}, workflow.Sleep(ctx, time.Hour)
}

// replays decodes standard output.
func (s said) replays(t *testing.T) (all []map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(s.out), &all); err != nil {
		t.Fatalf("%v in %s", err, s.out)
	}
	return all
}

func TestReplayTellsWhereEachHistoryEnds(t *testing.T) {
	rt, waits, done := files(t)
	s := say(t, rt, "replay", waits, done, "-o", "table")
	s.want(t, 0,
		"ok       "+waits+": 2 events, 1 task, waits for signal answer (cli_test.doHold kit_test.go:",
		"ok       "+done+": 4 events, 2 tasks, has ended\n",
		"2 histories replayed, 2 match the code, 0 do not\n")
	all := say(t, rt, "replay", waits).replays(t)
	if r := all[0]; len(all) != 1 || r["source"] != waits || r["ok"] != true || r["id"] != "waits" || r["workflow"] != "hold" || r["events"] != 2.0 || r["done"] != false {
		t.Errorf("as JSON: %v", all)
	}
	if w := all[0]["waits_for"].([]any)[0].(map[string]any); w["for"] != "signal answer" || !strings.HasPrefix(w["site"].(string), "cli_test.doHold") {
		t.Errorf("it waits for %v", w)
	}
	say(t, rt, "replay", "--run", "done", "-o", "table").want(t, 0, "ok       done: 4 events, 2 tasks, has ended")
	say(t, rt, "replay", "--run", "waits", "done", "-o", "jsonl").want(t, 0, `{"source":"waits","ok":true,`, `{"source":"done","ok":true,`)
	text, err := os.ReadFile(done)
	if err != nil {
		t.Fatal(err)
	}
	p := cli.Program{Name: "shop", Runtime: rt, Stdin: strings.NewReader(string(text)), Args: []string{"replay", "-", "-o", "table"}}
	sayAs(t, t.Context(), p).want(t, 0, "ok       standard input: 4 events")
}

func TestReplayAgainstChangedCodeNamesBothPlaces(t *testing.T) {
	rt, waits, done := files(t)
	later := laterCode(t, rt.Store())
	for _, args := range [][]string{{"replay", done}, {"replay", "--run", "done"}} {
		s := say(t, later, args...)
		s.want(t, 1, "the code does not do what history recorded at event 3", "  history: nothing more in this task, which ended with event 2", "  code:    timer due",
			"  in the history around it:\n", "      1 started hold done\n", "    > 3 signal received answer ", "      4 completed (cli_test.doHold")
		if r := s.replays(t)[0]; r["ok"] != false || r["mismatch"] != true || !strings.Contains(r["error"].(string), "at cli_test.sleepInstead replay_test.go:") {
			t.Errorf("as JSON: %v", r)
		}
	}
	done2, err := reprise.Describe(t.Context(), rt, "done")
	if err != nil {
		t.Fatal(err)
	}
	say(t, later, "replay", done).want(t, 1, "shop: "+done+": replay of \"done\": ", "try: shop run history "+done2.RunID.String()+"\n")
	say(t, later, "replay", "--run", "done").want(t, 1, "shop: replay of \"done\": ", "try: shop run history done")

	// The history of the later code is replayed with the earlier code.
	if err := later.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	begin(t, later, "slept")
	if err := later.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	say(t, rt, "replay", "--run", "slept").want(t, 1,
		"  history: timer due ", ", at cli_test.sleepInstead replay_test.go:",
		"  code:    nothing more, it waits\n    coroutine 0 at cli_test.doHold kit_test.go:", ", for signal answer")

	// A wrong file does not hide the others.
	if err := os.WriteFile(waits, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	say(t, rt, "replay", waits, "none", done, "-o", "table").want(t, 1,
		"failed   "+waits+"\nfailed   none\nok       "+done+": 4 events",
		"3 histories replayed, 1 match the code, 2 do not",
		"shop: "+waits+": replay: history: export, line 1: this is not an exported history", "\nshop: there is no file none\n", "try: shop run list\n")
	say(t, later, "replay", waits, done, "-o", "table").want(t, 1, "mismatch "+done+"\n")
	say(t, later, "replay", done, done, "-o", "table").want(t, 1, "\nshop: "+done+": replay of \"done\": ") // each starts at the margin
}

func TestReplayOfWhatIsNotThere(t *testing.T) {
	rt, _, done := files(t)
	say(t, rt, "replay").want(t, 64, "replay needs a FILE, or --run and an ID", "try: shop replay --help\n")
	say(t, rt, "replay", "none.history").want(t, 3, "shop: there is no file none.history\n", "try: shop run list\n")
	say(t, rt, "replay", "--run", "none").want(t, 3, `id "none"`, "try: shop run list")
	text, err := os.ReadFile(done)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(done)
	say(t, rt, "replay", dir).want(t, 64, "shop: "+dir+" is a directory: name its files, as in "+filepath.Join(dir, "*")+"\n", "try: shop replay --help\n")
	half := filepath.Join(t.TempDir(), "half.history")
	if err := os.WriteFile(half, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := reprise.Describe(t.Context(), rt, "done")
	if err != nil {
		t.Fatal(err)
	}
	say(t, rt, "replay", half).want(t, 1, half+": ", "the file is cut off in this line", "export the run again",
		"try: shop run export "+run.RunID.String()+" --out "+half+" --force\n")
	bare, err := reprise.New(memory.New(), reprise.Config{}, greet)
	if err != nil {
		t.Fatal(err)
	}
	s := say(t, bare, "replay", done)
	s.want(t, 1, `workflow "hold" is not bound here, only greet`, "; or use the program that has the workflow\n")
	if strings.Contains(s.errors, "try:") {
		t.Errorf("nothing that can be typed here would help: %s", s.errors)
	}
}

// A program that finds its store through --db replays files without a store.
func TestReplayOfAFileNeedsNoStore(t *testing.T) {
	_, _, done := files(t)
	p := cli.Program{
		Name: "shop", Open: noStore,
		Offline: func() (*reprise.Runtime, error) { return laterCode(t, memory.New()), nil },
	}
	p.Args = []string{"replay", done}
	sayAs(t, t.Context(), p).want(t, 1, "sleepInstead")
	p.Args = []string{"replay", "--run", "done"}
	sayAs(t, t.Context(), p).want(t, 64, "no store given", "try: shop replay --run done --db orders.db")
	p.Offline = nil
	p.Args = []string{"replay", done, "--db", "nope.db"}
	sayAs(t, t.Context(), p).want(t, 3, "no file nope.db")
}

func TestAnInterruptEndsReplay(t *testing.T) {
	rt, _, done := files(t)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	sayAs(t, ctx, cli.Program{Name: "shop", Runtime: rt, Args: []string{"replay", done, done}}).want(t, 130, "shop: interrupted")
}

func TestReplayWarnsOfChangedInputs(t *testing.T) {
	_, _, done := files(t)
	polite, err := reprise.New(memory.New(), reprise.Config{}, hold.Bind(func(ctx workflow.Context, s string) (answer, error) {
		a, err := doHold(ctx, s)
		a.By += ", please"
		return a, err
	}))
	if err != nil {
		t.Fatal(err)
	}
	say(t, polite, "replay", done, "-o", "table").want(t, 0, "ok       "+done, "  warning: run ",
		": the result of event 4 (return a result, after cli_test.doHold kit_test.go:", `) was {"by":"","yes":true} and is now {"by":", please","yes":true}, after cli_test.doHold`)
}
