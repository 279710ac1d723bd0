package cli_test

import (
	"context"
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
		{[]string{"rnu"}, `there is no command "rnu", did you mean run?`, "try: shop run\n"},
		{[]string{"run"}, "run needs a command: list, show, trace", "try: shop run list\n"},
		{[]string{"run", "lst"}, `there is no command "run lst", did you mean run list?`, "try: shop run list\n"},
		{[]string{"run", "qqq"}, `there is no command "run qqq"` + "\n", "try: shop run --help\n"},
		{[]string{"run", "list", "--quick"}, "there is no flag --quick\n", "try: shop run list --help\n"},
		{[]string{"worker"}, "worker needs a command: list", "try: shop worker list\n"},
		{[]string{"run", "list", "--satus", "open"}, "there is no flag --satus, did you mean --status?", "try: shop run list --help\n"},
		{[]string{"run", "list", "--limit", "many"}, `invalid value "many"`, "try: shop run list --help\n"},
		{[]string{"run", "list", "--limit", "0"}, "--limit must be 1 to 1000", "try: shop run list --limit 1000\n"},
		{[]string{"run", "list", "--limit", "1001"}, "--limit must be 1 to 1000", "try: shop run list --limit 1000\n"},
		{[]string{"run", "list", "--status", "opn"}, `there is no status "opn"`, "try: shop run list --status open\n"},
		{[]string{"run", "list", "--cursor", "x"}, "not a Page.Next", "try: shop run list\n"},
		{[]string{"run", "list", "-o", "xml"}, "use table, json or jsonl", "try: shop run list --help\n"},
		{[]string{"run", "list", "--time", "then"}, "use relative, local or utc", "try: shop run list --help\n"},
		{[]string{"run", "list", "order-1"}, `run list takes no further argument, and there is "order-1"`, "try: shop run list\n"},
		{[]string{"run", "list", "--limit"}, "flag needs an argument", "try: shop run list --help\n"},
		{[]string{"run", "show"}, "run show needs ID", "try: shop run show ID\n"},
		{[]string{"run", "signal", "order 1"}, "run signal needs NAME", "try: shop run signal 'order 1' NAME\n"},
		{[]string{"run", "list", "--db", "x.db"}, "there is no flag --db", "try: shop run list --help\n"}, // the store is given
		{[]string{"help", "qqq"}, "No help topic for 'qqq'", "try: shop --help\n"},
	} {
		s := say(t, rt, c.args...)
		s.want(t, 64, c.says, c.next)
		if s.out != "" {
			t.Errorf("on standard output: %s", s.out)
		}
	}
}

func TestHelpIsNoError(t *testing.T) {
	rt := onMemory(t)
	for _, args := range [][]string{{}, {"--help"}, {"help"}, {"run", "--help"}, {"run", "help"}, {"run", "list", "--help"}, {"run", "list", "-h"}} {
		s := say(t, rt, args...)
		s.want(t, 0, "USAGE:", "shop")
		if s.errors != "" {
			t.Errorf("on standard error: %s", s.errors)
		}
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

func TestHintsRepeatHowTheStoreWasNamed(t *testing.T) {
	p := cli.Program{Name: "reprise", Call: "go run ./cmd/reprise", Open: noStore}
	p.Args = []string{"run", "show", "--namespace", "my shop"}
	sayAs(t, t.Context(), p).want(t, 64, "try: go run ./cmd/reprise run show ID --namespace 'my shop'\n")
	p.Args = []string{"--db", "a b.db", "run", "list", "x"}
	sayAs(t, t.Context(), p).want(t, 64, "try: go run ./cmd/reprise run list --db 'a b.db'\n")
	p.Args = []string{"run", "list"}
	sayAs(t, t.Context(), p).want(t, 64, "no store is named", "try: go run ./cmd/reprise run list --db orders.db\n")
	// What stands in the environment is not repeated: it is still there.
	p.Getenv = func(name string) string { return map[string]string{"REPRISE_DB": "env.db"}[name] }
	sayAs(t, t.Context(), p).want(t, 3, "no file env.db", "try: go run ./cmd/reprise run list --db FILE\n")
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
}

func TestShellsCompleteCommandsAndFlags(t *testing.T) {
	rt := onMemory(t)
	say(t, rt, "completion", "bash").want(t, 0, "shop")
	say(t, rt, "run", "--generate-shell-completion").want(t, 0, "terminate:end an open run at once")
	say(t, rt, "run", "list", "--bl", "--generate-shell-completion").want(t, 0, "--blocked")
	say(t, rt, "completion", "tcsh").want(t, 64, "tcsh")
}
