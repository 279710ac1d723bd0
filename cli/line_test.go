package cli

import (
	"strings"
	"testing"
)

// A suggested command line is understood, whatever the name of the run.
func TestArgumentsThatLookLikeFlagsStandBehindDashes(t *testing.T) {
	a := newApp(Program{Name: "reprise"})
	for words, want := range map[string]string{
		"run show order-1":                    "run show order-1",
		"run signal order-1 n -":              "run signal order-1 n -",
		"run show -1":                         "run show -- -1",
		"run history -x --payloads":           "run history --payloads -- -x",
		"run history -x --from 3 -o json":     "run history --from 3 -o json -- -x",
		"run signal x n -1 --signal-id k":     "run signal --signal-id k -- x n -1",
		"replay --run --x":                    "replay --run -- --x",
		"run terminate -x -y --db=a b":        "run terminate -y '--db=a' -- -x b",
		"run show --order --namespace -other": "run show --namespace -other -- --order",
	} {
		if got := a.line(strings.Fields(words)...); got != "reprise "+want {
			t.Errorf("%s is to be typed as %s, want %s", words, got, want)
		}
	}
}

func TestARunMayBeCalledLikeAFlag(t *testing.T) {
	rt := sold(t)
	out, code := run(t, rt, "run", "show", "--", "-order")
	if code != codeNotFound || !strings.Contains(out, `"-order"`) {
		t.Errorf("exit code %d\n%s", code, out)
	}
	for line, want := range map[string]string{
		"run cancel -- -order --reason why":        `got "--reason": put flags before "--", and before a number such as -1` + "\ntry: reprise run cancel --reason why -- -order\n",
		"run signal order-17 n -1 --signal-id k":   "try: reprise run signal --signal-id k -- order-17 n -1\n",
		"run signal -- -order":                     "try: reprise run show -- -order\n",
		"run signal --signal-id k -- -order n 1 2": "try: reprise run show -- -order\n",
		"run export -- -order -other":              "try: reprise run export -- -order\n",
	} {
		if out, code := run(t, rt, strings.Fields(line)...); code != codeUsage || !strings.Contains(out, want) {
			t.Errorf("%s: exit code %d\n%s, want\n%s", line, code, out, want)
		}
	}
}

// The command line suggested for another store is the one that was typed, but
// for the store.
func TestTheSameLineOnAnotherStore(t *testing.T) {
	for typed, want := range map[string]string{
		"run list":                   "run list --db b.db",
		"run show x --db a.db -y":    "run show x --db b.db -y",
		"--db=a.db run show x":       "--db b.db run show x",
		"run show -db a.db x":        "run show -db b.db x",
		"run show -- --db":           "run show --db b.db -- --db",
		"run show x --db":            "run show x --db --db b.db",
		"run show --db a.db -- --db": "run show --db b.db -- --db",
	} {
		a := newApp(Program{Name: "reprise", Args: strings.Fields(typed)})
		if got := a.onStore("b.db"); got != "reprise "+want {
			t.Errorf("%s becomes %s, want %s", typed, got, want)
		}
	}
}

func TestVersion(t *testing.T) {
	rt := sold(t)
	for _, flag := range []string{"--version", "-v"} {
		out, code := run(t, rt, flag)
		if words := strings.Fields(out); code != 0 || len(words) < 4 || words[0] != "reprise" || words[1] != "version" || !strings.Contains(out, "go1.") {
			t.Errorf("%s: exit code %d: %s", flag, code, out)
		}
	}
}
