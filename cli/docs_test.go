package cli

import (
	"context"
	"os"
	"strings"
	"testing"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// The page about the command line describes every command and every flag.
func TestThePageTellsOfEveryCommandAndFlag(t *testing.T) {
	text, err := os.ReadFile("../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	var look func(c *flags.Command, path string)
	look = func(c *flags.Command, path string) {
		for _, f := range c.Flags {
			if name := "--" + f.Names()[0]; !strings.Contains(page, name) {
				t.Errorf("%s: nothing about %s", path, name)
			}
		}
		for _, sub := range c.Commands {
			look(sub, strings.TrimSpace(path+" "+sub.Name))
		}
		if len(c.Commands) == 0 && !strings.Contains(page, "`"+path) {
			t.Errorf("nothing about %s", path)
		}
	}
	look(newApp(Program{Serve: func(context.Context, *reprise.Runtime, inspect.Serving) error { return nil }}).root, "")
}
