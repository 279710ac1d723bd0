package testkit

import (
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
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

// firstOf returns the first frame of a stack that is not of the standard library. It looks at the name of the
// function, because the paths of files depend on -trimpath.
func firstOf(frames string) (function, line string) {
	lines := strings.Split(frames, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		if !strings.HasPrefix(lines[i], "created by ") && !ofLibrary(lines[i], mainModule()) {
			file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
			return lines[i], file
		}
	}
	return "", ""
}

// ofLibrary reports whether a function belongs to the standard library: the first element of its package's path
// has no dot, and the package is neither main nor in the main module, nor made of files that go test was given by name.
func ofLibrary(function, module string) bool {
	name, _, _ := strings.Cut(function, "(")
	slash := strings.LastIndexByte(name, '/') + 1
	last, _, _ := strings.Cut(name[slash:], ".")
	pkg := name[:slash] + last
	first, _, _ := strings.Cut(pkg, "/")
	tested := strings.TrimSuffix(pkg, "_test")
	in := module != "" && (tested == module || strings.HasPrefix(pkg, module+"/"))
	return !in && pkg != "main" && tested != "command-line-arguments" && !strings.ContainsAny(first, ".%") // a name has %2e for the dot of a last element
}

// mainModule is the path of the main module, "" if the binary was built without modules.
var mainModule = sync.OnceValue(func() string {
	if b, ok := debug.ReadBuildInfo(); ok {
		return b.Main.Path
	}
	return ""
})
