package demo

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
)

func TestCrashPoints(t *testing.T) {
	for text, want := range map[string]Crash{
		"1":         {N: 1},
		"12:before": {N: 12, Before: true},
		"random:7":  {Random: true, Seed: 7},
	} {
		o, err := parse([]string{"--crash-at", text}, nil)
		if err != nil || o.Crash != want || o.Crash.String() != text {
			t.Errorf("--crash-at %s: %+v (%s), %v", text, o.Crash, o.Crash.String(), err)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "3:after", "random:", "random:x", ":before"} {
		if _, err := parse([]string{"--crash-at", text}, nil); err == nil || !strings.Contains(err.Error(), "write") {
			t.Errorf("--crash-at %q: %v, want an error that says what to write", text, err)
		}
	}
}

func TestASeedAlwaysMeansTheSamePoint(t *testing.T) {
	points := map[Crash]bool{}
	for seed := range uint64(200) {
		c := Crash{Random: true, Seed: seed}
		first, again := c.at(20), c.at(20)
		if first != again || first.N < 1 || first.Random {
			t.Fatalf("seed %d: %+v, then %+v", seed, first, again)
		}
		points[first] = true
	}
	if len(points) < 50 {
		t.Errorf("200 seeds reach only %d points", len(points))
	}
}

func TestOnlyAPersonIsMadeToWait(t *testing.T) {
	for args, want := range map[string]bool{
		"":                         true,
		"--db x.db":                true,
		"--json":                   false,
		"--serial":                 false,
		"--crash-at 3":             false,
		"--orders f --json --db x": false,
	} {
		o, err := parse(strings.Fields(args), nil)
		if err != nil || o.paced() != want {
			t.Errorf("demo %s: paced %v, %v, want %v", args, o.paced(), err, want)
		}
	}
}

// What is printed may be typed as it stands: it hits these files and no others.
func TestTheLinesToTypeAreSafe(t *testing.T) {
	for db, want := range map[string]string{
		"demo.db":  "rm -f demo.db demo.db-wal demo.db-shm demo.db.ledger demo.db.reprise-lock",
		"-x.db":    "rm -f ./-x.db ./-x.db-wal ./-x.db-shm ./-x.db.ledger ./-x.db.reprise-lock",
		"my *.db":  "rm -f 'my *.db' 'my *.db-wal' 'my *.db-shm' 'my *.db.ledger' 'my *.db.reprise-lock'",
		"it's/a.b": `rm -f 'it'\''s/a.b' 'it'\''s/a.b-wal' 'it'\''s/a.b-shm' 'it'\''s/a.b.ledger' 'it'\''s/a.b.reprise-lock'`,
	} {
		if got := startOver(Options{DB: db}); got != want {
			t.Errorf("start over with %s: %s", db, got)
		}
	}
	if got := command(Options{DB: "a b"}); !strings.HasSuffix(got, " demo --db 'a b'") {
		t.Errorf("go on: %s", got)
	}
}

func TestThePageIsForAPerson(t *testing.T) {
	if o, err := parse([]string{"--ui"}, io.Discard); err != nil || !o.UI || !o.paced() || !strings.HasSuffix(command(o), " demo --ui") {
		t.Errorf("demo --ui: %+v, %v", o, err)
	}
	if _, err := parse([]string{"--ui", "--json"}, io.Discard); err == nil || !strings.Contains(err.Error(), "leave one of them out") {
		t.Errorf("demo --ui --json: %v", err)
	}
	if o, err := parseCases([]string{"--ui", "--gateway", "up"}, io.Discard); err != nil || !o.ui || !o.run || !o.gatewayUp {
		t.Errorf("demo cases --ui: %+v, %v", o, err)
	}
}

// No file has to be there: the program may have been installed without the repository.
func TestTheDemoHasOrdersOfItsOwn(t *testing.T) {
	o, err := parse(nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if orders, err := o.read(); err != nil || len(orders) != 200 {
		t.Errorf("%d orders, %v", len(orders), err)
	}
}

func TestHelpSaysEverything(t *testing.T) {
	var out bytes.Buffer
	if _, err := parse([]string{"-h"}, &out); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	for _, word := range []string{"-db", "-orders", "-crash-at", "-serial", "-json", "-ui", "charges_recorded_twice", "kill -9"} {
		if !strings.Contains(out.String(), word) {
			t.Errorf("the help does not mention %s", word)
		}
	}
}
