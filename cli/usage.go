package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	flags "github.com/urfave/cli/v3"
)

// wrongLine returns the error of a wrong command line. next is the command to type.
func wrongLine(what, next string) error {
	return &exitError{code: codeUsage, err: errors.New(what), next: next}
}

// wrongFlag answers a complaint of the flag parser. If c is a group, the word that should be
// its command is wrong, and the flags were meant for that command.
func (a *app) wrongFlag(ctx context.Context, c *flags.Command, err error, _ bool) error {
	if len(c.Commands) > 0 && c.Args().Present() {
		return a.group(ctx, c)
	}
	what := err.Error()
	if name, missing := strings.CutPrefix(what, "flag needs an argument: "); missing {
		what = dashed(strings.TrimLeft(name, "-")) + " needs a value"
	}
	if name, unknown := strings.CutPrefix(what, "flag provided but not defined: -"); unknown {
		what = "unknown flag " + dashed(name)
		if similar := flags.SuggestFlag(slices.Concat(c.Flags, c.Root().Flags), name, false); alike(similar, dashed(name)) {
			what += ", did you mean " + similar + "?"
		}
	}
	if name, value, why, wrong := wrongValue(what); wrong {
		for _, f := range slices.Concat(c.Flags, c.Root().Flags) {
			if slices.Contains(f.Names(), name) {
				why = takes(f, why)
			}
		}
		what = fmt.Sprintf("%s takes %s, not %q", dashed(name), why, value)
	}
	return wrongLine(what, a.line(append(path(c), "--help")...))
}

// wrongValue parses how the flag parser says that a flag refuses its value.
func wrongValue(what string) (name, value, why string, ok bool) {
	rest, ok := strings.CutPrefix(what, "invalid value ")
	if !ok {
		return "", "", "", false
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", "", "", false
	}
	if value, err = strconv.Unquote(quoted); err != nil {
		return "", "", "", false
	}
	rest, ok = strings.CutPrefix(rest[len(quoted):], " for flag -")
	name, why, _ = strings.Cut(rest, ": ")
	return name, value, why, ok
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// naming is the command that lists what the first argument of the command at path may name.
func (a *advice) naming(path []string, argument string) string {
	switch group := path[0]; {
	case group == "worker", group == "queue", group == "schedule":
		return a.try(group, "list")
	case group == "run" && argument == "ID":
		return a.try("run", "list")
	}
	return a.line(append(path, "--help")...)
}

// checkArgs compares the arguments of a command with its ArgsUsage, as in "ID NAME [PAYLOAD]":
// an argument in brackets is optional, and one that ends in dots may be repeated.
func (a *advice) checkArgs(_ context.Context, c *flags.Command) error {
	if len(c.Commands) > 0 {
		return nil // group answers that
	}
	want, got := strings.Fields(c.ArgsUsage), c.Args().Slice()
	for i, name := range want {
		switch {
		case strings.HasSuffix(strings.TrimRight(name, "]"), "..."):
			return nil
		case i < len(got) || strings.HasPrefix(name, "["):
		case i == 0:
			return wrongLine(strings.Join(path(c), " ")+" needs "+name, a.naming(path(c), name))
		default: // the run's page says what else to do
			return wrongLine(strings.Join(path(c), " ")+" needs "+name, a.try("run", "show", got[0]))
		}
	}
	if len(got) > len(want) {
		return a.tooMany(c, got[:len(want)], got[len(want):])
	}
	return nil
}

// tooMany answers a line with more arguments than the command has.
func (a *advice) tooMany(c *flags.Command, good, more []string) error {
	command := strings.Join(path(c), " ")
	what := fmt.Sprintf("%s takes no further argument, got %q", command, more[0])
	redact, _ := c.Value("redact").(redacting)
	switch {
	case a.flagWords(c, more) > 0: // flags after "--"
		words := slices.Concat(path(c), given(c, ""), more, []string{"--"}, good)
		return wrongLine(what+`: put flags before "--", and before a number such as -1`, a.words(words))
	case redact.bare():
		return wrongLine(what+`: names of fields go after "=", as in --redact=card,email`, a.withArgs(c, good...))
	case command == "run list":
		return wrongLine(what, a.try("run", "show", more[0]))
	case command == "run signal":
		what = fmt.Sprintf("run signal takes one payload, got %d words: put it in single quotes, as in '{\"yes\":true}'", 1+len(more))
		if payload := strings.Join(append(good[2:], more...), " "); json.Valid([]byte(payload)) {
			return wrongLine(what, a.withArgs(c, good[0], good[1], payload))
		}
		return wrongLine(what, a.try("run", "show", good[0]))
	}
	return wrongLine(what, a.withArgs(c, good...))
}
