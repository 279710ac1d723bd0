package cli_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reprise-run/reprise/cli"
)

// On a terminal a trace is as wide as the terminal, and uses more than ASCII; NO_COLOR
// removes only the colours.
func TestATraceFillsTheTerminal(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	for _, color := range []bool{true, false} {
		p := cli.Program{Name: "shop", Runtime: rt, Args: []string{"run", "trace", "order-1"}, Getenv: func(name string) string {
			if name == "NO_COLOR" && !color {
				return "1"
			}
			return ""
		}}
		code, screen := onTerminal(t, p, "")
		if code != 0 || !strings.Contains(screen, "░▶") || strings.Contains(screen, "\x1b[36m") != color {
			t.Errorf("exit code %d, with colour %v\n%s", code, color, screen)
		}
		if color {
			continue
		}
		for line := range strings.Lines(screen) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 60 {
				t.Errorf("%d signs on a terminal of 60: %s", n, line)
			}
		}
	}
}
