package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// sick is a store with any number of orphans.
type sick struct {
	*memory.Store
	orphans  int
	blocks   []store.Block // of runs; none: a panic
	broken   error         // of Scan
	repaired []bool        // each call of Repair: is it dry?
}

func (s *sick) Info(context.Context) (store.Info, error) { return store.Info{Version: 1, Own: 1}, nil }

func (s *sick) Workers(context.Context) ([]store.WorkerState, error) { return nil, nil }

func (s *sick) Scan(_ context.Context, visit func(store.Run, store.Pending, iter.Seq[store.Row]) error) error {
	blocks := s.blocks
	if len(blocks) == 0 {
		blocks = []store.Block{{Reason: "panic", Text: "first line\nsecond line"}}
	}
	for i, b := range blocks {
		run := store.Run{ID: uuid.UUID{15: byte(i + 1)}, Status: store.Open, NextSeq: 1, WorkflowID: fmt.Sprint("order-", i+1), Namespace: "default", Blocked: &b}
		if err := visit(run, store.Pending{}, func(func(store.Row) bool) {}); err != nil {
			return err
		}
	}
	return s.broken
}

func (s *sick) Behind(context.Context, func(store.Row) error) error { return nil }
func (s *sick) Requests(context.Context, func([]byte) error) error  { return nil }

func (s *sick) Check(_ context.Context, _ time.Duration, found func(store.Finding) error) error {
	for i := range s.orphans {
		if err := found(store.Finding{Check: store.CheckOrphan, Text: fmt.Sprintf("timer %d is left", i)}); err != nil {
			return err
		}
	}
	return nil
}

func (s *sick) Repair(_ context.Context, _ store.CheckID, _ time.Duration, dry bool) (int64, error) {
	s.repaired = append(s.repaired, dry)
	return int64(s.orphans), nil
}

func doctor(t *testing.T, s *sick, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	s.Store = memory.New()
	defer func() { _ = s.Close() }()
	rt, err := reprise.New(s, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	p := cli.Program{Name: "shop", Runtime: rt, Args: append([]string{"db", "doctor"}, args...), Stdout: &out, Stderr: &complaints}
	code = p.Run(t.Context())
	return code, out.String(), complaints.String()
}

func TestDoctorShowsAFewOfManyFindings(t *testing.T) {
	code, out, complaints := doctor(t, &sick{orphans: 1023}, "-o", "table", "--quick")
	for _, want := range []string{
		"damage  L4                timer 19 is left\n",
		"damage  L4                and 1,003 more, see -o jsonl\n",
		"stuck   blocked  order-1  panic: first line\n",
		"L4: a repair would change 1,023 rows: delete what is left of the run\n  next: shop db doctor --repair L4\n",
		"blocked: fix what its text says, then resume the run\n  next: shop run show order-1\n  next: shop run resume order-1 --reason WHY\n",
		"checked 1 run without their histories in ",
		": 1,023 damaged, 1 stuck\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	if code != 1 || complaints != "" || strings.Contains(out, "timer 20") || strings.Contains(out, "second line") {
		t.Errorf("exit code %d, %q\n%s", code, complaints, out)
	}

	_, out, _ = doctor(t, &sick{orphans: 1023}, "-o", "json", "--quick")
	var all struct {
		Findings []struct{ Text string }
		LeftOut  map[string]int `json:"left_out"`
		Found    map[string]int
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Findings) != 1001 || all.LeftOut["L4"] != 23 || all.Found["L4"] != 1023 || all.Findings[1000].Text != "panic: first line\nsecond line" {
		t.Errorf("%d findings, left out %v, found %v", len(all.Findings), all.LeftOut, all.Found)
	}
}

func TestDoctorStreamsAllFindingsAsLines(t *testing.T) {
	code, out, complaints := doctor(t, &sick{orphans: 1023}, "-o", "jsonl", "--quick")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("%q is no JSON", line)
		}
	}
	if code != 1 || len(lines) != 1025 || !strings.Contains(lines[1024], `"repairs":[{"check":"L4","rows":1023,"done":false,`) {
		t.Errorf("exit code %d, %d lines, the last one %s", code, len(lines), lines[len(lines)-1])
	}
	if complaints != "shop: 1,023 damaged, 1 stuck\ntry: shop db doctor -o table\n" {
		t.Errorf("it complains %q", complaints)
	}
}

// What was found is shown even if part of the store could not be checked.
func TestDoctorSaysWhatItCouldNotLookAt(t *testing.T) {
	code, out, complaints := doctor(t, &sick{orphans: 1, broken: errors.New("page 7 cannot be read")}, "-o", "table", "--quick")
	if code != 1 || !strings.Contains(out, "timer 0 is left") || !strings.Contains(out, ": could not check all of it, ") ||
		!strings.HasPrefix(complaints, "shop: could not check all of the store: doctor: read the runs: page 7 cannot be read\n") {
		t.Errorf("exit code %d, %q\n%s", code, complaints, out)
	}
}

// A repair first runs dry and is then done; the dry run afterwards shows what is left.
func TestDoctorRepairsOnlyWhenToldTo(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "[true]"},
		{"--repair L4", "[true false true]"},
		{"--repair L3,L4", "[true true false false true]"},
		{"--repair L3,L12", "[]"},
	} {
		s := &sick{orphans: 2}
		doctor(t, s, strings.Fields(c.args)...)
		if got := fmt.Sprint(s.repaired); got != c.want {
			t.Errorf("db doctor %s: repairs were dry %s, want %s", c.args, got, c.want)
		}
	}
}

// The table begins the line of a blocked run with what distinguishes it from others. What
// to do is printed for each reason, and for a few runs their commands, too.
func TestDoctorSaysWhatToDoAboutEachBlockedRun(t *testing.T) {
	mismatch := store.Block{Reason: "mismatch", Text: "replay: run 00000000-0000-0000-0000-000000000001: the code does not do what history recorded at event 2\n" +
		"  history: activity \"reserve\", at order.steps fulfil.go:29\n  code:    activity \"screen\", at order.screened screened.go:30\nNothing was changed."}
	panicked := store.Block{Reason: "panic", Text: "replay: run 00000000-0000-0000-0000-000000000002: workflow code panicked at x.go:3: no"}
	poison := store.Block{Reason: store.ReasonPoison, Text: "the processes that ran it died"}
	_, out, _ := doctor(t, &sick{blocks: []store.Block{mismatch, panicked, poison, poison}}, "-o", "table", "--quick")
	for _, want := range []string{
		`stuck  blocked  order-1  history: activity "reserve"; code: activity "screen" (mismatch)` + "\n",
		"stuck  blocked  order-2  panic: workflow code panicked at x.go:3: no\n",
		"blocked: run a worker of the build that made the history, or deploy code that fits\n  next: shop run show order-1\nblocked: ",
		"blocked: fix what its workers died of, then resume the run, or terminate it\n" +
			"  next: shop run show order-3\n  next: shop run resume order-3 --reason WHY\n  next: shop run show order-4\n  next: shop run resume order-4 --reason WHY\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	_, out, _ = doctor(t, &sick{blocks: []store.Block{poison, poison, poison, poison}}, "-o", "table", "--quick")
	if strings.Count(out, "run resume") != 1 {
		t.Errorf("more than a few have commands each:\n%s", out)
	}
}

// For damage that cannot be repaired the output says what to do instead, and offers
// nothing else.
func TestRepairOfWhatCannotBeMended(t *testing.T) {
	for _, c := range []struct {
		check string
		code  int
		want  string
	}{
		{"decode", 1, "shop: no repair exists for decode: restore a backup, or terminate the run if it is open\ntry: shop db doctor\n"},
		{"pending", 1, "shop: no repair exists for pending: restore a backup, or terminate the run: what happened to it is unknown\ntry: shop db doctor\n"},
		{"L3, blocked", 1, "shop: no repair exists for blocked: fix what its text says, then resume the run\ntry: shop db doctor\n"},
		{"L44", 64, "shop: --repair: there is no check \"L44\"; the findings of L3, L4, L6 and attribute can be repaired\ntry: shop db doctor\n"},
	} {
		s := &sick{orphans: 1}
		code, out, complaints := doctor(t, s, "--yes", "--repair", c.check)
		if code != c.code || complaints != c.want || out != "" || len(s.repaired) > 0 {
			t.Errorf("%s: exit code %d, %q, %d repairs\n%s", c.check, code, complaints, len(s.repaired), out)
		}
	}
}
