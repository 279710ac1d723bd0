package testkit

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

// holders tells, from the stacks of a bubble's goroutines, which ones wait for something
// outside and so stop its time: one line of code for each.
func holders(stacks string) string {
	var b strings.Builder
	for stack := range strings.SplitSeq(stacks, "\n\n") {
		head, frames, _ := strings.Cut(stack, "\n")
		if strings.Contains(head, "(durable)") {
			continue // it waits for something inside
		}
		function, line := firstOf(frames)
		if line == "" || strings.HasPrefix(function, "github.com/reprise-run/reprise/testkit.(*bubble)") || strings.HasPrefix(function, "github.com/reprise-run/reprise/testkit.newBubble") {
			continue // the kit's own, waiting for the test
		}
		_, state, _ := strings.Cut(head, "[")
		state, _, _ = strings.Cut(state, ",")
		fmt.Fprintf(&b, "%s keeps time from moving (%s)\n", line, state)
	}
	return b.String()
}

// firstOf returns the first frame of a stack that is not of the standard library.
func firstOf(frames string) (function, line string) {
	lines := strings.Split(frames, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		if !strings.HasPrefix(file, library) && !strings.HasPrefix(lines[i], "created by ") {
			return lines[i], file
		}
	}
	return "", ""
}

// library is where the standard library's sources were when it was compiled.
var library = func() string {
	file, _ := runtime.FuncForPC(reflect.ValueOf(runtime.GC).Pointer()).FileLine(0)
	dir, _, _ := strings.Cut(file, "runtime/mgc.go")
	return dir
}()
