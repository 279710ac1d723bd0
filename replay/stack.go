package replay

import (
	"bytes"
	"fmt"
	"runtime"
)

// Stack returns the stack of the coroutine that is executing the workflow's own code, as
// the runtime prints it, or "" if there is none. The first line says what the code waits
// for ("goroutine 17 [chan receive, 2 minutes]:"), the frames say where. Any goroutine may
// call Stack, but it stops the world for a moment: use it only for the report about a step
// that does not return.
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
	// The runtime does not name goroutines, but it prints the arguments of the functions
	// on a stack, and each coroutine's root function has its own.
	root := fmt.Appendf(nil, "replay.(*coroutine).main(%p,", c)
	for stack := range bytes.SplitSeq(buf[:n], []byte("\n\n")) {
		state, _, _ := bytes.Cut(stack, []byte("\n"))
		if bytes.Contains(stack, root) && !bytes.Contains(state, []byte("[coroutine")) {
			return string(stack)
		}
	}
	return ""
}
