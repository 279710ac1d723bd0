package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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
		if similar := flags.SuggestFlag(slices.Concat(c.Flags, c.Root().Flags), name, false); alike(similar, dashed(name)) {
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
// [PAYLOAD]": those in brackets may be missing, and of one that ends in dots there may be
// any number.
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
			return a.usage(strings.Join(path(c), " ")+" needs "+name, "%s", a.try(append(append(path(c), got...), required(want[i:])...)...))
		}
	}
	if len(got) > len(want) {
		return a.usage(fmt.Sprintf("%s takes no further argument, and there is %q", strings.Join(path(c), " "), got[len(want)]), "%s",
			a.try(append(path(c), got[:len(want)]...)...))
	}
	return nil
}

func required(args []string) []string {
	return slices.DeleteFunc(args, func(name string) bool { return strings.HasPrefix(name, "[") })
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
	if similar := flags.SuggestCommand(c.VisibleCommands(), name); alike(similar, name) {
		what += ", did you mean " + before + similar + "?"
		words = append(path(c), similar)
	}
	return a.usage(what, "%s", a.line(words...))
}

// alike reports whether two words have two thirds of their letters in common: the
// library finds the word that is most like another, however little that is.
func alike(a, b string) bool {
	common := 0
	for _, r := range a {
		if i := strings.IndexRune(b, r); i >= 0 {
			common++
			b = b[:i] + b[i+utf8.RuneLen(r):]
		}
	}
	return 3*common >= 2*(max(utf8.RuneCountInString(a), common+utf8.RuneCountInString(b)))
}

// again is the command line of c with one flag set to another value, or without it.
func (a *app) again(c *flags.Command, flag, value string) string {
	words := path(c)
	for _, f := range c.Flags {
		name := f.Names()[0]
		switch {
		case name == flag || !f.IsSet():
		case f.Get() == true:
			words = append(words, "--"+name)
		default:
			words = append(words, "--"+name, flagText(f.Get()))
		}
	}
	if value != "" {
		words = append(words, "--"+flag, value)
	}
	return a.try(append(words, c.Args().Slice()...)...)
}

func flagText(v any) string {
	if all, ok := v.([]string); ok {
		return strings.Join(all, ",")
	}
	return fmt.Sprint(v)
}

// count is n things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
