package cli

import (
	"fmt"
	"slices"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/shellword"
)

// advice composes command lines of this program for a person to type: the next one, or the corrected form of a wrong one.
type advice struct {
	root *flags.Command
	call string   // how a person calls this program, as a shell reads it
	args []string // as typed
}

// line composes a command line to type: a command, and then its arguments and flags. If an
// argument looks like a flag, the arguments follow "--".
func (a *advice) line(words ...string) string { return a.words(a.behindDashes(words)) }

// words composes a command line of these words, with passwords hidden.
func (a *advice) words(words []string) string {
	line := a.call
	for _, w := range words {
		line += " " + shellword.Quote(shellword.Hide(w))
	}
	return line
}

// typed returns the line as it was typed.
func (a *advice) typed() string { return a.words(a.args) }

// behindDashes orders the words so that no argument is taken for a flag.
func (a *advice) behindDashes(words []string) []string {
	c, rest := a.root, words
	for len(rest) > 0 && c.Command(rest[0]) != nil {
		c, rest = c.Command(rest[0]), rest[1:]
	}
	ordered, args := slices.Clone(words[:len(words)-len(rest)]), []string(nil)
	for len(rest) > 0 {
		n := a.flagWords(c, rest)
		if n == 0 {
			args, rest = append(args, rest[0]), rest[1:]
			continue
		}
		ordered, rest = append(ordered, rest[:n]...), rest[n:]
	}
	if !slices.ContainsFunc(args, dashing) {
		return words
	}
	return append(append(ordered, "--"), args...)
}

// dashing reports whether a word would be taken for a flag, or for the end of the flags.
func dashing(word string) bool { return len(word) > 1 && word[0] == '-' }

// flagWords returns how many of the first words form a flag of c with its value.
func (a *advice) flagWords(c *flags.Command, words []string) int {
	if !dashing(words[0]) {
		return 0
	}
	name, _, valued := strings.Cut(strings.TrimLeft(words[0], "-"), "=")
	for _, f := range slices.Concat(c.Flags, a.root.Flags) {
		if !slices.Contains(f.Names(), name) {
			continue
		}
		if _, is := f.(*flags.BoolFlag); is || valued || len(words) == 1 {
			return 1
		}
		return 2
	}
	return 0
}

// try composes a command line for the same store or server, and namespace.
func (a *advice) try(words ...string) string {
	for _, name := range []string{"db", "server", "token-file", "namespace"} {
		if a.root.IsSet(name) {
			words = append(words, "--"+name, a.root.String(name))
		}
	}
	return a.line(words...)
}

// typeable reports whether a terminal would show the line unchanged, so that somebody can type
// or copy it. Any other line would not do what it says.
func typeable(line string) bool {
	return line != "" && clean(line) == line && !strings.Contains(line, "\t")
}

// handle returns the name of a run for a line to type: its workflow id, or its run id if the
// workflow id cannot be typed.
func handle(run inspect.Run) string {
	if typeable(run.ID) {
		return run.ID
	}
	return run.RunID
}

// path returns c as words: "run", "list".
func path(c *flags.Command) []string {
	return strings.Fields(c.FullName())[1:]
}

// again returns the command line of c with one flag set to another value, or without it.
func (a *advice) again(c *flags.Command, flag, value string) string {
	words := append(path(c), given(c, flag)...)
	words = append(words, a.formed()...)
	if value != "" {
		words = append(words, "--"+flag, value)
	}
	return a.try(append(words, c.Args().Slice()...)...)
}

// formed returns the flags about the output format that were set.
func (a *advice) formed() []string {
	of := slices.DeleteFunc(slices.Clone(a.root.Flags), func(f flags.Flag) bool {
		return !slices.Contains([]string{"output", "time", "no-color"}, f.Names()[0])
	})
	return givenOf(of, "")
}

// withArgs returns the command line of c with other arguments.
func (a *advice) withArgs(c *flags.Command, args ...string) string {
	return a.try(slices.Concat(path(c), args, given(c, ""), a.formed())...)
}

// given returns the flags of c that were set, except one.
func given(c *flags.Command, but string) []string { return givenOf(c.Flags, but) }

func givenOf(all []flags.Flag, but string) (words []string) {
	for _, f := range all {
		name := f.Names()[0]
		r, redact := f.Get().(redacting)
		switch {
		case name == but || !f.IsSet():
		case f.Get() == true:
			words = append(words, "--"+name)
		case f.Get() == false: // the next word would be taken for an argument
			words = append(words, "--"+name+"=false")
		case redact: // likewise
			words = append(words, r.word())
		default:
			words = append(words, "--"+name, flagText(f.Get()))
		}
	}
	return words
}

func flagText(v any) string {
	if all, ok := v.([]string); ok {
		return strings.Join(all, ",")
	}
	return fmt.Sprint(v)
}

// instead returns the line as typed, with one word replaced by others.
func (a *advice) instead(word string, by ...string) string {
	words := slices.Clone(a.args)
	if at := slices.Index(words, word); at >= 0 {
		words = slices.Replace(words, at, at+1, by...)
	}
	return a.words(words)
}

// onStore returns the line as typed, for another store.
func (a *advice) onStore(db string) string {
	words := slices.Clone(a.args)
	end := slices.Index(words, "--")
	if end < 0 {
		end = len(words)
	}
	for i, w := range words[:end] {
		switch name, _, valued := strings.Cut(w, "="); {
		case name != "--db" && name != "-db":
		case valued:
			return a.words(slices.Replace(words, i, i+1, "--db", db))
		case i+1 < end:
			words[i+1] = db
			return a.words(words)
		}
	}
	return a.words(slices.Insert(words, end, "--db", db))
}
