package cli_test

import (
	"context"
	"slices"
	"testing"

	"github.com/reprise-run/reprise/cli"
)

func TestAWrongLineIsAnsweredWithARightOne(t *testing.T) {
	rt := onMemory(t)
	for _, c := range []struct {
		args []string
		says string
		next string
	}{
		{[]string{"rnu", "list", "--limit", "2"}, `unknown command "rnu", did you mean run?`, "try: shop run list --limit 2\n"},
		{[]string{"run"}, "run needs a command: list, show, trace", "try: shop run list\n"},
		{[]string{"run", "lst", "--status", "open"}, `unknown command "run lst", did you mean run list?`, "try: shop run list --status open\n"},
		{[]string{"run", "qqq"}, `unknown command "run qqq", only list, show, trace,`, "try: shop run --help\n"},
		{[]string{"qqq", "--status", "open"}, `unknown command "qqq", only run, batch, activity, top, worker, queue, schedule, db, replay, preflight, versions, completion` + "\n", "try: shop --help\n"},
		{[]string{"run", "list", "--quick"}, "unknown flag --quick\n", "try: shop run list --help\n"},
		{[]string{"worker"}, "worker needs a command: list", "try: shop worker list\n"},
		{[]string{"run", "list", "--satus", "open"}, "unknown flag --satus, did you mean --status?", "try: shop run list --help\n"},
		{[]string{"run", "list", "--limit", "many"}, `--limit takes a whole number from 1 to 1000, not "many"` + "\n", "try: shop run list --help\n"},
		{[]string{"run", "list", "--limit", "0"}, `--limit takes a whole number from 1 to 1000, not "0"`, "try: shop run list --help\n"},
		{[]string{"run", "list", "--limit=1001"}, `--limit takes a whole number from 1 to 1000, not "1001"`, "try: shop run list --help\n"},
		{[]string{"run", "trace", "a", "--last", "x"}, `--last takes a whole number from 1 to 1073741824, not "x"` + "\n", "try: shop run trace --help\n"},
		{[]string{"db", "doctor", "--late", "2"}, `--late takes a time with its unit, as in 500ms, 10s or 5m, not "2"` + "\n", "try: shop db doctor --help\n"},
		{[]string{"run", "result", "a", "--timeout", "2"}, `--timeout takes a time with its unit, as in 500ms, 10s or 5m, not "2"`, "try: shop run result --help\n"},
		{[]string{"run", "result", "a", "--timeout", "-2s"}, `--timeout takes a time with its unit, as in 500ms, 10s or 5m, not "-2s"`, "try: shop run result --help\n"},
		{[]string{"run", "list", "--blocked=soon"}, `--blocked takes true or false, not "soon"`, "try: shop run list --help\n"},
		{[]string{"run", "list", "--status", "opn"}, `unknown status "opn"`, "try: shop run list --status open\n"},
		{[]string{"run", "list", "--status", "open,blocked", "--limit", "5"}, "blocked is not a status", "try: shop run list --limit 5 --blocked\n"},
		{[]string{"run", "list", "--status", "blocked", "--blocked", "-o", "jsonl"}, "blocked is not a status", "try: shop run list --blocked --output jsonl\n"},
		{[]string{"run", "list", "--cursor", "x", "--limit", "5"}, `--cursor takes the cursor of the previous page, not "x"`, "try: shop run list --limit 5\n"},
		{[]string{"run", "list", "-o", "xml"}, `-o takes table, json or jsonl, not "xml"`, "try: shop run list --help\n"},
		{[]string{"run", "list", "--time", "then"}, `--time takes relative, local or utc, not "then"`, "try: shop run list --help\n"},
		{[]string{"run", "list", "order-1"}, `run list takes no further argument, got "order-1"`, "try: shop run show order-1\n"},
		{[]string{"run", "cancel", "a", "b", "--reason", "too late"}, `run cancel takes no further argument, got "b"`, "try: shop run cancel a --reason 'too late'\n"},
		{[]string{"run", "list", "--limit"}, "--limit needs a value\n", "try: shop run list --help\n"},
		{[]string{"run", "list", "-o"}, "-o needs a value\n", "try: shop run list --help\n"},
		{[]string{"run", "show"}, "run show needs ID", "try: shop run list\n"},
		{[]string{"worker", "drain", "--reason", "x"}, "worker drain needs ID", "try: shop worker list\n"},
		{[]string{"run", "start"}, "run start needs WORKFLOW", "try: shop run start --help\n"},
		{[]string{"run", "signal", "order 1"}, "run signal needs NAME", "try: shop run show 'order 1'\n"},
		{[]string{"run", "list", "--db", "x.db"}, "unknown flag --db", "try: shop run list --help\n"}, // the store is given
		{[]string{"help", "qqq"}, `unknown command "qqq"`, "try: shop --help\n"},
		{[]string{"help", "run", "shwo"}, `unknown command "run shwo", did you mean run show?`, "try: shop help run show\n"},
		{[]string{"help", "run", "show", "order-1"}, `unknown command "run show order-1"` + "\n", "try: shop run show --help\n"},
		{[]string{"completion", "tcsh"}, `unknown command "completion tcsh", only bash, zsh, fish, pwsh`, "try: shop completion --help\n"},
	} {
		s := say(t, rt, c.args...)
		s.want(t, 64, c.says, c.next)
		if s.out != "" {
			t.Errorf("on standard output: %s", s.out)
		}
	}
}

// The command is in the place of its group, or an id in the place of a command.
func TestAWordOfTheLineIsMissing(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	for _, c := range []struct {
		args []string
		says string
		next string
	}{
		{[]string{"list"}, `unknown command "list", did you mean run list?`, "try: shop run list\n"},
		{[]string{"show", "order-1", "-o", "json"}, `did you mean run show?`, "try: shop run show order-1 -o json\n"},
		{[]string{"result", "order-1", "--timeout", "2s"}, `did you mean run result?`, "try: shop run result order-1 --timeout 2s\n"},
		{[]string{"doctor", "--quick"}, `did you mean db doctor?`, "try: shop db doctor --quick\n"},
		{[]string{"run", "order-1"}, `unknown command "run order-1", did you mean run show order-1?`, "try: shop run show order-1\n"},
		{[]string{"order-1"}, `unknown command "order-1", did you mean run show order-1?`, "try: shop run show order-1\n"},
		{[]string{"run", "order-2"}, `unknown command "run order-2", only list,`, "try: shop run --help\n"},
		{[]string{"worker", "order-1"}, `unknown command "worker order-1", only list`, "try: shop worker --help\n"},
		{[]string{"replay", "order-1"}, "there is no file order-1, but a run: --run replays it", "try: shop replay --run order-1\n"},
	} {
		code := 64
		if c.args[0] == "replay" {
			code = 3
		}
		say(t, rt, c.args...).want(t, code, c.says, c.next)
	}
}

func TestHelpIsNoError(t *testing.T) {
	rt := onMemory(t)
	for _, args := range [][]string{{}, {"--help"}, {"help"}, {"h"}, {"help", "run"}, {"help", "run", "show"}, {"run", "--help"}, {"run", "help"}, {"run", "list", "--help"}, {"run", "list", "-h"}} {
		s := say(t, rt, args...)
		s.want(t, 0, "USAGE:", "shop")
		if s.errors != "" {
			t.Errorf("on standard error: %s", s.errors)
		}
	}
}

func TestHelpOfACommandOfAGroup(t *testing.T) {
	rt := onMemory(t)
	want := say(t, rt, "run", "show", "--help").out
	if got := say(t, rt, "help", "run", "show").out; got != want {
		t.Errorf("help run show prints\n%s, run show --help\n%s", got, want)
	}
}

// No workflow id is the name of a command.
func TestARunMayBeCalledHelp(t *testing.T) {
	rt := onMemory(t)
	for _, id := range []string{"help", "h", "list"} {
		begin(t, rt, id)
		if got := say(t, rt, "run", "cancel", id).object(t)["id"]; got != id {
			t.Errorf("cancelled %v, want %s", got, id)
		}
	}
}

func TestFlagsStandAnywhere(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	for _, args := range [][]string{
		{"-o", "jsonl", "run", "result", "order-1", "--timeout", "0s"},
		{"run", "-o", "jsonl", "result", "--timeout", "0s", "order-1"},
		{"run", "result", "order-1", "--timeout=0s", "-o=jsonl"},
	} {
		say(t, rt, args...).want(t, 2, "order-1 has not ended")
	}
}

func TestAdviceRepeatsHowTheStoreWasNamed(t *testing.T) {
	p := cli.Program{Name: "reprise", Call: "go run ./cmd/reprise", Open: noStore}
	p.Args = []string{"run", "show", "--namespace", "my shop"}
	sayAs(t, t.Context(), p).want(t, 64, "try: go run ./cmd/reprise run list --namespace 'my shop'\n")
	p.Args = []string{"--db", "a b.db", "run", "list", "x"}
	sayAs(t, t.Context(), p).want(t, 64, "try: go run ./cmd/reprise run show x --db 'a b.db'\n")
	p.Args = []string{"run", "list"}
	sayAs(t, t.Context(), p).want(t, 64, "no store given", "try: go run ./cmd/reprise run list --db orders.db\n")
	// A store named in the environment is not repeated in the suggestion: it is still
	// set.
	p.Getenv = func(name string) string { return map[string]string{"REPRISE_DB": "env.db"}[name] }
	sayAs(t, t.Context(), p).want(t, 3, "no file env.db", "try: go run ./cmd/reprise --help\n")
}

func TestACommandOfTheProgramsOwnParsesItself(t *testing.T) {
	var got []string
	p := cli.Program{Name: "reprise", Open: noStore, Extra: []cli.Extra{{Name: "demo", Run: func(_ context.Context, args []string) int {
		got = args
		return 7
	}}}}
	p.Args = []string{"demo", "--db", "x", "--help", "-n", "3"}
	sayAs(t, t.Context(), p).want(t, 7)
	if len(got) != 5 {
		t.Errorf("it was given %q", got)
	}
	p.Args = []string{"--db", "x", "demo"}
	sayAs(t, t.Context(), p).want(t, 64, "demo has flags of its own, after its name: it does not take --db", "try: reprise demo --help")
	p.Args = []string{"help", "demo", "cases"}
	sayAs(t, t.Context(), p).want(t, 7)
	if !slices.Equal(got, []string{"cases", "--help"}) {
		t.Errorf("for its help it was given %q", got)
	}
}

func TestShellsCompleteCommandsAndFlags(t *testing.T) {
	rt := onMemory(t)
	say(t, rt, "completion", "bash").want(t, 0, "shop")
	say(t, rt, "run", "--generate-shell-completion").want(t, 0, "terminate:end an open run at once")
	say(t, rt, "run", "list", "--bl", "--generate-shell-completion").want(t, 0, "--blocked")
}
