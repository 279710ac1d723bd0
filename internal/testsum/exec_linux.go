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
	code, took, err = runAlone(cmd)
	for until := time.Now().Add(endsWithin); err == nil; {
		var usage syscall.Rusage
		switch pid, no := syscall.Wait4(-1, nil, syscall.WNOHANG, &usage); {
		case no == syscall.EINTR:
		case no != nil, pid == 0 && time.Now().After(until): // there is none any more, or it stays
			return code, took, nil
		case pid == 0:
			time.Sleep(5 * time.Millisecond) // a pause between two looks: Wait4 waits for ever or not at all
		default:
			took += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return code, took, err
}
