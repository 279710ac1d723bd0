package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cmd/reprise/internal/demo"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

var full = flag.Bool("crash.full", false, "try every crash point and all seeds (minutes); the default is a subset")

// binary is the command, built once.
var binary string

func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){"engine": engine})
}

// suite is the tests, once the binary is built.
type suite struct{ tests *testing.M }

func (s suite) Run() int {
	flag.Parse()
	dir, err := os.MkdirTemp("", "reprise")
	if err != nil {
		log.Fatal(err)
	}
	binary = filepath.Join(dir, "reprise")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	build := exec.Command("go", "build", "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		log.Fatalf("go build: %v\n%s", err, out)
	}
	code := s.tests.Run()
	if err := os.RemoveAll(dir); err != nil {
		log.Fatal(err)
	}
	return code
}

// ended is how one process of the demo ended.
type ended struct {
	killed bool
	report demo.Report // if it was not killed
	output string
}

// play runs one process to its end.
func play(t *testing.T, db, orders string, args ...string) ended {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"demo", "--json", "--db", db, "--orders", orders}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	e := ended{output: stdout.String() + stderr.String()}
	if strings.Contains(e.output, "is parked") {
		t.Errorf("an order was parked:\n%s", e.output)
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		e.report = last(t, stdout.String())
	case errors.As(err, &exit) && exit.ExitCode() == -1: // by a signal
		e.killed = true
	default:
		t.Fatalf("demo %v: %v\n%s", args, err, e.output)
	}
	return e
}

// last decodes the last line of the output.
func last(t *testing.T, output string) demo.Report {
	t.Helper()
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	var r demo.Report
	decoder := json.NewDecoder(strings.NewReader(lines[len(lines)-1]))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		t.Fatalf("the last line of the output is no report: %v\n%s", err, output)
	}
	return r
}

// results reads from the database, as a client, how every order ended, and checks
// each against the ledger.
func results(t *testing.T, db, file string) map[string]string {
	t.Helper()
	orders := readOrders(t, file)
	entries, err := order.ReadLedger(db + ".ledger")
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	st, err := sqlite.Open(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}()
	rt, err := reprise.New(st, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, o := range orders {
		d, err := reprise.Describe(ctx, rt, o.ID)
		if err != nil {
			t.Fatalf("%s: %v", o.ID, err)
		}
		if d.Status == reprise.Open {
			t.Fatalf("%s is still open: %+v", o.ID, d)
		}
		run, err := reprise.Get(ctx, rt, order.Fulfil, o.ID)
		if err != nil {
			t.Fatalf("%s: %v", o.ID, err)
		}
		confirmation, err := run.Result(ctx)
		got[o.ID] = fmt.Sprintf("%v %s %d parcels", d.Status, failure.CodeOf(err), len(confirmation.Parcels))
		if err := order.Check(o, err == nil, entries); err != nil {
			t.Error(err)
		}
	}
	return got
}

// same compares the results of a run that was killed with those of one that was not.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for id, result := range want {
		if got[id] != result {
			t.Errorf("%s ended as %q, without a crash as %q", id, got[id], result)
		}
	}
}

// whole checks the report of a process that brought everything to its end.
func whole(t *testing.T, r demo.Report, orders int) {
	t.Helper()
	if r.Orders != orders || r.Completed+r.Failed+r.Compensated != orders || r.Waiting != 0 {
		t.Errorf("not every one of %d orders is at its end: %+v", orders, r)
	}
	if r.ChargesRecordedTwice != 0 || r.ChargesRecorded != r.ChargesApplied || r.ChargesBegun < r.ChargesApplied {
		t.Errorf("the ledger and the histories do not agree: %+v", r)
	}
}

const (
	eight      = "../../testdata/orders-8.json"
	twoHundred = "internal/demo/orders.json"
)

// every writes an order file with every n-th of the 200.
func every(t *testing.T, n int) string {
	t.Helper()
	all := readOrders(t, twoHundred)
	var some []order.Order
	for i := min(6, n-1); i < len(all); i += n {
		some = append(some, all[i])
	}
	return writeOrders(t, some)
}

func twenty(t *testing.T) string { return every(t, 10) }

// heldID is an order that has no end before it is approved, which only approve does.
const heldID = "order-held"

// withHeld writes an order file with one that is held and those of another file. A demo of it
// lives for as long as a test needs it, however long the test itself is kept from going on.
func withHeld(t *testing.T, orders string) string {
	t.Helper()
	o := large(heldID)
	o.Customer = "Alan"
	return writeOrders(t, append([]order.Order{o}, readOrders(t, orders)...))
}

// approve lets the held order come to its end, once it has been started.
func approve(t *testing.T, st store.Store) {
	t.Helper()
	rt, err := reprise.New(st, reprise.Config{})
	if err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		err := reprise.Signal(t.Context(), rt, heldID, order.Approve, order.Decision{Yes: true, By: "Mia"})
		if !errors.Is(err, reprise.ErrNotFound) {
			if err := errors.Join(err, st.Close()); err != nil {
				t.Fatal(err)
			}
			return
		}
		<-look.C
	}
}

func approveInFile(t *testing.T, db string) {
	t.Helper()
	st, err := sqlite.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	approve(t, st)
}

func readOrders(t *testing.T, file string) []order.Order {
	t.Helper()
	orders, err := order.ReadOrders(file)
	if err != nil {
		t.Fatal(err)
	}
	return orders
}

func writeOrders(t *testing.T, orders []order.Order) string {
	t.Helper()
	data, err := json.Marshal(orders)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "orders.json")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
