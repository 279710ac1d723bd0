package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// spent begins the line that says how much of the processors a test binary took.
const spent = "testsum: processor time "

// execute runs a test binary to its end, for go test -exec, and says on out what it and the processes
// that it began took of the processors. It returns the exit code.
func execute(args []string, out io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "testsum: -exec needs a program")
		return 2
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	code, took, err := run(cmd)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		return 2
	}
	// Whoever closes standard output early does not want the rest.
	_, _ = fmt.Fprintf(out, "%s%.2f\n", spent, took.Seconds())
	return code
}

// runAlone is run without those processes that outlive the one that began them.
func runAlone(cmd *exec.Cmd) (code int, took time.Duration, err error) {
	err = cmd.Run()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		return 0, 0, err
	}
	s := cmd.ProcessState
	if code = s.ExitCode(); code < 0 {
		code = 2 // a signal
	}
	return code, s.UserTime() + s.SystemTime(), nil
}
