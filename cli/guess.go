package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	flags "github.com/urfave/cli/v3"
)

// group answers a line that names no command of the group.
func (a *app) group(ctx context.Context, c *flags.Command) error {
	name := c.Args().First()
	switch {
	case name == "" && c == c.Root():
		return flags.ShowRootCommandHelp(c)
	case name == "":
		all := commandNames(c)
		return wrongLine(strings.Join(path(c), " ")+" needs a command: "+strings.Join(all, ", "), a.line(append(path(c), all[0])...))
	}
	return a.noCommand(ctx, c, name)
}

func commandNames(c *flags.Command) (all []string) {
	for _, sub := range c.VisibleCommands() {
		all = append(all, sub.Name)
	}
	return all
}

// noCommand answers a word that is no command of c: it is misspelt, or its group was left out,
// or it is the id of a run.
func (a *app) noCommand(ctx context.Context, c *flags.Command, name string) error {
	before := strings.Join(append(path(c), ""), " ")
	what := fmt.Sprintf("unknown command %q", before+name)
	if meant := a.meant(ctx, c, name); meant != nil {
		return wrongLine(what+", did you mean "+before+strings.Join(meant, " ")+"?", a.instead(name, meant...))
	}
	if all := commandNames(c); len(all) > 0 {
		what += ", only " + strings.Join(all, ", ")
	}
	return wrongLine(what, a.line(append(path(c), "--help")...))
}

// meant returns the words that name might have been meant to be.
func (a *app) meant(ctx context.Context, c *flags.Command, name string) []string {
	for _, sub := range c.VisibleCommands() {
		if of := sub.Command(name); of != nil && slices.Contains(sub.VisibleCommands(), of) {
			return []string{sub.Name, name}
		}
	}
	if similar := flags.SuggestCommand(c.VisibleCommands(), name); alike(similar, name) {
		return []string{similar}
	}
	switch {
	case c != c.Root() && c.Name != "run" || !isRun(ctx, a, c, name):
		return nil
	case c == c.Root():
		return []string{"run", "show", name}
	}
	return []string{"show", name}
}

// alike reports whether two words share two thirds of their letters: the library finds the most
// similar word, however little similar that is.
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
