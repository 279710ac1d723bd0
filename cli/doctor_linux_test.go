package cli_test

import (
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/store/memory"
)

// Before doctor asks whether to repair, it shows what it found.
func TestARepairShowsWhatItIsAboutBeforeItAsks(t *testing.T) {
	for answer, done := range map[string]bool{"n\n": false, "y\n": true} {
		s := &sick{Store: memory.New(), orphans: 2}
		rt, err := reprise.New(s, reprise.Config{})
		if err != nil {
			t.Fatal(err)
		}
		code, screen := onTerminal(t, cli.Program{Name: "shop", Runtime: rt, Args: []string{"db", "doctor", "--no-color", "--quick", "--repair", "L3,L4"}}, answer)
		before, _, asked := strings.Cut(screen, "Change 4 rows? [y/N] ")
		for _, want := range []string{
			"damage  L4          timer 0 is left\n", "damage  L4          timer 1 is left\n",
			"L3: a repair would change 2 rows: recount the inbox and add a dispatch row,", "L4: a repair would change 2 rows: delete what is left of the run\n",
		} {
			if !asked || !strings.Contains(before, want) {
				t.Errorf("%q: want %q before the question", answer, want)
			}
		}
		repaired := 0
		for _, dry := range s.repaired {
			if !dry {
				repaired++
			}
		}
		if code != 1 || (repaired == 2) != done || !done && !strings.Contains(screen, "nothing was done") {
			t.Errorf("%q: exit code %d, %d repairs", answer, code, repaired)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
