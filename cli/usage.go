package cli

import (
	"context"
	"fmt"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/shellword"
)

// usage is the error of a wrong command line. next is the command to type.
func (a *app) usage(what, next string, args ...any) error {
	return &exitError{code: codeUsage, err: fmt.Errorf("%s", what), next: fmt.Sprintf(next, args...)}
}

// line is a command line of this program, to be typed.
func (a *app) line(words ...string) string {
	line := a.Call
	for _, w := range words {
		line += " " + shellword.Quote(w)
	}
	return line
}

// try is a command line of this program on the same store and namespace.
func (a *app) try(words ...string) string {
	for _, name := range []string{"db", "namespace"} {
		if a.root.IsSet(name) {
			words = append(words, "--"+name, a.root.String(name))
		}
	}
	return a.line(words...)
}

// path is c as words: "run", "list".
func path(c *flags.Command) []string {
	return strings.Fields(c.FullName())[1:]
}

// wrongFlag answers what the parser of flags has to complain about.
func (a *app) wrongFlag(_ context.Context, c *flags.Command, err error, _ bool) error {
	what := err.Error()
	if name, unknown := strings.CutPrefix(what, "flag provided but not defined: -"); unknown {
		what = "there is no flag " + dashed(name)
		if similar := flags.SuggestFlag(append(c.Flags, c.Root().Flags...), name, false); similar != "" {
			what += ", did you mean " + similar + "?"
		}
	}
	return a.usage(what, "%s", a.line(append(path(c), "--help")...))
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// checkArgs compares the arguments of a command with its ArgsUsage, as in "ID NAME
// [PAYLOAD]": those in brackets may be missing, and one that ends in dots may be many.
func (a *app) checkArgs(_ context.Context, c *flags.Command) error {
	if len(c.Commands) > 0 {
		return nil // it is for group to answer
	}
	want, got := strings.Fields(c.ArgsUsage), c.Args().Slice()
	for i, name := range want {
		switch {
		case strings.HasSuffix(strings.TrimRight(name, "]"), "..."):
			return nil
		case i < len(got) || strings.HasPrefix(name, "["):
		default:
			return a.usage(strings.Join(path(c), " ")+" needs "+name, "%s",
				a.try(append(append(path(c), got...), want[i:]...)...))
		}
	}
	if len(got) > len(want) {
		return a.usage(fmt.Sprintf("%s takes no further argument, and there is %q", strings.Join(path(c), " "), got[len(want)]), "%s",
			a.try(append(path(c), got[:len(want)]...)...))
	}
	return nil
}

// group answers a line that names no command of the group.
func (a *app) group(_ context.Context, c *flags.Command) error {
	name := c.Args().First()
	if name == "" && c == c.Root() {
		return flags.ShowRootCommandHelp(c)
	}
	var all []string
	for _, sub := range c.VisibleCommands() {
		all = append(all, sub.Name)
	}
	before := strings.Join(append(path(c), ""), " ")
	if name == "" {
		return a.usage(strings.TrimSpace(before)+" needs a command: "+strings.Join(all, ", "), "%s", a.line(append(path(c), all[0])...))
	}
	what := fmt.Sprintf("there is no command %q", before+name)
	words := append(path(c), "--help")
	if similar := flags.SuggestCommand(c.VisibleCommands(), name); similar != "" && similar != "help" && similar != "h" {
		what += ", did you mean " + before + similar + "?"
		words = append(path(c), similar)
	}
	return a.usage(what, "%s", a.line(words...))
}

// again is the command line of c with one flag set to another value.
func (a *app) again(c *flags.Command, flag, value string) string {
	words := path(c)
	for _, f := range c.Flags {
		name := f.Names()[0]
		switch {
		case name == flag || !f.IsSet():
		case f.Get() == true:
			words = append(words, "--"+name)
		default:
			words = append(words, "--"+name, strings.Trim(fmt.Sprint(f.Get()), "[]"))
		}
	}
	return a.try(append(append(words, c.Args().Slice()...), "--"+flag, value)...)
}

// count is n things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
