package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/samples/order"
)

// Killed at any commit, before or after it, a second process brings every order to
// the end it would have had, and no card is charged twice.
func TestCrashAtEveryCommit(t *testing.T) {
	want := undisturbed(t, eight, "--serial")
	stride := budget.Of(14, 7)
	if *full {
		stride = 1
	}
	for _, when := range []string{"", ":before"} {
		var beyond atomic.Bool // a process came to its end before the point
		for first := 1; !beyond.Load(); first += 8 * stride {
			t.Run(fmt.Sprintf("from %d%s", first, when), func(t *testing.T) {
				for n := first; n < first+8*stride; n += stride {
					t.Run(strconv.Itoa(n)+when, func(t *testing.T) {
						t.Parallel()
						if !crash(t, eight, want, "--serial", "--crash-at", strconv.Itoa(n)+when) {
							beyond.Store(true)
						}
					})
				}
			})
			if t.Failed() {
				return
			}
		}
	}
}

func TestCrashAtRandomOnTwentyOrders(t *testing.T) {
	orders := twenty(t)
	want := undisturbed(t, orders)
	seeds := budget.Of(3, 8)
	if *full {
		seeds = 200
	}
	for seed := range seeds {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			crash(t, orders, want, "--crash-at", fmt.Sprintf("random:%d", seed))
		})
	}
}

func TestCrashAtRandomOnTwoHundredOrders(t *testing.T) {
	want := undisturbed(t, twoHundred)
	seeds := 1
	if *full {
		seeds = 20
	}
	for seed := range seeds {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			crash(t, twoHundred, want, "--crash-at", fmt.Sprintf("random:%d", 1000+seed))
		})
	}
}

// undisturbed says how the orders end when nothing is killed.
func undisturbed(t *testing.T, orders string, args ...string) map[string]string {
	t.Helper()
	db := filepath.Join(t.TempDir(), "demo.db")
	e := play(t, db, orders, args...)
	got := results(t, db, orders)
	whole(t, e.report, len(got))
	return got
}

// crash runs the demo with a crash and once more without, and reports whether the
// first process was killed.
func crash(t *testing.T, orders string, want map[string]string, args ...string) bool {
	t.Helper()
	db := filepath.Join(t.TempDir(), "demo.db")
	e := play(t, db, orders, args...)
	killed := e.killed
	if killed {
		e = play(t, db, orders)
	}
	whole(t, e.report, len(want))
	same(t, results(t, db, orders), want)
	if t.Failed() {
		t.Logf("demo %s, killed: %v\n%s", strings.Join(args, " "), killed, e.output)
	}
	return killed
}

// Somebody presses kill -9 twenty times in a row: no order is convicted of it.
func TestTwentyKillsInARowParkNothing(t *testing.T) {
	t.Parallel()
	want := undisturbed(t, twoHundred)
	db, orders := filepath.Join(t.TempDir(), "demo.db"), withHeld(t, twoHundred)
	for i := range 20 {
		// Killed after its greeting, or after a sign of work.
		killAtLine(t, db, orders, []string{"it continues", " at work, "}[i%2])
	}
	goesOn(t, db, orders, len(want)+1)
	same(t, results(t, db, orders), want)
	entries, err := order.ReadLedger(db + ".ledger")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(order.Summarise(entries).Processes); n < 10 {
		t.Errorf("only %d processes did any work; the kills came too early to show anything", n)
	}
}

// killAtLine kills a process from outside when it has written a line that matches.
// The process takes its time, as for a person, so that it cannot end before.
func killAtLine(t *testing.T, db, orders, line string) {
	t.Helper()
	match := regexp.MustCompile(line)
	cmd := exec.Command(binary, "demo", "--db", db, "--orders", orders)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for scan, found := bufio.NewScanner(out), false; !found && scan.Scan(); {
		seen = append(seen, scan.Text())
		found = match.MatchString(scan.Text())
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatalf("%v, after %q", err, seen)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatalf("it had come to its end before it could be killed: %q", seen)
	}
}
