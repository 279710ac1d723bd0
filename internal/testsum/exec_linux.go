package main

import (
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

const (
	setChildSubreaper = 36              // prctl(2)
	endsWithin        = 5 * time.Second // what a test binary leaves behind
)

// run runs a program. This process becomes the parent of whatever the program leaves behind, such as a
// server that ends with it, and counts that too.
func run(cmd *exec.Cmd) (code int, took time.Duration, err error) {
	if _, _, no := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); no != 0 {
		return runAlone(cmd)
	}
	runtime.LockOSThread() // with this thread the program ends
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	var until time.Time // for the others, once the program has ended
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		how := 0
		if !until.IsZero() {
			how = syscall.WNOHANG
		}
		pid, err := syscall.Wait4(-1, &status, how, &usage)
		switch {
		case err == syscall.EINTR:
		case err != nil: // there is none any more
			return code, took, nil
		case pid == 0 && time.Now().After(until):
			return code, took, nil
		case pid == 0:
			time.Sleep(5 * time.Millisecond) // a pause between two looks: Wait4 waits for ever or not at all
		default:
			took += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
		if pid == cmd.Process.Pid && err == nil {
			until = time.Now().Add(endsWithin)
			if code = status.ExitStatus(); code < 0 {
				code = 2 // a signal
			}
		}
	}
}
