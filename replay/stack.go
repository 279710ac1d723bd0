package replay

import (
	"bytes"
	"fmt"
	"runtime"
)

// Stack returns the stack of the coroutine that is in the workflow's own code just now,
// as the runtime prints it: its first line tells what the code waits for ("goroutine 17
// [chan receive, 2 minutes]:"), the frames tell where. It is "" when no coroutine is.
// Like [Machine.Running] it may be called from any goroutine; it stops the world for a
// moment and is for the one text that a person reads about a step that does not return.
func (m *Machine) Stack() string {
	m.scheduler.mu.Lock()
	c := m.scheduler.cur
	m.scheduler.mu.Unlock()
	if c == nil {
		return ""
	}
	buf := make([]byte, 64<<10)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < 64<<20 {
		buf = make([]byte, 4*n)
		n = runtime.Stack(buf, true)
	}
	// The runtime has no name for a goroutine, but it prints the arguments of the
	// functions on its stack, and each coroutine's root has its own.
	root := fmt.Appendf(nil, "replay.(*coroutine).main(%p,", c)
	for stack := range bytes.SplitSeq(buf[:n], []byte("\n\n")) {
		state, _, _ := bytes.Cut(stack, []byte("\n"))
		if bytes.Contains(stack, root) && !bytes.Contains(state, []byte("[coroutine")) {
			return string(stack)
		}
	}
	return ""
}
