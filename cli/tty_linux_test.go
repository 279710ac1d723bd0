package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
)

// terminal opens a pseudo-terminal and returns both ends: the person's and the
// program's.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fd := int(person.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 60})
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return person, program
}

// onTerminal runs a command line on a terminal where a person types input, and returns
// the exit code and the screen.
func onTerminal(t *testing.T, p cli.Program, input string) (int, string) {
	t.Helper()
	person, program := terminal(t)
	p.Stdin, p.Stdout, p.Stderr = program, program, program
	if _, err := io.WriteString(person, input); err != nil {
		t.Fatal(err)
	}
	code := p.Run(t.Context())
	screen := shown(t, person, program)
	t.Logf("%d\n%s", code, screen)
	return code, strings.ReplaceAll(screen, "\r\n", "\n")
}

func TestATerminalGetsATableInColours(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	for _, c := range []struct {
		args   []string
		env    string
		colour bool
		table  bool
	}{
		{nil, "", true, true},
		{nil, "NO_COLOR", false, true},
		{[]string{"--no-color"}, "", false, true},
		{[]string{"-o", "json"}, "", false, false},
	} {
		p := cli.Program{Name: "shop", Runtime: rt, Args: append([]string{"run", "list"}, c.args...), Getenv: func(name string) string {
			if name == c.env {
				return "1"
			}
			return ""
		}}
		code, screen := onTerminal(t, p, "")
		if code != 0 || strings.Contains(screen, "\x1b[") != c.colour || strings.Contains(screen, "WAITING FOR") != c.table {
			t.Errorf("%q %s: %d\n%s", c.args, c.env, code, screen)
		}
		for line := range strings.Lines(screen) {
			if n := len([]rune(line)); c.table && !c.colour && n > 61 {
				t.Errorf("a line of %d on a terminal of 60: %s", n, line)
			}
		}
	}
}

func TestTerminateAsksAPerson(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	line := []string{"run", "terminate", "order-1"}
	for _, no := range []string{"n\n", "\n", "\x04"} {
		code, screen := onTerminal(t, cli.Program{Name: "shop", Runtime: rt, Args: line}, no)
		if code != 1 || !strings.Contains(screen, "End order-1 at once?") || !strings.HasSuffix(screen, "nothing was done\n") {
			t.Errorf("%q: %d\n%s", no, code, screen)
		}
	}
	if code, screen := onTerminal(t, cli.Program{Name: "shop", Runtime: rt, Args: line}, "y\n"); code != 0 || !strings.Contains(screen, "order-1: terminated") {
		t.Errorf("%d\n%s", code, screen)
	}
	begin(t, rt, "order-1")
	if code, screen := onTerminal(t, cli.Program{Name: "shop", Runtime: rt, Args: append(line, "-y")}, ""); code != 0 || strings.Contains(screen, "?") {
		t.Errorf("-y: %d\n%s", code, screen)
	}
}

// Ctrl-C at the question is an answer.
func TestAnInterruptEndsTheQuestion(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	person, program := terminal(t)
	ctx, interrupt := context.WithCancel(t.Context())
	asked := make(chan string)
	go func() {
		var screen []byte
		for !bytes.HasSuffix(screen, []byte("[y/N] ")) {
			one := make([]byte, 1)
			if _, err := person.Read(one); err != nil {
				break
			}
			screen = append(screen, one...)
		}
		interrupt()
		asked <- string(screen)
	}()
	p := cli.Program{Name: "shop", Runtime: rt, Args: []string{"run", "terminate", "order-1"}, Stdin: program, Stdout: io.Discard, Stderr: program}
	if code := p.Run(ctx); code != 130 {
		t.Errorf("exit code %d", code)
	}
	t.Log(<-asked)
	if err := person.Close(); err != nil { // ends the read of the answer
		t.Fatal(err)
	}
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	if d, err := reprise.Describe(t.Context(), rt, "order-1"); err != nil || d.Status != reprise.Open {
		t.Errorf("the run is %v, %v", d.Status, err)
	}
}

// shown closes both ends of a terminal, and returns what the program has written.
func shown(t *testing.T, person, program *os.File) string {
	t.Helper()
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	var screen bytes.Buffer
	_, _ = io.Copy(&screen, person) // ends with an error once nobody has the other end
	if err := person.Close(); err != nil {
		t.Fatal(err)
	}
	return screen.String()
}

func TestTopFitsALowTerminal(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "order-1")
	for _, rows := range []uint16{1, 2, 5, 24} {
		person, program := terminal(t)
		if err := unix.IoctlSetWinsize(int(person.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: 60}); err != nil {
			t.Fatal(err)
		}
		p := cli.Program{Name: "shop", Runtime: rt, Args: []string{"top", "--once"}, Stdin: program, Stdout: program, Stderr: program}
		if code := p.Run(t.Context()); code != 0 {
			t.Errorf("exit code %d", code)
		}
		screen := shown(t, person, program)
		if n := strings.Count(screen, "\n"); n > max(1, int(rows)-1) || !strings.Contains(screen, "shop top") {
			t.Errorf("%d lines on a terminal of %d:\n%s", n, rows, screen)
		}
	}
}
