package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	flags "github.com/urfave/cli/v3"
	"golang.org/x/term"
)

// sure asks a person, if one is there, before something that cannot be undone.
func (a *app) sure(c *flags.Command, question string) error {
	in, ok := a.Stdin.(*os.File)
	if c.Bool("yes") || !ok || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	fmt.Fprintf(a.Stderr, "%s [y/N] ", clean(question))
	answered := make(chan string, 1)
	go func() { // an interrupt must not wait for the answer
		line, _ := bufio.NewReader(in).ReadString('\n') // the end of the input means no
		answered <- line
	}()
	select {
	case line := <-answered:
		if answer := strings.ToLower(strings.TrimSpace(line)); answer == "y" || answer == "yes" {
			return nil
		}
	case <-a.stopped:
	}
	return &exitError{codeFailed, errors.New("nothing was done"), ""}
}

// next writes the command to type next.
func (a *advice) next(p *page, words ...string) {
	if line := a.try(words...); typeable(line) {
		p.line(cell{"next: ", dim}, cell{line, plain})
	}
}
